"""Operational movement (8.0). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class Movement(Auto[Session[State]]):
    """A side moves its units in a theater."""

    theater: int
    side: int

    def run(self, s: Session[State]) -> Steps:
        s.state.moved = 0
        return ()


@dataclass(frozen=True, slots=True)
class EndMovement(Auto[Session[State]]):
    """Units in excess of stacking are eliminated by their owner (7.22c)."""

    theater: int
    side: int

    def run(self, s: Session[State]) -> Steps:
        return ()
