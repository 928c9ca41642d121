"""Looks up names that a player typed. Unknown names are refused with the possible ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firestep.engine.errors import UnknownName


def one_of(word: str, known: Sequence[str], what: str) -> int:
    """Returns the index of a word in a short list. Raises `UnknownName`."""
    if word not in known:
        raise UnknownName(f"there is no {what} '{word}'; say one of: {', '.join(known)}")
    return known.index(word)


def by_name(word: str, known: Mapping[str, int], what: str, like: str) -> int:
    """Returns the number of a name. For lists that are too long to print in the error. Raises `UnknownName`."""
    if word not in known:
        raise UnknownName(f"there is no {what} '{word}'; {what}s are named like {like}")
    return known[word]
