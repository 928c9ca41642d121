"""The set-ups of 1916 and 1917 (tgw.22.3, tgw.22.4)."""

from __future__ import annotations

from collections import Counter

import pytest

from firestep import bots
from firestep.engine.dice import Dice
from firestep.engine.start import begin
from firestep.games.tgw import GAME, setup
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import CHITS, OF_EVENT
from firestep.games.tgw.scenarios import free_setup, setup_zones
from firestep.games.tgw.state import ARABIA, AVAIL, AVAIL_NE, DEAD, DEAD_NE, GONE, RESERVE, RU_TRANSIT, WAITING
from firestep.games.tgw.strategic import warfare
from firestep.hexmap.grid import bits
from firestep.testing import rule, situation, texts
from games.tgw.setup_kit import Y16, Y17, I, box, inside, map_units, on, rp, start, units, where
from games.tgw.war import CP, A, game

# -- 1916 --------------------------------------------------------------------------------------------------------------------


@rule("tgw.22.33b")
def test_salonika_in_1916() -> None:
    st = start(Y16)
    near = setup_zones.near(I["E1116"], 2) & board.LAND
    salonika = [u for n in ("BR", "FR", "IT", "SR") for u in on(Y16, units(n), board.EAST_MAP)]
    assert inside(Y16, salonika, near)
    greek = board.COUNTRY["greece"] & st.occ[1]
    assert not greek & ~setup_zones.rows("E", 13, 99)


@rule("tgw.22.34c", "tgw.22.34d")
def test_british_of_1916() -> None:
    st = start(Y16)
    assert rp(Y16, BR=3) and all(st.reduced >> u & 1 for u in map_units(Y16, "BR") if roster.ROSTER[u].steps == 2)
    assert sorted(roster.ROSTER[u].face for u in on(Y16, units("BR"), board.EAST_MAP)) == ["3-4", "3-4", "3-4", "3-4", "3-4-4"]
    assert Counter(roster.ROSTER[u].cls for u in box(Y16, units("BR"), DEAD)) == {"cavalry": 2, "infantry": 4}
    assert inside(Y16, on(Y16, units("BR"), board.FRONT["W"]), setup_zones.rows("W", 59, 99))
    egypt = {roster.UNITS[u] for u in on(Y16, units("BR"), board.FRONT["NE"])}
    assert egypt == {f"br-{n}" for n in ("42t", "52t", "53t", "54t", "10in", "11in", "1cdco", "2cdco", "3cdco", "4cdco")}
    assert where(Y16, "br-7in") == ["N2252"] and st.at[roster.UNIT["br-13na"]] == DEAD_NE
    assert [roster.ROSTER[u].face for u in on(Y16, units("BI"), board.mask("N1845"))] == ["1-4"] * 3
    assert sorted(roster.ROSTER[u].face for u in on(Y16, units("BI"), board.mask("N2147"))) == ["1-4", "1-4", "1-4", "1-6"]


@rule("tgw.22.34f", "tgw.22.34g", "tgw.22.34i")
def test_italians_russians_serbs_of_1916() -> None:
    assert len(on(Y16, units("IT"), board.EAST_MAP)) == 2 and rp(Y16, IT=0, RU=0, SR=0)
    assert len(box(Y16, units("RU", "europe"), DEAD)) == 15
    army = on(Y16, units("RU"), board.EAST_MAP)
    assert inside(Y16, army, setup_zones.allied_ground(Y16)["E"])
    assert where(Y16, "sr-hq") == ["E1116"]
    assert len(box(Y16, units("SR"), DEAD)) == len([u for u in units("SR", "combat") if roster.ROSTER[u].entry == "start"])


@rule("tgw.22.34h")
def test_caucasus_of_1916() -> None:
    st = start(Y16)
    assert {roster.ROSTER[u].entry for u in box(Y16, units("RU"), AVAIL_NE)} == {"G"} and st.at[roster.UNIT["ru-6"]] == RU_TRANSIT
    assert Counter(roster.ROSTER[u].face for u in box(Y16, units("RU"), DEAD_NE)) == {"1-6": 1, "1-4": 4}
    assert [roster.ROSTER[u].face for u in box(Y16, units("ARM"), DEAD_NE)] == ["1-4"]
    faces = Counter(roster.ROSTER[u].face for u in on(Y16, units("RU"), board.FRONT["NC"]))
    assert faces == {"1-4": 4, "2-3-4": 4, "3-4-4": 2, "1-2-6": 1, "1-2": 1}
    assert inside(Y16, [roster.UNIT["pn-pc"]], board.PERSIA)


@rule("tgw.22.35a", "tgw.22.35b", "tgw.22.35c")
def test_central_powers_of_1916() -> None:
    st = start(Y16)
    assert [roster.ROSTER[u].face for u in box(Y16, units("AH"), DEAD)] == ["1-6"] * 2 and rp(Y16, AH=0, BU=0, GE=3)
    italy = on(Y16, units("AH"), board.FRONT["WI"])
    assert sum(bool(roster.HQ >> u & 1) for u in italy) == 1 and len(italy) == 20
    assert len(on(Y16, units("AH", "combat"), board.COUNTRY["montenegro"])) == 3
    assert len(on(Y16, units("AH", "combat"), board.lands("albania", "serbia", "greece"))) == 4
    east = on(Y16, units("AH"), setup_zones.central_ground(Y16)["E"])
    assert len(on(Y16, east, setup_zones.rows("E", 47, 99))) <= 4
    assert len(on(Y16, units("BU"), board.COUNTRY["bulgaria"])) == 4 and not st.reduced & sum(1 << u for u in units("BU"))
    assert len(on(Y16, units("BU"), board.lands("serbia", "greece", "albania"))) == 7
    front = setup_zones.central_ground(Y16)["E"]
    germans = on(Y16, units("GE"), front)
    assert sum(bool(roster.COMBAT >> u & 1) for u in germans) == 47 and sum(bool(roster.HQ >> u & 1) for u in germans) == 4
    south = on(Y16, germans, setup_zones.rows("E", 0, 45))
    assert {roster.UNITS[u] for u in south if roster.HQ >> u & 1} <= {"ge-hqsud"} and sum(
        bool(roster.COMBAT >> u & 1) for u in south
    ) <= 6
    assert {"ge-hq11", "ge-hqsud"} <= {roster.UNITS[u] for u in germans} and st.marker == setup.MARKERS["ohl"]
    assert len(on(Y16, units("GE"), board.lands("albania", "serbia", "greece"))) == 4


@rule("tgw.22.35d", "tgw.22.35e", "tgw.22.35f")
def test_turks_of_1916() -> None:
    st = start(Y16)
    europe = on(Y16, units("TU", "europe"), board.EUROPEAN_TURKEY)
    assert Counter(roster.ROSTER[u].face for u in europe) == {"2-4": 7, "3-4-4": 1} and rp(Y16, TU=3)

    def faces(place: int) -> dict[str, int]:
        return dict(Counter(roster.ROSTER[u].face for u in box(Y16, units("TU"), place)))

    assert faces(DEAD_NE) == {"2-4": 2, "1-6": 1} and faces(RESERVE) == {"1-2-4": 1, "2-4": 10} and faces(ARABIA) == {"1-2-4": 4}
    south = on(Y16, units("TU"), board.FRONT["NE"])
    assert Counter(roster.ROSTER[u].face for u in south) == {"1-2-4": 2, "2-4": 5}
    sinai = on(Y16, south, board.EGYPT)
    assert len(sinai) <= 3 and not on(Y16, sinai, setup_zones.beside(board.WEST_OF_CANAL))
    assert where(Y16, "pn-gndm") == ["N2040"]
    assert [roster.ROSTER[u].face for u in on(Y16, units("TU"), board.K_HEXES)] == ["2-4"] * 4
    assert [roster.ROSTER[u].face for u in on(Y16, units("TU"), board.mask("N1641"))] == ["2-4"]
    caucasus = on(Y16, units("TU"), board.FRONT["NC"])
    assert Counter(roster.ROSTER[u].face for u in caucasus) == {"2-4": 15, "1-6": 1}
    assert inside(Y16, caucasus, setup_zones.central_ground(Y16)["NC"])
    assert st.flag("gallipoli-lost") and not board.LANDINGS & st.occ[0]


@rule("tgw.6.52d", "tgw.11.33g", "tgw.22.34f")
@pytest.mark.parametrize(("options", "lost"), [({}, set()), ({"italian-salonika": "off"}, {"it-37", "it-38"})])
def test_italians_at_salonika_live_through_the_first_turn_of_1916(options: dict[str, str], lost: set[str]) -> None:
    """The Austrians march into Valona, which nobody holds; Salonika still feeds the Italians (N20e)."""
    s = begin(GAME, "1916", GAME.settle_options(options), Dice("valona"))
    players = [bots.make("greedy", seat) for seat in range(2)]
    first = s.state.turn
    while s.state.turn == first and s.decision is not None:
        here = texts(s)
        march = (a for a in ("stack E1411", "to E1210") if a in here and not s.state.ctrl[CP] & board.mask("E1210"))
        s.take(next(march, bots.answer(players[s.decision.seat], s)))
    assert s.state.ctrl[CP] & board.mask("E1210")
    starved = {u for e in s.journal if e.key == "starved" for u in e.params["units"]}
    assert starved & {"it-37", "it-38"} == lost


# -- 1917 --------------------------------------------------------------------------------------------------------------------


@rule("tgw.22.44c", "tgw.22.44d")
def test_british_of_1917() -> None:
    st = start(Y17)
    assert rp(Y17, BR=4) and all(st.reduced >> u & 1 for u in map_units(Y17, "BR") if roster.ROSTER[u].steps == 2)
    assert sorted(roster.ROSTER[u].face for u in on(Y17, units("BR"), board.EAST_MAP)) == ["3-4", "3-4", "3-4", "3-4", "3-4-4"]
    assert [roster.ROSTER[u].face for u in box(Y17, units("BR"), DEAD)] == ["1-2-6"] * 2 and len(box(Y17, units("BR"), AVAIL)) <= 10
    # row 58 itself must be held and no Frenchman may hold it, so "north of" takes it in
    assert inside(Y17, on(Y17, units("BR"), board.FRONT["W"]), setup_zones.rows("W", 58, 99))
    assert all(st.at[roster.UNIT[u]] == GONE for u in ("br-10in", "br-11in"))
    egypt = on(Y17, units("BR"), board.EGYPT)
    assert {f"br-{n}" for n in ("10na", "42t", "52t", "53t", "54t", "74t")} <= {roster.UNITS[u] for u in egypt}
    assert inside(Y17, [roster.UNIT[f"br-{n}cdco"] for n in (1, 2, 3, 4)], board.WEST_OF_CANAL)
    assert Counter(roster.ROSTER[u].face for u in on(Y17, units("BP"), board.EGYPT)) == {"1-6": 7, "1-5": 1}
    iraq = board.FRONT["NI"] & setup_zones.allied_ground(Y17)["NI"]
    assert inside(Y17, [roster.UNIT["br-3in"], roster.UNIT["br-7in"]], iraq)
    assert Counter(roster.ROSTER[u].face for u in on(Y17, units("BI"), iraq)) == {
        "1-3": 2,
        "3-4-4": 2,
        "3-4": 2,
        "1-4": 3,
        "1-6": 2,
    }
    assert (
        where(Y17, "pn-spr") == ["N2545"] and st.at[roster.UNIT["br-13na"]] == DEAD_NE and st.at[roster.UNIT["br-60t"]] == AVAIL_NE
    )
    assert [roster.ROSTER[u].face for u in box(Y17, units("BI"), DEAD_NE)] == ["1-4"] * 6
    assert all(st.at[u] == AVAIL_NE for n in ("BI", "BP") for u in units(n) if roster.ROSTER[u].entry == "L")


@rule("tgw.22.44e", "tgw.22.44f", "tgw.22.44g", "tgw.22.44j", "tgw.22.44k")
def test_other_allies_of_1917() -> None:
    st = start(Y17)
    assert rp(Y17, FR=4, IT=0, RO=0, SR=0) and all(st.at[roster.UNIT[u]] == GONE for u in ("fr-lfd", "fr-itl"))
    assert sorted(roster.ROSTER[u].face for u in on(Y17, units("FR"), board.EAST_MAP)) == ["2-3-4"] * 4 + ["2-4"] * 2
    assert inside(Y17, on(Y17, units("FR"), board.FRONT["W"]), setup_zones.rows("W", 0, 57))
    assert [roster.ROSTER[u].face for u in on(Y17, units("IT"), board.EAST_MAP)] == ["2-4"] * 2
    assert Counter(roster.ROSTER[u].face for u in box(Y17, units("RO"), DEAD)) == {"1-2-4": 6, "1-6": 1}
    assert inside(Y17, map_units(Y17, "RO"), setup_zones.near(I["E2726"], 2))
    assert Counter(roster.ROSTER[u].face for u in box(Y17, units("SR"), DEAD)) == {"2-4": 5, "1-6": 1}
    assert inside(Y17, map_units(Y17, "SR"), setup_zones.allied_ground(Y17)["S"])
    assert all(st.at[u] == WAITING for u in units("US")) and st.us_entered == tables.LETTER["L"]


@rule("tgw.22.44h", "tgw.22.44i")
def test_russians_of_1917() -> None:
    st = start(Y17)
    assert st.flag("czar-fell") and rp(Y17, RU=0)
    assert all(st.at[roster.UNIT[f"ru-hq{n}"]] == GONE for n in (7, 8, 9, 11, "gd"))
    czarist = [u for u in units("RU", "inf") if roster.UNITS[u] != "ru-sv"]
    assert all(st.at[u] == GONE for u in czarist)
    assert inside(Y17, on(Y17, units("PG") + units("RU"), board.EAST_MAP), setup_zones.allied_ground(Y17)["E"])
    # tgw.15.92: what is left over lies in the box too, besides the twenty that may
    assert len(box(Y17, units("PG"), AVAIL)) <= 20 + len(units("PG")) - len([u for u in czarist])
    assert len(on(Y17, units("PG"), board.FRONT["NC"])) == 13  # twelve, and the 6th Division (D12)
    assert Counter(roster.ROSTER[u].face for u in on(Y17, units("RU"), board.FRONT["NC"])) == {"1-4": 4, "1-3": 1, "1-2": 1}
    assert Counter(roster.ROSTER[u].face for u in box(Y17, units("RU"), DEAD_NE)) == {"1-2-6": 1, "1-6": 1, "1-4": 5}
    assert [roster.ROSTER[u].face for u in box(Y17, units("ARM"), DEAD_NE)] == ["1-4"] and inside(
        Y17, [roster.UNIT["pn-pc"]], board.PERSIA
    )


@rule("tgw.22.45a", "tgw.22.45b", "tgw.22.45c")
def test_austrians_and_bulgarians_of_1917() -> None:
    st = start(Y17)
    balkans = board.lands("albania", "serbia", "bulgaria", "greece")
    assert [roster.ROSTER[u].face for u in box(Y17, units("AH"), DEAD)] == ["1-6"] * 2 and rp(Y17, AH=0, BU=0)
    italy = on(Y17, units("AH"), board.FRONT["WI"])
    assert roster.UNIT["ah-88kb"] in italy and len(italy) == 21 and sum(bool(roster.HQ >> u & 1) for u in italy) == 1
    assert len(on(Y17, units("AH"), balkans)) == 2
    east = on(Y17, units("AH"), setup_zones.central_ground(Y17)["E"])
    north = on(Y17, east, setup_zones.rows("E", 46, 99))
    assert len(north) <= 2 and not on(Y17, east, setup_zones.rows("E", 46, 99) & ~setup_zones.facing(Y17, "E"))
    assert len(on(Y17, units("BU", "combat"), board.COUNTRY["romania"])) == 2
    assert len(on(Y17, units("BU"), balkans)) == 9 and not st.reduced & sum(1 << u for u in units("BU"))
    fronts = setup_zones.central_ground(Y17)["E"] & ~balkans & ~board.EUROPEAN_TURKEY
    for nation in ("AH", "GE"):
        assert not on(Y17, units(nation), board.EAST_MAP & ~fronts & ~balkans)


@rule("tgw.22.45d", "tgw.22.45e")
def test_germans_of_1917() -> None:
    st = start(Y17)
    assert rp(Y17, GE=8) and [roster.ROSTER[u].cls for u in box(Y17, units("GE"), DEAD)] == ["infantry"] * 12
    west, east = on(Y17, units("GE"), board.FRONT["W"]), on(Y17, units("GE"), setup_zones.central_ground(Y17)["E"])
    assert {roster.UNITS[u] for u in west if roster.HQ >> u & 1} == {f"ge-hq{n}" for n in range(1, 8)}
    assert {roster.UNITS[u] for u in east if roster.HQ >> u & 1} == {f"ge-hq{n}" for n in (8, 9, 10, 11, 12, "sud")}
    divisions = [u for u in east if roster.COMBAT >> u & 1]
    assert sum(bool(roster.COMBAT >> u & 1) for u in west) == 151 and len(divisions) == 72
    assert 2 * sum(roster.DEFENCE[u] >= 3 for u in divisions) >= len(divisions)
    assert len(on(Y17, units("GE"), board.lands("serbia", "bulgaria", "albania", "greece"))) == 3
    assert board.numbers(st.line) == ["W5614", "W5713", "W5814", "W5913"] and st.marker == setup.MARKERS["oberost"]


@rule("tgw.22.45f", "tgw.22.45g")
def test_turks_of_1917() -> None:
    assert rp(Y17, TU=0)
    assert [roster.ROSTER[u].face for u in on(Y17, units("TU"), board.COUNTRY["romania"])] == ["2-4"] * 4
    assert Counter(roster.ROSTER[u].face for u in on(Y17, units("TU"), board.EUROPEAN_TURKEY)) == {"1-4": 1, "2-4": 3, "3-4-4": 1}

    def faces(place: int) -> dict[str, int]:
        return dict(Counter(roster.ROSTER[u].face for u in box(Y17, units("TU"), place)))

    assert {roster.ROSTER[u].entry for u in box(Y17, units("TU"), AVAIL_NE)} == {"L"}
    assert faces(DEAD_NE) == {"2-4": 12} and faces(RESERVE) == {"1-2-4": 1, "2-4": 5} and faces(ARABIA) == {"1-2-4": 4}
    palestine = on(Y17, units("TU"), board.PALESTINE)
    assert Counter(roster.ROSTER[u].face for u in palestine) == {"1-3": 1, "1-2-4": 2, "2-4": 5, "1-6": 1, "1-2-6": 1}
    assert where(Y17, "pn-gndm") == ["N2040"]
    iraq = on(Y17, units("TU"), board.FRONT["NI"])
    assert Counter(roster.ROSTER[u].face for u in iraq) == {"2-4": 2, "1-6": 2} and inside(
        Y17, iraq, board.mask("N1040", "N1336", "N1534")
    )
    caucasus = on(Y17, units("TU"), board.FRONT["NC"])
    assert Counter(roster.ROSTER[u].face for u in caucasus) == {"1-2-4": 1, "2-4": 14}
    assert inside(Y17, caucasus, setup_zones.central_ground(Y17)["NC"])


@rule("tgw.22.46b", "tgw.22.56a")
@pytest.mark.parametrize("year", ["1917", "1918"])
def test_devastation_and_pipeline(year: str) -> None:
    st = start(year)
    assert (
        board.numbers(st.devastated) == ["W5612", "W5613", "W5711", "W5712", "W5812", "W5813", "W5912", "W6012"] and st.dz_left == 0
    )
    assert st.pipeline == (I["N3311"] if year == "1917" else 0)


@rule("tgw.22.25b", "tgw.22.35a", "tgw.22.45b", "tgw.22.55b", "tgw.16.5b")
def test_trent_and_trieste_have_garrisons() -> None:
    """Their loss together ends Austria-Hungary: no deployment of ours leaves them to whoever walks in."""
    for year, cities in (("1915", ("W2615", "W2230")), (Y16, ("W2615", "W2230")), (Y17, ("W2615", "W2230")), ("1918", ("W2615",))):
        for city in cities:
            assert start(year).held[tables.CENTRAL] >> I[city] & 1, (year, city)


@rule("tgw.22.35a", "tgw.22.45b")
@pytest.mark.parametrize("year", ["1915", Y16, Y17])
def test_the_isonzo_is_held(year: str) -> None:
    """The line towards the lower Isonzo and the valley of the Adige comes before the high Alps."""
    st = start(year)
    facing = setup_zones.facing(year, "WI")
    isonzo = sum(
        1 << i
        for i in board.INDEX.values()
        if facing >> i & 1 and int(board.NUMBER[i][3:]) >= 27 and int(board.NUMBER[i][1:3]) < 29
    )
    assert isonzo and not isonzo & ~st.held[tables.CENTRAL], board.numbers(isonzo & ~st.held[tables.CENTRAL])


@rule("tgw.19.31b")
@pytest.mark.parametrize("year", setup_zones.SCENARIOS)
def test_no_empty_city_can_be_entered_in_the_first_move(year: str) -> None:
    """But for those that the book's own words leave open in August 1914."""
    from firestep.games.tgw.movement import movement
    from firestep.hexmap.grid import bits

    st = start(year).copy()
    open_ = {"1914": {"W5526", "W6518", "E4613"}}.get(year, set())
    for side in (tables.ALLIED, tables.CENTRAL):
        empty = (board.CITY | board.VICTORY) & st.ctrl[1 - side] & ~st.held[1 - side] & ~st.fort_of[1 - side]
        found = 0
        seen = set()
        for u in bits(st.troops[side] & roster.COMBAT):
            alike = (st.at[u], roster.KIND_OF[u])
            if st.at[u] > 0 and alike not in seen:
                seen.add(alike)
                found |= movement.reach(st, side, 1 << u, st.at[u], st.at[u], (0, 0)) & empty
        assert set(board.numbers(found)) <= open_, (tables.SEATS[side], board.numbers(found))


@rule("tgw.22.48a", "tgw.6.34a")
def test_the_gaza_line_is_dug_in_april_1917() -> None:
    """Kress has been played by then: both hexes are the Turks' and give their defenders the -1."""
    from firestep.games import game
    from firestep.games.tgw.fortifications import forts, trenches

    state, _ = game("tgw").begin("1917", game("tgw").settle_options({}))
    for i in bits(forts.GAZA_LINE):
        assert state.ctrl[CP] >> i & 1
        assert trenches.depth(state, i, CP, 1 << roster.UNIT["tu-10"])[0] == 1


@rule("tgw.22.34h", "tgw.9.25b")
def test_the_division_in_transit_in_1916_came_from_europe() -> None:
    from firestep.games import game

    state, _ = game("tgw").begin("1916", game("tgw").settle_options({}))
    assert state.came_from == dict.fromkeys(bits(state.stack(RU_TRANSIT)), fronts.EAST) != {}


@rule("tgw.22.37a", "tgw.22.38a", "tgw.6.1.2b")
def test_no_events_of_1916_are_back_in_their_pools() -> None:
    st = situation("tgw", "1916").state
    assert all((st.pool[side] & OF_EVENT["noevent"]).bit_count() == 2 for side in (A, CP))


@rule("tgw.22.48a", "tgw.22.47a")
def test_supplements_of_g_are_gone_in_1917() -> None:
    st = situation("tgw", "1917").state
    late = {c.id for c in CHITS if c.event == "air.tactics" and c.letter == tables.LETTER["K"]}
    assert {CHITS[c].id for c in bits((st.pool[A] | st.pool[CP]) & OF_EVENT["air.tactics"])} == late
    assert all(CHITS[c].letter in (tables.LETTER["C"], tables.LETTER["K"]) for side in (A, CP) for c in bits(st.pool[side]))


@rule("tgw.22.35b", "tgw.22.35c")
def test_bulgarians_begin_anywhere_at_home_and_one_staff_goes_south_in_1916() -> None:
    st = situation("tgw", "1916", options={"setup": "free"}).state
    home = [
        free_setup.zone_of(st, u)
        for u in bits(roster.CORPS[tables.BU])
        if st.at[u] > 0 and board.COUNTRY["bulgaria"] >> st.at[u] & 1
    ]
    assert home and all(m == board.COUNTRY["bulgaria"] for m in home)
    south = setup_zones.zone("cp:E&south:E46", "1916")
    staffs = {
        roster.UNITS[u] for u in bits(roster.CORPS[tables.GE] & roster.HQ) if st.at[u] > 0 and free_setup.zone_of(st, u) & south
    }
    assert staffs == {"ge-hqsud"}


@rule("tgw.22.38a", "tgw.5.22f")
@pytest.mark.parametrize("scenario, asks", [("1915", True), ("1916", False), ("1917", False)])
def test_the_one_chance_to_call_u_boats_off_was_used_before_1916(scenario: str, asks: bool) -> None:
    st = situation("tgw", scenario).state
    st.warfare |= OF_EVENT["uboat.1"]
    steps = warfare.u_boats(game(st, dice=[4]))
    assert [type(x).__name__ for x in steps] == (["CallOff", "Sinkings"] if asks else ["Sinkings"])
