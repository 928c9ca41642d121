"""Where the units of each nation may operate, and who may not move now (tgw.17.2 to tgw.17.4, tgw.19.5, tgw.5.46, tgw.6.47 to
tgw.6.56).

`ground(state, units)` is asked for every move: what depends on nothing but the unit is worked out once, what depends on flags and
turns is remembered with them, and numbers in an area are counted only where they are limited.
"""

from __future__ import annotations

from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple

from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.state import AVAIL, AVAIL_NE, BOXES, State
from firestep.hexmap.grid import bits

W, WI, E, NC, NI, NE = (board.FRONT[f] for f in board.FRONTS)
NEUTRALS = {tables.IT: "italy", tables.BU: "bulgaria", tables.RO: "romania", tables.GK: "greece"}
ALBANIA, GREECE, SERBIA, MONTENEGRO = (board.COUNTRY[c] for c in ("albania", "greece", "serbia", "montenegro"))
HAMADAN = board.mask("N2436")
KIEV_ODESSA = board.mask("E4129", "E3031")
#: north of hexrow E48xx (tgw.17.31e)
NORTH = board.mask(*(n for n in board.numbers(E) if int(n[1:3]) > 48)) & E
SMALL_GERMANS = roster.CORPS[tables.GE] & (roster.BRIGADE | roster.BATTALION)
RUSSIANS = roster.CORPS[tables.RU] | roster.CORPS[tables.PG] | roster.CORPS[tables.ARM]
POLISH_DIVISION, DFPS = 1 << roster.UNIT["ah-po"], 1 << roster.UNIT["fr-dfps"]
COSSACKS, RIFLES, GENDARMES = (1 << roster.UNIT[id] for id in ("pn-pc", "pn-spr", "pn-gndm"))
BEF = roster.CORPS[tables.BR] & roster.BY_ENTRY["start"] & roster.EUROPE
GARRISONS = sum(m for (n, code), m in roster.SETUP.items() if code in ("V", "X", "Y") and n in ("GE", "FR", "RU"))
#: from which other Allies and Central Powers may fight on the Italian Front (tgw.17.21k, tgw.17.31c), and Austrians in the West
# (tgw.17.31d)
ITALIAN_FRONT_OPENS = tables.turn_of("Jan/Feb", 1917)
PEF_OPENS = tables.turn_of("Jan/Feb", 1916)


class Limit(NamedTuple):
    """At most so many units of a nation in an area (tgw.17.21j, tgw.17.21l, tgw.17.31d, tgw.17.31e, tgw.17.31i, tgw.17.31j)."""

    nation: int
    area: int
    most: int
    rule: str


# -- closed to everybody -----------------------------------------------------------------------------------------------------


def newcomers(st: State) -> int:
    """Units of the nations that have joined the war in this turn."""
    return sum(roster.CORPS[n] for n, turn in enumerate(st.entered) if turn == st.turn) if st.turn in st.entered else 0


def closed(st: State) -> int:
    """Return the hexes that no unit may enter now: neutrals, Albania (tgw.17.4b), Hamadan (tgw.17.4e), Holland (tgw.17.4f), the
    Near East before it opens (tgw.7.12a), countries that have only just joined (tgw.17.11d), Belgium of the Elder Moltke
    (tgw.20.3.10b)."""
    key = (st.turn, st.flags_set, st.allegiance, st.entered, st.prewar, _mustered(st))
    old = st.memo.get("closed")
    if old is not None and old[0] == key:
        found: int = old[1]
        return found
    # tgw.6.52i, tgw.17.4b
    out = 0 if st.flag("salonika") or st.allegiance[tables.GK] != tables.NEUTRAL else ALBANIA
    for n, name in NEUTRALS.items():
        # after Salonika Greece is open, though it stays neutral until its entry (tgw.6.52e, tgw.17.21q)
        if st.allegiance[n] == tables.NEUTRAL and not (n == tables.GK and st.flag("salonika")):
            out |= board.COUNTRY[name]
    for n in (*NEUTRALS, tables.TU):
        if 0 < st.entered[n] == st.turn:
            out |= fresh(st, n)
    if st.allegiance[tables.TU] == tables.NEUTRAL:
        out |= board.OTTOMAN
    if not st.near_east_open:
        out |= board.NEAR_EAST
    if not st.flag("pef-sent"):
        out |= HAMADAN  # tgw.17.4e
    if "cp.10" in st.prewar:
        out |= board.BELGIUM | board.COUNTRY["luxembourg"]
    if "cp.5" not in st.prewar:
        out |= board.HOLLAND
    st.memo["closed"] = ((st.turn, st.flags_set, st.allegiance[:], st.entered[:], st.prewar, _mustered(st)), out)
    return out


def _mustered(st: State) -> int:
    """What is closed because Greeks hold it, where that depends on where they stand (P42)."""
    if 0 < st.entered[tables.GK] == st.turn and st.options.get("greek-entry") == "new":
        return fresh(st, tables.GK)
    return 0


def fresh(st: State, nation: int) -> int:
    """The hexes of a nation that joined this turn which nobody enters: all but the beaches of Gallipoli; of Greece after
    Salonika, by the other reading of P42, only those that Greeks hold."""
    home = fronts.HOME[nation] & ~board.LANDINGS
    if nation == tables.GK and st.flag("salonika") and st.options.get("greek-entry") == "new":
        return sum(1 << i for i in {st.at[u] for u in bits(roster.CORPS[tables.GK])} if i > 0)
    return home


# -- each nation's ground ------------------------------------------------------------------------------------------------------


@cache
def printed(u: int) -> int:
    """Where a unit may ever be by what is printed on it and said of its nation, numbers and dates aside."""
    bit, n = 1 << u, roster.NATION_OF[u]
    near = bool(roster.NEAR_EAST & bit)
    if bit & roster.TANK:
        return W | E if n == tables.GE else W  # tgw.15.25b
    if bit & POLISH_DIVISION:
        return E & ~board.BALKANS  # tgw.6.6b
    if n in tables.BRITISH:
        if bit & roster.COMPANY:
            return board.WEST_OF_CANAL  # tgw.17.21c
        if bit & roster.HQ:
            return (NI | NE) if near else board.EUROPE  # tgw.17.21b
        return (
            (NI | NE) if bit & (roster.SMALL | roster.ARMOURED) else board.LAND & ~NC
        )  # tgw.17.21a, tgw.17.21b; divisions of every colour are free (tgw.17.21u)
    if n == tables.FR:
        return board.EUROPE | NE if bit & DFPS else board.EUROPE  # tgw.17.21d
    if n in (tables.RU, tables.PG):
        return NC if near and bit & (roster.SMALL | roster.HQ) else E | NC  # tgw.17.21e
    return {
        tables.BE: W,  # tgw.17.21n
        tables.SR: E,  # tgw.17.21o
        tables.GK: board.BALKANS,  # tgw.17.21p
        tables.MN: MONTENEGRO,  # tgw.17.21r; they may attack out of it
        tables.AB: board.PALESTINE,  # tgw.17.21s
        tables.ARM: NC & ~board.PERSIA,  # tgw.17.21t
        tables.US: board.EUROPE,
        tables.IT: board.EUROPE,  # tgw.17.21m
        tables.RO: E,  # tgw.17.4a
        tables.BU: board.BALKANS,  # tgw.17.31o
        tables.TU: E | board.NEAR_EAST,
        tables.PNA: board.PERSIA & (NC if bit & COSSACKS else NI),  # tgw.17.4d
        tables.PNC: board.PERSIA & NI,
        tables.GE: board.EUROPE if bit & roster.HQ else board.LAND,  # tgw.17.31a, tgw.17.31p
        tables.AH: board.LAND,
    }[n]


def area(st: State, u: int) -> int:
    """Where a unit may be now, numbers aside."""
    bit, n = 1 << u, roster.NATION_OF[u]
    out = printed(u)
    if n in (tables.RU, tables.PG) and st.pef & bit and not st.flag("pef-home"):
        out |= NI  # tgw.17.21g
    if st.turn < ITALIAN_FRONT_OPENS and n not in (tables.IT, tables.AH):
        out &= ~WI  # tgw.17.21k, tgw.17.31c
    if n == tables.AH and st.turn < ITALIAN_FRONT_OPENS:
        out &= ~W  # tgw.17.31d
    if st.allegiance[n] == tables.CENTRAL:
        if not st.flag("euro-turks"):
            if n != tables.TU and not bit & SMALL_GERMANS:
                out &= ~board.OTTOMAN  # tgw.17.31m
            elif n == tables.TU and bit & roster.NEAR_EAST:
                out &= ~board.EUROPEAN_TURKEY  # tgw.17.31k
        out &= ~board.LANDINGS  # tgw.6.51h
    elif board.LANDINGS & out and not (st.flag("gallipoli") and not st.flag("gallipoli-lost")):
        out &= ~board.LANDINGS | 1 << max(st.at[u], 0)  # tgw.6.51j
    if st.prewar:
        if "al.7" in st.prewar and st.allegiance[n] == tables.ALLIED:
            out &= ~(board.CP_EDGE_EAST & board.GERMANY)  # tgw.20.2.7d
        if "cp.1" in st.prewar and n == tables.SR and st.turn == 1:
            out &= ~board.AUSTRIA  # tgw.20.3.1
    return out


#: nations of which `limits` knows a limit
LIMITED = frozenset((tables.US, tables.IT, tables.AH, tables.TU))


def limits(st: State, nation: int) -> list[Limit]:
    """What is limited in number now."""
    if nation == tables.US:
        return [Limit(tables.US, board.EUROPE & ~W, 1, "tgw.17.21j")]
    if nation == tables.IT:
        abroad = W | (0 if st.collapsed >> tables.AH & 1 else E)
        return [Limit(tables.IT, abroad, 6, "tgw.17.21l")]
    if nation == tables.AH:
        out = [Limit(tables.AH, W, 4, "tgw.17.31d")]
        # tgw.17.31f
        free = not st.flag("bolsheviks") and not KIEV_ODESSA & ~st.ctrl[tables.CENTRAL]
        return [*out, Limit(tables.AH, NORTH & board.GERMANY if free else NORTH, 4, "tgw.17.31e")]
    if nation == tables.TU:
        return [Limit(tables.TU, E & ~board.BALKANS, 4, "tgw.17.31i"), Limit(tables.TU, board.EGYPT | board.SINAI, 3, "tgw.17.31j")]
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


_MEMBERS = tuple(tuple(bits(m)) for m in roster.CORPS)
_PLACES = tuple(itemgetter(*m) for m in _MEMBERS)


def _count(st: State, nation: int, hexes: int) -> int:
    """How many units of a nation are in an area."""
    return sum(map(_inside(hexes).__getitem__, _PLACES[nation](st.at)))


@lru_cache(64)
def _inside(hexes: int) -> bytes:
    """Which places lie in an area, to be asked place by place; boxes, which count from the end, do not."""
    out = bytearray(board.ATLAS.all.bit_length() + 1 + len(BOXES))
    for i in bits(hexes):
        out[i] = 1
    return bytes(out)


@cache
def _sorts() -> tuple[int, ...]:
    """Units for which `area` says the same, beaches and the Persian Expeditionary Force aside, are of one sort."""
    number: dict[tuple[object, ...], int] = {}
    sort = []
    for u, n in enumerate(roster.NATION_OF):
        bit = 1 << u
        sort.append(number.setdefault((n, printed(u), bool(bit & SMALL_GERMANS), bool(bit & roster.NEAR_EAST)), len(number)))
    return tuple(sort)


def _areas(st: State) -> dict[int, int]:
    """What is known of areas as long as nothing changes that they depend on: by a set of sorts of units."""
    stamp = (st.turn, st.flags_set, st.allegiance, st.entered, st.prewar, _mustered(st))
    old = st.memo.get("areas")
    if old is None or old[0] != stamp:
        kept = (st.turn, st.flags_set, st.allegiance[:], st.entered[:], st.prewar, stamp[-1])
        old = st.memo["areas"] = (kept, {0: board.LAND & ~closed(st)})
    known: dict[int, int] = old[1]
    return known


def ground(st: State, units: int) -> int:
    """Return the hexes in which all these units, going together, may be: the areas of `area`, less what is `closed` and what the
    `limits` in number forbid."""
    seen: dict[int, int] = {}
    known = _areas(st)
    out = known[0]
    # who stands on a beach may stay there, and the Persian force goes where others do not: not remembered
    odd = st.pef & units
    if st.occ[tables.ALLIED] & board.LANDINGS:
        odd |= sum(1 << u for u in bits(units) if st.at[u] > 0 and board.LANDINGS >> st.at[u] & 1)
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
        n = roster.NATION_OF[u]
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
    if tables.AH in seen and (crowd := must_go_south(st)) & seen[tables.AH]:
        rows = [int(board.NUMBER[st.at[u]][1:3]) for u in bits(crowd & seen[tables.AH])]
        out &= ~NORTH | sum(1 << i for i in bits(out & NORTH) if int(board.NUMBER[i][1:3]) < min(rows))
    if st.acting("typhus") and not all(st.at[u] in (AVAIL, AVAIL_NE) for u in bits(units)):  # new units do not move in
        out &= SERBIA if all(SERBIA >> max(st.at[u], 0) & 1 for u in bits(units)) else ~SERBIA  # tgw.6.56b
    if st.flag("treaty"):
        out &= ~shunned(st, units)
    return out


def strangers(st: State, units: int) -> int:
    """Hexes through which these units do not go because of the Red Army: Reds not through other Allies, others not through them
    (tgw.21.7d)."""
    if not units & st.troops[tables.ALLIED]:
        return 0
    other = st.troops[tables.ALLIED] & ~st.red if units & st.red else st.red
    return sum(1 << i for i, there in st.where.items() if i > 0 and there & other and not there & units)


def shunned(st: State, units: int) -> int:
    """After Brest-Litovsk: hexes next to Russians inside Russia proper, but for Turks in the Near East (tgw.5.46c, tgw.5.46d)."""
    # Russians stand still after the treaty: what counts is who is left, and where Allies are
    left = RUSSIANS
    for box in BOXES:
        left &= ~st.where.get(box, 0)
    key = (left, st.occ[tables.ALLIED] & board.RUSSIA)
    old = st.memo.get("shunned")
    if old is not None and old[0] == key:
        near: int = old[1]
    else:
        near = 0
        for i, there in st.where.items():
            if i > 0 and there & RUSSIANS and board.RUSSIA >> i & 1:
                near |= 1 << i
        near = board.ATLAS.dilate(near)
        st.memo["shunned"] = (key, near)
    return near & ~board.NEAR_EAST if not units & ~roster.CORPS[tables.TU] else near  # tgw.5.46c


# -- who stands still ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _places(hexes: int) -> tuple[int, ...]:
    """The members of a set that is asked for with every move before the Near East opens."""
    return tuple(bits(hexes))


def frozen(st: State) -> int:
    """Return the units on the map that may not move now: new belligerents and all units on their soil in the turn of the entry
    (tgw.17.11d), though no longer (tgw.17.11e); garrisons of August 1914 (tgw.19.53a); Belgians and a landed BEF on turn 1
    (tgw.19.55b, tgw.20.2.7a); Russians after Brest-Litovsk (tgw.5.46b)."""
    out = 0
    for n in (*NEUTRALS, tables.TU) if st.turn in st.entered else ():
        if 0 < st.entered[n] == st.turn:
            out |= roster.CORPS[n]
            if n == tables.GK and st.flag("salonika"):
                for i in bits(fresh(st, n) & (st.occ[0] | st.occ[1])):
                    out |= st.stack(i)
    if st.turn <= 2 and st.scenario == "1914":
        out |= GARRISONS
        if st.turn == 1:
            out |= roster.CORPS[tables.BE]  # tgw.19.55b
            if "al.7" in st.prewar:
                out |= BEF
    if not st.near_east_open:
        where = st.where
        for i in _places(board.NEAR_EAST & (st.occ[0] | st.occ[1])):
            out |= where[i]  # tgw.19.62a, E91
    if st.flag("treaty"):
        out |= RUSSIANS
    return out


def northern_excess(st: State) -> int:
    """Austrians north of E48xx if they are more than may operate there now: only four of them may attack (tgw.17.31g), and after
    the Revolution the others must go south (tgw.17.31h)."""
    (limit,) = [x for x in limits(st, tables.AH) if x.rule == "tgw.17.31e"]
    there = within(st, tables.AH, limit.area)
    return there if there.bit_count() > limit.most else 0


def must_go_south(st: State) -> int:
    """After the Bolshevik Revolution: the Austrians in the north, if they are too many there (tgw.17.31h)."""
    return northern_excess(st) if st.flag("bolsheviks") else 0
