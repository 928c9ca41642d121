"""Chapter 7: movement, March Order, forced march, rail, guns on the move."""

from __future__ import annotations

import pytest

from firestep.games.gwb.board import Board
from firestep.games.gwb.mapfile import parse
from firestep.testing import play, rule, situation, texts
from games.gwb.arena import at, cost, dis, last, on_the_move, rules, unit

# -- 7.0 to 7.3 -------------------------------------------------------------------------------------------------------


@rule("gwb.7.0", "gwb.2.2", "gwb.3.18")
def test_any_own_unit_may_move_in_any_order() -> None:
    s = on_the_move({"ge-r1": "0603", "ge-c1": "0304", "fr-b": "0909"})
    assert texts(s) == ["done", "move ge-c1", "move ge-r1"]
    assert rules(s, "move fr-b") == ["gwb.7.0"]
    play(s, "move ge-r1", "go 0604", "halt")
    assert at(s, "ge-r1") == "0604" and texts(s) == ["done", "move ge-c1"]


@rule("gwb.7.1a", "gwb.7.1b", "gwb.3.18")
def test_terrain_costs_and_the_allowance() -> None:
    s = on_the_move({"ge-r1": "0804", "fr-b": "0110"})
    assert cost(s, "ge-r1", "0805") == 1 and cost(s, "ge-r1", "0806") == 3  # woods cost two
    play(s, "move ge-r1")
    grid = s.state.b.board.grid
    assert not any(t.startswith("go") and grid.distance(grid.index(t[3:]), grid.index("0804")) > 6 for t in texts(s))
    assert "gwb.7.1b" in rules(s, "go 0210")
    play(s, "go 0805")
    assert s.agenda[-1].mp == 5  # type: ignore[attr-defined]


@rule("gwb.7.1a")
def test_the_dearest_terrain_of_a_hex_counts() -> None:
    s = on_the_move({"ge-r1": "0204", "fr-b": "0110"})
    assert cost(s, "ge-r1", "0308") == 3 + 3  # three clear hexes, then marsh
    board = s.state.b.board
    from firestep.games.gwb.board import _dearest

    assert _dearest(("high", "village"), False) == 2 and _dearest(("marsh", "woods"), True) is None
    assert board.enter[1][board.grid.index("0308")] is None


@rule("gwb.7.1a")
def test_a_stream_side_costs_a_point() -> None:
    s = on_the_move({"ge-r1": "0502", "fr-b": "0110"})
    assert cost(s, "ge-r1", "0402") == 2 and cost(s, "ge-r1", "0602") == 1


@rule("gwb.7.1c", "gwb.6.5e")
def test_one_hex_is_always_possible() -> None:
    s = on_the_move({"ge-e3": "0207 limbered", "ge-r1": "0206 dis=1", "fr-b": "1010"}, dice=[5], markers=["0308"])
    play(s, "rally ge-r1")  # one point left of six; 0307 in the marker's reach costs two
    assert s.agenda[-1].mp == 1  # type: ignore[attr-defined]
    assert "go 0307" in texts(s)
    play(s, "go 0307")
    assert at(s, "ge-r1") == "0307" and s.state.moved >> unit(s, "ge-r1") & 1


@rule("gwb.7.1d", "gwb.7.8", "gwb.3.7a", "gwb.3.7b")
def test_no_minimum_move_for_deployed_guns_or_after_a_costly_rally() -> None:
    s = on_the_move({"ge-e1": "0604", "ge-r1": "0603 dis=1", "fr-b": "1010"}, dice=[6])
    play(s, "rally ge-r1")
    assert at(s, "ge-r1") == "0603" and "move ge-r1" not in texts(s)
    play(s, "move ge-e1")
    assert not any(t.startswith("go") for t in texts(s)) and rules(s, "go 0605") == ["gwb.7.8"]


@rule("gwb.7.1e")
def test_roads_and_trails_replace_the_terrain() -> None:
    s = on_the_move({"ge-r1": "0205", "ge-r2": "0105", "fr-b": "1010"})
    assert cost(s, "ge-r1", "0206") == 1  # along the trail
    assert cost(s, "ge-r2", "0206") == 2  # by the trail from 0205
    t = on_the_move({"ge-r2": "0106", "fr-b": "1010"})
    assert cost(t, "ge-r2", "0206") == 2  # off the trail into the woods


#: a road and a trail that cross a stream into woods, and the same step beside them
WAYS = "grid 0101 0303\nterrain\n01 .w.\n02 .w.\n03 .w.\nstream S: 0101/0201 0102/0202 0102/0201 0103/0203 0103/0202\n"
WAYS += "road R: 0101 0201\ntrail T: 0102 0202\n"


@rule("gwb.7.1e", "gwb.7.1a", "gwb.6.5e")
@pytest.mark.parametrize(
    ("a", "b", "plain", "twice", "behind"), [("0101", "0201", 1, 2, 1), ("0102", "0202", 2, 4, 3), ("0103", "0203", 3, 6, 4)]
)
def test_a_step_costs_its_way_and_its_side_and_both_are_doubled(a: str, b: str, plain: int, twice: int, behind: int) -> None:
    """By road, by trail and through the woods over a stream; with a battle marker at the goal, and only at the start."""
    board = Board(parse(WAYS))
    g, (h, to) = board.ground(0), (board.grid.index(x) for x in (a, b))
    assert [g.cost(0, h, to, doubled) for doubled in (0, 1 << to, 1 << h)] == [plain, twice, behind]


@rule("gwb.7.2a", "gwb.7.2b", "gwb.7.2c")
def test_stacking_is_judged_at_the_end_of_the_phase() -> None:
    four = {"ge-c1": "0604", "ge-c2": "0604", "ge-d1": "0604", "ge-d2": "0604"}
    s = on_the_move({"ge-r1": "0603", **four, "fr-b": "1010"})
    play(s, "move ge-r1", "go 0604", "halt")  # five for the moment
    play(s, "done", "done")
    assert texts(s) == ["eliminate ge-c1", "eliminate ge-c2", "eliminate ge-d1", "eliminate ge-d2", "eliminate ge-r1"]
    play(s, "eliminate ge-d2")
    assert at(s, "ge-d2") == "-1" and s.state.phase == "hasty"


@rule("gwb.7.2d")
def test_nobody_enters_or_crosses_enemies() -> None:
    s = on_the_move({"ge-r1": "0704", "fr-b1": "0705"})
    play(s, "move ge-r1")
    assert "go 0705" not in texts(s) and rules(s, "go 0705") == ["gwb.7.2d"]


@rule("gwb.7.3a", "gwb.7.3b")
def test_unbridged_rivers() -> None:
    s = on_the_move({"ge-r1": "0510", "ge-e1": "0510 limbered", "ge-c1": "0509", "fr-b": "1201"})
    play(s, "move ge-r1")
    assert "go 0410" in texts(s)
    play(s, "go 0410")
    assert at(s, "ge-r1") == "0410" and s.agenda[-1].mp == 0  # type: ignore[attr-defined]  # the whole allowance
    play(s, "halt", "move ge-e1")
    assert "go 0410" not in texts(s) and rules(s, "go 0410") == ["gwb.7.3b"]
    play(s, "halt", "move ge-c1", "go 0510")  # one step first: no longer
    assert "go 0410" not in texts(s) and "gwb.7.3a" in rules(s, "go 0410")


@rule("gwb.7.3a")
def test_a_disorganised_unit_does_not_cross() -> None:
    s = on_the_move({"ge-r1": "0509 dis=1", "fr-b": "1201"}, dice=[5])
    play(s, "rally ge-r1")
    assert s.agenda[-1].mp == 1 and "go 0409" not in texts(s)  # type: ignore[attr-defined]


@rule("gwb.7.3c", "gwb.10.1b", "gwb.10.1x", "gwb.10.1a")
def test_covering_a_crossing() -> None:
    """A may not cross into an open zone, may after B has come by land; next turn only one of them can cross back."""
    units = {"ge-c1": "0509", "ge-c2": "0410", "fr-b": "0309"}
    s = on_the_move(units)
    play(s, "move ge-c1")
    assert "go 0409" not in texts(s) and rules(s, "go 0409") == ["gwb.7.3c"]
    play(s, "halt", "move ge-c2", "go 0409")
    s = on_the_move(units)
    play(s, "move ge-c2", "go 0409", "move ge-c1", "go 0409")
    assert at(s, "ge-c1") == at(s, "ge-c2") == "0409"
    t = on_the_move({"ge-c1": "0409", "ge-c2": "0409", "fr-b": "0309"})
    play(t, "move ge-c2", "go 0509", "move ge-c1")
    assert "go 0509" not in texts(t) and rules(t, "go 0509") == ["gwb.7.3c"]  # the last one out


@rule("gwb.10.1c", "gwb.10.1x")
def test_the_last_unit_may_leave_by_land_after_covering() -> None:
    t = on_the_move({"ge-c1": "0409", "ge-c2": "0409", "fr-b": "0309"})
    play(t, "move ge-c2", "go 0509", "move ge-c1", "go 0410")
    assert at(t, "ge-c1") == "0410"
    u = on_the_move({"ge-c1": "0409", "ge-c2": "0409", "fr-b": "0309"})
    play(u, "move ge-c1", "go 0410", "halt", "move ge-c2")  # the other order: nobody covers the crossing any more
    assert "go 0509" not in texts(u)


@rule("gwb.7.3d")
def test_no_combat_across_an_unbridged_side() -> None:
    s = situation("gwb", "training", clear=True, side="german", units={"ge-r1": "0508", "fr-b": "0408"})
    assert texts(s) == ["done"] and rules(s, "attack 0408") == ["gwb.7.3d"]
    s = situation("gwb", "training", clear=True, side="german", units={"ge-r1": "0507", "fr-b": "0407"})
    assert texts(s) == ["attack 0407", "done"]  # over the bridge


@rule("gwb.7.3e")
def test_lakes_and_moats_are_never_crossed() -> None:
    s = on_the_move({"ge-r1": "0710", "ge-r2": "0309", "fr-b": "1201"})
    play(s, "move ge-r1")
    assert "go 0609" not in texts(s) and rules(s, "go 0609") == ["gwb.7.3e"]
    assert cost(play(s.copy(), "halt"), "ge-r2", "0310") == 2  # round by the open side, not straight over the moat
    play(s, "halt", "move ge-r2")
    t = on_the_move({"ge-r1": "0209 dis=1", "fr-b": "1201"}, dice=[5])
    play(t, "rally ge-r1")
    assert "go 0310" not in texts(t) and "gwb.7.3e" in rules(t, "go 0310")


# -- 7.4 March Order --------------------------------------------------------------------------------------------------


@rule("gwb.7.4a", "gwb.7.4b")
def test_march_order_is_given_first_and_doubles_movement() -> None:
    s = situation(
        "gwb", "training", clear=True, side="german", phase="movement", units={"ge-r1": "0101", "ge-c1": "0201", "fr-b": "1210"}
    )
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
    s = situation("gwb", "training", clear=True, side="german", phase="movement", units={"ge-r1": "0101 fought", "fr-b": "1210"})
    assert texts(s) == ["done"] and rules(s, "march ge-r1") == ["gwb.7.4e"]
    t = situation("gwb", "training", clear=True, side="german", phase="hasty", units={"ge-r1": "0705 march", "fr-b": "0706"})
    assert texts(t) == ["done"]


@rule("gwb.7.4g")
@pytest.mark.parametrize(("words", "enemy"), [("0101 dis=1", "1210"), ("0101", "0104"), ("0101", "0203")])
def test_march_order_is_refused(words: str, enemy: str) -> None:
    s = situation("gwb", "training", clear=True, side="german", phase="movement", units={"ge-r1": words, "fr-b1": enemy})
    assert texts(s) == ["done"] and set(rules(s, "march ge-r1")) == {"gwb.7.4g"}


@rule("gwb.7.4h", "gwb.7.4i")
def test_attacked_in_march_order() -> None:
    s = situation("gwb", "training", clear=True, side="german", units={"ge-r1": "0705", "fr-b": "0706 march"}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert last(s, "defensive-fire")["strength"] == last(s, "melee")["defence"] == 3
    play(s, "hold")
    while texts(s)[0].startswith("lose"):
        s.take(texts(s)[0])
    assert dis(s, "fr-b") == 1 and not s.state.marching >> unit(s, "fr-b") & 1


@rule("gwb.7.4j")
def test_guns_march_limbered_and_do_not_deploy() -> None:
    s = situation(
        "gwb",
        "training",
        clear=True,
        side="german",
        phase="movement",
        units={"ge-e1": "0101", "ge-e2": "0101 limbered", "fr-b": "1210"},
    )
    assert texts(s) == ["done", "march ge-e2"] and rules(s, "march ge-e1") == ["gwb.7.4j"]
    play(s, "march ge-e2", "done", "move ge-e2", "go 0102")
    assert "deploy" not in texts(s) and rules(s, "deploy") == ["gwb.7.4j"]


# -- 7.5 forced march -------------------------------------------------------------------------------------------------


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
    assert t.state.phase == "hasty" and texts(t) == ["done"]


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


# -- 7.6 rail ---------------------------------------------------------------------------------------------------------


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
    from firestep.games.gwb.board import Board
    from firestep.games.gwb.mapfile import parse

    board = Board(
        parse("grid 0101 0401\nterrain\n01 ....\n\nriver R: 0201/0301\nbridge B: 0201/0301\nrail L: 0101 0201 0301 0401\n")
    )
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
    s = situation(
        "gwb",
        "training",
        clear=True,
        side="allied",
        units={"fr-b": "0604", "ge-r1": "0603 train", "ge-c1": "0101", "fr-z1": "1010"},
        dice=[6, 6],
    )
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
    s = situation(
        "gwb",
        "training",
        clear=True,
        side="german",
        phase="movement",
        units={"ge-r1": "0103 train", "ge-c1": "0203", "fr-b": "1210"},
    )
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


# -- 7.7 and 7.8 ------------------------------------------------------------------------------------------------------


@rule("gwb.7.7a", "gwb.7.7b", "gwb.7.7c", "gwb.3.13a", "gwb.3.13b")
def test_limber_move_deploy() -> None:
    s = on_the_move({"ge-e1": "0604", "ge-e2": "0604 limbered", "fr-b": "1210"})
    play(s, "move ge-e1", "limber", "go 0605")
    assert at(s, "ge-e1") == "0605" and "deploy" not in texts(s) and rules(s, "deploy") == ["gwb.7.7c"]
    play(s, "halt", "move ge-e2", "go 0605", "deploy")
    assert s.state.deployed >> unit(s, "ge-e2") & 1


@rule("gwb.7.7d")
def test_guns_deploy_in_an_enemy_zone() -> None:
    s = on_the_move({"ge-e1": "0604 limbered", "fr-b": "0606"})
    play(s, "move ge-e1", "go 0605")
    assert "deploy" in texts(s) and not any(t.startswith("go") for t in texts(s))
    play(s, "deploy")
    assert s.state.deployed >> unit(s, "ge-e1") & 1
