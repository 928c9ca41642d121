"""Reinforcements, events, Resource Points, transfers, HQ refit (5.1). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class ResourcePhase(Auto[Session[State]]):
    """Reinforcements, events, Resource Points, transfers, HQ refit (5.1)."""

    def run(self, s: Session[State]) -> Steps:
        return ()
