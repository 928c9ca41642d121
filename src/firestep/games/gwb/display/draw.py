"""Draws a battle map as SVG and as text: a sheet of the general staff, with fields, woods, heights, waters, roads and villages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from math import hypot
from typing import Any

from firestep.engine.session import Session
from firestep.games.gwb.components.battle import Battle, battle
from firestep.games.gwb.components.nations import NATIONS
from firestep.games.gwb.display.view import piece
from firestep.games.gwb.meta import battles
from firestep.games.gwb.state import State
from firestep.hexmap import layers, legend, palette
from firestep.hexmap.counters import Piece, of_view
from firestep.hexmap.draw_text import text_key, text_map
from firestep.hexmap.grid import bits
from firestep.hexmap.labels import Box
from firestep.hexmap.map_style import Drawn, Look, Sign, Stroke, Tone
from firestep.hexmap.mapfile import HexMap
from firestep.hexmap.outline import Point, common_side, join
from firestep.hexmap.scenery import UNIT, along, area, city, furrows, hachures, patterns, village

#: over a bridge that is down
CROSS = '<path d="M{x} {y}m-7 -7l14 14m0 -14l-14 14" stroke="#8c2f2f" stroke-width="3.2" stroke-linecap="round"/>'
VALUE = '<circle r="11" fill="#f6f0e0" stroke="#8c2f2f" stroke-width="2"/>'

#: strokes from the bank inwards
LOOK = Look(
    terrains={
        "clear": Tone(palette.CLEAR, "open ground", "", "."),
        "woods": Tone(palette.FOREST, "woods", "trees", "w"),
        "high": Tone(palette.ROUGH, "high ground", "", "h"),
        "marsh": Tone(palette.MARSH, "marsh", "marsh", "m"),
        "lake": Tone(palette.SEA, "lake", "", "~"),
    },
    sides={
        "streams": Drawn("stream", (Stroke(palette.COAST, 5.4), Stroke("#9dbfd0", 3.2)), soft=True),
        "canals": Drawn("canal", (Stroke("#3f6478", 8), Stroke("#a9cbdb", 4.4), Stroke("#3f6478", 1, "7 6")), soft=True),
        "rivers": Drawn("river", (Stroke(palette.COAST, 13), Stroke("#8fb5c9", 10), Stroke("#a9c9d8", 4)), soft=True),
        "lakes": Drawn("lake between hexes", (Stroke(palette.COAST, 18), Stroke(palette.SEA, 15)), soft=True),
        "moats": Drawn("moat", (Stroke("#3d3026", 9), Stroke("#8f7a5c", 3, "3 5")), soft=True),
    },
    signs={"place": Sign(lambda f, c: "", (), lambda f: "o")},
    lines={
        "trails": Drawn("trail", (Stroke("#8d7550", 2.6, "9 7"),)),
        "roads": Drawn("road", (Stroke("#8d7550", 7.4), Stroke("#fbf5e6", 4.2))),
        "rails": Drawn("railway", (Stroke(palette.PAPER, 6), Stroke(palette.RAIL, 1.9), Stroke(palette.RAIL, 7.5, "1.8 11"))),
    },
)
#: a railway runs beside the road of the same hexes
ASIDE = 8.0
#: of the sheet around the hexes: reinforcements wait there
MARGIN = 96.0


def draw(s: Session[State] | None) -> str:
    b = s.state.b if s else battle(battles()[0])
    return svg(b, s.state if s else None)


@cache
def scenario_map(id: str) -> tuple[str, dict[str, Any]]:
    """The bare map of a battle and where its hexes are on it."""
    b = battle(id)
    x0, y0, x1, y1 = _frame(b)
    hexes = {n: [round(UNIT * c, 1) for c in b.grid.centre(n)] for n in b.grid}
    names = {b.grid.number(h): name for h, name in sorted(b.board.places.items())}
    size = {"width": round(x1 - x0), "height": round(y1 - y0)}
    return svg(b, None), {"hexes": hexes, "names": names, "layout": "columns", **size}


def _frame(b: Battle) -> Box:
    points = [p for n in b.grid for p in b.grid.corners(n)]
    xs, ys = [UNIT * x for x, _ in points], [UNIT * y for _, y in points]
    m = MARGIN if any(not u.start and not u.off_board for u in b.units) else 20
    return min(xs) - m, min(ys) - m, max(xs) + m, max(ys) + m


def svg(b: Battle, st: State | None) -> str:
    m, frame = b.board.map, _frame(b)
    x0, y0, x1, y1 = frame
    paper = f'<rect x="{x0:.0f}" y="{y0:.0f}" width="{x1 - x0:.0f}" height="{y1 - y0:.0f}" fill="{palette.OUTSIDE}"/>'
    nodes = {k: _nodes(m, ("rails",) if k == "rails" else ("roads", "trails")) for k in LOOK.lines}
    ways = {k: layers.lines(m, drawn, k, nodes[k], ASIDE if k == "rails" else 0) for k, drawn in LOOK.lines.items()}
    body: list[tuple[str, ...]] = [
        ("land", paper, _land(m)),
        ("rivers", "".join(layers.sides(m, drawn, k) for k, drawn in LOOK.sides.items())),
        ("grid", layers.grid_lines(m.grid, m.hexes, 0.17)),
        ("roads", ways["trails"] + ways["roads"]),
        ("rails", ways["rails"]),
        ("bridges", "".join(_bridges(b, st, nodes))),
        ("built", "".join([city(m.grid, n) for n in m.numbers("city")] + [village(m.grid, n) for n in m.numbers("village")])),
        ("numbers", layers.numbers(m.grid, m.grid, 0.5)),
        ("features", "".join(_objective(m, b.grid.number(h), p) for h, p in sorted(b.objectives.items()))),
        ("names", "".join((*_places(m, {b.grid.number(h) for h in b.objectives}), *_waters(m)))),
        ("legend", _legend(m, frame, b.km)),
    ]
    if st is not None:
        body.append(("pieces", layers.pieces(m, _pieces(st))))
    return layers.document(b.id, frame, patterns("gwb"), (layers.layer("", *parts) for parts in body))


def _pieces(st: State) -> list[Piece]:
    return [of_view(piece(st, u), NATIONS) for h in sorted(st.where) for u in bits(st.where[h])]


def _land(m: HexMap) -> str:
    """Paper with ploughed strips; high ground with strokes down its slopes, marsh, trenches, woods, and lakes with pale shores."""
    grid = m.grid
    high, woods, marsh, lakes = (area(grid, m.numbers(t)) for t in ("high", "woods", "marsh", "lake"))
    works = area(grid, m.numbers("trench"), 0)
    return (
        f'<path d="{layers.hex_path(grid, grid)}" fill="{palette.CLEAR}" stroke="{palette.CLEAR}"/>'
        f'<path d="{furrows(grid, [n for n, h in m.hexes.items() if h.terrain == "clear"])}" fill="none" stroke="#8d7550"'
        ' stroke-opacity=".2"/>'
        # light falls from the north-west, as on the maps of the day
        f'<path d="{high}" transform="translate(6 8)" fill="#5d4a22" fill-opacity=".17"/>'
        f'<path d="{high}" transform="translate(-3 -4)" fill="#fffaf0" fill-opacity=".5"/>'
        f'<path d="{high}" fill="{palette.ROUGH}" stroke="#c4ae7c" stroke-width="1.5"/>'
        f'<path d="{hachures(grid, m.numbers("high"))}" fill="none" stroke="#8a7345" stroke-width="1.7" stroke-opacity=".75"/>'
        f'<path d="{marsh}" fill="{palette.MARSH}"/><path d="{marsh}" fill="url(#gwb-marsh)"/>'
        f'<path d="{works}" fill="none" stroke="#6b4c2c" stroke-width="5" stroke-dasharray="9 6"/>'
        f'<path d="{woods}" fill="{palette.FOREST}" stroke="#8fa46c" stroke-width="2"/><path d="{woods}" fill="url(#gwb-trees)"/>'
        f'<clipPath id="gwb-lakes"><path d="{lakes}"/></clipPath><path d="{lakes}" fill="{palette.SEA}"/>'
        f'<g clip-path="url(#gwb-lakes)" fill="none" stroke="{palette.SEA_EDGE}"><path d="{lakes}" stroke-width="26" '
        f'stroke-opacity=".45"/><path d="{lakes}" stroke-width="13" stroke-opacity=".7"/></g>'
        f'<path d="{lakes}" fill="none" stroke="{palette.COAST}" stroke-width="2"/>'
    )


def _nodes(m: HexMap, kinds: tuple[str, ...]) -> dict[str, Point]:
    """Where ways pass the hexes: through the middle of places and junctions, else pulled straight. Roads and trails meet."""
    return layers.line_nodes(m, kinds, (f.hex for f in m.features), far=0.22, ends=True)


def _places(m: HexMap, weighty: set[str]) -> Iterable[str]:
    """Places at the foot of their hex; those worth points are the last that a small map drops."""
    for f in sorted(m.features, key=lambda f: f.hex):
        x, y = layers.place_of(m, f.hex)
        large = "city" in m.hexes[f.hex].terrains
        rank = ' data-rank="4"' if f.hex in weighty and not large else ""
        yield (
            f'<text class="town{" strong" if large else ""}"{rank} x="{x:.0f}" y="{y + 44:.0f}"'
            f' font-size="{17 if large else 14}" text-anchor="middle">{escape(f.name)}</text>'
        )


def _waters(m: HexMap) -> Iterable[str]:
    """Each water once along its course, where it is straight and no place is near."""
    taken = [(x, y + 40) for x, y in (layers.place_of(m, f.hex) for f in m.features)]
    for kind in ("rivers", "canals", "streams"):
        courses: dict[str, list[tuple[str, str]]] = {}
        for side, mark in m.sides[kind].items():
            courses.setdefault(mark.name, []).append(side)
        for name, sides in courses.items():
            joined = join(common_side(m.grid, a, b) for a, b in sides)
            spots = [spot for points in joined for spot in along(points, 4)]
            if len(sides) < 4 or not spots:
                continue

            def worth(spot: tuple[float, float, float, float]) -> float:
                near = min((hypot(spot[0] - x, spot[1] - y) for x, y in taken), default=300.0)
                return min(near, 160) + 300 * spot[3] - 0.6 * abs(spot[2])

            x, y, angle, _ = max(spots, key=worth)
            taken.append((x, y))
            fine, off = (16.0, 13) if kind == "rivers" else (12.5, 9)
            yield (
                f'<text transform="translate({x:.0f} {y:.0f}) rotate({angle:.0f})" y="-{off}" font-size="{fine}" fill="#33617d"'
                f' font-style="italic" letter-spacing="{fine / 9:.1f}" text-anchor="middle" stroke-width="4">'
                f"{escape(name)}</text>"
            )


def _bridges(b: Battle, st: State | None, nodes: dict[str, dict[str, Point]]) -> Iterable[str]:
    k = ASIDE / UNIT
    ways = (nodes["roads"], {n: (x + k, y - k) for n, (x, y) in nodes["rails"].items()})
    for i, s in enumerate(b.board.bridges):
        ends = [b.grid.number(h) for h in s]
        spot = next((w for w in ways if all(n in w for n in ends)), None)
        (xa, ya), (xb, yb) = [(UNIT * x, UNIT * y) for x, y in (spot[n] if spot else b.grid.centre(n) for n in ends)]
        x, y, dx, dy = (xa + xb) / 2, (ya + yb) / 2, (xb - xa) * 0.14, (yb - ya) * 0.14
        down = st.blown >> i & 1 if st else s in b.board.blown
        if not down:
            yield f'<path d="M{x - dx:.1f} {y - dy:.1f}L{x + dx:.1f} {y + dy:.1f}" stroke="#fbf5e6" stroke-width="7"/>'
        dash = ' stroke-dasharray="4 4"' if down else ""
        for j in (-4, 4):
            px, py = -dy / 14 * j, dx / 14 * j
            yield (
                f'<path d="M{x - dx + px:.1f} {y - dy + py:.1f}L{x + dx + px:.1f} {y + dy + py:.1f}" stroke="{palette.INK}" '
                f'stroke-width="2.2"{dash}/>'
            )
        if down:
            yield CROSS.format(x=round(x), y=round(y))


def _objective(m: HexMap, number: str, points: int) -> str:
    x, y = layers.place_of(m, number)
    return (
        f'<g transform="translate({x + 30:.0f} {y - 24:.0f})" data-hex="{number}"><g class="objective">{VALUE}'
        f'<text class="fig" y="4.5" font-size="13" text-anchor="middle" fill="#8c2f2f">{points}</text></g></g>'
    )


def _legend(m: HexMap, frame: Box, km: float | None) -> str:
    """Only what occurs on this map, in the lower corner where fewer places lie under it; scale and compass where there are any."""
    span = f'<path d="M-12-4H12M-12 4H12" stroke="{palette.INK}" stroke-width="2.2" stroke-dasharray="{{}}"/>'
    rows = legend.legend_rows(m, LOOK, "gwb")
    if m.sides["rivers"]:
        rows += [(span.format("none"), "bridge"), (span.format("4 4") + CROSS.format(x=0, y=0), "bridge that is down")]
    rows.append((VALUE, "victory points"))
    left, right = frame[0] + 16, frame[2] - 16 - legend.WIDTH
    under = [x for x, y in (layers.place_of(m, f.hex) for f in m.features) if y > frame[3] - 420]
    spot = min((left, right), key=lambda x: sum(x - 60 < px < x + legend.WIDTH + 60 for px in under))
    return legend.legend_box(rows, (spot, frame[3] - 16), None if km is None else 0.0, km)


def draw_text(s: Session[State] | None, places: Sequence[str] = (), radius: int | None = None) -> str:
    """The map for a terminal: the whole, or the part around the first of some places."""
    b = s.state.b if s else battle(battles()[0])
    drawn = text_map(b.board.map, LOOK, _pieces(s.state) if s else (), places, radius)
    return f"{drawn}\n{text_key([b.board.map], LOOK)}"
