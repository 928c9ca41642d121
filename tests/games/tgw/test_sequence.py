"""The sequence of play (tgw.4.0): every phase in its order, who moves and fights where, letters after their turns."""

from __future__ import annotations

import pytest

import firestep
from firestep.games.tgw import sequence
from firestep.games.tgw.combat.combat import CombatPhase
from firestep.games.tgw.combat.special_combats import SpecialCombats
from firestep.games.tgw.components import fronts, tables
from firestep.games.tgw.movement.movement import Movement
from firestep.games.tgw.supply.supply import Attrition
from firestep.testing import rule
from games.tgw.positions import field, session
from games.tgw.war import CP, A, game, war

L = tables.LETTER


def names(phase: int, initiative: int = tables.CENTRAL) -> list[str]:
    st = field({})
    st.initiative = initiative
    return [type(x).__name__ for x in sequence.steps_of(st, phase)]


@rule("tgw.4.1a", "tgw.4.2.9b", "tgw.4.3.9")
def test_letters_follow_every_second_or_third_turn() -> None:
    found = [k for k in range(1, tables.LAST_TURN + 1) if tables.LETTER_AFTER[k] >= 0]
    gaps = [z - a for a, z in zip([0, *found], found, strict=False)]
    assert set(gaps) == {2, 3} and len(found) == 21 and [tables.LETTER_AFTER[k] for k in found] == list(range(21))
    st = field({}, turn=8)
    st.phase = sequence.TURN_RECORD
    (step,) = sequence.NextTurn().run(session(st))
    assert step == sequence.StrategicTurn(tables.LETTER["D"])
    st.phase = sequence.LETTER_RECORD
    assert sequence.NextTurn().run(session(st)) == (sequence.GameTurn(),) and st.turn == 9


@rule("tgw.4.1b")
def test_phases_come_in_the_order_of_the_book() -> None:
    s = session(field({}))
    assert [x.number for x in sequence.GameTurn().run(s)] == list(sequence.OPERATIONAL)  # type: ignore[attr-defined]
    assert [x.number for x in sequence.StrategicTurn(5).run(s)] == list(sequence.STRATEGIC)  # type: ignore[attr-defined]
    assert s.state.letter == 5


@rule("tgw.4.2.9a")
def test_after_the_last_phase_the_next_turn_begins() -> None:
    st = field({}, turn=7)
    st.phase = sequence.TURN_RECORD
    assert sequence.NextTurn().run(session(st)) == (sequence.GameTurn(),) and st.turn == 8


@rule("tgw.4.2.1", "tgw.4.2.2", "tgw.4.2.3")
def test_events_new_units_weather() -> None:
    assert names(sequence.EVENTS)[0] == "EventPhase" and names(sequence.WEATHER) == ["WeatherPhase"]
    sides = [x.side for x in sequence.steps_of(field({}), sequence.NEW_UNITS) if type(x).__name__ == "NewUnits"]  # type: ignore[attr-defined]
    assert sides == [tables.ALLIED, tables.CENTRAL]


@pytest.mark.parametrize("initiative", [tables.ALLIED, tables.CENTRAL])
@rule("tgw.4.2.4", "tgw.4.2.6", "tgw.4.21a", "tgw.4.21.ex1", "tgw.5.84a")
def test_each_side_moves_in_its_theater_then_they_change(initiative: int) -> None:
    st = field({})
    st.initiative = initiative
    halves = (sequence.MOVEMENT_1, sequence.MOVEMENT_2)
    first, second = ({x.theater: x.side for x in sequence.steps_of(st, k) if isinstance(x, Movement)} for k in halves)
    assert first == {fronts.WESTERN: initiative, fronts.EASTERN: 1 - initiative}
    assert second == {fronts.WESTERN: 1 - initiative, fronts.EASTERN: initiative}


@pytest.mark.parametrize("initiative", [tables.ALLIED, tables.CENTRAL])
@rule("tgw.4.2.5a", "tgw.4.2.5b", "tgw.4.2.5c", "tgw.4.2.5d", "tgw.4.2.7", "tgw.4.21.ex2", "tgw.4.21.ex3")
def test_the_west_fights_first_special_combats_close_it_attrition_ends_the_phase(initiative: int) -> None:
    st = field({})
    st.initiative = initiative
    for k in (sequence.COMBAT_1, sequence.COMBAT_2):
        steps = sequence.steps_of(st, k)
        order = [(type(x).__name__, x.theater, x.side) for x in steps if isinstance(x, CombatPhase | SpecialCombats)]
        west, east = sequence.mover(st, k, fronts.WESTERN), sequence.mover(st, k, fronts.EASTERN)
        assert order == [
            ("CombatPhase", fronts.WESTERN, west),
            ("SpecialCombats", fronts.WESTERN, west),
            ("CombatPhase", fronts.EASTERN, east),
            ("SpecialCombats", fronts.EASTERN, east),
        ]
        assert sum(isinstance(x, Attrition) for x in steps) == 1
        last = max(i for i, x in enumerate(steps) if isinstance(x, CombatPhase | SpecialCombats))
        assert next(i for i, x in enumerate(steps) if isinstance(x, Attrition)) > last


@rule("tgw.4.2.8", "tgw.4.21.ex4")
def test_the_allies_move_strategically_before_the_central_powers() -> None:
    steps = [x for x in sequence.steps_of(field({}), sequence.STRATEGIC_MOVEMENT) if type(x).__name__ == "StrategicMovement"]
    assert [x.side for x in steps] == [tables.ALLIED, tables.CENTRAL]  # type: ignore[attr-defined]


@rule(
    "tgw.4.3.1",
    "tgw.4.3.2a",
    "tgw.4.3.2b",
    "tgw.4.3.2c",
    "tgw.4.3.2d",
    "tgw.4.3.3",
    "tgw.4.3.4a",
    "tgw.4.3.4b",
    "tgw.4.3.5",
    "tgw.4.3.6",
    "tgw.4.3.7",
    "tgw.4.3.8",
)
def test_the_strategic_turn_has_its_phases() -> None:
    firsts = {
        sequence.VICTORY: "VictoryCheck",
        sequence.RESOURCES: "ResourcePhase",
        sequence.WARFARE: "WarfarePhase",
        sequence.REPLACEMENT: "ReplacementPhase",
        sequence.REVOLUTIONS: "RevolutionsPhase",
        sequence.FORTRESSES: "FortressSurrender",
        sequence.TURKEY: "TurkishSurrender",
        sequence.INITIATIVE: "InitiativePhase",
    }
    for phase, name in firsts.items():
        assert name in names(phase)
    assert "RequiredReserve" in names(sequence.REPLACEMENT) and names(sequence.REPLACEMENT).index("RequiredReserve") > 1
    assert list(sequence.STRATEGIC) == [*firsts, sequence.LETTER_RECORD]


@rule("tgw.3.4a", "tgw.3.4b")
def test_the_calendar() -> None:
    assert tables.LAST_TURN == 51 and tables.TURN_NAME[28] == "March 1917" and tables.TURN_NAME[51] == "June 1919"
    assert [tables.TURN_NAME[k] for k in range(1, 7)] == [
        "August I 1914",
        "August II 1914",
        "September I 1914",
        "September II 1914",
        "October 1914",
        "Nov/Dec 1914",
    ]
    for year in range(1915, 1919):
        months = [tables.MONTH[k] for k in range(1, tables.LAST_TURN + 1) if tables.YEAR[k] == year]
        assert len(months) == 10 and months[0] == "Jan/Feb" and months[-1] == "Nov/Dec"


@rule("tgw.4.1a", "tgw.4.1b")
def test_a_game_goes_through_its_phases_in_order() -> None:
    """A whole set of turns at random: phases never run backwards, a letter comes after its turn."""
    import random

    s = firestep.start("tgw", scenario="1918", seed="phases")
    rng = random.Random(3)
    while (d := s.decision) is not None and s.state.letter < tables.LETTER["P"]:
        s.take(rng.choice(d.actions))
    seen = [e.params["phase"] for e in s.journal if e.key == "phase"]
    turn = list(sequence.OPERATIONAL)
    assert seen[: len(turn)] == turn and seen[len(turn) : 2 * len(turn)] == turn and seen[2 * len(turn)] == sequence.VICTORY


def order(st, phase: int) -> list[str]:
    return [type(x).__name__ + str(getattr(x, "side", "")) for x in sequence.steps_of(st, phase)]


@rule("tgw.6.24b", "tgw.4.2.8")
def test_lawrence_rides_when_the_enemy_s_trains_begin() -> None:
    now = order(war(), sequence.STRATEGIC_MOVEMENT)
    assert now.index("StrategicMovement0") < now.index("LawrenceRaid") < now.index("StrategicMovement1")


@rule("tgw.5.0b", "tgw.4.3.7")
def test_america_is_asked_after_turkey_and_before_the_initiative() -> None:
    turkey = order(war(), sequence.TURKEY)
    assert turkey == ["TurkishSurrender", "UsEntry"] and sequence.TURKEY < sequence.INITIATIVE


@rule("tgw.4.2.9b", "tgw.5.0a")
def test_strategic_turn_a_is_played() -> None:
    st = war(turn=2, letter="")
    st.phase = sequence.TURN_RECORD
    (step,) = sequence.NextTurn().run(game(st))
    assert step == sequence.StrategicTurn(L["A"])
    st.turn = 1
    (step,) = sequence.NextTurn().run(game(st))
    assert step == sequence.GameTurn() and st.turn == 2


@rule("tgw.4.2.5a", "tgw.4.2.7")
def test_who_moved_in_a_theater_attacks_there() -> None:
    for initiative in (A, CP):
        st = war(turn=20)
        st.initiative = initiative
        for theater in (fronts.WESTERN, fronts.EASTERN):
            for move, fight in ((sequence.MOVEMENT_1, sequence.COMBAT_1), (sequence.MOVEMENT_2, sequence.COMBAT_2)):
                assert sequence.mover(st, move, theater) == sequence.mover(st, fight, theater)
        assert (
            sequence.mover(st, sequence.COMBAT_1, fronts.WESTERN)
            == initiative
            != sequence.mover(st, sequence.COMBAT_2, fronts.WESTERN)
        )
