"""`firestep verify`: is a record what it says?"""

from __future__ import annotations

import argparse

from firestep.commands.common import Subparsers, add_file, add_json, command, is_position, many, print_json, read
from firestep.engine import position, record
from firestep.games import GAMES


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "verify",
        "play a record again and compare every hash, the seed and the result",
        """
                Play a record again from its seed and compare the hash of every turn, the seed with its commitment, and the result.
                A record that was edited, cut short or made by other rules is refused with exit code 2. A position file is checked
                against the rules of its game.
                """,
        """
                firestep verify war.json
                firestep verify war.json --json
                """,
    )
    add_file(p)
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    text = read(args.file)
    if is_position(args.file, text):
        s = position.from_text(text, GAMES, name=str(args.file))
        kind = "position"
    else:
        s = record.verify(record.loads(text, str(args.file)), GAMES)
        kind = "record"
    out = s.outcome
    if args.json:
        print_json(
            {
                "file": str(args.file),
                "kind": kind,
                "ok": True,
                "game": s.game.id,
                "scenario": s.scenario,
                "actions": s.size,
                "turns": len(s.marks),
                "hash": s.hash(),
                "outcome": out and out.to_plain(),
            }
        )
    else:
        end = "not finished" if out is None else out.reason
        played = f"{many(s.size, 'action')}, turn {s.state.turn}" if kind == "record" else f"turn {s.state.turn}"
        title = f' "{t}"' if (t := position.about(s.start).get("title")) else ""
        print(f"{args.file}: valid {kind}{title} of {s.game.id}: {played}, hash {s.hash()[:16]}; {end}")
