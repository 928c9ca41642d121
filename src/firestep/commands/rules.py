"""`firestep rules`: the ledger of a rulebook, and which of its rules the tests prove."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import firestep
from firestep.commands.citations import Citation, citations
from firestep.commands.common import Subparsers, add_json, command, print_json
from firestep.engine import ledger
from firestep.engine.errors import FirestepError, UnknownName
from firestep.engine.game import Game
from firestep.games import game as find_game


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "rules",
        "what a rule says, and which rules are tested",
        """
                Count the rules of a game and the rules that tests prove. This needs the tests of the repository. With rule ids:
                what these rules say, the rulings that fill gaps in them, the functions that decide them or refuse an action
                because of them, and the tests that prove them. With other words: the rules that contain all of them.
                """,
        """
                firestep rules wwi
                firestep rules wwi --json
                firestep rules wwi wwi.8.34
                firestep rules wwi 8.34
                firestep rules wwi rail
                """,
    )
    p.add_argument("game", metavar="GAME", help="id of a game, see 'firestep games'")
    p.add_argument("ids", metavar="RULE", nargs="*", help="ids of rules or beginnings of ids to explain, or words to search for")
    p.add_argument("--tests", metavar="FOLDER", type=Path, help="the folder of the tests, if it is not found by itself")
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    g = find_game(args.game)
    known = ledger.rules(g.data)
    folder = tests_folder(args.tests)
    if args.ids:
        explain(g, args.ids, folder, args.json)
        return
    if folder is None:
        raise FirestepError(f"there are no tests in {Path.cwd() / 'tests'}; run this in the repository or use --tests FOLDER")
    tested = {id: [t.split("::")[-1] for t, _ in tests] for id, tests in collect(g.id, folder).items()}
    report = ledger.report(g.data, tested)
    if args.json:
        print_json({"game": g.id, **report, "tests": sum(map(len, tested.values()))})
        return
    for id in report["untested"]:
        print(f"untested  {id}  {known[id].title}")
    for id in report["unknown"]:
        print(f"unknown   {id}  {', '.join(tested[id][:3])}")
    print(
        f"{g.id}: {report['rows']} rows, {report['testable']} testable, {report['tested']} tested, "
        f"{len(report['untested'])} untested"
    )


def explain(g: Game[Any], words: list[str], folder: Path | None, as_json: bool) -> None:
    """Prints rules, where the code decides and refuses them, their tests and rulings; or finds rules by words."""
    known = ledger.rules(g.data)
    named = [_named(g, known, w) for w in words]
    cited = citations(g.id, Path(firestep.__file__).parent)
    if not any(named):
        _list(g, " ".join(words), cited, as_json)
        return
    if [] in named:
        raise UnknownName(f"{g.id} has no rule '{words[named.index([])]}'; search for it alone: firestep rules {g.id} WORD")
    found = list(dict.fromkeys(id for ids in named for id in ids))
    tested = {} if folder is None else collect(g.id, folder)
    rows: list[dict[str, Any]] = [
        {
            "id": r.id,
            "title": r.title,
            "rule": r.rule,
            "kind": r.kind,
            "testable": r.testable,
            "rulings": ledger.rulings_of(g.data, r.id),
            **{kind: [_place(c) for c in cited.get(r.id, []) if c.kind == kind] for kind in ("decided", "refused", "named")},
            "tests": [f"{t.split('::')[0]}:{line} {t.split('::')[-1]}" for t, line in tested.get(r.id, [])],
        }
        for r in map(known.__getitem__, found)
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        print(f"{row['id']}  {row['title']}\n  {row['rule']}")
        places = (("decided", row["decided"]), ("refused", row["refused"]), ("test", row["tests"]), ("named", row["named"]))
        for word, found_there in places:
            for place in found_there:
                print(f"  {word:8}{place}")
            if word == "refused" and not found_there:
                print("  refused nowhere: the rule has an effect and forbids nothing")
        if folder is not None and not row["tests"]:
            print("  no test")
        for text in row["rulings"].values():
            print(f"  {' '.join(text.split())}")


def _named(g: Game[Any], known: Mapping[str, ledger.Rule], word: str) -> list[str]:
    """Returns the rules that a word names: one by its id, or all whose ids begin with it (`12.2` for `tgw.12.2a` and so on)."""
    id = word if word.startswith(f"{g.id}.") else f"{g.id}.{word}"
    return [id] if id in known else [k for k in known if k.startswith(id) and not k[len(id)].isdigit()]


def _list(g: Game[Any], sought: str, cited: Mapping[str, list[Citation]], as_json: bool) -> None:
    """Prints the rules that contain some words, each with its text and the first place that decides it."""
    matches = ledger.search(g.data, sought)
    if not matches:
        raise UnknownName(f"{g.id} has no rule '{sought}', and no rule has these words; try 'firestep rules {g.id} --json'")
    if as_json:
        print_json([{"id": r.id, "title": r.title} for r in matches])
        return
    for r in matches:
        print(f"{r.id}  {r.title}\n  {r.rule}")
        for c in [c for c in cited.get(r.id, []) if c.kind == "decided"][:1]:
            print(f"  decided {_place(c)}")


def _place(c: Citation) -> str:
    return f"src/{c.file}:{c.line} {c.function}".rstrip()


def tests_folder(given: Path | None) -> Path | None:
    """The tests of the repository: the folder given, below the current one, or beside the source. None if there are none."""
    if given is not None and not given.is_dir():
        raise FirestepError(f"there are no tests in {given}; use --tests with the folder of the tests")
    places = [given] if given else [Path.cwd() / "tests", Path(__file__).resolve().parents[3] / "tests"]
    return next((p for p in places if p == given or (p / "games").is_dir()), None)


def files_of(game: str, folder: Path) -> list[Path]:
    """The folder of the game's own tests, and each other file of tests that names a rule of the game."""
    own = folder / "games" / game
    word = re.compile(rf"""\brule\(["']{game}\.""")
    others = (p for p in sorted(folder.rglob("test_*.py")) if folder / "games" not in p.parents)
    return [own] * own.is_dir() + [p for p in others if word.search(p.read_text(encoding="utf-8"))]


def collect(game: str, folder: Path) -> dict[str, list[tuple[str, int]]]:
    """Returns the tests and their lines by the rule they prove. They are collected in another process, without plugins."""
    paths = files_of(game, folder)
    if not paths:
        return {}
    with tempfile.TemporaryDirectory() as tmp:
        out = Path(tmp) / "rules.json"
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "--collect-only",
                "-qq",
                "-p",
                "firestep.commands.collect",
                "-p",
                "no:cacheprovider",
                "--rootdir",
                str(folder.parent),
                *map(str, paths),
            ],
            env=os.environ | {"FIRESTEP_COLLECT": str(out), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            cwd=folder.parent,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in (0, 5) or not out.exists():
            why = [line for line in (done.stdout + done.stderr).splitlines() if "rror" in line]
            raise FirestepError(
                f"the tests cannot be collected: {(why or ['pytest failed'])[-1].strip()}; try 'pytest --collect-only {paths[0]}'"
            )
        found: dict[str, list[tuple[str, int]]] = json.loads(out.read_text(encoding="utf-8"))
    prefix = f"{game}."
    return {id: tests for id, tests in found.items() if id.startswith(prefix)}
