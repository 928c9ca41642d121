"""Many wars of Death in the Trenches, resumable: how they ended, when what happened, against history.

python tools/ditt_wars.py play greedy.jsonl --games 50
python tools/ditt_wars.py play random.jsonl --seats random,random --games 500
python tools/ditt_wars.py play central.jsonl --seats greedy,random --games 100
python tools/ditt_wars.py play entente.jsonl --seats random,greedy --games 100
python tools/ditt_wars.py table greedy.jsonl

The first seat is that of the Central Powers. `play` reads what the file already holds, plays the wars that it lacks, appends a line
of JSON for each as soon as it is over and prints the table. It may be stopped at any time; with `--minutes` it stops by itself, and
the same command goes on where it ended.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firestep import bots
from firestep.engine.dice import Dice
from firestep.engine.start import begin
from firestep.games.ditt import GAME, victory
from firestep.games.ditt.components import tables

#: what is told of a war: key and nation of the journal, title, the turn it happened in history (0: it did not)
MARKS = {
    ("joins", "tu"): ("Turkey enters", 3),
    ("joins", "it"): ("Italy enters", 5),
    ("joins", "bu"): ("Bulgaria enters", 7),
    ("joins", "rm"): ("Roumania enters", 10),
    ("joins", "us"): ("United States enter", 13),
    ("joins", "gk"): ("Greece enters", 14),
    ("serbia", ""): ("Serbia overrun", 7),
    ("collapse", ""): ("Russia collapses", 15),
    ("surrenders", "bu"): ("Bulgaria surrenders", 19),
    ("surrenders", "tu"): ("Turkey surrenders", 19),
    ("surrenders", "ah"): ("Austria-Hungary surrenders", 19),
    ("surrenders", "ge"): ("Germany surrenders", 19),
    ("surrenders", "it"): ("Italy surrenders", 0),
    ("surrenders", "fr"): ("France surrenders", 0),
    ("surrenders", "br"): ("Britain surrenders", 0),
}
#: the side that a neutral took in history
LEAN = {"tu": "central", "bu": "central"}


def dates_of(journal: Any) -> dict[str, int]:
    """The turn of everything in `MARKS` that happened; a neutral that took the other side is told apart."""
    out: dict[str, int] = {}
    turn = 1
    for e in journal:
        if e.key == "turn":
            turn = e.params["turn"]
        key = (e.key, e.params.get("nation", ""))
        if e.key == "great-retreat" or key == ("surrenders", "sb"):
            key = ("serbia", "")
        if key in MARKS:
            other = f", {e.params['side']}" if e.key == "joins" and e.params["side"] != LEAN.get(key[1], "entente") else ""
            out.setdefault(MARKS[key][0] + other, turn)
    return out


def play(number: int, seed: str, seats: tuple[str, str]) -> dict[str, Any]:
    """One war: its end, when what happened, and the longest that a player thought about one turn."""
    war = f"{seed}.{number}"
    out: dict[str, Any] = {"number": number, "seed": seed, "seats": list(seats), "decisions": 0}
    try:
        s = begin(GAME, "1914", GAME.settle_options(None), Dice(war)).disable_undo()
        players = [bots.make(name, f"{war}.{k}") for k, name in enumerate(seats)]
        thought: dict[tuple[int, int], float] = {}
        while (d := s.decision) is not None:
            began = time.process_time()
            action = bots.answer(players[d.seat], s)
            key = s.state.turn, d.seat
            thought[key] = thought.get(key, 0.0) + time.process_time() - began
            s.take(action)
            out["decisions"] += 1
        end = s.outcome
        assert end is not None
        out |= {
            "turn": s.state.turn,
            "winner": end.winner or "nobody",
            "level": end.level,
            "reason": end.reason,
            "colonies": victory.colonial_units(s.state),
            "dates": dates_of(s.journal),
            "longest": round(max(thought.values()), 2),
        }
    except Exception:  # a war that breaks off is told, the others go on
        out["error"] = traceback.format_exc(limit=-4)
    return out


def _when(turns: list[int]) -> str:
    turns = sorted(turns)
    return " | ".join(tables.TURN_NAME[turns[k]] for k in (0, len(turns) // 2, -1)) if turns else "- | - | -"


def table(rows: list[dict[str, Any]]) -> str:
    """What happened, how often, and when, in Markdown."""
    wars = [r for r in rows if "error" not in r]
    if not wars:
        return f"{len(rows)} wars, {len(rows)} errors"
    count = len(wars)
    who = ", ".join(sorted({" against ".join(r["seats"]) for r in rows}))
    turns = sum(r["turn"] for r in wars) / count
    lines = [
        f"{len(rows)} wars ({who}), {len(rows) - count} errors; on average {turns:.1f} turns of 19 and "
        f"{sum(r['decisions'] for r in wars) // count} decisions; the longest thought about one turn took "
        f"{max(r['longest'] for r in wars):.1f} s.",
        "",
        "| end | wars | earliest | middle | latest |",
        "|---|---|---|---|---|",
    ]
    ends: dict[str, list[int]] = {}
    for r in wars:
        end = "draw" if r["winner"] == "nobody" else f"{r['winner']}, {r['level']}"
        ends.setdefault(f"{end}: {r['reason']}", []).append(r["turn"])
    lines += [f"| {end} | {len(k)} | {_when(k)} |" for end, k in sorted(ends.items(), key=lambda x: (-len(x[1]), x[0]))]
    won = Counter(r["winner"] for r in wars)
    lines += ["", ", ".join(f"{won[k]} won by {name} ({k})" for k, name in zip(tables.SEATS, wars[0]["seats"], strict=True))]
    lines[-1] += f", {won['nobody']} draws."
    lines += ["", "| what | in history | wars | earliest | middle | latest |", "|---|---|---|---|---|---|"]
    for title, real in MARKS.values():
        for word in (title, f"{title}, central", f"{title}, entente"):
            found = [r["dates"][word] for r in wars if word in r["dates"]]
            if found or word == title:
                past = tables.TURN_NAME[real] if real and word == title else "-"
                lines.append(f"| {word} | {past} | {len(found)} | {_when(found)} |")
    return "\n".join(lines)


def read(files: list[Path]) -> Iterator[dict[str, Any]]:
    for f in files:
        for line in f.read_text(encoding="utf-8").splitlines() if f.exists() else ():
            if line.startswith("{"):
                yield json.loads(line)


def main(argv: list[str] | None = None) -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = p.add_subparsers(dest="what", required=True)
    a = sub.add_parser("play", help="play the wars that the file lacks, and print the table")
    a.add_argument("file", type=Path)
    a.add_argument("--games", type=int, default=50, help="how many wars the file is to hold")
    a.add_argument("--seats", default="greedy,greedy", help="Central Powers, Entente")
    a.add_argument("--seed", default="wars")
    a.add_argument("--minutes", type=float, default=0.0, help="begin no war after so many minutes")
    b = sub.add_parser("table", help="sum up what was played")
    b.add_argument("file", type=Path, nargs="+")
    x = p.parse_args(argv)
    if x.what == "table":
        print(table(list(read(x.file))))
        return 0
    seats = tuple(x.seats.split(","))
    if len(seats) != 2 or not set(seats) <= set(bots.names()):
        print(f"--seats wants two of: {', '.join(bots.names())}, as in greedy,random", file=sys.stderr)
        return 2
    rows = list(read([x.file]))
    if any((r["seed"], tuple(r["seats"])) != (x.seed, seats) for r in rows):
        print(f"{x.file} holds wars of other players or another seed; name another file", file=sys.stderr)
        return 2
    done = {r["number"] for r in rows}
    until = time.monotonic() + 60 * x.minutes
    with x.file.open("a", encoding="utf-8") as out:
        for k in range(x.games):
            if k in done:
                continue
            if x.minutes and time.monotonic() > until:
                break
            rows.append(play(k, x.seed, seats))
            print(json.dumps(rows[-1]), file=out, flush=True)
    print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
