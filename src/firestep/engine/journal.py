"""The journal: what happened, as structured entries with rule ids. Words are made from them later.

Journal and history are chains of cells that point back, so a copy of a game shares its past and costs nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Entry(NamedTuple):
    """One event. `key` names the sentence, `params` fill it (plain data only), `rules` say what decided it, `at` is the
    number of actions in the history when it happened. A parameter `only` names the one seat that may read it."""

    key: str
    rules: tuple[str, ...]
    params: Mapping[str, Any]
    at: int

    def to_plain(self) -> dict[str, Any]:
        return {"key": self.key, "rules": list(self.rules), "params": dict(self.params), "at": self.at}


class Cell(Generic[T]):
    """A link of a chain: the newest item, what came before it, and how many items that makes."""

    __slots__ = ("before", "item", "size")

    def __init__(self, before: Cell[T] | None, item: T) -> None:
        self.before = before
        self.item = item
        self.size: int = before.size + 1 if before is not None else 1


def unroll(cell: Cell[T] | None, since: int = 0) -> list[T]:
    """The items of a chain from number `since` on, oldest first."""
    out: list[T] = []
    while cell is not None and cell.size > since:
        out.append(cell.item)
        cell = cell.before
    out.reverse()
    return out
