"""Dice: known values, even distribution, commitment, and scripts for tests."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import count

import pytest

from firestep.engine.dice import Dice, ScriptedDice, commitment


def test_known_rolls_never_change() -> None:
    """Records of years ago replay only if these stay as they are."""
    assert [Dice("1914").roll(n) for n in range(12)] == [2, 3, 5, 3, 3, 2, 4, 1, 5, 1, 3, 3]


def test_a_die_can_be_worked_out_by_hand() -> None:
    """Die n is the first byte below 252 of HMAC-SHA256(seed, n), modulo 6, plus 1: anyone can check it."""
    for n in range(200):
        digest = hmac.new(b"any seed", str(n).encode(), hashlib.sha256).digest()
        byte = next(b for b in digest if b < 252)
        assert Dice("any seed").roll(n) == byte % 6 + 1


@pytest.mark.parametrize(("sides", "width"), [(257, 2), (3 << 14, 2), (70_000, 3), ((1 << 63) + 1, 8)])
def test_a_wide_die_can_be_worked_out_by_hand(sides: int, width: int) -> None:
    """It takes so many bytes together, the first number below the greatest multiple of its sides; if a block has none, block
    n + 2**40 follows, which is no other die's."""
    limit = 256**width - 256**width % sides
    for n in range(200):
        blocks = (hmac.new(b"any seed", str(m).encode(), hashlib.sha256).digest() for m in count(n, 2**40))
        numbers = (int.from_bytes(b[k : k + width], "big") for b in blocks for k in range(0, 33 - width, width))
        assert Dice("any seed").roll(n, sides) == next(v for v in numbers if v < limit) % sides + 1


def test_a_wide_die_favours_no_low_number() -> None:
    """Two bytes hold one and a third times the numbers of this die."""
    dice = Dice("thirds")
    thirds = Counter((dice.roll(n, 3 << 14) - 1) >> 14 for n in range(3000))
    assert all(900 < thirds[k] < 1100 for k in range(3))


@pytest.mark.parametrize("sides", [2, 6, 10, 12, 100])
def test_every_face_is_equally_likely(sides: int) -> None:
    rolls = 600 * sides if sides < 50 else 20_000
    dice = Dice(f"even {sides}")
    seen = Counter(dice.roll(n, sides) for n in range(rolls))
    assert set(seen) == set(range(1, sides + 1))
    mean = rolls / sides
    chi2 = sum((seen[k] - mean) ** 2 / mean for k in range(1, sides + 1))
    assert chi2 < sides - 1 + 5 * (2 * (sides - 1)) ** 0.5 + 5  # far beyond any fair die


def test_neighbours_are_independent() -> None:
    dice = Dice("pairs")
    pairs = Counter((dice.roll(n), dice.roll(n + 1)) for n in range(0, 20_000, 2))
    assert len(pairs) == 36 and max(pairs.values()) < 2 * min(pairs.values())


def test_seeds_differ() -> None:
    assert [Dice("a").roll(n) for n in range(40)] != [Dice("b").roll(n) for n in range(40)]


def test_a_roll_depends_on_its_number_alone() -> None:
    dice = Dice("order")
    forward = [dice.roll(n) for n in range(30)]
    assert [dice.roll(n) for n in reversed(range(30))] == forward[::-1]


def test_the_commitment_is_a_plain_hash_and_tells_seeds_apart() -> None:
    assert commitment("1914") == hashlib.sha256(b"firestep seed 1914").hexdigest()
    assert commitment("1914") != commitment("1915")


def test_scripted_dice_follow_the_script_then_the_seed() -> None:
    dice = ScriptedDice([6, 1, 3], first=10, seed="after")
    assert [dice.roll(n) for n in (10, 11, 12)] == [6, 1, 3]
    assert dice.roll(13) == Dice("after").roll(13)
    assert dice.roll(9) == Dice("after").roll(9)
