"""The United States may enter the war (5.71, E1). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class UsEntry(Auto[Session[State]]):
    """The United States may enter the war (5.71, E1)."""

    def run(self, s: Session[State]) -> Steps:
        return ()


@dataclass(frozen=True, slots=True)
class InitiativePhase(Auto[Session[State]]):
    """Who has the initiative where, OHL or OberOst (5.8)."""

    def run(self, s: Session[State]) -> Steps:
        return ()
