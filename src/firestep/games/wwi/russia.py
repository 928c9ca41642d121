"""Russian collapse and surrender (12.1), and everything else that happens because a unit enters a hex."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.wwi import board as b
from firestep.games.wwi.neutrals import remove_greeks
from firestep.games.wwi.state import GONE, State
from firestep.hexmap.grid import bits

RUSSIA = b.HOME[b.RS]


def enter(s: Session[State], unit: int, hexes: tuple[int, ...]) -> None:
    """A unit enters hexes one after another: it captures what is there, also when it only passes through (T1)."""
    st = s.state
    side = st.side(unit)
    for i in hexes:
        bit = 1 << i
        if bit & b.CENTRES:
            _capture(s, unit, side, bit, i)
        if bit & b.RUSSIAN_CITIES:
            _city(s, side, bit, i)
        if bit & st.links:
            _sea_link(s, side, bit, i)
        if side == b.ALLIED and any(bit & land for land in watched(st, unit)):
            if bit & b.HOME[b.GK]:
                remove_greeks(s)  # 11.3c
            else:
                st.reopened = True  # 12.13b: the garrisons are free again; the Victory Points stay (12.13c)
                st.garrison = 0
                s.note("russia-reopened", "wwi.12.13b", "wwi.12.13c", unit=b.UNITS[unit])


def watched(st: State, unit: int) -> list[int]:
    """Countries where the entry of this Allied unit counts by itself: Greece while Greek armies fight for the Allies (11.3c),
    Russia after its surrender (12.13b)."""
    out = []
    if st.side(unit) == b.ALLIED:
        if st.allegiance[b.GK] == b.ALLIED and any(st.at[u] != GONE for u in b.UNITS_OF[b.GK]) and b.UNIT_NATION[unit] != b.GK:
            out.append(b.HOME[b.GK])
        if st.surrendered and not st.reopened:
            out.append(RUSSIA)
    return out


def objectives(st: State, side: int) -> int:
    """Hexes where entering changes something for this side's good: a path is drawn through as many as it can (T1)."""
    if side == b.CENTRAL:
        return (b.CENTRES & ~st.central_centres | b.RUSSIAN_CITIES & ~st.fallen * (not st.surrendered)
                | st.links & ~st.links_off)
    return b.CENTRES & ~st.allied_centres | b.RUSSIAN_CITIES & st.fallen * (not st.collapsed) | st.links_off


def _capture(s: Session[State], unit: int, side: int, bit: int, i: int) -> None:
    """Whoever entered a Resource Center last owns it (15.1a)."""
    st = s.state
    if side == b.ALLIED and not st.allied_centres & bit:
        st.allied_centres |= bit
        st.central_centres &= ~bit
    elif side == b.CENTRAL and not st.central_centres & bit:
        st.central_centres |= bit
        st.allied_centres &= ~bit
    else:
        return
    s.note("centre", "wwi.15.1a", unit=b.UNITS[unit], hex=b.NUMBER[i])


def _sea_link(s: Session[State], side: int, bit: int, i: int) -> None:
    """Central units switch a sea link off, Allied units switch it on again (9.17b, 9.17c)."""
    st = s.state
    if side == b.CENTRAL and not st.links_off & bit:
        st.links_off |= bit
        s.note("link-off", "wwi.9.17b", hex=b.NUMBER[i])
    elif side == b.ALLIED and st.links_off & bit:
        st.links_off &= ~bit
        s.note("link-on", "wwi.9.17c", hex=b.NUMBER[i])


def _city(s: Session[State], side: int, bit: int, i: int) -> None:
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
