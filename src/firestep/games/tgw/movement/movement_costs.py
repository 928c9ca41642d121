"""What it costs to enter a hex (tgw.8.3, tgw.8.4a, tgw.12.2): the movement costs of each front by weather and kind of unit, in the
front's own bits.

A front's bits begin at `LOW[front]`: sets are shifted down by that before `spend` and up again afterwards. So a search in Palestine
works with small numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from firestep.games.tgw.components import board, fronts, tables
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import MovementCosts, Pair, both

#: kinds of movers: mountain units, all others
FOOT, MOUNTAINEERS = 0, 1

#: no hex costs more to enter: hard ground over a river in the wet (tgw.8.25a)
GREATEST_COST = 3
#: a row of hexes is left below, so that a step over the rim is no negative bit
LOW = tuple((m & -m).bit_length() - 1 - min(board.ATLAS.stride + 1, (m & -m).bit_length() - 1) for m in fronts.FRONT)
_BEACH_EXIT = board.INDEX["E1023"]
_BEACHES = frozenset(bits(board.LANDINGS))


def _shore(step: Pair) -> bool:
    """From a landing hex one walks to E1023 and nowhere else, and back (tgw.6.51g, P40)."""
    return _BEACHES.isdisjoint(step) or _BEACH_EXIT in step  # tgw.6.51g


def _masks(steps: Iterable[Pair]) -> list[list[int]]:
    """By front and direction the hexes from which some steps lead, in the front's bits."""
    out = [[0] * 6 for _ in fronts.FRONT]
    for i, j in steps:
        f = fronts.FRONT_AT[i]
        out[f][board.ATLAS.shifts.index(j - i)] |= 1 << i - LOW[f]
    return out


#: haffs are crossed in any weather and cost nothing extra (tgw.8.35c); E5512/E5413 is no haff (tgw.8.35d)
_OPEN = _masks({p for p in (*board.STEPS, *both(board.HAFFS)) if _shore(p)})
#: steps over lakes, which are open in Snow (tgw.8.34d, tgw.12.2h)
_ICE = _masks(board.FROZEN_STEPS)
_RIVERS = _masks(both(board.RIVERS))
_PASSES = _masks(both(board.PASSES))
#: two points for most (tgw.8.32a); a pass hex that is not entered along the pass is a mountain hex (tgw.8.33a)
_HARD = board.FOREST | board.MARSH | board.DESERT | board.DIFFICULT
_HIGH = board.MOUNTAIN | board.PASS
#: fronts on which Wet and Snow act (tgw.12.2a, tgw.12.2g)
_SEASONS = (fronts.WEST, fronts.ITALY, fronts.EAST, fronts.CAUCASUS)


def effective(front: int, weather: int) -> int:
    """Returns the weather that counts for movement (tgw.8.4a). Wet and Snow do nothing in Egypt and Iraq. Hot does nothing
    anywhere, and on the fronts of Europe it has no other effect either (tgw.12.2m)."""
    return weather if front in _SEASONS and weather in (tables.WET, tables.SNOW) else tables.FAIR  # tgw.8.4a, tgw.12.2m


def two_point_hexes(front: int, weather: int, kind: int, devastated: int) -> int:
    """The hexes of a front that cost two points to enter, hexsides apart; the others cost one (tgw.8.12a, tgw.8.32a)."""
    out = _HARD | devastated  # tgw.14.63b, N33
    if weather == tables.WET:
        out |= board.FLOOD  # as Marsh (tgw.12.2c, E41)
    if kind == MOUNTAINEERS:
        out |= board.ALPINE  # tgw.8.32b, tgw.8.32c
    else:
        out |= _HIGH
    return out & fronts.FRONT[front]  # tgw.8.12a


@lru_cache(maxsize=256)
def costs_of_front(front: int, weather: int, kind: int, devastated: int = 0) -> MovementCosts:
    """Returns the movement costs of a front in effective weather. Terrain, hexside, kind of unit (tgw.8.31a) and weather
    (tgw.8.12b) decide; costs add up (tgw.8.25a). `devastated` are the devastated hexes of that front."""
    low = LOW[front]
    two = two_point_hexes(front, weather, kind, devastated) >> low
    closed = board.ALPINE >> low if kind != MOUNTAINEERS else 0  # tgw.8.32c
    easy = board.PASS >> low & ~(devastated >> low)
    rows: list[dict[int, int]] = []
    for d, by in enumerate(board.ATLAS.shifts):
        here = _OPEN[front][d] | (_ICE[front][d] if weather == tables.SNOW else 0)  # tgw.8.31a
        here &= ~_back(closed, by)
        costly = here & _back(two, by)  # tgw.8.12b
        if weather != tables.SNOW:  # in Snow a pass costs as much as a mountain (tgw.12.2h)
            costly &= ~(_PASSES[front][d] & _back(easy, by))  # along the pass (tgw.8.33a, tgw.8.33b)
        # rivers cost a point in Wet weather (tgw.8.34a, tgw.12.2b) and nothing in any other (tgw.8.34b)
        wet = _RIVERS[front][d] if weather == tables.WET else 0
        cheap = here & ~costly
        rows.append({k: m for k, m in ((1, cheap & ~wet), (2, cheap & wet | costly & ~wet), (3, costly & wet)) if m})
    return MovementCosts(zip(board.ATLAS.shifts, rows, strict=True))


#: how much of a front lies below a mover who can go so far: whole blocks of rows, so that few windows are made
_BLOCK = 4 * board.ATLAS.stride
_ROW = max(board.ATLAS.shifts)


def below(front: int, at: int, points: int) -> int:
    """Where the bits begin that a mover with so many points needs: no step leads farther than a row."""
    low = LOW[front]
    spare = at - low - (points + 2) * _ROW
    return low + spare // _BLOCK * _BLOCK if spare > 0 else low


@lru_cache(maxsize=1024)
def window(front: int, weather: int, kind: int, devastated: int, low: int) -> MovementCosts:
    """The movement costs of a front in bits that begin at `low`: small numbers for who cannot go far."""
    whole = costs_of_front(front, weather, kind, devastated)
    if low == LOW[front]:
        return whole
    by = low - LOW[front]
    return MovementCosts((d, {cost: m >> by for cost, m in costs if m >> by}) for d, costs in whole.rows)


def _back(targets: int, by: int) -> int:
    """The hexes from which a step in a direction leads into some hexes."""
    return targets >> by if by > 0 else targets << -by


def entries(front: int, weather: int, devastated: int = 0) -> dict[int, int]:
    """Cost -> hexes of a front by what they cost to enter from outside the map (tgw.13.25b, N37), in the front's bits."""
    low = LOW[front]
    land = (fronts.FRONT[front] & board.LAND & ~board.ALPINE) >> low
    two = two_point_hexes(front, weather, FOOT, devastated) >> low
    return {1: land & ~two, 2: land & two}
