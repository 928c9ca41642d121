"""Falling back (dgk.IV.fall, ruling D31): away from the source within 45 degrees, in formation if that can be, re-formed if not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from shapely import LineString
from shapely.geometry.base import BaseGeometry

from firestep.games.dgk import cost, formations, movement, state
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import XY, Layout, Pose, along, bearing
from firestep.games.dgk.formations import MANEUVER, MARCH
from firestep.games.dgk.state import State

#: degrees off the straight line, the nearest first
TURNS = (0, 5, -5, 10, -10, 15, -15, 20, -20, 25, -25, 30, -30, 35, -35, 40, -40, 45, -45)


class Back(NamedTuple):
    """Where and how a unit ends that has fallen back, and the ground it went over."""

    pose: Pose
    form: int
    files: int
    hull: BaseGeometry


def way_back(s: State, u: int, source: XY, distance: float, foes: Sequence[BaseGeometry]) -> Back | None:
    """The way back, or None if there is none: then the unit surrenders (dgk.V.dmg.11)."""
    before = state.shape(s, u)
    pose = state.pose(s, u)
    c = geometry.shape(pose, movement.formed(s, u, s.form[u])).centroid
    middle = c.x, c.y
    straight = bearing(source, middle) if geometry.gap(source, middle) > geometry.EPS else (pose.facing + 180) % 360
    mates = [state.shape(s, v) for v in state.friends(s, u)]
    for form, files, how in _shapes(s, u):
        layout = movement.formed(s, u, form, files)
        for turn in TURNS:
            way = straight + turn
            facing = {"keep": pose.facing, "front": (way + 180) % 360, "away": way % 360}[how]
            found = _along(s, u, Pose(pose.x, pose.y, facing), layout, way, distance, before, foes, mates)
            if found is not None:
                return Back(found[0], form, files, found[1])
    return None


def _shapes(s: State, u: int) -> Iterator[tuple[int, int, str]]:
    """As it stands; then turned; then in other formations, wide before narrow (dgk.IV.fall.2)."""
    d = s.scn.units[u]
    now = (s.form[u], formations.fit_files(d.artillery, s.bases[u], s.files[u]))
    wide = sorted(formations.legal_files(d.artillery, s.bases[u]), reverse=True)
    for form, files in dict.fromkeys([now, *((MANEUVER, n) for n in wide), (MARCH, now[1])]):  # dgk.IV.fall.2
        for how in ("keep", "front", "away"):
            yield form, files, how


def _along(
    s: State,
    u: int,
    pose: Pose,
    layout: Layout,
    way: float,
    distance: float,
    before: BaseGeometry,
    foes: Sequence[BaseGeometry],
    mates: Sequence[BaseGeometry],
) -> tuple[Pose, BaseGeometry] | None:
    """The end of a way in one direction, which keeps to all rules of movement (dgk.IV.fall.5): the base distance, further by up to
    as much again to be clear of friends."""
    ground = s.scn.ground
    reach = _reach(s, u, pose, layout, way, distance)
    for length in (reach, reach + 1, reach + 2, reach + 4, 2 * reach):
        end = Pose(*along(pose.at, way, length), pose.facing)
        moved = geometry.shape(end, layout)
        if not ground.table.covers(moved):
            return None
        line = LineString([pose.at, end.at])
        if not ground.barrier.is_empty and (
            line.intersection(ground.barrier).length > 0.01 or moved.intersection(ground.barrier).area > 0.02
        ):
            return None
        hull = geometry.swept(layout, pose.facing, pose.at, end.at)
        if any(movement.too_near(hull, e, before) for e in foes) or movement.wire_between(s, hull):  # dgk.IV.fall.5
            return None
        if any(moved.distance(e) < movement.ZONE - movement.SLACK for e in foes):
            continue
        if any(movement.clash(moved, m) for m in mates):
            continue
        return end, hull
    return None


def _reach(s: State, u: int, pose: Pose, layout: Layout, way: float, distance: float) -> float:
    """How far the base distance carries over this ground, at full speed whatever the direction (dgk.IV.fall.3)."""
    ground, rough = s.scn.ground, movement.rough_rate(s, u)

    def spent(length: float) -> float:
        return cost.base_price(ground, pose, layout, along(pose.at, way, length), rough, False)

    if spent(distance) <= distance + movement.SLACK:  # dgk.IV.fall.3
        return distance
    low, high = 0.0, distance
    for _ in range(8):
        mid = (low + high) / 2
        if spent(mid) <= distance:
            low = mid
        else:
            high = mid
    return low
