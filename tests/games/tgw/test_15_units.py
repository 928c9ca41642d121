"""Special units where they meet other chapters: tanks, anti-tank guns, headquarters, Arabs (15), supply and rail (11.1, 11.8)."""

from __future__ import annotations

import pytest

from firestep.games.tgw import board as b
from firestep.games.tgw import control, nations, newunits, rail, replacement, supply, victory
from firestep.games.tgw import ground as g
from firestep.games.tgw import roster as r
from firestep.games.tgw import tables as t
from firestep.games.tgw.rail import StrategicMovement
from firestep.games.tgw.state import AVAIL, DEAD, State
from firestep.hexmap.grid import bits
from firestep.testing import rule, texts
from games.tgw.field import around, field, session, spot, why

TARGET = spot(b.CLEAR & b.FRANCE)
E, NE, NW, W, SW, SE = around(TARGET)


@rule("tgw.15.21a")
def test_tanks_of_four_nations() -> None:
    assert {t.NATIONS[r.NATION_OF[u]] for u in bits(r.TANK)} == {"BR", "FR", "US", "GE"}
    assert all(r.ROSTER[u].entry == "SE" for u in bits(r.TANK)), "they come by events"


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
    assert control.fits(r.unit_mask(units.split())) is fit


@rule("tgw.15.25b")
def test_where_tanks_operate() -> None:
    st = field()
    for u in bits(r.TANK):
        may = nations.ground(st, 1 << u)
        assert may & g.FRONT[g.WEST] and not may & (g.FRONT[g.ITALY] | b.NEAR_EAST)
        assert bool(may & g.FRONT[g.EAST]) == (r.NATION_OF[u] == t.GE)


@rule("tgw.15.26a")
def test_two_tank_units_are_never_replaced() -> None:
    st = field()
    gone = {r.UNITS[u] for u in bits(r.TANK) if not replacement.replaceable(st, u)}
    assert gone == {"br-expbn", "ge-pzrgt"}


@rule("tgw.15.31a", "tgw.15.33b")
def test_anti_tank_regiments_come_to_the_west_and_may_be_replaced() -> None:
    guns = bits(r.ANTITANK)
    assert len(guns) == 3 and all(r.NATION_OF[u] == t.GE for u in guns)
    st = field()
    for u in guns:
        st.put(u, AVAIL)
        hexes, boxes = newunits.places(st, u)
        assert hexes and not hexes & ~g.FRONT[g.WEST] and not boxes
        assert replacement.replaceable(st, u)


@rule("tgw.15.63b", "tgw.7.13a")
def test_a_headquarters_takes_control() -> None:
    st = field()
    u = r.UNIT["ge-hq1"]
    st.put(u, b.INDEX[TARGET])
    control.enter(session(st), 1 << u, (b.INDEX[TARGET],))
    assert st.ctrl[t.CENTRAL] & b.mask(TARGET)


@rule("tgw.15.81b", "tgw.7.13b")
def test_the_hex_of_the_arabs_goes_back_when_they_leave() -> None:
    first, second = b.numbers(b.PALESTINE & b.DESERT)[:2]
    st = field()
    u = r.UNIT["ab-1ana"]
    s = session(st)
    st.put(u, b.INDEX[first])
    control.enter(s, 1 << u, (b.INDEX[first],))
    assert st.ctrl[t.ALLIED] & b.mask(first)
    st.put(u, b.INDEX[second])
    control.enter(s, 1 << u, (b.INDEX[second],))
    assert st.ctrl[t.CENTRAL] & b.mask(first) and st.ctrl[t.ALLIED] & b.mask(second)


@rule("tgw.14.63d")
def test_a_devastated_victory_hex_counts_no_more() -> None:
    st = field(central=["W6413"])
    assert victory.taken(st) & b.mask("W6413")
    st.devastated = b.mask("W6413")
    assert not victory.taken(st) & b.mask("W6413")


# -- supply and rail (11.11, 11.81) ------------------------------------------------------------------------------------------------

PRZEMYSL = "E3918"


def siege() -> State:
    ring = dict(zip((f"ru-{k}" for k in range(1, 7)), b.ATLAS.neighbours(PRZEMYSL), strict=True))
    return field({"ah-1": PRZEMYSL, "ah-2": "E3310"} | ring)


@rule("tgw.11.11a", "tgw.11.11b", "tgw.11.81a")
def test_nobody_rides_out_of_a_fortress_that_is_cut_off() -> None:
    st = siege()
    s = session(st, StrategicMovement(t.ALLIED), StrategicMovement(t.CENTRAL))
    s.take("done")
    assert supply.status(st, r.UNIT["ah-1"]) == supply.FORTRESS
    assert "rail E3310" in texts(s) and f"rail {PRZEMYSL}" not in texts(s)
    assert why(s, f"rail {PRZEMYSL}") == {"tgw.11.81a"}


@rule("tgw.11.11a")
def test_supply_for_the_rails_is_judged_when_the_phase_begins() -> None:
    st = siege()
    s = session(st, StrategicMovement(t.ALLIED), StrategicMovement(t.CENTRAL))
    for k in range(1, 7):
        st.put(r.UNIT[f"ru-{k}"], DEAD)
    s.take("done")
    assert not st.railheads[t.AH] & b.mask(PRZEMYSL), "what happens during the phase does not matter (N20b)"
    assert rail.railheads(st)[t.AH] & b.mask(PRZEMYSL)
