"""One thing that a player can order in two ways has one price and one end."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from firestep.engine.errors import FirestepError
from firestep.engine.session import Session
from firestep.games.dgk import movement, state
from firestep.games.dgk.components.geometry import along, bearing
from firestep.games.dgk.formations import NAMES
from firestep.games.dgk.placing import Place, Reform
from firestep.games.dgk.state import ON, State
from firestep.testing import rule
from games.dgk.positions import at, box, line, no, table, unit
from games.dgk.test_places import crowded
from sampling import WHOLE

S = Session[Any]
#: lengths in the words of an order are rounded to a hundredth of an inch
NEAR = 0.03


def outcome(s: S, action: str) -> tuple[Any, ...]:
    """Where every unit stands after an order, how it is, and what the log says of it."""
    t = s.copy(seed="two ways")
    size = t.journal_size
    t.take(action)
    g = t.state
    told = [(e.key, e.params.get("unit")) for e in list(t.journal)[size:]]
    return [(g.place[u], *state.stance(g, u)[3:5], g.status[u]) for u in range(len(g.place))], g.mines, g.hidden, told


def price(s: S) -> float:
    return float(next(e for e in s.journal if e.key == "moves").params["cost"])


def same_place(a: S, b: S) -> bool:
    return all(
        abs(p - q) <= 1000 * NEAR
        for xs, ys in ((a.state.x, b.state.x), (a.state.y, b.state.y))
        for p, q in zip(xs, ys, strict=True)
    )


@rule("dgk.IV.move.2", "dgk.IV.move.3", "dgk.IV.move.6", "dgk.IV.move.12", "dgk.X.mine.1", "dgk.X.ind.5")
@pytest.mark.parametrize("part", range(3))
def test_a_straight_march_is_the_same_by_way_of_a_point_on_it(part: int) -> None:
    """Legal or not, what it costs, the mines and hidden troops that it meets, and where the unit ends."""
    seen: Counter[str] = Counter()
    for seed in range(part * 1000, part * 1000 + (150 if WHOLE else 25)):
        r, g = random.Random(f"straight {seed}"), crowded(seed)
        for _ in range(4):
            u = r.choice([u for u in range(len(g.place)) if g.place[u] == ON])
            form = r.choice(("maneuver", "maneuver", "march"))
            here = state.pose(g, u)
            way, far = here.facing + r.uniform(-60, 60), r.uniform(1.5, 7.5)
            goal, between = along(here.at, way, far), along(here.at, way, far * r.uniform(0.2, 0.8))
            facing = round(way) % 360 if r.random() < 0.7 else r.randrange(0, 360, 15)
            layout = movement.formed(g, u, NAMES.index(form))
            turned = movement.face(g, u, state.shape(g, u), here.at, layout, bearing(here.at, goal))
            if turned is None or turned.at != here.at:
                continue  # it slides away from an enemy when it turns, so the way begins elsewhere
            words = f"go {goal[0]:.3f} {goal[1]:.3f} {facing}"
            s = at(g.copy(), Place(u, form, 8000), dice=[[5, 5, 5]] * 40)
            one, two = words, f"{words} via {between[0]:.3f} {between[1]:.3f}"
            refused = no(s, one), no(s, two)
            assert bool(refused[0]) == bool(refused[1]), (seed, one, two, refused)
            if refused[0]:
                seen["refused"] += 1
                continue
            a, b = s.copy(seed="two ways"), s.copy(seed="two ways")
            a.take(one)
            b.take(two)
            assert outcome(s, one) == outcome(s, two) and same_place(a, b), (seed, one, two)
            assert abs(price(a) - price(b)) < 0.11, (seed, one, two)  # it is told in tenths
            seen["stopped" if a.state.mines != g.mines or a.state.hidden != g.hidden else "moved"] += 1
    assert min(seen[k] for k in ("refused", "moved", "stopped")) >= 3, seen


def hemmed(r: random.Random) -> State:
    """A unit with little room: friends, an enemy, a lake and wire close by."""
    while True:
        ground = [box("water", x := r.uniform(21.5, 23), 24, x + 1, 36), line("wire", (15, y := r.uniform(31, 33)), (25, y))]
        units = [
            unit("a1", "infantry", 20, 30, r.randrange(0, 360, 30), r.choice(("deployed", "maneuver", "march")), bases=4),
            unit("a2", "infantry", r.uniform(15, 18), r.uniform(28, 32), r.randrange(0, 360, 30), "maneuver"),
            unit("c1", "infantry", r.uniform(16, 24), r.uniform(23, 27), 180, "maneuver"),
        ]
        try:
            return table(*units, ground=ground)
        except FirestepError:
            continue  # somebody would stand inside another


@rule("dgk.III.regr.2", "dgk.III.deploy.1", "dgk.IV.face.1", "dgk.IV.move.11", "dgk.VIII.move.3", "dgk.X.wire.1")
def test_a_turn_on_the_spot_is_judged_alike_in_every_order() -> None:
    """`face` of a move, `go` to where the unit stands, and `form` after a regroup bring the same formation and facing. All are
    legal, or none."""
    seen: Counter[str] = Counter()
    for seed in range(400 if WHOLE else 60):
        r = random.Random(f"turns {seed}")
        g, facing = hemmed(r), r.randrange(0, 360, 15)
        for form, order in (("maneuver", "maneuver"), ("march", "march"), ("deployed", "deploy")):
            ways = {
                "face": no(at(g.copy(), Place(0, order, 8000)), f"face {facing}"),
                "form": no(at(g.copy(), Reform(0)), f"form {form} {facing}"),
            }
            if form != "deployed":
                ways["go"] = no(at(g.copy(), Place(0, order, 8000)), f"go 20 30 {facing}")
            assert ways["face"] == ways["form"] == ways.get("go", ways["face"]), (seed, form, facing, ways)
            seen.update(ways["face"] or {"free"})
    assert min(seen[k] for k in ("free", "dgk.IV.move.11", "dgk.VIII.move.3", "dgk.X.wire.1")) > 5, seen
