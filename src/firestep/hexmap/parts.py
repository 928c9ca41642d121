"""Ways over sheets that no step joins, every step in both directions: floods and rings are worked out sheet by sheet.

A flood over the whole of a wide atlas pays for its width at every step, and is worked out anew when a single hex far away has
changed. Here each sheet is searched in its own bits, and what was found is remembered by the sheet's own masks: what happens in
Palestine costs nothing in Flanders.
"""

from __future__ import annotations

from collections.abc import Sequence

from firestep.engine.memo import Memo
from firestep.hexmap.ways import HexGraph

#: answers that are kept for a sheet
_KEPT = 400
#: so many hexes lost since the last flood are looked at one by one
_LOST = 8


class SheetGraph:
    """The ways of one sheet, in bits that begin at `low`."""

    __slots__ = ("_known", "_last", "_masks", "_shifts", "low", "mask", "wide")

    def __init__(self, ways: HexGraph, mask: int) -> None:
        # a row of hexes is left below, so that a step over the rim is no negative bit
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
        """`start` and every place of `open` at most so many steps from it; with -1 steps as far as it goes."""
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
        """What of the last flood from the same places is certainly reached again: all that is still open, if no hex was lost
        or the neighbours of each that was hang together without it; else only where it began."""
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
    """Ways whose steps stay within each of some sheets."""

    __slots__ = ("parts", "ways")

    def __init__(self, ways: HexGraph, sheets: Sequence[int]) -> None:
        self.ways = ways
        self.parts = tuple(SheetGraph(ways, m) for m in sheets)

    def flood(self, start: int, open: int) -> int:
        """Every place of `open` that can be reached from `start` without leaving `open`."""
        return self.within(start & open, open, -1)

    def within(self, start: int, open: int, steps: int) -> int:
        """`start` and every place of `open` at most so many steps from it; what is not open is not passed."""
        out = 0
        for part in self.parts:
            if here := start & part.wide:
                low = part.low
                out |= part.search(here >> low, (open & part.wide) >> low, steps) << low
        return out
