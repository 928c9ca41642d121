"""Chapter 13: demoralisation, attack across the open, corps guns, counter-battery, sight, open sights, restructuring."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games.gwb import GAME, slow
from firestep.games.gwb.components.battle import battle
from firestep.games.gwb.components.board import Board, parse
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.gwb.positions import Melee, at, bleed, count, dis, end, field, last, rules, sheet, unit

# -- gwb.13.1 demoralisation ----------------------------------------------------------------------------------------------

BROKEN = (3, 12, 14)  # British, French, German


@rule("gwb.13.1a")
def test_demoralised_units_make_hasty_attacks_only() -> None:
    for phase, can in (("coordinated", False), ("hasty", True)):
        s = field({"ge-r1": "0705", "fr-b": "0706"}, phase=phase)
        s.state.broken = 0b100
        t = s.copy()
        assert ("attack 0706" in texts(t)) is can


@rule("gwb.13.1a")
def test_an_army_breaks_when_its_battle_says_so() -> None:
    s = field({"ge-r1": "0705", "fr-b": "0706"}, lost=[2, 12, 0])
    play(s, "done")
    assert s.state.broken == 0b010 and last(s, "demoralised")["army"] == "French"


@rule("gwb.13.1b")
def test_demoralised_guns_support_but_do_not_barrage() -> None:
    s = field({"ge-r1": "0705", "ge-e1": "0604", "fr-b": "0706", "fr-g3": "0707"}, dice=[6, 6, 6])
    s.state.broken = 0b010
    play(s, "attack 0706", "add ge-r1", "commit", "add ge-e1", "ready")
    assert texts(s) == ["none", "support fr-g3"]
    for broken, offered in ((0, ["add fr-b1", "ready"]), (0b010, None)):
        u = field({"fr-k": "0705", "fr-b1": "0704 limbered", "ge-r1": "0706"}, side="allied", phase="hasty", dice=[6, 6])
        u.state.broken = broken
        play(u, "attack 0706", "add fr-k", "commit")
        assert texts(u) == offered if offered else count(u, "melee") == 1 and count(u, "barrage") == 0


@rule("gwb.13.1c", "gwb.13.1d")
def test_demoralised_defenders_fight_at_full_strength_but_must_retreat(melee: Melee) -> None:
    melee(1, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-b": "0706"}, dice=[6, 1])
    s.state.broken = 0b010
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit")
    assert last(s, "melee")["defence"] == 4
    assert texts(s) == ["retreat"] and rules(s, "hold") == ["gwb.13.1d"]
    play(s, "retreat")
    while texts(s)[0].startswith("lose"):
        s.take(texts(s)[0])
    play(s, texts(s)[0])
    assert s.state.dis[unit(s, "fr-b")] == 1


@rule("gwb.13.1d")
def test_disorganised_even_if_it_cannot_retreat(melee: Melee) -> None:
    melee(1, 1)
    wall = {"ge-c1": "0605", "ge-c2": "0606", "ge-d1": "0805", "ge-d2": "0806", "ge-u": "0707"}
    s = field({"ge-r1": "0705", "fr-b": "0706", **wall}, dice=[6, 1])
    s.state.broken = 0b010
    play(s, "attack 0706", "add ge-r1", "commit")
    while texts(s)[0].startswith("lose"):
        s.take(texts(s)[0])
    assert s.state.steps[unit(s, "fr-b")] == 1 and s.state.dis[unit(s, "fr-b")] == 1


@rule("gwb.13.1e")
def test_without_a_loss_nothing_happens(melee: Melee) -> None:
    melee(1, 0)
    s = field({"ge-c1": "0705", "fr-b": "0706", "fr-g1": "0706"}, dice=[1, 6])
    s.state.broken = 0b010
    play(s, "attack 0706", "add ge-c1", "commit")
    assert last(s, "melee")["defender"] == 0
    while texts(s)[0].startswith("lose"):
        s.take(texts(s)[0])
    assert s.state.dis[unit(s, "fr-b")] == 0


@rule("gwb.13.1f")
def test_demoralised_guns_must_limber() -> None:
    s = field({"ge-r1": "0705", "fr-b": "0706", "fr-b1": "0706"}, dice=[6, 6])
    s.state.broken = 0b010
    play(s, "attack 0706", "add ge-r1", "commit")
    assert not s.state.deployed >> unit(s, "fr-b1") & 1 and count(s, "limber") == 1


# -- gwb.13.2 attack across the open --------------------------------------------------------------------------------------


@rule("gwb.13.2a", "gwb.13.2b", "gwb.3.1")
def test_attack_across_the_open() -> None:
    s = field({"ge-c1": "0804", "ge-e1": "0604", "fr-b": "0806"}, dice=[3, 3, 3])
    play(s, "attack 0806")
    assert texts(s) == ["across ge-c1 0805"]
    play(s, "across ge-c1 0805", "commit")
    assert at(s, "ge-c1") == "0805" and s.state.open >> unit(s, "ge-c1") & 1 and s.state.rolls == 0  # before the barrage
    assert texts(s)[-1] == "ready"


@rule("gwb.13.2a")
def test_not_in_hasty_combat_and_not_through_units() -> None:
    assert texts(field({"ge-c1": "0804", "fr-b": "0806"}, phase="hasty")) == ["done"]
    s = field({"ge-c1": "0804", "ge-e1": "0805 limbered", "fr-b": "0806"})
    assert "attack 0806" not in texts(s)
    for phase, can in (("coordinated", ["across ge-c1 0805", "add ge-d1"]), ("hasty", ["add ge-d1"])):
        s = field({"ge-c1": "0804", "ge-d1": "0706", "fr-b": "0806"}, phase=phase)
        assert sorted(texts(play(s, "attack 0806"))) == sorted(can)


@rule("gwb.13.2c")
def test_not_from_zone_to_zone() -> None:
    s = field({"ge-c1": "0804", "fr-b": "0806", "fr-k": "0904"})
    assert "attack 0806" not in texts(s)
    play(s, "attack 0904")
    s = field({"ge-c1": "0804", "ge-c2": "0706", "fr-b": "0806", "fr-k": "0904"})
    play(s, "attack 0806")
    assert rules(s, "across ge-c1 0805") == ["gwb.13.2c"]


@rule("gwb.13.2d")
@pytest.mark.parametrize(("start", "mid", "target"), [("0608", "0708", "0808"), ("0408", "0508", "0608"), ("0406", "0507", "0607")])
def test_not_across_water(start: str, mid: str, target: str) -> None:
    s = field({"ge-c1": start, "ge-c2": "1201", "fr-b": target})
    if f"attack {target}" in texts(s):
        play(s, f"attack {target}")
    assert f"across ge-c1 {mid}" not in texts(s)
    t = field({"ge-c1": start, "ge-c2": start, "fr-b": target})
    grid = t.state.b.board.grid
    near = next(
        n
        for n in grid.neighbours(target)
        if not t.state.stack(grid.index(n)) and n != mid and t.state.ground.attackable(grid.index(n)) >> grid.index(target) & 1
    )
    t.state.put(unit(t, "ge-c2"), grid.index(near))
    play(t, f"attack {target}")
    assert texts(t) == ["add ge-c2"] and rules(t, f"across ge-c1 {mid}") == ["gwb.13.2d"]


@rule("gwb.13.2d")
def test_a_bridge_does_not_help() -> None:
    s = field({"ge-c1": "0407", "ge-c2": "0606", "fr-b": "0607"})
    play(s, "attack 0607")
    assert texts(s) == ["add ge-c2"] and rules(s, "across ge-c1 0507") == ["gwb.13.2d"]


@rule("gwb.13.2e", "gwb.mk.aao")
def test_minus_one_for_each_unit() -> None:
    s = field({"ge-c1": "0804", "ge-c2": "0804", "ge-d1": "0706", "fr-b": "0806"}, dice=[6, 6])
    play(s, "attack 0806", "across ge-c1 0805", "across ge-c2 0805", "add ge-d1", "commit")
    assert last(s, "defensive-fire")["modifier"] == -2


@rule("gwb.13.2f", "gwb.mk.aao", "gwb.7.1d")
def test_the_marker_costs_a_die_of_points() -> None:
    s = field({"ge-c1": "0804 open", "ge-c2": "0804 open dis=1", "fr-b": "1210"}, phase="movement", dice=[4, 1, 5])
    play(s, "done")
    assert texts(s) == ["done", "rally ge-c1", "rally ge-c2"] and rules(s, "move ge-c1") == ["gwb.13.2f"]
    play(s, "rally ge-c1")
    assert s.agenda[-1].mp == 2 and not s.state.open >> unit(s, "ge-c1") & 1  # type: ignore[attr-defined]
    play(s, "halt", "rally ge-c2", "rally ge-c2")  # disorganisation first, then the marker
    assert not s.state.open >> unit(s, "ge-c2") & 1 and s.state.moved >> unit(s, "ge-c2") & 1


# -- gwb.13.3 and gwb.13.4 ----------------------------------------------------------------------------------------------------


@rule("gwb.13.3a", "gwb.13.3d")
def test_corps_guns_never_harass_or_support() -> None:
    s = field({"ge-r1": "0705", "fr-b": "0706", "fr-g3": "0707"}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert texts(s) == ["none", "support fr-g3"]
    t = field({"ge-u": "0301", "fr-b1": "0806"}, phase="movement")
    play(t, "march ge-u", "done", "move ge-u", "go 0802")
    assert rules(t, "add fr-f") == ["gwb.13.3a"]


@rule("gwb.13.3a")
def test_corps_guns_on_the_map_let_marching_units_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    for heavy, asked in ((False, True), (True, False)):
        t = field({"ge-u": "0301", "fr-b1": "0806", "fr-b2": "0806"}, phase="movement")
        monkeypatch.setattr(t.state.b, "heavy", t.state.b.heavy | (1 << unit(t, "fr-b1") if heavy else 0))
        play(t, "march ge-u", "done", "move ge-u", "go 0802")
        assert ("add fr-b1" in texts(t)) is asked and "add fr-b2" in texts(t)


@rule("gwb.13.3a")
def test_corps_guns_do_not_fire_in_defence_of_their_own_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    s = field({"ge-r1": "0705", "fr-b": "0706", "fr-b1": "0706"}, dice=[6, 6])
    monkeypatch.setattr(s.state.b, "heavy", s.state.b.heavy | 1 << unit(s, "fr-b1"))
    play(s, "attack 0706", "add ge-r1", "commit", "hold")
    assert last(s, "defensive-fire")["strength"] == 4


@rule("gwb.13.3b")
def test_corps_guns_barrage_for_their_own_army() -> None:
    s = field({"br-i": "0705", "fr-k": "0806", "fr-b1": "0708", "ge-r1": "0706"}, side="allied", dice=[6, 6])
    play(s, "attack 0706", "add br-i", "commit")
    assert "add fr-f" not in texts(s) and "gwb.13.3b" in rules(s, "add fr-f")
    t = field({"br-i": "0705", "fr-k": "0806", "fr-b1": "0708", "ge-r1": "0706"}, side="allied", dice=[6, 6])
    play(t, "attack 0706", "add br-i", "add fr-k", "commit")
    assert "add fr-f" in texts(t)


@rule("gwb.13.3c")
def test_one_corps_gun_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    s = field({"ge-r1": "0705", "ge-e1": "0604", "fr-b": "0706", "fr-b1": "0706"})
    b = s.state.b
    monkeypatch.setattr(b, "heavy", b.heavy | 1 << unit(s, "ge-e1"))
    monkeypatch.setattr(b.units[unit(s, "ge-e1")], "heavy", True)
    t = s.copy()
    play(t, "attack 0706", "add ge-r1", "commit", "hold", "add ge-h")
    assert "add ge-e1" not in texts(t)
    u = s.copy()
    play(u, "counter 0706", "add ge-h")
    assert texts(u) == ["fire"] and "gwb.13.3c" in rules(u, "add ge-e1")


@rule("gwb.13.3.1a")
def test_off_board_guns_fire_once_a_turn() -> None:
    s = field({"ge-r1": "0705", "ge-e1": "0604", "fr-b": "0706", "fr-b1": "0706"}, dice=[6] * 9)
    play(s, "counter 0706", "add ge-h", "fire")
    while texts(s)[0].startswith("suppress"):
        s.take(texts(s)[0])
    assert s.state.fired_off >> unit(s, "ge-h") & 1
    play(s, "attack 0706", "add ge-r1", "commit", "hold")
    assert "gwb.13.3.1a" in rules(s, "add ge-h")
    while s.state.side == 1:
        s.take(next((w for w in ("done", "ready", "none", "hold", "halt") if w in texts(s)), texts(s)[0]))
    while s.state.turn == 1:
        s.take("done" if "done" in texts(s) else texts(s)[0])
    assert s.state.fired_off == 0


@rule("gwb.13.3.1b")
def test_off_board_range_is_measured_from_a_gun_in_communication() -> None:
    s = field({"ge-r1": "0705", "fr-b": "0706"}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "commit")
    assert count(s, "melee") == 1  # no gun of the army on the map: no barrage was offered
    t = field({"ge-r1": "0705", "ge-e1": "0602 limbered", "fr-b": "0706"}, dice=[6, 6])
    play(t, "attack 0706", "add ge-r1", "commit")
    assert texts(t) == ["add ge-h", "ready"]
    ring = {"fr-g1": "0601", "fr-g2": "0603", "fr-k": "0502", "fr-z1": "0702", "fr-z2": "0703", "br-i": "0503"}
    u = field({"ge-r1": "0705", "ge-e1": "0602 limbered", "fr-b": "0706", **ring}, dice=[6, 6])
    play(u, "attack 0706", "add ge-r1", "commit")
    assert "add ge-h" not in texts(u)


@rule("gwb.13.3.1c")
def test_off_board_reinforcements_fire_on_arrival(monkeypatch: pytest.MonkeyPatch) -> None:
    s = field({"ge-r1": "0705", "ge-e1": "0604", "fr-b": "0706", "ge-h": "away"}, side="allied", phase="hasty")
    monkeypatch.setattr(s.state.b.units[unit(s, "ge-h")], "turn", 2)
    play(s, "attack 0604") if "attack 0604" in texts(s) else None
    while s.state.turn == 1:
        s.take("done" if "done" in texts(s) else texts(s)[0])
    assert s.state.phase == "coordinated" and s.state.at[unit(s, "ge-h")] == -2
    play(s, "attack 0706", "add ge-r1", "commit")
    assert "add ge-h" in texts(s)


@rule("gwb.13.4a", "gwb.13.4b", "gwb.13.4d", "gwb.6.5h")
def test_counter_battery_suppresses() -> None:
    s = field({"ge-r1": "0705", "ge-e1": "0604", "ge-e2": "0604", "fr-b": "0706", "fr-g3": "0707", "fr-b1": "0707"}, dice=[2, 6, 6])
    assert "counter 0707" in texts(s) and "counter 0706" not in texts(s)
    play(s, "counter 0707", "add ge-e1", "add ge-e2", "fire")
    c = last(s, "counter-battery")
    assert c["strength"] == 6 and c["modifier"] == 0 and c["result"] == 3 and s.state.markers == 0
    d = s.decision
    assert d is not None and d.seat_name == "allied" and texts(s) == ["suppress fr-b1", "suppress fr-g3"]
    play(s, "suppress fr-b1", "suppress fr-g3")
    play(s, "attack 0706", "add ge-r1", "commit")
    if "ready" in texts(s):
        assert "gwb.6.1f" in rules(s, "add ge-e1")
        play(s, "ready")
    assert last(s, "defensive-fire")["support"] is None


@rule("gwb.13.4d", "gwb.6.3.1a")
def test_suppressed_guns_do_not_fire_in_their_own_defence() -> None:
    s = field({"ge-r1": "0705", "ge-e1": "0604", "fr-b": "0706", "fr-b1": "0706", "fr-b2": "0706"}, dice=[5, 6, 6])
    play(s, "counter 0706", "add ge-e1", "fire")
    assert last(s, "counter-battery")["result"] == 0 or texts(s)[0].startswith("suppress")
    s = field({"ge-r1": "0705", "ge-e1": "0604", "ge-e2": "0604", "fr-b": "0706", "fr-b1": "0706", "fr-b2": "0706"}, dice=[6, 6, 6])
    play(s, "counter 0706", "add ge-e1", "add ge-e2", "fire", "suppress fr-b2")
    play(s, "attack 0706", "add ge-r1", "commit", "hold")
    play(s, *(["ready"] if "ready" in texts(s) else []))
    assert last(s, "defensive-fire")["strength"] == 4 + 2


@rule("gwb.13.4c", "gwb.13.5f")
def test_counter_battery_without_sight() -> None:
    s = field({"ge-e1": "0804", "fr-b1": "0807"}, dice=[3])
    board = s.state.b.board
    assert not board.sight(board.grid.index("0804"), board.grid.index("0807"))
    t = s.copy()
    play(t, "counter 0807", "add ge-e1", "fire")
    assert last(t, "counter-battery")["modifier"] == 1
    play(s, "counter 0807", "add ge-h", "fire")
    assert last(s, "counter-battery")["modifier"] == 0  # corps guns never need a line


# -- gwb.13.5 and gwb.13.6 ----------------------------------------------------------------------------------------------------


@rule("gwb.13.5a", "gwb.13.5b", "gwb.13.5c", "gwb.13.5d", "gwb.3.15")
def test_lines_of_sight() -> None:
    board = Board(parse(sheet(".wh ... wvh ... .ch h..")))
    g = board.grid.index
    assert not board.sight(g("0101"), g("0105"))  # woods at 0103
    assert board.sight(g("0103"), g("0105")) and board.sight(g("0101"), g("0103"))  # woods at an end
    assert not board.sight(g("0202"), g("0204")) and not board.sight(g("0204"), g("0206"))  # village, city
    assert not board.sight(g("0302"), g("0304"))  # high ground between low ends
    assert board.sight(g("0301"), g("0304")) and board.sight(g("0302"), g("0305"))  # one end stands high
    for a in bits(board.grid.all):
        for b in bits(board.grid.all):
            assert board.sight(a, b) == board.sight(b, a)


@rule("gwb.13.5a")
def test_a_line_along_a_hexside_is_blocked_by_both_hexes_or_either() -> None:
    board = Board(parse(sheet("... .w. ...")))
    g = board.grid.index
    # 0102 to 0303? the line 0201-0202 runs between 0102.. : find a pair at distance 2 whose line runs along a side
    pairs = [
        (a, b)
        for a in bits(board.grid.all)
        for b in bits(board.grid.all)
        if board.grid.distance(a, b) == 2 and board.sight(a, b) and not board.sight(a, b, True)
    ]
    assert pairs and all(g("0202") not in p for p in pairs)


@rule("gwb.13.5a")
def test_fast_sight_agrees_with_the_slow_one() -> None:
    s = begin(GAME, "training", GAME.settle_options({}), Dice("x"))
    board = s.state.b.board
    hexes = bits(board.grid.all)
    r = random.Random(5)
    for _ in range(400):
        a, b = r.choice(hexes), r.choice(hexes)
        for either in (False, True):
            assert board.sight(a, b, either) == slow.sight(s.state, a, b, either), (a, b, either)


@rule("gwb.13.5e")
def test_units_never_block() -> None:
    s = field({"ge-e1": "0804 limbered", "ge-c1": "0805", "ge-r1": "0706", "fr-b": "0806"}, phase="hasty")
    play(s, "attack 0806", "add ge-r1", "commit")
    assert texts(s) == ["add ge-e1", "ready"]


@rule("gwb.13.6a", "gwb.3.13c", "gwb.3.13d")
@pytest.mark.parametrize(("gun", "ok"), [("ge-e1 0804", True), ("ge-e3 0804", False), ("ge-e1 0803", False), ("ge-e1 1005", False)])
def test_open_sights_need_strength_range_and_sight(gun: str, ok: bool) -> None:
    id, h = gun.split()
    s = field({id: f"{h} limbered", "ge-r1": "0706", "fr-b": "0806"}, phase="hasty", dice=[6, 6, 6])
    play(s, "attack 0806", "add ge-r1", "commit")
    assert (f"add {id}" in texts(s)) is ok


@rule("gwb.13.6b", "gwb.13.6d", "gwb.13.6e", "gwb.6.2a")
def test_limbered_guns_barrage_in_the_hasty_phase_deployed_ones_do_not() -> None:
    s = field({"ge-e1": "0804 limbered", "ge-e2": "0804", "ge-r1": "0706", "fr-b": "0806"}, phase="hasty")
    play(s, "attack 0806", "add ge-r1", "commit")
    assert texts(s) == ["add ge-e1", "ready"] and rules(s, "add ge-e2") == ["gwb.11.0c"]


# -- gwb.13.7 restructuring -----------------------------------------------------------------------------------------------


def regroup(units: dict[str, str], **more: Any) -> Session[Any]:
    return play(field(units, phase="movement", **more), "done", "done")


@rule("gwb.13.7x", "gwb.13.7d", "gwb.13.7e", "gwb.9.0a")
def test_two_reduced_regiments_become_one() -> None:
    s = regroup({"ge-c1": "0101 reduced", "ge-c2": "0101 reduced", "fr-b": "1210"})
    assert texts(s) == ["done", "merge ge-c1 ge-c2", "merge ge-c2 ge-c1"]
    play(s, "merge ge-c1 ge-c2")
    assert s.state.steps[unit(s, "ge-c1")] == 2 and at(s, "ge-c2") == "-1" and s.state.dis[unit(s, "ge-c1")] == 1
    assert s.state.lost[2] == 0  # no step is lost


@rule("gwb.13.7a")
@pytest.mark.parametrize(
    ("a", "b", "enemy", "markers", "ok"),
    [
        ("0101", "0102", "1210", [], True),
        ("0101", "0103", "1210", [], False),
        ("0101", "0101", "0102", [], False),
        ("0101", "0101", "1210", ["0102"], False),
        ("0101", "0101", "1210", ["0101"], False),
        ("0101", "0101", "0103", [], True),
    ],
)
def test_where_units_restructure(a: str, b: str, enemy: str, markers: list[str], ok: bool) -> None:
    s = regroup({"ge-c1": f"{a} reduced", "ge-c2": f"{b} reduced", "fr-b": enemy}, markers=markers)
    assert ("merge ge-c1 ge-c2" in texts(s)) is ok
    if not ok:
        assert "gwb.13.7a" in rules(s, "merge ge-c1 ge-c2")


@rule("gwb.13.7b")
def test_same_army_type_and_size() -> None:
    s = play(
        field(
            {"br-i": "0101 reduced", "fr-k": "0101 reduced", "fr-g1": "0101 reduced", "br-a": "0102 reduced", "ge-r1": "1210"},
            side="allied",
            phase="movement",
        ),
        "done",
        "done",
    )
    assert texts(s) == ["done", "merge fr-g1 fr-k", "merge fr-k fr-g1"]
    assert rules(s, "merge br-i fr-k")[0] == "gwb.13.7b"


@rule("gwb.13.7b", "gwb.13.7c")
def test_divisions_may_differ_and_the_taker_keeps_its_own() -> None:
    s = regroup({"ge-c1": "0101 reduced", "ge-d1": "0101 reduced", "fr-b": "1210"})
    assert s.state.b.units[unit(s, "ge-c1")].division != s.state.b.units[unit(s, "ge-d1")].division
    play(s, "merge ge-d1 ge-c1")
    assert at(s, "ge-d1") == "0101" and at(s, "ge-c1") == "-1"  # the step of C now belongs to D


@rule("gwb.13.7d")
def test_no_strength_is_gained() -> None:
    s = regroup({"ge-r1": "0101 reduced", "ge-c1": "0101 reduced", "fr-b": "1210"})  # 3 + 2 become 5: allowed
    assert "merge ge-r1 ge-c1" in texts(s)
    t = regroup({"ge-r1": "0101 reduced", "ge-c1": "0101", "fr-b": "1210"})  # 3 + 3 would become 5 + 2
    assert "merge ge-r1 ge-c1" not in texts(t) and rules(t, "merge ge-r1 ge-c1") == ["gwb.13.7d"]


# -- the fast masks against the slow search ---------------------------------------------------------------------------


def test_zones_and_lines_agree_with_search_on_scattered_positions() -> None:
    b = battle("training")
    r = random.Random(11)
    land = b.board.grid.numbers(b.board.land)
    for _ in range(40):
        places: dict[str, str] = {}
        taken: dict[str, int] = {}
        for u in b.units:
            if not u.off_board and r.random() < 0.7:
                h = r.choice(land)
                if taken.setdefault(h, u.side) == u.side:
                    places[u.id] = h
        s = field(places)
        st = s.state
        for k in (0, 1):
            assert set(bits(st.zone(k))) == {h for h in bits(b.board.land) if slow.in_zone(st, h, k)}
            assert set(bits(st.communicating(k))) == slow.communicating(st, k)


@rule("gwb.13.4c")
def test_one_blind_gun_among_others_raises_the_die() -> None:
    s = field({"ge-e1": "0804", "ge-e2": "0907", "fr-b1": "0807"}, dice=[3] * 3)
    board = s.state.b.board
    assert board.sight(board.grid.index("0907"), board.grid.index("0807"))
    for guns, modifier in ((["ge-e2"], 0), (["ge-e1"], 1), (["ge-e1", "ge-e2"], 1)):
        t = s.copy()
        play(t, "counter 0807", *(f"add {g}" for g in guns), "fire")
        assert last(t, "counter-battery")["modifier"] == modifier


@rule("gwb.13.2a")
def test_nobody_crosses_the_open_through_a_hex_that_holds_somebody() -> None:
    s = field({"ge-c1": "0804", "ge-e1": "0805 limbered", "ge-d1": "0706", "fr-b": "0806"})
    play(s, "attack 0806")
    assert texts(s) == ["add ge-d1"] and rules(s, "across ge-c1 0805") == ["gwb.13.2a"]
    t = field({"ge-c1": "0804", "ge-d1": "0706", "fr-b": "0806", "fr-b1": "0805"})
    play(t, "attack 0806")
    assert "across ge-c1 0805" not in texts(t)


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


@rule("gwb.13.2f", "gwb.7.4a")
def test_no_march_order_with_an_open_attack_marker() -> None:
    s = field({"ge-c1": "0301 open", "ge-c2": "0301", "fr-k": "1210"}, phase="movement")
    assert texts(s) == ["done", "march ge-c2"]


@rule("gwb.13.1d")
def test_one_demoralised_unit_takes_the_whole_hex_along(melee: Melee) -> None:
    """G85: a retreat moves all the units of a hex."""
    melee(0, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-g1": "0706", "br-i": "0706", "fr-z1": "1010"}, dice=[6, 1])
    s.state.broken = 0b001  # the British
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit")
    assert texts(s) == ["retreat"] and rules(s, "hold") == ["gwb.13.1d"]
    play(bleed(play(s, "retreat")))
    play(s, next(t for t in texts(s) if t.startswith("back")))
    assert at(s, "fr-g1") != "0706"
    assert dis(s, "fr-g1") == 0 and dis(s, "br-i") == 1  # who is not demoralised keeps its order


@rule("gwb.13.2a", "gwb.13.2e")
def test_odds_count_an_attack_across_the_open() -> None:
    s = field({"ge-c1": "0804", "ge-c2": "0804", "fr-b": "0806"})
    assert "attack 0806" in texts(s)
    o = s.odds("attack", "0806")
    mods = {m.rule: m.value for m in o.modifiers}
    assert mods["gwb.3.17a"] == 6 and mods["gwb.13.2e"] == -2


@rule("gwb.13.2c")
def test_the_reason_is_the_zone_and_not_the_distance() -> None:
    s = field({"ge-c1": "0804", "fr-b": "0806", "fr-k": "0904"})
    assert rules(s, "attack 0806") == ["gwb.13.2c"]


@rule("gwb.13.1a", "gwb.9.0g", "gwb.7.3d")
def test_the_reason_is_what_ails_the_neighbours() -> None:
    s = field({"ge-r1": "0705", "ge-c1": "0101", "fr-b": "0706"})
    s.state.broken = 0b100
    assert rules(s, "attack 0706") == ["gwb.13.1a"]
    t = field({"ge-r1": "0705 dis=1", "ge-c1": "0101", "fr-b": "0706"})
    assert rules(t, "attack 0706") == ["gwb.9.0g"]
    u = field({"ge-r1": "0408", "ge-c1": "0101", "fr-b": "0508"})
    assert rules(u, "attack 0508") == ["gwb.7.3d"]
    v = field({"ge-c1": "0101", "fr-b": "0706"})
    assert rules(v, "attack 0706") == ["gwb.3.17a"]


@rule("gwb.13.4a", "gwb.9.0f", "gwb.12.2d", "gwb.13.1b")
def test_counter_battery_is_no_barrage() -> None:
    for words, broken in (("0604", 0), ("0604 dis=1", 0), ("0604", 0b100)):
        s = field({"ge-e1": words, "ge-r1": "0705", "fr-b1": "0706", "fr-z1": "1010"}, dice=[6])
        s.state.broken = broken
        assert "counter 0706" in texts(s)
        play(s, "counter 0706", "add ge-e1", "fire")
        assert last(s, "counter-battery")["strength"] == 3
    wall = {"fr-g1": "0503", "fr-g2": "0704", "fr-k": "0605", "fr-b": "0603"}
    t = field({"ge-e1": "0604", "fr-b1": "0804", **wall})
    assert t.state.isolated(1) & t.state.b.board.grid.bit("0604") and "counter 0804" in texts(t)
