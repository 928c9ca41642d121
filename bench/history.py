"""What a long past costs: replay of a game with takebacks, one undo, the restart of a long phase, opening a game whose past is
only counted.

    python bench/history.py [--games wwi,gwb] [--phase 500]

Processor times. The phase is the longest stretch without a die that a patient player finds, up to the number asked for.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from typing import Any

from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.engine.start import begin, replay
from firestep.games import GAMES, IDS

TAKEBACKS = (0, 2, 4, 6, 8, 10, 100)


def start(id: str, scenario: str) -> Session[Any]:
    g = GAMES[id]
    return begin(g, scenario, g.settle_options({}), Dice("past"))


def timed(work: Any) -> tuple[float, Any]:
    began = time.process_time()
    out = work()
    return time.process_time() - began, out


def wavering(id: str, scenario: str, takebacks: int) -> list[Any]:
    """The history of 100 actions, then so often three actions of which two are taken back."""
    s, rng = start(id, scenario), random.Random(1)
    kept: dict[int, Session[Any]] = {}

    def on(count: int) -> None:
        for _ in range(count):
            kept[s.size] = s.copy()
            if (d := s.decision) is not None:
                s.take(rng.choice(d.actions))

    on(100)
    for _ in range(takebacks):
        on(3)
        if s.over:
            break
        s.takeback(s.size - 2, kept[s.size - 2])
    return s.history


def phase(id: str, scenario: str, most: int) -> Session[Any]:
    """A game in the longest phase without dice that was found: a player who tries something else when an action closes undo."""
    s, rng = start(id, scenario), random.Random(2)
    best = s.copy()
    for _ in range(12 * most):
        d = s.decision
        if d is None or len(best.since) >= most:
            break
        for a in rng.sample(d.actions, min(6, len(d.actions))):
            twin = s.copy()
            twin.take(a)
            if len(twin.since) > len(s.since):
                break
        s = twin
        if len(s.since) > len(best.since):
            best = s.copy()
    return best


def measure(id: str, scenario: str, most: int) -> dict[str, Any]:
    g = GAMES[id]
    out: dict[str, Any] = {"game": id, "scenario": scenario}
    for k in TAKEBACKS:
        history = wavering(id, scenario, k)
        out[f"replay with {k} takebacks, ms"] = (
            1000 * timed(lambda h=history: replay(g, scenario, g.settle_options({}), Dice("past"), h))[0]
        )
    s = phase(id, scenario, most)
    out["phase, actions"] = len(s.since)
    undos = []
    twin = s.copy()
    while twin.can_undo:
        undos.append(timed(twin.undo)[0])
    out["one undo, mean ms"] = 1000 * sum(undos) / max(1, len(undos))
    out["one undo, slowest ms"] = 1000 * max(undos, default=0.0)
    twin = s.copy()
    out["restart of the phase, ms"] = 1000 * timed(lambda: twin.undo(len(twin.since)))[0] if twin.can_undo else 0.0
    plain = json.loads(json.dumps(s.to_plain()))
    opened, again = timed(lambda: Session.resume(g, scenario, s.options, s.dice, plain, size=100_000, journal_size=150_000))
    assert again.size == 100_000
    out["resume with 100,000 entries, ms"] = 1000 * opened
    return out


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--games", default=",".join(IDS))
    p.add_argument("--phase", type=int, default=500)
    args = p.parse_args()
    longest = {"gwb": "ourcq", "dgk": "jaroslawice"}
    for id in args.games.split(","):
        for name, value in measure(id, longest.get(id, GAMES[id].scenarios[0].id), args.phase).items():
            print(f"{name:36} {value if isinstance(value, str | int) else round(value, 3)}", flush=True)


if __name__ == "__main__":
    main()
