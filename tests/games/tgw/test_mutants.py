"""Single rules of combat, supply, forts and special units broken one at a time (`mutants.toml`): the judge must object."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from firestep.games.tgw.components import board, roster
from firestep.games.tgw.movement import sea
from firestep.games.tgw.supply import supply
from games import mutation

MUTANTS = mutation.mutants("tgw")


@pytest.fixture(autouse=True)
def _no_memories() -> Iterator[None]:
    """Clears what supply and sea movement remember, so that it does not survive a mutant."""
    supply._rings.clear()
    yield
    supply._rings.clear()
    sea._ports_for.cache_clear()


def cases(test: Callable[..., None]) -> list[dict[str, Any]]:
    """Every set of arguments that a test is run with."""
    out: list[dict[str, Any]] = [{}]
    for mark in getattr(test, "pytestmark", []):
        if mark.name == "parametrize":
            names = [n.strip() for n in mark.args[0].split(",")] if isinstance(mark.args[0], str) else list(mark.args[0])
            out = [given | dict(zip(names, v if len(names) > 1 else (v,), strict=True)) for given in out for v in mark.args[1]]
    return out


def surroundings(module: Any) -> list[Callable[[pytest.MonkeyPatch], None]]:
    """What a module patches before each of its tests (fixtures that are used without being asked for)."""
    found = [x for x in vars(module).values() if getattr(getattr(x, "_fixture_function_marker", None), "autouse", False)]
    functions = [x._get_wrapped_function() for x in found]
    return [f for f in functions if list(inspect.signature(f).parameters) == ["monkeypatch"] and not inspect.isgeneratorfunction(f)]


def hear(name: str) -> None:
    """Run a test as pytest would: with its arguments, a patch of its own, what its module does before, and plenty of supply where
    that asks for it."""
    test = mutation.judge("tgw", name)
    wants = inspect.signature(test).parameters
    marks = getattr(inspect.getmodule(test), "pytestmark", None)
    fed = "plenty" in wants or marks is not None and "plenty" in marks.args
    for given in cases(test):
        with pytest.MonkeyPatch.context() as patch:
            for prepare in surroundings(inspect.getmodule(test)):
                prepare(patch)
            hungry: set[str] = set()
            if fed:
                patch.setattr(supply, "ground", lambda st, u, hungry=hungry: 0 if roster.UNITS[u] in hungry else board.LAND)
                patch.setattr(supply, "KIND", tuple(range(roster.N)))
                patch.setattr(supply, "SORT", tuple(range(roster.N)))
            extra = {"monkeypatch": patch, "plenty": hungry}
            test(**given, **{k: v for k, v in extra.items() if k in wants})


@pytest.mark.parametrize("m", MUTANTS, ids=mutation.names(MUTANTS))
def test_a_broken_rule_is_noticed(m: mutation.Mutant) -> None:
    with mutation.breaking("tgw", m), pytest.raises(mutation.OBJECTIONS):
        hear(m["judge"])


def test_there_are_many_of_them_and_the_judges_are_fair() -> None:
    assert len(MUTANTS) >= 60
    for name in sorted({m["judge"] for m in MUTANTS}):
        hear(name)
