"""The process pool: chunks of games for each worker, results as they come, no overhead a decision."""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

from firestep import bots
from firestep.games import game as find_game
from firestep.sim.play import Played, Spec, play_game
from firestep.sim.summary import summary

#: games a worker takes at a time: enough to keep it busy, few enough that both end together
CHUNK = 8

_spec: Spec


def _start(spec: Spec) -> None:
    global _spec
    _spec = spec
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches every process; the one that sums up stops the others
    for name in spec.seats:
        bots.load(name)


def _play(number: int) -> Played:
    return play_game(_spec, number)


def simulate(
    spec: Spec, games: int, jobs: int = 1, first: int = 0, progress: Callable[[int, int], None] | None = None
) -> dict[str, Any]:
    """Play `games` games from number `first` on and sum them up. The result is the same for any number of jobs.

    Ctrl+C stops it: the sum is then of the games that are over, with `"stopped": True`.
    """
    find_game(spec.game)  # loaded before the pool starts, so that every worker shares it
    began = time.perf_counter()
    played: list[Played] = []
    stopped = False
    try:
        for one in _results(spec, games, jobs, first):
            played.append(one)
            if progress is not None:
                progress(len(played), games)
    except KeyboardInterrupt:
        stopped = True
    played.sort()
    found = summary(spec, played, time.perf_counter() - began, jobs)
    return found | {"stopped": True} if stopped else found


def _results(spec: Spec, games: int, jobs: int, first: int) -> Iterator[Played]:
    numbers = range(first, first + games)
    if jobs <= 1 or games <= 1:
        for n in numbers:
            yield play_game(spec, n)
        return
    chunk = max(1, min(CHUNK, games // (jobs * 6)))
    with multiprocessing.Pool(jobs, _start, (spec,)) as pool:
        yield from pool.imap_unordered(_play, numbers, chunk)
