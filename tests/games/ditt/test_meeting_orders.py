"""Orders where chapters meet: landings and the sea they came over (ditt.6.5), Foch and Albion (ditt.3.0), Dunsterforce on the
Caspian (ditt.10.2), the levy (ditt.14.2), and whose land and cities fall (ditt.12.0)."""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.games.ditt.combat import combat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.nations import surrender
from firestep.games.ditt.state import State
from firestep.games.ditt.supply import is_supplied
from firestep.testing import keys, play, rule, texts
from games.ditt.arena import GALLIPOLI, I, U, explained, fight, onward, pulse, rules_against, scene

TURKS: dict[str, Any] = {"allegiance": {"tu": "central"}}


# -- landings --------------------------------------------------------------------------------------------------------------


@rule("ditt.6.5r")
def test_a_lost_fleet_gives_away_the_sea_that_it_sailed() -> None:
    """Brindisi lies on the Adriatic and on the Mediterranean; from Durazzo one sails the Adriatic."""
    for start, seas, lost in (
        ("2008", {}, tables.ADRIATIC),
        ("2206", {}, tables.MED),
        ("2008", {"mediterranean": "central"}, tables.ADRIATIC),
    ):
        s = pulse(
            "entente",
            turn=5,
            dice=[1, 1],
            beach=["hand", "lost"],
            units={"fr-1": f"{start} 4", "ah-1": "2007 3"},
            holds={"fr": [start], "ah": ["2007"]},
            allegiance={"it": "entente", "gk": "entente"},
            seas=seas,
        )
        play(s, f"invade {start}", "land 2007", "fleet")
        changed = [k for k in range(5) if s.state.seas[k] == tables.CP_RULES and tables.SEAS[k] not in seas]
        assert changed == [lost], (start, seas)


# -- Dunsterforce ----------------------------------------------------------------------------------------------------------


def dunster(**more: Any) -> Session[State]:
    """Dunsterforce at Rasht, a Turk on the coast road to Baku."""
    return pulse(
        "entente",
        turn=17,
        units={"br-dunster": "0924", "tu-x": "1024 3"},
        allegiance={"tu": "central", "rs": "out", "az": "central"},
        holds={"br": ["0924"], "az": places.numbers(places.COUNTRY["Azerbaijan"])},
        **more,
    )


@rule("ditt.10.2g")
def test_dunsterforce_walks_over_the_caspian_and_halts_on_land() -> None:
    s = dunster()
    s.state.put(U["tu-x"], -1)
    s.state.divs[U["tu-x"]] = 0
    play(s, "stack 0924", "step 0925")
    assert rules_against(s, "halt") == {"ditt.10.2g"} and explained(s)
    assert not s.state.ctrl[tables.EP] >> I["0925"] & 1
    play(s, "step 1025")
    assert texts(s) == [a for a in texts(s) if a.startswith("step") and places.LAND >> I[a.split()[1]] & 1] and explained(s)
    play(s, "step 1125")
    assert s.state.at[U["br-dunster"]] == I["1125"] and s.state.ctrl[tables.EP] >> I["1125"] & 1


@rule("ditt.10.2g", "ditt.6.1e")
def test_dunsterforce_does_not_set_out_over_more_water_than_it_can_cross() -> None:
    s = dunster()  # next to the Turk: two hexes only
    play(s, "stack 0924")
    for word in [a for a in texts(s) if a.startswith("step")]:
        if places.SEA >> I[word.split()[1]] & 1:
            twin = s.copy()
            play(twin, word)
            assert texts(twin) and all(places.LAND >> I[a.split()[1]] & 1 for a in texts(twin) if a.startswith("step"))
    far = [n for n in places.numbers(places.caspian_ways().near[I["0924"]] & places.SEA) if f"step {n}" not in texts(s)]
    assert all(rules_against(s, f"step {n}") == {"ditt.10.2g"} for n in far) and explained(s)


@rule("ditt.10.2g", "ditt.10.1c")
def test_dunsterforce_stays_where_no_other_shore_is_open() -> None:
    """Russians have closed the country it stands in and those around: there is water to step on and nowhere to go."""
    units = {"br-dunster": "0924", "rs-1ca": "0724 3", "rs-2": "1224 3"}
    s = pulse("entente", turn=17, units=units, allegiance={"tu": "central"})
    assert "stack 0924" not in texts(s) and rules_against(s, "stack 0924") == {"ditt.6.1h"}


# -- coins as pulses -------------------------------------------------------------------------------------------------------


@rule("ditt.3.0j", "ditt.9.4b", "ditt.7.4e")
def test_foch_judges_each_army_where_it_came_from() -> None:
    units = {"br-1": "3306 4", "fr-1": "3206 4", "ge-1": "3307 18"}
    s = pulse("entente", turn=18, dice=[1, 1, 6, 6], units=units, coins={"ep-foch": 1})
    play(s, "coin ep-foch", "point 3307", "add 3206", "add 3306")
    assert explained(s)
    play(s, "attack")
    assert s.state.fight is not None
    assert not combat.out_of_supply(s.state, s.state.fight) & s.state.troops[tables.EP]
    play(s, "dice 2", "dice 2")
    while texts(s)[0].startswith("lose"):
        play(s, texts(s)[0])
    found = set()
    while s.decision is not None and type(s.decision.step).__name__ == "Retreat":
        found |= set(texts(s))
        assert explained(s)
        play(s, next(a for a in texts(s) if a in ("retreat 3206", "retreat 3306")))
    assert {"retreat 3206", "retreat 3306"} <= found and "perishes" not in keys(s)


@rule("ditt.3.0j", "ditt.7.3f")
def test_fochs_victors_go_back_each_to_its_own_hex() -> None:
    units = {"br-1": "3306 9", "fr-1": "3206 9", "ge-1": "3307 1"}
    s = pulse("entente", turn=18, dice=[6, 6, 1, 1], units=units, coins={"ep-foch": 1})
    play(s, "coin ep-foch", "point 3307", "add 3206", "add 3306", "attack", "dice 2", "dice 2")
    while "back br-1" not in texts(s):
        play(s, texts(s)[0])
    play(s, "back br-1", "back fr-1")
    assert (s.state.at[U["br-1"]], s.state.at[U["fr-1"]]) == (I["3306"], I["3206"])


@rule("ditt.10.1g", "ditt.5.1f")
def test_foch_brings_nobody_together_who_may_not_share_a_hex() -> None:
    forts = places.numbers(places.FORTS & places.COUNTRY["Germany"])
    tables: dict[str, Any] = {"turn": 18, "coins": {"ep-foch": 1}, "hexes": {"forts-destroyed": forts}}
    s = pulse(
        "entente",
        units={"fr-1": "3110 5", "rs-1": "3112 5", "ge-1": "3111 5"},
        holds={"fr": ["3110", "3109", "3108"], "rs": ["3112", "3012", "3013", "3014"]},
        **tables,
    )
    play(s, "coin ep-foch", "point 3111", "add 3110", "add 3112")
    assert rules_against(s, "attack") == {"ditt.10.1g"} and explained(s)
    play(s, "leave rs-1")
    assert "attack" in texts(s) and explained(s)
    play(s, "attack")
    assert s.state.at[U["rs-1"]] == I["3112"]


@rule("ditt.6.3f", "ditt.6.3g", "ditt.6.3i")
def test_foch_obeys_the_limits_of_the_near_east() -> None:
    units = {"fr-1": "1811 8", "fr-2": "1912 8", "tu-i": f"{GALLIPOLI} 5"}
    sides = {"tu": "central", "bu": "entente"}
    s = pulse("entente", turn=18, dice=[2, 1, 1, 1, 1], units=units, coins={"ep-foch": 1}, allegiance=sides)
    play(s, "coin ep-foch", f"point {GALLIPOLI}", "add 1811", "add 1912")
    assert rules_against(s, "attack") == {"ditt.6.3f"} and explained(s)
    play(s, "leave fr-2", "attack")
    assert s.state.ne_limit[0] == 2 and s.state.divs[U["fr-1"]] == 2 and s.state.reserves[tables.FR] >= 6


@rule("ditt.9.4d", "ditt.9.3a")
def test_albion_is_fed_over_the_baltic_where_it_landed() -> None:
    for sea, fed in (("parity", True), ("central", True), ("entente", False)):
        s = pulse("central", turn=17, units={"ge-8": "3114 4"}, coins={"cp-operation-albion": 1}, dice=[3] * 60)
        play(s, "coin cp-operation-albion", "point 3114", "point 3317")
        onward(s, "Pulse")
        assert s.state.at[U["ge-8"]] == I["3317"] and is_supplied(s.state, U["ge-8"])
        s.state.seas[tables.BALTIC] = {"parity": tables.PARITY, "central": tables.CP_RULES, "entente": tables.EP_RULES}[sea]
        play(s, "pass", "pass")
        assert (s.state.at[U["ge-8"]] == I["3317"]) == fed, sea


@rule("ditt.3.0j")
def test_the_player_chooses_who_sails_with_albion() -> None:
    units = {"ge-8": "3114 5", "ge-9": "3114 2", "ge-10": "3114 6"}
    s = pulse("central", turn=17, units=units, coins={"cp-operation-albion": 1}, dice=[3] * 60)
    play(s, "coin cp-operation-albion", "point 3114")
    assert texts(s) == ["leave ge-10", "leave ge-8", "leave ge-9"] and explained(s)
    play(s, "leave ge-9", "leave ge-8")
    assert explained(s)
    play(s, "point 3317")
    st = s.state
    assert st.at[U["ge-10"]] == I["3317"] and st.at[U["ge-8"]] == st.at[U["ge-9"]] == I["3114"]


@rule("ditt.3.0l")
def test_tanks_that_were_stopped_count_against_their_limit() -> None:
    coins = {"ep-tanks": 4, "cp-von-walter": 1}
    s = pulse("entente", turn=18, units={"br-1": "3306 5", "ge-1": "3307 5"}, coins=coins)
    play(s, "stack 3306", "step 3307", "coin ep-tanks")
    play(s, "coin cp-von-walter", "coin ep-tanks")
    while s.decision is not None and s.decision.seat != tables.EP:
        play(s, "pass")
    assert "coin ep-tanks" not in texts(s)


@rule("ditt.ev.1916.5.03", "ditt.8.5b")
def test_flipped_germans_beside_an_entrenched_ally_hold_the_hindenburg_line() -> None:
    tables: dict[str, Any] = {"turn": 16, "flags": ["hindenburg"], "units": {"fr-1": "3107 9", "ge-1": "3108 5", "ah-1": "3108 5"}}
    s = pulse("entente", marks={"flipped": ["ge-1"]}, **tables)
    assert combat.largest_cut(s.state, fight(s, "3108", "fr-1")) == 50
    s = pulse("entente", marks={"flipped": ["ge-1", "ah-1"]}, **tables)
    assert combat.largest_cut(s.state, fight(s, "3108", "fr-1")) == 40


# -- Italy, the levy, an armistice -----------------------------------------------------------------------------------------


@rule("ditt.12.1l", "ditt.12.1f")
def test_the_die_for_an_italian_city_follows_the_side_italy_fights_on() -> None:
    """Italy of the Central Powers: the French take Turin, Germans free it. Only the first is a fall of the city."""
    city = places.numbers(places.CITY[tables.IT])[0]
    near = next(n for n in places.numbers(places.ways(0).near[I[city]]) if places.COUNTRY["Italy"] >> I[n] & 1)
    sides = {"it": "central"}
    s = pulse("entente", turn=5, dice=[6], units={"fr-1": f"{near} 5"}, allegiance=sides, holds={"fr": [near]}, flags=["snow-open"])
    play(s, f"stack {near}", f"step {city}", "halt")
    assert s.state.unrolled == 1 << I[city]
    surrender.SurrenderChecks().run(s)
    assert "city-roll" in keys(s)
    s = pulse("central", turn=5, units={"ge-1": f"{near} 5"}, allegiance=sides, holds={"fr": [city]}, flags=["snow-open"])
    play(s, f"stack {near}", f"step {city}", "halt")
    assert not s.state.unrolled


@rule("ditt.10.3d")
def test_a_beaten_attack_on_an_italian_city_opens_the_snowflakes() -> None:
    city = next(
        n for n in places.numbers(places.CITY[tables.IT]) if places.ways(0).near[I[n]] & places.HOME[tables.AH] & ~places.ALPINE
    )
    near = places.numbers(places.ways(0).near[I[city]] & places.HOME[tables.AH] & ~places.ALPINE)[0]
    units = {"ah-1": f"{near} 5", "it-1": f"{city} 5"}
    s = pulse("central", turn=5, dice=[1, 1, 6, 6], units=units, allegiance={"it": "entente"}, holds={"ah": [near]})
    play(s, f"stack {near}", f"step {city}")
    assert s.state.flag("snow-open")


@rule("ditt.14.2f")
def test_only_the_first_occupation_of_a_population_centre_brings_a_levy() -> None:
    road = {"rs": ["1320", "1420", "1321"]}
    s = pulse("entente", turn=5, units={"rs-1ca": "1320 5", "rs-2": "1320 5"}, holds=road, **TURKS)
    play(s, "stack 1320", "leave rs-2", "step 1319")
    assert texts(s) == ["decline", "levy"]
    play(s, "decline", "halt", "pass", "stack 1320", "step 1319")
    assert "levy" not in texts(s)


@rule("ditt.14.2f")
def test_a_population_centre_that_an_armistice_gave_away_is_occupied_when_troops_come() -> None:
    road = {"rs": ["1320", "1420", "1321", "1319"]}
    s = pulse("entente", turn=5, units={"rs-1ca": "1320 5"}, holds=road, **TURKS)
    play(s, "stack 1320", "step 1319")
    assert texts(s) == ["decline", "levy"]


@rule("ditt.12.2c")
def test_after_an_armistice_land_that_an_ally_won_back_goes_over_too() -> None:
    s = pulse("central", units={"br-1": "3206 5"}, holds={"br": ["3205", "3206"]})
    surrender.out_of_the_game(s, tables.FR, tables.EP)
    st = s.state
    assert st.ctrl[tables.CP] >> I["3205"] & 1 and st.ctrl[tables.EP] >> I["3206"] & 1


# -- Divs ------------------------------------------------------------------------------------------------------------------


@rule("ditt.4.1g", "ditt.6.1t")
def test_a_reserve_pulse_brings_german_divs_to_the_sud_army() -> None:
    s = pulse("central", turn=6, units={"ah-sud": "2710 5"}, reserves={"ge": 6, "ah": 0}, frozen={"ge": 0})
    play(s, "reinforce ah-sud")
    assert texts(s) == [f"german {k}" for k in range(1, 7)] and explained(s)
    play(s, "german 4")
    assert (s.state.divs[tables.SUD], s.state.sud, s.state.reserves[tables.GE]) == (9, 4, 2) and s.state.flipped >> tables.SUD & 1


@rule("ditt.6.5n", "ditt.2.2b")
def test_divs_of_invaders_do_not_walk_out_of_a_beach_head() -> None:
    s = scene(
        turn=5,
        phase=3,
        side="entente",
        step=2,
        clear=True,
        beach=[GALLIPOLI, "lost"],
        marks={"landed": ["br-mef", "br-2"]},
        units={"br-mef": f"{GALLIPOLI} 4", "br-2": f"{GALLIPOLI} 2", "br-1": "1811 2", "tu-i": f"{GALLIPOLI} 3"},
        holds={"tu": [GALLIPOLI], "br": ["1811"]},
        **TURKS,
    )
    play(s, "shift br-mef")
    assert {a.split()[1] for a in texts(s)} == {"br-2"} and explained(s)
