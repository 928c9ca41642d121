"""Finds where the code of a game cites its rules: which functions decide a rule, and which refuse an action because of it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

#: first line, last line and name
Span = tuple[int, int, str]

#: calls whose rule ids give the reason of a refusal, and calls that only write an id into the journal
REFUSING = ("Refusal", "those")
NOTING = ("note",)
#: data files that say rules, not those that list all of them
DATA = (".json", ".toml", ".csv", ".txt")
LISTS = ("rules.csv", "examples.csv", "rulings.md", "teach.toml")
#: modules that show, store or list what other modules decide
SHOWING = ("display", "meta.py", "position.py", "odds.py", "secrets.py", "game.py")
#: modules that explain refusals
REFUSALS = re.compile(r"refusals|slow\.py")
#: how far a citation is from the code that decides: on its line, above it, in a docstring, among arguments or in a table, in a data
#: file, in a journal entry. Among equals the place in the smallest function is first
ON_THE_LINE, ABOVE, DOCSTRING, PASSED_ON, IN_DATA, NOTE = 0, 100, 200, 300, 400, 500


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """A place that cites a rule: the file, the line, the function or constant around it and the text of the line.

    Citations are sorted by `distance`, so the most direct is first. `other`: the rule that a refusal names instead of this one.
    """

    distance: int
    file: str
    line: int
    function: str
    text: str
    refuses: bool = False
    other: str = ""

    @property
    def kind(self) -> str:
        """Returns "refused", "decided", or "named" for a place that only shows, stores or introduces the rule."""
        if self.refuses:
            return "refused"
        introduced = self.file.endswith(".py") and not self.function
        return "named" if introduced or any(part in SHOWING for part in Path(self.file).parts) else "decided"


def citations(game: str, source: Path, ids: Collection[str] = ()) -> dict[str, list[Citation]]:
    """Returns the citations in the code and the data of a game by rule id. `source`: the folder of the package `firestep`.

    Reads every file of the game once: about a second for the largest game. With `ids`, reads only files that cite one of them.
    """
    word = re.compile(rf"\b{game}\.(?:[A-Za-z]+\.)*[\w.]*\w")
    found: dict[str, set[Citation]] = {}
    for path in sorted((source / "games" / game).rglob("*")):
        if path.suffix not in (".py", *DATA) or path.name in LISTS:
            continue
        text = path.read_text(encoding="utf-8")
        if not ids or any(id in text for id in ids):
            read = _in_code if path.suffix == ".py" else _in_data
            for id, place in read(str(path.relative_to(source.parent)), text, word):
                found.setdefault(id, set()).add(place)
    return {id: sorted(places) for id, places in found.items()}


def _in_data(name: str, text: str, word: re.Pattern[str]) -> Iterator[tuple[str, Citation]]:
    for n, line in enumerate(text.splitlines(), 1):
        if len(line) < 5_000:
            for id in word.findall(line):
                yield id, Citation(IN_DATA, name, n, "", line.strip())


def _in_code(name: str, text: str, word: re.Pattern[str]) -> Iterator[tuple[str, Citation]]:
    tree = ast.parse(text)
    lines = text.split("\n")
    functions = [_with_comment(lines, *span) for span in _functions(tree, "")]
    kinds = _Kinds(tree)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        comment = token.type == tokenize.COMMENT
        for n, part in enumerate(token.string.split("\n"), token.start[0]):
            if not (cited := word.findall(part)):
                continue
            code = _below(lines, n) if comment else n
            start, last, function = _smallest(functions, n) or (n, n, "")
            reason = _smallest(kinds.refusing, code)
            if comment:
                distance = ABOVE if code > n else ON_THE_LINE
            elif _smallest(kinds.texts, n):
                distance = DOCSTRING
            elif _smallest(kinds.noting, n):
                distance = NOTE
            else:
                table = function.split(".")[-1].isupper()
                distance = PASSED_ON if not reason and (table or _smallest(kinds.calls, n)) else ON_THE_LINE
            distance += 100 * min(len(cited) - 1, 2) + min(last - start, 99)
            given = word.findall(" ".join(line.split("  # ")[0] for line in lines[reason[0] - 1 : reason[1]])) if reason else []
            text = lines[n - 1].strip()
            if call := _smallest(kinds.calls, n) if text.strip('",') in cited else None:
                text = f"{lines[call[0] - 1].strip()} … {text}"
            for id in cited:
                other = "" if not given or id in given else given[0]
                refuses = reason is not None or REFUSALS.search(name) is not None
                yield id, Citation(distance + 100 * bool(other), name, n, function, text, refuses, other)


class _Kinds:
    """The first and last lines of calls that refuse, calls that write journal entries, all calls, and docstrings."""

    def __init__(self, tree: ast.AST) -> None:
        self.refusing: list[Span] = []
        self.noting: list[Span] = []
        self.calls: list[Span] = []
        self.texts: list[Span] = []
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                span = node.lineno, node.end_lineno or node.lineno, called
                self.calls.append(span)
                if called in REFUSING + NOTING:
                    (self.refusing if called in REFUSING else self.noting).append(span)
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                self.texts.append((node.lineno, node.end_lineno or node.lineno, ""))


def _smallest(spans: list[Span], line: int) -> Span | None:
    """Returns the shortest span that contains a line."""
    return min((span for span in spans if span[0] <= line <= span[1]), key=lambda span: span[1] - span[0], default=None)


def _below(lines: list[str], n: int) -> int:
    """Returns the line of code to which a comment belongs: its own, or the next one without a comment."""
    while n < len(lines) and lines[n - 1].lstrip().startswith("#"):
        n += 1
    return n


def _with_comment(lines: list[str], first: int, last: int, name: str) -> Span:
    """Returns a span with the comment lines directly above it."""
    start = first
    while start > 1 and lines[start - 2].lstrip().startswith(("#:", "# ", "@")) and not lines[start - 2].startswith("# --"):
        start -= 1
    return start, last, name


def _functions(node: ast.AST, prefix: str) -> Iterator[Span]:
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
