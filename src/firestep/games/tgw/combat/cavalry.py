"""Cavalry leaves before combat (tgw.15.51a to tgw.15.53): it rides one hex, the attackers may follow and attack again at once."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, SideChoice, Steps
from firestep.games.tgw.combat import advance, attackers, combat
from firestep.games.tgw.combat.bans import bans
from firestep.games.tgw.components import board, roster, tables, unit_types
from firestep.games.tgw.movement import control, movement, stacking
from firestep.games.tgw.state import Fight, State
from firestep.games.tgw.supply import sources as supply_sources
from firestep.games.tgw.supply.supply import blocked
from firestep.hexmap.grid import bits

S = Session[State]
STAND: Action = ("stand",)
DONE: Action = ("done",)


def may_leave(st: State, fight: Fight) -> bool:
    """Return whether the defenders may retreat before combat: only cavalry is in the hex, not even a headquarters (E83), and no
    attacker is cavalry (tgw.15.51a)."""
    there = st.stack(fight.hex) & st.troops[1 - fight.side]
    riders = unit_types.cavalry(st)
    if not there or there & ~riders or any(riders >> u & 1 for u in fight.attackers):  # tgw.15.51a
        return False
    return not (fight.hex == board.KUT and supply_sources.besieged(st)) and fight.kind != "van"


def havens(st: State, fight: Fight, left: tuple[int, ...]) -> int:
    """Where the cavalry may ride: one hex that it could enter by a move, nearer to a source of supply if one is (tgw.15.52a, E82).
    It does not come back to a hex that it left in the same chain of attacks, or the chain would never end."""
    side = 1 - fight.side
    units = sum(1 << u for u in fight.defenders)
    out = attackers.NEAR[fight.hex] & movement.open_ground(st, side, units) & ~board.ALPINE & ~st.occ[fight.side]
    for i in left:
        out &= ~(1 << i)
    for i in bits(out):
        if not stacking.room(st, i, units, side):
            out &= ~(1 << i)
    return out & nearer(st, fight) or out


def sources(st: State, fight: Fight) -> int:
    """Return the sources of supply of any type that the defender controls (tgw.15.52a), without towns that serve no unit and
    without besieged Kut (tgw.14.23b)."""  # tgw.14.23b
    u, side = fight.defenders[0], 1 - fight.side
    towns = board.SETTLED & st.ctrl[side] & ~supply_sources.barred_towns(st, side) & ~movement.shut(st, side)
    out = supply_sources.ultimate(st, supply_sources.class_of(st, u)) | towns
    for n in supply_sources.kin_of(u):
        for hq in supply_sources.HQS[n]:
            if st.at[hq] > 0:
                out |= 1 << st.at[hq]  # tgw.15.52a
    return out


def nearer(st: State, fight: Fight) -> int:
    """The neighbours of the hex that lie closer to the nearest source of supply of any type that the side controls."""
    side = 1 - fight.side
    seen = sources(st, fight)
    open = board.LAND & ~blocked(st, side)
    while not seen >> fight.hex & 1:
        more = seen | supply_sources.WAYS.spread(seen) & (open | 1 << fight.hex)
        if more == seen:
            return 0
        if more >> fight.hex & 1:
            return seen
        seen = more
    return 0


def chance(st: State, fight: Fight, left: tuple[int, ...]) -> Steps:
    """Ask the defender, if his cavalry can leave."""
    return (Leave(left),) if may_leave(st, fight) and havens(st, fight, left) else ()


@dataclass(frozen=True, slots=True)
class Leave(Choice[S]):
    """The defending cavalry rides off, all of it, or stands (tgw.15.51a, tgw.15.52a)."""

    left: tuple[int, ...] = ()

    def seat(self, s: S) -> int:
        assert s.state.fight is not None
        return 1 - s.state.fight.side

    def prompt(self, s: S) -> str:
        fight = s.state.fight
        assert fight is not None
        return (
            f"{tables.SIDE_TITLES[1 - fight.side]}: the cavalry at {board.place_name(fight.hex)} may leave before combat, or stand"
        )

    def actions(self, s: S) -> list[Action]:
        fight = s.state.fight
        assert fight is not None
        return sorted([STAND, *(("retreat", board.NUMBER[i]) for i in bits(havens(s.state, fight, self.left)))])

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        if action == STAND:
            return (combat.Stand(),)
        to = board.INDEX[action[1]]
        units = sum(1 << u for u in fight.defenders)
        for u in fight.defenders:
            st.put(u, to)
        s.note(
            "rides-off",
            "tgw.15.52a",
            side=tables.SEATS[1 - fight.side],
            units=roster.unit_ids(units),
            place=board.NUMBER[fight.hex],
            to=action[1],
        )
        st.fight = replace(fight, marks=(*fight.marks, advance.RODE))
        after = control.enter(s, units, (to,))
        return (*after, advance.Aftermath(chain=True), Again((*self.left, fight.hex)))


@dataclass(frozen=True, slots=True)
class Again(Auto[S]):
    """After the cavalry has gone the same units may attack once more (tgw.15.53a)."""

    left: tuple[int, ...]

    def run(self, s: S) -> Steps:
        fight = s.state.fight
        assert fight is not None
        s.state.fight = None
        units = tuple(u for u in fight.attackers if s.state.at[u] > 0)
        return (Chase(fight.side, units, self.left, fight.kind),) if hunted(s.state, fight.side, units) else ()


def hunted(st: State, side: int, units: tuple[int, ...]) -> list[int]:
    """The hexes that units of a chain may attack now (tgw.15.53a, E54)."""
    able = sum(1 << u for u in units)
    where = 0
    for u in units:
        where |= 1 << st.at[u]
    banned = bans(st, side)
    near = attackers.WAYS.step(where) & attackers.enemies(st, side) & ~st.targets
    return [i for i in bits(near) if attackers.candidates(st, side, i, 0, able, banned)]


@dataclass(frozen=True, slots=True)
class Chase(SideChoice[S]):
    """Attack the cavalry again, or another adjacent hex, or leave it (tgw.15.53a, tgw.15.53b)."""

    side: int
    units: tuple[int, ...]
    left: tuple[int, ...]
    kind: str = "regular"

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: the cavalry has gone; attack once more with the same units, or end it"

    def actions(self, s: S) -> list[Action]:
        return sorted([DONE, *(("attack", board.NUMBER[i]) for i in hunted(s.state, self.side, self.units))])

    def take(self, s: S, action: Action) -> Steps:
        if action == DONE:
            return ()
        return (combat.Assemble(self.side, board.INDEX[action[1]], (), self.kind, self.units, self.left),)
