"""Retreats (gwb.6.4.2, gwb.6.4.3): who must go, where to, and what guns do."""

from __future__ import annotations

from firestep.testing import play, rule, texts
from games.gwb.positions import Melee, at, bleed, dis, field, rules, steps

BY_THE_MARSH = {
    "ge-r1": "0408",
    "ge-r2": "0408",
    "ge-c1": "0208",
    "ge-c2": "0209",
    "ge-d1": "0409",
    "fr-k": "0309",
    "fr-z1": "1010",
}


@rule("gwb.6.4.3a", "gwb.7.2a")
def test_a_retreat_onto_friends_keeps_the_stacking_limit(melee: Melee) -> None:
    melee(0, 1)
    friends = {"fr-g1": "0707", "fr-g2": "0707", "fr-g3": "0707 limbered"}
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-b": "0706", "fr-k": "0706", **friends}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "none", "retreat")
    assert "back 0707" not in texts(s) and rules(s, "back 0707") == ["gwb.6.4.3a"]
    play(s, "part fr-b", "back 0707")
    assert "back 0707" not in texts(s) and s.state.stack(s.state.b.board.grid.index("0707")).bit_count() == 4


@rule("gwb.6.4.2g", "gwb.10.3")
def test_a_stack_of_two_loses_one_step_in_an_open_zone(melee: Melee) -> None:
    melee(0, 1)
    wall = {"ge-c1": "0708", "ge-c2": "0607", "ge-d1": "0805", "ge-d2": "0605", "ge-u": "0606"}
    s = field({"ge-r1": "0705", "ge-r2": "0705", "fr-g1": "0706", "fr-g2": "0706", "fr-z1": "1010", **wall}, dice=[6, 6])
    play(s, "attack 0706", "add ge-r1", "add ge-r2", "commit", "retreat", "back 0707")
    assert texts(s) == ["lose fr-g1", "lose fr-g2"]
    play(s, "lose fr-g1")
    assert steps(s, "fr-g1") == 1 and steps(s, "fr-g2") == 2 and not texts(s)[0].startswith("lose")


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
