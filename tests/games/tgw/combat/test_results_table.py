"""Odds and the two tables (tgw.10.31 to tgw.10.36, tgw.10.49, tgw.10.53 to tgw.10.56): what the book states, and the limits within
which the rest is designed."""

from __future__ import annotations

from itertools import product

import pytest

from firestep.games.tgw.combat import results_table
from firestep.testing import rule

COLUMNS = range(results_table.LEAST, results_table.MOST + 1)


@rule("tgw.10.31.ex1", "tgw.10.31a")
def test_21_against_6_is_three_to_one() -> None:
    assert results_table.title(results_table.column(21, 6)) == "3:1"


@rule("tgw.10.31.ex2", "tgw.10.31a")
def test_4_against_5_is_one_to_two() -> None:
    assert results_table.title(results_table.column(4, 5)) == "1:2"


@rule("tgw.10.31a")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(6, 6, "1:1"), (11, 6, "1:1"), (12, 6, "2:1"), (5, 10, "1:2"), (5, 11, "1:3"), (1, 9, "1:9"), (35, 5, "7:1"), (3, 4, "1:2")],
)
def test_fractions_fall_in_the_defenders_favour(attack: int, defence: int, odds: str) -> None:
    assert results_table.title(results_table.column(attack, defence)) == odds


@rule("tgw.10.32a")
def test_shifts_cross_one_to_one_without_a_gap() -> None:
    """1:2 lies one column left of 1:1, and 1:3 one left of it (E44)."""
    assert [results_table.title(c) for c in range(-1, 4)] == ["1:3", "1:2", "1:1", "2:1", "3:1"]


@rule("tgw.10.33a")
def test_three_units_or_fewer_use_table_a() -> None:
    assert [results_table.TABLES[results_table.table(n)] for n in (1, 3, 4, 9)] == ["A", "A", "B", "B"]


@rule("tgw.10.49a")
def test_below_one_to_two_on_a() -> None:
    assert results_table.automatic(-1) and not results_table.automatic(0)
    assert all(results_table.result(results_table.A, -1 - k, die) == (2, 0) for k in range(5) for die in range(7))


@rule("tgw.10.49b")
def test_below_one_to_two_on_b() -> None:
    assert all(results_table.result(results_table.B, -1 - k, die) == (4, 0) for k in range(5) for die in range(7))


@rule("tgw.10.49c", "tgw.10.54a", "tgw.10.54.ex1")
def test_seven_to_one_is_five_to_one_with_two() -> None:
    assert results_table.above(7) == 2 and results_table.above(5) == 0 and results_table.above(1) == 0
    assert all(
        results_table.result(t, 7, die) == results_table.result(t, 5, die)
        for t in (results_table.A, results_table.B)
        for die in range(7)
    )


@rule("tgw.10.56a")
def test_the_die_reads_from_0_to_6() -> None:
    for which, c in product((results_table.A, results_table.B), COLUMNS):
        assert results_table.result(which, c, 9) == results_table.result(which, c, 6)
        assert results_table.result(which, c, -4) == results_table.result(which, c, 0)
    assert results_table.result(results_table.A, 3, 6) != results_table.result(results_table.A, 3, 0)
    assert all(
        results_table.result(w, c, 0) == results_table.CELLS[w][0][c]
        for w, c in product((results_table.A, results_table.B), COLUMNS)
    ), "row 0"


@rule("tgw.10.65a")
def test_eliminations_stand_on_a_from_three_to_one() -> None:
    where = {
        (which, c)
        for which, c in product((results_table.A, results_table.B), COLUMNS)
        for die in range(7)
        if results_table.result(which, c, die).defender == results_table.ALL
    }
    assert where == {(results_table.A, 3), (results_table.A, 4), (results_table.A, 5)}
    assert all(
        results_table.result(results_table.A, c, die).attacker == 0
        for c in COLUMNS
        for die in range(7)
        if results_table.result(results_table.A, c, die).defender == results_table.ALL
    )


def _rank(loss: results_table.Loss) -> tuple[int, int]:
    return -loss.attacker, 99 if loss.defender == results_table.ALL else loss.defender


@rule("tgw.10.34a")
def test_high_dice_and_high_odds_help_the_attacker() -> None:
    """Designed cells are monotone in die and column, and never dearer than the automatic result."""
    for which in (results_table.A, results_table.B):
        for c, die in product(COLUMNS, range(7)):
            here = _rank(results_table.result(which, c, die))
            assert -here[0] <= results_table.BELOW[which].attacker
            for other in ([(c + 1, die)] if c < results_table.MOST else []) + ([(c, die + 1)] if die < 6 else []):
                assert all(x <= y for x, y in zip(here, _rank(results_table.result(which, *other)), strict=True)), (
                    which,
                    c,
                    die,
                    other,
                )


def test_big_stacks_bleed_more() -> None:
    for c, die in product(COLUMNS, range(7)):
        a, b = results_table.result(results_table.A, c, die), results_table.result(results_table.B, c, die)
        assert b.attacker >= a.attacker and (a.defender == results_table.ALL or b.defender >= a.defender)


@rule("tgw.10.36a", "tgw.10.61a")
def test_a_result_is_attacker_then_defender() -> None:
    assert str(results_table.Loss(2, 1)) == "2/1" and str(results_table.Loss(0, results_table.ALL)) == "0/E"


@rule("tgw.10.53a")
@pytest.mark.parametrize(
    ("sides", "is_concentric"),
    [
        ((), False),
        ((0,), False),
        ((0, 1), False),
        ((0, 2), False),
        ((0, 3), True),
        ((1, 4), True),
        ((2, 5), True),
        ((0, 1, 2), False),
        ((0, 2, 4), True),
        ((1, 3, 5), True),
        ((0, 1, 3), True),
        ((1, 2, 3, 4), True),
        ((0, 1, 2, 3), True),
    ],
)
def test_concentric_shapes(sides: tuple[int, ...], is_concentric: bool) -> None:
    """Sides counted around the hex: opposite, three with gaps, or four and more."""
    assert results_table.CONCENTRIC[sum(1 << k for k in sides)] is is_concentric
