"""Answers, errors and the caller's tokens, shared by all routes."""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import MutableMapping
from functools import lru_cache
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic_core import to_json

from firestep.server.errors import Refused
from firestep.server.http.models import ErrorOut
from firestep.server.http.tokens import hashed
from firestep.server.tables.broadcast import Holds
from firestep.server.tables.manager import TableManager
from firestep.server.tables.table import Table

bearer = HTTPBearer(auto_error=False, description="The token of a seat or of the spectator; several with commas.")
MOST_TOKENS = 8

STATUSES = {
    400: "The body or a parameter is not what is asked for",
    401: "No token, or an unknown one",
    403: "The token may not do this",
    404: "There is no such thing",
    405: "Wrong method",
    408: "The request did not end",
    409: "The table has moved on",
    413: "The body is too large",
    415: "The body is not JSON",
    421: "Another server's name",
    422: "The rules forbid it",
    429: "Too fast",
    503: "Not now; Retry-After says when",
}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {s: {"model": ErrorOut, "description": STATUSES[s]} for s in sorted({*statuses, 400, 429})}


REFUSED = errors(401, 403, 404, 409, 413, 415, 503)
READ = errors(401, 403, 404, 409, 503)


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(to_json(value), status, {"Cache-Control": "no-store", **(headers or {})}, "application/json")


def refusal(e: Refused) -> Response:
    headers = {"Retry-After": str(e.retry_after)} if e.retry_after else {}
    if e.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return answer(e.to_plain(), e.status, headers)


@lru_cache(512)
def packed(content: bytes) -> tuple[str, bytes]:
    """Returns the tag and the compressed form of a content that is requested often."""
    return f'"{hashlib.sha256(content).hexdigest()[:24]}"', gzip.compress(content, 7, mtime=0) if len(content) > 1000 else b""


def tagged(request: Request, content: bytes, kind: str, keep: str = "no-cache") -> Response:
    """Returns an answer that a browser may cache and revalidate."""
    tag, small = packed(content)
    headers = {"ETag": tag, "Cache-Control": keep, "Vary": "Accept-Encoding"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if small and len(small) < len(content) and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(small, 200, {**headers, "Content-Encoding": "gzip"}, kind)
    return Response(content, 200, headers, kind)


def manager(request: Request) -> TableManager:
    found: TableManager = request.app.state.manager
    return found


def hashes(tokens: str) -> list[str]:
    """Returns the hashes of `TOKEN1,TOKEN2`."""
    given = [t for t in tokens.split(",") if t.strip()]
    if not given or len(given) > MOST_TOKENS:
        raise Refused(401, "this needs the token of a seat or of the spectator; use the link you were given")
    return [hashed(t.strip()) for t in given]


class Caller:
    """The caller of a request, and the table."""

    def __init__(self, table: Table, holds: Holds, hashes: list[str]) -> None:
        self.table = table
        self.holds = holds
        self.hashes = hashes


def address_of(request: Request) -> str:
    found: str = request.app.state.limits.address(request.scope)
    return found


async def caller(
    request: Request, id: str, given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)] = None
) -> Caller:
    if given is None:
        raise Refused(401, "this needs the token of a seat or of the spectator; use the link you were given")
    return await call_at(request.app, request.scope, id, given.credentials)


async def call_at(app: Any, scope: MutableMapping[str, Any], id: str, tokens: str) -> Caller:
    """Opens a table for the owner of these tokens."""
    wanted = hashes(tokens)
    home: TableManager = app.state.manager
    table = home.tables.get(id)
    if table is None or table.behind:
        table = await home.open(id)
    holds = table.holds(wanted)
    if holds is None:
        app.state.limits.failed(scope)
        raise Refused(401, "this token does not open this table; use the link you were given")
    table.looked = time.monotonic()
    if table.bot_task is None or table.bot_task.done():
        home.wake_bots(table)  # bots that rested at a table without watchers continue when a person looks at it
    return Caller(table, holds, wanted)


ManagerDep = Annotated[TableManager, Depends(manager)]
CallerDep = Annotated[Caller, Depends(caller)]
