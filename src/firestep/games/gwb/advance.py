"""The advance after combat (gwb.6.4.5): surviving attackers enter the hex that is empty now."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.step import Steps
from firestep.games.gwb import isolation, victory
from firestep.games.gwb.fight import Fight, follow
from firestep.games.gwb.phasing import Phasing, S
from firestep.games.gwb.state import State
from firestep.hexmap.grid import bits


def after(s: S, f: Fight) -> Steps:
    """The advance, if the hex is empty: gwb.6.4.5a."""
    st = s.state
    isolation.relieve(s)
    if st.stack(f.t) & st.b.of_side[1 - st.side]:  # gwb.6.4.5a
        return ()
    for g in sorted(st.ties):
        if st.ties[g] == f.t:  # G14: the tie ends with the defence, the gun stays spent
            st.ties[g] = 0
    return (follow(Advance, f),) if follow(Advance, f).advancers(st) else ()


@dataclass(frozen=True, slots=True)
class Advance(Fight, Phasing):
    """Surviving attackers may enter the empty hex up to the stacking limit, from one enemy zone to another too (gwb.6.4.5b).
    Limbered guns of their stack may follow them and stay limbered (gwb.6.4.5d). No gun goes alone (G74). `went` are the hexes from
    which an attacker has advanced."""

    went: int = 0

    def prompt(self, s: S) -> str:
        return f"{s.state.b.board.name(self.t)} is empty: choose units to advance, or stop"

    def advancers(self, st: State) -> int:
        b = st.b
        if st.stack(self.t).bit_count() >= b.stacking:
            return 0
        out = sum(1 << u for u in bits(self.att) if st.at[u] > 0 and st.at[u] != self.t)
        for h in bits(self.went):  # gwb.6.4.5c, gwb.6.4.5d
            guns = st.stack(h) & b.guns & b.of_side[st.side] & ~(st.deployed | st.marching | st.entrained)
            out |= sum(1 << u for u in bits(guns) if not st.dis[u])
        return sum(1 << u for u in bits(out) if st.ground.cost(b.units[u].wheels, st.at[u], self.t) is not None)  # gwb.6.4.5b

    def actions(self, s: S) -> list[Action]:
        return [*s.state.b.orders("advance", self.advancers(s.state)), ("done",)]  # gwb.6.4.5d

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "done":
            return ()
        st = s.state
        u = st.b.by_id[action[1]]
        went = self.went | (1 << st.at[u] if self.att >> u & 1 else 0)
        s.note("advance", "gwb.6.4.5a", unit=action[1], **st.b.board.where(self.t))
        victory.enter(s, u, self.t)
        on = follow(Advance, self, went=went)
        return (on,) if on.advancers(st) else ()
