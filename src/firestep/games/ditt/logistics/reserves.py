"""Divs from Reserves to an Army on the map, in Logistics (ditt.2.2d) and in a pulse (ditt.6.1t)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from firestep.engine.masks import bits, mask
from firestep.engine.question import Answer, Condition, Number, given, passed
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt import requirements as need
from firestep.games.ditt.components import tables
from firestep.games.ditt.movement import areas
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import State


def has_reserves(rule: str, st: State) -> Condition:
    """Returns the condition of an Army whose nation has Divs in Reserves; those of Germany also feed the Süd Army (ditt.4.1g)."""
    nations = [n for n in tables.POWERS if control.free_reserves(st, n) > 0]
    fed = sum(tables.ARMIES[n] for n in nations) | (1 << tables.SUD if tables.GE in nations else 0)
    return Condition(rule, fed, lambda u: f"{tables.TITLE[tables.UNIT_NATION[u]]} has no Divs in Reserves that may come now")


def has_room(st: State) -> Condition:
    """Returns the condition of an Army on the map that can take another Div."""
    return Condition(
        "ditt.4.2b",
        lambda units: mask(u for u in bits(units) if areas.room(st, u)),
        lambda u: passed("1", list(need.more_divs(st, u))),
    )


def feeding(st: State, u: int, then: Callable[[Session[State], int, int], Steps]) -> Iterator[Answer]:
    """Yields the answers with the Divs that an Army gets: its own, and German ones for the Süd Army (ditt.4.1g). `then` takes the
    nation of the Divs and their number."""
    own = tables.UNIT_NATION[u]
    yield Number("divs", (*need.in_reserves(st, own), *need.more_divs(st, u)), lambda s, k: then(s, own, k))
    sud = given("ditt.4.1f", u == tables.SUD, "German Divs serve in German Armies, and in the Süd Army")
    german = (*need.in_reserves(st, tables.GE), *need.more_divs(st, u))
    yield Number("german", german, lambda s, k: then(s, tables.GE, k), (sud,))


def feed(s: Session[State], u: int, nation: int, divs: int, *rules: str) -> None:
    """Moves Divs of a nation from its Reserves into an Army."""
    st = s.state
    st.reserves[nation] -= divs
    st.divs[u] += divs
    told = {}
    if nation != tables.UNIT_NATION[u]:
        st.sud += divs
        told = {"german": divs}
    s.note("fed", *rules, unit=tables.UNITS[u], divs=divs, left=st.divs[u], **told)
