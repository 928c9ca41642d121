"""`firestep play`: a game in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from firestep import bots
from firestep.commands.common import (
    Subparsers,
    add_setup,
    command,
    headed,
    is_position,
    new_seed,
    open_file,
    options_of,
    own_scenario,
    read,
)
from firestep.commands.table import Table
from firestep.engine.dice import Dice
from firestep.engine.errors import FirestepError, UnknownName
from firestep.engine.game import OWN
from firestep.engine.position import from_text
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games import GAMES, IDS
from firestep.games import game as find_game

HUMAN = "human"


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "play",
        "play in the terminal, against a bot or two players taking turns at one keyboard",
        f"""
                Play a game in the terminal. Each question shows its choices with numbers; type a number, or the action itself. Any
                action that is not legal is answered with the rules that forbid it. The game is saved after every action; play the
                file again to continue. 'help' at the prompt lists what else can be typed.

                Seats: {HUMAN}, {", ".join(bots.names())}, or MODULE:CLASS for a bot of your own; one for each seat, in the order of
                'firestep games'.
                """,
        """
                firestep play wwi --seats human,greedy
                firestep play wwi --seats greedy,human --scenario free -o war.json
                firestep play war.json
                firestep play puzzle.toml --seats human,human
                """,
    )
    p.add_argument("what", metavar="FILE|GAME", help="id of a game to begin, or a record or position to continue")
    p.add_argument("--seats", metavar="A,B", help="who plays each seat; a human the first, greedy the others if left out")
    add_setup(p)
    p.add_argument("--seed", metavar="S", help="seed of the dice of a new game")
    p.add_argument("-o", "--output", metavar="FILE", type=Path, help="where the record is saved (GAME.json, or the record itself)")
    p.add_argument("--no-map", action="store_true", help="do not draw the map by itself; 'map' draws it")
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    s, seats, path = prepare(args)
    try:
        Table(s, seats, path, with_map=not args.no_map).play()
    except (KeyboardInterrupt, EOFError):
        print(f"\nThe game is saved in {path}; continue with 'firestep play {path}'.")


def prepare(args: argparse.Namespace) -> tuple[Session[Any], list[str], Path]:
    """The session, who plays, and where it is kept."""
    what = Path(args.what)
    wanted = args.seats.split(",") if args.seats else None
    if args.what in IDS or not (what.exists() or what.suffix):
        g = find_game(args.what)
        options = options_of(args)
        own = own_scenario(g, args.scenario, options)
        s = begin(
            g,
            OWN if own else g.scenario(args.scenario).id,
            g.settle_options(options),
            Dice(new_seed() if args.seed is None else args.seed),
            own,
        )
        path = args.output or free_name(g.id)
    else:
        text = read(what)
        if args.option or args.scenario:
            raise FirestepError(f"{what} has its scenario and options already; leave --scenario and --option out")
        if is_position(what, text):
            s = from_text(headed(text), GAMES, Dice(new_seed() if args.seed is None else args.seed), name=str(what))
            path = args.output or free_name(what.stem)
        else:
            if args.seed is not None:
                raise FirestepError(f"{what} has its seed already; leave --seed out")
            s, record = open_file(what)
            path = args.output or what
            if wanted is None and record and set(record["seats"]) <= {HUMAN, *bots.names()}:
                wanted = record["seats"]
    if args.output is not None and args.output.exists() and args.output != what:
        raise FirestepError(f"{args.output} exists already; choose another name, or play it with 'firestep play {args.output}'")
    return s, settle_seats(s, wanted), path


def free_name(stem: str) -> Path:
    """A name for the record that no file has yet."""
    k = 1
    while (path := Path(f"{stem}.json" if k == 1 else f"{stem}-{k}.json")).exists():
        k += 1
    return path


def settle_seats(s: Session[Any], wanted: list[str] | None) -> list[str]:
    count = len(s.game.seats)
    seats = wanted or [HUMAN] + ["greedy"] * (count - 1)
    if len(seats) != count:
        raise UnknownName(f"{s.game.id} has {count} seats ({', '.join(s.game.seats)}), not {len(seats)}; name a player for each")
    for name in seats:
        bots.load(name)
        if name not in (HUMAN, *bots.names()):
            raise UnknownName(f"there is no player '{name}'; players are: {HUMAN}, {', '.join(bots.names())}")
    return seats
