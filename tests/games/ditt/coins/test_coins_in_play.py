"""Coins (ditt.3.0) and the rules of the chapters in which they are played: Foch, Albion, Putnik, tanks."""

from __future__ import annotations

from firestep.games.ditt import supply
from firestep.games.ditt.coins import coins
from firestep.games.ditt.combat import combat
from firestep.games.ditt.components import places, tables
from firestep.testing import keys, play, rule, texts
from games.ditt.handing import bring
from games.ditt.positions import I, U, explained, fight, pulse


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


@rule("ditt.err.p")
def test_putnik_helps_only_the_attack_from_where_his_army_appeared() -> None:
    s = pulse("entente", turn=5, units={"sb-1": "2310", "sb-2": "2311", "ah-6": "2410 3"}, spots={"putnik": "2310"})
    assert coins.putnik_bonus(s.state, fight(s, "2410", "sb-1")) == 10
    assert coins.putnik_bonus(s.state, fight(s, "2410", "sb-2")) == 0


@rule("ditt.3.0j", "ditt.9.4a")
def test_foch_is_not_played_for_an_army_out_of_supply() -> None:
    """Nobody could be named for his attack then."""
    ring = places.numbers(places.ways(0).near[I["3204"]])
    s = pulse("entente", turn=18, units={"fr-1": "3204 3", "ge-1": f"{ring[0]} 3"}, coins={"ep-foch": 1}, holds={"ge": ring})
    assert not supply.is_supplied(s.state, U["fr-1"]) and "stack 3204" in texts(s), "it may fight its way out"
    assert "coin ep-foch" not in texts(s)
    s = pulse("entente", turn=18, units={"fr-1": "3107 3", "ge-1": "3108 3"}, coins={"ep-foch": 1})
    assert "coin ep-foch" in texts(s)


@rule("ditt.err.n")
def test_putnik_brings_back_no_serb_once_they_are_gone() -> None:
    units = {"sb-1": "casualty", "sb-2": "2310"}
    s = pulse("entente", turn=8, units=units, coins={"ep-putnik": 1})
    assert "coin ep-putnik" in texts(s)
    s = bring(pulse("entente", turn=8, units=units, coins={"ep-putnik": 1}), "serbs-gone")
    assert "coin ep-putnik" not in texts(s)


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
