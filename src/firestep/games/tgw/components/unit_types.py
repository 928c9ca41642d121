"""What a unit is at this moment (15): shock-troops, cavalry, infantry, tanks, and which nations work together (tgw.7.24)."""

from __future__ import annotations

from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.state import AVAIL, AVAIL_NE, GONE, WAITING, State
from firestep.hexmap.grid import bits

D, F = tables.LETTER["D"], tables.LETTER["F"]
ALPENKORPS, SUD, DFPS, RTC = (roster.UNIT[id] for id in ("ge-ak", "ge-hqsud", "fr-dfps", "br-rtc"))
COSSACKS, RIFLES, GENDARMES = (roster.UNIT[id] for id in ("pn-pc", "pn-spr", "pn-gndm"))
US_HQ = roster.UNIT["us-hq1"]
ELEVENTH = roster.UNIT["ge-hq11"]


_BRITISH = roster.CORPS[tables.BR] | roster.CORPS[tables.BI] | roster.CORPS[tables.BP]
#: foot soldiers of every size: what cavalry may not ride against alone (tgw.15.54a)
FOOT = roster.INFANTRY | roster.MOUNTAIN | roster.BRIGADE | roster.BATTALION | roster.COMPANY
GERMAN_SMALL = roster.CORPS[tables.GE] & (roster.BRIGADE | roster.BATTALION)
#: +1 or +2 printed beside the symbol of a tank (tgw.15.23a); designed but that it is one of the two
TANK_DRM = {u: 2 if u == RTC else 1 for u in bits(roster.TANK)}


def in_play(st: State, event: str) -> bool:
    """A chit of this event lies in play."""
    return bool(st.play & OF_EVENT.get(event, 0))


def entered(st: State, u: int) -> bool:
    """Return whether a unit has entered play: it has left its box, once at least (S27)."""
    return st.at[u] not in (WAITING, GONE) and (st.at[u] not in (AVAIL, AVAIL_NE) or bool(st.rebuilt >> u & 1))


def cavalry(st: State) -> int:
    """All cavalry: without German divisions that were turned into infantry (tgw.15.55a)."""
    return roster.CAVALRY & ~(st.flipped & roster.CONVERTIBLE)


def foot(st: State) -> int:
    """All infantry, mountain troops and smaller foot units; German cavalry that was converted."""
    return FOOT | st.flipped & roster.CONVERTIBLE


def shock(st: State, hexes_east: int) -> int:
    """Return all shock-troop units. `hexes_east`: the combat is on the Eastern Front, where the Alpenkorps always is one
    (tgw.15.46a); elsewhere it is one after the first Shock-troop event (tgw.15.46b)."""
    out = st.flipped & roster.BANDED
    if hexes_east or st.tally.get("shock"):
        return out | 1 << ALPENKORPS
    return out & ~(1 << ALPENKORPS)


def shocks(st: State, units: int, hex: int) -> int:
    """The shock-troop units among those in an attack on a hex."""
    return units & shock(st, fronts.FRONT[fronts.EAST] >> hex & 1)


def bound_cavalry(st: State, units: int) -> int:
    """Return the cavalry among units that has the limits of tgw.15.54a, tgw.15.54b and tgw.15.54c: all but the British in the Near
    East (tgw.15.54e), and in Europe before Strategic Turn D (tgw.15.54d)."""
    riders = units & cavalry(st)
    if not riders:
        return 0
    free = 0
    for u in bits(riders & _BRITISH):
        if st.letter < D or st.at[u] > 0 and board.NEAR_EAST >> st.at[u] & 1:  # tgw.15.54d, tgw.15.54e
            free |= 1 << u
    return riders & ~free


def steps(st: State, u: int) -> int:
    """Returns how many steps a unit can lose (tgw.3.26g); a converted division still has one (tgw.3.26i)."""
    return 2 if roster.TWO_STEP >> u & 1 and not st.reduced >> u & 1 else 1  # tgw.3.26g


# -- who works together (tgw.7.24) ---------------------------------------------------------------------------------------------

_RU = frozenset(tables.RUSSIAN)


def label(st: State, u: int) -> str:
    """Returns the nationality of a unit in a combat: one for all British (tgw.7.24e) except Canadians after F (tgw.7.24f), and one
    for all small German units (tgw.7.24i)."""
    n = roster.NATION_OF[u]
    if n in tables.BRITISH:
        if u == RTC:
            return "RTC"
        return "CND" if roster.CANADIAN >> u & 1 and st.letter >= F else "BR"
    if n in _RU:
        return "RU"
    if u in (DFPS, RIFLES, COSSACKS, GENDARMES):
        return roster.UNITS[u]
    if GERMAN_SMALL >> u & 1:
        return "ge"
    return tables.NATIONS[n]


#: pairs that work together whatever else is true (tgw.7.24e to tgw.7.24i)
_FRIENDS = frozenset(
    frozenset(p)
    for p in (
        ("BR", "RTC"),
        ("CND", "RTC"),
        ("BR", "fr-dfps"),  # tgw.7.24g
        ("BR", "pn-spr"),  # tgw.7.24g
        ("RU", "pn-pc"),  # tgw.7.24h
        ("TU", "pn-gndm"),
        ("TU", "ge"),
        ("GE", "ge"),
    )
)


def cooperate(st: State, units: list[int] | tuple[int, ...]) -> bool:
    """Returns whether every two nationalities among units in a combat work together (tgw.7.24b, N6)."""
    labels = {label(st, u) for u in units}
    if len(labels) < 2:
        return True
    germans = labels & {"GE", "ge"}
    sud = bool(germans) and _with_sud(st, [u for u in units if roster.NATION_OF[u] == tables.GE])
    americans = "US" in labels and not entered(st, US_HQ)
    names = sorted(labels)
    for k, x in enumerate(names):
        for y in names[k + 1 :]:
            if frozenset((x, y)) in _FRIENDS or sud and (x in germans or y in germans) or americans and "US" in (x, y):
                continue
            return False
    return True


def _with_sud(st: State, germans: list[int]) -> bool:
    """Every German unit is with or next to the headquarters of the Sud Army, whatever its condition (tgw.7.24d, N6)."""
    hex = st.at[SUD]
    if hex <= 0:
        return False
    around = board.ATLAS.near(hex) | 1 << hex
    return all(st.at[u] > 0 and around >> st.at[u] & 1 for u in germans)  # tgw.7.24d


def beside_sud(st: State, hex: int) -> bool:
    """A hex with or next to the headquarters of the Sud Army."""
    at = st.at[SUD]
    return at > 0 and bool((board.ATLAS.near(at) | 1 << at) >> hex & 1)
