"""`firestep bench`: how fast and how small."""

from __future__ import annotations

import argparse

from firestep.commands.common import Subparsers, add_json, command, print_json
from firestep.engine.errors import FirestepError


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "bench",
        "measure speed and memory, against python-chess in the same run",
        """
                Measure random play in alternating blocks against python-chess making random legal moves (and against catanatron if
                it is installed), the cost of a copy, the size of a saved state, the cost of early and late decisions, the memory of
                a simulation and what a second process brings.
                """,
        """
                firestep bench
                firestep bench --blocks 20 --json
                """,
    )
    p.add_argument("--game", metavar="GAME", default="wwi", help="which game (wwi)")
    p.add_argument("--blocks", metavar="N", type=int, default=9, help="blocks of each player (9)")
    p.add_argument("--seconds", metavar="S", type=float, default=1.0, help="length of a block (1.0)")
    p.add_argument("--quick", action="store_true", help="small numbers, to see that it works")
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    from firestep.sim import bench  # imported here, so that other commands start sooner

    if args.blocks < 1 or args.seconds <= 0:
        raise FirestepError("--blocks and --seconds must be greater than 0")
    result = bench.run(args.game, 2 if args.quick else args.blocks, 0.1 if args.quick else args.seconds, quick=args.quick)
    if args.json:
        print_json(result)
    else:
        print(bench.table(result))
