"""Nations, units, turns and tracks: everything that is printed on the counters and sheets, read from the text files in `data`.

Nations are numbered in the order of `nations.csv`, the eight Great Powers first (`POWERS`); units in the order of `units.csv`.
"""

from __future__ import annotations

import csv
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"

#: sides: seats 0 and 1, then neutral, then not (or no longer) in the game
CP, EP, NEUTRAL, OUT = 0, 1, 2, 3
SEATS = ("central", "entente")
SIDE_TITLES = ("Central Powers", "Entente Powers")
_SIDE = {"cp": CP, "ep": EP, "neutral": NEUTRAL, "out": OUT}


def read(name: str) -> list[dict[str, str]]:
    """The rows of a csv file of this game."""
    with (DATA / name).open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


# -- nations ---------------------------------------------------------------------------------------------------------------

_NATIONS = read("nations.csv")
NATIONS = tuple(r["id"] for r in _NATIONS)
NATION = {n: k for k, n in enumerate(NATIONS)}
#: the book's codes (ditt.1.3): a code that two of ours share names the first
CODE = {r["code"]: k for k, r in reversed(list(enumerate(_NATIONS)))}
TITLE = tuple(r["title"] for r in _NATIONS)
ADJECTIVE = tuple(r["adjective"] for r in _NATIONS)
KIND = tuple(r["kind"] for r in _NATIONS)
START_SIDE = tuple(_SIDE[r["side"]] for r in _NATIONS)
#: the side that a predisposed neutral leans to (ditt.15.2)
LEAN = {k: _SIDE[r["lean"]] for k, r in enumerate(_NATIONS) if r["lean"]}
HOME_COUNTRIES = tuple(tuple(r["home"].split(";")) if r["home"] else () for r in _NATIONS)
LANDS = tuple(tuple(r["lands"].split(";")) if r["lands"] else () for r in _NATIONS)
AH, FR, GE, BR, IT, RS, TU, US = range(8)
POWERS = range(8)
BL, BU, GK, RM, SB, MT, SW, CH, NO, DK, AL, MC, AR, AS, MR = range(8, 23)
AB, SI, SG, SP, GG, AZ, UK, FI, BS, CZ, RC, RE, BO, CC, EE = range(23, 38)
assert NATIONS[AH] == "ah" and NATIONS[US] == "us" and NATIONS[SI] == "si" and NATIONS[EE] == "ee"
#: hexes that belong to a side but to no nation of it
COMMON = (CC, EE)
REDS = (RC, RE)
#: the Allies of the rivalry rule (ditt.10.1a), and the nations of Sea Supply (ditt.9.3)
ALLIES = (BR, FR, IT, US)
SEAFARING = (BR, FR, US)

_POWERS = read("powers.csv")
assert [r["id"] for r in _POWERS] == list(NATIONS[:8])
START_MAX = tuple(int(r["army_max"]) for r in _POWERS)
START_RESERVES = tuple(int(r["reserves"]) for r in _POWERS)
LIMIT = tuple(int(r["limit"]) for r in _POWERS)
#: offence, defence, fortitude of one Div of each power
DIV = tuple((int(r["offence"]), int(r["defence"]), int(r["fortitude"])) for r in _POWERS)

# -- units -----------------------------------------------------------------------------------------------------------------

_UNITS = read("units.csv")
UNITS = tuple(r["id"] for r in _UNITS)
UNIT = {u: k for k, u in enumerate(UNITS)}
N = len(UNITS)
#: the nation a unit serves at first (ANZ serves Britain, Cossacks serve Russia); `State.serves` is the nation now
UNIT_NATION = tuple(NATION[r["nation"]] for r in _UNITS)
FLAG = tuple(r["flag"] for r in _UNITS)
UNIT_NAME = tuple(r["name"] for r in _UNITS)
#: a unit that holds Divs; all others are Minor Forces (ditt.5.1)
IS_ARMY = tuple(r["kind"] == "army" for r in _UNITS)
IS_MF = tuple(not a for a in IS_ARMY)
#: printed factors: of one Div for an Army, of the whole unit for a Minor Force
FACTORS = tuple(
    DIV[UNIT_NATION[k]] if IS_ARMY[k] else (int(r["offence"]), int(r["defence"]), int(r["fortitude"])) for k, r in enumerate(_UNITS)
)
TWO_STARS = tuple(r["stars"] == "2" for r in _UNITS)
ALPINE_UNIT = tuple(r["alpine"] == "yes" for r in _UNITS)
#: Minor Forces that may enter the Near East (ditt.6.3d)
NE_UNIT = tuple(r["ne"] == "yes" or r["kind"] == "army" for r in _UNITS)
START_PLACE = tuple(r["place"] for r in _UNITS)
START_DIVS = tuple(int(r["divs"] or 0) for r in _UNITS)
_marks = [r["marks"] for r in _UNITS]
PLAN17 = tuple(k for k, m in enumerate(_marks) if m == "plan17")
BASRA = tuple(k for k, m in enumerate(_marks) if m == "basra")
#: units that may not leave the colonies until an event lets them (ditt.16.4b)
HELD = tuple(k for k, m in enumerate(_marks) if m == "held")
UNITS_OF = tuple(tuple(u for u in range(N) if UNIT_NATION[u] == n) for n in range(len(NATIONS)))
ARMIES_OF = tuple(tuple(u for u in UNITS_OF[n] if IS_ARMY[u]) for n in range(len(NATIONS)))
ARMIES = tuple(sum(1 << u for u in armies) for armies in ARMIES_OF)
SUD, BARON, ASKARI, BOER = UNIT["ah-sud"], UNIT["ge-baron"], UNIT["ge-askari"], UNIT["boer"]
DUNSTER, AAV, BAKU = UNIT["br-dunster"], UNIT["ar-aav"], UNIT["bs-1"]
JAPAN, TEREK = UNIT["jp-exp"], UNIT["co-terek"]
#: two-star units of the same nation may not share a hex (ditt.5.1f)
TWO_STAR_MASK = sum(1 << u for u in range(N) if TWO_STARS[u])
ARMY_MASK = sum(1 << u for u in range(N) if IS_ARMY[u])
MF_MASK = sum(1 << u for u in range(N) if not IS_ARMY[u])
MOST_DIVS = 20

# -- turns and tracks ------------------------------------------------------------------------------------------------------

_TURNS = read("turns.csv")
LAST_TURN = len(_TURNS)
TURN_NAME = ("", *(r["name"] for r in _TURNS))
YEAR = (0, *(int(r["year"]) for r in _TURNS))
SEASON = ("", *(r["season"] for r in _TURNS))
#: the weather of ditt.6.2: Fall 1916 is a Winter turn for that rule only (ditt.6.2f)
WEATHER = ("", *(r["weather"] for r in _TURNS))
FIRST = (CP, *(_SIDE[r["first"]] for r in _TURNS))

SEAS = ("north", "baltic", "black", "mediterranean", "adriatic")
SEA_TITLE = ("North Sea", "Baltic Sea", "Black Sea", "Mediterranean Sea", "Adriatic Sea")
NORTH, BALTIC, BLACK, MED, ADRIATIC = range(5)
#: boxes of the Naval Supremacy Track, from left to right
EP_RULES, PARITY, CP_RULES = 0, 1, 2
SEA_WORD = ("entente", "parity", "central")

_ENTRY = read("entry.csv")
#: the markers on the way to 70: five countries, and the Russian Revolution (under Russia's name)
ENTRY = tuple(r["id"] for r in _ENTRY)
ENTRY_START = tuple(int(r["start"]) for r in _ENTRY)
ENTRY_NATION = tuple(NATION[i] for i in ENTRY)
REVOLUTION = ENTRY.index("rs")
US_ENTRY = ENTRY.index("us")
IN_THE_WAR = 70

_AIR = read("air.csv")
AIR = tuple(r["id"] for r in _AIR)
AIR_TITLE = tuple(r["box"] for r in _AIR)
AIR_SIDE = tuple(_SIDE[r["side"]] for r in _AIR)
AIR_BONUS = tuple(int(r["bonus"]) for r in _AIR)

US_CHART = tuple(int(r["divs"]) for r in read("us.csv"))

_BOXES = read("boxes.csv")
#: Special Event boxes, the CP's first
BOXES = tuple(r["id"] for r in _BOXES)
BOX = {i: k for k, i in enumerate(BOXES)}
BOX_TITLE = tuple(r["title"] for r in _BOXES)
BOX_SIDE = tuple(_SIDE[r["side"]] for r in _BOXES)
BOX_START = tuple(int(r["start"] or 0) for r in _BOXES)


def unit_title(u: int) -> str:
    """`ge-1` is "German 1st Army"; names that say who it is stand alone, and those of units under another flag."""
    name = UNIT_NAME[u]
    plain = IS_ARMY[u] or (name[0].isdigit() or name.split()[0].isupper()) and FLAG[u] == _NATIONS[UNIT_NATION[u]]["code"]
    return f"{ADJECTIVE[UNIT_NATION[u]]} {name}" if plain else name
