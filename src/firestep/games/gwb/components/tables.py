"""The play-aid sheets: Fire, Melee and Harassing Fire tables and the Terrain Effects Chart (data/tables)."""

from __future__ import annotations

import csv
from bisect import bisect_right
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parents[1] / "data"


def lines_of(path: Path) -> list[str]:
    """The lines of a table; those that begin with # explain."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip() and not line.startswith("#")]


def rows_of(path: Path) -> list[list[str]]:
    return list(csv.reader(lines_of(path)))


class Terrain(NamedTuple):
    """A line of the Terrain Effects Chart. A `move` of None bars entry."""

    name: str
    kind: str
    barrage: int
    fire: int
    shift: int
    retreat: int
    move: int | None
    guns: int | None
    sight: str


def _terrain(row: list[str]) -> Terrain:
    name, kind, *numbers, sight = row
    barrage, fire, shift, retreat, move, guns = (None if n == "x" else int(n) for n in numbers)
    return Terrain(name, kind, barrage or 0, fire or 0, shift or 0, retreat or 0, move, guns, sight)


TERRAIN = {row[0]: _terrain(row) for row in rows_of(DATA / "tables" / "terrain.csv")[1:]}

_fire = rows_of(DATA / "tables" / "fire.csv")
FIRE_COLUMNS = tuple(int(c) for c in _fire[0][1:])
FIRE_FIRST_ROW = int(_fire[1][0])
FIRE = tuple(tuple(int(c) for c in row[1:]) for row in _fire[1:])

_melee = rows_of(DATA / "tables" / "melee.csv")
MELEE_ODDS = tuple(Fraction(*map(int, c.split(":"))) for c in _melee[0][1:])
MELEE_NAMES = ("below 1:2", *(c if c != "3:2" else "1.5:1" for c in _melee[0][2:]))
MELEE = tuple(tuple((int(c[0]), int(c[2])) for c in row[1:]) for row in _melee[1:])

_harass = rows_of(DATA / "tables" / "harassing.csv")
HARASS_COLUMNS = tuple(int(c) for c in _harass[0][1:])
HARASS_HITS = tuple(int(c) for c in _harass[1][1:])


def fire(strength: int, die: int) -> int:
    """The result of a modified die on the Fire table (gwb.6.2f, gwb.6.3c): in the highest printed column not above the strength
    (gwb.6.2d, gwb.6.3a); below the lowest there is no effect (G19). Rows beyond the ends use the end rows."""  # gwb.6.3c, gwb.6.2d
    k = bisect_right(FIRE_COLUMNS, strength)
    if not k:
        return 0
    row = min(max(die - FIRE_FIRST_ROW, 0), len(FIRE) - 1)
    return FIRE[row][k - 1]


def melee_column(attack: int, defence: int, shift: int = 0) -> int:
    """The odds column, lowered to a printed one (gwb.6.4a) and shifted to the left; shifts stop at the ends (G20)."""
    k = bisect_right(MELEE_ODDS, Fraction(attack, defence)) - 1  # gwb.6.4a
    return min(max(k - shift, 0), len(MELEE_ODDS) - 1)


def melee(column: int, die: int) -> tuple[int, int]:
    """Steps lost by attacker and defender: gwb.6.4.1a."""
    return MELEE[min(max(die - 1, 0), len(MELEE) - 1)][column]


def harass_number(strength: int) -> int:
    """The target is disorganised on a modified die not above this: gwb.8.0b."""
    k = bisect_right(HARASS_COLUMNS, strength)  # gwb.8.0b
    return HARASS_HITS[k - 1] if k else 0
