"""Drawing: the map with its counters."""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.games.ditt import board as b
from firestep.games.ditt.state import State
from firestep.games.ditt.view import pieces
from firestep.hexmap.counters import Piece
from firestep.hexmap.draw import UNIT, draw_map, frame_of
from firestep.hexmap.draw_text import text_map
from firestep.hexmap.palette import NATIONS as COLOURS


def counters(st: State) -> list[Piece]:
    out = []
    for x in pieces(st):
        if x["at"] in b.MAP.hexes:
            fill, ink = COLOURS.get(x["nation"].upper(), ("#d8d0c0", "#222222"))
            text = f"{x['divs']}" if "divs" in x else x["text"]
            out.append(Piece(x["at"], fill, ink, x["symbol"], x["nation"].upper(), text, x["left"], tuple(x["badges"]), x["title"]))
    return out


def draw(s: Session[State] | None) -> str:
    """The map as SVG, with counters if there is a game."""
    return draw_map(b.MAP, None, pieces=counters(s.state) if s else ())


def sheet() -> dict[str, Any]:
    """Where the hexes are on the drawn map, in its units."""
    left, top, right, bottom = frame_of(b.MAP)
    hexes = {n: [round(UNIT * c, 1) for c in b.GRID.centre(n)] for n in sorted(b.MAP.hexes)}
    names = {n: h.name for n, h in b.MAP.hexes.items()}
    return {"hexes": hexes, "names": names, "layout": b.GRID.layout, "width": round(right - left), "height": round(bottom - top)}


def draw_text(s: Session[State] | None) -> str:
    """The map for a terminal."""
    return text_map(b.MAP, counters(s.state) if s else ())
