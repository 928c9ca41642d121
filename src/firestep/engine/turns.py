"""A game turn by turn, for reports and graphs."""

from __future__ import annotations

from firestep.engine.game import St
from firestep.engine.session import Session


def by_turn(s: Session[St]) -> tuple[list[St], list[str]]:
    """Returns the states at the start of each turn and now, with labels: the number of the turn, and "end" for a finished game."""
    states = [m.state for m in s.marks]
    if not states or states[-1].turn != s.state.turn or s.over:
        states = [*states, s.state]
    return states, [str(st.turn) for st in states[:-1]] + ["end" if s.over else str(states[-1].turn)]
