"""Combat (ditt.7.0 to ditt.7.2): Firepower, the sealed choice of dice, over-rolls, modifiers; trenches (ditt.8.5)."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.odds import sums
from firestep.games.ditt.combat import combat, entrenchment
from firestep.games.ditt.combat.retreat import wins
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.odds import best_dice, expected_hits
from firestep.testing import keys, play, rule, texts
from games.ditt.positions import VERDUN, I, U, fight, pulse, rules_against


@rule("ditt.7.0d", "ditt.7.0e", "ditt.1.2a", "ditt.4.1a", "ditt.4.1b")
def test_strength_is_face_value_times_divs() -> None:
    s = pulse("entente", units={"br-mef": "3406 5", "ge-1": "3111 3"})
    assert s.state.factors(U["br-mef"]) == (15, 20, 35)
    assert s.state.divs[U["ge-1"]] == 3


@rule("ditt.7.1b", "ditt.7.1c", "ditt.7.1i", "ditt.7.0c", "ditt.5.1d")
def test_the_books_example_of_firepower() -> None:
    """Three Russian Divs and an Armenian make 8, and 12 with the free four."""
    s = pulse("entente", units={"rs-1ca": "1321 3", "ar-1": "1321", "tu-ix": "1320 2"}, allegiance={"tu": "central"})
    f = fight(s, "1320", "rs-1ca", "ar-1", smooth=True)
    assert combat.firepower(s.state, f, True) == 12
    assert combat.firepower(s.state, f, False) == 2 * 4 + 4  # the defender uses the second number


@rule("ditt.7.1g", "ditt.7.1h", "ditt.7.1j", "ditt.7.1k")
@pytest.mark.parametrize(("rolled", "scored"), [(11, 11), (12, 12), (13, 0), (24, 0)])
def test_an_overroll_hits_nothing(rolled: int, scored: int) -> None:
    assert combat.hits(rolled, 12) == scored


@rule("ditt.7.1a", "ditt.7.1d", "ditt.7.1e", "ditt.7.1f", "ditt.6.1j", "ditt.6.1k", "ditt.7.0a")
def test_both_choose_in_secret_and_then_roll() -> None:
    s = pulse("central", dice=[1, 4, 2, 4, 6, 6], units={"ge-1": "3208 5", "fr-5": "3207 3"})
    play(s, "stack 3208", "step 3207")
    assert s.decision is not None and s.decision.seat == tables.CP and texts(s)[0].startswith("dice")
    assert "dice 1" not in texts(s) and rules_against(s, "dice 1") == {"ditt.7.1d"}
    assert rules_against(s, "dice 20") == {"ditt.7.1h"}  # 5 x 3 + 4 = 19 at most
    play(s, "dice 4")
    assert s.decision is not None and s.decision.seat == tables.EP and "fires" not in keys(s)
    play(s, "dice 2")
    shot = next(e for e in s.journal if e.key == "fires")
    assert shot.params["rolled"] == [11, 12] and shot.params["fire"] == [19, 16] and shot.params["hits"] == [11, 12]


@rule("ditt.7.2a", "ditt.7.2g", "ditt.7.2h", "ditt.7.2i")
@pytest.mark.parametrize(("percent", "fire"), [(20, 21), (40, 16)])
def test_the_books_example_of_modifiers(percent: int, fire: int) -> None:
    """A Firepower of 26 at -20 per cent is 21, at -40 per cent 16."""
    assert -(-26 * (100 - percent) // 100) == fire
    hexes = {20: "2012", 40: "1120"}
    s = pulse(
        "entente",
        turn=2,
        allegiance={"tu": "central", "bu": "central"},
        units={
            "br-mef": f"{'1911' if percent == 20 else '1121'} 5",
            "anz-1": "1911" if percent == 20 else "1121",
            "tu-x": f"{hexes[percent]} 1",
        },
        seas={"mediterranean": "entente"},
    )
    f = fight(s, hexes[percent], "br-mef", "anz-1")
    assert sum(m.value for m in combat.firepower_parts(s.state, f, True, 0)) == 26
    assert combat.firepower(s.state, f, True, 0) == fire
    assert combat.firepower(s.state, f, False, 0) == 1 * 4 + 4


@rule("ditt.7.2b", "ditt.7.2c", "ditt.7.2d", "ditt.7.2e", "ditt.7.2f")
def test_modifiers_add_up_to_forty_at_most() -> None:
    s = pulse("entente", turn=4, units={"fr-1": "3107 5", "ge-1": "3108 5", "ge-2": "2717 5", "rs-4": "2716 5"})
    rules = {m.rule for m in combat.csm(s.state, fight(s, "2717", "rs-4"))}
    assert rules == {"ditt.7.2b", "ditt.7.2e"} and combat.largest_cut(s.state, fight(s, "2717", "rs-4")) == 40
    assert combat.firepower(s.state, fight(s, "2717", "rs-4"), True) == -(-14 * 60 // 100)
    arrow = pulse("entente", allegiance={"tu": "central"}, units={"br-1": "1813 5", "tu-i": "1714 2"})
    assert {m.rule for m in combat.csm(arrow.state, fight(arrow, "1714", "br-1"))} >= {"ditt.7.2d"}


@rule("ditt.8.5a", "ditt.8.5b", "ditt.8.5i", "ditt.8.5h")
def test_one_unflipped_unit_entrenches_all() -> None:
    s = pulse("central", turn=5, units={"fr-1": "3107 5", "fr-2": "3107 5", "ge-1": "3108 5"})
    both = s.state.stack(I["3107"])
    assert entrenchment.entrenched(s.state, both)
    s.state.flip(1 << U["fr-1"])
    assert entrenchment.entrenched(s.state, both)
    s.state.flip(1 << U["fr-2"])
    assert not entrenchment.entrenched(s.state, both)


@rule("ditt.8.5c", "ditt.8.5d", "ditt.8.5e")
@pytest.mark.parametrize(
    ("unit", "hex", "first"), [("ge-1", "3110", 3), ("fr-1", "3205", 4), ("rs-1", "2718", 7), ("rs-1", "2715", 4)]
)
def test_nobody_digs_before_his_date(unit: str, hex: str, first: int) -> None:
    for turn in range(1, 10):
        s = pulse("central", turn=turn, units={unit: f"{hex} 3"})
        assert entrenchment.entrenched(s.state, 1 << U[unit]) == (turn >= first), turn


@rule("ditt.8.5g")
def test_the_optional_minimum_of_forty() -> None:
    few = pulse("central", turn=5, options={"trench-minimum": "on"}, units={"fr-1": "3205 6"})
    many = pulse("central", turn=5, options={"trench-minimum": "on"}, units={"fr-1": "3205 7"})
    assert not entrenchment.entrenched(few.state, 1 << U["fr-1"]) and entrenchment.entrenched(many.state, 1 << U["fr-1"])


@rule("ditt.err.s")
def test_after_kaiserschlacht_no_german_is_entrenched() -> None:
    s = pulse("entente", turn=16, units={"ge-1": "3108 5", "ah-1": "3108 2"}, flags=["kaiserschlacht"])
    assert not entrenchment.entrenched(s.state, 1 << U["ge-1"]) and entrenchment.entrenched(s.state, 1 << U["ah-1"])


@rule("ditt.8.5f")
def test_a_breach_negates_trenches() -> None:
    s = pulse("entente", turn=9, units={"rs-8": "2515 10", "ah-4": "2514 5"})
    plain, breach = fight(s, "2514", "rs-8"), fight(s, "2514", "rs-8", breach=True)
    assert "ditt.7.2e" in {m.rule for m in combat.csm(s.state, plain)}
    assert "ditt.7.2e" not in {m.rule for m in combat.csm(s.state, breach)}


@rule("ditt.7.4a", "ditt.7.4b", "ditt.7.4d")
@pytest.mark.parametrize(
    ("attacker", "defender", "trenches", "won"),
    [
        (11, 10, False, True),
        (10, 10, False, False),
        (10, 11, False, False),
        (0, 0, False, False),
        (1, 0, True, True),
        (20, 10, True, True),
        (19, 10, True, False),
    ],
)
def test_who_wins(attacker: int, defender: int, trenches: bool, won: bool) -> None:
    assert wins(attacker, defender, trenches) == won


@rule("ditt.7.1d")
def test_odds_by_number_of_dice_are_exact() -> None:
    assert sums(2)[7] == 6 and sum(sums(3)) == 216
    hits, over = expected_hits(2, 12)
    assert over == 0 and hits == 7
    assert expected_hits(4, 12)[1] > expected_hits(3, 12)[1] and best_dice(10) == 2 and best_dice(20) in (4, 5)
    s = pulse("central", units={"ge-1": "3208 5", "fr-5": "3207 3"})
    found = s.odds("attack", "3207", "ge-1")
    assert "19 against 16" in found.title and any(r.detail["best"] for r in found.results)


@rule("ditt.7.0b", "ditt.6.1a")
def test_an_army_attacks_once_but_defends_often() -> None:
    s = pulse("central", dice=[1, 1, 1, 1, 6, 6, 1, 1], units={"ge-1": "3208 9", "ge-2": "3208 9", "fr-5": "3207 9"})
    play(s, "stack 3208", "leave ge-2", "step 3207", "dice 2", "dice 2")
    while type(s.decision.step).__name__ in ("Losses", "Retreat"):  # type: ignore[union-attr]
        play(s, texts(s)[0])
    assert s.state.flipped >> U["ge-1"] & 1 and "pass" in texts(s)
    play(s, "pass")
    assert "stack 3208" in texts(s)
    play(s, "stack 3208", "step 3207")
    assert [e.params["units"] for e in s.journal if e.key == "battle"] == [["ge-1"], ["ge-2"]]


@rule("ditt.7.2c", "ditt.6.2m")
def test_alpine_counts_as_mountain() -> None:
    s = pulse("entente", turn=3, allegiance={"it": "entente"}, units={"it-1": "2707 5", "ah-tkj": "2807"})
    assert {m.rule for m in combat.csm(s.state, fight(s, "2807", "it-1"))} >= {"ditt.7.2c"}
    assert 1 << I["2807"] == places.ALPINE


def test_the_best_number_of_dice_is_the_best_of_all() -> None:
    """The search comes down from too many dice; trying every number finds the same."""
    for fire in (2, 4, 5, 6, 9, 14, 20, 33, 51, 70, 97, 140):
        tried = range(combat.FEWEST, fire // 2 + 3)
        assert best_dice(fire) == max(tried, key=lambda k: (expected_hits(k, fire)[0], -k))


@rule("ditt.8.5e")
def test_russians_dig_in_from_turn_7_and_before_in_their_own_forts_only() -> None:
    for turn, place, dug in ((6, "2815", False), (7, "2815", True), (6, "2914", True), (6, VERDUN, False)):
        s = pulse("central", turn=turn, units={"rs-1": f"{place} 3"})
        assert entrenchment.may_entrench(s.state, U["rs-1"]) == dug, (turn, place)


@rule("ditt.8.1b", "ditt.8.1d")
def test_air_counts_in_the_west_no_more_than_the_divs_below_and_never_in_the_colonies() -> None:
    best = max(range(len(tables.AIR)), key=lambda k: tables.AIR_BONUS[k] if tables.AIR_SIDE[k] == tables.EP else -1)
    s = pulse("entente", turn=12, air=tables.AIR[best], units={"fr-1": "3107 2", "ge-1": "3108 9"})
    assert tables.AIR_BONUS[best] > 2 and combat.air_bonus(s.state, fight(s, "3108", "fr-1"), tables.EP) == 2
    s = pulse("entente", turn=12, air=tables.AIR[best], units={"fr-1": "3107 20", "ge-1": "3108 9"})
    assert combat.air_bonus(s.state, fight(s, "3108", "fr-1"), tables.EP) == tables.AIR_BONUS[best] < 20
    s = pulse("entente", turn=12, air=tables.AIR[best], units={"br-exp": "duala 2", "ge-askari": "garua"})
    assert not combat.air_counts(s.state, fight(s, "garua", "br-exp"))


@rule("ditt.7.2f")
def test_the_hindenburg_line_needs_germans_in_its_trenches() -> None:
    tables: dict[str, Any] = {"turn": 16, "flags": ["hindenburg"], "units": {"fr-1": "3305 9", "ge-1": "3306 9"}}
    s = pulse("entente", **tables)
    assert combat.largest_cut(s.state, fight(s, "3306", "fr-1")) == 50
    assert combat.largest_cut(s.state, fight(s, "3306", "fr-1", breach=True)) == 40
    s = pulse("entente", marks={"flipped": ["ge-1"]}, **tables)
    assert combat.largest_cut(s.state, fight(s, "3306", "fr-1")) == 40


@rule("ditt.7.2f")
@rule("ditt.ev.1916.5.03")
def test_the_hindenburg_line_runs_through_three_countries() -> None:
    """France, Belgium and Germany: the book names all three, and nowhere else."""
    for place, worst in (("3306", 50), ("3407", 50), ("3208", 50), ("2812", 40)):
        units = {"fr-1": "3305 9", "ge-1": f"{place} 9"}
        s = pulse("entente", turn=16, flags=["hindenburg"], units=units, holds={"ge": [place]}, hexes={"forts-destroyed": ["3407"]})
        assert combat.largest_cut(s.state, fight(s, place, "fr-1")) == worst, place
