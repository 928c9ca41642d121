"""What ground, obstacles and enemies in contact do to a move (dgk.IV.move)."""

from __future__ import annotations

import pytest
import shapely

from firestep.games.dgk import assault, movement, state, umpire
from firestep.games.dgk.formations import DEPLOYED, MANEUVER
from firestep.games.dgk.placing import Place
from firestep.games.dgk.state import State
from firestep.testing import rule
from games.dgk.positions import BEST, act, at, box, keys, levels, line, n, no, placing, table, unit

FOOT, FOE = unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180)


def cost(g: State, move: str, action: str = "maneuver") -> float:
    s = placing(g, "a1", action, 48)
    found = Place(0, action, 48_000).plan(s, tuple(move.split()))
    assert isinstance(found, movement.Plan), found
    return found.cost


@rule("dgk.IV.move.12", "dgk.VII.ass.7")
def test_an_assault_does_not_go_through_another_enemy() -> None:
    def charge(*more: object) -> set[str]:
        g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c-gun", "field", 20, 25, 180), *more)  # type: ignore[arg-type]
        return no(act(g, "a1"), "assault c-gun")

    assert charge() == set()
    assert charge(unit("c1", "machinegun", 21.2, 28.9, 180)) == {"dgk.IV.move.12"}  # in the way of its right wing
    assert charge(unit("c1", "infantry", 24, 27, 180)) == set()  # beside the way; in an assault an inch is not asked for
    assert charge(unit("a2", "machinegun", 21.2, 28.9)) == set()  # through friends


@rule("dgk.IV.move.12")
def test_a_unit_in_contact_does_not_walk_through_its_enemy_or_into_his_neighbour() -> None:
    g = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver"),
        unit("c1", "infantry", 20, 30, 180),  # in base contact after a won assault elsewhere on the line
        unit("c2", "infantry", 24, 30, 180),
    )
    s = placing(g, "a1")
    assert no(s, "shift 20 27") == {"dgk.IV.move.12"} == no(s, "go 20 26 0")
    assert "dgk.IV.move.12" in no(s, "shift 22.5 29.5") and "dgk.IV.move.12" in no(s, "shift 20.5 29.6")
    assert no(s, "shift 20 33") == set() and "dgk.IV.move.12" in no(s, "wheel left 60")


@rule("dgk.IV.move.12")
def test_after_a_won_assault_the_neighbour_is_not_overrun() -> None:
    """Two units stand side by side; one is thrown back, and its assaulter, in contact with the other, moves on."""
    line_of_two = unit("c1", "infantry", 29, 33, 180), unit("c2", "infantry", 33, 33, 180)
    g = table(unit("a1", "infantry", 30, 36, 0, "maneuver"), *line_of_two)
    q = assault.question(g, 0, n(g, "c1"), True)
    s = act(
        g,
        "a1",
        BEST,
        levels(umpire.defensive_score(q).total, 0),  # type: ignore[union-attr]
        levels(umpire.attack_score(q).total, 1),
        levels(umpire.defence_score(q).total, 0),
    )
    s.take("assault c1")
    assert "assault-home" in keys(s) and shapely.distance(state.shape(g, 0), state.shape(g, n(g, "c2"))) < 0.05
    t = placing(g, "a1")
    for move in ("go 32 31.5 0", "shift 31 32.5", "go 33 29 0", "go 32 32.6 45"):
        assert no(t, move), move


@rule("dgk.IV.move.6")
def test_the_rear_ranks_pay_for_the_wood_they_come_out_of() -> None:
    def march(form: str, **more: object) -> float:
        g = table(unit("a1", "infantry", 20, 30, 0, form, bases=4, **more), ground=[box("woods", 10, 30, 30, 40)])
        return cost(g, "go 20 24 0", form)

    assert march("march") == pytest.approx(6 + 3)  # the fourth rank walks three inches in the wood
    assert march("maneuver") == pytest.approx(6 + 1)
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), ground=[box("rocks", 10, 22, 30, 23)])
    assert cost(g, "go 20 24 0") == pytest.approx(6) and cost(g, "go 20 22 0") == pytest.approx(8 + 1)
    # the strip is crossed by each rank in turn: the longest way of one base counts, not their sum
    assert cost(g, "go 20 20 0") == pytest.approx(10 + 1)


@rule("dgk.IV.move.6", "dgk.IV.move.3")
def test_backing_into_woods_is_measured_from_the_rear() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), ground=[box("woods", 10, 33, 30, 40)])
    assert cost(g, "shift 20 32") == pytest.approx(2 * (2 + 1))  # an inch in the open, an inch of wood, at half speed
    assert cost(g, "shift 20 31") == pytest.approx(2)
    side = table(unit("a1", "infantry", 20, 30, 0, bases=4), ground=[box("woods", 23, 20, 40, 40)])
    assert isinstance(found := movement.shift(side, 0, MANEUVER, 48, (23, 30)), movement.Plan)
    assert found.cost == pytest.approx(2 * (3 + 1))  # two files wide in maneuver formation: its flank starts at 21


@rule("dgk.IV.move.10", "dgk.IV.move.6")
def test_a_leg_half_on_a_road_through_woods_costs_the_same_in_one_piece_or_two() -> None:
    ground = [box("woods", 10, 25, 30, 46), line("road", (20, 46), (20, 25))]
    g = table(unit("a1", "infantry", 20, 30, 0, "march"), ground=ground)
    assert cost(g, "go 20 20 0", "march") == pytest.approx(5 * 2 / 3 + 5, abs=0.4)
    assert cost(g, "go 20 20 0 via 20 25", "march") == pytest.approx(cost(g, "go 20 20 0", "march"))
    off = table(unit("a1", "infantry", 22, 30, 0, "march"), ground=ground)
    assert cost(off, "go 22 20 0", "march") == pytest.approx(10 + 8)  # the last of its four bases walks eight inches in the wood


@rule("dgk.IV.move.7", "dgk.VIII.move.5")
def test_an_obstacle_crossed_by_a_wing_or_a_rear_rank_costs_its_half_inch() -> None:
    def over(*points: tuple[float, float]) -> float:
        g = table(unit("a1", "infantry", 20, 30, 0, "maneuver", bases=8, files=4), ground=[line("hedge", *points)])
        return cost(g, "go 20 26 0")

    assert over((20.5, 28), (30, 28)) == pytest.approx(4.5)  # the right half of the front
    assert over((10, 28), (30, 28)) == pytest.approx(4.5)  # all of it: once
    assert over((23, 28), (30, 28)) == pytest.approx(4)
    assert over((10, 30.5), (30, 30.5)) == pytest.approx(4.5)  # the second rank steps over it
    assert over((10, 31.5), (30, 31.5)) == pytest.approx(4)  # it lies behind the front of the last rank


@rule("dgk.IV.move.12", "dgk.III.deploy.1")
def test_a_line_does_not_deploy_over_an_enemy_in_contact_with_its_flank() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "machinegun", 21, 31, 270))
    assert shapely.distance(state.shape(g, 0), state.shape(g, 1)) == 0
    assert "dgk.IV.move.12" in {r.rule for r in movement.turn(g, 0, DEPLOYED, 0)}  # type: ignore[union-attr]
    clear = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "machinegun", 21, 32.9, 270))
    assert isinstance(movement.turn(clear, 0, DEPLOYED, 0), movement.Plan)


@rule("dgk.IV.move.3")
def test_a_slanting_shift_is_sideways_too() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"))
    assert cost(g, "shift 21 28") == pytest.approx(2 * 5**0.5) and cost(g, "shift 20 28") == pytest.approx(2)


@rule("dgk.IV.move.6", "dgk.III.march.2")
def test_the_gaps_in_a_column_of_guns_count_for_who_is_still_in_the_wood() -> None:
    g = table(unit("a1", "field", 20, 30, 0, "march", bases=3), ground=[box("woods", 10, 30, 30, 46)])
    assert cost(g, "go 20 20 0", "march") == pytest.approx(10 + 4)  # the third gun stands four inches behind the first


@rule("dgk.IV.move.7")
def test_an_obstacle_at_the_feet_is_not_crossed() -> None:
    g = table(unit("a1", "machinegun", 20, 30, 0, "maneuver"), ground=[line("hedge", (10, 30), (30, 30))])
    assert cost(g, "go 20 26 0") == pytest.approx(4) and cost(g, "shift 20 33") == pytest.approx(2 * 3)


@rule("dgk.IV.move.7", "dgk.IV.move.8")
def test_a_bridge_over_a_stream_serves_the_whole_formation() -> None:
    ground = [line("stream", (0, 28), (60, 28)), box("bridge", 19.4, 27.5, 20.6, 28.5)]
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), ground=ground)
    assert cost(g, "go 20 26 0") == pytest.approx(4 + 0.5)  # the choke-point, and no obstacle besides
    beside = table(unit("a1", "infantry", 26, 30, 0, "maneuver"), ground=ground)
    assert cost(beside, "go 26 26 0") == pytest.approx(4 + 0.5)  # the stream, and no choke-point


@rule("dgk.IV.move.6", "dgk.IV.march.2")
def test_the_tail_of_a_column_walks_where_its_head_walked() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "march"), ground=[box("woods", 10, 30.6, 30, 46)])
    g.trail[0] = (26_000, 30_000)  # it came from the east along the edge of the wood
    assert cost(g, "go 20 24 0", "march") == pytest.approx(6)
    g.trail[0] = ()
    assert cost(g, "go 20 24 0", "march") > 8


@rule("dgk.VIII.move.3", "dgk.X.wire.1", "dgk.VII.ass.7")
def test_water_and_wire_stop_an_assault() -> None:
    assert no(act(table(FOOT, FOE), "a1"), "assault c1") == set()
    assert no(act(table(FOOT, FOE, ground=[box("water", 10, 27, 30, 28)]), "a1"), "assault c1") == {"dgk.VIII.move.3"}
    g = table(FOOT, FOE, ground=[line("wire", (10, 27), (30, 27))])
    assert no(act(g, "a1"), "assault c1") == {"dgk.X.wire.1"}
    g.wire = 1  # cut
    assert no(act(g, "a1"), "assault c1") == set()


@rule("dgk.IV.move.3", "dgk.VIII.move.2")
def test_backing_into_a_town_is_rough_going() -> None:
    def cost(*ground: dict[str, object]) -> float:
        step = Place(0, "maneuver", 12_000)
        found = step.plan(at(table(FOOT, ground=ground), step), ("shift", "20", "32"))
        return found.cost  # type: ignore[union-attr]

    assert cost() == pytest.approx(4) and cost(box("town", 10, 32, 30, 40)) == pytest.approx(8)
