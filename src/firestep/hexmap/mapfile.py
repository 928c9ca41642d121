"""Map files: a text a person reads and edits, parsed into frozen records.

Sections stand in brackets, `#` starts a comment, columns are separated by blanks and names of several words are quoted.
Only land is listed under `[hexes]`; every other hex of the grid is sea or off the map. The parser knows the format and
the grid, not the game: what a `fort` or a `supply` city does is the business of the rules.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from firestep.hexmap.grid import Grid

STATUSES = ("allied", "central", "neutral", "closed")
TERRAINS = ("clear", "rough")
SOURCES = ("printed", "geography", "designed")
LABEL_KINDS = ("country", "sea", "range", "river")


class MapError(ValueError):
    """A fault in a map file, with the line it stands in."""


#: kinds of feature that give a hex its name, and whose name it is when there are several
NAME_ORDER = ("city", "supply", "town", "centre", "fort")


@dataclass(frozen=True, slots=True)
class Country:
    """A state on the map. `closed` is ground that nobody may ever enter; `vp` is the price of violating a neutral."""

    code: str
    name: str
    status: str
    vp: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Hex:
    """A land hex. `coast` is the sea it touches, or '' if it lies inland."""

    number: str
    country: str
    terrain: str
    coast: str = ""
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Rail:
    """A line of adjacent hexes: every step crosses a side that the railway crosses."""

    name: str
    hexes: tuple[str, ...]

    @property
    def sides(self) -> tuple[tuple[str, str], ...]:
        return tuple(side(a, b) for a, b in pairwise(self.hexes))


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that stands in a hex. `source`: the game printed it, geography gave it, or we designed it."""

    kind: str
    hex: str
    args: tuple[str, ...]
    name: str
    source: str


@dataclass(frozen=True, slots=True)
class Label:
    """A name for the eye only. Rank 1 shows at every zoom."""

    hex: str
    text: str
    rank: int
    kind: str


@dataclass(frozen=True, slots=True)
class HexMap:
    """A whole map. `blocked` and rail sides are pairs in ascending order, see `side`."""

    name: str
    grid: Grid
    countries: dict[str, Country]
    hexes: dict[str, Hex]
    blocked: frozenset[tuple[str, str]]
    rails: tuple[Rail, ...]
    features: tuple[Feature, ...]
    labels: tuple[Label, ...]
    #: why a side is blocked: (reason, source)
    reasons: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)

    def of_kind(self, kind: str) -> tuple[Feature, ...]:
        return tuple(f for f in self.features if f.kind == kind)

    def rail_sides(self) -> frozenset[tuple[str, str]]:
        return frozenset(s for rail in self.rails for s in rail.sides)

    def in_country(self, code: str) -> list[str]:
        return [n for n, h in self.hexes.items() if h.country == code]


def side(a: str, b: str) -> tuple[str, str]:
    """The name of the side between two hexes, the same from either hex."""
    return (a, b) if a < b else (b, a)


def load_map(path: str | Path) -> HexMap:
    return parse_map(Path(path).read_text(encoding="utf-8"))


def parse_map(text: str) -> HexMap:
    return _Parser().parse(text)


class _Parser:
    def __init__(self) -> None:
        self.line = 0
        self.head: dict[str, str] = {}
        self.grid: Grid | None = None
        self.countries: dict[str, Country] = {}
        self.hexes: dict[str, Hex] = {}
        self.reasons: dict[tuple[str, str], tuple[str, str]] = {}
        self.rails: list[Rail] = []
        self.features: list[Feature] = []
        self.labels: list[Label] = []

    def fail(self, message: str) -> MapError:
        return MapError(f"line {self.line}: {message}")

    def parse(self, text: str) -> HexMap:
        sections: dict[str, Callable[[list[str]], None]] = {
            "map": self.read_map, "countries": self.read_country, "hexes": self.read_hex, "rails": self.read_rail,
            "blocked": self.read_blocked, "features": self.read_feature, "labels": self.read_label,
        }  # fmt: skip
        read: Callable[[list[str]], None] | None = None
        for self.line, raw in enumerate(text.splitlines(), 1):
            try:
                words = shlex.split(raw, comments=True)
            except ValueError:
                raise self.fail("a quote is not closed") from None
            if not words:
                continue
            if words[0].startswith("["):
                section = words[0].strip("[]")
                if section not in sections:
                    raise self.fail(f"unknown section [{section}]: use {', '.join(sections)}")
                if section != "map" and self.grid is None:
                    self.make_grid()
                read = sections[section]
            elif read is None:
                raise self.fail("text before the first [section]")
            else:
                read(words)
        if self.grid is None:
            self.make_grid()
        assert self.grid is not None
        return HexMap(
            self.head["name"], self.grid, self.countries, self.hexes, frozenset(self.reasons), tuple(self.rails),
            tuple(self.features), tuple(self.labels), self.reasons,
        )  # fmt: skip

    def read_map(self, words: list[str]) -> None:
        if len(words) != 2 or words[0] not in ("name", "layout", "shifted", "columns", "rows", "upward"):
            raise self.fail("write one of: name, layout, shifted, columns, rows, upward, and its value")
        self.head[words[0]] = words[1]

    def make_grid(self) -> None:
        missing = [k for k in ("name", "layout", "shifted", "columns", "rows") if k not in self.head]
        if missing:
            raise self.fail(f"[map] lacks {', '.join(missing)}")
        columns, rows = self.span("columns"), self.span("rows")
        major, minor = (columns, rows) if self.head["layout"] == "columns" else (rows, columns)
        try:
            self.grid = Grid(
                self.head["layout"], self.head["shifted"], (major[0], minor[0]), (major[1], minor[1]),
                self.head.get("upward", "no") == "yes",
            )  # fmt: skip
        except ValueError as error:
            raise self.fail(str(error)) from None

    def span(self, key: str) -> tuple[int, int]:
        low, dash, high = self.head[key].partition("-")
        if not (dash and low.isdigit() and high.isdigit() and int(low) <= int(high)):
            raise self.fail(f"{key} must be two numbers like 1-29, not {self.head[key]!r}")
        return int(low), int(high)

    def number(self, text: str, land: bool = True) -> str:
        assert self.grid is not None
        if text not in self.grid:
            raise self.fail(f"{text!r} is not a hex of this map")
        if land and text not in self.hexes:
            raise self.fail(f"{text} is not land: list it under [hexes] first")
        return text

    def integer(self, text: str, what: str) -> int:
        if not text.isdigit():
            raise self.fail(f"{what} must be a whole number, not {text!r}")
        return int(text)

    def one_of(self, text: str, allowed: tuple[str, ...], what: str) -> str:
        if text not in allowed:
            raise self.fail(f"unknown {what} {text!r}: use {', '.join(allowed)}")
        return text

    def read_country(self, words: list[str]) -> None:
        if len(words) not in (4, 5):
            raise self.fail('a country needs: code "name" status vp ["note"]')
        code, name, status, vp = words[:4]
        if code in self.countries:
            raise self.fail(f"country {code} is listed twice")
        self.one_of(status, STATUSES, "status")
        self.countries[code] = Country(code, name, status, self.integer(vp, "vp"), "".join(words[4:]))

    def read_hex(self, words: list[str]) -> None:
        if len(words) < 3:
            raise self.fail("a hex needs: number country terrain [coast=sea] [tags]")
        number = self.number(words[0], land=False)
        if number in self.hexes:
            raise self.fail(f"hex {number} is listed twice")
        if words[1] not in self.countries:
            raise self.fail(f"unknown country {words[1]!r}")
        self.one_of(words[2], TERRAINS, "terrain")
        coast = "".join(w.removeprefix("coast=") for w in words[3:] if w.startswith("coast="))
        tags = frozenset(w for w in words[3:] if not w.startswith("coast="))
        self.hexes[number] = Hex(number, words[1], words[2], coast, tags)

    def read_rail(self, words: list[str]) -> None:
        assert self.grid is not None
        if len(words) < 3:
            raise self.fail('a railway needs: "name" and at least two hexes')
        chain = [self.number(w) for w in words[1:]]
        for a, b in pairwise(chain):
            if b not in self.grid.neighbours(a):
                raise self.fail(f"the railway jumps: {a} and {b} are not adjacent")
        self.rails.append(Rail(words[0], tuple(chain)))

    def read_blocked(self, words: list[str]) -> None:
        assert self.grid is not None
        if len(words) != 4:
            raise self.fail('a blocked side needs: hex hex "reason" source')
        a, b = self.number(words[0]), self.number(words[1])
        if b not in self.grid.neighbours(a):
            raise self.fail(f"{a} and {b} have no common side")
        self.reasons[side(a, b)] = (words[2], self.one_of(words[3], SOURCES, "source"))

    def read_feature(self, words: list[str]) -> None:
        if len(words) < 4:
            raise self.fail('a feature needs: kind hex arguments "name" source')
        number = self.number(words[1])
        self.features.append(
            Feature(words[0], number, tuple(words[2:-2]), words[-2], self.one_of(words[-1], SOURCES, "source"))
        )

    def read_label(self, words: list[str]) -> None:
        if len(words) != 4:
            raise self.fail('a label needs: hex "text" rank kind')
        number = self.number(words[0], land=False)
        rank = self.integer(words[2], "rank")
        self.labels.append(Label(number, words[1], rank, self.one_of(words[3], LABEL_KINDS, "kind of label")))
