"""Wars of Death in the Trenches between two greedy players, against history: a line of JSON for each, and a table of many.

python tools/ditt_wars.py play --games 10 --first 0 > wars.jsonl
python tools/ditt_wars.py table wars.jsonl
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from firestep import bots
from firestep.engine.begin import begin
from firestep.engine.dice import Dice
from firestep.games import game
from firestep.games.ditt import tables as t
from firestep.games.ditt import victory

#: what is told of a war: key and nation of the journal, title, date in history (turn), "-" if it did not happen
MARKS = {
    ("joins", "tu"): ("Turkey enters", 3),
    ("joins", "it"): ("Italy enters", 5),
    ("joins", "bu"): ("Bulgaria enters", 7),
    ("joins", "rm"): ("Roumania enters", 10),
    ("joins", "us"): ("United States enter", 13),
    ("collapse", ""): ("Russia collapses", 15),
    ("serbia", ""): ("Serbia overrun", 7),
    ("surrenders", "tu"): ("Turkey surrenders", 19),
    ("surrenders", "bu"): ("Bulgaria surrenders", 19),
    ("surrenders", "ah"): ("Austria-Hungary surrenders", 19),
    ("surrenders", "br"): ("Britain surrenders", 0),
    ("surrenders", "fr"): ("France surrenders", 0),
    ("surrenders", "it"): ("Italy surrenders", 0),
    ("surrenders", "ge"): ("Germany surrenders", 19),
}


def play(seed: str) -> dict[str, Any]:
    """One war: how it ended, when what happened, and the longest a player thought about a turn."""
    g = game("ditt")
    s = begin(g, "1914", g.settle_options(None), Dice(seed)).never_undo()
    players = [bots.make("greedy", f"{seed}.{k}") for k in (0, 1)]
    thought: Counter[tuple[int, int]] = Counter()
    while (d := s.decision) is not None:
        began = time.process_time()
        action = bots.answer(players[d.seat], s)
        thought[s.state.turn, d.seat] += time.process_time() - began  # type: ignore[assignment]
        s.take(action)
    dates: dict[str, int] = {}
    turn = 1
    for e in s.journal:
        if e.key == "turn":
            turn = e.params["turn"]
        key = (e.key, e.params.get("nation", ""))
        if e.key == "great-retreat" or key == ("surrenders", "sb"):
            key = ("serbia", "")
        if key in MARKS:
            lean = "central" if key[1] in ("tu", "bu") else "entente"
            other = f" {e.params['side']}" if e.key == "joins" and e.params["side"] != lean else ""
            dates.setdefault(MARKS[key][0] + other, turn)
    out = s.outcome
    assert out is not None
    return {
        "seed": seed,
        "turn": s.state.turn,
        "winner": out.winner or "nobody",
        "level": out.level,
        "reason": out.reason,
        "colonies": victory.colonial_units(s.state),
        "dates": dates,
        "longest": round(max(thought.values()), 2),
    }


def table(wars: list[dict[str, Any]]) -> str:
    """What happened, how often, and when, in Markdown."""
    ends = Counter(f"{w['winner']} {w['level']}" if w["winner"] != "nobody" else "draw" for w in wars)
    turns = sum(w["turn"] for w in wars) / len(wars)
    lines = [
        f"{len(wars)} wars; they last {turns:.1f} turns of 19; the longest thought about one turn took "
        f"{max(w['longest'] for w in wars):.1f} s.",
        "",
        "| end | wars |",
        "|---|---|",
    ]
    lines += [f"| {end} | {n} |" for end, n in ends.most_common()]
    lines += ["", "| what | in history | wars | earliest | middle | latest |", "|---|---|---|---|---|---|"]
    for title, real in MARKS.values():
        for word in (title, f"{title} central", f"{title} entente"):
            when = sorted(w["dates"][word] for w in wars if word in w["dates"])
            if when or word == title:
                past = t.TURN_NAME[real] if real and word == title else "-"
                told = [t.TURN_NAME[when[k]] for k in (0, len(when) // 2, -1)] if when else ["-"] * 3
                lines.append(f"| {word} | {past} | {len(when)} | {' | '.join(told)} |")
    return "\n".join(lines)


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = p.add_subparsers(dest="what", required=True)
    a = sub.add_parser("play", help="play wars")
    a.add_argument("--games", type=int, default=10)
    a.add_argument("--first", type=int, default=0)
    a.add_argument("--seed", default="wars")
    b = sub.add_parser("table", help="sum up what was played")
    b.add_argument("file", type=Path, nargs="+")
    x = p.parse_args()
    if x.what == "play":
        for k in range(x.first, x.first + x.games):
            print(json.dumps(play(f"{x.seed}.{k}")), flush=True)
    else:
        wars = [json.loads(line) for f in x.file for line in f.read_text(encoding="utf-8").splitlines() if line.startswith("{")]
        sys.stdout.write(table(wars) + "\n")


if __name__ == "__main__":
    main()
