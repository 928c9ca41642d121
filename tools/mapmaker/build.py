"""Writes the map file of a column sheet: hexes by sampling, corrected by a design module; rails from a list."""

from __future__ import annotations

import argparse
import csv
import heapq
import importlib
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parents[1] / "src"))
from sample import CODES, Cell, sample  # noqa: E402
from warp import Sheet, read_controls  # noqa: E402

from firestep.hexmap.grid import Grid  # noqa: E402

LAND_SHARE = 0.30
ROUGH_SD = 35.0
COAST_SHARE = 0.05
OUTSIDE = {"GB", "no"}


def sea_name(lat: float, lon: float) -> str:
    """The sea at a point, by plain boxes: enough for coasts."""
    if lon > 34.6 and 45.2 < lat < 47.5:
        return "azov"
    if lat > 53.4 and lon > 9.3 and (lat > 54.2 or lon > 10.6) and not (lon < 10.2 and lat > 56.9):
        return "baltic"
    if lat > 51.0 and lon < 10.3:
        return "north-sea"
    if lat > 48 and lon < 4:
        return "channel"
    if 40.2 < lat < 41.12 and 26.6 < lon < 30.2:
        return "marmara"
    if lon > 27.4 and lat > 41.05:
        return "black-sea"
    if lon > 22.3 and lat < 41.2:
        return "aegean"
    if (
        lat > 40.2
        and 12.0 < lon < 20.2
        and (lon > 15.5 or lat > 41.7)
        and not (lon < 13 and lat < 43)
        and not (lat < 40.6 and lon < 17.9)
    ):
        return "adriatic"
    if lon > 16.3 and lat < 40.6:
        return "ionian"
    if lat > 43.2:
        return "ligurian"
    return "tyrrhenian"


def sea_points(sheet: Sheet, geo: Path) -> dict[str, tuple[float, str]]:
    """hex -> (share of sea, name of the sea)."""
    import geo as reader

    g = reader.Geo(str(geo))
    lat = np.arange(61, 34, -1 / 30)
    lon = np.arange(-2, 42, 1 / 30)
    la, lo = np.meshgrid(lat, lon, indexing="ij")
    x, y = sheet.plane(la, lo)
    col, row = sheet.hex_of(x, y)
    sea = g.surf[((72 - la) * 120).astype(int), ((lo + 12) * 120).astype(int)] == 0
    key = col * 100 + row
    out: dict[str, tuple[float, str]] = {}
    wet_key, wet_la, wet_lo = key[sea], la[sea], lo[sea]
    total = dict(zip(*[v.tolist() for v in np.unique(key, return_counts=True)], strict=True))
    order = np.argsort(wet_key, kind="stable")
    wet_key, wet_la, wet_lo = wet_key[order], wet_la[order], wet_lo[order]
    for chunk in np.split(np.arange(len(wet_key)), np.flatnonzero(np.diff(wet_key)) + 1):
        k = int(wet_key[chunk[0]])
        names = [sea_name(a, b) for a, b in zip(wet_la[chunk], wet_lo[chunk], strict=True)]
        if k >= 0:
            out[f"{k:04d}"] = (len(chunk) / total[k], max(set(names), key=names.count))
    return out


def wet_sides(sheet: Sheet, geo: Path, grid: Grid, land: dict[str, str], sea: dict[str, tuple[float, str]]) -> set[tuple[str, str]]:
    """Pairs of adjacent land hexes whose main bodies of land do not touch inside the two hexes."""
    import geo as reader

    g = reader.Geo(str(geo))
    step = 1 / 60
    lat0, lon0 = 61.0, -2.0
    la, lo = np.meshgrid(np.arange(lat0, 34, -step), np.arange(lon0, 42, step), indexing="ij")
    x, y = sheet.plane(la, lo)
    col, row = sheet.hex_of(x, y)
    key = col * 100 + row
    dry = g.surf[((72 - la) * 120).astype(int), ((lo + 12) * 120).astype(int)] > 0
    where: dict[int, Any] = {}
    wanted = [n for n in land if sea.get(n, (0, ""))[0] > 0.02]
    numbers = {int(n) for n in wanted}
    flat = key.ravel()
    picks = np.flatnonzero(np.isin(flat, list(numbers)) & dry.ravel())
    for i in picks:
        where.setdefault(int(flat[i]), []).append(int(i))
    width = key.shape[1]

    def bodies(cells: set[int]) -> list[set[int]]:
        out = []
        left = set(cells)
        while left:
            start = left.pop()
            body, stack = {start}, [start]
            while stack:
                c = stack.pop()
                for d in (1, -1, width, -width):
                    if c + d in left:
                        left.remove(c + d)
                        body.add(c + d)
                        stack.append(c + d)
            out.append(body)
        return out

    main = {n: max(bodies(set(where.get(int(n), []))), key=len, default=set()) for n in wanted}
    wet = set()
    for n in wanted:
        for m in grid.neighbours(n):
            if m > n and m in main and main[n] and main[m]:
                union = set(where[int(n)]) | set(where[int(m)])
                body = next(b for b in bodies(union) if next(iter(main[n])) in b)
                if not (main[m] & body):
                    wet.add((n, m))
    return wet


def decide(cells: dict[str, Cell], design: ModuleType, grid: Grid) -> dict[str, str]:
    """hex -> country code, land hexes only."""
    land: dict[str, str] = {}
    known = {c[0] for c in design.COUNTRIES}
    for n in grid:
        cell = cells.get(n)
        if n in design.COUNTRY:
            if design.COUNTRY[n][0]:
                land[n] = design.COUNTRY[n][0]
            continue
        if n in design.LAND:
            land[n] = design.LAND[n]
            continue
        if n in design.SEA or cell is None or cell.land < LAND_SHARE or not cell.countries:
            continue
        code = CODES.get(max(cell.countries, key=lambda k: cell.countries[k]), "no")
        col, row = int(n[:2]), int(n[2:])
        if code == "RS" and row <= 8 and col >= 26:
            continue  # Finland and the islands of the Gulf
        if code == "RS" and ((row >= 28 and col >= 27) or (row >= 30 and col >= 26)):
            continue  # Kuban and the Caucasus, beyond the Straits of Kerch
        if code in known and code not in OUTSIDE:
            land[n] = code
    return land


def rail_paths(
    geo: Path, sheet: Sheet, grid: Grid, land: dict[str, str], closed: set[str], blocked: set[tuple[str, str]], design: ModuleType
) -> list[tuple[str, list[str]]]:
    """Each chosen line as chains of adjacent hexes an army can use."""

    def usable(n: str) -> bool:
        return n in land and land[n] not in closed and n not in design.NO_RAIL

    def shortest(a: str, b: str, limit: int) -> list[str] | None:
        heap, seen = [(0, a, [a])], set()
        while heap:
            d, n, path = heapq.heappop(heap)
            if n == b:
                return path
            if n in seen or d >= limit:
                continue
            seen.add(n)
            for m in grid.neighbours(n):
                if usable(m) and tuple(sorted((n, m))) not in blocked:
                    heapq.heappush(heap, (d + 1, m, [*path, m]))
        return None

    wanted = [s for s in design.LINES.replace("\n", ";").split(";") if s]
    with (geo / "railways_1914.csv").open(encoding="utf-8", newline="") as file:
        rows = {r["line"]: r for r in csv.DictReader(file)}
    out: list[tuple[str, list[str]]] = []
    for name in wanted:
        if name not in rows:
            print("no such line:", name)
            continue
        spots = [tuple(float(v) for v in s.split("@")[1].split(",")) for s in rows[name]["via"].split(";")]
        lats, lons = [], []
        for (a, b), (c, d) in pairwise(spots):
            k = max(2, int(max(abs(a - c), abs(b - d)) / 0.05))
            lats += list(np.linspace(a, c, k))
            lons += list(np.linspace(b, d, k))
        x, y = sheet.plane(np.array(lats), np.array(lons))
        cols, rws = sheet.hex_of(x, y)
        runs: list[tuple[str, int]] = []
        for c, r in zip(cols, rws, strict=True):
            n = f"{c:02d}{r:02d}" if c > 0 and r > 0 else "0000"
            if runs and runs[-1][0] == n:
                runs[-1] = (n, runs[-1][1] + 1)
            else:
                runs.append((n, 1))
        # a line that only clips a corner does not serve the hex
        i = 1
        while i < len(runs) - 1:
            if (
                runs[i][1] <= 4
                and runs[i - 1][0] in grid
                and runs[i + 1][0] in grid
                and (runs[i - 1][0] == runs[i + 1][0] or runs[i + 1][0] in grid.neighbours(runs[i - 1][0]))
            ):
                del runs[i]
            else:
                i += 1
        chain: list[str] = []
        gap = False
        for n, _ in runs:
            if n not in grid:
                if len(chain) > 1:
                    out.append((name, chain))
                chain, gap = [], False
                continue
            if not usable(n):
                gap = True
                continue
            if not chain:
                chain = [n]
            elif n != chain[-1]:
                path = shortest(chain[-1], n, 3 if gap else 2)
                if path is None:
                    if len(chain) > 1:
                        out.append((name, chain))
                    chain = [n]
                else:
                    chain += path[1:]
            gap = False
        if len(chain) > 1:
            out.append((name, chain))
    for name, stops in design.HAND_LINES:
        chain = [stops[0]]
        for n in stops[1:]:
            path = shortest(chain[-1], n, 8)
            if path is None:
                raise SystemExit(f"no way for {name}: {chain[-1]} - {n}")
            chain += path[1:]
        out.append((name, chain))
    done: set[tuple[str, str]] = set()
    clean = []
    for name, chain in out:  # a side laid by an earlier line is not laid again
        part = [chain[0]]
        for a, b in pairwise(chain):
            side = (min(a, b), max(a, b))
            if side in done:
                if len(part) > 1:
                    clean.append((name, part))
                part = [b]
            else:
                done.add(side)
                part.append(b)
        if len(part) > 1:
            clean.append((name, part))
    return clean


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument("--geo", type=Path, required=True)
    ap.add_argument("--map", default="A")
    ap.add_argument("--name", default="wwi")
    ap.add_argument("--out", type=Path, required=True)
    ap.add_argument("--header", type=Path, help="comment block to put on top")
    args = ap.parse_args()
    design = importlib.import_module(f"{args.name}_design")
    sheet = Sheet(args.geo, args.map, read_controls(HERE / f"{args.name}_control.csv"))
    sys.path.insert(0, str(args.geo))
    bounds = sheet.info["bounds"]
    grid = Grid(
        "columns",
        "even" if sheet.shifted == 0 else "odd",
        (bounds["col"][0], bounds["row"][0]),
        (bounds["col"][1], bounds["row"][1]),
    )
    cells = sample(args.geo, sheet)
    land = decide(cells, design, grid)
    sea = sea_points(sheet, args.geo)
    closed = {c[0] for c in design.COUNTRIES if c[2] == "closed"}
    blocked: dict[tuple[str, str], tuple[str, str]] = {}
    for a, b, why, source in design.BLOCKED:
        blocked[(min(a, b), max(a, b))] = (why, source)
    for pair in sorted(wet_sides(sheet, args.geo, grid, land, sea)):
        if pair not in design.OPEN and pair not in blocked and not {land[pair[0]], land[pair[1]]} & closed:
            blocked[pair] = ("water", "geography")
    rails = rail_paths(args.geo, sheet, grid, land, closed, set(blocked), design)

    out = [args.header.read_text(encoding="utf-8").rstrip()] if args.header else []
    out += [
        "[map]",
        f"name {args.name}",
        "layout columns",
        f"shifted {grid.shifted}",
        f"columns {bounds['col'][0]}-{bounds['col'][1]}",
        f"rows {bounds['row'][0]}-{bounds['row'][1]}",
        "",
        "[countries]",
        "# code name status [vp=price of violating it] [note]",
    ]
    for code, name, status, vp, note in design.COUNTRIES:
        out.append(f'{code} "{name}" {status}' + (f" vp={vp}" if vp else "") + (f' "{note}"' if note else ""))
    out += ["", "[hexes]", "# number country terrain [coast=sea] [tags]"]
    for n, code in land.items():
        cell = cells.get(n)
        rough = n in design.ROUGH or (cell is not None and cell.sd >= ROUGH_SD and n not in design.CLEAR)
        share, name = sea.get(n, (0.0, ""))
        name = design.COAST.get(n, name)
        wet = share >= COAST_SHARE or (
            any(m not in land and sea.get(m, (0, ""))[0] > 0.5 for m in grid.neighbours(n)) and share > 0.005
        )
        line = f"{n} {code} {'rough' if rough else 'clear'}" + (f" coast={name}" if wet else "")
        why = [s for s in (design.COUNTRY.get(n, ("", ""))[1], design.ROUGH.get(n, ""), design.CLEAR.get(n, "")) if s]
        out.append(line + (f"  # {'; '.join(why)}" if why else ""))
    out += ["", "[rails]", "# chains of adjacent hexes; each step is a side the railway crosses"]
    out += [f'"{name}" {" ".join(chain)}' for name, chain in rails]
    out += ["", "[blocked]"]
    out += [f'{a}/{b} "{why}" {source}' for (a, b), (why, source) in sorted(blocked.items())]
    out += ["", "[features]", "# kind hex arguments name source (printed | geography | designed)"]
    out += [f'city {h} {c} {rank} "{n}" {s}' for h, c, n, rank, s in design.CITIES]
    out += [f'supply {h} {c} {kind} "{n}" designed' for h, c, kind, n in design.SUPPLY]
    out += [f'fort {h} {c} {s} "{n}" {src}' for h, c, s, n, src in design.FORTS]
    out += [f'centre {h} {c} "{n}" designed' for h, c, n in design.CENTRES]
    chain = ["1332", "1432", "1532", "1632", "1733"]
    out += [f'straits {h} {i} "Straits" printed' for i, h in enumerate(chain, 1)] if args.name == "wwi" else []
    out += ['transit 0110 FR "Transit Area" printed', 'transit 0113 IT "Transit Area" printed'] if args.name == "wwi" else []
    for item in design.TOWNS.replace("\n", ";").split(";"):
        h, c, n = item.split()
        out.append(f'town {h} {c} "{n.replace("_", " ")}" geography')
    out += ["", "[labels]", "# hex text rank kind"]
    out += [f'{h} "{t}" {rank} {kind}' for h, t, rank, kind in design.LABELS]
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text("\n".join(out) + "\n", encoding="utf-8")
    print(len(land), "land hexes;", len(rails), "rail chains;", len(blocked), "blocked sides")


if __name__ == "__main__":
    main()
