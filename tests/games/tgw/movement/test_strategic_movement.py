"""Strategic and sea movement (tgw.9.0): capacities, paths, transit boxes, ports."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.session import Session
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.movement import rail, sea
from firestep.games.tgw.movement.rail import EndStrategicMovement, StrategicMovement
from firestep.games.tgw.refusals import GRAMMAR
from firestep.games.tgw.state import ARABIA, RU_TRANSIT, TRANSIT, State
from firestep.testing import play, rule, texts
from games.tgw.positions import field, hexes, session, units


@pytest.fixture(autouse=True)
def fed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strategic movement alone is tried: every place is in supply and open to all, unless a test says otherwise."""
    monkeypatch.setattr(rail.supply, "fed", lambda st, nation, mountain=False, hq=False: board.LAND)
    monkeypatch.setattr(rail.areas, "ground", lambda st, units: board.LAND)
    monkeypatch.setattr(rail.areas, "frozen", lambda st: 0)


def trains(st: State, *sides: int) -> Session[State]:
    s = session(st, *(StrategicMovement(side) for side in sides or (tables.ALLIED, tables.CENTRAL)), EndStrategicMovement())
    s.game.why_not = GRAMMAR.why_not
    return s


def central(st: State) -> Session[State]:
    return play(trains(st), "done")


def goes(s: Session[State]) -> set[str]:
    return {x.removeprefix("to ") for x in texts(s) if x.startswith("to ")}


def why(s: Session[State], action: str) -> set[str]:
    return {x.rule for x in s.why_not(action)}


def towns(mask: int, n: int = 1) -> list[str]:
    """Towns of an area, away from its neighbours' forts."""
    return board.numbers(rail.TOWNS & mask)[:n]


def hq(nation: int, theatre: str = "Europe") -> str:
    return next(c.id for c in roster.ROSTER if c.cls == "HQ" and c.nation == nation and c.theatre == theatre)


def turk(k: int = 0) -> str:
    return [c.id for c in roster.ROSTER if c.nation == tables.TU and c.theatre == "Near East" and c.cls == "infantry"][k]


BERLIN, BRESLAU, BUDAPEST, VIENNA = "E5102", "E4509", "E3310", "E3606"
PARIS = "W5008"
GERMAN_TOWN = next(n for n in board.numbers(rail.TOWNS & board.GERMANY & board.FRONT["W"] & ~board.FORTS))


def start(st: State, place: str, side: int) -> Session[State]:
    s = trains(st) if side == tables.ALLIED else central(st)
    return play(s, f"rail {place}")


# -- the phase -----------------------------------------------------------------------------------------------------------------


@rule("tgw.9.0a", "tgw.4.2.8", "tgw.4.21.ex4")
def test_the_allies_ride_and_sail_before_the_central_powers() -> None:
    s = trains(field({"fr-1": PARIS, "ge-1": BERLIN}, forts=False))
    assert s.decision is not None and s.decision.seat == tables.ALLIED
    play(s, "done")
    assert s.decision is not None and s.decision.seat == tables.CENTRAL


@rule("tgw.9.0c", "tgw.9.31a", "tgw.11.81a")
def test_one_starts_in_a_friendly_town_in_supply(monkeypatch: pytest.MonkeyPatch) -> None:
    open_hex = board.numbers(board.GERMANY & board.FRONT["E"] & ~board.SETTLED & ~board.FORTS)[5]
    s = central(field({"ge-1": BERLIN, "ge-2": open_hex}, forts=False))
    assert texts(s) == ["done", f"rail {BERLIN}"] and why(s, f"rail {open_hex}") == {"tgw.9.0c"}
    monkeypatch.setattr(rail.supply, "fed", lambda st, nation, mountain=False, hq=False: 0)
    s = central(field({"ge-1": BERLIN}, forts=False))
    assert texts(s) == ["done"] and why(s, f"rail {BERLIN}") == {"tgw.11.81a"}


@rule("tgw.9.0d", "tgw.3.26d", "tgw.9.31a")
def test_any_distance_within_a_front() -> None:
    s = start(field({"ge-1": BERLIN}, forts=False), BERLIN, tables.CENTRAL)
    assert {VIENNA, BUDAPEST} <= goes(s)
    far = max(board.ATLAS.distance(board.INDEX[BERLIN], board.INDEX[n]) for n in goes(s) if n[0] == "E")
    assert far > 3 * roster.MOVE[roster.UNIT["ge-1"]]
    assert why(s, "to E4801") <= {"tgw.9.31a"} and all(rail.TOWNS >> board.INDEX[n] & 1 for n in goes(s) if n in board.INDEX)


@rule("tgw.9.0e", "tgw.9.11a")
def test_over_the_map_edge_to_another_front() -> None:
    s = start(field({"ge-1": BERLIN}, forts=False), BERLIN, tables.CENTRAL)
    assert any(n[0] == "W" and fronts.FRONT_AT[board.INDEX[n]] == fronts.WEST for n in goes(s))
    st = field({"ge-1": BERLIN}, forts=False)
    st.seize(board.GERMAN_EDGE_WEST, tables.ALLIED)
    s = start(st, BERLIN, tables.CENTRAL)
    assert not any(n in board.INDEX and fronts.FRONT_AT[board.INDEX[n]] == fronts.WEST for n in goes(s))


@rule("tgw.9.33a")
def test_who_marched_and_fought_may_still_ride() -> None:
    st = field({"ge-1": BERLIN}, forts=False)
    st.moved = st.attacked = units("ge-1")
    assert f"rail {BERLIN}" in texts(central(st))


@rule("tgw.9.56a", "tgw.9.13b")
def test_nobody_rides_twice() -> None:
    s = start(field({"ge-1": BERLIN}, forts=False), BERLIN, tables.CENTRAL)
    play(s, f"to {VIENNA}")
    assert texts(s) == ["done"] and why(s, f"rail {VIENNA}") == {"tgw.9.56a"}


# -- paths ---------------------------------------------------------------------------------------------------------------------


@rule("tgw.9.31b")
def test_enemies_forts_neutrals_and_the_alps_close_the_way() -> None:
    st = field({"ge-1": BERLIN, "ru-1": "E4708"}, forts=True)
    lines = rail.lines(st, tables.CENTRAL)
    assert not lines & (st.occ[tables.ALLIED] | st.fort_of[tables.ALLIED] | board.ALPINE)
    assert not lines & board.COUNTRY["romania"] and not lines & board.SEA


@rule("tgw.9.31b")
def test_a_wall_of_enemies_cuts_the_way() -> None:
    i = board.INDEX[BUDAPEST]
    ring = board.numbers(board.ATLAS.near(i))
    foes = {f"ru-{k + 1}": n for k, n in enumerate(ring)}
    st = field({"ge-1": BUDAPEST} | foes, forts=False)
    s = start(st, BUDAPEST, tables.CENTRAL)
    assert not goes(s) - {"transit"} and why(s, f"to {VIENNA}") == {"tgw.9.31b"}


@rule("tgw.9.32a")
def test_no_ride_ends_next_to_the_enemy_but_it_may_start_there() -> None:
    near = board.ATLAS.neighbours(VIENNA)[0]
    s = start(field({"ge-1": BERLIN, "ru-1": near}, forts=False), BERLIN, tables.CENTRAL)
    assert VIENNA not in goes(s) and why(s, f"to {VIENNA}") == {"tgw.9.32a"}
    s = start(field({"ge-1": VIENNA, "ru-1": near}, forts=False), VIENNA, tables.CENTRAL)
    assert BERLIN in goes(s)


@rule("tgw.9.32b")
def test_past_an_enemy_only_where_a_friend_stands() -> None:
    i = board.INDEX["E4708"]
    st = field({"ru-1": "E4708"}, forts=False)
    near = board.ATLAS.near(i)
    assert not rail.lines(st, tables.CENTRAL) & near & board.GERMANY
    friend = board.numbers(near & board.LAND)[0]
    st = field({"ru-1": "E4708", "ge-1": friend}, forts=False)
    assert rail.lines(st, tables.CENTRAL) & near == hexes(friend)


@rule("tgw.9.32c")
def test_next_to_who_has_just_entered_the_war_a_ride_may_end() -> None:
    near = board.ATLAS.neighbours(VIENNA)[0]
    st = field({"ge-1": BERLIN, "it-1": near}, forts=False, at_war={"IT": tables.ALLIED})
    assert VIENNA not in goes(start(st.copy(), BERLIN, tables.CENTRAL))
    st.entered[tables.IT] = st.turn
    assert VIENNA in goes(start(st.copy(), BERLIN, tables.CENTRAL))
    st.put(roster.UNIT["fr-1"], board.INDEX[near])  # who has been at war before stands with them (S28)
    assert VIENNA not in goes(start(st, BERLIN, tables.CENTRAL))


@rule("tgw.14.63c")
def test_a_devastated_town_serves_no_trains() -> None:
    st = field({"ge-1": GERMAN_TOWN}, forts=False)
    st.devastated = hexes(GERMAN_TOWN)
    assert texts(central(st)) == ["done"]


# -- capacities of the Central Powers ----------------------------------------------------------------------------------------------


def rail_capacity(side: int, unit: str, a: str | int, z: str | int) -> dict[int, int]:
    st = field({}, at_war={"IT": tables.ALLIED})
    one, two = (board.INDEX[x] if isinstance(x, str) else x for x in (a, z))
    return dict(rail.rail_cost(st, side, roster.UNIT[unit], one, two))


@rule("tgw.9.11a", "tgw.9.11b")
def test_twenty_four_in_europe_and_double_outside_germany() -> None:
    assert rail.LIMITS[rail.CENTRAL] == 24
    assert rail_capacity(tables.CENTRAL, "ge-1", BERLIN, BRESLAU) == {rail.CENTRAL: 1}
    assert (
        rail_capacity(tables.CENTRAL, "ge-1", BERLIN, VIENNA)
        == rail_capacity(tables.CENTRAL, "ge-1", VIENNA, BERLIN)
        == {rail.CENTRAL: 2}
    )
    assert rail_capacity(tables.CENTRAL, "ah-1", VIENNA, BUDAPEST) == {rail.CENTRAL: 2}
    st = field({"ge-1": BERLIN}, forts=False)
    s = start(st, BERLIN, tables.CENTRAL)
    s.state.used[rail.CENTRAL] = 23
    s = play(s, "stay")
    assert "tgw.9.11a" in {
        x.rule
        for x in GRAMMAR.explain[rail.Ride](
            s, rail.Ride(tables.CENTRAL, (roster.UNIT["ge-1"],), board.INDEX[BERLIN]), ("to", VIENNA)
        )
    }


@rule("tgw.9.12a", "tgw.9.41.ex2")
def test_four_in_the_near_east_without_doubling() -> None:
    assert rail.LIMITS[rail.CENTRAL_NE] == 4
    a, z = towns(board.OTTOMAN & board.FRONT["NI"], 2)
    assert rail_capacity(tables.CENTRAL, turk(), a, z) == {rail.CENTRAL_NE: 1}
    assert rail_capacity(tables.CENTRAL, hq(tables.TU, "Near East"), a, z) == {rail.CENTRAL_NE: 2}


@rule("tgw.9.41a", "tgw.9.41.ex1")
def test_an_hq_from_breslau_to_budapest_uses_four() -> None:
    assert rail_capacity(tables.CENTRAL, hq(tables.GE), BRESLAU, BUDAPEST) == {rail.CENTRAL: 4}
    st = field({hq(tables.GE): BERLIN}, forts=False)
    st.depleted = units(hq(tables.GE))
    s = start(st, BERLIN, tables.CENTRAL)
    play(s, f"to {VIENNA}")
    assert s.state.used[rail.CENTRAL] == 4


@rule("tgw.9.13a", "tgw.9.13b", "tgw.9.14a", "tgw.9.14b")
def test_between_east_and_near_east_through_the_box_in_two_phases() -> None:
    st = field({turk(): BUDAPEST}, forts=False)
    s = start(st, BUDAPEST, tables.CENTRAL)
    assert not any(n in board.INDEX and board.NEAR_EAST >> board.INDEX[n] & 1 for n in goes(s))
    play(s, "to transit")
    assert s.state.at[roster.UNIT[turk()]] == TRANSIT and s.state.used[rail.CENTRAL] == 2
    assert texts(s) == ["done"], "in a later phase, not in this one"
    play(s, "done")
    s = central(s.state)
    play(s, "rail transit")
    assert any(n in board.INDEX and board.NEAR_EAST >> board.INDEX[n] & 1 for n in goes(s))
    assert any(n in board.INDEX and fronts.FRONT_AT[board.INDEX[n]] == fronts.EAST for n in goes(s))
    end = next(n for n in sorted(goes(s)) if n in board.INDEX and board.NEAR_EAST >> board.INDEX[n] & 1)
    play(s, f"to {end}")
    assert s.state.used[rail.CENTRAL_NE] == 1


@rule("tgw.9.13a")
def test_from_front_to_front_of_the_near_east_through_the_box() -> None:
    a = towns(board.OTTOMAN & board.FRONT["NI"])[0]
    s = start(field({turk(): a}, forts=False), a, tables.CENTRAL)
    assert "transit" in goes(s)
    assert not any(n in board.INDEX and fronts.FRONT_AT[board.INDEX[n]] != fronts.IRAQ for n in goes(s))


@rule("tgw.9.15a")
def test_no_german_division_goes_to_the_near_east_before_european_turkey_stands() -> None:
    st = field({"ge-1": BERLIN}, forts=False)
    assert "transit" not in goes(start(st.copy(), BERLIN, tables.CENTRAL))
    st.set_flag("euro-turks")
    assert "transit" in goes(start(st, BERLIN, tables.CENTRAL))


@rule("tgw.9.16a", "tgw.9.16b")
def test_out_of_arabia_straight_to_palestine_and_never_back() -> None:
    st = field({}, forts=False)
    u = roster.UNIT[turk()]
    st.put(u, ARABIA)
    s = central(st)
    play(s, "rail arabia")
    assert goes(s) and all(board.OTTOMAN >> board.INDEX[n] & 1 and fronts.FRONT_AT[board.INDEX[n]] == fronts.EGYPT for n in goes(s))
    end = sorted(goes(s))[0]
    play(s, f"to {end}", "done")
    s = central(s.state)
    play(s, f"rail {end}")
    assert "arabia" not in goes(s) and why(s, "to arabia")


@rule("tgw.9.42a")
def test_headquarters_stay_in_their_part_of_the_world() -> None:
    assert "transit" not in goes(start(field({hq(tables.GE): BERLIN}, forts=False), BERLIN, tables.CENTRAL))
    st = field({}, forts=False)
    st.put(roster.UNIT[hq(tables.TU, "Near East")], TRANSIT)
    s = central(st)
    play(s, "rail transit")
    assert goes(s) and not any(fronts.FRONT_AT[board.INDEX[n]] == fronts.EAST for n in goes(s))


# -- capacities of the Allies ------------------------------------------------------------------------------------------------------


@rule("tgw.9.21a", "tgw.9.21b")
def test_twelve_in_the_west_and_double_outside_france_and_italy() -> None:
    assert rail.LIMITS[rail.ALLIED_WEST] == 12
    brussels = "W6518"
    assert rail_capacity(tables.ALLIED, "fr-1", PARIS, "W6413") == {rail.ALLIED_WEST: 1}
    assert (
        rail_capacity(tables.ALLIED, "fr-1", PARIS, brussels)
        == rail_capacity(tables.ALLIED, "fr-1", brussels, PARIS)
        == {rail.ALLIED_WEST: 2}
    )
    assert rail_capacity(tables.ALLIED, "fr-1", PARIS, towns(board.ITALY)[0]) == {rail.ALLIED_WEST: 1}


@rule("tgw.9.22a", "tgw.9.22b")
def test_eight_russians_inside_russia_and_nobody_else_in_the_east() -> None:
    assert rail.LIMITS[rail.RUSSIAN_EAST] == 8
    a = towns(board.RUSSIA & board.FRONT["E"])[-1]
    s = start(field({"ru-1": a}, forts=False), a, tables.ALLIED)
    assert goes(s) and all(board.RUSSIA_POLAND >> board.INDEX[n] & 1 for n in goes(s) if n in board.INDEX)
    serb = towns(board.COUNTRY["serbia"])[0]
    assert f"rail {serb}" not in texts(trains(field({"sr-1mor": serb}, forts=False)))


@rule("tgw.9.22c")
def test_two_russians_in_the_caucasus() -> None:
    assert rail.LIMITS[rail.RUSSIAN_CAUCASUS] == 2
    a, z = towns(board.RUSSIA & board.FRONT["NC"], 2)
    s = start(field({"ru-1": a}, forts=False), a, tables.ALLIED)
    assert z in goes(s) and all(board.RUSSIA >> board.INDEX[n] & 1 for n in goes(s) if n in board.INDEX)


@rule("tgw.9.23a")
def test_four_in_egypt() -> None:
    assert rail.LIMITS[rail.EGYPT] == 4
    a = towns(board.EGYPT)[0]
    s = start(field({"br-10in": a}, forts=False), a, tables.ALLIED)
    assert all(board.EGYPT >> board.INDEX[n] & 1 for n in goes(s))


@rule("tgw.9.23b", "tgw.9.23c", "tgw.9.23d", "tgw.6.32a")
def test_four_in_iraq_once_maude_has_come() -> None:
    assert rail.LIMITS[rail.IRAQ] == 4
    st = field({"bi-16bd": "N2252"}, forts=False, allied=("N2252", "N2552"))
    assert "rail N2252" not in texts(trains(st))
    st = field({"bi-16bd": "N2252"}, forts=False, allied=("N2252", "N2552"), play="al-maude")
    s = start(st, "N2252", tables.ALLIED)
    assert "N2552" in goes(s)
    assert all(int(n[3:]) > 44 for n in goes(s))


@rule("tgw.9.24a", "tgw.9.24b", "tgw.9.25a", "tgw.9.25c")
def test_only_russians_change_between_east_and_caucasus() -> None:
    a = towns(board.RUSSIA & board.FRONT["E"])[-1]
    st = field({"ru-1": a}, forts=False)
    s = start(st, a, tables.ALLIED)
    play(s, "to ru-transit")
    assert s.state.at[roster.UNIT["ru-1"]] == RU_TRANSIT and s.state.used[rail.RUSSIAN_EAST] == 1
    play(s, "done", "done")
    s = play(trains(s.state), "rail ru-transit")
    end = next(n for n in sorted(goes(s)) if fronts.FRONT_AT[board.INDEX[n]] == fronts.CAUCASUS)
    play(s, f"to {end}")
    assert s.state.used[rail.RUSSIAN_CAUCASUS] == 1
    assert "ru-transit" not in goes(start(field({"fr-1": PARIS}, forts=False), PARIS, tables.ALLIED))


@rule("tgw.9.25b")
def test_after_the_fall_of_the_czar_nobody_changes_fronts() -> None:
    a = towns(board.RUSSIA & board.FRONT["E"])[-1]
    st = field({"ru-1": a}, forts=False)
    st.set_flag("czar-fell")
    assert "ru-transit" not in goes(start(st, a, tables.ALLIED))


# -- the sea -----------------------------------------------------------------------------------------------------------------------

LE_HAVRE, BOULOGNE, ALEXANDRIA = "W5801", "W6606", board.numbers(sea.CANAL_COAST)[0]


def at_sea(units_at: dict[str, str], port: str, **more: Any) -> Session[State]:
    return play(trains(field(units_at, forts=False, **more)), f"sail {port}")


@rule("tgw.9.0f")
def test_the_central_powers_have_no_ships() -> None:
    s = central(field({"ge-1": "E5412"}, forts=False))
    assert not any(x.startswith("sail") for x in texts(s)) and why(s, "sail E5412") == {"tgw.9.0f"}


@rule("tgw.9.51a", "tgw.9.54d")
def test_from_port_to_port() -> None:
    s = at_sea({"br-1": LE_HAVRE}, LE_HAVRE)
    assert {BOULOGNE, "W6707"} <= goes(s) and all(sea.PORTS >> board.INDEX[n] & 1 for n in goes(s))
    play(s, f"to {BOULOGNE}")
    assert s.state.at[roster.UNIT["br-1"]] == board.INDEX[BOULOGNE] and s.state.used[sea.SEA] == 1
    assert "W5803" not in goes(s)


@rule("tgw.9.52a")
def test_six_ships_in_europe() -> None:
    s = trains(field({"br-1 br-2 br-3 br-4": LE_HAVRE, "br-5 br-6": BOULOGNE, "br-7": "W6707"}, forts=False))
    play(s, f"sail {LE_HAVRE}", f"to {BOULOGNE}", "sail W6707")
    assert LE_HAVRE in goes(s) and s.state.used[sea.SEA] == 4
    play(s, f"to {LE_HAVRE}", f"sail {BOULOGNE}")
    assert goes(s) == set() and why(s, "to W6707") == {"tgw.9.52a"}  # six units, and one ship is left
    play(s, "leave br-5")
    assert "W6707" in goes(s)
    play(s, "to W6707")
    assert s.state.used[sea.SEA] == 6 and not any(x.startswith("sail") for x in texts(s))
    assert why(s, f"sail {BOULOGNE}") == {"tgw.9.52a"}


@rule("tgw.9.52b")
def test_three_ships_in_the_near_east() -> None:
    near, far = "N4203", "N4207"
    s = trains(field({"br-1 br-2": ALEXANDRIA, "br-3 br-4": near}, allied=(ALEXANDRIA, near, far), forts=False))
    play(s, f"sail {ALEXANDRIA}", f"to {far}", f"sail {near}")
    assert goes(s) == set() and why(s, f"to {far}") == {"tgw.9.52b"}  # two units, and one ship is left
    play(s, "leave br-3", f"to {far}")
    assert (s.state.used[sea.SEA], s.state.used[sea.SEA_NE]) == (0, 3)
    assert not any(x.startswith("sail") for x in texts(s)) and why(s, f"sail {near}") == {"tgw.9.52b"}


@rule("tgw.9.52c", "tgw.9.55a", "tgw.9.55b")
def test_to_iraq_by_way_of_egypt_and_both_limits_pay() -> None:
    s = at_sea({"br-1": LE_HAVRE}, LE_HAVRE, allied=("N2252", "N2552", *board.numbers(board.WEST_OF_CANAL)))
    assert ALEXANDRIA in goes(s) and "N2252" not in goes(s) and why(s, "to N2252") == {"tgw.9.55a"}
    play(s, f"to {ALEXANDRIA}")
    assert (s.state.used[sea.SEA], s.state.used[sea.SEA_NE]) == (1, 1)
    assert texts(s) == ["done"] or f"sail {ALEXANDRIA}" not in texts(s)
    play(s, "done", "done")
    s = play(trains(s.state), f"sail {ALEXANDRIA}")
    assert {"N2252", LE_HAVRE} <= goes(s)


@rule("tgw.9.53a")
def test_ports_are_anchors_and_the_coast_west_of_the_canal() -> None:
    assert board.PORT & ~sea.PORTS == 0 and sea.CANAL_COAST and not sea.CANAL_COAST & ~board.COASTAL


@rule("tgw.9.53b")
def test_the_beaches_are_ports_after_gallipoli() -> None:
    st = field({}, allied=("E1022", "E1122"))
    assert not sea.ports(st) & board.LANDINGS
    st.set_flag("gallipoli")
    assert sea.ports(st) & board.LANDINGS == board.LANDINGS


@rule("tgw.9.54a", "tgw.9.54c", "tgw.9.54b")
def test_closed_waters() -> None:
    st = field({}, allied=("E6120", "E3031", "E1328", "N4332"))
    assert sea.ports(st) & hexes("E3031") and not sea.ports(st) & hexes("E6120") and not sea.ports(st) & board.FRONT["NC"]
    st.seize(hexes("E1328"), tables.CENTRAL)
    assert not sea.ports(st) & hexes("E3031")
    st.prewar = ("al.7",)
    assert sea.ports(st) & hexes("E6120")


@rule("tgw.9.56a")
def test_by_sea_or_by_rail_not_both() -> None:
    s = at_sea({"br-1": LE_HAVRE}, LE_HAVRE)
    play(s, f"to {BOULOGNE}")
    assert f"rail {BOULOGNE}" not in texts(s) and why(s, f"rail {BOULOGNE}") == {"tgw.9.56a"}


@rule("tgw.9.56b", "tgw.6.51c")
def test_no_ships_in_europe_on_the_turn_of_a_landing() -> None:
    st = field({"br-1": LE_HAVRE}, forts=False)
    st.set_flag("sea-closed")
    assert f"sail {LE_HAVRE}" not in texts(trains(st)) and sea.ports(st) & board.NEAR_EAST == sea.ports(st)


@rule("tgw.9.42a")
def test_no_hq_sails_to_egypt() -> None:
    s = at_sea({hq(tables.BR): LE_HAVRE}, LE_HAVRE, allied=board.numbers(board.WEST_OF_CANAL))
    assert BOULOGNE in goes(s) and ALEXANDRIA not in goes(s) and why(s, f"to {ALEXANDRIA}") == {"tgw.9.42a"}


# -- the calendar ------------------------------------------------------------------------------------------------------------------


@rule("tgw.19.55a")
def test_no_trains_on_turn_one() -> None:
    st = field({"ge-1": BERLIN}, forts=False, turn=1, letter="")
    s = central(st)
    assert texts(s) == ["done"] and why(s, f"rail {BERLIN}") == {"tgw.19.55a"}


@rule("tgw.19.61a", "tgw.7.12a")
def test_no_trains_or_ships_in_the_near_east_in_its_first_turn() -> None:
    a = towns(board.OTTOMAN & board.FRONT["NI"])[0]
    st = field({turk(): a}, forts=False, turn=tables.NEAR_EAST_TURN, letter="B")
    s = central(st)
    assert f"rail {a}" not in texts(s) and why(s, f"rail {a}") == {"tgw.19.61a"}
    assert not sea.ports(st) & board.NEAR_EAST
