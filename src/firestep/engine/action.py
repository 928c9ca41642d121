"""Actions: small tuples of words, with a text form and a JSON form."""

from __future__ import annotations

from typing import Any

from firestep.engine.errors import FirestepError

#: The first word is a verb, the others name units, hexes, nations or amounts. No word is empty or contains a space.
Action = tuple[str, ...]

UNDO: Action = ("undo",)
#: a seat gives up: allowed at every question of a game that defines `Game.concede`, and never listed
CONCEDE: Action = ("concede",)
TAKEBACK = "takeback"


def text(action: Action) -> str:
    """Returns the action as text.

    >>> text(("move", "ge-6"))
    'move ge-6'
    """
    return " ".join(action)


def parse(words: str) -> Action:
    """Returns the action that a text stands for. Surplus blanks do not matter.

    >>> parse(" move  ge-6 ")
    ('move', 'ge-6')
    """
    action = tuple(words.split())
    if not action:
        raise FirestepError("an action needs at least one word, for example 'done'")
    return action


def from_json(value: Any) -> Action:
    """Returns an action from its JSON form, a list of words."""
    if not isinstance(value, list) or not value or not all(isinstance(w, str) and w and " " not in w for w in value):
        raise FirestepError(f"not an action: {str(value)[:60]!r}; an action is a list of words without blanks")
    return tuple(value)


def to_json(action: Action) -> list[str]:
    return list(action)
