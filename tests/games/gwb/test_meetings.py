"""Where two chapters meet: retreats with guns that cannot go, marches over objectives, fights that end a battle, and the like."""

from __future__ import annotations

import pytest

from firestep.games.gwb import slow
from firestep.testing import play, rule, texts
from games.gwb.arena import Melee, at, bleed, count, dis, end, field, last, on_the_move, rules, unit

RING = {"ge-c1": "0605", "ge-c2": "0606", "ge-d1": "0805", "ge-d2": "0806", "ge-u": "0707"}


def held(s: object, h: str, k: int = 1) -> bool:
    st = s.state  # type: ignore[attr-defined]
    return bool(st.held[k] & st.b.board.grid.bit(h))


# -- objectives on the way (G79) --------------------------------------------------------------------------------------


@rule("gwb.4.0a", "gwb.7.1a")
@pytest.mark.parametrize(
    ("units", "marching", "moves"),
    [
        ({"fr-k": "0101"}, (), ["go 1010"]),
        ({"fr-k": "0101"}, (), ["go 1007", "go 1010"]),
        ({"fr-k": "0101"}, ("ge-c1",), ["go 1010"]),
        ({"fr-k": "0101", "fr-b1": "0607"}, ("ge-c1",), ["go 1010"]),
    ],
)
def test_an_objective_is_taken_on_the_way_however_the_march_is_entered(
    units: dict[str, str], marching: tuple[str, ...], moves: list[str]
) -> None:
    s = on_the_move({"ge-c1": "1006", **units}, marching=marching)
    assert held(s, "1008", 0)
    play(s, "move ge-c1", *moves)
    while "pass" in texts(s):
        s.take("pass")
    assert at(s, "ge-c1") == "1010" and held(s, "1008") and not held(s, "1008", 0)
    assert last(s, "taken")["hex"] == "1008"


@rule("gwb.4.0a", "gwb.7.1a")
def test_of_equal_ways_the_one_over_an_objective_is_taken() -> None:
    """G67, G79: 1005 to 1109 in five points; every way is as short over 1008 as past it."""
    s = on_the_move({"ge-c1": "1005", "fr-k": "0101"})
    play(s, "move ge-c1", "go 1109")
    assert held(s, "1008")
    t = on_the_move({"ge-c1": "1005", "fr-k": "0101"})
    play(t, "move ge-c1", "go 1207")
    assert at(t, "ge-c1") == "1207" and not held(t, "1008")  # no cheapest way leads over it


@rule("gwb.4.0a", "gwb.7.6b")
def test_a_train_takes_the_objectives_that_it_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    s = on_the_move({"ge-c1": "0303", "fr-k": "0110"})
    grid = s.state.b.board.grid
    monkeypatch.setattr(s.state.b, "objectives", {**s.state.b.objectives, grid.index("0703"): 2})
    play(s, "move ge-c1", "entrain", "ride 1003")
    assert at(s, "ge-c1") == "1003" and held(s, "0703")


# -- the advance (gwb.6.4.5, G74) -----------------------------------------------------------------------------------------


@rule("gwb.6.4.5c", "gwb.ex.h6")
def test_no_gun_advances_when_its_stack_has_died() -> None:
    s = field(
        {"ge-c1": "0705", "ge-e1": "0705 limbered", "fr-b1": "0706", "fr-b2": "0706", "fr-k": "1010"},
        phase="hasty",
        markers=["0706"],
        dice=[3, 4],
    )
    play(s, "attack 0706", "add ge-c1", "commit", "hold", "ready")
    bleed(s)
    assert texts(s) == ["done"] and type(s.agenda[-1]).__name__ == "CombatPhase"  # nobody is asked to advance
    assert at(s, "ge-c1") == "-1" and at(s, "fr-b1") == "-1" and at(s, "fr-b2") == "-1"
    assert count(s, "advance") == 0 and at(s, "ge-e1") == "0705"


@rule("gwb.6.4.5c")
def test_a_gun_follows_its_own_stack_and_only_after_it(melee: Melee) -> None:
    melee(0, 2)
    s = field({"ge-r1": "0705", "ge-r2": "0606", "ge-e1": "0705 limbered", "ge-e2": "0606 limbered", "fr-k": "0706"}, dice=[6, 1])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "ready", "hold")
    bleed(s)
    assert texts(s) == ["advance ge-r1", "advance ge-r2", "done"]
    assert rules(s, "advance ge-e1") == ["gwb.6.4.5c"]
    play(s, "advance ge-r1")
    assert texts(s) == ["advance ge-e1", "advance ge-r2", "done"] and rules(s, "advance ge-e2") == ["gwb.6.4.5c"]


@rule("gwb.6.4.5a", "gwb.7.1a")
def test_wheels_do_not_advance_into_a_marsh(monkeypatch: pytest.MonkeyPatch, melee: Melee) -> None:
    melee(0, 1)
    s = field({"ge-r1": "0309", "ge-r2": "0309", "fr-k": "0308 reduced", "fr-z1": "1010"}, dice=[6, 1])
    for id, offered in (("ge-r1", False), ("ge-r2", True)):
        monkeypatch.setattr(s.state.b.units[unit(s, id)], "wheels", 0 if offered else 1)
    play(s, "attack 0308", "add ge-r1", "add ge-r2", "commit", "hold")
    bleed(s)
    assert texts(s) == ["advance ge-r2", "done"] and rules(s, "advance ge-r1") == ["gwb.7.1a"]


# -- who may support whom (gwb.6.0i) --------------------------------------------------------------------------------------


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


# -- a hex attacked before (gwb.6.0e, gwb.6.0f, G80) --------------------------------------------------------------------------


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


# -- compulsory retreat (gwb.13.1d, gwb.6.4.2d, G12) --------------------------------------------------------------------------

BY_THE_MARSH = {
    "ge-r1": "0408",
    "ge-r2": "0408",
    "ge-c1": "0208",
    "ge-c2": "0209",
    "ge-d1": "0409",
    "fr-k": "0309",
    "fr-z1": "1010",
}


@rule("gwb.6.4.2d", "gwb.13.1d")
def test_a_compulsory_retreat_goes_without_the_gun_that_cannot(melee: Melee) -> None:
    melee(0, 1)
    s = field({**BY_THE_MARSH, "fr-b1": "0309 limbered"}, dice=[6, 1])
    s.state.broken = 0b010
    play(s, "attack 0309", "add ge-r1", "add ge-r2", "commit")
    assert texts(s) == ["retreat"]
    play(s, "retreat")
    bleed(s)
    assert texts(s) == ["part fr-k"] and rules(s, "part fr-b1") == ["gwb.6.4.2b"]
    play(s, "part fr-k", "back 0308")
    bleed(s)
    assert texts(s) == ["die"]
    play(s, "die")
    assert (
        at(s, "fr-k") in ("0308", "-1")
        and at(s, "fr-b1") == "-1"
        and [e.rules for e in s.journal if e.key == "abandoned"] == [("gwb.6.4.2d",)]
    )


@rule("gwb.6.4.2b", "gwb.6.4.2d")
def test_a_chosen_retreat_needs_a_way_for_everybody(melee: Melee) -> None:
    melee(0, 1)
    for gun, can in (({"fr-b1": "0309 limbered"}, False), ({}, True)):
        s = field({**BY_THE_MARSH, **gun}, dice=[6, 1])
        play(s, "attack 0309", "add ge-r1", "add ge-r2", "commit")
        assert ("retreat" in texts(s)) is can


@rule("gwb.6.4.2d", "gwb.13.1d", "gwb.13.1f")
def test_the_other_armys_deployed_gun_is_lost_in_a_compulsory_retreat(melee: Melee) -> None:
    melee(0, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-b": "0706", "br-a1": "0706 deployed", "fr-z1": "1010"}, dice=[6, 1])
    s.state.broken = 0b010
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "hold")
    assert texts(s) == ["retreat"]
    play(s, "retreat")
    assert at(s, "br-a1") == "-1"
    play(bleed(s), texts(bleed(s))[0])
    assert at(s, "fr-b") not in ("0706", "-1") and dis(s, "fr-b") == 1


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


# -- levels of disorganisation (gwb.7.4i, gwb.6.4.3d, gwb.9.0b) -------------------------------------------------------------------


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


# -- a full entry hex (gwb.8.0i, G53) -------------------------------------------------------------------------------------


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


# -- the end (G76) ----------------------------------------------------------------------------------------------------


@rule("gwb.4.0a")
def test_the_battle_ends_as_soon_as_one_side_has_nothing_left(melee: Melee) -> None:
    melee(0, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-k": "0706 reduced"}, dice=[6, 1])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "hold")
    play(bleed(s), "done")
    assert s.decision is None and s.outcome is not None
    assert s.state.turn == 1 and count(s, "end") == 1


@rule("gwb.4.0a")
def test_reinforcements_to_come_keep_a_battle_open(melee: Melee) -> None:
    melee(0, 1)
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-k": "0706 reduced"}, dice=[6, 1])
    z = unit(s, "fr-z1")
    s.state.at[z], s.state.steps[z] = 0, 2
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "hold")
    bleed(s)
    assert s.decision is not None


# -- odds and reasons -------------------------------------------------------------------------------------------------


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


# -- retreats that split (gwb.6.4.2b, gwb.6.4.3b, G26) ------------------------------------------------------------------------


@rule("gwb.6.4.2b", "gwb.6.4.3a")
def test_a_stack_may_split_where_no_hex_takes_it_whole(melee: Melee) -> None:
    """Two free hexes with room for one each: nobody has to go through friends."""
    melee(0, 1)
    near = {"fr-g1": "0707", "fr-g2": "0707", "fr-g3": "0707 limbered", "fr-z1": "0806", "fr-z2": "0806", "fr-b1": "0806 limbered"}
    s = field(
        {
            "ge-r1": "0705",
            "ge-r2": "0705",
            "ge-c1": "0606",
            "ge-c2": "0605",
            "ge-d1": "0805",
            "fr-b": "0706",
            "fr-k": "0706",
            **near,
        },
        options={"retreat": "any"},
        dice=[6, 1],
    )
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "none", "retreat")
    assert not {"back 0707", "back 0806"} & set(texts(s)) and {"part fr-b", "part fr-k"} <= set(texts(s))
    play(s, "part fr-b")
    assert texts(s) == ["back 0707", "back 0806"]
    play(s, "back 0707", "back 0806")
    assert at(s, "fr-b") == "0707" and at(s, "fr-k") == "0806" and dis(s, "fr-b") == dis(s, "fr-k") == 0


@rule("gwb.6.4.2b", "gwb.6.4.3d")
def test_nobody_is_forced_through_friends_past_a_free_hex(melee: Melee) -> None:
    """The only free hex adjoins an attacker; the way through friends stays a choice."""
    melee(0, 1)
    full = {"fr-g1": "0707", "fr-g2": "0707", "fr-z1": "0707", "fr-z2": "0707"}
    s = field(
        {"ge-r1": "0705", "ge-r2": "0705", "ge-d1": "0606", "ge-d2": "0605", "ge-c1": "0805", "fr-b": "0706", **full}, dice=[6, 1]
    )
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "add ge-c1", "commit", "retreat")
    goals = [t[5:] for t in texts(bleed(s))]
    assert "0806" in goals and "0708" in goals
    play(s, "back 0806")
    assert dis(s, "fr-b") == 0


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


# -- guns: what disorganised, isolated and demoralised ones may still do (gwb.9.0f, gwb.12.2d, gwb.13.1b, G51, G70) ---------------


@rule("gwb.9.0f", "gwb.8.0a")
def test_a_disorganised_gun_still_harasses() -> None:
    s = on_the_move({"ge-u": "0301", "fr-b1": "0806 dis=1"}, marching=("ge-u",))
    play(s, "move ge-u", "go 0802")
    assert "add fr-b1" in texts(s)


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


# -- zones and trains -------------------------------------------------------------------------------------------------


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


@rule("gwb.7.6b")
def test_a_roadblock_cuts_the_railway(monkeypatch: pytest.MonkeyPatch) -> None:
    for blocks, can in (((), True), (("0703",), False)):
        s = on_the_move({"ge-c1": "0303", "fr-k": "0110"})
        slow._memo.clear()
        monkeypatch.setattr(s.state.b, "roadblocks", s.state.b.board.grid.mask(blocks))
        play(s, "move ge-c1", "entrain")
        assert ("ride 0603" in texts(s)) and (("ride 0803" in texts(s)) is can)
        assert rules(s, "ride 0803") == ([] if can else ["gwb.7.6b"])
