"""Drawing: the six fronts on one table, with their counters."""

from __future__ import annotations

from collections.abc import Sequence

from firestep.engine.session import Session
from firestep.games.tgw.display import fog
from firestep.games.tgw.display.map_style import sheet, table, written
from firestep.games.tgw.display.view import pieces
from firestep.games.tgw.meta import NATIONS
from firestep.games.tgw.state import State
from firestep.hexmap.counters import Piece, of_view

__all__ = ["NATIONS", "draw", "draw_text", "sheet"]


def counters(st: State) -> list[Piece]:
    return [of_view(x, NATIONS) for x in pieces(st, fog.known_as(st)) if x["at"] in sheet()["hexes"]]


def draw(s: Session[State] | None) -> str:
    """The maps as SVG, with counters if there is a game."""
    return table(counters(s.state) if s else ())


def draw_text(s: Session[State] | None, places: Sequence[str] = (), radius: int | None = None) -> str:
    """The maps for a terminal: all, those of some places, or the part around the first of them."""
    return written(counters(s.state) if s else (), places, radius)
