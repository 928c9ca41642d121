"""What an order to a group of Armies is worth: a march without a fight, an attack, and the best of all that it could do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from firestep.bots.ditt import chances
from firestep.bots.ditt.evaluation import DIV, Evaluation, cheap
from firestep.bots.ditt.theatres import SAFE, opening, season, waits, watch
from firestep.bots.ditt.values import ALPS, lacking, spare_garrison, unguarded, worth
from firestep.games.ditt.coins import coins
from firestep.games.ditt.combat import combat, entrenchment
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.movement.pulse import March, targets
from firestep.games.ditt.state import Fight, State
from firestep.hexmap.grid import bits

#: places for each group that are looked at closely
PLACES = 6
NEVER = -50.0
#: who leaves the garrison of the East too small loses the war for certain, whatever is in danger elsewhere (ditt.13.2e)
FORFEIT = -1000.0
#: the share of what lies open behind a beaten enemy, by side: Germany surrenders sooner than France (ditt.12.1)
AHEAD = (0.2, 0.25)
#: the same in the open war of 1914, when who runs ahead is caught in the open
EARLY = 0.2
#: a hole in the own line is worse than one in the enemy's is good: he moves next
DREAD = 1.6
#: an attack that wins so often needs no coin; what a coin is worth that lifts trenches, or that only adds Firepower, in hexes
SURE, LIFT, PLAIN = 0.85, 0.8, 0.4
#: attacks are worth more than they seem: who waits is attacked
ZEAL = 1.2
#: how often an enemy who could answer an attack does it: he has one pulse, and other cares
ANSWER = 0.55
#: the share of its worth that an attack keeps where one stands on the defensive
WATCHED = 0.5
#: what it costs the weaker side to leave trenches that the enemy stands before
DUG = 3.0
#: the share of what an attack leaves in danger behind it
MISSED = 0.5
#: the worth of what was planned before the war
PLANNED = 200.0
_COLONIAL_PRIZE = (0.3, 2.5)
#: cities that somebody always keeps
_KEPT = places.CITY[tables.BR] & places.COUNTRY["Egypt"] | 1 << places.CONSTANTINOPLE | 1 << places.GALLIPOLI | ALPS


def mask(units: tuple[int, ...]) -> int:
    return sum(1 << u for u in units)


# -- what an order is worth ------------------------------------------------------------------------------------------------


def settle(ev: Evaluation, here: int, units: tuple[int, ...], to: int) -> float:
    """The worth of units going from a place to another without a fight."""
    st, side = ev.st, ev.side
    if here == to:
        return 0.0
    moved = mask(units)
    left = st.stack_of(here, side) & ~moved
    there = st.stack_of(to, side)
    block = ev.block | 1 << to
    fort = ev.st.fort_of[side] >> here & 1
    if not left and not fort:
        block &= ~(1 << here)
    value = 0.0
    new = ev.holes(block)
    if new > ev.hole:
        value -= (DREAD - 1.0) * (new - ev.hole)
    bare = ev.holes(block & ~(1 << to)) if not ev.block >> to & 1 else new
    divs = sum(st.divs[u] or 2 for u in units)
    # the place they go to
    if there or ev.st.fort_of[side] >> to & 1:
        value += ev.danger(to, there) - ev.danger(to, there | moved, moved)
        value += ev.hole - new
    else:
        risk = ev.risk(to, moved, moved)
        value += ev.hole - bare + (bare - new) * (1.0 - risk) - risk * DIV * divs
    # the place they leave
    if left or fort:
        value -= ev.danger(here, left) - ev.danger(here, left | moved)
    else:
        value += DIV * divs * ev.risk(here, moved)
    if not st.ctrl[side] >> to & 1:
        value += ev.count(1 << to) + ev.cuts(to)
        value -= astray(ev, to, block, ev.start, divs)
    value -= tempo(ev, here, divs) + trenches(ev, here, units)
    if open_city := unguarded(st, side):
        value += 6.0 if open_city >> to & 1 else 0.0
    if not left and _KEPT >> here & 1:
        value -= 8.0
    pull = ev.pull()
    value += 0.25 * (pull.get(to, 0.0) - pull.get(here, 0.0)) * min(1.0, divs / 6)
    if side == tables.CP and places.GARRISON >> here & 1 and not places.GARRISON >> to & 1 and not spare_garrison(st, units):
        value += FORFEIT
    if side == tables.CP and lacking(st) and places.GARRISON >> to & 1 and not places.GARRISON >> here & 1:
        value += 3.0
    return value


class Attack:
    """An attack and the board after its victory: which units went, which stayed, and which hexes are held against the enemy."""

    __slots__ = (
        "block",
        "divs",
        "ev",
        "fight",
        "fled",
        "foes",
        "fort",
        "havens",
        "here",
        "left",
        "mine",
        "moved",
        "there",
        "to",
        "units",
    )

    def __init__(self, ev: Evaluation, here: int, units: tuple[int, ...], to: int, joining: tuple[int, ...]) -> None:
        st, side = ev.st, ev.side
        way = st.at[joining[0]] if joining else here
        self.ev, self.here, self.to = ev, here, to
        self.units = units = (*units, *joining)
        self.fight = Fight(side, to, way, units, "siege" if st.siege[1 - side] == to else "attack")
        self.there = st.stack_of(to, 1 - side)
        self.moved = mask(units)
        self.left = st.stack_of(here, side) & ~self.moved
        self.fort = st.fort_of[side] >> here & 1
        self.divs = sum(st.divs[u] or 2 for u in units)
        self.block, self.mine = ev.block | 1 << to, ev.mine | 1 << to
        if not self.left:
            self.mine &= ~(1 << here)
            if not self.fort:
                self.block &= ~(1 << here)
        if joining and not st.stack_of(way, side) & ~self.moved and not st.fort_of[side] >> way & 1:
            self.block &= ~(1 << way)
        #: where the beaten enemy can go and does go, and the hexes of enemies after it
        self.havens = _haven(st, self.there, to) if self.there else 0
        near = places.ways(0).near
        back = min(bits(self.havens), key=lambda i: ((near[i] & st.occ[side]).bit_count(), i), default=-1)
        self.fled = 1 << back if back >= 0 else 0
        self.foes = ev.start & ~(1 << to) | self.fled


class Assessment(NamedTuple):
    """What an attack may bring, term by term. `value` is the sum."""

    #: the chance to win, and what a victory is worth
    win: float
    prize: float
    #: the worth of the losses on both sides
    dealt: float
    taken: float
    #: what a defeat costs
    defeat: float
    #: what it costs to have moved, and the price of coins
    tempo: float
    coins: float

    @property
    def value(self) -> float:
        return self.win * self.prize + self.dealt - self.taken - (1.0 - self.win) * self.defeat - self.tempo - self.coins


def strike(ev: Evaluation, here: int, units: tuple[int, ...], to: int, joining: tuple[int, ...] = ()) -> float:
    """The worth of an attack: the chance to win, what is won, what both lose, and what becomes of the hex it came from. `joining`
    are Armies that the group collects on its way."""
    found = assess(Attack(ev, here, units, to, joining))
    return found if isinstance(found, float) else found.value


def assess(a: Attack) -> Assessment | float:
    """The terms of an attack, or its worth where they do not matter."""
    st, side = a.ev.st, a.ev.side
    if places.COLONIES >> a.to & 1:
        return _COLONIAL_PRIZE[side] * (chances.of_fight(st, a.fight) - 0.35)
    if side == tables.CP and not spare_garrison(st, a.units):
        return FORFEIT  # who keeps the East does not stake himself (ditt.13.2e)
    if 3 * sum(st.factors(u)[0] for u in a.units) < sum(st.factors(u)[1] for u in bits(a.there)):
        return -1.0
    win, price = _chance(st, a.fight)
    if win < 0.12:
        return -1.0
    dealt, taken = _exchange(st, a)
    return Assessment(win, _prize(a, win), dealt, taken, _defeat(a), tempo(a.ev, a.fight.origin, a.divs), price)


def _chance(st: State, fight: Fight) -> tuple[float, float]:
    """The chance to win, with coins where they are needed, and the price of these."""
    win = chances.of_fight(st, fight)
    if win >= SURE:
        return win, 0.0
    primed, price = with_coins(st, fight)
    return chances.of_fight(st, primed) if price else win, price


def _exchange(st: State, a: Attack) -> tuple[float, float]:
    """The worth of what the attack is expected to destroy and to lose."""
    starving = combat.out_of_supply(st, a.fight)
    mine, theirs = combat.firepower(st, a.fight, True, starving), combat.firepower(st, a.fight, False, starving)
    foes = bits(a.there)
    dealt = min(chances.expected(mine), _bears(st, foes)) / 6.5 * (cheap(st, foes[0]) if foes else 0.0)
    return dealt, min(chances.expected(theirs), _bears(st, a.units)) / 6.5 * cheap(st, a.units[0])


def _bears(st: State, units: Iterable[int]) -> int:
    """How many hits units can take."""
    return sum(st.factors(u)[2] for u in units)


def _prize(a: Attack, win: float) -> float:
    """What a victory is worth: the hex, the line, what lies open behind it, less what the enemy can do about it."""
    ev, st, side = a.ev, a.ev.st, a.ev.side
    gap = ev.hole - ev.holes(a.block, a.foes)
    ahead = ev.prospects(a.mine, ev.their_block & ~(1 << a.to) | a.fled) - ev.prospect
    won = ev.count(1 << a.to) + (gap if gap > 0 else DREAD * gap) + (AHEAD[side] if st.turn > 3 else EARLY) * ahead
    if a.there and not a.havens:
        won += 0.1 * _bears(st, bits(a.there)) / 6  # nowhere to go: they are lost (ditt.7.4j)
    won += ev.cuts(a.to) - astray(ev, a.to, a.block, a.foes, a.divs)
    won -= _answered(a)
    if side == tables.CP and (a.left or a.fort):  # who goes forward is missed where he stood
        won -= MISSED * max(0.0, ev.danger(a.here, a.left) - ev.danger(a.here, a.left | a.moved))
    if won <= 0:
        return won
    if watch(st, side, a.to) or win < SAFE and waits(st, side, a.units, a.to):
        return won * WATCHED
    return won * season(st, side, a.to)


def _answered(a: Attack) -> float:
    """What it costs to be beaten back in turn: flipped, in the open, with less than they had."""
    ev = a.ev
    answer = ANSWER * ev.risk(a.to, a.moved, a.moved)
    if not answer:
        return 0.0
    opened = ev.holes(a.block & ~(1 << a.to), a.foes) - ev.holes(a.block, a.foes)
    return answer * (0.6 * ev.count(1 << a.to) + DIV * a.divs + max(0.0, opened))


def _defeat(a: Attack) -> float:
    """What it costs to be thrown back to where the attack came from."""
    ev, way = a.ev, a.fight.origin
    left = a.left if way == a.here else ev.st.stack_of(way, ev.side) & ~a.moved
    return ev.danger(way, left | a.moved, a.moved) - ev.danger(way, left | a.moved) + 0.02 * a.divs


def astray(ev: Evaluation, to: int, block: int, foes: int, divs: int) -> float:
    """The price of ground from which the enemy could cut a group off: its Divs would be lost for good (ditt.9.4)."""
    roads = places.supply_ways(0)
    exits = roads.near[to] & ev.st.ctrl[ev.side] & ~(roads.step(foes) & ev.open & ~block)
    if not exits:
        return 0.2 * divs + 0.5
    if exits & (exits - 1):
        return 0.0
    # one way back: is it a way out, or a pocket?
    beyond = roads.step(exits) & ev.st.ctrl[ev.side] & ~(1 << to) & ~(roads.step(foes) & ev.open & ~block)
    return 0.03 * divs if beyond else 0.15 * divs


def tempo(ev: Evaluation, here: int, divs: int) -> float:
    """What it costs to have moved: who stands near the enemy and is still fresh can answer him."""
    return min(1.5, 0.06 * divs) if places.ways(0).within(1 << here, ev.open, 2) & ev.start & ev.fresh else 0.0


def trenches(ev: Evaluation, here: int, units: tuple[int, ...]) -> float:
    """The Central Powers are the weaker side and hold on to their trenches: who has moved stands in the open (ditt.8.5)."""
    if ev.side != tables.CP or ev.st.turn < 3 or is_quiet(ev, here) or ev.st.serves[units[0]] not in (tables.GE, tables.AH):
        return 0.0
    return DUG


def is_quiet(ev: Evaluation, place: int) -> bool:
    return not places.adjacency(False).near[place] & ev.start


def _haven(st: State, units: int, place: int) -> int:
    side = st.side(bits(units)[0])
    return places.ways(0).near[place] & st.ctrl[side] & ~st.occ[1 - side] & ~st.fort_of[1 - side]


def with_coins(st: State, fight: Fight) -> tuple[Fight, float]:
    """The attack with the coins that its player would spend on it, and their price: one that lifts trenches or terrain where there
    are any, the greatest plain one for a place that matters, Krupp's for a city."""
    side = fight.side
    there = entrenchment.defenders(st, fight)
    trenches = bool(there) and entrenchment.entrenched(st, there)
    hard = bool((places.ROUGH | places.SWAMP | places.MOUNTAIN | places.ALPINE) >> fight.hex & 1)
    dear = worth(st, fight.hex) >= 3
    lifts = plain = (0, 0)
    for box in coins.AT[side, "before"]:
        if not st.coins[box] or not coins.fits(st, fight, side, box):
            continue
        words = coins.BOXES[box].do.split(" ")
        fire = sum(int(w) for w in words if w[0] == "+")
        if trenches and "breach" in words or hard and not trenches and "smooth" in words:
            lifts = max(lifts, (fire + 20 * ("breach" in words and trenches) + 5, box))
        elif words[0] == "gas":
            plain = max(plain, (coins.next_gas(st, side), box))
        elif words[0] == "krupp":
            plain = max(plain, (5 * min(3, st.coins[box]) if dear or st.turn < 4 else 0, box))
        elif "outrance" not in words:
            plain = max(plain, (fire, box))
    price = 0.0
    if lifts[0]:
        words = coins.BOXES[lifts[1]].do.split(" ")
        fire = sum(int(w) for w in words if w[0] == "+")
        fight = replace(fight, breach=fight.breach or "breach" in words, smooth=fight.smooth or "smooth" in words, bonus=(fire, 0))
        price += LIFT
    if plain[0] and (dear or st.turn < 4 or st.turn > 14):
        fight = replace(fight, bonus=(fight.bonus[0] + plain[0], 0))
        price += PLAIN
    return fight, price


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
    foes = passage.enemies(st, march.side)
    open = attack = -1
    for u in units:
        open &= passage.passable(st, u)
        attack &= passage.attackable(st, u)
    ways = places.ways(areas.links(st, units[0]))
    flipped = flipped_friends(st, march.side) if st.turn > 1 else 0  # who entered their hex attacks no more (ditt.6.1p)
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


def flipped_friends(st: State, side: int) -> int:
    out = 0
    for u in bits(st.troops[side] & st.flipped & st.afield):
        out |= 1 << st.at[u]
    return out


def group(st: State, side: int, place: int) -> tuple[int, ...]:
    return tuple(u for u in bits(st.stack(place) & passage.commanded(st, side)) if passage.may_march(st, u))


def guard(st: State, ev: Evaluation, here: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """The group without its smallest unit, which keeps the trenches, if enemies are near and nobody else keeps them."""
    if len(units) < 2 or is_quiet(ev, here) or st.stack_of(here, ev.side) & ~mask(units) & ~st.flipped:
        return units
    weakest = min(units, key=lambda u: (not tables.IS_ARMY[u], sum(st.factors(u)[:2]), u))
    return tuple(u for u in units if u != weakest)


def parts(st: State, ev: Evaluation, here: int, units: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The ways to divide a stack that are worth a thought: all go, a guard stays, half go, one Army goes."""
    out = [units]
    if len(units) < 2:
        return out
    out.append(guard(st, ev, here, units))
    ranked = sorted(units, key=lambda u: (-sum(st.factors(u)[:2]), u))
    out.append((ranked[0],))
    if len(units) > 3:
        out.append(tuple(sorted(ranked[::2])))
    if len(units) > 2:
        out.append((next((u for u in reversed(ranked) if tables.IS_ARMY[u] and st.divs[u] > 2), ranked[-1]),))
    return list(dict.fromkeys(out))


def orders(
    ev: Evaluation,
    origin: int,
    units: tuple[int, ...],
    quiet: dict[int, int],
    fights: dict[int, int],
    most: int = PLACES,
    tired: bool = False,
) -> tuple[float, int, bool]:
    """The best that a group can do from where it set out: its worth, the place, and whether it is an attack. Who is on his way
    already (`tired`) does not come back as fresh as he left."""
    st = ev.st
    if places.COLONIES >> origin & 1:
        return _colonial(st, ev, origin, units, quiet, fights)
    pull = ev.pull()
    near = sorted(quiet, key=lambda i: (-pull.get(i, 0.0) - (worth(st, i) if not st.ctrl[ev.side] >> i & 1 else 0.0), i))[:most]
    best = (-99.0, origin, False)
    for i in {origin: 0} | dict.fromkeys(near) if origin in quiet else near:
        value = settle(ev, origin, units, i)
        if tired and i == origin:
            here = st.stack_of(origin, ev.side) | mask(units)
            value = ev.danger(origin, here) - ev.danger(origin, here, mask(units)) - trenches(ev, origin, units)
        if value > best[0]:
            best = value, i, False
    for i, k in fights.items():
        value = strike(ev, origin, units, i)
        if k > 1 and not opening(st, ev.side) and (more := companions(ev, origin, units, quiet, i)):
            value = max(value, strike(ev, origin, units, i, more))
        if value > 0:
            value *= ZEAL
        if opening(st, ev.side) == (origin, i) and units == guard(st, ev, origin, group(st, ev.side, origin)):
            value += PLANNED
        if value > best[0]:
            best = value, i, True
    if ev.side == tables.EP and best[0] > 0 and st.serves[units[0]] == tables.IT and st.allegiance[tables.IT] == tables.NEUTRAL:
        return 0.2 * best[0], best[1], best[2]
    return best


def companions(ev: Evaluation, origin: int, units: tuple[int, ...], quiet: dict[int, int], to: int) -> tuple[int, ...]:
    """The Armies that a group would collect next to its target: those of the strongest friendly hex there, without a guard."""
    st, side = ev.st, ev.side
    best: tuple[int, ...] = ()
    top = 0
    for i in bits(places.ways(0).near[to] & st.occ[side]):
        if i != origin and quiet.get(i, 9) < 3:
            found = guard(st, ev, i, tuple(u for u in group(st, side, i) if u not in units))
            k = sum(st.factors(u)[0] for u in found)
            if k > top:
                best, top = found, k
    return best


def _colonial(
    st: State, ev: Evaluation, here: int, units: tuple[int, ...], quiet: dict[int, int], fights: dict[int, int]
) -> tuple[float, int, bool]:
    best = (0.0, here, False)
    for i in fights:
        if (value := strike(ev, here, units, i)) > best[0]:
            best = value, i, True
    if best[0] > 0 or ev.side == tables.CP:
        return best
    wanted = (st.fort_of[tables.CP] | st.occ[tables.CP]) & places.COLONIES
    layers = places.ways(0).layers(wanted, places.COLONIES)
    far = {i: k for k, m in enumerate(layers) for i in bits(m)}
    for i in quiet:
        if places.COLONIES >> i & 1 and (value := 0.1 * (far.get(here, 99) - far.get(i, 99))) > best[0]:
            best = value, i, False
    return best
