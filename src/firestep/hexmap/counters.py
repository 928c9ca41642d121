"""Counters: a rounded square with rim and shadow, unit symbol in the middle, figures below, name on the left."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

#: side of a counter, in units of which a hex has 100, and how far above the middle it stands, so that the signs and the
#: name at the foot of the hex stay in sight
SIZE = 56
LIFT = 11


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter to draw. `badges` are words with a shape each: moved, unsupplied, attacked, entrenched, flipped."""

    hex: str
    fill: str
    ink: str
    symbol: str = "infantry"
    top: str = ""
    bottom: str = ""
    left: str = ""
    badges: tuple[str, ...] = ()
    title: str = ""


#: unit symbol -> drawing inside a box 32 wide, 20 high, around 0, 0
SYMBOLS = {
    "infantry": "M-16-10L16 10M-16 10L16-10",
    "cavalry": "M-16 10L16-10",
    "artillery": "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
    "tank": "M-8-4h16a4 4 0 0 1 0 8h-16a4 4 0 0 1 0-8z",
    "stosstruppen": "M-16-10L16 10M-16 10L16-10M-6-10L0-4L6-10",
    "headquarters": "M-16-3h32",
    "fleet": "M-10 2a10 8 0 0 0 20 0M0-7V8M-5-4h10",
    "air": "M-11-4L0 0L-11 4zM11-4L0 0L11 4z",
    "none": "",
}

BADGES = {
    "moved": "M-5 0h7M-1-4l4 4l-4 4",
    "unsupplied": "M-5-5L5 5M-5 5L5-5",
    "attacked": "M0-6L2-2L6-2L3 1L4 6L0 3L-4 6L-3 1L-6-2L-2-2z",
    "entrenched": "M-6 3h3v-5h6v5h3",
    "flipped": "M-4-4h8v8h-8z",
}


def counter(piece: Piece, x: float, y: float, depth: int = 0, height: int = 1) -> str:
    """One counter as SVG; `depth` fans a stack out, `height` of a stack is shown on its top counter."""
    x, y = x - depth * 5, y - depth * 5
    half = SIZE / 2
    parts = [f'<g class="piece" transform="translate({x:.1f} {y:.1f})">']
    if piece.title:
        parts.append(f"<title>{escape(piece.title)}</title>")
    parts.append(
        f'<rect x="{-half + 2}" y="{-half + 3}" width="{SIZE}" height="{SIZE}" rx="7" fill="#000" opacity=".22"/>'
        f'<rect x="{-half}" y="{-half}" width="{SIZE}" height="{SIZE}" rx="7" fill="{piece.fill}" stroke="#000"'
        ' stroke-opacity=".55" stroke-width="1.6"/>'
        f'<rect x="{-half + 2}" y="{-half + 2}" width="{SIZE - 4}" height="{SIZE - 4}" rx="5.5" fill="none"'
        ' stroke="#fff" stroke-opacity=".22"/>'
    )
    if piece.symbol != "none":
        mark = SYMBOLS.get(piece.symbol, "")
        solid = piece.symbol in ("artillery", "air")
        parts.append(
            f'<g transform="translate(2 -3)" stroke="{piece.ink}" stroke-width="1.8" fill="none">'
            f'<rect x="-16" y="-10" width="32" height="20"/>'
            + (f'<path d="{mark}"' + (f' fill="{piece.ink}"' if solid else "") + "/>" if mark else "")
            + "</g>"
        )
    text = f'fill="{piece.ink}" text-anchor="middle"'
    if piece.top:
        parts.append(f'<text x="2" y="-16" font-size="10.5" {text}>{escape(piece.top)}</text>')
    if piece.bottom:
        parts.append(
            f'<text class="fig" x="2" y="23" font-size="15" font-weight="700" {text}>{escape(piece.bottom)}</text>'
        )
    if piece.left:
        parts.append(
            f'<text transform="translate(-18.5 -3) rotate(-90)" font-size="9.5" font-weight="600" {text}>'
            f"{escape(piece.left)}</text>"
        )
    for k, badge in enumerate(piece.badges[:4]):
        shape = BADGES.get(badge, BADGES["flipped"])
        parts.append(
            f'<g class="badge {escape(badge)}" transform="translate({half - 4} {-half + 8 + k * 15})">'
            f'<circle r="8" fill="#fff" stroke="#333"/>'
            f'<path d="{shape}" fill="none" stroke="#222" stroke-width="1.6"/></g>'
        )
    if height > 1:
        parts.append(
            f'<g transform="translate({-half + 6} {half - 6})"><circle r="8.5" fill="#222"/>'
            f'<text y="4" font-size="11.5" fill="#fff" text-anchor="middle">{height}</text></g>'
        )
    parts.append("</g>")
    return "".join(parts)
