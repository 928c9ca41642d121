"""The socket: differences that add up to the snapshot, reconnecting, and frames that nobody should send."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from server_conftest import Running, Seated
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from firestep.server.http.patch import apply, difference

LASTING = ("board", "decision", "turn", "phase", "undo", "outcome", "seat", "rolls", "journal", "journal_size", "seq", "seats")


def agree(t: Seated, who: str, state: dict[str, Any]) -> None:
    seen = t.see(who)
    assert {k: state[k] for k in LASTING} == {k: seen[k] for k in LASTING}


def test_patches_add_up_to_the_snapshot_for_every_watcher(server: Running) -> None:
    t = server.table(options={"days": "3"})
    r, back = random.Random(7), 0
    with t.live("red") as red, t.live("blue") as blue, t.live("spectator") as spectator, t.live("all") as both:
        watchers = {"red": red, "blue": blue, "spectator": spectator, "all": both}
        for live in watchers.values():
            live.until(0)
        for _ in range(60):
            seen = t.see()
            if seen["decision"] is None:
                break
            if seen["undo"] and r.random() < 0.3:
                back_by = r.choice(({}, {"times": 2}, {"times": 9}, None))
                t.post("all", "/restart-turn" if back_by is None else "/undo", seq=seen["seq"], **(back_by or {}))
            elif seen["seq"] > 4 and r.random() < 0.1:
                back += t.post("all", "/takeback", to=r.randrange(seen["seq"])).status_code == 200
            else:
                t.act(r.choice(seen["decision"]["actions"]))
            seq = t.see()["seq"]
            for who, live in watchers.items():
                live.until(seq)
                agree(t, who, live.state)
        whole = sum(m["type"] == "snapshot" for m in spectator.told)
        assert whole <= 2 + back, "only the first, the end, and where the game went back"


def test_a_difference_is_small(server: Running) -> None:
    t = server.table().appoint()
    with t.live("spectator") as live:
        live.until(2)
        t.act("move red-1")
        t.act("to 0201")
        live.until(4)
        assert len(live.frames[0]) > 1500 and all(len(f) < 400 for f in live.frames[1:] if '"patch"' in f)


def test_who_has_the_newest_is_not_sent_it_again(server: Running) -> None:
    t = server.table().appoint()
    with t.live("red", have=2) as live:
        assert live.next() == {"type": "current", "seq": 2}
    with t.live("red", have=1) as live:
        assert live.next()["type"] == "snapshot"


def test_presence_chat_takeback_and_bots_are_told(server: Running) -> None:
    t = server.table().appoint()
    with t.live("red") as red, t.live("spectator") as spectator:
        red.until(2)
        spectator.until(2)
        assert [s["here"] for s in red.wait_for("seats")["seats"]] == [True, False]
        with t.live("blue") as blue:
            blue.until(2)
            assert [s["here"] for s in red.wait_for("seats")["seats"]] == [True, True]
            t.post("blue", "/chat", text="hello")
            assert red.wait_for("chat")["text"] == "hello"
            t.post("blue", "/takeback", to=1)
            assert red.wait_for("takeback")["takeback"]["waiting"] == ["red"]
            t.post("blue", "/bot/cancel")
            assert red.wait_for("bots")["bots"] == "paused"
            assert spectator.wait_for("bots")["bots"] == "paused"
        assert [s["here"] for s in red.wait_for("seats")["seats"]] == [True, False]
        assert not any(m["type"] == "chat" for m in spectator.told)


def test_ping_is_answered(server: Running) -> None:
    with server.table().live("spectator") as live:
        live.next()
        live.socket.send('{"type": "ping"}')
        assert live.next() == {"type": "pong"}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", 4400),
        ("x", 4400),
        ("[]", 4400),
        ("1", 4400),
        ("null", 4400),
        ('"token"', 4400),
        ("{}", 4400),
        ('{"token": 1}', 4400),
        ('{"token": "x"}', 4401),
        ('{"token": ""}', 4401),
        ('{"token": ","}', 4401),
        ('{"token": "x", "have": "1"}', 4400),
        ('{"token": "x", "have": true}', 4400),
        (b"\x00\xff", 4400),
        ("[" * 3000, 4400),
        ('{"token": "' + "x" * 3000 + '"}', 4400),
        ('{"token": "\\ud800"}', 4401),
        ('{"token": "' + ",".join("abcdefghijkl") + '"}', 4401),
        ("\u0000", 4400),
        ('{"token": "é\\u0000"}', 4401),
        ("x" * 5000, 4400),
    ],
)
def test_a_bad_first_frame_is_answered_with_a_sentence(sqlite_server: Running, frame: str | bytes, code: int) -> None:
    t = sqlite_server.table()
    with connect(f"ws{sqlite_server.url[4:]}/api/tables/{t.id}/live") as socket:
        socket.send(frame)
        said = json.loads(socket.recv(timeout=5))
        assert said["type"] == "error" and len(said["error"]) > 10 and said["status"] in (400, 401)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=5)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == code
    assert t.see()["seq"] == 0


@pytest.mark.parametrize("frame", ["x", "{}", '{"type": "action", "action": "general red-1"}', b"\x00", "[" * 4000])
def test_a_bad_later_frame_closes_this_socket_only(sqlite_server: Running, frame: str | bytes) -> None:
    t = sqlite_server.table()
    with t.live("red") as other, t.live("blue") as live:
        live.until(0)
        live.socket.send(frame)
        with pytest.raises(ConnectionClosed):
            while True:
                live.next(5)
        assert live.told[-1]["type"] == "error"
        t.act("general red-1")
        assert other.until(1)["seq"] == 1


def test_a_huge_frame_a_foreign_origin_and_an_unknown_table(sqlite_server: Running) -> None:
    t = sqlite_server.table()
    with t.live("red") as live:
        live.until(0)
        live.socket.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            while True:
                live.next(5)
    url = f"ws{sqlite_server.url[4:]}/api/tables/{t.id}/live"
    with pytest.raises(Exception, match="403"), connect(url, origin="https://example.org"):  # type: ignore[arg-type]
        pass
    with connect(url.replace(t.id, "aaaaaaaaaa")) as socket:
        socket.send(json.dumps({"token": t.tokens["red"]}))
        assert json.loads(socket.recv(timeout=5))["status"] == 404
    assert sqlite_server.http.get("/api/games").status_code == 200


def test_too_many_frames_close_the_socket(sqlite_server: Running) -> None:
    with sqlite_server.table().live("red") as live:
        with contextlib.suppress(ConnectionClosed):  # the server may close while we still send
            for _ in range(40):
                live.socket.send('{"type": "ping"}')
        with pytest.raises(ConnectionClosed):
            while True:
                live.next(5)
        assert live.told[-1]["status"] == 429


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=2), inner, max_size=3)
        | st.lists(st.tuples(st.sampled_from("abcd"), inner).map(lambda p: {"id": p[0], "x": p[1]}), max_size=4)
    ),
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault of the difference
@given(st.dictionaries(st.text(max_size=2), plain, max_size=4), st.dictionaries(st.text(max_size=2), plain, max_size=4))
def test_a_difference_turns_any_snapshot_into_any_other(old: dict[str, Any], new: dict[str, Any]) -> None:
    now = json.loads(json.dumps(old))
    apply(now, json.loads(json.dumps(difference(old, new))))
    assert now == new
