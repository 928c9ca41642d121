"""What the page shows beside the board: where in the sequence of play the game is, and what choices cost.

Nothing is decided here: every figure is taken from the tables and functions that decide it.
"""

from __future__ import annotations

from typing import Any

from firestep.engine.page_data import price, stage
from firestep.engine.session import Session
from firestep.engine.words import counted
from firestep.games.tgw import sequence as sequence_of_play
from firestep.games.tgw.components import fronts, tables
from firestep.games.tgw.display.names import CAPACITY
from firestep.games.tgw.movement import rail
from firestep.games.tgw.movement.movement import MoveUnits, stacks
from firestep.games.tgw.movement.rail import Railways, Ride
from firestep.games.tgw.state import CAPACITIES, State, place_of


def prices(s: Session[State]) -> dict[str, dict[str, Any]]:
    """What the choices of this question cost, by the action's text."""
    st, top = s.state, s.top
    if isinstance(top, MoveUnits):
        left = len(stacks(st, top.theater, top.side))
        return {"done": price(f"{counted(left, 'stack has', 'stacks have')} not moved")} if left else {}
    if isinstance(top, Railways):
        caps = (rail.CENTRAL, rail.CENTRAL_NE) if top.side == tables.CENTRAL else range(2, len(CAPACITIES))
        return {"done": price(", ".join(f"{CAPACITY[CAPACITIES[c]]} {rail.LIMITS[c] - st.used[c]} left" for c in caps))}
    if isinstance(top, Ride):
        return {" ".join(a): price(_capacity_text(st, top, place_of(a[1]))) for a in top.actions(s) if a[0] == "to"}
    return {}


def _capacity_text(st: State, top: Ride, end: int) -> str:
    """The capacity that a ride uses."""
    used: dict[int, int] = {}
    for u in top.units:
        for cap, k in rail.rail_cost(st, top.side, u, top.start, end):
            used[cap] = used.get(cap, 0) + k
    return ", ".join(f"uses {k} of {rail.LIMITS[cap] - st.used[cap]} ({CAPACITY[CAPACITIES[cap]]})" for cap, k in used.items())


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
