"""Harassing fire (gwb.8.0): guns interrupt units that march or ride. A decision of the other seat in the middle of a move."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.gwb import artillery, rail
from firestep.games.gwb.components.tables import harass_number
from firestep.games.gwb.disorganisation import disorganise
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.grid import bits

S = Session[State]


@dataclass(frozen=True, slots=True)
class Harass(Choice[S]):
    """A marching or entrained unit has entered a hex in range. Guns fire singly or together: gwb.8.0b.
    The unit never answers with a retreat before combat (gwb.6.1.2g)."""

    u: int
    trail: tuple[int, ...]
    guns: int = 0

    def seat(self, s: S) -> int:
        return 1 - s.state.b.units[self.u].side

    def prompt(self, s: S) -> str:
        st = s.state
        u = st.b.units[self.u]
        how = "rides" if st.entrained >> self.u & 1 else "marches"
        where = st.b.board.name(st.at[self.u])
        said = f"{u.name} {how} into {where} within range of your guns"
        if not self.guns:
            return f"{said}: add guns and fire, or let it pass"
        strength = st.strength_of(self.guns)
        best = harass_number(strength) - artillery.modifier(st, self.guns, st.at[self.u], s.options)
        chance = f"a die of {best} or less stops it" if best > 0 else "no die can stop it yet"
        more = artillery.harassing_guns(st, self.u, st.at[self.u], s.options) & ~self.guns
        return f"{said}: strength {strength}, {chance}; fire{', or add guns' if more else ''}"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        free = artillery.harassing_guns(st, self.u, st.at[self.u], s.options) & ~self.guns
        return [*st.b.orders("add", free), ("fire",) if self.guns else ("pass",)]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "add":
            return (Harass(self.u, self.trail, self.guns | 1 << st.b.by_id[action[1]]),)
        if action[0] == "pass":
            return ()  # gwb.6.1.2g
        h = st.at[self.u]
        strength = st.strength_of(self.guns)  # the full strength against each unit of a stack: gwb.8.0f
        for g in bits(self.guns):  # gwb.8.0e
            st.harassed[g] = st.harassed.get(g, 0) | 1 << self.u
        modifier = artillery.modifier(st, self.guns, h, s.options)
        die = s.roll()
        number = harass_number(strength)
        hit = die + modifier <= number
        s.note(
            "harass",
            "gwb.8.0b",
            unit=st.b.words[self.u],
            **st.b.board.where(h),
            guns=st.b.named(self.guns),
            strength=strength,
            die=die,
            modifier=modifier,
            number=number,
            hit=hit,
        )
        if hit:
            stop(s, self.u, self.trail)
            return ()
        return (Harass(self.u, self.trail),) if artillery.harassing_guns(st, self.u, h, s.options) else ()


def stop(s: S, u: int, trail: tuple[int, ...]) -> None:
    """A hit unit stops, leaves March Order or the train, and is disorganised: gwb.8.0g, gwb.7.6e. So no
    gun can hit it again in this phase (gwb.8.0h). Overstacked it falls back: gwb.8.0i, G53."""
    st = s.state
    if st.entrained >> u & 1:
        rail.detrain(s, u, "gwb.7.6e")
    disorganise(s, u, "gwb.8.0g")  # gwb.8.0h
    back = list(trail)
    while st.at[u] > 0 and st.stack(st.at[u]).bit_count() > st.b.stacking and back:  # gwb.8.0i
        h = back.pop()
        st.put(u, max(h, AWAY))  # who came from off the map goes back there and may enter again (G53)
        s.note("displaced", "gwb.8.0i", unit=st.b.words[u], **(st.b.board.where(h) if h > 0 else {}))
