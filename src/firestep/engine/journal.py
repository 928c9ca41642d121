"""The journal: events as structured entries with rule ids. Sentences are made from them later.

Journal and history are linked lists whose cells point back. So copies of a game share them, and copying costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from firestep.engine.errors import FirestepError

T = TypeVar("T")


class Entry(NamedTuple):
    """One event. `key` names the sentence, `params` fill it (plain data only), and `rules` are the rules that decided it. `at` is
    the number of actions in the history when it happened. A parameter `only` names the one seat that may read it."""

    key: str
    rules: tuple[str, ...]
    params: Mapping[str, Any]
    at: int

    def to_plain(self) -> dict[str, Any]:
        return {"key": self.key, "rules": list(self.rules), "params": dict(self.params), "at": self.at}


def named(e: Entry) -> list[str]:
    """Returns the words among the parameters of an entry: ids of counters, places and nations that it is about."""
    out: list[str] = []
    for key, value in e.params.items():
        if key != "only":
            out += [x for x in (value if isinstance(value, list) else [value]) if isinstance(x, str)]
    return out


def die(e: Entry, text: str) -> int | None:
    """Returns the die of an entry if its sentence `text` tells it. A die that it does not tell may be hidden."""
    n = e.params.get("die")
    return n if isinstance(n, int) and 1 <= n <= 6 and re.search(rf"\bdie {n}\b", text) else None


class Cell(Generic[T]):
    """A cell of a linked list: the newest item, the cell before it, and the number of items.

    A list may begin with a stub, which stands for items that are counted but not in memory: `stub(size)`.
    """

    __slots__ = ("before", "item", "size")

    def __init__(self, before: Cell[T] | None, item: T) -> None:
        self.before = before
        self.item = item
        self.size: int = before.size + 1 if before is not None else 1


#: the item of a stub
ELSEWHERE: Any = object()


def stub(size: int) -> Cell[Any] | None:
    """Returns a list of which only the length is known. A server keeps the items in its database."""
    if not size:
        return None
    cell: Cell[Any] = Cell(None, ELSEWHERE)
    cell.size = size
    return cell


def chain(items: Iterable[T], before: Cell[T] | None = None) -> Cell[T] | None:
    """Returns a list with these items behind another list."""
    for item in items:
        before = Cell(before, item)
    return before


def unroll(cell: Cell[T] | None, since: int = 0) -> list[T]:
    """Returns the items from number `since` on, oldest first. The cost depends on the number of returned items only."""
    out: list[T] = []
    while cell is not None and cell.size > since:
        if cell.item is ELSEWHERE:
            raise FirestepError(f"the first {cell.size} entries of this past are stored elsewhere; ask for those after them")
        out.append(cell.item)
        cell = cell.before
    out.reverse()
    return out


def change(old: Cell[T] | None, new: Cell[T] | None) -> tuple[int, tuple[T, ...]]:
    """Returns how many items of the old list remain in the new one, and the new items behind them.

    Lists that grew from each other share cells, and the cost is that of the difference. A list that was read from a database has
    its own cells. Then all items are compared, and equal items count as the same.
    """
    a, b = old, new
    add: list[T] = []
    differ = 0
    while a is not b:
        size, other = a.size if a is not None else 0, b.size if b is not None else 0
        if b is not None and other >= size:
            if b.item is ELSEWHERE:
                raise FirestepError("two pasts that are stored elsewhere cannot be compared here")
            add.append(b.item)
            b = b.before
            if a is None or size < other or a.item != add[-1]:
                differ = len(add)
        if a is not None and size >= other:
            a = a.before
    total = new.size if new is not None else 0
    return total - differ, tuple(reversed(add[:differ]))
