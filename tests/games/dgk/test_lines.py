"""Lines of fire held against an independent, dense search on flat ground: no clear line is missed, no range is too long."""

from __future__ import annotations

import random
from typing import Any

import pytest
import shapely

from firestep.games.dgk import sight, state
from firestep.games.dgk.components import geometry
from firestep.games.dgk.state import State
from firestep.testing import rule
from games.dgk.positions import area, n, table, unit
from sampling import WHOLE

#: what the dense search keeps away from the limits, and by how much a range may be too long: less than half a tenth of an inch
MARGIN, TOLERANCE = 0.02, 0.04


def scene(seed: int) -> State:
    """Two units, friends near the line between them, and woods with corners of all kinds that reach into it."""
    r = random.Random(f"lines {seed}")
    me = unit("a1", r.choice(("infantry", "machinegun")), 24, 34, r.uniform(-12, 12) % 360, r.choice(("deployed", "maneuver")))
    it = unit("c1", "infantry", 24 + r.uniform(-4, 4), 34 - r.uniform(8, 12), r.uniform(0, 360), "maneuver")
    units, ground = [me, it], []
    for k in range(r.randrange(0, 3)):
        x, y = 24 + r.uniform(-5, 5), r.uniform(28, 32)
        units.append(unit(f"a{k + 2}", "infantry", x, y, r.uniform(0, 360), r.choice(("deployed", "maneuver")), bases=2))
    for _ in range(r.randrange(1, 4)):
        x, y = 24 + r.uniform(-7, 7), r.uniform(25, 33)
        around = sorted(r.uniform(0, 6.28) for _ in range(r.randrange(3, 6)))
        corners = [(x + r.uniform(1.5, 6) * shapely.Point(1, 0).x * c, y + r.uniform(1.5, 6) * s) for c, s in map(circle, around)]
        corners = [(round(px, 2), round(py, 2)) for px, py in corners]
        wood = shapely.Polygon(corners)
        if wood.is_valid and wood.area > 3 and not any(wood.intersects(shapely.Polygon(w["points"])) for w in ground):
            ground.append(area("woods", *corners))
    return table(*units, ground=ground)


def circle(angle: float) -> tuple[float, float]:
    from math import cos, sin

    return cos(angle), sin(angle)


def points(g: Any, many: int) -> Any:
    """Points along the outline of a shape."""
    line = g.exterior if g.geom_type == "Polygon" else g
    spots = [line.interpolate(k / many, normalized=True) for k in range(many + 1)]
    corners = [shapely.Point(c) for c in line.coords]
    return shapely.get_coordinates(spots + corners)


def clear(g: State, lines: Any, margin: float) -> Any:
    """Which lines are clear: at most three inches of wood, half an inch from friends."""
    wood = 0 * shapely.length(lines)
    for piece in g.scn.ground.pieces:
        wood = wood + shapely.length(shapely.intersection(lines, piece.shape))
    ok = wood <= sight.DEEP - margin
    for w in state.friends(g, 0):
        ok &= shapely.distance(lines, state.shape(g, w)) >= sight.CLEARANCE + margin
    return ok


def dense(g: State, many: int = 50) -> float | None:
    """The length of the shortest clear line of thousands."""
    ps, qs = points(geometry.front(state.pose(g, 0), state.layout(g, 0)), many), points(state.shape(g, n(g, "c1")), 2 * many)
    lines = shapely.linestrings([[p, q] for p in ps for q in qs])
    found = shapely.length(lines)[clear(g, lines, MARGIN)]
    return float(found.min()) if len(found) else None


@rule("dgk.VIII.los.1", "dgk.VIII.los.3", "dgk.VI.los.4", "dgk.VI.range.7")
@pytest.mark.parametrize("part", range(4))
def test_no_clear_line_is_missed_and_no_range_too_long(part: int) -> None:
    seen = blocked = 0
    for seed in range(part * 1000, part * 1000 + (400 if WHOLE else 22)):
        g = scene(seed)
        told = sight.fire_line(g, 0, n(g, "c1"), 20)
        best = dense(g)
        if isinstance(told, sight.Line):
            line = shapely.linestrings([[told.a, told.b]])
            assert clear(g, line, -1e-3)[0], (seed, told)
            seen += 1
            if best is not None:
                assert told.length <= best + TOLERANCE, (seed, told, best)
        elif told.rule != "dgk.VI.arc.1":
            assert best is None, (seed, told, best)
            blocked += 1
    assert seen > 5 and blocked


def crowd(seed: int) -> State:
    """Two units, a hill or two, a wood, and friends shoulder to shoulder between the units."""
    r = random.Random(f"crowd {seed}")
    me = unit("a1", r.choice(("infantry", "machinegun")), 24, 34, r.uniform(-12, 12) % 360, r.choice(("deployed", "maneuver")))
    it = unit("c1", "infantry", 24 + r.uniform(-4, 4), 34 - r.uniform(8, 14), r.uniform(0, 360), "maneuver")
    units = [me, it]
    y, gaps = r.uniform(23, 32), r.uniform(0.7, 2)
    for k in range(r.randrange(2, 5)):
        form = r.choice(("deployed", "maneuver", "march"))
        units.append(
            unit(f"a{k + 2}", "infantry", 21 + (2 + gaps) * k, y + r.uniform(-1, 1), r.uniform(-40, 40) % 360, form, bases=3)
        )
    ground = [area(r.choice(("hill", "hill", "woods")), *rough_circle(r)) for _ in range(r.randrange(0, 4))]
    return table(*units, ground=ground)


def rough_circle(r: random.Random) -> list[tuple[float, float]]:
    """The corners of an area that is now and then concave."""
    x, y = 24 + r.uniform(-8, 8), r.uniform(20, 35)
    n = r.randrange(4, 8)
    return [(x + r.uniform(2, 5) * c, y + r.uniform(2, 5) * s) for c, s in (circle(6.28 * k / n) for k in range(n))]


@rule("dgk.VIII.los.1", "dgk.VI.los.4", "dgk.VIII.los.11", "dgk.VIII.los.12")
@pytest.mark.parametrize("make", [scene, crowd])
def test_quick_looks_change_no_answer(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    barred = no_line = 0
    quick = sight._barred
    for seed in range(400 if WHOLE else 60):
        g = make(seed)
        told = []
        for looks in (quick, lambda *_: False):
            monkeypatch.setattr(sight, "_barred", looks)
            sight._lines.clear()
            some = sight.fire_line(g, 0, n(g, "c1"), 20, exact=False)
            told.append((sight.fire_line(g, 0, n(g, "c1"), 20), sight.sees(g, 0, n(g, "c1"))))
            sight._seen.clear()
            assert isinstance(some, sight.Line) == isinstance(told[-1][0], sight.Line), seed
        assert told[0] == told[1], seed
        no_line += not isinstance(told[0][0], sight.Line)
        friends = tuple(state.shape(g, w) for w in state.friends(g, 0))
        barred += quick(g.scn.ground, state.shape(g, 0), state.shape(g, n(g, "c1")), friends)
    assert no_line > 3 and (barred > 3 or make is scene)
