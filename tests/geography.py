"""Named places of a map against the places of the world: how many hexes each is off.

A map keeps its places in a table (`name,hex,lat,lon,source`). The sheet is laid over the world by the affine map that fits the
places best, so a test needs no projection of its own: what is wrong with a single place shows against all the others. A map that
knows its projection hands it over and is held to it.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from math import cos, radians, sin, tan

from firestep.hexmap.grid import Grid

#: from latitude and longitude to the units of `Grid.centre`
Projection = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Place:
    name: str
    hex: str
    lat: float
    lon: float
    #: who says so: a gazetteer, or memory
    source: str


def read_places(path: Traversable) -> list[Place]:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [Place(r["name"], r["hex"], float(r["lat"]), float(r["lon"]), r["source"]) for r in csv.DictReader(lines)]


def hexes_off(grid: Grid, places: Sequence[Place], project: Projection | None = None) -> dict[str, int]:
    """For each place the number of hexes between the hex it is drawn in and the hex its coordinates fall into."""
    project = project or best_affine(grid, places)
    centres = {n: grid.centre(n) for n in grid}
    out = {}
    for p in places:
        x, y = project(p.lat, p.lon)
        true = min(centres, key=lambda n: (centres[n][0] - x) ** 2 + (centres[n][1] - y) ** 2)
        out[p.name] = grid.distance(grid.index(p.hex), grid.index(true))
    return out


def best_affine(grid: Grid, places: Sequence[Place]) -> Projection:
    """The affine map of a conic plane that brings the places nearest to the middles of their hexes (least squares)."""
    lat0 = sum(p.lat for p in places) / len(places)
    lon0 = sum(p.lon for p in places) / len(places)

    apex = 1 / tan(radians(lat0))

    def plane(lat: float, lon: float) -> tuple[float, float, float]:
        """An equidistant conic that touches the globe in the middle: true enough for Europe, exact for a battlefield."""
        rho, angle = apex - radians(lat - lat0), radians(lon - lon0) * sin(radians(lat0))
        return rho * sin(angle), rho * cos(angle) - apex, 1.0

    rows = [plane(p.lat, p.lon) for p in places]
    middles = [grid.centre(p.hex) for p in places]
    normal = [[sum(r[i] * r[j] for r in rows) for j in range(3)] for i in range(3)]
    fits = [_solve(normal, [sum(r[i] * m[k] for r, m in zip(rows, middles, strict=True)) for i in range(3)]) for k in (0, 1)]

    def project(lat: float, lon: float) -> tuple[float, float]:
        r = plane(lat, lon)
        return sum(a * v for a, v in zip(fits[0], r, strict=True)), sum(a * v for a, v in zip(fits[1], r, strict=True))

    return project


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Three equations by Cramer's rule."""

    def det(m: Sequence[Sequence[float]]) -> float:
        (a, b, c), (d, e, f), (g, h, i) = m
        return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)

    whole = det(matrix)
    return [det([[*row[:k], v, *row[k + 1 :]] for row, v in zip(matrix, right, strict=True)]) / whole for k in range(3)]
