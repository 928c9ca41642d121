"""The past of a table: its entries, what each did to the journal, and any moment of it without playing it all again."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from firestep.engine import action as actions
from firestep.engine.action import Action
from firestep.engine.begin import begin, carry_out, target
from firestep.engine.dice import Dice
from firestep.engine.game import Game
from firestep.engine.journal import Entry
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
        return self._at(n, {})

    def _at(self, n: int, kept: dict[int, Session[Any]]) -> Session[Any]:
        """The same; games at the targets of takebacks are made once and kept."""
        base = max((k for k in self.snapshots if k <= n), default=0)
        if base:
            s: Session[Any] = Session.resume(self.game, self.scenario, self.options, self.dice, unpack(self.fetch(base)),
                                             [r.action for r in self.rows[:base]], self.journal(base), self.start)
        else:
            s = self.begin()
        wanted = {to for row in self.rows[base:n] if (to := target(row.action)) is not None}
        for k in range(base, n + 1):
            if k > base:
                carry_out(s, self.rows[k - 1].action, lambda to: kept.get(to) or kept.setdefault(to, self._at(to, kept)))
            if k in wanted:
                kept[k] = s.copy()
        return s
