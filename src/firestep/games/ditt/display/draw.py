"""Drawing: the map with its counters."""

from __future__ import annotations

from collections.abc import Sequence

from firestep.engine.session import Session
from firestep.games.ditt.display.map_style import drawn, sheet, written
from firestep.games.ditt.display.view import pieces
from firestep.games.ditt.meta import NATIONS
from firestep.games.ditt.state import State
from firestep.hexmap.counters import Piece, of_view

__all__ = ["NATIONS", "draw", "draw_text", "sheet"]


def counters(st: State) -> list[Piece]:
    shown = (x for x in pieces(st) if x["at"] in sheet()["hexes"])
    return [of_view({**x, "text": str(x["divs"])} if "divs" in x else x, NATIONS) for x in shown]


def draw(s: Session[State] | None) -> str:
    """Returns the map as SVG, with counters if there is a game."""
    return drawn(counters(s.state) if s else ())


def draw_text(s: Session[State] | None, places: Sequence[str] = (), radius: int | None = None) -> str:
    """Returns the map for a terminal: the whole, or the part around the first of some places."""
    return written(counters(s.state) if s else (), places, radius)
