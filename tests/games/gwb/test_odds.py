"""What is foretold is what is rolled; reinforcements; what the table shows of an open combat."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from firestep.engine.session import Session
from firestep.games.gwb import GAME
from firestep.testing import play, rule, situation, texts
from games.gwb.positions import field, last

UNITS = {"ge-r1": "0705", "ge-c1": "0804", "ge-e1": "0604", "ge-e2": "0604", "fr-b": "0706 dis=1", "fr-b1": "0706", "fr-g3": "0707"}


def combat(dice: tuple[int, ...]) -> Session[Any]:
    s = field(UNITS, dice=dice, markers=["0706"])
    return play(s, "attack 0706", "add ge-r1", "across ge-c1 0805", "commit", "hold", "add ge-e1", "add ge-e2", "ready")


@rule("gwb.6.1a", "gwb.6.5c", "gwb.13.2e", "gwb.9.0j")
def test_the_odds_are_those_of_the_resolver() -> None:
    """All 216 throws of a combat with barrage, an open attack, a marker and a disorganised defender."""
    s = combat(())
    assert texts(s) == ["none", "support fr-g3"]
    told = {(r.detail["attacker"], r.detail["defender"]): r.chance for r in s.odds().results}
    found: dict[tuple[int, int], Fraction] = {}
    for dice in product(range(1, 7), repeat=3):
        t = combat(dice)
        play(t, "none")
        m = last(t, "melee")
        cell = (m["attacker"], m["defender"])
        found[cell] = found.get(cell, Fraction(0)) + Fraction(1, 216)
    assert found == told and sum(told.values()) == 1
    odds = s.odds()
    assert odds.expected["attacker"] == sum(a * p for (a, _), p in found.items())


def test_odds_of_an_attack_that_is_only_thought_of() -> None:
    s = field(UNITS)
    odds = s.odds("attack", "0706")
    assert sum(r.chance for r in odds.results) == 1 and {m.rule for m in odds.modifiers} >= {
        "gwb.3.17a",
        "gwb.3.17b",
        "gwb.3.3b",
        "gwb.3.5",
    }
    assert odds.title.startswith("Attack on 0706")


def test_the_combat_panel_fills_in() -> None:
    s = field(UNITS)
    assert s.view(1)["board"]["combat"] is None
    play(s, "attack 0706", "add ge-r1")
    panel = s.view(1)["board"]["combat"]
    assert panel["attackers"] == ["ge-r1"] and panel["barrage"]["guns"] == [] and panel["melee"]["odds"]
    play(s, "commit", "hold", "add ge-e1")
    panel = s.view(0)["board"]["combat"]
    assert panel["barrage"]["guns"] == ["ge-e1"] and panel["barrage"]["strength"] == 3 and panel["fire"]["strength"] == 3 + 2


@rule("gwb.8.0a")
def test_an_interruption_is_the_other_seats_question_in_the_middle_of_a_move() -> None:
    s = field({"ge-u": "0301", "fr-b1": "0806"}, phase="movement")
    play(s, "march ge-u", "done", "move ge-u", "go 1003")
    d = s.decision
    assert d is not None and d.seat_name == "allied" and "within range of your guns" in d.prompt
    assert s.view(0)["board"]["battle"]["mover"] == "ge-u" and not s.view(1)["decision"]["actions"]
    play(s, "pass")
    while (d := s.decision) and d.seat_name == "allied":
        s.take("pass")
    assert s.state.b.board.grid.number(s.state.at[s.state.b.by_id["ge-u"]]) == "1003"


def reserve(turn: int, **more: Any) -> Session[Any]:
    units = {"fr-z1": "away", "fr-z2": "away", "fr-k": "0507", "ge-r1": "0101"}
    return situation("gwb", "training", clear=True, side="allied", phase="movement", turn=turn, units=units, **more)


def test_reinforcements_enter_from_their_turn_on() -> None:
    s = play(reserve(1), "done")
    assert texts(s) == ["done", "move fr-k"] and [r.rule for r in s.why_not("move fr-z1")] == ["gwb.7.0"]
    s = play(reserve(2), "done")
    assert texts(s) == ["done", "move fr-k", "move fr-z1", "move fr-z2"]
    play(s, "move fr-z1")
    goals = {t[3:] for t in texts(s) if t.startswith("go")}
    assert {"0810", "0910", "1010"} <= goals and "0805" not in goals
    play(s, "go 0909")
    assert s.agenda[-1].mp == 6 - 2 or s.agenda[-1].mp == 6 - 3  # type: ignore[attr-defined]  # the edge hex and the way


def test_reinforcements_may_come_in_march_order() -> None:
    s = play(reserve(2), "march fr-z1", "done", "move fr-z1")
    assert s.agenda[-1].mp == 12  # type: ignore[attr-defined]


def test_every_sentence_of_the_journal_is_known() -> None:
    import re
    from pathlib import Path

    from firestep.games.gwb.display.text import SENTENCES

    source = "".join(p.read_text(encoding="utf-8") for p in Path(str(GAME.data.parent)).glob("*.py"))
    keys = set(re.findall(r's\.note\(\s*"([a-z-]+)"', source))
    assert keys and keys <= set(SENTENCES)
