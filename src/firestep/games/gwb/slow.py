"""The rules once more, slowly and hex by hex: what the refusals ask, and what the tests hold the fast masks against.

What decides uses nothing of the mask tables of `Ground`; only the map as written and the places of the units. What explains why a
hex is out of reach may: it asks the fast search with one rule less.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from itertools import combinations
from math import floor
from typing import TypeVar

from firestep.engine.memo import Memo
from firestep.games.gwb import movement
from firestep.games.gwb.components.tables import TERRAIN
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.grid import bits
from firestep.hexmap.mapfile import side

T = TypeVar("T")


def neighbours(st: State, a: int) -> list[int]:
    return bits(st.b.grid.near(a))


def units_at(st: State, h: int, k: int) -> list[int]:
    return [u for u in bits(st.where.get(h, 0)) if st.b.units[u].side == k]


def water(st: State, a: int, b: int) -> str | None:
    """The rule against passing from a to b: unbridged water, lake, moat. None if the side is open."""
    s = side(a, b)
    kind = st.b.board.sides.get(s)
    if "lake" in st.b.board.terrain[a] or "lake" in st.b.board.terrain[b] or kind in ("lake", "moat"):
        return "gwb.7.3e"
    if kind in ("river", "canal"):
        bridges = st.b.board.bridges
        standing = s in bridges and not st.blown >> bridges.index(s) & 1
        return None if standing else "gwb.7.3d"
    return None


#: answers for the last positions asked about: one question is often asked of every hex
_memo: Memo[tuple[object, ...], object] = Memo(200)
_NONE = object()


def remember(key: tuple[object, ...], make: Callable[[], T]) -> T:
    """What was found for the same position, or the answer made now."""
    found = _memo.get(key, _NONE)  # one look-up: another thread may empty the memo at any time
    if found is _NONE:
        found = _memo[key] = make()
    return found  # type: ignore[return-value]


def position(st: State) -> tuple[object, ...]:
    """All that zones, lines and ways depend on, besides the unit that asks."""
    return (st.b.id, st.blown, st.markers, tuple(st.at))


def in_zone(st: State, h: int, k: int) -> bool:
    """Is the hex in a zone of control of side k? gwb.3.21a, gwb.3.21b, gwb.10.0a."""
    return h in zone(st, k)


def zone(st: State, k: int) -> set[int]:
    """The whole zone of control of a side; ask once and keep it where many hexes are judged."""
    return remember(("zone", k, *position(st)), lambda: _zone(st, k))


def _zone(st: State, k: int) -> set[int]:
    out = set()
    for u, h in enumerate(st.at):
        if h > 0 and st.b.units[u].side == k and not st.b.zoneless >> u & 1:
            out |= {n for n in neighbours(st, h) if water(st, h, n) is None}
    return out


def flood(st: State, start: set[int], passes: Callable[[int, int], bool]) -> set[int]:
    """The hexes that can be reached from some hexes by steps that pass."""
    out, queue = set(start), sorted(start)
    for a in queue:
        new = [b for b in neighbours(st, a) if b not in out and passes(a, b)]
        out.update(new)
        queue += new
    return out


def hexes_of(st: State, k: int) -> set[int]:
    """The hexes where units of a side stand."""
    return {h for u, h in enumerate(st.at) if h > 0 and st.b.units[u].side == k}


def near_enemy(st: State, h: int, k: int, far: int) -> bool:
    distance = st.b.grid.distance
    return any(distance(h, x) <= far for x in hexes_of(st, 1 - k))


def near_marker(st: State, h: int) -> bool:
    distance = st.b.grid.distance
    return any(distance(h, m) <= 1 for m in bits(st.markers))


def price(st: State, u: int, a: int, b: int) -> int | None:
    """The cost of one step on foot or wheels, water aside: gwb.7.1a, gwb.7.1e, gwb.6.5e. None if terrain bars it."""
    board = st.b.board
    s = side(a, b)
    costs = [TERRAIN[t].guns if st.b.units[u].wheels else TERRAIN[t].move for t in board.terrain[b]]
    toll = 1 if board.sides.get(s) == "stream" else 0
    if s in board.ways["road"]:
        ground, toll = 1, 0
    elif s in board.ways["trail"]:
        ground = 1
    elif None in costs:
        return None
    else:
        ground = max(c for c in costs if c is not None)
    twice = near_marker(st, b)
    return ground * (2 if twice else 1) + toll * (2 if twice or near_marker(st, a) else 1)


class Walk:
    """The search for a way, rule by rule."""

    def __init__(self, st: State, u: int, mp: int, bonus: bool) -> None:
        self.st, self.u, self.mp, self.bonus = st, u, mp, bonus
        self.k = st.b.units[u].side
        self.marching = bool(st.marching >> u & 1)
        self._zone = zone(st, 1 - self.k)
        self._enemies = hexes_of(st, 1 - self.k)
        self._judged: dict[int, list[str]] = {}

    def zone(self, h: int) -> bool:
        return h in self._zone

    def friends(self, h: int) -> bool:
        return any(u != self.u for u in units_at(self.st, h, self.k))  # gwb.3.21c, gwb.10.1b, gwb.10.1c

    def bans(self, h: int) -> list[str]:
        """Rules against standing in a hex."""
        if h not in self._judged:
            self._judged[h] = list(self._bans(h))
        return self._judged[h]

    def _bans(self, h: int) -> Iterator[str]:
        st = self.st
        if h in self._enemies:
            yield "gwb.7.2d"
        if self.marching and any(st.b.grid.distance(h, x) <= st.b.stand_off for x in self._enemies):
            yield "gwb.7.4c"
        if self.marching and near_marker(st, h):
            yield "gwb.6.5f"
        if self.bonus and self.zone(h):
            yield "gwb.7.5f"

    def against(self, a: int, b: int, first: bool) -> list[str]:
        """Rules against one step."""
        st = self.st
        out = self.bans(b)[:]
        wet = water(st, a, b)
        if wet:
            out.append("gwb.7.3a" if wet == "gwb.7.3d" else wet)
        elif price(st, self.u, a, b) is None:
            out.append("gwb.7.1a")
        if not first and self.zone(a):
            out.append("gwb.10.2a")
        if first and self.zone(a) and self.zone(b) and not self.friends(b):
            out.append("gwb.10.2c")
        return out

    def costs(self) -> dict[int, int]:
        """The cheapest cost of every hex in reach."""
        return remember(("walk", self.u, self.mp, self.bonus, self.marching, *position(self.st)), self._costs)

    def _costs(self) -> dict[int, int]:
        st = self.st
        start = st.at[self.u]
        best: dict[int, int] = {}
        heap: list[tuple[int, int, bool]] = []
        if start == AWAY:
            for h in bits(st.b.entries[st.b.units[self.u].entry]):
                if not self.bans(h) and self.mp >= 1:
                    best[h] = 1
                    heap.append((1, h, False))
        else:
            heap.append((0, start, True))
        while heap:
            c, a, first = heapq.heappop(heap)
            if not first and c > best.get(a, c):
                continue
            for b in neighbours(st, a):
                if b == start or c >= self.mp or self.against(a, b, first):
                    continue
                n = c + (price(st, self.u, a, b) or 1)
                if n <= self.mp and n < best.get(b, 10**6):
                    best[b] = n
                    heapq.heappush(heap, (n, b, False))
        return best

    def one_hex(self, h: int) -> bool:
        """gwb.7.1c: a neighbour whatever its price."""
        start = self.st.at[self.u]
        return start > 0 and h in neighbours(self.st, start) and not self.against(start, h, True)


def crossing(st: State, u: int, h: int) -> str | None:
    """The rule against crossing an unbridged river or canal to a hex; None if it may: gwb.7.3a, gwb.7.3b, gwb.7.3c."""
    a = st.at[u]
    if a <= 0 or h not in neighbours(st, a) or water(st, a, h) != "gwb.7.3d":
        return "gwb.7.3a"
    unit = st.b.units[u]
    if unit.type not in ("inf", "jaeger", "cav"):
        return "gwb.7.3b"
    if st.dis[u]:
        return "gwb.7.3a"
    w = Walk(st, u, 0, False)
    if w.zone(a) and not w.friends(a) or w.zone(h) and not w.friends(h):
        return "gwb.7.3c"
    return next(iter(w.bans(h)), None)


def goals(st: State, u: int, mp: int, bonus: bool, first: bool, fresh: bool) -> set[int]:
    """The hexes that a unit may be moved to, rule by rule. `first`: it has not moved yet; `fresh`: nor spent anything."""
    w = Walk(st, u, mp, bonus)
    at = st.at[u]
    if mp <= 0 or (st.deployed | st.entrained) >> u & 1 or not first and at > 0 and w.zone(at):
        return set()
    out = set(w.costs())
    if first and at > 0:
        out |= {h for h in neighbours(st, at) if w.one_hex(h) or fresh and crossing(st, u, h) is None}
    return out


#: what can stand in the way of a unit
STEP_RULES = (
    "gwb.7.2d",
    "gwb.7.3a",
    "gwb.7.3e",
    "gwb.7.1a",
    "gwb.10.2c",
    "gwb.10.2a",
    "gwb.7.4c",
    "gwb.6.5f",
    "gwb.7.5f",
    "gwb.7.1b",
)


def concerned(st: State, u: int, bonus: bool) -> list[str]:
    """Those of them that can touch this unit now at all; the rest need not be tried."""
    board, unit = st.b.board, st.b.units[u]
    marching = st.marching >> u & 1
    idle = {
        "gwb.7.3e": not board.with_["lake"] and not {"lake", "moat"} & set(board.sides.values()),
        "gwb.7.1a": not unit.wheels,
        "gwb.10.2c": st.at[u] <= 0 or not in_zone(st, st.at[u], 1 - unit.side),
        "gwb.7.4c": not marching,
        "gwb.6.5f": not marching or not st.markers,
        "gwb.7.5f": not bonus,
    }
    return [r for r in STEP_RULES if not idle.get(r)]


def explain(st: State, u: int, h: int, mp: int, bonus: bool) -> list[str]:
    """The fewest rules, one or two, whose waiving would let the unit reach the hex; failing that, those against the hex itself.
    A rule is waived by swapping a set of hexes in the fast search."""
    found: dict[tuple[str, ...], int] = remember(("waived", u, mp, bonus, st.marching >> u & 1, *position(st)), dict)
    rules = concerned(st, u, bonus)
    for n in (1, 2):
        for some in combinations(rules, n):
            reached = found.get(some)
            if reached is None:
                reached = found[some] = _waived(st, u, mp, bonus, some)
            if reached >> h & 1:
                return list(some)
    return [*Walk(st, u, mp, bonus).bans(h), "gwb.7.1b"]


def _waived(st: State, u: int, mp: int, bonus: bool, some: tuple[str, ...]) -> int:
    """The hexes in reach when some rules are not applied."""
    unit = st.b.units[u]
    k, start = unit.side, st.at[u]
    open_sides = tuple(
        kind for rule, kinds in (("gwb.7.3a", ("river", "canal")), ("gwb.7.3e", ("lake", "moat"))) if rule in some for kind in kinds
    )
    ground = st.b.board.ground(st.blown, open_sides)
    zone = 0 if "gwb.10.2a" in some else st.zone(1 - k)
    friends = ~0 if "gwb.10.2c" in some else st.occ[k] & ~(1 << start if start > 0 and st.where[start] == 1 << u else 0)
    doubled = movement.doubled(st)
    banned = 0
    if st.marching >> u & 1:
        banned |= 0 if "gwb.6.5f" in some else doubled
        banned |= 0 if "gwb.7.4c" in some else movement.near_enemy(st, k)
    if bonus and "gwb.7.5f" not in some:
        banned |= st.zone(1 - k)
    enemy = 0 if "gwb.7.2d" in some else st.occ[1 - k]
    wheels = 0 if "gwb.7.1a" in some else unit.wheels
    entry = st.b.entries[unit.entry] if start == AWAY else 0
    points = 60 if "gwb.7.1b" in some else mp
    return movement.total(movement.reach(ground, wheels, start, entry, points, enemy, zone, friends, doubled, banned))


def sight(st: State, a: int, b: int, either: bool) -> bool:
    """A clear line, by points on the line: gwb.3.15, gwb.13.5a, gwb.13.5b. Units do not matter (gwb.13.5e)."""
    board = st.b.board
    grid = board.grid
    # so many that some point lies in every hex that the line goes through, be it only through a corner
    n = 9 * grid.distance(a, b) ** 2 + 1
    (qa, ra), (qb, rb) = grid.axial(a), grid.axial(b)
    high = "high" in board.terrain[a] or "high" in board.terrain[b]
    for i in range(1, n):
        q, r = qa + (qb - qa) * i / n, ra + (rb - ra) * i / n
        around = [(x, y) for x in (floor(q), floor(q) + 1) for y in (floor(r), floor(r) + 1)]
        gaps = {(x, y): _gap(q, r, x, y) for x, y in around}
        # the hexes whose centres are nearest to the point; two of them where the line runs along a side
        near = [at for at in around if gaps[at] < min(gaps.values()) + 1e-9]
        hexes = [h for x, y in near if (h := x * grid.stride + y) in board.terrain and h not in (a, b)]
        blocks = [
            bool({"woods", "village", "city"} & set(board.terrain[h])) or ("high" in board.terrain[h] and not high) for h in hexes
        ]
        if blocks and (any(blocks) if either else all(blocks)):
            return False
    return True


def _gap(q: float, r: float, x: int, y: int) -> float:
    """Squared distance in the plane between two places in this grid's axial coordinates."""
    dq, dr = q - x, r - y
    return dq * dq + dr * dr - dq * dr


def communicating(st: State, k: int) -> set[int]:
    """The hexes with a line of communication, by search: gwb.3.14, gwb.12.1b, gwb.12.1c."""
    return remember(("line", k, *position(st)), lambda: _communicating(st, k))


def _communicating(st: State, k: int) -> set[int]:
    own, enemy, shut = hexes_of(st, k), hexes_of(st, 1 - k), zone(st, 1 - k)

    def free(h: int) -> bool:
        return "lake" not in st.b.board.terrain[h] and h not in enemy and (h not in shut or h in own)  # gwb.10.4

    out = flood(st, {h for h in bits(st.b.supply[k]) if free(h)}, lambda a, b: water(st, a, b) is None and free(b))
    banks = {b for a in out for b in neighbours(st, a) if b not in out and water(st, a, b) == "gwb.7.3d" and free(b)}
    return out | banks
