"""Where the greedy player puts units: the place with the best outlook."""

from __future__ import annotations

from typing import Any

from firestep.bots.dgk import values
from firestep.engine.action import Action
from firestep.engine.session import Decision, Session
from firestep.games.dgk import minefields, state
from firestep.games.dgk.components.geometry import XY
from firestep.games.dgk.formations import NAMES
from firestep.games.dgk.movement import Plan
from firestep.games.dgk.placing import Place, Reform
from firestep.games.dgk.state import State

S = Session[State]


def _end(g: State, u: int, action: Action) -> tuple[XY, float]:
    """The middle of the front and the facing after an action."""
    here = state.pose(g, u)
    if action[0] == "go":
        return (float(action[1]), float(action[2])), float(action[3])
    if action[0] == "face":
        at = (float(action[3]), float(action[4])) if len(action) == 5 and action[2] == "at" else here.at
        return at, float(action[1])
    return here.at, here.facing


def place(s: S, d: Decision[Any], step: Place) -> list[float]:
    g, u = s.state, step.unit
    out = []
    for a in d.actions:
        at, facing = _end(g, u, a)
        plan = step.plan(s, a) if g.scn.ground.mines else None
        hit = minefields.mine_met(g, u, plan.legs, plan.layout, plan.end) if isinstance(plan, Plan) else None
        if hit:  # it stops there, of the fields that it knows; the others are not in its game
            at = (hit.end.x / 1000, hit.end.y / 1000)
        out.append(values.outlook(g, u, at, facing, step.form) - (values.mined(g, u) if hit else 0.0))
    return out


def embark(s: S, d: Decision[Any], step: Any) -> list[float]:
    """Nobody gets on again by chance."""
    return [1.0 if a[0] == "done" else 0.0 for a in d.actions]


def reform(s: S, d: Decision[Any], step: Reform) -> list[float]:
    g, u = s.state, step.unit
    here = state.pose(g, u)
    return [
        values.outlook(g, u, here.at, float(a[2]), NAMES.index(a[1])) if a[0] == "form" else values.present(g, u) for a in d.actions
    ]


def run(s: S, d: Decision[Any], step: Any) -> list[float]:
    """Trains go as far as they may."""
    return [float(a[1]) for a in d.actions]
