"""The benchmark: random play against other engines in the same run, copies, sizes, early and late decisions, memory, jobs.

Other work on the machine must not count: times are processor times of this process, blocks of each player alternate, and the
ratio is the median of pairs. Only what a second process brings is measured by the clock on the wall.
"""

from __future__ import annotations

import itertools
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import firestep

Player = Iterator[None]


def one_after_the_other(game: Callable[[int], Player], seed: int) -> Player:
    """Plays games without end. The number of each is one more than that of the one before."""
    for n in itertools.count(seed):
        yield from game(n)


def our_moves(game: str, seed: int = 0) -> Player:
    """Random play of a game, one decision at a time, game after game."""

    def play(n: int) -> Player:
        s = firestep.start(game, seed=n)
        pick = random.Random(n).random
        while (d := s.decision) is not None:
            a = d.actions
            s.take(a[int(pick() * len(a))])
            yield

    return one_after_the_other(play, seed)


def chess_moves(seed: int = 0) -> Player | None:
    """Random legal moves of python-chess, game after game."""
    try:
        import chess
    except ImportError:
        return None

    def play(n: int) -> Player:
        board = chess.Board()
        pick = random.Random(n).random
        while not board.is_game_over():
            legal = list(board.legal_moves)
            board.push(legal[int(pick() * len(legal))])
            yield

    return one_after_the_other(play, seed)


def catan_moves(seed: int = 0) -> Player | None:
    """Random play of catanatron, if it is installed."""
    try:
        from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        return None

    def play(n: int) -> Player:
        random.seed(n)
        g = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        while g.winning_color() is None and g.state.num_turns < 1000:
            g.play_tick()
            yield

    return one_after_the_other(play, seed)


def block(player: Player, seconds: float) -> float:
    """Decisions a second of processor time, over a block of this length."""
    count = 0
    began = now = time.process_time()
    while now - began < seconds:
        for _ in range(50):
            next(player)
        count += 50
        now = time.process_time()
    return count / (now - began)


def against(game: str, blocks: int, seconds: float) -> dict[str, Any]:
    """Decisions per second, and the median ratio to each other engine over pairs of neighbouring blocks."""
    others = {"python-chess": chess_moves(), "catanatron": catan_moves()}
    ours = our_moves(game)
    block(ours, seconds)  # warm up
    out: dict[str, Any] = {}
    mine: list[float] = []
    for name, player in others.items():
        if player is None:
            out[name] = None
            continue
        block(player, min(seconds, 0.3))
        pairs = [(block(ours, seconds), block(player, seconds)) for _ in range(blocks)]
        mine += [a for a, _ in pairs]
        ratios = sorted(a / b for a, b in pairs)
        out[name] = {
            "decisions_per_second": round(statistics.median(b for _, b in pairs)),
            "ours": round(statistics.median(a for a, _ in pairs)),
            "ratio": round(statistics.median(ratios), 3),
            "ratio_low": round(ratios[0], 3),
            "ratio_high": round(ratios[-1], 3),
        }
    if not mine:
        mine = [block(ours, seconds) for _ in range(blocks)]
    return {"decisions_per_second": round(statistics.median(mine)), "others": out}


#: decisions after which a measurement over whole games is good enough: twenty games of a long war are, a hundred of a short one
ENOUGH = 40_000


def how_many(game: str, most: int) -> int:
    """Games that are worth measuring: at most so many, fewer of a game that is long."""
    length = statistics.median(sum(1 for _ in _one(game, f"length {n}", n)) for n in range(3))
    return max(2, min(most, round(ENOUGH / length)))


def copies(game: str, games: int) -> dict[str, Any]:
    """What `copy()` costs and how large a saved state is, over moments of whole games."""
    times: list[float] = []
    sizes: list[int] = []
    clock = time.process_time
    for n in range(games):
        s = firestep.start(game, seed=f"copy {n}")
        pick = random.Random(n).random
        k = 0
        while (d := s.decision) is not None:
            if k % 20 == 0:
                t = clock()
                for _ in range(10):
                    s.copy()
                times.append((clock() - t) / 10)
                sizes.append(len(json.dumps(s.to_plain(), separators=(",", ":"))))
            s.take(d.actions[int(pick() * len(d.actions))])
            k += 1
    return {"copy_us": round(1e6 * statistics.median(times), 2), "state_bytes": max(sizes)}


def early_and_late(game: str, games: int) -> dict[str, Any]:
    """Microseconds for decisions of the same kind in the first and the last third of a game.

    Later turns ask other questions than early ones, so kinds are compared one by one and weighted alike on both sides.
    """
    spent: dict[str, dict[str, list[float]]] = {"early": {}, "late": {}}
    for n in range(games):
        seed = f"early late {n}"
        total = sum(1 for _ in _one(game, seed, n))
        for k, (kind, cost) in enumerate(_one(game, seed, n)):
            part = "early" if k < total / 3 else "late" if k >= 2 * total / 3 else None
            if part:
                spent[part].setdefault(kind, []).append(cost)
    kinds = [k for k, v in spent["early"].items() if len(v) >= 20 and len(spent["late"].get(k, ())) >= 20]
    weight = {k: len(spent["early"][k]) + len(spent["late"][k]) for k in kinds}
    all = sum(weight.values()) or 1
    mean = {part: sum(statistics.fmean(spent[part][k]) * weight[k] for k in kinds) / all for part in spent}
    return {
        "early_us": round(1e6 * mean["early"], 1),
        "late_us": round(1e6 * mean["late"], 1),
        "late_to_early": round(mean["late"] / mean["early"], 3) if mean["early"] else None,
    }


def _one(game: str, seed: str, n: int) -> Iterator[tuple[str, float]]:
    """One game: the kind of each decision and the seconds it took to list its actions and take one."""
    s = firestep.start(game, seed=seed)
    pick = random.Random(n).random
    clock = time.process_time
    while True:
        t = clock()
        d = s.decision
        if d is None:
            return
        kind = type(d.step).__name__
        s.take(d.actions[int(pick() * len(d.actions))])
        yield kind, clock() - t


def simulation(game: str, games: int, jobs: int) -> dict[str, Any]:
    """`simulate` in a process of its own, so that its memory is its own too."""
    out = subprocess.run(
        [sys.executable, "-m", "firestep", "simulate", game, "--games", str(games), "--jobs", str(jobs)],
        capture_output=True,
        text=True,
        check=False,
    )
    result: dict[str, Any] = json.loads(out.stdout)
    return result


def run(game: str, blocks: int, seconds: float, quick: bool = False) -> dict[str, Any]:
    """Everything, as plain data."""
    games = how_many(game, 10 if quick else 120)
    result: dict[str, Any] = {
        "game": game,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
    }
    result |= against(game, blocks, seconds)
    result |= copies(game, min(games, 2 if quick else 10))
    result |= early_and_late(game, min(games, 3 if quick else 20))
    pairs = [(simulation(game, games, 1), simulation(game, games, 2)) for _ in range(1 if quick else 3)]
    speedups = [two["decisions_per_second"] / one["decisions_per_second"] for one, two in pairs]
    result |= {
        "simulate_resident_mb": max(x["resident_mb"] for pair in pairs for x in pair),
        "jobs_2_speedup": round(statistics.median(speedups), 2),
        "simulate_games_per_second": statistics.median(two["games_per_second"] for _, two in pairs),
    }
    return result


def table(r: dict[str, Any]) -> str:
    """The result for people, with what was aimed for."""
    rows: list[tuple[str, str, str]] = [("random play, decisions a second", f"{r['decisions_per_second']:,}", "")]
    for name, other in r["others"].items():
        if other is None:
            rows.append((f"against {name}", "not installed", ""))
        else:
            rows.append((f"{name}, moves a second", f"{other['decisions_per_second']:,}", ""))
            spread = f"{other['ratio']:.2f} ({other['ratio_low']:.2f} to {other['ratio_high']:.2f})"
            rows.append((f"ratio to {name} (low to high)", spread, ">= 1.0" if name == "python-chess" else ""))
    rows += [
        ("copy(), median", f"{r['copy_us']} us", "< 15 us"),
        ("saved state, largest", f"{r['state_bytes'] / 1024:.1f} KB", "< 64 KB"),
        ("a decision, first third of a game", f"{r['early_us']} us", ""),
        ("a decision, last third", f"{r['late_us']} us", ""),
        ("late to early, same kinds", f"{r['late_to_early']}", "about 1"),
        ("simulate, resident memory", f"{r['simulate_resident_mb']} MB", "< 150 MB"),
        ("simulate, games a second, 2 jobs", f"{r['simulate_games_per_second']}", ""),
        ("speed-up of --jobs 2", f"{r['jobs_2_speedup']}", ">= 1.7"),
    ]
    a, b = max(len(x[0]) for x in rows), max(len(x[1]) for x in rows)
    lines = [
        f"firestep bench: {r['game']}, Python {r['python']}, {r['machine']}, {r['cores']} cores, load {r['load']} before the run",
        "",
    ]
    lines += [f"  {x:{a}}  {y:>{b}}  {z}".rstrip() for x, y, z in rows]
    return "\n".join(lines)
