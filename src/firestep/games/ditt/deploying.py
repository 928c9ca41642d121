"""Where units may be put on the map (4.3, 6.4d, 10.0, 11.2a): new Armies, units from the Reserve Box, rebuilt Minor Forces."""

from __future__ import annotations

from typing import Any

from firestep.games.ditt import ground, nations
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import State
from firestep.games.ditt.supply import PRAGUE, open_seas, stamp, supplied_places
from firestep.hexmap.grid import bits

_ASSYRIA = p.lands("Armenia", "North Persia", "Turkish Arabia")
_BARREN_LIBYA = p.COUNTRY["Libya"] & p.DESERT
#: where the Terek Cossacks return in British service (1917.8.09)
TEREK_LANDS = p.lands("Armenia", "Mesopotamia", "North Persia", "South Persia", "Turkish Arabia")


def quiet(st: State, side: int) -> int:
    """Friendly places without enemies."""
    return st.ctrl[side] & ~(st.occ[1 - side] | st.fort_of[1 - side])


def box_beaches(st: State, u: int) -> int:
    """Beach Head hexes that a unit may join by SR (6.5n): British, French and US units while there are invaders."""
    if st.serves[u] not in t.SEAFARING:
        return 0
    return sum(1 << i for i in st.beach if i > 0 and st.invaders(i) and open_seas(st) >> i & 1)


def of_power(st: State, u: int, open: int, mine: int, good: int) -> int:
    """Places for units of a Great Power at war: friendly (`mine`), open to it and in supply (`good`; 4.3b, 10.2b, 10.6b, d, h);
    colonies for the EP (11.2a)."""
    n = st.serves[u]
    out = mine & open & good
    if n in (t.BR, t.FR) and st.allegiance[n] == t.EP:
        out |= mine & open & p.COLONIES
    elif n != t.GE or u != t.ASKARI:
        out &= ~p.COLONIES
    if st.beach[0] > 0 or st.beach[1] > 0:
        out |= box_beaches(st, u) & open
    return out


def desert(st: State) -> int:
    """Where the Senussi return: the desert of Libya (14.1g), and Darfur after 1915.3.05."""
    return _BARREN_LIBYA | (nations.DARFUR if st.flag("senussi-sudan") else 0)


def of_minor(st: State, u: int, mine: int) -> int:
    """Places for units of minor countries at war (10.4b, 10.5, 12.1p, 14.1e, 14.1g, 14.2e); one Army a hex and turn (10.4c)."""
    n = st.serves[u]
    side = st.allegiance[n]
    if n == t.AS:
        return mine & _ASSYRIA if st.ctrl[side] >> p.INDEX["1020"] & 1 else 0  # 10.5d
    if n == t.MR:
        return mine & p.COUNTRY["Turkish Arabia"] if st.ctrl[side] >> p.INDEX["0915"] & 1 else 0  # 10.5m
    if n == t.AB:
        return p.COUNTRY["Arabian Desert"] & ~st.closed
    if n == t.SI:
        return desert(st) & ~st.occ[t.EP] & ~st.occ[t.NEUTRAL]  # 14.1g
    if n == t.SG:
        return p.COUNTRY["North Persia"] & st.occ[t.CP]  # 10.5p
    if n == t.SP:
        return p.COUNTRY["South Persia"] & st.occ[t.EP]  # 10.5r
    if n == t.AR:
        return mine & p.COUNTRY["Armenia"]
    if n == t.SB and st.flag("great-retreat"):
        mine &= p.lands("Greece", "Bulgaria", "Macedonia", "Serbia")
    elif n == t.CZ:
        mine &= PRAGUE
    else:
        mine &= nations.home(st, n)
    return mine & ~st.deployed


def returning(st: State, u: int) -> int:
    """The lands to which two units in British service return: Dunsterforce (10.2h) and the Terek Cossacks (1917.8.09)."""
    if u == t.DUNSTER:
        return p.PERSIA | p.COUNTRY["Azerbaijan"]
    return TEREK_LANDS if u == t.TEREK and st.serves[u] == t.BR else 0


#: units that only events and rules of their own bring
_NOWHERE = frozenset((t.ASKARI, t.BOER, t.BAKU, t.BARON))


class Depot:
    """Where units may be put now. Units of one kind (`nations.kind`) share one search."""

    __slots__ = ("_known", "_mine", "_under", "inside", "st")

    def __init__(self, st: State) -> None:
        self.st = st
        self.inside = nations.near_east(st)
        self._known: dict[int, int] = {}
        self._mine = [-1, -1]
        self._under: list[tuple[Any, ...]] = [(), ()]

    def common(self, u: int) -> int:
        """The places for all units of a unit's kind: neither two stars nor the room in the Near East regarded."""
        key = nations.kind(self.st, u)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._search(u, key)
        return found

    def _search(self, u: int, key: int) -> int:
        st = self.st
        n = st.serves[u]
        side = st.allegiance[n]
        if n in t.REDS or side > 1 and n not in t.POWERS:
            return 0
        open = nations.area(st, u, key)
        if side > 1:
            return open & ~ground.crowded(st, n) & ~(st.occ[0] | st.occ[1]) if side == t.NEUTRAL else 0  # 15.1f
        if self._mine[side] < 0:
            self._mine[side], self._under[side] = quiet(st, side), stamp(st, side)
        mine = self._mine[side]
        if n in t.POWERS:
            mine &= ~nations.rival_land(st, u)
            out = of_power(st, u, open, mine, supplied_places(st, nations.host(st, u), self._under[side]))
        else:
            out = of_minor(st, u, mine) & (open | p.DESERT if n == t.SI else open)
        return out & ~ground.crowded(st, n) & ~nations.closed(st, n)

    def where(self, u: int) -> int:
        """Every place where a unit may be put now."""
        st = self.st
        if lands := returning(st, u):
            return quiet(st, t.EP) & lands & nations.area(st, u) & ~ground.unstackable(st, u)  # N18
        if u in _NOWHERE:
            return 0
        out = self.common(u)
        if st.expedition >> u & 1:
            out &= p.COUNTRY["France"]  # 1917.2.09
        if t.TWO_STARS[u]:
            out &= ~ground.mates(st, u)
        if out & self.inside and st.serves[u] in (t.BR, t.RS, t.FR, t.GE) and nations.ne_admits(st, (u,)):
            out &= ~self.inside
        return out

    def takes(self, u: int) -> bool:
        """There is a place for a unit."""
        alone = t.TWO_STARS[u] or u in _NOWHERE or u in (t.DUNSTER, t.TEREK) or self.st.expedition >> u & 1
        if not alone and self.common(u) & ~self.inside:
            return True
        return bool(self.where(u))


def where(st: State, u: int) -> int:
    """Every place where a unit may be put now."""
    return Depot(st).where(u)


def boxed(st: State, side: int, box: int) -> list[int]:
    """The units of a side in a box, with those of a neutral Italy for the EP."""
    return [u for u in bits(ground.commanded(st, side) & ~st.afield) if st.at[u] == box]
