"""Theaters, transit boxes, trains and ships (tgw.8.0, tgw.9.0): who may leave where he stands, and who has moved."""

from __future__ import annotations

from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.movement import areas, movement, rail, sea
from firestep.games.tgw.state import RU_TRANSIT, TRANSIT
from firestep.games.tgw.strategic import revolutions
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.tgw.events_kit import U
from games.tgw.positions import field, hexes, session
from games.tgw.war import CP, A, game, war


@rule("tgw.9.25b", "tgw.15.92a")
def test_a_division_in_the_transit_box_comes_home_after_the_fall_of_the_czar() -> None:
    """It is exchanged there, and goes back to the front it came from (N11)."""
    st = field({}, turn=tables.turn_of("March", 1917), letter="L")
    st.put(roster.UNIT["ru-1"], RU_TRANSIT)
    st.came_from = {roster.UNIT["ru-1"]: fronts.EAST}
    revolutions.fall_of_the_czar(session(st))
    (u,) = bits(st.stack(RU_TRANSIT))
    assert roster.NATION_OF[u] == tables.PG
    s = session(st, rail.StrategicMovement(A))
    play(s, "rail ru-transit")
    ends = [a.split()[1] for a in texts(s) if a.startswith("to ")]
    assert ends and all(n[0] == "E" for n in ends)


@rule("tgw.9.13a", "tgw.17.31p")
def test_austrians_may_go_to_the_near_east_when_the_turks_of_europe_stand() -> None:
    st = field({"ah-1": "E3310"}, forts=False)
    for flag in (False, True):
        st.set_flag("euro-turks", flag)
        s = session(st.copy(), rail.StrategicMovement(A), rail.StrategicMovement(CP))
        play(s, "done", "rail E3310")
        assert ("to transit" in texts(s)) == flag


@rule("tgw.9.13b", "tgw.17.31p")
def test_german_battalions_may_come_back_to_the_eastern_front() -> None:
    st = field({}, turn=40, letter="O")
    st.put(roster.UNIT["ge-701bn"], TRANSIT)
    s = session(st, rail.StrategicMovement(A), rail.StrategicMovement(CP))
    play(s, "done", "rail transit")
    assert any(a.startswith("to E") for a in texts(s))


@rule("tgw.9.25a", "tgw.5.45a")
def test_the_fall_of_the_czar_finds_divisions_in_the_transit_box() -> None:
    st = war({"ru-20": "ru-transit"}, turn=29, letter="L")
    st.came_from = {U["ru-20"]: fronts.EAST}
    revolutions.fall_of_the_czar(game(st))
    (stand_in,) = bits(st.stack(RU_TRANSIT))
    assert roster.NATION_OF[stand_in] == tables.PG and st.came_from == {stand_in: fronts.EAST}
    reach = rail.reachable(st, A, 1 << stand_in, RU_TRANSIT, areas.ground(st, 1 << stand_in))
    assert not reach & board.FRONT["NC"], "it goes back, not across"


@rule("tgw.9.42a")
def test_no_headquarters_of_europe_takes_the_train_to_the_near_east() -> None:
    st = war({"ah-1 ah-hq1": "E3310"}, turn=20)
    st.set_flag("euro-turks")
    start = board.INDEX["E3310"]
    assert rail.boxes(st, CP, 1 << U["ah-1"], start) and not rail.boxes(st, CP, 1 << U["ah-hq1"], start)


@rule("tgw.8.0a", "tgw.4.2.6")
def test_who_moved_in_one_half_is_free_in_the_next() -> None:
    st = war({"ge-1": "W5427"}, turn=30, moved=1 << U["ge-1"])
    session(st, movement.EndMovement(fronts.WESTERN, CP))
    assert not st.moved


@rule("tgw.9.23a")
def test_british_trains_of_the_egyptian_front_stay_in_egypt() -> None:
    u = 1 << bits(roster.CORPS[tables.BP])[0]
    ground = rail.area(war(turn=30), A, u, fronts.EGYPT)
    assert ground & board.EGYPT and not ground & board.PALESTINE


@rule("tgw.9.51a", "tgw.11.81a")
def test_who_is_without_supply_does_not_sail() -> None:
    st = war({"br-1": "W6707"}, turn=30)
    assert sea.sailors(st, board.INDEX["W6707"]) == ()
    st.railheads[tables.BR] = hexes("W6707")
    assert sea.sailors(st, board.INDEX["W6707"]) == (U["br-1"],)
