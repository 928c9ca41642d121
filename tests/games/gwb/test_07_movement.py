"""Chapter 7, movement: costs, stacking, rivers, guns on the move."""

from __future__ import annotations

import pytest

from firestep.games.gwb.components.board import Board, parse
from firestep.testing import play, rule, texts
from games.gwb.positions import at, cost, field, on_the_move, rules, sheet, unit

# -- gwb.7.0 to gwb.7.3 -------------------------------------------------------------------------------------------------------


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
def test_the_most_costly_terrain_of_a_hex_counts() -> None:
    s = on_the_move({"ge-r1": "0204", "fr-b": "0110"})
    assert cost(s, "ge-r1", "0308") == 3 + 3  # three clear hexes, then marsh
    board = s.state.b.board
    from firestep.games.gwb.components.board import _greatest_cost

    assert _greatest_cost(("high", "village"), False) == 2 and _greatest_cost(("marsh", "woods"), True) is None
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
WAYS = '[streams]\n0101/0201 0102/0202 0102/0201 0103/0203 0103/0202 "S"\n[roads]\n"R" 0101 0201\n[trails]\n"T" 0102 0202'


@rule("gwb.7.1e", "gwb.7.1a", "gwb.6.5e")
@pytest.mark.parametrize(
    ("a", "b", "plain", "twice", "behind"), [("0101", "0201", 1, 2, 1), ("0102", "0202", 2, 4, 3), ("0103", "0203", 3, 6, 4)]
)
def test_a_step_costs_its_way_and_its_side_and_both_are_doubled(a: str, b: str, plain: int, twice: int, behind: int) -> None:
    """By road, by trail and through the woods over a stream; with a battle marker at the goal, and only at the start."""
    board = Board(parse(sheet(".w. .w. .w.", WAYS)))
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
    s = field({"ge-r1": "0508", "fr-b": "0408"})
    assert texts(s) == ["done"] and rules(s, "attack 0408") == ["gwb.7.3d"]
    s = field({"ge-r1": "0507", "fr-b": "0407"})
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


# -- gwb.7.7 and gwb.7.8 ------------------------------------------------------------------------------------------------------


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


@rule("gwb.7.2d")
def test_the_way_leads_around_an_enemy_and_not_through_him() -> None:
    free = on_the_move({"ge-c1": "0703", "fr-k": "1210"})
    held = on_the_move({"ge-c1": "0703", "fr-b1": "0704 limbered", "fr-k": "1210"})
    assert cost(free, "ge-c1", "0705") == 2 and cost(held, "ge-c1", "0705") == 3  # a gun has no zone: only its hex is shut


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


@rule("gwb.3.21b", "gwb.10.0a")
def test_a_battle_may_name_units_without_a_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    s = field({"ge-u": "0606", "fr-z1": "1010"})
    near = s.state.b.board.grid.index("0605")
    assert s.state.zone(1) >> near & 1
    monkeypatch.setattr(s.state.b, "zoneless", s.state.b.zoneless | 1 << unit(s, "ge-u"))
    t = field({"ge-u": "0606", "fr-z1": "1010"})
    assert t.state.zone(1) == 0
    u = field({"ge-u": "0606", "ge-c1": "0606", "fr-z1": "1010"})
    assert u.state.zone(1) >> near & 1
