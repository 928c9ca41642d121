"""Positions that tests set up by hand: they hold nothing that the rules cannot bring about, and no flag without the rest that the
rules change with it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from firestep.games.ditt.components import tables
from firestep.games.ditt.state import FLAGS
from games.ditt.handing import SIDE, WITH_MORE, before, collapse
from games.ditt.test_chapters_leave_playable_units import WARS
from games.ditt.test_events_leave_playable_units import EVENTS, handed

#: the words of every position file, in any combination
FREE = {"test_position.py"}
MODULES = {p: ast.parse(p.read_text(encoding="utf-8")) for p in sorted(Path(__file__).parent.rglob("*.py")) if p.name not in FREE}


def values(tree: ast.Module, table: str) -> Iterator[ast.expr]:
    """Yields what a module gives as a table of a position, with the constants of the module that it names."""
    constants: dict[str, ast.expr] = {}
    for x in ast.walk(tree):
        if isinstance(x, ast.Assign):
            constants |= {name.id: x.value for name in x.targets if isinstance(name, ast.Name)}
        elif isinstance(x, ast.AnnAssign) and isinstance(x.target, ast.Name) and x.value is not None:
            constants[x.target.id] = x.value
    given = [x.value for x in ast.walk(tree) if isinstance(x, ast.keyword) and x.arg == table]
    for x in ast.walk(tree):
        if isinstance(x, ast.Dict):
            given += [v for k, v in zip(x.keys, x.values, strict=True) if isinstance(k, ast.Constant) and k.value == table]
    for value in given:
        yield value
        yield from (constants[x.id] for x in ast.walk(value) if isinstance(x, ast.Name) and x.id in constants)


def flags_set(tree: ast.Module) -> set[str]:
    """The flags that a module gives to positions or sets in a state."""
    calls = [x for x in ast.walk(tree) if isinstance(x, ast.Call) and isinstance(x.func, ast.Attribute)]
    given = [*values(tree, "flags"), *(a for x in calls if x.func.attr == "set_flag" for a in x.args[:1])]  # type: ignore[attr-defined]
    return {x.value for v in given for x in ast.walk(v) if isinstance(x, ast.Constant) and x.value in FLAGS}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.stem)
def test_flags_come_with_all_that_the_rules_change_with_them(path: Path) -> None:
    """`handing.bring` lets the rules set those of `WITH_MORE`."""
    assert not flags_set(MODULES[path]) & set(WITH_MORE)


#: what only the rules may do in a test, and the fields that go with it: `handing` lets them do it
BY_RULES, FIELDS = {"set_side", "set_serves"}, {"allegiance", "serves", "roaming", "expedition", "released", "ferried"}
#: marks of units that come with nothing else
MARKS = {"flipped", "landed", "released"}
#: tests of one function that takes such a state as it comes
BARE = {
    "test_map_effects": "a side for each country, to ask what the map lets it reach",
    "test_losses": "RetreatAll, of any cause",
    "shaken": "positions that no game reaches, to ask what single conditions forbid",
}


def changed_by_hand(tree: ast.Module) -> set[str]:
    """What a module changes in a state, or marks in a position, that only events and the collapse change."""
    found = {x.func.attr for x in ast.walk(tree) if isinstance(x, ast.Call) and isinstance(x.func, ast.Attribute)} & BY_RULES
    for x in ast.walk(tree):
        for target in x.targets if isinstance(x, ast.Assign) else [x.target] if isinstance(x, ast.AugAssign) else []:
            target = target.value if isinstance(target, ast.Subscript) else target
            if isinstance(target, ast.Attribute) and target.attr in FIELDS:
                found.add(target.attr)
    for value in values(tree, "marks"):
        keys = [k for x in ast.walk(value) if isinstance(x, ast.Dict) for k in x.keys]
        found |= {k.value for k in keys if isinstance(k, ast.Constant) and k.value in FIELDS - MARKS}
    for value in values(tree, "allegiance"):
        found |= {"a country out of the war" for x in ast.walk(value) if isinstance(x, ast.Constant) and x.value == "out"}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.stem)
def test_masters_and_sides_are_changed_by_the_rules(path: Path) -> None:
    assert bool(changed_by_hand(MODULES[path])) == (path.stem in BARE), changed_by_hand(MODULES[path])


def sides_given(tree: ast.Module) -> set[tuple[str, str]]:
    """The countries and sides that a module gives to positions."""
    pairs = set()
    for value in values(tree, "allegiance"):
        for x in ast.walk(value):
            if isinstance(x, ast.Dict):
                words = [[y.value if isinstance(y, ast.Constant) else "" for y in part] for part in (x.keys, x.values)]
                pairs |= {(str(n), str(side)) for n, side in zip(*words, strict=True) if n in tables.NATION and side in SIDE}
    return pairs


@cache
def sides_brought() -> frozenset[tuple[str, str]]:
    """The countries and sides of the set-up, and those that events, markers, declared wars and the collapse bring about."""
    beaten = before(12).copy()
    collapse(beaten)
    states = [before(1), beaten, *(h.after.state for id in EVENTS for h in handed(id))]
    found = {(tables.NATIONS[n], tables.SEATS[side]) for st in states for n, side in enumerate(st.allegiance) if side < 2}
    found |= {(tables.NATIONS[n], tables.SEATS[side]) for n, side in tables.LEAN.items() if side < 2}  # ditt.15.2c
    return frozenset(found | {(n, tables.SEATS[1 - tables.SEATS.index(seat)]) for seat, n in WARS})


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.stem)
def test_countries_are_on_sides_that_the_rules_bring_them_to(path: Path) -> None:
    assert sides_given(MODULES[path]) <= sides_brought()
