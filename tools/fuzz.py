"""Fuzzing: thousands of random games over every game, scenario and set of options, and a check of what each one keeps.

Half of the games are played by players that end a phase only when little else is left, so that armies move and fight. Every
game is replayed from its record, and its hashes compared. Exit code 1 if anything was wrong.

    python tools/fuzz.py --games 2000 --jobs 2 --seed 1
    python tools/fuzz.py --only dgk --games 3000
"""

from __future__ import annotations

import argparse
import itertools
import json
import multiprocessing
import random
import sys
import time
from collections import Counter
from typing import Any, NamedTuple

from firestep.engine import record
from firestep.engine.begin import begin
from firestep.engine.dice import Dice
from firestep.engine.errors import FirestepError
from firestep.engine.session import Session
from firestep.games import GAMES

ENDINGS = {"done", "stay", "halt", "pass"}
#: decisions after which a game is called endless
MOST = 400_000


class Job(NamedTuple):
    game: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    busy: bool
    seed: str


def jobs(games: int, seed: str, only: str = "") -> list[Job]:
    """Every game (or only one) and scenario in turn, each with options drawn at random; first all defaults, then all others."""
    out: list[Job] = []
    places = [(g, s.id) for g in GAMES.values() for s in g.scenarios if only in ("", g.id)]
    for n, (g, scenario) in zip(range(games), itertools.cycle(places), strict=False):
        rng = random.Random(f"{seed} {n}")
        k = n // len(places)
        if k == 0:
            options = tuple((o.id, o.choices[0]) for o in g.options)
        elif k == 1:
            options = tuple((o.id, o.choices[-1]) for o in g.options)
        else:
            options = tuple((o.id, rng.choice(o.choices)) for o in g.options)
        out.append(Job(g.id, scenario, options, bool(k % 2), f"{seed}.{n}"))
    return out


def play(job: Job) -> tuple[Job, int, str | None, Counter[str]]:
    """One game; the reason if something was wrong, and the rules its journal cited."""
    g = GAMES[job.game]
    rng = random.Random(job.seed)
    s = begin(g, job.scenario, g.settle_options(dict(job.options)), Dice(job.seed))
    cited: Counter[str] = Counter()
    try:
        count = 0
        while (d := s.decision) is not None:
            inspect(s, rng, count)
            actions = d.actions
            if job.busy and rng.random() < 0.93:
                actions = [a for a in actions if a[0] not in ENDINGS] or actions
            s.take(rng.choice(actions))
            count += 1
            assert count < MOST, "no end in sight"
        text = record.dumps(record.to_record(s))
        assert record.verify(record.loads(text), GAMES).hash() == s.hash()
        for e in s.journal:
            assert g.text(e)
            cited.update(e.rules)
        return job, s.size, None, cited
    except Exception as e:
        return job, s.size, f"{type(e).__name__}: {e} (after {s.size} actions)", cited


def inspect(s: Session[Any], rng: random.Random, count: int) -> None:
    """There is something to choose; now and then a closer look."""
    d = s.decision
    assert d is not None and d.actions, "no action to choose"
    chance = rng.random()
    if chance <= 0.02:
        look(s, rng, chance < 0.003)


def look(s: Session[Any], rng: random.Random, both_ways: bool) -> None:
    """The list of actions in order, the position sound, plain data exact, undo exact; legality two ways if asked."""
    d = s.decision
    assert d is not None
    assert d.actions == sorted(set(d.actions)), "actions are not sorted and unique"
    hash = s.hash()
    plain = json.loads(json.dumps(s.to_plain()))
    again = Session.resume(s.game, s.scenario, s.options, s.dice, plain)
    assert again.hash() == hash and again.decision is not None and again.decision.actions == d.actions, "plain data differs"
    try:
        s.game.position_to(s)
    except FirestepError:
        pass
    else:
        s.game.check(s.state)
    twin = s.copy()
    twin.take(rng.choice(d.actions))
    if twin.can_undo:
        twin.undo()
        assert twin.hash() == hash, "undo differs"
    assert s.hash() == hash, "the copy changed the game"
    if both_ways:
        found = s.game.candidates(s)
        legal = set(d.actions) | {a for a in found if d.step.accepts(s, a)}  # some answers are too many to list
        unrefused = {a for a in found if not s.why_not(a)}
        assert unrefused == legal, f"legality differs: {sorted(unrefused ^ legal)[:5]}"


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--games", type=int, default=2000)
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--only", default="", choices=["", *GAMES], help="of one game alone, all its scenarios in turn")
    p.add_argument("--seed", default=str(int(time.time())))
    args = p.parse_args()
    began = time.perf_counter()
    decisions, wrong = 0, 0
    cited: Counter[str] = Counter()
    todo = jobs(args.games, args.seed, args.only)
    with multiprocessing.Pool(args.jobs) as pool:
        for n, (job, count, error, rules) in enumerate(pool.imap_unordered(play, todo, 4), 1):
            decisions += count
            cited += rules
            if error:
                wrong += 1
                print(f"{error}\n    {job}", flush=True)
            terminal = sys.stderr.isatty()
            if terminal or n % 200 == 0:
                print(f"\r{n}/{len(todo)} games, {wrong} wrong ", end="" if terminal else "\n", file=sys.stderr, flush=True)
    seconds = time.perf_counter() - began
    print(
        f"{len(todo)} games, {decisions:,} decisions in {seconds:.0f} s, {len(cited)} rules met in play, {wrong} wrong, "
        f"seed {args.seed}"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
