"""Flags and fields of the state: the rules write and read each of them, and each flag is set in play."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeGuard

import pytest

from firestep.engine.dice import ScriptedDice
from firestep.games.ditt import state as states
from firestep.games.ditt.coins import coins
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import event_table, events
from firestep.games.ditt.nations import collapse as falls
from firestep.games.ditt.nations import control, entry_markers, neutrals
from firestep.games.ditt.state import FLAGS, OLD_FLAGS, State
from games.ditt.handing import Apply, before, enact, enter, happen, occur, plain, run, session, words
from games.ditt.positions import landing, pulse

SOURCE = Path(states.__file__).parent
#: modules that only store, show or set up what the rules wrote; so do those of `display`, and refusals only explain
SILENT = frozenset(("state", "position", "setup"))
RULES = {
    f: ast.parse(f.read_text(encoding="utf-8"))
    for f in sorted(SOURCE.rglob("*.py"))
    if f.stem not in SILENT and f.parent.name != "display" and "refusals" not in f.stem
}


def strings(node: ast.AST) -> set[str]:
    return {x.value for x in ast.walk(node) if isinstance(x, ast.Constant) and isinstance(x.value, str)}


def constants(tree: ast.Module) -> dict[str, str]:
    """The names that a module gives to the bits of flags. A flag is read where a function uses its name."""
    out: dict[str, str] = {}
    for x in tree.body:
        if isinstance(x, ast.Assign) and any(isinstance(y, ast.Name) and y.id == "FLAG" for y in ast.walk(x.value)):
            names = [y.id for y in ast.walk(x.targets[0]) if isinstance(y, ast.Name)]
            flags = [y.value for y in ast.walk(x.value) if isinstance(y, ast.Constant) and isinstance(y.value, str)]
            out |= dict(zip(names, flags, strict=True))
    return out


def _loads(x: ast.AST, names: dict[str, str]) -> TypeGuard[ast.Name]:
    return isinstance(x, ast.Name) and x.id in names


@cache
def flags_named() -> tuple[frozenset[str], frozenset[str]]:
    """The flags that the rules or the data write, and those that they read."""
    written, read = set[str](), set[str]()
    for tree in RULES.values():
        for x in ast.walk(tree):
            if isinstance(x, ast.Call) and isinstance(x.func, ast.Attribute) and x.func.attr in ("flag", "set_flag"):
                (written if x.func.attr == "set_flag" else read).update(strings(x))
        bits_of = constants(tree)
        read |= {bits_of[x.id] for f in ast.walk(tree) if isinstance(f, ast.FunctionDef) for x in ast.walk(f) if _loads(x, bits_of)}
    for e in event_table.EVENTS.values():
        written |= set(re.findall(r"\bflag ([a-z-]+)", e.do))
        read |= set(re.findall(r"\bflag ([a-z-]+)", e.when))
    return frozenset(written), frozenset(read)


@pytest.mark.parametrize("flag", FLAGS)
def test_the_rules_write_and_read_each_flag(flag: str) -> None:
    written, read = flags_named()
    assert flag in written, f"no rule sets {flag}"
    assert flag in read, f"no rule asks for {flag}"


def test_no_rule_names_a_flag_that_is_not_there() -> None:
    written, read = flags_named()
    assert not (written | read) & OLD_FLAGS
    assert written | read <= set(FLAGS) | {w for w in written | read if not re.fullmatch(r"[a-z]+(-[a-z]+)*", w)}


# -- fields of the state ----------------------------------------------------------------------------------------------------

FIELDS = [name for name, kind in State.__annotations__.items() if "Derived" not in str(kind) and "Shared" not in str(kind)]
#: what methods of the state write for the rules that call them
BY_METHOD = {
    "at": "put",
    "own": "seize",
    "serves": "set_serves",
    "allegiance": "set_side",
    "flags": "set_flag",
    "flipped": "flip",
    "landed": "put",
}


def stores(tree: ast.AST) -> Iterator[tuple[str, bool]]:
    """The attributes that a module changes (True) or asks for (False)."""
    for x in ast.walk(tree):
        if isinstance(x, ast.Assign | ast.AugAssign | ast.AnnAssign):
            for target in x.targets if isinstance(x, ast.Assign) else [x.target]:
                for y in ast.walk(target):
                    if isinstance(y, ast.Attribute):
                        yield y.attr, True
            if isinstance(x, ast.AugAssign):
                continue
        if isinstance(x, ast.Call) and isinstance(x.func, ast.Attribute) and x.func.attr == "setattr":
            yield from ((w, True) for w in strings(x))
        if isinstance(x, ast.Attribute) and isinstance(x.ctx, ast.Load):
            yield x.attr, False


@cache
def fields_named() -> tuple[frozenset[str], frozenset[str]]:
    found = {pair for tree in RULES.values() for pair in stores(tree)}
    return frozenset(a for a, w in found if w), frozenset(a for a, w in found if not w)


@pytest.mark.parametrize("name", [f for f in FIELDS if f not in ("options", "rolls")])
def test_the_rules_write_and_read_each_field(name: str) -> None:
    written, read = fields_named()
    assert name in written or BY_METHOD.get(name) in read, f"no rule changes {name}"
    assert name in read or name == "flags", f"no rule asks for {name}"


# -- each flag in play ------------------------------------------------------------------------------------------------------


@cache
def by_events() -> frozenset[str]:
    """The flags that events set in games that lead to them."""
    out = set[str]()
    for id, e in event_table.EVENTS.items():
        if "flag " not in e.do and "call " not in e.do:
            continue
        st = next(occur(id), None)
        for dice in ((1,), (2,), (6,)) if st is not None else ():
            for answers in ((0, 0), (-1, -1)):
                was = st.flags
                now = happen(st.copy(), id, dice, answers).after.state
                out |= {f for f in FLAGS if now.flag(f) and not was & states.FLAG[f]}
                if "may " in e.do:  # and if it is declined
                    s = session(st.copy(), ScriptedDice(dice * 60, first=st.rolls), events.Happen(id))
                    while s.decision is not None:
                        s.take(plain(s))
                    out |= {f for f in FLAGS if s.state.flag(f) and not was & states.FLAG[f]}
    return frozenset(out)


def declared(st: State, declare: Callable[[Any], Any]) -> State:
    run(st, Apply(declare))
    return st


def at_war(turn: int = 4) -> State:
    return enact(before(turn).copy(), {"allegiance": {"tu": "central", "it": "entente"}})


def entered(nation: int, place: int) -> State:
    st = at_war()
    enter(st, nation, place)
    return st


def refused_italy() -> State:
    st = next(st for k in range(9) if (st := before(2, k).copy()).allegiance[tables.IT] == tables.NEUTRAL)
    enter(st, tables.GE, places.PARIS)
    run(st, Apply(lambda s: entry_markers.move_entry(s, tables.ENTRY.index("it"), tables.IN_THE_WAR)))
    return st


def collapsed() -> State:
    st = at_war(12)
    run(st, Apply(lambda s: entry_markers.move_entry(s, tables.REVOLUTION, tables.IN_THE_WAR)))
    return st


def no_garrison() -> State:
    st = collapsed()
    st.turn += 2
    run(st, falls.GarrisonCheck())
    return st


def shielded() -> State:
    st = at_war(8)
    run(st, Apply(lambda s: control.deploy(s, tables.UNIT["rs-1"], places.INDEX["3015"], divs=3)))
    for unit, h in (("rs-2", "3014"), ("rs-3", "3016")):
        st.put(tables.UNIT[unit], -1)
        run(st, Apply(lambda s, u=unit, h=h: control.deploy(s, tables.UNIT[u], places.INDEX[h], divs=3)))
    st.turn = 8
    run(st, events.Chit(7))
    return st


def played(*answers: str, **tables: Any) -> State:
    s = pulse(dice=[3] * 60, **tables)
    for word in answers:
        while word not in words(s):
            assert s.decision is not None and type(s.decision.step).__name__ != "Pulse", (word, words(s))
            s.take(plain(s))
        s.take(word)
    return s.state


def lost_beach() -> State:
    """A Beach Head was lost before the chit that gives one to the French is drawn."""
    st = landing("central").state.copy()
    st.turn = 17
    run(st, Apply(lambda s: control.lose(s, tables.UNIT["br-mef"], tables.MOST_DIVS)))
    run(st, events.Happen("ditt.ev.1918.7.04"))
    return st


def lost_by_nivelle() -> State:
    st = played("stack 3207", "step 3208", "coin ep-nivelle", **FRONT, side="entente", coins={"ep-nivelle": 3}).copy()
    run(st, Apply(coins.end_of_turn))
    return st


FRONT: dict[str, Any] = {"units": {"ge-1": "3208 9", "fr-5": "3207 5"}, "turn": 17}
CHAPTERS: dict[str, Callable[[], State]] = {
    "straits-out": lambda: declared(at_war(), neutrals.exclude_straits),
    "snow-open": lambda: entered(tables.GE, places.INDEX["2607"]),
    "san-remo": lambda: entered(tables.AH, places.SAN_REMO),
    "great-retreat": lambda: declared(before(2).copy(), neutrals.great_retreat),
    "engineers": lambda: declared(happen(at_war(), "ditt.ev.1915.2.05", (3,), (0, 0)).after.state, neutrals.place_engineers),
    "pipeline": lambda: declared(happen(at_war(12), "ditt.ev.1917.2.08", (3,), (0, 0)).after.state, neutrals.lay_pipeline),
    "collapsed": collapsed,
    "italy-stays": refused_italy,
    "forfeit": no_garrison,
    "shield": shielded,
    "late-beach": lost_beach,
    "nivelle-failed": lost_by_nivelle,
    "kaiserschlacht": lambda: played(
        "stack 3208", "step 3207", "coin cp-kaiserschlacht", **FRONT, side="central", coins={"cp-kaiserschlacht": 2}
    ),
    "baron-used": lambda: played("stack 3208", "step 3207", "baron", "pass", **FRONT, side="central", flags=["baron"]),
    "hoffmann-used": lambda: played(
        "coin cp-hoffmann",
        "point 3014",
        side="central",
        turn=9,
        units={"ge-8": "3014 5"},
        marks={"flipped": ["ge-8"]},
        coins={"cp-hoffmann": 2},
    ),
    "sarrail-used": lambda: played(
        "coin cp-sarrail",
        "point 2311",
        side="central",
        turn=9,
        units={"fr-orient": "2311 3", "ge-1": "3108 3"},
        coins={"cp-sarrail": 2},
    ),
}


@pytest.mark.parametrize("flag", FLAGS)
def test_each_flag_is_set_in_play(flag: str) -> None:
    if flag in CHAPTERS:
        assert CHAPTERS[flag]().flag(flag)
    else:
        assert flag in by_events()
