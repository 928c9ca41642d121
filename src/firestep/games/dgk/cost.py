"""What a way costs (dgk.IV.move.2): open ground, the rough that the worst base crosses, obstacles, choke-points, roads.

Everything is measured along straight legs. A base walks where the front of its rank walks: of a formation that turns to each leg
beside and behind the middle of the front, of a column along the way that its head took. `base_price` is for moves without a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import shapely
from shapely.geometry.base import BaseGeometry

from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import (
    EPS,
    XY,
    Layout,
    Pose,
    ahead,
    along,
    apart,
    around,
    bearing,
    gap,
    rightward,
    segment,
)
from firestep.games.dgk.components.terrain import Ground

#: inches for each linear obstacle (dgk.IV.move.7, dgk.VIII.move.5) and each choke-point (dgk.IV.move.8, dgk.VIII.move.6)
OBSTACLE = 0.5
#: a column goes 1.5 inches on a road for each inch of its base move (dgk.IV.move.10, dgk.VIII.move.4)
ROAD_RATE = 2 / 3
#: flanks are measured so far inside the outer bases, so that a column as wide as its road walks on it
INSET = 0.1

Spans = list[tuple[float, float]]


def depths(layout: Layout) -> tuple[float, ...]:
    """How far the front of each rank stands behind the middle of the front."""
    return tuple(i * (1 + layout.gap) for i in range(len(layout.ranks)))


@lru_cache(maxsize=20_000)
def price(
    ground: Ground,
    path: tuple[XY, ...],
    width: float,
    ranks: tuple[float, ...],
    rough: int,
    marching: bool,
    trail: tuple[XY, ...] = (),
) -> float:
    """Inches of base movement for a way; `trail` is the way that a column came, newest point first."""
    path = tuple(p for i, p in enumerate(path) if not i or gap(path[i - 1], p) > EPS)
    if len(path) < 2:
        return 0.0
    legs = list(zip(path, path[1:], strict=False))
    length = sum(gap(a, b) for a, b in legs)
    back = max(ranks)
    if not _anything(ground, path, trail, width, back, marching):
        return length
    sides = (0.0,) if width < EPS else (INSET - width / 2, 0.0, width / 2 - INSET)
    easy = 0.0
    hard: dict[tuple[float, float], float] = {}
    crossed: dict[tuple[str, float, float], int] = {}
    chokes = 0
    old = _behind(path, trail, back) if marching else []
    slow = ground.rough if marching else ground.rough_or_town
    whole = [*zip(old, old[1:], strict=False), *legs]
    for d in ranks:
        if marching:
            runs = [_window(whole, back - d, length)]
        else:
            runs = [[(along(a, bearing(a, b), -d), along(b, bearing(a, b), -d))] for a, b in legs]
        for run in runs:
            seen: set[tuple[str, float]] = set()
            for a, b in run:
                road = _spans(ground.fast, a, b) if marching else []  # dgk.IV.move.9, dgk.IV.move.10: roads, and towns as roads
                if d == 0:
                    easy += _total(road)
                    if not marching:  # dgk.IV.move.8
                        chokes += sum(
                            p.shape.intersects(segment(a, b)) and not p.shape.intersects(geometry.point(a)) for p in ground.chokes
                        )
                rx, ry = rightward(bearing(a, b))
                for k in sides:
                    a1, b1 = (a[0] + rx * k, a[1] + ry * k), (b[0] + rx * k, b[1] + ry * k)
                    hard[d, k] = hard.get((d, k), 0.0) + _total(_without(_spans(slow, a1, b1), road))
                    for p in ground.linear:
                        if (p.id, k) not in seen and _crosses(ground, p.shape, a1, b1, a, b):
                            seen.add((p.id, k))
                            crossed[p.id, d, k] = crossed.get((p.id, d, k), 0) + 1
    worst = min(max(hard.values()), length - easy)  # dgk.IV.move.6
    obstacles = sum(max(n for (id, _, _), n in crossed.items() if id == name) for name in {id for id, _, _ in crossed})
    # dgk.IV.move.10
    return easy * ROAD_RATE + worst * rough + (length - easy - worst) + OBSTACLE * (obstacles + chokes)


def _anything(ground: Ground, path: Sequence[XY], trail: Sequence[XY], width: float, back: float, marching: bool) -> bool:
    """Something lies near the way: a quick look before the exact one."""
    r = max(width, 1.0) + back
    xs, ys = zip(*path, *trail, strict=True)
    box = min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r
    near = [
        g
        for g in (ground.fast if marching else ground.town, ground.rough, *(p.shape for p in (*ground.linear, *ground.chokes)))
        if not apart(g, box)
    ]
    if not near:
        return False
    square = shapely.box(*box)
    return any(g.intersects(square) for g in near)


def _behind(path: Sequence[XY], trail: Sequence[XY], back: float) -> list[XY]:
    """The way behind the head of a column, oldest point first, as long as the column."""
    out = [path[0]]
    way = bearing(path[1], path[0])
    left = back
    for p in trail:
        step = gap(out[-1], p)
        if step < EPS:
            continue
        way = bearing(out[-1], p)
        if step >= left:
            break
        out.append(p)
        left -= step
    if left > EPS:
        out.append(along(out[-1], way, left))
    return out[::-1]


def _window(legs: Sequence[tuple[XY, XY]], start: float, length: float) -> list[tuple[XY, XY]]:
    """The part of a way that begins so far along it."""
    out = []
    at = 0.0
    for a, b in legs:
        step = gap(a, b)
        low, high = max(0.0, start - at), min(step, start + length - at)
        if high - low > EPS:
            way = bearing(a, b)
            out.append((along(a, way, low), along(a, way, high)))
        at += step
    return out


def _spans(area: BaseGeometry, a: XY, b: XY) -> Spans:
    """The parts of a leg that lie in an area, as distances from its start."""
    if apart(area, around(a, b)):
        return []
    line = segment(a, b)
    if not area.intersects(line):
        return []
    ux, uy = ahead(bearing(a, b))
    out = []
    shared = area.intersection(line)
    for part in [shared] if shared.geom_type == "LineString" else shapely.get_parts(shared):
        at = [(x - a[0]) * ux + (y - a[1]) * uy for x, y in shapely.get_coordinates(part).tolist()]
        if at and max(at) - min(at) > EPS:
            out.append((min(at), max(at)))
    return sorted(out)


def _total(spans: Spans) -> float:
    return sum(high - low for low, high in spans)


def _without(spans: Spans, cut: Spans) -> Spans:
    for low, high in cut:
        spans = [part for a, b in spans for part in ((a, min(b, low)), (max(a, high), b)) if part[1] - part[0] > EPS]
    return spans


def _crosses(ground: Ground, obstacle: BaseGeometry, a: XY, b: XY, mid_a: XY, mid_b: XY) -> bool:
    """A base crosses an obstacle on its way, not where it starts; a gate or bridge under the middle serves all (ruling D71)."""
    if apart(obstacle, around(a, b)):
        return False
    line = segment(a, b)
    if not obstacle.intersects(line):
        return False
    crossing = obstacle.intersection(line)
    if crossing.distance(geometry.point(a)) <= EPS:
        return False
    if ground.choke.is_empty:
        return True
    middle = obstacle.intersection(segment(mid_a, mid_b))
    return not (not middle.is_empty and ground.choke.covers(middle)) and not ground.choke.covers(crossing)


def base_price(ground: Ground, pose: Pose, layout: Layout, to: XY, rough: int, marching: bool) -> float:
    """Inches for a move without a turn, at full speed: every base pays from the side that leads (dgk.IV.move.3, dgk.IV.move.6)."""
    dx, dy = to[0] - pose.x, to[1] - pose.y
    length = gap(pose.at, to)
    if length < EPS:
        return 0.0
    if not _anything(ground, (pose.at, to), (), geometry.width(layout) + len(layout.ranks), max(depths(layout)) + 1, marching):
        return length
    straight = Layout(layout.ranks, layout.gap)
    slow = ground.rough_off_road if marching else ground.rough_or_town
    hard = 0.0
    crossed: set[str] = set()
    for q in geometry.quads(pose, straight):
        mean = sum(c[0] * dx + c[1] * dy for c in q) / 4
        lead = [c for c in q if c[0] * dx + c[1] * dy >= mean - EPS]
        if len(lead) == 2:
            (ax, ay), (bx, by) = lead
            t = INSET / gap(*lead)
            lead = [(ax + (bx - ax) * k, ay + (by - ay) * k) for k in (t, 0.5, 1 - t)]
        for a in lead:
            b = (a[0] + dx, a[1] + dy)
            hard = max(hard, _total(_spans(slow, a, b)))
            crossed |= {p.id for p in ground.linear if p.id not in crossed and _crosses(ground, p.shape, a, b, pose.at, to)}
    easy = _total(_spans(ground.fast, pose.at, to)) if marching else 0.0
    worst = min(hard, length - easy)
    line = segment(pose.at, to)
    chokes = (
        0 if marching else sum(p.shape.intersects(line) and not p.shape.intersects(geometry.point(pose.at)) for p in ground.chokes)
    )
    # dgk.IV.move.10
    return easy * ROAD_RATE + worst * rough + (length - easy - worst) + OBSTACLE * (len(crossed) + chokes)
