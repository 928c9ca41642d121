"""National rules (tgw.17.0): entry, the European Turks, where each nation's units may operate, the Persian force."""

from __future__ import annotations

import pytest

from firestep.games.tgw.combat.bans import bans
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.events import lawrence
from firestep.games.tgw.events.ordered_marches import GoSouth
from firestep.games.tgw.movement import areas, consequences, movement, rail, stacking
from firestep.games.tgw.movement.movement import Movement
from firestep.games.tgw.nations import collapse, european_turks, neutrals, new_units
from firestep.games.tgw.state import RESERVE
from firestep.games.tgw.strategic import replacement, resources
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits
from firestep.testing import keys, play, rule, texts
from games.tgw import plain
from games.tgw.plain import S
from games.tgw.positions import field, session, spot
from games.tgw.war import CP, A, asked, at, draw, game, happens, hexes, war
from independence import allowed, listed

U = roster.UNIT
L = tables.LETTER
W, WI, E, NC, NI, NE = (board.FRONT[f] for f in board.FRONTS)


def ground(st, id: str) -> int:
    return areas.ground(st, 1 << U[id])


def first(nation: int, mask: int = -1) -> str:
    return next(roster.UNITS[u] for u in range(roster.N) if roster.NATION_OF[u] == nation and mask >> u & 1)


# -- entry -------------------------------------------------------------------------------------------------------------------


@rule("tgw.17.1a", "tgw.17.3a")
def test_turkey_joins_in_october_1914_without_its_european_units() -> None:
    st = war(turn=4, letter="B")
    st.set_side(tables.TU, tables.NEUTRAL)
    neutrals.turkey_joins(game(st))
    assert st.allegiance[tables.TU] == tables.NEUTRAL
    st.turn = 5
    neutrals.turkey_joins(game(st))
    assert st.allegiance[tables.TU] == CP and st.ctrl[CP] >> board.INDEX["E1328"] & 1 and not st.flag("euro-turks")
    assert at(st, "tu-19") == "waiting"
    assert {tables.NATIONS[n] for n, side in enumerate(tables.START_SIDE) if side == CP} == {"AH", "GE", "PN-C"}


@rule("tgw.17.2a", "tgw.17.2b")
def test_the_allies_of_august_1914_and_what_else_is_theirs() -> None:
    allies = {tables.NATIONS[n] for n, side in enumerate(tables.START_SIDE) if side == A}
    assert {"BE", "BR", "FR", "MN", "RU", "SR"} <= allies and {"AB", "ARM", "PG"} <= allies
    assert {tables.NATIONS[n] for n, side in enumerate(tables.START_SIDE) if side == tables.NEUTRAL} == {
        "TU",
        "BU",
        "IT",
        "GK",
        "RO",
        "US",
    }


@rule("tgw.17.11b")
def test_a_new_belligerent_is_set_up_inside_its_borders_without_later_units() -> None:
    st = war(turn=10, letter="D")
    draw(st, "al-entry-italy")
    s = game(st, neutrals.Entries(A))
    assert asked(s) == ("Muster", A)
    army = neutrals.army(st, tables.IT)
    assert army and all(roster.ROSTER[u].entry in ("neutral", "A", "B", "C", "D") for u in range(roster.N) if army >> u & 1)
    s.take(texts(s)[0])
    assert asked(s) == ("MusterAt", A)
    named = hexes(*(x.split()[1] for x in texts(s)))
    assert named and not named & ~board.ITALY
    s.take(texts(s)[0])
    s.take("rest")
    placed = [u for u in range(roster.N) if roster.NATION_OF[u] == tables.IT and st.at[u] > 0]
    assert len(placed) == army.bit_count() and all(board.ITALY >> st.at[u] & 1 for u in placed)
    assert not stacking.overstacked(st, A, board.ITALY)
    assert any(roster.NATION_OF[u] == tables.IT and st.at[u] == -1 for u in range(roster.N))  # the later ones wait


@rule("tgw.17.11c")
def test_greeks_are_not_set_up_where_the_central_powers_stand() -> None:
    st = war({"ge-1": "E1417"}, turn=34, letter="N")
    spot = next(n for n in board.numbers(board.COUNTRY["greece"]) if n != "E1116")
    happens(st, "salonika")
    st.put(U["ge-1"], board.INDEX[spot])
    st.seize(hexes(spot), CP)
    neutrals.enter(game(st), tables.GK, A)
    assert not neutrals.muster_hexes(st, tables.GK, A) & hexes(spot) and st.ctrl[CP] & hexes(spot)
    assert neutrals.muster_hexes(st, tables.GK, A) == board.COUNTRY["greece"] & ~hexes(spot)


@rule("tgw.17.11d", "tgw.17.11e")
def test_nobody_moves_or_attacks_there_on_the_turn_of_entry() -> None:
    st = war({"ah-1": "W2530"}, turn=10, letter="D")
    neutrals.enter(game(st), tables.IT, A)
    st.put(U["it-1"], board.INDEX["W2529"])
    assert areas.closed(st) & board.ITALY == board.ITALY and areas.frozen(st) & roster.CORPS[tables.IT] == roster.CORPS[tables.IT]
    assert not movement.ready(st, A) >> U["it-1"] & 1
    assert any(x.rule == "tgw.17.11d" and x.hexes & board.ITALY == board.ITALY for x in bans(st, CP))
    assert any(x.rule == "tgw.17.11d" and x.units >> U["it-1"] & 1 for x in bans(st, A))
    st.turn = 11
    assert not areas.closed(st) & board.ITALY and movement.ready(st, A) >> U["it-1"] & 1
    assert not [x for x in bans(st, CP) if x.rule == "tgw.17.11d"]


@rule("tgw.17.11d")
def test_armies_in_greece_stand_still_when_greece_joins() -> None:
    for reading, free in (("all", False), ("new", True)):
        st = war({"fr-1": "E1116"}, turn=34, letter="N", options={"greek-entry": reading})
        happens(st, "salonika")
        neutrals.enter(game(st), tables.GK, A)
        assert bool(movement.ready(st, A) >> U["fr-1"] & 1) == free


@rule("tgw.17.13b")
def test_european_turks_deploy_when_an_ally_enters_european_turkey() -> None:
    st = war(turn=10)
    consequences.taken(game(st), hexes("E1024"), A)
    assert st.flag("euro-turks") and at(st, "tu-15") == "E1328"


@rule("tgw.17.13c")
def test_european_turks_deploy_with_five_surrender_hexes() -> None:
    st = war(turn=30)
    names = board.numbers(board.SURRENDER)
    st.seize(hexes(*names[:4]), A)
    consequences.taken(game(st), hexes(names[0]), A)
    assert not st.flag("euro-turks")
    st.seize(hexes(names[4]), A)
    consequences.taken(game(st), hexes(names[4]), A)
    assert st.flag("euro-turks")


@rule("tgw.17.13a")
def test_they_stand_in_their_printed_hexes_once() -> None:
    st = war(turn=34, letter="N")
    european_turks.deploy_turks(game(st), "tgw.17.13a")
    for u, hex in european_turks.EUROPEAN_TURKS.items():
        if u != U["tu-19"]:
            assert st.at[u] == hex
    assert at(st, "tu-19") == "waiting" and at(st, "tu-19late") == "E1023"  # from N on the weak one
    st.put(U["tu-7"], -6)
    european_turks.deploy_turks(game(st), "tgw.17.13a")
    assert at(st, "tu-7") == "dead-ne"


# -- the Allies --------------------------------------------------------------------------------------------------------------


@rule("tgw.17.21a", "tgw.17.21u")
def test_the_british_go_everywhere_but_to_the_caucasus() -> None:
    st = war(turn=30, at_war={"IT": A})
    found = ground(st, "br-3")
    assert not found & NC and all(found & f for f in (W, WI, E, NI, NE))


@rule("tgw.17.21b", "tgw.17.21c")
def test_small_british_units_and_headquarters() -> None:
    st = war(turn=30)
    brigade = first(tables.BI, roster.BRIGADE)
    assert not ground(st, brigade) & board.EUROPE and ground(st, brigade) & NI
    assert not ground(st, first(tables.BI, roster.HQ)) & board.EUROPE and ground(st, first(tables.BI, roster.HQ)) & NI
    assert not ground(st, "br-hq1") & board.NEAR_EAST and ground(st, "br-hq1") & W
    company = next(roster.UNITS[u] for u in range(roster.N) if roster.COMPANY >> u & 1)
    assert ground(st, company) == board.WEST_OF_CANAL & ground(st, company) and ground(st, company)


@rule("tgw.17.21d")
def test_of_the_french_only_the_dfps_leaves_europe() -> None:
    st = war(turn=34)
    assert not ground(st, "fr-1") & board.NEAR_EAST and ground(st, "fr-dfps") & NE and not ground(st, "fr-dfps") & (NC | NI)
    st.put(U["fr-dfps"], -6)
    st.rp[tables.FR] = 3
    assert not replacement.may_replace(st, A)


@rule("tgw.17.21e")
def test_russian_areas() -> None:
    st = war(turn=20)
    assert ground(st, "ru-1") & E and ground(st, "ru-1") & NC and not ground(st, "ru-1") & (W | WI | NI | NE)
    small = first(tables.RU, roster.BRIGADE | (roster.HQ & roster.NEAR_EAST))
    assert not ground(st, small) & E and ground(st, small) & NC


def persia(**more):
    unit = first(tables.RU, roster.NEAR_EAST & roster.COMBAT)
    return war(
        {unit: "N4039", "ru-1": "N4039", "ru-2": "N4039", "ru-3": "N4039"},
        **{"turn": 17, "letter": "G", "allied": ("N3045",), **more},
    )


@rule("tgw.17.21f")
@pytest.mark.parametrize(
    ("change", "may"),
    [
        ({}, True),
        ({"turn": 16}, False),
        ({"central": ("N3045",), "allied": ()}, False),
        ({"flags": "czar-fell"}, False),
        ({"flags": "pef-sent"}, False),
    ],
)
def test_when_the_persian_force_may_go(change: dict, may: bool) -> None:
    flags = change.pop("flags", "") if "flags" in change else ""
    st = persia(**change)
    if flags:
        st.set_flag(flags)
    s = game(st, lawrence.Persia())
    assert (asked(s) == ("SendForce", A)) == may


@rule("tgw.17.21f", "tgw.17.21g", "tgw.17.4e")
def test_one_to_three_units_go_to_hamadan_once() -> None:
    st = persia()
    assert areas.closed(st) & hexes("N2436")
    s = game(st, lawrence.Persia())
    for id in ("ru-1", "ru-2", "ru-3"):
        assert f"send {id}" in texts(s)
        s.take(f"send {id}")
    assert s.over and all(at(st, id) == "N2436" for id in ("ru-1", "ru-2", "ru-3"))
    assert not areas.closed(st) & hexes("N2436") and ground(st, "ru-1") & NI and not ground(st, "ru-4") & NI
    assert st.moved >> U["ru-1"] & 1 and game(st, lawrence.Persia()).over
    from firestep.games.tgw.supply.supply import supplied

    assert supplied(st, U["ru-1"])


@rule("tgw.17.21h")
def test_lost_units_of_the_force_return_in_the_caucasus_only() -> None:
    from firestep.games.tgw.combat import casualties
    from firestep.games.tgw.nations import new_units

    st = persia()
    game(st, lawrence.Persia()).take("send ru-1")
    casualties.eliminate(game(st), 1 << U["ru-1"], "tgw.10.63a")
    assert at(st, "ru-1") == "dead-ne"
    st.rp[tables.RU] = 1
    game(st, replacement.ReplacementPhase(A)).take("buy ru-1")
    assert at(st, "ru-1") == "available-ne" and not new_units.places(st, U["ru-1"])[0] & NI
    assert new_units.places(st, U["ru-1"])[0] & NC


@rule("tgw.17.21i")
def test_the_force_goes_home_whole_or_not_at_all() -> None:
    st = persia()
    s = game(st, lawrence.Persia())
    s.take("send ru-1")
    s.take("send ru-2")
    s.take("pass")
    s = game(st, lawrence.PersiaEnds())
    assert asked(s) == ("LeavePersia", A)
    s.take("withdraw")
    assert at(st, "ru-1") == at(st, "ru-2") == "available-ne" and st.flag("pef-home")
    assert not ground(st, "ru-1") & NI and game(st, lawrence.Persia()).over
    st = persia()
    game(st, lawrence.Persia()).take("send ru-1")
    st.seize(hexes("N2436"), CP)
    st.put(U["ru-1"], board.INDEX["N2039"] if board.LAND >> board.INDEX["N2039"] & 1 else board.INDEX["N1940"])
    assert game(st, lawrence.PersiaEnds()).over  # out of supply


@rule("tgw.17.21j")
def test_one_american_off_the_western_front_and_none_in_the_near_east() -> None:
    st = war({"us-1": "W2022"}, turn=40, at_war={"US": A, "IT": A})
    assert not ground(st, "us-2") & ~W and ground(st, "us-2") & W
    assert ground(st, "us-1") & WI and not ground(st, "us-1") & board.NEAR_EAST
    st.put(U["us-1"], board.INDEX["W5201"])
    assert ground(st, "us-2") & WI


@rule("tgw.17.21k", "tgw.17.31c", "tgw.17.31p")
@pytest.mark.parametrize(("turn", "may"), [(26, False), (27, True)])
def test_the_italian_front_is_closed_to_others_before_1917(turn: int, may: bool) -> None:
    st = war(turn=turn, at_war={"IT": A})
    for id in ("fr-1", "br-3", "ge-1"):
        assert bool(ground(st, id) & WI) == may
    assert ground(st, "it-1") & WI and ground(st, "ah-1") & WI
    happens(st, "euro-turks")
    assert all(ground(st, "ge-1") & f for f in (W, E, NC, NI, NE))


@rule("tgw.17.21l", "tgw.17.21m")
def test_six_italians_abroad_until_austria_falls() -> None:
    st = war(turn=30, at_war={"IT": A})
    six = [u for u in range(roster.N) if roster.NATION_OF[u] == tables.IT and roster.COMBAT >> u & 1][10:16]
    assert ground(st, "it-1") & W and ground(st, "it-1") & E and not ground(st, "it-1") & board.NEAR_EAST
    for u in six:
        st.put(u, board.INDEX["W5201"])
    assert not ground(st, "it-1") & (W | E)
    happens(st, "AH")
    assert ground(st, "it-1") & E and not ground(st, "it-1") & W


@rule("tgw.17.21n", "tgw.17.21o", "tgw.17.21p", "tgw.17.21r", "tgw.17.21s", "tgw.17.21t", "tgw.17.31o", "tgw.17.4a", "tgw.17.4d")
@pytest.mark.parametrize(
    ("id", "area"),
    [
        ("be-1", W),
        ("sr", E),
        ("gk", board.BALKANS),
        ("mn", board.COUNTRY["montenegro"]),
        ("ab-1ana", board.PALESTINE),
        ("arm-1arm", NC & ~board.PERSIA),
        ("bu", board.BALKANS),
        ("ro", E),
        ("pn-pc", NC & board.PERSIA),
        ("pn-spr", NI & board.PERSIA),
        ("pn-gndm", NI & board.PERSIA),
    ],
)
def test_areas_of_the_smaller_nations(id: str, area: int) -> None:
    st = war(turn=30, at_war={"GK": A, "BU": CP, "RO": A, "IT": A})
    id = id if id in U else first(tables.NATION[id.upper()])
    found = ground(st, id)
    assert found and not found & ~area
    assert found == area & board.LAND & ~areas.closed(st) & found
    if id.startswith("mn"):
        assert not [x for x in bans(st, A) if x.units >> U[id] & 1 and x.hexes & board.AUSTRIA == board.AUSTRIA]  # may attack out


# -- the Central Powers ------------------------------------------------------------------------------------------------------


@rule("tgw.17.31a")
def test_german_headquarters_stay_in_europe() -> None:
    st = war(turn=30)
    happens(st, "euro-turks")
    assert not ground(st, "ge-hq1") & board.NEAR_EAST


@rule("tgw.17.31b", "tgw.17.31m")
def test_before_the_european_turks_only_small_german_units_go_to_turkey() -> None:
    small = first(tables.GE, roster.BRIGADE | roster.BATTALION)
    st = war(turn=20)
    assert not ground(st, "ge-1") & board.OTTOMAN and not ground(st, "ah-1") & board.OTTOMAN and ground(st, small) & board.OTTOMAN
    happens(st, "euro-turks")
    assert ground(st, "ge-1") & board.OTTOMAN
    assert rail.near_east_bound(1 << roster.UNIT["ge-1"]) and not rail.near_east_bound(1 << roster.UNIT["bu-1"])


@rule("tgw.17.31d")
def test_four_austrians_in_the_west_from_1917() -> None:
    st = war(turn=26)
    assert not ground(st, "ah-1") & W
    st.turn = 27
    assert ground(st, "ah-1") & W
    for k in range(2, 6):
        st.put(U[f"ah-{k}"], board.INDEX["W6729"])
    assert not ground(st, "ah-1") & W and ground(st, "ah-2") & W


@rule("tgw.17.31e", "tgw.17.31f", "tgw.17.31g")
def test_four_austrians_in_the_north_unless_kiev_and_odessa_are_held() -> None:
    st = war(turn=20)
    for k in range(2, 6):
        st.put(U[f"ah-{k}"], board.INDEX["E5020"])
    assert not ground(st, "ah-1") & areas.NORTH
    st.seize(hexes("E4129", "E3031"), CP)
    found = ground(st, "ah-1") & areas.NORTH
    assert found and found & board.RUSSIA
    st.put(U["ah-1"], board.INDEX["E5020"])
    st.seize(hexes("E4129"), A)
    assert not ground(st, "ah-6") & areas.NORTH and ground(st, "ah-1") & areas.NORTH  # who is there may stay
    assert areas.northern_excess(st).bit_count() == 5
    st.seize(hexes("E4129"), CP)
    assert ground(st, "ah-6") & areas.NORTH


@rule("tgw.17.31g", "tgw.17.31h")
def test_too_many_austrians_in_the_north_may_not_all_attack_and_must_go_south() -> None:
    st = war(turn=38, central=("E4129", "E3031"))
    for k in range(1, 6):
        st.put(U[f"ah-{k}"], board.INDEX["E5020"])
    assert not areas.northern_excess(st)
    happens(st, "bolsheviks")
    assert areas.northern_excess(st) and not ground(st, "ah-7") & areas.NORTH
    assert areas.must_go_south(st) >> U["ah-1"] & 1
    north = ground(st, "ah-1") & areas.NORTH
    assert not any(int(n[1:3]) >= 50 for n in board.numbers(north))  # only southward
    from firestep.games.tgw.display.text import text

    told = [e for e in game(st, GoSouth()).journal if e.key == "goes-south"]
    assert told and all("Enver" not in text(e) for e in told)
    assert sum(at(st, f"ah-{k}") != "E5020" for k in range(1, 6)) == 1  # one too many, and it goes
    more = war(turn=30)
    for k in range(1, 7):
        more.put(U[f"ah-{k}"], board.INDEX["E5020"])
    from firestep.games.tgw.combat.bans import apart

    assert not apart(more, roster.unit_mask(["ah-1", "ah-2", "ah-3"]), U["ah-4"])
    assert apart(more, roster.unit_mask(["ah-1", "ah-2", "ah-3", "ah-4"]), U["ah-5"])
    more.attacked = roster.unit_mask(["ah-1", "ah-2", "ah-3", "ah-4"])
    assert apart(more, 0, U["ah-5"])


@rule("tgw.17.31i", "tgw.17.31j")
def test_four_turks_in_europe_beyond_the_balkans_and_three_in_egypt() -> None:
    st = war(turn=26)
    happens(st, "euro-turks")
    assert ground(st, "tu-7") & board.AUSTRIA & E and not ground(st, "tu-7") & (W | WI)
    for id in ("tu-9", "tu-11", "tu-15", "tu-16"):
        st.put(U[id], board.INDEX["E3920"])
    assert not ground(st, "tu-7") & E & ~board.BALKANS and ground(st, "tu-7") & board.BALKANS
    egypt = (board.EGYPT | board.SINAI) & NE
    assert ground(st, "tu-10") & egypt
    for id in ("tu-23", "tu-27", "tu-21"):
        st.put(U[id], board.INDEX["N3311"])
    assert not ground(st, "tu-10") & egypt and ground(st, "tu-10") & board.PALESTINE


@rule("tgw.17.31k")
def test_turks_of_the_near_east_stay_out_of_european_turkey_until_the_others_deploy() -> None:
    st = war(turn=10)
    assert not ground(st, "tu-17") & board.EUROPEAN_TURKEY
    happens(st, "euro-turks")
    assert ground(st, "tu-17") & board.EUROPEAN_TURKEY


@rule("tgw.17.31n")
def test_on_n_the_19th_division_is_weakened() -> None:
    for place in ("N3934", "dead-ne", "E1023"):
        st = war({"tu-19": place}, turn=34, letter="N")
        resources.begin_letter(game(st))
        assert at(st, "tu-19") == "gone" and at(st, "tu-19late") == place
        assert st.strength(U["tu-19late"])[:2] == (2, 2)
    st = war({"tu-19": "E1023"}, turn=31, letter="M")
    resources.begin_letter(game(st))
    assert at(st, "tu-19") == "E1023"


@rule("tgw.17.4f", "tgw.20.3.5b")
def test_holland_and_switzerland_are_closed() -> None:
    st = war(turn=3)
    assert board.HOLLAND and not ground(st, "ge-1") & board.HOLLAND and not board.LAND & board.COUNTRY["switzerland"]
    st.prewar = ("cp.5",)
    assert ground(st, "ge-1") & board.HOLLAND and ground(st, "br-3") & board.HOLLAND


# -- where chapters meet -------------------------------------------------------------------------------------------------------


def test_a_neutral_that_joins_after_its_capital_was_lost_collapses_at_once() -> None:
    st = war(turn=34, letter="N", at_war={"BU": CP})
    st.seize(hexes("E1819"), A)
    s = game(st, collapse.CollapseCheck())
    assert st.collapsed >> tables.BU & 1 and "collapse" in keys(s)


def test_replacements_of_a_nation_whose_cities_are_all_lost_wait_in_the_box() -> None:
    from firestep.games.tgw.nations import new_units

    st = war({first(tables.SR, roster.DIVISION): "available"}, turn=20)
    st.seize(board.COUNTRY["serbia"], CP)
    assert ("new", first(tables.SR, roster.DIVISION)) not in new_units.PlaceUnits(A).actions(game(st))


@rule("tgw.17.21f", "tgw.8.0c")
def test_the_persian_force_has_used_its_move() -> None:
    st = field({"ru-1": "N3645"}, turn=20, letter="H", allied=("N3045",))
    s = session(st, lawrence.Persia(), Movement(fronts.EASTERN, A))
    play(s, "send ru-1")
    assert board.NUMBER[st.at[roster.UNIT["ru-1"]]] == "N2436"
    assert "stack N2436" not in texts(s)


@rule("tgw.17.21b", "tgw.17.21u")
def test_british_divisions_of_the_near_east_are_free_to_leave_it() -> None:
    """Only brigades, companies and marked headquarters are bound to it."""
    st = field({}, turn=45, letter="Q")
    for id, may in (("bp-75t", True), ("bi-15in", True), ("bp-5ybd", False), ("br-1cdco", False), ("bp-hqxx", False)):
        assert bool(areas.ground(st, 1 << roster.UNIT[id]) & board.FRONT["W"]) == may, id


@rule("tgw.17.11c", "tgw.7.13a", "tgw.7.14b")
def test_greeks_take_the_hexes_in_which_they_are_set_up() -> None:
    """What the enemy controls and has left empty may be theirs: whoever stands there has entered it."""
    st = field({}, turn=tables.turn_of("July", 1917), letter="M")
    st.set_flag("salonika")
    st.seize(board.mask("E1219", "E1220"), CP)
    first, second = roster.unit_ids(neutrals.army(st, tables.GK) & roster.COMBAT)[:2]
    s = session(st)
    s.agenda = list(reversed(neutrals.enter(s, tables.GK, A)))
    s._settle()
    assert st.ctrl[CP] & board.mask("E1219", "E1220") == board.mask("E1219", "E1220"), "until then they stay the enemy's"
    play(s, f"muster {first}", "at E1219")
    assert st.ctrl[A] & board.mask("E1219") and st.ctrl[CP] & board.mask("E1220")
    play(s, "rest")
    assert not (st.occ[A] & ~st.ctrl[A]) and st.at[roster.UNIT[second]] > 0


@rule("tgw.17.21h", "tgw.13.3a")
def test_who_fell_in_persia_is_not_taken_in_there_again() -> None:
    """A Russian headquarters of the Persian force would take new units in beside it: not those, and no others."""
    hq = next(id for id in roster.UNITS if id.startswith("ru-hq") and roster.NEAR_EAST >> U[id] & 1)
    st = war({hq: "N2436", "ru-20": "dead-ne"}, turn=25, letter="J")
    st.set_flag("pef-sent")
    st.pef = 1 << U[hq] | 1 << U["ru-20"]
    st.rp[tables.RU] = 1
    s = game(st, replacement.Replace(A))
    s.take("buy ru-20")
    assert not areas.ground(st, 1 << U["ru-20"]) & board.FRONT["NI"]
    assert not new_units.places(st, U["ru-20"])[0] & board.FRONT["NI"]
    assert areas.ground(st, 1 << U[hq]) & board.FRONT["NI"], "the survivors stay"


@rule("tgw.17.31n", "tgw.13.29h")
def test_the_weak_19th_inherits_that_it_was_bought_back() -> None:
    st = war({"tu-19": "available-ne"}, turn=30, letter="N")
    st.rebuilt |= 1 << U["tu-19"]
    european_turks.weaken_19(game(st))
    assert at(st, "tu-19late") == "available-ne" and st.rebuilt >> U["tu-19late"] & 1
    fresh = war({"tu-19": "available-ne"}, turn=30, letter="N")
    european_turks.weaken_19(game(fresh))
    assert not fresh.rebuilt >> U["tu-19late"] & 1


@rule("tgw.17.11d")
def test_greek_hexes_close_as_greeks_fill_them() -> None:
    """By the other reading of P42 only what Greeks hold is closed: also what the last of them took."""
    st = war(turn=30, letter="L", options={"greek-entry": "new"})
    st.set_flag("salonika")
    s = game(st)
    neutrals.enter(s, tables.GK, A)
    first, last = bits(neutrals.army(st, tables.GK))[:2]
    for u, hex in ((first, "E1214"), (last, "E1013")):
        st.put(u, board.INDEX[hex])
        assert areas.closed(st) & hexes(hex)
        assert not areas.ground(st, 1 << U["br-27"]) & hexes(hex)


@rule("tgw.17.31l")
def test_the_3rd_division_leaves_a_reserve_that_is_too_small() -> None:
    s = plain.start("1914")

    def short(s: S) -> bool:
        return type(s.top).__name__ == "Reserve" and s.state.letter >= tables.LETTER["E"] and not _excess(s)

    plain.play(s, lambda s: s.over or short(s), plain.placing)
    st = s.state
    assert st.at[U["tu-3"]] == RESERVE and not st.flag("euro-turks")
    assert [a for a in texts(s) if a.startswith("release")] == ["release tu-3"] and listed(s) == allowed(s)


def _excess(s: S) -> bool:
    from firestep.games.tgw.strategic.replacement import in_reserve

    return in_reserve(s.state) > s.state.required


@rule("tgw.17.13a", "tgw.6.51h")
def test_no_turk_is_set_up_on_a_beach() -> None:
    """All of European Turkey is full but for the landing hexes: whoever finds no room stays away (S8)."""
    st = war(turn=20)
    for i in bits(board.EUROPEAN_TURKEY & ~board.LANDINGS):
        st.where[i] = st.stack(i) | sum(1 << u for u in bits(roster.CORPS[tables.AH] & roster.INFANTRY)[:6])
    hex = next(i for i in bits(board.EUROPEAN_TURKEY) if board.ATLAS.near(i) & board.LANDINGS and not board.LANDINGS >> i & 1)
    assert european_turks.turkish_spot(st, U["tu-19"], hex) == 0


@rule("tgw.17.21i")
def test_the_persian_force_goes_home_together_or_not_at_all() -> None:
    away = next(n for n in board.numbers(board.FRONT["NI"] & board.DESERT) if board.NUMBER[board.INDEX[n]] not in ("N2436",))
    st = war({"ru-20": "N2436", "ru-21": away}, turn=30, letter="J")
    st.set_flag("pef-sent")
    st.pef = roster.unit_mask(["ru-20", "ru-21"])
    assert supply.supplied(st, U["ru-20"]) and not supply.supplied(st, U["ru-21"])
    assert game(st, lawrence.PersiaEnds()).over
    st.put(U["ru-21"], board.INDEX["N2436"])
    assert asked(game(st, lawrence.PersiaEnds())) == ("LeavePersia", A)


@rule("tgw.17.31g", "tgw.17.31h")
def test_before_the_revolution_no_austrian_must_go_south() -> None:
    north = spot(board.CLEAR & areas.NORTH, front=fronts.EAST)
    st = war({"ah-1 ah-2 ah-3 ah-4 ah-5": north}, turn=30)
    assert areas.northern_excess(st) and not areas.must_go_south(st)
    st.set_flag("bolsheviks")
    assert areas.must_go_south(st) == areas.northern_excess(st)


@rule("tgw.17.11b")
def test_what_is_due_on_the_next_letter_does_not_join_yet() -> None:
    letters = sorted(
        {tables.LETTER[roster.ROSTER[u].entry] for u in bits(roster.CORPS[tables.IT]) if roster.ROSTER[u].entry in tables.LETTER}
    )
    assert letters
    late = sum(1 << u for u in bits(roster.CORPS[tables.IT]) if tables.LETTER.get(roster.ROSTER[u].entry) == letters[0])
    st = war(turn=20)
    st.letter = letters[0] - 1
    assert not neutrals.army(st, tables.IT) & late
    st.letter = letters[0]
    assert neutrals.army(st, tables.IT) & late == late
