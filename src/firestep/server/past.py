"""The past of a table: its entries, what each did to the journal, and any moment of it without playing it all again."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from firestep.engine import action as actions
from firestep.engine.action import Action
from firestep.engine.dice import Dice
from firestep.engine.errors import FirestepError
from firestep.engine.game import Game
from firestep.engine.journal import Cell, Entry
from firestep.engine.record import begin
from firestep.engine.session import Session


class Row(NamedTuple):
    """One entry of the history. The journal after it is the first `keep` entries of the one before, and `add`."""

    seat: int
    action: Action
    keep: int
    add: tuple[Entry, ...]
    at: int
    key: str | None = None

    def journal_text(self) -> str:
        return json.dumps([self.keep, [[e.key, list(e.rules), dict(e.params), e.at] for e in self.add]], separators=(",", ":"))


def row_from(seat: int, action: str, journal: str, at: int, key: str | None) -> Row:
    keep, add = json.loads(journal)
    return Row(seat, actions.parse(action), keep, tuple(Entry(k, tuple(r), p, a) for k, r, p, a in add), at, key)


def journal_change(old: Session[Any], new: Session[Any]) -> tuple[int, tuple[Entry, ...]]:
    """How many entries of the old journal stay, and what is new behind them."""
    a, b = old._journal, new._journal
    add: list[Entry] = []
    while b is not None and (a is None or b.size > a.size):
        add.append(b.item)
        b = b.before
    while a is not None and (b is None or a.size > b.size):
        a = a.before
    while a is not b and a is not None and b is not None:
        # an earlier game that was read from the storage has cells of its own: equal ones count as the same
        if a.item == b.item and _same(a, b):
            break
        add.append(b.item)
        a, b = a.before, b.before
    add.reverse()
    return (b.size if b is not None else 0), tuple(add)


def _same(a: Cell[Entry] | None, b: Cell[Entry] | None) -> bool:
    while a is not b:
        if a is None or b is None or a.item != b.item:
            return False
        a, b = a.before, b.before
    return True


def pack(s: Session[Any]) -> bytes:
    return zlib.compress(json.dumps(s.to_plain(), separators=(",", ":")).encode(), 6)


def unpack(data: bytes) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(zlib.decompress(data))
    return plain


@dataclass(slots=True)
class Past:
    """All entries of a table and where its snapshots are. A snapshot is only taken where nothing can be undone."""

    game: Game[Any]
    scenario: str
    options: Mapping[str, str]
    dice: Dice
    start: str | None
    rows: list[Row]
    snapshots: list[int]
    fetch: Callable[[int], bytes]

    def begin(self) -> Session[Any]:
        return begin(self.game, self.scenario, self.options, self.dice, self.start)

    def journal(self, n: int) -> list[Entry]:
        """The journal after `n` entries, folded from the rows."""
        entries = self.begin().journal
        for row in self.rows[:n]:
            del entries[row.keep:]
            entries += row.add
        return entries

    def at(self, n: int) -> Session[Any]:
        """The game after `n` entries."""
        base = max((k for k in self.snapshots if k <= n), default=0)
        if base:
            s: Session[Any] = Session.resume(self.game, self.scenario, self.options, self.dice, unpack(self.fetch(base)),
                                             [r.action for r in self.rows[:base]], self.journal(base), self.start)
        else:
            s = self.begin()
        for row in self.rows[base:n]:
            self.carry_out(s, row.action)
        return s

    def carry_out(self, s: Session[Any], action: Action) -> None:
        """Take, undo or take back, as an entry of a history says."""
        if action == actions.UNDO:
            s.undo()
        elif action[0] == actions.TAKEBACK:
            if len(action) != 2 or not action[1].isdigit():
                raise FirestepError(f"'{actions.text(action)}' is not a takeback")
            s.takeback(int(action[1]), self.at(int(action[1])))
        else:
            s.take(action)
