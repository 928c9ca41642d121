"""The limits of the Near East (ditt.6.3)."""

from __future__ import annotations

from typing import Any

from firestep.games.ditt.components import places, tables
from firestep.games.ditt.logistics import logistics
from firestep.games.ditt.movement import areas
from firestep.games.ditt.nations.control import EnterNearEast
from firestep.testing import play, rule, texts
from games.ditt.positions import GALLIPOLI, I, U, explained, pulse, rules_against, scene


@rule("ditt.6.3g", "ditt.6.3h")
def test_the_french_limit_of_the_near_east_is_rolled_once() -> None:
    s = pulse("entente", turn=6, units={"fr-orient": "0916 5"}, ne_limit=[3, 0], allegiance={"tu": "central"}, dice=(6,))
    assert areas.near_east_room(s.state, tables.FR) == 0
    EnterNearEast(U["fr-orient"]).run(s)
    assert s.state.ne_limit == [3, 0] and s.state.divs[U["fr-orient"]] == 3
    assert areas.near_east_room(s.state, tables.FR) == 0


@rule("ditt.6.3i", "ditt.6.3f")
def test_who_is_in_the_near_east_already_does_not_enter_it() -> None:
    s = pulse("entente", turn=6, units={"br-eef": "0912 18"}, allegiance={"tu": "central"})
    assert areas.near_east_room(s.state, tables.BR) == 0 and areas.rule_against_near_east(s.state, (U["br-eef"],)) == ""


@rule("ditt.6.3l", "ditt.6.1h")
def test_a_stack_whose_only_way_leads_into_a_full_near_east_is_not_offered() -> None:
    inside, ways = places.NEAR_EAST, places.ways(0)
    edge = next(i for i in places.INDEX.values() if places.COUNTRY["Russia"] >> i & 1 and ways.near[i] & places.COUNTRY["Georgia"])
    others = places.numbers(ways.near[edge] & ~inside)
    units = {"rs-1": f"{places.NUMBER[edge]} 3", "rs-1ca": "1422 20", "rs-2": "1422 8"}
    setting: dict[str, Any] = {"turn": 6, "hexes": {"closed": others}, "allegiance": {"tu": "central"}}
    s = pulse("entente", units=units, **setting)
    assert areas.near_east_room(s.state, tables.RS) == 0 and f"stack {places.NUMBER[edge]}" not in texts(s)
    s = pulse("entente", units=units | {"rs-2": "2722 8", "rs-1ca": "1422 5"}, **setting)
    assert f"stack {places.NUMBER[edge]}" in texts(s)


@rule("ditt.6.3f", "ditt.6.3g", "ditt.6.3i")
def test_foch_obeys_the_limits_of_the_near_east() -> None:
    units = {"fr-1": "1811 8", "fr-2": "1912 8", "tu-i": f"{GALLIPOLI} 5"}
    sides = {"tu": "central", "bu": "entente"}
    s = pulse("entente", turn=18, dice=[2, 1, 1, 1, 1], units=units, coins={"ep-foch": 1}, allegiance=sides)
    play(s, "coin ep-foch", f"point {GALLIPOLI}", "add 1811", "add 1912")
    assert rules_against(s, "attack") == {"ditt.6.3f"} and explained(s)
    play(s, "leave fr-2", "attack")
    assert s.state.ne_limit[0] == 2 and s.state.divs[U["fr-1"]] == 2 and s.state.reserves[tables.FR] >= 6


@rule("ditt.6.3i", "ditt.2.2b", "ditt.4.3e")
def test_divs_that_are_in_the_near_east_do_not_enter_it_again() -> None:
    s = scene(
        turn=5,
        phase=3,
        side="entente",
        step=2,
        clear=True,
        units={"br-eef": "0912 10", "br-mef": "0911 8"},
        allegiance={"tu": "central"},
    )
    assert areas.near_east_room(s.state, tables.BR) == 0
    assert [x.most for x in logistics.shift_limits(s.state, U["br-eef"], U["br-mef"])] == [10, 12]
    assert [x.most for x in logistics.new_limits(s.state, U["br-2"], I["0912"], U["br-eef"])] == [10, 20]
    assert list(logistics.new_limits(s.state, U["br-2"], I["0912"]))[-1].most == 0
    s.state.put(U["br-eef"], I["1405"])
    s.state.put(U["br-1"], I["0912"])
    limits = list(logistics.shift_limits(s.state, U["br-eef"], U["br-mef"]))
    assert limits[-1].most <= areas.near_east_room(s.state, tables.BR) and limits[-1].rule == "ditt.6.3i"


@rule("ditt.6.3i", "ditt.4.3e")
def test_a_full_near_east_takes_an_army_of_divs_that_are_there() -> None:
    sides = {"allegiance": {"tu": "central"}}
    units = {"br-eef": "0912 10", "br-mef": "0911 8"}
    for reserves in (0, 4):
        s = scene(turn=5, phase=3, side="entente", step=1, clear=True, units=units, reserves={"br": reserves}, **sides)
        play(s, "create br-2")
        assert "place 0912" in texts(s) and explained(s)
        play(s, "place 0912")
        assert {a.split()[0] for a in texts(s)} == {"from"} and explained(s)
        play(s, "from br-eef 4")
        assert s.state.divs[U["br-2"]] == 4 and areas.near_east_room(s.state, tables.BR) == 0
    units = {"br-eef": f"{GALLIPOLI} 18", "br-1": "1811 8"}  # the one inside, the other outside
    holds = {"br": [GALLIPOLI, "1811"]}
    s = scene(turn=5, phase=3, side="entente", step=1, clear=True, units=units, holds=holds, reserves={"br": 0}, **sides)
    play(s, "create br-2", f"place {GALLIPOLI}")
    assert {a.split()[1] for a in texts(s)} == {"br-eef"} and explained(s)
