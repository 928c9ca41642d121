"""Secrets: what a seat may know of a game at a moment."""

from __future__ import annotations

from firestep.engine.game import St
from firestep.engine.session import Session
from firestep.engine.simultaneous import SimultaneousChoice, hides_answers


def hides(s: Session[St]) -> bool:
    """Returns whether something is hidden from a seat now. A finished game hides nothing."""
    if s.over:
        return False
    return hides_answers(s.agenda) or (s.game.conceal is not None and s.game.hides(s.state, tuple(s.agenda)))


def known_to(s: Session[St], seat: int | None) -> Session[St]:
    """Returns the game as far as a seat may know it (None: a spectator). Lists, odds, refusals, bots and forks use it.

    Returns the game itself where nothing is hidden. Otherwise returns another game that the seat cannot distinguish from it, with
    hidden things replaced by others that fit. Its history is only counted, because it contains secret actions of others.
    """
    if s.over:
        return s
    closed = hides_answers(s.agenda)
    conceal = s.game.conceal if s.game.conceal is not None and s.game.hides(s.state, tuple(s.agenda)) else None
    if conceal is None and not closed:
        return s
    new = conceal(s, seat) if conceal is not None else s.copy()
    if closed:
        new.agenda = [step.known_to(new, seat) if isinstance(step, SimultaneousChoice) else step for step in new.agenda]
    return new.drop_history()
