"""Retreats (ditt.7.4) where they meet sieges (ditt.7.5), Beach Heads (ditt.6.5), the heat (ditt.6.2), the Near East (ditt.6.3) and
the rivalry (ditt.10.1)."""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.games.ditt.coins import coins
from firestep.games.ditt.combat import retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import passage
from firestep.games.ditt.sequence import Repair
from firestep.games.ditt.state import IN_HAND, LOST, State
from firestep.testing import keys, play, rule, texts
from games.ditt.positions import GALLIPOLI, VERDUN, I, U, explained, fight, landing, onward, pulse, rules_against

#: the Germans besiege Verdun, nobody else is near
SIEGE: dict[str, Any] = {"turn": 2, "siege": ["hand", VERDUN], "holds": {"ge": [VERDUN]}}
TURKS = {"allegiance": {"tu": "central"}}


def answer(s: Session[State], *prefer: str) -> Session[State]:
    """Answer losses and other questions of a fight until a retreat, a step back or a pulse is asked for."""
    while s.decision is not None and type(s.decision.step).__name__ not in ("Pulse", "Retreat", "StepBack"):
        play(s, next((w for w in prefer if w in texts(s)), texts(s)[0]))
    return s


# -- sieges ----------------------------------------------------------------------------------------------------------------


@rule("ditt.7.5g", "ditt.8.4f")
def test_who_walks_back_into_his_besieged_fort_lifts_the_siege() -> None:
    """The besiegers leave by a General Withdrawal; then the garrison of the Fort stands whatever the dice say."""
    s = pulse("central", dice=[6] * 3 + [1, 1], units={"ge-1": f"{VERDUN} 5", "ge-2": "3108 5", "fr-2": "3106 14"}, **SIEGE)
    play(s, "withdraw", "lift ge-1", "done", "stack 3106", f"step {VERDUN}", "halt")
    st = s.state
    assert st.siege == [IN_HAND, LOST] and st.forts >> I[VERDUN] & 1 and "relief" in keys(s)
    answer(play(s, "stack 3108", f"step {VERDUN}", "dice 3", "dice 2"))
    play(s, "retreat 3108")
    assert s.state.at[U["fr-2"]] == I[VERDUN] and s.state.at[U["ge-2"]] == I["3108"]


@rule("ditt.7.5h", "ditt.8.4l")
def test_a_besieged_fort_that_is_stormed_is_besieged_no_more() -> None:
    s = pulse("central", dice=[6] * 4 + [1, 1], units={"ge-1": "3108 9"}, **SIEGE)
    answer(play(s, "stack 3108", f"step {VERDUN}", "attack", "dice 4", "dice 2"))
    assert s.state.siege == [IN_HAND, LOST] and not s.state.forts >> I[VERDUN] & 1
    play(s, *(["done"] if "done" in texts(s) else []), "pass", "pass")
    assert "starved-out" not in keys(s)


@rule("ditt.12.2b", "ditt.7.5h")
def test_the_forts_of_a_country_that_left_the_war_are_not_besieged() -> None:
    from firestep.games.ditt.nations import surrender

    s = pulse("central", units={"ge-1": f"{VERDUN} 5"}, **SIEGE)
    surrender.out_of_the_game(s, tables.FR, tables.EP)
    assert s.state.siege == [IN_HAND, LOST]


@rule("ditt.7.5g", "ditt.12.2c", "ditt.13.2d")
def test_a_fort_that_an_armistice_or_the_collapse_gives_back_is_besieged_no_more() -> None:
    """Turks besiege Kars when the Entente plays Mudros. Russians besiege Thorn when the surrender of Turkey brings Russia down."""
    kars, thorn = "1322", "3013"
    road = {"tu": [kars], "br": ["1910", "0920"]}
    more: dict[str, Any] = {"turn": 15, "coins": {"ep-mudros-armistice": 1}, **TURKS}
    s = pulse("entente", dice=[6, 1, 1, *[3] * 40], siege=["hand", kars], units={"tu-ix": f"{kars} 5"}, holds=road, **more)
    onward(play(s, "coin ep-mudros-armistice"), "Pulse")
    assert s.state.siege == [IN_HAND, LOST] and s.state.forts >> I[kars] & 1 and "relief" in keys(s)
    onward(play(s, "pass", "pass"), "Challenge")
    assert s.state.forts >> I[kars] & 1 and "starved-out" not in keys(s)
    road = {"rs": [thorn], "br": ["1910", "0920"]}
    units = {"rs-1": f"{thorn} 5"}
    s = pulse("entente", dice=[6, 6, 6, *[3] * 40], siege=[thorn, "hand"], units=units, holds=road, entry={"rs": 65}, **more)
    onward(play(s, "coin ep-mudros-armistice"), "Pulse")
    assert "collapse" in keys(s) and s.state.siege == [LOST, IN_HAND]
    assert s.state.forts >> I[thorn] & 1 and s.state.ctrl[tables.CP] >> I[thorn] & 1


@rule("ditt.7.5e", "ditt.6.1p")
def test_a_siege_lets_no_second_wave_attack_beyond_it() -> None:
    units = {"ge-1": f"{VERDUN} 5", "ge-2": "3108 5", "fr-2": "3106 3"}
    s = pulse("central", units=units, marks={"flipped": ["ge-1"]}, **SIEGE)
    play(s, "stack 3108", f"step {VERDUN}")
    assert texts(s) == ["attack", "join"]
    play(s, "join")
    assert "step 3207" in texts(s) and rules_against(s, "step 3106") == {"ditt.6.1p"}


@rule("ditt.7.4e", "ditt.7.5f")
def test_the_beaten_go_back_around_a_besieged_fort() -> None:
    around = [places.NUMBER[i] for i in (I[x] for x in ("3005", "3006", "3105", "3205", "3206"))]
    tables = SIEGE | {"holds": {"ge": [VERDUN, "3106"], "fr": around}}
    s = pulse("entente", dice=[6] * 3 + [1, 1], units={"ge-1": "3106 9", "fr-1": "3105 9"}, **tables)
    answer(play(s, "stack 3105", "step 3106", "dice 3", "dice 2"))
    assert texts(s) == [f"retreat {VERDUN}"] and not rules_against(s, f"retreat {VERDUN}")
    play(s, f"retreat {VERDUN}")
    assert s.state.divs[U["ge-1"]] > 0 and s.state.at[U["ge-1"]] == I[VERDUN]


@rule("ditt.9.4c", "ditt.3.0l")
def test_a_winner_whom_a_coin_sends_back_dies_if_he_is_out_of_supply() -> None:
    for held, fate in (["3206"], "perishes"), (["3206", "3207"], "retreats"):
        units = {"ge-1": "3206 20", "fr-1": f"{VERDUN} 6"}
        tables: dict[str, Any] = {"coins": {"ep-on-ne-passe-pas": 1}, "hexes": {"forts-destroyed": [VERDUN]}, "holds": {"ge": held}}
        s = pulse("central", turn=9, dice=[6, 6, 6, 1, 1], units=units, **tables)
        answer(play(s, "stack 3206", f"step {VERDUN}", "pass", "coin ep-on-ne-passe-pas", "pass", "dice 3", "dice 2"))
        if fate == "retreats":
            play(s, "retreat 3206")
        assert "won" in keys(s) and "stands" in keys(s) and fate in keys(s)


# -- Beach Heads -----------------------------------------------------------------------------------------------------------


@rule("ditt.6.5m", "ditt.7.4e", "ditt.7.3f")
def test_the_owner_of_a_beach_head_hex_attacks_out_of_it_and_comes_back() -> None:
    for hits, after in (([1, 1, 6, 6], f"retreat {GALLIPOLI}"), ([6, 6, 1, 1], "back tu-i")):
        s = landing(
            "central", dice=hits, units={"tu-i": f"{GALLIPOLI} 9", "fr-1": "1811 3"}, holds={"tu": [GALLIPOLI], "fr": ["1811"]}
        )
        answer(play(s, f"stack {GALLIPOLI}", "step 1811", "dice 2", "dice 2"))
        assert after in texts(s), texts(s)


@rule("ditt.6.5u", "ditt.6.5m")
def test_defenders_driven_out_of_a_beach_head_have_one_pulse_to_come_back() -> None:
    s = landing("entente", dice=[6, 6, 6, 1, 1], units={"br-mef": f"{GALLIPOLI} 9", "tu-i": f"{GALLIPOLI} 9"})
    answer(play(s, f"assault {GALLIPOLI}", "dice 3", "dice 2"))
    play(s, next(a for a in texts(s) if a.startswith("retreat")))
    st = s.state
    assert st.ctrl[tables.CP] >> I[GALLIPOLI] & 1 and st.beach[0] == I[GALLIPOLI] and not st.occ[tables.CP] >> I[GALLIPOLI] & 1
    st.put(U["tu-ii"], I["1813"])
    st.divs[U["tu-ii"]] = 5
    play(s.copy(), "stack 1813", f"step {GALLIPOLI}", "attack")
    play(s, "pass")
    assert s.state.beach[0] == LOST and s.state.ctrl[tables.EP] >> I[GALLIPOLI] & 1


@rule("ditt.6.5u", "ditt.14.2f")
def test_a_population_centre_won_from_a_beach_head_brings_a_levy() -> None:
    """Alexandretta is a coast and a Population Centre."""
    setting: dict[str, Any] = {"beach": ["1216", "lost"], "marks": {"landed": ["br-mef"]}, "holds": {"tu": ["1216"]}}
    s = pulse("central", turn=5, units={"br-mef": "1216 4"}, **setting, **TURKS)
    play(s, "pass")
    assert s.state.ctrl[tables.EP] >> I["1216"] & 1 and texts(s) == ["decline", "levy"]


@rule("ditt.6.5t", "ditt.6.6a")
def test_the_last_invader_takes_the_beach_head_marker_along() -> None:
    s = landing("entente", units={"br-1": "1811 2"}, holds={"br": ["1811"], "tu": [GALLIPOLI]})
    play(s, "withdraw", "lift br-mef")
    assert s.state.beach[0] == LOST and "done" in texts(s)


@rule("ditt.12.2c", "ditt.6.5u")
def test_an_armistice_gives_the_beach_head_to_the_invaders() -> None:
    from firestep.games.ditt.nations import surrender

    s = landing("entente")
    surrender.out_of_the_game(s, tables.TU, tables.CP)
    st = s.state
    assert st.beach[0] == LOST and not st.landed and st.ctrl[tables.EP] >> I[GALLIPOLI] & 1


# -- heat, Near East, rivalry ----------------------------------------------------------------------------------------------


@rule("ditt.7.4e", "ditt.6.2b")
def test_nobody_retreats_into_the_heat() -> None:
    units = {"tu-x": "1118 5", "rs-1ca": "1119 9"}
    road = ["1119", "1219", "1220", "1221", "1320"]
    s = pulse("entente", turn=6, dice=[6, 6, 1, 1], units=units, holds={"rs": road}, **TURKS)
    answer(play(s, "stack 1119", "step 1118", "dice 2", "dice 2"))
    ways = {a.split()[1] for a in texts(s)}
    assert ways and not places.mask(*ways) & places.SUMMER_LANDS
    assert any(
        rules_against(s, f"retreat {n}") == {"ditt.6.2b"}
        for n in places.numbers(places.ways(0).near[I["1118"]] & places.SUMMER_LANDS)
    )


@rule("ditt.7.4e", "ditt.6.3g", "ditt.6.3h")
def test_a_retreat_into_the_near_east_rolls_the_die() -> None:
    sides = {"tu": "central", "bu": "central"}
    units = {"ge-1": "1912 17", "fr-1": "1811 20"}
    holds = {"fr": ["1811"], "ge": places.numbers(places.COUNTRY["Serbia"])}
    s = pulse("entente", turn=5, dice=[6] * 6 + [1, 1, 4], units=units, holds=holds, allegiance=sides)
    answer(play(s, "stack 1811", "step 1912", "dice 6", "dice 2"))
    assert f"retreat {GALLIPOLI}" in texts(s)
    before = s.state.divs[U["ge-1"]]
    play(s, f"retreat {GALLIPOLI}")
    st = s.state
    assert st.ne_limit[1] == 4 and st.divs[U["ge-1"]] == 4 and st.reserves[tables.GE] >= before - 4


@rule("ditt.10.1h", "ditt.7.4e")
def test_russians_and_allies_do_not_retreat_to_each_others_hexes() -> None:
    s = pulse("central", turn=5, units={"fr-1": "3110 5"}, holds={"rs": ["3209"], "fr": ["3110", "3109"]})
    found = retreat.retreat_places(s.state, U["fr-1"], I["3110"], -1)
    assert found >> I["3109"] & 1 and not found >> I["3209"] & 1
    assert retreat.retreat_places(s.state, U["fr-1"], I["3110"], I["3209"]) >> I["3209"] & 1, (
        "back to where the attack came from (C06)"
    )


# -- the explanation -------------------------------------------------------------------------------------------------------


@rule("ditt.7.4j")
def test_to_perish_is_refused_while_there_is_a_haven_whatever_was_asked_before() -> None:
    """The ways of the map remember the places that were asked for; the explanation must not count on them."""
    s = pulse("central", dice=[6, 6, 1, 1], units={"ge-1": "3208 9", "fr-5": "3207 5"})
    answer(play(s, "stack 3208", "step 3207", "dice 2", "dice 2"))
    places.ways.cache_clear()
    assert rules_against(s, "perish") == {"ditt.7.4e"}
    assert explained(s)


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


@rule("ditt.8.4m")
def test_a_fort_under_the_enemys_feet_is_not_mended() -> None:
    s = landing("entente", hexes={"forts-destroyed": [VERDUN]}, units={"ge-1": f"{VERDUN} 3"})
    s.state.seize(I[VERDUN], tables.FR)
    Repair().run(s)
    assert not s.state.forts >> I[VERDUN] & 1


@rule("ditt.7.3f", "ditt.3.0l")
def test_who_steps_back_flips_though_allenby_had_rested_him() -> None:
    s = pulse("entente", turn=16, units={"br-eef": "0813 5"}, allegiance={"tu": "central"}, holds={"br": ["0813", "0911"]})
    s.state.fight = fight(s, "0813", "br-eef", origin="0911", plays=(coins.ALLENBY,))
    s = Session(s.game, s.scenario, s.options, s.dice, s.state, (retreat.StepBack((U["br-eef"],)),))
    play(s, "back br-eef")
    assert s.state.at[U["br-eef"]] == I["0911"] and s.state.flipped >> U["br-eef"] & 1


@rule("ditt.7.5f")
def test_one_goes_around_a_besieged_fort_only_while_nobody_else_defends_it() -> None:
    s = pulse("central", units={"ge-1": "3108 5"}, siege=["hand", VERDUN])
    assert passage.passable(s.state, U["ge-1"]) >> I[VERDUN] & 1
    s = pulse("central", units={"ge-1": "3108 5", "fr-1": f"{VERDUN} 5"}, siege=["hand", VERDUN])
    assert not passage.passable(s.state, U["ge-1"]) >> I[VERDUN] & 1
