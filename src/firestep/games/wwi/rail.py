"""Rail links (wwi.5.33): from where an army may begin its one leg by rail.

The price of the leg, half a point for each hex, is charged in `ground.reach`.
"""

from __future__ import annotations

from firestep.games.wwi.components import board
from firestep.games.wwi.ground import growing
from firestep.games.wwi.state import State
from firestep.games.wwi.supply import east_sources, paired, west_sources
from firestep.games.wwi.zones import clear_of_zones, zone

#: what is joined by rail to some hexes
_link, _links = growing(board.GROUND.flood_lines, 30_000)


def rail_sources(st: State, nation: int, side: int, open: int) -> int:
    """Where an enabling rail link may end (R28): for Germans and Austro-Hungarians a dependent city of a linked pair."""
    if side == board.CENTRAL:
        pairs = 0
        for n in (board.GE, board.AH):
            if nation == n or nation not in (board.GE, board.AH):
                pairs |= paired(board.SUPPLY_CITIES[n], open) & board.SUPPLY_CITIES[n]
        return pairs | (0 if nation in (board.GE, board.AH) else board.SUPPLY_CITIES[nation])
    if nation == board.RS:
        return east_sources(st)
    if nation in (board.BR, board.FR, board.US):
        return west_sources(st)
    return board.SUPPLY_CITIES[nation] | west_sources(st) | east_sources(st)


def rail_link(st: State, unit: int) -> int:
    """The hexes from which this unit may begin its rail leg: joined by rail to a source, over hexes free of enemies and of
    enemy zones unless a friend holds them (wwi.5.33a, wwi.5.33b, wwi.6.32c). Any number of units of either side may use any railway
    (wwi.5.32a, wwi.5.32b). The mover opens its own hex, but not once it has left it (T5)."""
    nation = board.UNIT_NATION[unit]
    side = st.allegiance[nation]
    open = clear_of_zones(st, side)  # wwi.5.33b, wwi.6.32c
    here = st.at[unit]
    if here >= 0 and (start := 1 << here) & zone(st, 1 - side) & ~st.forts_of_side(side):
        # without the mover its own hex is closed: the hex is the end of a link, never a part of one, and cities that only this
        # hex joins are a pair no more
        alone = open & ~start
        link = _link(rail_sources(st, nation, side, alone) & board.RAIL, alone)
        if board.GROUND.flood_lines(start & board.RAIL, open) & rail_sources(st, nation, side, open):
            link |= start
        return link
    if memo := st.linked.get(nation):
        ground, enemy, forts, links, off, over, link = memo
        if (
            ground is open
            and enemy is st.occ[1 - side]
            and forts is st.forts
            and links == st.links
            and off == st.links_off
            and over == st.surrendered
        ):
            return int(link)
    link = _link(rail_sources(st, nation, side, open) & board.RAIL, open)  # wwi.5.32a, wwi.5.32b
    st.linked[nation] = open, st.occ[1 - side], st.forts, st.links, st.links_off, st.surrendered, link
    return link
