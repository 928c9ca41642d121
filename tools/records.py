"""The archive: finished games that every later version must play again to the same bytes, in `tests/records/`.

    python tools/records.py [GAME ...]     plays the games anew and writes them; without a name, of every game

Who changes a rule raises the game's `ruleset` and renews its records. Each game gets, of every scenario, a random and a greedy
game as it comes and the same with every option at its last choice; one game with undos and takebacks, one that begins in the
middle of another; and, from a number of further games of unequal players, the first that ends in a way not seen before.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from firestep import bots
from firestep.engine import record
from firestep.engine.begin import begin, moment, replay
from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.games import IDS, game

FOLDER = Path(__file__).parents[1] / "tests" / "records"
#: further games of each scenario in search of other endings: of random players, and with a greedy one in each seat.
#: A draw is rare in wwi and a game short; battles on a plane take long
TRIES = {"wwi": (250, 1), "gwb": (24, 3), "dgk": (6, 1), "tgw": (0, 0)}
#: a greedy war of years is too long to be played again in every run of the tests: of the longest game one, and the shortest
GREEDY = {"tgw": (("1918", "plain"),)}
#: actions after which a random war is broken off and begun anew with other dice, until one is over: the archive is played again
#: with every run of the tests
LONGEST = {"tgw": {"1914": 2500, "1915": 9000, "1916": 10000, "1917": 11000, "1918": 8000}}
#: takebacks in the game that has some
TAKEBACKS = 6


def play(s: Session[Any], seats: tuple[str, ...], seed: str, most: int | None = None) -> Session[Any]:
    """Play on to the end, a bot in each seat, or until there are too many actions. Who plays at random looks at nothing but the
    list, which tells no secrets: no copy is made for him."""
    players = [bots.make(name, f"{seed}.{k}") for k, name in enumerate(seats)]
    while (d := s.decision) is not None and (most is None or s.size < most):
        s.take(players[d.seat].choose(s, d) if seats[d.seat] == "random" else bots.answer(players[d.seat], s))
    return s


def wavering(s: Session[Any], seed: str) -> Session[Any]:
    """A random game whose players change their minds: undos all along, takebacks in its first hundred actions."""
    rng = random.Random(seed)
    left = TAKEBACKS
    while (d := s.decision) is not None:
        if s.can_undo and rng.random() < 0.1:
            s.undo()
        elif left and s.size > 10 and rng.random() < 0.06:
            to = rng.randrange(s.size // 2, s.size)
            s.takeback(to, replay(s.game, s.scenario, s.options, s.dice, s.history[:to], s.start))
            left -= 1
        else:
            s.take(rng.choice(d.actions))
    return s


def games(id: str) -> Iterator[tuple[str, tuple[str, ...], Session[Any]]]:
    """Name, players and end of every game that belongs into the archive."""
    g = game(id)
    plain = g.settle_options({})
    other = g.settle_options({o.id: o.choices[-1] for o in g.options if o.id != "setup"})

    def new(scenario: str, options: Mapping[str, str], name: str) -> Session[Any]:
        return begin(g, scenario, options, Dice(f"archive {name}"))

    def both(bot: str) -> tuple[str, ...]:
        return (bot,) * len(g.seats)

    def finished(scenario: str, options: Mapping[str, str], name: str, bot: str) -> Session[Any]:
        """A whole game: of wars that may be long the first that is not."""
        most = LONGEST.get(id, {}).get(scenario) if bot == "random" else None
        for n in itertools.count():
            again = f"{name} {n}" if n else name
            s = play(new(scenario, options, again), both(bot), again, most)
            if s.over:
                return s
        raise AssertionError

    ends = set()
    for sc in g.scenarios:
        for kind, bot in itertools.product(("plain", "options"), ("random", "greedy")):
            if bot == "greedy" and id in GREEDY and (sc.id, kind) not in GREEDY[id]:
                continue
            name = f"{sc.id}-{kind}-{bot}"
            s = finished(sc.id, {"plain": plain, "options": other}[kind], name, bot)
            ends.add(end(s))
            yield name, both(bot), s
    first = g.scenarios[0].id if id != "dgk" else "quick"
    yield f"{first}-wavering", ("?",) * len(g.seats), wavering(new(first, plain, "wavering"), "wavering")
    s = new(first, plain, "middle")
    for _ in range(100):
        s.take(s.decision.actions[s.size % len(s.decision.actions)])
    middle = begin(g, first, plain, Dice("archive from the middle"), moment(s))
    yield f"{first}-middle", both("random"), play(middle, both("random"), "middle")
    equal, unequal = TRIES.get(id, (2, 1))
    pairs = [both("random")] * equal
    pairs += [("random",) * k + ("greedy",) + ("random",) * (len(g.seats) - k - 1) for k in range(len(g.seats))] * unequal
    for sc in g.scenarios:
        for n, seats in enumerate(pairs):
            name = f"{sc.id}-end-{n}"
            s = play(new(sc.id, plain, name), seats, name)
            if end(s) not in ends:
                ends.add(end(s))
                yield name, seats, s


def end(s: Session[Any]) -> tuple[str | None, str, str]:
    out = s.outcome
    assert out is not None
    return out.winner, out.level, out.rule


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(IDS)}")
    wanted = p.parse_args().games or list(IDS)
    if unknown := [id for id in wanted if id not in IDS]:
        p.error(f"there is no game '{unknown[0]}'; the games are: {', '.join(IDS)}")
    FOLDER.mkdir(exist_ok=True)
    for id in wanted:
        made = {}
        for name, seats, s in games(id):
            text = record.dumps(record.to_record(s, seats))
            made[FOLDER / f"{id}-{name}.json.gz"] = gzip.compress(text.encode(), 9, mtime=0)
            print(f"{id}-{name}: {s.size} actions, {s.outcome.winner or 'draw'}, {s.outcome.level}", flush=True)
        for old in FOLDER.glob(f"{id}-*.json.gz"):
            old.unlink()
        for path, data in made.items():
            path.write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
