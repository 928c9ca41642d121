"""What was designed on the tables must not empty a rule: each piece of ground that a rule depends on makes a difference."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
import shapely

from firestep.engine.dice import Dice
from firestep.engine.start import begin
from firestep.games.dgk import minefields, movement, sight, state
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import XY
from firestep.games.dgk.components.terrain import Ground, Piece
from firestep.games.dgk.formations import MANEUVER
from firestep.games.dgk.game import GAME
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.state import ON, State
from firestep.games.dgk.umpire import DATA
from firestep.testing import rule

FILES = sorted(p.stem for p in (DATA / "scenarios").glob("*.toml"))


@cache
def ground_of(id: str) -> Ground:
    return scenario.get(id).ground


def without(ground: Ground, *gone: Piece) -> Ground:
    """The same table without some pieces."""
    left = [p for p in ground.pieces if p not in gone]
    return Ground(ground.width, ground.height, left, ground.crests)


def across(ground: Ground, piece: Piece, reach: float = 1.0, many: int = 24) -> Iterator[tuple[XY, XY]]:
    """Straight ways across a piece, from a little before it to a little beyond it, on the table."""
    around = piece.shape.buffer(reach)
    outline = shapely.intersection(around, ground.table.buffer(-0.1)).exterior
    spots = [outline.interpolate(k / many, normalized=True) for k in range(many)]
    for n, a in enumerate(spots):
        for b in spots[n + 1 :]:
            if shapely.LineString([a, b]).intersects(piece.shape):
                yield (a.x, a.y), (b.x, b.y)


def alone(id: str, side: int) -> tuple[State, int]:
    """The battle with one unit of foot on the table, which nobody hinders."""
    g = begin(GAME, id, GAME.settle_options({}), Dice("alone")).state
    foot = next(
        u for u, d in enumerate(g.scn.units) if d.side == side and d.type == "infantry" and not d.vehicle and g.place[u] == ON
    )
    for u in range(len(g.place)):
        g.place[u] = ON if u == foot else state.OFF
    g.form[foot] = MANEUVER
    return g, foot


@pytest.mark.parametrize("id", FILES)
def test_all_ground_lies_on_the_table(id: str) -> None:
    ground = ground_of(id)
    assert [p.id for p in ground.pieces if not p.shape.intersects(ground.table)] == []


@rule("dgk.VIII.move.3", "dgk.VIII.move.6")
@pytest.mark.parametrize("id", [f for f in FILES if ground_of(f).chokes])
def test_every_bridge_or_ford_leads_over_ground_that_nobody_could_cross(id: str) -> None:
    """Without it the way is shut, with it it is open."""
    ground = ground_of(id)
    for choke in ground.chokes:
        bare = without(ground, choke)
        crossed = [
            way
            for way in across(ground, choke, 2.0)
            if geometry.segment(*way).intersection(bare.barrier).length > 0.5
            and geometry.segment(*way).intersection(ground.barrier).length < 0.01
        ]
        assert crossed, choke.id


@rule("dgk.VIII.move.3")
@pytest.mark.parametrize("id", FILES)
def test_water_parts_the_table_but_for_its_crossings(id: str) -> None:
    """Every piece of water bars some straight way between two places where units may stand."""
    ground = ground_of(id)
    for p in [p for p in ground.pieces if p.kind.move == "impassable"]:
        barred = [
            way
            for way in across(ground, p)
            if geometry.segment(*way).intersection(ground.barrier).length > 0.5
            and not any(ground.barrier.contains(geometry.point(q)) for q in way)
        ]
        assert barred, p.id


@rule("dgk.X.wire.1")
@pytest.mark.parametrize("id", [f for f in FILES if ground_of(f).wire])
def test_every_wire_bars_a_way_that_would_be_open(id: str) -> None:
    g, u = alone(id, 0)
    ground = g.scn.ground
    layout = movement.formed(g, u, MANEUVER)
    for n, wire in enumerate(ground.wire):
        others = (1 << len(ground.wire)) - 1 & ~(1 << n)
        shut = 0
        for a, b in across(ground, wire, 1.5):
            hull = geometry.swept(layout, geometry.bearing(a, b), a, b)
            if geometry.segment(a, b).intersects(ground.barrier):
                continue
            g.wire = others
            barred = movement.wire_between(g, hull)
            g.wire = others | 1 << n
            shut += bool(barred) and not movement.wire_between(g, hull)
        assert shut, wire.id


@rule("dgk.X.mine.1")
@pytest.mark.parametrize("id", [f for f in FILES if ground_of(f).mines])
def test_every_minefield_stops_somebody_who_walks_into_it(id: str) -> None:
    """No field lies in water, or wholly under another one."""
    g, u = alone(id, 0)
    ground = g.scn.ground
    layout = movement.formed(g, u, MANEUVER)
    for n, mine in enumerate(ground.mines):
        stopped = 0
        for a, b in across(ground, mine, 3.0):
            for start, end in ((a, b), (b, a)):
                facing = geometry.bearing(start, end)
                pose = geometry.Pose(*start, facing)
                if movement.standing(g, u, pose, layout):
                    continue
                state.put(g, u, pose)
                goal = state.standing_at(geometry.Pose(*end, facing), MANEUVER, g.files[u])
                hit = minefields.mine_met(g, u, (movement.Leg(start, end, facing),), layout, goal)
                stopped += hit is not None and hit.field == n
        assert stopped, mine.id


@rule("dgk.VIII.los.3", "dgk.VIII.los.5", "dgk.VIII.los.6")
@pytest.mark.parametrize("id", FILES)
def test_whatever_is_tall_or_high_hides_something(id: str) -> None:
    """A line across it is blocked, and clear without it."""
    ground = ground_of(id)
    for p in [*ground.tall, *ground.hills]:
        bare = without(ground, p)
        hidden = [way for way in across(ground, p, 2.0) if sight.blocked(ground, *way) and not sight.blocked(bare, *way)]
        small = p in ground.tall and p.shape.length < 4 * sight.DEEP and not hidden
        if small:  # one sees through a few inches of it: it hides together with what is near
            continue
        assert hidden, p.id


@rule("dgk.VIII.cover.1")
@pytest.mark.parametrize("id", FILES)
def test_every_trench_and_fort_has_room_for_a_unit(id: str) -> None:
    """At least half of a line of two bases lies in it, so that it gives its cover to somebody."""
    ground = ground_of(id)
    for _, p in ground.covers:
        if p.kind.form != "area":
            continue
        c = p.shape.representative_point()
        best = 0.0
        for way in range(0, 180, 10):
            box = shapely.box(c.x - 1, c.y - 0.5, c.x + 1, c.y + 0.5)
            shape = shapely.affinity.rotate(box, way)
            best = max(best, shape.intersection(p.shape).area / shape.area)
        assert best >= 0.5, p.id


@rule("dgk.XII.mor.1")
@pytest.mark.parametrize("id", [f for f in FILES if scenario.get(f).victories])
def test_every_place_to_hold_or_reach_can_be_held(id: str) -> None:
    g, u = alone(id, 0)
    layout = movement.formed(g, u, MANEUVER)
    for v in g.scn.victories:
        if v.kind == "destroy":
            continue
        spots = [geometry.along((v.x, v.y), way, far) for far in (0.0, v.radius / 2, v.radius) for way in range(0, 360, 30)]
        assert any(not movement.standing(g, u, geometry.Pose(*at, 0), layout) for at in spots), (v.x, v.y)
