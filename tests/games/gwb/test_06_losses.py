"""Chapter gwb.6.4 and gwb.6.5, chapter 11: melee, losses, retreat, advance, battle markers, hasty combat."""

from __future__ import annotations

import pytest

from firestep.games.gwb.components import tables
from firestep.testing import play, rule, texts
from games.gwb.positions import Melee, at, bleed, count, end, field, last, rules, steps

# -- gwb.6.4 --------------------------------------------------------------------------------------------------------------


@rule("gwb.6.4a", "gwb.3.17a")
def test_guns_do_not_count_in_melee() -> None:
    s = field({"ge-r1": "0705", "ge-e1": "0705", "fr-b": "0706", "fr-b1": "0706"}, dice=[3, 3, 3])
    play(s, "attack 0706")
    assert texts(s) == ["add ge-r1"] and rules(s, "add ge-e1") == ["gwb.3.17a"]
    play(s, "add ge-r1", "commit", "hold", "ready")
    assert (last(s, "melee")["attack"], last(s, "melee")["defence"]) == (5, 4)


@rule("gwb.6.4b")
def test_terrain_shifts_the_melee_column() -> None:
    s = field({"ge-r1": "0410", "ge-r2": "0410", "fr-g1": "0310"}, dice=[3, 3])
    play(s, "attack 0310", "add ge-r1", "add ge-r2", "commit")
    m = last(s, "melee")
    assert m["attack"] == 9 and m["shift"] == 1 and m["odds"] == "2:1"  # a city


@rule("gwb.6.4c", "gwb.6.4.1a")
def test_the_row_is_die_plus_fire() -> None:
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-g1": "0706"}, dice=[1, 1])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit")
    m = last(s, "melee")
    assert m["fire"] == 1 and (m["attacker"], m["defender"]) == tables.melee(tables.MELEE_NAMES.index("3:1"), 2)


@rule("gwb.6.4.2a", "gwb.6.4.2b")
def test_only_the_defender_retreats_and_the_whole_hex_goes(melee: Melee) -> None:
    melee(1, 1)
    s = field(
        {"ge-r1": "0705", "ge-r2": "0705", "fr-g1": "0706", "fr-g2": "0706", "fr-b1": "0706 limbered", "fr-z1": "1010"}, dice=[6, 1]
    )
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit")
    d = s.decision
    assert d is not None and d.seat_name == "allied" and texts(s) == ["hold", "retreat"]
    play(s, "retreat")
    while texts(s)[0].startswith("lose"):
        s.take(texts(s)[0])
    goal = next(t for t in texts(s) if t.startswith("back"))
    grid = s.state.b.board.grid
    assert all(grid.distance(grid.index(t[5:]), grid.index("0705")) == 2 for t in texts(s) if t.startswith("back"))
    play(s, goal)
    assert {at(s, u) for u in ("fr-g1", "fr-g2", "fr-b1") if at(s, u) != "-1"} == {goal[5:]}


@rule("gwb.6.4.2a")
def test_no_retreat_when_nothing_is_owed() -> None:
    s = field({"ge-c1": "0705", "fr-g1": "0706", "fr-g2": "0706"}, dice=[1, 6])
    play(s, "attack 0706", "add ge-c1", "commit")
    assert last(s, "melee")["defender"] == 0 and "retreat" not in texts(s)


@rule("gwb.6.4.2c", "gwb.7.3d")
def test_no_retreat_over_an_unbridged_river(melee: Melee) -> None:
    melee(1, 2)
    s = field({"ge-r1": "0607", "ge-r2": "0607", "ge-c1": "0606", "fr-b": "0508", "fr-z1": "1010"}, dice=[6, 1])
    play(s, "attack 0508", "add ge-r1", "add ge-r2", "commit", "retreat")
    bleed(s)
    goals = [t[5:] for t in texts(s) if t.startswith("back")]
    assert goals and "0408" not in goals and "0407" not in goals
    assert rules(s, "back 0408") == ["gwb.6.4.2c"]


@rule("gwb.6.4.2g", "gwb.10.3")
def test_retreat_into_an_open_zone_costs_a_step(melee: Melee) -> None:
    melee(1, 1)
    s = field(
        {"ge-r1": "0705", "ge-r2": "0705", "ge-c1": "0707", "ge-c2": "0607", "ge-d1": "0806", "ge-d2": "0605", "fr-b": "0706"},
        dice=[6, 1],
    )
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "retreat")
    bleed(s)
    goals = [t for t in texts(s) if t.startswith("back")]
    before = steps(s, "fr-b")
    play(s, goals[0], "lose fr-b")
    assert before - steps(s, "fr-b") == 1
    assert [e.rules for e in s.journal if e.key == "loses"][-1] == ("gwb.6.4.2g",)


@rule("gwb.6.4.2h", "gwb.6.4.3a", "gwb.10.1a", "gwb.3.21c")
def test_a_friend_makes_the_zone_safe(melee: Melee) -> None:
    melee(1, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "ge-c1": "0708", "fr-b": "0706", "fr-g1": "0707"}, dice=[6, 1])
    assert s.state.zone(1) >> s.state.b.board.grid.index("0707") & 1
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "retreat")
    left = steps(bleed(s), "fr-b")
    play(s, "back 0707")
    assert at(s, "fr-b") == "0707" and steps(s, "fr-b") == left and texts(s)[0].startswith("advance")


FULL = {"fr-g1": "0707", "fr-g2": "0707", "fr-z1": "0707", "fr-z2": "0707"}


@rule("gwb.6.4.3b", "gwb.6.4.3d", "gwb.6.4.3e", "gwb.9.0a")
def test_covered_retreat_goes_through_friends_and_disorganises(melee: Melee) -> None:
    melee(1, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-b": "0706", **FULL}, dice=[6, 1])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "retreat")
    bleed(s)
    goals = [t[5:] for t in texts(s)]
    assert "0707" not in goals and "0708" in goals and "0709" not in goals
    play(s, "back 0708")
    assert s.state.dis[s.state.b.by_id["fr-b"]] == 1
    assert not any(s.state.dis[s.state.b.by_id[u]] for u in FULL)


@rule("gwb.6.4.3c")
def test_no_room_means_losses(melee: Melee) -> None:
    melee(1, 1)
    wall = {"ge-c1": "0605", "ge-c2": "0606", "ge-d1": "0805", "ge-d2": "0806", "ge-u": "0707"}
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-k": "0706", **wall}, dice=[6, 1])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit")
    assert last(s, "melee")["defender"] and texts(s)[0].startswith("lose")


@rule("gwb.6.4.4", "gwb.6.4.4x")
def test_overkill_spares_the_other_side(melee: Melee) -> None:
    melee(1, 3)
    wall = {"ge-c1": "0605", "ge-c2": "0606", "ge-d1": "0805", "ge-d2": "0806", "ge-u": "0707"}
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-k": "0706", **wall}, dice=[1, 1])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit")
    m = last(s, "melee")
    assert (m["attacker"], m["defender"]) == (1, 3)  # three owed, two steps there
    assert last(s, "overkill") == {"attacker": 0, "defender": 1}
    assert texts(s) == ["lose fr-k"]  # the attacker's single loss is gone


@rule("gwb.6.4.5a", "gwb.6.4.5b", "gwb.6.4.5c")
def test_advance_into_the_empty_hex(melee: Melee) -> None:
    melee(1, 1)
    s = field(
        {"ge-r1": "0705", "ge-r2": "0705", "ge-c1": "0705", "ge-e1": "0705 limbered", "fr-b": "0706", "fr-g1": "0807"}, dice=[6, 1]
    )
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "ready", "retreat")
    play(bleed(s), "back 0707")
    assert texts(s) == ["advance ge-r1", "advance ge-r2", "done"]
    assert rules(s, "advance ge-c1") == ["gwb.6.4.5c"]
    play(s, "advance ge-r1")
    assert texts(s) == ["advance ge-e1", "advance ge-r2", "done"]
    assert at(s, "ge-r1") == "0706"  # from one enemy zone to another


@rule("gwb.6.4.5a", "gwb.7.2a")
def test_no_more_advance_than_may_stand_in_the_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    """G28: the stacking limit ends the advance."""
    s = field({"ge-r1": "0705", "ge-r2": "0705", "ge-c1": "0705", "fr-b": "0706", "fr-g1": "0707"}, dice=[6, 1])
    bleed(play(s, "attack 0706", "add ge-r1", "add ge-r2", "add ge-c1", "commit", "hold"))
    monkeypatch.setattr(s.state.b, "stacking", 2)
    play(s, "advance ge-r1", "advance ge-r2")
    assert at(s, "ge-c1") == "0705" and type(s.agenda[-1]).__name__ == "CombatPhase"


@rule("gwb.6.4.5d")
def test_guns_that_advance_stay_limbered(melee: Melee) -> None:
    melee(1, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "ge-e1": "0705 limbered", "ge-e2": "0705", "fr-b": "0706"}, dice=[6, 1])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit")
    while texts(s)[0].startswith(("add", "ready")):
        s.take("ready")
    play(s, "retreat")
    play(bleed(s), "back 0707")
    play(s, "advance ge-r1")
    assert "advance ge-e2" not in texts(s)  # deployed guns stay
    play(s, "advance ge-e1")
    assert at(s, "ge-e1") == "0706" and not s.state.deployed >> s.state.b.by_id["ge-e1"] & 1
    assert not any(t.startswith("deploy") for t in texts(s))


# -- gwb.6.5 and 11 -------------------------------------------------------------------------------------------------------


@rule("gwb.6.5a", "gwb.6.5b", "gwb.3.2")
def test_the_marker_lies_until_the_player_turn_ends(melee: Melee) -> None:
    melee(1, 1)
    s = field({"ge-r1": "0705", "fr-b": "0706", "fr-z1": "1010"}, dice=[3, 3])
    play(s, "attack 0706", "add ge-r1", "commit")
    end(s)
    bit = s.state.b.board.grid.bit("0706")
    while s.state.side == 1:
        assert s.state.markers & bit
        s.take("done")
    assert s.state.markers == 0


@rule("gwb.6.5d")
def test_a_marker_in_the_attackers_hex_does_not_matter() -> None:
    s = field({"ge-r1": "0705", "fr-b": "0706"}, markers=["0705"], dice=[3, 3])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert last(s, "melee")["shift"] == 0


@rule("gwb.11.0a", "gwb.11.0b", "gwb.3.10")
def test_hasty_attacks_come_from_one_hex_each() -> None:
    s = field({"ge-c1": "0705", "ge-c2": "0705", "ge-r1": "0606", "fr-b": "0706", "fr-g1": "0706"}, phase="hasty", dice=[6, 6] * 2)
    play(s, "attack 0706", "add ge-c1")
    assert texts(s) == ["add ge-c2", "commit"] and rules(s, "add ge-r1") == ["gwb.11.0a"]
    play(s, "commit")
    end(s)
    play(s, "attack 0706")
    assert "add ge-r1" in texts(s)


@rule("gwb.11.0a")
def test_coordinated_attacks_join_hexes() -> None:
    s = field({"ge-c1": "0705", "ge-r1": "0606", "fr-b": "0706"}, dice=[6, 6])
    play(s, "attack 0706", "add ge-c1")
    assert "add ge-r1" in texts(s)


@rule("gwb.13.6c", "gwb.11.0d")
def test_an_open_sights_gun_supports_one_hasty_attack() -> None:
    s = field(
        {"ge-c1": "0705", "ge-r1": "0606", "ge-e1": "0605 limbered", "fr-b": "0706", "fr-g1": "0706"}, phase="hasty", dice=[6] * 6
    )
    play(s, "attack 0706", "add ge-c1", "commit", "add ge-e1")
    end(s)
    play(s, "attack 0706", "add ge-r1", "commit")
    assert count(s, "barrage") == 1 and count(s, "melee") == 2


@rule("gwb.6.4.4")
def test_what_the_attacker_cannot_lose_spares_the_defender(melee: Melee) -> None:
    melee(3, 2)
    s = field({"ge-r1": "0705 reduced", "ge-c1": "0101", "fr-b": "0706", "fr-k": "0706", "fr-z1": "1010"}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit", "hold")
    bleed(s)
    assert last(s, "overkill") == {"attacker": 2, "defender": 0}
    assert at(s, "ge-r1") == "-1" and steps(s, "fr-b") + steps(s, "fr-k") == 4


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
