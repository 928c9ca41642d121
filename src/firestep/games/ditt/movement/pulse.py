"""Pulses (ditt.2.4, ditt.6.1, ditt.6.6): a player moves the Armies of one hex, brings Divs from Reserves to one Army, withdraws
units, invades (`invasion`), or passes. `neutrals` has the declarations at the start of a pulse, `pulse_coins` its coins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from firestep.engine.action import Action
from firestep.engine.question import Answer, SideQuestion
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.engine.words import counted
from firestep.games.ditt.coins import coins, pulse_coins
from firestep.games.ditt.combat import combat
from firestep.games.ditt.combat.combat import Fall
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.logistics import reserves
from firestep.games.ditt.movement import areas, invasion, passage
from firestep.games.ditt.nations import control, neutrals
from firestep.games.ditt.nations.control import lift
from firestep.games.ditt.state import Fight, State
from firestep.games.ditt.supply import is_supplied, supplied
from firestep.hexmap.grid import bits

PASS: Action = ("pass",)
WITHDRAW: Action = ("withdraw",)
HALT: Action = ("halt",)
DONE: Action = ("done",)
STACK = {i: ("stack", n) for i, n in places.NUMBER.items()}
STEP = {i: ("step", n) for i, n in places.NUMBER.items()}
LEAVE = tuple(("leave", n) for n in tables.UNITS)
COLLECT = tuple(("collect", n) for n in tables.UNITS)
REINFORCE = tuple(("reinforce", n) for n in tables.UNITS)
LIFT = tuple(("lift", n) for n in tables.UNITS)
ATTACK: Action = ("attack",)
JOIN: Action = ("join",)


@dataclass(frozen=True, slots=True)
class Pulses(Auto[Session[State]]):
    """The Pulse Phase begins with the player of the Turn-Record Track (ditt.2.4c, ditt.2.4d)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        st.passes = [0, tables.FIRST[st.turn]]
        return (Pulse(tables.FIRST[st.turn]),)  # ditt.2.4c, ditt.2.4d


@dataclass(frozen=True, slots=True)
class EndPulse(Auto[Session[State]]):
    """After a pulse: two passes in a row end the phase (ditt.2.4f), also when neither side can move any more (ditt.2.4b). A Beach
    Head without defenders is won (ditt.6.5u)."""

    side: int
    passed: bool

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        more = invasion.end_beach_heads(s, self.side)
        control.return_empty_colonies(s)
        st.passes[0] = st.passes[0] + 1 if self.passed else 0
        st.passes[1] = 1 - self.side
        st.spots[0] = 0
        st.set_flag("sarrail-used", False)
        # ditt.2.4f, ditt.2.4b
        return more if st.passes[0] >= 2 else (*more, Pulse(1 - self.side))  # ditt.2.4a


def reinforceable(st: State, nation: int, fit: int) -> list[int]:
    """Returns the Armies of a power, of those on the map and in supply (`fit`), that Reserves may feed (ditt.6.1t, ditt.6.1u)."""
    if control.free_reserves(st, nation) <= 0:
        return []
    armies = (*tables.ARMIES_OF[nation], tables.SUD) if nation == tables.GE else tables.ARMIES_OF[nation]  # ditt.4.1g
    return [u for u in armies if fit >> u & 1 and st.divs[u] < tables.MOST_DIVS and areas.room(st, u) > 0]  # ditt.6.1u


#: units that never leave the map by SR
_FIXED = 1 << tables.BAKU | 1 << tables.ASKARI | 1 << tables.BOER


def may_leave_map(st: State, side: int) -> int:
    """Returns the units of a side that may ever leave the map by SR (L02)."""
    return st.troops[side] & ~_FIXED & ~st.corps[tables.RC] & ~st.corps[tables.RE]


def withdrawable(st: State, side: int) -> int:
    """Returns the units that a General Withdrawal may send to Reserves: on the map and in supply (ditt.6.6a, L02)."""
    return supplied(st, may_leave_map(st, side))


@dataclass(frozen=True, slots=True)
class Pulse(SideChoice[Session[State]]):
    """What to do with a pulse. Declarations at its start do not use it up."""

    side: int

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: choose a hex to move from, another order, or pass"

    def actions(self, s: Session[State]) -> list[Action]:
        st, side = s.state, self.side
        out: list[Action] = [PASS]
        mine = passage.commanded(st, side)
        fit = supplied(st, mine)
        out += [STACK[i] for i in {st.at[u] for u in bits(passage.movers(st, side, fit))}]
        out += {REINFORCE[u] for n in tables.POWERS if st.corps[n] & mine for u in reinforceable(st, n, fit)}
        if fit & may_leave_map(st, side):
            out.append(WITHDRAW)
        out += invasion.offers(st, side)
        out += neutrals.offers(st, side)
        out += pulse_coins.offers(st, side)
        out.sort()
        return out

    def take(self, s: Session[State], action: Action) -> Steps:
        st, side = s.state, self.side
        verb = action[0]
        if verb == "pass":  # ditt.2.4e
            s.note("passes", "ditt.2.4e", side=tables.SEATS[side])
            return (EndPulse(side, True),)
        if verb == "stack":  # ditt.6.1b
            i = places.INDEX[action[1]]
            units = tuple(u for u in bits(st.stack(i) & passage.commanded(st, side)) if passage.may_march(st, u))
            hungry = sum(1 << u for u in units if not is_supplied(st, u))
            return (March(side, i, units, passage.allowance(st, i, side), 0, 0, hungry), EndPulse(side, False))
        if verb == "reinforce":
            return (Feed(side, tables.UNIT[action[1]]), EndPulse(side, False))  # not a pass (ditt.6.1w)
        if verb == "withdraw":
            return (Withdraw(side), EndPulse(side, True))  # ditt.6.6b
        if verb in ("invade", "assault"):
            return (*invasion.start(s, side, action), EndPulse(side, False))
        if verb in neutrals.VERBS:
            return (*neutrals.declare(s, side, action), self)
        return (*pulse_coins.play(s, side, action), EndPulse(side, False) if coins.uses_pulse(action) else self)


# -- marching --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class March(SideChoice[Session[State]]):
    """A moving group: it steps (ditt.6.1c), leaves Armies behind (ditt.6.1d), collects others (ditt.6.1s), and halts. `barred`
    entered a hex with a flipped friend and may not attack (ditt.6.1p); `hungry` were out of supply when they set out
    (ditt.9.4a)."""

    side: int
    start: int
    units: tuple[int, ...]
    allowance: int
    spent: int
    barred: int
    hungry: int

    def here(self, st: State) -> int:
        return st.at[self.units[0]]

    def prompt(self, s: Session[State]) -> str:
        names = ", ".join(tables.UNIT_NAME[u] for u in self.units)
        left = counted(self.allowance - self.spent, "hex", "hexes")
        return f"{tables.SIDE_TITLES[self.side]}: {names} at {places.place(self.here(s.state))}, {left} left; where now?"

    def targets(self, st: State) -> int:
        return targets(st, self, self.units)

    def leavable(self, st: State) -> list[int]:
        """Returns the units that may be left behind. At the start another unit must still be able to go; later one must remain."""
        if len(self.units) < 2:
            return []
        if self.spent:
            return list(self.units)
        able = [u for u in self.units if targets(st, self, (u,))]
        return [u for u in self.units if any(v != u for v in able)]

    def collectable(self, st: State) -> list[int]:
        """Returns the unflipped friends in this hex that the group may collect (ditt.6.1s, V04)."""
        if not self.spent or self.spent >= self.allowance:
            return []
        there = st.stack(self.here(st)) & passage.commanded(st, self.side) & ~sum(1 << u for u in self.units)
        return [u for u in bits(there) if passage.may_march(st, u) and is_supplied(st, u)]

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        out: list[Action] = [STEP[i] for i in bits(self.targets(st))]
        if self.may_halt(st, bool(out)):
            out.append(HALT)
        out += [LEAVE[u] for u in self.leavable(st)]
        out += [COLLECT[u] for u in self.collectable(st)]
        out.sort()
        return out

    def may_halt(self, st: State, can_go: bool) -> bool:
        if not self.spent or places.SEA >> self.here(st) & 1:  # ditt.10.2g
            return False
        return not can_go or not any(self.hungry >> u & 1 and not is_supplied(st, u) for u in self.units)

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        verb = action[0]
        if verb == "halt":
            st.flip(sum(1 << u for u in self.units))
            s.note("halts", "ditt.6.1a", units=[tables.UNITS[u] for u in self.units], place=places.NUMBER[self.here(st)])
            return ()
        if verb == "leave":
            u = tables.UNIT[action[1]]
            if self.spent:
                st.flip(1 << u)  # ditt.6.1d
                s.note("left", "ditt.6.1d", unit=action[1], place=places.NUMBER[st.at[u]])
            return (replace(self, units=tuple(v for v in self.units if v != u)),)
        if verb == "collect":
            u = tables.UNIT[action[1]]
            return (replace(self, units=tuple(sorted((*self.units, u)))),)  # ditt.6.1s
        return self._step(s, places.INDEX[action[1]])

    def _step(self, s: Session[State], to: int) -> Steps:
        st = s.state
        here = self.here(st)
        s.note(
            "marches", "ditt.6.1c", units=[tables.UNITS[u] for u in self.units], origin=places.NUMBER[here], place=places.NUMBER[to]
        )
        entry = control.roll_for_near_east(st, self.units, here, to)
        foes = passage.enemies(st, self.side) >> to & 1
        friends = st.stack(to) & passage.commanded(st, self.side) & st.flipped
        free = bool(foes) and passage.passable(st, self.units[0]) >> to & 1  # a Beach Head of ours, or around a siege
        for u in self.units:
            st.put(u, to)  # ditt.6.1c
        if foes and not free:
            return (*entry, Fall(self.side, self.units, here, to))
        barred = self.barred
        if friends and not self._planned(st, to):
            barred |= sum(1 << u for u in self.units)  # ditt.6.1p
        more = control.enter(s, to, areas.acting_nation(st, self.units[0]))
        new = replace(self, spent=self.spent + 1, barred=barred)
        if foes:
            return (*entry, *more, AtTheWalls(new.side, new.start, new.units, new.allowance, new.spent, barred, new.hungry, here))
        if new.spent >= new.allowance and not new.collectable(st):
            st.flip(sum(1 << u for u in self.units))
            return (*entry, *more)
        return (*entry, *more, new)

    def _planned(self, st: State, to: int) -> bool:
        """Germans on turn 1 in Belgium and France (ditt.6.1q)."""
        return (
            st.turn == 1  # ditt.6.1q
            and bool(places.lands("Belgium", "France") >> to & 1)
            and all(st.serves[u] == tables.GE for u in self.units)
        )


def targets(st: State, march: March, units: tuple[int, ...]) -> int:
    """Returns where all of a group may step next."""
    left = march.allowance - march.spent
    if left <= 0:
        return 0
    here = st.at[units[0]]
    out = -1
    fight = not any(march.barred >> u & 1 for u in units)
    inside = areas.near_east(st)
    for u in units:
        open = passage.enterable(st, u) if fight else passage.passable(st, u)
        out &= passage.ways_of(st, u).near[here] & open
        if not out:
            return 0
        if march.hungry >> u & 1 and not is_supplied(st, u):
            out &= passage.steps_to_supply(st, u, left)
        if u == tables.DUNSTER:
            out &= passage.ashore(open, left)
    if sum(1 for u in units if tables.TWO_STARS[u]) > 1:
        return 0  # ditt.5.1f
    if out & inside and not inside >> here & 1 and areas.rule_against_near_east(st, units):
        out &= ~inside
    return out & ~areas.closed_to_group(st, units)


@dataclass(frozen=True, slots=True)
class AtTheWalls(SideChoice[Session[State]]):
    """In a Beach Head hex or around a besieged Fort: attack, or only be there (ditt.7.5e, ditt.7.5f, V17)."""

    side: int
    start: int
    units: tuple[int, ...]
    allowance: int
    spent: int
    barred: int
    hungry: int
    origin: int

    def march(self) -> March:
        return March(self.side, self.start, self.units, self.allowance, self.spent, self.barred, self.hungry)

    def prompt(self, s: Session[State]) -> str:
        return (
            f"{tables.SIDE_TITLES[self.side]}: attack the enemy at {places.place(s.state.at[self.units[0]])}, or "
            "only join your own there"
        )

    def may_attack(self, st: State) -> bool:
        i = st.at[self.units[0]]
        if st.besieged(i):  # ditt.7.5e
            return True
        return not self.barred & sum(1 << u for u in self.units) and not (
            tables.WEATHER[st.turn] == "snow" and places.SNOW >> i & 1
        )

    def actions(self, s: Session[State]) -> list[Action]:
        return [ATTACK, JOIN] if self.may_attack(s.state) else [JOIN]

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        hex = st.at[self.units[0]]
        if action == ATTACK:
            kind = "siege" if st.besieged(hex) else "assault"
            return combat.begin(s, Fight(self.side, hex, self.origin, self.units, kind))
        if self.spent >= self.allowance:
            st.flip(sum(1 << u for u in self.units))
            return ()
        return (self.march(),)


# -- Reserves and withdrawal -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Feed(SideQuestion[Session[State]]):
    """How many Divs of the Reserves one Army gets; it flips (ditt.6.1t, ditt.6.1v)."""

    side: int
    unit: int
    says = ("divs divs", "german divs")

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: how many Divs for the {tables.unit_title(self.unit)}?"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        return reserves.feeding(s.state, self.unit, self.feed)

    def feed(self, s: Session[State], nation: int, divs: int) -> Steps:
        s.state.flip(1 << self.unit)
        reserves.feed(s, self.unit, nation, divs, "ditt.6.1t", "ditt.6.1v")
        return ()


@dataclass(frozen=True, slots=True)
class Withdraw(SideChoice[Session[State]]):
    """A General Withdrawal: any units from any hexes go to Reserves (ditt.6.6a); it counts as a pass (ditt.6.6b)."""

    side: int

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: General Withdrawal; choose units to take off the map"

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        return sorted([DONE, *(LIFT[u] for u in bits(withdrawable(st, self.side)))])

    def take(self, s: Session[State], action: Action) -> Steps:
        if action == DONE:
            return ()
        lift(s, tables.UNIT[action[1]], "ditt.6.6a")
        return (self,)
