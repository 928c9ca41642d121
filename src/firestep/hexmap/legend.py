"""The legend: what the signs mean, a compass for sheets that are not printed north up, and a scale."""

from __future__ import annotations

from firestep.hexmap import palette, symbols
from firestep.hexmap.labels import Box
from firestep.hexmap.mapfile import HexMap

WIDTH, ROW = 470.0, 34.0


def legend(hexmap: HexMap, frame: Box, north: float | None, km: float | None) -> str:
    """Drawn in the corner of the sheet with the least playable ground."""
    rows = _rows(hexmap)
    height = _height(len(rows), bool(km) or north is not None)
    x, y = _corner(hexmap, frame, WIDTH, height)
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
    for k, (sign, text) in enumerate(rows):
        cx, cy = 40 + (k // half) * 225, 72 + (k % half) * ROW
        out.append(f'<g transform="translate({cx} {cy})">{sign}</g>')
        out.append(f'<text x="{cx + 30}" y="{cy + 6}" font-size="17" fill="{palette.INK}">{text}</text>')
    base = 76 + half * ROW + 30
    if km:
        step = 100 * 100 / km
        bars = "".join(
            f'<rect x="{k * step:.1f}" width="{step:.1f}" height="8" fill="{palette.INK if k % 2 == 0 else "#f8f3e4"}"'
            f' stroke="{palette.INK}"/>'
            for k in range(2)
        )
        marks = "".join(
            f'<text x="{k * step:.1f}" y="26" font-size="15" text-anchor="middle" fill="{palette.INK}">{k * 100}</text>'
            for k in range(3)
        )
        out.append(
            f'<g transform="translate(44 {base})">{bars}{marks}'
            f'<text x="{2 * step + 24:.0f}" y="26" font-size="15">km</text></g>'
        )
    if north is not None:
        out.append(
            f'<g transform="translate(390 {base + 8}) rotate({north:.0f})" fill="{palette.INK}">'
            f'<path d="M0-34L8 6L0 0L-8 6z"/>'
            f'<path d="M0 0V26" stroke="{palette.INK}" stroke-width="2"/>'
            '<text y="-38" font-size="18" text-anchor="middle">N</text></g>'
        )
    out.append("</g>")
    return "".join(out)


def _corner(hexmap: HexMap, frame: Box, width: float, height: float) -> tuple[float, float]:
    left, top, right, bottom = frame
    pad = 16
    spots = [(x, y) for y in (bottom - height - pad, top + pad) for x in (right - width - pad, left + pad)]

    def covered(spot: tuple[float, float]) -> int:
        n = 0
        for number, h in hexmap.hexes.items():
            if hexmap.countries[h.country].status != "closed":
                x, y = (v * 100 for v in hexmap.grid.centre(number))
                n += spot[0] - 50 < x < spot[0] + width + 50 and spot[1] - 50 < y < spot[1] + height + 50
        return n

    return min(spots, key=covered)


def _rows(hexmap: HexMap) -> list[tuple[str, str]]:
    kinds = {f.kind for f in hexmap.features}
    swatch = '<rect x="-15" y="-11" width="30" height="22" fill="{}" stroke="#33291c" stroke-opacity=".4"/>'
    rows = [(swatch.format(palette.CLEAR), "clear"), (swatch.format(palette.ROUGH), "rough")]
    if any(c.status == "closed" for c in hexmap.countries.values()):
        hatch = "".join(f'<path d="M{k}-11l-10 22" stroke="#6d6557" stroke-opacity=".6"/>' for k in (-5, 3, 11, 15))
        rows.append((swatch.format(palette.OUTSIDE) + hatch, "closed to all"))
    line = '<path d="M-17 0H17" fill="none" stroke="{}" stroke-width="{}" stroke-dasharray="{}"/>'
    rows.append((line.format(palette.BORDER, 2.8, "10 4 2.5 4"), "border"))
    if hexmap.sides["blocked"]:
        rows.append((line.format(palette.BLOCKED, 8, "none"), "blocked side"))
    if hexmap.lines["rails"]:
        rows.append((line.format(palette.RAIL, 1.5, "none") + line.format(palette.RAIL, 7, "1.5 8"), "railway"))
    if "city" in kinds:
        rows.append((symbols.city(), "city named in the rules"))
    if "supply" in kinds:
        rows.append((symbols.supply("independent", ""), "supply city"))
        rows.append((symbols.supply("dependent", ""), "dependent supply city"))
    if "fort" in kinds:
        rows.append((symbols.fort("2", ""), "fortress, strength"))
    if "centre" in kinds:
        rows.append((symbols.centre(""), "resource centre"))
    if "straits" in kinds:
        mark = '<circle r="9" fill="#3f6478"/><text y="4.5" font-size="13" fill="#fff" text-anchor="middle">1</text>'
        rows.append((mark, "the Straits, in order"))
    return rows
