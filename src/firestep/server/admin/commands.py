"""The commands for the administrator of a server: check the database, copy it, carry games over, repair and delete tables."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firestep.engine.errors import FirestepError

# Modules of the server are imported inside functions: the parser of commands works without the packages of `firestep[web]`.


def add_parser(subparsers: Any) -> None:
    def command(name: str, run: Any, help: str, *examples: str, note: str = "") -> argparse.ArgumentParser:
        about = f"{help[0].upper()}{help[1:]}. {note}".strip()
        shown = "examples:\n" + "\n".join(f"  firestep {name}{' ' if words else ''}{words}" for words in examples)
        p: argparse.ArgumentParser = subparsers.add_parser(name, help=help, description=about, epilog=shown)
        p.add_argument("--database-url", help="where the tables are kept (default: FIRESTEP_DATABASE_URL, or the data folder)")
        p.set_defaults(run=run)
        return p

    p = command(
        "check-database",
        check,
        "look through a server's database, entry by entry",
        "",
        "--table k3x9…",
        "--repair",
        note="Exit code 1: something is damaged. Stop the server before --repair, and make a backup.",
    )
    p.add_argument("--repair", action="store_true", help="repair what a table's history can repair; close the other tables")
    p.add_argument("--table", help="look at this table only")
    p = command(
        "carry-over",
        carry_over,
        "play running games of older rules again under those of this program",
        "",
        "--write",
        note="Says of each table whether it goes on unchanged. Nothing is written without --write.",
    )
    p.add_argument("--write", action="store_true", help="let unchanged games go on under the new rules")
    p = command("backup", backup, "copy a server's database while it runs", "tables-monday.db")
    p.add_argument("file", type=Path, help="where the copy goes")
    p = command("restore", restore, "replace the database with a copy made by 'backup'; stop the server first", "tables-monday.db")
    p.add_argument("file", type=Path)
    p.add_argument("--force", action="store_true", help="replace a database that is not empty")
    p = command(
        "tables", tables, "list, close, reopen or delete tables; give a seat a new key", "list", "close k3x9…", "renew k3x9… allied"
    )
    p.add_argument("do", choices=("list", "close", "reopen", "delete", "renew"))
    p.add_argument("id", nargs="?", help="the table")
    p.add_argument("seat", nargs="?", help="the seat, for renew")
    p.add_argument("--reason", default="by the administrator of this server", help="why it is closed")
    p.add_argument("--yes", action="store_true", help="do not ask before deleting")
    p.add_argument("--json", action="store_true", help="list: answer in JSON")


def _settings(arguments: argparse.Namespace) -> Any:
    try:
        from firestep.server.settings import Settings, run_plugins
        from firestep.server.storage.store import BadDatabase, parts_of
    except ImportError as e:
        raise FirestepError(f"this needs more than is installed ({e.name}); install it with: pip install 'firestep[web]'") from None
    try:
        made = Settings.from_env(database_url=arguments.database_url)
        parts_of(made.database_url)
    except BadDatabase as e:
        raise FirestepError(str(e)) from None
    except ValueError as e:
        raise FirestepError(f"a setting of the environment cannot be read ({e}); see docs/server.md") from None
    run_plugins(made.plugins)
    return made


@contextlib.contextmanager
def _locked(url: str, alone: bool = False) -> Iterator[None]:
    """Holds the lock of the database. Refuses a command that needs the database alone while a server runs."""
    from firestep.server.storage.lock import InUse, held
    from firestep.server.storage.store import parts_of

    try:
        with held(parts_of(url), alone):
            yield
    except InUse:
        if alone:
            raise FirestepError("a server or another command uses this database; stop it first") from None
        raise FirestepError("the database is being restored or repaired; try again later") from None
    except ConnectionError as e:
        raise FirestepError(str(e)) from None


def _existing(url: str) -> Path | None:
    """Returns the file of an SQLite database, which must exist; None for PostgreSQL."""
    file = _sqlite_file(url)
    if file is not None and not (file.exists() and file.stat().st_size):
        raise FirestepError(f"there is no database {file}; name it with --database-url")
    return file


@contextlib.contextmanager
def _store(arguments: argparse.Namespace, alone: bool = False) -> Any:
    """Opens a database that exists already. `alone`: only if no server uses it."""
    url = _settings(arguments).database_url
    _existing(url)
    from firestep.server.storage.store import BadDatabase, Store

    with _locked(url, alone):
        try:
            store = Store(url)
        except BadDatabase as e:
            raise FirestepError(str(e)) from None
        try:
            yield store
        finally:
            store.close()


def check(arguments: argparse.Namespace) -> int:
    from firestep.server.storage import repair

    with _store(arguments, alone=arguments.repair) as store:
        faults = repair.sound(store)
        for line in faults:
            print(f"the file: {line}")
        all_of_them = repair.ids(store)
        if arguments.table and arguments.table not in all_of_them:
            raise FirestepError(f"there is no table {arguments.table}; see: firestep tables list")
        bad = left = 0
        for id in [arguments.table] if arguments.table else all_of_them:
            found = repair.check(store, id, arguments.repair)
            bad += bool(found.faults)
            left += bool(found.faults) and not found.mended
            for line in found.faults:
                print(f"{id} ({found.game}): {line}")
            for line in found.mended:
                print(f"{id} ({found.game}): repaired: {line}")
        print(f"{_tables(len(all_of_them))}, {bad} with faults" + (f", {bad - left} repaired" if arguments.repair else ""))
        return 1 if faults or (left if arguments.repair else bad) else 0


def carry_over(arguments: argparse.Namespace) -> int:
    from firestep.server.storage import repair

    with _store(arguments) as store:
        count = {"unchanged": 0, "changed": 0, "stopped": 0}
        for each in repair.carry_over(store, arguments.write):
            count[each.how] += 1
            why = f": {each.why}" if each.why else ""
            print(f"{each.id} ({each.game}, rules {each.rules[0]} to {each.rules[1]}): {each.how}{why}")
        same, changed, stopped = count["unchanged"], count["changed"], count["stopped"]
        print(
            f"{_tables(same)} continued unchanged, {changed} changed, {stopped} cannot continue"
            if arguments.write
            else f"{_tables(same)} can continue unchanged (use --write), {changed} would change, {stopped} cannot continue"
        )
        return 0


# -- copies ----------------------------------------------------------------------------------------------------------


def _tables(count: int) -> str:
    return f"{count} table{'' if count == 1 else 's'}"


def _sqlite_file(url: str) -> Path | None:
    from firestep.server.storage.store import parts_of

    parts = parts_of(url)
    return Path(parts.database or ":memory:") if parts.get_backend_name() == "sqlite" else None


def _copy(source: Path, target: Path) -> None:
    """Copies an SQLite database to a new file, checks the copy and writes it to the disk."""
    target.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as c:
        c.execute("VACUUM INTO ?", (str(target),))
    with contextlib.closing(sqlite3.connect(target)) as c:
        if c.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError("the copy is damaged")
    target.chmod(0o600)
    with target.open("rb") as f:
        os.fsync(f.fileno())


def backup(arguments: argparse.Namespace) -> int:
    """Copies a database in use, as it is at one moment."""
    url = _settings(arguments).database_url
    out: Path = arguments.file
    if out.exists():
        raise FirestepError(f"{out} exists already; choose another name")
    file = _existing(url)
    if file is None:
        words = ["pg_dump", "--format=custom", "--no-owner", f"--file={out}", url.replace("postgresql+psycopg://", "postgresql://")]
        return _run(words, out)
    part = out.with_name(out.name + ".part")
    try:
        _copy(file, part)
        part.replace(out)
    except (sqlite3.Error, OSError) as e:
        raise FirestepError(f"the database cannot be copied ({e}); look at it with: firestep check-database") from None
    finally:
        part.unlink(missing_ok=True)
    print(f"copied to {out} ({out.stat().st_size} bytes)")
    return 0


def restore(arguments: argparse.Namespace) -> int:
    """Replaces the database by a copy. Refuses while a server runs. If it fails, the old database stays."""
    url, copy = _settings(arguments).database_url, arguments.file
    if not copy.exists():
        raise FirestepError(f"there is no file {copy}")
    file = _sqlite_file(url)
    if file is not None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as e:
            raise FirestepError(f"cannot write {file} ({e.strerror or e}); choose another place with --database-url") from None
    with _locked(url, alone=True):
        if file is None:
            words = [
                "pg_restore",
                "--clean",
                "--if-exists",
                "--no-owner",
                "--single-transaction",
                f"--dbname={url.replace('postgresql+psycopg://', 'postgresql://')}",
                str(copy),
            ]
            return _run(words, copy)
        return _replace(file, copy, arguments.force)


def _replace(file: Path, copy: Path, force: bool) -> int:
    try:
        with contextlib.closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as c:
            count = c.execute("SELECT count(*) FROM tables").fetchone()[0]
    except sqlite3.Error as e:
        raise FirestepError(f"{copy} is not a copy of a database ({e})") from None
    if file.exists() and file.stat().st_size and not force:
        raise FirestepError(f"{file} exists already; use --force to replace it")
    part = file.with_name(file.name + ".part")
    try:
        _copy(copy, part)
        _fold(file)
        os.replace(part, file)
    except (sqlite3.Error, OSError) as e:
        raise FirestepError(f"the copy cannot be restored ({e}); the database is as it was") from None
    finally:
        part.unlink(missing_ok=True)
    print(f"{_tables(count)} restored to {file}")
    return 0


def _fold(file: Path) -> None:
    """Moves the write-ahead log into the old file and removes the log. Otherwise it would be read as part of the new file."""
    if file.exists() and file.stat().st_size:
        with contextlib.suppress(sqlite3.DatabaseError), contextlib.closing(sqlite3.connect(file)) as c:
            if c.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                raise FirestepError(f"another program has {file} open; stop it first")
    for suffix in ("-wal", "-shm"):  # the database is damaged; the copy replaces it
        file.with_name(file.name + suffix).unlink(missing_ok=True)


def _run(words: list[str], file: Path) -> int:
    try:
        found = subprocess.run(words, capture_output=True, text=True)
    except FileNotFoundError:
        raise FirestepError(f"{words[0]} is not installed; it comes with PostgreSQL's client programs") from None
    if found.returncode:
        raise FirestepError(f"{words[0]} failed: {' '.join(found.stderr.split())[:300]}")
    print(f"{words[0]}: {file}")
    return 0


# -- tables ----------------------------------------------------------------------------------------------------------


def _row(table: Any) -> dict[str, Any]:
    """Returns a row of the list of tables."""
    return {
        "id": table.id,
        "game": table.game,
        "scenario": table.scenario,
        "updated": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(table.updated)),
        "state": "closed" if table.closed else "over" if table.waiting < 0 else "running",
        "reason": table.closed or None,
    }


def tables(arguments: argparse.Namespace) -> int:
    from sqlalchemy import select

    from firestep.games import game
    from firestep.server.http.tokens import hashed, new_invitation
    from firestep.server.storage import rows, schema

    if arguments.json and arguments.do != "list":
        raise FirestepError(f"only 'tables list' answers in JSON; leave --json out of 'tables {arguments.do}'")
    with _store(arguments) as store:
        if arguments.do == "list":
            b = schema.tables.c
            query = select(b.id, b.game, b.scenario, b.updated, b.waiting, b.closed).order_by(b.updated)
            found = store.read(lambda c: c.execute(query).all())
            if arguments.json:
                print(json.dumps([_row(r) for r in found], indent=1, ensure_ascii=False))
                return 0
            if not found:
                print("there are no tables", file=sys.stderr)
            for row in map(_row, found):
                state = f"closed: {row['reason']}" if row["reason"] else row["state"]
                print(f"{row['id']}  {row['updated'][:16].replace('T', ' ')}  {row['game']} {row['scenario']}  {state}")
            return 0
        head = store.read(rows.head, arguments.id or "")
        if head is None:
            raise FirestepError(f"there is no table '{arguments.id or ''}'; see: firestep tables list")
        about = arguments.id
        if arguments.do == "delete":
            if not arguments.yes and input(f"delete table {about} with all its data? (yes/no) ") != "yes":
                print("nothing was deleted")
                return 1
            store.do(lambda c: rows.delete_table(c, about), about)
            print(f"{about} is deleted")
        elif arguments.do in ("close", "reopen"):
            store.do(lambda c: rows.set_table(c, about, {"closed": arguments.reason if arguments.do == "close" else None}), about)
            print(f"{about} is {'closed' if arguments.do == 'close' else 'open again'}")
        else:
            seats = game(head["game"]).seats
            if arguments.seat not in seats:
                raise FirestepError(f"name the seat: {' or '.join(seats)}")
            k = seats.index(arguments.seat)
            word = new_invitation()
            gone = [r["hash"] for r in head["keys"] if r["seat"] == k]
            key = {
                "hash": hashed(word),
                "table_id": about,
                "seat": k,
                "kind": "invitation",
                "became": None,
                "made": int(time.time()),
            }
            store.do(lambda c: rows.new_keys(c, about, gone, key), about)
            print(json.dumps({"table": about, "seat": arguments.seat, "link": f"/table/{about}#{word}"}))
            print("all earlier keys of this seat are void", file=sys.stderr)
        return 0
