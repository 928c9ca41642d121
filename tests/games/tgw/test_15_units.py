"""Special units where they meet other chapters: tanks, anti-tank guns, headquarters, Arabs (15), supply and rail (tgw.11.1,
tgw.11.8)."""

from __future__ import annotations

import pytest

from firestep.games.tgw import victory
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.movement import areas, control, rail, stacking
from firestep.games.tgw.movement.rail import StrategicMovement
from firestep.games.tgw.nations import new_units
from firestep.games.tgw.state import AVAIL, DEAD, State
from firestep.games.tgw.strategic import replacement
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits
from firestep.testing import rule, texts
from games.tgw.field import around, field, session, spot, why

TARGET = spot(board.CLEAR & board.FRANCE)
E, NE, NW, W, SW, SE = around(TARGET)


@rule("tgw.15.21a")
def test_tanks_of_four_nations() -> None:
    assert {tables.NATIONS[roster.NATION_OF[u]] for u in bits(roster.TANK)} == {"BR", "FR", "US", "GE"}
    assert all(roster.ROSTER[u].entry == "SE" for u in bits(roster.TANK)), "they come by events"


@rule("tgw.15.25a", "tgw.7.23c")
@pytest.mark.parametrize(
    ("units", "fit"),
    [
        ("br-8 br-9na br-10na br-11na br-12na br-13na br-rtc br-hq1", True),
        ("br-8 br-rtc br-expbn", False),
        ("ge-1 ge-2 ge-3 ge-4 ge-5 ge-6 ge-pzrgt ge-at1rgt ge-hq1", True),
        ("ge-at1rgt ge-at2rgt", False),
        ("ge-hq1 ge-hq2", False),
    ],
)
def test_tanks_guns_and_headquarters_stack_one_each(units: str, fit: bool) -> None:
    assert stacking.fits(roster.unit_mask(units.split())) is fit


@rule("tgw.15.25b")
def test_where_tanks_operate() -> None:
    st = field()
    for u in bits(roster.TANK):
        may = areas.ground(st, 1 << u)
        assert may & fronts.FRONT[fronts.WEST] and not may & (fronts.FRONT[fronts.ITALY] | board.NEAR_EAST)
        assert bool(may & fronts.FRONT[fronts.EAST]) == (roster.NATION_OF[u] == tables.GE)


@rule("tgw.15.26a")
def test_two_tank_units_are_never_replaced() -> None:
    st = field()
    gone = {roster.UNITS[u] for u in bits(roster.TANK) if not replacement.replaceable(st, u)}
    assert gone == {"br-expbn", "ge-pzrgt"}


@rule("tgw.15.31a", "tgw.15.33b")
def test_anti_tank_regiments_come_to_the_west_and_may_be_replaced() -> None:
    guns = bits(roster.ANTITANK)
    assert len(guns) == 3 and all(roster.NATION_OF[u] == tables.GE for u in guns)
    st = field()
    for u in guns:
        st.put(u, AVAIL)
        hexes, boxes = new_units.places(st, u)
        assert hexes and not hexes & ~fronts.FRONT[fronts.WEST] and not boxes
        assert replacement.replaceable(st, u)


@rule("tgw.15.63b", "tgw.7.13a")
def test_a_headquarters_takes_control() -> None:
    st = field()
    u = roster.UNIT["ge-hq1"]
    st.put(u, board.INDEX[TARGET])
    control.enter(session(st), 1 << u, (board.INDEX[TARGET],))
    assert st.ctrl[tables.CENTRAL] & board.mask(TARGET)


@rule("tgw.15.81b", "tgw.7.13b")
def test_the_hex_of_the_arabs_goes_back_when_they_leave() -> None:
    first, second = board.numbers(board.PALESTINE & board.DESERT)[:2]
    st = field()
    u = roster.UNIT["ab-1ana"]
    s = session(st)
    st.put(u, board.INDEX[first])
    control.enter(s, 1 << u, (board.INDEX[first],))
    assert st.ctrl[tables.ALLIED] & board.mask(first)
    st.put(u, board.INDEX[second])
    control.enter(s, 1 << u, (board.INDEX[second],))
    assert st.ctrl[tables.CENTRAL] & board.mask(first) and st.ctrl[tables.ALLIED] & board.mask(second)


@rule("tgw.14.63d")
def test_a_devastated_victory_hex_counts_no_more() -> None:
    st = field(central=["W6413"])
    assert victory.taken(st) & board.mask("W6413")
    st.devastated = board.mask("W6413")
    assert not victory.taken(st) & board.mask("W6413")


# -- supply and rail (tgw.11.11, tgw.11.81)
# ------------------------------------------------------------------------------------------------

PRZEMYSL = "E3918"


def siege() -> State:
    ring = dict(zip((f"ru-{k}" for k in range(1, 7)), board.ATLAS.neighbours(PRZEMYSL), strict=True))
    return field({"ah-1": PRZEMYSL, "ah-2": "E3310"} | ring)


@rule("tgw.11.11a", "tgw.11.11b", "tgw.11.81a")
def test_nobody_rides_out_of_a_fortress_that_is_cut_off() -> None:
    st = siege()
    s = session(st, StrategicMovement(tables.ALLIED), StrategicMovement(tables.CENTRAL))
    s.take("done")
    assert supply.status(st, roster.UNIT["ah-1"]) == supply.FORTRESS
    assert "rail E3310" in texts(s) and f"rail {PRZEMYSL}" not in texts(s)
    assert why(s, f"rail {PRZEMYSL}") == {"tgw.11.81a"}


@rule("tgw.11.11a")
def test_supply_for_the_rails_is_judged_when_the_phase_begins() -> None:
    st = siege()
    s = session(st, StrategicMovement(tables.ALLIED), StrategicMovement(tables.CENTRAL))
    for k in range(1, 7):
        st.put(roster.UNIT[f"ru-{k}"], DEAD)
    s.take("done")
    assert not st.railheads[tables.AH] & board.mask(PRZEMYSL), "what happens during the phase does not matter (N20b)"
    assert rail.railheads(st)[tables.AH] & board.mask(PRZEMYSL)
