"""Draws a battle map as SVG and as text. 100 units are one hex width; layers are groups with ids."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import Any

from firestep.engine.session import Session
from firestep.games.gwb.battle import Battle, battle, battles
from firestep.games.gwb.mapfile import Side
from firestep.games.gwb.state import State
from firestep.games.gwb.view import SIZES, SYMBOLS, badges, figures
from firestep.hexmap import palette
from firestep.hexmap.counters import LIFT, Piece, counter
from firestep.hexmap.grid import bits

FILL = {
    "clear": "#efe7d2",
    "woods": "#c3cfa3",
    "village": "#efe7d2",
    "city": "#e3d3b8",
    "high": "#dccca6",
    "marsh": "#cfdac6",
    "trench": "#e4d8bc",
    "lake": "#a9c4d4",
}
Point = tuple[float, float]


def draw(s: Session[State] | None) -> str:
    b = s.state.b if s else battle(battles()[0])
    return svg(b, s.state if s else None)


@cache
def scenario_map(id: str) -> tuple[str, dict[str, Any]]:
    """The bare map of a battle and where its hexes are on it."""
    b = battle(id)
    x0, y0, x1, y1 = _frame(b)
    hexes = {n: [round(100 * c, 1) for c in b.board.grid.centre(n)] for n in b.board.grid}
    return svg(b, None), {"hexes": hexes, "layout": "columns", "width": round(x1 - x0), "height": round(y1 - y0)}


def _frame(b: Battle) -> tuple[float, float, float, float]:
    points = [p for h in bits(b.board.grid.all) for p in _corners(b, h)]
    return (
        min(x for x, _ in points) - 20,
        min(y for _, y in points) - 20,
        max(x for x, _ in points) + 20,
        max(y for _, y in points) + 20,
    )


def _corners(b: Battle, h: int) -> list[Point]:
    return [(100 * x, 100 * y) for x, y in b.board.grid.corners(b.board.grid.number(h))]


def _centre(b: Battle, h: int) -> Point:
    x, y = b.board.grid.centre(b.board.grid.number(h))
    return 100 * x, 100 * y


def _side(b: Battle, s: Side) -> tuple[Point, Point]:
    """The two corners that a pair of neighbours share."""
    mine = [(round(x, 2), round(y, 2)) for x, y in _corners(b, s[0])]
    theirs = {(round(x, 2), round(y, 2)) for x, y in _corners(b, s[1])}
    near = [p for p in mine if any(abs(p[0] - q[0]) < 0.1 and abs(p[1] - q[1]) < 0.1 for q in theirs)]
    return near[0], near[1]


def _poly(points: list[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _layer(name: str, body: list[str]) -> str:
    return f'<g id="{name}" class="layer {name}">' + "".join(body) + "</g>"


def svg(b: Battle, st: State | None) -> str:
    board = b.board
    x0, y0, x1, y1 = _frame(b)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x0:.0f} {y0:.0f} {x1 - x0:.0f} {y1 - y0:.0f}" '
        f'class="hexmap" data-map="{b.id}">',
        "<style>text{font-family:'Source Serif 4','Liberation Serif',Georgia,serif}"
        ".fig,.numbers text{font-family:'Liberation Sans',Arial,sans-serif}"
        ".names text{paint-order:stroke;stroke:#f6f0e0;stroke-width:4px;stroke-linejoin:round}</style>",
        f'<rect x="{x0:.0f}" y="{y0:.0f}" width="{x1 - x0:.0f}" height="{y1 - y0:.0f}" fill="{palette.CLEAR}"/>',
    ]
    out.append(_layer("land", [_ground(b, h) for h in bits(board.grid.all)]))
    out.append(_layer("cover", [_cover(b, h) for h in bits(board.grid.all)]))
    out.append(
        _layer(
            "roads",
            _ways(b, "road", '#8d7550" stroke-width="9', '#f7efdc" stroke-width="5')
            + _ways(b, "trail", '#9a8560" stroke-width="3" stroke-dasharray="9 7'),
        )
    )
    out.append(_layer("rails", _ways(b, "rail", '#2b2622" stroke-width="3', '#2b2622" stroke-width="9" stroke-dasharray="2 14')))
    out.append(_layer("rivers", _waters(b)))
    out.append(
        _layer(
            "grid",
            [
                f'<polygon points="{_poly(_corners(b, h))}" fill="none" stroke="#33291c" stroke-opacity=".16"/>'
                for h in bits(board.grid.all)
            ],
        )
    )
    out.append(_layer("bridges", _bridges(b, st)))
    out.append(
        _layer(
            "numbers",
            [
                f'<text x="{x:.0f}" y="{y - 36:.0f}" font-size="11" text-anchor="middle" '
                f'fill="#33291c" fill-opacity=".45">{n}</text>'
                for n in board.grid
                for x, y in [_centre(b, board.grid.index(n))]
            ],
        )
    )
    out.append(_layer("features", [_objective(b, h, p) for h, p in sorted(b.objectives.items())]))
    out.append(
        _layer(
            "names",
            _water_names(b)
            + [
                f'<text x="{x:.0f}" y="{y + 44:.0f}" font-size="{17 if "city" in board.terrain[h] else 14}" '
                f'text-anchor="middle" fill="#2a2118">{escape(t)}</text>'
                for h, t in sorted(board.text.places.items())
                for x, y in [_centre(b, h)]
            ],
        )
    )
    if st is not None:
        out.append(_layer("pieces", _pieces(b, st)))
    return "\n".join([*out, "</svg>"])


def _ground(b: Battle, h: int) -> str:
    terrains = b.board.terrain[h]
    base = "lake" if "lake" in terrains else "high" if "high" in terrains else "marsh" if "marsh" in terrains else terrains[0]
    fill = FILL[base]
    return f'<polygon points="{_poly(_corners(b, h))}" fill="{fill}" stroke="{fill}"/>'


def _cover(b: Battle, h: int) -> str:
    """Woods as crowns, villages and cities as houses, high ground as hachures, marsh as dashes."""
    x, y = _centre(b, h)
    terrains = b.board.terrain[h]
    out = ""
    if "high" in terrains:
        out += "".join(
            f'<path d="M{x + dx:.0f} {y + dy:.0f}l{dx * 0.18:.0f} {dy * 0.18:.0f}" stroke="#8a7345" '
            'stroke-width="2.2" opacity=".7"/>'
            for dx, dy in (
                (-40, 0),
                (-28, -24),
                (-10, -34),
                (14, -33),
                (30, -22),
                (40, 0),
                (30, 22),
                (12, 34),
                (-12, 34),
                (-30, 22),
            )
        )
    if "woods" in terrains:
        spots = ((-24, -14, 15), (4, -22, 16), (26, -4, 15), (-8, 6, 17), (-28, 16, 13), (18, 20, 15))
        out += "".join(
            f'<circle cx="{x + dx:.0f}" cy="{y + dy:.0f}" r="{r}" fill="#8fa86a" '
            'stroke="#5f7a42" stroke-width="1.2" opacity=".85"/>'
            for dx, dy, r in spots
        )
    if "marsh" in terrains:
        out += "".join(
            f'<path d="M{x + dx:.0f} {y + dy:.0f}h18" stroke="#5f8378" stroke-width="2"/>'
            for dx, dy in ((-28, -16), (6, -10), (-18, 4), (12, 14), (-26, 22))
        )
    if "village" in terrains or "city" in terrains:
        houses = (
            ((-16, -8), (0, -14), (12, -2), (-6, 6), (10, 12))
            if "village" in terrains
            else tuple((dx, dy) for dx in (-24, -10, 4, 18) for dy in (-20, -6, 8))
        )
        out += "".join(
            f'<rect x="{x + dx:.0f}" y="{y + dy:.0f}" width="10" height="9" fill="#7a4a3a" stroke="#4a2d22" stroke-width=".8"/>'
            for dx, dy in houses
        )
    return out


def _ways(b: Battle, kind: str, *strokes: str) -> list[str]:
    out = []
    for stroke in strokes:
        for word, _, chains in b.board.text.lines:
            if word == kind:
                out.append(f'<path d="{_smooth([_centre(b, h) for h in chains[0]])}" fill="none" stroke="{stroke}"/>')
    return out


def _smooth(points: list[Point]) -> str:
    """A soft line through the middles of a chain: straight at its ends, bent in the hexes between."""
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (xa, ya), (xb, yb) in zip(points[1:], points[2:], strict=False):
        path += f"Q{xa:.1f} {ya:.1f} {(xa + xb) / 2:.1f} {(ya + yb) / 2:.1f}"
    return path + f"L{points[-1][0]:.1f} {points[-1][1]:.1f}"


WATER = {
    "river": ("#6f9ab3", 11),
    "canal": ("#5b8aa6", 7),
    "stream": ("#86abc0", 4),
    "lake": ("#a9c4d4", 16),
    "moat": ("#54463a", 8),
}


def _waters(b: Battle) -> list[str]:
    out = []
    for s, kind in sorted(b.board.sides.items()):
        (xa, ya), (xb, yb) = _side(b, s)
        ink, width = WATER[kind]
        dash = ' stroke-dasharray="10 4"' if kind == "canal" else ""
        out.append(
            f'<path d="M{xa:.1f} {ya:.1f}L{xb:.1f} {yb:.1f}" stroke="{ink}" stroke-width="{width}" stroke-linecap="round"{dash}/>'
        )
    return out


def _water_names(b: Battle) -> list[str]:
    """The name of each water once, near the middle of its course, away from the names of places."""
    out = []
    taken = [_centre(b, h) for h in b.board.text.places]
    for kind, name, sides in b.board.text.lines:
        if kind not in ("river", "canal", "stream") or len(sides) < 4:
            continue
        middles = [
            ((pa[0] + pb[0]) / 2, (pa[1] + pb[1]) / 2)
            for pa, pb in (_side(b, (s[0], s[1])) for s in sides[len(sides) // 5 : len(sides) - len(sides) // 5])
        ]
        free = max(middles, key=lambda m: min((abs(m[0] - x) + abs(m[1] - y - 44) for x, y in taken), default=0.0))
        taken.append((free[0], free[1] - 44))
        size = 16 if kind == "river" else 12
        out.append(
            f'<text x="{free[0]:.0f}" y="{free[1] - 8:.0f}" font-size="{size}" font-style="italic" '
            f'text-anchor="middle" fill="#3f6f8c">{escape(name)}</text>'
        )
    return out


def _bridges(b: Battle, st: State | None) -> list[str]:
    out = []
    for i, s in enumerate(b.board.bridges):
        (xa, ya), (xb, yb) = _centre(b, s[0]), _centre(b, s[1])
        x, y, dx, dy = (xa + xb) / 2, (ya + yb) / 2, (xb - xa) * 0.16, (yb - ya) * 0.16
        down = st.blown >> i & 1 if st else s in b.board.text.blown
        dash = ' stroke-dasharray="4 4"' if down else ""
        for k in (-4, 4):
            px, py = -dy / 16 * k, dx / 16 * k
            out.append(
                f'<path d="M{x - dx + px:.1f} {y - dy + py:.1f}L{x + dx + px:.1f} {y + dy + py:.1f}" '
                f'stroke="#33291c" stroke-width="2.4"{dash}/>'
            )
    return out


def _objective(b: Battle, h: int, points: int) -> str:
    x, y = _centre(b, h)
    return (
        f'<g transform="translate({x + 30:.0f} {y - 24:.0f})"><circle r="11" fill="#f6f0e0" stroke="#8c2f2f" stroke-width="2"/>'
        f'<text class="fig" y="4.5" font-size="13" text-anchor="middle" fill="#8c2f2f">{points}</text></g>'
    )


def _pieces(b: Battle, st: State) -> list[str]:
    out = []
    for h in sorted(st.where):
        x, y = _centre(b, h)
        units = bits(st.where[h])
        for k, u in enumerate(units):
            unit = b.units[u]
            fill, ink = palette.nation(unit.nation)
            p = Piece(
                b.board.grid.number(h),
                fill,
                ink,
                SYMBOLS[unit.type],
                SIZES.get(unit.size, ""),
                figures(st, u),
                unit.corps[:5],
                tuple(badges(st, u)),
                f"{unit.name}, {unit.division}",
            )
            out.append(counter(p, x, y - LIFT, len(units) - 1 - k, len(units) if k == len(units) - 1 else 1))
    return out


def draw_text(s: Session[State] | None) -> str:
    """Two lines a row of hexes: terrain signs, and units where they stand (A or G with the height of the stack)."""
    b = s.state.b if s else battle(battles()[0])
    grid = b.board.grid
    (a0, r0), (a1, r1) = grid.first, grid.last
    sign = {"clear": ".", "woods": "w", "village": "v", "city": "c", "high": "h", "marsh": "m", "trench": "t", "lake": "~"}
    lines = ["    " + " ".join(f"{a:02d}" for a in range(a0, a1 + 1))]
    for r in range(r0, r1 + 1):
        row = []
        for a in range(a0, a1 + 1):
            h = grid.index(f"{a:02d}{r:02d}")
            n = s.state.stack(h).bit_count() if s else 0
            row.append(("A" if s.state.occ[0] >> h & 1 else "G") + str(n) if s and n else sign[b.board.terrain[h][-1]] + " ")
        lines.append(f"{r:02d}  " + " ".join(row))
    return "\n".join(lines)
