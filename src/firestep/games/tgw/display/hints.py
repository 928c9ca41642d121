"""What the page shows beside the board: where in the sequence of play the game is, and what choices cost.

Nothing is decided here: every figure is taken from the tables and functions that decide it.
"""

from __future__ import annotations

from typing import Any

from firestep.engine.page_data import price, stage
from firestep.engine.question import Question
from firestep.engine.session import Session
from firestep.engine.words import counted
from firestep.games.tgw import sequence as sequence_of_play
from firestep.games.tgw.components import fronts, tables
from firestep.games.tgw.movement.movement import MoveUnits, stacks
from firestep.games.tgw.state import State


def prices(s: Session[State]) -> dict[str, dict[str, Any]]:
    """What the choices of this question cost, by the action's text."""
    st, top = s.state, s.top
    if isinstance(top, MoveUnits):
        left = len(stacks(st, top.theater, top.side))
        return {"done": price(f"{counted(left, 'stack has', 'stacks have')} not moved")} if left else {}
    return top.prices(s) if isinstance(top, Question) else {}


def sequence(s: Session[State]) -> dict[str, Any]:
    """The phases of this turn, and which one this is (tgw.4.2, tgw.4.3)."""
    st = s.state
    strategic = st.phase in sequence_of_play.STRATEGIC
    numbers = tuple(sequence_of_play.STRATEGIC if strategic else sequence_of_play.OPERATIONAL)
    if st.phase < numbers[0]:
        numbers = (st.phase, *numbers)  # who sets up sees that the turn has not begun
    steps = []
    for k in numbers:
        title, rule = sequence_of_play.PHASES[k]
        seat = None
        note = ""
        if k in (sequence_of_play.MOVEMENT_1, sequence_of_play.MOVEMENT_2, sequence_of_play.COMBAT_1, sequence_of_play.COMBAT_2):
            note = ", ".join(
                f"{fronts.THEATER_TITLES[th]}: {tables.SIDE_TITLES[sequence_of_play.mover(st, k, th)]}"
                for th in (fronts.WESTERN, fronts.EASTERN)
            )
        steps.append(stage(str(k), title, seat, rule, note))
    return {"now": numbers.index(st.phase), "steps": steps}
