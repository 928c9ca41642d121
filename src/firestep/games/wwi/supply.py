"""Supply (chapter 9): which hexes are connected to a valid source of each nation."""

from __future__ import annotations

from firestep.engine.memo import Memo
from firestep.games.wwi.components import board
from firestep.games.wwi.ground import growing
from firestep.games.wwi.state import TRANSIT, State
from firestep.games.wwi.zones import clear_of_zones
from firestep.hexmap.grid import bits

_LIMIT = 60_000
_pairs: Memo[tuple[int, int], int] = Memo(_LIMIT)
#: paths of any length and shape over open ground (wwi.9.0b, wwi.9.3), over no blocked side (wwi.9.31b)
flood, _floods = growing(board.GROUND.flood, _LIMIT)


def paired(cities: int, open: int) -> int:
    """Ground connected to at least two usable dependent cities that are connected to one another (wwi.9.11a, wwi.9.11b, wwi.9.12a,
    R43)."""
    key = cities & open, open
    region = _pairs.get(key)
    if region is None:
        region, left = 0, cities & open
        while left:
            part = flood(left & -left, open)
            if (part & cities).bit_count() >= 2:  # wwi.9.11a, wwi.9.11b, wwi.9.12a
                region |= part
            left &= ~part
        _pairs[key] = region
    return region


def straits_level(st: State, side: int = board.ALLIED) -> int:
    """How far ships may go towards the Black Sea: 0 to 4 is the first closed hex of the chain, 5 the Black Sea closed by the
    fortification alone, 6 all open (wwi.5.46c, wwi.5.46d, R33)."""
    barred = st.occ[1 - side] | st.occ[board.NEUTRAL]
    for k, i in enumerate(board.STRAITS):
        if barred >> i & 1:  # wwi.5.46c
            return k
    return 5 if st.forts & board.STRAITS_FORT & ~st.side_forts[side] else 6  # wwi.5.46d


def black_sea_open(st: State) -> bool:
    return straits_level(st) == 6


def active_links(st: State) -> int:
    """Sea links that work: not switched off, and beyond the Straits only while the passage is open (wwi.9.17b, wwi.9.17d)."""
    on = st.links & ~st.links_off
    if on:
        level = straits_level(st)
        for i in bits(on):
            if board.PASSAGE.get(i, -1) >= level:  # wwi.9.17d
                on &= ~(1 << i)
    return on


def west_sources(st: State) -> int:
    """West-edge hexes in France, and in Italy once it is an Ally (wwi.9.14a, wwi.12.2d); sea links stand for them (wwi.9.17a,
    wwi.5.48), for all who may use that edge (wwi.9.17e)."""
    edge = board.WEST_EDGE & board.HOME[board.FR]
    if st.allegiance[board.IT] == board.ALLIED:
        edge |= board.WEST_EDGE & board.HOME[board.IT]  # wwi.12.2d
    return edge | active_links(st)  # wwi.9.17a, wwi.5.48, wwi.9.17e


def east_sources(st: State) -> int:
    """East-edge hexes, until Russia surrenders (wwi.9.15, wwi.12.13d)."""
    return 0 if st.surrendered else board.EAST_EDGE  # wwi.12.13d


def region(st: State, nation: int) -> int:
    """All hexes in which this nation's units are supplied now, however many they are (wwi.9.1)."""
    side = st.allegiance[nation]
    if side > board.CENTRAL:
        return board.LAND  # neutrals are not checked (R48)
    return region_in(st, nation, side, clear_of_zones(st, side))  # wwi.9.1


def region_in(st: State, nation: int, side: int, open: int) -> int:
    """`region` for a caller that already knows the open ground of the side. Resource Centers (wwi.9.19a) and fortifications
    (wwi.9.19b) are no sources."""
    cities = board.SUPPLY_CITIES[nation]  # wwi.9.19a, wwi.9.19b
    if side == board.CENTRAL:
        if nation in (board.GE, board.AH):
            return paired(cities, open)  # no ally's source (wwi.9.11c, wwi.9.12b)
        shared = paired(board.SUPPLY_CITIES[board.GE], open) | paired(board.SUPPLY_CITIES[board.AH], open)  # wwi.9.13b, R44
    elif nation == board.RS:
        return flood(east_sources(st), open)  # wwi.9.15
    elif nation in (board.BR, board.FR, board.US):
        return flood(west_sources(st), open)  # wwi.9.14a, wwi.9.14b
    else:
        shared = flood(west_sources(st), open) | flood(east_sources(st), open)  # wwi.9.16b
    alone = cities & open & ~shared  # a home city, but no neighbour's (wwi.9.13a, wwi.9.16a, wwi.9.16c)
    return shared | flood(alone, open) if alone else shared


def in_supply(st: State, side: int) -> tuple[int, int]:
    """The hexes of a side's units that are in supply (wwi.9.0a), and its intact fortifications that are (wwi.9.5a, R17)."""
    if side > board.CENTRAL:
        return st.occ[side], st.forts_of_side(side)  # neutrals are not checked (R48)
    open = clear_of_zones(st, side)
    if memo := st.fed[side]:
        ground, occ, enemy, forts, links, off, over, units, sound = memo
        if (
            ground is open
            and occ is st.occ[side]
            and enemy is st.occ[1 - side]
            and forts is st.forts
            and links == st.links
            and off == st.links_off
            and over == st.surrendered
        ):
            return units, sound
    units = sound = 0
    for n, k in enumerate(st.allegiance):
        if k == side and (st.of[n] or board.FORTS_OF[n] & st.forts):
            found = region_in(st, n, side, open)
            units |= st.of[n] & found  # wwi.9.0a
            sound |= board.FORTS_OF[n] & st.forts & found
    st.fed[side] = open, st.occ[side], st.occ[1 - side], st.forts, st.links, st.links_off, st.surrendered, units, sound
    return units, sound


def is_supplied(st: State, unit: int) -> bool:
    """Supply of one unit; in the Transit Area it is always supplied (R30)."""
    i = st.at[unit]
    return i == TRANSIT or i >= 0 and bool(region(st, board.UNIT_NATION[unit]) >> i & 1)


def fort_supplied(st: State, hex: int) -> bool:
    """Fortifications need supply like units, from the sources of their own nation (wwi.9.5a, R17)."""
    return bool(region(st, board.FORT_NATION[hex]) >> hex & 1)
