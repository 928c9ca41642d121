"""The map of a battle as text. See docs/add-a-battle.md.

grid 0101 1210                     first and last hex; even columns stand half a hex lower
terrain                            then one line a row, one sign a column, until a blank line
river Marne: 0405/0506 0406/0506   hexsides (also: canal, stream, lake, moat)
bridge Trilport: 0405/0506         a crossing of a river or canal; `blown` instead if it is down at the start
road Paris: 0101 0202 0302         links from hex to hex (also: trail, rail)
place 0405 Meaux
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from firestep.engine.errors import FirestepError
from firestep.hexmap.grid import Grid

SIGNS = {
    ".": ("clear",),
    "w": ("woods",),
    "v": ("village",),
    "c": ("city",),
    "h": ("high",),
    "W": ("high", "woods"),
    "V": ("high", "village"),
    "m": ("marsh",),
    "t": ("trench",),
    "~": ("lake",),
    "M": ("marsh", "woods"),
    "C": ("city", "high"),
}
SIDES = ("river", "canal", "stream", "lake", "moat")
WAYS = ("road", "trail", "rail")

Side = tuple[int, int]


@dataclass(slots=True)
class MapText:
    """What a map file says, with hexes as bit indices. Hexsides are pairs, the lower index first."""

    grid: Grid
    terrain: dict[int, tuple[str, ...]] = field(default_factory=dict)
    sides: dict[Side, str] = field(default_factory=dict)
    bridges: dict[Side, str] = field(default_factory=dict)
    blown: set[Side] = field(default_factory=set)
    ways: dict[str, dict[Side, str]] = field(default_factory=lambda: {w: {} for w in WAYS})
    places: dict[int, str] = field(default_factory=dict)
    #: linear features by kind and name, as drawn: sides or chains of hexes
    lines: list[tuple[str, str, tuple[tuple[int, ...], ...]]] = field(default_factory=list)


def read(path: Path) -> MapText:
    return parse(path.read_text(encoding="utf-8"), str(path.name))


def parse(text: str, name: str = "the map") -> MapText:
    lines = text.splitlines()
    m: MapText | None = None
    n = 0
    while n < len(lines):
        line = lines[n].split("#")[0].strip()
        n += 1
        if not line:
            continue
        word, _, rest = line.partition(" ")
        try:
            if word == "grid":
                a, b = rest.split()
                m = MapText(Grid("columns", "even", (int(a[:2]), int(a[2:])), (int(b[:2]), int(b[2:]))))
            elif m is None:
                raise FirestepError("the first line must be: grid FIRST LAST")
            elif word == "terrain":
                n = _terrain(m, lines, n)
            elif word == "place":
                number, _, title = rest.partition(" ")
                m.places[m.grid.index(number)] = title
            else:
                _line(m, word, rest)
        except (KeyError, ValueError, FirestepError) as e:
            raise FirestepError(f"{name}, line {n}: {e}") from None
    if m is None or len(m.terrain) != sum(1 for _ in m.grid):
        raise FirestepError(f"{name}: every hex needs a sign under 'terrain'")
    return m


def _terrain(m: MapText, lines: list[str], n: int) -> int:
    (a0, b0), (a1, b1) = m.grid.first, m.grid.last
    for row in range(b0, b1 + 1):
        signs = lines[n].split()[-1]
        n += 1
        if len(signs) != a1 - a0 + 1:
            raise FirestepError(f"row {row} has {len(signs)} signs, the map {a1 - a0 + 1} columns")
        for k, sign in enumerate(signs):
            if sign not in SIGNS:
                raise FirestepError(f"unknown sign {sign!r}; the signs are {''.join(SIGNS)}")
            m.terrain[m.grid.index(f"{a0 + k:02d}{row:02d}")] = SIGNS[sign]
    return n


def side(a: int, b: int) -> Side:
    return (a, b) if a < b else (b, a)


def _line(m: MapText, word: str, rest: str) -> None:
    title, colon, body = rest.partition(":")
    if not colon:
        raise FirestepError(f"'{word}' needs a name and a colon")
    title = title.strip()
    grid = m.grid
    if word in SIDES or word in ("bridge", "blown"):
        pairs = [side(grid.index(p[:4]), grid.index(p[5:])) for p in body.split()]
        for a, b in pairs:
            if not grid.near(a) >> b & 1:
                raise FirestepError(f"{grid.number(a)} and {grid.number(b)} have no common side")
            if word in SIDES:
                m.sides[a, b] = word
            elif m.sides.get((a, b)) not in ("river", "canal"):
                raise FirestepError(f"no river or canal at {grid.number(a)}/{grid.number(b)}; name it before its bridges")
            else:
                m.bridges[a, b] = title
                if word == "blown":
                    m.blown.add((a, b))
        m.lines.append((word, title, tuple(pairs)))
    elif word in WAYS:
        chain = [grid.index(h) for h in body.split()]
        for a, b in zip(chain, chain[1:], strict=False):
            if not grid.near(a) >> b & 1:
                raise FirestepError(f"{grid.number(a)} and {grid.number(b)} are not neighbours on {word} {title}")
            m.ways[word][side(a, b)] = title
        m.lines.append((word, title, (tuple(chain),)))
    else:
        raise FirestepError(f"unknown word {word!r}")
