"""Advance after combat (wwi.8.7): attackers enter the emptied hex and pursue along the path of the retreat."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.wwi.components import board
from firestep.games.wwi.control import enter
from firestep.games.wwi.russia import confines, garrison_steps, leaves
from firestep.games.wwi.state import Fight, State
from firestep.games.wwi.zones import held, zone
from firestep.hexmap.grid import bits

HALT: Action = ("halt",)


def pursuit(st: State, fight: Fight) -> tuple[int, ...]:
    """The hexes attackers may enter, in order: the emptied hex, then the path of the retreat up to the first hex next to the
    retreated unit (wwi.8.71a, R24), from zone to zone too (wwi.8.7b), not past an enemy unit or an uninvolved fortification
    (wwi.8.75c, R25), and no farther than the first hex beyond the emptied one that another enemy controls (wwi.8.71c, R23). The
    fortification of the emptied hex is not another one: whoever goes on from there has destroyed it (wwi.12.45b)."""
    if not fight.vacated or held(st, 1 - fight.side) & ~(st.forts & 1 << fight.target) & 1 << fight.target:
        return ()
    out = [fight.target]
    if fight.path:
        last = fight.path[-1]
        quarry = 1 << last if st.unit_in(last) == fight.defender else 0
        others = zone(st, 1 - fight.side, without=1 << fight.target)
        enemy = held(st, 1 - fight.side)
        for i in fight.path[1:-1]:  # wwi.8.7b
            if enemy >> i & 1 or quarry & board.GRID.near(out[-1]):  # wwi.8.71a, wwi.8.75c
                break
            out.append(i)
            if others >> i & 1:
                break
    return tuple(out)


def way_to(st: State, fight: Fight, dest: int) -> tuple[int, ...]:
    """The hexes that a pursuer enters on its way to one of them."""
    path = pursuit(st, fight)
    return path[: path.index(dest) + 1]


def advances(st: State, fight: Fight) -> list[Action]:
    """Every unit that took part and every hex of the pursuit where it may end, the last or an earlier one (wwi.8.71b): none with a
    unit in it (wwi.8.71d, R26). Neither points (wwi.8.72a), supply (wwi.8.72b) nor terrain (wwi.8.73) matter."""
    path = [i for i in pursuit(st, fight) if st.unit_in(i) < 0]  # wwi.8.71d
    if not path:
        return []
    out: list[Action] = []
    for u in fight.attackers:
        # wwi.8.72a, wwi.8.72b, wwi.8.73
        if st.at[u] not in fight.path and st.at[u] >= 0 and not st.garrison >> u & 1 and board.NEAR[fight.target] >> st.at[u] & 1:
            # wwi.8.71b
            out += [("advance", board.UNITS[u], board.NUMBER[i]) for i in sorted(path) if not leaves(st, u, way_to(st, fight, i))]
    return out


@dataclass(frozen=True, slots=True)
class Advance(Auto[Session[State]]):
    """Offer the advance if the hex was emptied, be it of a fortification alone (wwi.8.74). It must be used before any other attack
    (wwi.8.76a)."""

    def run(self, s: Session[State]) -> Steps:
        fight = s.state.fight
        return (AdvanceUnits(),) if fight is not None and advances(s.state, fight) else ()  # wwi.8.74, wwi.8.76a


@dataclass(frozen=True, slots=True)
class AdvanceUnits(Choice[Session[State]]):
    """One unit advances, or the player halts; any of the attackers may go (wwi.8.76b), defenders never (wwi.8.7c)."""

    def seat(self, s: Session[State]) -> int:
        fight = s.state.fight
        assert fight is not None
        return fight.side  # wwi.8.7c

    def prompt(self, s: Session[State]) -> str:
        return f"{board.SIDE_TITLES[self.seat(s)]}: advance an army after combat, or halt"

    def actions(self, s: Session[State]) -> list[Action]:
        fight = s.state.fight
        assert fight is not None
        return [*advances(s.state, fight), HALT]  # wwi.8.76b

    def take(self, s: Session[State], action: Action) -> Steps:
        if action == HALT:
            return ()
        st = s.state
        fight = st.fight
        assert fight is not None
        u, dest = board.UNIT[action[1]], board.INDEX[action[2]]
        was = st.at[u]
        path = way_to(st, fight, dest)
        if st.forts & ~st.side_forts[fight.side] & 1 << fight.target:  # its unit has retreated: wwi.8.75a
            st.forts &= ~(1 << fight.target)  # wwi.12.45b
            s.note("fort-taken", "wwi.12.45b", hex=board.NUMBER[fight.target], unit=board.UNITS[u])
        st.put(u, dest)  # wwi.8.7a
        s.note("advances", "wwi.8.7a", unit=board.UNITS[u], path=[board.NUMBER[i] for i in (was, *path)])
        enter(s, u, was, path)
        follow: Steps = (FollowUp(was),) if u in board.INFILTRATORS and followers(st, fight.side, was) else ()
        return (*garrison_steps(st), *follow, Advance())


def followers(st: State, side: int, hex: int) -> list[int]:
    """Friends next to the hex that an infiltrator left, idle in this attack phase (wwi.12.36, R61)."""
    if st.unit_in(hex) >= 0:
        return []
    busy = st.attacking | st.attacked | st.garrison
    units = sorted(st.unit_in(i) for i in bits(board.NEAR[hex] & st.occ[side]))  # wwi.12.36
    return [u for u in units if not busy >> u & 1 and confines(st, u) >> hex & 1]


@dataclass(frozen=True, slots=True)
class FollowUp(Choice[Session[State]]):
    """A friend may enter the hex that the Stosstruppen left."""

    hex: int

    def seat(self, s: Session[State]) -> int:
        fight = s.state.fight
        assert fight is not None
        return fight.side

    def prompt(self, s: Session[State]) -> str:
        return f"{board.SIDE_TITLES[self.seat(s)]}: an idle army may follow into {board.place_name(self.hex)}"

    def actions(self, s: Session[State]) -> list[Action]:
        return [*(("follow", board.UNITS[u]) for u in followers(s.state, self.seat(s), self.hex)), HALT]

    def take(self, s: Session[State], action: Action) -> Steps:
        if action == HALT:
            return ()
        st = s.state
        u = board.UNIT[action[1]]
        was = st.at[u]
        st.put(u, self.hex)
        s.note("follows", "wwi.12.36", unit=board.UNITS[u], path=[board.NUMBER[was], board.NUMBER[self.hex]])
        enter(s, u, was, (self.hex,))
        return garrison_steps(st)


@dataclass(frozen=True, slots=True)
class FightOver(Auto[Session[State]]):
    """The attack is done; the next one may be declared (wwi.4.ph4b)."""

    def run(self, s: Session[State]) -> Steps:
        s.state.fight = None
        return garrison_steps(s.state)  # wwi.4.ph4b
