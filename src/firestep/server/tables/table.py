"""A table in memory and every way to change it.

A change is made on a copy of the game and stored in the database. Only then it becomes the table's game and is sent to watchers. If
the write fails, nothing has changed.
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
from firestep.server.errors import Refused
from firestep.server.storage import rows
from firestep.server.storage.store import Conflict, StorageFailed
from firestep.server.tables.broadcast import Broadcast, Holds, Watcher
from firestep.server.tables.change import Change, Way
from firestep.server.tables.history import Patches, RecordingDice, Row, StoredHistory, took_back, watching_text
from firestep.server.tables.seating import Key, Seat
from firestep.server.tables.table_view import JOURNAL_SHOWN, TAIL, TableView
from firestep.server.workers.fair import OWNER, metered

if TYPE_CHECKING:
    from firestep.server.tables.manager import TableManager

T = TypeVar("T")
log = logging.getLogger("firestep.server")
KEYS_KEPT = 500
#: entries of another server that may wait to be carried out while their patches are passed on
MOST_BEHIND = 16
#: seconds for which a server makes patches for watchers at another one
WATCHED = 60


class Table(TableView):
    def __init__(
        self,
        manager: TableManager,
        past: StoredHistory,
        session: Session[Any],
        seats: list[Seat],
        keys: dict[str, Key],
        found: dict[str, Any],
        tail: list[tuple[int, Entry]],
        chat: list[dict[str, Any]],
    ) -> None:
        super().__init__(past, session, seats, keys, found, tail, chat)
        self.manager = manager
        self.marked: bool = found["marked"]
        self.takeback = json.loads(found["takeback"]) if found["takeback"] else None
        self.clock = json.loads(found["clock"]) if found["clock"] else None
        self.handover = json.loads(found["handover"]) if found["handover"] else None
        #: `lock`: held by a change from its check until watchers are told; `computing`: by computations on the game; `answering`:
        #: by questions
        self.lock = asyncio.Lock()
        self.computing = asyncio.Lock()
        self.answering = asyncio.Lock()
        self.bot_task: asyncio.Task[None] | None = None
        #: keys of the newest requests: the number of the entry, its seat, and whether it is an undo; older ones are in the database
        self.clicks: OrderedDict[str, tuple[int, int, bool]] = OrderedDict()
        #: the entry at which the deciding seat has given a standing order for the open question
        self.ordered = -1
        #: entry of the newest stored state
        self.stored_at = session.size
        #: when a person last looked at the table
        self.looked = time.monotonic()
        #: answers that are valid until the table changes: record, report, dice
        self.again: dict[str, asyncio.Task[Any]] = {}
        #: entries of another server that are not carried out yet, although watchers here have their patches
        self.behind: list[Row] = []
        #: by server: the seats that its watchers of this table hold, and until when patches are made for them
        self.watched_at: dict[str, tuple[frozenset[Holds], float]] = {}
        #: what this server last told others about its watchers, and when
        self.watching: tuple[frozenset[Holds], float] = frozenset(), 0.0

    @property
    def busy(self) -> bool:
        """Returns whether the table has watchers, a change in progress or a running bot."""
        return bool(self.watchers) or self.lock.locked() or (self.bot_task is not None and not self.bot_task.done())

    def dismiss(self) -> None:
        """Disconnects all watchers. They reconnect and read the table from the database."""
        for w in list(self.watchers):
            w.end(1012)

    # -- changes -----------------------------------------------------------------------------------------------------

    async def locked(self, work: Callable[[], Awaitable[T]]) -> T:
        """Runs a change by itself, to its end even if the request is cancelled."""

        async def locked() -> T:
            async with self.lock:
                self.used = time.monotonic()
                await self._settle()
                return await metered(work(), OWNER.get(), self.manager.charge)

        return await asyncio.shield(asyncio.ensure_future(locked()))

    async def _due(self, holds: Holds, seq: int, key: str | None, undo: bool) -> int | None:
        """Checks a request to take or undo actions. Returns the seq of the earlier answer if the key is known."""
        if key is not None:
            done = self.clicks.get(key)
            if done is None and seq != self.seq:
                found = await self.manager.store.reading(rows.key_of, self.id, key)
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
        """Raises `Refused` if the table can only be read."""
        if self.closed is not None:
            raise Refused(409, f"this table was closed: {self.closed}; it can be read and saved", seq=self.seq)
        if self.past.frozen:
            raise Refused(409, "this table was played under older rules; it can be read and saved, not played on", seq=self.seq)

    async def act(self, holds: Holds, seq: int, orders: Sequence[str], key: str | None) -> tuple[int, int]:
        """Takes actions for the deciding seat one after another. Stops when a die is rolled, something is revealed, the seat
        changes, or an action is not legal. Returns the new seq, and how many were taken. Raises `Refused` if the first is not
        legal."""

        async def work() -> tuple[int, int]:
            if (done := await self._due(holds, seq, key, undo=False)) is not None:
                return done, max(1, done - seq)
            first = self.seq
            return await self._take(parsed(orders), key), self.seq - first

        return await self.locked(work)

    async def bot_act(self, seq: int, orders: Sequence[str]) -> None:
        async def work() -> None:
            if self.seq == seq and not self.bots_paused and self.closed is None:
                await self._take([actions.parse(words) for words in orders], None)

        await self.locked(work)

    def _taken(self, orders: Sequence[Action], key: str | None) -> tuple[Session[Any], list[Row], list[Way]]:
        """Carries orders out on a copy of the game. Returns the copy, its new entries, and the paths of counters."""
        made: list[Row] = []
        s, now = self.session, int(time.time())
        ways: list[Way] = []
        for action in orders:
            d = s.decision
            assert d is not None
            self.dice.seen = []  # rolls of replayed entries are not rolls of this change
            new = s.copy()
            new._decision = d  # the list of legal actions is valid for the copy too, and is not made again
            try:
                looked_at = bool(self.watchers or self.watched_at) and not self.hiding(s)
                way = self.game.path(new, action) if looked_at and action in d.actions else None
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
        return s, made, ways

    async def _take(self, orders: Sequence[Action], key: str | None) -> int:
        def change() -> Change:
            new, made, ways = self._taken(orders, key)
            return Change.of(self, new, made, ways)

        return await self._commit(await self.computed(change))

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
        # a fault of the game; the table stays unchanged
        log.error("table %s: '%s' failed", self.id, actions.text(action), exc_info=e)
        return Refused(422, "the game could not carry this out; nothing was changed, choose another", seq=self.seq)

    async def undo(self, holds: Holds, seq: int, key: str | None, times: int | None) -> int:
        """Takes back the last actions of the deciding seat: `times` of them, or (None) all that can be undone."""

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
            seat = d.seat

            def change() -> Change:
                new = self.session.copy()
                open_ones = len(new.since)
                sizes = new.undo(open_ones if times is None else min(times, open_ones))
                self.dice.seen = []
                made = [Row(seat, actions.UNDO, size, (), at=int(time.time())) for size in sizes]
                made[-1] = made[-1]._replace(key=key)
                return Change.of(self, new, made)

            return await self._commit(await self.computed(change))

        return await self.locked(work)

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

        return await self.locked(work)

    async def answer_takeback(self, holds: Holds, agree: bool, to: int, seq: int) -> dict[str, Any] | None:
        """Answers a takeback. The answer names the moment, because another takeback may have been proposed since."""

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

        return await self.locked(work)

    async def _settle_takeback(self, asked: dict[str, Any] | None) -> dict[str, Any] | None:
        plain = self.takeback_plain(asked)
        if plain is None or plain["waiting"]:
            await self.stored(rows.set_table, {"takeback": None if asked is None else to_json(asked).decode()})
            self.takeback = asked
        else:
            to = plain["to"]
            by = self.game.seats.index(plain["by"])

            def change() -> Change:
                earlier = self.past.at(to)
                self.dice.seen = []
                tail = self._last_lines(self.past, to, earlier)
                new = self.session.copy()
                new.takeback(to, earlier)
                row = Row(by, (actions.TAKEBACK, str(to)), new.journal_size, (), int(time.time()))
                return Change.of(self, new, [row], back=tail)

            await self._commit(await self.computed(change))
            plain = None
        self.tell({"type": "takeback", "takeback": plain})
        return plain

    async def stored(
        self,
        work: Callable[..., Any],
        *arguments: Any,
        meanwhile: Callable[[], Awaitable[None]] | None = None,
        news: str | None = None,
        **more: Any,
    ) -> Any:
        """Writes and returns when the data is on disk. `meanwhile` runs during the write. `news` is the notice for other servers;
        without it they read the whole table again."""
        writing = self.manager.write(lambda c: work(c, self.id, *arguments, **more), news or self.id)
        try:
            if meanwhile is not None:
                await meanwhile()
        except Exception:  # a fault of the game's view: the entry stays stored, and memory is read again
            self.manager.forget(self)
            raise
        try:
            return await writing
        except StorageFailed:
            raise Refused(503, "the table cannot be stored now; nothing was done, send it again", retry_after=2) from None
        except Conflict:
            await self.catch_up()
            raise Refused(409, "the table was changed elsewhere; look again", seq=self.seq) from None

    async def _commit(self, change: Change) -> int:
        """Stores entries, then replaces the table's game, then tells the watchers."""
        new, made, broadcast, ended = change.new, change.made, change.broadcast, change.ended
        first, now = self.seq, int(time.time())
        size = first + len(made)
        d, old = new.decision, self.session.decision
        waiting = d.seat if d is not None else -1
        turn_of = waiting if d is not None and (old is None or d.seat != old.seat) else None
        notices = await self.manager.notices(self, turn_of, size) if turn_of is not None else []
        values: dict[str, Any] = {"waiting": waiting, "updated": now, "takeback": None, "handover": None}
        if turn_of is not None or d is None:
            values["asked"] = now
        back_to = None if change.back is None else int(made[0].action[1])

        async def prepare() -> None:
            if frames := broadcast.missing():
                await self.computed(lambda: broadcast.prepare(frames))

        # a proposed takeback lapses when play continues
        await self.stored(
            rows.add_actions,
            change.entries,
            values,
            meanwhile=prepare,
            news=None if back_to is not None or ended or self.takeback or self.handover else change.news,
            snapshot=change.snapshot,
            marks=change.marks,
            unmarked=change.unmarked,
            notices=notices,
            takebacks=[] if back_to is None else [{"table_id": self.id, "seq": first, "back_to": back_to}],
            routines={k: json.dumps(orders) if orders else None for k, orders in ended.items()},
        )
        for k, orders in ended.items():
            self.seats[k].routine = orders
        if back_to is not None:
            self.past.takebacks.append((first, back_to))
        lapsed, self.takeback = self.takeback is not None, None
        self.handover = None
        self.updated, self.asked = now, values.get("asked", self.asked)
        for n, row in enumerate(made, first + 1):
            if row.key is not None:
                self.clicks[row.key] = (n, row.seat, row.action == actions.UNDO)
        while len(self.clicks) > KEYS_KEPT:
            self.clicks.popitem(last=False)
        if change.snapshot:
            self.stored_at = size
        await self._become(new, size, broadcast, change.back)
        if lapsed:
            self.tell({"type": "takeback", "takeback": None})
        if ended:
            self.tell_seats()
        if notices:
            self.manager.notifier.wake()
        self.manager.wake_bots(self)
        return self.seq

    def snapshot_due(self, new: Session[Any], size: int, back: bool) -> bool:
        """Returns whether a snapshot is due. It is smallest where nothing can be undone. A player who acts and undoes again and
        again must not prevent it."""
        every = self.manager.settings.snapshot_every
        return back or size - self.stored_at >= (4 * every if new.can_undo else every)

    async def _become(self, new: Session[Any], size: int, broadcast: Broadcast, back: list[dict[str, Any]] | None) -> None:
        """Replaces the table's game by the new one and tells the watchers."""
        if back is not None:
            tail, tail_from = back, back[0]["n"] if back else new.journal_size
        else:
            tail = [x for x in self.tail if x["n"] < broadcast.keep] + broadcast.lines
            tail_from = min(self.tail_from, broadcast.keep)
        if len(tail) > TAIL + JOURNAL_SHOWN:
            tail = tail[-TAIL:]
            tail_from = tail[0]["n"]
        if tail_from > 0 and len(tail) < JOURNAL_SHOWN:
            tail = await self.computed(lambda: self._last_lines(self.past, size, new))
            tail_from = tail[0]["n"] if tail else new.journal_size
        while frames := broadcast.missing():  # watchers who came during the write
            await self.computed(lambda frames=frames: broadcast.prepare(frames))  # type: ignore[misc]
        self.past.size = size
        self.tail, self.tail_from = tail, tail_from
        self.session, self.views, self.known, self.behind = new, broadcast.views, {}, []
        self.undone = broadcast.undone
        self.again.clear()
        broadcast.send()

    def _last_lines(self, past: StoredHistory, size: int, s: Session[Any]) -> list[dict[str, Any]]:
        """Returns the last lines of the journal as it was after `size` entries, when the game was `s`."""
        return [self.line(n, e) for n, e in past.journal(size, max(0, s.journal_size - TAIL), s.journal_size)]

    async def catch_up(self) -> None:
        """Reads what another server wrote to this table, and tells the watchers here."""
        await self._settle()
        found = await self.manager.store.reading(rows.head, self.id)
        if found is None:
            self.manager.forget(self)
            raise Refused(404, "this table was deleted")
        self.take_over(found)
        if found["size"] <= self.seq:
            return
        first, size = self.seq, found["size"]
        back = [x for x in found["takebacks"] if x[0] >= first]
        self.past.takebacks = list(found["takebacks"])
        past = StoredHistory.of(found, self.game, self.past.read)
        wanted = self._wanted()

        def played() -> tuple[Session[Any], Broadcast, list[dict[str, Any]] | None]:
            tail = None
            if back:
                new = past.at(size)
                tail = self._last_lines(past, size, new)
            else:
                new = self.session.copy()
                past.carry_out(new, past.rows(first, size))
            self.dice.seen = []
            return new, self._told(new, size, past.went_back(), back=bool(back), wanted=wanted), tail

        new, broadcast, tail = await self.computed(played)
        self.updated, self.asked = found["updated"], found["asked"]
        await self._become(new, size, broadcast, tail)

    async def follow(self, news: dict[int, Row]) -> None:
        """Carries out entries of another server, if nothing else changed, and tells the watchers here. `news` holds the entries of
        its notices by number; missing ones are read from the database."""
        await self._settle()
        if not self._simple():
            return await self.catch_up()
        first = self.seq
        made = [news[n] for n in range(first, 1 + max(news, default=-1)) if n in news]
        whole = bool(made) and len(made) == 1 + max(news) - first
        return await self._carry_out(made if whole else None, passed_on=False)

    def _simple(self) -> bool:
        """Returns whether entries change the game only: no takeback or handover lapses with them."""
        return not self.past.frozen and self.takeback is None and self.handover is None

    async def _carry_out(self, given: list[Row] | None, *, passed_on: bool) -> None:
        """Carries out entries of another server, those that are given or else all that are stored.

        `passed_on`: the watchers have the patches already.
        """
        first, wanted = self.seq, self._wanted()

        def played() -> tuple[Session[Any], Broadcast, int, int] | None:
            made = self.past.rows_from(first) if given is None else given
            if not made:
                return None
            new, seats = self.session.copy(), [row.seat for row in made]
            self.past.carry_out(new, made)
            self.dice.seen = []
            d = new.decision
            seats.append(-1 if d is None else d.seat)
            # since when the deciding seat is asked
            turned = [row.at for row, after in zip(made, seats[1:], strict=True) if row.seat != after]
            asked = turned[-1] if turned else self.asked
            undone = took_back(made[-1].action)
            if passed_on:
                broadcast = Broadcast(self, new, first + len(made), undone, told=True)
                for seat in {shown for shown, _ in wanted}:
                    broadcast.view(seat)
            else:
                broadcast = self._told(new, first + len(made), undone, wanted=wanted)
            return new, broadcast, made[-1].at, asked

        found = await self.computed(played)
        if found is None:
            return None
        new, broadcast, self.updated, self.asked = found
        return await self._become(new, broadcast.seq, broadcast, None)

    def pass_on(self, size: int, made: list[Row], patches: Patches) -> bool:
        """Sends the watchers here the patches that another server made, and keeps its entries for later. Returns False if the
        entries must be carried out first."""
        if (
            size - len(made) != self.seq + len(self.behind)
            or len(self.behind) >= MOST_BEHIND
            or self.lock.locked()
            or not self._simple()
            or any(w.holds not in patches for w in self.watchers)
            or any(s.kind == "bot" or s.routine for s in self.seats)  # the computer may have to answer
        ):
            return False
        self.behind += made
        for w in self.watchers:
            w.shown, frame = patches[w.holds]
            w.put(frame)
        return True

    async def settled(self) -> None:
        """Carries out the entries whose patches were passed on."""
        async with self.lock:
            await self._settle()

    async def _settle(self) -> None:
        if not self.behind:
            return
        try:
            await self._carry_out(list(self.behind), passed_on=True)
        except Exception:
            log.exception("table %s cannot follow another server; it is read again", self.id)
            self.manager.forget(self)
            raise Refused(503, "the table is read again; try again in a moment", retry_after=1) from None

    def watched_elsewhere(self) -> set[Holds]:
        """Returns the seats of those who watch this table at other servers. Runs in a thread."""
        now = time.monotonic()
        return {holds for watching, until in list(self.watched_at.values()) if until > now for holds in watching}

    def tell_watching(self, had_patches: bool) -> None:
        """Asks other servers for patches, if they do not know the watchers here or may have forgotten them."""
        watching, now = frozenset(w.holds for w in self.watchers), time.monotonic()
        again = self.watching[1] + (WATCHED / 2 if had_patches else WATCHED / 12)
        if watching and (watching != self.watching[0] or now > again):
            self.watching = watching, now
            self.manager.write(lambda c: None, watching_text(self.id, watching))

    def _wanted(self) -> set[tuple[int | None, Holds]]:
        """Returns the shown seat and the held seats of each watcher."""
        return {(w.shown, w.holds) for w in self.watchers}

    def _told(
        self, new: Session[Any], size: int, undone: bool, *, back: bool = False, wanted: set[tuple[int | None, Holds]]
    ) -> Broadcast:
        broadcast = Broadcast(self, new, size, undone, (), back)
        broadcast.prepare({(shown, self.shown(holds, new)) for shown, holds in wanted})
        return broadcast

    # -- beside the event loop ---------------------------------------------------------------------------------------

    async def computed(self, work: Callable[[], T]) -> T:
        """Computes something about the table's game in a thread, one computation at a time."""
        return await self._one_by_one(self.computing, work)

    async def _one_by_one(self, lock: asyncio.Lock, work: Callable[[], T]) -> T:
        async def locked() -> T:
            async with lock:
                return await self.manager.run_in_thread(work)

        return await asyncio.shield(asyncio.ensure_future(locked()))

    async def ready(self, holds: Holds) -> None:
        """Makes the view of a holder, if it is not made yet."""
        while self.behind or (seat := self.shown(holds)) not in self.views:
            if self.behind:
                await self.settled()
                continue
            s, views = self.session, self.views

            def look(s: Session[Any] = s, seat: int | None = seat, views: dict[int | None, dict[str, Any]] = views) -> None:
                if seat not in views:
                    views[seat] = self.view_of(s, seat, views)

            await self.computed(look)

    async def ask(self, seat: int | None, question: Callable[[Session[Any]], T]) -> T:
        """Asks the game as a seat knows it (None: a spectator). That game is a copy, made once until the table changes, so
        questions block no player."""
        s, known = self.session, self.known
        hiding = self.hiding(s)
        who = seat if hiding else None

        def concealed() -> None:
            if who not in known:
                own = s.copy()
                own._decision = s.decision
                known[who] = self.seen_by(seat, own)

        if who not in known:
            await self.computed(concealed)
        return await self._one_by_one(self.answering, lambda: question(known[who]))

    async def join(self, holds: Holds, have: int | None, keys: frozenset[str] = frozenset()) -> Watcher:
        """Adds a socket. Its first frame is in its queue."""
        await self.ready(holds)
        return self._join(holds, have, keys)

    def take_over(self, found: dict[str, Any]) -> None:
        """Reads seats, keys and settings as another server has stored them."""
        self.manager.read_people(self, found)
        takeback = json.loads(found["takeback"]) if found["takeback"] else None
        if takeback != self.takeback:
            self.takeback = takeback
            self.tell({"type": "takeback", "takeback": self.takeback_plain(takeback)})
        self.clock = json.loads(found["clock"]) if found["clock"] else None
        self.handover = json.loads(found["handover"]) if found["handover"] else None
        self.closed, self.bots_paused = found["closed"], found["bots_paused"]


def parsed(orders: Sequence[str]) -> list[Action]:
    """Returns the orders up to the first that cannot be parsed. Raises `Refused` if it is the first of all."""
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
