"""Who may not attack now, and what may not be attacked, by rules of other chapters: treaties, mutinies, typhus, collapse, areas of
nations, the first turns. Each ban names its units, the hexes it closes to them, and its rule."""

from __future__ import annotations

from typing import NamedTuple

from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.display import fog
from firestep.games.tgw.events import combat_events
from firestep.games.tgw.movement import areas
from firestep.games.tgw.state import State
from firestep.games.tgw.supply import sources, supply
from firestep.hexmap.grid import bits


class Ban(NamedTuple):
    """These units may not attack these hexes."""

    units: int
    hexes: int
    rule: str
    text: str


RUSSIANS = sum(roster.CORPS[n] for n in sorted(tables.RUSSIAN))
_GARRISONS = sum(m for (n, code), m in roster.SETUP.items() if code in ("V", "X", "Y") and n in ("GE", "FR", "RU"))
_FORTS = sum(1 << i for i, n in fronts.FORT_NATION.items() if n in tables.RUSSIAN)
FIRST, SECOND = roster.SETUP["RU", "1"], roster.SETUP["RU", "2"]
_BEF = roster.CORPS[tables.BR] & roster.BY_ENTRY["start"] & roster.EUROPE
_SERBIA = board.COUNTRY["serbia"]
_AUSTRIANS = roster.CORPS[tables.AH] & roster.COMBAT
#: how many of them may attack in the north, and where that is (tgw.17.31g)
NORTHERN = 4
_NORTH = areas.NORTH


def bans(st: State, side: int) -> list[Ban]:
    """Everything that forbids a side's units to attack now."""
    out: list[Ban] = []
    if st.devastating:
        out.append(Ban(st.devastating, board.LAND, "tgw.14.62a", "it is laying waste to its hex"))
    if side == tables.ALLIED and sources.besieged(st):
        out.append(Ban(st.stack(board.KUT), board.LAND, "tgw.14.23a", "it is besieged in Kut"))
    if st.flag("treaty"):
        if side == tables.ALLIED:
            out.append(Ban(RUSSIANS, board.LAND, "tgw.5.46b", "Russia has made peace"))
        else:
            held = _hexes(st, RUSSIANS) | _FORTS & st.fort_of[tables.ALLIED]  # S25
            out.append(Ban(roster.ALL & ~roster.CORPS[tables.TU], held, "tgw.5.46b", "Russia has made peace"))
            out.append(
                Ban(roster.CORPS[tables.TU], held & board.EUROPE, "tgw.5.46d", "Turks fight Russians on in the Near East alone")
            )
    if side == tables.ALLIED and st.acting("mutiny"):
        out.append(Ban(roster.CORPS[tables.FR], fronts.FRONT[fronts.WEST], "tgw.6.46a", "the French army has mutinied"))
    if st.acting("typhus"):
        inside = _units(st, _SERBIA)
        out.append(Ban(inside, board.LAND, "tgw.6.56c", "there is typhus in Serbia"))
        out.append(Ban(roster.ALL & ~inside, _SERBIA, "tgw.6.56b", "there is typhus in Serbia"))
    if side == tables.ALLIED and st.acting("paralysis"):
        if combat_events.brusilov_acts(st):
            out.append(Ban(RUSSIANS, _not_for_brusilov(st), "tgw.6.42a", "Russian command is paralysed but for Brusilov"))
        else:
            out.append(Ban(RUSSIANS, board.LAND, "tgw.6.42a", "Russian command is paralysed"))
    for n in (tables.IT, tables.BU, tables.RO, tables.GK, tables.TU):
        if st.entered[n] == st.turn and st.turn > 0:  # from the next turn on it fights like others (tgw.17.11e)
            out.append(Ban(roster.CORPS[n], board.LAND, "tgw.17.11d", "it has only just entered the war"))
            out.append(Ban(roster.ALL, areas.fresh(st, n), "tgw.17.11d", f"{tables.NATIONS[n]} has only just entered the war"))
    out.append(Ban(roster.CORPS[tables.GK], board.LAND & ~board.BALKANS, "tgw.17.21p", "Greeks fight in the Balkans alone"))
    out.append(Ban(roster.CORPS[tables.BU], board.LAND & ~board.BALKANS, "tgw.17.31o", "Bulgarians fight in the Balkans alone"))
    if st.turn <= 2:
        out.append(Ban(_GARRISONS, board.LAND, "tgw.19.53a", "garrisons do not stir before September"))
    if st.turn == 1 and "al.7" in st.prewar:
        out.append(Ban(_BEF, board.LAND, "tgw.20.2.7a", "it has only just landed"))
    return out


def _hexes(st: State, units: int) -> int:
    """Where units stand."""
    out = 0
    for i, here in st.where.items():
        if i > 0 and here & units:
            out |= 1 << i
    return out


def _not_for_brusilov(st: State) -> int:
    """Returns the hexes without a CP unit, or with a German one (tgw.6.27e). Of a stack in fog the top unit decides (N9b)."""
    if st.on("fog"):
        tops = {i: fog.top(st, m) for i in bits(st.occ[tables.CENTRAL]) if (m := st.where[i] & st.troops[tables.CENTRAL])}
        return board.LAND & ~sum(1 << i for i, u in tops.items() if roster.NATION_OF[u] != tables.GE)
    # tgw.6.27e
    return board.LAND & ~_hexes(st, st.troops[tables.CENTRAL] & ~roster.CORPS[tables.GE]) | _hexes(st, roster.CORPS[tables.GE])


def _units(st: State, hexes: int) -> int:
    """Who stands in some hexes."""
    out = 0
    for i in bits(hexes):
        out |= st.where.get(i, 0)
    return out


# -- units that may not attack together --------------------------------------------------------------------------------------


def choosy(st: State, units: int) -> bool:
    """Among these units there may be some that do not attack together."""
    return (
        bool(st.collapsed)
        or st.turn <= 2
        or st.acting("paralysis")
        or st.flag("civil-war")
        or bool(units & _AUSTRIANS and northerners(st, units))
    )


def northerners(st: State, units: int) -> int:
    """Austrians north of E48xx among some units, while there are more of them than may be (tgw.17.31g)."""
    there = 0
    for u in bits(units & _AUSTRIANS):
        if st.at[u] > 0 and _NORTH >> st.at[u] & 1:
            there |= 1 << u
    return there if there and not st.flag("bolsheviks") and areas.northern_excess(st) else 0


def apart(st: State, units: int, u: int) -> tuple[str, str] | None:
    """Returns the rule that keeps a unit out of an attack in which others take part: collapse (tgw.16.11d), civil war (tgw.6.47a),
    the Russian armies of August 1914 (tgw.19.54a)."""
    n = roster.NATION_OF[u]
    kin = frozenset(sources.kin_of(u))
    others = {roster.NATION_OF[v] for v in bits(units)}
    fallen = st.collapsed
    if fallen and (fallen >> n & 1 and not others <= kin or any(fallen >> m & 1 and m not in kin for m in others)):
        return "tgw.16.11d", "units of a collapsed nation attack with nobody else"
    if st.acting("paralysis") and (found := _unlike_brusilov(st, units, u, others)):
        return "tgw.6.42a", found
    if st.flag("civil-war") and n in tables.RUSSIAN and others & tables.RUSSIAN:
        return "tgw.6.47a", "in the civil war Russian units do not attack together"
    if northerners(st, 1 << u) and (northerners(st, st.attacked | units)).bit_count() >= NORTHERN:
        return "tgw.17.31g", "only four Austro-Hungarian units north of E48xx may attack"
    if units and st.red and bool(st.red >> u & 1) != bool(units & st.red):
        return "tgw.21.7d", "the Red Army attacks with nobody else"
    if st.turn <= 2 and (FIRST >> u & 1 and units & SECOND or SECOND >> u & 1 and units & FIRST):
        return "tgw.19.54a", "the First and the Second Army do not attack together in August 1914"
    return None


def _unlike_brusilov(st: State, units: int, u: int, others: set[int]) -> str:
    """Returns why an attack would not be one of Brusilov's (tgw.6.42a, E22). Russians alone make it (tgw.6.27c), with an HQ that
    can support them (tgw.6.27d). So the first of them stands with or next to an HQ."""
    russian = roster.NATION_OF[u] in tables.RUSSIAN
    if others and russian != (others <= tables.RUSSIAN):  # tgw.6.27c
        return "while Russian command is paralysed Russians attack with nobody else, as Brusilov does"
    if russian and not units and not _supported(st, u):  # tgw.6.27d
        return f"Russian command is paralysed: {roster.UNITS[u]} attacks only with a headquarters beside it, as Brusilov does"
    return ""


def _supported(st: State, u: int) -> bool:
    """Returns whether a Russian HQ with support to give stands with or next to a unit that can be supported (tgw.10.46a,
    tgw.15.54b)."""
    here = st.stack(st.at[u])
    if unit_types.bound_cavalry(st, 1 << u) and not here & st.troops[tables.ALLIED] & unit_types.foot(st):
        return False
    near = board.ATLAS.near(st.at[u]) | 1 << st.at[u]
    return any(
        # tgw.10.46a
        st.at[q] > 0 and near >> st.at[q] & 1 and roster.SUPPORT[q] and not st.depleted >> q & 1 and supply.supplied(st, q)
        for n in sorted(tables.RUSSIAN)
        for q in sources.HQS[n]
    )
