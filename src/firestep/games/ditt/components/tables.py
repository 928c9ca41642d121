"""Nations, units, turns and tracks: everything that is printed on the counters and sheets, read from the text files in `data`.

Nations are numbered in the order of `nations.csv`, the eight Great Powers first (`POWERS`); units in the order of `units.csv`.
"""

from __future__ import annotations

import csv
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"

#: the two players are seats 0 and 1 (ditt.1.0a); a nation can also be neutral, or not (or no longer) in the game
CP, EP, NEUTRAL, OUT = 0, 1, 2, 3
SEATS = ("central", "entente")
SIDE_TITLES = ("Central Powers", "Entente Powers")
_SIDE = {"cp": CP, "ep": EP, "neutral": NEUTRAL, "out": OUT}


def read(name: str) -> list[dict[str, str]]:
    """Returns the rows of a csv file of this game."""
    with (DATA / name).open(encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


# -- nations ---------------------------------------------------------------------------------------------------------------

_NATIONS = read("nations.csv")
NATIONS = tuple(r["id"] for r in _NATIONS)
NATION = {n: k for k, n in enumerate(NATIONS)}
#: nations by the codes of the counters (ditt.1.3a): R is Roumania, RU Russia (ditt.1.3b). Two of our nations share PE, which means
#: the first
CODE = {r["code"]: k for k, r in reversed(list(enumerate(_NATIONS)))}
TITLE = tuple(r["title"] for r in _NATIONS)
ADJECTIVE = tuple(r["adjective"] for r in _NATIONS)
KIND = tuple(r["kind"] for r in _NATIONS)
#: the side of each nation at the start (ditt.15.1a, ditt.16.1a)
START_SIDE = tuple(_SIDE[r["side"]] for r in _NATIONS)
#: the predisposed neutrals (ditt.15.1b), and the side to which each leans (ditt.15.2a)
LEAN = {k: _SIDE[r["lean"]] for k, r in enumerate(_NATIONS) if r["lean"]}
HOME_COUNTRIES = tuple(tuple(r["home"].split(";")) if r["home"] else () for r in _NATIONS)
LANDS = tuple(tuple(r["lands"].split(";")) if r["lands"] else () for r in _NATIONS)
AH, FR, GE, BR, IT, RS, TU, US = range(8)
POWERS = range(8)
BL, BU, GK, RM, SB, MT, SW, CH, NO, DK, AL, MC, AR, AS, MR = range(8, 23)
#: "Arabs" (AB) are the Arab Northern Army of the EP; the Senussi (SI) belong to the CP (ditt.14.1a)
AB, SI, SG, SP, GG, AZ, UK, FI, BS, CZ, RC, RE, BO, CC, EE = range(23, 38)
assert NATIONS[AH] == "ah" and NATIONS[US] == "us" and NATIONS[SI] == "si" and NATIONS[EE] == "ee"
#: hexes that belong to a side but to no nation of it
COMMON = (CC, EE)
REDS = (RC, RE)
#: the Allies of the rivalry rule (ditt.10.1a), and the nations of Sea Supply (ditt.9.3a)
ALLIES = (BR, FR, IT, US)
SEAFARING = (BR, FR, US)
#: whose Divs in the Near East have a cap (ditt.6.3i, ditt.6.3l)
CAPPED = (BR, RS)

_POWERS = read("powers.csv")
assert [r["id"] for r in _POWERS] == list(NATIONS[:8])
#: Army Max, Reserves and Divs at set-up are those of ditt.16.3a and ditt.16.3b (ditt.16.2i)
START_MAX = tuple(int(r["army_max"]) for r in _POWERS)
START_RESERVES = tuple(int(r["reserves"]) for r in _POWERS)
LIMIT = tuple(int(r["limit"]) for r in _POWERS)
#: Offensive Firepower, Defensive Firepower and Fortitude (ditt.1.2a) of one Div of each power
DIV = tuple((int(r["offence"]), int(r["defence"]), int(r["fortitude"])) for r in _POWERS)

# -- units -----------------------------------------------------------------------------------------------------------------

_UNITS = read("units.csv")
UNITS = tuple(r["id"] for r in _UNITS)
UNIT = {u: k for k, u in enumerate(UNITS)}
N = len(UNITS)
#: the nation that a unit serves at first: Finns and Cossacks serve Russia (ditt.5.1b), troops of the Empire serve Britain
#: (ditt.5.1c). `State.serves` is the nation now
UNIT_NATION = tuple(NATION[r["nation"]] for r in _UNITS)
#: the code in the oval of a counter, and its historical name (ditt.1.2c)
FLAG = tuple(r["flag"] for r in _UNITS)
UNIT_NAME = tuple(r["name"] for r in _UNITS)
#: a unit that holds Divs, whether it is called Army or Corps (ditt.1.2b). All others are Minor Forces, with a star (ditt.5.1a)
IS_ARMY = tuple(r["kind"] == "army" for r in _UNITS)
#: among them elite units of Great Powers (ditt.5.1g), and the Gurkhas (ditt.err.j)
IS_MF = tuple(not a for a in IS_ARMY)
#: printed factors (ditt.1.2a): of one Div for an Army, of the whole unit for a Minor Force (ditt.5.1d; for the Baku Soviet
#: ditt.err.k)
FACTORS = tuple(
    DIV[UNIT_NATION[k]] if IS_ARMY[k] else (int(r["offence"]), int(r["defence"]), int(r["fortitude"])) for k, r in enumerate(_UNITS)
)
TWO_STARS = tuple(r["stars"] == "2" for r in _UNITS)
ALPINE_UNIT = tuple(r["alpine"] == "yes" for r in _UNITS)
#: Minor Forces that may enter the Near East (ditt.6.3d): none of Russia (ditt.6.3o)
NE_UNIT = tuple(r["ne"] == "yes" or r["kind"] == "army" for r in _UNITS)
#: where units begin; the column `why` of `units.csv` cites the rule of each minor country and of the units in the colonies
START_PLACE = tuple(r["place"] for r in _UNITS)
#: the Divs of each Army at set-up (ditt.16.2i, ditt.16.3b)
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
ARMY_MASK = sum(1 << u for u in range(N) if IS_ARMY[u])
MOST_DIVS = 20  # ditt.4.2b

# -- turns and tracks ------------------------------------------------------------------------------------------------------

_TURNS = read("turns.csv")
LAST_TURN = len(_TURNS)
TURN_NAME = ("", *(r["name"] for r in _TURNS))
YEAR = (0, *(int(r["year"]) for r in _TURNS))
SEASON = ("", *(r["season"] for r in _TURNS))
#: the weather of ditt.6.2: Fall 1916 is a Winter turn for that rule only (ditt.6.2f). A turn without weather changes nothing
#: (ditt.6.2a)
WEATHER = ("", *(r["weather"] for r in _TURNS))
FIRST = (CP, *(_SIDE[r["first"]] for r in _TURNS))

#: the five seas with a marker (ditt.8.3a)
SEAS = ("north", "baltic", "black", "mediterranean", "adriatic")
SEA_TITLE = ("North Sea", "Baltic Sea", "Black Sea", "Mediterranean Sea", "Adriatic Sea")
NORTH, BALTIC, BLACK, MED, ADRIATIC = range(5)
#: boxes of the Naval Supremacy Track, from left to right; at Parity neither side has Supremacy (ditt.8.3l)
EP_RULES, PARITY, CP_RULES = 0, 1, 2
SEA_WORD = ("entente", "parity", "central")

_ENTRY = read("entry.csv")
#: the markers on the way to 70: five countries, and the Russian Revolution (under Russia's name)
ENTRY = tuple(r["id"] for r in _ENTRY)
#: ditt.16.5a
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

#: US reinforcements by turns since the declaration of war (ditt.15.10d)
US_CHART = tuple(int(r["divs"]) for r in read("us.csv"))

_BOXES = read("boxes.csv")
#: Special Event boxes, the CP's first
BOXES = tuple(r["id"] for r in _BOXES)
BOX = {i: k for k, i in enumerate(BOXES)}
BOX_TITLE = tuple(r["title"] for r in _BOXES)
BOX_SIDE = tuple(_SIDE[r["side"]] for r in _BOXES)
#: coins at set-up (ditt.16.5e)
BOX_START = tuple(int(r["start"] or 0) for r in _BOXES)


#: Minor Forces whose name alone does not tell their nation
_PLAIN_NAMES = frozenset(("ge-kav", "fr-colonial", "tu-guards", "tu-gendarmes", "rs-guards"))


def unit_title(u: int) -> str:
    """Returns the name of a unit with its nationality, as "German 1st Army". Proper names and units under another flag go
    without."""
    name = UNIT_NAME[u]
    plain = IS_ARMY[u] or (name[0].isdigit() or name.split()[0].isupper()) and FLAG[u] == _NATIONS[UNIT_NATION[u]]["code"]
    plain = plain or UNITS[u] in _PLAIN_NAMES
    return f"{ADJECTIVE[UNIT_NATION[u]]} {name}" if plain else name
