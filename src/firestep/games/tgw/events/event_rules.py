"""What an event is in the rules: when it may be played, when it is void, and what it does (tgw.6.0).

Most events are rows of `data/events.csv`, which `rows.py` reads. An event with functions of its own is a class in the module of its
theme. Name, text and copies of its chit stay in its row; the words of its rules are empty there:

    @declared("parisgun")
    class ParisGun(EventRules):
        moment = "newunits"
        lasts = True
        terms = (Term(lambda st, side: gun_hexes(st), "no supplied hex of yours lies within eight hexes of Paris"),)

        def effect(self, s, c):
            return (Dig("gun"),)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events.event_table import EVENTS
from firestep.games.tgw.state import State

S = Session[State]


class Term(NamedTuple):
    """A condition about the game and the side that holds a chit. `sentence` says why the event is not played: where the condition
    does not hold, or for `void` and `back` where it holds."""

    holds: Callable[[State, int], object]
    sentence: str


class EventRules:
    """The rules of one event. A subclass declares what differs."""

    #: when a held chit may be played (`windows.WINDOWS`); `drawn`: it happens at once
    moment = "drawn"
    #: what must hold for playing the event
    terms: tuple[Term, ...] = ()
    #: any of these makes the event void: it is not played, and leaves the game when it is drawn
    void: tuple[Term, ...] = ()
    #: any of these sends a mandatory chit back into its pool when it is drawn
    back: tuple[Term, ...] = ()
    #: whether the chit stays in play, and whether it leaves the game
    lasts = False
    gone = False

    def __init__(self, event: str) -> None:
        self.event = event
        self.id = EVENTS[event].id

    def lacks(self, st: State, side: int) -> str:
        """Returns why a side cannot play the event now; empty if it can."""
        for term in self.void:
            if term.holds(st, side):
                return term.sentence
        return next((term.sentence for term in self.terms if not term.holds(st, side)), "")

    def is_void(self, st: State, side: int) -> bool:
        return any(term.holds(st, side) for term in self.void)

    def goes_back(self, st: State, side: int) -> bool:
        return any(term.holds(st, side) for term in self.back)

    def happen(self, s: S, c: int) -> Steps:
        """Lets a chit do what the event does, and puts it where it belongs then."""
        st = s.state
        if self.lasts:
            st.play |= 1 << c
            st.tally[f"turn-{self.event}"] = st.turn
        if self.gone:
            st.spent |= 1 << c
        return self.effect(s, c)

    def effect(self, s: S, c: int) -> Steps:
        """Carries out the event."""
        return ()


#: the rules of events with classes of their own; `rows.RULES` has those of all
DECLARED: dict[str, EventRules] = {}
R = TypeVar("R", bound=EventRules)


def declared(*events: str) -> Callable[[type[R]], type[R]]:
    """Returns a decorator that makes a class the rules of some events. Their rows must have no words of rules."""

    def declare(cls: type[R]) -> type[R]:
        for event in events:
            e = EVENTS[event]
            assert not (e.moment or e.fits or e.do or e.void or e.back), f"{e.id} has a class and words in data/events.csv"
            assert event not in DECLARED, f"{e.id} has two classes"
            DECLARED[event] = cls(event)
        return cls

    return declare


def played(event: str) -> Term:
    """Returns the condition that an event has been played, or is in effect from the start."""
    return Term(lambda st, side: st.play & OF_EVENT[event], f"{EVENTS[event].name} has been played")
