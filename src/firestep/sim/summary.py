"""What many games show together."""

from __future__ import annotations

import resource
import sys
from collections import Counter
from statistics import median
from typing import Any

from firestep.games import game as find_game
from firestep.sim.play import Played, Spec

#: failures that are listed; the rest is only counted
LISTED = 20


def resident_mb(children: bool = False) -> float:
    """The most memory this process has held, or the largest of its finished children, in MB."""
    peak = resource.getrusage(resource.RUSAGE_CHILDREN if children else resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)


def summary(spec: Spec, played: list[Played], seconds: float, jobs: int) -> dict[str, Any]:
    """Counts, speeds, who won how often and with what score on average; failures with what reproduces them."""
    g = find_game(spec.game)
    done = [p for p in played if p.error is None]
    failed = [p for p in played if p.error is not None]
    decisions = sum(p.decisions for p in played)
    wins = Counter(p.winner if p.winner is not None else "draw" for p in done)
    outcomes = {name: wins[name] for name in (*g.seats, "draw")}
    levels = Counter(f"{p.winner or ''} {p.level}".strip() for p in done)
    margins = sorted(p.scores[g.seats[0]] - max(p.scores[x] for x in g.seats[1:]) for p in done) if len(g.seats) > 1 else []
    return {
        "game": spec.game,
        "scenario": spec.scenario,
        "options": dict(spec.options),
        "seats": dict(zip(g.seats, spec.seats, strict=True)),
        "seed": spec.seed,
        "jobs": jobs,
        "games": len(played),
        "finished": len(done),
        "errors": len(failed),
        "decisions": decisions,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(decisions / seconds, 1) if seconds else 0.0,
        "games_per_second": round(len(played) / seconds, 2) if seconds else 0.0,
        "decisions_per_game": round(decisions / len(played), 1) if played else 0.0,
        "outcomes": outcomes,
        "win_rates": {name: round(wins[name] / len(done), 4) if done else 0.0 for name in outcomes},
        "mean_scores": {x: round(sum(p.scores[x] for p in done) / len(done), 2) if done else 0.0 for x in g.seats},
        "levels": dict(sorted(levels.items())),
        "margins": {"least": margins[0], "middle": median(margins), "greatest": margins[-1]} if margins else {},
        "mean_margin": round(sum(margins) / len(margins), 2) if margins else 0.0,
        "resident_mb": max(resident_mb(), resident_mb(children=True)),
        "failures": [
            {
                "game": p.number,
                "seed": spec.seed_of(p.number),
                "decisions": p.decisions,
                "error": p.error,
                "again": _again(spec, p.number),
            }
            for p in failed[:LISTED]
        ],
    }


def _again(spec: Spec, number: int) -> str:
    changed = "".join(f" --option {k}={v}" for k, v in spec.options.items())
    return (
        f"firestep simulate {spec.game} --seats {','.join(spec.seats)} --scenario {spec.scenario}{changed} "
        f"--seed {spec.seed} --first {number} --games 1"
    )
