"""What it costs to enter a hex (8.3, 8.4, 12.2): tolls of each front by weather and kind of mover, in the front's own bits.

A front's bits begin at `LOW[front]`: sets are shifted down by that before `spend` and up again afterwards, so that a move in
Palestine does not pay for the width of the whole war.
"""

from __future__ import annotations

from functools import lru_cache

from firestep.games.tgw import board as b
from firestep.games.tgw import ground as g
from firestep.games.tgw import tables as t
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import Pair, Tolls, both

#: kinds of movers: mountain units, all others
FOOT, MOUNTAINEERS = 0, 1

#: a row of hexes is left below, so that a step over the rim is no negative bit
LOW = tuple((m & -m).bit_length() - 1 - min(b.ATLAS.stride + 1, (m & -m).bit_length() - 1) for m in g.FRONT)
_RIVERS = frozenset(both(b.RIVERS))
_PASSES = frozenset(both(b.PASSES))
_BEACH_EXIT = b.INDEX["E1023"]


def _shore(step: Pair) -> bool:
    """From a landing hex one walks to E1023 and nowhere else, and back (6.51g, P40)."""
    return not any(b.LANDINGS >> i & 1 for i in step) or _BEACH_EXIT in step


_STEPS = frozenset(p for p in (*b.STEPS, *both(b.HAFFS)) if _shore(p))
_ON = tuple(tuple(p for p in sorted(_STEPS) if g.FRONT_AT[p[0]] == f) for f in range(6))
_ICE = tuple(tuple(p for p in b.FROZEN_STEPS if g.FRONT_AT[p[0]] == f) for f in range(6))
#: two points for most (8.32a); a pass hex that is not entered along the pass is a mountain hex (8.33)
_HARD = b.FOREST | b.MARSH | b.DESERT | b.DIFFICULT | b.MOUNTAIN | b.PASS
#: fronts on which Wet and Snow act (12.2a, 12.2g)
_SEASONS = (g.WEST, g.ITALY, g.EAST, g.CAUCASUS)


def effective(front: int, weather: int) -> int:
    """The weather as far as movement is concerned: Wet and Snow do nothing in Egypt and Iraq, Hot nowhere."""
    return weather if front in _SEASONS and weather in (t.WET, t.SNOW) else t.FAIR


def price(front: int, weather: int, kind: int, devastated: int, step: Pair) -> int | None:
    """The points a step costs, None where it is barred; costs add up (8.25a)."""
    bit = 1 << step[1]
    if bit & b.LAKE:
        return 1  # frozen, as clear (8.34d); such steps exist in Snow only
    if bit & b.ALPINE:
        if kind != MOUNTAINEERS:
            return None  # 8.32c
        cost = 2
    elif bit & (b.MOUNTAIN | b.PASS):
        along = bool(bit & b.PASS) and step in _PASSES and weather != t.SNOW  # 8.33a, 8.33b
        cost = 1 if kind == MOUNTAINEERS or along else 2  # 8.32b
    elif bit & _HARD or bit & b.FLOOD and weather == t.WET:
        cost = 2  # 8.32a; a Flood Plain is Marsh in Wet (12.2c, E41)
    else:
        cost = 1
    if bit & devastated:
        cost = max(cost, 2)  # 14.63, N33
    if weather == t.WET and step in _RIVERS:
        cost += 1  # 8.34a
    return cost


@lru_cache(maxsize=256)
def tolls(front: int, weather: int, kind: int, devastated: int = 0) -> Tolls:
    """Tolls of a front in effective weather; `devastated` are the devastated hexes of that front."""
    low = LOW[front]
    rows: list[dict[int, int]] = [{} for _ in b.ATLAS.shifts]
    for step in (*_ON[front], *(_ICE[front] if weather == t.SNOW else ())):
        cost = price(front, weather, kind, devastated, step)
        if cost is not None:
            row = rows[b.ATLAS.shifts.index(step[1] - step[0])]
            row[cost] = row.get(cost, 0) | 1 << step[0] - low
    return Tolls(zip(b.ATLAS.shifts, rows, strict=True))


@lru_cache(maxsize=64)
def entries(front: int, weather: int, devastated: int = 0) -> dict[int, int]:
    """Cost -> hexes of a front by what they cost to enter from outside the map (13.25, N37), in the front's bits."""
    out: dict[int, int] = {}
    for i in bits(g.FRONT[front] & b.LAND):
        cost = price(front, weather, FOOT, devastated, (i, i))
        if cost is not None:
            out[cost] = out.get(cost, 0) | 1 << i - LOW[front]
    return out
