"""The state: parallel lists of ints, one entry a unit or a Leader. Lengths in mils of an inch, facings in tenths of a degree."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, NamedTuple

import shapely
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from firestep.engine.state import Declared, Kept, Saved, made
from firestep.games.dgk import formations
from firestep.games.dgk.components import geometry
from firestep.games.dgk.components.battle import ScenarioDef, UnitDef
from firestep.games.dgk.components.geometry import XY, Layout, Pose, decidegree, mil
from firestep.games.dgk.components.terrain import Ground
from firestep.games.dgk.formations import MARCH
from firestep.games.dgk.scenarios import scenario

#: where a unit is
ON, OFF, GONE, ABOARD = range(4)
PLACES = ("on", "off", "gone", "aboard")
#: speeds of a train (ruling D19)
HALTED, SLOW, FAST = range(3)

#: one number a unit, one a Leader, one in all
PerUnit = list[int]
PerLeader = list[int]
Single = int


def _named(scn: ScenarioDef) -> dict[str, str]:
    """A scenario of one's own goes with its game."""
    return {"scenario": scn.id} | ({"own": scn.source} if scn.source else {})


Scn = Annotated[Kept[ScenarioDef], Saved(_named, lambda d: scenario.get(d["scenario"], d.get("own", "")), "*")]
Cuts = Annotated[
    tuple[tuple[str, int, int], ...],
    Saved(lambda cuts: [list(c) for c in cuts], lambda rows: tuple((str(a), int(b), int(c)) for a, b, c in rows)),
]
Trail = Annotated[list[tuple[int, ...]], Saved(lambda trail: [list(t) for t in trail], lambda rows: [tuple(t) for t in rows])]


#: how the battle ended: an army broke, an aim of the scenario was reached, or time ran out. Absent while it goes on.
End = Annotated[str, Saved(lambda end: {"end": end} if end else {}, lambda d: d.get("end", ""), "*")]


class State(Declared):
    """Where everything is, unit by unit."""

    scn: Scn
    rolls: Single = 0
    turn: Single = 0
    #: the side that had the first initiative of the turn, and the side whose round it is
    first: Single = 0
    side: Single = 0
    passes: Single = 0
    #: masks of wire removed, minefields revealed, command mines used, assets lost
    wire: Single = 0
    mines: Single = 0
    exploded: Single = 0
    assets: Single = 0
    #: -1 while nobody has won, 0 or 1, 2 for a draw
    winner: Single = -1
    reason: str = ""
    end: End = ""
    losses: list[int] = made(lambda: [0, 0])
    #: broken or blocked places of railways: number of the line and thousandths of an inch along it, 1 if a wreck
    cuts: Cuts = ()
    #: the way a marching column came, thousandths of an inch, newest first
    trail: Trail
    x: PerUnit
    y: PerUnit
    f: PerUnit
    #: each unit has one formation at all times (dgk.IV.form.1)
    form: PerUnit
    files: PerUnit
    #: losses and strengths are counted in bases (dgk.II.base.1)
    bases: PerUnit
    #: disordered or demoralised, the two markers of the book (dgk.II.mark.1); `acted` is its third, optional one
    status: PerUnit
    acted: PerUnit
    began: PerUnit
    place: PerUnit
    aboard: PerUnit
    hidden: PerUnit
    assaulted: PerUnit
    fired_on: PerUnit
    speed: PerUnit
    heading: PerUnit
    s: PerUnit
    moved: PerUnit
    route: PerUnit
    detrained: PerUnit
    away: PerUnit
    sortie: PerUnit
    bend: PerUnit
    #: vehicles that stand still this turn: somebody got on or off, or guns on them used Deployed Fire
    loaded: PerUnit
    lx: PerLeader
    ly: PerLeader
    lmoved: PerLeader
    activated: PerLeader
    #: the vehicle a Leader rides on, plus one; 0 if none
    laboard: PerLeader


def _fields(kind: str) -> tuple[str, ...]:
    return tuple(name for name, declared in State.__annotations__.items() if declared == kind)


UNIT_LISTS, LEADER_LISTS, SINGLES = _fields("PerUnit"), _fields("PerLeader"), _fields("Single")


def begin(scn: ScenarioDef) -> State:
    """The state at the start of a scenario: everyone OK (dgk.V.stat.1)."""
    s = State()
    s.scn = scn
    s.fresh()
    for k in UNIT_LISTS:  # dgk.V.stat.1
        setattr(s, k, [0] * len(scn.units))
    for k in LEADER_LISTS:
        setattr(s, k, [0] * len(scn.formations))
    s.trail = [()] * len(scn.units)
    for i, u in enumerate(scn.units):
        s.x[i], s.y[i], s.f[i] = mil(u.x), mil(u.y), decidegree(u.facing)
        s.form[i], s.files[i], s.bases[i] = u.form, u.files, u.bases
        s.began[i] = u.form
        s.hidden[i] = int(u.hidden)
        s.aboard[i] = scn.unit_no[u.aboard] if u.aboard else -1
        s.heading[i] = 1
        s.place[i] = ABOARD if u.aboard else OFF if u.enters or u.vehicle == "aircraft" else ON
        s.route[i] = int(u.enters > 0 or u.route)
        if u.vehicle == "train":
            line = scn.ground.rails[u.track].shape
            from shapely import Point

            s.s[i] = mil(line.project(Point(u.x, u.y)))
    for i, f in enumerate(scn.formations):
        s.lx[i], s.ly[i] = mil(f.x), mil(f.y)
    return s


# -- reading units ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=60_000)
def _pose(x: int, y: int, f: int) -> Pose:
    return Pose(x / 1000, y / 1000, f / 10)


@lru_cache(maxsize=60_000)
def _layout(form: int, artillery: bool, bases: int, files: int, bend: int, trail: tuple[int, ...]) -> Layout:
    way = tuple((trail[i] / 1000, trail[i + 1] / 1000) for i in range(0, len(trail), 2)) if form == MARCH else ()
    return formations.layout(form, artillery, bases, files, bend / 10, way)


@lru_cache(maxsize=60_000)
def _shape(
    x: int, y: int, f: int, form: int, artillery: bool, bases: int, files: int, bend: int, trail: tuple[int, ...]
) -> BaseGeometry:
    g = geometry.shape(_pose(x, y, f), _layout(form, artillery, bases, files, bend, trail))
    shapely.prepare(g)
    return g


def pose(s: State, u: int) -> Pose:
    return _pose(s.x[u], s.y[u], s.f[u])


def layout(s: State, u: int) -> Layout:
    d = s.scn.units[u]
    if d.vehicle == "train":
        return Layout((1,) * d.bases, 0.0, 0.0, ())
    return _layout(s.form[u], d.artillery, s.bases[u], s.files[u], s.bend[u], s.trail[u])


def span(s: State, u: int) -> float:
    """No part of a unit is farther from the middle of its front than this."""
    return s.scn.spans[u][s.form[u]]


def shape(s: State, u: int) -> BaseGeometry:
    """The polygon of a unit; one that rides is where its vehicle is."""
    if s.place[u] == ABOARD:
        return seat_shape(s, u)
    d = s.scn.units[u]
    if d.vehicle == "train":
        return train_shape(s, u)
    return _shape(s.x[u], s.y[u], s.f[u], s.form[u], d.artillery, s.bases[u], s.files[u], s.bend[u], s.trail[u])


def carrier(s: State, u: int) -> int:
    """The vehicle a unit rides on, or the unit itself."""
    return s.aboard[u] if s.place[u] == ABOARD else u


def side(s: State, u: int) -> int:
    return s.scn.units[u].side


class Stance(NamedTuple):
    """All that says where a unit stands and in what shape, as numbers of the state."""

    x: int
    y: int
    f: int
    form: int
    files: int
    bend: int
    trail: tuple[int, ...]


def stance(s: State, u: int) -> Stance:
    return Stance(s.x[u], s.y[u], s.f[u], s.form[u], s.files[u], s.bend[u], s.trail[u])


def standing_at(p: Pose, form: int, files: int, way: Layout | None = None) -> Stance:
    """A stance from a pose. `way` brings the bend of a line and the trail of a column."""
    bend, trail = (round(way.bend * 10), way.trail) if way else (0, ())
    return Stance(mil(p.x), mil(p.y), decidegree(p.facing), form, files, bend, tuple(mil(v) for q in trail for v in q))


def stand(s: State, u: int, at: Stance) -> None:
    """Put a unit somewhere in some shape."""
    s.x[u], s.y[u], s.f[u], s.form[u], s.files[u], s.bend[u], s.trail[u] = at


def unit(s: State, u: int) -> UnitDef:
    return s.scn.units[u]


def present(s: State, u: int) -> bool:
    """On the table or riding on something that is."""
    return s.place[u] == ON or s.place[u] == ABOARD


def enemies(s: State, of: int) -> list[int]:
    """Enemy units standing on the table, in order. Aircraft are not among them: nothing on the ground meets them."""
    place = s.place
    return [v for v in s.scn.landed[1 - of] if place[v] == ON]


def foes(s: State, of: int) -> list[int]:
    """Enemies that a side knows of: what is hidden bars no move, it is met (dgk.X.ind.5, ruling D81)."""
    place, hidden = s.place, s.hidden
    return [v for v in s.scn.landed[1 - of] if place[v] == ON and not hidden[v]]


def friends(s: State, u: int) -> list[int]:
    place = s.place
    return [v for v in s.scn.landed[s.scn.units[u].side] if v != u and place[v] == ON]


def leader_at(s: State, f: int) -> XY:
    return s.lx[f] / 1000, s.ly[f] / 1000


def put(s: State, u: int, p: Pose) -> None:
    s.x[u], s.y[u], s.f[u] = mil(p.x), mil(p.y), decidegree(p.facing)


def cars(s: State, u: int) -> list[Polygon]:
    """Each car on its piece of track, the locomotive first; destroyed ones stay (dgk.X.train.2)."""
    d = s.scn.units[u]
    return _cars(s.scn.ground, d.track, s.s[u], s.heading[u], d.bases)  # dgk.X.train.2


@lru_cache(maxsize=500)
def _cars(ground: Ground, name: str, at: int, heading: int, bases: int) -> list[Polygon]:
    line: LineString = ground.rails[name].shape
    out = []
    for i in range(bases):
        a = at / 1000 - heading * i
        b = a - heading
        low, high = max(0.0, min(a, b)), min(line.length, max(a, b))
        part = substring(line, low, high) if high - low > 1e-6 else substring(line, max(0.0, low - 0.5), low + 0.5)
        out.append(part.buffer(0.5, cap_style="flat"))
    return out


def train_shape(s: State, u: int) -> BaseGeometry:
    d = s.scn.units[u]
    return _train_shape(s.scn.ground, d.track, s.s[u], s.heading[u], d.bases)


@lru_cache(maxsize=500)
def _train_shape(ground: Ground, name: str, at: int, heading: int, bases: int) -> BaseGeometry:
    return shapely.union_all(_cars(ground, name, at, heading, bases))


def seat(s: State, u: int) -> int:
    """The car a unit rides in: riders fill the cars behind the locomotive in their order."""
    v = s.aboard[u]
    behind = max(1, s.scn.units[v].bases - 1)
    order = sum(s.aboard[w] == v and s.place[w] == ABOARD for w in range(u))
    return min(1 + order % behind, s.scn.units[v].bases - 1)


def seat_shape(s: State, u: int) -> BaseGeometry:
    """Where a rider is: in its car of a train, or all over an automobile."""
    v = s.aboard[u]
    return cars(s, v)[seat(s, u)] if s.scn.units[v].vehicle == "train" else shape(s, v)
