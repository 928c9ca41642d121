"""Several sheets in one picture, drawn separately and placed beside each other, so that one camera serves all.

Each sheet stays an `<svg data-sheet=…>` of its own inside the picture. The page paints only the visible ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

#: between two sheets, in the units of the drawings
GAP = 120


class Sheet(NamedTuple):
    """One sheet: its name, its drawing (an SVG document with a viewBox), and the positions of its places in that drawing."""

    id: str
    title: str
    svg: str
    hexes: Mapping[str, Sequence[float]]
    names: Mapping[str, str] = {}

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, width, height, as the drawing says."""
        left, top, width, height = (float(x) for x in re.search(r'viewBox="([^"]+)"', self.svg)[1].split())  # type: ignore[index]
        return left, top, width, height


def lay_out(rows: Sequence[Sequence[Sheet]], layout: str) -> tuple[str, dict[str, Any]]:
    """Places the sheets in rows from the top. Returns the whole picture, and the data for `Game.sheet`."""
    hexes: dict[str, list[float]] = {}
    names: dict[str, str] = {}
    parts, lying = [], []
    y, wide = 0.0, 0.0
    for row in rows:
        x, high = 0.0, 0.0
        for sheet in row:
            left, top, width, height = sheet.frame
            head, body = sheet.svg.split(">", 1)
            parts.append(
                f'{head} data-sheet="{escape(sheet.id)}" x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}">{body}'
            )
            hexes.update({n: [round(c[0] + x - left, 1), round(c[1] + y - top, 1)] for n, c in sheet.hexes.items()})
            names.update(sheet.names)
            lying.append({"id": sheet.id, "title": sheet.title, "x": x, "y": y, "width": width, "height": height})
            x, high = x + width + GAP, max(high, height)
        y, wide = y + high + GAP, max(wide, x - GAP)
    size = {"width": round(wide), "height": round(y - GAP)}
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size["width"]} {size["height"]}">'
    return "\n".join([head, *parts, "</svg>"]), {"hexes": hexes, "names": names, "layout": layout, "sheets": lying, **size}
