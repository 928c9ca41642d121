"""A side places units from its boxes (13.1). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class NewUnits(Auto[Session[State]]):
    """A side places units from its boxes (13.1)."""

    side: int

    def run(self, s: Session[State]) -> Steps:
        return ()


@dataclass(frozen=True, slots=True)
class EndNewUnits(Auto[Session[State]]):
    """The end of the New Units Phase."""

    def run(self, s: Session[State]) -> Steps:
        return ()
