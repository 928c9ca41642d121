"""What follows at once from a hex changing hands: the gun of Paris, resource hexes, the roads of Turkey, collapse, sudden death
(16, tgw.17.13b, tgw.17.13c, tgw.18.21b, tgw.18.3a, tgw.5.16)."""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw import victory
from firestep.games.tgw.components import board, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.nations import collapse, european_turks
from firestep.games.tgw.state import State
from firestep.games.tgw.strategic import resource_hexes, turkish_surrender

BAGHDAD, JERUSALEM, CONSTANTINOPLE = board.INDEX["N1540"], board.INDEX["N2416"], board.INDEX["E1328"]

S = Session[State]


def taken(s: Session[State], hexes: int, side: int) -> Steps:
    """A side has just taken control of hexes."""
    st = s.state
    gun_lost(s, hexes, side)
    resource_hexes.captured(s, hexes, side)
    out: Steps = ()
    if side == tables.ALLIED:
        if hexes >> BAGHDAD & 1 and tables.YEAR[st.turn] == 1915:
            st.set_flag("baghdad-1915")
        if hexes >> JERUSALEM & 1 and tables.YEAR[st.turn] < 1918:
            st.set_flag("jerusalem-1917")
        if hexes & board.EUROPEAN_TURKEY:
            out += european_turks.deploy_turks(s, "tgw.17.13b")
        if (board.SURRENDER & st.ctrl[tables.ALLIED]).bit_count() >= european_turks.SURRENDER_HEXES:
            out += european_turks.deploy_turks(s, "tgw.17.13c")
        if hexes >> CONSTANTINOPLE & 1:
            out += turkish_surrender.turkey(s, "tgw.5.63a")  # tgw.16.61a
    return (*out, *victory.captured(s, hexes, side), *collapse.check(s))


def gun_lost(s: S, hexes: int, side: int) -> None:
    """The Paris Gun is gone the instant an Allied unit enters its hex (tgw.6.10c)."""
    st = s.state
    if side == tables.ALLIED and st.tally.get("gun") and hexes >> st.tally["gun"] & 1:  # tgw.6.10c
        s.note("gun-lost", "tgw.6.10c", place=board.NUMBER[st.tally["gun"]])
        del st.tally["gun"]
        st.spent |= OF_EVENT["parisgun"]
        st.play &= ~OF_EVENT["parisgun"]
