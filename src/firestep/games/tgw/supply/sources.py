"""Where supply begins (tgw.11.3, tgw.11.4, tgw.11.5): ultimate sources by class of nations, ports, and places that feed whoever
stands in them.

Nations that may use the same ultimate sources are of one class. Fronts are not joined on the map, so one set of sources serves all
fronts at once (tgw.11.31b).
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits
from firestep.hexmap.parts import SheetGraphs
from firestep.hexmap.ways import HexGraph, both

CENTRAL, RUSSIAN, GREEK, SERBIAN, MONTENEGRIN, ITALIAN, BRITISH, OTHER = range(8)
_ALLIED_CLASS = {
    tables.RU: RUSSIAN,
    tables.PG: RUSSIAN,
    tables.ARM: RUSSIAN,
    tables.RO: RUSSIAN,
    tables.GK: GREEK,
    tables.SR: SERBIAN,
    tables.MN: MONTENEGRIN,
    tables.IT: ITALIAN,
    tables.BR: BRITISH,
    tables.BI: BRITISH,
    tables.BP: BRITISH,
}
COSSACKS, RIFLES, GENDARMES = (roster.UNIT[id] for id in ("pn-pc", "pn-spr", "pn-gndm"))
#: nations whose headquarters serve a unit: British of all colours, Russians with Armenians (tgw.15.81c)
KIN = tuple(
    tuple(sorted(tables.BRITISH)) if n in tables.BRITISH else tuple(sorted(tables.RUSSIAN)) if n in tables.RUSSIAN else (n,)
    for n in range(len(tables.NATIONS))
)
HQS = tuple(tuple(bits(roster.HQ & roster.CORPS[n])) for n in range(len(tables.NATIONS)))


def _at(word: str) -> int:
    return 1 << board.INDEX[word]


#: lines cross lakes in any weather (tgw.11.6b) and no haff (N14b)
_HAFFS = frozenset(both(board.HAFFS))
WAYS = HexGraph(board.ATLAS, (p for p in board.CONTACTS if p not in _HAFFS))
#: no line leads from front to front (tgw.11.31b): each is searched for itself
FRONTS = SheetGraphs(WAYS, fronts.FRONT)

BERLIN, PRAGUE, VIENNA, BUDAPEST = (_at(w) for w in ("E5102", "E4304", "E3606", "E3310"))
CONSTANTINOPLE, SOFIA, BUCHAREST = _at("E1328"), _at("E1819"), _at("E2423")
SALONIKA, VALONA, HAMADAN, BASRA, ABADAN = _at("E1116"), _at("E1210"), _at("N2436"), _at("N2252"), _at("N2552")
GAZA, BEERSHEBA, ANTWERP, KUT = _at("N2913"), _at("N2711"), _at("W6819"), 1 << board.KUT
FISHER = _at("E5403")
#: in the west (tgw.11.32a), in Italy (tgw.11.32b), in the east with the capitals (tgw.11.32c), in the Near East (tgw.11.32e)
_CENTRAL = (
    board.GERMAN_EDGE_WEST
    | board.RUHR
    | board.AUSTRIAN_EDGE
    | board.CP_EDGE_EAST
    | BERLIN
    | PRAGUE
    | VIENNA
    | BUDAPEST
    | board.CP_EDGE_NEAR_EAST
)
#: tgw.11.33a, tgw.11.33b, tgw.11.33j, tgw.11.33m: for all the Allies
_ALLIED = board.FRENCH_EDGE | board.ITALIAN_EDGE | board.CAUCASUS_EDGE | board.WEST_OF_CANAL
SERBIA = board.COUNTRY["serbia"]
MONTENEGRO = board.COUNTRY["montenegro"]
AUSTRIAN_ALPS = board.ALPINE & board.AUSTRIA
#: sources that end for good when they are captured (tgw.11.71c, N20d); map edges and ports recover (tgw.11.71b)
_EDGES = board.GERMAN_EDGE_WEST | board.CP_EDGE_EAST | board.RUSSIAN_EDGE
LOSABLE = (
    (board.SETTLED & SERBIA | BUCHAREST | HAMADAN) & ~board.PORT | FISHER,
    (board.RUHR | BERLIN | PRAGUE | VIENNA | BUDAPEST | SOFIA | BUCHAREST) & ~_EDGES & ~board.PORT,
)

#: tgw.11.41a
BALTIC_PORTS = board.mask("E5205", "E5412", "E5514", "E6116", "E6120", "E6921", "E6924", "E7028", "E7030")
KONIGSBERG = _at("E5514")
#: tgw.11.42a
BLACK_SEA_PORTS = board.mask("E1726", "E2027", "E2328", "E3031")
#: tgw.11.43a
ADRIATIC_PORTS = board.mask("W2022", "W2230")
WESTERN_PORTS = board.PORT & fronts.FRONT[fronts.WEST]
#: tgw.11.45a
BLACK_SEA_COAST = board.COAST["black-sea"] & fronts.FRONT[fronts.CAUCASUS]
CASPIAN_COAST = board.COAST["caspian"] & fronts.FRONT[fronts.CAUCASUS]

#: the coastal towns of Sinai from west to east (tgw.11.53e)
SINAI_TOWNS = tuple(board.INDEX[w] for w in ("N4011", "N3611", "N3311", "N3112"))
_BEYOND = {0: board.mask("N4011", "N3611", "N3311", "N3112")} | {
    i: sum(1 << j for j in SINAI_TOWNS[k + 1 :]) for k, i in enumerate(SINAI_TOWNS)
}
#: towns of the Egyptian Front north of hexrow xx13 (tgw.11.22c)
_NORTH = sum(1 << i for i in bits(board.SETTLED & fronts.FRONT[fronts.EGYPT]) if int(board.NUMBER[i][3:]) > 13)


def class_of(st: State, u: int) -> int:
    """The class of a unit: by its nation and side, the Persian Cossacks with the Russians (tgw.11.33n), the Rifles with the
    British."""
    n = roster.NATION_OF[u]
    if st.allegiance[n] == tables.CENTRAL:
        return CENTRAL
    if n == tables.PNA:
        return RUSSIAN if u == COSSACKS else BRITISH
    return _ALLIED_CLASS.get(n, OTHER)


def side_of(cls: int) -> int:
    return tables.CENTRAL if cls == CENTRAL else tables.ALLIED


def kin_of(u: int) -> tuple[int, ...]:
    """The nations that count as a unit's own: for headquarters and forts."""
    return KIN[tables.RU] if u == COSSACKS else KIN[roster.NATION_OF[u]]


def albania_open(st: State) -> bool:
    """tgw.17.4b: from Salonika or the entry of Greece on."""
    return st.flag("salonika") or st.allegiance[tables.GK] != tables.NEUTRAL


def ultimate(st: State, cls: int) -> int:
    """Returns the ultimate sources of a class of nations (tgw.11.31a) that serve it now. They serve their own side alone
    (tgw.11.71a), under its control, and unless they are lost for good (tgw.11.71c)."""
    if cls == CENTRAL:
        out = _CENTRAL  # tgw.11.31a
        for nation, capital in ((tables.TU, CONSTANTINOPLE), (tables.BU, SOFIA), (tables.RO, BUCHAREST)):
            if st.allegiance[nation] == tables.CENTRAL and not (nation == tables.TU and st.flag("turkey-surrendered")):
                out |= capital  # tgw.11.32d, E12
        return out & st.ctrl[tables.CENTRAL] & ~st.dead_sources  # tgw.11.71a
    out = _ALLIED
    if "al.7" in st.prewar:
        out |= FISHER | baltic(st)  # tgw.20.2.7b, tgw.20.2.7f
    if cls == RUSSIAN:
        out |= board.RUSSIAN_EDGE  # with Bucharest (tgw.11.33c)
        if st.allegiance[tables.RO] == tables.ALLIED:
            out |= BUCHAREST
        if st.flag("pef-sent"):
            out |= HAMADAN  # tgw.11.33l
    elif cls == GREEK:
        out |= board.GREEK_EDGE  # tgw.11.33d
    elif cls == SERBIAN:  # tgw.11.33e
        out |= board.SETTLED & SERBIA | (beachheads(st) & SALONIKA)
    elif cls == ITALIAN:
        if st.options.get("italian-salonika") != "off":
            out |= beachheads(st) & SALONIKA  # N20e
    elif cls == BRITISH:
        out |= BASRA | ABADAN | beachheads(st)  # tgw.11.33k
    elif cls == OTHER:
        out |= beachheads(st)
    out &= st.ctrl[tables.ALLIED]
    if cls == ITALIAN:
        out |= valona(st)  # tgw.11.33g
    return out & ~st.dead_sources


def valona(st: State) -> int:
    """Valona serves Italians alone, as source and port, once Albania is open and unless the Central Powers hold it: nobody need
    have stood there (tgw.6.52j, tgw.17.4c, D21)."""
    return VALONA & ~st.ctrl[tables.CENTRAL] if albania_open(st) else 0  # tgw.17.4c


#: hexes that the way to an inland port of the Baltic needs (tgw.20.2.7g)
_INLAND = {_at("E5412"): _at("E5512"), _at("E5205"): board.mask("E5406", "E5306", "E5305", "E5206")}


def baltic(st: State) -> int:
    """With the Grand Fleet in the Baltic its ports feed the Allies; Danzig and Stettin only with the way to the sea
    (tgw.20.2.7f)."""
    out = BALTIC_PORTS
    for port, way in _INLAND.items():
        if way & ~st.ctrl[tables.ALLIED]:
            out &= ~port
    return out


def beachheads(st: State) -> int:
    """Returns Salonika (tgw.6.52d, tgw.11.33h) and the landing hexes of Gallipoli (tgw.6.51f, tgw.11.33i) once their events were
    played, while they are held (D22)."""
    out = 0
    if st.flag("salonika"):
        out = SALONIKA if st.allegiance[tables.GK] == tables.ALLIED else SALONIKA & st.held[tables.ALLIED]  # tgw.6.52d
    if st.flag("gallipoli"):
        out |= board.LANDINGS & st.held[tables.ALLIED]
    return out & ~st.dead_sources


def lose_sources(st: State) -> int:
    """Beachheads that were abandoned or fell are sources no more, for good; returns them."""
    lost = 0
    if st.flag("salonika"):
        held = (
            st.ctrl[tables.ALLIED] if st.allegiance[tables.GK] == tables.ALLIED else st.held[tables.ALLIED] & st.ctrl[tables.ALLIED]
        )
        lost = SALONIKA & ~held
    if st.flag("gallipoli"):
        lost |= board.LANDINGS & st.ctrl[tables.ALLIED] & ~st.held[tables.ALLIED]  # one that was never landed on is the enemy's
    lost &= ~st.dead_sources
    st.dead_sources |= lost
    return lost


def captured(st: State, hexes: int, by: int) -> None:
    """Hexes have come under the control of a side: inland sources of the other are none any more (tgw.11.71c)."""
    st.dead_sources |= hexes & LOSABLE[1 - by]


#: the hexes of which `ultimate`, `baltic`, the ports and the towns ask who controls them
WATCHED = (
    board.SETTLED
    | board.PORT
    | _CENTRAL
    | _ALLIED
    | _EDGES
    | board.GREEK_EDGE
    | board.LANDINGS
    | CONSTANTINOPLE
    | SOFIA
    | BUCHAREST
    | SALONIKA
    | VALONA
    | HAMADAN
    | BASRA
    | ABADAN
    | GAZA
    | BEERSHEBA
    | FISHER
    | BALTIC_PORTS
    | reduce(or_, (*_INLAND.values(), *board.PORT_WAYS.values()))
)


# -- towns -----------------------------------------------------------------------------------------------------------------


def barred_towns(st: State, side: int) -> int:
    """Returns the towns that are no links for a side: K hexes (tgw.11.54a), and for the Allies Sinai ahead of the pipeline
    (tgw.11.53a) and Palestine before the fall of Gaza or Beersheba (tgw.11.22c). The pipeline means nothing to the Central Powers
    (tgw.11.53b)."""
    if side == tables.CENTRAL:  # tgw.11.53b
        return board.K_HEXES  # tgw.11.54a
    return board.K_HEXES | _BEYOND[st.pipeline] | _palestine(st)


def useless_towns(st: State, side: int) -> int:
    """Towns that do not even serve who stands in them."""
    return board.K_HEXES | _palestine(st) if side == tables.ALLIED else 0


def _palestine(st: State) -> int:
    return 0 if st.ctrl[tables.ALLIED] & (GAZA | BEERSHEBA) else _NORTH  # tgw.11.22c


# -- places that feed whoever stands in them ---------------------------------------------------------------------------------


def open_ports(st: State) -> int:
    """Western ports in Allied hands; Rouen and Antwerp only while their ways are Allied too (tgw.11.44c)."""
    return reachable_ports(st) & st.ctrl[tables.ALLIED]


def reachable_ports(st: State) -> int:
    """Western ports to which ships come once an Ally stands there: control changes as he enters (tgw.7.13a, tgw.11.44a, Q12)."""
    out = WESTERN_PORTS  # tgw.11.44a
    for port, way in board.PORT_WAYS.items():
        if way & ~st.ctrl[tables.ALLIED]:
            out &= ~(1 << port)
    return out


def occupied(st: State, u: int) -> int:
    """Returns the hexes in which a unit of this nation is in supply by its presence alone (tgw.11.0b): ports (tgw.11.4b) and
    special cases (tgw.11.32g, tgw.11.33f, tgw.11.33o). For CP units these are the K hexes (tgw.11.54a), which supply no other hex
    (tgw.14.24a)."""
    n = roster.NATION_OF[u]
    if st.allegiance[n] == tables.CENTRAL:
        if n == tables.GE:
            # tgw.14.24a
            return board.K_HEXES if "al.7" in st.prewar else board.K_HEXES | BALTIC_PORTS  # tgw.20.2.7e
        if n == tables.TU:
            return board.K_HEXES | BLACK_SEA_COAST
        return board.K_HEXES | board.PERSIA if u == GENDARMES else board.K_HEXES  # tgw.11.32g
    if n == tables.AB:
        return board.LAND  # tgw.6.7d, tgw.15.81a
    ports = reachable_ports(st)
    if st.options.get("inland-ports") == "radius":
        ports |= WESTERN_PORTS  # the other reading of N17
    out = ports | ADRIATIC_PORTS  # tgw.11.0b
    if st.ctrl[tables.ALLIED] & CONSTANTINOPLE:
        out |= BLACK_SEA_PORTS
    if n in tables.RUSSIAN or u == COSSACKS:
        out |= BLACK_SEA_COAST | CASPIAN_COAST
    elif n == tables.MN:
        out |= MONTENEGRO  # tgw.11.33f
    elif u == RIFLES:
        out |= board.PERSIA
    return out  # tgw.11.4b


def radius(st: State, u: int) -> int:
    """Returns the ports to which a unit may trace as to an ultimate source (tgw.11.41b, tgw.11.44b), but only directly, not through
    a town (tgw.11.4a)."""
    n = roster.NATION_OF[u]
    if n == tables.GE:
        # tgw.11.41b
        return KONIGSBERG & st.ctrl[tables.CENTRAL] if "al.7" not in st.prewar else 0  # tgw.20.2.7e
    return open_ports(st) if n in tables.BRITISH or n == tables.BE else 0  # tgw.11.44b, tgw.11.4a


# -- fortresses (tgw.11.51, tgw.14.2)
# ------------------------------------------------------------------------------------------------


def besieged(st: State) -> bool:
    """Return whether Kut is besieged: Allied units are inside and a CP unit is in a K hex (tgw.14.22a)."""
    return bool(KUT & st.occ[tables.ALLIED] and board.K_HEXES & st.occ[tables.CENTRAL])  # tgw.14.22a


def in_own_fort(st: State, u: int) -> bool:
    """Return whether a unit stands in an intact fort of its own nationality (tgw.11.51a, tgw.14.13a), or is an Allied unit in Kut
    (tgw.14.21b). The Hindenburg Line gives no fortress supply (tgw.14.31c)."""
    i = st.at[u]
    if i == board.KUT:
        return st.flag("kut") and st.side(u) == tables.ALLIED
    return bool(st.forts >> i & 1) and fronts.FORT_NATION[i] in kin_of(u)  # tgw.14.13a, tgw.14.31c
