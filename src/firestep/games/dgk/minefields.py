"""Minefields (dgk.X.mine): which one a unit comes into, where it stops and what it suffers."""

from __future__ import annotations

from typing import NamedTuple

from shapely.geometry.base import BaseGeometry

from firestep.engine.session import Session
from firestep.games.dgk import damage, movement, state
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import Pose, gap
from firestep.games.dgk.movement import Leg
from firestep.games.dgk.state import State

S = Session[State]
#: a unit that stops in a minefield looks for room so far apart
STEP = 0.25


class Hit(NamedTuple):
    """A minefield that a unit has entered, where and how the unit stands then, and how far it came."""

    field: int
    end: state.Stance
    inches: float


def mine_met(s: State, u: int, legs: tuple[Leg, ...], layout: geometry.Layout, end: state.Stance) -> Hit | None:
    """The first minefield that a change of place or shape brings any base into (dgk.X.mine.1): on the legs of the way, which the
    unit goes in its new formation, or in the place where it ends."""
    mines = s.scn.ground.mines
    if not mines:
        return None
    inside = fields(s, state.shape(s, u))
    new = [i for i in range(len(mines)) if i not in inside]
    gone = 0.0
    for leg in legs:
        found = [(_edge(mines[i].shape, layout, leg), i) for i in new]
        entered = [(far, i) for far, i in found if far is not None]
        length = gap(leg.a, leg.b)
        if entered:
            far, i = min(entered)
            stop = _stop(s, u, legs, layout, end, gone + min(length, far + 0.05))
            return Hit(i, stop, gap((s.x[u] / 1000, s.y[u] / 1000), (stop.x / 1000, stop.y / 1000)))
        gone += length
    last = geometry.shape(Pose(end.x / 1000, end.y / 1000, end.f / 10), layout)
    return next((Hit(i, end, gone) for i in fields(s, last) if i not in inside), None)


def _edge(field: BaseGeometry, layout: geometry.Layout, leg: Leg) -> float | None:
    """How far along a leg a formation comes before it touches a field, or None."""
    a, b, facing = leg
    if not field.intersects(geometry.swept(layout, facing, a, b)):
        return None
    low, high, way = 0.0, gap(a, b), geometry.bearing(a, b)
    for _ in range(12):
        mid = (low + high) / 2
        if field.intersects(geometry.swept(layout, facing, a, geometry.along(a, way, mid))):
            high = mid
        else:
            low = mid
    return high


def _stop(s: State, u: int, legs: tuple[Leg, ...], layout: geometry.Layout, end: state.Stance, far: float) -> state.Stance:
    """Where a unit stops that has come so far along its way: there, or in the nearest place of the way in which it may end a
    move. If there is none it stays as it was (dgk.X.mine.1, dgk.IV.move.11, ruling D93)."""
    straight = layout._replace(bend=0.0, trail=())
    spots: list[tuple[float, Pose]] = []
    gone = 0.0
    for a, b, facing in legs:
        length, way = gap(a, b), geometry.bearing(a, b)
        n = int(length / STEP) + 1
        marks = [far - gone, *(length * k / n for k in range(n + 1))]
        spots += [(abs(gone + d - far), Pose(*geometry.along(a, way, d), facing)) for d in marks if 0 <= d <= length]
        gone += length
    start = state.shape(s, u)
    for _, pose in sorted(spots, key=lambda spot: spot[0]):
        if not movement.standing(s, u, pose, straight, start):
            return state.standing_at(pose, end.form, end.files)
    return state.stance(s, u)


def fields(s: State, shape: BaseGeometry) -> list[int]:
    """The minefields that a shape touches."""
    return [i for i, m in enumerate(s.scn.ground.mines) if m.shape.intersects(shape)]


def in_mines(s: State, u: int) -> bool:
    return bool(fields(s, state.shape(s, u)))


def step_on_mines(session: S, u: int, hit: Hit | None, was_inside: bool) -> None:
    """One level on entry, which reveals the field and stops the unit, or for a turn of movement inside (dgk.X.mine.1, dgk.X.mine.2,
    dgk.X.mine.3)."""
    s = session.state
    if hit is not None:
        state.stand(s, u, hit.end)
        s.mines |= 1 << hit.field  # one square at a time, even if it touches two (dgk.X.mine.3)
        session.note("minefield", "dgk.X.mine.1", unit=s.scn.units[u].name)
        session.close_undo()
    elif was_inside:  # dgk.X.mine.2
        session.note("minefield", "dgk.X.mine.2", unit=s.scn.units[u].name)
    else:
        return
    ahead = geometry.along(state.pose(s, u).at, state.pose(s, u).facing, 1)
    damage.apply(session, u, 1, damage.Source(ahead, 1 - state.side(s, u)))
