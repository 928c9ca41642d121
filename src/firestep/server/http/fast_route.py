"""A short path for actions: from the request directly to its table.

It decides nothing that the ordinary route does not decide. It only avoids the cost of the web framework, which is larger than that
of the game. Unusual requests go to the ordinary route.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import to_json

from firestep.server.http.models import Act
from firestep.server.http.web import call_at

PATH = re.compile(r"/api/tables/([a-z0-9]{10})/actions")


async def act(
    app: Any,
    scope: MutableMapping[str, Any],
    headers: dict[bytes, bytes],
    body: bytes,
    send: Callable[[MutableMapping[str, Any]], Awaitable[None]],
) -> bool:
    """Takes the action of a request. Returns False if the request is no action, or an unusual one."""
    if scope["method"] != "POST" or (found := PATH.fullmatch(scope["path"])) is None:
        return False
    scheme, _, tokens = headers.get(b"authorization", b"").partition(b" ")
    if scheme.lower() != b"bearer" or not tokens:
        return False
    try:
        asked = Act.model_validate_json(body)
    except ValidationError:
        return False
    if (asked.action is None) == (asked.actions is None):
        return False
    who = await call_at(app, scope, found[1], tokens.decode("latin-1"))
    orders = asked.actions if asked.actions is not None else [asked.action or ""]
    seq, taken = await who.table.act(who.holds, asked.seq, orders, asked.key)
    answer = to_json({"seq": seq, "taken": taken})
    await send(
        {
            "type": "http.response.start",
            "status": 200,
            "headers": [
                (b"content-type", b"application/json"),
                (b"content-length", b"%d" % len(answer)),
                (b"cache-control", b"no-store"),
            ],
        }
    )
    await send({"type": "http.response.body", "body": answer})
    return True
