"""Line of sight (dgk.VI.los, dgk.VIII.los): woods and towns, hills and shadows, firing over friends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot, inf
from typing import NamedTuple

import shapely
from shapely.geometry.base import BaseGeometry

from firestep.engine.memo import Memo
from firestep.engine.refusal import Refusal
from firestep.games.dgk import state
from firestep.games.dgk.components import geometry, rays
from firestep.games.dgk.components.geometry import EPS, XY, Layout, Pose, gap
from firestep.games.dgk.components.rays import CLEARANCE, Ring
from firestep.games.dgk.components.terrain import Ground
from firestep.games.dgk.state import State

#: how far one sees into woods, scrub and towns (dgk.VI.los.3, dgk.VIII.los.3)
DEEP = 3.0  # dgk.VIII.los.3
#: a unit so near the edge of a plateau sees down from it (ruling D38)
CREST = 1.0


#: answers that are remembered
KEPT = 50_000


class Line(NamedTuple):
    """A clear line and its length."""

    a: XY
    b: XY
    length: float


def shadow(distance: float, levels: int) -> float:
    """How far beyond the far side of an obstruction nothing is seen from so many levels above it: as far again
    (dgk.VIII.los.7), half of it from two levels (dgk.VIII.los.8), a quarter from three (dgk.VIII.los.9)."""
    return float("inf") if levels < 1 else distance / 2 ** (levels - 1)  # dgk.VIII.los.8, dgk.VIII.los.9


def blocked(ground: Ground, a: XY, b: XY, level_a: int | None = None, level_b: int | None = None) -> str:
    """The rule that blocks sight along a line, or nothing."""
    return obstacle(ground, a, b, level_a, level_b)[0]


def obstacle(ground: Ground, a: XY, b: XY, level_a: int | None = None, level_b: int | None = None) -> tuple[str, float]:
    """The rule that blocks sight along a line, or nothing, and by how many inches of wood: without end where ground blocks it. The
    higher end spots, so it works both ways (dgk.VIII.los.4)."""
    box = (min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1]))
    tall, hills = ground.tall_near(box), ground.hills_near(box)
    if not tall and not hills:
        return "", 0.0
    la = ground.level(a) if level_a is None else level_a
    lb = ground.level(b) if level_b is None else level_b
    if lb > la or (lb == la and b < a):  # of equals always the same one, so that both ways give one answer
        a, b, la, lb = b, a, lb, la
    for h in hills:
        if h.level < la or (h.level == la == lb):
            continue
        if h.level == la and h.slope and rays.holds(h.points, a):
            continue  # he looks down his own slope
        part = rays.chords(h.points, a, b)
        if not part:
            continue
        if h.level > la:
            return "dgk.VIII.los.12", inf  # ground higher than both ends (ruling D38)
        # as high as the spotter: he looks over its edge only from the edge, unless it slopes (dgk.VIII.los.12)
        if part[0][0] > EPS:
            if ground.crests:
                return "dgk.VIII.los.12", inf
        elif not h.slope and _total(part) > CREST + EPS:
            return "dgk.VIII.los.12", inf
    inside = 0.0
    length = gap(a, b)
    for p in tall:
        part = rays.chords(p.points, a, b)
        if not part:
            continue
        up = la - ground.base_level(p)
        if lb > ground.base_level(p) and part[0][0] > EPS and part[-1][1] < length - EPS:
            continue  # both ends stand on hills, which are higher than what grows below them (dgk.VIII.los.6, ruling D37)
        if up >= 1:
            far = part[-1][1]
            if length - far > shadow(far, up) + EPS:
                continue  # seen over: only what stands near the target still hides it (dgk.VIII.los.7, dgk.VIII.los.10)
        inside += _total(part)
    # houses and woods hide what lies beyond them (dgk.VIII.los.6), and what lies deeper in them (dgk.VI.los.3)
    return ("dgk.VIII.los.3", inside - DEEP) if inside > DEEP + EPS else ("", 0.0)


def _total(part: list[tuple[float, float]]) -> float:
    return sum(high - low for low, high in part)


# -- searching for a clear line ------------------------------------------------------------------------------------------

Shapes = tuple[BaseGeometry, ...]
#: what is against a line, and by how many inches: without end where no small change of the line helps. A sum greater than the last
#: number need not be exact
Rule = Callable[[XY, XY, float], tuple[str, float]]
#: how much is against a line, asked by where its ends lie on two outlines
Weigh = Callable[[float, float, XY, XY, float], float]
#: a moved line: what is against it and its length, and where its ends lie
Moved = tuple[tuple[float, float], float, float]
#: a line blocked by no more than this is worth moving, from the best few of its like
NEARLY, TRIES, APART = 1.2, 4, 0.9
#: ends of lines are tried so far apart, and moved by no less than this
SPACING, FINE = 0.75, 0.006
#: so many lines are looked at to find that all are barred
LOOKS = 100
#: moving an end by an inch lets so many inches of wood or crowd go at most; a line that is farther from clear is given up
GAIN = 6.0


def search(
    ground: Ground, a: BaseGeometry, b: BaseGeometry, reach: float, rule: Rule, friends: Shapes = (), exact: bool = True
) -> Line | str:
    """The shortest clear line between two shapes, or the rule against it (dgk.VIII.los.1, dgk.VIII.los.2, ruling D72). `rule` says
    what is against a line; `friends` are obstacles beside those of the ground. Without `exact` any clear line will do."""
    ends = shapely.get_coordinates(shapely.shortest_line(a, b))
    p, q = (float(ends[0][0]), float(ends[0][1])), (float(ends[1][0]), float(ends[1][1]))
    length = gap(p, q)
    if length > reach + EPS:
        return "dgk.VI.range.5"
    why, _ = rule(p, q, 0.0)
    if not why:
        return Line(p, q, length)
    if _barred(ground, a, b, friends):
        return why
    x0, y0, x1, y1 = _box(a, b)
    hills = ground.hills_near((x0, y0, x1, y1))
    belts = tuple(t.points for t in ground.tall_near((x0, y0, x1, y1)))
    walls = (*(rays.fence(g) for g in friends), *(h.points for h in hills))
    found: Line | None = None
    for far, c, d in rays.between(a, b, belts, walls, bool(hills)):
        if far > reach + EPS:
            break
        if not rule(c, d, 0.0)[0]:
            if not exact:
                return Line(c, d, far)
            found = _nearer(Line(c, d, far), (p, q), rule)
            break
    return _moved(a, b, min(reach, found.length if found else inf), rule, found) or why


def _moved(a: BaseGeometry, b: BaseGeometry, reach: float, rule: Rule, found: Line | None) -> Line | None:
    """A shorter clear line than the one that was found, or that one. Lines that are nearly clear are moved until they are, then as
    long as they become shorter. So a line is found that has three inches in a wood or passes round a friend."""
    rims = rays.Rim(a), rays.Rim(b)
    marks = [[(s, rim.at(s)) for s in rim.marks(SPACING)] for rim in rims]
    starts: list[tuple[float, float, float, float]] = []
    for s, p in marks[0]:
        for t, q in marks[1]:
            length = gap(p, q)
            if length < reach and (worse := rule(p, q, NEARLY)[1]) < NEARLY:
                starts.append((worse, length, s, t))
    best = found
    known: dict[tuple[float, float], tuple[float, float]] = {}

    def weigh(s: float, t: float, p: XY, q: XY, most: float) -> float:
        """What is against a line, as `rule` says. Half of the lines are asked for again."""
        if (old := known.get((s, t))) and (old[0] <= old[1] or most <= old[1]):
            return old[0]
        worse = rule(p, q, most)[1]
        known[s, t] = worse, most
        return worse

    for worse, length, s, t in _spread(starts):
        now, step = (worse, length), SPACING / 2
        while step > FINE and now[0] < GAIN * step:
            moved = _step(rims, s, t, step, now, weigh)
            if moved is None:
                step /= 2
            else:
                now, s, t = moved
        if now[0] <= 0 and now[1] < (best.length if best else reach + EPS):
            best = Line(rims[0].at(s), rims[1].at(t), now[1])
    return best


def _step(rims: Sequence[rays.Rim], s: float, t: float, step: float, now: tuple[float, float], weigh: Weigh) -> Moved | None:
    """The best of eight lines near a line that is better than it, or nothing: with less against it, then shorter."""
    ps, qs = (
        [(x, rim.at(x)) for x in (rim.within(far - step), rim.within(far), rim.within(far + step))]
        for rim, far in zip(rims, (s, t), strict=True)
    )
    near = sorted((gap(p, q), x, y, p, q) for i, (x, p) in enumerate(ps) for k, (y, q) in enumerate(qs) if i != 1 or k != 1)
    best = None
    least, shortest = now
    for length, x, y, p, q in near:
        if least <= 0 and length >= shortest:
            break  # all others are longer
        worse = weigh(x, y, p, q, least)
        if (worse, length) < (least, shortest):
            best, least, shortest = ((worse, length), x, y), worse, length
    return best


def _spread(starts: list[tuple[float, float, float, float]]) -> list[tuple[float, float, float, float]]:
    """The best few of many lines, none of them near another: each a weight, a length and where its ends lie."""
    out: list[tuple[float, float, float, float]] = []
    for x in sorted(starts, key=lambda x: x[0] + x[1]):
        if all(abs(x[2] - y[2]) > APART or abs(x[3] - y[3]) > APART for y in out):
            out.append(x)
            if len(out) == TRIES:
                break
    return out


def _box(a: BaseGeometry, b: BaseGeometry) -> tuple[float, float, float, float]:
    (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1) = geometry.bounds(a), geometry.bounds(b)
    return min(ax0, bx0), min(ay0, by0), max(ax1, bx1), max(ay1, by1)


def _nearer(line: Line, ideal: tuple[XY, XY], rule: Rule) -> Line:
    """Slide a clear line towards the shortest one as far as it stays clear."""
    (px, py), (qx, qy) = line.a, line.b
    (ix, iy), (jx, jy) = ideal
    best, low, high = line, 0.0, 1.0
    for _ in range(8):
        t = (low + high) / 2
        a, b = (px + (ix - px) * t, py + (iy - py) * t), (qx + (jx - qx) * t, qy + (jy - qy) * t)
        if rule(a, b, 0.0)[0]:
            high = t
        else:
            low = t
            if gap(a, b) < best.length:
                best = Line(a, b, gap(a, b))
    return best


_seen: Memo[tuple[Ground, int, int], tuple[BaseGeometry, BaseGeometry, bool]] = Memo(KEPT)


def sees(s: State, u: int, v: int) -> bool:
    """Any point of one unit to any point of the other (dgk.VIII.los.1)."""
    ground, a, b = s.scn.ground, state.shape(s, u), state.shape(s, v)
    key = ground, id(a), id(b)  # of shapes that are kept with the answer
    found = _seen.get(key)
    if found is None:
        line = search(ground, a, b, inf, lambda p, q, _: obstacle(ground, p, q), exact=False)  # dgk.VIII.los.1
        found = _seen[key] = a, b, isinstance(line, Line)
    return found[2]


# -- lines of fire -------------------------------------------------------------------------------------------------------


def in_the_way(ground: Ground, p: XY, q: XY, friends: Sequence[BaseGeometry]) -> int:
    """The first friend within half an inch of the line over whose head one may not fire, or -1 (dgk.VI.los.4, dgk.VIII.los.11)."""
    return next((n for n, _ in _too_near(ground, p, q, friends)), -1)


def _too_near(ground: Ground, p: XY, q: XY, friends: Sequence[BaseGeometry]) -> Iterator[tuple[int, float]]:
    """Friends in the way of a line, each with its distance."""
    x0, x1 = (p[0], q[0]) if p[0] < q[0] else (q[0], p[0])
    y0, y1 = (p[1], q[1]) if p[1] < q[1] else (q[1], p[1])
    level_p = level_q = low = high = -1
    way: BaseGeometry | None = None
    ux, uy = q[0] - p[0], q[1] - p[1]
    length = hypot(ux, uy)
    for n, g in enumerate(friends):
        ring, (left, top, right, bottom), centre, size = _ward(g)
        if (
            left > x1
            or right < x0
            or top > y1
            or bottom < y0
            or abs((centre[0] - p[0]) * uy - (centre[1] - p[1]) * ux) > size * length
        ):
            continue
        if low < 0:
            level_p, level_q = ground.level(p), ground.level(q)
            low, high = (level_p, level_q) if level_p < level_q else (level_q, level_p)
            if level_q > level_p:
                p, q = q, p  # the higher end spots: who can be seen can be fired at from below (dgk.VIII.los.4)
        at = ground.level(centre)
        if low > at:
            continue  # both stand on hills above him
        part = rays.chords(ring, p, q)
        if not part:
            continue
        if high > at and length - part[-1][1] > shadow(part[-1][1], high - at) + EPS:
            continue
        if way is None:
            way = geometry.segment(p, q)
        if (near := g.distance(way)) < CLEARANCE - EPS:  # dgk.VIII.los.11
            yield n, near


@geometry.by_identity(20_000)
def _ward(g: BaseGeometry) -> tuple[Ring, tuple[float, float, float, float], XY, float]:
    """What lines of fire ask of a friend: the fence about him, its box, his middle, and how far the fence is from it at most."""
    ring = rays.fence(g)
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    centre = g.centroid.x, g.centroid.y
    return ring, (min(xs), min(ys), max(xs), max(ys)), centre, max(gap(centre, at) for at in ring)


def _aimed(pose: Pose, layout: Layout, target: BaseGeometry, reach: float) -> str:
    """Why a target cannot be aimed at: no part of it lies in the arc, or all of it too far (dgk.VI.arc.1, dgk.VI.range.7)."""
    arc = geometry.arc(pose, layout)
    if not arc.intersects(target):
        return "dgk.VI.arc.1"
    if geometry.front(pose, layout).distance(target) > reach + EPS:
        return "dgk.VI.range.5"
    return "" if arc.contains_properly(target) or target.intersection(arc).area >= 1e-4 else "dgk.VI.arc.1"


#: lines of fire, and whether they are the shortest
_lines: Memo[tuple[object, ...], tuple[BaseGeometry, Shapes, Line | str, bool]] = Memo(KEPT)


def _clear(
    ground: Ground, pose: Pose, layout: Layout, target: BaseGeometry, reach: float, friends: Shapes, exact: bool
) -> Line | str:
    """The shortest clear line from a front to a target partly in its arc, past friends, or the rule against it."""
    key = ground, pose, layout, id(target), reach, tuple(map(id, friends))  # of shapes that are kept with the answer
    found = _lines.get(key)
    if found is None or (exact and not found[3]):
        line = _find(ground, pose, layout, target, reach, friends, exact)
        found = _lines[key] = target, friends, line, exact or isinstance(line, str)
    return found[2]


def _find(
    ground: Ground, pose: Pose, layout: Layout, target: BaseGeometry, reach: float, friends: Shapes, exact: bool
) -> Line | str:
    if why := _aimed(pose, layout, target, reach):
        return why
    if not friends:
        return search(ground, geometry.front(pose, layout), target, reach, lambda p, q, _: obstacle(ground, p, q), (), exact)
    front = geometry.front(pose, layout)
    return search(ground, front, target, reach, lambda p, q, most: _fire_rule(ground, p, q, friends, most), friends, exact)


def _fire_rule(ground: Ground, p: XY, q: XY, friends: Shapes, most: float) -> tuple[str, float]:
    why, wood = obstacle(ground, p, q)
    if wood > most:
        return why, wood
    crowd = 0.0
    for _, near in _too_near(ground, p, q, friends):
        why = why or "dgk.VI.los.4"
        crowd += CLEARANCE - near
        if wood + crowd > most:
            break
    return why, wood + crowd


def _mask_rule(ground: Ground, p: XY, q: XY, mask: BaseGeometry | None, friends: Shapes, most: float) -> tuple[str, float]:
    if mask is not None and mask.intersects(geometry.segment(p, q)):
        return "dgk.X.train.14", inf
    return _fire_rule(ground, p, q, friends, most)


def fire_line(
    s: State,
    u: int,
    v: int,
    reach: float,
    all_round: bool = False,
    over_friends: bool = False,
    mask: BaseGeometry | None = None,
    exact: bool = True,
) -> Line | Refusal:
    """The shortest clear line from the front of a unit to the nearest part of a target in its arc (dgk.VI.range.7, ruling D35).
    Without `exact` any clear line will do."""
    target = state.shape(s, v)
    ground = s.scn.ground

    def find(friends: Shapes, exact: bool) -> Line | str:
        if all_round:
            me = state.shape(s, u)
            return search(ground, me, target, reach, lambda p, q, most: _mask_rule(ground, p, q, mask, friends, most), exact=exact)
        return _clear(ground, state.pose(s, u), state.layout(s, u), target, reach, friends, exact)

    found = find((), exact or not over_friends)  # most shots pass no friend, and this answer is remembered
    if isinstance(found, Line) and not over_friends:  # artillery fires over them (dgk.VI.los.2)
        friends = [w for w in state.friends(s, u) if w != s.aboard[u]]
        names = _near_line(s, found, friends)
        pool = tuple(state.shape(s, w) for w in names)
        n = in_the_way(ground, found.a, found.b, pool)
        if n >= 0:
            around = tuple(state.shape(s, w) for w in _between(s, state.carrier(s, u), state.carrier(s, v), friends))
            if isinstance(found := find(around, exact), str):
                return Refusal("dgk.VI.los.4", f"{s.scn.units[names[n]].name} stands in the line of fire")
    if isinstance(found, Line):
        return found
    name = s.scn.units[v].name
    words = {"dgk.VI.arc.1": f"{name} is outside the arc of fire", "dgk.VI.range.5": f"{name} is beyond {reach:g} inches"}
    # out of arc or range (dgk.VI.arc.1, dgk.VI.range.5), of sight (dgk.III.dfire.2, dgk.VIII.los.3, dgk.VIII.los.6,
    # dgk.VIII.los.12, dgk.II.art.3), or behind other cars (dgk.X.train.14)
    return Refusal(found, words.get(found, f"{name} is out of sight"))


def _barred(ground: Ground, a: BaseGeometry, b: BaseGeometry, friends: Sequence[BaseGeometry]) -> bool:
    """Every line between two shapes crosses a hill that hides, or comes too near to a friend. This is a quick look: False says
    nothing. Barriers are convex, so one that all four lines between the ends of two edges cross is crossed by every line between
    these edges. Other pairs of edges are cut in half."""
    barriers = _barriers(ground, a, b, friends)
    pairs = [(*edge, *other) for edge in rays.edges(a) for other in rays.edges(b) if rays.faces(other, edge)]
    if not barriers or not pairs:
        return False
    known: dict[tuple[XY, XY], int] = {}

    def crossed(p: XY, q: XY) -> int:
        """The barriers that a line crosses, as bits."""
        found = known.get((p, q))
        if found is None:
            found = known[p, q] = sum(1 << k for k, ring in enumerate(barriers) if rays.chords(ring, p, q))
        return found

    while pairs:
        halves: list[tuple[XY, XY, XY, XY]] = []
        for p, r, q, t in pairs:
            both = -1
            for line in ((p, q), (r, t), (p, t), (r, q)):
                if not (one := crossed(*line)):
                    return False
                both &= one
            if both:
                continue
            if gap(p, r) > gap(q, t):
                m = (p[0] + r[0]) / 2, (p[1] + r[1]) / 2
                halves += [(p, m, q, t), (m, r, q, t)]
            else:
                m = (q[0] + t[0]) / 2, (q[1] + t[1]) / 2
                halves += [(p, r, q, m), (p, r, m, t)]
        if len(known) > LOOKS:
            return False
        pairs = halves
    return True


def _barriers(ground: Ground, a: BaseGeometry, b: BaseGeometry, friends: Sequence[BaseGeometry]) -> list[Ring]:
    """Convex rings of hills and round friends that no clear line between two shapes crosses."""
    x0, y0, x1, y1 = _box(a, b)
    hills = ground.hills_near((x0, y0, x1, y1))
    under = [[h for h in hills if h.shape.dwithin(x, 2 * EPS)] for x in (a, b)]
    tops = [max((h.level for h in some), default=0) for some in under]
    low, high = sorted(tops)
    out = [
        ring
        for h in hills
        if (h.level > high or (h.level == high > low and ground.crests)) and h not in under[0] and h not in under[1]
        for ring in _heart(h.shape)
    ]
    farthest = hypot(x1 - x0, y1 - y0)
    for g in friends:
        _, (left, upper, right, lower), centre, _ = _ward(g)
        if left > x1 or right < x0 or upper > y1 or lower < y0:
            continue
        level = ground.level(centre)
        if low > level:
            continue
        if high > level and any(
            top > level and farthest - (near := max(0.0, x.distance(g) - CLEARANCE)) > shadow(near, top - level)
            for x, top in zip((a, b), tops, strict=True)
        ):
            continue  # lines may pass over his head
        out += _core(g)
    return out


@geometry.by_identity(20_000)
def _core(g: BaseGeometry) -> tuple[Ring, ...]:
    """Convex rings round a friend that no clear line crosses: a little less than half an inch from him, their corners cut off."""
    return tuple(rays.outline(part.buffer(CLEARANCE - 0.001, join_style="bevel"))[0] for part in _convex(g))


@geometry.by_identity(2_000)
def _heart(g: BaseGeometry) -> tuple[Ring, ...]:
    """Convex rings a little inside a hill."""
    return tuple(rays.outline(part)[0] for x in _convex(g) for part in [x.buffer(-0.001, join_style="mitre")] if not part.is_empty)


def _convex(g: BaseGeometry) -> list[BaseGeometry]:
    """The convex parts of a shape."""
    out = []
    for part in shapely.get_parts(g):
        whole = part.convex_hull.area - part.area < EPS
        out += [part] if whole else list(shapely.get_parts(shapely.constrained_delaunay_triangles(part)))
    return out


def _near_line(s: State, line: Line, friends: Sequence[int]) -> list[int]:
    """The units that may stand within half an inch of a line: a quick look before the exact one."""
    (ax, ay), (bx, by) = line.a, line.b
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy or 1.0
    out = []
    for w in friends:
        x, y = s.x[w] / 1000 - ax, s.y[w] / 1000 - ay
        t = max(0.0, min(1.0, (x * dx + y * dy) / square))
        if hypot(x - t * dx, y - t * dy) <= state.span(s, w) + CLEARANCE:
            out.append(w)
    return out


def _between(s: State, u: int, v: int, friends: Sequence[int]) -> list[int]:
    """The units that may touch the box about two units."""
    a, b = state.span(s, u), state.span(s, v)
    ax, ay, bx, by = s.x[u] / 1000, s.y[u] / 1000, s.x[v] / 1000, s.y[v] / 1000
    x0, x1 = min(ax - a, bx - b), max(ax + a, bx + b)
    y0, y1 = min(ay - a, by - b), max(ay + a, by + b)
    out = []
    for w in friends:
        x, y, pad = s.x[w] / 1000, s.y[w] / 1000, state.span(s, w) + 1
        if x0 - pad <= x <= x1 + pad and y0 - pad <= y <= y1 + pad:
            out.append(w)
    return out
