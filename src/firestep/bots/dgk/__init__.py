"""The evaluator of Der Grosse Krieg for the greedy player: one function for each kind of decision."""

from __future__ import annotations

from firestep.bots.dgk import fight, lead, move
from firestep.bots.greedy import Weigh

BY_STEP: dict[str, Weigh] = {
    "Initiative": lead.initiative,
    "Activation": lead.activation,
    "MoveLeader": lead.ride,
    "Act": fight.act,
    "OrderLost": fight.act,
    "AfterFire": fight.act,
    "FireOnly": fight.act,
    "AntiAir": fight.anti_air,
    "Place": move.place,
    "Embark": move.embark,
    "Reform": move.reform,
    "Run": move.run,
}
