"""Chapters 8 to 10: harassing fire, disorganisation, zones of control."""

from __future__ import annotations

import pytest

from firestep.games.gwb.components.tables import harass_number
from firestep.testing import play, rule, situation, texts
from games.gwb.positions import at, count, dis, field, last, on_the_move, rules, unit

# -- 8 harassing fire -------------------------------------------------------------------------------------------------


@rule("gwb.8.0a", "gwb.3.11", "gwb.6.1.2g")
def test_guns_interrupt_a_march() -> None:
    s = on_the_move({"ge-u": "0301", "fr-b1": "0806", "fr-b2": "0806"}, marching=("ge-u",), dice=[6])
    play(s, "move ge-u", "go 1003")
    d = s.decision
    assert d is not None and d.seat_name == "allied" and texts(s) == ["add fr-b1", "add fr-b2", "pass"]
    play(s, "pass")
    while texts(s)[-1] == "pass":
        s.take("pass")
    assert at(s, "ge-u") == "1003"


@rule("gwb.8.0a", "gwb.3.11")
def test_ordinary_movement_is_not_harassed() -> None:
    s = on_the_move({"ge-u": "0603", "fr-b1": "0806"})
    play(s, "move ge-u", "go 0804")
    assert at(s, "ge-u") == "0804" and count(s, "harass") == 0
    d = s.decision
    assert d is not None and d.seat_name == "german"


@rule("gwb.8.0b", "gwb.8.0c", "gwb.8.0d", "gwb.13.5a")
def test_strength_terrain_and_sight_of_harassing_fire() -> None:
    s = on_the_move({"ge-r1": "0401", "fr-b1": "0406", "fr-b2": "0406"}, marching=("ge-r1",), dice=[6])
    play(s, "move ge-r1", "go 0402", "add fr-b1", "add fr-b2")
    number = harass_number(4)
    assert s.decision is not None and f"strength 4, a die of {number} or less stops it" in s.decision.prompt
    play(s, "fire")
    h = last(s, "harass")
    assert h["strength"] == 4 and h["modifier"] == 0 and h["number"] == number and not h["hit"]
    t = on_the_move({"ge-r1": "0401", "fr-b1": "0505"}, marching=("ge-r1",), dice=[6])
    play(t, "move ge-r1", "go 0501", "add fr-b1", "fire")
    assert last(t, "harass")["modifier"] == 1  # woods


@rule("gwb.8.0d")
def test_one_blind_gun_raises_the_die() -> None:
    s = on_the_move({"ge-r1": "1201", "fr-b1": "1106", "fr-b2": "1205"}, marching=("ge-r1",), dice=[6])
    board = s.state.b.board
    assert not board.sight(board.grid.index("1106"), board.grid.index("1102"))
    assert board.sight(board.grid.index("1205"), board.grid.index("1102"))
    for guns, modifier in ((["fr-b1"], 1), (["fr-b2"], 0), (["fr-b1", "fr-b2"], 1)):
        t = on_the_move({"ge-r1": "1201", "fr-b1": "1106", "fr-b2": "1205"}, marching=("ge-r1",), dice=[6])
        play(t, "move ge-r1", "go 1102", *(f"add {g}" for g in guns), "fire")
        assert last(t, "harass")["modifier"] == modifier


@rule("gwb.8.0e")
def test_a_gun_fires_once_at_each_target() -> None:
    s = on_the_move({"ge-u": "0301", "ge-r1": "0301", "fr-b1": "0806"}, marching=("ge-r1", "ge-u"), dice=[6, 6])
    play(s, "move ge-u", "go 1003", "add fr-b1", "fire")
    assert at(s, "ge-u") == "1003"  # further hexes in range bring no second question
    play(s, "halt", "move ge-r1", "go 0802")
    assert texts(s) == ["add fr-b1", "pass"]  # another target


@rule("gwb.8.0f")
def test_each_unit_of_a_stack_is_fired_at_with_full_strength() -> None:
    s = on_the_move({"ge-c1": "0301", "ge-c2": "0301", "fr-b1": "0806", "fr-b2": "0806"}, marching=("ge-c1", "ge-c2"), dice=[6, 6])
    for u in ("ge-c1", "ge-c2"):
        play(s, f"move {u}", "go 0802", "add fr-b1", "add fr-b2", "fire", "halt")
    assert [e.params["strength"] for e in s.journal if e.key == "harass"] == [4, 4]


@rule("gwb.8.0g", "gwb.8.0h", "gwb.9.0a")
def test_a_hit_stops_and_disorganises_once() -> None:
    s = on_the_move({"ge-u": "0301", "fr-b1": "0806", "fr-b2": "0806"}, marching=("ge-u",), dice=[1])
    play(s, "move ge-u", "go 1003", "add fr-b1", "fire")
    assert dis(s, "ge-u") == 1 and not s.state.marching >> unit(s, "ge-u") & 1
    assert at(s, "ge-u") != "1003" and s.state.moved >> unit(s, "ge-u") & 1
    d = s.decision
    assert d is not None and d.seat_name == "german"  # nobody fires again


@rule("gwb.8.0i")
def test_a_hit_in_a_full_hex_falls_back() -> None:
    full = {"ge-c1": "0802", "ge-c2": "0802", "ge-d1": "0802", "ge-d2": "0802"}
    s = on_the_move({"ge-r1": "0602", **full, "fr-b1": "0806"}, marching=("ge-r1",), dice=[1])
    play(s, "move ge-r1", "go 0802", "add fr-b1", "fire")
    assert dis(s, "ge-r1") == 1 and at(s, "ge-r1") in ("0702", "0703")


@rule("gwb.8.0j")
def test_harassing_fire_is_free() -> None:
    s = on_the_move({"ge-u": "0301", "fr-b1": "0806", "fr-g1": "0807"}, marching=("ge-u",), dice=[6])
    play(s, "move ge-u", "go 0802", "add fr-b1", "fire")
    assert not s.state.acted >> unit(s, "fr-b1") & 1 and unit(s, "fr-b1") not in s.state.ties


# -- 9 disorganisation ------------------------------------------------------------------------------------------------


@rule("gwb.9.0b", "gwb.2.3")
def test_levels_run_from_one_to_five() -> None:
    s = on_the_move({"ge-r1": "0101", "fr-b": "1210"})
    u = unit(s, "ge-r1")
    levels = []
    for _ in range(7):
        s.state.disorganise(u)
        levels.append(s.state.dis[u])
    assert levels == [1, 2, 3, 4, 5, 5, 5]


@rule("gwb.9.0c", "gwb.9.0e")
def test_a_roll_removes_a_level_and_costs_points() -> None:
    s = on_the_move({"ge-r1": "0101 dis=1", "fr-b": "1210"}, dice=[2])
    assert texts(s) == ["done", "rally ge-r1"] and rules(s, "move ge-r1") == ["gwb.9.0e"]
    play(s, "rally ge-r1")
    assert dis(s, "ge-r1") == 0 and s.agenda[-1].mp == 4  # type: ignore[attr-defined]
    play(s, "go 0102")


@rule("gwb.9.0d", "gwb.9.0e")
def test_a_further_level_needs_points() -> None:
    s = on_the_move({"ge-r1": "0101 dis=3", "fr-b": "1210"}, dice=[2, 3, 2])
    play(s, "rally ge-r1")
    assert dis(s, "ge-r1") == 2 and texts(s) == ["halt", "rally ge-r1"]
    play(s, "rally ge-r1")
    assert dis(s, "ge-r1") == 1
    play(s, "rally ge-r1")  # one point left, two rolled
    assert dis(s, "ge-r1") == 1 and s.state.moved >> unit(s, "ge-r1") & 1 and texts(s) == ["done"]


@rule("gwb.9.0c", "gwb.7.1d")
def test_the_first_level_always_goes_even_if_the_roll_takes_more_than_there_is() -> None:
    """G40: heavy howitzers with five points roll a six."""
    units = {"ge-4-id-i-fussa-15": "1212 limbered dis=1", "fr-55-dr-204-ri": "0509"}
    s = situation("gwb", "ourcq", clear=True, side="german", phase="movement", units=units, dice=[6])
    play(s, "done", "rally ge-4-id-i-fussa-15")
    assert dis(s, "ge-4-id-i-fussa-15") == 0 and texts(s) == ["done"]


@rule("gwb.9.0f")
def test_disorganised_guns_neither_barrage_nor_support() -> None:
    s = field({"ge-r1": "0705", "ge-e1": "0604 dis=1", "fr-b": "0706", "fr-g3": "0707 dis=1"}, dice=[3, 3])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert "add ge-e1" not in texts(s)
    play(s, *(["ready"] if "ready" in texts(s) else []))
    assert last(s, "defensive-fire")["support"] is None


@rule("gwb.9.0g")
@pytest.mark.parametrize("phase", ["coordinated", "hasty"])
def test_disorganised_units_do_not_attack(phase: str) -> None:
    s = field({"ge-r1": "0705 dis=1", "fr-b": "0706"}, phase=phase)
    assert texts(s) == ["done"]


@rule("gwb.9.0i", "gwb.13.7e")
def test_disorganised_units_do_not_restructure() -> None:
    s = on_the_move({"ge-c1": "0101 reduced dis=1", "ge-c2": "0101 reduced", "fr-b": "1210"})
    play(s, "done")
    assert texts(s) == ["done"] and rules(s, "merge ge-c2 ge-c1") == ["gwb.9.0i"]


@rule("gwb.9.0j")
@pytest.mark.parametrize(("words", "strength"), [("0706 dis=1", 3), ("0706 dis=4", 3), ("0706 reduced dis=1", 1)])
def test_disorganised_defenders_are_weaker_by_one(words: str, strength: int) -> None:
    s = field({"ge-r1": "0705", "fr-b": words}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert last(s, "defensive-fire")["strength"] == last(s, "melee")["defence"] == strength


@rule("gwb.9.0j")
def test_never_below_one() -> None:
    s = field({"ge-r1": "0705", "br-a": "0706 reduced dis=1"}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit", "stand")
    assert last(s, "defensive-fire")["strength"] == last(s, "melee")["defence"] == 1


# -- 10 zones of control ----------------------------------------------------------------------------------------------


@rule("gwb.3.21a", "gwb.3.21b")
def test_six_hexes_and_none_for_guns() -> None:
    s = on_the_move({"ge-r1": "0801", "fr-b": "0805", "fr-b1": "1103"})
    zone = s.state.zone(0)
    grid = s.state.b.board.grid
    assert grid.numbers(zone) == grid.neighbours("0805")


@rule("gwb.10.0a")
def test_zones_stop_at_water_but_not_at_bridges() -> None:
    s = on_the_move({"ge-r1": "0801", "fr-b": "0408"})
    grid = s.state.b.board.grid
    assert "0508" not in grid.numbers(s.state.zone(0)) and "0509" not in grid.numbers(s.state.zone(0))
    s = on_the_move({"ge-r1": "0801", "fr-b": "0407"})
    assert "0507" in grid.numbers(s.state.zone(0)) and "0508" not in grid.numbers(s.state.zone(0))
    s = on_the_move({"ge-r1": "0801", "fr-b": "0710"})
    assert "0810" not in grid.numbers(s.state.zone(0))
    s = on_the_move({"ge-r1": "0801", "fr-b": "0310"})
    assert "0210" not in grid.numbers(s.state.zone(0)) and "0410" in grid.numbers(s.state.zone(0))


@rule("gwb.10.2a")
def test_a_unit_stops_on_entering_a_zone() -> None:
    s = on_the_move({"ge-u": "0803", "ge-c1": "0904", "fr-b": "0805"})
    play(s, "move ge-u")
    assert "go 0804" in texts(s)
    play(s, "go 0804")
    assert not any(t.startswith("go") for t in texts(s)) and s.state.moved >> unit(s, "ge-u") & 1
    t = on_the_move({"ge-u": "0803", "ge-c1": "0804", "fr-b": "0805"})
    play(t, "move ge-u", "go 0804")  # contested, and stopped all the same
    assert t.state.moved >> unit(t, "ge-u") & 1


@rule("gwb.10.2b", "gwb.10.2c", "gwb.10.2x", "gwb.10.1b")
def test_from_zone_to_zone_only_where_a_friend_stands() -> None:
    s = on_the_move({"ge-c1": "0804", "ge-c2": "0905", "fr-b": "0805"})
    play(s, "move ge-c1")
    assert "go 0905" in texts(s) and rules(s, "go 0705") in ([], ["gwb.10.2c"])
    play(s, "go 0905", "move ge-c2")  # relieved in place, B may leave
    assert any(t.startswith("go 1") for t in texts(s))
    t = on_the_move({"ge-c1": "0804 dis=1", "fr-b": "0805"}, dice=[5])
    play(t, "rally ge-c1")
    assert "go 0905" not in texts(t) and rules(t, "go 0905") == ["gwb.10.2c"]


@rule("gwb.9.0d")
def test_a_die_equal_to_the_points_left_removes_a_further_level() -> None:
    for second, level in ((3, 0), (4, 1)):
        s = on_the_move({"ge-c1": "0706 dis=2", "fr-k": "1210"}, dice=[3, second])
        play(s, "rally ge-c1", "rally ge-c1")
        assert dis(s, "ge-c1") == level and s.state.moved >> unit(s, "ge-c1") & 1


@rule("gwb.8.0a")
def test_a_march_keeps_out_of_range_where_that_costs_nothing() -> None:
    """G67: one of the cheapest ways from 0701 to 1103 passes a hex in range of the gun at 0806, another none."""
    s = on_the_move({"ge-u": "0701", "fr-b1": "0806"}, marching=("ge-u",))
    play(s, "move ge-u", "go 0902")
    assert at(s, "ge-u") == "0902" and s.decision is not None and s.decision.seat_name == "german"


@rule("gwb.8.0i")
def test_a_reinforcement_stopped_in_a_full_entry_hex_goes_back_off_the_map() -> None:
    full = {"fr-g1": "1010", "fr-g2": "1010", "fr-b": "1010", "fr-k": "1010"}
    s = field(
        {"ge-e1": "1006", "ge-e2": "1006", "ge-e3": "1006", "ge-c1": "0101", **full},
        side="allied",
        phase="movement",
        turn=2,
        dice=[1, 2],
    )
    st = s.state
    z = unit(s, "fr-z1")
    st.at[z], st.steps[z] = 0, 2
    play(s, "march fr-z1", "done", "move fr-z1", "go 1110", "add ge-e1", "add ge-e2", "add ge-e3", "fire")
    assert st.at[z] == 0 and st.dis[z] == 1 and not st.marching >> z & 1
    play(s, "done", "done")
    assert count(s, "overstacked") == 0
    play(s, "done")
    while s.state.side == 1 or s.state.phase != "movement":
        s.take("done")
    play(s, "done")
    assert "rally fr-z1" in texts(s) and "move fr-z1" not in texts(s)
    play(s, "rally fr-z1", "go 0910")
    assert at(s, "fr-z1") == "0910"


@rule("gwb.9.0f", "gwb.8.0a")
def test_a_disorganised_gun_still_harasses() -> None:
    s = on_the_move({"ge-u": "0301", "fr-b1": "0806 dis=1"}, marching=("ge-u",))
    play(s, "move ge-u", "go 0802")
    assert "add fr-b1" in texts(s)
