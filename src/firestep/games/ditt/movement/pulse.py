"""Pulses (ditt.2.4, ditt.6.1, ditt.6.6): a player moves the Armies of one hex, brings Divs from Reserves to one Army, withdraws
units, invades (`invasion`), or passes. `neutrals` has the declarations at the start of a pulse, `pulse_coins` its coins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from firestep.engine.action import Action
from firestep.engine.masks import bits, mask
from firestep.engine.page_data import price
from firestep.engine.question import Answer, Condition, Pick, SideQuestion, Word, broken, given, kept
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.engine.words import counted
from firestep.games.ditt import requirements as need
from firestep.games.ditt.coins import coins, pulse_coins
from firestep.games.ditt.combat import combat
from firestep.games.ditt.combat.combat import Fall
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import BOX, PLACE, UNIT, who
from firestep.games.ditt.logistics import reserves
from firestep.games.ditt.movement import areas, invasion, passage
from firestep.games.ditt.nations import control, neutrals
from firestep.games.ditt.nations.control import lift
from firestep.games.ditt.state import Fight, State
from firestep.games.ditt.supply import is_supplied, supplied

HALT: Action = ("halt",)
STEP = {i: ("step", n) for i, n in places.NUMBER.items()}
LEAVE = tuple(("leave", n) for n in tables.UNITS)
COLLECT = tuple(("collect", n) for n in tables.UNITS)


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


def leaving(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a unit that a General Withdrawal sends to Reserves, apart from its supply (ditt.6.6a)."""
    yield Condition("ditt.6.6a", st.troops[side], f"{{x}} does not fight for the {tables.SIDE_TITLES[side]}")
    yield need.on_map("ditt.6.6a", st)
    yield need.may_leave_map("ditt.6.6a", st)


@dataclass(frozen=True, slots=True)
class Pulse(SideQuestion[Session[State]]):
    """What to do with a pulse. Declarations at its start do not use it up."""

    side: int
    says = (
        "assault place",
        "coin box",
        "declare nation",
        "engineers",
        "great-retreat",
        "invade place",
        "pass",
        "pipeline",
        "reinforce unit",
        "stack place",
        "straits",
        "withdraw",
    )

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: choose a hex to move from, another order, or pass"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        st, side = s.state, self.side
        yield Word("pass", then=self.declines, price=lambda: self.price_of_passing(st))  # ditt.2.4e
        fit = supplied(st, passage.commanded(st, side))
        yield Pick("stack", PLACE, self.stacks(st, fit), self.march)
        yield Pick("reinforce", UNIT, self.reinforceable(st, fit), lambda s, u: (Feed(side, u), self.end))  # ditt.6.1w
        able = given("ditt.6.6a", kept(leaving(st, side), fit), "no unit in supply is on the map that may leave it")
        # ditt.6.6b
        yield Word("withdraw", (able,), lambda s: (Withdraw(side), EndPulse(side, True)), price("It counts as a pass."))
        force = invasion.landing_force
        yield Pick("invade", PLACE, invasion.ports(st, side), lambda s, i: (invasion.Sail(i, force(s.state, i)), self.end))
        yield Pick("assault", PLACE, invasion.assaults(st, side), lambda s, i: (*invasion.assault(s, side, i), self.end))
        yield from neutrals.declarations(s, side, lambda steps: (*steps, self))
        yield Pick("coin", BOX, pulse_coins.coins_to_play(st, side), self.play_coin)

    @property
    def end(self) -> EndPulse:
        return EndPulse(self.side, False)

    def declines(self, s: Session[State]) -> Steps:
        s.note("passes", "ditt.2.4e", side=tables.SEATS[self.side])
        return (EndPulse(self.side, True),)

    def price_of_passing(self, st: State) -> dict[str, Any] | None:
        mine = st.afield & st.troops[self.side]
        hungry = (mine & ~supplied(st, mine)).bit_count()
        return price(f"{hungry} units are out of supply; they die when the pulses end.") if hungry else None

    def stacks(self, st: State, fit: int) -> Iterator[Condition]:
        """Yields the conditions of a place from which units march (ditt.6.1b)."""
        able = mask({st.at[u] for u in bits(passage.movers(st, self.side, fit))})
        yield Condition("ditt.6.1h", able, lambda i: why_no_march(st, i, passage.commanded(st, self.side) & st.stack(i)))

    def march(self, s: Session[State], i: int) -> Steps:
        st = s.state
        units = bits(kept(passage.marchable(st), st.stack(i) & passage.commanded(st, self.side)))
        hungry = mask(u for u in units if not is_supplied(st, u))
        return (March(self.side, i, tuple(units), passage.allowance(st, i, self.side), 0, 0, hungry), self.end)

    def reinforceable(self, st: State, fit: int) -> Iterator[Condition]:
        """Yields the conditions of an Army that gets Divs of Reserves (ditt.6.1t)."""
        yield need.army(st)
        yield from need.commanded("ditt.6.1t", st, self.side)
        yield need.on_map("ditt.6.1t", st)
        yield reserves.has_reserves("ditt.2.2f", st)
        yield Condition("ditt.6.1u", fit, "{x} is out of supply")
        yield reserves.has_room(st)

    def play_coin(self, s: Session[State], box: int) -> Steps:
        return (*pulse_coins.play(s, self.side, box), self.end if coins.uses_pulse(box) else self)


def why_no_march(st: State, place: int, units: int) -> list[Refusal]:
    """Returns why none of the units that a player orders in a place can march."""
    if not units:
        return [Refusal("ditt.6.1b", f"none of your Armies is at {places.place(place)}")]
    out: list[Refusal] = []
    for u in bits(units):
        out += broken(passage.marchable(st), u, who(u)) or [Refusal("ditt.6.1h", f"{who(u)} has nowhere to go")]
    return list(dict.fromkeys(out))


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
        return [u for u in bits(kept(passage.marchable(st), there)) if is_supplied(st, u)]

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
class AtTheWalls(SideQuestion[Session[State]]):
    """In a Beach Head hex or around a besieged Fort: attack, or only be there (ditt.7.5e, ditt.7.5f, V17)."""

    side: int
    start: int
    units: tuple[int, ...]
    allowance: int
    spent: int
    barred: int
    hungry: int
    origin: int
    says = ("attack", "join")

    def march(self) -> March:
        return March(self.side, self.start, self.units, self.allowance, self.spent, self.barred, self.hungry)

    def prompt(self, s: Session[State]) -> str:
        return (
            f"{tables.SIDE_TITLES[self.side]}: attack the enemy at {places.place(s.state.at[self.units[0]])}, or "
            "only join your own there"
        )

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        yield Word("join", then=self.join)
        yield Word("attack", self.may_attack(s.state), self.attack)

    def may_attack(self, st: State) -> Iterator[Condition]:
        i = st.at[self.units[0]]
        if not st.besieged(i):  # ditt.7.5e
            barred = self.barred & mask(self.units)
            yield given("ditt.6.1p", not barred, "units that came through a hex with a flipped friend may not attack")
            for weather in broken(passage.fair_weather(st), i, places.place(i)):
                yield given(weather.rule, False, weather.text)

    def attack(self, s: Session[State]) -> Steps:
        hex = s.state.at[self.units[0]]
        kind = "siege" if s.state.besieged(hex) else "assault"
        return combat.begin(s, Fight(self.side, hex, self.origin, self.units, kind))

    def join(self, s: Session[State]) -> Steps:
        if self.spent >= self.allowance:
            s.state.flip(mask(self.units))
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
class Withdraw(SideQuestion[Session[State]]):
    """A General Withdrawal: any units from any hexes go to Reserves (ditt.6.6a); it counts as a pass (ditt.6.6b)."""

    side: int
    says = ("done", "lift unit")

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: General Withdrawal; choose units to take off the map"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        st = s.state
        yield Word("done", price=price("The withdrawal counts as a pass."))
        yield Pick("lift", UNIT, (*leaving(st, self.side), need.in_supply("ditt.6.4c", st)), self.lift)

    def lift(self, s: Session[State], u: int) -> Steps:
        lift(s, u, "ditt.6.6a")
        return (self,)
