"""The WebSocket of a table: first a snapshot, then the changes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic_core import to_json

from firestep.server.errors import Refused
from firestep.server.http.web import hashes
from firestep.server.tables.broadcast import Watcher
from firestep.server.tables.manager import TableManager
from firestep.server.tables.table import Table

router = APIRouter()
FIRST_FRAME = 10.0
MOST_WATCHERS = 200
MOST_SOCKETS = 60  # of one address
MOST_FRAMES = 20  # of a client, in ten seconds
CODES = {400: 4400, 401: 4401, 404: 4404, 429: 4429}


def same_origin(socket: WebSocket) -> bool:
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


async def frame(socket: WebSocket) -> dict[str, Any]:
    """Returns the next frame of a client, which must be a small JSON object."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None or len(text) > 4096:
        raise Refused(400, "a frame is a small JSON object in text")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused(400, "a frame is a small JSON object in text") from None
    if not isinstance(value, dict):
        raise Refused(400, "a frame is a small JSON object in text")
    return value


@router.websocket("/api/tables/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    if not same_origin(socket):
        await socket.close(4403)
        return
    await socket.accept()
    limits = socket.app.state.limits
    address = limits.address(socket.scope)
    limits.sockets[address] += 1
    try:
        if limits.on and limits.sockets[address] > MOST_SOCKETS:
            raise Refused(429, "too many connections of one address; close some")
        if wait := limits.take(socket.scope, "socket"):
            raise Refused(429, f"too many connections; wait {wait} s")
        try:
            first = await asyncio.wait_for(frame(socket), FIRST_FRAME)
        except TimeoutError:
            raise Refused(400, "the first frame must be the token, within ten seconds") from None
        token, have = first.get("token"), first.get("have")
        if not isinstance(token, str) or len(token) > 1000:
            raise Refused(400, 'the first frame is {"token": "...", "have": seq or null}')
        if have is not None and (isinstance(have, bool) or not isinstance(have, int)):
            raise Refused(400, "'have' is a seq or null")
        manager: TableManager = socket.app.state.manager
        wanted = hashes(token)
        table = await manager.open(id)
        holds = table.holds(wanted)
        if holds is None:
            limits.failed(socket.scope)
            raise Refused(401, "this token does not open this table; use the link you were given")
        if len(table.watchers) >= MOST_WATCHERS:
            raise Refused(429, "too many watch this table; come back later")
        watcher = await table.join(holds, have, frozenset(wanted))
        table.looked = time.monotonic()
        manager.wake_bots(table)
        try:
            await talk(socket, table, watcher)
        finally:
            table.leave(watcher)
    except Refused as e:
        with contextlib.suppress(Exception):
            await socket.send_text(to_json({"type": "error", "error": e.error, "status": e.status}).decode())
            await socket.close(CODES.get(e.status, 4400))
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        limits.sockets[address] -= 1
        if not limits.sockets[address]:
            del limits.sockets[address]


async def talk(socket: WebSocket, table: Table, w: Watcher) -> None:
    """Sends what arrives and answers pings until one side closes."""
    sender = asyncio.create_task(send(socket, table, w))
    listener = asyncio.create_task(listen(socket, w))
    try:
        await asyncio.wait((sender, listener), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sender, listener):
            task.cancel()
        # wait for both ends, so that no task is left with an error when thousands of sockets close at once
        ended = await asyncio.gather(sender, listener, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error


async def send(socket: WebSocket, table: Table, w: Watcher) -> None:
    while (data := await w.queue.get()) is not None:
        await socket.send_text(data.decode())
        if w.stale and w.queue.empty():
            await table.ready(w.holds)
            w.stale = False
            await socket.send_text(to_json({"type": "snapshot", **table.snapshot(w.holds)}).decode())
    await socket.close(w.code)


async def listen(socket: WebSocket, w: Watcher) -> None:
    loop = asyncio.get_running_loop()
    since, count = loop.time(), 0
    while True:
        said = await frame(socket)
        now = loop.time()
        if now - since > 10:
            since, count = now, 0
        count += 1
        if count > MOST_FRAMES:
            raise Refused(429, "too many frames; a ping in 25 s is enough")
        if said.get("type") != "ping":
            raise Refused(400, 'the only frame a client may send is {"type": "ping"}')
        with contextlib.suppress(asyncio.QueueFull):
            w.queue.put_nowait(b'{"type":"pong"}')
