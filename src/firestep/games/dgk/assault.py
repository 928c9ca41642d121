"""Assaults (dgk.VII): reach, path, frontal or not, defensive fire, close combat and what follows."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import NamedTuple

import shapely

from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.dgk import command, damage, fire, minefields, movement, sight, state, umpire, vehicles
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.geometry import EPS, XY, Layout, Pose, along, bearing, gap
from firestep.games.dgk.formations import MANEUVER, MARCH
from firestep.games.dgk.state import ABOARD, State
from firestep.games.dgk.umpire import Question

S = Session[State]


class Charge(NamedTuple):
    """A legal assault: its path, where it touches the target, and whether it is frontal."""

    start: Pose
    contact: Pose
    layout: Layout
    cost: float
    frontal: bool


def may_assault(s: State, u: int) -> list[Refusal]:
    """Why a unit cannot assault at all now: only infantry and cavalry do that did not begin the turn in a column
    (dgk.VII.ass.1)."""
    d = s.scn.units[u]
    out: list[Refusal] = []
    if not umpire.model()["types"][d.type]["assault"]:  # dgk.II.veh.2
        return [Refusal("dgk.III.ass.1", f"{d.name} is neither infantry nor cavalry")]  # transport: dgk.II.veh.2
    if s.form[u] == MARCH or s.began[u] == MARCH:  # dgk.VII.ass.1
        out.append(Refusal("dgk.III.march.3", f"{d.name} is in march formation"))  # dgk.VII.ass.1
    if s.place[u] == ABOARD:  # dgk.III.pass.1
        out.append(Refusal("dgk.III.pass.1", f"{d.name} rides on a vehicle"))
        if s.scn.units[s.aboard[u]].vehicle == "train":
            out.append(Refusal("dgk.X.train.18", "no assault in a turn in which a unit detrains"))
    if s.detrained[u]:
        out.append(Refusal("dgk.X.train.18", f"{d.name} got off this turn"))
    return out


def perhaps(s: State, u: int, v: int, reach: float) -> bool:
    """A target may be near enough: a quick look before the exact one. An inch of the way costs an inch at least."""
    it = state.carrier(s, v)
    far = hypot(s.x[it] - s.x[u], s.y[it] - s.y[u]) / 1000
    return s.scn.units[it].vehicle == "train" or far <= reach + state.span(s, it) + movement.SLACK + EPS


def plan(s: State, u: int, v: int, reach: float) -> Charge | list[Refusal]:
    """The assault on a target, or why it is not possible (dgk.VII.ass.4, dgk.VII.ass.5, dgk.VII.ass.6). Its reach
    is measured over the ground along a straight line (dgk.VII.ass.7)."""
    out = may_assault(s, u)
    if out:
        return out
    name = s.scn.units[v].name
    if not fire.is_target(s, u, v):  # dgk.III.ass.3
        return [Refusal("dgk.III.ass.3", f"{name} is no target")]
    if refused := vehicles.may_be_assaulted(s, u, v):
        return refused
    here = state.pose(s, u)
    target = vehicles.assault_shape(s, v)
    rule = "dgk.VII.ass.6" if s.scn.units[u].arm == "cavalry" else "dgk.VII.ass.5"
    if gap(here.at, damage.centre(target)) > reach + 14:
        return [Refusal(rule, f"{name} is far out of reach")]  # dgk.VII.ass.5, dgk.VII.ass.6
    ends = shapely.get_coordinates(shapely.shortest_line(geometry.point(here.at), target))
    touch = float(ends[1][0]), float(ends[1][1])
    layout = movement.formed(s, u, MANEUVER)
    width = geometry.width(layout)
    cost = movement.path_cost(s, (here.at, touch), width, movement.rough_rate(s, u), False)
    if cost > reach + movement.SLACK:  # dgk.VII.ass.5, dgk.VII.ass.6, dgk.VII.ass.7
        return [Refusal(rule, f"{name} is {cost:.1f} inches of movement away and the reach is {reach:g}")]
    facing = bearing(here.at, touch) if gap(here.at, touch) > EPS else here.facing
    if not sight.sees(s, u, v):  # dgk.VII.ass.4
        return [Refusal("dgk.VII.ass.4", f"{name} is out of sight")]
    start = movement.face(s, u, state.shape(s, u), here.at, layout, facing)
    if start is None:
        return [Refusal("dgk.IV.face.3", "it cannot turn that way without coming nearer to another enemy")]
    path = geometry.segment(here.at, touch) if gap(here.at, touch) > EPS else None
    ground = s.scn.ground
    if path is not None and not ground.barrier.is_empty and path.intersection(ground.barrier).length > 0.01:
        return [Refusal("dgk.VIII.move.3", "impassable ground lies in the way")]
    if path is not None and movement.wire_between(s, geometry.swept(layout, facing, here.at, touch)):
        return [Refusal("dgk.X.wire.1", "barbed wire lies in the way")]
    contact = _contact(here.at, touch, facing, layout, state.shape(s, state.carrier(s, v)))
    shape = geometry.shape(contact, layout)
    if bad := movement.footing(s, shape):
        return bad
    hull = geometry.swept(layout, facing, here.at, contact.at)
    for w in range(len(s.place)):
        other_unit = s.scn.units[w]
        if w in (u, v) or s.place[w] != state.ON or other_unit.vehicle == "aircraft":
            continue
        if s.hidden[w] and other_unit.side != s.scn.units[u].side:
            continue  # the assaulter does not know of it
        if gap(contact.at, (s.x[w] / 1000, s.y[w] / 1000)) > state.span(s, w) + 8 + gap(here.at, touch):
            continue
        other = state.shape(s, w)
        if shape.intersects(other) and shape.intersection(other).area > 0.05:
            return [Refusal("dgk.IV.move.11", f"{s.scn.units[w].name} stands where it would arrive")]
        if other_unit.side != s.scn.units[u].side and hull.intersects(other) and hull.intersection(other).area > 0.05:
            return [Refusal("dgk.IV.move.12", f"{s.scn.units[w].name} stands in the way")]  # through friends, never through enemies
    return Charge(Pose(here.x, here.y, facing), contact, layout, cost, frontal(s, v, here.at, touch))


def mined(s: State, u: int, charge: Charge) -> minefields.Hit | None:
    """The minefield that stops an assault on its way."""
    end = state.standing_at(charge.contact, MANEUVER, s.files[u])
    way = movement.Leg(charge.start.at, charge.contact.at, charge.start.facing)
    return minefields.mine_met(s, u, (way,), charge.layout, end)


def _contact(a: XY, touch: XY, facing: float, layout: Layout, target: object) -> Pose:
    """As far along the path as the formation can go without overlapping its target (dgk.VII.home.3)."""
    length = gap(a, touch)
    low, high = 0.0, length

    def clear(d: float) -> bool:
        g = geometry.shape(Pose(*along(a, facing, d), facing), layout)
        return not g.intersects(target) or g.intersection(target).area < 0.002

    if clear(high):
        return Pose(*touch, facing)
    for _ in range(14):
        mid = (low + high) / 2
        if clear(mid):
            low = mid
        else:
            high = mid  # dgk.VII.home.3
    return Pose(*along(a, facing, low), facing)


def frontal(s: State, v: int, a: XY, touch: XY) -> bool:
    """The assault path crosses the target's firing arc (dgk.VII.ass.9)."""
    if s.place[v] == ABOARD or s.scn.units[v].vehicle == "train":
        return True  # fire goes out of every side (dgk.X.train.14)
    if gap(a, touch) < EPS:
        return False
    arc = geometry.arc(state.pose(s, v), state.layout(s, v))
    return bool(geometry.segment(a, touch).intersection(arc).length > 0.02)


def question(s: State, u: int, v: int, is_frontal: bool) -> Question:
    """The fields for an assault: numbers add up over the turn (dgk.VII.num.1)."""
    here = state.pose(s, u).at
    target = state.shape(s, v)
    ends = shapely.get_coordinates(shapely.shortest_line(shapely.Point(here), target))
    touch = float(ends[1][0]), float(ends[1][1])
    line = (here, touch) if gap(here, touch) > EPS else None
    cover = fire.cover_of(s, v, line, assault=True)
    q = fire.fields(s, u, v, "assault", cover, 0.0, s.bases[u] + s.assaulted[v])
    rough = cover == "none" and s.scn.ground.is_rough(target)
    return replace(q, leader=command.leader_near(s, u), frontal=is_frontal, rough=rough)


def resolve(session: S, u: int, v: int, charge: Charge) -> None:
    """Defensive fire, contact, close combat, and who goes back (dgk.VII.home.1, dgk.VII.home.2, dgk.VII.home.3, ruling D05)."""
    s = session.state
    q = question(s, u, v, charge.frontal)
    s.assaulted[v] += s.bases[u]
    before = state.stance(s, u)
    state.stand(s, u, before._replace(form=MANEUVER, bend=0, trail=()))  # dgk.III.ass.2
    s.hidden[u] = 0
    s.fired_on[v] = 1
    m = umpire.resolve_assault(q, [session.roll(10) for _ in range(3 * umpire.DICE)])
    names = {"unit": s.scn.units[u].name, "target": s.scn.units[v].name}
    enemy, mine = (
        damage.Source(damage.centre(state.shape(s, v)), state.side(s, v)),
        damage.Source(damage.centre(state.shape(s, u)), state.side(s, u)),
    )
    if not m.home:
        session.note("assault-stopped", "dgk.VII.home.1", levels=m.fire, **names)
        if movement.standing(s, u, charge.start, charge.layout, state.shape(s, u)):
            state.stand(s, u, before)  # no room to form up where it began: it stays as it was
        else:
            state.put(s, u, charge.start)
        damage.hurt(session, u, m.fire, enemy, stays=True)
        return
    session.note(
        "assault-home",
        "dgk.VII.home.2",
        fire=m.fire,
        actor=m.actor,
        on_target=m.target,
        won=int(m.won),
        frontal=int(charge.frontal),
        **names,
    )
    s.acted[v] = 1  # dgk.III.ass.4, dgk.III.ui.1
    state.put(s, u, charge.contact)  # dgk.VII.home.2
    damage.apply(session, v, m.target, mine, pushed=m.won)
    # beaten off it goes back as far as it came (dgk.VII.home.4)
    damage.apply(session, u, m.actor_levels, enemy, pushed=not m.won)
    damage.after_move(session)
