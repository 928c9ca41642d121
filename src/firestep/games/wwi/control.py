"""What happens because a unit enters a hex: Resource Centers, Russian cities, sea links, countries that watch their border."""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.games.wwi import russia
from firestep.games.wwi.components import board
from firestep.games.wwi.neutrals import remove_greeks
from firestep.games.wwi.state import GONE, State


def enter(s: Session[State], unit: int, was: int, hexes: tuple[int, ...]) -> None:
    """A unit that comes from `was` (less than 0: off the map) enters hexes one after another. It captures what is there, also when
    it only passes through (T1)."""
    st = s.state
    side = st.side(unit)
    for here, i in zip((was, *hexes), hexes, strict=False):
        bit = 1 << i
        if bit & board.CENTRES:
            _capture(s, unit, side, bit, i)
        if bit & board.RUSSIAN_CITIES:
            russia.city(s, side, bit, i)
        if bit & st.links:
            _sea_link(s, side, bit, i)
        if side == board.ALLIED and any(bit & land and not (here >= 0 and land >> here & 1) for land in watched(st, unit)):
            if bit & board.HOME[board.GK]:
                remove_greeks(s)  # wwi.11.3c
            else:
                st.reopened = True  # wwi.12.13b: the garrisons are free again; the Victory Points stay (wwi.12.13c)
                st.garrison = 0
                s.note("russia-reopened", "wwi.12.13b", "wwi.12.13c", unit=board.UNITS[unit])


def watched(st: State, unit: int) -> list[int]:
    """Countries where the entry of this Allied unit counts by itself: Greece while Greek armies fight for the Allies (wwi.11.3c),
    Russia after its surrender (wwi.12.13b)."""
    out = []
    if st.side(unit) == board.ALLIED:
        if (
            st.allegiance[board.GK] == board.ALLIED
            and any(st.at[u] != GONE for u in board.UNITS_OF[board.GK])
            and board.UNIT_NATION[unit] != board.GK
        ):
            out.append(board.HOME[board.GK])
        if st.surrendered and not st.reopened:
            out.append(russia.RUSSIA)
    return out


def objectives(st: State, side: int) -> int:
    """Hexes where entering changes something for this side's good: a path is drawn through as many as it can (T1)."""
    if side == board.CENTRAL:
        return (
            board.CENTRES & ~st.central_centres
            | board.RUSSIAN_CITIES & ~st.fallen * (not st.surrendered)
            | st.links & ~st.links_off
        )
    return board.CENTRES & ~st.allied_centres | board.RUSSIAN_CITIES & st.fallen * (not st.collapsed) | st.links_off


def _capture(s: Session[State], unit: int, side: int, bit: int, i: int) -> None:
    """The side that entered a Resource Center last owns it (wwi.15.1a); a zone of control captures nothing (wwi.15.1b)."""
    st = s.state
    if side == board.ALLIED and not st.allied_centres & bit:  # wwi.15.1b
        st.allied_centres |= bit
        st.central_centres &= ~bit
    elif side == board.CENTRAL and not st.central_centres & bit:
        st.central_centres |= bit
        st.allied_centres &= ~bit
    else:
        return
    s.note("centre", "wwi.15.1a", unit=board.UNITS[unit], hex=board.NUMBER[i])


def _sea_link(s: Session[State], side: int, bit: int, i: int) -> None:
    """Central units switch a sea link off, Allied units switch it on again (wwi.9.17b, wwi.9.17c)."""
    st = s.state
    if side == board.CENTRAL and not st.links_off & bit:
        st.links_off |= bit  # wwi.9.17b
        s.note("link-off", "wwi.9.17b", hex=board.NUMBER[i])
    elif side == board.ALLIED and st.links_off & bit:
        st.links_off &= ~bit  # wwi.9.17c
        s.note("link-on", "wwi.9.17c", hex=board.NUMBER[i])
