"""The map drawn: how terrain, signs and nations look, and where the hexes are on the sheet."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from firestep.engine.session import Session
from firestep.games.wwi.components import board
from firestep.games.wwi.display.view import pieces
from firestep.games.wwi.meta import NATIONS
from firestep.games.wwi.state import State
from firestep.hexmap import palette, symbols
from firestep.hexmap.counters import Piece, of_view
from firestep.hexmap.draw import UNIT, draw_map, frame_of
from firestep.hexmap.draw_text import text_key, text_map
from firestep.hexmap.map_style import Drawn, Look, Sign, Stroke, Tone

_STRAITS = '<circle r="9" fill="#3f6478"/><text y="4.5" font-size="13" fill="#fff" text-anchor="middle" font-weight="700">{}</text>'
_DOOR = f'<path d="M8-9L-8 0L8 9M-8 0H16" fill="none" stroke="{palette.BORDER}" stroke-width="3"/>'

LOOK = Look(
    terrains={"clear": Tone(palette.CLEAR, "clear"), "rough": Tone(palette.ROUGH, "rough", "", "^")},
    nations={c: n.colours for c, n in NATIONS.items()},
    lines={
        "rails": Drawn(
            "railway",
            (Stroke(palette.PAPER, 5, "", 0.5), Stroke(palette.RAIL, 1.5, "", 0.85), Stroke(palette.RAIL, 6, "1.5 10", 0.8)),
        )
    },
    sides={"blocked": Drawn("blocked side", (Stroke(palette.BLOCKED, 8),))},
    signs={
        "supply": Sign(
            lambda f, c: symbols.supply(f.args[1], c),
            ((("", "independent"), "supply city"), (("", "dependent"), "dependent supply city")),
            lambda f: "@" if "dependent" in f.args else "o",
        ),
        "city": Sign(lambda f, c: symbols.city(), (((), "city named in the rules"),), lambda f: "*"),
        "fort": Sign(lambda f, c: symbols.fort(f.args[1], c), ((("", "2"), "fortress, strength"),), lambda f: f.args[1]),
        "centre": Sign(lambda f, c: symbols.centre(c), (((), "resource centre"),), lambda f: "$"),
        "town": Sign(lambda f, c: symbols.town(), ()),
        "straits": Sign(lambda f, c: _STRAITS.format(f.args[0]), ((("1",), "the Straits, in order"),), at=(34, -14)),
        "transit": Sign(lambda f, c: _DOOR, (), at=(-36, 0)),
    },
    hidden={"city": ("supply",), "town": ("supply", "city", "fort", "centre")},
    named=board.NAME_ORDER,
    strong=("city", "supply"),
    closed=("closed",),
)


@cache
def art() -> str | None:
    path = board.DATA / "art.svg"
    return path.read_text(encoding="utf-8") if path.exists() else None


def counters(st: State) -> list[Piece]:
    return [of_view(p, NATIONS) for p in pieces(st) if p["at"] != "transit"]


def draw(s: Session[State] | None) -> str:
    """The map as SVG, with counters if there is a game."""
    return draw_map(board.MAP, LOOK, art(), pieces=counters(s.state) if s else ())


def sheet() -> dict[str, Any]:
    """Where the hexes are on the drawn map, in its units."""
    left, top, right, bottom = frame_of(board.GRID)
    hexes = {n: [round(UNIT * c, 1) for c in board.GRID.centre(n)] for n in sorted(board.MAP.hexes)}
    names = {board.NUMBER[i]: name for i, name in sorted(board.CITY_NAME.items())}
    return {
        "hexes": hexes,
        "names": names,
        "layout": board.GRID.layout,
        "width": round(right - left),
        "height": round(bottom - top),
    }


def draw_text(s: Session[State] | None, places: Sequence[str] = (), radius: int | None = None) -> str:
    """The map for a terminal: the whole, or the part around the first of some places."""
    drawn = text_map(board.MAP, LOOK, counters(s.state) if s else (), places, radius)
    return f"{drawn}\n{text_key([board.MAP], LOOK)}"
