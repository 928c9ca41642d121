"""Both sides decide whether to buy events, and draw (6.1). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class EventPhase(Auto[Session[State]]):
    """Both sides decide whether to buy events, and draw (6.1)."""

    def run(self, s: Session[State]) -> Steps:
        return ()


@dataclass(frozen=True, slots=True)
class EndOfTurn(Auto[Session[State]]):
    """Effects that end with the turn."""

    def run(self, s: Session[State]) -> Steps:
        return ()
