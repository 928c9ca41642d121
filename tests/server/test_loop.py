"""The event loop only passes things on: whatever computes with a game, packs or compresses runs in a thread beside it.

Every route is asked at a table of every game while the functions that take long note the thread that they run in. Nothing is timed
here; `bench/loop.py` measures how long the loop is busy.
"""

from __future__ import annotations

import gzip
import random
import threading
import traceback
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from server_conftest import Running, Seated, settings_for

from firestep.engine import record as records
from firestep.engine import secret
from firestep.engine.dice import Dice
from firestep.engine.session import Decision, Session
from firestep.engine.start import begin
from firestep.games import GAMES as GAMES_BY_ID
from firestep.games import IDS
from firestep.server.http import web
from firestep.server.tables import create, history
from firestep.server.tables.table_view import TableView

GAMES = [*((id, {}) for id in IDS), ("tgw", {"fog": "on"})]
HEAVY = [
    *(
        (Session, name)
        for name in ("copy", "take", "apply_unchecked", "undo", "takeback", "why_not", "odds", "view", "to_plain", "hash")
    ),
    (Decision, "__init__"),
    (TableView, "line"),
    (TableView, "view_of"),
    (secret, "known_to"),
    (history, "pack"),
    (history, "row_from"),
    (gzip, "compress"),
    (create.jobs, "begin"),
]


class Watch:
    """Which heavy functions ran, and where they ran on the event loop."""

    def __init__(self) -> None:
        self.loop: threading.Thread | None = None
        self.ran: Counter[str] = Counter()
        self.found: list[str] = []

    def over(self, real: Any, name: str) -> Any:
        def watched(*arguments: Any, **more: Any) -> Any:
            self.ran[name] += 1
            if threading.current_thread() is self.loop:
                self.found.append(f"{name} from\n{''.join(traceback.format_stack(limit=8)[:-1])}")
            return real(*arguments, **more)

        return watched


@pytest.fixture(scope="module")
def watch() -> Iterator[Watch]:
    made, patch = Watch(), pytest.MonkeyPatch()
    for owner, name in HEAVY:
        patch.setattr(owner, name, made.over(getattr(owner, name), name))
    yield made
    patch.undo()


@pytest.fixture(scope="module")
def server(watch: Watch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("loop")
    running = Running(settings_for(f"sqlite:///{folder}/t.db", folder))
    watch.loop = running._thread

    async def drawn(*_: Any) -> bytes:
        return b"<svg>" + b"<path/>" * 200_000 + b"</svg>"

    running.manager.maps._make = drawn
    yield running
    running.stop()


class Asker:
    """Asks the routes of a server and notes which were asked."""

    def __init__(self, server: Running, table: Seated, game: str) -> None:
        self.server, self.table, self.game = server, table, game
        self.asked: set[tuple[str, str]] = {("post", "/api/tables")}

    def __call__(self, method: str, path: str, who: str = "all", good: bool = True, **more: Any) -> Any:
        """`path` is that of the description; what stands in braces is given by name, the rest is query or body."""
        self.asked.add((method.lower(), path))
        names = {"id": self.table.id, "game": self.game, **more.pop("names", {})}
        headers = {"Authorization": f"Bearer {self.table.token(who)}", "Content-Type": "application/json"}
        answer = self.server.http.request(method, path.format(**names), headers=headers, **more)
        assert answer.status_code < 500 and (answer.status_code < 300 or not good), (method, path, answer.text)
        return answer


@pytest.mark.parametrize(("game", "options"), GAMES, ids=[id + ("-fog" if options else "") for id, options in GAMES])
def test_no_route_computes_on_the_event_loop(server: Running, watch: Watch, game: str, options: dict[str, str]) -> None:
    watch.found.clear()
    watch.ran.clear()
    table = server.table(game=game, options=options, seats=[{}, {"kind": "link"}], clock={"nudge": 3600, "claim": 86400})
    ask, own = Asker(server, table, game), "/api/tables/{id}"
    for kind in ("map.svg", "hexes", "rules", "book", "charts", "teach"):
        ask("GET", f"/api/games/{{game}}/{kind}")
    ask("GET", "/api/games")
    rule = next(iter(ask("GET", "/api/games/{game}/rules").json()["rules"]))
    ask("GET", "/api/games/{game}/rules/{id}", names={"id": rule})
    ask("POST", "/api/games/{game}/check", good=False, json={"text": f'format = "firestep-position 1"\ngame = "{game}"\n'})

    r = random.Random(4)
    with table.live("all") as all_seats, table.live("spectator") as spectator:
        seen = table.see()
        for n in range(30):
            legal = seen["decision"]["actions"]
            if n % 6 == 5:
                ask("POST", f"{own}/actions", json={"seq": seen["seq"], "actions": [r.choice(legal)] * 64})
            else:
                ask("POST", f"{own}/actions", json={"seq": seen["seq"], "action": r.choice(legal)})
            seen = ask("GET", own).json()
            if seen["undo"] and n % 4 == 0:
                ask("POST", f"{own}/undo", json={"seq": seen["seq"]})
                seen = table.see()
        all_seats.until(seen["seq"], 30)
        spectator.until(seen["seq"], 30)
        ask("POST", f"{own}/undo", good=False, json={"seq": seen["seq"]})
        ask("POST", f"{own}/restart-turn", good=False, json={"seq": table.see()["seq"]})
        ask("POST", f"{own}/actions", good=False, json={"seq": table.see()["seq"], "action": "nothing at all"})
        ask("POST", f"{own}/takeback", seen["seats"][0]["id"], json={"to": 20})
        wanted = table.see()["takeback"]
        agrees = {"agree": True, "to": wanted["to"], "seq": wanted["seq"]}
        ask("POST", f"{own}/takeback/answer", seen["seats"][1]["id"], json=agrees)
        all_seats.until(table.see()["seq"], 30)

    seats = [x["id"] for x in seen["seats"]]
    seen = table.see()
    manager = server.manager
    place = next((str(p["at"]) for p in seen["board"].get("pieces", seen["board"].get("units", [])) if p.get("at")), "x")
    for who in ("all", "spectator"):
        for name in manager.tables[table.id].game.overlays:
            ask("GET", f"{own}/overlay/{{name}}", who, good=False, names={"name": name}, params={"arg": place})
        ask("GET", f"{own}/inspect/{{place}}", who, good=False, names={"place": place})
        ask("GET", f"{own}/odds", who, good=False, params={"what": place})
        for words in ("nothing", seen["decision"]["actions"][0]):
            ask("GET", f"{own}/why-not", who, good=False, params={"action": words})
    for part in ("summary", "journal", "turns"):
        ask("GET", f"{own}/{part}")
    ask("GET", f"{own}/at/{{n}}", names={"n": 5})
    for part in ("record", "report", "dice"):
        ask("GET", f"{own}/{part}", good=False)
    ask("POST", "/api/tables/import", content=record(game))
    ask("POST", f"{own}/fork", json={"at": 5})

    mine = {"seat": seats[0]}
    for path, body in {
        "claim": {"invitation": "x" * 24},
        "invite": mine,
        "renew": mine,
        "chat": {"text": "hello", **mine},
        "name": {"name": "Somebody", **mine},
        "clock": {"nudge": 7200, "claim": 86400},
        "nudge": {},
        "take-over": {"seat": seats[1]},
        "notify": mine,
        "routine": {"ask": "*", "bot": "random", **mine},
        "bot/cancel": {},
        "bot/go": {},
    }.items():
        answer = ask("POST", f"{own}/{path}", seats[0], good=False, json=body)
        if path == "renew":
            table.tokens[seats[0]] = answer.json()["token"]
    for path in ("devices", "routine", "notify"):
        ask("GET", f"{own}/{path}", seats[0], params=mine)
    ask("DELETE", f"{own}/devices/{{device}}", seats[0], good=False, names={"device": "00000000"}, params=mine)
    ask("POST", f"{own}/handover", seats[0], good=False, json={"agree": True, "seq": table.see(seats[0])["seq"]})
    manager.tables.clear()
    ask("GET", own, seats[0])

    described = {(m, path) for path, methods in server.app.openapi()["paths"].items() for m in methods}
    assert described == ask.asked, "every route is asked"
    for name in ("copy", "take", "undo", "view", "why_not", "odds", "known_to", "line", "pack", "__init__"):
        assert watch.ran[name], f"{name} was never called"
    assert not watch.found, f"{len(watch.found)} times on the event loop, first {watch.found[0]}"


def record(game: str) -> bytes:
    """A short record with its seed."""
    g = GAMES_BY_ID[game]
    s = begin(g, g.scenarios[0].id, g.settle_options(None), Dice("x"), None)
    for _ in range(5):
        assert s.decision is not None
        s.take(s.decision.actions[0])
    return records.dumps(records.to_record(s)).encode()


def test_what_is_packed_is_packed_beside_the_loop(server: Running, watch: Watch) -> None:
    watch.found.clear()
    web.packed.cache_clear()
    for path in ("/api/openapi.json", "/api/games", "/", "/api/games/wwi/map.svg"):
        assert server.http.get(path).status_code == 200
    assert watch.ran["compress"] and not watch.found, watch.found[:1]
