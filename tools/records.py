"""The archive: finished games that every later version must play again to the same bytes, in `tests/records/`.

    python tools/records.py [GAME ...]     plays the games anew and writes them; without a name, of every game
    python tools/records.py --ends [GAME ...]     only the rare ends of tools/ends.toml; all other records stay as they are
    python tools/records.py --missing [GAME ...]     only games of scenarios that are not there yet
    python tools/records.py --shown [GAME ...]     only what the games show (tests/playthrough.py); no record changes

Who changes a rule raises the game's `ruleset` and renews its records: while it is the same, a record that no longer plays as it
did is not replaced. Each game gets, of every scenario, a random and a greedy game as it comes and the same with every option at
its last choice; two that players set up as they like, if they may; one game with undos and takebacks, one that begins in the
middle of another; and, from a number of further games of unequal players, the first that ends in a way not seen before. What
chance does not find is told in tools/ends.toml.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import random
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import ends

from firestep import bots
from firestep.engine import record
from firestep.engine.dice import Dice
from firestep.engine.game import Game
from firestep.engine.session import Session
from firestep.engine.start import begin, moment, replay
from firestep.games import IDS, game

TESTS = Path(__file__).parents[1] / "tests"
FOLDER = TESTS / "records"
#: further games of each scenario in search of other endings: of random players, and with a greedy one in each seat.
#: A draw is rare in wwi and a game short; battles on a plane take long
TRIES = {"wwi": (250, 1), "gwb": (24, 3), "dgk": (6, 1), "tgw": (0, 0)}
#: actions after which a random war is broken off and begun anew with other dice, until one is over: the archive is played again
#: with every run of the tests
LONGEST = {"tgw": {"1914": 2500, "1915": 9000, "1916": 10000, "1917": 11000, "1918": 8000}}
#: takebacks in the game that has some
TAKEBACKS = 6


def play(s: Session[Any], seats: tuple[str, ...], seed: str, most: int | None = None) -> Session[Any]:
    """Play on to the end, a bot in each seat, or until there are too many actions."""
    players = [bots.make(name, f"{seed}.{k}") for k, name in enumerate(seats)]
    while (d := s.decision) is not None and (most is None or s.size < most):
        s.take(bots.answer(players[d.seat], s))
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


def finished(g: Game[Any], scenario: str, options: Mapping[str, str], name: str, bot: str) -> Session[Any]:
    """A whole game: of wars that may be long the first that is not."""
    most = LONGEST.get(g.id, {}).get(scenario) if bot == "random" else None
    for n in itertools.count():
        again = f"{name} {n}" if n else name
        s = play(begin(g, scenario, options, Dice(f"archive {again}")), (bot,) * len(g.seats), again, most)
        if s.over:
            return s
    raise AssertionError


def deployed(id: str) -> Iterator[tuple[str, tuple[str, ...], Session[Any]]]:
    """Where players may set up as they like: the first and the last scenario, set up so."""
    g = game(id)
    for sc in (g.scenarios[0], g.scenarios[-1]) if any(o.id == "setup" for o in g.options) else ():
        name = f"{sc.id}-setup-random"
        yield name, ("random",) * len(g.seats), finished(g, sc.id, g.settle_options({"setup": "free"}), name, "random")


def played(id: str, there: Container[str] = ()) -> Iterator[tuple[str, tuple[str, ...], Session[Any]]]:
    """Name, players and end of the games of every scenario, but for those that are there already."""
    g = game(id)
    other = g.settle_options({o.id: o.choices[-1] for o in g.options if o.id != "setup"})
    for sc in g.scenarios:
        for kind, bot in itertools.product(("plain", "options"), ("random", "greedy")):
            if (name := f"{sc.id}-{kind}-{bot}") not in there:
                options = g.settle_options({}) if kind == "plain" else other
                yield name, (bot,) * len(g.seats), finished(g, sc.id, options, name, bot)


def games(id: str) -> Iterator[tuple[str, tuple[str, ...], Session[Any]]]:
    """Name, players and end of every game that chance brings into the archive."""
    g = game(id)
    plain = g.settle_options({})

    def new(scenario: str, options: Mapping[str, str], name: str) -> Session[Any]:
        return begin(g, scenario, options, Dice(f"archive {name}"))

    def both(bot: str) -> tuple[str, ...]:
        return (bot,) * len(g.seats)

    seen = set()
    for name, seats, s in played(id):
        seen.add(s.outcome.way)
        yield name, seats, s
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
            if s.outcome.way not in seen:
                seen.add(s.outcome.way)
                yield name, seats, s


def rare(id: str) -> Iterator[tuple[str, tuple[str, ...], Session[Any]]]:
    """The same of the ends that tools/ends.toml tells of."""
    g = game(id)
    for name, s in ends.games(g):
        yield name, ("?",) * len(g.seats), s


def show(id: str) -> None:
    """Write what the records of a game show at some of their moments."""
    sys.path.append(str(TESTS))
    import playthrough

    playthrough.renew(id)


def told(path: Path) -> bool:
    """A record of `rare`: its name ends in a word, that of an end which chance found in a number."""
    _, found, name = path.name.removesuffix(".json.gz").rpartition("-end-")
    return bool(found) and not name.isdigit()


def broken(paths: Iterable[Path]) -> str:
    """A sentence on the first record that the present ruleset should play again and does not; empty if there is none. One that
    still plays may be replaced: a bot has changed. One of an earlier ruleset is what a renewal is for."""
    for path in sorted(paths):
        try:
            was = record.loads(gzip.decompress(path.read_bytes()).decode(), path.name)
            if was["ruleset"] == game(was["game"]).ruleset:
                record.verify(was, {was["game"]: game(was["game"])})
        except record.BadRecord as e:
            return f"{path.name} no longer plays as it did: {e}; raise `ruleset` of the game, then renew its records"
    return ""


def main(words: list[str] | None = None) -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(IDS)}")
    only = p.add_mutually_exclusive_group()
    only.add_argument("--ends", action="store_true", help="only the ends of tools/ends.toml")
    only.add_argument("--missing", action="store_true", help="only games of scenarios that are not there yet")
    only.add_argument("--shown", action="store_true", help="only the playthroughs of the records that are there")
    given = p.parse_args(words)
    wanted = given.games or list(IDS)
    if unknown := [id for id in wanted if id not in IDS]:
        p.error(f"there is no game '{unknown[0]}'; the games are: {', '.join(IDS)}")
    FOLDER.mkdir(exist_ok=True)
    there = {id: [] if given.missing else list(FOLDER.glob(f"{id}-*.json.gz")) for id in wanted}
    old = {id: [path for path in paths if told(path) or not given.ends] for id, paths in there.items()}
    if why := broken(itertools.chain(*old.values())):  # before hours of play
        print(why, file=sys.stderr)
        return 2
    for id in wanted:
        if given.shown:
            show(id)
            continue
        made = {}
        if given.missing:
            new = played(id, {path.name.removeprefix(f"{id}-").removesuffix(".json.gz") for path in FOLDER.glob(f"{id}-*")})
        else:
            new = itertools.chain(*(() if given.ends else (games(id), deployed(id))), rare(id))
        for name, seats, s in new:
            text = record.dumps(record.to_record(s, seats))
            made[path := FOLDER / f"{id}-{name}.json.gz"] = gzip.compress(text.encode(), 9, mtime=0)
            if given.missing:  # nothing is replaced: whoever breaks off keeps what there is
                path.write_bytes(made[path])
            print(f"{id}-{name}: {s.size} actions, {s.outcome.winner or 'draw'}, {s.outcome.level}", flush=True)
        for path in old[id]:
            path.unlink()
        for path, data in made.items():
            path.write_bytes(data)
        show(id)
    return 0


if __name__ == "__main__":
    sys.exit(main())
