"""What binds the scenarios besides their set-up: the combined counter mix, the first turns of 1914, how 1918 ends."""

from __future__ import annotations

import pytest

from firestep.engine.session import Session
from firestep.games.tgw import GAME, setup, victory
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.events import event_table, events
from firestep.games.tgw.movement import areas, movement
from firestep.games.tgw.scenarios import setup_zones
from firestep.games.tgw.sequence import GameTurn, VictoryCheck
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits
from firestep.testing import rule, session_at
from games.tgw.events_kit import U
from games.tgw.war import A, war

L = tables.LETTER
PLACE = "W5217"


def game(st: State, *steps: object) -> Session[State]:
    return session_at("tgw", st, *steps, scenario=st.scenario, dice=[1] * 6)


@rule("tgw.22.0a", "tgw.19.12f")
@pytest.mark.parametrize("year", setup_zones.SCENARIOS)
def test_every_scenario_uses_the_one_counter_mix(year: str) -> None:
    st = setup.begin(year, {})[0]
    assert len(st.at) == roster.N == len(set(roster.UNITS)) and all(i in board.NUMBER or i < 0 for i in st.at)


@rule("tgw.19.12b", "tgw.19.12d")
def test_the_combined_chits() -> None:
    """Nothing of the lone games is among them; supplements are; plans of before the war only by choice."""
    assert not any("indian corps" in event_table.EVENTS[c.event].name.lower() for c in CHITS)
    assert {event_table.EVENTS[c.event].set for c in CHITS} == {"europe", "neareast"}
    assert OF_EVENT["raid.paris"] and OF_EVENT["air.tactics"] and {c.side for c in CHITS} == {tables.ALLIED, tables.CENTRAL}
    assert GAME.settle_options({})["prewar"] == "off" and setup.begin("1914", {})[1] == (GameTurn(1),)


@rule("tgw.19.55b")
def test_belgians_stand_on_the_first_turn() -> None:
    st = setup.begin("1914", {})[0]
    belgians = roster.CORPS[tables.BE]
    assert not belgians & ~areas.frozen(st) and not belgians & movement.ready(st, tables.ALLIED)
    st.turn = 2
    assert not belgians & areas.frozen(st) and belgians & movement.ready(st, tables.ALLIED)


@rule("tgw.19.62a")
def test_the_near_east_waits_for_november() -> None:
    st = setup.begin("1914", {})[0]
    st.set_side(tables.TU, tables.CENTRAL)
    for turn in (1, tables.NEAR_EAST_TURN - 1):
        st.turn = turn
        assert not board.NEAR_EAST & board.LAND & ~areas.closed(st)
        for side in (tables.ALLIED, tables.CENTRAL):
            assert not [
                i
                for th in (fronts.WESTERN, fronts.EASTERN)
                for i in movement.stacks(st, th, side)
                if i > 0 and board.NEAR_EAST >> i & 1
            ]
    st.turn = tables.NEAR_EAST_TURN
    assert board.NEAR_EAST & board.LAND & ~areas.closed(st)
    assert [i for i in movement.stacks(st, fronts.EASTERN, tables.CENTRAL) if board.NEAR_EAST >> i & 1]


def at_the_check(points: int, *hexes: str, russia: bool = False) -> State:
    """1918 with so many net points for the Central Powers, and prizes in their hands."""
    st = setup.begin("1918", {})[0]
    st.seize(board.mask(*hexes), tables.CENTRAL)
    if russia:
        st.seize(board.RUSSIAN_CITIES & board.EAST_MAP, tables.CENTRAL)
    st.vp_events = points - victory.net(st)
    assert victory.net(st) == points
    return st


@rule("tgw.22.59c")
@pytest.mark.parametrize(
    ("points", "hexes", "russia", "won"),
    [
        (14, ("W2022", "E1116"), False, True),
        (14, ("W2022",), True, True),
        (14, ("E1116",), True, True),
        (13, ("W2022", "E1116"), False, False),
        (19, ("W2022",), False, False),
        (19, (), True, False),
    ],
)
def test_two_of_three_prizes_with_fourteen_points(points: int, hexes: tuple[str, ...], russia: bool, won: bool) -> None:
    st = at_the_check(points, *hexes, russia=russia)
    s = game(st, VictoryCheck())
    _ = s.decision
    assert (st.result[:2] == ("central", "1918")) is won


@rule("tgw.22.59b")
def test_the_rules_of_chapter_18_decide_too() -> None:
    for points, result in ((20, ("central", "points")), (-1, ("allied", "below"))):
        st = at_the_check(points)
        s = game(st, VictoryCheck())
        _ = s.decision
        assert st.result[:2] == result


@rule("tgw.22.59a")
def test_no_draw_in_1918() -> None:
    for year, winner in (("1918", "allied"), ("1917", "")):
        st = setup.begin(year, {})[0]
        st.turn = tables.LAST_TURN
        st.vp_events = 12 - victory.net(st)
        s = game(st, VictoryCheck())
        _ = s.decision
        assert st.result[:2] == (winner, "june")


@rule("tgw.19.12c", "tgw.6.58a")
def test_turkey_surrenders_by_a_chit_in_1918_alone() -> None:
    for scenario, there in (("1914", False), ("1918", True)):
        st = war(letter="O")
        st.scenario = scenario
        events.fill_pools(st, L["O"])
        assert bool(st.pool[A] & OF_EVENT["turksurr"]) == there


@rule("tgw.19.53a")
def test_garrisons_do_not_march_before_september() -> None:
    guard = bits(roster.SETUP["FR", "V"])[0]
    st = war({roster.UNITS[guard]: PLACE, "fr-1": PLACE}, turn=2, letter="", forts=False)
    assert areas.frozen(st) >> guard & 1 and not areas.frozen(st) >> U["fr-1"] & 1
    st.turn = 3
    assert not areas.frozen(st) >> guard & 1
