"""Rules that could be broken without a test noticing, a second list."""

from __future__ import annotations

import pytest

from firestep.games.tgw.combat import cavalry, combat, special_combats
from firestep.games.tgw.combat.casualties import eliminate
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.events import lawrence
from firestep.games.tgw.fortifications import trenches
from firestep.games.tgw.movement import areas, movement, rail, sea
from firestep.games.tgw.scenarios import prewar
from firestep.games.tgw.state import Fight
from firestep.games.tgw.supply import lines, sources
from firestep.hexmap.grid import bits
from firestep.testing import rule, texts
from games.tgw.field import session, spot
from games.tgw.war import CP, A, asked, at, game, hexes, war

U = roster.UNIT


@rule("tgw.5.35c", "tgw.5.37a")
def test_germans_who_fall_in_the_near_east_lie_in_the_pile_of_europe() -> None:
    st = war({"ge-1": "N1728", "tu-26": "N1728"}, turn=30)
    eliminate(game(st), roster.unit_mask(["ge-1", "tu-26"]), "tgw.10.63a")
    assert at(st, "ge-1") == "dead" and at(st, "tu-26") == "dead-ne"


@rule("tgw.5.34a", "tgw.5.33a", "tgw.3.26h")
def test_what_is_lost_whole_comes_back_depleted_or_on_one_step() -> None:
    full = bits(roster.CORPS[tables.BU] & roster.TWO_STEP)[0]
    st = war({"ge-hq1": "W5427", roster.UNITS[full]: "E1819"}, turn=30, at_war={"BU": CP})
    eliminate(game(st), 1 << U["ge-hq1"] | 1 << full, "tgw.11.84a")
    assert st.depleted >> U["ge-hq1"] & 1 and st.reduced >> full & 1


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


@rule("tgw.10.81b")
def test_a_marker_that_was_laid_is_used() -> None:
    st = war({"ge-1": "W5427"}, turn=30, marker=1, initiative=CP)
    s = session(st, special_combats.Lay(special_combats.OHL, CP))
    s.take("marker W5427")
    assert st.flag("ohl-used") and not special_combats.usable(st, fronts.WESTERN, CP)


@rule("tgw.15.45a")
def test_there_is_no_kaiserschlacht_in_the_near_east() -> None:
    shock_troops = bits(roster.BANDED & roster.CORPS[tables.GE])[:4]
    for place, may in (("N1728", False), ("W5427", True)):
        st = war({" ".join(roster.UNITS[u] for u in shock_troops): place}, turn=38, tally={"kaiser-turn": 38, "shock": 2})
        st.flipped = sum(1 << u for u in shock_troops)
        assert combat.may_kaiser(st, Fight(CP, board.INDEX[place], tuple(shock_troops))) == may


@rule("tgw.6.29b")
def test_two_units_do_not_satisfy_enver() -> None:
    three = tuple(U[id] for id in ("tu-17", "tu-18", "tu-28"))
    for units, done in ((three[:2], 0), (three, 1)):
        st = war({" ".join(roster.UNITS[u] for u in units): "N3338"}, turn=9, letter="D")
        combat.count(st, Fight(CP, board.INDEX["N3339"], units), 1)
        assert st.tally.get("now-enver", 0) == done


@rule("tgw.14.31c", "tgw.14.12b")
def test_the_hindenburg_line_on_the_ruins_of_a_belgian_fort_is_german() -> None:
    fort = next(i for i in bits(board.FORTS) if fronts.FORT_NATION[i] == tables.BE)
    st = war(turn=30, letter="L", line=1 << fort, trenches=[2, 1, 1, 1, 1], forts=False)
    assert trenches.depth(st, fort, CP, 0)[0] == 2


@rule("tgw.8.0a", "tgw.4.2.6")
def test_who_moved_in_one_half_is_free_in_the_next() -> None:
    st = war({"ge-1": "W5427"}, turn=30, moved=1 << U["ge-1"])
    session(st, movement.EndMovement(fronts.WESTERN, CP))
    assert not st.moved


@rule("tgw.17.31g", "tgw.17.31h")
def test_before_the_revolution_no_austrian_must_go_south() -> None:
    north = spot(board.CLEAR & areas.NORTH, front=fronts.EAST)
    st = war({"ah-1 ah-2 ah-3 ah-4 ah-5": north}, turn=30)
    assert areas.northern_excess(st) and not areas.must_go_south(st)
    st.set_flag("bolsheviks")
    assert areas.must_go_south(st) == areas.northern_excess(st)


@rule("tgw.9.23a")
def test_british_trains_of_the_egyptian_front_stay_in_egypt() -> None:
    u = 1 << bits(roster.CORPS[tables.BP])[0]
    ground = rail.area(war(turn=30), A, u, fronts.EGYPT)
    assert ground & board.EGYPT and not ground & board.PALESTINE


@rule("tgw.9.51a", "tgw.11.81a")
def test_who_is_without_supply_does_not_sail() -> None:
    st = war({"br-1": "W6707"}, turn=30)
    assert sea.sailors(st, board.INDEX["W6707"]) == ()
    st.railheads[tables.BR] = hexes("W6707")
    assert sea.sailors(st, board.INDEX["W6707"]) == (U["br-1"],)


@rule("tgw.20.2.7e")
def test_konigsberg_feeds_nobody_from_the_sea_when_the_baltic_is_british() -> None:
    for plans, fed in (((), True), (("al.7",), False)):
        assert bool(sources.radius(war(prewar=plans), U["ge-1"])) == fed


@rule("tgw.5.46b", "tgw.17.21i")
def test_after_the_treaty_the_persian_force_stays_where_it_is() -> None:
    st = war({"ru-20": "N2436"}, turn=40, letter="P", pef=1 << U["ru-20"])
    st.set_flag("pef-sent")
    assert asked(game(st, lawrence.PersiaEnds())) == ("LeavePersia", A)
    st.set_flag("treaty")
    assert game(st, lawrence.PersiaEnds()).over


@rule("tgw.20.2.5")
def test_the_bef_begins_within_a_hex_of_four_ports() -> None:
    st = war({"br-1": "W6707"}, turn=1, letter="", prewar=("al.5",))
    offered = {a.split()[1] for a in texts(game(st, prewar.RedeployTo(A, "al.5", U["br-1"])))}
    ports = hexes("W6912", "W6709", "W6707", "W6606")
    assert offered and not hexes(*offered) & ~fronts.range_of(ports, 1)
