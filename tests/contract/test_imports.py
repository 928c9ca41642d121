"""Imports: at the top of each module, and in cycles of modules only so that any of them can be imported first."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import firestep

SOURCE = Path(firestep.__file__).parent
#: modules that import inside functions, and why
LATE = {
    "firestep.commands.bench": "other commands start sooner",
    "firestep.games.dgk.commands": "the calculator needs no shapely",
    "firestep.server.admin.commands": "the parser of commands works without the packages of the server",
    "firestep.server.admin.serve": "the same",
    "firestep.server.workers.workers": "only the worker process needs games and plugins",
}


@cache
def trees() -> dict[str, ast.Module]:
    """Returns the syntax tree of each module, by its full name."""
    names = {
        p: ".".join(p.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__") for p in SOURCE.rglob("*.py")
    }
    return {name: ast.parse(p.read_text(encoding="utf-8")) for p, name in names.items()}


def imports(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """Yields the modules of firestep that a tree imports, and whether they are imported as modules. Types alone do not count."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("firestep"):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield (whole, True) if whole in trees() else (node.module, False)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, True) for alias in node.names if alias.name in trees())
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from imports(node)


@cache
def reachable(module: str) -> frozenset[str]:
    """Returns all modules that are imported while this one is imported."""
    seen: set[str] = set()
    todo = [module]
    while todo:
        for name, _ in imports(trees()[todo.pop()]):
            if name not in seen:
                seen.add(name)
                todo.append(name)
    return frozenset(seen)


CYCLIC = sorted(name for name in trees() if name in reachable(name))


def test_imports_stand_at_the_top() -> None:
    late = {
        name
        for name, tree in trees().items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("firestep")
    }
    assert late == set(LATE)


def test_modules_are_imported_under_names_of_more_than_one_letter() -> None:
    """A letter says nothing to a reader, and means another module in another file."""
    root = Path(__file__).parents[2]
    short = [
        f"{path.relative_to(root)}:{node.lineno}: {alias.name} as {alias.asname}"
        for folder in ("src", "tests", "tools", "bench")
        for path in sorted((root / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if len(alias.asname or "") == 1
    ]
    assert not short


def test_modules_of_a_cycle_import_each_other_as_modules() -> None:
    names = [
        f"{name} imports names of {other}"
        for name in CYCLIC
        for other, whole in imports(trees()[name])
        if not whole and name in reachable(other)
    ]
    assert not names


@pytest.mark.parametrize("module", CYCLIC)
def test_any_module_of_a_cycle_can_be_imported_first(module: str) -> None:
    env = {"PYTHONPATH": str(SOURCE.parent)}
    done = subprocess.run([sys.executable, "-c", f"import {module}"], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
