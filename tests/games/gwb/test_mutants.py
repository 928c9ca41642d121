"""Mutants: a rule is changed in the source of one function, and the test named beside it must notice.

The list is mutants.txt. Run as a program, this file looks for a test for every mutant that names none, and writes it down.
"""

from __future__ import annotations

import importlib
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from firestep.games.gwb import slow
from firestep.games.gwb.components import tables
from firestep.games.gwb.components.battle import battle

LIST = Path(__file__).with_name("mutants.txt")
TESTS = (
    "04_end_of_battle",
    "06_advance",
    "06_combat",
    "06_losses",
    "06_retreat",
    "06_support",
    "07_marches",
    "07_movement",
    "08_to_10",
    "12_isolation",
    "13_special",
    "examples",
)
#: fixtures that a test may ask for
FIXTURES = {"monkeypatch", "melee"}


class Mutant(NamedTuple):
    where: str
    old: str
    new: str
    killer: str

    def line(self) -> str:
        old, new = (x.replace("|", "\\|").replace("\n", "\\n") for x in (self.old, self.new))
        return f"{self.where} | {old} | {new} -> {self.killer}"


def _plain(text: str) -> str:
    return text.replace("\\|", "|").replace("\\n", "\n")


def read() -> list[Mutant]:
    out = []
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            text, _, killer = line.partition(" ->")
            where, old, new = (_plain(part.strip()) for part in f"{text} ".split(" | "))
            out.append(Mutant(where, old, new, killer.strip()))
    return out


@contextmanager
def alive(m: Mutant) -> Iterator[None]:
    """The game with the mutant in it; what it made the boards remember is forgotten afterwards."""
    module_name, _, name = m.where.partition(".")
    module: Any = importlib.import_module(f"firestep.games.gwb.{module_name}")
    owner: Any = module
    *path, last = name.split(".")
    for part in path:
        owner = getattr(owner, part)
    source = textwrap.dedent(inspect.getsource(getattr(owner, last)))
    assert source.count(m.old) == 1, f"{m.where} has {source.count(m.old)} times {m.old!r}"
    made: dict[str, Any] = {}
    exec(compile("from __future__ import annotations\n" + source.replace(m.old, m.new), m.where, "exec"), module.__dict__, made)
    with pytest.MonkeyPatch.context() as patch:
        _forget()
        patch.setattr(owner, last, made[last])
        yield
    _forget()


def _forget() -> None:
    battle("training").board.ground.cache_clear()
    slow._memo.clear()


def cases(test: Callable[..., None]) -> list[dict[str, Any]]:
    """The arguments of a parametrised test; one empty set for any other."""
    out: list[dict[str, Any]] = [{}]
    for mark in getattr(test, "pytestmark", []):
        if mark.name == "parametrize":
            names = mark.args[0] if isinstance(mark.args[0], tuple) else tuple(n.strip() for n in mark.args[0].split(","))
            values = [v if len(names) > 1 else (v,) for v in mark.args[1]]
            out = [old | dict(zip(names, v, strict=True)) for old in out for v in values]
    return out


def passes(test: Callable[..., None]) -> bool:
    """Does the test pass in every case?"""
    wanted = FIXTURES & set(inspect.signature(test).parameters)
    for case in cases(test):
        with pytest.MonkeyPatch.context() as patch:
            own: dict[str, Any] = {
                "monkeypatch": patch,
                "melee": lambda a, d, p=patch: p.setattr(tables, "melee", lambda column, die: (a, d)),
            }
            try:
                test(**case, **{name: own[name] for name in wanted})
            except (Exception, pytest.fail.Exception):
                return False
    return True


def find(killer: str) -> Callable[..., None]:
    module, _, name = killer.partition("::")
    test: Callable[..., None] = getattr(importlib.import_module(f"games.gwb.test_{module}"), name)
    return test


MUTANTS = read()


@pytest.mark.parametrize("m", MUTANTS, ids=[f"{m.where}-{n}" for n, m in enumerate(MUTANTS)])
def test_a_mutant_is_noticed(m: Mutant) -> None:
    test = find(m.killer)
    with alive(m):
        assert not passes(test), f"{m.killer} passes although {m.where} says {m.new!r}"


def test_the_named_tests_pass_without_mutants() -> None:
    """What fails anyway proves nothing."""
    _forget()
    assert all(passes(find(k)) for k in sorted({m.killer for m in MUTANTS}))


def hunt() -> int:
    """Name a killer for every mutant that has none; survivors are told."""
    tests = []
    for name in TESTS:
        module = importlib.import_module(f"games.gwb.test_{name}")
        for id, test in vars(module).items():
            if id.startswith("test_") and set(inspect.signature(test).parameters) <= FIXTURES | {n for c in cases(test) for n in c}:
                tests.append((f"{name}::{id}", test))
    tests = [(id, t) for id, t in tests if passes(t)]
    left = 0
    lines = [line for line in LIST.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    for m in MUTANTS:
        killer = m.killer
        if not killer:
            with alive(m):
                killer = next((id for id, t in reversed(tests) if not passes(t)), "")
            print(m.where, killer, flush=True)
            if not killer:
                left += 1
                print("survives:", m.where, "|", m.old, "|", m.new, flush=True)
        lines.append(m._replace(killer=killer).line().rstrip())
    LIST.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(MUTANTS)} mutants, {left} survive")
    return left


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    sys.exit(hunt() > 0)
