"""Draws a map as SVG: paper, sea and relief below, grid and borders above, signs, names and counters on top.

One hex width is 100 units and the plane is that of `Grid.centre`, so any art made for the map lines up. Every layer is
a group `<g id="wwi-rails" class="layer rails">` which a page can show or hide: sea, land, relief, rivers, grid,
borders, rails, blocked, features, numbers, names, pieces, legend. Without art the land is made of hexes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from html import escape

from firestep.hexmap import palette, symbols
from firestep.hexmap.counters import LIFT, Piece, counter
from firestep.hexmap.labels import Box, Placed, find_place, text_box
from firestep.hexmap.legend import legend
from firestep.hexmap.mapfile import Feature, HexMap
from firestep.hexmap.outline import Point, Segment, common_side, join, nearest
from firestep.hexmap.scenery import straighten, surveyed

__all__ = ["Piece", "draw_map", "frame_of", "place_names"]

UNIT = 100.0
MARGIN = 24.0
FOOT = 43.0  # base line of a town name below the middle of its hex
SIGNS = 25.0  # middle of the row of signs
STEP = 25.0  # between two signs

#: kinds of feature that give a hex its name, and whose name it is when there are several
NAME_ORDER = ("city", "supply", "town", "centre", "fort")
#: kinds of feature that have a sign, in the order in which they stand in the row
SIGN_ORDER = ("supply", "city", "fort", "centre")

STYLE = """
text{font-family:'Source Serif 4','Source Serif Pro','Liberation Serif','DejaVu Serif',Georgia,serif}
.fig,.numbers text{font-family:'Liberation Sans',Arial,sans-serif;font-variant-numeric:tabular-nums}
.names text{paint-order:stroke;stroke:#f6f0e0;stroke-linejoin:round}
.town{font-size:13.5px;stroke-width:3px;fill:#2a2118}
.town.strong{font-weight:700;font-size:14.5px}
.country{fill:#45321d;fill-opacity:.78;stroke-opacity:.5;stroke-width:3px;font-variant:small-caps;font-weight:600}
.sea-name{fill:#3f6478;font-style:italic;stroke:none!important}
.range{fill:#6b5230;fill-opacity:.8;font-style:italic;stroke-width:2.5px}
.river-name{fill:#4d7690;font-style:italic;stroke-width:2.5px}
"""


def draw_map(
    hexmap: HexMap,
    art: str | None = None,
    *,
    numbers: bool = True,
    pieces: Iterable[Piece] = (),
    hits: bool = False,
) -> str:
    """The whole map as one SVG document. `art` is the text of the map's art file; later `pieces` lie above.

    `hits` adds an invisible polygon with `data-hex` over every playable hex, for a page that wants clicks.
    """
    key = re.sub(r"\W", "", hexmap.name) or "map"
    left, top, right, bottom = frame_of(hexmap)
    paint = _Art(art)
    placed = place_names(hexmap)
    box = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" class="hexmap" data-map="{escape(hexmap.name)}">',
        f"<style>{STYLE}</style>",
        _defs(hexmap, paint, key),
        _layer(key, "sea", _sea(key, (left, top, right, bottom))),
        _layer(key, "land", _land(hexmap, key)),
        _layer(key, "relief", f'<g clip-path="url(#{key}-land)">{paint.group("relief")}</g>'),
        _layer(key, "rivers", _rivers(paint)),
        _layer(key, "grid", _grid(hexmap)),
        _layer(key, "borders", _borders(hexmap)),
        _layer(key, "rails", _rails(hexmap)),
        _layer(key, "blocked", _blocked(hexmap)),
        _layer(key, "features", _features(hexmap)),
        _layer(key, "numbers", _numbers(hexmap) if numbers else ""),
        _layer(key, "names", "".join(_text(p) for p in placed)),
        _layer(key, "pieces", _pieces(hexmap, pieces)),
        _layer(key, "hits", _hits(hexmap)) if hits else "",
        _layer(key, "legend", legend(hexmap, (left, top, right, bottom), paint.number("north"), paint.number("km"))),
        f'<rect x="{left + 3}" y="{top + 3}" width="{right - left - 6}" height="{bottom - top - 6}" fill="none"'
        f' stroke="{palette.INK}" stroke-opacity=".55" stroke-width="3"/>',
        "</svg>",
    ]  # fmt: skip
    return "\n".join(out)


def frame_of(hexmap: HexMap) -> Box:
    """Left, top, right, bottom of the sheet."""
    xs, ys = [], []
    for number in hexmap.grid:
        x, y = hexmap.grid.centre(number)
        xs.append(x)
        ys.append(y)
    pad = 0.55 * UNIT + MARGIN
    return min(xs) * UNIT - pad, min(ys) * UNIT - pad, max(xs) * UNIT + pad, max(ys) * UNIT + pad


class _Art:
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


def _layer(key: str, name: str, body: str) -> str:
    return f'<g id="{key}-{name}" class="layer {name}">{body}</g>'


def _path(lines: Iterable[Sequence[Point]]) -> str:
    return "".join("M" + "L".join(f"{x * UNIT:.1f} {y * UNIT:.1f}" for x, y in line) for line in lines)


def _hex_path(hexmap: HexMap, numbers: Iterable[str]) -> str:
    return "".join(_path([hexmap.grid.corners(n)]) + "z" for n in numbers)


def _defs(hexmap: HexMap, paint: _Art, key: str) -> str:
    found = re.search(r'd="([^"]+)"', paint.group("land"))
    shape = found[1] if found else _hex_path(hexmap, hexmap.hexes)
    clips = "".join(
        f'<clipPath id="{key}-c{code}"><path d="{_hex_path(hexmap, hexmap.in_country(code))}"/></clipPath>'
        for code in hexmap.countries
    )
    return (
        f'<defs><path id="{key}-shape" d="{shape}"/>{clips}'
        f'<clipPath id="{key}-land"><use href="#{key}-shape"/></clipPath>'
        f'<pattern id="{key}-hatch" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path d="M0 0V9" stroke="#6d6557" stroke-width="1.6" stroke-opacity=".35"/></pattern></defs>'
    )


def _sea(key: str, frame: Box) -> str:
    """The water, with paler bands along the coast as on old charts."""
    left, top, right, bottom = frame
    water = f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" fill="{palette.SEA}"/>'
    return water + "".join(
        f'<use href="#{key}-shape" fill="none" stroke="{palette.SEA_EDGE}" stroke-width="{w}" stroke-opacity="{o}"'
        ' stroke-linejoin="round"/>'
        for w, o in ((44, 0.22), (28, 0.3), (14, 0.5))
    )


def _land(hexmap: HexMap, key: str) -> str:
    by: dict[str, list[str]] = defaultdict(list)
    for number, h in hexmap.hexes.items():
        closed = hexmap.countries[h.country].status == "closed"
        by["closed" if closed else h.terrain].append(number)
    out = [f'<use href="#{key}-shape" fill="{palette.OUTSIDE}"/><g clip-path="url(#{key}-land)">']
    out.append(f'<path d="{_hex_path(hexmap, by["clear"])}" fill="{palette.CLEAR}"/>')
    out.append(f'<path d="{_hex_path(hexmap, by["rough"])}" fill="{palette.ROUGH}"/>')
    for code, country in hexmap.countries.items():
        mine = hexmap.in_country(code)
        if not mine or country.status == "closed":
            continue
        fill, _ = palette.nation(code)
        rim = _path(join(_border_sides(hexmap, code)))
        out.append(
            f'<g clip-path="url(#{key}-c{code})"><path d="{_hex_path(hexmap, mine)}" fill="{fill}" fill-opacity=".1"/>'
            f'<path d="{rim}" fill="none" stroke="{fill}" stroke-opacity=".24" stroke-width="34"'
            ' stroke-linejoin="round"/></g>'
        )
    out.append(f'<path d="{_hex_path(hexmap, by["closed"])}" fill="url(#{key}-hatch)"/></g>')
    coast = f'fill="none" stroke="{palette.COAST}" stroke-width="2" stroke-linejoin="round"'
    out.append(f'<use href="#{key}-shape" {coast}/>')
    return "".join(out)


def _rivers(paint: _Art) -> str:
    body = paint.group("rivers")
    for rank, width in (("r1", 2.8), ("r2", 2.0), ("r3", 1.2)):
        body = body.replace(f'class="{rank}"', f'class="{rank}" stroke-width="{width}"')
    return f'<g fill="none" stroke="{palette.RIVER}" stroke-linejoin="round" stroke-linecap="round">{body}</g>'


def _grid(hexmap: HexMap) -> str:
    """Every land side once, and the open sides of coasts, as hairlines."""
    sides: dict[tuple[Point, Point], None] = {}
    for number in hexmap.hexes:
        corners = [(round(x * UNIT, 1), round(y * UNIT, 1)) for x, y in hexmap.grid.corners(number)]
        for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
            sides[(min(p, q), max(p, q))] = None
    d = "".join(f"M{p[0]} {p[1]}L{q[0]} {q[1]}" for p, q in sides)
    return f'<path d="{d}" fill="none" stroke="{palette.INK}" stroke-opacity=".2" stroke-width="1"/>'


def _border_sides(hexmap: HexMap, code: str = "") -> list[Segment]:
    """The sides between two countries: all of them, or those of one country."""
    out = []
    for number, h in hexmap.hexes.items():
        for other in hexmap.grid.neighbours(number):
            if other > number and other in hexmap.hexes:
                there = hexmap.hexes[other].country
                if there == h.country or code not in ("", there, h.country):
                    continue
                if (
                    code
                    or "closed" not in (hexmap.countries[there].status, hexmap.countries[h.country].status)
                    or (hexmap.countries[there].status != hexmap.countries[h.country].status)
                ):
                    out.append(common_side(hexmap.grid, number, other))
    return out


def _borders(hexmap: HexMap) -> str:
    line = f'<path d="{_path(join(_border_sides(hexmap)))}" fill="none" stroke-linejoin="round"'
    return (
        f'{line} stroke="#f6f0e0" stroke-opacity=".6" stroke-width="5.5"/>'
        f'{line} stroke="{palette.BORDER}" stroke-width="2.8" stroke-dasharray="13 5 2.5 5"/>'
    )


def _rails(hexmap: HexMap) -> str:
    nodes = rail_nodes(hexmap)
    d = "".join(surveyed([nodes[n] for n in rail.hexes]) for rail in hexmap.lines["rails"])
    return (
        f'<path d="{d}" fill="none" stroke="#f6f0e0" stroke-opacity=".5" stroke-width="5"/>'
        f'<path d="{d}" fill="none" stroke="{palette.RAIL}" stroke-width="1.5" stroke-opacity=".85"/>'
        f'<path d="{d}" fill="none" stroke="{palette.RAIL}" stroke-width="6" stroke-opacity=".8"'
        ' stroke-dasharray="1.5 10"/>'
    )


def rail_nodes(hexmap: HexMap) -> dict[str, Point]:
    """Where the railways pass each hex: at the foot of a named place, else pulled straight between the neighbours."""
    links: dict[str, set[str]] = defaultdict(set)
    for a, b in hexmap.rail_sides():
        links[a].add(b)
        links[b].add(a)
    named = {f.hex for f in hexmap.features if f.kind in NAME_ORDER}
    home = {n: hexmap.grid.centre(n) for n in links}
    feet = {n: (x, y + (SIGNS / UNIT if n in named else 0.0)) for n, (x, y) in home.items()}
    return straighten(feet, links, named)


def _blocked(hexmap: HexMap) -> str:
    sides = join(common_side(hexmap.grid, a, b) for a, b in sorted(hexmap.sides["blocked"]))
    return (
        f'<path d="{_path(sides)}" fill="none" stroke="{palette.BLOCKED}" stroke-width="8" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
    )


def _by_hex(hexmap: HexMap) -> dict[str, list[Feature]]:
    out: dict[str, list[Feature]] = defaultdict(list)
    for f in hexmap.features:
        out[f.hex].append(f)
    return out


def _signs(features: list[Feature]) -> list[Feature]:
    """The features that get a sign, at most one of a kind; a supply city needs no second sign for being a city."""
    kinds = {f.kind: f for f in reversed(features)}
    return [kinds[k] for k in SIGN_ORDER if k in kinds and not (k == "city" and "supply" in kinds)]


def _features(hexmap: HexMap) -> str:
    out = []
    for number, features in _by_hex(hexmap).items():
        x, y = (v * UNIT for v in hexmap.grid.centre(number))
        signs = _signs(features)
        names = ", ".join(f"{f.kind} {f.name}" for f in features)
        body = ""
        for k, f in enumerate(signs):
            dx = (k - (len(signs) - 1) / 2) * STEP
            body += f'<g transform="translate({dx:.1f} 0)" class="{f.kind}">{_sign(f)}</g>'
        if not signs and any(f.kind == "town" for f in features):
            body = symbols.town()
        if body:
            out.append(
                f'<g transform="translate({x:.1f} {y + SIGNS:.1f})" data-hex="{number}">'
                f"<title>{number} {escape(names)}</title>{body}</g>"
            )
        for f in features:
            if f.kind == "transit":
                out.append(
                    f'<path transform="translate({x - 36:.1f} {y:.1f})" d="M8-9L-8 0L8 9M-8 0H16" fill="none"'
                    f' stroke="{palette.BORDER}" stroke-width="3"><title>{escape(f.name)}</title></path>'
                )
            if f.kind == "straits":
                out.append(
                    f'<g transform="translate({x + 34:.1f} {y - 14:.1f})"><circle r="9" fill="#3f6478"/>'
                    '<text y="4.5" font-size="13" fill="#fff" text-anchor="middle" font-weight="700">'
                    f"{escape(f.args[0])}</text></g>"
                )
    return "".join(out)


def _sign(f: Feature) -> str:
    owner = f.args[0] if f.args else ""
    if f.kind == "fort":
        return symbols.fort(f.args[1], owner)
    if f.kind == "supply":
        return symbols.supply(f.args[1], owner)
    if f.kind == "centre":
        return symbols.centre(owner)
    return symbols.city()


def _numbers(hexmap: HexMap) -> str:
    out = []
    for number, h in hexmap.hexes.items():
        if hexmap.countries[h.country].status != "closed":
            x, y = hexmap.grid.centre(number)
            out.append(f'<text x="{x * UNIT:.0f}" y="{y * UNIT - 37:.0f}">{number}</text>')
    return f'<g font-size="10.5" fill="{palette.INK}" fill-opacity=".6" text-anchor="middle">{"".join(out)}</g>'


def _hits(hexmap: HexMap) -> str:
    out = []
    for number, h in hexmap.hexes.items():
        if hexmap.countries[h.country].status != "closed":
            points = " ".join(f"{x * UNIT:.0f},{y * UNIT:.0f}" for x, y in hexmap.grid.corners(number))
            out.append(f'<polygon data-hex="{number}" points="{points}"/>')
    return f'<g fill="#fff" fill-opacity="0">{"".join(out)}</g>'


def _pieces(hexmap: HexMap, pieces: Iterable[Piece]) -> str:
    stacks: dict[str, list[Piece]] = defaultdict(list)
    for p in pieces:
        stacks[p.hex].append(p)
    out = []
    for number, stack in stacks.items():
        x, y = hexmap.grid.centre(number)
        for k, p in enumerate(stack):
            depth = len(stack) - 1 - k
            out.append(counter(p, x * UNIT, y * UNIT - LIFT, -depth, len(stack) if depth == 0 else 1))
    return "".join(out)


def place_names(hexmap: HexMap) -> list[Placed]:
    """Every name with its place: towns at the foot of their hex, names of countries and seas where ground is free."""
    grid = hexmap.grid
    frame = frame_of(hexmap)
    placed: list[Placed] = []
    taken: list[Box] = []
    for number, features in _by_hex(hexmap).items():
        x, y = (v * UNIT for v in grid.centre(number))
        signs = _signs(features)
        width = max(len(signs), 1) * STEP
        if signs:
            taken.append((x - width / 2, y + SIGNS - 12, x + width / 2, y + SIGNS + 12))
        named = sorted((f for f in features if f.kind in NAME_ORDER), key=lambda f: NAME_ORDER.index(f.kind))
        if named:
            strong = named[0].kind in ("city", "supply")
            below = FOOT + 5 if signs else FOOT
            placed.append(
                Placed(named[0].name, x, y + below, 14.5 if strong else 13.5, 0, "town strong" if strong else "town")
            )
    taken += [p.box for p in placed]
    sizes = {"country": (0, 50, 31, 19), "sea": (0, 40, 28, 22), "range": (0, 26, 21, 19), "river": (0, 18, 16, 15)}
    spaced = {"country": 0.3, "sea": 0.22, "range": 0.2, "river": 0.1}
    css = {"sea": "sea-name", "river": "river-name"}
    for label in sorted(hexmap.labels, key=lambda l: (l.rank, l.kind, l.text)):
        x, y = (v * UNIT for v in grid.centre(label.hex))
        size = float(sizes[label.kind][min(label.rank, 3)])
        wanted = Placed(
            label.text,
            x,
            y + size * 0.3,
            size,
            size * spaced[label.kind],
            f"{css.get(label.kind, label.kind)} rank{label.rank}",
        )
        ground = _ground(hexmap, label.hex, label.kind)
        spot = find_place(wanted, taken, frame, 260 if label.kind == "sea" else 190, ground)
        placed.append(spot)
        taken.append(spot.box)
    return placed


def _ground(hexmap: HexMap, at: str, kind: str) -> Callable[[Box], float]:
    """How much of a name would stand on the wrong ground: a country's outside it, a sea's on land."""
    country = hexmap.hexes[at].country if at in hexmap.hexes else ""

    def wrong(x: float, y: float) -> bool:
        h = hexmap.hexes.get(nearest(hexmap.grid, x / UNIT, y / UNIT))
        return (h.country if h else "") != country

    def cost(box: Box) -> float:
        if kind not in ("country", "sea"):
            return 0.0
        left, top, right, bottom = box
        bad = sum(wrong(left + (right - left) * k / 6, y) for k in range(7) for y in (top, bottom))
        return bad * (right - left) * (bottom - top) / 28

    return cost


def _text(p: Placed) -> str:
    extra = f' font-size="{p.size:.0f}" letter-spacing="{p.spacing:.1f}"' if p.spacing else ""
    return f'<text class="{p.css}" x="{p.x:.0f}" y="{p.y:.0f}" text-anchor="middle"{extra}>{escape(p.text)}</text>'


def name_boxes(hexmap: HexMap) -> list[tuple[str, Box]]:
    """The space every name takes, for tests and for a client that hides what would collide at a small scale."""
    return [(p.text, text_box(p.text, p.x, p.y, p.size, p.spacing)) for p in place_names(hexmap)]
