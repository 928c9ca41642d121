"""Dice that can be verified: die n of a game is HMAC-SHA256(seed, n), and the seed is committed to before the first."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence


def commitment(seed: str) -> str:
    """Returns the hash of a seed, which is published before the game. The seed itself is revealed after it.

    >>> commitment("7")[:12], Dice("7").roll(0)
    ('b980d0fb17fd', 1)
    """
    return hashlib.sha256(b"firestep seed " + seed.encode()).hexdigest()


#: sides of one die: a set of any size that fits into a game can be drawn from
MOST_SIDES = 1 << 64


class Dice:
    """The dice of one game. The state counts the rolls; the dice themselves store no position."""

    __slots__ = ("_key", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = seed.encode()

    def roll(self, n: int, sides: int = 6) -> int:
        """Returns die number `n` (from 0), from 1 to `sides`. Skips bytes that would favour low numbers.

        A die of more than 256 sides combines as many bytes as it needs.
        """
        if not 0 < sides <= MOST_SIDES:
            raise ValueError(f"a die has 1 to {MOST_SIDES} sides, not {sides}")
        while True:
            digest = hmac.digest(self._key, b"%d" % n, "sha256")
            if sides <= 256:
                limit = 256 - 256 % sides
                for b in digest:
                    if b < limit:
                        return b % sides + 1
            else:
                width = ((sides - 1).bit_length() + 7) // 8
                limit = (1 << 8 * width) // sides * sides
                for k in range(0, len(digest) - width + 1, width):
                    value = int.from_bytes(digest[k : k + width])
                    if value < limit:
                        return value % sides + 1
            n += 1 << 40  # all bytes skipped: practically impossible with few sides; then the next block is used


class ScriptedDice(Dice):
    """Dice whose first rolls are given by a test. Later rolls come from the seed."""

    __slots__ = ("_first", "script")

    def __init__(self, script: Sequence[int], first: int = 0, seed: str = "scripted") -> None:
        super().__init__(seed)
        self.script = tuple(script)
        self._first = first

    def roll(self, n: int, sides: int = 6) -> int:
        k = n - self._first
        return self.script[k] if 0 <= k < len(self.script) else super().roll(n, sides)
