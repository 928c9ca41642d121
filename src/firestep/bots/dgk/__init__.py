"""The evaluator of Der Grosse Krieg for the greedy player: one function for each kind of decision."""

from __future__ import annotations

from firestep.bots.dgk import fight, lead, move
from firestep.bots.greedy import Evaluators
from firestep.games.dgk import arrivals, orders, placing, sequence

BY_STEP: Evaluators = {
    sequence.Initiative: lead.initiative,
    sequence.Activation: lead.activation,
    sequence.MoveLeader: lead.ride,
    orders.Act: fight.act,
    orders.OrderLost: fight.act,
    orders.AfterFire: fight.act,
    orders.FireOnly: fight.act,
    arrivals.AntiAir: fight.anti_air,
    placing.Place: move.place,
    placing.Embark: move.embark,
    placing.Reform: move.reform,
    arrivals.Run: move.run,
}
