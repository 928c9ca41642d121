"""Neutral countries (ditt.15.0) and what a player may declare at the start of his pulse (ditt.6.2, ditt.6.3c, ditt.12.1n,
ditt.15.3)."""

from __future__ import annotations

from collections.abc import Iterator

from firestep.engine.action import Action
from firestep.engine.question import Condition, given
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import passage
from firestep.games.ditt.nations import control, entry_markers
from firestep.games.ditt.state import CASUALTY, GONE, State
from firestep.games.ditt.supply import perish
from firestep.hexmap.grid import bits

VERBS = ("declare", "straits", "great-retreat", "engineers", "pipeline")
PUTNIK = tables.BOX["ep-putnik"]


def rule_against_war(st: State, side: int, nation: int) -> str:
    """Returns the rule against declaring war on a nation, or ""."""
    if (
        st.allegiance[nation] != tables.NEUTRAL
        or tables.KIND[nation] not in ("minor", "power")
        or nation == tables.AB
        or not places.HOME[nation]
    ):
        return "ditt.15.10a" if nation == tables.US else "ditt.15.3a"
    if nation == tables.BU and st.flag("greater-bulgaria"):
        return "ditt.15.12h"
    if side == tables.EP and st.at_war(tables.US):
        return "ditt.15.3d"
    if side == tables.EP and nation == tables.CH:
        return "ditt.15.9a"
    return ""


def offers(st: State, side: int) -> list[Action]:
    """Declarations open to a side at the start of its pulse."""
    out: list[Action] = [
        ("declare", tables.NATIONS[n])
        for n in range(len(tables.NATIONS))
        if st.allegiance[n] == tables.NEUTRAL and not rule_against_war(st, side, n)
    ]
    if side == tables.CP:
        if may_exclude_straits(st):
            out.append(("straits",))
        if st.flag("engineers-held"):
            out.append(("engineers",))
    else:
        if may_retreat(st):
            out.append(("great-retreat",))
        if st.flag("pipeline-held"):
            out.append(("pipeline",))
    return out


def may_exclude_straits(st: State) -> bool:
    """Whether the CP may declare the Straits outside the Near East, which it does once (ditt.6.3c, L12)."""
    return st.allegiance[tables.TU] == tables.CP and not st.flag("straits-out")


def may_retreat(st: State) -> bool:
    """Whether Serbia may begin its Great Retreat: it fights on and a Putnik coin is left (ditt.12.1n)."""
    return (
        st.coins[PUTNIK] > 0
        and st.allegiance[tables.SB] == tables.EP
        and not st.surrendered >> tables.SB & 1
        and not st.flag("serbs-gone")
    )


def may_begin_great_retreat(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions under which a side begins the Great Retreat."""
    yield given("ditt.12.1n", side == tables.EP, "the Entente Powers decide on the Great Retreat")
    yield given("ditt.12.1n", may_retreat(st), "the Great Retreat needs a Putnik coin and a Serbia that fights")


def declare(s: Session[State], side: int, action: Action) -> Steps:
    st = s.state
    verb = action[0]
    if verb == "declare":
        s.note("declares", "ditt.15.3a", side=tables.SEATS[side], nation=action[1])
        free = side == tables.EP and action[1] == "sw" and st.flag("sweden-free")  # ditt.ev.1916.5.04, E32
        return entry_markers.declare_war(s, side, tables.NATION[action[1]], "ditt.15.3a", free=free)
    if verb == "straits":
        st.set_flag("straits-out")
        roll = s.roll() + s.roll()
        s.note("straits", "ditt.6.3c", roll=roll)
        control.change_max(s, tables.TU, -roll, "ditt.6.3c")
        return ()
    if verb == "great-retreat":
        return great_retreat(s)
    if verb == "engineers":
        st.set_flag("engineers-held", False)
        st.set_flag("engineers")
        s.note("engineers", "ditt.6.2i")
        return ()
    st.set_flag("pipeline-held", False)
    st.set_flag("pipeline")
    st.set_flag("engineers", False)
    st.set_flag("engineers-held", False)
    s.note("pipeline", "ditt.6.2j", "ditt.6.2k")
    units = st.stack_of(places.ROMANI, tables.CP)
    shut = (st.occ[tables.EP] | st.fort_of[tables.EP] | ~st.ctrl[tables.CP]) >> places.EL_ARISH & 1
    if lost := sum(1 << u for u in bits(units) if shut or passage.unstackable(st, u) >> places.EL_ARISH & 1):
        perish(s, lost, "ditt.7.4j")  # V22
    for u in bits(units & ~lost):
        st.put(u, places.EL_ARISH)  # ditt.6.2k
        st.flip(1 << u)
        s.note("retreats", "ditt.6.2k", unit=tables.UNITS[u], place="0813", origin="0812")
    return ()


def great_retreat(s: Session[State]) -> Steps:
    """Serbia leaves its land: it will never surrender, two Armies may be rebuilt in exile (ditt.12.1n, ditt.12.1o, X06)."""
    st = s.state
    st.coins[PUTNIK] = 0
    st.set_flag("great-retreat")  # ditt.12.1o
    s.note("great-retreat", "ditt.12.1n", "ditt.12.1o")
    kept = 0
    for u in sorted(tables.UNITS_OF[tables.SB], key=lambda u: (st.at[u] != CASUALTY, u)):
        if st.at[u] == GONE:
            continue
        st.put(u, CASUALTY if kept < 2 else GONE)
        kept += 1
    return ()
