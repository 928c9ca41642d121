"""The evaluator of World War 1914-1918 for the greedy player: one function for each kind of decision."""

from __future__ import annotations

from firestep.bots.greedy import Evaluators
from firestep.bots.wwi import attack, build, move, retreat
from firestep.games.wwi import advance, combat, economy, losses, movement, russia, setup
from firestep.games.wwi.retreat import Displace, RetreatStep

BY_STEP: Evaluators = {
    setup.Deploy: build.deploy,
    movement.MoveUnits: move.pick,
    movement.MoveUnit: move.place,
    combat.Attacks: attack.pick,
    combat.Assemble: attack.assemble,
    losses.AttackerLoss: retreat.attacker,
    losses.DefenderLoss: retreat.defender,
    losses.PayRest: retreat.rest,
    RetreatStep: retreat.path,
    Displace: retreat.displace,
    advance.AdvanceUnits: retreat.advance,
    advance.FollowUp: retreat.advance,
    economy.Build: build.build,
    economy.Arrive: build.arrive,
    economy.Loans: build.loans,
    economy.Amount: build.amount,
    russia.NameGarrisons: build.garrisons,
}
