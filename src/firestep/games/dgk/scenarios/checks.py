"""Is a scenario or a position sound? What stands where: on the table, on ground that bears it, nobody inside anybody."""

from __future__ import annotations

from shapely import Point

from firestep.engine.errors import FirestepError
from firestep.games.dgk import state
from firestep.games.dgk.components.battle import SIDES, ScenarioDef

#: bases may overlap by so much before somebody stands inside somebody: poses are rounded to thousandths of an inch
TOUCH = 0.05


def check(scn: ScenarioDef) -> None:
    """Refuse a scenario in which somebody begins where nobody can stand."""
    ground = scn.ground
    for f in scn.formations:
        if not (0 <= f.x <= ground.width and 0 <= f.y <= ground.height):
            raise FirestepError(f"the Leader of formation '{f.id}' stands off the table")
    for a in scn.assets:
        if not (0 <= a.x <= ground.width and 0 <= a.y <= ground.height):
            raise FirestepError(f"asset '{a.id}' lies off the table")
    for v in scn.victories:
        if v.kind != "destroy" and not (0 <= v.x <= ground.width and 0 <= v.y <= ground.height):
            raise FirestepError(f"the victory condition {v.text!r} lies off the table")
    for u in scn.units:
        if u.vehicle == "train" and ground.rails[u.track].shape.distance(Point(u.x, u.y)) > 0.5:
            raise FirestepError(f"train '{u.id}' does not stand on its track '{u.track}'")
        if u.enters > scn.turns:
            raise FirestepError(f"unit '{u.id}' enters in turn {u.enters} and the battle has {scn.turns}")
        if (u.enters or u.route) and u.vehicle not in ("train", "aircraft") and u.goal is None:
            raise FirestepError(f"unit '{u.id}' comes by Route March; say where it is going: goal = [x, y] [dgk.III.route.7]")
        if u.goal is not None and not (0 <= u.goal[0] <= ground.width and 0 <= u.goal[1] <= ground.height):
            raise FirestepError(f"the goal of unit '{u.id}' lies off the table")
        if u.enters and not _at_edge(scn, u.x, u.y):
            raise FirestepError(f"unit '{u.id}' enters in turn {u.enters} and must come from the edge [dgk.III.route.1]")
    g = state.begin(scn)
    places(g)
    for side in (0, 1):
        if not any(u.side == side for u in scn.units):
            raise FirestepError(f"the {SIDES[side]} side has no units")


def _at_edge(scn: ScenarioDef, x: float, y: float) -> bool:
    w, h = scn.ground.width, scn.ground.height
    return -0.01 <= x <= w + 0.01 and -0.01 <= y <= h + 0.01 and min(abs(x), abs(w - x), abs(y), abs(h - y)) <= 1.01


def places(g: state.State) -> None:
    """Nobody over the edge, in impassable ground or inside another (dgk.VIII.gen.1, dgk.VIII.move.3, dgk.IV.move.11,
    dgk.IV.move.12)."""
    ground = g.scn.ground
    here = [u for u, d in enumerate(g.scn.units) if g.place[u] == state.ON and d.vehicle != "aircraft"]
    shapes = {u: state.shape(g, u) for u in here}
    table = ground.table.buffer(0.01)
    for u in here:
        name = g.scn.units[u].id
        if g.scn.units[u].vehicle != "train":
            if not g.scn.units[u].enters and not table.covers(shapes[u]):  # a column may still be coming on (ruling D64)
                raise FirestepError(f"unit '{name}' stands over the edge of the table")
            if shapes[u].intersection(ground.barrier).area > TOUCH:
                raise FirestepError(f"unit '{name}' stands in impassable ground [dgk.VIII.move.3]")
    for i, u in enumerate(here):
        for v in here[i + 1 :]:
            if shapes[u].intersects(shapes[v]) and shapes[u].intersection(shapes[v]).area > TOUCH:
                raise FirestepError(f"units '{g.scn.units[u].id}' and '{g.scn.units[v].id}' stand in one place [dgk.IV.move.11]")
    for u, d in enumerate(g.scn.units):
        if g.place[u] == state.ABOARD and not (
            0 <= g.aboard[u] < len(g.place) and g.scn.units[g.aboard[u]].side == d.side and g.place[g.aboard[u]] == state.ON
        ):
            raise FirestepError(f"unit '{d.id}' rides on nothing of its side that is on the table")
