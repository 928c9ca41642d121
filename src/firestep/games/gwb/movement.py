"""Movement (gwb.7.0) and zones of control in movement (gwb.10.2): where a unit can go, as sets of hexes by cost."""

from __future__ import annotations

from functools import lru_cache

from firestep.games.gwb.components.board import Ground
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import Levels, cost_of, spend, total

__all__ = ["Levels", "banned", "cost_of", "crossing", "doubled", "levels_of", "near_enemy", "one_hex", "path", "reach", "total"]


def reach(
    g: Ground, cls: int, start: int, entry: int, points: int, enemy: int, zone: int, friends: int, doubled: int, banned: int
) -> Levels:
    """The hexes that can be reached, by their cheapest cost. `start` is a hex, or 0 for a unit that enters at one of the hexes of
    `entry` for one point. Zones stop (gwb.10.2a); from zone to zone only into a contested hex, and no further (gwb.10.2b,
    gwb.10.2c). A hex of an enemy zone is contested if a friend stands there (gwb.3.21c, gwb.10.1a,
    gwb.10.1b).
    """
    contested = friends & zone if start and zone >> start & 1 else 0  # gwb.3.21c, gwb.10.1a, gwb.10.1b
    return _levels(g, cls, start, entry, points, enemy, zone, contested, doubled, banned)  # gwb.10.2b


@lru_cache(20000)
def _levels(
    g: Ground, cls: int, start: int, entry: int, points: int, enemy: int, zone: int, contested: int, doubled: int, banned: int
) -> Levels:
    free = g.board.land & ~enemy & ~banned  # gwb.7.2d
    if not start:
        return spend(g.movement_costs(cls, doubled), entry & free, points, free, zone, spent=1)
    # the first step out of a zone may enter another zone hex only where a friend stands
    first = free & (~zone | contested) if zone >> start & 1 else None
    return (0, *spend(g.movement_costs(cls, doubled), 1 << start, points, free, zone, first)[1:])  # gwb.7.1b


def doubled(st: State) -> int:
    """The hexes in or next to a battle marker: gwb.6.5e, gwb.mk.battle."""
    return st.b.grid.dilate(st.markers) if st.markers else 0  # gwb.mk.battle


def banned(st: State, u: int, bonus: bool) -> int:
    """Hexes that a march mode forbids: gwb.6.5f, gwb.7.4c (March Order), gwb.7.5f (forced march)."""
    k = st.b.units[u].side
    out = 0
    if st.marching >> u & 1:
        out = doubled(st) | near_enemy(st, k)  # gwb.6.5f
    if bonus:
        out |= st.zone(1 - k)  # gwb.7.5f
    return out


def near_enemy(st: State, k: int) -> int:
    """The hexes in which March Order would be too near to an enemy of side k, three hexes in the book: gwb.7.4c, G86; guns
    count (G36)."""
    return st.b.grid.around(st.occ[1 - k], st.b.stand_off)


def levels_of(st: State, u: int, points: int, bonus: bool = False) -> Levels:
    """Where a unit can go with so many points, by cost."""
    unit = st.b.units[u]
    k = unit.side
    start = st.at[u]
    here = 1 << start if start > 0 else 0
    friends = st.occ[k]
    if here and st.where[start] == 1 << u:  # the last unit to leave: gwb.10.1c
        friends &= ~here
    entry = st.b.entries[unit.entry] if start == AWAY else 0
    return reach(
        st.ground, unit.wheels, start, entry, points, st.occ[1 - k], st.zone(1 - k), friends, doubled(st), banned(st, u, bonus)
    )


def one_hex(st: State, u: int) -> int:
    """The neighbours that a unit may enter as its whole move, whatever they cost: gwb.7.1c. Bans and zones still hold (G45)."""
    unit = st.b.units[u]
    k, start = unit.side, st.at[u]
    if start <= 0:
        return 0
    bit = 1 << start
    out = st.ground.movement_costs(unit.wheels).step(bit) & ~st.occ[1 - k] & ~banned(st, u, False)
    zone = st.zone(1 - k)
    return out & (~zone | st.occ[k]) if zone & bit else out


def crossing(st: State, u: int) -> int:
    """The hexes across an unbridged river or canal: gwb.7.3a, gwb.7.3b, gwb.7.3c. The hex left is judged as if the unit were gone
    (G48)."""
    b = st.b
    if not b.nimble >> u & 1 or st.dis[u] or st.at[u] <= 0:  # gwb.7.3b
        return 0
    k = b.units[u].side
    bit = 1 << st.at[u]
    zone = st.zone(1 - k)
    if zone & bit and st.where[st.at[u]] == 1 << u:
        return 0
    out = st.ground.fords.step(bit)
    return out and out & ~st.occ[1 - k] & ~banned(st, u, False) & (~zone | st.occ[k])  # gwb.7.3c


def path(st: State, u: int, levels: Levels, h: int, avoid: int) -> tuple[int, ...]:
    """A cheapest path to a hex, the last hex included: through as few hexes of `avoid` as can be, then over as many points of
    objectives as can be (G67, G79)."""
    grid, movement_costs = st.b.grid, st.ground.movement_costs(st.b.units[u].wheels, doubled(st))
    k, start = st.b.units[u].side, st.at[u]
    zone, friends = st.zone(1 - k), st.occ[k]
    costs = {x: c for c, m in enumerate(levels) for x in bits(m)}
    best: dict[int, tuple[int, int, tuple[int, ...]]] = {}

    def before(x: int) -> list[int]:
        """The hexes from which a cheapest way enters x; none for the entry hex of a reinforcement."""
        out = []
        for p in bits(grid.near(x)):
            price = movement_costs.cost(p, x)
            if price is None or costs.get(p, 0 if p == start else -9) + price != costs[x]:
                continue
            if zone >> p & 1 and (p != start or zone >> x & 1 and not friends >> x & 1):  # gwb.10.2a, gwb.10.2c
                continue
            out.append(p)
        return out

    def weigh(x: int) -> tuple[int, int, tuple[int, ...]]:
        if x not in best:
            mine = (avoid >> x & 1, 0 if st.held[k] >> x & 1 else -st.b.objectives.get(x, 0))
            ways = [(0, 0, ()) if p == start else weigh(p) for p in before(x)] or [(0, 0, ())]
            n, points, way = min(ways)
            best[x] = (n + mine[0], points + mine[1], (*way, x))
        return best[x]

    return weigh(h)[2]
