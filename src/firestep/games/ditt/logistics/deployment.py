"""Where units may be put on the map (ditt.4.3b, ditt.6.4d, ditt.11.2a): new Armies, units from the Reserve Box, rebuilt Minor
Forces. The rules of each nation stand beside its line in `of_minor`. Units that events bring are in `events.arrivals`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from firestep.engine.question import Condition, given, kept
from firestep.games.ditt import requirements as need
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE, who
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.state import State
from firestep.games.ditt.supply import PRAGUE, open_seas, supplied_places, supply_inputs
from firestep.hexmap.grid import bits

_NO_COLONIES = ~places.COLONIES
_BARREN_LIBYA = places.COUNTRY["Libya"] & places.DESERT


def friendly(st: State, side: int, free: int = 0) -> Iterator[Condition]:
    """Yields the conditions of a friendly place of a side without enemies. The heat of Summer does not close it (ditt.6.2c)."""
    yield Condition("ditt.4.3b", st.ctrl[side] | free, "{x} is not friendly")  # ditt.6.2c
    yield Condition("ditt.4.3b", ~(st.occ[1 - side] | st.fort_of[1 - side]) | free, "enemies are at {x}")


def beaches_for_redeployment(st: State, u: int) -> int:
    """Beach Head hexes that a unit may join by SR (ditt.6.5n): British, French and US units while there are invaders."""
    if st.serves[u] not in tables.SEAFARING:
        return 0
    return sum(1 << i for i in st.beach if i > 0 and st.invaders(i) and open_seas(st) >> i & 1)  # ditt.6.5n


def of_power(st: State, u: int, supplied: int) -> Iterator[Condition]:
    """Yields the conditions for units of a Great Power at war: friendly and in supply (ditt.4.3b, ditt.10.2b), colonies for the EP
    (ditt.11.2a), and Beach Heads (ditt.6.5n)."""
    n = st.serves[u]
    side = st.allegiance[n]
    beaches = beaches_for_redeployment(st, u) if st.beach[0] > 0 or st.beach[1] > 0 else 0
    yield from friendly(st, side, beaches)
    if rivals := areas.rival_land(st, u):
        whose = "Allies" if n == tables.RS else "Russians"
        yield Condition("ditt.10.1h", ~rivals | beaches, f"{{x}} is a hex of the {whose}, which is not friendly")
    if side == tables.EP and n in (tables.BR, tables.FR):
        supplied |= places.COLONIES  # ditt.11.2a
    else:
        yield Condition("ditt.11.2a", _NO_COLONIES | beaches, lambda i: f"{who(u)} does not deploy in the colonies")
    # a place in supply is joined to a source: ditt.10.6b for Germany, ditt.10.6d for Austria-Hungary, ditt.10.6h for Turkey
    # ditt.10.2b
    yield Condition("ditt.4.3b", supplied | beaches, lambda i: f"{who(u)} would be out of supply at {places.place(i)}")


def desert(st: State) -> int:
    """Returns where the Senussi return: the desert of Libya (ditt.14.1g), and Darfur after ditt.ev.1915.3.05."""
    return _BARREN_LIBYA | (areas.DARFUR if st.flag("senussi-sudan") else 0)


#: the rule by which Assyrians and Maronites return, the hex that must be friendly, and their lands
_WITH_SEAT = {
    tables.AS: ("ditt.10.5d", "1020", "Armenia", "North Persia", "Turkish Arabia"),
    tables.MR: ("ditt.10.5m", "0915", "Turkish Arabia"),
}
#: the rule by which two nations of Persia return, their country, and the side whose units must be there
_WITH_FRIENDS = {tables.SG: ("ditt.10.5p", "North Persia", tables.CP), tables.SP: ("ditt.10.5r", "South Persia", tables.EP)}


def of_minor(st: State, u: int) -> Iterator[Condition]:
    """Yields the conditions for units of minor countries at war: at home (ditt.10.4b) and one Army for each hex and turn
    (ditt.10.4c), or those that a rule of their own names (ditt.12.1p, ditt.14.1e, ditt.14.1g, ditt.14.2e)."""
    n = st.serves[u]
    side = st.allegiance[n]
    if n == tables.AB:
        yield Condition("ditt.14.1e", places.COUNTRY["Arabian Desert"], "Arabs gather in the Arabian Desert")
    elif n == tables.SI:
        yield Condition("ditt.14.1g", desert(st), "the Senussi deploy in the Desert of Libya")
        yield Condition("ditt.14.1g", ~(st.occ[tables.EP] | st.occ[tables.NEUTRAL]), "enemies are at {x}")
    elif n in _WITH_FRIENDS:
        rule, country, allies = _WITH_FRIENDS[n]
        friends = places.COUNTRY[country] & st.occ[allies]
        yield Condition(rule, friends, lambda i: f"{who(u)} deploys with friends in {country}")
    else:
        yield from friendly(st, side)
        if n in _WITH_SEAT:
            rule, seat, *lands = _WITH_SEAT[n]
            held = st.ctrl[side] >> places.INDEX[seat] & 1
            yield given(rule, held, f"{who(u)} returns only while {places.place(places.INDEX[seat])} is friendly")
            yield need.inside(rule, *lands)
        elif n == tables.AR:
            yield Condition("ditt.14.2e", places.COUNTRY["Armenia"], "Armenians deploy in Armenia")
        else:
            home = PRAGUE if n == tables.CZ else areas.home(st, n)  # also for those that never surrender (ditt.12.1s)
            if n == tables.SB and st.flag("great-retreat"):
                home = places.lands("Greece", "Bulgaria", "Macedonia", "Serbia")
            rule = "ditt.12.1p" if n == tables.SB else "ditt.10.4b"
            yield Condition(rule, home, lambda i: f"{who(u)} may not deploy at {places.place(i)}")
            yield Condition("ditt.10.4c", ~st.deployed, "an Army has been deployed at {x} this turn")


#: the rule by which two units in British service return, and their lands
RETURNS = {
    tables.DUNSTER: ("ditt.10.2h", "North Persia", "South Persia", "Azerbaijan"),
    tables.TEREK: ("ditt.ev.1917.8.09", "Armenia", "Mesopotamia", "North Persia", "South Persia", "Turkish Arabia"),
}


def returning(st: State, u: int) -> Iterator[Condition]:
    """Yields the conditions for Dunsterforce and the Terek Cossacks (N18)."""
    rule, *lands = RETURNS[u]
    yield need.inside(rule, *lands)
    yield from friendly(st, tables.EP)
    yield areas.reachable(st, u)
    yield need.room(st, u)


#: units that only events and rules of their own bring
_NOWHERE = frozenset((tables.ASKARI, tables.BOER, tables.BAKU, tables.BARON))


class PlaceFinder:
    """Finds where units may be put now. Units of one kind (`areas.kind`) share one search."""

    __slots__ = ("_known", "_under", "inside", "st")

    def __init__(self, st: State) -> None:
        self.st = st
        self.inside = areas.near_east(st)
        self._known: dict[int, int] = {}
        self._under: list[tuple[Any, ...]] = [(), ()]

    def conditions(self, u: int) -> Iterator[Condition]:
        """Yields the conditions of a place where a unit may be put now."""
        if self.returns(u):
            yield from returning(self.st, u)
        elif u in _NOWHERE:
            yield given("ditt.6.4d", False, f"only events and rules of its own bring {who(u)}")
        else:
            yield from self.of_kind(u, areas.kind(self.st, u))
            yield from self.of_unit(u)

    def returns(self, u: int) -> bool:
        """Whether a unit has lands of its own to which it returns."""
        return u == tables.DUNSTER or u == tables.TEREK and self.st.serves[u] == tables.BR

    def of_kind(self, u: int, key: int) -> Iterator[Condition]:
        """Yields the conditions for all units of a unit's kind: neither two stars nor the room in the Near East regarded."""
        st = self.st
        n = st.serves[u]
        side = st.allegiance[n]
        if n in tables.REDS:
            yield given("ditt.12.3e", False, "Reds do not return")
        yield areas.reachable(st, u, key, places.DESERT if n == tables.SI else 0)
        if side > 1 or n == tables.SI:
            yield from areas.not_closed(st, n)
        if side > 1:
            yield given("ditt.4.3b", side == tables.NEUTRAL and n in tables.POWERS, f"{tables.TITLE[n]} is not in the war")
            yield Condition("ditt.4.3b", ~(st.occ[0] | st.occ[1]), "enemies are at {x}")  # ditt.15.1f
        elif n in tables.POWERS:
            if not self._under[side]:
                self._under[side] = supply_inputs(st, side)
            yield from of_power(st, u, supplied_places(st, areas.acting_nation(st, u), self._under[side]))
        else:
            yield from of_minor(st, u)
        rule = "ditt.10.5h" if n in (tables.GK, tables.TU) else "ditt.14.1h"
        crowd = lambda i: f"{who(u)} may not share {places.place(i)} with those who are there"  # noqa: E731
        yield Condition(rule, ~passage.places_not_shared(st, n), crowd, also=True)

    def of_unit(self, u: int) -> Iterator[Condition]:
        """Yields the conditions for a single unit besides those of its kind."""
        st = self.st
        if st.expedition >> u & 1:
            yield Condition("ditt.ev.1917.2.09", places.COUNTRY["France"], f"{who(u)} is formed in France only")
        if tables.TWO_STARS[u]:
            alone = ~passage.places_of_compatriots(st, u)
            yield Condition("ditt.5.1f", alone, f"{who(u)} may not be with a compatriot at {{x}}", also=True)
        if st.serves[u] in areas.NEAR_EAST_RULE:
            yield areas.near_east_takes(st, (u,))

    def common(self, u: int) -> int:
        """Returns the places for all units of a unit's kind."""
        key = areas.kind(self.st, u)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = kept(self.of_kind(u, key), PLACE.all)
        return found

    def where(self, u: int) -> int:
        """Every place where a unit may be put now."""
        if self.returns(u) or u in _NOWHERE:
            return kept(self.conditions(u), PLACE.all)
        found = self.common(u)
        return kept(self.of_unit(u), found) if found else 0

    def takes(self, u: int) -> bool:
        """Whether there is a place for a unit."""
        alone = tables.TWO_STARS[u] or u in _NOWHERE or u in RETURNS or self.st.expedition >> u & 1
        if not alone and self.common(u) & ~self.inside:
            return True
        return bool(self.where(u))


def where(st: State, u: int) -> int:
    """Every place where a unit may be put now."""
    return PlaceFinder(st).where(u)


def boxed(st: State, side: int, box: int) -> list[int]:
    """Returns the units of a side in a box, with those of a neutral Italy for the EP."""
    return [u for u in bits(passage.commanded(st, side) & ~st.afield) if st.at[u] == box]
