"""The sequence of play (gwb.5.0). Start reading here.

A game turn is two player turns; a player turn is coordinated combat, movement, hasty combat, surrender.
"""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.gwb import combat, isolation, moving, rail, victory
from firestep.games.gwb.movement import near_enemy
from firestep.games.gwb.state import AWAY, BOX, COORDINATED, HASTY, MOVEMENT, SURRENDER, State
from firestep.hexmap.grid import bits

S = Session[State]

#: the phases of a player turn in their order, each with its rule
PHASES = {COORDINATED: "gwb.5.1.1", MOVEMENT: "gwb.5.1.2", HASTY: "gwb.5.1.3", SURRENDER: "gwb.5.1.4"}


@dataclass(frozen=True, slots=True)
class PlayerTurn(Auto[S]):
    """One side's turn: the four phases in exactly this order (gwb.5.1a)."""

    k: int

    def run(self, s: S) -> Steps:
        st = s.state
        k = st.side = self.k
        st.moved = st.acted = st.fought = st.forced = 0
        rail.new_turn(st, k)
        for u in bits(st.b.off_board & st.b.of_side[k]):  # gwb.13.3.1c
            if st.at[u] == AWAY and st.b.units[u].turn <= st.turn:
                st.at[u] = BOX
        note_beginning(st)
        s.note("player-turn", "gwb.5.1a", side=k, turn=st.turn, battle=st.b.id)
        return (*map(Phase, PHASES), EndOfPlayerTurn())  # gwb.5.1a


def note_beginning(st: State) -> None:
    """What a player turn keeps of the moment at which it began: gwb.7.4g, gwb.7.5e, gwb.7.6f."""
    k = st.side
    zone, near, mine = st.zone(1 - k), near_enemy(st, k), bits(st.on_map(k))
    st.began_dis = st.disorganised & st.b.of_side[k]
    st.began_zone = sum(1 << u for u in mine if zone >> st.at[u] & 1)  # gwb.7.5e
    st.began_near = sum(1 << u for u in mine if near >> st.at[u] & 1)


@dataclass(frozen=True, slots=True)
class Phase(Auto[S]):
    """Begin a phase: what was noted for the last one is wiped."""

    name: str

    def run(self, s: S) -> Steps:
        st = s.state
        if st.ended:
            return ()
        st.phase = self.name
        s.note("phase", PHASES[self.name], phase=self.name, side=st.side, battle=st.b.id)
        st.was_hit = st.silenced = st.target = st.targets_done = 0
        st.ties.clear()
        st.harassed.clear()
        if self.name == MOVEMENT:
            st.moved = 0
            return (moving.MarchOrders(), EndOfPhase())
        if self.name == SURRENDER:
            isolation.surrender(s, st.side)
            return (EndOfPhase(),)
        st.acted = 0  # gwb.6.0c counts each combat phase for itself (G15)
        return (combat.CombatPhase(), EndOfPhase())


@dataclass(frozen=True, slots=True)
class EndOfPhase(Auto[S]):
    """Enforces stacking, which may be exceeded during the phase (gwb.7.2a, gwb.7.2b), and judges morale (gwb.13.1a)."""

    def run(self, s: S) -> Steps:
        st = s.state
        if victory.over(s):
            return ()
        isolation.relieve(s)
        victory.judge_morale(s)
        full = [Overstacked(h) for h in sorted(st.where) if st.where[h].bit_count() > st.b.stacking]  # gwb.7.2b
        return (*full, EndOfPhase()) if full else ()


@dataclass(frozen=True, slots=True)
class Overstacked(Choice[S]):
    """The owner eliminates units of his choice until the limit is met: gwb.7.2c."""

    h: int

    def seat(self, s: S) -> int:
        return 0 if s.state.occ[0] >> self.h & 1 else 1

    def prompt(self, s: S) -> str:
        return f"{s.state.b.board.name(self.h)} is overstacked: choose a unit to eliminate"

    def actions(self, s: S) -> list[Action]:
        return s.state.b.orders("eliminate", s.state.stack(self.h))  # gwb.7.2c

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        st.destroy(st.b.by_id[action[1]])
        s.note("overstacked", "gwb.7.2c", unit=action[1])
        return (self,) if st.stack(self.h).bit_count() > st.b.stacking else ()


@dataclass(frozen=True, slots=True)
class EndOfPlayerTurn(Auto[S]):
    """Battle markers come off (gwb.6.5b), the opponent's March Order ends (gwb.7.4d, G35), and play passes on."""

    def run(self, s: S) -> Steps:
        st = s.state
        if st.ended:
            return ()
        k = st.side
        st.markers = 0  # gwb.6.5b
        st.marching &= ~st.b.of_side[1 - k]  # gwb.7.4d
        if k == st.b.first:
            return (PlayerTurn(1 - k),)  # gwb.5.2
        st.fired_off = 0  # gwb.13.3.1a
        if st.turn >= st.b.turns:
            if st.b.capitulation:
                isolation.capitulate(s)
            st.ended = "gwb.4.0a"
            s.note("end", "gwb.4.0a", turn=st.turn)
            return ()
        st.turn += 1
        s.note("turn", "gwb.5.0a", turn=st.turn)
        if down := st.b.falls.get(st.turn, 0) & ~st.blown:  # G75
            st.blown |= down
            st.ground = st.b.board.ground(st.blown)
            bridges = st.b.board.bridges
            s.note("falls", "gwb.7.3d", bridges=sorted({st.b.board.bridge_name[bridges[i]] for i in bits(down)}))
        return (PlayerTurn(st.b.first),)  # gwb.5.0a
