"""National restrictions (ditt.10.0), the Near East (ditt.6.3), Arabs, Senussi and Armenians (ditt.14.0), Albania, Macedonia,
Persia (ditt.15.4 to ditt.15.8)."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.ditt import supply
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import events
from firestep.games.ditt.logistics import deployment
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.movement.pulse import Pulse
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import CASUALTY, State
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, session_at, texts
from games.ditt.handing import Apply, bring, clear, march, run
from games.ditt.positions import I, U, explained, pulse, rules_against, scene

WAR = {"tu": "central", "it": "entente", "bu": "central", "rm": "entente", "gk": "entente"}
TURKS: dict[str, Any] = {"allegiance": {"tu": "central"}}


def lands(unit: str, *brought: str, **tables: object) -> set[str]:
    """The countries in which a unit may be."""
    s = bring(pulse("entente", units={}, **({"allegiance": WAR} | tables)), *brought)  # type: ignore[arg-type]
    return {places.COUNTRY_AT[i] for i in bits(areas.area(s.state, U[unit]))}


@rule("ditt.10.1a", "ditt.10.1c", "ditt.10.1e", "ditt.10.1g")
def test_russians_and_allies_keep_apart() -> None:
    assert not lands("br-1") & {"Russia", "Poland", "Finland", "North Persia", "Armenia"} and {"France", "Egypt"} <= lands("br-1")
    assert not lands("rs-1") & {"France", "Great Britain", "Egypt", "South Persia", "Libya"}
    assert {"Germany", "Austria-Hungary"} <= lands("rs-1") & lands("fr-1")
    s = pulse("entente", units={"rs-8": "2513 3", "fr-1": "2512 3"}, holds={"rs": ["2513"], "fr": ["2512"]})
    assert not areas.area(s.state, U["rs-8"]) >> I["2512"] & 1 and areas.area(s.state, U["rs-8"]) >> I["2511"] & 1


@rule("ditt.10.1d")
def test_rivalry_ends_with_the_collapse() -> None:
    assert "Poland" not in lands("br-1") and "Poland" in lands("br-1", "collapsed")


@rule("ditt.10.1a")
def test_italy_is_no_ally_of_those_whom_she_fights() -> None:
    """Russians keep an Entente Italy out of Serbia, and fight any other (N11)."""
    for side, open in (("entente", False), ("central", True)):
        assert ("Serbia" in lands("it-1", allegiance=WAR | {"it": side}, holds={"rs": ["2310"]})) == open, side


@rule("ditt.10.2b", "ditt.10.6a", "ditt.10.6f")
def test_who_may_go_anywhere() -> None:
    for u in ("br-1", "fr-1", "us-1"):
        assert {"Germany", "Austria-Hungary", "Serbia", "Italy", "Ottoman Turkey"} <= lands(u, allegiance=WAR | {"us": "entente"})
    for u in ("ge-1", "tu-i"):
        assert {"France", "Russia", "Egypt", "Italy", "Armenia", "India"} <= lands(u)


@rule("ditt.10.2c", "ditt.10.2d", "ditt.sct.a")
def test_the_channel() -> None:
    s = pulse("entente", units={"br-1": "3506 3", "bl-1": "3406", "ge-1": "3406 2"} | {"ge-1": "3111 2"})
    st = s.state
    assert areas.links(st, U["br-1"]) & places.CHANNEL and not areas.links(st, U["bl-1"]) & places.CHANNEL
    assert not areas.links(st, U["ge-1"]) & places.CHANNEL
    play(s, "stack 3506")
    assert "step 3406" in texts(s)
    st.seas[tables.NORTH] = tables.CP_RULES
    assert areas.links(st, U["ge-1"]) & places.CHANNEL and areas.links(st, U["br-1"]) & places.CHANNEL
    assert not areas.links(st, U["ah-1"]) & places.CHANNEL


@rule("ditt.10.1c", "ditt.14.1h", "ditt.10.2h", "ditt.ev.1917.8.09")
def test_who_returns_to_the_east_keeps_away_from_russians_and_arabs() -> None:
    """Dunsterforce, and Tereks in British service, come out of the Casualty Box. North Persia has Russians, South Persia none."""
    units = {"rs-1ca": "0725 3", "ab-feisal": "0916"}
    sides = WAR | {"ab": "entente"}
    for unit, open, full in (("br-dunster", "0322", {"0725", "0726"}), ("co-terek", "0915", {"0725", "0726", "0916"})):
        s = scene(
            turn=15,
            phase=3,
            side="entente",
            step=4,
            clear=True,
            dice=[1],
            units=units | {unit: "casualty"},
            allegiance=sides,
            holds={"rs": ["0725", "0726"], "br": ["0915"], "ab": ["0916"]},
        )
        if unit == "co-terek":  # they come to the British, and are lost there
            march(s.state, U["br-exp"], I["0915"], 2)
            run(s.state, events.Do("ditt.ev.1917.8.09", "call bicharakoff"))
            run(s.state, Apply(lambda s: control.lose(s, tables.TEREK, 1)))
        play(s, "done")
        places = {a.split()[1] for a in texts(s) if a.startswith("place")}
        assert open in places and not full & places and explained(s), unit
        assert rules_against(s, "place 0725") == rules_against(s, "place 0726") == {"ditt.10.1c"}


@rule("ditt.10.2e", "ditt.10.2g", "ditt.10.2h")
def test_dunsterforce() -> None:
    s = bring(pulse("entente", turn=17, units={"br-dunster": "0924"}, allegiance=WAR, holds={"br": ["0924", "0923"]}), "collapsed")
    st = s.state
    assert (
        not areas.area(st, U["br-dunster"]) & places.LAND & ~places.NEAR_EAST and areas.near_east_weight(st, U["br-dunster"]) == 0
    )
    assert places.caspian_ways().near[I["0924"]] & places.SEA
    assert deployment.where(st, U["br-dunster"]) & places.PERSIA and not deployment.where(st, U["br-dunster"]) & ~(
        places.PERSIA | places.COUNTRY["Azerbaijan"]
    )


@rule("ditt.10.3b")
def test_the_italian_area() -> None:
    assert lands("it-2") <= {
        "Italy",
        "Libya",
        "Greece",
        "Bulgaria",
        "Macedonia",
        "Albania",
        "Serbia",
        "Montenegro",
        "Austria-Hungary",
        "Switzerland",
    }


@rule("ditt.10.3c", "ditt.10.3d")
def test_the_snowflake_bar() -> None:
    s = pulse("central", turn=5, allegiance=WAR, units={"ah-5": "2607 3"} | {"ah-5": "2609 5", "ge-1": "2909 5"})
    assert not areas.area(s.state, U["ge-1"]) & places.SNOW and areas.area(s.state, U["ah-5"]) & places.SNOW
    assert not areas.area(s.state, U["fr-1"]) & places.SNOW
    s = pulse("central", turn=5, allegiance=WAR, units={"ah-5": "2608 5"}, holds={"ah": ["2608"]})
    play(s, "stack 2608", "step 2607")
    assert s.state.flag("snow-open") and areas.area(s.state, U["ge-1"]) >> I["2608"] & 1
    s = pulse("central", turn=5, units={}, dice=[1, 1])
    play(s, "declare ch")
    assert s.state.flag("snow-open") and s.state.allegiance[tables.IT] == tables.EP  # ditt.15.9 too


@rule("ditt.10.4a", "ditt.10.4d")
def test_standard_minors_stay_at_home_and_next_door() -> None:
    assert lands("bu-1") == {"Bulgaria", "Serbia", "Roumania", "Macedonia"} | (lands("bu-1") & {"Greece"})
    assert "Austria-Hungary" in lands("rm-1") and "Germany" not in lands("rm-1")


@rule(
    "ditt.10.5a",
    "ditt.10.5f",
    "ditt.10.5g",
    "ditt.10.5j",
    "ditt.10.5n",
    "ditt.10.5o",
    "ditt.10.5q",
    "ditt.14.1d",
    "ditt.14.1f",
    "ditt.14.2b",
    "ditt.15.5c",
    "ditt.10.5t",
)
@pytest.mark.parametrize(
    ("unit", "where"),
    [
        ("as-1", "Armenia;North Persia;Turkish Arabia"),
        ("bl-1", "Belgium;France"),
        ("gk-1", "Greece;Macedonia;Albania;Serbia;Bulgaria;Ottoman Turkey"),
        ("mr-1", "Turkish Arabia"),
        ("mt-1", "Serbia;Montenegro"),
        ("pe-sg", "North Persia"),
        ("pe-spr", "South Persia"),
        ("ab-feisal", "Hedjaz;Turkish Arabia;Aden;Arabian Desert"),
        ("si-1", "Libya;Tunisia;Egypt"),
        ("ar-1", "Armenia"),
    ],
)
def test_lists_of_lands(unit: str, where: str) -> None:
    assert lands(unit, allegiance=WAR | {"ab": "entente"}) == set(where.split(";"))
    if unit == "bl-1":
        s = pulse("entente", units={})
        assert set(places.numbers(areas.area(s.state, U["bl-1"]))) == {"3308", "3407", "3406", "3307", "3207"}


@rule("ditt.10.5s")
def test_serbs_stay_out_of_austria_before_the_great_retreat() -> None:
    assert "Austria-Hungary" not in lands("sb-1") and "Austria-Hungary" in lands("sb-1", "great-retreat")
    assert {"Greece", "Bulgaria", "Macedonia"} <= lands("sb-1", "great-retreat")


@rule("ditt.10.5h")
def test_cp_greeks_shun_turks() -> None:
    s = pulse("central", units={"gk-1": "1808", "tu-i": "1809 3"}, allegiance={"gk": "central", "tu": "central"})
    assert passage.unstackable(s.state, U["gk-1"]) >> I["1809"] & 1 and passage.unstackable(s.state, U["tu-i"]) >> I["1808"] & 1


@rule("ditt.10.5c", "ditt.10.5l", "ditt.14.2d")
def test_assyrians_maronites_and_armenians_stack_with_all_of_the_entente() -> None:
    s = pulse("entente", units={"as-1": "1020", "rs-1ca": "1020 2", "ar-1": "1020"}, allegiance=WAR)
    assert s.state.stack(I["1020"]).bit_count() == 3 and not passage.unstackable(s.state, U["as-1"])


@rule("ditt.10.5d", "ditt.10.5m", "ditt.10.5p", "ditt.10.5r", "ditt.14.1e", "ditt.14.1g", "ditt.14.2e")
def test_where_destroyed_minors_return() -> None:
    s = pulse(
        "entente",
        units={
            "as-1": "casualty",
            "mr-1": "casualty",
            "pe-sg": "casualty",
            "pe-spr": "casualty",
            "ab-feisal": "casualty",
            "si-1": "casualty",
            "ar-1": "casualty",
            "tu-xii": "0823 2",
            "br-mef": "0322 2",
        },
        allegiance=WAR | {"ab": "entente"},
        holds={"rs": ["1020"], "br": ["0915", "0916"], "tu": ["0823"]},
    )
    w = {
        u: set(places.numbers(deployment.where(s.state, U[u])))
        for u in ("as-1", "mr-1", "pe-sg", "pe-spr", "ab-feisal", "si-1", "ar-1")
    }
    assert {"1020", "0916"} <= w["as-1"] and w["mr-1"] == {"0915", "0916"} and w["pe-sg"] == {"0823"} and w["pe-spr"] == {"0322"}
    assert w["ab-feisal"] == {"arabian-desert"} and w["si-1"] and all(places.DESERT >> I[n] & 1 for n in w["si-1"])
    assert "1020" in w["ar-1"]
    s = pulse("entente", units={"as-1": "casualty", "mr-1": "casualty"}, allegiance=WAR)
    assert not deployment.where(s.state, U["as-1"]) and not deployment.where(s.state, U["mr-1"])


@rule("ditt.10.6b", "ditt.10.6d")
def test_germans_and_austrians_deploy_where_they_are_linked() -> None:
    s = pulse("central", units={}, holds={"ge": ["3207", "3105"]})
    w = deployment.where(s.state, U["ge-9"])
    assert w >> I["3207"] & 1 and not w >> I["3105"] & 1 and not deployment.where(s.state, U["ah-2"]) & places.COUNTRY["Germany"]


@rule("ditt.10.6c", "ditt.10.6e")
def test_austrians_go_west_after_san_remo() -> None:
    assert not lands("ah-1") & {"Germany", "France", "Belgium", "Ottoman Turkey", "Egypt"}
    s = pulse(
        "central",
        turn=5,
        units={"ah-5": "2706 4"},
        allegiance=WAR,
        holds={"ah": ["2706", "2707", "2607", "2608"]},
        flags=["snow-open"],
    )
    play(s, "stack 2706", "step 2705")
    assert s.state.flag("san-remo") and areas.area(s.state, U["ah-1"]) & places.COUNTRY["France"]


@rule("ditt.14.1a", "ditt.14.1b", "ditt.14.1c", "ditt.14.1h")
def test_arabs() -> None:
    assert "Arabian Desert" not in lands("br-1") | lands("tu-i") | lands("si-1")
    s = pulse("entente", units={"ab-feisal": "arabian-desert", "br-eef": "0613 3"}, allegiance=WAR | {"ab": "entente"})
    assert passage.unstackable(s.state, U["ab-feisal"]) >> I["0613"] & 1 and tables.START_SIDE[tables.AB] == tables.NEUTRAL
    assert tables.START_SIDE[tables.SI] == tables.CP


@rule("ditt.14.1j", "ditt.14.1k")
def test_senussi_wait_for_italy_but_not_for_france() -> None:
    assert lands("si-1", allegiance={"tu": "central"}) == {"Libya", "Tunisia"}
    s = pulse("central", units={"si-1": "1602", "it-xii": "1702 2"})
    play(s, "stack 1602")
    assert "step 1702" not in texts(s)
    assert "Egypt" in lands("si-1")


@rule("ditt.14.2f")
def test_the_levy_of_a_population_centre() -> None:
    s = pulse("entente", units={"rs-1ca": "1320 3"}, allegiance=WAR, holds={"rs": ["1320"]})
    play(s, "stack 1320", "step 1319")
    assert texts(s) == ["decline", "levy"]
    play(s, "levy")
    assert s.state.at[U["ar-1"]] == I["1319"] and s.state.recruited >> I["1319"] & 1


@rule("ditt.14.2g", "ditt.2.5b")
def test_massacres() -> None:
    s = pulse("central", turn=8, passes=1, units={}, allegiance=WAR, flags=["massacre"], dice=[6, 1, 5, 6])
    play(s, "pass")
    assert places.numbers(s.state.centres) == ["1216", "1222", "1319"]  # 1020 and 1417 rolled a six, 1222 is Russian
    s = pulse("central", turn=8, passes=1, units={}, allegiance=WAR)
    play(s, "pass")
    assert s.state.centres.bit_count() == 5


@rule("ditt.6.3a", "ditt.6.3b", "ditt.6.3c", "ditt.6.3p")
def test_the_straits_are_declared_outside() -> None:
    s = pulse("central", units={"ge-kav": "3111"}, allegiance=WAR, dice=[3, 4], max={"tu": 38})
    assert areas.near_east(s.state) & places.STRAITS == places.STRAITS and not areas.area(s.state, U["ge-kav"]) & places.STRAITS
    play(s, "straits")
    assert s.state.max[tables.TU] == 31 and not areas.near_east(s.state) & places.STRAITS
    assert areas.area(s.state, U["ge-kav"]) & places.STRAITS == places.STRAITS and "straits" not in texts(s)


@rule("ditt.6.3d", "ditt.6.3e", "ditt.6.3o")
def test_minor_forces_in_the_near_east() -> None:
    s = pulse("central", units={}, allegiance=WAR | {"gg": "entente", "az": "central", "ab": "entente"})
    inside = {u for u in tables.UNITS if tables.IS_MF[U[u]] and areas.area(s.state, U[u]) & places.NEAR_EAST}
    assert {"tu-guards", "tu-ham1", "in-d", "ar-1", "pe-sg", "br-dunster", "zi-legion", "si-1"} <= inside
    assert not inside & {
        "ca-corps",
        "br-gurkha",
        "sa-brigade",
        "br-kar",
        "rs-guards",
        "co-don",
        "fr-legion",
        "ge-bavaria",
        "us-marines",
    }


@rule("ditt.6.3f", "ditt.6.3g", "ditt.6.3h")
def test_one_german_army_and_a_die_for_its_size() -> None:
    s = pulse(
        "central",
        dice=[2],
        units={"ge-1": "1912 5", "ge-2": "1912 3", "bu-1": "1912"},
        allegiance=WAR,
        holds={"ge": ["1912", *places.numbers(places.COUNTRY["Serbia"])]},
        reserves={"ge": 0},
    )
    play(s, "stack 1912", "leave bu-1")
    assert "ditt.6.3f" in rules_against(s, "step 1812")
    play(s, "leave ge-2", "step 1812")
    st = s.state
    assert st.ne_limit == [0, 2] and st.divs[U["ge-1"]] == 2 and st.reserves[tables.GE] == 3
    play(s, "halt", "pass", "stack 1912", "leave bu-1")
    assert "ditt.6.3f" in rules_against(s, "step 1812")


@rule("ditt.6.3i", "ditt.6.3j", "ditt.6.3k", "ditt.6.3l", "ditt.6.3m", "ditt.6.3n", "ditt.sct.i", "ditt.sct.k", "ditt.5.1e")
@pytest.mark.parametrize(("nation", "sea", "caps"), [("br", tables.MED, (23, 18, 13)), ("rs", tables.BLACK, (25, 20, 15))])
def test_the_caps(nation: str, sea: int, caps: tuple[int, int, int]) -> None:
    s = pulse("entente", units={"br-mef": "0321 10", "in-d": "0321", "rs-1ca": "1420 5"}, allegiance=WAR)
    for box, cap in enumerate(caps):
        s.state.seas[sea] = box
        assert areas.near_east_cap(s.state, tables.NATION[nation]) == cap
        assert areas.near_east_room(s.state, tables.NATION[nation]) == cap - (12 if nation == "br" else 5)


@rule("ditt.6.3i")
def test_divs_over_the_cap_are_refused() -> None:
    s = scene(turn=4, phase=3, side="entente", step=3, clear=True, units={"br-mef": "0321 10"}, allegiance=WAR, reserves={"br": 20})
    play(s, "feed br-mef")
    assert texts(s)[-1] == "divs 8" and "ditt.6.3i" in rules_against(s, "divs 9")


@rule("ditt.15.4a")
def test_albania_is_open_to_all() -> None:
    s = pulse("central", units={"ah-6": "2208 3"}, holds={"ah": ["2208"]})
    play(s, "stack 2208", "step 2109")
    assert s.state.holder(I["2109"]) == tables.AH and "declares" not in keys(s)


@rule("ditt.15.6a", "ditt.15.6b")
def test_macedonia_falls_to_the_first_comer() -> None:
    s = pulse("entente", units={"fr-orient": "1809 3"} | {"fr-orient": "2010 3"}, holds={"fr": ["2010"]})
    play(s, "stack 2010", "step 1910")
    assert (
        all(s.state.controls(tables.EP, i) for i in bits(places.COUNTRY["Macedonia"]))
        and s.state.allegiance[tables.GK] == tables.NEUTRAL
    )


@rule("ditt.15.7a")
def test_holland_is_not_on_the_board() -> None:
    assert "3408" not in I and "3409" not in I


@rule("ditt.15.8c")
def test_persia_is_closed_until_turkey_fights() -> None:
    s = pulse("entente", units={})
    assert not areas.area(s.state, U["rs-1ca"]) & places.PERSIA and areas.area(s.state, U["pe-sg"]) & places.PERSIA
    assert "North Persia" in lands("rs-1ca")


@rule("ditt.16.6d")
def test_basra_waits_for_turkey() -> None:
    s = pulse("entente", units={"br-mef": "0321 3", "in-d": "0321"})
    assert "stack 0321" not in texts(s) and "ditt.16.6d" in rules_against(s, "stack 0321")
    s = pulse("entente", units={"br-mef": "0321 3"}, allegiance=WAR)
    assert "stack 0321" in texts(s)
    s = scene(turn=4, phase=3, side="entente", step=4, clear=True, units={"br-mef": "0321 3"})
    assert "send br-mef" in texts(s)


@rule("ditt.15.1f", "ditt.15.1d")
def test_neutral_italy_is_run_by_the_entente() -> None:
    s = pulse("entente", units={"it-2": "2708 5", "gk-1": "1808"})
    assert "stack 2708" in texts(s) and "stack 1808" not in texts(s)
    play(s, "stack 2708")
    assert "step 2709" not in texts(s) and "ditt.15.1f" in rules_against(s, "step 2709")
    assert s.state.at[U["gk-1"]] > 0 and CASUALTY < 0


@rule("ditt.8.3e", "ditt.sct.d", "ditt.sct.f")
def test_crossing_arrows() -> None:
    s = pulse("central", units={}, allegiance=WAR)
    st = s.state
    assert not areas.links(st, U["ge-1"]) & places.BALTIC_ARROWS and not areas.links(st, U["rs-1"]) & places.BALTIC_ARROWS
    st.seas[tables.BALTIC] = tables.CP_RULES
    assert areas.links(st, U["ge-1"]) & places.BALTIC_ARROWS and not areas.links(st, U["rs-1"]) & places.BALTIC_ARROWS
    assert areas.links(st, U["it-1"]) & places.ADRIATIC_ARROW and not areas.links(st, U["ah-1"]) & places.ADRIATIC_ARROW
    st.seas[tables.ADRIATIC] = tables.CP_RULES
    assert areas.links(st, U["ah-1"]) & places.ADRIATIC_ARROW and areas.links(st, U["it-1"]) & places.ADRIATIC_ARROW


@rule("ditt.10.5i")
def test_greeks_are_fed_by_any_supplied_friend() -> None:
    """Serbs, Italians or Montenegrins too, not by Great Powers alone."""
    cut = {"ah": places.numbers(places.HOME[tables.GK])}
    s = pulse("entente", turn=8, units={"gk-1": "2110", "sb-1": "2110"}, allegiance={"gk": "entente"}, holds=cut)
    assert supply.is_supplied(s.state, U["sb-1"]) and supply.is_supplied(s.state, U["gk-1"])
    s = pulse("entente", turn=8, units={"gk-1": "2110"}, allegiance={"gk": "entente"}, holds=cut)
    assert not supply.is_supplied(s.state, U["gk-1"])


@rule("ditt.10.5h")
def test_greeks_of_the_entente_may_attack_turks() -> None:
    s = pulse("entente", units={"gk-1": "1908", "tu-i": "1813 2"}, allegiance={"gk": "entente", "tu": "central"})
    assert not passage.unstackable(s.state, U["gk-1"]) >> I["1813"] & 1


@rule("ditt.14.1f")
def test_the_senussi_do_not_enter_the_forts_of_a_neutral_italy() -> None:
    fort = next(i for i, n in places.FORT_NATION.items() if n == tables.IT and places.COUNTRY["Libya"] >> i & 1)
    s = pulse("central", turn=5)
    open = areas.area(s.state, U["si-1"])
    assert open & places.COUNTRY["Libya"] and not open >> fort & 1


def dunster() -> Session[State]:
    """Dunsterforce at Rasht after the collapse, a Turk on the coast road to Baku."""
    units = {"br-dunster": "0924", "tu-x": "1024 3"}
    s = bring(pulse("entente", turn=17, units=units, allegiance={"tu": "central"}, holds={"br": ["0924"]}), "collapsed")
    return session_at("ditt", s.state, Pulse(tables.EP))


@rule("ditt.10.2g")
def test_dunsterforce_walks_over_the_caspian_and_halts_on_land() -> None:
    s = dunster()
    clear(s.state, tables.CP, places.COUNTRY["Azerbaijan"])
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


@rule("ditt.10.1f", "ditt.9.3a")
def test_supply_of_the_allies_comes_through_a_russian_port_of_germany_and_through_none_of_turkey() -> None:
    """Stettin in Germany and Samsoun in Turkey are coasts of the Baltic and of the Black Sea, both at Parity."""
    for port, inland, fed in (("3112", ["3110", "3111"], True), ("1617", ["1517"], False)):
        for holder, good in (("rs", fed), ("fr", True)):
            holds = {"fr": [*inland, *([port] if holder == "fr" else [])], "rs": [port] if holder == "rs" else []}
            s = pulse("entente", turn=17, units={"fr-1": f"{inland[0]} 3"}, holds=holds, allegiance={"tu": "central"})
            assert supply.is_supplied(s.state, U["fr-1"]) == good, (port, holder)
