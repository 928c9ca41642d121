"""Trenches (14.4, 14.5): the five status markers move with the Strategic Turns, and each nation digs as deep as its marker says."""

from __future__ import annotations

import csv

from firestep.engine.session import Session
from firestep.games.tgw import board as b
from firestep.games.tgw import ground as g
from firestep.games.tgw import roster as r
from firestep.games.tgw import tables as t
from firestep.games.tgw import units as x
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

GERMAN = t.TRENCH[t.GE]
#: the letter that brings the Hindenburg Line, and its markers (14.31a)
LINE_LETTER, LINE_MARKERS = t.LETTER["K"], 4


def _read() -> tuple[tuple[int, ...], ...]:
    """The depth of each marker's trenches after each letter."""
    depth = [[0] * len(t.LETTERS) for _ in t.TRENCH_NAMES]
    with (t.DATA / "trenches.csv").open(encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f):
            for k in range(t.LETTER[row["letter"]], len(t.LETTERS)):
                depth[t.TRENCH_NAMES.index(row["marker"])][k] = -int(row["drm"])
    return tuple(tuple(d) for d in depth)


DEPTH = _read()


def advance(s: Session[State]) -> None:
    """A Strategic Turn moves the markers (14.42 to 14.45); none ever moves back. K brings the Hindenburg Line (14.31)."""
    st = s.state
    if st.letter < 0:
        return
    for k, depth in enumerate(DEPTH):
        if depth[st.letter] > st.trenches[k]:
            st.trenches[k] = depth[st.letter]
            s.note("trenches", "tgw.14.41a", marker=t.TRENCH_NAMES[k], value=-st.trenches[k])
    if st.letter == LINE_LETTER:
        st.line_left = LINE_MARKERS
        s.note("hindenburg", "tgw.14.31a", markers=LINE_MARKERS)


def depth(st: State, hex: int, side: int, units: int) -> tuple[int, str]:
    """How much the trenches of defenders take off the die, and the rule. `units`: the defending combat units; without any a fort
    defends alone, with its own nation's trenches (14.12b, N7)."""
    if x.bound_cavalry(st, units):
        return 0, "tgw.15.54c"
    if b.NEAR_EAST >> hex & 1:
        return int(side == t.CENTRAL and st.ne_trenches >> hex & 1), "tgw.14.53a"
    if not units:
        nation = t.GE if st.line >> hex & 1 else g.FORT_NATION.get(hex, t.GE)
        return st.trenches[t.TRENCH[nation]], "tgw.14.12b"
    markers = {t.TRENCH[r.NATION_OF[u]] for u in bits(units)}
    if len(markers) == 1 and GERMAN in markers:
        return st.trenches[GERMAN], "tgw.14.43a"
    if side == t.CENTRAL and x.beside_sud(st, hex):
        return st.trenches[GERMAN], "tgw.14.44b"
    rule = "tgw.14.41a" if len(markers) == 1 else "tgw.14.44a" if side == t.CENTRAL else "tgw.14.46a"
    return min(st.trenches[k] for k in markers), rule
