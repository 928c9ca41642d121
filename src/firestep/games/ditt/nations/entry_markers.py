"""Entry markers (ditt.15.2), the Revolution (ditt.13.1) and wars on neutrals (ditt.15.3): what brings a country into the war."""

from __future__ import annotations

from collections.abc import Sequence

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.nations.collapse import collapse
from firestep.games.ditt.nations.control import join
from firestep.games.ditt.state import State


def roll_entry(s: Session[State], marker: int, dice: int, sign: int, *rules: str) -> Steps:
    """Rolls dice for a country's entry (ditt.15.2b), or for the Russian Revolution, whose marker works alike (ditt.13.1a). They
    move it up (`sign` 1) or down (-1)."""
    if s.state.entry[marker] < 0:
        return no_marker(s, marker, *rules)
    rolled = [s.roll() for _ in range(dice)]
    return move_entry(s, marker, sign * sum(rolled), *rules, dice=rolled)  # ditt.13.1a


def no_marker(s: Session[State], marker: int, *rules: str) -> Steps:
    """A roll for a marker that is gone is skipped (G03)."""
    s.note("no-marker", *rules, marker=tables.ENTRY[marker])
    return ()


def move_entry(s: Session[State], marker: int, change: int, *rules: str, dice: Sequence[int] = ()) -> Steps:
    """Move a marker; at 70 the country joins, or Russia collapses (ditt.13.1b, ditt.15.2c). Never below 0 (G4). `dice` are told
    with it."""
    st = s.state
    if st.entry[marker] < 0:
        return no_marker(s, marker, *rules)
    value = max(0, st.entry[marker] + change)
    st.entry[marker] = value
    told = {"dice": list(dice)} if dice else {}
    s.note("marker", *rules, marker=tables.ENTRY[marker], change=change, value=value, **told)
    if value < tables.IN_THE_WAR:
        return ()
    st.entry[marker] = -1
    if marker == tables.REVOLUTION:
        return collapse(s)  # ditt.13.1b
    return enter_war(s, tables.ENTRY_NATION[marker])


def enter_war(s: Session[State], nation: int) -> Steps:
    """A predisposed neutral reaches 70: it joins the side it leans to, with the exceptions of ditt.15.2."""
    st = s.state
    if nation == tables.IT and (st.flag("collapsed") or st.controls(tables.CP, places.PARIS)):  # ditt.15.2d
        st.set_flag("italy-stays")
        s.note("stays-out", "ditt.15.2d", nation="it")
        return ()
    if nation == tables.RM and st.controls(tables.CP, places.ODESSA):
        return join(s, nation, tables.CP, "ditt.15.2e")
    if nation == tables.BU and (st.controls(tables.EP, places.CONSTANTINOPLE) or st.controls(tables.EP, places.GALLIPOLI)):
        return join(s, nation, tables.EP, "ditt.15.2f")
    return join(s, nation, tables.LEAN[nation], "ditt.15.2c")


def declare_war(s: Session[State], side: int, nation: int, *rules: str, free: bool = False) -> Steps:
    """A side attacks a neutral, which becomes the other's ally (ditt.15.3a); two dice move US Entry unless it is free (ditt.15.3b,
    ditt.15.3c)."""
    out = join(s, nation, 1 - side, *rules)
    st = s.state
    if nation == tables.CH:
        st.set_flag("snow-open")  # ditt.10.3d
        if st.allegiance[tables.IT] == tables.NEUTRAL and not st.flag("italy-stays"):
            out += join(s, tables.IT, tables.EP, "ditt.15.9b")
    if not free:
        out += roll_entry(
            s, tables.US_ENTRY, 2, 1 if side == tables.CP else -1, "ditt.15.3b" if side == tables.CP else "ditt.15.3c"
        )
    return out
