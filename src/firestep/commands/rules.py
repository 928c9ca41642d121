"""`firestep rules`: the ledger of a rulebook, and which of its rules the tests prove."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

import firestep
from firestep.commands.citations import Citation, citations
from firestep.commands.common import Subparsers, add_json, command, print_json
from firestep.engine import ledger
from firestep.engine.errors import FirestepError, UnknownName
from firestep.engine.game import Game
from firestep.games import game as find_game

#: kinds of places, the best first
KINDS = ("decided", "refused", "named")
#: of more rules than this the texts are printed alone
FEW = 12
#: places of one kind printed for a rule, and characters of a line of source
MOST, WIDTH = 5, 110


def add_parser(subparsers: Subparsers) -> None:
    p = command(
        subparsers,
        "rules",
        "what a rule says, and which rules are tested",
        """
                Count the rules of a game and the rules that tests prove. This needs the tests of the repository. With rule ids:
                what these rules say, the functions that decide them or refuse an action because of them with the line that cites
                them, the tests that prove them, and the rulings that fill gaps in them. With other words: the rules that contain
                all of them, or most of them. Of more than twelve rules only the texts are printed.
                """,
        """
                firestep rules wwi
                firestep rules wwi --json
                firestep rules wwi wwi.8.34
                firestep rules wwi 5.3
                firestep rules wwi mountain
                firestep rules ditt Army 20 Divs
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
    """Prints rules found by ids or words: a few with all their places, tests and rulings, many with their texts alone."""
    found, sought = _found(g, words)
    ids = {r.id for r in found}
    cited = {} if len(found) > FEW and not as_json else citations(g.id, Path(firestep.__file__).parent, ids)
    tested = {} if folder is None or len(found) > FEW and not as_json else collect(g.id, folder, ids)
    if as_json:
        print_json([_row(g, r, cited.get(r.id, []), tested.get(r.id, [])) for r in found])
        return
    if sought:
        print(f"{_rules(len(found))} found by words: {sought}")
    for r in found:
        print(f"{r.id}  {r.title}")
        print(f"  {r.rule}")
        if len(found) > FEW:
            continue
        decided, refused, named = _by_kind(cited.get(r.id, []))
        _print_places("decided", decided)
        _print_places("refused", refused)
        if not refused:
            _print_unnamed(g, ledger.refused_as(g.data).get(r.id, ""))
        if not decided and not refused:
            _print_places("named", named)
        _print_lines("test", [_test(t) for t in tested.get(r.id, [])])
        if folder is not None and r.id not in tested:
            print("  no test")
    if len(found) > FEW:
        print(f"Name one of the {_rules(len(found))} for its places, its tests and rulings.")
        return
    rulings = {n: text for r in found for n, text in ledger.rulings_naming(g.data, r.id).items()}
    others = {n for r in found for n in ledger.rulings_of(g.data, r.id)} - set(rulings)
    texts = [" ".join(text.split()) for text in rulings.values()]
    if sought and texts:
        print("Rulings: " + "; ".join(text.split("**")[1].rstrip(".") for text in texts))
    elif texts:
        print("\n".join(texts))
    if others and not sought:
        print(f"Rulings on the other rules of the same case: {', '.join(sorted(others))}, see rulings.md")


def _found(g: Game[Any], words: list[str]) -> tuple[list[ledger.Rule], str]:
    """Returns the rules that begin with the given ids and contain the given words, and the arguments that were taken as words.

    A number without a dot is a word if another argument is one. A search for words leaves out events unless they are asked for.
    """
    starts = {w: ledger.named(g.data, w if w.startswith(f"{g.id}.") else f"{g.id}.{w}") for w in words}
    if unknown := next((w for w, found in starts.items() if w.startswith(f"{g.id}.") and not found), None):
        raise UnknownName(f"{g.id} has no rule '{unknown}'; search for a word: firestep rules {g.id} WORD")
    if not all(starts.values()):
        starts = {w: found for w, found in starts.items() if found and "." in w}
    named = {r.id: r for found in starts.values() for r in found}
    sought = " ".join(w for w in words if w not in starts)
    if not sought:
        return list(named.values()), ""
    found = [r for r in ledger.search(g.data, sought) if r.id in named or not named]
    if not any(re.match("events?$", w) for w in sought.split()):
        found = [r for r in found if r.id.split(".")[1] != "ev" or r.id in named] or found
    if not found:
        raise UnknownName(
            f"{g.id} has no rule '{' '.join(words)}', and no rule has one of these words; try 'firestep rules {g.id} --json'"
        )
    return found, sought


def _row(g: Game[Any], r: ledger.Rule, places: list[Citation], tests: list[tuple[str, int]]) -> dict[str, Any]:
    return {
        "id": r.id,
        "title": r.title,
        "rule": r.rule,
        "kind": r.kind,
        "testable": r.testable,
        "rulings": ledger.rulings_of(g.data, r.id),
        **{kind: list(map(_place, found)) for kind, found in zip(KINDS, _by_kind(places), strict=True)},
        "refused_as": ledger.refused_as(g.data).get(r.id, ""),
        "tests": [_test(t) for t in tests],
    }


def _by_kind(places: list[Citation]) -> list[list[Citation]]:
    """Returns the places of each kind. The refusals that make the sentence of this rule come first, then those that name another
    rule, then others, tables last. Among equals those in the folder of the deciding code come first."""
    decided, refused, named = ([c for c in places if c.kind == kind] for kind in KINDS)
    near = Path(decided[0].file).parent if decided else None

    def order(c: Citation) -> tuple[bool, bool, bool, bool, int]:
        table = c.function.split(".")[-1].isupper() or c.file.endswith("slow.py")
        return table, not c.says, bool(c.other), Path(c.file).parent != near, c.distance

    return [decided, sorted(refused, key=order), named]


def _rules(n: int) -> str:
    return f"{n} rule{'s' * (n != 1)}"


def _print_unnamed(g: Game[Any], instead: str) -> None:
    """Prints under which rule an action is refused, if no refusal names the rule itself."""
    if instead == ledger.NOTHING:
        print("  nothing to refuse")
    elif not instead:
        print("  no refusal cites it")
    else:
        _, refused, _ = _by_kind(citations(g.id, Path(firestep.__file__).parent, {instead})[instead])
        _print_places("refused", [replace(c, other=instead) for c in refused])


def _print_places(word: str, places: list[Citation]) -> None:
    _print_lines(word, [f"{_place(c)}{f' (as {c.other})' * bool(c.other)}\n            {c.text[:WIDTH]}" for c in places])


def _print_lines(word: str, lines: list[str]) -> None:
    for line in lines[:MOST]:
        print(f"  {word:8}{line}".replace("          ", "  ", not word))
    if len(lines) > MOST:
        print(f"  {'':8}and {len(lines) - MOST} more, see --json")


def _place(c: Citation) -> str:
    return f"src/{c.file}:{c.line} {c.function}".rstrip()


def _test(test: tuple[str, int]) -> str:
    return f"{test[0].split('::')[0]}:{test[1]} {test[0].split('::')[-1]}"


#: a test whose rules are computed: the file does not name them
COMPUTED = re.compile(r"\brule\((?:[^)]*\*|\s*[^\s\"'])")


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


def collect(game: str, folder: Path, ids: Collection[str] = ()) -> dict[str, list[tuple[str, int]]]:
    """Returns the tests and their lines by the rule they prove, those first that prove the fewest rules.

    They are collected in another process, without plugins. With `ids`, files are left out that name none of them.
    """
    paths = files_of(game, folder)
    if ids:
        files = (p for path in paths for p in ([path] if path.is_file() else sorted(path.rglob("test_*.py"))))
        paths = [p for p in files if COMPUTED.search(text := p.read_text(encoding="utf-8")) or any(id in text for id in ids)]
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
    proves = Counter(name for tests in found.values() for name, _ in tests)
    return {id: sorted(tests, key=lambda t: proves[t[0]]) for id, tests in found.items() if id.startswith(f"{game}.")}
