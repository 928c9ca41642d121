"""From latitude and longitude to the plane of a printed hex sheet, bent so that known places fall into their hexes.

The similarity in georef.json is right to about one hex. A rulebook that says "Warsaw is 2014" or sets up the Belgian
army in 0505 knows better, so control points pull the plane into place: a thin-plate spline, smoothed, because the old
sheet was drawn by hand and its errors are smooth too. Art and hexes both come through this function and so agree.
"""

from __future__ import annotations

import csv
import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
ROOT = math.sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class Control:
    """A place that belongs at a spot of the sheet: in hex `hex`, `dx`, `dy` hex widths from its middle."""

    hex: str
    lat: float
    lon: float
    weight: float
    dx: float
    dy: float
    note: str


def read_controls(path: Path) -> list[Control]:
    rows = []
    with path.open(encoding="utf-8", newline="") as file:
        for r in csv.DictReader(line for line in file if not line.startswith("#")):
            rows.append(
                Control(
                    r["hex"],
                    float(r["lat"]),
                    float(r["lon"]),
                    float(r["weight"] or 1),
                    float(r["dx"] or 0),
                    float(r["dy"] or 0),
                    r["note"],
                )
            )
    return rows


def places(geo: Path, letter: str, skip: tuple[str, ...] = ()) -> list[Control]:
    """Every place of a sheet whose hex and coordinates are known, the sure ones with more weight."""
    weight = {"H": 1.0, "M": 0.4}
    with (geo / "hex_places.csv").open(encoding="utf-8", newline="") as file:
        return [
            Control(r["hex"], float(r["lat"]), float(r["lon"]), weight[r["confidence"]], 0, 0, r["name"])
            for r in csv.DictReader(file)
            if r["map"] == letter and r["confidence"] in weight and r["hex"] not in skip
        ]


class Sheet:
    """One printed sheet: `plane` turns lat, lon into x (right), y (down) in hex widths, as Grid.centre does."""

    def __init__(self, geo: Path, letter: str, controls: list[Control], smooth: float = 0.02) -> None:
        info = json.loads((geo / "georef.json").read_text(encoding="utf-8"))[letter]
        self.info = info
        self.rows = info["layout"] == "rows"
        self.shifted = info["shifted"]
        p = info["projection"]
        self.lat0, self.lon0, self.radius = p["lat0"], p["lon0"], p["radius_km"]
        self.matrix = info["matrix"]
        self._fit(controls, smooth)

    def middle(self, number: str) -> tuple[float, float]:
        a, b = int(number[:2]), int(number[2:])
        off = 0.5 if a % 2 == self.shifted else 0.0
        return (b + off, (self.info["bounds"]["row"][1] - a) * ROOT) if self.rows else (a * ROOT, b + off)

    def base(self, lat: Array, lon: Array) -> tuple[Array, Array]:
        f, f0, dl = np.radians(lat), math.radians(self.lat0), np.radians(lon - self.lon0)
        c = np.arccos(np.clip(math.sin(f0) * np.sin(f) + math.cos(f0) * np.cos(f) * np.cos(dl), -1, 1))
        k = self.radius * np.where(c > 1e-9, c / np.maximum(np.sin(c), 1e-12), 1.0)
        east = k * np.cos(f) * np.sin(dl)
        north = k * (math.cos(f0) * np.sin(f) - math.sin(f0) * np.cos(f) * np.cos(dl))
        (a, b, d), (e, g, h) = self.matrix
        top = self.info["bounds"]["row"][1] * ROOT if self.rows else 0.0  # rows count upwards, from the lowest
        return a * east + b * north + d, top - (e * east + g * north + h)

    def _fit(self, controls: list[Control], smooth: float) -> None:
        lat, lon = np.array([c.lat for c in controls]), np.array([c.lon for c in controls])
        x, y = self.base(lat, lon)
        want = np.array([self.middle(c.hex) for c in controls]) + np.array([(c.dx, c.dy) for c in controls])
        self.points = np.stack([x, y], 1)
        shift = want - self.points
        n = len(controls)
        r = np.linalg.norm(self.points[:, None] - self.points[None], axis=2)
        kernel = _tps(r) + np.diag([smooth / c.weight for c in controls]) * 10
        affine = np.hstack([np.ones((n, 1)), self.points])
        system = np.block([[kernel, affine], [affine.T, np.zeros((3, 3))]])
        self.coef = np.linalg.solve(system, np.vstack([shift, np.zeros((3, 2))]))
        # Evaluate once on a coarse lattice and interpolate: a spline for millions of points would take minutes.
        self.x0, self.y0, self.step = -8.0, -8.0, 0.25
        gx, gy = np.meshgrid(np.arange(self.x0, 40, self.step), np.arange(self.y0, 46, self.step), indexing="ij")
        flat = np.stack([gx.ravel(), gy.ravel()], 1)
        k = _tps(np.linalg.norm(flat[:, None] - self.points[None], axis=2))
        out = k @ self.coef[:n] + np.hstack([np.ones((len(flat), 1)), flat]) @ self.coef[n:]
        self.lattice = out.reshape(*gx.shape, 2)

    def plane(self, lat: Array, lon: Array) -> tuple[Array, Array]:
        x, y = self.base(np.asarray(lat, float), np.asarray(lon, float))
        u, v = (x - self.x0) / self.step, (y - self.y0) / self.step
        i = np.clip(u.astype(int), 0, self.lattice.shape[0] - 2)
        j = np.clip(v.astype(int), 0, self.lattice.shape[1] - 2)
        s, t = np.clip(u - i, 0, 1)[..., None], np.clip(v - j, 0, 1)[..., None]
        g = self.lattice
        shift = (g[i, j] * (1 - s) + g[i + 1, j] * s) * (1 - t) + (g[i, j + 1] * (1 - s) + g[i + 1, j + 1] * s) * t
        return x + shift[..., 0], y + shift[..., 1]

    def hex_of(self, x: Array, y: Array) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The (column, row) whose middle is nearest."""
        best_d = np.full(np.shape(x), np.inf)
        best_a = np.zeros(np.shape(x), np.int64)
        best_b = np.zeros(np.shape(x), np.int64)
        for k in (-1, 0, 1):
            a = np.rint(x / ROOT).astype(np.int64) + k
            off = np.where(a % 2 == self.shifted, 0.5, 0.0)
            b = np.rint(y - off).astype(np.int64)
            d = (a * ROOT - x) ** 2 + (b + off - y) ** 2
            m = d < best_d
            best_d, best_a, best_b = np.where(m, d, best_d), np.where(m, a, best_a), np.where(m, b, best_b)
        return best_a, best_b


def _tps(r: Array) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(r > 1e-9, r * r * np.log(r), 0.0)
