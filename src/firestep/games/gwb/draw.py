"""Draws a battle map as SVG and as text. 100 units are one hex width; layers are groups with ids."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from html import escape
from math import hypot
from typing import Any

from firestep.engine.session import Session
from firestep.games.gwb.battle import Battle, battle, battles
from firestep.games.gwb.nations import NATIONS
from firestep.games.gwb.state import State
from firestep.games.gwb.view import SIZES, SYMBOLS, badges, figures
from firestep.hexmap import legend, palette
from firestep.hexmap.counters import LIFT, Piece, counter
from firestep.hexmap.grid import bits
from firestep.hexmap.labels import Box
from firestep.hexmap.outline import common_side, join
from firestep.hexmap.scenery import (
    along,
    area,
    city,
    course,
    furrows,
    hachures,
    patterns,
    straighten,
    surveyed,
    village,
)

Point = tuple[float, float]
UNIT = 100.0


#: over a bridge that is down
CROSS = '<path d="M{x} {y}m-7 -7l14 14m0 -14l-14 14" stroke="#8c2f2f" stroke-width="3.2" stroke-linecap="round"/>'


def draw(s: Session[State] | None) -> str:
    b = s.state.b if s else battle(battles()[0])
    return svg(b, s.state if s else None)


@cache
def scenario_map(id: str) -> tuple[str, dict[str, Any]]:
    """The bare map of a battle and where its hexes are on it."""
    b = battle(id)
    x0, y0, x1, y1 = _frame(b)
    hexes = {n: [round(100 * c, 1) for c in b.board.grid.centre(n)] for n in b.board.grid}
    names = {b.board.grid.number(h): name for h, name in sorted(b.board.text.places.items())}
    size = {"width": round(x1 - x0), "height": round(y1 - y0)}
    return svg(b, None), {"hexes": hexes, "names": names, "layout": "columns", **size}


def _frame(b: Battle) -> Box:
    points = [p for n in b.board.grid for p in b.board.grid.corners(n)]
    xs, ys = [UNIT * x for x, _ in points], [UNIT * y for _, y in points]
    return min(xs) - 20, min(ys) - 20, max(xs) + 20, max(ys) + 20


def _centre(b: Battle, h: int) -> Point:
    x, y = b.board.grid.centre(b.board.grid.number(h))
    return UNIT * x, UNIT * y


def _layer(name: str, *body: str) -> str:
    return f'<g id="{name}" class="layer {name}">' + "".join(body) + "</g>"


STYLE = (
    "text{font-family:'Source Serif 4','Liberation Serif',Georgia,serif}"
    ".fig,.numbers text{font-family:'Liberation Sans',Arial,sans-serif}"
    ".names text{paint-order:stroke;stroke:#f6f0e0;stroke-width:4px;stroke-linejoin:round}"
)


def svg(b: Battle, st: State | None) -> str:
    board, frame = b.board, _frame(b)
    x0, y0, x1, y1 = frame
    numbers = "".join(
        f'<text x="{UNIT * x:.0f}" y="{UNIT * y - 37:.0f}">{n}</text>' for n in board.grid for x, y in [board.grid.centre(n)]
    )
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x0:.0f} {y0:.0f} {x1 - x0:.0f} {y1 - y0:.0f}" class="hexmap" '
        f'data-map="{b.id}"><style>{STYLE}</style><defs>{patterns("gwb")}</defs>'
        f'<rect x="{x0:.0f}" y="{y0:.0f}" width="{x1 - x0:.0f}" height="{y1 - y0:.0f}" fill="{palette.OUTSIDE}"/>',
        _layer("land", *_land(b)),
        _layer("rivers", *_waters(b)),
        _layer("grid", f'<path d="{_grid(b)}" fill="none" stroke="{palette.INK}" stroke-opacity=".17"/>'),
        _layer("roads", *_ways(b, "trail", 0, ("#8d7550", 2.6, "9 7")),
               *_ways(b, "road", 0, ("#8d7550", 7.4, ""), ("#fbf5e6", 4.2, ""))),
        _layer("rails", *_ways(b, "rail", 8, ("#f6f0e0", 6, ""), (palette.RAIL, 1.9, ""), (palette.RAIL, 7.5, "1.8 11"))),
        _layer("bridges", *_bridges(b, st)),
        _layer("built", *_built(b)),
        _layer("numbers", f'<g font-size="10.5" fill="{palette.INK}" fill-opacity=".5" text-anchor="middle">{numbers}</g>'),
        _layer("features", *(_objective(b, h, p) for h, p in sorted(b.objectives.items()))),
        _layer("names", *_names(b)),
        _layer("legend", _legend(b, frame)),
    ]  # fmt: skip
    if st is not None:
        out.append(_layer("pieces", *_pieces(b, st)))
    return "\n".join([*out, "</svg>"])


def _with(b: Battle, *terrains: str) -> list[str]:
    return [b.board.grid.number(h) for h in bits(b.board.grid.all) if set(terrains) & set(b.board.terrain[h])]


def _grid(b: Battle) -> str:
    return "".join("M" + "L".join(f"{UNIT * x:.1f} {UNIT * y:.1f}" for x, y in b.board.grid.corners(n)) + "z" for n in b.board.grid)


def _land(b: Battle) -> list[str]:
    """Paper with ploughed strips; high ground with strokes down its slopes, marsh, trenches, woods, and lakes with pale shores."""
    grid = b.board.grid
    sheet = "".join("M" + "L".join(f"{UNIT * x:.1f} {UNIT * y:.1f}" for x, y in grid.corners(n)) + "z" for n in grid)
    high, woods, marsh, lakes = (area(grid, _with(b, t)) for t in ("high", "woods", "marsh", "lake"))
    works = area(grid, _with(b, "trench"), 0)
    open_ground = [n for n in grid if b.board.terrain[grid.index(n)] == ("clear",)]
    return [
        f'<path d="{sheet}" fill="{palette.CLEAR}" stroke="{palette.CLEAR}"/>',
        f'<path d="{furrows(grid, open_ground)}" fill="none" stroke="#8d7550" stroke-opacity=".2"/>',
        f'<path d="{high}" fill="{palette.ROUGH}" stroke="#c4ae7c" stroke-width="1.5"/>',
        f'<path d="{hachures(grid, _with(b, "high"))}" fill="none" stroke="#8a7345" stroke-width="1.7" stroke-opacity=".75"/>',
        f'<path d="{marsh}" fill="#cfdac6"/><path d="{marsh}" fill="url(#gwb-marsh)"/>',
        f'<path d="{works}" fill="none" stroke="#6b4c2c" stroke-width="5" stroke-dasharray="9 6"/>',
        f'<path d="{woods}" fill="#c3cfa3" stroke="#8fa46c" stroke-width="2"/><path d="{woods}" fill="url(#gwb-trees)"/>',
        f'<clipPath id="gwb-lakes"><path d="{lakes}"/></clipPath><path d="{lakes}" fill="{palette.SEA}"/>'
        f'<g clip-path="url(#gwb-lakes)" fill="none" stroke="{palette.SEA_EDGE}"><path d="{lakes}" stroke-width="26" '
        f'stroke-opacity=".45"/><path d="{lakes}" stroke-width="13" stroke-opacity=".7"/></g>'
        f'<path d="{lakes}" fill="none" stroke="{palette.COAST}" stroke-width="2"/>',
    ]


def _built(b: Battle) -> list[str]:
    grid = b.board.grid
    return [city(grid, n) for n in _with(b, "city")] + [village(grid, n) for n in _with(b, "village")]


def _ways(b: Battle, kind: str, aside: float, *strokes: tuple[str, float, str]) -> list[str]:
    """Lines through hexes; `aside` lets a railway run beside the road of the same hexes."""
    spot, number = _nodes(b, kind), b.board.grid.number
    chains = [[spot[number(h)] for h in chains[0]] for word, _, chains in b.board.text.lines if word == kind]
    d = "".join(surveyed([(x + aside / UNIT, y - aside / UNIT) for x, y in chain]) for chain in chains)
    return [
        f'<path d="{d}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-linejoin="round"'
        + (f' stroke-dasharray="{dash}"/>' if dash else "/>")
        for ink, width, dash in strokes
    ]


def _nodes(b: Battle, kind: str) -> dict[str, Point]:
    """Where ways pass the hexes: through the middle of places and junctions, else pulled straight. Roads and trails meet."""
    grid = b.board.grid
    links: dict[str, set[str]] = defaultdict(set)
    for word in ("rail",) if kind == "rail" else ("road", "trail"):
        for s, t in b.board.ways[word]:
            links[grid.number(s)].add(grid.number(t))
            links[grid.number(t)].add(grid.number(s))
    fixed = {grid.number(h) for h in b.board.text.places} | {n for n in links if len(links[n]) != 2}
    return straighten({n: grid.centre(n) for n in links}, links, fixed, 0.22)


#: (colour, width, dash) from the bank inwards
WATER = {
    "stream": ((palette.COAST, 5.4, ""), ("#9dbfd0", 3.2, "")),
    "canal": (("#3f6478", 8, ""), ("#a9cbdb", 4.4, ""), ("#3f6478", 1, "7 6")),
    "river": ((palette.COAST, 13, ""), ("#8fb5c9", 10, ""), ("#a9c9d8", 4, "")),
    "lake": ((palette.COAST, 18, ""), (palette.SEA, 15, "")),
    "moat": (("#3d3026", 9, ""), ("#8f7a5c", 3, "3 5")),
}


def _courses(b: Battle, kind: str) -> list[list[Point]]:
    number = b.board.grid.number
    return join(common_side(b.board.grid, number(s), number(t)) for (s, t), k in sorted(b.board.sides.items()) if k == kind)


def _waters(b: Battle) -> list[str]:
    out = []
    for kind, strokes in WATER.items():
        d = "".join(course(points) for points in _courses(b, kind))
        for ink, width, dash in strokes:
            out.append(
                f'<path d="{d}" fill="none" stroke="{ink}" stroke-width="{width}" stroke-linejoin="round" '
                + (f'stroke-dasharray="{dash}"/>' if dash else 'stroke-linecap="round"/>')
            )
    return out


def _names(b: Battle) -> list[str]:
    """Places at the foot of their hex; each water once along its course, where it is straight and no place is near."""
    out, taken = [], []
    for h, t in sorted(b.board.text.places.items()):
        x, y = _centre(b, h)
        size = 17 if "city" in b.board.terrain[h] else 14
        taken.append((x, y + 40))
        out.append(
            f'<text x="{x:.0f}" y="{y + 44:.0f}" font-size="{size}" text-anchor="middle" fill="#2a2118"'
            + (' font-weight="700">' if size > 14 else ">")
            + f"{escape(t)}</text>"
        )
    number = b.board.grid.number
    for kind, name, sides in b.board.text.lines:
        if kind not in ("river", "canal", "stream") or len(sides) < 4:
            continue
        courses = join(common_side(b.board.grid, number(s[0]), number(s[1])) for s in sides)
        spots = [spot for points in courses for spot in along(points, 4)]
        if not spots:
            continue

        def worth(spot: tuple[float, float, float, float]) -> float:
            near = min((hypot(spot[0] - x, spot[1] - y) for x, y in taken), default=300.0)
            return min(near, 160) + 300 * spot[3] - 0.6 * abs(spot[2])

        x, y, angle, _ = max(spots, key=worth)
        taken.append((x, y))
        fine, off = (16.0, 13) if kind == "river" else (12.5, 9)
        out.append(
            f'<text transform="translate({x:.0f} {y:.0f}) rotate({angle:.0f})" y="-{off}" font-size="{fine}" font-style="italic" '
            f'letter-spacing="{fine / 9:.1f}" text-anchor="middle" fill="#33617d">{escape(name)}</text>'
        )
    return out


def _bridges(b: Battle, st: State | None) -> list[str]:
    out = []
    ways = (_nodes(b, "road"), {n: (x + 0.08, y - 0.08) for n, (x, y) in _nodes(b, "rail").items()})
    for i, s in enumerate(b.board.bridges):
        ends = [b.board.grid.number(h) for h in s]
        spot = next((w for w in ways if all(n in w for n in ends)), None)
        (xa, ya), (xb, yb) = [(UNIT * x, UNIT * y) for x, y in (spot[n] if spot else b.board.grid.centre(n) for n in ends)]
        x, y, dx, dy = (xa + xb) / 2, (ya + yb) / 2, (xb - xa) * 0.14, (yb - ya) * 0.14
        down = st.blown >> i & 1 if st else s in b.board.text.blown
        if not down:
            out.append(f'<path d="M{x - dx:.1f} {y - dy:.1f}L{x + dx:.1f} {y + dy:.1f}" stroke="#fbf5e6" stroke-width="7"/>')
        dash = ' stroke-dasharray="4 4"' if down else ""
        for k in (-4, 4):
            px, py = -dy / 14 * k, dx / 14 * k
            out.append(
                f'<path d="M{x - dx + px:.1f} {y - dy + py:.1f}L{x + dx + px:.1f} {y + dy + py:.1f}" stroke="{palette.INK}" '
                f'stroke-width="2.2"{dash}/>'
            )
        if down:
            out.append(CROSS.format(x=round(x), y=round(y)))
    return out


def _objective(b: Battle, h: int, points: int) -> str:
    x, y = _centre(b, h)
    return (
        f'<g transform="translate({x + 30:.0f} {y - 24:.0f})"><circle r="11" fill="#f6f0e0" stroke="#8c2f2f" stroke-width="2"/>'
        f'<text class="fig" y="4.5" font-size="13" text-anchor="middle" fill="#8c2f2f">{points}</text></g>'
    )


def _legend(b: Battle, frame: Box) -> str:
    """Only what occurs on this map."""
    board = b.board
    found = {t for ts in board.terrain.values() for t in ts} | set(board.sides.values()) | {w for w, m in board.ways.items() if m}

    def swatch(fill: str, over: str = "") -> str:
        body = '<rect x="-17" y="-12" width="34" height="24" fill="{}" stroke="#33291c" stroke-opacity=".4"/>'
        return body.format(fill) + (body.format(over) if over else "")

    def line(strokes: tuple[tuple[str, float, str], ...]) -> str:
        stroke = '<path d="M-17 0H17" stroke="{}" stroke-width="{}" stroke-dasharray="{}"/>'
        return "".join(stroke.format(ink, width, dash or "none") for ink, width, dash in strokes)

    span = f'<path d="M-12-4H12M-12 4H12" stroke="{palette.INK}" stroke-width="2.2" stroke-dasharray="{{}}"/>'
    rows = [
        ("clear", swatch(palette.CLEAR), "open ground"),
        ("woods", swatch("#c3cfa3", "url(#gwb-trees)"), "woods"),
        ("high", swatch(palette.ROUGH), "high ground"),
        ("marsh", swatch("#cfdac6", "url(#gwb-marsh)"), "marsh"),
        ("lake", swatch(palette.SEA), "lake"),
        ("river", line(WATER["river"]), "river"),
        ("canal", line(WATER["canal"]), "canal"),
        ("stream", line(WATER["stream"]), "stream"),
        ("moat", line(WATER["moat"]), "moat"),
        ("road", line((("#8d7550", 7.4, ""), ("#fbf5e6", 4.2, ""))), "road"),
        ("trail", line((("#8d7550", 2.6, "9 7"),)), "trail"),
        ("rail", line(((palette.RAIL, 1.9, ""), (palette.RAIL, 7.5, "1.8 9"))), "railway"),
        ("river", span.format("none"), "bridge"),
        ("river", span.format("4 4") + CROSS.format(x=0, y=0), "bridge that is down"),
        ("clear", '<circle r="11" fill="#f6f0e0" stroke="#8c2f2f" stroke-width="2"/>', "victory points"),
    ]
    # in the lower corner where fewer places lie under it
    signs = [(sign, text) for kind, sign, text in rows if kind in found]
    left, right = frame[0] + 16, frame[2] - 16 - legend.WIDTH
    under = [(x, y) for x, y in (_centre(b, h) for h in board.text.places) if y > frame[3] - 420]
    spot = min((left, right), key=lambda x: sum(x - 60 < px < x + legend.WIDTH + 60 for px, _ in under))
    return legend.legend_box(signs, (spot, frame[3] - 16))


def _pieces(b: Battle, st: State) -> list[str]:
    out = []
    for h in sorted(st.where):
        x, y = _centre(b, h)
        units = bits(st.where[h])
        for k, u in enumerate(units):
            unit = b.units[u]
            fill, ink = NATIONS[unit.nation.lower()].colours
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
