"""\"Your turn\" by webhook and e-mail. What is to be sent lies in the database beside the action that caused it, so that a
crash loses nothing; every attempt is written down."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
import smtplib
import socket
import ssl
import time
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx

from firestep.server import rows
from firestep.server.errors import Refused
from firestep.server.settings import Smtp

if TYPE_CHECKING:
    from firestep.server.house import House

log = logging.getLogger("firestep.server")
#: seconds to wait after each failed attempt; then it is given up
AGAIN = (10, 60, 600, 3600)


def check_webhook(url: str, private: bool) -> str:
    """A web address that may be told, or a refusal."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused(400, "the webhook is not a web address; it begins with https://") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password or port == 0:
        raise Refused(400, "the webhook is not a web address; it begins with https://")
    if not private and (parts.hostname == "localhost" or is_private(parts.hostname)):
        raise Refused(400, "the webhook points into a private network; choose a public address")
    return url


def is_private(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return not ipaddress.ip_address(host).is_global
    return False


class Notifier:
    def __init__(self, house: House) -> None:
        self.house = house
        self._event = asyncio.Event()

    def wake(self) -> None:
        self._event.set()

    async def run(self) -> None:
        while True:
            try:
                due = await self.house.store.reading(lambda c: rows.deliveries_due(c, int(time.time())))
                await asyncio.gather(*(self._deliver(d) for d in due))
                if due:
                    continue
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("notices cannot be sent now")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._event.wait(), 5)
            self._event.clear()

    async def _deliver(self, d: dict[str, Any]) -> None:
        try:
            body = await self._words(d)
            send = self._webhook if d["channel"] == "webhook" else self._email
            detail, status = await send(d["target"], body), "sent"
        except Exception as e:
            detail, status = f"{type(e).__name__}: {e}"[:300], "waiting" if d["attempts"] < len(AGAIN) else "failed"
        now = int(time.time())
        values = {"status": status, "attempts": d["attempts"] + 1, "detail": detail.replace("\x00", ""), "at": now,
                  "due": now + (AGAIN[d["attempts"]] if status == "waiting" else 0)}
        await self.house.store.write(lambda c: rows.set_delivery(c, d["id"], values))

    async def _words(self, d: dict[str, Any]) -> dict[str, Any]:
        table = await self.house.open(d["table_id"])
        seat = table.seats[d["seat"]]
        return {"event": "your-turn", "table": table.id, "game": table.game.id, "title": table.game.title, "seat": seat.id,
                "seat_title": seat.title, "seq": d["seq"], "turn": table.session.state.turn,
                "text": f"{table.game.title}: it is the turn of {seat.title}.",
                "link": f"{self.house.settings.public_url}/table/{table.id}"}

    async def _webhook(self, url: str, body: dict[str, Any]) -> str:
        private = self.house.settings.private_webhooks
        check_webhook(url, private)
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        found = await asyncio.to_thread(socket.getaddrinfo, parts.hostname, port, type=socket.SOCK_STREAM)
        address = str(found[0][4][0])
        if not private and any(is_private(str(entry[4][0])) for entry in found):
            raise ValueError("the address leads into a private network")
        # call the very address that was checked: a name may lead elsewhere when it is asked for again
        host = f"[{address}]" if ":" in address else address
        there = parts._replace(netloc=f"{host}:{port}").geturl()
        async with httpx.AsyncClient(timeout=10, follow_redirects=False, trust_env=False) as client:
            answer = await client.post(there, json=body, headers={"User-Agent": "firestep", "Host": parts.netloc},
                                       extensions={"sni_hostname": parts.hostname})
        if not answer.is_success:
            raise ValueError(f"answered {answer.status_code}")
        return f"answered {answer.status_code}"

    async def _email(self, address: str, body: dict[str, Any]) -> str:
        smtp = self.house.settings.smtp
        if smtp is None:
            raise ValueError("no mail server is set; set FIRESTEP_SMTP_HOST")
        return await asyncio.to_thread(send_mail, smtp, address, body)


def send_mail(smtp: Smtp, address: str, body: dict[str, Any]) -> str:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = smtp.sender, address, f"Your turn: {body['title']}"
    message.set_content(f"{body['text']}\n\n{body['link']}\n\n{json.dumps({k: body[k] for k in ('table', 'seat', 'turn')})}\n")
    context = ssl.create_default_context()
    tls = smtp.security == "tls"
    with smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=15, context=context) if tls else smtplib.SMTP(smtp.host, smtp.port,
                                                                                                     timeout=15) as server:
        if smtp.security == "starttls":
            server.starttls(context=context)
        if smtp.user:
            server.login(smtp.user, smtp.password)
        server.send_message(message)
    return "handed to the mail server"
