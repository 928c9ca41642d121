"""Sets of small numbers (units, hexes, places) as integers: bit `i` stands for the member `i`.

units = mask([3, 5, 9])      # a set of three
3 in bits(units)             # `bits` lists the members in ascending order
units >> 5 & 1               # whether 5 is a member
units & enemies              # members of both; `|`: of one or both; `& ~`: of the first only
units.bit_count()            # how many
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Generic, TypeVar

T = TypeVar("T")


def mask(members: Iterable[int]) -> int:
    """Returns the set of some numbers.

    >>> mask([1, 2, 4]) == 0b10110
    True
    """
    out = 0
    for i in members:
        out |= 1 << i
    return out


def bits(mask: int) -> list[int]:
    """Returns the indices of the set bits in ascending order.

    A few bits are taken one by one. Many are read from a table of indices for every byte in every place, which skips empty bytes.

    >>> bits(0b10110)
    [1, 2, 4]
    """
    n = mask.bit_count()
    if n < _FEW:
        out: list[int] = []
        while mask:
            low = mask & -mask
            out.append(low.bit_length() - 1)
            mask ^= low
        return out
    first = (mask & -mask).bit_length() - 1 >> 3
    data = (mask >> 8 * first).to_bytes((mask.bit_length() + 7 >> 3) - first, "little")
    if first + len(data) > len(_PLACES):
        _grow(first + len(data))
    if len(data) > _SPARSE * n:
        out = []
        for m in _NOT_EMPTY(data):
            k = m.start()
            out += _PLACES[first + k][data[k]]
        return out
    return [i for place, byte in zip(_PLACES[first : first + len(data)], data, strict=True) if byte for i in place[byte]]


#: fewer bits than this are taken one by one; more bytes than this to a bit are mostly empty
_FEW, _SPARSE = 12, 8
_NOT_EMPTY = re.compile(rb"[^\0]").finditer


class _Place(dict[int, tuple[int, ...]]):
    """The indices of the bits of a byte at one position of a mask, made on demand: an atlas has thousands of positions."""

    __slots__ = ("at",)

    def __init__(self, at: int) -> None:
        self.at = at

    def __missing__(self, byte: int) -> tuple[int, ...]:
        self[byte] = out = tuple(self.at + i for i in range(8) if byte >> i & 1)
        return out


_PLACES: list[_Place] = []


class Roll(Generic[T]):
    """Something for every place, called by sets: the list of a set is put together byte by byte from ready-made pieces, in the
    order of the places."""

    __slots__ = ("_bytes", "_of")

    def __init__(self, of: Mapping[int, T]) -> None:
        self._of = of
        self._bytes: list[dict[int, tuple[T, ...]]] = [{} for _ in range(max(of) // 8 + 2)]

    def call(self, mask: int, low: int = 0) -> list[T]:
        """What stands for the members of a set whose bits begin at `low`."""
        mask <<= low & 7
        data = mask.to_bytes(mask.bit_length() + 7 >> 3, "little")
        first = low >> 3
        out: list[T] = []
        for k, byte in enumerate(data, first) if len(data) < _SPARSE * mask.bit_count() else _filled(data, first):
            if byte:
                here = self._bytes[k].get(byte)
                if here is None:
                    here = self._bytes[k][byte] = tuple(self._of[8 * k + i] for i in range(8) if byte >> i & 1)
                out += here
        return out


def _filled(data: bytes, first: int) -> Iterator[tuple[int, int]]:
    for m in _NOT_EMPTY(data):
        k = m.start()
        yield first + k, data[k]


def _grow(places: int) -> None:
    """Make the table long enough for masks of this many bytes."""
    _PLACES.extend(_Place(8 * k) for k in range(len(_PLACES), places))
