"""Devastated hexes (tgw.14.6): before they move in the west the Central Powers set units to lay waste to their hexes; when their
combats there are over these fall back, and the land behind them is devastated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.tgw.combat import attackers
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.display import names
from firestep.games.tgw.movement import areas, control, stacking
from firestep.games.tgw.state import State
from firestep.games.tgw.supply.supply import supplied_units
from firestep.hexmap.grid import bits

S = Session[State]
DONE: Action = ("done",)
#: clear ground and flood plain, whatever town stands on it (tgw.14.61a, N33)
WASTABLE = (board.CLEAR | board.FLOOD) & (board.FRANCE | board.BELGIUM) & fronts.FRONT[fronts.WEST]
#: where units fall back (tgw.14.62b)
_EAST = ("e", "ne", "se")


@cache
def _behind(hex: int) -> int:
    return sum(1 << i for i in bits(attackers.NEAR[hex]) if board.ATLAS.direction(hex, i) in _EAST)


def refuges(st: State, u: int) -> int:
    """The hexes to which a unit may fall back: east, northeast or southeast, without enemies, with room (tgw.14.62b, E57)."""
    here = st.at[u]
    out = _behind(here) & ~st.occ[tables.ALLIED] & ~st.fort_of[tables.ALLIED]
    if out:
        out &= areas.ground(st, 1 << u) & ~areas.closed(st)
    if not roster.MOUNTAIN >> u & 1:
        out &= ~board.ALPINE
    for i in bits(out & st.occ[tables.CENTRAL]):
        if not stacking.room(st, i, 1 << u, tables.CENTRAL):
            out &= ~(1 << i)
    return out


def wasters(st: State) -> int:
    """The supplied infantry and mountain units that may be set to it now (tgw.14.62a)."""
    return sum(1 << u for u in bits(_at_hand(st)) if refuges(st, u))


def willing(st: State) -> bool:
    """Somebody may be set to it."""
    return any(refuges(st, u) for u in bits(_at_hand(st)))


def _at_hand(st: State) -> int:
    """Supplied infantry and mountain units in hexes that can be devastated, and where none is at work yet."""
    if not st.dz_left:
        return 0
    busy = 0
    for u in bits(st.devastating):
        busy |= 1 << st.at[u]
    units = 0
    for i in bits(WASTABLE & st.held[tables.CENTRAL] & ~st.devastated & ~busy):
        units |= st.where[i]
    units &= unit_types.foot(st) & st.troops[tables.CENTRAL]
    return supplied_units(st, units)


@dataclass(frozen=True, slots=True)
class Devastate(Auto[S]):
    """The CP choose hexes to devastate before they move in the west (tgw.14.61a)."""

    def run(self, s: S) -> Steps:
        s.state.devastating = 0
        return (LayWaste(),) if willing(s.state) else ()


@dataclass(frozen=True, slots=True)
class LayWaste(Choice[S]):
    """Set a unit to devastate its hex; it does not move or attack this turn (tgw.14.62a)."""

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return f"Central Powers: set a unit to devastate its hex ({s.state.dz_left} markers left), or go on"

    def actions(self, s: S) -> list[Action]:
        return sorted([DONE, *(("devastate", roster.UNITS[u]) for u in bits(wasters(s.state)))])

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action == DONE:
            return ()
        u = roster.UNIT[action[1]]
        st.devastating |= 1 << u
        st.dz_left -= 1
        s.note("devastates", "tgw.14.62a", unit=action[1], place=board.NUMBER[st.at[u]])
        return (self,) if willing(st) else ()


@dataclass(frozen=True, slots=True)
class WithdrawDevastators(Auto[S]):
    """When the combats of the Central Powers in the west are over the units fall back (tgw.14.62b)."""

    def run(self, s: S) -> Steps:
        return tuple(FallBack(u) for u in bits(s.state.devastating))


@dataclass(frozen=True, slots=True)
class FallBack(Auto[S]):
    """One unit's turn: without a hex to go to it stays, and its marker goes back to the others (E57), as does that of a unit which
    was lost before it could leave (tgw.14.64a)."""

    unit: int

    def run(self, s: S) -> Steps:
        st = s.state
        if st.at[self.unit] <= 0 or not refuges(st, self.unit):  # tgw.14.64a
            st.dz_left += 1
            return ()
        return (Withdraw(self.unit),)


@dataclass(frozen=True, slots=True)
class Withdraw(Choice[S]):
    """Where a unit falls back; the hex behind it is devastated from now on (tgw.14.62b, N35)."""

    unit: int

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        name = names.unit(roster.UNITS[self.unit])
        return f"Central Powers: {name} leaves the waste of {board.place_name(s.state.at[self.unit])}; whereto?"

    def actions(self, s: S) -> list[Action]:
        return sorted(("withdraw", board.NUMBER[i]) for i in bits(refuges(s.state, self.unit)))

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        here, to = st.at[self.unit], board.INDEX[action[1]]
        st.devastated |= 1 << here
        st.put(self.unit, to)
        s.note("devastated", "tgw.14.62b", unit=roster.UNITS[self.unit], place=board.NUMBER[here], to=action[1])
        return control.enter(s, 1 << self.unit, (to,))
