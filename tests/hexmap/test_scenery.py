"""Drawn ground: soft areas stay in their hexes, scatter is the same every time, lines meet where they should."""

from __future__ import annotations

import re
from math import hypot

import pytest

from firestep.hexmap.grid import Grid
from firestep.hexmap.outline import common_side, join, nearest
from firestep.hexmap.scenery import along, area, chance, city, course, furrows, hachures, patterns, straighten, surveyed, village

GRID = Grid("columns", "even", (1, 1), (9, 9))


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x) / 100, float(y) / 100) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)]


def test_scatter_comes_from_the_hex_and_is_spread_evenly() -> None:
    found = [chance(n, 7) for n in GRID]
    assert found == [chance(n, 7) for n in GRID] and all(0 <= c < 1 for c in found)
    assert len(set(found)) == len(found) and 0.35 < sum(found) / len(found) < 0.65
    assert chance("0505", 1) != chance("0505", 2)


def test_an_area_is_one_ring_around_its_hexes_and_a_hole_is_a_second() -> None:
    ring = GRID.neighbours("0505")
    assert area(GRID, ["0505"]).count("z") == 1
    assert area(GRID, [*ring, "0505"]).count("z") == 1
    assert area(GRID, ring).count("z") == 2
    assert area(GRID, ["0202", "0808"]).count("z") == 2
    assert area(GRID, []) == ""


def test_an_area_keeps_near_its_outline() -> None:
    x, y = GRID.centre("0505")
    far = [hypot(px - x, py - y) for px, py in points(area(GRID, ["0505"], 5))]
    assert min(far) > 0.44 and max(far) < 0.60


def test_areas_on_both_sides_of_a_border_share_it() -> None:
    """The same side wanders the same way for both, so that neighbouring grounds leave no gap."""
    a, b = points(area(GRID, ["0505"])), points(area(GRID, ["0506"]))
    assert len({(round(x, 3), round(y, 3)) for x, y in a} & {(round(x, 3), round(y, 3)) for x, y in b}) >= 3


def test_strokes_stand_only_on_outer_sides_and_point_down() -> None:
    one, two = hachures(GRID, ["0505"]), hachures(GRID, ["0505", "0506"])
    assert one.count("M") == 6 * 7 and two.count("M") == 10 * 7
    x, y = GRID.centre("0505")
    for stroke in re.findall(r"M([\d.]+) ([\d.]+)l(-?[\d.]+) (-?[\d.]+)", one):
        px, py, dx, dy = map(float, stroke)
        assert hypot(px + dx - 100 * x, py + dy - 100 * y) > hypot(px - 100 * x, py - 100 * y)


def test_the_rim_of_the_sheet_has_slopes_too() -> None:
    assert hachures(GRID, ["0101"]).count("M") == 6 * 7


def test_furrows_lie_in_their_hex() -> None:
    for n in ("0305", "0306", "0704"):
        for p in points(re.sub(r"l(-?[\d.]+) (-?[\d.]+)", "", furrows(GRID, [n]))):
            assert nearest(GRID, *p) in (n, *GRID.neighbours(n))
    assert furrows(GRID, []) == ""


def test_water_runs_through_the_middle_of_every_side() -> None:
    sides = [common_side(GRID, "0505", m) for m in ("0504", "0604", "0605")]
    (line,) = join(sides)
    found = points(course(line))
    for p, q in list(zip(line, line[1:], strict=False))[1:-1]:
        mx, my = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
        assert min(hypot(mx - x, my - y) for x, y in found) < 0.002
    assert found[0] == pytest.approx(line[0], abs=0.001) and found[-1] == pytest.approx(line[-1], abs=0.001)


def test_names_read_from_left_to_right() -> None:
    line = [(5.0, 1.0), (4.0, 1.2), (3.0, 1.0), (2.0, 1.4)]
    assert all(-90 <= angle <= 90 for _, _, angle, _ in along(line, 2))
    assert along(line, 4) == []


def test_ways_are_pulled_straight_but_pass_the_fixed_points() -> None:
    chain = ["0105", "0204", "0305", "0404", "0505"]
    home = {n: GRID.centre(n) for n in chain}
    links = {n: {m for m in (chain[i - 1] if i else "", chain[i + 1] if i < 4 else "") if m} for i, n in enumerate(chain)}
    free = straighten(home, links, set())
    assert free[chain[0]] == home[chain[0]] and free[chain[-1]] == home[chain[-1]]
    assert all(hypot(free[n][0] - home[n][0], free[n][1] - home[n][1]) <= 0.3 + 1e-9 for n in chain)
    assert max(y for _, y in free.values()) - min(y for _, y in free.values()) < 0.5
    held = straighten(home, links, {"0305"})
    assert held["0305"] == home["0305"]
    assert points(surveyed([home[n] for n in chain]))[-1] == pytest.approx(home[chain[-1]], abs=0.006)


def test_houses_stand_in_their_hex_and_differ_from_hex_to_hex() -> None:
    assert village(GRID, "0303") == village(GRID, "0303")
    assert re.sub(r"translate\([^)]*\)", "", village(GRID, "0303")) != re.sub(r"translate\([^)]*\)", "", village(GRID, "0304"))
    assert city(GRID, "0303").count("<rect") > 12
    assert 'id="a-trees"' in patterns("a") and 'id="a-marsh"' in patterns("a")
