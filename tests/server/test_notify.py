"""\"Your turn\" by webhook and mail, with a log; nothing to those who are looking, nothing into private networks."""

from __future__ import annotations

import json
import re
import socket
import socketserver
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from server_conftest import Running

from firestep.server.errors import Refused
from firestep.server.settings import Smtp
from firestep.server.tables.notifications import check_webhook


@pytest.fixture
def hook() -> Iterator[Any]:
    """A place to be told, which refuses the first time if asked to."""
    got: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        status = 200

        def do_POST(self) -> None:
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(Handler.status)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    place = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=place.serve_forever, daemon=True).start()
    Handler.got = got  # type: ignore[attr-defined]
    Handler.url = f"http://127.0.0.1:{place.server_port}/turn"  # type: ignore[attr-defined]
    yield Handler
    place.shutdown()
    place.server_close()


@pytest.fixture
def mailbox() -> Iterator[Any]:
    """A mail server that understands just enough."""
    got: list[str] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            while line := self.rfile.readline().decode():
                word = line.split()[0].upper() if line.split() else ""
                if word == "DATA":
                    self.wfile.write(b"354 go on\r\n")
                    lines = []
                    while (text := self.rfile.readline().decode()) != ".\r\n":
                        lines.append(text)
                    got.append("".join(lines))
                self.wfile.write(b"221 bye\r\n" if word == "QUIT" else b"250 ok\r\n")
                if word == "QUIT":
                    return

    place = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=place.serve_forever, daemon=True).start()
    yield place.server_address[1], got
    place.shutdown()
    place.server_close()


def deliveries(t: Any, who: str, status: str, seconds: float = 10) -> list[dict[str, Any]]:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found: list[dict[str, Any]] = t.get(who, "/notify").json()["deliveries"]
        if found and found[0]["status"] == status and found[0]["attempts"]:
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def test_a_webhook_is_called_when_the_turn_comes_and_the_log_says_so(server: Running, hook: Any) -> None:
    t = server.table(seats=[{}, {"kind": "link"}])
    set_ = t.post("blue", "/notify", webhook=hook.url).json()
    assert set_["seat"] == "blue" and set_["webhook"] == hook.url and set_["deliveries"] == []
    t.act("general red-1", "red")
    found = deliveries(t, "blue", "sent")
    assert len(found) == 1 and found[0]["channel"] == "webhook" and found[0]["detail"] == "answered 200"
    assert hook.got[0]["table"] == t.id and hook.got[0]["seat"] == "blue" and hook.got[0]["link"].endswith(f"/table/{t.id}")
    assert t.get("red", "/notify").json()["webhook"] is None and t.get("red", "/notify").json()["deliveries"] == []
    assert t.get("spectator", "/notify").status_code == 403
    assert t.post("blue", "/notify", webhook=None).json()["webhook"] is None


def test_nobody_is_called_who_is_looking(server: Running, hook: Any) -> None:
    t = server.table()
    t.post("blue", "/notify", webhook=hook.url)
    with t.live("blue") as live:
        live.until(0)
        t.act("general red-1", "red")
        live.until(1)
        time.sleep(0.2)
    assert t.get("blue", "/notify").json()["deliveries"] == [] and hook.got == []


def test_a_failed_call_waits_for_its_next_try(server: Running, hook: Any) -> None:
    hook.status = 500
    t = server.table()
    t.post("blue", "/notify", webhook=hook.url)
    t.act("general red-1", "red")
    found = deliveries(t, "blue", "waiting")
    assert found[0]["attempts"] == 1 and "answered 500" in found[0]["detail"]


def confirm(server: Running, got: list[str], wish: str = "yes") -> None:
    """Do what the mail that asks says."""
    deadline = time.monotonic() + 10
    while not got and time.monotonic() < deadline:
        time.sleep(0.02)
    assert "May Firestep write to you?" in got[0]
    word = re.search(r"/mail/([\w-]+)", got.pop(0))
    assert word and server.http.get(f"/mail/{word[1]}").status_code == 200
    assert server.http.post(f"/mail/{word[1]}/{wish}").status_code == 200


def test_mail_goes_only_to_who_has_said_yes_and_once_an_hour(new_server: Any, mailbox: Any) -> None:
    """H4: anyone may enter anyone's address; every change of turn sent a mail."""
    port, got = mailbox
    server = new_server(smtp=Smtp("127.0.0.1", port, sender="table@example.org", security="none"))
    t = server.table()
    assert t.post("blue", "/notify", email="ben@example.org").json()["email_status"] == "asked"
    t.act("general red-1", "red")
    assert "wants mail" in deliveries(t, "blue", "waiting")[0]["detail"]
    confirm(server, got)
    assert t.get("blue", "/notify").json()["email_status"] == "confirmed"
    u = server.table()
    u.post("blue", "/notify", email="ben@example.org")
    u.act("general red-1", "red")
    deliveries(u, "blue", "sent")
    assert "To: ben@example.org" in got[0] and "Subject: Your turn: Outpost" in got[0] and u.tokens["blue"] not in got[0]
    assert "No more of these: /mail/" in got[0]
    u.act("general blue-1", "blue")
    for words in ("done", "done", "done"):
        u.act(words)
    time.sleep(0.3)
    assert len(u.get("blue", "/notify").json()["deliveries"]) == 1, "one mail an hour and table"
    word = re.search(r"/mail/([\w-]+)", got[0])
    assert (
        word
        and server.http.post(
            f"/mail/{word[1]}/no",
            content=b"List-Unsubscribe=One-Click",
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        ).status_code
        == 200
    )
    assert server.table().post("red", "/notify", email="ben@example.org").status_code == 409
    assert server.http.post("/mail/nothing/yes").status_code == 404


def test_a_mail_server_that_says_nothing_makes_nobody_else_wait(new_server: Any) -> None:
    """H4: twenty mails to a silent server made others' tables wait for half a minute."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        server = new_server(smtp=Smtp("127.0.0.1", silent.getsockname()[1], security="none"))
        t = server.table()
        for n in range(12):
            t.post("blue", "/notify", email=f"b{n}@example.org")
        began = time.monotonic()
        server.table().appoint()
        server.manager.tables.clear()
        t.see()
        assert time.monotonic() - began < 5


def test_a_missing_mail_server_is_in_the_log(sqlite_server: Running) -> None:
    t = sqlite_server.table()
    t.post("blue", "/notify", email="ben@example.org")
    t.act("general red-1", "red")
    assert "FIRESTEP_SMTP_HOST" in deliveries(t, "blue", "waiting")[0]["detail"]


def test_what_waits_is_sent_after_a_restart(new_server: Any, hook: Any) -> None:
    from sqlalchemy import update

    from firestep.server.storage import schema

    hook.status = 500
    first = new_server(private_webhooks=True)
    t = first.table()
    t.post("blue", "/notify", webhook=hook.url)
    t.act("general red-1", "red")
    deliveries(t, "blue", "waiting")
    first.manager.store.read(lambda c: (c.execute(update(schema.deliveries).values(due=0)), c.commit()))
    first.stop()
    hook.status = 200
    t.server = new_server(private_webhooks=True)
    assert deliveries(t, "blue", "sent")[0]["attempts"] == 2


@pytest.mark.parametrize(
    "body",
    [
        {"webhook": "ftp://x.org"},
        {"webhook": "x"},
        {"webhook": "http://"},
        {"webhook": "http://a:b@x.org"},
        {"webhook": "http://x.org:99999"},
        {"email": "x"},
        {"email": "a@b\r\nBcc: c@d"},
        {"email": "a@b, c@d"},
        {"webhook": "javascript:alert(1)"},
        {"webhook": 5},
        {"x": 1},
    ],
)
def test_addresses_that_are_none_are_refused(sqlite_server: Running, body: dict[str, Any]) -> None:
    assert sqlite_server.table().post("red", "/notify", **body).status_code == 400


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://localhost:80/",
        "http://[::1]/",
        "http://10.1.2.3/",
        "http://169.254.169.254/x",
        "http://192.168.0.1/",
        "http://0.0.0.0/",
        "http://[fd00::1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[64:ff9b:1::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://224.0.0.1/",
        "http://[::ffff:127.0.0.1]/",
    ],
)
def test_private_networks_are_not_called(url: str) -> None:
    with pytest.raises(Refused):
        check_webhook(url, private=False)
    assert check_webhook(url, private=True) == url


def test_a_name_that_leads_into_a_private_network_is_not_called(
    new_server: Any, hook: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import socket

    server = new_server()
    t = server.table()
    real = socket.getaddrinfo
    port = int(hook.url.split(":")[2].split("/")[0])
    ours = {"inside.example": "127.0.0.1"}
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *a, **kw: real(ours.get(host, host), *a, **kw))
    t.post("blue", "/notify", webhook=f"http://inside.example:{port}/turn")
    t.act("general red-1", "red")
    assert "private network" in deliveries(t, "blue", "waiting")[0]["detail"]
    assert hook.got == []
