"""Neutral countries (ditt.15.0) and what a player may declare at the start of his pulse (ditt.6.2, ditt.6.3c, ditt.12.1n,
ditt.15.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from firestep.engine.masks import bits, mask
from firestep.engine.page_data import price
from firestep.engine.question import Answer, Condition, Pick, Word, broken, given
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import NATION
from firestep.games.ditt.movement import passage
from firestep.games.ditt.nations import control, entry_markers
from firestep.games.ditt.state import CASUALTY, GONE, State
from firestep.games.ditt.supply import perish

PUTNIK = tables.BOX["ep-putnik"]
#: what two declarations cost
_STRAITS = price("Two dice are taken from the Turkish Army Max.", True)
_RETREAT = price("The Serb Armies leave the map; two may be rebuilt in exile.", True)
#: countries that can be attacked: those with a home, but not the Arabs
_COUNTRIES = [n for n, kind in enumerate(tables.KIND) if kind in ("minor", "power") and n != tables.AB and places.HOME[n]]


def open_to_war(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a nation on which a side can declare war."""
    yield Condition("ditt.15.10a", ~(1 << tables.US), "the United States cannot be attacked")
    neutral = mask([n for n in _COUNTRIES if st.allegiance[n] == tables.NEUTRAL])
    yield Condition("ditt.15.3a", neutral, "{x} is no neutral country that can be attacked")
    if st.flag("greater-bulgaria"):
        yield Condition("ditt.15.12h", ~(1 << tables.BU), "neutralised Bulgaria cannot be attacked")
    if side == tables.EP:
        yield given("ditt.15.3d", not st.at_war(tables.US), "the United States do not allow it")
        yield Condition("ditt.15.9a", ~(1 << tables.CH), "only the Central Powers may attack Switzerland")


def rule_against_war(st: State, side: int, nation: int) -> str:
    """Returns the rule against declaring war on a nation, or ""."""
    found = broken(open_to_war(st, side), nation)
    return found[0].rule if found else ""


def declarations(s: Session[State], side: int, then: Callable[[Steps], Steps]) -> Iterator[Answer]:
    """Yields what a side may declare at the start of its pulse. `then` adds what follows."""
    st = s.state

    def war(s: Session[State], n: int) -> Steps:
        return then(declare_war(s, side, n))

    yield Pick("declare", NATION, open_to_war(st, side), war, lambda n: _price_of_war(st, side, n))
    yield Word("straits", may_exclude_straits(st, side), lambda s: then(exclude_straits(s)), _STRAITS)
    yield Word("great-retreat", may_begin_great_retreat(st, side), lambda s: then(great_retreat(s)), _RETREAT)
    yield Word("engineers", _held("ditt.6.2i", side == tables.CP and st.flag("engineers-held")), lambda s: then(place_engineers(s)))
    yield Word("pipeline", _held("ditt.6.2j", side == tables.EP and st.flag("pipeline-held")), lambda s: then(lay_pipeline(s)))


def _price_of_war(st: State, side: int, nation: int) -> dict[str, Any] | None:
    if st.entry[tables.US_ENTRY] < 0:
        return None
    way = "adds two dice to" if side == tables.CP else "takes two dice from"
    return price(f"{tables.TITLE[nation]} joins the enemy, which {way} the entry of the United States.", True)


def _held(rule: str, held: bool) -> tuple[Condition]:
    return (given(rule, held, "you do not have that marker"),)


def may_exclude_straits(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions under which a side declares the Straits outside the Near East, once (ditt.6.3c, L12)."""
    turks = side == tables.CP and st.allegiance[tables.TU] == tables.CP
    yield given("ditt.6.3c", turks, "only the Central Powers with Turkey may do this")
    yield given("ditt.6.3c", not st.flag("straits-out"), "the Straits are outside the Near East already")


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


def declare_war(s: Session[State], side: int, nation: int) -> Steps:
    """Declares war on a neutral country (ditt.15.3a)."""
    s.note("declares", "ditt.15.3a", side=tables.SEATS[side], nation=tables.NATIONS[nation])
    free = side == tables.EP and nation == tables.SW and s.state.flag("sweden-free")  # ditt.ev.1916.5.04, E32
    return entry_markers.declare_war(s, side, nation, "ditt.15.3a", free=free)


def exclude_straits(s: Session[State]) -> Steps:
    """Declares the Straits outside the Near East."""
    s.state.set_flag("straits-out")
    roll = s.roll() + s.roll()
    s.note("straits", "ditt.6.3c", roll=roll)
    control.change_max(s, tables.TU, -roll, "ditt.6.3c")
    return ()


def place_engineers(s: Session[State]) -> Steps:
    """Makes Romani clear for the CP (ditt.6.2i)."""
    s.state.set_flag("engineers-held", False)
    s.state.set_flag("engineers")
    s.note("engineers", "ditt.6.2i")
    return ()


def lay_pipeline(s: Session[State]) -> Steps:
    """Makes Romani clear for the EP (ditt.6.2j). The engineers are lost, and CP units there retreat (ditt.6.2k)."""
    st = s.state
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
