"""Pages about the server itself: health, metrics, mail, privacy, security."""

from __future__ import annotations

import asyncio
import hmac
import html
import time

from fastapi import APIRouter, Request, Response
from sqlalchemy import text

import firestep
from firestep.server.errors import Refused
from firestep.server.http.web import ManagerDep, answer

router = APIRouter(include_in_schema=False)
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Firestep: {title}</title><link rel="stylesheet" href="/css/docs.css"><h1>{title}</h1>{body}</html>
"""


def page(title: str, body: str, status: int = 200) -> Response:
    return Response(PAGE.format(title=html.escape(title), body=body), status, {"Cache-Control": "no-store"}, "text/html")


@router.get("/health")
async def health(manager: ManagerDep) -> Response:
    """Returns whether the server can work: 503 if the storage does not answer."""
    try:
        async with asyncio.timeout(3):
            await manager.store.reading(lambda c: c.execute(text("SELECT 1")).scalar())
    except Exception:
        return answer({"status": "the storage does not answer", "version": firestep.__version__}, 503)
    return answer({"status": "ok", "version": firestep.__version__})


@router.get("/metrics")
async def metrics(request: Request, manager: ManagerDep) -> Response:
    """Returns metrics, to requests from this machine or with the metrics token."""
    word = request.app.state.settings.metrics_token
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    here = request.client is not None and request.client.host in ("127.0.0.1", "::1") and "x-forwarded-for" not in request.headers
    if not (here or word and hmac.compare_digest(given.encode(), word.encode())):
        raise Refused(403, "these figures are for the administrator of the server")
    lanes = {
        "bots": manager.workers,
        "history": manager.history_workers,
        "uploads": manager.upload_workers,
        "long": manager.long_upload_workers,
        "maps": manager.map_workers,
    }
    lines = [
        ("firestep_up_seconds", "", time.time() - manager.began),
        ("firestep_tables_in_memory", "", len(manager.tables)),
        ("firestep_watchers", "", sum(len(t.watchers) for t in manager.tables.values())),
        ("firestep_commits_total", "", manager.store.commits),
        ("firestep_writes_total", "", manager.store.writes),
        ("firestep_write_failures_total", "", manager.store.failures),
        *(("firestep_jobs_in_hand", f'{{lane="{name}"}}', lane.waiting) for name, lane in lanes.items()),
        *(("firestep_answers_total", f'{{status="{s}"}}', n) for s, n in sorted(request.app.state.limits.answered.items())),
    ]
    return Response("".join(f"{name}{label} {value:g}\n" for name, label, value in lines), media_type="text/plain; version=0.0.4")


@router.get("/.well-known/security.txt")
@router.get("/security.txt")
async def security(request: Request) -> Response:
    settings = request.app.state.settings
    until = time.strftime("%Y-%m-%dT00:00:00Z", time.gmtime(time.time() + 180 * 86400))
    if not settings.contact:
        raise Refused(404, "this server has no contact; its administrator can set FIRESTEP_CONTACT")
    contact = settings.contact if ":" in settings.contact else f"mailto:{settings.contact}"
    return Response(f"Contact: {contact}\nExpires: {until}\nPreferred-Languages: en\n", media_type="text/plain")


@router.get("/privacy")
async def privacy(request: Request) -> Response:
    """Returns the privacy page: what is stored and for how long, according to the settings."""
    s = request.app.state.settings
    keeps = (
        f"Unchanged tables are deleted: after {s.untouched_days} days if nothing was played, after "
        f"{s.running_days} days if the game was not finished, after {s.finished_days} days if it was."
        if s.expire
        else "Tables are kept until the administrator of this server deletes them."
    )
    contact = html.escape(s.contact) or "the person who gave you the address of this server"
    return page(
        "What this server knows of you",
        f"""
<p>There are no accounts, no cookies and no content from other servers. Your browser stores your tables and the keys to your seats;
the server stores only hashes of those keys.</p>
<p>Stored for each table: the game with all its moves, the names you typed, the chat, and, if you entered one, a web
or mail address for "your turn" notices. Mail goes only to addresses that have agreed, at most one an hour and table, and
each has a link that ends it.</p>
<p>{keeps}</p>
<p>Network addresses are kept in memory to share the server fairly, and written to a log only if the administrator has switched that
on.</p>
<p>To have a table deleted with all its data, ask: {contact}.</p>""",
    )


@router.get("/mail/{token}")
async def mail(token: str) -> Response:
    """Shows a question with a button. It must not answer by itself, because mail programs open links before people do."""
    name = html.escape(token[:80], quote=True)
    return page(
        "Mail from this server",
        f"""<p>May this server write to you when it is your turn?</p>
<form method="post" action="/mail/{name}/yes"><button type="submit">Yes, write to me</button></form>
<form method="post" action="/mail/{name}/no"><button type="submit">No, never</button></form>""",
    )


@router.post("/mail/{token}/{wish}")
async def mail_answer(manager: ManagerDep, token: str, wish: str) -> Response:
    if wish not in ("yes", "no") or not await manager.notifier.settle(token[:80], wish == "yes"):
        return page("Mail from this server", "<p>This link is not known here; use the newest one you were sent.</p>", 404)
    said = "You will get a mail when it is your turn." if wish == "yes" else "No mail will come from here any more."
    return page("Mail from this server", f"<p>{said}</p>")
