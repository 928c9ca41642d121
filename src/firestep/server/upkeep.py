"""The commands of whoever keeps a server: look through the database, copy it, carry games over, mend and delete tables."""

from __future__ import annotations

import argparse
import contextlib
import json
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from firestep.engine.errors import FirestepError


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
    p.add_argument("--repair", action="store_true", help="mend what a table's history can mend; close what it cannot")
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
    p = command(
        "restore",
        restore,
        "put a copy made by 'backup' in the place of the database; the server must be stopped",
        "tables-monday.db",
    )
    p.add_argument("file", type=Path)
    p.add_argument("--force", action="store_true", help="replace a database that is not empty")
    p = command(
        "tables", tables, "list, close, reopen or delete tables; give a seat a new key", "list", "close k3x9…", "renew k3x9… allied"
    )
    p.add_argument("do", choices=("list", "close", "reopen", "delete", "renew"))
    p.add_argument("id", nargs="?", help="the table")
    p.add_argument("seat", nargs="?", help="the seat, for renew")
    p.add_argument("--reason", default="by the keeper of this server", help="why it is closed")
    p.add_argument("--yes", action="store_true", help="do not ask before deleting")


def _settings(arguments: argparse.Namespace) -> Any:
    try:
        from firestep.server.settings import Settings, run_plugins
    except ImportError as e:
        raise FirestepError(f"this needs more than is installed ({e.name}); install it with: pip install 'firestep[web]'") from None
    made = Settings.from_env(database_url=arguments.database_url)
    run_plugins(made.plugins)
    return made


@contextlib.contextmanager
def _store(arguments: argparse.Namespace, look: bool = True) -> Any:
    from firestep.server.store import BadDatabase, Store

    try:
        store = Store(_settings(arguments).database_url, check=look)
    except BadDatabase as e:
        raise FirestepError(str(e)) from None
    try:
        yield store
    finally:
        store.close()


def check(arguments: argparse.Namespace) -> int:
    from firestep.server import repair

    with _store(arguments) as store:
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
                print(f"{id} ({found.game}): mended: {line}")
        print(f"{len(all_of_them)} tables, {bad} with faults" + (f", {bad - left} mended" if arguments.repair else ""))
        return 1 if faults or (left if arguments.repair else bad) else 0


def carry_over(arguments: argparse.Namespace) -> int:
    from firestep.server import repair

    with _store(arguments) as store:
        count = {"unchanged": 0, "changed": 0, "stopped": 0}
        for each in repair.carry_over(store, arguments.write):
            count[each.how] += 1
            why = f": {each.why}" if each.why else ""
            print(f"{each.id} ({each.game}, rules {each.rules[0]} to {each.rules[1]}): {each.how}{why}")
        done = "go on" if arguments.write else "would go on (say --write)"
        print(
            f"{count['unchanged']} {done} unchanged, {count['changed']} would differ, {count['stopped']} cannot be played on; "
            "the others can still be read and saved"
        )
        return 0


# -- copies ----------------------------------------------------------------------------------------------------------


def _sqlite_file(url: str) -> Path | None:
    return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None


def backup(arguments: argparse.Namespace) -> int:
    """A whole and quiet copy of a database in use."""
    url = _settings(arguments).database_url
    out: Path = arguments.file
    if out.exists():
        raise FirestepError(f"{out} is there already; name a new file")
    file = _sqlite_file(url)
    if file is None:
        words = ["pg_dump", "--format=custom", "--no-owner", f"--file={out}", url.replace("postgresql+psycopg://", "postgresql://")]
        return _run(words, out)
    if not file.exists():
        raise FirestepError(f"there is no database {file}; name it with --database-url")
    part = out.with_name(out.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as c:
            c.execute("VACUUM INTO ?", (str(part),))
        with contextlib.closing(sqlite3.connect(part)) as c:
            if c.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
                raise FirestepError("the copy is damaged; look at the database: firestep check-database")
        part.chmod(0o600)
        part.replace(out)
    except sqlite3.Error as e:
        part.unlink(missing_ok=True)
        raise FirestepError(f"the database cannot be copied ({e})") from None
    print(f"copied to {out} ({out.stat().st_size} bytes)")
    return 0


def restore(arguments: argparse.Namespace) -> int:
    url, copy = _settings(arguments).database_url, arguments.file
    if not copy.exists():
        raise FirestepError(f"there is no file {copy}")
    file = _sqlite_file(url)
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
    try:
        with contextlib.closing(sqlite3.connect(f"file:{copy}?mode=ro", uri=True)) as c:
            count = c.execute("SELECT count(*) FROM tables").fetchone()[0]
    except sqlite3.Error as e:
        raise FirestepError(f"{copy} is not a copy of a database ({e})") from None
    if file.exists() and file.stat().st_size and not arguments.force:
        raise FirestepError(f"{file} is there already; say --force to replace it")
    for old in (file, file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")):
        old.unlink(missing_ok=True)
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    file.write_bytes(copy.read_bytes())
    file.chmod(0o600)
    print(f"{count} tables restored to {file}")
    return 0


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


def tables(arguments: argparse.Namespace) -> int:
    from sqlalchemy import select

    from firestep.games import game
    from firestep.server import rows, schema
    from firestep.server.tokens import hashed, new_invitation

    with _store(arguments) as store:
        if arguments.do == "list":
            b = schema.tables.c
            query = select(b.id, b.game, b.scenario, b.updated, b.waiting, b.closed).order_by(b.updated)
            for r in store.read(lambda c: c.execute(query).all()):
                when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(r.updated))
                state = f"closed: {r.closed}" if r.closed else "over" if r.waiting < 0 else "running"
                print(f"{r.id}  {when}  {r.game} {r.scenario}  {state}")
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
