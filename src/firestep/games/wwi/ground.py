"""The ground of a map: which steps between hexes are possible, on foot and by rail, for whole sets of hexes at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from firestep.engine.memo import Memo
from firestep.hexmap.grid import Grid
from firestep.hexmap.ways import HexGraph, Pair, borders, both


def growing(flood: Callable[[int, int, int], int], most: int) -> tuple[Callable[[int, int], int], Memo[tuple[int, int], int]]:
    """A flood that is remembered by the masks it depends on (from the same start it goes on from where it was last), and what it
    remembers."""
    known: Memo[tuple[int, int], int] = Memo(most)
    latest: Memo[int, int] = Memo(most)

    def ask(start: int, open: int) -> int:
        key = start & open, open
        found = known.get(key)
        if found is None:
            found = known[key] = latest[key[0]] = flood(start, open, latest.get(key[0], 0))
        return found

    return ask, known


class Ground:
    """Land with walls (hexsides that nothing passes) and lines (hexsides that a railway crosses): ways on foot and by rail.
    The steps in `barred` are possible in the other direction only."""

    __slots__ = ("_rings", "along", "around", "flood", "flood_lines", "foot", "grid", "land", "lines", "near", "rail")

    def __init__(
        self, grid: Grid, land: int, walls: Iterable[Pair] = (), lines: Iterable[Pair] = (), barred: Iterable[Pair] = ()
    ) -> None:
        self.grid = grid
        self.land = land
        barred = set(barred)
        walls = {*both(walls), *barred}
        self.foot = HexGraph(grid, (s for s in borders(grid, land) if s not in walls))
        self.rail = HexGraph(grid, (s for s in both(lines) if s not in barred))
        self.near = self.foot.near
        #: the hexes that a railway runs through
        self.lines = self.rail.ends
        #: the set together with every hex one step from it, on foot and along a line
        self.around: Callable[[int], int] = self.foot.spread
        self.along: Callable[[int], int] = self.rail.spread
        self.flood = self.foot.flood
        self.flood_lines = self.rail.flood
        self._rings: dict[tuple[int, int], int] = {}

    def ring(self, index: int, radius: int) -> int:
        """The hexes at exactly this distance as the crow flies."""
        key = index, radius
        if key not in self._rings:
            self._rings[key] = self.grid.ring(index, radius)
        return self._rings[key]


class Reach:
    """What a mover can reach: the hexes where it may end, and the least it spends to be somewhere and still go on.

    `foot[k]`, `rail[h]`, `after[k]` are the hexes it can be in and still move, after `k` whole or `h` half points, before,
    during and after its one leg by rail (wwi.5.34a, wwi.5.34b).
    """

    __slots__ = ("_spare", "after", "ends", "foot", "link", "rail")

    def __init__(self, ends: int, foot: list[int], rail: list[int], after: list[int], link: int) -> None:
        self._spare = -1
        #: where it may end, its start not among them
        self.ends = ends
        #: where the leg by rail may begin
        self.link = link
        self.foot = foot
        self.rail = rail
        self.after = after

    def __or__(self, other: Reach) -> Reach:
        """What can be reached in either way."""
        layers = ((self.foot, other.foot), (self.rail, other.rail), (self.after, other.after))
        foot, rail, after = ([a | b for a, b in zip(mine, others, strict=True)] for mine, others in layers)
        return Reach(self.ends | other.ends, foot, rail, after, self.link | other.link)

    def without(self, hexes: int) -> Reach:
        """The same, except that it does not go on from these hexes."""
        foot, rail, after = ([m & ~hexes for m in layer] for layer in (self.foot, self.rail, self.after))
        return Reach(self.ends, foot, rail, after, self.link)

    def spare(self) -> int:
        """The hexes from which it can still pay one whole point, or half a point by rail."""
        if self._spare < 0:
            out = 0
            for layer in (self.foot, self.rail, self.after):
                for m in layer[:-1]:
                    out |= m
            self._spare = out
        return self._spare

    def costs(self, hex: int) -> tuple[int, int, int]:
        """What it has spent at least when it stands in a hex (a set of one): whole, half, whole points; -1 if it cannot."""
        a, b, c = (next((k for k, m in enumerate(layer) if m & hex), -1) for layer in (self.foot, self.rail, self.after))
        return a, b, c


def way(ground: Ground, open: int, start: int, end: int) -> tuple[int, ...]:
    """A short way from hex to hex, both included, through open hexes. It is for showing: where the way matters, the rules name the
    hexes. Ties fall to the lowest hex."""
    return ground.foot.path(start, end, open) or (start, end)


def reach(
    ground: Ground,
    cheap: int,
    dear: int,
    start: int,
    open: int,
    zone: int,
    link: int,
    points: int,
    spent: tuple[int, int, int] = (0, -1, -1),
    dear_cost: int = 2,  # wwi.5.12b
    halts: int = 0,
) -> Reach:
    """Movement with costs and halves. Entering a `cheap` hex costs one point, a `dear` one `dear_cost`. A step along a line costs
    half a point (wwi.5.31a, wwi.5.6c), from any hex of `link` (wwi.5.33a). A step between two rail hexes that no line joins costs
    the price of the terrain (wwi.5.31b). Steps by rail form one leg (wwi.5.34a), with steps on foot only before and after it
    (wwi.5.34b). A mover stops when it enters `zone`, on foot (wwi.5.22a, wwi.6.11) as by rail (wwi.6.14, wwi.5.35a), and pays
    nothing for it (wwi.6.13). It does not step from `zone` into `zone` (wwi.5.22b, wwi.6.12b).

    `spent` says what was paid before (`Reach.costs`), so that a move can go on from a hex on its way. The search does not go on
    from `halts`: what lies beyond them is another leg.
    """
    foot, rail, after = [0] * (points + 1), [0] * (2 * points + 1), [0] * (points + 1)
    free = open & ~zone  # wwi.5.22a, wwi.5.35a, wwi.6.11, wwi.6.14
    ends = 0
    for layer, k in ((foot, spent[0]), (rail, spent[1]), (after, spent[2])):
        if k >= 0:
            layer[k] = start
    # it may leave a zone, by rail too (wwi.6.0b, wwi.6.12a, wwi.5.35b), and come into another one later (wwi.6.12c)
    # wwi.5.22b, wwi.6.12b
    first = free if start & zone else open  # a step from zone to zone is never legal
    ends |= _on_foot(ground, cheap, dear, dear_cost, foot, start, first, open, free, halts)  # wwi.6.13
    seen = halts
    any_rail = 0
    for h in range(2 * points):
        here = rail[h]
        if not h & 1:
            here |= foot[h >> 1] & link  # wwi.5.33a
        if here := here & ~seen:
            seen |= here
            near = ground.along(here) & (first if here == start else open)  # half a point each: wwi.5.31a
            ends |= near
            new = near & free & ~(seen & ~halts)  # wwi.5.34a
            rail[h + 1] |= new
            any_rail |= new
    if any_rail or spent[2] >= 0 or spent[1] >= 0:
        for h in range(2 * points + 1):
            if rail[h]:
                after[h + 1 >> 1] |= rail[h]  # half a point left over is lost: wwi.5.31c
        ends |= _on_foot(ground, cheap, dear, dear_cost, after, start, first, open, free, halts)  # wwi.5.34b
    return Reach(ends & ~start, foot, rail, after, link)


def _on_foot(
    ground: Ground,
    cheap: int,
    dear: int,
    dear_cost: int,
    layers: list[int],
    start: int,
    first: int,
    open: int,
    free: int,
    halts: int,
) -> int:
    """Carry a walk on from what is in `layers` (hexes by whole points spent) and return every hex it can end in."""
    ends, seen = 0, halts
    last = len(layers) - 1
    for k in range(last):
        if here := layers[k] & ~seen:
            seen |= here
            near = ground.around(here) & (first if here == start else open)
            if one := near & cheap:  # wwi.5.12a
                ends |= one
                layers[k + 1] |= one & free & ~(seen & ~halts)
            if k + dear_cost <= last and (two := near & dear):  # wwi.5.12b
                ends |= two
                layers[k + dear_cost] |= two & free & ~(seen & ~halts)
    return ends
