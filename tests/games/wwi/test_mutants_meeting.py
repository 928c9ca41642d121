"""Rules where two chapters meet, taken out one at a time: the test that is named as judge must object.

`mutants.toml` says which line of which function is changed. The code of the function is exchanged in place, so that everybody who
imported it meets the change.
"""

from __future__ import annotations
import __future__ as future

import ast
import inspect
import textwrap
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from firestep.engine.errors import FirestepError
from games.wwi.test_mutants_combat import CACHES

#: how a test objects: by its own word, or because the broken game refuses or breaks off
OBJECTIONS = (AssertionError, FirestepError, LookupError, StopIteration, TypeError, ValueError, pytest.fail.Exception)
MUTANTS: list[dict[str, str]] = tomllib.loads((Path(__file__).parent / "mutants.toml").read_text(encoding="utf-8"))["mutant"]


def target(m: dict[str, str]) -> FunctionType:
    """The function that is changed; a method is named with its class."""
    found: Any = import_module(f"firestep.games.wwi.{m['module']}")
    for name in m["function"].split("."):
        found = inspect.getattr_static(found, name)
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


def judge(m: dict[str, str]) -> Any:
    module, _, name = m["judge"].partition(".")
    return getattr(import_module(f"games.wwi.{module}"), name)


@pytest.fixture(autouse=True)
def _no_memories() -> Iterator[None]:
    """What the fast code remembers by its masks must not survive a mutant."""
    for cache in CACHES:
        cache.clear()
    yield
    for cache in CACHES:
        cache.clear()


@pytest.mark.parametrize("m", MUTANTS, ids=[f"{k}-{m['module']}.{m['function']}" for k, m in enumerate(MUTANTS)])
def test_a_broken_meeting_is_noticed(m: dict[str, str]) -> None:
    """With the rule changed its judge objects; with the rule back he does not."""
    function = target(m)
    sound = function.__code__
    function.__code__ = broken(function, m["old"], m["new"])
    try:
        with pytest.raises(OBJECTIONS):
            judge(m)()
    finally:
        function.__code__ = sound


def test_there_are_many_of_them_and_the_judges_are_fair() -> None:
    """Without a mutant no judge objects."""
    assert len(MUTANTS) >= 60
    for name in sorted({m["judge"] for m in MUTANTS}):
        judge({"judge": name})()
