"""Turns, initiative, rounds and the actions of units (dgk.II.org, dgk.III)."""

from __future__ import annotations

import pytest

from firestep.engine.errors import Illegal
from firestep.games.dgk import formations, orders, sequence
from firestep.games.dgk.formations import DEPLOYED, MANEUVER, MARCH
from firestep.games.dgk.placing import Reform
from firestep.games.dgk.state import State
from firestep.testing import rule, texts
from games.dgk.positions import BEST, WORST, act, at, keys, n, no, roll, table, unit, verbs, where
from games.dgk.test_10_passengers import STANDBY

FOOT, FOE = unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180)


def two_each() -> State:
    return table(
        unit("a1", "infantry", 10, 30),
        unit("a2", "infantry", 20, 30),
        unit("c1", "infantry", 10, 10, 180),
        unit("c2", "infantry", 20, 10, 180),
    )


def start(g: State, first_die: int = 1):  # type: ignore[no-untyped-def]
    g.turn = 0
    return at(g, sequence.TurnBegins(), dice=[[first_die]])


@rule("dgk.III.turn.2")
def test_one_die_gives_the_first_initiative() -> None:
    assert start(two_each(), 5).decision.seat == 0
    assert start(two_each(), 6).decision.seat == 1


@rule("dgk.III.turn.1", "dgk.III.turn.3", "dgk.III.turn.5", "dgk.II.org.1", "dgk.IX.cmd.5")
def test_a_round_is_one_formation_with_its_leader_and_then_the_other_side_has_one() -> None:
    s = start(two_each())
    assert s.decision.actions == [("activate", "A"), ("activate", "a"), ("pass",)]
    s.take("activate a")
    assert s.decision.actions == [("end",), ("leader", "a"), ("unit", "a1"), ("unit", "a2")]
    s.take("unit a1")
    s.take("hold")
    assert ("unit", "a1") not in s.decision.actions and ("unit", "a2") in s.decision.actions
    assert no(s, "unit a1") == {"dgk.III.turn.1"} and not no(s, "unit a2")
    assert no(s, "unit c1") == {"dgk.II.org.2"}
    s.take("end")
    assert s.decision.seat == 1 and ("activate", "c") in s.decision.actions
    assert no(s, "activate A") == {"dgk.III.turn.5"}


@rule("dgk.III.turn.1", "dgk.III.comb.1", "dgk.III.turn.8")
def test_one_action_a_turn_and_a_new_turn_when_all_have_acted() -> None:
    s = start(two_each())
    for f in ("a", "c", "A", "C"):
        s.take(f"activate {f}")
        if f == "a":
            s.take("unit a2")
            s.take("hold")
            assert "unit a1" in texts(s) and "unit a2" not in texts(s)
            assert no(s, "unit a2") == {"dgk.III.turn.1"}
        s.take("end")
        if f == "c":
            assert no(s, "activate a") == {"dgk.III.turn.1"}
    assert s.state.turn == 2 and s.state.acted == [0, 0, 0, 0]


@rule("dgk.III.turn.4")
def test_a_leader_without_units_may_take_a_round_to_move_or_hold() -> None:
    s = start(two_each())
    s.take("activate A")
    assert s.decision.actions == [("end",), ("leader", "A")]
    s.take("leader A")
    assert verbs(s) == {"hold", "ride"}


@rule("dgk.III.turn.6")
def test_two_refusals_in_succession_end_the_turn_and_an_action_between_resets_them() -> None:
    s = start(two_each())
    s.take("pass")
    assert s.decision.seat == 1 and s.state.turn == 1
    s.take("activate c")
    s.take("end")
    s.take("pass")
    assert s.state.turn == 1
    s.take("pass")
    assert s.state.turn == 2


@rule("dgk.III.turn.7")
def test_the_side_left_over_finishes_in_any_order() -> None:
    s = start(two_each())
    for f in ("a", "c", "A"):
        s.take(f"activate {f}")
        s.take("end")
    assert s.decision.seat == 1
    g = two_each()
    g.activated[0] = g.activated[1] = 1
    s = at(g, sequence.Rounds())
    for f in ("c", "C"):
        assert s.decision.seat == 1
        s.take(f"activate {f}")
        s.take("end")


@rule("dgk.III.hold.1")
def test_hold_needs_no_roll() -> None:
    s = act(two_each(), "a1")
    s.take("hold")
    assert s.state.acted[0] == 1 and s.state.rolls == 0


@rule("dgk.III.deploy.1", "dgk.III.deploy.2", "dgk.III.deploy.4", "dgk.III.deploy.5", "dgk.IV.dep.2")
def test_deploy_makes_a_line_about_the_middle_of_the_front() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"))
    s = act(g, "a1", BEST)
    s.take("deploy")
    s.take("face 70")
    assert g.form[0] == DEPLOYED and where(s, "a1") == (20, 30, 70) and s.state.rolls == 3
    assert formations.layout(DEPLOYED, False, 4, 2).ranks == (4,)
    for kind in ("cavalry", "machinegun", "field", "heavy"):
        assert ("deploy",) in act(table(unit("a1", kind, 20, 30, 0, "maneuver")), "a1").decision.actions
    assert "form" not in verbs(act(g.copy(), "a1"))  # nothing else deploys a unit


@rule("dgk.III.deploy.3", "dgk.IV.dep.3")
def test_a_deployed_unit_moves_one_inch_at_most_and_stays_deployed() -> None:
    s = act(table(unit("a1", "infantry", 20, 30)), "a1", BEST)
    s.take("deploy")
    assert no(s, "face 0 at 20 28.9") == {"dgk.III.deploy.3"}
    assert no(s, "go 20 29 0") == {"dgk.IV.dep.3"}
    s.take("face 30 at 20.6 29.2")
    assert where(s, "a1") == (20.6, 29.2, 30) and s.state.form[0] == DEPLOYED
    s = act(table(unit("a1", "infantry", 20, 30, 0, "maneuver")), "a1", BEST)
    s.take("deploy")
    assert no(s, "face 0 at 20 29.5") == {"dgk.III.deploy.3"}  # only a unit that is deployed already


@rule("dgk.III.man.1", "dgk.III.man.4", "dgk.III.man.5", "dgk.IV.man.4", "dgk.IV.man.5", "dgk.IV.man.6", "dgk.II.cav.3")
def test_maneuver_forms_turns_and_moves() -> None:
    g = table(unit("a1", "cavalry", 20, 30))
    s = act(g, "a1", BEST)
    s.take("maneuver")
    s.take("go 26 26 250 via 24 30")
    assert g.form[0] == MANEUVER and where(s, "a1") == (26, 26, 250) and s.state.rolls == 3


@rule("dgk.III.march.1", "dgk.III.march.4", "dgk.IV.march.1", "dgk.IV.march.3", "dgk.III.march.3")
def test_march_makes_a_column_that_neither_fires_nor_assaults() -> None:
    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 14, 180))
    s = act(g, "a1", BEST)
    s.take("march")
    s.take("go 20 21 0 via 17 27")
    assert g.form[0] == MARCH and s.state.rolls == 3
    assert formations.layout(MARCH, False, 4, 2).ranks == (1, 1, 1, 1)
    g.acted[0] = 0
    s = act(g, "a1")
    assert not verbs(s) & {"dfire", "mfire", "assault"}
    assert (
        no(s, "mfire c1") == {"dgk.III.march.3"}
        and "dgk.III.march.3" in no(s, "assault c1")
        and no(s, "dfire c1") == {"dgk.VI.fire.1"}
    )


@rule("dgk.III.dfire.1", "dgk.VI.fire.1", "dgk.III.dfire.2")
def test_deployed_fire_needs_a_unit_that_began_the_turn_deployed() -> None:
    g = table(unit("a1", "infantry", 20, 30), unit("a2", "infantry", 26, 30, 0, "maneuver"), unit("c1", "infantry", 22, 22, 180))
    assert ("dfire", "c1") in act(g, "a1").decision.actions
    assert no(act(g, "a2"), "dfire c1") == {"dgk.VI.fire.1"}
    g.began[0] = MANEUVER
    assert no(act(g, "a1"), "dfire c1") == {"dgk.VI.fire.1"}


@rule("dgk.III.dfire.3")
def test_deployed_fire_allows_no_turn() -> None:
    s = act(table(unit("a1", "infantry", 20, 30, 180), unit("c1", "infantry", 20, 22, 180)), "a1")
    assert no(s, "dfire c1") == {"dgk.VI.arc.1"} and no(s, "face 0") == {"dgk.III.dfire.3"}


@rule("dgk.III.mfire.1", "dgk.III.mfire.2", "dgk.III.comb.2", "dgk.III.comb.3", "dgk.III.dfire.4", "dgk.VI.fire.2")
def test_moving_fire_comes_first_and_combines_with_deploy_or_maneuver() -> None:
    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 20, 180))
    s = act(g, "a1", WORST, BEST)
    s.take("mfire c1")
    shot = next(e for e in s.journal if e.key == "fire")
    assert shot.params["action"] == "moving-fire" and shot.params["range"] == 10.0  # from where it stood
    assert s.decision.actions == [("deploy",), ("maneuver",)]  # it was deployed, so it must move
    assert no(s, "march") == {"dgk.III.comb.2"} and no(s, "done") == {"dgk.III.mfire.1"}
    s.take("maneuver")
    s.take("go 20 27 0")
    assert s.state.form[0] == MANEUVER and "fire" not in verbs_after(s)


def verbs_after(s) -> set[str]:  # type: ignore[no-untyped-def]
    return set() if s.decision is None else verbs(s)


@rule("dgk.III.mfire.1")
def test_a_unit_in_maneuver_formation_may_use_moving_fire_alone() -> None:
    s = act(table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 20, 180)), "a1", WORST)
    s.take("mfire c1")
    assert ("done",) in s.decision.actions


@rule("dgk.III.mfire.3")
def test_moving_fire_alone_may_follow_a_change_of_facing() -> None:
    g = table(unit("a1", "infantry", 20, 30, 180, "maneuver"), unit("c1", "infantry", 20, 20, 180))
    s = act(g, "a1", WORST)
    assert no(s, "mfire c1") == {"dgk.VI.arc.1"}
    s.take("face 0")
    assert s.decision.actions == [("mfire", "c1")] and no(s, "hold") == {"dgk.III.mfire.3"}
    assert keys(s)[-1] == "turns"  # both sides read that it turned
    s.take("mfire c1")
    assert s.decision is None and where(s, "a1") == (20, 30, 0)  # and nothing more


@rule("dgk.III.regr.1", "dgk.V.stat.3", "dgk.III.regr.4")
def test_only_shaken_units_regroup_and_do_nothing_else() -> None:
    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 25, 180))
    assert no(act(g, "a1"), "regroup") == {"dgk.III.regr.1"}
    g.status[0] = 2
    s = act(g, "a1", WORST)
    assert verbs(s) >= {"regroup", "dfire", "maneuver", "assault"}  # dgk.III.ui.2
    s.take("regroup")
    assert s.decision is None and g.status[0] == 2


@rule("dgk.III.regr.2", "dgk.V.stat.4", "dgk.V.dmg.8")
def test_a_regrouped_unit_takes_any_formation_and_facing_and_no_bases_return() -> None:
    g = table(unit("a1", "infantry", 20, 30))
    g.status[0], g.bases[0] = 2, 3
    s = act(g, "a1", BEST)
    s.take("regroup")
    assert g.status[0] == 0
    s.take("form march 215.5")
    assert g.form[0] == MARCH and where(s, "a1") == (20, 30, 215.5) and g.bases[0] == 3


@rule("dgk.III.regr.2")
def test_a_partly_regrouped_unit_is_one_step_better() -> None:
    g = table(unit("a1", "infantry", 20, 30))
    g.status[0] = 2
    s = act(g, "a1", roll(300))
    s.take("regroup")
    assert g.status[0] == 1 and verbs(s) == {"form", "keep"}  # a step is a success: any formation and facing
    g.status[0] = 2
    s = act(g, "a1", WORST)
    s.take("regroup")
    assert g.status[0] == 2 and s.decision is None


@rule("dgk.III.ui.2", "dgk.V.stat.2")
def test_shaken_units_may_do_everything() -> None:
    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 25, 180))
    calm = verbs(act(g, "a1"))
    g.status[0] = 1
    assert verbs(act(g, "a1")) == calm | {"regroup"}


@rule("dgk.IV.ord.1", "dgk.IV.ord.3")
def test_a_lost_order_leaves_actions_without_movement() -> None:
    for action in ("deploy", "maneuver", "march", "assault c1"):
        g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 25, 180))
        g.status[0] = 1
        s = act(g, "a1", WORST)
        s.take(action)
        assert verbs(s) == {"hold", "dfire", "regroup"}, action
        assert no(s, "maneuver") == {"dgk.IV.ord.3"} == no(s, "assault c1")
        assert where(s, "a1") == (20, 30, 0) and g.form[0] == DEPLOYED


@rule("dgk.IV.ord.4", "dgk.IV.stat.2")
def test_a_delayed_order_halves_the_move() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"))
    s = act(g, "a1", roll(800))
    s.take("maneuver")
    assert next(e for e in s.journal if e.key == "order").params["result"] == "delayed"
    assert no(s, "go 20 26.9 0") == {"dgk.IV.move.1"}
    s.take("go 20 27 0")


@rule("dgk.IV.ord.4")
def test_a_delayed_deploy_takes_the_line_without_the_inch() -> None:
    s = act(table(unit("a1", "infantry", 20, 30)), "a1", roll(850))
    s.take("deploy")
    assert no(s, "face 0 at 20 29.5") == {"dgk.III.deploy.3"}
    s.take("face 20")


@rule("dgk.IX.cmd.2")
def test_fire_needs_no_order() -> None:
    s = act(table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 22, 180)), "a1", WORST)
    s.take("dfire c1")
    assert "order" not in keys(s) and s.state.rolls == 3


@rule("dgk.III.route.1", "dgk.III.route.6", "dgk.III.route.2")
def test_route_march_brings_a_unit_on_without_an_order_and_ends_with_another_action() -> None:
    g = table(unit("a1", "infantry", 20, 48, 0, "march", enters=2), unit("a2", "infantry", 40, 40))
    g.turn = 0
    s = at(g, sequence.TurnBegins(), dice=[[1], [1]])
    s.take("activate a")
    assert ("unit", "a1") not in s.decision.actions  # it comes in turn 2
    s.take("end")
    s.take("pass")
    s.take("pass")
    assert s.state.turn == 2
    s.take("activate a")
    s.take("unit a1")
    rolls = s.state.rolls
    s.take("enter")
    assert no(s, "go 20 35.5 0") == {"dgk.IV.move.1"}
    s.take("go 20 36 0")
    assert s.state.rolls == rolls and g.route[0] == 1
    g.acted[0] = 0
    assert ("route",) in act(g, "a1").decision.actions
    s = act(g, "a1")
    s.take("hold")
    g.acted[0] = 0
    assert no(act(g, "a1"), "route") == {"dgk.III.route.6"}


@rule("dgk.III.ui.1", "dgk.III.ass.4")
def test_a_unit_in_close_combat_has_used_its_action() -> None:
    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 26, 0))
    g.status[1] = 2
    s = act(g, "a1", BEST, roll(1000), roll(1000), roll(1000))
    s.take("assault c1")
    assert g.acted[0] == 1 and g.acted[1] == 1
    s = at(g, sequence.Activation(g.scn.formation_no["c"]))
    assert no(s, "unit c1") == {"dgk.III.ui.1"}


def test_a_refused_action_changes_nothing() -> None:
    s = act(two_each(), "a1")
    before = s.hash()
    for bad in ("assault c1", "fly 3 4", "go 1 2 3", "dfire nobody", "face nan", "board c1", "explode x", "face 1e99"):
        with pytest.raises(Illegal):
            s.take(bad)
    assert s.hash() == before and n(s, "a1") == 0


@rule("dgk.VI.fire.1", "dgk.III.dfire.4")
def test_a_unit_that_deployed_fires_deployed_from_the_next_turn_on() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 22, 180))
    g.form[0] = 0  # it deployed this turn
    assert no(act(g, "a1"), "dfire c1") == {"dgk.VI.fire.1"}
    s = at(g, sequence.TurnBegins(), dice=[[1]])
    assert s.state.turn == 2 and no(at(s.state, orders.Act(0)), "dfire c1") == set()


@rule("dgk.III.route.1", "dgk.VIII.gen.1")
def test_a_column_enters_with_its_tail_still_off_the_table() -> None:
    g = table(unit("a1", "infantry", 20, 47.8, 0, "march", enters=1), *STANDBY)
    assert no(act(g, "a1"), "enter") == set()
    blocked = table(unit("a1", "infantry", 20, 47.8, 0, "march", enters=1), unit("a2", "infantry", 20, 47.5), *STANDBY)
    assert no(act(blocked, "a1"), "enter") == {"dgk.IV.move.11"}


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
