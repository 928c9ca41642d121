"""What the greedy player thinks of hexes and units: how far the work is, how strong a place is, where life lines run."""

from __future__ import annotations

from firestep.engine.memo import Memo
from firestep.games.gwb import terrain
from firestep.games.gwb.state import State
from firestep.hexmap.grid import bits

FAR = 60
#: stacks at least so many hexes from their supply have a line that can be cut; its ends are left alone
DEEP, ENDS = 12, 3

#: how many hexes further a life line may lie than another goal and still be the better one
LURE = 5

Goals = tuple[int, int]
_fields: Memo[tuple[str, int, Goals], dict[int, int]] = Memo(300)
_goals: Memo[tuple[object, ...], Goals] = Memo(300)
_gaps: Memo[tuple[object, ...], int] = Memo(300)

#: a stack with no opposing infantry so near is watched by nobody
WATCH = 4


def field(st: State, goals: Goals) -> dict[int, int]:
    """The distance of every hex to the nearest goal, over land; the second kind of goals counts as so much nearer."""
    key = (st.b.id, st.blown, goals)
    out = _fields.get(key)
    if out is None:
        afoot, land = st.b.board.afoot, st.b.board.land
        out = _fields[key] = {h: d for d, front in enumerate(afoot.layers(goals[0] & land, land)) for h in bits(front)}
        for d, front in enumerate(afoot.layers(goals[1] & land, land), -LURE):
            for h in bits(front):
                out[h] = min(d, out.get(h, d))
    return out


def goals(st: State, k: int) -> Goals:
    """What a side marches on: objectives that it does not hold and enemies who are near to them or to its own; and, apart, the
    empty stretches of the enemy's lines of communication."""
    key = (st.b.id, k, st.blown, *st.occ, *st.men, *st.held)
    out = _goals.get(key)
    if out is None:
        wanted = sum(1 << h for h in st.b.objectives if not st.held[k] >> h & 1)
        kept = sum(1 << h for h in st.b.objectives if st.held[k] >> h & 1)
        near = st.b.grid.around(wanted | kept, 4)
        out = _goals[key] = (wanted | st.occ[1 - k] & near or st.occ[1 - k], life_lines(st, k))
    return out


def life_lines(st: State, k: int) -> int:
    """The hexes on the shortest lines by which the enemy's foremost stacks reach their supply, away from his troops."""
    g, foe = st.ground, 1 - k
    free = st.b.board.land & ~(st.occ[k] | g.zone(st.men[k]) & ~st.occ[foe])
    layers = g.attack.layers(st.b.supply[foe] & free, free)
    out = 0
    for depth in range(DEEP, len(layers)):
        for h in bits(layers[depth] & st.men[foe]):
            here = 1 << h
            for d in range(depth - 1, ENDS - 1, -1):
                here = g.zone(here) & layers[d]
                here &= -here
                out |= here
    return out & ~st.b.grid.around(st.occ[foe], 2)


def gaps(st: State, k: int) -> int:
    """Where cavalry screens: on the way that enemy infantry takes to its work, two or three hexes before it, where no infantry of
    one's own is near enough to bar it."""
    foot = _foot(st, k)
    theirs = _foot(st, 1 - k)
    key = (st.b.id, k, st.blown, foot, theirs, *st.occ, *st.men, *st.held)
    out = _gaps.get(key)
    if out is None:
        board, ways = st.b.board, field(st, goals(st, 1 - k))
        out = 0
        for e in bits(theirs & ~board.grid.around(foot, WATCH)):
            before = board.disc(e, 3) & ~board.disc(e, 1) & board.land
            out |= sum(1 << h for h in bits(before) if ways.get(h, FAR) <= ways.get(e, FAR) - 2)
        _gaps[key] = out = out & ~board.grid.around(theirs, 1) & ~board.grid.around(foot, 2)
    return out


def _foot(st: State, k: int) -> int:
    """The hexes where infantry of a side stands."""
    riders = st.b.cavalry | st.b.guns
    return sum(1 << h for h in bits(st.occ[k]) if st.where[h] & ~riders)


def strength(st: State, mask: int) -> int:
    return sum(st.strength(u) for u in bits(mask & ~st.b.guns))


def around(st: State, h: int, k: int) -> int:
    """Infantry strength of side k that could attack a hex."""
    total = 0
    for n in bits(st.ground.attackable(h) & st.men[k]):
        total += strength(st, st.where[n])
    return total


def reaching(st: State, h: int, k: int) -> float:
    """Infantry strength of side k that can attack a hex in the morning: its neighbours, and half of those across the open."""
    near = st.ground.attackable(h)
    far = st.b.board.disc(h, 2) & ~st.b.board.disc(h, 1)
    total = float(around(st, h, k))
    for n in bits(far & st.men[k] & st.ground.zone(near & ~st.occ[0] & ~st.occ[1])):
        total += 0.5 * strength(st, st.where[n])
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
