"""Strategic movement by rail and river (tgw.9.0 to tgw.9.4): the Allies first, then the Central Powers; sea movement is in `sea`.

`Railways` asks for a place, `Ride` where its units go. Which towns are in supply is settled when the phase begins, for both sides
(tgw.11.11a, N20b): `State.railheads`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from firestep.engine.page_data import price
from firestep.engine.question import Answer, Condition, Keeps, Pick, Question, Things, Word, broken
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw import requirements as need
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.things import BOX, UNIT, where
from firestep.games.tgw.display import fog, names
from firestep.games.tgw.movement import areas, control, sea
from firestep.games.tgw.movement.movement import ENTRY, halted, why_bound
from firestep.games.tgw.state import ARABIA, CAPACITIES, EDGES, RU_TRANSIT, TRANSIT, State, place_word
from firestep.games.tgw.supply import sources, supply
from firestep.hexmap.grid import bits
from firestep.hexmap.parts import SheetGraphs
from firestep.hexmap.ways import HexGraph

#: limits of each capacity, in the order of `state.CAPACITIES`
LIMITS = (
    24,  # Central Powers in Europe (tgw.9.11a)
    4,  # Central Powers in the Near East (tgw.9.12a)
    12,  # Allies in the west and Italy (tgw.9.21a)
    8,  # Russians in the east (tgw.9.22a)
    2,  # Russians in the Caucasus (tgw.9.22c)
    4,  # Allies in Egypt (tgw.9.23a)
    4,  # British in Iraq (tgw.9.23b)
    *sea.LIMITS.values(),
)
CENTRAL, CENTRAL_NE, ALLIED_WEST, RUSSIAN_EAST, RUSSIAN_CAUCASUS, EGYPT, IRAQ = range(7)
#: towns that are none for strategic movement (tgw.3.13i, P48)
_HONORARY = board.mask("N3611", "N4208")
TOWNS = board.SETTLED & ~_HONORARY
RUSSIANS = sum(roster.CORPS[n] for n in tables.RUSSIAN)
BRITISH = sum(roster.CORPS[n] for n in tables.BRITISH)
ALPENKORPS, LETTER_K = 1 << roster.UNIT["ge-ak"], tables.LETTER["K"]
#: the map-edge sources by which each side leaves a front and comes onto another (tgw.9.0e)
EDGE: tuple[dict[int, int], dict[int, int]] = (
    {
        fronts.WEST: board.FRENCH_EDGE,
        fronts.ITALY: board.ITALIAN_EDGE,
        fronts.EAST: board.RUSSIAN_EDGE,
        fronts.CAUCASUS: board.CAUCASUS_EDGE,
    },
    {
        fronts.WEST: board.GERMAN_EDGE_WEST,
        fronts.ITALY: board.AUSTRIAN_EDGE,
        fronts.EAST: board.CP_EDGE_EAST,
        **{f: board.CP_EDGE_NEAR_EAST & fronts.FRONT[f] for f in (fronts.CAUCASUS, fronts.IRAQ, fronts.EGYPT)},
    },
)
#: Iraq south of the row xx44, outside Persia, with Abadan (tgw.9.23b, tgw.9.23c): columns count southward there
IRAQ_RAILS = board.mask(*(board.NUMBER[i] for i in bits(board.IRAQ) if int(board.NUMBER[i][3:]) > 44), "N2552")
_FRANCE_ITALY = board.FRANCE | board.ITALY
_HOME = (_FRANCE_ITALY, board.GERMANY)
EUROPE = (fronts.WEST, fronts.ITALY, fronts.EAST)
NEAR_EAST = (fronts.CAUCASUS, fronts.IRAQ, fronts.EGYPT)
#: every town and city, those too that no train serves
TOWN = Things({i: board.NUMBER[i] for i in bits(board.SETTLED)}, board.place_name)
NO_TOWN = Refusal("tgw.9.0c", "trains run between towns and cities only")
#: what Fisher's Gambit opens on turn 1: Berlin and Stettin alone (tgw.20.2.7c)
_FIRST_TURN = board.mask("E5102", "E5205")


@cache
def _net(ice: bool) -> SheetGraphs:
    """Returns every step from hex to hex, over lakes too when they are frozen (tgw.8.34d)."""
    return SheetGraphs(HexGraph(board.ATLAS, (*board.STEPS, *(board.FROZEN_STEPS if ice else ()))), fronts.FRONT)


def flood(front: int, start: int, open: int, ice: bool) -> int:
    """Every hex of a front that can be reached over open ones."""
    return _net(ice).flood(start, open & fronts.FRONT[front])


def lines(st: State, side: int) -> int:
    """Hexes that a strategic path may use (tgw.9.31b): no enemy unit or fort, no neutral, no Alpine hex; next to an enemy unit or
    fort only where a friend or a friendly fort is (tgw.9.32b)."""
    foe = 1 - side
    enemies = st.occ[foe] | st.fort_of[foe]
    friends = st.occ[side] | st.fort_of[side]
    # a town next to nobody but a nation that has just joined may be ridden to (tgw.9.32c)
    near = beside(enemies) & ~friends & ~(TOWNS & ~threatened(st, side))  # tgw.9.32b
    open = board.LAND & ~(enemies | near | board.ALPINE | areas.closed(st) | st.fort_of[tables.NEUTRAL])  # tgw.9.31b
    if st.on("rail-control"):
        open &= st.ctrl[side]  # E36, the other reading
    return open | board.LAKE


def component(st: State, side: int, front: int, hex: int, open: int) -> int:
    """All that hangs together with a hex; remembered as long as the ground is the same."""
    ice = st.weather[front] == tables.SNOW
    open &= fronts.FRONT[front]
    for m in _component(front, open, ice):
        if m >> hex & 1:
            return m
    found = flood(front, 1 << hex, open, ice)
    _component(front, open, ice).append(found)
    return found


@lru_cache(maxsize=64)
def _component(front: int, open: int, ice: bool) -> list[int]:
    """The parts of open ground that are known to hang together."""
    return []


def area(st: State, side: int, units: int, front: int) -> int:
    """Returns where on a front these units of a side may use strategic movement at all; 0 if nowhere."""
    if side == tables.CENTRAL or front in (fronts.WEST, fronts.ITALY):
        return _ANYWHERE
    if front == fronts.EAST:  # Russians alone (tgw.9.22a), in Russia and Russian Poland (tgw.9.22b)
        return _RUSSIAN_LINES if not units & ~RUSSIANS else 0
    if front == fronts.CAUCASUS:  # Russians alone, in Russia (tgw.9.22c)
        return board.RUSSIA if not units & ~RUSSIANS else 0
    if front == fronts.EGYPT:
        return board.EGYPT  # tgw.9.23a
    # the British, once Maude has come (tgw.9.23b, tgw.9.23d)
    if not maude(st) or units & ~BRITISH and not st.on("maude-allied"):
        return 0
    return IRAQ_RAILS


_ANYWHERE, _RUSSIAN_LINES = board.LAND | board.LAKE, board.RUSSIA_POLAND | board.LAKE


def maude(st: State) -> bool:
    """Returns whether Maude has been played, which opens the railways of Iraq (tgw.6.32a, tgw.9.23d)."""
    return bool(st.play & sea.chits("maude"))


def barred_places(st: State) -> int:
    """Returns the towns that serve no strategic movement now (`served`)."""
    return st.devastated | raided(st)


def raided(st: State) -> int:
    """Returns the town that a raid closes (tgw.6.24b)."""
    raid = st.tally.get("raid-hex", 0)
    return 1 << raid if raid else 0


def served(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a town that trains serve now."""
    first = st.turn == 1
    closed = "{x} has no strategic movement on turn 1" if first else "the Near East has no strategic movement yet"
    yield Condition(_TURN_RULE[first], ~closed_now(st, side), closed)
    yield Condition("tgw.9.0c", TOWNS & st.ctrl[side], "{x} is no friendly town or city")
    yield Condition("tgw.14.63c", ~st.devastated, "{x} is devastated: no trains serve it")
    yield Condition("tgw.6.24b", ~raided(st), "{x} was raided: no trains serve it now")


_TURN_RULE = ("tgw.19.61a", "tgw.19.55a")


def closed_now(st: State, side: int) -> int:
    """Return the fronts without strategic movement this turn: all on turn 1 (tgw.19.55a), unless Fisher's Gambit lets the CP move
    (tgw.20.2.7c), and the Near East until Nov/Dec 1914 is over (tgw.19.61a)."""
    if st.turn == 1:
        return 0 if side == tables.CENTRAL and "al.7" in st.prewar else board.EUROPE | board.NEAR_EAST  # tgw.19.55a
    return 0 if st.near_east_moves else board.NEAR_EAST


def rail_cost(st: State, side: int, u: int, start: int, end: int) -> tuple[tuple[int, int], ...]:
    """The capacities that a unit uses on its way, each with how much; empty where no such way exists."""
    k = 2 if roster.HQ >> u & 1 else 1  # tgw.9.41a
    a = _zone(start)
    z = _zone(end)
    if side == tables.CENTRAL:
        if a in EUROPE and z in EUROPE:
            home = board.GERMANY >> start & 1 and board.GERMANY >> end & 1
            return ((CENTRAL, k if home else 2 * k),)  # tgw.9.11b
        if (
            a == z
            and a in NEAR_EAST
            or start == ARABIA
            and z == fronts.EGYPT
            or {start, end} & {TRANSIT}
            and {a, z} & set(NEAR_EAST)
        ):
            return ((CENTRAL_NE, k),)  # tgw.9.12a, tgw.9.14a, tgw.9.16a; units released from the reserve too (tgw.5.38e)
        if start == TRANSIT and z == fronts.EAST or end == TRANSIT and a == fronts.EAST:
            # from the east to the Near East a unit pays once for each half of its way (tgw.9.14b, E38)
            return ((CENTRAL, 2 * k),)
        return ()
    if a in (fronts.WEST, fronts.ITALY) and z in (fronts.WEST, fronts.ITALY):
        inside = (start in EDGES or _FRANCE_ITALY >> start & 1) and _FRANCE_ITALY >> end & 1
        return ((ALLIED_WEST, k if inside else 2 * k),)  # tgw.9.21b
    for front, cap in ((fronts.EAST, RUSSIAN_EAST), (fronts.CAUCASUS, RUSSIAN_CAUCASUS)):
        if a == front and (z == front or end == RU_TRANSIT) or start == RU_TRANSIT and z == front:
            return ((cap, k),)  # tgw.9.22a, tgw.9.22c; on the way into the transfer box and out of it (tgw.9.25a, tgw.9.25c)
    if a == z == fronts.EGYPT:
        return ((EGYPT, k),)
    if a == z == fronts.IRAQ:
        return ((IRAQ, k),)
    return ()


def _zone(place: int) -> int:
    """The front of a place; EDGE boxes belong to theirs, other boxes to none."""
    return fronts.FRONT_AT[place] if place > 0 else _EDGE_ZONE.get(place, -1)


_EDGE_ZONE = {EDGES[0]: fronts.WEST, EDGES[1]: fronts.ITALY}


def affordable(st: State, side: int, units: tuple[int, ...], start: int, end: int) -> bool:
    need = [0] * len(LIMITS)
    for u in units:
        way = rail_cost(st, side, u, start, end)
        if not way:
            return False
        for cap, k in way:
            need[cap] += k
    limits = (12, *LIMITS[1:]) if st.turn == 1 else LIMITS  # Fisher's Gambit on turn 1 (tgw.20.2.7c)
    return all(st.used[c] + n <= limits[c] for c, n in enumerate(need) if n)


def heads(st: State, units: int) -> int:
    """Returns the towns and cities that all these units may use: in supply for them when the phase began (tgw.9.31a). Units out of
    supply (tgw.11.81a) or on fortress supply (tgw.11.11b) use none."""
    out = -1
    for n in {roster.NATION_OF[u] for u in bits(units)}:
        out &= st.railheads[n]  # tgw.11.11b
    return out


def able(st: State, side: int) -> int:
    """Returns the units of a side that may still use strategic movement: not moved by rail or sea yet in this phase (tgw.9.13b,
    tgw.9.56a), and not bound. Units that have moved and fought may (tgw.9.33a)."""
    return st.troops[side] & ~(st.railed | st.sailed | st.devastating | areas.frozen(st) | halted(st))  # tgw.9.13b, tgw.9.33a


def destinations(st: State, side: int, units: tuple[int, ...], start: int) -> Iterator[Condition]:
    """Yields the conditions of a town to which these units may ride together."""
    bunch = sum(1 << u for u in units)
    if start > 0:
        yield Condition("tgw.9.0d", ~(1 << start), "the units are in {x} already")
    yield from served(st, side)
    if st.turn == 1:
        yield Condition("tgw.20.2.7c", _FIRST_TURN, "on turn 1 trains go to Berlin and Stettin alone")
    yield Condition("tgw.9.31a", heads(st, bunch), "{x} is not in supply for these units")
    open = areas.condition(st, bunch)
    yield open
    yield Condition("tgw.9.32a", ~threatened(st, side), "{x} is next to an enemy unit or fort")
    # the way is closed by enemies (tgw.9.32b), leads over no map edge that the side controls (tgw.9.0e), or leaves Russia
    # (tgw.9.22b, tgw.9.22c), Egypt (tgw.9.23a) or the south of Iraq (tgw.9.23b)
    assert isinstance(open.keeps, int)
    yield Condition("tgw.9.31b", reachable(st, side, bunch, start, open.keeps), "no open way leads to {x}")
    paid = "too little capacity is left to take the units to {x}"
    yield capacity(side, lambda hexes: _paid(st, side, units, start, hexes), paid)
    yield need.room(st, side, bunch)


def capacity(side: int, keeps: Keeps, sentence: str) -> Condition:
    """Returns a condition of the capacity of a side. It names the main limit of the side, though another may be used up (tgw.9.12a,
    tgw.9.14b, tgw.9.22a, tgw.9.25a)."""
    return Condition("tgw.9.21a" if side == tables.ALLIED else "tgw.9.11a", keeps, sentence)


def _paid(st: State, side: int, units: tuple[int, ...], start: int, hexes: int) -> int:
    """Returns the hexes for which enough capacity is left. The cost depends on the front and on whether the ride ends at home,
    so one hex of each part is asked."""
    out = 0
    for front in range(6):
        for part in (hexes & fronts.FRONT[front] & _HOME[side], hexes & fronts.FRONT[front] & ~_HOME[side]):
            if part and affordable(st, side, units, start, (part & -part).bit_length() - 1):
                out |= part
    return out


def to_boxes(st: State, side: int, units: tuple[int, ...], start: int) -> Iterator[Condition]:
    """Yields the conditions of a transit box into which these units may ride (tgw.9.13a, tgw.9.24a)."""
    # no German division before the European Turks are set up (tgw.9.15a, tgw.17.31b), no unit back to Arabia (tgw.9.16b), no
    # Russian after the Fall of the Czar (tgw.9.25b)
    open = boxes(st, side, sum(1 << u for u in units), start)
    yield Condition("tgw.9.13a" if side == tables.CENTRAL else "tgw.9.24a", open, "these units may not go into {x}")
    paid = sum(1 << k for k in bits(open) if affordable(st, side, units, start, -k))
    yield capacity(side, paid, "too little capacity is left to take the units into {x}")


def threatened(st: State, side: int) -> int:
    """Hexes next to an enemy unit or fort, in which no ride ends (tgw.9.32a), save units of who has just entered the war
    (tgw.9.32c)."""
    foe = 1 - side
    new = 0
    if fresh := areas.newcomers(st) & st.troops[foe]:
        # who shares a hex with them has been at war before (S28)
        new = sum(1 << i for i in {st.at[u] for u in bits(fresh)} if i > 0 and not st.where[i] & st.troops[foe] & ~fresh)
    return beside(st.occ[foe] & ~new | st.fort_of[foe])  # tgw.9.32a


@lru_cache(maxsize=16)
def beside(hexes: int) -> int:
    """Some hexes and all next to them."""
    return board.ATLAS.dilate(hexes)


def boxes(st: State, side: int, bunch: int, start: int) -> int:
    """Returns the set of transit boxes that these units may enter from where they are (tgw.9.13a, tgw.9.24b).

    A later phase takes them out (tgw.9.13b). No unit goes back to Arabia (tgw.9.16b). Of the Allies only Russians change theaters
    by rail (tgw.9.24a), and not after the Fall of the Czar (tgw.9.25b).
    """
    if start < 0 or not st.near_east_moves:
        return 0
    front = fronts.FRONT_AT[start]
    if side == tables.CENTRAL:
        if front == fronts.EAST:
            # tgw.9.42a, tgw.9.15a, tgw.17.31b, tgw.17.31m; units of the European map alone never leave it
            early = bunch & ~roster.CORPS[tables.TU] & ~areas.SMALL_GERMANS and not st.flag("euro-turks")
            return 1 << -TRANSIT if not bunch & roster.HQ and not early and near_east_bound(bunch) else 0
        return 1 << -TRANSIT if front in NEAR_EAST else 0  # tgw.9.16b
    russia = board.RUSSIA_POLAND if front == fronts.EAST else board.RUSSIA
    ok = (
        front in (fronts.EAST, fronts.CAUCASUS)  # tgw.9.24a
        and not bunch & ~RUSSIANS
        and not bunch & (roster.HQ | roster.CORPS[tables.ARM])
        and russia >> start & 1
    )
    return 1 << -RU_TRANSIT if ok and not st.flag("czar-fell") and near_east_bound(bunch) else 0


def near_east_bound(bunch: int) -> bool:
    """Return whether all these units may ever be in the Near East: Germans, Turks, Austrians, and Russians (tgw.17.21e) may."""
    return all(areas.printed(u) & board.NEAR_EAST for u in bits(bunch))


def reachable(st: State, side: int, bunch: int, start: int, may: int) -> int:
    """Returns the hexes to which a path of any length leads from a place, over the map edge to other fronts (tgw.9.0e) or out of a
    box. The movement allowance does not limit it (tgw.3.26d)."""
    open = lines(st, side) & (may | board.LAKE)
    if start > 0:
        front = fronts.FRONT_AT[start]
        own = component(st, side, front, start, open & area(st, side, bunch, front) | 1 << start)
        gate = EDGE[side].get(front, 0) & st.ctrl[side] & own
        others = (fronts.WEST, fronts.ITALY, fronts.EAST) if side == tables.CENTRAL else (fronts.WEST, fronts.ITALY)
        out = own
        if gate and front in others:
            for other in others:
                if other != front:
                    out |= flood(
                        other,
                        EDGE[side][other] & st.ctrl[side],
                        open & area(st, side, bunch, other),
                        st.weather[other] == tables.SNOW,
                    )  # tgw.3.26d
        return out
    if start == ARABIA:
        return board.OTTOMAN & fronts.FRONT[fronts.EGYPT]  # tgw.9.16a
    if start in EDGES:
        front = _zone(start)
        return flood(front, ENTRY[start] & st.ctrl[side], open & area(st, side, bunch, front), st.weather[front] == tables.SNOW)
    out = 0
    for front in (fronts.EAST, *NEAR_EAST) if start == TRANSIT else (fronts.EAST, fronts.CAUCASUS):
        if start == TRANSIT and front == fronts.EAST and bunch & roster.HQ:
            continue
        if start == RU_TRANSIT and st.flag("czar-fell") and any(st.came_from.get(u) != front for u in bits(bunch)):
            continue  # a unit in the box goes back to the front from which it came (tgw.9.25b, N11)
        out |= flood(
            front, EDGE[side].get(front, 0) & st.ctrl[side], open & area(st, side, bunch, front), st.weather[front] == tables.SNOW
        )
    return out


def departures(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a town from which a unit may use strategic movement now (tgw.9.0c)."""
    yield need.with_friends("tgw.9.31a", st, side)
    yield from served(st, side)
    own = 0
    for n, here in enumerate(st.railheads):
        if st.allegiance[n] == side:
            own |= here
    yield Condition("tgw.11.81a", own, "{x} is not in supply")  # tgw.11.11b
    may = able(st, side)
    yield Condition("tgw.9.31a", lambda hexes: _with_riders(st, side, may, hexes), lambda i: why_nobody(st, side, i))


def _with_riders(st: State, side: int, may: int, hexes: int) -> int:
    """Returns the hexes where one of some units can use strategic movement and has capacity left."""
    out = 0
    for i in bits(hexes):
        for u in bits(st.where[i] & may):
            if st.railheads[roster.NATION_OF[u]] >> i & 1 and rides(st, side, u, i):
                out |= 1 << i
                break
    return out


def from_boxes(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a box from which a unit may use strategic movement now. At the map edge U.S. units wait as in a city
    (tgw.13.25c)."""
    allowed = (TRANSIT, ARABIA) if side == tables.CENTRAL else (RU_TRANSIT, *EDGES)  # tgw.13.25c
    yield Condition("tgw.9.31a", sum(1 << -k for k in allowed), "nobody rides out of {x}")
    mine = sum(1 << -k for k in allowed if st.stack(k) & st.troops[side])
    yield Condition("tgw.9.31a", mine, "no unit of yours is in {x}")
    closed = 0 if st.near_east_moves else sum(1 << -k for k in allowed if k not in EDGES)
    yield Condition(_TURN_RULE[st.turn == 1], ~closed, "the Near East has no strategic movement yet")
    free = sum(1 << k for k in bits(mine & ~closed) if riders(st, side, -k))
    yield Condition("tgw.9.31a", free, lambda k: why_nobody(st, side, -k))


def why_nobody(st: State, side: int, place: int) -> list[Refusal]:
    """Returns why no unit of a place can use strategic movement."""
    units = st.stack(place) & st.troops[side]
    if place > 0:
        units = sum(1 << u for u in bits(units) if st.railheads[roster.NATION_OF[u]] >> place & 1)
        if not units:
            return [Refusal("tgw.11.81a", f"no unit in {where(place)} is in supply")]
    if not units & able(st, side):
        return [why_bound(st, units)]
    return broken((capacity(side, 0, f"no capacity is left for the units in {where(place)}"),), 0)


def rides(st: State, side: int, u: int, start: int) -> bool:
    """Some capacity is left for a unit where it is."""
    front = _zone(start)
    if side == tables.CENTRAL:
        if start == TRANSIT:
            return st.used[CENTRAL] < LIMITS[CENTRAL] or st.used[CENTRAL_NE] < LIMITS[CENTRAL_NE]
        cap = CENTRAL if front in EUROPE else CENTRAL_NE
    elif start == RU_TRANSIT:
        return st.used[RUSSIAN_EAST] < LIMITS[RUSSIAN_EAST] or st.used[RUSSIAN_CAUCASUS] < LIMITS[RUSSIAN_CAUCASUS]
    else:
        lines = area(st, side, 1 << u, front)
        if not lines or start > 0 and not lines >> start & 1:
            return False
        cap = _ALLIED_CAP[front]
    return st.used[cap] + (2 if roster.HQ >> u & 1 else 1) <= LIMITS[cap]


_ALLIED_CAP = {
    fronts.WEST: ALLIED_WEST,
    fronts.ITALY: ALLIED_WEST,
    fronts.EAST: RUSSIAN_EAST,
    fronts.CAUCASUS: RUSSIAN_CAUCASUS,
    fronts.EGYPT: EGYPT,
    fronts.IRAQ: IRAQ,
}


def riders(st: State, side: int, place: int) -> tuple[int, ...]:
    """The units of a place that may ride from there."""
    units = st.stack(place) & able(st, side)
    return tuple(
        u for u in bits(units) if (place < 0 or st.railheads[roster.NATION_OF[u]] >> place & 1) and rides(st, side, u, place)
    )


@dataclass(frozen=True, slots=True)
class StrategicMovement(Auto[Session[State]]):
    """One side's half of the phase (tgw.9.0a). Supply is checked for both sides when the Allied half begins (tgw.11.11a)."""

    side: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        if self.side == tables.ALLIED:  # tgw.9.0a
            st.railed = st.sailed = 0
            st.used = [0] * len(LIMITS)
            st.used[sea.SEA] = st.tally.get("now-east-hq", 0)  # tgw.13.3d: placed through headquarters in the east
            st.railheads = railheads(st)
        s.note("rails", "tgw.9.0a", side=tables.SEATS[self.side])
        return (Railways(self.side),)


def railheads(st: State) -> list[int]:
    """For each nation the friendly-controlled towns, cities and ports in supply for it."""
    out = []
    for n, side in enumerate(st.allegiance):
        places = st.ctrl[side] & (TOWNS | sea.PORTS) if side < 2 else 0
        if side == tables.ALLIED:
            places = (
                places | sources.valona(st) if n == tables.IT else places & ~sources.VALONA
            )  # a port of the Italians alone (tgw.6.52j)
        out.append(places & supply.fed(st, n) if places else 0)
    return out


@dataclass(frozen=True, slots=True)
class Railways(Question[Session[State]], SideChoice[Session[State]]):
    """The side chooses a place from which units move by rail, the Allies also one from which they sail (tgw.9.0f), or stops."""

    side: int
    says = ("done", "rail place", "sail place")

    def prompt(self, s: Session[State]) -> str:
        return (
            f"{tables.SIDE_TITLES[self.side]}: move units by rail{' or by sea' if self.side == tables.ALLIED else ''}, or be done"
        )

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        st = s.state
        yield Word("done", price=lambda: self.capacity_left(st))
        yield Pick("rail", TOWN, departures(st, self.side), self.ride, wrong=NO_TOWN)
        yield Pick("rail", BOX, from_boxes(st, self.side), lambda s, k: self.ride(s, -k))
        yield Pick("sail", sea.PORT, sea.departures(st, self.side), self.sail, wrong=sea.NO_PORT)

    def ride(self, s: Session[State], place: int) -> Steps:
        return (Ride(self.side, riders(s.state, self.side, place), place), self)

    def sail(self, s: Session[State], port: int) -> Steps:
        return (sea.Sail(sea.sailors(s.state, port), port), self)

    def capacity_left(self, st: State) -> dict[str, Any]:
        """Returns what is left of each capacity of the side, for the page."""
        caps = (CENTRAL, CENTRAL_NE) if self.side == tables.CENTRAL else range(2, len(CAPACITIES))
        return price(", ".join(f"{names.CAPACITY[CAPACITIES[c]]} {LIMITS[c] - st.used[c]} left" for c in caps))


@dataclass(frozen=True, slots=True)
class Ride(Question[Session[State]], SideChoice[Session[State]]):
    """Where do the units ride?"""

    side: int
    units: tuple[int, ...]
    start: int
    says = ("leave unit", "stay", "to place")

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: where {names.bunch(self.units, self.start, s.state.on('fog'))} ride?"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        st, side, units, start = s.state, self.side, self.units, self.start
        yield Word("stay", then=self.stay)
        yield Pick("to", TOWN, destinations(st, side, units, start), self.arrive, lambda i: self.capacity_used(st, i), NO_TOWN)
        boxes = to_boxes(st, side, units, start)
        yield Pick("to", BOX, boxes, lambda s, k: self.arrive(s, -k), lambda k: self.capacity_used(st, -k))
        yield Pick("leave", UNIT, need.left_behind("tgw.9.0d", st, units), self.leave)

    def stay(self, s: Session[State]) -> Steps:
        s.state.railed |= sum(1 << u for u in self.units)
        return ()

    def leave(self, s: Session[State], u: int) -> Steps:
        return (Ride(self.side, tuple(x for x in self.units if x != u), self.start),)

    def arrive(self, s: Session[State], end: int) -> Steps:
        st = s.state
        bunch = sum(1 << u for u in self.units)
        st.railed |= bunch
        for u in self.units:
            for cap, k in rail_cost(st, self.side, u, self.start, end):
                st.used[cap] += k
            if end == RU_TRANSIT:
                st.came_from[u] = fronts.FRONT_AT[self.start]
            elif self.start == RU_TRANSIT:
                st.came_from.pop(u, None)
            st.put(u, end)  # tgw.9.0d
        fog.note(
            s,
            self.side,
            "rail",
            "tgw.9.0d",
            side=tables.SEATS[self.side],
            units=roster.unit_ids(bunch),
            origin=place_word(self.start),
            place=place_word(end),
        )
        if bunch & ALPENKORPS and end > 0 and board.NEAR_EAST >> end & 1 and st.letter >= LETTER_K:
            st.tally["alpenkorps"] = 1  # it has come onto a front of the Near East after K (tgw.5.62c, S10)
        return control.enter(s, bunch, (end,)) if end > 0 else ()

    def capacity_used(self, st: State, end: int) -> dict[str, Any]:
        """Returns what a ride uses of each capacity, for the page."""
        used: dict[int, int] = {}
        for u in self.units:
            for cap, k in rail_cost(st, self.side, u, self.start, end):
                used[cap] = used.get(cap, 0) + k
        return price(
            ", ".join(f"uses {k} of {LIMITS[cap] - st.used[cap]} ({names.CAPACITY[CAPACITIES[cap]]})" for cap, k in used.items())
        )


@dataclass(frozen=True, slots=True)
class EndStrategicMovement(Auto[Session[State]]):
    """The end of the phase: what was counted for it is put away."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        st.railed = st.sailed = 0
        st.railheads = [0] * len(tables.NATIONS)
        st.set_flag("sea-closed", False)
        return ()
