"""Where a unit may step now (ditt.6.1): friendly or empty places to pass, places with enemies to attack, and which units may not
share a place (stacking). `areas` says where a unit may be at all, and `pulse` moves it.

`passable` and `attackable` give both sets for a unit wherever it stands; `movers` finds, for a whole side at once, the units that
can take a first step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from firestep.engine.masks import bits, mask
from firestep.engine.question import Condition, kept
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas
from firestep.games.ditt.state import State
from firestep.games.ditt.supply import network, open_seas, supplied
from firestep.hexmap.ways import HexGraph

#: nations that share no place with others (ditt.12.3b, ditt.14.1h)
NOT_SHARING = (tables.AB, tables.SI, *tables.REDS)
_BASRA = mask(tables.BASRA)


def unstackable(st: State, u: int) -> int:
    """Returns the places where a unit may not be because of friends there: two stars (ditt.5.1f), nations that share no place
    (ditt.12.3b, ditt.14.1h),     Greeks and Turks (ditt.10.5h). Otherwise any number of friends may share a place (ditt.4.2a)."""
    closed = places_not_shared(st, st.serves[u])
    return closed | places_of_compatriots(st, u) if tables.TWO_STARS[u] else closed  # ditt.4.2a


def places_of_compatriots(st: State, u: int) -> int:
    """Returns the places of the other units of its nation, whomever they serve: two stars share no hex (ditt.5.1f, E18)."""
    out = 0
    for v in tables.UNITS_OF[tables.UNIT_NATION[u]]:
        if v != u and st.at[v] > 0:
            out |= 1 << st.at[v]
    return out


def places_not_shared(st: State, n: int) -> int:
    """Returns the places whose units a nation may not join (ditt.10.5h, ditt.12.3b, ditt.14.1h). Assyrians (ditt.10.5c), Maronites
    (ditt.10.5l) and Armenians (ditt.14.2d) may join all Armies of the EP except these."""
    side = st.allegiance[n]
    out = 0
    if n in NOT_SHARING:
        for m, there in enumerate(st.of):
            if there and m != n and st.allegiance[m] == side:
                out |= there
    else:
        for m in NOT_SHARING:  # ditt.10.5c, ditt.10.5l, ditt.14.2d
            if st.of[m] and st.allegiance[m] == side:
                out |= st.of[m]
    if n == tables.GK and side == tables.CP:
        out |= st.of[tables.TU]
    elif n == tables.TU and st.allegiance[tables.GK] == tables.CP:
        out |= st.of[tables.GK]
    return out


def rule_against_sharing(st: State, units: Iterable[int]) -> str:
    """Returns the rule by which units may not be in one place together, or "": two stars (ditt.5.1f), Russians and Allies
    (ditt.10.1g), nations that share no place (ditt.12.3b, ditt.14.1h)."""
    stars = [tables.UNIT_NATION[u] for u in units if tables.TWO_STARS[u]]
    if len(stars) > len(set(stars)):
        return "ditt.5.1f"
    there = {st.serves[u] for u in units}
    if there & set(tables.ALLIES) and any(st.serves[u] == tables.RS and not st.expedition >> u & 1 for u in units):
        return "ditt.10.1g"
    return "ditt.14.1h" if len(there) > 1 and there & set(NOT_SHARING) else ""


def enemies(st: State, side: int) -> int:
    """Returns the places with enemy forces: units, Forts (ditt.8.4b) and colonial coins (V01, V02)."""
    if side > 1:
        return 0
    return st.occ[1 - side] | st.fort_of[1 - side]  # ditt.8.4b


def enterable(st: State, u: int) -> int:
    """Returns the places that a unit may enter, with or without a fight."""
    area = areas.area(st, u) & ~unstackable(st, u)
    return passable(st, u, area) | attackable(st, u, area)


def passable(st: State, u: int, area: int = -1) -> int:
    """Returns the places that a unit may enter without a fight, next to it or not: a path leads over friendly places and those that
    it captures (ditt.6.1h). To pass friends costs nothing (ditt.6.1r)."""
    out = areas.area(st, u) & ~unstackable(st, u) if area < 0 else area  # ditt.6.1r
    return out & ~barred(st, st.side(u))  # ditt.6.1h


def attackable(st: State, u: int, area: int = -1) -> int:
    """Returns the places with enemies that a unit may attack by entering."""
    side = st.side(u)
    if side > 1 or u == tables.BAKU:
        return 0
    return (areas.area(st, u) & ~unstackable(st, u) if area < 0 else area) & targets(st, side)


def barred(st: State, side: int) -> int:
    """Returns the places that units of a side do not pass: enemies, intact Forts among them (ditt.8.4b), and heat."""
    if side > 1:
        return summer_lands(st)
    blocked = enemies(st, side)
    for i in st.siege:
        if i > 0 and st.fort_of[1 - side] >> i & 1 and not st.occ[1 - side] >> i & 1:
            blocked &= ~(1 << i)  # around a besieged Fort (ditt.7.5f)
    for i in st.beach:
        if i > 0 and st.ctrl[side] >> i & 1:
            blocked &= ~(1 << i)  # the owner of the hex comes and goes (ditt.6.5m)
    return blocked | summer_lands(st)


def targets(st: State, side: int) -> int:
    """Returns the places with enemies that a side may attack."""
    out = enemies(st, side) & ~st.truce & ~summer_lands(st)
    for i in st.beach:
        if i > 0:
            out &= ~(1 << i)  # by joining first (V17)
    if tables.WEATHER[st.turn] == "snow":
        out &= ~places.SNOW  # ditt.6.2d; units may still enter without a fight (ditt.6.2n)
    if side == tables.EP and st.at[tables.BOER] > 0:
        out &= ~(places.COUNTRY["Süd-West Afrika"] & (st.of[tables.GE] | st.fort_of[tables.CP]))  # ditt.11.3e
    return out


def summer_lands(st: State) -> int:
    """Returns the lands closed to movement and combat in Summer (ditt.6.2b, V06). Strategic redeployment does not ask here
    (ditt.6.2c)."""
    return places.SUMMER_LANDS if tables.WEATHER[st.turn] == "sun" else 0


def fair_weather(st: State) -> Iterator[Condition]:
    """Yields the conditions of a place where neither heat nor snow forbids an attack."""
    yield Condition("ditt.6.2b", ~summer_lands(st), "nobody moves or fights at {x} in Summer")
    if tables.WEATHER[st.turn] == "snow":  # units may still enter without a fight (ditt.6.2n)
        yield Condition("ditt.6.2d", ~places.SNOW, "nobody attacks into the snow of {x} in Winter")


def marchable(st: State) -> Iterator[Condition]:
    """Yields the conditions of a unit that may be moved on the map at all."""
    yield Condition("ditt.6.1b", st.afield, "{x} is not on the map")
    yield Condition("ditt.6.1a", ~st.flipped, "{x} is flipped")  # by a move, or by its one attack (ditt.7.0b)
    yield Condition("ditt.6.5n", ~st.landed, "{x} is in a Beach Head and leaves it by SR only")
    yield Condition("ditt.13.3f", ~(1 << tables.BAKU), "the Baku Soviet never moves")
    basra = 0 if st.allegiance[tables.TU] == tables.CP else st.stack(places.BASRA) & _BASRA
    yield Condition("ditt.16.6d", ~basra, "{x} waits at Basra until Turkey joins the Central Powers")
    yield not_at_valona(st)
    if hot := summer_lands(st):
        cool = lambda units: mask(u for u in bits(units) if not hot >> st.at[u] & 1)  # noqa: E731
        yield Condition("ditt.6.2b", cool, lambda u: f"nobody moves at {places.place(st.at[u])} in Summer")


def may_march(st: State, u: int) -> bool:
    """Whether a unit may be moved on the map at all."""
    return bool(kept(marchable(st), 1 << u))


def ways_of(st: State, u: int) -> HexGraph:
    """Returns the steps of a unit: those of its special hexsides, for Dunsterforce also over the Caspian (ditt.10.2g)."""
    return places.ways(areas.links(st, u)) if u != tables.DUNSTER else places.caspian_ways()


def ashore(open: int, left: int) -> int:
    """Returns all land, and the water of the Caspian from which open land is still within reach after this step (ditt.10.2g)."""
    return places.LAND | places.caspian_ways().within(open & places.LAND, places.CASPIAN_WATER, left - 1)


def not_at_valona(st: State) -> Condition:
    """Returns the condition of a unit that the Sanitary Commission does not hold at Valona (ditt.ev.1914.6.06, E05)."""
    held = 0
    if st.flag("sanitary") and st.allegiance[tables.IT] == tables.NEUTRAL:
        held = st.stack(places.VALONA) & st.corps[tables.IT]
    return Condition("ditt.ev.1914.6.06", ~held, "{x} stays at Valona until Italy is not neutral any more")


def allowance(st: State, place: int, side: int) -> int:
    """Returns how far units move: two hexes if they begin next to an enemy (ditt.6.1e) or in one place with him (V16), else three
    (ditt.6.1g)."""
    near = places.adjacency(st.allegiance[tables.CH] != tables.NEUTRAL).near[place] | 1 << place
    return 2 if near & enemies(st, side) else 3  # ditt.6.1e, ditt.6.1g


def steps_to_supply(st: State, u: int, left: int) -> int:
    """Returns the places to which a unit out of supply may step with so many steps left: from there it could still get back into
    supply if it won every fight (ditt.9.4a, U03)."""
    return steps_to_supply_over(st, u, passable(st, u), attackable(st, u), left)  # ditt.9.4a


def steps_to_supply_over(st: State, u: int, open: int, fights: int, left: int) -> int:
    """Returns the same places for a unit that may pass `open` and attack `fights`."""
    n = areas.acting_nation(st, u)
    ways = places.ways(areas.links(st, u))
    net = network(st, n)
    good = net | ways.step(net) | places.SOURCES[n]
    if n in tables.SEAFARING:
        good |= open_seas(st)
    if tables.KIND[n] == "minor":
        good |= areas.home(st, n)
    return ways.within(good & (open | fights), open, left - 1)


def first_steps(st: State, u: int, fit: bool, left: int = 2) -> int:
    """Returns the places where a single unit may go in one step from where it stands."""
    i = st.at[u]
    open = enterable(st, u)
    out = ways_of(st, u).near[i] & open
    if u == tables.DUNSTER:
        out &= ashore(open, left)
    inside = areas.near_east(st)
    if out & inside and not inside >> i & 1 and areas.rule_against_near_east(st, (u,)):
        out &= ~inside
    if out and not fit:
        out &= steps_to_supply(st, u, left)
    return out


def may_return(st: State, u: int, origin: int) -> bool:
    """Whether a victor may go back to the hex of his attack: it must still be friendly and free (ditt.7.3f)."""
    side = st.side(u)
    if side > 1:
        return False  # its country left the war with the hex it took
    return bool((st.ctrl[side] & ~barred(st, side) & ~unstackable(st, u)) >> origin & 1)


def commanded(st: State, side: int) -> int:
    """Returns the units that a player moves: those of his side, and for the EP those of a neutral Italy (ditt.15.1f)."""
    out = st.troops[side]
    if side == tables.EP and st.allegiance[tables.IT] == tables.NEUTRAL:
        out |= st.corps[tables.IT]
    return out


class Reach(NamedTuple):
    """What units of one kind share: the places next to each place, those they may pass and those they may attack."""

    near: Mapping[int, int]
    open: int
    fights: int
    both: int


def reach(st: State, u: int, key: int, shut: int, foes: int) -> Reach:
    """Returns the places for all units of a unit's kind (`areas.kind`, `key`), without the rule of two stars. The side is barred
    from `shut` and may attack `foes`."""
    area = areas.area(st, u, key) & ~places_not_shared(st, st.serves[u])
    open, fights = area & ~shut, area & foes
    return Reach(ways_of(st, u).near, open, fights, open | fights)


def movers(st: State, side: int, fit: int = -1) -> int:
    """Returns the units of a side that can take a step now, as a set. Units of one kind share their sets. `fit` are those in
    supply, if that is known."""
    out = 0
    known: dict[int, Reach] = {}
    ways_back: dict[tuple[int, int], int] = {}
    inside = areas.near_east(st)
    hot, shut, foes = summer_lands(st), barred(st, side), targets(st, side)
    mine = kept(marchable(st), commanded(st, side))
    for u in bits(mine):
        i = st.at[u]
        key = areas.kind(st, u)
        found = known.get(key)
        if found is None:
            neutral = st.allegiance[st.serves[u]] > 1
            found = known[key] = reach(st, u, key, hot if neutral else shut, 0 if neutral else foes)
        near = found.near[i] & found.both
        if not near:
            continue
        if stars := tables.TWO_STARS[u]:
            near &= ~places_of_compatriots(st, u)
        if u == tables.DUNSTER:
            near &= ashore(found.both, allowance(st, i, side))
        if near & inside and not inside >> i & 1 and areas.rule_against_near_east(st, (u,)):
            near &= ~inside
        if fit < 0:
            fit = supplied(st, mine)
        if near and not fit >> u & 1:
            left = allowance(st, i, side)
            if stars:
                near &= steps_to_supply(st, u, left)
            else:
                if (back := ways_back.get((key, left))) is None:
                    back = ways_back[key, left] = steps_to_supply_over(st, u, found.open, found.fights, left)
                near &= back
        if near:
            out |= 1 << u
    return out
