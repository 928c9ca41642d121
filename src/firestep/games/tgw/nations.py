"""Where the units of each nation may operate, and who may not move now (17.2 to 17.4, 19.5, 5.46, 6.47 to 6.56).

`ground(state, units)` is asked for every move: what depends on nothing but the unit is worked out once, what depends on flags and
turns is remembered with them, and numbers in an area are counted only where they are limited.
"""

from __future__ import annotations

from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple

from firestep.games.tgw import board as b
from firestep.games.tgw import ground as g
from firestep.games.tgw import roster as r
from firestep.games.tgw import tables as t
from firestep.games.tgw.state import AVAIL, AVAIL_NE, BOXES, State
from firestep.hexmap.grid import bits

W, WI, E, NC, NI, NE = (b.FRONT[f] for f in b.FRONTS)
NEUTRALS = {t.IT: "italy", t.BU: "bulgaria", t.RO: "romania", t.GK: "greece"}
ALBANIA, GREECE, SERBIA, MONTENEGRO = (b.COUNTRY[c] for c in ("albania", "greece", "serbia", "montenegro"))
HAMADAN = b.mask("N2436")
KIEV_ODESSA = b.mask("E4129", "E3031")
#: north of hexrow E48xx (17.31e)
NORTH = b.mask(*(n for n in b.numbers(E) if int(n[1:3]) > 48)) & E
SMALL_GERMANS = r.CORPS[t.GE] & (r.BRIGADE | r.BATTALION)
RUSSIANS = r.CORPS[t.RU] | r.CORPS[t.PG] | r.CORPS[t.ARM]
POLISH_DIVISION, DFPS = 1 << r.UNIT["ah-po"], 1 << r.UNIT["fr-dfps"]
COSSACKS, RIFLES, GENDARMES = (1 << r.UNIT[id] for id in ("pn-pc", "pn-spr", "pn-gndm"))
BEF = r.CORPS[t.BR] & r.BY_ENTRY["start"] & r.EUROPE
GARRISONS = sum(m for (n, code), m in r.SETUP.items() if code in ("V", "X", "Y") and n in ("GE", "FR", "RU"))
#: from which other Allies and Central Powers may fight on the Italian Front (17.21k, 17.31c), and Austrians in the West (17.31d)
ITALIAN_FRONT_OPENS = t.turn_of("Jan/Feb", 1917)
PEF_OPENS = t.turn_of("Jan/Feb", 1916)


class Limit(NamedTuple):
    """At most so many units of a nation in an area (17.21j, 17.21l, 17.31d, 17.31e, 17.31i, 17.31j)."""

    nation: int
    area: int
    most: int
    rule: str


# -- closed to everybody -----------------------------------------------------------------------------------------------------


def newcomers(st: State) -> int:
    """Units of the nations that have joined the war in this turn."""
    return sum(r.CORPS[n] for n, turn in enumerate(st.entered) if turn == st.turn) if st.turn in st.entered else 0


def closed(st: State) -> int:
    """Hexes that no unit of either side may enter now: neutrals, Albania, Hamadan, Holland, the Near East before it opens (7.12a,
    17.4), countries that have only just joined (17.11d), Belgium of the Elder Moltke (20.3.10b)."""
    key = (st.turn, st.flags_set, st.allegiance, st.entered, st.prewar, _mustered(st))
    old = st.memo.get("closed")
    if old is not None and old[0] == key:
        found: int = old[1]
        return found
    out = 0 if st.flag("salonika") or st.allegiance[t.GK] != t.NEUTRAL else ALBANIA  # 17.4b
    for n, name in NEUTRALS.items():
        if st.allegiance[n] == t.NEUTRAL and not (n == t.GK and st.flag("salonika")):
            out |= b.COUNTRY[name]
    for n in (*NEUTRALS, t.TU):
        if 0 < st.entered[n] == st.turn:
            out |= fresh(st, n)
    if st.allegiance[t.TU] == t.NEUTRAL:
        out |= b.OTTOMAN
    if not st.near_east_open:
        out |= b.NEAR_EAST
    if not st.flag("pef-sent"):
        out |= HAMADAN  # 17.4e
    if "cp.10" in st.prewar:
        out |= b.BELGIUM | b.COUNTRY["luxembourg"]
    if "cp.5" not in st.prewar:
        out |= b.HOLLAND
    st.memo["closed"] = ((st.turn, st.flags_set, st.allegiance[:], st.entered[:], st.prewar, _mustered(st)), out)
    return out


def _mustered(st: State) -> int:
    """What is closed because Greeks hold it, where that depends on where they stand (P42)."""
    if 0 < st.entered[t.GK] == st.turn and st.options.get("greek-entry") == "new":
        return fresh(st, t.GK)
    return 0


def fresh(st: State, nation: int) -> int:
    """The hexes of a nation that joined this turn which nobody enters: all but the beaches of Gallipoli; of Greece after
    Salonika, by the other reading of P42, only those that Greeks hold."""
    home = g.HOME[nation] & ~b.LANDINGS
    if nation == t.GK and st.flag("salonika") and st.options.get("greek-entry") == "new":
        return sum(1 << i for i in {st.at[u] for u in bits(r.CORPS[t.GK])} if i > 0)
    return home


# -- each nation's ground ------------------------------------------------------------------------------------------------------


@cache
def printed(u: int) -> int:
    """Where a unit may ever be by what is printed on it and said of its nation, numbers and dates aside."""
    bit, n = 1 << u, r.NATION_OF[u]
    near = bool(r.NEAR_EAST & bit)
    if bit & r.TANK:
        return W | E if n == t.GE else W  # 15.25
    if bit & POLISH_DIVISION:
        return E & ~b.BALKANS  # 6.6b
    if n in t.BRITISH:
        if bit & r.COMPANY:
            return b.WEST_OF_CANAL  # 17.21c
        if bit & r.HQ:
            return (NI | NE) if near else b.EUROPE  # 17.21b
        return (NI | NE) if bit & (r.SMALL | r.ARMOURED) else b.LAND & ~NC  # 17.21a, 17.21b: divisions of every colour are free
    if n == t.FR:
        return b.EUROPE | NE if bit & DFPS else b.EUROPE  # 17.21d
    if n in (t.RU, t.PG):
        return NC if near and bit & (r.SMALL | r.HQ) else E | NC  # 17.21e
    return {
        t.BE: W,
        t.SR: E,
        t.GK: b.BALKANS,
        t.MN: MONTENEGRO,
        t.AB: b.PALESTINE,
        t.ARM: NC & ~b.PERSIA,
        t.US: b.EUROPE,
        t.IT: b.EUROPE,
        t.RO: E,
        t.BU: b.BALKANS,
        t.TU: E | b.NEAR_EAST,
        t.PNA: b.PERSIA & (NC if bit & COSSACKS else NI),
        t.PNC: b.PERSIA & NI,
        t.GE: b.EUROPE if bit & r.HQ else b.LAND,
        t.AH: b.LAND,
    }[n]


def area(st: State, u: int) -> int:
    """Where a unit may be now, numbers aside."""
    bit, n = 1 << u, r.NATION_OF[u]
    out = printed(u)
    if n in (t.RU, t.PG) and st.pef & bit and not st.flag("pef-home"):
        out |= NI  # 17.21g
    if st.turn < ITALIAN_FRONT_OPENS and n not in (t.IT, t.AH):
        out &= ~WI  # 17.21k, 17.31c
    if n == t.AH and st.turn < ITALIAN_FRONT_OPENS:
        out &= ~W  # 17.31d
    if st.allegiance[n] == t.CENTRAL:
        if not st.flag("euro-turks"):
            if n != t.TU and not bit & SMALL_GERMANS:
                out &= ~b.OTTOMAN  # 17.31m
            elif n == t.TU and bit & r.NEAR_EAST:
                out &= ~b.EUROPEAN_TURKEY  # 17.31k
        out &= ~b.LANDINGS  # 6.51h
    elif b.LANDINGS & out and not (st.flag("gallipoli") and not st.flag("gallipoli-lost")):
        out &= ~b.LANDINGS | 1 << max(st.at[u], 0)  # 6.51j
    if st.prewar:
        if "al.7" in st.prewar and st.allegiance[n] == t.ALLIED:
            out &= ~(b.CP_EDGE_EAST & b.GERMANY)  # 20.2.7d
        if "cp.1" in st.prewar and n == t.SR and st.turn == 1:
            out &= ~b.AUSTRIA  # 20.3.1
    return out


#: nations of which `limits` knows a limit
LIMITED = frozenset((t.US, t.IT, t.AH, t.TU))


def limits(st: State, nation: int) -> list[Limit]:
    """What is limited in number now."""
    if nation == t.US:
        return [Limit(t.US, b.EUROPE & ~W, 1, "tgw.17.21j")]
    if nation == t.IT:
        abroad = W | (0 if st.collapsed >> t.AH & 1 else E)
        return [Limit(t.IT, abroad, 6, "tgw.17.21l")]
    if nation == t.AH:
        out = [Limit(t.AH, W, 4, "tgw.17.31d")]
        free = not st.flag("bolsheviks") and not KIEV_ODESSA & ~st.ctrl[t.CENTRAL]
        return [*out, Limit(t.AH, NORTH & b.GERMANY if free else NORTH, 4, "tgw.17.31e")]
    if nation == t.TU:
        return [Limit(t.TU, E & ~b.BALKANS, 4, "tgw.17.31i"), Limit(t.TU, b.EGYPT | b.SINAI, 3, "tgw.17.31j")]
    return []


def within(st: State, nation: int, hexes: int) -> int:
    """The units of a nation in an area, as a set."""
    inside = _inside(hexes)
    at = st.at
    out = 0
    for u in _MEMBERS[nation]:
        i = at[u]
        if i > 0 and inside[i]:
            out |= 1 << u
    return out


_MEMBERS = tuple(tuple(bits(m)) for m in r.CORPS)
_PLACES = tuple(itemgetter(*m) for m in _MEMBERS)


def _count(st: State, nation: int, hexes: int) -> int:
    """How many units of a nation are in an area."""
    return sum(map(_inside(hexes).__getitem__, _PLACES[nation](st.at)))


@lru_cache(64)
def _inside(hexes: int) -> bytes:
    """Which places lie in an area, to be asked place by place; boxes, which count from the end, do not."""
    out = bytearray(b.ATLAS.all.bit_length() + 1 + len(BOXES))
    for i in bits(hexes):
        out[i] = 1
    return bytes(out)


@cache
def _sorts() -> tuple[int, ...]:
    """Units for which `area` says the same, beaches and the Persian Expeditionary Force aside, are of one sort."""
    number: dict[tuple[object, ...], int] = {}
    sort = []
    for u, n in enumerate(r.NATION_OF):
        bit = 1 << u
        sort.append(number.setdefault((n, printed(u), bool(bit & SMALL_GERMANS), bool(bit & r.NEAR_EAST)), len(number)))
    return tuple(sort)


def _areas(st: State) -> dict[int, int]:
    """What is known of areas as long as nothing changes that they depend on: by a set of sorts of units."""
    stamp = (st.turn, st.flags_set, st.allegiance, st.entered, st.prewar, _mustered(st))
    old = st.memo.get("areas")
    if old is None or old[0] != stamp:
        kept = (st.turn, st.flags_set, st.allegiance[:], st.entered[:], st.prewar, stamp[-1])
        old = st.memo["areas"] = (kept, {0: b.LAND & ~closed(st)})
    known: dict[int, int] = old[1]
    return known


def ground(st: State, units: int) -> int:
    """The hexes in which all these units, going together, may be (17.21, 17.31, 17.4), numbers in an area included."""
    seen: dict[int, int] = {}
    known = _areas(st)
    out = known[0]
    # who stands on a beach may stay there, and the Persian force goes where others do not: not remembered
    odd = st.pef & units
    if st.occ[t.ALLIED] & b.LANDINGS:
        odd |= sum(1 << u for u in bits(units) if st.at[u] > 0 and b.LANDINGS >> st.at[u] & 1)
    sort = _sorts()
    wanted = 0
    rest = units
    while rest:
        low = rest & -rest
        rest ^= low
        u = low.bit_length() - 1
        if odd & low:
            out &= area(st, u)
        elif not wanted >> sort[u] & 1:
            wanted |= 1 << sort[u]
            one = known.get(1 << sort[u])
            if one is None:
                one = known[1 << sort[u]] = area(st, u)
            out &= one
        n = r.NATION_OF[u]
        if n in LIMITED:
            seen[n] = seen.get(n, 0) | low
    for n, mine in seen.items():
        for limit in limits(st, n):
            if out & limit.area and _count(st, n, limit.area) + mine.bit_count() > limit.most:
                there = within(st, n, limit.area)
                if (there | mine).bit_count() > limit.most and mine & ~there:
                    out &= ~limit.area
    if st.red:
        out &= ~strangers(st, units)
    if t.AH in seen and (crowd := must_go_south(st)) & seen[t.AH]:
        rows = [int(b.NUMBER[st.at[u]][1:3]) for u in bits(crowd & seen[t.AH])]
        out &= ~NORTH | sum(1 << i for i in bits(out & NORTH) if int(b.NUMBER[i][1:3]) < min(rows))
    if st.acting("typhus") and not all(st.at[u] in (AVAIL, AVAIL_NE) for u in bits(units)):  # new units do not move in
        out &= SERBIA if all(SERBIA >> max(st.at[u], 0) & 1 for u in bits(units)) else ~SERBIA  # 6.56b
    if st.flag("treaty"):
        out &= ~shunned(st, units)
    return out


def strangers(st: State, units: int) -> int:
    """Hexes through which these units do not go because of the Red Army: Reds not through other Allies, others not through them
    (21.7d)."""
    if not units & st.troops[t.ALLIED]:
        return 0
    other = st.troops[t.ALLIED] & ~st.red if units & st.red else st.red
    return sum(1 << i for i, there in st.where.items() if i > 0 and there & other and not there & units)


def shunned(st: State, units: int) -> int:
    """After Brest-Litovsk: hexes next to Russians inside Russia proper, but for Turks in the Near East (5.46c, 5.46d)."""
    # Russians stand still after the treaty: what counts is who is left, and where Allies are
    left = RUSSIANS
    for box in BOXES:
        left &= ~st.where.get(box, 0)
    key = (left, st.occ[t.ALLIED] & b.RUSSIA)
    old = st.memo.get("shunned")
    if old is not None and old[0] == key:
        near: int = old[1]
    else:
        near = 0
        for i, there in st.where.items():
            if i > 0 and there & RUSSIANS and b.RUSSIA >> i & 1:
                near |= 1 << i
        near = b.ATLAS.dilate(near)
        st.memo["shunned"] = (key, near)
    return near & ~b.NEAR_EAST if not units & ~r.CORPS[t.TU] else near


# -- who stands still ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _places(hexes: int) -> tuple[int, ...]:
    """The members of a set that is asked for with every move before the Near East opens."""
    return tuple(bits(hexes))


def frozen(st: State) -> int:
    """Units on the map that may not move now: new belligerents and whoever stands on their soil (17.11d), garrisons of August 1914
    (19.53), Belgians and a landed BEF on turn 1 (19.55b, 20.2.7a), Russians after Brest-Litovsk (5.46b)."""
    out = 0
    for n in (*NEUTRALS, t.TU) if st.turn in st.entered else ():
        if 0 < st.entered[n] == st.turn:
            out |= r.CORPS[n]
            if n == t.GK and st.flag("salonika"):
                for i in bits(fresh(st, n) & (st.occ[0] | st.occ[1])):
                    out |= st.stack(i)
    if st.turn <= 2 and st.scenario == "1914":
        out |= GARRISONS
        if st.turn == 1:
            out |= r.CORPS[t.BE]
            if "al.7" in st.prewar:
                out |= BEF
    if not st.near_east_open:
        where = st.where
        for i in _places(b.NEAR_EAST & (st.occ[0] | st.occ[1])):
            out |= where[i]  # 19.62a, E91
    if st.flag("treaty"):
        out |= RUSSIANS
    return out


def northern_excess(st: State) -> int:
    """Austrians north of E48xx if they are more than may operate there now: only four of them may attack (17.31g), and after the
    Revolution the others must go south (17.31h)."""
    (limit,) = [x for x in limits(st, t.AH) if x.rule == "tgw.17.31e"]
    there = within(st, t.AH, limit.area)
    return there if there.bit_count() > limit.most else 0


def must_go_south(st: State) -> int:
    """After the Bolshevik Revolution: the Austrians in the north, if they are too many there (17.31h)."""
    return northern_excess(st) if st.flag("bolsheviks") else 0
