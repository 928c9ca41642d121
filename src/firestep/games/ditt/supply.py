"""Supply (9.0): sources, lines, Sea Supply, and the end of Armies that have none.

`network(st, n)` is every place that is joined to a source of nation `n`; an Army that stands in it is in supply, with the special
cases of `is_supplied`. Networks are remembered with the sets they were made from.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from firestep.engine.session import Session
from firestep.games.ditt import nations
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import GONE, POOL, State
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import Ways

#: always in supply: 10.2f, 10.5b, e, k, o, q, 12.3d, 14.1i, 15.5c; the Baku Soviet never moves, the Boers live off the land
ALWAYS = frozenset((t.BL, t.AS, t.MR, t.SG, t.SP, t.AB, t.SI, t.FI, t.BS, t.BO, *t.REDS))
_HUNGRY_HOME = frozenset((t.AH, t.GE, t.RS, t.FR, t.BR, t.IT, t.US))
_DUNSTER = 1 << t.DUNSTER
#: the only source of the Czechs
PRAGUE = p.mask("2810")
#: minor countries live at home (9.1e); 14.2c replaces it for the Armenians (T13)
_AT_HOME = frozenset(n for n, kind in enumerate(t.KIND) if kind == "minor" and n != t.AR)
#: colonies where the units of a side need no supply: all for the EP, all but India for the CP (11.1g, 11.2g)
_COLONIES = (p.COLONIES & ~p.INDIA, p.COLONIES)


def open_seas(st: State) -> int:
    """Coastal places on a sea at EP Supremacy or Parity (9.3a); the seas of 8.3b count for good."""
    return _coasts(tuple(st.seas))


@cache
def _coasts(seas: tuple[int, ...]) -> int:
    return p.COAST[p.FOREVER] | sum({1 << i for k, box in enumerate(seas) if box != t.CP_RULES for i in bits(p.COAST[k])})


def friendly(st: State, nation: int) -> int:
    """Places through which supply of a nation may pass (9.2a, 9.2c, 10.1, 10.3c, 15.4b, U05, U10)."""
    side = st.allegiance[nation]
    if side > 1:
        return st.own[nation]
    out = st.ctrl[side] & ~(nations.barren(nation, False, nations.lists_key(st)) & ~nations.romani(st, side)) & ~st.closed
    out &= ~(p.COUNTRY["Albania"] & ~st.occ[side])
    out &= ~(nations.rivalry(st, nation) & ~nations.SHARED)
    if side == t.CP and st.flag("greater-bulgaria"):
        out |= p.GREATER_BULGARIA  # 15.12d
    return out


def sources(st: State, nation: int, open: int) -> int:
    """Where the supply of a nation begins (9.1, 10.2a, 10.3a, 10.4b, 10.5i, 10.6g, 12.1p, 14.2c)."""
    side = st.allegiance[nation]
    if nation == t.TU:
        return 1 << p.CONSTANTINOPLE & open
    if nation == t.IT:
        return (p.COUNTRY["Italy"] | st.forts & ~st.no_forts & p.COLONIAL_FORTS & p.COUNTRY["Libya"]) & open
    if nation == t.US:
        return (p.lands("France", "Great Britain") | open_seas(st)) & open
    if nation in (t.AH, t.GE, t.RS, t.FR, t.BR):
        home = p.SOURCES[nation] & ~(p.FORTS & ~(st.forts & ~st.no_forts))  # U09
        for i in st.siege:
            if i > 0:
                home &= ~(1 << i)  # C10
        return (home | open_seas(st) if nation in t.SEAFARING else home) & open
    if nation == t.SB and st.flag("great-retreat"):
        return p.lands("Greece", "Bulgaria", "Macedonia", "Serbia") & open
    if nation == t.CZ:
        return PRAGUE & open  # 1918.7.01
    if nation == t.AR:
        return (st.centres | lent(st, nation, stamp(st, side))) & open
    if nation == t.GK:
        return (nations.home(st, t.GK) | lent(st, nation, stamp(st, side))) & open
    return p.HOME[nation] & open


_ALBANIA = p.COUNTRY["Albania"]
#: whose Armies are sources for others, if they are of one side (10.5i, 14.2c)
_LENDERS = {t.AR: (t.BR, t.FR, t.RS), t.GK: tuple(n for n in range(len(t.NATIONS)) if n != t.GK)}


def stamp(st: State, side: int) -> tuple[Any, ...]:
    """Everything that the networks of a side depend on, besides rivalry and each other: while nothing of it changes, the same
    object, so that networks are known by identity."""
    now = (
        st.ctrl[side],
        st.occ[side] & _ALBANIA,
        st.flags,
        st.forts,
        st.no_forts,
        st.closed,
        st.centres,
        *st.seas,
        *st.siege,
        st.allegiance[t.IT],
        st.allegiance[t.CH],
        side == t.CP and st.occ[t.CP] & p.INDIA,
    )
    was = st.stamps[side]
    if was == now:
        return was
    st.stamps[side] = now
    return now


def careless(st: State, side: int, nation: int) -> int:
    """Where a nation needs no supply: minor countries at home, and the colonies."""
    return _COLONIES[side] | (nations.home(st, nation) if nation in _AT_HOME else 0)


def lent(st: State, nation: int, under: tuple[Any, ...]) -> int:
    """The supplied Armies of others that are sources for a nation."""
    side = st.allegiance[nation]
    out = 0
    for n in _LENDERS[nation]:
        if st.of[n] and st.allegiance[n] == side:
            out |= st.of[n] if n in ALWAYS else st.of[n] & (network(st, n, under) | careless(st, side, n))
    return out


def network(st: State, nation: int, under: tuple[Any, ...] | None = None) -> int:
    """Every place joined to a source of the nation by friendly land (9.2). `under` is the stamp of its side, if it is known."""
    side = st.allegiance[nation]
    if side > 1:
        return st.own[nation]
    if under is None:
        under = stamp(st, side)
    old = st.nets[nation]
    rivals = lent(st, nation, under) if nation in _LENDERS else nations.rivalry(st, nation)
    if old is not None and old[0] is under and old[6] == rivals:
        return int(old[4])
    open = friendly(st, nation)
    found = sources(st, nation, open)
    key = nations.links(st, t.UNITS_OF[nation][0]) if t.UNITS_OF[nation] else 0
    known = 0
    if old is not None:
        if old[1] == open and old[2] == found and old[3] == key:
            st.nets[nation] = (under, *old[1:6], rivals)
            return int(old[4])
        if old[3] == key and not old[2] & ~found and not old[4] & ~open:
            known = old[4] | found
    net = _ways(st, side, key).flood(found, open, known)
    st.nets[nation] = (under, open, found, key, net, -1, rivals)
    return net


def _ways(st: State, side: int, key: int) -> Ways:
    """Supply in the colonies matters only to CP units in India (11.1g)."""
    return p.ways(key) if side == t.CP and st.occ[t.CP] & p.INDIA else p.roads(key)


def is_supplied(st: State, u: int, place: int = 0) -> bool:
    """Whether a unit on the map is in supply now (9.0a); an attacker is judged where his attack came from (`place`)."""
    i = place or st.at[u]
    n = nations.host(st, u)
    side = st.side(u)
    bit = 1 << i
    if n in ALWAYS or u == t.DUNSTER or side > 1:
        return True
    if p.COLONIES & bit and not (p.INDIA & bit and side == t.CP):
        return True  # 11.2g
    if st.landed >> u & 1:
        return bool(open_seas(st) & bit)  # 6.5l
    if st.ferried >> u & 1 and st.seas[t.BALTIC] != t.EP_RULES:
        return True  # B07
    if n in _AT_HOME and nations.home(st, n) & bit:
        return True
    net = network(st, n)
    if p.ALPINE & bit:
        return bool(p.ways(nations.links(st, u)).near[i] & net)  # U10
    return bool(net & bit) and (n not in _HUNGRY_HOME or _second_source(st, n, i))


def supplied(st: State, units: int) -> int:
    """The units of a set that are on the map and in supply: one look at all places of a nation."""
    out = 0
    units &= st.afield
    under: list[tuple[Any, ...] | None] = [None, None]
    for n, corps in enumerate(st.corps):
        here = corps & units
        if not here:
            continue
        side = st.allegiance[n]
        if side > 1 or n in ALWAYS:
            out |= here
            continue
        if under[side] is None:
            under[side] = stamp(st, side)
        good = supplied_places(st, n, under[side]) & ~p.ALPINE | careless(st, side, n)
        unlike = st.landed | st.ferried | st.expedition | _DUNSTER
        if not st.of[n] & ~good and not here & unlike:
            out |= here
            continue
        for u in bits(here):
            i = st.at[u]
            if is_supplied(st, u) if unlike >> u & 1 or p.ALPINE >> i & 1 else good >> i & 1:
                out |= 1 << u
    return out


def _second_source(st: State, nation: int, place: int) -> bool:
    """An Army in a source hex must trace to another source (9.1c), unless it uses Sea Supply there (9.1d)."""
    entry = st.nets[nation]
    assert entry is not None  # network was asked just now
    _, open, found, key, _, _, _ = entry
    bit = 1 << place
    if not found & bit or nation in t.SEAFARING and open_seas(st) & bit:
        return True
    others = found & ~bit
    ways = _ways(st, st.allegiance[nation], key)
    seen = bit
    while not seen & others:
        more = ways.spread(seen) & open
        if more == seen:
            return False
        seen = more
    return True


def supplied_places(st: State, nation: int, under: tuple[Any, ...] | None = None) -> int:
    """The places where an Army of the nation would be in supply, for showing and for deploying."""
    net = network(st, nation, under)
    if nation not in _HUNGRY_HOME or st.allegiance[nation] > 1:
        return net
    entry = st.nets[nation]
    assert entry is not None
    if entry[5] < 0:
        for i in bits(entry[2] & ~(open_seas(st) if nation in t.SEAFARING else 0)):
            if not _second_source(st, nation, i):
                net &= ~(1 << i)
        st.nets[nation] = (*entry[:5], net, entry[6])
        return net
    return int(entry[5])


# -- starvation (9.4) ------------------------------------------------------------------------------------------------------


def perish(s: Session[State], units: int, *rules: str) -> None:
    """Units die for want of supply or of a retreat: all Divs are lost, each country's Army Max falls by half of what it lost at
    this moment (9.4e, 9.4g, U11), Minor Forces are gone for good (9.4f)."""
    st = s.state
    lost: dict[int, int] = {}
    for u in bits(units):
        place = st.at[u]
        if t.IS_ARMY[u]:
            n = t.UNIT_NATION[u]
            german = st.sud if u == t.SUD else 0
            lost[n] = lost.get(n, 0) + st.divs[u] - german
            if german:
                lost[t.GE] = lost.get(t.GE, 0) + german
                st.sud = 0
            s.note("perishes", *rules, "ditt.9.4g", unit=t.UNITS[u], place=p.NUMBER[place], divs=st.divs[u])
            st.divs[u] = 0
            st.put(u, POOL)
        else:
            s.note("perishes", *rules, "ditt.9.4f", unit=t.UNITS[u], place=p.NUMBER[place], divs=0)
            st.put(u, GONE)
    for n, k in sorted(lost.items()):
        if k > 1:
            cut = min(st.max[n], k // 2)
            st.max[n] -= cut
            s.note("max", "ditt.9.4e", nation=t.NATIONS[n], change=-cut, max=st.max[n])


def starving(st: State) -> int:
    """Units of both sides that are out of supply (9.4d), judged on one position (U04)."""
    units = st.afield & (st.troops[t.CP] | st.troops[t.EP])
    return units & ~supplied(st, units)
