"""Draws a theatre of war as SVG: paper, sea and relief below, grid and borders above, signs, names and counters on top.

Layers: sea, land, relief, rivers, grid, borders, one for each kind of line and of hexside, areas, features, numbers, places, towns,
names, pieces, legend. Without art the land is made of hexes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from firestep.hexmap import layers, palette
from firestep.hexmap.counters import Piece
from firestep.hexmap.layers import frame_of
from firestep.hexmap.legend import legend
from firestep.hexmap.map_style import Look
from firestep.hexmap.mapfile import HexMap
from firestep.hexmap.names import fitted, name_layers, place_names, written
from firestep.hexmap.scenery import UNIT

__all__ = ["UNIT", "Piece", "draw_map", "frame_of", "rail_nodes"]


def draw_map(
    hexmap: HexMap, look: Look, art: str | None = None, *, numbers: bool = True, pieces: Iterable[Piece] = (), hits: bool = False
) -> str:
    """The whole map as one SVG document. `art` is the text of the map's art file; later `pieces` lie above.

    `hits` adds an invisible polygon with `data-hex` over every playable hex, for a page that wants clicks.
    """
    key = re.sub(r"\W", "", hexmap.name) or "map"
    frame = frame_of(hexmap.grid)
    paint = layers.Art(art)
    named = name_layers(place_names(hexmap, look))
    nodes = rail_nodes(hexmap, look)
    body = [
        ("sea", layers.sea(key, frame)),
        ("land", layers.land(hexmap, look, key)),
        ("relief", layers.relief(paint, key)),
        ("rivers", layers.rivers(paint)),
        ("grid", layers.grid_lines(hexmap.grid, hexmap.hexes)),
        ("borders", layers.borders(hexmap, look)),
        *((kind, layers.lines(hexmap, drawn, kind, nodes)) for kind, drawn in look.lines.items()),
        *((kind, layers.sides(hexmap, drawn, kind)) for kind, drawn in look.sides.items()),
        *((("areas", areas(hexmap, look)),) if hexmap.areas else ()),
        ("features", layers.features(hexmap, look)),
        ("numbers", layers.numbers(hexmap.grid, layers.in_play(hexmap, look)) if numbers else ""),
        *named.items(),
        ("pieces", layers.pieces(hexmap, pieces)),
        *((("hits", layers.hits(hexmap, look)),) if hits else ()),
        ("legend", legend(hexmap, look, frame, paint.number("north"), paint.number("km"), key)),
    ]
    return layers.document(
        hexmap.name, frame, layers.shapes(hexmap, look, paint, key), (layers.layer(key, name, text) for name, text in body)
    )


def rail_nodes(hexmap: HexMap, look: Look) -> dict[str, tuple[float, float]]:
    """Where lines pass each hex: at the foot of a named place, else pulled straight between the neighbours."""
    named = {f.hex for f in hexmap.features if f.kind in look.named}
    return layers.line_nodes(hexmap, look.lines, named, layers.feet(hexmap.grid)[1])


def areas(hexmap: HexMap, look: Look) -> str:
    """Areas of side maps as round plates with links between them; the plates of one country lie on one sheet of paper."""
    out = []
    spots = {n: layers.place_of(hexmap, n) for n in hexmap.areas}
    groups: dict[str, list[str]] = {}
    for n, h in hexmap.areas.items():
        groups.setdefault(h.country, []).append(n)
    for country, members in groups.items():
        if len(members) < 2:
            continue
        xs, ys = [spots[n][0] for n in members], [spots[n][1] for n in members]
        left, top, width, height = min(xs) - 55, min(ys) - 60, max(xs) - min(xs) + 110, max(ys) - min(ys) + 115
        out.append(
            f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}" rx="12" fill="{palette.PAPER}"'
            f' stroke="{palette.INK}" stroke-opacity=".5" stroke-width="1.6"/>'
            f'<text x="{left + 12:.0f}" y="{top + 14:.0f}" font-size="14" fill="{palette.INK}" fill-opacity=".75"'
            f' letter-spacing="2" font-variant="small-caps">{escape(hexmap.countries[country].name)}</text>'
        )
    for a, b in hexmap.leaps:
        (xa, ya), (xb, yb) = layers.place_of(hexmap, a), layers.place_of(hexmap, b)
        if a in hexmap.areas and (b in hexmap.areas or a not in look.wide):
            out.append(
                f'<path d="M{xa:.0f} {ya:.0f}L{xb:.0f} {yb:.0f}" stroke="{palette.INK}" stroke-opacity=".55" stroke-width="2.4"/>'
            )
    for n, h in hexmap.areas.items():
        x, y = spots[n]
        tone = look.terrains[h.terrains[0]]
        nation, figure = look.plate(h)
        fill, _ = look.colours(nation or look.tint(hexmap.countries[h.country]))
        out.append(
            f'<g data-hex="{n}"><circle cx="{x:.0f}" cy="{y:.0f}" r="45" fill="{tone.fill}" stroke="{fill}"'
            ' stroke-width="6"/>'
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="48" fill="none" stroke="{palette.INK}" stroke-width="1.2"/></g>'
        )
        out += [written(p) for p in fitted(h.name, x, y + 33, 13, "place", False)]
        if figure:
            out.append(
                f'<text class="fig" x="{x:.0f}" y="{y - 30:.0f}" font-size="9.5" text-anchor="middle"'
                f' fill="{palette.INK}">{figure}</text>'
            )
    return f'<g class="places">{"".join(out)}</g>'
