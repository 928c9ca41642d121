"""`firestep rules`: the ledger of a rulebook, and which of its rules the tests prove."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from firestep.commands.common import Subparsers, add_json, command, print_json
from firestep.engine import ledger
from firestep.engine.errors import FirestepError, UnknownName
from firestep.games import game as find_game


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "rules",
        "what a rule says, and which rules are tested",
        """
                Count the rules of a game and the rules that tests prove. This needs the tests of the repository. With rule ids:
                what these rules say, which rulings fill gaps in them, and which tests prove them, if the tests are there.
                """,
        """
                firestep rules wwi
                firestep rules wwi --json
                firestep rules wwi wwi.8.34
                """,
    )
    p.add_argument("game", metavar="GAME", help="id of a game, see 'firestep games'")
    p.add_argument("ids", metavar="RULE", nargs="*", help="tell about these rules only")
    p.add_argument("--tests", metavar="FOLDER", type=Path, help="the folder of the tests, if it is not found by itself")
    add_json(p)
    p.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    g = find_game(args.game)
    known = ledger.rules(g.data)
    for id in args.ids:
        if id not in known:
            raise UnknownName(f"{g.id} has no rule '{id}'; 'firestep rules {g.id} --json' lists the ledger")
    folder = tests_folder(args.tests)
    if args.ids:
        tested = {} if folder is None else collect(g.id, folder)
        rows: list[dict[str, Any]] = [
            {
                "id": r.id,
                "title": r.title,
                "rule": r.rule,
                "kind": r.kind,
                "testable": r.testable,
                "rulings": ledger.rulings_of(g.data, r.id),
                "tests": tested.get(r.id, []),
            }
            for r in map(known.get, args.ids)
            if r
        ]
        if args.json:
            print_json(rows)
            return
        for row in rows:
            print(f"{row['id']}  {row['title']}\n  {row['rule']}")
            for text in row["rulings"].values():
                print(f"  {' '.join(text.split())}")
            if folder is not None:
                print("\n".join(f"  test {t}" for t in row["tests"]) or "  no test")
        return
    if folder is None:
        raise FirestepError(f"there are no tests in {Path.cwd() / 'tests'}; run this in the repository or use --tests FOLDER")
    tested = collect(g.id, folder)
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


def collect(game: str, folder: Path) -> dict[str, list[str]]:
    """Returns the tests by the rule they prove. A process of its own collects them, without plugins to save time."""
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
        found: dict[str, list[str]] = json.loads(out.read_text(encoding="utf-8"))
    prefix = f"{game}."
    return {id: tests for id, tests in found.items() if id.startswith(prefix)}
