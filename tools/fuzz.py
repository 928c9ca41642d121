"""Play many games at random over every game, scenario and set of options, and check each of them at every decision.

Half of the random games are played by players that end a phase only when little else is left, so that armies move and fight.
At every decision the running session is compared with one whose derived fields are worked out again, and at some with one that
is read back from its plain data. Now and then undo, positions and bots are tried as well. A few games compare the list of legal
actions with the explanation of refusals at every decision. Every game is replayed from its record, and its hashes are compared.
Exit code 1 if anything was wrong.

    python tools/fuzz.py --games 2000 --jobs 2 --seed 1
    python tools/fuzz.py --only dgk --games 3000
    python tools/fuzz.py --games wwi=2000,gwb=2000,dgk=500,ditt=500,tgw=50 --greedy 20 --seed 1
    python tools/fuzz.py --games wwi=2000 --seed 1 --game 276
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import random
import sys
import time
from collections import Counter
from typing import Any, NamedTuple

from firestep import bots
from firestep.engine import record
from firestep.engine.dice import Dice
from firestep.engine.errors import FirestepError
from firestep.engine.reread import read_back, rebuilt, unexplained, unlike
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games import GAMES

ENDINGS = {"done", "stay", "halt", "pass"}
#: decisions after which a game is called endless
MOST = 400_000
#: decisions between two at which a session is read back from plain data
READ_BACK = 25
#: the share of decisions at which a closer look is taken, a bot is asked, every candidate is explained
LOOKED_AT, ASKED, EXPLAINED = 0.01, 0.004, 0.001
#: one random game in so many explains every candidate at every decision; the games that explain slowly do so in fewer
FULLY_EXPLAINED = {"wwi": 400, "gwb": 200, "dgk": 50, "ditt": 100, "tgw": 25}
#: seconds between two lines of progress
PROGRESS = 30


class Job(NamedTuple):
    game: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    busy: bool
    seed: str
    greedy: bool = False
    #: list and explanation are compared at every decision
    explained: bool = False


class Played(NamedTuple):
    job: Job
    decisions: int
    seconds: float
    #: what was wrong, if anything was
    error: str | None
    #: rules that the journal cited
    cited: Counter[str]


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
        every = FULLY_EXPLAINED.get(g.id, 100)
        explained = n % every == every // 2
        out.append(Job(g.id, scenario, options, bool(k % 2), f"{seed}.{n}", explained=explained))
    return out


def greedy_jobs(games: int, seed: str, of: list[str]) -> list[Job]:
    """Games between greedy players: so many of each scenario, with the default options."""
    return [
        Job(id, sc.id, tuple((o.id, o.choices[0]) for o in GAMES[id].options), False, f"{seed}.greedy.{n}", greedy=True)
        for id in of
        for sc in GAMES[id].scenarios
        for n in range(games)
    ]


def play(job: Job) -> Played:
    """Play one game to its end and check it on the way."""
    g = GAMES[job.game]
    rng = random.Random(job.seed)
    s = begin(g, job.scenario, g.settle_options(dict(job.options)), Dice(job.seed))
    players = {name: bots.make(name, job.seed) for name in bots.names()}
    cited: Counter[str] = Counter()
    began = time.process_time()
    error = None
    try:
        while (d := s.decision) is not None:
            inspect(s, rng, players, job)
            actions = d.actions
            if job.busy and rng.random() < 0.93:
                actions = [a for a in actions if a[0] not in ENDINGS] or actions
            s.take(bots.answer(players["greedy"], s) if job.greedy else rng.choice(actions))
            assert s.size < MOST, "no end in sight"
        text = record.dumps(record.to_record(s))
        assert record.verify(record.loads(text), GAMES).hash() == s.hash(), "the record replays differently"
        for e in s.journal:
            assert g.text(e)
            cited.update(e.rules)
    except Exception as e:
        error = f"{type(e).__name__}: {e} (after {s.size} actions)"
    return Played(job, s.size, time.process_time() - began, error, cited)


def inspect(s: Session[Any], rng: random.Random, players: dict[str, bots.Bot], job: Job) -> None:
    """What must hold at every decision; now and then a closer look."""
    d = s.decision
    assert d is not None and d.actions, "no action to choose"
    faults = unlike(s, read_back(s) if s.size % READ_BACK == 0 else rebuilt(s))
    if job.explained or rng.random() < EXPLAINED:
        faults += unexplained(s)
    assert not faults, "; ".join(faults)
    if rng.random() < LOOKED_AT:
        look(s, rng)
    if rng.random() < ASKED:
        for name, bot in players.items():
            assert s.is_unlisted_legal(answer := bots.answer(bot, s)) or answer in d.actions, (
                f"{name} answers {answer}, which is not legal"
            )


def look(s: Session[Any], rng: random.Random) -> None:
    """The list of actions in order, the position sound, what a seat sees the same when it is read back, undo exact."""
    d = s.decision
    assert d is not None
    assert d.actions == sorted(set(d.actions)), "actions are not sorted and unique"
    hash = s.hash()
    again = read_back(s)
    assert again.hash() == hash, "plain data differs"
    for seat in (*range(len(s.game.seats)), None):
        assert s.game.view(s, seat) == again.game.view(again, seat), f"the view of seat {seat} differs when it is read back"
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


class Tally:
    """What has been played of each game."""

    def __init__(self, todo: list[Job]) -> None:
        self.todo = Counter(job.game for job in todo)
        self.done: Counter[str] = Counter()
        self.greedy: Counter[str] = Counter()
        self.decisions: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.cited: Counter[str] = Counter()

    def add(self, p: Played) -> None:
        game = p.job.game
        self.done[game] += 1
        self.greedy[game] += p.job.greedy
        self.decisions[game] += p.decisions
        self.seconds[game] += p.seconds  # type: ignore[assignment]  # a counter of seconds
        self.wrong[game] += p.error is not None
        self.cited += p.cited

    def progress(self, minutes: float) -> str:
        games = ", ".join(f"{game} {self.done[game]}/{count}" for game, count in self.todo.items())
        return f"{minutes:.0f} min: {games}; {self.wrong.total()} wrong"

    def table(self) -> str:
        lines = [
            "| game | random games | greedy games | decisions | s of one core | ms a decision | wrong |",
            "|---|---|---|---|---|---|---|",
        ]
        for g in self.todo:
            n, seconds = self.decisions[g], self.seconds[g]
            each = 1000 * seconds / max(n, 1)
            random_games = self.done[g] - self.greedy[g]
            lines.append(f"| {g} | {random_games} | {self.greedy[g]} | {n:,} | {seconds:.0f} | {each:.2f} | {self.wrong[g]} |")
        return "\n".join(lines)


def wanted(text: str, only: str) -> dict[str, int]:
    """`--games`: one number for all games in turn, or one for each: `wwi=2000,tgw=50`."""
    if "=" not in text:
        return {only: int(text)}
    out = {}
    for part in text.split(","):
        game, _, count = part.partition("=")
        if game not in GAMES or not count.isdecimal():
            raise SystemExit(f"--games: '{part}' is not a number of games; write for example wwi=2000,tgw=50")
        out[game] = int(count)
    return out


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--games", default="2000", help="how many random games: 2000, or wwi=2000,tgw=50")
    p.add_argument("--greedy", type=int, default=0, help="how many greedy games of each scenario besides")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--only", default="", choices=["", *GAMES], help="of one game alone, all its scenarios in turn")
    p.add_argument("--game", type=int, help="of these only the game with this number, to repeat it")
    p.add_argument("--seed", default=str(time.time_ns() // 1000))
    args = p.parse_args()
    print(f"seed {args.seed}", flush=True)
    counts = wanted(args.games, args.only)
    todo = [job for only, count in counts.items() for job in jobs(count, args.seed, only)]
    todo += greedy_jobs(args.greedy, args.seed, [id for id in GAMES if id in counts or args.only in ("", id) and "" in counts])
    if args.game is not None:
        todo = [job for job in todo if job.seed == f"{args.seed}.{args.game}"]
    order = ["tgw", "ditt", "dgk"]  # the longest first, so that no process is left with one of them at the end
    todo.sort(key=lambda job: (not job.explained, order.index(job.game) if job.game in order else len(order)))
    tally = Tally(todo)
    began = said = time.perf_counter()
    with multiprocessing.Pool(args.jobs) as pool:
        games = pool.imap_unordered(play, todo)
        while tally.done.total() < len(todo):
            try:
                played = games.next(timeout=PROGRESS)
            except multiprocessing.TimeoutError:
                pass
            else:
                tally.add(played)
                if played.error:
                    print(f"{played.error}\n    {played.job}", flush=True)
            if (now := time.perf_counter()) - said > PROGRESS:
                said = now
                print(tally.progress((now - began) / 60), flush=True)
    print(tally.table())
    seconds = time.perf_counter() - began
    print(
        f"{len(todo)} games, {tally.decisions.total():,} decisions in {seconds:.0f} s, {len(tally.cited)} rules met in play, "
        f"{tally.wrong.total()} wrong, seed {args.seed}"
    )
    return 1 if tally.wrong.total() else 0


if __name__ == "__main__":
    sys.exit(main())
