"""The legend: what the signs mean, a compass for sheets that are not printed north up, and a scale."""

from __future__ import annotations

from collections.abc import Iterable

from firestep.hexmap import palette
from firestep.hexmap.labels import Box
from firestep.hexmap.layers import in_play, place_of
from firestep.hexmap.map_style import Look, Stroke
from firestep.hexmap.mapfile import Feature, HexMap

WIDTH, ROW = 540.0, 34.0
#: a letter of the widest serif that a browser falls back to; signs stand so far from the edge, words so far from their sign
LETTER, EDGE, WORD = 10.2, 40.0, 30.0


def legend(hexmap: HexMap, look: Look, frame: Box, north: float | None, km: float | None, key: str) -> str:
    """Drawn in the corner of the sheet with the least playable ground."""
    rows = legend_rows(hexmap, look, key)
    height = _height(len(rows), bool(km) or north is not None)
    if look.legend is not None:
        x, y, k = look.legend
        return f'<g transform="translate({x} {y}) scale({k})">{legend_box(rows, (0, height), north, km)}</g>'
    x, y = _corner(hexmap, look, frame, WIDTH, height)
    return legend_box(rows, (x, y + height), north, km)


def _height(rows: int, foot: bool) -> float:
    return 76 + (rows + 1) // 2 * ROW + (86 if foot else 10)


def legend_box(rows: list[tuple[str, str]], at: tuple[float, float], north: float | None = None, km: float | None = None) -> str:
    """A box with its lower left corner `at` a point: signs (drawn around 0, 0) with their meaning, in two columns."""
    half = (len(rows) + 1) // 2
    height = _height(len(rows), bool(km) or north is not None)
    out = [
        f'<g transform="translate({at[0]:.0f} {at[1] - height:.0f})"><rect width="{WIDTH}" height="{height}" rx="10" fill="#f8f3e4"'
        f' fill-opacity=".94" stroke="{palette.INK}" stroke-width="1.6"/>'
        f'<rect x="5" y="5" width="{WIDTH - 10}" height="{height - 10}" rx="7" fill="none" stroke="{palette.INK}"'
        ' stroke-opacity=".4"/>'
        f'<text x="{WIDTH / 2}" y="40" font-size="25" letter-spacing="5" text-anchor="middle" fill="{palette.INK}"'
        ' font-variant="small-caps">Legend</text>'
    ]
    column = second_column([text for _, text in rows])
    for k, (sign, text) in enumerate(rows):
        cx, cy = EDGE + (k // half) * column, 72 + (k % half) * ROW
        out.append(f'<g transform="translate({cx:.0f} {cy})">{sign}</g>')
        out.append(f'<text x="{cx + WORD:.0f}" y="{cy + 6}" font-size="17" fill="{palette.INK}">{text}</text>')
    base = 76 + half * ROW + 30
    if km:
        far = next(d for d in (100, 50, 20, 10, 5, 2, 1) if d * 100 / km < 130 or d == 1)  # a bar that fits, whatever the scale
        step = far * 100 / km
        bars = "".join(
            f'<rect x="{k * step:.1f}" width="{step:.1f}" height="8" fill="{palette.INK if k % 2 == 0 else "#f8f3e4"}"'
            f' stroke="{palette.INK}"/>'
            for k in range(2)
        )
        marks = "".join(
            f'<text x="{k * step:.1f}" y="26" font-size="15" text-anchor="middle" fill="{palette.INK}">{k * far}</text>'
            for k in range(3)
        )
        out.append(
            f'<g transform="translate(44 {base})">{bars}{marks}<text x="{2 * step + 24:.0f}" y="26" font-size="15">km</text></g>'
        )
    if north is not None:
        out.append(
            f'<g transform="translate({WIDTH - 80:.0f} {base + 8}) rotate({north:.0f})" fill="{palette.INK}">'
            f'<path d="M0-34L8 6L0 0L-8 6z"/>'
            f'<path d="M0 0V26" stroke="{palette.INK}" stroke-width="2"/>'
            '<text y="-38" font-size="18" text-anchor="middle">N</text></g>'
        )
    out.append("</g>")
    return "".join(out)


def second_column(texts: list[str]) -> float:
    """How far right of the first the second column stands: in the middle, or further left if its words would leave the box."""
    half = (len(texts) + 1) // 2
    first, second = (max((LETTER * len(x) for x in part), default=0.0) for part in (texts[:half], texts[half:]))
    return min(255.0, max(WORD + first + 24, WIDTH - 2 * EDGE - WORD + 24 - second))


def _corner(hexmap: HexMap, look: Look, frame: Box, width: float, height: float) -> tuple[float, float]:
    left, top, right, bottom = frame
    pad = 16
    spots = [(x, y) for y in (bottom - height - pad, top + pad) for x in (right - width - pad, left + pad)]
    places = [place_of(hexmap, n) for n in (*in_play(hexmap, look), *hexmap.areas)]

    def covered(spot: tuple[float, float]) -> int:
        return sum(spot[0] - 50 < x < spot[0] + width + 50 and spot[1] - 50 < y < spot[1] + height + 50 for x, y in places)

    return min(spots, key=covered)


SWATCH = '<rect x="-15" y="-11" width="30" height="22" fill="{}" stroke="#33291c" stroke-opacity=".4"/>'


def swatch(fill: str, over: str = "") -> str:
    return SWATCH.format(fill) + (SWATCH.format(over) if over else "")


def dash(drawn: Iterable[Stroke]) -> str:
    line = '<path d="M-17 0H17" fill="none" stroke="{}" stroke-width="{}" stroke-dasharray="{}"/>'
    return "".join(line.format(s.colour, s.width, s.dash or "none") for s in drawn)


def legend_rows(hexmap: HexMap, look: Look, key: str) -> list[tuple[str, str]]:
    """Only what occurs on this map: terrain, borders, sides, lines, signs."""
    found = {t for h in (*hexmap.hexes.values(), *hexmap.areas.values()) for t in h.terrains}
    rows = [
        (swatch(t.fill, f"url(#{key}-{t.over})" if t.over else ""), t.title) for name, t in look.terrains.items() if name in found
    ]
    if any(c.status in look.closed for c in hexmap.countries.values()):
        hatch = "".join(f'<path d="M{k}-11l-10 22" stroke="#6d6557" stroke-opacity=".6"/>' for k in (-5, 3, 11, 15))
        rows.append((swatch(palette.OUTSIDE) + hatch, "closed to all"))
    if hexmap.countries:
        rows.append((dash((Stroke(palette.BORDER, 2.8, "10 4 2.5 4"),)), "border"))
    rows += [(dash(d.strokes), d.title) for kind, d in look.sides.items() if hexmap.sides[kind]]
    rows += [(dash(d.strokes), d.title) for kind, d in look.lines.items() if hexmap.lines[kind]]
    kinds = {f.kind for f in hexmap.features} | {tag for h in hexmap.hexes.values() for tag in h.tags}
    for kind, sign in (*look.signs.items(), *look.tags.items()):
        if kind in kinds:
            rows += [(sign.draw(Feature(kind, "", args, "", ""), look.colours("")), title) for args, title in sign.samples]
    return rows
