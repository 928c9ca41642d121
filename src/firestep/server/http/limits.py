"""Limits for all requests, before any route: size of bodies, request rates, host names and security headers. Plain ASGI."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import math
import secrets
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from firestep.server.errors import Refused
from firestep.server.http import fast_route
from firestep.server.http.web import refusal
from firestep.server.settings import Settings
from firestep.server.workers.fair import OWNER, metered

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("firestep.server")
access = logging.getLogger("firestep.access")
BODY = 64 * 1024
RECORD = 16 * 1024 * 1024
#: uploads of one address that arrive at once, bytes of uploads of all addresses in memory, requests in progress
MOST_RECORDS, MOST_ARRIVED, MOST_REQUESTS = 2, 192 * 1024 * 1024, 400
#: requests of one address that are answered at once; further ones wait, so that the event loop stays free for others
MOST_EACH = 16

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]

NAMES = frozenset(name for name, _ in HEADERS)

#: (how many at once, how many a second) for each kind of request from one address
RATES = {
    "make": (30, 1.0),
    "day": (300, 300 / 86400),
    "bots": (6, 1 / 60),
    "import": (6, 1 / 10),
    "heavy": (60, 5.0),
    "write": (200, 60.0),
    "chat": (20, 0.5),
    "mail": (4, 1 / 600),
    "read": (600, 200.0),
    "failed": (30, 0.5),
    "socket": (100, 5.0),
    # milliseconds of processor time, on the event loop and in threads
    "work": (4000, 300.0),
}
HEAVY = ("/record", "/report", "/dice", "/journal")
SAID = {
    "work": "your requests need more computing than one address may use",
    "day": "as many tables as one address may make in a day were made",
    "bots": "bots play enough tables for this address",
}


@lru_cache(4096)
def same_person(host: str) -> str:
    """Returns the address that is counted. For IPv6 it is the network of a household, with its 2^64 addresses."""
    try:
        address = ipaddress.ip_address(host.split("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(address)


class Limits:
    """Token buckets that fill with time, one for each address and kind of request."""

    def __init__(self, on: bool, rates: dict[str, tuple[int, float]] | None = None) -> None:
        self.on = on
        self.rates = rates or RATES
        self._buckets: dict[tuple[str, str], tuple[float, float]] = {}
        self._lock = threading.Lock()  # other threads charge for their work too
        self.answered: Counter[int] = Counter()
        self.sockets: Counter[str] = Counter()

    @staticmethod
    def address(scope: Scope) -> str:
        client = scope.get("client")
        return same_person(client[0]) if client else "?"

    def take(self, scope: Scope, kind: str, amount: float = 1.0) -> int:
        """Takes an allowance. Returns 0, or the seconds until one is available."""
        if not self.on:
            return 0
        most, rate = self.rates[kind]
        now, key = time.monotonic(), (self.address(scope), kind)
        with self._lock:
            level, then = self._buckets.get(key, (float(most), now))
            level = min(float(most), level + (now - then) * rate)
            if level < amount:
                self._buckets[key] = (level, now)
                return max(1, math.ceil((amount - level) / rate))
            self._buckets[key] = (level - amount, now)
            if len(self._buckets) > 20_000:
                self._buckets = {k: v for k, v in self._buckets.items() if now - v[1] < 60}
        return 0

    def spent(self, owner: str, seconds: float) -> None:
        """Charges an address for processor time. The cost is known only afterwards, so an allowance may fall below zero."""
        if self.on and owner and "work" in self.rates:
            most, rate = self.rates["work"]
            now, key = time.monotonic(), (owner, "work")
            with self._lock:
                level, then = self._buckets.get(key, (float(most), now))
                self._buckets[key] = (min(float(most), level + (now - then) * rate) - 1000 * seconds, now)

    def pay(self, scope: Scope, kind: str, amount: float = 1.0) -> None:
        """Takes an allowance, or raises `Refused`."""
        if wait := self.take(scope, kind, amount):
            raise Refused(429, f"{SAID.get(kind, 'too many requests')}; wait {wait} s", retry_after=wait)

    def failed(self, scope: Scope) -> None:
        """Charges for a wrong token, so that guessing is slow."""
        if wait := self.take(scope, "failed"):
            raise Refused(429, "too many wrong tokens; wait a little", retry_after=wait)


def kinds_of(method: str, path: str) -> tuple[str, ...]:
    if method in ("GET", "HEAD", "OPTIONS"):
        return ("heavy",) if path.endswith(HEAVY) or "/at/" in path else ("read",)
    if path == "/api/tables/import":
        return ("make", "day", "import")
    if path == "/api/tables" or path.endswith("/fork"):
        return ("make", "day")
    return ("write", "chat") if path.endswith(("/chat", "/name")) else ("write",)


def own_names(settings: Settings) -> set[str]:
    """Returns the host names of this server."""
    own = {"localhost", "127.0.0.1", "::1", *settings.hosts}
    if settings.public_url:
        own.add((urlsplit(settings.public_url).hostname or "").lower())
    return own


def called_rightly(host: str, settings: Settings) -> bool:
    """Returns whether a host name belongs to this server. Otherwise a page of another site could read from it."""
    name = (urlsplit(f"//{host}").hostname or "").lower()
    if name in own_names(settings):
        return True
    if not settings.public:
        return False
    if settings.hosts or settings.public_url:
        return False
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        return "." not in name or name.endswith((".local", ".lan", ".home.arpa"))


class RequestLimits:
    """Middleware around the whole application."""

    def __init__(self, app: App, limits: Limits, settings: Settings) -> None:
        self.app = app
        self.limits = limits
        self.settings = settings
        #: uploads that arrive now, by address; their bytes in memory
        self.records: Counter[str] = Counter()
        self.arrived = 0
        self.requests = 0
        #: requests with complete bodies take turns, by address
        self.turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        #: cache of host names that were checked
        self.called_rightly = lru_cache(256)(lambda host: called_rightly(host.decode("latin-1"), settings))
        #: answers given, by status
        self.answered: Counter[int] = limits.answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            headers = dict(scope["headers"])
            if not self.called_rightly(headers.get(b"host", b"")):
                await receive()
                await send({"type": "websocket.close", "code": 4403})
                return
        owner = self.limits.address(scope)
        OWNER.set(owner)
        if scope["type"] != "http":
            await metered(self.app(scope, receive, send), owner, self.limits.spent)
            return
        began, status, id = time.monotonic(), 0, secrets.token_hex(6)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = message.get("headers", [])
                given = {name.lower() for name, _ in own}
                kept = HEADERS if NAMES.isdisjoint(given) else [h for h in HEADERS if h[0] not in given]
                message["headers"] = [*own, *kept, (b"x-request-id", id.encode())]
            await send(message)

        self.requests += 1
        try:
            await metered(self._let_in(scope, receive, sending), owner, self.limits.spent)
        except Refused as e:
            made = refusal(e)
            if scope["method"] not in ("GET", "HEAD"):  # the body of a refused request is not read
                made.headers["connection"] = "close"
            await made(scope, receive, sending)
        except SQLAlchemyError as e:
            log.error("%s the storage cannot be read: %s", id, type(e).__name__)
            if not status:
                await refusal(Refused(503, "the storage cannot be read now; try again in a moment", retry_after=2))(
                    scope, receive, sending
                )
        except Exception:
            log.exception("%s %s %s failed", id, scope["method"], scope["path"])
            if not status:
                refused = Refused(500, "something went wrong here; try again, and report it if it stays")
                await refusal(refused)(scope, receive, sending)
        finally:
            self.requests -= 1
            self.answered[status] += 1
            # the path contains no secret: tokens are in a header, or behind '#', which browsers never send
            if self.settings.access_log:
                access.info(
                    "%s %s %s %s %d %.1f",
                    id,
                    self.limits.address(scope),
                    scope["method"],
                    scope["path"],
                    status,
                    1000 * (time.monotonic() - began),
                )

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        method, path = scope["method"], scope["path"]
        headers = dict(scope["headers"])
        if path != "/health" and not self.called_rightly(headers.get(b"host", b"")):
            raise Refused(421, "this server does not go by that name; open it by its own address")
        for kind in kinds_of(method, path):
            self.limits.pay(scope, kind)
        if path.startswith("/api/"):
            self.limits.pay(scope, "work", 0)
        if self.requests > MOST_REQUESTS:
            raise Refused(503, "the server has more to do than it can; try again in a moment", retry_after=2)
        record = path == "/api/tables/import"
        most = RECORD if record else BODY
        try:
            declared = int(headers.get(b"content-length", b"0"))
        except ValueError:
            declared = 0
        if method in ("POST", "PUT", "PATCH") and (declared or b"transfer-encoding" in headers) and not path.startswith("/mail/"):
            said = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
            if said not in (b"application/json", b""):
                raise Refused(415, "the body must be JSON: Content-Type: application/json")
        if declared > most:
            raise Refused(413, f"the body is too large; {most} bytes are the most")
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                body = await (self._record(receive, self.limits.address(scope)) if record else self._body(receive, most))
        except TimeoutError:
            raise Refused(408, "the request did not come to its end; send it again") from None
        if body is None:
            raise Refused(413, f"the body is too large; {most} bytes are the most")
        messages = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def again() -> Message:
            return next(messages, None) or await receive()

        turn = self.turns.setdefault(self.limits.address(scope), asyncio.Semaphore(MOST_EACH if self.limits.on else MOST_REQUESTS))
        async with turn:
            if not await fast_route.act(scope["app"], scope, headers, body, send):
                await self.app(scope, again, send)

    async def _record(self, receive: Receive, address: str) -> bytes | None:
        """Reads the body of an upload. A slow sender uses only a place of its own address. The places at the worker processes are
        given to complete bodies."""
        if self.records[address] >= MOST_RECORDS:
            raise Refused(503, "two records of yours are arriving already; try again when they are read", retry_after=5)
        self.records[address] += 1
        size = 0

        async def counted() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            self.arrived += len(message.get("body", b""))
            if self.arrived > MOST_ARRIVED:
                raise Refused(503, "too many records arrive now; try again in a few seconds", retry_after=5)
            return message

        try:
            return await self._body(counted, RECORD)
        finally:
            self.arrived -= size
            self.records[address] -= 1
            if not self.records[address]:
                del self.records[address]

    @staticmethod
    async def _body(receive: Receive, most: int) -> bytes | None:
        """Reads the whole body before any route sees it. Returns None if it is too large."""
        message = await receive()
        if not message.get("more_body", False):
            whole: bytes = message.get("body", b"")
            return whole if len(whole) <= most else None
        parts: list[bytes] = [message.get("body", b"")]
        size = len(parts[0])
        while message.get("more_body", False) and size <= most:
            message = await receive()
            parts.append(message.get("body", b""))
            size += len(parts[-1])
        return b"".join(parts) if size <= most else None
