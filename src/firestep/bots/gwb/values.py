"""What the greedy player thinks of hexes and units: how far the work is, how strong a place is."""

from __future__ import annotations

from firestep.games.gwb import terrain
from firestep.games.gwb.state import State
from firestep.hexmap.grid import bits

FAR = 60
_fields: dict[tuple[str, int, int], dict[int, int]] = {}


def field(st: State, goals: int) -> dict[int, int]:
    """The distance of every hex to the nearest goal, over land."""
    key = (st.b.id, st.blown, goals)
    out = _fields.get(key)
    if out is None:
        if len(_fields) > 300:
            _fields.clear()
        out = _fields[key] = {}
        grid, land = st.b.board.grid, st.b.board.land
        front, seen, d = goals & land, 0, 0
        while front:
            for h in bits(front):
                out[h] = d
            seen |= front
            front = grid.dilate(front) & land & ~seen
            d += 1
    return out


def goals(st: State, k: int) -> int:
    """What a side marches on: objectives that it does not hold, and enemies who are near to them or to its own."""
    wanted = sum(1 << h for h in st.b.objectives if not st.held[k] >> h & 1)
    kept = sum(1 << h for h in st.b.objectives if st.held[k] >> h & 1)
    near = st.b.board.near(wanted | kept, 4)
    return wanted | st.occ[1 - k] & near or st.occ[1 - k]


def strength(st: State, mask: int) -> int:
    return sum(st.strength(u) for u in bits(mask & ~st.b.guns))


def around(st: State, h: int, k: int) -> int:
    """Infantry strength of side k that could attack a hex."""
    total = 0
    for n in bits(st.ground.attackable(h) & st.men[k]):
        total += strength(st, st.where[n])
    return total


def cover(st: State, h: int) -> float:
    return 0.3 * terrain.barrage(st.b.board, h) + (0.3 if st.b.board.high >> h & 1 else 0.0)


def worth(st: State, h: int) -> float:
    """Victory points of a hex."""
    return float(st.b.objectives.get(h, 0))


def cut(st: State, u: int, h: int) -> int:
    """Enemy steps that would be isolated if the unit stood in a hex: its zone may close the last way out (gwb.12.1)."""
    k = st.b.units[u].side
    men, occ, at = st.men[k], st.occ[k], st.at[u]
    if at > 0:
        rest = st.where[at] & ~(1 << u)
        men &= ~(0 if rest & ~st.b.guns else 1 << at)
        occ &= ~(0 if rest else 1 << at)
    theirs = st.occ[1 - k]
    zone = st.ground.zone(men | 1 << h)
    open_ = st.ground.communication(st.b.supply[1 - k], occ | 1 << h | zone & ~theirs)
    return sum(st.steps[x] for hex_ in bits(theirs & ~open_) for x in bits(st.where[hex_]))
