"""Leaders and command (dgk.IX): who helps whom, how Leaders move, who gets out of the way."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import Any

import shapely
from shapely import LineString, Point

from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.dgk import movement, state, umpire
from firestep.games.dgk.components import armies, geometry
from firestep.games.dgk.components.geometry import XY, gap, mil
from firestep.games.dgk.state import State

S = Session[State]


def base(s: State, f: int) -> Any:
    """The round base of a Leader (dgk.II.base.3)."""
    return geometry.disc(state.leader_at(s, f), armies.leader_base(s.scn.formations[f].level))  # dgk.II.base.3


def commands(s: State, f: int, u: int) -> bool:
    """A Leader helps units of formations under him at any level; the commander-in-chief helps any of his side (dgk.IX.cmd.4,
    dgk.II.org.2)."""
    lead = s.scn.formations[f]
    d = s.scn.units[u]
    return lead.side == d.side and (lead.chief or f in s.scn.chain[d.formation])  # dgk.II.org.2


def leader_near(s: State, u: int) -> bool:
    """A commanding Leader within 6 inches when the action starts (dgk.IX.cmd.1, rulings D41-D43)."""
    radius = umpire.model()["leader"]["radius"]
    shape = state.shape(s, u)
    return any(commands(s, f, u) and base(s, f).distance(shape) <= radius + geometry.EPS for f in range(len(s.scn.formations)))


def leader_move(s: State, f: int, points: list[XY]) -> list[Refusal]:
    """Why a Leader may not go that way (dgk.III.ldr.1, dgk.IV.ldr.1)."""
    m = umpire.model()["leader"]
    out: list[Refusal] = []
    v = s.laboard[f] - 1
    if v >= 0 and (s.moved[v] or s.speed[v] != state.HALTED):
        out.append(Refusal("dgk.X.veh.2", f"{s.scn.units[v].name}, on which he rides, moves this turn"))
    path = [state.leader_at(s, f), *points]
    ground = s.scn.ground
    if s.lmoved[f]:
        out.append(Refusal("dgk.IX.cmd.6", "this Leader has moved this turn"))
    cost = movement.path_cost(s, path, 0.0, m["rough"], marching=False)
    if cost > m["move"] + movement.SLACK:  # dgk.III.ldr.1, dgk.IV.ldr.1
        out.append(Refusal("dgk.III.ldr.1", f"that costs {cost:.1f} inches and a Leader has {m['move']}"))  # dgk.IV.ldr.1
    end = path[-1]
    if not (0 <= end[0] <= ground.width and 0 <= end[1] <= ground.height):
        out.append(Refusal("dgk.VIII.gen.1", "that is off the table"))
    way = LineString(path) if gap(path[0], end) > geometry.EPS or len(path) > 2 else Point(end)
    if not ground.barrier.is_empty and ground.barrier.intersects(way):
        out.append(Refusal("dgk.VIII.move.3", "impassable ground lies in the way"))
    radius = armies.leader_base(s.scn.formations[f].level) / 2
    for v in state.foes(s, s.scn.formations[f].side):
        shape = state.shape(s, v)
        if not shape.dwithin(way, movement.ZONE + radius):
            continue
        limit = min(movement.ZONE + radius, float(shape.distance(Point(path[0]))))  # ruling D30
        through = shape.intersection(way).length > movement.TOUCH
        if shape.distance(way) < limit - movement.SLACK or through:
            out.append(Refusal("dgk.IV.move.12", f"the way leads within an inch of {s.scn.units[v].name}"))
            break
    return out


def leader_places(s: State, f: int) -> list[XY]:
    """Places worth a Leader's while: behind each of his units, the shaken ones among them first."""
    units = [u for u, d in enumerate(s.scn.units) if commands(s, f, u) and s.place[u] == state.ON and d.vehicle != "aircraft"]
    units.sort(key=lambda u: (-s.status[u], u))
    out: list[XY] = []
    for u in units[:8]:
        p = state.pose(s, u)
        x, y = geometry.along(p.at, p.facing, -(len(state.layout(s, u).ranks) + 1.5))
        q = (round(min(max(x, 0), s.scn.ground.width), 2), round(min(max(y, 0), s.scn.ground.height), 2))
        if q not in out:
            out.append(q)
    return out


# -- Leaders on vehicles (dgk.X.veh.4) -----------------------------------------------------------------------------------


def leader_boards(s: State, f: int, v: int) -> list[Refusal]:
    """Why a Leader may not ride to a vehicle and get on: one a car or base, and only at rest (dgk.X.veh.2, dgk.X.veh.4)."""
    c = s.scn.units[v]
    if c.side != s.scn.formations[f].side or s.place[v] != state.ON or not c.capacity:
        return [Refusal("dgk.X.veh.1", f"{c.name} carries no Leader")]
    if s.laboard[f]:
        return [Refusal("dgk.X.veh.4", "he rides already")]
    out: list[Refusal] = []
    if s.moved[v] or s.speed[v] != state.HALTED:
        out.append(Refusal("dgk.X.veh.2", f"{c.name} moves this turn"))
    if s.laboard.count(v + 1) >= s.bases[v]:
        out.append(Refusal("dgk.X.veh.4", f"{c.name} has a Leader in every car"))
    ends = shapely.get_coordinates(shapely.shortest_line(Point(state.leader_at(s, f)), state.shape(s, v)))
    return out + leader_move(s, f, [(float(ends[1][0]), float(ends[1][1]))])


def trains(s: State, f: int) -> list[int]:
    """Vehicles that a Leader can reach and ride on."""
    return [v for v, c in enumerate(s.scn.units) if c.capacity and not leader_boards(s, f, v)]


def take_seat(session: S, f: int, v: int) -> None:
    s = session.state
    s.laboard[f], s.loaded[v] = v + 1, 1
    carry(s, v)
    session.note("leader-boards", "dgk.X.veh.4", leader=s.scn.formations[f].leader, vehicle=s.scn.units[v].name)


def leave_seat(s: State, f: int) -> None:
    if s.laboard[f]:
        s.loaded[s.laboard[f] - 1] = 1
        s.laboard[f] = 0


def carry(s: State, v: int) -> None:
    """Leaders aboard are where their vehicle is; if it is destroyed they get off there."""
    for f in range(len(s.laboard)):
        if s.laboard[f] != v + 1:
            continue
        if s.place[v] != state.ON:
            s.laboard[f] = 0
        else:
            c = state.shape(s, v).centroid
            s.lx[f], s.ly[f] = mil(c.x), mil(c.y)


def make_way(session: S) -> None:
    """A Leader who would be run over goes aside, free of charge, to 6 inches from any enemy (dgk.IX.cmd.8)."""
    s = session.state
    for f, d in enumerate(s.scn.formations):
        if s.laboard[f]:
            continue  # he rides on a vehicle
        x, y = s.lx[f], s.ly[f]
        radius = armies.leader_base(d.level) / 2
        foes = state.foes(s, d.side)
        near = [v for v in foes if hypot(s.x[v] - x, s.y[v] - y) <= 1000 * (state.span(s, v) + radius)]
        if all(state.shape(s, v).distance(shapely.points(x / 1000, y / 1000)) > radius for v in near):
            continue
        shapes = [state.shape(s, v) for v in foes]
        here = state.leader_at(s, f)
        spot = _free_spot(s, here, shapes)
        s.lx[f], s.ly[f] = mil(spot[0]), mil(spot[1])  # dgk.IX.cmd.8
        session.note("leader-aside", "dgk.IX.cmd.8", leader=d.leader)


def _free_spot(s: State, here: XY, shapes: list[Any]) -> XY:
    ground = s.scn.ground
    best: tuple[float, XY] | None = None
    for ring in range(1, 40):
        for k in range(16):
            p = here[0] + ring * cos(2 * pi * k / 16), here[1] + ring * sin(2 * pi * k / 16)
            if not (0 <= p[0] <= ground.width and 0 <= p[1] <= ground.height):
                continue
            clear = min((Point(p).distance(g) for g in shapes), default=99.0)
            if clear >= 6:
                return p
            if best is None or clear > best[0]:
                best = (clear, p)
    return best[1] if best else here
