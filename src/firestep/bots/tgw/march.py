"""Marches, trains and ships: units go where the plan misses them, headquarters follow, the line is never left empty."""

from __future__ import annotations

from typing import Any

from firestep.bots.tgw.picture import FAR, Plan, count, far_from, missing, plan
from firestep.bots.tgw.values import WORTH, attack_of, force
from firestep.engine.session import Decision, Session
from firestep.games.tgw import board as b
from firestep.games.tgw import ground as g
from firestep.games.tgw import roster as r
from firestep.games.tgw.attackers import NEAR
from firestep.games.tgw.state import State, place_of
from firestep.hexmap.grid import bits

S = Session[State]
D = Decision[Any]
_FRONTS = tuple(tuple(f for f in range(6) if g.THEATER_OF[f] == theater) for theater in (g.WESTERN, g.EASTERN))


class Needs:
    """What is missing on a front, and how far every hex is from it."""

    __slots__ = ("far", "gaps", "plan")

    def __init__(self, st: State, side: int, front: int) -> None:
        self.plan = plan(st, side, front)
        self.gaps = missing(st, side, self.plan)
        self.far = far_from(st, side, front, sum(1 << i for i in self.gaps)) if self.gaps else b""


_needs: list[Any] = [None, {}]


def needs(st: State, side: int, front: int) -> Needs:
    """Kept while nobody of the side has moved."""
    key = (st.turn, st.phase, side, st.held[side], st.held[1 - side], st.moved, st.railed, st.rolls)
    if _needs[0] != key:
        _needs[0], _needs[1] = key, {}
    found: Needs | None = _needs[1].get(front)
    if found is None:
        found = _needs[1][front] = Needs(st, side, front)
    return found


def spare(st: State, side: int, wanted: Plan, hex: int) -> int:
    """How many units a hex can give away."""
    return count(st, side, hex) - wanted.want.get(hex, 0)


def stacks(s: S, d: D, step: Any) -> list[float]:
    """Which stack moves next: one with units to spare, near to where they are missed; headquarters that lag behind."""
    st, side = s.state, step.side
    out = []
    for a in d.actions:
        if a[0] == "done":
            out.append(0.0)
            continue
        at = place_of(a[1])
        if at < 0:
            out.append(2.0)  # Americans beside the map
            continue
        need = needs(st, side, g.FRONT_AT[at])
        extra = spare(st, side, need.plan, at)
        weight = -1.0
        if extra > 0 and need.gaps:
            far = need.far[at]
            if far < FAR:
                weight = 1.0 + 1.0 / (1 + far)
        if weight < 0 and st.stack(at) & st.troops[side] & r.HQ & ~st.moved and not _well(st, side, need.plan, at):
            weight = 0.2
        out.append(weight)
    return out


def _well(st: State, side: int, wanted: Plan, at: int) -> bool:
    """A headquarters stands well: with troops, in the line or right behind it."""
    return bool(wanted.line >> at & 1 or NEAR[at] & wanted.line) or not wanted.line


def march(s: S, d: D, step: Any) -> list[float]:
    """Where a bunch goes: to the hex that misses it most; what the line needs is left behind first."""
    st, side = s.state, step.side
    at = step.at
    bunch = step.bunch
    if at < 0:
        front = g.ITALY if any(a[0] == "to" and g.FRONT_AT[b.INDEX[a[1]]] == g.ITALY for a in d.actions) else g.WEST
    else:
        front = g.FRONT_AT[at]
    need = needs(st, side, front)
    fighters = bunch & r.COUNTED
    chiefs = bunch & r.HQ
    out = []
    keep = 0
    if at > 0 and step.unmoved and fighters:
        extra = spare(st, side, need.plan, at)
        if extra <= 0 and chiefs:
            keep = -1  # only the headquarters goes
        elif fighters.bit_count() > extra:
            keep = fighters.bit_count() - extra
    goals = [_goal(st, side, need, at, b.INDEX[a[1]], bunch) if a[0] == "to" else -9.0 for a in d.actions]
    if not keep and at > 0 and step.unmoved and fighters.bit_count() > 1 and (best := max(goals)) > 0:
        gap = need.gaps.get(b.INDEX[d.actions[goals.index(best)][1]], 0)
        keep = max(0, fighters.bit_count() - gap)  # the others are missed elsewhere
    for a, goal in zip(d.actions, goals, strict=True):
        if a[0] == "leave":
            u = 1 << r.UNIT[a[1]]
            if keep < 0:
                out.append(50.0 if u & r.COUNTED else -5.0)
            elif chiefs and fighters and u & r.HQ:
                out.append(60.0)
            elif keep > 0 and u & r.COUNTED:
                out.append(50.0 - force(st, r.UNIT[a[1]]) / 10 + (5 if u & r.CAVALRY else 0))
            else:
                out.append(-5.0)
        elif a[0] == "stay":
            out.append(_rest(st, side, need, at, bunch) if at > 0 else -1.0)
        elif a[0] == "step":
            out.append(-4.0)
        else:
            out.append(goal)
    return out


def _rest(st: State, side: int, need: Needs, at: int, bunch: int) -> float:
    """What it is worth to stay."""
    if bunch & r.COUNTED:
        value = 0.3 * need.plan.worth.get(at, 0.0) if spare(st, side, need.plan, at) <= 0 else 0.0
        return value - (0.05 * min(need.far[at], 40) if need.gaps and need.far else 0.0)
    return 0.5 if _well(st, side, need.plan, at) else 0.0


def _goal(st: State, side: int, need: Needs, at: int, hex: int, bunch: int) -> float:
    """What it is worth to be in a hex."""
    fighters = bunch & r.COUNTED
    if not fighters:
        return _chief(st, side, need, hex)
    n = fighters.bit_count()
    gap = need.gaps.get(hex, 0)
    out = 0.0
    if gap > 0:
        out = need.plan.worth.get(hex, 0.5) * (0.6 + 0.4 * min(gap, n) / n)
        if need.plan.rim >> hex & 1 and not st.held[side] >> hex & 1:
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
        if count(st, side, hex) + n > 6 or NEAR[hex] & st.held[1 - side] and hex not in need.plan.want:
            out -= 0.5
    return out


def _chief(st: State, side: int, need: Needs, hex: int) -> float:
    """Headquarters stand with troops in the line or behind it, near the hexes to be attacked, and never twice in one place."""
    if not count(st, side, hex):
        return -1.0 if NEAR[hex] & st.held[1 - side] else 0.1
    near = NEAR[hex] | 1 << hex
    out = 0.3
    if near & need.plan.line:
        out = 0.7
    if any(NEAR[e] & near for e in need.plan.targets):
        out += 0.5
    others = sum(1 for j in bits(near) if st.stack(j) & st.troops[side] & r.HQ)
    return out - 0.25 * others


# -- trains and ships ------------------------------------------------------------------------------------------------------------


def railways(s: S, d: D, step: Any) -> list[float]:
    """Units that stand far behind go by train; nobody leaves the line."""
    st, side = s.state, d.seat
    out = []
    for a in d.actions:
        if a[0] == "done":
            out.append(0.0)
            continue
        at = place_of(a[1])
        if at < 0 or a[0] == "sail":
            out.append(-1.0)
            continue
        need = needs(st, side, g.FRONT_AT[at])
        extra = spare(st, side, need.plan, at)
        idle = extra > 0 and not NEAR[at] & st.held[1 - side]
        far = need.far[at] if need.gaps and need.far else 0
        out.append(0.5 + min(far, 40) / 40 if idle and far >= 5 else -1.0)
    return out


def ride(s: S, d: D, step: Any) -> list[float]:
    """To the station nearest to where units are missed."""
    st, side = s.state, d.seat
    out = []
    for a in d.actions:
        if a[0] == "stay":
            out.append(-3.0)
        elif a[0] == "leave":
            out.append(-9.0)
        else:
            to = place_of(a[1])
            if to < 0:
                out.append(-8.0)
                continue
            need = needs(st, side, g.FRONT_AT[to])
            far = need.far[to] if need.gaps and need.far else FAR
            out.append(-0.1 * min(far, 60) - 0.2 * max(0, count(st, side, to) - 3))
    return out


def closest(s: S, d: D, verb: str) -> list[float]:
    """Of places offered the one nearest to where units are missed; for new units."""
    st, side = s.state, d.seat
    out = []
    for a in d.actions:
        if a[0] != verb:
            out.append(-5.0)
            continue
        to = place_of(a[1])
        if to < 0:
            out.append(-4.0)
            continue
        need = needs(st, side, g.FRONT_AT[to])
        far = need.far[to] if need.gaps and need.far else FAR
        hot = NEAR[to] & st.held[1 - side]
        out.append(-0.1 * min(far, 40) + (0.5 if hot and need.gaps.get(to) else 0.0))
    return out
