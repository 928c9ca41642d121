"""Trenches of the Near East, the Black Sea, advances (tgw.6.34 to tgw.6.40)."""

from __future__ import annotations

import pytest

from firestep.engine.offer import Window
from firestep.games.tgw.combat import strength
from firestep.games.tgw.combat.combat import CombatPhase
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.events import constructions, event_table, events, windows
from firestep.games.tgw.fortifications import trenches
from firestep.games.tgw.movement import control, movement
from firestep.games.tgw.nations import new_units
from firestep.games.tgw.state import AVAIL_NE
from firestep.hexmap.grid import bits
from firestep.testing import rule, texts
from games.tgw.events_kit import U, fight, into, offered
from games.tgw.positions import field
from games.tgw.war import CP, A, asked, chit, event, game, hexes, hold, war

# -- trenches of the Near East (tgw.6.34, tgw.6.35)
# --------------------------------------------------------------------------------------


@rule("tgw.6.34a", "tgw.6.34b", "tgw.ev.kress")
def test_kress_wakes_the_gaza_line() -> None:
    from firestep.games.tgw.movement import control

    st = hold(war({"tu-10": "N2813"}, turn=22), "cp-kress")
    assert trenches.depth(st, board.INDEX["N2813"], CP, 1 << U["tu-10"])[0] == 0
    s = game(st, Window("events", (A, CP)))
    s.take("play cp-kress")
    assert trenches.depth(st, board.INDEX["N2813"], CP, 1 << U["tu-10"])[0] == 1
    st.put(U["tu-10"], board.INDEX["N2416"])
    st.put(U["br-52t"], board.INDEX["N2813"])
    control.enter(game(st), 1 << U["br-52t"], (board.INDEX["N2813"],))
    assert not st.ne_trenches >> board.INDEX["N2813"] & 1 and st.ne_trenches >> board.INDEX["N2712"] & 1


@rule("tgw.6.34c")
def test_an_early_entry_kills_the_line_for_good() -> None:
    from firestep.games.tgw.movement import control

    st = hold(war(turn=22), "cp-kress")
    st.put(U["br-52t"], board.INDEX["N2712"])
    control.enter(game(st), 1 << U["br-52t"], (board.INDEX["N2712"],))
    assert "cp-kress" not in offered(st, "events", CP)


@rule("tgw.6.35a", "tgw.6.35b", "tgw.6.35c", "tgw.6.35d", "tgw.ev.netrench")
def test_near_east_trenches() -> None:
    from firestep.games.tgw.movement import control

    st = hold(war({"tu-10": "N2913", "tu-23": "N2416"}, turn=22), "cp-netrench-1")
    plain = constructions.trench_hexes(st)
    assert not plain & hexes("N2416")  # a city
    assert not plain & constructions.UNDIGGABLE
    from firestep.games.tgw.supply.supply import fed

    open_ground = board.PALESTINE & ~constructions.UNDIGGABLE & ~board.DESERT & fed(st, tables.TU)
    field = open_ground.bit_length() - 1
    st.put(U["tu-10"], field)
    assert constructions.trench_hexes(st) == 1 << field
    s = game(st, Window("events", (A, CP)))
    s.take("play cp-netrench")
    assert asked(s) == ("Dig", CP) and texts(s) == [f"trench {board.NUMBER[field]}"]
    s.take(texts(s)[0])
    assert trenches.depth(st, field, CP, 1 << U["tu-10"])[0] == 1
    assert trenches.depth(st, board.INDEX["N3934"], CP, 1 << U["tu-17"])[0] == 0  # no other trench in the Near East
    st.put(U["tu-10"], board.INDEX["N1728"])
    st.put(U["br-52t"], field)
    control.enter(game(st), 1 << U["br-52t"], (field,))
    assert not st.ne_trenches
    starved = war({"ge-1": "N2913"}, turn=22)
    assert not constructions.trench_hexes(starved)  # a Turkish unit is needed


# -- the Black Sea (tgw.6.37) ----------------------------------------------------------------------------------------------------


@rule("tgw.6.37a", "tgw.6.37b", "tgw.ev.ruamph")
def test_russian_landings_on_the_black_sea() -> None:
    from firestep.games.tgw.strategic import revolutions

    unit = next(
        u for u in range(roster.N) if roster.NATION_OF[u] == tables.RU and roster.NEAR_EAST >> u & 1 and roster.COMBAT >> u & 1
    )
    other = next(
        u
        for u in range(unit + 1, roster.N)
        if roster.NATION_OF[u] == tables.RU and roster.NEAR_EAST >> u & 1 and roster.COMBAT >> u & 1
    )
    st = hold(war(turn=18), "al-ruamph")
    for u in (unit, other):
        st.put(u, -4)
    shore = new_units.EASTERN_SHORE
    assert shore and all(int(board.NUMBER[i][3:]) > 32 for i in range(shore.bit_length()) if shore >> i & 1)
    assert not new_units.places(st, unit)[0] & shore & st.ctrl[CP]
    game(st, Window("events", (A, CP))).take("play al-ruamph")
    beach = new_units.places(st, unit)[0] & shore & st.ctrl[CP]
    assert beach
    st.put(U["tu-17"], beach.bit_length() - 1)
    assert not new_units.places(st, unit)[0] >> (beach.bit_length() - 1) & 1
    hex = (beach & -beach).bit_length() - 1
    new_units.place(game(st), unit, board.NUMBER[hex])
    assert st.at[unit] == hex and not new_units.places(st, other)[0] & shore & st.ctrl[CP]  # one in a turn
    game(st, events.EndOfTurn())
    assert new_units.places(st, other)[0] & shore & st.ctrl[CP]
    revolutions.fall_of_the_czar(game(st))
    assert not event_table.in_play(st, "ruamph")
    hold(st, "al-ruamph")
    assert "al-ruamph" not in offered(st, "events", A)


# -- advances (tgw.6.38 to tgw.6.40)
# -------------------------------------------------------------------------------------------------


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
        from firestep.games.tgw.combat.advance import MayAdvance

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


@rule("tgw.6.38a", "tgw.6.40a")
@pytest.mark.parametrize(
    ("copies", "seat", "side", "attackers"),
    [(("al-looting-1", "al-looting-2"), A, CP, "ge-1 ge-2"), (("cp-rigid-1", "cp-rigid-2"), CP, A, "br-1 br-2")],
)
def test_a_second_copy_is_kept_while_the_first_acts(copies: tuple[str, str], seat: int, side: int, attackers: str) -> None:
    st = hold(war(turn=39, flipped="ge-1"), *copies)
    fight(st, side, "W5713", attackers, "fr-1" if side == CP else "ge-3")
    play = copies[0].removesuffix("-1")
    s = into(st, play, seat, "advance")
    assert s.over and st.hand[seat] & chit(copies[0] if st.spent & chit(copies[1]) else copies[1])
    assert "same in this combat already" in windows.lacks(st, play[3:], seat)


@rule("tgw.6.28a")
def test_one_winter_offensive_is_enough_for_a_turn() -> None:
    st = hold(war({"ru-20": "N3938"}, turn=tables.turn_of("Nov/Dec", 1915)), "al-winter-1", "al-winter-2")
    s = game(st, CombatPhase(fronts.EASTERN, A), CombatPhase(fronts.WESTERN, A))
    s.take("play al-winter")
    assert asked(s) == ("Attacks", A) and st.acting("winter") and "in force" in windows.lacks(st, "winter", A)
    s.take("done")
    assert asked(s) == ("Attacks", A) and (st.hand[A] & event("winter")).bit_count() == 1


@rule("tgw.6.39a")
@pytest.mark.usefixtures("plenty")
def test_they_shall_not_pass_guards_french_hexes_only() -> None:
    """An empty fort is held by the nation that built it."""
    from firestep.games.tgw.events.windows import fits

    for i in bits(board.FORTS & fronts.FRONT[fronts.WEST] & (board.FRANCE | board.BELGIUM)):
        near = next(j for j in bits(movement.NEAR[i] & board.LAND & ~board.FORTS & ~board.ALPINE))
        st = field({"ge-1": board.NUMBER[near]})
        st.fight = strength.declared(st, CP, i, (roster.UNIT["ge-1"],))
        assert fits(st, "tsnp", A) == (fronts.FORT_NATION[i] == tables.FR), board.NUMBER[i]


@rule("tgw.6.35c", "tgw.6.34c", "tgw.7.13b")
def test_arabs_who_ride_through_a_trench_end_it() -> None:
    """They keep no hex that they leave, and yet an Allied unit has entered."""
    st = war({"ab-1ana": "N2611"}, turn=30, letter="L", ne_trenches=hexes("N2612"))
    control.enter(game(st), 1 << U["ab-1ana"], tuple(board.INDEX[n] for n in ("N2612", "N2712", "N2611")))
    assert not st.ne_trenches and not st.ctrl[A] & hexes("N2612", "N2712")
    assert st.flag("gaza-lost")


@rule("tgw.6.35a")
def test_no_trench_where_the_turks_starve(monkeypatch) -> None:
    field_ = bits(board.PALESTINE & ~constructions.UNDIGGABLE & ~board.DESERT)[-1]
    st = war({"tu-10": board.NUMBER[field_]}, turn=22)
    monkeypatch.setattr(constructions, "supplied", lambda st, u: True)
    assert constructions.trench_hexes(st) >> field_ & 1
    monkeypatch.setattr(constructions, "supplied", lambda st, u: False)
    assert not constructions.trench_hexes(st)


@rule("tgw.6.37a")
def test_russians_land_where_nobody_is_not_even_their_own() -> None:
    one, two = [u for u in bits(roster.CORPS[tables.RU] & roster.NEAR_EAST & roster.COMBAT)][:2]
    st = war(turn=18, play="al-ruamph")
    st.put(one, AVAIL_NE)
    beach = new_units.special(st, one)
    assert beach
    st.put(two, bits(beach)[0])
    assert new_units.special(st, one) == beach & ~(1 << bits(beach)[0])
