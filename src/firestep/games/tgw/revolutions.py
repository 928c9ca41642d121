"""The Fall of the Czar, the Bolshevik Revolution, the treaty (5.4). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class RevolutionsPhase(Auto[Session[State]]):
    """The Fall of the Czar, the Bolshevik Revolution, the treaty (5.4)."""

    def run(self, s: Session[State]) -> Steps:
        return ()
