"""Russian collapse and surrender (12.1): the flags of its cities, the garrisons."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.wwi import board as b
from firestep.games.wwi.state import GONE, State
from firestep.hexmap.grid import bits

RUSSIA = b.HOME[b.RS]


def city(s: Session[State], side: int, bit: int, i: int) -> None:
    """Each city keeps a flag of who entered it last (R62); the flags decide collapse and surrender."""
    st = s.state
    if side == b.ALLIED:
        if st.fallen & bit:
            st.fallen &= ~bit  # recapture (12.11c)
            s.note("city-retaken", "wwi.12.11c", hex=b.NUMBER[i])
        return
    if st.surrendered:
        return
    if not st.fallen & bit:
        st.fallen |= bit
        s.note("city-falls", "wwi.12.11a" if bit & b.COLLAPSE_CITIES else "wwi.12.12a", hex=b.NUMBER[i])
    if not st.collapsed and st.fallen & b.COLLAPSE_CITIES == b.COLLAPSE_CITIES:
        st.collapsed = True
        lost = st.crp[b.RS]
        st.crp[b.RS] = 0
        s.note("collapse", "wwi.12.11a", "wwi.12.11b", lost=lost)
    if st.collapsed and st.fallen & b.OTHER_CITIES:
        surrender(s)


def surrender(s: Session[State]) -> None:
    """Russia leaves the war (12.12b): its units and fortifications go, the Central Powers score this turn's points."""
    st = s.state
    st.surrendered = st.turn
    for u in b.UNITS_OF[b.RS]:
        st.put(u, GONE)
    st.forts &= ~RUSSIA  # 12.13e
    st.vp[b.CENTRAL] += b.SURRENDER_VP[st.turn]  # 15.2
    s.note("surrender", "wwi.12.12b", "wwi.12.13d", "wwi.12.13e", "wwi.15.2", vp=b.SURRENDER_VP[st.turn])


def held_in_russia(st: State) -> bool:
    """After the surrender no Central unit may leave Russia until four cities are garrisoned (12.13a)."""
    return bool(st.surrendered) and not st.reopened and not st.garrison


def confines(st: State, side: int, hex: int) -> int:
    """The land that an army of a side in this hex may go to: after the surrender a Central army in Russia stays there, whether it
    marches, pursues, retreats or makes room, until the cities are garrisoned (12.13a, R63)."""
    if st.surrendered and side == b.CENTRAL and RUSSIA >> hex & 1 and held_in_russia(st):
        return RUSSIA
    return b.LAND


def garrisons_due(st: State) -> bool:
    return held_in_russia(st) and (st.occ[b.CENTRAL] & b.RUSSIAN_CITIES).bit_count() >= 4


def garrison_steps(st: State) -> Steps:
    """After any move of a Central unit: look whether four cities are occupied now."""
    return (CheckGarrisons(),) if held_in_russia(st) else ()


@dataclass(frozen=True, slots=True)
class CheckGarrisons(Auto[Session[State]]):
    """Ask for the garrisons as soon as four cities are occupied (12.13b, R63)."""

    def run(self, s: Session[State]) -> Steps:
        return (NameGarrisons(),) if garrisons_due(s.state) else ()


@dataclass(frozen=True, slots=True)
class NameGarrisons(Choice[Session[State]]):
    """The Central player names the four garrisons (R63), city by city in the order of their hexes."""

    named: tuple[int, ...] = ()

    def seat(self, s: Session[State]) -> int:
        return b.CENTRAL

    def prompt(self, s: Session[State]) -> str:
        return f"Central Powers: name the garrisons that hold Russia ({4 - len(self.named)} more)"

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        units = sorted(st.unit_in(i) for i in bits(st.occ[b.CENTRAL] & b.RUSSIAN_CITIES))
        return [("garrison", b.UNITS[u]) for u in units if u not in self.named]

    def take(self, s: Session[State], action: Action) -> Steps:
        named = (*self.named, b.UNIT[action[1]])
        if len(named) < 4:
            return (NameGarrisons(named),)
        s.state.garrison = sum(1 << u for u in named)
        s.note("garrisons", "wwi.12.13b", units=[b.UNITS[u] for u in sorted(named)])
        return ()
