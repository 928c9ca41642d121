"""Events that only they are like: revolts, armistices, collapses, expeditions (ditt.3.0r)."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas
from firestep.games.ditt.state import BOX, CASUALTY, GONE, POOL, State
from firestep.testing import rule
from games.ditt.events.test_single_events import units
from games.ditt.handing import before, collapse, happen, march
from games.ditt.happening import answer, asked, goods, play, stage, texts
from games.ditt.positions import pulse

U, I, N = tables.UNIT, places.INDEX, tables.NATION


# -- units that come -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "unit", "place", "closed", "tables"),
    [
        ("1914.1.08", "co-terek", "3016", "1420", {}),
        ("1914.1.09", "br-gurkha", "3506", "0811", {}),
        ("1914.4.11", "rs-siberia", "2916", "3108", {}),
        ("1914.4.12", "fr-legion", "3305", "3506", {}),
        ("1915.1.13", "fr-colonial", "3305", "3506", {}),
        ("1915.2.06", "ca-corps", "3506", "3308", {}),
        ("1915.6.05", "it-alpini", "2708", "3305", {"allegiance": {"it": "entente"}}),
        ("1917.6.16", "it-arditi", "2708", "3305", {"allegiance": {"it": "entente"}}),
        ("1916.8.04", "fi-2", "3418", "3506", {}),
        ("1917.5.16", "ge-18", "3108", "3208", units(ge_1="3108 4")),
        ("1917.6.05", "cn-wpa", "3506", "3305", units(br_1="3506 4") | {"_dice": (6,)}),
        ("1917.1.08", "pt-cep", "3305", "3206", units(fr_1="3305 4") | {"_dice": (5,)}),
        ("1917.7.02", "bz-exp", "3305", "3506", units(fr_1="3305 3") | {"_dice": (5,)}),
        ("1918.3.03", "br-dunster", "0322", "0811", {"allegiance": {"tu": "central"}}),
        ("1918.8.13", "ar-aav", "1222", "1320", {"_dice": (3,)}),
        ("1917.8.13", "cz-legion", "2916", "3016", units(rs_1="2916 4")),
        ("1918.1.11", "us-92", "3305", "3506", {"allegiance": {"us": "entente"}}),
        ("1918.4.11", "us-marines", "3506", "3108", {"allegiance": {"us": "entente"}}),
    ],
)
def test_a_unit_comes_where_its_event_says(id: str, unit: str, place: str, closed: str, tables: dict[str, Any]) -> None:
    dice = tables.pop("_dice", ()) if "_dice" in (tables := dict(tables)) else ()
    holds = {"holds": {"br": ["0322"], "ar": ["1222"]}}
    _, s = stage(f"ditt.ev.{id}", *goods(f"ditt.ev.{id}"), holds, tables, dice=[*dice, *([3] * 20)])
    assert f"place {place}" in texts(s) and f"place {closed}" not in texts(s)
    assert s.decision is not None and s.decision.seat == s.state.side(U[unit])
    s.take(f"place {place}")
    assert s.state.at[U[unit]] == I[place]


test_a_unit_comes_where_its_event_says = rule(
    *(
        f"ditt.ev.{i}"
        for i in (
            "1914.1.08",
            "1914.1.09",
            "1914.4.11",
            "1914.4.12",
            "1915.1.13",
            "1915.2.06",
            "1915.6.05",
            "1917.6.16",
            "1916.8.04",
            "1917.5.16",
            "1917.6.05",
            "1917.1.08",
            "1917.7.02",
            "1918.3.03",
            "1918.8.13",
            "1917.8.13",
            "1918.1.11",
            "1918.4.11",
        )
    )
)(test_a_unit_comes_where_its_event_says)


@rule("ditt.15.1e", "ditt.ev.1918.1.11", "ditt.ev.1918.4.11")
@pytest.mark.parametrize(("id", "unit"), [("1918.1.11", "us-92"), ("1918.4.11", "us-marines")])
def test_the_unit_of_a_neutral_waits_in_the_box(id: str, unit: str) -> None:
    _, s = play(id)
    assert s.state.at[U[unit]] == BOX


@rule(
    "ditt.ev.1917.1.08",
    "ditt.ev.1918.7.09",
    "ditt.ev.1917.4.04",
    "ditt.ev.1917.5.04",
    "ditt.ev.1918.8.02",
    "ditt.ev.1918.8.03",
    "ditt.ev.1915.5.06",
    "ditt.ev.1915.4.07",
    "ditt.ev.1917.7.03",
    "ditt.ev.1918.2.11",
    "ditt.ev.1916.6.10",
    "ditt.ev.1917.1.04",
    "ditt.ev.1918.8.04",
    "ditt.ev.1916.1.02",
    "ditt.ev.1918.2.03",
)
@pytest.mark.parametrize(
    ("id", "dice", "gone"),
    [
        ("1917.1.08", (6,), "pt-cep"),
        ("1918.7.09", (6,), "pt-cep"),
        ("1917.4.04", (), "ge-saxony"),
        ("1917.5.04", (), "ge-wurttemberg"),
        ("1918.8.02", (), "ge-bavaria"),
        ("1918.8.03", (), "fr-colonial"),
        ("1915.5.06", (6,), "pe-spr"),
        ("1915.4.07", (6,), "jp-exp"),
        ("1917.7.03", (6,), "ab-lawrence"),
        ("1918.2.11", (6,), "uk-1"),
        ("1916.6.10", (), "si-1"),
        ("1917.1.04", (), "si-2"),
        ("1918.8.04", (), "si-3"),
        ("1916.1.02", (6, 6), "bl-1"),
        ("1918.2.03", (), "jp-exp"),
    ],
)
def test_units_that_leave_for_good(id: str, dice: tuple[int, ...], gone: str) -> None:
    before, s = play(id, dice=dice)
    assert before.at[U[gone]] != GONE and s.state.at[U[gone]] == GONE
    if dice:
        _, s = play(id, dice=(5,) * len(dice))
        assert s.state.at[U[gone]] != GONE or id == "1917.1.08"


@rule("ditt.ev.1915.5.07", "ditt.ev.1916.6.08")
def test_units_that_may_be_rebuilt() -> None:
    _, s = play("1915.5.07", units={"fr-colonial": "3305"})
    assert s.state.at[U["fr-colonial"]] == CASUALTY
    _, s = play("1916.6.08", units={"ar-1": "1222", "ar-2": "1321"})
    assert s.state.at[U["ar-1"]] == s.state.at[U["ar-2"]] == CASUALTY


# -- Arabs, Armenians, Senussi, Assyrians ------------------------------------------------------------------------------------


@rule("ditt.ev.1914.3.06", "ditt.14.1f")
def test_the_senussi_rise_in_the_desert_each_in_a_hex_of_its_own() -> None:
    _, s = play("1914.3.06")
    spots = [s.state.at[u] for u in tables.UNITS_OF[tables.SI]]
    assert len(set(spots)) == len(spots) and all((places.COUNTRY["Libya"] & places.DESERT) >> i & 1 for i in spots)


@rule("ditt.ev.1916.4.02", "ditt.ev.1915.2.03", "ditt.14.1b")
def test_the_arabs_gather_in_their_desert() -> None:
    before, s = play("1915.2.03", dice=(6,))
    assert before.allegiance[tables.AB] == tables.NEUTRAL and s.state.allegiance[tables.AB] == tables.EP
    assert [u for u in tables.UNITS_OF[tables.AB] if s.state.at[u] > 0] == [U["ab-feisal"]]
    _, s = play("1915.2.03", dice=(5,))
    assert s.state.allegiance[tables.AB] == tables.NEUTRAL
    _, s = play("1916.4.02")
    assert all(s.state.at[u] == I["arabian-desert"] for u in tables.UNITS_OF[tables.AB])


@rule(
    "ditt.ev.1915.2.02",
    "ditt.ev.1916.4.04",
    "ditt.ev.1917.6.10",
    "ditt.ev.1918.3.12",
    "ditt.ev.1915.7.10",
    "ditt.ev.1916.1.06",
    "ditt.ev.1917.4.10",
    "ditt.ev.1917.8.11",
    "ditt.ev.1918.8.15",
)
@pytest.mark.parametrize(
    ("id", "unit", "place"),
    [
        ("1915.2.02", "mr-1", "0915"),
        ("1916.4.04", "mr-1", "0915"),
        ("1917.6.10", "mr-1", "0915"),
        ("1918.3.12", "mr-1", "0915"),
        ("1915.7.10", "as-1", "1020"),
        ("1916.1.06", "as-1", "1020"),
        ("1917.4.10", "as-1", "1020"),
        ("1917.8.11", "as-1", "1020"),
        ("1918.8.15", "as-1", "1020"),
    ],
)
def test_a_see_raises_its_guard(id: str, unit: str, place: str) -> None:
    _, s = play(id, dice=(6,))
    assert s.state.at[U[unit]] == I[place] and s.state.controls(tables.EP, I[place])
    if id != "1915.2.02":
        _, s = play(id, units={unit: "1321"})
        assert s.state.at[U[unit]] == I["1321"]  # already on the map


@rule("ditt.12.3b", "ditt.14.1h")
def test_nobody_rises_where_reds_or_arabs_are() -> None:
    """Reds of the Entente or Arabs at Beirut, Reds at Alexandretta and on the way to Erzurum."""
    sides, reds = {"ab": "entente", "tu": "central"}, {"red-1": "re"}
    for lone in ("red-1", "ab-feisal"):
        _, s = play("1917.6.10", dice=(6,), units={lone: "0915"}, serves=reds, allegiance=sides)
        assert s.state.at[U["mr-1"]] == POOL and s.state.at[U[lone]] == I["0915"]
    _, s = play("1915.5.08", dice=(6,), units={"red-1": "1216"}, serves=reds, allegiance=sides)
    assert s.state.stack(I["1216"]) == 1 << U["red-1"] and not s.state.recruited >> I["1216"] & 1
    s = pulse("entente", turn=15, units={"red-1": "1318"}, serves=reds, allegiance=sides, holds={"re": ["1318"]})
    s.take("stack 1318")
    s.take("step 1319")
    assert "levy" not in texts(s)
    assert s.state.stack(I["1319"]) == 1 << U["red-1"] and not s.state.recruited >> I["1319"] & 1


@rule("ditt.ev.1915.3.02", "ditt.ev.1916.3.04", "ditt.14.2g")
@pytest.mark.parametrize("id", ["1915.3.02", "1916.3.04"])
def test_revolt_and_massacre(id: str) -> None:
    before, s = play(id, "point 1320", units={"tu-ix": "1320 3"}, hexes={"centres": ["1320", "1222"]}, entry={"us": 20})
    assert s.state.flag("massacre") and s.state.entry[tables.US_ENTRY] == before.entry[tables.US_ENTRY] + 3
    assert s.state.at[U["ar-1"]] == I["1320"] != s.state.at[U["tu-ix"]] and s.state.recruited >> I["1320"] & 1
    _, s = play(id, "pass", hexes={"centres": ["1320"]}, entry={"us": 20})
    assert s.state.flag("massacre") and not any(s.state.at[u] > 0 for u in tables.UNITS_OF[tables.AR])


@rule(
    "ditt.ev.1915.5.08",
    "ditt.ev.1915.6.04",
    "ditt.ev.1916.5.08",
    "ditt.ev.1917.5.08",
    "ditt.ev.1918.6.09",
    "ditt.14.2a",
    "ditt.ev.1917.2.05",
)
def test_armenians_come_from_the_pool_and_never_the_americans() -> None:
    _, s = play("1915.5.08", dice=(6,), units={"tu-vi": "1216 2"})
    assert s.state.at[U["ar-1"]] == I["1216"] != s.state.at[U["tu-vi"]]
    for id in ("1915.6.04", "1916.5.08", "1917.5.08", "1918.6.09"):
        _, s = play(id, "place 1222", holds={"rs": ["1222"]})
        assert [u for u in tables.UNITS_OF[tables.AR] if s.state.at[u] > 0] == [U["ar-1"]]
        _, s = play(id, holds={"tu": places.numbers(places.COUNTRY["Armenia"])})
        assert not any(s.state.at[u] > 0 for u in tables.UNITS_OF[tables.AR])
    _, s = play("1917.2.05", "yes", holds={"rs": ["1222", "1321"]})
    assert all(s.state.at[U[f"ar-{k}"]] > 0 for k in (1, 2, 3, 4)) and s.state.at[tables.AAV] == POOL


@rule("ditt.ev.1918.4.07")
def test_a_treaty_leaves_one_armenian_in_a_closed_hex() -> None:
    _, s = play("1918.4.07", units={"ar-1": "1222", "ar-2": "1321", "br-mef": "1222 2"})
    assert s.state.at[U["ar-1"]] == I["1222"] and s.state.at[U["ar-2"]] == GONE and s.state.closed >> I["1222"] & 1
    assert s.state.at[U["br-mef"]] != I["1222"]


@rule("ditt.ev.1918.2.04")
def test_turkey_gives_up_if_the_dice_are_below_its_lost_cities() -> None:
    cities = [n for n in places.numbers(places.CITY[tables.TU]) if n != "1813"][:4]
    lost = {"holds": {"br": cities}, "units": {"bu-1": "2011"}}
    _, s = play("1918.2.04", dice=(2, 1), **lost)
    assert s.state.surrendered >> tables.TU & 1 and s.state.flipped >> U["bu-1"] & 1
    _, s = play("1918.2.04", dice=(2, 2), **lost)
    assert not s.state.surrendered >> tables.TU & 1


@rule("ditt.ev.1917.7.05")
def test_a_roumanian_army_among_the_british_stays_in_the_near_east() -> None:
    setting = {"units": {"br-mef": "0421 3"} | {f"rm-{k}": "casualty" for k in (1, 2, 3, 4)}, "allegiance": {"tu": "central"}}
    _, s = play("1917.7.05", "place 0421", dice=(6,), **setting)
    u = U["rm-1"]
    assert s.state.at[u] == I["0421"] and s.state.serves[u] == tables.BR
    assert areas.area(s.state, u) and not areas.area(s.state, u) & ~areas.near_east(s.state)
    _, s = play("1917.7.05", dice=(5,), **setting)
    assert s.state.at[u] == CASUALTY


@rule("ditt.ev.1915.8.03")
def test_persia_turns() -> None:
    before, s = play("1915.8.03", dice=(6,), allegiance={"tu": "central"})
    assert s.state.at[U["pe-spr"]] == GONE and not places.PERSIA & ~s.state.ctrl[tables.CP]
    assert (
        areas.area(s.state, U["pe-sg"]) & places.COUNTRY["South Persia"]
        and not areas.area(before, U["pe-sg"]) & places.COUNTRY["South Persia"]
    )


@rule("ditt.ev.1917.8.16", "ditt.ev.1917.8.15", "ditt.ev.1917.8.09", "ditt.ev.1918.6.02", "ditt.ev.1917.4.08")
def test_units_that_change_masters() -> None:
    _, s = play("1917.8.16", "place 3108", dice=(6, 6), units={"ge-1": "3108 3"})
    assert s.state.serves[U["zi-legion"]] == tables.GE
    _, s = play("1917.8.16", "place 0321", dice=(6, 5), holds={"br": ["0321"]})
    assert s.state.serves[U["zi-legion"]] == tables.BR and not areas.near_east_weight(s.state, U["zi-legion"])
    _, s = play("1917.8.15", "yes", holds={"ge": ["2417", "2517"]})
    assert all(places.COUNTRY["Ukraine"] >> s.state.at[U[u]] & 1 for u in ("uk-1", "uk-2"))
    _, s = play("1917.8.09", "yes", "place 0421", units={"br-mef": "0421 3"}, allegiance={"tu": "central"})
    assert s.state.serves[U["co-terek"]] == tables.BR and s.state.at[U["co-terek"]] == I["0421"]
    _, s = play("1918.6.02", "place 2417", dice=(6,), units={"ge-1": "2417 3", "co-don": "pool"})
    assert s.state.serves[U["co-don"]] == tables.GE and s.state.at[U["co-don"]] == I["2417"]
    _, s = play("1917.4.08", "place 2710", units={"ah-1": "2710 3"}, holds={"rs": ["2814"]})
    assert s.state.at[U["pl-cp"]] == I["2710"] and s.state.at[U["pl-ep"]] == POOL
    _, s = play("1917.4.08", "place 3305", units={"fr-1": "3305 3"}, holds={"ge": ["2814"]})
    assert s.state.at[U["pl-ep"]] == I["3305"] and s.state.at[U["pl-cp"]] == POOL


@rule("ditt.ev.1917.8.09", "ditt.ev.1918.6.02", "ditt.ev.1918.7.01", "ditt.9.4f")
def test_who_was_lost_for_good_does_not_change_masters() -> None:
    """Cossacks and Czechs who starved are out of the game, whoever would take them into his service."""
    for event, unit, nation, side in (
        ("1917.8.09", "co-terek", tables.BR, {"br-mef": "0421 3"}),
        ("1918.6.02", "co-don", tables.GE, {"ge-1": "2417 3"}),
        ("1918.7.01", "cz-legion", tables.CZ, {"sb-1": "2310"}),
    ):
        _, s = play(event, dice=(6,), units={unit: "gone"} | side)
        assert s.state.at[U[unit]] == GONE and s.state.serves[U[unit]] != nation


# -- Russia ---------------------------------------------------------------------------------------------------------------------


@rule("ditt.ev.1917.2.02", "ditt.ev.1917.2.03", "ditt.ev.1917.2.04", "ditt.ev.1918.7.12")
def test_the_fall_of_the_czar() -> None:
    _before, s = play("1917.2.02", dice=(2, 3), entry={"rs": 40}, units={"rs-1ca": "1420 2", "rs-1": "2916 3"})
    assert s.state.flag("czar-fell") and s.state.flag("republic") and s.state.entry[tables.REVOLUTION] == 43
    assert s.state.flipped == 1 << U["rs-1ca"]
    _, s = play("1917.2.02", dice=(1, 3, 3), entry={"rs": 40})
    assert s.state.flag("czar-fell") and not s.state.flag("republic") and s.state.entry[tables.REVOLUTION] == 34
    _, s = play("1917.2.03", max={"rs": 101}, entry={"us": 20})
    assert s.state.max[tables.RS] == 76 and s.state.entry[tables.US_ENTRY] == 23
    _, s = play("1918.7.12", dice=(4, 3, 3, 3), entry={"rs": 40})
    assert s.state.entry[tables.REVOLUTION] == 31
    _, s = play("1918.7.12", dice=(5, 3), entry={"rs": 40})
    assert s.state.entry[tables.REVOLUTION] == 43 and not s.state.flag("republic")


@rule("ditt.ev.1917.6.03", "ditt.ev.1918.5.07")
def test_collapse_and_return() -> None:
    _, s = play("1917.6.03", dice=(5,), entry={"rs": 66})
    assert s.state.flag("collapsed") and s.state.allegiance[tables.RS] == tables.OUT
    _, s = play("1917.6.03", dice=(6, 3, 3, 3), entry={"rs": 66})
    assert s.state.entry[tables.REVOLUTION] == 57
    _, s = play("1917.6.03", dice=(4,), entry={"rs": 66})
    assert not s.state.flag("collapsed")
    st = after_collapse()
    h = happen(st.copy(), "ditt.ev.1918.5.07", (1,), (0, 0))
    assert h.after.state.allegiance[tables.RS] == tables.EP and h.after.state.max[tables.RS] == h.after.state.total(tables.RS) == 50
    assert not h.after.state.closed & places.COUNTRY["Russia"]
    assert happen(st.copy(), "ditt.ev.1918.5.07", (2,), (0, 0)).after.state.allegiance[tables.RS] == tables.OUT


def after_collapse() -> State:
    """A position of 1918 in which Russia has collapsed."""
    st = before(16).copy()
    collapse(st)
    return st


@rule("ditt.ev.1917.2.09")
def test_russians_in_france() -> None:
    s = asked("1917.2.09", reserves={"rs": 6}, units={"fr-1": "3305 3"})
    assert "place 3206" in texts(s) and "place 3305" not in texts(s)  # no stack with Allies
    answer(s, "place 3206", "divs 4")
    u = next(u for u in tables.ARMIES_OF[tables.RS] if s.state.at[u] > 0)
    assert s.state.at[u] == I["3206"] and s.state.divs[u] == 4 and s.state.reserves[tables.RS] == 2 and s.state.expedition == 1 << u
    assert not areas.area(s.state, u) & ~places.lands("France", "Germany")


@rule("ditt.ev.1917.8.14", "ditt.ev.1918.1.02", "ditt.15.5a", "ditt.15.5b")
@pytest.mark.parametrize("id", ["1917.8.14", "1918.1.02"])
def test_the_finnish_civil_war(id: str) -> None:
    st = after_collapse()
    assert happen(st.copy(), f"ditt.ev.{id}", (4,), (0, 0)).after.state.allegiance[tables.FI] == tables.OUT  # a tie
    march(st, U["ge-1"], I["3418"], 1)
    now = happen(st, f"ditt.ev.{id}", (4,), (0, 0)).after.state
    assert now.allegiance[tables.FI] == tables.CP and all(places.COUNTRY["Finland"] >> now.at[U[u]] & 1 for u in ("fi-1", "fi-2"))


@rule("ditt.ev.1918.7.01")
def test_the_czechs_in_prague() -> None:
    _, s = play("1918.7.01", units={"ah-1": "2810 2", "sb-1": "2310"})
    assert s.state.at[U["cz-legion"]] == I["2810"] != s.state.at[U["ah-1"]] and s.state.controls(tables.EP, I["2810"])
    _, s = play("1918.7.01", "no", units={"cz-legion": "2916", "sb-1": "2310"})
    assert s.state.at[U["cz-legion"]] == I["2916"]
