"""Bots think beside the server: with a budget, with progress, until cancelled, and on again after a restart."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from server_conftest import PLUGIN, Running

BOTS = (PLUGIN, str(Path(__file__).parent / "slow_bots.py"))
TWO_BOTS = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]


@pytest.fixture
def habits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bots with bad habits are there for one test only."""
    from importlib import import_module

    bots = import_module("firestep.bots")
    monkeypatch.setattr(bots, "BOTS", dict(bots.BOTS))
    import slow_bots

    slow_bots.register()


def wait(until: Any, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def test_bots_play_a_whole_game(server: Running) -> None:
    t = server.table(seats=TWO_BOTS, options={"days": "3"})
    assert t.tokens == {}, "nobody gets a bot's seat"
    wait(lambda: t.see("spectator")["outcome"])


def test_a_bot_answers_a_human(server: Running) -> None:
    t = server.table(seats=[{"kind": "here"}, {"kind": "bot"}])
    assert list(t.tokens) == ["red"]
    t.act("general red-1", "red")
    wait(lambda: t.see("red")["decision"]["seat"] == "red")
    t.act("done", "red")
    wait(lambda: t.see("red")["decision"]["seat"] == "red" and t.see("red")["turn"] == 2)


def test_the_same_moment_gives_the_same_choice(server: Running) -> None:
    a, b = (server.table(seats=TWO_BOTS, seed="same", options={"days": "3"}) for _ in range(2))
    for t in (a, b):
        wait(lambda t=t: t.see("spectator")["outcome"])
    assert a.get("spectator", "/record").json()["actions"] == b.get("spectator", "/record").json()["actions"]


def test_a_word_of_progress_that_comes_late_is_not_told(new_server: Any, habits: None, monkeypatch: Any) -> None:
    """What a worker said before it heard that it was called off: the bot would be said to think for ever."""
    from firestep.server.tables import auto_answer

    heard: list[Any] = []
    real = auto_answer._answers
    monkeypatch.setattr(auto_answer, "_answers", lambda h, t, w, progress: heard.append(progress) or real(h, t, w, progress))
    server = new_server(plugins=BOTS, workers=1, bot_seconds=60)
    t = server.table(seats=[{"kind": "here"}, {"kind": "bot", "bot": "slow"}])
    with t.live("red") as live:
        t.act("general red-1", "red")
        live.wait_for("thinking", 20)
        t.post("red", "/bot/cancel")
        while live.told[-1] != {"type": "thinking", "seat": "blue", "progress": None}:
            live.next()
    heard[-1](0.5)
    assert t.see("red")["thinking"] is None


def test_a_slow_bot_is_told_of_cancelled_and_never_in_the_way(new_server: Any, habits: None) -> None:
    server = new_server(plugins=BOTS, workers=2, bot_seconds=60)
    t = server.table(seats=[{"kind": "here"}, {"kind": "bot", "bot": "slow"}])
    other = server.table(seats=[{"kind": "here"}, {"kind": "bot", "bot": "random"}])
    with t.live("red") as live:
        t.act("general red-1", "red")
        told = live.wait_for("thinking", 20)
        assert told["seat"] == "blue" and 0 <= told["progress"] < 1
        assert t.see("red")["thinking"]["seat"] == "blue"
        took = time.monotonic()
        other.act("general red-1", "red")
        wait(lambda: other.see("red")["decision"]["seat"] == "red")
        assert time.monotonic() - took < 30, "another table's bot had to wait"
        took = time.monotonic()
        assert t.post("red", "/bot/cancel").json() == {"bots": "paused"}
        assert time.monotonic() - took < 20
        while live.told[-1] != {"type": "thinking", "seat": "blue", "progress": None}:
            live.next()
    seen = t.see("red")
    assert seen["bots"] == "paused" and seen["thinking"] is None and seen["seq"] == 1
    assert t.post("spectator", "/bot/go").status_code == 403
    assert t.post("red", "/takeback", to=0).json() == {"takeback": None}
    assert t.see("red")["seq"] == 2


@pytest.mark.parametrize("bot", ["slow", "busy", "broken", "cheat"])
def test_the_game_goes_on_whatever_ails_a_bot(new_server: Any, habits: None, bot: str) -> None:
    server = new_server(plugins=BOTS, workers=1, bot_seconds=0.3)
    t = server.table(seats=[{"kind": "here"}, {"kind": "bot", "bot": bot}])
    t.act("general red-1", "red")
    wait(lambda: t.see("red")["seq"] == 2)
    assert t.see("red")["decision"]["seat"] == "red"


def test_a_limit_is_counted_in_work_and_not_by_the_clock(new_server: Any, habits: None, caplog: pytest.LogCaptureFixture) -> None:
    """On a busy machine nobody's honest answer is cut short: this one takes three times its limit, and works little."""
    server = new_server(plugins=BOTS, workers=1, bot_seconds=0.3)
    t = server.table(seats=[{"kind": "here"}, {"kind": "bot", "bot": "waiting"}])
    t.act("general red-1", "red")
    wait(lambda: t.see("red")["seq"] == 2)
    assert not [r for r in caplog.records if "waiting" in r.getMessage()], "its own choice was taken"


def test_paused_bots_stay_paused_and_go_on_when_told(server: Running) -> None:
    t = server.table(seats=[{"kind": "here"}, {"kind": "bot"}])
    t.post("red", "/bot/cancel")
    t.act("general red-1", "red")
    time.sleep(0.3)
    assert t.see("red")["seq"] == 1
    t.post("red", "/bot/go")
    wait(lambda: t.see("red")["seq"] == 2)


def test_a_restart_lets_bots_go_on_without_anybody_looking(new_server: Any) -> None:
    first = new_server()
    t = first.table(seats=[{"kind": "here"}, {"kind": "bot"}])
    t.post("red", "/bot/cancel")
    t.act("general red-1", "red")
    from firestep.server.storage import rows

    first.manager.store.read(lambda c: (rows.set_table(c, t.id, {"bots_paused": False}), c.commit()))
    first.stop()
    second = new_server()
    wait(lambda: t.id in second.manager.tables and second.manager.tables[t.id].seq == 2)
