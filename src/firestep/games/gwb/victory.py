"""Demoralisation (13.1) and victory, as the battle's own file sets them: the series booklet has no victory rule."""

from __future__ import annotations

from firestep.engine.game import Outcome
from firestep.engine.session import Session
from firestep.games.gwb.battle import SEATS
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.grid import bits


def judge_morale(s: Session[State]) -> None:
    """An army that has lost the steps its battle names is demoralised: gwb.13.1."""
    st = s.state
    for i, limit in enumerate(st.b.morale):
        if limit and st.lost[i] >= limit and not st.broken >> i & 1:
            st.broken |= 1 << i
            s.note("demoralised", "gwb.13.1a", army=st.b.armies[i], lost=st.lost[i])


def losses(st: State, k: int) -> int:
    """Steps that a side has lost."""
    return sum(n for a, n in zip(st.b.armies, st.lost, strict=True) if st.b.of_army[a] & st.b.of_side[k])


def scores(st: State) -> tuple[int, int]:
    """Victory points of both sides: objectives held and enemy steps destroyed."""
    out = []
    for k in (0, 1):
        ground = sum(p for h, p in st.b.objectives.items() if st.held[k] >> h & 1)
        out.append(ground + losses(st, 1 - k) * st.b.loss_points[k] // 2)
    return out[0], out[1]


def destroyed(st: State) -> bool:
    """Has a side nothing left, on the map or to come?"""
    return any(all(st.at[u] <= 0 and st.at[u] != AWAY for u in bits(st.b.of_side[k])) for k in (0, 1))


def outcome(st: State) -> Outcome:
    a, g = scores(st)
    margin = a - g
    who, level = next((who, level) for floor, who, level in st.b.levels if margin >= floor)
    reason = f"{a} points to {g}: objectives held and enemy steps destroyed, a margin of {margin:+d} for the Allied side"
    return Outcome(who or None, level, dict(zip(SEATS, (a, g), strict=True)), reason, "gwb.4.0a")
