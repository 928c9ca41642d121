"""The plane: inches of the table (dgk.I.app.2), x to the east and y to the south, facings in degrees clockwise from north (ruling
D28).

A unit's pose is the middle of its front edge and its facing. Its bases are one inch square; a shape is the polygon of the
bases, a front the line between its front corners, an arc what lies before the front within 45 degrees of its corners.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import atan2, cos, degrees, hypot, radians, sin
from struct import Struct
from typing import NamedTuple, TypeVar

import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from firestep.engine.memo import Memo

XY = tuple[float, float]
Box = tuple[float, float, float, float]
K = TypeVar("K")
T = TypeVar("T")
#: distances are compared with this tolerance
EPS = 1e-6
#: the side of a base (dgk.II.base.2); the page of the umpire doubles all distances for larger figures (dgk.II.base.4)
BASE = 1.0
#: how far an arc is drawn; more than any reach
FAR = 90.0


def by_identity(most: int) -> Callable[[Callable[[K], T]], Callable[[K], T]]:
    """Remember what a function says of a shape or a scenario. They are the same objects again and again; to compare them point
    by point costs more than most answers."""

    def wrap(f: Callable[[K], T]) -> Callable[[K], T]:
        known: Memo[int, tuple[K, T]] = Memo(most)

        def ask(g: K) -> T:
            found = known.get(id(g))
            if found is None:
                found = known[id(g)] = g, f(g)  # kept with the object, so that its number stays its own
            return found[1]

        return ask

    return wrap


@by_identity(60_000)
def bounds(g: BaseGeometry) -> Box:
    """The smallest upright box about a shape."""
    found: Box = g.bounds
    return found


@by_identity(20_000)
def boxes(g: BaseGeometry) -> tuple[Box, ...]:
    """The boxes about the parts of a shape."""
    return tuple(part.bounds for part in shapely.get_parts(g) if not part.is_empty)


def around(a: XY, b: XY) -> Box:
    """The box about a straight line."""
    (ax, ay), (bx, by) = a, b
    return (ax if ax < bx else bx, ay if ay < by else by, bx if ax < bx else ax, by if ay < by else ay)


def apart(g: BaseGeometry, box: Box) -> bool:
    """No part of a shape can touch what lies in a box: a quick look before the exact one."""
    x0, y0, x1, y1 = box
    return not any(left <= x1 and right >= x0 and top <= y1 and bottom >= y0 for left, top, right, bottom in boxes(g))


class Pose(NamedTuple):
    """Middle of the front edge and facing."""

    x: float
    y: float
    facing: float

    @property
    def at(self) -> XY:
        return self.x, self.y


class Layout(NamedTuple):
    """How the bases stand: sizes of the ranks from the front, gaps between ranks, the bend of a line, the trail of a column."""

    ranks: tuple[int, ...]
    gap: float = 0.0
    bend: float = 0.0
    trail: tuple[XY, ...] = ()


def ahead(facing: float) -> XY:
    a = radians(facing)
    return sin(a), -cos(a)


def rightward(facing: float) -> XY:
    a = radians(facing)
    return cos(a), sin(a)


def bearing(a: XY, b: XY) -> float:
    """The facing from one point to another; 0 if they are the same."""
    return degrees(atan2(b[0] - a[0], a[1] - b[1])) % 360


def turn_between(a: float, b: float) -> float:
    """Degrees between two facings, 0 to 180."""
    d = abs(a - b) % 360
    return min(d, 360 - d)


def along(p: XY, facing: float, distance: float) -> XY:
    dx, dy = ahead(facing)
    return p[0] + dx * distance, p[1] + dy * distance


def gap(a: XY, b: XY) -> float:
    """Returns the distance of two points in inches of the table (dgk.I.app.2)."""
    return hypot(a[0] - b[0], a[1] - b[1])  # dgk.I.app.2


def quad(centre: XY, facing: float, width: float, depth: float) -> tuple[XY, XY, XY, XY]:
    """A rectangle by the middle of its front: front left, front right, rear right, rear left."""
    (ux, uy), (rx, ry) = ahead(facing), rightward(facing)
    x, y = centre
    h = width / 2
    fl, fr = (x - rx * h, y - ry * h), (x + rx * h, y + ry * h)
    return fl, fr, (fr[0] - ux * depth, fr[1] - uy * depth), (fl[0] - ux * depth, fl[1] - uy * depth)


@lru_cache(maxsize=60_000)
def quads(pose: Pose, layout: Layout) -> tuple[tuple[XY, XY, XY, XY], ...]:
    """The bases, rank by rank; the ranks of a straight formation are one rectangle each."""
    ranks, space, bend, trail = layout
    if trail:
        return _column(pose, ranks, space, trail)
    if bend and len(ranks) == 1 and ranks[0] > 1:
        return _bent(pose, ranks[0], bend)
    out = []
    ux, uy = ahead(pose.facing)
    for i, n in enumerate(ranks):
        back = i * (BASE + space)
        out.append(quad((pose.x - ux * back, pose.y - uy * back), pose.facing, n * BASE, BASE))
    return tuple(out)


def _bent(pose: Pose, n: int, bend: float) -> tuple[tuple[XY, XY, XY, XY], ...]:
    """A line whose wings are bent back (bend > 0) or forward by so many degrees about the middle (dgk.IV.dep.1)."""
    out = []
    for wing, side in ((-1, -bend), (1, bend)):
        facing = pose.facing + side  # dgk.IV.dep.1
        rx, ry = rightward(facing)
        half = n * BASE / 2
        centre = pose.x + wing * rx * half / 2, pose.y + wing * ry * half / 2
        out.append(quad(centre, facing, half, BASE))
    return tuple(out)


def _column(pose: Pose, ranks: tuple[int, ...], space: float, trail: tuple[XY, ...]) -> tuple[tuple[XY, XY, XY, XY], ...]:
    """A column that follows the way it came (dgk.IV.march.2)."""
    points = [pose.at, *trail]
    out = []
    for i in range(len(ranks)):
        head, tail = walk(points, i * (BASE + space)), walk(points, i * (BASE + space) + BASE)  # dgk.IV.march.2
        facing = bearing(tail, head) if gap(head, tail) > EPS else pose.facing
        out.append(quad(head, facing, BASE, BASE))
    return tuple(out)


def walk(points: Sequence[XY], distance: float) -> XY:
    """The point so far along a line of points; beyond its end it goes straight on."""
    left = distance
    for a, b in zip(points, points[1:], strict=False):
        d = gap(a, b)
        if d >= left and d > 0:
            t = left / d
            return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        left -= d
    last = points[-1]
    before = next((p for p in reversed(points[:-1]) if gap(p, last) > EPS), None)
    return along(last, bearing(before, last), left) if before is not None else last


_QUAD, _SEGMENT, _POINT = Struct("<BIII10d").pack, Struct("<BII4d").pack, Struct("<BI2d").pack


def _polygon(ring: tuple[XY, XY, XY, XY]) -> BaseGeometry:
    """A polygon by the short way, out of its bytes: all that takes lists of points looks at them at length."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = ring
    made: BaseGeometry = shapely.from_wkb(_QUAD(1, 3, 1, 5, ax, ay, bx, by, cx, cy, dx, dy, ax, ay))
    return made


def point(at: XY) -> BaseGeometry:
    made: BaseGeometry = shapely.from_wkb(_POINT(1, 1, at[0], at[1]))
    return made


def segment(a: XY, b: XY) -> BaseGeometry:
    """The straight line between two points."""
    made: BaseGeometry = shapely.from_wkb(_SEGMENT(1, 2, 2, a[0], a[1], b[0], b[1]))
    return made


@lru_cache(maxsize=60_000)
def shape(pose: Pose, layout: Layout) -> BaseGeometry:
    """The polygon of a unit's bases."""
    q = quads(pose, layout)
    if len(layout.ranks) > 1 and not layout.trail and not layout.gap and len(set(layout.ranks)) == 1:
        return _polygon(quad(pose.at, pose.facing, layout.ranks[0] * BASE, len(layout.ranks) * BASE))
    return _polygon(q[0]) if len(q) == 1 else shapely.union_all([_polygon(x) for x in q])


def width(layout: Layout) -> float:
    return layout.ranks[0] * BASE


def corners(pose: Pose, layout: Layout) -> tuple[XY, XY]:
    """The front corners; of a bent line the ends of its chord (ruling D28)."""
    if layout.bend and not layout.trail and len(layout.ranks) == 1 and layout.ranks[0] > 1:
        left, right = quads(pose, layout)
        return left[0], right[1]
    fl, fr, _, _ = quad(pose.at, pose.facing, width(layout), BASE)
    return fl, fr


@lru_cache(maxsize=60_000)
def front(pose: Pose, layout: Layout) -> LineString:
    """The front edge (dgk.VI.range.7)."""
    if layout.bend and len(layout.ranks) == 1 and layout.ranks[0] > 1 and not layout.trail:
        left, right = quads(pose, layout)
        return LineString([left[0], pose.at, right[1]])
    return LineString(corners(pose, layout))  # dgk.VI.range.7


@lru_cache(maxsize=60_000)
def arc(pose: Pose, layout: Layout) -> Polygon:
    """What lies forward between lines 45 degrees outward from the front corners (dgk.VI.arc.1)."""
    fl, fr = corners(pose, layout)
    p = Polygon([fl, along(fl, pose.facing - 45, FAR), along(fr, pose.facing + 45, FAR), fr])
    shapely.prepare(p)
    return p


def swept(layout: Layout, facing: float, a: XY, b: XY) -> BaseGeometry:
    """The ground a formation passes over when it goes straight from one point to another without turning."""
    straight = Layout(layout.ranks, layout.gap)
    corners = [c for p in (a, b) for q in quads(Pose(*p, facing), straight) for c in q]
    hull: BaseGeometry = shapely.linestrings(corners).convex_hull
    return hull


def disc(at: XY, diameter: float) -> BaseGeometry:
    return Point(at).buffer(diameter / 2)


# -- numbers of the state and of actions: thousandths of an inch, tenths of a degree ------------------------------------


def mil(inches: float) -> int:
    return round(inches * 1000)


def inch(mils: int) -> float:
    return mils / 1000


def decidegree(facing: float) -> int:
    return round(facing * 10) % 3600


def word(value: int, unit: int) -> str:
    """`word(12500, 1000)` is `12.5`."""
    return f"{value / unit:.{len(str(unit)) - 1}f}".rstrip("0").rstrip(".")
