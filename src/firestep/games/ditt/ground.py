"""Where a unit may step now (6.1): friendly or empty places to pass, places with enemies to attack, and who may not share a place.

`steps(st, u)` gives both sets for a unit wherever it stands; `movers` finds, for a whole side at once, the units that can take a
first step.
"""

from __future__ import annotations

from firestep.games.ditt import nations
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import State
from firestep.games.ditt.supply import is_supplied, network, open_seas, supplied
from firestep.hexmap.grid import bits

#: nations that share no place with foreigners (12.3b, 14.1h)
LONERS = (t.AB, t.SI, *t.REDS)


def unstackable(st: State, u: int) -> int:
    """Places where a unit may not be because of friends there: two stars (5.1f), loners (12.3b, 14.1h), Greeks and Turks
    (10.5h)."""
    n = st.serves[u]
    side = st.allegiance[n]
    out = 0
    if t.TWO_STARS[u]:
        for v in t.UNITS_OF[t.UNIT_NATION[u]]:  # whomever it serves (E18)
            if v != u and st.at[v] > 0:
                out |= 1 << st.at[v]
    if n in LONERS:
        for m, there in enumerate(st.of):
            if there and m != n and st.allegiance[m] == side:
                out |= there
    else:
        for m in LONERS:
            if st.of[m] and st.allegiance[m] == side:
                out |= st.of[m]
    if n == t.GK and side == t.CP:
        out |= st.of[t.TU]
    elif n == t.TU and st.allegiance[t.GK] == t.CP:
        out |= st.of[t.GK]
    return out


def enemies(st: State, side: int) -> int:
    """Places with enemy forces: units, Forts and colonial coins (V01, V02)."""
    if side > 1:
        return 0
    return st.occ[1 - side] | st.fort_of[1 - side]


def enterable(st: State, u: int) -> int:
    """Places that a unit may enter, with or without a fight."""
    area = nations.area(st, u) & ~unstackable(st, u)
    return passable(st, u, area) | attackable(st, u, area)


def passable(st: State, u: int, area: int = -1) -> int:
    """Places that a unit may enter without a fight, whether it stands next to them or not."""
    side = st.side(u)
    out = nations.area(st, u) & ~unstackable(st, u) if area < 0 else area
    if side == t.NEUTRAL:
        return out & ~heat(st)
    blocked = enemies(st, side)
    for i in st.siege:
        if i > 0 and st.fort_of[1 - side] >> i & 1 and not st.occ[1 - side] >> i & 1:
            blocked &= ~(1 << i)  # around a besieged Fort (7.5f)
    for i in st.beach:
        if i > 0 and st.ctrl[side] >> i & 1:
            blocked &= ~(1 << i)  # the owner of the hex comes and goes (6.5m)
    return out & ~blocked & ~heat(st)


def attackable(st: State, u: int, area: int = -1) -> int:
    """Places with enemies that a unit may attack by entering."""
    side = st.side(u)
    if side > 1:
        return 0
    out = (nations.area(st, u) & ~unstackable(st, u) if area < 0 else area) & enemies(st, side) & ~st.truce & ~heat(st)
    for i in st.beach:
        if i > 0:
            out &= ~(1 << i)  # by joining first (V17)
    if t.WEATHER[st.turn] == "snow":
        out &= ~p.SNOW  # 6.2d
    if side == t.EP and st.at[t.BOER] > 0:
        out &= ~(p.COUNTRY["Süd-West Afrika"] & (st.of[t.GE] | st.fort_of[t.CP]))  # 11.3e
    if u == t.BAKU:
        return 0
    return out


def heat(st: State) -> int:
    """Lands closed to movement and combat in Summer (6.2b, V06)."""
    return p.HOT if t.WEATHER[st.turn] == "sun" else 0


def may_march(st: State, u: int) -> bool:
    """A unit that may be moved on the map at all: unflipped, not locked (13.3f, 16.6d), no invader (6.5n), out of the heat."""
    i = st.at[u]
    if i <= 0 or st.flipped >> u & 1 or st.landed >> u & 1 or u == t.BAKU:
        return False
    if u in t.BASRA and i == p.BASRA and st.allegiance[t.TU] != t.CP:
        return False
    if t.UNITS[u] == "it-vii" and st.flag("sanitary") and st.allegiance[t.IT] == t.NEUTRAL:
        return False  # 1914.6.06
    return not heat(st) >> i & 1


def allowance(st: State, place: int, side: int) -> int:
    """Two hexes for who begins next to an enemy, else three (6.1e, 6.1g); in one place with him counts too (V16)."""
    near = p.contact(st.allegiance[t.CH] != t.NEUTRAL).near[place] | 1 << place
    return 2 if near & enemies(st, side) else 3


def relief(st: State, u: int, left: int) -> int:
    """Places that a unit out of supply may step to with so many steps left: from there it could still get back into supply, if it
    won every fight (9.4a, U03)."""
    n = st.serves[u]
    ways = p.ways(nations.links(st, u))
    net = network(st, n)
    good = net | ways.step(net) | p.SOURCES[n]
    if n in t.SEAFARING:
        good |= open_seas(st)
    if t.KIND[n] == "minor":
        good |= p.HOME[n]
    open = passable(st, u)
    found = good & (open | attackable(st, u))
    for _ in range(left - 1):
        found |= ways.step(found) & open
    return found


def first_steps(st: State, u: int, fit: bool, left: int = 2) -> int:
    """The places where a single unit may go in one step from where it stands."""
    i = st.at[u]
    near = p.ways(nations.links(st, u)).near[i] if u != t.DUNSTER else p.caspian_ways().near[i]
    out = near & enterable(st, u)
    inside = nations.near_east(st)
    if out & inside and not inside >> i & 1 and nations.ne_admits(st, (u,)):
        out &= ~inside
    if out and not fit:
        out &= relief(st, u, left)
    return out


def may_return(st: State, u: int, origin: int) -> bool:
    """A victor may go back to the hex of his attack, if it is still friendly and free (7.3f)."""
    side = st.side(u)
    if side > 1:
        return False  # its country left the war with the hex it took
    return bool(st.ctrl[side] >> origin & 1 and not enemies(st, side) >> origin & 1 and not unstackable(st, u) >> origin & 1)


def commanded(st: State, side: int) -> int:
    """The units that a player moves: those of his side, and for the EP those of a neutral Italy (15.1f)."""
    out = st.troops[side]
    if side == t.EP and st.allegiance[t.IT] == t.NEUTRAL:
        out |= st.corps[t.IT]
    return out


def movers(st: State, side: int) -> int:
    """The units of a side that can take a step now, as a set. Units of one kind share their sets."""
    out = 0
    known: dict[tuple[int, ...], tuple[int, int]] = {}
    inside = nations.near_east(st)
    hot = heat(st)
    fit = -1
    for u in bits(commanded(st, side) & st.afield & ~st.flipped & ~st.landed):
        i = st.at[u]
        if i <= 0 or hot >> i & 1 or not may_march(st, u):
            continue
        n = st.serves[u]
        special = u == t.DUNSTER or n in t.REDS or t.TWO_STARS[u] or st.expedition >> u & 1 or st.roaming >> u & 1 \
            or u in t.HELD or u == t.ASKARI
        if special:
            if first_steps(st, u, is_supplied(st, u), allowance(st, i, side)):
                out |= 1 << u
            continue
        key = n, t.NE_UNIT[u], t.ALPINE_UNIT[u]
        found = known.get(key)
        if found is None:
            ways = p.ways(nations.links(st, u))
            open = enterable(st, u)
            found = known[key] = ways.step(open), ways.step(open & ~inside)
        if not found[0] >> i & 1:
            continue
        if not found[1] >> i & 1 and not inside >> i & 1 and nations.ne_admits(st, (u,)):
            continue
        if fit < 0:
            fit = supplied(st, commanded(st, side) & ~st.flipped & ~st.landed)
        if not fit >> u & 1 and not first_steps(st, u, False, allowance(st, i, side)):
            continue
        out |= 1 << u
    return out
