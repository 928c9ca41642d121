"""Trenches (tgw.14.4, tgw.14.5): the five status markers move with the Strategic Turns, and each nation digs as deep as its marker
says."""

from __future__ import annotations

import csv

from firestep.engine.session import Session
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

GERMAN = tables.TRENCH[tables.GE]
#: the letter that brings the Hindenburg Line, and its markers (tgw.14.31a)
LINE_LETTER, LINE_MARKERS = tables.LETTER["K"], 4


def _read() -> tuple[tuple[int, ...], ...]:
    """Return the value of each marker after each letter. The file also sets the maxima: none goes beyond -2, those of the other
    CP (tgw.14.43c) and of the other Allies (tgw.14.45d) not beyond -1."""
    depth = [[0] * len(tables.LETTERS) for _ in tables.TRENCH_NAMES]
    with (tables.DATA / "trenches.csv").open(encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f):
            for k in range(tables.LETTER[row["letter"]], len(tables.LETTERS)):
                depth[tables.TRENCH_NAMES.index(row["marker"])][k] = -int(row["drm"])  # tgw.14.43c, tgw.14.45d
    return tuple(tuple(d) for d in depth)


DEPTH = _read()


def advance(s: Session[State]) -> None:
    """Move the markers in a Strategic Turn, as `data/trenches.csv` says. They start at no effect and never move back (tgw.14.42a).
    K brings the Hindenburg Line (tgw.14.31a)."""
    st = s.state
    if st.letter < 0:
        return
    for k, depth in enumerate(DEPTH):
        if depth[st.letter] > st.trenches[k]:  # tgw.14.42a
            st.trenches[k] = depth[st.letter]
            s.note("trenches", "tgw.14.41a", marker=tables.TRENCH_NAMES[k], value=-st.trenches[k])
    if st.letter == LINE_LETTER:
        st.line_left = LINE_MARKERS
        s.note("hindenburg", "tgw.14.31a", markers=LINE_MARKERS)


def depth(st: State, hex: int, side: int, units: int) -> tuple[int, str]:
    """Return how much the trenches of defenders take off the die, and the rule. `units`: the defending combat units. Without any, a
    fort defends alone, with the trenches of its own nation (tgw.14.12b, N7)."""
    if unit_types.bound_cavalry(st, units):
        return 0, "tgw.15.54c"
    if board.NEAR_EAST >> hex & 1:  # the markers serve in Europe only (tgw.14.47a)
        # no Allied unit has trenches there (tgw.14.51a), a CP unit only these (tgw.6.35b, tgw.6.35d, tgw.14.52a)
        return int(side == tables.CENTRAL and st.ne_trenches >> hex & 1), "tgw.14.53a"
    if not units:
        nation = tables.GE if st.line >> hex & 1 else fronts.FORT_NATION.get(hex, tables.GE)
        return st.trenches[tables.TRENCH[nation]], "tgw.14.12b"
    markers = {tables.TRENCH[roster.NATION_OF[u]] for u in bits(units)}
    if len(markers) == 1 and GERMAN in markers:
        return st.trenches[GERMAN], "tgw.14.43a"
    if side == tables.CENTRAL and unit_types.beside_sud(st, hex):
        return st.trenches[GERMAN], "tgw.14.44b"
    rule = "tgw.14.41a" if len(markers) == 1 else "tgw.14.44a" if side == tables.CENTRAL else "tgw.14.46a"
    return min(st.trenches[k] for k in markers), rule
