"""Lays real ground onto the hexes of a battle map: from lines and places in degrees to the text of data/battles/<id>/map.txt.

    python tools/battles/lay.py ourcq > src/firestep/games/gwb/data/battles/ourcq/map.txt
    python tools/battles/lay.py ourcq places > src/firestep/games/gwb/data/battles/ourcq/places.csv

A ground module names places, rivers, lakes, roads, railways, woods and heights; see ourcq.py. Rivers, and lakes narrower than a
hex, fall on the hexsides that part the hexes on their two banks; roads and railways run through hexes. A road ends at the bank
where no bridge is named, a railway keeps to its bank and crosses at named bridges only; where a way crosses a lake is an isthmus.
"""

from __future__ import annotations

import heapq
import sys
from importlib import import_module
from math import cos, hypot, radians
from pathlib import Path
from typing import Any

from firestep.hexmap.grid import Grid

sys.path.insert(0, str(Path(__file__).parent))
from text import sections

Point = tuple[float, float]
ROOT = 3**0.5 / 2


class Sheet:
    """A map sheet: north-west corner, hex size in kilometres, columns and rows."""

    def __init__(self, ground: Any) -> None:
        self.lat, self.lon = ground.CORNER
        self.km = ground.HEX_KM
        self.grid = Grid("columns", "even", (1, 1), (ground.COLUMNS, ground.ROWS))
        self.squeeze = cos(radians(self.lat - ground.ROWS * self.km / 222))
        self.centres = {h: self.grid.centre(h) for h in self.grid}
        self.smooth = getattr(ground, "SMOOTH", False)
        self.named = {self.hex(spec[:2]) for spec in ground.PLACES.values()}

    def xy(self, p: Point) -> Point:
        """Degrees to hex widths on the sheet."""
        return (p[1] - self.lon) * 111.32 * self.squeeze / self.km + ROOT, (self.lat - p[0]) * 111.2 / self.km + 1

    def hex(self, p: Point) -> str | None:
        """The hex of a place, or None off the sheet."""
        x, y = self.xy(p)
        h, d = min(((h, hypot(x - a, y - b)) for h, (a, b) in self.centres.items()), key=lambda t: t[1])
        return h if d < 0.75 else None

    def chain(self, line: list[Point]) -> list[list[str]]:
        """The hexes that a line runs through, broken where it leaves the sheet."""
        out: list[list[str]] = [[]]
        for p, q in zip(line, line[1:], strict=False):
            n = max(2, int(hypot(p[0] - q[0], p[1] - q[1]) * 400))
            for k in range(n + 1):
                h = self.hex((p[0] + (q[0] - p[0]) * k / n, p[1] + (q[1] - p[1]) * k / n))
                if h is None:
                    if out[-1]:
                        out.append([])
                elif not out[-1] or out[-1][-1] != h:
                    if out[-1] and h not in self.grid.neighbours(out[-1][-1]):
                        out.append([])
                    out[-1].append(h)
        out = [_unloop(c) for c in out if len(c) > 1]
        return [self._smooth(c) for c in out] if self.smooth else out

    def _smooth(self, chain: list[str]) -> list[str]:
        """Drop hexes that the line only grazes between two neighbours; named hexes stay."""
        out = chain[:1]
        for b, c in zip(chain[1:], chain[2:], strict=False):
            if b in self.named or c not in self.grid.neighbours(out[-1]):
                out.append(b)
        return out + chain[-1:]

    def banks(self, line: list[Point]) -> list[tuple[str, str]]:
        """The hexsides between neighbours whose centres lie on different banks: the line crosses between them."""
        pts = [self.xy(p) for p in line]
        out = []
        for a in self.grid:
            for b in self.grid.neighbours(a):
                if a < b:
                    crossings = sum(_cross(self.centres[a], self.centres[b], p, q) for p, q in zip(pts, pts[1:], strict=False))
                    if crossings % 2:
                        out.append((a, b))
        return out


def _unloop(chain: list[str]) -> list[str]:
    """Cut out loops: a hex that comes again ends the detour since its first time."""
    out: list[str] = []
    for h in chain:
        if h in out:
            out = out[: out.index(h)]
        out.append(h)
    return out


def _cross(a: Point, b: Point, p: Point, q: Point) -> bool:
    def turn(o: Point, u: Point, v: Point) -> float:
        return (u[0] - o[0]) * (v[1] - o[1]) - (u[1] - o[1]) * (v[0] - o[0])

    return turn(a, b, p) * turn(a, b, q) < 0 and turn(p, q, a) * turn(p, q, b) < 0


def lay(ground: Any) -> str:
    sheet = Sheet(ground)
    grid = sheet.grid
    places = {name: spec[:2] for name, spec in ground.PLACES.items()}

    def points(words: Any) -> list[Point]:
        return [places[w] if isinstance(w, str) else w for w in words]

    def inside(polygon: list[Point], h: str) -> bool:
        x, y = sheet.centres[h]
        pts = [sheet.xy(p) for p in polygon]
        return sum(_cross((x, y), (x + 999, y + 0.01), p, q) for p, q in zip(pts, [*pts[1:], pts[0]], strict=True)) % 2 == 1

    built = {h: spec[2] for name, spec in ground.PLACES.items() if (h := sheet.hex(spec[:2])) and spec[2] != "-"}
    woods = {h for h in grid for poly in ground.WOODS.values() if inside(poly, h)}
    high = {h for h in grid for poly in ground.HIGH.values() if inside(poly, h)} | {h for p in ground.HILLS if (h := sheet.hex(p))}
    marsh = {h for h in grid for poly in ground.MARSH.values() if inside(poly, h)}
    lakes = {h for poly in ground.LAKES.values() if len(poly) > 2 for h in grid if inside(poly, h)}
    lakes |= {h for poly in ground.LAKES.values() for p in poly if len(poly) <= 2 and (h := sheet.hex(p))}
    lakes -= set(built)
    # where a road or railway runs there is ground beside the water: an isthmus
    lakes -= {h for kind, _, line in ground.WAYS if kind != "trail" for chain in sheet.chain(points(line)) for h in chain}
    sign = {}
    for h in grid:
        if h in lakes:
            sign[h] = "~"
        elif h in built:
            sign[h] = built[h].upper() if h in high else built[h]
        elif h in woods:
            sign[h] = "W" if h in high else "M" if h in marsh else "w"
        else:
            sign[h] = "m" if h in marsh else "h" if h in high else "."
    out = [f"# {line}" for line in ground.NOTE.strip().splitlines()]
    out += [f"grid 0101 {ground.COLUMNS:02d}{ground.ROWS:02d}", "terrain"]
    for r in range(1, ground.ROWS + 1):
        out.append(f"{r:02d} " + "".join(sign[f"{c:02d}{r:02d}"] for c in range(1, ground.COLUMNS + 1)))
    out.append("")
    sides: dict[tuple[str, str], str] = {}
    trodden = {pair(a, b) for _, _, line in ground.WAYS for c in sheet.chain(points(line)) for a, b in zip(c, c[1:], strict=False)}
    for kind, name, line in ground.RIVERS:
        found = [s for s in sheet.banks(points(line)) if s not in sides and not {*s} & lakes]
        if kind == "lake":
            found = [s for s in found if s not in trodden]
        sides |= dict.fromkeys(found, kind)
        if found:
            out += wrap(f"{kind} {name}:", [f"{a}/{b}" for a, b in found])
    ways = []
    for kind, name, line in ground.WAYS:
        for chain in sheet.chain(points(line)):
            for part in dry(chain, lakes):
                ways.append((kind, name, part))
    water = {s for s, kind in sides.items() if kind in ("river", "canal")}
    crossed = {pair(a, b) for _, _, c in ways for a, b in zip(c, c[1:], strict=False)} & water
    bridges: list[tuple[str, str, tuple[str, str]]] = []
    for word, sites in (("bridge", ground.BRIDGES), ("blown", ground.BLOWN)):
        for name in sites:
            s = nearest(sheet, water, crossed, places[name])
            if s not in [b[2] for b in bridges]:
                bridges.append((word, name, s))
    spans = {b[2] for b in bridges}
    walls = water - spans | {s for s, kind in sides.items() if kind == "lake"}
    # a road ends at the bank where no bridge was; a railway keeps to its bank until the next bridge
    ways = [
        (k, n, part) for k, n, c in ways for part in ([keep_to_the_bank(sheet, c, walls, lakes)] if k == "rail" else cut(c, walls))
    ]
    ways = [(k, n, part) for k, n, c in ways for part in cut(c, walls)]
    out += [f"{word} {name}: {a}/{b}" for word, name, (a, b) in bridges]
    for kind, name, chain in ways:
        out += wrap(f"{kind} {name}:", chain)
    named: dict[str, str] = {}
    for name, spec in ground.PLACES.items():
        h = sheet.hex(spec[:2])
        if h and h not in named and spec[2] != "-":
            named[h] = name
            out.append(f"place {h} {name}")
    return sections(ground.__name__, out)


def dry(chain: list[str], lakes: set[str]) -> list[list[str]]:
    out: list[list[str]] = [[]]
    for h in chain:
        if h in lakes:
            out.append([])
        else:
            out[-1].append(h)
    return [c for c in out if len(c) > 1]


def pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def cut(chain: list[str], walls: set[tuple[str, str]]) -> list[list[str]]:
    out = [[chain[0]]]
    for a, b in zip(chain, chain[1:], strict=False):
        if pair(a, b) in walls:
            out.append([])
        out[-1].append(b)
    return [c for c in out if len(c) > 1]


def keep_to_the_bank(sheet: Sheet, chain: list[str], walls: set[tuple[str, str]], lakes: set[str]) -> list[str]:
    """The way beside a railway's true line that crosses no wall, if there is one; otherwise the line as it is."""
    if not any(pair(a, b) in walls for a, b in zip(chain, chain[1:], strict=False)):
        return chain

    def off(h: str) -> float:
        x, y = sheet.centres[h]
        return min(hypot(x - a, y - b) for a, b in (sheet.centres[c] for c in chain))

    best, came = {chain[0]: 0.0}, {chain[0]: ""}
    heap = [(0.0, chain[0])]
    while heap:
        cost, a = heapq.heappop(heap)
        if a == chain[-1]:
            break
        for b in sheet.grid.neighbours(a):
            n = cost + 1 + 3 * off(b)
            if b not in lakes and pair(a, b) not in walls and off(b) < 3 and n < best.get(b, 1e9):
                best[b], came[b] = n, a
                heapq.heappush(heap, (n, b))
    if chain[-1] not in came:
        return chain
    out = [chain[-1]]
    while came[out[-1]]:
        out.append(came[out[-1]])
    return out[::-1]


def places(ground: Any) -> str:
    """The named places with their true position, for the test that holds the map to it."""
    sheet = Sheet(ground)
    out = ["# " + line for line in ground.SOURCES.strip().splitlines()] + ["name,hex,lat,lon,source"]
    seen: set[str] = set()
    for name, (lat, lon, sign, *source) in ground.PLACES.items():
        h = sheet.hex((lat, lon))
        if h and h not in seen and sign != "-":
            seen.add(h)
            lat, lon, *source = getattr(ground, "TRUE", {}).get(name, (lat, lon, *source))
            out.append(f"{name},{h},{lat},{lon},{source[0] if source else 'memory'}")
    return "\n".join(out) + "\n"


def nearest(sheet: Sheet, water: set[tuple[str, str]], crossed: set[tuple[str, str]], p: Point) -> tuple[str, str]:
    """The side of a bridge: the nearest one that a road or railway crosses, if it is near enough, or the nearest of all."""
    x, y = sheet.xy(p)

    def far(s: tuple[str, str]) -> float:
        (ax, ay), (bx, by) = sheet.centres[s[0]], sheet.centres[s[1]]
        return hypot(x - (ax + bx) / 2, y - (ay + by) / 2)

    best = min(sorted(crossed), key=far)
    return best if far(best) < 1.3 else min(sorted(water), key=far)


def wrap(head: str, words: list[str]) -> list[str]:
    """A feature on one line each, as `text.sections` takes them."""
    return [f"{head} {' '.join(words)}"]


if __name__ == "__main__":
    sys.stdout.write((places if "places" in sys.argv[2:] else lay)(import_module(sys.argv[1])))
