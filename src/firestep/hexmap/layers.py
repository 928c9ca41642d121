"""The layers of a drawn map, each a function of the map and its look. A game's drawing is a list of them.

One hex width is 100 units and the plane is that of `Grid.centre`, so any art made for the map lines up. Every layer is a group
`<g id="wwi-rails" class="layer rails">` which a page can show or hide.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import hypot

from firestep.hexmap import palette
from firestep.hexmap.counters import LIFT, Piece, counter
from firestep.hexmap.grid import Grid
from firestep.hexmap.labels import Box
from firestep.hexmap.map_style import Drawn, Look, Stroke
from firestep.hexmap.mapfile import Feature, HexMap
from firestep.hexmap.outline import Point, Segment, common_side, join
from firestep.hexmap.scenery import UNIT, area, course, patterns, straighten, surveyed

MARGIN = 24.0
STEP = 25.0  # between two signs


def feet(grid: Grid) -> tuple[float, float, float]:
    """Below the middle of a hex: the base line of a name, the middle of the row of signs, the base line of its number. Where hexes
    have pointed tops they are narrow there, and names must keep clear of the numbers of the row below."""
    return (43.0, 25.0, -37.0) if grid.layout == "columns" else (33.0, 12.0, -40.0)


STYLE = """
text{font-family:'Source Serif 4','Source Serif Pro','Liberation Serif','DejaVu Serif',Georgia,serif}
.fig,.numbers text{font-family:'Liberation Sans',Arial,sans-serif;font-variant-numeric:tabular-nums}
.names text,.towns text,.places text{paint-order:stroke;stroke:#f6f0e0;stroke-linejoin:round}
.town{stroke-width:3px;fill:#2a2118}
.town.strong{font-weight:700}
.place{stroke-width:2.6px;fill:#4a3d2c}
.country{fill:#45321d;fill-opacity:.78;stroke-opacity:.5;stroke-width:3px;font-variant:small-caps;font-weight:600}
.sea-name{fill:#3f6478;font-style:italic;stroke:none!important}
.range{fill:#6b5230;fill-opacity:.8;font-style:italic;stroke-width:2.5px}
.river-name{fill:#4d7690;font-style:italic;stroke-width:2.5px}
"""


class Art:
    """The groups of an art file, by name. The groups hold no groups of their own, so a plain search finds them."""

    def __init__(self, text: str | None) -> None:
        self.groups: dict[str, str] = {}
        self.values: dict[str, float] = {}
        for name, attributes, body in re.findall(r'<g id="art-([a-z]+)"([^>]*)>(.*?)</g>', text or "", re.S):
            self.groups[name] = body
            for k, v in re.findall(r'data-([a-z]+)="([-\d.]+)"', attributes):
                self.values[k] = float(v)

    def group(self, name: str) -> str:
        return self.groups.get(name, "")

    def number(self, name: str) -> float | None:
        return self.values.get(name)


def document(name: str, frame: Box, defs: str, layers: Iterable[str], margin: float = 3) -> str:
    """Returns the whole drawing: a frame, the common styles, definitions, layers."""
    left, top, right, bottom = frame
    m = margin
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"'
            f' class="hexmap" data-map="{escape(name)}">',
            f"<style>{STYLE}</style><defs>{defs}</defs>",
            *layers,
            f'<rect x="{left + m}" y="{top + m}" width="{right - left - 2 * m}" height="{bottom - top - 2 * m}" fill="none"'
            f' stroke="{palette.INK}" stroke-opacity=".55" stroke-width="3"/>',
            "</svg>",
        ]
    )


def layer(key: str, name: str, *body: str) -> str:
    return f'<g id="{key + "-" if key else ""}{name}" class="layer {name}">{"".join(body)}</g>'


def frame_of(grid: Grid) -> Box:
    """Left, top, right, bottom of the sheet."""
    middles = [grid.centre(n) for n in grid]
    pad = 0.55 * UNIT + MARGIN
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    return min(xs) * UNIT - pad, min(ys) * UNIT - pad, max(xs) * UNIT + pad, max(ys) * UNIT + pad


def lines_path(lines: Iterable[Sequence[Point]]) -> str:
    return "".join("M" + "L".join(f"{x * UNIT:.1f} {y * UNIT:.1f}" for x, y in line) for line in lines)


def hex_path(grid: Grid, numbers: Iterable[str]) -> str:
    return "".join(lines_path([grid.corners(n)]) + "z" for n in numbers)


def strokes(d: str, drawn: Iterable[Stroke], more: str = "") -> str:
    """One path with several strokes over one another."""
    if not d:
        return ""
    return "".join(
        f'<path d="{d}" fill="none" stroke="{s.colour}" stroke-width="{s.width}" stroke-linejoin="round"'
        + (f' stroke-dasharray="{s.dash}"' if s.dash else ' stroke-linecap="round"')
        + (f' stroke-opacity="{s.opacity}"' if s.opacity != 1 else "")
        + f"{more}/>"
        for s in drawn
    )


# -- ground ----------------------------------------------------------------------------------------------------------------


def shapes(hexmap: HexMap, look: Look, art: Art, key: str) -> str:
    """The outline of the land, clips for countries, patterns."""
    found = re.search(r'd="([^"]+)"', art.group("land"))
    shape = found[1] if found else hex_path(hexmap.grid, hexmap.hexes)
    clips = "".join(
        f'<clipPath id="{key}-c{code}"><path d="{hex_path(hexmap.grid, hexmap.in_country(code))}"/></clipPath>'
        for code in hexmap.countries
    )
    return (
        f'<path id="{key}-shape" d="{shape}"/>{clips}<clipPath id="{key}-land"><use href="#{key}-shape"/></clipPath>'
        f'{patterns(key)}<pattern id="{key}-hatch" width="9" height="9" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45)">'
        '<path d="M0 0V9" stroke="#6d6557" stroke-width="1.6" stroke-opacity=".35"/></pattern>'
    )


def sea(key: str, frame: Box) -> str:
    """The water, with paler bands along the coast as on old charts."""
    left, top, right, bottom = frame
    water = f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" fill="{palette.SEA}"/>'
    return water + "".join(
        f'<use href="#{key}-shape" fill="none" stroke="{palette.SEA_EDGE}" stroke-width="{w}" stroke-opacity="{o}"'
        ' stroke-linejoin="round"/>'
        for w, o in ((44, 0.22), (28, 0.3), (14, 0.5))
    )


def is_closed(hexmap: HexMap, look: Look, country: str) -> bool:
    return bool(country) and hexmap.countries[country].status in look.closed


def land(hexmap: HexMap, look: Look, key: str) -> str:
    """Terrain in its tones, countries with a rim of their nation's, what is closed hatched, and the coast."""
    grid = hexmap.grid
    by: dict[str, list[str]] = defaultdict(list)
    for number, h in hexmap.hexes.items():
        for terrain in ("",) if is_closed(hexmap, look, h.country) else h.terrains:
            by[terrain].append(number)
    out = [f'<use href="#{key}-shape" fill="{palette.OUTSIDE}"/><g clip-path="url(#{key}-land)">']
    if look.veil:
        rest = [n for n in grid if n not in hexmap.hexes and not any(n in s.hexes for s in hexmap.seas.values())]
        out.append(f'<path d="{hex_path(grid, rest)}" fill="url(#{key}-hatch)"/>')
    for terrain, tone in look.terrains.items():
        if by[terrain]:
            d = area(grid, by[terrain]) if look.soft and terrain != next(iter(look.terrains)) else hex_path(grid, by[terrain])
            out.append(f'<path d="{d}" fill="{tone.fill}" stroke="{tone.fill}" stroke-width=".6"/>')
            if tone.over:
                out.append(f'<path d="{d}" fill="url(#{key}-{tone.over})"/>')
    rims: dict[str, list[Segment]] = defaultdict(list)
    for a, b in border_sides(hexmap, look):  # a rim where another tint begins
        one, two = hexmap.hexes[a].country, hexmap.hexes[b].country
        if look.tint(hexmap.countries[one]) != look.tint(hexmap.countries[two]):
            line = common_side(grid, a, b)
            rims[one].append(line)
            rims[two].append(line)
    for code, country in hexmap.countries.items():
        mine = hexmap.in_country(code)
        if not mine or country.status in look.closed or not (nation := look.tint(country)):
            continue
        fill, _ = look.colours(nation)
        rim = lines_path(join(rims[code]))
        out.append(
            f'<g clip-path="url(#{key}-c{code})"><path d="{hex_path(grid, mine)}" fill="{fill}" fill-opacity=".1"/>'
            f'<path d="{rim}" fill="none" stroke="{fill}" stroke-opacity=".3" stroke-width="34" stroke-linejoin="round"/></g>'
        )
    out.append(f'<path d="{hex_path(grid, by[""])}" fill="url(#{key}-hatch)"/></g>' if by[""] else "</g>")
    out.append(f'<use href="#{key}-shape" fill="none" stroke="{palette.COAST}" stroke-width="2" stroke-linejoin="round"/>')
    return "".join(out)


def relief(art: Art, key: str) -> str:
    return f'<g clip-path="url(#{key}-land)">{art.group("relief")}</g>'


def rivers(art: Art) -> str:
    """Rivers of the art, for the eye."""
    body = art.group("rivers")
    for rank, width in (("r1", 2.8), ("r2", 2.0), ("r3", 1.2)):
        body = body.replace(f'class="{rank}"', f'class="{rank}" stroke-width="{width}"')
    return f'<g fill="none" stroke="{palette.RIVER}" stroke-linejoin="round" stroke-linecap="round">{body}</g>'


def grid_lines(grid: Grid, numbers: Iterable[str], opacity: float = 0.2) -> str:
    """Every side of these hexes once, as hairlines."""
    sides: dict[tuple[Point, Point], None] = {}
    for number in numbers:
        corners = [(round(x * UNIT, 1), round(y * UNIT, 1)) for x, y in grid.corners(number)]
        for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
            sides[(min(p, q), max(p, q))] = None
    d = "".join(f"M{p[0]} {p[1]}L{q[0]} {q[1]}" for p, q in sides)
    return f'<path d="{d}" fill="none" stroke="{palette.INK}" stroke-opacity="{opacity}" stroke-width="1"/>'


# -- sides and lines -------------------------------------------------------------------------------------------------------


def border_sides(hexmap: HexMap, look: Look) -> list[tuple[str, str]]:
    """The sides of land between two countries, but those within closed ground and those that are water."""
    wet = {s for kind in look.water for s in hexmap.sides[kind]}
    shut = {code: is_closed(hexmap, look, code) for code in hexmap.countries}
    out = []
    for number, h in hexmap.hexes.items():
        for other in hexmap.grid.neighbours(number):
            there = hexmap.hexes.get(other)
            if not there or other < number or there.country == h.country or (number, other) in wet:
                continue
            if not (shut[h.country] and shut[there.country]):
                out.append((number, other))
    return out


def borders(hexmap: HexMap, look: Look) -> str:
    d = lines_path(join(common_side(hexmap.grid, a, b) for a, b in border_sides(hexmap, look)))
    return strokes(d, (Stroke(palette.PAPER, 5.5, "", 0.6), Stroke(palette.BORDER, 2.8, "13 5 2.5 5")))


def sides(hexmap: HexMap, drawn: Drawn, kind: str) -> str:
    """All hexsides of a kind."""
    if drawn.across:
        return strokes("".join(_arrow(common_side(hexmap.grid, a, b)) for a, b in sorted(hexmap.sides[kind])), drawn.strokes)
    joined = join(common_side(hexmap.grid, a, b) for a, b in sorted(hexmap.sides[kind]))
    return strokes("".join(course(line) for line in joined) if drawn.soft else lines_path(joined), drawn.strokes)


def _arrow(side: Segment, half: float = 0.2, head: float = 0.08) -> str:
    """A two-headed arrow over the middle of a side."""
    (xa, ya), (xb, yb) = side
    x, y, length = (xa + xb) / 2, (ya + yb) / 2, hypot(xb - xa, yb - ya)
    ux, uy = (yb - ya) / length, (xa - xb) / length  # square to the side
    out = [[(x - ux * half, y - uy * half), (x + ux * half, y + uy * half)]]
    for s in (1, -1):
        tip = x + s * ux * half, y + s * uy * half
        back = tip[0] - s * ux * head, tip[1] - s * uy * head
        out.append([(back[0] - uy * head, back[1] + ux * head), tip, (back[0] + uy * head, back[1] - ux * head)])
    return lines_path(out)


def lines(hexmap: HexMap, drawn: Drawn, kind: str, nodes: Mapping[str, Point], aside: float = 0.0) -> str:
    """Railways and roads through the given points; `aside` lets one run beside the other."""
    k = aside / UNIT
    d = "".join(surveyed([(nodes[n][0] + k, nodes[n][1] - k) for n in line.hexes]) for line in hexmap.lines[kind])
    return strokes(d, drawn.strokes)


def line_nodes(
    hexmap: HexMap, kinds: Iterable[str], fixed: Iterable[str], foot: float = 0.0, far: float = 0.3, ends: bool = False
) -> dict[str, Point]:
    """Where lines pass each hex: through the foot of fixed hexes (of junctions and ends too, if asked), else pulled straight."""
    links: dict[str, set[str]] = defaultdict(set)
    for kind in kinds:
        for a, b in hexmap.line_sides(kind):
            links[a].add(b)
            links[b].add(a)
    pinned = set(fixed) | ({n for n in links if len(links[n]) != 2} if ends else set())
    home = {n: hexmap.grid.centre(n) for n in links}
    feet = {n: (x, y + (foot / UNIT if n in pinned else 0.0)) for n, (x, y) in home.items()}
    return straighten(feet, links, pinned, far)


# -- signs, numbers, counters ----------------------------------------------------------------------------------------------


def by_hex(hexmap: HexMap) -> dict[str, list[Feature]]:
    out: dict[str, list[Feature]] = defaultdict(list)
    for f in hexmap.features:
        out[f.hex].append(f)
    return out


def row_of_signs(look: Look, features: list[Feature]) -> list[Feature]:
    """The features with a sign in the row, at most one of a kind."""
    kinds = {f.kind: f for f in reversed(features)}
    return [kinds[k] for k, s in look.signs.items() if k in kinds and s.at is None and not kinds.keys() & look.hidden.get(k, ())]


def place_of(hexmap: HexMap, place: str) -> Point:
    """The middle of a hex or of an area, in units."""
    if place in hexmap.areas:
        values = hexmap.areas[place].values
        return float(values["x"]) * UNIT, float(values["y"]) * UNIT
    x, y = hexmap.grid.centre(place)
    return x * UNIT, y * UNIT


def features(hexmap: HexMap, look: Look) -> str:
    out = []
    _, low, _ = feet(hexmap.grid)
    for number, here in by_hex(hexmap).items():
        x, y = place_of(hexmap, number)
        signs = row_of_signs(look, here)
        names = ", ".join(f"{f.kind} {f.name}" for f in here)
        body = ""
        for k, f in enumerate(signs):
            dx = (k - (len(signs) - 1) / 2) * STEP
            body += f'<g transform="translate({dx:.1f} 0)" class="{f.kind}">{look.signs[f.kind].draw(f, _owner(look, f))}</g>'
        if body:
            out.append(
                f'<g transform="translate({x:.1f} {y + low:.1f})" data-hex="{number}">'
                f"<title>{number} {escape(names)}</title>{body}</g>"
            )
        for f in here:
            sign = look.signs.get(f.kind)
            if sign is not None and sign.at is not None:
                dx, dy = sign.at
                out.append(
                    f'<g transform="translate({x + dx:.1f} {y + dy:.1f})"><title>{escape(f.name)}</title>'
                    f"{sign.draw(f, _owner(look, f))}</g>"
                )
    for number, h in hexmap.hexes.items():
        for tag, sign in look.tags.items():
            if tag in h.tags:
                x, y = place_of(hexmap, number)
                dx, dy = sign.at or (0.0, 0.0)
                out.append(
                    f'<g transform="translate({x + dx:.1f} {y + dy:.1f})">'
                    f"{sign.draw(Feature(tag, number, (), '', ''), look.colours(''))}</g>"
                )
    return "".join(out)


def _owner(look: Look, f: Feature) -> tuple[str, str]:
    return look.colours(f.args[0] if f.args else "")


def numbers(grid: Grid, shown: Iterable[str], opacity: float = 0.6) -> str:
    out = []
    _, _, top = feet(grid)
    for number in shown:
        x, y = grid.centre(number)
        out.append(f'<text x="{x * UNIT:.0f}" y="{y * UNIT + top:.0f}">{number}</text>')
    return f'<g font-size="10.5" fill="{palette.INK}" fill-opacity="{opacity}" text-anchor="middle">{"".join(out)}</g>'


def in_play(hexmap: HexMap, look: Look) -> list[str]:
    return [n for n, h in hexmap.hexes.items() if not is_closed(hexmap, look, h.country)]


def hits(hexmap: HexMap, look: Look) -> str:
    """An invisible polygon with `data-hex` over every playable hex, for a page that wants clicks."""
    out = []
    for number in in_play(hexmap, look):
        points = " ".join(f"{x * UNIT:.0f},{y * UNIT:.0f}" for x, y in hexmap.grid.corners(number))
        out.append(f'<polygon data-hex="{number}" points="{points}"/>')
    return f'<g fill="#fff" fill-opacity="0">{"".join(out)}</g>'


def pieces(hexmap: HexMap, shown: Iterable[Piece]) -> str:
    """Counters in stacks; later ones lie above."""
    stacks: dict[str, list[Piece]] = defaultdict(list)
    for p in shown:
        stacks[p.hex].append(p)
    out = []
    for place, stack in stacks.items():
        x, y = place_of(hexmap, place)
        for k, p in enumerate(stack):
            depth = len(stack) - 1 - k
            out.append(counter(p, x, y - LIFT, -depth, len(stack) if depth == 0 else 1))
    return "".join(out)
