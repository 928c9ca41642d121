"""Allied sea movement (tgw.9.5): from a supplied Allied port to another, six units in Europe and three in the Near East per phase.

Waters decide which ports belong together: the Baltic is closed (tgw.9.54a), the Black Sea needs Constantinople (tgw.9.54c), the
Caucasus has no sea movement (tgw.9.54b). Europe and Iraq are joined only by way of Egypt (tgw.9.55).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from firestep.engine.question import Answer, Condition, Pick, Question, Things, Word, given, kept
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw import requirements as need
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.components.things import UNIT, where
from firestep.games.tgw.display import fog, names
from firestep.games.tgw.movement import areas, control
from firestep.games.tgw.movement.movement import why_bound
from firestep.games.tgw.state import State
from firestep.games.tgw.supply import sources
from firestep.hexmap.grid import bits

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
PORT = Things({i: board.NUMBER[i] for i in bits(PORTS)}, board.place_name)
NO_PORT = Refusal("tgw.9.53a", "units sail from port to port only")
#: tgw.11.41a
BALTIC = board.mask("E5205", "E5412", "E5514", "E6116", "E6120", "E6921", "E6924", "E7028", "E7030")
#: tgw.11.42a
BLACK_SEA = board.mask("E1726", "E2027", "E2328", "E3031")
CONSTANTINOPLE = board.INDEX["E1328"]


def chits(event: str) -> int:
    """Every chit of an event."""
    return OF_EVENT.get(event, 0)


def ports(st: State) -> int:
    """Returns the ports between which Allied units may sail now."""
    return kept(open_ports(st), PORTS)


def open_ports(st: State) -> Iterator[Condition]:
    """Yields the conditions of a port between which Allied units may sail now (tgw.9.53a)."""
    yield Condition("tgw.9.54b", ~fronts.FRONT[fronts.CAUCASUS], "the Caucasus has no sea movement")
    if not st.flag("gallipoli") or st.flag("gallipoli-lost"):
        yield Condition("tgw.9.53b", ~board.LANDINGS, "{x} is a port only while Gallipoli is in play")  # tgw.6.51f
    if "al.7" not in st.prewar:
        yield Condition("tgw.9.54a", ~(BALTIC | board.mask("E5403")), "no Allied ship sails the Baltic")
    if not st.ctrl[tables.ALLIED] >> CONSTANTINOPLE & 1:
        yield Condition("tgw.9.54c", ~BLACK_SEA, "no ship enters the Black Sea until the Allies hold Constantinople")
    if st.flag("sea-closed"):
        yield Condition("tgw.9.56b", ~board.EUROPE, "all ships of Europe serve a landing this turn")
    if not st.near_east_moves:  # tgw.7.12a
        yield Condition("tgw.19.61a", ~board.NEAR_EAST, "the Near East has no strategic movement yet")
    if sources.besieged(st):
        yield Condition("tgw.14.23a", ~(1 << board.KUT), "Kut is besieged")
    # Valona: for Italians, see `rail.railheads`
    yield Condition("tgw.9.54d", st.ctrl[tables.ALLIED] | sources.valona(st), "the Allies do not control {x}")


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


@cache
def _ports_for(start: int, cap: int = -1) -> int:
    """Returns the ports to which passages lead from a port, or those of them that use a capacity."""
    ways = {i: capacities_used(start, i) for i in bits(PORTS)}
    return sum(1 << i for i, way in ways.items() if way and (cap < 0 or cap in way))


def sailors(st: State, port: int) -> tuple[int, ...]:
    """Returns the units in a port that may sail: it was in supply for them when the phase began (tgw.9.51a, tgw.11.81a), and they
    have not moved by rail (tgw.9.56a)."""
    may = st.stack(port) & st.troops[tables.ALLIED] & ~(st.railed | st.sailed | areas.frozen(st))  # tgw.9.56a
    return tuple(u for u in bits(may) if st.railheads[roster.NATION_OF[u]] >> port & 1)  # tgw.11.81a


def left(st: State, cap: int) -> int:
    return LIMITS[cap] - st.used[cap]


_EGYPT_AND_IRAQ = board.FRONT["NE"] | board.FRONT["NI"]
#: the hexes of each capacity, its rule, and why it is used up
_WATERS = (
    (SEA, ~_EGYPT_AND_IRAQ, "tgw.9.52a", "too few ships are left in Europe in this phase"),
    (SEA_NE, _EGYPT_AND_IRAQ, "tgw.9.52b", "too few ships are left in the Near East in this phase"),
)


def departures(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a port from which a unit may sail."""
    yield given("tgw.9.0f", side == tables.ALLIED, "the Central Powers have no sea movement")
    yield from open_ports(st)
    yield need.with_friends("tgw.9.51a", st, tables.ALLIED)
    for cap, hexes, rule, sentence in _WATERS:
        yield Condition(rule, -1 if left(st, cap) > 0 else ~hexes, sentence)
    yield Condition("tgw.9.51a", lambda hexes: sum(1 << i for i in bits(hexes) if sailors(st, i)), lambda i: why_nobody(st, i))


def why_nobody(st: State, port: int) -> list[Refusal]:
    """Returns why no unit of a port may sail."""
    units = st.stack(port) & st.troops[tables.ALLIED]
    fed = sum(1 << u for u in bits(units) if st.railheads[roster.NATION_OF[u]] >> port & 1)
    return [why_bound(st, fed)] if fed else [Refusal("tgw.9.51a", f"no unit in {where(port)} is in supply")]


def destinations(st: State, units: tuple[int, ...], start: int) -> Iterator[Condition]:
    """Yields the conditions of a port to which these units may sail together: supplied for them, with room (tgw.9.51a, N5).
    An enemy next door does not matter (N14d)."""
    bunch = sum(1 << u for u in units)
    yield Condition("tgw.9.51a", ~(1 << start), "the units are in {x} already")
    yield from open_ports(st)
    yield areas.condition(st, bunch)
    fed = -1
    for n in {roster.NATION_OF[u] for u in units}:
        fed &= st.railheads[n]
    yield Condition("tgw.9.51a", fed, "{x} is not in supply for these units")
    if bunch & roster.HQ:
        same = board.NEAR_EAST if board.NEAR_EAST >> start & 1 else board.EUROPE
        yield Condition("tgw.9.42a", same, "no headquarters changes between Europe and the Near East")
    yield Condition("tgw.9.55a", _ports_for(start), "Europe and Iraq are joined only by way of Egypt")
    for cap, _, rule, sentence in _WATERS:
        if left(st, cap) < len(units):  # a passage between both uses both (tgw.9.52c)
            yield Condition(rule, ~_ports_for(start, cap), sentence, also=True)
    yield need.room(st, tables.ALLIED, bunch)


@dataclass(frozen=True, slots=True)
class Sail(Question[Session[State]]):
    """To which port do the units sail?"""

    units: tuple[int, ...]
    start: int
    says = ("leave unit", "stay", "to place")

    def seat(self, s: Session[State]) -> int:
        return tables.ALLIED

    def prompt(self, s: Session[State]) -> str:
        return f"Allies: where {names.bunch(self.units, self.start, s.state.on('fog'))} sail?"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        st = s.state
        yield Word("stay", then=self.stay)
        yield Pick("to", PORT, destinations(st, self.units, self.start), self.arrive, wrong=NO_PORT)
        yield Pick("leave", UNIT, need.left_behind("tgw.9.0d", st, self.units), self.leave)

    def stay(self, s: Session[State]) -> Steps:
        s.state.sailed |= sum(1 << u for u in self.units)
        return ()

    def leave(self, s: Session[State], u: int) -> Steps:
        return (Sail(tuple(x for x in self.units if x != u), self.start),)

    def arrive(self, s: Session[State], end: int) -> Steps:
        st = s.state
        bunch = sum(1 << u for u in self.units)
        st.sailed |= bunch
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
