"""Line of sight (dgk.VI.los, dgk.VIII.los): woods and towns, hills and shadows, firing over friends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import shapely
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from firestep.engine.refusal import Refusal
from firestep.games.dgk import geometry
from firestep.games.dgk import state as st
from firestep.games.dgk.geometry import EPS, XY, Layout, Pose, gap
from firestep.games.dgk.state import State
from firestep.games.dgk.terrain import Ground

#: how far one sees into woods, scrub and towns (dgk.VIII.los.3)
DEEP = 3.0
#: how near a line of fire may come to friends (dgk.VI.los.4)
CLEARANCE = 0.5
#: a unit so near the edge of a plateau sees down from it (ruling D38)
CREST = 1.0
#: lines tried between two units before they count as out of sight
TRIES = 24


class Line(NamedTuple):
    """A clear line and its length."""

    a: XY
    b: XY
    length: float


def shadow(distance: float, levels: int) -> float:
    """How far beyond the far side of an obstruction nothing is seen from so many levels above it (dgk.VIII.los.7-9)."""
    return float("inf") if levels < 1 else distance / 2 ** (levels - 1)


def blocked(ground: Ground, a: XY, b: XY, level_a: int | None = None, level_b: int | None = None) -> str:
    """The rule that blocks sight along a line, or nothing. The higher end spots, so it works both ways (dgk.VIII.los.4)."""
    la = ground.level(a) if level_a is None else level_a
    lb = ground.level(b) if level_b is None else level_b
    if lb > la:
        a, b, la, lb = b, a, lb, la
    box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
    tall, hills = ground.tall_near(box), ground.hills_near(box)
    if not tall and not hills:
        return ""
    line = shapely.linestrings([a, b])
    length = line.length
    for h in hills:
        if h.level < la or (h.level == la == lb):
            continue
        if h.level == la and h.slope and shapely.intersects_xy(h.shape, *a):
            continue  # he looks down his own slope
        if not shapely.intersects(h.shape, line):
            continue
        part = line.intersection(h.shape)
        if part.length < EPS:
            continue
        if h.level > la:
            return "dgk.VIII.los.6"  # ground higher than both ends (ruling D38)
        # as high as the spotter: he looks over its edge only from the edge, unless it slopes (dgk.VIII.los.12)
        start = _start(part, line)
        if start > EPS or (not h.slope and part.length > CREST + EPS):
            return "dgk.VIII.los.12" if start <= EPS else "dgk.VIII.los.6"
    inside = 0.0
    for p in tall:
        if not shapely.intersects(p.shape, line):
            continue
        part = line.intersection(p.shape)
        if part.length < EPS:
            continue
        up = la - ground.base_level(p)
        if up >= 1:
            far = _end(part, line)
            if length - far > shadow(far, up) + EPS:
                continue  # seen over (dgk.VIII.los.7-10)
        inside += part.length
    return "dgk.VIII.los.3" if inside > DEEP + EPS else ""


def _end(part: BaseGeometry, line: LineString) -> float:
    """How far along the line its part inside something ends."""
    x0, y0 = line.coords[0]
    return max(gap((x0, y0), (x, y)) for x, y in shapely.get_coordinates(part))


def _start(part: BaseGeometry, line: LineString) -> float:
    x0, y0 = line.coords[0]
    return min(gap((x0, y0), (x, y)) for x, y in shapely.get_coordinates(part))


def lines_between(a: BaseGeometry, b: BaseGeometry) -> Iterator[tuple[XY, XY]]:
    """The shortest line between two shapes first, then lines between their corners and middles, shortest first."""
    ends = shapely.get_coordinates(shapely.shortest_line(a, b))
    yield (float(ends[0][0]), float(ends[0][1])), (float(ends[1][0]), float(ends[1][1]))
    ps, qs = _marks(a), _marks(b)
    pairs = sorted((gap(p, q), p, q) for p in ps for q in qs)
    for _, p, q in pairs:
        yield p, q


def _marks(g: BaseGeometry) -> list[XY]:
    """Corners and middle of a shape; of a line its ends and its middle."""
    points = list(dict.fromkeys((float(x), float(y)) for x, y in shapely.get_coordinates(g)))
    if len(points) > 6:
        points = points[:: -(-len(points) // 6)]
    c = g.centroid
    return [*points, (c.x, c.y)]


def sees(s: State, u: int, v: int) -> bool:
    """Any point of one unit to any point of the other (dgk.VIII.los.1)."""
    a, b = st.shape(s, u), st.shape(s, v)
    ground = s.scn.ground
    for n, (p, q) in enumerate(lines_between(a, b)):
        if not blocked(ground, p, q):
            return True
        if n > TRIES:
            return False
    return False


def friend_in_the_way(s: State, u: int, v: int, p: XY, q: XY, pool: list[tuple[int, BaseGeometry]]) -> int:
    """A friend within half an inch of the line over whose head the unit may not fire, or -1 (dgk.VI.los.4, dgk.VIII.los.11)."""
    line = shapely.linestrings([p, q])
    ground = s.scn.ground
    for w, g in pool:
        if w in (u, v) or shapely.distance(g, line) >= CLEARANCE - EPS:
            continue
        level = ground.level(p)
        c = g.centroid
        up = level - ground.level((c.x, c.y))
        if up >= 1:
            part = line.intersection(g.buffer(CLEARANCE))
            far = _end(part, line) if not part.is_empty else 0.0
            if line.length - far > shadow(far, up) + EPS:
                continue
        return w
    return -1


@lru_cache(maxsize=100_000)
def _clear(ground: Ground, pose: Pose, layout: Layout, target: BaseGeometry, reach: float) -> tuple[Line, ...] | str:
    """Clear lines from a front to what lies in its arc, shortest first: the first one only, or all if it is asked again; or the
    rule against it. Friends are not looked at."""
    arc = geometry.arc(pose, layout)
    if not shapely.intersects(arc, target):
        return "dgk.VI.arc.1"
    front = geometry.front(pose, layout)
    if shapely.distance(front, target) > reach + EPS:
        return "dgk.VI.range.5"
    part = target if shapely.contains_properly(arc, target) else target.intersection(arc)
    if part.is_empty or (part.area < 1e-4 and part.length < 1e-3):
        return "dgk.VI.arc.1"
    return _lines(ground, front, part, reach, 1)


def _lines(
    ground: Ground, front: BaseGeometry, part: BaseGeometry, reach: float, enough: int, mask: BaseGeometry | None = None
) -> tuple[Line, ...] | str:
    out: list[Line] = []
    why = "dgk.VI.range.5" if shapely.distance(front, part) > reach + EPS else ""
    for n, (p, q) in enumerate(lines_between(front, part)):
        length = gap(p, q)
        if length > reach + EPS or n > TRIES:
            break
        rule = "dgk.X.train.14" if mask is not None and shapely.intersects(mask, LineString([p, q])) else blocked(ground, p, q)
        if rule:
            why = why or rule
            continue
        out.append(Line(p, q, length))
        if len(out) >= enough:
            break
    return tuple(out) or why or "dgk.VI.los.1"


def fire_line(
    s: State, u: int, v: int, reach: float, all_round: bool = False, over_friends: bool = False, mask: BaseGeometry | None = None
) -> Line | Refusal:
    """The shortest clear line from the front of a unit to the part of its target that lies in its arc (ruling D35)."""
    target = st.shape(s, v)
    name = s.scn.units[v].name
    ground = s.scn.ground
    if all_round:
        found = _lines(ground, st.shape(s, u), target, reach, 1, mask)
    else:
        found = _clear(ground, st.pose(s, u), st.layout(s, u), target, reach)
    if isinstance(found, str):
        return Refusal(
            found,
            {"dgk.VI.arc.1": f"{name} is outside the arc of fire", "dgk.VI.range.5": f"{name} is beyond {reach:g} inches"}.get(
                found, f"{name} is out of sight"
            ),
        )
    if over_friends:
        return found[0]
    pool = [
        (w, st.shape(s, w)) for w in st.friends(s, u) if w != s.aboard[u] and _between(s, st.carrier(s, u), st.carrier(s, v), w)
    ]
    if not pool or friend_in_the_way(s, u, v, found[0].a, found[0].b, pool) < 0:
        return found[0]
    if all_round:
        front: BaseGeometry = st.shape(s, u)
        part = target
    else:
        front = geometry.front(st.pose(s, u), st.layout(s, u))
        part = target.intersection(geometry.arc(st.pose(s, u), st.layout(s, u)))
    lines = _lines(ground, front, part, reach, 12, mask)
    for line in lines if not isinstance(lines, str) else ():
        if friend_in_the_way(s, u, v, line.a, line.b, pool) < 0:
            return line
    w = friend_in_the_way(s, u, v, found[0].a, found[0].b, pool)
    return Refusal("dgk.VI.los.4", f"{s.scn.units[w].name} stands in the line of fire")


def _between(s: State, u: int, v: int, w: int) -> bool:
    pad = st.span(s, w) + 1
    a, b = st.span(s, u), st.span(s, v)
    x, y = s.x[w] / 1000, s.y[w] / 1000
    ax, ay, bx, by = s.x[u] / 1000, s.y[u] / 1000, s.x[v] / 1000, s.y[v] / 1000
    return (min(ax - a, bx - b) - pad <= x <= max(ax + a, bx + b) + pad) and (
        min(ay - a, by - b) - pad <= y <= max(ay + a, by + b) + pad
    )
