"""Rules where two chapters meet: movement and sieges, supply and Forts, the Near East and retreats, Beach Heads and seas."""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.games.ditt import (
    coins,
    collapse,
    combat,
    control,
    deploying,
    ground,
    invasion,
    logistics,
    losses,
    nations,
    naval,
    neutrals,
    retreat,
    supply,
    surrender,
    victory,
)
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.pulse import EnterNearEast, March
from firestep.games.ditt.sequence import Recruit, Repair
from firestep.games.ditt.state import LOST, State
from firestep.testing import play, rule, texts
from games.ditt.arena import I, U, fight, pulse, scene, start

VERDUN, GALLIPOLI = "3107", "1812"
LANDING: dict[str, Any] = {
    "beach": [GALLIPOLI, "lost"],
    "allegiance": {"tu": "central"},
    "marks": {"landed": ["br-mef"]},
    "units": {"br-mef": f"{GALLIPOLI} 4", "tu-i": f"{GALLIPOLI} 3"},
    "holds": {"tu": [GALLIPOLI]},
}


def landing(side: str, **more: Any) -> Session[State]:
    """The British in a Beach Head at Gallipoli, Turks in the same hex."""
    return pulse(side, turn=5, **{**LANDING, "units": LANDING["units"] | more.pop("units", {}), **more})


# -- movement (6.1) and sieges (7.5), Beach Heads (6.5), weather (6.2) -----------------------------------------------------


@rule("ditt.7.5f")
def test_one_goes_around_a_besieged_fort_only_while_nobody_else_defends_it() -> None:
    s = pulse("central", units={"ge-1": "3108 5"}, siege=["hand", VERDUN])
    assert ground.passable(s.state, U["ge-1"]) >> I[VERDUN] & 1
    s = pulse("central", units={"ge-1": "3108 5", "fr-1": f"{VERDUN} 5"}, siege=["hand", VERDUN])
    assert not ground.passable(s.state, U["ge-1"]) >> I[VERDUN] & 1


@rule("ditt.6.5m", "ditt.6.5n")
def test_the_owner_of_a_beach_head_hex_comes_and_goes_the_invader_does_not() -> None:
    s = landing("central", units={"tu-ii": "1813 2", "br-1": "1910 2"})
    assert ground.passable(s.state, U["tu-ii"]) >> I[GALLIPOLI] & 1
    assert not ground.passable(s.state, U["br-1"]) >> I[GALLIPOLI] & 1
    assert not ground.targets(s.state, t.EP) >> I[GALLIPOLI] & 1, "a Beach Head is joined, not stormed from outside"


@rule("ditt.6.1e")
def test_who_shares_a_hex_with_the_enemy_begins_next_to_him() -> None:
    s = landing("central")
    assert ground.allowance(s.state, I[GALLIPOLI], t.CP) == 2


@rule("ditt.16.3d")
def test_what_plan_17_shields_is_no_target() -> None:
    st = start().state
    assert st.truce & st.occ[t.EP] and not ground.targets(st, t.CP) & st.truce


@rule("ditt.6.2b")
def test_the_heat_stops_attacks_as_it_stops_marches() -> None:
    hot = next(k for k in range(2, t.LAST_TURN) if t.WEATHER[k] == "sun")
    s = pulse("central", turn=hot, units={"br-eef": "0812 3"}, allegiance={"tu": "central"})
    assert s.state.occ[t.EP] & p.HOT and not ground.targets(s.state, t.CP) & p.HOT


@rule("ditt.9.4a", "ditt.9.3a")
def test_a_lost_british_army_looks_for_the_sea() -> None:
    s = pulse("entente", units={"br-1": "2904 3"}, holds={"ge": p.numbers(p.COUNTRY["France"])})
    assert not supply.is_supplied(s.state, U["br-1"])
    assert ground.relief(s.state, U["br-1"], 1) & p.COAST[t.MED] & p.COUNTRY["France"]


@rule("ditt.10.5h")
def test_greeks_of_the_entente_may_attack_turks() -> None:
    s = pulse("entente", units={"gk-1": "1908", "tu-i": "1813 2"}, allegiance={"gk": "entente", "tu": "central"})
    assert not ground.unstackable(s.state, U["gk-1"]) >> I["1813"] & 1


@rule("ditt.16.6d")
def test_basra_waits_for_a_turkey_of_the_central_powers() -> None:
    unit = t.UNITS[t.BASRA[0]]
    for side, free in (("central", True), ("entente", False), ("neutral", False)):
        s = pulse("entente", turn=3, units={unit: "0321 2" if t.IS_ARMY[U[unit]] else "0321"}, allegiance={"tu": side})
        assert ground.may_march(s.state, U[unit]) == free


@rule("ditt.9.4a")
def test_a_lost_army_that_can_go_nowhere_halts() -> None:
    s = pulse("central", turn=5, units={"ge-1": "2904 3", "fr-1": "3106 3"}, holds={"fr": p.numbers(p.COUNTRY["France"])})
    step = March(t.CP, I["2904"], (U["ge-1"],), 2, 2, 0, 1 << U["ge-1"])
    assert not step.targets(s.state) and step.may_halt(s.state, False)


# -- nations (10.0), the Near East (6.3) -----------------------------------------------------------------------------------


@rule("ditt.ev.1917.2.09", "ditt.10.1c")
def test_the_russians_in_france_do_not_close_it() -> None:
    tables: dict[str, Any] = {"units": {"rs-2": "3204 2"}, "holds": {"fr": ["3204"]}}
    s = pulse("entente", turn=15, **tables)
    assert nations.rivalry(s.state, t.FR) >> I["3204"] & 1
    s = pulse("entente", turn=15, marks={"expedition": ["rs-2"]}, **tables)
    assert not nations.rivalry(s.state, t.FR) >> I["3204"] & 1


@rule("ditt.ev.1918.6.11")
def test_one_austrian_army_goes_west() -> None:
    s = pulse("central", turn=18, units={"ah-1": "2908 5", "ah-2": "2809 5", "ah-3": "2709 11"}, flags=["goiginger"])
    west = 1 << I["3106"]
    assert nations.area(s.state, U["ah-1"]) & west
    assert not nations.area(s.state, U["ah-2"]) & west, "another is there"
    assert not nations.area(s.state, U["ah-3"]) & west, "eleven Divs"


@rule("ditt.13.2c", "ditt.14.1c")
def test_closed_land_and_the_arabian_desert() -> None:
    s = pulse("entente", turn=16, units={"br-eef": "0812 3"}, hexes={"closed": ["0711"]})
    assert nations.area(s.state, U["br-eef"]) >> I["0911"] & 1 and not nations.area(s.state, U["br-eef"]) >> I["0711"] & 1
    assert not nations.area(s.state, U["br-eef"]) & p.COUNTRY["Arabian Desert"]


@rule("ditt.6.3g", "ditt.6.3h")
def test_the_french_limit_of_the_near_east_is_rolled_once() -> None:
    s = pulse("entente", turn=6, units={"fr-orient": "0916 5"}, ne_limit=[3, 0], allegiance={"tu": "central"}, dice=(6,))
    assert nations.ne_room(s.state, t.FR) == 0
    EnterNearEast(U["fr-orient"]).run(s)
    assert s.state.ne_limit == [3, 0] and s.state.divs[U["fr-orient"]] == 3
    assert nations.ne_room(s.state, t.FR) == 0


@rule("ditt.6.3i", "ditt.6.3f")
def test_who_is_in_the_near_east_already_does_not_enter_it() -> None:
    s = pulse("entente", turn=6, units={"br-eef": "0912 18"}, allegiance={"tu": "central"})
    assert nations.ne_room(s.state, t.BR) == 0 and nations.ne_admits(s.state, (U["br-eef"],)) == ""


@rule("ditt.6.3l", "ditt.6.1h")
def test_a_stack_whose_only_way_leads_into_a_full_near_east_is_not_offered() -> None:
    inside, ways = p.NEAR_EAST, p.ways(0)
    edge = next(i for i in p.INDEX.values() if p.COUNTRY["Russia"] >> i & 1 and ways.near[i] & p.COUNTRY["Georgia"])
    others = p.numbers(ways.near[edge] & ~inside)
    units = {"rs-1": f"{p.NUMBER[edge]} 3", "rs-1ca": "1422 20", "rs-2": "1422 8"}
    tables: dict[str, Any] = {"turn": 6, "hexes": {"closed": others}, "allegiance": {"tu": "central"}}
    s = pulse("entente", units=units, **tables)
    assert nations.ne_room(s.state, t.RS) == 0 and f"stack {p.NUMBER[edge]}" not in texts(s)
    s = pulse("entente", units=units | {"rs-2": "2722 8", "rs-1ca": "1422 5"}, **tables)
    assert f"stack {p.NUMBER[edge]}" in texts(s)


@rule("ditt.14.1f")
def test_the_senussi_do_not_enter_the_forts_of_a_neutral_italy() -> None:
    fort = next(i for i, n in p.FORT_NATION.items() if n == t.IT and p.COUNTRY["Libya"] >> i & 1)
    s = pulse("central", turn=5)
    open = nations.area(s.state, U["si-1"])
    assert open & p.COUNTRY["Libya"] and not open >> fort & 1


# -- supply (9.0) with Forts (8.4), sieges, neutrals -----------------------------------------------------------------------


@rule("ditt.9.1a")
def test_a_destroyed_or_besieged_fort_is_no_source() -> None:
    for tables in ({"hexes": {"forts-destroyed": [VERDUN]}}, {"siege": ["hand", VERDUN]}):
        s = pulse("entente", units={"fr-1": "3106 2"}, **tables)
        assert not supply.sources(s.state, t.FR, -1) >> I[VERDUN] & 1
    s = pulse("entente", units={"fr-1": "3106 2"})
    assert supply.sources(s.state, t.FR, -1) >> I[VERDUN] & 1


@rule("ditt.12.1p")
def test_serbs_in_exile_are_fed_from_greece() -> None:
    s = pulse("entente", turn=8, units={"sb-1": "1908"}, flags=["great-retreat"], allegiance={"gk": "entente"})
    assert supply.sources(s.state, t.SB, p.LAND) >> I["1908"] & 1


@rule("ditt.14.2c", "ditt.10.5i")
def test_hungry_armies_feed_nobody() -> None:
    s = pulse(
        "entente",
        turn=8,
        units={"rs-1ca": "1119 2", "ar-1": "1119"},
        allegiance={"tu": "central"},
        hexes={"centres": []},
        holds={"rs": ["1119"]},
    )
    assert not supply.is_supplied(s.state, U["rs-1ca"])
    assert not supply.is_supplied(s.state, U["ar-1"])


@rule("ditt.9.4e", "ditt.4.1g")
def test_the_german_divs_of_the_sud_army_cost_germany_its_army_max() -> None:
    s = pulse("central", turn=6, units={"ah-sud": "2513 10"}, numbers={"sud": 6}, max={"ge": 50, "ah": 50})
    supply.perish(s, 1 << t.SUD, "ditt.9.4d")
    assert (s.state.max[t.GE], s.state.max[t.AH], s.state.sud) == (47, 48, 0)


@rule("ditt.9.4b", "ditt.4.1g")
def test_german_divs_of_the_sud_army_absorb_as_germans() -> None:
    s = pulse("central", turn=6, units={"ah-sud": "2513 3"}, numbers={"sud": 2})
    assert losses.absorbs(s.state, t.SUD, 3, 0) == t.DIV[t.AH][2] + 2 * t.DIV[t.GE][2]


@rule("ditt.4.1g", "ditt.4.1h")
def test_the_sud_army_loses_its_own_divs_first_and_keeps_count_of_the_germans() -> None:
    s = pulse("central", turn=6, units={"ah-sud": "2513 5", "ge-9": "2513 8"}, numbers={"sud": 2})
    control.lose(s, t.SUD, 4, "ditt.7.3a")
    assert (s.state.divs[t.SUD], s.state.sud) == (1, 1)
    s = scene(
        turn=6,
        phase=2,
        side="central",
        step=2,
        clear=True,
        units={"ah-sud": "2513 5", "ge-9": "2513 8"},
        marks={"released": ["ah-sud"]},
    )
    play(s, "shift ge-9", "to ah-sud 3")
    assert (s.state.divs[t.SUD], s.state.sud) == (8, 3)


# -- combat (7.0), trenches (8.5), air (8.1) -------------------------------------------------------------------------------


@rule("ditt.8.5e")
def test_russians_dig_in_from_turn_7_and_before_in_their_own_forts_only() -> None:
    for turn, place, dug in ((6, "2815", False), (7, "2815", True), (6, "2914", True), (6, VERDUN, False)):
        s = pulse("central", turn=turn, units={"rs-1": f"{place} 3"})
        assert combat.may_entrench(s.state, U["rs-1"]) == dug, (turn, place)


@rule("ditt.8.1b", "ditt.8.1d")
def test_air_counts_in_the_west_no_more_than_the_divs_below_and_never_in_the_colonies() -> None:
    best = max(range(len(t.AIR)), key=lambda k: t.AIR_BONUS[k] if t.AIR_SIDE[k] == t.EP else -1)
    s = pulse("entente", turn=12, air=t.AIR[best], units={"fr-1": "3107 2", "ge-1": "3108 9"})
    assert t.AIR_BONUS[best] > 2 and combat.air_bonus(s.state, fight(s, "3108", "fr-1"), t.EP) == 2
    s = pulse("entente", turn=12, air=t.AIR[best], units={"fr-1": "3107 20", "ge-1": "3108 9"})
    assert combat.air_bonus(s.state, fight(s, "3108", "fr-1"), t.EP) == t.AIR_BONUS[best] < 20
    s = pulse("entente", turn=12, air=t.AIR[best], units={"br-exp": "duala 2", "ge-askari": "garua"})
    assert not combat.western(s.state, fight(s, "garua", "br-exp"))


@rule("ditt.7.2f")
def test_the_hindenburg_line_needs_germans_in_its_trenches() -> None:
    tables: dict[str, Any] = {"turn": 16, "flags": ["hindenburg"], "units": {"fr-1": "3305 9", "ge-1": "3306 9"}}
    s = pulse("entente", **tables)
    assert combat.worst(s.state, fight(s, "3306", "fr-1")) == 50
    assert combat.worst(s.state, fight(s, "3306", "fr-1", breach=True)) == 40
    s = pulse("entente", marks={"flipped": ["ge-1"]}, **tables)
    assert combat.worst(s.state, fight(s, "3306", "fr-1")) == 40


@rule("ditt.7.2f")
@rule("ditt.ev.1916.5.03")
def test_the_hindenburg_line_runs_through_three_countries() -> None:
    """France, Belgium and Germany: the book names all three, and nowhere else."""
    for place, worst in (("3306", 50), ("3407", 50), ("3208", 50), ("2812", 40)):
        units = {"fr-1": "3305 9", "ge-1": f"{place} 9"}
        s = pulse("entente", turn=16, flags=["hindenburg"], units=units, holds={"ge": [place]}, hexes={"forts-destroyed": ["3407"]})
        assert combat.worst(s.state, fight(s, place, "fr-1")) == worst, place


@rule("ditt.7.4d")
def test_exactly_twice_the_hits_carry_a_trench() -> None:
    assert retreat.wins(6, 3, True) and not retreat.wins(5, 3, True) and not retreat.wins(3, 3, False)


@rule("ditt.7.5b")
def test_a_fort_is_besieged_once() -> None:
    """A second success against a besieged Fort takes it, though the owner had another marker in hand."""
    s = pulse("central", turn=5, units={"ge-1": f"{VERDUN} 9"}, siege=[VERDUN, "hand"], holds={"ge": [VERDUN]})
    s.state.fight = fight(s, VERDUN, "ge-1", spill=(0, 20))
    steps = retreat.Aftermath().run(s)
    assert not any(isinstance(x, retreat.Besiege) for x in steps)


@rule("ditt.7.4j", "ditt.6.5k")
def test_beaten_invaders_have_nowhere_to_go() -> None:
    s = landing("central")
    s.state.fight = fight(s, GALLIPOLI, "tu-i", kind="assault", hits=(9, 1))
    retreat.Decide().run(s)
    assert s.state.at[U["br-mef"]] < 0


@rule("ditt.7.4e", "ditt.6.3i")
def test_who_attacked_out_of_the_near_east_goes_back_though_it_is_full() -> None:
    s = pulse(
        "entente",
        turn=6,
        units={"br-eef": "1405 3", "in-d": "0912", "br-mef": "0911 16"},
        allegiance={"tu": "central"},
        holds={"br": ["0912", "1405", "0911"]},
    )
    assert retreat.havens(s.state, U["br-eef"], I["1405"], I["0912"]) >> I["0912"] & 1


@rule("ditt.7.4e", "ditt.10.6c", "ditt.7.3f")
def test_a_retreat_obeys_the_list_of_the_nation_and_nobody_goes_back_among_enemies() -> None:
    germany, ways = p.COUNTRY["Germany"], p.ways(0)
    home = p.COUNTRY["Austria-Hungary"] & ~p.ALPINE
    edge = next(i for i in p.INDEX.values() if home >> i & 1 and ways.near[i] & germany)
    s = pulse("central", turn=5, units={"ah-1": f"{p.NUMBER[edge]} 5"})
    assert retreat.havens(s.state, U["ah-1"], edge, -1) and not retreat.havens(s.state, U["ah-1"], edge, -1) & germany
    s = landing("central", units={"tu-ii": "1813 2"})
    assert not ground.may_return(s.state, U["tu-ii"], I[GALLIPOLI])


# -- Beach Heads (6.5), navy (8.3) -----------------------------------------------------------------------------------------


@rule("ditt.6.5t")
def test_a_beach_head_lives_by_its_invaders_not_by_other_friends() -> None:
    s = landing("entente", units={"br-1": f"{GALLIPOLI} 2"})
    s.state.put(U["br-mef"], -1)
    retreat.close_beaches(s)
    assert s.state.beach[0] == LOST


@rule("ditt.6.5c", "ditt.6.5a")
def test_an_invasion_obeys_the_limit_of_the_near_east_and_wants_supply() -> None:
    tables: dict[str, Any] = {"turn": 5, "beach": ["hand", "lost"], "allegiance": {"tu": "central"}}
    s = pulse("entente", units={"br-mef": "1702 4", "br-eef": "0912 17"}, holds={"br": ["1702"]}, **tables)
    assert not invasion.beaches(s.state, I["1702"], (U["br-mef"],)) & nations.near_east(s.state)
    s = pulse("entente", units={"br-mef": "1702 4", "br-eef": "0912 9"}, holds={"br": ["1702"]}, **tables)
    assert invasion.beaches(s.state, I["1702"], (U["br-mef"],)) & nations.near_east(s.state)
    s = pulse(
        "entente",
        units={"br-mef": "2504 4"},
        holds={"ge": p.numbers(p.COUNTRY["France"]), "br": ["2504"]},
        seas={"mediterranean": "central"},
        **tables,
    )
    assert not supply.is_supplied(s.state, U["br-mef"]) and not invasion.fleet_of(s.state, I["2504"])


@rule("ditt.16.3d", "ditt.6.5e")
def test_nobody_lands_where_nobody_may_attack() -> None:
    tables: dict[str, Any] = {
        "turn": 5,
        "beach": ["hand", "lost"],
        "allegiance": {"tu": "central"},
        "units": {"br-mef": "1702 4"},
        "holds": {"br": ["1702"]},
    }
    s = pulse("entente", **tables)
    shore = p.numbers(invasion.beaches(s.state, I["1702"], (U["br-mef"],)))
    assert shore
    s = pulse("entente", hexes={"truce": shore}, **tables)
    assert not invasion.beaches(s.state, I["1702"], (U["br-mef"],))


@rule("ditt.6.5r")
def test_a_sunk_fleet_gives_the_sea_away() -> None:
    s = landing("entente", seas={"mediterranean": "entente"})
    invasion.Landing(I[GALLIPOLI], (U["br-mef"],))._sunk(s)
    assert t.CP_RULES in s.state.seas and s.state.beach[0] == LOST and s.state.reserves[t.BR] >= 4


@rule("ditt.15.10f", "ditt.8.3h", "ditt.8.3i")
def test_the_american_fleet_helps_the_entente_against_the_central_powers() -> None:
    for side, dice, moved in ((t.EP, (5, 5), True), (t.CP, (5, 6), False), (t.CP, (2, 3), True)):
        s = scene(turn=15, phase=1, side="entente", allegiance={"us": "entente"}, dice=dice)
        assert naval.challenge(s, side, t.NORTH, "ditt.8.3f") == moved, (side, dice)
    s = scene(turn=15, phase=1, side="entente", dice=(1, 1))
    assert not naval.challenge(s, t.EP, t.NORTH, "ditt.8.3f", safe=True)


@rule("ditt.8.3k")
def test_the_adriatic_before_the_mediterranean() -> None:
    assert t.MED not in naval.seas(scene(turn=3, phase=1, side="central", seas={"adriatic": "parity"}).state, t.CP)
    assert t.MED in naval.seas(scene(turn=3, phase=1, side="central", seas={"adriatic": "central"}).state, t.CP)


@rule("ditt.6.5n")
def test_one_joins_a_beach_head_by_sea_while_it_is_held() -> None:
    s = landing("entente")
    assert deploying.box_beaches(s.state, U["br-1"]) >> I[GALLIPOLI] & 1
    s.state.seas = [t.CP_RULES] * 5
    assert not deploying.box_beaches(s.state, U["br-1"])
    s = landing("entente")
    s.state.put(U["br-mef"], -1)
    assert not deploying.box_beaches(s.state, U["br-1"])


# -- Logistics (2.2, 4.0) --------------------------------------------------------------------------------------------------


@rule("ditt.2.2b")
def test_divs_march_over_friendly_land_only_and_from_armies_in_supply() -> None:
    s = scene(
        turn=5, phase=2, side="central", step=2, clear=True, units={"ge-1": "3208 5", "ge-2": "3209 5"}, holds={"fr": ["3307"]}
    )
    assert not logistics.marching(s.state, U["ge-1"]) >> I["3307"] & 1
    s = scene(turn=5, phase=2, side="central", step=2, clear=True, units={"ge-1": "2904 5", "ge-2": "2904 5"})
    assert not logistics.may_give(s.state, U["ge-1"]) and not [a for a in texts(s) if a.startswith("shift")]


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
    assert nations.ne_room(s.state, t.BR) == 0
    assert logistics._shift_room(s.state, U["br-eef"], U["br-mef"]) == 12
    assert logistics.new_room(s.state, U["br-2"], I["0912"], U["br-eef"]) == 20
    assert logistics.new_room(s.state, U["br-2"], I["0912"]) == 0
    s.state.put(U["br-eef"], I["1405"])
    s.state.put(U["br-1"], I["0912"])
    assert logistics._shift_room(s.state, U["br-eef"], U["br-mef"]) <= nations.ne_room(s.state, t.BR)


@rule("ditt.2.2h")
def test_who_has_just_sent_divs_away_is_not_lifted() -> None:
    s = scene(turn=5, phase=2, side="central", step=4, clear=True, units={"ge-1": "3208 5"})
    play(s, "send ge-1", "divs 2")
    assert "lift ge-1" not in texts(s)


@rule("ditt.4.3b")
def test_nobody_deploys_among_enemies() -> None:
    s = landing("central")
    assert not deploying.quiet(s.state, t.CP) >> I[GALLIPOLI] & 1


@rule("ditt.15.10c", "ditt.15.10e")
def test_what_the_chart_brings_counts_against_the_american_limit() -> None:
    s = scene(turn=16, phase=7, allegiance={"us": "entente"}, numbers={"us_turn": 15}, max={"us": 200})
    before = s.state.reserves[t.US]
    Recruit().run(s)
    assert s.state.reserves[t.US] - before == t.LIMIT[t.US]


# -- entering, surrender, collapse, victory --------------------------------------------------------------------------------


@rule("ditt.15.2d", "ditt.15.11a")
def test_an_italy_that_stays_out_is_not_drawn_in_by_its_flag() -> None:
    s = pulse("entente", turn=6, units={"sb-1": "2511"}, flags=["italy-stays"])
    control.enter(s, p.ITALIAN_FLAG, t.SB)
    assert s.state.allegiance[t.IT] == t.NEUTRAL
    s = pulse("entente", turn=16, flags=["collapsed"])
    control.enter_war(s, t.IT)
    assert s.state.allegiance[t.IT] == t.NEUTRAL and s.state.flag("italy-stays")


@rule("ditt.15.3a")
def test_a_country_at_war_has_no_entry_marker() -> None:
    s = pulse("entente", turn=4)
    control.declare_war(s, t.EP, t.BU, "ditt.15.3a", free=True)
    assert s.state.entry[t.ENTRY.index("bu")] == -1 and s.state.allegiance[t.BU] == t.CP


@rule("ditt.12.1c")
def test_hungry_armies_hold_no_key_city() -> None:
    s = pulse("entente", turn=8, units={"rs-1": "2710 3"}, holds={"rs": ["2710"]})
    assert not supply.is_supplied(s.state, U["rs-1"]) and not surrender.garrisoned(s.state, surrender.KEY_CITIES, t.EP)


@rule("ditt.12.2f")
def test_the_tenths_of_loyalty_are_rounded_up() -> None:
    s = pulse("entente", turn=12, max={"ah": 33}, dice=(1, 1, 1))
    surrender.surrender(s, t.AH, "ditt.12.1c")
    assert s.state.max[t.AH] == 4


@rule("ditt.12.2k", "ditt.13.1c")
def test_a_surrender_by_an_event_does_not_shake_a_russia_that_stands_in_germany() -> None:
    tables: dict[str, Any] = {"turn": 12, "units": {"rs-1": "3015 3"}, "holds": {"rs": ["3015", "3016", "3017"]}, "dice": (1, 1, 1)}
    for by_event, shaken in ((True, False), (False, True)):
        s = pulse("entente", **tables)
        assert surrender.russians_in_germany(s.state)
        steps = surrender.surrender(s, t.AH, "ditt.12.1c", by_event=by_event)
        assert any(isinstance(x, surrender.Unrest) for x in steps) == shaken


@rule("ditt.12.2a", "ditt.4.1g")
def test_germans_of_the_sud_army_go_home_when_austria_falls() -> None:
    s = pulse("entente", turn=12, units={"ah-sud": "2513 5"}, numbers={"sud": 3}, reserves={"ge": 2})
    surrender.out_of_the_game(s, t.AH, t.CP)
    assert s.state.reserves[t.GE] == 5 and s.state.sud == 0


@rule("ditt.13.2f")
def test_ukrainians_count_as_germans_in_the_garrison() -> None:
    s = pulse("central", turn=17, units={"uk-1": "2417"}, allegiance={"uk": "central"})
    assert collapse.garrison(s.state) == (2, 2)


@rule("ditt.13.2k")
def test_a_beaten_turkey_does_not_get_the_black_sea() -> None:
    for surrendered, state in (([], t.CP_RULES), (["tu"], t.PARITY)):
        s = pulse("central", turn=15, surrendered=surrendered, seas={"black": "parity"}, allegiance={"tu": "central"})
        collapse.collapse(s)
        assert s.state.seas[t.BLACK] == state


@rule("ditt.17.0i")
def test_a_decisive_victory_of_the_entente_cannot_rise_further() -> None:
    s = pulse("entente", turn=19, units={"fr-1": "3208 3"}, surrendered=["ah", "tu"], hexes={"forts-destroyed": p.numbers(p.POSTS)})
    end = victory.outcome(s.state)
    assert (end.winner, end.level, end.rule) == ("entente", "decisive", "ditt.17.0e")


@rule("ditt.8.4m")
def test_a_fort_under_the_enemys_feet_is_not_mended() -> None:
    s = landing("entente", hexes={"forts-destroyed": [VERDUN]}, units={"ge-1": f"{VERDUN} 3"})
    s.state.seize(I[VERDUN], t.FR)
    Repair().run(s)
    assert not s.state.forts >> I[VERDUN] & 1


@rule("ditt.err.p")
def test_putnik_helps_only_the_attack_from_where_his_army_appeared() -> None:
    s = pulse("entente", turn=5, units={"sb-1": "2310", "sb-2": "2311", "ah-6": "2410 3"}, spots={"putnik": "2310"})
    assert coins.putnik_bonus(s.state, fight(s, "2410", "sb-1")) == 10
    assert coins.putnik_bonus(s.state, fight(s, "2410", "sb-2")) == 0


@rule("ditt.12.1n", "ditt.15.12g")
def test_serbs_who_are_gone_do_not_retreat() -> None:
    s = pulse("entente", turn=9, coins={"ep-putnik": 2}, flags=["serbs-gone"])
    assert not neutrals.may_retreat(s.state)
    assert neutrals.may_retreat(pulse("entente", turn=9, coins={"ep-putnik": 2}).state)


@rule("ditt.7.3f", "ditt.3.0l")
def test_who_steps_back_flips_though_allenby_had_rested_him() -> None:
    s = pulse("entente", turn=16, units={"br-eef": "0813 5"}, allegiance={"tu": "central"}, holds={"br": ["0813", "0911"]})
    s.state.fight = fight(s, "0813", "br-eef", origin="0911", plays=(coins.ALLENBY,))
    s = Session(s.game, s.scenario, s.options, s.dice, s.state, (retreat.StepBack((U["br-eef"],)),))
    play(s, "back br-eef")
    assert s.state.at[U["br-eef"]] == I["0911"] and s.state.flipped >> U["br-eef"] & 1


@rule("ditt.10.5i")
def test_greeks_are_fed_by_any_supplied_friend() -> None:
    """Serbs, Italians or Montenegrins too, not by Great Powers alone."""
    cut = {"ah": p.numbers(p.HOME[t.GK])}
    s = pulse("entente", turn=8, units={"gk-1": "2110", "sb-1": "2110"}, allegiance={"gk": "entente"}, holds=cut)
    assert supply.is_supplied(s.state, U["sb-1"]) and supply.is_supplied(s.state, U["gk-1"])
    s = pulse("entente", turn=8, units={"gk-1": "2110"}, allegiance={"gk": "entente"}, holds=cut)
    assert not supply.is_supplied(s.state, U["gk-1"])


@rule("ditt.11.1b")
def test_a_colony_that_the_germans_have_left_is_british_again() -> None:
    """After the pulse: until then who attacked from it may go back."""
    s = pulse("central", turn=5, units={"ge-askari": "gold-coast"}, hexes={"forts-destroyed": ["togoland"]})
    assert s.state.ctrl[t.CP] >> I["gold-coast"] & 1 or not s.state.ctrl[t.EP] >> I["gold-coast"] & 1
    s.state.seize(I["gold-coast"], t.GE)
    s.state.seize(I["togoland"], t.GE)
    s.state.put(U["ge-askari"], I["togoland"])
    control.forsaken(s)
    assert s.state.ctrl[t.EP] >> I["gold-coast"] & 1 and s.state.ctrl[t.CP] >> I["togoland"] & 1
    play(s, "pass")
    s.state.put(U["ge-askari"], -2)
    play(s, "pass")
    assert not s.state.ctrl[t.CP] >> I["togoland"] & 1, "the last German is gone, and no coin is there"
    assert s.state.ctrl[t.CP] & p.POSTS == s.state.fort_of[t.CP] & p.POSTS


@rule("ditt.6.1a", "ditt.6.1d")
def test_a_march_is_undone_step_by_step_until_the_pulse_has_passed_to_the_enemy() -> None:
    s = pulse("central", turn=5, units={"ge-1": "3210 5", "ge-2": "3210 5", "fr-1": "3305 5"}, coins=dict.fromkeys(t.BOXES, 0))
    hashes = [s.hash()]
    for words in ("stack 3210", "step 3209", "leave ge-2"):
        play(s, words)
        hashes.append(s.hash())
    for was in reversed(hashes[:-1]):
        s.undo()
        assert s.hash() == was
    play(s, "stack 3210", "step 3209", "halt")
    assert not s.can_undo and s.decision is not None and s.decision.seat == t.EP


@rule("ditt.3.0j", "ditt.9.4a")
def test_foch_is_not_played_for_an_army_out_of_supply() -> None:
    """Nobody could be named for his attack then."""
    ring = p.numbers(p.ways(0).near[I["3204"]])
    s = pulse("entente", turn=18, units={"fr-1": "3204 3", "ge-1": f"{ring[0]} 3"}, coins={"ep-foch": 1}, holds={"ge": ring})
    assert not supply.is_supplied(s.state, U["fr-1"]) and "stack 3204" in texts(s), "it may fight its way out"
    assert "coin ep-foch" not in texts(s)
    s = pulse("entente", turn=18, units={"fr-1": "3107 3", "ge-1": "3108 3"}, coins={"ep-foch": 1})
    assert "coin ep-foch" in texts(s)
