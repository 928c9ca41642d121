"""The command line: `firestep COMMAND …`. Each command is a module of `firestep.commands`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import firestep
from firestep.commands import COMMANDS
from firestep.engine.errors import FirestepError

ABOUT = """Wargames of the First World War, played by software that knows every rule.

A game in the terminal:        firestep play wwi --seats human,greedy
A game as a file, step by step: firestep new wwi -o war.json
                               firestep show war.json
                               firestep legal war.json
                               firestep why-not war.json move fr-5
A thousand games:              firestep simulate wwi --seats greedy,random --games 1000 --jobs 2

Files are records (JSON, made by 'new' and 'play') or positions (TOML, made by hand). Most commands answer
in JSON with --json. A mistake is told in one sentence, ends with exit code 2 and writes nothing."""


class Parser(argparse.ArgumentParser):
    """Keeps examples as they are written, and tells a mistake in one sentence."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        kwargs.setdefault("allow_abbrev", False)
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"firestep: {message}; see '{self.prog} --help'\n")


def parser() -> argparse.ArgumentParser:
    p = Parser(prog="firestep", description=ABOUT)
    p.add_argument("--version", action="version", version=f"firestep {firestep.__version__}")
    commands = p.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for module in COMMANDS:
        module.add_parser(commands)
    return p


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Exit codes: 0 done, 1 done and the answer is no, 2 a mistake of the caller."""
    try:
        args = parser().parse_args(argv)
        code: int | None = args.run(args)
        sys.stdout.flush()
        return code or 0
    except FirestepError as e:
        print(f"firestep: {' '.join(str(e).split())}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader went away, for example `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
