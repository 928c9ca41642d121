"""CP victory points are counted (18.1). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class VictoryCheck(Auto[Session[State]]):
    """CP victory points are counted (18.1)."""

    def run(self, s: Session[State]) -> Steps:
        return ()


@dataclass(frozen=True, slots=True)
class LastCheck(Auto[Session[State]]):
    """The war that nobody won by June 1919 is a draw (18.15)."""

    def run(self, s: Session[State]) -> Steps:
        return ()
