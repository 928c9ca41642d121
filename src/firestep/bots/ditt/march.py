"""Pulses and marches: hold the line, plug holes, attack where it pays, bring up what stands behind."""

from __future__ import annotations

from typing import Any

from firestep.bots.ditt import chances, stations
from firestep.bots.ditt.evaluation import Evaluation, evaluate, quiet
from firestep.bots.ditt.plans import NEVER, finals, flipped_friends, group, is_quiet, mask, orders, parts, settle, strike
from firestep.bots.ditt.theatres import opening
from firestep.bots.ditt.values import lacking, spare_garrison
from firestep.engine.session import Decision, Session
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.movement.pulse import March, targets
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import Fight, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

S = Session[State]
D = Decision[State]
#: what a pulse must promise to be better than a pass
LEAST = 0.05
#: stacks of a pulse that are looked at closely
CLOSE = 8


def march_of(st: State, side: int, place: int, units: tuple[int, ...]) -> March:
    hungry = sum(1 << u for u in units if not is_supplied(st, u))
    return March(side, place, units, passage.allowance(st, place, side), 0, 0, hungry)


def stack_worth(st: State, ev: Evaluation, place: int) -> float:
    """The best order for the Armies of a place, whole or without a guard."""
    units = group(st, ev.side, place)
    if not units:
        return -1.0
    march = march_of(st, ev.side, place, units)
    value = max(orders(ev, place, some, *finals(st, march, some))[0] for some in parts(st, ev, place, units))
    if march.hungry:
        value += 2.0
    return value


def _rough(st: State, ev: Evaluation, place: int) -> float:
    """A guess at the worth of a stack's order: does it touch an enemy, does something pull it elsewhere?"""
    side = ev.side
    if places.COLONIES >> place & 1:
        return 0.5
    near = places.adjacency(False).near[place]
    out = 0.0
    if near & passage.enemies(st, side):
        out = 1.0 + 0.02 * sum(st.factors(u)[0] for u in bits(st.stack_of(place, side) & ~st.flipped))
    pull = ev.pull()
    here = pull.get(place, 0.0)
    reach = places.ways(0).within(1 << place, ev.open & ~ev.start, 2)
    return out + max((pull.get(i, 0.0) for i in bits(reach)), default=0.0) - here


def pulse(s: S, d: D, step: Any) -> list[float]:
    st, side = s.state, d.seat
    ev = evaluate(st, side)
    stacks = [places.INDEX[a[1]] for a in d.actions if a[0] == "stack"]
    ranked = sorted((-_rough(st, ev, i), i) for i in stacks)
    close = {i for _, i in ranked[:CLOSE]}
    out = []
    for a in d.actions:
        verb = a[0]
        if verb == "pass":
            out.append(LEAST)
        elif verb == "stack":
            i = places.INDEX[a[1]]
            out.append(stack_worth(st, ev, i) if i in close else NEVER)
        elif verb == "reinforce":
            out.append(reinforce(st, ev, tables.UNIT[a[1]]))
        elif verb == "coin":
            out.append(_pulse_coin(st, ev, a[1]))
        elif verb == "assault":
            i = places.INDEX[a[1]]
            units = tuple(bits(st.stack_of(i, side) & ~st.flipped))
            out.append(4.0 * (chances.of_fight(st, Fight(side, i, -1, units, "assault")) - 0.3))
        elif verb in ("engineers", "pipeline"):
            out.append(1.5)
        elif verb == "invade":
            out.append(1.0 if st.turn > 3 and stations.shores(st, places.INDEX[a[1]]) else NEVER)
        else:
            out.append(NEVER)
    if len(stacks) > CLOSE and max(out) <= LEAST:  # nothing among the likely ones: look at some more
        more = {i for rough, i in ranked[CLOSE : 3 * CLOSE] if rough < -LEAST}
        out = [
            stack_worth(st, ev, places.INDEX[a[1]]) if a[0] == "stack" and places.INDEX[a[1]] in more else w
            for a, w in zip(d.actions, out, strict=True)
        ]
    return out


def _pulse_coin(st: State, ev: Evaluation, box: str) -> float:
    """Coins that are played as a pulse or at its beginning."""
    if box in ("cp-hoffmann", "cp-o-h-l", "ep-everyone-into-the-battle"):
        tired = sum(st.factors(u)[0] for u in bits(st.troops[ev.side] & st.flipped & st.afield))
        return 0.6 if tired > 100 and tables.SEASON[st.turn] != "" else -1.0
    if box == "cp-reichsbahn":
        return 1.0 if max(map(lambda u: passenger(st, u), bits(st.troops[tables.CP] & st.afield)), default=0.0) >= 8 else -1.0
    return 2.0


def passenger(st: State, u: int) -> float:
    """How well an Army could be sent elsewhere by rail: its Divs, if no enemy is near and no garrison needs it."""
    if (
        not tables.IS_ARMY[u]
        or st.serves[u] not in (tables.GE, tables.AH)
        or places.COLONIES >> st.at[u] & 1
        or not quiet(st, tables.CP, st.at[u], 2)
    ):
        return 0.0
    if places.GARRISON >> st.at[u] & 1 and not spare_garrison(st, (u,)):
        return -30.0
    return float(st.divs[u])


def ride(s: S, d: D, step: Any) -> list[float]:
    """The greatest Army that idles takes the train."""
    return [passenger(s.state, tables.UNIT[a[1]]) if a[0] == "ride" and a[1] in tables.UNIT else 0.0 for a in d.actions]


def reinforce(st: State, ev: Evaluation, u: int) -> float:
    """Divs from Reserves in the middle of a turn: free for who has moved, for others at the price of their trenches."""
    i, side = st.at[u], ev.side
    if places.COLONIES >> i & 1:
        return 0.3 if side == tables.EP and st.divs[u] < 4 else -1.0
    there = st.stack_of(i, side)
    n = tables.UNIT_NATION[u]
    if side == tables.CP and lacking(st):
        return 4.0 if places.GARRISON >> i & 1 and (n == tables.GE or st.flipped >> u & 1) else 0.0
    k = min(control.free_reserves(st, n), tables.MOST_DIVS - st.divs[u])
    before = ev.risk(i, there)
    if before < 0.03:
        return -1.0
    fire, bears = tables.FACTORS[u][1] * k, tables.FACTORS[u][2] * k
    flips = not st.flipped >> u & 1 and not there & ~(1 << u) & ~st.flipped
    if flips and ev.trench(st.serves[u], False):
        return -1.0
    gain = before * min(1.0, (fire + bears) / (40.0 + sum(st.factors(v)[1] for v in bits(there))))
    return gain * ev.importance(i) + 0.1


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
    ev = evaluate(then, step.side)
    value, goal, fight = orders(ev, step.start, units, *finals(st, step, units), 12, here != step.start)
    rest = {a[1] for a in d.actions if a[0] == "leave"}
    if not step.spent and rest:
        fewer = units
        for some in parts(st, ev, here, units)[1:]:
            if (worth_it := orders(ev, here, some, *finals(st, step, some), 12)[0]) > value:
                value, fewer = worth_it, some
        dropped = [tables.UNITS[u] for u in units if u not in fewer and tables.UNITS[u] in rest]
        if dropped:
            return [1.0 if a == ("leave", dropped[0]) else 0.0 for a in d.actions]
    wanted = _first_steps(st, step, units, here, goal, fight) if goal != here else 0
    joining = _joining(st, ev, step, here, goal) if fight and wanted == 1 << goal else ""
    out = []
    for a in d.actions:
        if a[0] == "halt":
            out.append(1.0)
        elif a[0] == "step":
            i = places.INDEX[a[1]]
            out.append(2.0 if wanted >> i & 1 else _reluctant(st, ev, units, i))
        elif a[0] == "collect" and a[1] == joining:
            out.append(3.0)
        else:
            out.append(-90.0)
    return out


def _joining(st: State, ev: Evaluation, step: March, here: int, goal: int) -> str:
    """The next Army to collect before an attack, if it is better with it."""
    found = step.collectable(st)
    if not found or opening(st, step.side):
        return ""
    keep = st.stack_of(here, step.side) & ~st.flipped & ~mask(step.units)
    if keep.bit_count() == 1 and not is_quiet(ev, here):
        return ""  # the guard of the trenches
    u = max(found, key=lambda v: (sum(st.factors(v)[:1]), -v))
    return tables.UNITS[u] if strike(ev, step.start, step.units, goal, (u,)) > strike(ev, step.start, step.units, goal) else ""


def _reluctant(st: State, ev: Evaluation, units: tuple[int, ...], to: int) -> float:
    """A step that nobody wanted: only where a march must go on."""
    if passage.enemies(st, ev.side) >> to & 1:
        return -30.0
    return -10.0 + max(-5.0, min(5.0, settle(ev, ev.st.at[units[0]], units, to)))


def _first_steps(st: State, march: March, units: tuple[int, ...], here: int, goal: int, fight: bool) -> int:
    """The next places on a way to the goal that is short enough; ground not yet ours is taken on the way."""
    open = -1
    for u in units:
        open &= passage.passable(st, u)
    near = targets(st, march, units)
    if fight and near >> goal & 1:
        return 1 << goal
    ways = places.ways(areas.links(st, units[0]))
    left = march.allowance - march.spent
    avoid = flipped_friends(st, march.side) if fight and st.turn > 1 else 0
    back = 1 << goal
    if fight and not opening(st, march.side):  # by way of those who might join
        open_friends = st.occ[march.side] & near & ways.near[goal] & open & ~avoid
        if open_friends and left > 1:
            return max(
                (sum(st.factors(u)[0] for u in bits(st.stack_of(i, march.side) & ~st.flipped)), 1 << i) for i in bits(open_friends)
            )[1]
    for _ in range(left - 1):
        hit = back & near & (open if not fight else open | 1 << goal)
        if hit:
            return hit
        back |= ways.step(back) & open & ~avoid
    return back & near
