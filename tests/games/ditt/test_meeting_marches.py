"""Rules of movement that meet others: sieges, Beach Heads, weather, nations, the Near East."""

from __future__ import annotations

from typing import Any

from firestep.games.ditt import supply
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.movement.pulse import March
from firestep.games.ditt.nations.control import EnterNearEast
from firestep.testing import play, rule, texts
from games.ditt.arena import GALLIPOLI, VERDUN, I, U, explained, landing, pulse, rules_against, scene, start

# -- movement (ditt.6.1) and sieges (ditt.7.5), Beach Heads (ditt.6.5), weather (ditt.6.2)
# -----------------------------------------------------


@rule("ditt.7.5f")
def test_one_goes_around_a_besieged_fort_only_while_nobody_else_defends_it() -> None:
    s = pulse("central", units={"ge-1": "3108 5"}, siege=["hand", VERDUN])
    assert passage.passable(s.state, U["ge-1"]) >> I[VERDUN] & 1
    s = pulse("central", units={"ge-1": "3108 5", "fr-1": f"{VERDUN} 5"}, siege=["hand", VERDUN])
    assert not passage.passable(s.state, U["ge-1"]) >> I[VERDUN] & 1


@rule("ditt.6.5m", "ditt.6.5n")
def test_the_owner_of_a_beach_head_hex_comes_and_goes_the_invader_does_not() -> None:
    s = landing("central", units={"tu-ii": "1813 2", "br-1": "1910 2"})
    assert passage.passable(s.state, U["tu-ii"]) >> I[GALLIPOLI] & 1
    assert not passage.passable(s.state, U["br-1"]) >> I[GALLIPOLI] & 1
    assert not passage.targets(s.state, tables.EP) >> I[GALLIPOLI] & 1, "a Beach Head is joined, not stormed from outside"


@rule("ditt.6.1e")
def test_who_shares_a_hex_with_the_enemy_begins_next_to_him() -> None:
    s = landing("central")
    assert passage.allowance(s.state, I[GALLIPOLI], tables.CP) == 2


@rule("ditt.16.3d")
def test_what_plan_17_shields_is_no_target() -> None:
    st = start().state
    assert st.truce & st.occ[tables.EP] and not passage.targets(st, tables.CP) & st.truce


@rule("ditt.6.2b")
def test_the_heat_stops_attacks_as_it_stops_marches() -> None:
    hot = next(k for k in range(2, tables.LAST_TURN) if tables.WEATHER[k] == "sun")
    s = pulse("central", turn=hot, units={"br-eef": "0812 3"}, allegiance={"tu": "central"})
    assert s.state.occ[tables.EP] & places.SUMMER_LANDS and not passage.targets(s.state, tables.CP) & places.SUMMER_LANDS


@rule("ditt.9.4a", "ditt.9.3a")
def test_a_lost_british_army_looks_for_the_sea() -> None:
    s = pulse("entente", units={"br-1": "2904 3"}, holds={"ge": places.numbers(places.COUNTRY["France"])})
    assert not supply.is_supplied(s.state, U["br-1"])
    assert passage.steps_to_supply(s.state, U["br-1"], 1) & places.COAST[tables.MED] & places.COUNTRY["France"]


@rule("ditt.10.5h")
def test_greeks_of_the_entente_may_attack_turks() -> None:
    s = pulse("entente", units={"gk-1": "1908", "tu-i": "1813 2"}, allegiance={"gk": "entente", "tu": "central"})
    assert not passage.unstackable(s.state, U["gk-1"]) >> I["1813"] & 1


@rule("ditt.16.6d")
def test_basra_waits_for_a_turkey_of_the_central_powers() -> None:
    unit = tables.UNITS[tables.BASRA[0]]
    for side, free in (("central", True), ("entente", False), ("neutral", False)):
        s = pulse("entente", turn=3, units={unit: "0321 2" if tables.IS_ARMY[U[unit]] else "0321"}, allegiance={"tu": side})
        assert passage.may_march(s.state, U[unit]) == free


@rule("ditt.9.4a")
def test_a_lost_army_that_can_go_nowhere_halts() -> None:
    s = pulse("central", turn=5, units={"ge-1": "2904 3", "fr-1": "3106 3"}, holds={"fr": places.numbers(places.COUNTRY["France"])})
    step = March(tables.CP, I["2904"], (U["ge-1"],), 2, 2, 0, 1 << U["ge-1"])
    assert not step.targets(s.state) and step.may_halt(s.state, False)


# -- nations (ditt.10.0), the Near East (ditt.6.3)
# -----------------------------------------------------------------------------------


@rule("ditt.ev.1917.2.09", "ditt.10.1c")
def test_the_russians_in_france_do_not_close_it() -> None:
    setting: dict[str, Any] = {"units": {"rs-2": "3204 2"}, "holds": {"fr": ["3204"]}}
    s = pulse("entente", turn=15, **setting)
    assert areas.rivalry(s.state, tables.FR) >> I["3204"] & 1
    s = pulse("entente", turn=15, marks={"expedition": ["rs-2"]}, **setting)
    assert not areas.rivalry(s.state, tables.FR) >> I["3204"] & 1


@rule("ditt.ev.1918.6.11")
def test_one_austrian_army_goes_west() -> None:
    s = pulse("central", turn=18, units={"ah-1": "2908 5", "ah-2": "2809 5", "ah-3": "2709 11"}, flags=["goiginger"])
    west = 1 << I["3106"]
    assert areas.area(s.state, U["ah-1"]) & west
    assert not areas.area(s.state, U["ah-2"]) & west, "another is there"
    assert not areas.area(s.state, U["ah-3"]) & west, "eleven Divs"


@rule("ditt.ev.1918.6.11", "ditt.4.2b")
def test_goigingers_army_is_one_and_has_ten_divs_at_most_whatever_brings_them() -> None:
    """Two Armies do not march there together; one that is formed or fed there stays at ten."""
    flags = ["goiginger"]
    s = pulse("central", turn=18, units={"ah-1": "2809 4", "ah-2": "2809 4"}, flags=flags, reserves={"ah": 9}, frozen={"ah": 0})
    play(s, "stack 2809")
    assert "step 2709" in texts(s) and rules_against(s, "step 2909") == {"ditt.ev.1918.6.11"} and explained(s)
    play(s, "leave ah-2", "step 2909", "halt", "pass", "reinforce ah-1")
    assert texts(s) == sorted(f"divs {k}" for k in range(1, 7)) and rules_against(s, "divs 7") == {"ditt.ev.1918.6.11"}
    assert explained(s)
    s = scene(turn=18, phase=2, side="central", step=1, clear=True, units={"ah-1": "2809 20"}, flags=flags, reserves={"ah": 20})
    play(s, "create ah-2", "place 2908")
    assert "reserves 10" in texts(s) and rules_against(s, "reserves 11") == {"ditt.ev.1918.6.11"} and explained(s)
    s = scene(turn=18, phase=2, side="central", step=3, clear=True, units={"ah-2": "2908 3"}, flags=flags, reserves={"ah": 20})
    play(s, "feed ah-2")
    assert texts(s) == [f"divs {k}" for k in range(1, 8)] and rules_against(s, "divs 8") == {"ditt.ev.1918.6.11"} and explained(s)
    s = scene(turn=18, phase=2, side="central", step=3, clear=True, units={"ah-2": "2908 10"}, flags=flags, reserves={"ah": 20})
    assert rules_against(s, "feed ah-2") == {"ditt.ev.1918.6.11"} and explained(s)


@rule("ditt.13.2c", "ditt.14.1c")
def test_closed_land_and_the_arabian_desert() -> None:
    s = pulse("entente", turn=16, units={"br-eef": "0812 3"}, hexes={"closed": ["0711"]})
    assert areas.area(s.state, U["br-eef"]) >> I["0911"] & 1 and not areas.area(s.state, U["br-eef"]) >> I["0711"] & 1
    assert not areas.area(s.state, U["br-eef"]) & places.COUNTRY["Arabian Desert"]


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


@rule("ditt.14.1f")
def test_the_senussi_do_not_enter_the_forts_of_a_neutral_italy() -> None:
    fort = next(i for i, n in places.FORT_NATION.items() if n == tables.IT and places.COUNTRY["Libya"] >> i & 1)
    s = pulse("central", turn=5)
    open = areas.area(s.state, U["si-1"])
    assert open & places.COUNTRY["Libya"] and not open >> fort & 1
