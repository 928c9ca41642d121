"""Combat where it meets trenches, air, retreats, Beach Heads and the navy."""

from __future__ import annotations

from typing import Any

from firestep.games.ditt import supply
from firestep.games.ditt.combat import combat, entrenchment, retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.logistics import deployment
from firestep.games.ditt.movement import areas, invasion, naval, passage
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import LOST
from firestep.testing import play, rule
from games.ditt.arena import GALLIPOLI, VERDUN, I, U, fight, landing, pulse, scene

# -- combat (ditt.7.0), trenches (ditt.8.5), air (ditt.8.1)
# -------------------------------------------------------------------------------


@rule("ditt.8.5e")
def test_russians_dig_in_from_turn_7_and_before_in_their_own_forts_only() -> None:
    for turn, place, dug in ((6, "2815", False), (7, "2815", True), (6, "2914", True), (6, VERDUN, False)):
        s = pulse("central", turn=turn, units={"rs-1": f"{place} 3"})
        assert entrenchment.may_entrench(s.state, U["rs-1"]) == dug, (turn, place)


@rule("ditt.8.1b", "ditt.8.1d")
def test_air_counts_in_the_west_no_more_than_the_divs_below_and_never_in_the_colonies() -> None:
    best = max(range(len(tables.AIR)), key=lambda k: tables.AIR_BONUS[k] if tables.AIR_SIDE[k] == tables.EP else -1)
    s = pulse("entente", turn=12, air=tables.AIR[best], units={"fr-1": "3107 2", "ge-1": "3108 9"})
    assert tables.AIR_BONUS[best] > 2 and combat.air_bonus(s.state, fight(s, "3108", "fr-1"), tables.EP) == 2
    s = pulse("entente", turn=12, air=tables.AIR[best], units={"fr-1": "3107 20", "ge-1": "3108 9"})
    assert combat.air_bonus(s.state, fight(s, "3108", "fr-1"), tables.EP) == tables.AIR_BONUS[best] < 20
    s = pulse("entente", turn=12, air=tables.AIR[best], units={"br-exp": "duala 2", "ge-askari": "garua"})
    assert not combat.air_counts(s.state, fight(s, "garua", "br-exp"))


@rule("ditt.7.2f")
def test_the_hindenburg_line_needs_germans_in_its_trenches() -> None:
    tables: dict[str, Any] = {"turn": 16, "flags": ["hindenburg"], "units": {"fr-1": "3305 9", "ge-1": "3306 9"}}
    s = pulse("entente", **tables)
    assert combat.largest_cut(s.state, fight(s, "3306", "fr-1")) == 50
    assert combat.largest_cut(s.state, fight(s, "3306", "fr-1", breach=True)) == 40
    s = pulse("entente", marks={"flipped": ["ge-1"]}, **tables)
    assert combat.largest_cut(s.state, fight(s, "3306", "fr-1")) == 40


@rule("ditt.7.2f")
@rule("ditt.ev.1916.5.03")
def test_the_hindenburg_line_runs_through_three_countries() -> None:
    """France, Belgium and Germany: the book names all three, and nowhere else."""
    for place, worst in (("3306", 50), ("3407", 50), ("3208", 50), ("2812", 40)):
        units = {"fr-1": "3305 9", "ge-1": f"{place} 9"}
        s = pulse("entente", turn=16, flags=["hindenburg"], units=units, holds={"ge": [place]}, hexes={"forts-destroyed": ["3407"]})
        assert combat.largest_cut(s.state, fight(s, place, "fr-1")) == worst, place


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
        turn=5,
        units={"br-eef": "1405 3", "in-d": "0912", "br-mef": "0911 16"},
        allegiance={"tu": "central"},
        holds={"br": ["0912", "1405", "0911"]},
    )
    assert retreat.retreat_places(s.state, U["br-eef"], I["1405"], I["0912"]) >> I["0912"] & 1


@rule("ditt.7.4e", "ditt.10.6c", "ditt.7.3f")
def test_a_retreat_obeys_the_list_of_the_nation_and_nobody_goes_back_among_enemies() -> None:
    germany, ways = places.COUNTRY["Germany"], places.ways(0)
    home = places.COUNTRY["Austria-Hungary"] & ~places.ALPINE
    edge = next(i for i in places.INDEX.values() if home >> i & 1 and ways.near[i] & germany)
    s = pulse("central", turn=5, units={"ah-1": f"{places.NUMBER[edge]} 5"})
    assert (
        retreat.retreat_places(s.state, U["ah-1"], edge, -1) and not retreat.retreat_places(s.state, U["ah-1"], edge, -1) & germany
    )
    s = landing("central", units={"tu-ii": "1813 2"})
    assert passage.may_return(s.state, U["tu-ii"], I[GALLIPOLI]), "the owner of a Beach Head hex comes and goes (6.5m)"
    s = pulse("central", units={"tu-ii": "1813 2", "br-1": "1714 2"}, holds={"tu": ["1714"]}, allegiance={"tu": "central"})
    assert not passage.may_return(s.state, U["tu-ii"], I["1714"])


# -- Beach Heads (ditt.6.5), navy (ditt.8.3)
# -----------------------------------------------------------------------------------------


@rule("ditt.6.5t")
def test_a_beach_head_lives_by_its_invaders_not_by_other_friends() -> None:
    s = landing("entente", units={"br-1": f"{GALLIPOLI} 2"})
    s.state.put(U["br-mef"], -1)
    control.close_beaches(s)
    assert s.state.beach[0] == LOST


@rule("ditt.6.5c", "ditt.6.5a")
def test_an_invasion_obeys_the_limit_of_the_near_east_and_wants_supply() -> None:
    tables: dict[str, Any] = {"turn": 5, "beach": ["hand", "lost"], "allegiance": {"tu": "central"}}
    s = pulse("entente", units={"br-mef": "1702 4", "br-eef": "0912 17"}, holds={"br": ["1702"]}, **tables)
    assert not invasion.beaches(s.state, I["1702"], (U["br-mef"],)) & areas.near_east(s.state)
    s = pulse("entente", units={"br-mef": "1702 4", "br-eef": "0912 9"}, holds={"br": ["1702"]}, **tables)
    assert invasion.beaches(s.state, I["1702"], (U["br-mef"],)) & areas.near_east(s.state)
    s = pulse(
        "entente",
        units={"br-mef": "2504 4"},
        holds={"ge": places.numbers(places.COUNTRY["France"]), "br": ["2504"]},
        seas={"mediterranean": "central"},
        **tables,
    )
    assert not supply.is_supplied(s.state, U["br-mef"]) and not invasion.landing_force(s.state, I["2504"])


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
    shore = places.numbers(invasion.beaches(s.state, I["1702"], (U["br-mef"],)))
    assert shore
    s = pulse("entente", hexes={"truce": shore}, **tables)
    assert not invasion.beaches(s.state, I["1702"], (U["br-mef"],))


@rule("ditt.6.5r")
def test_a_sunk_fleet_gives_the_sea_away() -> None:
    s = landing("entente", seas={"mediterranean": "entente"})
    invasion.Landing(I[GALLIPOLI], (U["br-mef"],))._sunk(s)
    assert tables.CP_RULES in s.state.seas and s.state.beach[0] == LOST and s.state.reserves[tables.BR] >= 4


@rule("ditt.15.10f", "ditt.8.3h", "ditt.8.3i")
def test_the_american_fleet_helps_the_entente_against_the_central_powers() -> None:
    for side, dice, moved in ((tables.EP, (5, 5), True), (tables.CP, (5, 6), False), (tables.CP, (2, 3), True)):
        s = scene(turn=15, phase=1, side="entente", allegiance={"us": "entente"}, dice=dice)
        assert naval.challenge(s, side, tables.NORTH, "ditt.8.3f") == moved, (side, dice)
    s = scene(turn=15, phase=1, side="entente", dice=(1, 1))
    assert not naval.challenge(s, tables.EP, tables.NORTH, "ditt.8.3f", safe=True)


@rule("ditt.8.3k")
def test_the_adriatic_before_the_mediterranean() -> None:
    assert tables.MED not in naval.open_to_challenge(
        scene(turn=3, phase=1, side="central", seas={"adriatic": "parity"}).state, tables.CP
    )
    assert tables.MED in naval.open_to_challenge(
        scene(turn=3, phase=1, side="central", seas={"adriatic": "central"}).state, tables.CP
    )


@rule("ditt.6.5n")
def test_one_joins_a_beach_head_by_sea_while_it_is_held() -> None:
    s = landing("entente")
    assert deployment.beaches_for_redeployment(s.state, U["br-1"]) >> I[GALLIPOLI] & 1
    s.state.seas = [tables.CP_RULES] * 5
    assert not deployment.beaches_for_redeployment(s.state, U["br-1"])
    s = landing("entente")
    s.state.put(U["br-mef"], -1)
    assert not deployment.beaches_for_redeployment(s.state, U["br-1"])


@rule("ditt.6.5n", "ditt.7.0a")
def test_who_storms_a_beach_head_has_moved() -> None:
    s = landing("central")
    play(s, f"assault {GALLIPOLI}")
    assert s.state.flipped >> U["tu-i"] & 1


@rule("ditt.3.0l")
def test_after_one_side_declines_the_other_may_play_its_coin() -> None:
    place = {"ge-1": "2713 9", "rs-1": "2714 9"}
    s = pulse("central", turn=3, units=place, coins={"cp-krupp": 1, "ep-plehve": 1})
    play(s, "stack 2713", "step 2714")
    assert s.decision and (type(s.decision.step).__name__, s.decision.seat) == ("Offer", tables.CP)
    play(s, "pass")
    assert s.decision and (type(s.decision.step).__name__, s.decision.seat) == ("Offer", tables.EP)
    play(s, "pass")
    assert s.decision and type(s.decision.step).__name__ == "DiceCount"
