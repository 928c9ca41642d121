"""The board: map, counters and tables of the game, read once from the data files and turned into masks and tuples."""

from __future__ import annotations

import csv
from pathlib import Path

from firestep.games.wwi.ground import Ground
from firestep.games.wwi.meta import META
from firestep.hexmap.grid import bits
from firestep.hexmap.mapfile import Lexicon, load_map
from firestep.hexmap.ways import borders

DATA = Path(__file__).parents[1] / "data"

ALLIED, CENTRAL, NEUTRAL, NOBODY = 0, 1, 2, 3
SEATS, SIDE_TITLES = META.seats, META.seat_titles

#: the words of the map; features in the order in which they give a hex its name, those after `fort` give none
LEXICON = Lexicon(
    terrains=("clear", "rough"),
    statuses=("allied", "central", "neutral", "closed"),
    sides=("blocked",),
    lines=("rails",),
    features=("city", "supply", "town", "centre", "fort", "straits", "transit"),
)
NAME_ORDER = LEXICON.features[:5]
MAP = load_map(DATA / "map.txt", LEXICON)
GRID = MAP.grid  # even columns sit half a hex lower: wwi.3.1g

# -- nations and countries ---------------------------------------------------------------------------------------------------

#: the fourteen nations with armies, in the order of their codes (wwi.10.0e)
NATIONS = ("ah", "bl", "br", "bu", "fr", "ge", "gk", "it", "ne", "rm", "rs", "sb", "tu", "us")
AH, BL, BR, BU, FR, GE, GK, IT, NE, RM, RS, SB, TU, US = range(14)
COUNTRIES = NATIONS + tuple(
    sorted(c.lower() for c, k in MAP.countries.items() if c.lower() not in NATIONS and k.status != "closed")
)
NATION = {code: i for i, code in enumerate(COUNTRIES)}
AB = NATION["ab"]
MN = NATION["mn"]
TITLES = {code: n.title for code, n in META.nations.items()}

# -- the land ------------------------------------------------------------------------------------------------------------

#: countries that nobody may enter (wwi.map.closed)
CLOSED = {c for c, k in MAP.countries.items() if k.status == "closed"}


def _land(*, country: str | None = None, terrain: str | None = None) -> int:
    return GRID.mask(
        h.number
        for h in MAP.hexes.values()
        if h.country not in CLOSED
        and (country is None or h.country.lower() == country)
        and (terrain is None or h.terrain == terrain)
    )


LAND = _land()
#: entered for one point (wwi.5.6a)
CLEAR = _land(terrain="clear")
#: entered for two points (wwi.5.6b, wwi.5.12b); the defender adds one (wwi.8.34)
ROUGH = _land(terrain="rough")
HOME = tuple(_land(country=c) for c in COUNTRIES)
#: country index of each land hex
COUNTRY_AT: dict[int, int] = {i: n for n, mask in enumerate(HOME) for i in bits(mask)}
COASTAL = GRID.mask(h.number for h in MAP.hexes.values() if h.coast) & LAND
BLACK_SEA = GRID.mask(h.number for h in MAP.hexes.values() if h.coast == "black-sea") & LAND
MARMARA = GRID.mask(h.number for h in MAP.hexes.values() if h.coast == "marmara") & LAND
AZOV = GRID.mask(h.number for h in MAP.hexes.values() if h.coast == "azov") & LAND
BALTIC = GRID.mask(h.number for h in MAP.hexes.values() if h.coast == "baltic") & LAND
CLOSED_LAND = GRID.mask(h.number for h in MAP.hexes.values() if h.country in CLOSED)


def _pairs(pairs: list[tuple[str, str]]) -> list[tuple[int, int]]:
    return [(GRID.index(a), GRID.index(b)) for a, b in pairs]


WALLS = _pairs(sorted(MAP.sides["blocked"]))
#: the sides that a railway crosses: a step over one costs half a point (wwi.5.31a, wwi.5.6c), between two rail hexes without
#: one the price of the terrain (wwi.5.31b)
RAILS = _pairs([(a, b) for line in MAP.lines["rails"] for a, b in zip(line.hexes, line.hexes[1:], strict=False)])
GROUND = Ground(GRID, LAND, WALLS, RAILS)
#: the same ground without its walls, to explain which rule stands in the way
UNWALLED = Ground(GRID, LAND, (), RAILS)
NEAR = GROUND.near
LEAVING = [(i, j) for i, j in borders(GRID, LAND) if HOME[RS] >> i & 1 and not HOME[RS] >> j & 1]
#: the same ground for armies that may enter Russia and not leave it
INWARD, UNWALLED_INWARD = (Ground(GRID, LAND, walls, RAILS, LEAVING) for walls in (WALLS, ()))
RAIL = GROUND.lines

#: hexes have four digits (wwi.3.1)
NUMBER = {i: GRID.number(i) for i in bits(LAND)}
INDEX = {n: i for i, n in NUMBER.items()}

# -- features ------------------------------------------------------------------------------------------------------------

FORT_STRENGTH = {GRID.index(f.hex): int(f.args[1]) for f in MAP.features if f.kind == "fort"}
FORT_NATION = {GRID.index(f.hex): NATION[f.args[0].lower()] for f in MAP.features if f.kind == "fort"}
FORTS = sum(1 << i for i in FORT_STRENGTH)
#: only these exert a Zone of Control (wwi.6.51a, wwi.6.51b)
STRONG_FORTS = sum(1 << i for i, k in FORT_STRENGTH.items() if k >= 2)
FORTS_OF = tuple(sum(1 << i for i, k in FORT_NATION.items() if k == n) for n in range(len(COUNTRIES)))

SUPPLY_CITIES = tuple(GRID.mask(f.hex for f in MAP.features if f.kind == "supply" and f.args[0].lower() == c) for c in COUNTRIES)
CENTRES = GRID.mask(f.hex for f in MAP.features if f.kind == "centre")
#: hexes are called as they are on the map
CITY_NAME = {GRID.index(f.hex): f.name for kind in reversed(NAME_ORDER) for f in MAP.features if f.kind == kind and f.name}

#: the four cities of collapse and the three others (wwi.12.11a, wwi.12.12a)
COLLAPSE_CITIES = GRID.mask(("2014", "2316", "2720", "2713"))
OTHER_CITIES = GRID.mask(("2710", "2718", "2326"))
RUSSIAN_CITIES = COLLAPSE_CITIES | OTHER_CITIES

#: columns 01 and 29: wwi.map.edge
WEST_EDGE = GRID.mask(n for n in INDEX if n.startswith("01"))
EAST_EDGE = GRID.mask(n for n in INDEX if n.startswith("29"))
DOORS = tuple(GRID.index(n) for n in ("0110", "0113"))
#: the passage to the Black Sea in order (wwi.5.46b, ruling R33)
STRAITS = tuple(GRID.index(n) for n in ("1332", "1432", "1532", "1632", "1733"))
STRAITS_FORT = 1 << STRAITS[4]
#: a step of the passage for each coastal hex that lies on or beyond it (wwi.5.46b): 0-4 the chain, 5 the Black Sea and the Sea of
#: Azov
PASSAGE = {i: 5 for i in bits(BLACK_SEA | AZOV)} | {i: 3 for i in bits(MARMARA)} | {i: k for k, i in enumerate(STRAITS)}

#: where a sea move may start (wwi.5.42a, wwi.5.42b) and end (wwi.5.43a, wwi.5.43b, ruling R31)
NORTH_RUSSIA = HOME[RS] & BALTIC
SEA_START = COASTAL & CLEAR & ~HOME[GE] & ~NORTH_RUSSIA
SEA_END = COASTAL & CLEAR & (HOME[IT] | HOME[GK] | HOME[BU] | HOME[TU] | HOME[RM] | HOME[RS] & BLACK_SEA)

#: where an Austro-Hungarian army may not end its Movement Phase (wwi.12.5a)
AH_BAN = HOME[GE] | HOME[FR] | HOME[BL] | HOME[NE]

VP = tuple(int(MAP.countries[c.upper()].values.get("vp", 0)) if c.upper() in MAP.countries else 0 for c in COUNTRIES)

# -- counters ------------------------------------------------------------------------------------------------------------


def _csv(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def _lines(name: str) -> list[list[str]]:
    text = (DATA / name).read_text(encoding="utf-8").splitlines()
    return [words for line in text if (words := line.split("#")[0].split())]


#: the rosters, 83 armies (wwi.3.4a): wwi.ctr.fr, wwi.ctr.br, wwi.ctr.rs, wwi.ctr.sb, wwi.ctr.us, wwi.ctr.it, wwi.ctr.minor,
#: wwi.ctr.ge, wwi.ctr.ah, wwi.ctr.tu
_UNITS = _csv("units.csv")
#: sorted by id, so that the order of indices is the order of words
UNITS = tuple(r["id"] for r in _UNITS)
UNIT = {id: u for u, id in enumerate(UNITS)}
UNIT_NATION = tuple(NATION[r["nation"]] for r in _UNITS)
UNIT_NAME = tuple(r["name"] for r in _UNITS)
#: what armies of a nation are called; the one army of a small country has its country in its name
ADJECTIVE = {code: n.adjective for code, n in META.nations.items()} | {"bl": "", "ne": "", "us": "US"}
#: an army has one name wherever it is spoken of: `the German 6th Army`
ARMY = tuple("the " + " ".join(w for w in (ADJECTIVE[r["nation"]], r["name"]) if w) for r in _UNITS)
ATTACK = tuple(int(r["attack"]) for r in _UNITS)
DEFENSE = tuple(int(r["defense"]) for r in _UNITS)
UNIT_KIND = tuple(r["kind"] for r in _UNITS)
UNITS_OF = tuple(tuple(u for u in range(len(UNITS)) if UNIT_NATION[u] == n) for n in range(len(COUNTRIES)))
#: every army of a nation attacks with the same strength, so strengths around a hex are counted by groups of nations
NATIONS_BY_ATTACK = tuple(
    (k, tuple(n for n in range(len(NATIONS)) if {ATTACK[u] for u in UNITS_OF[n]} == {k})) for k in sorted(set(ATTACK))
)
#: units that can infiltrate: Stosstruppen, and the French tank army (wwi.12.33a, wwi.13.32)
INFILTRATORS = frozenset(u for u, k in enumerate(UNIT_KIND) if k in ("stoss", "tank"))
#: what can be built, in the words of the action: a nation's standard army or one of its special kinds
KINDS = {
    (r["nation"] if r["kind"] == "army" else f"{r['nation']}-{r['kind']}"): tuple(
        u for u in range(len(_UNITS)) if _UNITS[u]["nation"] == r["nation"] and _UNITS[u]["kind"] == r["kind"]
    )
    for r in _UNITS
}
KIND_NATION = {k: UNIT_NATION[us[0]] for k, us in KINDS.items()}

# -- tables --------------------------------------------------------------------------------------------------------------

#: CRT[differential][die] = (attacker's loss, defender's loss), wwi.8.8
_CRT_ROWS = [[tuple(map(int, cell.split("/"))) for cell in row[1:]] for row in _lines("crt.txt")]
CRT: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    ((0, 0), *((_CRT_ROWS[die][column][0], _CRT_ROWS[die][column][1]) for die in range(6))) for column in range(11)
)

#: the Turn Record Track, a line for each turn: wwi.trt.gt1, wwi.trt.gt2, wwi.trt.gt3, wwi.trt.gt4, wwi.trt.gt5, wwi.trt.gt6,
#: wwi.trt.gt7, wwi.trt.gt8, wwi.trt.gt9, wwi.trt.gt10
_TURNS = _csv("turns.csv")
LAST_TURN = len(_TURNS)
#: INCOME[turn][nation], wwi.trt
INCOME = ((0,) * 14, *(tuple(int(r.get("us_crp" if c == "us" else c) or 0) for c in NATIONS) for r in _TURNS))
SURRENDER_VP = (0, *(int(r["surrender"]) for r in _TURNS))
US_ARRIVALS = (0, *(int(r["us"]) for r in _TURNS))
#: a turn is half a year, summer or winter (wwi.1.0)
SEASON = ("", *(f"{r['season']} {r['years']}" for r in _TURNS))
#: wwi.10.0a; the file says who starts with how many
START_CRP = tuple({w[0]: int(w[1]) for w in _lines("crp.txt")}.get(c, 0) for c in NATIONS)
SETUP = {UNIT[w[0]]: INDEX[w[1]] for w in _lines("setup.txt")}

BLOCKADE_VP = 75
CENTRE_VP = 5
ARMY_COST = 5
#: of every army in every Movement Phase (wwi.5.25); nothing of it is kept (wwi.5.0b) or lent (wwi.5.23b)
MOVEMENT_POINTS = 5


def hexes(mask: int) -> list[str]:
    return [NUMBER[i] for i in bits(mask)]


def place_name(i: int) -> str:
    """A hex for people: its number, and its name if it has one."""
    return f"{CITY_NAME[i]} ({NUMBER[i]})" if i in CITY_NAME else NUMBER[i]
