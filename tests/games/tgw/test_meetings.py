"""Where rules of different chapters meet: situations read from the book a second time, each found by playing it."""

from __future__ import annotations

import pytest

from firestep.games.tgw import sequence, victory
from firestep.games.tgw.combat import advance, cavalry, special_combats, strength
from firestep.games.tgw.combat.combat import CombatPhase
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events import lawrence, ordered_marches
from firestep.games.tgw.movement import areas, control, movement, rail, sea, stacking, weather
from firestep.games.tgw.movement.movement import EndMovement, Movement
from firestep.games.tgw.nations import neutrals, new_units
from firestep.games.tgw.state import AVAIL, AVAIL_NE, DEAD_NE, EDGE_WEST, GONE, RU_TRANSIT, TRANSIT, State
from firestep.games.tgw.strategic import initiative, replacement, resources, revolutions, turkish_surrender, warfare
from firestep.games.tgw.supply import sources, supply
from firestep.hexmap.grid import bits
from firestep.testing import play, rule, texts
from games.tgw.field import around, field, session, spot, why

A, CP = tables.ALLIED, tables.CENTRAL
TARGET = spot(board.CLEAR & board.FRANCE)
EAST = spot(board.CLEAR & board.POLAND, front=fronts.EAST)
SHOCK = roster.unit_ids(roster.BANDED & roster.INFANTRY)
RIDERS = roster.unit_ids(roster.CAVALRY & roster.CORPS[tables.FR])


# -- combat (10, 15) -----------------------------------------------------------------------------------------------------------


@rule("tgw.10.72a", "tgw.15.53a")
@pytest.mark.usefixtures("plenty")
def test_shock_troops_that_follow_cavalry_stop_in_the_hex_it_left() -> None:
    """Two hexes are for an advance after combat; cavalry that rides off leaves before it."""
    st = field({SHOCK[0]: around(TARGET)[0], RIDERS[0]: TARGET}, flipped=SHOCK[0])
    st.tally["shock"] = 1
    s = session(st, CombatPhase(fronts.WESTERN, CP))
    play(s, f"attack {TARGET}", f"add {SHOCK[0]}", "go")
    play(s, next(a for a in texts(s) if a.startswith("retreat")))
    assert isinstance(s.decision.step if s.decision else None, advance.Advance)
    play(s, f"advance {SHOCK[0]}")
    assert not isinstance(s.decision.step if s.decision else None, advance.GoOn)
    assert isinstance(s.decision.step if s.decision else None, cavalry.Chase)


def paralysed(units: dict[str, str], since: int = 1, **more: object) -> State:
    """Russian command is paralysed; Brusilov was played so many turns ago."""
    st = field(units, **more)  # type: ignore[arg-type]
    st.until = {"paralysis-from": st.turn, "paralysis": st.turn}
    st.play |= OF_EVENT["brusilov"]
    st.tally["turn-brusilov"] = st.turn - since
    return st


@rule("tgw.6.42a", "tgw.6.27d")
@pytest.mark.usefixtures("plenty")
@pytest.mark.parametrize("case", ["far", "depleted", "just played", "with Romanians"])
def test_paralysed_russians_attack_only_as_brusilov_would(case: str) -> None:
    near, far = around(EAST)[0], around(around(around(EAST)[3])[3])[3]
    st = paralysed(
        {"ru-1 ro-1": near, "ru-hq1": far if case == "far" else near, "ah-1": EAST},
        since=int(case != "just played"),
        at_war={"RO": A},
    )
    if case == "depleted":
        st.depleted |= 1 << roster.UNIT["ru-hq1"]
    s = session(st, CombatPhase(fronts.EASTERN, A))
    play(s, f"attack {EAST}")  # the Romanians are free
    if case == "with Romanians":
        assert "add ru-1" in texts(s)
        play(s, "add ru-1")
        assert "add ro-1" not in texts(s) and why(s, "add ro-1") == {"tgw.6.42a"}
    else:
        assert "add ru-1" not in texts(s) and why(s, "add ru-1") == {"tgw.6.42a"}


@rule("tgw.10.83a", "tgw.11.6c")
@pytest.mark.usefixtures("plenty")
def test_the_range_of_a_marker_is_a_mountain_units_own_line() -> None:
    """Only mountain units trace into Alpine hexes: the Alpenkorps in one is within reach of OHL, and nobody is behind it."""
    alps = next(
        i for i in bits(board.ALPINE & board.AUSTRIA & fronts.FRONT[fronts.ITALY]) if movement.NEAR[i] & board.LAND & ~board.ALPINE
    )
    valley = bits(movement.NEAR[alps] & board.LAND & ~board.ALPINE)[0]
    st = field(
        {"ge-1": board.NUMBER[valley], "ge-ak": board.NUMBER[alps]},
        turn=tables.turn_of("May", 1917),
        letter="L",
        marker=1,
        initiative=CP,
    )
    st.marker_at = valley
    assert special_combats.activated(st, special_combats.OHL) == roster.unit_mask(["ge-1", "ge-ak"])


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


# -- movement and supply (8, 9, 11) --------------------------------------------------------------------------------------------


@rule("tgw.6.29c", "tgw.8.0c")
@pytest.mark.usefixtures("plenty")
def test_who_marched_for_enver_does_not_move_again() -> None:
    st = field({"tu-2 tu-3 tu-5": "N3931", "ru-20": "N4041"}, letter="D", turn=9, forts=False)
    st.until = {"enver-from": st.turn, "enver": st.turn}
    before = [st.at[roster.UNIT[u]] for u in ("tu-2", "tu-3", "tu-5")]
    s = session(st, ordered_marches.Enver(), Movement(fronts.EASTERN, CP))
    after = [st.at[roster.UNIT[u]] for u in ("tu-2", "tu-3", "tu-5")]
    assert after != before
    assert texts(s) == ["done"], "they have spent all they had"


@rule("tgw.6.29c", "tgw.7.13a")
@pytest.mark.usefixtures("plenty")
def test_an_ordered_march_takes_the_hexes_on_its_way() -> None:
    st = field({"tu-2 tu-3 tu-5": "N3931", "ru-20": "N4041"}, letter="D", turn=9, forts=False)
    st.until = {"enver-from": st.turn, "enver": st.turn}
    st.seize(board.NEAR_EAST, A)
    st.seize(board.mask("N3931"), CP)
    session(st, ordered_marches.Enver())
    won = board.NEAR_EAST & st.ctrl[CP] & ~board.mask("N3931")
    places = {st.at[roster.UNIT[u]] for u in ("tu-2", "tu-3", "tu-5")}
    assert won.bit_count() > len(places), "each walked more than one hex"


@rule("tgw.17.21f", "tgw.8.0c")
def test_the_persian_force_has_used_its_move() -> None:
    st = field({"ru-1": "N3645"}, turn=20, letter="H", allied=("N3045",))
    s = session(st, lawrence.Persia(), Movement(fronts.EASTERN, A))
    play(s, "send ru-1")
    assert board.NUMBER[st.at[roster.UNIT["ru-1"]]] == "N2436"
    assert "stack N2436" not in texts(s)


@rule("tgw.6.52j", "tgw.11.33g", "tgw.17.4c")
def test_valona_serves_italians_as_long_as_the_enemy_does_not_hold_it() -> None:
    """Nobody has ever stood there: the Italians may use it all the same, and nobody else."""
    st = field({"it-1": "E1211"}, at_war={"IT": A})
    valona = board.mask("E1210")
    assert not supply.supplied(st, roster.UNIT["it-1"]), "Albania is closed"
    st.set_flag("salonika")
    assert not (st.ctrl[A] | st.ctrl[CP]) & valona
    assert supply.supplied(st, roster.UNIT["it-1"])
    st.seize(valona, CP)
    assert not supply.supplied(st, roster.UNIT["it-1"])


@rule("tgw.6.52j", "tgw.9.51a")
def test_italians_and_nobody_else_sail_to_valona() -> None:
    st = field(
        {"it-1": "W2022", "fr-1": "W2022"}, at_war={"IT": A}, turn=tables.turn_of("May", 1917), letter="L", allied=("E1116",)
    )
    st.set_flag("salonika")
    s = session(st, rail.StrategicMovement(A))
    play(s, "sail W2022", "leave fr-1")
    assert "to E1210" in texts(s)
    s = session(st, rail.StrategicMovement(A))
    play(s, "sail W2022", "leave it-1")
    assert "to E1210" not in texts(s) and why(s, "to E1210") == {"tgw.9.51a"}
    st.put(roster.UNIT["fr-2"], board.INDEX["E1116"])
    st.seize(board.mask("E1210"), A)
    assert supply.fed(st, tables.FR) & board.mask("E1210"), "Salonika feeds them there"
    s = session(st, rail.StrategicMovement(A))
    play(s, "sail W2022", "leave it-1")
    assert "to E1116" in texts(s) and why(s, "to E1210") == {"tgw.9.51a"}
    st.seize(board.mask("E1210"), CP)
    s = session(st, rail.StrategicMovement(A))
    play(s, "sail W2022", "leave fr-1")
    assert why(s, "to E1210") == {"tgw.9.54d"}


@rule("tgw.8.26a", "tgw.11.44a", "tgw.7.13a")
def test_a_port_of_the_channel_feeds_whoever_enters_it() -> None:
    """Control changes the instant a unit comes in: an empty port of the enemy is no place of want."""
    st = field({}, forts=False)
    ostend, antwerp = board.mask("W6912"), board.mask("W6819")
    st.seize(board.BELGIUM, CP)
    assert sources.occupied(st, roster.UNIT["fr-1"]) & ostend
    assert not sources.occupied(st, roster.UNIT["fr-1"]) & antwerp, "its way to the sea is closed"
    st.seize(board.PORT_WAYS[board.INDEX["W6819"]] & ~antwerp, A)
    assert sources.occupied(st, roster.UNIT["fr-1"]) & antwerp
    assert not sources.radius(st, roster.UNIT["br-1"]) & (antwerp | ostend), "for those around it somebody must have come in"


@rule("tgw.5.62c")
def test_only_coming_to_the_near_east_angers_the_turks() -> None:
    """The Alpenkorps that was there before K may march there after it."""
    st = field({"ge-ak": "N1728"}, turn=tables.turn_of("May", 1917), letter="L")
    st.set_flag("euro-turks")
    s = session(st, Movement(fronts.WESTERN, CP))
    play(s, "stack N1728")
    play(s, next(a for a in texts(s) if a.startswith("to ")))
    assert not st.tally.get("alpenkorps")
    st.put(roster.UNIT["ge-ak"], TRANSIT)
    s = session(st, rail.StrategicMovement(A), rail.StrategicMovement(CP))
    play(s, "done", "rail transit")
    play(s, next(a for a in texts(s) if a.startswith("to N")))
    assert st.tally.get("alpenkorps")


@rule("tgw.9.25b", "tgw.15.92a")
def test_a_division_in_the_transit_box_comes_home_after_the_fall_of_the_czar() -> None:
    """It is exchanged there, and goes back to the front it came from (N11)."""
    st = field({}, turn=tables.turn_of("March", 1917), letter="L")
    st.put(roster.UNIT["ru-1"], RU_TRANSIT)
    st.came_from = {roster.UNIT["ru-1"]: fronts.EAST}
    revolutions.fall_of_the_czar(session(st))
    (u,) = bits(st.stack(RU_TRANSIT))
    assert roster.NATION_OF[u] == tables.PG
    s = session(st, rail.StrategicMovement(A))
    play(s, "rail ru-transit")
    ends = [a.split()[1] for a in texts(s) if a.startswith("to ")]
    assert ends and all(n[0] == "E" for n in ends)


# -- the strategic turn and politics (5, 16, 17, 18) ---------------------------------------------------------------------------


@rule("tgw.11.32d", "tgw.5.61b")
def test_constantinople_feeds_nobody_after_the_surrender() -> None:
    """E12."""
    st = field({"ge-1": "E1327"}, turn=40, letter="O")
    st.set_flag("euro-turks")
    assert supply.supplied(st, roster.UNIT["ge-1"])
    turkish_surrender.turkey(session(st), "tgw.5.61a")
    assert not sources.ultimate(st, sources.CENTRAL) & sources.CONSTANTINOPLE


@rule("tgw.5.43g", "tgw.5.44d")
def test_a_city_that_russians_took_and_left_is_still_theirs() -> None:
    lemberg = (
        "E3820"
        if board.CITY >> board.INDEX["E3820"] & 1
        else board.numbers(board.CITY & board.CP_CITIES & board.AUSTRIA & board.EAST_MAP)[0]
    )
    near = next(n for n in around(lemberg) if board.LAND >> board.INDEX[n] & 1)
    st = field({"ru-1": near}, forts=False)
    st.seize(board.AUSTRIA & board.EAST_MAP, A)
    st.seize(board.mask(lemberg), CP)
    s = session(st, Movement(fronts.EASTERN, A))
    play(s, f"stack {near}", f"step {lemberg}", f"step {near}", "stay")
    assert st.ctrl[A] & board.mask(lemberg) and not st.stack(board.INDEX[lemberg])
    assert revolutions.russian_gains(st) == 1
    st.put(roster.UNIT["br-5"], board.INDEX[lemberg])
    control.enter(s, 1 << roster.UNIT["br-5"], (board.INDEX[lemberg],))
    assert revolutions.russian_gains(st) == 0, "the last to be there were British"


@rule("tgw.5.36c")
def test_australians_and_new_zealanders_of_palestine_count_too() -> None:
    st = field({})
    for id in ("bp-1alhbd", "bp-nzmtdbd", "br-nz", "bp-5ybd"):
        st.put(roster.UNIT[id], DEAD_NE)
    st.rp[tables.BR] = 4
    s = session(st, replacement.ReplacementPhase(A))
    play(s, "buy bp-1alhbd")
    assert [a for a in texts(s) if a.startswith("buy ")] == ["buy bp-5ybd"]


@rule("tgw.5.62e", "tgw.7.13b")
def test_arabs_in_jerusalem_are_allies_in_jerusalem() -> None:
    st = field({"ab-1ana": "N2417"}, turn=tables.turn_of("May", 1917), letter="L", forts=False)
    st.put(roster.UNIT["ab-1ana"], board.INDEX["N2416"])
    control.enter(session(st), 1 << roster.UNIT["ab-1ana"], (board.INDEX["N2416"],))
    assert st.ctrl[A] & board.mask("N2416") and st.flag("jerusalem-1917")


@rule("tgw.14.63d", "tgw.18.21b", "tgw.18.24c")
def test_a_devastated_victory_hex_moves_no_morale() -> None:
    hex = bits(victory.FRENCH_SIGNS)[0]
    for devastated in (0, 1 << hex):
        st = field({}, turn=tables.turn_of("May", 1918), letter="P")
        st.collapsed |= 1 << tables.RU
        st.tally["turn-mutiny"] = 30
        st.devastated = devastated
        assert bool(victory.captured(session(st), 1 << hex, CP)) == (not devastated)
        victory.captured(session(st), 1 << hex, A)
        assert bool(st.retaken) == (not devastated)


# -- new units and weather (12, 13) --------------------------------------------------------------------------------------------


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
    for id, front in ((first(tables.BI), board.FRONT["NI"]), (first(tables.BP), board.FRONT["NE"])):
        st.put(roster.UNIT[id], AVAIL_NE)
        found = new_units.places(st, roster.UNIT[id])[0]
        assert found and not found & ~front, id
    assert new_units.by_headquarters(st, roster.UNIT[first(tables.BI)]), "but it does take in its own"


@rule("tgw.13.29h", "tgw.13.3a", "tgw.13.3e")
def test_rebuilt_turks_enter_through_a_headquarters_inside_their_empire() -> None:
    """tgw.13.29 grants it to them by name, and their headquarters stand nowhere else."""
    st = field({"tu-hq4": "N2416"}, turn=30, letter="L")
    st.put(roster.UNIT["tu-21"], AVAIL_NE)
    assert not new_units.by_headquarters(st, roster.UNIT["tu-21"]), "not on its first entry"
    st.rebuilt = 1 << roster.UNIT["tu-21"]
    assert new_units.places(st, roster.UNIT["tu-21"])[0] & board.ATLAS.dilate(board.mask("N2416"))


@rule("tgw.12.11a", "tgw.12.2n", "tgw.4.2.3")
def test_new_units_are_placed_in_the_weather_of_their_own_turn() -> None:
    """N20g: the letter that the track prints for the turn, not what the last one left."""
    for name, hot in (("June 1916", True), ("September 1916", False)):
        turn = tables.TURN_NAME.index(name)
        st = field({}, turn=turn, letter="H")
        st.put(roster.UNIT["fr-1"], AVAIL)
        st.weather = weather.printed(turn - 1)
        s = session(st, sequence.GameTurn(sequence.NEW_UNITS))
        assert isinstance(s.decision.step if s.decision else None, new_units.PlaceUnits)
        assert (st.weather[fronts.EGYPT] == tables.HOT) == hot


@rule("tgw.9.13a", "tgw.17.31p")
def test_austrians_may_go_to_the_near_east_when_the_turks_of_europe_stand() -> None:
    st = field({"ah-1": "E3310"}, forts=False)
    for flag in (False, True):
        st.set_flag("euro-turks", flag)
        s = session(st.copy(), rail.StrategicMovement(A), rail.StrategicMovement(CP))
        play(s, "done", "rail E3310")
        assert ("to transit" in texts(s)) == flag


def first(nation: int) -> str:
    return roster.unit_ids(roster.CORPS[nation] & roster.COMBAT)[0]


HQ_IRAQ = roster.unit_ids(roster.CORPS[tables.BI] & roster.HQ)[0]


@rule("tgw.6.3g", "tgw.9.33a")
def test_who_was_stopped_from_the_air_takes_no_train() -> None:
    hex = next(n for n in ("N2420", "N2421", "N2423") if movement.NEAR[board.INDEX[n]] & board.CLEAR)
    start = next(n for n in around(hex) if board.LAND >> board.INDEX[n] & 1)
    british = next(n for n in around(hex) if n != start and board.LAND >> board.INDEX[n] & 1)
    for acts in (False, True):
        st = field({"tu-23": start, "br-1": british}, turn=44, letter="Q", forts=False)
        if acts:
            st.until = {"interdiction-from": st.turn, "interdiction": st.turn}
        s = session(
            st, Movement(fronts.WESTERN, CP), EndMovement(fronts.WESTERN, CP), rail.StrategicMovement(A), rail.StrategicMovement(CP)
        )
        play(s, f"stack {start}", f"to {hex}", "done", "done")
        assert (f"rail {hex}" in texts(s)) == (not acts)
        if acts:
            assert why(s, f"rail {hex}") == {"tgw.6.3g"}


@rule("tgw.5.35d", "tgw.11.33o")
def test_the_rifles_of_south_persia_are_paid_by_britain() -> None:
    st = field({})
    for id in ("pn-spr", "pn-pc"):
        st.put(roster.UNIT[id], DEAD_NE)
    st.rp[tables.BR], st.rp[tables.RU] = 1, 0
    s = session(st, replacement.ReplacementPhase(A))
    assert texts(s) == ["buy pn-spr", "done"]
    play(s, "buy pn-spr")
    assert not st.rp[tables.BR]


@rule("tgw.5.43g", "tgw.22.24a")
def test_lemberg_is_russian_in_may_1915() -> None:
    from firestep.games import game

    state, _ = game("tgw").begin("1915", game("tgw").settle_options({}))
    assert revolutions.russian_gains(state) == 1


@rule("tgw.20.2.10a")
def test_a_second_roll_does_not_put_roosevelt_off() -> None:
    """America enters on the first Strategic Turn after a roll of four or more, whatever is rolled on it."""
    st = field({}, turn=14, letter="F", prewar=("al.10",))
    st.us_marker = tables.LETTER["O"]
    st.warfare |= OF_EVENT["uboat.2"]
    st.tally["u-boat-four"] = 1
    for letter in ("F", "G"):
        st.letter = tables.LETTER[letter]
        session(st, warfare.WarfarePhase(), dice=(5,))
        session(st, initiative.UsEntry())
    assert st.us_entered == tables.LETTER["G"]


@rule("tgw.20.2.8", "tgw.7.12a")
def test_while_turkey_hesitates_there_is_no_war_in_the_near_east() -> None:
    """E91: the maps are frozen; in its first turn nothing moves there by rail or sea."""
    st = field({"br-10in": "N4205", "ru-20": "N4045"}, turn=12, letter="E", prewar=("al.8",))
    st.set_side(tables.TU, tables.NEUTRAL)
    assert areas.frozen(st) & roster.unit_mask(["br-10in", "ru-20"]) == roster.unit_mask(["br-10in", "ru-20"])
    assert not st.near_east_open
    st.set_side(tables.TU, CP)
    assert st.near_east_open and not areas.frozen(st) & roster.unit_mask(["br-10in", "ru-20"])
    st.entered[tables.TU] = st.turn
    assert rail.closed_now(st, A) & board.NEAR_EAST == board.NEAR_EAST and not sea.ports(st) & board.NEAR_EAST


@rule("tgw.21.7c", "tgw.21.7d")
def test_the_headquarters_of_the_red_army_is_red() -> None:
    st = field({"pg-pg1": "E5024"}, turn=40, letter="P", options={"red-army": "on"}, bolshevik_letter=tables.LETTER["N"])
    for u in bits(revolutions.CZARIST | revolutions.HQS):
        st.put(u, GONE)
    st.set_flag("czar-fell")
    st.set_flag("bolsheviks")
    st.collapsed |= 1 << tables.RU | 1 << tables.PG | 1 << tables.ARM
    s = session(st, revolutions.RedArmy(), dice=(1,))
    play(s, "red pg-pg1")
    (hq,) = bits(st.stack(AVAIL) & roster.HQ)
    (red,) = bits(st.stack(board.INDEX["E5024"]))
    assert st.red >> hq & 1 and stacking.together(st, 1 << hq | 1 << red)


@rule("tgw.15.81c", "tgw.15.83b", "tgw.13.11a")
def test_a_rebuilt_armenian_unit_enters_like_a_russian_one() -> None:
    id = roster.unit_ids(roster.CORPS[tables.ARM])[0]
    st = field({}, turn=20, letter="H")
    st.put(roster.UNIT[id], AVAIL_NE)
    st.rebuilt = 1 << roster.UNIT[id]
    found = new_units.places(st, roster.UNIT[id])[0]
    assert found and not found & ~(board.CITY & board.RUSSIA & board.FRONT["NC"])


@rule("tgw.17.21b", "tgw.17.21u")
def test_british_divisions_of_the_near_east_are_free_to_leave_it() -> None:
    """Only brigades, companies and marked headquarters are bound to it."""
    st = field({}, turn=45, letter="Q")
    for id, may in (("bp-75t", True), ("bi-15in", True), ("bp-5ybd", False), ("br-1cdco", False), ("bp-hqxx", False)):
        assert bool(areas.ground(st, 1 << roster.UNIT[id]) & board.FRONT["W"]) == may, id


@rule("tgw.9.13b", "tgw.17.31p")
def test_german_battalions_may_come_back_to_the_eastern_front() -> None:
    st = field({}, turn=40, letter="O")
    st.put(roster.UNIT["ge-701bn"], TRANSIT)
    s = session(st, rail.StrategicMovement(A), rail.StrategicMovement(CP))
    play(s, "done", "rail transit")
    assert any(a.startswith("to E") for a in texts(s))


@rule("tgw.21.3a")
@pytest.mark.parametrize(("scenario", "used"), [("1914", False), ("1915", True), ("1917", True)])
def test_where_gas_was_used_before_the_scenario_the_world_is_shocked_no_more(scenario: str, used: bool) -> None:
    from firestep.games import game
    from firestep.games.tgw.scenarios import optional_rules

    state, _ = game("tgw").begin(scenario, game("tgw").settle_options({"first-gas": "on"}))
    s = session(state, dice=(6,))
    before = state.vp_events
    optional_rules.first_gas(s, CP)
    assert (state.vp_events == before) == used


@rule("tgw.21.6c")
def test_american_tanks_end_trench_warfare_when_they_come_onto_the_map() -> None:
    st = field({}, turn=tables.turn_of("May", 1918), letter="P", at_war={"US": A}, options={"trench-warfare": "on"}, us_entered=11)
    st.put(roster.UNIT["us-tc"], EDGE_WEST)
    assert movement.trench_warfare(st)
    s = session(st, Movement(fronts.WESTERN, A))
    play(s, "stack edge-west")
    play(s, next(a for a in texts(s) if a.startswith("to ")))
    assert not movement.trench_warfare(st)


@rule("tgw.11.53f")
def test_a_raid_behind_the_pipeline_cuts_it_at_once() -> None:
    """Whoever held the hex before: a CP unit has entered one west of the marker."""
    east, west = (
        board.INDEX["N3311"],
        next(i for i in bits(board.SINAI & board.LAND & board.DESERT) if board.NUMBER[i][1:3] == "37"),
    )
    st = field({"tu-10": board.NUMBER[west]}, turn=20, letter="H")
    st.pipeline = east
    st.seize(board.SINAI, CP)
    control.enter(session(st), 1 << roster.UNIT["tu-10"], (west,))
    assert board.NUMBER[st.pipeline] == "N4011"


@rule("tgw.11.53f")
def test_a_march_past_the_pipeline_cuts_it() -> None:
    """It is enough to have entered the hex: who goes on eastward has been there."""
    west, east = board.INDEX["N3711"], board.INDEX["N2812"]
    st = field({"tu-10": board.NUMBER[east]}, turn=20, letter="H")
    st.pipeline = board.INDEX["N3311"]
    control.enter(session(st), 1 << roster.UNIT["tu-10"], (west, east))
    assert board.NUMBER[st.pipeline] == "N4011"


@rule("tgw.6.56b", "tgw.13.11a")
def test_typhus_does_not_close_serbia_to_its_own_new_units() -> None:
    """They are placed, they do not move in."""
    id = roster.unit_ids(roster.CORPS[tables.SR] & roster.COMBAT)[0]
    st = field({}, turn=9, letter="D")
    st.put(roster.UNIT[id], AVAIL)
    healthy = new_units.places(st, roster.UNIT[id])[0]
    assert healthy
    st.until = {"typhus-from": 9, "typhus": 11}
    assert new_units.places(st, roster.UNIT[id])[0] == healthy


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


@rule("tgw.11.71c", "tgw.22.33a")
@pytest.mark.parametrize(("scenario", "serbia", "bucharest"), [("1915", False, False), ("1916", True, False), ("1917", True, True)])
def test_sources_that_fell_before_a_scenario_are_lost_for_good(scenario: str, serbia: bool, bucharest: bool) -> None:
    """Serbia was overrun in 1915, Bucharest in 1916: won back, their towns are links and no more."""
    from firestep.games import game

    state, _ = game("tgw").begin(scenario, game("tgw").settle_options({}))
    state.seize(sources.SERBIA | sources.BUCHAREST, A)
    assert bool(sources.ultimate(state, sources.SERBIAN) & sources.SERBIA) == (not serbia)
    if bucharest:
        assert not sources.ultimate(state, sources.RUSSIAN) & sources.BUCHAREST


@rule("tgw.21.1a", "tgw.5.14a")
def test_the_shell_shortage_begins_on_b() -> None:
    """Russian headquarters are refitted on A, and not on B, C and D."""
    for letter, may in (("A", True), ("B", False), ("C", False), ("D", False), ("E", True)):
        st = field({"ru-hq1": "E5024"}, letter=letter, turn=9, depleted="ru-hq1", options={"shells": "on"})
        assert resources.refits(st, roster.UNIT["ru-hq1"]) == may, letter
        assert replacement.may_support(st, roster.UNIT["ru-hq1"]) == may, letter


@rule("tgw.5.61b", "tgw.5.61c", "tgw.14.11a")
def test_turkish_garrisons_lay_down_their_arms_with_turkey() -> None:
    """The unit that is part of a fort is a Turkish unit: Gaza, now Allied, is not held against the Allies."""
    st = field({"br-52t": "N3012"}, turn=45, letter="R", allied=("N3012",))
    gaza = board.mask("N2913")
    assert st.fort_of[CP] & gaza
    turkish_surrender.turkey(session(st), "tgw.5.61a")
    assert st.ctrl[A] & gaza and not st.fort_of[CP] & gaza
    assert not any(st.forts >> i & 1 for i, n in fronts.FORT_NATION.items() if n == tables.TU)
    assert movement.open_ground(st, A, 1 << roster.UNIT["br-52t"]) & gaza


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
