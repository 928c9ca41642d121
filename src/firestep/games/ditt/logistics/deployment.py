"""Where units may be put on the map (ditt.4.3b, ditt.6.4d, ditt.11.2a): new Armies, units from the Reserve Box, rebuilt Minor
Forces. The rules of each nation stand beside its line in `of_minor`. Units that events bring are in `events.arrivals`."""

from __future__ import annotations

from typing import Any

from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.state import State
from firestep.games.ditt.supply import PRAGUE, open_seas, supplied_places, supply_inputs
from firestep.hexmap.grid import bits

_ASSYRIA = places.lands("Armenia", "North Persia", "Turkish Arabia")
_BARREN_LIBYA = places.COUNTRY["Libya"] & places.DESERT
#: where the Terek Cossacks return in British service (ditt.ev.1917.8.09)
TEREK_LANDS = places.lands("Armenia", "Mesopotamia", "North Persia", "South Persia", "Turkish Arabia")


def friendly_without_enemies(st: State, side: int) -> int:
    """Returns the friendly places of a side without enemies. The heat of Summer does not close them (ditt.6.2c)."""
    return st.ctrl[side] & ~(st.occ[1 - side] | st.fort_of[1 - side])  # ditt.6.2c


def beaches_for_redeployment(st: State, u: int) -> int:
    """Beach Head hexes that a unit may join by SR (ditt.6.5n): British, French and US units while there are invaders."""
    if st.serves[u] not in tables.SEAFARING:
        return 0
    return sum(1 << i for i in st.beach if i > 0 and st.invaders(i) and open_seas(st) >> i & 1)  # ditt.6.5n


def of_power(st: State, u: int, open: int, mine: int, good: int) -> int:
    """Returns the places for units of a Great Power at war: friendly (`mine`), open to it and in supply (`good`; ditt.4.3b,
    ditt.10.2b), and colonies for the EP (ditt.11.2a)."""
    # a place in supply is joined to a source: ditt.10.6b for Germany, ditt.10.6d for Austria-Hungary, ditt.10.6h for Turkey
    n = st.serves[u]
    out = mine & open & good  # ditt.4.3b, ditt.10.2b
    if n in (tables.BR, tables.FR) and st.allegiance[n] == tables.EP:
        out |= mine & open & places.COLONIES  # ditt.11.2a
    elif n != tables.GE or u != tables.ASKARI:
        out &= ~places.COLONIES
    if st.beach[0] > 0 or st.beach[1] > 0:
        out |= beaches_for_redeployment(st, u) & open
    return out


def desert(st: State) -> int:
    """Returns where the Senussi return: the desert of Libya (ditt.14.1g), and Darfur after ditt.ev.1915.3.05."""
    return _BARREN_LIBYA | (areas.DARFUR if st.flag("senussi-sudan") else 0)


def of_minor(st: State, u: int, mine: int) -> int:
    """Returns the places for units of minor countries at war: at home (ditt.10.4b) and one Army for each hex and turn (ditt.10.4c),
    or those that a rule of their own names (ditt.12.1p, ditt.14.1e, ditt.14.1g, ditt.14.2e)."""
    n = st.serves[u]
    side = st.allegiance[n]
    if n == tables.AS:
        return mine & _ASSYRIA if st.ctrl[side] >> places.INDEX["1020"] & 1 else 0  # ditt.10.5d
    if n == tables.MR:
        return mine & places.COUNTRY["Turkish Arabia"] if st.ctrl[side] >> places.INDEX["0915"] & 1 else 0  # ditt.10.5m
    if n == tables.AB:
        return places.COUNTRY["Arabian Desert"] & ~st.closed  # ditt.14.1e
    if n == tables.SI:
        return desert(st) & ~st.occ[tables.EP] & ~st.occ[tables.NEUTRAL]  # ditt.14.1g
    if n == tables.SG:
        return places.COUNTRY["North Persia"] & st.occ[tables.CP]  # ditt.10.5p
    if n == tables.SP:
        return places.COUNTRY["South Persia"] & st.occ[tables.EP]  # ditt.10.5r
    if n == tables.AR:
        return mine & places.COUNTRY["Armenia"]  # ditt.14.2e
    if n == tables.SB and st.flag("great-retreat"):
        mine &= places.lands("Greece", "Bulgaria", "Macedonia", "Serbia")
    elif n == tables.CZ:
        mine &= PRAGUE
    else:
        mine &= areas.home(st, n)  # also for those that never surrender (ditt.12.1s)
    return mine & ~st.deployed


def lands_of_return(st: State, u: int) -> int:
    """Returns the lands to which two units in British service return: Dunsterforce (ditt.10.2h) and the Terek Cossacks
    (ditt.ev.1917.8.09)."""
    if u == tables.DUNSTER:
        return places.PERSIA | places.COUNTRY["Azerbaijan"]  # ditt.10.2h
    return TEREK_LANDS if u == tables.TEREK and st.serves[u] == tables.BR else 0


#: units that only events and rules of their own bring
_NOWHERE = frozenset((tables.ASKARI, tables.BOER, tables.BAKU, tables.BARON))


class PlaceFinder:
    """Finds where units may be put now. Units of one kind (`areas.kind`) share one search."""

    __slots__ = ("_known", "_mine", "_under", "inside", "st")

    def __init__(self, st: State) -> None:
        self.st = st
        self.inside = areas.near_east(st)
        self._known: dict[int, int] = {}
        self._mine = [-1, -1]
        self._under: list[tuple[Any, ...]] = [(), ()]

    def common(self, u: int) -> int:
        """Returns the places for all units of a unit's kind: neither two stars nor the room in the Near East regarded."""
        key = areas.kind(self.st, u)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._search(u, key)
        return found

    def _search(self, u: int, key: int) -> int:
        st = self.st
        n = st.serves[u]
        side = st.allegiance[n]
        if n in tables.REDS or side > 1 and n not in tables.POWERS:
            return 0
        open = areas.area(st, u, key)
        if side > 1:
            return (
                open & ~passage.places_not_shared(st, n) & ~(st.occ[0] | st.occ[1]) if side == tables.NEUTRAL else 0
            )  # ditt.15.1f
        if self._mine[side] < 0:
            self._mine[side], self._under[side] = friendly_without_enemies(st, side), supply_inputs(st, side)
        mine = self._mine[side]
        if n in tables.POWERS:
            mine &= ~areas.rival_land(st, u)
            out = of_power(st, u, open, mine, supplied_places(st, areas.acting_nation(st, u), self._under[side]))
        else:
            out = of_minor(st, u, mine) & (open | places.DESERT if n == tables.SI else open)
        return out & ~passage.places_not_shared(st, n) & ~areas.closed(st, n)

    def where(self, u: int) -> int:
        """Every place where a unit may be put now."""
        st = self.st
        if lands := lands_of_return(st, u):
            return friendly_without_enemies(st, tables.EP) & lands & areas.area(st, u) & ~passage.unstackable(st, u)  # N18
        if u in _NOWHERE:
            return 0
        out = self.common(u)
        if st.expedition >> u & 1:
            out &= places.COUNTRY["France"]  # ditt.ev.1917.2.09
        if tables.TWO_STARS[u]:
            out &= ~passage.places_of_compatriots(st, u)
        if (
            out & self.inside
            and st.serves[u] in (tables.BR, tables.RS, tables.FR, tables.GE)
            and areas.rule_against_near_east(st, (u,))
        ):
            out &= ~self.inside
        return out

    def takes(self, u: int) -> bool:
        """Whether there is a place for a unit."""
        alone = tables.TWO_STARS[u] or u in _NOWHERE or u in (tables.DUNSTER, tables.TEREK) or self.st.expedition >> u & 1
        if not alone and self.common(u) & ~self.inside:
            return True
        return bool(self.where(u))


def where(st: State, u: int) -> int:
    """Every place where a unit may be put now."""
    return PlaceFinder(st).where(u)


def boxed(st: State, side: int, box: int) -> list[int]:
    """Returns the units of a side in a box, with those of a neutral Italy for the EP."""
    return [u for u in bits(passage.commanded(st, side) & ~st.afield) if st.at[u] == box]
