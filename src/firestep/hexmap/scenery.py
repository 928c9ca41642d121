"""Terrain as in a hand-drawn map: soft areas over sets of hexes, water along hexsides, hachures, furrows, houses.

Everything is a function of a grid and of printed hex numbers and returns SVG in the plane of `Grid.centre`, 100 units a hex.
Random-looking details depend on the number of the hex, so the same map always has the same drawing.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from math import atan2, cos, degrees, hypot, pi, sin

from firestep.hexmap.grid import Grid
from firestep.hexmap.outline import Point, edge_sides, join

UNIT = 100.0


def chance(number: str, salt: int) -> float:
    """A fixed number in 0..1 for a hex: scatter without dice."""
    n = (int(number) * 2654435761 + salt * 40503) & 0xFFFFFFFF
    n ^= n >> 15
    return (n * 2246822519 & 0xFFFFFFFF) / 0x100000000


def patterns(key: str) -> str:
    """Tree crowns, marsh grass, hills, peaks and dunes, to be laid over areas as `url(#KEY-trees)`."""
    crowns = ((10, 11, 6.5), (33, 8, 5.5), (52, 18, 6.5), (21, 28, 6), (42, 37, 7), (9, 44, 5.5), (59, 45, 5.5), (28, 51, 6))
    trees = "".join(
        f'<ellipse cx="{x + 2}" cy="{y + 2.5}" rx="{r}" ry="{r * 0.85:.1f}" fill="#42562e" fill-opacity=".28"/>'
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="#9bb077" stroke="#5f7a42" stroke-width=".9"/>'
        f'<path d="M{x - r * 0.5:.1f} {y - r * 0.1:.1f}a{r * 0.6:.1f} {r * 0.6:.1f} 0 0 1 {r * 0.6:.1f} -{r * 0.5:.1f}" '
        'fill="none" stroke="#c9d6ac" stroke-width="1.2"/>'
        for x, y, r in crowns
    )
    tufts = "".join(f'<path d="M{x} {y}h20m-14 0v-5m4 5v-7m4 7v-5"/>' for x, y in ((4, 12), (34, 24), (8, 40)))
    return (
        f'<pattern id="{key}-trees" width="68" height="60" patternUnits="userSpaceOnUse">{trees}</pattern>'
        f'<pattern id="{key}-marsh" width="62" height="48" patternUnits="userSpaceOnUse">'
        f'<g fill="none" stroke="#5f8378" stroke-width="1.5">{tufts}</g></pattern>'
        + _hills(key, "hills", ((10, 20), (44, 12), (30, 44), (66, 36)), 5, "#8a7345", ".34")
        + _hills(key, "peaks", ((12, 22), (40, 16), (66, 26), (24, 46), (54, 50)), 9, "#6b522c", ".5")
        + f'<pattern id="{key}-dunes" width="46" height="40" patternUnits="userSpaceOnUse"><g fill="#b08a48" fill-opacity=".5">'
        + "".join(
            f'<circle cx="{x}" cy="{y}" r="1.1"/>' for x, y in ((6, 6), (22, 12), (38, 4), (12, 24), (30, 30), (42, 22), (4, 36))
        )
        + "</g></pattern>"
    )


def _hills(key: str, name: str, spots: tuple[tuple[int, int], ...], high: int, ink: str, opacity: str) -> str:
    """Small strokes down a slope, as a draughtsman marks hills."""
    marks = "".join(
        f'<path d="M{x - high} {y}q{high * 0.5:.1f}-{high} {high}-{high}t{high} {high}M{x} {y - high * 0.55:.1f}v{high * 0.5:.1f}'
        f'M{x + high * 0.4:.1f} {y - high * 0.35:.1f}l{high * 0.2:.1f} {high * 0.35:.1f}"/>'
        for x, y in spots
    )
    return (
        f'<pattern id="{key}-{name}" width="78" height="58" patternUnits="userSpaceOnUse"><g fill="none" stroke="{ink}"'
        f' stroke-opacity="{opacity}" stroke-width="1.2">{marks}</g></pattern>'
    )


def area(grid: Grid, numbers: Iterable[str], wander: float = 5.0) -> str:
    """The outline of a set of hexes as soft rings: through the middle of every outer side, a little off it, round the corners."""
    out = []
    for ring in join(edge_sides(grid, set(numbers))):
        points = ring[:-1]
        middles = [_aside(p, q, wander) for p, q in zip(points, points[1:] + points[:1], strict=True)]
        path = f"M{_at(middles[-1])}"
        for corner, middle in zip(points, middles, strict=True):
            path += f"Q{_at(corner)} {_at(middle)}"
        out.append(path + "z")
    return "".join(out)


def _aside(p: Point, q: Point, far: float) -> Point:
    """The middle of a side, up to `far` units to one side of it; the same for both directions."""
    a, b = min(p, q), max(p, q)
    k = (chance(f"{round(a[0] * 70 + b[0] * 110)}{round(abs(a[1] + b[1]) * 90)}", 3) - 0.5) * 2 * far / UNIT
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy) or 1.0
    return (a[0] + b[0]) / 2 - dy / length * k, (a[1] + b[1]) / 2 + dx / length * k


def _at(p: Point) -> str:
    return f"{p[0] * UNIT:.1f} {p[1] * UNIT:.1f}"


def hachures(grid: Grid, numbers: Iterable[str]) -> str:
    """Short strokes down the slope around high ground, as one path."""
    inside = set(numbers)
    out = []
    for number in sorted(inside):
        x, y = grid.centre(number)
        corners = grid.corners(number)
        for k, (p, q) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True)):
            mx, my = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
            nx, ny = (mx - x) * 2, (my - y) * 2
            if _beyond(grid, number, x + nx, y + ny) in inside:
                continue
            for j in range(7):
                t = (j + 0.5) / 7
                at = (p[0] + (q[0] - p[0]) * t - nx * 0.055, p[1] + (q[1] - p[1]) * t - ny * 0.055)
                far = 0.075 + 0.06 * chance(number, k * 7 + j)
                bend = 1 - 0.35 * abs(2 * t - 1)  # the corners of an area are round, so strokes there begin nearer
                out.append(f"M{_at(at)}l{nx * far * bend * UNIT:.1f} {ny * far * bend * UNIT:.1f}")
    return "".join(out)


def _beyond(grid: Grid, number: str, x: float, y: float) -> str:
    """The neighbour whose middle is at this point, if the sheet has one there."""
    return next((n for n in grid.neighbours(number) if hypot(grid.centre(n)[0] - x, grid.centre(n)[1] - y) < 0.1), "")


def furrows(grid: Grid, numbers: Iterable[str]) -> str:
    """Ploughed strips here and there on open ground, as one path."""
    out = []
    for number in numbers:
        for k in range(3):
            if chance(number, 11 + k) < 0.45:
                continue
            x, y = (v * UNIT for v in grid.centre(number))
            x += (chance(number, 21 + k) - 0.5) * 62
            y += (chance(number, 31 + k) - 0.5) * 62
            turn = pi * chance(number, 41 + k)
            long, lines = 9 + 9 * chance(number, 51 + k), 3 + int(3 * chance(number, 61 + k))
            c, s = cos(turn), sin(turn)
            for j in range(lines):
                off = (j - lines / 2) * 4.6
                out.append(f"M{x - c * long - s * off:.1f} {y - s * long + c * off:.1f}l{2 * c * long:.1f} {2 * s * long:.1f}")
    return "".join(out)


def course(points: Sequence[Point]) -> str:
    """A line of water along hexsides: through the middle of each side, round the corners between."""
    path = f"M{_at(points[0])}"
    for p, q in zip(points[1:], points[2:], strict=False):
        path += f"Q{_at(p)} {_at(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2))}"
    return path + f"L{_at(points[-1])}"


def straighten(
    home: Mapping[str, Point], links: Mapping[str, set[str]], fixed: Container[str], far: float = 0.3
) -> dict[str, Point]:
    """Where lines pass each hex: a chain of middles zigzags; free points pulled straight, `far` at most, look like real ways."""
    spot = dict(home)
    for _ in range(12):
        for n in sorted(links):
            if n in fixed or len(links[n]) < 2:
                continue
            mx = sum(spot[m][0] for m in links[n]) / len(links[n])
            my = sum(spot[m][1] for m in links[n]) / len(links[n])
            dx, dy = mx - home[n][0], my - home[n][1]
            k = min(1.0, far / hypot(dx, dy)) if dx or dy else 0.0
            spot[n] = (home[n][0] + dx * k, home[n][1] + dy * k)
    return spot


def surveyed(points: Sequence[Point]) -> str:
    """A line that bends gently through the points, so that a railway looks surveyed and not ruled."""
    p = [(x * UNIT, y * UNIT) for x, y in points]
    out = f"M{p[0][0]:.0f} {p[0][1]:.0f}"
    for i in range(len(p) - 1):
        a, b = p[i], p[i + 1]
        before, after = p[max(i - 1, 0)], p[min(i + 2, len(p) - 1)]
        c = (a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6)
        d = (b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6)
        out += f"C{c[0]:.0f} {c[1]:.0f} {d[0]:.0f} {d[1]:.0f} {b[0]:.0f} {b[1]:.0f}"
    return out


def along(points: Sequence[Point], sides: int) -> list[tuple[float, float, float, float]]:
    """Where a name can run along a course of at least `sides` sides: x, y, angle in degrees, and how straight it is there."""
    out = []
    for a, b in zip(points, points[sides:], strict=False):
        if b[0] < a[0]:
            a, b = b, a
        angle = degrees(atan2(b[1] - a[1], b[0] - a[0]))
        out.append(((a[0] + b[0]) / 2 * UNIT, (a[1] + b[1]) / 2 * UNIT, angle, hypot(b[0] - a[0], b[1] - a[1]) / sides))
    return out


HOUSES = ((-17, -7), (-6, -13), (6, -11), (15, -3), (-12, 4), (1, 2), (12, 9), (-3, 13))


def village(grid: Grid, number: str) -> str:
    """A handful of roofs around a church."""
    x, y = (v * UNIT for v in grid.centre(number))
    out = []
    for k, (dx, dy) in enumerate(HOUSES):
        if k > 4 and chance(number, 70 + k) < 0.4:
            continue
        turn = 60 * chance(number, 80) - 30 + 24 * (chance(number, 81 + k) - 0.5)
        wide = 7 + 4 * chance(number, 90 + k)
        roof = f'<rect x="{-wide / 2:.1f}" y="-3.4" width="{wide:.1f}" height="6.8"'
        out.append(
            f'<g transform="translate({x + dx:.0f} {y + dy:.0f}) rotate({turn:.0f})">'
            f'{roof} transform="translate(1.4 1.8)" fill="#33291c" fill-opacity=".25"/>'
            f'{roof} fill="#9a5a45" stroke="#5c3327" stroke-width=".8"/>'
            f'<path d="M{-wide / 2:.1f} 0h{wide:.1f}" stroke="#c98d75" stroke-width="1"/></g>'
        )
    out.append(
        f'<g transform="translate({x + 2:.0f} {y - 3:.0f})" fill="none" stroke="#33291c" stroke-width="1.3">'
        '<path d="M0-9.5v5M-2-7.6h4"/><path d="M-3-4.5h6v6h-6z" fill="#f6f0e0"/></g>'
    )
    return "".join(out)


def city(grid: Grid, number: str) -> str:
    """A town: built-up ground with streets."""
    x, y = (v * UNIT for v in grid.centre(number))
    ground = area(grid, [number], 7)
    blocks = []
    for row in range(-3, 3):
        for column in range(-3, 3):
            px, py = column * 11.5 + 2 * chance(number, 7 * row + column + 50), row * 11 + 5
            if hypot(px + 5, py + 4) > 33:
                continue
            w, h = 7.5 + 2 * chance(number, 100 + 7 * row + column), 6.5 + 2 * chance(number, 140 + 7 * row + column)
            blocks.append(f'<rect x="{px:.1f}" y="{py:.1f}" width="{w:.1f}" height="{h:.1f}"/>')
    return (
        f'<path d="{ground}" transform="translate({x * 0.22:.1f} {y * 0.22:.1f}) scale(.78)" '
        'fill="#e0c6a2" stroke="#b08a66" stroke-width="1.5"/>'
        f'<g transform="translate({x:.0f} {y:.0f}) rotate({24 * chance(number, 5) - 12:.0f})" '
        'fill="#9a5a45" stroke="#5c3327" stroke-width=".8">' + "".join(blocks) + "</g>"
    )
