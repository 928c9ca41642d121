"""Movement on a map: steps between places for whole sets at once, floods, distances, paths, and moves that cost points.

A `HexGraph` holds for each of the six directions the hexes from which that step is possible. So a step of any set is six shifts,
coasts, rivers and walls included. Leaps are all other steps: between areas and boxes, over straits, from a port to a landing.
`MovementCosts` holds the same with costs. No rule is known here: a game defines the open hexes, the hexes that stop a move, and the
costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import or_

from firestep.hexmap.atlas import Atlas
from firestep.hexmap.grid import Grid, bits

Pair = tuple[int, int]
#: the places that can be reached, by the least cost
Levels = tuple[int, ...]

#: the distance to an unreachable place, in `HexGraph.distances`
FAR = 255


def shift(mask: int, by: int) -> int:
    return mask << by if by > 0 else mask >> -by


def both(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Returns every pair in both directions."""
    for a, b in pairs:
        yield a, b
        yield b, a


def borders(space: Grid | Atlas, land: int) -> Iterator[Pair]:
    """Returns every step between neighbouring hexes of a set, in both directions."""
    for i in bits(land):
        for j in bits(space.near(i) & land):
            yield i, j


class HexGraph:
    """The possible steps. `steps` are pairs from, to (see `both`). Pairs that are not neighbours are leaps like `leaps`."""

    __slots__ = ("_far", "_leaping", "_masks", "_wide", "ends", "near", "shifts", "space")

    def __init__(self, space: Grid | Atlas, steps: Iterable[Pair], leaps: Iterable[Pair] = ()) -> None:
        self.space = space
        self.shifts = space.shifts
        wide = self._wide = space.all.bit_length() + 1
        # bits are collected in bytes: a wide int for every step would cost more than all the steps
        masks = [bytearray(wide + 7 >> 3) for _ in space.shifts]
        direction = {by: k for k, by in enumerate(space.shifts)}
        known = frozenset(bits(space.all))
        far: dict[int, int] = {}
        for a, b in (*steps, *leaps):
            if a not in known or b not in known:
                raise ValueError("a step leads off the map")
            k = direction.get(b - a)
            if k is not None and space.near(a) >> b & 1:
                masks[k][a >> 3] |= 1 << (a & 7)
            else:
                far[a] = far.get(a, 0) | 1 << b
        self._masks = tuple(int.from_bytes(m, "little") for m in masks)
        self._far = far
        self._leaping = sum(1 << a for a in far)
        #: every place from which a step leads
        self.ends = reduce(or_, self._masks, self._leaping)
        #: the places one step from each place
        self.near: Mapping[int, int] = _Near(self)

    def step(self, mask: int) -> int:
        """Returns the places one step from a set. A member of the set is included only if a step leads to it."""
        a, _, c, _, e, _ = self.shifts
        ma, mb, mc, md, me, mf = self._masks
        out = (mask & ma) << a | (mask & mb) >> a | (mask & mc) << c | (mask & md) >> c | (mask & me) << e | (mask & mf) >> e
        return out | self._leap(mask) if mask & self._leaping else out

    def spread(self, mask: int) -> int:
        """The set together with every place one step from it."""
        a, _, c, _, e, _ = self.shifts
        ma, mb, mc, md, me, mf = self._masks
        out = mask | (mask & ma) << a | (mask & mb) >> a | (mask & mc) << c | (mask & md) >> c | (mask & me) << e | (mask & mf) >> e
        return out | self._leap(mask) if mask & self._leaping else out

    def within_mask(self, sheet: int, low: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The masks of a sheet that no step leaves and where none leaps, in bits that begin at `low`, and the shifts of the six
        directions."""
        if self.step(sheet) & ~sheet:
            raise ValueError("a step leads out of the sheet")
        if self._leaping & sheet:
            raise ValueError("a step leaps within the sheet: the masks cannot hold it")
        return tuple((m & sheet) >> low for m in self._masks), self.shifts

    def _leap(self, mask: int) -> int:
        out = 0
        for a in bits(mask & self._leaping):
            out |= self._far[a]
        return out

    def flood(self, start: int, open: int, known: int = 0) -> int:
        """Returns every place of `open` that can be reached from `start` without leaving `open`. `known` is an earlier result from
        the same start. If none of it was lost since, the search continues from there."""
        seen = known if known and not known & ~open else start & open
        while (more := self.spread(seen) & open) != seen:
            seen = more
        return seen

    def within(self, start: int, open: int, steps: int) -> int:
        """Returns `start` and every place of `open` within a number of steps from it."""
        seen = start
        for _ in range(steps):
            more = seen | self.spread(seen) & open
            if more == seen:
                break
            seen = more
        return seen

    def layers(self, start: int, open: int) -> list[int]:
        """Returns the places of `open` at 0, 1, 2 … steps from the nearest of `start`."""
        seen = front = start
        out = []
        while front:
            out.append(front)
            front = self.spread(front) & open & ~seen
            seen |= front
        return out

    def distances(self, start: int, open: int) -> bytes:
        """Returns the number of steps from `start` to each place; `FAR` if there is no path."""
        out = bytearray(bytes((FAR,)) * self._wide)
        for k, front in enumerate(self.layers(start, open)[:FAR]):
            for i in bits(front):
                out[i] = k
        return bytes(out)

    def path(self, start: int, end: int, open: int, avoid: int = 0) -> tuple[int, ...]:
        """Returns a shortest path from place to place, both included. Between them it uses `open` only, and `avoid` only if there
        is no other path. Ties go to the lowest index. Returns an empty path if there is none."""
        if avoid & open and (found := self.path(start, end, open & ~avoid)):
            return found
        open |= 1 << end
        seen = 1 << start
        fronts = [seen]
        while not fronts[-1] >> end & 1:
            front = self.spread(fronts[-1]) & open & ~seen
            if not front:
                return ()
            seen |= front
            fronts.append(front)
        out = [end]
        for front in reversed(fronts[:-1]):
            out.append(next(p for p in bits(front) if self.near[p] >> out[-1] & 1))
        return tuple(reversed(out))


class _Near(dict[int, int]):
    """The places one step from a place, computed on demand: an atlas has thousands of places."""

    __slots__ = ("ways",)

    def __init__(self, ways: HexGraph) -> None:
        self.ways = ways

    def __missing__(self, place: int) -> int:
        self[place] = out = self.ways.step(1 << place)
        return out


class MovementCosts:
    """What steps cost: for each direction the sets of hexes from which a step costs so much, and leaps with their price.

    `rows[d]` is the bit shift of a direction and (cost, set) pairs in ascending order of cost.
    """

    __slots__ = ("far", "rows")

    def __init__(self, rows: Iterable[tuple[int, Mapping[int, int]]], leaps: Iterable[tuple[int, int, int]] = ()) -> None:
        self.rows = tuple((by, tuple(sorted(costs.items()))) for by, costs in rows)
        self.far: dict[int, tuple[Pair, ...]] = {}
        for a, b, cost in leaps:
            self.far[a] = (*self.far.get(a, ()), (b, cost))

    @classmethod
    def of(cls, space: Grid | Atlas, steps: Iterable[tuple[int, int, int]]) -> MovementCosts:
        """From single steps (from, to, cost)."""
        rows: list[dict[int, int]] = [{} for _ in space.shifts]
        leaps = []
        for a, b, cost in steps:
            if space.near(a) >> b & 1:
                row = rows[space.shifts.index(b - a)]
                row[cost] = row.get(cost, 0) | 1 << a
            else:
                leaps.append((a, b, cost))
        return cls(zip(space.shifts, rows, strict=True), leaps)

    def cost(self, a: int, b: int) -> int | None:
        """Returns the cost of one step; None if there is none."""
        for by, costs in self.rows:
            if a + by == b:
                for cost, mask in costs:
                    if mask >> a & 1:
                        return cost
        return min((cost for to, cost in self.far.get(a, ()) if to == b), default=None)

    def step(self, mask: int) -> int:
        """Returns the places one step from a set, at any cost."""
        out = 0
        for by, costs in self.rows:
            for _, here in costs:
                if t := mask & here:
                    out |= t << by if by > 0 else t >> -by
        for a in bits(mask) if self.far else ():
            for b, _ in self.far.get(a, ()):
                out |= 1 << b
        return out


def spend(
    movement_costs: MovementCosts, start: int, points: int, open: int, stop: int = 0, first: int | None = None, spent: int = 0
) -> Levels:
    """Returns the places that can be reached with a number of points, by the least cost; `start` itself has the cost `spent`.

    No move continues from a hex of `stop`, unless it begins there with nothing spent. `first` is what the first step may enter, if
    that differs from `open`.
    """
    levels = [0] * (points + 1)
    if spent <= points:
        levels[spent] = start
    done = 0
    ok = open if first is None else first
    far = movement_costs.far
    for c in range(spent, points + 1):
        front = levels[c] & ~done
        levels[c] = front
        done |= front
        if c:
            front &= ~stop
        if not front:
            continue
        left = points - c
        for by, costs in movement_costs.rows:
            for cost, mask in costs:
                if cost > left:
                    break
                if t := front & mask:
                    levels[c + cost] |= (t << by if by > 0 else t >> -by) & ok
        if far:
            for a in bits(front):
                for b, cost in far.get(a, ()):
                    if cost <= left and ok >> b & 1:
                        levels[c + cost] |= 1 << b
        ok = open
    return tuple(levels)


def total(levels: Levels) -> int:
    """Every place of the levels."""
    out = 0
    for m in levels:
        out |= m
    return out


def cost_of(levels: Levels, place: int) -> int | None:
    """The least cost of a place, or None."""
    for c, m in enumerate(levels):
        if m >> place & 1:
            return c
    return None


def back(movement_costs: MovementCosts, levels: Levels, end: int) -> tuple[int, ...]:
    """Returns a cheapest path through levels that `spend` found, from the first place to `end`, both included. Of equal paths, the
    first in the order of directions."""
    c = cost_of(levels, end)
    if c is None:
        return ()
    out = [end]
    while (step := _before(movement_costs, levels, out[-1], c)) is not None:
        c -= step[1]
        out.append(step[0])
    return tuple(reversed(out))


def _before(movement_costs: MovementCosts, levels: Levels, here: int, c: int) -> tuple[int, int] | None:
    """Returns the place before a place on the path, and the cost of that step."""
    for by, costs in movement_costs.rows:
        for price, mask in costs:
            if price <= c and here >= by and mask & levels[c - price] & 1 << here - by:
                return here - by, price
    for a, far in movement_costs.far.items():
        for b, price in far:
            if b == here and price <= c and levels[c - price] >> a & 1:
                return a, price
    return None
