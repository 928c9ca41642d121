"""Stacking (tgw.7.2): which units may share a hex, and how many."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from firestep.games.tgw.components import roster, tables
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

RUSSIANS = sum(roster.CORPS[n] for n in tables.RUSSIAN)
_ONES = roster.HQ | roster.TANK | roster.ANTITANK
MOST = 6  # tgw.7.23a
MOST_OF_NATION = 4  # tgw.7.23d, tgw.7.23e
#: how many units of a class may be in a hex, and the rule that says so
LIMITS: tuple[tuple[int, int, str], ...] = (
    (roster.COUNTED, MOST, "tgw.7.23a"),
    *((kind, 1, "tgw.7.23c") for kind in roster.SINGLES),
    *zip(roster.FOURS, (MOST_OF_NATION, MOST_OF_NATION), ("tgw.7.23d", "tgw.7.23e"), strict=True),
)
_FIRST_ARMY, _SECOND_ARMY = roster.SETUP["RU", "1"], roster.SETUP["RU", "2"]


@lru_cache(256)
def _kin(nations: int) -> tuple[int, ...]:
    """The units of some nations; Russians of every kind are one (P16)."""
    return tuple({RUSSIANS if n in tables.RUSSIAN else roster.CORPS[n]: 0 for n in bits(nations)})


def together(st: State, units: int) -> bool:
    """Returns whether the nations of some units may share a hex. All may (tgw.7.24a), except with a collapsed nation (tgw.16.11d),
    Russians in the Civil War (tgw.6.47a), and the Russian First and Second Armies in August 1914 (tgw.19.54a)."""
    if st.turn <= 2 and units & _FIRST_ARMY and units & _SECOND_ARMY:
        return False
    if st.red & units and units & ~st.red:
        return False  # tgw.21.7d
    if st.collapsed and units & (units - 1):
        for kin in _kin(st.collapsed):
            if units & kin and units & ~kin:
                return False
    return not (st.flag("civil-war") and (units & RUSSIANS) & (units & RUSSIANS) - 1)  # tgw.7.24a


def fits(units: int) -> bool:
    """Returns whether units of one side are within the limits of a hex (tgw.7.23a to tgw.7.23e); what does not count is left
    out."""
    counted = (units & roster.COUNTED).bit_count()
    if counted > MOST:  # tgw.7.23a
        return False
    if x := units & _ONES:
        for m in roster.SINGLES:
            y = x & m
            if y & (y - 1):  # tgw.7.23c
                return False
    return counted <= MOST_OF_NATION or all((units & m).bit_count() <= MOST_OF_NATION for m in roster.FOURS)


def room(st: State, hex: int, units: int, side: int) -> bool:
    """These units may join their side's units in a hex (tgw.7.22a)."""
    all = st.stack(hex) & st.troops[side] | units
    return fits(all) and together(st, all)


def overstacked(st: State, side: int, hexes: int) -> list[int]:
    """The hexes in which a side has too many."""
    mine = st.troops[side]
    out = []
    for i in bits(hexes & st.occ[side]):
        units = st.where[i] & mine
        if units & (units - 1) and not (fits(units) and together(st, units)):
            out.append(i)
    return out


def sorts(st: State, units: int) -> list[int]:
    """One unit for every kind and condition among some: what lists offer."""
    reduced, flipped, tried = st.reduced & units, st.flipped & units, st.tried & units
    if not reduced | flipped | tried:
        return roster.one_of_each(units)
    out: dict[tuple[int, bool, bool, bool], int] = {}
    for u in bits(units):
        bit = 1 << u
        out.setdefault((roster.KIND_OF[u], bool(reduced & bit), bool(flipped & bit), bool(tried & bit)), u)
    return list(out.values())


def twin(st: State, units: Iterable[int], u: int) -> int:
    """Returns the first of some units that is of the same kind and in the same condition as one of them."""

    def looks(v: int) -> tuple[int, ...]:
        return roster.KIND_OF[v], st.reduced >> v & 1, st.flipped >> v & 1, st.tried >> v & 1

    return next(v for v in units if looks(v) == looks(u))
