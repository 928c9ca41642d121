"""The storage: one writer thread that commits many tables' actions at once, and readers beside it.

A write is acknowledged when its transaction is on disk. While one commit waits for the disk, the writes that arrive
gather, and the next commit takes them all: fifty tables cost little more than one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

log = logging.getLogger("firestep.server")
T = TypeVar("T")
Work = Callable[[Connection], Any]
BATCH = 200


class StorageFailed(Exception):
    """The database did not take a write; nothing of it was done."""


class Conflict(Exception):
    """Somebody else wrote this entry first."""


def open_engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30}, pool_size=8, max_overflow=8)

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")  # an acknowledged action outlives a loss of power, too
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return engine


def migrate(engine: Engine) -> None:
    """Bring the schema up to date."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


class Store:
    """Reads and writes of one database."""

    def __init__(self, url: str) -> None:
        self.engine = open_engine(url)
        migrate(self.engine)
        self._queue: queue.SimpleQueue[tuple[Work, Callable[[Any, BaseException | None], None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="firestep-writer", daemon=True)
        self._thread.start()
        self.commits = 0
        self.writes = 0

    def close(self) -> None:
        self._queue.put(None)
        self._thread.join(timeout=30)
        self.engine.dispose()

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run a query now, in the calling thread."""
        with self.engine.connect() as connection:
            return work(connection)

    async def reading(self, work: Callable[[Connection], T]) -> T:
        """Run a query in a thread."""
        return await asyncio.to_thread(self.read, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run a piece of work in a transaction and return once it is durable."""
        return await self.submit(work)

    def submit(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Hand in a piece of work; the answer comes once it is durable. It may be run twice: only the last counts."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def settle(value: Any, error: BaseException | None) -> None:
            def put() -> None:
                if not future.done():
                    if error is None:
                        future.set_result(value)
                    else:
                        future.set_exception(error)
            with contextlib.suppress(RuntimeError):  # the loop ended meanwhile; the write stands
                loop.call_soon_threadsafe(put)

        self._queue.put((work, settle))
        return future

    # -- the writer thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            batch = [item]
            stop = False
            while len(batch) < BATCH:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    stop = True
                    break
                batch.append(more)
            self._commit(batch)
            if stop:
                return

    def _commit(self, batch: list[tuple[Work, Callable[[Any, BaseException | None], None]]]) -> None:
        try:
            with self.engine.begin() as connection:
                values = [work(connection) for work, _ in batch]
        except Exception as e:
            if len(batch) > 1:  # one of them is at fault: each for itself
                for item in batch:
                    self._commit([item])
                return
            if isinstance(e, IntegrityError):
                batch[0][1](None, Conflict())
            else:
                if not isinstance(e, SQLAlchemyError):
                    log.exception("a write failed")
                batch[0][1](None, StorageFailed(type(e).__name__))
            return
        self.commits += 1
        self.writes += len(batch)
        for value, (_, settle) in zip(values, batch, strict=True):
            settle(value, None)
