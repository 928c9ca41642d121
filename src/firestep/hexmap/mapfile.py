"""Map files: a text a person reads and edits, parsed into frozen records.

Sections stand in brackets, `#` starts a comment, columns are separated by blanks and names of several words are quoted. The parser
knows the format and the grid; the words of the map are the game's own and come in its `Lexicon`: terrains, features, and the
kinds of hexsides and lines, each of which has a section of its name.

[map]        name, layout, shifted, columns, rows, and if need be upward, north
[countries]  code "name" status key=value … "note"
[seas]       id "name" hex hex …                                       where seas matter; all other hexes are off the map
[hexes]      number country terrain "name" coast=sea,sea tag … source  only land is listed
[terrain]    instead of [hexes]: one line of signs a row of hexes, for battlefields where every hex is land
[areas]      id country terrain "name" key=value tag … source          places that are no hexes: boxes, areas of a side map
[leaps]      place place … source                                      steps besides those to neighbours, from the first to each
[rivers] …   hex/hex hex/hex … "name" source                           a section for each kind of hexside
[rails] …    "name" hex hex hex …                                      a section for each kind of line; neighbours in a chain
[features]   kind hex argument … "name" source
[labels]     hex "text" rank kind                                      for the eye only
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from firestep.hexmap.grid import Grid


class MapError(ValueError):
    """A fault in a map file, with the line it stands in."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words a game's map files may use. A terrain of several words joins them with `+`."""

    terrains: tuple[str, ...]
    statuses: tuple[str, ...] = ()
    #: kinds of hexside and of line: each is a section
    sides: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    labels: tuple[str, ...] = ("country", "sea", "range", "river")
    #: where a value comes from; without sources none is written
    sources: tuple[str, ...] = ("printed", "geography", "designed")
    #: the source of a hex that names none
    default: str = "geography"
    #: signs of the [terrain] picture
    signs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Country:
    """A state or region on the map: what its `status` and values mean is the game's."""

    code: str
    name: str
    status: str
    values: Mapping[str, str] = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Hex:
    """A land hex, or an area. `coast` are the seas it touches, '' if it lies inland."""

    number: str
    country: str
    terrain: str
    coast: str = ""
    tags: frozenset[str] = frozenset()
    name: str = ""
    source: str = ""
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def coasts(self) -> tuple[str, ...]:
        return tuple(self.coast.split(",")) if self.coast else ()

    @property
    def terrains(self) -> tuple[str, ...]:
        return tuple(self.terrain.split("+"))


@dataclass(frozen=True, slots=True)
class Mark:
    """What lies on a hexside: its name or reason, and where that comes from."""

    name: str
    source: str


@dataclass(frozen=True, slots=True)
class Line:
    """A chain of adjacent hexes: every step crosses a side that the railway or road crosses."""

    name: str
    hexes: tuple[str, ...]

    @property
    def sides(self) -> tuple[Side, ...]:
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
class Sea:
    """A sea and the hexes that are all its water."""

    code: str
    name: str
    hexes: tuple[str, ...]


Side = tuple[str, str]
N = TypeVar("N", int, str)


@dataclass(frozen=True, slots=True)
class HexMap:
    """A whole map. Sides are pairs in ascending order, see `side`."""

    name: str
    grid: Grid
    countries: dict[str, Country]
    hexes: dict[str, Hex]
    #: kind of hexside -> side -> what lies there; kind of line -> lines
    sides: dict[str, dict[Side, Mark]]
    lines: dict[str, tuple[Line, ...]]
    features: tuple[Feature, ...]
    labels: tuple[Label, ...]
    areas: dict[str, Hex] = field(default_factory=dict)
    #: (from, to) -> source
    leaps: dict[tuple[str, str], str] = field(default_factory=dict)
    seas: dict[str, Sea] = field(default_factory=dict)

    def of_kind(self, kind: str) -> tuple[Feature, ...]:
        return tuple(f for f in self.features if f.kind == kind)

    def line_sides(self, kind: str) -> frozenset[Side]:
        return frozenset(s for line in self.lines[kind] for s in line.sides)

    def in_country(self, code: str) -> list[str]:
        return [n for n, h in self.hexes.items() if h.country == code]

    def numbers(self, terrain: str) -> list[str]:
        """The hexes that hold a terrain."""
        return [n for n, h in self.hexes.items() if terrain in h.terrains]


def side(a: N, b: N) -> tuple[N, N]:
    """The name of the side between two hexes (by number or bit index), the same from either hex."""
    return (a, b) if a < b else (b, a)


def load_map(path: str | Path, lexicon: Lexicon) -> HexMap:
    return parse_map(Path(path).read_text(encoding="utf-8"), lexicon)


def parse_map(text: str, lexicon: Lexicon) -> HexMap:
    return _Parser(lexicon).parse(text)


_WORD = re.compile(r'\s*(?:([^\s"#]+=)?"([^"]*)"|(#.*)|([^\s"#]+))')

Read = Callable[[list[str], str | None], None]


class _Parser:
    def __init__(self, lexicon: Lexicon) -> None:
        self.words = lexicon
        self.line = 0
        self.head: dict[str, str] = {}
        self.made: Grid | None = None
        self.countries: dict[str, Country] = {}
        self.hexes: dict[str, Hex] = {}
        self.areas: dict[str, Hex] = {}
        self.leaps: dict[tuple[str, str], str] = {}
        self.seas: dict[str, Sea] = {}
        self.water: set[str] = set()
        self.sides: dict[str, dict[Side, Mark]] = {k: {} for k in lexicon.sides}
        self.lines: dict[str, list[Line]] = {k: [] for k in lexicon.lines}
        self.features: list[Feature] = []
        self.labels: list[Label] = []
        self.rows: list[str] = []

    def fail(self, message: str) -> MapError:
        return MapError(f"line {self.line}: {message}")

    def split(self, raw: str) -> tuple[list[str], str | None]:
        """The words of a line and its last quoted name, which is not among the words."""
        words: list[str] = []
        last = -1
        at, end = 0, len(raw.rstrip())
        while at < end:
            found = _WORD.match(raw, at)
            if found is None:
                raise self.fail("a quote is not closed")
            at = found.end()
            key, quoted, _, plain = found.groups()
            if quoted is not None:
                words.append((key or "") + quoted)
                last = last if key else len(words) - 1
            elif plain is not None:
                words.append(plain)
        return (words, words.pop(last)) if last >= 0 else (words, None)

    def parse(self, text: str) -> HexMap:
        sections: dict[str, Read] = {
            "map": self.read_map, "countries": self.read_country, "seas": self.read_sea, "hexes": self.read_hex,
            "terrain": self.read_row, "areas": self.read_area, "leaps": self.read_leap, "features": self.read_feature,
            "labels": self.read_label,
        }  # fmt: skip
        for kind in self.words.sides:
            sections[kind] = lambda words, name, kind=kind: self.read_side(kind, words, name)  # type: ignore[misc]
        for kind in self.words.lines:
            sections[kind] = lambda words, name, kind=kind: self.read_line(kind, words, name)  # type: ignore[misc]
        read: Read | None = None
        for self.line, raw in enumerate(text.splitlines(), 1):
            words, name = self.split(raw)
            if words and words[0].startswith("["):
                section = words[0].strip("[]")
                if section not in sections:
                    raise self.fail(f"unknown section [{section}]: use {', '.join(sections)}")
                if section != "map" and self.made is None:
                    self.make_grid()
                read = sections[section]
            elif words or name is not None:
                if read is None:
                    raise self.fail("text before the first [section]")
                read(words, name)
        if self.made is None:
            self.make_grid()
        if self.rows and len(self.rows) != self.height:
            raise self.fail(f"[terrain] has {len(self.rows)} lines, the map {self.height} rows")
        lines = {k: tuple(v) for k, v in self.lines.items()}
        return HexMap(
            self.head["name"],
            self.grid,
            self.countries,
            self.hexes,
            self.sides,
            lines,
            tuple(self.features),
            tuple(self.labels),
            self.areas,
            self.leaps,
            self.seas,
        )

    # -- the grid ----------------------------------------------------------------------------------------------------

    HEAD = ("name", "layout", "shifted", "columns", "rows", "upward", "north")

    def read_map(self, words: list[str], name: str | None) -> None:
        words = [*words, name] if name is not None else words
        if len(words) != 2 or words[0] not in self.HEAD:
            raise self.fail(f"write one of: {', '.join(self.HEAD)}, and its value")
        self.head[words[0]] = words[1]

    def make_grid(self) -> None:
        missing = [k for k in self.HEAD[:5] if k not in self.head]
        if missing:
            raise self.fail(f"[map] lacks {', '.join(missing)}")
        columns, rows = self.span("columns"), self.span("rows")
        major, minor = (columns, rows) if self.head["layout"] == "columns" else (rows, columns)
        try:
            self.made = Grid(
                self.head["layout"],
                self.head["shifted"],
                (major[0], minor[0]),
                (major[1], minor[1]),
                self.head.get("upward", "no") == "yes",
                self.head.get("north", "up"),
            )
        except ValueError as error:
            raise self.fail(str(error)) from None

    def span(self, key: str) -> tuple[int, int]:
        low, dash, high = self.head[key].partition("-")
        if not (dash and low.isdigit() and high.isdigit() and int(low) <= int(high)):
            raise self.fail(f"{key} must be two numbers like 1-29, not {self.head[key]!r}")
        return int(low), int(high)

    @property
    def grid(self) -> Grid:
        assert self.made is not None
        return self.made

    @property
    def height(self) -> int:
        low, high = self.span("rows")
        return high - low + 1

    # -- words -------------------------------------------------------------------------------------------------------

    def number(self, text: str, land: bool = True) -> str:
        if text not in self.grid:
            raise self.fail(f"{text!r} is not a hex of this map")
        if land and text not in self.hexes:
            raise self.fail(f"{text} is not land: list it under [hexes] first")
        return text

    def touch(self, a: str, b: str) -> bool:
        return bool(self.grid.near(self.grid.index(a)) >> self.grid.index(b) & 1)

    def place(self, text: str) -> str:
        return text if text in self.areas else self.number(text)

    def integer(self, text: str, what: str) -> int:
        if not text.isdigit():
            raise self.fail(f"{what} must be a whole number, not {text!r}")
        return int(text)

    def one_of(self, text: str, allowed: tuple[str, ...], what: str) -> str:
        if text not in allowed:
            raise self.fail(f"unknown {what} {text!r}: use {', '.join(allowed)}")
        return text

    def source(self, words: list[str]) -> str:
        """Takes the source off the end of a line."""
        if not self.words.sources:
            return ""
        return self.one_of(words.pop() if words else "", self.words.sources, "source")

    # -- sections ----------------------------------------------------------------------------------------------------

    def read_country(self, words: list[str], name: str | None) -> None:
        # the last quoted text is the note if there are two
        plain = [w for w in words if "=" not in w]
        note = ""
        if len(plain) == 3 and name is not None:
            (code, title, status), note = plain, name
        elif len(plain) == 2 and name is not None:
            (code, status), title = plain, name
        else:
            raise self.fail('a country needs: code "name" status [key=value …] ["note"]')
        if code in self.countries:
            raise self.fail(f"country {code} is listed twice")
        self.one_of(status, self.words.statuses, "status")
        values = dict(w.split("=", 1) for w in words if "=" in w)
        self.countries[code] = Country(code, title, status, values, note)

    def read_sea(self, words: list[str], name: str | None) -> None:
        if not words or name is None:
            raise self.fail('a sea needs: id "name" and its hexes')
        if words[0] in self.seas:
            raise self.fail(f"sea {words[0]} is listed twice")
        hexes = [self.number(w, land=False) for w in words[1:]]
        for n in hexes:
            if n in self.water:
                raise self.fail(f"hex {n} is listed twice")
            self.water.add(n)
        self.seas[words[0]] = Sea(words[0], name, tuple(hexes))

    def read_hex(self, words: list[str], name: str | None) -> None:
        if len(words) < 3:
            raise self.fail('a hex needs: number country terrain ["name"] [coast=sea] [tags] [source]')
        number = self.number(words[0], land=False)
        if number in self.hexes or number in self.water:
            raise self.fail(f"hex {number} is listed twice")
        self.hexes[number] = self.ground(number, words, name)

    def ground(self, number: str, words: list[str], name: str | None) -> Hex:
        if words[1] not in self.countries:
            raise self.fail(f"unknown country {words[1]!r}")
        for word in words[2].split("+"):
            self.one_of(word, self.words.terrains, "terrain")
        source = words.pop() if len(words) > 3 and words[-1] in self.words.sources else self.words.default
        values = dict(w.split("=", 1) for w in words[3:] if "=" in w)
        tags = frozenset(w for w in words[3:] if "=" not in w)
        coast = values.pop("coast", "")
        for word in coast.split(",") if coast and self.seas else ():
            self.one_of(word, tuple(self.seas), "sea")
        return Hex(number, words[1], words[2], coast, tags, name or "", source, values)

    def read_row(self, words: list[str], name: str | None) -> None:
        """A line of the picture: the signs stand last, so that a row number may stand before them."""
        (a0, _), (a1, _) = (self.span("columns")[0], 0), (self.span("columns")[1], 0)
        low, high = self.span("rows")
        row = high - len(self.rows) if self.grid.upward else low + len(self.rows)
        signs = words[-1]
        if not low <= row <= high:
            raise self.fail(f"[terrain] has more than {self.height} lines")
        if len(signs) != a1 - a0 + 1:
            raise self.fail(f"row {row} has {len(signs)} signs, the map {a1 - a0 + 1} columns")
        self.rows.append(signs)
        for k, sign in enumerate(signs):
            if sign not in self.words.signs:
                raise self.fail(f"unknown sign {sign!r}; the signs are {''.join(self.words.signs)}")
            column = a0 + k
            number = f"{column:02d}{row:02d}" if self.grid.layout == "columns" else f"{row:02d}{column:02d}"
            self.hexes[number] = Hex(number, "", self.words.signs[sign])

    def read_area(self, words: list[str], name: str | None) -> None:
        if len(words) < 3:
            raise self.fail('an area needs: id country terrain ["name"] [key=value …] [tags] [source]')
        if words[0] in self.areas or words[0] in self.grid:
            raise self.fail(f"two places are called {words[0]}")
        self.areas[words[0]] = self.ground(words[0], words, name)

    def read_leap(self, words: list[str], name: str | None) -> None:
        source = self.source(words)
        if len(words) < 2:
            raise self.fail("a leap needs: place place … source")
        first, *rest = (self.place(w) for w in words)
        for other in rest:
            self.leaps[first, other] = source

    def read_line(self, kind: str, words: list[str], name: str | None) -> None:
        if name is None or len(words) < 2:
            raise self.fail('a line needs: "name" and at least two hexes')
        chain = [self.number(w) for w in words]
        for a, b in pairwise(chain):
            if not self.touch(a, b):
                raise self.fail(f"the line jumps: {a} and {b} are not adjacent")
        self.lines[kind].append(Line(name, tuple(chain)))

    def read_side(self, kind: str, words: list[str], name: str | None) -> None:
        source = self.source(words)
        if not words or name is None:
            raise self.fail('a side needs: hex/hex … "name" source')
        for word in words:
            a, slash, b = word.partition("/")
            if not slash:
                raise self.fail(f"{word!r} is no side: write two hexes like 0101/0102")
            a, b = self.number(a, land=False), self.number(b, land=False)
            if not self.touch(a, b):
                raise self.fail(f"{a} and {b} have no common side")
            if not (a in self.hexes or b in self.hexes or a in self.water or b in self.water):
                raise self.fail(f"neither {a} nor {b} is a hex in play")
            self.sides[kind][side(a, b)] = Mark(name, source)

    def read_feature(self, words: list[str], name: str | None) -> None:
        source = self.source(words)
        if name is None or len(words) < 2:
            raise self.fail('a feature needs: kind hex arguments "name" source')
        self.one_of(words[0], self.words.features, "feature")
        self.features.append(Feature(words[0], self.place(words[1]), tuple(words[2:]), name, source))

    def read_label(self, words: list[str], name: str | None) -> None:
        if len(words) == 4 and name is None:  # a name of one word needs no quotes
            words, name = [words[0], *words[2:]], words[1]
        if len(words) != 3 or name is None:
            raise self.fail('a label needs: hex "text" rank kind')
        number = self.number(words[0], land=False)
        rank = self.integer(words[1], "rank")
        self.labels.append(Label(number, name, rank, self.one_of(words[2], self.words.labels, "kind of label")))
