"""Units leave the map: to the dead pile of the map they died on (tgw.5.35), or out of the game."""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.state import AVAIL_NE, DEAD, DEAD_NE, WAITING, State
from firestep.hexmap.grid import bits

#: places off the map that belong to the Near East
_NEAR = frozenset((AVAIL_NE,))


def pile(st: State, u: int) -> int:
    """Returns the pile of a unit that is destroyed now. Each map has its own (tgw.5.35c), German units go to that of Europe
    (tgw.5.35b, tgw.5.37a), and the British follow D2 (tgw.5.36a). An Arab unit goes back to those that wait (tgw.15.83a), an
    Armenian unit to the pile as a tried one (tgw.15.83b)."""
    n = roster.NATION_OF[u]
    if n == tables.AB:
        return WAITING  # tgw.15.83a
    at = st.at[u]
    near = at in _NEAR or at > 0 and bool(board.NEAR_EAST >> at & 1)
    return DEAD_NE if near and n != tables.GE else DEAD  # tgw.15.83b


def eliminate(s: Session[State], units: int, rule: str, key: str = "eliminated") -> None:
    """Destroys units and logs where. A shock-troop unit can come back only as an ordinary division (tgw.5.32b, tgw.15.43c).
    Converted cavalry stays converted (tgw.5.32d), an HQ is depleted (tgw.5.34a)."""
    st = s.state
    if not units:
        return
    u = (units & -units).bit_length() - 1
    s.note(key, rule, side=tables.SEATS[st.side(u)], units=roster.unit_ids(units), place=board.NUMBER.get(st.at[u], ""))
    for u in bits(units):
        st.put(u, pile(st, u))
    st.reduced |= units & roster.TWO_STEP
    if st.tally.get("shock", 0) > 1:
        st.unshocked |= units & st.flipped & roster.BANDED  # tgw.15.43b
    st.flipped &= ~(units & ~roster.CONVERTIBLE)  # tgw.5.32b, tgw.15.43c, tgw.5.32d
    st.depleted |= units & roster.HQ
    st.rebuilt &= ~units
    st.red &= ~units
    if units & roster.CORPS[tables.AB]:
        st.tried &= ~units
        leave_arabs(s)


def leave_arabs(s: Session[State]) -> None:
    """Give the hex that the Arab unit has left back to the side that controlled it before (tgw.7.13b, tgw.15.81b, E84)."""
    st = s.state
    if st.arab_hex and not st.stack(st.arab_hex) & roster.CORPS[tables.AB]:
        bit = 1 << st.arab_hex
        if st.ctrl[tables.ALLIED] & bit and not st.occ[tables.ALLIED] & bit:
            st.seize(bit, st.arab_before)  # tgw.15.81b
            s.note("reverts", "tgw.15.81b", side=(*tables.SEATS, "neutral")[st.arab_before], place=board.NUMBER[st.arab_hex])
        st.arab_hex, st.arab_before = 0, tables.NEUTRAL
