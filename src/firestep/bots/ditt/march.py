"""Pulses and marches: hold the line, plug holes, attack where it pays, bring up what stands behind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from firestep.bots.ditt import chances
from firestep.bots.ditt.picture import DIV, Picture, cheap, picture
from firestep.bots.ditt.values import lacking, spare_garrison, worth
from firestep.engine.session import Decision, Session
from firestep.games.ditt import combat, control, ground, nations
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.pulse import March, targets
from firestep.games.ditt.state import Fight, State
from firestep.games.ditt.supply import is_supplied, supplied_places
from firestep.hexmap.grid import bits

S = Session[State]
D = Decision[State]
#: what a pulse must promise to be better than a pass
LEAST = 0.05
#: stacks of a pulse that are looked at closely, and places for each
CLOSE, PLACES = 8, 6
NEVER = -50.0
#: Divs of a new Army
SHARE = 10
#: the share of what lies open behind a beaten enemy
AHEAD = 0.3
_BALKANS = p.lands("Serbia", "Montenegro", "Albania", "Macedonia", "Austria-Hungary")
_COLONIAL_PRIZE = (0.3, 2.5)


def mask(units: tuple[int, ...]) -> int:
    return sum(1 << u for u in units)


# -- what an order is worth ------------------------------------------------------------------------------------------------


def settle(pic: Picture, here: int, units: tuple[int, ...], to: int) -> float:
    """The worth of units going from a place to another without a fight."""
    st, side = pic.st, pic.side
    if here == to:
        return 0.0
    moved = mask(units)
    left = st.stack_of(here, side) & ~moved
    there = st.stack_of(to, side)
    block = pic.block | 1 << to
    fort = pic.st.fort_of[side] >> here & 1
    if not left and not fort:
        block &= ~(1 << here)
    value = 0.0
    new = pic.holes(block)
    bare = pic.holes(block & ~(1 << to)) if not pic.block >> to & 1 else new
    divs = sum(st.divs[u] or 2 for u in units)
    # the place they go to
    if there or pic.st.fort_of[side] >> to & 1:
        value += pic.danger(to, there) - pic.danger(to, there | moved, moved)
        value += pic.hole - new
    else:
        risk = pic.risk(to, moved, moved)
        value += pic.hole - bare + (bare - new) * (1.0 - risk) - risk * DIV * divs
    # the place they leave
    if left or fort:
        value -= pic.danger(here, left) - pic.danger(here, left | moved)
    else:
        value += DIV * divs * pic.risk(here, moved)
    if not st.ctrl[side] >> to & 1:
        gain = pic.count(1 << to)
        value += gain
        near = p.ways(0).near[to]
        exits = near & st.ctrl[side] & ~(p.ways(0).step(pic.start) & pic.open & ~block)
        if not exits:
            value -= 0.2 * divs + 0.5  # cut off next
    value -= tempo(pic, here, divs)
    pull = pic.pull()
    value += 0.25 * (pull.get(to, 0.0) - pull.get(here, 0.0)) * min(1.0, divs / 6)
    if side == t.CP and p.GARRISON >> here & 1 and not p.GARRISON >> to & 1 and not spare_garrison(st, units):
        value += NEVER
    if side == t.CP and lacking(st) and p.GARRISON >> to & 1 and not p.GARRISON >> here & 1:
        value += 3.0
    return value


def strike(pic: Picture, here: int, units: tuple[int, ...], to: int, joining: tuple[int, ...] = ()) -> float:
    """The worth of an attack: the chance to win, what is won, what both lose, and what becomes of the hex it came from. `joining`
    are Armies that the group collects on its way."""
    st, side = pic.st, pic.side
    way = st.at[joining[0]] if joining else here
    units = (*units, *joining)
    fight = Fight(side, to, way, units, "siege" if st.siege[1 - side] == to else "attack")
    if p.COLONIES >> to & 1:
        return _COLONIAL_PRIZE[side] * (chances.of_fight(st, fight) - 0.35)
    if side == t.CP and p.GARRISON >> here & 1 and not p.GARRISON >> to & 1 and not spare_garrison(st, units):
        return NEVER
    there = st.stack_of(to, 1 - side)
    if 3 * sum(st.factors(u)[0] for u in units) < sum(st.factors(u)[1] for u in bits(there)):
        return -1.0
    starving = combat.hungry(st, fight)
    mine, theirs = combat.firepower(st, fight, True, starving), combat.firepower(st, fight, False, starving)
    bonus = _coins(st, side, fight)
    win = chances.of_fight(st, replace(fight, bonus=(bonus, 0)) if bonus else fight)
    if win < 0.12:
        return -1.0
    foes = bits(there)
    bears = sum(st.factors(u)[2] for u in foes)
    mine_bear = sum(st.factors(u)[2] for u in units)
    dealt = min(chances.expected(mine), bears) / 6.5 * (cheap(st, foes[0]) if foes else 0.0)
    taken = min(chances.expected(theirs), mine_bear) / 6.5 * cheap(st, units[0])
    divs = sum(st.divs[u] or 2 for u in units)
    moved = mask(units)
    left = st.stack_of(here, side) & ~moved
    fort = st.fort_of[side] >> here & 1
    block = pic.block | 1 << to
    mine_after = pic.mine | 1 << to
    if not left and not fort:
        block &= ~(1 << here)
    if joining and not st.stack_of(way, side) & ~moved and not st.fort_of[side] >> way & 1:
        block &= ~(1 << way)
    if not left:
        mine_after &= ~(1 << here)
    havens = _haven(st, there, to) if there else 0
    back = min(bits(havens), key=lambda i: ((p.ways(0).near[i] & st.occ[side]).bit_count(), i), default=-1)
    fled = 1 << back if back >= 0 else 0
    foes_after = pic.start & ~(1 << to) | fled
    gap = pic.hole - pic.holes(block, foes_after)
    ahead = pic.prospects(mine_after, pic.their_block & ~(1 << to) | fled) - pic.prospect
    won = pic.count(1 << to) + gap + AHEAD * ahead
    if there and not havens:
        won += 0.1 * bears / 6  # nowhere to go: they are lost (7.4j)
    # beaten back in their turn: flipped, in the open, with less than they had
    answer = pic.risk(to, moved, moved)
    if answer:
        held = pic.holes(block, foes_after)
        won -= answer * (0.6 * pic.count(1 << to) + DIV * divs + max(0.0, pic.holes(block & ~(1 << to), foes_after) - held))
    # or thrown back to where they came from
    here, left = (way, st.stack_of(way, side) & ~moved) if joining else (here, left)
    lost = pic.danger(here, left | moved, moved) - pic.danger(here, left | moved) + 0.02 * divs
    return win * won + dealt - taken - (1.0 - win) * lost - tempo(pic, here, divs)


def tempo(pic: Picture, here: int, divs: int) -> float:
    """What it costs to have moved: who stands near the enemy and is still fresh can answer him."""
    return min(1.5, 0.06 * divs) if p.ways(0).within(1 << here, pic.open, 2) & pic.start & pic.fresh else 0.0


def is_quiet(pic: Picture, place: int) -> bool:
    return not p.contact(False).near[place] & pic.start


def _haven(st: State, units: int, place: int) -> int:
    side = st.side(bits(units)[0])
    return p.ways(0).near[place] & st.ctrl[side] & ~st.occ[1 - side] & ~st.fort_of[1 - side]


def _coins(st: State, side: int, fight: Fight) -> int:
    """Firepower that coins in hand would add, at a guess."""
    germans = any(st.serves[u] == t.GE for u in fight.units)
    if side == t.CP and germans:
        return min(15, 5 * st.coins[t.BOX["cp-krupp"]]) if worth(st, fight.hex) >= 3 or st.turn < 4 else 0
    return 0


# -- where a group may go --------------------------------------------------------------------------------------------------


def finals(st: State, march: March, units: tuple[int, ...]) -> tuple[dict[int, int], dict[int, int]]:
    """Places where a group can end its march without a fight, and those it can attack, each with the number of steps."""
    here = st.at[units[0]]
    left = march.allowance - march.spent
    quiet: dict[int, int] = {here: 0}
    fights: dict[int, int] = {}
    if left <= 0:
        return quiet, fights
    first = targets(st, march, units)
    foes = ground.enemies(st, march.side)
    open = attack = -1
    for u in units:
        open &= ground.passable(st, u)
        attack &= ground.attackable(st, u)
    ways = p.ways(nations.links(st, units[0]))
    flipped = _flipped_friends(st, march.side) if st.turn > 1 else 0  # who entered their hex attacks no more (6.1p)
    seen = 1 << here
    front = first & open
    for i in bits(first & foes & attack):
        fights[i] = 1
    for k in range(1, left + 1):
        front &= ~seen
        if not front:
            break
        for i in bits(front):
            quiet[i] = k
        seen |= front
        if k == left:
            break
        for i in bits(ways.step(front & ~flipped) & foes & attack):
            fights.setdefault(i, k + 1)
        front = ways.step(front) & open
    return quiet, fights


def _flipped_friends(st: State, side: int) -> int:
    out = 0
    for u in bits(st.troops[side] & st.flipped & st.afield):
        out |= 1 << st.at[u]
    return out


def group(st: State, side: int, place: int) -> tuple[int, ...]:
    return tuple(u for u in bits(st.stack(place) & ground.commanded(st, side)) if ground.may_march(st, u))


def guard(st: State, pic: Picture, here: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """The group without its smallest unit, which keeps the trenches, if enemies are near and nobody else keeps them."""
    if len(units) < 2 or is_quiet(pic, here) or st.stack_of(here, pic.side) & ~mask(units) & ~st.flipped:
        return units
    weakest = min(units, key=lambda u: (not t.IS_ARMY[u], sum(st.factors(u)[:2]), u))
    return tuple(u for u in units if u != weakest)


def parts(st: State, pic: Picture, here: int, units: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The ways to divide a stack that are worth a thought: all go, a guard stays, half go, one Army goes."""
    out = [units]
    if len(units) < 2:
        return out
    out.append(guard(st, pic, here, units))
    ranked = sorted(units, key=lambda u: (-sum(st.factors(u)[:2]), u))
    out.append((ranked[0],))
    if len(units) > 3:
        out.append(tuple(sorted(ranked[::2])))
    if len(units) > 2:
        out.append((next((u for u in reversed(ranked) if t.IS_ARMY[u] and st.divs[u] > 2), ranked[-1]),))
    return list(dict.fromkeys(out))


def orders(pic: Picture, origin: int, units: tuple[int, ...], quiet: dict[int, int], fights: dict[int, int],
           most: int = PLACES) -> tuple[float, int, bool]:
    """The best that a group can do from where it set out: its worth, the place, and whether it is an attack."""
    st = pic.st
    if p.COLONIES >> origin & 1:
        return _colonial(st, pic, origin, units, quiet, fights)
    pull = pic.pull()
    near = sorted(quiet, key=lambda i: (-pull.get(i, 0.0) - (worth(st, i) if not st.ctrl[pic.side] >> i & 1 else 0.0), i))[:most]
    best = (-99.0, origin, False)
    for i in {origin: 0} | dict.fromkeys(near) if origin in quiet else near:
        value = settle(pic, origin, units, i)
        if value > best[0]:
            best = value, i, False
    for i, k in fights.items():
        value = strike(pic, origin, units, i)
        if k > 1 and (more := companions(pic, origin, units, quiet, i)):
            value = max(value, strike(pic, origin, units, i, more))
        if value > best[0]:
            best = value, i, True
    if pic.side == t.EP and best[0] > 0 and st.serves[units[0]] == t.IT and st.allegiance[t.IT] == t.NEUTRAL:
        return 0.2 * best[0], best[1], best[2]
    return best


def companions(pic: Picture, origin: int, units: tuple[int, ...], quiet: dict[int, int], to: int) -> tuple[int, ...]:
    """The Armies that a group would collect next to its target: those of the strongest friendly hex there, without a guard."""
    st, side = pic.st, pic.side
    best: tuple[int, ...] = ()
    top = 0
    for i in bits(p.ways(0).near[to] & st.occ[side]):
        if i != origin and quiet.get(i, 9) < 3:
            found = guard(st, pic, i, tuple(u for u in group(st, side, i) if u not in units))
            k = sum(st.factors(u)[0] for u in found)
            if k > top:
                best, top = found, k
    return best


def _colonial(st: State, pic: Picture, here: int, units: tuple[int, ...], quiet: dict[int, int],
              fights: dict[int, int]) -> tuple[float, int, bool]:
    best = (0.0, here, False)
    for i in fights:
        if (value := strike(pic, here, units, i)) > best[0]:
            best = value, i, True
    if best[0] > 0 or pic.side == t.CP:
        return best
    wanted = (st.fort_of[t.CP] | st.occ[t.CP]) & p.COLONIES
    layers = p.ways(0).layers(wanted, p.COLONIES)
    far = {i: k for k, m in enumerate(layers) for i in bits(m)}
    for i in quiet:
        if p.COLONIES >> i & 1 and (value := 0.1 * (far.get(here, 99) - far.get(i, 99))) > best[0]:
            best = value, i, False
    return best


# -- decisions -------------------------------------------------------------------------------------------------------------


def march_of(st: State, side: int, place: int, units: tuple[int, ...]) -> March:
    hungry = sum(1 << u for u in units if not is_supplied(st, u))
    return March(side, place, units, ground.allowance(st, place, side), 0, 0, hungry)


def stack_worth(st: State, pic: Picture, place: int) -> float:
    """The best order for the Armies of a place, whole or without a guard."""
    units = group(st, pic.side, place)
    if not units:
        return -1.0
    march = march_of(st, pic.side, place, units)
    value = max(orders(pic, place, some, *finals(st, march, some))[0] for some in parts(st, pic, place, units))
    if march.hungry:
        value += 2.0
    return value


def _rough(st: State, pic: Picture, place: int) -> float:
    """A guess at the worth of a stack's order: does it touch an enemy, does something pull it elsewhere?"""
    side = pic.side
    if p.COLONIES >> place & 1:
        return 0.5
    near = p.contact(False).near[place]
    out = 0.0
    if near & ground.enemies(st, side):
        out = 1.0 + 0.02 * sum(st.factors(u)[0] for u in bits(st.stack_of(place, side) & ~st.flipped))
    pull = pic.pull()
    here = pull.get(place, 0.0)
    reach = p.ways(0).within(1 << place, pic.open & ~pic.start, 2)
    return out + max((pull.get(i, 0.0) for i in bits(reach)), default=0.0) - here


def pulse(s: S, d: D, step: Any) -> list[float]:
    st, side = s.state, d.seat
    pic = picture(st, side)
    stacks = [p.INDEX[a[1]] for a in d.actions if a[0] == "stack"]
    ranked = sorted((-_rough(st, pic, i), i) for i in stacks)
    close = {i for _, i in ranked[:CLOSE]}
    out = []
    for a in d.actions:
        verb = a[0]
        if verb == "pass":
            out.append(LEAST)
        elif verb == "stack":
            i = p.INDEX[a[1]]
            out.append(stack_worth(st, pic, i) if i in close else NEVER)
        elif verb == "reinforce":
            out.append(reinforce(st, pic, t.UNIT[a[1]]))
        elif verb == "coin":
            out.append(_pulse_coin(st, pic, a[1]))
        elif verb == "assault":
            i = p.INDEX[a[1]]
            units = tuple(bits(st.stack_of(i, side) & ~st.flipped))
            out.append(4.0 * (chances.of_fight(st, Fight(side, i, -1, units, "assault")) - 0.3))
        elif verb in ("engineers", "pipeline"):
            out.append(1.5)
        elif verb == "invade":
            out.append(1.0 if st.turn > 3 else -1.0)
        else:
            out.append(NEVER)
    if len(stacks) > CLOSE and max(out) <= LEAST:  # nothing among the likely ones: look at some more
        more = {i for rough, i in ranked[CLOSE:3 * CLOSE] if rough < -LEAST}
        out = [stack_worth(st, pic, p.INDEX[a[1]]) if a[0] == "stack" and p.INDEX[a[1]] in more else w
               for a, w in zip(d.actions, out, strict=True)]
    return out


def _pulse_coin(st: State, pic: Picture, box: str) -> float:
    """Coins that are played as a pulse or at its beginning."""
    if box in ("cp-hoffmann", "cp-o-h-l", "ep-everyone-into-the-battle"):
        tired = sum(st.factors(u)[0] for u in bits(st.troops[pic.side] & st.flipped & st.afield))
        return 0.6 if tired > 100 and t.SEASON[st.turn] != "" else -1.0
    return 2.0


def reinforce(st: State, pic: Picture, u: int) -> float:
    """Divs from Reserves in the middle of a turn: free for who has moved, for others at the price of their trenches."""
    i, side = st.at[u], pic.side
    if p.COLONIES >> i & 1:
        return 0.3 if side == t.EP and st.divs[u] < 4 else -1.0
    there = st.stack_of(i, side)
    n = t.UNIT_NATION[u]
    if side == t.CP and lacking(st):
        return 4.0 if p.GARRISON >> i & 1 and (n == t.GE or st.flipped >> u & 1) else 0.0
    k = min(control.free_reserves(st, n), t.MOST_DIVS - st.divs[u])
    before = pic.risk(i, there)
    if before < 0.03:
        return -1.0
    fire, bears = t.FACTORS[u][1] * k, t.FACTORS[u][2] * k
    flips = not st.flipped >> u & 1 and not there & ~(1 << u) & ~st.flipped
    if flips and pic.trench(st.serves[u], False):
        return -1.0
    gain = before * min(1.0, (fire + bears) / (40.0 + sum(st.factors(v)[1] for v in bits(there))))
    return gain * pic.importance(i) + 0.1


def step(s: S, d: D, step: March) -> list[float]:
    """The step towards the best place, or a guard left, or a halt. On the way the march is judged from where it set out, so that
    it does not change its mind."""
    st = s.state
    units = step.units
    here = step.here(st)
    then = st
    if here != step.start:
        then = st.copy()
        for u in units:
            then.put(u, step.start)
    pic = picture(then, step.side)
    value, goal, fight = orders(pic, step.start, units, *finals(st, step, units), 12)
    rest = {a[1] for a in d.actions if a[0] == "leave"}
    if not step.spent and rest:
        fewer = units
        for some in parts(st, pic, here, units)[1:]:
            if (worth_it := orders(pic, here, some, *finals(st, step, some), 12)[0]) > value:
                value, fewer = worth_it, some
        dropped = [t.UNITS[u] for u in units if u not in fewer and t.UNITS[u] in rest]
        if dropped:
            return [1.0 if a == ("leave", dropped[0]) else 0.0 for a in d.actions]
    wanted = _first_steps(st, step, units, here, goal, fight) if goal != here else 0
    joining = _joining(st, pic, step, here, goal) if fight and wanted == 1 << goal else ""
    out = []
    for a in d.actions:
        if a[0] == "halt":
            out.append(1.0)
        elif a[0] == "step":
            i = p.INDEX[a[1]]
            out.append(2.0 if wanted >> i & 1 else _reluctant(st, pic, units, i))
        elif a[0] == "collect" and a[1] == joining:
            out.append(3.0)
        else:
            out.append(-90.0)
    return out


def _joining(st: State, pic: Picture, step: March, here: int, goal: int) -> str:
    """The next Army to collect before an attack, if it is better with it."""
    found = step.collectable(st)
    if not found:
        return ""
    keep = st.stack_of(here, step.side) & ~st.flipped & ~mask(step.units)
    if keep.bit_count() == 1 and not is_quiet(pic, here):
        return ""  # the guard of the trenches
    u = max(found, key=lambda v: (sum(st.factors(v)[:1]), -v))
    return t.UNITS[u] if strike(pic, step.start, step.units, goal, (u,)) > strike(pic, step.start, step.units, goal) else ""


def _reluctant(st: State, pic: Picture, units: tuple[int, ...], to: int) -> float:
    """A step that nobody wanted: only where a march must go on."""
    if ground.enemies(st, pic.side) >> to & 1:
        return -30.0
    return -10.0 + max(-5.0, min(5.0, settle(pic, pic.st.at[units[0]], units, to)))


def _first_steps(st: State, march: March, units: tuple[int, ...], here: int, goal: int, fight: bool) -> int:
    """The next places on a way to the goal that is short enough; ground not yet ours is taken on the way."""
    open = -1
    for u in units:
        open &= ground.passable(st, u)
    near = targets(st, march, units)
    if fight and near >> goal & 1:
        return 1 << goal
    ways = p.ways(nations.links(st, units[0]))
    left = march.allowance - march.spent
    avoid = _flipped_friends(st, march.side) if fight and st.turn > 1 else 0
    back = 1 << goal
    if fight:  # by way of those who might join
        open_friends = st.occ[march.side] & near & ways.near[goal] & open & ~avoid
        if open_friends and left > 1:
            return max((sum(st.factors(u)[0] for u in bits(st.stack_of(i, march.side) & ~st.flipped)), 1 << i)
                       for i in bits(open_friends))[1]
    for _ in range(left - 1):
        hit = back & near & (open if not fight else open | 1 << goal)
        if hit:
            return hit
        back |= ways.step(back) & open & ~avoid
    return back & near


# -- taking a place --------------------------------------------------------------------------------------------------------


def retreat(s: S, d: D, step: Any) -> list[float]:
    """Back to where the line is then best: holes plugged, friends, no enemies."""
    st = s.state
    pic = picture(st, d.seat)
    u = step.unit
    here = st.at[u]
    base = pic.block & ~(1 << here)
    out = []
    for a in d.actions:
        if a[0] != "retreat":
            out.append(NEVER)
            continue
        i = p.INDEX[a[1]]
        there = st.stack_of(i, d.seat)
        risk = pic.risk(i, there | 1 << u)
        out.append(-pic.holes(base | 1 << i) - risk * 0.15 * (st.divs[u] or 2) + 0.1 * bool(there)
                   + 0.2 * worth(st, i) * (1 - risk))
    return out


def stationed(pic: Picture, u: int, divs: int, to: int) -> float:
    """The worth of a unit with so many Divs that appears at a place: holes plugged, dangers lessened, or at hand for what pulls."""
    st, side = pic.st, pic.side
    there = st.stack_of(to, side)
    was, st.divs[u] = st.divs[u], divs if t.IS_ARMY[u] else 0
    pic.forget(to)
    if there or st.fort_of[side] >> to & 1:
        value = pic.danger(to, there) - pic.danger(to, there | 1 << u)
    else:
        risk = pic.risk(to, 1 << u)
        value = (pic.hole - pic.holes(pic.block | 1 << to)) * (1.0 - risk) - risk * DIV * divs
    st.divs[u] = was
    pic.forget(to)
    return value + 0.05 * pic.pull().get(to, 0.0)


def _remote(st: State, u: int, to: int) -> float:
    """Before Salonika is open the Allies are needed elsewhere than beyond the mountains of Montenegro."""
    return 12.0 if st.serves[u] in (t.BR, t.FR) and st.turn < 8 and _BALKANS >> to & 1 else 0.0


def place(s: S, d: D, step: Any) -> list[float]:
    """Where a unit takes its place: where it mends the line most, in supply."""
    st = s.state
    pic = picture(st, d.seat)
    pull = pic.pull()
    out = []
    unit = getattr(step, "unit", None)
    fed = supplied_places(st, st.serves[unit]) if unit is not None and st.allegiance[st.serves[unit]] < 2 else -1
    divs = st.divs[unit] if unit is not None else 0
    if unit is not None and t.IS_ARMY[unit] and not divs:
        divs = max(1, min(SHARE, control.free_reserves(st, t.UNIT_NATION[unit])))
    for a in d.actions:
        i = p.INDEX.get(a[-1], -1)
        if i < 0:
            out.append(-9.0 if a[0] not in ("reserves",) else -0.5)
        elif d.seat == t.CP and p.GARRISON >> i & 1 and lacking(st):
            out.append(60.0 + 0.01 * pull.get(i, 0.0))
        elif p.COLONIES >> i & 1:
            out.append(0.1 if d.seat == t.EP else -1.0)
        elif unit is None:
            out.append(pull.get(i, 0.0))
        else:
            out.append(stationed(pic, unit, divs or 2, i) - (0.0 if fed >> i & 1 else 8.0) - _remote(st, unit, i))
    return out


def sail(s: S, d: D, step: Any) -> list[float]:
    """Land where nobody stands and a city is near, above all at the Straits."""
    st = s.state
    pull = picture(st, t.EP).pull()
    out = []
    for a in d.actions:
        if a[0] != "land":
            out.append(-5.0)
            continue
        i = p.INDEX[a[1]]
        foes = st.stack_of(i, t.CP)
        chance = 1.0 if not foes else chances.of_fight(st, Fight(t.EP, i, -1, step.units, "landing"))
        out.append(chance * (worth(st, i) + pull.get(i, 0.0)))
    return out
