"""The combat inside Van (tgw.6.8c, E20): Central Powers units that stand where Armenians rise attack them at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, Condition, Otherwise, Pick, Question
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw import requirements as need
from firestep.games.tgw.combat import combat, strength
from firestep.games.tgw.combat.attackers import NEAR
from firestep.games.tgw.combat.casualties import eliminate
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.things import HEX, NO_HEX, who
from firestep.games.tgw.movement import areas, control
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
class LeaveVan(Question[S]):
    """A Central Powers unit that survived leaves Van, or dies where it cannot (tgw.6.8c, E20)."""

    unit: int
    says = ("leave place", "perish")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return f"Central Powers: where does {roster.ROSTER[self.unit].name} go from Van?"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("leave", HEX, self.exits(s.state), self.leave, wrong=NO_HEX)
        sentence = "the unit is eliminated only where no hex next to Van is open to it, and {x} is"
        yield Otherwise("perish", "tgw.6.8c", sentence, self.perish)

    def exits(self, st: State) -> Iterator[Condition]:
        rule = "tgw.6.8c"
        # not over the lake (tgw.8.24a, tgw.10.15a)
        yield Condition(rule, NEAR[VAN] & board.LAND, "{x} is not next to Van by land")
        yield need.held(rule, st, tables.CENTRAL)
        yield Condition(rule, ~st.occ[tables.ALLIED], "Allied units are in {x}")
        yield Condition("tgw.17.31a", areas.ground(st, 1 << self.unit), f"{{x}} is closed to {who(self.unit)} now")
        yield need.room(st, tables.CENTRAL, 1 << self.unit)

    def leave(self, s: S, to: int) -> Steps:
        s.state.put(self.unit, to)
        s.note("leaves-van", "tgw.6.8c", unit=roster.UNITS[self.unit], place=board.NUMBER[to])
        return ()

    def perish(self, s: S) -> Steps:
        eliminate(s, 1 << self.unit, "tgw.6.8c")
        return ()


@dataclass(frozen=True, slots=True)
class TakeVan(Auto[S]):
    """The Armenians hold Van."""

    def run(self, s: S) -> Steps:
        armenians = s.state.stack(VAN) & roster.CORPS[tables.ARM]
        return control.enter(s, armenians, (VAN,)) if armenians else ()
