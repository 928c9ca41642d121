"""What a step on foot costs, by the book's words alone (tgw.8.3, tgw.8.4, tgw.12.2): for tests that check the fast search."""

from __future__ import annotations

from functools import cache

from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.state import State

_RIVERS = {frozenset(p) for p in board.RIVERS}
_PASSES = {frozenset(p) for p in board.PASSES}


@cache
def steps(frozen: bool) -> dict[int, list[int]]:
    """The hexes to which a step leads from each hex; in Snow also those over ice."""
    out: dict[int, list[int]] = {}
    for i, j in (*board.STEPS, *((j, i) for i, j in board.HAFFS), *board.HAFFS, *(board.FROZEN_STEPS if frozen else ())):
        out.setdefault(i, []).append(j)
    return out


def weather(st: State, front: int) -> int:
    """The weather as movement knows it: Wet and Snow do nothing in Egypt and Iraq, Hot nowhere."""
    return st.weather[front] if front not in (fronts.IRAQ, fronts.EGYPT) and st.weather[front] != tables.HOT else tables.FAIR


def price(st: State, i: int, j: int, mountain: bool) -> int | None:
    """What a step costs a mountain unit or another; None if there is no such step."""
    now = weather(st, fronts.FRONT_AT[i])
    if j not in steps(now == tables.SNOW).get(i, ()):
        return None
    terrain = board.TERRAIN[j]
    if (board.LANDINGS >> i & 1 or board.LANDINGS >> j & 1) and board.INDEX["E1023"] not in (i, j):
        return None
    if terrain == "lake":
        return 1
    if terrain == "alpine" and not mountain:
        return None
    two = terrain in ("forest", "marsh", "desert", "difficult", "alpine") or terrain == "flood-plain" and now == tables.WET
    if terrain in ("mountain", "pass") and not mountain:
        two = not (terrain == "pass" and frozenset((i, j)) in _PASSES and now != tables.SNOW)
    two = two or bool(st.devastated >> j & 1) and terrain != "lake"
    return (2 if two else 1) + (1 if now == tables.WET and frozenset((i, j)) in _RIVERS else 0)


def points(st: State, u: int, front: int) -> int:
    """The movement points of a unit, tgw.21.6 aside."""
    return st.strength(u)[2] * (2 if front in (fronts.WEST, fronts.ITALY, fronts.EGYPT) else 1)


def closed(st: State, u: int, j: int) -> bool:
    """A hex is closed by enemies or their forts, or as a landing hex."""
    side = st.side(u)
    enemy = any(not roster.HQ >> x & 1 for x in range(roster.N) if st.at[x] == j and st.side(x) == 1 - side)
    fort = (st.fort_of[1 - side] | st.fort_of[tables.NEUTRAL]) >> j & 1
    return enemy or bool(fort) or side == tables.CENTRAL and bool(board.LANDINGS >> j & 1)
