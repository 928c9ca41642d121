"""Chapter 6, combat: declaration, commitments, barrage, defensive fire."""

from __future__ import annotations

import pytest

from firestep.games.gwb import terrain
from firestep.games.gwb.components.board import Board, parse
from firestep.testing import play, rule, texts
from games.gwb.positions import Melee, at, bleed, count, end, field, last, rules, sheet, steps, unit

# -- gwb.6.0 --------------------------------------------------------------------------------------------------------------


@rule("gwb.6.0a", "gwb.6.0b", "gwb.3.4")
def test_one_combat_after_the_other_and_only_if_wanted() -> None:
    s = field({"ge-c1": "0705", "fr-b": "0706", "fr-k": "0605"}, dice=[6, 6])
    assert texts(s) == ["attack 0605", "attack 0706", "done"]
    play(s, "attack 0706", "add ge-c1")
    assert "attack 0605" not in texts(s)
    assert play(field({"ge-c1": "0705", "fr-b": "0706"}), "done").state.phase == "movement"


@rule("gwb.6.0c")
def test_a_unit_attacks_once_in_a_phase() -> None:
    s = field({"ge-r1": "0705", "ge-c2": "0705", "fr-b": "0706"}, dice=[6, 1])
    end(play(s, "attack 0706", "add ge-r1", "commit"))
    assert at(s, "ge-r1") == "0705" and at(s, "fr-b") == "0706"
    play(s, "attack 0706")
    assert texts(s) == ["add ge-c2"]
    assert rules(s, "add ge-r1") == ["gwb.6.0c"]


@rule("gwb.6.0c")
def test_the_two_combat_phases_count_apart() -> None:
    s = field({"ge-r1": "0705", "fr-b": "0706", "fr-z1": "1010"}, dice=[6, 1])
    end(play(s, "attack 0706", "add ge-r1", "commit"))
    play(s, "done", "done", "done", "done")
    assert s.state.phase == "hasty" and "attack 0706" in texts(s)


@rule("gwb.6.0d", "gwb.6.5c", "gwb.6.5x1", "gwb.6.5g")
def test_a_hex_may_be_attacked_again_with_a_shift() -> None:
    s = field({"ge-c1": "0705", "ge-r1": "0606", "fr-b": "0706", "fr-g1": "0706"}, dice=[6, 6, 6, 6])
    play(s, "attack 0706", "add ge-c1", "commit")
    assert last(s, "melee")["shift"] == 0
    play(s, "lose ge-c1", "lose ge-c1")
    play(s, "attack 0706", "add ge-r1", "commit")
    assert last(s, "melee")["shift"] == 1
    assert s.state.b.board.grid.numbers(s.state.markers) == ["0706"]


@rule("gwb.6.0e")
def test_units_that_retreated_may_be_attacked_again() -> None:
    s = field({"ge-r1": "0705", "ge-r2": "0705", "ge-c1": "0807", "fr-b": "0706", "fr-g1": "0706", "fr-z1": "1010"}, dice=[6, 1])
    assert "attack 0707" not in texts(s)
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "retreat")
    play(bleed(s), "back 0707")
    play(end(s), "attack 0707")
    assert "add ge-c1" in texts(s)


@rule("gwb.6.0f")
def test_attacks_on_a_hex_end_when_another_is_attacked() -> None:
    s = field({"ge-c1": "0705", "ge-c2": "0705", "ge-d1": "0705", "fr-b": "0706", "fr-k": "0605"}, dice=[6, 6] * 3)
    play(s, "attack 0706", "add ge-c1", "commit")
    end(s)
    assert "attack 0706" in texts(s)
    play(s, "attack 0605", "add ge-c2", "commit")
    end(s)
    assert "attack 0605" in texts(s) and "attack 0706" not in texts(s)
    assert rules(s, "attack 0706") == ["gwb.6.0f"]


@rule("gwb.6.0g", "gwb.6.0h")
def test_the_whole_hex_and_only_one_hex() -> None:
    s = field({"ge-r1": "0705", "fr-b": "0706", "fr-g1": "0706", "fr-k": "0606"}, dice=[3, 3])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert last(s, "attack")["defenders"] == ["fr-b", "fr-g1"]
    assert last(s, "melee")["defence"] == 4 + 3
    assert rules(field({"ge-r1": "0705", "fr-b": "0706"}), "attack 0605") == ["gwb.6.0g"]


@rule("gwb.6.0i")
@pytest.mark.parametrize(("level", "joins"), [("any", True), ("army", True), ("corps", True), ("division", False)])
def test_formation_limits_come_from_the_battle(level: str, joins: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    s = field({"ge-c1": "0705", "ge-r1": "0705", "fr-b": "0706"})
    monkeypatch.setattr(s.state.b, "together", (level, level))
    play(s, "attack 0706", "add ge-c1")
    assert ("add ge-r1" in texts(s)) is joins
    assert rules(s, "add ge-r1") == ([] if joins else ["gwb.6.0i"])


@rule("gwb.6.0i")
def test_two_armies_do_not_attack_together_where_the_battle_forbids_it(monkeypatch: pytest.MonkeyPatch) -> None:
    s = field({"br-i": "0705", "fr-b": "0705", "ge-r1": "0706"}, side="allied")
    monkeypatch.setattr(s.state.b, "together", ("army", "army"))
    play(s, "attack 0706", "add br-i")
    assert texts(s) == ["commit"]


# -- gwb.6.1 --------------------------------------------------------------------------------------------------------------


@rule("gwb.6.1b", "gwb.6.1a")
def test_fire_and_melee_are_always_resolved_barrage_only_with_guns() -> None:
    s = field({"ge-r1": "0705", "fr-b": "0706"}, dice=[3, 3])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert [count(s, k) for k in ("barrage", "defensive-fire", "melee")] == [0, 1, 1]
    assert s.state.rolls == 2


@rule("gwb.6.1c", "gwb.6.1d")
def test_every_commitment_comes_before_the_first_die() -> None:
    s = field({"ge-r1": "1005", "ge-e1": "1004", "br-a": "1006", "fr-b": "1006", "fr-b1": "1006", "fr-g3": "1007"}, dice=[3, 3, 3])
    order = []
    for word in ("attack 1006", "add ge-r1", "commit", "stand", "hold", "add ge-e1", "ready", "support fr-g3"):
        assert s.state.rolls == 0 and word in texts(s)
        d = s.decision
        assert d is not None
        order.append(d.seat_name)
        s.take(word)
    assert order == ["german", "german", "german", "allied", "allied", "german", "german", "allied"]
    assert s.state.rolls == 3  # all stages, and nobody was asked in between


@rule("gwb.6.1c")
def test_under_the_other_reading_support_is_named_after_the_barrage() -> None:
    s = field({"ge-r1": "1005", "ge-e1": "1004", "fr-b": "1006", "fr-g3": "1007"}, dice=[3, 3, 3], options={"support": "after"})
    play(s, "attack 1006", "add ge-r1", "commit", "add ge-e1", "ready")
    assert s.state.rolls == 1 and texts(s) == ["none", "support fr-g3"]
    play(s, "none")
    assert s.state.rolls == 3 and last(s, "defensive-fire")["barrage"] == last(s, "barrage")["result"]


@rule("gwb.6.1e", "gwb.3.5")
def test_one_strength_for_fire_and_melee() -> None:
    s = field({"ge-r1": "0705", "fr-b": "0706", "br-a": "0706"}, dice=[3, 3])
    play(s, "attack 0706", "add ge-r1", "commit", "stand")
    assert last(s, "defensive-fire")["strength"] == last(s, "melee")["defence"] == 6


@rule("gwb.6.1f")
def test_a_gun_fires_once_in_a_phase() -> None:
    s = field({"ge-c1": "0705", "ge-c2": "0705", "ge-e1": "0604", "fr-b": "0706"}, dice=[3] * 9)
    play(s, "attack 0706", "add ge-c1", "commit", "add ge-e1", "ready")
    end(s)
    play(s, "attack 0706", "add ge-c2", "commit")
    assert texts(s) == ["add ge-h", "ready"] and "gwb.6.1f" in rules(s, "add ge-e1")


@rule("gwb.6.1.1a", "gwb.6.1.1b", "gwb.6.1.1c")
def test_guns_alone_all_fire_and_may_still_call_support() -> None:
    s = field({"ge-r1": "0705", "fr-b1": "0706", "fr-b2": "0706", "fr-g3": "0707"}, dice=[3, 3])
    play(s, "attack 0706", "add ge-r1", "commit", "hold", "support fr-g3")
    assert last(s, "defensive-fire")["strength"] == 2 + 2 + 2
    assert last(s, "melee")["defence"] == 1


@rule("gwb.6.1.1f", "gwb.6.1.1g", "gwb.3.13d")
def test_limbering_under_attack_changes_the_fire() -> None:
    s = field({"ge-r1": "0705", "fr-b1": "0706", "fr-b2": "0706 limbered"}, dice=[3, 3])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert texts(s) == ["hold", "limber fr-b1"]
    assert rules(s, "limber fr-b2") == ["gwb.6.1.1g"]
    play(s, "limber fr-b1")
    assert last(s, "defensive-fire")["strength"] == 1 + 1


@rule("gwb.6.1.2c", "gwb.10.3")
def test_retreat_before_combat_follows_the_retreat_rules() -> None:
    s = field({"ge-r1": "1005", "ge-c1": "0908", "ge-c2": "1109", "br-a": "1006"})
    play(s, "attack 1006", "add ge-r1", "commit", "leave br-a", "ride")
    grid = s.state.b.board.grid
    for t in texts(s):
        assert grid.distance(grid.index(t[5:]), grid.index("1005")) == 2  # away from the attacker
    play(s, "back 1007")  # next to 0908 and 1109? then it costs a step
    zone = bool(s.state.zone(1) >> grid.index("1007") & 1)
    assert zone == texts(s)[0].startswith("lose")


@rule("gwb.6.1.2e")
def test_cavalry_does_not_ride_off_before_cavalry() -> None:
    s = field({"ge-u": "1005", "br-a": "1006"}, dice=[3, 3])
    play(s, "attack 1006", "add ge-u", "commit")
    assert count(s, "melee") == 1
    s = field({"ge-u": "1005", "ge-c1": "1005", "br-a": "1006"})
    play(s, "attack 1006", "add ge-u", "add ge-c1", "commit")
    assert texts(s) == ["leave br-a", "stand"]


@rule("gwb.6.1.2b")
def test_guns_leave_only_with_cavalry_even_when_just_limbered() -> None:
    s = field({"ge-r1": "1005", "br-a": "1006", "fr-b1": "1006"})
    play(s, "attack 1006", "add ge-r1", "commit")
    assert texts(s) == ["leave br-a", "stand"] and rules(s, "leave fr-b1") == ["gwb.6.1.2b"]
    play(s, "leave br-a", "leave fr-b1", "ride", "back 1007")
    assert at(s, "fr-b1") == "1007" and not s.state.deployed >> s.state.b.by_id["fr-b1"] & 1


@rule("gwb.6.1.2a")
def test_cavalry_may_ride_off_in_hasty_combat_too() -> None:
    s = field({"ge-r1": "1005", "br-a": "1006"}, phase="hasty")
    play(s, "attack 1006", "add ge-r1", "commit", "leave br-a", "ride", "back 1007", "advance ge-r1")
    assert at(s, "br-a") == "1007" and at(s, "ge-r1") == "1006"


@rule("gwb.6.1.2h")
def test_marching_cavalry_that_rides_off_is_disorganised() -> None:
    s = field({"ge-r1": "1005", "br-a": "1006 march"})
    play(s, "attack 1006", "add ge-r1", "commit", "leave br-a", "ride", "back 1007")
    assert s.state.dis[s.state.b.by_id["br-a"]] == 1
    assert not s.state.marching >> s.state.b.by_id["br-a"] & 1


# -- gwb.6.2 and gwb.6.3 ------------------------------------------------------------------------------------------------------


@rule("gwb.6.2a", "gwb.11.0c", "gwb.13.6d")
def test_no_barrage_in_hasty_combat_by_deployed_guns() -> None:
    s = field({"ge-r1": "0705", "ge-e1": "0604", "ge-e3": "0604 limbered", "fr-b": "0706"}, phase="hasty", dice=[3, 3])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert count(s, "melee") == 1 and count(s, "barrage") == 0


@rule("gwb.6.2b")
@pytest.mark.parametrize(("gun", "ok"), [("0602", True), ("0601", False)])
def test_range_counts_the_target_and_not_the_gun(gun: str, ok: bool) -> None:
    s = field({"ge-r1": "0605", "ge-e1": gun, "fr-b": "0606"}, dice=[3, 3, 3])
    grid = s.state.b.board.grid
    assert grid.distance(grid.index(gun), grid.index("0606")) == (4 if ok else 5)
    play(s, "attack 0606", "add ge-r1", "commit")
    assert ("add ge-e1" in texts(s)) is ok


@rule("gwb.6.2c", "gwb.6.3.1b", "gwb.3.15")
def test_barrage_and_support_by_deployed_guns_need_no_sight() -> None:
    s = field({"ge-r1": "1006", "ge-e1": "0705", "fr-b": "1007", "fr-g3": "1005"}, dice=[3, 3, 3])
    board = s.state.b.board
    far = board.grid.index
    blind = field({"ge-r1": "0907", "ge-e1": "0804", "fr-b": "0807", "fr-g3": "0805"}, dice=[3, 3, 3])
    assert not board.sight(far("0804"), far("0807")) and not board.sight(far("0805"), far("0807"))
    play(blind, "attack 0807", "add ge-r1", "commit", "add ge-e1", "ready", "support fr-g3")
    assert count(blind, "barrage") == 1 and last(blind, "defensive-fire")["strength"] == 4 + 2
    assert s.state.rolls == 0


@rule("gwb.6.2d", "gwb.6.2e", "gwb.3.3b")
def test_barrage_strength_column_and_the_best_terrain_alone() -> None:
    s = field({"ge-r1": "0904", "ge-e1": "0902", "ge-e2": "0902", "fr-b": "0903"}, dice=[5, 3, 3])
    play(s, "attack 0903", "add ge-r1", "commit", "add ge-e1", "add ge-e2", "ready")
    b = last(s, "barrage")
    assert b["strength"] == 6 and b["modifier"] == 0 and b["result"] == 2
    from firestep.games.gwb import terrain

    board = s.state.b.board
    board.terrain[board.grid.index("1201")] = ("woods", "city")
    assert terrain.barrage(board, board.grid.index("1201")) == 2  # not three
    board.terrain[board.grid.index("1201")] = ("clear",)


@rule("gwb.6.2f")
def test_a_barrage_kills_nobody() -> None:
    s = field({"ge-r1": "0705", "ge-e1": "0604", "ge-e2": "0604", "ge-e3": "0604", "fr-b": "0706"}, dice=[1, 6, 12])
    play(s, "attack 0706", "add ge-r1", "commit", "add ge-e1", "add ge-e2", "add ge-e3")
    while "ready" in texts(s):
        s.take("ready")
    assert last(s, "barrage")["result"] == 4 and steps(s, "fr-b") == 2
    assert last(s, "defensive-fire")["barrage"] == 4


@rule("gwb.6.3a", "gwb.6.3b", "gwb.6.3c", "gwb.13.2e", "gwb.mk.aao")
def test_defensive_fire_adds_barrage_terrain_and_open_attackers() -> None:
    s = field({"ge-c1": "0804", "ge-c2": "0804", "fr-b": "0806"}, dice=[3, 3])
    play(s, "attack 0806", "across ge-c1 0805", "across ge-c2 0805", "commit")
    f = last(s, "defensive-fire")
    assert (f["strength"], f["modifier"], f["result"]) == (4, -2, 2)
    assert last(s, "melee")["fire"] == 2


@rule("gwb.6.3d", "gwb.6.3b")
def test_one_attacker_across_a_stream_is_enough() -> None:
    units = {"ge-c1": "0502", "ge-c2": "0401", "fr-b": "0402"}
    s = play(field(units, dice=[3, 3]), "attack 0402", "add ge-c2", "commit")
    assert last(s, "defensive-fire")["modifier"] == 0
    s = play(field(units, dice=[3, 3]), "attack 0402", "add ge-c1", "add ge-c2", "commit")
    assert last(s, "defensive-fire")["modifier"] == -1


@rule("gwb.6.3b")
def test_a_slope_and_a_stream_count_once() -> None:
    board = Board(parse(sheet(".h ..", '[streams]\n0101/0201 "S"')))
    a, target = board.grid.index("0101"), board.grid.index("0201")
    assert terrain.fire(board.ground(0), target, 1 << a)[0] == -1


@rule("gwb.6.3.1c")
def test_an_attacked_gun_cannot_support() -> None:
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-b1": "0706", "fr-b": "0706", "fr-k": "0605"}, dice=[6, 6] * 2)
    play(s, "attack 0706", "add ge-r1", "commit", "hold")
    end(s)
    play(s, "attack 0605", "add ge-r2", "commit")
    assert count(s, "melee") == 2 and last(s, "defensive-fire")["support"] is None


@rule("gwb.6.3.1d")
def test_a_gun_supports_one_hex_in_a_phase() -> None:
    s = field({"ge-c1": "0705", "ge-c2": "0705", "fr-k": "0605", "fr-b": "0706", "fr-g3": "0707"}, dice=[6, 6] * 2)
    play(s, "attack 0605", "add ge-c1", "commit", "support fr-g3")
    end(s)
    play(s, "attack 0706", "add ge-c2", "commit")
    assert count(s, "melee") == 2 and last(s, "defensive-fire")["support"] is None


@rule("gwb.6.3.1d", "gwb.6.3.1f")
def test_support_is_given_once_and_leaves_the_gun_silent() -> None:
    s = field({"ge-c1": "0705", "ge-c2": "0705", "ge-d1": "0805", "fr-k": "0605", "fr-b": "0806", "fr-g3": "0806"}, dice=[6, 6] * 3)
    play(s, "attack 0605", "add ge-c1", "commit", "support fr-g3")
    end(s)
    play(s, "attack 0806", "add ge-d1", "commit", "hold")
    assert last(s, "defensive-fire")["strength"] == 4  # its own gun is spent


@rule("gwb.6.3.1f", "gwb.6.1.1c")
def test_a_spent_gun_alone_keeps_melee_one() -> None:
    s = field({"ge-c1": "0705", "ge-d1": "0805", "fr-k": "0605", "fr-g3": "0806"}, dice=[6, 6] * 2)
    play(s, "attack 0605", "add ge-c1", "commit", "support fr-g3")
    end(s)
    play(s, "attack 0806", "add ge-d1", "commit", "hold")
    assert last(s, "defensive-fire")["strength"] == 0 and last(s, "melee")["defence"] == 1


@rule("gwb.6.3.1e", "gwb.11.0e")
@pytest.mark.parametrize("phase", ["coordinated", "hasty"])
def test_support_stays_with_the_hex(phase: str) -> None:
    s = field({"ge-c1": "0705", "ge-r1": "0606", "fr-b": "0706", "fr-g1": "0706", "fr-g3": "0807"}, phase=phase, dice=[6, 6] * 2)
    play(s, "attack 0706", "add ge-c1", "commit", "support fr-g3")
    end(s)
    play(s, "attack 0706", "add ge-r1", "commit")
    f = last(s, "defensive-fire")
    assert f["support"] == "fr-g3" and f["strength"] == 4 + 3 + 2


@rule("gwb.6.3.1c", "gwb.6.1.2b")
def test_guns_that_left_with_the_cavalry_were_attacked() -> None:
    """G78: they rode off before the attack on their hex, and give no support to another hex in this phase."""
    s = field({"ge-r1": "1005", "ge-r2": "0906", "br-a": "1006", "fr-b1": "1006", "fr-b": "0907"}, dice=[6, 6])
    play(s, "attack 1006", "add ge-r1", "commit", "leave br-a", "leave fr-b1", "ride", "back 1007", "done")
    play(s, "attack 0907", "add ge-r2", "commit")
    assert last(s, "defensive-fire")["support"] is None


@rule("gwb.6.1.2a", "gwb.6.1.2c")
def test_cavalry_that_may_ride_one_hex_is_not_offered_two(melee: Melee) -> None:
    full = {"fr-g1": "0707", "fr-g2": "0707", "fr-z1": "0707", "fr-z2": "0707"}
    s = field({"ge-r1": "0705", "ge-c1": "0605", "ge-c2": "0606", "ge-d1": "0805", "br-a": "0706", **full}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit", "leave br-a", "ride")
    assert texts(s) == ["back 0806"] and rules(s, "back 0708") == ["gwb.6.1.2a"]


@rule("gwb.6.0i", "gwb.6.3.1a")
def test_formation_limits_hold_for_defensive_support(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"ge-r1": "0705", "fr-b": "0706", "br-a1": "0707", "fr-g3": "0707"}
    s = field(units, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert texts(s) == ["none", "support br-a1", "support fr-g3"]
    monkeypatch.setattr(s.state.b, "together", ("army", "army"))
    t = field(units, dice=[6, 6])
    play(t, "attack 0706", "add ge-r1", "commit")
    assert texts(t) == ["none", "support fr-g3"] and rules(t, "support br-a1") == ["gwb.6.0i"]
    # a hex that holds both armies may call a gun of either (G85)
    u = field({**units, "br-i": "0706"}, dice=[6, 6])
    play(u, "attack 0706", "add ge-r1", "commit")
    assert texts(u) == ["none", "support br-a1", "support fr-g3"]


@rule("gwb.6.0e", "gwb.6.0f")
def test_who_flees_into_a_hex_attacked_before_can_be_attacked_there(melee: Melee) -> None:
    melee(0, 1)
    s = field(
        {"ge-c1": "0705", "ge-r1": "0605", "ge-r2": "0605", "ge-d1": "0806", "fr-b": "0706", "fr-k": "0606", "fr-z1": "1010"},
        options={"retreat": "any"},
        dice=[6, 6, 6, 1],
    )
    play(s, "attack 0706", "add ge-c1", "commit")
    end(s)
    play(s, "attack 0606", "add ge-r1", "add ge-r2", "commit")
    play(s, "retreat")
    assert s.state.targets_done & s.state.b.board.grid.bit("0706")
    play(bleed(s), "back 0706")
    while type(s.agenda[-1]).__name__ != "CombatPhase":
        s.take("done")
    assert "attack 0706" in texts(s) and at(s, "fr-k") == "0706"


@rule("gwb.6.0f")
def test_a_hex_left_for_another_stays_closed_while_nobody_flees_into_it() -> None:
    s = field({"ge-c1": "0705", "ge-d1": "0806", "ge-r1": "0604", "fr-b": "0706", "fr-k": "0504"}, dice=[6, 6, 6, 6])
    end(play(s, "attack 0706", "add ge-c1", "commit"))
    end(play(s, "attack 0504", "add ge-r1", "commit"))
    assert "attack 0706" not in texts(s) and rules(s, "attack 0706") == ["gwb.6.0f"]


@rule("gwb.6.1.2a", "gwb.6.1.2c")
def test_cavalry_rides_off_one_hex_and_not_through_friends() -> None:
    full = {"fr-g1": "0707", "fr-g2": "0707", "fr-z1": "0707", "fr-z2": "0707"}
    wall = {"ge-c1": "0605", "ge-c2": "0606", "ge-d1": "0805", "ge-d2": "0806"}
    s = field({"ge-r1": "0705", "br-a": "0706", **full, **wall}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert "leave br-a" not in texts(s)
    t = field({"ge-r1": "0705", "br-a": "0706", **wall}, dice=[6, 6])
    play(t, "attack 0706", "add ge-r1", "commit", "leave br-a", "ride")
    assert texts(t) == ["back 0707"]


@rule("gwb.6.1f", "gwb.6.3.1f")
def test_a_gun_that_fired_and_retreated_does_not_fire_again(melee: Melee) -> None:
    """G13: its fire belongs to the hex it was attacked in."""
    melee(0, 1)
    s = field(
        {"ge-r1": "0705", "ge-r2": "0705", "ge-c1": "0607", "fr-b": "0706", "fr-b1": "0706 limbered", "fr-z1": "1010"},
        options={"retreat": "any"},
        dice=[6, 1, 6, 6],
    )
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "retreat")
    assert last(s, "defensive-fire")["strength"] == 5
    bleed(play(bleed(s), "back 0707"))
    while type(s.agenda[-1]).__name__ != "CombatPhase":
        s.take("done")
    left = s.state.strength(unit(s, "fr-b"))
    play(s, "attack 0707", "add ge-c1", "commit")
    assert last(s, "defensive-fire")["strength"] == left


@rule("gwb.6.1.1a", "gwb.6.0d")
def test_a_gun_that_holds_its_hex_fires_in_each_attack(melee: Melee) -> None:
    melee(0, 0)
    s = field({"ge-c1": "0705", "ge-c2": "0606", "fr-b": "0706", "fr-b1": "0706"}, dice=[6, 6, 6, 6], phase="hasty")
    end(play(s, "attack 0706", "add ge-c1", "commit"))
    play(s, "attack 0706", "add ge-c2", "commit")
    end(s)
    assert [e.params["strength"] for e in s.journal if e.key == "defensive-fire"] == [6, 6]
