"""Supply (11): nets of lines, who is in supply, and the end of those who are not.

A line is read from its source to the unit (N15). For each class of nations (`sources`) and kind of unit there is a `Net`: the
ground its lines pass, the places joined to an ultimate source, and the places within reach of a source or town. Where a unit would
be in supply is then a union of sets: the net of its class, the neighbourhood of its own headquarters, ports and special cases
(`ground`). Nets are remembered with the sets they were made from, so a move that changes none of them costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import itemgetter, or_
from typing import Any, NamedTuple

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.combat.casualties import eliminate
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.events import scheffer
from firestep.games.tgw.movement import areas
from firestep.games.tgw.state import State, elsewhere
from firestep.games.tgw.supply import sources
from firestep.hexmap.grid import bits

#: how far a unit reaches to a source (tgw.11.21a) or town (tgw.11.22b), and an HQ in the Near East (tgw.11.21b)
REACH, FAR_REACH = 4, 6
#: kinds of lines: of most units, of mountain units (tgw.11.6c), of Italian mountain units (tgw.11.6d)
PLAIN, MOUNTAIN, ALPINI = 0, 1, 2
#: what a unit lives on
NONE, FORTRESS, REGULAR = 0, 1, 2

KIND = tuple(
    (ALPINI if roster.NATION_OF[u] == tables.IT else MOUNTAIN) if roster.MOUNTAIN >> u & 1 else PLAIN for u in range(roster.N)
)


class Net(NamedTuple):
    """The supply of a class of nations for a kind of unit."""

    #: what lines may pass, and where else they may end
    passing: int
    ending: int
    #: every place that a line of any length reaches
    joined: int
    #: where a unit is in supply by a source or town, and where a headquarters is
    near: int
    far: int


_rings: dict[tuple[int, ...], int] = {}
_LIMIT = 300


def blocked(st: State, side: int) -> int:
    """Return the hexes that no line of a side enters: those with enemy units (tgw.11.6a) or an intact enemy fort (tgw.14.11b), and
    those that no unit may enter (N16). A country that has just joined the war still supplies its army (tgw.17.11d)."""
    out = st.occ[1 - side] | st.fort_of[1 - side]  # tgw.14.11b
    return out if st.options.get("neutral-supply") == "open" else out | areas.closed(st) & ~st.ctrl[side]


def _ground(st: State, side: int, kind: int) -> tuple[int, int]:
    """Returns what lines may pass, and where else they may end: without enemies (tgw.11.6a), not through the Alps (tgw.11.6c), and
    in Hot weather not through desert (tgw.12.2n)."""
    open = board.LAND & ~blocked(st, side)
    passing, ending = open, 0
    if kind == PLAIN:
        passing &= ~board.ALPINE
    elif kind == ALPINI:
        ending = open & sources.AUSTRIAN_ALPS  # into them, not through them (tgw.11.6d, tgw.15.71b)
        passing &= ~sources.AUSTRIAN_ALPS
    for front in (fronts.CAUCASUS, fronts.IRAQ, fronts.EGYPT):
        if st.weather[front] == tables.HOT:
            ending |= passing & board.DESERT & fronts.FRONT[front]
            passing &= ~(board.DESERT & fronts.FRONT[front])  # tgw.12.2n
    return passing, ending


class Book(NamedTuple):
    """What is known about the supply of a side as long as nothing changes that it depends on: nets by class and kind, ground by
    nation, kind and the places of headquarters."""

    stamp: tuple[Any, ...]
    nets: dict[tuple[int, int], Net]
    ground: dict[tuple[object, ...], int]


def _book(st: State, side: int) -> Book:
    # everything that `nations.closed` asks for is among these; of the hexes a side controls those that some rule asks about
    stamp = (
        st.occ[1 - side],
        st.fort_of[1 - side],
        st.ctrl[side] & (sources.WATCHED | areas.closed(st)),
        st.held[tables.ALLIED] & _BEACHES,
        st.ctrl[tables.CENTRAL] & sources.VALONA,
        st.flags_set,
        st.turn,
        st.dead_sources,
        st.pipeline,
        st.prewar,
        st.weather,
        st.allegiance,
        st.entered,
    )
    name = _BOOKS[side]
    old: Book | None = st.memo.get(name)
    if old is None or old.stamp != stamp:
        kept = (*stamp[:-3], st.weather[:], st.allegiance[:], st.entered[:])
        old = st.memo[name] = Book(kept, {}, {})
    return old


_BOOKS = ("supply-allied", "supply-central")
_BEACHES = sources.SALONIKA | board.LANDINGS


def net(st: State, cls: int, kind: int = PLAIN, book: Book | None = None) -> Net:
    """The net of a class of nations; `book` is that of its side, where it is at hand."""
    side = sources.side_of(cls)
    nets = (book or _book(st, side)).nets
    found = nets.get((cls, kind))
    if found is None:
        found = nets[cls, kind] = _net(st, side, cls, kind)
    return found


def _net(st: State, side: int, cls: int, kind: int) -> Net:
    """Works out a net. A unit traces to an ultimate source, or to a secondary source that traces to one (tgw.11.2a): a town
    (tgw.11.22a, tgw.11.22b) or an HQ (`ground`). Any number of units may use a source (tgw.11.24a). A town serves the side that
    controls it now (tgw.11.72a)."""
    passing, ending = _ground(st, side, kind)
    origins = sources.ultimate(st, cls) & (passing | ending)
    links = board.SETTLED & st.ctrl[side] & ~sources.barred_towns(st, side)  # tgw.11.22a, tgw.11.72a
    # a town serves who enters it, since it is then friendly; in Sinai ahead of the pipeline too (tgw.11.53a)
    stand = board.SETTLED & ~sources.useless_towns(st, side)
    found = sources.FRONTS.flood(origins & passing, passing)  # tgw.11.24a
    joined = found | sources.WAYS.spread(found) & ending | origins  # tgw.11.2a
    hubs = origins | links & joined
    near = _around(hubs & passing, passing, ending, REACH) | hubs | stand & joined
    far = near | _around(hubs & passing & board.NEAR_EAST, passing, ending, FAR_REACH)  # tgw.11.21b
    return Net(passing, ending, joined, near, far)


def _around(start: int, passing: int, ending: int, steps: int) -> int:
    """Every place at most so many steps from some: lines pass what may be passed, and end there or in `ending`."""
    if not ending:
        return sources.FRONTS.within(start, passing, steps)
    inner = sources.FRONTS.within(start, passing, steps - 1)
    return inner | sources.WAYS.spread(inner) & (passing | ending)


def headquarters(st: State, u: int) -> int:
    """Return the hexes of the headquarters of a unit's nationality: its secondary sources (tgw.15.61a)."""
    out = 0
    at = st.at
    for n in sources.kin_of(u):
        for hq in sources.HQS[n]:
            if at[hq] > 0:
                out |= 1 << at[hq]  # tgw.15.61a
    return out


def _ring(ports: int, net: Net) -> int:
    """The neighbourhood of ports that serve like ultimate sources (tgw.11.41b, tgw.11.44b)."""
    key = (ports, net.passing, net.ending)
    found = _rings.get(key)
    if found is None:
        if len(_rings) >= _LIMIT:
            _rings.clear()
        found = _rings[key] = _around(ports & net.passing, net.passing, net.ending, REACH)
    return found


def ground(st: State, u: int) -> int:
    """Where a unit would be in regular supply as things stand; neutrals want for nothing."""
    n = roster.NATION_OF[u]
    if st.allegiance[n] == tables.NEUTRAL:
        return board.LAND
    hq = IS_HQ[u]
    key = (n, KIND[u], hq, 0 if hq else _STAFFS[n](st.at), u if n in _PERSIANS else 0)
    book = _book(st, st.allegiance[n])
    found = book.ground.get(key)
    if found is None:
        found = book.ground[key] = _ground_of(st, u, 0 if hq else headquarters(st, u), book)
    return found


_PERSIANS = (tables.PNA, tables.PNC)
IS_HQ = tuple(bool(roster.HQ >> u & 1) for u in range(roster.N))


def _staff(nation: int) -> Callable[[list[int]], object]:
    """Gets the places of the headquarters that serve units of a nation out of those of all units; of the Persian Cossacks too."""
    kin = {*sources.KIN[nation], *(sources.KIN[tables.RU] if nation == tables.PNA else ())}
    hqs = [hq for n in sorted(kin) for hq in sources.HQS[n]]
    return itemgetter(*hqs) if hqs else lambda at: 0


_STAFFS = tuple(_staff(n) for n in range(len(tables.NATIONS)))


def _ground_of(st: State, u: int, hqs: int, book: Book) -> int:
    """Nobody starves where the war has not come yet (tgw.7.12a)."""
    own = net(st, sources.class_of(st, u), KIND[u], book)
    out = sources.occupied(st, u)
    if not st.near_east_open:
        out |= board.NEAR_EAST
    ports = sources.radius(st, u)
    if ports:
        out |= _ring(ports, own)
    if not roster.HQ >> u & 1:
        out |= own.near
        if hqs:
            # with or next to a joined headquarters of its nationality, whose own line is a plain one (tgw.11.22d)
            hqs &= net(st, sources.class_of(st, u), PLAIN, book).joined
            out |= hqs | sources.WAYS.spread(hqs & own.passing) & (own.passing | own.ending)
    else:
        out |= own.far
        if st.options.get("hq-supply") == "long":
            out |= own.joined  # the other reading of N20
    return out & ~_cut_by_siege(st, u)


def _cut_by_siege(st: State, u: int) -> int:
    """Kut, to which no line leads past a CP unit in a K hex (tgw.14.23a)."""
    return sources.KUT if st.side(u) == tables.ALLIED and board.K_HEXES & st.occ[tables.CENTRAL] else 0


def fed(st: State, nation: int, mountain: bool = False, hq: bool = False) -> int:
    """Returns the hexes in which a unit of a nation (a mountain unit, an HQ) would be in regular supply now."""
    return ground(st, EXAMPLE[nation, hq, mountain and not hq])


#: the headquarters that serve a unit, as a set
STAFF_OF = tuple(sum(1 << hq for n in sources.kin_of(u) for hq in sources.HQS[n]) for u in range(roster.N))


def escorted(st: State, u: int) -> int:
    """Where a unit would be in supply together with a headquarters of its nationality that goes with it and is in supply itself
    (tgw.11.22d)."""
    if IS_HQ[u]:
        return 0
    return net(st, sources.class_of(st, u), PLAIN).joined & ~_cut_by_siege(st, u)


def deserted(st: State, units: int = 0) -> int:
    """Beachheads without an Allied combat unit, or with none but some that leave: they are sources only while one is there
    (tgw.11.33h, tgw.11.33i)."""
    out = board.LANDINGS if st.flag("gallipoli") else 0
    if st.flag("salonika") and st.allegiance[tables.GK] != tables.ALLIED:
        out |= sources.SALONIKA  # tgw.11.33h
    out &= st.ctrl[tables.ALLIED] & ~st.dead_sources
    if not units:
        return out & ~st.held[tables.ALLIED]  # tgw.11.33i
    return sum(1 << i for i in bits(out) if not st.stack(i) & st.troops[tables.ALLIED] & roster.COMBAT & ~units)


def supplied(st: State, u: int) -> bool:
    """A unit is in regular supply where it stands; in a box always (tgw.11.32f, tgw.11.33o)."""
    i = st.at[u]
    return i < 0 or bool(st.saved >> u & 1) or bool(ground(st, u) >> i & 1)  # tgw.11.32f


def status(st: State, u: int) -> int:
    """Returns how a unit is supplied: regularly, by its own fortress alone (tgw.11.51a, N19), or not at all."""
    if supplied(st, u):
        return REGULAR
    return FORTRESS if sources.in_own_fort(st, u) else NONE  # tgw.11.51a


def supplied_units(st: State, units: int) -> int:
    """The units of a set that are in regular supply: one look for all of a nation and kind."""
    out = units
    seen: dict[int, int] = {}
    at = st.at
    for u in bits(units & ~st.saved):
        i = at[u]
        if i < 0:
            continue
        key = SORT[u]
        good = seen.get(key)
        if good is None:
            good = seen[key] = ground(st, u)
        if not good >> i & 1:
            out ^= 1 << u
    return out


#: units that live alike: of a nation, kind and rank; Persians each for himself (tgw.11.33n, tgw.11.33o)
SORT = tuple(
    2 * (3 * roster.NATION_OF[u] + KIND[u]) + IS_HQ[u] if roster.NATION_OF[u] not in _PERSIANS else 1000 + u
    for u in range(roster.N)
)
SORTED = {sort: sum(1 << u for u in range(roster.N) if SORT[u] == sort) for sort in sorted(set(SORT))}


def fit(st: State, units: int, defending: bool) -> int:
    """The units that fight with their whole factors: in regular supply or, in defence, on fortress supply (tgw.11.12a,
    tgw.11.51a)."""
    out = supplied_units(st, units)  # tgw.11.12a
    if defending and out != units:
        for u in bits(units & ~out):
            if sources.in_own_fort(st, u):
                out |= 1 << u
    return out


def _examples() -> dict[tuple[int, bool, bool], int]:
    """A unit of each nation and kind, to ask about hexes; an ordinary one where the nation has none of the kind."""
    out: dict[tuple[int, bool, bool], int] = {}
    for n in range(len(tables.NATIONS)):
        plain = next(
            u for u in bits(roster.CORPS[n] & ~roster.HQ) if KIND[u] == PLAIN or not roster.CORPS[n] & ~roster.HQ & ~roster.MOUNTAIN
        )
        for hq in (False, True):
            for mountain in (False, True):
                pick = roster.CORPS[n] & (roster.HQ if hq else roster.MOUNTAIN if mountain else 0)
                out[n, hq, mountain] = (pick & -pick).bit_length() - 1 if pick else plain
    return out


EXAMPLE = _examples()


def hex_supplied(st: State, nation: int, hex: int) -> bool:
    """Returns whether a hex is in supply for a nation: whether one of its ordinary units would be in supply there (tgw.11.0a). A
    hex that is not serves no function that needs a supplied hex (tgw.11.85a)."""
    return bool(fed(st, nation) >> hex & 1)  # tgw.11.0a


def within(st: State, side: int, hex: int, steps: int, kind: int = PLAIN) -> int:
    """Returns the hexes to which a line of so many steps leads from a hex, under the rules of supply lines (tgw.10.83a)."""
    passing, ending = _ground(st, side, kind)
    return _around(1 << hex, passing | 1 << hex, ending, steps)  # tgw.10.83a


# -- want of supply (tgw.11.8) -------------------------------------------------------------------------------------------------


def starving(st: State) -> int:
    """Returns the units of both sides on the map that have no supply of any kind (tgw.11.13a, tgw.11.84a). Belgians in Antwerp are
    not eliminated (tgw.11.52a)."""
    out = 0
    for u in bits(_cut_off(st)):
        if sources.in_own_fort(st, u):
            continue
        # tgw.11.52a
        if roster.NATION_OF[u] == tables.BE and sources.ANTWERP >> st.at[u] & 1 and st.ctrl[tables.ALLIED] & sources.ANTWERP:
            continue
        out |= 1 << u  # tgw.11.13a
    return out


class Ration(NamedTuple):
    """Who was cut off when this was last asked: with the places of all units, and the hexes and the rest that supply hangs on."""

    at: list[int]
    saved: int
    hexes: tuple[int, ...]
    rest: tuple[Any, ...]
    cut_off: int


def _cut_off(st: State) -> int:
    """Units of both sides on the map that are not in regular supply. Only fronts are looked at on which something has changed: no
    line leads from one to another (tgw.11.31b). Whoever stands within reach of a source or town of his class is fed; of the others
    each is asked."""
    old: Ration = st.memo.get("ration") or Ration([], 0, (), (), 0)
    hexes = (*st.occ, *st.fort_of, *st.ctrl, *st.held, st.dead_sources)
    rest = (st.flags_set, st.turn, st.pipeline, st.prewar, st.weather[:], st.allegiance[:], st.entered[:])
    looked = st.occ[tables.ALLIED] | st.occ[tables.CENTRAL]
    out = 0
    if rest == old.rest and st.saved == old.saved:
        looked &= _touched(st, old, hexes)
        out = sum(1 << u for u in bits(old.cut_off) if (i := st.at[u]) > 0 and not looked >> i & 1)
    there = reduce(or_, (st.where[i] for i in bits(looked)), 0) & ~st.saved
    far: dict[tuple[int, int], int] = {}
    for sort in SORTED.values():
        if not (units := sort & there):
            continue
        u = (units & -units).bit_length() - 1
        side = st.allegiance[roster.NATION_OF[u]]
        if side == tables.NEUTRAL:
            continue
        cls = sources.class_of(st, u), KIND[u]
        if cls not in far:
            far[cls] = looked & st.occ[side] & ~(net(st, *cls).near & ~sources.KUT)  # tgw.14.23a
        for i in bits(far[cls]):
            for v in bits(st.where[i] & units):
                if not ground(st, v) >> i & 1:
                    out |= 1 << v
    st.memo["ration"] = Ration(st.at[:], st.saved, hexes, rest, out)
    return out


def _touched(st: State, old: Ration, hexes: tuple[int, ...]) -> int:
    """The fronts on which a hex has changed, or somebody has come or gone."""
    changed = reduce(or_, (now ^ was for now, was in zip(hexes, old.hexes, strict=True)))
    for u in elsewhere(st.at, old.at):
        for i in (st.at[u], old.at[u]):
            if i > 0:
                changed |= 1 << i
    return reduce(or_, (front for front in fronts.FRONT if front & changed), 0)


@dataclass(frozen=True, slots=True)
class Attrition(Auto[Session[State]]):
    """At the end of a Combat Phase every unit out of supply is eliminated, of both sides, on all maps, judged on one position
    (tgw.11.13a, tgw.11.84a, D6)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        st.saved = 0  # tgw.21.5b: whoever was saved at the last check and is still cut off dies
        if st.on("scheffer") and not st.flag("scheffer-used"):
            dead = starving(st)
            if scheffer.stacks(st, dead):
                return (scheffer.Scheffer(tuple(bits(dead))),)
        return (Starve(),)


@dataclass(frozen=True, slots=True)
class Starve(Auto[Session[State]]):
    """They die (tgw.11.84a); beachheads that were given up are sources no more."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        dead = starving(st)
        for i in sorted({st.at[u] for u in bits(dead)}):
            for side in (tables.ALLIED, tables.CENTRAL):
                eliminate(s, dead & st.stack(i) & st.troops[side], "tgw.11.84a", "starved")
        for i in bits(sources.lose_sources(st)):
            s.note("source-lost", "tgw.11.33i", place=board.NUMBER[i])
        return ()
