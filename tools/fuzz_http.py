"""Knocks at a server's door with made-up requests, tens of thousands of them: nothing may answer with a 5xx but a stated 503.

    python tools/fuzz_http.py --requests 100000

A server of its own on loopback, with the small game of the server's tests and one real one. Each request is a call of the OpenAPI
page with values that fit, nearly fit or do not fit at all; some are broken by hand: other methods, cut bodies, odd headers. At the
end the tables that were played beside it are still whole. The exit code is 1 if anything was found.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from firestep.server.server_process import ServerProcess

PLUGIN = Path(__file__).parent.parent / "tests" / "server" / "sample_game.py"
ODD: list[Any] = [
    "",
    " ",
    "0",
    "-1",
    "x",
    "é",
    "\ud800",
    "\x00",
    "'; DROP TABLE tables; --",
    "../../etc/passwd",
    "%2e%2e%2f",
    "A" * 5000,
    "😀" * 50,
    0,
    -1,
    1,
    2**31,
    2**63,
    2**70,
    -(2**70),
    1e308,
    0.5,
    True,
    False,
    None,
    [],
    {},
    [[]],
    {"a": {}},
    [None],
    {"seq": 0},
    ["x"] * 200,
]
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "FOO")
CONNECTIONS = 8


class Asker:
    """Makes requests: knows the calls, and enough of one table to be let in now and then."""

    def __init__(self, api: dict[str, Any], seed: str) -> None:
        self.r = random.Random(seed)
        self.schemas = api.get("components", {}).get("schemas", {})
        self.calls = [(m.upper(), path, call) for path, of in api["paths"].items() for m, call in of.items()]
        self.known: dict[str, list[str]] = {}
        self.record = b"{}"

    def one(self) -> bytes:
        """A request as it goes over the wire."""
        r = self.r
        method, path, call = r.choice(self.calls)
        asked = {}
        for p in call.get("parameters", []):
            value = self.fitting(p["name"], p.get("schema", {}))
            if p["in"] == "path":
                safe = "" if r.random() < 0.9 else "/.%"
                path = path.replace("{" + p["name"] + "}", quote(self.text(value)[:200], safe, errors="replace"))
            elif p["in"] == "query" and r.random() < 0.7:
                asked[p["name"]] = self.text(value)[:2000]
        if asked:
            path += "?" + urlencode(asked, errors="replace")
        body = self.body(path, call) if method in ("POST", "PUT", "PATCH") or r.random() < 0.02 else b""
        if r.random() < 0.03:
            method = r.choice(METHODS)
        wrong = ["", "x", "a" * 32, ",".join("b" * 32 for _ in range(9))]
        token = r.choice(self.known["token"] if r.random() < 0.9 else wrong)
        kind = "application/json" if r.random() < 0.97 else r.choice(["text/plain", "", "application/json; charset=latin-1", "x/y"])
        head = [
            f"{method} {path or '/'} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Content-Type: {kind}",
            f"Content-Length: {len(body)}",
            f"Authorization: {'Bearer ' if r.random() < 0.98 else ''}{token}",
        ]
        if r.random() < 0.02:
            more = ["X-Forwarded-For: ::1", "Accept-Encoding: gzip", "If-None-Match: *", "Range: bytes=0-9", "Expect: x"]
            head.append(r.choice(more))
        return "\r\n".join(head).encode("utf-8", "replace") + b"\r\n\r\n" + body

    def body(self, path: str, call: dict[str, Any]) -> bytes:
        r = self.r
        if path.startswith("/api/tables/import"):
            return self.damaged(self.record)
        content = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        text = json.dumps(self.value(content)).encode()
        return self.damaged(text) if r.random() < 0.1 else text

    def damaged(self, text: bytes) -> bytes:
        r = self.r
        how = r.random()
        if how < 0.2:
            return text[: r.randrange(len(text) + 1)]
        if how < 0.6 and text:
            at = r.randrange(len(text))
            return text[:at] + r.randbytes(r.randrange(1, 4)) + text[at + r.randrange(3) :]
        if how < 0.8:
            new = r.choice([b"", b"9", b'"x"', b"null", b"[[", b"\\ud800"])
            return text.replace(r.choice([b"0", b'"', b":", b"1", b"a"]), new, 1)
        return text if how < 0.95 else r.randbytes(r.randrange(64))

    def fitting(self, name: str, schema: dict[str, Any]) -> Any:
        r = self.r
        if name in self.known and r.random() < 0.75:
            return r.choice(self.known[name])
        return self.value(schema)

    def value(self, schema: dict[str, Any], deep: int = 0) -> Any:
        """Something that the schema allows, or nearly."""
        r = self.r
        if r.random() < 0.06 or deep > 4:
            return r.choice(ODD)
        if ref := schema.get("$ref"):
            return self.value(self.schemas.get(ref.rsplit("/", 1)[1], {}), deep + 1)
        if some := schema.get("anyOf") or schema.get("oneOf"):
            return self.value(r.choice(some), deep + 1)
        if "enum" in schema:
            return r.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        kind = schema.get("type")
        if kind == "object":
            needed = schema.get("required", [])
            return {k: self.fitting(k, v) for k, v in schema.get("properties", {}).items() if k in needed or r.random() < 0.4}
        if kind == "array":
            return [self.value(schema.get("items", {}), deep + 1) for _ in range(r.randrange(4))]
        if kind == "integer":
            return r.choice([0, 1, 2, 5, r.randrange(60)])
        if kind == "number":
            return r.random() * 100
        if kind == "boolean":
            return r.random() < 0.5
        if kind == "null":
            return None
        return r.choice(["done", "red", "wwi", "x", "5", "general red-1", "move red-1", *map(str, ODD[:12])])

    @staticmethod
    def text(value: Any) -> str:
        return value if isinstance(value, str) else json.dumps(value)


class Line:
    """A kept connection; one that the server closes is opened again."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, request: bytes) -> tuple[int, bytes, bytes]:
        for fresh in (False, True):
            if fresh or self.ends is None:
                self.ends = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self.ends
            try:
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
                size = re.search(rb"(?i)content-length: (\d+)", head)
                bare = request.startswith(b"HEAD") or head.split()[1] in (b"204", b"304")
                body = await reader.readexactly(int(size[1])) if size and not bare else b""
                if not size or re.search(rb"(?i)connection: close", head):
                    writer.close()
                    self.ends = None
                return int(head.split()[1]), head, body
            except (asyncio.IncompleteReadError, ConnectionError):
                writer.close()
                self.ends = None
        return 0, b"", b""  # closed without a word: what was sent was no request


async def run(port: int, count: int, seed: str) -> int:
    line = Line(port)

    async def ask(method: str, path: str, body: Any = None, token: str = "") -> Any:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        status, _, text = await line.send((head + f"Authorization: Bearer {token}\r\n\r\n").encode() + data)
        assert status < 400, (path, status, text[:200])
        return json.loads(text)

    api = await ask("GET", "/api/openapi.json")
    tables = [await ask("POST", "/api/tables", {"game": g}) for g in ("sample", "wwi")]
    beside = await ask("POST", "/api/tables", {"game": "sample", "seed": "beside"})  # whose keys nobody else has
    keys = ",".join(beside["tokens"].values())
    first = await ask("GET", f"/api/tables/{beside['id']}", token=keys)
    await ask("POST", f"/api/tables/{beside['id']}/actions", {"seq": 0, "action": first["decision"]["actions"][0]}, keys)
    before = await ask("GET", f"/api/tables/{beside['id']}", token=keys)
    opened = ",".join(tables[0]["tokens"].values())
    for _ in range(6):  # a record with something in it
        seen = await ask("GET", f"/api/tables/{tables[0]['id']}", token=opened)
        order = {"seq": seen["seq"], "action": seen["decision"]["actions"][0]}
        await ask("POST", f"/api/tables/{tables[0]['id']}/actions", order, opened)
    whole = await ask("GET", f"/api/tables/{tables[1]['id']}/record", token=",".join(tables[1]["tokens"].values()))
    record = json.dumps(whole).encode()
    statuses: Counter[int] = Counter()
    faults: list[str] = []
    sent, began = 0, time.monotonic()

    async def send(n: int) -> None:
        nonlocal sent
        asker, mine = Asker(api, f"{seed} {n}"), Line(port)
        seats = [",".join(t["tokens"].values()) for t in tables]
        asker.known = {
            "token": [",".join(seats), ",".join(seats), *seats, *(t["spectator"] for t in tables)],
            "id": [t["id"] for t in tables] + [beside["id"], "zzzzzzzzzz"],
            "game": ["sample", "wwi", "nothing"],
            "seat": ["red", "blue", "allied", "central"],
            "scenario": ["skirmish", "siege", "historical"],
        }
        asker.record = record
        while sent < count:
            sent += 1
            request = asker.one()
            try:
                status, head, body = await asyncio.wait_for(mine.send(request), 60)
            except TimeoutError:
                faults.append(f"no answer in a minute: {request[:300]!r}")
                mine.ends = None
                continue
            statuses[status] += 1
            if status >= 500 and not (status == 503 and b"retry-after" in head.lower()):
                faults.append(f"{status} {body[:200]!r} to {request[:600]!r}")
            if sent % 5000 == 0:
                print(f"{sent} of {count}, {sent / (time.monotonic() - began):.0f} a second, {len(faults)} faults", flush=True)

    await asyncio.gather(*(send(n) for n in range(CONNECTIONS)))
    after = await ask("GET", f"/api/tables/{beside['id']}", token=keys)
    if {**before, "chat": 0} != {**after, "chat": 0}:
        faults.append("the table whose keys nobody had is not what it was")
    print(json.dumps({"requests": sent, "statuses": {str(k): v for k, v in sorted(statuses.items())}, "faults": len(faults)}))
    for fault in faults[:20]:
        print(fault)
    return 1 if faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", default="knock")
    arguments = parser.parse_args()
    with ServerProcess(RATE_LIMIT="off", PLUGINS=str(PLUGIN), ACCESS_LOG="off") as server:
        return asyncio.run(run(server.port, arguments.requests, arguments.seed))


if __name__ == "__main__":
    raise SystemExit(main())
