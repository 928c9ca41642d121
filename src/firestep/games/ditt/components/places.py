"""The board in the terms of the rules: nations by number, sources of supply, and the graphs of steps on land and sea.

Everything that is printed comes from `board` (`data/map.txt`); here it is joined with the nations of `tables`.
"""

from __future__ import annotations

from functools import cache

from firestep.games.ditt.components import board, tables
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import HexGraph, both

ATLAS, GRID, INDEX, NUMBER, NAME, mask, numbers = (
    board.ATLAS,
    board.GRID,
    board.INDEX,
    board.NUMBER,
    board.NAME,
    board.mask,
    board.numbers,
)
LAND, SEA, AREAS, ROUGH, SWAMP, MOUNTAIN, DESERT = (
    board.LAND,
    board.SEA,
    board.AREAS,
    board.ROUGH,
    board.SWAMP,
    board.MOUNTAIN,
    board.DESERT,
)
ALPINE, SNOW, TERRAIN, COASTAL = board.ALPINE, board.SNOW, board.TERRAIN, board.COASTAL
COUNTRIES, COUNTRY, COUNTRY_AT, lands = board.COUNTRIES, board.COUNTRY, board.COUNTRY_AT, board.lands
PERSIA, STRAITS, NEAR_EAST, SUMMER_LANDS, BELGIAN_AREA, GARRISON = (
    board.PERSIA,
    board.STRAITS,
    board.NEAR_EAST,
    board.SUMMER_LANDS,
    board.BELGIAN_AREA,
    board.GARRISON,
)
COLONIES, U_BOAT_BASES, place = board.COLONIES, board.U_BOAT_BASES, board.place_name

INDIA = COUNTRY["India"]
COLONY_MAPS = {m: COUNTRY[m] for m in board.COLONIAL_MAPS}
#: home of each nation, and all that it rules at the start (ditt.16.1b, ditt.16.1d, ditt.16.1e); four hexes of Armenia are Russian
#: (ditt.16.1c), South Persia is British (ditt.15.8b)
HOME = tuple(lands(*c) for c in tables.HOME_COUNTRIES)
TERRITORY = tuple(lands(*c) & ~(board.RUSSIAN_ARMENIA if n == tables.TU else 0) for n, c in enumerate(tables.LANDS))

# -- Forts, cities, signs --------------------------------------------------------------------------------------------------

#: number of Surrender Cities in a place (two in Paris, ditt.12.1h), by nation
CITIES: tuple[dict[int, int], ...] = tuple(board.CITIES.get(n, {}) for n in tables.NATIONS)
CITY = tuple(sum(1 << i for i in c) for c in CITIES)
ALL_CITIES = sum({1 << i for c in CITIES for i in c})
#: coins of the colonial maps work as Forts (ditt.11.2c); they are never rebuilt
COLONIAL_COINS = sum(1 << i for i in board.COINS)
COLONIAL_FORTS = sum(1 << i for i in board.COLONIAL_FORTS)
FORT_NATION: dict[int, int] = {i: tables.NATION[n] for i, n in (board.FORTS | board.COLONIAL_FORTS).items()} | dict.fromkeys(
    board.COINS, tables.GE
)
FORTS = sum(1 << i for i in FORT_NATION)
FORTS_OF = tuple(sum(1 << i for i, m in FORT_NATION.items() if m == n) for n in range(len(tables.NATIONS)))
#: defence and fortitude of each Fort (ditt.8.4a, ditt.8.4c, ditt.8.4d, ditt.11.2c)
FORT_FACTORS: dict[int, tuple[int, int]] = (
    dict.fromkeys(board.FORTS, (15, 20)) | dict.fromkeys(board.COLONIAL_FORTS, (2, 9)) | board.COINS
)
#: Forts and Surrender Cities at home: the supply sources of ditt.9.1a
SOURCES = tuple((CITY[n] | FORTS_OF[n]) & HOME[n] for n in range(len(tables.NATIONS)))
CENTRES = sum(1 << i for i in board.CENTRES)
CONSTANTINOPLE, GALLIPOLI, BELGRADE, SOPHIA = INDEX["1813"], INDEX["1812"], INDEX["2311"], INDEX["2011"]
PARIS, ODESSA, RIGA, SALONIKA, SAN_REMO = INDEX["3305"], INDEX["2116"], INDEX["3117"], INDEX["1910"], INDEX["2705"]
ROMANI, EL_ARISH, BASRA, YAZD = INDEX["0812"], INDEX["0813"], INDEX["0321"], INDEX["0425"]
#: ditt.15.11c
ITALIAN_FLAG, ROUMANIAN_FLAG = INDEX["2512"], INDEX["2314"]
CAPE, TRANSVAAL, NORTH_INDIA = INDEX["cape-colony"], INDEX["transvaal"], INDEX["north-india"]
ALAND, BARI, VALONA = INDEX["3417"], INDEX["2007"], INDEX["2008"]
GREATER_BULGARIA = COUNTRY["Bulgaria"] | mask("2009", "2010")

# -- seas ------------------------------------------------------------------------------------------------------------------

#: coastal places by sea marker; the last entry is the seas that the EP rules for good (ditt.8.3b)
EP_SEAS = 5
_SEA_NAMES = (*((n,) for n in board.CONTESTED), board.SEAS[5:])
COAST = tuple(sum({1 << i for n in names for i in bits(board.COAST[n])}) for names in _SEA_NAMES)
CASPIAN = board.COAST["caspian"] | board.WATERS["caspian"]

# -- steps -----------------------------------------------------------------------------------------------------------------

#: hexsides that are open only to some (bits of a key): the arrows between Britain and France, of the Baltic and of the Adriatic,
#: and the Geneva side
CHANNEL, BALTIC_ARROWS, ADRIATIC_ARROW, GENEVA = 1, 2, 4, 8
LINKS = {
    CHANNEL: board.CROSSINGS["north-sea"],
    BALTIC_ARROWS: board.CROSSINGS["baltic"],
    ADRIATIC_ARROW: board.CROSSINGS["adriatic"],
    GENEVA: board.GENEVA,
}
#: arrows that the Sea Control Table never closes (ditt.8.3e)
_OPEN_ARROWS = (*board.CROSSINGS["black-sea"], *board.CROSSINGS["mediterranean"])
_ARROWS = frozenset(both(board.ARROWS))


@cache
def ways(key: int = 0) -> HexGraph:
    """Returns the land steps with the special hexsides of a key open (ditt.6.1l, ditt.6.1n, ditt.6.1o). A step over a crossing
    arrow costs one hex, as any other (ditt.6.1m)."""
    extra = [pair for k, pairs in LINKS.items() if key & k for pair in both(pairs)]  # ditt.6.1o
    return HexGraph(ATLAS, [*board.STEPS, *both(_OPEN_ARROWS), *extra], board.AREA_STEPS)  # ditt.6.1n


@cache
def supply_ways(key: int = 0) -> HexGraph:
    """Returns the same steps without the areas, for supply: it crosses the sea at arrows only (ditt.9.2b), and the colonies need
    none (ditt.11.2g)."""
    extra = [pair for k, pairs in LINKS.items() if key & k for pair in both(pairs)]
    return HexGraph(ATLAS, [*board.STEPS, *both(_OPEN_ARROWS), *extra])  # ditt.9.2b


@cache
def adjacency(geneva: bool) -> HexGraph:
    """Returns what is adjacent for ditt.6.1e: only blocked hexsides separate neighbours, the sea does not (ditt.6.1f, V16)."""
    return HexGraph(ATLAS, [*board.ADJACENT, *(both(board.GENEVA) if geneva else ())], board.AREA_STEPS)


def is_arrow(x: int, y: int) -> bool:
    """Whether a step leads over a crossing arrow (ditt.7.2d)."""
    return (x, y) in _ARROWS


@cache
def sea_ways(sea: int) -> HexGraph:
    """Returns the steps of an invasion within one sea (ditt.6.5e, ditt.6.5g)."""
    return HexGraph(ATLAS, [pair for n in _SEA_NAMES[sea] for pair in board.sea_steps(n)])


@cache
def sea_and_coast(sea: int) -> int:
    """Returns the water and the coasts of a sea, over which an invasion may pass (ditt.6.5e)."""
    return sum({1 << i for n in _SEA_NAMES[sea] for i in bits(board.COAST[n] | board.WATERS[n])})


#: the water on which Dunsterforce walks (ditt.10.2g)
CASPIAN_WATER = CASPIAN & SEA


@cache
def caspian_ways() -> HexGraph:
    """Dunsterforce walks on the Caspian (ditt.10.2g)."""
    near = [(i, j) for i in bits(CASPIAN) for j in bits(ATLAS.near(i) & CASPIAN)]
    return HexGraph(ATLAS, [*board.STEPS, *both(_OPEN_ARROWS), *near], board.AREA_STEPS)
