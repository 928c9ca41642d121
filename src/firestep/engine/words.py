"""Small words for sentences."""

from __future__ import annotations

from collections.abc import Sequence

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`; empty for nothing."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def capital(text: str) -> str:
    """A sentence begins with a capital letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def counted(n: int, thing: str, things: str = "", spelled: bool = False) -> str:
    """`1 step`, `3 steps`; spelled out up to ten: `three steps`."""
    number = NUMBERS[n] if spelled and 0 <= n <= 10 else str(n)
    return f"{number} {thing if n == 1 else things or thing + 's'}"
