"""Grids: compass names on every kind of sheet, and the friendly twin of hex sets."""

from __future__ import annotations

import random
from itertools import product
from math import atan2, degrees, hypot

import pytest

from firestep.hexmap.grid import Grid, bits
from firestep.hexmap.hexes import Hexes

NORTH = {"up": 0, "right": 90, "down": 180, "left": 270}
NAMES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


@pytest.mark.parametrize(
    ("layout", "shifted", "upward", "north"), list(product(("columns", "rows"), ("even", "odd"), (False, True), NORTH))
)
def test_compass_names_are_what_the_sheet_shows(layout: str, shifted: str, upward: bool, north: str) -> None:
    """Every name is checked with the middles of the hexes as drawn: the bearing of the neighbour lies in that quarter."""
    grid = Grid(layout, shifted, (3, 3), (8, 8), upward, north)
    for i in bits(grid.all):
        x, y = grid.centre(grid.number(i))
        for j in bits(grid.near(i)):
            u, v = grid.centre(grid.number(j))
            bearing = (degrees(atan2(u - x, y - v)) - NORTH[north]) % 360
            exact = {0: "n", 90: "e", 180: "s", 270: "w"}.get(round(bearing) % 360)
            assert grid.direction(i, j) == (exact or ("ne", "se", "sw", "nw")[int(bearing // 90)]), (grid.number(i), grid.number(j))
    assert len(set(grid.directions)) == 6


def test_compass_on_known_sheets() -> None:
    upward = Grid("rows", "even", (1, 1), (39, 26), True)  # row numbers grow to the north
    way = {grid_step: upward.direction(upward.index("2013"), upward.index(grid_step)) for grid_step in upward.neighbours("2013")}
    assert way == {"2014": "e", "2012": "w", "2113": "nw", "2114": "ne", "1913": "sw", "1914": "se"}
    columns = Grid("columns", "even", (1, 1), (29, 34))
    assert columns.direction(columns.index("1010"), columns.index("1009")) == "n"
    assert columns.direction(columns.index("1010"), columns.index("1110")) == "ne"
    with pytest.raises(ValueError, match="not neighbours"):
        columns.direction(columns.index("1010"), columns.index("1212"))
    with pytest.raises(ValueError, match="unknown north"):
        Grid("rows", "odd", (1, 1), (2, 2), north="east")


def test_hexes_speak_in_numbers() -> None:
    grid = Grid("columns", "even", (1, 1), (9, 9))
    one = Hexes.of(grid, "0505")
    assert one.around() == Hexes.of(grid, ["0505", *grid.neighbours("0505")]) and len(one.around(2)) == 19
    assert "0505" in one and "0506" not in one and "9999" not in one
    assert list(one.around() - one) == grid.neighbours("0505")
    assert one.around() & grid.bit("0504") == "0504" and one | grid.bit("0101") == "0101 0505"
    assert repr(one) == "Hexes(0505)" and not Hexes(grid) and hash(one) == hash(Hexes.of(grid, "0505")) and one != "0506"


@pytest.mark.parametrize(("layout", "shifted"), list(product(("columns", "rows"), ("even", "odd"))))
def test_a_line_holds_the_nearest_hexes_and_of_two_as_near_the_higher(layout: str, shifted: str) -> None:
    """Each point of the line is held against the middles of all hexes as drawn; ties fall alike in both directions."""
    grid = Grid(layout, shifted, (3, 3), (11, 11))
    middles = {i: grid.centre(grid.number(i)) for i in bits(grid.all)}
    ties = 0
    for a, b in product(bits(grid.all)[::7], bits(grid.all)):
        n = grid.distance(a, b)
        (x, y), (u, v) = middles[a], middles[b]
        line = grid.line(a, b)
        assert len(line) == n + 1 and grid.line(b, a) == line[::-1]
        for k, found in enumerate(line):
            t = k / n if n else 0
            p, q = x + (u - x) * t, y + (v - y) * t
            near = sorted((round(hypot(p - c, q - d), 6), i) for i in (found, *bits(grid.near(found))) for c, d in [middles[i]])
            nearest = [i for d, i in near if d == near[0][0]]
            assert found == nearest[-1], (grid.number(a), grid.number(b), k)
            ties += len(nearest) == 2
    assert ties > 100


def test_bits_are_found_whether_few_sparse_or_dense() -> None:
    """The three ways of finding them agree with the plain one."""
    rng = random.Random(7)
    for span, most in ((8, 8), (200, 11), (200, 150), (14_000, 11), (14_000, 60), (14_000, 3_000)):
        for _ in range(20):
            found = sorted(rng.sample(range(span), rng.randint(0, most)))
            assert bits(sum(1 << i for i in found)) == found
