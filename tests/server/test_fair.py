"""Work is shared out by owner, and processor time is counted by owner."""

from __future__ import annotations

import asyncio
import queue
import socket
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from server_conftest import Running, Seated
from test_attacks import bomb

from firestep.games.tgw import secrets
from firestep.server.http import limits
from firestep.server.http.limits import Limits
from firestep.server.workers.fair import FairQueue, FairThreads, metered


def test_the_owner_who_used_least_comes_first() -> None:
    jobs: FairQueue[str] = FairQueue(2)
    for owner, job in (("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1")):
        jobs.put(owner, job)
    assert jobs.get() == ("a", "a1")
    jobs.done("a", 1.0)
    assert jobs.get() == ("b", "b1"), "a used a second, b nothing"
    jobs.done("b", 5.0)
    jobs.put("b", "b2")
    assert jobs.get() == ("a", "a2")
    assert jobs.get() == ("a", "a3")
    jobs.put("a", "a4")
    assert jobs.get() == ("b", "b2"), "a has two jobs in hand already"
    with pytest.raises(queue.Empty):
        jobs.get(0.01)
    jobs.done("a", 0.0)
    assert jobs.get() == ("a", "a4")
    jobs.put("c", "c1")
    assert jobs.close() == ["c1"] and jobs.get() is None


def test_an_owner_with_long_work_leaves_a_thread_to_the_others() -> None:
    async def work() -> None:
        threads, free = FairThreads(2, "test"), threading.Event()
        charged: Counter[str] = Counter()
        threads.charge = lambda owner, seconds: charged.update({owner: 1})
        long = [asyncio.ensure_future(threads.run("a", lambda: free.wait(20))) for _ in range(3)]
        await asyncio.sleep(0.05)
        assert await asyncio.wait_for(threads.run("b", lambda: 7), 5) == 7
        assert not any(x.done() for x in long) and charged == {"b": 1}
        free.set()
        assert await asyncio.gather(*long) == [True] * 3 and charged["a"] == 3
        with pytest.raises(ZeroDivisionError):
            await threads.run("b", lambda: 1 // 0)
        threads.close()

    in_thread(work())


def test_the_steps_of_a_coroutine_are_charged_and_its_pauses_are_not() -> None:
    used: list[float] = []

    async def busy() -> str:
        began = time.thread_time()
        while time.thread_time() - began < 0.02:
            pass
        await asyncio.sleep(0.2)
        return "done"

    assert in_thread(wrapped(busy(), used)) == "done"
    assert 0.02 <= sum(used) < 0.15, "the processor time of its own steps"


def in_thread(work: Any) -> Any:
    """Runs a coroutine in a thread of its own. The main thread has a running loop when browser tests ran in this process before."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def wrapped(work: Any, used: list[float]) -> Any:
    return await metered(work, "a", lambda owner, seconds: used.append(seconds))


def test_processor_time_is_an_allowance_of_an_address() -> None:
    allow = Limits(True, {"work": (100, 50.0)})
    mine, other = {"client": ("10.0.0.1", 1)}, {"client": ("10.0.0.2", 1)}
    assert not allow.take(mine, "work", 0)
    allow.spent("10.0.0.1", 0.4)  # 300 ms more than it has
    assert 5 <= allow.take(mine, "work", 0) <= 6 and not allow.take(other, "work", 0)


def test_who_asks_too_much_is_told_to_wait(new_server: Any) -> None:
    server = new_server(rate_limit=True)
    allow = server.app.state.limits
    allow.rates = {**limits.RATES, "work": (60, 0.01)}
    t = server.table().appoint()
    answers = [t.get("red", "/why-not", action="done") for _ in range(300)]
    late = [a for a in answers if a.status_code == 429]
    assert answers[0].status_code == 200 and late and "computing" in late[0].json()["error"]
    assert int(late[0].headers["retry-after"]) >= 1
    assert server.http.get("/health").status_code == 200
    # takebacks are charged for the threads that they keep busy
    allow._buckets.clear()
    before = allow._buckets.get(("127.0.0.1", "work"), (60.0, 0.0))[0]
    t.post("red", "/takeback", to=0)
    assert allow._buckets["127.0.0.1", "work"][0] < before


def test_a_concealed_game_is_kept_until_the_table_moves_on(sqlite_server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int | None, str]] = []
    real = secrets.conceal
    game = sqlite_server.table(game="tgw", scenario="1918", options={"fog": "on"}, seats=[{}, {}])
    found = sqlite_server.manager.tables[game.id].session.game

    def conceal(s: Any, seat: int | None) -> Any:
        made.append((seat, threading.current_thread().name))
        return real(s, seat)

    object.__setattr__(found, "conceal", conceal)
    try:
        seen = game.see()
        asks = ("/why-not?action=done", "/overlay/supply?arg=GE", f"/inspect/{seen['board']['pieces'][0]['at']}", "/odds")
        for path in asks * 3:
            assert game.get("spectator", path).status_code < 500
        assert len(made) == 1 and made[0][0] is None and made[0][1].startswith("firestep-background"), made
        game.act(seen["decision"]["actions"][0])
        made.clear()
        for path in asks:
            game.get("spectator", path)
        assert [seat for seat, _ in made] == [None], "once more after the table has moved on"
    finally:
        object.__setattr__(found, "conceal", real)


def slow_import(server: Running, address: str) -> socket.socket:
    """An import that has begun and does not come to its end."""
    s = socket.create_connection(("127.0.0.1", server.port), timeout=5, source_address=(address, 0))
    s.sendall(
        b"POST /api/tables/import HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 15000000\r\n\r\n{"
    )
    return s


def test_slow_imports_of_one_address_leave_those_of_others_alone(sqlite_server: Running) -> None:
    held = [slow_import(sqlite_server, "127.0.0.9") for _ in range(2)]
    time.sleep(0.3)
    try:
        with slow_import(sqlite_server, "127.0.0.9") as third:
            answer = third.recv(4000)
            assert b" 503 " in answer and b"two records of yours" in answer
        made = sqlite_server.http.post("/api/tables/import", json=bomb(3))
        assert made.status_code == 201, made.text
        assert Seated(sqlite_server, made.json()).see()["seq"] == 4
    finally:
        for s in held:
            s.close()
    time.sleep(0.3)
    with slow_import(sqlite_server, "127.0.0.9") as again:
        again.settimeout(0.5)
        with pytest.raises(TimeoutError):
            again.recv(100)  # its places are free again
