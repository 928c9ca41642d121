"""Finds where the code of a game cites its rules: which functions decide a rule, and which refuse an action because of it."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

#: first line, last line and name
Span = tuple[int, int, str]

#: calls whose rule ids give the reason of a refusal, calls that decide and refuse in one, functions of a game that return these,
#: and calls that only write an id into the journal
REFUSING = ("Refusal", "those")
DECIDING = ("Condition", "Limit", "given", "Otherwise")
RETURNING = re.compile(r"def (\w+)\((?:[^()]|\([^()]*\))*\) -> (?:\w+\[)?(?:Condition|Limit)\b")
NOTING = ("note",)
#: data files that say rules, not those that list all of them
DATA = (".json", ".toml", ".csv", ".txt")
LISTS = ("rules.csv", "refused_as.txt", "examples.csv", "rulings.md", "teach.toml")
#: modules that show, store or list what other modules decide
SHOWING = ("display", "meta.py", "position.py", "odds.py", "secrets.py", "game.py")
#: modules that explain refusals
REFUSALS = re.compile(r"refusals|slow\.py")
#: names of functions, tables and variables with the ids of refusals
NAMES_OF_RULES = re.compile(r"rule_against|.*RULE$|rule$")
#: how far a citation is from the code that decides: on its line, above it, in a docstring, among arguments or in a table, in a data
#: file, in a journal entry. Among equals the place that cites the fewest rules in the smallest function is first
ON_THE_LINE, ABOVE, DOCSTRING, PASSED_ON, IN_DATA, NOTE = 0, 100, 200, 300, 400, 500


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """A place that cites a rule: the file, the line, the function or constant around it and the text of the line.

    Citations are sorted by `distance`, so the most direct is first. `other`: the rule that a refusal names instead of this one.
    `form`: `ON_THE_LINE` and so on. `says`: the place is part of a call that makes the sentence of a refusal.
    """

    distance: int
    file: str
    line: int
    function: str
    text: str
    refuses: bool = False
    other: str = ""
    form: int = ON_THE_LINE
    says: bool = False

    @property
    def kind(self) -> str:
        """Returns "refused", "decided", or "named" for a place that only shows, stores or introduces the rule."""
        introduced = self.file.endswith(".py") and not self.function
        if introduced or any(part in SHOWING for part in Path(self.file).parts):
            return "named"
        return "refused" if self.refuses else "decided"


def citations(game: str, source: Path, ids: Collection[str] = ()) -> dict[str, list[Citation]]:
    """Returns the citations in the code and the data of a game by rule id. `source`: the folder of the package `firestep`.

    Reads every file of the game once: about a second for the largest game. With `ids`, reads only files that cite one of them.
    """
    word = re.compile(rf"\b{game}\.(?:[A-Za-z]+\.)*[\w.]*\w")
    found: dict[str, set[Citation]] = {}
    paths = (p for p in sorted((source / "games" / game).rglob("*")) if p.suffix in (".py", *DATA) and p.name not in LISTS)
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    deciding = {name for path, text in texts.items() if path.suffix == ".py" for name in RETURNING.findall(text)}
    for path, text in texts.items():
        if not ids or any(id in text for id in ids):
            name = str(path.relative_to(source.parent))
            for id, place in _in_code(name, text, word, deciding) if path.suffix == ".py" else _in_data(name, text, word):
                found.setdefault(id, set()).add(place)
    return {id: sorted(places) for id, places in found.items()}


def _in_data(name: str, text: str, word: re.Pattern[str]) -> Iterator[tuple[str, Citation]]:
    for n, line in enumerate(text.splitlines(), 1):
        if len(line) < 5_000:
            for id in word.findall(line):
                yield id, Citation(IN_DATA, name, n, "", line.strip(), form=IN_DATA)


def _in_code(name: str, text: str, word: re.Pattern[str], deciding: Collection[str]) -> Iterator[tuple[str, Citation]]:
    tree = ast.parse(text)
    lines = text.split("\n")
    functions = [_with_comment(lines, *span) for span in _functions(tree, "")]
    kinds = _Kinds(tree, {*deciding, *(DECIDING if "engine.question import" in text else ())}, functions)
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
                distance = PASSED_ON if not reason and (table or _smallest(kinds.calls, n) or ".rule" in part) else ON_THE_LINE
            form = distance
            if token.string.startswith("#:") and not function.split(".")[-1].isupper():
                distance += 100  # it describes a field: the code that uses the field decides
            distance += 20 * min(len(cited) - 1, 2) + min(last - start, 59)
            given = word.findall(" ".join(line.split("  # ")[0] for line in lines[reason[0] - 1 : reason[1]])) if reason else []
            text = lines[n - 1].strip()
            if code > n and not word.sub("", text).strip("#, "):
                text = f"{text}: {lines[code - 1].strip()}"
            if call := _smallest(kinds.calls, n) if text.strip('",') in cited else None:
                text = f"{lines[call[0] - 1].strip()} … {text}"
            both = None if form in (NOTE, DOCSTRING) else _smallest(kinds.rules, code) or _smallest(kinds.deciding, code)
            if both and comment and both[2] in deciding:
                both = None  # a comment beside a call of a function of the game
            for id in cited:
                other = "" if not given or id in given else given[0]
                place = Citation(distance + 100 * bool(other), name, n, function, text, False, other, form)
                if reason or both or REFUSALS.search(name) and not (name.endswith("slow.py") and (comment or form == DOCSTRING)):
                    yield id, replace(place, refuses=True, says=reason is not None or both is not None)
                if not other and not REFUSALS.search(name):  # outside of the modules of refusals code refuses where it decides
                    yield id, place


class _Kinds:
    """The first and last lines of some parts of a file: calls that refuse, calls that decide and refuse in one, assignments and
    functions that give the rules of refusals, calls that write journal entries, all calls, and docstrings."""

    def __init__(self, tree: ast.AST, deciding: Collection[str], functions: list[Span]) -> None:
        self.refusing: list[Span] = []
        self.deciding: list[Span] = []
        self.rules: list[Span] = []
        self.noting: list[Span] = []
        self.calls: list[Span] = []
        self.texts: list[Span] = []
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                span = node.lineno, node.end_lineno or node.lineno, called
                self.calls.append(span)
                if called in REFUSING:
                    parts = [a for a in node.args if isinstance(a, ast.Tuple)] if called == "those" else [node]
                    self.refusing += [(part.lineno, part.end_lineno or part.lineno, called) for part in parts]
                elif called in NOTING:
                    self.noting.append(span)
                elif called in deciding:
                    self.deciding.append(span)
            elif isinstance(node, ast.FunctionDef | ast.Assign | ast.AnnAssign):
                targets = (
                    node.targets if isinstance(node, ast.Assign) else [] if isinstance(node, ast.FunctionDef) else [node.target]
                )
                names = [getattr(t, "id", "") for t in targets] or [getattr(node, "name", "")]
                if any(NAMES_OF_RULES.match(name) for name in names):
                    self.rules.append((node.lineno, node.end_lineno or node.lineno, names[0]))
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                self.texts.append((node.lineno, node.end_lineno or node.lineno, ""))
        calls = self.refusing + self.deciding
        self.rules = [span for span in self.rules if any(_contains(_around(functions, span), call) for call in calls)]


def _smallest(spans: list[Span], line: int) -> Span | None:
    """Returns the shortest span that contains a line."""
    return min((span for span in spans if span[0] <= line <= span[1]), key=lambda span: span[1] - span[0], default=None)


def _around(functions: list[Span], span: Span) -> Span:
    """Returns the smallest function around an assignment, or the whole file."""
    return _smallest([f for f in functions if f[0] < span[0] and span[1] <= f[1]], span[0]) or (0, span[1] + 10_000, "")


def _contains(outer: Span, inner: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


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
