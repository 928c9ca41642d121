"""The combat results tables A and B (tgw.10.31 to tgw.10.36, tgw.10.49, tgw.10.56a), read from `data/crt_a.csv` and
`data/crt_b.csv`.

A column is a number: 1 to 5 are 1:1 to 5:1, 0 is 1:2, -1 is 1:3 and so on downwards, 6 and more are 6:1 and more. Shifts are then
plain additions (E44). The column `below` of the files is stated by the book, as are the rows (0 to 6) and the columns, and that
eliminations stand on A alone from 3:1; the other cells are designed: monotone in die and column, never dearer for the attacker
than the automatic result, B at least as bloody as A.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parents[1] / "data"

A, B = 0, 1
TABLES = ("A", "B")
#: the printed columns from 1:2 to 5:1
LEAST, MOST = 0, 5
#: everything in the hex is eliminated (tgw.10.65a)
ALL = -1


class Loss(NamedTuple):
    """A result: the steps lost by the attacker and by the defender (tgw.10.36a, tgw.10.61a), or `ALL`."""

    attacker: int  # tgw.10.36a, tgw.10.61a
    defender: int

    def __str__(self) -> str:
        return f"{self.attacker}/{'E' if self.defender == ALL else self.defender}"


def _loss(word: str) -> Loss:
    a, d = word.split("/")
    return Loss(int(a), ALL if d == "E" else int(d))


def _read(name: str) -> tuple[tuple[Loss, ...], ...]:
    with (DATA / name).open(encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f))
    assert [int(r["die"]) for r in rows] == list(range(7))
    return tuple(tuple(_loss(r[title(c)]) for c in range(LEAST, MOST + 1)) for r in rows)


def _below(name: str) -> Loss:
    with (DATA / name).open(encoding="utf-8", newline="") as f:
        (word,) = {r["below"] for r in csv.DictReader(f)}
    return _loss(word)


def title(column: int) -> str:
    """3:1, 1:2 …"""
    return f"{column}:1" if column >= 1 else f"1:{2 - column}"


#: by table, then by modified die 0 to 6, then by column 1:2 to 5:1
CELLS = (_read("crt_a.csv"), _read("crt_b.csv"))
#: the results below 1:2 on each table (tgw.10.49a, tgw.10.49b)
BELOW = (_below("crt_a.csv"), _below("crt_b.csv"))


def column(attack: int, defence: int) -> int:
    """Returns the initial odds, fractions in the defender's favour (tgw.10.31a)."""
    return attack // defence if attack >= defence else 2 + -defence // attack


def table(units: int) -> int:
    """Returns table A for three defending units or fewer, B for more (tgw.10.33a)."""
    return A if units <= 3 else B  # tgw.10.33a


def automatic(column: int) -> bool:
    """Returns whether no die is rolled because the odds are below 1:2 (tgw.10.49a, tgw.10.49b)."""
    return column < LEAST


def above(column: int) -> int:
    """Returns what is added to the die if the odds are above 5:1 (tgw.10.49c, tgw.10.54a)."""
    return max(0, column - MOST)


def result(which: int, column: int, die: int) -> Loss:
    """Returns the result for a modified die, which counts as 0 at least and 6 at most (tgw.10.56a). Odds above 5:1 use that column
    (tgw.10.49c)."""
    if column < LEAST:
        return BELOW[which]
    return CELLS[which][min(6, max(0, die))][min(column, MOST)]  # tgw.10.56a, tgw.10.49c


#: by set of sides (bits 0 to 5 in the order of the compass): whether attackers there are concentric (tgw.10.53a)
CONCENTRIC = tuple(
    m.bit_count() >= 4
    or any(m >> k & 1 and m >> k + 3 & 1 for k in range(3))
    or m & 0b010101 == 0b010101
    or m & 0b101010 == 0b101010
    for m in range(64)
)

#: the place of each of the six bit shifts (1, -1, stride, -stride, stride + 1, -stride - 1) in the order of the compass: opposite
#: sides are three apart
_ROUND = (0, 3, 2, 5, 1, 4)


def concentric(near: tuple[int, ...], hexes: int) -> bool:
    """Attackers in these hexes around a target: opposite each other, three with a gap between each, or four and more (tgw.10.53a,
    E49). `near` are the six neighbours in the order of the bit shifts."""
    m = 0
    for k, i in enumerate(near):
        if hexes >> i & 1:
            m |= 1 << _ROUND[k]
    return CONCENTRIC[m]
