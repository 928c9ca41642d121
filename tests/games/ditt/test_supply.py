"""Supply (ditt.9.0) and the national restrictions of supply in 10.0."""

from __future__ import annotations

import pytest

from firestep.games.ditt import supply
from firestep.games.ditt.coins import pulse_coins
from firestep.games.ditt.combat import losses
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import passage
from firestep.games.ditt.movement.pulse import March
from firestep.games.ditt.state import GONE, POOL
from firestep.games.ditt.supply import friendly, is_supplied, network, sources, supplied, supplied_places
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.ditt.handing import bring
from games.ditt.positions import VERDUN, I, U, onward, pulse, rules_against, start


def fed(s, unit: str) -> bool:  # type: ignore[no-untyped-def]
    one = is_supplied(s.state, U[unit])
    assert bool(supplied(s.state, 1 << U[unit])) == one  # both ways of asking agree
    return one


@rule("ditt.9.0a", "ditt.9.0b", "ditt.9.1a")
def test_everybody_is_in_supply_at_the_start() -> None:
    st = start().state
    hungry = [tables.UNITS[u] for u in range(tables.N) if st.at[u] > 0 and not is_supplied(st, u)]
    assert hungry == []
    assert (
        sources(st, tables.GE, friendly(st, tables.GE)) == places.SOURCES[tables.GE] and places.SOURCES[tables.GE].bit_count() >= 8
    )


@rule("ditt.9.2a", "ditt.9.4d", "ditt.9.4e", "ditt.9.4g")
def test_a_cut_off_army_starves_at_the_end_of_the_phase() -> None:
    s = pulse("central", turn=3, passes=1, units={"ge-1": "3105 8", "ge-2": "3111 3"}, max={"ge": 100}, reserves={"ge": 0})
    assert not fed(s, "ge-1") and fed(s, "ge-2")
    play(s, "pass")
    st = s.state
    assert st.at[U["ge-1"]] == POOL and [e.params["change"] for e in s.journal if e.key == "max"][:1] == [-4]


@rule("ditt.9.4f")
def test_a_starved_minor_force_is_gone_for_good() -> None:
    s = pulse("central", turn=3, passes=1, units={"ge-bavaria": "3105"})
    play(s, "pass")
    assert s.state.at[U["ge-bavaria"]] == GONE


@rule("ditt.9.1c", "ditt.9.1d")
def test_an_army_in_a_source_needs_another_source() -> None:
    ring = places.numbers(places.ways(0).near[I["3111"]])
    s = pulse("central", units={"ge-1": "3111 3"}, holds={"fr": ring})
    assert not fed(s, "ge-1")
    s = pulse("central", units={"ge-1": "3111 3"}, holds={"fr": ring[1:]})
    assert fed(s, "ge-1")
    s = pulse("central", units={"br-1": "3506 3"}, holds={"ge": places.numbers(places.ways(0).near[I["3506"]])})
    assert fed(s, "br-1")  # Sea Supply


@rule("ditt.9.1b", "ditt.9.1e", "ditt.10.4b")
def test_minors_draw_on_any_home_hex() -> None:
    s = pulse("central", units={"sb-1": "2111", "mt-1": "2209", "rm-1": "2212"}, allegiance={"rm": "entente"})
    assert fed(s, "sb-1") and fed(s, "mt-1") and fed(s, "rm-1")
    cut = pulse("central", units={"mt-1": "2209"}, holds={"ah": ["2208", "2109", "2110", "2210"]})
    assert not fed(cut, "mt-1")


@rule("ditt.9.2b", "ditt.9.2c")
def test_sea_and_desert_break_the_line() -> None:
    s = pulse("central", units={"tu-viii": "0811 3"}, allegiance={"tu": "central"}, holds={"tu": ["0811", "0912", "0711"]})
    assert not fed(s, "tu-viii")
    s = pulse("central", units={"tu-viii": "0811 3"}, allegiance={"tu": "central"}, holds={"tu": ["0811", "0812", "0813"]})
    assert fed(bring(s, "engineers"), "tu-viii")


@rule("ditt.9.3a", "ditt.9.3b")
@pytest.mark.parametrize(("sea", "ok"), [("parity", True), ("entente", True), ("central", False)])
def test_sea_supply_at_salonika(sea: str, ok: bool) -> None:
    s = pulse("entente", units={"fr-orient": "1910 3"}, seas={"mediterranean": sea, "adriatic": "central"}, holds={"fr": ["1910"]})
    assert fed(s, "fr-orient") == ok


@rule("ditt.9.1d", "ditt.9.3b")
def test_an_army_in_a_port_needs_no_other_source_than_the_sea() -> None:
    s = pulse("entente", units={"fr-orient": "1910 3"}, seas={"adriatic": "central"}, holds={"fr": ["1910"]})
    assert is_supplied(s.state, U["fr-orient"])


@rule("ditt.9.4a")
def test_a_hungry_army_moves_only_towards_supply() -> None:
    s = pulse("central", units={"ge-1": "3206 5"}, holds={"fr": ["3207", "3208", "3108"]})
    assert not fed(s, "ge-1")
    play(s, "stack 3206")
    assert "ditt.9.4a" in rules_against(s, "step 3205") and "step 3207" in texts(s)


@rule("ditt.9.4c")
def test_a_hungry_army_that_must_retreat_dies() -> None:
    s = pulse(
        "central",
        dice=[6, 6, 1, 1],
        units={"ge-1": "3108 9", "fr-5": "3207 5"},
        holds={"ge": ["3106", "3206", "3306", "3307", "3308", "3107", "3208"], "fr": ["3207"]},
        hexes={"forts-destroyed": ["3107"]},
    )
    assert not fed(s, "fr-5")
    s.state.seize(I["3306"], tables.FR)
    play(s, "stack 3108", "step 3207", "dice 2", "dice 2")
    while texts(s)[0].startswith("lose"):
        play(s, texts(s)[0])
    assert s.state.at[U["fr-5"]] == POOL and "perishes" in keys(s)


@rule("ditt.10.2a")
def test_the_us_draw_on_france_and_britain() -> None:
    s = pulse(
        "entente",
        turn=15,
        units={"us-1": "3105 3"},
        allegiance={"us": "entente"},
        seas={"north": "central", "mediterranean": "central", "adriatic": "central"},
    )
    assert fed(s, "us-1")


@rule("ditt.10.3a")
def test_the_italians_draw_on_italy_and_their_forts_in_libya() -> None:
    s = pulse("entente", units={"it-1": "2707 3", "it-xii": "1602 3"}, allegiance={"it": "entente"})
    assert fed(s, "it-1") and fed(s, "it-xii")
    s = pulse("entente", units={"it-xii": "1602 3"}, allegiance={"it": "entente"}, hexes={"forts-destroyed": ["1702", "1405"]})
    assert not fed(s, "it-xii")


@rule("ditt.10.6g", "ditt.10.6h")
def test_the_turks_draw_on_constantinople_alone() -> None:
    s = pulse("central", units={"tu-i": "1813 3", "tu-ix": "1319 3"}, allegiance={"tu": "central"})
    assert fed(s, "tu-i") and fed(s, "tu-ix")
    s = pulse("central", units={"tu-ix": "1319 3"}, allegiance={"tu": "central"}, holds={"br": ["1813"]})
    assert not fed(s, "tu-ix") and not supplied_places(s.state, tables.TU)


@rule("ditt.10.5b", "ditt.10.5e", "ditt.10.5k", "ditt.10.5o", "ditt.10.5q", "ditt.14.1i", "ditt.10.2f", "ditt.12.3d", "ditt.15.5c")
@pytest.mark.parametrize("unit", ["as-1", "bl-1", "mr-1", "pe-sg", "pe-spr", "si-1", "ab-feisal", "br-dunster", "red-1", "fi-1"])
def test_who_is_always_in_supply(unit: str) -> None:
    serves = {"red-1": "rc", "fi-1": "fi"}
    s = pulse(
        "entente",
        units={unit: "3105"},
        allegiance={"ab": "entente", "fi": "entente"},
        serves={unit: serves[unit]} if unit in serves else {},
        seas={"north": "central"},
    )
    assert fed(s, unit)


@rule("ditt.10.5i")
def test_the_greeks_draw_on_supplied_friends() -> None:
    s = pulse(
        "entente",
        units={"gk-1": "2011", "fr-orient": "2010 3"},
        allegiance={"gk": "entente", "bu": "central"},
        holds={"bu": places.numbers(places.COUNTRY["Greece"]), "fr": ["1910", "2010"], "gk": ["2011"]},
    )
    assert fed(s, "fr-orient") and fed(s, "gk-1")


@rule("ditt.14.2c")
def test_the_armenians_draw_on_their_centres_and_on_allied_armies() -> None:
    s = pulse("entente", units={"ar-1": "1223"}, holds={"ar": ["1223"]}, allegiance={"tu": "central"})
    assert fed(s, "ar-1")  # 1222 is held
    s = pulse("entente", units={"ar-1": "1319"}, allegiance={"tu": "central"}, hexes={"centres": []}, holds={"ar": ["1319"]})
    assert not fed(s, "ar-1")


@rule("ditt.15.4b")
def test_supply_through_albania_needs_an_army_there() -> None:
    s = pulse("entente", units={"it-vii": "2109 3"}, allegiance={"it": "entente"}, holds={"it": ["2008", "2109"]})
    assert not network(s.state, tables.IT) >> I["2109"] & 1
    s = pulse(
        "entente", units={"it-vii": "2109 3", "it-xii": "2008 2"}, allegiance={"it": "entente"}, holds={"it": ["2008", "2109"]}
    )
    assert network(s.state, tables.IT) >> I["2109"] & 1


@rule("ditt.10.1c", "ditt.10.1e", "ditt.10.1h", "ditt.10.1b", "ditt.10.1f")
def test_rivalry_cuts_supply() -> None:
    s = pulse(
        "entente",
        units={"rs-1": "2814 3", "br-1": "3114 3"},
        holds={"br": ["3114"], "rs": ["3013"]},
        hexes={"forts-destroyed": ["3114", "3013"]},
    )
    assert (
        not friendly(s.state, tables.BR) & places.COUNTRY["Russia"] and not friendly(s.state, tables.RS) & places.COUNTRY["France"]
    )
    assert friendly(s.state, tables.RS) >> I["3114"] & 1  # in Germany they trace through each other's hexes, Armies or not
    s = pulse("entente", units={"rs-1": "2814 3"}, holds={"br": ["3114"], "rs": ["3013"]})
    assert friendly(s.state, tables.RS) >> I["3114"] & 1


@rule("ditt.9.2a")
def test_networks_agree_with_a_slow_search() -> None:
    """A flood hex by hex, by the words of ditt.9.2, in positions thrown together by chance."""
    import random

    rng = random.Random(9)
    land = bits(places.LAND & ~places.AREAS)
    for _ in range(12):
        own = {n: [] for n in ("ge", "fr", "rs", "ah", "br", "tu")}  # type: ignore[var-annotated]
        for i in rng.sample(land, 300):
            own[rng.choice(sorted(own))].append(places.NUMBER[i])
        s = pulse("central", turn=5, units={}, holds=own, allegiance={"tu": "central"})
        for n in (tables.GE, tables.AH, tables.FR, tables.RS, tables.TU, tables.BR):
            open_ = friendly(s.state, n)
            seen = set(bits(sources(s.state, n, open_)))
            todo = sorted(seen)
            from firestep.games.ditt.movement.areas import links

            ways = places.ways(links(s.state, tables.UNITS_OF[n][0]))
            while todo:
                i = todo.pop()
                for j in bits(ways.near[i]):
                    if open_ >> j & 1 and j not in seen and not places.AREAS >> j & 1:
                        seen.add(j)
                        todo.append(j)
            assert {i for i in bits(network(s.state, n)) if not places.AREAS >> i & 1} == {
                i for i in seen if not places.AREAS >> i & 1
            }


@rule("ditt.9.4a")
def test_foch_calls_no_army_out_of_supply() -> None:
    units = {"fr-1": "3009 5", "ge-1": "3010 5"}
    s = pulse("entente", turn=18, units=units, coins={"ep-foch": 1}, holds={"fr": ["3009"]})
    assert pulse_coins.foch_units(s.state, I["3010"], I["3009"]) == ()
    road = ["3009", "3008", "3007", "3006"]
    s = pulse("entente", turn=18, units=units, coins={"ep-foch": 1}, holds={"fr": road}, hexes={"forts-destroyed": ["3007"]})
    assert pulse_coins.foch_units(s.state, I["3010"], I["3009"]) == (U["fr-1"],)


@rule("ditt.9.4a", "ditt.9.3a")
def test_a_lost_british_army_looks_for_the_sea() -> None:
    s = pulse("entente", units={"br-1": "2904 3"}, holds={"ge": places.numbers(places.COUNTRY["France"])})
    assert not supply.is_supplied(s.state, U["br-1"])
    assert passage.steps_to_supply(s.state, U["br-1"], 1) & places.COAST[tables.MED] & places.COUNTRY["France"]


@rule("ditt.9.4a")
def test_a_lost_army_that_can_go_nowhere_halts() -> None:
    s = pulse("central", turn=5, units={"ge-1": "2904 3", "fr-1": "3106 3"}, holds={"fr": places.numbers(places.COUNTRY["France"])})
    step = March(tables.CP, I["2904"], (U["ge-1"],), 2, 2, 0, 1 << U["ge-1"])
    assert not step.targets(s.state) and step.may_halt(s.state, False)


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


@rule("ditt.9.1a")
def test_a_destroyed_or_besieged_fort_is_no_source() -> None:
    for setting in ({"hexes": {"forts-destroyed": [VERDUN]}}, {"siege": ["hand", VERDUN]}):
        s = pulse("entente", units={"fr-1": "3106 2"}, **setting)
        assert not supply.sources(s.state, tables.FR, -1) >> I[VERDUN] & 1
    s = pulse("entente", units={"fr-1": "3106 2"})
    assert supply.sources(s.state, tables.FR, -1) >> I[VERDUN] & 1


@rule("ditt.9.4e", "ditt.4.1g")
def test_the_german_divs_of_the_sud_army_cost_germany_its_army_max() -> None:
    s = pulse("central", turn=6, units={"ah-sud": "2513 10"}, numbers={"sud": 6}, max={"ge": 50, "ah": 50})
    supply.perish(s, 1 << tables.SUD, "ditt.9.4d")
    assert (s.state.max[tables.GE], s.state.max[tables.AH], s.state.sud) == (47, 48, 0)


@rule("ditt.9.4b", "ditt.4.1g")
def test_german_divs_of_the_sud_army_absorb_as_germans() -> None:
    s = pulse("central", turn=6, units={"ah-sud": "2513 3"}, numbers={"sud": 2})
    assert losses.absorbs(s.state, tables.SUD, 3, 0) == tables.DIV[tables.AH][2] + 2 * tables.DIV[tables.GE][2]
