"""What each hex is, by sampling the ground under it: share of land, country of 1914, ruggedness, height."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from warp import Sheet, read_controls


@dataclass(slots=True)
class Cell:
    land: float
    countries: dict[str, float]
    sd: float
    elev: float
    regions: dict[str, float]


def sample(geo: Path, sheet: Sheet, box: tuple[float, float, float, float] = (33, 62, -4, 44)) -> dict[str, Cell]:
    """One point for every minute of arc inside the box (south, north, west, east)."""
    sys.path.insert(0, str(geo))
    import geo as reader  # the data set brings its own reader

    g = reader.Geo(str(geo))
    south, north, west, east = box
    lat = np.arange(north, south, -1 / 60) - 1 / 120
    lon = np.arange(west, east, 1 / 60) + 1 / 120
    la, lo = np.meshgrid(lat, lon, indexing="ij")
    x, y = sheet.plane(la, lo)
    col, row = sheet.hex_of(x, y)
    (c0, c1), (r0, r1) = sheet.info["bounds"]["col"], sheet.info["bounds"]["row"]
    inside = (col >= c0) & (col <= c1) & (row >= r0) & (row <= r1)
    r1m, c1m = ((72 - la) * 60).astype(int), ((lo + 12) * 60).astype(int)
    land = g.surf[((72 - la) * 120).astype(int), ((lo + 12) * 120).astype(int)] > 0
    country, region = g.country[r1m, c1m], g.region[r1m, c1m]
    r2, c2 = ((72 - la) * 24).astype(int), ((lo + 12) * 24).astype(int)
    sd, elev = g.sd[r2, c2] * 3.0, g.elev[r2, c2].astype(float)
    weight = np.cos(np.radians(la))
    key = (col * 100 + row)[inside]
    parts = [v[inside] for v in (land, country, region, sd, elev, weight)]
    order = np.argsort(key, kind="stable")
    key, parts = key[order], [p[order] for p in parts]
    cuts = np.flatnonzero(np.diff(key)) + 1
    out: dict[str, Cell] = {}
    for chunk in np.split(np.arange(len(key)), cuts):
        ld, co, rg, s, e, w = (p[chunk] for p in parts)
        total, dry = w.sum(), w[ld].sum()
        shares: dict[str, float] = defaultdict(float)
        regions: dict[str, float] = defaultdict(float)
        for i in np.unique(co[ld]):
            shares[g.legend["country"][int(i)]] += float(w[ld & (co == i)].sum() / total)
        for i in np.unique(rg[ld]):
            regions[g.legend["region"][int(i)]] += float(w[ld & (rg == i)].sum() / total)
        out[f"{key[chunk[0]]:04d}"] = Cell(
            float(dry / total),
            dict(shares),
            float((s * w)[ld].sum() / dry) if dry else 0.0,
            float((e * w)[ld].sum() / dry) if dry else 0.0,
            dict(regions),
        )
    return out


CODES = {
    "France": "FR",
    "Germany": "GE",
    "Austria-Hungary": "AH",
    "Italy": "IT",
    "Serbia": "SB",
    "Montenegro": "MN",
    "Albania": "AB",
    "Greece": "GK",
    "Bulgaria": "BU",
    "Ottoman Empire": "TU",
    "Romania": "RM",
    "Rumania": "RM",
    "Russia": "RS",
    "Russian Empire": "RS",
    "Belgium": "BL",
    "Netherlands": "NE",
    "Switzerland": "SW",
    "Luxembourg": "LX",
    "Denmark": "DK",
    "Sweden": "SE",
    "Great Britain": "GB",
    "United Kingdom": "GB",
}


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--geo", type=Path, required=True)
    ap.add_argument("--map", default="A")
    ap.add_argument("--controls", type=Path, required=True)
    ap.add_argument("--smooth", type=float, default=0.02)
    args = ap.parse_args()
    sheet = Sheet(args.geo, args.map, read_controls(args.controls), args.smooth)
    cells = sample(args.geo, sheet)
    for show in ("country", "rough"):
        print(show)
        for half in range(2, 70):
            line = ""
            for c in range(1, 30):
                r2 = half - (1 if c % 2 == 0 else 0)
                text = "    "
                if r2 % 2 == 0 and 1 <= r2 // 2 <= 34:
                    cell = cells.get(f"{c:02d}{r2 // 2:02d}")
                    if cell is None or cell.land < 0.08:
                        text = " .  "
                    elif show == "rough":
                        text = f"{cell.sd:3.0f} "
                    else:
                        best = max(cell.countries, key=lambda k: cell.countries[k])
                        code = CODES.get(best, best[:2].lower())
                        text = f"{code}{min(9, int(cell.land * 10))} "
                line += text
            print(f"{half / 2:4.1f} {line}")


if __name__ == "__main__":
    main()
