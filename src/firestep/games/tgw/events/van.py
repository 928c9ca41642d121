"""The combat inside Van (tgw.6.8c, E20): Central Powers units that stand where Armenians rise attack them at once."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.tgw.combat import combat, strength
from firestep.games.tgw.combat.attackers import NEAR
from firestep.games.tgw.combat.casualties import eliminate
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.movement import areas, control, stacking
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

S = Session[State]
VAN = board.INDEX["N3338"]


def fight_in_van(s: S) -> Steps:
    """All CP combat units in Van attack; then whoever is left of them must go if the Armenians live."""
    st = s.state
    foes = st.stack(VAN) & st.troops[tables.CENTRAL] & roster.COMBAT
    return (*combat.begin(s, strength.declared(st, tables.CENTRAL, VAN, tuple(bits(foes)), "van")), AfterVan())


@dataclass(frozen=True, slots=True)
class AfterVan(Auto[S]):
    """If the Armenians live the others leave Van, to a hex of theirs next to it, or die (E20)."""

    def run(self, s: S) -> Steps:
        st = s.state
        armenians = st.stack(VAN) & roster.CORPS[tables.ARM]
        if not armenians:
            return ()
        foes = bits(st.stack(VAN) & st.troops[tables.CENTRAL])
        return (*(LeaveVan(u) for u in foes), TakeVan())


@dataclass(frozen=True, slots=True)
class LeaveVan(Choice[S]):
    unit: int

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return f"Central Powers: where does {roster.ROSTER[self.unit].name} go from Van?"

    def exits(self, st: State) -> list[int]:
        # not over the lake (tgw.8.24a, tgw.10.15a), and only where the unit may be
        near = NEAR[VAN] & board.LAND & st.ctrl[tables.CENTRAL] & ~st.occ[tables.ALLIED] & areas.ground(st, 1 << self.unit)
        return [i for i in bits(near) if stacking.room(st, i, 1 << self.unit, tables.CENTRAL)]

    def actions(self, s: S) -> list[Action]:
        return sorted(("leave", board.NUMBER[i]) for i in self.exits(s.state)) or [("perish",)]

    def take(self, s: S, action: Action) -> Steps:
        if action == ("perish",):
            eliminate(s, 1 << self.unit, "tgw.6.8c")
        else:
            s.state.put(self.unit, board.INDEX[action[1]])
            s.note("leaves-van", "tgw.6.8c", unit=roster.UNITS[self.unit], place=action[1])
        return ()


@dataclass(frozen=True, slots=True)
class TakeVan(Auto[S]):
    """The Armenians hold Van."""

    def run(self, s: S) -> Steps:
        armenians = s.state.stack(VAN) & roster.CORPS[tables.ARM]
        return control.enter(s, armenians, (VAN,)) if armenians else ()
