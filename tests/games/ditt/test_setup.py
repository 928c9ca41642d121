"""Set-up (ditt.16.0): where everything stands on 5 August 1914, and the first decisions."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import invasion, passage
from firestep.games.ditt.state import CASUALTY, POOL
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.ditt.positions import I, U, onward, pulse, start


@rule("ditt.1.0a", "ditt.15.1a", "ditt.15.1b", "ditt.16.1a")
def test_who_is_at_war() -> None:
    st = start().state
    sides = {n: st.allegiance[tables.NATION[n]] for n in tables.NATIONS}
    assert [n for n in sides if sides[n] == tables.CP and tables.KIND[tables.NATION[n]] == "power"] == ["ah", "ge"]
    assert {n for n in ("fr", "br", "rs", "bl", "sb", "mt") if sides[n] == tables.EP} == {"fr", "br", "rs", "bl", "sb", "mt"}
    assert all(sides[n] == tables.NEUTRAL for n in ("tu", "it", "bu", "rm", "us", "gk", "sw", "ch", "no", "dk"))
    assert {tables.NATIONS[n]: tables.SEATS[k] for n, k in tables.LEAN.items()} == {
        "tu": "central",
        "bu": "central",
        "it": "entente",
        "rm": "entente",
        "us": "entente",
    }


@rule("ditt.16.3a", "ditt.16.3b", "ditt.16.2i", "ditt.16.2m")
def test_army_max_and_divs() -> None:
    st = start().state
    assert dict(zip(tables.NATIONS, st.max, strict=False)) == {
        "ah": 59,
        "fr": 82,
        "ge": 104,
        "br": 7,
        "it": 36,
        "rs": 93,
        "tu": 38,
        "us": 0,
    }
    assert [st.total(n) for n in tables.POWERS] == [59, 92, 104, 8, 36, 93, 38, 0]
    assert st.divs[U["ge-1"]] == 20 and st.at[U["ge-1"]] == I["3208"] and st.reserves[tables.FR] == 25


@rule("ditt.16.2a", "ditt.16.2b", "ditt.16.2c", "ditt.16.2d", "ditt.16.2e", "ditt.16.2f", "ditt.16.2g", "ditt.16.2h", "ditt.16.4a")
@pytest.mark.parametrize(
    ("nation", "hexes"),
    [
        ("bl", "3308"),
        ("bu", "1912 1913 2011"),
        ("gk", "1808 1809 1710"),
        ("rm", "2212 2213 2114 2214"),
        ("sb", "2310 2311 2311"),
        ("sw", "3313 3416 3816"),
        ("ch", "2906 2907"),
        ("sg", "0725"),
        ("sp", "0322"),
        ("mt", "2208"),
    ],
)
def test_minor_countries(nation: str, hexes: str) -> None:
    st = start().state
    assert sorted(places.NUMBER[st.at[u]] for u in tables.UNITS_OF[tables.NATION[nation]]) == sorted(hexes.split())
    assert {places.NUMBER[st.at[U[u]]] for u in ("anz-1", "anz-2")} == {"papua", "tonga"} and st.at[
        U["in-north"]
    ] == places.NORTH_INDIA


@rule("ditt.16.1b", "ditt.16.1c", "ditt.16.1d", "ditt.16.1e", "ditt.15.8a", "ditt.15.8b", "ditt.16.4c")
def test_who_rules_what() -> None:
    st = start().state
    assert {n for n in places.numbers(places.COUNTRY["Armenia"]) if st.holder(I[n]) == tables.RS} == {
        "1123",
        "1222",
        "1321",
        "1322",
    }
    for land in ("Hedjaz", "Ottoman Turkey", "Turkish Arabia"):
        assert all(st.holder(i) == tables.TU for i in bits(places.COUNTRY[land]))
    assert st.holder(I["0321"]) == tables.BR  # the landing at Basra (N14)
    for land in ("Finland", "Baltic States", "White Russia", "Ukraine", "Poland", "Georgia", "Azerbaijan"):
        assert all(st.holder(i) == tables.RS for i in bits(places.COUNTRY[land]))
    assert st.holder(I["0725"]) == tables.SG and st.holder(I["0726"]) == tables.RS and st.holder(I["0322"]) == tables.BR
    assert all(st.holder(i) == tables.GE for i in bits(places.COLONIAL_COINS)) and places.COLONIAL_COINS.bit_count() == 22
    assert all(st.holder(i) == tables.BR for i in bits(places.COLONIES & ~places.COLONIAL_COINS))


@rule(
    "ditt.16.2j",
    "ditt.16.2k",
    "ditt.16.2l",
    "ditt.16.5a",
    "ditt.16.5b",
    "ditt.16.5c",
    "ditt.16.5d",
    "ditt.16.5e",
    "ditt.16.5f",
    "ditt.16.5g",
    "ditt.8.3d",
)
def test_markers() -> None:
    st = start().state
    assert dict(zip(tables.ENTRY, st.entry, strict=True)) == {"tu": 60, "it": 55, "bu": 46, "rm": 32, "us": 25, "rs": 18}
    assert places.numbers(st.centres) == ["1020", "1216", "1222", "1319", "1417"] and places.numbers(st.recruited) == ["1222"]
    assert st.seas == [tables.PARITY] * 5 and st.siege == [-2, -2] and bits(st.cup) == [1, 2, 3, 4, 5, 6] and st.turn == 1
    assert st.coins[tables.BOX["cp-krupp"]] == 15
    assert st.at[tables.SUD] == st.at[tables.AAV] == POOL and not [u for u in range(tables.N) if st.at[u] == CASUALTY]


@rule("ditt.16.3c", "ditt.16.3d")
def test_plan_17() -> None:
    s = start(dice=[6])
    assert {tables.UNITS[u] for u in bits(s.state.flipped)} == {"fr-1", "fr-6", "ge-7"}
    assert places.numbers(s.state.truce) == ["3006", "3007", "3107"]


@rule("ditt.16.6b")
@pytest.mark.parametrize(("die", "coins"), [(1, 0), (2, 3), (6, 3)])
def test_putnik_comes_home(die: int, coins: int) -> None:
    s = play(start(dice=[die]), "roll")
    assert s.state.coins[tables.BOX["ep-putnik"]] == coins and s.state.entry[1] == 55


@rule("ditt.16.6c")
def test_putnik_is_arrested_and_italy_frowns() -> None:
    s = play(start(dice=[3, 4]), "arrest")
    assert s.state.coins[tables.BOX["ep-putnik"]] == 0 and s.state.entry[1] == 55 + 7


@rule("ditt.16.4d", "ditt.16.6a")
def test_the_askari_and_no_logistics_on_turn_one() -> None:
    s = play(start(dice=[6, 1, 2, 2]), "roll")
    assert "askari duala" in texts(s) and "askari togoland" in texts(s) and "askari samoa" not in texts(s)
    onward(play(s, "askari tabora"), "Pulse")
    assert s.state.at[tables.ASKARI] == I["tabora"] and "logistics" not in keys(s)
    assert s.state.phase == 4 and s.decision is not None and s.decision.seat == tables.CP


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


@rule("ditt.16.3d")
def test_what_plan_17_shields_is_no_target() -> None:
    st = start().state
    assert st.truce & st.occ[tables.EP] and not passage.targets(st, tables.CP) & st.truce


@rule("ditt.16.6d")
def test_basra_waits_for_a_turkey_of_the_central_powers() -> None:
    unit = tables.UNITS[tables.BASRA[0]]
    for side, free in (("central", True), ("entente", False), ("neutral", False)):
        s = pulse("entente", turn=3, units={unit: "0321 2" if tables.IS_ARMY[U[unit]] else "0321"}, allegiance={"tu": side})
        assert passage.may_march(s.state, U[unit]) == free
