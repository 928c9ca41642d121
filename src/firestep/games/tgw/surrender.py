"""The Turkish surrender roll (5.6). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class TurkishSurrender(Auto[Session[State]]):
    """The Turkish surrender roll (5.6)."""

    def run(self, s: Session[State]) -> Steps:
        return ()
