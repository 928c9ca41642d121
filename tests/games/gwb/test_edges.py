"""The far edge of single rules: any against all, entering against crossing, one a stack against one a unit."""

from __future__ import annotations

import pytest

from firestep.games.gwb import rail
from firestep.testing import play, rule, texts
from games.gwb.arena import Melee, at, bleed, cost, count, dis, end, field, last, on_the_move, rules, steps, unit


@rule("gwb.13.4c")
def test_one_blind_gun_among_others_raises_the_die() -> None:
    s = field({"ge-e1": "0804", "ge-e2": "0907", "fr-b1": "0807"}, dice=[3] * 3)
    board = s.state.b.board
    assert board.sight(board.grid.index("0907"), board.grid.index("0807"))
    for guns, modifier in ((["ge-e2"], 0), (["ge-e1"], 1), (["ge-e1", "ge-e2"], 1)):
        t = s.copy()
        play(t, "counter 0807", *(f"add {g}" for g in guns), "fire")
        assert last(t, "counter-battery")["modifier"] == modifier


@rule("gwb.6.3.1d", "gwb.6.3.1e")
def test_a_gun_stays_spent_after_the_hex_it_supported_has_retreated(melee: Melee) -> None:
    melee(0, 1)
    s = field(
        {"ge-r1": "0705", "ge-c1": "0908", "fr-b": "0706", "fr-k": "0808", "fr-g3": "0807", "fr-z1": "1010"},
        options={"retreat": "any"},
        dice=[6] * 4,
    )
    play(s, "attack 0706", "add ge-r1", "commit", "support fr-g3", "retreat", "back 0606")
    while type(s.agenda[-1]).__name__ != "CombatPhase":
        s.take("done")
    play(s, "attack 0808", "add ge-c1", "commit")
    assert last(s, "defensive-fire")["support"] is None and count(s, "support") == 1


@rule("gwb.7.6a", "gwb.7.6j")
def test_half_an_odd_allowance_is_rounded_up(monkeypatch: pytest.MonkeyPatch) -> None:
    s = on_the_move({"ge-c1": "0603", "fr-k": "0110"})
    moves = list(s.state.b.move)
    moves[unit(s, "ge-c1")] = 7
    monkeypatch.setattr(s.state.b, "move", tuple(moves))
    monkeypatch.setattr(s.state.b.units[unit(s, "ge-c1")], "move", 7)
    assert rail.half(s.state, unit(s, "ge-c1")) == 4
    t = s.copy()
    play(t, "move ge-c1", "go 0803")
    assert t.agenda[-1].mp == 5 and "entrain" in texts(t)  # type: ignore[attr-defined]
    play(s, "move ge-c1", "go 0903")
    assert s.agenda[-1].mp == 3 and rules(s, "entrain") == ["gwb.7.6a"]  # type: ignore[attr-defined]


@rule("gwb.13.2a")
def test_nobody_crosses_the_open_through_a_hex_that_holds_somebody() -> None:
    s = field({"ge-c1": "0804", "ge-e1": "0805 limbered", "ge-d1": "0706", "fr-b": "0806"})
    play(s, "attack 0806")
    assert texts(s) == ["add ge-d1"] and rules(s, "across ge-c1 0805") == ["gwb.13.2a"]
    t = field({"ge-c1": "0804", "ge-d1": "0706", "fr-b": "0806", "fr-b1": "0805"})
    play(t, "attack 0806")
    assert "across ge-c1 0805" not in texts(t)


@rule("gwb.7.2d")
def test_the_way_leads_around_an_enemy_and_not_through_him() -> None:
    free = on_the_move({"ge-c1": "0703", "fr-k": "1210"})
    held = on_the_move({"ge-c1": "0703", "fr-b1": "0704 limbered", "fr-k": "1210"})
    assert cost(free, "ge-c1", "0705") == 2 and cost(held, "ge-c1", "0705") == 3  # a gun has no zone: only its hex is shut


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


@rule("gwb.6.4.3a", "gwb.7.2a")
def test_a_retreat_onto_friends_keeps_the_stacking_limit(melee: Melee) -> None:
    melee(0, 1)
    friends = {"fr-g1": "0707", "fr-g2": "0707", "fr-g3": "0707 limbered"}
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-b": "0706", "fr-k": "0706", **friends}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "none", "retreat")
    assert "back 0707" not in texts(s) and rules(s, "back 0707") == ["gwb.6.4.3a"]
    play(s, "part fr-b", "back 0707")
    assert "back 0707" not in texts(s) and s.state.stack(s.state.b.board.grid.index("0707")).bit_count() == 4


@rule("gwb.12.2d", "gwb.12.2e")
def test_isolation_of_the_gun_forbids_far_support_unless_it_is_over_open_sights() -> None:
    # fr-g3 stands at 0403, cut off by four regiments; 0405 is two hexes off and in communication
    ring = {"ge-c1": "0302", "ge-c2": "0502", "ge-d1": "0402", "ge-d2": "0304", "ge-r2": "0504"}
    for words, can in (("0403", False), ("0403 limbered", True)):
        s = field({"fr-g3": words, "fr-b": "0405", "ge-r1": "0505", **ring}, dice=[6, 6])
        grid = s.state.b.board.grid
        cut = grid.numbers(s.state.isolated(0))
        if "0403" not in cut or "0405" in cut:
            pytest.fail(f"the position is wrong: isolated are {cut}")
        play(s, "attack 0405", "add ge-r1", "commit")
        assert ("support fr-g3" in texts(s)) is can


@rule("gwb.12.2c", "gwb.12.2e")
def test_isolated_defenders_get_far_support_over_open_sights() -> None:
    ring = {"ge-c1": "0705", "ge-c2": "0605", "ge-d1": "0606", "ge-d2": "0607", "ge-r1": "0805", "ge-r2": "0807"}
    for words, can in (("0708", False), ("0708 limbered", True)):
        s = field({"fr-b": "0706", "fr-g3": words, **ring}, dice=[6, 6])
        grid = s.state.b.board.grid
        if "0706" not in grid.numbers(s.state.isolated(0)) or s.state.isolated(0) & grid.bit("0708"):
            pytest.fail(f"the position is wrong: isolated are {grid.numbers(s.state.isolated(0))}")
        play(s, "attack 0706", "add ge-r1", "commit")
        assert ("support fr-g3" in texts(s)) is can


@rule("gwb.6.4.4")
def test_what_the_attacker_cannot_lose_spares_the_defender(melee: Melee) -> None:
    melee(3, 2)
    s = field({"ge-r1": "0705 reduced", "ge-c1": "0101", "fr-b": "0706", "fr-k": "0706", "fr-z1": "1010"}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit", "hold")
    bleed(s)
    assert last(s, "overkill") == {"attacker": 2, "defender": 0}
    assert at(s, "ge-r1") == "-1" and steps(s, "fr-b") + steps(s, "fr-k") == 4


@rule("gwb.9.0d")
def test_a_die_equal_to_the_points_left_removes_a_further_level() -> None:
    for second, level in ((3, 0), (4, 1)):
        s = on_the_move({"ge-c1": "0706 dis=2", "fr-k": "1210"}, dice=[3, second])
        play(s, "rally ge-c1", "rally ge-c1")
        assert dis(s, "ge-c1") == level and s.state.moved >> unit(s, "ge-c1") & 1


@rule("gwb.6.4.2g", "gwb.10.3")
def test_a_stack_of_two_loses_one_step_in_an_open_zone(melee: Melee) -> None:
    melee(0, 1)
    wall = {"ge-c1": "0708", "ge-c2": "0607", "ge-d1": "0805", "ge-d2": "0605", "ge-u": "0606"}
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-g1": "0706", "fr-g2": "0706", "fr-z1": "1010", **wall}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "retreat", "back 0707")
    assert texts(s) == ["lose fr-g1", "lose fr-g2"]
    play(s, "lose fr-g1")
    assert steps(s, "fr-g1") == 1 and steps(s, "fr-g2") == 2 and not texts(s)[0].startswith("lose")


@rule("gwb.6.5b")
@pytest.mark.parametrize(("side", "mine", "theirs"), [("german", "ge-r1", "fr-b"), ("allied", "fr-b", "ge-r1")])
def test_markers_of_either_players_turn_come_off_when_it_ends(side: str, mine: str, theirs: str, melee: Melee) -> None:
    melee(0, 0)
    s = field({mine: "0705", theirs: "0706", "fr-z1": "1010", "ge-c1": "0101"}, side=side, dice=[3, 3])
    end(play(s, "attack 0706", f"add {mine}", "commit"))
    assert s.state.markers
    now = s.state.side
    while s.state.side == now:
        s.take("done")
    assert s.state.markers == 0


@rule("gwb.13.3.1a")
def test_off_board_guns_stay_flipped_through_the_other_players_turn() -> None:
    s = field({"ge-r1": "0705", "ge-e1": "0604", "fr-b": "0706", "fr-b1": "0706"}, options={"corps_support": "on"}, dice=[6] * 9)
    play(s, "counter 0706", "add ge-h", "fire")
    while not texts(s)[-1].startswith("done"):
        s.take(texts(s)[0])
    while s.state.side == 1:
        s.take("done")
    assert s.state.fired_off >> unit(s, "ge-h") & 1  # the game turn is not over
    play(s, "attack 0705", "add fr-b", "commit", "ready")
    assert texts(s) == ["none", "support ge-e1"] and rules(s, "support ge-h") == ["gwb.13.3.1a"]
    end(s)
    while s.state.turn == 1:
        s.take("done")
    assert s.state.fired_off == 0


@rule("gwb.4.0a", "gwb.7.1a")
def test_a_march_turns_aside_for_an_objective_that_costs_no_detour() -> None:
    """G67, G79: of the cheapest ways from 0507 to 1108 the one with the lowest hexes would pass 1008 by."""
    s = on_the_move({"ge-c1": "0507", "fr-k": "0101"})
    play(s, "move ge-c1", "go 1108")
    assert at(s, "ge-c1") == "1108" and s.state.held[1] & s.state.b.board.grid.bit("1008")


@rule("gwb.8.0a")
def test_a_march_keeps_out_of_range_where_that_costs_nothing() -> None:
    """G67: one of the cheapest ways from 0701 to 1103 passes a hex in range of the gun at 0806, another none."""
    s = on_the_move({"ge-u": "0701", "fr-b1": "0806"}, marching=("ge-u",))
    play(s, "move ge-u", "go 0902")
    assert at(s, "ge-u") == "0902" and s.decision is not None and s.decision.seat_name == "german"


@rule("gwb.6.1.2a", "gwb.6.1.2c")
def test_cavalry_that_may_ride_one_hex_is_not_offered_two(melee: Melee) -> None:
    full = {"fr-g1": "0707", "fr-g2": "0707", "fr-z1": "0707", "fr-z2": "0707"}
    s = field({"ge-r1": "0705", "ge-c1": "0605", "ge-c2": "0606", "ge-d1": "0805", "br-a": "0706", **full}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit", "leave br-a", "ride")
    assert texts(s) == ["back 0806"] and rules(s, "back 0708") == ["gwb.6.1.2a"]


@rule("gwb.4.0a")
def test_guns_off_the_board_alone_do_not_keep_a_battle_open(melee: Melee) -> None:
    melee(0, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-k": "0706 reduced"}, dice=[6, 1])
    s.state.at[unit(s, "fr-f")] = 0  # still to come
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "hold")
    play(bleed(s), "done")
    assert s.decision is None


@rule("gwb.3.13c", "gwb.7.4e", "gwb.8.0a")
def test_guns_on_the_road_neither_support_nor_harass() -> None:
    """G82."""
    for words, can in (("0707 limbered", True), ("0707 limbered march", False)):
        s = field({"ge-r1": "0705", "fr-b": "0706", "fr-g3": words}, dice=[6, 6])
        play(s, "attack 0706", "add ge-r1", "commit")
        assert ("support fr-g3" in texts(s)) is can
    for words, asked in (("0806", True), ("0806 limbered march", False)):
        t = on_the_move({"ge-u": "0301", "fr-b1": words}, marching=("ge-u",))
        play(t, "move ge-u", "go 0802")
        assert ("add fr-b1" in texts(t)) is asked


@rule("gwb.13.2f", "gwb.7.4a")
def test_no_march_order_with_an_open_attack_marker() -> None:
    s = field({"ge-c1": "0301 open", "ge-c2": "0301", "fr-k": "1210"}, phase="movement")
    assert texts(s) == ["done", "march ge-c2"]


@rule("gwb.12.4a")
def test_who_is_cut_off_at_the_end_is_lost_where_the_battle_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """G88."""
    ring = {"fr-b": "0504", "fr-g1": "0706", "fr-g2": "0705", "fr-k": "0506", "fr-z1": "0605", "fr-z2": "0604"}
    for says, left in ((False, 2), (True, 0)):
        s = field({"ge-c1": "0606", "ge-c2": "0101", **ring}, side="allied", phase="hasty", turn=4)
        monkeypatch.setattr(s.state.b, "capitulation", says)
        s.state.put(unit(s, "fr-z1"), s.state.b.board.grid.index("0607"))
        assert s.state.isolated(1) == s.state.b.board.grid.bit("0606")
        play(s, "done")
        assert s.decision is None and steps(s, "ge-c1") == left and steps(s, "ge-c2") == 2
        assert s.state.lost[2] == 2 - left


@rule("gwb.6.3b")
def test_a_slope_helps_only_against_who_comes_from_below(melee: Melee) -> None:
    melee(0, 0)
    for start, modifier in (("0903", 0), ("0802", -1)):  # 0902 and 0903 are high, 0802 is not
        s = field({"ge-r1": start, "fr-b": "0902", "fr-z1": "1010"}, dice=[6, 6])
        play(s, "attack 0902", "add ge-r1", "commit")
        assert last(s, "defensive-fire")["modifier"] == modifier


@rule("gwb.7.5e", "gwb.8.0i")
def test_a_reinforcement_that_was_sent_back_disorganised_does_not_force_its_march() -> None:
    s = field({"ge-c1": "0101", "fr-k": "0310"}, side="german", phase="hasty", turn=2, dice=[1])
    z = unit(s, "fr-z1")
    s.state.at[z], s.state.steps[z], s.state.dis[z] = 0, 2, 1
    while s.state.side == 1 or s.state.phase != "movement":
        s.take("done")
    play(s, "done", "rally fr-z1", "go 0910")
    assert "force" not in texts(s)


@rule("gwb.6.3.1d", "gwb.5.1.3")
def test_support_is_counted_anew_in_the_hasty_phase(melee: Melee) -> None:
    melee(0, 0)
    s = field({"ge-r1": "0705", "ge-r2": "0606", "fr-b": "0706", "fr-k": "0808", "fr-g3": "0807"}, dice=[6] * 4)
    play(s, "attack 0706", "add ge-r1", "commit", "support fr-g3")
    while s.state.phase != "hasty":
        s.take("done")
    play(s, "attack 0706", "add ge-r2", "commit")
    assert texts(s) == ["none", "support fr-g3"]
