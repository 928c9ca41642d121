"""What one seat knows and the other does not: a chit looked at in advance. (Dice counts are sealed by the engine.)"""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt.state import State


def hides(st: State, agenda: Steps) -> bool:
    """Somebody has looked at the next chit."""
    return any(st.peeked)


def conceal(s: Session[State], seat: int | None) -> Session[State]:
    """The game as a seat knows it: a chit that another has seen is still in the cup, any of those that are left."""
    new = s.copy()
    new.state.peeked = [k if who == seat else 0 for who, k in enumerate(s.state.peeked)]
    return new
