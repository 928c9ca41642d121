"""What one seat knows and the other does not: a chit that an event let it look at. The engine hides the numbers of dice
(ditt.7.1d)."""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt.state import State


def hides(st: State, agenda: Steps) -> bool:
    """Whether a seat has looked at the next chit."""
    return any(st.peeked)


def conceal(s: Session[State], seat: int | None) -> Session[State]:
    """Returns the game as a seat knows it: a chit that the other seat has seen may be any of those left in the cup."""
    new = s.copy()
    new.state.peeked = [k if who == seat else 0 for who, k in enumerate(s.state.peeked)]
    return new
