"""Where rules of different chapters meet, a second look: each situation was read in the book before the code was."""

from __future__ import annotations

from firestep.games.tgw.combat import combat, strength
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.events import landings, single_events, van
from firestep.games.tgw.movement import areas, rail
from firestep.games.tgw.nations import collapse, european_turks, new_units
from firestep.games.tgw.state import GONE, RU_TRANSIT, WAITING
from firestep.games.tgw.strategic import replacement, revolutions
from firestep.hexmap.grid import bits
from firestep.testing import rule, texts
from games.tgw.war import A, at, game, war

U = roster.UNIT


@rule("tgw.6.8c", "tgw.8.24a")
def test_nobody_leaves_van_over_the_lake() -> None:
    st = war({"tu-17": "N3338"}, turn=20)
    s = game(st, van.LeaveVan(U["tu-17"]))
    assert "leave N3337" not in texts(s), "there is water between"
    assert texts(s) == ["leave N3238", "leave N3239", "leave N3339", "leave N3439"]


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


@rule("tgw.21.7b", "tgw.17.21g")
def test_a_division_of_the_persian_force_that_turns_red_may_still_stand_there() -> None:
    st = war({"pg-pg1": "N2436"}, turn=40, letter="Q")
    for flag in ("pef-sent", "czar-fell", "bolsheviks"):
        st.set_flag(flag)
    st.pef = 1 << U["pg-pg1"]
    for u in revolutions.red_left(st) or bits(revolutions.RED):
        st.put(u, GONE)
    s = game(st, revolutions.TurnRed(1))
    s.take("red pg-pg1")
    (red,) = bits(st.stack(board.INDEX["N2436"]))
    assert st.red >> red & 1 and areas.ground(st, 1 << red) & board.FRONT["NI"]


@rule("tgw.6.7b", "tgw.7.22a")
def test_arabs_do_not_rise_in_a_hex_that_is_full() -> None:
    desert = bits(board.DESERT & board.PALESTINE)[0]
    full = " ".join(roster.UNITS[u] for u in bits(roster.CORPS[tables.BR] & roster.DIVISION & roster.INFANTRY)[:6])
    st = war({full: board.NUMBER[desert]}, turn=30)
    assert not single_events.desert_hexes(st) >> desert & 1
    st.put(U[full.split()[0]], WAITING)
    assert single_events.desert_hexes(st) >> desert & 1


@rule("tgw.17.31n", "tgw.13.29h")
def test_the_weak_19th_inherits_that_it_was_bought_back() -> None:
    st = war({"tu-19": "available-ne"}, turn=30, letter="N")
    st.rebuilt |= 1 << U["tu-19"]
    european_turks.weaken_19(game(st))
    assert at(st, "tu-19late") == "available-ne" and st.rebuilt >> U["tu-19late"] & 1
    fresh = war({"tu-19": "available-ne"}, turn=30, letter="N")
    european_turks.weaken_19(game(fresh))
    assert not fresh.rebuilt >> U["tu-19late"] & 1


@rule("tgw.14.64a", "tgw.16.11d")
def test_the_marker_of_a_devastator_that_is_lost_goes_back() -> None:
    """An Austrian lays waste to a hex; his nation has fallen and the stack is parted before he can leave."""
    from firestep.games.tgw.combat.casualties import eliminate
    from firestep.games.tgw.fortifications import devastation

    place = bits(devastation.WASTABLE & board.FRANCE)[0]
    st = war({"ah-1 ge-1": board.NUMBER[place]}, turn=40, central=(board.NUMBER[place],))
    before = st.dz_left
    s = game(st)
    st.devastating, st.dz_left = 1 << U["ah-1"], before - 1
    eliminate(s, 1 << U["ah-1"], "tgw.16.11d")
    game(st, devastation.WithdrawDevastators())
    assert st.dz_left == before and not st.devastated >> place & 1
    st.rp[tables.AH] = 1
    game(st, replacement.Replace(tables.CENTRAL)).take("buy ah-1")
    assert not st.devastating >> U["ah-1"] & 1, "who comes back is free to move"


# -- what held ------------------------------------------------------------------------------------------------------------------


@rule("tgw.16.11b", "tgw.5.11a")
def test_headquarters_of_a_collapsed_nation_in_boxes_and_still_to_come_are_gone() -> None:
    """Collapse and units in transit: on the map, in a box, dead, or due later."""
    hqs = [id for id in roster.UNITS if id.startswith("ah-hq")]
    st = war({hqs[0]: "E3606", hqs[1]: "available", hqs[2]: "dead"}, turn=40)
    assert st.at[U[hqs[3]]] == WAITING
    s = game(st)
    collapse.fall(s, tables.AH, "tgw.16.5a")
    assert all(st.at[U[id]] == GONE for id in hqs)


@rule("tgw.9.25a", "tgw.5.45a")
def test_the_fall_of_the_czar_finds_divisions_in_the_transit_box() -> None:
    st = war({"ru-20": "ru-transit"}, turn=29, letter="L")
    st.came_from = {U["ru-20"]: fronts.EAST}
    revolutions.fall_of_the_czar(game(st))
    (stand_in,) = bits(st.stack(RU_TRANSIT))
    assert roster.NATION_OF[stand_in] == tables.PG and st.came_from == {stand_in: fronts.EAST}
    reach = rail.reachable(st, A, 1 << stand_in, RU_TRANSIT, areas.ground(st, 1 << stand_in))
    assert not reach & board.FRONT["NC"], "it goes back, not across"


@rule("tgw.6.57a", "tgw.6.51b", "tgw.6.52b")
def test_influenza_empties_a_landing_but_for_the_beaches() -> None:
    st = war({"br-29": "available", "br-63rn": "E1122"}, turn=20)
    st.until |= {"influenza-from": 20, "influenza": 20}
    assert not landings.landers(st, "gallipoli", 4, 1)
    assert landings.landers(st, "salonika", 1, 3) == 1 << U["br-63rn"]


@rule("tgw.5.46b", "tgw.9.22a")
def test_after_the_treaty_no_train_takes_russians_anywhere() -> None:
    st = war({"pg-pg1": "E5620", "pg-pg2": "ru-transit"}, turn=42, letter="Q")
    st.set_flag("treaty")
    assert not rail.able(st, A) & roster.CORPS[tables.PG]


@rule("tgw.6.46a", "tgw.6.30a")
def test_mutineers_do_not_attack_for_foch_either() -> None:
    st = war({"fr-1": "W5217", "br-1": "W5217", "ge-1": "W5218"}, turn=40, play="al-foch")
    st.until = {"mutiny-from": 40, "mutiny": 42}
    units = (U["fr-1"], U["br-1"])
    s = game(st, combat.Assemble(A, board.INDEX["W5218"], (), "foch", units))
    assert "add br-1" in texts(s) and "add fr-1" not in texts(s)


@rule("tgw.5.61b", "tgw.5.38c", "tgw.9.13a")
def test_turkey_s_surrender_reaches_every_box() -> None:
    from firestep.games.tgw.strategic import turkish_surrender

    places = {"tu-1": "reserve", "tu-2": "transit", "tu-3": "arabia", "tu-4": "available-ne", "tu-5": "dead-ne", "ge-1": "transit"}
    st = war(places, turn=44, letter="R")
    turkish_surrender.turkey(game(st), "tgw.5.61a")
    assert all(st.at[U[f"tu-{k}"]] == GONE for k in range(1, 6)) and at(st, "ge-1") == "transit"
    assert not replacement.moves(st) and not st.required


@rule("tgw.14.31c", "tgw.14.63c", "tgw.11.51a")
def test_the_hindenburg_line_in_a_devastated_city_shifts_for_the_line_alone() -> None:
    from firestep.games.tgw.combat import shifts

    city = next(i for i in bits(board.CITY & board.FRANCE & board.FRONT["W"] & ~board.FORTS) if not shifts.terrain(war(), i)[1:])
    near = next(i for i in bits(board.ATLAS.near(city) & board.LAND))
    st = war({"ge-1": board.NUMBER[city], "fr-1": board.NUMBER[near]}, turn=35, forts=False)
    st.devastated = 1 << city
    st.line = 1 << city
    st.derive_forts()
    fight = strength.declared(st, A, city, (U["fr-1"],))
    assert not [m for m in shifts.shifts(st, fight) if m.text == "a city"]
    assert [m.value for m in shifts.shifts(st, fight) if m.rule == "tgw.14.12a"] == [-2]
