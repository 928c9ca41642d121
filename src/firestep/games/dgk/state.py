"""The state: parallel lists of ints, one entry a unit or a Leader. Lengths in mils of an inch, facings in tenths of a degree."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from firestep.engine.state import Declared, Kept
from firestep.games.dgk import formations, geometry, scenario
from firestep.games.dgk.formations import MARCH
from firestep.games.dgk.geometry import XY, Layout, Pose, decidegree, mil
from firestep.games.dgk.scenario import ScenarioDef, UnitDef
from firestep.games.dgk.umpire import STATES

#: where a unit is
ON, OFF, GONE, ABOARD = range(4)
PLACES = ("on", "off", "gone", "aboard")
#: speeds of a train (ruling D19)
HALTED, SLOW, FAST = range(3)

UNIT_LISTS = (
    "x",
    "y",
    "f",
    "form",
    "files",
    "bases",
    "status",
    "acted",
    "began",
    "place",
    "aboard",
    "hidden",
    "assaulted",
    "fired_on",
    "speed",
    "heading",
    "s",
    "moved",
    "route",
    "detrained",
    "away",
    "sortie",
    "bend",
    "loaded",
)
LEADER_LISTS = ("lx", "ly", "lmoved", "activated", "laboard")
SINGLES = ("rolls", "turn", "first", "side", "passes", "wire", "mines", "exploded", "assets", "winner")


class State(Declared):
    """Where everything is, unit by unit."""

    scn: Kept[ScenarioDef]
    rolls: int
    turn: int
    #: the side that had the first initiative of the turn, and the side whose round it is
    first: int
    side: int
    passes: int
    #: masks of wire removed, minefields revealed, command mines used, assets lost
    wire: int
    mines: int
    exploded: int
    assets: int
    #: -1 while nobody has won, 0 or 1, 2 for a draw
    winner: int
    reason: str
    losses: list[int]
    #: broken or blocked places of railways: number of the line and thousandths of an inch along it, 1 if a wreck
    cuts: tuple[tuple[str, int, int], ...]
    #: the way a marching column came, thousandths of an inch, newest first
    trail: list[tuple[int, ...]]
    x: list[int]
    y: list[int]
    f: list[int]
    form: list[int]
    files: list[int]
    bases: list[int]
    status: list[int]
    acted: list[int]
    began: list[int]
    place: list[int]
    aboard: list[int]
    hidden: list[int]
    assaulted: list[int]
    fired_on: list[int]
    speed: list[int]
    heading: list[int]
    s: list[int]
    moved: list[int]
    route: list[int]
    detrained: list[int]
    away: list[int]
    sortie: list[int]
    bend: list[int]
    #: vehicles that stand still this turn: somebody got on or off, or guns on them used Deployed Fire
    loaded: list[int]
    lx: list[int]
    ly: list[int]
    lmoved: list[int]
    activated: list[int]
    #: the vehicle a Leader rides on, plus one; 0 if none
    laboard: list[int]

    def to_plain(self) -> dict[str, Any]:
        out: dict[str, Any] = {"scenario": self.scn.id}
        if self.scn.source:
            out["own"] = self.scn.source  # a scenario of one's own goes with its game
        out |= {k: getattr(self, k) for k in SINGLES}
        out |= {k: list(getattr(self, k)) for k in (*UNIT_LISTS, *LEADER_LISTS, "losses")}
        out |= {"cuts": [list(c) for c in self.cuts], "trail": [list(t) for t in self.trail], "reason": self.reason}
        return out


def state_from(plain: Mapping[str, Any]) -> State:
    new = State.__new__(State)
    new.scn = scenario.get(plain["scenario"], plain.get("own", ""))
    for k in SINGLES:
        setattr(new, k, plain[k])
    for k in (*UNIT_LISTS, *LEADER_LISTS, "losses"):
        setattr(new, k, list(plain[k]))
    new.cuts = tuple((str(a), int(b), int(c)) for a, b, c in plain["cuts"])
    new.trail = [tuple(t) for t in plain["trail"]]
    new.reason = plain["reason"]
    return new


def begin(scn: ScenarioDef) -> State:
    """The state at the start of a scenario: everyone OK (dgk.V.stat.1)."""
    s = State.__new__(State)
    s.scn = scn
    n = len(scn.units)
    for k in UNIT_LISTS:
        setattr(s, k, [0] * n)
    for k in LEADER_LISTS:
        setattr(s, k, [0] * len(scn.formations))
    for k in SINGLES:
        setattr(s, k, 0)
    s.winner = -1
    s.reason = ""
    s.losses = [0, 0]
    s.cuts = ()
    s.trail = [()] * n
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
        from firestep.games.dgk.vehicles import seat_shape  # here, because vehicles are built on the state

        return seat_shape(s, u)
    d = s.scn.units[u]
    if d.vehicle == "train":
        from firestep.games.dgk.vehicles import train_shape  # here, because vehicles are built on the state

        return train_shape(s, u)
    return _shape(s.x[u], s.y[u], s.f[u], s.form[u], d.artillery, s.bases[u], s.files[u], s.bend[u], s.trail[u])


def carrier(s: State, u: int) -> int:
    """The vehicle a unit rides on, or the unit itself."""
    return s.aboard[u] if s.place[u] == ABOARD else u


def side(s: State, u: int) -> int:
    return s.scn.units[u].side


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


def status_name(s: State, u: int) -> str:
    return STATES[s.status[u]]


def leader_at(s: State, f: int) -> XY:
    return s.lx[f] / 1000, s.ly[f] / 1000


def put(s: State, u: int, p: Pose) -> None:
    s.x[u], s.y[u], s.f[u] = mil(p.x), mil(p.y), decidegree(p.facing)
