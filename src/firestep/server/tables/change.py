"""A change of a table's game before it is stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from firestep.engine.session import Session
from firestep.server.tables.broadcast import Broadcast
from firestep.server.tables.history import Row, mark_change, news_text, stored_mark, stored_snapshot, took_back

if TYPE_CHECKING:
    from firestep.server.tables.table import Table

#: the path of a counter: its name, and the places it passed
Way = tuple[str, list[str]]


class Change(NamedTuple):
    """A change of the game before it is stored, with all results that take long to compute. Changes nothing in the table."""

    new: Session[Any]
    made: list[Row]
    entries: list[dict[str, Any]]
    news: str
    broadcast: Broadcast
    snapshot: dict[str, Any] | None
    marks: list[dict[str, Any]]
    unmarked: list[int]
    #: standing orders that end with this change, by seat: those that remain
    ended: dict[int, dict[str, dict[str, str]]]
    #: the last lines of the journal, if the game went back to an earlier moment
    back: list[dict[str, Any]] | None

    @classmethod
    def of(
        cls, table: Table, new: Session[Any], made: list[Row], ways: Sequence[Way] = (), back: list[dict[str, Any]] | None = None
    ) -> Change:
        _ = new.decision  # makes the list of legal actions here, not on the event loop
        first = table.seq
        size = first + len(made)
        broadcast = Broadcast(table, new, size, took_back(made[-1].action), ways, back is not None)
        news = ""
        if table.manager.store.shared:
            patches = broadcast.patches(table.watched_elsewhere())
            news = news_text(table.id, first, made, patches)
            if patches and "\n" not in news:  # too long: make no more patches until other servers ask again
                table.watched_at.clear()
        marks, gone = ([], []) if back is not None else mark_change(table.session, new)
        return cls(
            new,
            made,
            [row.stored(table.id, n) for n, row in enumerate(made, first)],
            news,
            broadcast,
            stored_snapshot(table.id, new) if table.snapshot_due(new, size, back is not None) else None,
            [stored_mark(table.id, m) for m in marks],
            [*gone, *(m.moves for m in marks)],
            table.ended(new),
            back,
        )
