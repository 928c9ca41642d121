"""Control of hexes and stacking (tgw.7.0), and what happens when units enter a hex: the enemy's lone HQs die (tgw.8.22b), control
changes (tgw.7.13), forts and trenches fall (`forts.entered`), nations may collapse (`consequences.taken`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw.combat.casualties import eliminate
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.movement import consequences
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

ARABS = roster.CORPS[tables.AB]
#: cities of the Central Powers: it matters whether Russians were the last to be there (tgw.5.43g, E7)
_PRIZES = board.CITY & board.CP_CITIES
#: Allied tanks that can be replaced (tgw.21.6c)
_TANKS = roster.TANK & ~roster.CORPS[tables.GE] & ~(1 << roster.UNIT["br-expbn"])
_EGYPT = board.FRONT["NE"]
_RUSSIANS = sum(roster.CORPS[n] for n in tables.RUSSIAN)
_ONES = roster.HQ | roster.TANK | roster.ANTITANK
_FIRST_ARMY, _SECOND_ARMY = roster.SETUP["RU", "1"], roster.SETUP["RU", "2"]


def enter(s: Session[State], units: int, path: Iterable[int]) -> Steps:
    """Carry out what follows when units have gone through hexes, the last of which is where they stand now. HQs take control like
    combat units (tgw.15.63b). Call it after `put`."""
    st = s.state
    side = st.side((units & -units).bit_length() - 1)
    arabs_only = not units & ~ARABS
    won = walked = 0
    for i in path:
        bit = 1 << i
        walked |= bit
        if bit & _PRIZES and side == tables.ALLIED:
            remember(st, i, units)
        if st.occ[1 - side] & bit and units & roster.COMBAT:
            # only HQs can be here: combat units would have closed the hex (tgw.8.22)
            eliminate(s, st.stack(i) & st.troops[1 - side], "tgw.8.22b", key="overrun")
        if not st.ctrl[side] & bit:
            if arabs_only:
                forts.trodden(s, i)
                continue
            st.seize(bit, side)
            won |= bit
            forts.entered(s, i, side)
    if st.pipeline and side == tables.CENTRAL and walked & _EGYPT:
        forts.cut_pipeline(s, walked & _EGYPT)  # tgw.11.53f, whoever held the hexes
    if units & _TANKS and not st.flag("trench-warfare-over"):
        st.set_flag("trench-warfare-over")  # tgw.21.6c
    leave_arabs(st)
    if arabs_only and side == tables.ALLIED:
        won = arrive_arabs(s, units)
    if not won:
        return ()
    s.note("control", "tgw.7.13a", side=tables.SEATS[side], places=board.numbers(won))
    return consequences.taken(s, won, side)


def remember(st: State, hex: int, units: int) -> None:
    """Allied units are in a city of the Central Powers: was it Russians who were the last there (E7)?"""
    key = f"russian-{board.NUMBER[hex]}"
    if units & _RUSSIANS:
        st.tally[key] = 1
    else:
        st.tally.pop(key, None)


def leave_arabs(st: State) -> None:
    """Give the hex that the Arab unit has left back to the side that controlled it before (tgw.7.13b, tgw.15.81b, E84)."""
    if st.arab_hex and not st.stack(st.arab_hex) & ARABS:
        bit = 1 << st.arab_hex
        if st.ctrl[tables.ALLIED] & bit and not st.occ[tables.ALLIED] & bit:
            st.seize(bit, st.arab_before)
        st.arab_hex, st.arab_before = 0, tables.NEUTRAL


def arrive_arabs(s: Session[State], units: int) -> int:
    """The Arab Northern Army controls the hex it is in, and only that one (tgw.7.13b); that hex, if it was not Allied."""
    st = s.state
    hex = st.at[(units & -units).bit_length() - 1]
    if hex > 0 and not st.ctrl[tables.ALLIED] >> hex & 1:
        st.arab_hex = hex
        st.arab_before = tables.CENTRAL if st.ctrl[tables.CENTRAL] >> hex & 1 else tables.NEUTRAL
        st.seize(1 << hex, tables.ALLIED)
        forts.entered(s, hex, tables.ALLIED)
        return 1 << hex
    return 0


# -- stacking (tgw.7.2) ------------------------------------------------------------------------------------------------------------


@lru_cache(256)
def _kin(nations: int) -> tuple[int, ...]:
    """The units of some nations; Russians of every kind are one (P16)."""
    return tuple({_RUSSIANS if n in tables.RUSSIAN else roster.CORPS[n]: 0 for n in bits(nations)})


def together(st: State, units: int) -> bool:
    """Units may be in one hex as far as their nations are concerned: anybody may (tgw.7.24a), but not with a collapsed nation
    (tgw.16.11), not Russians in the Civil War (tgw.6.47), not the armies of Rennenkampf and Samsonov in August 1914 (tgw.19.54)."""
    if st.turn <= 2 and units & _FIRST_ARMY and units & _SECOND_ARMY:
        return False
    if st.red & units and units & ~st.red:
        return False  # tgw.21.7d
    if st.collapsed and units & (units - 1):
        for kin in _kin(st.collapsed):
            if units & kin and units & ~kin:
                return False
    return not (st.flag("civil-war") and (units & _RUSSIANS) & (units & _RUSSIANS) - 1)


def fits(units: int) -> bool:
    """Units of one side are not too many for a hex (tgw.7.23)."""
    counted = (units & roster.COUNTED).bit_count()
    if counted > 6:
        return False
    if x := units & _ONES:
        for m in roster.SINGLES:
            y = x & m
            if y & (y - 1):
                return False
    return counted <= 4 or all((units & m).bit_count() <= 4 for m in roster.FOURS)


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
