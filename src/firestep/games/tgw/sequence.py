"""The sequence of play (tgw.4.0): 51 Operational Turns of nine phases, and after every two or three of them a lettered Strategic
Turn. Start reading here.

    operational                                            strategic
    1 Events              events/events.py (6)             10 Victory Check        victory.py (18)
    2 New Units           nations/new_units.py (13)        11 Resources            strategic/resources.py (tgw.5.1)
    3 Weather             movement/weather.py (12)         12 Strategic Warfare    strategic/warfare.py (tgw.5.2)
    4 First Movement      movement/movement.py (8)         13 Replacement          strategic/replacement.py (tgw.5.3)
    5 First Combat        combat/combat.py (10), supply/   14 Russian Revolutions  strategic/revolutions.py (tgw.5.4)
    6 Second Movement                                      15 Fortress Surrender   fortifications/forts.py (tgw.14.15)
    7 Second Combat                                        16 Turkish Surrender    strategic/turkish_surrender.py (tgw.5.6)
    8 Strategic Movement  movement/rail.py, sea.py (9)     17 Initiative           strategic/initiative.py (tgw.5.7, tgw.5.8)
    9 Turn Record         here                             18 Turn Record          here
"""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw import victory
from firestep.games.tgw.combat.combat import CombatPhase
from firestep.games.tgw.combat.special_combats import PlaceMarkers, SpecialCombats
from firestep.games.tgw.components import fronts, tables
from firestep.games.tgw.events.events import EndOfTurn, EventPhase
from firestep.games.tgw.events.lawrence import LawrenceRaid, Persia, PersiaEnds
from firestep.games.tgw.events.ordered_marches import Enver, GoSouth
from firestep.games.tgw.fortifications import trenches
from firestep.games.tgw.fortifications.devastation import Devastate, WithdrawDevastators
from firestep.games.tgw.fortifications.forts import FortressSurrender
from firestep.games.tgw.fortifications.hindenburg import Hindenburg
from firestep.games.tgw.movement.movement import EndMovement, Movement
from firestep.games.tgw.movement.rail import EndStrategicMovement, StrategicMovement
from firestep.games.tgw.movement.weather import WeatherPhase, foresee
from firestep.games.tgw.nations.collapse import CollapseCheck, Separate
from firestep.games.tgw.nations.new_units import EndNewUnits, NewUnits
from firestep.games.tgw.state import State
from firestep.games.tgw.strategic.initiative import InitiativePhase, UsEntry
from firestep.games.tgw.strategic.replacement import ReplacementPhase, RequiredReserve
from firestep.games.tgw.strategic.resource_hexes import Watch
from firestep.games.tgw.strategic.resources import ResourcePhase, begin_letter, cap
from firestep.games.tgw.strategic.revolutions import RevolutionsPhase
from firestep.games.tgw.strategic.turkish_surrender import TurkishSurrender
from firestep.games.tgw.strategic.warfare import WarfarePhase
from firestep.games.tgw.supply.pipeline import Pipeline
from firestep.games.tgw.supply.supply import Attrition

#: title and rule of each phase, by its number; 0 is the set-up
PHASES = (
    ("Set-up", "tgw.19.21a"),
    ("Events", "tgw.4.2.1"),
    ("New Units", "tgw.4.2.2"),
    ("Weather", "tgw.4.2.3"),
    ("First Mutual Movement", "tgw.4.2.4"),
    ("First Combat", "tgw.4.2.5a"),
    ("Second Mutual Movement", "tgw.4.2.6"),
    ("Second Combat", "tgw.4.2.7"),
    ("Strategic Movement", "tgw.4.2.8"),
    ("Turn Record", "tgw.4.2.9a"),
    ("Victory Check", "tgw.4.3.1"),
    ("Resources", "tgw.4.3.2c"),
    ("Strategic Warfare", "tgw.4.3.3"),
    ("Replacement", "tgw.4.3.4a"),
    ("Russian Revolutions", "tgw.4.3.5"),
    ("Fortress Surrender", "tgw.4.3.6"),
    ("Turkish Surrender", "tgw.4.3.7"),
    ("Initiative", "tgw.4.3.8"),
    ("Turn Record", "tgw.4.3.9"),
)
(
    SET_UP,
    EVENTS,
    NEW_UNITS,
    WEATHER,
    MOVEMENT_1,
    COMBAT_1,
    MOVEMENT_2,
    COMBAT_2,
    STRATEGIC_MOVEMENT,
    TURN_RECORD,
    VICTORY,
    RESOURCES,
    WARFARE,
    REPLACEMENT,
    REVOLUTIONS,
    FORTRESSES,
    TURKEY,
    INITIATIVE,
    LETTER_RECORD,
) = range(len(PHASES))
OPERATIONAL, STRATEGIC = range(EVENTS, VICTORY), range(VICTORY, len(PHASES))

S = Session[State]


def mover(st: State, phase: int, theater: int) -> int:
    """Returns the side that moves and attacks in a theater in this half of the turn. The side with the initiative there goes first
    (tgw.4.2.4, tgw.5.84a), then the other side (tgw.4.2.6). No side has it in both theaters (tgw.4.21a)."""
    holder = st.initiative if theater == fronts.WESTERN else 1 - st.initiative  # tgw.4.21a
    return holder if phase in (MOVEMENT_1, COMBAT_1) else 1 - holder  # tgw.5.84a


def steps_of(st: State, phase: int) -> Steps:
    """Returns the steps of a phase in their fixed order (tgw.4.1b)."""
    if phase == EVENTS:
        return (EventPhase(),)  # tgw.4.1b
    if phase == NEW_UNITS:
        return (NewUnits(tables.ALLIED), NewUnits(tables.CENTRAL), Hindenburg(), EndNewUnits())
    if phase == WEATHER:
        return (WeatherPhase(),)
    if phase in (MOVEMENT_1, MOVEMENT_2):
        out: Steps = ()
        for theater in (fronts.WESTERN, fronts.EASTERN):
            side = mover(st, phase, theater)
            out += (Devastate(),) if theater == fronts.WESTERN and side == tables.CENTRAL else ()
            if theater == fronts.EASTERN:
                out += (Persia(),) if side == tables.ALLIED else (Enver(),)
            south: Steps = (GoSouth(),) if theater == fronts.EASTERN and side == tables.CENTRAL else ()
            out += (Movement(theater, side), *south, Separate(theater, side), EndMovement(theater, side))
            out += (PlaceMarkers(theater, side),)
        return (*out, CollapseCheck())
    if phase in (COMBAT_1, COMBAT_2):
        out = ()
        for theater in (fronts.WESTERN, fronts.EASTERN):  # the Western Theater first (tgw.4.2.5b)
            side = mover(st, phase, theater)
            out += (CombatPhase(theater, side), SpecialCombats(theater, side))
            out += (WithdrawDevastators(),) if theater == fronts.WESTERN and side == tables.CENTRAL else ()
        return (*out, Attrition(), CollapseCheck())  # attrition ends the Combat Phase (tgw.4.2.5d)
    if phase == STRATEGIC_MOVEMENT:
        return (
            Watch(),
            StrategicMovement(tables.ALLIED),
            LawrenceRaid(),
            StrategicMovement(tables.CENTRAL),
            EndStrategicMovement(),
        )
    if phase == TURN_RECORD:
        return (PersiaEnds(), EndOfTurn(), NextTurn())
    if phase == VICTORY:
        return (VictoryCheck(),)
    if phase == RESOURCES:
        return (ResourcePhase(),)
    if phase == WARFARE:
        return (WarfarePhase(),)
    if phase == REPLACEMENT:
        return (ReplacementPhase(tables.ALLIED), ReplacementPhase(tables.CENTRAL), RequiredReserve())
    if phase == REVOLUTIONS:
        return (RevolutionsPhase(),)
    if phase == FORTRESSES:
        return (FortressSurrender(),)
    if phase == TURKEY:
        return (TurkishSurrender(), UsEntry())  # U.S. entry comes before the initiative (tgw.5.0b)
    if phase == INITIATIVE:
        return (InitiativePhase(),)
    return (Pipeline(), LastCheck(), NextTurn())


@dataclass(frozen=True, slots=True)
class GameTurn(Auto[Session[State]]):
    """An Operational Turn from a phase on (tgw.4.2); scenarios may begin later than the Event Phase (tgw.22.21a)."""

    first: int = EVENTS

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        foresee(st)
        s.note("turn", "tgw.4.1a", turn=st.turn, name=tables.TURN_NAME[st.turn])
        return tuple(Phase(k) for k in range(self.first, TURN_RECORD + 1))  # tgw.4.1a


@dataclass(frozen=True, slots=True)
class StrategicTurn(Auto[Session[State]]):
    """A Strategic Turn (tgw.4.3)."""

    letter: int

    def run(self, s: Session[State]) -> Steps:
        s.state.letter = self.letter
        s.note("letter", "tgw.4.2.9b", letter=tables.LETTERS[self.letter])
        trenches.advance(s)
        return tuple(Phase(k) for k in STRATEGIC)


@dataclass(frozen=True, slots=True)
class Phase(Auto[Session[State]]):
    """One phase: put its steps on the agenda."""

    number: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        st.phase = self.number
        if self.number in (MOVEMENT_1, COMBAT_1, MOVEMENT_2, COMBAT_2):
            st.attacked = st.targets = 0
        s.note("phase", PHASES[self.number][1], phase=self.number)
        return steps_of(st, self.number)


@dataclass(frozen=True, slots=True)
class NextTurn(Auto[Session[State]]):
    """The turn marker advances (tgw.4.2.9a, tgw.4.3.9). A Strategic Turn follows the turn of its letter (tgw.4.2.9b), then the next
    turn begins."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        letter = tables.LETTER_AFTER[st.turn]
        if st.phase == TURN_RECORD and letter >= 0:  # tgw.4.2.9b
            return (StrategicTurn(letter),)
        if st.turn >= tables.LAST_TURN:
            return ()
        st.turn += 1
        return (GameTurn(),)


@dataclass(frozen=True, slots=True)
class VictoryCheck(Auto[S]):
    """Checks victory by points (tgw.18.11a, tgw.18.14b), from C on (tgw.18.0a)."""

    def run(self, s: S) -> Steps:
        st = s.state
        s.note("victory-check", "tgw.18.0a", points=victory.points(st), cities=victory.cities_lost(st))
        over = victory.check(s) if st.letter >= victory.FIRST_CHECK else ()  # tgw.18.0a
        return over or (victory.last(s) if st.turn >= tables.LAST_TURN else begin_letter(s))


@dataclass(frozen=True, slots=True)
class LastCheck(Auto[S]):
    """The end of a Strategic Turn: no nation keeps more than ten points (tgw.5.13b); T.R.'s nine Strategic Turns (tgw.20.2.10b)."""

    def run(self, s: S) -> Steps:
        cap(s)
        return victory.end(s, tables.CENTRAL, "roosevelt", "tgw.20.2.10b") if victory.too_late(s.state) else ()
