"""A table in memory and every way to change it.

A change is made on a copy of the game, written to the storage, and only then becomes the table's game and is told to
anyone. If the write fails nothing has happened.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic_core import to_json

from firestep.engine import action as actions
from firestep.engine.action import Action
from firestep.engine.errors import FirestepError, Illegal
from firestep.engine.journal import Entry
from firestep.engine.session import Session
from firestep.server import rows
from firestep.server.asking import JOURNAL_SHOWN, TAIL, Asking
from firestep.server.errors import Refused
from firestep.server.past import Past, RecordingDice, Row, mark_change, stored_mark, stored_snapshot, took_back
from firestep.server.seating import Key, Seat
from firestep.server.store import Conflict, StorageFailed
from firestep.server.telling import Holds, Telling

if TYPE_CHECKING:
    from firestep.server.house import House

T = TypeVar("T")
log = logging.getLogger("firestep.server")
KEYS_KEPT = 500
MOST_ORDERS = 64


class Table(Asking):
    def __init__(
        self,
        house: House,
        past: Past,
        session: Session[Any],
        seats: list[Seat],
        keys: dict[str, Key],
        found: dict[str, Any],
        tail: list[tuple[int, Entry]],
        chat: list[dict[str, Any]],
    ) -> None:
        super().__init__(past, session, seats, keys, found, tail, chat)
        self.house = house
        self.marked: bool = found["marked"]
        self.takeback = json.loads(found["takeback"]) if found["takeback"] else None
        self.clock = json.loads(found["clock"]) if found["clock"] else None
        self.handover = json.loads(found["handover"]) if found["handover"] else None
        self.lock = asyncio.Lock()
        self.bot_task: asyncio.Task[None] | None = None
        #: keys of the newest clicks: the number of the entry, its seat, and whether it is an undo; older ones are in the storage
        self.clicks: OrderedDict[str, tuple[int, int, bool]] = OrderedDict()
        #: when the seat that decides has given a standing order for the open question
        self.ordered = -1
        #: entry of the newest stored state
        self.stored_at = session.size
        #: when somebody last looked at the table
        self.looked = time.monotonic()
        #: answers that hold until the table moves on: record, report, dice
        self.again: dict[str, asyncio.Task[Any]] = {}

    @property
    def busy(self) -> bool:
        """Somebody watches, waits or thinks."""
        return bool(self.watchers) or self.lock.locked() or (self.bot_task is not None and not self.bot_task.done())

    def dismiss(self) -> None:
        """Whoever watches connects again, and finds what the storage has."""
        for w in list(self.watchers):
            w.end(1012)

    # -- changes -----------------------------------------------------------------------------------------------------

    async def alone(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run a change by itself, to its end even if the one who asked for it goes away."""

        async def locked() -> T:
            async with self.lock:
                self.used = time.monotonic()
                return await work()

        return await asyncio.shield(asyncio.ensure_future(locked()))

    async def _due(self, holds: Holds, seq: int, key: str | None, undo: bool) -> int | None:
        """Check a request to take or undo actions; the seq of an earlier answer if it was met before."""
        if key is not None:
            done = self.clicks.get(key)
            if done is None and seq != self.seq:
                found = await self.house.store.reading(rows.key_of, self.id, key)
                done = None if found is None else (found[0] + 1, found[1], found[2] == actions.text(actions.UNDO))
            if done is not None:
                if done[1] not in holds:
                    raise Refused(409, "this key was used by another seat; make a new one", seq=self.seq)
                if done[2] != undo:
                    raise Refused(409, "this key was used for something else; make a new one", seq=self.seq)
                return done[0]
        if not holds:
            raise Refused(403, "a spectator only watches; ask for the link of a seat")
        self.open_only()
        if seq > self.seq:
            await self.catch_up()
        d = self.session.decision
        if seq != self.seq:
            raise Refused(409, f"the table has moved on to {self.seq}; look again and repeat what still makes sense", seq=self.seq)
        if d is None:
            raise Refused(409, "the game is over; fork it to play on from any moment", seq=self.seq)
        if d.seat not in holds:
            raise Refused(403, f"{self.seats[d.seat].title} decides now; wait for your turn")
        return None

    def open_only(self) -> None:
        """Refuse to change what can only be read."""
        if self.closed is not None:
            raise Refused(409, f"this table was closed: {self.closed}; it can be read and saved", seq=self.seq)
        if self.past.frozen:
            raise Refused(409, "this table was played under older rules; it can be read and saved, not played on", seq=self.seq)

    async def act(self, holds: Holds, seq: int, orders: Sequence[str], key: str | None) -> tuple[int, int]:
        """Take actions for the seat that decides, one after another until a die falls, something is revealed, the seat changes
        or one is not legal; the new seq, and how many were taken. The first must be legal."""

        async def work() -> tuple[int, int]:
            if (done := await self._due(holds, seq, key, undo=False)) is not None:
                return done, max(1, done - seq)
            first = self.seq
            return await self._take(parsed(orders), key), self.seq - first

        return await self.alone(work)

    async def bot_act(self, seq: int, orders: Sequence[str]) -> None:
        async def work() -> None:
            if self.seq == seq and not self.bots_paused and self.closed is None:
                await self._take([actions.parse(words) for words in orders], None)

        await self.alone(work)

    async def _take(self, orders: Sequence[Action], key: str | None) -> int:
        made: list[Row] = []
        s, now = self.session, int(time.time())
        ways: list[tuple[str, list[str]]] = []
        for action in orders:
            d = s.decision
            assert d is not None
            self.dice.seen = []  # whatever was played again meanwhile is not rolled now
            new = s.copy()
            new._decision = d  # the list of what is legal holds for the copy as well, and is not made again
            try:
                way = self.game.path(new, action) if self.watchers and not self.hiding(s) and action in d.actions else None
                new.take(action)
            except Exception as e:
                if made:
                    break
                raise self._refusal(e, d.seat, action) from None
            made.append(Row(d.seat, action, *new.journal_change(s), at=now, key=None, rolls=self.dice.told()))
            s = new
            if way is not None:
                ways.append(way)
            if not s.can_undo:
                break
        if key is not None:
            made[-1] = made[-1]._replace(key=key)
        return await self._commit(s, made, ways)

    @property
    def dice(self) -> RecordingDice:
        dice = self.past.dice
        assert isinstance(dice, RecordingDice)
        return dice

    def _refusal(self, e: Exception, seat: int, action: Action) -> Refused:
        if isinstance(e, Illegal):
            refusals = self.game.why_not(self.known_to((seat,)), action)
            return Refused(422, f"'{actions.text(action)}' is not legal now" if self.hiding() else str(e), refusals, self.seq)
        if isinstance(e, FirestepError):
            return Refused(400, str(e), seq=self.seq)
        # a fault of the game; the table stays as it was
        log.error("table %s: '%s' failed", self.id, actions.text(action), exc_info=e)
        return Refused(422, "the game could not carry this out; nothing was changed, choose another", seq=self.seq)

    async def undo(self, holds: Holds, seq: int, key: str | None, times: int | None) -> int:
        """Take back the last actions of the seat that decides, so many or (None) all, as far as undo is open."""

        async def work() -> int:
            if (done := await self._due(holds, seq, key, undo=True)) is not None:
                return done
            d = self.session.decision
            if d is None or not self.session.can_undo:
                raise Refused(
                    409,
                    "nothing can be undone: a die was rolled, something was revealed or the seat changed; ask for a takeback",
                    seq=self.seq,
                )
            new = self.session.copy()
            # at most fifteen actions are carried out again: but those may be long ones, and the loop is not theirs
            open_ones = len(new.since)
            sizes = await self.house.aside(new.undo, open_ones if times is None else min(times, open_ones))
            self.dice.seen = []
            made = [Row(d.seat, actions.UNDO, size, (), at=int(time.time())) for size in sizes]
            made[-1] = made[-1]._replace(key=key)
            return await self._commit(new, made)

        return await self.alone(work)

    async def ask_takeback(self, holds: Holds, to: int) -> dict[str, Any] | None:
        async def work() -> dict[str, Any] | None:
            if not holds:
                raise Refused(403, "a spectator only watches; ask for the link of a seat")
            self.open_only()
            if self.session.over:
                raise Refused(409, "the game is over and its dice are open; fork it to play on from any moment", seq=self.seq)
            if to >= self.seq:
                raise Refused(400, f"choose a moment before {self.seq}", seq=self.seq)
            by = self.seats[self.one_of(holds, None)].id
            asked = {"by": by, "to": to, "seq": self.seq, "agreed": [self.seats[k].id for k in holds]}
            return await self._settle_takeback(asked)

        return await self.alone(work)

    async def answer_takeback(self, holds: Holds, agree: bool, to: int, seq: int) -> dict[str, Any] | None:
        """Consent names what it consents to: somebody may have asked for another moment meanwhile."""

        async def work() -> dict[str, Any] | None:
            if not holds:
                raise Refused(403, "a spectator only watches; ask for the link of a seat")
            self.open_only()
            asked = self.takeback
            if asked is None:
                raise Refused(409, "no takeback is asked for", seq=self.seq)
            if (asked["to"], asked.get("seq", self.seq)) != (to, seq):
                raise Refused(409, f"another takeback is asked for now, to moment {asked['to']}; look again", seq=self.seq)
            agreed = asked["agreed"] + [self.seats[k].id for k in holds if self.seats[k].id not in asked["agreed"]]
            return await self._settle_takeback({**asked, "agreed": agreed} if agree else None)

        return await self.alone(work)

    async def _settle_takeback(self, asked: dict[str, Any] | None) -> dict[str, Any] | None:
        plain = self.takeback_plain(asked)
        if plain is None or plain["waiting"]:
            await self.stored(rows.set_table, {"takeback": None if asked is None else to_json(asked).decode()})
            self.takeback = asked
        else:
            to = plain["to"]
            earlier = await self.house.aside(self.past.at, to)
            self.dice.seen = []
            tail = await self.house.aside(self.past.journal, to, max(0, earlier.journal_size - TAIL), earlier.journal_size)
            new = self.session.copy()
            new.takeback(to, earlier)
            row = Row(self.game.seats.index(plain["by"]), (actions.TAKEBACK, str(to)), new.journal_size, (), int(time.time()))
            await self._commit(new, [row], back=tail)
            plain = None
        self.tell({"type": "takeback", "takeback": plain})
        return plain

    async def stored(
        self, work: Callable[..., Any], *arguments: Any, meanwhile: Callable[[], None] | None = None, **more: Any
    ) -> Any:
        """Write, and return when it is durable; `meanwhile` is done while the disk works."""
        writing = self.house.write(lambda c: work(c, self.id, *arguments, **more), self.id)
        try:
            if meanwhile is not None:
                meanwhile()
        except Exception:  # a fault of the game's view: what is written stays written, memory is read anew
            self.house.forget(self)
            raise
        try:
            return await writing
        except StorageFailed:
            raise Refused(503, "the table cannot be stored now; nothing was done, send it again", retry_after=2) from None
        except Conflict:
            await self.catch_up()
            raise Refused(409, "the table was changed elsewhere; look again", seq=self.seq) from None

    async def _commit(
        self,
        new: Session[Any],
        made: list[Row],
        ways: Sequence[tuple[str, list[str]]] = (),
        back: list[tuple[int, Entry]] | None = None,
    ) -> int:
        """Write entries, then let the game be the new one, then tell everybody. `back`: the last lines of the journal, where
        the game went back to an earlier moment."""
        first, now = self.seq, int(time.time())
        size = first + len(made)
        d, old = new.decision, self.session.decision
        waiting = d.seat if d is not None else -1
        turn_of = waiting if d is not None and (old is None or d.seat != old.seat) else None
        notices = await self.house.notices(self, turn_of, size) if turn_of is not None else []
        undone = took_back(made[-1].action)
        telling = Telling(self, new, size, undone, ways, back is not None)
        marks, gone = ([], []) if back is not None else mark_change(self.session, new)
        values: dict[str, Any] = {"waiting": waiting, "updated": now, "takeback": None, "handover": None}
        if turn_of is not None or d is None:
            values["asked"] = now
        snapshot = self._snapshot_due(new, size, back is not None)
        ended = self.ended(new)
        # a takeback that was asked for and not agreed to lapses when play goes on
        await self.stored(
            rows.add_actions,
            [row.stored(self.id, n) for n, row in enumerate(made, first)],
            values,
            meanwhile=telling.prepare,
            snapshot=stored_snapshot(self.id, new) if snapshot else None,
            marks=[stored_mark(self.id, m) for m in marks],
            unmarked=[*gone, *(m.moves for m in marks)],
            notices=notices,
            takebacks=[] if back is None else [{"table_id": self.id, "seq": first, "back_to": int(made[0].action[1])}],
            routines={k: json.dumps(orders) if orders else None for k, orders in ended.items()},
        )
        for k, orders in ended.items():
            self.seats[k].routine = orders
        if back is not None:
            self.past.takebacks.append((first, int(made[0].action[1])))
        lapsed, self.takeback = self.takeback is not None, None
        self.handover = None
        self.updated, self.asked = now, values.get("asked", self.asked)
        self.undone = undone
        for n, row in enumerate(made, first + 1):
            if row.key is not None:
                self.clicks[row.key] = (n, row.seat, row.action == actions.UNDO)
        while len(self.clicks) > KEYS_KEPT:
            self.clicks.popitem(last=False)
        if snapshot:
            self.stored_at = size
        await self._become(new, size, telling, back)
        if lapsed:
            self.tell({"type": "takeback", "takeback": None})
        if ended:
            self.tell_seats()
        if notices:
            self.house.notifier.wake()
        self.house.wake_bots(self)
        return self.seq

    def _snapshot_due(self, new: Session[Any], size: int, back: bool) -> bool:
        """Where nothing can be undone a stored state is smallest; but not even somebody who acts and undoes for ever may keep
        the table from having one."""
        every = self.house.settings.snapshot_every
        return back or size - self.stored_at >= (4 * every if new.can_undo else every)

    async def _become(self, new: Session[Any], size: int, telling: Telling, back: list[tuple[int, Entry]] | None) -> None:
        """The new game is the table's game; everybody is told."""
        if back is not None:
            self.tail, self.tail_from = [self.line(n, e) for n, e in back], back[0][0] if back else new.journal_size
        else:
            self.tail = [x for x in self.tail if x["n"] < telling.keep] + telling.lines
            self.tail_from = min(self.tail_from, telling.keep)
        self.past.size = size
        if len(self.tail) > TAIL + JOURNAL_SHOWN:
            self.tail = self.tail[-TAIL:]
            self.tail_from = self.tail[0]["n"]
        short = self.tail_from > 0 and len(self.tail) < JOURNAL_SHOWN
        self.session, self.views = new, telling.views
        self.again.clear()
        if short:
            lines = await self.house.aside(self.past.journal, size, max(0, new.journal_size - TAIL), new.journal_size)
            self.tail = [self.line(n, e) for n, e in lines]
            self.tail_from = lines[0][0] if lines else new.journal_size
        telling.send()

    async def catch_up(self) -> None:
        """Somebody else wrote to this table: read what is new and tell those who watch here."""
        found = await self.house.store.reading(rows.head, self.id)
        if found is None:
            self.house.forget(self)
            raise Refused(404, "this table was deleted")
        self.take_over(found)
        if found["size"] <= self.seq:
            return
        first, size = self.seq, found["size"]
        back = [x for x in found["takebacks"] if x[0] >= first]
        self.past.takebacks = list(found["takebacks"])
        past = Past.of(found, self.game, self.past.read)

        def played() -> Session[Any]:
            if back:
                return past.at(size)
            s = self.session.copy()
            past.carry_out(s, past.rows(first, size))
            return s

        new = await self.house.aside(played)
        self.dice.seen = []
        tail = None
        if back:
            tail = await self.house.aside(past.journal, size, max(0, new.journal_size - TAIL), new.journal_size)
        undone = await self.house.aside(past.went_back)
        telling = Telling(self, new, size, undone, (), bool(back))
        telling.prepare()
        self.updated, self.asked, self.undone = found["updated"], found["asked"], undone
        await self._become(new, size, telling, tail)

    def take_over(self, found: dict[str, Any]) -> None:
        """Seats, keys and the small things as another server has written them."""
        self.house.read_people(self, found)
        takeback = json.loads(found["takeback"]) if found["takeback"] else None
        if takeback != self.takeback:
            self.takeback = takeback
            self.tell({"type": "takeback", "takeback": self.takeback_plain(takeback)})
        self.clock = json.loads(found["clock"]) if found["clock"] else None
        self.handover = json.loads(found["handover"]) if found["handover"] else None
        self.closed, self.bots_paused = found["closed"], found["bots_paused"]


def parsed(orders: Sequence[str]) -> list[Action]:
    """Orders up to the first that is none; the first of all must be one."""
    out: list[Action] = []
    for words in orders:
        try:
            out.append(parse(words))
        except Refused:
            if not out:
                raise
            break
    return out


def parse(words: str) -> Action:
    try:
        return actions.parse(words)
    except FirestepError as e:
        raise Refused(400, str(e)) from None
