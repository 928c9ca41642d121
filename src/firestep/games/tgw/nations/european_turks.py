"""The Turks of Europe (tgw.17.13): when and where they are set up, and the 19th Division, which is replaced on N."""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.movement import stacking
from firestep.games.tgw.state import AVAIL, GONE, WAITING, State
from firestep.hexmap.grid import bits

S = Session[State]
#: tgw.17.13a: the set-up hex of each European Turk
EUROPEAN_TURKS = {u: board.INDEX[roster.ROSTER[u].setup] for u in bits(roster.BY_ENTRY.get("EUT", 0))}
LATE_19, EARLY_19 = roster.UNIT["tu-19late"], roster.UNIT["tu-19"]
LETTER_N = tables.LETTER["N"]
#: tgw.17.13c
SURRENDER_HEXES = 5


def deploy_turks(s: S, rule: str) -> Steps:
    """Set up the European Turks in their printed hexes, once (tgw.17.13a). One whose hex the enemy holds, or that is full, goes
    to the nearest hex of European Turkey that has room."""
    st = s.state
    if st.flag("euro-turks") or st.allegiance[tables.TU] != tables.CENTRAL or st.flag("turkey-surrendered"):
        return ()
    st.set_flag("euro-turks")
    placed = []
    for u, hex in EUROPEAN_TURKS.items():
        v = LATE_19 if u == EARLY_19 and st.letter >= LETTER_N else u
        if st.at[v] in (WAITING, AVAIL) and (spot := turkish_spot(st, v, hex)):
            st.put(v, spot)
            placed.append(roster.UNITS[v])
    s.note("european-turks", rule, "tgw.17.13a", units=placed)
    return ()


def turkish_spot(st: State, u: int, hex: int) -> int:
    ring = 1 << hex
    for _ in range(12):
        open = ring & board.EUROPEAN_TURKEY & ~st.occ[tables.ALLIED] & ~board.LANDINGS
        for i in bits(open):
            if stacking.room(st, i, 1 << u, tables.CENTRAL):
                return i
        ring = board.ATLAS.dilate(ring)
    return 0


def weaken_19(s: S) -> None:
    """On N the strong Turkish 19th Division is replaced for good by the weak one, wherever it is (tgw.17.31n)."""
    st = s.state
    if st.at[EARLY_19] == GONE or st.flag("turkey-surrendered"):
        return
    place = st.at[EARLY_19]
    st.put(EARLY_19, GONE)  # tgw.17.31n
    st.put(LATE_19, place)
    st.rebuilt |= (st.rebuilt >> EARLY_19 & 1) << LATE_19  # one that was bought back enters where those do (tgw.13.29h)
    s.note("19th", "tgw.17.31n", unit="tu-19late")
