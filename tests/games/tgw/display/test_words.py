"""What a newcomer reads of a combat: nations by their names, never by the codes of their counters."""

from __future__ import annotations

import pytest

import firestep
from firestep.engine.session import Session
from firestep.games.tgw import GAME
from firestep.games.tgw.combat import strength
from firestep.games.tgw.combat.combat import Attacks
from firestep.games.tgw.components import board, fronts
from firestep.games.tgw.display import hints
from firestep.games.tgw.display.text import SAYS
from firestep.games.tgw.events.events import EndOfTurn
from firestep.games.tgw.movement.movement import MoveUnits
from firestep.games.tgw.nations.new_units import PlaceUnits
from firestep.games.tgw.state import State
from firestep.games.tgw.strategic.revolutions import RevolutionsPhase
from firestep.hexmap.grid import bits
from firestep.testing import play
from games.tgw.war import CP, A, draw, game, war


def test_factors_name_their_nations() -> None:
    st = firestep.start("tgw", scenario="1918", seed="words").state
    told = [m.text for m in strength.parts(st, st.stack(board.INDEX["W6512"]), strength.DEFENCE)]
    assert told and all("British unit" in x for x in told), told


def test_who_sets_up_sees_that_the_turn_has_not_begun() -> None:
    s = firestep.start("tgw", scenario="1918", seed="words", options={"setup": "free"})
    told = hints.sequence(s)
    assert told["steps"][told["now"]]["title"] == "Set-up"
    d = s.decision
    assert d is not None
    s.take(next(a for a in d.actions if a[0] == "deploy"))
    d = s.decision
    assert d is not None
    s.take(next(a for a in d.actions if a[0] in ("all", "unit")))
    d = s.decision
    assert (
        d is not None and d.prompt.startswith(("Allies: where do the", "Allies: where does the")) and d.prompt.endswith(" begin?")
    )


def told(s: Session[State]) -> list[str]:
    """Return the log as a reader sees it."""
    return [GAME.text(e) for e in s.journal]


@pytest.mark.parametrize(
    ("letter", "turn", "words"), [("Q", 44, "will pay Germany from U on"), ("R", 46, "is taken too late to pay Germany")]
)
def test_the_log_names_no_letter_on_which_no_points_come(letter: str, turn: int, words: str) -> None:
    s = game(war({"ge-1": "E4128"}, letter=letter, turn=turn, forts=False), MoveUnits(fronts.EASTERN, CP))
    play(s, "stack E4128", "to E4129")
    assert any(words in x for x in told(s)), told(s)


def test_hexes_that_arabs_leave_are_told() -> None:
    st = war({"ab-1ana": "N1622"}, turn=34, letter="M", forts=False)
    st.arab_hex, st.arab_before = board.INDEX["N1622"], CP
    st.seize(1 << board.INDEX["N1622"], A)
    s = game(st, MoveUnits(fronts.WESTERN, A))
    play(s, "stack N1622", "to N1623")
    name = board.place_name(board.INDEX["N1622"])
    assert f"The Arabs have left {name}. The Central Powers control it again." in told(s), told(s)


@pytest.mark.parametrize(
    ("key", "params", "words"),
    [
        ("made-known", {"unit": "ab-3ana", "untried": "ab-1ana", "place": "N2430"}, "turns out to be the Arab 3ANA Division."),
        ("made-known", {"unit": "ab-3ana", "place": "N2430"}, "The Arab 3ANA Division in Beirut (N2430) shows its strength."),
        ("jutland", {"die": 6, "points": -1}, "die 6. The Central Powers lose one victory point."),
        ("jutland", {"die": 1, "points": 2}, "die 1. The Central Powers gain two victory points."),
        ("jutland", {"die": 3, "points": 0}, "die 3. No victory points change."),
        ("shock-made", {"units": ["ge-12"]}, "The German 12 Division becomes a shock-troop unit."),
        ("shock-made", {"units": ["ge-12", "ge-13"]}, "the German 13 Division become shock-troop units."),
        ("unshocked", {"units": ["ge-12"]}, "The German 12 Division becomes an ordinary unit again."),
        ("19th", {"unit": "tu-19late"}, "The weaker Turkish 19 Division replaces the old one for good."),
        ("us-marker", {"letter": "N"}, "The U.S. entry marker moves to Strategic Turn N."),
        ("required", {"required": 1, "reserve": 4}, "The Turkish Required Reserve must have 1 division. It has 4."),
    ],
)
def test_sentences_have_the_usual_words_and_numbers(key: str, params: dict[str, object], words: str) -> None:
    assert SAYS[key](params).endswith(words)


def test_one_cavalry_division_fights_on_foot() -> None:
    s = game(war({"ge-1c": "W5027"}, letter="C", turn=7), PlaceUnits(CP))
    play(s, "dismount ge-1c")
    assert "The German 1 Cav fights on foot from now on." in told(s)


@pytest.mark.parametrize(
    ("event", "words"), [("winter", "The Russian winter offensive ends."), ("enver", "Enver's offensive ends.")]
)
def test_the_end_of_an_effect_names_the_event(event: str, words: str) -> None:
    st = war(turn=7, letter="C")
    st.until[event] = st.turn
    assert words in told(game(st, EndOfTurn()))


@pytest.mark.parametrize(("letter", "turn", "words"), [("R", 45, "until U."), ("S", 47, "for good.")])
def test_the_log_tells_whether_units_come_back_from_libya(letter: str, turn: int, words: str) -> None:
    s = draw(war({"br-52t": "N4211"}, letter=letter, turn=turn), "cp-libya")
    play(s, "libya br-52t")
    assert told(s)[-1] == f"The British 52T Division leaves for Libya {words}"


def test_no_town_of_a_closed_country_can_be_entered() -> None:
    """Places of Holland and Switzerland beside the border are not the names of Belgian and German hexes (tgw.17.4)."""
    assert {board.NAME[i] for i in bits(board.LAND) if i in board.NAME}.isdisjoint({"Maastricht", "Venlo", "Basel", "Delemont"})


@pytest.mark.parametrize(("defenders", "trenches"), [("fr-1", True), ("fr-1 fr-2 fr-3", False)])
def test_the_log_names_each_rule_once_and_no_trench_where_no_die_is_rolled(defenders: str, trenches: bool) -> None:
    """Both sides have a headquarters; the French are entrenched, which matters to the die alone (tgw.10.49)."""
    st = war({"ge-1": "W5027", "ge-hq1": "W5028", defenders: "W5026", "fr-hq1": "W5025"}, letter="L", turn=30, forts=False)
    st.trenches[:] = [2] * 5
    s = game(st, Attacks(fronts.WESTERN, CP), dice=[1])
    play(s, "attack W5026", "add ge-1", "go", "support ge-hq1", "support fr-hq1")
    (rules,) = [e.rules for e in s.journal if e.key == "attack"]
    assert len(rules) == len(set(rules)) and "tgw.10.48a" in rules
    assert ("tgw.14.41a" in rules) == trenches


def test_the_log_names_each_rule_of_a_roll_once() -> None:
    st = war(letter="N", turn=34)
    st.seize(board.RUSSIAN_CITIES, CP)
    s = game(st, RevolutionsPhase(), dice=[1])
    (rules,) = [e.rules for e in s.journal if e.key == "czar-roll"]
    assert len(rules) == len(set(rules))
