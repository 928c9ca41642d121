"""New units (tgw.13.0): the phase, and where each kind of unit may enter."""

from __future__ import annotations

import pytest

from firestep.engine.question import kept
from firestep.games.tgw.combat import casualties
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.movement import areas, movement, stacking
from firestep.games.tgw.nations import new_units
from firestep.games.tgw.nations.new_units import PlaceAt
from firestep.games.tgw.state import AVAIL, AVAIL_NE, BOX
from firestep.games.tgw.strategic.replacement import Replace
from firestep.hexmap.grid import bits
from firestep.testing import keys, rule, texts
from games.tgw import plain
from games.tgw.plain import S
from games.tgw.positions import field
from games.tgw.war import CP, A, asked, at, game, hexes, war
from independence import allowed, listed

U = roster.UNIT
HQ_IRAQ = roster.unit_ids(roster.CORPS[tables.BI] & roster.HQ)[0]
HQ = U["us-hq1"]


def spots(st, id: str) -> int:
    return new_units.places(st, U[id])[0]


def boxes(st, id: str) -> list[int]:
    return list(new_units.places(st, U[id])[1])


def first(nation: int, mask: int) -> str:
    return next(roster.UNITS[u] for u in range(roster.N) if roster.NATION_OF[u] == nation and mask >> u & 1)


BI, BP = first(tables.BI, roster.COMBAT), first(tables.BP, roster.COMBAT)
SMALL_GERMAN = first(tables.GE, roster.BRIGADE | roster.BATTALION)


@rule("tgw.13.0a", "tgw.13.0c")
def test_in_every_new_units_phase_a_side_may_place_and_need_not() -> None:
    st = war({"fr-1": "available"}, turn=20)
    s = game(st, new_units.NewUnits(A))
    assert asked(s) == ("PlaceUnits", A) and texts(s) == ["done", "new fr-1"]
    s.take("done")
    assert s.over and at(st, "fr-1") == "available"
    s = game(st, new_units.NewUnits(A))
    s.take("new fr-1")
    assert asked(s) == ("PlaceAt", A)
    s.take("at W5217")
    assert at(st, "fr-1") == "W5217" and "placed" in keys(s)


@rule("tgw.13.0b")
def test_a_unit_returns_to_the_box_only_from_the_dead_pile() -> None:
    st = war({"fr-1": "W5217"}, turn=20)
    assert game(st, new_units.NewUnits(A)).over and at(st, "fr-1") == "W5217"
    casualties.eliminate(game(st), 1 << U["fr-1"], "tgw.10.63a")
    assert at(st, "fr-1") == "dead"


@rule("tgw.13.11a")
def test_supplied_friendly_cities_of_the_home_country() -> None:
    st = war({"fr-1": "available"}, turn=20)
    found = spots(st, "fr-1")
    assert found and not found & ~(board.CITY & board.FRANCE) and not found & board.TOWN & ~board.CITY
    city = found & -found
    st.seize(city, CP)
    assert not spots(st, "fr-1") & city
    st = war({"ge-1": "available"}, turn=20)
    assert spots(st, "ge-1") & hexes("E5102") and not spots(st, "ge-1") & board.AUSTRIA
    metz = hexes(next(board.NUMBER[i] for i, name in board.NAME.items() if name == "Metz"))
    ring = board.ATLAS.dilate(metz) & ~metz
    cut = war({"ge-1": "available"}, turn=20, forts=False)
    assert spots(cut, "ge-1") & metz
    for k, n in enumerate(board.numbers(ring)):
        cut.put(U[f"fr-{k + 1}"], board.INDEX[n])
    assert not spots(cut, "ge-1") & metz


@rule("tgw.13.11b")
def test_new_units_move_and_fight_at_once() -> None:
    st = war({"fr-1": "available"}, turn=20)
    new_units.place(game(st), U["fr-1"], "W5217")
    assert movement.ready(st, A) >> U["fr-1"] & 1 and not st.attacked


@rule("tgw.13.21a")
def test_stacking_holds_while_placing() -> None:
    six = "fr-2 fr-3 fr-4 fr-5 fr-6 fr-7"
    st = war({"fr-1": "available", six: "W5217"}, turn=20)
    assert not spots(st, "fr-1") & hexes("W5217")
    st.put(U["fr-2"], -5)
    assert spots(st, "fr-1") & hexes("W5217")


@rule("tgw.13.22a")
def test_the_allies_place_first() -> None:
    from firestep.games.tgw.sequence import NEW_UNITS, steps_of

    sides = [x.side for x in steps_of(war(), NEW_UNITS) if isinstance(x, new_units.NewUnits)]
    assert sides == [A, CP]


@rule("tgw.13.23a")
def test_the_box_decides_the_map() -> None:
    st = war({"ru-1": "available", first(tables.RU, roster.NEAR_EAST & roster.COMBAT): "available-ne"}, turn=20)
    assert spots(st, "ru-1") and not spots(st, "ru-1") & board.NEAR_EAST
    found = spots(st, first(tables.RU, roster.NEAR_EAST & roster.COMBAT))
    assert found and not found & board.EUROPE


@rule("tgw.13.23b")
@pytest.mark.parametrize(("id", "may"), [("br-1as", True), ("br-nz", True), ("br-42t", True), ("br-1cnd", False)])
def test_three_divisions_may_enter_egypt(id: str, may: bool) -> None:
    st = war({id: "available"}, turn=20)
    assert bool(spots(st, id) & board.WEST_OF_CANAL) == may


@rule("tgw.13.24a")
def test_the_british_enter_at_ports_of_the_west_map() -> None:
    st = war({"br-3": "available", "fr-1": "available"}, turn=20)
    ports = board.PORT & board.FRONT["W"] & st.ctrl[A]
    assert spots(st, "br-3") & ports == ports
    st.seize(hexes("W6707"), CP)
    assert not spots(st, "br-3") & hexes("W6707")
    italy = war({"br-3": "available"}, turn=20, at_war={"IT": A})
    assert not spots(italy, "br-3") & board.FRONT["WI"]  # before 1917
    italy.turn = 30
    assert spots(italy, "br-3") & board.PORT & board.FRONT["WI"]


@rule("tgw.11.85a", "tgw.13.24a", "tgw.11.44c")
def test_the_british_do_not_enter_at_a_port_that_is_cut_off() -> None:
    """Units that come in a New Units Phase are still there after both checks of supply of the turn."""
    from firestep.games.tgw.sequence import COMBAT_2, NEW_UNITS, steps_of

    around = board.numbers(board.ATLAS.dilate(hexes("W6819")) & board.BELGIUM & ~hexes("W6819"))
    guards = {f"ge-{n}": hex for n, hex in zip((1, 2, 3, 4, 5, 6), around, strict=False)}
    st = war({"br-3 br-4": "available", **guards}, turn=7, letter="C")
    st.seize(board.BELGIUM & ~hexes("W6819"), CP)
    assert st.ctrl[A] & hexes("W6819") and not spots(st, "br-3") & hexes("W6819") and spots(st, "br-3") & hexes("W6707")
    s = game(st, *(step for phase in range(NEW_UNITS, COMBAT_2 + 1) for step in steps_of(st, phase)))
    while s.decision:
        s.take(plain.placing(s, s.decision))
    assert "starved" not in keys(s) and st.at[U["br-3"]] > 0 and st.at[U["br-4"]] > 0


@rule("tgw.13.25a", "tgw.13.25b", "tgw.13.25c")
def test_americans_wait_beside_the_map() -> None:
    st = war({"us-1": "available", "us-2": "available"}, turn=40, at_war={"US": A, "IT": A})
    assert spots(st, "us-1") == 0 and boxes(st, "us-1") == [BOX["edge-west"], BOX["edge-italy"]]
    new_units.place(game(st), U["us-1"], "edge-italy")
    assert at(st, "us-1") == "edge-italy" and boxes(st, "us-2") == [BOX["edge-west"]]  # one off the Western Front
    assert st.at[U["us-1"]] in movement.stacks(st, 0, A)  # enters in the movement that follows
    st.seize(board.WEST_SOUTH_EDGE, CP)
    assert boxes(st, "us-2") == []


@rule("tgw.13.26a", "tgw.13.26b")
def test_russians_and_the_cities_of_poland() -> None:
    on_a = first(tables.RU, roster.BY_LETTER[0] & roster.EUROPE & roster.COMBAT)
    st = war({"ru-1": "available", on_a: "available"}, turn=3)
    assert not spots(st, "ru-1") & board.POLAND and spots(st, "ru-1") & board.RUSSIA
    assert spots(st, on_a) & board.POLAND & board.CITY


@rule("tgw.13.26c")
def test_russians_enter_poland_through_a_headquarters() -> None:
    st = war({"ru-1": "available", "ru-hq1": "E4817"}, turn=20)
    assert spots(st, "ru-1") & board.POLAND & board.ATLAS.dilate(hexes("E4817"))


@rule("tgw.13.27a", "tgw.20.2.7e")
def test_germans_land_in_baltic_ports() -> None:
    st = war({"ge-1": "available"}, turn=20, central=("E6116", "E6120"), forts=False)
    assert spots(st, "ge-1") & hexes("E6116", "E6120") == hexes("E6116", "E6120")
    st.seize(hexes("E6120"), A)
    assert not spots(st, "ge-1") & hexes("E6120")
    st.prewar = ("al.7",)
    assert not spots(st, "ge-1") & hexes("E6116") and spots(st, "ge-1") & hexes("E5514")


@rule("tgw.13.27a", "tgw.5.37a")
@pytest.mark.parametrize("unit", ["ge-asiabd", "ge-701bn"])
def test_germans_of_every_size_land_in_baltic_ports(unit: str) -> None:
    """A brigade or battalion that was lost in the Near East comes back in Europe."""
    st = war({unit: "dead-ne"}, turn=20, letter="H", central=("E6116",), forts=False)
    st.rp[tables.GE] = 1
    s = game(st, Replace(CP), new_units.PlaceUnits(CP))
    s.take(f"buy {unit}")
    s.take(f"new {unit}")
    assert "at E6116" in texts(s)


@rule("tgw.13.28a", "tgw.13.28b", "tgw.13.28c")
def test_the_british_of_the_near_east_go_to_their_own_front() -> None:
    st = war({BI: "available-ne", BP: "available-ne", "fr-dfps": "available-ne"}, turn=20, allied=("N2252", "N2552"))
    assert spots(st, BI) == hexes("N2252", "N2552")
    west = board.WEST_OF_CANAL & st.ctrl[A]
    assert spots(st, BP) == west and spots(st, "fr-dfps") == west
    st.seize(hexes("N2252"), CP)
    assert spots(st, BI) == hexes("N2552")


@rule("tgw.13.28d")
def test_without_basra_and_abadan_iraq_is_entered_through_a_headquarters() -> None:
    hq = first(tables.BI, roster.HQ)
    st = war({BI: "available-ne"}, turn=20)
    st.seize(hexes("N2252", "N2552"), CP)
    assert not spots(st, BI) and ("new", BI) not in new_units.PlaceUnits(A).actions(game(st))
    st = war({BI: "available-ne", hq: "N2251"}, turn=20, allied=("N2252", "N2552", "N2251", "N2250", "N2351"))
    assert spots(st, BI) & ~hexes("N2252", "N2552")


@rule("tgw.13.28e")
def test_arabs_are_never_placed_from_a_box() -> None:
    st = war({"ab-1ana": "available-ne"}, turn=30)
    assert not kept(new_units.waiting(st, A))


@rule("tgw.13.28f", "tgw.13.28g", "tgw.13.29i")
def test_persians_enter_in_towns_of_persia() -> None:
    st = war({"pn-pc": "available-ne", "pn-spr": "available-ne", "pn-gndm": "available-ne"}, turn=20)
    st.seize(board.SETTLED & board.PERSIA, A)
    north, south = (
        board.SETTLED & board.PERSIA & board.FRONT["NC"],
        board.SETTLED & board.PERSIA & board.FRONT["NI"] & ~hexes("N2436"),
    )
    assert spots(st, "pn-pc") == north and spots(st, "pn-spr") == south and not spots(st, "pn-gndm")
    st.seize(south | north, CP)
    assert not spots(st, "pn-pc") and not spots(st, "pn-spr") and spots(st, "pn-gndm") == south


def turks(region: str) -> str:
    return next(
        roster.UNITS[u]
        for u in range(roster.N)
        if roster.ROSTER[u].back == "entry" and roster.ROSTER[u].back_text.split()[-1] == region
    )


@rule("tgw.13.29a", "tgw.13.29c", "tgw.13.29d", "tgw.13.29e")
@pytest.mark.parametrize(("region", "front"), [("Caucasus", "NC"), ("Iraq", "NI"), ("Syria", "NE")])
def test_a_turkish_unit_enters_first_in_its_own_region(region: str, front: str) -> None:
    id = turks(region)
    st = war({id: "available-ne"}, turn=20)
    found = spots(st, id)
    assert found and not found & ~board.FRONT[front] and not boxes(st, id)
    assert not found & ~(board.CITY | board.CP_EDGE_NEAR_EAST)
    if region == "Syria":
        assert found & board.CITY & ~board.CP_EDGE_NEAR_EAST == hexes("N1728")
        st.seize(hexes("N1728"), A)
        assert not spots(st, id) & hexes("N1728")


@rule("tgw.13.29b", "tgw.13.29f")
def test_arabia_and_turkey_are_boxes() -> None:
    for region, box in (("Arabia", "arabia"), ("Turkey", "reserve")):
        id = turks(region)
        st = war({id: "available-ne"}, turn=20)
        assert spots(st, id) == 0 and boxes(st, id) == [BOX[box]]
        new_units.place(game(st), U[id], box)
        assert at(st, id) == box


@rule("tgw.13.29g")
def test_yilderim_enters_anywhere() -> None:
    st = war({"tu-hqyag": "available-ne"}, turn=36, letter="N")
    found = spots(st, "tu-hqyag")
    assert all(found & board.FRONT[f] for f in ("NC", "NI", "NE")) and boxes(st, "tu-hqyag") == [BOX["arabia"], BOX["reserve"]]


@rule("tgw.13.29h")
def test_rebuilt_turks_and_small_german_units_choose_their_region() -> None:
    id = turks("Syria")
    st = war({id: "available-ne", SMALL_GERMAN: "available-ne"}, turn=30)
    assert not spots(st, id) & board.FRONT["NC"]
    st.rebuilt = 1 << U[id]
    for x in (id, SMALL_GERMAN):
        assert all(spots(st, x) & board.FRONT[f] for f in ("NC", "NI", "NE")), x
    st.put(U["tu-hq4"], board.INDEX["N2416"])
    st.seize(board.ATLAS.dilate(hexes("N2416")) & board.OTTOMAN, CP)
    st.rebuilt = 1 << U[id]
    assert spots(st, id) & board.ATLAS.dilate(hexes("N2416")), "through the headquarters, inside the empire"


@rule("tgw.13.3a", "tgw.13.3b")
def test_headquarters_take_new_units_in_outside_their_country() -> None:
    st = war({"fr-1": "available", "fr-2": "available", "fr-hq1": "W6410"}, turn=20, depleted="fr-hq1", allied=("W6412",))
    st.seize(board.BELGIUM, A)
    st.put(U["fr-hq1"], board.INDEX["W6710"])
    near = board.ATLAS.dilate(hexes("W6710")) & board.BELGIUM
    assert spots(st, "fr-1") & near
    assert not spots(st, "fr-1") & board.ATLAS.dilate(hexes("W6710")) & board.FRANCE & ~board.CITY  # at home only cities
    place = board.numbers(spots(st, "fr-1") & near)[0]
    new_units.place(game(st), U["fr-1"], place)
    assert spots(st, "fr-2") & near == hexes(place)  # all in one hex
    st.tally["now-hq-fr-hq1"] = board.INDEX[place] * 16 + 6
    assert not spots(st, "fr-2") & near
    st = war({"fr-1": "available", "br-hq1": "W6710"}, turn=20)
    assert not spots(st, "fr-1") & board.BELGIUM  # of another nation


@rule("tgw.13.3c")
def test_the_empire_shares_its_headquarters() -> None:
    st = war({"br-1cnd": "available", "br-hq1": "W6210"}, turn=20)
    st.put(U["br-hq1"], board.INDEX["W6010"])
    assert spots(st, "br-1cnd") & board.ATLAS.dilate(hexes("W6010"))


@rule("tgw.13.3d")
def test_six_western_units_a_turn_through_headquarters_in_the_east() -> None:
    st = war({"fr-1": "available", "br-3": "available", "fr-hq1": "E1116"}, turn=20)
    st.set_flag("salonika")
    st.put(U["fr-2"], board.INDEX["E1116"])
    st.seize(board.ATLAS.dilate(hexes("E1116")) & board.LAND, A)
    assert spots(st, "fr-1") & board.EAST_MAP
    place = board.numbers(spots(st, "fr-1") & board.EAST_MAP)[0]
    new_units.place(game(st), U["fr-1"], place)
    assert st.tally["now-east-hq"] == 1
    from firestep.games.tgw.movement import rail, sea

    game(st, rail.StrategicMovement(A))
    assert st.used[sea.SEA] == 1  # it counts as sea movement
    st.put(U["fr-3"], -3)
    st.tally["now-east-hq"] = 6
    assert not spots(st, "fr-3") & board.EAST_MAP


@rule("tgw.13.3e")
def test_three_units_in_one_hex_through_a_headquarters_of_the_near_east() -> None:
    st = war({BI: "available-ne", first(tables.BI, roster.HQ): "N2150"}, turn=30, allied=("N2252", "N2552"))
    hq = first(tables.BI, roster.HQ)
    st.seize(board.ATLAS.dilate(hexes("N2150")) & board.LAND, A)
    found = new_units.by_headquarters(st, U[BI])
    hex = sorted(found)[0]
    st.tally[f"now-hq-{hq}"] = hex * 16 + 2
    assert set(new_units.by_headquarters(st, U[BI])) == {hex}, "all in the same hex"
    st.tally[f"now-hq-{hq}"] = hex * 16 + 3
    assert not new_units.by_headquarters(st, U[BI])
    assert new_units.BY_HQ_NE == 3


@rule("tgw.13.3f")
def test_turks_who_enter_for_the_first_time_do_not_use_headquarters() -> None:
    id = turks("Caucasus")
    st = war({id: "available-ne", "tu-hq4": "N2416"}, turn=30)
    assert new_units.by_headquarters(st, U[id]) == {}


def test_a_new_unit_never_makes_a_stack_too_high() -> None:
    st = war({"ge-1": "available"}, turn=20)
    for i in board.numbers(spots(st, "ge-1")):
        assert stacking.room(st, board.INDEX[i], 1 << U["ge-1"], CP)


@rule("tgw.13.26a", "tgw.13.26b")
def test_a_rebuilt_unit_of_a_does_not_enter_poland() -> None:
    id = next(roster.UNITS[u] for u in bits(roster.BY_LETTER[0] & roster.CORPS[tables.RU] & roster.INFANTRY & roster.EUROPE))
    st = field({}, letter="A", turn=4, forts=False)
    st.put(roster.UNIT[id], AVAIL)
    assert new_units.places(st, roster.UNIT[id])[0] & board.POLAND
    st.letter, st.rebuilt = tables.LETTER["G"], 1 << roster.UNIT[id]
    assert new_units.places(st, roster.UNIT[id])[0] and not new_units.places(st, roster.UNIT[id])[0] & board.POLAND


@rule("tgw.13.28a", "tgw.13.3a")
def test_headquarters_of_the_other_front_take_no_british_in() -> None:
    st = field({HQ_IRAQ: "N2150"}, turn=30, letter="L", allied=("N2252", "N2552"))
    st.seize(board.ATLAS.dilate(board.mask("N2150")) & board.LAND, A)
    for id, front in ((BI, board.FRONT["NI"]), (BP, board.FRONT["NE"])):
        st.put(roster.UNIT[id], AVAIL_NE)
        found = new_units.places(st, roster.UNIT[id])[0]
        assert found and not found & ~front, id
    assert new_units.by_headquarters(st, roster.UNIT[BI]), "but it does take in its own"


@rule("tgw.13.29h", "tgw.13.3a", "tgw.13.3e")
def test_rebuilt_turks_enter_through_a_headquarters_inside_their_empire() -> None:
    """tgw.13.29 grants it to them by name, and their headquarters stand nowhere else."""
    st = field({"tu-hq4": "N2416"}, turn=30, letter="L")
    st.put(roster.UNIT["tu-21"], AVAIL_NE)
    assert not new_units.by_headquarters(st, roster.UNIT["tu-21"]), "not on its first entry"
    st.rebuilt = 1 << roster.UNIT["tu-21"]
    assert new_units.places(st, roster.UNIT["tu-21"])[0] & board.ATLAS.dilate(board.mask("N2416"))


def americans(**options: str) -> S:
    """Return a war of 1917 in which an American unit is placed while the American headquarters is on the map."""
    s = plain.start("1917", **options)
    return plain.play(s, lambda s: s.over or isinstance(s.top, PlaceAt) and _american(s) and s.state.at[HQ] > 0, plain.placing)


def _american(s: S) -> bool:
    return isinstance(s.top, PlaceAt) and roster.NATION_OF[s.top.unit] == tables.US and s.top.unit != HQ


@rule("tgw.13.25a", "tgw.13.3a")
def test_americans_enter_at_their_own_headquarters() -> None:
    s = americans()
    at = s.state.at[HQ]
    hexes = [a.split()[1] for a in texts(s)]
    assert "edge-west" in hexes and len(hexes) > 1
    assert all((board.ATLAS.near(at) | 1 << at) >> board.INDEX[n] & 1 for n in hexes if n != "edge-west")
    assert listed(s) == allowed(s)
    unit = s.top.unit
    s.take(("at", next(n for n in hexes if n != "edge-west")))
    plain.play(s, lambda s: s.over or s.state.phase == 4, plain.placing)
    assert not plain.watch(s, 1 << unit)


@rule("tgw.13.25a")
def test_by_the_other_reading_they_enter_over_the_edges_only() -> None:
    s = americans(**{"us-entry": "edges"})
    assert {a.split()[1] for a in texts(s)} <= {"edge-west", "edge-italy"} and listed(s) == allowed(s)


@rule("tgw.13.25a", "tgw.17.21k")
def test_no_american_waits_south_of_italy_before_1917() -> None:
    from firestep.games.tgw.state import EDGE_ITALY

    u = bits(roster.CORPS[tables.US] & roster.DIVISION)[0]
    for turn, open in ((areas.ITALIAN_FRONT_OPENS - 1, False), (areas.ITALIAN_FRONT_OPENS, True)):
        st = war(turn=turn, at_war={"IT": A, "US": A})
        assert (EDGE_ITALY in new_units.edges(st, u)) == open
