"""Playthroughs: what a game of the archive shows at some of its moments, as text.

A record holds actions and hashes. It does not hold what could have been done instead, why something could not, what each seat saw
and what the log said. A playthrough holds these for a few moments of a record, so that any change of them is noticed.

`make records` writes the files in `tests/playthroughs/`. To compare two versions of the program by hand, run
`python tests/playthrough.py RECORD ENTRY` in both: it prints the whole moment, views and state included.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from firestep.engine import action as actions
from firestep.engine import record
from firestep.engine.errors import FirestepError
from firestep.engine.session import Session
from firestep.games import GAMES

RECORDS = Path(__file__).parent / "records"
FOLDER = Path(__file__).parent / "playthroughs"
#: moments of each record that are spread evenly over it
SPREAD = 8
#: moments of each kind of question over all records of a game
OF_A_KIND = 4
#: refusals of each moment, and lines of the log before it
REFUSALS, LINES = 8, 6


def read(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def moment(s: Session[Any]) -> dict[str, Any]:
    """All that the game shows now, in full."""
    d = s.decision
    out: dict[str, Any] = {"entry": s.size}
    if d is not None:
        legal = set(d.actions)
        others = sorted({a for a in s.game.candidates(s) if a not in legal})
        out |= {
            "question": type(d.step).__name__,
            "seat": d.seat_name,
            "prompt": d.prompt,
            "actions": [actions.text(a) for a in d.actions],
            "refused": {actions.text(a): [str(r) for r in why_not(s, a)] for a in others[:: len(others) // REFUSALS + 1]},
        }
    out["log"] = [s.game.text(e) for e in s.journal_since(max(0, s.journal_size - LINES))]
    seats = {"spectator": None} | {name: n for n, name in enumerate(s.game.seats)}
    out["views"] = {name: plain(s.view(seat)) for name, seat in seats.items()}
    out["state"] = plain(s.to_plain())
    return out


def why_not(s: Session[Any], action: actions.Action) -> list[Any]:
    try:
        return list(s.why_not(action))
    except FirestepError as e:
        return [e]


def plain(value: Any) -> Any:
    """The value as it is sent: tuples are lists, keys are strings."""
    return json.loads(json.dumps(value, sort_keys=True))


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


def digests(value: Mapping[str, Any], depth: int) -> dict[str, Any]:
    """A digest of each part, so that a difference names the part that differs."""
    return {k: digests(v, depth - 1) if depth and isinstance(v, dict) and v else digest(v) for k, v in value.items()}


def brief(full: Mapping[str, Any]) -> dict[str, Any]:
    """A moment as it is stored: views and state as digests of their parts."""
    return {**full, "views": {name: digests(v, 1) for name, v in full["views"].items()}, "state": digests(full["state"], 1)}


def played(was: Mapping[str, Any], at: Iterable[int]) -> tuple[Session[Any], list[dict[str, Any]]]:
    """A record played to its end, and its moments after the entries named."""
    wanted = frozenset(at)
    found = []
    for s in record.follow_session(was, GAMES):
        if s.size in wanted:
            found.append(brief(moment(s.copy())))
    return s, found


def dumps(moments: list[dict[str, Any]]) -> str:
    return json.dumps(moments, indent=1, ensure_ascii=False) + "\n"


def difference(was: Any, now: Any, path: str = "") -> str:
    """The first place where two moments differ, and what each says there; empty if they are the same."""
    if was == now:
        return ""
    if isinstance(was, dict) and isinstance(now, dict):
        for k in {**was, **now}:
            if was.get(k) != now.get(k):
                return difference(was.get(k), now.get(k), f"{path}/{k}")
    if isinstance(was, list) and isinstance(now, list) and all(isinstance(v, str) for v in was + now):
        gone, come = Counter(was) - Counter(now), Counter(now) - Counter(was)
        return f"{path}: lost {sorted(gone)[:10]}, new {sorted(come)[:10]}"
    if isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        return next(difference(a, b, f"{path}/{n}") for n, (a, b) in enumerate(zip(was, now, strict=True)) if a != b)
    return f"{path}: was {was!r}, is {now!r}"


def chosen(records: Mapping[str, Mapping[str, Any]]) -> dict[str, list[int]]:
    """The moments to keep of the records of one game: some spread evenly, and some of each kind of question."""
    seen: Counter[str] = Counter()
    out = {}
    for name, was in records.items():
        size = len(was["actions"])
        at = {size * k // SPREAD for k in range(SPREAD)} | {size}
        here = set()
        for s in record.follow_session(was, GAMES):
            kind = type(s.top).__name__
            if s.size in at:
                seen[kind] += 1
            elif kind not in here and seen[kind] < OF_A_KIND:
                here.add(kind)  # once in a record: other records show it in other positions
                seen[kind] += 1
                at.add(s.size)
        out[name] = sorted(at)
    return out


def renew(id: str) -> None:
    """Write the playthroughs of all records of a game."""
    FOLDER.mkdir(exist_ok=True)
    records = {p.name: record.loads(read(p), p.name) for p in sorted(RECORDS.glob(f"{id}-*.json.gz"))}
    made = {}
    for name, at in chosen(records).items():
        made[name] = gzip.compress(dumps(played(records[name], at)[1]).encode(), 9, mtime=0)
        print(f"{name}: {len(at)} moments, {len(made[name])} bytes", flush=True)
    for path in FOLDER.glob(f"{id}-*"):
        path.unlink()
    for name, data in made.items():
        (FOLDER / name).write_bytes(data)


def main(path: str, entry: str) -> int:
    for s in record.follow_session(record.loads(read(Path(path)), path), GAMES):
        if s.size == int(entry):
            print(json.dumps(moment(s), indent=1, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
