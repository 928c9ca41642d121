"""Draws the ground under the six maps of tgw: coast and relief, as one small SVG each. Rivers run along hexsides and
are drawn with them.

python tools/mapmaker/tgw_art.py --draft FOLDER --geo GEO [FRONT …]

The draft knows the latitude and longitude of the middle of every hex; a spline through them bends the world onto the sheet, so that
art and hexes agree. Needs numpy, shapely and pillow.
"""

from __future__ import annotations

import argparse
import base64
import csv
import sys
from pathlib import Path
from typing import Any

import numpy as np
from shapely.geometry import box
from shapely.ops import unary_union

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parents[1] / "src"))
import art  # noqa: E402
from warp import Array, _tps  # noqa: E402

from firestep.games.tgw.components import board  # noqa: E402

#: km to a hex, as the registration of the sheets found it
KM = {"W": 16.3, "WI": 13.6, "E": 42.6, "NC": 40.0, "NI": 34.0, "NE": 15.5}
#: how far north lies from up, clockwise
NORTH = {"up": 0, "right": 90, "left": 270}


class Plane:
    """From latitude and longitude to the plane of Grid.centre: an affine map and a smooth rest."""

    def __init__(self, front: str, draft: Path) -> None:
        self.info = {"km_per_hex": {"mean": KM[front]}}
        grid = board.MAPS[front].grid
        with (draft / f"{front}.csv").open(encoding="utf-8", newline="") as f:
            rows = [r for r in csv.DictReader(f) if r["hex"] in grid]
        lat, lon = np.array([float(r["lat"]) for r in rows]), np.array([float(r["lon"]) for r in rows])
        want = np.array([grid.centre(r["hex"]) for r in rows])
        self.window = (lon.min() - 2, lon.max() + 2, lat.min() - 2, lat.max() + 2)
        basis = np.stack([np.ones_like(lat), lat, lon, lat * lon, lat * lat, lon * lon], 1)
        self.affine, *_ = np.linalg.lstsq(basis, want, rcond=None)
        points = basis @ self.affine
        some = slice(None, None, max(1, len(rows) // 350))
        at, rest = points[some], (want - points)[some]
        n = len(at)
        kernel = _tps(np.linalg.norm(at[:, None] - at[None], axis=2)) + np.eye(n) * 0.4
        flat = np.hstack([np.ones((n, 1)), at])
        coef = np.linalg.solve(np.block([[kernel, flat], [flat.T, np.zeros((3, 3))]]), np.vstack([rest, np.zeros((3, 2))]))
        self.x0, self.y0, self.step = want[:, 0].min() - 6, want[:, 1].min() - 6, 0.5
        gx, gy = np.meshgrid(
            np.arange(self.x0, want[:, 0].max() + 6, self.step), np.arange(self.y0, want[:, 1].max() + 6, self.step), indexing="ij"
        )
        every = np.stack([gx.ravel(), gy.ravel()], 1)
        out = _tps(np.linalg.norm(every[:, None] - at[None], axis=2)) @ coef[:n]
        self.lattice = (out + np.hstack([np.ones((len(every), 1)), every]) @ coef[n:]).reshape(*gx.shape, 2)

    def plane(self, lat: Array, lon: Array) -> tuple[Array, Array]:
        lat, lon = np.asarray(lat, float), np.asarray(lon, float)
        basis = np.stack([np.ones_like(lat), lat, lon, lat * lon, lat * lat, lon * lon], -1)
        p = basis @ self.affine
        x, y = p[..., 0], p[..., 1]
        u, v = (x - self.x0) / self.step, (y - self.y0) / self.step
        i = np.clip(u.astype(int), 0, self.lattice.shape[0] - 2)
        j = np.clip(v.astype(int), 0, self.lattice.shape[1] - 2)
        s, t = np.clip(u - i, 0, 1)[..., None], np.clip(v - j, 0, 1)[..., None]
        g = self.lattice
        shift = (g[i, j] * (1 - s) + g[i + 1, j] * s) * (1 - t) + (g[i, j + 1] * (1 - s) + g[i + 1, j + 1] * s) * t
        return x + shift[..., 0], y + shift[..., 1]


def clipped(rings: list[list[list[float]]], window: tuple[float, float, float, float]) -> list[list[list[float]]]:
    """Rings of the world cut to the window, for far points are bent beyond reason."""
    west, east, south, north = window
    frame = box(west, south, east, north)
    out = []
    for ring in rings:
        if len(ring) >= 4:
            part = art.Polygon(ring).buffer(0).intersection(frame)
            out += [
                [[x, y] for x, y in p.exterior.coords]
                for p in getattr(part, "geoms", [part])
                if isinstance(p, art.Polygon) and not p.is_empty
            ]
    return out


def draw(front: str, draft: Path, geo: Path, g: Any) -> str:
    sheet = Plane(front, draft)
    art.near_to = sheet.window
    hexmap = board.MAPS[front]
    centres = [hexmap.grid.centre(n) for n in hexmap.grid]
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    frame = (min(xs) - 0.9, min(ys) - 0.9, max(xs) + 0.9, max(ys) + 0.9)
    paper = box(*frame)
    land = unary_union([art.polygons(sheet, clipped(parts[:1], sheet.window), paper).buffer(0) for _, parts in g.vectors("land")])
    inner = [art.polygons(sheet, clipped([hole], sheet.window), paper) for _, parts in g.vectors("land") for hole in parts[1:]]
    land = art.mended(land.difference(unary_union(inner)), hexmap)
    least = 700 if KM[front] > 25 else 120
    lakes = [
        art.polygons(sheet, clipped(parts[:1], sheet.window), paper).buffer(0)
        for props, parts in g.vectors("lakes")
        if props["km2"] > least
    ]
    land = land.difference(unary_union([p for p in lakes if p.area > 0.03])).intersection(paper).simplify(0.011)
    x0, y0, x1, y1 = (v * art.UNIT for v in frame)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x0:.0f} {y0:.0f} {x1 - x0:.0f} {y1 - y0:.0f}">']
    out.append('<g id="art-land"><path d="' + "".join(art.rings(land, 0.006)) + '"/></g>')
    png = art.relief(geo, sheet, frame, land)
    out.append(
        f'<g id="art-relief"><image x="{x0:.0f}" y="{y0:.0f}" width="{x1 - x0:.0f}" height="{y1 - y0:.0f}"'
        f' preserveAspectRatio="none" href="data:image/png;base64,{base64.b64encode(png).decode()}"/></g>'
    )
    out.append(f'<g id="art-compass" data-north="{NORTH[hexmap.grid.north]}" data-km="{KM[front]}"></g></svg>')
    return "\n".join(out)


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--geo", type=Path, required=True)
    ap.add_argument("--draft", type=Path, required=True)
    ap.add_argument("fronts", nargs="*", default=list(board.FRONTS))
    args = ap.parse_args()
    sys.path.insert(0, str(args.geo))
    import geo as reader

    g = reader.Geo(str(args.geo))
    for front in args.fronts:
        text = draw(front, args.draft, args.geo, g)
        (board.DATA / "maps" / f"{front}.svg").write_text(text, encoding="utf-8")
        print(f"{front}: {len(text) / 1024:.0f} KB")


if __name__ == "__main__":
    main()
