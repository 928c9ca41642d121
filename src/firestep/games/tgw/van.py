"""The combat inside Van (6.8c, E20): Central Powers units that stand where Armenians rise attack them at once."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.tgw import board as b
from firestep.games.tgw import control, nations
from firestep.games.tgw import roster as r
from firestep.games.tgw import tables as t
from firestep.games.tgw.attackers import NEAR
from firestep.games.tgw.casualties import eliminate
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

S = Session[State]
VAN = b.INDEX["N3338"]


def fight_in_van(s: S) -> Steps:
    """All CP combat units in Van attack; then whoever is left of them must go if the Armenians live."""
    from firestep.games.tgw import combat  # combat offers events, and they may lead here

    st = s.state
    foes = st.stack(VAN) & st.troops[t.CENTRAL] & r.COMBAT
    return (*combat.begin(s, combat.declared(st, t.CENTRAL, VAN, tuple(bits(foes)), "van")), AfterVan())


@dataclass(frozen=True, slots=True)
class AfterVan(Auto[S]):
    """If the Armenians live the others leave Van, to a hex of theirs next to it, or die (E20)."""

    def run(self, s: S) -> Steps:
        st = s.state
        armenians = st.stack(VAN) & r.CORPS[t.ARM]
        if not armenians:
            return ()
        foes = bits(st.stack(VAN) & st.troops[t.CENTRAL])
        return (*(LeaveVan(u) for u in foes), TakeVan())


@dataclass(frozen=True, slots=True)
class LeaveVan(Choice[S]):
    unit: int

    def seat(self, s: S) -> int:
        return t.CENTRAL

    def prompt(self, s: S) -> str:
        return f"Central Powers: where does {r.ROSTER[self.unit].name} go from Van?"

    def exits(self, st: State) -> list[int]:
        # not over the lake (8.24, 10.15), and only where the unit may be
        near = NEAR[VAN] & b.LAND & st.ctrl[t.CENTRAL] & ~st.occ[t.ALLIED] & nations.ground(st, 1 << self.unit)
        return [i for i in bits(near) if control.room(st, i, 1 << self.unit, t.CENTRAL)]

    def actions(self, s: S) -> list[Action]:
        return sorted(("leave", b.NUMBER[i]) for i in self.exits(s.state)) or [("perish",)]

    def take(self, s: S, action: Action) -> Steps:
        if action == ("perish",):
            eliminate(s, 1 << self.unit, "tgw.6.8c")
        else:
            s.state.put(self.unit, b.INDEX[action[1]])
            s.note("leaves-van", "tgw.6.8c", unit=r.UNITS[self.unit], place=action[1])
        return ()


@dataclass(frozen=True, slots=True)
class TakeVan(Auto[S]):
    """The Armenians hold Van."""

    def run(self, s: S) -> Steps:
        armenians = s.state.stack(VAN) & r.CORPS[t.ARM]
        return control.enter(s, armenians, (VAN,)) if armenians else ()
