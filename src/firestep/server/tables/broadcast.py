"""Sends changes to watchers. Views and patches are made while the database still writes, and sent when it has finished."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from firestep.engine.session import Session
from firestep.server.http.patch import Differences

if TYPE_CHECKING:
    from firestep.server.tables.table import Table

Holds = tuple[int, ...]


@dataclass(slots=True, eq=False)
class Watcher:
    """An open socket: the seats it holds, the seat it shows, and the frames to be sent."""

    holds: Holds
    shown: int | None
    #: hashes of the tokens it was opened with
    keys: frozenset[str] = frozenset()
    queue: asyncio.Queue[bytes | None] = field(default_factory=lambda: asyncio.Queue(256))
    #: it was too slow; its next frame is a whole snapshot
    stale: bool = False
    #: the code with which the socket is to be closed
    code: int = 1012

    def end(self, code: int) -> None:
        """Closes the socket when all queued frames are sent."""
        self.code = code
        while True:
            try:
                self.queue.put_nowait(None)
                return
            except asyncio.QueueFull:
                self.queue.get_nowait()

    def put(self, frame: bytes) -> None:
        if self.stale:
            return
        try:
            self.queue.put_nowait(frame)
        except asyncio.QueueFull:
            self.stale = True


class Broadcast:
    """The frames of one change for all watchers. Changes nothing in the table."""

    def __init__(
        self,
        table: Table,
        new: Session[Any],
        seq: int,
        undone: bool,
        ways: Sequence[tuple[str, list[str]]] = (),
        back: bool = False,
        told: bool = False,
    ) -> None:
        self.table = table
        #: the watchers have the patches already
        self.told = told
        self.undone = undone
        #: fields of the snapshot besides the view
        self.more = [["set", ["undone"], undone]] if undone != table.undone else []
        #: the game went back, so journals on pages may contain lines that were taken back
        self.back = back
        paths = [{"piece": piece, "places": places} for piece, places in ways]
        self.way = {"path": paths[-1], "paths": paths} if paths else {}
        self.new = new
        self.seq = seq
        self.keep, add = (new.journal_size, ()) if back else new.journal_change(table.session)
        self.lines = [table.line(n, e) for n, e in enumerate(add, self.keep)]
        self.before = table.views
        self.views: dict[int | None, dict[str, Any]] = {}
        self._was = table.seq
        self._frames: dict[tuple[int | None, int | None], bytes | None] = {}
        self._boards = Differences()

    def view(self, seat: int | None) -> dict[str, Any]:
        v = self.views.get(seat)
        if v is None:
            v = self.views[seat] = self.table.view_of(self.new, seat, self.views)
        return v

    def _frame(self, shown: int | None, seat: int | None) -> bytes | None:
        """Returns the patch from the view of one seat to the view of another. Returns None if a whole snapshot is needed, because
        other lines of the journal are readable now."""
        view = self.view(seat)
        if self.back or shown not in self.before or self.new.over or (seat != shown and self.table.hiding(self.new)):
            return None
        add = self.table.readable(self.lines, seat, False)
        return to_json(
            {
                "type": "patch",
                "from": self._was,
                "seq": self.seq,
                "changes": self._boards.between(self.before[shown], view) + self.more,
                "journal": {"keep": self.keep, "size": self.keep + len(self.lines), "add": add},
                **self.way,
            }
        )

    def _kind(self, w: Watcher) -> tuple[int | None, int | None]:
        return w.shown, self.table.shown(w.holds, self.new)

    def missing(self) -> set[tuple[int | None, int | None]]:
        """Returns the frames that watchers need and that are not made yet: the seat shown before, and the seat shown now."""
        return set() if self.told else {self._kind(w) for w in self.table.watchers} - self._frames.keys()

    def prepare(self, frames: set[tuple[int | None, int | None]]) -> None:
        """Makes frames. This takes a while, so call it in a thread."""
        for shown, seat in frames:
            self._frames[shown, seat] = self._frame(shown, seat)

    def patches(self, watching: Iterable[Holds]) -> dict[Holds, tuple[int | None, bytes]]:
        """Makes the patches for watchers at other servers, by the seats they hold, each with the seat that is shown after it.
        Leaves out watchers who need a whole snapshot."""
        found = {}
        for holds in watching:
            kind = self.table.shown(holds), self.table.shown(holds, self.new)
            if kind not in self._frames:
                self.prepare({kind})
            if (frame := self._frames[kind]) is not None:
                found[holds] = kind[1], frame
        return found

    def send(self) -> None:
        """Sends the frames. Call it when the table's game is the new one and no frame is missing."""
        for w in () if self.told else self.table.watchers:
            w.put(self._frames[self._kind(w)] or self.table.snapshot_frame(w.holds))
            w.shown = self.table.shown(w.holds)
