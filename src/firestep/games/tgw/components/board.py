"""The six front maps of The Great War as masks and tables: what `data/maps/*.txt` say, in the words of the rules.

A place is a hex, such as `W6819`. The Western and Italian Fronts share the letter W, the three Near East fronts the letter N
(tgw.3.11b). Every place has a bit index in one `Atlas`, so one set can hold any of them. Values that the book does not print are
marked `designed` in the files. The names here say what is printed. The modules of the chapters decide who may go where.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from pathlib import Path

from firestep.hexmap.atlas import Atlas
from firestep.hexmap.grid import Roll, bits
from firestep.hexmap.mapfile import Feature, Hex, HexMap, Lexicon, load_map
from firestep.hexmap.ways import Pair, both

DATA = Path(__file__).parents[1] / "data"

LEXICON = Lexicon(
    terrains=("clear", "rough", "forest", "marsh", "flood-plain", "mountain", "pass", "alpine", "desert", "difficult", "lake"),
    statuses=(
        "ge",
        "ah",
        "tu",
        "bu",
        "fr",
        "be",
        "br",
        "ru",
        "it",
        "sr",
        "mn",
        "ro",
        "gk",
        "al",
        "pn",
        "ab",
        "lx",
        "nl",
        "ch",
        "gb",
        "se",
        "dk",
        "no",
    ),
    sides=("rivers", "sea-sides", "lake-sides", "impassable", "passes", "haffs", "canal"),
    lines=("rails",),
    features=(
        "city",
        "town",
        "fort",
        "heavy-fort",
        "port",
        "port-way",
        "victory",
        "surrender",
        "resource",
        "cp-source",
        "cp-town",
        "k-hex",
        "landing",
    ),
    sources=("stated", "implied", "designed", "geography"),
)

#: fronts in the order of their indices; the first letter names the sheet on which a front is printed (tgw.3.12a)
FRONTS = ("W", "WI", "E", "NC", "NI", "NE")
TITLES = {
    "W": "Western Front",
    "WI": "Italian Front",
    "E": "Eastern Front",
    "NC": "Caucasus Front",
    "NI": "Iraqi Front",
    "NE": "Egyptian Front",
}
#: the map of each front; its file says where north is, and compass words in rules mean that north (tgw.3.12b)
MAPS: dict[str, HexMap] = {f: load_map(DATA / "maps" / f"{f}.txt", LEXICON) for f in FRONTS}
#: a hex has a letter for its sheet and four digits (tgw.3.11b)
ATLAS = Atlas({f: m.grid for f, m in MAPS.items()}, (), {f: f[0] for f in FRONTS})

#: front, number of the sheet, what the file says: every land hex
_HEXES: dict[str, Hex] = {f[0] + n: h for f, m in MAPS.items() for n, h in m.hexes.items()}
INDEX: dict[str, int] = {n: ATLAS.index(n) for n in ATLAS}
NUMBER: dict[int, str] = {i: n for n, i in INDEX.items()}
#: names of hexes; N2430 is Beirut for all purposes (tgw.3.13h)
NAME: dict[int, str] = {INDEX[n]: h.name for n, h in _HEXES.items() if h.name}


def mask(*numbers: str) -> int:
    """The set of the given places."""
    out = 0
    for n in numbers:
        out |= 1 << INDEX[n]
    return out


_NUMBERS = Roll(NUMBER)


def numbers(places: int) -> list[str]:
    return _NUMBERS.call(places)


def place_name(i: int) -> str:
    """A place for people: its name, or that of the nearest that has one, and its number."""
    return f"{NAME[i]} ({NUMBER[i]})" if i in NAME else f"the hex near {landmark(i)} ({NUMBER[i]})"


@cache
def landmark(i: int) -> str:
    """The named place nearest to a hex, of several the first by number."""
    seen = ring = 1 << i
    while ring:
        if named := [j for j in bits(ring) if j in NAME]:
            return NAME[named[0]]
        ring = reduce(or_, (ATLAS.near(j) for j in bits(ring))) & ~seen
        seen |= ring
    return "the edge"


def _gather(pairs: list[tuple[str, int]]) -> dict[str, int]:
    out: dict[str, int] = {}
    for key, bit in pairs:
        out[key] = out.get(key, 0) | bit
    return out


# -- fronts and theaters (tgw.3.12, tgw.3.13) --------------------------------------------------------------------------------------

FRONT: dict[str, int] = {f: ATLAS.front(f) for f in FRONTS}
#: a rule about a map applies to all its fronts, a rule about a front to that front alone (tgw.3.13a)
WEST_MAP = FRONT["W"] | FRONT["WI"]
EAST_MAP = FRONT["E"]
EUROPE = WEST_MAP | EAST_MAP
#: a rule about the Near East map applies to all three fronts (tgw.3.13b)
NEAR_EAST = FRONT["NC"] | FRONT["NI"] | FRONT["NE"]
WESTERN_THEATER = WEST_MAP | FRONT["NE"]
EASTERN_THEATER = EAST_MAP | FRONT["NC"] | FRONT["NI"]


# -- ground ----------------------------------------------------------------------------------------------------------------

_ALL = mask(*_HEXES)
#: Holland, which opens with a pre-war event alone (tgw.17.4f, tgw.20.3.5b): `nations.closed` has it. Land that nobody ever enters:
#: Switzerland,
#: islands and countries that are only drawn
HOLLAND = mask(*(n for n, h in _HEXES.items() if h.country == "netherlands" and h.terrain != "lake"))
CLOSED = mask(*(n for n, h in _HEXES.items() if "off" in h.tags)) & ~HOLLAND
LAKE = mask(*(n for n, h in _HEXES.items() if h.terrain == "lake" and "off" not in h.tags))
#: every land hex in play; lakes are crossed in Snow only (tgw.8.34c, tgw.8.34d) and are not among them
LAND = _ALL & ~CLOSED & ~LAKE
SEA = sum(mask(*(f[0] + n for n in s.hexes)) for f, m in MAPS.items() for s in m.seas.values())
_TERRAIN = _gather([(h.terrain, 1 << INDEX[n]) for n, h in _HEXES.items()])
GROUND: dict[str, int] = {t: _TERRAIN.get(t, 0) & ~CLOSED for t in LEXICON.terrains}
CLEAR, ROUGH, FOREST, MARSH, FLOOD, MOUNTAIN, PASS, ALPINE, DESERT, DIFFICULT, _ = (GROUND[t] for t in LEXICON.terrains)
#: every hex has one terrain (tgw.3.11c); settlements, forts and hexsides come on top of it
TERRAIN: dict[int, str] = {INDEX[n]: h.terrain for n, h in _HEXES.items()}

# -- countries and regions ---------------------------------------------------------------------------------------------------

#: by code: "france", "russian-poland" …; without what is closed
COUNTRY: dict[str, int] = {c: m & LAND for c, m in _gather([(h.country, 1 << INDEX[n]) for n, h in _HEXES.items()]).items()}
COUNTRY_AT: dict[int, str] = {INDEX[n]: h.country for n, h in _HEXES.items()}
#: the name of a country, and the nation whose soil it is
COUNTRY_NAME: dict[str, str] = {c.code: c.name for m in MAPS.values() for c in m.countries.values()}
NATION: dict[str, str] = {c.code: c.status for m in MAPS.values() for c in m.countries.values()}
REGION: dict[str, int] = {
    r: m & LAND
    for r, m in _gather([(h.values["region"], 1 << INDEX[n]) for n, h in _HEXES.items() if "region" in h.values]).items()
}


def lands(*codes: str) -> int:
    """The hexes of several countries."""
    return sum(COUNTRY[c] for c in codes)


AUSTRIA, GERMANY, FRANCE, BELGIUM, ITALY = (COUNTRY[c] for c in ("austria-hungary", "germany", "france", "belgium", "italy"))
#: where "Russia and Russian Poland" is meant, RUSSIA_POLAND
RUSSIA, POLAND, OTTOMAN, PERSIA, EGYPT = (COUNTRY[c] for c in ("russia", "russian-poland", "ottoman-empire", "persia", "egypt"))
RUSSIA_POLAND = RUSSIA | POLAND
#: all land of the east map outside Austria-Hungary, Germany, Russia and Russian Poland (tgw.3.13f)
BALKANS = LAND & EAST_MAP & ~(AUSTRIA | GERMANY | RUSSIA_POLAND)
#: every Ottoman hex of the Eastern Front (tgw.3.13g)
EUROPEAN_TURKEY = OTTOMAN & EAST_MAP
#: the Ottoman hexes of the Egyptian Front but Syria and Lebanon; the book names Palestine without drawing it (ruling)
PALESTINE = OTTOMAN & FRONT["NE"]
IRAQ = OTTOMAN & FRONT["NI"]
SINAI = REGION["sinai"]

# -- seas --------------------------------------------------------------------------------------------------------------------

SEAS = (*dict.fromkeys(code for m in MAPS.values() for code in m.seas), "gulf")
COAST: dict[str, int] = {code: mask(*(n for n, h in _HEXES.items() if code in h.coasts)) & LAND for code in SEAS}
COASTAL = mask(*(n for n, h in _HEXES.items() if h.coast)) & LAND

# -- signs -------------------------------------------------------------------------------------------------------------------


def features(kind: str) -> list[tuple[int, Feature]]:
    """Every sign of a kind with the index of its hex."""
    return [(INDEX[f[0] + x.hex], x) for f, m in MAPS.items() for x in m.of_kind(kind)]


def _signs(kind: str) -> int:
    return sum({1 << i for i, _ in features(kind)})


CITY, TOWN, PORT = _signs("city"), _signs("town"), _signs("port")
#: towns and cities
SETTLED = CITY | TOWN
#: towns for supply and new units only; trains do not stop there (tgw.3.13i)
HONORARY = mask("N3611", "N4208")
#: forts by the nation that built them (tgw.14.1)
FORT_OF: dict[int, str] = {i: x.args[0] for k in ("fort", "heavy-fort") for i, x in features(k)}
FORT, HEAVY = _signs("fort"), _signs("heavy-fort")
FORTS = FORT | HEAVY
#: hexes that must be Allied for an inland port to serve (tgw.11.44c): port -> hexes marked R or A
PORT_WAYS: dict[int, int] = {
    INDEX["W6819"]: sum(1 << i for i, x in features("port-way") if x.args[0] == "antwerp"),
    INDEX["W5603"]: sum(1 << i for i, x in features("port-way") if x.args[0] == "rouen"),
}
SURRENDER = _signs("surrender")
#: hex -> resource points: one each (tgw.5.16a), two for Kiev (tgw.5.16b)
RESOURCES: dict[int, int] = {i: int(x.args[0]) for i, x in features("resource")}
K_HEXES = _signs("k-hex")
KUT = INDEX["N1845"]
LANDINGS = _signs("landing")
RUHR = mask("W6830", "W6831", "W6729", "W6730")
PARIS = mask("W5008", "W5009", "W4908")
#: towns of Persia marked CP (tgw.7.12b)
CP_TOWNS = _signs("cp-town")

# -- map edges (tgw.11.32, tgw.11.33)
# ------------------------------------------------------------------------------------------------


def _run(letter: str, rows: range, columns: range) -> int:
    return mask(*(f"{letter}{r:02d}{c:02d}" for r in rows for c in columns)) & LAND


FRENCH_EDGE = (_run("W", range(36, 58), range(1, 2)) | _run("W", range(36, 37), range(1, 30))) & FRANCE
GERMAN_EDGE_WEST = (_run("W", range(38, 71), range(34, 35)) | mask("W3833")) & GERMANY
#: E3501-E5701, German and Austrian; the German part counts as cities (tgw.18.14a)
CP_EDGE_EAST = _run("E", range(35, 58), range(1, 2))
GERMAN_EDGE = GERMAN_EDGE_WEST | CP_EDGE_EAST & GERMANY
RUSSIAN_EDGE = _run("E", range(30, 71), range(34, 35))
GREEK_EDGE = _run("E", range(10, 11), range(12, 17))
CAUCASUS_EDGE = _run("N", range(48, 49), range(36, 50))
_RIM_WI = (
    _run("W", range(17, 18), range(8, 35))
    | _run("W", range(33, 34), range(8, 35))
    | _run("W", range(17, 34), range(8, 9))
    | _run("W", range(17, 34), range(34, 35))
)
ITALIAN_EDGE = _RIM_WI & ITALY & ~ALPINE
AUSTRIAN_EDGE = _RIM_WI & AUSTRIA & ~ALPINE
#: where the Central Powers come from on the Near East maps
CP_EDGE_NEAR_EAST = _signs("cp-source")
#: where Americans enter (tgw.13.25a)
WEST_SOUTH_EDGE = _run("W", range(36, 71), range(1, 2)) | _run("W", range(36, 37), range(1, 35))
SOUTH_EDGE_ITALY = _run("W", range(17, 18), range(8, 35))

# -- hexsides ----------------------------------------------------------------------------------------------------------------


def sides(kind: str) -> tuple[Pair, ...]:
    """Every hexside of a kind, as pairs of indices."""
    return tuple((INDEX[f[0] + a], INDEX[f[0] + b]) for f, m in MAPS.items() for a, b in sorted(m.sides[kind]))


#: passes exist on the Eastern Front alone (tgw.8.33c); haffs are those of Stettin (tgw.8.35a) and Konigsberg (tgw.8.35b)
RIVERS, SEA_SIDES, LAKE_SIDES, IMPASSABLE, PASSES, HAFFS, CANAL = (sides(k) for k in LEXICON.sides)
_SHUT = frozenset(both((*SEA_SIDES, *IMPASSABLE)))
_LAKES = frozenset(both(LAKE_SIDES))
_STOPS = _SHUT | _LAKES
#: steps from land hex to land hex; steps over lakes only when they freeze (tgw.8.34d)
STEPS: tuple[Pair, ...] = tuple((i, j) for i in bits(LAND) for j in bits(ATLAS.near(i) & LAND) if (i, j) not in _STOPS)
FROZEN_STEPS: tuple[Pair, ...] = tuple(
    (i, j)
    for i in bits(LAND | LAKE)
    for j in bits(ATLAS.near(i) & (LAND | LAKE))
    if (i, j) not in _SHUT and ((i, j) in _LAKES or (1 << i | 1 << j) & LAKE)
)
#: neighbours that no sea and no impassable side parts; supply lines cross lakes (tgw.11.6b)
CONTACTS: tuple[Pair, ...] = tuple((i, j) for i in bits(LAND) for j in bits(ATLAS.near(i) & LAND) if (i, j) not in _SHUT)

#: west of the Suez Canal: the side of the canal on which Egypt proper lies
WEST_OF_CANAL = _run("N", range(42, 49), range(1, 31)) & EGYPT

# -- victory (tgw.18.1) ----------------------------------------------------------------------------------------------------------

#: signs, every map-edge hex in France (tgw.18.12a), and the hexes west of the Suez Canal (tgw.18.12b)
VICTORY = _signs("victory") | FRENCH_EDGE | WEST_OF_CANAL
SCUTARI = INDEX["E1709"]
#: cities of Germany, Austria-Hungary, Bulgaria, Luxembourg and the Ottoman Empire, with the German edge (tgw.18.13a, tgw.18.14a).
#: Basra is Allied from the first day and counts for nobody (ruling)
CP_CITIES = (CITY & lands("germany", "austria-hungary", "bulgaria", "luxembourg", "ottoman-empire") | GERMAN_EDGE) & ~mask("N2252")
#: cities of Russia and Russian Poland, all of which count for the revolutions (tgw.5.42b)
RUSSIAN_CITIES = CITY & RUSSIA_POLAND
