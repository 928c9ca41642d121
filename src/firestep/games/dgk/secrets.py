"""Hidden deployment (dgk.X.ind.5, dgk.X.mine.1): who is told what, running into hidden units, and the game as a seat knows it.

What is hidden bars no move, or the list of moves would betray it: a unit that comes upon it stops, as in a minefield
(ruling D81). Everything that tells a seat something it did not know closes undo.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import shapely

from firestep.engine.session import Session
from firestep.engine.step import Step, Steps
from firestep.games.dgk import geometry, movement, scenario
from firestep.games.dgk import state as st
from firestep.games.dgk.formations import MANEUVER
from firestep.games.dgk.geometry import Pose, along, bearing, gap
from firestep.games.dgk.movement import Plan
from firestep.games.dgk.scenario import SIDES
from firestep.games.dgk.state import OFF, State

S = Session[State]
#: a unit that is stopped looks for room so far apart
STRIDE = 0.25


def tell(session: S, u: int, key: str, *rules: str, **params: Any) -> None:
    """A line of the journal about a unit: its own side's alone while it is hidden."""
    if session.state.hidden[u]:
        params["only"] = SIDES[st.side(session.state, u)]
    session.note(key, *rules, **params)


def reveal(session: S, v: int) -> None:
    """A hidden unit is found."""
    session.state.hidden[v] = 0
    session.note("found", "dgk.X.ind.5", unit=session.state.scn.units[v].name)
    session.close_undo()


def lurking(s: State, side: int) -> list[int]:
    """Hidden enemies on the table."""
    return [v for v in st.enemies(s, side) if s.hidden[v]] if any(s.hidden) else []


def uncover(session: S) -> None:
    """Whoever stands within an inch of an enemy is found."""
    s = session.state
    for side in (0, 1):
        for v in lurking(s, side):
            mine = st.shape(s, v)
            if any(shapely.distance(mine, st.shape(s, w)) < movement.ZONE - movement.SLACK for w in st.enemies(s, 1 - side)):
                reveal(session, v)


def meet(session: S, u: int, plan: Plan) -> Plan | None:
    """The move as far as it goes until it comes within an inch of a hidden enemy; None if it cannot even begin."""
    s = session.state
    hidden = lurking(s, st.side(s, u))
    if not hidden:
        return plan
    start = st.shape(s, u)
    path = plan.path or (plan.pose.at,)
    for i, (a, b) in enumerate(zip(path, path[1:], strict=False)):
        if gap(a, b) < geometry.EPS:
            continue
        facing = bearing(a, b)
        hull = geometry.swept(plan.layout, facing, a, b)
        met = [v for v in hidden if _near(s, v, hull, start)]
        if met:
            for v in met:
                reveal(session, v)
            return _stop(s, u, plan, path[: i + 1], facing, gap(a, b))
    met = [v for v in hidden if _near(s, v, geometry.shape(plan.pose, plan.layout), start)]
    for v in met:
        reveal(session, v)
    if not met:
        return plan
    if len(path) > 1 and gap(path[-2], path[-1]) > geometry.EPS:
        return _stop(s, u, plan, path[:-1], bearing(path[-2], path[-1]), gap(path[-2], path[-1]))
    return None


def _near(s: State, v: int, shape: Any, start: Any) -> bool:
    other = st.shape(s, v)
    return bool(shapely.distance(shape, other) < min(movement.ZONE, shapely.distance(start, other)) - movement.SLACK)


def _stop(s: State, u: int, plan: Plan, path: tuple[geometry.XY, ...], facing: float, length: float) -> Plan | None:
    """The farthest place on a leg where the unit can stand now that it knows."""
    layout = plan.layout._replace(trail=())
    start = st.shape(s, u)
    done = length
    while done >= 0:
        pose = Pose(*along(path[-1], facing, done), facing)
        clear = not movement.passing(s, u, layout, path[-1], pose.at, facing, start) if done > 0 else True
        if clear and not movement.standing(s, u, pose, layout, start):
            return Plan(pose, layout, plan.cost, (*path, pose.at))
        done -= STRIDE
    return None


def ambush(session: S, u: int, v: int, hull: Any) -> bool:
    """An assault runs into somebody hidden on its way and stops."""
    s = session.state
    met = [w for w in lurking(s, st.side(s, u)) if w != v and shapely.intersects(hull, st.shape(s, w))]
    for w in met:
        reveal(session, w)
    return bool(met)


# -- the game as a seat knows it -------------------------------------------------------------------------------------------


def unknown_pieces(s: State, seat: int | None) -> list[str]:
    """Minefields and command mines that a seat has not found and did not lay (dgk.X.mine.1)."""
    ground = s.scn.ground
    own = "" if seat is None else SIDES[seat]
    out = [p.id for i, p in enumerate(ground.mines) if not s.mines >> i & 1 and (p.side != own or not own)]
    out += [
        p.id
        for i, p in enumerate(ground.pieces)
        if p.kind.id == "command-mine" and p.id not in out and not s.exploded >> i & 1 and (p.side != own or not own)
    ]
    return sorted(out)


def hides(s: State, agenda: Steps) -> bool:
    """Units or mines that somebody has not found yet."""
    return any(s.hidden) or bool(unknown_pieces(s, None))


def conceal(session: S, seat: int | None) -> S:
    """A game that the seat cannot tell from the real one: hidden enemies are not on the table, mines unknown to it lie far off."""
    new = session.copy()
    s = new.state
    gone = unknown_pieces(s, seat)
    if gone:
        s.scn = scenario.variant(s.scn.id, {"away": ",".join(gone)})
    hidden = [v for v, d in enumerate(s.scn.units) if s.hidden[v] and d.side != seat]
    for v in hidden:
        for name in st.UNIT_LISTS:
            getattr(s, name)[v] = 0
        d = s.scn.units[v]
        s.place[v], s.aboard[v], s.heading[v] = OFF, -1, 1
        s.bases[v], s.files[v], s.trail[v] = d.bases, d.files, ()
        s.form[v] = s.began[v] = MANEUVER
        s.acted[v] = 1
    if hidden:
        new.agenda = [x for x in map(lambda step: _known(step, hidden), new.agenda) if x is not None]
    return new


def _known(step: Step[Any], hidden: list[int]) -> Step[Any] | None:
    """A step as somebody knows it who does not see these units."""
    if getattr(step, "unit", -1) in hidden:
        return None
    if any(g in hidden for g in getattr(step, "guns", ())):
        return dataclasses.replace(step, guns=tuple(g for g in step.guns if g not in hidden))  # type: ignore[attr-defined,type-var]
    return step
