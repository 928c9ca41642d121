"""Lines over the map that are no supply of a unit: resource hexes to their home (tgw.5.16), points on their way (tgw.5.17),
divisions that want to be rebuilt as shock-troops or infantry (tgw.15.42, tgw.15.55a). They keep to the blocks of supply lines
(tgw.11.6)."""

from __future__ import annotations

from firestep.games.tgw.components import board, fronts, tables
from firestep.games.tgw.movement.areas import closed
from firestep.games.tgw.state import State
from firestep.games.tgw.supply.supply import supplied
from firestep.hexmap.parts import SheetGraphs
from firestep.hexmap.ways import HexGraph

WAYS = HexGraph(board.ATLAS, board.CONTACTS)
FRONTS = SheetGraphs(WAYS, fronts.FRONT)
BERLIN = board.mask("E5102")
#: where the lines of the two European maps begin (tgw.5.16d, tgw.15.42a)
HOMES = BERLIN | board.RUHR


def passing(st: State, side: int) -> int:
    """Ground that lines of a side may pass: without enemy units, intact enemy forts and what nobody may enter (tgw.11.6a, N16), a
    country of its own that has just joined excepted (tgw.17.11d, M10)."""
    return board.LAND & ~board.ALPINE & ~st.occ[1 - side] & ~st.fort_of[1 - side] & ~(closed(st) & ~st.ctrl[side])  # tgw.11.6a


def joined(st: State, side: int, start: int, within: int | None = None) -> int:
    """Every hex that a line from some hexes reaches."""
    open = passing(st, side) & (within if within is not None else board.LAND)
    return FRONTS.flood(start & open, open)


def home(st: State) -> int:
    """Where a line to Berlin or the Ruhr is open to the Central Powers, and next to it."""
    return WAYS.spread(joined(st, tables.CENTRAL, HOMES & st.ctrl[tables.CENTRAL]))


def traces_home(st: State, u: int, reach: int) -> bool:
    """A German division traces supply to Berlin or a Ruhr hex (tgw.15.42a, tgw.15.55a); `reach` is `home(st)`."""
    i = st.at[u]
    return i > 0 and bool(board.EUROPE >> i & 1) and bool(reach >> i & 1) and supplied(st, u)
