"""`firestep odds`: the exact odds before the die."""

from __future__ import annotations

import argparse
import re

from firestep.commands.common import Subparsers, add_json, add_position, command, position_of, print_json
from firestep.engine.odds import Odds


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "odds",
        "the exact odds of an attack before the die is rolled",
        """
                Work out an attack before it is made: every number that goes into it with its rule, and every result with its exact
                chance. Without words: the attack that is being put together.
                """,
        """
                firestep odds war.json attack 0407 ge-4 ge-5
                firestep odds war.json --json
                """,
    )
    add_position(p)
    p.add_argument("what", metavar="WORD", nargs="*", help="the attack, in the game's words")
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    s = position_of(args)
    found = s.odds(*args.what)
    if args.json:
        print_json(found.to_plain())
    else:
        print(table(found))


def table(odds: Odds) -> str:
    """Odds for people: the sum, then the results with bars."""
    lines = [odds.title]
    width = max((len(m.text) for m in odds.modifiers), default=0)
    lines += [f"  {m.text:{width}}  {m.value:+d}  [{m.rule}]" for m in odds.modifiers]
    if odds.expected and all(re.fullmatch(r"\d+/\d+", r.text) for r in odds.results):
        lines.append(f"  losses: {'/'.join(odds.expected)}")
    width = max((len(r.text) for r in odds.results), default=0)
    for r in odds.results:
        lines.append(f"  {r.text:{width}}  {100 * float(r.chance):5.1f} %  {'#' * round(24 * float(r.chance))}")
    if odds.expected:
        lines.append("  expected: " + ", ".join(f"{k} {float(v):.2f}" for k, v in odds.expected.items()))
    return "\n".join(lines)
