"""What follows from single events, in positions that the rules brought about: where their units may go, what their dice move, and
whom they ask."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.dice import ScriptedDice
from firestep.engine.question import kept
from firestep.engine.session import Session
from firestep.engine.step import Step
from firestep.games.ditt import find, supply
from firestep.games.ditt.coins import pulse_coins
from firestep.games.ditt.combat import combat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE
from firestep.games.ditt.events import conditions, event_table, events
from firestep.games.ditt.logistics import deployment
from firestep.games.ditt.movement import areas
from firestep.games.ditt.nations import armenia, collapse, control, entry_markers, surrender
from firestep.games.ditt.state import BOX, CASUALTY, GONE, POOL, State
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.ditt import happening
from games.ditt.handing import (
    FIRST_TURN,
    Apply,
    Handed,
    NextWithout,
    Stop,
    before,
    bring,
    clear,
    enact,
    enter,
    happen,
    march,
    occur,
    plain,
    run,
    session,
    two_turns,
    words,
)
from games.ditt.positions import explained, fight, pulse, rules_against, scene
from games.ditt.test_events_leave_playable_units import conquered_roumania

I, U = places.INDEX, tables.UNIT


def ev(id: str) -> str:
    return f"ditt.ev.{id}"


def year(number: int) -> State:
    """A year in which Turkey is at war for the Central Powers and Italy for the Entente."""
    st = before(FIRST_TURN[number]).copy()
    return enact(st, {"allegiance": {"tu": "central", "it": "entente"}})


def after(st: State, id: str, *dice: int, answers: tuple[int, int] = (0, 0)) -> Handed:
    return happen(st, ev(id), dice or (3,), answers)


def asking(st: State, *agenda: Step[Session[State]], dice: tuple[int, ...] = (3,)) -> Session[State]:
    return session(st, ScriptedDice(dice * 60, first=st.rolls), *agenda)


def answered(s: Session[State], *wanted: str) -> Session[State]:
    """Give some answers in turn; other questions get the plainest answer."""
    left = list(wanted)
    while s.decision is not None and left:
        s.take(left.pop(0) if left[0] in words(s) else plain(s))
    assert not left, (left, words(s))
    return s


# -- the Revolution ---------------------------------------------------------------------------------------------------------


@rule("ditt.13.1c", ev("1916.1.08"))
def test_russians_in_germany_stop_only_what_advances_the_revolution() -> None:
    st = year(1916)
    march(st, U["rs-1"], I["3015"], 5)
    march(st, U["rs-2"], I["3014"], 5)
    assert conditions.holds(st, "russians-in-germany, has ep 2814")
    value = st.entry[tables.REVOLUTION]
    for chit, change in ((1, -3), (7, 0)):  # Warsaw holds; Protopopoff
        copy = st.copy()
        copy.turn = 8
        s = asking(copy, events.Chit(chit))
        while s.decision is not None:
            s.take(plain(s))
        assert s.state.entry[tables.REVOLUTION] - value == change, chit


# -- coins of the colonies --------------------------------------------------------------------------------------------------


@rule(ev("1917.8.02"), "ditt.11.1b")
def test_the_zeppelin_brings_a_coin_to_an_area_that_turned_british() -> None:
    st = year(1917)
    lost = places.mask("mora", "garua", "duala")
    for i in bits(lost & st.forts):
        run(st, Apply(lambda s, i=i: control.after_capture(s, i, tables.EP)))
    run(st, Apply(control.return_empty_colonies))
    assert not lost & (st.ctrl[tables.CP] | st.occ[tables.EP])
    s = answered(asking(st.copy(), events.Happen(ev("1917.8.02")), Stop(), dice=(6,)), "yes")
    assert {"point mora", "point garua", "point duala"} <= set(words(s))
    answered(s, "point duala")
    assert s.state.fort_of[tables.CP] & s.state.own[tables.GE] & places.mask("duala")
    run(s.state, Apply(control.return_empty_colonies))
    assert s.state.controls(tables.CP, I["duala"])


# -- whole stacks -----------------------------------------------------------------------------------------------------------


@rule(ev("1917.1.06"))
def test_faulty_intelligence_flips_the_whole_stack() -> None:
    st = year(1917)
    march(st, U["tu-ix"], I["1320"], 3)
    for unit in ("rs-1ca", "ar-1"):
        march(st, U[unit], I["1420"], 2)
    s = answered(asking(st, events.Happen(ev("1917.1.06"))), "point 1420")
    both = 1 << U["rs-1ca"] | 1 << U["ar-1"]
    assert s.state.flipped & both == both


# -- neutrals ---------------------------------------------------------------------------------------------------------------


@rule("ditt.15.3d", ev("1916.4.13"), ev("1914.3.09"))
def test_no_event_lets_the_entente_attack_a_neutral_once_america_is_at_war() -> None:
    st = year(1916)
    s = asking(st.copy(), events.Happen(ev("1916.4.13")))
    assert "yes" in words(s)
    run(st, Apply(lambda s: entry_markers.move_entry(s, tables.US_ENTRY, tables.IN_THE_WAR)))
    assert asking(st.copy(), events.Happen(ev("1916.4.13"))).decision is None
    first = enact(before(1).copy(), {})
    run(first, Apply(lambda s: entry_markers.move_entry(s, tables.US_ENTRY, tables.IN_THE_WAR)))
    s = asking(first, events.Happen(ev("1914.3.09")))
    assert "yes" not in words(s) and any(w.startswith("gain ge-") for w in words(s))


@rule("ditt.15.1f", ev("1915.6.05"), ev("1917.6.16"))
@pytest.mark.parametrize(("id", "unit"), [("1915.6.05", "it-alpini"), ("1917.6.16", "it-arditi")])
def test_the_entente_deploys_the_new_units_of_a_neutral_italy(id: str, unit: str) -> None:
    st = before(1).copy()
    assert st.allegiance[tables.IT] == tables.NEUTRAL
    s = asking(st, events.Happen(ev(id)))
    assert s.decision is not None and s.decision.seat == tables.EP
    assert {w.partition(" ")[0] for w in words(s)} == {"place"}
    assert not places.mask(*(w.partition(" ")[2] for w in words(s))) & ~(places.lands("Italy", "Libya") & ~places.DESERT)
    assert "place 2708" in words(s)


@rule("ditt.15.1f", "ditt.6.4g")
def test_an_army_of_a_neutral_italy_comes_back_from_the_reserve_box() -> None:
    st = next(st for k in range(9) if (st := before(2, k).copy()).allegiance[tables.IT] == tables.NEUTRAL)
    turns = two_turns(Handed("", asking(st, NextWithout(2))), [U["it-2"]])
    assert U["it-2"] in turns.lifted and U["it-2"] in turns.deployed and turns.end.at[U["it-2"]] > 0


# -- peace ------------------------------------------------------------------------------------------------------------------


@rule(ev("1917.3.08"), ev("1917.5.05"))
def test_the_baghdad_railway_runs_through_an_austria_at_peace() -> None:
    st = next(occur(ev("1917.3.08")))
    st = enact(st, {"allegiance": {"bu": "central", "tu": "central"}})
    for h in ("2311", "2310", "2210", "2111", "2011", "2012"):
        if not st.controls(tables.CP, I[h]):
            enter(st, tables.AH, I[h])
    assert conditions.baghdad_railway(st)
    h = after(st, "1917.3.08")
    assert h.after.state.allegiance[tables.AH] == tables.OUT and conditions.baghdad_railway(h.after.state)


@rule(ev("1917.3.08"), "ditt.14.1f", "ditt.14.1j")
def test_the_senussi_outlive_the_peace_of_italy_in_their_desert() -> None:
    st = next(occur(ev("1917.3.08")))
    run(st, Apply(lambda s: control.deploy(s, U["si-1"], I["1107"])))
    h = after(st, "1917.3.08")
    assert h.after.state.at[U["si-1"]] == I["1107"] and h.after.state.own[tables.IT] >> I["1107"] & 1
    turns = two_turns(h, [U["si-1"]])
    assert U["si-1"] in turns.moved and turns.sites[U["si-1"]] & places.COUNTRY["Libya"]
    area = areas.area(h.after.state, U["si-1"])
    assert places.COUNTRY["Libya"] | places.COUNTRY["Egypt"] == area & places.lands("Libya", "Egypt")
    assert not areas.area(h.after.state, U["br-exp"]) & places.COUNTRY["Libya"]
    s = asking(h.after.state, Apply(lambda s: control.enter(s, I["1207"], tables.SI)))
    assert not s.state.own[tables.SI] >> I["1207"] & 1  # N13


@rule("ditt.15.12c", "ditt.7.4g", "ditt.11.3a")
def test_ordered_retreats_flip_the_units() -> None:
    st = next(occur(ev("1915.8.02")))
    march(st, U["ge-8"], I["2009"], 3)
    s = answered(asking(st, events.Happen(ev("1915.8.02")), Stop()), "yes")
    while s.decision is not None and not isinstance(s.decision.step, Stop):
        s.take(plain(s))
    assert s.state.at[U["ge-8"]] > 0 and s.state.flipped >> U["ge-8"] & 1
    st = before(1).copy()
    march(st, U["br-exp"], places.TRANSVAAL, 2)
    h = after(st, "1914.3.04")
    assert h.after.state.at[U["br-exp"]] == places.CAPE and h.after.state.flipped >> U["br-exp"] & 1


@rule(ev("1918.7.01"), ev("1917.3.08"))
def test_powers_that_made_peace_are_left_alone() -> None:
    st = next(occur(ev("1917.3.08")))
    st = after(st, "1917.3.08").after.state
    assert st.allegiance[tables.AH] == tables.OUT and st.closed >> I["2810"] & 1
    for id in ("1918.7.01", "1916.6.13", "1917.5.11", "1917.5.10", "1917.2.01"):
        copy = st.copy()
        s = asking(copy, events.Happen(ev(id)))
        assert s.decision is None or s.decision.step.__class__.__name__ not in ("Gain", "Disband", "Raise"), id
        assert s.state.at[U["cz-legion"]] != I["2810"] and s.state.max[tables.IT] == s.state.max[tables.AH] == 0


@rule(ev("1918.8.05"), "ditt.12.2j")
def test_a_power_that_has_surrendered_does_not_surrender_again_by_an_event() -> None:
    st = next(occur(ev("1918.8.05")))
    run(st, surrender.Surrender(tables.AH, "ditt.12.1c"), dice=(3,))
    assert st.surrendered >> tables.AH & 1 and conditions.holds(st, event_table.EVENTS[ev("1918.8.05")].when)
    s = asking(st, events.Happen(ev("1918.8.05")))
    assert s.decision is None and keys(s)[-2:] == ["event", "nothing"]


@rule(ev("1918.7.02"))
def test_the_log_says_where_the_montenegrins_stand() -> None:
    st = next(occur(ev("1918.7.02")))
    s = asking(st, events.Happen(ev("1918.7.02")))
    while s.decision is not None:
        s.take(plain(s))
    told = [s.game.text(e) for e in s.journal]
    assert "Montenegro fights for the Entente, and its Army stands at Cettigné (2208)." in told


# -- Russia -----------------------------------------------------------------------------------------------------------------


@rule(ev("1918.5.07"), "ditt.13.2e")
def test_garrison_duty_ends_when_russia_is_back() -> None:
    st = year(1918)
    run(st, Apply(lambda s: entry_markers.move_entry(s, tables.REVOLUTION, tables.IN_THE_WAR)))
    st.turn += 2
    clear(st, tables.CP, places.GARRISON)
    assert collapse.garrison(st)[0] < collapse.GARRISON
    lost = asking(st.copy(), collapse.GarrisonCheck())
    assert lost.state.flag("forfeit")
    back = answered(asking(st.copy(), events.Happen(ev("1918.5.07")), Stop(), dice=(1,)), "reserves 50", "go")
    assert back.state.allegiance[tables.RS] == tables.EP
    again = asking(back.state, collapse.GarrisonCheck())
    assert not again.state.flag("forfeit")


@rule(ev("1918.5.07"))
def test_russia_returns_with_armies_of_any_size() -> None:
    st = year(1918)
    run(st, Apply(lambda s: entry_markers.move_entry(s, tables.REVOLUTION, tables.IN_THE_WAR)))
    s = asking(st, events.Happen(ev("1918.5.07")), Stop(), dice=(1,))
    places = [w for w in words(s) if w.startswith("place ")]
    for w in places[:9]:
        answered(s, w)
        assert words(s)[0] == "divs 1" and set(words(s)) >= {"divs 1", "divs 5"} and "divs 21" not in words(s)
        answered(s, "divs 5")
    answered(s, "reserves 5")
    assert [s.state.divs[u] for u in tables.ARMIES_OF[tables.RS] if s.state.at[u] > 0] == [5] * 9 and s.state.total(tables.RS) == 50


@rule(ev("1917.2.09"), "ditt.9.1a")
def test_russians_may_be_sent_to_france_long_after_the_event() -> None:
    st = next(occur(ev("1917.2.09")))
    h = after(st, "1917.2.09", answers=(0, 0))
    later = next(occur(ev("1917.2.09")))
    s = asking(later, events.Happen(ev("1917.2.09")), Stop())
    if "no" in words(s):
        s.take("no")
    (u,) = bits(s.state.expedition)
    s.state.reserves[tables.RS] = max(s.state.reserves[tables.RS], 4)
    s.state.frozen[tables.RS] = 0
    assert s.state.at[u] == POOL
    sites = deployment.where(s.state, u)
    assert sites and not sites & ~places.COUNTRY["France"]
    ours = asking(s.state, NextWithout(2))
    while ours.decision is not None and f"create {tables.UNITS[u]}" not in words(ours):
        ours.take(plain(ours))
    place = places.NUMBER[bits(deployment.where(ours.state, u))[0]]
    answered(ours, f"create {tables.UNITS[u]}", f"place {place}", "reserves 2")
    turns = two_turns(Handed("", ours))
    assert turns.end.at[u] == I[place] and u in turns.fed
    assert h.after.state.expedition


@rule("ditt.6.1i", "ditt.10.1c", ev("1917.2.09"))
def test_what_the_russians_retake_in_france_is_french() -> None:
    st = next(occur(ev("1917.2.09")))
    st = after(st, "1917.2.09").after.state
    (u,) = bits(st.expedition)
    enter(st, tables.GE, I["3206"])
    run(st, Apply(lambda s: control.enter(s, I["3206"], areas.acting_nation(s.state, u))))
    assert st.own[tables.FR] >> I["3206"] & 1
    assert not areas.rivalry(st, tables.BR) & places.COUNTRY["France"]


@rule("ditt.9.4f", "ditt.15.5b", ev("1917.8.14"))
def test_finns_who_starved_do_not_return_in_their_civil_war() -> None:
    st = year(1917)
    run(st, Apply(lambda s: supply.perish(s, 1 << U["fi-1"], "ditt.9.4d")))
    run(st, Apply(lambda s: entry_markers.move_entry(s, tables.REVOLUTION, tables.IN_THE_WAR)))
    march(st, U["ge-1"], I["3418"], 1)
    now = after(st, "1917.8.14", 4).after.state
    assert now.allegiance[tables.FI] == tables.CP and now.at[U["fi-1"]] == GONE and now.at[U["fi-2"]] > 0


@rule("ditt.12.3a", "ditt.16.1c")
def test_reds_rise_in_no_land_that_was_russian_when_the_war_began() -> None:
    st = year(1917)
    enter(st, tables.TU, I["1322"])
    s = asking(st, surrender.PlaceReds(tables.TU, tables.EP, 2))
    assert "reds 1217" in words(s) and "reds 1322" not in words(s)
    assert {r.rule for r in s.why_not("reds 1322")} == {"ditt.12.3a"}


@rule("ditt.13.3i")
def test_the_entente_chooses_where_the_last_armenians_rise() -> None:
    st = year(1915)
    for h in ("1020", "1216", "1319", "1417"):
        enter(st, tables.RS, I[h])
    while len(armenia.raisable(st)) > 1:
        march(st, armenia.raisable(st)[0], I["1222"], 0)
    s = asking(st, Apply(lambda s: entry_markers.move_entry(s, tables.REVOLUTION, tables.IN_THE_WAR)))
    while s.decision is not None and type(s.decision.step).__name__ != "RaiseArmenians":
        s.take(plain(s))
    assert {"place 1020", "place 1319"} <= set(words(s))
    (u,) = armenia.raisable(s.state)
    s.take("place 1319")
    assert s.state.at[u] == I["1319"] and s.state.recruited >> I["1319"] & 1


# -- where units may be -----------------------------------------------------------------------------------------------------


@rule("ditt.6.3d", ev("1917.6.05"), ev("1917.8.13"), ev("1917.1.08"))
@pytest.mark.parametrize(("id", "die"), [("1917.6.05", 6), ("1917.8.13", 3), ("1917.1.08", 3), ("1917.7.02", 6)])
def test_minor_forces_join_no_army_in_the_near_east(id: str, die: int) -> None:
    st = year(1917)
    march(st, U["fr-orient"], I["0814"], 2)
    s = asking(st, events.Happen(ev(id)), dice=(die,))
    if words(s) == ["choose french", "choose italian"]:
        s.take("choose french")
    found = places.mask(*(w.partition(" ")[2] for w in words(s) if w.startswith("place ")))
    assert found and not found & areas.near_east(s.state)


@rule(ev("1917.6.05"), ev("1917.4.08"))
@pytest.mark.parametrize(("id", "unit", "army"), [("1917.6.05", "cn-wpa", "br-exp"), ("1917.4.08", "pl-ep", "fr-9")])
def test_units_may_come_to_an_army_in_a_colony_and_leave_it_again(id: str, unit: str, army: str) -> None:
    """E46."""
    st = year(1917)
    enter(st, tables.GE, I["2814"])
    march(st, U[army], I["nigeria"], 2)
    s = answered(asking(st, events.Happen(ev(id)), NextWithout(2), dice=(6,)), "place nigeria")
    turns = two_turns(Handed("", s), [U[unit]])
    assert U[unit] in turns.lifted and turns.sites[U[unit]] & ~places.COLONIES


@rule("ditt.6.2g", ev("1915.6.05"), ev("1917.6.16"), ev("1917.8.16"))
@pytest.mark.parametrize(("id", "die"), [("1915.6.05", 3), ("1917.6.16", 3), ("1917.8.16", 3)])
def test_events_put_nobody_into_the_desert_who_may_not_be_there(id: str, die: int) -> None:
    s = asking(year(int(id[:4])), events.Happen(ev(id)), dice=(die,))
    found = places.mask(*(w.partition(" ")[2] for w in words(s) if w.startswith("place ")))
    assert found and not found & places.DESERT


@rule(ev("1914.5.03"), "ditt.16.4b")
@pytest.mark.parametrize(("die", "europe"), [(3, False), (6, True)])
def test_the_japanese_stay_on_the_coast_of_china(die: int, europe: bool) -> None:
    h = after(before(1).copy(), "1914.5.03", die)
    u = U["jp-exp"]
    coast = places.mask("wei-hai-wei", "kiautschau")
    turns = two_turns(h, [u])
    assert turns.sites[u] & places.COLONIES == turns.sites[u] & coast != 0
    assert bool(turns.sites[u] & ~places.COLONIES) == europe
    assert areas.area(h.after.state, u) & places.COLONIES == coast


@rule(ev("1915.3.05"), "ditt.14.1g")
@pytest.mark.parametrize(("die", "open"), [(6, True), (5, False)])
def test_the_senussi_may_appear_in_darfur_after_frobenius(die: int, open: bool) -> None:
    st = year(1915)
    st = after(st, "1915.3.05", die).after.state
    u = U["si-1"]
    run(st, Apply(lambda s: control.lose(s, u, 1)))
    assert st.at[u] == CASUALTY
    assert bool(deployment.where(st, u) & areas.DARFUR) == open
    if open:
        run(st, Apply(lambda s: control.deploy(s, u, I["0109"])))
        turns = two_turns(Handed("", asking(st, NextWithout(2))))
        assert u in turns.lifted and turns.end.at[u] == I["0109"]


@rule(ev("1917.8.09"))
def test_the_tereks_return_in_the_four_lands_only() -> None:
    h = next(h for st in occur(ev("1917.8.09")) if "co-terek" in (h := after(st, "1917.8.09", 3)).units)
    st = h.after.state
    run(st, Apply(lambda s: control.lose(s, tables.TEREK, 1)))
    lands = places.lands("Armenia", "Mesopotamia", "North Persia", "South Persia", "Turkish Arabia")
    sites = deployment.where(st, tables.TEREK)
    assert sites and not sites & ~(lands & st.ctrl[tables.EP])


@rule("ditt.6.3i", ev("1917.7.05"))
def test_the_roumanians_in_exile_do_not_count_against_the_british_in_the_near_east() -> None:
    st = next(occur(ev("1917.7.05")))
    clear(st, tables.EP, find.places_of(st, st.corps[tables.RM] & st.afield))
    room = areas.near_east_room(st, tables.BR)
    h = after(st, "1917.7.05", 6)
    (unit,) = h.units
    assert h.after.state.serves[U[unit]] == tables.BR and areas.near_east_room(h.after.state, tables.BR) == room


@rule(ev("1917.7.05"), ev("1917.8.09"), ev("1918.6.02"))
def test_units_that_come_with_somebody_stay_away_if_nobody_is_there() -> None:
    st = next(occur(ev("1917.7.05")))
    clear(st, tables.EP, find.places_of(st, st.corps[tables.RM] & st.afield))
    clear(st, tables.EP, areas.near_east(st))
    h = after(st, "1917.7.05", 6)
    assert not h.units and not h.boxed and h.after.state.serves[U["rm-1"]] == tables.RM
    st = year(1917)
    run(st, Apply(lambda s: entry_markers.move_entry(s, tables.REVOLUTION, tables.IN_THE_WAR)))
    clear(st, tables.EP, places.lands(*deployment.RETURNS[tables.TEREK][1:]))
    clear(st, tables.CP, places.COUNTRY["Ukraine"])
    assert asking(st.copy(), events.Happen(ev("1917.8.09"))).decision is None
    h = after(st, "1918.6.02", 6)
    assert h.after.state.at[U["co-don"]] == POOL and h.after.state.serves[U["co-don"]] == tables.RS


@rule(ev("1918.8.07"), "ditt.5.1f")
def test_the_entente_chooses_where_the_roumanians_rise_again() -> None:
    for st in occur(ev("1918.8.07")):
        conquered_roumania(st)
        march(st, U["br-mef"], I["2010"], 5)
        march(st, U["br-1"], I["1910"], 5)
        if after(st.copy(), "1918.8.07").units:
            break
    s = asking(st, events.Happen(ev("1918.8.07")), Stop())
    offered = words(s)
    assert len(offered) > 4 and s.decision is not None and s.decision.seat == tables.EP
    answered(s, offered[-1])
    assert offered[-1] not in words(s)  # two stars
    answered(s, words(s)[0])


@rule(ev("1917.7.02"))
def test_the_entente_chooses_whom_the_brazilians_serve() -> None:
    for choice, nation in (("french", tables.FR), ("italian", tables.IT)):
        s = asking(year(1917), events.Happen(ev("1917.7.02")), dice=(6,))
        answered(s, f"choose {choice}")
        mates = places.mask(*(w.partition(" ")[2] for w in words(s)))
        assert mates and not mates & ~s.state.of[nation]
        s.take(words(s)[0])
        assert s.state.serves[U["bz-exp"]] == nation


# -- Divs -------------------------------------------------------------------------------------------------------------------


@rule("ditt.6.3l", "ditt.6.3g", "ditt.3.0q", ev("1914.4.10"))
def test_new_divs_keep_to_the_limits_of_the_near_east() -> None:
    st = year(1916)
    clear(st, tables.EP, find.places_of(st, st.corps[tables.RS] & st.afield) & areas.near_east(st))
    march(st, U["rs-1ca"], I["1420"], 19)
    room = areas.near_east_room(st, tables.RS)
    st.divs[U["rs-1ca"]] = min(tables.MOST_DIVS - 1, 19 + room)
    room = areas.near_east_room(st, tables.RS)
    assert room < 6
    s = asking(st, events.Happen(ev("1916.3.11")), dice=(6,))
    gains = [int(w.split(" ")[2]) for w in words(s) if w.startswith("gain rs-1ca ")]
    assert max(gains, default=0) <= room
    st = year(1916)
    march(st, U["ge-8"], I["1020"], 3)
    st.ne_limit[1] = 3
    s = asking(st, events.Happen(ev("1914.4.10")), dice=(3,))
    assert any(w.startswith("gain ge-") for w in words(s)) and not any(w.startswith("gain ge-8 ") for w in words(s))
    assert {r.rule for r in s.why_not("gain ge-8 1")} == {"ditt.6.3g"}


@rule("ditt.4.2b", ev("1914.4.10"))
def test_what_full_armies_cannot_take_of_the_landwehr_goes_to_reserves() -> None:
    st = before(1).copy()
    for u in bits(find.units(st, "ge") & tables.ARMY_MASK):
        run(st, Apply(lambda s, u=u: control.gain(s.state, u, 20) and None))
    st.divs[U["ge-1"]] = 18
    was = st.reserves[tables.GE]
    s = answered(asking(st.copy(), events.Happen(ev("1914.4.10"))), "gain ge-1 2", "done")
    assert s.decision is None and s.state.reserves[tables.GE] == was + 4
    clear(st, tables.CP, find.places_of(st, find.units(st, "ge")))
    s = answered(asking(st, events.Happen(ev("1914.4.10"))), "done")
    assert s.decision is None and s.state.reserves[tables.GE] == was and keys(s)[-1] == "nothing"


@rule("ditt.3.0p", "ditt.15.2a", ev("1915.4.09"), ev("1917.7.08"))
def test_the_central_powers_name_the_lost_divs_of_a_neutral_turkey() -> None:
    st = before(1).copy()
    assert st.allegiance[tables.TU] == tables.NEUTRAL and st.at[U["br-mef"]] == I["0321"]
    s = asking(st.copy(), events.Happen(ev("1915.4.09")))
    assert s.decision is not None and s.decision.seat == tables.CP and "lose tu-i 3" in words(s)
    march(st, U["tu-xiii"], I["0421"], 2)
    s = answered(asking(st, events.Happen(ev("1917.7.08"))), "point tu-xiii")
    assert s.decision is not None and s.decision.seat == tables.CP and "lose tu-xiii 1" in words(s)


@rule(ev("1917.6.13"), "ditt.4.2b")
def test_the_div_of_corfu_goes_to_reserves_from_a_full_army() -> None:
    st = year(1917)
    clear(st, tables.EP, find.places_of(st, st.corps[tables.FR] & st.afield) & ~places.COUNTRY["France"])
    march(st, U["fr-orient"], I["1808"], 20)
    was = st.max[tables.FR], st.reserves[tables.FR]
    s = answered(asking(st, events.Happen(ev("1917.6.13"))), "point fr-orient")
    assert (s.state.max[tables.FR], s.state.reserves[tables.FR], s.state.divs[U["fr-orient"]]) == (was[0] + 1, was[1] + 1, 20)


@rule(ev("1914.4.05"))
def test_the_entente_knows_the_die_before_it_names_the_army() -> None:
    st = before(1).copy()
    march(st, U["ge-1"], I["3307"], 6)
    march(st, U["fr-5"], I["3306"], 6)
    s = asking(st, events.Happen(ev("1914.4.05")), dice=(4,))
    assert [k for k in keys(s) if k == "event-roll"] and "point ge-1" in words(s)
    answered(s, "point ge-1", "lose ge-1 4")
    assert s.state.divs[U["ge-1"]] == 2


# -- Armenians --------------------------------------------------------------------------------------------------------------


@rule("ditt.14.2a", ev("1915.6.04"), ev("1915.5.08"), ev("1915.3.02"))
@pytest.mark.parametrize(("id", "die"), [("1915.6.04", 3), ("1915.5.08", 6), ("1915.3.02", 3)])
def test_events_bring_no_armenian_army_out_of_the_casualty_box(id: str, die: int) -> None:
    st = next(occur(ev(id)))
    enter(st, tables.RS, I["1222"])
    first = tables.UNITS_OF[tables.AR][0]
    for u in tables.UNITS_OF[tables.AR]:
        if st.at[u] <= 0 and u != tables.AAV:
            march(st, u, I["1222"], 0)
    run(st, Apply(lambda s: control.lose(s, first, 1)))
    assert st.at[first] == CASUALTY
    h = after(st, id, die)
    assert h.after.state.at[first] == CASUALTY and not set(h.units) & {tables.UNITS[u] for u in tables.UNITS_OF[tables.AR]}


@rule(ev("1918.4.07"))
def test_the_treaty_does_not_need_the_marker_of_erivan() -> None:
    st = next(occur(ev("1918.4.07")))
    st.centres &= ~places.mask("1222")
    assert conditions.holds(st, "call last-centre")


@rule(ev("1918.4.07"))
def test_armenia_at_peace_cannot_be_ordered() -> None:
    h = after(next(occur(ev("1918.4.07"))), "1918.4.07")
    st = h.after.state
    (u,) = [u for u in tables.UNITS_OF[tables.AR] if st.at[u] > 0]
    turns = two_turns(h)
    assert st.at[u] == turns.end.at[u] == I["1222"] and u not in turns.moved | turns.lifted


@rule(ev("1916.5.09"), "ditt.10.4b")
def test_macedonia_is_greek_for_all_purposes() -> None:
    st = next(occur(ev("1916.5.09")))
    st = after(st, "1916.5.09").after.state
    run(st, Apply(lambda s: control.join(s, tables.GK, tables.EP)))
    u = tables.UNITS_OF[tables.GK][0]
    run(st, Apply(lambda s: control.lose(s, u, 1)))
    assert (
        deployment.where(st, u) & places.COUNTRY["Macedonia"]
        == places.COUNTRY["Macedonia"] & st.ctrl[tables.EP] & ~st.occ[tables.CP]
        != 0
    )


@rule(ev("1918.1.03"))
def test_the_aland_islands_are_swedish_when_the_swedes_are_there() -> None:
    h = next(h for st in occur(ev("1918.1.03")) if "sw-2" in (h := after(st, "1918.1.03", 6)).units)
    assert h.after.state.own[tables.SW] >> places.ALAND & 1
    assert BOX not in {h.after.state.at[u] for u in tables.UNITS_OF[tables.SW]}


@rule(ev("1914.6.06"))
def test_any_italian_army_at_bari_goes_to_valona_and_stays_there() -> None:
    st = next(st for k in range(9) if (st := before(2, k).copy()).allegiance[tables.IT] == tables.NEUTRAL)
    run(st, Apply(lambda s: control.lose(s, U["it-vii"], tables.MOST_DIVS)))
    march(st, U["it-2"], places.BARI, 3)
    turns = two_turns(h := after(st, "1914.6.06"))
    assert h.units == ("it-2",) and turns.end.at[U["it-2"]] == places.VALONA
    assert U["it-2"] not in turns.moved | turns.lifted


def test_finns_are_not_called_russians() -> None:
    assert tables.unit_title(U["fi-1"]) == "1st Finnish Jägers" and tables.unit_title(U["rs-1"]).startswith("Russian ")


def turks_from_erivan(steps: int) -> str:
    """A hex of Turkish land at so many steps from Erivan (1222)."""
    layer = places.ways(0).layers(1 << I["1222"], places.LAND)[steps] & places.lands("Armenia", "Ottoman Turkey", "Turkish Arabia")
    return places.numbers(layer)[0]


@rule("ditt.ev.1918.4.07")
def test_armenia_makes_peace_with_turks_three_hexes_off() -> None:
    for steps, near in ((3, True), (4, False)):
        units = {"tu-i": f"{turks_from_erivan(steps)} 5", "ar-1": "1222"}
        s = bring(pulse("entente", turn=17, allegiance={"tu": "central"}, units=units, holds={"ar": ["1222"]}), "collapsed")
        assert conditions.last_centre(s.state) == near, steps


def test_the_pan_turanian_army_is_found_three_hexes_off() -> None:
    for steps, near in ((3, True), (4, False)):
        place = turks_from_erivan(steps)
        units = {"tu-i": f"{place} 5", "rs-4ca": "1222 2"}
        s = pulse("entente", turn=5, allegiance={"tu": "central"}, units=units, coins={"ep-pan-turanian-army": 1})
        assert kept(pulse_coins.SPOTS[pulse_coins.TURAN](s.state), PLACE.all) == (1 << I[place] if near else 0), steps


@rule("ditt.ev.1918.8.07", "ditt.9.4f")
def test_the_army_of_the_danube_wakes_no_dead() -> None:
    """Who was lost for good, out of supply or in the civil war of 1914, does not come back with the others (E22)."""
    home = places.numbers(places.HOME[tables.RM])
    units = {"rm-1": "gone", "rm-2": "casualty", "rm-3": "pool", "br-1": "2010 5"}
    holds = {"ge": home, "br": ["2010"]}
    _, s = happening.play("1918.8.07", allegiance={"rm": "entente"}, units=units, holds=holds)
    back = {u for u in ("rm-1", "rm-2", "rm-3") if s.state.at[U[u]] > 0}
    assert back == {"rm-2", "rm-3"} and s.state.at[U["rm-1"]] == GONE


@rule("ditt.ev.1917.2.09", "ditt.10.1c")
def test_the_russians_in_france_do_not_close_it() -> None:
    s = pulse("entente", turn=15, units={"rs-2": "3204 2"}, holds={"fr": ["3204"]})
    assert areas.rivalry(s.state, tables.FR) & places.COUNTRY["France"] == places.COUNTRY["France"]
    st = after(next(occur(ev("1917.2.09"))), "1917.2.09").after.state
    (u,) = bits(st.expedition)
    assert places.COUNTRY["France"] >> st.at[u] & 1 and not areas.rivalry(st, tables.FR) & places.COUNTRY["France"]


@rule("ditt.ev.1918.6.11")
def test_one_austrian_army_goes_west() -> None:
    s = pulse("central", turn=18, units={"ah-1": "2908 5", "ah-2": "2809 5", "ah-3": "2709 11"}, flags=["goiginger"])
    west = 1 << I["3106"]
    assert areas.area(s.state, U["ah-1"]) & west
    assert not areas.area(s.state, U["ah-2"]) & west, "another is there"
    assert not areas.area(s.state, U["ah-3"]) & west, "eleven Divs"


@rule("ditt.ev.1918.6.11", "ditt.4.2b")
def test_goigingers_army_is_one_and_has_ten_divs_at_most_whatever_brings_them() -> None:
    """Two Armies do not march there together; one that is formed or fed there stays at ten."""
    flags = ["goiginger"]
    s = pulse("central", turn=18, units={"ah-1": "2809 4", "ah-2": "2809 4"}, flags=flags, reserves={"ah": 9}, frozen={"ah": 0})
    play(s, "stack 2809")
    assert "step 2709" in texts(s) and rules_against(s, "step 2909") == {"ditt.ev.1918.6.11"} and explained(s)
    play(s, "leave ah-2", "step 2909", "halt", "pass", "reinforce ah-1")
    assert texts(s) == sorted(f"divs {k}" for k in range(1, 7)) and rules_against(s, "divs 7") == {"ditt.ev.1918.6.11"}
    assert explained(s)
    s = scene(turn=18, phase=2, side="central", step=1, clear=True, units={"ah-1": "2809 20"}, flags=flags, reserves={"ah": 20})
    play(s, "create ah-2", "place 2908")
    assert "reserves 10" in texts(s) and rules_against(s, "reserves 11") == {"ditt.ev.1918.6.11"} and explained(s)
    s = scene(turn=18, phase=2, side="central", step=3, clear=True, units={"ah-2": "2908 3"}, flags=flags, reserves={"ah": 20})
    play(s, "feed ah-2")
    assert texts(s) == [f"divs {k}" for k in range(1, 8)] and rules_against(s, "divs 8") == {"ditt.ev.1918.6.11"} and explained(s)
    s = scene(turn=18, phase=2, side="central", step=3, clear=True, units={"ah-2": "2908 10"}, flags=flags, reserves={"ah": 20})
    assert rules_against(s, "feed ah-2") == {"ditt.ev.1918.6.11"} and explained(s)


@rule("ditt.ev.1916.5.03", "ditt.8.5b")
def test_flipped_germans_beside_an_entrenched_ally_hold_the_hindenburg_line() -> None:
    tables: dict[str, Any] = {"turn": 16, "flags": ["hindenburg"], "units": {"fr-1": "3107 9", "ge-1": "3108 5", "ah-1": "3108 5"}}
    s = pulse("entente", marks={"flipped": ["ge-1"]}, **tables)
    assert combat.largest_cut(s.state, fight(s, "3108", "fr-1")) == 50
    s = pulse("entente", marks={"flipped": ["ge-1", "ah-1"]}, **tables)
    assert combat.largest_cut(s.state, fight(s, "3108", "fr-1")) == 40
