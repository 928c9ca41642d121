"""Straight lines on the plane: what a line passes through, and which lines between two shapes are worth a look.

A shape is seen past obstacles along some line between two shapes exactly if it is seen along one that touches corners: of
the two shapes, of an obstacle and one of them, or of two obstacles. The three inches that one sees into a wood add lines
square to its edges, and lines of which exactly three inches lie in wood: those touch no corner, and `sight.search` finds them by
moving lines that are nearly clear. `between` lists the others.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from math import hypot

import shapely
from shapely.geometry.base import BaseGeometry

from firestep.games.dgk.components.geometry import EPS, XY, by_identity, gap

Ring = tuple[XY, ...]
#: how near a line of fire may come to friends (dgk.VI.los.4)
CLEARANCE = 0.5
#: corners of obstacles looked at; far more than any real table has between two units
CORNERS = 14


def chords(ring: Sequence[XY], a: XY, b: XY) -> list[tuple[float, float]]:
    """The stretches of a line inside a ring, as distances from its beginning."""
    ax, ay = a
    ux, uy = b[0] - ax, b[1] - ay
    length = hypot(ux, uy)
    if length < EPS:
        return []
    ux, uy = ux / length, uy / length
    px, py = ring[-1][0] - ax, ring[-1][1] - ay
    was, at = ux * py - uy * px, ux * px + uy * py
    cuts = []
    for x, y in ring:
        dx, dy = x - ax, y - ay
        side, along = ux * dy - uy * dx, ux * dx + uy * dy
        if (side >= 0) != (was >= 0):
            cuts.append(at + (along - at) * was / (was - side))
        was, at = side, along
    if not cuts:
        return []
    cuts.sort()
    out = []
    for i in range(0, len(cuts), 2):
        low, high = max(0.0, cuts[i]), min(length, cuts[i + 1])
        if high - low > EPS:
            out.append((low, high))
    return out


def holds(ring: Sequence[XY], at: XY) -> bool:
    """A point lies in a ring or on its edge."""
    x, y = at
    inside = False
    px, py = ring[-1]
    for qx, qy in ring:
        cross = (qx - px) * (y - py) - (qy - py) * (x - px)
        if abs(cross) <= EPS and min(px, qx) - EPS <= x <= max(px, qx) + EPS and min(py, qy) - EPS <= y <= max(py, qy) + EPS:
            return True
        if (py > y) != (qy > y) and x < px + (qx - px) * (y - py) / (qy - py):
            inside = not inside
        px, py = qx, qy
    return inside


@by_identity(60_000)
def outline(g: BaseGeometry) -> tuple[Ring, ...]:
    """The rings or open lines of a shape, without the closing point twice."""
    out = []
    for part in shapely.get_parts(g):
        line = part.exterior if part.geom_type == "Polygon" else part
        points: Ring = tuple((x, y) for x, y in shapely.get_coordinates(line).tolist())
        out.append(points[:-1] if part.geom_type == "Polygon" else points)
    return tuple(out)


@by_identity(60_000)
def edges(g: BaseGeometry) -> list[tuple[XY, XY]]:
    """The edges of a shape, with what is outside to their right; those of a line in their order."""
    out = []
    for ring in outline(g):
        if g.geom_type == "LineString":
            out += list(zip(ring, ring[1:], strict=False))
        else:
            turned = sum(p[0] * q[1] - p[1] * q[0] for p, q in zip(ring, (*ring[1:], ring[0]), strict=True)) < 0
            way = ring[::-1] if turned else ring
            out += list(zip(way, (*way[1:], way[0]), strict=True))
    return out


def faces(edge: tuple[XY, XY], other: tuple[XY, XY]) -> bool:
    """A part of another edge lies outside of an edge."""
    (px, py), (qx, qy) = edge
    return any((qx - px) * (y - py) - (qy - py) * (x - px) < EPS for x, y in other)


class Rim:
    """The outline of a shape as a way that is as long as it: points by their distance along it."""

    def __init__(self, g: BaseGeometry) -> None:
        ring = outline(g)[0]
        self.closed = g.geom_type == "Polygon"
        self.points = (*ring, ring[0]) if self.closed else ring
        self.ends = [0.0]
        for p, q in zip(self.points, self.points[1:], strict=False):
            self.ends.append(self.ends[-1] + gap(p, q))

    def within(self, far: float) -> float:
        """A distance on the outline: a closed one begins again, an open one ends."""
        return far % self.ends[-1] if self.closed else min(max(far, 0.0), self.ends[-1])

    def at(self, far: float) -> XY:
        """The point so far along."""
        far = self.within(far)
        k = min(bisect_right(self.ends, far), len(self.points) - 1)
        (px, py), (qx, qy) = self.points[k - 1], self.points[k]
        t = (far - self.ends[k - 1]) / ((self.ends[k] - self.ends[k - 1]) or 1.0)
        return px + (qx - px) * t, py + (qy - py) * t

    def marks(self, spacing: float) -> list[float]:
        """Distances of the corners and of points between them."""
        out = []
        for low, high in zip(self.ends, self.ends[1:], strict=False):
            n = max(1, round((high - low) / spacing))
            out += [low + (high - low) * k / n for k in range(n)]
        return out if self.closed else [*out, self.ends[-1]]


@by_identity(20_000)
def fence(g: BaseGeometry) -> Ring:
    """A ring about a friend that no line can cross without coming nearer than the clearance, save at its corners."""
    return outline(g.convex_hull.buffer(CLEARANCE, join_style="mitre"))[0]


def _edges(rings: Iterable[Ring], closed: bool) -> list[tuple[XY, XY]]:
    out = []
    for ring in rings:
        out += list(zip(ring, ring[1:], strict=False))
        if closed and len(ring) > 2:
            out.append((ring[-1], ring[0]))
    return out


def _hits(edges: Sequence[tuple[XY, XY]], a: XY, ux: float, uy: float) -> list[float]:
    """Where an endless line meets edges, as distances from a point of it."""
    out = []
    ax, ay = a
    for (px, py), (qx, qy) in edges:
        px -= ax
        py -= ay
        qx -= ax
        qy -= ay
        d = ux * py - uy * px
        e = ux * qy - uy * qx
        if (d >= 0) != (e >= 0):
            s = ux * px + uy * py
            t = ux * qx + uy * qy
            out.append(s + (t - s) * d / (d - e))
    return out


def _marks(edges: Sequence[tuple[XY, XY]], walls: Sequence[tuple[XY, XY]]) -> list[XY]:
    """Corners and middles of a shape, and where its edges cross those of obstacles."""
    out: dict[XY, None] = {}
    for p, q in edges:
        out[p] = out[q] = None
        out[((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)] = None
        length = gap(p, q)
        if length > EPS:
            ux, uy = (q[0] - p[0]) / length, (q[1] - p[1]) / length
            for t in _hits(walls, p, ux, uy):
                if 0 < t < length:
                    for s in (max(0.0, t - 0.001), min(length, t + 0.001)):
                        out[(p[0] + ux * s, p[1] + uy * s)] = None
    return list(out)


def between(
    a: BaseGeometry, b: BaseGeometry, belts: Sequence[Ring], others: Sequence[Ring], deep: bool = False
) -> list[tuple[float, XY, XY]]:
    """Lines from one shape to another past obstacles, shortest first, each with its length. One sees a little way into
    `belts`. With `deep` lines go on to the far side of the second shape too: from above one sees beyond a shadow."""
    obstacles = (*belts, *others)
    rings_a, rings_b = outline(a), outline(b)
    edges_a = _edges(rings_a, a.geom_type != "LineString")
    edges_b = _edges(rings_b, b.geom_type != "LineString")
    walls = _edges(obstacles, True)
    out: list[tuple[float, XY, XY]] = []
    ps, qs = _marks(edges_a, walls), _marks(edges_b, walls)
    for p in ps:
        for q in qs:
            out.append((gap(p, q), p, q))
    hull = a.union(b).convex_hull
    posts = _inside(hull, [w for ring in obstacles for w in ring])
    if len(posts) > CORNERS:
        cx, cy = hull.centroid.x, hull.centroid.y
        posts = sorted(posts, key=lambda w: (w[0] - cx) ** 2 + (w[1] - cy) ** 2)[:CORNERS]
    ends = [p for ring in (*rings_a, *rings_b) for p in ring]

    starts: list[tuple[float, float, float, float]] = []
    for i, w in enumerate(posts):
        for e in (*ends, *posts[:i]):
            length = gap(w, e)
            if length > EPS:
                starts.append((*w, (w[0] - e[0]) / length, (w[1] - e[1]) / length))
    for p, q in _edges(belts, True):  # straight through a belt of wood
        length = gap(p, q)
        if length > EPS:
            nx, ny = (p[1] - q[1]) / length, (q[0] - p[0]) / length
            starts += [(*e, nx, ny) for e in (*ends, *posts)]
    if starts:
        out += _joining(edges_a, edges_b, starts, deep)
    out.sort()
    return out


def _inside(hull: BaseGeometry, points: Sequence[XY]) -> list[XY]:
    """The points that lie in a shape."""
    if not points:
        return []
    shapely.prepare(hull)
    xs, ys = zip(*points, strict=True)
    return [w for w, held in zip(points, shapely.intersects_xy(hull, xs, ys).tolist(), strict=True) if held]


def _joining(
    edges_a: Sequence[tuple[XY, XY]], edges_b: Sequence[tuple[XY, XY]], starts: Sequence[tuple[float, ...]], deep: bool
) -> list[tuple[float, XY, XY]]:
    """The pieces of endless lines (a point and a direction each) that join two shapes."""
    out: list[tuple[float, XY, XY]] = []
    for x, y, ux, uy in starts:
        ha = _hits(edges_a, (x, y), ux, uy)
        if not ha:
            continue
        hb = _hits(edges_b, (x, y), ux, uy)
        if not hb:
            continue
        if max(ha) <= min(hb):
            s, t, far = max(ha), min(hb), max(hb)
        elif max(hb) <= min(ha):
            s, t, far = min(ha), max(hb), min(hb)
        else:
            continue
        p = (x + ux * s, y + uy * s)
        for k in (t, far) if deep else (t,):
            out.append((abs(k - s), p, (x + ux * k, y + uy * k)))
    return out
