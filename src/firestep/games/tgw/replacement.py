"""A side buys back units (5.3). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class ReplacementPhase(Auto[Session[State]]):
    """A side buys back units (5.3)."""

    side: int

    def run(self, s: Session[State]) -> Steps:
        return ()


@dataclass(frozen=True, slots=True)
class RequiredReserve(Auto[Session[State]]):
    """The Turkish Required Reserve (5.38)."""

    def run(self, s: Session[State]) -> Steps:
        return ()
