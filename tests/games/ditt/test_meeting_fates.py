"""Countries that enter, surrender, collapse and win, where the chapters on them meet others."""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.games.ditt import supply, victory
from firestep.games.ditt.coins import coins
from firestep.games.ditt.combat import retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.nations import collapse, control, entry_markers, neutrals, surrender
from firestep.games.ditt.sequence import Repair
from firestep.testing import play, rule, texts
from games.ditt.arena import VERDUN, I, U, fight, landing, pulse

# -- entering, surrender, collapse, victory --------------------------------------------------------------------------------


@rule("ditt.15.2d", "ditt.15.11a")
def test_an_italy_that_stays_out_is_not_drawn_in_by_its_flag() -> None:
    s = pulse("entente", turn=6, units={"sb-1": "2511"}, flags=["italy-stays"])
    control.enter(s, places.ITALIAN_FLAG, tables.SB)
    assert s.state.allegiance[tables.IT] == tables.NEUTRAL
    s = pulse("entente", turn=16, flags=["collapsed"])
    entry_markers.enter_war(s, tables.IT)
    assert s.state.allegiance[tables.IT] == tables.NEUTRAL and s.state.flag("italy-stays")


@rule("ditt.15.3a")
def test_a_country_at_war_has_no_entry_marker() -> None:
    s = pulse("entente", turn=4)
    entry_markers.declare_war(s, tables.EP, tables.BU, "ditt.15.3a", free=True)
    assert s.state.entry[tables.ENTRY.index("bu")] == -1 and s.state.allegiance[tables.BU] == tables.CP


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


@rule("ditt.13.2f")
def test_ukrainians_count_as_germans_in_the_garrison() -> None:
    s = pulse("central", turn=17, units={"uk-1": "2417"}, allegiance={"uk": "central"})
    assert collapse.garrison(s.state) == (2, 2)


@rule("ditt.13.2k")
def test_a_beaten_turkey_does_not_get_the_black_sea() -> None:
    for surrendered, state in (([], tables.CP_RULES), (["tu"], tables.PARITY)):
        s = pulse("central", turn=15, surrendered=surrendered, seas={"black": "parity"}, allegiance={"tu": "central"})
        collapse.collapse(s)
        assert s.state.seas[tables.BLACK] == state


@rule("ditt.17.0i")
def test_a_decisive_victory_of_the_entente_cannot_rise_further() -> None:
    s = pulse(
        "entente",
        turn=19,
        units={"fr-1": "3208 3"},
        surrendered=["ah", "tu"],
        hexes={"forts-destroyed": places.numbers(places.COLONIAL_COINS)},
    )
    end = victory.outcome(s.state)
    assert (end.winner, end.level, end.rule) == ("entente", "decisive", "ditt.17.0e")


@rule("ditt.8.4m")
def test_a_fort_under_the_enemys_feet_is_not_mended() -> None:
    s = landing("entente", hexes={"forts-destroyed": [VERDUN]}, units={"ge-1": f"{VERDUN} 3"})
    s.state.seize(I[VERDUN], tables.FR)
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
    cut = {"ah": places.numbers(places.HOME[tables.GK])}
    s = pulse("entente", turn=8, units={"gk-1": "2110", "sb-1": "2110"}, allegiance={"gk": "entente"}, holds=cut)
    assert supply.is_supplied(s.state, U["sb-1"]) and supply.is_supplied(s.state, U["gk-1"])
    s = pulse("entente", turn=8, units={"gk-1": "2110"}, allegiance={"gk": "entente"}, holds=cut)
    assert not supply.is_supplied(s.state, U["gk-1"])


@rule("ditt.11.1b")
def test_a_colony_that_the_germans_have_left_is_british_again() -> None:
    """After the pulse: until then who attacked from it may go back."""
    s = pulse("central", turn=5, units={"ge-askari": "gold-coast"}, hexes={"forts-destroyed": ["togoland"]})
    assert s.state.ctrl[tables.CP] >> I["gold-coast"] & 1 or not s.state.ctrl[tables.EP] >> I["gold-coast"] & 1
    s.state.seize(I["gold-coast"], tables.GE)
    s.state.seize(I["togoland"], tables.GE)
    s.state.put(U["ge-askari"], I["togoland"])
    control.return_empty_colonies(s)
    assert s.state.ctrl[tables.EP] >> I["gold-coast"] & 1 and s.state.ctrl[tables.CP] >> I["togoland"] & 1
    play(s, "pass")
    s.state.put(U["ge-askari"], -2)
    play(s, "pass")
    assert not s.state.ctrl[tables.CP] >> I["togoland"] & 1, "the last German is gone, and no coin is there"
    assert s.state.ctrl[tables.CP] & places.COLONIAL_COINS == s.state.fort_of[tables.CP] & places.COLONIAL_COINS


@rule("ditt.6.1a", "ditt.6.1d")
def test_a_march_is_undone_step_by_step_until_the_pulse_has_passed_to_the_enemy() -> None:
    s = pulse("central", turn=5, units={"ge-1": "3210 5", "ge-2": "3210 5", "fr-1": "3305 5"}, coins=dict.fromkeys(tables.BOXES, 0))
    hashes = [s.hash()]
    for words in ("stack 3210", "step 3209", "leave ge-2"):
        play(s, words)
        hashes.append(s.hash())
    for was in reversed(hashes[:-1]):
        s.undo()
        assert s.hash() == was
    play(s, "stack 3210", "step 3209", "halt")
    assert not s.can_undo and s.decision is not None and s.decision.seat == tables.EP


@rule("ditt.3.0j", "ditt.9.4a")
def test_foch_is_not_played_for_an_army_out_of_supply() -> None:
    """Nobody could be named for his attack then."""
    ring = places.numbers(places.ways(0).near[I["3204"]])
    s = pulse("entente", turn=18, units={"fr-1": "3204 3", "ge-1": f"{ring[0]} 3"}, coins={"ep-foch": 1}, holds={"ge": ring})
    assert not supply.is_supplied(s.state, U["fr-1"]) and "stack 3204" in texts(s), "it may fight its way out"
    assert "coin ep-foch" not in texts(s)
    s = pulse("entente", turn=18, units={"fr-1": "3107 3", "ge-1": "3108 3"}, coins={"ep-foch": 1})
    assert "coin ep-foch" in texts(s)
