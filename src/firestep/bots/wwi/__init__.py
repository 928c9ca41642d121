"""The evaluator of World War 1914-1918 for the greedy player: one function for each kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from firestep.bots.wwi import attack, build, move, retreat
from firestep.engine.session import Decision, Session
from firestep.games.wwi.state import State

_BY_STEP: dict[str, Callable[[Session[State], Decision[Any], Any], Sequence[float]]] = {
    "Deploy": build.deploy,
    "MoveUnits": move.pick, "MoveUnit": move.place,
    "Attacks": attack.pick, "Assemble": attack.assemble,
    "AttackerLoss": retreat.attacker, "DefenderLoss": retreat.defender, "PayRest": retreat.rest,
    "RetreatStep": retreat.path, "Displace": retreat.displace, "AdvanceUnits": retreat.advance, "FollowUp": retreat.advance,
    "Build": build.build, "Arrive": build.arrive, "Loans": build.loans, "Amount": build.amount,
    "NameGarrisons": build.garrisons,
}


def weigh(session: Session[State], decision: Decision[State]) -> Sequence[float]:
    """A number for each action of the decision; the greatest is the choice."""
    step = decision.step
    return _BY_STEP[type(step).__name__](session, decision, step)
