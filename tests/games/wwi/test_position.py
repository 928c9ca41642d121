"""Positions and questions that make no sense are refused in a sentence, before anything goes wrong in play."""

from __future__ import annotations

from typing import Any

import pytest

import firestep
from firestep.engine.errors import BadPosition, Illegal
from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.state import GONE
from firestep.testing import play, rule, situation, texts
from games.wwi.positions import O, field, hx

# -- armies of nations that are not at war ------------------------------------------------------------------------------------


@rule("wwi.trt.us")
@pytest.mark.parametrize("place", ["0407", "transit", "pool", "gone"])
def test_a_us_army_that_has_arrived_means_war(place: str) -> None:
    """The first army brings the United States in: a position with one on the map, or lost, needs no word on it."""
    s = situation("wwi", clear=True, turn=9, phase=4, superior="central", units={"us-1": place, "ge-1": "0507", "ge-2": "0508"})
    assert s.state.allegiance[board.US] == board.ALLIED
    waiting = situation("wwi", clear=True, turn=9, phase=4, superior="central", units={"ge-1": "0507"})
    assert waiting.state.allegiance[board.US] == board.NEUTRAL
    if place == "0407":
        play(s, "attack 0407", "add ge-1", "add ge-2", "go")  # and it fights like an Ally
        assert s.decision is not None and s.decision.seat == board.ALLIED


@rule("wwi.11.0d")
@pytest.mark.parametrize(
    ("unit", "place", "sides"),
    [
        ("it-1", "0407", {"it": "neutral"}),
        ("us-1", "0407", {"us": "neutral"}),
        ("it-1", "transit", {"it": "neutral"}),
        ("ge-1", "transit", {}),
        ("gk-1", "0929", {"gk": "nobody"}),
        ("ne-army", "0806", {}),
    ],
)
def test_an_army_that_cannot_be_there_is_refused(unit: str, place: str, sides: dict[str, str]) -> None:
    """A neutral army outside its country, one of a nation that has left the war, and any but an Ally in the Transit Area."""
    with pytest.raises(BadPosition, match=unit):
        situation("wwi", clear=True, turn=2, phase=4, units={unit: place}, allegiance=sides)


@rule("wwi.11.0d")
def test_neutrals_at_home_are_welcome() -> None:
    """A neutral army in its own country stands wherever the file puts it."""
    s = situation("wwi", clear=True, turn=2, phase=1, units={"it-1": "0314", "ne-army": "0604"})
    assert board.hexes(s.state.occ[board.NEUTRAL]) == ["0314", "0604"]


@rule("wwi.14.26")
def test_a_position_of_the_first_turn_keeps_the_delay() -> None:
    """Written and read again it is the same; a file may say otherwise."""
    s = firestep.start("wwi", "historical", seed=1)
    written = s.game.position_to(s)
    assert written["delayed"] == ["bl"]
    assert situation("wwi", turn=1, phase=4).state.delayed == 1 << board.BL
    assert not situation("wwi", turn=1, phase=4, delayed=[]).state.delayed
    assert not situation("wwi", turn=2, phase=4).state.delayed


# -- odds ---------------------------------------------------------------------------------------------------------------------


def war() -> Session[Any]:
    return field({"ge-1": hx("nw"), "ge-stoss-1": hx("sw"), "fr-1": O, "fr-2": hx("se"), "ah-1": hx("nw", "nw", "nw")}, turn=7)


def rules(s: Session[Any], *what: str) -> list[str]:
    with pytest.raises(Illegal) as e:
        s.odds(*what)
    assert str(e.value).count(".") <= 12 and "\n" not in str(e.value)
    return [r.rule for r in e.value.refusals]


@rule("wwi.12.33a")
def test_no_odds_for_infiltration_without_stosstruppen() -> None:
    """With them the results say that the defender must retreat; without them the question is refused."""
    s = war()
    assert rules(s, "attack", O, "ge-1", "infiltrate") == ["wwi.12.33a"]
    told = s.odds("attack", O, "ge-1", "ge-stoss-1", "infiltrate")
    assert any("must retreat" in r.text for r in told.results)


@rule("wwi.8.11a", "wwi.8.0a")
def test_no_odds_against_a_friend_or_an_empty_hex() -> None:
    """A French army against a French hex, anybody against nobody, two sides in one attack."""
    s = war()
    assert rules(s, "attack", O, "fr-2") == ["wwi.8.11a"]
    assert rules(s, "attack", hx("ne"), "ge-1") == ["wwi.8.11a"]
    assert rules(s, "attack", O, "ge-1", "fr-2") == ["wwi.8.0a"]


@rule("wwi.8.11b", "wwi.8.14a", "wwi.8.15")
def test_no_odds_for_armies_that_cannot_attack() -> None:
    """Far away, named twice, off the map, or out of supply."""
    s = war()
    assert rules(s, "attack", O, "ge-1", "ah-1") == ["wwi.8.11b"]
    assert rules(s, "attack", O, "ge-1", "ge-1") == ["wwi.8.14a"]
    assert rules(s, "attack", O, "ge-1", "ge-9") == ["wwi.8.11b"]
    cut = field({"ge-1": "0103", "fr-1": "0104"})  # Le Havre, the sea behind it
    assert rules(cut, "attack", "0104", "ge-1") == ["wwi.8.15"]


@rule("wwi.8.11b")
def test_odds_of_everybody_who_could_join() -> None:
    """Without names the question is about all armies that may take part, in whatever phase it is asked."""
    s = war()
    everyone = s.odds("attack", O)
    assert everyone.to_plain() == s.odds("attack", O, "ge-1", "ge-stoss-1").to_plain()
    assert sum(r.chance for r in everyone.results) == 1


@rule("wwi.11.7")
def test_the_odds_against_a_neutral_say_what_it_costs() -> None:
    """The price of the violation stands among the lines, and adds nothing to the sum."""
    s = situation("wwi", turn=1, phase=4)
    told = s.odds("attack", "0705", "ge-2")
    line = next(m for m in told.modifiers if m.rule == "wwi.11.7")
    assert "25 Victory Points for the Allies" in line.text and line.value == 0
    assert s.state.allegiance[board.NE] == board.NEUTRAL and "attack 0705" in texts(s) and told.results


# -- what armies and a surrender have done (T9) --------------------------------------------------------------------------------


@rule("wwi.12.11a", "wwi.9.17b")
def test_an_army_in_a_city_or_on_a_sea_link_has_entered_it() -> None:
    st = situation("wwi", clear=True, turn=4, units={"ge-1": "2710"}, hexes={"forts-destroyed": ["2710"], "links": ["2710"]}).state
    assert board.hexes(st.fallen) == board.hexes(st.links_off) == ["2710"]
    st = situation("wwi", clear=True, turn=4, units={"rs-1": "2710"}, hexes={"fallen": ["2710"]}).state
    assert not st.fallen


@rule("wwi.12.11b", "wwi.12.12b", "wwi.12.13e")
def test_a_russia_that_has_surrendered_has_left() -> None:
    st = situation("wwi", turn=6, clear=True, flags={"surrendered": 4}).state
    assert st.collapsed and not st.crp[board.RS] and not st.forts & board.HOME[board.RS]
    assert all(st.at[u] == GONE for u in board.UNITS_OF[board.RS])


@rule("wwi.12.12b", "wwi.12.11b", "wwi.12.13b")
@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ({"units": {"rs-1": "2014"}, "flags": {"surrendered": 4}}, "rs-1 is not gone"),
        ({"crp": {"rs": 5}, "flags": {"collapsed": True}}, "has no Combat Resource Points"),
        ({"units": {"ge-1": "2014"}, "marks": {"garrison": ["ge-1"]}}, "ge-1 is no Central army in a city"),
        ({"flags": {"reopened": True}}, "nobody has entered Russia"),
    ],
)
def test_what_no_surrender_leaves_behind_is_refused(tables: dict[str, Any], words: str) -> None:
    with pytest.raises(BadPosition, match=words):
        situation("wwi", clear=True, turn=6, **tables)
