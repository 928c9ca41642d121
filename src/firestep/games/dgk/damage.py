"""Unit status and combat effects (dgk.V), falling back (dgk.IV.fall) and army morale (dgk.XII.mor)."""

from __future__ import annotations

from typing import NamedTuple

import shapely
from shapely import LineString
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from firestep.engine.session import Session
from firestep.games.dgk import command, formations, geometry, movement, secrets, umpire, victory
from firestep.games.dgk import state as st
from firestep.games.dgk.geometry import XY, along, bearing, mil
from firestep.games.dgk.state import ABOARD, GONE, ON, State
from firestep.games.dgk.umpire import STATES

S = Session[State]


class Source(NamedTuple):
    """Where a result came from: the unit falls back away from it."""

    at: XY
    side: int


def centre(g: BaseGeometry) -> XY:
    c = g.centroid
    return c.x, c.y


def hurt(session: S, u: int, levels: int, source: Source, pushed: bool = False, stays: bool = False) -> None:
    """Apply levels of damage: status first, then bases, then one fall back (dgk.V.dmg.1-7)."""
    s = session.state
    if s.place[u] == GONE:
        return
    d = s.scn.units[u]
    e = umpire.effect(STATES[s.status[u]], levels)
    s.status[u] = STATES.index(e.state)
    s.fired_on[u] = 1
    if levels:
        secrets.tell(session, u, "damage", "dgk.V.dmg.7", unit=d.name, levels=levels, state=e.state, bases=e.bases)
    if e.bases:
        lose_bases(session, u, e.bases, source.side)
        if s.place[u] == GONE:
            return
    if (e.falls_back or pushed) and not stays:
        fall_back(session, u, source)


def lose_bases(session: S, u: int, n: int, by: int) -> None:
    s = session.state
    d = s.scn.units[u]
    s.bases[u] = max(0, s.bases[u] - n)
    if d.vehicle == "aircraft" or umpire.destroyed(d.bases, s.bases[u]):
        destroy(session, u, by, "dgk.V.dmg.6")
        return
    s.files[u] = formations.fit_files(d.artillery, s.bases[u], s.files[u])
    if d.vehicle and d.vehicle != "train":
        from firestep.games.dgk import vehicles  # here, because vehicles are built on damage

        vehicles.base_lost(session, u, Source(centre(st.shape(s, u)), by))


def destroy(session: S, u: int, by: int, rule: str) -> None:
    """Take a unit off the table; its army's break point falls by one (dgk.XII.mor.6)."""
    s = session.state
    if s.place[u] == GONE:
        return
    d = s.scn.units[u]
    if d.vehicle and any(s.aboard[w] == u and s.place[w] == ABOARD for w in range(len(s.place))):
        from firestep.games.dgk import vehicles

        vehicles.wreck(session, u, by)
    s.place[u] = GONE
    s.aboard[u] = -1
    s.bases[u] = 0
    s.losses[d.side] += 1
    session.note("destroyed", rule, "dgk.XII.mor.6", unit=d.name, left=left(s, d.side))
    check_break(session, by)
    victory.lost(session)


# -- falling back ------------------------------------------------------------------------------------------------------


def fall_back(session: S, u: int, source: Source) -> None:
    """Straight away from the source or as near to it as 45 degrees allow, keeping formation and facing (dgk.IV.fall.1-4)."""
    s = session.state
    d = s.scn.units[u]
    if s.place[u] == ABOARD or d.vehicle in ("train", "aircraft"):
        session.note("stays-aboard", "dgk.X.train.15", unit=d.name)
        return
    s.hidden[u] = 0
    distance = float(umpire.model()["types"][d.type]["fall_back"])
    found = way_back(s, u, source.at, distance)
    if found is None:
        session.note("surrender", "dgk.V.dmg.11", unit=d.name)
        destroy(session, u, source.side, "dgk.V.dmg.11")
        return
    pose = st.pose(s, u)
    s.trail[u] = ()
    s.bend[u] = 0
    hit = None
    if s.scn.ground.mines:
        from firestep.games.dgk import special  # here, because mines are built on damage

        hit = special.mine_on_path(s, u, (pose.at, found), pose.facing)
    s.x[u], s.y[u] = mil(found[0]), mil(found[1])
    session.note("falls-back", "dgk.IV.fall.1", unit=d.name, inches=round(geometry.gap(pose.at, found), 1))
    if hit is not None:
        special.step_on_mines(session, u, hit, False)  # dgk.X.mine.1: whoever enters, whatever the reason


def way_back(s: State, u: int, source: XY, distance: float) -> XY | None:
    """The middle of the front after falling back, or None if the unit must surrender (dgk.V.dmg.11, ruling D31)."""
    pose, layout = st.pose(s, u), movement.formed(s, u, s.form[u])
    shape = geometry.shape(pose, layout)
    middle = centre(shape)
    straight = bearing(source, middle) if geometry.gap(source, middle) > geometry.EPS else (pose.facing + 180) % 360
    foes = [(v, st.shape(s, v)) for v in st.enemies(s, st.side(s, u))]
    mates = [st.shape(s, v) for v in st.friends(s, u)]
    ground = s.scn.ground
    rough = movement.rough_rate(s, u)
    width = geometry.width(layout)
    for turn in (0, 5, -5, 10, -10, 15, -15, 20, -20, 25, -25, 30, -30, 35, -35, 40, -40, 45, -45):
        way = straight + turn
        reach = _reach(s, pose.at, way, distance, width, rough)
        for length in (reach, reach + 1, reach + 2, reach + 4, 2 * reach):
            end = along(pose.at, way, length)
            dx, dy = end[0] - pose.x, end[1] - pose.y
            moved = translate(shape, dx, dy)
            if not shapely.covers(ground.table, moved):
                break
            line = LineString([pose.at, end])
            if not ground.barrier.is_empty and (
                line.intersection(ground.barrier).length > 0.01 or moved.intersection(ground.barrier).area > 0.02
            ):
                break
            hull = shapely.union(shape, moved).convex_hull
            if any(shapely.distance(hull, e) < min(movement.ZONE, shapely.distance(shape, e)) - movement.SLACK for _, e in foes):
                break
            if any(shapely.distance(moved, e) < movement.ZONE - movement.SLACK for _, e in foes):
                continue
            if movement.wire_between(s, hull):
                break
            if any(shapely.intersects(moved, m) and moved.intersection(m).area > 0.01 for m in mates):
                continue  # it goes further, up to double, until it is clear of friends
            return end
    return None


def _reach(s: State, at: XY, way: float, distance: float, width: float, rough: int) -> float:
    """How far the base distance carries over this ground, at full speed whatever the direction (dgk.IV.fall.3)."""
    ground = s.scn.ground
    if movement.leg_cost(ground, at, along(at, way, distance), width, rough, False) <= distance + movement.SLACK:
        return distance
    low, high = 0.0, distance
    for _ in range(8):
        mid = (low + high) / 2
        if movement.leg_cost(ground, at, along(at, way, mid), width, rough, False) <= distance:
            low = mid
        else:
            high = mid
    return low


# -- morale ------------------------------------------------------------------------------------------------------------


def break_point(s: State, side: int) -> int:
    """At the start: a share of the units that can fight (dgk.XII.mor.2-5)."""
    return umpire.break_point(sum(d.side == side and d.fights for d in s.scn.units), s.scn.quality[side])


def left(s: State, side: int) -> int:
    """What remains of an army's break point."""
    assets = sum(a.value for i, a in enumerate(s.scn.assets) if a.side == side and s.assets >> i & 1)
    return max(0, break_point(s, side) - s.losses[side] - assets)


def check_break(session: S, by: int) -> None:
    """The game ends at once when a break point is used up (dgk.XII.mor.7); of two at once the acting side wins (ruling D61)."""
    s = session.state
    if s.winner >= 0 or not s.scn.morale:  # dgk.XII.mor.1: a scenario may ignore army morale
        return
    broken = [side for side in (0, 1) if left(s, side) == 0]
    if not broken:
        return
    if len(broken) == 2 and s.scn.options.get("both") == "draw":
        s.winner, s.reason = 2, "Both armies break at once."
        session.note("both-break", "dgk.XII.mor.7")
        return
    s.winner = by if len(broken) == 2 else 1 - broken[0]
    loser = 1 - s.winner
    s.reason = f"The army of the {('Allied Forces', 'Central Powers')[loser]} breaks."
    session.note("army-breaks", "dgk.XII.mor.7", side=loser)


def take_assets(session: S) -> None:
    """An enemy unit in contact with a dump or camp destroys it (dgk.XII.mor.6)."""
    s = session.state
    for i, a in enumerate(s.scn.assets):
        if s.assets >> i & 1:
            continue
        spot = geometry.disc((a.x, a.y), 1.0)
        if any(shapely.distance(st.shape(s, v), spot) <= 0.05 for v in st.enemies(s, a.side)):
            s.assets |= 1 << i
            session.note("asset-lost", "dgk.XII.mor.6", name=a.name, left=left(s, a.side))
            check_break(session, 1 - a.side)


def after_move(session: S) -> None:
    """What every change of place brings about: Leaders get out of the way, dumps are lost."""
    if any(session.state.hidden):
        secrets.uncover(session)
    command.make_way(session)
    if session.state.scn.assets:
        take_assets(session)
    if session.state.scn.victories:
        victory.moved(session)


def place(s: State, u: int, plan: movement.Plan) -> None:
    """Put a unit where its plan ends."""
    st.put(s, u, plan.pose)
    s.trail[u] = tuple(v for p in plan.layout.trail for v in (mil(p[0]), mil(p[1])))
    s.bend[u] = round(plan.layout.bend * 10)
    s.place[u] = ON
    s.hidden[u] = 0  # dgk.X.ind.5: what moves can be seen
