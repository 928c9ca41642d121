"""Many wars of Death in the Trenches: how they ended and when what happened, as JSON lines to be summed up, or the table of them.

python tools/wars.py play --games 100 --first 0 --seed wars >> wars.jsonl
python tools/wars.py table wars.jsonl
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

from firestep import bots
from firestep.engine.begin import begin
from firestep.engine.dice import Dice
from firestep.games.ditt import GAME
from firestep.games.ditt import tables as t

#: when it happened, by the turns of the game
HISTORY = {
    "tu": "Fall 1914",
    "it": "Spring 1915",
    "bu": "Fall 1915",
    "rm": "Summer 1916",
    "us": "Spring 1917",
    "gk": "Summer 1917",
    "collapse": "Fall 1917",
}


def play(number: int, seed: str, seats: tuple[str, ...]) -> dict[str, Any]:
    """One war: its end, and the turn of every entry, surrender and of the collapse."""
    out: dict[str, Any] = {"number": number, "decisions": 0, "entries": {}, "surrenders": {}, "collapse": 0}
    try:
        seed = f"{seed}.{number}"
        s = begin(GAME, "1914", GAME.settle_options({}), Dice(seed)).never_undo()
        players = [bots.make(name, f"{seed}.{k}") for k, name in enumerate(seats)]
        while (d := s.decision) is not None:
            s.take(bots.answer(players[d.seat], s))
            out["decisions"] += 1
        turn = 1
        for e in s.journal:
            if e.key == "turn":
                turn = e.params["turn"]
            elif e.key == "joins":
                out["entries"].setdefault(e.params["nation"], [turn, e.params["side"]])
            elif e.key == "surrenders":
                out["surrenders"].setdefault(e.params["nation"], turn)
        end = GAME.outcome(s.state)
        out |= {
            "collapse": s.state.collapse_turn,
            "turn": s.state.turn,
            "winner": end.winner,
            "level": end.level,
            "reason": end.reason,
        }
    except Exception:  # a war that breaks off is told, the others go on
        out["error"] = traceback.format_exc(limit=-4)
    return out


def middle(turns: list[int]) -> str:
    return t.TURN_NAME[sorted(turns)[len(turns) // 2]] if turns else "never"


def table(rows: list[dict[str, Any]]) -> str:
    wars = [r for r in rows if "error" not in r]
    count = max(1, len(wars))
    lines = [
        f"{len(rows)} wars, {len(rows) - len(wars)} errors, {sum(r['decisions'] for r in wars) // count} decisions each",
        "",
        "| how it ended | wars |",
        "|---|---|",
    ]
    ends = Counter(f"{r['winner'] or 'nobody'}, {r['level']}: {r['reason']}" for r in wars)
    lines += [f"| {end} | {k} |" for end, k in ends.most_common()]
    lines += ["", "| what | wars | middle of the dates | side (Central, Entente) | history |", "|---|---|---|---|---|"]
    for n in ("tu", "it", "bu", "rm", "us", "gk"):
        found = [r["entries"][n] for r in wars if n in r["entries"]]
        sides = Counter(side for _, side in found)
        lines.append(
            f"| {t.TITLE[t.NATION[n]]} joins | {len(found)} | {middle([turn for turn, _ in found])} | {sides['central']}, "
            f"{sides['entente']} | {HISTORY[n]} |"
        )
    fell = [r["collapse"] for r in wars if r["collapse"]]
    lines.append(f"| Russia collapses | {len(fell)} | {middle(fell)} | | {HISTORY['collapse']} |")
    for n in ("ah", "tu", "fr", "ge", "it", "br", "sb"):
        gone = [r["surrenders"][n] for r in wars if n in r["surrenders"]]
        lines.append(f"| {t.TITLE[t.NATION[n]]} surrenders | {len(gone)} | {middle(gone)} | | |")
    return "\n".join(lines)


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("what", choices=("play", "table"))
    p.add_argument("file", nargs="?", type=Path)
    p.add_argument("--games", type=int, default=100)
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--seed", default="wars")
    p.add_argument("--seats", default="random,random")
    a = p.parse_args()
    if a.what == "table":
        text = a.file.read_text(encoding="utf-8") if a.file else sys.stdin.read()
        print(table([json.loads(line) for line in text.splitlines() if line]))
        return
    for k in range(a.first, a.first + a.games):
        print(json.dumps(play(k, a.seed, tuple(a.seats.split(",")))), flush=True)


if __name__ == "__main__":
    main()
