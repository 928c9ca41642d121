"""The database goes away, or somebody holds it: what was promised stays, and all goes on afterwards."""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server_conftest import Running, settings_for
from sqlalchemy.engine import make_url


class Cable:
    """The line between a server and its database: it can be cut and mended."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._ends: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.whole = True
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if not self.whole:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [near, far]
                for a, b in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(a, b), daemon=True).start()

    @staticmethod
    def _carry(a: socket.socket, b: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := a.recv(65536):
                b.sendall(data)
        for end in (a, b):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        self.whole = False
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self._ends.clear()

    def close(self) -> None:
        self.cut()
        self._listener.close()


@pytest.fixture
def cabled(postgres_url: str, tmp_path: Path) -> Iterator[tuple[Running, Cable]]:
    url = make_url(postgres_url)
    cable = Cable(url.port or 5432)
    running = Running(settings_for(url.set(port=cable.port).render_as_string(hide_password=False), tmp_path))
    yield running, cable
    cable.whole = True
    running.stop()
    cable.close()


def until(done: Any, seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_without_its_database_the_server_says_503_and_loses_nothing(cabled: tuple[Running, Cable]) -> None:
    server, cable = cabled
    known, away = server.table().appoint(), server.table().appoint()
    seen = known.see()
    server.manager.tables.pop(away.id)  # not in memory: it must be read
    cable.cut()
    read = away.get("all")
    assert read.status_code == 503 and "try again" in read.json()["error"] and int(read.headers["retry-after"]) > 0
    action = {"seq": seen["seq"], "action": seen["decision"]["actions"][0]}
    written = known.post("all", "/actions", **action)
    assert written.status_code == 503 and "nothing was done" in written.json()["error"]
    assert known.see()["seq"] == seen["seq"]  # what is in memory can still be looked at
    cable.whole = True
    until(lambda: known.post("all", "/actions", **action).status_code == 200)
    assert known.see()["seq"] == seen["seq"] + 1
    assert away.see()["seq"] == 2


def test_a_lock_that_somebody_holds_does_not_stop_the_server_for_ever(cabled: tuple[Running, Cable], postgres_url: str) -> None:
    import psycopg

    server, _ = cabled
    t = server.table().appoint()
    seen = t.see()
    action = {"seq": seen["seq"], "action": seen["decision"]["actions"][0]}
    with psycopg.connect(postgres_url) as other:
        other.execute("LOCK TABLE actions IN ACCESS EXCLUSIVE MODE")
        began = time.monotonic()
        assert t.post("all", "/actions", **action).status_code == 503
        assert time.monotonic() - began < 25  # it does not wait until the lock is given back
        other.rollback()
    assert t.post("all", "/actions", **action).status_code == 200


def test_sockets_that_are_cut_off_leave_no_tracebacks(sqlite_server: Running, caplog: pytest.LogCaptureFixture) -> None:
    t = sqlite_server.table().appoint()
    with caplog.at_level(logging.INFO):
        ends = [t.live("all") for _ in range(40)]
        for end in ends:
            end.next()
        for end in ends:
            raw = end.socket.socket
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")  # gone without a word
            raw.shutdown(socket.SHUT_RDWR)
            raw.close()
        seen = t.see()
        t.act(seen["decision"]["actions"][0])
        until(lambda: not sqlite_server.manager.tables[t.id].watchers)
    ours = [r for r in caplog.records if not r.name.startswith("websockets.client")]
    told = [r for r in ours if r.levelno >= logging.ERROR or r.exc_info or "never retrieved" in r.getMessage()]
    assert not told, [(r.name, r.getMessage()) for r in told]
