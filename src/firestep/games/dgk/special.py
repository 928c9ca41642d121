"""Scenario-specific rules (dgk.X): aircraft, wire, mines, indirect fire, ripping up track."""

from __future__ import annotations

from typing import NamedTuple

import shapely
from shapely import Point
from shapely.geometry.base import BaseGeometry

from firestep.engine.errors import FirestepError
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.dgk import damage, fire, movement, secrets, sight, state, umpire
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import XY, Pose, gap, mil
from firestep.games.dgk.formations import DEPLOYED, NAMES
from firestep.games.dgk.movement import Leg
from firestep.games.dgk.state import ABOARD, OFF, ON, State
from firestep.games.dgk.umpire import STATES, Question
from firestep.games.dgk.vehicles import target_form

S = Session[State]
#: turns an aircraft stays away after its attack (dgk.X.air.6)
AWAY = 3
BLAST = 3.0
#: a unit that stops in a minefield looks for room so far apart
STEP = 0.25
#: the bed of a track reaches so far to either side
TRACK = 0.5


# -- wire and track ----------------------------------------------------------------------------------------------------


def cut_wire(session: S, u: int) -> None:
    """A Rest in contact removes the pieces of wire the unit touches (dgk.X.wire.1, ruling D53). Artillery fire removes none
    (dgk.X.wire.2)."""
    s = session.state
    shape = state.shape(s, u)
    for i, w in enumerate(s.scn.ground.wire):
        if not s.wire >> i & 1 and shape.distance(w.shape) <= 0.1:
            s.wire |= 1 << i
            secrets.tell(session, u, "wire-cut", "dgk.X.wire.1", unit=s.scn.units[u].name)


def rip_refusals(s: State, u: int) -> list[Refusal]:
    """Why a unit may not rip up track with a Rest (dgk.X.train.9)."""
    if s.scn.options.get("rip-track", "off") != "on":
        return [Refusal("dgk.X.train.9", "this scenario does not allow track to be ripped up")]
    if s.status[u] or s.fired_on[u]:
        return [Refusal("dgk.X.train.9", "a unit under fire or shaken cannot rip up track")]
    if not any(state.shape(s, u).distance(r.shape) <= TRACK for r in s.scn.ground.rails.values()):
        return [Refusal("dgk.X.train.9", "the unit is not in contact with track")]
    return []


def rip(session: S, u: int) -> None:
    s = session.state
    for id, r in s.scn.ground.rails.items():
        if state.shape(s, u).distance(r.shape) <= TRACK:
            at = r.shape.project(Point(damage.centre(state.shape(s, u))))
            s.cuts = (*s.cuts, (id, mil(at), 0))
            secrets.tell(session, u, "track-cut", "dgk.X.train.9", unit=s.scn.units[u].name)
            return


# -- mines -------------------------------------------------------------------------------------------------------------


class Hit(NamedTuple):
    """A minefield that a unit has entered, where and how the unit stands then, and how far it came."""

    field: int
    end: state.Stance
    inches: float


def mine_met(s: State, u: int, legs: tuple[Leg, ...], layout: geometry.Layout, end: state.Stance) -> Hit | None:
    """The first minefield that a change of place or shape brings any base into (dgk.X.mine.1): on the legs of the way, which the
    unit goes in its new formation, or in the place where it ends."""
    mines = s.scn.ground.mines
    if not mines:
        return None
    inside = fields(s, state.shape(s, u))
    new = [i for i in range(len(mines)) if i not in inside]
    gone = 0.0
    for leg in legs:
        found = [(_edge(mines[i].shape, layout, leg), i) for i in new]
        entered = [(far, i) for far, i in found if far is not None]
        length = gap(leg.a, leg.b)
        if entered:
            far, i = min(entered)
            stop = _stop(s, u, legs, layout, end, gone + min(length, far + 0.05))
            return Hit(i, stop, gap((s.x[u] / 1000, s.y[u] / 1000), (stop.x / 1000, stop.y / 1000)))
        gone += length
    last = geometry.shape(Pose(end.x / 1000, end.y / 1000, end.f / 10), layout)
    return next((Hit(i, end, gone) for i in fields(s, last) if i not in inside), None)


def _edge(field: BaseGeometry, layout: geometry.Layout, leg: Leg) -> float | None:
    """How far along a leg a formation comes before it touches a field, or None."""
    a, b, facing = leg
    if not field.intersects(geometry.swept(layout, facing, a, b)):
        return None
    low, high, way = 0.0, gap(a, b), geometry.bearing(a, b)
    for _ in range(12):
        mid = (low + high) / 2
        if field.intersects(geometry.swept(layout, facing, a, geometry.along(a, way, mid))):
            high = mid
        else:
            low = mid
    return high


def _stop(s: State, u: int, legs: tuple[Leg, ...], layout: geometry.Layout, end: state.Stance, far: float) -> state.Stance:
    """Where a unit stops that has come so far along its way: there, or in the nearest place of the way in which it may end a
    move. If there is none it stays as it was (dgk.X.mine.1, dgk.IV.move.11, ruling D93)."""
    straight = layout._replace(bend=0.0, trail=())
    spots: list[tuple[float, Pose]] = []
    gone = 0.0
    for a, b, facing in legs:
        length, way = gap(a, b), geometry.bearing(a, b)
        n = int(length / STEP) + 1
        marks = [far - gone, *(length * k / n for k in range(n + 1))]
        spots += [(abs(gone + d - far), Pose(*geometry.along(a, way, d), facing)) for d in marks if 0 <= d <= length]
        gone += length
    start = state.shape(s, u)
    for _, pose in sorted(spots, key=lambda spot: spot[0]):
        if not movement.standing(s, u, pose, straight, start):
            return state.standing_at(pose, end.form, end.files)
    return state.stance(s, u)


def fields(s: State, shape: BaseGeometry) -> list[int]:
    """The minefields that a shape touches."""
    return [i for i, m in enumerate(s.scn.ground.mines) if m.shape.intersects(shape)]


def in_mines(s: State, u: int) -> bool:
    return bool(fields(s, state.shape(s, u)))


def step_on_mines(session: S, u: int, hit: Hit | None, was_inside: bool) -> None:
    """One level on entry, which reveals the field and stops the unit, or for a turn of movement inside (dgk.X.mine.1, dgk.X.mine.2,
    dgk.X.mine.3)."""
    s = session.state
    if hit is not None:
        state.stand(s, u, hit.end)
        s.mines |= 1 << hit.field  # one square at a time, even if it touches two (dgk.X.mine.3)
        session.note("minefield", "dgk.X.mine.1", unit=s.scn.units[u].name)
        session.close_undo()
    elif was_inside:
        session.note("minefield", "dgk.X.mine.2", unit=s.scn.units[u].name)
    else:
        return
    ahead = geometry.along(state.pose(s, u).at, state.pose(s, u).facing, 1)
    damage.apply(session, u, 1, damage.Source(ahead, 1 - state.side(s, u)))


def command_mines(s: State, side: int) -> list[int]:
    """Mines of a side that can still be set off."""
    name = ("allied", "central")[side]
    return [
        i for i, p in enumerate(s.scn.ground.pieces) if p.kind.id == "command-mine" and p.side == name and not s.exploded >> i & 1
    ]


def explode(session: S, i: int, side: int) -> None:
    """Deployed Fire by artillery on every unit within 3 inches, friend or foe (dgk.X.mine.4, ruling D52)."""
    s = session.state
    p = s.scn.ground.pieces[i]
    at = p.points[0]
    session.note("mine-explodes", "dgk.X.mine.4", at=list(at))
    near = [
        v
        for v in range(len(s.place))
        if state.present(s, v) and s.scn.units[v].vehicle != "aircraft" and Point(at).distance(state.shape(s, v)) <= BLAST
    ]
    reach = umpire.model()["special"]["command-mine"]["range"]
    # everybody has the cover that he had when it went off; only then are forts reduced (dgk.X.mine.4)
    asked = [(v, special_question(s, "command-mine", v, reach, s.bases[v])) for v in near]
    s.exploded |= 1 << i
    for v, q in asked:
        levels = umpire.resolve_fire(q, [session.roll(10) for _ in range(umpire.DICE)])
        damage.apply(session, v, levels, damage.Source(at, side))
    damage.judge(session)


def blasted(s: State, piece: str) -> bool:
    """A fort within 3 inches of an exploded mine."""
    fort = s.scn.ground.by_id[piece]
    return any(
        s.exploded >> i & 1 and Point(p.points[0]).distance(fort.shape) <= BLAST
        for i, p in enumerate(s.scn.ground.pieces)
        if p.kind.id == "command-mine"
    )


def special_question(s: State, name: str, v: int, distance: float, bases: int, state: int = 0) -> Question:
    """Fire that is like artillery or machine guns, with the target's own cover."""
    d = s.scn.units[v]
    m = umpire.model()["special"][name]
    return Question(
        m["action"],
        m["type"],
        "average",
        STATES[state],
        d.type,
        d.quality,
        NAMES[target_form(s, v)],
        fire.cover_of(s, v),
        distance,
        umpire.compare(bases, s.bases[v]),
        STATES[s.status[v]],
    )


# -- aircraft ----------------------------------------------------------------------------------------------------------


def may_fly(s: State, u: int) -> list[Refusal]:
    if s.place[u] == OFF and s.turn < s.away[u]:
        return [Refusal("dgk.X.air.6", f"{s.scn.units[u].name} is back in turn {s.away[u]}")]
    return []


def fly(session: S, u: int, at: XY) -> None:
    """An aircraft appears at, or goes to, any point (dgk.X.air.1)."""
    s = session.state
    state.put(s, u, Pose(*at, 0))
    if s.place[u] == OFF:
        s.place[u] = ON
        s.sortie[u] = 0
    session.note("flies", "dgk.X.air.1", unit=s.scn.units[u].name)


def attack_refusals(s: State, u: int, v: int, kind: str) -> list[Refusal]:
    """Why an aircraft may not bomb or strafe a target (dgk.X.air.8, dgk.X.air.9)."""
    d = s.scn.units[u]
    out = may_fly(s, u)
    if kind not in d.arms:
        out.append(Refusal("dgk.X.air.8", f"{d.name} cannot {kind}"))
    bit = 1 if kind == "bomb" else 2
    if s.place[u] == ON and s.sortie[u] & bit:
        out.append(Refusal("dgk.X.air.9", f"one {kind}ing run a sortie"))
    if not fire.is_target(s, u, v):
        out.append(Refusal("dgk.VI.los.1", f"{s.scn.units[v].name} is no target"))
    return out


def place_beside(s: State, u: int, v: int) -> None:
    """Next to its target (dgk.X.air.2)."""
    x0, y0, _, _ = state.shape(s, v).bounds
    state.put(s, u, Pose(max(0.5, x0 - 0.6), max(0.5, y0), 0))
    if s.place[u] == OFF:
        s.place[u], s.sortie[u] = ON, 0


def gunners(s: State, u: int) -> list[int]:
    """Enemy units that can fire at this aircraft, acted or not (dgk.X.air.3)."""
    mine, at = state.side(s, u), state.pose(s, u).at
    return [v for v, d in enumerate(s.scn.units) if d.side != mine and d.aa and state.present(s, v) and _reaches(s, v, at)]


def _reaches(s: State, v: int, at: XY) -> bool:
    """Deployed Fire at an aircraft: from a deployed formation, in range and arc; in the air everything is seen (ruling D85)."""
    if fire.may_fire(s, v, "deployed-fire"):
        return False
    if s.place[v] == ABOARD:
        return bool(state.shape(s, v).distance(Point(at)) <= fire.reach(s, v))
    pose, layout = state.pose(s, v), state.layout(s, v)
    return bool(geometry.front(pose, layout).distance(Point(at)) <= fire.reach(s, v)) and bool(
        shapely.intersects_xy(geometry.arc(pose, layout), *at)
    )


def anti_aircraft(session: S, g: int, u: int) -> None:
    s = session.state
    d = s.scn.units[g]
    m = umpire.model()["special"]["anti-aircraft"]
    distance = float(state.shape(s, g).distance(Point(state.pose(s, u).at)))
    q = Question(
        m["action"],
        d.type,
        d.quality,
        STATES[s.status[g]],
        m["target-type"],
        "average",
        m["target-formation"],
        m["cover"],
        distance,
        umpire.compare(s.bases[g], s.bases[u]),
        STATES[s.status[u]],
    )
    levels = umpire.resolve_fire(q, [session.roll(10) for _ in range(umpire.DICE)])
    s.hidden[g] = 0
    session.note("anti-aircraft", "dgk.X.air.3", unit=d.name, target=s.scn.units[u].name, levels=levels)
    if s.status[u] + levels >= 3:  # dgk.X.air.4
        damage.destroy(session, u, d.side, "dgk.X.air.4")
    else:
        s.status[u] += levels


def air_attack(session: S, u: int, v: int, kind: str) -> None:
    """The run itself, and the flight home (dgk.X.air.5, dgk.X.air.6, dgk.X.air.9)."""
    s = session.state
    name = "bombing" if kind == "bomb" else "strafing"
    q = special_question(s, name, v, umpire.model()["special"][name]["range"], s.bases[u], s.status[u])
    levels = umpire.resolve_fire(q, [session.roll(10) for _ in range(umpire.DICE)])
    session.note(
        "air-attack",
        "dgk.X.air.5" if kind == "bomb" else "dgk.X.air.8",
        unit=s.scn.units[u].name,
        target=s.scn.units[v].name,
        levels=levels,
    )
    damage.hurt(session, v, levels, damage.Source(state.pose(s, u).at, state.side(s, u)))
    s.sortie[u] |= 1 if kind == "bomb" else 2
    done = all(s.sortie[u] & (1 if a == "bomb" else 2) for a in s.scn.units[u].arms)
    if done or s.status[u]:
        go_home(s, u)


def go_home(s: State, u: int) -> None:
    s.place[u] = OFF
    s.away[u] = s.turn + AWAY + 1
    s.status[u] = 0  # repaired when it comes back (ruling D50)
    s.sortie[u] = 0


# -- indirect fire -----------------------------------------------------------------------------------------------------


def indirect_way(s: State, u: int, v: int) -> tuple[XY, XY]:
    """The line along which indirect fire is measured: from the front of the battery to the nearest part of its target."""
    ends = shapely.get_coordinates(shapely.shortest_line(geometry.front(state.pose(s, u), state.layout(s, u)), state.shape(s, v)))
    return (float(ends[0][0]), float(ends[0][1])), (float(ends[1][0]), float(ends[1][1]))


def _between(hill: BaseGeometry, a: XY, b: XY) -> bool:
    """A hill lies between two points, and neither of them on it."""
    if geometry.apart(hill, geometry.around(a, b)) or hill.intersects(geometry.point(a)) or hill.intersects(geometry.point(b)):
        return False
    return gap(a, b) > geometry.EPS and bool(hill.intersects(geometry.segment(a, b)))


def indirect_line(s: State, u: int, v: int) -> float | Refusal:
    """The range that counts for indirect fire, or why it is not possible (dgk.X.ind.1, dgk.X.ind.2, dgk.X.ind.4)."""
    d = s.scn.units[u]
    name = s.scn.units[v].name
    if s.scn.options.get("indirect", "off") != "on":
        return Refusal("dgk.X.ind.1", "this scenario knows no indirect fire")  # dgk.II.art.3
    if not d.artillery or s.form[u] != DEPLOYED or s.began[u] != DEPLOYED or s.place[u] == ABOARD:
        return Refusal("dgk.X.ind.1", f"{d.name} is not deployed artillery")
    if not fire.is_target(s, u, v):
        return Refusal("dgk.VI.los.1", f"{name} is no target")
    pose, layout = state.pose(s, u), state.layout(s, u)
    if state.shape(s, v).intersection(geometry.arc(pose, layout)).area < 1e-4:
        return Refusal("dgk.VI.arc.1", f"{name} is outside the arc of fire")
    a, b = indirect_way(s, u, v)
    measured = gap(a, b)
    try:
        counts = umpire.indirect_range(measured, s.scn.options.get("halving") == "floor")
    except FirestepError as e:
        return Refusal("dgk.X.ind.4", str(e))
    if counts > fire.reach(s, u):
        return Refusal("dgk.VI.range.5", f"{name} is out of range even for indirect fire")
    if any(h.level > 1 and _between(h.shape, a, b) for h in s.scn.ground.hills):
        return Refusal("dgk.X.ind.2", "a high hill lies in the way")
    if not any(sight.sees(s, w, v) for w in [*state.friends(s, u), u]):
        return Refusal("dgk.X.ind.1", f"no friend sees {name}")
    return counts
