"""Special units where they meet other chapters: tanks, anti-tank guns, headquarters, Arabs (15), supply and rail (tgw.11.1,
tgw.11.8)."""

from __future__ import annotations

import pytest

from firestep.engine.question import kept
from firestep.games.tgw import victory
from firestep.games.tgw.combat import cavalry, combat
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import CHITS
from firestep.games.tgw.display.text import text
from firestep.games.tgw.display.view import pieces
from firestep.games.tgw.events import events, shock_troops
from firestep.games.tgw.movement import areas, control, rail, stacking
from firestep.games.tgw.movement.rail import StrategicMovement
from firestep.games.tgw.nations import new_units
from firestep.games.tgw.state import AVAIL, AVAIL_NE, DEAD, GONE, WAITING, Fight, State
from firestep.games.tgw.strategic import replacement, revolutions
from firestep.games.tgw.supply import lines, supply
from firestep.hexmap.grid import bits
from firestep.testing import rule, texts
from games.tgw import plain
from games.tgw.events_kit import U
from games.tgw.positions import around, field, session, spot, why
from games.tgw.war import CP, A, chit, game, hold, war

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
    st.set_side(tables.US, tables.ALLIED)
    for u in bits(roster.TANK):
        st.put(u, DEAD)
    able = kept(replacement.replaceable(st, tables.ALLIED)) | kept(replacement.replaceable(st, tables.CENTRAL))
    gone = {roster.UNITS[u] for u in bits(roster.TANK & ~able)}
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
        st.put(u, DEAD)
        assert kept(replacement.replaceable(st, tables.CENTRAL)) >> u & 1


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


@rule("tgw.15.81c", "tgw.15.83b", "tgw.13.11a")
def test_a_rebuilt_armenian_unit_enters_like_a_russian_one() -> None:
    id = roster.unit_ids(roster.CORPS[tables.ARM])[0]
    st = field({}, turn=20, letter="H")
    st.put(roster.UNIT[id], AVAIL_NE)
    st.rebuilt = 1 << roster.UNIT[id]
    found = new_units.places(st, roster.UNIT[id])[0]
    assert found and not found & ~(board.CITY & board.RUSSIA & board.FRONT["NC"])


@rule("tgw.15.41a", "tgw.15.42a")
def test_which_chit_of_the_two_is_played_first_does_not_matter() -> None:
    """E81, the other reading: conversion in the turn of play alone."""
    for first in ("cp-shock-1", "cp-shock-2"):
        st = war({"ge-1g": "W5427"}, turn=30, letter="L", options={"shock-late": "off"}, hand=[0, chit(first)])
        st.rp[tables.GE] = 9
        events.play_chit(game(st), CHITS.index(next(c for c in CHITS if c.id == first)))
        assert shock_troops.under(st) == 1
        st.turn += 1
        assert shock_troops.under(st) == 0, first


@rule("tgw.15.46a", "tgw.15.46b", "tgw.3.22b")
def test_the_alpenkorps_fights_with_the_factors_of_a_shock_troop_where_it_is_one() -> None:
    """In the east always, elsewhere after the first event, also when it was lost and bought back."""
    u = U["ge-ak"]
    plain, shocked = (roster.ATTACK[u], roster.DEFENCE[u], roster.MOVE[u]), roster.BACK[u]
    assert plain != shocked
    for place, played, side in (("W5427", 0, plain), ("E4816", 0, shocked), ("W5427", 1, shocked), ("N1728", 0, plain)):
        st = war({"ge-ak": place}, turn=20, tally={"shock": played})
        assert st.strength(u) == side
        st.rebuilt |= 1 << u
        assert st.strength(u) == side


@rule("tgw.15.46b")
def test_the_page_shows_the_alpenkorps_as_it_fights() -> None:
    """It changes without being moved or turned over when the first event is played, and the next look sees it."""
    st = war({"ge-ak": "W5427"}, turn=30)
    faces = []
    for played in (0, 1, 0):
        st.tally["shock"] = played
        faces.append(next(p for p in pieces(st, {}) if p["id"] == "ge-ak")["text"])
    assert faces == ["3-4-4", "4-4", "3-4-4"]


def test_one_division_becomes_shock_troops() -> None:
    s = plain.start("1917")
    s.note("shock-made", "tgw.15.41a", units=["ge-2g"])
    s.note("shock-made", "tgw.15.41a", units=["ge-2g", "ge-1g"])
    one, two = (text(e) for e in s.journal[-2:])
    assert one.endswith("becomes a shock-troop unit.") and two.endswith("become shock-troop units.")


@rule("tgw.15.45a", "tgw.15.41b")
def test_the_second_shock_event_may_be_played_without_conversions() -> None:
    """The points are the price of conversions: Germany keeps them, and the turn is that of the Kaiserschlacht (S43)."""
    st = hold(war({"ge-2g": "W6011"}, turn=38, letter="O"), "cp-shock-2")
    st.tally["shock"] = 1
    st.rp[tables.GE] = 7
    from firestep.engine.offer import Window

    s = game(st, Window("new units", (CP,)))
    s.take("play cp-shock-2")
    assert st.tally["kaiser-turn"] == 38 and st.rp[tables.GE] == 7


@rule("tgw.15.92b")
def test_provisional_divisions_wait_for_those_that_are_still_to_come() -> None:
    """S9: one is kept for every Czarist division that has not arrived yet."""
    st = war(letter="K", turn=26)
    coming = bits(revolutions.CZARIST)[:7]
    for u in bits(revolutions.CZARIST):
        st.put(u, WAITING if u in coming else GONE)
    revolutions.fall_of_the_czar(game(st))
    kept = [u for u in bits(revolutions.PROVISIONAL) if st.at[u] == WAITING]
    assert len(kept) == len(coming)
    assert (st.stack(AVAIL) & revolutions.PROVISIONAL).bit_count() == revolutions.PROVISIONAL.bit_count() - len(coming)


@rule("tgw.15.55a")
def test_cavalry_without_a_line_home_does_not_dismount() -> None:
    lost = next(n for n in board.numbers(board.RUSSIA & board.EAST_MAP & ~board.SETTLED & ~board.FORTS))
    st = war({"ge-1c": "E5102", "ge-2c": lost}, turn=20)
    assert not supply.supplied(st, U["ge-2c"])
    assert shock_troops.dismountable(st) == 1 << U["ge-1c"]


@rule("tgw.15.42a", "tgw.15.55a")
def test_a_home_in_enemy_hands_is_none() -> None:
    st = war(turn=30)
    assert lines.home(st)
    st.seize(lines.HOMES, A)
    assert not lines.home(st)


@rule("tgw.15.52a")
def test_cavalry_does_not_ride_into_a_fort_of_the_enemy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if its supply lay there."""
    monkeypatch.setattr(cavalry, "nearer", lambda st, fight: board.LAND)
    fort = next(i for i in bits(board.FORTS & board.FRANCE & board.FRONT["W"]) if fronts.FORT_NATION[i] == tables.FR)
    hex = next(i for i in bits(cavalry.attackers.NEAR[fort]) if board.CLEAR >> i & 1 and not board.FORTS >> i & 1)
    st = war({"ge-1c": board.NUMBER[hex]}, turn=3, letter="A")
    fight = Fight(A, hex, (), (U["ge-1c"],))
    assert cavalry.havens(st, fight, ()) and not cavalry.havens(st, fight, ()) >> fort & 1


@rule("tgw.15.45a")
def test_there_is_no_kaiserschlacht_in_the_near_east() -> None:
    shock_troops = bits(roster.BANDED & roster.CORPS[tables.GE])[:4]
    for place, may in (("N1728", False), ("W5427", True)):
        st = war({" ".join(roster.UNITS[u] for u in shock_troops): place}, turn=38, tally={"kaiser-turn": 38, "shock": 2})
        st.flipped = sum(1 << u for u in shock_troops)
        assert combat.may_kaiser(st, Fight(CP, board.INDEX[place], tuple(shock_troops))) == may


@rule("tgw.15.52a")
def test_cavalry_does_not_ride_towards_a_town_of_the_enemy() -> None:
    town = board.INDEX["E4613"]  # Lodz
    st = field({"ru-1dcc": "E4713"}, turn=8, letter="A", forts=False, central=("E4613",))
    fight = combat.Fight(CP, board.INDEX["E4713"], (), (U["ru-1dcc"],))
    held = cavalry.nearer(st, fight)
    st.seize(1 << town, A)
    assert cavalry.nearer(st, fight) >> town & 1 and not held >> town & 1


@rule("tgw.15.41a")
def test_unpaid_shock_troops_are_not_made() -> None:
    st = war({"ge-1": "W6729"}, turn=30, letter="L")
    st.tally["shock"] = 1
    st.rp[tables.GE] = 0
    assert not shock_troops.under(st) and not shock_troops.eligible(st)
    st.tally["shock-paid-1"] = 1
    assert shock_troops.under(st) == 1
