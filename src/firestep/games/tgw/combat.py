"""The Combat Phase of one side in one theater (10.0). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class CombatPhase(Auto[Session[State]]):
    """The Combat Phase of one side in one theater (10.0)."""

    theater: int
    side: int

    def run(self, s: Session[State]) -> Steps:
        return ()
