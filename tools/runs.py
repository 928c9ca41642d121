"""Whole random games of every scenario of a game, and legs from its stored moments, in pieces: results are appended to a file
of JSON lines, and the next call goes on where the last one stopped. Exit code 1 if anything was wrong.

    python tools/runs.py play tgw --games 20 --legs 2000 --seconds 170 --file runs.jsonl
    python tools/runs.py table runs.jsonl

The first half of the games of a scenario has the options as they are by default, the second half options drawn at random. A leg is
walked by players that end a phase only when little else is left; now and then the position is looked at as `tools/fuzz.py` does:
lists in order, plain data, copies and undo exact, legality two ways.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fuzz

from firestep.engine.dice import Dice
from firestep.engine.start import begin, from_moment
from firestep.games import IDS, game

MOMENTS = Path(__file__).parents[1] / "tests" / "moments"
#: decisions of a leg at most; one question in so many of a leg is looked at closely
LEG, LOOK = 400, 150


def tasks(id: str, games: int, legs: int) -> Iterator[dict[str, Any]]:
    """What there is to play, always in the same order: scenario after scenario, so that a broken off run has some of each."""
    g = game(id)
    for n in range(games):
        for sc in g.scenarios:
            rng = random.Random(f"options {n}")
            options = {o.id: rng.choice(o.choices) for o in g.options} if 2 * n >= games else {}
            yield {"game": id, "scenario": sc.id, "number": n, "options": options}
    found = sorted((MOMENTS / id).glob("*.json.gz"))
    if legs and not found:
        raise SystemExit(f"there are no moments of {id} in {MOMENTS}; make them with tools/make_checkpoints.py")
    for n in range(legs):
        yield {"game": id, "moment": found[n % len(found)].name.removesuffix(".json.gz"), "number": n}


def whole(task: dict[str, Any]) -> dict[str, Any]:
    """A game from its beginning to its end."""
    g = game(task["game"])
    seed = f"runs {task['scenario']} {task['number']}"
    s = begin(g, task["scenario"], g.settle_options(task["options"]), Dice(seed)).disable_undo()
    pick = random.Random(seed).random
    out = dict(task)
    began = time.process_time()
    try:
        while (d := s.decision) is not None:
            s.take(d.actions[int(pick() * len(d.actions))])
            if s.size >= fuzz.MOST:
                raise RuntimeError(f"no end after {s.size} decisions")
        end = s.outcome
        assert end is not None
        out |= {"winner": end.winner or "", "reason": end.reason}
    except Exception as e:
        out["error"] = f"{type(e).__name__}: {e}"
    return out | {"decisions": s.size, "turn": s.state.turn, "seconds": round(time.process_time() - began, 1)}


def leg(task: dict[str, Any]) -> dict[str, Any]:
    """Some hundred decisions from a stored moment on."""
    data = json.loads(gzip.decompress((MOMENTS / task["game"] / f"{task['moment']}.json.gz").read_bytes()))
    g = game(task["game"])
    seed = f"leg {task['moment']} {task['number']}"
    s = from_moment(data["moment"], g, data["scenario"], data["options"], Dice(seed))
    rng = random.Random(seed)
    before = s.size
    out = dict(task)
    try:
        while (d := s.decision) is not None and s.size - before < LEG:
            if rng.random() * LOOK < 1:
                fuzz.look(s, rng, rng.random() < 0.1)
            actions = d.actions
            if rng.random() < 0.9:
                actions = [a for a in actions if a[0] not in fuzz.ENDINGS] or actions
            s.take(actions[int(rng.random() * len(actions))])
    except Exception as e:
        out["error"] = f"{type(e).__name__}: {e}"
    return out | {"decisions": s.size - before}


def play(args: argparse.Namespace) -> int:
    path: Path = args.file
    done = len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0
    began, wrong, count = time.monotonic(), 0, 0
    with path.open("a", encoding="utf-8") as f:
        for n, task in enumerate(tasks(args.game, args.games, args.legs)):
            if n < done:
                continue
            if time.monotonic() - began > args.seconds:
                break
            row = leg(task) if "moment" in task else whole(task)
            f.write(json.dumps(row) + "\n")
            f.flush()
            count += 1
            if "error" in row:
                wrong += 1
                print(f"{row['error']}\n    {task}", file=sys.stderr, flush=True)
    print(f"{count} more, {done + count} of {args.games * len(game(args.game).scenarios) + args.legs}, {wrong} wrong", flush=True)
    return 1 if wrong else 0


def table(path: Path) -> str:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    out = [
        "| scenario | games | decisions, median (least to most) | last turn, median | ends | errors |",
        "|---|---|---|---|---|---|",
    ]
    games = [x for x in rows if "scenario" in x]
    for sc in dict.fromkeys(x["scenario"] for x in games):
        here = [x for x in games if x["scenario"] == sc]
        sizes = sorted(x["decisions"] for x in here)
        ends = Counter(f"{x['winner'] or 'draw'}: {x['reason']}" for x in here if "error" not in x)
        told = "; ".join(f"{k} x {what}" for what, k in ends.most_common())
        wrong = sum("error" in x for x in here)
        middle = round(statistics.median(x["turn"] for x in here))
        size = f"{round(statistics.median(sizes)):,} ({sizes[0]:,} to {sizes[-1]:,})"
        out.append(f"| {sc} | {len(here)} | {size} | {middle} | {told} | {wrong} |")
    legs = [x for x in rows if "moment" in x]
    if legs:
        wrong = sum("error" in x for x in legs)
        out.append(f"\nLegs: {len(legs):,}, {sum(x['decisions'] for x in legs):,} decisions, {wrong} errors.")
    return "\n".join(out)


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = p.add_subparsers(dest="what", required=True)
    q = sub.add_parser("play", help="go on playing, results to a file")
    q.add_argument("game", choices=IDS)
    q.add_argument("--games", type=int, default=20, help="of each scenario (20)")
    q.add_argument("--legs", type=int, default=2000, help="from stored moments (2000)")
    q.add_argument("--seconds", type=float, default=170, help="begin nothing new after so long (170)")
    q.add_argument("--file", type=Path, required=True, help="where results are appended")
    q = sub.add_parser("table", help="what such a file says")
    q.add_argument("file", type=Path)
    args = p.parse_args()
    if args.what == "play":
        return play(args)
    if not args.file.exists():
        p.error(f"there is no file {args.file}; play first")
    print(table(args.file))
    return 0


if __name__ == "__main__":
    sys.exit(main())
