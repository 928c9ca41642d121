"""Movement (dgk.IV, dgk.VIII): what a path costs, where a unit may end, how it turns. Every refusal cites its rule."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, hypot, pi
from typing import NamedTuple

import shapely
from shapely import Point
from shapely.geometry.base import BaseGeometry

from firestep.engine.refusal import Refusal
from firestep.games.dgk import cost, state, umpire
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import EPS, XY, Layout, Pose, along, apart, around, bearing, gap, rightward, segment
from firestep.games.dgk.formations import MANEUVER, MARCH
from firestep.games.dgk.formations import layout as formation_layout
from firestep.games.dgk.state import State

#: no nearer to an enemy than this, except in an assault
ZONE = 1.0  # dgk.IV.move.12
#: a turn slides away from enemies nearer than this (dgk.IV.face.2)
SLIDE = 6.0
#: degrees of a wheel that are looked at as one straight leg
WHEELED = 2.0
SLACK = 1e-3
#: shapes that overlap by less only touch: poses are rounded to thousandths of an inch
TOUCH = 0.02


class Leg(NamedTuple):
    """A straight part of a way: the middle of the front goes from `a` to `b`, and the unit faces so."""

    a: XY
    b: XY
    facing: float


class Plan(NamedTuple):
    """A legal move: where and in what shape it ends, what it cost, and the way it took. Without legs it only turns."""

    pose: Pose
    layout: Layout
    cost: float
    legs: tuple[Leg, ...]
    form: int
    files: int

    @property
    def end(self) -> state.Stance:
        return state.standing_at(self.pose, self.form, self.files, self.layout)


Answer = Plan | list[Refusal]


# -- cost ------------------------------------------------------------------------------------------------------------


def rough_rate(s: State, u: int) -> int:
    """What an inch of rough costs: 2 (dgk.IV.move.4), or 4 for horse and wheels (dgk.IV.move.5, dgk.VIII.move.2)."""
    return int(umpire.model()["types"][s.scn.units[u].type]["rough"])  # dgk.IV.move.4, dgk.IV.move.5, dgk.VIII.move.2


def path_cost(s: State, points: Sequence[XY], width: float, rough: int, marching: bool) -> float:
    """Inches of base movement for a way that something without ranks takes."""
    return cost.price(s.scn.ground, tuple(points), width, (0.0,), rough, marching)


def clash(a: BaseGeometry, b: BaseGeometry) -> bool:
    """Two shapes do more than touch."""
    return bool(a.intersects(b) and a.intersection(b).area > TOUCH)


def too_near(shape: BaseGeometry, e: BaseGeometry, start: BaseGeometry | None) -> bool:
    """Within an inch of an enemy, or through him; one that began nearer may not come nearer still (dgk.IV.move.12, ruling D30)."""
    far = shape.distance(e)
    if far >= ZONE - SLACK:
        return False
    limit = ZONE if start is None else min(ZONE, start.distance(e))
    return bool(far < limit - SLACK) or (limit < SLACK and clash(shape, e))


# -- turning ---------------------------------------------------------------------------------------------------------


def near_enemies(s: State, side: int, at: XY, within: float) -> list[tuple[int, BaseGeometry]]:
    """Enemies that a side knows of whose bases may come so near to a point."""
    x, y = at[0] * 1000, at[1] * 1000
    spans, form, xs, ys = s.scn.spans, s.form, s.x, s.y
    return [
        (v, state.shape(s, v)) for v in state.foes(s, side) if hypot(xs[v] - x, ys[v] - y) <= (within + spans[v][form[v]]) * 1000
    ]


def girth(layout: Layout) -> float:
    """No part of a formation is farther from the middle of its front than this."""
    return hypot(len(layout.ranks) * (1 + layout.gap), geometry.width(layout) / 2)


def face(s: State, u: int, before: BaseGeometry, at: XY, layout: Layout, facing: float) -> Pose | None:
    """The pose after turning about the middle of the front, slid along the front if the turn would bring it nearer to an
    enemy within 6 inches (dgk.IV.face.1, dgk.IV.face.2). None if no slide helps (dgk.IV.face.3)."""
    new = Pose(*at, facing % 360)  # dgk.IV.face.1
    close = near_enemies(s, state.side(s, u), at, SLIDE + girth(layout))
    if not close:
        return new
    shape = geometry.shape(new, layout)
    half = geometry.width(layout) / 2
    turned = [(e, now) for _, e in close if (now := shape.distance(e)) <= SLIDE + half]
    watch = [(e, d, now) for e, now in turned if (d := before.distance(e)) > SLACK]
    if not any(now < was - SLACK and now <= SLIDE for _, was, now in watch):
        return new
    #: of whom it must keep its former distance: those that the turn would bring it nearer to (dgk.IV.face.2)
    minded = [now <= min(SLIDE, d - SLACK) for _, d, now in watch]

    def fine(p: Pose) -> bool:
        g = geometry.shape(p, layout)
        for (e, was, _), mind in zip(watch, minded, strict=True):
            now = g.distance(e)
            if now < was - SLACK and (mind or now <= SLIDE):
                return False
        return True

    rx, ry = rightward(facing)
    best: float | None = None
    for sign in (1, -1):
        low, step = 0.0, 0.5
        while low < half - EPS:
            high = min(low + step, half)
            if fine(Pose(at[0] + sign * rx * high, at[1] + sign * ry * high, new.facing)):
                for _ in range(9):
                    mid = (low + high) / 2
                    if fine(Pose(at[0] + sign * rx * mid, at[1] + sign * ry * mid, new.facing)):
                        high = mid
                    else:
                        low = mid
                if best is None or high < abs(best):
                    best = sign * high
                break
            low = high
    return None if best is None else Pose(at[0] + rx * best, at[1] + ry * best, new.facing)  # dgk.IV.face.3


# -- where a unit may stand --------------------------------------------------------------------------------------------


def footing(s: State, shape: BaseGeometry) -> list[Refusal]:
    """What is wrong with the ground under a formation: the edge of the table, or impassable ground."""
    out: list[Refusal] = []
    if not s.scn.ground.table.covers(shape):
        out.append(Refusal("dgk.VIII.gen.1", "it would stand over the edge of the table"))
    barrier = s.scn.ground.barrier
    if not apart(barrier, geometry.bounds(shape)) and barrier.intersects(shape) and shape.intersection(barrier).area > TOUCH:
        out.append(Refusal("dgk.VIII.move.3", "it would stand in impassable ground"))
    return out


def standing(s: State, u: int, pose: Pose, layout: Layout, start: BaseGeometry | None = None) -> list[Refusal]:
    """Why a unit may not end its move there."""
    shape = geometry.shape(pose, layout)
    out = footing(s, shape) + wire_between(s, shape, start)
    x, y = pose.x * 1000, pose.y * 1000
    size = girth(layout)
    for v in state.friends(s, u):
        if hypot(s.x[v] - x, s.y[v] - y) <= (size + state.span(s, v)) * 1000:
            other = state.shape(s, v)
            if clash(shape, other):
                out.append(Refusal("dgk.IV.move.11", f"it would end inside {s.scn.units[v].name}"))
                break
    for v, e in near_enemies(s, state.side(s, u), pose.at, ZONE + size):
        if too_near(shape, e, start):
            out.append(Refusal("dgk.IV.move.12", f"it would come within an inch of {s.scn.units[v].name}"))
            break
    return out


def passing(s: State, u: int, layout: Layout, a: XY, b: XY, facing: float, start: BaseGeometry) -> list[Refusal]:
    """Why a formation may not go straight from one point to another."""
    out: list[Refusal] = []
    ground = s.scn.ground
    if not apart(ground.barrier, around(a, b)) and segment(a, b).intersection(ground.barrier).length > 0.01:
        out.append(Refusal("dgk.VIII.move.3", "impassable ground lies in the way"))
    length = gap(a, b)
    enemies = near_enemies(s, state.side(s, u), ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), length / 2 + ZONE + girth(layout))
    if enemies or ground.wire:
        hull = geometry.swept(layout, facing, a, b)
        for v, e in enemies:
            if too_near(hull, e, start):
                out.append(Refusal("dgk.IV.move.12", f"the way leads within an inch of {s.scn.units[v].name}"))
                break
        out += wire_between(s, hull)
    return out


def wire_between(s: State, hull: BaseGeometry, start: BaseGeometry | None = None) -> list[Refusal]:
    """Wire that has not been cut under some ground. `start` is where a unit stood: what ran through it then bars nothing."""
    if not s.scn.ground.wire:
        return []
    inner = hull.buffer(-0.06)
    old = None if start is None else start.buffer(-0.06)
    for i, w in enumerate(s.scn.ground.wire):
        if not s.wire >> i & 1 and inner.intersects(w.shape) and (old is None or not old.intersects(w.shape)):
            return [Refusal("dgk.X.wire.1", "barbed wire lies in the way; rest in contact with it for a turn first")]
    return []


# -- moves -----------------------------------------------------------------------------------------------------------


def formed(s: State, u: int, form: int, files: int | None = None, bases: int | None = None) -> Layout:
    d = s.scn.units[u]
    return formation_layout(form, d.artillery, s.bases[u] if bases is None else bases, s.files[u] if files is None else files)


def go(s: State, u: int, form: int, allowance: float, points: Sequence[XY], facing: float, files: int | None = None) -> Answer:
    """Take up the formation, turn to each leg, move along it, turn to the final facing (dgk.IV.man.4,
    dgk.IV.march.3). Every leg may have its own facing (dgk.IV.man.5). The unit ends in its formation (dgk.IV.man.6), whatever it
    faces about the middle of its front (dgk.III.man.4, dgk.IV.march.4)."""
    layout = formed(s, u, form, files)  # dgk.IV.man.4
    start = state.shape(s, u)
    here = state.pose(s, u).at
    path = [here]
    out: list[Refusal] = []
    now = start
    marching = form == MARCH
    for p in points:
        if gap(path[-1], p) < EPS:
            continue
        if len(path) == 1:  # the first turn is made standing
            first = face(s, u, start, here, layout, bearing(here, p))
            if first is None:
                return [Refusal("dgk.IV.face.3", "it cannot turn that way without coming nearer to an enemy")]
            path[0] = first.at
        heading = bearing(path[-1], p)  # dgk.IV.man.5
        out += passing(s, u, layout, path[-1], p, heading, start)
        if out:
            return out
        path.append(p)
        now = geometry.shape(Pose(*p, heading), layout)
    old = tuple((s.trail[u][i] / 1000, s.trail[u][i + 1] / 1000) for i in range(0, len(s.trail[u]), 2)) if marching else ()
    spent = cost.price(s.scn.ground, tuple(path), geometry.width(layout), cost.depths(layout), rough_rate(s, u), marching, old)
    if spent > allowance + SLACK:
        out.append(Refusal("dgk.IV.move.1", f"that costs {spent:.1f} inches and the unit has {allowance:g}"))
    end = face(s, u, now, path[-1], layout, facing)  # dgk.III.man.4, dgk.IV.march.3, dgk.IV.march.4
    if end is None:
        out.append(Refusal("dgk.IV.face.3", "it cannot turn that way without coming nearer to an enemy"))
        return out
    if marching and len(path) > 1:
        layout = layout._replace(trail=_trail(s, u, path, len(layout.ranks) * (1 + layout.gap)))
    out += standing(s, u, end, layout, start)
    legs = tuple(Leg(a, b, bearing(a, b)) for a, b in pairwise(path))
    return out or Plan(end, layout, spent, legs, form, s.files[u] if files is None else files)  # dgk.IV.man.6


def _trail(s: State, u: int, path: Sequence[XY], length: float) -> tuple[XY, ...]:
    """The way behind the head of a column, as long as the column."""
    old = s.trail[u]
    points = [*reversed(path[:-1]), *((old[i] / 1000, old[i + 1] / 1000) for i in range(0, len(old), 2))]
    out: list[XY] = []
    total, last = 0.0, path[-1]
    for p in points:
        if gap(last, p) < EPS:
            continue
        out.append(p)
        total += gap(last, p)
        last = p
        if total >= length:
            break
    return tuple(out)


def shift(s: State, u: int, form: int, allowance: float, to: XY) -> Answer:
    """Move without turning: sideways and back at half speed (dgk.IV.move.3)."""
    layout = formed(s, u, form)
    start = state.shape(s, u)
    here = state.pose(s, u)
    away = geometry.turn_between(bearing(here.at, to), here.facing) if gap(here.at, to) > EPS else 0.0
    rate = rough_rate(s, u)
    if away < 0.5:
        spent = cost.price(s.scn.ground, (here.at, to), geometry.width(layout), cost.depths(layout), rate, form == MARCH)
    else:
        spent = 2 * cost.base_price(s.scn.ground, here, layout, to, rate, form == MARCH)
    out = passing(s, u, layout, here.at, to, here.facing, start)
    if spent > allowance + SLACK:
        rule = "dgk.IV.move.1" if away < 0.5 else "dgk.IV.move.3"
        out.append(
            Refusal(rule, f"that costs {spent:.1f} inches{'' if away < 0.5 else ' at half speed'} and the unit has {allowance:g}")
        )
    end = Pose(*to, here.facing)
    out += standing(s, u, end, layout, start)
    return out or Plan(end, layout, spent, (Leg(here.at, to, here.facing),), form, s.files[u])


def wheel(s: State, u: int, form: int, allowance: float, left: bool, angle: float, back: bool = False) -> Answer:
    """Pivot on a front corner, paying the way of the other; going back on a rear corner at half speed (dgk.IV.wheel.1)."""
    layout = formed(s, u, form)
    start = state.shape(s, u)
    here = state.pose(s, u)
    depth = len(layout.ranks) * (1 + layout.gap) - layout.gap if back else 0.0
    fl, fr = (along(c, here.facing + 180, depth) for c in geometry.corners(here, layout))
    pivot, outer = (fl, fr) if left else (fr, fl)
    turn = angle if left == back else -angle
    radius = gap(pivot, outer)
    first = bearing(pivot, outer)
    arc = [along(pivot, first + turn * i / 8, radius) for i in range(9)]
    chords = sum(gap(p, q) for p, q in zip(arc, arc[1:], strict=False))  # dgk.IV.wheel.1
    stretch = (radius * angle * pi / 180) / chords if chords > EPS else 1.0
    spent = path_cost(s, arc, 0.0, rough_rate(s, u), form == MARCH) * stretch * (2 if back else 1)
    out: list[Refusal] = []
    if spent > allowance + SLACK:
        out.append(Refusal("dgk.IV.wheel.1", f"the outer corner travels {spent:.1f} inches and the unit has {allowance:g}"))
    parts = ceil(angle / WHEELED)
    poses = [_wheeled(pivot, first, radius, depth, here.facing, turn * i / parts) for i in range(parts + 1)]
    middle = shapely.linestrings([p.at for p in poses])
    if middle.intersection(s.scn.ground.barrier).length > 0.01:
        out.append(Refusal("dgk.VIII.move.3", "impassable ground lies in the way"))
    out += wire_between(s, start.union(geometry.shape(poses[-1], layout)).convex_hull)
    for v, e in near_enemies(s, state.side(s, u), here.at, ZONE + radius + girth(layout)):  # all the way round (dgk.IV.move.12)
        if any(too_near(geometry.shape(p, layout), e, start) for p in poses[1:-1]):
            out.append(Refusal("dgk.IV.move.12", f"the way leads within an inch of {s.scn.units[v].name}"))
            break
    out += standing(s, u, poses[-1], layout, start)
    half = turn / parts / 2
    legs = tuple(Leg(p.at, q.at, p.facing + half) for p, q in pairwise(poses))
    return out or Plan(poses[-1], layout, spent, legs, form, s.files[u])


def _wheeled(pivot: XY, first: float, radius: float, depth: float, facing: float, turn: float) -> Pose:
    """The pose after turning so far about a corner that lies so deep behind the front."""
    middle = along(pivot, first + turn, radius / 2)
    return Pose(*along(middle, facing + turn, depth), (facing + turn) % 360)


def turn(
    s: State,
    u: int,
    form: int,
    facing: float,
    files: int | None = None,
    bend: float = 0.0,
    to: XY | None = None,
    allowance: float = 0.0,
) -> Answer:
    """Take up a formation and facing about the middle of the front; a deployed unit may go up to the allowance in any
    direction (dgk.III.deploy.1, dgk.III.deploy.2, dgk.III.deploy.3)."""
    layout = formed(s, u, form, files)._replace(bend=bend)
    start = state.shape(s, u)
    here = state.pose(s, u).at
    out: list[Refusal] = []
    at = here
    spent = 0.0
    # dgk.III.deploy.3
    if to is not None and gap(here, to) > EPS:  # how a deployed unit moves: dgk.IV.dep.3
        spent = gap(here, to)  # an inch of the table, whatever the ground (ruling D84)
        if spent > allowance + SLACK:
            text = (
                f"a tactical move is {allowance:g} inch at most"
                if allowance
                else "only a unit already deployed, with its order in time, may move"
            )
            out.append(Refusal("dgk.III.deploy.3", text))
        else:
            out += passing(s, u, layout, here, to, state.pose(s, u).facing, start)
        at = to
    if out:
        return out
    # dgk.III.deploy.2
    end = face(s, u, start if at == here else geometry.shape(Pose(*at, state.pose(s, u).facing), layout), at, layout, facing)
    if end is None:
        return [Refusal("dgk.IV.face.3", "it cannot turn that way without coming nearer to an enemy")]
    out += standing(s, u, end, layout, start)
    legs = () if at == here else (Leg(here, at, state.pose(s, u).facing),)
    return out or Plan(end, layout, spent, legs, form, s.files[u] if files is None else files)


# -- choices for those who cannot measure --------------------------------------------------------------------------------


def nearest_enemy(s: State, side: int, at: XY) -> XY | None:
    """The nearest enemy's front, for turning towards it."""
    best = min(((gap(at, (s.x[v] / 1000, s.y[v] / 1000)), v) for v in state.foes(s, side)), default=None)
    return None if best is None else (s.x[best[1]] / 1000, s.y[best[1]] / 1000)


def headings(s: State, u: int) -> list[int]:
    """Whole degrees worth considering: towards the nearest enemy, the present facing, and the quarters."""
    here = state.pose(s, u)
    enemy = nearest_enemy(s, state.side(s, u), here.at)
    first = round(bearing(here.at, enemy)) % 360 if enemy else round(here.facing) % 360
    out: list[int] = []
    for f in (first, round(here.facing) % 360, (first + 45) % 360, (first + 315) % 360):
        if f not in out:
            out.append(f)
    return out


def destinations(s: State, u: int, form: int, allowance: float) -> list[tuple[tuple[XY, ...], int]]:
    """A handful of ends of a move: eight directions by two distances, along roads for columns; each with a facing."""
    here = state.pose(s, u).at
    enemy = nearest_enemy(s, state.side(s, u), here)
    towards = bearing(here, enemy) if enemy else state.pose(s, u).facing
    out: list[tuple[tuple[XY, ...], int]] = []
    for i in range(8):
        way = towards + 45 * i
        for share in (1.0, 0.5) if i in (0, 1, 7, 4) else (1.0,):
            p = along(here, way, allowance * share)
            q = (round(p[0], 2), round(p[1], 2))
            facing = round(bearing(q, enemy) if enemy and form == MANEUVER else way) % 360
            out.append(((q,), facing))
    goal = s.scn.units[u].goal if s.route[u] else None
    if form == MARCH and goal is not None and gap(here, goal) > EPS:
        way = bearing(here, goal)
        for share in (1.0, 0.5):
            p = along(here, way, min(gap(here, goal), allowance * share))
            out.append((((round(p[0], 2), round(p[1], 2)),), round(way) % 360))
    if form == MARCH:
        out += road_ways(s, here, allowance * 1.5)
    return out


def onto_table(s: State, u: int, form: int) -> XY | None:
    """The nearest place on the table for a unit that stands over its edge, facing as it does. None if it is wholly on it."""
    here, ground = state.pose(s, u), s.scn.ground
    x0, y0, x1, y1 = geometry.bounds(geometry.shape(here, formed(s, u, form)))
    dx = max(0.0, -x0) - max(0.0, x1 - ground.width)
    dy = max(0.0, -y0) - max(0.0, y1 - ground.height)
    return (here.x + dx, here.y + dy) if dx or dy else None


def road_ways(s: State, here: XY, reach: float) -> list[tuple[tuple[XY, ...], int]]:
    """Both ways along the roads that pass within an inch."""
    out: list[tuple[tuple[XY, ...], int]] = []
    for road in s.scn.ground.roads:
        line = road.shape
        at = line.project(Point(here))
        if line.distance(Point(here)) > 1:
            continue
        off = line.distance(Point(here)) * 1.5
        for sign in (1, -1):
            end = max(0.0, min(line.length, at + sign * max(0.0, reach - off)))
            if abs(end - at) < 0.5:
                continue
            marks = [d for d in (line.project(Point(p)) for p in road.points) if min(at, end) < d < max(at, end)]
            ways = [at, *sorted(marks, reverse=sign < 0), end]
            points = [line.interpolate(d) for d in ways]
            path = tuple((round(p.x, 2), round(p.y, 2)) for p in points)
            out.append((path, round(bearing(path[-2], path[-1])) % 360))
    return out
