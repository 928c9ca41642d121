"""Gas, flames, mines and the events that modify a combat (tgw.6.12 to tgw.6.23, tgw.6.36)."""

from __future__ import annotations

import pytest

from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.events import event_table, events
from firestep.testing import keys, rule
from games.tgw.events_kit import U, drm, fight, into, offered
from games.tgw.war import CP, A, chit, draw, game, hold, war

# -- gas, flames, mines (tgw.6.12, tgw.6.13)
# -----------------------------------------------------------------------------------------

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
    assert drm(st) == 2 and st.spent & chit(f"{word}-gas-{gas}") and name in event_table.EVENTS[f"gas.{gas}.{word}"].name
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


# -- events that are modifiers (tgw.6.14 to tgw.6.23, tgw.6.36)
# --------------------------------------------------------------------------

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
        attacking = A if roster.NATION_OF[U[attackers.split()[0]]] not in (tables.GE, tables.AH, tables.TU) else CP
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
        game(st, events.EndOfTurn())
        lay(good)
        assert id in offered(st, "combat", side)  # and again in the next
    else:
        assert st.spent & chit(copy)
        lay(good)
        assert id not in offered(st, "combat", side)


def _chit_ids() -> set[str]:
    from firestep.games.tgw.components.chits import CHIT

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
    from firestep.games.tgw.combat.shifts import RIVER_NEAR, shifts

    hex = next(
        i for i in sorted(RIVER_NEAR) if board.FRONT["NI"] >> i & 1 and int(board.NUMBER[i][3:]) > 44 and RIVER_NEAR[i] & board.LAND
    )
    over = next(i for i in range(hex + 2000) if RIVER_NEAR[hex] >> i & 1 and board.LAND >> i & 1)
    st = hold(war({"br-3in": board.NUMBER[over], "tu-35": board.NUMBER[hex]}, turn=20), "al-flotilla")
    fight(st, A, board.NUMBER[hex], "br-3in", "tu-35")
    river = [m for m in shifts(st, st.fight) if "river" in m.text.lower()]
    assert river and offered(st, "combat", A) == ["al-flotilla"]
    into(st, "al-flotilla", A)
    assert not [m for m in shifts(st, st.fight) if "river" in m.text.lower()] and st.spent & chit("al-flotilla")
    north = next((i for i in sorted(RIVER_NEAR) if board.FRONT["NI"] >> i & 1 and int(board.NUMBER[i][3:]) <= 44), None)
    if north is not None:
        st = hold(war(turn=20), "al-flotilla")
        fight(st, A, board.NUMBER[north], "br-3in", "tu-35")
        assert not offered(st, "combat", A)
