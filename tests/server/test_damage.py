"""Damage stays small: stored states, entries, whole files; rules that have changed; what the administrator can do about it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from alembic import command
from server_conftest import PLUGIN, Running, Seated, settings_for
from sqlalchemy import create_engine, select, text, update

from firestep.cli import main
from firestep.engine import record as records
from firestep.games import GAMES
from firestep.server.storage import rows, schema
from firestep.server.storage.store import BadDatabase, Store, _config, open_engine, prepare


def long_table(server: Running, count: int = 70) -> Seated:
    t = server.table(scenario="siege")
    t.play(count, seed=3)
    return t


def change(server: Running, statement: Any) -> None:
    server.manager.store.do(lambda c: c.execute(statement) and None)
    server.manager.tables.clear()


def cli(server: Running, *words: str, code: int = 0) -> str:
    """What a command of the administrator prints. It runs in this process, which is ten times as fast as a new one."""
    env = {"FIRESTEP_PLUGINS": PLUGIN, "FIRESTEP_DATA": str(server.settings.web.parent)}
    said, complained = StringIO(), StringIO()
    with patch.dict(os.environ, env), redirect_stdout(said), redirect_stderr(complained):
        found = main([*words, "--database-url", server.settings.database_url])
    told = said.getvalue() + complained.getvalue()
    assert found == code, told
    return told


# -- tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"nonsense", b"x\x9c\x03", "cut"])
def test_a_damaged_state_falls_back_to_the_history(new_server: Any, data: Any) -> None:
    """M1: 500 for every call, the record included, though all entries were there."""
    server = new_server(snapshot_every=10)
    t = long_table(server)
    before = t.see("red")
    stored = server.manager.store.read(lambda c: c.execute(select(schema.snapshots.c.data)).scalars().all())
    broken = stored[-1][:40] if data == "cut" else data
    change(server, update(schema.snapshots).where(schema.snapshots.c.seq > 20).values(data=broken))
    after = t.see("red")
    assert {k: after[k] for k in ("board", "seq", "decision", "journal", "undo")} == {
        k: before[k] for k in ("board", "seq", "decision", "journal", "undo")
    }
    change(server, update(schema.snapshots).values(data=broken))
    assert t.see("red")["board"] == before["board"], "from the beginning, if there is no other way"
    t.act(t.see()["decision"]["actions"][0])


def test_one_bad_table_stops_no_other(new_server: Any) -> None:
    """M1: one damaged table at the front, and none of four bot tables went on after a restart, silently."""
    first = new_server()
    made = [first.table(scenario="siege", seats=[{"kind": "here"}, {"kind": "bot", "bot": "random"}]) for _ in range(4)]
    for t in made:
        t.post("red", "/bot/cancel")
        t.act("general red-1", "red")
    bad = sorted(made, key=lambda t: t.id)[0]

    def spoil(c: Any) -> None:
        c.execute(update(schema.tables).values(bots_paused=False))
        c.execute(update(schema.actions).where(schema.actions.c.table_id == bad.id).values(journal="[nonsense"))
        c.execute(update(schema.snapshots).where(schema.snapshots.c.table_id == bad.id).values(data=b"x"))

    first.manager.store.do(spoil)
    first.stop()
    second = new_server()
    good = [t for t in made if t is not bad]
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline and not all(
        t.id in second.manager.tables and second.manager.tables[t.id].seq == 2 for t in good
    ):
        time.sleep(0.05)
    assert all(second.manager.tables[t.id].seq == 2 for t in good)
    bad.server = second
    refused = bad.get("red")
    assert refused.status_code == 409 and "check-database" in refused.json()["error"]


def test_check_database_tells_and_repairs(new_server: Any) -> None:
    server = new_server(snapshot_every=10)
    whole, states, entry, marks, lost = (long_table(server, 40) for _ in range(5))
    before = {t.id: t.see("red")["board"] for t in (states, entry, marks)}
    assert "5 tables, 0 with faults" in cli(server, "check-database")
    a, s, m = schema.actions.c, schema.snapshots.c, schema.marks.c
    change(server, update(schema.snapshots).where(s.table_id == states.id).values(data=b"x"))
    change(server, update(schema.actions).where(a.table_id == entry.id, a.seq == 7).values(journal="[0,[]]"))
    change(server, update(schema.marks).where(m.table_id == marks.id).values(data=b"x"))
    change(server, update(schema.actions).where(a.table_id == lost.id, a.seq == 9).values(action="march to nowhere"))
    told = cli(server, "check-database", code=1)
    assert "5 tables, 4 with faults" in told and f"{entry.id} (sample): entry 7 is damaged" in told
    told = cli(server, "check-database", "--repair")
    assert "4 repaired" in told and f"{lost.id} (sample): repaired: closed" in told
    server.manager.tables.clear()
    for t in (states, entry, marks):
        assert t.see("red")["board"] == before[t.id]
        t.act(t.see()["decision"]["actions"][0])
    refused = lost.post("all", "/actions", seq=40, action="done")
    assert refused.status_code == 409
    assert whole.see()["seq"] == 40
    assert cli(server, "check-database", "--table", whole.id).endswith("5 tables, 0 with faults\n")
    assert "there is no table" in cli(server, "check-database", "--table", "nothing", code=2)


def test_act_and_undo_for_ever_still_leaves_stored_states(new_server: Any) -> None:
    """M7: 2,003 entries, no stored state: opening grew without end."""
    server = new_server(snapshot_every=10)
    t = server.table(scenario="siege").appoint()
    t.act("move red-1")
    seq = 3
    for _ in range(100):
        assert t.post("red", "/actions", seq=seq, action="to 0201").status_code == 200
        assert t.post("red", "/undo", seq=seq + 1).status_code == 200
        seq += 2
    before = t.see("red")
    found = server.manager.store.read(rows.snapshot_before, t.id, seq)
    assert seq - found.seq <= 40 and found.since.startswith("move red-1")
    server.manager.tables.clear()
    again = t.see("red")
    assert {k: v for k, v in again.items() if k != "seats"} == {k: v for k, v in before.items() if k != "seats"} and again["undo"]
    assert t.post("red", "/restart-turn", seq=seq).status_code == 200
    assert t.see("red")["undo"] is False


# -- other rules -----------------------------------------------------------------------------------------------------


def test_old_rules_leave_a_table_readable_and_a_game_is_carried_over(new_server: Any) -> None:
    """M3: a raised ruleset closed every running table, for reading too."""
    server = new_server()
    t, other, over = long_table(server), long_table(server), server.table()
    over.finish(3)
    record = over.get("red", "/record").json()
    change(server, update(schema.tables).values(ruleset=0))
    seen = t.see("red")
    assert seen["seq"] == 70 and seen["board"]["pieces"] and len(seen["journal"]) > 5
    refused = t.post("all", "/actions", seq=70, action=seen["decision"]["actions"][0] if seen["decision"]["actions"] else "done")
    assert refused.status_code == 409 and "older rules" in refused.json()["error"]
    assert {**over.get("red", "/record").json(), "ruleset": 1} == record
    assert t.get("red", "/journal", since=0, limit=10).status_code == 200 and t.get("red", "/at/40").status_code == 200
    change(server, update(schema.marks).where(schema.marks.c.table_id == other.id).values(hash="0" * 64))
    told = cli(server, "carry-over")
    assert f"{t.id} (sample, rules 0 to 1): unchanged" in told and f"{other.id} (sample, rules 0 to 1): changed: turn 1" in told
    assert t.post("all", "/actions", seq=70, action="done").status_code == 409, "only looked"
    cli(server, "carry-over", "--write")
    server.manager.tables.clear()
    t.act(t.see()["decision"]["actions"][0])
    assert other.see()["seq"] == 70 and other.post("all", "/actions", seq=70, action="done").status_code == 409


# -- files -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    made = tmp_path / "x.db"
    Store(f"sqlite:///{made}").close()
    yield made


def refused(file: Path) -> str:
    with pytest.raises(BadDatabase) as e:
        Store(f"sqlite:///{file}")
    assert "\n" not in str(e.value)
    return str(e.value)


def test_a_cut_an_emptied_and_a_strange_file_get_one_sentence(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    assert "restore it from a copy" in refused(file)
    file.write_bytes(b"")
    assert "is empty though it was in use" in refused(file)
    file.write_bytes(b"something else entirely" * 100)
    assert "restore it from a copy" in refused(file)
    file.with_name("x.db.lock").unlink()
    file.write_bytes(b"")
    Store(f"sqlite:///{file}").close()  # nobody has used it: a fresh one


def test_a_newer_database_is_left_alone(file: Path) -> None:
    with sqlite3.connect(file) as c:
        c.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer version (9999)" in refused(file)


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "y.db") as c:
        c.execute("CREATE TABLE tables (name TEXT)")
    assert "not Firestep's" in refused(tmp_path / "y.db")


def test_a_file_that_may_not_be_written_gets_one_sentence(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *a: False)  # root may write anything
    with pytest.raises(BadDatabase, match="may not be written"):
        prepare(f"sqlite:///{file}")


def test_serve_says_it_in_one_sentence_and_ends_with_2(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])
    words = [sys.executable, "-m", "firestep.server", "--port", "0", "--no-open", "--database-url", f"sqlite:///{file}"]
    found = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert found.returncode == 2 and "Traceback" not in found.stderr and found.stderr.count("\n") == 1


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path}/new/z.db").close()
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0 and (tmp_path / "new" / "z.db").stat().st_mode & 0o077 == 0
    (tmp_path / "new" / "z.db").chmod(0o644)
    Store(f"sqlite:///{tmp_path}/new/z.db").close()
    assert (tmp_path / "new" / "z.db").stat().st_mode & 0o077 == 0


def test_a_dozen_first_starts_at_once_all_succeed(tmp_path: Path) -> None:
    words = [
        sys.executable,
        "-c",
        "import sys; from firestep.server.storage.store import Store; Store(sys.argv[1]).close()",
        f"sqlite:///{tmp_path}/m.db",
    ]
    started = [subprocess.Popen(words, stderr=subprocess.PIPE) for _ in range(6)]
    assert [p.wait(timeout=60) for p in started] == [0] * 6
    for p in started:
        assert p.stderr is not None
        p.stderr.close()


# -- copies and tables -----------------------------------------------------------------------------------------------


def test_a_backup_of_a_running_server_restores_every_table(new_server: Any, tmp_path: Path) -> None:
    server = new_server()
    t = long_table(server)
    before = t.see("red")
    copy = tmp_path / "copy.db"
    cli(server, "backup", str(copy))
    t.act(t.see()["decision"]["actions"][0])
    assert copy.stat().st_mode & 0o077 == 0
    assert "exists already" in cli(server, "backup", str(copy), code=2)
    assert "--force" in cli(server, "restore", str(copy), code=2)
    server.stop()
    cli(server, "restore", str(copy), "--force")
    t.server = new_server()
    after = t.see("red")
    assert after["seq"] == 70 and after["board"] == before["board"]
    assert "is not a copy" in cli(server, "restore", __file__, "--force", code=2)


def test_the_administrator_closes_renews_and_deletes(new_server: Any) -> None:
    server = new_server()
    t = server.table().appoint()
    assert t.id in cli(server, "tables", "list")
    cli(server, "tables", "close", t.id, "--reason", "too loud")
    deadline = time.monotonic() + 10
    while t.see()["closed"] is None and time.monotonic() < deadline:
        time.sleep(0.1)  # the running server looks about once a second
    refused = t.post("red", "/actions", seq=2, action="done")
    assert refused.status_code == 409 and "too loud" in refused.json()["error"]
    cli(server, "tables", "reopen", t.id)
    link = json.loads(cli(server, "tables", "renew", t.id, "red").splitlines()[0])["link"]
    server.manager.tables.clear()
    assert t.get("red").status_code == 401
    made = server.http.post(f"/api/tables/{t.id}/claim", json={"invitation": link.split("#")[1]})
    assert made.json()["seat"] == "red"
    cli(server, "tables", "delete", t.id, "--yes")
    server.manager.tables.clear()
    assert t.get("blue").status_code == 404
    assert "there is no table" in cli(server, "tables", "close", "nothing", code=2)


# -- the second migration --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_tables_of_the_first_version_are_brought_over(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """A database as version 0001 wrote it: keys still open their seats, records and dice are whole, times fit past 2038."""
    if kind == "postgres":
        base = request.getfixturevalue("postgres_url")
        engine = create_engine(base.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
        with engine.connect() as c:
            c.execute(text("DROP DATABASE IF EXISTS old"))
            c.execute(text("CREATE DATABASE old"))
        engine.dispose()
        url = base.rsplit("/", 1)[0] + "/old"
    else:
        url = f"sqlite:///{tmp_path}/old.db"
    settings = settings_for(url, tmp_path)
    engine = open_engine(settings.database_url)
    with engine.begin() as c:
        config = _config()
        config.attributes["connection"] = c
        command.upgrade(config, "0001")
    written = old_table()
    with engine.begin() as c:
        for table, values in written["rows"]:
            names = ", ".join(f'"{k}"' for k in values[0])
            marks = ", ".join(f":{k}" for k in values[0])
            c.execute(text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values)
    engine.dispose()
    server = Running(settings)
    try:
        t = Seated(
            server, {"id": "abcdefghij", "tokens": {"red": "r" * 32, "blue": "b" * 32}, "spectator": "s" * 32, "commitment": ""}
        )
        seen = t.see("red")
        assert seen["seq"] == len(written["actions"]) and seen["journal_size"] == written["journal"]
        t.act(t.see()["decision"]["actions"][0])
        assert t.post("all", "/takeback", to=5).json() == {"takeback": None}
        seen = t.finish(3)
        records.verify(t.get("red", "/record").json(), GAMES)
        rolls = t.get("red", "/dice").json()["rolls"]
        assert [r["n"] for r in rolls] == list(range(seen["rolls"])) and seen["rolls"] >= written["rolls"]
        server.manager.store.do(lambda c: rows.set_table(c, t.id, {"updated": 2**33}))
        server.manager.tables.clear()
        assert t.get("red", "/summary").json()["updated"] == 2**33
    finally:
        server.stop()


def old_table() -> dict[str, Any]:
    """A game with an undo and a takeback in the rows of version 0001."""
    from firestep.engine.dice import Dice
    from firestep.engine.start import follow
    from firestep.server.http.tokens import hashed
    from firestep.server.tables.history import journal_text

    game = GAMES["sample"]
    first = ["general red-1", "general blue-2", "move red-1", "undo", "move red-2", "stay", "done", "done", "takeback 4", "done"]
    history = [tuple(a.split()) for a in first]
    entries, before, s = [], None, None
    for s in follow(game, "skirmish", {"days": "3"}, Dice("old"), history):
        if before is not None:
            keep, add = s.journal_change(before)
            n = len(entries)
            entries.append(
                {
                    "table_id": "abcdefghij",
                    "seq": n,
                    "seat": before.decision.seat,
                    "action": first[n],
                    "at": 5,
                    "journal": journal_text(keep, add),
                }
            )
        before = s.copy()
    table = {
        "id": "abcdefghij",
        "game": "sample",
        "ruleset": 1,
        "scenario": "skirmish",
        "options": '{"days": "3"}',
        "seed": "old",
        "seed_chosen": True,
        "created": 5,
        "updated": 5,
        "waiting": s.decision.seat,
        "bots_paused": False,
        "spectator": hashed("s" * 32),
    }
    seats = [
        {"table_id": "abcdefghij", "seat": k, "kind": "here", "name": name, "token": hashed(name[0].lower() * 32)}
        for k, name in enumerate(("Red", "Blue"))
    ]
    return {
        "rows": [("tables", [table]), ("seats", seats), ("actions", entries)],
        "actions": first,
        "journal": s.journal_size,
        "rolls": s.state.rolls,
    }


def test_delete_is_whole(new_server: Any) -> None:
    server = new_server()
    t = long_table(server)
    t.post("red", "/chat", text="x")
    server.manager.store.do(lambda c: rows.delete_table(c, t.id))
    for table in schema.metadata.sorted_tables:
        if "table_id" in table.c:
            query = select(table).where(table.c.table_id == t.id)
            assert not server.manager.store.read(lambda c, query=query: c.execute(query).all())
