"""The map sheet of a battle as tables over hex sets: costs, hexsides, zones, sight. Rules are functions of these.

`Board` is what is printed; `Ground` is the board with the bridges that stand at the moment.
"""

from __future__ import annotations

from firestep.games.gwb.mapfile import MapText, Side, side
from firestep.games.gwb.tables import TERRAIN
from firestep.hexmap.grid import bits

#: movement classes: everyone on foot or horse, and everything on wheels
FOOT, WHEELS = 0, 1

Edges = tuple[tuple[int, tuple[tuple[int, int], ...]], ...]

NO_LIMIT = 99


def shift(mask: int, by: int) -> int:
    return mask << by if by > 0 else mask >> -by


class Board:
    """A printed map. Hex sets by terrain, sides and ways; `ground(blown)` gives the tables for play."""

    __slots__ = (
        "_discs",
        "_grounds",
        "_sights",
        "bridges",
        "enter",
        "grid",
        "high",
        "land",
        "sides",
        "terrain",
        "text",
        "ways",
        "with_",
    )

    def __init__(self, text: MapText) -> None:
        self.text = text
        self.grid = text.grid
        self.terrain = text.terrain
        self.sides = text.sides
        #: bridges in the order of their bits in a `blown` set
        self.bridges: tuple[Side, ...] = tuple(sorted(text.bridges))
        self.ways = text.ways
        #: the hexes that hold a terrain
        self.with_ = {name: sum(1 << h for h, ts in text.terrain.items() if name in ts) for name in TERRAIN}
        self.high = self.with_["high"]
        self.land = self.grid.all & ~self.with_["lake"]
        #: cost of entering a hex for both movement classes; None is barred. The dearest terrain counts: gwb.7.1a
        self.enter = tuple({h: _dearest(ts, wheels) for h, ts in text.terrain.items()} for wheels in (False, True))
        self._grounds: dict[tuple[int, tuple[str, ...]], Ground] = {}
        self._discs: dict[tuple[int, int], int] = {}
        self._sights: dict[tuple[int, int, bool], bool] = {}

    def ground(self, blown: int, open_sides: tuple[str, ...] = ()) -> Ground:
        """The tables with these bridges down; with `open_sides` as if some kinds of side were none, to explain a refusal."""
        key = (blown, open_sides)
        g = self._grounds.get(key)
        if g is None:
            g = self._grounds[key] = Ground(self, blown, open_sides)
        return g

    def disc(self, hex: int, radius: int) -> int:
        """The hexes at most `radius` away, the middle included: gwb.6.2b."""
        key = (hex, radius)
        m = self._discs.get(key)
        if m is None:
            m = 1 << hex
            for _ in range(radius):
                m = self.grid.dilate(m)
            self._discs[key] = m
        return m

    def near(self, mask: int, radius: int) -> int:
        """The hexes at most `radius` away from any hex of the set."""
        for _ in range(radius):
            mask = self.grid.dilate(mask)
        return mask

    def sight(self, a: int, b: int, either: bool = False) -> bool:
        """Is the line of sight from a to b clear? gwb.13.5. Along a hexside both hexes must block (G61), or `either`."""
        key = (a, b, either)
        clear = self._sights.get(key)
        if clear is None:
            clear = self._sights[key] = self._sight(a, b, either)
        return clear

    def _sight(self, a: int, b: int, either: bool) -> bool:
        # gwb.13.5d: the end hexes never block; gwb.13.5c: high ground blocks when neither end stands on it
        block = self.with_["woods"] | self.with_["village"] | self.with_["city"]
        if not (self.high >> a | self.high >> b) & 1:
            block |= self.high
        for left, right in lines(self.grid.axial(a), self.grid.axial(b)):
            hexes = [h for h in (q * self.grid.stride + r for q, r in (left, right)) if self.grid.all >> h & 1]
            one, two = (block >> h & 1 for h in (hexes[0], hexes[-1]))  # along the edge of the map its one hex decides
            if one and two or either and (one or two):
                return False
        return True

    def name(self, h: int) -> str:
        """A hex in words: by its place, if it has one."""
        number, place = self.grid.number(h), self.text.places.get(h)
        return f"{place} ({number})" if place else number

    def where(self, h: int) -> dict[str, str]:
        """A hex for the journal."""
        number, place = self.grid.number(h), self.text.places.get(h)
        return {"hex": number, "place": place} if place else {"hex": number}

    def bit_of_bridge(self, a: int, b: int) -> int | None:
        s = side(a, b)
        return self.bridges.index(s) if s in self.text.bridges else None


def lines(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The hexes strictly between two hexes, in pairs that differ where the line runs along a hexside (axial, exact)."""
    q, r = b[0] - a[0], b[1] - a[1]
    n = max(abs(q), abs(r), abs(q - r))
    unit = 1000 * n
    out = []
    for k in range(1, n):
        pair = []
        for nudge in (1, -1):
            x, y = 1000 * k * q + nudge, 1000 * k * r - 2 * nudge
            rx, ry, rz = ((v + unit // 2) // unit for v in (x, y, y - x))
            dx, dy, dz = abs(rx * unit - x), abs(ry * unit - y), abs(rz * unit - (y - x))
            if dx > dy and dx > dz:
                rx = ry - rz
            elif dy > dz:
                ry = rx + rz
            pair.append((a[0] + rx, a[1] + ry))
        out.append((pair[0], pair[1]))
    return out


def _dearest(terrains: tuple[str, ...], wheels: bool) -> int | None:
    costs = [TERRAIN[t].guns if wheels else TERRAIN[t].move for t in terrains]
    return None if None in costs else max(c for c in costs if c is not None)


class Ground:
    """The board with some bridges down: for each of the six directions, the hexes from which a thing is possible."""

    __slots__ = ("_edges", "_flood", "_parts", "_zones", "attack", "board", "fords", "open_step", "rails", "reaches")

    def __init__(self, board: Board, blown: int, open_sides: tuple[str, ...] = ()) -> None:
        self.board = board
        grid = board.grid
        down = {board.bridges[i] for i in bits(blown)}
        self._parts: list[list[dict[tuple[int, int], int]]] = [[{} for _ in range(6)] for _ in (FOOT, WHEELS)]
        #: per direction: combat, retreat, zones and communications pass here (gwb.7.3d, gwb.10.0a)
        attack = [0] * 6
        #: per direction: an unbridged river or canal side (gwb.7.3a)
        fords = [0] * 6
        #: per direction: no water side at all, bridged or not (gwb.13.2d)
        dry = [0] * 6
        rails = [0] * 6
        for a in bits(board.land):
            for d, by in enumerate(grid.shifts):
                b = a + by
                if not board.land >> b & 1:
                    continue
                s = side(a, b)
                kind = board.sides.get(s)
                if kind in open_sides:
                    kind = None
                bit = 1 << a
                if s in board.ways["rail"] and s not in down:
                    rails[d] |= bit
                if kind in ("lake", "moat"):
                    continue
                bridged = s in board.text.bridges and s not in down
                if kind in ("river", "canal") and not bridged:
                    fords[d] |= bit
                    continue
                attack[d] |= bit
                if kind not in ("river", "canal"):
                    dry[d] |= bit
                self._walk(d, a, b, kind)
        self.attack, self.fords, self.open_step, self.rails = tuple(attack), tuple(fords), tuple(dry), tuple(rails)
        self._edges: dict[tuple[int, int], Edges] = {}
        self._zones: dict[int, int] = {}
        self._flood: dict[tuple[int, int], int] = {}
        #: memo of `movement.reach`
        self.reaches: dict[tuple[int, ...], tuple[int, ...]] = {}

    def _walk(self, d: int, a: int, b: int, kind: str | None) -> None:
        """Note what the step from a to b costs: the terrain entered and the side crossed."""
        board = self.board
        s = side(a, b)
        toll = TERRAIN["stream"].move or 0 if kind == "stream" else 0
        for cls in (FOOT, WHEELS):
            cost = board.enter[cls][b]
            # gwb.7.1e: along a road or trail its rate replaces the terrain; a road also carries over streams
            if s in board.ways["road"]:
                part = (TERRAIN["road"].move or 1, 0)
            elif s in board.ways["trail"]:
                part = (TERRAIN["trail"].move or 1, toll)
            elif cost is None:
                continue
            else:
                part = (cost, toll)
            parts = self._parts[cls][d]
            parts[part] = parts.get(part, 0) | 1 << a

    def edges(self, cls: int, doubled: int) -> Edges:
        """For each direction its bit shift and the sets of hexes from which the step costs so much. `doubled` are the hexes
        in or next to a battle marker: gwb.6.5e, never more than doubled (G46)."""
        key = (cls, doubled)
        out = self._edges.get(key)
        if out is None:
            rows = []
            for d, by in enumerate(self.board.grid.shifts):
                costs: dict[int, int] = {}
                into = shift(doubled, -by)
                for (terrain, toll), mask in self._parts[cls][d].items():
                    for cost, m in (
                        (2 * (terrain + toll), mask & into),
                        (terrain + 2 * toll, mask & ~into & doubled),
                        (terrain + toll, mask & ~into & ~doubled),
                    ):
                        if m:
                            costs[cost] = costs.get(cost, 0) | m
                rows.append((by, tuple(sorted(costs.items()))))
            if len(self._edges) > 500:
                self._edges.clear()
            out = self._edges[key] = tuple(rows)
        return out

    def cost(self, cls: int, a: int, b: int, doubled: int) -> int | None:
        """The price of one step; None if the step is barred."""
        for by, costs in self.edges(cls, doubled):
            if a + by == b:
                for cost, mask in costs:
                    if mask >> a & 1:
                        return cost
        return None

    def zone(self, troops: int) -> int:
        """The zone of control of units in these hexes: gwb.3.21a, gwb.10.0a."""
        z = self._zones.get(troops)
        if z is None:
            z = 0
            for by, mask in zip(self.board.grid.shifts, self.attack, strict=True):
                z |= shift(troops & mask, by)
            if len(self._zones) > 4000:
                self._zones.clear()
            self._zones[troops] = z
        return z

    def attackable(self, a: int) -> int:
        """The hexes that can be attacked from a, or from which a can be attacked: the sides are the same both ways."""
        return self.zone(1 << a)

    def forded(self, hexes: int) -> int:
        """The hexes across an unbridged river or canal side from these."""
        out = 0
        for by, mask in zip(self.board.grid.shifts, self.fords, strict=True):
            out |= shift(hexes & mask, by)
        return out

    def communication(self, sources: int, barred: int) -> int:
        """The hexes that can trace a line of communication: gwb.12.1. `barred` are enemy-held hexes and uncontested zones.
        An unbridged river is crossed only to the bank (gwb.12.1c)."""
        key = (sources, barred)
        out = self._flood.get(key)
        if out is None:
            free = self.board.land & ~barred
            new = out = sources & free
            steps = tuple(zip(self.board.grid.shifts, self.attack, strict=True))
            while new:
                grown = 0
                for by, mask in steps:
                    grown |= shift(new & mask, by)
                new = grown & free & ~out
                out |= new
            out |= self.forded(out) & free
            if len(self._flood) > 4000:
                self._flood.clear()
            self._flood[key] = out
        return out

    def line(self, start: int, barred: int) -> int:
        """The hexes along the railway from `start` that a train can reach: gwb.7.6b."""
        new = out = 1 << start
        while new:
            grown = 0
            for by, mask in zip(self.board.grid.shifts, self.rails, strict=True):
                grown |= shift(new & mask, by)
            new = grown & ~barred & ~out
            out |= new
        return out
