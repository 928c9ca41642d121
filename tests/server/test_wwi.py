"""The real game at a table: bots play it to the end, every patch fits, any moment can be seen, forked and verified."""

from __future__ import annotations

import random
import time
from itertools import pairwise

from server_conftest import Running, Seated

from firestep.engine import record as records
from firestep.games import GAMES
from firestep.games.wwi.components.board import GRID, INDEX

BOTH = [{"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]


def test_a_war_of_bots_from_the_guns_of_august_to_the_end(sqlite_server: Running) -> None:
    t = sqlite_server.table(game="wwi", seats=BOTH)
    with t.live("spectator") as live:
        while not live.state.get("outcome"):
            live.next(60)
        assert live.state["board"] == t.see("spectator")["board"]
        seen = live.state
    record = t.get("spectator", "/record").json()
    assert records.verify(record, GAMES).size == seen["seq"] and record["seats"] == ["greedy", "random"]
    dice = t.get("spectator", "/dice").json()
    assert len(dice["rolls"]) == seen["rolls"] and dice["seed"] == record["seed"]
    assert t.get("spectator", "/report").json()
    sizes = [len(f) for f in live.frames if '"patch"' in f]
    assert sum(sizes) / len(sizes) < 4000, "an update is a difference, not the table"


def test_moments_forks_and_questions(sqlite_server: Running) -> None:
    t = sqlite_server.table(game="wwi", seed="questions")
    seen = t.play(160, seed=3)
    r = random.Random(4)
    for at in r.sample(range(seen["seq"]), 6):
        then = t.get("all", f"/at/{at}")
        assert then.status_code == 200
        fork = Seated(sqlite_server, t.post("all", "/fork", at=at).json())
        assert fork.see()["board"] == then.json()["board"]
        fork.play(5, seed=at)
        assert fork.get("all", "/record").status_code == 200, "a running game without secrets shows its record, without the seed"
        assert "seed" not in fork.get("all", "/record").json()
    piece = seen["board"]["pieces"][0]
    assert t.get("all", f"/inspect/{piece['at']}").status_code == 200
    for name in GAMES["wwi"].overlays:
        assert t.get("all", f"/overlay/{name}", arg="x").status_code in (200, 400)
    assert t.get("all", "/why-not", action="move ge-99").status_code in (200, 400)
    for words in ("attack", "move", "x y z", "odds 0101", "\u00e9", "move ge-6 ge-6 ge-6"):
        assert t.get("all", "/odds", what=words).status_code in (200, 400)
        assert t.get("all", "/why-not", action=words).status_code in (200, 400)


def test_a_march_is_told_with_its_way(sqlite_server: Running) -> None:
    """Every way begins where the army stood, ends where it stands, and goes from neighbour to neighbour by land."""
    t = sqlite_server.table(game="wwi", seats=BOTH)
    seen, far = 0, 0
    with t.live("spectator") as live:
        live.next(60)
        while seen < 60 and not live.state.get("outcome"):
            before = {p["id"]: p["at"] for p in live.state.get("board", {}).get("pieces", [])}
            m = live.next(60)
            if m["type"] != "patch" or "path" not in m:
                continue
            now = {p["id"]: p["at"] for p in live.state["board"]["pieces"]}
            assert m["path"] == m["paths"][-1]
            for piece, places in ((p["piece"], p["places"]) for p in m["paths"]):
                assert places[0] == before[piece]
                before[piece] = places[-1]
                steps = [GRID.distance(INDEX[a], INDEX[b]) for a, b in pairwise(places)]
                assert set(steps) == {1}, (places, steps)
                seen, far = seen + 1, max(far, len(places))
            assert all(before[p["piece"]] == now[p["piece"]] for p in m["paths"])
    assert seen >= 60 and far > 4


def test_the_first_look_is_quick(sqlite_server: Running) -> None:
    for path in ("/api/games", "/api/games/wwi/hexes", "/api/games/wwi/map.svg", "/api/games/wwi/rules"):
        sqlite_server.http.get(path)
        began = time.monotonic()
        assert sqlite_server.http.get(path).status_code == 200
        assert time.monotonic() - began < 0.5, path
