"""The edges of geometry: contact, passing enemies, rear ranks, re-forming, ranges past the arc, hills over woods and friends."""

from __future__ import annotations

import pytest
import shapely

from firestep.games.dgk import assault, command, damage, fire, movement, sight, special, state, umpire
from firestep.games.dgk.components import geometry
from firestep.games.dgk.formations import DEPLOYED, MANEUVER, MARCH
from firestep.games.dgk.placing import Place
from firestep.games.dgk.sequence import MoveLeader
from firestep.games.dgk.state import GONE, ON, State
from firestep.testing import rule

from .bench import BEST, WORST, S, act, at, box, keys, levels, line, n, no, roll, table, unit, where


def placing(g: State, id: str, action: str = "maneuver", inches: float = 12) -> S:
    return at(g, Place(n(g, id), action, round(inches * 1000)))


def cost(g: State, move: str, action: str = "maneuver") -> float:
    s = placing(g, "a1", action, 48)
    found = Place(0, action, 48_000).plan(s, tuple(move.split()))
    assert isinstance(found, movement.Plan), found
    return found.cost


# -- enemies are never passed ----------------------------------------------------------------------------------------------


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


# -- falling back ----------------------------------------------------------------------------------------------------------


def driven(g: State, id: str, source: tuple[float, float]) -> S:
    s = act(g, id)
    damage.hurt(s, n(g, id), 3, damage.Source(source, 1 - state.side(g, n(g, id))))
    return s


@rule("dgk.IV.fall.2", "dgk.V.dmg.11")
def test_a_line_that_cannot_go_back_as_it_stands_re_forms_before_it_surrenders() -> None:
    def back(gap: float) -> S:
        ground = [box("water", 0, 24, 20 - gap / 2, 46), box("water", 20 + gap / 2, 24, 60, 46)]
        return driven(table(unit("a1", "infantry", 20, 20, 0, bases=8), ground=ground), "a1", (20, 8))

    s = back(5)
    g = s.state
    assert g.place[0] == ON and g.form[0] == MANEUVER and where(s, "a1")[2] == 0 and where(s, "a1")[1] == pytest.approx(26)
    assert state.shape(g, 0).intersection(g.scn.ground.barrier).area < 0.03
    assert g.bases[0] == 7 and next(e for e in s.journal if e.key == "falls-back").params["reformed"] == 1
    narrow = back(1.2)
    assert narrow.state.form[0] == MARCH and narrow.state.place[0] == ON
    assert back(0.4).state.place[0] == GONE  # nothing passes there
    free = driven(table(unit("a1", "infantry", 20, 20, 0, bases=8)), "a1", (20, 8))
    assert free.state.form[0] == DEPLOYED and free.state.f[0] == 0
    assert next(e for e in free.journal if e.key == "falls-back").params["reformed"] == 0


@rule("dgk.IV.fall.2", "dgk.IV.fall.5")
def test_a_unit_between_enemies_turns_to_slip_through() -> None:
    sides = [unit("c1", "infantry", 15.4, 26, 0, bases=4), unit("c2", "infantry", 24.6, 26, 0, bases=4)]
    s = driven(table(unit("a1", "infantry", 20, 20, 0, bases=4), *sides), "a1", (20, 8))
    g = s.state
    assert g.place[0] == ON
    hull = geometry.swept(state.layout(g, 0), g.f[0] / 10, (20, 20), where(s, "a1")[:2])
    assert all(shapely.distance(hull, state.shape(g, n(g, c))) >= 0.99 for c in ("c1", "c2"))


@rule("dgk.IV.fall.5", "dgk.VIII.move.5")
def test_falling_back_pays_for_ground_and_obstacles() -> None:
    hedge = [line("hedge", (0, 22.5), (60, 22.5))]
    s = driven(table(unit("a1", "infantry", 20, 20, 0, "maneuver"), ground=hedge), "a1", (20, 5))
    assert where(s, "a1")[1] == pytest.approx(25.5, abs=0.03)
    wire = [line("wire", (0, 23), (60, 23))]
    assert driven(table(unit("a1", "infantry", 20, 20, 0, "maneuver"), ground=wire), "a1", (20, 5)).state.place[0] == GONE


# -- rough ground, roads and obstacles -------------------------------------------------------------------------------------


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


@rule("dgk.IV.face.2")
def test_a_slide_goes_on_until_the_former_distance_is_kept() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver", bases=8, files=4), unit("c1", "machinegun", 20, 23.7, 180))
    assert shapely.distance(state.shape(g, 0), state.shape(g, 1)) == pytest.approx(6.3)
    plan = movement.turn(g, 0, MANEUVER, 270)
    assert isinstance(plan, movement.Plan)
    assert shapely.distance(geometry.shape(plan.pose, plan.layout), state.shape(g, 1)) == pytest.approx(6.3, abs=0.01)


# -- range, arc and sight ----------------------------------------------------------------------------------------------------


@rule("dgk.VI.range.7", "dgk.VI.arc.1", "dgk.VIII.los.2")
def test_range_is_to_the_nearest_part_of_a_target_that_is_partly_in_the_arc() -> None:
    # a column beside the front: its head is near and outside the arc, its tail far and inside
    g = table(unit("a1", "infantry", 20, 30, 0, bases=4), unit("c1", "infantry", 32, 28, 180, "march", bases=8))
    front, arc = geometry.front(state.pose(g, 0), state.layout(g, 0)), geometry.arc(state.pose(g, 0), state.layout(g, 0))
    near, inside = shapely.distance(front, state.shape(g, 1)), state.shape(g, 1).intersection(arc)
    assert near < 10 and shapely.distance(front, inside) > 12
    found = fire.line_to(g, 0, 1)
    assert isinstance(found, sight.Line) and found.length == pytest.approx(near)
    assert no(act(g, "a1"), "dfire c1") == set()
    head = table(unit("a1", "infantry", 20, 30, 0, bases=4), unit("c1", "infantry", 32, 28, 180, "march", bases=4))
    assert no(act(head, "a1"), "dfire c1") == {"dgk.VI.arc.1"}  # none of it lies in the arc


@rule("dgk.VIII.los.11", "dgk.VIII.los.4")
def test_firing_over_friends_works_uphill_as_it_does_downhill() -> None:
    hill = box("hill", 0, 0, 60, 12, level=1, slope=True)
    for y, clear in ((15, True), (20.5, False)):  # near the one above it can be fired over, near the one below it cannot
        for high, low in (("a1", "c1"), ("c1", "a1")):
            ends = unit(high, "infantry", 20, 11, 180), unit(low, "infantry", 20, 23, 0)
            g = table(*ends, unit("a2", "infantry", 20, y, 0), ground=[hill])
            assert ("dgk.VI.los.4" not in no(act(g, "a1"), "dfire c1")) is clear, (y, high)


@rule("dgk.VIII.los.6", "dgk.VIII.los.7")
def test_woods_in_the_valley_do_not_hide_a_hill_from_a_hill() -> None:
    hills = [box("hill", 0, 34, 60, 46, level=1, slope=True), box("hill", 0, 2, 60, 20, level=1, slope=True)]
    wood = box("woods", 10, 23, 30, 30)

    def seen(a_hill: bool, c_hill: bool, ground: dict[str, object] = wood) -> bool:
        use = [h for h, on in zip(hills, (a_hill, c_hill), strict=True) if on]
        g = table(unit("a1", "infantry", 20, 36, 0), unit("c1", "infantry", 20, 19, 180), ground=[*use, ground])
        return sight.sees(g, 0, 1)

    assert seen(True, True) and not seen(False, False) and not seen(True, False)
    assert not seen(True, True, box("woods", 10, 12, 30, 30))  # a wood that climbs the hill and holds the target hides it


# -- indirect fire, mines, anti-aircraft guns ----------------------------------------------------------------------------------


@rule("dgk.X.ind.2", "dgk.VIII.cover.3")
def test_a_wall_before_the_target_covers_it_from_indirect_fire_too() -> None:
    def shot(*ground: dict[str, object]) -> umpire.Question:
        g = table(
            unit("a1", "field", 20, 40, 0),
            unit("a2", "infantry", 30, 26, 0),
            unit("c1", "infantry", 20, 20, 180),
            ground=list(ground),
            options={"indirect": "on"},
        )
        s = act(g, "a1", BEST)
        s.take("indirect c1")
        entry = next(e for e in s.journal if e.key == "fire")
        return str(entry.params["cover"])  # type: ignore[return-value]

    assert shot() == "none" and shot(line("wall", (15, 20.5), (25, 20.5))) == "hard"


@rule("dgk.X.ind.2")
def test_a_hill_under_battery_or_target_is_not_in_the_way() -> None:
    def barred(*ground: dict[str, object]) -> set[str]:
        g = table(
            unit("a1", "field", 20, 40, 0),
            unit("a2", "infantry", 26, 26, 0),
            unit("c1", "infantry", 20, 20, 180),
            ground=list(ground),
            options={"indirect": "on"},
        )
        return no(act(g, "a1"), "indirect c1")

    assert barred(box("hill", 10, 35, 24, 46, level=2, slope=True)) == set()
    assert barred(box("hill", 10, 12, 30, 22, level=2, slope=True)) == set()
    assert barred(box("hill", 10, 28, 24, 33, level=2, slope=True)) == {"dgk.X.ind.2"}
    assert barred(box("hill", 10, 28, 24, 33, level=1, slope=True)) == set()


@rule("dgk.X.mine.4")
def test_a_command_mine_meets_the_fort_as_it_was_and_leaves_hard_cover() -> None:
    g = table(
        unit("c1", "infantry", 20, 20, 180),
        ground=[box("fort", 16, 18, 24, 24), {"id": "k", "kind": "command-mine", "points": [[20, 22]], "side": "allied"}],
    )

    def row() -> list[int]:
        return list(umpire.damage_row(umpire.fire_score(special.special_question(g, "command-mine", 0, 3, 4)).total))

    strong = row()
    g.exploded = 2
    weak = row()
    g.exploded = 0
    assert fire.cover_of(g, 0) == "fortified" and strong[0] >= weak[1] > strong[1]
    s = act(g, "c1", roll(weak[1]))  # two levels against hard cover, one against the fort
    special.explode(s, 1, 0)
    assert g.status[0] == 1 and fire.cover_of(g, 0) == "hard"


@rule("dgk.X.air.3")
def test_anti_aircraft_guns_are_deployed_and_face_the_aircraft() -> None:
    def guns(facing: float, form: str = "deployed", x: float = 33) -> list[int]:
        g = table(
            unit("a-plane", "fast", 0, 0, 0, "maneuver", vehicle="aircraft", arms=["bomb"]),
            unit("c1", "infantry", 30, 20),
            unit("c2", "field", x, 14, facing, form, aa=True),
        )
        special.place_beside(g, 0, n(g, "c1"))
        return special.gunners(g, 0)

    assert guns(180) == [2] and guns(0) == [] and guns(180, "march") == [] == guns(180, "maneuver") and guns(180, x=58) == []


# -- Leaders ---------------------------------------------------------------------------------------------------------------


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


# -- where two chapters meet: each of these kills a mutant that nothing else noticed ---------------------------------------------


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


@rule("dgk.IV.fall.5", "dgk.IV.move.12")
def test_falling_back_along_an_enemy_in_contact_goes_on_until_it_is_clear_of_him() -> None:
    column = unit("c1", "infantry", 21.5, 19, 0, "march", bases=8)  # at its side, half an inch away and eight long
    s = driven(table(unit("a1", "infantry", 20, 20, 0, "march"), column), "a1", (20, 8))
    assert s.state.place[0] == ON and shapely.distance(state.shape(s.state, 0), state.shape(s.state, 1)) >= 0.99
    assert where(s, "a1")[:2] == (20, 28)  # six inches would end beside it


@rule("dgk.V.dmg.11", "dgk.VIII.gen.1")
def test_who_can_fall_back_only_over_the_edge_is_lost() -> None:
    assert driven(table(unit("a1", "infantry", 30, 44, 0, "maneuver")), "a1", (30, 30)).state.place[0] == GONE
    assert driven(table(unit("a1", "infantry", 30, 36, 0, "maneuver")), "a1", (30, 30)).state.place[0] == ON


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


@rule("dgk.X.ind.5", "dgk.VII.home.1")
def test_who_assaults_out_of_hiding_is_seen() -> None:
    for dice in (BEST, WORST):
        g = table(unit("a1", "infantry", 20, 30, 0, hidden=True), unit("c1", "infantry", 20, 25, 180))
        s = act(g, "a1", dice, dice, dice)
        s.take("assault c1")
        assert g.hidden[0] == 0


@rule("dgk.X.mine.1", "dgk.IV.move.11")
def test_a_minefield_does_not_stop_a_unit_inside_a_friend() -> None:
    g = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver"),
        unit("a2", "machinegun", 20, 27.5, 0),
        unit("a3", "machinegun", 40, 40),
        ground=[box("minefield", 10, 20, 30, 27.8, side="central")],
    )
    s = placing(g, "a1")
    s.take("go 20 22 0")
    assert "minefield" in keys(s) and g.status[0] == 1 and not movement.clash(state.shape(g, 0), state.shape(g, 1))


@rule("dgk.VIII.los.11", "dgk.VIII.los.6")
def test_from_hill_to_hill_one_fires_over_friends_in_the_valley() -> None:
    hills = [box("hill", 0, 28, 60, 46, level=1, slope=True), box("hill", 0, 2, 60, 20, level=1, slope=True)]
    three = unit("a1", "infantry", 20, 29, 0), unit("a2", "infantry", 20, 22, 0), unit("c1", "infantry", 20, 19, 180)
    assert no(act(table(*three, ground=hills), "a1"), "dfire c1") == set()
    assert no(act(table(*three), "a1"), "dfire c1") == {"dgk.VI.los.4"}


@rule("dgk.X.auto.5", "dgk.VIII.cover.2")
def test_riders_of_trucks_in_a_wood_have_no_cover() -> None:
    g = table(
        unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="truck", bases=2),
        unit("a2", "infantry", 0, 0, 0, "maneuver", aboard="a1"),
        ground=[box("woods", 10, 25, 30, 40)],
    )
    assert fire.cover_of(g, 0) == "soft" and fire.cover_of(g, 1) == "none"
