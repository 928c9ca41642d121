"""`firestep legal`: what may be done now."""

from __future__ import annotations

import argparse

from firestep.commands.common import Subparsers, add_json, add_position, command, position_of, print_json
from firestep.engine.action import text


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "legal",
        "list the legal actions, one a line",
        "List every action that is legal now, in its text form, one a line. A finished game has none.",
        """
                firestep legal war.json
                firestep legal war.json --json
                firestep legal war.json | grep '^attack'
                """,
    )
    add_position(p)
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    s = position_of(args)
    d = s.decision
    actions = [] if d is None else [text(a) for a in d.actions]
    if args.json:
        print_json({"seat": d and d.seat_name, "prompt": d and d.prompt, "actions": actions})
    else:
        for a in actions:
            print(a)
