"""Several servers on one PostgreSQL, any of them serving any table; and two on one file of SQLite, which nobody should do."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from server_conftest import Running, Seated, settings_for
from sqlalchemy import create_engine, text

from firestep.server.tables.history import StoredHistory


def at(server: Running, t: Seated) -> Seated:
    """The same table, at another server."""
    return Seated(server, {"id": t.id, "tokens": t.tokens, "spectator": t.spectator, "commitment": t.commitment, "host": t.host})


def wait(until: Any, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


@pytest.fixture
def pair(postgres_url: str, tmp_path: Path) -> Iterator[tuple[Running, Running]]:
    engine = create_engine(postgres_url.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with engine.connect() as c:
        c.execute(text("DROP DATABASE IF EXISTS pair WITH (FORCE)"))
        c.execute(text("CREATE DATABASE pair"))
    engine.dispose()
    url = postgres_url.rsplit("/", 1)[0] + "/pair"
    made = [Running(settings_for(url, tmp_path)) for _ in range(2)]
    yield made[0], made[1]
    for server in made:
        server.stop()


def test_what_is_done_at_one_is_seen_at_the_other(pair: tuple[Running, Running]) -> None:
    one, two = pair
    t = one.table(seats=[{"kind": "here"}, {"kind": "link"}])
    u = at(two, t)
    with u.live("blue") as live:
        live.until(0)
        t.act("general red-1", "red")
        live.until(1)
        assert live.state["decision"]["seat"] == "blue" and [m["type"] for m in live.told].count("snapshot") == 1, "by a patch"
        u.act("general blue-1", "blue")
        t.post("red", "/chat", text="hello")
        live.wait_for("chat")
        t.post("red", "/takeback", to=1)
        assert live.wait_for("takeback")["takeback"]["to"] == 1
        assert u.agree("blue").json() == {"takeback": None}
        live.until(3)
    wait(lambda: t.see("red")["seq"] == 3 and t.see("red")["board"] == u.see("red")["board"])


def test_a_server_that_is_behind_takes_the_right_seq(pair: tuple[Running, Running]) -> None:
    """M6: it refused the right number until somebody sent it the stale one."""
    one, two = pair
    t = one.table()
    u = at(two, t)
    assert u.see()["seq"] == 0
    two.manager._heard = lambda said: None  # deaf
    t.act("general red-1", "red")
    assert u.post("blue", "/actions", seq=1, action="general blue-2").status_code == 200
    assert t.post("red", "/actions", seq=2, action="done").status_code == 200


def test_a_race_between_servers_has_one_winner(pair: tuple[Running, Running]) -> None:
    one, two = pair
    t = one.table(scenario="siege")
    u = at(two, t)
    u.see()
    for _ in range(15):
        seen = t.see()
        action = seen["decision"]["actions"][0]
        with ThreadPoolExecutor(6) as pool:
            body = {"seq": seen["seq"], "action": action}
            answers = list(pool.map(lambda k, body=body: (t, u)[k % 2].post("all", "/actions", **body).status_code, range(6)))
        assert sorted(answers) == [200] + [409] * 5, answers
        wait(lambda n=seen["seq"] + 1: t.see()["seq"] == u.see()["seq"] == n)
    assert t.see("red")["board"] == u.see("red")["board"]


def test_keys_taken_at_one_open_the_seat_at_the_other(pair: tuple[Running, Running]) -> None:
    one, two = pair
    made = one.http.post("/api/tables", json={"game": "sample", "seats": [{"kind": "here"}, {"kind": "link"}]}).json()
    assert two.http.get(f"/api/tables/{made['id']}", headers={"Authorization": f"Bearer {made['spectator']}"}).status_code == 200
    claim = {"invitation": made["invitations"]["blue"]}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda k: (one, two)[k % 2].http.post(f"/api/tables/{made['id']}/claim", json=claim), range(4)))
    good = [a.json()["token"] for a in answers if a.status_code == 200]
    assert len(good) == 1 and {a.status_code for a in answers} == {200, 409}
    auth = {"Authorization": f"Bearer {good[0]}"}
    for server in pair:
        wait(lambda server=server: server.http.get(f"/api/tables/{made['id']}", headers=auth).status_code == 200)


def test_a_bot_is_let_think_by_one_and_taken_over_when_that_one_dies(pair: tuple[Running, Running]) -> None:
    one, two = pair
    t = one.table(scenario="siege", seats=[{"kind": "here"}, {"kind": "bot", "bot": "random"}])
    u = at(two, t)
    u.see("red")
    t.act("general red-1", "red")
    wait(lambda: u.see("red")["seq"] >= 2)
    for _ in range(3):
        wait(lambda: u.see("red")["decision"]["seat"] == "red")
        u.act("done", "red")
    wait(lambda: u.see("red")["decision"]["seat"] == "red")
    # a bot's turn begins, and the server that let it think is gone: its word ends after seconds
    from firestep.server.storage import rows

    two.manager.store.do(lambda c: rows.set_table(c, t.id, {"bots_by": "somebody", "bots_until": int(time.time()) + 3}))
    before = u.act("done", "red")
    time.sleep(1)
    assert u.see("red")["seq"] == before, "another server has said that it lets this bot think"
    wait(lambda: u.see("red")["seq"] > before, 15)


def test_two_servers_on_one_file_follow_each_other(new_server: Any) -> None:
    one, two = new_server(), new_server()
    t = one.table()
    u = at(two, t)
    assert u.see()["seq"] == 0
    t.act("general red-1", "red")
    assert u.post("blue", "/actions", seq=1, action="general blue-1").status_code == 200
    assert t.post("red", "/actions", seq=2, action="done").status_code == 200
    wait(lambda: u.see()["seq"] == 3)


def test_a_click_is_followed_without_reading_the_table(pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """To follow a click once cost twice what taking it costs: seats, keys and chat were read again, and all watchers told."""
    one, two = pair
    t = one.table(scenario="siege")
    u = at(two, t)
    read: list[str] = []
    with u.live("spectator") as live:
        live.until(0)
        real = two.manager.store.engine.connect
        monkeypatch.setattr(two.manager.store.engine, "connect", lambda: read.append("read") or real())
        for _ in range(12):
            seen = t.see()
            t.act(seen["decision"]["actions"][0])
        live.until(12)
        monkeypatch.undo()
        kinds = [m["type"] for m in live.told]
        assert kinds.count("patch") == 12 and kinds.count("snapshot") == 1 and "seats" not in kinds, kinds
        # others of its tasks look at the storage now and then: for bots that nobody lets think, for notices
        assert len(read) <= 6, "following reads nothing"
        t.post("red", "/name", name="Somebody")
        assert live.wait_for("seats")["seats"][0]["name"] == "Somebody", "but names and keys are told"
        assert live.state["board"] == t.see("spectator")["board"]
    assert u.see()["seq"] == 12
    assert [e["text"] for e in u.see()["journal"]] == [e["text"] for e in t.see()["journal"]]


@pytest.mark.parametrize(("game", "options"), [("sample", {}), ("wwi", {}), ("tgw", {"fog": "on"})])
def test_patches_are_passed_on_and_entries_carried_out_later(
    pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch, game: str, options: dict[str, str]
) -> None:
    """The server that takes an action makes the patches for watchers at the other one, which sends them without computing."""
    one, two = pair
    t = one.table(game=game, options=options, seed="7", **({"scenario": "siege"} if game == "sample" else {}))
    u, r, real, carried = at(two, t), random.Random(5), StoredHistory.carry_out, Counter[bool]()

    def counted(past: StoredHistory, s: Any, after: list[Any]) -> None:
        carried[past is two.manager.tables[t.id].past] += 1
        real(past, s, after)

    def clicks(count: int) -> int:
        for _ in range(count):
            t.act(r.choice(t.see()["decision"]["actions"]))
        return int(t.see()["seq"])

    def same(live: Any, who: str, server: Seated) -> None:
        seen = server.see(who)
        for part in ("seq", "board", "decision", "undo", "undone", "turn", "phase", "journal_size"):
            assert live.state[part] == seen[part], part
        assert [e["text"] for e in live.state["journal"]] == [e["text"] for e in seen["journal"]]

    seat = t.see()["seats"][0]["id"]
    with u.live("spectator") as spectator, u.live(seat) as first, u.live("all") as both:
        lives = {"spectator": spectator, seat: first, "all": both}
        for live in lives.values():
            live.until(0)
        size = clicks(4)  # the other server hears who watches here
        for live in lives.values():
            live.until(size)
        monkeypatch.setattr(StoredHistory, "carry_out", counted)
        for _ in range(3):
            size = clicks(8)
            for who, live in lives.items():
                live.until(size)
                same(live, who, t)
        monkeypatch.undo()
        if game == "wwi":  # in the others somebody who holds all seats needs a snapshot when the seat changes
            assert carried[True] <= 3, carried
            assert [sum(m["type"] == "snapshot" for m in live.told) for live in lives.values()] == [1, 1, 1]
        size = clicks(3)
        with u.live("spectator") as late:  # who comes now is shown the game with what was only passed on
            late.until(size)
            size = clicks(2)
            late.until(size)
            u.act(r.choice(u.see()["decision"]["actions"]))
            for live in (late, *lives.values()):
                live.until(size + 1)
            for server in (t, u):
                wait(lambda server=server, n=size + 1: server.see()["seq"] == n)
                same(late, "spectator", server)
                for who, live in lives.items():
                    same(live, who, server)
        if t.see()["undo"]:
            t.post("all", "/undo", seq=size + 1)
            first.until(size + 2)
            same(first, seat, t)
            same(first, seat, u)


def test_entries_too_long_for_a_notice_are_read(pair: tuple[Running, Running], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firestep.server.tables.history.MOST_NEWS", 10)
    one, two = pair
    t = one.table(scenario="siege")
    with at(two, t).live("spectator") as live:
        live.until(0)
        for _ in range(4):
            t.act(t.see()["decision"]["actions"][0])
        live.until(4)
        assert live.state["board"] == t.see("spectator")["board"]
