"""Marches, trains and ships: units go where the plan misses them, headquarters follow, the line is never left empty."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

from firestep.bots.greedy import by_verb
from firestep.bots.tgw.evaluation import FAR, PRIZES, Plan, campaign, count, far_from, missing, plan, units_on
from firestep.bots.tgw.values import WORTH, attack_of, force
from firestep.engine.action import Action
from firestep.engine.session import Decision, Session
from firestep.games.tgw.combat.attackers import NEAR
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.movement import movement, stacking, weather
from firestep.games.tgw.nations import collapse
from firestep.games.tgw.state import State, place_of
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits

S = Session[State]
D = Decision[Any]
#: a front is helped by another if it is pressed so much harder
EAGER = 1.1
#: what it costs to stand where hot weather will cut the supply
PARCHED = 10.0


#: what it is worth to be one too many in a hex (tgw.7.23), or beside a collapsed nation (tgw.16.11d)
CROWDED = -3.0
#: what is filled first: the gates of the line, one guard each; the line in its least strength; the whole plan
GATES, BASE, ALL = range(3)
#: about how many hexes a unit walks
REACH = (7, 7, 4, 4, 4, 7)


class Needs:
    """What is missing on a front, and how far every hex is from it."""

    __slots__ = ("far", "gaps", "plan")

    def __init__(self, st: State, side: int, front: int, stage: int) -> None:
        self.plan = plan(st, side, front)
        if stage != ALL:
            want = self.plan.base if stage == BASE else {i: n if PRIZES >> i & 1 else min(1, n) for i, n in self.plan.base.items()}
            self.plan = replace(self.plan, want=want, worth=dict.fromkeys(want, 2.0))
        self.gaps = missing(st, side, self.plan)
        self.far = far_from(st, side, front, sum(1 << i for i in self.gaps)) if self.gaps else b""


_needs: list[Any] = [None, {}]
#: stacks from which nothing that is missed can be reached, by stage: in one movement
_vain: list[Any] = [None, set()]


def needs(st: State, side: int, front: int, stage: int = ALL) -> Needs:
    """Kept while nobody of the side has moved."""
    key = (st.turn, st.phase, side, st.held[side], st.held[1 - side], st.moved, st.railed, st.rolls)
    if _needs[0] != key:
        _needs[0], _needs[1] = key, {}
    found: Needs | None = _needs[1].get((front, stage))
    if found is None:
        found = _needs[1][front, stage] = Needs(st, side, front, stage)
    return found


def vain(st: State, side: int) -> set[tuple[int, int]]:
    key = (st.turn, st.phase, side)
    if _vain[0] != key:
        _vain[0], _vain[1] = key, set()
    found: set[tuple[int, int]] = _vain[1]
    return found


def first(st: State, side: int, front: int) -> Needs:
    """What is filled now: gates before all else, then the line, while anybody near can be spared for it."""
    tried = vain(st, side)
    for stage in (GATES, BASE):
        need = needs(st, side, front, stage)
        if not need.gaps:
            continue
        for i in bits(st.held[side] & fronts.FRONT[front]):
            if need.far[i] <= REACH[front] and (stage, i) not in tried:
                here = st.stack(i) & st.troops[side] & roster.COUNTED
                if here & ~st.moved and here.bit_count() > need.plan.want.get(i, 0):
                    return need
    return needs(st, side, front)


_hungry: list[Any] = [None, 0]


def before_heat(st: State) -> State:
    """The state with the hot weather of the next turn, if it begins then: the enemy may have the first move, and units that are cut
    off die before they can come back (tgw.4.2.5)."""
    if st.turn == tables.LAST_TURN:
        return st
    coming = weather.printed(st.turn + 1)
    hot_fronts = [f for f in (fronts.IRAQ, fronts.EGYPT) if coming[f] == tables.HOT != st.weather[f]]
    if not hot_fronts:
        return st
    out = st.copy()
    for f in hot_fronts:
        out.weather[f] = tables.HOT
    return out


def hungry(st: State, side: int) -> int:
    """Units of a side that would starve where they stand, now or when the heat comes, and have not moved yet; worked out once in a
    movement."""
    key = (st.turn, st.phase, side, st.rolls)
    if _hungry[0] != key:
        _hungry[0], _hungry[1] = key, supply.starving(before_heat(st)) & st.troops[side]
    found: int = _hungry[1] & ~st.moved
    return found


def spare(st: State, side: int, wanted: Plan, hex: int) -> int:
    """How many units a hex can give away."""
    return count(st, side, hex) - wanted.want.get(hex, 0)


def stacks(s: S, d: D, step: Any) -> list[float]:
    """Which stack moves next: one that would starve, one with units to spare, near to where they are missed; headquarters that lag
    behind."""
    st, side = s.state, step.side
    starving = hungry(st, side)
    known: dict[int, Needs] = {}

    def stack(a: Action) -> float:
        at = place_of(a[1])
        if at < 0:
            return 2.0  # Americans beside the map
        if st.stack(at) & starving:
            return 3.0
        if _parting(st, side, at, st.stack(at) & movement.ready(st, side)):
            return 2.5
        front = fronts.FRONT_AT[at]
        if front not in known:
            known[front] = first(st, side, front)
        need = known[front]
        if need.gaps and need.far[at] < FAR and spare(st, side, need.plan, at) > 0:
            return 1.0 + 1.0 / (1 + need.far[at])
        lags = st.stack(at) & st.troops[side] & roster.HQ & ~st.moved and not _well(st, side, need.plan, at)
        return 0.2 if lags else -1.0

    return by_verb(d, {"done": 0.0, "stack": stack})


def _parting(st: State, side: int, at: int, units: int) -> int:
    """Return those of some units that leave a hex together, since a collapsed nation stands with nobody else (tgw.16.11d). The
    largest group of the hex stays. Empty if all may stay."""
    groups = collapse.parties(st, at, side) if st.collapsed else []
    stays = max(groups, key=int.bit_count, default=0)
    return next((x & units for x in groups if x != stays and x & units), 0)


def _well(st: State, side: int, wanted: Plan, at: int) -> bool:
    """A headquarters stands well: with troops, in the line or right behind it."""
    return bool(wanted.line >> at & 1 or NEAR[at] & wanted.line) or not wanted.line


def march(s: S, d: D, step: Any) -> list[float]:
    """Where a bunch goes: to the hex that misses it most; what the line needs is left behind first."""
    st, side, at, bunch = s.state, step.side, step.at, step.bunch
    ends = [board.INDEX[a[1]] for a in d.actions if a[0] == "to"]
    front = (
        fronts.FRONT_AT[at] if at >= 0 else fronts.ITALY if any(fronts.FRONT_AT[i] == fronts.ITALY for i in ends) else fronts.WEST
    )
    need = _most_urgent(st, side, front, at, ends) if at > 0 and bunch & roster.COUNTED else needs(st, side, front)
    leaves = at > 0 and step.unmoved
    if leaves and (going := _parting(st, side, at, bunch)):
        apart = {i: _goal(st, side, need, at, i, going) for i in ends}
        stay = bunch & ~going
        return by_verb(
            d,
            {"leave": lambda a: 50.0 if stay >> roster.UNIT[a[1]] & 1 else -50.0, "to": lambda a: apart[board.INDEX[a[1]]]},
            other=-40.0,
        )
    starving = bool(leaves and ends and bunch & hungry(st, side))
    goals = {i: _goal(st, side, need, at, i, bunch) for i in ends}
    keep = _kept(st, side, need, at, bunch, goals) if leaves and not starving else 0
    if front in (fronts.IRAQ, fronts.EGYPT) and (soon := before_heat(st)) is not st:
        fed = movement.fed(soon, bunch)
        goals = {i: x if fed >> i & 1 else x - PARCHED for i, x in goals.items()}
    return by_verb(
        d,
        {
            "leave": lambda a: _left(st, bunch, keep, roster.UNIT[a[1]]),
            "stay": lambda a: _rest(st, side, need, at, bunch) if at > 0 and not starving else -50.0,
            "step": -4.0,
            "to": lambda a: goals[board.INDEX[a[1]]],
        },
        other=-9.0,
    )


def _most_urgent(st: State, side: int, front: int, at: int, ends: list[int]) -> Needs:
    """The first needs that units from this hex can fill: gates, the line, the whole plan."""
    for stage in (GATES, BASE):
        earlier = needs(st, side, front, stage)
        if spare(st, side, earlier.plan, at) > 0 and not earlier.gaps.keys().isdisjoint(ends):
            return earlier
        vain(st, side).add((stage, at))
    return needs(st, side, front)


def _kept(st: State, side: int, need: Needs, at: int, bunch: int, goals: dict[int, float]) -> int:
    """How many units of a bunch stay behind, -1 if only its headquarters goes."""
    fighters = (bunch & roster.COUNTED).bit_count()
    if not fighters:
        return 0
    extra = spare(st, side, need.plan, at)
    if extra <= 0 and bunch & roster.HQ:
        return -1
    if fighters > extra:
        return fighters - extra
    best = max(goals, key=goals.__getitem__, default=-1)
    if fighters > 1 and best >= 0 and goals[best] > 0:
        return max(0, fighters - need.gaps.get(best, 0))  # the others are missed elsewhere
    return 0


def _left(st: State, bunch: int, keep: int, u: int) -> float:
    """What it is worth to leave a unit of a bunch behind."""
    fighter = roster.COUNTED >> u & 1
    if keep < 0:
        return 50.0 if fighter else -5.0
    if roster.HQ >> u & 1 and bunch & roster.COUNTED:
        return 60.0
    if keep > 0 and fighter:
        return 50.0 - force(st, u) / 10 + (5 if roster.CAVALRY >> u & 1 else 0)
    return -5.0


def _rest(st: State, side: int, need: Needs, at: int, bunch: int) -> float:
    """What it is worth to stay."""
    if bunch & roster.COUNTED:
        value = 0.3 * need.plan.worth.get(at, 0.0) if spare(st, side, need.plan, at) <= 0 else 0.0
        return value - (0.05 * min(need.far[at], 40) if need.gaps and need.far else 0.0)
    return 0.5 if _well(st, side, need.plan, at) else 0.0


def _goal(st: State, side: int, need: Needs, at: int, hex: int, bunch: int) -> float:
    """What it is worth to be in a hex."""
    fighters = bunch & roster.COUNTED
    if not fighters:
        return _chief(st, side, need, hex, bunch)
    n = fighters.bit_count()
    there = st.stack(hex) & st.troops[side] | fighters
    if not (stacking.fits(there) and stacking.together(st, there)):
        return CROWDED
    gap = need.gaps.get(hex, 0)
    out = 0.0
    if gap > 0:
        out = need.plan.worth.get(hex, 0.5) * (0.6 + 0.4 * min(gap, n) / n)
        if need.plan.line >> hex & 1 and not st.held[side] >> hex & 1:
            out += 6.0  # a gate without a guard
        if st.ctrl[1 - side] >> hex & 1:
            foes = NEAR[hex] & st.held[1 - side]
            risk = sum(attack_of(st, st.stack(j) & st.troops[1 - side]) for j in bits(foes))
            mine = sum(st.strength(u)[1] for u in bits(fighters))
            if risk > 3 * mine and WORTH[side][hex] < 5:
                out -= 2.0
    elif need.gaps and need.far:
        far = need.far[hex]
        out = -0.05 * min(far, 40) - 0.15
        if NEAR[hex] & st.held[1 - side] and hex not in need.plan.want:
            out -= 0.5
    return out


def _chief(st: State, side: int, need: Needs, hex: int, bunch: int) -> float:
    """Headquarters stand with troops in the line or behind it, near the hexes to be attacked; never two in one hex (tgw.7.23c),
    nor one with a collapsed nation (tgw.16.11d)."""
    there = st.stack(hex) & st.troops[side]
    if there & roster.HQ or not stacking.together(st, there | bunch):
        return -2.0
    if not count(st, side, hex):
        return -1.0 if NEAR[hex] & st.held[1 - side] else 0.1
    near = NEAR[hex] | 1 << hex
    out = 0.3
    if near & need.plan.line:
        out = 0.7
    if any(NEAR[e] & near for e in need.plan.targets):
        out += 0.5
    others = sum(1 for j in bits(near) if st.stack(j) & st.troops[side] & roster.HQ)
    return out - 0.25 * others


def urgent(st: State, side: int, front: int) -> Needs:
    """What trains and new units are for: gates, the army against Serbia, the line, the plan."""
    need = needs(st, side, front, GATES)
    if need.gaps:
        return need
    if side == tables.CENTRAL and front == fronts.EAST and (far := _southward(st, needs(st, side, front))):
        return far
    need = needs(st, side, front, BASE)
    return need if need.gaps else needs(st, side, front)


def _southward(st: State, need: Needs) -> Needs | None:
    """The gaps around Serbia that those who are there do not fill."""
    south = campaign(st)
    gaps = {i: n for i, n in need.gaps.items() if south >> i & 1}
    if not gaps or sum(max(0, spare(st, tables.CENTRAL, need.plan, i)) for i in bits(st.held[tables.CENTRAL] & south)) >= sum(
        gaps.values()
    ):
        return None
    out = copy(need)
    out.gaps = gaps
    out.far = far_from(st, tables.CENTRAL, fronts.EAST, sum(1 << i for i in gaps))
    return out


# -- trains and ships ------------------------------------------------------------------------------------------------------------


def pressure(st: State, side: int, front: int) -> float:
    """How hard a front is pressed: the enemy's strength against one's own, measured by what the war of the year asks for."""
    wanted = plan(st, side, front)
    if not wanted.line:  # a border that is only watched
        return 3.0 if missing(st, side, wanted) else 0.0
    if side == tables.CENTRAL and front == fronts.ITALY:  # the gates are held; more are missed in the East
        return 3.0 if units_on(st, side, front).bit_count() < ITALIAN_FRONT else 0.3
    # a front that has more than its line needs can give, one that has less must get
    need = NEEDED * sum(wanted.base.values()) / max(1, units_on(st, side, front).bit_count())
    return wanted.odds / _asked(st, side, front) * min(MORE, max(LESS, need))


def _asked(st: State, side: int, front: int) -> float:
    """The enemy's strength against one's own that is good enough on a front. The Central Powers march west in 1914, east while
    Russia stands, west again once it has fallen."""
    if side == tables.ALLIED:
        return 1.0
    if st.collapsed >> tables.RU & 1:
        return 2.5 if front == fronts.EAST else 0.8 if front == fronts.WEST else 1.2
    if st.turn < TURN_EAST:
        return 0.85 if front == fronts.WEST else 1.4
    # trenches hold the West with fewer: more can go year by year
    west, east = (1.5, 0.6) if st.turn >= DEEP else (1.38, 0.65) if st.turn >= GORLICE else (1.25, 0.75)
    return west if front == fronts.WEST else east if front == fronts.EAST else 0.9


#: a front should have so many units for each that its line has at least, and how much that weighs at most
NEEDED, LESS, MORE = 1.1, 0.7, 1.1
#: how many guard the border with Italy
ITALIAN_FRONT = 38
#: from these turns on the Central Powers turn east, do so in strength, and with all that the West can spare
TURN_EAST, GORLICE, DEEP = 6, 9, 17


#: a train should bring units so much nearer
WORTHWHILE = 0.2


def railways(s: S, d: D, step: Any) -> list[float]:
    """Units that stand far behind go by train, to another front if it is pressed harder; nobody leaves the line."""
    st, side = s.state, d.seat
    hard = {f: pressure(st, side, f) for f in range(3)}

    def rail(a: Action) -> float:
        at = place_of(a[1])
        if at < 0:
            return 0.4 if a[1] != "arabia" else -1.0
        front = fronts.FRONT_AT[at]
        need = urgent(st, side, front)
        if spare(st, side, need.plan, at) <= 0:
            return -1.0
        idle = not NEAR[at] & st.held[1 - side]
        far = need.far[at] if need.gaps and need.far else 0
        away = front < 3 and any(hard[f] > EAGER * hard[front] for f in range(3))
        return 0.5 + min(far, 40) / 40 if idle and far >= 5 or away else -1.0

    return by_verb(d, {"done": 0.0, "rail": rail}, other=-1.0)


def ride(s: S, d: D, step: Any) -> list[float]:
    """To the station nearest to where units are missed, on the front that is pressed hardest; nowhere if that is no nearer."""
    st, side = s.state, d.seat
    hard = {f: pressure(st, side, f) for f in range(3)}
    here = fronts.FRONT_AT[step.start] if step.start > 0 else -1
    fighters = sum(1 for u in step.units if roster.COUNTED >> u & 1)
    crowd = here >= 0 and fighters > max(1, spare(st, side, urgent(st, side, here).plan, step.start))

    def near(place: int, there: int) -> float:
        need = urgent(st, side, fronts.FRONT_AT[place])
        far = need.far[place] if need.gaps and need.far else FAR
        return -0.05 * min(far, 40) - 0.2 * max(0, there - 3)

    def leave(a: Action) -> float:
        u = roster.UNIT[a[1]]
        if roster.HQ >> u & 1:
            return 60.0 if fighters else -9.0
        return 50.0 - force(st, u) / 10 if crowd else -9.0  # units that are missed here stay, the weaker ones first

    def go(a: Action) -> float:
        to = place_of(a[1])
        if to < 0:
            return -8.0
        front = fronts.FRONT_AT[to]
        other = here in hard and front in hard and front != here
        harder = (1.5 if hard[front] > EAGER * hard[here] else -5.0) if other else 0.0
        return near(to, count(st, side, to)) + harder

    stay = near(step.start, count(st, side, step.start) - fighters) + WORTHWHILE if here >= 0 else -3.0
    return by_verb(d, {"stay": stay, "leave": leave, "to": go})


def closest(s: S, d: D, verb: str) -> list[float]:
    """Of places offered the one nearest to where units are missed, on the front that is pressed hardest; for new units."""
    st, side = s.state, d.seat
    hard = {f: pressure(st, side, f) for f in range(3)}

    def place(a: Action) -> float:
        to = place_of(a[1])
        if to < 0:
            return -4.0
        front = fronts.FRONT_AT[to]
        need = urgent(st, side, front)
        far = need.far[to] if need.gaps and need.far else FAR
        hot = NEAR[to] & st.held[1 - side]
        return -0.1 * min(far, 40) + (0.5 if hot and need.gaps.get(to) else 0.0) + 4.0 * hard.get(front, 0.0)

    return by_verb(d, {verb: place}, other=-5.0)
