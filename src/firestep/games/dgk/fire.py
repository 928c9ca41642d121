"""Fire (dgk.VI): who may fire, at what, and the question that is put to the umpire."""

from __future__ import annotations

from math import hypot

from shapely import Point
from shapely.geometry.base import BaseGeometry

from firestep.engine.memo import Memo
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.dgk import damage, sight, state, umpire, vehicles
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import EPS, XY
from firestep.games.dgk.components.terrain import COVERS, Ground, Piece
from firestep.games.dgk.formations import DEPLOYED, MARCH, NAMES
from firestep.games.dgk.state import ABOARD, ON, State
from firestep.games.dgk.umpire import STATES, Question

S = Session[State]
#: a unit so near behind a hedge or wall is covered by it
BEHIND = 1.0

#: how far a command mine works, in inches (dgk.X.mine.4)
BLAST = 3.0


def fires_as(s: State, u: int) -> str:
    """The type with which a unit fires; armoured cars fire as machine guns by their own entry (dgk.X.ac.2)."""
    return s.scn.units[u].type  # dgk.X.ac.2


def reach(s: State, u: int) -> float:
    return float(umpire.model()["types"][fires_as(s, u)]["range"])


def targets(s: State, u: int) -> list[int]:
    """Enemy units that can be fired at in principle: present, seen, not in the air (dgk.X.air.7); no Leaders (dgk.II.ldr.1)."""
    place, hidden = s.place, s.hidden
    # dgk.II.ldr.1, dgk.X.air.7
    return [v for v in s.scn.landed[1 - state.side(s, u)] if not hidden[v] and (place[v] == ON or place[v] == ABOARD)]


def is_target(s: State, u: int, v: int) -> bool:
    """One of them."""
    d = s.scn.units[v]
    return d.side != state.side(s, u) and state.present(s, v) and not s.hidden[v] and d.vehicle != "aircraft"


def may_fire(s: State, u: int, kind: str) -> list[Refusal]:
    """Why a unit may not use a kind of fire now, whatever the target."""
    d = s.scn.units[u]
    out: list[Refusal] = []
    if d.type not in umpire.model()["fire"]["type"]["values"]:
        return [Refusal("dgk.VI.fire.4", f"{d.name} cannot fire")]  # transport: dgk.II.veh.2
    if s.place[u] == ABOARD:
        return vehicles.may_fire(s, u, kind)
    if kind == "deployed-fire":
        if s.form[u] != DEPLOYED or s.began[u] != DEPLOYED:  # dgk.III.dfire.1, dgk.III.dfire.4, dgk.VI.fire.1
            out.append(Refusal("dgk.VI.fire.1", f"{d.name} did not begin the turn deployed"))  # dgk.III.dfire.1, dgk.III.dfire.4
    elif s.form[u] == MARCH:  # dgk.VI.fire.2
        out.append(Refusal("dgk.III.march.3", f"{d.name} is in march formation"))  # dgk.VI.fire.2
    return out


def cover_of(s: State, v: int, line: tuple[XY, XY] | None = None, assault: bool = False) -> str:
    """The cover of a target: the ground that holds most of it, or a wall or hedge just before it (dgk.VIII.cover.1).
    `terrain.COVERS` ranks the classes."""
    best = COVERS.index(vehicles.cover(s, v, assault))  # dgk.VIII.cover.1
    if s.place[v] == ABOARD:
        return COVERS[best]
    shape = state.shape(s, v)
    way: BaseGeometry | None = None
    for rank, p in _covers(s.scn.ground, shape):
        if rank <= best:
            continue
        if p.kind.form == "area":
            best = rank if not (p.kind.cover == "fortified" and blasted(s, p.id)) else max(best, COVERS.index("hard"))
        elif line is not None:
            way = way or geometry.segment(*line)
            if p.shape.intersects(way):
                best = rank
    return COVERS[best]


_shelters: Memo[tuple[Ground, int], tuple[BaseGeometry, list[tuple[int, Piece]]]] = Memo(sight.KEPT)


def _covers(ground: Ground, shape: BaseGeometry) -> list[tuple[int, Piece]]:
    """The areas that hold most of a shape and the lines just before it, with the worth of their cover."""
    found = _shelters.get((ground, id(shape)))
    if found is None:
        found = _shelters[ground, id(shape)] = shape, [x for x in ground.covers if _covered(x[1], shape)]
    return found[1]


def _covered(p: Piece, shape: BaseGeometry) -> bool:
    if p.kind.form == "area":
        return bool(p.shape.intersects(shape) and p.shape.intersection(shape).area * 2 >= shape.area)
    return bool(p.kind.form == "line" and p.shape.distance(shape) <= BEHIND + EPS)


def line_to(s: State, u: int, v: int, exact: bool = True) -> sight.Line | Refusal:
    """The line of fire at a target, or why there is none. Guns need to see it too (dgk.II.art.3), but fire over friends
    (dgk.VI.los.2). Without `exact` it need not be the shortest."""
    aboard = s.place[u] == ABOARD  # riders fire out of any side that is not masked (dgk.X.train.14)
    mask = vehicles.other_cars(s, u) if aboard else None
    return sight.fire_line(s, u, v, reach(s, u), aboard, s.scn.units[u].artillery, mask, exact)


def refusals(s: State, u: int, v: int, kind: str) -> list[Refusal]:
    """Why a unit may not fire at a target; nothing if it may."""
    out = may_fire(s, u, kind)
    if out:
        return out
    if not is_target(s, u, v):
        hidden = s.hidden[v] and state.present(s, v)
        return [Refusal("dgk.X.ind.5" if hidden else "dgk.VI.los.1", f"{s.scn.units[v].name} is no target")]
    found = line_to(s, u, v, exact=False)
    return [found] if isinstance(found, Refusal) else []


def legal_targets(s: State, u: int) -> list[int]:
    """Targets in range, arc and sight (dgk.III.dfire.2, dgk.VI.los.1). They are listed before the action is chosen
    (dgk.VI.range.6)."""
    return [v for v in targets(s, u) if can_hit(s, u, v)]


def can_hit(s: State, u: int, v: int) -> bool:
    """A target is in range, arc and sight."""
    # dgk.III.dfire.2, dgk.VI.los.1, dgk.VI.range.6
    return perhaps(s, u, v) and not isinstance(line_to(s, u, v, exact=False), Refusal)


def perhaps(s: State, u: int, v: int) -> bool:
    """A target is near enough, and not wholly beside or behind: a quick look before the exact one."""
    me, it = state.carrier(s, u), state.carrier(s, v)
    dx, dy = (s.x[it] - s.x[me]) / 1000, (s.y[it] - s.y[me]) / 1000
    size = state.span(s, it)
    if hypot(dx, dy) > reach(s, u) + size + state.span(s, me):
        return False
    if s.place[u] == ABOARD:
        return True
    (fx, fy), (rx, ry) = geometry.ahead(s.f[u] / 10), geometry.rightward(s.f[u] / 10)
    forward = dx * fx + dy * fy + size
    return forward >= 0 and abs(dx * rx + dy * ry) - size <= forward + geometry.width(state.layout(s, u)) / 2 + EPS


def question(s: State, u: int, v: int, kind: str, distance: float, line: tuple[XY, XY] | None) -> Question:
    """The fields of the book's screen for this shot; all bases count (dgk.VI.num.2)."""
    return fields(s, u, v, kind, cover_of(s, v, line), distance, s.bases[u])  # dgk.VI.num.2


def fields(s: State, u: int, v: int, action: str, cover: str, distance: float, bases: int) -> Question:
    """What the screen asks of an actor with so many bases and its target: states (dgk.III.app.2), formation (dgk.III.app.3), cover
    and range (dgk.III.app.4), and the numbers as losses leave them (dgk.V.dmg.14)."""
    a, t = s.scn.units[u], s.scn.units[v]
    return Question(
        action,
        a.type,
        a.quality,
        STATES[s.status[u]],  # dgk.III.app.2
        t.type,
        t.quality,
        NAMES[vehicles.target_form(s, v)],  # dgk.III.app.3
        cover,  # dgk.III.app.4
        distance,
        umpire.compare(bases, s.bases[v]),  # dgk.V.dmg.14
        STATES[s.status[v]],  # dgk.III.app.2
    )


def shot(s: State, u: int, v: int, kind: str) -> Question | Refusal:
    """The question of a legal shot."""
    found = line_to(s, u, v)
    if isinstance(found, Refusal):
        return found
    return question(s, u, v, kind, min(found.length, reach(s, u)), (found.a, found.b))


def resolve(session: S, u: int, v: int, q: Question, *rules: str, **more: float) -> None:
    """Roll for a shot and apply it. `more` goes into the journal: the measured range of indirect fire."""
    s = session.state
    levels = umpire.resolve_fire(q, [session.roll(10) for _ in range(umpire.DICE)])
    session.note(
        "fire",
        "dgk.VI.fire.3",
        *rules,
        unit=s.scn.units[u].name,
        target=s.scn.units[v].name,
        action=q.action,
        range=round(q.range, 1),
        cover=q.cover,
        numbers=q.numbers,
        levels=levels,
        **more,
    )
    s.hidden[u] = 0  # dgk.X.ind.5
    damage.hurt(session, v, levels, damage.Source(damage.centre(state.shape(s, u)), state.side(s, u)))


def blasted(s: State, piece: str) -> bool:
    """Returns whether a command mine that went off within 3 inches has turned a fort into hard cover (dgk.X.mine.4)."""
    fort = s.scn.ground.by_id[piece]
    return any(
        s.exploded >> i & 1 and Point(p.points[0]).distance(fort.shape) <= BLAST
        for i, p in enumerate(s.scn.ground.pieces)
        if p.kind.id == "command-mine"
    )
