"""Sets of hexes with printed numbers, for tests, overlays and the interpreter. Rules and bots use plain ints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from firestep.hexmap.atlas import Atlas
from firestep.hexmap.grid import Grid


class Hexes:
    """A set of hexes of a grid or atlas: `Hexes(grid, mask)` or `Hexes.of(grid, "0101 0102")`."""

    __slots__ = ("mask", "space")

    def __init__(self, space: Grid | Atlas, mask: int = 0) -> None:
        self.space = space
        self.mask = mask

    @classmethod
    def of(cls, space: Grid | Atlas, numbers: str | Iterable[str]) -> Hexes:
        return cls(space, space.mask(numbers.split() if isinstance(numbers, str) else numbers))

    def around(self, steps: int = 1) -> Hexes:
        """Returns the set and all hexes within a number of steps, in a straight line."""
        return Hexes(self.space, self.space.around(self.mask, steps))

    def _other(self, other: Hexes | int) -> int:
        return other.mask if isinstance(other, Hexes) else other

    def __contains__(self, number: str) -> bool:
        return number in self.space and bool(self.mask >> self.space.index(number) & 1)

    def __iter__(self) -> Iterator[str]:
        return iter(self.space.numbers(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __or__(self, other: Hexes | int) -> Hexes:
        return Hexes(self.space, self.mask | self._other(other))

    def __and__(self, other: Hexes | int) -> Hexes:
        return Hexes(self.space, self.mask & self._other(other))

    def __sub__(self, other: Hexes | int) -> Hexes:
        return Hexes(self.space, self.mask & ~self._other(other))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Hexes | int):
            return self.mask == self._other(other)
        return set(self) == set(other.split()) if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.mask)

    def __repr__(self) -> str:
        return f"Hexes({' '.join(self)})"
