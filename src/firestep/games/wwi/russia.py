"""Russian collapse and surrender (wwi.12.1): the flags of its cities, the garrisons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.wwi.components import board
from firestep.games.wwi.ground import Ground
from firestep.games.wwi.state import GONE, State
from firestep.hexmap.grid import bits

RUSSIA = board.HOME[board.RS]
SHUT = "no Central army may leave Russia before four of its cities are garrisoned"


def city(s: Session[State], side: int, bit: int, i: int) -> None:
    """Each city keeps a flag of who entered it last (R62); the flags decide collapse and surrender."""
    st = s.state
    if side == board.ALLIED:
        if st.fallen & bit:
            st.fallen &= ~bit  # recapture (wwi.12.11c)
            s.note("city-retaken", "wwi.12.11c", hex=board.NUMBER[i])
        return
    if st.surrendered:
        return
    fallen, collapsed, points = st.fallen, st.collapsed, st.crp[board.RS]
    lose_city(st, bit)
    if st.fallen != fallen:
        s.note("city-falls", "wwi.12.11a" if bit & board.COLLAPSE_CITIES else "wwi.12.12a", hex=board.NUMBER[i])
    if st.collapsed and not collapsed:
        s.note("collapse", "wwi.12.11a", "wwi.12.11b", lost=points)
    if st.surrendered:
        s.note("surrender", "wwi.12.12b", "wwi.12.13d", "wwi.12.13e", "wwi.15.2", vp=board.SURRENDER_VP[st.turn])


def lose_city(st: State, bit: int) -> None:
    """The Central Powers take a city: Russia may collapse (wwi.12.11a) and surrender (wwi.12.12a). The cities
    taken before need no garrison (wwi.12.11d)."""
    surrender = surrenders(st, bit)
    st.fallen |= bit  # wwi.12.11d
    if not st.collapsed and st.fallen & board.COLLAPSE_CITIES == board.COLLAPSE_CITIES:
        st.collapsed = True
        st.crp[board.RS] = 0
    if surrender:  # units and fortifications go, the Central Powers score the points of this turn (wwi.12.12b)
        st.surrendered = st.turn
        for u in board.UNITS_OF[board.RS]:
            st.put(u, GONE)
        st.forts &= ~RUSSIA  # wwi.12.13e
        st.vp[board.CENTRAL] += board.SURRENDER_VP[st.turn]  # wwi.15.2


def surrenders(st: State, cities: int) -> bool:
    """Russia surrenders when these cities fall as well (wwi.12.11a, wwi.12.12a), in whatever order (wwi.12.12c)."""
    fallen = st.fallen | cities  # wwi.12.12c
    collapse = st.collapsed or fallen & board.COLLAPSE_CITIES == board.COLLAPSE_CITIES
    return not st.surrendered and collapse and bool(fallen & board.OTHER_CITIES)


def unguarded(st: State) -> bool:
    """Russia has surrendered and has no garrisons yet (wwi.12.13a)."""
    return bool(st.surrendered) and not st.reopened and not st.garrison


def held_in_russia(st: State, unit: int = -1) -> bool:
    """After the surrender no Central army may leave Russia until four cities are garrisoned (wwi.12.13a). An army that wants to
    leave is no garrison itself."""
    if not unguarded(st):
        return False
    held = st.occ[board.CENTRAL] & board.RUSSIAN_CITIES
    if unit >= 0 and st.at[unit] >= 0 and st.alone(unit):
        held &= ~(1 << st.at[unit])
    return held.bit_count() < 4


def bound(st: State, unit: int) -> bool:
    """This army may not leave Russia: neither from where it stands nor once it has entered (wwi.12.13a, R63)."""
    return bool(st.surrendered) and st.side(unit) == board.CENTRAL and held_in_russia(st, unit)


def steps(st: State, unit: int) -> Ground:
    """The steps that an army may take: none out of Russia while it is bound to stay there (wwi.12.13a)."""
    return board.INWARD if bound(st, unit) else board.GROUND


def confines(st: State, unit: int) -> int:
    """The land that an army may step to from its hex (wwi.12.13a, R63)."""
    return RUSSIA if bound(st, unit) and RUSSIA >> st.at[unit] & 1 else board.LAND


def after_city(st: State, unit: int, hex: int) -> State:
    """The position after a Central army has taken a Russian city on its way."""
    trial = st.copy()
    trial.put(unit, hex)
    lose_city(trial, 1 << hex)
    return trial


def on_the_way(st: State, unit: int, path: tuple[int, ...]) -> Iterator[tuple[State, int, int]]:
    """Every step of a way, from hex to hex, with the position in which an army takes it: the cities behind it fell (wwi.12.12a)."""
    here = st.at[unit]
    for i in path:
        yield st, here, i
        if board.RUSSIAN_CITIES & ~st.fallen & 1 << i and not st.surrendered and st.side(unit) == board.CENTRAL:
            st = after_city(st, unit, i)
        here = i


def leaves(st: State, unit: int, path: tuple[int, ...]) -> bool:
    """This way leads an army out of Russia where it must stay, be it that Russia surrenders by a city on the way (wwi.12.13a,
    R63)."""
    steps = on_the_way(st, unit, path)
    return any(RUSSIA >> here & 1 and not RUSSIA >> i & 1 and bound(now, unit) for now, here, i in steps)


def garrisons_due(st: State) -> bool:
    return unguarded(st) and (st.occ[board.CENTRAL] & board.RUSSIAN_CITIES).bit_count() >= 4


def garrison_steps(st: State) -> Steps:
    """After any move of a Central unit: look whether four cities are occupied now."""
    return (CheckGarrisons(),) if unguarded(st) else ()


@dataclass(frozen=True, slots=True)
class CheckGarrisons(Auto[Session[State]]):
    """Ask for the garrisons as soon as four cities are occupied (wwi.12.13b, R63)."""

    def run(self, s: Session[State]) -> Steps:
        return (NameGarrisons(),) if garrisons_due(s.state) else ()


@dataclass(frozen=True, slots=True)
class NameGarrisons(Choice[Session[State]]):
    """The Central player names the four garrisons (R63), city by city in the order of their hexes."""

    named: tuple[int, ...] = ()

    def seat(self, s: Session[State]) -> int:
        return board.CENTRAL

    def prompt(self, s: Session[State]) -> str:
        return f"Central Powers: name the garrisons that hold Russia ({4 - len(self.named)} more)"

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        units = sorted(st.unit_in(i) for i in bits(st.occ[board.CENTRAL] & board.RUSSIAN_CITIES))
        return [("garrison", board.UNITS[u]) for u in units if u not in self.named]

    def take(self, s: Session[State], action: Action) -> Steps:
        named = (*self.named, board.UNIT[action[1]])
        if len(named) < 4:
            return (NameGarrisons(named),)
        s.state.garrison = sum(1 << u for u in named)
        s.note("garrisons", "wwi.12.13b", units=[board.UNITS[u] for u in sorted(named)])
        return ()
