"""Getting on and off (dgk.X.veh, dgk.X.train, dgk.X.auto), emplaced guns, Leaders aboard, route marches, trains on slopes."""

from __future__ import annotations

import pytest
import shapely

from firestep.games.dgk import assault, damage, fire, sequence, state, vehicles
from firestep.games.dgk.damage import Source
from firestep.games.dgk.formations import DEPLOYED, MANEUVER
from firestep.games.dgk.orders import Act
from firestep.games.dgk.placing import Embark, Place
from firestep.games.dgk.sequence import MoveLeader, TurnBegins
from firestep.games.dgk.state import ABOARD, FAST, GONE, HALTED, OFF, ON, SLOW, State
from firestep.testing import rule
from games.dgk.positions import BEST, WORST, act, at, box, keys, line, n, no, table, unit, verbs, where
from games.dgk.test_10_vehicles import rails, run

STANDBY = [unit(f"a-{i}", "machinegun", 4 * i + 2, 44) for i in range(6)]


def trucks(*units: dict[str, object], bases: int = 4) -> State:
    return table(unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="truck", bases=bases), *units, *STANDBY)  # type: ignore[arg-type]


def rider(id: str, kind: str = "infantry", on: str = "a1", form: str = "maneuver", **more: object) -> dict[str, object]:
    return unit(id, kind, 0, 0, 0, form, aboard=on, **more)


@rule("dgk.X.veh.2", "dgk.IV.train.6")
def test_a_vehicle_on_which_somebody_got_on_or_off_does_not_move_this_turn() -> None:
    for what in ("board", "leave"):
        g = trucks(rider("a2")) if what == "leave" else trucks(unit("a2", "infantry", 20, 32, 0, "maneuver"))
        assert no(act(g, "a1"), "maneuver") == set()
        act(g, "a2").take("leave" if what == "leave" else "board a1")
        assert no(act(g, "a1"), "maneuver") == {"dgk.X.veh.2"} == no(act(g, "a1"), "march")
        at(g, TurnBegins(), dice=[[1]])
        assert no(act(g, "a1"), "maneuver") == set()  # next turn
    g = rails(rider("a2", on="a-train"), *STANDBY)
    act(g, "a2").take("leave")
    assert no(act(g, "a-train"), "maneuver") == {"dgk.X.veh.2"}


@rule("dgk.X.veh.3", "dgk.IV.train.6")
def test_a_move_that_ends_in_contact_gets_on() -> None:
    g = trucks(unit("a2", "infantry", 20, 37, 0, "maneuver"))
    s = at(g, Place(1, "maneuver", 6000))
    s.take("go 20 32 0")
    assert isinstance(s.agenda[-1], Embark) and no(s, "board a-0") == {"dgk.X.veh.1"}
    s.take("board a1")
    assert g.place[1] == ABOARD and g.loaded[0] == 1
    short = at(trucks(unit("a2", "infantry", 20, 37, 0, "maneuver")), Place(1, "maneuver", 6000))
    short.take("go 20 33 0")
    assert short.decision is None  # not in contact: nothing to ask
    full = trucks(rider("a2"), unit("a3", "infantry", 20, 37, 0, "maneuver"), bases=1)
    s = at(full, Place(n(full, "a3"), "maneuver", 6000))
    s.take("go 20 31 0")
    assert s.decision is None  # in contact, but no room


@rule("dgk.X.veh.3", "dgk.III.pass.1", "dgk.III.pass.4")
def test_a_move_that_starts_aboard_starts_in_contact() -> None:
    g = trucks(rider("a2"))
    s = act(g, "a2", BEST)
    s.take("maneuver")
    assert g.place[1] == ON and shapely.distance(state.shape(g, 1), state.shape(g, 0)) < 0.1 and verbs(s) >= {"go"}
    x, y, _ = where(s, "a2")
    assert no(s, f"go {x:g} {y + 5.9:g} 180") == set() or no(s, f"go {x + 5.9:g} {y:g} 90") == set()
    lost = act(trucks(rider("a2")), "a2", WORST)
    lost.take("maneuver")
    assert lost.state.place[1] == ABOARD  # the order did not arrive
    g = rails(rider("a-gun", "field", "a-train", "deployed"), *STANDBY)
    assert no(act(g, "a-gun"), "maneuver") == {"dgk.III.pass.1"} and ("leave",) in act(g, "a-gun").decision.actions  # type: ignore[union-attr]


@rule("dgk.X.train.18")
def test_no_assault_in_the_turn_of_detraining() -> None:
    """A unit whose train is shot to pieces under it has its action still: anything but an assault."""
    g = rails(rider("a-inf", on="a-train"), unit("c1", "infantry", 30, 22, 180), unit("c2", "infantry", 26, 24, 180), *STANDBY)
    u = n(g, "a-inf")
    assert "dgk.X.train.18" in no(act(g, "a-inf"), "assault c2")
    s = act(g, "c1")
    damage.hurt(s, 0, 4, Source((30, 10), 1))
    assert g.place[0] == GONE and g.place[u] == ON and not g.acted[u] and g.detrained[u]
    assert no(act(g, "a-inf"), "assault c2") == {"dgk.X.train.18"} and ("maneuver",) in act(g, "a-inf").decision.actions  # type: ignore[union-attr]
    at(g, sequence.TurnBegins(), dice=[[1]])
    assert "dgk.X.train.18" not in no(act(g, "a-inf"), "assault c2")


@rule("dgk.III.pass.6", "dgk.III.pass.5")
def test_a_train_whose_guns_used_deployed_fire_does_not_move_this_turn() -> None:
    def guns() -> State:
        return rails(rider("a-gun", "field", "a-train", "deployed"), unit("c1", "infantry", 30, 22, 180), *STANDBY)

    g = guns()
    act(g, "a-gun", WORST).take("dfire c1")
    assert no(act(g, "a-train"), "maneuver") == {"dgk.X.veh.2"} and "hold" in verbs(act(g, "a-train"))
    g = guns()
    act(g, "a-gun", WORST).take("mfire c1")
    assert no(act(g, "a-train"), "maneuver") == set()
    g = guns()
    g.speed[0] = FAST  # it cannot stop: whatever happens it moves this turn
    assert no(act(g, "a-gun"), "dfire c1") == {"dgk.III.pass.5"}


@rule("dgk.X.auto.4")
def test_a_lost_truck_was_a_laden_one_and_its_riders_get_out_disordered() -> None:
    g = trucks(*(rider(f"a{i}") for i in (2, 3, 4)))
    s = act(g, "a1")
    damage.hurt(s, 0, 3, Source((20, 10), 1))
    assert g.bases[0] == 3 and [(g.place[i], g.status[i]) for i in (1, 2, 3)] == [(ABOARD, 0), (ABOARD, 0), (ON, 1)]
    wide = trucks(rider("a2", bases=8), bases=4)  # half of it rides in other trucks: the whole unit suffers
    damage.hurt(act(wide, "a1"), 0, 3, Source((20, 10), 1))
    assert wide.place[1] == ON and wide.status[1] == 1
    shaken = trucks(rider("a2"))
    shaken.status[1] = 1
    damage.hurt(act(shaken, "a1"), 0, 3, Source((20, 10), 1))
    assert shaken.place[1] == ON and shaken.status[1] == 1  # disordered is disordered: no second level
    empty = trucks()
    damage.hurt(act(empty, "a1"), 0, 3, Source((20, 10), 1))
    assert empty.bases[0] == 3


@rule("dgk.X.auto.4", "dgk.X.train.3")
def test_a_destroyed_train_costs_its_riders_a_level_and_destroyed_trucks_disorder_them() -> None:
    for on, after in (("a-train", 2), ("a1", 1)):
        g = rails(rider("a2", on=on), *STANDBY) if on == "a-train" else trucks(rider("a2"), bases=2)
        u = n(g, "a2")
        g.status[u] = 1
        damage.hurt(act(g, "a2"), 0, 4, Source((20, 10), 1))
        assert g.place[0] == GONE and g.place[u] == ON and g.status[u] == after


@rule("dgk.X.train.15", "dgk.IV.fall.5")
def test_riders_of_trucks_get_off_and_fall_back_and_riders_of_trains_stay() -> None:
    g = trucks(rider("a2"))
    s = act(g, "a2")
    damage.hurt(s, 1, 3, Source((20, 10), 1))
    assert g.place[1] == ON and g.bases[1] == 3 and {"leaves", "falls-back"} <= set(keys(s)) and where(s, "a2")[1] > 34


@rule("dgk.X.veh.4", "dgk.X.veh.2")
def test_a_leader_rides_on_a_train_one_a_car() -> None:
    g = rails(unit("c1", "infantry", 50, 5, 180), bases=2, capacity=4)
    f = g.scn.formation_no["a"]
    g.lx[f], g.ly[f] = 28_000, 36_000
    s = at(g, MoveLeader(f))
    assert ("board", "a-train") in s.decision.actions  # type: ignore[union-attr]
    s.take("board a-train")
    assert g.laboard[f] == 1 and g.loaded[0] == 1 and no(act(g, "a-train"), "maneuver") == {"dgk.X.veh.2"}
    at(g, TurnBegins(), dice=[[1]])
    before = g.lx[f]
    run(g, "maneuver", 8)
    assert g.lx[f] - before == 8000
    assert no(at(g, MoveLeader(f)), "ride 40 40") == {"dgk.X.veh.2"}
    g.moved[0], g.speed[0] = 0, HALTED
    chief = g.scn.formation_no["A"]
    g.lx[chief], g.ly[chief] = 36_000, 34_000
    at(g, MoveLeader(chief)).take("board a-train")
    s = at(g, MoveLeader(f))
    g.lmoved[f] = 0
    s.take("ride 38 38")
    assert g.laboard[f] == 0 and (g.lx[f], g.ly[f]) == (38_000, 38_000)
    g.lmoved = [0] * 4
    extra = g.scn.formation_no["c"]
    assert "dgk.X.veh.1" in no(at(g, MoveLeader(extra)), "board a-train")  # of the other side


@rule("dgk.X.veh.4")
def test_a_car_holds_one_leader_and_a_destroyed_train_lets_him_off() -> None:
    g = rails(bases=1)
    f, chief = g.scn.formation_no["a"], g.scn.formation_no["A"]
    g.lx[f], g.ly[f], g.lx[chief], g.ly[chief] = 29_000, 33_000, 30_000, 33_000
    at(g, MoveLeader(f)).take("board a-train")
    assert no(at(g, MoveLeader(chief)), "board a-train") == {"dgk.X.veh.4"}
    damage.destroy(act(g, "a-train"), 0, 1, "dgk.V.dmg.6")
    assert g.laboard[f] == 0


@rule("dgk.X.train.16")
def test_a_rolling_train_that_has_not_moved_yet_is_a_moving_train() -> None:
    g = rails(unit("c-horse", "cavalry", 36, 24, 180, "maneuver"), unit("c-foot", "infantry", 30, 24, 180, "maneuver"))
    horse, foot = n(g, "c-horse"), n(g, "c-foot")
    assert assault.question(g, horse, 0, True).cover == "none" and isinstance(assault.plan(g, foot, 0, 6), assault.Charge)
    g.speed[0] = SLOW
    assert g.moved[0] == 0 and assault.question(g, horse, 0, True).cover == "soft"
    assert [r.rule for r in assault.plan(g, foot, 0, 6)] == ["dgk.X.train.16"]  # type: ignore[union-attr]
    assert fire.cover_of(g, 0) == "none"  # against fire it has none


@rule("dgk.X.train.6")
def test_a_steep_slope_slows_a_train_for_as_long_as_it_climbs() -> None:
    def far(x0: float, x1: float) -> tuple[float, float]:
        return vehicles.run_limits(rails(ground=(box("hill", x0, 20, x1, 40, steep=True),)), 0, "maneuver")

    assert far(20, 50) == pytest.approx((2, 4), abs=0.01) and far(34, 50) == pytest.approx((3, 6), abs=0.01)
    assert far(40, 50) == (4, 8) and far(32, 34) == pytest.approx((3, 6), abs=0.01)


@rule("dgk.IV.mule.1", "dgk.III.deploy.4", "dgk.X.auto.3")
def test_mules_and_wagons_deploy_and_automobiles_do_not() -> None:
    g = table(unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="wagon", bases=3))
    assert ("deploy",) in act(g, "a1").decision.actions  # type: ignore[union-attr]
    s = at(g, Place(0, "deploy", 0))
    s.take("face 0")
    assert g.form[0] == DEPLOYED and state.layout(g, 0).ranks == (3,) and vehicles.target_form(g, 0) == DEPLOYED
    for vehicle in ("car", "truck"):
        kind = "fast" if vehicle == "car" else "slow"
        assert no(act(table(unit("a1", kind, 20, 30, 0, "maneuver", vehicle=vehicle)), "a1"), "deploy") == {"dgk.X.auto.3"}


# -- route marches ---------------------------------------------------------------------------------------------------------


def column(**more: object) -> State:
    return table(unit("a1", "infantry", 20, 48, 0, "march", enters=1, goal=[20, 10], **more))


@rule("dgk.III.route.6")
def test_waiting_off_the_table_does_not_end_a_route_march() -> None:
    g = column()
    assert g.place[0] == OFF
    act(g, "a1").take("hold")
    assert g.route[0] == 1
    g.acted[0] = 0
    s = act(g, "a1")
    s.take("enter")
    s.take("go 20 40 0")
    assert g.route[0] == 1 and g.place[0] == ON
    assert ("route",) in act(g, "a1").decision.actions  # type: ignore[union-attr]
    act(g, "a1").take("hold")
    assert g.route[0] == 0


@rule("dgk.III.route.7")
def test_a_route_march_leads_to_the_place_that_the_scenario_names() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "march", route=True, goal=[20, 10]))
    s = at(g, Place(0, "route", 12_000))
    assert no(s, "go 20 20 0") == set() and no(s, "go 20 33 180") == {"dgk.III.route.7"} and no(s, "go 26 28 90") == set()
    assert any(a[0] == "go" and a[1:3] == ("20", "18") for a in s.decision.actions)  # type: ignore[union-attr]
    assert no(at(g, Place(0, "march", 12_000)), "go 20 33 180") == set()  # an order may lead anywhere
    free = table(unit("a1", "infantry", 20, 30, 0, "march", route=True))
    assert no(at(free, Place(0, "route", 12_000)), "go 20 33 180") == set()


@rule("dgk.IV.march.4", "dgk.III.march.1")
def test_a_march_formation_is_taken_up_in_any_facing() -> None:
    for facing in (0, 77, 180, 301):
        s = at(table(unit("a1", "infantry", 20, 30, 0, "maneuver")), Place(0, "march", 12_000))
        s.take(f"face {facing}")
        assert where(s, "a1") == (20, 30, facing) and state.layout(s.state, 0).ranks == (1, 1, 1, 1)


@rule("dgk.X.mine.1")
def test_the_journal_tells_where_a_mine_stopped_a_move() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), ground=[box("minefield", 10, 20, 30, 26, side="central")])
    s = at(g, Place(0, "maneuver", 9000))
    s.take("go 20 22 0")
    told = next(e for e in s.journal if e.key == "moves").params
    assert told["y"] == pytest.approx(where(s, "a1")[1], abs=0.01) and told["y"] > 25.8
    assert told["cost"] == pytest.approx(4, abs=0.1)


@rule("dgk.IV.ord.3", "dgk.III.mfire.3")
def test_after_a_lost_order_a_maneuvering_unit_may_turn_and_fire() -> None:
    g = table(unit("a1", "infantry", 20, 30, 90, "maneuver"), unit("c1", "infantry", 20, 22, 180))
    s = act(g, "a1", WORST, WORST)
    s.take("maneuver")
    assert no(s, "face 0") == set() and no(s, "maneuver") == {"dgk.IV.ord.3"}
    s.take("face 0")
    assert ("mfire", "c1") in s.decision.actions  # type: ignore[union-attr]
    s.take("mfire c1")
    assert s.decision is None and g.form[0] == MANEUVER


def test_what_the_journal_and_questions_hold_is_plain() -> None:
    g = table(
        unit("a-plane", "fast", 0, 0, 0, "maneuver", vehicle="aircraft", arms=["bomb"]),
        unit("a1", "field", 20, 40, 0),
        unit("a2", "infantry", 30, 26, 0),
        unit("c1", "infantry", 20, 20, 180),
        unit("c2", "field", 19, 13, 180, aa=True),
        *STANDBY,
        ground=[line("hedge", (10, 35), (30, 35))],
        options={"indirect": "on"},
    )
    s = act(g, "a1", WORST)
    s.take("indirect c1")
    t = at(g, Act(0), dice=[WORST, WORST])
    t.take("bomb c1")
    t.take("shoot c2")
    for e in (*s.journal, *t.journal):
        for v in e.params.values():
            assert type(v) in (int, float, str, bool, list), (e.key, type(v))


@rule("dgk.X.veh.4", "dgk.IX.cmd.8")
def test_a_leader_aboard_is_not_run_over() -> None:
    for aboard in (True, False):
        g = rails(unit("c1", "cavalry", 28, 20, 180, "maneuver"))
        f = g.scn.formation_no["a"]
        g.lx[f], g.ly[f] = 28_000, 28_500
        s = at(g, Place(n(g, "c1"), "maneuver", 12_000))
        g.laboard[f] = int(aboard)  # by hand: nobody comes so near to the middle of a train
        s.take("go 28 28.4 180")
        assert ("leader-aside" in keys(s)) is not aboard


@rule("dgk.X.train.18", "dgk.X.auto.4")
def test_who_is_thrown_out_of_a_truck_may_assault_this_turn() -> None:
    """The bar on assaults is for those who detrain."""
    g = trucks(rider("a2"), unit("c1", "infantry", 20, 22, 180), bases=2)
    damage.hurt(act(g, "c1"), 0, 4, Source((20, 10), 1))
    assert g.place[0] == GONE and g.place[1] == ON and g.detrained[1] == 0
    assert "dgk.X.train.18" not in no(act(g, "a2"), "assault c1")


@rule("dgk.X.auto.5", "dgk.VIII.cover.2")
def test_riders_of_trucks_in_a_wood_have_no_cover() -> None:
    g = table(
        unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="truck", bases=2),
        unit("a2", "infantry", 0, 0, 0, "maneuver", aboard="a1"),
        ground=[box("woods", 10, 25, 30, 40)],
    )
    assert fire.cover_of(g, 0) == "soft" and fire.cover_of(g, 1) == "none"


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
