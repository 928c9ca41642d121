"""The CP choose hexes to devastate before they move in the west (14.61). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class Devastate(Auto[Session[State]]):
    """The CP choose hexes to devastate before they move in the west (14.61)."""

    def run(self, s: Session[State]) -> Steps:
        return ()


@dataclass(frozen=True, slots=True)
class WithdrawDevastators(Auto[Session[State]]):
    """Units that devastated fall back (14.62)."""

    def run(self, s: Session[State]) -> Steps:
        return ()
