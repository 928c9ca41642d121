"""Advance after combat (tgw.10.7): survivors of the attack go into the emptied hex, shock-troops and late tanks one hex further."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.tgw.combat import attackers
from firestep.games.tgw.combat.shifts import weather_in
from firestep.games.tgw.components import board, roster, tables, unit_types
from firestep.games.tgw.events.event_table import Moment
from firestep.games.tgw.movement import control, movement, stacking
from firestep.games.tgw.state import Fight, State
from firestep.hexmap.grid import bits

S = Session[State]
DONE: Action = ("done",)
#: Allied tanks go on to a second hex after this turn (tgw.10.72a)
LATE_TANKS = tables.turn_of("March", 1919)
#: words of events in `Fight.marks`: no unit advances (tgw.6.38a, tgw.6.39a), no unit goes on to a second hex (tgw.6.40a)
HOLD, LOOT = "hold", "loot"
#: cavalry left before combat: who follows it takes that hex and no other (tgw.15.53a, Q15)
RODE = "rode-off"


def vacated(st: State, fight: Fight) -> bool:
    """No combat unit and no intact fort of the defender is left; headquarters do not count (tgw.10.71a, N23)."""
    return not attackers.enemies(st, fight.side) >> fight.hex & 1  # tgw.10.71a


def may_enter(st: State, fight: Fight, u: int) -> bool:
    """An attacker may go into the hex: alive, next to it, on ground that it could enter by a move (tgw.10.71d, N26)."""
    hex = fight.hex
    i = st.at[u]
    if i <= 0 or i == hex or board.ALPINE >> hex & 1 and not roster.MOUNTAIN >> u & 1:
        return False
    return bool(attackers.NEAR[hex] >> i & 1) and bool(movement.open_ground(st, fight.side, 1 << u) >> hex & 1)  # tgw.10.71d


def advancers(st: State, fight: Fight) -> int:
    """The attackers that may advance now, each for itself within stacking (tgw.10.71a)."""
    out = 0
    for u in fight.attackers:
        if may_enter(st, fight, u) and stacking.room(st, fight.hex, 1 << u, fight.side):
            out |= 1 << u
    return out


def together(st: State, fight: Fight, origin: int, able: int) -> int:
    """Everyone of a hex that may advance, if they all fit; else nobody."""
    units = able & st.stack(origin)
    return units if units.bit_count() > 1 and stacking.room(st, fight.hex, units, fight.side) else 0


@dataclass(frozen=True, slots=True)
class Aftermath(Auto[S]):
    """Was the hex emptied, and who may go in? Decided before any other combat (tgw.10.71b). `chain`: cavalry left it
    (tgw.15.53a)."""

    chain: bool = False

    def run(self, s: S) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        end: Steps = () if self.chain else (FightOver(),)
        if not vacated(st, fight):  # tgw.10.36b
            return end
        st.fight = replace(fight, vacated=True)
        if not self.chain:
            s.note("vacated", "tgw.10.36b", place=board.NUMBER[fight.hex])
        if not advancers(st, fight):
            return end

        ask: Steps = () if self.chain else (Moment("advance", (1 - fight.side,)),)
        return (*ask, MayAdvance(), *end)  # tgw.10.71b


@dataclass(frozen=True, slots=True)
class MayAdvance(Auto[S]):
    """After the events of the moment (E32): is anybody still free to advance?"""

    def run(self, s: S) -> Steps:
        fight = s.state.fight
        assert fight is not None
        return () if HOLD in fight.marks else (Advance(),)


def fight_of(s: S) -> Fight:
    """The combat in hand."""
    assert s.state.fight is not None
    return s.state.fight


@dataclass(frozen=True, slots=True)
class Victor(Choice[S]):
    """A question to the attacker after a combat; the defender never advances (tgw.10.71c)."""

    def seat(self, s: S) -> int:
        return fight_of(s).side  # tgw.10.71c


@dataclass(frozen=True, slots=True)
class Advance(Victor):
    """Some or all survivors go in, one by one or a hex at a time, up to the stacking limit (tgw.10.71a)."""

    def prompt(self, s: S) -> str:
        fight = fight_of(s)
        return f"{tables.SIDE_TITLES[fight.side]}: advance into {board.place_name(fight.hex)}, or stop"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        fight = fight_of(s)
        able = advancers(st, fight)
        out: list[Action] = [("advance", roster.UNITS[u]) for u in bits(able)]
        out += [("advance-all", board.NUMBER[i]) for i in {st.at[u] for u in bits(able)} if together(st, fight, i, able)]
        return sorted([*out, DONE])

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        fight = fight_of(s)
        if action == DONE:
            return (Exploit(),) if fight.advanced else ()
        units = (
            1 << roster.UNIT[action[1]]
            if action[0] == "advance"
            else together(st, fight, board.INDEX[action[1]], advancers(st, fight))
        )
        for u in bits(units):
            st.put(u, fight.hex)
        st.fight = fight = replace(fight, advanced=(*fight.advanced, *bits(units)))
        s.note("advances", "tgw.10.71a", side=tables.SEATS[fight.side], units=roster.unit_ids(units), place=board.NUMBER[fight.hex])
        after = control.enter(s, units, (fight.hex,))
        return (*after, self if advancers(st, fight) else Exploit())


# -- the second hex (tgw.10.72) ----------------------------------------------------------------------------------------------------


def exploiters(st: State, fight: Fight) -> int:
    """Returns the units that advanced and may go on to a second hex: shock-troops, and Allied tanks after March 1919 (tgw.10.72a).
    Marsh, mountains and, in Wet weather, flood plain stop them (tgw.10.72b). So does cavalry that retreated before combat (Q15)."""
    hex = fight.hex
    stop = board.MARSH | board.MOUNTAIN | board.PASS
    # tgw.10.72b
    if stop >> hex & 1 or board.FLOOD >> hex & 1 and weather_in(st, hex) == tables.WET or {LOOT, RODE} & set(fight.marks):
        return 0
    units = sum(1 << u for u in fight.advanced if st.at[u] == hex)
    out = unit_types.shocks(st, units, hex) if fight.side == tables.CENTRAL else 0
    if fight.side == tables.ALLIED and st.turn > LATE_TANKS:
        out |= units & roster.TANK
    return out


def beyond(st: State, fight: Fight, u: int) -> int:
    """The hexes into which a unit may go on: adjacent, empty of enemies and their forts, not Alpine (tgw.10.72c, N26)."""
    side = fight.side
    out = attackers.NEAR[fight.hex] & movement.open_ground(st, side, 1 << u) & ~board.ALPINE & ~st.occ[1 - side]  # tgw.10.72c
    for i in bits(out):
        if not stacking.room(st, i, 1 << u, side):
            out &= ~(1 << i)
    return out


@dataclass(frozen=True, slots=True)
class Exploit(Auto[S]):
    """Ask for the second hex, if any unit may take one."""

    def run(self, s: S) -> Steps:
        st = s.state
        fight = fight_of(s)
        return (GoOn(),) if any(beyond(st, fight, u) for u in bits(exploiters(st, fight))) else ()


@dataclass(frozen=True, slots=True)
class GoOn(Victor):
    """Shock-troops and late tanks go on to a second hex, one after another, each once (tgw.10.72a)."""

    def prompt(self, s: S) -> str:
        fight = fight_of(s)
        return f"{tables.SIDE_TITLES[fight.side]}: go on from {board.place_name(fight.hex)} to a second hex, or stop"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        fight = fight_of(s)
        out = [("go-on", roster.UNITS[u], board.NUMBER[i]) for u in bits(exploiters(st, fight)) for i in bits(beyond(st, fight, u))]
        return sorted([DONE, *out])

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        fight = fight_of(s)
        if action == DONE:
            return ()
        u, i = roster.UNIT[action[1]], board.INDEX[action[2]]
        st.put(u, i)
        s.note("advances", "tgw.10.72a", side=tables.SEATS[fight.side], units=[action[1]], place=action[2])
        return (*control.enter(s, 1 << u, (i,)), Exploit())


@dataclass(frozen=True, slots=True)
class FightOver(Auto[S]):
    """The combat is over."""

    def run(self, s: S) -> Steps:
        s.state.fight = None
        return ()
