"""Odds: the exact distribution of the results of an attack, and every number of the calculation."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple


@cache
def sums(dice: int, sides: int = 6) -> tuple[int, ...]:
    """Returns in how many ways so many dice show each total: `sums(dice, sides)[t]` ways to total `t`.

    >>> sums(2)[7], sums(1, 3)
    (6, (0, 1, 1, 1))
    """
    if dice == 0:
        return (1,)
    fewer = sums(dice - 1, sides)
    out = [0] * (len(fewer) + sides)
    for total, ways in enumerate(fewer):
        for face in range(1, sides + 1):
            out[total + face] += ways
    return tuple(out)


class Modifier(NamedTuple):
    """One number of a calculation, with its rule."""

    rule: str
    text: str
    value: int


class Result(NamedTuple):
    """One possible result and its chance."""

    text: str
    chance: Fraction
    detail: dict[str, Any]


class Odds(NamedTuple):
    """A calculation and its outcome."""

    title: str
    modifiers: list[Modifier]
    results: list[Result]
    expected: dict[str, Fraction]

    def to_plain(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "modifiers": [m._asdict() for m in self.modifiers],
            "results": [
                {"text": r.text, "chance": str(r.chance), "percent": round(100 * float(r.chance), 2), **r.detail}
                for r in self.results
            ],
            "expected": {k: round(float(v), 4) for k, v in self.expected.items()},
        }
