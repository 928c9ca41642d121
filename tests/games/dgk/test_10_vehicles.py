"""Vehicles and passengers (dgk.X, dgk.III.pass, dgk.IV.train)."""

from __future__ import annotations

from typing import Any

import pytest
import shapely

from firestep.games.dgk import assault, damage, fire, state, umpire, vehicles
from firestep.games.dgk.arrivals import Run
from firestep.games.dgk.damage import Source
from firestep.games.dgk.formations import DEPLOYED, MANEUVER, MARCH
from firestep.games.dgk.placing import Place
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.state import ABOARD, FAST, GONE, HALTED, OFF, ON, SLOW, State
from firestep.testing import rule
from games.dgk.positions import WORST, S, act, at, box, keys, line, n, no, table, unit, verbs, where

RAIL = line("rail", (2, 30), (58, 30), id="line")


def train(**more: Any) -> dict[str, Any]:
    return unit("a-train", "fast", 30, 30, 90, "march", **{"vehicle": "train", "track": "line", "bases": 4, **more})


def rails(
    *units: dict[str, Any], ground: tuple[dict[str, Any], ...] = (), options: dict[str, str] | None = None, **more: Any
) -> State:
    return table(train(**more), *units, ground=[RAIL, *ground], options=options)


def run(g: State, action: str, inches: float) -> S:
    s = at(g, Run(0, action))
    s.take(f"run {inches:g}")
    return s


@rule("dgk.IV.train.1", "dgk.II.veh.1")
def test_a_train_keeps_to_its_track_and_is_fast_transport() -> None:
    g = rails()
    assert vehicles.run_limits(g, 0, "maneuver") == (4, 8) and vehicles.run_limits(g, 0, "march") == (8, 16)
    s = run(g, "maneuver", 8)
    assert where(s, "a-train") == (38, 30, 90)
    assert shapely.distance(state.shape(g, 0), shapely.Point(34, 30)) < 0.01  # its cars stand behind it on the track
    assert no(act(g, "a-train"), "deploy") == {"dgk.IV.train.1"}


@rule("dgk.IV.train.5", "dgk.X.train.4")
def test_maneuver_before_march_and_before_a_halt_and_reverse_only_when_halted() -> None:
    g = rails()
    assert no(act(g, "a-train"), "march") == {"dgk.IV.train.5"}
    run(g, "maneuver", 8)
    assert g.speed[0] == SLOW
    assert {"hold", "march", "maneuver"} <= verbs(act(g, "a-train")) and no(act(g, "a-train"), "reverse") == {"dgk.X.train.4"}
    run(g, "march", 9)
    assert g.speed[0] == FAST and no(act(g, "a-train"), "hold") == {"dgk.IV.train.5"}
    run(g, "maneuver", 4)
    act(g, "a-train").take("hold")
    assert g.speed[0] == HALTED
    s = act(g, "a-train")
    s.take("reverse")
    assert g.heading[0] == -1 and where(s, "a-train") == (47, 30, 270)  # 30 + 8 + 9 + 4 less its four cars


@rule("dgk.X.train.5", "dgk.IV.move.1")
def test_least_and_greatest_run() -> None:
    s = at(rails(), Run(0, "maneuver"))
    assert no(s, "run 3.9") == {"dgk.X.train.5"} and no(s, "run 8.1") == {"dgk.IV.move.1"} and no(s, "run x") == {"dgk.X.train.5"}
    s.take("run 5.5")
    assert where(s, "a-train")[0] == 35.5


@rule("dgk.X.train.6")
def test_only_a_steep_slope_slows_a_train() -> None:
    assert vehicles.run_limits(rails(ground=(box("rocks", 20, 20, 50, 40),)), 0, "maneuver") == (4, 8)
    assert vehicles.run_limits(rails(ground=(box("hill", 20, 20, 50, 40, steep=True),)), 0, "maneuver") == (2, 4)


@rule("dgk.X.train.7")
def test_what_stands_on_the_track_stops_it() -> None:
    g = rails(unit("c1", "infantry", 36, 30.4, 180))
    s = run(g, "maneuver", 8)
    assert where(s, "a-train")[0] < 34.1 and "train-blocked" in keys(s)


@rule("dgk.X.train.8", "dgk.X.train.9")
def test_ripped_up_track_derails_it() -> None:
    g = rails(unit("c1", "infantry", 36, 30.4, 0), options={"rip-track": "on"})
    c = n(g, "c1")
    s = act(g, "c1")
    s.take("rip")
    assert "track-cut" in keys(s)
    g.place[c] = OFF
    s = run(g, "maneuver", 8)
    assert g.place[0] == GONE and "derailed" in keys(s)
    g = rails(unit("c1", "infantry", 36, 30.4, 0))
    assert no(act(g, "c1"), "rip") == {"dgk.X.train.9"}  # only where the scenario allows it
    g = rails(unit("c1", "infantry", 36, 30.4, 0), options={"rip-track": "on"})
    g.status[n(g, "c1")] = 1
    assert no(act(g, "c1"), "rip") == {"dgk.X.train.9"}
    g.status[n(g, "c1")], g.fired_on[n(g, "c1")] = 0, 1
    assert no(act(g, "c1"), "rip") == {"dgk.X.train.9"}


@rule("dgk.X.train.10")
def test_trains_do_not_lose_their_orders() -> None:
    s = act(rails(), "a-train", WORST)
    s.take("maneuver")
    assert verbs(s) == {"run"} and s.state.rolls == 0


@rule("dgk.IV.train.2", "dgk.X.train.1", "dgk.IV.train.3", "dgk.III.pass.3")
def test_formations_in_which_a_train_and_its_riders_are_hit() -> None:
    g = rails(
        unit("a-inf", "infantry", 0, 0, 0, "maneuver", aboard="a-train"),
        unit("a-gun", "field", 0, 0, 0, "deployed", aboard="a-train"),
        unit("a-crammed", "infantry", 0, 0, 0, "march", aboard="a-train"),
        unit("c1", "field", 30, 14, 180),
    )
    forms = {i: vehicles.target_form(g, n(g, i)) for i in ("a-train", "a-inf", "a-gun", "a-crammed")}
    assert forms == {"a-train": MARCH, "a-inf": MANEUVER, "a-gun": DEPLOYED, "a-crammed": MARCH}
    targets = {g.scn.units[v].id for v in fire.legal_targets(g, n(g, "c1"))}
    assert targets == set(forms)  # separate targets


@rule("dgk.IV.train.4", "dgk.X.train.11", "dgk.X.train.12")
def test_cover_of_trains() -> None:
    for armour, cover in (("", "none"), ("sandbags", "hard"), ("armoured", "fortified")):
        g = rails(unit("a-inf", "infantry", 0, 0, 0, "maneuver", aboard="a-train"), armour=armour)
        assert fire.cover_of(g, 0) == cover == fire.cover_of(g, n(g, "a-inf"))


@rule("dgk.III.pass.1", "dgk.III.pass.4", "dgk.III.pass.2")
def test_passengers_do_not_move_but_fire_and_get_off() -> None:
    g = rails(
        unit("a-inf", "infantry", 0, 0, 0, "maneuver", aboard="a-train"),
        unit("a-gun", "field", 0, 0, 0, "deployed", aboard="a-train"),
        unit("c1", "infantry", 30, 22, 180),
    )
    run(g, "maneuver", 4)
    for id in ("a-inf", "a-gun"):
        s = act(g, id)
        assert no(s, "maneuver") == {"dgk.III.pass.1"} == no(s, "march") == no(s, "deploy") and no(s, "leave") == {"dgk.X.veh.2"}
        assert "mfire" in verbs(s)  # they act in the same turn as their vehicle
    assert "dgk.III.pass.1" in no(act(g, "a-inf"), "assault c1")


@rule("dgk.III.pass.5", "dgk.III.pass.6", "dgk.III.pass.7", "dgk.X.train.13")
def test_fire_from_trains() -> None:
    g = rails(
        unit("a-inf", "infantry", 0, 0, 0, "maneuver", aboard="a-train"),
        unit("a-gun", "field", 0, 0, 0, "deployed", aboard="a-train"),
        unit("c1", "infantry", 30, 22, 180),
    )
    assert ("dfire", "c1") in act(g, "a-gun").decision.actions  # type: ignore[union-attr]
    assert no(act(g, "a-inf"), "dfire c1") == {"dgk.III.pass.7"} and ("mfire", "c1") in act(g, "a-inf").decision.actions  # type: ignore[union-attr]
    run(g, "maneuver", 4)
    assert no(act(g, "a-gun"), "dfire c1") == {"dgk.III.pass.5"} and ("mfire", "c1") in act(g, "a-gun").decision.actions  # type: ignore[union-attr]


@rule("dgk.X.train.14")
def test_riders_fire_out_of_every_side() -> None:
    g = rails(
        unit("a-mg", "machinegun", 0, 0, 0, "deployed", aboard="a-train"),
        unit("c1", "infantry", 30, 22, 180),
        unit("c2", "infantry", 30, 40, 0),
    )
    assert {("dfire", "c1"), ("dfire", "c2")} <= set(act(g, "a-mg").decision.actions)  # type: ignore[union-attr]
    ahead = rails(unit("a-mg", "machinegun", 0, 0, 0, "deployed", aboard="a-train"), unit("c1", "machinegun", 40, 30, 270))
    assert no(act(ahead, "a-mg"), "dfire c1") == {"dgk.X.train.14"}  # the locomotive is in the way


@rule("dgk.X.train.2", "dgk.X.train.3")
def test_cars_stay_and_half_of_them_destroy_the_train() -> None:
    g = rails(
        unit("a-inf", "infantry", 0, 0, 0, "maneuver", aboard="a-train"),
        *(unit(f"a{i}", "machinegun", 4 * i, 44) for i in range(6)),
    )
    s = act(g, "a-inf")
    damage.hurt(s, 0, 3, Source((30, 10), 1))
    assert g.bases[0] == 3 and len(state.cars(g, 0)) == 4 and g.place[0] == ON  # marked, not removed
    damage.hurt(s, 0, 1, Source((30, 10), 1))
    u = n(g, "a-inf")
    assert g.place[0] == GONE and g.place[u] == ON and g.status[u] == 1
    assert g.cuts == (("line", g.s[0], 1),)
    assert shapely.distance(state.shape(g, u), shapely.Point(28, 30)) < 3


@rule("dgk.X.train.15")
def test_trains_and_riders_do_not_fall_back() -> None:
    g = rails(
        unit("a-inf", "infantry", 0, 0, 0, "maneuver", aboard="a-train"),
        *(unit(f"a{i}", "machinegun", 4 * i, 44) for i in range(6)),
    )
    s = act(g, "a-inf")
    damage.hurt(s, n(g, "a-inf"), 3, Source((30, 10), 1))
    damage.hurt(s, 0, 3, Source((30, 10), 1))
    assert keys(s).count("stays-aboard") == 2 and "falls-back" not in keys(s) and g.place[n(g, "a-inf")] == ABOARD


@rule("dgk.X.train.16")
def test_only_cavalry_assaults_a_moving_train_and_none_a_marching_one() -> None:
    g = rails(unit("c-horse", "cavalry", 36, 24, 180, "maneuver"), unit("c-foot", "infantry", 40, 24, 180, "maneuver"))
    horse, foot = n(g, "c-horse"), n(g, "c-foot")
    run(g, "maneuver", 8)
    assert isinstance(assault.plan(g, horse, 0, 12), assault.Charge)
    assert assault.question(g, horse, 0, True).cover == "soft"
    assert [r.rule for r in assault.plan(g, foot, 0, 6)] == ["dgk.X.train.16"]  # type: ignore[union-attr]
    g.speed[0], g.moved[0] = FAST, 2
    assert [r.rule for r in assault.plan(g, horse, 0, 12)] == ["dgk.X.train.16"]  # type: ignore[union-attr]


@rule("dgk.X.train.17")
def test_the_train_is_assaulted_at_its_locomotive_and_riders_where_they_are() -> None:
    g = rails(unit("a-inf", "infantry", 0, 0, 0, "maneuver", aboard="a-train"), unit("c1", "infantry", 27, 25, 180, "maneuver"))
    c = n(g, "c1")
    engine = vehicles.assault_shape(g, 0)
    assert engine.bounds[0] == pytest.approx(29) and engine.bounds[2] == pytest.approx(30)
    train_plan, rider_plan = assault.plan(g, c, 0, 6), assault.plan(g, c, n(g, "a-inf"), 6)
    assert isinstance(rider_plan, assault.Charge) and rider_plan.cost == pytest.approx((1**2 + 4.5**2) ** 0.5)
    assert isinstance(train_plan, assault.Charge) and train_plan.cost == pytest.approx((2**2 + 4.5**2) ** 0.5)


@rule("dgk.IV.train.6", "dgk.X.veh.2", "dgk.X.veh.3")
def test_boarding_and_leaving_only_at_rest_and_in_contact() -> None:
    g = rails(unit("a-inf", "infantry", 28, 30.52, 0, "maneuver"))
    u = n(g, "a-inf")
    assert ("board", "a-train") in act(g, "a-inf").decision.actions  # type: ignore[union-attr]
    g.moved[0] = 1
    assert no(act(g, "a-inf"), "board a-train") == {"dgk.X.veh.2"}
    g.moved[0] = 0
    g.y[u] += 1000
    assert no(act(g, "a-inf"), "board a-train") == {"dgk.X.veh.3"}
    g.y[u] -= 1000
    act(g, "a-inf").take("board a-train")
    assert g.place[u] == ABOARD and g.form[u] == MANEUVER
    g.speed[0] = SLOW
    assert no(act(g, "a-inf"), "leave") == {"dgk.X.veh.2"}
    g.speed[0] = HALTED
    act(g, "a-inf").take("leave")
    assert g.place[u] == ON and shapely.distance(state.shape(g, u), state.shape(g, 0)) < 0.1


@rule("dgk.X.veh.1", "dgk.X.veh.4")
def test_capacity_of_a_train_is_a_unit_a_car() -> None:
    riders = [unit(f"a{i}", "infantry", 0, 0, 0, "maneuver", aboard="a-train") for i in range(4)]
    g = rails(*riders, unit("a9", "machinegun", 28, 30.52, 0, "maneuver"))
    assert no(act(g, "a9"), "board a-train") == {"dgk.X.veh.1"}
    damage.remove(act(g, "a9"), n(g, "a3"), 1, "dgk.V.dmg.6")
    assert no(act(g, "a9"), "board a-train") == set()
    assert no(act(g, "a9"), "board a1") == {"dgk.X.veh.1"}


@rule("dgk.IV.truck.1")
def test_the_option_that_trucks_are_fast() -> None:
    g = table(*(unit(id, "slow", 20, 30, 0, "maneuver", vehicle=v) for id, v in (("a1", "truck"), ("a2", "wagon"))))
    fast = scenario.variant(g.scn.id, {"trucks": "fast"})
    assert [u.type for u in g.scn.units[:2]] == ["slow", "slow"] and [u.type for u in fast.units[:2]] == ["fast", "slow"]
    assert umpire.base_move(fast.units[0].type, "average", "march") == 16


@rule("dgk.X.auto.1", "dgk.IV.truck.1", "dgk.IV.mule.1", "dgk.IV.veh.1")
def test_trucks_and_wagons_are_slow_and_cars_fast_by_their_type_with_the_formations_of_infantry() -> None:
    from firestep.games.dgk import umpire

    g = table(
        unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="truck", bases=4),
        unit("a2", "fast", 30, 30, 0, "maneuver", vehicle="car", bases=4),
        unit("a3", "slow", 40, 30, 0, "march", vehicle="wagon", bases=2),
    )
    assert [umpire.base_move(g.scn.units[i].type, "average", "maneuver") for i in (0, 1, 2)] == [4, 8, 4]
    assert state.layout(g, 0).ranks == (2, 2) and state.layout(g, 2).ranks == (1, 1)


@rule("dgk.X.auto.2")
def test_capacity_of_automobiles() -> None:
    def fits(vehicle: str, kind: str, bases: int, type: str) -> bool:
        g = table(
            unit("a1", type, 20, 30, 0, "maneuver", vehicle=vehicle, bases=2),
            unit("a2", kind, 20, 32.0, 0, "maneuver", bases=bases),
        )
        return not vehicles.board_refusals(g, 1, 0)

    assert fits("car", "infantry", 4, "fast") and not fits("car", "infantry", 5, "fast")
    assert fits("truck", "infantry", 8, "slow") and fits("truck", "field", 3, "slow") and not fits("car", "field", 3, "fast")
    assert fits("truck", "cavalry", 4, "slow") and not fits("car", "cavalry", 4, "fast")


@rule("dgk.X.auto.3", "dgk.III.deploy.4")
def test_vehicles_never_deploy() -> None:
    g = table(unit("a1", "fast", 20, 30, 0, "maneuver", vehicle="car"))
    assert no(act(g, "a1"), "deploy") == {"dgk.X.auto.3"} and vehicles.target_form(g, 0) == MANEUVER


@rule("dgk.X.auto.4")
def test_a_lost_automobile_base_puts_out_those_who_no_longer_fit() -> None:
    g = table(
        unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="truck", bases=3),
        unit("a2", "infantry", 0, 0, 0, "maneuver", aboard="a1"),
        unit("a3", "infantry", 0, 0, 0, "maneuver", aboard="a1"),
        unit("a4", "infantry", 0, 0, 0, "maneuver", aboard="a1"),
        *(unit(f"a-{i}", "machinegun", 4 * i, 44) for i in range(6)),
    )
    s = act(g, "a1")
    damage.hurt(s, 0, 3, Source((20, 10), 1))
    assert g.bases[0] == 2 and [g.place[i] for i in (1, 2, 3)] == [ABOARD, ABOARD, ON] and g.status[3] == 1


@rule("dgk.X.auto.5", "dgk.X.auto.6")
def test_no_cover_and_only_moving_fire_from_automobiles() -> None:
    g = table(
        unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="truck", bases=6),
        unit("a-inf", "infantry", 0, 0, 0, "maneuver", aboard="a1"),
        unit("a-gun", "field", 0, 0, 0, "maneuver", aboard="a1"),
        unit("a-mg", "machinegun", 0, 0, 0, "maneuver", aboard="a1"),
        unit("a-mg2", "machinegun", 0, 0, 0, "maneuver", aboard="a1", arms=["mounted"]),
        unit("c1", "infantry", 20, 22, 180),
    )
    assert fire.cover_of(g, n(g, "a-inf")) == "none" and vehicles.target_form(g, n(g, "a-inf")) == MANEUVER
    assert no(act(g, "a-inf"), "dfire c1") == {"dgk.III.pass.7"} and no(act(g, "a-inf"), "mfire c1") == set()
    assert no(act(g, "a-gun"), "mfire c1") == {"dgk.X.auto.6"} == no(act(g, "a-mg"), "mfire c1")
    assert no(act(g, "a-mg2"), "mfire c1") == set()


@rule("dgk.X.ac.1", "dgk.X.ac.2")
def test_armoured_cars() -> None:
    for hull_down, against_fire in ((False, "hard"), (True, "fortified")):
        g = table(
            unit("a1", "armoured-car", 20, 30, 0, "maneuver", vehicle="armoured-car", bases=2, hull_down=hull_down),
            unit("c1", "infantry", 20, 22, 180, "maneuver"),
            unit("a2", "infantry", 20, 32.02, 0, "maneuver"),
        )
        assert fire.cover_of(g, 0) == against_fire and fire.cover_of(g, 0, assault=True) == "hard"
    assert ("mfire", "c1") in act(g, "a1").decision.actions  # type: ignore[union-attr]
    assert assault.question(g, 1, 0, True).target == "armoured-car"
    assert no(act(g, "a2"), "board a1") == {"dgk.X.veh.1"}
    from firestep.games.dgk import umpire

    m = umpire.model()
    for section, field in (
        (m["fire"], "type"),
        (m["assault"]["defensive_fire"], "target-type"),
        (m["assault"]["defence"], "target-type"),
    ):
        assert section[field]["values"]["armoured-car"] == section[field]["values"]["machinegun"]
    behind = table(unit("a1", "armoured-car", 20, 30, 180, "maneuver", vehicle="armoured-car"), unit("c1", "infantry", 20, 22, 180))
    assert no(act(behind, "a1"), "mfire c1") == {"dgk.VI.arc.1"}  # an ordinary front


def test_vehicles_move_with_their_riders() -> None:
    g = table(
        unit("a1", "fast", 20, 30, 0, "maneuver", vehicle="car", bases=2), unit("a2", "infantry", 0, 0, 0, "maneuver", aboard="a1")
    )
    s = at(g, Place(0, "maneuver", 8000))
    s.take("go 20 24 0")
    assert g.moved[0] == 1 and state.shape(g, 1).equals(state.shape(g, 0)) and no(act(g, "a2"), "leave") == {"dgk.X.veh.2"}
