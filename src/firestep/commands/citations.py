"""Finds where the code of a game cites its rules: which functions decide a rule, and which refuse an action because of it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: calls whose rule ids give the reason of a refusal
REFUSING = ("Refusal", "those")
#: data files that say rules, not those that list all of them
DATA = (".json", ".toml", ".csv", ".txt")
LISTS = ("rules.csv", "examples.csv", "rulings.md", "teach.toml")


#: modules that show, store or list what other modules decide
SHOWING = ("display", "meta.py", "position.py", "odds.py", "secrets.py", "game.py")


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """A place that cites a rule: the file, the line of the function or of the citation itself, and the function's name."""

    file: str
    line: int
    function: str
    refuses: bool

    @property
    def kind(self) -> str:
        """Returns "refused", "decided", or "named" for a place that only shows, stores or introduces the rule."""
        if self.refuses:
            return "refused"
        introduced = self.file.endswith(".py") and not self.function
        return "named" if introduced or any(part in SHOWING for part in Path(self.file).parts) else "decided"


def citations(game: str, source: Path) -> dict[str, list[Citation]]:
    """Returns the citations in the code and the data of a game by rule id. `source`: the folder of the package `firestep`.

    Reads every file of the game once: about a second for the largest game.
    """
    word = re.compile(rf"\b{game}\.(?:[A-Za-z]+\.)*[\w.]*\w")
    found: dict[str, set[Citation]] = {}
    folder = source / "games" / game
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(source.parent))
        if path.suffix == ".py":
            places: Iterator[tuple[str, Citation]] = _in_code(name, path.read_text(encoding="utf-8"), word)
        elif path.suffix in DATA and path.name not in LISTS:
            places = _in_data(name, path.read_text(encoding="utf-8"), word)
        else:
            continue
        for id, place in places:
            found.setdefault(id, set()).add(place)
    return {id: sorted(places) for id, places in found.items()}


def _in_data(name: str, text: str, word: re.Pattern[str]) -> Iterator[tuple[str, Citation]]:
    for n, line in enumerate(text.splitlines(), 1):
        if len(line) < 5_000:
            for id in word.findall(line):
                yield id, Citation(name, n, "", refuses=False)


def _in_code(name: str, text: str, word: re.Pattern[str]) -> Iterator[tuple[str, Citation]]:
    tree = ast.parse(text)
    lines = text.split("\n")
    spans = sorted((_with_comment(lines, *span) for span in _functions(tree, "")), key=lambda span: span[1] - span[0])
    refusing = [
        (node.lineno, node.end_lineno or node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in REFUSING
    ]
    refusals = "refusals" in name
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in (tokenize.COMMENT, tokenize.STRING) and not word.search(token.string):
            continue
        for offset, part in enumerate(token.string.split("\n")):
            n = token.start[0] + offset
            for id in word.findall(part):
                first, function = next(((at, f) for a, z, at, f in spans if a <= n <= z), (n, ""))
                yield id, Citation(name, first, function, refusals or any(a <= n <= z for a, z in refusing))


def _with_comment(lines: list[str], first: int, last: int, name: str) -> tuple[int, int, int, str]:
    """Returns a span with the comment lines directly above it, and the line on which the thing itself begins."""
    start = first
    while start > 1 and lines[start - 2].lstrip().startswith(("#:", "# ", "@")) and not lines[start - 2].startswith("# --"):
        start -= 1
    return start, last, first, name


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[int, int, str]]:
    """Yields the first line, the last line and the name of functions, methods, classes and constants."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield child.lineno, child.end_lineno or child.lineno, prefix + child.name
            yield from _functions(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.Assign | ast.AnnAssign) and isinstance(node, ast.Module | ast.ClassDef):
            target = child.targets[0] if isinstance(child, ast.Assign) else child.target
            names = [name.id for name in (target.elts if isinstance(target, ast.Tuple) else [target]) if isinstance(name, ast.Name)]
            if names:
                yield child.lineno, child.end_lineno or child.lineno, prefix + names[0]
        else:
            yield from _functions(child, prefix)
