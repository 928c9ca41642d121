"""Games of the greedy player against itself: margins, losses, surrenders and which rules were used.

    python tools/battles/balance.py tannenberg 50 [games.jsonl]

With a file every game is a line of it as soon as it is over, and those that stand there already are not played again. The figures
in docs/gwb.md and the victory levels in battle.toml come from here.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Any

from firestep import bots
from firestep.bots.gwb import values
from firestep.engine.dice import Dice
from firestep.engine.start import begin
from firestep.games.gwb import GAME, victory
from firestep.games.gwb.state import State
from firestep.hexmap.grid import bits

USED = ("barrage", "counter-battery", "across", "harass", "force", "entrain", "merge")


def play(scenario: str, seed: str) -> dict[str, Any]:
    """One game in figures."""
    s = begin(GAME, scenario, GAME.settle_options({}), Dice(f"balance {seed}"))
    players = [bots.make("greedy", f"{seed}.{k}") for k in (0, 1)]
    screens = 0
    while d := s.decision:
        if type(d.step).__name__ == "MarchOrders" and not s.state.marching & s.state.b.of_side[d.seat]:
            screens += screening(s.state, 1 - d.seat)
        s.take(bots.answer(players[d.seat], s))
    st = s.state
    side = {u.id: u.side for u in st.b.units}
    out: dict[str, Any] = {
        "lost": [victory.losses(st, k) for k in (0, 1)],
        "given up": [0, 0],
        "guns alone": 0,
        "screens": screens,
        "attacks": Counter(),
    }
    phase = ""
    for e in s.journal:
        if e.key == "phase":
            phase = e.params["phase"]
        elif e.key == "attack":
            out["attacks"][phase] += 1
            out["guns alone"] += all(st.b.guns >> st.b.by_id[w] & 1 for w in e.params["defenders"])
        elif e.key == "surrender" and e.params["lost"]:
            out["given up"][side[e.params["unit"]]] += 1
        elif e.key == "capitulates":
            out["given up"][side[e.params["unit"]]] += e.params["steps"]
    allied, german = victory.scores(st)
    keys = Counter(e.key for e in s.journal)
    assert s.outcome is not None
    return out | {"margin": allied - german, "end": (s.outcome.winner or "", s.outcome.level), "used": {k: keys[k] for k in USED}}


def series(scenario: str, count: int, kept: Path | None) -> list[dict[str, Any]]:
    """The first so many games; with a file only those that it lacks are played."""
    games = [json.loads(line) for line in kept.read_text().splitlines()] if kept and kept.exists() else []
    for n in range(len(games), count):
        games.append(json.loads(json.dumps(play(scenario, str(n)))))
        if kept:
            with kept.open("a") as out:
                out.write(json.dumps(games[-1]) + "\n")
    return games[:count]


def screening(st: State, k: int) -> int:
    """Cavalry of a side that stands in the gaps of its front while the other side moves."""
    return sum(bool(values.gaps(st, k) >> st.at[u] & 1) for u in bits(st.on_map(k) & st.b.cavalry))


def report(scenario: str, games: list[dict[str, Any]]) -> str:
    n = len(games)
    margins = sorted(g["margin"] for g in games)
    cuts = [round(q) for q in quantiles(margins, n=100, method="inclusive")]
    ends = Counter(tuple(g["end"]) for g in games)
    lines = [
        f"{scenario}: {n} games, margin {median(margins):+.0f} ({margins[0]:+d} to {margins[-1]:+d}), 15, 35, 65, 85 of 100 below:"
        f" {cuts[14]:+d} {cuts[34]:+d} {cuts[64]:+d} {cuts[84]:+d}",
        "ends: " + ", ".join(f"{who or 'draw'} {level} {ends[who, level]}" for who, level in sorted(ends)),
        "steps lost, allied and german: "
        + " ".join(f"{mean(g['lost'][k] for g in games):.0f}" for k in (0, 1))
        + f"; allied lost more in {sum(g['lost'][0] > g['lost'][1] for g in games)} games",
        "of them given up cut off: "
        + " ".join(f"{mean(g['given up'][k] for g in games):.1f}" for k in (0, 1))
        + f"; ten or more allied steps in {sum(g['given up'][0] >= 10 for g in games)} games, at most"
        f" {max(g['given up'][0] for g in games)}; german in {sum(g['given up'][1] >= 10 for g in games)}",
        "attacks a game: "
        + ", ".join(f"{p} {mean(g['attacks'].get(p, 0) for g in games):.0f}" for p in ("coordinated", "hasty"))
        + f", on guns alone {mean(g['guns alone'] for g in games):.1f}",
        "used: "
        + ", ".join(f"{k} {mean(g['used'][k] for g in games):.1f}" for k in USED)
        + f", cavalry in screens {mean(g['screens'] for g in games):.1f}",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    scenario, count = sys.argv[1], int(sys.argv[2])
    sys.stdout.write(report(scenario, series(scenario, count, Path(sys.argv[3]) if len(sys.argv) > 3 else None)) + "\n")
