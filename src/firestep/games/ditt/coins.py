"""Special Events: the coins and what they do, at the moments they name."""

from __future__ import annotations

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt.state import State


def offers(s: Session[State], side: int, moment: str) -> list[Action]:
    """The coins a side may play now, as actions ("coin", box), sorted. Moments: "before" and "after" the dice of `State.fight`,
    "pulse" at the start of a pulse of that side."""
    return []


def play(s: Session[State], side: int, action: Action) -> Steps:
    """Spend a coin and do what its box says."""
    return ()
