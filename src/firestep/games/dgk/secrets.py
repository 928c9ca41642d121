"""Hidden deployment (dgk.X.ind.5, dgk.X.mine.1): who is told what, running into hidden units, and the game as a seat knows it.

What is hidden bars no move, or the list of moves would betray it: a unit that comes upon it stops, as in a minefield
(ruling D81). Everything that tells a seat something it did not know closes undo.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from firestep.engine.session import Session
from firestep.engine.step import Step, Steps
from firestep.games.dgk import movement, state
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import Pose, along, bearing, gap
from firestep.games.dgk.movement import Leg, Plan
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.scenarios.scenario import SIDES
from firestep.games.dgk.state import ABOARD, State

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
    """A game that the seat cannot tell from the real one: hidden enemies and mines unknown to it are not in it at all."""
    new = session.copy()
    s = new.state
    hidden = [v for v, d in enumerate(s.scn.units) if s.hidden[v] and d.side != seat]
    hidden += [w for w in range(len(s.place)) if s.place[w] == ABOARD and s.aboard[w] in hidden and w not in hidden]
    gone = unknown_pieces(s, seat)
    if not hidden and not gone:
        return new
    units = tuple(sorted(s.scn.units[v].id for v in hidden))
    new.state = _project(s, scenario.cut(s.scn, units, tuple(gone)), sorted(set(range(len(s.place))) - set(hidden)))
    where = {old: now for now, old in enumerate(i for i in range(len(s.place)) if i not in hidden)}
    new.agenda = [x for x in (_known(step, where) for step in new.agenda) if x is not None]
    if new.agenda and new.agenda[-1].auto:  # the question was about somebody hidden: to others his formation is acting
        from firestep.games.dgk.sequence import Activation, Again  # here, because the sequence is built on secrets

        top = new.agenda[-1]
        if isinstance(top, Again):
            new.agenda[-1] = Activation(top.formation)
    return new


def _project(s: State, scn: scenario.ScenarioDef, kept: list[int]) -> State:
    """The state in a scenario that lacks some units and pieces."""
    new = s.copy()
    new.scn = scn
    now = {old: i for i, old in enumerate(kept)}
    for name in state.UNIT_LISTS:
        setattr(new, name, [getattr(s, name)[i] for i in kept])
    new.trail = [s.trail[i] for i in kept]
    new.aboard = [now.get(v, -1) for v in new.aboard]
    new.laboard = [now.get(v - 1, -1) + 1 for v in s.laboard]
    old, left = s.scn.ground, scn.ground
    new.mines = _mask(s.mines, [p.id for p in old.mines], [p.id for p in left.mines])
    new.exploded = _mask(s.exploded, [p.id for p in old.pieces], [p.id for p in left.pieces])
    return new


def _mask(bits: int, old: list[str], left: list[str]) -> int:
    return sum(1 << i for i, id in enumerate(left) if bits >> old.index(id) & 1)


def _known(step: Step[Any], where: dict[int, int]) -> Step[Any] | None:
    """A step as somebody knows it who does not see some units; None if it is about one of them."""
    changes: dict[str, Any] = {}
    for name in ("unit", "target"):
        u = getattr(step, name, None)
        if isinstance(u, int):
            if u not in where:
                return None
            changes[name] = where[u]
    if hasattr(step, "guns"):
        changes["guns"] = tuple(where[g] for g in step.guns if g in where)
    return dataclasses.replace(step, **changes) if changes else step  # type: ignore[type-var]
