"""Where two chapters meet: assaults over ground and past trains, vehicles that lost bases, retreats into what lies behind, mines
and hidden units, Leaders who ride. Judges of `mutants.toml`."""

from __future__ import annotations

from typing import Any

import pytest
import shapely

from firestep.games.dgk import assault, damage, fire, special, state, umpire, vehicles, victory
from firestep.games.dgk.assault import Charge
from firestep.games.dgk.damage import Source
from firestep.games.dgk.formations import DEPLOYED, MANEUVER, MARCH
from firestep.games.dgk.placing import Place, Reform
from firestep.games.dgk.sequence import MoveLeader, TurnBegins, TurnEnds
from firestep.games.dgk.state import ABOARD, FAST, GONE, OFF, ON, SLOW, State
from firestep.testing import rule

from .bench import BEST, WORST, S, act, at, box, keys, levels, line, n, no, table, unit, where
from .test_10_passengers import STANDBY, rider, trucks
from .test_10_vehicles import rails, run


def charged(g: State, id: str = "a1", target: str = "c1", fire: int = 0, hit: int = 0, own: int = 0) -> S:
    """An assault whose order arrives, with so many levels by defensive fire, on the target and on the assaulter."""
    plan = assault.plan(g, n(g, id), n(g, target), 12)
    assert isinstance(plan, Charge), plan
    q = assault.question(g, n(g, id), n(g, target), plan.frontal)
    state = umpire.STATES[min(2, g.status[n(g, id)] + fire)]
    first = umpire.defensive_score(q)
    s = act(
        g,
        id,
        BEST,
        levels(first.total, fire) if first else WORST,
        levels(umpire.attack_score(q, state).total, hit),
        levels(umpire.defence_score(q, state).total, own),
    )
    s.take(f"assault {target}")
    return s


FOOT, FOE = unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180)


# -- assaults ----------------------------------------------------------------------------------------------------------


@rule("dgk.VII.ass.1", "dgk.III.march.3")
def test_who_began_the_turn_in_column_does_not_assault_though_it_was_driven_out_of_it() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "march"), FOE)
    at(g, TurnBegins(), dice=[[1]])
    g.form[0] = MANEUVER  # re-formed by a retreat
    assert no(act(g, "a1"), "assault c1") == {"dgk.III.march.3"}
    at(g, TurnBegins(), dice=[[1]])
    assert no(act(g, "a1"), "assault c1") == set()


@rule("dgk.VIII.move.3", "dgk.X.wire.1", "dgk.VII.ass.7")
def test_water_and_wire_stop_an_assault() -> None:
    assert no(act(table(FOOT, FOE), "a1"), "assault c1") == set()
    assert no(act(table(FOOT, FOE, ground=[box("water", 10, 27, 30, 28)]), "a1"), "assault c1") == {"dgk.VIII.move.3"}
    g = table(FOOT, FOE, ground=[line("wire", (10, 27), (30, 27))])
    assert no(act(g, "a1"), "assault c1") == {"dgk.X.wire.1"}
    g.wire = 1  # cut
    assert no(act(g, "a1"), "assault c1") == set()


@rule("dgk.X.air.7", "dgk.IV.move.12")
def test_an_aircraft_over_the_field_is_in_nobodys_way() -> None:
    plane = unit("c-plane", "fast", 20, 27.5, 0, "maneuver", vehicle="aircraft", arms=["bomb"])
    g = table(FOOT, FOE, plane)
    act(g, "c-plane").take("fly 20 27.5")
    assert g.place[n(g, "c-plane")] == ON and no(act(g, "a1"), "assault c1") == set()
    g = rails(unit("c-plane", "fast", 34, 30, 0, "maneuver", vehicle="aircraft", arms=["bomb"]))
    act(g, "c-plane").take("fly 34 30")
    s = run(g, "maneuver", 8)
    assert where(s, "a-train")[0] == 38 and "train-blocked" not in keys(s)


@rule("dgk.IV.face.3", "dgk.VII.ass.4")
def test_an_assault_that_would_turn_its_rear_into_another_enemy_is_not_made() -> None:
    behind = unit("c1", "infantry", 20, 36, 0)
    assert no(act(table(FOOT, behind), "a1"), "assault c1") == set()
    g = table(unit("a1", "infantry", 20, 30), behind, unit("c2", "infantry", 20, 28, 180))
    assert no(act(g, "a1"), "assault c1") == {"dgk.IV.face.3"}


@rule("dgk.X.train.14", "dgk.VII.ass.9")
def test_an_assault_on_riders_is_always_frontal() -> None:
    """They fire out of every side, whichever way they faced when they got on."""
    g = rails(rider("a-inf", on="a-train"), unit("c1", "cavalry", 28.5, 25, 180, "maneuver"), *STANDBY)
    for facing in (0, 900, 1800, 2700):
        g.f[n(g, "a-inf")] = facing
        plan = assault.plan(g, n(g, "c1"), n(g, "a-inf"), 12)
        assert isinstance(plan, Charge) and plan.frontal


@rule("dgk.VII.ass.3", "dgk.VIII.cover.5")
def test_rough_ground_hinders_a_charge_only_where_it_gives_no_cover() -> None:
    def asked(kind: str) -> umpire.Question:
        g = table(unit("a1", "cavalry", 20, 30, 0, "maneuver"), FOE, ground=[box(kind, 15, 23, 25, 25.1)])
        return assault.question(g, 0, 1, True)

    assert (asked("marsh").cover, asked("marsh").rough) == ("none", True)
    assert (asked("woods").cover, asked("woods").rough) == ("soft", False)


@rule("dgk.XII.mor.7", "dgk.VII.eff.1")
def test_an_assault_that_breaks_the_enemy_costs_its_own_losses_all_the_same() -> None:
    g = table(FOOT, unit("c1", "machinegun", 20, 25, 180, bases=1))
    s = charged(g, hit=3, own=1)
    assert g.winner == 0 and g.place[1] == GONE and "assault-home" in keys(s)
    assert g.status[0] == 1 and s.decision is None  # all of a result is applied (D61)


@rule("dgk.X.ind.5", "dgk.III.ass.1")
def test_who_comes_out_of_hiding_to_assault_is_seen_even_if_he_is_stopped() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver", hidden=True), FOE)
    charged_dice = assault.question(g, 0, 1, True)
    first = umpire.defensive_score(charged_dice)
    assert first is not None
    s = act(g, "a1", levels(first.total, 3), WORST, WORST)  # no dice for his order
    s.take("assault c1")
    assert "assault-stopped" in keys(s) and g.hidden[0] == 0


@rule("dgk.VII.home.1", "dgk.IV.move.11")
def test_a_stopped_line_without_room_to_form_up_stays_a_line() -> None:
    g = table(unit("a1", "infantry", 20, 30), unit("a2", "infantry", 20, 31.2), FOE)
    s = charged(g, fire=3)
    assert "assault-stopped" in keys(s) and g.form[0] == DEPLOYED and where(s, "a1") == (20, 30, 0)
    free = charged(table(unit("a1", "infantry", 20, 30), FOE), fire=3)
    assert free.state.form[0] == MANEUVER


# -- trains and automobiles --------------------------------------------------------------------------------------------


@rule("dgk.X.train.8", "dgk.X.train.9")
def test_track_broken_behind_a_train_does_not_derail_it() -> None:
    g = rails()
    g.cuts = (("line", 23_000, 0),)
    s = run(g, "maneuver", 8)
    assert g.place[0] == ON and where(s, "a-train")[0] == 38
    g = rails()
    g.cuts = (("line", 33_000, 0),)
    assert run(g, "maneuver", 8).state.place[0] == GONE


@rule("dgk.XII.mor.1", "dgk.X.train.5")
def test_a_train_that_arrives_wins_what_is_to_be_reached() -> None:
    g = table(
        unit("a-train", "fast", 30, 30, 90, "march", vehicle="train", track="line", bases=4),
        unit("c1", "infantry", 10, 10),
        ground=[line("rail", (2, 30), (58, 30), id="line")],
        victory=[{"kind": "reach", "side": "allied", "x": 37, "y": 30, "radius": 2, "text": "Through."}],
    )
    run(g, "maneuver", 8)
    assert g.winner == 0 and g.reason == "Through."


@rule("dgk.X.veh.4", "dgk.X.veh.1")
def test_a_unit_fills_a_car_whatever_its_size() -> None:
    g = rails(rider("a2", on="a-train", bases=2), unit("a3", "cavalry", 27, 31.6, 0, "maneuver"), *STANDBY)
    assert vehicles.load(g, 0) == 4
    full = vehicles.capacity(g, 0) // 4
    crowd = [rider(f"a-r{i}", on="a-train", bases=2) for i in range(full - 1)]
    g = rails(*crowd, unit("a3", "cavalry", 27, 30.5, 0, "maneuver"), *STANDBY)
    assert no(act(g, "a3"), "board a-train") == set()  # four bases of horse in the last car
    g = rails(*crowd, rider("a-last", on="a-train", bases=1), unit("a3", "cavalry", 27, 30.5, 0, "maneuver"), *STANDBY)
    assert no(act(g, "a3"), "board a-train") == {"dgk.X.veh.1"}


@rule("dgk.X.veh.1", "dgk.X.auto.4")
def test_trucks_that_lost_a_base_carry_less() -> None:
    g = trucks(rider("a2"), unit("a3", "infantry", 20, 31, 0, "maneuver"), bases=2)
    assert no(act(g, "a3"), "board a1") == set()
    g.bases[0] = 1
    assert no(act(g, "a3"), "board a1") == {"dgk.X.veh.1"}


@rule("dgk.X.veh.2", "dgk.X.train.4")
def test_nobody_gets_on_a_train_that_rolls_before_it_has_moved_this_turn() -> None:
    g = rails(unit("a2", "infantry", 27, 30.5, 0, "maneuver"), *STANDBY)
    assert no(act(g, "a2"), "board a-train") == set()
    g.speed[0] = SLOW
    assert no(act(g, "a2"), "board a-train") == {"dgk.X.veh.2"}


@rule("dgk.X.veh.3")
def test_who_rides_does_not_change_from_truck_to_truck() -> None:
    other = unit("a5", "slow", 21.5, 30, 0, "maneuver", vehicle="truck", bases=1)
    g = trucks(rider("a2"), other)
    assert shapely.distance(state.shape(g, 1), state.shape(g, 2)) < vehicles.CONTACT
    assert no(act(g, "a2"), "board a5") == {"dgk.X.veh.3"} and ("board", "a5") not in act(g, "a2").decision.actions  # type: ignore[union-attr]


@rule("dgk.III.pass.3", "dgk.X.veh.3")
def test_who_gets_on_sits_in_maneuver_formation() -> None:
    g = trucks(unit("a2", "infantry", 20, 31, 0, "march"))
    act(g, "a2").take("board a1")
    assert g.place[1] == ABOARD and g.form[1] == MANEUVER


@rule("dgk.V.dmg.11", "dgk.X.auto.4", "dgk.IV.move.11")
def test_riders_thrown_off_where_nobody_can_stand_are_lost_and_others_get_off_beside_friends() -> None:
    lake = [box("water", *b) for b in ((10, 20, 30, 28), (10, 31.4, 30, 40), (10, 28, 19.4, 31.4), (20.6, 28, 30, 31.4))]
    g = table(unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="truck", bases=1), rider("a2"), *STANDBY, ground=lake)
    assert no(act(g, "a2"), "leave") == {"dgk.IV.move.11"}
    damage.destroy(act(g, "a1"), 0, 1, "dgk.V.dmg.6")
    assert (g.place[0], g.place[1]) == (GONE, GONE)
    mates = [unit("a3", "infantry", 23.2, 31, 0, "maneuver"), unit("a4", "infantry", 16.8, 31, 0, "maneuver")]
    g = table(unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="truck", bases=1), rider("a2"), *mates, *STANDBY)
    act(g, "a2").take("leave")
    assert g.place[1] == ON
    for w in (2, 3):
        assert shapely.intersection(state.shape(g, 1), state.shape(g, w)).area < 0.01


@rule("dgk.X.auto.4", "dgk.V.stat.5")
def test_a_demoralised_rider_thrown_off_is_no_better_for_it() -> None:
    g = trucks(rider("a2"), bases=1)
    g.status[1] = 2
    damage.destroy(act(g, "a1"), 0, 1, "dgk.V.dmg.6")
    assert g.place[1] == ON and g.status[1] == 2


@rule("dgk.X.auto.6", "dgk.III.pass.7")
def test_nobody_uses_deployed_fire_from_an_automobile() -> None:
    g = trucks(rider("a2", "machinegun", arms=["mounted"], bases=1), unit("c1", "infantry", 20, 22, 180))
    assert no(act(g, "a2"), "mfire c1") == set() and no(act(g, "a2"), "dfire c1") == {"dgk.III.pass.7"}
    g.form[1] = DEPLOYED  # as a position might say
    assert no(act(g, "a2"), "dfire c1") == {"dgk.III.pass.7"} and vehicles.target_form(g, 1) == MANEUVER


@rule("dgk.X.train.12", "dgk.X.train.16")
def test_armour_is_a_fortress_against_fire_and_a_wall_against_an_assault() -> None:
    g = rails(rider("a2", on="a-train"), unit("c1", "cavalry", 28.5, 25, 180, "maneuver"), *STANDBY, armour="armoured")
    for v in (0, n(g, "a2")):
        assert vehicles.cover(g, v, False) == "fortified" and vehicles.cover(g, v, True) == "hard"
    assert assault.question(g, n(g, "c1"), n(g, "a2"), True).cover == "hard"


@rule("dgk.X.train.16")
def test_the_riders_of_a_marching_train_are_out_of_reach_too() -> None:
    g = rails(rider("a2", on="a-train"), unit("c1", "infantry", 27.5, 26, 180, "maneuver"), *STANDBY)
    assert no(act(g, "c1"), "assault a2") == set()
    g.speed[0] = SLOW
    assert no(act(g, "c1"), "assault a2") == {"dgk.X.train.16"}


# -- falling back ------------------------------------------------------------------------------------------------------


def driven(g: State, id: str, source: tuple[float, float], hits: int = 3) -> S:
    s = act(g, id)
    damage.hurt(s, n(g, id), hits, Source(source, 1 - state.side(g, n(g, id))))
    return s


@rule("dgk.X.ind.5", "dgk.IV.fall.1")
def test_who_falls_back_is_hidden_no_longer() -> None:
    g = table(FOOT, unit("c1", "infantry", 20, 15, 180, hidden=True))
    driven(g, "c1", (20, 30))
    assert g.place[1] == ON and g.hidden[1] == 0


@rule("dgk.IV.fall.2", "dgk.IV.march.2")
def test_a_column_or_a_bent_line_that_falls_back_leaves_its_bend_behind() -> None:
    g = table(unit("a1", "infantry", 20, 20), unit("c1", "infantry", 20, 8, 180))
    g.bend[0] = 300
    driven(g, "a1", (20, 8))
    assert g.bend[0] == 0
    g = table(unit("a1", "infantry", 20, 20, 0, "march"), unit("c1", "infantry", 20, 8, 180))
    g.trail[0] = (20_000, 22_000, 24_000, 22_000)
    driven(g, "a1", (20, 8))
    assert g.form[0] == MARCH and g.trail[0] == ()


# -- dumps, hidden units, wire, mines ----------------------------------------------------------------------------------


@rule("dgk.XII.mor.6", "dgk.XII.mor.7")
def test_the_loss_of_a_dump_can_break_an_army() -> None:
    dump = {"id": "d", "name": "Dump", "side": "central", "x": 20, "y": 26, "value": 9}
    g = table(FOOT, unit("c1", "infantry", 50, 10, 180), assets=[dump])
    at(g, Place(0, "maneuver", 6000)).take("go 20 27.5 0")
    assert g.assets == 0 and g.winner < 0
    at(g, Place(0, "maneuver", 6000)).take("go 20 26.5 0")
    assert g.assets == 1 and g.winner == 0


@rule("dgk.X.ind.5", "dgk.X.train.5")
def test_a_train_that_rolls_past_finds_who_hides_beside_the_track() -> None:
    g = rails(unit("c1", "infantry", 38, 31.3, 0, hidden=True), unit("c2", "infantry", 38, 32.6, 0, hidden=True))
    s = run(g, "maneuver", 8)
    assert where(s, "a-train")[0] == 38 and g.hidden[1:3] == [0, 1]


@rule("dgk.X.wire.1", "dgk.IV.wheel.1", "dgk.III.deploy.3")
def test_wire_bars_a_wheel_and_a_tactical_inch() -> None:
    wire = line("wire", (10, 29.5), (30, 29.5))
    assert no(at(table(FOOT), Place(0, "maneuver", 6000)), "wheel left 45") == set()
    assert no(at(table(FOOT, ground=[wire]), Place(0, "maneuver", 6000)), "wheel left 45") == {"dgk.X.wire.1"}
    between = line("wire", (21.15, 31.15), (21.2, 31.25))  # the rear swings over it
    assert no(at(table(FOOT, ground=[between]), Place(0, "maneuver", 6000)), "wheel left 45") == {"dgk.X.wire.1"}
    steady = unit("a1", "infantry", 20, 30)
    assert no(at(table(steady), Place(0, "deploy", 1000, True)), "face 0 at 20 29") == set()
    touching = line("wire", (10, 30), (30, 30))  # the whole unit would stand beyond it
    for piece in (wire, touching):
        assert no(at(table(steady, ground=[piece]), Place(0, "deploy", 1000, True)), "face 0 at 20 29") == {"dgk.X.wire.1"}


@rule("dgk.IV.move.3", "dgk.VIII.move.2")
def test_backing_into_a_town_is_rough_going() -> None:
    def cost(*ground: dict[str, object]) -> float:
        step = Place(0, "maneuver", 12_000)
        found = step.plan(at(table(FOOT, ground=ground), step), ("shift", "20", "32"))
        return found.cost  # type: ignore[union-attr]

    assert cost() == pytest.approx(4) and cost(box("town", 10, 32, 30, 40)) == pytest.approx(8)


def field_of_mines(*boxes: tuple[float, float, float, float], form: str = "maneuver", **more: Any) -> State:
    ground = [box("minefield", *b, side="central") for b in boxes]
    return table(unit("a1", "infantry", 20, 30, 0, form, bases=8), ground=ground, **more)


@rule("dgk.X.mine.1", "dgk.X.mine.2")
def test_the_nearest_of_two_minefields_goes_off_and_inside_it_one_moves_on() -> None:
    g = field_of_mines((10, 22, 30, 24), (10, 26, 30, 28))
    s = at(g, Place(0, "maneuver", 12_000))
    s.take("go 20 20 0")
    assert g.mines == 0b10 and where(s, "a1")[1] == pytest.approx(27.95, abs=0.02) and g.status[0] == 1
    s = at(g, Place(0, "maneuver", 12_000))
    s.take("go 20 26.5 0")
    assert where(s, "a1")[1] == 26.5 and g.status[0] == 2 and g.mines == 0b10


@rule("dgk.X.mine.1", "dgk.IV.march.2")
def test_a_column_stopped_by_mines_stands_straight_behind_its_head() -> None:
    g = field_of_mines((10, 22, 30, 24), form="march")
    s = at(g, Place(0, "march", 24_000))
    s.take("go 26 20 0 via 26 28")
    assert g.mines == 1 and g.trail[0] == () and g.form[0] == MARCH


@rule("dgk.X.mine.4", "dgk.X.air.7")
def test_a_mine_under_an_aircraft_does_it_no_harm() -> None:
    g = table(
        unit("a1", "infantry", 40, 44),
        unit("c-plane", "fast", 20, 22, 0, "maneuver", vehicle="aircraft", arms=["bomb"]),
        unit("c1", "infantry", 50, 10),
        ground=[{"id": "mine", "kind": "command-mine", "points": [[20, 23]], "side": "allied"}],
    )
    act(g, "c-plane").take("fly 20 22")
    special.explode(act(g, "a1"), 0, 0)
    assert g.exploded == 1 and g.place[1] == ON and g.status[1] == 0 and g.rolls == 0


# -- aircraft ----------------------------------------------------------------------------------------------------------


def sky(*units: dict[str, Any]) -> State:
    plane = unit("a-plane", "fast", 0, 0, 0, "maneuver", vehicle="aircraft", arms=["bomb", "strafe"])
    return table(plane, *units, *STANDBY)


@rule("dgk.X.air.4", "dgk.X.air.9")
def test_a_damaged_aircraft_goes_home_after_one_run() -> None:
    for hurt, place in ((0, ON), (1, OFF)):
        g = sky(unit("c1", "infantry", 30, 20))
        act(g, "a-plane").take("fly 30 10")
        g.status[0] = hurt
        act(g, "a-plane", WORST).take("bomb c1")
        assert g.place[0] == place


@rule("dgk.X.air.3", "dgk.X.ind.5")
def test_a_hidden_gun_shows_itself_by_firing_at_an_aircraft_and_is_no_target_before() -> None:
    g = sky(unit("c1", "infantry", 30, 20), unit("c2", "field", 33, 14, 180, aa=True, hidden=True))
    assert no(act(g, "a-plane"), "bomb c2") == {"dgk.VI.los.1"}
    s = act(g, "a-plane", WORST, WORST)
    s.take("bomb c1")
    s.take("shoot c2")
    assert g.hidden[n(g, "c2")] == 0 and no(act(g, "a-plane"), "strafe c2") == set()


@rule("dgk.X.air.3", "dgk.X.air.4")
def test_the_second_gun_has_nothing_to_fire_at_when_the_first_has_brought_the_aircraft_down() -> None:
    guns = [unit(f"c{i}", "field", 28 + i, 14, 180, aa=True) for i in (2, 4)]
    g = sky(unit("c1", "infantry", 30, 20), *guns)
    s = act(g, "a-plane", BEST)
    s.take("bomb c1")
    assert len(s.decision.actions) == 3  # type: ignore[union-attr]
    s.take("shoot c2")
    assert g.place[0] == GONE and s.decision is None


@rule("dgk.III.route.1", "dgk.VIII.gen.1")
def test_a_column_enters_with_its_tail_still_off_the_table() -> None:
    g = table(unit("a1", "infantry", 20, 47.8, 0, "march", enters=1), *STANDBY)
    assert no(act(g, "a1"), "enter") == set()
    blocked = table(unit("a1", "infantry", 20, 47.8, 0, "march", enters=1), unit("a2", "infantry", 20, 47.5), *STANDBY)
    assert no(act(blocked, "a1"), "enter") == {"dgk.IV.move.11"}


# -- fire --------------------------------------------------------------------------------------------------------------


@rule("dgk.X.ind.1", "dgk.VI.fire.1")
def test_guns_that_deployed_this_turn_do_not_fire_indirectly() -> None:
    g = table(
        unit("a-gun", "field", 20, 50),
        unit("a-eyes", "machinegun", 34, 20, 270),
        unit("c1", "infantry", 20, 20, 180),
        options={"indirect": "on"},
        size=(60, 60),
        ground=[box("woods", 10, 32, 30, 40)],
    )
    assert no(act(g, "a-gun"), "indirect c1") == set()
    g.began[0] = MANEUVER
    assert no(act(g, "a-gun"), "indirect c1") == {"dgk.X.ind.1"}


@rule("dgk.VIII.cover.1")
def test_half_of_a_unit_must_stand_in_the_ground_that_covers_it() -> None:
    def cover(edge: float) -> str:
        return fire.cover_of(table(FOE, ground=[box("woods", 10, 20, edge, 28)]), 0)

    assert cover(19.5) == "none" and cover(20.5) == "soft"


@rule("dgk.X.train.9", "dgk.VII.home.1")
def test_who_beat_off_an_assault_by_fire_rips_up_no_track_this_turn() -> None:
    g = table(FOOT, FOE, ground=[line("rail", (10, 24.5), (30, 24.5), id="line")], options={"rip-track": "on"})
    assert no(act(g, "c1"), "rip") == set()
    assert "assault-stopped" in keys(charged(g, fire=3))
    assert g.status[1] == 0 and no(act(g, "c1"), "rip") == {"dgk.X.train.9"}


@rule("dgk.III.comb.2", "dgk.IV.ord.3")
def test_an_order_lost_after_moving_fire_leaves_nothing_to_do() -> None:
    g = table(FOOT, unit("c1", "infantry", 20, 22, 180))
    s = act(g, "a1", WORST, WORST)
    s.take("mfire c1")
    s.take("maneuver")
    assert s.decision is None and "order" in keys(s)
    alone = act(table(FOOT, unit("c1", "infantry", 20, 22, 180)), "a1", WORST)
    alone.take("maneuver")
    assert alone.decision is not None


# -- Leaders, riders and the end of a turn -----------------------------------------------------------------------------


@rule("dgk.X.veh.2")
def test_a_truck_that_only_turns_has_not_moved() -> None:
    g = trucks(rider("a2"))
    at(g, Place(0, "maneuver", 8000)).take("go 20 30 45")
    assert no(act(g, "a2"), "leave") == set()
    at(g, Place(0, "maneuver", 8000)).take("go 20 25 0")
    assert no(act(g, "a2"), "leave") == {"dgk.X.veh.2"}


@rule("dgk.X.veh.4", "dgk.X.veh.2")
def test_a_leader_on_a_truck_goes_with_it_and_neither_boards_nor_leaves_one_that_moves() -> None:
    g = table(unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="truck", bases=2), *STANDBY, leaders={"a": (20, 34)})
    f = g.scn.formation_no["a"]
    s = at(g, MoveLeader(f))
    s.take("board a1")
    assert no(act(g, "a1"), "maneuver") == {"dgk.X.veh.2"}
    at(g, TurnBegins(), dice=[[1]])
    at(g, Place(0, "maneuver", 8000)).take("go 20 24 0")
    assert g.laboard[f] == 1 and shapely.distance(state.shape(g, 0), shapely.Point(state.leader_at(g, f))) < 0.5
    assert "dgk.X.veh.2" in no(at(g, MoveLeader(f)), "ride 20 34")
    at(g, TurnBegins(), dice=[[1]])
    at(g, MoveLeader(f)).take("ride 20 34")
    assert g.laboard[f] == 0 and no(act(g, "a1"), "maneuver") == {"dgk.X.veh.2"}  # he got off: it stands still
    at(g, TurnBegins(), dice=[[1]])
    at(g, Place(0, "maneuver", 8000)).take("go 20 27 0")
    assert no(at(g, MoveLeader(f)), "board a1") == {"dgk.X.veh.2"}


@rule("dgk.III.regr.2", "dgk.X.ind.5")
def test_a_regrouped_unit_that_would_form_into_somebody_hidden_finds_him_and_stays_as_it_is() -> None:
    g = table(FOOT, unit("c1", "machinegun", 22.8, 30, 180, hidden=True))
    s = at(g, Reform(0))
    s.take("form deployed 0")
    assert g.form[0] == MANEUVER and g.hidden[1] == 0 and "found" in keys(s)
    free = table(FOOT, unit("c1", "machinegun", 40, 30, 180, hidden=True))
    at(free, Reform(0)).take("form deployed 0")
    assert free.form[0] == DEPLOYED


@rule("dgk.III.regr.2", "dgk.X.auto.3")
def test_regrouped_wagons_may_deploy_and_trucks_may_not() -> None:
    for vehicle, rules in (("wagon", set()), ("truck", {"dgk.X.auto.3"})):
        g = table(unit("a1", "slow", 20, 30, 0, "maneuver", vehicle=vehicle, bases=2), *STANDBY)
        assert no(at(g, Reform(0)), "form deployed 0") == rules


@rule("dgk.X.ind.5", "dgk.V.dmg.7")
def test_what_happens_to_a_hidden_unit_is_read_by_its_side_alone() -> None:
    g = table(FOOT, unit("c1", "infantry", 20, 15, 180, hidden=True))
    s = act(g, "c1")
    damage.hurt(s, 1, 1, Source((20, 30), 0))
    assert [e.params.get("only") for e in s.journal if e.key == "damage"] == ["central"]
    damage.hurt(s, 0, 1, Source((20, 10), 1))
    assert [e.params.get("only") for e in s.journal if e.key == "damage"] == ["central", None]


@rule("dgk.XII.mor.1")
def test_a_place_is_held_by_those_who_are_named_and_lost_to_any_enemy() -> None:
    def held(*more: dict[str, object]) -> int:
        hold = {"kind": "hold", "side": "allied", "x": 20, "y": 31, "radius": 4, "units": ["a1"], "text": "Held."}
        g = table(FOOT, unit("a2", "infantry", 40, 40), unit("c9", "infantry", 50, 5), *more, victory=[hold], turns=1)
        at(g, TurnEnds())
        return g.winner

    assert held() == 0 and held(unit("c1", "infantry", 20, 27.5, 180)) == 2


@rule("dgk.XII.mor.1", "dgk.XII.mor.7")
def test_a_battle_that_is_over_is_not_won_again() -> None:
    g = table(
        FOOT,
        unit("c1", "infantry", 50, 5),
        victory=[{"kind": "reach", "side": "allied", "x": 20, "y": 30, "radius": 4, "text": "There."}],
    )
    g.winner, g.reason = 1, "The army breaks."
    victory.moved(act(g, "a1"))
    assert (g.winner, g.reason) == (1, "The army breaks.")


@rule("dgk.IV.train.5", "dgk.III.turn.6")
def test_a_fast_train_whose_formation_did_not_act_rolls_on_and_a_slow_one_halts() -> None:
    g = rails()
    g.speed[0] = FAST
    s = at(g, TurnEnds(), dice=[[1]])
    assert where(s, "a-train")[0] == 34 and g.speed[0] == SLOW
    s = at(g, TurnEnds(), dice=[[1]])
    assert where(s, "a-train")[0] == 34 and g.speed[0] == state.HALTED
