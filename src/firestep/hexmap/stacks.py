"""Stacks: many units in one place, as functions over `at` (place of each unit), `where` (units of each place) and `occ` (places of
each side). Places above 0 are on the map; 0 and below are boxes of the game's own."""

from __future__ import annotations

from typing import Protocol


class Stacked(Protocol):
    at: list[int]
    where: dict[int, int]
    occ: list[int]


def put(st: Stacked, unit: int, to: int, side: int) -> int:
    """Move a unit of a side to a place on or off the map, keeping the sets in step; returns where it was. Both sides never share
    a place here: a game that lets them counts for itself."""
    old = st.at[unit]
    st.at[unit] = to
    if old > 0:
        if left := st.where[old] & ~(1 << unit):
            st.where[old] = left
        else:
            del st.where[old]
            st.occ[side] &= ~(1 << old)
    if to > 0:
        st.where[to] = st.where.get(to, 0) | 1 << unit
        st.occ[side] |= 1 << to
    return old


def stack(st: Stacked, place: int) -> int:
    """The set of units in a place."""
    return st.where.get(place, 0)


def over(st: Stacked, limit: int, counted: int = -1) -> list[int]:
    """The places that hold more units than the limit, of those that count (a set of units; all unless told)."""
    return sorted(h for h, units in st.where.items() if (units & counted).bit_count() > limit)
