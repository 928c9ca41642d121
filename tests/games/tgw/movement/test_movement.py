"""Operational movement (tgw.8.0), with the effects of weather on it (tgw.12.2)."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.movement import movement, movement_costs
from firestep.games.tgw.movement.movement import EndMovement, Movement
from firestep.games.tgw.refusals import GRAMMAR
from firestep.games.tgw.state import State
from firestep.testing import keys, play, rule, texts
from games.tgw import walking
from games.tgw.positions import field, hexes, session, units

EVERYWHERE = board.LAND


@pytest.fixture(autouse=True)
def open_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """Movement alone is tried: every hex is in supply and open to all, unless a test says otherwise."""
    monkeypatch.setattr(movement.supply, "fed", lambda st, nation, mountain=False, hq=False: EVERYWHERE)
    monkeypatch.setattr(movement.areas, "ground", lambda st, units: EVERYWHERE)
    monkeypatch.setattr(movement.areas, "frozen", lambda st: 0)


def move(st: State, theater: int, side: int) -> Session[State]:
    s = session(st, Movement(theater, side), EndMovement(theater, side))
    s.game.why_not = GRAMMAR.why_not
    return s


def march(units_at: dict[str, str], start: str, side: int = tables.CENTRAL, **more: Any) -> Session[State]:
    """A bunch that has been taken up."""
    st = field(units_at, forts=False, **more)
    return play(move(st, fronts.theater_at(board.INDEX[start]), side), f"stack {start}")


def cost(front: int, weather: int, a: str, z: str, mountain: bool = False, devastated: str = "") -> int | None:
    """What a step costs."""
    low = movement_costs.LOW[front]
    kind = movement_costs.MOUNTAINEERS if mountain else movement_costs.FOOT
    ways = movement_costs.costs_of_front(front, movement_costs.effective(front, weather), kind, hexes(*devastated.split()))
    return ways.cost(board.INDEX[a] - low, board.INDEX[z] - low)


def pairs(kind: int, front: int) -> tuple[str, str]:
    """A step into a hex of a kind from a hex that costs one point, on a front."""
    rivers = {frozenset(p) for p in (*board.RIVERS, *board.PASSES)}
    for i, j in board.STEPS:
        if kind >> j & 1 and board.CLEAR >> i & 1 and fronts.FRONT_AT[i] == front and frozenset((i, j)) not in rivers:
            return board.NUMBER[i], board.NUMBER[j]
    raise AssertionError("no such step")


def goes(s: Session[State]) -> set[str]:
    return {x.removeprefix("to ") for x in texts(s) if x.startswith("to ")}


def why(s: Session[State], action: str) -> set[str]:
    return {x.rule for x in s.why_not(action)}


# -- terrain -------------------------------------------------------------------------------------------------------------------


@rule("tgw.8.12a", "tgw.8.31a")
def test_a_clear_hex_costs_one_point() -> None:
    assert cost(fronts.WEST, tables.FAIR, *pairs(board.CLEAR, fronts.WEST)) == 1


@rule("tgw.8.32a", "tgw.8.31a")
@pytest.mark.parametrize(
    ("kind", "front"),
    [
        (board.FOREST, fronts.WEST),
        (board.MARSH, fronts.EAST),
        (board.DESERT, fronts.EGYPT),
        (board.DIFFICULT, fronts.EGYPT),
        (board.MOUNTAIN, fronts.WEST),
    ],
)
def test_hard_ground_costs_two(kind: int, front: int) -> None:
    assert cost(front, tables.FAIR, *pairs(kind, front)) == 2
    assert cost(front, tables.FAIR, *pairs(kind, front), mountain=True) == (1 if kind == board.MOUNTAIN else 2)


@rule("tgw.8.32a", "tgw.14.63b")
def test_a_devastated_hex_costs_two_and_a_forest_no_more_than_before() -> None:
    a, z = pairs(board.CLEAR, fronts.WEST)
    assert cost(fronts.WEST, tables.FAIR, a, z, devastated=z) == 2
    a, z = pairs(board.FOREST, fronts.WEST)
    assert cost(fronts.WEST, tables.FAIR, a, z, devastated=z) == 2


@rule("tgw.8.32b")
def test_mountain_units_pay_one_for_mountains_and_passes() -> None:
    a, z = pairs(board.MOUNTAIN, fronts.EAST)
    assert cost(fronts.EAST, tables.FAIR, a, z, mountain=True) == cost(fronts.EAST, tables.SNOW, a, z, mountain=True) == 1
    assert cost(fronts.EAST, tables.SNOW, "E2717", "E2618", mountain=True) == 1
    assert cost(fronts.EAST, tables.FAIR, *pairs(board.MARSH, fronts.EAST), mountain=True) == 2


@rule("tgw.8.32c", "tgw.8.13.ex1", "tgw.8.13a")
def test_only_mountain_units_enter_alpine_hexes() -> None:
    alpine = next(j for i, j in board.STEPS if board.ALPINE >> j & 1 and board.MOUNTAIN >> i & 1)
    near = next(i for i, j in board.STEPS if j == alpine and board.MOUNTAIN >> i & 1)
    a, z = board.NUMBER[near], board.NUMBER[alpine]
    assert cost(fronts.ITALY, tables.FAIR, a, z) is None and cost(fronts.ITALY, tables.FAIR, a, z, mountain=True) == 2
    cavalry = next(c.id for c in roster.ROSTER if c.cls == "cavalry" and c.nation == tables.AH)
    s = march({cavalry: a}, a)
    assert z not in goes(s) and why(s, f"to {z}") == {"tgw.8.32c"}


@rule("tgw.8.33.ex1", "tgw.8.33a")
def test_along_the_pass_one_point() -> None:
    assert cost(fronts.EAST, tables.FAIR, "E2717", "E2618") == cost(fronts.EAST, tables.WET, "E2717", "E2618") == 1


@rule("tgw.8.33.ex2", "tgw.8.33a")
def test_beside_the_pass_two_points() -> None:
    assert cost(fronts.EAST, tables.FAIR, "E2617", "E2618") == 2


@rule("tgw.8.33b", "tgw.12.2h")
def test_a_pass_in_snow_is_a_mountain() -> None:
    assert cost(fronts.EAST, tables.SNOW, "E2717", "E2618") == 2


@rule("tgw.8.33c")
def test_passes_exist_in_the_east_alone() -> None:
    assert board.PASS and not board.PASS & ~fronts.FRONT[fronts.EAST]


def river(front: int, kind: int) -> tuple[str, str]:
    both = [*board.RIVERS, *((j, i) for i, j in board.RIVERS)]
    steps = set(board.STEPS)
    return next(
        (board.NUMBER[i], board.NUMBER[j]) for i, j in both if fronts.FRONT_AT[i] == front and kind >> j & 1 and (i, j) in steps
    )


@rule("tgw.8.34a", "tgw.12.2b", "tgw.8.12b", "tgw.8.4a")
@pytest.mark.parametrize("front", [fronts.WEST, fronts.ITALY, fronts.EAST, fronts.CAUCASUS])
def test_rivers_cost_one_more_in_wet(front: int) -> None:
    a, z = river(front, board.CLEAR | board.ROUGH)
    assert cost(front, tables.WET, a, z) == 2


@rule("tgw.8.34b", "tgw.12.2g", "tgw.12.2m")
@pytest.mark.parametrize("weather", [tables.FAIR, tables.SNOW, tables.HOT])
def test_rivers_cost_nothing_in_other_weather(weather: int) -> None:
    assert cost(fronts.WEST, weather, *river(fronts.WEST, board.CLEAR)) == 1


@rule("tgw.12.2a")
def test_wet_does_nothing_in_iraq() -> None:
    assert cost(fronts.IRAQ, tables.WET, *river(fronts.IRAQ, board.CLEAR)) == 1


@rule("tgw.8.25.ex1", "tgw.8.25a")
def test_river_mountain_and_wet_make_three() -> None:
    assert cost(fronts.EAST, tables.WET, *river(fronts.EAST, board.MOUNTAIN)) == 3


@rule("tgw.12.2c")
def test_a_flood_plain_is_a_marsh_in_wet() -> None:
    a, z = pairs(board.FLOOD, fronts.WEST)
    assert (cost(fronts.WEST, tables.FAIR, a, z), cost(fronts.WEST, tables.WET, a, z), cost(fronts.WEST, tables.SNOW, a, z)) == (
        1,
        2,
        1,
    )


@rule("tgw.8.34c", "tgw.8.34d", "tgw.8.34e", "tgw.12.2h")
def test_a_lake_is_crossed_on_the_ice_and_nobody_halts_there() -> None:
    lake = board.INDEX["E6624"]
    shore = next(j for i, j in board.FROZEN_STEPS if i == lake and board.LAND >> j & 1)
    start = board.NUMBER[shore]
    s = march({"ru-1": start}, start, side=tables.ALLIED)
    assert "step E6624" not in texts(s) and why(s, "to E6624") == {"tgw.8.34c"}
    st = field({"ru-1": start}, forts=False)
    st.weather[fronts.EAST] = tables.SNOW
    s = play(move(st, fronts.EASTERN, tables.ALLIED), f"stack {start}")
    assert "E6624" not in goes(s) and why(s, "to E6624") == {"tgw.8.34e"}
    play(s, "step E6624")
    assert "stay" not in texts(s) and why(s, "stay") == {"tgw.8.34e"} and goes(s)


@rule("tgw.8.34c", "tgw.8.34d", "tgw.12.2h")
def test_lake_sides_open_in_snow() -> None:
    a, z = next((board.NUMBER[i], board.NUMBER[j]) for i, j in board.LAKE_SIDES if fronts.FRONT_AT[i] == fronts.EAST)
    assert cost(fronts.EAST, tables.FAIR, a, z) is None and cost(fronts.EAST, tables.SNOW, a, z) is not None


@rule("tgw.8.35a", "tgw.8.35b", "tgw.8.35c")
@pytest.mark.parametrize("weather", [tables.FAIR, tables.WET, tables.SNOW])
@pytest.mark.parametrize(
    ("a", "z"), [("E5304", "E5405"), ("E5404", "E5405"), ("E5405", "E5406"), ("E5615", "E5715"), ("E5715", "E5816")]
)
def test_haffs_are_crossed_at_no_extra_cost(a: str, z: str, weather: int) -> None:
    assert cost(fronts.EAST, weather, a, z) == cost(fronts.EAST, weather, z, a) == 1


@rule("tgw.8.35d")
def test_that_side_is_no_haff() -> None:
    assert cost(fronts.EAST, tables.FAIR, "E5512", "E5413") is None


# -- moving --------------------------------------------------------------------------------------------------------------------


@rule("tgw.8.14a", "tgw.3.26c", "tgw.3.4d")
def test_allowances_are_doubled_in_the_western_theater() -> None:
    st = field({"ge-1g": "W6030"})
    u = roster.UNIT["ge-1g"]
    got = [movement.allowance(st, u, front, board.INDEX["W6030"]) for front in range(6)]
    assert got == [8, 8, 4, 4, 4, 8]


@rule("tgw.8.0a", "tgw.8.21a", "tgw.4.2.4b")
def test_a_unit_goes_as_far_as_its_points() -> None:
    s = march({"ge-1g": "E4705"}, "E4705")
    far = max(board.ATLAS.distance(board.INDEX["E4705"], board.INDEX[n]) for n in goes(s))
    assert far == 4
    assert why(s, "to E4711") == {"tgw.8.21a"}


@rule("tgw.8.13a")
def test_one_hex_may_always_be_entered() -> None:
    """A company with two points stands before a river and a mountain in Wet: three points, and still it may go."""
    a, z = river(fronts.EAST, board.MOUNTAIN)
    hq = next(c.id for c in roster.ROSTER if c.cls == "HQ" and c.nation == tables.RU and c.move == 2)
    st = field({hq: a}, forts=False)
    st.weather[fronts.EAST] = tables.WET
    s = play(move(st, fronts.EASTERN, tables.ALLIED), f"stack {a}")
    assert z in goes(s)


@rule("tgw.8.0b", "tgw.8.0a")
def test_moving_is_optional_and_a_unit_moves_once() -> None:
    s = move(field({"ge-1g": "W6030", "ge-2g": "W6028"}), fronts.WESTERN, tables.CENTRAL)
    assert texts(s) == ["done", "stack W6028", "stack W6030"]
    play(s, "stack W6030", "to W6029")
    assert texts(s) == ["done", "stack W6028"] and why(s, "stack W6029") == {"tgw.8.17b"}
    play(s, "done")
    assert s.over


@rule("tgw.8.11a", "tgw.4.2.4")
def test_only_units_of_the_theater_move() -> None:
    s = move(field({"ge-1g": "W6030", "ge-1": "E4705"}), fronts.WESTERN, tables.CENTRAL)
    assert texts(s) == ["done", "stack W6030"] and why(s, "stack E4705") == {"tgw.8.11a"}


@rule("tgw.8.11b")
def test_no_combat_while_moving() -> None:
    s = march({"ge-1g": "W6030", "fr-1": "W6031"}, "W6030")
    assert not {x.split()[0] for x in texts(s)} & {"attack"} and "W6031" not in goes(s)


@rule("tgw.8.22a", "tgw.8.13a")
def test_enemy_units_and_forts_close_a_hex() -> None:
    st = field({"ge-1g": "W5226", "fr-1": "W5326"})
    fort = next(i for i in board.ATLAS.numbers(st.fort_of[tables.ALLIED] & fronts.FRONT[fronts.WEST]))
    s = play(move(st, fronts.WESTERN, tables.CENTRAL), "stack W5226")
    assert why(s, "to W5326") == {"tgw.8.22a"}
    near = next(n for n in board.ATLAS.neighbours(fort) if board.LAND >> board.INDEX[n] & 1 and n not in ("W5226", "W5326"))
    s = play(move(field({"ge-1g": near}), fronts.WESTERN, tables.CENTRAL), f"stack {near}")
    assert fort not in goes(s) and why(s, f"to {fort}") == {"tgw.8.22a"}


@rule("tgw.8.22b", "tgw.15.63c")
def test_a_lone_hq_is_overrun() -> None:
    hq = next(c.id for c in roster.ROSTER if c.cls == "HQ" and c.nation == tables.FR)
    s = march({"ge-1g": "W6030", hq: "W6031"}, "W6030")
    play(s, "to W6031")
    assert s.state.at[roster.UNIT[hq]] < 0 and "overrun" in keys(s)


@rule("tgw.15.63d")
def test_an_hq_enters_no_hex_with_an_enemy() -> None:
    french = next(c.id for c in roster.ROSTER if c.cls == "HQ" and c.nation == tables.FR)
    german = next(c.id for c in roster.ROSTER if c.cls == "HQ" and c.nation == tables.GE)
    s = march({german: "W6030", french: "W6031"}, "W6030")
    assert "W6031" not in goes(s) and why(s, "to W6031") == {"tgw.15.63d"}


@rule("tgw.8.24a", "tgw.9.0b")
def test_sea_and_the_rim_of_the_map_are_closed() -> None:
    start, sea = next(
        (n, z)
        for n in board.numbers(board.FRANCE & board.COASTAL)
        for z in board.ATLAS.neighbours(n)
        if board.SEA >> board.INDEX[z] & 1
    )
    s = march({"fr-1": start}, start, side=tables.ALLIED)
    assert sea not in goes(s) and why(s, f"to {sea}") == {"tgw.8.24a"}
    assert why(s, "to E4705") == {"tgw.9.0b"}
    i, j = next((i, j) for i, j in board.SEA_SIDES if board.LAND >> i & 1 and board.LAND >> j & 1)
    front = fronts.FRONT_AT[i]
    assert cost(front, tables.FAIR, board.NUMBER[i], board.NUMBER[j]) is None


@rule("tgw.8.15a", "tgw.7.22b")
def test_one_passes_through_a_full_hex_and_may_stop_where_others_can_leave() -> None:
    stack = {f"ge-{k}": "W6029" for k in range(3, 9)}
    s = march({"ge-1g": "W6030"} | stack, "W6030")
    assert {"W6028", "W6029"} <= goes(s)
    play(s, "to W6029", "stack W6029", "to W6028", "done")
    assert s.over and "eliminated" not in keys(s)


@rule("tgw.8.23a", "tgw.7.22a", "tgw.7.22c")
def test_too_many_at_the_end_are_eliminated_by_their_owner() -> None:
    stack = {f"ge-{k}": "W6029" for k in range(3, 9)}
    s = march({"ge-1g": "W6030"} | stack, "W6030")
    play(s, "to W6029", "done")
    assert {"eliminate ge-3", "eliminate ge-1g"} & set(texts(s)) and s.decision is not None and s.decision.seat == tables.CENTRAL
    assert why(s, "eliminate fr-1") == {"tgw.7.22c"}
    play(s, next(x for x in texts(s)))
    assert s.over and s.state.stack(board.INDEX["W6029"]).bit_count() == 6


@rule("tgw.8.23a")
def test_nobody_stops_where_no_room_can_be_made() -> None:
    stack = {f"ge-{k}": "W6029" for k in range(3, 9)}
    st = field({"ge-1g": "W6030"} | stack)
    st.devastating = units(*stack)
    s = play(move(st, fronts.WESTERN, tables.CENTRAL), "stack W6030")
    assert "W6029" not in goes(s) and "W6028" in goes(s) and why(s, "to W6029") == {"tgw.8.23a"}


@rule("tgw.8.16a", "tgw.7.24a")
def test_a_stack_goes_together_at_the_pace_of_its_slowest() -> None:
    hq = next(c.id for c in roster.ROSTER if c.cls == "HQ" and c.nation == tables.GE and c.move == 3)
    slow = goes(march({hq: "E4705"}, "E4705"))
    assert goes(march({"ge-1g": "E4705", hq: "E4705"}, "E4705")) == slow < goes(march({"ge-1g": "E4705"}, "E4705"))
    s = march({"ge-1g": "E4705", "ah-1": "E4705"}, "E4705")
    to = sorted(goes(s))[0]
    play(s, f"to {to}")
    assert {s.state.at[roster.UNIT["ge-1g"]], s.state.at[roster.UNIT["ah-1"]]} == {board.INDEX[to]}


@rule("tgw.8.16b", "tgw.8.17a")
def test_slow_units_are_dropped_and_the_others_go_on() -> None:
    hq = next(c.id for c in roster.ROSTER if c.cls == "HQ" and c.nation == tables.GE and c.move == 3)
    s = march({"ge-1g": "E4705", hq: "E4705"}, "E4705")
    play(s, "step E4706", "step E4707", "step E4708")
    assert not goes(s)
    play(s, f"leave {hq}")
    assert "E4709" in goes(s)
    play(s, "to E4709")
    st = s.state
    assert st.at[roster.UNIT[hq]] == board.INDEX["E4708"] and st.at[roster.UNIT["ge-1g"]] == board.INDEX["E4709"]
    assert st.moved == units(hq, "ge-1g")


@rule("tgw.8.17a", "tgw.8.17b")
def test_who_is_left_at_the_start_may_move_later_and_who_stopped_may_not() -> None:
    s = march({"ge-1g": "W6030", "ah-1": "W6030"}, "W6030")
    play(s, "leave ah-1", "to W6029")
    assert "stack W6030" in texts(s)
    play(s, "stack W6030", "stay")
    assert texts(s) == ["done"]


@rule("tgw.8.0c")
def test_a_way_runs_through_neighbours() -> None:
    s = march({"ge-1g": "W6030"}, "W6030")
    for n in sorted(goes(s)):
        found = movement.path(s, ("to", n))
        assert found is not None
        way = found[1]
        assert way[0] == "W6030" and way[-1] == n
        assert all(z in board.ATLAS.neighbours(a) for a, z in zip(way, way[1:], strict=False))
    far = next(n for n in sorted(goes(s)) if board.ATLAS.distance(board.INDEX["W6030"], board.INDEX[n]) == 3)
    assert why(s, f"step {far}") == {"tgw.8.0c"}


@rule("tgw.8.26a", "tgw.11.82a")
def test_nobody_ends_out_of_supply_if_he_can_help_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(movement.supply, "fed", lambda st, nation, mountain=False, hq=False: hexes("W6029", "W6030"))
    s = march({"ge-1g": "W6030"}, "W6030")
    assert goes(s) == {"W6029"} and why(s, "to W6031") == {"tgw.8.26a"} and "stay" in texts(s)
    monkeypatch.setattr(movement.supply, "fed", lambda st, nation, mountain=False, hq=False: 0)
    assert len(goes(march({"ge-1g": "W6030"}, "W6030"))) > 5


@rule("tgw.8.0d")
def test_enemies_next_door_cost_nothing() -> None:
    free = goes(march({"ge-1g": "W6030"}, "W6030"))
    s = march({"ge-1g": "W6030", "fr-1": "W5930"}, "W6030")
    past = {n for n in free if board.ATLAS.distance(board.INDEX["W6030"], board.INDEX[n]) <= 4 and int(n[1:3]) >= 60}
    assert past <= goes(s)


@rule("tgw.14.23a", "tgw.14.23b")
def test_besieged_kut_is_left_and_entered_by_nobody() -> None:
    k = board.NUMBER[(board.K_HEXES & -board.K_HEXES).bit_length() - 1]
    turk = next(c.id for c in roster.ROSTER if c.nation == tables.TU and c.theatre == "Near East" and c.cls == "infantry")
    kut = board.NUMBER[board.KUT]
    near = next(
        n for n in board.ATLAS.neighbours(kut) if board.LAND >> board.INDEX[n] & 1 and not board.K_HEXES >> board.INDEX[n] & 1
    )
    st = field({"bi-16bd": kut, "bi-17bd": near, turk: k})
    s = move(st, fronts.EASTERN, tables.ALLIED)
    assert texts(s) == ["done", f"stack {near}"] and why(s, f"stack {kut}") == {"tgw.14.23a"}
    play(s, f"stack {near}")
    assert kut not in goes(s) and why(s, f"to {kut}") == {"tgw.14.23b"}


@rule("tgw.6.51g", "tgw.6.51h")
def test_the_beaches_lead_to_gallipoli_and_nowhere_else() -> None:
    assert cost(fronts.EAST, tables.FAIR, "E1022", "E1023") and cost(fronts.EAST, tables.FAIR, "E1122", "E1023")
    assert cost(fronts.EAST, tables.FAIR, "E1022", "E1122") is None
    turk = next(c.id for c in roster.ROSTER if c.nation == tables.TU and c.theatre == "Europe" and c.cls == "infantry")
    s = march({turk: "E1023"}, "E1023")
    assert not {"E1022", "E1122"} & goes(s) and why(s, "to E1022") == {"tgw.6.51h"}


@rule("tgw.21.6a", "tgw.21.6b")
def test_trench_warfare_halves_who_begins_next_to_the_enemy() -> None:
    st = field({"ge-1g": "W6030", "fr-1": "W6031"}, options={"trench-warfare": "on"})
    assert movement.allowance(st, roster.UNIT["ge-1g"], fronts.WEST, board.INDEX["W6030"]) == 4
    assert movement.allowance(st, roster.UNIT["ge-1g"], fronts.WEST, board.INDEX["W6028"]) == 8
    st.turn = 6
    assert movement.allowance(st, roster.UNIT["ge-1g"], fronts.WEST, board.INDEX["W6030"]) == 8
    hq = next(c.id for c in roster.ROSTER if c.cls == "HQ" and c.nation == tables.GE and c.move == 3)
    s = march({hq: "W6030"}, "W6030", options={"trench-warfare": "on"})
    near = next(n for n in sorted(goes(s)) if board.ATLAS.distance(board.INDEX["W6030"], board.INDEX[n]) == 6)
    play(s, f"to {near}")
    assert s.state.depleted == units(hq)


@rule("tgw.6.3g")
def test_under_air_interdiction_difficult_ground_stops() -> None:
    hard = next(j for i, j in board.STEPS if board.DIFFICULT >> j & 1 and fronts.FRONT_AT[j] == fronts.EGYPT)
    start = next(n for n in board.ATLAS.neighbours(board.NUMBER[hard]) if board.LAND >> board.INDEX[n] & 1)
    turk = next(c.id for c in roster.ROSTER if c.nation == tables.TU and c.theatre == "Near East" and c.cls == "infantry")
    brit = next(n for n in board.ATLAS.neighbours(start) if board.LAND >> board.INDEX[n] & 1 and n != board.NUMBER[hard])
    free = goes(march({turk: start, "br-10in": brit}, start))
    st = field({turk: start, "br-10in": brit}, forts=False)
    st.until = {"interdiction": 20}
    s = play(move(st, fronts.WESTERN, tables.CENTRAL), f"stack {start}")
    assert goes(s) < free and board.NUMBER[hard] in goes(s)
    play(s, f"step {board.NUMBER[hard]}")
    assert not goes(s)


# -- Americans beside the map (tgw.13.25)
# ----------------------------------------------------------------------------------------------


@rule("tgw.13.25a", "tgw.13.25b")
def test_americans_walk_in_over_the_western_and_southern_edge() -> None:
    st = field({}, at_war={"US": tables.ALLIED})
    st.put(roster.UNIT["us-1"], -11)
    s = play(move(st, fronts.WESTERN, tables.ALLIED), "stack edge-west")
    assert goes(s) and "stay" in texts(s)
    gate = next(n for n in sorted(goes(s)) if movement.ENTRY[-11] >> board.INDEX[n] & 1)
    play(s, f"to {gate}")
    assert s.state.at[roster.UNIT["us-1"]] == board.INDEX[gate]


# -- the same, slowly ------------------------------------------------------------------------------------------------------------


def slow_reach(st: State, u: int, start: int) -> set[int]:
    """Every hex a single unit can reach, by the book's words: hex by hex, cheapest first."""
    front = fronts.FRONT_AT[start]
    points = walking.points(st, u, front)
    best = {start: 0}
    queue = [start]
    for i in queue:
        for j in walking.steps(walking.weather(st, front) == tables.SNOW).get(i, []):
            k = walking.price(st, i, j, bool(roster.MOUNTAIN >> u & 1))
            if k is None or walking.closed(st, u, j):
                continue
            cost_ = best[i] + k
            if cost_ <= points and cost_ < best.get(j, 99):
                best[j] = cost_
                queue.append(j)
            elif i == start and j not in best:
                best[j] = points
    return set(best) - {start}


@rule("tgw.8.31a", "tgw.8.25a", "tgw.8.21a", "tgw.8.13a")
@pytest.mark.parametrize("weather", [tables.FAIR, tables.WET, tables.SNOW])
@pytest.mark.parametrize(
    ("unit", "start", "foes"),
    [
        ("ge-1g", "W6028", "W6128 W5928"),
        ("ah-8", "W2615", "W2515"),
        ("ah-1", "E3618", "E3718 E3719"),
        ("ru-1", "E6525", "E6425"),
        ("ru-1", "E4425", ""),
        ("ge-1g", "E5404", "E5304"),
        ("ge-ak", "E2717", ""),
        ("ah-1", "E2717", "E2618"),
    ],
)
def test_the_fast_search_agrees_with_a_slow_one(unit: str, start: str, foes: str, weather: int) -> None:
    enemy = "fr-" if unit[:2] in ("ge", "ah") else "ge-"
    st = field({unit: start} | {f"{enemy}{k + 3}": n for k, n in enumerate(foes.split())})
    st.weather = [weather] * 6
    u = roster.UNIT[unit]
    fast = movement.reach(st, st.side(u), 1 << u, board.INDEX[start], board.INDEX[start], (0, 0))
    assert set(board.numbers(fast)) == {board.NUMBER[i] for i in slow_reach(st, u, board.INDEX[start])}


@rule("tgw.8.25a")
def test_no_hex_costs_more_than_three_points() -> None:
    """A march with as many points left as the dearest hex costs is not asked hex by hex whether it can go on."""
    waste = {f: fronts.FRONT[f] for f in range(len(fronts.FRONT))}
    prices = {
        price
        for f in waste
        for weather in (tables.FAIR, tables.WET, tables.SNOW)
        for kind in (movement_costs.FOOT, movement_costs.MOUNTAINEERS)
        for devastated in (0, waste[f])
        for _, costs in movement_costs.costs_of_front(f, weather, kind, devastated).rows
        for price, mask in costs
        if mask
    }
    assert max(prices) == movement_costs.GREATEST_COST


@rule("tgw.16.11b")
def test_a_stack_that_a_collapse_takes_away_in_the_midst_of_movement_is_not_offered() -> None:
    """Austria-Hungary falls by a march of the Central Powers themselves: its headquarters are gone at once."""
    from firestep.engine.dice import Dice
    from firestep.engine.start import begin
    from firestep.games.tgw import GAME
    from firestep.games.tgw.nations import collapse
    from firestep.hexmap.grid import bits

    s = begin(GAME, "1916", GAME.settle_options({}), Dice("collapse"))
    st = s.state
    hq = next(u for u in bits(roster.CORPS[tables.AH] & roster.HQ) if st.at[u] > 0)
    alone = next(i for i in bits(board.AUSTRIA & board.EAST_MAP & ~(st.occ[0] | st.occ[1])))
    st.put(hq, alone)
    own = ("stack", board.NUMBER[alone])
    assert own in movement.choices(st, fronts.EASTERN, tables.CENTRAL)
    collapse.fall(s, tables.AH, "tgw.16.5c")
    assert st.at[hq] < 0 and own not in movement.choices(st, fronts.EASTERN, tables.CENTRAL)
