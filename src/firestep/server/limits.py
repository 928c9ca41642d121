"""The doorkeeper: sizes of bodies, rates of requests, headers that keep pages honest. Plain ASGI, before any route."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from firestep.server.errors import Refused
from firestep.server.web import refusal

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("firestep.server")
BODY = 64 * 1024
RECORD = 4 * 1024 * 1024

CSP = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
       "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
HEADERS = [
    (b"content-security-policy", CSP.encode()), (b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"), (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"), (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

#: (how many at once, how many a second) for each kind of request from one address
RATES = {"make": (30, 1.0), "heavy": (30, 3.0), "write": (200, 60.0), "read": (600, 200.0), "failed": (30, 0.5),
         "socket": (100, 5.0)}
HEAVY = ("/record", "/report", "/dice")


class Limits:
    """Buckets of allowances that fill with time, one for each address and kind of request."""

    def __init__(self, on: bool, rates: dict[str, tuple[int, float]] | None = None) -> None:
        self.on = on
        self.rates = rates or RATES
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}

    @staticmethod
    def address(scope: Scope) -> str:
        client = scope.get("client")
        return client[0] if client else "?"

    def take(self, scope: Scope, kind: str, amount: float = 1.0) -> int:
        """Take an allowance; 0 if it was there, otherwise the seconds until one is."""
        if not self.on:
            return 0
        most, rate = self.rates[kind]
        now, key = time.monotonic(), (self.address(scope), kind)
        level, then = self._buckets.get(key, (float(most), now))
        level = min(float(most), level + (now - then) * rate)
        if level < amount:
            self._buckets[key] = (level, now)
            return max(1, math.ceil((amount - level) / rate))
        self._buckets[key] = (level - amount, now)
        if len(self._buckets) > 20_000:
            self._buckets = {k: v for k, v in self._buckets.items() if now - v[1] < 60}
        return 0

    def failed(self, scope: Scope) -> None:
        """A wrong token costs: guessing is slow."""
        if wait := self.take(scope, "failed"):
            raise Refused(429, "too many wrong tokens; wait a little", retry_after=wait)


def kind_of(method: str, path: str) -> str:
    if method in ("GET", "HEAD", "OPTIONS"):
        return "heavy" if path.endswith(HEAVY) else "read"
    return "make" if path in ("/api/tables", "/api/tables/import") or path.endswith("/fork") else "write"


class Door:
    """Middleware around the whole application."""

    def __init__(self, app: App, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                own = message.get("headers", [])
                message["headers"] = [*own, *(h for h in HEADERS if all(name.lower() != h[0] for name, _ in own))]
            await send(message)

        method, path = scope["method"], scope["path"]
        if wait := self.limits.take(scope, kind_of(method, path)):
            refused = Refused(429, f"too many requests; wait {wait} s", retry_after=wait)
            await refusal(refused)(scope, receive, sending)
            return
        headers = dict(scope["headers"])
        most = RECORD if path == "/api/tables/import" else BODY
        try:
            declared = int(headers.get(b"content-length", b"0"))
        except ValueError:
            declared = 0
        if method in ("POST", "PUT", "PATCH") and (declared or b"transfer-encoding" in headers):
            said = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
            if said not in (b"application/json", b""):
                await refusal(Refused(415, "the body must be JSON: Content-Type: application/json"))(scope, receive, sending)
                return
        if declared > most:
            await refusal(Refused(413, f"the body is too large; {most} bytes are the most"))(scope, receive, sending)
            return
        body = await self._body(receive, most)
        if body is None:
            await refusal(Refused(413, f"the body is too large; {most} bytes are the most"))(scope, receive, sending)
            return
        messages = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def again() -> Message:
            return next(messages, None) or await receive()

        try:
            await self.app(scope, again, sending)
        except Exception:
            log.exception("%s %s failed", method, path)
            if not begun:
                refused = Refused(500, "something went wrong here; try again, and report it if it stays")
                await refusal(refused)(scope, receive, sending)

    @staticmethod
    async def _body(receive: Receive, most: int) -> bytes | None:
        """The whole body, or None if it is too large. Read before any route sees it: bodies here are small."""
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return b"".join(parts)
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > most:
                return None
            if not message.get("more_body", False):
                return b"".join(parts)
