"""Hidden units (dgk.X.ind.5): who reads of them in the log, and units that run into them.

A hidden unit bars no move, or the list of moves would betray it. A unit that comes upon it stops, as in a minefield (ruling D81).
Everything that tells a seat something new closes undo."""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.games.dgk import movement, state
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import Pose, along, bearing, gap
from firestep.games.dgk.movement import Leg, Plan
from firestep.games.dgk.scenarios.scenario import SIDES
from firestep.games.dgk.state import State

S = Session[State]
#: a unit that is stopped looks for room so far apart
STRIDE = 0.25


def tell(session: S, u: int, key: str, *rules: str, **params: Any) -> None:
    """A line of the journal about a unit: its own side's alone while it is hidden."""
    if session.state.hidden[u]:
        params["only"] = SIDES[state.side(session.state, u)]
    session.note(key, *rules, **params)


def reveal(session: S, v: int) -> None:
    """A hidden unit is found."""
    session.state.hidden[v] = 0
    session.note("found", "dgk.X.ind.5", unit=session.state.scn.units[v].name)
    session.close_undo()


def lurking(s: State, side: int) -> list[int]:
    """Hidden enemies on the table."""
    return [v for v in state.enemies(s, side) if s.hidden[v]] if any(s.hidden) else []


def uncover(session: S) -> None:
    """Whoever stands within an inch of an enemy is found."""
    s = session.state
    for side in (0, 1):
        for v in lurking(s, side):
            mine = state.shape(s, v)
            if any(mine.distance(state.shape(s, w)) < movement.ZONE - movement.SLACK for w in state.enemies(s, 1 - side)):
                reveal(session, v)


def meet(session: S, u: int, plan: Plan) -> Plan | None:
    """The move as far as it goes until it comes within an inch of a hidden enemy; None if it cannot even begin."""
    s = session.state
    hidden = lurking(s, state.side(s, u))
    if not hidden:
        return plan
    start = state.shape(s, u)
    for k, (a, b, facing) in enumerate(plan.legs):
        if met := [v for v in hidden if _near(s, v, geometry.swept(plan.layout, facing, a, b), start)]:
            for v in met:
                reveal(session, v)
            return _stop(s, u, plan, plan.legs[: k + 1])
    met = [v for v in hidden if _near(s, v, geometry.shape(plan.pose, plan.layout), start)]
    for v in met:
        reveal(session, v)
    return _stop(s, u, plan, plan.legs) if met else plan


def _near(s: State, v: int, shape: Any, start: Any) -> bool:
    other = state.shape(s, v)
    return bool(shape.distance(other) < min(movement.ZONE, start.distance(other)) - movement.SLACK)


def _stop(s: State, u: int, plan: Plan, legs: tuple[Leg, ...]) -> Plan | None:
    """The farthest place on the way where the unit can stand now that it knows, in its facing there."""
    layout = plan.layout._replace(trail=())
    start = state.shape(s, u)
    for k in range(len(legs) - 1, -1, -1):
        a, b, facing = legs[k]
        done = gap(a, b)
        while done >= 0:
            pose = Pose(*along(a, bearing(a, b), done), facing)
            clear = not done or not movement.passing(s, u, layout, a, pose.at, facing, start)
            if clear and not movement.standing(s, u, pose, layout, start):
                far = sum(gap(leg.a, leg.b) for leg in legs[:k]) + done
                return plan._replace(pose=pose, layout=layout, legs=(*legs[:k], Leg(a, pose.at, facing)), cost=far)
            done -= STRIDE
    return None


def ambush(session: S, u: int, hull: Any) -> bool:
    """An assault runs into somebody hidden on its way and stops."""
    s = session.state
    met = [w for w in lurking(s, state.side(s, u)) if hull.intersects(state.shape(s, w))]
    for w in met:
        reveal(session, w)
    return bool(met)
