"""Forts on fortress supply may surrender (14.15). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


def entered(s: Session[State], hex: int, side: int) -> None:
    """Units of a side have entered a hex that the other controlled: forts, the Hindenburg Line, trenches, the pipeline (14.14,
    14.31, 6.34, 14.53, 11.53, 14.21)."""


@dataclass(frozen=True, slots=True)
class FortressSurrender(Auto[Session[State]]):
    """Forts on fortress supply may surrender (14.15)."""

    def run(self, s: Session[State]) -> Steps:
        return ()
