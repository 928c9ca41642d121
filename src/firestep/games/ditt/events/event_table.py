"""The table of Random Events (ditt.3.0): `data/events.csv`. `events` explains the column `do`, `conditions` the column `when`.

`EventQuestion` is the base of all questions that events ask.
"""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from firestep.engine.question import Question
from firestep.engine.session import Session
from firestep.games.ditt.components import tables
from firestep.games.ditt.state import State


class Event(NamedTuple):
    id: str
    name: str
    when: str
    do: str
    text: str


EVENTS = {r["id"]: Event(r["id"], r["name"], r["when"], r["do"], r["text"]) for r in tables.read("events.csv")}


def title(seat: int, event: str) -> str:
    return f"{tables.SIDE_TITLES[seat]}, {EVENTS[event].name}"


class EventQuestion(Question[Session[State]]):
    """A question of an event to a fixed side (`player`). A step that may ask either side has its own `seat`."""

    __slots__ = ()
    event: str
    player: ClassVar[int]

    def seat(self, s: Session[State]) -> int:
        return self.player

    def ask(self, s: Session[State]) -> str:
        """Returns the question without the side and the name of the event."""
        raise NotImplementedError(type(self).__name__)

    def prompt(self, s: Session[State]) -> str:
        return f"{title(self.seat(s), self.event)}: {self.ask(s)}"
