""" "Your turn" by webhook and e-mail. Notices are stored together with the action that caused them, so a crash loses none. Every
attempt is recorded."""

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
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import httpx

from firestep.server.errors import Refused
from firestep.server.http.tokens import new_token
from firestep.server.settings import Smtp
from firestep.server.storage import rows

if TYPE_CHECKING:
    from firestep.server.tables.manager import TableManager
    from firestep.server.tables.table import Table

T = TypeVar("T")
DAY = 86400

log = logging.getLogger("firestep.server")
#: seconds to wait after each failed attempt; after the last one it is given up
AGAIN = (10, 60, 600, 3600)


def check_webhook(url: str, private: bool) -> str:
    """Checks whether an address may be called. Raises `Refused` if not."""
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


#: networks that lead to private ones in another way, or to no host
NOT_PUBLIC = [
    ipaddress.ip_network(n)
    for n in (
        "64:ff9b::/96",
        "64:ff9b:1::/48",
        "2002::/16",
        "2001::/32",
        "::ffff:0:0/96",
        "fec0::/10",
        "ff00::/8",
        "224.0.0.0/4",
        "240.0.0.0/4",
        "192.88.99.0/24",
        "100.64.0.0/10",
    )
]


def is_private(host: str) -> bool:
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(host.split("%")[0])
        return not address.is_global or any(address in n for n in NOT_PUBLIC if n.version == address.version)
    return False


class Notifier:
    def __init__(self, manager: TableManager) -> None:
        self.manager = manager
        self._event = asyncio.Event()
        # a slow mail server delays other mails only
        self._threads = ThreadPoolExecutor(4, "firestep-mail")

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, work: Callable[..., T], *arguments: Any, **more: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(*arguments, **more))

    # -- addresses ---------------------------------------------------------------------------------------------------

    async def ask(self, address: str) -> str:
        """Returns the status of an address. A new address gets a mail that asks for consent, at most one a day."""
        store, now = self.manager.store, int(time.time())
        found = await store.reading(rows.address, address)
        if found is not None and (found["status"] != "asked" or now - found["asked"] < DAY):
            return str(found["status"])
        token = found["token"] if found is not None else new_token()
        await store.write(lambda c: rows.set_address(c, {"address": address, "token": token, "status": "asked", "asked": now}))
        if self.manager.settings.smtp is not None:
            link = f"{self.manager.settings.public_url}/mail/{token}"
            text = (
                "A player at a table of Firestep wants mails to this address when it is his turn.\n"
                f"If that was you, say yes here: {link}\nIf not, do nothing: no other mail will come.\n"
            )
            words = (address, "May Firestep write to you?", text, link)
            task = asyncio.ensure_future(self._in_thread(send_mail, self.manager.settings.smtp, *words))
            task.add_done_callback(_noted)
        return "asked"

    async def status(self, address: str | None) -> str | None:
        if address is None:
            return None
        found = await self.manager.store.reading(rows.address, address)
        return "asked" if found is None else str(found["status"])

    async def settle(self, token: str, wants: bool) -> bool:
        """Stores the answer of an address: consent or refusal."""
        store = self.manager.store
        found = await store.reading(rows.address_by, token)
        if found is not None:
            values = {**found, "status": "confirmed" if wants else "refused"}
            await store.write(lambda c: rows.set_address(c, values))
        return found is not None

    # -- sending -----------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        self._event.set()

    async def run(self) -> None:
        while True:
            try:
                due = await self.manager.store.reading(lambda c: rows.deliveries_due(c, int(time.time())))
                mine = await self._taken(due)
                await asyncio.gather(*(self._deliver(d) for d in mine))
                if mine:
                    continue
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("notices cannot be sent now")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._event.wait(), 5)
            self._event.clear()

    async def _taken(self, due: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Returns the notices that this server will send."""
        until = int(time.time()) + 60
        return await self.manager.store.write(lambda c: [d for d in due if rows.take_delivery(c, d["id"], d["due"], until)])

    async def _deliver(self, d: dict[str, Any]) -> None:
        try:
            body = await self._words(d)
            send = self._webhook if d["channel"] == "webhook" else self._email
            detail, status = await send(d["target"], body), "sent"
        except Exception as e:
            detail, status = f"{type(e).__name__}: {e}"[:300], "waiting" if d["attempts"] < len(AGAIN) else "failed"
        now = int(time.time())
        values = {
            "status": status,
            "attempts": d["attempts"] + 1,
            "detail": detail.replace("\x00", ""),
            "at": now,
            "due": now + (AGAIN[d["attempts"]] if status == "waiting" else 0),
        }
        await self.manager.store.write(lambda c: rows.set_delivery(c, d["id"], values))

    async def _words(self, d: dict[str, Any]) -> dict[str, Any]:
        table = await self.manager.open(d["table_id"])
        seat = table.seats[d["seat"]]
        return {
            "event": "your-turn",
            "table": table.id,
            "game": table.game.id,
            "title": table.game.title,
            "seat": seat.id,
            "seat_title": seat.title,
            "seq": d["seq"],
            "turn": table.session.state.turn,
            "text": f"{table.game.title}: it is the turn of {seat.title}.",
            "link": f"{self.manager.settings.public_url}/table/{table.id}",
        }

    async def _webhook(self, url: str, body: dict[str, Any]) -> str:
        private = self.manager.settings.private_webhooks
        check_webhook(url, private)
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        found = await self._in_thread(socket.getaddrinfo, parts.hostname, port, type=socket.SOCK_STREAM)
        address = str(found[0][4][0])
        if not private and any(is_private(str(entry[4][0])) for entry in found):
            raise ValueError("the address leads into a private network")
        # call the address that was checked: the name may lead elsewhere when it is resolved again
        host = f"[{address}]" if ":" in address else address
        there = parts._replace(netloc=f"{host}:{port}").geturl()
        async with httpx.AsyncClient(timeout=10, follow_redirects=False, trust_env=False) as client:
            answer = await client.post(
                there,
                json=body,
                headers={"User-Agent": "firestep", "Host": parts.netloc},
                extensions={"sni_hostname": parts.hostname},
            )
        if not answer.is_success:
            raise ValueError(f"answered {answer.status_code}")
        return f"answered {answer.status_code}"

    async def _email(self, address: str, body: dict[str, Any]) -> str:
        smtp = self.manager.settings.smtp
        if smtp is None:
            raise ValueError("no mail server is set; set FIRESTEP_SMTP_HOST")
        found = await self.manager.store.reading(rows.address, address)
        if found is None or found["status"] != "confirmed":
            raise ValueError("nobody has said that this address wants mail; see the mail that asked")
        out = f"{self.manager.settings.public_url}/mail/{found['token']}"
        about = json.dumps({k: body[k] for k in ("table", "seat", "turn")})
        text = f"{body['text']}\n\n{body['link']}\n\n{about}\n\nNo more of these: {out}\n"
        return await self._in_thread(send_mail, smtp, address, f"Your turn: {body['title']}", text, out)


def _noted(task: asyncio.Future[str]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.warning("no confirmation could be sent: %s", error)


def send_mail(smtp: Smtp, address: str, subject: str, text: str, out: str) -> str:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = smtp.sender, address, subject
    if out.startswith("http"):
        message["List-Unsubscribe"], message["List-Unsubscribe-Post"] = f"<{out}/no>", "List-Unsubscribe=One-Click"
    message.set_content(text)
    context = ssl.create_default_context()
    tls = smtp.security == "tls"
    with (
        smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=15, context=context)
        if tls
        else smtplib.SMTP(smtp.host, smtp.port, timeout=15) as server
    ):
        if smtp.security == "starttls":
            server.starttls(context=context)
        if smtp.user:
            server.login(smtp.user, smtp.password)
        server.send_message(message)
    return "handed to the mail server"


async def notices(manager: TableManager, table: Table, seat: int, seq: int) -> list[dict[str, Any]]:
    """Returns the notices for a seat that must decide: none for a person who is looking, and at most one mail an hour."""
    s = table.seats[seat]
    if s.kind == "bot" or "*" in table.standing(seat) or not (s.webhook or s.email) or seat in table.here():
        return []
    now = int(time.time())
    made = [("webhook", s.webhook)] if s.webhook else []
    if s.email and now - await manager.store.reading(rows.last_mail, table.id, seat) >= manager.settings.mail_seconds:
        made.append(("email", s.email))
    return [
        {
            "table_id": table.id,
            "seat": seat,
            "seq": seq,
            "channel": channel,
            "target": target,
            "status": "waiting",
            "attempts": 0,
            "due": now,
            "at": now,
            "detail": "",
        }
        for channel, target in made
    ]
