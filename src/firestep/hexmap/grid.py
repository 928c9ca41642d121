"""Grids of hexes, printed hex numbers, and sets of hexes as integers.

A set of hexes is one Python int: bit `i` stands for the hex with index `i`. The index is skewed so that each of the six
neighbours lies a constant number of bits away, and rows of guard bits keep the edges apart. Bit order is hex-number order.

Two layouts are printed in wargames: `columns` (flat tops, alternate columns half a hex lower; the number is column, row)
and `rows` (pointed tops, alternate rows half a hex to the right; the number is row, column). `shifted` says which of them,
the even or the odd ones, are displaced. `north` says to which edge of the sheet north points, for sheets printed turned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import atan2, degrees, sqrt

from firestep.engine.masks import Roll as Roll
from firestep.engine.masks import bits as bits

ROOT = sqrt(3) / 2

#: compass names of the twelve ways out of a hex by bearing; a layout has every second one
_COMPASS = {
    0: "n",
    30: "ne",
    60: "ne",
    90: "e",
    120: "se",
    150: "se",
    180: "s",
    210: "sw",
    240: "sw",
    270: "w",
    300: "nw",
    330: "nw",
}
_NORTH = {"up": 0, "right": 90, "down": 180, "left": 270}


class Named:
    """Places with names and bit indices, and their neighbours. Grids and atlases have these methods."""

    __slots__ = ()
    #: the word for a place in error messages
    KIND = "place"
    _index: dict[str, int]
    _number: dict[int, str]
    _near: dict[int, int]

    def __contains__(self, number: str) -> bool:
        return number in self._index

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def index(self, number: str) -> int:
        """The bit index of a place by its printed number or name."""
        try:
            return self._index[number]
        except KeyError:
            raise KeyError(f"no {self.KIND} {number!r} on this map") from None

    @property
    def indices(self) -> Mapping[str, int]:
        """The bit index of every place by its number or name."""
        return self._index

    def number(self, index: int) -> str:
        """The printed number or name of a bit index."""
        return self._number[index]

    def bit(self, number: str) -> int:
        """The set that holds only this place."""
        return 1 << self.index(number)

    def mask(self, numbers: Iterable[str]) -> int:
        """The set of the given places."""
        m = 0
        for n in numbers:
            m |= 1 << self.index(n)
        return m

    def numbers(self, mask: int) -> list[str]:
        """The names of a set, in the order of their indices."""
        return [self._number[i] for i in bits(mask)]

    def near(self, index: int) -> int:
        """The set of the up to six neighbours of a hex; an area has none."""
        return self._near[index]

    def neighbours(self, number: str) -> list[str]:
        return self.numbers(self._near[self.index(number)])

    def dilate(self, mask: int) -> int:
        """The set together with all its neighbours."""
        raise NotImplementedError

    def around(self, mask: int, radius: int) -> int:
        """Returns the set and all hexes within a number of steps, in a straight line."""
        for _ in range(radius):
            mask = self.dilate(mask)
        return mask


@dataclass(frozen=True, slots=True)
class Grid(Named):
    """A rectangle of numbered hexes. `first` and `last` are the inclusive bounds of (major, minor) in the hex number."""

    KIND = "hex"

    layout: str
    shifted: str
    first: tuple[int, int]
    last: tuple[int, int]
    upward: bool = False
    north: str = "up"
    #: bits between two columns (rows) of hexes
    stride: int = field(init=False)
    #: bit distance to each of the six neighbours
    shifts: tuple[int, int, int, int, int, int] = field(init=False)
    #: the compass name of each of them
    directions: tuple[str, ...] = field(init=False)
    #: every hex of the rectangle
    all: int = field(init=False)
    _index: dict[str, int] = field(init=False, repr=False)
    _number: dict[int, str] = field(init=False, repr=False)
    _near: dict[int, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.layout not in ("columns", "rows"):
            raise ValueError(f"unknown layout {self.layout!r}: use 'columns' or 'rows'")
        if self.shifted not in ("even", "odd"):
            raise ValueError(f"unknown parity {self.shifted!r}: use 'even' or 'odd'")
        if self.north not in _NORTH:
            raise ValueError(f"unknown north {self.north!r}: use {', '.join(_NORTH)}")
        (a0, b0), (a1, b1) = self.first, self.last
        stride = b1 - b0 + (a1 - a0) // 2 + 4
        put = object.__setattr__
        put(self, "stride", stride)
        put(self, "shifts", (1, -1, stride, -stride, stride + 1, -stride - 1))
        index = {f"{a:02d}{b:02d}": self._bit(a, b) for a in range(a0, a1 + 1) for b in range(b0, b1 + 1)}
        put(self, "_index", index)
        put(self, "_number", {i: n for n, i in index.items()})
        put(self, "all", sum(1 << i for i in index.values()))
        # what the sheet shows decides, so that names hold for every layout and orientation
        put(self, "directions", tuple(self._compass(*divmod(s + self.stride // 2, self.stride)) for s in self.shifts))
        put(self, "_near", {i: sum(1 << i + s for s in self.shifts if i + s in self._number) for i in self._number})

    def _bit(self, a: int, b: int) -> int:
        skew = (a + (0 if self.shifted == "even" else 1)) // 2 - (self.first[0] + (0 if self.shifted == "even" else 1)) // 2
        return (a - self.first[0] + 1) * self.stride + b - self.first[1] + 1 + skew

    def _compass(self, q: int, over: int) -> str:
        """The compass name of a step of `q` columns (rows) and the rest along it, measured on the sheet."""
        r = over - self.stride // 2
        if self.layout == "columns":
            x, y = q * ROOT, r - q / 2
        else:
            x, y = r - q / 2, (-q if self.upward else q) * ROOT
        return _COMPASS[round(degrees(atan2(x, -y)) - _NORTH[self.north]) % 360]

    def direction(self, a: int, b: int) -> str:
        """The compass name of the step from a hex to its neighbour (bit indices)."""
        try:
            return self.directions[self.shifts.index(b - a)]
        except ValueError:
            raise ValueError(f"{self._number[a]} and {self._number[b]} are not neighbours") from None

    def dilate(self, mask: int) -> int:
        """The set together with all its neighbours: four shifts for the whole map at once."""
        down, up = mask | mask << 1, mask | mask >> 1
        return (down | up | down << self.stride | up >> self.stride) & self.all

    def axial(self, index: int) -> tuple[int, int]:
        """Axial coordinates, for distances and lines."""
        return divmod(index, self.stride)

    def distance(self, a: int, b: int) -> int:
        """The number of steps between two hexes (bit indices)."""
        (qa, ra), (qb, rb) = self.axial(a), self.axial(b)
        q, r = qb - qa, rb - ra
        return max(abs(q), abs(r), abs(q - r))

    def ring(self, index: int, radius: int) -> int:
        """The set of hexes at exactly this distance."""
        inner = self.around(1 << index, radius - 1) if radius else 0
        return (self.dilate(inner) if radius else 1 << index) & ~inner

    def line(self, a: int, b: int) -> list[int]:
        """The hexes on the straight line from `a` to `b`, both included; ties on a hexside fall to the hex of higher index,
        at the rim to the one on the map: a line is the same in both directions."""
        n = self.distance(a, b)
        (qa, ra), (qb, rb) = self.axial(a), self.axial(b)
        out = []
        for k in range(n + 1):
            t = k / n if n else 0.0
            q, r = qa + (qb - qa) * t, ra + (rb - ra) * t
            # a little towards the higher of any two neighbours, and along no side between them
            i = self._round(q + 2e-6, r + 3e-6)
            out.append(i if i in self._number else self._round(q - 2e-6, r - 3e-6))
        return out

    def ray(self, index: int, direction: int, length: int) -> list[int]:
        """The hexes in one of the six directions, as far as the map goes; the start is not included."""
        out: list[int] = []
        for _ in range(length):
            index += self.shifts[direction]
            if index not in self._number:
                break
            out.append(index)
        return out

    def _round(self, q: float, r: float) -> int:
        s = r - q
        rq, rr, rs = round(q), round(r), round(s)
        dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
        if dq > dr and dq > ds:
            rq = rr - rs
        elif dr > ds:
            rr = rq + rs
        return rq * self.stride + rr

    def centre(self, number: str) -> tuple[float, float]:
        """The middle of a hex on the sheet, in hex widths (side to side); x to the right, y downwards."""
        a, b = int(number[:2]), int(number[2:])
        off = 0.5 if (a % 2 == 0) == (self.shifted == "even") else 0.0
        if self.layout == "columns":
            return a * ROOT, b + off
        return b + off, (self.last[0] - a if self.upward else a) * ROOT

    def corners(self, number: str) -> list[tuple[float, float]]:
        """The six corners of a hex on the sheet, clockwise; flat tops in a column layout, pointed tops in a row layout."""
        x, y = self.centre(number)
        k = 1 / (2 * ROOT)
        if self.layout == "columns":
            return [(x - k / 2, y - 0.5), (x + k / 2, y - 0.5), (x + k, y), (x + k / 2, y + 0.5), (x - k / 2, y + 0.5), (x - k, y)]
        return [(x, y - k), (x + 0.5, y - k / 2), (x + 0.5, y + k / 2), (x, y + k), (x - 0.5, y + k / 2), (x - 0.5, y - k / 2)]
