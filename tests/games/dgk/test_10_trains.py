"""Trains (dgk.X.train, dgk.IV.train)."""

from __future__ import annotations

from firestep.games.dgk import assault, state, vehicles
from firestep.games.dgk.assault import Charge
from firestep.games.dgk.sequence import TurnEnds
from firestep.games.dgk.state import FAST, GONE, ON, SLOW
from firestep.testing import rule
from games.dgk.positions import act, at, charged, keys, line, n, no, table, unit, where
from games.dgk.test_10_passengers import STANDBY, rider
from games.dgk.test_10_vehicles import rails, run

FOOT, FOE = unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180)


@rule("dgk.X.train.14", "dgk.VII.ass.9")
def test_an_assault_on_riders_is_always_frontal() -> None:
    """They fire out of every side, whichever way they faced when they got on."""
    g = rails(rider("a-inf", on="a-train"), unit("c1", "cavalry", 28.5, 25, 180, "maneuver"), *STANDBY)
    for facing in (0, 900, 1800, 2700):
        g.f[n(g, "a-inf")] = facing
        plan = assault.plan(g, n(g, "c1"), n(g, "a-inf"), 12)
        assert isinstance(plan, Charge) and plan.frontal


@rule("dgk.X.train.8", "dgk.X.train.9")
def test_track_broken_behind_a_train_does_not_derail_it() -> None:
    g = rails()
    g.cuts = (("line", 23_000, 0),)
    s = run(g, "maneuver", 8)
    assert g.place[0] == ON and where(s, "a-train")[0] == 38
    g = rails()
    g.cuts = (("line", 33_000, 0),)
    assert run(g, "maneuver", 8).state.place[0] == GONE


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


@rule("dgk.X.train.9", "dgk.VII.home.1")
def test_who_beat_off_an_assault_by_fire_rips_up_no_track_this_turn() -> None:
    g = table(FOOT, FOE, ground=[line("rail", (10, 24.5), (30, 24.5), id="line")], options={"rip-track": "on"})
    assert no(act(g, "c1"), "rip") == set()
    assert "assault-stopped" in keys(charged(g, fire=3))
    assert g.status[1] == 0 and no(act(g, "c1"), "rip") == {"dgk.X.train.9"}


@rule("dgk.IV.train.5", "dgk.III.turn.6")
def test_a_fast_train_whose_formation_did_not_act_rolls_on_and_a_slow_one_halts() -> None:
    g = rails()
    g.speed[0] = FAST
    s = at(g, TurnEnds(), dice=[[1]])
    assert where(s, "a-train")[0] == 34 and g.speed[0] == SLOW
    s = at(g, TurnEnds(), dice=[[1]])
    assert where(s, "a-train")[0] == 34 and g.speed[0] == state.HALTED
