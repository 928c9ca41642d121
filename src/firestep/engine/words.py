"""Functions that put words and numbers into sentences."""

from __future__ import annotations

from collections.abc import Sequence

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def listed(words: Sequence[str], last: str = "and") -> str:
    """Returns the words as one list, and nothing for no words.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or"), listed([])
    ('a, b and c', 'a or b', '')
    """
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def capital(text: str) -> str:
    """Returns the text with a capital first letter. The rest stays as it is.

    >>> capital("the German 6th Army")
    'The German 6th Army'
    """
    return text[:1].upper() + text[1:]


def counted(n: int, thing: str, things: str = "", spelled: bool = False) -> str:
    """Returns a number with its thing. `spelled`: numbers up to ten as words.

    >>> counted(1, "step"), counted(3, "step"), counted(2, "city", "cities", spelled=True)
    ('1 step', '3 steps', 'two cities')
    """
    number = NUMBERS[n] if spelled and 0 <= n <= 10 else str(n)
    return f"{number} {thing if n == 1 else things or thing + 's'}"
