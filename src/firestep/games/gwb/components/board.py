"""The map sheet of a battle as tables over hex sets: costs, hexsides, zones, sight. Rules are functions of these.

`Board` is what is printed; `Ground` is the board with the bridges that stand at the moment. The text of a map is that of
`hexmap/mapfile.py`, with the words below: see docs/add-a-battle.md.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import product
from pathlib import Path

from firestep.engine.errors import FirestepError
from firestep.games.gwb.components.tables import TERRAIN
from firestep.hexmap.grid import bits
from firestep.hexmap.mapfile import HexMap, Lexicon, MapError, parse_map, side
from firestep.hexmap.ways import HexGraph, MovementCosts, Pair, borders, shift

#: movement classes: everyone on foot or horse, and everything on wheels
FOOT, WHEELS = 0, 1

SIGNS = {
    ".": "clear",
    "w": "woods",
    "v": "village",
    "c": "city",
    "h": "high",
    "W": "high+woods",
    "V": "high+village",
    "m": "marsh",
    "t": "trench",
    "~": "lake",
    "M": "marsh+woods",
    "C": "city+high",
}
#: section -> kind of side or way
SIDES = {"rivers": "river", "canals": "canal", "streams": "stream", "lakes": "lake", "moats": "moat"}
WAYS = {"roads": "road", "trails": "trail", "rails": "rail"}
LEXICON = Lexicon(
    terrains=tuple(TERRAIN),
    sides=(*SIDES, "bridges", "blown"),
    lines=tuple(WAYS),
    features=("place",),
    labels=(),
    sources=(),
    default="",
    signs=SIGNS,
)


def read(path: Path) -> HexMap:
    return parse(path.read_text(encoding="utf-8"), path.name)


def parse(text: str, name: str = "the map") -> HexMap:
    try:
        found = parse_map(text, LEXICON)
    except MapError as e:
        raise FirestepError(f"{name}, {e}") from None
    if len(found.hexes) != sum(1 for _ in found.grid):
        raise FirestepError(f"{name}: every hex needs a sign under [terrain]")
    for s, mark in (found.sides["bridges"] | found.sides["blown"]).items():
        if s not in found.sides["rivers"] | found.sides["canals"]:
            raise FirestepError(f"{name}: no river or canal at {s[0]}/{s[1]} under the bridge {mark.name}")
    return found


class Board:
    """A printed map. Hex sets by terrain, sides and ways; `ground(blown)` gives the tables for play."""

    def __init__(self, text: HexMap) -> None:
        self.map = text
        self.grid = text.grid
        index = self.grid.index
        self.terrain: dict[int, tuple[str, ...]] = {index(n): h.terrains for n, h in text.hexes.items()}

        def pairs(marks: dict[tuple[str, str], str]) -> dict[Pair, str]:
            return {side(index(a), index(b)): word for (a, b), word in marks.items()}

        self.sides = pairs({s: kind for section, kind in SIDES.items() for s in text.sides[section]})
        #: names of bridges; `bridges` are their sides in the order of their bits in a `blown` set; `blown` are down at the start
        self.bridge_name = pairs({s: m.name for k in ("bridges", "blown") for s, m in text.sides[k].items()})
        self.bridges: tuple[Pair, ...] = tuple(sorted(self.bridge_name))
        self.blown = set(pairs(dict.fromkeys(text.sides["blown"], "")))
        self.ways = {way: pairs(dict.fromkeys(text.line_sides(section), way)) for section, way in WAYS.items()}
        self.places = {index(f.hex): f.name for f in text.of_kind("place")}
        #: the hexes that hold a terrain
        self.with_ = {name: sum(1 << h for h, ts in self.terrain.items() if name in ts) for name in TERRAIN}
        self.high = self.with_["high"]
        self.land = self.grid.all & ~self.with_["lake"]
        #: from land to land whatever lies on the side, for estimates
        self.afoot = HexGraph(self.grid, borders(self.grid, self.land))
        #: cost of entering a hex for both movement classes; None is barred. The dearest terrain counts: gwb.7.1a
        self.enter = tuple({h: _greatest_cost(ts, wheels) for h, ts in self.terrain.items()} for wheels in (False, True))
        #: remembered: the tables with some bridges down, as if some kinds of side were none (to explain a refusal); the hexes at
        #: most so far from one (gwb.6.2b); whether one hex sees another
        self.ground = cache(partial(Ground, self))
        self.disc = cache(lambda hex, radius: self.grid.around(1 << hex, radius))
        self.sight = cache(self._sight)

    def _sight(self, a: int, b: int, either: bool = False) -> bool:
        """Is the line of sight from centre to centre clear (gwb.3.15, gwb.13.5a)? Units never block it (gwb.13.5e). Along a
        hexside both hexes must block (G61), or `either`. Along the edge of the map its one hex decides (G71)."""
        # gwb.13.5d: the end hexes never block; gwb.13.5c: high ground blocks when neither end stands on it
        block = self.with_["woods"] | self.with_["village"] | self.with_["city"]  # gwb.13.5b
        if not (self.high >> a | self.high >> b) & 1:
            block |= self.high
        (qa, ra), (qb, rb) = self.grid.axial(a), self.grid.axial(b)
        for passed in between(qb - qa, rb - ra):
            hexes = [(qa + q) * self.grid.stride + ra + r for q, r in passed]
            blocked = [block >> h & 1 for h in hexes if self.grid.all >> h & 1]
            if blocked and (any if either else all)(blocked):  # gwb.13.5e
                return False
        return True

    def name(self, h: int) -> str:
        """A hex in words: by its place, if it has one."""
        number, place = self.grid.number(h), self.places.get(h)
        return f"{place} ({number})" if place else number

    def where(self, h: int) -> dict[str, str]:
        """A hex for the journal."""
        number, place = self.grid.number(h), self.places.get(h)
        return {"hex": number, "place": place} if place else {"hex": number}


@cache
def between(q: int, r: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The hexes that the line from the hex (0, 0) to (q, r) passes, without its ends (axial, exact). A hex that the line goes
    through stands alone, even if the line only cuts a corner. Two hexes stand together if the line runs along their side."""
    alone: list[tuple[tuple[int, int], ...]] = []
    shared: dict[tuple[Fraction, Fraction], tuple[tuple[int, int], ...]] = {}
    for h in product(range(min(q, 0) - 1, max(q, 0) + 2), range(min(r, 0) - 1, max(r, 0) + 2)):
        found = _crossed((q, r), h)
        if h in ((0, 0), (q, r)) or found is None:
            continue
        start, end, inside = found
        if inside:
            alone.append((h,))
        else:
            shared[start, end] = (*shared.get((start, end), ()), h)
    return (*alone, *shared.values())


def _crossed(goal: tuple[int, int], h: tuple[int, int]) -> tuple[Fraction, Fraction, bool] | None:
    """The part of the line from (0, 0) to `goal` that lies in a hex, and whether it goes through the inside. None if it misses the
    hex or only touches a corner."""
    start, end, inside = Fraction(0), Fraction(1), True
    for a, b in ((2, -1), (-1, 2), (1, 1)):  # the hex is where these three forms differ from those of its centre by 1 at most
        at, by = -(a * h[0] + b * h[1]), a * goal[0] + b * goal[1]
        if by:
            low, high = sorted((Fraction(-1 - at, by), Fraction(1 - at, by)))
            start, end = max(start, low), min(end, high)
        elif abs(at) > 1:
            return None
        elif abs(at) == 1:
            inside = False
    return (start, end, inside) if start < end else None


def _greatest_cost(terrains: tuple[str, ...], wheels: bool) -> int | None:
    costs = [TERRAIN[t].guns if wheels else TERRAIN[t].move for t in terrains]
    return None if None in costs else max(c for c in costs if c is not None)


class Ground:
    """The board with some bridges down: which steps a thing can make, and what a march costs."""

    def __init__(self, board: Board, blown: int, open_sides: tuple[str, ...] = ()) -> None:
        self.board = board
        grid = board.grid
        down = {board.bridges[i] for i in bits(blown)}
        self._parts: list[list[dict[Pair, int]]] = [[{} for _ in range(6)] for _ in (FOOT, WHEELS)]
        steps: dict[str, list[Pair]] = {"attack": [], "fords": [], "dry": [], "rails": []}
        for a in bits(board.land):
            for d, by in enumerate(grid.shifts):
                b = a + by
                if not board.land >> b & 1:
                    continue
                s = side(a, b)
                kind = board.sides.get(s)
                if kind in open_sides:
                    kind = None
                if s in board.ways["rail"] and s not in down:
                    steps["rails"].append((a, b))
                if kind in ("lake", "moat"):
                    continue  # gwb.7.3e
                if kind in ("river", "canal") and (s not in board.bridge_name or s in down):
                    steps["fords"].append((a, b))
                    continue
                steps["attack"].append((a, b))
                if kind not in ("river", "canal"):
                    steps["dry"].append((a, b))
                self._walk(d, a, b, kind)
        #: combat, retreat, zones and communications pass here (gwb.7.3d, gwb.10.0a); over an unbridged river or canal side
        #: (gwb.7.3a); over no water side at all, bridged or not (gwb.13.2d); along a railway
        self.attack, self.fords, self.dry, self.rails = (HexGraph(grid, steps[k]) for k in ("attack", "fords", "dry", "rails"))
        #: remembered, for the same sets are asked about again and again: what steps cost each class; the zone of control of units
        #: in these hexes (gwb.3.21a, gwb.10.0a); the hexes that can trace a line of communication
        self.movement_costs = lru_cache(500)(self._movement_costs)
        self.zone = lru_cache(4000)(self.attack.step)
        self.communication = lru_cache(4000)(self._communication)

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

    def _movement_costs(self, cls: int, doubled: int = 0) -> MovementCosts:
        """What steps cost. `doubled` are the hexes in or next to a battle marker: gwb.6.5e, never more than doubled (G46)."""
        rows = []
        for by, parts in zip(self.board.grid.shifts, self._parts[cls], strict=True):
            costs: dict[int, int] = {}
            into = shift(doubled, -by)
            for (terrain, toll), mask in parts.items():
                for cost, m in (
                    (2 * (terrain + toll), mask & into),  # gwb.6.5e
                    (terrain + 2 * toll, mask & ~into & doubled),
                    (terrain + toll, mask & ~into & ~doubled),
                ):
                    if m:
                        costs[cost] = costs.get(cost, 0) | m
            rows.append((by, costs))
        return MovementCosts(rows)

    def cost(self, cls: int, a: int, b: int, doubled: int = 0) -> int | None:
        """The price of one step; None if the step is barred."""
        return self.movement_costs(cls, doubled).cost(a, b)

    def attackable(self, a: int) -> int:
        """The hexes that can be attacked from a, or from which a can be attacked: the sides are the same both ways."""
        return self.attack.near[a]

    def _communication(self, sources: int, barred: int) -> int:
        """The hexes that can trace a line of communication: gwb.3.14, gwb.12.1b. `barred` are enemy-held hexes and uncontested
        zones. An unbridged river is crossed only to the bank (gwb.12.1c)."""
        free = self.board.land & ~barred
        out = self.attack.flood(sources, free)
        return out | self.fords.step(out) & free  # gwb.12.1c

    def line(self, start: int, barred: int) -> int:
        """The hexes along the railway from `start` that a train can reach: gwb.7.6b."""
        return self.rails.flood(1 << start, self.board.land & ~barred | 1 << start)
