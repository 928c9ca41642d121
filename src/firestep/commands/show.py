"""`firestep show`: the position as text and map."""

from __future__ import annotations

import argparse
from typing import Any

from firestep.commands.common import (
    Subparsers,
    add_file,
    add_json,
    command,
    headline,
    journal_lines,
    open_file,
    print_json,
    seat_of,
)
from firestep.engine import position
from firestep.engine.session import Session


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "show",
        "show the position of a file: map, tracks, last events, open question",
        """
                Show where a game stands: turn and phase, the map in letters, what happened last and who decides what.
                With --json: the view of one seat (--seat), or of a spectator. With --position: a position file to edit.
                """,
        """
                firestep show war.json
                firestep show war.json --to 40
                firestep show war.json --seat central --json
                firestep show war.json --position > puzzle.toml
                """,
    )
    add_file(p)
    p.add_argument("--to", metavar="N", type=int, help="as it was after N actions")
    p.add_argument("--seat", metavar="SEAT", help="what this seat may know (with --json)")
    p.add_argument("--log", metavar="N", type=int, default=8, help="how many of the last events to tell (8)")
    p.add_argument("--no-map", action="store_true", help="leave the map out")
    p.add_argument("--position", action="store_true", help="write the position as TOML")
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    s, _ = open_file(args.file, args.to)
    if args.json:
        print_json(s.view(seat_of(s, args.seat)))
    elif args.position:
        print(position.to_text(s), end="")
    else:
        print(page(s, args.log, not args.no_map))


def page(s: Session[Any], log: int = 8, with_map: bool = True) -> str:
    """The position for people."""
    parts = [headline(s)]
    if with_map:
        parts.append(s.game.draw_text(s))
    lines = journal_lines(s, max(0, s.journal_size - log)) if log else []
    if lines:
        parts.append("\n".join(lines))
    d = s.decision
    if d is not None:
        parts.append(f"{d.prompt}\n({len(d.actions)} actions: 'firestep legal' lists them)")
    elif s.outcome is not None:
        parts.append(f"{s.outcome.reason} [{s.outcome.rule}]")
    return "\n\n".join(parts)
