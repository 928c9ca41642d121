"""The lock of a database: servers hold it together, and a command that replaces or repairs the database needs it alone.

SQLite: a lock of the operating system on a file beside the database, which ends with the process that holds it. PostgreSQL: an
advisory lock. A server holds that one on the connection on which it listens (`Store.listen`), so that it takes it again after an
outage.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.engine import URL

#: the advisory lock of PostgreSQL
KEY = 1918


class InUse(Exception):
    """Another process holds the lock in a way that excludes this one."""


@contextlib.contextmanager
def held(url: URL, alone: bool = False) -> Iterator[None]:
    """Holds the lock of a database, together with others or `alone`. Raises `InUse` at once if that is not possible."""
    if url.get_backend_name() == "postgresql":
        with _advisory(url) if alone else contextlib.nullcontext():
            yield
    elif url.database and url.database != ":memory:":
        with _beside(Path(url.database), alone):
            yield
    else:
        yield


@contextlib.contextmanager
def _beside(file: Path, alone: bool) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # Windows itself refuses to replace a file that a server has open
        yield
        return
    handle = os.open(file.with_name(file.name + ".serve"), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse from None
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def _advisory(url: URL) -> Iterator[None]:
    import psycopg

    words = url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        connection = psycopg.connect(words, autocommit=True, connect_timeout=10)
    except psycopg.OperationalError as e:
        raise ConnectionError(f"the database cannot be reached: {e}") from None
    with connection as c:
        found = c.execute("SELECT pg_try_advisory_lock(%s)", (KEY,)).fetchone()
        if found is None or not found[0]:
            raise InUse
        yield
