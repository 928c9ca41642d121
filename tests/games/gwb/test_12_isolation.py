"""Chapters 2 to 5 and 12: components, sequence of play, isolation and surrender."""

from __future__ import annotations

import random

import pytest

from firestep.engine.dice import Dice
from firestep.engine.start import begin
from firestep.games.gwb import GAME
from firestep.games.gwb.components.board import Board, parse
from firestep.testing import play, rule, texts
from games.gwb.positions import count, end, field, last, rules, sheet, steps, unit

# -- components and sequence ------------------------------------------------------------------------------------------


@rule("gwb.2.0")
def test_one_six_sided_die() -> None:
    s = begin(GAME, "training", GAME.settle_options({}), Dice("die"))
    r = random.Random(1)
    while d := s.decision:
        s.take(r.choice(d.actions))
    dice = [e.params["die"] for e in s.journal if "die" in e.params]
    assert set(dice) == {1, 2, 3, 4, 5, 6} and len(dice) == s.state.rolls


@rule("gwb.2.2", "gwb.2.3", "gwb.3.7a", "gwb.3.13a")
def test_units_stand_in_hexes_and_guns_have_two_sides() -> None:
    s = begin(GAME, "training", GAME.settle_options({}), Dice("x"))
    pieces = {p["id"]: p for p in s.view(None)["board"]["pieces"]}
    assert pieces["ge-e1"]["at"] == "0604" and pieces["ge-e1"]["text"] == "3(4)-0" and "deployed" in pieces["ge-e1"]["badges"]
    assert pieces["br-a1"]["text"] == "1(2)-8" and "limbered" in pieces["br-a1"]["badges"]
    assert pieces["fr-f"]["at"] == "off-board-allied"


@rule("gwb.4.0a")
def test_the_battle_names_the_first_player() -> None:
    s = begin(GAME, "training", GAME.settle_options({}), Dice("x"))
    d = s.decision
    assert d is not None and s.state.turn == 1 and d.seat_name == "german" and s.state.b.first == 1


@rule("gwb.5.0a", "gwb.5.1a", "gwb.5.1.1", "gwb.5.1.2", "gwb.5.1.3", "gwb.5.1.4", "gwb.5.2")
def test_the_sequence_of_play() -> None:
    s = begin(GAME, "training", GAME.settle_options({}), Dice("x"))
    while s.decision:
        s.take("done")
    phases = [(e.params["side"], e.params["phase"]) for e in s.journal if e.key == "phase"]
    one = ["coordinated", "movement", "hasty", "surrender"]
    assert phases == [(k, p) for _ in range(4) for k in (1, 0) for p in one]
    assert s.over and s.outcome is not None


@rule("gwb.5.1.4")
def test_isolation_is_judged_before_any_surrender_die() -> None:
    s = field({"ge-c1": "0706", "ge-c2": "0706", **RING}, phase="hasty", dice=[6, 6])
    play(s, "done")
    kinds = [e.key for e in s.journal if e.key in ("isolated", "surrender")]
    assert kinds == ["isolated", "isolated", "surrender", "surrender"]


#: six Allied units round 0706
RING = {"fr-b": "0705", "fr-g1": "0707", "fr-g2": "0605", "fr-k": "0606", "fr-z1": "0805", "fr-z2": "0806"}


# -- 12 isolation -----------------------------------------------------------------------------------------------------


@rule("gwb.12.1b", "gwb.3.14", "gwb.10.4")
def test_a_line_to_the_own_edge() -> None:
    s = field({"ge-c1": "0706", **RING})
    grid = s.state.b.board.grid
    assert grid.numbers(s.state.isolated(1)) == ["0706"]
    t = field({"ge-c1": "0706", "fr-b": "0705"})
    assert s.state.isolated(0) == 0 and t.state.isolated(1) == 0
    u = field({"ge-c1": "0706", "fr-b": "0704", "fr-g1": "0708", "fr-g2": "0607", "fr-k": "0604", "fr-z1": "0804", "fr-z2": "0807"})
    assert grid.numbers(u.state.isolated(1)) == ["0706"]  # the zones alone close the ring
    v = field(
        {
            "ge-c1": "0706",
            "ge-c2": "0705",
            "fr-b": "0704",
            "fr-g1": "0708",
            "fr-g2": "0607",
            "fr-k": "0604",
            "fr-z1": "0804",
            "fr-z2": "0807",
        }
    )
    assert set(grid.numbers(v.state.isolated(1))) == {"0705", "0706"}


@rule("gwb.10.4", "gwb.10.1a")
def test_a_contested_zone_lets_the_line_pass() -> None:
    wall = {"fr-b": "0603", "fr-g1": "0803", "fr-g2": "1003", "fr-k": "0403", "fr-z1": "0203", "fr-z2": "1203"}
    s = field({"ge-c1": "0706", **wall})
    assert s.state.isolated(1)
    t = field({"ge-c1": "0706", "ge-c2": "0703", "ge-d1": "0702", "ge-d2": "0704", **wall})
    assert not t.state.isolated(1)


@rule("gwb.12.1a", "gwb.12.2a")
def test_isolation_counts_at_the_moment_of_combat() -> None:
    s = field({"ge-c1": "0706", "ge-c2": "0807", **RING})
    play(s, "attack 0806", "add ge-c1")
    assert texts(s) == ["commit"] and rules(s, "add ge-c2") == ["gwb.12.2a"]
    assert not any(s.state.iso)  # no marker is placed


@rule("gwb.12.1c")
def test_a_line_crosses_a_river_only_to_the_bank() -> None:
    river = '[rivers]\n0201/0301 0201/0302 0202/0302 "R"\n'
    board = Board(parse(sheet("...... ......", river)))
    grid = board.grid
    home = board.ground(0).communication(grid.mask(["0101", "0102"]), 0)
    assert grid.numbers(home) == ["0101", "0102", "0201", "0202", "0301", "0302"]
    bridged = Board(parse(sheet("...... ......", river + '[bridges]\n0201/0301 "B"')))
    assert bridged.ground(0).communication(grid.mask(["0101", "0102"]), 0) == grid.all
    assert bridged.ground(1).communication(grid.mask(["0101", "0102"]), 0) == home


@rule("gwb.12.2b")
def test_isolated_attackers_get_no_barrage() -> None:
    s = field({"ge-c1": "0706", "ge-e1": "0804", "ge-e2": "0706 limbered", **RING}, dice=[6, 6])
    play(s, "attack 0806", "add ge-c1", "commit")
    assert count(s, "melee") == 1 and count(s, "barrage") == 0


@rule("gwb.12.2c")
def test_isolated_defenders_get_adjacent_support_only() -> None:
    ring = {"ge-c1": "0705", "ge-c2": "0707", "ge-d1": "0605", "ge-d2": "0606", "ge-r1": "0805", "ge-r2": "0806"}
    s = field({"fr-b": "0706", "fr-g3": "0708", **ring}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert count(s, "melee") == 1 and last(s, "defensive-fire")["support"] is None
    t = field(
        {"fr-b": "0706", "fr-g3": "0806", **{k: v for k, v in ring.items() if k != "ge-r2"}, "ge-r2": "0907", "ge-u": "0807"},
        dice=[6, 6],
    )
    assert set(t.state.b.board.grid.numbers(t.state.isolated(0))) == {"0706", "0806"}
    play(t, "attack 0706", "add ge-r1", "commit")
    assert texts(t) == ["none", "support fr-g3"]


@rule("gwb.12.2d", "gwb.12.2e")
def test_isolated_guns_barrage_only_over_open_sights() -> None:
    ring = {"fr-b": "0503", "fr-g1": "0703", "fr-g2": "0605", "fr-k": "0602", "fr-z1": "0504", "fr-z2": "0704"}
    s = field({"ge-r1": "0505", "ge-e1": "0603", "ge-e2": "0603 limbered", **ring})
    assert (
        "0603" in s.state.b.board.grid.numbers(s.state.isolated(1))
        and not s.state.isolated(1) >> s.state.b.board.grid.index("0505") & 1
    )
    play(s, "attack 0605", "add ge-r1", "commit")
    assert "add ge-e2" in texts(s) and "add ge-e1" not in texts(s)
    assert rules(s, "add ge-e1") == ["gwb.12.2d"]


@rule("gwb.12.3a", "gwb.12.4a", "gwb.12.4b", "gwb.12.1a")
def test_levels_rise_and_each_unit_rolls() -> None:
    s = field({"ge-c1": "0706", "ge-c2": "0706 iso=2", **RING}, phase="hasty", dice=[2, 3])
    play(s, "done")
    rolls = [(e.params["unit"], e.params["level"], e.params["lost"]) for e in s.journal if e.key == "surrender"]
    assert rolls == [("ge-c1", 1, False), ("ge-c2", 3, True)]
    assert s.state.steps[unit(s, "ge-c2")] == 1 and s.state.iso[unit(s, "ge-c1")] == 1


@rule("gwb.12.4a", "gwb.12.4b")
def test_a_one_at_level_one_costs_a_step() -> None:
    s = play(field({"ge-c1": "0706", **RING}, phase="hasty", dice=[1]), "done")
    assert s.state.steps[unit(s, "ge-c1")] == 1


@rule("gwb.12.3b")
def test_relief_takes_the_marker_off_at_once() -> None:
    wall = {"fr-b": "0603", "fr-g1": "0803", "fr-g2": "1003", "fr-k": "0403", "fr-z1": "0203", "fr-z2": "1203"}
    s = field({"ge-c1": "0706 iso=3", "ge-c2": "0701", "ge-d1": "0702", "ge-d2": "0704", **wall}, phase="movement")
    assert s.state.isolated(1)
    play(s, "done", "move ge-d2", "halt")
    assert s.state.iso[unit(s, "ge-c1")] == 3
    s.state.put(unit(s, "ge-c2"), s.state.b.board.grid.index("0703"))
    play(s, "move ge-d1", "halt")
    assert s.state.iso[unit(s, "ge-c1")] == 0 and count(s, "relieved") == 1


@rule("gwb.12.1a", "gwb.12.2c", "gwb.6.3.1e")
def test_a_line_cut_between_two_attacks_ends_the_support() -> None:
    """G77: the tied gun counts again only while the hex communicates with it; an attack across the open closes the ring."""
    ring = {"ge-c1": "0805", "ge-c2": "0704", "ge-d1": "0906", "ge-d2": "0708", "ge-r2": "0707"}
    for second, support in (("add ge-r2", "fr-g3"), ("across ge-c2 0705", None)):
        s = field({"fr-b": "0706", "fr-g1": "0706", "fr-g3": "0405", **ring}, dice=[6, 6] * 2)
        play(s, "attack 0706", "add ge-c1", "commit", "support fr-g3")
        end(s)
        play(s, "attack 0706", second, "commit")
        assert last(s, "defensive-fire")["support"] == support


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
