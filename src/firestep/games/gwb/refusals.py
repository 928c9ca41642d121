"""Why not? For every question of the game: what could be answered at all, and which rules forbid an answer.

Written from the rules and not from the generators: the tests hold the two against each other.
"""

from __future__ import annotations

from typing import Any

from firestep.engine.action import Action
from firestep.engine.grammar import Grammar, Kind
from firestep.engine.refusal import Refusal
from firestep.games.gwb import advance, combat, harassing, moving, retreat, sequence, stages
from firestep.games.gwb import refusals_combat as fights
from firestep.games.gwb import refusals_movement as moves
from firestep.games.gwb.phasing import S


def _mine(s: S) -> list[str]:
    return s.state.b.named(s.state.b.of_side[s.state.side])


def _across(s: S, step: Any) -> list[Action]:
    grid = s.state.b.grid
    return [("across", w, n) for w in _mine(s) for n in grid.numbers(grid.near(step.t))]


#: what each question can be answered with, and who explains it
GRAMMAR = Grammar(
    {
        "unit": Kind("unit", lambda s: s.state.b.by_id, lambda s: f"units are named like {s.state.b.words[0]}"),
        "hex": Kind("hex", lambda s: s.state.b.grid, lambda s: f"hexes are named like {next(iter(s.state.b.grid))}"),
    },
    {
        moving.MarchOrders: (("done", "march unit"), moves.march),
        moving.PickUnit: (("done", "move unit", "rally unit"), moves.pick),
        moving.RallyMore: (("halt", "rally unit"), moves.rally_more),
        moving.Moving: (("deploy", "detrain", "entrain", "force", "go hex", "halt", "limber", "ride hex"), moves.move),
        moving.Restructuring: (("done", "merge unit unit"), moves.merge),
        harassing.Harass: (("add unit", "fire", "pass"), moves.harass),
        combat.CombatPhase: (("attack hex", "counter hex", "done"), fights.phase),
        combat.Counter: (("add unit", "fire"), fights.counter),
        combat.Declare: (("add unit", "across unit hex", "commit"), fights.declare),
        combat.CavalryLeaves: (("leave unit", "ride", "stand"), fights.leave),
        combat.Limbering: (("hold", "limber unit"), fights.limber),
        combat.Barrage: (("add unit", "ready"), fights.barrage),
        combat.Support: (("none", "support unit"), fights.support),
        stages.Stand: (("hold", "retreat"), fights.stand),
        advance.Advance: (("advance unit", "done"), fights.advance),
        stages.Suppress: (("suppress unit",), fights.suppress),
        retreat.Lose: (("lose unit",), fights.lose),
        retreat.Back: (("back hex", "die", "part unit"), fights.back),
        sequence.Overstacked: (("eliminate unit",), moves.overstacked),
    },
    over=Refusal("gwb.5.0a", "the battle is over"),
    closed="gwb.5.1a",
    forms={"merge": lambda s, step: [("merge", t, g) for t in _mine(s) for g in _mine(s)], "across": _across},
)
