"""The evaluator of Great War Battles for the greedy player: one function for each kind of decision."""

from __future__ import annotations

from firestep.bots.greedy import Weigh
from firestep.bots.gwb import fight, move

BY_STEP: dict[str, Weigh] = {
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
