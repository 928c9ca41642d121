"""Events whose rules are a row of `data/events.csv`. A word that means nothing is an error when the program starts.

Columns: the `moment` at which a held chit may be played, where it `fits`, what it does (`do`), and the rules that the row decides
(`rules`). A draw can be `void`, a No Event that leaves the game, or it can go `back` into its pool: these are words joined by `or`.
`terms.py` has the words of these three columns. Statements of `do`:

    lasts            the chit stays in play          gone        it leaves the game
    now NAME         an effect for this turn         next NAME   one for the three turns after this one
    unit ID …        units come to their box         remove ID … units leave the game
    enter CODE       a neutral joins in this New Units Phase

What a chit does in a combat (`drm`, `gas` and the like) is read by `combat_events.py` and `windows.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw.components import roster, tables
from firestep.games.tgw.components.chits import CHITS

# modules of events with classes of their own
from firestep.games.tgw.events import arabs_and_armenians, constructions, landings, lawrence, shock_troops, war_at_large  # noqa: F401
from firestep.games.tgw.events.event_rules import DECLARED, EventRules, Term
from firestep.games.tgw.events.event_table import ENDS, EVENTS, Event, act_next, act_now, home_box
from firestep.games.tgw.events.terms import GASES, TERMS
from firestep.games.tgw.state import GONE, WAITING, State

S = Session[State]
#: session and chit: carries a statement out
Statement = Callable[[S, int], None]
MOMENTS = ("advance", "air", "combat", "combatphase", "drawn", "events", "general", "never", "newunits", "raid")


def _begin(act: Callable[[State, str], None], name: str) -> Statement:
    if name not in ENDS:
        raise KeyError(name)
    return lambda s, c: act(s.state, name)


def _unit(ids: str) -> Statement:
    """Puts units into their Available Units Box: tanks (tgw.15.21a), anti-tank units (tgw.15.31a) and others."""
    units = [roster.UNIT[id] for id in ids.split(" ")]

    def come(s: S, c: int) -> None:
        st = s.state
        came = [u for u in units if st.at[u] == WAITING]
        for u in came:
            st.put(u, home_box(u))  # tgw.15.21a, tgw.15.31a
        s.note("to-box", "tgw.6.4a", EVENTS[CHITS[c].event].id, units=[roster.UNITS[u] for u in came])

    return come


def _remove(ids: str) -> Statement:
    units = [roster.UNIT[id] for id in ids.split(" ")]

    def leave(s: S, c: int) -> None:
        st = s.state
        gone = [u for u in units if st.at[u] != GONE]
        for u in gone:
            st.put(u, GONE)
        s.note("out-of-play", EVENTS[CHITS[c].event].id, units=[roster.UNITS[u] for u in gone])

    return leave


def _enter(code: str) -> Statement:
    """Lets a neutral join in the New Units Phase of this turn (tgw.6.53a); until then its chit lies in play."""
    tables.NATION[code]

    def enter(s: S, c: int) -> None:
        s.state.tally[f"enter-{code}-{CHITS[c].side}"] = s.state.turn

    return enter


#: statements that do something when the chit is played or drawn
VERBS: dict[str, Callable[[str], Statement]] = {
    "now": lambda name: _begin(act_now, name),
    "next": lambda name: _begin(act_next, name),
    "unit": _unit,
    "remove": _remove,
    "enter": _enter,
}
#: statements about the chit itself, and words for the combat into which it is played
PLAIN = ("blast", "gone", "hold", "lasts", "loot", "river", "tactics", "turnly")
IN_COMBAT: dict[str, Callable[[str], object]] = {"drm": int, "gas": GASES.__getitem__}


class RowRules(EventRules):
    """The rules of an event that its row gives in words."""

    def __init__(self, e: Event, event: str) -> None:
        super().__init__(event)
        self.moment = e.moment
        if e.moment not in MOMENTS:
            raise ValueError(f"data/events.csv: {e.id} has an unknown moment '{e.moment}'")
        self.terms = tuple(_read(e, words, TERMS) for words in e.fits)
        self.void = tuple(_read(e, words, TERMS) for words in filter(None, e.void.split(" or ")))
        self.back = tuple(_read(e, words, TERMS) for words in filter(None, e.back.split(" or ")))
        self.lasts, self.gone = "lasts" in e.do, "gone" in e.do
        said = [words for words in e.do if words not in PLAIN]
        self.statements: list[Statement] = [
            _read(e, words, VERBS) for words in said if _read(e, words, {**VERBS, **IN_COMBAT}) and words.split(" ")[0] in VERBS
        ]

    def effect(self, s: S, c: int) -> Steps:
        for statement in self.statements:
            statement(s, c)
        return ()


def _read(e: Event, words: str, table: Mapping[str, Any]) -> Any:
    """Returns what some words of a row mean in a table."""
    verb, _, rest = words.partition(" ")
    try:
        found = table[verb]
        return found if isinstance(found, Term) and not rest else found(rest)
    except (KeyError, TypeError, ValueError) as wrong:
        raise ValueError(f"data/events.csv: '{words}' of {e.id} means nothing ({wrong!r})") from wrong


#: the rules of every event
RULES: dict[str, EventRules] = {event: DECLARED.get(event) or RowRules(e, event) for event, e in EVENTS.items()}
