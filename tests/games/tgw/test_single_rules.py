"""Rules that could be broken without a test noticing: each of these was broken on purpose, and nothing objected."""

from __future__ import annotations

import pytest

from firestep.games.tgw import secrets, sequence, victory
from firestep.games.tgw.combat import casualties, cavalry, combat
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.display import fog
from firestep.games.tgw.events import (
    event_table,
    events,
    lawrence,
    ordered_marches,
    ordered_offensives,
    scheffer,
    shock_troops,
    windows,
)
from firestep.games.tgw.fortifications import devastation, hindenburg
from firestep.games.tgw.movement import areas, control, movement, rail
from firestep.games.tgw.nations import european_turks, new_units
from firestep.games.tgw.state import AVAIL, GONE, WAITING, Fight
from firestep.games.tgw.strategic import replacement, resource_hexes, resources, revolutions, turkish_surrender, warfare
from firestep.games.tgw.supply import pipeline, supply
from firestep.hexmap.grid import bits
from firestep.testing import keys, rule, situation
from games.tgw.field import around, spot
from games.tgw.war import CP, A, asked, chit, game, hexes, hold, war

U = roster.UNIT
L = tables.LETTER


# -- the order of things (4) ---------------------------------------------------------------------------------------------------


def order(st, phase: int) -> list[str]:
    return [type(x).__name__ + str(getattr(x, "side", "")) for x in sequence.steps_of(st, phase)]


@rule("tgw.6.24b", "tgw.4.2.8")
def test_lawrence_rides_when_the_enemy_s_trains_begin() -> None:
    now = order(war(), sequence.STRATEGIC_MOVEMENT)
    assert now.index("StrategicMovement0") < now.index("LawrenceRaid") < now.index("StrategicMovement1")


@rule("tgw.5.0b", "tgw.4.3.7")
def test_america_is_asked_after_turkey_and_before_the_initiative() -> None:
    turkey = order(war(), sequence.TURKEY)
    assert turkey == ["TurkishSurrender", "UsEntry"] and sequence.TURKEY < sequence.INITIATIVE


@rule("tgw.4.2.9b", "tgw.5.0a")
def test_strategic_turn_a_is_played() -> None:
    st = war(turn=2, letter="")
    st.phase = sequence.TURN_RECORD
    (step,) = sequence.NextTurn().run(game(st))
    assert step == sequence.StrategicTurn(L["A"])
    st.turn = 1
    (step,) = sequence.NextTurn().run(game(st))
    assert step == sequence.GameTurn() and st.turn == 2


# -- the Strategic Turn (5) ----------------------------------------------------------------------------------------------------


@rule("tgw.10.81b", "tgw.10.82c")
def test_the_marker_is_fresh_after_a_strategic_turn() -> None:
    st = war(letter="H")
    st.set_flag("ohl-used")
    resources.begin_letter(game(st))
    assert not st.flag("ohl-used")


@rule("tgw.22.51b", "tgw.5.15a")
def test_the_near_east_pays_nobody_in_1918() -> None:
    letter = next(k for k in range(L["P"], L["U"]) if resources.NEAR_EAST[tables.BR][k])
    both = resources.EUROPE[tables.BR][letter] + resources.NEAR_EAST[tables.BR][letter]
    for scenario, points in (("1914", both), ("1918", resources.EUROPE[tables.BR][letter])):
        st = war(turn=40)
        st.scenario, st.letter = scenario, letter
        assert resources.earned(st, tables.BR) == points


@rule("tgw.5.16d")
def test_coal_of_the_west_must_reach_the_ruhr_and_no_other_edge() -> None:
    """Four lost cities of the Ruhr leave the German edge whole, and Lens without a home."""
    st = war(central=("W6312",), pays={board.INDEX["W6312"]: L["C"]}, forts=False)
    st.seize(board.FRANCE | board.BELGIUM, CP)
    assert resource_hexes.paying(st)
    st.seize(board.RUHR, A)
    assert board.GERMAN_EDGE_WEST & st.ctrl[CP] and not resource_hexes.paying(st)


@rule("tgw.5.17d")
def test_points_for_serbia_take_the_road_through_greece_and_serbia_alone() -> None:
    """The Serbian headquarters stands in Montenegro: friendly ground all the way, and the wrong one."""
    st = war({"sr-hq": board.numbers(board.COUNTRY["montenegro"])[0]}, at_war={"GK": A})
    st.seize(1 << resources.SALONIKA, A)
    assert not resources.serbian_way(st)
    st.put(U["sr-hq"], bits(board.COUNTRY["serbia"] & board.SETTLED)[0])
    assert resources.serbian_way(st)


@rule("tgw.5.34b", "tgw.5.45b")
def test_a_russian_headquarters_bought_after_the_fall_may_support_once() -> None:
    """P15: only flipping back is forbidden; by the other reading it is always depleted."""
    for options, able in (({}, True), ({"hq-bought": "depleted"}, False)):
        st = war(letter="M", options=options)
        st.set_flag("czar-fell")
        assert replacement.may_support(st, U["ru-hq1"]) == able
        st = war(letter="J", options=options)
        assert replacement.may_support(st, U["ru-hq1"])


@rule("tgw.5.46a")
def test_a_treaty_is_concluded_once() -> None:
    st = war(letter="P")
    for flag in ("czar-fell", "bolsheviks"):
        st.set_flag(flag)
    assert asked(game(st, revolutions.RevolutionsPhase())) == ("Treaty", CP)
    st.set_flag("treaty")
    assert game(st, revolutions.RevolutionsPhase()).over


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


@rule("tgw.21.7b")
def test_divisions_that_are_cut_off_do_not_turn_red() -> None:
    lost = board.numbers(board.GERMANY & board.EAST_MAP & ~board.SETTLED & ~board.FORTS)[0]
    st = war({"pg-pg1": "E5024", "pg-pg2": lost}, turn=40, letter="P")
    assert not supply.supplied(st, U["pg-pg2"])
    assert revolutions.convertible(st) == [U["pg-pg1"]]


@rule("tgw.5.61b", "tgw.5.12b")
def test_a_turkey_that_surrendered_has_no_points() -> None:
    st = war(turn=30, letter="L")
    st.rp[tables.TU] = 7
    turkish_surrender.turkey(game(st), "tgw.5.61a")
    assert st.rp[tables.TU] == 0 and resources.earned(st, tables.TU) == 0


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


# -- events (6) ----------------------------------------------------------------------------------------------------------------


@rule("tgw.6.1.1a")
def test_an_empty_pool_gives_nothing_more() -> None:
    st = war(turn=20, pool=[chit("al-mine"), 0])
    s = game(st, events.Draw(A, A, 2), dice=[1])
    assert s.over and st.hand[A] == chit("al-mine") and not st.pool[A]


@rule("tgw.19.12c", "tgw.6.58a")
def test_turkey_surrenders_by_a_chit_in_1918_alone() -> None:
    for scenario, there in (("1914", False), ("1918", True)):
        st = war(letter="O")
        st.scenario = scenario
        events.fill_pools(st, L["O"])
        assert bool(st.pool[A] & OF_EVENT["turksurr"]) == there


@rule("tgw.6.51a", "tgw.5.61b")
def test_nobody_lands_at_gallipoli_when_there_are_no_turks() -> None:
    st = hold(war(turn=20), "al-gallipoli")
    assert windows.fits(st, "gallipoli", A)
    st.set_flag("turkey-surrendered")
    assert not windows.fits(st, "gallipoli", A)


@rule("tgw.6.29h")
def test_for_haig_even_odds_are_enough() -> None:
    hex = board.INDEX[spot(board.CLEAR & board.FRANCE)]
    units = roster.unit_mask(["br-1"])
    assert ordered_offensives.counts("haig", units, hex, (5, 5)) and not ordered_offensives.counts("haig", units, hex, (4, 5))


@rule("tgw.6.29c")
def test_enver_calls_those_who_stand_nearest() -> None:
    """By distance first: the counters with the lowest numbers stand far away."""
    st = war({"ru-20": "N4045", "tu-17": "N3232", "tu-18": "N3233", "tu-28 tu-29 tu-30": "N4039"}, turn=9, letter="D")
    assert sorted(roster.UNITS[u] for u in ordered_marches.nearest(st)) == ["tu-28", "tu-29", "tu-30"]
    assert min(U[id] for id in ("tu-17", "tu-18")) < U["tu-28"]


@rule("tgw.6.42a")
def test_a_paralysed_army_does_not_bind_its_enemy() -> None:
    """Whoever defends against Brusilov supports or not, as he likes."""
    hex = spot(board.CLEAR & board.AUSTRIA, front=fronts.EAST)
    st = war({"ah-1 ah-hq1": hex, "ru-1 ru-hq1": around(hex)[0]}, turn=22, letter="I")
    event_table.act_now(st, "paralysis")
    st.fight = Fight(A, board.INDEX[hex], (U["ru-1"],), (U["ah-1"],))
    assert combat.must_support(st, st.fight, A) and not combat.must_support(st, st.fight, CP)


# -- control and movement (7, 8, 9) --------------------------------------------------------------------------------------------


@rule("tgw.7.13b", "tgw.15.81b")
def test_what_arabs_leave_to_the_british_stays_allied() -> None:
    for company, side in (((), CP), (("bp-52",), A)):
        desert = board.numbers(board.DESERT & board.PALESTINE & ~board.SETTLED)[0]
        st = war({"ab-1ana": desert}, turn=30)
        st.seize(hexes(desert), CP)
        control.enter(game(st), 1 << U["ab-1ana"], (board.INDEX[desert],))
        assert st.arab_hex == board.INDEX[desert]
        for _ in company:
            u = bits(roster.CORPS[tables.BP] & roster.INFANTRY)[0]
            st.put(u, board.INDEX[desert])
        st.put(U["ab-1ana"], WAITING)
        casualties.leave_arabs(st)
        assert st.ctrl[side] & hexes(desert)


@rule("tgw.21.6a", "tgw.21.6b")
def test_trench_warfare_does_not_slow_a_headquarters_beside_the_enemy() -> None:
    """It may go its doubled way, and is depleted for it."""
    hex = spot(board.CLEAR & board.FRANCE)
    st = war({"fr-1 fr-hq1": hex, "ge-1": around(hex)[0]}, turn=12, letter="E", options={"trench-warfare": "on"})
    start = board.INDEX[hex]
    assert movement.allowance(st, U["fr-1"], fronts.WEST, start) == roster.MOVE[U["fr-1"]]
    assert movement.allowance(st, U["fr-hq1"], fronts.WEST, start) == 2 * roster.MOVE[U["fr-hq1"]]


@rule("tgw.5.46c")
def test_after_the_treaty_russians_in_poland_are_not_shunned() -> None:
    """Only those inside Russia proper (E10)."""
    poland, russia = (spot(board.CLEAR & m, front=fronts.EAST) for m in (board.POLAND, board.RUSSIA & ~board.POLAND))
    st = war({"pg-pg1": poland, "pg-pg2": russia}, turn=40, letter="P")
    st.set_flag("treaty")
    ge = 1 << U["ge-1"]
    assert areas.shunned(st, ge) & hexes(*around(russia)) and not areas.shunned(st, ge) & hexes(*around(poland))


@rule("tgw.9.42a")
def test_no_headquarters_of_europe_takes_the_train_to_the_near_east() -> None:
    st = war({"ah-1 ah-hq1": "E3310"}, turn=20)
    st.set_flag("euro-turks")
    start = board.INDEX["E3310"]
    assert rail.boxes(st, CP, 1 << U["ah-1"], start) and not rail.boxes(st, CP, 1 << U["ah-hq1"], start)


@rule("tgw.13.25a", "tgw.17.21k")
def test_no_american_waits_south_of_italy_before_1917() -> None:
    from firestep.games.tgw.state import EDGE_ITALY

    u = bits(roster.CORPS[tables.US] & roster.DIVISION)[0]
    for turn, open in ((areas.ITALIAN_FRONT_OPENS - 1, False), (areas.ITALIAN_FRONT_OPENS, True)):
        st = war(turn=turn, at_war={"IT": A, "US": A})
        assert (EDGE_ITALY in new_units.edges(st, u)) == open


# -- combat (10), supply (11), works (14), units (15) --------------------------------------------------------------------------


@rule("tgw.10.46b", "tgw.11.51a")
def test_a_headquarters_that_lives_on_its_fortress_helps_to_defend_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """N20h."""
    fort = next(i for i in bits(board.FORTS & board.FRANCE) if board.FRONT["W"] >> i & 1)
    near = next(
        i for i in bits(combat.fronts.range_of(1 << fort, 1)) if i != fort and board.LAND >> i & 1 and not board.FORTS >> i & 1
    )
    st = war({"fr-1 fr-hq1": board.NUMBER[fort], "ge-1": board.NUMBER[near]}, turn=20)
    monkeypatch.setattr(supply, "ground", lambda state, u: 0)
    out = Fight(A, near, (U["fr-1"],), (U["ge-1"],))
    into = Fight(CP, fort, (U["ge-1"],), (U["fr-1"],))
    assert combat.supporters(st, out, A) == [] and combat.supporters(st, into, A) == [U["fr-hq1"]]


@rule("tgw.10.14a", "tgw.15.53a")
def test_a_chase_does_not_lead_to_a_hex_that_was_attacked_before() -> None:
    hex = spot(board.CLEAR & board.FRANCE)
    first, second = around(hex)[0], around(hex)[3]
    st = war({"ge-1": hex, "fr-1": first, "fr-2": second}, turn=20)
    st.attacked = 1 << U["ge-1"]
    assert sorted(cavalry.hunted(st, CP, (U["ge-1"],))) == sorted(board.INDEX[n] for n in (first, second))
    st.targets = hexes(first)
    assert cavalry.hunted(st, CP, (U["ge-1"],)) == [board.INDEX[second]]


@rule("tgw.11.53f", "tgw.11.53c")
def test_a_pipeline_laid_past_an_enemy_is_cut_at_the_end_of_the_letter() -> None:
    """Q10: a Turk who already stood west of the marker did not enter; he is found there."""
    west = next(n for n in board.numbers(board.FRONT["NE"] & board.SINAI) if n[1:3] == "38")
    st = war({"tu-26": west}, turn=30, letter="L", pipeline=board.INDEX["N3611"])
    s = game(st, pipeline.Pipeline())
    assert st.pipeline == board.INDEX["N4011"] and "pipeline-cut" in keys(s)


@rule("tgw.14.62a")
def test_who_laid_waste_last_turn_is_free_this_turn() -> None:
    hex = spot(board.CLEAR & board.BELGIUM)
    st = war({"ge-1": hex}, turn=28, letter="L", devastating=1 << U["ge-1"])
    game(st, devastation.Devastate())
    assert not st.devastating and movement.ready(st, CP) >> U["ge-1"] & 1


@rule("tgw.14.31a")
def test_no_hindenburg_line_without_its_markers() -> None:
    st = war(turn=20, letter="H")
    st.seize(board.BELGIUM, CP)
    assert hindenburg.next_hexes(st, ()) and game(st, hindenburg.Hindenburg()).over
    st.line_left = hindenburg.MARKERS
    assert asked(game(st, hindenburg.Hindenburg())) == ("LayLine", CP)


@rule("tgw.15.55a")
def test_cavalry_without_a_line_home_does_not_dismount() -> None:
    lost = next(n for n in board.numbers(board.RUSSIA & board.EAST_MAP & ~board.SETTLED & ~board.FORTS))
    st = war({"ge-1c": "E5102", "ge-2c": lost}, turn=20)
    assert not supply.supplied(st, U["ge-2c"])
    assert shock_troops.dismountable(st) == 1 << U["ge-1c"]


# -- victory (18), plans (20), options (21) ------------------------------------------------------------------------------------


@rule("tgw.20.3.10d", "tgw.18.21a")
def test_the_elder_moltke_does_not_play_for_french_morale() -> None:
    for plans, rolls in (((), True), (("cp.10",), False)):
        st = war(turn=40, letter="P", prewar=plans, tally={"turn-mutiny": 30}, collapsed=1 << tables.RU)
        assert victory.eligible(st) and victory.rolls_for(st) == rolls


@rule("tgw.21.5a")
def test_scheffer_leads_out_once() -> None:
    lost = next(n for n in board.numbers(board.RUSSIA & board.EAST_MAP & ~board.SETTLED & ~board.FORTS))
    st = war({"ge-1": lost}, turn=20, options={"scheffer": "on"})
    assert scheffer.stacks(st, 1 << U["ge-1"]) == [board.INDEX[lost]]
    st.set_flag("scheffer-used")
    assert scheffer.stacks(st, 1 << U["ge-1"]) == []


@rule("tgw.22.38a", "tgw.5.22f")
@pytest.mark.parametrize("scenario, asks", [("1915", True), ("1916", False), ("1917", False)])
def test_the_one_chance_to_call_u_boats_off_was_used_before_1916(scenario: str, asks: bool) -> None:
    st = situation("tgw", scenario).state
    st.warfare |= OF_EVENT["uboat.1"]
    steps = warfare.u_boats(game(st, dice=[4]))
    assert [type(x).__name__ for x in steps] == (["CallOff", "Sinkings"] if asks else ["Sinkings"])


@rule("tgw.22.57a", "tgw.22.59b")
def test_the_french_have_mutinied_before_1918() -> None:
    st = situation("tgw", "1918").state
    assert st.play & OF_EVENT["mutiny"] and not st.spent & OF_EVENT["mutiny"] and victory.eligible(st)


# -- fog (tgw.7.25) ----------------------------------------------------------------------------------------------------------------


@rule("tgw.7.25a", "tgw.7.23c")
def test_under_a_headquarters_lies_nothing_but_headquarters() -> None:
    """Two of them pass through one hex, elsewhere lies a stack of foot: what the enemy imagines has the same tops."""
    one, two, foot = (board.numbers(board.FRANCE & board.FRONT["W"] & ~board.FORTS)[k] for k in (100, 140, 200))
    st = war({"fr-hq1 fr-hq2": one, "fr-hq3 fr-1": two, "fr-2 fr-3 fr-4": foot}, turn=20, options={"fog": "on"})
    s = game(st)
    tops = {i: fog.top(st, st.where[i]) for i in bits(st.occ[A])}
    secrets.deal(s, CP)
    assert {i: fog.top(st, st.where[i]) for i in bits(st.occ[A])} == tops
    assert not st.stack(board.INDEX[one]) & ~roster.HQ
