"""The map of Death in the Trenches as masks and tables: what `data/map.txt` says, in the words of the rules.

A place is a hex of the main map, an area of the colonial maps, one of the eight boxes, or the Arabian Desert; all have a bit index
in one `Atlas`, so that one set holds any of them. Values that the book does not print are marked `designed` in the file. Nations
are named by the ids of `nations.csv`. The names here say what is printed; `movement` decides which units may go where.
"""

from __future__ import annotations

from pathlib import Path

from firestep.hexmap.atlas import Atlas
from firestep.hexmap.grid import bits
from firestep.hexmap.mapfile import Hex, Lexicon, load_map
from firestep.hexmap.ways import Pair, both

DATA = Path(__file__).parents[1] / "data"

LEXICON = Lexicon(
    terrains=("clear", "rough", "swamp", "mountain", "desert", "alpine"),
    statuses=(
        "ah",
        "fr",
        "ge",
        "br",
        "it",
        "rs",
        "tu",
        "bl",
        "bu",
        "gk",
        "rm",
        "sb",
        "mt",
        "sw",
        "ch",
        "no",
        "dk",
        "al",
        "mc",
        "ab",
    ),
    sides=("sea-sides", "crossings", "blocked", "geneva", "boundaries"),
    features=("city", "fort", "colonial-fort", "see", "centre", "entry"),
    sources=("stated", "implied", "designed", "geography"),
)
MAP = load_map(DATA / "map.txt", LEXICON)
#: which hexes touch, by their numbers (ditt.1.1e)
GRID = MAP.grid
ATLAS = Atlas({"": GRID}, MAP.areas)

#: every hex of the catalogue (ditt.19.0a) and every area; units enter no others (ditt.1.1d)
_PLACES: dict[str, Hex] = MAP.hexes | MAP.areas
#: places by number, because some names stand for two hexes (ditt.1.1b, ditt.19.0b); sea hexes have numbers too
INDEX: dict[str, int] = {n: ATLAS.index(n) for n in (*_PLACES, *(n for s in MAP.seas.values() for n in s.hexes))}
NUMBER: dict[int, str] = {i: n for n, i in INDEX.items()}
NAME: dict[int, str] = {INDEX[n]: h.name for n, h in _PLACES.items()}


def mask(*numbers: str) -> int:
    """Returns the set of the given places."""
    return sum({1 << INDEX[n] for n in numbers})


def numbers(places: int) -> list[str]:
    return [NUMBER[i] for i in bits(places)]


def _those(terrain: str) -> int:
    return mask(*(n for n, h in _PLACES.items() if h.terrain == terrain))


# -- ground (ditt.1.1) ----------------------------------------------------------------------------------------------------------

#: colonial areas and boxes, each of which works as a hex (ditt.11.1a), and the Arabian Desert
AREAS = mask(*MAP.areas)
SEA = mask(*(n for s in MAP.seas.values() for n in s.hexes))
LAND = mask(*_PLACES)
CLEAR, ROUGH, SWAMP, MOUNTAIN, DESERT, ALPINE = (_those(t) for t in LEXICON.terrains)
#: the terrain of each place; that of the colonies is clear (ditt.11.1c)
TERRAIN: dict[int, str] = {INDEX[n]: h.terrain for n, h in _PLACES.items()}
#: snowflake hexes (ditt.6.2d, ditt.10.3c)
SNOW = mask(*(n for n, h in MAP.hexes.items() if "snow" in h.tags))

# -- countries: areas within red borders (ditt.10.1) ----------------------------------------------------------------------------

#: each area within red borders is a country (ditt.10.1b), by name: "France", "Turkish Arabia" …; the colonial maps are countries
#: too
COUNTRIES = tuple(c.name for c in MAP.countries.values())
COUNTRY: dict[str, int] = {c.name: mask(*(n for n, h in _PLACES.items() if h.country == code)) for code, c in MAP.countries.items()}
COUNTRY_AT: dict[int, str] = {i: name for name, m in COUNTRY.items() for i in bits(m)}
#: the nation that rules a country at the start (ditt.16.1b)
HOLDER: dict[str, str] = {c.name: c.status for c in MAP.countries.values()}


def lands(*names: str) -> int:
    """Returns the places of several countries."""
    return sum(COUNTRY[n] for n in names)


PERSIA = lands("North Persia", "South Persia")
#: the two hexes of European Turkey, in the Near East at the start (ditt.6.3b)
STRAITS = mask("1812", "1813")
NEAR_EAST = PERSIA | lands(
    "Ottoman Turkey",
    "Azerbaijan",
    "Armenia",
    "Georgia",
    "Turkish Arabia",
    "Hedjaz",
    "Aden",
    "Arabian Desert",
    "Mesopotamia",
    "Egypt",
)
#: closed in Summer (ditt.6.2b)
SUMMER_LANDS = PERSIA | lands("Turkish Arabia", "Mesopotamia", "Hedjaz", "Aden", "Egypt", "Libya")
#: where the Belgian Army may be (ditt.10.5f, N04)
BELGIAN_AREA = lands("Belgium") | mask("3406", "3307", "3207")
#: the four lands in which the garrison stands, moves and fights (ditt.13.2e, ditt.13.2g)
GARRISON = lands("Poland", "Ukraine", "White Russia", "Baltic States")
#: hexes of Armenia under Russian control at the start (ditt.16.1c)
RUSSIAN_ARMENIA = mask("1123", "1222", "1321", "1322")
COLONIAL_MAPS = ("Colonial boxes", "Kamerun", "Süd-West Afrika", "Ost-Afrika", "India")
COLONIES = lands(*COLONIAL_MAPS)

# -- Forts, cities, signs --------------------------------------------------------------------------------------------------

_NATIONS = tuple(dict.fromkeys(f.args[0] for f in MAP.features))


def _signs(kind: str) -> dict[int, str]:
    """Place -> nation of the features of a kind."""
    return {INDEX[f.hex]: f.args[0] for f in MAP.of_kind(kind)}


#: number of Surrender Cities in each place of a nation: two in Paris (ditt.12.1h); those in Egypt are British (ditt.12.1k)
CITIES: dict[str, dict[int, int]] = {
    n: {INDEX[f.hex]: int(f.args[1]) for f in MAP.of_kind("city") if f.args[0] == n} for n in _NATIONS
}
#: place -> nation
FORTS, COLONIAL_FORTS, SEES, CENTRES, ENTRY = (_signs(k) for k in ("fort", "colonial-fort", "see", "centre", "entry"))
#: German coins of the colonies, which only defend (ditt.11.2i): place -> (firepower, fortitude)
COINS: dict[int, tuple[int, int]] = {
    INDEX[n]: (int(h.values["coin"].split("-")[1]), int(h.values["coin"].split("-")[2]))
    for n, h in MAP.areas.items()
    if "coin" in h.values
}
U_BOAT_BASES = mask(*(n for n, h in MAP.areas.items() if "base" in h.tags))

# -- seas (ditt.8.3) ------------------------------------------------------------------------------------------------------------

SEAS = tuple(MAP.seas)
#: the seas with a marker (ditt.8.3a); the EP rules the others for good (ditt.8.3b)
CONTESTED = SEAS[:5]
WATERS: dict[str, int] = {code: mask(*s.hexes) for code, s in MAP.seas.items()}
#: the hexes on each sea; the map file says to which sea odd coasts belong (ditt.8.3c)
COAST: dict[str, int] = {code: mask(*(n for n, h in MAP.hexes.items() if code in h.coasts)) for code in SEAS}
COASTAL = mask(*(n for n, h in MAP.hexes.items() if h.coast))

# -- hexsides --------------------------------------------------------------------------------------------------------------


def _sides(kind: str) -> tuple[Pair, ...]:
    return tuple((INDEX[a], INDEX[b]) for a, b in sorted(MAP.sides[kind]))


#: all-sea hexsides with a crossing arrow, by the sea they lie in
CROSSINGS: dict[str, tuple[Pair, ...]] = {
    code: tuple((INDEX[a], INDEX[b]) for (a, b), m in sorted(MAP.sides["crossings"].items()) if m.name == code) for code in SEAS
}
ARROWS = _sides("crossings")
#: the others, and those that nothing passes
SEA_SIDES, BLOCKED, GENEVA, BOUNDARIES = (_sides(k) for k in ("sea-sides", "blocked", "geneva", "boundaries"))
_NO_STEP = frozenset(both((*ARROWS, *SEA_SIDES, *BLOCKED, *GENEVA)))
_NO_CONTACT = frozenset(both((*BLOCKED, *GENEVA)))
#: steps from land hex to land hex that are always open to walk
STEPS: tuple[Pair, ...] = tuple((i, j) for i in bits(LAND & ~AREAS) for j in bits(ATLAS.near(i) & LAND) if (i, j) not in _NO_STEP)
#: places that count as adjacent: a blocked side separates them (ditt.6.1f), the sea does not (V16)
ADJACENT: tuple[Pair, ...] = tuple(
    (i, j) for i in bits(LAND & ~AREAS) for j in bits(ATLAS.near(i) & LAND) if (i, j) not in _NO_CONTACT
)
#: steps between areas, and boxes of one row (ditt.11.1d); to North India (ditt.11.1f) and into the Arabian Desert; both ways
AREA_STEPS: tuple[Pair, ...] = tuple(both((INDEX[a], INDEX[b]) for a, b in MAP.leaps))


def sea_steps(sea: str) -> tuple[Pair, ...]:
    """Returns the steps of ships in one sea: over its water, over all-sea hexsides and along the coast (ditt.6.5e), not over a
    Sea Boundary (ditt.6.5g). Along the coast, because Salonika and other ports touch neither an all-sea hex nor such a hexside."""
    part = WATERS[sea] | COAST[sea]
    shut = frozenset(both(BOUNDARIES))
    return tuple((i, j) for i in bits(part) for j in bits(ATLAS.near(i) & part) if (i, j) not in shut)  # ditt.6.5g


def place_name(i: int) -> str:
    """Returns a place for people: its name and, for a hex, its number."""
    return f"{NAME[i]} ({NUMBER[i]})" if GRID.all.bit_length() > i and i in NAME else NAME.get(i, NUMBER[i])
