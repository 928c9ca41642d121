"""Events that bring air units, aces and counters (tgw.6.3 to tgw.6.11)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firestep.engine.offer import Window
from firestep.engine.question import kept
from firestep.games.tgw import victory
from firestep.games.tgw.combat import air
from firestep.games.tgw.combat.air import available
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events import arabs_and_armenians, constructions, events
from firestep.games.tgw.movement import areas, movement, rail
from firestep.games.tgw.movement.movement import EndMovement, Movement
from firestep.games.tgw.nations import new_units
from firestep.games.tgw.state import WAITING
from firestep.games.tgw.strategic import replacement
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw.events_kit import U, drm, fight, offered
from games.tgw.positions import around, field, session, why
from games.tgw.war import CP, A, asked, at, chit, draw, event, game, happens, hexes, hold, war

# -- air (tgw.6.3) ---------------------------------------------------------------------------------------------------------------


@rule(
    "tgw.6.3a",
    "tgw.ev.air.formations",
    "tgw.ev.ace.immelmann",
    "tgw.ev.ace.boelcke",
    "tgw.ev.ace.richtofen",
    "tgw.ev.ace.fonck",
    "tgw.ev.ace.ball",
    "tgw.ev.air.eastair",
    "tgw.ev.air.ne.allied",
    "tgw.ev.air.ne.german",
    "tgw.ev.air.italian",
)
@pytest.mark.parametrize(
    ("id", "side", "hex"),
    [
        ("al-air-formations-1", A, "W6010"),
        ("cp-air-formations-1", CP, "W6010"),
        ("cp-ace-immelmann", CP, "W6010"),
        ("cp-ace-boelcke", CP, "W6010"),
        ("cp-ace-richtofen", CP, "W6010"),
        ("al-ace-fonck", A, "W6010"),
        ("al-ace-ball", A, "W6010"),
        ("cp-air-eastair", CP, "E4816"),
        ("al-air-ne-allied-1", A, "N2913"),
        ("cp-air-ne-german", CP, "N2913"),
        ("al-air-italian", A, "W2529"),
    ],
)
def test_drawn_air_units_fly_on_their_front_at_once(id: str, side: int, hex: str) -> None:
    st = war(turn=30)
    draw(st, id)
    assert st.play & chit(id) and not st.hand[side]
    others = [x for x in ("W6010", "E4816", "N2913", "W2529") if x != hex]
    assert air.available(st, side, board.INDEX[hex]) == chit(id)
    assert not any(air.available(st, side, board.INDEX[x]) for x in others)
    assert not air.available(st, 1 - side, board.INDEX[hex])


@rule("tgw.6.3b", "tgw.6.3c", "tgw.ev.air.tactics")
def test_new_air_tactics_cancel_and_give_nothing() -> None:
    st = war(turn=30)
    draw(st, "cp-air-tactics-1")
    assert st.hand[CP] == chit("cp-air-tactics-1")
    f = fight(st, CP, "W6010", "ge-1", "br-1")
    tactics, plane = chit("cp-air-tactics-1").bit_length() - 1, chit("al-air-formations-1").bit_length() - 1
    assert air.edge(replace(f, air=((tactics,), ()))) == 0
    assert air.edge(replace(f, air=((), (plane,)))) < 0
    assert air.edge(replace(f, air=((tactics,), (plane,)))) == 0
    st.fight = replace(f, air=((tactics,), (plane,)))
    st.play |= chit("al-air-formations-1")
    air.spend(game(st), st.fight)
    assert st.spent & chit("cp-air-tactics-1") and not st.hand[CP]
    from firestep.games.tgw.strategic.warfare import HOME_DEFENCE

    assert not HOME_DEFENCE & event("air.tactics")


@rule("tgw.6.3d")
def test_italian_aircraft_fly_once() -> None:
    st = war(turn=30, play="al-air-italian")
    c = chit("al-air-italian").bit_length() - 1
    f = fight(st, A, "W2529", "it-1", "ah-1")
    air.spend(game(st), replace(f, air=((c,), ())))
    assert not st.play & chit("al-air-italian") and st.spent & chit("al-air-italian")


@rule("tgw.6.3f", "tgw.6.3g", "tgw.ev.air.interdiction")
def test_air_interdiction_stops_units_on_difficult_ground_in_egypt() -> None:
    st = hold(war(turn=44, letter="Q"), "al-air-interdiction")
    s = game(st, Window("events", (A, CP)))
    s.take("play al-air-interdiction")
    assert st.acting("interdiction") and st.spent & chit("al-air-interdiction")
    st.put(U["br-52t"], board.INDEX["N2016"])
    st.put(U["tu-10"], board.INDEX["N2017"])
    assert movement.halts(st, CP, 1 << U["tu-10"], fronts.EGYPT, board.INDEX["N2017"]) & board.DIFFICULT
    assert not movement.halts(st, A, 1 << U["br-52t"], fronts.EGYPT, board.INDEX["N2016"])
    assert not movement.halts(st, CP, 1 << U["tu-10"], fronts.IRAQ, board.INDEX["N1845"])
    game(st, events.EndOfTurn())
    assert not st.acting("interdiction")
    assert "al-air-interdiction" not in offered(hold(war(turn=44), "al-air-interdiction"), "strategic", A)


# -- units that come by event ------------------------------------------------------------------------------------------------


@rule(
    "tgw.6.4a",
    "tgw.ev.tank.exp",
    "tgw.ev.tank.rtc",
    "tgw.ev.tank.aac",
    "tgw.ev.tank.us",
    "tgw.ev.tank.ge",
    "tgw.ev.antitank",
    "tgw.ev.polishdiv",
    "tgw.6.6a",
)
@pytest.mark.parametrize(
    ("id", "units"),
    [
        ("al-tank-exp", "br-expbn"),
        ("al-tank-rtc", "br-rtc"),
        ("al-tank-aac", "fr-aac"),
        ("al-tank-us", "us-tc"),
        ("cp-tank-ge", "ge-pzrgt"),
        ("cp-antitank", "ge-at1rgt ge-at2rgt ge-at3rgt"),
        ("cp-polishdiv", "ah-po"),
    ],
)
def test_units_of_events_come_to_the_box_and_may_be_placed_the_same_turn(id: str, units: str) -> None:
    st = war(turn=42, letter="Q", at_war={"US": A})
    draw(st, id)
    assert all(at(st, u) == "available" for u in units.split())
    side = A if id.startswith("al") else CP
    assert f"new {units.split()[0]}" in [" ".join(x) for x in new_units.PlaceUnits(side).actions(game(st))]


@rule("tgw.6.6b", "tgw.6.6c", "tgw.6.6d")
def test_the_polish_division_fights_in_the_east_and_is_not_replaced() -> None:
    st = war({"ah-po": "E3920"})
    ground = areas.ground(st, 1 << U["ah-po"])
    assert ground & board.RUSSIA and not ground & (board.BALKANS | board.WEST_MAP)
    st.put(U["ah-po"], -5)
    st.rp[tables.AH] = 3
    assert not replacement.may_replace(st, CP)
    st.set_flag("polish-central")
    assert ("buy", "ah-po") in replacement.Replace(CP).actions(game(st))


@rule("tgw.6.6e", "tgw.21.2d")
def test_an_allied_restoration_ends_the_polish_division() -> None:
    st = war(letter="H", options={"poland": "on"}, allied=("E4613", "E4816"))
    st.put(U["ah-po"], board.INDEX["E3920"])
    from firestep.games.tgw.scenarios.optional_rules import Restore

    game(st, Restore(A)).take("restore")
    assert at(st, "ah-po") == "gone"
    st = war()
    st.set_flag("polish-allied")
    s = draw(st, "cp-polishdiv")
    assert "event-void" in keys(s) and at(st, "ah-po") == "waiting"


@rule("tgw.6.7a", "tgw.6.7b", "tgw.6.7c", "tgw.ev.ana", "tgw.13.28e")
def test_the_arab_army_rises_in_the_desert_where_the_allies_say() -> None:
    st = war({"tu-10": "N2416"}, turn=30, play="al-lawrence")
    s = draw(st, "al-ana")
    assert asked(s) == ("Rise", A)
    named = hexes(*(x.split()[1] for x in texts(s)))
    assert named == board.DESERT & board.PALESTINE & ~st.occ[CP] and named
    where = texts(s)[0]
    s.take(where)
    (u,) = [u for u in range(roster.N) if roster.NATION_OF[u] == tables.AB and st.at[u] > 0]
    assert board.NUMBER[st.at[u]] == where.split()[1] and not st.tried >> u & 1
    fight(st, A, "N2416", roster.UNITS[u], "tu-10")
    assert drm(st) == 1  # Lawrence is with it (tgw.6.24d)
    st.put(u, -4)
    assert not kept(new_units.waiting(st, A)) >> u & 1


@rule("tgw.6.7d")
def test_the_arab_unit_is_always_in_supply() -> None:
    from firestep.games.tgw.supply.supply import supplied

    st = war({"ab-1ana": "N2025"})
    assert supplied(st, U["ab-1ana"])


@rule("tgw.6.7e", "tgw.15.83a")
def test_a_lost_arab_army_comes_again_for_nothing() -> None:
    from firestep.games.tgw.combat.casualties import eliminate

    st = war({"ab-1ana": "N2025"}, play="al-ana", letter="N")
    assert game(st, replacement.ReplacementPhase(A)).over
    eliminate(game(st), 1 << U["ab-1ana"], "tgw.10.63a")
    s = game(st, replacement.ReplacementPhase(A))
    assert asked(s) == ("Rise", A) and not any(st.rp)
    assert game(st, replacement.ReplacementPhase(CP)).over


@rule("tgw.6.8a", "tgw.6.8b", "tgw.ev.armmass")
def test_armenians_rise_in_van() -> None:
    st = war(turn=9)
    s = draw(st, "cp-armmass")
    (u,) = [u for u in range(roster.N) if roster.NATION_OF[u] == tables.ARM and st.at[u] > 0]
    assert board.NUMBER[st.at[u]] == "N3338" and s.over and st.ctrl[A] >> board.INDEX["N3338"] & 1 and not st.tried >> u & 1


@rule("tgw.6.8c")
def test_central_powers_units_in_van_must_attack_at_once() -> None:
    st = war({"tu-17 tu-18": "N3338"}, turn=9)
    s = draw(st, "cp-armmass", dice=[1, 1] + [6] * 6)
    assert "declares" in keys(s)
    while s.decision:
        d = s.decision
        s.take(next((a for a in d.actions if a[0] in ("none", "done", "go", "lose", "leave")), d.actions[0]))
    assert "attack" in keys(s)
    assert not (st.occ[A] & st.occ[CP]) >> board.INDEX["N3338"] & 1  # nobody shares the hex afterwards


@rule("tgw.6.8d", "tgw.15.81a")
def test_armenians_are_russians_for_replacement() -> None:
    st = war({"arm-1arm": "dead-ne"})
    st.rp[tables.RU] = 1
    s = game(st, replacement.ReplacementPhase(A))
    s.take("buy arm-1arm")
    assert st.rp[tables.RU] == 0 and at(st, "arm-1arm") == "available-ne"


@rule("tgw.6.9a", "tgw.6.9b", "tgw.6.9c", "tgw.ev.armrep")
def test_the_armenian_republic_needs_the_revolution_and_a_town() -> None:
    st = war(turn=41, letter="P")
    s = draw(st, "al-armrep")
    assert st.pool[A] & chit("al-armrep") and "event-back" in keys(s)
    happens(st, "bolsheviks")
    towns = board.numbers(board.TOWN & ~board.CITY & board.RUSSIA & board.FRONT["NC"])
    st.put(U["ru-1"], board.INDEX[towns[0]])
    st.put(U["tu-17"], board.INDEX[towns[1]])
    s = draw(st, "al-armrep")
    assert asked(s) == ("Rise", A)
    assert sorted(x.split()[1] for x in texts(s)) == sorted(towns[2:])
    s.take(texts(s)[0])
    assert st.spent & chit("al-armrep") and sum(roster.NATION_OF[u] == tables.ARM and st.at[u] > 0 for u in range(roster.N)) == 1
    for k, n in enumerate(towns):
        st.put(U[f"tu-{(17, 18, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 10, 23, 27)[k % 16]}"], board.INDEX[n])
    if len(towns) <= 16:
        assert "event-back" in keys(draw(st, "al-armrep"))


@rule("tgw.6.10a", "tgw.6.10b", "tgw.6.10c", "tgw.6.10d", "tgw.ev.parisgun")
def test_the_paris_gun() -> None:
    from firestep.games.tgw.movement import consequences

    st = hold(war(turn=38, letter="P", forts=False), "cp-parisgun")
    assert not offered(st, "new units", CP)  # nothing held near Paris
    st.seize(board.BELGIUM | board.FRANCE & ~board.PARIS, CP)
    near = constructions.gun_hexes(st)
    assert near and not near & ~st.ctrl[CP] and not near & ~fronts.range_of(board.PARIS, 8)
    s = game(st, Window("new units", (CP,)))
    s.take("play cp-parisgun")
    assert asked(s) == ("Dig", CP)
    before = victory.points(st)
    s.take(texts(s)[0])
    assert victory.points(st) == before + 1 and st.tally["gun"]
    hex = st.tally["gun"]
    consequences.taken(game(st), 1 << hex, CP)
    assert st.tally.get("gun")
    consequences.taken(game(st), 1 << hex, A)
    assert "gun" not in st.tally and st.spent & chit("cp-parisgun") and victory.points(st) == before


@rule("tgw.6.11a", "tgw.ev.rem1011")
def test_two_indian_divisions_leave_wherever_they_are() -> None:
    st = war({"br-10in": "N4310", "br-11in": "dead-ne"})
    draw(st, "al-rem1011")
    assert at(st, "br-10in") == at(st, "br-11in") == "gone" and st.spent & chit("al-rem1011")


@rule("tgw.6.3g", "tgw.9.33a")
def test_who_was_stopped_from_the_air_takes_no_train() -> None:
    hex = next(n for n in ("N2420", "N2421", "N2423") if movement.NEAR[board.INDEX[n]] & board.CLEAR)
    start = next(n for n in around(hex) if board.LAND >> board.INDEX[n] & 1)
    british = next(n for n in around(hex) if n != start and board.LAND >> board.INDEX[n] & 1)
    for acts in (False, True):
        st = field({"tu-23": start, "br-1": british}, turn=44, letter="Q", forts=False)
        if acts:
            st.until = {"interdiction-from": st.turn, "interdiction": st.turn}
        s = session(
            st, Movement(fronts.WESTERN, CP), EndMovement(fronts.WESTERN, CP), rail.StrategicMovement(A), rail.StrategicMovement(CP)
        )
        play(s, f"stack {start}", f"to {hex}", "done", "done")
        assert (f"rail {hex}" in texts(s)) == (not acts)
        if acts:
            assert why(s, f"rail {hex}") == {"tgw.6.3g"}


@rule("tgw.6.8c", "tgw.8.24a")
def test_nobody_leaves_van_over_the_lake() -> None:
    st = war({"tu-17": "N3338"}, turn=20)
    s = game(st, arabs_and_armenians.LeaveVan(U["tu-17"]))
    assert "leave N3337" not in texts(s), "there is water between"
    assert texts(s) == ["leave N3238", "leave N3239", "leave N3339", "leave N3439"]


@rule("tgw.6.7b", "tgw.7.22a")
def test_arabs_do_not_rise_in_a_hex_that_is_full() -> None:
    desert = bits(board.DESERT & board.PALESTINE)[0]
    full = " ".join(roster.UNITS[u] for u in bits(roster.CORPS[tables.BR] & roster.DIVISION & roster.INFANTRY)[:6])
    st = war({full: board.NUMBER[desert]}, turn=30)
    assert not arabs_and_armenians.desert_hexes(st) >> desert & 1
    st.put(U[full.split()[0]], WAITING)
    assert arabs_and_armenians.desert_hexes(st) >> desert & 1


@rule("tgw.6.3b", "tgw.15.16a")
@pytest.mark.parametrize(
    ("reading", "front_set"), [("all", {fronts.WEST, fronts.ITALY, fronts.EAST, fronts.EGYPT}), ("west", {fronts.WEST})]
)
def test_where_new_air_tactics_may_be_used(reading: str, front_set: set[int]) -> None:
    st = hold(war(turn=40, options={"air-tactics": reading}), "cp-air-tactics-1")
    hexes = {fronts.WEST: "W6010", fronts.ITALY: "W2529", fronts.EAST: "E4816", fronts.EGYPT: "N2416"}
    tactics = OF_EVENT["air.tactics"]
    assert {f for f, n in hexes.items() if available(st, CP, board.INDEX[n]) & tactics} == front_set


@rule("tgw.6.10a")
def test_the_gun_needs_a_supplied_hex(monkeypatch) -> None:
    st = war(turn=38, letter="P", forts=False)
    st.seize(board.FRANCE & ~board.PARIS, CP)
    two = bits(constructions.gun_hexes(st))[:2]
    monkeypatch.setattr(constructions, "fed", lambda st, nation: 1 << two[0])
    assert constructions.gun_hexes(st) == 1 << two[0]


@rule("tgw.6.3g")
def test_interdiction_stops_who_comes_near_the_british_on_difficult_ground() -> None:
    """Not only who begins next to them."""
    hard = next(i for i in bits(board.DIFFICULT & fronts.FRONT[fronts.EGYPT] & board.LAND))
    british = next(i for i in bits(board.ATLAS.near(hard) & board.LAND))
    far = next(
        i
        for i in bits(fronts.FRONT[fronts.EGYPT] & board.LAND)
        if not board.ATLAS.dilate(board.ATLAS.dilate(1 << british)) >> i & 1
    )
    st = field({"br-52t": board.NUMBER[british]}, forts=False)
    st.until = {"interdiction-from": 20, "interdiction": 20}
    stop = movement.halts(st, CP, 1 << U["tu-10"], fronts.EGYPT, far)
    assert stop >> hard & 1 and not stop & ~board.ATLAS.dilate(1 << british)
    assert movement.halts(st, CP, 1 << U["tu-10"], fronts.EGYPT, british) == board.DIFFICULT & fronts.FRONT[fronts.EGYPT]
