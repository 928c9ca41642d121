"""OHL, OberOst, Foch or Allenby is laid at the end of movement (10.82). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.state import State


@dataclass(frozen=True, slots=True)
class PlaceMarkers(Auto[Session[State]]):
    """OHL, OberOst, Foch or Allenby is laid at the end of movement (10.82)."""

    theater: int
    side: int

    def run(self, s: Session[State]) -> Steps:
        return ()


@dataclass(frozen=True, slots=True)
class SpecialCombats(Auto[Session[State]]):
    """Combats around the markers, after all regular ones of the theater (10.82)."""

    theater: int
    side: int

    def run(self, s: Session[State]) -> Steps:
        return ()
