"""Graphs, movement costs and atlas against slow searches written another way."""

from __future__ import annotations

import heapq
import random

import pytest

from firestep.hexmap.atlas import APART, Atlas
from firestep.hexmap.grid import Grid, bits
from firestep.hexmap.ways import FAR, HexGraph, MovementCosts, back, borders, both, cost_of, spend, total

GRIDS = (Grid("columns", "even", (1, 1), (9, 8)), Grid("rows", "odd", (36, 1), (44, 9), True))


def world(seed: int) -> tuple[random.Random, Atlas, int, list[tuple[int, int]]]:
    """Two sheets and three boxes, some hexes missing, some sides closed, leaps between sheets and boxes."""
    r = random.Random(seed)
    atlas = Atlas({"E": GRIDS[0], "W": GRIDS[1]}, ("reserve", "sea-1", "sea-2"))
    land = sum(1 << i for i in bits(atlas.all) if r.random() < 0.8) | atlas.mask(atlas.areas)
    walls = set(both((i, j) for i, j in borders(atlas, land) if r.random() < 0.1))
    steps = [s for s in borders(atlas, land) if s not in walls]
    places = bits(land & atlas.hexes)
    boxes = [atlas.index(a) for a in atlas.areas]
    leaps = [*both((r.choice(places), box) for box in boxes for _ in range(2)), (boxes[0], boxes[1])]
    return r, atlas, land, steps + leaps


def slow(steps: list[tuple[int, int, int]], start: dict[int, int], points: int, open: int, stop: int, first: int) -> dict[int, int]:
    """Cheapest costs by a heap."""
    best: dict[int, int] = {}
    heap = [(c, i) for i, c in start.items()]
    heapq.heapify(heap)
    while heap:
        c, i = heapq.heappop(heap)
        if i in best:
            continue
        best[i] = c
        if c and stop >> i & 1:
            continue
        ok = first if c == 0 else open
        for a, b, cost in steps:
            if a == i and c + cost <= points and ok >> b & 1:
                heapq.heappush(heap, (c + cost, b))
    return best


@pytest.mark.parametrize("seed", range(12))
def test_steps_floods_and_distances(seed: int) -> None:
    r, atlas, land, steps = world(seed)
    ways = HexGraph(atlas, steps)
    open = sum(1 << i for i in bits(land) if r.random() < 0.85)
    start = sum(1 << i for i in r.sample(bits(open), 2))
    mask = sum(1 << i for i in r.sample(bits(land), 20))
    assert ways.step(mask) == sum(1 << j for j in {b for a, b in steps if mask >> a & 1})
    assert ways.spread(mask) == mask | ways.step(mask)
    assert all(ways.near[i] == ways.step(1 << i) for i in bits(land))
    assert ways.ends == sum(1 << a for a in {a for a, _ in steps})
    far = slow([(a, b, 1) for a, b in steps], dict.fromkeys(bits(start), 0), 999, open, 0, open)
    assert ways.flood(start, open) == sum(1 << i for i in far)
    part = ways.within(start, open, 2)
    assert part == sum(1 << i for i, c in far.items() if c <= 2)
    shut = open & ~start
    near = slow([(a, b, 1) for a, b in steps], dict.fromkeys(bits(start), 0), 2, shut, 0, shut)
    assert ways.within(start, shut, 2) == sum(1 << i for i in near), "a start that is closed is left and is never lost"
    assert ways.flood(start, open, part) == ways.flood(start, open, mask | 1 << 5) == ways.flood(start, open)
    field = ways.distances(start, open)
    assert {i: c for i, c in enumerate(field) if c != FAR} == far
    goal = r.choice(bits(open))
    one = bits(start)[0]
    reached = slow([(a, b, 1) for a, b in steps], {one: 0}, 999, open, 0, open)
    path = ways.path(one, goal, open)
    assert len(path) == (reached[goal] + 1 if goal in reached else 0)
    assert all(ways.near[a] >> b & 1 for a, b in zip(path, path[1:], strict=False))
    avoid = sum(1 << i for i in path[1:-1])
    other = ways.path(one, goal, open, avoid)
    assert bool(other) == bool(path) and (not ways.path(one, goal, open & ~avoid) or not avoid & sum(1 << i for i in other))


@pytest.mark.parametrize("seed", range(12))
def test_points_are_spent_as_a_slow_search_spends_them(seed: int) -> None:
    r, atlas, land, steps = world(seed + 50)
    priced = [(a, b, r.randint(1, 4)) for a, b in sorted(set(steps))]
    movement_costs = MovementCosts.of(atlas, priced)
    open = sum(1 << i for i in bits(land) if r.random() < 0.9)
    stop = sum(1 << i for i in bits(land) if r.random() < 0.2)
    first = open & ~stop
    start = r.choice(bits(land))
    levels = spend(movement_costs, 1 << start, 9, open, stop, first)
    want = slow(priced, {start: 0}, 9, open, stop, first)
    assert {i: cost_of(levels, i) for i in bits(total(levels))} == want
    later = spend(movement_costs, 1 << start, 9, open, stop, spent=2)
    assert {i: cost_of(later, i) for i in bits(total(later))} == slow(priced, {start: 2}, 9, open, stop, first)
    price = {(a, b): c for a, b, c in priced}
    assert all(movement_costs.cost(a, b) == price.get((a, b)) for a in bits(land) for b in (*bits(atlas.near(a)), start))
    assert all(movement_costs.step(1 << a) == sum(1 << b for x, b, _ in priced if x == a) for a in bits(land))
    for end in bits(total(levels)):
        path = back(movement_costs, levels, end)
        assert path[0] == start and path[-1] == end
        assert sum(price[s] for s in zip(path, path[1:], strict=False)) == cost_of(levels, end)
    assert back(movement_costs, levels, bits(atlas.all & ~total(levels))[0]) == ()


def test_a_leap_is_a_step_like_others() -> None:
    """The first step may enter other places than the next ones, and of two prices the lower one is paid."""
    grid = GRIDS[0]
    a, b, c = (grid.index(n) for n in ("0101", "0505", "0908"))
    movement_costs = MovementCosts.of(grid, [(a, b, 3), (a, b, 1), (a, b, 2), (b, c, 1)])
    assert movement_costs.cost(a, b) == 1 and movement_costs.cost(b, a) is None
    assert spend(movement_costs, 1 << a, 3, grid.all) == (1 << a, 1 << b, 1 << c, 0)
    assert spend(movement_costs, 1 << a, 3, grid.all, first=grid.all & ~(1 << b)) == (1 << a, 0, 0, 0)
    assert spend(movement_costs, 1 << a, 3, grid.all & ~(1 << b), first=grid.all) == (1 << a, 1 << b, 1 << c, 0)


@pytest.mark.parametrize("grid", GRIDS)
def test_of_equally_short_paths_the_one_with_the_lowest_indices_is_taken(grid: Grid) -> None:
    """Seen from the end: the lowest place from which the next one is reached."""
    ways = HexGraph(grid, borders(grid, grid.all))
    start = bits(grid.all)[40]
    tied = 0
    for end in bits(grid.around(1 << start, 4)):
        found = [(end,)]
        for _ in range(grid.distance(start, end)):
            found = [(a, *path) for path in found for a in bits(grid.near(path[0]))]
        shortest = [path for path in found if path[0] == start]
        assert ways.path(start, end, grid.all) == min(shortest, key=lambda path: path[::-1])
        tied += len(shortest) > 1
    assert tied > 10


def test_a_step_off_the_map_is_refused() -> None:
    grid = GRIDS[0]
    rim = grid.index("0101")
    for step in ((rim, rim - 1), (rim - 1, rim), (rim, grid.all.bit_length() + 5)):
        for steps, leaps in (([step], []), ([], [step])):
            with pytest.raises(ValueError, match="off the map"):
                HexGraph(grid, steps, leaps)


def test_a_sheet_is_cut_out_only_if_no_step_is_lost() -> None:
    atlas = Atlas({"E": GRIDS[0], "W": GRIDS[1]}, ("reserve",))
    sheet = atlas.front("E")
    walked = list(borders(atlas, atlas.hexes))
    e, far, w = (atlas.index(n) for n in ("E0101", "E0808", "W3601"))
    masks, shifts = HexGraph(atlas, walked).within_mask(sheet, 0)
    assert sum(m.bit_count() for m in masks) == len([a for a, _ in walked if sheet >> a & 1]) and shifts == atlas.shifts
    with pytest.raises(ValueError, match="out of the sheet"):
        HexGraph(atlas, walked, [(e, w)]).within_mask(sheet, 0)
    with pytest.raises(ValueError, match="leaps within the sheet"):
        HexGraph(atlas, walked, [(e, far)]).within_mask(sheet, 0)


def test_what_is_farther_than_can_be_counted_is_far() -> None:
    grid = Grid("rows", "odd", (1, 1), (20, 20))
    row = bits(grid.all)[: FAR + 40]
    ways = HexGraph(grid, zip(row, row[1:], strict=False))
    field = ways.distances(1 << row[0], grid.all)
    assert [field[i] for i in row] == [*range(FAR), *[FAR] * 40]


def test_a_way_back_is_straight() -> None:
    grid = GRIDS[0]
    movement_costs = MovementCosts.of(grid, [(a, b, 1) for a, b in borders(grid, grid.all)])
    levels = spend(movement_costs, grid.bit("0505"), 4, grid.all)
    straight = back(movement_costs, levels, grid.index("0507"))
    assert [grid.number(i) for i in straight] == ["0505", "0506", "0507"]


def test_an_atlas_names_hexes_of_all_sheets_in_one_space() -> None:
    atlas = Atlas({"E": GRIDS[0], "W": GRIDS[1]}, ("reserve", "transit"))
    for letter, grid in zip("EW", GRIDS, strict=True):
        for number in grid:
            i = atlas.index(letter + number)
            assert atlas.number(i) == letter + number
            assert atlas.neighbours(letter + number) == [letter + n for n in grid.neighbours(number)]
            assert atlas.front_of(i) == letter and atlas.local(i) == (grid, grid.index(number))
            assert atlas.dilate(1 << i) == 1 << i | atlas.near(i)
        assert atlas.numbers(atlas.front(letter)) == [letter + n for n in grid]
    e, w = atlas.index("E0101"), atlas.index("W3601")
    assert atlas.distance(e, w) == APART == atlas.distance(e, atlas.index("reserve")) and atlas.distance(w, w) == 0
    assert atlas.distance(e, atlas.index("E0908")) == GRIDS[0].distance(GRIDS[0].index("0101"), GRIDS[0].index("0908"))
    assert atlas.direction(w, atlas.index("W3602")) == "e" and atlas.direction(e, atlas.index("E0102")) == "s"
    assert atlas.near(atlas.index("reserve")) == 0 and atlas.dilate(atlas.bit("transit")) == atlas.bit("transit")
    assert atlas.front_of(atlas.index("reserve")) is None and atlas.hexes | atlas.mask(atlas.areas) == atlas.all
    with pytest.raises(KeyError, match="no place 'X0101'"):
        atlas.index("X0101")
    with pytest.raises(ValueError, match="no hex"):
        atlas.local(atlas.index("reserve"))
    with pytest.raises(ValueError, match="not neighbours"):
        atlas.direction(e, w)
    with pytest.raises(ValueError, match="called 'E0101'"):
        Atlas({"E": GRIDS[0]}, ("E0101",))


def test_fronts_of_one_sheet_share_its_letter_and_have_their_own_north() -> None:
    atlas = Atlas(
        {"caucasus": Grid("rows", "odd", (28, 31), (48, 54), True), "egypt": Grid("rows", "odd", (10, 1), (48, 30), True, "right")},
        letters={"caucasus": "N", "egypt": "N"},
    )
    assert atlas.front_of(atlas.index("N3338")) == "caucasus" and atlas.front_of(atlas.index("N2711")) == "egypt"
    # Beersheba, Gaza: the line 2913 2813 2712 2711 is one piece, and the last two digits grow northwards
    chain = [atlas.index(n) for n in ("N2913", "N2813", "N2712", "N2711")]
    assert all(atlas.near(a) >> b & 1 for a, b in zip(chain, chain[1:], strict=False))
    assert atlas.direction(chain[3], chain[2]) == "n"


def test_adjacent_places_of_the_two_large_games() -> None:
    """Pairs that the two rulebooks call adjacent."""
    ditt = Grid("rows", "even", (1, 1), (39, 26), True)
    for a, b in (
        ("2610", "2511"),
        ("1812", "1713"),
        ("1813", "1714"),
        ("2905", "3005"),
        ("1008", "1108"),
        ("2311", "2411"),
        ("2007", "2008"),
        ("3710", "3711"),
    ):
        assert b in ditt.neighbours(a)
    tgw = Atlas({"W": Grid("rows", "odd", (36, 1), (70, 34), True), "E": Grid("rows", "odd", (10, 1), (70, 34), True)})
    for a, b in (
        ("W5913", "W5814"),
        ("W5814", "W5713"),
        ("W5713", "W5614"),
        ("E2717", "E2618"),
        ("E5615", "E5715"),
        ("E5715", "E5816"),
        ("E1122", "E1022"),
        ("E1022", "E1023"),
        ("E1122", "E1023"),
    ):
        assert b in tgw.neighbours(a)
    assert "W6819" in tgw and "E4816" in tgw and "W7135" not in tgw


@pytest.mark.parametrize("grid", GRIDS)
def test_the_hexes_around_a_set_are_those_at_most_so_far_from_one_of_it(grid: Grid) -> None:
    middle = [bits(grid.all)[k] for k in (3, 40)]
    for far in range(4):
        near = [i for i in bits(grid.all) if min(grid.distance(i, m) for m in middle) <= far]
        assert bits(grid.around(sum(1 << m for m in middle), far)) == near
        assert bits(grid.ring(middle[1], far)) == [i for i in bits(grid.all) if grid.distance(i, middle[1]) == far]
