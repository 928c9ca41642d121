"""Chapter gwb.7.4 to gwb.7.6: March Order, forced march, rail."""

from __future__ import annotations

import pytest

from firestep.games.gwb import rail, slow
from firestep.games.gwb.components.board import Board, parse
from firestep.testing import play, rule, texts
from games.gwb.positions import Melee, at, bleed, dis, field, last, on_the_move, rules, sheet, unit

# -- gwb.7.4 March Order --------------------------------------------------------------------------------------------------


@rule("gwb.7.4a", "gwb.7.4b")
def test_march_order_is_given_first_and_doubles_movement() -> None:
    s = field({"ge-r1": "0101", "ge-c1": "0201", "fr-b": "1210"}, phase="movement")
    assert texts(s) == ["done", "march ge-c1", "march ge-r1"]
    play(s, "march ge-r1", "done")
    assert not any(t.startswith("march") for t in texts(s))
    play(s, "move ge-r1")
    assert s.agenda[-1].mp == 12  # type: ignore[attr-defined]


@rule("gwb.7.4c")
def test_march_order_keeps_three_hexes_away() -> None:
    s = on_the_move({"ge-r1": "0601", "fr-b1": "0608"}, marching=("ge-r1",))
    play(s, "move ge-r1")
    grid = s.state.b.board.grid
    goals = [t[3:] for t in texts(s) if t.startswith("go")]
    assert min(grid.distance(grid.index(g), grid.index("0608")) for g in goals) == 4
    assert rules(s, "go 0605") == ["gwb.7.4c"]


@rule("gwb.6.5f")
def test_march_order_keeps_away_from_battle_markers() -> None:
    s = on_the_move({"ge-r1": "0601", "fr-b": "1210"}, marching=("ge-r1",), markers=["0606"])
    play(s, "move ge-r1")
    assert "go 0604" in texts(s)
    for n in ("0605", "0606", "0707"):
        assert f"go {n}" not in texts(s)
    assert rules(s, "go 0605") == ["gwb.6.5f"]


@rule("gwb.7.4d")
def test_march_order_lasts_through_the_opponents_turn() -> None:
    s = on_the_move({"ge-r1": "0101", "fr-b": "1210"}, marching=("ge-r1",))
    bit = 1 << unit(s, "ge-r1")
    while s.state.side == 1:
        assert s.state.marching & bit
        s.take("done" if "done" in texts(s) else "halt")
    assert s.state.marching & bit
    while s.state.side == 0:
        assert s.state.marching & bit
        s.take("done" if "done" in texts(s) else "halt")
    assert not s.state.marching & bit


@rule("gwb.7.4e")
def test_march_order_and_combat_exclude_each_other() -> None:
    s = field({"ge-r1": "0101 fought", "fr-b": "1210"}, phase="movement")
    assert texts(s) == ["done"] and rules(s, "march ge-r1") == ["gwb.7.4e"]
    t = field({"ge-r1": "0705 march", "fr-b": "0706"}, phase="hasty")
    assert texts(t) == ["done"]


@rule("gwb.7.4g")
@pytest.mark.parametrize(("words", "enemy"), [("0101 dis=1", "1210"), ("0101", "0104"), ("0101", "0203")])
def test_march_order_is_refused(words: str, enemy: str) -> None:
    s = field({"ge-r1": words, "fr-b1": enemy}, phase="movement")
    assert texts(s) == ["done"] and set(rules(s, "march ge-r1")) == {"gwb.7.4g"}


@rule("gwb.7.4h", "gwb.7.4i")
def test_attacked_in_march_order(melee: Melee) -> None:
    melee(1, 1)
    s = field({"ge-r1": "0705", "fr-b": "0706 march"}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert last(s, "defensive-fire")["strength"] == last(s, "melee")["defence"] == 3
    play(s, "hold")
    while texts(s)[0].startswith("lose"):
        s.take(texts(s)[0])
    assert dis(s, "fr-b") == 1 and not s.state.marching >> unit(s, "fr-b") & 1


@rule("gwb.7.4j")
def test_guns_march_limbered_and_do_not_deploy() -> None:
    s = field({"ge-e1": "0101", "ge-e2": "0101 limbered", "fr-b": "1210"}, phase="movement")
    assert texts(s) == ["done", "march ge-e2"] and rules(s, "march ge-e1") == ["gwb.7.4j"]
    play(s, "march ge-e2", "done", "move ge-e2", "go 0102")
    assert "deploy" not in texts(s) and rules(s, "deploy") == ["gwb.7.4j"]


# -- gwb.7.5 forced march -------------------------------------------------------------------------------------------------


@rule("gwb.7.5a", "gwb.7.5h", "gwb.9.0a")
def test_forced_march() -> None:
    s = on_the_move({"ge-r1": "0101", "fr-b": "1210"}, dice=[3])
    play(s, "move ge-r1", "go 0104", "force")
    assert s.agenda[-1].mp == 3  # type: ignore[attr-defined]  # what was left is forfeit
    play(s, "go 0106", "halt")
    assert at(s, "ge-r1") == "0106" and dis(s, "ge-r1") == 1


@rule("gwb.7.5x", "gwb.7.5i", "gwb.7.4b")
def test_twenty_points() -> None:
    s = on_the_move({"ge-r1": "0101", "fr-b": "1210"}, marching=("ge-r1",), dice=[4])
    play(s, "move ge-r1")
    first = s.agenda[-1].mp  # type: ignore[attr-defined]
    play(s, "force")
    assert first + s.agenda[-1].mp == 20  # type: ignore[attr-defined]
    play(s, "halt")
    assert dis(s, "ge-r1") == 1


@rule("gwb.7.5b")
def test_a_unit_finishes_before_another_begins() -> None:
    s = on_the_move({"ge-r1": "0101", "ge-c1": "0201", "fr-b": "1210"}, dice=[3])
    play(s, "move ge-r1")
    assert not any(t.startswith("move") for t in texts(s))
    play(s, "force", "go 0102", "halt")
    assert texts(s) == ["done", "move ge-c1"]


@rule("gwb.7.5c")
def test_forced_march_and_combat_exclude_each_other() -> None:
    s = on_the_move({"ge-r1": "0101 fought", "ge-c1": "0704", "fr-b": "0707"}, dice=[1])
    play(s, "move ge-r1")
    assert "force" not in texts(s) and rules(s, "force") == ["gwb.7.5c"]
    play(s, "halt", "move ge-c1", "force", "halt", "done", "done")
    s.state.put(unit(s, "ge-c1"), s.state.b.board.grid.index("0706"))
    s.state.dis[unit(s, "ge-c1")] = 0
    t = s.copy()
    assert t.state.phase == "hasty" and texts(t) == ["done"] and rules(t, "attack 0707") == ["gwb.7.5c"]


@rule("gwb.7.5d", "gwb.7.6d")
def test_forced_march_and_rail_exclude_each_other() -> None:
    s = on_the_move({"ge-r1": "0603", "fr-b": "1210"}, dice=[3])
    t = play(s.copy(), "move ge-r1", "force")
    assert "entrain" not in texts(t) and "gwb.7.6d" in rules(t, "entrain")
    play(s, "move ge-r1", "entrain")
    assert "force" not in texts(s) and "gwb.7.5d" in rules(s, "force")


@rule("gwb.7.5e")
@pytest.mark.parametrize(("words", "enemy"), [("0101 dis=1", "1210"), ("0101", "0102")])
def test_forced_march_is_refused(words: str, enemy: str) -> None:
    s = on_the_move({"ge-u": words, "fr-b": enemy}, dice=[1])
    play(s, "rally ge-u" if "dis" in words else "move ge-u")
    assert "force" not in texts(s) and "gwb.7.5e" in rules(s, "force")


@rule("gwb.7.5f")
def test_forced_march_enters_no_zone() -> None:
    s = on_the_move({"ge-r1": "0601", "ge-c1": "0602", "ge-c2": "0707", "fr-b": "0608", "fr-k": "0708"}, dice=[6])
    play(s, "move ge-r1", "go 0604", "force")
    assert "go 0606" in texts(s) and "go 0607" not in texts(s)
    assert rules(s, "go 0607") == ["gwb.7.5f"]  # contested or not: 0707 is held by a friend
    assert "go 0707" not in texts(s)
    t = on_the_move({"ge-r1": "0604", "fr-b": "0608"})
    play(t, "move ge-r1", "go 0607")
    assert "force" not in texts(t)


@rule("gwb.7.5g")
def test_guns_force_march_limbered_and_do_not_deploy() -> None:
    s = on_the_move({"ge-e1": "0101", "ge-e2": "0101 limbered", "fr-b": "1210"}, dice=[3])
    play(s, "move ge-e1", "limber")
    assert "force" not in texts(s) and rules(s, "force") == ["gwb.7.5g"]
    play(s, "halt", "move ge-e2", "force")
    assert "deploy" not in texts(s) and rules(s, "deploy") == ["gwb.7.5g"]


# -- gwb.7.6 rail ---------------------------------------------------------------------------------------------------------


@rule("gwb.7.6a", "gwb.7.6b", "gwb.7.6c")
def test_entrain_and_ride() -> None:
    s = on_the_move({"ge-r1": "0103", "fr-b": "1210"})
    play(s, "move ge-r1", "entrain")
    assert s.agenda[-1].mp == 3  # type: ignore[attr-defined]
    assert "ride 1203" in texts(s)  # any distance
    play(s, "ride 1203")
    assert at(s, "ge-r1") == "1203" and s.state.entrained >> unit(s, "ge-r1") & 1
    assert not any(t.startswith("detrain") for t in texts(s))  # two actions are done


@rule("gwb.7.6c", "gwb.7.6a")
def test_two_actions_of_five() -> None:
    s = on_the_move({"ge-r1": "0104", "fr-b": "1210"})
    play(s, "move ge-r1", "go 0103", "entrain")
    assert not any(t.startswith("ride") for t in texts(s))
    t = on_the_move({"ge-r1": "0103 train", "fr-b": "1210"})
    play(t, "move ge-r1")
    assert rules(t, "go 0104") == ["gwb.7.6c"]
    play(t, "detrain")
    assert t.agenda[-1].mp == 3  # type: ignore[attr-defined]
    play(t, "go 0105")
    assert at(t, "ge-r1") == "0105"
    u = on_the_move({"ge-r1": "0103 train", "fr-b": "1210"})
    play(u, "move ge-r1", "ride 0603", "detrain")
    assert at(u, "ge-r1") == "0603" and not any(x.startswith("go") for x in texts(u))


@rule("gwb.7.6b", "gwb.7.6g")
def test_enemies_and_their_zones_close_the_line() -> None:
    s = on_the_move({"ge-r1": "0103 train", "fr-b1": "0803", "fr-b": "1210"})
    play(s, "move ge-r1")
    assert "ride 0703" in texts(s) and "ride 0803" not in texts(s) and rules(s, "ride 0903") == ["gwb.7.6b"]
    s = on_the_move({"ge-r1": "0103 train", "fr-b": "0804"})
    play(s, "move ge-r1")
    assert "ride 0703" in texts(s) and "ride 0803" not in texts(s)


@rule("gwb.7.6b")
def test_a_destroyed_bridge_cuts_the_line(monkeypatch: pytest.MonkeyPatch) -> None:

    board = Board(parse(sheet("....", '[rivers]\n0201/0301 "R"\n[bridges]\n0201/0301 "B"\n[rails]\n"L" 0101 0201 0301 0401')))
    start, far = board.grid.index("0101"), board.grid.index("0401")
    assert board.ground(0).line(start, 0) >> far & 1
    assert not board.ground(1).line(start, 0) >> far & 1


@rule("gwb.7.6e", "gwb.8.0g")
def test_a_harassed_train_detrains() -> None:
    s = on_the_move({"ge-r1": "0103 train", "fr-b1": "0806", "fr-b2": "0806", "fr-g3": "0806"}, dice=[1])
    play(s, "move ge-r1", "ride 1203")
    d = s.decision
    assert d is not None and d.seat_name == "allied"
    play(s, "add fr-b1", "add fr-b2", "add fr-g3", "fire")
    assert dis(s, "ge-r1") == 1 and not s.state.entrained >> unit(s, "ge-r1") & 1 and s.state.cargo == [-1]
    assert at(s, "ge-r1") != "1203"


@rule("gwb.7.4h", "gwb.7.4i")
def test_an_attacked_train_is_treated_like_a_marching_column() -> None:
    """G64."""
    s = field({"fr-b": "0604", "ge-r1": "0603 train", "ge-c1": "0101", "fr-z1": "1010"}, side="allied", dice=[6, 6])
    play(s, "attack 0603", "add fr-b", "commit")
    assert last(s, "defensive-fire")["strength"] == last(s, "melee")["defence"] == 4
    while type(s.agenda[-1]).__name__ != "CombatPhase":
        s.take("hold" if "hold" in texts(s) else texts(s)[0])
    assert dis(s, "ge-r1") == 1 and not s.state.entrained and s.state.cargo == [-1]


@rule("gwb.7.6f", "gwb.9.0h")
def test_who_cannot_entrain() -> None:
    s = on_the_move({"ge-r1": "0603", "fr-b": "0604"})
    play(s, "move ge-r1")
    assert "entrain" not in texts(s) and "gwb.7.6f" in rules(s, "entrain")
    s = on_the_move({"ge-u": "0603 dis=1", "fr-b": "1210"}, dice=[1])
    play(s, "rally ge-u")
    assert "entrain" not in texts(s) and rules(s, "entrain") == ["gwb.9.0h"]


@rule("gwb.7.6h", "gwb.7.6x")
def test_one_marker_serves_two_units() -> None:
    s = on_the_move({"ge-r1": "0103 train", "ge-c1": "0603", "ge-c2": "0703", "fr-b": "1210"})
    play(s, "move ge-c1")
    assert rules(s, "entrain") == ["gwb.7.6h"]
    s = on_the_move({"ge-r1": "0103 train", "ge-c1": "0603", "ge-c2": "0703", "fr-b": "1210"})
    play(s, "move ge-r1", "detrain", "halt", "move ge-c1", "entrain", "ride 1103")
    assert at(s, "ge-c1") == "1103" and s.state.tasks == [7]
    play(s, "move ge-c2")
    assert "entrain" not in texts(s)


@rule("gwb.7.6h")
def test_each_task_of_a_marker_is_done_once_in_a_turn() -> None:
    trains = {"ge-r1": "0103 train", "ge-c1": "0603", "ge-c2": "0703", "fr-b": "1210"}
    s = play(on_the_move(trains), "move ge-r1", "detrain", "halt", "move ge-c1", "entrain")
    assert "detrain" not in texts(s) and rules(s, "detrain") == ["gwb.7.6h"]
    s = play(on_the_move(trains), "move ge-r1", "ride 0503", "detrain", "move ge-c1", "entrain")
    assert not any(w.startswith("ride") for w in texts(s)) and rules(s, "ride 0803") == ["gwb.7.6h"]
    s = play(on_the_move({"ge-c1": "0603", "ge-c2": "0703", "fr-b": "1210"}), "move ge-c1", "entrain", "detrain", "move ge-c2")
    assert "entrain" not in texts(s) and rules(s, "entrain") == ["gwb.7.6h"]


@rule("gwb.7.6c")
def test_no_third_railway_action() -> None:
    s = play(on_the_move({"ge-c1": "0603", "fr-b": "1210"}), "move ge-c1", "entrain")
    assert "detrain" in texts(s)
    play(s, "ride 0803")
    assert at(s, "ge-c1") == "0803" and "detrain" not in texts(s)


@rule("gwb.7.6f")
def test_who_began_in_a_zone_does_not_entrain() -> None:
    for enemy, can in (("1210", True), ("0506", False)):
        s = play(on_the_move({"ge-c1": "0505", "fr-b": enemy}), "move ge-c1", "go 0503")
        assert ("entrain" in texts(s)) is can
    assert "gwb.7.6f" in rules(s, "entrain")


@rule("gwb.7.4f", "gwb.7.6d")
def test_march_order_and_rail_exclude_each_other() -> None:
    s = field({"ge-r1": "0103 train", "ge-c1": "0203", "fr-b": "1210"}, phase="movement")
    assert texts(s) == ["done", "march ge-c1"] and rules(s, "march ge-r1") == ["gwb.7.4f"]
    play(s, "march ge-c1", "done", "move ge-c1")
    assert "entrain" not in texts(s) and "gwb.7.6d" in rules(s, "entrain")


@rule("gwb.7.6i", "gwb.7.6j")
def test_guns_by_rail() -> None:
    s = on_the_move({"ge-e1": "0604", "fr-b": "1210"})
    play(s, "move ge-e1")
    assert rules(s, "entrain")[0] == "gwb.7.6i"
    play(s, "limber", "go 0603", "entrain")  # limber, move, entrain
    assert s.state.entrained >> unit(s, "ge-e1") & 1 and not any(t.startswith("ride") for t in texts(s))
    s = on_the_move({"ge-e1": "0603", "fr-b": "1210"})
    play(s, "move ge-e1", "limber", "entrain", "ride 1203")  # limber, entrain, ride
    assert at(s, "ge-e1") == "1203"
    s = on_the_move({"ge-e1": "0603 limbered train", "fr-b": "1210"})
    assert rules(play(s.copy(), "move ge-e1"), "deploy") == ["gwb.7.6i"]
    play(s, "move ge-e1", "ride 1203", "detrain", "deploy")  # ride, detrain, deploy
    assert s.state.deployed >> unit(s, "ge-e1") & 1
    s = on_the_move({"ge-e1": "0603 limbered train", "fr-b": "1210"})
    play(s, "move ge-e1", "detrain", "go 0604", "deploy")  # detrain, move, deploy
    assert at(s, "ge-e1") == "0604" and s.state.deployed >> unit(s, "ge-e1") & 1


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


@rule("gwb.7.5e", "gwb.8.0i")
def test_a_reinforcement_that_was_sent_back_disorganised_does_not_force_its_march() -> None:
    s = field({"ge-c1": "0101", "fr-k": "0310"}, side="german", phase="hasty", turn=2, dice=[1])
    z = unit(s, "fr-z1")
    s.state.at[z], s.state.steps[z], s.state.dis[z] = 0, 2, 1
    while s.state.side == 1 or s.state.phase != "movement":
        s.take("done")
    play(s, "done", "rally fr-z1", "go 0910")
    assert "force" not in texts(s)


@rule("gwb.7.4i", "gwb.6.4.3d", "gwb.9.0b")
def test_march_order_and_a_covered_retreat_cost_a_level_each(melee: Melee) -> None:
    melee(0, 1)
    full = {"fr-g1": "0707", "fr-g2": "0707", "fr-z1": "0707", "fr-z2": "0707"}
    wall = {"ge-c1": "0605", "ge-c2": "0606", "ge-d1": "0805", "ge-d2": "0806"}
    for words, level in (("0706", 1), ("0706 march", 2)):
        s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-b": words, **full, **wall}, dice=[6, 1])
        play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "retreat")
        play(bleed(s), "back 0708")
        assert dis(s, "fr-b") == level and not s.state.marching >> unit(s, "fr-b") & 1


@rule("gwb.7.4i", "gwb.6.1.2b", "gwb.6.1.2h")
def test_marching_guns_that_leave_with_the_cavalry_are_disorganised_too() -> None:
    s = field({"ge-r1": "0705", "br-a": "0706 march", "br-a1": "0706 limbered march", "fr-z1": "1010"})
    play(s, "attack 0706", "add ge-r1", "commit", "leave br-a", "leave br-a1", "ride")
    play(s, next(t for t in texts(s) if t.startswith("back")))
    for id in ("br-a", "br-a1"):
        assert dis(s, id) == 1 and not s.state.marching >> unit(s, id) & 1


@rule("gwb.7.6b")
def test_a_roadblock_cuts_the_railway(monkeypatch: pytest.MonkeyPatch) -> None:
    for blocks, can in (((), True), (("0703",), False)):
        s = on_the_move({"ge-c1": "0303", "fr-k": "0110"})
        slow._memo.clear()
        monkeypatch.setattr(s.state.b, "roadblocks", s.state.b.board.grid.mask(blocks))
        play(s, "move ge-c1", "entrain")
        assert ("ride 0603" in texts(s)) and (("ride 0803" in texts(s)) is can)
        assert rules(s, "ride 0803") == ([] if can else ["gwb.7.6b"])
