"""The storage: one writer thread that commits the actions of many tables at once, and reader threads.

A write is acknowledged when its transaction is on disk. While one commit waits for the disk, further writes collect, and the next
commit takes them all. So fifty tables cost little more than one. On PostgreSQL several servers may share one database; each tells
the others which tables it has changed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, SQLAlchemyError

from firestep.server.storage.lock import KEY
from firestep.server.workers.fair import OWNER, FairThreads
from firestep.server.workers.futures import Settle, answered_elsewhere

log = logging.getLogger("firestep.server")
T = TypeVar("T")
Work = Callable[[Connection], Any]
BATCH = 200
CHANNEL = "firestep"
#: milliseconds: another process's lock, or a slow statement, must not block all writes for ever
PATIENCE = "-c lock_timeout=5000 -c statement_timeout=30000"


class StorageFailed(Exception):
    """The database did not accept a write. Nothing of it was stored."""


class Conflict(Exception):
    """Another process wrote this entry first."""


class BadDatabase(Exception):
    """The database cannot be used. The text is one sentence with the reason and the remedy."""


def parts_of(url: str) -> URL:
    """Returns a database URL in its parts. Raises `BadDatabase` where Firestep cannot use it."""
    try:
        made = make_url(url)
    except (ArgumentError, ValueError):  # the URL is not repeated, because it may contain a password
        raise BadDatabase(
            "the URL in --database-url or FIRESTEP_DATABASE_URL cannot be read; write sqlite:///FILE or postgresql://USER@HOST/NAME"
        ) from None
    if made.drivername not in ("sqlite", "postgresql", "postgresql+psycopg"):
        raise BadDatabase(f"Firestep stores tables in SQLite or PostgreSQL, not in {made.drivername}; change the database URL")
    return made


def open_engine(url: str, readers: int = 8) -> Engine:
    if not url.startswith("sqlite"):
        return create_engine(
            url,
            pool_size=readers,
            max_overflow=readers,
            pool_pre_ping=True,
            pool_timeout=10,
            connect_args={"connect_timeout": 10, "options": PATIENCE},
        )
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30}, pool_size=readers, max_overflow=readers)

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")  # an acknowledged action also survives a loss of power
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return engine


def _config() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def migrate(engine: Engine) -> None:
    """Updates the schema. Several processes that start at once do it one after the other."""
    from alembic import command
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = _config()
    known = {s.revision for s in ScriptDirectory.from_config(config).walk_revisions()}
    with _in_turn(engine), engine.begin() as connection:
        now = MigrationContext.configure(connection).get_current_revision()
        if now is not None and now not in known:
            raise BadDatabase(f"the database is of a newer version ({now}); update Firestep, or restore the copy made before")
        if now is None and "tables" in inspect(connection).get_table_names():
            raise BadDatabase("the database has tables that are not Firestep's; name another with --database-url")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextlib.contextmanager
def _in_turn(engine: Engine) -> Iterator[None]:
    """Lets one process at a time run this block."""
    if engine.dialect.name == "postgresql":
        with engine.connect() as c:
            c.exec_driver_sql("SELECT pg_advisory_lock(1914)")
            try:
                yield
            finally:
                c.exec_driver_sql("SELECT pg_advisory_unlock(1914)")
        return
    file = engine.url.database
    if not file or file == ":memory:":
        yield
        return
    try:
        import fcntl
    except ImportError:  # not on Windows, where nobody starts two servers at once
        yield
        return
    handle = os.open(f"{file}.lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def prepare(url: str) -> None:
    """Checks an SQLite file before it is used, and makes it readable for this user only. Raises `BadDatabase` if it is unusable."""
    made = parts_of(url)
    if made.get_backend_name() != "sqlite" or not made.database or made.database == ":memory:":
        return
    file = Path(made.database)
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not file.exists():
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
            return
    except OSError as e:
        raise BadDatabase(f"the database {file} cannot be made ({e.strerror}); choose another place with --database-url") from None
    if file.stat().st_size == 0:
        wal = file.with_name(file.name + "-wal")
        if file.with_name(file.name + ".lock").exists() and (wal.exists() or _was_used(file)):
            raise BadDatabase(
                f"the database {file} is empty though it was in use; restore it from a copy, or remove it and "
                f"{file.name}.lock to start with a new one"
            )
        return
    if not os.access(file, os.W_OK) or not os.access(file.parent, os.W_OK):
        raise BadDatabase(f"the database {file} may not be written; change its owner or its mode")
    try:
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=30)) as c:
            found = c.execute("PRAGMA quick_check(1)").fetchone()
            if found[0] != "ok":
                raise sqlite3.DatabaseError(found[0])
    except sqlite3.OperationalError as e:
        if "locked" not in str(e):
            raise BadDatabase(f"the database {file} cannot be opened ({e}); restore it from a copy") from None
    except sqlite3.DatabaseError as e:
        raise BadDatabase(
            f"the database {file} is damaged or cut short ({e}); restore it from a copy, or run: firestep check-database"
        ) from None
    for each in (file, file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")):
        with contextlib.suppress(OSError):
            if each.exists() and each.stat().st_mode & 0o077:
                each.chmod(0o600)


def _was_used(file: Path) -> bool:
    """Returns whether an empty file once stored tables. A file beside it marks databases with tables."""
    with contextlib.suppress(OSError):
        return file.with_name(file.name + ".lock").read_bytes() == b"used"
    return False


class Store:
    """Reads and writes of one database."""

    def __init__(self, url: str, me: str = "", check: bool = True) -> None:
        self.me = me
        if check:
            prepare(url)
        self.engine = open_engine(url)
        #: several servers may use this database at once
        self.shared = self.engine.dialect.name == "postgresql"
        try:
            migrate(self.engine)
        except BadDatabase:
            self.engine.dispose()
            raise
        except DatabaseError as e:
            self.engine.dispose()
            raise BadDatabase(
                f"the database cannot be used ({str(e.orig)[:200].strip()}); check where it is and that it may be written"
            ) from None
        self._note_use()
        self._queue: queue.SimpleQueue[tuple[Work, str | None, Settle] | None] = queue.SimpleQueue()
        self.readers = FairThreads(4, "firestep-reader", each=2)
        self._closing = threading.Event()
        self._ear: threading.Thread | None = None
        self._tell: Callable[[str], None] | None = None
        self._writing: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="firestep-writer", daemon=True)
        self._thread.start()
        self.commits = 0
        self.writes = 0
        self.failures = 0

    def _note_use(self) -> None:
        file = self.engine.url.database
        if self.engine.dialect.name == "sqlite" and file and file != ":memory:":
            with contextlib.suppress(OSError):
                Path(f"{file}.lock").write_bytes(b"used")

    def close(self) -> None:
        self._closing.set()
        self._queue.put(None)
        self._thread.join(timeout=30)
        self.readers.close()
        if self._ear is not None:
            self._ear.join(timeout=5)
        self.engine.dispose()

    # -- reading -----------------------------------------------------------------------------------------------------

    def read(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs a query in the calling thread. `work` is a function of a connection and further arguments."""
        with self.engine.connect() as connection:
            return work(connection, *arguments)

    async def in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs a read in a thread that is kept for it."""
        return await self.readers.run(OWNER.get(), lambda: work(*arguments))

    async def reading(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs a query in a thread."""
        return await self.in_thread(self.read, work, *arguments)

    def do(self, work: Callable[[Connection], None], about: str | None = None) -> None:
        """Writes in the calling thread: for commands. Running servers are notified where possible."""
        with self.engine.begin() as connection:
            work(connection)
            if self.shared and about is not None:
                connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self.me or '-'} {about}"))

    # -- writing -----------------------------------------------------------------------------------------------------

    async def write(self, work: Callable[[Connection], T], about: str | None = None) -> T:
        """Runs work in a transaction and returns when it is on disk."""
        return await self.submit(work, about)

    def submit(self, work: Callable[[Connection], T], about: str | None = None) -> asyncio.Future[T]:
        """Queues work. The future is settled when it is on disk. The work may run twice; only the last result counts. Other servers
        are notified of the table it is `about`."""
        future, settle = answered_elsewhere()
        # the waiting task may be gone; then its failure is ignored
        future.add_done_callback(lambda f: f.cancelled() or f.exception())
        self._queue.put((work, about, settle))
        return future

    def _run(self) -> None:
        seen = self._notice_changes(None)
        while True:
            try:
                item = self._queue.get(timeout=1.0)
            except queue.Empty:
                seen = self._notice_changes(seen)
                continue
            if item is None:
                break
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
                break
        if self._writing is not None:
            self._writing.close()

    def _notice_changes(self, seen: int | None) -> int | None:
        """Notices whether another process wrote to an SQLite file: a command of the administrator, or a second server."""
        if self.shared:
            return None
        try:
            with self._connection().begin():
                now = int(self._connection().exec_driver_sql("PRAGMA data_version").scalar_one())
        except SQLAlchemyError:
            return seen
        if seen is not None and now != seen and self._tell is not None:
            self._tell("?")
        return now

    def _connection(self) -> Connection:
        """The writer's own connection. Only it writes, so any other change comes from another process."""
        if self._writing is None:
            self._writing = self.engine.connect()
        return self._writing

    def _commit(self, batch: list[tuple[Work, str | None, Settle]]) -> None:
        try:
            connection = self._connection()
            with connection.begin():
                values = [work(connection) for work, _, _ in batch]
                said = sorted({f"{self.me} {about}" for _, about, _ in batch if about is not None})
                if self.shared and said:
                    connection.exec_driver_sql("SELECT pg_notify(%s, said) FROM unnest(%s::text[]) AS said", (CHANNEL, said))
        except Exception as e:
            if not isinstance(e, IntegrityError) and self._writing is not None:  # the connection may be broken; the next one is new
                with contextlib.suppress(Exception):
                    self._writing.invalidate()
                with contextlib.suppress(Exception):
                    self._writing.close()
                self._writing = None
            if len(batch) > 1:  # one of them failed: run each by itself
                for item in batch:
                    self._commit([item])
                return
            self.failures += 1
            if isinstance(e, IntegrityError):
                batch[0][2](None, Conflict())
            else:
                if not isinstance(e, SQLAlchemyError):
                    log.exception("a write failed")
                batch[0][2](None, StorageFailed(type(e).__name__))
            return
        self.commits += 1
        self.writes += len(batch)
        for value, (_, _, settle) in zip(values, batch, strict=True):
            settle(value, None)

    # -- hearing of others -------------------------------------------------------------------------------------------

    def listen(self, tell: Callable[[str], None], loop: asyncio.AbstractEventLoop) -> None:
        """Calls `tell` on the event loop with changes by other processes: `SERVER TABLE`, or `?` if it may be any table."""

        def from_thread(said: str) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(tell, said)

        self._tell = from_thread
        if self.shared:
            self._ear = threading.Thread(target=self._hear, args=(from_thread, tell, loop), name="firestep-ear", daemon=True)
            self._ear.start()

    def _heed(self, c: Any, tell: Callable[[str], None], loop: asyncio.AbstractEventLoop) -> None:
        """Passes on the notices of other servers until the connection ends.

        The event loop itself reads them from the database driver. Every server gets a notice of every click, and waking a thread
        for each would cost as much as sending a patch.
        """
        own, socket, ended = f"{self.me} ".encode(), c.pgconn.socket, threading.Event()
        errors: list[Exception] = []

        def come() -> None:
            try:
                c.pgconn.consume_input()
                while said := c.pgconn.notifies():
                    if not said.extra.startswith(own):
                        loop.call_soon(tell, said.extra.decode())
            except Exception as e:
                errors.append(e)
                stop()

        def start() -> None:
            try:
                loop.add_reader(socket, come)
            except Exception as e:
                errors.append(e)
                ended.set()

        def stop() -> None:
            loop.remove_reader(socket)
            ended.set()

        try:
            loop.call_soon_threadsafe(start)
            while not ended.wait(0.5) and not self._closing.is_set():
                pass
            if not ended.is_set():
                loop.call_soon_threadsafe(stop)
                ended.wait(2)
        except RuntimeError:  # the loop has ended
            return
        if errors:
            raise errors[0]

    def _hear(self, from_thread: Callable[[str], None], tell: Callable[[str], None], loop: asyncio.AbstractEventLoop) -> None:
        import psycopg

        words = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        first = True
        while not self._closing.is_set():
            try:
                with psycopg.connect(words, autocommit=True, connect_timeout=10) as c:
                    c.execute(f"LISTEN {CHANNEL}")
                    c.execute("SELECT pg_advisory_lock_shared(%s)", (KEY,))  # a server uses this database: see `lock`
                    if not first:  # notices may have been missed while no connection listened
                        from_thread("?")
                    first = False
                    self._heed(c, tell, loop)
            except (psycopg.Error, OSError, NotImplementedError) as e:
                first = False
                if not self._closing.is_set():
                    log.warning("other servers cannot be heard now: %s", e)
                    time.sleep(0.5)
