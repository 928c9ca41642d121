"""Limits on connections before they become requests: how many, of which address, and the time and size of a request head.

uvicorn keeps unfinished requests for ever and accepts any number of connections. A thousand of them would block everybody else.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from firestep.server.http.limits import same_person
from firestep.server.settings import Settings

HEAD_BYTES = 32 * 1024
SPARE = 100  # file descriptors for the database, the workers and the log


def descriptors(wanted: int) -> int:
    """Returns how many connections this process may have, after raising the limit of the system as far as allowed."""
    try:
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        want = max(soft, min(hard, 4 * wanted + SPARE)) if hard != resource.RLIM_INFINITY else max(soft, 4 * wanted + SPARE)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (want, hard))
        return min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - SPARE)
    except ImportError:
        return wanted


def limited_protocol(settings: Settings) -> type[HttpToolsProtocol]:
    """Returns the protocol class of a server. It counts all connections of the server together."""
    most, each = descriptors(settings.most_connections), settings.each_connections
    proxies = {same_person(p.strip()) for p in settings.proxies.split(",") if p.strip()} if settings.public else set()
    seconds = settings.head_seconds
    by_address: Counter[str] = Counter()

    class LimitedProtocol(HttpToolsProtocol):
        _address = ""
        _counted = False
        _timer: asyncio.TimerHandle | None = None
        _bytes = 0
        _in_head = True

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._address = same_person(self.client[0]) if self.client else "?"
            by_address[self._address] += 1
            self._counted = True
            if by_address.total() > most:
                self._refuse(b"503 Service Unavailable", b"too many are connected; try again in a moment")
            elif by_address[self._address] > each and self._address not in proxies:
                self._refuse(b"503 Service Unavailable", b"too many connections of one address; close some")
            else:
                self._expect_head()

        def connection_lost(self, exc: Exception | None) -> None:
            self._release()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self) -> None:
            self._release()  # from here on the socket is counted by the route that serves it
            super().handle_websocket_upgrade()

        def data_received(self, data: bytes) -> None:
            if self.transport.is_closing():
                return
            if self._in_head:
                self._bytes += len(data)
                if self._bytes > HEAD_BYTES and not self._ends_soon(data):
                    self._refuse(b"431 Request Header Fields Too Large", b"the head of the request is too large")
                    return
            super().data_received(data)

        def _ends_soon(self, data: bytes) -> bool:
            """Returns whether the head ends in this piece and is not itself too large."""
            end = data.find(b"\r\n\r\n")
            return end >= 0 and self._bytes - len(data) + end <= HEAD_BYTES

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._in_head = True
            self._expect_head()

        def on_headers_complete(self) -> None:
            self._in_head, self._bytes = False, 0
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            super().on_headers_complete()

        def on_message_complete(self) -> None:
            self._in_head, self._bytes = True, 0
            super().on_message_complete()

        # -- inside --

        def _expect_head(self) -> None:
            if self._timer is None:
                self._timer = self.loop.call_later(seconds, self._late)

        def _late(self) -> None:
            self._timer = None
            self._refuse(b"408 Request Timeout", b"the head of the request did not come to its end")

        def _release(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._counted:
                self._counted = False
                by_address[self._address] -= 1
                if not by_address[self._address]:
                    del by_address[self._address]

        def _refuse(self, status: bytes, words: bytes) -> None:
            body = b'{"error": "' + words + b'", "refusals": []}'
            head = b"content-type: application/json\r\nconnection: close\r\nretry-after: 5\r\n"
            self.transport.write(b"HTTP/1.1 %s\r\n%scontent-length: %d\r\n\r\n%s" % (status, head, len(body), body))
            self.transport.close()

    return LimitedProtocol
