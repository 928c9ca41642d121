"""Strategic movement (9.0). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class StrategicMovement(Auto[Session[State]]):
    """A side moves by rail, the Allies also by sea."""

    side: int

    def run(self, s: Session[State]) -> Steps:
        return ()


@dataclass(frozen=True, slots=True)
class EndStrategicMovement(Auto[Session[State]]):
    """The end of the phase."""

    def run(self, s: Session[State]) -> Steps:
        return ()
