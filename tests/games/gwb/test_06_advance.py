"""Advance after combat (gwb.6.4.5)."""

from __future__ import annotations

import pytest

from firestep.testing import play, rule, texts
from games.gwb.positions import Melee, at, bleed, count, field, rules, steps, unit


@rule("gwb.6.4.5a")
def test_no_advance_while_a_defender_stands(melee: Melee) -> None:
    melee(1, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-b": "0706", "fr-z1": "1010"}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "hold")
    bleed(s)
    assert steps(s, "fr-b") == 1 and type(s.agenda[-1]).__name__ == "CombatPhase"


@rule("gwb.6.4.5a", "gwb.6.4.1b")
def test_who_was_reduced_may_advance_as_well(melee: Melee) -> None:
    melee(2, 2)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-b": "0706", "fr-z1": "1010"}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "hold", "lose ge-r1", "lose ge-r2")
    bleed(s)
    assert texts(s) == ["advance ge-r1", "advance ge-r2", "done"] and steps(s, "ge-r1") == steps(s, "ge-r2") == 1


@rule("gwb.6.4.5c", "gwb.ex.h6")
def test_no_gun_advances_when_its_stack_has_died() -> None:
    s = field(
        {"ge-c1": "0705", "ge-e1": "0705 limbered", "fr-b1": "0706", "fr-b2": "0706", "fr-k": "1010"},
        phase="hasty",
        markers=["0706"],
        dice=[3, 4],
    )
    play(s, "attack 0706", "add ge-c1", "commit", "hold", "ready")
    bleed(s)
    assert texts(s) == ["done"] and type(s.agenda[-1]).__name__ == "CombatPhase"  # nobody is asked to advance
    assert at(s, "ge-c1") == "-1" and at(s, "fr-b1") == "-1" and at(s, "fr-b2") == "-1"
    assert count(s, "advance") == 0 and at(s, "ge-e1") == "0705"


@rule("gwb.6.4.5c")
def test_a_gun_follows_its_own_stack_and_only_after_it(melee: Melee) -> None:
    melee(0, 2)
    s = field({"ge-r1": "0705", "ge-r2": "0606", "ge-e1": "0705 limbered", "ge-e2": "0606 limbered", "fr-k": "0706"}, dice=[6, 1])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "ready", "hold")
    bleed(s)
    assert texts(s) == ["advance ge-r1", "advance ge-r2", "done"]
    assert rules(s, "advance ge-e1") == ["gwb.6.4.5c"]
    play(s, "advance ge-r1")
    assert texts(s) == ["advance ge-e1", "advance ge-r2", "done"] and rules(s, "advance ge-e2") == ["gwb.6.4.5c"]


@rule("gwb.6.4.5a", "gwb.7.1a")
def test_wheels_do_not_advance_into_a_marsh(monkeypatch: pytest.MonkeyPatch, melee: Melee) -> None:
    melee(0, 1)
    s = field({"ge-r1": "0309", "ge-r2": "0309", "fr-k": "0308 reduced", "fr-z1": "1010"}, dice=[6, 1])
    for id, offered in (("ge-r1", False), ("ge-r2", True)):
        monkeypatch.setattr(s.state.b.units[unit(s, id)], "wheels", 0 if offered else 1)
    play(s, "attack 0308", "add ge-r1", "add ge-r2", "commit", "hold")
    bleed(s)
    assert texts(s) == ["advance ge-r2", "done"] and rules(s, "advance ge-r1") == ["gwb.7.1a"]
