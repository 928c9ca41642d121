"""Secrets: what a seat may know of a game, judged moment by moment."""

from __future__ import annotations

from firestep.engine.game import St
from firestep.engine.session import Session
from firestep.engine.simultaneous import SimultaneousChoice, hides_answers


def hides(s: Session[St]) -> bool:
    """Something is hidden from somebody at this moment. A finished game hides nothing."""
    if s.over:
        return False
    return hides_answers(s.agenda) or (s.game.conceal is not None and s.game.hides(s.state, tuple(s.agenda)))


def known_to(s: Session[St], seat: int | None) -> Session[St]:
    """The game as far as a seat may know it (None: a spectator), for all that is asked of it: lists, odds, why-not, bots, forks.

    The game itself where nothing is hidden; else another one that the seat cannot tell from it, what is hidden replaced by
    something that fits. Its past is only counted: what others did in secret is not in it.
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
