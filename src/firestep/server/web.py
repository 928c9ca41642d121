"""Answers, errors and the caller's token: what all routes share."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic_core import to_json

from firestep.server.errors import Refused
from firestep.server.house import House
from firestep.server.models import ErrorOut
from firestep.server.table import Table
from firestep.server.telling import Holds
from firestep.server.tokens import hashed

bearer = HTTPBearer(auto_error=False, description="The token of a seat or of the spectator; several with commas.")
MOST_TOKENS = 8

STATUSES = {
    400: "The body or a parameter is not what is asked for", 401: "No token, or an unknown one", 403: "The token may not do this",
    404: "There is no such thing", 405: "Wrong method", 409: "The table has moved on", 413: "The body is too large",
    415: "The body is not JSON", 422: "The rules forbid it", 429: "Too fast", 503: "Cannot be stored now",
}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {s: {"model": ErrorOut, "description": STATUSES[s]} for s in sorted({*statuses, 400, 429})}


def answer(value: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(to_json(value), status, {"Cache-Control": "no-store", **(headers or {})}, "application/json")


def refusal(e: Refused) -> Response:
    headers = {"Retry-After": str(e.retry_after)} if e.retry_after else {}
    if e.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return answer(e.to_plain(), e.status, headers)


@lru_cache(512)
def packed(content: bytes) -> tuple[str, bytes]:
    """The tag of a content that is asked for often, and its compressed form, made once."""
    return f'"{hashlib.sha256(content).hexdigest()[:24]}"', gzip.compress(content, 7, mtime=0) if len(content) > 1000 else b""


def tagged(request: Request, content: bytes, kind: str, keep: str = "no-cache") -> Response:
    """An answer that a browser may keep and ask about again."""
    tag, small = packed(content)
    headers = {"ETag": tag, "Cache-Control": keep, "Vary": "Accept-Encoding"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if small and len(small) < len(content) and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(small, 200, {**headers, "Content-Encoding": "gzip"}, kind)
    return Response(content, 200, headers, kind)


def house(request: Request) -> House:
    found: House = request.app.state.house
    return found


def hashes(tokens: str) -> list[str]:
    """The hashes of `TOKEN1,TOKEN2`."""
    given = [t for t in tokens.split(",") if t.strip()]
    if not given or len(given) > MOST_TOKENS:
        raise Refused(401, "this needs the token of a seat or of the spectator; use the link you were given")
    return [hashed(t.strip()) for t in given]


class Caller:
    """Who asks, at which table."""

    def __init__(self, table: Table, holds: Holds) -> None:
        self.table = table
        self.holds = holds


async def caller(request: Request, id: str,
                 given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)] = None) -> Caller:
    if given is None:
        raise Refused(401, "this needs the token of a seat or of the spectator; use the link you were given")
    wanted = hashes(given.credentials)
    table = await house(request).open(id)
    holds = table.holds(wanted)
    if holds is None:
        request.app.state.limits.failed(request.scope)
        raise Refused(401, "this token does not open this table; use the link you were given")
    return Caller(table, holds)


HouseDep = Annotated[House, Depends(house)]
CallerDep = Annotated[Caller, Depends(caller)]
