"""Rules that meet late in the war: coins and seas, railways and the Near East, surrender and collapse."""

from __future__ import annotations

from firestep.games.ditt import victory
from firestep.games.ditt.coins import pulse_coins
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import conditions
from firestep.games.ditt.nations import collapse, surrender
from firestep.games.ditt.sequence import Refill
from firestep.games.ditt.state import BOX, GONE
from firestep.testing import play, rule, texts
from games.ditt import happening
from games.ditt.arena import I, U, pulse, scene


@rule("ditt.13.2h", "ditt.4.1g")
def test_the_sud_army_leaves_russia_whole() -> None:
    """Its Divs are of two nations and may not be parted: it waits in the Reserve Box, not in the Reserves of one of them."""
    s = scene(turn=14, clear=True, units={"ah-sud": "2619 3"}, marks={"released": ["ah-sud"]}, holds={"ah": ["2619"]})
    before = s.state.reserves[tables.AH]
    collapse.collapse(s)
    assert (s.state.at[tables.SUD], s.state.divs[tables.SUD], s.state.reserves[tables.AH]) == (BOX, 3, before)


@rule("ditt.2.6c")
def test_a_new_year_is_unknown_to_everybody() -> None:
    s = scene(turn=7, phase=6)
    s.state.peeked = [3, 0]
    Refill().run(s)
    assert s.state.peeked == [0, 0]


@rule("ditt.5.1e", "ditt.6.5a")
def test_a_minor_force_is_two_divs_on_board() -> None:
    s = pulse("central", turn=15, units={"ge-8": "3114 5", "ge-guards": "3114"}, coins={"cp-operation-albion": 1})
    play(s, "coin cp-operation-albion", "point 3114")
    assert texts(s) == ["leave ge-8", "leave ge-guards"]
    s = pulse("central", turn=15, units={"ge-8": "3114 4", "ge-guards": "3114"}, coins={"cp-operation-albion": 1})
    play(s, "coin cp-operation-albion", "point 3114")
    assert any(a.startswith("point") for a in texts(s))


@rule("ditt.8.3a", "ditt.6.5e")
def test_albion_does_not_sail_where_the_entente_rules() -> None:
    units = {"ge-8": "3114 4", "rs-12": "3117 2"}
    s = pulse("central", turn=15, units=units, coins={"cp-operation-albion": 1})
    assert "coin cp-operation-albion" in texts(s)
    s = pulse("central", turn=15, units=units, coins={"cp-operation-albion": 1}, seas={"baltic": "entente"})
    assert "coin cp-operation-albion" not in texts(s)


@rule("ditt.err.n")
def test_putnik_brings_back_no_serb_once_they_are_gone() -> None:
    units = {"sb-1": "casualty", "sb-2": "2310"}
    s = pulse("entente", turn=8, units=units, coins={"ep-putnik": 1})
    assert "coin ep-putnik" in texts(s)
    s = pulse("entente", turn=8, units=units, coins={"ep-putnik": 1}, flags=["serbs-gone"])
    assert "coin ep-putnik" not in texts(s)


@rule("ditt.15.12a")
def test_a_separate_peace_ends_with_american_entry() -> None:
    holds = {"br": ["1910"], "rs": ["2116", "3117"], "fr": ["3305"], "bu": ["2009", "2010"]}
    s = scene(turn=12, clear=True, allegiance={"bu": "central"}, holds=holds)
    assert conditions.separate_peace(s.state)
    s = scene(turn=12, clear=True, allegiance={"bu": "central", "us": "entente"}, holds=holds)
    assert not conditions.separate_peace(s.state)


@rule("ditt.9.4a")
def test_foch_calls_no_army_out_of_supply() -> None:
    units = {"fr-1": "3009 5", "ge-1": "3010 5"}
    s = pulse("entente", turn=18, units=units, coins={"ep-foch": 1}, holds={"fr": ["3009"]})
    assert pulse_coins.foch_units(s.state, I["3010"], I["3009"]) == ()
    road = ["3009", "3008", "3007", "3006"]
    s = pulse("entente", turn=18, units=units, coins={"ep-foch": 1}, holds={"fr": road}, hexes={"forts-destroyed": ["3007"]})
    assert pulse_coins.foch_units(s.state, I["3010"], I["3009"]) == (U["fr-1"],)


@rule("ditt.13.1c", "ditt.9.2a")
def test_starving_russians_in_germany_do_not_stop_the_revolution() -> None:
    for road, fed in ((["3011"], False), (["3011", "2912", "2812"], True)):
        s = scene(turn=8, clear=True, units={"rs-1": "3011 5"}, holds={"rs": road}, hexes={"forts-destroyed": ["2912"]})
        assert surrender.russians_in_germany(s.state) == fed


def turks_from_erivan(steps: int) -> str:
    """A hex of Turkish land at so many steps from Erivan (1222)."""
    layer = places.ways(0).layers(1 << I["1222"], places.LAND)[steps] & places.lands("Armenia", "Ottoman Turkey", "Turkish Arabia")
    return places.numbers(layer)[0]


@rule("ditt.ev.1918.4.07")
def test_armenia_makes_peace_with_turks_three_hexes_off() -> None:
    for steps, near in ((3, True), (4, False)):
        units = {"tu-i": f"{turks_from_erivan(steps)} 5", "ar-1": "1222"}
        s = pulse("entente", turn=17, allegiance={"tu": "central"}, flags=["collapsed"], units=units, holds={"ar": ["1222"]})
        assert conditions.last_centre(s.state) == near, steps


def test_the_pan_turanian_army_is_found_three_hexes_off() -> None:
    for steps, near in ((3, True), (4, False)):
        place = turks_from_erivan(steps)
        units = {"tu-i": f"{place} 5", "rs-4ca": "1222 2"}
        s = pulse("entente", turn=5, allegiance={"tu": "central"}, units=units, coins={"ep-pan-turanian-army": 1})
        assert pulse_coins.SPOTS[pulse_coins.TURAN](s.state) == (1 << I[place] if near else 0), steps


@rule("ditt.17.0i")
def test_a_russia_that_came_back_is_in_the_game() -> None:
    s = scene(turn=19, flags=["collapsed"])
    assert not victory.in_the_game(s.state, tables.RS)
    s = scene(turn=19, flags=["collapsed", "russia-back"])
    assert victory.in_the_game(s.state, tables.RS)


@rule("ditt.12.1h", "ditt.12.1e")
def test_two_dice_are_rolled_for_paris() -> None:
    hexes = {"fallen": ["3305"], "fresh": ["3305"]}
    s = scene(turn=5, phase=6, clear=True, dice=[1, 2], units={"ge-1": "3305 9"}, holds={"ge": ["3305"]}, hexes=hexes)
    surrender.SurrenderChecks().run(s)
    assert [e.params["die"] for e in s.journal if e.key == "city-roll"] == [1, 2]


@rule("ditt.ev.1918.8.07", "ditt.9.4f")
def test_the_army_of_the_danube_wakes_no_dead() -> None:
    """Who was lost for good, out of supply or in the civil war of 1914, does not come back with the others (E22)."""
    home = places.numbers(places.HOME[tables.RM])
    units = {"rm-1": "gone", "rm-2": "casualty", "rm-3": "pool", "br-1": "2010 5"}
    holds = {"ge": home, "br": ["2010"]}
    _, s = happening.play("1918.8.07", allegiance={"rm": "entente"}, units=units, holds=holds)
    back = {u for u in ("rm-1", "rm-2", "rm-3") if s.state.at[U[u]] > 0}
    assert back == {"rm-2", "rm-3"} and s.state.at[U["rm-1"]] == GONE
