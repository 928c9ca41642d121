"""The command line: `firestep COMMAND …`. Each command is a module of `firestep.commands`."""

from __future__ import annotations

import argparse
import io
import os
import re
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
                               firestep why-not war.json attack 0106
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
        for pattern, plain in PLAIN:
            message = re.sub(pattern, plain, message, flags=re.S)
        self.exit(2, f"firestep: {message}; see '{self.prog} --help'\n")


#: what argparse says, and what we say
PLAIN = (
    (r"argument (\S+): invalid (?:int|float) value: (.*)", r"\1 needs a number, not \2"),
    (r"argument COMMAND: invalid choice: ('[^']*') \(choose from (.*)\)", r"there is no command \1; choose one of: \2"),
    (r"argument (\S+): invalid choice: ('[^']*') \(choose from (.*)\)", r"\1 cannot be \2; choose one of: \3"),
    (r"argument (\S+): expected one argument", r"\1 needs a value"),
    (r"the following arguments are required: (.*)", r"this is missing: \1"),
    (r"unrecognized arguments: (.*)", r"not understood: \1"),
)


def parser() -> argparse.ArgumentParser:
    p = Parser(prog="firestep", description=ABOUT)
    p.add_argument("-V", "--version", action="version", version=f"firestep {firestep.__version__}")
    commands = p.add_subparsers(title="commands", metavar="COMMAND", dest="command", required=True)
    for module in COMMANDS:
        module.add_parser(commands)
    return p


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Exit codes: 0 done, 1 done and the answer is no, 2 a mistake of the caller."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a sign that the terminal does not know becomes a question mark
    try:
        args = parser().parse_args(words)
        code: int | None = args.run(args)
        sys.stdout.flush()
        return code or 0
    except FirestepError as e:
        return mistake(str(e))
    except BrokenPipeError:  # the reader went away, for example `| head`
        no_more_output()
        return 0
    except ImportError as e:
        return mistake(f"this needs more than is installed ({e.name or e}); install it with: pip install 'firestep[web]'")
    except EOFError:
        return mistake("the input ended before the question was answered")
    except OSError as e:
        no_more_output()
        where = f"{e.filename}: " if e.filename else ""
        return mistake(f"{where}{e.strerror or e}")
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def mistake(sentence: str) -> int:
    """Say what is wrong in one line."""
    print(f"firestep: {' '.join(sentence.split())}", file=sys.stderr)
    return 2


def no_more_output() -> None:
    """What could not be written is dropped: Python would try it again at its end and fail."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
