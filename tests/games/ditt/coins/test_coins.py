"""Special Events: coins are offered at their moment, spent on use, and do what their box says (ditt.3.0i to ditt.3.0n, errata)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.ditt.coins import coins, pulse_coins
from firestep.games.ditt.combat import combat, entrenchment
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import event_table, events
from firestep.games.ditt.state import CASUALTY, Fight, State
from firestep.testing import play, position, rule, session_at, texts
from games.ditt.happening import answer, stage
from games.ditt.positions import pulse, rules_against

U, I = tables.UNIT, places.INDEX
WEST, EAST, SERBIA = ("ge-1 3108", "fr-1 3107"), ("ge-8 3015", "rs-1 3016"), ("ah-6 2410", "sb-1 2310")
CAUCASUS, SINAI, ITALY = ("tu-ix 1320", "rs-1ca 1420"), ("tu-viii 0813", "br-eef 0812"), ("ah-1 2709", "it-2 2708")
FLANDERS = ("ge-1 3307", "br-1 3306")
#: a combat in which each box can be played (attacker first), and one in which it cannot
FIGHTS: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "cp-krupp": (WEST, SERBIA),
    "cp-kaisertreu": (SERBIA, WEST),
    "cp-mustapha-kemal": (CAUCASUS[::-1], CAUCASUS),
    "cp-gas": (WEST, WEST[::-1]),
    "cp-mackensen": (EAST, WEST),
    "cp-flammenwerfer": (WEST, SERBIA),
    "cp-deutschland-uber-allah": (CAUCASUS, WEST),
    "cp-place-of-execution": (WEST, FLANDERS),
    "cp-haig": (FLANDERS[::-1], WEST[::-1]),
    "cp-creeping-barrage": (WEST, CAUCASUS),
    "cp-von-below": (("ge-1 2709", "it-2 2708"), WEST),
    "cp-alpenkorps": (ITALY, CAUCASUS),
    "cp-bruchmuller": (WEST, SERBIA),
    "cp-stosstruppen": (WEST, SERBIA),
    "cp-arz-von-straussenberg": (ITALY, WEST),
    "cp-kaiserschlacht": (WEST, EAST),
    "cp-achtung-panzer": (WEST, SERBIA),
    "ep-smith-dorrien": (FLANDERS, WEST),
    "ep-plehve": (EAST, CAUCASUS),
    "ep-yudenich": (CAUCASUS[::-1], EAST[::-1]),
    "ep-gas": (WEST[::-1], WEST),
    "ep-offensive-a-l-outrance": (WEST[::-1], FLANDERS[::-1]),
    "ep-on-ne-passe-pas": (WEST, FLANDERS),
    "ep-brusilov": (EAST[::-1], WEST[::-1]),
    "ep-creeping-barrage": (WEST[::-1], EAST[::-1]),
    "ep-rfc-5th-wing": (SINAI[::-1], FLANDERS[::-1]),
    "ep-nivelle": (WEST[::-1], FLANDERS[::-1]),
    "ep-mine-attacks": (FLANDERS[::-1], WEST[::-1]),
    "ep-flamethrowers": (WEST[::-1], EAST[::-1]),
    "ep-tanks": (WEST[::-1], SINAI[::-1]),
    "ep-allenby": (SINAI[::-1], FLANDERS[::-1]),
    "ep-looting": (WEST, EAST),
    "ep-backs-to-the-wall": (FLANDERS, WEST),
}
COMBAT = [k for k, b in enumerate(coins.BOXES) if b.moment != "pulse" and tables.BOXES[k] != "cp-von-walter"]


def battle(pair: tuple[str, str], box: str, **more: Any) -> tuple[Session[State], Fight]:
    """An open combat of late 1917, in which both sides dig in."""
    (one, here), (two, there) = (w.split(" ") for w in pair)
    side = "central" if box.startswith("cp") else "entente"
    units = {one: f"{here} 10", two: f"{there} 10"} | more.pop("units", {})
    s = pulse(
        side,
        turn=16,
        units=units,
        allegiance={"tu": "central", "it": "entente"},
        coins=dict.fromkeys(tables.BOXES, 0) | {box: 3},
        **more,
    )
    fight = Fight(s.state.side(U[one]), I[there], I[here], (U[one],))
    s.state.fight = fight
    return s, fight


def offered(s: Session[State], box: str) -> bool:
    side = tables.BOX_SIDE[tables.BOX[box]]
    return ("coin", box) in combat.Offer(coins.BOXES[tables.BOX[box]].moment, side, 0).actions(s)


@rule("ditt.3.0j", "ditt.3.0k", "ditt.3.0l", "ditt.3.0m")
@pytest.mark.parametrize("box", [tables.BOXES[k] for k in COMBAT])
def test_a_coin_of_combat(box: str) -> None:
    good, bad = FIGHTS[box]
    s, _ = battle(bad, box)
    if box not in ("cp-gas", "ep-gas"):
        assert not offered(s, box)
    s, fight = battle(good, box)
    k, side = tables.BOX[box], tables.BOX_SIDE[tables.BOX[box]]
    assert offered(s, box)
    attacker = fight.side == side
    before = combat.firepower(s.state, fight, attacker), sum(m.value for m in combat.firepower_parts(s.state, fight, attacker))
    coins.play(s, side, ("coin", box))
    now = s.state.fight
    assert now is not None and s.state.coins[k] == 2 and k in now.plays
    text = coins.BOXES[k].text
    plus = now.bonus[0 if attacker else 1]
    if box == "cp-krupp":
        assert plus == 10  # a Fort defends here
    elif (said := re.search(r"(\d+) Firepower", text)) and "-gas" not in box:
        assert plus == int(said[1])
    elif box not in ("cp-gas", "ep-gas"):
        assert plus == 0
    assert now.breach == ("ignores trenches" in text or "ignores them" in text)
    assert now.smooth == bool(re.search(r"ignores (trenches and )?terrain", text))
    assert now.hold == ("need not retreat" in text and (not attacker) or box == "ep-looting")
    if plus:
        assert combat.firepower(s.state, now, attacker) > before[0]
    s.state.coins[k] = 0
    assert not offered(s, box)
    limit = coins.BOXES[k].limit
    s.state.coins[k] = 5
    assert offered(s, box) == (limit != 1)


@rule("ditt.gas.a", "ditt.gas.b")
@pytest.mark.parametrize(
    ("box", "pair", "values"), [("cp-gas", WEST, [25, 20, 15, 10, 5]), ("ep-gas", WEST[::-1], [20, 15, 10, 5, 0])]
)
def test_gas_wears_off(box: str, pair: tuple[str, str], values: list[int]) -> None:
    got = []
    s, fight = battle(pair, box)
    s.state.coins[tables.BOX[box]] = 5
    for _ in values:
        s.state.fight = fight
        coins.play(s, tables.BOX_SIDE[tables.BOX[box]], ("coin", box))
        assert s.state.fight is not None
        got.append(s.state.fight.bonus[0])
    assert got == values


@rule("ditt.3.0n")
def test_haig_comes_after_the_dice() -> None:
    s, fight = battle(FIGHTS["cp-haig"][0], "cp-haig")
    assert combat.Offer("before", tables.CP, 0).actions(s) == [("pass",)]
    s.state.fight = Fight(fight.side, fight.hex, fight.origin, fight.units, hits=(20, 10))
    coins.play(s, tables.CP, ("coin", "cp-haig"))
    assert s.state.fight.hits == (20, 25)


def test_von_walter_stops_the_tanks() -> None:
    s, _ = battle(WEST[::-1], "ep-tanks")
    s.state.coins[tables.BOX["cp-von-walter"]] = 1
    assert not offered(s, "cp-von-walter")
    coins.play(s, tables.EP, ("coin", "ep-tanks"))
    coins.play(s, tables.EP, ("coin", "ep-tanks"))
    assert not offered(s, "ep-tanks") and offered(s, "cp-von-walter")
    coins.play(s, tables.CP, ("coin", "cp-von-walter"))
    assert s.state.fight is not None and s.state.fight.bonus == (0, 0) and not s.state.fight.breach


@rule("ditt.err.s")
def test_the_price_of_the_kaiserschlacht() -> None:
    s, _ = battle(WEST, "cp-kaiserschlacht")
    assert entrenchment.entrenched(s.state, 1 << U["ge-1"])
    coins.play(s, tables.CP, ("coin", "cp-kaiserschlacht"))
    assert not entrenchment.entrenched(s.state, 1 << U["ge-1"])


@rule("ditt.err.q", "ditt.err.r")
def test_nivelle() -> None:
    s, fight = battle(WEST[::-1], "ep-nivelle")
    coins.play(s, tables.EP, ("coin", "ep-nivelle"))
    s.state.seize(fight.hex, tables.FR)
    coins.end_of_turn(s)
    assert s.state.coins[tables.BOX["ep-nivelle"]] == 3 and not s.state.flag("nivelle-failed")
    s, fight = battle(WEST[::-1], "ep-nivelle")
    full = combat.firepower_parts(s.state, fight, True)[0].value
    coins.play(s, tables.EP, ("coin", "ep-nivelle"))
    coins.end_of_turn(s)
    assert s.state.coins[tables.BOX["ep-nivelle"]] == 2 and s.state.flag("nivelle-failed")
    assert combat.firepower_parts(s.state, fight, True)[0].value == (full + 1) // 2
    s, fight = battle(WEST[::-1], "ep-nivelle", units={"us-1": "3107 3"}, flags=["nivelle-failed"])
    both = Fight(fight.side, fight.hex, fight.origin, (*fight.units, U["us-1"]))
    assert combat.firepower_parts(s.state, both, True)[0].value == full


# -- coins of a pulse ------------------------------------------------------------------------------------------------------


def at_pulse(box: str, *, dice: list[int] | None = None, turn: int = 5, **setting: Any) -> Session[State]:
    side = "central" if box.startswith("cp") else "entente"
    coins_ = dict.fromkeys(tables.BOXES, 0) | {box: 2}
    return pulse(side, turn=turn, dice=dice or [3] * 20, coins=coins_, **setting)


@rule("ditt.err.t")
def test_hoffmann() -> None:
    flat = {"units": {"ge-8": "3014 5", "ge-1": "3307 5"}, "marks": {"flipped": ["ge-8", "ge-1"]}}
    s = at_pulse("cp-hoffmann", **flat)
    play(s, "coin cp-hoffmann")
    assert texts(s) == ["point 3014"]
    play(s, "point 3014")
    assert s.state.flipped == 1 << U["ge-1"] and "coin cp-hoffmann" not in texts(s)
    assert rules_against(s, "coin cp-hoffmann")
    s = at_pulse("cp-o-h-l", **flat)
    play(s, "coin cp-o-h-l", "point 3307", "point 3014")
    assert not s.state.flipped


@rule("ditt.err.v", "ditt.err.w")
@pytest.mark.parametrize("die", [1, 2])
def test_sarrail(die: int) -> None:
    s = at_pulse("cp-sarrail", units={"fr-1": "3305 3", "br-mef": "1910 3", "ge-1": "3108 3"})
    assert "coin cp-sarrail" not in texts(s)  # no French Army in the Balkans
    s = at_pulse("cp-sarrail", dice=[die, 3, 3], units={"fr-orient": "2311 3", "br-mef": "2311 3", "ge-1": "3108 3"})
    play(s, "coin cp-sarrail", "point 2311")
    both = 1 << U["fr-orient"] | 1 << U["br-mef"]
    assert s.state.flipped & both == (both if die > 1 else 0)
    assert "coin cp-sarrail" not in texts(s) and s.state.coins[tables.BOX["cp-sarrail"]] == 1


@rule("ditt.6.2e", "ditt.err.u")
def test_the_reichsbahn() -> None:
    units = {"ge-1": "3208 5", "ge-8": "3014 5", "ah-1": "2710 3"}
    s = at_pulse("cp-reichsbahn", units=units)
    play(s, "coin cp-reichsbahn", "ride ge-1")
    there = {I[w.split(" ")[1]] for w in texts(s)}
    assert I["3014"] in there and all(pulse_coins.RAILWAYS >> i & 1 for i in there)
    play(s, "point 3014")
    assert s.state.at[U["ge-1"]] == I["3014"] and s.state.flipped >> U["ge-1"] & 1
    assert s.decision is not None and s.decision.seat == tables.EP  # it was the pulse
    s = at_pulse("cp-reichsbahn", turn=4, units=units)
    assert "coin cp-reichsbahn" not in texts(s)
    s = at_pulse("cp-reichsbahn", turn=11, units=units)  # Fall 1916 counts as Winter
    assert "coin cp-reichsbahn" not in texts(s)


def test_albion_crosses_the_baltic() -> None:
    s = at_pulse("cp-operation-albion", units={"ge-8": "3114 4", "rs-12": "3117 2"}, dice=[3] * 60)
    play(s, "coin cp-operation-albion", "point 3114")
    assert "point 3117" in texts(s)
    play(s, "point 3117")
    assert s.state.fight is not None and s.state.fight.hex == I["3117"]
    s = at_pulse("cp-operation-albion", units={"ge-8": "3114 7"}, seas={"baltic": "entente"})
    assert "coin cp-operation-albion" not in texts(s)


@rule("ditt.err.n", "ditt.err.o", "ditt.err.p")
def test_putnik() -> None:
    units = {"sb-1": "casualty", "sb-2": "2310", "ah-6": "2410 3"}
    s = at_pulse("ep-putnik", units=units, marks={"flipped": ["sb-2"]}, dice=[3] * 40)
    play(s, "coin ep-putnik", "point 2310")
    assert s.state.at[U["sb-1"]] == I["2310"] and not s.state.flipped >> U["sb-2"] & 1
    fight = Fight(tables.EP, I["2410"], I["2310"], (U["sb-1"], U["sb-2"]))
    assert any(m.rule == "ditt.err.p" and m.value == 10 for m in combat.firepower_parts(s.state, fight, True))
    play(s, "pass")
    assert not any(m.rule == "ditt.err.p" for m in combat.firepower_parts(s.state, fight, True))
    s = at_pulse("ep-putnik", units={"sb-2": "2310"})
    assert "coin ep-putnik" not in texts(s) and CASUALTY not in (s.state.at[u] for u in tables.UNITS_OF[tables.SB])


@rule("ditt.err.m")
def test_mudros() -> None:
    cities = ["1125", "1910", "0920", "0916"]
    s = at_pulse("ep-mudros-armistice", turn=17, units={"br-eef": "0814 5"}, allegiance={"tu": "central"}, holds={"br": cities[:3]})
    play(s, "coin ep-mudros-armistice")
    assert s.state.surrendered >> tables.TU & 1
    s = at_pulse(
        "ep-mudros-armistice",
        turn=17,
        units={"br-eef": "0814 5"},
        allegiance={"tu": "central"},
        holds={"br": cities[:2], "tu": cities[2:]},
    )
    assert "coin ep-mudros-armistice" not in texts(s)


def test_the_other_coins_of_the_entente() -> None:
    s = at_pulse("ep-pan-turanian-army", units={"tu-ix": "1320 6", "rs-1ca": "1420 3"}, allegiance={"tu": "central"})
    play(s, "coin ep-pan-turanian-army", "point 1320", "lose tu-ix 3")
    assert s.state.divs[U["tu-ix"]] == 3 and s.state.flipped >> U["tu-ix"] & 1
    s = at_pulse("ep-voie-sacree", units={"fr-2": "3206 8"}, reserves={"fr": 15})
    play(s, "coin ep-voie-sacree", "point 3206")
    assert "gain fr-2 11" not in texts(s)
    play(s, "gain fr-2 10")
    assert s.state.divs[U["fr-2"]] == 18 and s.state.reserves[tables.FR] == 5 and not s.state.flipped
    s = at_pulse("ep-peaceful-penetration", units={"br-1": "3306 4", "ge-1": "3307 4", "ge-8": "3015 3"})
    play(s, "coin ep-peaceful-penetration")
    assert texts(s) == ["point 3307"]
    play(s, "point 3307")
    assert s.state.flipped == 1 << U["ge-1"]
    s = at_pulse("ep-everyone-into-the-battle", units={"br-1": "3306 4", "rs-1": "3016 4"}, marks={"flipped": ["br-1", "rs-1"]})
    play(s, "coin ep-everyone-into-the-battle")
    assert s.state.flipped == 1 << U["rs-1"]
    s = at_pulse("ep-foch", dice=[3] * 80, units={"br-1": "3306 4", "fr-1": "3206 4", "ge-1": "3307 4"})
    play(s, "coin ep-foch", "point 3307", "add 3206", "add 3306", "attack")
    assert s.state.fight is not None and s.state.fight.units == tuple(sorted((U["br-1"], U["fr-1"])))


# -- the lists ---------------------------------------------------------------------------------------------------------------


@rule("ditt.3.0c", "ditt.3.0f", "ditt.3.0r", "ditt.3.0s", "ditt.20.0f")
def test_a_chit_is_carried_out_in_order() -> None:
    state, _ = position("ditt", turn=9, phase=1, clear=True)
    s = session_at("ditt", state, events.Chit(6), dice=[3] * 80)
    answer(s)
    told = [e.params["event"] for e in s.journal if e.key in ("event", "no-event")]
    assert told == list(events.LISTS[1916, 6]) and len(told) == 15 and len(events.LISTS) == 38


@rule("ditt.3.0i", "ditt.3.0o", "ditt.3.0p", "ditt.3.0q", "ditt.20.0a", "ditt.20.0b", "ditt.20.0c", "ditt.20.0d", "ditt.20.0e")
def test_reinforcements_of_the_years() -> None:
    want = {
        1914: "ah 6 ge 12 fr 21 br 24 rs 22",
        1915: "ah 15 ge 46 fr 28 br 20 tu 19 rs 20",
        1916: "ah 4 ge 41 fr 12 br 4 it 13 rs 23",
        1917: "ah 4 ge 31 fr 1 br 10 it 11 rs 24",
        1918: "ah 2 it 2 tu 6",
    }
    for year, words in want.items():
        sums: dict[str, int] = {}
        for id in event_table.EVENTS:
            if f".{year}." in id and id.endswith(".01") and event_table.EVENTS[id].name == "Reinforcements":
                for n, k in re.findall(r"max (\w+) \+(\d+)", event_table.EVENTS[id].do):
                    sums[n] = sums.get(n, 0) + int(k)
        pairs = words.split(" ")
        assert sums == {n: int(k) for n, k in zip(pairs[::2], pairs[1::2], strict=True)}


@rule("ditt.15.2g")
@pytest.mark.parametrize(
    "id", ["1914.2.08", "1915.2.11", "1918.2.04", "1918.5.08", "1918.6.08", "1918.7.14", "1916.4.10", "1918.3.09"]
)
def test_an_ep_bulgaria_ignores_its_events(id: str) -> None:
    ready = {
        "allegiance": {"bu": "entente", "tu": "central"},
        "holds": {"br": ["2311", "3305"], "ge": ["1813"]},
        "units": {"bu-1": "2011"},
    }
    before, s = stage(f"ditt.ev.{id}", ready, dice=[6] * 20)
    answer(s)
    assert s.state.allegiance[tables.BU] == tables.EP and s.state.entry == before.entry and s.state.at[U["bu-1"]] == I["2011"]


@rule("ditt.15.12i")
def test_greater_bulgaria_is_closed_to_movement() -> None:
    from firestep.games.ditt.movement import areas
    from games.ditt.happening import goods

    _, s = stage("ditt.ev.1915.8.02", *goods("ditt.ev.1915.8.02"), {"units": {"ge-1": "2311 3", "br-mef": "1910 3"}})
    answer(s, "yes")
    closed = places.mask("2009", "2010")
    assert not areas.area(s.state, U["ge-1"]) & closed and not areas.area(s.state, U["br-mef"]) & closed


@rule("ditt.3.0l", "ditt.err.l")
def test_the_french_player_names_the_army_that_pays_for_the_offensive() -> None:
    """Outrance costs a Div; where several Armies attack, its player says whose."""
    box = "ep-offensive-a-l-outrance"
    s, fight = battle(WEST[::-1], box, units={"fr-2": "3107 4", "fr-3": "3107 1"})
    attackers = tuple(sorted((U["fr-1"], U["fr-2"], U["fr-3"])))
    s.state.fight = replace(fight, units=attackers)
    s.agenda[-1:] = [s.agenda[-1], combat.Offer("before", tables.EP, 0)]
    s = Session(s.game, s.scenario, s.options, s.dice, s.state, tuple(reversed(s.agenda)))
    play(s, f"coin {box}")
    assert texts(s) == ["lose fr-1 1", "lose fr-2 1"] and s.decision is not None and s.decision.seat == tables.EP
    assert rules_against(s, "lose fr-3 1") == {"ditt.3.0l"}, "its last Div fights"
    play(s, "lose fr-2 1")
    assert s.state.divs[U["fr-2"]] == 3 and s.state.divs[U["fr-1"]] == 10
    assert s.state.fight is not None and s.state.fight.bonus == (15, 0)


def test_a_lone_army_pays_without_a_question() -> None:
    s, _ = battle(WEST[::-1], "ep-offensive-a-l-outrance")
    assert coins.play(s, tables.EP, ("coin", "ep-offensive-a-l-outrance")) == () and s.state.divs[U["fr-1"]] == 9
