"""Names on the map: places at the foot of their hex, names of countries and seas where ground is free. None collide; a page drops
the lesser layers first: `places`, then `towns`, last `names`."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from firestep.hexmap.labels import LETTER, Box, Placed, find_place
from firestep.hexmap.layers import STEP, by_hex, feet, frame_of, place_of, row_of_signs
from firestep.hexmap.map_style import Look
from firestep.hexmap.mapfile import HexMap
from firestep.hexmap.outline import nearest
from firestep.hexmap.scenery import UNIT

#: sizes of labels by kind and rank, and how far their letters stand apart
SIZES = {"country": (0, 50, 31, 19), "sea": (0, 40, 28, 22), "range": (0, 26, 21, 19), "river": (0, 18, 16, 15)}
SPACED = {"country": 0.3, "sea": 0.22, "range": 0.2, "river": 0.1}
CSS = {"sea": "sea-name", "river": "river-name"}
WIDE = 96.0  # a name at the foot of a hex must not reach into the next


def place_names(hexmap: HexMap, look: Look) -> list[Placed]:
    """Every name with its place."""
    placed: list[Placed] = []
    taken: list[Box] = []
    here = by_hex(hexmap)
    foot, low, _ = feet(hexmap.grid)
    for number in dict.fromkeys((*here, *hexmap.hexes)):
        features = here.get(number, [])
        x, y = place_of(hexmap, number)
        signs = row_of_signs(look, features)
        if signs:
            width = len(signs) * STEP
            taken.append((x - width / 2, y + low - 12, x + width / 2, y + low + 12))
        named = sorted((f for f in features if f.kind in look.named), key=lambda f: look.named.index(f.kind))
        if named:
            strong = named[0].kind in look.strong
            below, size, css = foot + 5 if signs else foot, 14.5 if strong else 13.5, "town strong" if strong else "town"
            placed += fitted(named[0].name, x, y + below, size, css, bool(signs))
        elif number in hexmap.hexes and (name := hexmap.hexes[number].name):
            placed += fitted(name, x, y + foot - 4, 11.5, "place", bool(signs))
    taken += [p.box for p in placed]
    frame = frame_of(hexmap.grid)
    for label in sorted(hexmap.labels, key=lambda l: (l.rank, l.kind, l.text)):
        x, y = place_of(hexmap, label.hex)
        size = float(SIZES[label.kind][min(label.rank, 3)])
        wanted = Placed(
            label.text, x, y + size * 0.3, size, size * SPACED[label.kind], f"{CSS.get(label.kind, label.kind)} rank{label.rank}"
        )
        spot = find_place(wanted, taken, frame, 260 if label.kind == "sea" else 190, _ground(hexmap, label.hex, label.kind))
        placed.append(spot)
        taken.append(spot.box)
    return placed


def fitted(text: str, x: float, y: float, size: float, css: str, signs: bool) -> list[Placed]:
    """A name that keeps to its hex: smaller letters, and two lines where that is not enough and nothing stands above."""
    fit = WIDE / (len(text) * LETTER)
    if fit >= size:
        return [Placed(text, x, y, size, 0, css)]
    if fit >= 0.8 * size or " " not in text or signs:
        return [Placed(text, x, y, max(fit, 6.5), 0, css)]
    words = text.split(" ")
    cut = min(range(1, len(words)), key=lambda k: abs(len(" ".join(words[:k])) - len(" ".join(words[k:]))))
    rows = (" ".join(words[:cut]), " ".join(words[cut:]))
    small = min(size * 0.95, WIDE / (max(map(len, rows)) * LETTER))
    return [Placed(rows[0], x, y - small * 1.03, small, 0, css), Placed(rows[1], x, y, small, 0, css)]


def _ground(hexmap: HexMap, at: str, kind: str) -> Callable[[Box], float]:
    """How much of a name would stand on the wrong ground: a country's outside it, a sea's on land."""
    country = hexmap.hexes[at].country if at in hexmap.hexes else ""

    known: dict[tuple[int, int], bool] = {}

    def wrong(x: float, y: float) -> bool:
        """Judged on a raster of a twelfth of a hex: the same spots come up again and again."""
        key = round(x / 8), round(y / 8)
        if key not in known:
            h = hexmap.hexes.get(nearest(hexmap.grid, 8 * key[0] / UNIT, 8 * key[1] / UNIT))
            known[key] = (h.country if h else "") != country
        return known[key]

    def cost(box: Box) -> float:
        if kind not in ("country", "sea"):
            return 0.0
        left, top, right, bottom = box
        bad = sum(wrong(left + (right - left) * k / 6, y) for k in range(7) for y in (top, bottom))
        return bad * (right - left) * (bottom - top) / 28

    return cost


def written(p: Placed) -> str:
    spaced = f' letter-spacing="{p.spacing:.1f}"' if p.spacing else ""
    return (
        f'<text class="{p.css}" x="{p.x:.0f}" y="{p.y:.0f}" text-anchor="middle" font-size="{p.size:.4g}"{spaced}>'
        f"{escape(p.text)}</text>"
    )


def name_layers(placed: list[Placed]) -> dict[str, str]:
    """The names by layer: `places` are what lies anywhere, `towns` have something in them, `names` are large."""
    out = {"places": "", "towns": "", "names": ""}
    for p in placed:
        kind = "places" if p.css == "place" else "towns" if p.css == "town" else "names"
        out[kind] += written(p)
    return out
