"""Fire (dgk.VI) and sight (dgk.VIII.los): ranges, arcs, woods, hills, shadows, friends."""

from __future__ import annotations

import itertools
import random
import time
from math import cos, pi, sin

import pytest
import shapely

from firestep.engine.refusal import Refusal
from firestep.games.dgk import fire, sight, state
from firestep.games.dgk.components import geometry
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.sight import Line
from firestep.games.dgk.state import State
from firestep.testing import rule
from games.dgk.positions import WORST, act, area, box, line, n, no, table, unit, verbs

FOOT, FOE = unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180)


def line_of(g: State, a: str = "a1", c: str = "c1") -> Line | Refusal:
    return fire.line_to(g, n(g, a), n(g, c))


def rule_of(g: State, a: str = "a1", c: str = "c1") -> str:
    found = line_of(g, a, c)
    return found.rule if isinstance(found, Refusal) else ""


def duel(kind: str, distance: float, **more: object) -> State:
    return table(unit("a1", kind, 20, 45), unit("c1", "infantry", 20, 45 - distance, 180), **more)  # type: ignore[arg-type]


@rule("dgk.VI.range.1", "dgk.VI.range.2", "dgk.VI.range.3", "dgk.VI.range.4", "dgk.VI.range.5", "dgk.III.dfire.2")
def test_ranges_by_arm_and_another_action_when_out_of_range() -> None:
    for kind, reach in (("infantry", 12), ("cavalry", 12), ("machinegun", 18), ("field", 24), ("heavy", 36)):
        assert rule_of(duel(kind, reach)) == ""
        far = duel(kind, reach + 0.1)
        assert rule_of(far) == "dgk.VI.range.5"
        s = act(far, "a1")
        assert no(s, "dfire c1") == {"dgk.VI.range.5"} and {"hold", "maneuver"} <= verbs(s)


@rule("dgk.VI.range.7", "dgk.VI.range.6", "dgk.VI.los.1")
def test_range_from_the_front_corners_included_to_the_nearest_part() -> None:
    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 26, 24, 180))
    found = line_of(g)
    assert isinstance(found, Line)
    assert found.length == pytest.approx(((24 - 22) ** 2 + (30 - 24) ** 2) ** 0.5)  # from corner (22, 30) to corner (24, 24)
    odds = act(g, "a1").odds("dfire", "c1")  # measured and told before anything is chosen
    assert sum(r.chance for r in odds.results) == 1


@rule("dgk.VI.arc.1", "dgk.VI.arc.x")
def test_arc_wholly_partly_and_not_at_all() -> None:
    g = table(
        unit("a1", "infantry", 20, 30),
        unit("cA", "infantry", 20, 22, 180),
        unit("cB", "infantry", 29.5, 24, 180),
        unit("cC", "infantry", 31, 29, 270),
    )
    assert rule_of(g, c="cA") == "" and rule_of(g, c="cB") == "" and rule_of(g, c="cC") == "dgk.VI.arc.1"
    # the edge of the arc runs at 45 degrees from the front corner (22, 30): at y = 25 it is at x = 27
    inside = table(unit("a1", "infantry", 20, 30), unit("c1", "machinegun", 27.3, 24, 180))
    outside = table(unit("a1", "infantry", 20, 30), unit("c1", "machinegun", 28.7, 25, 180))
    assert rule_of(inside) == "" and rule_of(outside) == "dgk.VI.arc.1"
    behind = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 36, 180))
    assert rule_of(behind) == "dgk.VI.arc.1"


@rule("dgk.VI.los.4")
def test_no_fire_within_half_an_inch_of_friends() -> None:
    g = table(unit("a1", "machinegun", 20, 30), unit("a2", "infantry", 20, 26), unit("c1", "machinegun", 20, 20, 180))
    assert rule_of(g) == "dgk.VI.los.4"
    near = table(unit("a1", "machinegun", 20, 30), unit("a2", "machinegun", 21.4, 26), unit("c1", "machinegun", 20, 20, 180))
    found = line_of(near)
    assert isinstance(found, Line)
    assert (
        shapely.distance(shapely.LineString([found.a, found.b]), state.shape(near, 1)) >= 0.5 - 1e-6
    )  # a line that keeps clear is found
    clear = table(unit("a1", "machinegun", 20, 30), unit("a2", "machinegun", 23, 26), unit("c1", "machinegun", 20, 20, 180))
    assert rule_of(clear) == ""


@rule("dgk.VI.los.2", "dgk.II.art.3")
def test_artillery_fires_over_friends_but_only_at_what_it_sees() -> None:
    g = table(unit("a1", "field", 20, 30), unit("a2", "infantry", 20, 26), unit("c1", "infantry", 20, 18, 180))
    assert rule_of(g) == ""
    g = table(unit("a1", "field", 20, 30), unit("c1", "infantry", 20, 14, 180), ground=[box("woods", 5, 19, 40, 24)])
    assert rule_of(g) == "dgk.VIII.los.3"


@rule("dgk.VIII.los.11")
def test_over_friends_from_a_height_by_the_shadow() -> None:
    hill = box("hill", 10, 28, 30, 36, slope=True)
    # from one level up, a friend 4 inches off hides 4 inches and its own depth behind it
    near = table(
        unit("a1", "machinegun", 20, 30), unit("a2", "infantry", 20, 26), unit("c1", "machinegun", 20, 23, 180), ground=[hill]
    )
    far = table(
        unit("a1", "machinegun", 20, 30), unit("a2", "infantry", 20, 26), unit("c1", "machinegun", 20, 18, 180), ground=[hill]
    )
    assert rule_of(near) == "dgk.VI.los.4" and rule_of(far) == ""


@rule("dgk.VI.los.3", "dgk.VIII.los.3", "dgk.VIII.los.6")
def test_three_inches_into_woods_and_towns() -> None:
    for kind in ("woods", "scrub", "town", "village"):
        for depth, rule_id in ((2.9, ""), (3.1, "dgk.VIII.los.3")):
            wood = box(kind, 5, 10, 40, 26)
            g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 26 - depth, 180), ground=[wood])
            assert rule_of(g) == rule_id, (kind, depth)
            beyond = table(
                unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 21, 180), ground=[box(kind, 5, 26 - depth, 40, 26)]
            )
            assert rule_of(beyond) == rule_id  # and through them


@rule("dgk.VIII.los.5")
def test_low_obstructions_never_block() -> None:
    for ground in (line("hedge", (5, 25), (40, 25)), line("wall", (5, 25), (40, 25)), box("field", 5, 20, 40, 28)):
        assert rule_of(table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 20, 180), ground=[ground])) == ""


@rule("dgk.VIII.los.7", "dgk.VIII.los.8", "dgk.VIII.los.9", "dgk.VIII.los.x")
def test_shadows_of_a_wood_from_one_two_and_three_levels_up() -> None:
    assert [sight.shadow(8, k) for k in (1, 2, 3)] == [8, 4, 2] and sight.shadow(8, 0) == float("inf")
    wood = box("woods", 5, 24, 40, 28)  # its far side is 8 inches from a spotter at y = 32
    for level, length in ((1, 8), (2, 4), (3, 2)):
        hill = box("hill", 5, 31, 40, 40, level=level, slope=True)
        for beyond, seen in ((length - 0.1, False), (length, False), (length + 0.1, True)):
            g = table(unit("a1", "machinegun", 20, 32), unit("c1", "machinegun", 20, 24 - beyond, 180), ground=[wood, hill])
            assert (sight.blocked(g.scn.ground, (20, 32), (20, 24 - beyond)) == "") is seen, (level, beyond)


@rule("dgk.VIII.los.4")
def test_sight_is_mutual() -> None:
    ground = [
        box("woods", 5, 24, 40, 28),
        box("hill", 5, 31, 40, 40, level=2, slope=True),
        box("hill", 42, 5, 55, 20, level=1),
        box("town", 30, 8, 36, 13),
    ]
    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 20, 180), ground=ground)
    points = [(20.0, 33.0), (20.0, 22.0), (20.0, 18.0), (45.0, 10.0), (33.0, 10.0), (10.0, 10.0), (22.0, 26.0), (50.0, 40.0)]
    for a, b in itertools.permutations(points, 2):
        assert sight.blocked(g.scn.ground, a, b) == sight.blocked(g.scn.ground, b, a)
    assert any(sight.blocked(g.scn.ground, a, b) for a, b in itertools.combinations(points, 2))


@rule("dgk.VIII.los.10")
def test_of_several_obstructions_the_one_nearest_the_target_decides() -> None:
    woods = [box("woods", 5, 26, 40, 30), box("woods", 5, 14, 40, 18)]
    hill = box("hill", 5, 33, 40, 40, slope=True)
    spotter = (20.0, 34.0)  # far sides at 8 and 20 inches
    g = table(unit("a1", "infantry", 20, 36), ground=[*woods, hill], size=(60, 60))
    # beyond the nearer wood's shadow (8) but within the farther one's (20): hidden
    assert sight.blocked(g.scn.ground, spotter, (20.0, 10.0)) != ""
    alone = table(unit("a1", "infantry", 20, 36), ground=[woods[0], hill], size=(60, 60))
    assert sight.blocked(alone.scn.ground, spotter, (20.0, 10.0)) == ""


@rule("dgk.VIII.los.1")
def test_any_point_to_any_point() -> None:
    wood = box("woods", 5, 22, 20.5, 28)  # hides all but the right end of the line
    g = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 18, 180), ground=[wood])
    assert sight.sees(g, 0, 1) and rule_of(g) == ""
    g = table(unit("a1", "infantry", 15, 30), unit("c1", "infantry", 12, 18, 180), ground=[wood])
    assert not sight.sees(g, 0, 1)


@rule("dgk.VIII.los.2")
def test_range_is_the_shortest_clear_line() -> None:
    wood = box("woods", 5, 22, 20.5, 28)
    blockedish = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 18.5, 180), ground=[wood])
    open_ = table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 18.5, 180))
    a, b = line_of(blockedish), line_of(open_)
    assert isinstance(a, Line) and isinstance(b, Line) and a.length >= b.length == pytest.approx(11.5)
    assert not sight.blocked(blockedish.scn.ground, a.a, a.b)


@rule("dgk.VIII.los.12")
def test_hills_as_slopes_or_plateaus() -> None:
    for slope, seen in ((True, True), (False, False)):
        hill = box("hill", 5, 26, 40, 40, slope=slope)
        g = table(unit("a1", "machinegun", 20, 32), unit("c1", "machinegun", 20, 20, 180), ground=[hill])
        assert (rule_of(g) == "") is seen  # six inches behind the edge of a plateau
        edge = table(unit("a1", "machinegun", 20, 26.8), unit("c1", "machinegun", 20, 20, 180), ground=[hill])
        assert rule_of(edge) == ""
    higher = table(unit("a1", "machinegun", 20, 30), unit("c1", "machinegun", 20, 20, 180), ground=[box("hill", 5, 23, 40, 27)])
    assert rule_of(higher) == "dgk.VIII.los.12"  # ground higher than both


@rule("dgk.VIII.los.12")
def test_the_option_that_only_higher_ground_hides() -> None:
    """Ruling D38: from a hill over another hill of its height down into the plain."""
    ground = [box("hill", 5, 32, 40, 40, slope=True), box("hill", 5, 22, 40, 26, slope=True)]
    g = table(unit("a1", "field", 20, 34), unit("c1", "infantry", 20, 18, 180), ground=ground)
    assert rule_of(g) == "dgk.VIII.los.12"
    g.scn = scenario.variant(g.scn.id, {"hills": "higher"})
    assert rule_of(g) == ""
    higher = table(unit("a1", "field", 20, 30), unit("c1", "infantry", 20, 20, 180), ground=[box("hill", 5, 23, 40, 27)])
    higher.scn = scenario.variant(higher.scn.id, {"hills": "higher"})
    assert rule_of(higher) == "dgk.VIII.los.12"


@rule("dgk.II.ldr.1")
def test_leaders_are_no_targets() -> None:
    g = table(unit("a1", "infantry", 20, 30), leaders={"c": (20, 24), "C": (21, 25)})
    s = act(g, "a1")
    assert not verbs(s) & {"dfire", "mfire", "assault"}
    assert no(s, "dfire c") and no(s, "assault C")


@rule("dgk.II.veh.2", "dgk.VI.fire.4")
def test_transport_does_not_fire() -> None:
    g = table(unit("a1", "slow", 20, 30, 0, "maneuver", vehicle="wagon"), unit("c1", "infantry", 20, 26, 180))
    s = act(g, "a1")
    assert (
        not verbs(s) & {"dfire", "mfire", "assault"}
        and no(s, "mfire c1") == {"dgk.VI.fire.4"}
        and no(s, "assault c1") == {"dgk.III.ass.1"}
    )


@rule("dgk.III.app.1", "dgk.III.app.2", "dgk.III.app.3", "dgk.III.app.4")
def test_the_table_puts_the_fields_to_the_umpire() -> None:
    g = table(
        unit("a1", "infantry", 20, 30, quality="veteran"),
        unit("c1", "cavalry", 20, 22, 180, "maneuver", bases=6),
        ground=[box("woods", 10, 18, 30, 24)],
    )
    q = fire.shot(g, 0, 1, "deployed-fire")
    assert not isinstance(q, Refusal)
    assert (q.quality, q.target, q.formation, q.cover, q.range, q.numbers) == (
        "veteran",
        "cavalry",
        "maneuver",
        "soft",
        8.0,
        "actor-outnumbered",
    )


@rule("dgk.VIII.cover.1", "dgk.VIII.cover.2", "dgk.VIII.cover.3", "dgk.VIII.cover.4", "dgk.VIII.gen.1")
def test_cover_by_the_ground() -> None:
    def cover(*ground: dict[str, object]) -> str:
        g = table(unit("a1", "field", 20, 40), unit("c1", "infantry", 20, 25, 180), ground=ground)
        q = fire.shot(g, 0, 1, "deployed-fire")
        assert not isinstance(q, Refusal)
        return q.cover

    at = (17, 23, 23, 25.2)
    assert cover() == cover(box("marsh", *at)) == cover(box("ford", *at)) == cover(box("field", *at)) == "none"
    assert cover(box("woods", *at)) == cover(box("scrub", *at)) == cover(box("village", *at)) == "soft"
    assert cover(box("town", *at)) == cover(box("trench", *at)) == cover(box("village", *at, cover="hard")) == "hard"
    assert cover(box("fort", *at)) == "fortified"
    assert cover(line("hedge", (10, 25.4), (30, 25.4))) == "soft" and cover(line("wall", (10, 25.4), (30, 25.4))) == "hard"
    assert cover(line("wall", (10, 30), (30, 30))) == "none"  # not immediately behind it
    assert cover(line("wall", (10, 23.4), (30, 23.4))) == "none"  # behind the target


def test_a_shot_is_rolled_with_three_dice_and_told_with_its_reasons() -> None:
    s = act(table(unit("a1", "infantry", 20, 30), unit("c1", "infantry", 20, 22, 180)), "a1", WORST)
    odds = s.odds("dfire", "c1")
    assert odds.expected["levels"] > 0 and all(m.rule.startswith("dgk.") for m in odds.modifiers)
    s.take("dfire c1")
    assert s.state.rolls == 3 and s.decision is None


@rule("dgk.VIII.los.1", "dgk.VIII.los.2")
def test_no_line_is_missed_that_a_patient_search_finds() -> None:
    """Random tables: thirteen points of the front to forty of the target against the lines that are tried."""
    chance = random.Random(14)
    compared = hidden = 0
    for _ in range(16):
        ground = []
        for _ in range(8):
            x, y, corners = chance.uniform(10, 35), chance.uniform(10, 32), chance.randint(3, 7)
            around = [
                (x + chance.uniform(1.5, 5) * cos(2 * pi * i / corners), y + chance.uniform(1.5, 5) * sin(2 * pi * i / corners))
                for i in range(corners)
            ]
            kind = chance.choice(("woods", "woods", "village", "hill"))
            more = {"slope": chance.random() < 0.5, "level": chance.randint(1, 2)} if kind == "hill" else {}
            ground.append(area(kind, *around, **more))
        units = [unit(f"a{i}", "field", chance.uniform(6, 40), 38, chance.uniform(-20, 20), bases=1 + i) for i in range(3)]
        units += [unit(f"c{i}", "infantry", chance.uniform(6, 40), 8, 180 + chance.uniform(-40, 40)) for i in range(3)]
        g = table(*units, ground=ground, size=(46, 42))
        for u, v in itertools.product(range(3), range(3, 6)):
            part = state.shape(g, v).intersection(geometry.arc(state.pose(g, u), state.layout(g, u)))
            if part.is_empty or part.geom_type != "Polygon":
                continue
            found = sight.fire_line(g, u, v, 60.0, over_friends=True)
            front = geometry.front(state.pose(g, u), state.layout(g, u))
            ends = [front.interpolate(i / 12, normalized=True) for i in range(13)]
            marks = [part.exterior.interpolate(i / 40, normalized=True) for i in range(40)]
            lines = [((p.x, p.y), (q.x, q.y)) for p in ends for q in marks]
            compared += 1
            if isinstance(found, Refusal):
                hidden += 1
            else:
                assert not sight.blocked(g.scn.ground, found.a, found.b)
                lines = [(p, q) for p, q in lines if geometry.gap(p, q) < found.length - 0.25]
            assert all(sight.blocked(g.scn.ground, p, q) for p, q in lines)
    assert compared > 60 and hidden > 10


@rule("dgk.VIII.los.1", "dgk.VI.los.4")
def test_a_gap_between_woods_and_between_friends_is_found() -> None:
    for gap_, seen in ((0.3, True), (-0.1, False)):
        woods = [box("woods", 5, 20, 20.9, 28), box("woods", 20.9 + gap_, 20, 40, 28)]
        g = table(unit("a1", "field", 21, 31, bases=4), unit("c1", "infantry", 21, 17, 180), ground=woods)
        assert (rule_of(g) == "") is seen
    for wide, seen in ((1.3, True), (0.9, False)):
        friends = [unit("a2", "infantry", 17.2, 26), unit("a3", "infantry", 21.2 + wide, 26)]
        g = table(unit("a1", "machinegun", 20, 30, bases=4), unit("c1", "infantry", 20, 18, 180), *friends)
        assert (rule_of(g) == "") is seen


def test_a_line_of_sight_takes_under_two_milliseconds() -> None:
    """A table with sixty units and a hundred pieces of terrain."""
    pieces = [
        box(("woods", "hill", "village", "hedge")[i % 3], 4 + 9 * (i % 12), 4 + 8 * (i // 12), 7 + 9 * (i % 12), 7 + 8 * (i // 12))
        for i in range(100)
    ]
    units = [unit(f"a{i}", "field", 3 + 3.6 * i, 76) for i in range(30)] + [
        unit(f"c{i}", "infantry", 3 + 3.6 * i, 60, 180) for i in range(30)
    ]
    g = table(*units, ground=pieces, size=(120, 80))
    times = []
    for u in range(30):
        for v in range(30, 60, 3):
            start = time.process_time()
            fire.line_to(g, u, v)
            times.append(time.process_time() - start)
    assert sorted(times)[len(times) // 2] < 0.002


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


@rule("dgk.VIII.los.11", "dgk.VIII.los.6")
def test_from_hill_to_hill_one_fires_over_friends_in_the_valley() -> None:
    hills = [box("hill", 0, 28, 60, 46, level=1, slope=True), box("hill", 0, 2, 60, 20, level=1, slope=True)]
    three = unit("a1", "infantry", 20, 29, 0), unit("a2", "infantry", 20, 22, 0), unit("c1", "infantry", 20, 19, 180)
    assert no(act(table(*three, ground=hills), "a1"), "dfire c1") == set()
    assert no(act(table(*three), "a1"), "dfire c1") == {"dgk.VI.los.4"}


@rule("dgk.VIII.cover.1")
def test_half_of_a_unit_must_stand_in_the_ground_that_covers_it() -> None:
    def cover(edge: float) -> str:
        return fire.cover_of(table(FOE, ground=[box("woods", 10, 20, edge, 28)]), 0)

    assert cover(19.5) == "none" and cover(20.5) == "soft"
