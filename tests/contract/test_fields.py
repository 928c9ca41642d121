"""Every field of a state has a use: the rules change it and ask for it, and it changes in games of the archive.

The fields come from the declaration of the state, so that a new one is tested as soon as it is there. A field counts as changed or
asked for where the object before it is called `st`, `s`, `g`, `state` or `self`. Functions of `state.py` count where rules call
them.
Flags and tallies within a field are tested by the games that have them.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import firestep
from firestep.engine import record
from firestep.engine.dice import Dice
from firestep.engine.errors import FirestepError
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games import GAMES
from playthrough import RECORDS, read

MOMENTS = RECORDS.parent / "moments"
#: modules that show, store, explain or begin what the rules do
SILENT = ("display", "position", "setup", "secrets", "odds", "state")
#: names of a state in the code of the rules, and of what is done to a list, dictionary or set
STATES = frozenset(("st", "s", "g", "state", "self", "new", "now", "was"))
CHANGING = frozenset(("append", "pop", "clear", "update", "setdefault", "remove", "extend", "insert"))
#: the engine changes it; nothing asks
ENGINE = frozenset(("rolls",))
#: fields that are only stored, told or shown, and why
TOLD = {
    "dgk": {"reason": "the words of the end", "mines": "what is shown of minefields", "first": "nothing asks; saved games have it"},
    "tgw": {"czar_letter": "nothing asks; saved games have it", "newly": "nothing asks; saved games have it"},
}
#: fields that the scenario sets and nothing changes
BEGUN = {"wwi": {"free"}}
#: fields that no short game of the archive changes, and the test with its arguments that plays the change
RARE: dict[str, dict[str, tuple[str, ...]]] = {
    "wwi": {"reopened": ("test_05_movement.test_crossing_russia_counts_as_entering_it",)},
    "dgk": {
        "assets": ("test_12_morale.test_the_loss_of_a_dump_can_break_an_army",),
        "bend": ("test_04_movement.test_a_line_may_bend",),
        "cuts": ("test_10_vehicles.test_cars_stay_and_half_of_them_destroy_the_train",),
        "sortie": ("test_10_aircraft.test_strafing_as_machine_guns_and_one_attack_of_each_kind_a_sortie",),
        "wire": ("test_10_mines_and_wire.test_wire_is_crossed_only_after_a_rest_in_contact",),
    },
    "ditt": {
        "closed": ("test_chapters_leave_playable_units.test_what_a_marker_brings_into_the_war_can_be_used", "rs"),
        "collapse_turn": ("test_chapters_leave_playable_units.test_what_a_marker_brings_into_the_war_can_be_used", "rs"),
        "roaming": ("nations.test_national_rules.test_who_returns_to_the_east_keeps_away_from_russians_and_arabs",),
    },
    "tgw": {
        "line_left": ("fortifications.test_forts.test_four_markers_come_with_k",),
        "rolled_now": ("test_victory.test_one_roll_for_a_hex_in_a_game_but_it_goes_on_counting",),
        "tried": ("combat.test_losses_and_advance.test_an_untried_unit_shows_its_strength_when_it_fights",),
        "saved": ("scenarios.test_optional_rules.test_the_saved_stack_dies_at_the_next_check_if_it_is_still_cut_off",),
        "u_waiting": (
            "strategic.test_warfare_and_replacements.test_a_second_u_boat_event_waits_until_a_strategic_turn_begins_without_one",
        ),
    },
}
#: records that are long and show nothing more
LONG = 12_000


class Uses(NamedTuple):
    """The fields that a piece of code changes and asks for, and the functions that it calls."""

    changed: frozenset[str]
    asked: frozenset[str]
    called: frozenset[str]


def uses(tree: ast.AST) -> Uses:
    changed, asked, called = set[str](), set[str](), set[str]()
    stored: set[int] = set()
    for n in ast.walk(tree):
        inner = n.value if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store | ast.Del) else None
        if isinstance(n, ast.Call):
            called.add(getattr(n.func, "attr", getattr(n.func, "id", "")))
            if isinstance(n.func, ast.Attribute) and n.func.attr in CHANGING:
                inner = n.func.value
        while isinstance(inner, ast.Subscript):
            inner = inner.value
        if isinstance(inner, ast.Attribute) and _is_state(inner.value):
            changed.add(inner.attr)
            stored.add(id(inner))
    for n in ast.walk(tree):
        if isinstance(n, ast.Attribute) and _is_state(n.value) and id(n) not in stored:
            (asked if isinstance(n.ctx, ast.Load) else changed).add(n.attr)
    return Uses(frozenset(changed), frozenset(asked), frozenset(called))


def _is_state(n: ast.expr) -> bool:
    return isinstance(n, ast.Name) and n.id in STATES or isinstance(n, ast.Attribute) and n.attr == "state"


def fields(game: str) -> list[str]:
    """The fields that are saved and differ from game to game."""
    declared = import_module(f"firestep.games.{game}.state").State.__annotations__
    return [
        f for f, kind in declared.items() if not any(w in str(kind) for w in ("Derived", "Shared", "Kept", "Remembered", "Scn"))
    ]


@cache
def of_rules(game: str) -> Uses:
    """What the rules of a game change and ask for, by functions of `state.py` as well."""
    folder = Path(firestep.__file__).parent / "games" / game
    trees = {str(f.relative_to(folder)): ast.parse(f.read_text(encoding="utf-8")) for f in sorted(folder.rglob("*.py"))}
    found = [uses(tree) for name, tree in trees.items() if not name.startswith(SILENT) and "refusals" not in name]
    changed, asked, called = (frozenset().union(*part) for part in zip(*found, strict=True))
    functions = {n.name: uses(n) for n in ast.walk(trees["state.py"]) if isinstance(n, ast.FunctionDef) and n.name[0] != "_"}
    for name in ("derive", "realign", "begin", "copy"):
        functions.pop(name, None)
    left = dict(functions)
    while now := [name for name in left if name in called or name in asked]:
        for name in now:
            changed, asked, called = (a | b for a, b in zip((changed, asked, called), left.pop(name), strict=True))
    return Uses(changed, asked, called)


def test_the_rules_change_and_ask_for_every_field(game: Any) -> None:
    found, told = of_rules(game.id), TOLD.get(game.id, {})
    begun = BEGUN.get(game.id, set())
    assert [f for f in fields(game.id) if f not in found.changed | ENGINE | begun] == [], "no rule changes it"
    assert [f for f in fields(game.id) if f not in found.asked | ENGINE and f not in told] == [], "no rule asks for it"
    assert set(told) <= set(fields(game.id))


def played(game: str) -> Iterator[tuple[str, Any]]:
    """The states of games of the archive, short ones first. A record that does not fit any more ends early: the test of the archive
    tells. The games of `tgw` are long: there the stored moments come first, each after the set-up of its scenario."""
    for path in sorted((MOMENTS / game).glob("*.json.gz")) if game == "tgw" else ():
        kept = json.loads(read(path))
        for start in (None, kept["moment"]):
            s = begin(GAMES[game], kept["scenario"], GAMES[game].settle_options(kept["options"]), Dice("fields"), start)
            yield path.name, s.state
    for path in sorted(RECORDS.glob(f"{game}-*.json.gz"), key=lambda p: (p.stat().st_size, p.name)):
        was = record.loads(read(path), path.name)
        if len(was["actions"]) > LONG:
            continue
        try:
            yield from ((path.name, s.state) for s in record.follow_session(was, GAMES))
        except FirestepError:
            continue


def test_every_field_changes_in_play(game: Any) -> None:
    left = {f for f in fields(game.id) if f not in RARE.get(game.id, {}) and f not in BEGUN.get(game.id, ())}
    name, first = "", None
    for path, st in played(game.id):
        if path != name:
            name, first = path, st.copy()
        left -= {f for f in left if getattr(st, f) != getattr(first, f)}
        if not left:
            break
    assert left == set()


@pytest.mark.parametrize(("id", "field"), [(id, f) for id, rare in RARE.items() for f in rare])
def test_a_rare_field_changes_in_a_test_that_plays(id: str, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is set by an order or a step of the rules: before them it is empty."""
    (name, *args), seen, states = RARE[id][field], set[bool](), list[Any]()
    settle = Session._settle

    def watched(s: Session[Any]) -> None:
        states.append(s.state)
        seen.add(_any(getattr(s.state, field)))
        settle(s)

    monkeypatch.setattr(Session, "_settle", watched)
    module, _, test = name.rpartition(".")
    getattr(import_module(f"games.{id}.{module}"), test)(*args)
    assert seen | {_any(getattr(st, field)) for st in states} == {False, True}


def _any(value: Any) -> bool:
    return any(value) if isinstance(value, list | tuple) else bool(value)


def test_every_field_is_asked_for_its_cause_or_has_none(game: Any) -> None:
    """The test of markers of each game names every field, or says in `NO_MARKERS` why nothing of it can outlive its cause."""
    module = import_module(f"games.{game.id}.test_markers")
    tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
    named = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)}
    named |= {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    assert [f for f in fields(game.id) if f not in named and f not in module.NO_MARKERS] == []
    assert set(module.NO_MARKERS) <= set(fields(game.id))
