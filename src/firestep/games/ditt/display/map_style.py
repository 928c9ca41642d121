"""How the map of Death in the Trenches looks: terrain, signs, colours of nations; the drawn map, and where every place is on it.

`drawn(pieces)` is the map with counters, `sheet()` where hexes and areas are, `COLOURS[nation]` fill and ink of a counter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from firestep.games.ditt.components import board
from firestep.games.ditt.meta import META
from firestep.hexmap import palette, symbols
from firestep.hexmap.counters import Piece
from firestep.hexmap.draw import draw_map, frame_of
from firestep.hexmap.draw_text import text_key, text_map
from firestep.hexmap.layers import place_of
from firestep.hexmap.map_style import Drawn, Look, Sign, Stroke, Tone

#: nation -> fill and ink
COLOURS = {id: nation.colours for id, nation in META.nations.items()}

LOOK = Look(
    terrains={
        "clear": Tone(palette.CLEAR, "clear"),
        "rough": Tone(palette.ROUGH, "rough", "hills", "^"),
        "mountain": Tone(palette.MOUNTAIN, "mountains", "peaks", "M"),
        "swamp": Tone(palette.MARSH, "swamp", "marsh", "~"),
        "desert": Tone(palette.DESERT, "desert", "dunes", "."),
        "alpine": Tone(palette.ALPINE, "alpine", "peaks", "A"),
    },
    nations=COLOURS,
    sides={
        "sea-sides": Drawn("all-sea side", (Stroke("#7fa9c0", 6, "", 0.75),), soft=True),
        "boundaries": Drawn("sea boundary", (Stroke("#2b5f8c", 4, "2 7"),)),
        "blocked": Drawn("blocked side", (Stroke(palette.PAPER, 12, "", 0.7), Stroke("#5c5a57", 8))),
        "geneva": Drawn("Geneva side", (Stroke(palette.PAPER, 12, "", 0.7), Stroke("#b3202c", 8))),
        "crossings": Drawn("crossing arrow", (Stroke(palette.PAPER, 9, "", 0.8), Stroke("#6b3f86", 4.5)), across=True),
    },
    signs={
        "city": Sign(lambda f, c: symbols.surrender(f.args[1], c), ((("", "1"), "surrender city"),), lambda f: "*"),
        "fort": Sign(lambda f, c: symbols.fort("", c), ((("",), "fort"),), lambda f: "#"),
        "colonial-fort": Sign(lambda f, c: symbols.fort("c", c), ((("",), "colonial fort"),), lambda f: "#"),
        "centre": Sign(lambda f, c: symbols.people(c), ((("",), "Armenian centre"),), lambda f: "P"),
        "see": Sign(lambda f, c: symbols.cross(c), ((("",), "Patriarchal See"),), lambda f: "+"),
        "entry": Sign(lambda f, c: symbols.flag(c), ((("",), "opportunistic entry"),), lambda f: "F"),
    },
    named=("city", "fort", "colonial-fort", "centre", "see", "entry"),
    strong=("city",),
    tags={"snow": Sign(lambda f, c: symbols.snow(), (((), "no attack in winter"),), at=(31, -26))},
    tint=lambda c: c.status,
    soft=True,
    veil=True,
    plate=lambda h: ("ge", h.values["coin"]) if "coin" in h.values else ("", ""),  # colonies, with the strength of their coin
    wide=("arabian-desert",),
    water=("sea-sides", "crossings"),
    legend=(2255, 1180, 0.8),
)


@cache
def art() -> str | None:
    path = board.DATA / "art.svg"
    return path.read_text(encoding="utf-8") if path.exists() else None


def drawn(pieces: Iterable[Piece] = ()) -> str:
    """Returns the map as SVG, with counters if there are any."""
    return draw_map(board.MAP, LOOK, art(), pieces=pieces)


@cache
def sheet() -> dict[str, Any]:
    """Where hexes and areas are on the drawn map, in its units."""
    left, top, right, bottom = frame_of(board.GRID)
    places = {n: [round(c, 1) for c in place_of(board.MAP, n)] for n in (*board.MAP.hexes, *board.MAP.areas)}
    names = {board.NUMBER[i]: name for i, name in sorted(board.NAME.items())}
    size = {"width": round(right - left), "height": round(bottom - top)}
    return {"hexes": places, "round": list(board.MAP.areas), "names": names, "layout": board.GRID.layout, **size}


def written(pieces: Iterable[Piece] = (), places: Sequence[str] = (), radius: int | None = None) -> str:
    """Returns the map for a terminal: the whole, or the part around the first of some places."""
    return f"{text_map(board.MAP, LOOK, pieces, places, radius)}\n{text_key([board.MAP], LOOK)}"
