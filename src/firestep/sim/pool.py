"""The process pool: chunks of games for each worker, results as they come, no overhead a decision."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from typing import Any

from firestep.games import game as find_game
from firestep.sim.play import Played, Spec, play_game
from firestep.sim.summary import summary

#: games a worker takes at a time: enough to keep it busy, few enough that both end together
CHUNK = 8

_spec: Spec


def _start(spec: Spec) -> None:
    global _spec
    _spec = spec


def _play(number: int) -> Played:
    return play_game(_spec, number)


def simulate(
    spec: Spec, games: int, jobs: int = 1, first: int = 0, progress: Callable[[int, int], None] | None = None
) -> dict[str, Any]:
    """Play `games` games from number `first` on and sum them up. The result is the same for any number of jobs."""
    find_game(spec.game)  # loaded before the pool starts, so that every worker shares it
    began = time.perf_counter()
    played: list[Played] = []
    for one in _results(spec, games, jobs, first):
        played.append(one)
        if progress is not None:
            progress(len(played), games)
    played.sort()
    return summary(spec, played, time.perf_counter() - began, jobs)


def _results(spec: Spec, games: int, jobs: int, first: int) -> Iterator[Played]:
    numbers = range(first, first + games)
    if jobs <= 1 or games <= 1:
        for n in numbers:
            yield play_game(spec, n)
        return
    chunk = max(1, min(CHUNK, games // (jobs * 6)))
    with multiprocessing.Pool(jobs, _start, (spec,)) as pool:
        yield from pool.imap_unordered(_play, numbers, chunk)
