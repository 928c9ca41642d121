"""Searches sheet by sheet find what searches over the whole map find, however the ground changes between them."""

from __future__ import annotations

import random

import pytest

from firestep.hexmap.grid import Grid, Roll, bits
from firestep.hexmap.parts import SheetGraphs
from firestep.hexmap.ways import HexGraph, borders

GRID = Grid("rows", "even", (1, 1), (24, 20))
#: two sheets with a gap between them
NORTH = GRID.mask(n for n in GRID if int(n[:2]) < 12)
SOUTH = GRID.mask(n for n in GRID if int(n[:2]) > 12)


def ways() -> HexGraph:
    return HexGraph(GRID, (*borders(GRID, NORTH), *borders(GRID, SOUTH)))


@pytest.mark.parametrize("seed", range(6))
def test_floods_and_rings_are_those_of_the_whole_map(seed: int) -> None:
    rng = random.Random(seed)
    whole = ways()
    parted = SheetGraphs(whole, (NORTH, SOUTH))
    open = sum(1 << i for i in bits(NORTH | SOUTH) if rng.random() < 0.85)
    start = sum(1 << i for i in rng.sample(bits(open), 4))
    for _ in range(60):
        assert parted.flood(start, open) == whole.flood(start, open)
        for steps in (1, 4):
            assert parted.within(start & open, open, steps) == whole.within(start & open, open, steps)
        for i in rng.sample(bits(NORTH | SOUTH), rng.choice((1, 2, 5, 12))):
            open ^= 1 << i


def test_a_lost_bridge_is_noticed() -> None:
    """All beyond the only way is lost with it, though the last flood had reached it."""
    whole = ways()
    parted = SheetGraphs(whole, (NORTH, SOUTH))
    row = [GRID.index(f"03{k:02d}") for k in range(1, 21)]
    open = sum(1 << i for i in row)
    assert parted.flood(1 << row[0], open) == open
    assert parted.flood(1 << row[0], open & ~(1 << row[7])) == sum(1 << i for i in row[:7])


def test_sheets_that_are_joined_or_one_way_are_refused() -> None:
    with pytest.raises(ValueError, match="out of the sheet"):
        SheetGraphs(HexGraph(GRID, borders(GRID, GRID.all)), (NORTH, SOUTH))
    a, b = next(borders(GRID, NORTH))
    with pytest.raises(ValueError, match="one way"):
        SheetGraphs(HexGraph(GRID, [(a, b)]), (NORTH,))


@pytest.mark.parametrize("low", [0, 3, 8, 130])
def test_a_roll_calls_a_set_in_order(low: int) -> None:
    roll = Roll({i: f"<{i}>" for i in bits(GRID.all)})
    rng = random.Random(low)
    for share in (0.01, 0.3, 1.0):
        mask = sum(1 << i for i in bits(GRID.all) if i >= low and rng.random() <= share)
        assert roll.call(mask >> low, low) == [f"<{i}>" for i in bits(mask)]
    assert roll.call(0, low) == []
