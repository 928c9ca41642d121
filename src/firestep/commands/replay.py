"""`firestep replay`: a game told again."""

from __future__ import annotations

import argparse

from firestep.commands.common import Subparsers, add_file, add_json, command, headline, many, open_file, print_json
from firestep.engine.errors import FirestepError


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "replay",
        "tell a game again, event by event, with the rules that decided",
        """
                Play a record again and tell what happened, one line an event, each with the rules that decided it.
                """,
        """
                firestep replay war.json
                firestep replay war.json --to 120
                firestep replay war.json --json
                """,
    )
    add_file(p)
    p.add_argument("--to", metavar="N", type=int, help="stop after N actions")
    p.add_argument("--from", metavar="N", type=int, default=0, dest="since", help="begin to tell after N actions")
    p.add_argument("--no-rules", action="store_true", help="leave the rule ids out")
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    s, _ = open_file(args.file, args.to)
    if not 0 <= args.since <= s.size:
        raise FirestepError(f"the game has {many(s.size, 'action')}; choose a number from 0 to {s.size} for --from")
    told = [(e, s.game.text(e)) for e in s.journal if e.at >= args.since]
    out = s.outcome
    if args.json:
        print_json(
            {
                "game": s.game.id,
                "scenario": s.scenario,
                "actions": s.size,
                "hash": s.hash(),
                "journal": [e.to_plain() | {"text": t} for e, t in told],
                "outcome": out and out.to_plain(),
            }
        )
        return
    print(headline(s))
    print()
    for e, t in told:
        if t:
            print(f"{e.at:5}  {t}" + (f"  [{', '.join(e.rules)}]" if e.rules and not args.no_rules else ""))
    print()
    if out is not None:
        print(f"{out.reason} [{out.rule}]")
    elif s.decision is not None:
        print(f"next: {s.decision.prompt}")
