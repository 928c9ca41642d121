"""Formations and movement (dgk.IV, dgk.II.base): shapes, turns, costs, zones, falling back."""

from __future__ import annotations

import math

import pytest
import shapely

from firestep.engine.errors import FirestepError
from firestep.games.dgk import damage, formations, movement, state
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import Layout, Pose
from firestep.games.dgk.formations import DEPLOYED, MANEUVER, MARCH
from firestep.games.dgk.movement import Plan
from firestep.games.dgk.placing import Place
from firestep.games.dgk.state import State
from firestep.testing import rule
from games.dgk.positions import BEST, S, act, area, at, box, line, n, no, table, unit, where

FOOT, FOE = unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180)


def placing(g: State, id: str, action: str = "maneuver", inches: float = 6) -> S:
    return at(g, Place(g.scn.unit_no[id], action, round(inches * 1000), action == "deploy"))


def cost(s: S, action: str) -> float:
    plan = s.decision.step.plan(s, tuple(action.split()))  # type: ignore[union-attr]
    assert isinstance(plan, Plan), plan
    return plan.cost


@rule("dgk.IV.man.1", "dgk.IV.man.3", "dgk.III.man.2", "dgk.IV.man.x")
def test_maneuver_shapes_of_foot_and_horse() -> None:
    assert formations.legal_files(False, 4) == (2,) and formations.ranks(MANEUVER, False, 4, 2) == (2, 2)
    assert formations.legal_files(False, 6) == (2, 3) and formations.ranks(MANEUVER, False, 6, 3) == (3, 3)
    assert formations.ranks(MANEUVER, False, 6, 2) == (2, 2, 2)
    assert formations.ranks(MANEUVER, False, 5, 3) == (3, 2) and formations.ranks(MANEUVER, False, 3, 2) == (2, 1)
    assert formations.ranks(MANEUVER, False, 2, 1) == (1, 1) and formations.ranks(MANEUVER, False, 7, 3) == (3, 2, 2)
    for bases in range(3, 9):
        for files in formations.legal_files(False, bases):
            ranks = formations.ranks(MANEUVER, False, bases, files)
            assert (
                len(ranks) >= 2
                and ranks[0] >= 2
                and max(ranks) == ranks[0]
                and max(ranks) - min(ranks) <= 1
                and sum(ranks) == bases
            )
    with pytest.raises(FirestepError, match="cannot be 4 wide"):
        formations.ranks(MANEUVER, False, 4, 4)


@rule("dgk.IV.man.2", "dgk.III.man.3", "dgk.IV.man.x")
def test_maneuver_shapes_of_artillery() -> None:
    assert formations.ranks(MANEUVER, True, 2, 2) == (2,)  # two wide: the limbers show what it is
    assert formations.ranks(MANEUVER, True, 3, 1) == (1, 1, 1) and formations.ranks(MANEUVER, True, 3, 2) == (2, 1)
    assert formations.ranks(MANEUVER, True, 1, 1) == (1,)


@rule("dgk.III.march.2", "dgk.IV.gap.1", "dgk.IV.limb.1")
def test_marching_guns_leave_room_for_limbers_which_are_no_part_of_the_unit() -> None:
    guns = formations.layout(MARCH, True, 2, 2)
    shape = geometry.shape(Pose(10, 10, 0), guns)
    assert shape.bounds == (9.5, 10, 10.5, 13) and shape.area == pytest.approx(2)
    assert geometry.shape(Pose(10, 10, 0), formations.layout(MARCH, False, 2, 1)).area == pytest.approx(2)
    assert shapely.distance(shape, shapely.Point(10, 11.5)) == pytest.approx(0.5)  # the limber's place measures nothing
    for form in (DEPLOYED, MANEUVER):
        assert formations.layout(form, True, 3, 2).gap == 0
    assert formations.layout(MARCH, False, 4, 2).gap == 0


@rule("dgk.I.app.2")
def test_all_distances_are_inches_of_the_table() -> None:
    for reach, ok in ((12.0, True), (12.01, False)):
        g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 30 - reach, 180))
        assert (no(act(g, "a1"), "dfire c1") == set()) is ok
    s = placing(table(unit("a1", "infantry", 20, 30, 0, "maneuver")), "a1")
    s.take("go 20 24 0")
    assert where(s, "a1")[1] == 24 and next(e for e in s.journal if e.key == "moves").params["cost"] == 6


@rule("dgk.II.base.1", "dgk.II.base.2")
def test_bases_are_an_inch_square() -> None:
    for form in (DEPLOYED, MANEUVER, MARCH):
        assert geometry.shape(Pose(9, 9, 33), formations.layout(form, False, 4, 2)).area == pytest.approx(4)
    assert geometry.shape(Pose(10, 10, 0), Layout((4,))).bounds == (8, 10, 12, 11)


@rule("dgk.IV.form.1", "dgk.IV.form.2", "dgk.II.mark.1")
def test_every_unit_has_one_formation_and_its_state_at_all_times() -> None:
    g = table(
        unit("a1", "machinegun", 20, 30),
        unit("a2", "machinegun", 25, 30, 0, "maneuver"),
        unit("a3", "machinegun", 30, 30, 0, "march"),
    )
    s = act(g, "a1")
    seen = {u["id"]: u for u in s.view(0)["board"]["units"]}
    assert [seen[i]["form"] for i in ("a1", "a2", "a3")] == ["deployed", "maneuver", "march"]  # the marker a single base needs
    assert seen["a1"]["quads"] != [] and {"state", "acted"} <= set(seen["a1"])
    assert "form" not in s.view(0)["board"]["leaders"][0]


@rule("dgk.IV.dep.1")
def test_a_line_may_bend() -> None:
    s = act(table(unit("a1", "infantry", 20, 30)), "a1", BEST)
    s.take("deploy")
    assert no(s, "face 0 bend 60") == {"dgk.IV.dep.1"}
    s.take("face 0 bend 30")
    g = s.state
    left, right = geometry.quads(state.pose(g, 0), state.layout(g, 0))
    assert left[0][1] == pytest.approx(31) and right[1][1] == pytest.approx(31)  # wings refused: half of two inches lower
    assert geometry.front(state.pose(g, 0), state.layout(g, 0)).length == pytest.approx(4)


@rule("dgk.IV.march.2")
def test_a_column_snakes_along_its_way() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "march"))
    s = placing(g, "a1", "march", 12)
    s.take("go 26 26 90 via 20 26")
    ranks = geometry.quads(state.pose(g, 0), state.layout(g, 0))
    assert len(ranks) == 4 and where(s, "a1") == (26, 26, 90)
    g2 = table(unit("a1", "infantry", 20, 30, 0, "march"))
    s2 = placing(g2, "a1", "march", 12)
    s2.take("go 22 26 90 via 20 26")
    tail = geometry.quads(state.pose(g2, 0), state.layout(g2, 0))[-1]
    assert all(abs(x - 20) <= 0.51 and y > 26.9 for x, y in tail)  # its last base is still before the bend


@rule("dgk.IV.stat.1", "dgk.V.dmg.12")
def test_a_change_of_status_moves_nothing() -> None:
    g = table(unit("a1", "infantry", 20, 30, 45, "maneuver"), unit("c1", "infantry", 20, 20, 180))
    s = act(g, "a1")
    damage.hurt(s, 0, 2, damage.Source((20, 20), 1))
    assert g.status[0] == 2 and where(s, "a1") == (20, 30, 45) and g.form[0] == MANEUVER


@rule("dgk.IV.face.1")
def test_turning_keeps_the_middle_of_the_front() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"))
    for f in (0, 37, 90, 200, 359):
        plan = movement.turn(g, 0, MANEUVER, f)
        assert isinstance(plan, Plan) and plan.pose.at == (20, 30)
        a, b = geometry.corners(plan.pose, plan.layout)
        assert ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) == pytest.approx((20, 30))


@rule("dgk.IV.face.2", "dgk.IV.face.x")
def test_a_turn_near_an_enemy_slides_away_along_the_new_front() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 26, 0))  # the enemy's rear is 3 inches off
    before = shapely.distance(state.shape(g, 0), state.shape(g, 1))
    assert before == pytest.approx(3)
    plan = movement.turn(g, 0, MANEUVER, 270)  # turning left: half its front would stand towards the enemy
    assert isinstance(plan, Plan)
    assert plan.pose.x == pytest.approx(20) and plan.pose.y == pytest.approx(31, abs=0.01)
    assert shapely.distance(geometry.shape(plan.pose, plan.layout), state.shape(g, 1)) == pytest.approx(3, abs=0.01)
    far = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 20, 0))
    still = movement.turn(far, 0, MANEUVER, 270)
    assert isinstance(still, Plan) and still.pose.at == (20, 30)  # more than 6 inches: no slide


@rule("dgk.IV.face.3")
def test_the_old_pivot_stays_on_the_front_or_the_turn_is_refused() -> None:
    # the enemy stands before it; a column turning right round would come nearer than any slide of half an inch can mend
    g = table(unit("a1", "infantry", 20, 30, 0, "march"), unit("c1", "infantry", 20, 26, 0))
    refused = movement.turn(g, 0, MARCH, 180)
    assert isinstance(refused, list) and {r.rule for r in refused} == {"dgk.IV.face.3"}
    plan = movement.turn(table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 26, 0)), 0, MANEUVER, 270)
    assert isinstance(plan, Plan)
    assert geometry.front(plan.pose, plan.layout).distance(shapely.Point(20, 30)) < 1e-3


@rule("dgk.IV.face.2", "dgk.IV.face.3")
def test_a_turn_minds_enemies_within_six_inches_of_the_new_place_and_no_farther() -> None:
    """A deep formation turns its rear, four inches long, to an enemy on its right."""
    for distance, allowed in ((5.5, False), (6.5, True)):
        g = table(
            unit("a1", "infantry", 20, 30, 0, "maneuver", bases=8, files=2),
            unit("c1", "machinegun", 24 + distance + 0.5, 31.5, 180),
        )
        assert isinstance(movement.turn(g, 0, MANEUVER, 270), Plan) is allowed


@rule("dgk.IV.move.9", "dgk.IV.move.10")
def test_a_column_pays_road_rates_in_a_town_and_open_ground_beyond_it() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "march"), ground=[box("town", 10, 27, 30, 29)])
    s = placing(g, "a1", "march", 12)
    assert cost(s, "go 20 26 0") == pytest.approx(2 + 2 * 2 / 3)  # two inches of open ground, two of town
    wood = table(unit("a1", "infantry", 20, 30, 0, "march"), ground=[box("woods", 10, 27, 30, 29), line("road", (20, 40), (20, 5))])
    assert cost(placing(wood, "a1", "march", 12), "go 20 26 0") == pytest.approx(4 * 2 / 3)  # the road leads through the wood


@rule("dgk.IV.wheel.1")
def test_a_wheel_costs_the_way_of_the_outer_corner() -> None:
    s = placing(table(unit("a1", "infantry", 20, 30, 0, "maneuver")), "a1")
    assert cost(s, "wheel left 90") == pytest.approx(2 * math.pi / 2, rel=1e-3)
    assert no(placing(table(unit("a1", "infantry", 20, 30, 0, "maneuver")), "a1", inches=3), "wheel left 90") == {"dgk.IV.wheel.1"}
    s.take("wheel left 90")
    assert where(s, "a1") == (19, 29, 270)  # about the front left corner


@rule("dgk.IV.wheel.1", "dgk.IV.move.3")
def test_a_wheel_back_turns_on_a_rear_corner_at_half_speed() -> None:
    s = placing(table(unit("a1", "infantry", 20, 30, 0, "maneuver")), "a1", inches=7)
    assert cost(s, "wheel left 90 back") == pytest.approx(2 * math.pi, rel=1e-3)
    s.take("wheel left 90 back")
    assert where(s, "a1") == (21, 33, 90)  # about the rear left corner (19, 32); the rear right one went back


@rule("dgk.IV.wheel.1", "dgk.IV.move.12")
def test_a_wheel_keeps_an_inch_from_enemies_all_the_way_round() -> None:
    def wheeling(x: float) -> set[str]:
        g = table(unit("a1", "infantry", 20, 30, 0, "maneuver", bases=8, files=4), unit("c1", "machinegun", x, 25.6, 180))
        return no(placing(g, "a1", inches=12), "wheel left 150")

    assert wheeling(20.5) == {"dgk.IV.move.12"} and wheeling(30) == set()


@rule("dgk.IV.move.1", "dgk.IV.move.2", "dgk.IV.base.1")
def test_any_part_of_the_base_move_but_never_more() -> None:
    s = placing(table(unit("a1", "infantry", 20, 30, 0, "maneuver")), "a1")
    assert cost(s, "go 20 28.5 0") == pytest.approx(1.5) and cost(s, "go 20 30 90") == 0
    assert no(s, "go 20 23.99 0") == {"dgk.IV.move.1"} and no(s, "go 20 24 0") == set()
    assert no(s, "go 24 28 0 via 20 27") == {"dgk.IV.move.1"}  # 3 and 4.1 along the path, though the end is near


@rule("dgk.IV.move.3")
def test_sideways_and_back_at_half_speed() -> None:
    s = placing(table(unit("a1", "infantry", 20, 30, 0, "maneuver")), "a1")
    assert cost(s, "shift 20 27") == pytest.approx(3)
    assert cost(s, "shift 23 30") == pytest.approx(6) and cost(s, "shift 20 33") == pytest.approx(6)
    assert no(s, "shift 23.1 30") == {"dgk.IV.move.3"} and no(s, "shift 20 33.2") == {"dgk.IV.move.3"}
    s.take("shift 23 30")
    assert where(s, "a1") == (23, 30, 0)


@rule("dgk.IV.move.4", "dgk.IV.move.5", "dgk.VIII.move.2", "dgk.IV.ldr.1", "dgk.VIII.move.1")
def test_rough_ground_costs_double_or_fourfold() -> None:
    rocks = box("rocks", 10, 10, 30, 29)
    for kind, rate in (
        ("infantry", 2),
        ("machinegun", 2),
        ("field", 2),
        ("heavy", 2),
        ("slow", 2),
        ("cavalry", 4),
        ("fast", 4),
        ("cyclists", 4),
    ):
        g = table(unit("a1", kind, 20, 30, 0, "maneuver"), ground=[rocks])
        assert cost(placing(g, "a1", inches=12), "go 20 27 0") == pytest.approx(1 + 2 * rate), kind


@rule("dgk.IV.move.6")
def test_the_worst_base_counts_for_rough() -> None:
    strip = box("rocks", 20.5, 24, 30, 30)  # only the right wing passes through it
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), ground=[strip])
    assert cost(placing(g, "a1", inches=12), "go 20 27 0") == pytest.approx(6)
    g = table(unit("a1", "infantry", 20, 30, 0, "march"), ground=[box("rocks", 20.6, 24, 30, 30)])
    assert cost(placing(g, "a1", "march", 12), "go 20 27 0") == pytest.approx(3)  # a column slips by


@rule("dgk.IV.move.x1")
def test_example_two_inches_open_and_two_of_woods() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), ground=[box("woods", 10, 20, 30, 28)])
    s = placing(g, "a1")
    assert cost(s, "go 20 26 0") == pytest.approx(6)
    assert no(s, "go 20 25.9 0") == {"dgk.IV.move.1"}


@rule("dgk.IV.move.7", "dgk.VIII.move.5")
def test_linear_obstacles_cost_half_an_inch() -> None:
    for kind in ("infantry", "cavalry"):
        for obstacle in ("hedge", "wall", "fence", "stream"):
            g = table(unit("a1", kind, 20, 30, 0, "maneuver"), ground=[line(obstacle, (10, 28), (30, 28))])
            assert cost(placing(g, "a1"), "go 20 26 0") == pytest.approx(4.5)


@rule("dgk.IV.move.8", "dgk.VIII.move.6")
def test_choke_points_cost_half_an_inch_unless_marching() -> None:
    ground = [box("water", 0, 27, 60, 28), box("bridge", 19, 26.9, 21, 28.1)]
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), ground=ground)
    assert cost(placing(g, "a1"), "go 20 24.6 0") == pytest.approx(5.9)
    g = table(unit("a1", "infantry", 20, 30, 0, "march"), ground=ground)
    assert cost(placing(g, "a1", "march", 12), "go 20 24 0") == pytest.approx(6)


@rule("dgk.IV.move.x2")
def test_example_a_bridge_in_open_country() -> None:
    g = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver"), ground=[box("water", 0, 27, 60, 28), box("bridge", 19, 26.9, 21, 28.1)]
    )
    s = placing(g, "a1")
    assert no(s, "go 20 24.5 0") == set() and no(s, "go 20 24.4 0") == {"dgk.IV.move.1"}


@rule("dgk.IV.move.9", "dgk.VIII.move.7")
def test_towns_are_rough_but_road_to_columns_and_plazas_are_open() -> None:
    ground = [box("town", 10, 20, 30, 30)]
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), ground=ground)
    assert cost(placing(g, "a1", inches=12), "go 20 27 0") == pytest.approx(6)
    g = table(unit("a1", "infantry", 20, 30, 0, "march"), ground=ground)
    assert cost(placing(g, "a1", "march", 12), "go 20 27 0") == pytest.approx(2)
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), ground=[*ground, box("plaza", 15, 22, 25, 30)])
    assert cost(placing(g, "a1", inches=12), "go 20 27 0") == pytest.approx(3)


@rule("dgk.IV.move.10", "dgk.VIII.move.4")
def test_roads_carry_columns_half_as_far_again_and_tracks_do_not() -> None:
    road = line("road", (20, 40), (20, 5))
    g = table(unit("a1", "infantry", 20, 36, 0, "march"), ground=[road])
    s = placing(g, "a1", "march", 12)
    assert cost(s, "go 20 18 0") == pytest.approx(12) and no(s, "go 20 17.9 0") == {"dgk.IV.move.1"}
    g = table(unit("a1", "infantry", 20, 36, 0, "maneuver"), ground=[road])
    assert cost(placing(g, "a1", inches=12), "go 20 30 0") == pytest.approx(6)
    g = table(unit("a1", "infantry", 20, 36, 0, "march"), ground=[line("track", (20, 40), (20, 5))])
    assert cost(placing(g, "a1", "march", 12), "go 20 30 0") == pytest.approx(6)
    g = table(unit("a1", "infantry", 20, 36, 0, "march"), ground=[road, box("woods", 10, 10, 30, 34)])
    assert cost(placing(g, "a1", "march", 12), "go 20 30 0") == pytest.approx(4)  # the road leads through the woods


@rule("dgk.IV.move.11")
def test_through_friends_but_not_into_them() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("a2", "infantry", 20, 27, 0, "deployed"))
    s = placing(g, "a1")
    assert no(s, "go 20 27.5 0") == {"dgk.IV.move.11"}
    assert no(s, "go 20 24.4 0") == set()  # its own depth is two inches: clear of the friend's front


@rule("dgk.IV.move.12")
def test_an_inch_from_the_enemy() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 26, 180))
    s = placing(g, "a1")
    assert no(s, "go 20 27 0") == set() and no(s, "go 20 26.9 0") == {"dgk.IV.move.12"}
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "machinegun", 21.8, 27, 270))
    assert no(placing(g, "a1"), "go 20 25 0") == {"dgk.IV.move.12"}  # passing by its front counts


@rule("dgk.IV.move.12")
def test_a_unit_that_starts_inside_the_zone_may_not_come_nearer() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 29.5, 180))
    s = placing(g, "a1")
    assert "dgk.IV.move.12" in no(s, "shift 20 29.7") and no(s, "shift 20 31") == set()


@rule("dgk.VIII.move.3")
def test_impassable_ground() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), ground=[box("water", 10, 26, 30, 27.5)])
    s = placing(g, "a1")
    assert no(s, "go 20 25 0") == {"dgk.VIII.move.3"} and no(s, "go 20 27 0") == {"dgk.VIII.move.3"}
    assert no(s, "go 20 28 0") == set()


@rule("dgk.VIII.gen.1")
def test_the_edge_of_the_table() -> None:
    s = placing(table(unit("a1", "infantry", 20, 3, 0, "maneuver")), "a1")
    assert "dgk.VIII.gen.1" in no(s, "go 20 -1 0")


@rule("dgk.IV.man.1")
def test_other_widths_on_request() -> None:
    g = table(unit("a1", "cavalry", 20, 30, 0, "maneuver", bases=6))
    s = placing(g, "a1", inches=12)
    assert no(s, "go 20 28 0 files 6") == {"dgk.IV.man.1"}
    s.take("go 20 28 0 files 2")
    assert g.files[0] == 2 and state.layout(g, 0).ranks == (2, 2, 2)


# -- falling back ------------------------------------------------------------------------------------------------------


def driven(g: State, id: str, source: tuple[float, float], levels: int = 3) -> S:
    s = act(g, id)
    damage.hurt(s, n(g, id), levels, damage.Source(source, 1 - state.side(g, n(g, id))))
    return s


@rule("dgk.IV.fall.1", "dgk.IV.fall.2", "dgk.IV.fall.4", "dgk.V.dmg.3")
def test_falling_back_straight_away_with_formation_and_facing_kept() -> None:
    for kind, inches in (("infantry", 6), ("cavalry", 12), ("slow", 4), ("fast", 8)):
        s = driven(table(unit("a1", kind, 20, 20, 270, "maneuver", bases=4)), "a1", (21, 5))
        x, y, f = where(s, "a1")
        assert math.hypot(x - 20, y - 20) == pytest.approx(inches, abs=0.01) and f == 270 and s.state.form[0] == MANEUVER, kind
        assert geometry.turn_between(geometry.bearing((20, 20), (x, y)), geometry.bearing((21, 5), (21, 20))) < 3


@rule("dgk.IV.fall.x")
def test_example_machine_guns_drive_a_unit_back() -> None:
    from firestep.games.dgk import umpire
    from firestep.games.dgk.umpire import Question

    g = table(unit("c1", "machinegun", 30, 20, 270), unit("a1", "infantry", 22, 18, 0, "maneuver"))
    score = umpire.fire_score(
        Question("deployed-fire", "machinegun", target="infantry", formation="maneuver", range=7, numbers="actor-badly-outnumbered")
    ).total
    from games.dgk.positions import levels

    s = act(g, "c1", levels(score, 3))
    s.take("dfire a1")
    x, y, f = where(s, "a1")
    assert math.hypot(x - 22, y - 18) == pytest.approx(6, abs=0.01) and x < 17 and f == 0
    assert g.status[n(g, "a1")] == 2 and g.bases[n(g, "a1")] == 3 and g.form[n(g, "a1")] == MANEUVER


@rule("dgk.IV.fall.1")
def test_falling_back_swerves_up_to_45_degrees() -> None:
    g = table(
        unit("a1", "infantry", 20, 20, 0, "maneuver"), unit("c1", "infantry", 20, 27, 0), unit("c2", "machinegun", 20, 8, 180)
    )
    s = driven(g, "a1", (20, 8))
    x, y, _ = where(s, "a1")
    turn = geometry.turn_between(geometry.bearing((20, 20), (x, y)), 180)
    assert 0 < turn <= 45.5 and s.state.place[0] == state.ON


@rule("dgk.IV.fall.3")
def test_falling_back_at_full_speed_but_over_the_ground_as_it_is() -> None:
    s = driven(table(unit("a1", "infantry", 20, 20, 90, "maneuver"), ground=[box("rocks", 0, 22, 60, 44)]), "a1", (21, 5))
    # sideways at full speed, measured from the side that leads (its flank stands at 21): an inch in the open, 2.5 of rock for 5
    assert where(s, "a1")[1] == pytest.approx(23.5, abs=0.1)


@rule("dgk.V.dmg.11")
def test_surrender_when_the_way_back_is_barred() -> None:
    s = driven(table(unit("a1", "infantry", 20, 20, 0, "maneuver"), ground=[box("water", 0, 24, 60, 26)]), "a1", (20, 8))
    assert s.state.place[0] == state.GONE and s.state.losses == [1, 0]
    ring = [unit("c1", "infantry", 20, 25, 0), unit("c2", "infantry", 25, 24, 315), unit("c3", "infantry", 15, 24, 45)]
    s = driven(table(unit("a1", "infantry", 20, 20, 0, "maneuver"), *ring), "a1", (20, 8))
    assert s.state.place[0] == state.GONE


@rule("dgk.IV.fall.2")
def test_falling_back_does_not_end_inside_a_friend() -> None:
    g = table(unit("a1", "infantry", 20, 20, 0, "maneuver"), unit("a2", "infantry", 20, 26, 0, "deployed"))
    s = driven(g, "a1", (20, 8))
    assert s.state.place[0] == state.ON
    assert state.shape(g, 0).intersection(state.shape(g, 1)).area < 0.01 and where(s, "a1")[2] == 0


def test_candidate_poses_are_all_legal_and_refusals_name_rules() -> None:
    g = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver"),
        unit("a2", "infantry", 24, 31),
        unit("c1", "infantry", 20, 24, 180),
        ground=[box("woods", 12, 24, 18, 30), area("road", (0, 32), (60, 32))],
    )
    for action, inches in (("maneuver", 6.0), ("march", 12.0), ("deploy", 1.0)):
        s = placing(g.copy(), "a1", action, inches)
        assert s.decision is not None and len(s.decision.actions) > 2
        for a in s.decision.actions:
            t = s.copy()
            t.take(a)
            if a != ("stay",):
                assert s.why_not(a) == []
    s = placing(g, "a1")
    for bad in (
        "go",
        "go 1",
        "go a b c",
        "go 1 2 3 4",
        "wheel up 3",
        "shift",
        "face",
        "go 20 29 0 via 3",
        "go 1 2 inf",
        "wheel left 270",
    ):
        assert {r.rule for r in s.why_not(bad)} == {"dgk.IV.move.2"}, bad


@rule("dgk.IV.face.2")
def test_a_slide_goes_on_until_the_former_distance_is_kept() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver", bases=8, files=4), unit("c1", "machinegun", 20, 23.7, 180))
    assert shapely.distance(state.shape(g, 0), state.shape(g, 1)) == pytest.approx(6.3)
    plan = movement.turn(g, 0, MANEUVER, 270)
    assert isinstance(plan, movement.Plan)
    assert shapely.distance(geometry.shape(plan.pose, plan.layout), state.shape(g, 1)) == pytest.approx(6.3, abs=0.01)


@rule("dgk.IV.face.3", "dgk.VII.ass.4")
def test_an_assault_that_would_turn_its_rear_into_another_enemy_is_not_made() -> None:
    behind = unit("c1", "infantry", 20, 36, 0)
    assert no(act(table(FOOT, behind), "a1"), "assault c1") == set()
    g = table(unit("a1", "infantry", 20, 30), behind, unit("c2", "infantry", 20, 28, 180))
    assert no(act(g, "a1"), "assault c1") == {"dgk.IV.face.3"}
