"""Where the units of each nation may operate, and who may not move now (tgw.17.2 to tgw.17.4, tgw.19.5, tgw.5.46, tgw.6.47 to
tgw.6.56).

`open_to(state, units)` has every rule as a condition: it explains. `ground(state, units)` is the same as a set. Every move asks for
it: what depends on nothing but the unit is worked out once, what depends on flags and turns is remembered with them, and numbers in
an area are counted only where they are limited.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache, partial
from operator import itemgetter
from typing import NamedTuple

from firestep.engine.question import Condition, broken, kept
from firestep.engine.refusal import Refusal
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.things import nation_title, who
from firestep.games.tgw.meta import ADJECTIVE
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
    #: the area as a sentence names it
    name: str


# -- closed to everybody -----------------------------------------------------------------------------------------------------


def newcomers(st: State) -> int:
    """Units of the nations that have joined the war in this turn."""
    return sum(roster.CORPS[n] for n, turn in enumerate(st.entered) if turn == st.turn) if st.turn in st.entered else 0


def closed(st: State) -> int:
    """Returns the hexes that no unit may enter now (`open_to_all`). The answer is kept with everything it depends on."""
    key = (st.turn, st.flags_set, st.allegiance, st.entered, st.prewar, _mustered(st))
    old = st.memo.get("closed")
    if old is not None and old[0] == key:
        found: int = old[1]
        return found
    out = board.ATLAS.all & ~kept(open_to_all(st), board.ATLAS.all)
    st.memo["closed"] = ((st.turn, st.flags_set, st.allegiance[:], st.entered[:], st.prewar, _mustered(st)), out)
    return out


def open_to_all(st: State) -> Iterator[Condition]:
    """Yields the conditions that a hex is not closed to everybody."""
    if not st.flag("salonika") and st.allegiance[tables.GK] == tables.NEUTRAL:  # tgw.6.52i
        yield Condition("tgw.17.4b", ~ALBANIA, "Albania is closed until Salonika is played or Greece joins the war")
    for n, name in NEUTRALS.items():
        # after Salonika Greece is open, though it stays neutral until its entry (tgw.6.52e, tgw.17.21q)
        if st.allegiance[n] == tables.NEUTRAL and not (n == tables.GK and st.flag("salonika")):
            rule = "tgw.17.21q" if n == tables.GK else "tgw.6.53e"
            yield Condition(rule, ~board.COUNTRY[name], f"{{x}} is in {nation_title(n)}, which is neutral")
    if st.allegiance[tables.TU] == tables.NEUTRAL:
        yield Condition("tgw.17.1a", ~board.OTTOMAN, "{x} is in the Ottoman Empire, which is neutral")
    for n in (*NEUTRALS, tables.TU):
        if 0 < st.entered[n] == st.turn:
            yield Condition(
                "tgw.17.11d", ~fresh(st, n), f"{nation_title(n)} has just joined the war: no unit enters {{x}} this turn"
            )
    if not st.near_east_open:
        yield Condition("tgw.7.12a", ~board.NEAR_EAST, "{x} is in the Near East, which opens in Nov/Dec 1914")
    if not st.flag("pef-sent"):
        yield Condition("tgw.17.4e", ~HAMADAN, "Hamadan is closed until the Persian Expeditionary Force is sent")
    if "cp.10" in st.prewar:
        yield Condition(
            "tgw.20.3.10b", ~(board.BELGIUM | board.COUNTRY["luxembourg"]), "{x} is in Belgium or Luxembourg, which stay neutral"
        )
    if "cp.5" not in st.prewar:
        yield Condition("tgw.17.4f", ~board.HOLLAND, "{x} is in Holland, which stays neutral for the whole game")


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


def printed(u: int) -> int:
    """Returns where a unit may ever be by what is printed on it and said of its nation, numbers and dates aside."""
    return _printed(u)[1]


@cache
def _printed(u: int) -> tuple[str, int]:
    """Returns where a unit may ever be, after the rule that says so."""
    bit, n = 1 << u, roster.NATION_OF[u]
    near = bool(roster.NEAR_EAST & bit)
    if bit & roster.TANK:
        return "tgw.15.25b", W | E if n == tables.GE else W
    if bit & POLISH_DIVISION:
        return "tgw.6.6b", E & ~board.BALKANS
    if n in tables.BRITISH:
        if bit & roster.COMPANY:
            return "tgw.17.21c", board.WEST_OF_CANAL
        if bit & roster.HQ:
            return "tgw.17.21b", (NI | NE) if near else board.EUROPE
        if bit & (roster.SMALL | roster.ARMOURED):
            return "tgw.17.21b", NI | NE
        return "tgw.17.21a", board.LAND & ~NC  # divisions of every colour are free (tgw.17.21u)
    if n == tables.FR:
        return "tgw.17.21d", board.EUROPE | NE if bit & DFPS else board.EUROPE
    if n in (tables.RU, tables.PG):
        return "tgw.17.21e", NC if near and bit & (roster.SMALL | roster.HQ) else E | NC
    return {
        tables.BE: ("tgw.17.21n", W),
        tables.SR: ("tgw.17.21o", E),
        tables.GK: ("tgw.17.21p", board.BALKANS),
        tables.MN: ("tgw.17.21r", MONTENEGRO),  # they may attack out of it
        tables.AB: ("tgw.17.21s", board.PALESTINE),
        tables.ARM: ("tgw.17.21t", NC & ~board.PERSIA),
        tables.US: ("tgw.17.21j", board.EUROPE),
        tables.IT: ("tgw.17.21m", board.EUROPE),
        tables.RO: ("tgw.17.4a", E),
        tables.BU: ("tgw.17.31o", board.BALKANS),
        tables.TU: ("tgw.17.31i", E | board.NEAR_EAST),
        tables.PNA: ("tgw.17.4d", board.PERSIA & (NC if bit & COSSACKS else NI)),
        tables.PNC: ("tgw.17.4d", board.PERSIA & NI),
        tables.GE: ("tgw.17.31a", board.EUROPE) if bit & roster.HQ else ("tgw.17.31p", board.LAND),
        tables.AH: ("tgw.17.31d", board.LAND),
    }[n]


def area(st: State, u: int) -> int:
    """Returns where a unit may be now, numbers aside."""
    return kept(_area(st, u), board.LAND)


def _area(st: State, u: int) -> Iterator[Condition]:
    """Yields the conditions of a hex where a unit may be now, numbers aside."""
    bit, n = 1 << u, roster.NATION_OF[u]
    rule, hexes = _printed(u)
    if n in (tables.RU, tables.PG) and st.pef & bit and not st.flag("pef-home"):
        hexes |= NI  # tgw.17.21g
    yield Condition(rule, hexes, f"{who(u)} may never be in {{x}}")
    if st.turn < ITALIAN_FRONT_OPENS and n not in (tables.IT, tables.AH):
        rule = "tgw.17.31c" if st.allegiance[n] == tables.CENTRAL else "tgw.17.21k"
        yield Condition(rule, ~WI, f"{who(u)} may not enter the Italian Front before 1917")
    if st.turn < ITALIAN_FRONT_OPENS and n == tables.AH:
        yield Condition("tgw.17.31d", ~W, f"{who(u)} may not enter the Western Front before 1917")
    if st.allegiance[n] == tables.CENTRAL:
        wait = "until the European Turks are set up"
        if not st.flag("euro-turks"):
            if n != tables.TU and not bit & SMALL_GERMANS:
                yield Condition("tgw.17.31m", ~board.OTTOMAN, f"{who(u)} may not enter Ottoman hexes {wait}")
            elif n == tables.TU and bit & roster.NEAR_EAST:
                yield Condition("tgw.17.31k", ~board.EUROPEAN_TURKEY, f"{who(u)} may not enter European Turkey {wait}")
        yield Condition("tgw.6.51h", ~board.LANDINGS, "the Central Powers never enter {x}, a landing hex")
    elif not (st.flag("gallipoli") and not st.flag("gallipoli-lost")):
        yield Condition("tgw.6.51j", ~board.LANDINGS | 1 << max(st.at[u], 0), "no Allied unit may come to {x}, a landing hex, now")
    if st.prewar:
        if "al.7" in st.prewar and st.allegiance[n] == tables.ALLIED:
            yield Condition("tgw.20.2.7d", ~(board.CP_EDGE_EAST & board.GERMANY), "Allied units never enter {x}, a German edge hex")
        if "cp.1" in st.prewar and n == tables.SR and st.turn == 1:
            yield Condition("tgw.20.3.1", ~board.AUSTRIA, "Serbian units may not enter Austria-Hungary on turn 1")


#: nations of which `limits` knows a limit
LIMITED = (tables.US, tables.IT, tables.AH, tables.TU)


def limits(st: State, nation: int) -> list[Limit]:
    """What is limited in number now."""
    if nation == tables.US:
        return [Limit(tables.US, board.EUROPE & ~W, 1, "tgw.17.21j", "off the Western Front")]
    if nation == tables.IT:
        abroad = W | (0 if st.collapsed >> tables.AH & 1 else E)
        return [Limit(tables.IT, abroad, 6, "tgw.17.21l", "abroad")]
    if nation == tables.AH:
        out = [Limit(tables.AH, W, 4, "tgw.17.31d", "on the Western Front")]
        # tgw.17.31f
        free = not st.flag("bolsheviks") and not KIEV_ODESSA & ~st.ctrl[tables.CENTRAL]
        return [*out, Limit(tables.AH, NORTH & board.GERMANY if free else NORTH, 4, "tgw.17.31e", "north of hexrow E48xx")]
    if nation == tables.TU:
        return [
            Limit(tables.TU, E & ~board.BALKANS, 4, "tgw.17.31i", "in Europe outside the Balkans"),
            Limit(tables.TU, board.EGYPT | board.SINAI, 3, "tgw.17.31j", "in Egypt and Sinai"),
        ]
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
    """Returns the hexes in which all these units, going together, may be (`open_to`). What `area` says of units is remembered."""
    known = _areas(st)
    out = known[0]
    odd = _odd(st, units)
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
    return kept(_together(st, units), out)


def open_to(st: State, units: int) -> Iterator[Condition]:
    """Yields the conditions of a hex in which all these units, going together, may be."""
    yield Condition("tgw.8.24a", board.LAND, "{x} is no land")
    yield from open_to_all(st)
    odd, sort = _odd(st, units), _sorts()
    for u in {u if odd >> u & 1 else -1 - sort[u]: u for u in bits(units)}.values():
        yield from _area(st, u)
    yield from _together(st, units)


def condition(st: State, units: int) -> Condition:
    """Returns the condition of a hex in which all these units, going together, may be. A refusal cites the rule that closes it."""
    return Condition("tgw.17.21a", ground(st, units), lambda i: why_closed(st, units, i))


def why_closed(st: State, units: int, i: int) -> list[Refusal]:
    """Returns the first rule by which these units may not be in a hex together."""
    return broken(open_to(st, units), i, board.place_name(i))


def _odd(st: State, units: int) -> int:
    """Returns the units for which an area is not remembered: those on a beach may stay there, and the Persian force goes where
    others do not."""
    odd = st.pef & units
    if st.occ[tables.ALLIED] & board.LANDINGS:
        odd |= sum(1 << u for u in bits(units) if st.at[u] > 0 and board.LANDINGS >> st.at[u] & 1)
    return odd


def _together(st: State, units: int) -> Iterator[Condition]:
    """Yields the conditions that depend on all these units, or on where they are."""
    for n in LIMITED:
        if mine := units & roster.CORPS[n]:
            for limit in limits(st, n):
                yield Condition(limit.rule, partial(_within_limit, st, limit, mine), _limited(limit))
    if st.red:
        yield Condition("tgw.21.7d", ~strangers(st, units), "Red units and other Allied units do not enter each other's hexes")
    if crowd := must_go_south(st) & units if units & roster.CORPS[tables.AH] else 0:
        south = ~NORTH | south_of(min(int(board.NUMBER[st.at[u]][1:3]) for u in bits(crowd)))
        yield Condition("tgw.17.31h", south, "the Austro-Hungarian units must go south, and {x} is not farther south")
    if st.acting("typhus") and not all(st.at[u] in (AVAIL, AVAIL_NE) for u in bits(units)):  # new units do not move in
        inside = all(SERBIA >> max(st.at[u], 0) & 1 for u in bits(units))
        yield Condition("tgw.6.56b", SERBIA if inside else ~SERBIA, "Typhus: no unit moves into or out of Serbia")
    if st.flag("treaty"):
        near = "the treaty of Brest-Litovsk forbids to enter {x}, next to Russian units inside Russia"
        yield Condition("tgw.5.46c", ~shunned(st, units), near)


@cache
def _limited(limit: Limit) -> str:
    """Returns why an area is closed to more units of a nation."""
    adjective = ADJECTIVE[tables.NATIONS[limit.nation]]
    return f"{{x}} is {limit.name}, where only {limit.most} {adjective} unit{'s' if limit.most > 1 else ''} may be"


def _within_limit(st: State, limit: Limit, mine: int, hexes: int) -> int:
    """Returns the hexes that some units of a nation may enter without being too many in a limited area."""
    if hexes & limit.area and _count(st, limit.nation, limit.area) + mine.bit_count() > limit.most:
        there = within(st, limit.nation, limit.area)
        if (there | mine).bit_count() > limit.most and mine & ~there:
            return hexes & ~limit.area
    return hexes


@cache
def south_of(row: int) -> int:
    """Returns the hexes south of a hexrow."""
    return sum(1 << i for i in bits(NORTH) if int(board.NUMBER[i][1:3]) < row)


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
