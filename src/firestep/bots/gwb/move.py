"""Movement of the greedy player: towards the work, into cover, guns behind the line."""

from __future__ import annotations

from typing import Any

from firestep.bots.gwb import values
from firestep.engine.session import Decision, Session
from firestep.games.gwb.moving import Moving
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.grid import bits

S = Session[State]

#: what a hex is worth for each enemy step that it cuts off, and at the most
CUT, CUT_MOST = 0.3, 4.0


def _distance(st: State, u: int) -> int:
    k = st.b.units[u].side
    f = values.field(st, values.goals(st, k))
    at = st.at[u]
    if at == AWAY:
        return min((f.get(h, values.FAR) for h in bits(st.b.entries[st.b.units[u].entry])), default=values.FAR)
    return f.get(at, values.FAR)


def march(s: S, d: Decision[Any], step: Any) -> list[float]:
    """March Order for who is far away."""
    st = s.state
    return [0.0 if a[0] == "done" else 1.0 if _distance(st, st.b.by_id[a[1]]) > 7 else -1.0 for a in d.actions]


def pick(s: S, d: Decision[Any], step: Any) -> list[float]:
    """Rally first, then the nearest to the enemy, guns last."""
    st = s.state
    out = []
    for a in d.actions:
        if a[0] == "done":
            out.append(0.0)
        else:
            u = st.b.by_id[a[1]]
            out.append(200.0 if a[0] == "rally" else 100.0 - _distance(st, u) - (20 if st.b.guns >> u & 1 else 0))
    return out


def rally(s: S, d: Decision[Any], step: Any) -> list[float]:
    return [1.0 if (a[0] == "rally") == (step.mp >= 3) else 0.0 for a in d.actions]


def _in_range(st: State, u: int, h: int) -> bool:
    unit = st.b.units[u]
    return bool(st.b.board.disc(h, unit.range) & st.occ[1 - unit.side])


def place(st: State, u: int, h: int, f: dict[int, int], home: int, near: int) -> float:
    """How good it is for a unit to end in a hex. `home`: hexes in communication; `near`: hexes near an enemy."""
    unit = st.b.units[u]
    k = unit.side
    others = st.stack(h) & ~(1 << u)
    if others.bit_count() >= st.b.stacking:
        return -100.0
    score = -float(f.get(h, values.FAR))
    if h in st.b.objectives:
        if not st.held[k] >> h & 1:
            score += 2.0 + values.worth(st, h)
        elif near >> h & 1 and not others:  # somebody must stay
            score += 1.5 + values.worth(st, h)
    if not home >> h & 1:
        score -= 4.0
    if unit.gun:
        near = st.b.board.disc(h, 1) & st.occ[1 - k]
        score += (4.0 if _in_range(st, u, h) else 0.0) - (6.0 if near else 0.0) + (1.0 if others & ~st.b.guns else 0.0)
        return score
    if near >> h & 1:
        score += min(CUT_MOST, CUT * values.cut(st, u, h))
    threat = values.around(st, h, 1 - k)
    if threat:
        mine = values.strength(st, others) + st.strength(u)
        score += values.cover(st, h)
        if threat > 2 * mine:
            score -= 1.5
        score += min(1.0, 0.25 * (others & ~st.b.guns).bit_count())
    return score


def go(s: S, d: Decision[Any], m: Moving) -> list[float]:
    """The best hex in reach; guns deploy where they can fire and limber where they cannot."""
    st = s.state
    u = m.u
    unit = st.b.units[u]
    f = values.field(st, values.goals(st, unit.side))
    at = st.at[u]
    fires = unit.gun and at > 0 and _in_range(st, u, at)
    home = st.communicating(unit.side)
    home |= st.ground.zone(home)  # who enters an enemy zone contests it, and the line reaches him
    near = st.b.board.near(st.occ[1 - unit.side], 3)
    stay = place(st, u, at, f, home, near) if at > 0 else -90.0
    number = st.b.board.grid.index
    out = []
    for a in d.actions:
        verb = a[0]
        if verb == "go":
            out.append(place(st, u, number(a[1]), f, home, near) - 0.01)
        elif verb == "halt":
            out.append(stay)
        elif verb == "limber":
            out.append(stay + (-1.0 if fires else 1.0))
        elif verb == "deploy":
            out.append(stay + (5.0 if fires else -1.0))
        else:
            out.append(-200.0)
    return out


def merge(s: S, d: Decision[Any], step: Any) -> list[float]:
    return [0.0 if a[0] == "done" else -1.0 for a in d.actions]


def overstacked(s: S, d: Decision[Any], step: Any) -> list[float]:
    st = s.state
    return [-float(st.strength(st.b.by_id[a[1]])) for a in d.actions]
