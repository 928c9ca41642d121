"""Sides, nations, turns and letters of The Great War: the small tables that every module uses.

Nations have the codes of the counters; PN-A and PN-C are the Persians of each side (ruling C13). Operational turns are 1 to 51,
Strategic Turns are letters A to U with numbers 0 to 20 (data/turns.csv).
"""

from __future__ import annotations

import csv
from pathlib import Path

DATA = Path(__file__).parents[1] / "data"

ALLIED, CENTRAL, NEUTRAL = 0, 1, 2
SEATS = ("allied", "central")
SIDE_TITLES = ("Allies", "Central Powers")

#: nationality codes of both sides, in the order of their numbers (tgw.3.25i, tgw.3.25j)
NATIONS = (
    "AH",
    "GE",
    "TU",
    "BU",
    "PN-C",
    "BE",
    "BR",
    "BI",
    "BP",
    "FR",
    "RU",
    "PG",
    "SR",
    "MN",
    "IT",
    "GK",
    "RO",
    "US",
    "ARM",
    "AB",
    "PN-A",
)
NATION = {code: n for n, code in enumerate(NATIONS)}
AH, GE, TU, BU, PNC, BE, BR, BI, BP, FR, RU, PG, SR, MN, IT, GK, RO, US, ARM, AB, PNA = range(len(NATIONS))
#: a nation decides the side of its units (tgw.3.25q). At the start these are the Central Powers (tgw.17.3a, tgw.19.11a) and the
#: Allies (tgw.17.2a, tgw.19.11b), to whom Arab, Armenian and Provisional Government units belong (tgw.17.2b). Five nations begin
#: as neutrals (tgw.3.25k), and Turkey joins in October 1914 (tgw.17.1a)
START_SIDE = tuple(
    CENTRAL if n in (AH, GE, PNC) else NEUTRAL if n in (TU, BU, IT, GK, RO, US) else ALLIED for n in range(len(NATIONS))
)
#: British pieces of Europe, Iraq and Palestine (tgw.3.25l); Russians of both governments with Armenians (tgw.6.8d, tgw.15.81c, P16)
BRITISH = frozenset((BR, BI, BP))
RUSSIAN = frozenset((RU, PG, ARM))
#: the nation that pays for a nation: Britain for all British units, Russia for all Russian and Armenian ones (tgw.6.8d)
PAYER = tuple(BR if n in BRITISH else RU if n in RUSSIAN or n == PNA else TU if n == PNC else n for n in range(len(NATIONS)))
#: entries of `State.trenches`: the markers of tgw.14.43a, tgw.14.43b, tgw.14.45a, tgw.14.45b and tgw.14.45c
TRENCH_NAMES = ("german", "central", "british", "french", "allied")
TRENCH = tuple(
    0 if n == GE else 1 if n in (AH, TU, BU, PNC) else 2 if n in BRITISH or n == BE else 3 if n == FR else 4
    for n in range(len(NATIONS))
)

#: weather by number (tgw.12.0a); a front that is not open yet has Fair
WEATHERS = ("fair", "wet", "snow", "hot")
FAIR, WET, SNOW, HOT = range(4)
_WEATHER = {"F": FAIR, "W": WET, "S": SNOW, "H": HOT, "V": -1, "-": FAIR}
#: printed as variable, in every March and October for the west and Italy (tgw.12.12c): one die decides (tgw.12.13a)
VARIABLE = -1

#: the 21 Strategic Turns (tgw.5.0a)
LETTERS = "ABCDEFGHIJKLMNOPQRSTU"
LETTER = {c: k for k, c in enumerate(LETTERS)}

with (DATA / "turns.csv").open(encoding="utf-8", newline="") as _f:
    _rows = list(csv.DictReader(_f))
LAST_TURN = len(_rows)
#: the name of each turn, from 1 on: a month, or two in winter (tgw.3.4a); a week or half a month in 1914 (tgw.3.4b)
MONTH = ("", *(r["month"] for r in _rows))
YEAR = (0, *(int(r["year"]) for r in _rows))
TURN_NAME = ("", *(f"{r['month']} {r['year']}" for r in _rows))
#: the Strategic Turn after an Operational Turn, or -1
LETTER_AFTER = (-1, *(LETTER[r["letter"]] if r["letter"] else -1 for r in _rows))
#: printed weather of a turn for west and Italy, east (tgw.12.12a), Egypt and Iraq, Caucasus (tgw.12.12b); `VARIABLE` where a die
#: decides
PRINTED = ((FAIR,) * 4, *(tuple(_WEATHER[r[k]] for k in ("west", "east", "egypt", "caucasus")) for r in _rows))
#: the turn on which the Near East opens (tgw.7.12a), and on which Turkey joins (tgw.17.1a)
NEAR_EAST_TURN = TURN_NAME.index("Nov/Dec 1914")
TURKEY_TURN = TURN_NAME.index("October 1914")


def turn_of(month: str, year: int) -> int:
    """The number of a turn by its name on the track."""
    return TURN_NAME.index(f"{month} {year}")


def letter_name(number: int) -> str:
    """Return the letter of a Strategic Turn; empty if the war ends before it."""
    return LETTERS[number] if number < len(LETTERS) else ""
