"""Several grids, and areas and boxes besides hexes, in one space of bit indices. So one set may contain places of all of them.

A hex is named by the letter of its sheet and its printed number (`W6819`, or plain `0425` without a letter), an area by its own
name. All grids share one stride, so the six neighbours are the same constant shifts everywhere. Areas have no neighbours of their
own; leaps connect them (`ways.HexGraph`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from firestep.hexmap.grid import Grid, Named, bits

#: no number of steps leads from one sheet to another
APART = 1 << 20


class Atlas(Named):
    """Grids by the name of their front, in the order given, then areas. Fronts printed on one sheet share its letter
    (`letters`: front -> letter); a front without one is named by its own name."""

    __slots__ = ("_base", "_front", "_index", "_near", "_number", "all", "areas", "fronts", "hexes", "letters", "shifts", "stride")

    def __init__(self, fronts: Mapping[str, Grid], areas: Iterable[str] = (), letters: Mapping[str, str] | None = None) -> None:
        self.fronts = dict(fronts)
        self.letters = {name: (letters or {}).get(name, name) for name in self.fronts}
        self.stride = max((g.stride for g in self.fronts.values()), default=4)
        self.shifts = (1, -1, self.stride, -self.stride, self.stride + 1, -self.stride - 1)
        self._index: dict[str, int] = {}
        self._number: dict[int, str] = {}
        self._near: dict[int, int] = {}
        self._front: dict[str, int] = {}
        self._base: dict[str, int] = {}
        base = 0
        for name, grid in self.fronts.items():
            self._base[name] = base
            for number in grid:
                self._name(self.letters[name] + number, self._place(name, grid.index(number)))
            mask = sum(1 << self._place(name, grid.index(number)) for number in grid)
            self._front[name] = mask
            for i in bits(mask):
                self._near[i] = sum(1 << i + s for s in self.shifts if mask >> i + s & 1)
            base += (grid.all.bit_length() // grid.stride + 2) * self.stride
        #: every hex; every place
        self.hexes = sum(self._front.values())
        self.areas: tuple[str, ...] = tuple(areas)
        for k, name in enumerate(self.areas):
            self._name(name, base + k)
            self._near[base + k] = 0
        self.all = self.hexes | sum(1 << base + k for k in range(len(self.areas)))

    def _place(self, front: str, index: int) -> int:
        """Returns the index in the atlas of a bit of a grid."""
        q, r = divmod(index, self.fronts[front].stride)
        return self._base[front] + q * self.stride + r

    def _name(self, number: str, index: int) -> None:
        if number in self._index:
            raise ValueError(f"two places of this atlas are called {number!r}")
        self._index[number] = index
        self._number[index] = number

    def dilate(self, mask: int) -> int:
        """The set together with all neighbours of its hexes."""
        m = mask & self.hexes
        down, up = m | m << 1, m | m >> 1
        return (down | up | down << self.stride | up >> self.stride) & self.hexes | mask

    def front(self, name: str) -> int:
        """The set of all hexes of a front."""
        return self._front[name]

    def front_of(self, index: int) -> str | None:
        """The front that a hex lies on, None for an area."""
        for name, mask in self._front.items():
            if mask >> index & 1:
                return name
        return None

    def local(self, index: int) -> tuple[Grid, int]:
        """The grid of a hex and its bit index there: for drawing, lines and rings."""
        front = self.front_of(index)
        if front is None:
            raise ValueError(f"{self._number[index]} is no hex")
        q, r = divmod(index - self._base[front], self.stride)
        grid = self.fronts[front]
        return grid, q * grid.stride + r

    def distance(self, a: int, b: int) -> int:
        """Returns the number of steps between two hexes in a straight line, `APART` between fronts and for areas."""
        if a == b:
            return 0
        front = self.front_of(a)
        if front is None or front != self.front_of(b):
            return APART
        (qa, ra), (qb, rb) = divmod(a, self.stride), divmod(b, self.stride)
        q, r = qb - qa, rb - ra
        return max(abs(q), abs(r), abs(q - r))

    def direction(self, a: int, b: int) -> str:
        """The compass name of the step from a hex to its neighbour, as north points on their front."""
        if not self._near[a] >> b & 1:
            raise ValueError(f"{self._number[a]} and {self._number[b]} are not neighbours")
        return self.local(a)[0].directions[self.shifts.index(b - a)]
