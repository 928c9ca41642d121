"""Terrain (dgk.VIII): areas, lines and choke-points, what they cost, hide and cover."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from firestep.engine.errors import FirestepError
from firestep.engine.memo import Memo
from firestep.games.dgk.components.geometry import EPS, XY
from firestep.games.dgk.components.rays import holds
from firestep.games.dgk.umpire import DATA

#: soft (dgk.VIII.cover.2), hard (dgk.VIII.cover.3) and fortification (dgk.VIII.cover.4); terrain.toml says what gives which
COVERS = ("none", "soft", "hard", "fortified")
#: classes of movement (dgk.VIII.move.1), and what else bars or carries a unit
MOVES = ("open", "rough", "impassable", "town", "road", "linear", "choke", "wire", "rail", "mine")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of terrain: its class of movement, cover, height and what it is called."""

    id: str
    title: str
    form: str
    move: str
    cover: str
    tall: bool
    level: int


@cache
def kinds() -> dict[str, Kind]:
    """The kinds of `terrain.toml`; a scenario may change any field of a piece (dgk.VIII.gen.1)."""
    data = tomllib.loads((DATA / "terrain.toml").read_text(encoding="utf-8"))
    return {
        id: Kind(id, k["title"], k["form"], k["move"], k.get("cover", "none"), k.get("tall", False), k.get("level", 0))
        for id, k in data.items()
    }


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of terrain on the table."""

    id: str
    kind: Kind
    shape: BaseGeometry
    points: tuple[XY, ...]
    #: hills only: slopes hide nothing of themselves, plateaus hide what is not near their edge (dgk.VIII.los.12)
    slope: bool = False
    steep: bool = False
    side: str = ""

    @property
    def level(self) -> int:
        return self.kind.level


def piece(id: str, data: Mapping[str, Any]) -> Piece:
    """A piece from a scenario's table; refuses what cannot be a shape."""
    known = kinds()
    name = data.get("kind")
    if name not in known:
        raise FirestepError(f"terrain '{id}' has the unknown kind {name!r}; choose one of: {', '.join(known)}")
    k = known[name]
    k = Kind(
        k.id,
        str(data.get("title", k.title)),
        k.form,
        str(data.get("move", k.move)),
        str(data.get("cover", k.cover)),
        bool(data.get("tall", k.tall)),
        int(data.get("level", k.level)),
    )
    if k.move not in MOVES or k.cover not in COVERS:
        raise FirestepError(
            f"terrain '{id}' has move {k.move!r} and cover {k.cover!r}; moves are {', '.join(MOVES)}, covers {', '.join(COVERS)}"
        )
    try:
        points = tuple((float(x), float(y)) for x, y in data["points"])
    except (KeyError, TypeError, ValueError):
        raise FirestepError(f"terrain '{id}' needs points = [[x, y], ...] in inches") from None
    if any(not (abs(x) < 1000 and abs(y) < 1000) for x, y in points):
        raise FirestepError(f"terrain '{id}' has a point far off any table; give inches")
    if k.form == "area":
        if len(points) < 3:
            raise FirestepError(f"terrain '{id}' is an area and needs at least three points")
        polygon = Polygon(points)
        if not polygon.is_valid or polygon.area < EPS:
            raise FirestepError(f"terrain '{id}' crosses itself or has no area; put its points in order around the edge")
        return Piece(
            id, k, polygon, points, bool(data.get("slope", False)), bool(data.get("steep", False)), str(data.get("side", ""))
        )
    if k.form == "point":
        return Piece(id, k, Point(points[0]), points, side=str(data.get("side", "")))
    if len(points) < 2:
        raise FirestepError(f"terrain '{id}' is a line and needs at least two points")
    return Piece(id, k, LineString(points), points)


ROAD_WIDTH = 1.0
#: points of which the level is remembered
LEVELS = 50_000


class Ground:
    """All terrain of a scenario, sorted by what asks for it. Never changed."""

    def __init__(self, width: float, height: float, pieces: Iterable[Piece], crests: bool = True) -> None:
        self.width, self.height = width, height
        #: ground as high as the higher end of a line of sight hides what lies beyond it (ruling D38)
        self.crests = crests
        self.table = shapely.box(0, 0, width, height)
        shapely.prepare(self.table)
        self.pieces = tuple(pieces)
        self.by_id = {p.id: p for p in self.pieces}
        if len(self.by_id) != len(self.pieces):
            raise FirestepError("two pieces of terrain have the same name; give each its own")
        by = {m: [p for p in self.pieces if p.kind.move == m] for m in MOVES}
        plazas = unary_union([p.shape for p in self.pieces if p.kind.id == "plaza"])
        self.chokes = by["choke"]
        choke = self.choke = unary_union([p.shape for p in self.chokes])
        # a plaza in a town is open ground (dgk.VIII.move.7)
        self.town = unary_union([p.shape for p in by["town"]]).difference(plazas)
        self.rough = unary_union([p.shape for p in by["rough"]]).difference(plazas)
        self.road = unary_union([p.shape.buffer(ROAD_WIDTH / 2, cap_style="square") for p in by["road"]])
        self.roads = by["road"]
        self.rails = {p.id: p for p in by["rail"]}
        self.barrier = unary_union([p.shape for p in by["impassable"]]).difference(choke)
        self.linear = by["linear"]
        self.wire = by["wire"]
        self.mines = by["mine"]
        # what is not tall never blocks sight (dgk.VIII.los.5)
        self.tall = [p for p in self.pieces if p.kind.tall and p.kind.form == "area"]
        self.hills = sorted((p for p in self.pieces if p.kind.form == "area" and p.level > 0), key=lambda p: p.level)
        #: what gives cover, with its worth
        self.covers = [(COVERS.index(p.kind.cover), p) for p in self.pieces if p.kind.cover != "none"]
        self.steep = unary_union([p.shape for p in self.pieces if p.steep])
        self.rough_or_town = unary_union([self.rough, self.town])
        #: for columns: roads (dgk.IV.move.10, dgk.VIII.move.4), and towns as roads (dgk.IV.move.9, dgk.VIII.move.7), and what
        #: stays rough beside them
        self.fast = unary_union([self.road, self.town])
        self.rough_off_road = self.rough.difference(self.fast)
        for g in (
            self.fast,
            self.rough_off_road,
            self.town,
            self.rough,
            self.road,
            self.barrier,
            self.rough_or_town,
            self.steep,
            *(p.shape for p in self.pieces),
        ):
            shapely.prepare(g)
        self._boxes = [(p, p.shape.bounds) for p in self.tall]
        self._hill_boxes = [(p, p.shape.bounds) for p in self.hills]
        self._heights = [(p.level, p.shape.bounds, p.points) for p in reversed(self.hills)]
        self._levels: Memo[XY, int] = Memo(LEVELS)
        self._base = {p.id: self._stands_on(p) for p in self.tall}

    def level(self, at: XY) -> int:
        """The terrain level of a point: that of the highest hill under it."""
        found = self._levels.get(at)
        if found is None:
            found = self._levels[at] = self._height(at)
        return found

    def _height(self, at: XY) -> int:
        x, y = at
        for level, (x0, y0, x1, y1), points in self._heights:
            if x0 <= x <= x1 and y0 <= y <= y1 and holds(points, at):
                return level
        return 0

    def base_level(self, p: Piece) -> int:
        """The level on which an obstruction stands."""
        return self._base[p.id]

    def _stands_on(self, p: Piece) -> int:
        c = p.shape.representative_point()
        return self.level((c.x, c.y))

    def tall_near(self, box: tuple[float, float, float, float]) -> list[Piece]:
        return [p for p, b in self._boxes if b[0] <= box[2] and b[2] >= box[0] and b[1] <= box[3] and b[3] >= box[1]]

    def hills_near(self, box: tuple[float, float, float, float]) -> list[Piece]:
        return [p for p, b in self._hill_boxes if b[0] <= box[2] and b[2] >= box[0] and b[1] <= box[3] and b[3] >= box[1]]

    def at(self, point: XY) -> list[Piece]:
        """Every piece under or beside a point, for the page's inspector."""
        p = Point(point)
        return [x for x in self.pieces if x.shape.distance(p) <= (0.25 if x.kind.form != "area" else 0)]

    def is_rough(self, shape: BaseGeometry) -> bool:
        """A unit stands in rough ground or a town (for mounted assaults)."""
        return bool(self.rough_or_town.intersects(shape))
