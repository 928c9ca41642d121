"""What the commands share: files that are records or positions, options of a game, output."""

from __future__ import annotations

import argparse
import json
import secrets
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from firestep.engine import position, record
from firestep.engine.action import Action
from firestep.engine.errors import BadRecord, FirestepError, UnknownName
from firestep.engine.game import OWN, Game
from firestep.engine.session import Session
from firestep.games import GAMES

Subparsers = Any  # what `add_subparsers` returns has no public name


def command(subparsers: Subparsers, name: str, help: str, text: str, examples: str) -> argparse.ArgumentParser:
    """A parser for a command, with a paragraph and examples under `--help`."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        name,
        help=help,
        description=textwrap.dedent(text).strip(),
        epilog="examples:\n" + textwrap.indent(textwrap.dedent(examples).strip(), "  "),
    )
    return parser


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="answer in JSON")


def add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="a record (.json, .json.gz) or a position (.toml); - reads standard input"
    )


def add_position(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command about one position: the file and how far to play it."""
    add_file(parser)
    parser.add_argument("--to", metavar="N", type=int, help="as it was after N actions")


def position_of(args: argparse.Namespace) -> Session[Any]:
    """Returns the position that `add_position` asked for."""
    return open_file(args.file, args.to)[0]


def add_setup(parser: argparse.ArgumentParser) -> None:
    """What a new game can be given."""
    parser.add_argument(
        "--scenario", metavar="ID|FILE", help="a scenario of the game (the first one); for dgk also a scenario file (TOML)"
    )
    parser.add_argument(
        "--option", metavar="K=V", action="append", default=[], help="an option of the game; K alone means K=on; repeatable"
    )


def headed(text: str, g: Game[Any] | None = None) -> str:
    """A scenario's text that says what it is, wherever it goes; any other text as it is."""
    rows = [row.split("=")[0].strip() for row in text.splitlines()]
    if "format" in rows or "[[unit]]" not in rows:
        return text
    id = g.id if g is not None else next((k for k, v in GAMES.items() if v.own is not None), "")
    return f'format = "{position.SCENARIO}"\ngame = "{id}"\n{text}'


def own_scenario(g: Game[Any], scenario: str | None, options: Mapping[str, str]) -> str | None:
    """The text of `--scenario FILE`; None where an id is meant. What it settles cannot be given otherwise as well."""
    if scenario is None or any(s.id == scenario for s in g.scenarios):
        return None
    path = Path(scenario)
    if not (path.suffix == ".toml" or path.is_file() or len(path.parts) > 1):
        return None
    if g.own is None:
        g.scenario(scenario)  # raises: the error lists the scenarios, and says how to add some
        return None
    text = headed(read(path), g)
    try:
        for key, value in g.own.options(text).items():
            if options.get(key, value) != value:
                raise FirestepError(f"the scenario settles '{key}' as '{value}'; leave --option {key} out or change the file")
    except FirestepError as e:
        raise FirestepError(f"{path}: {e}") from None
    return text


def options_of(args: argparse.Namespace) -> dict[str, str]:
    """`--option k=v --option k2=v2` as a mapping; `--option k` means `k=on`."""
    out = {}
    for word in args.option:
        key, _, value = word.partition("=")
        if key in out:
            raise UnknownName(f"option '{key}' is given twice; give it once")
        out[key] = value or "on"
    return out


def new_seed() -> str:
    return secrets.token_hex(8)


def read(path: Path) -> str:
    """Returns the text of a file, or of standard input where the name is `-`."""
    return sys.stdin.read() if str(path) == "-" else record.read(path)


def is_position(path: Path, text: str) -> bool:
    """Positions are TOML, records are JSON: told apart by the first character, so the name does not matter."""
    start = text.lstrip()[:1]
    if start in ("{", "["):
        return False
    if path.suffix == ".toml" or "firestep-position" in text:
        return True
    raise BadRecord(f"{path} is neither a record nor a position; 'firestep new GAME -o FILE' makes a record")


def open_file(path: Path, to: int | None = None) -> tuple[Session[Any], dict[str, Any] | None]:
    """The session of a file, and its record if it is one."""
    text = read(path)
    if is_position(path, text):
        if to:
            raise FirestepError(f"{path} is a position; it has no actions to go to")
        return position.from_text(headed(text), GAMES, name=str(path)), None
    rec = record.loads(text, str(path))
    size = len(rec["actions"])
    if to is not None and not 0 <= to <= size:
        raise FirestepError(f"{path} has {many(size, 'action')}; choose a number from 0 to {size}")
    return record.load_session(rec, GAMES, to), rec


def write_record(s: Session[Any], path: Path, seats: Sequence[str] = ()) -> None:
    try:
        record.save(record.to_record(s, seats), path)
    except OSError as e:
        raise FirestepError(f"cannot write {path}: {e.strerror or e}; choose another place") from None


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=1, ensure_ascii=False, default=str))


def seat_of(s: Session[Any], name: str | None) -> int | None:
    return None if name is None else s.game.seat_index(name)


def scenario_title(s: Session[Any]) -> str:
    g = s.game
    return str(g.own.title(s.state)) if s.scenario == OWN and g.own is not None else g.scenario(s.scenario).title


def headline(s: Session[Any]) -> str:
    """Which game, scenario, turn and phase; of a position its title and text."""
    g = s.game
    own = position.about(s.start)
    words = [g.title, own.get("title") or scenario_title(s)]
    changed = [f"{o.id}={s.options[o.id]}" for o in g.options if s.options[o.id] != o.default]
    if changed:
        words.append(" ".join(changed))
    text = f"\n{own['text']}" if "text" in own else ""
    return f"{' · '.join(words)}{text}\nTurn {s.state.turn} · {g.phase(s.state)} · {many(s.size, 'action')} so far"


def many(count: int, thing: str) -> str:
    """A number with its noun: `1 action`, `2 actions`."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def journal_lines(s: Session[Any], since: int = 0, reader: str = "") -> list[str]:
    """The journal in words, each line with its rules; of a game that goes on only what the reader may read, if one is named."""
    out = []
    for e in s.journal_since(since):
        line = s.game.text(e)
        if line and (not reader or s.over or e.params.get("only") in (None, reader)):
            out.append(f"{line}  [{', '.join(e.rules)}]" if e.rules else line)
    return out


def wrapped(lines: Sequence[str], width: int) -> list[str]:
    """Returns the lines, with long ones broken between words."""
    return [part for line in lines for part in textwrap.wrap(line, width, subsequent_indent="    ", break_on_hyphens=False) or [""]]


def terminal_width() -> int:
    return shutil.get_terminal_size((100, 30)).columns


def columns(items: Sequence[str], width: int) -> list[str]:
    """Items in columns, down first."""
    if not items:
        return []
    cell = max(map(len, items)) + 3
    across = max(1, min(6, width // cell))
    down = -(-len(items) // across)
    return ["".join(items[k].ljust(cell) for k in range(r, len(items), down)).rstrip() for r in range(down)]


def grouped(actions: Sequence[Action]) -> dict[str, list[Action]]:
    """Actions by their first word."""
    out: dict[str, list[Action]] = {}
    for a in actions:
        out.setdefault(a[0], []).append(a)
    return out
