"""The evaluator of Great War Battles for the greedy player: one function for each kind of decision."""

from __future__ import annotations

from firestep.bots.greedy import Evaluators
from firestep.bots.gwb import fight, move
from firestep.games.gwb import advance, combat, harassing, moving, retreat, sequence, stages

BY_STEP: Evaluators = {
    moving.MarchOrders: move.march,
    moving.PickUnit: move.pick,
    moving.RallyMore: move.rally,
    moving.Moving: move.go,
    moving.Restructuring: move.merge,
    harassing.Harass: fight.harass,
    sequence.Overstacked: move.overstacked,
    combat.CombatPhase: fight.pick,
    combat.Counter: fight.counter,
    combat.Declare: fight.declare,
    combat.CavalryLeaves: fight.leave,
    combat.Limbering: fight.limber,
    combat.Barrage: fight.barrage,
    combat.Support: fight.support,
    stages.Stand: fight.stand,
    retreat.Lose: fight.lose,
    retreat.Back: fight.back,
    advance.Advance: fight.advance,
    stages.Suppress: fight.suppress,
}
