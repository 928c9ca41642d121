"""Graphs of several sheets that no step connects, with every step in both directions. Floods and rings are computed sheet by sheet.

A flood over a wide atlas costs its width at every step, and must be repeated when a single hex far away has changed. Here each
sheet is searched in its own bits, and results are cached by the sheet's own masks. So a change in Palestine costs nothing in
Flanders.
"""

from __future__ import annotations

from collections.abc import Sequence

from firestep.engine.memo import Memo
from firestep.hexmap.ways import HexGraph

#: cached answers of a sheet
_KEPT = 400
#: up to this number of lost hexes since the last flood are checked one by one
_LOST = 8


class SheetGraph:
    """The graph of one sheet, in bits that begin at `low`."""

    __slots__ = ("_known", "_last", "_masks", "_shifts", "low", "mask", "wide")

    def __init__(self, ways: HexGraph, mask: int) -> None:
        # a row of hexes is left free below, so that no step has a negative bit
        self.low = max(0, (mask & -mask).bit_length() - 1 - max(ways.shifts))
        self.wide = mask
        self.mask = mask >> self.low
        self._masks, self._shifts = ways.within_mask(mask, self.low)
        if any(there << by != back for there, back, by in zip(self._masks[::2], self._masks[1::2], self._shifts[::2], strict=True)):
            raise ValueError("a step leads one way only")
        self._known: Memo[tuple[int, int, int], int] = Memo(_KEPT)
        #: the last flood from some places
        self._last: Memo[int, int] = Memo(_KEPT)

    def spread(self, mask: int) -> int:
        """The set together with every place one step from it."""
        a, _, c, _, e, _ = self._shifts
        ma, mb, mc, md, me, mf = self._masks
        return (
            mask | (mask & ma) << a | (mask & mb) >> a | (mask & mc) << c | (mask & md) >> c | (mask & me) << e | (mask & mf) >> e
        )

    def search(self, start: int, open: int, steps: int) -> int:
        """Returns `start` and every place of `open` within a number of steps from it; -1 steps: without limit."""
        key = (start, open, steps)
        found = self._known.get(key)
        if found is not None:
            return found
        seen, left = self._again(start, open) if steps < 0 else start, steps
        while left:
            more = seen | self.spread(seen) & open
            if more == seen:
                break
            seen = more
            left -= 1
        self._known[key] = seen
        if steps < 0:
            self._last[start] = seen
        return seen

    def _again(self, start: int, open: int) -> int:
        """Returns which places of the last flood from the same start are certainly reached again. These are all open ones, if no
        hex was lost, or if the neighbours of each lost hex stay connected without it; otherwise only the start."""
        seen = self._last.get(start, 0)
        lost = seen & ~open
        if not seen or lost & start or lost.bit_count() > _LOST:
            return start
        while lost:
            bit = lost & -lost
            lost ^= bit
            seen ^= bit
            ring = self.spread(bit)
            around = ring & seen
            if around & (around - 1):
                field = self.spread(ring) & seen
                found = around & -around
                while (more := self.spread(found) & field) != found:
                    found = more
                if around & ~found:
                    return start
        return seen


class SheetGraphs:
    """A graph whose steps stay within each of some sheets."""

    __slots__ = ("parts", "ways")

    def __init__(self, ways: HexGraph, sheets: Sequence[int]) -> None:
        self.ways = ways
        self.parts = tuple(SheetGraph(ways, m) for m in sheets)

    def flood(self, start: int, open: int) -> int:
        """Returns every place of `open` that can be reached from `start` without leaving `open`."""
        return self.within(start & open, open, -1)

    def within(self, start: int, open: int, steps: int) -> int:
        """Returns `start` and every place of `open` within a number of steps from it."""
        out = 0
        for part in self.parts:
            if here := start & part.wide:
                low = part.low
                out |= part.search(here >> low, (open & part.wide) >> low, steps) << low
        return out
