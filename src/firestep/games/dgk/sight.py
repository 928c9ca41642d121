"""Line of sight (dgk.VI.los, dgk.VIII.los): woods and towns, hills and shadows, firing over friends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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

#: what is against a line, and by how many inches: without end where no small change of the line helps
Rule = Callable[[XY, XY], tuple[str, float]]
#: a line blocked by no more than this is worth moving, from the best few of its like
NEARLY, TRIES, APART = 1.2, 4, 0.9
#: ends of lines are tried so far apart, and moved by no less than this
SPACING, FINE = 0.75, 0.006
#: moving an end by an inch lets so many inches of wood or crowd go at most; a line that is farther from clear is given up
GAIN = 6.0


def search(ground: Ground, a: BaseGeometry, b: BaseGeometry, reach: float, rule: Rule, posts: tuple[Ring, ...] = ()) -> Line | str:
    """The shortest clear line between two shapes, or the rule against it (dgk.VIII.los.1, dgk.VIII.los.2, ruling D72). `rule` says
    what is against a line; `posts` are obstacles beside those of the ground."""
    ends = shapely.get_coordinates(shapely.shortest_line(a, b))
    p, q = (float(ends[0][0]), float(ends[0][1])), (float(ends[1][0]), float(ends[1][1]))
    length = gap(p, q)
    if length > reach + EPS:
        return "dgk.VI.range.5"
    why, _ = rule(p, q)
    if not why:
        return Line(p, q, length)
    x0, y0, x1, y1 = _box(a, b)
    hills = ground.hills_near((x0, y0, x1, y1))
    belts = tuple(t.points for t in ground.tall_near((x0, y0, x1, y1)))
    walls = (*posts, *(h.points for h in hills))
    found: Line | None = None
    for far, c, d in rays.between(a, b, belts, walls, bool(hills)):
        if far > reach + EPS:
            break
        if not rule(c, d)[0]:
            found = _nearer(Line(c, d, far), (p, q), rule)
            break
    return _moved(a, b, min(reach, found.length if found else inf), rule, found) or why


def _moved(a: BaseGeometry, b: BaseGeometry, reach: float, rule: Rule, found: Line | None) -> Line | None:
    """A shorter clear line than the one that was found, or that one. Lines that are nearly clear are moved until they are, then as
    long as they become shorter. So a line is found that has three inches in a wood or passes round a friend."""
    rims = rays.Rim(a), rays.Rim(b)
    starts: list[tuple[float, float, float, float]] = []
    for s in rims[0].marks(SPACING):
        for t in rims[1].marks(SPACING):
            p, q = rims[0].at(s), rims[1].at(t)
            length = gap(p, q)
            if length < reach and (worse := rule(p, q)[1]) < NEARLY:
                starts.append((worse, length, s, t))
    best = found

    def weigh(s: float, t: float) -> tuple[float, float]:
        p, q = rims[0].at(s), rims[1].at(t)
        return rule(p, q)[1], gap(p, q)

    for worse, length, s, t in _spread(starts):
        now, step = (worse, length), SPACING / 2
        while step > FINE and now[0] < GAIN * step:
            near = [(rims[0].within(s + i * step), rims[1].within(t + k * step)) for i in (-1, 0, 1) for k in (-1, 0, 1) if i or k]
            value, (x, y) = min((weigh(*at), at) for at in near)
            if value < now:
                now, s, t = value, x, y
            else:
                step /= 2
        if now[0] <= 0 and now[1] < (best.length if best else reach + EPS):
            best = Line(rims[0].at(s), rims[1].at(t), now[1])
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
        if rule(a, b)[0]:
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
        line = search(ground, a, b, float("inf"), lambda p, q: obstacle(ground, p, q))  # dgk.VIII.los.1
        found = _seen[key] = a, b, isinstance(line, Line)
    return found[2]


# -- lines of fire -------------------------------------------------------------------------------------------------------


def in_the_way(ground: Ground, p: XY, q: XY, friends: Sequence[BaseGeometry]) -> int:
    """The first friend within half an inch of the line over whose head one may not fire, or -1 (dgk.VI.los.4, dgk.VIII.los.11)."""
    level_p, level_q = ground.level(p), ground.level(q)
    low, high = (level_p, level_q) if level_p < level_q else (level_q, level_p)
    if level_q > level_p:
        p, q = q, p  # the higher end spots: who can be seen can be fired at from below (dgk.VIII.los.4)
    x0, x1 = (p[0], q[0]) if p[0] < q[0] else (q[0], p[0])
    y0, y1 = (p[1], q[1]) if p[1] < q[1] else (q[1], p[1])
    way: BaseGeometry | None = None
    for n, g in enumerate(friends):
        ring, (left, top, right, bottom), centre = _ward(g)
        if left > x1 or right < x0 or top > y1 or bottom < y0:
            continue
        at = ground.level(centre)
        if low > at:
            continue  # both stand on hills above him
        part = rays.chords(ring, p, q)
        if not part:
            continue
        if high > at and gap(p, q) - part[-1][1] > shadow(part[-1][1], high - at) + EPS:
            continue
        if way is None:
            way = geometry.segment(p, q)
        if g.distance(way) < CLEARANCE - EPS:  # dgk.VIII.los.11
            return n
    return -1


@geometry.by_identity(20_000)
def _ward(g: BaseGeometry) -> tuple[Ring, tuple[float, float, float, float], XY]:
    """What lines of fire ask of a friend: the fence about him, its box, his middle."""
    ring = rays.fence(g)
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return ring, (min(xs), min(ys), max(xs), max(ys)), (g.centroid.x, g.centroid.y)


def _aimed(pose: Pose, layout: Layout, target: BaseGeometry, reach: float) -> str:
    """Why a target cannot be aimed at: no part of it lies in the arc, or all of it too far (dgk.VI.arc.1, dgk.VI.range.7)."""
    arc = geometry.arc(pose, layout)
    if not arc.intersects(target):
        return "dgk.VI.arc.1"
    if geometry.front(pose, layout).distance(target) > reach + EPS:
        return "dgk.VI.range.5"
    return "" if arc.contains_properly(target) or target.intersection(arc).area >= 1e-4 else "dgk.VI.arc.1"


_lines: Memo[tuple[object, ...], tuple[BaseGeometry, tuple[BaseGeometry, ...], Line | str]] = Memo(KEPT)


def _clear(
    ground: Ground, pose: Pose, layout: Layout, target: BaseGeometry, reach: float, friends: tuple[BaseGeometry, ...]
) -> Line | str:
    """The shortest clear line from a front to a target partly in its arc, past friends, or the rule against it."""
    key = ground, pose, layout, id(target), reach, tuple(map(id, friends))  # of shapes that are kept with the answer
    found = _lines.get(key)
    if found is None:
        found = _lines[key] = target, friends, _find(ground, pose, layout, target, reach, friends)
    return found[2]


def _find(
    ground: Ground, pose: Pose, layout: Layout, target: BaseGeometry, reach: float, friends: tuple[BaseGeometry, ...]
) -> Line | str:
    if why := _aimed(pose, layout, target, reach):
        return why
    if not friends:
        return search(ground, geometry.front(pose, layout), target, reach, lambda p, q: obstacle(ground, p, q))
    fences = tuple(rays.fence(g) for g in friends)
    return search(ground, geometry.front(pose, layout), target, reach, lambda p, q: _fire_rule(ground, p, q, friends), fences)


def _fire_rule(ground: Ground, p: XY, q: XY, friends: tuple[BaseGeometry, ...]) -> tuple[str, float]:
    why, wood = obstacle(ground, p, q)
    n = in_the_way(ground, p, q, friends)
    if n < 0:
        return why, wood
    way = geometry.segment(p, q)
    crowd = sum(CLEARANCE - g.distance(way) for g in friends[n:] if in_the_way(ground, p, q, (g,)) >= 0)
    return why or "dgk.VI.los.4", wood + crowd


def _mask_rule(ground: Ground, p: XY, q: XY, mask: BaseGeometry | None, friends: tuple[BaseGeometry, ...]) -> tuple[str, float]:
    if mask is not None and mask.intersects(geometry.segment(p, q)):
        return "dgk.X.train.14", inf
    return _fire_rule(ground, p, q, friends)


def fire_line(
    s: State, u: int, v: int, reach: float, all_round: bool = False, over_friends: bool = False, mask: BaseGeometry | None = None
) -> Line | Refusal:
    """The shortest clear line from the front of a unit to the nearest part of a target in its arc (dgk.VI.range.7, ruling D35)."""
    target = state.shape(s, v)
    ground = s.scn.ground

    def find(friends: tuple[BaseGeometry, ...]) -> Line | str:
        if all_round:
            return search(ground, state.shape(s, u), target, reach, lambda p, q: _mask_rule(ground, p, q, mask, friends))
        return _clear(ground, state.pose(s, u), state.layout(s, u), target, reach, friends)

    found = find(())  # most shots pass no friend, and this answer is remembered
    if isinstance(found, Line) and not over_friends:  # artillery fires over them (dgk.VI.los.2)
        names = [w for w in state.friends(s, u) if w != s.aboard[u] and _near_line(s, w, found)]
        pool = tuple(state.shape(s, w) for w in names)
        n = in_the_way(ground, found.a, found.b, pool)
        if n >= 0:
            me, it = state.carrier(s, u), state.carrier(s, v)
            around = tuple(state.shape(s, w) for w in state.friends(s, u) if w != s.aboard[u] and _between(s, me, it, w))
            if isinstance(found := find(around), str):
                return Refusal("dgk.VI.los.4", f"{s.scn.units[names[n]].name} stands in the line of fire")
    if isinstance(found, Line):
        return found
    name = s.scn.units[v].name
    words = {"dgk.VI.arc.1": f"{name} is outside the arc of fire", "dgk.VI.range.5": f"{name} is beyond {reach:g} inches"}
    # out of arc or range (dgk.VI.arc.1, dgk.VI.range.5), of sight (dgk.III.dfire.2, dgk.VIII.los.3, dgk.VIII.los.6,
    # dgk.VIII.los.12, dgk.II.art.3), or behind other cars (dgk.X.train.14)
    return Refusal(found, words.get(found, f"{name} is out of sight"))


def _near_line(s: State, w: int, line: Line) -> bool:
    """A unit may stand within half an inch of a line: a quick look before the exact one."""
    (ax, ay), (bx, by) = line.a, line.b
    x, y = s.x[w] / 1000 - ax, s.y[w] / 1000 - ay
    dx, dy = bx - ax, by - ay
    t = max(0.0, min(1.0, (x * dx + y * dy) / (dx * dx + dy * dy or 1.0)))
    return hypot(x - t * dx, y - t * dy) <= state.span(s, w) + CLEARANCE


def _between(s: State, u: int, v: int, w: int) -> bool:
    pad = state.span(s, w) + 1
    a, b = state.span(s, u), state.span(s, v)
    x, y = s.x[w] / 1000, s.y[w] / 1000
    ax, ay, bx, by = s.x[u] / 1000, s.y[u] / 1000, s.x[v] / 1000, s.y[v] / 1000
    return (min(ax - a, bx - b) - pad <= x <= max(ax + a, bx + b) + pad) and (
        min(ay - a, by - b) - pad <= y <= max(ay + a, by + b) + pad
    )
