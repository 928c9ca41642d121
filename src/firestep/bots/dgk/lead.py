"""Whose round it is, in which order its units act, and where its Leader rides."""

from __future__ import annotations

from math import hypot
from typing import Any

from firestep.bots.dgk import fight
from firestep.engine.session import Decision, Session
from firestep.games.dgk import command, fire, sequence, state, umpire
from firestep.games.dgk.components.geometry import XY
from firestep.games.dgk.state import ON, State

S = Session[State]
#: what a Leader's help is worth to a unit that is steady, disordered, demoralised
NEED = (0.4, 1.0, 1.6)


def initiative(s: S, d: Decision[Any], step: Any) -> list[float]:
    """The formation with the most to do now: shots to fire, units to rally."""
    g = s.state
    out = []
    for a in d.actions:
        if a[0] == "activate":
            units = sequence.ready(g, g.scn.formation_no[a[1]])
            out.append(sum(fight.best_shot(g, u) + 0.3 * g.status[u] + 0.05 for u in units if g.place[u] == ON))
        elif a[0] == "explode":
            out.append(_blast(g, a[1]))
        else:
            out.append(-0.5)
    return out


def _blast(g: State, id: str) -> float:
    x, y = g.scn.ground.by_id[id].points[0]
    near = [u for u in range(len(g.place)) if g.place[u] == ON and hypot(g.x[u] / 1000 - x, g.y[u] / 1000 - y) <= fire.BLAST]
    return sum(3.0 if state.side(g, u) != g.side else -4.0 for u in near) - 1.0


def _help(g: State, f: int, at: XY) -> float:
    """How much a Leader helps from a place: units that have not acted, within his reach."""
    radius = umpire.model()["leader"]["radius"] + 1.0
    return sum(
        NEED[g.status[u]]
        for u in range(len(g.place))
        if g.place[u] == ON
        and not g.acted[u]
        and command.commands(g, f, u)
        and hypot(g.x[u] / 1000 - at[0], g.y[u] / 1000 - at[1]) <= radius
    )


def activation(s: S, d: Decision[Any], step: sequence.Activation) -> list[float]:
    """Fire first, then the Leader if he is wanted elsewhere, then the rest from the front; nobody is left out."""
    g, f = s.state, step.formation
    side = g.scn.formations[f].side
    foes = [(g.x[v], g.y[v]) for v in state.foes(g, side)]
    out = []
    for a in d.actions:
        if a[0] == "unit":
            u = g.scn.unit_no[a[1]]
            shot = fight.best_shot(g, u) if g.place[u] == ON and not g.status[u] else 0.0
            far = min((hypot(g.x[u] - x, g.y[u] - y) for x, y in foes), default=0.0) / 1000
            out.append(200.0 + shot if shot else 100.0 - min(far, 90.0))
        elif a[0] == "leader":
            here = _help(g, f, state.leader_at(g, f))
            best = max((_help(g, f, p) for p in command.leader_places(g, f)), default=0.0)
            out.append(150.0 if best > here + 0.3 else 1.0)
        else:
            out.append(0.0)
    return out


def ride(s: S, d: Decision[Any], step: sequence.MoveLeader) -> list[float]:
    """To where most units want him; once all have acted, to who is shaken or far forward."""
    g, f = s.state, step.formation
    out = []
    for a in d.actions:
        if a[0] == "board":
            out.append(-1.0)  # he stays with those on the ground
            continue
        at = state.leader_at(g, f) if a[0] == "hold" else (float(a[1]), float(a[2]))
        coming = sum(
            NEED[g.status[u]] * 0.3
            for u in range(len(g.place))
            if g.place[u] == ON and command.commands(g, f, u) and hypot(g.x[u] / 1000 - at[0], g.y[u] / 1000 - at[1]) <= 6.0
        )
        out.append(_help(g, f, at) + coming + (0.01 if a[0] == "hold" else 0.0))
    return out
