"""The structure of the code: which package may import which, what rules may depend on, and that each game has all its parts."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import firestep
from firestep.engine import ledger
from firestep.engine.assemble import PARTS
from firestep.engine.position import Reader
from firestep.engine.state import Declared
from firestep.engine.step import steps_of
from firestep.games import ALL, GAMES

ROOT = Path(firestep.__file__).parent
#: each package may import those before it in its row, and itself
MAY_IMPORT = {
    "engine": (),
    "hexmap": ("engine",),
    "games": ("engine", "hexmap"),
    "bots": ("engine", "hexmap", "games"),
    "sim": ("engine", "hexmap", "games", "bots"),
    "server": ("engine", "hexmap", "games", "bots"),
    "testing": ("engine", "hexmap", "games"),
}
#: what a game may use besides the standard library
ALLOWED = {"dgk": {"shapely"}}
FILES = sorted(ROOT.rglob("*.py"))


@cache
def imports(path: Path) -> list[str]:
    """Every module a file imports, wherever in the file."""
    out = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            out += [a.name for a in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports by relative path"
            out += [f"{node.module}.{a.name}" for a in node.names] if node.module == "firestep" else [node.module or ""]
    return out


def part(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


@pytest.mark.parametrize("package", [p for p in MAY_IMPORT if (ROOT / p).exists() or (ROOT / f"{p}.py").exists()])
def test_imports_run_one_way(package: str) -> None:
    allowed = {package, *MAY_IMPORT[package]}
    for path in FILES:
        if part(path) != package:
            continue
        for name in imports(path):
            words = name.split(".")
            if words[0] == "firestep" and len(words) > 1 and (ROOT / words[1]).exists() | (ROOT / f"{words[1]}.py").exists():
                assert words[1] in allowed, f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("package", ["engine", "hexmap", "games"])
def test_the_rules_need_only_the_standard_library(package: str) -> None:
    for path in FILES:
        if part(path) != package:
            continue
        parts = path.relative_to(ROOT).parts
        extra = ALLOWED.get(parts[1], set()) if package == "games" and len(parts) > 2 else set()
        for name in imports(path):
            top = name.split(".")[0]
            assert top == "firestep" or top in sys.stdlib_module_names or top in extra, f"{path.relative_to(ROOT)} imports {name}"


def test_games_do_not_know_each_other() -> None:
    for path in FILES:
        parts = path.relative_to(ROOT).parts
        if parts[0] != "games" or len(parts) < 3:
            continue
        for name in imports(path):
            words = name.split(".")
            if words[:2] == ["firestep", "games"] and len(words) > 2:
                assert words[2] == parts[1], f"{path.relative_to(ROOT)} imports {name}"


def test_no_file_is_longer_than_700_lines() -> None:
    long = {str(p.relative_to(ROOT)): n for p in FILES if (n := len(p.read_text(encoding="utf-8").splitlines())) > 700}
    assert not long


#: the same modules under the same names in every game
ANATOMY = (
    *("meta", "game", "state", "sequence", "setup", "victory", "position", "refusals", "odds"),
    *("components/__init__", "display/view", "display/draw", "display/text", "display/hints", "display/report"),
    *("data/rules.csv", "data/rulings.md", "data/teach.toml"),
)


def test_games_have_the_same_anatomy(game: Any) -> None:
    folder = ROOT / "games" / game.id
    assert not [name for name in ANATOMY if not (folder / name).exists() and not (folder / f"{name}.py").exists()]
    package = import_module(f"firestep.games.{game.id}")
    assert package.GAME is game and steps_of(package.__name__) is game.steps
    assert {k: getattr(game, k) for k in package.META.values} == package.META.values
    made = {f: f"{getattr(game, f).__module__}.{getattr(game, f).__name__}" for f in PARTS}
    own = {"charts": "display.charts"} if game.id == "tgw" else {}
    assert made == {f: f"firestep.games.{game.id}.{module}.{f}" for f, module in (PARTS | own).items()}


def test_games_use_the_parts_of_the_engine(game: Any) -> None:
    """One grammar, one way to declare a state, one reader of positions."""
    state, refusals, position = (import_module(f"firestep.games.{game.id}.{m}") for m in ("state", "refusals", "position"))
    assert game.candidates.__self__ is game.why_not.__self__ is refusals.GRAMMAR
    assert issubclass(state.State, Declared) and game.state_from == state.State.from_plain
    own = [f for f in ("copy", "to_plain", "from_plain") if getattr(state.State, f).__code__.co_filename != "<string>"]
    assert not own, "written by hand beside the declaration"
    assert position.Reader is Reader


def test_engine_and_hexmap_name_no_game_and_no_place_of_one() -> None:
    """A word in the code (not in what explains it) that is a game, or a country or area of a map, belongs to that game."""
    places: set[str] = set(ALL)
    for path in (ROOT / "games").rglob("*.txt"):
        for section in re.findall(r"(?ms)^\[(?:countries|areas)\]$(.*?)(?=^\[|\Z)", path.read_text(encoding="utf-8")):
            places |= {line.split()[0] for line in section.splitlines() if line[:1].isalpha()}
    assert len(places) > 100
    for path in FILES:
        if part(path) not in ("engine", "hexmap") or path.name == "palette.py":  # the colours are named after nations
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        said = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
        words = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in said}
        assert not {w for w in words & places if len(w) > 2}, path.name


def test_server_simulation_and_commands_know_games_by_their_list_alone() -> None:
    for path in FILES:
        if part(path) in ("server", "sim", "commands", "cli"):
            assert not [n for n in imports(path) if n.startswith("firestep.games.")], path.relative_to(ROOT)
            if part(path) != "commands":  # which gives examples
                assert not re.search(rf"\"({'|'.join(ALL)})\"", path.read_text(encoding="utf-8")), path.relative_to(ROOT)
    for path in (WEB / "js").rglob("*.js"):
        assert not re.search(rf"[\"'`]({'|'.join(ALL)})[\"'`]", path.read_text(encoding="utf-8")), path.name


def test_bots_are_asked_on_what_they_may_know() -> None:
    """By `bots.answer`; only the server's worker, which is given no more than that, asks them itself."""
    asking, top = re.compile(r"\.choose\("), Path(__file__).parents[2]
    found = {
        str(path.relative_to(top))
        for folder in ("src", "tests", "tools", "bench")
        for path in (top / folder).rglob("*.py")
        if path != Path(__file__) and asking.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"src/firestep/bots/__init__.py", "src/firestep/server/workers/jobs.py"}


def test_nations_have_the_colours_that_their_game_declares_and_no_others() -> None:
    """No table of codes and colours but that of the palette; in a game's `nations.py` it is told which code has which."""
    codes = {code for g in GAMES.values() for code in g.nations}
    table = re.compile(rf"""["']?\b({"|".join(sorted(codes))})\b["']?\s*:\s*[\[(]?\s*["']\#[0-9a-fA-F]{{3,6}}""")
    for path in (*FILES, *WEB.rglob("*.js"), *WEB.rglob("*.css")):
        assert not table.search(path.read_text(encoding="utf-8")), path


def test_a_game_is_complete(game: Any) -> None:
    rows = ledger.rules(game.data)
    assert rows and all(id.startswith(f"{game.id}.") and r.title and r.rule for id, r in rows.items())
    assert ledger.rulings(game.data)
    assert len(game.seats) == len(game.seat_titles) == len(set(game.seats))
    assert game.scenarios and len({s.id for s in game.scenarios}) == len(game.scenarios)
    for o in game.options:
        assert len(o.choices) >= 2 and o.title
        assert o.rule in rows or o.rule in ledger.rulings(game.data), f"option {o.id} cites {o.rule}"


def test_rules_cited_in_the_code_exist(game: Any) -> None:
    """Every full rule id in a game's source is a row of its ledger."""
    known = set(ledger.rules(game.data))
    for path in sorted((ROOT / "games" / game.id).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(f"{game.id}."):
                word = node.value
                if " " not in word and not word.endswith("."):
                    assert word in known or any(k.startswith(word) for k in known), f"{path.name}: {word}"


WEB = Path(firestep.__file__).parent / "web"


@pytest.mark.parametrize("file", sorted(WEB.rglob("*.js")), ids=lambda f: str(f.relative_to(WEB)))
def test_modules_of_the_page_import_what_is_there_and_each_name_once(file: Path) -> None:
    """A module that names something twice, or asks for what another does not have, keeps the whole page from opening."""
    for names, source in re.findall(r'^import \{([^}]*)\} from "(\.[^"]+)"', file.read_text(), re.M):
        wanted = [n.split(" as ") for n in (x.strip() for x in names.split(",")) if n]
        here = [n[-1] for n in wanted]
        assert len(set(here)) == len(here), f"{file.name} imports a name twice: {names}"
        there = (file.parent / source).resolve().read_text()
        for n in wanted:
            made = rf"^export (?:async )?(?:const|let|function\*?|class) {re.escape(n[0])}(?![\w$])"
            assert re.search(made, there, re.M), f"{file.name} imports {n[0]}, which {source} does not have"
