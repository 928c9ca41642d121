"""The evaluator of Great War Battles for the greedy player: one function for each kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from firestep.bots.gwb import fight, move
from firestep.engine.session import Decision, Session
from firestep.games.gwb.state import State

_BY_STEP: dict[str, Callable[[Session[State], Decision[Any], Any], Sequence[float]]] = {
    "MarchOrders": move.march,
    "PickUnit": move.pick,
    "RallyMore": move.rally,
    "Moving": move.go,
    "Restructuring": move.merge,
    "Harass": fight.harass,
    "Overstacked": move.overstacked,
    "CombatPhase": fight.pick,
    "Counter": fight.counter,
    "Declare": fight.declare,
    "CavalryLeaves": fight.leave,
    "Limbering": fight.limber,
    "Barrage": fight.barrage,
    "Support": fight.support,
    "Stand": fight.stand,
    "Lose": fight.lose,
    "Back": fight.back,
    "Advance": fight.advance,
    "Suppress": fight.suppress,
}


def weigh(session: Session[State], decision: Decision[State]) -> Sequence[float]:
    """A number for each action of the decision; the greatest is the choice."""
    step = decision.step
    return _BY_STEP[type(step).__name__](session, decision, step)
