"""What follows at once from a hex changing hands: collapses, sudden death, European Turks (16, 17.13, 18.2, 18.3, 5.16). A frame:
its chapters are being written."""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw.state import State


def taken(s: Session[State], hexes: int, side: int) -> Steps:
    """A side has just taken control of hexes."""
    return ()
