"""The tables hold every cell that the rulebook's examples fix, and run evenly where those cells allow it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from firestep.games.gwb.components import tables
from firestep.testing import rule


@rule("gwb.6.2x", "gwb.6.3x", "gwb.ex.c2", "gwb.ex.c3", "gwb.ex.h1", "gwb.ex.h2", "gwb.ex.h5")
@pytest.mark.parametrize(
    ("strength", "die", "result"), [(13, 5, 3), (8, 6, 2), (10, 5, 3), (12, 7, 2), (2, 7, 0), (6, 5, 2), (4, 3, 2)]
)
def test_known_cells_of_the_fire_table(strength: int, die: int, result: int) -> None:
    assert tables.fire(strength, die) == result


@rule("gwb.6.4.1x", "gwb.ex.c4", "gwb.ex.h3", "gwb.ex.h6")
@pytest.mark.parametrize(
    ("attack", "defence", "shift", "die", "result"),
    [(18, 6, 0, 8, (2, 1)), (6, 4, 0, 4, (2, 1)), (6, 2, 1, 7, (1, 1)), (3, 1, 1, 6, (2, 2))],
)
def test_known_cells_of_the_melee_table(attack: int, defence: int, shift: int, die: int, result: tuple[int, int]) -> None:
    assert tables.melee(tables.melee_column(attack, defence, shift), die) == result


def test_known_lines_of_the_terrain_chart() -> None:
    village, woods = tables.TERRAIN["village"], tables.TERRAIN["woods"]
    assert (village.barrage, village.fire, village.shift, village.retreat) == (1, 0, 0, 2)
    assert (woods.barrage, woods.fire, woods.shift, woods.retreat, woods.move) == (1, 0, 0, 2, 2)
    assert tables.TERRAIN["clear"].move == 1


@rule("gwb.6.2d", "gwb.6.3a")
def test_fire_strength_drops_to_a_printed_column() -> None:
    assert 13 not in tables.FIRE_COLUMNS and tables.FIRE_COLUMNS[0] == 1 and not any(tables.fire(0, d) for d in range(-3, 14))
    for strength in range(1, 30):
        column = max(k for k, c in enumerate(tables.FIRE_COLUMNS) if c <= strength)
        for d in range(-3, 14):
            row = min(max(d - tables.FIRE_FIRST_ROW, 0), len(tables.FIRE) - 1)
            assert tables.fire(strength, d) == tables.FIRE[row][column]


@rule("gwb.6.4a")
def test_odds_drop_to_a_printed_ratio() -> None:
    names = {(1, 3): "below 1:2", (1, 2): "1:2", (5, 6): "1:2", (6, 6): "1:1", (17, 6): "2:1", (18, 6): "3:1", (50, 1): "6:1"}
    for (a, d), name in names.items():
        assert tables.MELEE_NAMES[tables.melee_column(a, d)] == name
    assert tables.melee_column(1, 9, 3) == 0
    assert tables.MELEE_ODDS.index(Fraction(2)) + 1 == tables.MELEE_ODDS.index(Fraction(3))


def test_fire_rises_with_strength_and_falls_with_the_die() -> None:
    for row in tables.FIRE:
        assert list(row) == sorted(row)
    for column in zip(*tables.FIRE, strict=True):
        assert list(column) == sorted(column, reverse=True)


def test_defenders_loss_falls_with_the_die_and_rises_with_the_odds() -> None:
    for row in tables.MELEE:
        assert [d for _, d in row] == sorted(d for _, d in row)
        assert [a for a, _ in row] == sorted((a for a, _ in row), reverse=True)
    for column in zip(*tables.MELEE, strict=True):
        assert [d for _, d in column] == sorted((d for _, d in column), reverse=True)


def test_an_even_attack_costs_the_attacker_more() -> None:
    even = tables.melee_column(6, 6)
    for fire in range(7):
        cells = [tables.melee(even, die + fire) for die in range(1, 7)]
        assert sum(a for a, _ in cells) > sum(d for _, d in cells)
    three = tables.melee_column(18, 6)
    cells = [tables.melee(three, die) for die in range(1, 7)]
    assert sum(a for a, _ in cells) < sum(d for _, d in cells)


def _mean(odds: tuple[int, int], fire: int, barrage: int = 0) -> tuple[float, float]:
    """Expected steps of attacker and defender over every die of the three stages."""
    column, dice = tables.melee_column(*odds), range(1, 7)
    cells = [tables.melee(column, m + tables.fire(fire, d + tables.fire(barrage, b))) for b in dice for d in dice for m in dice]
    return sum(a for a, _ in cells) / len(cells), sum(d for _, d in cells) / len(cells)


@rule("gwb.6.3c", "gwb.6.4c")
@pytest.mark.parametrize("odds", [(2, 1), (3, 1), (5, 1)])
def test_fire_decides_what_an_attack_costs(odds: tuple[int, int]) -> None:
    """gwb.14.0: who is not put down inflicts losses. Most of what an attacker loses under heavy fire is due to the fire."""
    quiet, heavy = _mean(odds, 0), _mean(odds, 20)
    assert heavy[0] > 2 * quiet[0] and heavy[1] < quiet[1] - 1


@rule("gwb.6.2f")
@pytest.mark.parametrize("odds", [(1, 1), (2, 1), (3, 1)])
def test_a_divisions_barrage_is_worth_more_than_half_a_step(odds: tuple[int, int]) -> None:
    (a, d), (b, e) = _mean(odds, 6), _mean(odds, 6, 10)
    assert (a - b) + (e - d) > 0.5


@rule("gwb.8.0b")
def test_one_regiment_can_stop_a_column_behind_cover() -> None:
    """A strength of two or three hits even where the die is raised by one."""
    assert tables.harass_number(2) - 1 >= 1 and tables.harass_number(3) - 1 >= 1


@rule("gwb.8.0b")
def test_harassing_fire_gains_with_strength() -> None:
    numbers = [tables.harass_number(n) for n in range(30)]
    assert numbers == sorted(numbers) and numbers[0] == 0 and numbers[1] >= 1 and numbers[-1] < 6
