"""Events that end a country's war, and those of colonies, chits and lasting rights (ditt.3.0r)."""

from __future__ import annotations

import pytest

from firestep.engine.session import Session
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas, invasion, passage
from firestep.games.ditt.nations import collapse, neutrals
from firestep.games.ditt.state import GONE, IN_HAND, POOL, State
from firestep.hexmap.grid import bits
from firestep.testing import rule
from games.ditt.happening import answer, asked, play, stage, texts
from games.ditt.positions import GALLIPOLI, explained, rules_against

U, I, N = tables.UNIT, places.INDEX, tables.NATION


# -- peace ----------------------------------------------------------------------------------------------------------------------


@rule(
    "ditt.ev.1915.8.02",
    "ditt.ev.1917.1.09",
    "ditt.ev.1918.4.09",
    "ditt.15.12a",
    "ditt.15.12b",
    "ditt.15.12c",
    "ditt.15.12e",
    "ditt.15.12f",
    "ditt.15.12g",
)
@pytest.mark.parametrize("id", ["1915.8.02", "1917.1.09", "1918.4.09"])
def test_a_bulgarian_separate_peace(id: str) -> None:
    here = {"units": {"bu-1": "2011", "ge-1": "2010 3", "sb-1": "casualty"}, "entry": {"rs": 30, "us": 30}}
    _, s = play(id, "yes", **here)
    st = s.state
    assert st.allegiance[tables.BU] == tables.NEUTRAL and st.at[U["bu-1"]] == st.at[U["sb-1"]] == GONE
    assert (
        st.own[tables.BU] == places.GREATER_BULGARIA
        and not places.GREATER_BULGARIA >> st.at[U["ge-1"]] & 1
        and st.at[U["ge-1"]] > 0
    )
    assert st.entry[tables.REVOLUTION] == 39 and st.entry[tables.US_ENTRY] == 21
    assert neutrals.rule_against_war(st, tables.CP, tables.BU) == "ditt.15.12h"
    _, s = play(id, "no", **here)
    assert s.state.allegiance[tables.BU] == tables.CP


@rule("ditt.15.12c", "ditt.15.12g")
def test_serbs_who_stand_in_greater_bulgaria_are_gone_before_others_go_home() -> None:
    _, s = play("1915.8.02", "yes", units={"sb-1": "2012", "ge-1": "2010 3"}, holds={"sb": ["2012"]})
    assert s.state.at[U["sb-1"]] == GONE and s.state.at[U["ge-1"]] > 0 and s.state.own[tables.BU] == places.GREATER_BULGARIA


@rule("ditt.15.12c", "ditt.7.4e", "ditt.6.3f", "ditt.6.3h", "ditt.10.1h")
def test_who_leaves_greater_bulgaria_goes_where_he_could_march() -> None:
    """French next to Gallipoli, which the Near East has room for or not, and next to a Russian hex."""

    def home(units: dict[str, str], holds: dict[str, list[str]]) -> Session[State]:
        s = asked("1915.8.02", units=units, holds=holds)
        s.take("yes")
        return s

    units, holds = {"fr-1": "1913 8"}, {"fr": ["1913", GALLIPOLI]}
    s = home(units, holds)
    assert texts(s) == [f"retreat {GALLIPOLI}"] and explained(s)
    s.take(f"retreat {GALLIPOLI}")
    assert s.state.divs[U["fr-1"]] == s.state.ne_limit[0] == 3
    s = home(units | {"fr-2": "0911 2"}, holds)
    assert texts(s) and rules_against(s, f"retreat {GALLIPOLI}") == {"ditt.6.3f"} and explained(s)
    s = home({"fr-1": "2013 8"}, {"fr": ["2013"], "rs": ["2113"]})
    assert texts(s) and rules_against(s, "retreat 2113") == {"ditt.10.1h", "ditt.10.1c"} and explained(s)


@rule("ditt.15.12c", "ditt.15.12e", "ditt.13.2b")
def test_russians_leave_greater_bulgaria_before_the_dice_bring_russia_down() -> None:
    units, holds = {"rs-1": "2013 3", "fr-1": "2012 3"}, {"rs": ["2013", "2014"], "fr": ["2012"]}
    s = asked("1915.8.02", units=units, holds=holds, entry={"rs": 66, "us": 30})
    s.take("yes")
    while s.decision is not None and texts(s)[0].startswith("retreat"):
        assert s.state.allegiance[tables.RS] == tables.EP and explained(s)
        s.take(texts(s)[0])
    assert s.state.flag("collapsed") and s.state.at[U["rs-1"]] == POOL and s.state.at[U["fr-1"]] > 0
    assert s.state.entry[tables.US_ENTRY] < 30


@rule("ditt.ev.1917.3.08")
def test_sixtus_takes_two_powers_out_of_the_war() -> None:
    _, s = play("1917.3.08", units={"ah-1": "2710 5", "it-2": "2708 5", "ge-1": "2710 4"}, entry={"us": 20})
    st = s.state
    assert st.allegiance[tables.AH] == st.allegiance[tables.IT] == tables.OUT and st.total(tables.AH) == st.total(tables.IT) == 0
    assert st.reserves[tables.GE] >= 4 and st.at[U["ge-1"]] == POOL and not places.COUNTRY["Austria-Hungary"] & ~st.closed


@rule("ditt.ev.1915.2.07", "ditt.ev.1918.7.02")
def test_montenegro_leaves_and_rises() -> None:
    _, s = play("1915.2.07", dice=(6,), units={"mt-1": "2208", "sb-1": "2208"})
    assert s.state.allegiance[tables.MT] == tables.NEUTRAL and s.state.stack(I["2208"]) == 1 << U["mt-1"]
    _, s = play("1915.2.07", dice=(5,), units={"mt-1": "2208"})
    assert s.state.allegiance[tables.MT] == tables.EP
    _, s = play("1918.7.02", units={"ah-6": "2208 1", "mt-1": "casualty"}, holds={"ah": ["2208"]})
    assert (
        s.state.allegiance[tables.MT] == tables.EP and s.state.at[U["mt-1"]] == I["2208"] and s.state.controls(tables.EP, I["2208"])
    )


@rule("ditt.ev.1918.5.02", "ditt.ev.1918.5.08", "ditt.ev.1918.6.08", "ditt.ev.1918.7.14", "ditt.ev.1918.8.05")
def test_surrenders_by_event() -> None:
    _, s = play("1918.5.02", "yes", dice=(2,), max={"ge": 50})
    assert s.state.surrendered >> tables.GE & 1 and s.state.max[tables.GE] == 65
    _, s = play("1918.5.02", "yes", dice=(3,), max={"ge": 50})
    assert not s.state.surrendered >> tables.GE & 1 and s.state.max[tables.GE] == 65
    _, s = play("1918.5.02", "no", max={"ge": 50})
    assert s.state.max[tables.GE] == 50
    for id, dice in (("1918.5.08", (6,)), ("1918.6.08", (6,)), ("1918.7.14", ())):
        _, s = play(id, dice=dice)
        assert s.state.surrendered >> tables.BU & 1
        if dice:
            _, s = play(id, dice=(5,))
            assert not s.state.surrendered >> tables.BU & 1
    _, s = play("1918.8.05")
    assert s.state.surrendered >> tables.AH & 1


@rule("ditt.ev.1915.6.02")
@pytest.mark.parametrize(
    ("ep", "cp", "rm", "bu"),
    [("rm", "bu", tables.EP, tables.CP), ("bu", "rm", tables.CP, tables.EP), ("rm", "rm", tables.NEUTRAL, tables.NEUTRAL)],
)
def test_the_fourth_balkan_war_is_named_in_secret(ep: str, cp: str, rm: int, bu: int) -> None:
    s = stage("ditt.ev.1915.6.02", {"entry": {"rm": 20, "bu": 20}}, dice=[2, 2, 6])[1]
    assert s.state.entry[tables.ENTRY.index("rm")] == s.state.entry[tables.ENTRY.index("bu")] == 22
    answer(s, f"name {ep}", f"name {cp}")
    assert (s.state.allegiance[tables.RM], s.state.allegiance[tables.BU]) == (rm, bu)
    s = stage("ditt.ev.1915.6.02", {"entry": {"rm": 20, "bu": 20}}, dice=[2, 2, 5])[1]
    assert s.decision is None


# -- the rest ---------------------------------------------------------------------------------------------------------------------


@rule("ditt.ev.1914.3.04", "ditt.11.3a", "ditt.11.3b")
def test_the_boers_rise() -> None:
    _, s = play("1914.3.04", dice=(5, 3), units={"br-exp": "transvaal 2"})
    st = s.state
    assert st.at[tables.BOER] == I["transvaal"] and st.factors(tables.BOER) == (8, 8, 8) and st.at[U["br-exp"]] == I["cape-colony"]
    assert st.controls(tables.CP, I["transvaal"])


@rule("ditt.ev.1914.5.03")
def test_japan_before_kiautschau() -> None:
    _, s = play("1914.5.03", dice=(5,))
    u = U["jp-exp"]
    assert s.state.at[u] == I["wei-hai-wei"] and not areas.area(s.state, u) & ~places.COLONIES
    _, s = play("1914.5.03", dice=(6,))
    assert areas.area(s.state, u) & ~places.COLONIES


@rule("ditt.ev.1914.6.05")
def test_the_christmas_truce() -> None:
    here = {"units": {"ge-1": "3307 3", "fr-1": "3306 3", "fr-2": "3206 2"}}
    _, s = play("1914.6.05", "point 3307", "point 3306", **here)
    assert s.state.truce == places.mask("3307", "3306") and s.state.flipped == 1 << U["ge-1"] | 1 << U["fr-1"]
    _, s = play("1914.6.05", "pass", **here)
    assert not s.state.truce


@rule("ditt.ev.1914.6.06")
def test_the_sanitary_commission() -> None:
    _, s = play("1914.6.06", units={"it-vii": "2007 3"})
    u = U["it-vii"]
    assert s.state.at[u] == I["2008"] and not passage.may_march(s.state, u)
    before, s = play("1914.6.06", units={"it-vii": "2007 3", "sb-1": "2008"})
    assert s.state.at[u] == I["2007"] and s.state.entry[tables.ENTRY.index("it")] == before.entry[tables.ENTRY.index("it")] - 3
    before, s = play("1914.6.06", units={"it-vii": "2007 3", "ah-6": "2008 2"})
    assert s.state.entry[tables.ENTRY.index("it")] == before.entry[tables.ENTRY.index("it")] + 3


@rule("ditt.ev.1914.2.07", "ditt.ev.1915.4.10", "ditt.ev.1914.1.06")
def test_a_chit_looked_at_is_the_next_one() -> None:
    from firestep.games.ditt.sequence import Draw

    for id, seat in (("1914.2.07", tables.EP), ("1915.4.10", tables.CP)):
        _, s = play(id, "yes", dice=(2,), cup=[3, 5, 6])
        assert s.state.peeked[seat] == 5 and not s.state.peeked[1 - seat]
        Draw(1).run(s)
        assert s.state.cup == 1 << 3 | 1 << 6 and s.state.peeked == [0, 0]
        _, s = play(id, "no", cup=[3, 5])
        assert s.state.peeked == [0, 0]


@rule("ditt.ev.1915.3.04")
def test_the_entente_names_the_four_coins_that_the_revolt_takes() -> None:
    west = places.COUNTRY["Süd-West Afrika"] & places.COLONIAL_COINS
    coins = places.numbers(west)
    assert len(coins) > 4
    _, s = play("1915.3.04", "yes", *(f"point {n}" for n in coins[-4:]))
    assert not s.state.forts & places.mask(*coins[-4:]) and s.state.forts & west == places.mask(*coins[:-4])
    assert s.state.at[U["sa-brigade"]] == GONE
    few = {"hexes": {"forts-destroyed": coins[3:]}}
    _, s = play("1915.3.04", "yes", **few)
    assert not s.state.forts & west and s.state.at[U["sa-brigade"]] == GONE


@rule("ditt.ev.1915.3.04", "ditt.ev.1915.3.05", "ditt.ev.1916.1.07", "ditt.ev.1917.8.02", "ditt.ev.1917.8.03")
def test_the_colonies() -> None:
    west = places.COUNTRY["Süd-West Afrika"] & places.COLONIAL_COINS
    before, s = play("1915.3.04", "yes")
    assert (before.forts & west).bit_count() - (s.state.forts & west).bit_count() == 4 and s.state.at[U["sa-brigade"]] == GONE
    before, s = play("1915.3.04", "no")
    assert s.state.forts == before.forts
    _, s = play("1915.3.05", dice=(6,))
    assert s.state.flag("senussi-sudan")
    _, s = play("1916.1.07", "point garua", dice=(6,))
    assert not s.state.forts >> I["garua"] & 1
    _, s = play("1916.1.07", "point garua", dice=(5,))
    assert s.state.forts >> I["garua"] & 1
    razed = {"hexes": {"forts-destroyed": ["tanga", "tabora"]}, "holds": {"br": ["tanga"]}, "units": {"br-exp": "tanga 1"}}
    _, s = play("1917.8.02", "yes", "point tabora", dice=(6,), **razed)
    assert s.state.fort_of[tables.CP] >> I["tabora"] & 1 and not s.state.forts >> I["tanga"] & 1
    razed = {
        "hexes": {"forts-destroyed": ["tanga", "tabora", "daressalam", "bismarckburg", "kondoa-irangi"]},
        "units": {"br-exp": "tanga 1"},
    }
    _, s = play("1917.8.03", "choose ost-afrika", **razed)
    assert all(s.state.fort_of[tables.CP] >> I[n] & 1 for n in ("tabora", "daressalam", "bismarckburg", "kondoa-irangi"))
    assert not s.state.forts >> I["tanga"] & 1


@rule("ditt.ev.1916.8.02", "ditt.ev.1917.4.12")
def test_the_emperor_dies() -> None:
    old = {"coins": {"cp-kaisertreu": 3}, "units": {"ah-tkj": "2614"}}
    for id, dice in (("1916.8.02", (4,)), ("1917.4.12", ())):
        _, s = play(id, dice=dice, **old)
        assert s.state.flag("emperor-dead") and s.state.at[U["ah-tkj"]] == GONE and not s.state.coins[tables.BOX["cp-kaisertreu"]]
    _, s = play("1916.8.02", dice=(5,), **old)
    assert not s.state.flag("emperor-dead") and s.state.coins[tables.BOX["cp-kaisertreu"]] == 3


@rule("ditt.ev.1918.1.03")
def test_the_aland_crisis() -> None:
    _, s = play("1918.1.03", dice=(6, 6), units={"sw-2": "3416"})
    assert s.state.at[U["sw-2"]] == I["3417"] and s.state.allegiance[tables.SW] == tables.CP
    _, s = play("1918.1.03", dice=(6, 5), units={"sw-2": "3416"})
    assert s.state.at[U["sw-2"]] == I["3417"] and s.state.allegiance[tables.SW] == tables.NEUTRAL


@rule("ditt.ev.1918.8.01")
def test_the_german_fleet_mutinies() -> None:
    _, s = play("1918.8.01", "lose ge-1 3", units={"ge-1": "3108 5"}, seas={"north": "parity"})
    assert s.state.divs[U["ge-1"]] == 2 and s.state.seas[tables.NORTH] == tables.EP_RULES


@rule("ditt.ev.1918.7.04", "ditt.ev.1916.5.04", "ditt.ev.1918.2.02", "ditt.ev.1918.6.11")
def test_rights_that_last() -> None:
    _, s = play(
        "1918.7.04", units={"fr-orient": "1910 3", "br-mef": "1910 3"}, allegiance={"tu": "central"}, holds={"fr": ["1910"]}
    )
    st = s.state
    assert st.beach.count(IN_HAND) in (1, 2)
    st.beach = [IN_HAND, st.beach[1] if st.beach[1] != IN_HAND else -1]
    lands = invasion.beaches(st, I["1910"], (U["fr-orient"],))
    assert lands and not lands & ~st.own[tables.TU] and not invasion.beaches(st, I["1910"], (U["br-mef"],))
    _, s = play("1916.5.04", entry={"us": 30})
    neutrals.declare_war(s, tables.EP, tables.SW)
    assert s.state.allegiance[tables.SW] == tables.CP and s.state.entry[tables.US_ENTRY] == 30
    _, s = play("1918.2.02", units={"ge-1": "2417 20", "ge-2": "2417 10"})
    s.state.collapse_turn = 1
    assert collapse.GarrisonCheck().run(s) == ()
    s.state.divs[U["ge-2"]] = 9
    assert collapse.GarrisonCheck().run(s)
    _, s = play("1918.6.11", units={"ah-1": "3108 9", "ah-3": "3108 11"})
    west = places.COUNTRY["France"]
    s.state.put(U["ah-3"], POOL)
    assert areas.area(s.state, U["ah-1"]) & west
    s.state.divs[U["ah-1"]] = 11
    assert not areas.area(s.state, U["ah-1"]) & west
    assert [u for u in bits(s.state.corps[tables.AH]) if s.state.at[u] > 0]


@rule("ditt.ev.1917.6.12", "ditt.ev.1918.3.02", "ditt.ev.1918.8.16")
@pytest.mark.parametrize("id", ["1917.6.12", "1918.3.02", "1918.8.16"])
def test_events_that_the_book_calls_without_effect(id: str) -> None:
    before, s = play(id)
    assert s.state.to_plain() == before.to_plain()
