"""`firestep new`: a game as a file."""

from __future__ import annotations

import argparse
from pathlib import Path

import firestep
from firestep.commands.common import (
    Subparsers,
    add_json,
    add_setup,
    command,
    new_seed,
    options_of,
    own_scenario,
    print_json,
    scenario_title,
    write_record,
)
from firestep.engine import record
from firestep.engine.dice import commitment
from firestep.engine.errors import FirestepError
from firestep.games import game as find_game


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "new",
        "begin a game and write its record",
        """
                Begin a game and write its record. Without -o the record goes to standard output. The dice come from the seed;
                without --seed a secret one is drawn.
                """,
        """
                firestep new wwi -o war.json
                firestep new wwi --scenario free --seed 7 -o war.json
                firestep new dgk --scenario ./my-battle.toml -o battle.json
                firestep new wwi --option tank-army=on --option variable-italy=on -o war.json
                """,
    )
    p.add_argument("game", metavar="GAME", help="id of a game, see 'firestep games'")
    add_setup(p)
    p.add_argument("--seed", metavar="S", help="seed of the dice: any word or number")
    p.add_argument("-o", "--output", metavar="FILE", type=Path, help="where to write the record")
    p.add_argument("--force", action="store_true", help="write over a file that exists")
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    options = options_of(args)
    own = own_scenario(find_game(args.game), args.scenario, options)
    s = firestep.start(args.game, args.scenario, new_seed() if args.seed is None else args.seed, options, own)
    if args.output is None:
        print(record.dumps(record.to_record(s)), end="")
        return
    if args.output.exists() and not args.force:
        raise FirestepError(f"{args.output} exists already; choose another name or add --force")
    write_record(s, args.output)
    d = s.decision
    if args.json:
        print_json(
            {
                "file": str(args.output),
                "game": s.game.id,
                "scenario": s.scenario,
                "options": dict(s.options),
                "commitment": commitment(s.dice.seed),
            }
        )
    else:
        print(f"{args.output}: {s.game.title}, {scenario_title(s)}")
        if d is not None:
            print(f"next: {d.prompt}")
