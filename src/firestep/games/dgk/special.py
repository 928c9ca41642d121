"""Scenario-specific rules (dgk.X): aircraft, wire, mines, indirect fire, ripping up track."""

from __future__ import annotations

import shapely
from shapely import Point
from shapely.geometry.base import BaseGeometry

from firestep.engine.errors import FirestepError
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.dgk import damage, fire, hidden_units, sight, state, umpire
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import XY, Pose, gap, mil
from firestep.games.dgk.formations import DEPLOYED, NAMES
from firestep.games.dgk.state import ABOARD, OFF, ON, State
from firestep.games.dgk.umpire import STATES, Question
from firestep.games.dgk.vehicles import target_form

S = Session[State]
#: turns an aircraft stays away after its attack (dgk.X.air.6)
AWAY = 3
#: the bed of a track reaches so far to either side
TRACK = 0.5


# -- wire and track ----------------------------------------------------------------------------------------------------


def cut_wire(session: S, u: int) -> None:
    """A Rest in contact removes the pieces of wire the unit touches (dgk.X.wire.1, ruling D53). Artillery fire removes none
    (dgk.X.wire.2)."""
    s = session.state
    shape = state.shape(s, u)
    for i, w in enumerate(s.scn.ground.wire):
        if not s.wire >> i & 1 and shape.distance(w.shape) <= 0.1:  # dgk.X.wire.2
            s.wire |= 1 << i
            hidden_units.tell(session, u, "wire-cut", "dgk.X.wire.1", unit=s.scn.units[u].name)


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
            hidden_units.tell(session, u, "track-cut", "dgk.X.train.9", unit=s.scn.units[u].name)
            return


# -- mines -------------------------------------------------------------------------------------------------------------


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
        if state.present(s, v) and s.scn.units[v].vehicle != "aircraft" and Point(at).distance(state.shape(s, v)) <= fire.BLAST
    ]
    reach = umpire.model()["special"]["command-mine"]["range"]
    # everybody has the cover that he had when it went off; only then are forts reduced (dgk.X.mine.4)
    asked = [(v, special_question(s, "command-mine", v, reach, s.bases[v])) for v in near]
    s.exploded |= 1 << i
    for v, q in asked:
        levels = umpire.resolve_fire(q, [session.roll(10) for _ in range(umpire.DICE)])
        damage.apply(session, v, levels, damage.Source(at, side))
    damage.judge(session)


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
    state.put(s, u, Pose(*at, 0))  # dgk.X.air.1
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
    if s.place[u] == ON and s.sortie[u] & bit:  # dgk.X.air.9
        out.append(Refusal("dgk.X.air.9", f"one {kind}ing run a sortie"))
    if not fire.is_target(s, u, v):
        out.append(Refusal("dgk.VI.los.1", f"{s.scn.units[v].name} is no target"))
    return out


def place_beside(s: State, u: int, v: int) -> None:
    """Next to its target (dgk.X.air.2)."""
    x0, y0, _, _ = state.shape(s, v).bounds
    state.put(s, u, Pose(max(0.5, x0 - 0.6), max(0.5, y0), 0))  # dgk.X.air.2
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
    if any(h.level > 1 and _between(h.shape, a, b) for h in s.scn.ground.hills):  # dgk.X.ind.2
        return Refusal("dgk.X.ind.2", "a high hill lies in the way")
    if not any(sight.sees(s, w, v) for w in [*state.friends(s, u), u]):
        return Refusal("dgk.X.ind.1", f"no friend sees {name}")
    return counts
