"""The commands for the admin of a server: what they refuse, and that a restore never loses what a running server stores."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine

from firestep.cli import main
from firestep.server.admin import commands
from firestep.server.storage.lock import InUse, held
from firestep.server.storage.store import Store, parts_of

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command with a data folder of its own: exit code, standard output, standard error."""
    for name in list(os.environ):
        if name.startswith("FIRESTEP_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("FIRESTEP_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def go(*words: str) -> tuple[int, str, str]:
        capfd.readouterr()
        try:
            code = main(list(words))
        except SystemExit as e:
            code = int(e.code or 0)
        found = capfd.readouterr()
        return code, found.out, found.err

    return go


@pytest.fixture
def database(run: Run, tmp_path: Path) -> Path:
    """A database of this version in the data folder, with no tables."""
    file = tmp_path / "data" / "firestep.db"
    Store(f"sqlite:///{file}").close()
    return file


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[None]:
    """`firestep serve` in a process of its own."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("FIRESTEP_")}
    env |= {"FIRESTEP_DATA": str(folder / "data"), "FIRESTEP_DRAW_AHEAD": "off", "PYTHONUNBUFFERED": "1"}
    words = [sys.executable, "-m", "firestep", "serve", "--no-open", "--port", "0"]
    server = subprocess.Popen(words, cwd=folder, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        assert server.stdout is not None
        assert any(re.search(r"http://127\.0\.0\.1:\d+/", line) for line in server.stdout)
        yield
    finally:
        server.terminate()
        server.wait(20)
        if server.stdout is not None:
            server.stdout.close()


def mark(file: Path, word: str) -> None:
    """Write a word into a database, to tell it from another."""
    with contextlib.closing(sqlite3.connect(file)) as c:
        c.execute("CREATE TABLE mark (word TEXT)")
        c.execute("INSERT INTO mark VALUES (?)", (word,))
        c.commit()


def marked(file: Path) -> str:
    with contextlib.closing(sqlite3.connect(file)) as c:
        return str(c.execute("SELECT word FROM mark").fetchone()[0])


def test_restore_and_repair_are_refused_while_a_server_runs(run: Run, database: Path, tmp_path: Path) -> None:
    assert run("backup", "copy.db")[0] == 0
    mark(database, "played after the copy")
    with serving(tmp_path):
        before = database.stat().st_ino
        for words in (("restore", "copy.db", "--force"), ("check-database", "--repair")):
            code, out, err = run(*words)
            assert (code, out) == (2, "") and "a server or another command uses this database" in err
        assert database.stat().st_ino == before and marked(database) == "played after the copy"
        assert run("tables", "list")[0] == run("check-database")[0] == run("backup", "while-it-runs.db")[0] == 0
    code, out, err = run("restore", "copy.db", "--force")
    assert code == 0 and out == f"0 tables restored to {database}\n", err
    with contextlib.closing(sqlite3.connect(database)) as c:
        assert not c.execute("SELECT name FROM sqlite_master WHERE name = 'mark'").fetchall()
    assert database.stat().st_mode & 0o077 == 0 and not database.with_name("firestep.db.part").exists()
    assert run("check-database")[0] == 0


def test_no_server_starts_while_the_database_is_restored(run: Run, database: Path) -> None:
    with held(parts_of(f"sqlite:///{database}"), alone=True):
        code, out, err = run("serve", "--no-open", "--port", "0")
        assert (code, out) == (2, "") and "try again later" in err and err.startswith("firestep: ")
        assert "try again later" in run("tables", "list")[2]


def test_a_restore_that_fails_leaves_the_old_database(run: Run, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("backup", "copy.db")[0] == 0
    mark(database, "old")

    def full(*names: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    for name in ("replace", "fsync"):
        with monkeypatch.context() as m:
            m.setattr(commands.os, name, full)
            code, _, err = run("restore", "copy.db", "--force")
        assert code == 2 and "No space left" in err and "the database is as it was" in err
        assert marked(database) == "old" and not database.with_name("firestep.db.part").exists()
    Path("half.db").write_bytes(Path("copy.db").read_bytes()[:20_000])
    assert run("restore", "half.db", "--force")[0] == 2 and marked(database) == "old"


def test_a_restore_takes_nothing_from_the_log_of_the_old_database(run: Run, database: Path) -> None:
    """What the old database has in its write-ahead log must not be read as part of the new one."""
    assert run("backup", "copy.db")[0] == 0
    mark(database, "old")
    with contextlib.closing(sqlite3.connect(database)) as c:  # a crash leaves the log behind: keep a copy of it
        c.execute("UPDATE mark SET word = 'logged'")
        c.commit()
        log = database.with_name("firestep.db-wal").read_bytes()
    assert log
    database.with_name("firestep.db-wal").write_bytes(log)
    assert run("restore", "copy.db", "--force")[0] == 0
    assert not database.with_name("firestep.db-wal").exists()
    with contextlib.closing(sqlite3.connect(database)) as c:
        assert c.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert not c.execute("SELECT name FROM sqlite_master WHERE name = 'mark'").fetchall()


def test_a_server_on_postgres_holds_an_advisory_lock(postgres_url: str) -> None:
    base = postgres_url.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(base, isolation_level="AUTOCOMMIT")
    with engine.connect() as c:  # a database of its own: servers of other tests hold the lock of theirs
        c.exec_driver_sql("DROP DATABASE IF EXISTS upkeep")
        c.exec_driver_sql("CREATE DATABASE upkeep")
    engine.dispose()
    url = base.rsplit("/", 1)[0] + "/upkeep"
    with held(parts_of(url), alone=True), pytest.raises(InUse), held(parts_of(url), alone=True):
        pass
    store = Store(url)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        store.listen(lambda said: None, loop)
        for _ in range(100):
            try:
                with held(parts_of(url), alone=True):
                    store._closing.wait(0.1)
            except InUse:
                break
        else:
            raise AssertionError("the server holds no lock")
    finally:
        store.close()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
    with held(parts_of(url), alone=True):
        pass


@pytest.mark.parametrize(
    "words", [("tables", "list"), ("check-database",), ("check-database", "--repair"), ("carry-over",), ("backup", "b")]
)
def test_a_database_that_is_not_there_is_not_made(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    for more in ((), ("--database-url", f"sqlite:///{tmp_path}/typo.db")):
        code, out, err = run(*words, *more)
        assert (code, out) == (2, "") and "there is no database" in err
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "url", ["foo", "mysql://me:secret@host/name", "postgresql://me:secret@host:port/name", "postgresql+nothing://h/n"]
)
@pytest.mark.parametrize(
    "words",
    [
        ("serve", "--no-open", "--port", "0"),
        ("tables", "list"),
        ("check-database",),
        ("carry-over",),
        ("backup", "b"),
        ("restore", "b"),
    ],
)
def test_a_bad_database_url_is_one_sentence(run: Run, tmp_path: Path, words: tuple[str, ...], url: str) -> None:
    (tmp_path / "b").write_bytes(b"")
    if words == ("backup", "b"):
        words = ("backup", "c")
    code, out, err = run(*words, "--database-url", url)
    assert (code, out) == (2, "") and err.startswith("firestep: ") and err.count("\n") == 1 and "secret" not in err


def test_a_setting_that_cannot_be_read_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRESTEP_WORKERS", "two")
    for words in (("tables", "list"), ("serve", "--no-open", "--port", "0")):
        code, out, err = run(*words)
        assert (code, out) == (2, "") and "docs/server.md" in err and err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "advice"), [(("--port", "99999"), "--port"), (("--host", "no.such.host.invalid", "--port", "0"), "--host")]
)
def test_serve_names_the_option_that_helps(run: Run, words: tuple[str, ...], advice: str) -> None:
    code, out, err = run("serve", "--no-open", *words)
    assert (code, out) == (2, "") and err.startswith("firestep: cannot listen") and advice in err.split("choose another")[1]


def test_tables_are_listed_in_json(run: Run, database: Path) -> None:
    assert run("tables", "list", "--json") == (0, "[]\n", "")
    with contextlib.closing(sqlite3.connect(database)) as c:
        needed = {r[1]: "" for r in c.execute("PRAGMA table_info(tables)") if r[3] and r[4] is None}
        row = needed | {"id": "abc", "game": "wwi", "scenario": "free", "updated": 86_400, "waiting": -1}
        c.execute(f"INSERT INTO tables ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))
        c.commit()
    [found] = json.loads(run("tables", "list", "--json")[1])
    updated = "1970-01-02T00:00:00Z"
    assert found == {"id": "abc", "game": "wwi", "scenario": "free", "updated": updated, "state": "over", "reason": None}
    code, out, err = run("tables", "delete", "abc", "--json")
    assert (code, out) == (2, "") and "--json" in err


def test_an_empty_database_says_that_there_are_no_tables(run: Run, database: Path) -> None:
    assert run("tables", "list") == (0, "", "there are no tables\n")
    assert run("check-database")[1] == "0 tables, 0 with faults\n"
    assert run("carry-over")[1] == "0 tables can continue unchanged (use --write), 0 would change, 0 cannot continue\n"
    assert run("carry-over", "--write")[1] == "0 tables continued unchanged, 0 changed, 0 cannot continue\n"
