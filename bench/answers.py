"""What one action costs a table of a long war: what a page is told after it, a copy, one undo, and a turn of the greedy player.

    python bench/answers.py [--games ditt,tgw] [--decisions 1500] [--turns 3]

Processor times of this process, over random play from the moments that the tests keep (`tests/moments/`), so that the whole war is
seen. A patch is what the server works out for one watcher: the view of the seat and its difference from the last one.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import statistics
import time
from pathlib import Path
from typing import Any

from firestep import bots
from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games import GAMES
from firestep.server.http.patch import Differences

MOMENTS = Path(__file__).parents[1] / "tests" / "moments"
#: milliseconds; a game may have its own
AIMS = {"patch": 1.0, "copy": 0.015, "undo": 10.0, "greedy turn": 10_000.0}
OF_GAME = {"tgw": {"patch": 2.0, "copy": 0.05, "greedy turn": 30_000.0}}


def moments(id: str) -> list[Session[Any]]:
    """The stored moments of a game's wars, or its beginning."""
    g = GAMES[id]
    options = g.settle_options(None)
    scenario = g.scenarios[0].id
    files = sorted((MOMENTS / id).glob(f"{scenario}-*.json.gz"))
    texts = [json.loads(gzip.decompress(f.read_bytes()))["moment"] for f in files] or [None]
    return [begin(g, scenario, options, Dice(f"answers {k}"), text) for k, text in enumerate(texts)]


def seen(s: Session[Any], seat: int | None) -> dict[str, Any]:
    """A seat's view as the server sends it."""
    v = s.view(seat)
    del v["moves"], v["journal"]
    return v


def share(times: list[float], part: float) -> float:
    return 1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))]


def walk(s: Session[Any], decisions: int, rng: random.Random, times: dict[str, list[float]]) -> None:
    """Random play; every action is measured."""
    clock = time.process_time
    old = seen(s, 0)
    for k in range(decisions):
        d = s.decision
        if d is None:
            return
        s.take(d.actions[int(rng.random() * len(d.actions))])
        _ = s.decision  # the server asks for it before anybody looks
        began = clock()
        new = seen(s, 0)
        Differences().between(old, new)
        times["patch"].append(clock() - began)
        old = new
        if k % 10 == 0:
            began = clock()
            for _ in range(10):
                s.copy()
            times["copy"].append((clock() - began) / 10)
        if k % 5 == 0 and s.can_undo:
            trial = s.copy()
            began = clock()
            trial.undo()
            times["undo"].append(clock() - began)


def greedy_turns(id: str, turns: int, seed: str) -> list[float]:
    """The thought of a greedy player about each of the first turns, on either side."""
    g = GAMES[id]
    s = begin(g, g.scenarios[0].id, g.settle_options(None), Dice(seed)).disable_undo()
    players = [bots.make("greedy", f"{seed}.{k}") for k in range(len(g.seats))]
    thought: dict[tuple[int, int], float] = {}
    while (d := s.decision) is not None and s.state.turn <= turns:
        began = time.process_time()
        action = bots.answer(players[d.seat], s)
        key = s.state.turn, d.seat
        thought[key] = thought.get(key, 0.0) + time.process_time() - began
        s.take(action)
    return list(thought.values())


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--games", default="ditt")
    p.add_argument("--decisions", type=int, default=1500)
    p.add_argument("--turns", type=int, default=3)
    p.add_argument("--json", action="store_true")
    x = p.parse_args()
    out: dict[str, Any] = {}
    for id in x.games.split(","):
        times: dict[str, list[float]] = {"patch": [], "copy": [], "undo": []}
        stored = moments(id)
        for k, s in enumerate(stored):
            walk(s, max(1, x.decisions // len(stored)), random.Random(k), times)
        times["greedy turn"] = greedy_turns(id, x.turns, "answers") if x.turns else []
        out[id] = {
            name: {
                "ms": round(1000 * statistics.median(v), 4),
                "p95": round(share(v, 0.95), 4),
                "p99": round(share(v, 0.99), 4),
                "most": round(1000 * max(v), 3),
                "aim": (AIMS | OF_GAME.get(id, {}))[name],
                "of": len(v),
            }
            for name, v in times.items()
            if v
        }
    if x.json:
        print(json.dumps(out, indent=1))
        return
    for id, rows in out.items():
        print(f"{id}, processor time in ms")
        for name, r in rows.items():
            figures = f"median {r['ms']:<9} p95 {r['p95']:<9} p99 {r['p99']:<9} most {r['most']:<9}"
            print(f"  {name:12} {figures} aim < {r['aim']}, of {r['of']}")


if __name__ == "__main__":
    main()
