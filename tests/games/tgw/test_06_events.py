"""What single events do (6.3 to 6.58): each happens to whom it should, in its moment, and is gone or stays as its rule says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firestep.engine.offer import Window, fitting
from firestep.games.tgw import (
    air,
    combat,
    combat_events,
    happenings,
    landings,
    lawrence,
    mandates,
    movement,
    nations,
    neutrals,
    newunits,
    rail,
    replacement,
    resources,
    shock,
    trenches,
    victory,
)
from firestep.games.tgw import board as b
from firestep.games.tgw import events as ev
from firestep.games.tgw import ground as g
from firestep.games.tgw import roster as r
from firestep.games.tgw import tables as t
from firestep.games.tgw.chits import OF_EVENT
from firestep.games.tgw.state import Fight
from firestep.testing import keys, rule, texts
from games.tgw.war import CP, A, asked, at, chit, draw, event, game, hexes, hold, war

L = t.LETTER
U = r.UNIT


def fight(st, side: int, hex: str, attackers: str, defenders: str = "", hqs: tuple[str, str] = ("", ""), **more) -> Fight:
    """The combat in hand."""
    st.fight = Fight(
        side,
        b.INDEX[hex],
        tuple(U[i] for i in attackers.split()),
        tuple(U[i] for i in defenders.split()),
        hqs=tuple(U[h] if h else -1 for h in hqs),
        **more,
    )
    return st.fight


def offered(st, moment: str, side: int) -> list[str]:
    return [p.id for p in fitting(game(st), moment, side)]


def into(st, id: str, side: int, moment: str = "combat"):
    """Play a chit into the combat in hand."""
    s = game(st, Window(moment, (side,)))
    s.take(f"play {id}")
    return s


def drm(st) -> int:
    return sum(m.value for m in combat_events.modifiers(st, st.fight))


# -- air (6.3) ---------------------------------------------------------------------------------------------------------------


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
    assert air.available(st, side, b.INDEX[hex]) == chit(id)
    assert not any(air.available(st, side, b.INDEX[x]) for x in others)
    assert not air.available(st, 1 - side, b.INDEX[hex])


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
    from firestep.games.tgw.warfare import HOME_DEFENCE

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
    st.put(U["br-52t"], b.INDEX["N2016"])
    st.put(U["tu-10"], b.INDEX["N2017"])
    assert movement.halts(st, CP, 1 << U["tu-10"], g.EGYPT, b.INDEX["N2017"]) & b.DIFFICULT
    assert not movement.halts(st, A, 1 << U["br-52t"], g.EGYPT, b.INDEX["N2016"])
    assert not movement.halts(st, CP, 1 << U["tu-10"], g.IRAQ, b.INDEX["N1845"])
    game(st, ev.EndOfTurn())
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
    assert f"new {units.split()[0]}" in [" ".join(x) for x in newunits.orders(st, side)]


@rule("tgw.6.6b", "tgw.6.6c", "tgw.6.6d")
def test_the_polish_division_fights_in_the_east_and_is_not_replaced() -> None:
    st = war({"ah-po": "E3920"})
    ground = nations.ground(st, 1 << U["ah-po"])
    assert ground & b.RUSSIA and not ground & (b.BALKANS | b.WEST_MAP)
    st.put(U["ah-po"], -5)
    st.rp[t.AH] = 3
    assert not replacement.offers(st, CP)
    st.set_flag("polish-central")
    assert ("buy", "ah-po") in replacement.offers(st, CP)


@rule("tgw.6.6e", "tgw.21.2d")
def test_an_allied_restoration_ends_the_polish_division() -> None:
    st = war(letter="H", options={"poland": "on"}, allied=("E4613", "E4816"))
    st.put(U["ah-po"], b.INDEX["E3920"])
    from firestep.games.tgw.options import Restore

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
    assert named == b.DESERT & b.PALESTINE & ~st.occ[CP] and named
    where = texts(s)[0]
    s.take(where)
    (u,) = [u for u in range(r.N) if r.NATION_OF[u] == t.AB and st.at[u] > 0]
    assert b.NUMBER[st.at[u]] == where.split()[1] and not st.tried >> u & 1
    fight(st, A, "N2416", r.UNITS[u], "tu-10")
    assert drm(st) == 1  # Lawrence is with it (6.24d)
    st.put(u, -4)
    assert not newunits.waiting(st, A) >> u & 1


@rule("tgw.6.7d")
def test_the_arab_unit_is_always_in_supply() -> None:
    from firestep.games.tgw.supply import supplied

    st = war({"ab-1ana": "N2025"})
    assert supplied(st, U["ab-1ana"])


@rule("tgw.6.7e", "tgw.15.83a")
def test_a_lost_arab_army_comes_again_for_nothing() -> None:
    from firestep.games.tgw.casualties import eliminate

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
    (u,) = [u for u in range(r.N) if r.NATION_OF[u] == t.ARM and st.at[u] > 0]
    assert b.NUMBER[st.at[u]] == "N3338" and s.over and st.ctrl[A] >> b.INDEX["N3338"] & 1 and not st.tried >> u & 1


@rule("tgw.6.8c")
def test_central_powers_units_in_van_must_attack_at_once() -> None:
    st = war({"tu-17 tu-18": "N3338"}, turn=9)
    s = draw(st, "cp-armmass", dice=[1, 1] + [6] * 6)
    assert "declares" in keys(s)
    while s.decision:
        d = s.decision
        s.take(next((a for a in d.actions if a[0] in ("none", "done", "go", "lose", "leave")), d.actions[0]))
    assert "attack" in keys(s)
    assert not (st.occ[A] & st.occ[CP]) >> b.INDEX["N3338"] & 1  # nobody shares the hex afterwards


@rule("tgw.6.8d", "tgw.15.81a")
def test_armenians_are_russians_for_replacement() -> None:
    st = war({"arm-1arm": "dead-ne"})
    st.rp[t.RU] = 1
    s = game(st, replacement.ReplacementPhase(A))
    s.take("buy arm-1arm")
    assert st.rp[t.RU] == 0 and at(st, "arm-1arm") == "available-ne"


@rule("tgw.6.9a", "tgw.6.9b", "tgw.6.9c", "tgw.ev.armrep")
def test_the_armenian_republic_needs_the_revolution_and_a_town() -> None:
    st = war(turn=41, letter="P")
    s = draw(st, "al-armrep")
    assert st.pool[A] & chit("al-armrep") and "event-back" in keys(s)
    st.set_flag("bolsheviks")
    towns = b.numbers(b.TOWN & ~b.CITY & b.RUSSIA & b.FRONT["NC"])
    st.put(U["ru-1"], b.INDEX[towns[0]])
    st.put(U["tu-17"], b.INDEX[towns[1]])
    s = draw(st, "al-armrep")
    assert asked(s) == ("Rise", A)
    assert sorted(x.split()[1] for x in texts(s)) == sorted(towns[2:])
    s.take(texts(s)[0])
    assert st.spent & chit("al-armrep") and sum(r.NATION_OF[u] == t.ARM and st.at[u] > 0 for u in range(r.N)) == 1
    for k, n in enumerate(towns):
        st.put(U[f"tu-{(17, 18, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 10, 23, 27)[k % 16]}"], b.INDEX[n])
    if len(towns) <= 16:
        assert "event-back" in keys(draw(st, "al-armrep"))


@rule("tgw.6.10a", "tgw.6.10b", "tgw.6.10c", "tgw.6.10d", "tgw.ev.parisgun")
def test_the_paris_gun() -> None:
    from firestep.games.tgw import politics

    st = hold(war(turn=38, letter="P", forts=False), "cp-parisgun")
    assert not offered(st, "new units", CP)  # nothing held near Paris
    st.seize(b.BELGIUM | b.FRANCE & ~b.PARIS, CP)
    near = happenings.gun_hexes(st)
    assert near and not near & ~st.ctrl[CP] and not near & ~g.range_of(b.PARIS, 8)
    s = game(st, Window("new units", (CP,)))
    s.take("play cp-parisgun")
    assert asked(s) == ("Dig", CP)
    before = victory.points(st)
    s.take(texts(s)[0])
    assert victory.points(st) == before + 1 and st.tally["gun"]
    hex = st.tally["gun"]
    politics.taken(game(st), 1 << hex, CP)
    assert st.tally.get("gun")
    politics.taken(game(st), 1 << hex, A)
    assert "gun" not in st.tally and st.spent & chit("cp-parisgun") and victory.points(st) == before


@rule("tgw.6.11a", "tgw.ev.rem1011")
def test_two_indian_divisions_leave_wherever_they_are() -> None:
    st = war({"br-10in": "N4310", "br-11in": "dead-ne"})
    draw(st, "al-rem1011")
    assert at(st, "br-10in") == at(st, "br-11in") == "gone" and st.spent & chit("al-rem1011")


# -- gas, flames, mines (6.12, 6.13) -----------------------------------------------------------------------------------------

GAS = [("cl", "Chlorine"), ("ph", "Phosgene"), ("mu", "Mustard")]


@rule(
    "tgw.6.12a",
    "tgw.6.12b",
    "tgw.ev.gas.cl.cp",
    "tgw.ev.gas.ph.cp",
    "tgw.ev.gas.mu.cp",
    "tgw.ev.gas.cl.al",
    "tgw.ev.gas.ph.al",
    "tgw.ev.gas.mu.al",
)
@pytest.mark.parametrize(("side", "word"), [(CP, "cp"), (A, "al")])
@pytest.mark.parametrize(("gas", "name"), GAS)
def test_each_gas_gives_an_attack_two_once(side: int, word: str, gas: str, name: str) -> None:
    st = hold(war(turn=20), f"{word}-gas-{gas}", f"{word}-gas-{'ph' if gas == 'cl' else 'cl'}")
    fight(st, side, "W6010", "ge-1" if side == CP else "br-1", "br-1" if side == CP else "ge-1")
    assert f"{word}-gas-{gas}" in offered(st, "combat", side) and not offered(st, "combat", 1 - side)
    into(st, f"{word}-gas-{gas}", side)
    assert drm(st) == 2 and st.spent & chit(f"{word}-gas-{gas}") and name in ev.EVENTS[f"gas.{gas}.{word}"].name
    assert not offered(st, "combat", side)  # one gas for an attack
    fight(st, 1 - side, "W6010", "br-1" if side == CP else "ge-1", "ge-1" if side == CP else "br-1")
    assert not offered(st, "combat", side)  # not in defence


@rule("tgw.6.12c", "tgw.6.12.ex1", "tgw.6.12d")
def test_the_first_user_of_a_gas_voids_the_other_chit() -> None:
    st = hold(war(turn=20), "cp-gas-ph", "al-gas-ph")
    fight(st, CP, "W6010", "ge-1", "br-1")
    into(st, "cp-gas-ph", CP)
    assert not st.hand[A] and st.spent & chit("al-gas-ph")
    st.spent &= ~chit("al-gas-ph")
    s = draw(st, "al-gas-ph")
    assert "event-void" in keys(s) and st.spent & chit("al-gas-ph") and not st.pool[A]
    s = draw(st, "al-gas-cl")
    assert st.hand[A] == chit("al-gas-cl")


@rule("tgw.6.12e")
@pytest.mark.parametrize(
    ("unit", "may"), [("br-1", True), ("fr-1", True), ("be-1", True), ("br-1cnd", True), ("ru-1", False), ("it-1", False)]
)
def test_allied_gas_is_for_british_french_and_belgian_attacks(unit: str, may: bool) -> None:
    st = hold(war(turn=20), "al-gas-cl")
    fight(st, A, "W6010", unit, "ge-1")
    assert bool(offered(st, "combat", A)) == may


@rule("tgw.6.13a", "tgw.6.13b", "tgw.ev.flame", "tgw.ev.mine")
@pytest.mark.parametrize(("id", "side", "gas"), [("cp-flame", CP, "cp-gas-cl"), ("al-mine", A, "al-gas-cl")])
def test_flames_and_mines_give_two_but_never_beside_gas(id: str, side: int, gas: str) -> None:
    us, them = ("ge-1", "br-1") if side == CP else ("br-1", "ge-1")
    st = hold(war(turn=20), id, gas)
    fight(st, side, "W6010", us, them)
    into(st, id, side)
    assert drm(st) == 2 and st.spent & chit(id) and not offered(st, "combat", side)
    st = hold(war(turn=20), id, gas)
    fight(st, side, "W6010", us, them)
    into(st, gas, side)
    assert drm(st) == 2 and not offered(st, "combat", side)
    if id == "al-mine":
        fight(st, A, "W6010", "it-1", "ge-1")
        assert offered(st, "combat", A) == ["al-mine"]  # not bound to nations (P21)


# -- events that are modifiers (6.14 to 6.23, 6.36) --------------------------------------------------------------------------

#: chit, side, value; a fight where it fits; changes that make it not fit
MODIFIERS = [
    (
        "al-hurricane",
        "hurricane",
        A,
        1,
        ("W6010", "br-1", "ge-1", {}),
        [("E4816", "br-1", "ge-1", {}), ("W6010", "fr-1", "ge-1", {}), ("W6010", "br-1 fr-1", "ge-1", {"hqs": ("fr-hq1", "")})],
    ),
    (
        "al-system",
        "system",
        A,
        1,
        ("W6010", "fr-1", "ge-1", {"hqs": ("fr-hq1", "")}),
        [
            ("W6010", "fr-1", "ge-1", {}),
            ("W6010", "fr-1 br-1", "ge-1", {"hqs": ("br-hq1", "")}),
            ("E4816", "fr-1", "ge-1", {"hqs": ("fr-hq1", "")}),
        ],
    ),
    (
        "cp-bruch",
        "bruch",
        CP,
        1,
        ("E4816", "ge-1", "ru-1", {"hqs": ("ge-hq8", "")}),
        [
            ("E4816", "ge-1", "ru-1", {}),
            ("N2416", "ge-1", "br-1", {"hqs": ("ge-hq8", "")}),
            ("E4816", "ah-1", "ru-1", {"hqs": ("ah-hq1", "")}),
        ],
    ),
    (
        "cp-turkdet",
        "turkdet",
        CP,
        -1,
        ("N2913", "br-52t", "tu-10", {}),
        [("N2913", "br-52t", "ge-1", {}), ("N2913", "br-52t", "tu-10 ge-1", {"hqs": ("", "ge-hq8")})],
    ),
    ("al-mein", "mein", A, 2, ("N2913", "br-52t", "tu-10", {}), [("N1845", "br-52t", "tu-10", {})]),
    ("al-palnav", "palnav", A, 1, ("N2913", "br-52t", "tu-10", {}), [("N2416", "br-52t", "tu-10", {})]),
    ("al-townshend", "townshend", A, 2, ("N1845", "br-3in", "tu-35", {}), [("N2913", "br-3in", "tu-35", {})]),
    ("cp-kemal", "kemal", CP, -1, ("N3934", "ru-1", "tu-17", {}), [("N4039", "ru-1", "tu-17", {})]),
    ("cp-goltz", "goltz", CP, -2, ("N1845", "br-3in", "tu-35", {}), [("N2913", "br-3in", "tu-35", {})]),
    (
        "al-yudenich",
        "yudenich",
        A,
        2,
        ("N3934", "ru-1", "tu-17", {}),
        [("E3920", "ru-1", "ah-1", {}), ("N3934", "br-1", "tu-17", {})],
    ),
]


@rule("tgw.6.14a", "tgw.6.15a", "tgw.6.16a", "tgw.6.17a", "tgw.6.17b", "tgw.6.18a", "tgw.6.19a", "tgw.6.20a", "tgw.6.21a")
@rule("tgw.6.22a", "tgw.6.23a", "tgw.ev.hurricane", "tgw.ev.system", "tgw.ev.bruch", "tgw.ev.turkdet", "tgw.ev.mein")
@rule("tgw.ev.palnav", "tgw.ev.townshend", "tgw.ev.kemal", "tgw.ev.goltz", "tgw.ev.yudenich")
@pytest.mark.parametrize(("id", "name", "side", "value", "good", "bad"), MODIFIERS, ids=[m[1] for m in MODIFIERS])
def test_an_event_that_is_a_modifier(id: str, name: str, side: int, value: int, good, bad) -> None:
    copy = f"{id}-1" if f"{id}-1" in {p for p in _chit_ids()} else id
    st = hold(war(turn=20, forts=False), copy)

    def lay(where) -> None:
        hex, attackers, defenders, more = where
        attacking = A if r.NATION_OF[U[attackers.split()[0]]] not in (t.GE, t.AH, t.TU) else CP
        for u in attackers.split():
            st.put(U[u], -3)  # in a box everybody is in supply
        fight(st, attacking, hex, attackers, defenders, **more)

    for where in bad:
        lay(where)
        assert id not in offered(st, "combat", side), where
    lay(good)
    assert id in offered(st, "combat", side)
    assert id not in offered(st, "combat", 1 - side)
    into(st, id, side)
    assert drm(st) == value
    if name in ("system", "bruch"):
        assert st.play & chit(copy)
        lay(good)
        assert id not in offered(st, "combat", side)  # once in a turn
        game(st, ev.EndOfTurn())
        lay(good)
        assert id in offered(st, "combat", side)  # and again in the next
    else:
        assert st.spent & chit(copy)
        lay(good)
        assert id not in offered(st, "combat", side)


def _chit_ids() -> set[str]:
    from firestep.games.tgw.chits import CHIT

    return set(CHIT)


@rule("tgw.6.15a", "tgw.6.16a")
def test_system_and_bruchmuller_want_every_attacker_in_supply() -> None:
    st = hold(war({"fr-1": "W5530"}, turn=20, forts=False), "al-system")
    fight(st, A, "W5531", "fr-1", "ge-1", ("fr-hq1", ""))
    assert not offered(st, "combat", A)
    st.put(U["fr-1"], -3)
    assert offered(st, "combat", A)


@rule("tgw.6.20b")
def test_townshend_only_before_maude() -> None:
    st = hold(war(turn=20, play="al-maude"), "al-townshend")
    fight(st, A, "N1845", "br-3in", "tu-35")
    assert not offered(st, "combat", A)
    s = draw(war(turn=20, play="al-maude"), "al-townshend")
    assert "event-void" in keys(s) and s.state.spent & chit("al-townshend")
    assert draw(war(turn=20), "al-townshend").state.hand[A]


@rule("tgw.6.36a", "tgw.ev.flotilla")
def test_the_flotilla_takes_the_river_away() -> None:
    from firestep.games.tgw.shifts import RIVER_NEAR, shifts

    hex = next(i for i in sorted(RIVER_NEAR) if b.FRONT["NI"] >> i & 1 and int(b.NUMBER[i][3:]) > 44 and RIVER_NEAR[i] & b.LAND)
    over = next(i for i in range(hex + 2000) if RIVER_NEAR[hex] >> i & 1 and b.LAND >> i & 1)
    st = hold(war({"br-3in": b.NUMBER[over], "tu-35": b.NUMBER[hex]}, turn=20), "al-flotilla")
    fight(st, A, b.NUMBER[hex], "br-3in", "tu-35")
    river = [m for m in shifts(st, st.fight) if "river" in m.text.lower()]
    assert river and offered(st, "combat", A) == ["al-flotilla"]
    into(st, "al-flotilla", A)
    assert not [m for m in shifts(st, st.fight) if "river" in m.text.lower()] and st.spent & chit("al-flotilla")
    north = next((i for i in sorted(RIVER_NEAR) if b.FRONT["NI"] >> i & 1 and int(b.NUMBER[i][3:]) <= 44), None)
    if north is not None:
        st = hold(war(turn=20), "al-flotilla")
        fight(st, A, b.NUMBER[north], "br-3in", "tu-35")
        assert not offered(st, "combat", A)


# -- Lawrence (6.24 to 6.26) ---------------------------------------------------------------------------------------------------


def arabia(**more):
    return war(**{"turn": 30, "letter": "L", "play": "al-lawrence", **more})


@rule("tgw.6.24a", "tgw.ev.lawrence")
def test_one_raid_between_strategic_turns() -> None:
    st = arabia()
    s = game(st, lawrence.LawrenceRaid())
    assert asked(s) == ("RaidTown", A)
    s.take(texts(s)[1])
    assert game(st, lawrence.LawrenceRaid()).over
    game(st, ev.EndOfTurn())
    assert game(st, lawrence.LawrenceRaid()).over
    resources.begin_letter(game(st))
    assert not game(st, lawrence.LawrenceRaid()).over
    assert game(war(turn=30), lawrence.LawrenceRaid()).over


@rule("tgw.6.24b", "tgw.6.24c")
def test_the_raided_town_is_closed_to_strategic_movement() -> None:
    st = arabia()
    s = game(st, lawrence.LawrenceRaid())
    named = hexes(*(x.split()[1] for x in texts(s) if x != "pass"))
    assert named == b.TOWN & ~b.CITY & b.PALESTINE
    town = b.numbers(named)[0]
    st.put(U["tu-10"], b.INDEX[town])
    s.take(f"raid {town}")
    assert rail.barred_places(st) & hexes(town) == hexes(town)
    game(st, ev.EndOfTurn())
    assert not rail.barred_places(st) & hexes(town)


@rule("tgw.6.24d")
def test_lawrence_stays_with_the_arabs_and_helps_their_attacks() -> None:
    st = war({"ab-1ana": "N2025", "tu-10": "N2416"}, play="al-lawrence al-ana", turn=30)
    fight(st, A, "N2416", "ab-1ana", "tu-10")
    assert drm(st) == 1
    fight(st, A, "N2416", "br-52t", "tu-10")
    assert drm(st) == 0
    fight(st, CP, "N2025", "tu-10", "ab-1ana")
    assert drm(st) == 0
    st.options = {**st.options, "lawrence": "minus-one"}  # P25, the other reading
    assert drm(st) == -1
    st.play &= ~OF_EVENT["lawrence"]
    assert drm(st) == 0


@rule("tgw.6.24e")
def test_no_raids_after_the_arab_army() -> None:
    assert game(arabia(play="al-lawrence al-ana"), lawrence.LawrenceRaid()).over


@rule("tgw.6.25a", "tgw.6.25b", "tgw.ev.atrocity")
def test_a_turkish_atrocity_helps_the_arabs_for_a_turn() -> None:
    st = war(turn=30)
    s = draw(st, "cp-atrocity")
    assert st.pool[CP] == chit("cp-atrocity") and "event-back" in keys(s)
    st = war({"ab-1ana": "N2025"}, turn=30)
    draw(st, "cp-atrocity")
    fight(st, A, "N2416", "ab-1ana", "tu-10")
    assert drm(st) == 1 and st.spent & chit("cp-atrocity")
    game(st, ev.EndOfTurn())
    st.turn += 1
    assert drm(st) == 0


@rule("tgw.6.26a", "tgw.6.26b", "tgw.ev.lawcapt")
@pytest.mark.parametrize(("die", "gone"), [(1, False), (4, False), (5, True), (6, True)])
def test_lawrence_captured(die: int, gone: bool) -> None:
    st = hold(arabia(), "cp-lawcapt")
    assert "cp-lawcapt" not in offered(st, "events", CP)
    s = game(st, lawrence.LawrenceRaid(), dice=[die])
    s.take(texts(s)[1])
    assert asked(s) == ("Offer", CP)
    s.take("play cp-lawcapt")
    assert "raid-hex" not in st.tally and bool(st.spent & chit("al-lawrence")) == gone and st.spent & chit("cp-lawcapt")
    assert game(st, lawrence.LawrenceRaid()).over


@rule("tgw.6.26c")
def test_lawrence_captured_is_void_after_the_arab_army() -> None:
    s = draw(arabia(play="al-lawrence al-ana"), "cp-lawcapt")
    assert "event-void" in keys(s) and s.state.spent & chit("cp-lawcapt")


# -- Russia's offensives (6.27, 6.28, 6.42) ------------------------------------------------------------------------------------


def brusilov(hqs=("ru-hq8", ""), attackers: str = "ru-1", defenders: str = "ah-1", **more):
    st = war(**{"turn": 22, "play": "al-brusilov", "tally": {"turn-brusilov": 21}, **more})
    fight(st, A, "E3920", attackers, defenders, hqs)
    return st


@rule("tgw.6.27a", "tgw.6.27d", "tgw.ev.brusilov")
def test_brusilov_attacks_get_three_from_the_next_turn_on() -> None:
    assert drm(brusilov()) == 3
    assert drm(brusilov(hqs=("", ""))) == 0  # support is free, and makes it one
    assert drm(brusilov(turn=21)) == 0
    assert drm(brusilov(turn=21, options={"brusilov": "at-once"})) == 3


@rule("tgw.6.27b")
def test_a_brusilov_attack_costs_the_headquarters() -> None:
    st = brusilov()
    st.put(U["ru-hq8"], b.INDEX["E4021"])
    combat.tire(game(st), st.fight)
    assert at(st, "ru-hq8") == "gone"


@rule("tgw.6.27c", "tgw.6.27e")
def test_brusilov_is_for_russians_alone_and_not_against_germans() -> None:
    assert drm(brusilov(attackers="ru-1 br-1")) == 0
    st = brusilov(defenders="ge-1")
    assert drm(st) == 0
    st.put(U["ru-hq8"], b.INDEX["E4021"])
    combat.tire(game(st), st.fight)
    assert at(st, "ru-hq8") == "E4021"
    assert drm(brusilov(defenders="ah-1 ge-1")) == 0


@rule("tgw.6.27f")
def test_brusilov_ends_with_russia() -> None:
    from firestep.games.tgw import collapse

    st = brusilov()
    hold(st, "al-brusilov")
    collapse.fall(game(st), t.RU, "tgw.16.3a")
    assert not st.play & chit("al-brusilov") and not st.hand[A]
    st = war(collapsed=1 << t.RU)
    assert "event-void" in keys(draw(st, "al-brusilov"))


@rule("tgw.6.28a", "tgw.ev.winter")
def test_the_winter_offensive_frees_russians_from_the_snow() -> None:
    from firestep.games.tgw.modifiers import weather

    st = hold(war(turn=t.turn_of("Jan/Feb", 1916)), "al-winter-1")
    st.weather[g.CAUCASUS] = t.SNOW
    fight(st, A, "N3934", "ru-1", "tu-17")
    assert weather(st, st.fight)
    st.fight = None
    s = game(st, Window("combatphase", (A,)))
    s.take("play al-winter")
    fight(st, A, "N3934", "ru-1", "tu-17")
    assert not weather(st, st.fight) and st.spent & chit("al-winter-1")
    fight(st, CP, "N4039", "tu-17", "ru-1")
    assert weather(st, st.fight)
    for month in ("March", "October"):
        st = hold(war(turn=t.turn_of(month, 1916)), "al-winter-1")
        assert not offered(st, "combatphase", A)


@rule("tgw.6.42a", "tgw.ev.paralysis")
def test_command_paralysis_stops_russian_attacks_for_the_turn() -> None:
    from firestep.games.tgw.bans import bans

    st = war({"ru-1": "E4816", "ge-1": "E4815", "ah-1": "E4716"}, turn=22)
    draw(st, "cp-paralysis")
    banned = [x for x in bans(st, A) if x.rule == "tgw.6.42a"]
    assert banned and banned[0].units >> U["ru-1"] & 1 and banned[0].hexes >> b.INDEX["E4716"] & 1
    assert not banned[0].units >> U["fr-1"] & 1 and st.spent & chit("cp-paralysis")
    st.turn += 1
    assert not [x for x in bans(st, A) if x.rule == "tgw.6.42a"]


# -- mandated offensives (6.29) --------------------------------------------------------------------------------------------------


@rule("tgw.6.29a", "tgw.6.29b", "tgw.ev.enver")
def test_enver_orders_an_attack_of_three_units_in_the_caucasus() -> None:
    st = war({"tu-17 tu-18 tu-28": "N3937", "ru-1": "N4038"}, turn=9, forts=False)
    draw(st, "cp-enver-1")
    assert mandates.owed(st, "enver") == 1
    s = game(st, combat.Attacks(g.EASTERN, CP))
    assert "done" not in texts(s) and texts(s)
    assert not combat.Attacks(g.WESTERN, CP).ordered(st)
    s.take("forfeit")
    assert s.over and st.result[:2] == ("allied", "forfeit")
    st.result = ()
    combat.count(st, Fight(CP, b.INDEX["N4038"], (U["tu-17"], U["tu-18"], U["tu-28"])), 1)
    assert not mandates.owed(st, "enver") and "done" in texts(game(st, combat.Attacks(g.EASTERN, CP)))
    st.turn += 1
    assert not st.acting("enver")


@rule("tgw.6.29a")
def test_what_cannot_be_done_never_forfeits() -> None:
    st = war({"tu-17 tu-18": "N3937", "ru-1": "N4038"}, turn=9, forts=False)
    draw(st, "cp-enver-1")
    s = game(st, combat.Attacks(g.EASTERN, CP))
    assert "done" in texts(s)  # two units are not three
    with pytest.raises(Exception, match="not legal"):
        s.take("forfeit")


@rule("tgw.6.29c")
def test_envers_march() -> None:
    st = war({"tu-17": "N3931", "tu-18": "N3831", "tu-28": "N3731", "tu-29": "N2831", "ru-1": "N4041"}, turn=9, forts=False)
    draw(st, "cp-enver-1")
    assert not mandates.can_gather(st)
    before = {id: mandates.distances(hexes("N4041"), b.FRONT["NC"])[st.at[U[id]]] for id in ("tu-17", "tu-18", "tu-28", "tu-29")}
    game(st, mandates.Enver())
    after = {id: mandates.distances(hexes("N4041"), b.FRONT["NC"])[st.at[U[id]]] for id in before}
    assert sum(after[x] < before[x] for x in before) == 3 and after["tu-29"] == before["tu-29"]
    assert all(st.moved >> U[id] & 1 for id in ("tu-17", "tu-18", "tu-28"))


@rule("tgw.6.29d", "tgw.6.29e", "tgw.ev.conrad")
def test_conrad_orders_austrian_attacks_for_the_three_next_turns() -> None:
    st = war({"ah-1 ah-2": "W2530", "it-1": "W2529"}, turn=20, at_war={"IT": A}, forts=False)
    draw(st, "cp-conrad")
    assert not mandates.owed(st, "conrad")  # not yet this turn
    for turn in (21, 22, 23):
        st.turn = turn
        assert mandates.owed(st, "conrad") == 1
        fight(st, CP, "W2529", "ah-1", "it-1")
        assert drm(st) == (2 if turn == 21 else 0)
    st.turn = 21
    assert "done" not in texts(game(st, combat.Attacks(g.WESTERN, CP)))
    fight(st, CP, "W2529", "ah-1 ge-1", "it-1")
    assert drm(st) == 0
    combat.count(st, Fight(CP, b.INDEX["W2529"], (U["ah-1"], U["ge-1"])), 1)
    assert mandates.owed(st, "conrad") == 1  # Austrians alone
    combat.count(st, Fight(CP, b.INDEX["W2529"], (U["ah-1"],)), 1)
    assert not mandates.owed(st, "conrad")
    fight(st, CP, "W2529", "ah-2", "it-1")
    assert drm(st) == 0  # the first attack only
    st.turn = 24
    assert not st.acting("conrad")


@rule("tgw.6.29f")
def test_conrad_goes_back_while_italy_is_neutral() -> None:
    s = draw(war(turn=20), "cp-conrad")
    assert s.state.pool[CP] == chit("cp-conrad") and not s.state.until


@rule("tgw.6.29g", "tgw.6.29h", "tgw.ev.haig")
def test_haig_orders_two_british_attacks_at_even_odds() -> None:
    st = war({"br-1 br-2 br-3 br-4": "W6010", "ge-1": "W6011", "ge-2 ge-3": "W6110"}, turn=20, forts=False)
    draw(st, "al-haig")
    st.turn = 21
    assert mandates.owed(st, "haig") == 2 and "done" not in texts(game(st, combat.Attacks(g.WESTERN, A)))
    combat.count(st, Fight(A, b.INDEX["W6011"], (U["br-1"],)), 0)
    assert mandates.owed(st, "haig") == 2  # below 1:1
    combat.count(st, Fight(A, b.INDEX["W6011"], (U["br-1"], U["fr-1"])), 2)
    assert mandates.owed(st, "haig") == 2  # not alone
    combat.count(st, Fight(A, b.INDEX["W6011"], (U["br-1"],)), 1)
    combat.count(st, Fight(A, b.INDEX["W6110"], (U["br-2"],)), 1)
    assert not mandates.owed(st, "haig")
    assert mandates.counts("haig", 1 << U["br-1"], b.INDEX["W6011"], (4, 5)) is False
    st.turn = 24
    assert not st.acting("haig")


# -- commanders (6.30 to 6.33) -------------------------------------------------------------------------------------------------


@rule("tgw.6.30a", "tgw.6.31a", "tgw.6.32a", "tgw.6.33a", "tgw.ev.foch", "tgw.ev.allenby", "tgw.ev.maude", "tgw.ev.tiger")
def test_commanders_come_into_play_and_stay() -> None:
    from firestep.games.tgw import special

    st = hold(war(turn=40, letter="P"), "al-foch", "al-allenby", "al-maude", "al-tiger")
    s = game(st, Window("events", (A, CP)))
    for id in ("al-allenby", "al-foch", "al-maude", "al-tiger"):
        s.take(f"play {id}")
    assert all(ev.in_play(st, x) for x in ("foch", "allenby", "maude", "tiger"))
    assert special.usable(st, g.WESTERN, A) == ["foch", "allenby"]
    assert rail.maude(st) and not rail.maude(war())
    st.play &= ~chit("al-tiger")
    plain = victory.modifier(st)
    st.play |= chit("al-tiger")
    assert victory.modifier(st) == plain - 1


# -- trenches of the Near East (6.34, 6.35) --------------------------------------------------------------------------------------


@rule("tgw.6.34a", "tgw.6.34b", "tgw.ev.kress")
def test_kress_wakes_the_gaza_line() -> None:
    from firestep.games.tgw import control

    st = hold(war({"tu-10": "N2813"}, turn=22), "cp-kress")
    assert trenches.depth(st, b.INDEX["N2813"], CP, 1 << U["tu-10"])[0] == 0
    s = game(st, Window("events", (A, CP)))
    s.take("play cp-kress")
    assert trenches.depth(st, b.INDEX["N2813"], CP, 1 << U["tu-10"])[0] == 1
    st.put(U["tu-10"], b.INDEX["N2416"])
    st.put(U["br-52t"], b.INDEX["N2813"])
    control.enter(game(st), 1 << U["br-52t"], (b.INDEX["N2813"],))
    assert not st.ne_trenches >> b.INDEX["N2813"] & 1 and st.ne_trenches >> b.INDEX["N2712"] & 1


@rule("tgw.6.34c")
def test_an_early_entry_kills_the_line_for_good() -> None:
    from firestep.games.tgw import control

    st = hold(war(turn=22), "cp-kress")
    st.put(U["br-52t"], b.INDEX["N2712"])
    control.enter(game(st), 1 << U["br-52t"], (b.INDEX["N2712"],))
    assert "cp-kress" not in offered(st, "events", CP)


@rule("tgw.6.35a", "tgw.6.35b", "tgw.6.35c", "tgw.6.35d", "tgw.ev.netrench")
def test_near_east_trenches() -> None:
    from firestep.games.tgw import control

    st = hold(war({"tu-10": "N2913", "tu-23": "N2416"}, turn=22), "cp-netrench-1")
    plain = happenings.trench_hexes(st)
    assert not plain & hexes("N2416")  # a city
    assert not plain & happenings.UNDIGGABLE
    from firestep.games.tgw.supply import fed

    open_ground = b.PALESTINE & ~happenings.UNDIGGABLE & ~b.DESERT & fed(st, t.TU)
    field = open_ground.bit_length() - 1
    st.put(U["tu-10"], field)
    assert happenings.trench_hexes(st) == 1 << field
    s = game(st, Window("events", (A, CP)))
    s.take("play cp-netrench")
    assert asked(s) == ("Dig", CP) and texts(s) == [f"trench {b.NUMBER[field]}"]
    s.take(texts(s)[0])
    assert trenches.depth(st, field, CP, 1 << U["tu-10"])[0] == 1
    assert trenches.depth(st, b.INDEX["N3934"], CP, 1 << U["tu-17"])[0] == 0  # no other trench in the Near East
    st.put(U["tu-10"], b.INDEX["N1728"])
    st.put(U["br-52t"], field)
    control.enter(game(st), 1 << U["br-52t"], (field,))
    assert not st.ne_trenches
    starved = war({"ge-1": "N2913"}, turn=22)
    assert not happenings.trench_hexes(starved)  # a Turkish unit is needed


# -- the Black Sea (6.37) ----------------------------------------------------------------------------------------------------


@rule("tgw.6.37a", "tgw.6.37b", "tgw.ev.ruamph")
def test_russian_landings_on_the_black_sea() -> None:
    from firestep.games.tgw import revolutions

    unit = next(u for u in range(r.N) if r.NATION_OF[u] == t.RU and r.NEAR_EAST >> u & 1 and r.COMBAT >> u & 1)
    other = next(u for u in range(unit + 1, r.N) if r.NATION_OF[u] == t.RU and r.NEAR_EAST >> u & 1 and r.COMBAT >> u & 1)
    st = hold(war(turn=18), "al-ruamph")
    for u in (unit, other):
        st.put(u, -4)
    shore = newunits.EASTERN_SHORE
    assert shore and all(int(b.NUMBER[i][3:]) > 32 for i in range(shore.bit_length()) if shore >> i & 1)
    assert not newunits.places(st, unit)[0] & shore & st.ctrl[CP]
    game(st, Window("events", (A, CP))).take("play al-ruamph")
    beach = newunits.places(st, unit)[0] & shore & st.ctrl[CP]
    assert beach
    st.put(U["tu-17"], beach.bit_length() - 1)
    assert not newunits.places(st, unit)[0] >> (beach.bit_length() - 1) & 1
    hex = (beach & -beach).bit_length() - 1
    newunits.place(game(st), unit, b.NUMBER[hex])
    assert st.at[unit] == hex and not newunits.places(st, other)[0] & shore & st.ctrl[CP]  # one in a turn
    game(st, ev.EndOfTurn())
    assert newunits.places(st, other)[0] & shore & st.ctrl[CP]
    revolutions.fall_of_the_czar(game(st))
    assert not ev.in_play(st, "ruamph")
    hold(st, "al-ruamph")
    assert "al-ruamph" not in offered(st, "events", A)


# -- advances (6.38 to 6.40) -------------------------------------------------------------------------------------------------


@rule("tgw.6.38a", "tgw.ev.rigid")
@pytest.mark.parametrize(
    ("hex", "attackers", "fits"),
    [
        ("W6010", "br-1", True),
        ("W6010", "br-1 br-rtc", False),
        ("W6010", "br-1 us-1", False),
        ("W6010", "fr-1", False),
        ("E1116", "br-1", False),
    ],
)
def test_british_rigid_planning(hex: str, attackers: str, fits: bool) -> None:
    st = hold(war(turn=30), "cp-rigid-1")
    fight(st, A, hex, attackers, "ge-1")
    assert ("cp-rigid" in offered(st, "advance", CP)) == fits
    if fits:
        into(st, "cp-rigid", CP, "advance")
        assert "hold" in st.fight.marks and st.spent & chit("cp-rigid-1")
        from firestep.games.tgw.advance import MayAdvance

        assert MayAdvance().run(game(st)) == ()


@rule("tgw.6.39a", "tgw.ev.tsnp")
def test_they_shall_not_pass() -> None:
    for attackers, defenders, flipped, fits in (
        ("ge-1", "fr-1", "", True),
        ("ge-1", "fr-1 br-1", "", False),
        ("ge-1", "fr-1", "ge-1", False),
    ):
        st = hold(war(turn=30, flipped=flipped), "al-tsnp")
        fight(st, CP, "W5123", attackers, defenders)
        assert ("al-tsnp" in offered(st, "advance", A)) == fits
    st = hold(war(turn=30), "al-tsnp")
    fight(st, CP, "W5123", "ge-1", "fr-1")
    into(st, "al-tsnp", A, "advance")
    assert "hold" in st.fight.marks and st.spent & chit("al-tsnp")


@rule("tgw.6.40a", "tgw.ev.looting")
def test_german_looting_denies_the_second_hex() -> None:
    for flipped, hex, fits in (("ge-1", "W5713", True), ("", "W5713", False), ("ge-1", "E4816", False)):
        st = hold(war(turn=39, flipped=flipped), "al-looting-1")
        fight(st, CP, hex, "ge-1 ge-2", "br-1")
        assert ("al-looting" in offered(st, "advance", A)) == fits
    st = hold(war(turn=39, flipped="ge-1"), "al-looting-1")
    fight(st, CP, "W5713", "ge-1", "br-1")
    into(st, "al-looting", A, "advance")
    assert "loot" in st.fight.marks and "hold" not in st.fight.marks


# -- the war at large --------------------------------------------------------------------------------------------------------


@rule("tgw.6.41a", "tgw.ev.czar", "tgw.20.2.1")
def test_the_czar_takes_command() -> None:
    from firestep.games.tgw import revolutions

    st = war(letter="L")
    draw(st, "cp-czar")
    assert sum(m.value for m in revolutions.czar_modifiers(st)) == 2
    st = war(letter="L", prewar=("al.1",))
    s = draw(st, "cp-czar")
    assert "event-void" in keys(s) and not revolutions.czar_modifiers(st) and st.spent & chit("cp-czar")


@rule("tgw.6.43a", "tgw.6.43b", "tgw.ev.turkhq")
def test_the_yilderim_headquarters_is_bombed() -> None:
    st = hold(war({"tu-hqyag": "N1728"}, turn=38, letter="P"), "al-turkhq")
    game(st, Window("events", (A, CP))).take("play al-turkhq")
    assert st.depleted == 1 << U["tu-hqyag"] and st.spent & chit("al-turkhq")
    resources.refit(game(st))
    assert not st.depleted
    st = hold(war({"tu-hqyag": "N1540"}, turn=38), "al-turkhq")
    assert "al-turkhq" not in offered(st, "events", A)


@rule("tgw.6.44b", "tgw.6.44c")
def test_baku_in_turkish_hands_is_no_victory_hex() -> None:
    st = war({"tu-17": "N3653"}, turn=42, letter="Q")
    assert victory.taken(st) & hexes("N3653")
    draw(st, "cp-armyislam")
    assert not victory.taken(st) & hexes("N3653")
    st.put(U["ge-1"], b.INDEX["N3653"])
    assert victory.taken(st) & hexes("N3653")
    s = draw(war(turn=47, letter="S"), "cp-armyislam")
    assert "event-void" in keys(s) and not s.state.play
    assert draw(war(turn=46, letter="R"), "cp-armyislam").state.play


@rule("tgw.6.45a", "tgw.6.45b", "tgw.6.45c", "tgw.ev.libya")
def test_the_libyan_revolt_takes_three_factors_for_three_strategic_turns() -> None:
    st = war({"br-10in br-11in": "N4310", "bp-10incavbd bp-11incavbd": "N4310", "br-52t": "N4311"}, turn=18, letter="G")
    s = draw(st, "cp-libya")
    assert asked(s) == ("Libya", A)
    named = {x.split()[1] for x in texts(s)}
    assert not named & {"br-10in", "br-11in"} and "br-52t" in named  # 3 exactly, not 1 + 1 and more
    s.take("libya br-52t")
    assert s.over and at(st, "br-52t") == "libya"
    for letter, back in (("I", False), ("J", True)):
        st.letter = L[letter]
        resources.reinforce(game(st))
        assert (at(st, "br-52t") == "available-ne") == back
    st = war({"bp-10incavbd": "N4310", "bp-11incavbd": "available-ne", "br-3in": "N2252"}, turn=18, letter="G")
    s = draw(st, "cp-libya")
    assert texts(s) == ["libya bp-10incavbd"]  # Egypt first
    s.take("libya bp-10incavbd")
    assert texts(s) == ["libya bp-11incavbd"]  # then the box
    s.take("libya bp-11incavbd")
    assert texts(s) == ["libya br-3in"]  # then Iraq


@rule("tgw.6.46a", "tgw.6.46c", "tgw.ev.mutiny")
def test_the_french_mutiny_lasts_three_turns_from_now() -> None:
    from firestep.games.tgw.bans import bans

    st = war(turn=29, letter="L")
    draw(st, "al-mutiny")
    for turn, acts in ((29, True), (31, True), (32, False)):
        st.turn = turn
        banned = [x for x in bans(st, A) if x.rule == "tgw.6.46a"]
        assert bool(banned) == acts
        if banned:
            assert banned[0].units == r.CORPS[t.FR] and banned[0].hexes == b.FRONT["W"]
    assert not victory.eligible(st)
    st.collapsed = 1 << t.RU
    assert victory.eligible(st)


@rule("tgw.6.47a", "tgw.6.47c", "tgw.ev.civilwar")
def test_the_russian_civil_war() -> None:
    from firestep.games.tgw.bans import apart

    s = draw(war(turn=37), "cp-civilwar")
    assert s.state.pool[CP] == chit("cp-civilwar") and not s.state.flag("civil-war")
    st = war(turn=37)
    st.set_flag("bolsheviks")
    draw(st, "cp-civilwar")
    assert st.flag("civil-war")
    assert apart(st, 1 << U["ru-1"], U["ru-2"])
    assert not apart(st, 1 << U["fr-1"], U["fr-2"])


@rule("tgw.6.47b", "tgw.16.31a")
def test_russian_stacks_must_part_by_the_end_of_the_movement() -> None:
    from firestep.games.tgw import collapse

    st = war({"ru-1 ru-2": "E5020", "ru-3": "E5021"}, turn=37, collapsed=1 << t.RU | 1 << t.PG | 1 << t.ARM)
    assert game(st, collapse.Separate(g.EASTERN, A)).over
    st.set_flag("civil-war")
    assert game(st, collapse.Separate(g.WESTERN, A)).over
    s = game(st, collapse.Separate(g.EASTERN, A))
    assert asked(s) == ("Keep", A) and texts(s) == ["keep ru-1", "keep ru-2"]
    s.take("keep ru-2")
    assert at(st, "ru-1") == "dead" and at(st, "ru-2") == "E5020" and at(st, "ru-3") == "E5021"


@rule("tgw.6.49a", "tgw.ev.jutland", "tgw.20.3.2a", "tgw.20.3.3a", "tgw.20.3.4b", "tgw.20.2.7h")
@pytest.mark.parametrize(
    ("plan", "die", "points"),
    [
        ("", 1, 2),
        ("", 2, 0),
        ("", 4, 0),
        ("", 5, -1),
        ("", 6, -1),
        ("cp.2", 1, -1),
        ("cp.3", 3, 2),
        ("cp.3", 6, 0),
        ("cp.4", 4, -1),
        ("cp.4", 1, 0),
    ],
)
def test_jutland(plan: str, die: int, points: int) -> None:
    st = war(turn=20, prewar=(plan,) if plan else ())
    draw(st, "cp-jutland", dice=[die])
    assert st.vp_events == points and st.spent & chit("cp-jutland")
    fisher = war(turn=20, prewar=("al.7",))
    assert "event-void" in keys(draw(fisher, "cp-jutland")) and fisher.rolls == 0


@rule("tgw.6.50a", "tgw.ev.navmutiny")
def test_the_naval_mutiny_unless_jutland_was_won() -> None:
    for die, points in ((1, 2), (3, -1), (6, -2)):
        st = war(turn=42)
        draw(st, "cp-jutland", dice=[die])
        draw(st, "cp-navmutiny")
        assert st.vp_events == points
    st = war(turn=42)
    draw(st, "cp-navmutiny")
    assert st.vp_events == -1


# -- Gallipoli and Salonika (6.51, 6.52) ---------------------------------------------------------------------------------------


def levant(**more):
    return hold(
        war({"br-1 br-2 br-3 br-4 br-5 br-1as fr-1 fr-2 fr-3 fr-4 fr-5": "available"}, **{"turn": 9, "letter": "D", **more}),
        "al-gallipoli",
        "al-salonika",
    )


@rule("tgw.6.51a", "tgw.6.51k", "tgw.ev.gallipoli")
def test_gallipoli_is_played_when_a_new_units_phase_begins_and_not_after_salonika() -> None:
    st = levant()
    assert "al-gallipoli" in offered(st, "new units", A) and not offered(st, "new units", CP)
    st.set_flag("salonika")
    assert "al-gallipoli" not in offered(st, "new units", A)
    st = war(play="al-salonika")
    st.set_flag("salonika")
    assert "event-void" in keys(draw(st, "al-gallipoli"))


@rule("tgw.6.51b", "tgw.6.51d", "tgw.6.51i", "tgw.6.51c", "tgw.17.13a")
def test_four_british_and_one_french_division_land() -> None:
    st = levant()
    s = game(st, Window("new units", (A,)))
    s.take("play al-gallipoli")
    assert asked(s) == ("Land", A) and st.flag("euro-turks") and at(st, "tu-19") == "E1023" and st.flag("sea-closed")
    s.take(next(x for x in texts(s) if x.startswith("land fr") and x.endswith("E1022")))
    assert not any(x.startswith("land fr") for x in texts(s))
    for unit, hex in (("br-1", "E1122"), ("br-2", "E1122"), ("br-1as", "E1022"), ("br-3", "E1022")):
        s.take(f"land {unit} {hex}")
    assert not any(x.startswith("land") for x in texts(s))
    s.take("done")
    assert at(st, "br-1") == "E1122" and at(st, "br-1as") == "E1022" and st.ctrl[A] & b.LANDINGS == b.LANDINGS
    assert "al-gallipoli" not in offered(st, "new units", A)


@rule("tgw.6.51e")
def test_both_sides_may_act_in_the_turn_of_the_landing() -> None:
    st = levant()
    s = game(st, Window("new units", (A,)))
    s.take("play al-gallipoli")
    s.take("land br-1 E1122")
    assert movement.ready(st, A) >> U["br-1"] & 1 and movement.ready(st, CP) >> U["tu-19"] & 1


def landed(**more):
    st = war({"br-1": "E1122", "br-2": "E1022", "tu-19": "E1023"}, **{"turn": 10, **more})
    st.set_flag("gallipoli")
    st.set_flag("euro-turks")
    return st


@rule("tgw.6.51f")
def test_landing_hexes_are_ports_and_sources() -> None:
    from firestep.games.tgw import sea
    from firestep.games.tgw.supply import supplied

    st = landed()
    assert supplied(st, U["br-1"]) and supplied(st, U["br-2"])
    assert sea.ports(st) & b.LANDINGS == b.LANDINGS


@rule("tgw.6.51g")
def test_ways_out_of_the_landing_hexes() -> None:
    st = landed()
    st.put(U["tu-19"], b.INDEX["E1328"])
    i, j, behind = (b.INDEX[x] for x in ("E1122", "E1022", "E1023"))
    steps = set(b.STEPS)
    assert (i, behind) in steps and (j, behind) in steps and (i, j) not in steps and (j, i) not in steps
    assert movement.reach(st, A, 1 << U["br-1"], i, i, (0, 0)) >> behind & 1


@rule("tgw.6.51h")
def test_the_central_powers_attack_the_beaches_and_never_enter_them() -> None:
    from firestep.games.tgw.attackers import attackable

    st = landed()
    assert b.INDEX["E1122"] in attackable(st, CP, b.EAST_MAP)
    assert not nations.ground(st, 1 << U["tu-19"]) & b.LANDINGS


@rule("tgw.6.51j")
def test_a_lost_beachhead_is_lost_for_good() -> None:
    for reading, empty, lost in (("either", "br-1", True), ("both", "br-1", False), ("both", "br-1 br-2", True)):
        st = landed(options={"beachhead": reading})
        landings.beachhead(game(st))
        assert not st.flag("gallipoli-lost")
        for id in empty.split():
            st.put(U[id], -5)
        landings.beachhead(game(st))
        assert st.flag("gallipoli-lost") == lost
        if lost:
            assert not nations.ground(st, 1 << U["br-3"]) & b.LANDINGS
    st = landed()
    st.put(U["br-1"], -5)
    st.put(U["tu-19"], -6)
    landings.beachhead(game(st))
    assert not st.flag("gallipoli-lost")  # nobody stands in E1023


@rule("tgw.6.52a", "tgw.6.52h", "tgw.ev.salonika")
def test_salonika_while_greece_is_neutral() -> None:
    st = levant()
    assert "al-salonika" in offered(st, "new units", A)
    st.set_side(t.GK, A)
    assert "al-salonika" not in offered(st, "new units", A)
    assert "event-void" in keys(draw(war(at_war={"GK": A}), "al-salonika"))


@rule("tgw.6.52b", "tgw.6.52c", "tgw.6.52g", "tgw.17.13a")
def test_three_french_and_a_british_division_come_to_salonika() -> None:
    st = levant()
    st.put(U["br-5"], b.INDEX["E1122"])
    st.put(U["fr-5"], b.INDEX["E1022"])
    st.set_flag("gallipoli")
    s = game(st, Window("new units", (A,)))
    s.take("play al-salonika")
    assert {"land br-5 E1116", "land fr-5 E1116", "land fr-3 E1116"} <= set(texts(s))
    assert st.flag("sea-closed") and st.flag("euro-turks")
    s.take("land br-5 E1116")
    assert not any(x.startswith("land br") for x in texts(s))
    for u in ("fr-5", "fr-3", "fr-4"):
        s.take(f"land {u} E1116")
    assert texts(s) == ["done"] and at(st, "br-5") == "E1116"


@rule("tgw.6.52d")
def test_salonika_is_a_source_while_held() -> None:
    from firestep.games.tgw import sources

    st = war({"fr-1": "E1116"}, turn=10)
    assert not sources.beachheads(st)
    st.set_flag("salonika")
    assert sources.beachheads(st) == hexes("E1116")
    st.put(U["fr-1"], b.INDEX["E1216"])
    assert not sources.beachheads(st)
    st.set_side(t.GK, A)
    assert sources.beachheads(st) == hexes("E1116")


@rule("tgw.6.52e", "tgw.6.52f", "tgw.6.52i", "tgw.17.4b", "tgw.17.21q")
def test_salonika_opens_greece_and_albania_to_both() -> None:
    st = war(turn=10)
    lands = b.COUNTRY["greece"] | b.COUNTRY["albania"]
    assert nations.closed(st) & lands == lands
    st.set_flag("salonika")
    assert not nations.closed(st) & lands
    assert nations.ground(st, 1 << U["ge-1"]) & b.COUNTRY["greece"] and nations.ground(st, 1 << U["fr-1"]) & b.COUNTRY["greece"]
    assert st.allegiance[t.GK] == t.NEUTRAL and not [u for u in range(r.N) if r.NATION_OF[u] == t.GK and st.at[u] > 0]


@rule("tgw.6.52j", "tgw.17.4c")
def test_valona_feeds_italians_alone() -> None:
    from firestep.games.tgw import sources

    st = war(turn=20, at_war={"IT": A}, allied=("E1210",))
    assert not sources.ultimate(st, sources.ITALIAN) & hexes("E1210")
    st.set_flag("salonika")
    assert sources.ultimate(st, sources.ITALIAN) & hexes("E1210")
    assert not sources.ultimate(st, sources.OTHER) & hexes("E1210")
    st.seize(hexes("E1210"), CP)
    assert not sources.ultimate(st, sources.ITALIAN) & hexes("E1210")


# -- neutrals (6.53 to 6.57) -------------------------------------------------------------------------------------------------


@rule(
    "tgw.6.53a",
    "tgw.6.53b",
    "tgw.17.11a",
    "tgw.ev.entry.italy",
    "tgw.ev.entry.bulgaria",
    "tgw.ev.entry.greece",
    "tgw.ev.entry.romania.al",
    "tgw.ev.entry.romania.cp",
    "tgw.6.53e",
)
@pytest.mark.parametrize(
    ("id", "code", "side"),
    [
        ("al-entry-italy", "IT", A),
        ("cp-entry-bulgaria", "BU", CP),
        ("al-entry-greece", "GK", A),
        ("al-entry-romania", "RO", A),
        ("cp-entry-romania", "RO", CP),
    ],
)
def test_neutrals_join_in_the_new_units_phase_of_the_turn_of_the_draw(id: str, code: str, side: int) -> None:
    st = war(turn=28, letter="L")
    draw(st, id)
    assert st.allegiance[t.NATION[code]] == t.NEUTRAL
    assert game(st, neutrals.Entries(1 - side)).over and st.allegiance[t.NATION[code]] == t.NEUTRAL
    s = game(st, neutrals.Entries(side))
    assert st.allegiance[t.NATION[code]] == side and asked(s) == ("Muster", side)
    late = war(turn=28, letter="L")
    draw(late, id)
    late.turn = 29
    assert game(late, neutrals.Entries(side)).over and late.allegiance[t.NATION[code]] == t.NEUTRAL


@rule("tgw.6.53c")
def test_both_romanian_chits_in_one_turn_and_it_never_enters() -> None:
    st = war(turn=28)
    draw(st, "al-entry-romania")
    draw(st, "cp-entry-romania")
    s = game(st, neutrals.Entries(A), neutrals.Entries(CP))
    assert st.allegiance[t.RO] == t.NEUTRAL and st.tally["never-RO"] and "never-enters" in keys(s)
    st = war(turn=28, at_war={"RO": A})
    assert "event-void" in keys(draw(st, "cp-entry-romania"))


@rule("tgw.6.53d", "tgw.6.54a", "tgw.ev.bulcoll")
def test_bulgaria_collapses_or_never_enters() -> None:
    st = war(turn=42)
    draw(st, "al-bulcoll")
    assert st.tally["never-BU"] and not st.collapsed
    assert "event-void" in keys(draw(st, "cp-entry-bulgaria"))
    st = war(turn=42, at_war={"BU": CP})
    draw(st, "al-bulcoll")
    assert st.collapsed >> t.BU & 1
    st.spent = 0
    assert "event-void" in keys(draw(st, "al-bulcoll"))


@rule("tgw.6.55a", "tgw.ev.zimmerman")
def test_the_zimmerman_telegram_brings_america_when_the_next_strategic_turn_opens() -> None:
    st = war(turn=28, letter="K")
    draw(st, "cp-zimmerman")
    assert st.us_entered < 0
    st.letter = L["L"]
    resources.begin_letter(game(st))
    assert st.us_entered == L["L"] and st.allegiance[t.US] == A
    st = war(turn=28, us_entered=L["K"])
    assert "event-void" in keys(draw(st, "cp-zimmerman"))


@rule("tgw.6.56a", "tgw.6.56b", "tgw.6.56c", "tgw.ev.typhus")
def test_serb_typhus() -> None:
    from firestep.games.tgw.bans import bans

    serb = next(u for u in range(r.N) if r.NATION_OF[u] == t.SR and r.COMBAT >> u & 1)
    inside = b.numbers(b.COUNTRY["serbia"])[5]
    st = war({r.UNITS[serb]: inside, "ah-1": "E2610"}, turn=8)
    st.rp[t.SR] = 4
    draw(st, "cp-typhus")
    assert st.rp[t.SR] == 0 and not st.acting("typhus")
    for turn in (9, 10, 11):
        st.turn = turn
        assert not nations.ground(st, 1 << U["ah-1"]) & b.COUNTRY["serbia"]
        assert not nations.ground(st, 1 << serb) & ~b.COUNTRY["serbia"] and nations.ground(st, 1 << serb) & b.COUNTRY["serbia"]
        rules = {x.rule for x in bans(st, A) if x.units >> serb & 1}
        assert "tgw.6.56c" in rules
    st.turn = 12
    assert nations.ground(st, 1 << serb) & ~b.COUNTRY["serbia"]


@rule("tgw.6.57a", "tgw.6.57d", "tgw.6.57e", "tgw.ev.influenza")
def test_influenza_closes_the_boxes_for_a_turn() -> None:
    st = war({"ge-1": "available", "fr-1": "available"}, turn=42, letter="Q")
    draw(st, "cp-influenza")
    assert newunits.orders(st, CP) == newunits.orders(st, A) == [("done",)]
    assert st.rolls == 0 and st.spent & chit("cp-influenza")  # no shock-troops yet
    st.turn = 43
    assert ("new", "ge-1") in newunits.orders(st, CP)


@rule("tgw.6.57b", "tgw.6.57c")
def test_influenza_ends_shock_troops_for_good() -> None:
    ids = "ge-1g ge-2g ge-1 ge-2 ge-3"
    st = war({ids: "W6526"}, turn=42, flipped=ids, tally={"shock": 2})
    s = draw(st, "cp-influenza", dice=[1, 1])
    assert asked(s) == ("FallIll", CP) and len(texts(s)) == 5
    s.take("ill ge-1")
    s.take("ill ge-2")
    assert s.over and st.unshocked == r.unit_mask(["ge-1", "ge-2"]) and not st.flipped & st.unshocked
    st.rp[t.GE] = 9
    assert not shock.eligible(st) & st.unshocked
    s = draw(st, "cp-influenza", dice=[6, 6])
    assert s.over and not shock.converted(st)


@rule("tgw.6.5a", "tgw.ev.shock.1", "tgw.ev.shock.2", "tgw.15.41a", "tgw.15.41b", "tgw.15.42a", "tgw.15.42b")
def test_shock_troop_conversion() -> None:
    ids = "ge-1g ge-2g ge-1 ge-2 ge-3 ge-5"
    st = war({ids: "W6729", "ge-6 ge-7": "W6730", "ge-8": "W5010"}, turn=30, letter="L", forts=False)
    hold(st, "cp-shock-1", "cp-shock-2")
    st.seize(b.FRANCE & ~hexes("W5010"), A)
    for k, n in enumerate(b.numbers(b.ATLAS.dilate(hexes("W5010")) & ~hexes("W5010"))):
        st.put(U[f"fr-{k + 1}"], b.INDEX[n])
    assert not shock.eligible(st)
    st.rp[t.GE] = 0
    assert not offered(st, "new units", CP)
    st.rp[t.GE] = 1
    s = game(st, newunits.NewUnits(CP))
    s.take("play cp-shock-2")  # whichever comes first is the first
    assert not any(x == "shock-all" for x in texts(s)) and "shock ge-8" not in texts(s) and st.rp[t.GE] == 1
    for id in (*ids.split()[:5], "ge-6"):
        s.take(f"shock {id}")
    assert st.rp[t.GE] == 0 and not any(x.startswith("shock") for x in texts(s))
    assert movement.ready(st, CP) >> U["ge-1"] & 1
    st.rp[t.GE] = 7
    s = game(st, newunits.NewUnits(CP))
    s.take("play cp-shock-1")
    assert st.tally["kaiser-turn"] == 30
    s.take("shock-all")
    assert st.rp[t.GE] == 0 and st.flipped >> U["ge-7"] & 1 and not st.flipped >> U["ge-8"] & 1
