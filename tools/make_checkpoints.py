"""Play long games and store moments of their middle and end, from which tests play legs instead of whole wars.

    python tools/make_checkpoints.py [GAME ...]

The program plays a game of every scenario and writes `tests/moments/<game>/<scenario>-<n>.json.gz`. A moment is a state with its
agenda. A change of rules does not spoil it. Renew it when the tests say that it cannot be read.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import sys
from pathlib import Path
from typing import Any

from firestep.engine.dice import Dice
from firestep.engine.start import begin, moment
from firestep.games import IDS, game

FOLDER = Path(__file__).parents[1] / "tests" / "moments"
#: decisions between two moments at least, before the end for the last one, and moments of one game at most
LEG, LAST, MOST = 1_500, 300, 12
#: games that are looked at for one that lasts
TRIES = 3
#: of the longest games one is enough
ONCE = ("tgw",)
ENDINGS = {"done", "stay", "halt", "pass"}


def moments(id: str) -> dict[str, dict[str, Any]]:
    g = game(id)
    found: dict[str, dict[str, Any]] = {}
    each = max(1, MOST // len(g.scenarios) - 1)
    for k, sc in enumerate(g.scenarios):
        options = g.settle_options({o.id: o.choices[-1] for o in g.options if o.id != "setup"} if k % 2 else {})

        def at(wanted: set[int], salt: str = "", scenario: str = sc.id, options: Any = options) -> tuple[int, int, dict[int, str]]:
            """A game in which players go on as long as they can: its length, its last turn, its moments after so many decisions."""
            s = begin(g, scenario, options, Dice(f"moments {scenario}{salt}")).disable_undo()
            rng, out = random.Random(scenario + salt), {}
            while (d := s.decision) is not None:
                if s.size in wanted:
                    out[s.size] = moment(s)
                going_on = [a for a in d.actions if a[0] not in ENDINGS] if rng.random() < 0.9 else []
                s.take(rng.choice(going_on or d.actions))
            return s.size, s.state.turn, out

        length, turn, _ = at(set())
        if length <= LEG:  # a leg from the beginning reaches the end
            continue
        # a game that goes to its last turn, if there is one: from its last moments every other play reaches an end too
        salt = ""
        for k in range(1, 1 if id in ONCE else TRIES):
            other, last, _ = at(set(), f" {k}")
            if last > turn:
                length, turn, salt = other, last, f" {k}"
        count = max(1, min(each, length // LEG))
        wanted = {length * (n + 1) // (count + 1) for n in range(count)} | {max(0, length - LAST), max(0, length - LAST // 3)}
        for n, (size, text) in enumerate(sorted(at(wanted, salt)[2].items()), 1):
            found[f"{sc.id}-{n}"] = {
                "game": id,
                "scenario": sc.id,
                "options": options,
                "decisions": size,
                "of": length,
                "moment": text,
            }
    return found


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(IDS)}")
    wanted = p.parse_args().games or list(IDS)
    if unknown := [id for id in wanted if id not in IDS]:
        p.error(f"there is no game '{unknown[0]}'; the games are: {', '.join(IDS)}")
    for id in wanted:
        made = moments(id)
        (FOLDER / id).mkdir(parents=True, exist_ok=True)
        for old in (FOLDER / id).glob("*.json.gz"):
            old.unlink()
        for name, data in made.items():
            (FOLDER / id / f"{name}.json.gz").write_bytes(gzip.compress(json.dumps(data).encode(), 9, mtime=0))
            print(f"{id}/{name}: after {data['decisions']} of {data['of']} decisions", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
