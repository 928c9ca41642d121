"""Set-up (chapter 14): the historical deployment, and the free deployment as decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import SideChoice, Steps
from firestep.games.wwi import board as b
from firestep.games.wwi import neutrals
from firestep.games.wwi.sequence import PHASES, GameTurn
from firestep.games.wwi.state import GONE, POOL, WAITING, State
from firestep.hexmap.grid import bits

PLACE = {i: ("place", n) for i, n in b.NUMBER.items()}

#: nations at war from the first turn on
ALLIES = (b.BR, b.FR, b.RS, b.SB, b.MN)
CENTRALS = (b.GE, b.AH)


def begin(scenario: str, options: Mapping[str, str]) -> tuple[State, Steps]:
    """The state at the start and the first step of a scenario."""
    st = State(dict(options))
    for n in ALLIES:
        st.allegiance[n] = b.ALLIED
    for n in CENTRALS:
        st.allegiance[n] = b.CENTRAL
    for u in b.UNITS_OF[b.US]:
        st.at[u] = WAITING
    if scenario == "historical":
        st.allegiance[b.BL] = b.ALLIED  # already invaded (11.4a, 14.26)
        st.vp[b.ALLIED] = b.VP[b.BL]  # 15.3b
        st.delayed = 1 << b.BL  # violated on this very turn (14.26, 6.43b)
        st.belgian_crp = 4  # trt.gt1, R57
        st.at[b.UNIT["rs-2"]] = GONE  # 14.25
        for u, i in b.SETUP.items():
            st.at[u] = i
        st.phase = 4  # trt.start
        first: Steps = (GameTurn(first=4),)  # 14.22
    else:
        st.free = True
        for u, i in b.SETUP.items():
            if st.allegiance[b.UNIT_NATION[u]] == b.NEUTRAL:
                st.at[u] = i  # 14.31e
        first = (Deploy(b.ALLIED), Deploy(b.CENTRAL), GameTurn())  # 14.31a, 14.32
    st.derive()
    neutrals.own_centres(st)
    if scenario == "historical":
        for side in (b.ALLIED, b.CENTRAL):
            st.forts &= ~(st.side_forts[side] & st.occ[1 - side])  # forts under enemy armies have fallen (T9)
    return st, first


DEPLOYS = "Free deployment"


def phase(st: State) -> str:
    """The phase in words; before the first turn of a free game both sides deploy."""
    if st.free and st.turn == 1 and st.phase == 1 and any(st.at[u] == POOL for side in (b.ALLIED, b.CENTRAL) for u in roster(side)):
        return DEPLOYS
    return PHASES[st.phase]


def roster(side: int) -> list[int]:
    """The armies that are deployed freely: those of the order of battle, and the Russian 2nd (14.31, R68)."""
    nations = [b.BR, b.FR, b.RS, b.SB] if side == b.ALLIED else [b.AH, b.GE]
    units = [u for u in b.SETUP if b.UNIT_NATION[u] in nations]
    if side == b.ALLIED:
        units.append(b.UNIT["rs-2"])
    return sorted(units, key=lambda u: (nations.index(b.UNIT_NATION[u]), u))


def deployment(st: State, unit: int) -> int:
    """Where an army may be set up: in its own country, the BEF in France (14.31b-d), one to a hex."""
    nation = b.UNIT_NATION[unit]
    return b.HOME[b.FR if nation == b.BR else nation] & ~st.occ[b.ALLIED] & ~st.occ[b.CENTRAL]


@dataclass(frozen=True, slots=True)
class Deploy(SideChoice[Session[State]]):
    """Place the armies of a side one after another."""

    side: int

    def unit(self, st: State) -> int:
        return next(u for u in roster(self.side) if st.at[u] == POOL)

    def prompt(self, s: Session[State]) -> str:
        u = self.unit(s.state)
        left = sum(1 for v in roster(self.side) if s.state.at[v] == POOL) - 1
        return f"{b.SIDE_TITLES[self.side]}: deploy {b.ARMY[u]}" + (f"; {left} more after it" if left else "; it is the last")

    def actions(self, s: Session[State]) -> list[Action]:
        return [PLACE[i] for i in bits(deployment(s.state, self.unit(s.state)))]

    def take(self, s: Session[State], action: Action) -> Steps:
        u = self.unit(s.state)
        s.state.put(u, b.INDEX[action[1]])
        s.note("deployed", "wwi.14.31a", unit=b.UNITS[u], hex=action[1])
        return (self,) if any(s.state.at[v] == POOL for v in roster(self.side)) else ()
