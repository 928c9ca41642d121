"""`firestep simulate`: many games between bots."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from firestep import bots
from firestep.commands.common import Subparsers, add_json, add_setup, command, options_of, own_scenario, print_json
from firestep.engine.errors import FirestepError
from firestep.games import game as find_game
from firestep.sim import Spec, simulate


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "simulate",
        "let bots play many games and summarise them",
        """
                Let bots play many games and summarise them in JSON: how many ended, who won, how fast. Game number i of seed S is
                the same game whatever the number of jobs; --first i --games 1 plays it alone. An error in one game does not stop
                the others; it is listed with the command that repeats it. Ctrl+C stops and summarises the games that are over.
                """,
        f"""
                firestep simulate wwi --seats random,random --games 1000 --jobs 2
                firestep simulate wwi --seats greedy,random --games 100 --seed 7 --scenario free
                firestep simulate wwi --seats greedy,greedy --games 1 --records games/

                firestep simulate wwi --seats mybot:MyBot,random --games 10

                bots: {", ".join(bots.names())}, or MODULE:CLASS for one of your own (see docs/python.md)
                """,
    )
    p.add_argument("game", metavar="GAME", help="id of a game, see 'firestep games'")
    p.add_argument("--seats", metavar="A,B", help="a bot for each seat, in order; random for all if left out")
    p.add_argument("--games", metavar="N", type=int, default=100, help="how many games (100)")
    p.add_argument("--seed", metavar="S", default="0", help="seed of the simulation (0)")
    p.add_argument("--first", metavar="I", type=int, default=0, help="number of the first game (0)")
    p.add_argument("--jobs", metavar="J", type=int, default=1, help="processes (1)")
    p.add_argument("--records", metavar="FOLDER", help="write the record of every game there")
    p.add_argument("--progress", action="store_true", help="show progress even if this is not a terminal")
    add_setup(p)
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    for name, least in (("games", 1), ("jobs", 1), ("first", 0)):
        if getattr(args, name) < least:
            raise FirestepError(f"--{name} must be at least {least}, not {getattr(args, name)}")
    g = find_game(args.game)
    seats = args.seats.split(",") if args.seats else ["random"] * len(g.seats)
    options = options_of(args)
    spec = Spec.settle(g.id, seats, args.scenario, options, args.seed, args.records, own_scenario(g, args.scenario, options))
    if args.records is not None and not Path(args.records).is_dir():
        raise FirestepError(f"there is no folder {args.records}; make it first")
    bar = Bar() if args.progress or sys.stderr.isatty() else None
    result = simulate(spec, args.games, args.jobs, args.first, bar)
    print_json(result)
    if result.get("stopped"):
        return 130
    return 1 if result["errors"] else 0


class Bar:
    """A progress bar on standard error, at most ten times a second."""

    def __init__(self) -> None:
        self._began = time.perf_counter()
        self._last = 0.0

    def __call__(self, done: int, of: int) -> None:
        now = time.perf_counter()
        if now - self._last < 0.1 and done < of:
            return
        self._last = now
        rate = done / max(now - self._began, 1e-9)
        full = round(30 * done / of)
        left = (of - done) / rate if rate else 0.0
        print(
            f"\r[{'#' * full}{'.' * (30 - full)}] {done}/{of} games  {rate:.1f} a second  {left:.0f} s left ",
            end="\n" if done == of else "",
            file=sys.stderr,
            flush=True,
        )
