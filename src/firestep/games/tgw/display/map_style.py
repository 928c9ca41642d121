"""How the six maps of The Great War look: terrain, signs, colours of nations; the drawn sheets, and where every hex lies on them.

Sheets are drawn apart and laid on one table (`hexmap.table`): `table()` is the picture, with or without counters, and what the page
is told of it. The Egyptian and the Iraqi Front are printed turned, as the book's hex numbers have it; a needle shows north.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from firestep.games.tgw.components import board
from firestep.games.tgw.meta import TONE
from firestep.hexmap import palette, symbols
from firestep.hexmap.counters import Piece
from firestep.hexmap.draw import draw_map
from firestep.hexmap.draw_text import text_key, text_map
from firestep.hexmap.layers import place_of
from firestep.hexmap.map_style import Drawn, Look, Sign, Stroke, Tone
from firestep.hexmap.palette import INK, TONES
from firestep.hexmap.table import Sheet, lay_out

#: code of a nation, in small letters -> fill and ink. British colours follow the book: red Europe, tan Iraq, gold Palestine
COLOURS: dict[str, tuple[str, str]] = {code.lower(): TONES[tone] for code, tone in TONE.items()} | {
    "pn": TONES["persia"],
    "al": TONES["albania"],
    "lx": TONES["poland"],
    "nl": TONES["netherlands"],
    "ch": TONES["switzerland"],
    "gb": TONES["britain"],
    "se": TONES["sweden"],
    "dk": TONES["denmark"],
    "no": TONES["norway"],
}


def _victory() -> str:
    """A laurel ring."""
    return (
        f'<circle r="8.5" fill="#fffdf4" fill-opacity=".85" stroke="#9a6b00" stroke-width="1.6"/>'
        f'<path d="M0-6L1.8-1.9L6-1.6L2.8 1.2L3.9 5.4L0 3L-3.9 5.4L-2.8 1.2L-6-1.6L-1.8-1.9z" fill="#c28b10" stroke="{INK}"'
        ' stroke-width=".6"/>'
    )


def _crescent() -> str:
    return (
        '<circle r="8.5" fill="#fffdf4" fill-opacity=".85" stroke="#8c2f2f" stroke-width="1.6"/>'
        '<path d="M2.5-5.2A5.6 5.6 0 1 0 2.5 5.2A4.4 4.4 0 1 1 2.5-5.2z" fill="#8c2f2f"/>'
    )


def _anchor() -> str:
    return (
        '<circle r="8.5" fill="#fffdf4" fill-opacity=".85" stroke="#2b5f8c" stroke-width="1.2"/>'
        '<g fill="none" stroke="#2b5f8c" stroke-width="1.6"><circle cy="-4.4" r="1.5"/><path d="M0-2.9V5.6M-3-.9H3M-5 2.2'
        'Q-4.4 5.6 0 5.6T5 2.2"/></g>'
    )


def _letter(text: str, colour: str) -> str:
    return (
        f'<circle r="8" fill="#fffdf4" stroke="{colour}" stroke-width="1.4"/><text y="4" font-size="11" font-weight="700"'
        f' text-anchor="middle" fill="{colour}">{text}</text>'
    )


def _heavy(owner: tuple[str, str]) -> str:
    return f'<circle r="14" fill="none" stroke="{INK}" stroke-width="1.8"/>' + symbols.fort("", owner)


LOOK = Look(
    terrains={
        "clear": Tone(palette.CLEAR, "clear"),
        "rough": Tone(palette.ROUGH, "rough", "hills", "^"),
        "difficult": Tone("#d9c69a", "difficult", "hills", "^"),
        "mountain": Tone(palette.MOUNTAIN, "mountain", "peaks", "M"),
        "pass": Tone("#d8c49b", "mountain pass", "peaks", "="),
        "alpine": Tone(palette.ALPINE, "alpine", "peaks", "A"),
        "forest": Tone(palette.FOREST, "forest", "trees", "t"),
        "marsh": Tone(palette.MARSH, "marsh", "marsh", "~"),
        "flood-plain": Tone("#dfe6cf", "flood plain", "marsh", "f"),
        "desert": Tone(palette.DESERT, "desert", "dunes", "."),
        "lake": Tone(palette.SEA, "lake", "", "o"),
    },
    nations=COLOURS,
    sides={
        "rivers": Drawn("river", (Stroke("#f6f0e0", 6.5, "", 0.55), Stroke("#5d8fb0", 4.2)), soft=True),
        "sea-sides": Drawn("all-sea side", (Stroke("#7fa9c0", 7, "", 0.8),), soft=True),
        "lake-sides": Drawn("lake side", (Stroke("#6f9cb5", 7, "", 0.9),), soft=True),
        "canal": Drawn("Suez Canal", (Stroke("#f6f0e0", 9, "", 0.8), Stroke("#2b5f8c", 5, "10 4"))),
        "impassable": Drawn("no way", (Stroke(palette.PAPER, 12, "", 0.7), Stroke("#5c5a57", 7))),
        "haffs": Drawn("haff crossing", (Stroke(palette.PAPER, 8, "", 0.8), Stroke("#6b3f86", 3.6)), across=True),
        "passes": Drawn("way of a pass", (Stroke(palette.PAPER, 8, "", 0.8), Stroke("#8c4a1c", 4)), across=True),
    },
    lines={"rails": Drawn("railway", (Stroke("#4a423a", 2.0, "", 0.5), Stroke("#f2ead6", 1.0, "7 7", 0.8)))},
    signs={
        "heavy-fort": Sign(lambda f, c: _heavy(c), ((("",), "heavy fort"),), lambda f: "H"),
        "fort": Sign(lambda f, c: symbols.fort("", c), ((("",), "fort"),), lambda f: "#"),
        "city": Sign(lambda f, c: symbols.city(), ((("",), "city"),), lambda f: "@"),
        "town": Sign(lambda f, c: symbols.town(), ((("",), "town"),), lambda f: "o"),
        "victory": Sign(lambda f, c: _victory(), ((("",), "CP victory hex"),), at=(31, -26)),
        "surrender": Sign(lambda f, c: _crescent(), ((("",), "Turkish surrender hex"),), at=(31, -26)),
        "resource": Sign(lambda f, c: symbols.centre(palette.NEUTRAL), ((("1",), "resource hex"),), at=(-31, -22)),
        "port": Sign(lambda f, c: _anchor(), ((("",), "port"),), at=(-33, 8)),
        "port-way": Sign(
            lambda f, c: _letter(f.args[0][0].upper(), "#2b5f8c"), ((("antwerp",), "way of an inland port"),), at=(-33, -14)
        ),
        "k-hex": Sign(lambda f, c: _letter("K", "#8c2f2f"), ((("",), "K hex of Kut"),), at=(-33, -14)),
        "cp-source": Sign(lambda f, c: _letter("S", "#33508c"), ((("",), "CP source"),), at=(-33, -14)),
        "cp-town": Sign(lambda f, c: _letter("C", "#33508c"), ((("",), "Persian town marked CP"),), at=(31, 8)),
        "landing": Sign(lambda f, c: symbols.flag(COLOURS["br"]), ((("",), "Gallipoli landing"),), at=(28, 4)),
    },
    named=("city", "heavy-fort", "fort", "town", "landing"),
    strong=("city",),
    hidden={"town": ("heavy-fort", "fort"), "city": ()},
    tint=lambda c: "" if "closed" in c.values else c.status,
    closed=("nl", "ch", "gb", "ab", "se", "dk", "no"),
    soft=True,
    water=("sea-sides", "lake-sides"),
)

#: where the legend of a sheet covers nobody's ground: x, y and its scale
LEGENDS = {
    "W": (40.0, -62.0, 0.72),
    "WI": (2400.0, 1185.0, 0.58),
    "E": (40.0, -60.0, 1.0),
    "NC": (5120.0, -62.0, 0.7),
    "NI": (5110.0, 1085.0, 0.75),
    "NE": (2540.0, -60.0, 1.0),
}
#: how the sheets lie on the table
ROWS = (("W", "E"), ("WI", "NC"), ("NE", "NI"))


@cache
def art(front: str) -> str | None:
    path = board.DATA / "maps" / f"{front}.svg"
    return path.read_text(encoding="utf-8") if path.exists() else None


def drawn(front: str, pieces: Iterable[Piece] = ()) -> str:
    """One sheet as SVG; `pieces` are those that stand on it, by their full hex numbers."""
    letter, hexes = front[0], board.MAPS[front].hexes
    here = [replace(p, hex=p.hex[1:]) for p in pieces if p.hex[:1] == letter and p.hex[1:] in hexes]
    return draw_map(board.MAPS[front], _look(front), art(front), pieces=here)


@cache
def _look(front: str) -> Look:
    """A legend tells only of what its sheet shows."""
    m = board.MAPS[front]
    ground = {h.terrain for h in m.hexes.values()}
    kinds = {f.kind for f in m.features}
    return replace(
        LOOK,
        legend=LEGENDS[front],
        terrains={t: tone for t, tone in LOOK.terrains.items() if t in ground},
        sides={k: v for k, v in LOOK.sides.items() if m.sides[k]},
        signs={k: v for k, v in LOOK.signs.items() if k in kinds},
    )


@cache
def _empty(front: str) -> str:
    return drawn(front)


def _sheets(pieces: list[Piece] | None) -> list[list[Sheet]]:
    return [
        [Sheet(f, board.TITLES[f], drawn(f, pieces) if pieces else _empty(f), _places(f), _names(f)) for f in row] for row in ROWS
    ]


@cache
def _places(front: str) -> Mapping[str, list[float]]:
    m = board.MAPS[front]
    return {front[0] + n: [round(c, 1) for c in place_of(m, n)] for n in m.hexes}


@cache
def _names(front: str) -> Mapping[str, str]:
    return {front[0] + n: h.name for n, h in board.MAPS[front].hexes.items() if h.name}


@cache
def _table() -> tuple[str, dict[str, Any]]:
    return lay_out(_sheets(None), "rows")


def table(pieces: Iterable[Piece] = ()) -> str:
    """The six sheets as one SVG, with counters if there are any."""
    pieces = list(pieces)
    return lay_out(_sheets(pieces), "rows")[0] if pieces else _table()[0]


def sheet() -> dict[str, Any]:
    """Where hexes lie on the table, in the units of the picture; and by which name one that has none is told (`place_name`)."""
    found = _table()[1]
    return {
        **found,
        "landmarks": {
            n: board.landmark(board.INDEX[n]) for n in found["hexes"] if n in board.INDEX and board.INDEX[n] not in board.NAME
        },
    }


def written(pieces: Iterable[Piece] = (), places: Sequence[str] = (), radius: int | None = None) -> str:
    """The maps for a terminal, one after the other: all, those of some places, or the part around the first of them."""
    pieces = list(pieces)
    out: list[str] = []
    for front in board.FRONTS:
        hexes = board.MAPS[front].hexes
        asked = [p[1:] for p in places if p[:1] == front[0] and p[1:] in hexes]
        if places and not asked or radius is not None and out:
            continue
        here = [replace(p, hex=p.hex[1:]) for p in pieces if p.hex[:1] == front[0] and p.hex[1:] in hexes]
        out.append(f"{board.TITLES[front]}\n{text_map(board.MAPS[front], LOOK, here, asked, radius)}")
    return "\n\n".join([*out, text_key(list(board.MAPS.values()), LOOK)])
