"""The evaluator of Der Grosse Krieg for the greedy player: one function for each kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from firestep.bots.dgk import fight, lead, move
from firestep.engine.session import Decision, Session
from firestep.games.dgk.state import State

_BY_STEP: dict[str, Callable[[Session[State], Decision[Any], Any], Sequence[float]]] = {
    "Initiative": lead.initiative,
    "Activation": lead.activation,
    "MoveLeader": lead.ride,
    "Act": fight.act,
    "OrderLost": fight.act,
    "AfterFire": fight.act,
    "FireOnly": fight.act,
    "AntiAir": fight.anti_air,
    "Place": move.place,
    "Reform": move.reform,
    "Run": move.run,
}


def weigh(session: Session[State], decision: Decision[State]) -> Sequence[float]:
    """A number for each action of the decision; the greatest is the choice."""
    step = decision.step
    return _BY_STEP[type(step).__name__](session, decision, step)
