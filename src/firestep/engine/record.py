"""Records: a game as a file. Actions and seed are enough to play it again; hashes per turn show that it was not edited.

The format is described in docs/record-format.md.
"""

from __future__ import annotations

import gzip
import json
import os
import tempfile
import zlib
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from firestep.engine import action as actions
from firestep.engine.dice import Dice, commitment
from firestep.engine.errors import BadRecord, FirestepError
from firestep.engine.game import Game
from firestep.engine.session import Session, fingerprint
from firestep.engine.start import follow

FORMAT = "firestep-record"
VERSION = 1


def to_record(s: Session[Any], seats: Sequence[str] = (), reveal: bool = True) -> dict[str, Any]:
    """Returns the record of a session. With `reveal=False` it contains only the commitment of the seed, for a running game."""
    out = s.outcome
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": s.game.id,
        "ruleset": s.game.ruleset,
        "scenario": s.scenario,
        "options": dict(s.options),
        "commitment": commitment(s.dice.seed),
    }
    if reveal:
        record["seed"] = s.dice.seed
    if s.start is not None:
        record["start"] = s.start
    record["seats"] = list(seats) or ["?"] * len(s.game.seats)
    record["actions"] = [actions.text(a) for a in s.history]
    record["turns"] = [{"turn": m.turn, "actions": m.moves, "hash": fingerprint(m.state, m.agenda)} for m in s.marks]
    record["hash"] = s.hash()
    record["result"] = None if out is None else out.to_plain()
    return record


def dumps(record: Mapping[str, Any]) -> str:
    """Returns canonical text: the same game always gives the same bytes. One line an action, so that a diff can be read."""
    head = [f" {json.dumps(k)}: {json.dumps(v)}" for k, v in record.items() if k not in ("actions", "turns", "hash", "result")]
    lines = [f"  {json.dumps(a)}" for a in record["actions"]]
    turns = [f"  {json.dumps(t)}" for t in record["turns"]]
    body = [
        ' "actions": [\n' + ",\n".join(lines) + "\n ]" if lines else ' "actions": []',
        ' "turns": [\n' + ",\n".join(turns) + "\n ]" if turns else ' "turns": []',
        f' "hash": {json.dumps(record["hash"])}',
        f' "result": {json.dumps(record["result"])}',
    ]
    return "{\n" + ",\n".join(head + body) + "\n}\n"


def save(record: Mapping[str, Any], path: Path) -> None:
    """Writes a record so that a crash leaves either the old file or the new one. A name that ends in .gz is compressed."""
    path = Path(path)
    fd, tmp = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        text = dumps(record).encode()
        with os.fdopen(fd, "wb") as f:
            f.write(gzip.compress(text, mtime=0) if path.suffix == ".gz" else text)
            f.flush()
            os.fsync(f.fileno())
        os.replace(tmp, path)
    except BaseException:
        Path(tmp).unlink(missing_ok=True)
        raise


def loads(text: str, name: str = "the record") -> dict[str, Any]:
    """Reads a record and checks its form. `load_session` and `verify` check its content."""
    try:
        record = json.loads(text)
    except ValueError as e:
        raise BadRecord(f"{name} is not a complete record (JSON ends or breaks at {_where(e)}); restore it from a copy") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise BadRecord(f'{name} is not a Firestep record; a record has "format": "{FORMAT}"')
    if record.get("version") != VERSION:
        raise BadRecord(f"{name} has record version {record.get('version')!r}; this program reads version {VERSION}")
    kinds = {
        "game": str,
        "ruleset": int,
        "scenario": str,
        "options": dict,
        "commitment": str,
        "seats": list,
        "actions": list,
        "turns": list,
        "hash": str,
    }
    for key, kind in kinds.items():
        if not isinstance(record.get(key), kind):
            raise BadRecord(f'{name} has no proper "{key}"; it is damaged, restore it from a copy')
    if not all(isinstance(a, str) and a.strip() for a in record["actions"]):
        raise BadRecord(f"{name} has an action that is not text; it is damaged, restore it from a copy")
    return record


def read(path: Path) -> str:
    """Returns the text of a record or a position. Unpacks a gzip file, whatever its name."""
    try:
        data = Path(path).read_bytes()
        if data.startswith(b"\x1f\x8b"):
            data = gzip.decompress(data)
        return data.decode("utf-8")
    except FileNotFoundError:
        raise BadRecord(f"there is no file {path}; 'firestep new GAME -o FILE' makes one") from None
    except IsADirectoryError:
        raise BadRecord(f"{path} is a folder; name a record or a position in it") from None
    except UnicodeDecodeError:
        raise BadRecord(f"cannot read {path}: it is not a text file") from None
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise BadRecord(f"cannot read {path}: the compressed file is damaged; restore it from a copy") from None
    except OSError as e:
        raise BadRecord(f"cannot read {path}: {e.strerror or e}") from None


def load(path: Path) -> dict[str, Any]:
    """Reads a record from a file, compressed or not, and checks its form."""
    return loads(read(path), str(path))


def _where(e: ValueError) -> str:
    return f"line {e.lineno}" if isinstance(e, json.JSONDecodeError) else "an unreadable place"


def load_session(
    record: Mapping[str, Any], games: Mapping[str, Game[Any]], to: int | None = None, seed: str | None = None
) -> Session[Any]:
    """Replays a record to its end or to entry `to`. A hidden seed must be given."""
    return deque(follow_session(record, games, to, seed), 1).pop()


def follow_session(
    record: Mapping[str, Any], games: Mapping[str, Game[Any]], to: int | None = None, seed: str | None = None
) -> Iterator[Session[Any]]:
    """Yields the game of a record at its beginning and after each entry. It is one session, which continues."""
    game = games.get(record["game"])
    if game is None:
        raise BadRecord(f"the record is of an unknown game '{record['game']}'; known are: {', '.join(games)}")
    if record["ruleset"] != game.ruleset:
        raise BadRecord(f"the record was played under ruleset {record['ruleset']} of {game.id}; this program has {game.ruleset}")
    seed = record.get("seed", seed)
    if seed is None:
        raise BadRecord("the seed of this record is not revealed yet; replay it when the game is over")
    if commitment(seed) != record["commitment"]:
        raise BadRecord("the seed does not fit its commitment; the record was edited")
    try:
        options = game.settle_options(record["options"])
        game.scenario(record["scenario"])
    except FirestepError as e:
        raise BadRecord(f"the record cannot be played: {e}") from None
    past = [actions.parse(a) for a in record["actions"]]
    yield from follow(game, record["scenario"], options, Dice(seed), past if to is None else past[:to], record.get("start"))


def facts(result: Any) -> Any:
    """Returns a result without its sentence, whose words may have changed since."""
    return {k: v for k, v in result.items() if k != "reason"} if isinstance(result, dict) else result


def verify(record: Mapping[str, Any], games: Mapping[str, Game[Any]], seed: str | None = None) -> Session[Any]:
    """Replays a record and compares every hash and the result. Raises `BadRecord` at the first difference."""
    s = load_session(record, games, seed=seed)
    compare(record, s)
    return s


def compare(record: Mapping[str, Any], s: Session[Any]) -> None:
    """Compares a record with its game played to the end. Raises `BadRecord` at the first difference."""
    again = to_record(s, record["seats"])
    for was, now in zip(record["turns"], again["turns"], strict=False):
        if was != now:
            raise BadRecord(f"the hash of turn {now['turn']} differs; the record was edited or made by other rules")
    if len(record["turns"]) != len(again["turns"]) or record["hash"] != again["hash"]:
        raise BadRecord("the final hash differs; the record was edited or made by other rules")
    if facts(record.get("result")) != facts(again["result"]):
        raise BadRecord("the result differs from the game as played; the record was edited")
