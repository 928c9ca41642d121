"""What one anonymous visitor tried on the others: each finding of the attack on the server, kept as a test.

bench/attack.py measures what people notice while the attacks run.
"""

from __future__ import annotations

import http.client
import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
import uvicorn
from server_conftest import Running, Seated, settings_for

from firestep.engine import record as records
from firestep.engine.dice import Dice
from firestep.engine.start import replay
from firestep.games import GAMES
from firestep.server.http import limits
from firestep.server.http.connection_limits import limited_protocol
from firestep.server.http.limits import Limits, same_person
from firestep.server.workers.workers import TookTooLong


def answers(server: Running) -> None:
    """Another visitor makes a table and clicks, while whatever runs runs."""
    assert server.table().appoint().see()["seq"] == 2


def test_a_position_that_takes_long_to_read_makes_nobody_else_wait(sqlite_server: Running) -> None:
    """C1: the parts of one key made the reader quadratic; 58 kB stopped the event loop for 15 s."""
    start = 'format = "firestep-position 1"\ngame = "gwb"\na' + ".a" * 10_000 + " = 1\n"
    with ThreadPoolExecutor(3) as pool:
        asked = [pool.submit(sqlite_server.http.post, "/api/tables", json={"game": "gwb", "start": start}) for _ in range(3)]
        time.sleep(0.2)
        answers(sqlite_server)
        assert not all(a.done() for a in asked), "nobody waits for them"
        assert {a.result().status_code for a in asked} <= {400, 503}
    long = {"game": "gwb", "start": "a" + ".a" * 29_000 + " = 1\n"}
    assert sqlite_server.http.post("/api/tables", json=long).status_code == 400


def test_takebacks_of_takebacks_cost_no_more_than_others(sqlite_server: Running) -> None:
    """C2: the cost of a moment doubled with each takeback before it; 24 took 16 s for every look."""
    t = sqlite_server.table(scenario="siege")
    t.act("general red-1")
    for n in range(1, 25):
        assert t.post("all", "/takeback", to=n - 1).status_code == 200
    with ThreadPoolExecutor(6) as pool:
        seen = list(pool.map(lambda _: t.get("spectator", "/at/25").status_code, range(12)))
    assert set(seen) <= {200, 503} and 200 in seen
    assert t.post("all", "/fork", at=25).status_code == 201
    sqlite_server.manager.tables.clear()
    assert t.see()["seq"] == 25, "and it opens again"


def bomb(count: int) -> dict[str, Any]:
    game = GAMES["wwi"]
    s = replay(game, game.scenarios[0].id, game.settle_options(None), Dice("x"), [])
    assert s.decision is not None
    first = " ".join(s.decision.actions[0])
    past = [first] + [f"takeback {n}" for n in range(count)]
    return records.to_record(replay(game, s.scenario, s.options, Dice("x"), [tuple(a.split()) for a in past]))


def test_a_record_of_takebacks_is_read_in_a_moment(sqlite_server: Running) -> None:
    """C3: a record of 1.2 kB held a worker for a minute."""
    made = sqlite_server.http.post("/api/tables/import", json=bomb(59))
    assert made.status_code == 201, made.text
    assert Seated(sqlite_server, made.json()).see()["seq"] == 60


def test_a_short_record_that_is_slow_to_check_is_read_among_the_long_ones(new_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(*_: Any, **__: Any) -> None:
        raise TookTooLong

    server = new_server()
    monkeypatch.setattr(server.manager.upload_workers, "run", slow)
    made = server.http.post("/api/tables/import", json=bomb(3))
    assert made.status_code == 201, made.text
    monkeypatch.setattr(server.manager.long_upload_workers, "run", slow)
    refused = server.http.post("/api/tables/import", json=bomb(3))
    assert refused.status_code == 400 and "takes longer to check" in refused.json()["error"]


def test_what_is_sent_to_be_read_is_refused_at_once_when_too_much_waits(new_server: Any) -> None:
    server = new_server()
    manager = server.manager
    manager.upload_workers.most = 0
    body = {"game": "sample", "start": 'format = "firestep-position 1"\ngame = "sample"\n'}
    refused = server.http.post("/api/tables", json=body)
    assert refused.status_code == 503 and int(refused.headers["retry-after"]) > 0 and "try again" in refused.json()["error"]
    manager.history_workers.most = 0
    t = server.table().appoint()
    assert t.get("red", "/at/1").status_code == 503 and t.see()["seq"] == 2
    answers(server)


@pytest.mark.parametrize(
    "body",
    [
        b'{"format": "firestep-record", "version": 1, "x": "\\ud800"}',
        b'{"format": "\\udfff"}',
        b'{"a": ' * 3000 + b"1" + b"}" * 3000,
        b"[" * 100_000,
        b"\xff\xfe",
        b"",
        b"{}",
        b"null",
        b'{"format": "firestep-record", "version": 1, "x": "\\u0000"}',
        b'{"format": "firestep-record", "version": 1, "game": "wwi", "ruleset": 1e400}',
    ],
)
def test_a_record_that_no_text_can_hold_is_the_senders_mistake(sqlite_server: Running, body: bytes) -> None:
    """63 answers of 78,000 were a 500, all of them here: halves of characters, and depth."""
    answer = sqlite_server.http.post("/api/tables/import", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400 and answer.json()["error"]


def test_a_record_with_half_a_character_in_every_place(sqlite_server: Running) -> None:
    made = bomb(2)
    for key in ("scenario", "seed", "commitment", "hash"):
        body = json.dumps({**made, key: "\ud800"}).encode()
        answer = sqlite_server.http.post("/api/tables/import", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 400, key


def test_one_game_is_read_once_however_many_ask_for_its_record(new_server: Any) -> None:
    """29 requests played the game 29 times."""
    server = new_server()
    t = server.table(seed="x")
    t.finish(2)
    asked: list[str] = []
    run = server.manager.history_workers.run

    async def listening(name: str, *a: Any, **kw: Any) -> Any:
        asked.append(name)
        return await run(name, *a, **kw)

    server.manager.history_workers.run = listening
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda k: t.get("red", ("/record", "/report", "/dice")[k % 3]).status_code, range(24)))
    assert set(answers) == {200} and sorted(asked) == ["record", "report", "rolls"]


def test_malformed_actions_are_the_senders_mistake(sqlite_server: Running) -> None:
    """Answered 409 before, which says: look again and repeat."""
    t = sqlite_server.table(game="dgk")
    seen = t.see()
    for words in ("go", "go x y z", "wheel left nowhere", "general", "undo", "takeback 0"):
        answer = t.post("all", "/actions", seq=seen["seq"], action=words)
        assert answer.status_code in (400, 422), (words, answer.text)


# -- limits ----------------------------------------------------------------------------------------------------------


def test_an_ipv6_network_is_one_address() -> None:
    assert same_person("2001:db8:1:2::1") == same_person("2001:db8:1:2:ffff::9") != same_person("2001:db8:1:3::1")
    assert same_person("::ffff:10.1.2.3") == same_person("10.1.2.3") == "10.1.2.3" and same_person("fe80::1%eth0") == "fe80::/64"
    allow = Limits(True, {"x": (2, 0.001)})
    taken = [allow.take({"client": (f"2001:db8::{n}", 1)}, "x") for n in range(5)]
    assert [bool(wait) for wait in taken] == [False, False, True, True, True]


def test_tables_bots_and_chat_have_allowances(new_server: Any) -> None:
    server = new_server(rate_limit=True)
    rates = server.app.state.limits.rates = {**limits.RATES, "day": (4, 0.0001), "bots": (1, 0.001), "chat": (2, 0.001)}
    bots = {"game": "sample", "seats": [{"kind": "bot", "bot": "random"}] * 2}
    made = [server.http.post("/api/tables", json=bots).status_code for _ in range(2)]
    assert made == [201, 429]
    t = server.table()
    assert [t.post("red", "/chat", text="x").status_code for _ in range(3)] == [200, 200, 429]
    assert server.http.post("/api/tables", json={"game": "sample"}).status_code == 201
    full = server.http.post("/api/tables", json={"game": "sample"})
    assert full.status_code == 429 and "in a day" in full.json()["error"] and rates


def test_a_full_server_says_so(new_server: Any) -> None:
    server = new_server(most_tables=2)
    assert [server.http.post("/api/tables", json={"game": "sample"}).status_code for _ in range(3)] == [201, 201, 503]


def test_chat_is_kept_to_a_length(sqlite_server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firestep.server.tables.seat_actions.CHAT_KEPT", 10)
    t = sqlite_server.table()
    assert [t.post("red", "/chat", text=f"{n}").json()["n"] for n in range(30)] == list(range(30))
    sqlite_server.manager.tables.clear()
    assert [c["text"] for c in t.see("red")["chat"]] == [str(n) for n in range(20, 30)]


def test_names_that_are_not_the_servers_are_refused(sqlite_server: Running, tmp_path: Any) -> None:
    """DNS rebinding: a page of another name that leads here must not read from it."""

    def ask(host: str, path: str = "/api/games") -> int:
        return int(sqlite_server.http.get(path, headers={"Host": host}).status_code)

    assert ask("evil.example") == 421 and ask("evil.example", "/health") == 200
    assert ask("localhost:99") == 200 and ask("127.0.0.1") == 200
    s = settings_for("sqlite://", tmp_path)
    own = replace(s, public=True, public_url="https://play.example")
    assert limits.called_rightly("play.example", own) and not limits.called_rightly("other.example", own)
    anywhere = replace(s, public=True)
    assert limits.called_rightly("192.168.1.5:8765", anywhere) and limits.called_rightly("tower.local", anywhere)
    assert not limits.called_rightly("evil.example", anywhere)


class Guarded(Running):
    """A server with the connection limits of a real one."""

    def config(self) -> Any:
        return uvicorn.Config(
            self.app, log_level="warning", ws_max_size=16 * 1024, timeout_graceful_shutdown=2, http=limited_protocol(self.settings)
        )


@pytest.fixture
def guarded(tmp_path: Any) -> Any:
    made = Guarded(
        settings_for(
            f"sqlite:///{tmp_path}/own.db", tmp_path, head_seconds=0.5, body_seconds=0.5, each_connections=12, most_connections=30
        )
    )
    yield made
    made.stop()


def connect(server: Running, said: bytes) -> socket.socket:
    s = socket.create_connection(("127.0.0.1", server.port), timeout=5)
    s.sendall(said)
    return s


def test_half_a_request_is_not_kept_for_ever(guarded: Running) -> None:
    """H3: 1,100 of them, and nobody else got in for as long as they were held."""
    for said in (b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"GET / HT"):
        with connect(guarded, said) as s:
            assert b"408" in s.recv(200)
    body = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    with connect(guarded, body) as s:
        assert b"408" in s.recv(200)
    answers(guarded)


def test_connections_of_one_address_and_of_all_are_counted(guarded: Running) -> None:
    held = [connect(guarded, b"") for _ in range(12)]
    try:
        with connect(guarded, b"") as s:
            assert b"503" in s.recv(200)
    finally:
        for s in held:
            s.close()
    time.sleep(0.2)
    answers(guarded)


@pytest.mark.parametrize("said", [b"X: " + b"x" * 200_000, b"".join(b"X%d: y\r\n" % n for n in range(10_000))])
def test_a_head_that_is_too_large_is_refused(guarded: Running, said: bytes) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", guarded.port, timeout=5)
    with pytest.raises((ConnectionError, AssertionError)), connect(guarded, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n") as s:
        s.sendall(said + b"\r\n\r\n")
        got = s.recv(200)
        assert b"431" not in got, "refused"
    connection.request("GET", "/health")
    assert connection.getresponse().status == 200
    connection.close()


def test_bots_that_play_alone_rest_until_somebody_looks(new_server: Any) -> None:
    """M4: they ran to their end unwatched, after a restart too."""
    server = new_server(rest_seconds=0.3)
    t = server.table(scenario="siege", seats=[{"kind": "bot", "bot": "random"}] * 2)
    deadline = time.monotonic() + 90
    while t.see("spectator")["seq"] < 20 and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)
    first = server.manager.tables[t.id].seq
    time.sleep(0.7)
    assert server.manager.tables[t.id].seq == first >= 20, "nobody looks, nobody plays"
    while t.see("spectator")["seq"] == first and time.monotonic() < deadline:
        time.sleep(0.05)
    assert server.manager.tables[t.id].seq > first


def test_old_tables_are_deleted_by_the_stated_days(new_server: Any) -> None:
    from sqlalchemy import update

    from firestep.server.storage import rows, schema

    server = new_server()
    untouched, running, fresh = server.table(), server.table().appoint(), server.table()
    over = server.table()
    over.finish(3)
    now, day = int(time.time()), 86400
    ages = {untouched.id: 8, running.id: 181, over.id: 200}

    def age(c: Any) -> None:
        for id, days in ages.items():
            c.execute(update(schema.tables).where(schema.tables.c.id == id).values(updated=now - days * day))

    server.manager.store.do(age)
    found = server.manager.store.read(rows.expired, now - 7 * day, now - 180 * day, now - 365 * day)
    assert sorted(found) == sorted([untouched.id, running.id]) and fresh.id not in found
    server.manager.store.do(lambda c: rows.delete_table(c, running.id))
    server.manager.tables.clear()
    assert running.get("red").status_code == 404 and over.get("red").status_code == 200
    for table in (schema.actions, schema.keys, schema.marks, schema.snapshots, schema.seats):
        left = server.manager.store.read(
            lambda c, table=table: c.execute(table.select().where(table.c.table_id == running.id)).all()
        )
        assert left == []


def test_health_and_figures(sqlite_server: Running) -> None:
    assert sqlite_server.http.get("/health").json()["status"] == "ok"
    figures = sqlite_server.http.get("/metrics").text
    assert "firestep_commits_total" in figures and 'firestep_jobs_in_hand{lane="uploads"}' in figures
    assert sqlite_server.http.get("/metrics", headers={"X-Forwarded-For": "8.8.8.8"}).status_code == 403
    assert "cookies" in sqlite_server.http.get("/privacy").text
    assert sqlite_server.http.get("/.well-known/security.txt").status_code == 404, "no contact was set"
    assert len(sqlite_server.http.get("/api/games").headers["x-request-id"]) == 12
