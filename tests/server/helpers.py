"""A client as the page is one: it keeps a snapshot and puts the differences into it."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from websockets.sync.client import ClientConnection, connect

from firestep.server.http.patch import apply


class Live:
    """An open socket."""

    def __init__(self, url: str, table: str, token: str, have: int | None = None) -> None:
        self._stack = contextlib.ExitStack()
        self.socket: ClientConnection = self._stack.enter_context(connect(f"ws{url[4:]}/api/tables/{table}/live", max_size=None))
        self.socket.send(json.dumps({"token": token, "have": have}))
        self.state: dict[str, Any] = {}
        self.frames: list[str] = []
        self.told: list[dict[str, Any]] = []

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def next(self, timeout: float = 10) -> dict[str, Any]:
        """Read one frame and do with it what the page does."""
        text = self.socket.recv(timeout=timeout)
        assert isinstance(text, str)
        self.frames.append(text)
        m: dict[str, Any] = json.loads(text)
        if m["type"] == "snapshot":
            self.state = {k: v for k, v in m.items() if k != "type"}
        elif m["type"] == "patch":
            assert m["from"] == self.state["seq"], (m["from"], self.state["seq"])
            apply(self.state, m["changes"])
            self.state["seq"] = m["seq"]
            kept = [e for e in self.state["journal"] if e["n"] < m["journal"]["keep"]]
            self.state["journal"] = (kept + m["journal"]["add"])[-200:]
            self.state["journal_size"] = m["journal"]["size"]
        elif m["type"] == "seats":
            self.state["seats"] = m["seats"]
        elif m["type"] == "takeback":
            self.state["takeback"] = m["takeback"]
        elif m["type"] == "bots":
            self.state["bots"] = m["bots"]
        elif m["type"] == "chat":
            self.state["chat"].append({k: v for k, v in m.items() if k != "type"})
        self.told.append(m)
        return m

    def until(self, seq: int, timeout: float = 10) -> dict[str, Any]:
        """Read until the table is at `seq`."""
        while self.state.get("seq", -1) < seq:
            self.next(timeout)
        return self.state

    def wait_for(self, kind: str, timeout: float = 10) -> dict[str, Any]:
        while (m := self.next(timeout))["type"] != kind:
            pass
        return m
