"""`firestep games`: what can be played."""

from __future__ import annotations

import argparse

from firestep import bots
from firestep.commands.common import Subparsers, add_json, command, print_json
from firestep.games import METAS, meta


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "games",
        "list the games with their scenarios and options",
        "List the games: their seats, scenarios, options and the bots that play them.",
        """
                firestep games
                firestep games wwi
                firestep games --json
                """,
    )
    p.add_argument("game", metavar="GAME", nargs="?", help="tell about this game only")
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    chosen = [meta(args.game)] if args.game else list(METAS.values())
    if args.json:
        print_json([g.to_plain() | {"bots": bots.names()} for g in chosen])
        return
    for g in chosen:
        print(f"{g.id}  {g.title} ({g.designer}; {g.edition})")
        print(f"    seats      {', '.join(f'{i} ({t})' for i, t in zip(g.seats, g.seat_titles, strict=True))}")
        for k, sc in enumerate(g.scenarios):
            print(f"    {'scenarios' if not k else '':10} {sc.id}: {sc.text}")
        for k, o in enumerate(g.options):
            print(f"    {'options' if not k else '':10} {o.id}={'|'.join(o.choices)}: {o.title} [{o.rule}]")
        print(f"    bots       {', '.join(bots.names())}")
