"""The map for a terminal: columns five characters wide, alternate ones one line lower, two lines to a hex.

First line of a hex: the counter (`GE1`, a `+` for more below it) or the country in small letters with the sign of its terrain.
Second line: what stands there, as the game's look says, and `=` for a railway or road. Sea is blank, closed ground is dotted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from firestep.hexmap.counters import Piece
from firestep.hexmap.map_style import Look
from firestep.hexmap.mapfile import HexMap

CELL = 5


def text_map(
    hexmap: HexMap, look: Look, pieces: Iterable[Piece] = (), places: Sequence[str] = (), radius: int | None = None
) -> str:
    """The map as text, with row and column numbers: the whole, or the part around the first of some places."""
    grid = hexmap.grid
    box = _box(hexmap, places, radius)
    (a0, b0), (a1, b1) = box
    stacks: dict[str, list[Piece]] = defaultdict(list)
    for p in pieces:
        stacks[p.hex].append(p)
    marks = _marks(hexmap, look)
    if grid.layout == "rows":
        return _by_rows(hexmap, look, stacks, marks, box)
    lines: list[list[str]] = [[" " * CELL for _ in range(a0, a1 + 1)] for _ in range(2 * (b1 - b0 + 1) + 1)]
    for a in range(a0, a1 + 1):
        low = (a % 2 == 0) == (grid.shifted == "even")
        for b in range(b0, b1 + 1):
            upper, lower = _cell(hexmap, look, f"{a:02d}{b:02d}", stacks, marks)
            at = 2 * (b - b0) + low
            lines[at][a - a0], lines[at + 1][a - a0] = upper.ljust(CELL), lower.ljust(CELL)
    head = "   " + "".join(f"{a:02d}".ljust(CELL) for a in range(a0, a1 + 1))
    out = [head.rstrip()]
    for k, line in enumerate(lines):
        row = b0 + k // 2
        out.append(((f"{row:02d} " if k % 2 == 0 and row <= b1 else "   ") + "".join(line)).rstrip())
    return "\n".join(out)


def text_key(hexmaps: Sequence[HexMap], look: Look) -> str:
    """What the letters and signs of these maps mean, in one paragraph."""
    ground = {t for m in hexmaps for h in m.hexes.values() for t in h.terrains}
    tones = {tone.letter: tone.title for id, tone in look.terrains.items() if id in ground and tone.letter.strip()}
    signs: dict[str, str] = {}
    for f in (f for m in hexmaps for f in m.features if f.kind in look.signs):
        for letter in look.signs[f.kind].letter(f).strip():
            title = re.split(r"[:,]", look.signs[f.kind].samples[0][1])[0] if look.signs[f.kind].samples else f.kind
            signs.setdefault("digit" if letter.isdigit() else letter, f.kind if letter.isdigit() else title)
    lines = [look.lines[k].title for k in look.lines if any(any(m.line_sides(k)) for m in hexmaps)]
    words = [f"{letter} {title}" for letter, title in (*tones.items(), *signs.items())]
    words += [f"= {' or '.join(lines)}"] * bool(lines)
    return "Key: GE1 a unit (GE1+ the top one of several), small letters a country; " + ", ".join(words) + "."


def _box(hexmap: HexMap, places: Sequence[str], radius: int | None) -> tuple[tuple[int, int], tuple[int, int]]:
    """The first and last column and row to draw."""
    grid = hexmap.grid
    (a0, b0), (a1, b1) = grid.first, grid.last
    if radius is None or not places or places[0] not in grid:
        return (a0, b0), (a1, b1)
    a, b = int(places[0][:2]), int(places[0][2:])
    return (max(a0, a - radius), max(b0, b - radius)), (min(a1, a + radius), min(b1, b + radius))


def _by_rows(
    hexmap: HexMap, look: Look, stacks: dict[str, list[Piece]], marks: dict[str, str], box: tuple[tuple[int, int], tuple[int, int]]
) -> str:
    grid = hexmap.grid
    (a0, b0), (a1, b1) = box
    out = ["   " + "".join(f"{b:02d}".ljust(CELL) for b in range(b0, b1 + 1)).rstrip()]
    for a in reversed(range(a0, a1 + 1)) if grid.upward else range(a0, a1 + 1):
        indent = " " * (CELL // 2) if (a % 2 == 0) == (grid.shifted == "even") else ""
        cells = [_cell(hexmap, look, f"{a:02d}{b:02d}", stacks, marks) for b in range(b0, b1 + 1)]
        out.append((f"{a:02d} {indent}" + "".join(c[0].ljust(CELL) for c in cells)).rstrip())
        out.append((f"   {indent}" + "".join(c[1].ljust(CELL) for c in cells)).rstrip())
    return "\n".join(out)


def _marks(hexmap: HexMap, look: Look) -> dict[str, str]:
    marks: dict[str, str] = defaultdict(str)
    for f in hexmap.features:
        letter = look.signs[f.kind].letter(f) if f.kind in look.signs else ""
        marks[f.hex] = letter + marks[f.hex] if letter.isdigit() else marks[f.hex] + letter
    for kind in look.lines:
        for side in hexmap.line_sides(kind):
            for n in side:
                if "=" not in marks[n]:
                    marks[n] += "="
    return marks


def _cell(hexmap: HexMap, look: Look, number: str, stacks: dict[str, list[Piece]], marks: dict[str, str]) -> tuple[str, str]:
    h = hexmap.hexes.get(number)
    stack = stacks.get(number, [])
    if h is None and not stack:
        return "", ""
    if h is not None and h.country and hexmap.countries[h.country].status in look.closed:
        return "....", "...."
    if stack:
        top = stack[-1]
        name = re.sub(r"(?<=\d)(st|nd|rd|th)\b", "", top.left)
        upper = (top.top + name).replace(" ", "")[: CELL - 2 if len(stack) > 1 else CELL - 1]
        upper += "+" if len(stack) > 1 else ""
    else:
        assert h is not None
        known = [look.terrains[t].letter for t in h.terrains if t in look.terrains]
        upper = h.country.lower()[: CELL - 2] + (known or h.terrains[0])[0]
    return upper, (marks.get(number, "") or "-")[: CELL - 1]
