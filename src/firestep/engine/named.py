"""Names that a player gives as words: found, or refused with what can be said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firestep.engine.errors import UnknownName


def one_of(word: str, known: Sequence[str], what: str) -> int:
    """The place of a word in a short list."""
    if word not in known:
        raise UnknownName(f"there is no {what} '{word}'; say one of: {', '.join(known)}")
    return known.index(word)


def by_name(word: str, known: Mapping[str, int], what: str, like: str) -> int:
    """The number of something by its name, where there are too many to list."""
    if word not in known:
        raise UnknownName(f"there is no {what} '{word}'; {what}s are named like {like}")
    return known[word]
