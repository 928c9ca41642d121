"""How long the event loop is busy with one request: processor time of the longest callback, by route and game.

A server in this process, on loopback, asked one thing after another. Aim: no callback above 5 ms. The first figures are noisy on a
busy machine, because a thread that is moved to another core works slower there.

    python bench/loop.py
    python bench/loop.py --game tgw --steps 200
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import socket
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

import uvicorn

from firestep.games import GAMES, IDS
from firestep.server.http.app import make_app
from firestep.server.settings import Settings

WORST: dict[str, float] = {}
now = "start"


def watch() -> None:
    """Notes the longest callback of the loop under the name of what is asked."""
    run = asyncio.events.Handle._run

    def timed(handle: asyncio.events.Handle) -> None:
        began = time.thread_time()
        try:
            run(handle)
        finally:
            WORST[now] = max(WORST.get(now, 0.0), 1000 * (time.thread_time() - began))

    asyncio.events.Handle._run = timed  # type: ignore[method-assign]


class Asker:
    def __init__(self, port: int) -> None:
        self.url, self.token = f"http://127.0.0.1:{port}", ""

    def __call__(self, name: str, path: str, body: Any = None, **query: str) -> Any:
        global now
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        words = f"?{urllib.parse.urlencode(query)}" if query else ""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        request = urllib.request.Request(self.url + urllib.parse.quote(path) + words, data, headers)
        now = name
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                found = answer.read()
        except urllib.error.HTTPError as e:
            found = e.read()
        time.sleep(0.02)
        now = "between"
        return json.loads(found) if found[:1] in b"{[" else found


def walk(ask: Asker, game: str, options: dict[str, str], steps: int) -> None:
    name, r = game + ("-fog" if options else ""), random.Random(3)
    for kind in ("hexes", "rules", "book", "charts", "teach", "map.svg"):
        ask(f"{name} {kind}", f"/api/games/{game}/{kind}")
    made = ask(f"{name} make", "/api/tables", {"game": game, "options": options})
    ask.token, own = ",".join(made["tokens"].values()), f"/api/tables/{made['id']}"
    seen = ask(f"{name} snapshot", own)
    for n in range(steps):
        if not seen["decision"]:
            break
        legal = seen["decision"]["actions"]
        if n % 10 == 9:
            for overlay in GAMES[game].overlays:
                ask(f"{name} overlay", f"{own}/overlay/{overlay}", arg=legal[0].split()[-1])
            ask(f"{name} why-not", f"{own}/why-not", action=legal[0])
            ask(f"{name} odds", f"{own}/odds")
            ask(f"{name} inspect", f"{own}/inspect/{legal[0].split()[-1]}")
            ask(f"{name} 64 orders", f"{own}/actions", {"seq": seen["seq"], "actions": [r.choice(legal)] * 64})
        else:
            ask(f"{name} action", f"{own}/actions", {"seq": seen["seq"], "action": r.choice(legal)})
        if n % 7 == 6:
            ask(f"{name} undo", f"{own}/undo", {"seq": ask("between", own)["seq"]})
        seen = ask(f"{name} snapshot", own)
    for part in ("record", "report", "dice", "journal", "turns", "summary", "at/20", "devices", "notify"):
        ask(f"{name} {part}", f"{own}/{part}")
    ask(f"{name} takeback", f"{own}/takeback", {"to": 10})
    ask(f"{name} fork", f"{own}/fork", {"at": 10})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--game", choices=IDS)
    parser.add_argument("--steps", type=int, default=60)
    arguments = parser.parse_args()
    watch()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Settings(f"sqlite:///{folder}/t.db", rate_limit=False, draw_ahead=False))
        server = uvicorn.Server(uvicorn.Config(app, loop="asyncio", log_level="warning"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.05)
        gc.collect()
        gc.freeze()
        ask = Asker(listener.getsockname()[1])
        ask("first request", "/health")
        ask("openapi", "/api/openapi.json")
        for game in [arguments.game] if arguments.game else IDS:
            walk(ask, game, {}, arguments.steps)
        if arguments.game in (None, "tgw"):
            walk(ask, "tgw", {"fog": "on"}, arguments.steps)
        server.should_exit = True
        thread.join(timeout=30)
    del WORST["start"]
    for name, ms in sorted(WORST.items(), key=lambda x: -x[1])[:20]:
        print(f"{ms:8.2f} ms  {name}")
    return 0 if max(WORST.values()) < 5 else 1


if __name__ == "__main__":
    raise SystemExit(main())
