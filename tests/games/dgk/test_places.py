"""Where a unit ends and what it has entered, whatever brought it there: orders, turns, assaults, retreats, mines, hidden troops."""

from __future__ import annotations

import random
from typing import Any

import pytest
import shapely

from firestep import bots
from firestep.engine import secret
from firestep.engine.dice import Dice
from firestep.engine.session import Session
from firestep.engine.start import begin
from firestep.games.dgk import movement, state
from firestep.games.dgk.components import geometry
from firestep.games.dgk.formations import DEPLOYED, MANEUVER
from firestep.games.dgk.game import GAME
from firestep.games.dgk.orders import Act, OrderLost
from firestep.games.dgk.placing import Place, Reform
from firestep.games.dgk.state import ON, State
from firestep.testing import rule
from games.dgk.positions import WORST, act, at, box, charged, keys, line, no, table, unit, where
from sampling import WHOLE, every

S = Session[Any]


def mines(*boxes: tuple[float, float, float, float]) -> list[dict[str, Any]]:
    return [box("minefield", *b, side="central") for b in boxes]


# -- mines (dgk.X.mine.1) -------------------------------------------------------------------------------------------------


@rule("dgk.X.mine.1", "dgk.IV.move.11")
@pytest.mark.parametrize("depth", [1.0, 3.0])
def test_a_unit_stopped_by_mines_ends_in_the_nearest_free_place_of_its_way(depth: float) -> None:
    """A friend stands before the field, and reaches over the place from which the unit begins if he is deep."""
    friend = unit("a2", "infantry", 20, 28.5, 0, "deployed" if depth == 1 else "maneuver", bases=4 if depth == 1 else 6)
    g = table(unit("a1", "infantry", 20, 32, 0, "maneuver"), friend, ground=mines((10, 20, 30, 28)))
    s = at(g, Place(0, "maneuver", 12_000))
    s.take("go 20 21 0")
    assert "minefield" in keys(s) and g.mines == 1 and g.status[0] == 1
    x, y, facing = where(s, "a1")
    clear = not movement.clash(state.shape(g, 0), state.shape(g, 1))
    assert (
        clear
        and (x, facing) == (20, 0)
        and min(abs(y - 28), abs(y - 26)) < 3
        and not movement.standing(g, 0, state.pose(g, 0), state.layout(g, 0))
    )


@rule("dgk.X.mine.1", "dgk.IV.move.11")
def test_a_unit_that_mines_stop_where_it_has_no_room_stays_as_it_was() -> None:
    """Ruling D93: friends stand all along its way, and the shape that it takes up has no room where it began."""
    row = [unit(f"a{k}", "infantry", 20, 28.9 - 1.05 * k, 0, "deployed") for k in range(2, 8)]
    wall = unit("a9", "infantry", 22.2, 32, 0, "maneuver")
    g = table(unit("a1", "infantry", 20, 30, 0, "march", bases=4), *row, wall, ground=mines((10, 22, 30, 29.5)))
    before = state.stance(g, 0)
    s = at(g, Place(0, "maneuver", 12_000))
    s.take("go 20 19.5 0")
    now = state.stance(g, 0)
    assert g.mines == 1 and g.status[0] == 1
    assert now == before or not movement.standing(g, 0, state.pose(g, 0), state.layout(g, 0))


@rule("dgk.X.mine.1", "dgk.III.ass.2")
@pytest.mark.parametrize(("field", "caught"), [((21.4, 26, 23.4, 28), False), ((20.6, 26, 23.4, 28), True)])
@pytest.mark.parametrize("form", ["deployed", "maneuver"])
def test_an_assault_meets_the_mines_on_its_way_in_maneuver_formation(
    field: tuple[float, float, float, float], caught: bool, form: str
) -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, form), unit("c1", "infantry", 20, 25, 180), ground=mines(field))
    s = charged(g)
    assert ("minefield" in keys(s)) is caught and g.form[0] == MANEUVER


@rule("dgk.X.mine.1", "dgk.III.deploy.1")
def test_who_deploys_into_a_minefield_has_entered_it() -> None:
    g = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 10, 180), ground=mines((21.2, 28, 23.2, 32))
    )
    s = at(g, Place(0, "deploy", 0))
    s.take("face 0")
    assert g.form[0] == DEPLOYED and g.mines == 1 and g.status[0] == 1 and "minefield" in keys(s)


@rule("dgk.X.mine.1", "dgk.III.regr.2", "dgk.III.mfire.3")
def test_who_turns_or_forms_into_a_minefield_has_entered_it() -> None:
    g2 = table(unit("a1", "infantry", 20, 30, 180, "march", bases=6), ground=mines((21.3, 28, 24, 32)))
    s = at(g2, Reform(0))
    s.take("form deployed 180")
    assert g2.mines == 1 and "minefield" in keys(s) and "forms" in keys(s)
    g3 = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver", bases=8),
        unit("c1", "infantry", 10, 30, 90),
        ground=mines((21.3, 27, 24, 29.5)),
    )
    s = act(g3, "a1", WORST)
    s.take("face 270")
    assert "turns" in keys(s) and g3.mines == 1 and g3.status[0] == 1


@rule("dgk.X.mine.1")
def test_a_final_turn_into_a_minefield_counts_as_entry() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver", bases=8), ground=mines((21.3, 18, 24, 21.5)))
    s = at(g, Place(0, "maneuver", 12_000))
    s.take("go 20 22 0")
    assert g.mines == 0
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver", bases=8), ground=mines((21.3, 18, 24, 21.5)))
    s = at(g, Place(0, "maneuver", 12_000))
    s.take("go 20 22 270")
    assert g.mines == 1 and where(s, "a1") == (20, 22, 270)


@rule("dgk.X.mine.1", "dgk.IV.move.3")
def test_who_moves_sideways_meets_the_mines_beside_any_rank_and_keeps_its_facing() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver", bases=6, files=2), ground=mines((22, 32.2, 23, 32.8)))
    s = at(g, Place(0, "maneuver", 16_000))
    s.take("shift 26 30")
    x, y, facing = where(s, "a1")
    assert g.mines == 1 and (y, facing) == (30, 0) and 21 < x < 21.2
    behind = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver", bases=6, files=2), ground=mines((17, 28, 18, 29.5), (22, 28, 23, 29.5))
    )
    s = at(behind, Place(0, "maneuver", 16_000))
    s.take("shift 26 30")
    assert behind.mines == 0 and where(s, "a1") == (26, 30, 0)


@rule("dgk.X.mine.1", "dgk.IV.wheel.1")
def test_a_wheel_meets_the_mines_that_its_bases_sweep_over() -> None:
    for angle, field, met in (
        (40, (18.3, 31, 18.8, 31.5), True),  # the rear corner swings out to the left
        (90, (17.5, 30, 17.9, 30.4), True),  # the same corner, farther round
        (40, (17.2, 31.6, 17.6, 32), False),  # beyond that corner
        (40, (19.4, 29, 19.8, 29.3), True),  # before the front corner that goes round
        (90, (20.4, 29.2, 20.6, 29.4), True),
        (90, (22, 28.2, 23, 28.6), False),  # beyond the place where it ends
        (30, (21.2, 30, 21.6, 30.3), False),  # beside the corner on which it turns
    ):
        g = table(unit("a1", "infantry", 20, 30, 0, "maneuver", bases=6, files=2), ground=mines(field))
        s = at(g, Place(0, "maneuver", 16_000))
        s.take(f"wheel right {angle}")
        assert bool(g.mines) is met, (angle, field)


@rule("dgk.IV.wheel.1", "dgk.VIII.move.3")
def test_the_middle_of_a_front_does_not_wheel_over_a_pond() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver", bases=8), ground=[box("water", 20.1, 28.9, 20.5, 29.6)])
    step = Place(0, "maneuver", 16_000)
    assert no(at(g, step), "wheel right 150") == {"dgk.VIII.move.3"}
    assert no(at(g, step), "wheel left 150") == set()


@rule("dgk.X.mine.1", "dgk.VII.ass.5")
def test_odds_tell_of_mines_that_would_stop_an_assault() -> None:
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180), ground=mines((10, 27, 30, 28)))
    g.mines = 1
    known = secret.known_to(act(g, "a1"), 0).odds("assault", "c1")
    assert len(known.results) == 1 and known.results[0].text.startswith("stopped by the minefield")
    g.mines = 0  # nobody has found them, and odds do not betray them
    whole = secret.known_to(act(g, "a1"), 0).odds("assault", "c1")
    assert len(whole.results) == 3 and whole.title.endswith(", once its order is obeyed")


# -- where an assault ends (D71, D76) ---------------------------------------------------------------------------------


@rule("dgk.VIII.move.3", "dgk.IV.move.11")
def test_an_assault_does_not_end_in_a_river() -> None:
    river = box("water", 20.6, 20, 30, 29)
    g = table(unit("a1", "infantry", 20, 30, 0, "maneuver"), unit("c1", "infantry", 20, 25, 180), ground=[river])
    assert no(act(g, "a1"), "assault c1") == {"dgk.VIII.move.3"}
    assert no(at(g, Place(0, "maneuver", 6000)), "go 20 26.2 0") == {"dgk.VIII.move.3"}


# -- a move that hidden troops stop (D81) -----------------------------------------------------------------------------


@rule("dgk.IV.move.11", "dgk.IV.man.1", "dgk.X.ind.5")
def test_a_move_that_hidden_troops_leave_no_room_for_changes_no_width_either() -> None:
    g = table(
        unit("a1", "infantry", 20, 20, 0, "maneuver", bases=6, files=3),
        unit("a2", "infantry", 20, 22.05, 0),
        unit("c1", "infantry", 20, 18.9, 180, hidden=True),
    )
    before = state.stance(g, 0)
    s = at(g, Place(0, "maneuver", 12_000))
    s.take("go 20 15 0 files 2")
    assert keys(s)[-2:] == ["found", "no-room"] and state.stance(g, 0) == before


@rule("dgk.X.ind.5", "dgk.IV.move.3", "dgk.IV.move.12")
@pytest.mark.parametrize(("goal", "hidden"), [((20, 26), (20, 28.2, 180)), ((26, 20), (26.2, 21.5, 0))])
def test_who_moves_back_or_sideways_and_meets_hidden_troops_keeps_its_facing(
    goal: tuple[float, float], hidden: tuple[float, float, float]
) -> None:
    x, y, facing = hidden
    g = table(unit("a1", "infantry", 20, 20, 0, "maneuver"), unit("c1", "infantry", x, y, facing, "maneuver", hidden=True, bases=2))
    s = at(g, Place(0, "maneuver", 16_000))
    s.take(f"shift {goal[0]} {goal[1]}")
    x, y, facing = where(s, "a1")
    assert "found" in keys(s) and facing == 0 and (x, y) not in ((20, 20), goal) and (x == 20 or y == 20)
    told = next(e for e in s.journal if e.key == "moves").params["cost"]
    assert told == round(abs(x - 20) + abs(y - 20), 1)  # how far it came


@rule("dgk.X.ind.5", "dgk.IV.move.11")
def test_who_meets_hidden_troops_at_a_turn_stops_before_it() -> None:
    """It has no room where it would turn to the east, and stands where it came from the south."""
    g = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver", bases=6, files=2),
        unit("a2", "infantry", 16.9, 24.5, 0, "deployed", bases=4),
        unit("c1", "infantry", 22.1, 23, 270, "maneuver", hidden=True),
    )
    s = at(g, Place(0, "maneuver", 24_000))
    s.take("go 26 24 90 via 20 24")
    x, y, facing = where(s, "a1")
    assert "found" in keys(s) and (x, y, facing) == (20, 24, 0)


# -- turns (dgk.III.mfire.3, dgk.X.wire.1) ------------------------------------------------------------------------------------


@rule("dgk.III.mfire.3", "dgk.IV.ord.3")
def test_who_turns_without_an_order_must_fire() -> None:
    g = table(unit("a1", "infantry", 20, 30, 180, "maneuver"), unit("c1", "infantry", 20, 20, 180))
    s = at(g, OrderLost(0), dice=[WORST])
    assert no(s, "face 90") == {"dgk.VI.los.1"}
    s.take("face 0")
    assert s.decision.actions == [("mfire", "c1")] and no(s, "hold") == {"dgk.III.mfire.3"}
    assert GAME.text(next(e for e in s.journal if e.key == "turns")) == "a1 turns to 0 degrees."


@rule("dgk.X.wire.1", "dgk.IV.face.1")
def test_no_turn_carries_a_unit_over_wire() -> None:
    wire = line("wire", (10, 29.5), (30, 29.5))
    g = table(
        unit("a1", "infantry", 20, 30, 0, "maneuver"),
        unit("c1", "infantry", 20, 15, 180),
        unit("c2", "infantry", 20, 45),
        ground=[wire],
    )
    assert no(at(g, Place(0, "maneuver", 6000)), "face 180") == {"dgk.X.wire.1"}
    assert no(at(g, Place(0, "deploy", 0)), "face 180") == {"dgk.X.wire.1"} == no(at(g, Reform(0)), "form maneuver 180")
    assert no(act(g, "a1"), "face 180") == {"dgk.X.wire.1"}
    g.wire = 1
    assert no(at(g, Place(0, "maneuver", 6000)), "face 180") == set()


# -- the edge of the table (D64) --------------------------------------------------------------------------------------


@rule("dgk.VIII.gen.1", "dgk.III.route.1")
@pytest.mark.parametrize("jump", [(20, 0.3, 180), (0.2, 20, 90), (59.9, 20, 270)])
def test_who_enters_is_offered_the_nearest_place_on_the_table(jump: tuple[float, float, float]) -> None:
    x, y, facing = jump
    g = table(unit("a1", "field", x, y, facing, "march", enters=1), unit("c1", "infantry", 30, 40), turns=4)
    crowd = Place(0, "route", 1500)
    s = act(g, "a1")
    s.take("enter")
    s = at(g, crowd)
    assert ("stay",) not in s.decision.actions and no(s, "stay") == {"dgk.VIII.gen.1"}
    for action in s.decision.actions:
        plan = crowd.plan(s, action)
        assert isinstance(plan, movement.Plan) and g.scn.ground.table.covers(geometry.shape(plan.pose, plan.layout))


# -- the whole, in any order ------------------------------------------------------------------------------------------


def wrong(session: S, before: State, told: int) -> list[str]:
    """What is wrong with the places of all units, and with the mines that they have entered by the last action. `told` is the
    length of the journal before it."""
    out = []
    s = session.state
    hit = {e.params["unit"] for e in list(session.journal)[told:] if e.key == "minefield"}
    ground = s.scn.ground
    for u, d in enumerate(s.scn.units):
        if s.place[u] != ON or d.vehicle in ("aircraft", "train"):
            continue
        same = before.place[u] == ON and state.stance(s, u) == state.stance(before, u) and s.bases[u] == before.bases[u]
        if same:
            continue
        shape = state.shape(s, u)
        entering = s.route[u] and not ground.table.covers(shape)
        old = state.shape(before, u) if before.place[u] == ON else None
        if not ground.table.covers(shape) and not entering:
            out.append(f"{d.id} stands over the edge")
        if shape.intersection(ground.barrier).area > 0.03 and (old is None or old.intersection(ground.barrier).area <= 0.02):
            out.append(f"{d.id} stands in impassable ground")
        for v in state.friends(s, u):
            it = s.scn.units[v]
            if it.vehicle in ("train", "aircraft") or not movement.clash(shape, state.shape(s, v)):
                continue
            if old is None or before.place[v] != ON or not movement.clash(old, state.shape(before, v)):
                out.append(f"{d.id} stands inside {it.id}")
        for v in state.foes(s, d.side):
            if movement.clash(shape, state.shape(s, v)):
                out.append(f"{d.id} stands inside the enemy {s.scn.units[v].id}")
        for i, w in enumerate(ground.wire):
            if (
                not s.wire >> i & 1
                and shape.buffer(-0.07).intersects(w.shape)
                and not (old and old.buffer(-0.07).intersects(w.shape))
            ):
                out.append(f"{d.id} stands over wire")
        for m in ground.mines:
            entered = m.shape.intersects(shape) and not (old is not None and m.shape.intersects(old))
            if entered and d.name not in hit:
                out.append(f"{d.id} stands in the minefield {m.id} and was not hit")
    return out


def crowded(seed: int) -> State:
    """Some units of both sides close together, among minefields, wire, a lake and hidden troops."""
    r = random.Random(f"places {seed}")
    while True:
        units, shapes = [], []
        for id, side in [(f"{'ac'[k % 2]}{k}", k % 2) for k in range(9)]:
            for _ in range(60):
                x, y = r.uniform(16, 34), r.uniform(24, 36) if side == 0 else r.uniform(12, 25)
                form, bases = r.choice(("deployed", "maneuver", "maneuver", "march")), r.choice((2, 4, 6))
                shape = shapely.Point(x, y).buffer(bases / 2 + 1)
                if all(shape.distance(o) > (0 if o_side == side else 1.2) for o, o_side in shapes):
                    shapes.append((shape, side))
                    facing = r.choice((0, 45, 315)) if side == 0 else r.choice((180, 135, 225))
                    more = {"hidden": True} if side and r.random() < 0.4 else {}
                    units.append(unit(id, r.choice(("infantry", "infantry", "cavalry")), x, y, facing, form, bases=bases, **more))
                    break
        free = shapely.union_all([s for s, _ in shapes])
        ground: list[dict[str, Any]] = []
        for kind, size, many in (("minefield", 2.0, 8), ("water", 2.5, 2)):
            for _ in range(many):
                x, y = r.uniform(14, 34), r.uniform(12, 36)
                if shapely.box(x, y, x + size, y + size).distance(free) > 0:
                    ground.append(box(kind, x, y, x + size, y + size, **({"side": "central"} if kind == "minefield" else {})))
        wire = shapely.LineString([(x := r.uniform(15, 25), y := r.uniform(20, 30)), (x + 5, y)])
        if wire.distance(free) > 0:
            ground.append(line("wire", (x, y), (x + 5, y)))
        if {u["id"][0] for u in units} == {"a", "c"}:
            return table(*units, ground=ground)


def anywhere(s: S, r: random.Random) -> tuple[str, ...] | None:
    """A pose that nobody has listed and the rules accept."""
    d = s.decision
    u = getattr(d.step, "unit", None) if d else None
    if d is None or u is None or not isinstance(d.step, Place | Reform | Act | OrderLost):
        return None
    here = state.pose(s.state, u)
    for _ in range(12):
        x, y = (round(v + r.uniform(-7, 7), 2) for v in here.at)
        facing = str(r.randrange(0, 360, 5))
        words = [
            ("go", str(x), str(y), facing, *(("files", "2") if r.random() < 0.3 else ())),
            (
                "go",
                str(x),
                str(y),
                facing,
                "via",
                str(round((x + here.x) / 2 + r.uniform(-2, 2), 2)),
                str(round((y + here.y) / 2, 2)),
            ),
            ("shift", str(x), str(y)),
            ("wheel", r.choice(("left", "right")), str(r.randrange(10, 90))),
            ("face", facing),
            ("form", r.choice(("deployed", "maneuver", "march")), facing),
        ]
        a = r.choice(words)
        if d.step.allows_unlisted(s, a):
            return a
    return None


def walk(s: S, r: random.Random, most: int) -> list[str]:
    for _ in range(most):
        d = s.decision
        if d is None:
            break
        a = anywhere(s, r) if r.random() < 0.6 else None
        bold = [x for x in d.actions if x[0] in ("assault", "go", "face", "form", "maneuver", "deploy")]
        before, told = s.state.copy(), len(s.journal)
        a = a or (r.choice(bold) if bold and r.random() < 0.8 else r.choice(d.actions))
        s.take(a)
        if found := wrong(s, before, told):
            return [*found, " ".join(a)]
    return []


@rule("dgk.IV.move.11", "dgk.VIII.gen.1", "dgk.VIII.move.3", "dgk.X.mine.1", "dgk.X.wire.1")
@pytest.mark.parametrize("part", range(6))
def test_whatever_moves_or_turns_a_unit_it_ends_where_a_unit_may_stand(part: int) -> None:
    for seed in range(part * 1000, part * 1000 + (100 if WHOLE else 14)):
        r = random.Random(seed)
        g = crowded(seed)
        for _ in range(6):
            u = r.choice([u for u in range(len(g.place)) if g.place[u] == ON])
            g.acted = [0] * len(g.place)
            steps = [Act(u), Act(u), Place(u, "maneuver", 8000), Place(u, "deploy", 1000, True), Place(u, "march", 9000), Reform(u)]
            s = at(g, r.choice(steps), dice=[[r.randint(1, 10) for _ in range(3)] for _ in range(60)])
            assert walk(s, r, 6) == [], (seed, g.scn.units[u].id)
            if g.winner >= 0:
                break


@rule("dgk.IV.move.11", "dgk.X.mine.1")
@pytest.mark.parametrize("id", every(2, ["siedliska", "lier", "quick"]))
def test_in_whole_battles_too(id: str) -> None:
    s = begin(GAME, id, GAME.settle_options({}), Dice(f"places {id}"))
    choose = bots.make("greedy", "places")
    for _ in range(2000 if WHOLE else 120):
        if s.decision is None:
            break
        before, told = s.state.copy(), len(s.journal)
        s.take(bots.answer(choose, s))
        assert wrong(s, before, told) == [], len(s.history)
