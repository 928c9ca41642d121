"""Supply (ditt.9.0): sources, lines, Sea Supply, and the end of Armies that have none. National rules are exceptions (ditt.9.0b):
`ALWAYS`, `friendly` and `sources` hold them.

`network(st, n)` is every place that is joined to a source of nation `n`; an Army that stands in it is in supply, with the special
cases of `is_supplied`. Networks are kept together with the sets they were made from.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from firestep.engine.session import Session
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas
from firestep.games.ditt.state import GONE, POOL, State
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import HexGraph

#: always in supply: Belgians (ditt.10.5e), Assyrians (ditt.10.5b), Maronites (ditt.10.5k), Persians (ditt.10.5o, ditt.10.5q), Arabs
#: and Senussi (ditt.14.1i), Finns (ditt.15.5c), Reds (ditt.12.3d); the Baku Soviet, which never moves, and the Boers
ALWAYS = frozenset(
    (tables.BL, tables.AS, tables.MR, tables.SG, tables.SP, tables.AB, tables.SI, tables.FI, tables.BS, tables.BO, *tables.REDS)
)
_NEED_SECOND_SOURCE = frozenset((tables.AH, tables.GE, tables.RS, tables.FR, tables.BR, tables.IT, tables.US))
_DUNSTER = 1 << tables.DUNSTER
#: the only source of the Czechs
PRAGUE = places.mask("2810")
#: minor countries are in supply at home (ditt.9.1e); ditt.14.2c replaces this for the Armenians (T13)
_AT_HOME = frozenset(n for n, kind in enumerate(tables.KIND) if kind == "minor" and n != tables.AR)
#: colonies where the units of a side need no supply: all for the EP, all but India for the CP (ditt.11.1g, ditt.11.2g)
_COLONIES = (places.COLONIES & ~places.INDIA, places.COLONIES)


def open_seas(st: State) -> int:
    """Returns the coastal places on a sea at EP Supremacy or Parity (ditt.9.3a), or on one that the EP rules for good
    (ditt.8.3b)."""
    return _coasts(tuple(st.seas))


@cache
def _coasts(seas: tuple[int, ...]) -> int:
    return places.COAST[places.EP_SEAS] | sum(
        {1 << i for k, box in enumerate(seas) if box != tables.CP_RULES for i in bits(places.COAST[k])}
    )


def friendly(st: State, nation: int) -> int:
    """Returns the places through which supply of a nation may pass (ditt.9.2a, U05, U10). The exceptions of chapter 10 are here and
    in `sources` (ditt.9.0b)."""
    side = st.allegiance[nation]
    if side > 1:
        return st.own[nation]
    # ditt.9.2c, ditt.10.3c
    # ditt.9.2a
    out = st.ctrl[side] & ~(areas.closed_ground(nation, False, areas.lands_key(st)) & ~areas.cleared_romani(st, side)) & ~st.closed
    # ditt.9.0b
    out &= ~(places.COUNTRY["Albania"] & ~st.occ[side])  # ditt.15.4b
    out &= ~(areas.rivalry(st, nation) & ~areas.RIVALRY_WAIVED)  # ditt.10.1c, ditt.10.1e, ditt.10.1f
    if side == tables.CP and st.flag("greater-bulgaria"):
        out |= places.GREATER_BULGARIA  # ditt.15.12d
    return out


def sources(st: State, nation: int, open: int) -> int:
    """Returns the places where the supply of a nation begins (ditt.9.1a), with those of national rules (ditt.9.0b)."""
    side = st.allegiance[nation]
    if nation == tables.TU:
        return 1 << places.CONSTANTINOPLE & open  # ditt.10.6g
    if nation == tables.IT:  # ditt.10.3a
        return (places.COUNTRY["Italy"] | st.forts & ~st.no_forts & places.COLONIAL_FORTS & places.COUNTRY["Libya"]) & open
    if nation == tables.US:
        return (places.lands("France", "Great Britain") | open_seas(st)) & open  # ditt.10.2a
    if nation in (tables.AH, tables.GE, tables.RS, tables.FR, tables.BR):
        home = places.SOURCES[nation] & ~(places.FORTS & ~(st.forts & ~st.no_forts))  # U09
        for i in st.siege:
            if i > 0:
                home &= ~(1 << i)  # C10
        return (home | open_seas(st) if nation in tables.SEAFARING else home) & open
    if nation == tables.SB and st.flag("great-retreat"):
        return places.lands("Greece", "Bulgaria", "Macedonia", "Serbia") & open  # ditt.12.1p
    if nation == tables.CZ:
        return PRAGUE & open  # ditt.ev.1918.7.01
    if nation == tables.AR:
        return (st.centres | lent_sources(st, nation, supply_inputs(st, side))) & open  # ditt.14.2c
    if nation == tables.GK:
        return (areas.home(st, tables.GK) | lent_sources(st, nation, supply_inputs(st, side))) & open  # ditt.10.5i
    return places.HOME[nation] & open  # ditt.9.1b, ditt.10.4b


_ALBANIA = places.COUNTRY["Albania"]
#: nations whose Armies are sources for another of the same side (ditt.10.5i, ditt.14.2c)
_LENDERS = {tables.AR: (tables.BR, tables.FR, tables.RS), tables.GK: tuple(n for n in range(len(tables.NATIONS)) if n != tables.GK)}


def supply_inputs(st: State, side: int) -> tuple[Any, ...]:
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
        st.allegiance[tables.IT],
        st.allegiance[tables.CH],
        side == tables.CP and st.occ[tables.CP] & places.INDIA,
    )
    was = st.stamps[side]
    if was == now:
        return was
    st.stamps[side] = now
    return now


def needs_no_supply(st: State, side: int, nation: int) -> int:
    """Returns where a nation needs no supply: minor countries at home (ditt.9.1e), and the colonies (ditt.11.2g)."""
    return _COLONIES[side] | (areas.home(st, nation) if nation in _AT_HOME else 0)


def lent_sources(st: State, nation: int, under: tuple[Any, ...]) -> int:
    """Returns the places of supplied Armies of others that are sources for a nation (ditt.10.5i, ditt.14.2c)."""
    side = st.allegiance[nation]
    out = 0
    for n in _LENDERS[nation]:
        if st.of[n] and st.allegiance[n] == side:
            out |= st.of[n] if n in ALWAYS else st.of[n] & (network(st, n, under) | needs_no_supply(st, side, n))
    return out


def network(st: State, nation: int, under: tuple[Any, ...] | None = None) -> int:
    """Returns every place joined to a source of the nation by friendly land (ditt.9.2a). `under` is the stamp of its side, if it is
    known."""
    side = st.allegiance[nation]
    if side > 1:
        return st.own[nation]
    if under is None:
        under = supply_inputs(st, side)
    old = st.nets[nation]
    rivals = lent_sources(st, nation, under) if nation in _LENDERS else areas.rivalry(st, nation)
    if old is not None and old[0] is under and old[6] == rivals:
        return int(old[4])
    open = friendly(st, nation)
    found = sources(st, nation, open)
    key = areas.links(st, tables.UNITS_OF[nation][0]) if tables.UNITS_OF[nation] else 0
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


def _ways(st: State, side: int, key: int) -> HexGraph:
    """Supply in the colonies matters only to CP units in India (ditt.11.1g)."""
    return places.ways(key) if side == tables.CP and st.occ[tables.CP] & places.INDIA else places.supply_ways(key)


def is_supplied(st: State, u: int, place: int = 0) -> bool:
    """Whether a unit on the map is in supply now (ditt.9.0a); an attacker is judged where his attack came from (`place`)."""
    i = place or st.at[u]
    n = areas.acting_nation(st, u)
    side = st.side(u)
    bit = 1 << i
    if n in ALWAYS or u == tables.DUNSTER or side > 1:  # Dunsterforce: ditt.10.2f
        return True
    if places.COLONIES & bit and not (places.INDIA & bit and side == tables.CP):
        return True  # ditt.11.2g
    if st.landed >> u & 1:
        return bool(open_seas(st) & bit)  # ditt.6.5l
    if st.ferried >> u & 1 and st.seas[tables.BALTIC] != tables.EP_RULES:
        return True  # B07
    if n in _AT_HOME and areas.home(st, n) & bit:
        return True
    net = network(st, n)
    if places.ALPINE & bit:  # ditt.9.0a
        return bool(places.ways(areas.links(st, u)).near[i] & net)  # U10
    return bool(net & bit) and (n not in _NEED_SECOND_SOURCE or _second_source(st, n, i))  # ditt.9.1c


def supplied(st: State, units: int) -> int:
    """Returns the units of a set that are on the map and in supply: one look at all places of a nation."""
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
            under[side] = supply_inputs(st, side)
        good = supplied_places(st, n, under[side]) & ~places.ALPINE | needs_no_supply(st, side, n)
        unlike = st.landed | st.ferried | st.expedition | _DUNSTER
        if not st.of[n] & ~good and not here & unlike:
            out |= here
            continue
        for u in bits(here):
            i = st.at[u]
            if is_supplied(st, u) if unlike >> u & 1 or places.ALPINE >> i & 1 else good >> i & 1:
                out |= 1 << u
    return out


def _second_source(st: State, nation: int, place: int) -> bool:
    """Whether an Army in a source hex traces to another source (ditt.9.1c), or uses Sea Supply there (ditt.9.1d)."""
    entry = st.nets[nation]
    assert entry is not None  # network was asked just now
    _, open, found, key, _, _, _ = entry
    bit = 1 << place
    if not found & bit or nation in tables.SEAFARING and open_seas(st) & bit:  # ditt.9.1d
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
    """Returns the places where an Army of the nation would be in supply, for showing and for deploying."""
    net = network(st, nation, under)
    if nation not in _NEED_SECOND_SOURCE or st.allegiance[nation] > 1:
        return net
    entry = st.nets[nation]
    assert entry is not None
    if entry[5] < 0:
        for i in bits(entry[2] & ~(open_seas(st) if nation in tables.SEAFARING else 0)):
            if not _second_source(st, nation, i):
                net &= ~(1 << i)
        st.nets[nation] = (*entry[:5], net, entry[6])
        return net
    return int(entry[5])


# -- starvation (ditt.9.4) ------------------------------------------------------------------------------------------------------


def perish(s: Session[State], units: int, *rules: str) -> None:
    """Units die for want of supply or of a retreat: all Divs are lost, each country's Army Max falls by half of what it lost at
    this moment (ditt.9.4e, ditt.9.4g, U11), Minor Forces are gone for good (ditt.9.4f)."""
    st = s.state
    lost: dict[int, int] = {}
    for u in bits(units):
        place = st.at[u]
        if tables.IS_ARMY[u]:
            n = tables.UNIT_NATION[u]
            german = st.sud if u == tables.SUD else 0
            lost[n] = lost.get(n, 0) + st.divs[u] - german
            if german:
                lost[tables.GE] = lost.get(tables.GE, 0) + german
                st.sud = 0
            told = {"german": german} if german else {}
            s.note("perishes", *rules, "ditt.9.4g", unit=tables.UNITS[u], place=places.NUMBER[place], divs=st.divs[u], **told)
            st.divs[u] = 0  # ditt.9.4g
            st.put(u, POOL)
        else:
            s.note("perishes", *rules, "ditt.9.4f", unit=tables.UNITS[u], place=places.NUMBER[place], divs=0)
            st.put(u, GONE)
    for n, k in sorted(lost.items()):
        if k > 1:
            cut = min(st.max[n], k // 2)  # ditt.9.4e
            st.max[n] -= cut
            s.note("max", "ditt.9.4e", nation=tables.NATIONS[n], change=-cut, max=st.max[n])


def starving(st: State) -> int:
    """Returns the units of both sides that are out of supply (ditt.9.4d), judged on one position (U04)."""
    units = st.afield & (st.troops[tables.CP] | st.troops[tables.EP])
    return units & ~supplied(st, units)
