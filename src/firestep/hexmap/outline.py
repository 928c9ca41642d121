"""Outlines of sets of hexes: the sides between inside and outside, joined into long lines so that dashes run on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from firestep.hexmap.grid import ROOT, Grid

Point = tuple[float, float]
Segment = tuple[Point, Point]


def common_side(grid: Grid, a: str, b: str) -> Segment:
    """The two corners that adjacent hexes share."""
    other = {_key(p) for p in grid.corners(b)}
    shared = [p for p in grid.corners(a) if _key(p) in other]
    if len(shared) != 2:
        raise ValueError(f"{a} and {b} have no common side")
    return shared[0], shared[1]


def nearest(grid: Grid, x: float, y: float) -> str:
    """The number of the hex at a point of the plane; off the grid, that of the nearest place a hex could have."""
    across, along = (x, y) if grid.layout == "columns" else (grid.last[0] * ROOT - y if grid.upward else y, x)
    best = (9e9, "")
    for a in range(round(across / ROOT) - 1, round(across / ROOT) + 2):
        off = 0.5 if (a % 2 == 0) == (grid.shifted == "even") else 0.0
        b = round(along - off)
        best = min(best, ((b + off - along) ** 2 + (a * ROOT - across) ** 2, f"{a:02d}{b:02d}"))
    return best[1]


def edge_sides(grid: Grid, inside: set[str]) -> list[Segment]:
    """The sides of a set of hexes that have a hex of the set on one side only, the rim of the sheet included."""
    seen: dict[tuple[Point, Point], Segment] = {}
    for number in sorted(inside):
        corners = grid.corners(number)
        for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
            key = (min(_key(p), _key(q)), max(_key(p), _key(q)))
            if key in seen:
                del seen[key]
            else:
                seen[key] = (p, q)
    return list(seen.values())


def join(segments: Iterable[Segment]) -> list[list[Point]]:
    """Joins segments end to end into as few lines as it can; a closed line repeats its first point."""
    ends: dict[Point, list[tuple[Point, Point]]] = defaultdict(list)
    spot: dict[Point, Point] = {}
    left: set[tuple[Point, Point]] = set()
    for p, q in segments:
        a, b = _key(p), _key(q)
        spot.setdefault(a, p)
        spot.setdefault(b, q)
        pair = (min(a, b), max(a, b))
        if pair not in left:
            left.add(pair)
            ends[a].append(pair)
            ends[b].append(pair)
    lines: list[list[Point]] = []

    def walk(start: Point) -> list[Point]:
        line = [start]
        while True:
            step = next((s for s in ends[line[-1]] if s in left), None)
            if step is None:
                return line
            left.discard(step)
            line.append(step[1] if step[0] == line[-1] else step[0])

    for start in sorted(ends, key=lambda k: (len(ends[k]) == 2, k)):  # open ends and junctions first, rings last
        while any(s in left for s in ends[start]):
            lines.append([spot[k] for k in walk(start)])
    return lines


def _key(p: Point) -> Point:
    return round(p[0], 4), round(p[1], 4)
