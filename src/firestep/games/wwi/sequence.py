"""The sequence of play (chapter 4): ten phases a turn, ten turns of half a year (wwi.1.0). Start reading here.

  1  Allied Movement Phase                    movement.py, sea.py
  2  Central Powers Movement Phase            movement.py
  3  Superior Player Determination Phase      here
4-9  three rounds of attack phases,           combat.py, losses.py, retreat.py, advance.py
     Superior Player first in each
 10  CRP Allocation and Build Phase           economy.py
"""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.wwi import economy, neutrals
from firestep.games.wwi.combat import Attacks
from firestep.games.wwi.components import board
from firestep.games.wwi.movement import MoveUnits, remove_austrians
from firestep.games.wwi.state import State

PHASES = (
    "",
    "Allied Movement",
    "Central Powers Movement",
    "Superior Player Determination",
    "Superior Player's First Attack",
    "Inferior Player's First Attack",
    "Superior Player's Second Attack",
    "Inferior Player's Second Attack",
    "Superior Player's Third Attack",
    "Inferior Player's Third Attack",
    "CRP Allocation and Build",
)


@dataclass(frozen=True, slots=True)
class GameTurn(Auto[Session[State]]):
    """A turn from its first phase on; the historical game begins in the fourth phase of the first turn (wwi.14.22b)."""

    first: int = 1

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        s.note("turn", "wwi.4.0a", turn=st.turn, season=board.SEASON[st.turn])
        neutrals.entries(s)
        return (*(Phase(k) for k in range(self.first, 11)), NextTurn())  # wwi.4.0a


#: the steps of phase 10
ECONOMY: Steps = (
    economy.Income(),
    economy.Arrivals(),  # wwi.4.ph10b
    economy.Build(board.ALLIED),
    economy.Build(board.CENTRAL),  # wwi.4.ph10c
    economy.Loans(board.ALLIED),  # wwi.4.ph10d
    economy.Loans(board.CENTRAL),
    economy.Attrition(),
)


@dataclass(frozen=True, slots=True)
class Phase(Auto[Session[State]]):
    """One phase: wipe the marks of the last one and put its own steps on the agenda."""

    number: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        st.phase = self.number
        # every unit may attack and be attacked again in each phase: wwi.8.12c, wwi.8.14c
        st.moved = st.attacked = st.attacking = st.forts_attacked = 0
        if self.number <= 2:  # wwi.4.ph1, wwi.4.ph2a
            st.sea_moved = False
            side = (board.ALLIED, board.CENTRAL)[self.number - 1]
            s.note("phase", f"wwi.4.ph{self.number}{'a' if self.number == 2 else ''}", phase=self.number, side=board.SEATS[side])
            return (MoveUnits(side), EndMovement(side))  # no attacks here (wwi.5.11b), no moves in other phases (wwi.5.24)
        if self.number == 3:
            return (Superiority(),)
        if self.number <= 9:
            # the Superior Player in wwi.4.ph4a, wwi.4.ph6, wwi.4.ph8; the Inferior Player in wwi.4.ph5, wwi.4.ph7, wwi.4.ph9
            side = st.superior if self.number % 2 == 0 else 1 - st.superior
            s.note("phase", f"wwi.4.ph{self.number}{'a' if self.number == 4 else ''}", phase=self.number, side=board.SEATS[side])
            return (Attacks(side),)
        st.lent = ()
        s.note("phase", "wwi.4.ph10a", phase=10, side="")
        return ECONOMY


@dataclass(frozen=True, slots=True)
class EndMovement(Auto[Session[State]]):
    """After a Movement Phase: Austro-Hungarian units where they may not be are lost (wwi.12.5c)."""

    side: int

    def run(self, s: Session[State]) -> Steps:
        if self.side == s.state.allegiance[board.AH]:
            remove_austrians(s)
        return ()


def superior(st: State) -> tuple[int, int, int]:
    """The Superior Player: more points among the nations at war, the Central Powers if equal (wwi.4.ph3a, wwi.4.ph3b, wwi.4.ph3c).
    Neutral Belgium is left out in the free game (wwi.4.ph3f)."""
    # wwi.4.ph3c, wwi.4.ph3f
    allied, central = (sum(st.crp[n] for n in neutrals.belligerents(st, side)) for side in (board.ALLIED, board.CENTRAL))
    return (board.ALLIED if allied > central else board.CENTRAL), allied, central  # wwi.4.ph3a, wwi.4.ph3b


@dataclass(frozen=True, slots=True)
class Superiority(Auto[Session[State]]):
    """The roles hold for the rest of the turn (wwi.4.ph3d)."""

    def run(self, s: Session[State]) -> Steps:
        s.state.superior, allied, central = superior(s.state)  # wwi.4.ph3d
        s.note("superior", "wwi.4.ph3a", side=board.SEATS[s.state.superior], allied=allied, central=central)
        return ()


@dataclass(frozen=True, slots=True)
class NextTurn(Auto[Session[State]]):
    """Ten turns, then victory is assessed (wwi.4.end)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        if st.turn == board.LAST_TURN:  # wwi.4.end
            s.note("end", "wwi.4.end", "wwi.15.0")
            return ()
        st.turn += 1
        st.delayed = 0  # Allied zones cross the borders of last turn's victims now (wwi.6.43b)
        return (GameTurn(),)
