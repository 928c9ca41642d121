"""What is kept: the schema and its migrations, long tables that open fast, and nothing acknowledged ever lost."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from server_conftest import PLUGIN, Running, Seated, postgres_bin, settings_for
from sqlalchemy import select

from firestep.engine import record as records
from firestep.engine.session import Session
from firestep.engine.start import replay
from firestep.games import GAMES
from firestep.server.settings import Settings
from firestep.server.storage import schema
from firestep.server.storage.store import Store


def test_the_migrations_make_the_schema(server: Running) -> None:
    with server.manager.store.engine.connect() as c:
        assert compare_metadata(MigrationContext.configure(c), schema.metadata) == []


def test_settings_come_from_the_environment(tmp_path: Path) -> None:
    s = Settings.from_env({"FIRESTEP_DATA": str(tmp_path / "here")})
    assert s.database_url == f"sqlite:///{tmp_path}/here/firestep.db" and s.smtp is None
    assert not (tmp_path / "here").exists(), "a command that only asks makes no folder"
    s = Settings.from_env({"FIRESTEP_DATABASE_URL": "postgresql://u@h/d", "FIRESTEP_SMTP_HOST": "m", "FIRESTEP_SMTP_PASSWORD": "p"})
    assert s.database_url == "postgresql+psycopg://u@h/d" and s.smtp is not None and "'p'" not in repr(s)


def test_sqlite_waits_for_the_disk(sqlite_server: Running) -> None:
    with sqlite_server.manager.store.engine.connect() as c:
        assert c.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal" and c.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def anew(work: Coroutine[Any, Any, Any]) -> Any:
    """Run something in a loop of its own, whatever loop the tests of the browser have left running in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def test_writes_that_wait_together_share_a_commit_and_one_bad_one_spoils_no_other(tmp_path: Path) -> None:
    from firestep.server.storage.store import Conflict

    store = Store(f"sqlite:///{tmp_path}/s.db")

    def add(id: str) -> Any:
        row = {
            "id": id,
            "game": "g",
            "ruleset": 1,
            "scenario": "s",
            "options": "{}",
            "seed": "s",
            "seed_chosen": False,
            "created": 0,
            "updated": 0,
            "waiting": 0,
            "bots_paused": False,
            "spectator": "x",
        }
        return store.write(lambda c: c.execute(schema.tables.insert(), row) and None)

    async def many() -> list[Any]:
        return await asyncio.gather(*(add(f"t{n % 30}") for n in range(31)), return_exceptions=True)

    results = anew(many())
    assert sum(isinstance(r, Conflict) for r in results) == 1 and sum(r is None for r in results) == 30
    anew(asyncio.wait_for(_gathered(add, 40), 10))
    assert store.commits < 60, "forty writes at once do not take forty commits"
    assert len(store.read(lambda c: c.execute(select(schema.tables.c.id)).all())) == 70
    store.close()


async def _gathered(add: Any, count: int) -> None:
    await asyncio.gather(*(add(f"u{n}") for n in range(count)))


def test_a_restarted_server_has_every_table_as_it_was(new_server: Any) -> None:
    first = new_server(snapshot_every=5)
    t = first.table(scenario="siege", seats=[{"name": "Anna"}, {"kind": "link"}])
    t.play(63, seed=5)
    seen = t.see("all")
    if seen["undo"]:
        t.post("all", "/undo", seq=seen["seq"])
    t.post("all", "/takeback", to=20)
    t.play(11, seed=6)
    t.post("red", "/chat", text="good night")
    t.post("red", "/takeback", to=3)
    before = {who: t.see(who) for who in ("red", "blue", "spectator", "all")}
    moments = {n: t.get("red", f"/at/{n}").json() for n in range(0, before["red"]["seq"], 7)}
    first.stop()
    t.server = new_server(snapshot_every=5)
    assert {who: t.see(who) for who in before} == before
    assert {n: t.get("red", f"/at/{n}").json() for n in moments} == moments
    assert t.agree("blue", True).status_code == 200
    assert t.see()["decision"]


def test_undo_is_as_open_after_a_restart_as_before(new_server: Any) -> None:
    first = new_server(snapshot_every=1)
    t = first.table().appoint()
    t.act("move red-1")
    t.act("to 0201")
    first.stop()
    t.server = new_server(snapshot_every=1)
    assert t.see("red")["undo"] is True
    assert t.post("red", "/restart-turn", seq=4).json() == {"seq": 6}
    assert t.see("red")["undo"] is False


def test_a_table_put_away_comes_back(new_server: Any) -> None:
    server = new_server(idle_seconds=0.2)
    t = server.table().appoint()
    before = t.see("red")
    deadline = time.monotonic() + 10
    while t.id in server.manager.tables and time.monotonic() < deadline:
        time.sleep(0.05)
    assert t.id not in server.manager.tables
    assert t.see("red") == before


def test_a_long_table_opens_without_being_played_again(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    import firestep

    s = firestep.start("sample", "siege", seed=1)
    r = random.Random(1)
    while s.size < 1500:
        d = s.decision
        assert d is not None
        s.undo() if s.can_undo and r.random() < 0.05 else s.take(r.choice(d.actions))
    made = server.http.post("/api/tables/import", json=records.to_record(s))
    assert made.status_code == 201, made.text
    t = Seated(server, made.json())
    assert t.see()["seq"] == 1500
    carried: list[Any] = []
    whole = Session._carry_out
    monkeypatch.setattr(Session, "_carry_out", lambda s, action: carried.append(action) or whole(s, action))
    most = 5 * server.settings.snapshot_every
    for look in (t.see, lambda: t.get("red", "/at/750").json()):
        server.manager.tables.pop(t.id, None)
        carried.clear()
        assert look()["seq"] in (750, 1500)
        assert len(carried) <= most < 750, len(carried)
    t.act(t.see()["decision"]["actions"][0])


# -- crashes ---------------------------------------------------------------------------------------------------------


class Killable:
    """A server in a process of its own, to be killed without warning."""

    def __init__(self, url: str, folder: Path) -> None:
        self.env = {
            **os.environ,
            "FIRESTEP_PLUGINS": PLUGIN,
            "FIRESTEP_RATE_LIMIT": "off",
            "FIRESTEP_WORKERS": "1",
            "FIRESTEP_DATABASE_URL": url,
            "FIRESTEP_WEB": str(folder),
            "FIRESTEP_DATA": str(folder),
            "FIRESTEP_DRAW_AHEAD": "off",
        }
        self.runner = Path(__file__).parent / "crash_server.py"
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.connection: http.client.HTTPConnection | None = None
        self.parent = subprocess.Popen(
            [sys.executable, self.runner, str(self.port)], env=self.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.pid = 0

    def start(self) -> None:
        """Let the runner fork a server; it answers with its process id once it listens."""
        assert self.parent.stdin is not None and self.parent.stdout is not None
        self.parent.stdin.write(b"go\n")
        self.parent.stdin.flush()
        self.pid = int(self.parent.stdout.readline())
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status in (200, 201), text
        return json.loads(text)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def end(self) -> None:
        assert self.parent.stdin is not None
        self.parent.stdin.close()
        self.parent.wait(timeout=20)


#: `make fuzz` kills more often
KILLS = int(os.environ.get("FIRESTEP_KILLS", "6"))


@pytest.mark.timeout(300 + 6 * KILLS)
@pytest.mark.parametrize(("kind", "kills"), [("sqlite", KILLS), ("postgres", max(3, KILLS // 10))])
def test_kill_minus_nine_loses_nothing_acknowledged(kind: str, kills: int, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Two players send actions as fast as they can while the server is killed at random moments. After each restart every
    acknowledged entry is there, in its place, and what was sent but not answered is there once or not at all."""
    if kind == "postgres" and postgres_bin() is None:
        pytest.skip("PostgreSQL is not installed: no initdb under /usr/lib/postgresql or on the PATH")
    url = request.getfixturevalue("postgres_url") if kind == "postgres" else f"sqlite:///{tmp_path}/crash.db"
    settings_for("sqlite://", tmp_path)
    server = Killable(url, tmp_path / "web")
    r = random.Random(9)
    server.start()
    made = server.ask("POST", "/api/tables", {"game": "sample", "scenario": "siege", "seed": "crash"})
    table, token = f"/api/tables/{made['id']}", ",".join(made["tokens"].values())
    acknowledged: dict[int, str] = {}
    killed = during = again = 0
    sent: dict[str, Any] | None = None
    # where a kill hits is chance: a few more if none of the first fell into an action, or none between two
    while killed < kills or killed < kills + 50 and (during <= kills / 10 or len(acknowledged) <= kills / 2):
        killed += 1
        timer = threading.Timer(r.uniform(0.0, 0.1), server.kill)
        seen = server.ask("GET", table, token=token)
        if sent is None:
            assert seen["seq"] == len(acknowledged), "acknowledged and lost, or never sent"
        else:
            assert seen["seq"] in (len(acknowledged), len(acknowledged) + 1), "applied once or not at all"
        timer.start()
        try:
            while True:
                if sent is None:
                    action = r.choice(seen["decision"]["actions"])
                    sent = {"seq": seen["seq"], "action": action, "key": f"k{seen['seq']}"}
                else:
                    again += 1
                seq = server.ask("POST", f"{table}/actions", sent, token)["seq"]
                assert seq == len(acknowledged) + 1
                acknowledged[sent["seq"]] = sent["action"]
                sent = None
                seen = server.ask("GET", table, token=token)
        except (http.client.HTTPException, OSError):
            during += sent is not None
        timer.join()
        server.start()
    server.kill()
    server.end()
    store = Store(Settings.from_env({}, url).database_url)
    rows = store.read(
        lambda c: c.execute(
            select(schema.actions.c.seq, schema.actions.c.action)
            .where(schema.actions.c.table_id == made["id"])
            .order_by(schema.actions.c.seq)
        ).all()
    )
    store.close()
    assert [n for n, _ in rows] == list(range(len(rows))) and len(acknowledged) > kills / 2
    assert {n: a for n, a in rows if n in acknowledged} == acknowledged
    assert during > kills / 10 and again >= during - 1, "it was killed in the middle of actions, too"
    replayed = replay(
        GAMES["sample"], "siege", GAMES["sample"].settle_options(None), records.Dice("crash"), [tuple(a.split()) for _, a in rows]
    )
    assert replayed.size == len(rows)
