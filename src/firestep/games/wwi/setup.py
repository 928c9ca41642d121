"""Set-up (chapter 14): the historical deployment, and the free deployment as decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import SideChoice, Steps
from firestep.games.wwi import neutrals
from firestep.games.wwi.components import board
from firestep.games.wwi.sequence import PHASES, GameTurn
from firestep.games.wwi.state import GONE, POOL, WAITING, State
from firestep.hexmap.grid import bits

PLACE = {i: ("place", n) for i, n in board.NUMBER.items()}

#: nations at war from the first turn on
ALLIES = (board.BR, board.FR, board.RS, board.SB, board.MN)  # Montenegro has no army: wwi.14.27, wwi.14.37
CENTRALS = (board.GE, board.AH)


def begin(scenario: str, options: Mapping[str, str]) -> tuple[State, Steps]:
    """Returns the state at the start and the first step. Both scenarios use the rules of chapter 12 (wwi.12.0), and optional rules
    only as chosen (wwi.13.0)."""
    st = State(dict(options))  # wwi.12.0, wwi.13.0
    for n in ALLIES:
        st.allegiance[n] = board.ALLIED
    for n in CENTRALS:
        st.allegiance[n] = board.CENTRAL
    for u in board.UNITS_OF[board.US]:
        st.at[u] = WAITING
    if scenario == "historical":
        st.allegiance[board.BL] = board.ALLIED  # already invaded (wwi.11.4a, wwi.14.26)
        st.vp[board.ALLIED] = board.VP[board.BL]  # wwi.15.3b
        st.delayed = 1 << board.BL  # violated on this very turn (wwi.14.26, wwi.6.43b)
        st.belgian_crp = 4  # wwi.trt.gt1, R57
        st.at[board.UNIT["rs-2"]] = GONE  # wwi.14.25
        for u, i in board.SETUP.items():  # wwi.14.21
            st.at[u] = i
        st.phase = 4  # wwi.trt.start, wwi.14.22b
        first: Steps = (GameTurn(first=4),)  # no movement in this turn: wwi.14.22a, wwi.14.22b
    else:  # Belgium stays neutral (wwi.14.36), no Russian army is lost (wwi.14.35)
        st.free = True
        for u, i in board.SETUP.items():
            if st.allegiance[board.UNIT_NATION[u]] == board.NEUTRAL:
                st.at[u] = i  # wwi.14.31e
        first = (Deploy(board.ALLIED), Deploy(board.CENTRAL), GameTurn())  # wwi.14.31a, wwi.14.32
    st.derive()
    neutrals.own_centres(st)
    if scenario == "historical":
        for side in (board.ALLIED, board.CENTRAL):
            st.forts &= ~(st.side_forts[side] & st.occ[1 - side])  # forts under enemy armies have fallen (T9)
    return st, first


DEPLOYS = "Free deployment"


def phase(st: State) -> str:
    """The phase in words; before the first turn of a free game both sides deploy."""
    if (
        st.free
        and st.turn == 1
        and st.phase == 1
        and any(st.at[u] == POOL for side in (board.ALLIED, board.CENTRAL) for u in roster(side))
    ):
        return DEPLOYS
    return PHASES[st.phase]


def roster(side: int) -> list[int]:
    """The armies that are deployed freely: those of the order of battle, and the Russian 2nd (wwi.14.31a, R68)."""
    nations = [board.BR, board.FR, board.RS, board.SB] if side == board.ALLIED else [board.AH, board.GE]
    units = [u for u in board.SETUP if board.UNIT_NATION[u] in nations]
    if side == board.ALLIED:
        units.append(board.UNIT["rs-2"])
    return sorted(units, key=lambda u: (nations.index(board.UNIT_NATION[u]), u))


def deployment(st: State, unit: int) -> int:
    """Where an army may be set up: in its own country, the BEF in France (wwi.14.31b, wwi.14.31c, wwi.14.31d), one to a hex."""
    nation = board.UNIT_NATION[unit]
    # wwi.14.31b, wwi.14.31c, wwi.14.31d
    return board.HOME[board.FR if nation == board.BR else nation] & ~st.occ[board.ALLIED] & ~st.occ[board.CENTRAL]


@dataclass(frozen=True, slots=True)
class Deploy(SideChoice[Session[State]]):
    """Place the armies of a side one after another."""

    side: int

    def unit(self, st: State) -> int:
        return next(u for u in roster(self.side) if st.at[u] == POOL)

    def prompt(self, s: Session[State]) -> str:
        u = self.unit(s.state)
        left = sum(1 for v in roster(self.side) if s.state.at[v] == POOL) - 1
        return f"{board.SIDE_TITLES[self.side]}: deploy {board.ARMY[u]}" + (
            f"; {left} more after it" if left else "; it is the last"
        )

    def actions(self, s: Session[State]) -> list[Action]:
        return [PLACE[i] for i in bits(deployment(s.state, self.unit(s.state)))]

    def take(self, s: Session[State], action: Action) -> Steps:
        u = self.unit(s.state)
        s.state.put(u, board.INDEX[action[1]])
        s.note("deployed", "wwi.14.31a", unit=board.UNITS[u], hex=action[1])
        return (self,) if any(s.state.at[v] == POOL for v in roster(self.side)) else ()
