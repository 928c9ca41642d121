"""Control of hexes (tgw.7.1a), and what happens when units enter a hex: the enemy's lone HQs die (tgw.8.22b), control
changes (tgw.7.13), forts and trenches fall (`forts.entered`), nations may collapse (`consequences.taken`)."""

from __future__ import annotations

from collections.abc import Iterable

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw.combat.casualties import eliminate, leave_arabs
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.movement import consequences
from firestep.games.tgw.movement.stacking import RUSSIANS
from firestep.games.tgw.nations import collapse
from firestep.games.tgw.state import State

ARABS = roster.CORPS[tables.AB]
#: cities of the Central Powers: it matters whether Russians were the last to be there (tgw.5.43g, E7)
_PRIZES = board.CITY & board.CP_CITIES
#: Allied tanks that can be replaced (tgw.21.6c)
_TANKS = roster.TANK & ~roster.CORPS[tables.GE] & ~(1 << roster.UNIT["br-expbn"])
_EGYPT = board.FRONT["NE"]


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
            # only HQs can be here: combat units would have closed the hex (tgw.8.22a); lone HQs die without a roll (tgw.15.63c)
            eliminate(s, st.stack(i) & st.troops[1 - side], "tgw.8.22b", key="overrun")
        if i == st.arab_hex and not arabs_only:
            st.arab_hex, st.arab_before = 0, tables.NEUTRAL  # other Allied units keep what the Arabs hold (N4)
        if not st.ctrl[side] & bit:
            if arabs_only:
                forts.trodden(s, i)
                continue
            st.seize(bit, side)  # tgw.15.63b
            won |= bit
            forts.entered(s, i, side)
    if st.pipeline and side == tables.CENTRAL and walked & _EGYPT:
        forts.cut_pipeline(s, walked & _EGYPT)  # tgw.11.53f, whoever held the hexes
    if units & _TANKS and not st.flag("trench-warfare-over"):
        st.set_flag("trench-warfare-over")  # tgw.21.6c
    leave_arabs(s)
    if arabs_only and side == tables.ALLIED:
        won = arrive_arabs(s, units)
    if not won:
        # a third unit on the edge of Austria brings it down at once, though the hex was Allied already (tgw.16.5c)
        return collapse.check(s) if walked & board.AUSTRIAN_EDGE and side == tables.ALLIED else ()
    s.note("control", "tgw.7.13a", side=tables.SEATS[side], places=board.numbers(won))
    return consequences.taken(s, won, side)


def remember(st: State, hex: int, units: int) -> None:
    """Allied units are in a city of the Central Powers: was it Russians who were the last there (E7)?"""
    key = f"russian-{board.NUMBER[hex]}"
    if units & RUSSIANS:
        st.tally[key] = 1
    else:
        st.tally.pop(key, None)


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
