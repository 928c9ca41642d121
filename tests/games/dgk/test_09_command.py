"""Leaders and command (dgk.IX, dgk.II.ldr, dgk.II.org)."""

from __future__ import annotations

import pytest
import shapely

from firestep.games.dgk import command, damage, sequence, state, umpire
from firestep.games.dgk.formations import MANEUVER
from firestep.games.dgk.placing import Place
from firestep.games.dgk.sequence import MoveLeader
from firestep.testing import rule
from games.dgk.positions import BEST, WORST, act, at, box, keys, n, no, roll, table, unit, verbs, where


@rule("dgk.IX.cmd.1", "dgk.IV.ord.2", "dgk.IX.cmd.3")
def test_within_six_inches_of_the_nearest_parts() -> None:
    # a brigadier's base is 1.5 inches across; the unit's rear is at y = 31
    for y, near in ((37.7, True), (37.8, False)):
        g = table(unit("a1", "infantry", 20, 30), leaders={"a": (20, y)})
        assert command.leader_near(g, 0) is near
    from firestep.games.dgk.orders import order_question

    g = table(unit("a1", "infantry", 20, 30), leaders={"a": (20, 33)})
    assert order_question(g, 0, "march").leader


@rule("dgk.IX.cmd.4", "dgk.II.org.2")
def test_chain_of_command() -> None:
    others = [
        {"id": "b", "level": "brigade", "side": "allied", "parent": "A", "x": 20, "y": 33},
        {"id": "D", "level": "division", "side": "allied", "x": 20, "y": 34},
    ]
    g = table(unit("a1", "infantry", 20, 30), unit("b1", "infantry", 30, 30, formation="b"), formations=others)
    f = g.scn.formation_no
    assert not command.leader_near(g, 0)  # a neighbour's brigadier and another division's commander do not help
    assert not command.commands(g, f["b"], 0) and not command.commands(g, f["D"], 0)
    assert command.commands(g, f["a"], 0) and command.commands(g, f["A"], 0) and command.commands(g, f["A"], n(g, "b1"))
    assert not command.commands(g, f["C"], 0)
    g.lx[f["A"]], g.ly[f["A"]] = 20_000, 33_000  # the superior helps, but the unit acts with its own brigade
    assert command.leader_near(g, 0)
    s = at(g, sequence.Activation(f["A"]))
    assert no(s, "unit a1") == {"dgk.II.org.2"}


@rule("dgk.IX.cmd.4")
def test_the_commander_in_chief_helps_any_unit_of_his_side() -> None:
    others = [
        {"id": "D", "level": "division", "side": "allied", "x": 40, "y": 44},
        {"id": "d", "level": "brigade", "side": "allied", "parent": "D", "x": 44, "y": 44},
    ]
    g = table(unit("d1", "infantry", 20, 30, formation="d"), formations=others, leaders={"A": (20, 33)})
    assert command.leader_near(g, n(g, "d1"))


@rule("dgk.III.ldr.1", "dgk.IV.ldr.1", "dgk.III.ldr.2", "dgk.IX.cmd.6")
def test_a_leader_rides_24_inches_once_at_cavalry_rates() -> None:
    g = table(unit("a1", "infantry", 20, 30), leaders={"a": (20, 36)})
    f = g.scn.formation_no["a"]
    s = at(g, sequence.MoveLeader(f))
    assert verbs(s) == {"hold", "ride"} and no(s, "regroup") == {"dgk.III.ldr.2"} == no(s, "dfire c1")
    assert no(s, "ride 44 36") == set() and no(s, "ride 44.1 36") == {"dgk.III.ldr.1"}
    assert no(s, "ride 20 24 30 36") == {"dgk.III.ldr.1"}  # by way of a point
    s.take("ride 44 36")
    assert state.leader_at(g, f) == (44, 36)
    assert command.leader_move(g, f, [(40, 36)])[0].rule == "dgk.IX.cmd.6"
    rough = table(unit("a1", "infantry", 20, 30), leaders={"a": (20, 36)}, ground=[box("rocks", 22, 30, 40, 40)])
    s = at(rough, sequence.MoveLeader(f))
    assert no(s, "ride 27.4 36") == set() and no(s, "ride 27.6 36") == {"dgk.III.ldr.1"}  # 2 + 4 x 5.5


@rule("dgk.III.regr.3", "dgk.III.ldr.2")
def test_leaders_do_not_regroup() -> None:
    s = at(table(unit("a1", "infantry", 20, 30)), sequence.MoveLeader(1))
    assert no(s, "regroup") == {"dgk.III.ldr.2"}


@rule("dgk.IX.cmd.7", "dgk.IX.cmd.5")
def test_help_some_ride_then_help_others() -> None:
    g = table(unit("a1", "infantry", 10, 30), unit("a2", "infantry", 40, 30), leaders={"a": (10, 33)})
    helped, alone = (umpire.order_chances(umpire.Question("maneuver", "infantry", leader=k)) for k in (True, False))
    only_with_him = roll(helped["obeyed"])  # an order that comes through in time only with a Leader at hand
    assert helped["obeyed"] > alone["obeyed"]

    def results(ride: str) -> list[str]:
        h = g.copy()
        s = at(h, sequence.Activation(h.scn.formation_no["a"]), dice=[only_with_him, only_with_him])
        for words in ("unit a1", "maneuver", "stay", "leader a", ride, "unit a2", "maneuver"):
            s.take(words)
        assert not h.hidden[0] and h.lmoved[h.scn.formation_no["a"]] == 1
        return [e.params["result"] for e in s.journal if e.key == "order"]

    assert results("ride 33.9 33") == ["obeyed", "obeyed"]
    assert results("hold")[0] == "obeyed" and results("hold")[1] != "obeyed"


@rule("dgk.IX.cmd.8")
def test_a_leader_run_over_goes_aside_free_of_charge() -> None:
    g = table(unit("a1", "infantry", 40, 30), unit("c1", "infantry", 20, 20, 180, "maneuver"), leaders={"a": (20, 25)})
    s = at(g, Place(n(g, "c1"), "maneuver", 6000))
    s.take("go 20 25 180")
    f = g.scn.formation_no["a"]
    assert shapely.distance(state.shape(g, n(g, "c1")), shapely.Point(state.leader_at(g, f))) >= 6
    assert g.lmoved[f] == 0 and g.form[n(g, "c1")] == MANEUVER and where(s, "c1")[1] == 25


@rule("dgk.II.base.3")
def test_leader_bases() -> None:
    g = table(unit("a1", "infantry", 20, 30))
    assert [
        round(command.base(g, g.scn.formation_no[i]).bounds[2] - command.base(g, g.scn.formation_no[i]).bounds[0], 2) for i in "aA"
    ] == [1.5, 2.0]


@rule("dgk.III.ldr.1", "dgk.IV.move.12")
def test_a_leader_does_not_ride_through_an_enemy() -> None:
    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 20, 180), leaders={"a": (20, 24)})
    f = g.scn.formation_no["a"]
    s = at(g, MoveLeader(f))
    assert no(s, "ride 20 15") == {"dgk.IV.move.12"} and no(s, "ride 20 26") == set()
    assert no(s, "ride 20 15 ") == {"dgk.IV.move.12"} and no(s, "ride 26 22 26 15") == set()
    g.lx[f], g.ly[f] = 20_000, 20_500  # beside him already: away, but not through him to the other side
    s = at(g, MoveLeader(f))
    assert no(s, "ride 20 15") == {"dgk.IV.move.12"} and no(s, "ride 20 28") == set()


@rule("dgk.IX.cmd.8")
def test_a_leader_gets_out_of_the_way_of_a_unit_that_falls_back_on_him() -> None:
    g = table(unit("a1", "infantry", 20, 20, 0, "maneuver"), unit("c1", "machinegun", 20, 12, 180), leaders={"c": (20, 27.5)})
    s = act(g, "c1")
    damage.hurt(s, 0, 3, damage.Source((20, 12), 1))
    f = g.scn.formation_no["c"]
    assert "leader-aside" in keys(s)
    assert min(shapely.distance(state.shape(g, 0), shapely.Point(state.leader_at(g, f))), 6) >= 5.9


@rule("dgk.IX.cmd.4")
def test_a_brigadier_does_not_help_his_neighbours_brigade() -> None:
    g = table(unit("a1", "infantry", 20, 30), leaders={"a": (20, 33)})
    assert command.leader_near(g, 0)
    g.lx[g.scn.formation_no["a"]] = 40_000
    g.lx[g.scn.formation_no["c"]], g.ly[g.scn.formation_no["c"]] = 20_000, 33_000
    assert not command.leader_near(g, 0)


@rule("dgk.III.ldr.1", "dgk.IV.move.12")
def test_a_leader_that_touches_an_enemy_does_not_ride_through_him() -> None:
    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 20, 180), leaders={"a": (20, 20)})
    s = at(g, MoveLeader(g.scn.formation_no["a"]))
    assert no(s, "ride 20 15") == {"dgk.IV.move.12"} and no(s, "ride 20 26") == set()
    near = table(unit("a1", "infantry", 20, 30), unit("c1", "machinegun", 20, 20, 180), leaders={"a": (22, 26)})
    s = at(near, MoveLeader(near.scn.formation_no["a"]))
    assert no(s, "ride 22 12") == {"dgk.IV.move.12"}  # his base would pass within an inch


@rule("dgk.IX.cmd.8", "dgk.VII.home.3")
def test_a_leader_gets_out_of_the_way_of_an_assault() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "machinegun", 20, 25, 180), leaders={"c": (20, 26)})
    s = act(g, "a1", BEST, WORST, BEST, WORST)
    s.take("assault c1")
    assert "assault-home" in keys(s) and where(s, "a1")[1] == pytest.approx(25) and "leader-aside" in keys(s)
