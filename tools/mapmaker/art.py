"""Draws the ground under a map: coast, relief, rivers, bent through the same warp as the hexes, as one small SVG.

Units: 100 to a hex width, the plane of Grid.centre. Groups have ids art-...; firestep.hexmap.draw puts them in layers.
"""

from __future__ import annotations

import argparse
import base64
import importlib
import io
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from shapely.geometry import LineString, MultiLineString, MultiPolygon, Polygon, box
from shapely.ops import linemerge, unary_union

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parents[1] / "src"))
from warp import ROOT, Array, Sheet, places, read_controls  # noqa: E402

from firestep.hexmap.outline import common_side  # noqa: E402

UNIT = 100
PIXELS = 18  # of relief to a hex width


def project(sheet: Sheet, points: list[list[float]]) -> Array:
    a = np.array(points, float)
    x, y = sheet.plane(a[:, 1], a[:, 0])
    return np.stack([x, y], 1)


#: west, east, south, north: the warp is only trusted there
WINDOW = {"A": (-6.0, 44.0, 33.0, 63.0), "B": (-12.0, 62.0, 16.0, 71.0)}
near_to = WINDOW["A"]


def near(points: list[list[float]]) -> bool:
    """Whether a line comes near the sheet."""
    a = np.array(points, float)
    west, east, south, north = near_to
    return bool(a[:, 0].max() > west and a[:, 0].min() < east and a[:, 1].max() > south and a[:, 1].min() < north)


def trail(coords: Any, close: bool) -> str:
    """Compact relative path in whole units."""
    pts = [(round(x * UNIT), round(y * UNIT)) for x, y in coords]
    out, last = f"M{pts[0][0]} {pts[0][1]}l", pts[0]
    steps = []
    for p in pts[1:]:
        if p != last:
            steps.append(f"{p[0] - last[0]} {p[1] - last[1]}")
            last = p
    if not steps:
        return ""
    return out + " ".join(steps).replace(" -", "-") + ("z" if close else "")


def rings(shape: Any, least: float) -> list[str]:
    polys = [shape] if isinstance(shape, Polygon) else [g for g in getattr(shape, "geoms", []) if isinstance(g, Polygon)]
    out = []
    for p in polys:
        if p.area < least:
            continue
        out.append(trail(p.exterior.coords, True))
        out += [trail(r.coords, True) for r in p.interiors if Polygon(r).area > least]
    return [s for s in out if s]


def polygons(sheet: Sheet, parts: list[list[list[float]]], frame: Polygon) -> Any:
    shapes = []
    for ring in parts:
        if len(ring) >= 4 and near(ring):
            p = Polygon(project(sheet, ring)).buffer(0)
            if not p.is_empty:
                shapes.append(p.intersection(frame))
    return unary_union(shapes) if shapes else MultiPolygon()


def relief(geo: Path, sheet: Sheet, frame: tuple[float, float, float, float], land: Any) -> bytes:
    """Shading from the upper left as a palette PNG with transparent inks: dark in shade, light in sun."""
    z = np.load(geo / "relief_2m5.npz")
    elev, sd = z["elev_m"].astype(float), z["sd_3m"] * 3.0
    west, east, south, north = near_to
    rows = np.arange(int((72 - min(north - 1, 71)) * 24), int((72 - south) * 24))
    cols = np.arange(int((max(west, -5) + 12) * 24) if west > -12 else 0, int((east + 12) * 24))
    la, lo = np.meshgrid(72 - (rows + 0.5) / 24, -12 + (cols + 0.5) / 24, indexing="ij")
    x, y = sheet.plane(la, lo)
    x0, y0, x1, y1 = frame
    w, h = round((x1 - x0) * PIXELS), round((y1 - y0) * PIXELS)
    px, py = (x - x0) * PIXELS - 0.5, (y - y0) * PIXELS - 0.5
    height, rugged, weight = np.zeros((h, w)), np.zeros((h, w)), np.zeros((h, w))
    ei, si = elev[np.ix_(rows, cols)], sd[np.ix_(rows, cols)]
    for dx in (0, 1):
        for dy in (0, 1):
            i, j = np.floor(px).astype(int) + dx, np.floor(py).astype(int) + dy
            k = (1 - np.abs(px - i)) * (1 - np.abs(py - j))
            ok = (i >= 0) & (i < w) & (j >= 0) & (j < h)
            np.add.at(height, (j[ok], i[ok]), (ei * k)[ok])
            np.add.at(rugged, (j[ok], i[ok]), (si * k)[ok])
            np.add.at(weight, (j[ok], i[ok]), k[ok])
    for _ in range(6):  # fill the few pixels no cell fell into
        hole = weight < 0.15
        for a in (height, rugged, weight):
            pad = np.pad(a, 1, mode="edge")
            mean = (pad[:-2, 1:-1] + pad[2:, 1:-1] + pad[1:-1, :-2] + pad[1:-1, 2:]) / 4
            a[hole] = mean[hole]
    height, rugged = height / np.maximum(weight, 1e-6), rugged / np.maximum(weight, 1e-6)
    metres = 1000.0 * sheet.info["km_per_hex"]["mean"] / PIXELS
    gy, gx = np.gradient(height, metres)
    exaggerate = 16.0 * sheet.info["km_per_hex"]["mean"] / 75.2  # a smaller scale needs steeper hills to show them
    lx, ly, lz = -0.5, -0.6, 0.62
    nx, ny = -gx * exaggerate, -gy * exaggerate
    shade = (nx * lx + ny * ly + lz) / np.sqrt(nx * nx + ny * ny + 1)
    shade = shade / lz - 1  # 0 on the flat, negative in shade
    dark = np.clip(-shade * 0.55 + np.clip(height - 300, 0, 2200) / 2200 * 0.22 + np.clip(rugged, 0, 250) / 250 * 0.14, 0, 0.62)
    light = np.clip(shade * 0.35, 0, 0.4) * np.clip(height / 500, 0, 1)
    tone = (light - dark) * 16
    level = np.rint(np.sign(tone) * np.maximum(np.abs(tone) - 0.7, 0)).astype(int)  # plains stay clean paper
    level = np.clip(level, -10, 6)
    image = Image.fromarray((level + 10).astype(np.uint8), "P")
    palette, alpha = [], []
    for k in range(-10, 7):
        palette += [92, 66, 32] if k < 0 else [255, 252, 240]
        alpha.append(round(255 * abs(k) / 16 * (0.85 if k < 0 else 1.0)))
    image.putpalette(palette + [0] * (768 - len(palette)))
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True, transparency=bytes(alpha), bits=5)
    return buffer.getvalue()


#: hexes of ditt that lie off the scale, in a strip along the foot of the sheet
STRIP = tuple(f"01{c:02d}" for c in range(9, 20))


def mended(land: Any, hexmap: Any) -> Any:
    """Land where the map says land: the printed sheet puts some places into hexes that are water by the compass, and others the
    other way. A hex of land with little of it gets a soft piece of its own, an all-sea hex keeps only small islands, and where a
    hexside is all sea a channel shows."""
    grid = hexmap.grid
    wet = {s for k in ("sea-sides", "crossings", "haffs") for s in hexmap.sides.get(k, ())}
    cell = {n: Polygon(grid.corners(n)) for n in grid}
    apart = {frozenset(s) for s in wet}
    add = []
    for n in hexmap.hexes:
        if land.intersection(cell[n]).area < 0.3 * cell[n].area:
            add.append(blob(grid, n))
            for m in grid.neighbours(n):  # joined by land to those it can be walked to
                if m in hexmap.hexes and frozenset((n, m)) not in apart:
                    add.append(neck(grid.centre(n), grid.centre(m), int(n) + int(m)))
    pairs = [(n, m) for n in hexmap.hexes for m in grid.neighbours(n) if n < m and m in hexmap.hexes]
    for n, m in pairs:
        if frozenset((n, m)) not in apart and land.intersection(LineString(common_side(grid, n, m))).length < 0.08:
            add.append(neck(grid.centre(n), grid.centre(m), int(n) + int(m)))
    land = unary_union([land, *add])
    close = land.intersection(unary_union(add).buffer(0.5)).buffer(0.14).buffer(-0.14)  # no puddles between necks
    land = land.union(close)
    for s in sorted(wet):
        land = land.difference(LineString(common_side(grid, *s)).buffer(0.06, cap_style="flat"))
    for sea in hexmap.seas.values():
        for n in sea.hexes:
            if land.intersection(cell[n]).area > 0.15 * cell[n].area:
                land = land.difference(blob(grid, n, 0.45))
    for n, h in hexmap.hexes.items():
        if not h.coast and land.intersection(cell[n]).area < 0.9 * cell[n].area:
            land = land.union(blob(grid, n, 0.5))
    return land.buffer(0.03).buffer(-0.05).buffer(0.02)


def noise(seed: int, k: int) -> float:
    n = (seed * 2654435761 + k * 40503) & 0xFFFFFFFF
    return ((n ^ n >> 15) * 2246822519 & 0xFFFFFFFF) / 0x100000000 - 0.5


def blob(grid: Any, number: str, size: float = 0.38) -> Any:
    """A soft piece of land within a hex, the same every time."""
    x, y = grid.centre(number)
    ring = [(size + 0.13 * noise(int(number), k)) for k in range(18)]
    return (
        Polygon([(x + r * math.cos(k * math.pi / 9), y + r * math.sin(k * math.pi / 9)) for k, r in enumerate(ring)])
        .buffer(0.05)
        .buffer(-0.05)
    )


def neck(p: tuple[float, float], q: tuple[float, float], seed: int) -> Any:
    """Land between two hexes, a little crooked."""
    bend = 0.12 * noise(seed, 7)
    middle = ((p[0] + q[0]) / 2 - (q[1] - p[1]) * bend, (p[1] + q[1]) / 2 + (q[0] - p[0]) * bend)
    return LineString([p, middle, q]).buffer(0.15 + 0.06 * noise(seed, 3))


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--geo", type=Path, required=True)
    ap.add_argument("--map", default="A")
    ap.add_argument("--name", default="wwi")
    ap.add_argument("--out", type=Path, required=True)
    ap.add_argument("--smooth", type=float, default=0.02)
    args = ap.parse_args()
    global near_to
    near_to = WINDOW[args.map]
    controls = HERE / f"{args.name}_control.csv"
    known = read_controls(controls) if controls.exists() else places(args.geo, args.map, STRIP)
    sheet = Sheet(args.geo, args.map, known, args.smooth)
    sys.path.insert(0, str(args.geo))
    import geo as reader

    g = reader.Geo(str(args.geo))
    (c0, c1), (r0, r1) = sheet.info["bounds"]["col"], sheet.info["bounds"]["row"]
    if sheet.rows:
        frame = (c0 - 0.9, -0.9, c1 + 1.4, (r1 - r0) * ROOT + 0.9)
    else:
        frame = (c0 * ROOT - 0.9, r0 - 0.8, c1 * ROOT + 0.9, r1 + 1.3)
    sheet_box = box(*frame)
    land = unary_union([polygons(sheet, parts[:1], sheet_box).buffer(0) for _, parts in g.vectors("land")])
    if args.name != "wwi":
        inner = [polygons(sheet, [hole], sheet_box) for _, parts in g.vectors("land") for hole in parts[1:]]
        hexmap = importlib.import_module(f"firestep.games.{args.name}.board").MAP
        land = mended(land.difference(unary_union(inner)), hexmap)
        lakes = [polygons(sheet, parts[:1], sheet_box).buffer(0) for props, parts in g.vectors("lakes") if props["km2"] > 700]
        land = land.difference(unary_union([p for p in lakes if p.area > 0.03]))
    land = land.simplify(0.011)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame[0] * UNIT:.0f} {frame[1] * UNIT:.0f} '
        f'{(frame[2] - frame[0]) * UNIT:.0f} {(frame[3] - frame[1]) * UNIT:.0f}">'
    ]
    out.append('<g id="art-land"><path d="' + "".join(rings(land, 0.006)) + '"/></g>')
    png = relief(args.geo, sheet, frame, land)
    out.append(
        f'<g id="art-relief"><image x="{frame[0] * UNIT:.0f}" y="{frame[1] * UNIT:.0f}" '
        f'width="{(frame[2] - frame[0]) * UNIT:.0f}" height="{(frame[3] - frame[1]) * UNIT:.0f}" '
        f'preserveAspectRatio="none" href="data:image/png;base64,{base64.b64encode(png).decode()}"/></g>'
    )
    rivers: dict[int, list[LineString]] = {1: [], 2: [], 3: []}
    wet = land.buffer(-0.004)
    for props, parts in g.vectors("rivers"):
        rank = int(props["class"])
        if rank not in rivers or props["type"] != "river" or "hand" in str(props.get("src")):
            continue
        for line in parts:
            if len(line) > 1 and near(line):
                rivers[rank].append(LineString(project(sheet, line)))
    body = []
    for rank, lines in rivers.items():
        merged = linemerge(MultiLineString(lines)) if lines else MultiLineString()
        merged = merged.intersection(wet).simplify(0.012)
        pieces = [merged] if isinstance(merged, LineString) else [p for p in getattr(merged, "geoms", [])]
        d = "".join(trail(p.coords, False) for p in pieces if isinstance(p, LineString) and p.length > (0.3, 0.3, 0.6, 0.9)[rank])
        body.append(f'<path class="r{rank}" d="{d}"/>')
    out.append('<g id="art-rivers">' + "".join(body) + "</g>")
    north = 360 - sheet.info["sheet_up_bearing_deg"]
    out.append(f'<g id="art-compass" data-north="{north:.0f}" data-km="{sheet.info["km_per_hex"]["mean"]}"></g></svg>')
    text = "\n".join(out)
    args.out.write_text(text, encoding="utf-8")
    print(
        f"{len(text) / 1024:.0f} KB, of which relief {len(png) / 1024:.0f} KB; north is {north:.0f} degrees from up",
        math.floor(land.area),
    )


if __name__ == "__main__":
    main()
