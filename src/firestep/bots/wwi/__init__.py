"""The evaluator of World War 1914-1918 for the greedy player: one function for each kind of decision."""

from __future__ import annotations

from firestep.bots.greedy import Weigh
from firestep.bots.wwi import attack, build, move, retreat

BY_STEP: dict[str, Weigh] = {
    "Deploy": build.deploy,
    "MoveUnits": move.pick,
    "MoveUnit": move.place,
    "Attacks": attack.pick,
    "Assemble": attack.assemble,
    "AttackerLoss": retreat.attacker,
    "DefenderLoss": retreat.defender,
    "PayRest": retreat.rest,
    "RetreatStep": retreat.path,
    "Displace": retreat.displace,
    "AdvanceUnits": retreat.advance,
    "FollowUp": retreat.advance,
    "Build": build.build,
    "Arrive": build.arrive,
    "Loans": build.loans,
    "Amount": build.amount,
    "NameGarrisons": build.garrisons,
}
