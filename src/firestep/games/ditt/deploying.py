"""Where units may be put on the map (4.3, 6.4d, 10.0, 11.2a): new Armies, units from the Reserve Box, rebuilt Minor Forces."""

from __future__ import annotations

from firestep.games.ditt import ground, nations
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import State
from firestep.games.ditt.supply import open_seas, supplied_places
from firestep.hexmap.grid import bits

_ASSYRIA = p.lands("Armenia", "North Persia", "Turkish Arabia")
_BARREN_LIBYA = p.COUNTRY["Libya"] & p.DESERT


def quiet(st: State, side: int) -> int:
    """Friendly places without enemies."""
    return st.ctrl[side] & ~(st.occ[1 - side] | st.fort_of[1 - side])


def box_beaches(st: State, u: int) -> int:
    """Beach Head hexes that a unit may join by SR (6.5n): British, French and US units while there are invaders."""
    if st.serves[u] not in t.SEAFARING:
        return 0
    return sum(1 << i for i in st.beach if i > 0 and st.invaders(i) and open_seas(st) >> i & 1)


def of_power(st: State, u: int) -> int:
    """Places for units of a Great Power: friendly, open to it and in supply (4.3b, 10.2b, 10.6b, d, h); colonies for the EP
    (11.2a)."""
    n = st.serves[u]
    side = st.allegiance[n]
    open = nations.area(st, u)
    if side == t.NEUTRAL:
        return open & ~ground.unstackable(st, u)  # 15.1f
    out = quiet(st, side) & open & supplied_places(st, n)
    if n in (t.BR, t.FR) and side == t.EP:
        out |= quiet(st, side) & open & p.COLONIES
    elif n != t.GE or u != t.ASKARI:
        out &= ~p.COLONIES
    out |= box_beaches(st, u) & open
    return out


def of_minor(st: State, u: int) -> int:
    """Places for units of minor countries (10.4b, 10.5, 12.1p, 14.1e, 14.1g, 14.2e); one Army a hex and turn (10.4c)."""
    n = st.serves[u]
    side = st.allegiance[n]
    if side > 1:
        return 0
    mine = quiet(st, side)
    if n == t.AS:
        return mine & _ASSYRIA if st.ctrl[side] >> p.INDEX["1020"] & 1 else 0  # 10.5d
    if n == t.MR:
        return mine & p.COUNTRY["Turkish Arabia"] if st.ctrl[side] >> p.INDEX["0915"] & 1 else 0  # 10.5m
    if n == t.AB:
        return p.COUNTRY["Arabian Desert"] & ~st.closed
    if n == t.SI:
        return _BARREN_LIBYA & ~st.occ[t.EP] & ~st.occ[t.NEUTRAL]  # 14.1g
    if n == t.SG:
        return p.COUNTRY["North Persia"] & st.occ[t.CP]  # 10.5p
    if n == t.SP:
        return p.COUNTRY["South Persia"] & st.occ[t.EP]  # 10.5r
    if n == t.AR:
        return mine & p.COUNTRY["Armenia"]
    if n == t.SB and st.flag("great-retreat"):
        mine &= p.lands("Greece", "Bulgaria", "Macedonia", "Serbia")
    elif n == t.CZ:
        mine &= p.mask("2810")
    else:
        mine &= p.HOME[n]
    return mine & ~st.deployed


def deployable(st: State, units: list[int]) -> list[int]:
    """The units of a list for which there is a place; Great Power units of one kind share one search."""
    known: dict[tuple[int, bool, bool], int] = {}
    inside = nations.near_east(st)
    out = []
    for u in units:
        n = st.serves[u]
        if n not in t.POWERS or u in t.HELD or u == t.DUNSTER or st.roaming >> u & 1 or st.expedition >> u & 1:
            if where(st, u):
                out.append(u)
            continue
        key = n, t.NE_UNIT[u], t.ALPINE_UNIT[u]
        if key not in known:
            known[key] = of_power(st, u) & ~ground.unstackable(st, u) & ~st.closed
        if known[key] & ~inside or known[key] and where(st, u):
            out.append(u)
    return out


def where(st: State, u: int) -> int:
    """Every place where a unit may be put now."""
    n = st.serves[u]
    if u == t.DUNSTER:
        return quiet(st, t.EP) & (p.PERSIA | p.COUNTRY["Azerbaijan"])  # 10.2h
    if u in (t.ASKARI, t.BOER, t.BAKU, t.BARON) or n in t.REDS:
        return 0
    out = of_power(st, u) if n in t.POWERS else of_minor(st, u) & (nations.area(st, u) | (p.DESERT if n == t.SI else 0))
    out &= ~ground.unstackable(st, u) & ~st.closed
    inside = nations.near_east(st)
    if out & inside and n in (t.BR, t.RS, t.FR, t.GE) and nations.ne_admits(st, (u,)):
        out &= ~inside
    return out


def boxed(st: State, side: int, box: int) -> list[int]:
    """The units of a side in a box, with those of a neutral Italy for the EP."""
    return [u for u in bits(ground.commanded(st, side)) if st.at[u] == box]
