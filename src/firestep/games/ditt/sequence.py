"""The sequence of play (ditt.2.0): nineteen turns of seven phases. Start reading here.

1  First Random Events   events/events.py, movement/naval.py
2  CP Logistics          logistics/logistics.py (ditt.4.0, ditt.5.0, ditt.6.4)
3  EP Logistics
4  Pulses                movement/pulse.py (ditt.6.0), invasion.py; combat/combat.py, losses.py, retreat.py (ditt.7.0)
5  Unflipment            here, nations/armenia.py (ditt.14.2), Forts (ditt.8.4)
6  Second Random Events  nations/surrender.py (ditt.12.0), events/events.py
7  Recruitment           here (ditt.2.7, ditt.15.10)
"""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.ditt.coins import coins
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import events
from firestep.games.ditt.logistics.logistics import LogisticsPhase
from firestep.games.ditt.movement.naval import Challenge
from firestep.games.ditt.movement.pulse import Pulses
from firestep.games.ditt.nations import control
from firestep.games.ditt.nations.armenia import Massacres
from firestep.games.ditt.nations.collapse import GarrisonCheck
from firestep.games.ditt.nations.surrender import SurrenderChecks
from firestep.games.ditt.state import State
from firestep.games.ditt.supply import perish, starving
from firestep.hexmap.grid import bits

#: the eight chits of a year from 1915 on; 7 and 8 join at the end of 1914 (ditt.3.0e, S09)
ALL_CHITS = 0b111111110
#: ditt.16.6e
LAST_DRAW = 18


@dataclass(frozen=True, slots=True)
class GameTurn(Auto[Session[State]]):
    """A turn from its first phase on (ditt.2.0b); on turn 1 there is no Logistics (ditt.16.6a)."""

    first: int = 1

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        if self.first == 1:
            st.frozen = [0] * 8  # S08
            st.no_forts = 0
            st.derive_forts()
            st.set_flag("baron-used", False)
            st.set_flag("hoffmann-used", False)
            if st.turn > 1:
                st.truce = 0
            s.note("turn", "ditt.2.0a", turn=st.turn, name=tables.TURN_NAME[st.turn])
        return (*(Phase(k) for k in range(self.first, 8) if st.turn > 1 or k not in (2, 3)), NextTurn())  # ditt.2.0b, ditt.16.6a


@dataclass(frozen=True, slots=True)
class Phase(Auto[Session[State]]):
    """Puts the steps of one phase on the agenda."""

    number: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        st.phase = self.number
        s.note("phase", "ditt.2.0b", phase=self.number)
        control.return_empty_colonies(s)
        control.close_beaches(s)
        if self.number == 1:
            return (Draw(1), Challenge(tables.EP))  # ditt.2.1a, ditt.2.1b
        if self.number in (2, 3):
            return (LogisticsPhase(self.number - 2),)
        if self.number == 4:
            return (Pulses(), EndPulses(), GarrisonCheck())
        if self.number == 5:
            return (UnflipAndEndSieges(), Massacres(), Repair())
        if self.number == 6:
            return (SurrenderChecks(), Draw(2), Refill())  # ditt.2.6a, ditt.2.6b, ditt.2.6c
        return (Recruit(),)


@dataclass(frozen=True, slots=True)
class Draw(Auto[Session[State]]):
    """Draws one chit from the cup: two in each turn, so that a year has drawn all (ditt.3.0a, ditt.3.0d, ditt.3.0e). In the second
    phase of Summer 1918 all that are left are drawn (ditt.16.6e)."""

    phase: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        st.chit_phase = self.phase
        left = bits(st.cup)
        if not left:
            return ()
        seen = [k for k in st.peeked if k]
        chit = seen[0] if seen else left[s.roll(len(left)) - 1]  # ditt.3.0a
        st.peeked = [0, 0]
        st.cup &= ~(1 << chit)  # ditt.3.0d
        s.note("chit", "ditt.3.0a", year=tables.YEAR[st.turn], chit=chit)
        more: Steps = (Draw(2),) if st.turn == LAST_DRAW and self.phase == 2 and st.cup else ()
        return (events.Chit(chit), *more)


@dataclass(frozen=True, slots=True)
class Refill(Auto[Session[State]]):
    """Puts all chits of the next year into the cup at the end of a Fall turn (ditt.2.6c)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        if tables.SEASON[st.turn] == "fall" and st.turn < tables.LAST_TURN:
            st.cup = ALL_CHITS
            st.peeked = [0, 0]
            s.note("refill", "ditt.2.6c", year=tables.YEAR[st.turn] + 1)
        return ()


@dataclass(frozen=True, slots=True)
class EndPulses(Auto[Session[State]]):
    """Removes the Armies that are out of supply at the end of the Pulse Phase (ditt.9.4d, U04)."""

    def run(self, s: Session[State]) -> Steps:
        units = starving(s.state)
        if units:
            perish(s, units, "ditt.9.4d")
        control.close_beaches(s)
        return ()


@dataclass(frozen=True, slots=True)
class UnflipAndEndSieges(Auto[Session[State]]):
    """Unflips all Armies (ditt.2.5a). A Fort still under siege surrenders (ditt.7.5h, C10, C24)."""

    stored = "Unflip"

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        st.flipped = 0  # ditt.2.5a
        s.note("unflip", "ditt.2.5a")
        for i in st.siege:
            if i > 0:
                st.destroy_forts(1 << i)  # ditt.7.5h
                s.note("starved-out", "ditt.7.5h", place=places.NUMBER[i])
        return ()


@dataclass(frozen=True, slots=True)
class Repair(Auto[Session[State]]):
    """Rebuilds destroyed Forts that their side holds again (ditt.2.5c, ditt.8.4m, C08)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        for i in bits(places.FORTS & ~st.forts & ~places.COLONIAL_COINS):
            side = st.allegiance[places.FORT_NATION[i]]
            if side < 2 and st.ctrl[side] >> i & 1 and not st.occ[1 - side] >> i & 1:  # ditt.2.5c, ditt.8.4m
                st.forts |= 1 << i
                s.note("repaired", "ditt.8.4m", place=places.NUMBER[i])
        st.derive_forts()
        return ()


def recruits(max_: int, owned: int, limit: int) -> int:
    """New Divs: up to Army Max or the Limit, whichever is less (ditt.2.7b)."""
    return max(0, min(limit, max_ - owned))  # ditt.2.7b


@dataclass(frozen=True, slots=True)
class Recruit(Auto[Session[State]]):
    """The Great Powers at war recruit (ditt.2.7a, S05). Their recruits go to Reserves (ditt.2.7c). The US first gets the Divs of
    its chart, and 35 a turn in all (ditt.15.10c, ditt.15.10e, S20)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        for n in tables.POWERS:  # ditt.2.7a
            if not st.at_war(n):
                continue
            charted = 0
            if n == tables.US:
                k = st.turn - st.us_turn  # ditt.15.10d
                charted = min(tables.US_CHART[k] if k < len(tables.US_CHART) else 0, tables.LIMIT[n])
                st.max[n] += charted
                st.reserves[n] += charted  # ditt.15.10c
            k = recruits(st.max[n], st.total(n), tables.LIMIT[n] - charted)  # ditt.15.10e
            st.reserves[n] += k  # ditt.2.7c
            if k + charted:
                s.note(
                    "recruits",
                    "ditt.2.7b",
                    *(("ditt.15.10c",) if charted else ()),
                    nation=tables.NATIONS[n],
                    divs=k + charted,
                    total=st.total(n),
                    max=st.max[n],
                )
        return ()


@dataclass(frozen=True, slots=True)
class NextTurn(Auto[Session[State]]):
    """Nineteen turns, then victory is assessed (ditt.2.7f, ditt.17.0d)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        coins.end_of_turn(s)
        if st.turn == tables.LAST_TURN:  # ditt.2.7f, ditt.17.0d
            s.note("end", "ditt.17.0d")
            return ()
        st.turn += 1  # ditt.2.0a
        return (GameTurn(),)
