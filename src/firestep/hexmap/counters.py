"""Counters: a rounded square with rim and shadow, unit symbol in the middle, figures below, name on the left."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from firestep.engine.game import Nation
from firestep.hexmap.palette import NEUTRAL

#: side of a counter, in units of which a hex has 100, and how far above the middle it stands, so that the signs and the
#: name at the foot of the hex stay in sight
SIZE = 56
LIFT = 11


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter to draw. `symbol` and `badges` are words with a shape each, see `symbols.js` of the page."""

    hex: str
    fill: str
    ink: str
    symbol: str = "infantry"
    top: str = ""
    bottom: str = ""
    left: str = ""
    badges: tuple[str, ...] = ()
    title: str = ""


#: the shapes of unit symbols (in a frame 36 wide, 24 high, around 0, 0) and of badges are those of the page: one place for both
_SHAPES = (Path(__file__).parents[1] / "web" / "js" / "map" / "symbols.js").read_text(encoding="utf-8")


def _table(name: str) -> dict[str, str]:
    """A table of words in that file: `const NAME = { word: "value", … };`."""
    found = re.search(rf"const {name} = \{{(.*?)\n\}};", _SHAPES, re.S)
    assert found is not None, name
    return {key: value for _, key, value in re.findall(r'("?)([\w-]+)\1: "([^"]*)"', found[1])}


SYMBOLS, BADGES = _table("GLYPHS"), _table("BADGES")
_ALIAS, _BADGE_ALIAS = _table("ALIAS"), _table("BADGE_ALIAS")


def of_view(p: Mapping[str, Any], nations: Mapping[str, Nation]) -> Piece:
    """The counter of a piece as the page gets it."""
    code = p["nation"].lower()
    colours = nations[code].colours if code in nations else NEUTRAL
    return Piece(p["at"], *colours, p["symbol"], code.upper(), p["text"], p["left"], tuple(p["badges"]), p["title"])


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
        name = _ALIAS.get(piece.symbol, piece.symbol)
        mark = SYMBOLS.get(name, "")
        dot = f'<circle r="5" fill="{piece.ink}" stroke="none"/>' if name == "artillery" else ""
        parts.append(
            f'<g transform="translate(2 -3) scale(.86)" stroke="{piece.ink}" stroke-width="2.1" fill="none">'
            f'<rect x="-18" y="-12" width="36" height="24"/>{dot}' + (f'<path d="{mark}"/>' if mark else "") + "</g>"
        )
    text = f'fill="{piece.ink}" text-anchor="middle"'
    if piece.top:
        parts.append(f'<text x="2" y="-16" font-size="10.5" {text}>{escape(piece.top)}</text>')
    if piece.bottom:
        parts.append(
            f'<text class="fig" x="2" y="23" font-size="{15 if len(piece.bottom) < 6 else 75 / len(piece.bottom):.3g}"'
            f' font-weight="700" {text}>{escape(piece.bottom)}</text>'
        )
    if piece.left:
        parts.append(
            f'<text transform="translate(-18.5 -3) rotate(-90)" font-size="9.5" font-weight="600" {text}>'
            f"{escape(piece.left)}</text>"
        )
    for k, badge in enumerate(piece.badges[:4]):
        shape = BADGES.get(_BADGE_ALIAS.get(badge, re.sub(r"-\d$", "", badge)), BADGES["flipped"])
        parts.append(
            f'<g class="badge {escape(badge)}" transform="translate({half - 4} {-half + 8 + k * 15})">'
            f'<circle r="8" fill="#fff" stroke="#333"/>'
            f'<path d="{shape}" transform="scale(.76)" fill="none" stroke="#222" stroke-width="2.1"/></g>'
        )
    if height > 1:
        parts.append(
            f'<g transform="translate({-half + 6} {half - 6})"><circle r="8.5" fill="#222"/>'
            f'<text y="4" font-size="11.5" fill="#fff" text-anchor="middle">{height}</text></g>'
        )
    parts.append("</g>")
    return "".join(parts)
