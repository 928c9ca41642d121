"""Mutants kept as data: one function of a game with one piece of its source replaced, and the test that must object.

A file `mutants.toml` beside the tests of a game lists them: `old` is replaced by `new` in the source of `function`, which is in
`module` of the game's package; `judge` names the test. The code of the function is exchanged in place, so that everybody who
imported it meets the change.
"""

from __future__ import annotations
import __future__ as future

import ast
import inspect
import textwrap
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from firestep.engine.errors import FirestepError

Mutant = dict[str, str]

#: how a test objects: by its own word, or because the broken game refuses or breaks off
OBJECTIONS = (
    AssertionError,
    AttributeError,
    FirestepError,
    LookupError,
    StopIteration,
    TypeError,
    ValueError,
    pytest.fail.Exception,
)


def mutants(game: str) -> list[Mutant]:
    found: list[Mutant] = tomllib.loads((Path(__file__).parent / game / "mutants.toml").read_text(encoding="utf-8"))["mutant"]
    return found


def names(of: list[Mutant]) -> list[str]:
    return [f"{k}-{m['module']}.{m['function']}" for k, m in enumerate(of)]


def target(game: str, m: Mutant) -> FunctionType:
    """The function that is changed; a method is named with its class, and of one that remembers the one within."""
    found: Any = import_module(f"firestep.games.{game}.{m['module']}")
    for name in m["function"].split("."):
        found = inspect.getattr_static(found, name)
    found = inspect.unwrap(found)
    assert isinstance(found, FunctionType)
    return found


def broken(function: FunctionType, old: str, new: str) -> CodeType:
    """The code of the function with one piece of its source replaced."""
    source = inspect.getsource(function)
    assert source.count(old) == 1, f"{function.__qualname__} has changed: {old!r} is there {source.count(old)} times"
    tree = ast.parse(textwrap.dedent(source.replace(old, new)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    made: dict[str, Any] = {}
    flags = future.annotations.compiler_flag
    exec(compile(tree, function.__code__.co_filename, "exec", flags), function.__globals__, made)
    code: CodeType = made[definition.name].__code__
    return code


@contextmanager
def breaking(game: str, m: Mutant) -> Iterator[None]:
    function = target(game, m)
    sound = function.__code__
    function.__code__ = broken(function, m["old"], m["new"])
    try:
        yield
    finally:
        function.__code__ = sound


def judge(game: str, name: str) -> Any:
    module, _, test = name.rpartition(".")
    return getattr(import_module(f"games.{game}.{module}"), test)


def condemned(game: str, m: Mutant) -> None:
    """With the rule changed its judge objects."""
    with breaking(game, m), pytest.raises(OBJECTIONS):
        judge(game, m["judge"])()


def fair(game: str, of: list[Mutant]) -> None:
    """Without a mutant no judge objects."""
    for name in sorted({m["judge"] for m in of}):
        judge(game, name)()
