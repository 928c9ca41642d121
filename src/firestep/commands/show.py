"""`firestep show`: the position as text and map."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from firestep.commands import board
from firestep.commands.common import (
    Subparsers,
    add_json,
    add_position,
    command,
    headline,
    journal_lines,
    many,
    position_of,
    print_json,
    seat_of,
    terminal_width,
    wrapped,
)
from firestep.engine import position
from firestep.engine.errors import FirestepError
from firestep.engine.session import Session


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "show",
        "show the position of a file: map, tracks, units, last events, open question",
        """
                Show where a game stands: turn and phase, the map in letters, points and other tracks, the units by place, the last
                events, and who decides what. With --json: the view of one seat (--seat), or of a spectator; docs/protocol.md
                describes it. With --position: a position file to edit.
                """,
        """
                firestep show war.json
                firestep show war.json --to 40
                firestep show war.json --no-map --units be 0508
                firestep show war.json --seat central --json
                firestep show war.json --position > puzzle.toml
                """,
    )
    add_position(p)
    p.add_argument("--seat", metavar="SEAT", help="what this seat may know (with --json)")
    p.add_argument("--log", metavar="N", type=int, default=8, help="how many of the last events to tell (8)")
    p.add_argument("--units", metavar="WORD", nargs="*", help="only the units of these places, nations or sides, or with these ids")
    p.add_argument("--no-units", action="store_true", help="leave the list of units out")
    p.add_argument("--no-map", action="store_true", help="leave the map out")
    p.add_argument("--position", action="store_true", help="write the position as TOML")
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    if args.json and args.position:
        raise FirestepError("--json and --position exclude each other; use one of them")
    if args.seat is not None and not args.json:
        raise FirestepError("--seat needs --json")
    s = position_of(args)
    if args.json:
        print_json(s.view(seat_of(s, args.seat)))
    elif args.position:
        print(position.to_text(s), end="")
    else:
        print(page(s, args.log, not args.no_map, not args.no_units, args.units or ()))


def page(s: Session[Any], log: int = 8, with_map: bool = True, with_units: bool = True, which: Sequence[str] = ()) -> str:
    """The position for people."""
    view, width = s.view(None)["board"], terminal_width()
    parts = ["\n".join(wrapped(headline(s).splitlines(), width))]
    if with_map:
        parts.append(s.game.draw_text(s).rstrip("\n"))
    parts.append("\n".join(wrapped(board.tracks(s, view), width)))
    if with_units and (which or view.get("kind") != "table" or not with_map):  # a table is drawn as a list of its units
        parts.append("\n".join(board.units(s, view, which)) or f"no unit is called {' or '.join(which)} or stands there")
    lines = wrapped(journal_lines(s, max(0, s.journal_size - log)) if log else [], width)
    if lines:
        parts.append("\n".join(lines))
    d = s.decision
    if d is not None:
        them = "it" if len(d.actions) == 1 else "them"
        parts.append("\n".join(wrapped([d.prompt], width)) + f"\n({many(len(d.actions), 'action')}: 'firestep legal' lists {them})")
    elif s.outcome is not None:
        parts.append(f"{s.outcome.reason} [{s.outcome.rule}]")
    return "\n\n".join(part for part in parts if part)
