"""`firestep why-not`: the rules against an action."""

from __future__ import annotations

import argparse

from firestep.commands.common import Subparsers, add_json, add_position, command, position_of, print_json
from firestep.engine.action import parse, text


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "why-not",
        "ask which rules forbid an action",
        """
                Name any action, legal or not, and get the rules that forbid it now, each with its id. The exit code is 0 if the
                action is legal and 1 if it is not.
                """,
        """
                firestep why-not war.json attack 0106
                firestep why-not war.json attack 0407 --json
                """,
    )
    add_position(p)
    p.add_argument("action", metavar="ACTION", nargs="+", help="the words of the action")
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    s = position_of(args)
    action = parse(" ".join(args.action))
    refusals = s.why_not(action)
    if args.json:
        print_json({"action": text(action), "legal": not refusals, "refusals": [r._asdict() for r in refusals]})
    elif refusals:
        for r in refusals:
            print(r)
    else:
        print(f"'{text(action)}' is legal")
    return 1 if refusals else 0
