"""Surrender and armistices (ditt.12.0)."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.ditt import supply
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.nations import control, neutrals, surrender
from firestep.games.ditt.state import CASUALTY, GONE, State
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, session_at, texts
from games.ditt.handing import bring
from games.ditt.positions import I, U, checks, pulse, rules_against, scene

WAR = {"tu": "central", "it": "entente", "bu": "central", "rm": "entente"}


def fallen(s: Session[State]) -> set[str]:
    return {e.params["nation"] for e in s.journal if e.key == "surrenders"}


@rule("ditt.12.1a", "ditt.12.1t", "ditt.12.2a", "ditt.12.2b", "ditt.12.2c", "ditt.12.2d")
def test_a_minor_surrenders_with_its_cities_under_supplied_armies() -> None:
    base = {"allegiance": WAR, "units": {"fr-orient": "2011 3", "bu-1": "1912"}}
    s = checks(**base)
    assert fallen(s) == {"bu"}
    st = s.state
    assert st.at[U["bu-1"]] == GONE and st.allegiance[tables.BU] == tables.OUT
    assert all(st.controls(tables.EP, i) for i in bits(places.COUNTRY["Bulgaria"]))
    assert not fallen(checks(allegiance=WAR, units={"bu-1": "1912"}, holds={"fr": ["2011"]}))  # nobody stands there


@rule("ditt.12.1b", "ditt.12.1c", "ditt.12.1d")
def test_austrian_key_cities() -> None:
    assert surrender.KEY_CITIES.bit_count() == places.CITY[tables.AH].bit_count() + 2 + 3
    units = {"rs-1": "2613 3", "rs-2": "2712 3", "rs-3": "2511 3", "sb-1": "2311"}
    more: dict[str, Any] = {
        "hexes": {"forts-destroyed": ["2613", "2712"]},
        "holds": {"rs": ["2511", "2512", "2513", "2514", "2612", "2613", "2712", "2713", "2614"]},
    }
    s = checks(units=units, dice=[2, 1, 1], **more)
    assert fallen(s) == {"ah"}
    less = {k: v for k, v in units.items() if k != "rs-3"}
    assert not fallen(checks(units=less, **more))
    mourning = bring(pulse("central", turn=9, units=less, **more), "emperor-dead")
    assert fallen(session_at("ditt", mourning.state, surrender.SurrenderChecks(), dice=[2, 1, 1])) == {"ah"}


@rule("ditt.12.1e", "ditt.12.1f", "ditt.12.1h", "ditt.12.1l")
@pytest.mark.parametrize(("dice", "gone"), [([5, 6], True), ([6, 1], True), ([5, 5], False)])
def test_paris_is_rolled_for_twice(dice: list[int], gone: bool) -> None:
    s = pulse("central", turn=9, units={"ge-1": "3306 3"}, holds={"ge": ["3306", "3207"]})
    play(s, "stack 3306", "step 3305")
    assert s.state.unrolled == s.state.fallen == 1 << places.PARIS
    s2 = checks(units={}, holds={"ge": ["3305"]}, hexes={"fallen": ["3305"], "fresh": ["3305"]}, dice=dice)
    assert ("fr" in fallen(s2)) == gone and [e.params["die"] for e in s2.journal if e.key == "city-roll"] == dice
    again = checks(units={}, holds={"ge": ["3305"]}, hexes={"fallen": ["3305"]}, dice=[6, 6])
    assert not fallen(again)  # it had fallen before


@rule("ditt.12.1f")
def test_a_liberated_city_is_not_rolled_for() -> None:
    s = pulse("entente", turn=9, units={"fr-1": "3205 3"}, holds={"ge": ["3305"]}, hexes={"fallen": ["3305"], "fresh": ["3305"]})
    play(s, "stack 3205", "step 3305")
    assert not s.state.unrolled and s.state.fallen


@rule("ditt.12.1g", "ditt.17.0c")
def test_france_falls_with_all_three_and_in_1914_the_game_ends() -> None:
    s = checks(
        turn=3,
        units={},
        holds={"ge": places.numbers(places.CITY[tables.FR])},
        hexes={"fallen": places.numbers(places.CITY[tables.FR])},
    )
    assert s.over and s.outcome is not None
    assert (s.outcome.winner, s.outcome.level, s.outcome.rule) == ("central", "decisive", "ditt.17.0c")
    s = checks(
        turn=5,
        units={},
        holds={"ge": places.numbers(places.CITY[tables.FR])},
        hexes={"fallen": places.numbers(places.CITY[tables.FR])},
        dice=[3, 1, 1],
    )
    assert fallen(s) == {"fr"} and not s.over


@rule("ditt.12.1i", "ditt.17.0b")
def test_germany_falls_with_two_cities() -> None:
    cities = places.numbers(places.CITY[tables.GE])
    assert not fallen(checks(units={}, holds={"fr": cities[:1]}))
    s = checks(units={}, holds={"fr": cities[:2]})
    assert s.over and s.outcome is not None and (s.outcome.winner, s.outcome.rule) == ("entente", "ditt.17.0b")


@rule("ditt.12.1j", "ditt.12.1k")
def test_britain_falls_with_any_three() -> None:
    assert (places.CITY[tables.BR] & places.COUNTRY["Egypt"]).bit_count() == 3
    s = checks(
        allegiance=WAR, units={}, holds={"tu": places.numbers(places.CITY[tables.BR] & places.COUNTRY["Egypt"])}, dice=[3, 1, 1]
    )
    assert fallen(s) == {"br"}


@rule("ditt.12.1m", "ditt.12.1n", "ditt.12.1o", "ditt.12.1p")
def test_serbia_and_the_great_retreat() -> None:
    held = {"ah": places.numbers(places.CITY[tables.SB])}
    assert places.CITY[tables.SB].bit_count() == 3 and fallen(checks(units={"sb-1": "2110"}, holds=held)) == {"sb"}
    s = checks(units={"sb-1": "2110", "sb-2": "2110", "sb-3": "casualty"}, holds=held, coins={"ep-putnik": 1})
    assert texts(s) == ["great-retreat", "stay"]
    play(s, "great-retreat")
    st = s.state
    assert not fallen(s) and st.coins[tables.BOX["ep-putnik"]] == 0
    assert sorted(st.at[U[u]] for u in ("sb-1", "sb-2", "sb-3")) == sorted([CASUALTY, CASUALTY, GONE])
    assert st.at[U["sb-3"]] == CASUALTY
    assert "great-retreat" in texts(pulse("entente", units={"sb-1": "2111"}, coins={"ep-putnik": 1}))


@rule("ditt.12.1q")
def test_turkey() -> None:
    others = places.numbers(places.CITY[tables.TU] & ~(1 << places.CONSTANTINOPLE))
    assert fallen(checks(allegiance=WAR, units={}, holds={"br": ["1813"]}, dice=[1, 1, 1])) == {"tu"}
    assert fallen(checks(allegiance=WAR, units={}, holds={"br": others}, dice=[1, 1, 1])) == {"tu"}
    assert not fallen(checks(allegiance=WAR, units={}, holds={"br": others[1:]}))


@rule("ditt.12.1r", "ditt.12.1s")
def test_countries_that_never_surrender() -> None:
    s = checks(
        allegiance=WAR,
        units={},
        holds={"ge": places.numbers(places.COUNTRY["Belgium"] | places.COUNTRY["Roumania"] | places.COUNTRY["Montenegro"])},
    )
    assert not fallen(s)


@rule("ditt.12.2e", "ditt.12.2f", "ditt.12.2g", "ditt.12.2h", "ditt.12.2j", "ditt.12.2k")
def test_the_books_example_of_a_great_power_surrender() -> None:
    """Army Max 120 and a die of 4: 48 stay."""
    s = checks(
        turn=9,
        units={"fr-1": "3105 20", "fr-2": "3105 20", "fr-3": "3105 10", "fr-legion": "3105"},
        reserves={"fr": 5},
        holds={"ge": places.numbers(places.CITY[tables.FR])},
        hexes={"fallen": places.numbers(places.CITY[tables.FR])},
        max={"fr": 120},
        dice=[4, 3, 3],
    )
    assert s.state.max[tables.FR] == 48 and s.decision is not None and s.decision.seat == tables.EP
    play(s, "reserves 5", "lose fr-3 2")
    assert s.state.total(tables.FR) == 48 and s.state.at[U["fr-legion"]] > 0 and texts(s)[0] == "done"
    play(s, "done")
    assert s.state.entry[tables.REVOLUTION] == 18 + 6 and s.state.surrendered >> tables.FR & 1
    assert not surrender.rule_of_surrender(s.state, tables.FR)  # only once


@rule("ditt.12.2i")
def test_an_armistice_on_a_six() -> None:
    s = checks(
        turn=9,
        units={"fr-1": "3105 20", "fr-legion": "3105"},
        holds={"ge": places.numbers(places.CITY[tables.FR])},
        dice=[6, 1, 1],
        hexes={"fallen": places.numbers(places.CITY[tables.FR])},
    )
    st = s.state
    assert (
        st.allegiance[tables.FR] == tables.OUT and st.at[U["fr-legion"]] == GONE and st.max[tables.FR] == st.total(tables.FR) == 0
    )
    assert not st.fort_of[tables.EP] >> I["3107"] & 1 and st.controls(tables.CP, I["3205"])


@rule("ditt.12.3a", "ditt.12.3b", "ditt.12.3c", "ditt.12.3e", "ditt.12.3f", "ditt.12.3g")
def test_reds_rise_in_the_fallen_country() -> None:
    s = checks(
        turn=9,
        allegiance=WAR,
        units={"ah-5": "2607 3"},
        holds={"ah": places.numbers(places.CITY[tables.IT])},
        dice=[3, 1, 1],
        hexes={"fallen": places.numbers(places.CITY[tables.IT])},
        reserves={"it": 0},
    )
    assert s.decision is not None and s.decision.seat == tables.CP and {"reds 2705", "reds 2805"} <= set(texts(s))
    assert rules_against(s, "reds 2607") == {"ditt.12.3b"} and rules_against(s, "reds 3305") == {"ditt.12.3a"}
    play(s, "reds 2705", "reds 2805")
    st = s.state
    assert st.side(U["red-1"]) == tables.CP and st.at[U["red-1"]] == I["2705"] and control.never_rebuilt(st, U["red-1"])
    from firestep.games.ditt.movement.areas import area

    assert not area(st, U["red-1"]) & ~places.COUNTRY["Italy"]


@rule("ditt.12.1c")
def test_hungry_armies_hold_no_key_city() -> None:
    s = pulse("entente", turn=8, units={"rs-1": "2710 3"}, holds={"rs": ["2710"]})
    assert not supply.is_supplied(s.state, U["rs-1"]) and not surrender.cities_garrisoned(s.state, surrender.KEY_CITIES, tables.EP)


@rule("ditt.12.2f")
def test_the_tenths_of_loyalty_are_rounded_up() -> None:
    s = pulse("entente", turn=12, max={"ah": 33}, dice=(1, 1, 1))
    surrender.surrender(s, tables.AH, "ditt.12.1c")
    assert s.state.max[tables.AH] == 4


@rule("ditt.12.2k", "ditt.13.1c")
def test_a_surrender_by_an_event_does_not_shake_a_russia_that_stands_in_germany() -> None:
    setting: dict[str, Any] = {
        "turn": 12,
        "units": {"rs-1": "3015 3"},
        "holds": {"rs": ["3015", "3016", "3017"]},
        "dice": (1, 1, 1),
    }
    for by_event, shaken in ((True, False), (False, True)):
        s = pulse("entente", **setting)
        assert surrender.russians_in_germany(s.state)
        steps = surrender.surrender(s, tables.AH, "ditt.12.1c", by_event=by_event)
        assert any(isinstance(x, surrender.Unrest) for x in steps) == shaken


@rule("ditt.12.2a", "ditt.4.1g")
def test_germans_of_the_sud_army_go_home_when_austria_falls() -> None:
    s = pulse("entente", turn=12, units={"ah-sud": "2513 5"}, numbers={"sud": 3}, reserves={"ge": 2})
    surrender.out_of_the_game(s, tables.AH, tables.CP)
    assert s.state.reserves[tables.GE] == 5 and s.state.sud == 0


@rule("ditt.12.1n", "ditt.15.12g")
def test_serbs_who_are_gone_do_not_retreat() -> None:
    s = bring(pulse("entente", turn=9, coins={"ep-putnik": 2}), "serbs-gone")
    assert not neutrals.may_retreat(s.state)
    assert neutrals.may_retreat(pulse("entente", turn=9, coins={"ep-putnik": 2}).state)


@rule("ditt.12.1h", "ditt.12.1e")
def test_two_dice_are_rolled_for_paris() -> None:
    hexes = {"fallen": ["3305"], "fresh": ["3305"]}
    s = scene(turn=5, phase=6, clear=True, dice=[1, 2], units={"ge-1": "3305 9"}, holds={"ge": ["3305"]}, hexes=hexes)
    surrender.SurrenderChecks().run(s)
    assert [e.params["die"] for e in s.journal if e.key == "city-roll"] == [1, 2]


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


@rule("ditt.12.2c")
def test_after_an_armistice_land_that_an_ally_won_back_goes_over_too() -> None:
    s = pulse("central", units={"br-1": "3206 5"}, holds={"br": ["3205", "3206"]})
    surrender.out_of_the_game(s, tables.FR, tables.EP)
    st = s.state
    assert st.ctrl[tables.CP] >> I["3205"] & 1 and st.ctrl[tables.EP] >> I["3206"] & 1


@rule("ditt.12.1p")
def test_serbs_in_exile_are_fed_from_greece() -> None:
    s = bring(pulse("entente", turn=8, units={"gk-1": "1908"}, allegiance={"gk": "entente"}), "great-retreat")
    assert supply.sources(s.state, tables.SB, places.LAND) >> I["1908"] & 1
