"""Allied sea movement (tgw.9.5): from a supplied Allied port to another, six units in Europe and three in the Near East per phase.

Waters decide which ports belong together: the Baltic is closed (tgw.9.54a), the Black Sea needs Constantinople (tgw.9.54c), the
Caucasus has no sea movement (tgw.9.54b). Europe and Iraq are joined only by way of Egypt (tgw.9.55).
"""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.display import fog, names
from firestep.games.tgw.movement import areas, control, stacking
from firestep.games.tgw.movement.movement import besieged
from firestep.games.tgw.state import State
from firestep.games.tgw.supply import sources
from firestep.hexmap.grid import bits

STAY: Action = ("stay",)
#: the last two of `state.CAPACITIES`
SEA, SEA_NE = 7, 8
#: units that may sail in a phase
LIMITS = {
    SEA: 6,  # in Europe (tgw.9.52a)
    SEA_NE: 3,  # in the Near East (tgw.9.52b)
}
#: coastal hexes west of the canal are ports (tgw.9.53a, E43)
CANAL_COAST = board.WEST_OF_CANAL & board.COASTAL
PORTS = board.PORT | CANAL_COAST | board.LANDINGS | board.mask("E5403")
#: tgw.11.41a
BALTIC = board.mask("E5205", "E5412", "E5514", "E6116", "E6120", "E6921", "E6924", "E7028", "E7030")
#: tgw.11.42a
BLACK_SEA = board.mask("E1726", "E2027", "E2328", "E3031")
CONSTANTINOPLE = board.INDEX["E1328"]


def chits(event: str) -> int:
    """Every chit of an event."""
    return OF_EVENT.get(event, 0)


def ports(st: State) -> int:
    """Returns the ports between which Allied units may sail now (tgw.9.53a): all that they control (tgw.9.54d) unless a water is
    closed. The landing hexes are ports once Gallipoli has been played (tgw.6.51f, tgw.9.53b)."""
    out = PORTS & ~fronts.FRONT[fronts.CAUCASUS]  # tgw.9.54b
    if not st.flag("gallipoli") or st.flag("gallipoli-lost"):
        out &= ~board.LANDINGS  # tgw.6.51f, tgw.9.53b
    if "al.7" not in st.prewar:
        out &= ~(BALTIC | board.mask("E5403"))  # tgw.9.54a
    if not st.ctrl[tables.ALLIED] >> CONSTANTINOPLE & 1:
        out &= ~BLACK_SEA  # tgw.9.54c
    if st.flag("sea-closed"):
        out &= ~board.EUROPE  # tgw.9.56b
    if not st.near_east_moves:
        out &= ~board.NEAR_EAST  # tgw.7.12a, tgw.19.61a
    if besieged(st):
        out &= ~(1 << board.KUT)
    # tgw.9.54d
    return out & (st.ctrl[tables.ALLIED] | sources.valona(st))  # Valona: for Italians, see `rail.railheads`


def capacities_used(start: int, end: int) -> tuple[int, ...]:
    """Returns the capacities that a passage uses, one of each; empty if there is no passage. One between Europe and the Near East
    uses both (tgw.9.52c). Iraq is reached from Egypt in a later phase, and so is Europe from there (tgw.9.55a, tgw.9.55b)."""
    a, z = fronts.FRONT_AT[start], fronts.FRONT_AT[end]
    near = (fronts.EGYPT, fronts.IRAQ)
    if a in near and z in near:
        return (SEA_NE,)
    if a not in near and z not in near:
        return (SEA,)  # tgw.9.55b
    return (SEA, SEA_NE) if fronts.EGYPT in (a, z) else ()  # tgw.9.52c, tgw.9.55a


def sailors(st: State, port: int) -> tuple[int, ...]:
    """Returns the units in a port that may sail: it was in supply for them when the phase began (tgw.9.51a, tgw.11.81a), and they
    have not moved by rail (tgw.9.56a)."""
    may = st.stack(port) & st.troops[tables.ALLIED] & ~(st.railed | st.sailed | areas.frozen(st))  # tgw.9.56a
    return tuple(u for u in bits(may) if st.railheads[roster.NATION_OF[u]] >> port & 1)  # tgw.11.81a


def left(st: State, cap: int) -> int:
    return LIMITS[cap] - st.used[cap]


def origins(st: State) -> list[int]:
    """Ports from which somebody may sail."""
    out = []
    for i in bits(ports(st) & st.occ[tables.ALLIED]):
        cap = SEA_NE if fronts.FRONT_AT[i] in (fronts.EGYPT, fronts.IRAQ) else SEA
        if left(st, cap) > 0 and sailors(st, i):
            out.append(i)
    return out


def ends(st: State, units: tuple[int, ...], start: int) -> list[int]:
    """Ports to which these units may sail together: supplied for them, with room (tgw.9.51a, N5); an enemy next door does not
    matter (N14d)."""
    bunch = sum(1 << u for u in units)
    good = ports(st) & areas.ground(st, bunch) & ~(1 << start)
    for n in {roster.NATION_OF[u] for u in units}:  # tgw.9.51a
        good &= st.railheads[n]
    if bunch & roster.HQ:
        good &= board.NEAR_EAST if board.NEAR_EAST >> start & 1 else board.EUROPE  # tgw.9.42a
    out = []
    for i in bits(good):
        way = capacities_used(start, i)
        if way and all(left(st, cap) >= len(units) for cap in way) and stacking.room(st, i, bunch, tables.ALLIED):
            out.append(i)
    return out


@dataclass(frozen=True, slots=True)
class Sail(Choice[Session[State]]):
    """To which port do the units sail?"""

    units: tuple[int, ...]
    start: int

    def seat(self, s: Session[State]) -> int:
        return tables.ALLIED

    def prompt(self, s: Session[State]) -> str:
        return f"Allies: where {names.bunch(self.units, self.start, s.state.on('fog'))} sail?"

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        out: list[Action] = [("to", board.NUMBER[i]) for i in ends(st, self.units, self.start)]
        if len(self.units) > 1:
            out += [("leave", roster.UNITS[u]) for u in stacking.sorts(st, sum(1 << u for u in self.units))]
        return sorted([*out, STAY])

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        bunch = sum(1 << u for u in self.units)
        if action[0] == "leave":
            u = roster.UNIT[action[1]]
            return (Sail(tuple(x for x in self.units if x != u), self.start),)
        st.sailed |= bunch
        if action == STAY:
            return ()
        end = board.INDEX[action[1]]
        for cap in capacities_used(self.start, end):
            st.used[cap] += len(self.units)
        for u in self.units:
            st.put(u, end)
        fog.note(
            s,
            tables.ALLIED,
            "sail",
            "tgw.9.51a",
            units=roster.unit_ids(bunch),
            origin=board.NUMBER[self.start],
            place=board.NUMBER[end],
        )
        return control.enter(s, bunch, (end,))
