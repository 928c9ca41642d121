"""Manages all tables: opens them from the database on request, and removes unused ones from memory."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import sys
import time
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection

from firestep.engine.errors import FirestepError, UnknownName
from firestep.games import GAMES, game
from firestep.server.errors import Refused
from firestep.server.http.tokens import TABLE_ID
from firestep.server.settings import Settings, run_plugins
from firestep.server.storage import rows
from firestep.server.storage.store import Conflict, StorageFailed, Store
from firestep.server.tables import auto_answer
from firestep.server.tables.history import WATCHING, Row, StoredHistory, holds_from, news_from, patches_from, stored_snapshot
from firestep.server.tables.notifications import Notifier, notices
from firestep.server.tables.seating import keys_from, seats_from
from firestep.server.tables.table import WATCHED, Table
from firestep.server.tables.table_view import TAIL
from firestep.server.workers.fair import OWNER, Charge, FairThreads
from firestep.server.workers.maps import Maps
from firestep.server.workers.workers import ENDED, Busy, Workers

T = TypeVar("T")
log = logging.getLogger("firestep.server")
DAY = 86400


class TableManager:
    def __init__(self, settings: Settings, charge: Charge = lambda owner, seconds: None) -> None:
        self.settings = settings
        #: the name of this process among those that share a database
        self.me = secrets.token_hex(6)
        run_plugins(settings.plugins)
        self.store = Store(settings.database_url, self.me)
        plugins = settings.plugins
        # separate worker pools for bots; for records, reports and earlier moments; for uploads; for maps
        self.workers = Workers(settings.workers, plugins)
        self.history_workers = Workers(settings.history_workers, plugins, most=60, each=12, idle=300)
        self.upload_workers = Workers(settings.upload_workers, plugins, most=12, each=2, memory=settings.upload_megabytes, idle=120)
        self.long_upload_workers = Workers(1, plugins, most=4, each=1, memory=settings.upload_megabytes, idle=30)
        self.map_workers = Workers(1, plugins, idle=30)
        self.maps = Maps(self.map_workers, settings.cache)
        self.notifier = Notifier(self)
        self.tables: dict[str, Table] = {}
        #: number of answered requests by status, for the metrics
        self.began = time.time()
        self._opening: dict[str, asyncio.Task[Table]] = {}
        #: tables that are about to follow another server, and the new entries of its notices by number; None: read the whole table
        self._catching: dict[str, dict[int, Row] | None] = {}
        self._following: set[asyncio.Future[None]] = set()
        self._tasks: list[asyncio.Task[None]] = []
        # computations about games run in these threads, not on the event loop
        self._background = FairThreads(3, "firestep-background")
        self._background.charge = self.store.readers.charge = self.charge = charge

    async def start(self) -> None:
        """Resumes what was interrupted: bots continue, and waiting notifications are sent."""
        # a computing thread gives way to the event loop after this time, instead of 5 ms
        sys.setswitchinterval(0.001)
        self.store.listen(lambda said: self._heard(said), asyncio.get_running_loop())
        works = [self._tidy(), self.notifier.run(), auto_answer.resume(self)]
        if self.settings.expire:
            works.append(self._expire())
        self._tasks = [asyncio.create_task(work) for work in works]
        if self.settings.draw_ahead:
            self._tasks.append(asyncio.create_task(self._ahead()))

    async def _ahead(self) -> None:
        """Loads all games and draws all maps before they are requested."""
        for id in GAMES:
            await self.run_in_thread(game, id)
        await self.maps.prepare()

    async def stop(self) -> None:
        for task in [*self._tasks, *(t.bot_task for t in self.tables.values() if t.bot_task)]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        for table in self.tables.values():
            table.dismiss()
        for lane in (self.workers, self.history_workers, self.upload_workers, self.long_upload_workers, self.map_workers):
            await asyncio.to_thread(lane.close)
        self._background.close()
        await asyncio.to_thread(self.notifier.close)
        await asyncio.to_thread(self.store.close)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(min(30.0, self.settings.idle_seconds))
            limit = time.monotonic() - self.settings.idle_seconds
            for table in list(self.tables.values()):
                if not table.busy and table.used < limit:
                    self.tables.pop(table.id, None)

    async def _expire(self) -> None:
        """Deletes tables without changes for as long as docs/running-a-server.md says."""
        s = self.settings
        while True:
            try:
                now = int(time.time())
                days = (s.untouched_days, s.running_days, s.finished_days)
                old = await self.store.reading(rows.expired, *(now - d * DAY for d in days))
                for id in old:
                    await self.delete(id)
                if old:
                    log.info("%s tables had not been touched for long and were deleted", len(old))
            except (StorageFailed, Conflict) as e:
                log.warning("old tables cannot be deleted now: %s", e)
            except Exception:
                log.exception("old tables cannot be deleted now")
            await asyncio.sleep(3600)

    async def delete(self, id: str) -> None:
        """Deletes a table and all its data."""
        await self.write(lambda c: rows.delete_table(c, id), id)
        if table := self.tables.get(id):
            self.forget(table)

    def forget(self, table: Table) -> None:
        """Removes a table from memory. Its next request reads it from the database."""
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        table.dismiss()

    # -- work elsewhere ----------------------------------------------------------------------------------------------

    async def run_in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs work in a thread beside the event loop. The address of the request waits its turn and is charged."""
        return await self._background.run(OWNER.get(), lambda: work(*arguments))

    def write(self, work: Callable[[Connection], T], id: str | None = None) -> asyncio.Future[T]:
        """Queues a write. Other servers of the same database are notified of the table."""
        return self.store.submit(work, id)

    async def run_history_job(self, name: str, seconds: float, owner: str = "", **arguments: Any) -> Any:
        """Runs a job about a table in a worker process that reads the database itself."""
        try:
            return await self.history_workers.run(name, seconds, owner=owner, url=self.settings.database_url, **arguments)
        except Busy:
            raise Refused(
                503, "too many records and earlier moments are asked for now; try again in a few seconds", retry_after=5
            ) from None
        except FirestepError as e:
            raise Refused(409, f"this cannot be shown: {e}") from None
        except ENDED as e:
            log.error("%s of table %s failed: %r", name, arguments.get("id"), e)
            raise Refused(409, "this cannot be shown: the table's past is damaged or took too long to read") from None

    def wake_bots(self, table: Table) -> None:
        auto_answer.wake(self, table)

    async def notices(self, table: Table, seat: int, seq: int) -> list[dict[str, Any]]:
        return await notices(self, table, seat, seq)

    # -- opening -----------------------------------------------------------------------------------------------------

    async def open(self, id: str) -> Table:
        if table := self.tables.get(id):
            if table.behind:
                await table.settled()
            return table
        if not TABLE_ID.fullmatch(id):
            raise Refused(404, "there is no such table; check the link")
        task = self._opening.get(id)
        if task is None:
            task = self._opening[id] = asyncio.create_task(self._open(id))
            task.add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(task)

    async def _open(self, id: str) -> Table:
        found = await self.store.reading(rows.head, id)
        if found is None:
            raise Refused(404, "there is no such table; check the link")
        table = await self.store.in_thread(self._read, found)
        self.tables[id] = table
        if table.seq - table.stored_at > 4 * self.settings.snapshot_every and not table.past.frozen:
            await self._keep_state(table)
        self.wake_bots(table)
        return table

    async def _keep_state(self, table: Table) -> None:
        """Stores the state of a table that took long to open, so that the next opening is quick."""
        made = await table.computed(lambda: stored_snapshot(table.id, table.session))
        with contextlib.suppress(StorageFailed, Conflict):
            await self.write(lambda c: rows.add_snapshot(c, made))
            table.stored_at = made["seq"]

    @staticmethod
    def _chat(past: StoredHistory, found: dict[str, Any]) -> list[dict[str, Any]]:
        return [{**{k: r[k] for k in ("n", "name", "text", "at")}, "seat": past.game.seats[r["seat"]]} for r in found["chat"]]

    def _read(self, found: dict[str, Any]) -> Table:
        """Makes a table from what is stored. Runs in a thread."""
        id = found["id"]
        try:
            past = StoredHistory.of(found, game(found["game"]), self.store.read)
            past.opened()
            session = past.now()
            size = session.journal_size
            tail = past.journal(session.size, max(0, size - TAIL), size)
            newest = self.store.read(rows.snapshot_before, id, past.size)
            table = Table(
                self,
                past,
                session,
                seats_from(past.game, past.scenario, found["seats"]),
                keys_from(found["keys"]),
                found,
                tail,
                self._chat(past, found),
            )
            table.stored_at = newest.seq if newest is not None else 0
            table.undone = not past.frozen and past.went_back()
            _ = session.decision  # makes the list of legal actions here, not on the event loop
            return table
        except UnknownName:
            raise Refused(409, f"this server does not know the game '{found['game']}' of this table") from None
        except FirestepError as e:
            log.error("table %s cannot be read: %s", id, e)
            raise Refused(409, f"this table cannot be opened: {e}") from None
        except Refused:
            raise
        except Exception as e:
            log.exception("table %s cannot be read", id)
            raise Refused(
                409, f"this table is damaged ({type(e).__name__}); the administrator can run: firestep check-database"
            ) from None

    def read_people(self, table: Table, found: dict[str, Any]) -> None:
        """Reads seats, keys and chat from the database."""
        before = table.seats, table.keys
        table.seats = seats_from(table.game, table.past.scenario, found["seats"])
        table.keys = keys_from(found["keys"])
        chat = self._chat(table.past, found)
        seen = table.chat[-1]["n"] if table.chat else -1
        table.chat = chat
        for line in chat:
            if line["n"] > seen:
                table.tell({"type": "chat", **line}, seats_only=True)
        if before == (table.seats, table.keys):
            return
        for w in list(table.watchers):
            if table.holds(sorted(w.keys)) is None:
                w.end(4401)
        table.tell_seats()

    # -- several servers ---------------------------------------------------------------------------------------------

    def _heard(self, said: str) -> None:
        """Handles a notice: another server changed a table, or, after a lost connection, perhaps any table."""
        who, _, about = said.partition(" ")
        if who == self.me:
            return
        about, _, patches = about.partition("\n")
        id, _, size = about.partition(" ")  # with a number: only entries were added, and now there are so many
        size, _, told = size.partition(" ")
        if size == WATCHING:
            if id in self.tables:
                watching = frozenset(map(holds_from, told.split(" ")))
                self.tables[id].watched_at[who] = watching, time.monotonic() + WATCHED
            return
        for each in [id] if id else list(self.tables):
            table = self.tables.get(each)
            if table is not None and not table.busy:
                del self.tables[each]  # no watcher here: the next request reads it from the database
                continue
            if table is None:
                continue
            made = news_from(told)
            waits = each in self._catching
            if made and patches and not waits and table.pass_on(int(size), made, patches_from(patches)):
                table.tell_watching(True)
                continue
            news = self._catching.setdefault(each, {})
            if not size:
                self._catching[each] = None
            elif news is not None:
                news.update(enumerate(made, int(size) - len(made)))
            if not waits:
                task = asyncio.ensure_future(self._catch_up(table))
                self._following.add(task)
                task.add_done_callback(self._following.discard)

    async def _catch_up(self, table: Table) -> None:
        OWNER.set(table.id)  # each followed table waits its turn by itself
        try:
            async with table.lock:
                news = self._catching.pop(table.id, None)
                await (table.catch_up() if news is None else table.follow(news))
            if self.store.shared:
                table.tell_watching(False)
            self.wake_bots(table)
        except Refused as e:
            log.info("table %s: %s", table.id, e)
        except Exception:
            log.exception("table %s cannot follow another server; it is read again", table.id)
            self.forget(table)
        finally:
            self._catching.pop(table.id, None)
