"""Amphibious invasions (ditt.6.5): the landing, the fleet, and attacks in a Beach Head. Its trenches are in `entrenchment`, its
supply in `supply`, and the end of its marker in `control.close_beaches`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.ditt.combat import combat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import BOX, IN_HAND, LOST, POOL, Fight, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

#: Divs that may take part in one invasion (ditt.6.5a, V10)
MOST = {tables.BR: 12, tables.FR: 10}
#: hexes of an invasion at sea (ditt.6.5f)
RANGE = 10
ATTACK: Action = ("attack",)
FLEET: Action = ("fleet",)
HOLD: Action = ("hold",)


def weight(st: State, u: int) -> int:
    return st.divs[u] if tables.IS_ARMY[u] else 2


def landing_force(st: State, place: int) -> tuple[int, ...]:
    """Returns the units in a hex that could invade: British and French, unflipped, in supply (ditt.6.5a, ditt.6.5d)."""
    return tuple(
        u
        for u in bits(st.stack(place) & (st.corps[tables.BR] | st.corps[tables.FR]))
        if passage.may_march(st, u)  # ditt.6.5d
        and st.allegiance[st.serves[u]] == tables.EP
        and weight(st, u) <= MOST[st.serves[u]]
        and is_supplied(st, u)
    )


def beaches(st: State, start: int, units: tuple[int, ...]) -> int:
    """Returns where a group may land: the enemy coasts within `sea_reach` (ditt.6.5e), outside the Near East if its limits are
    reached (ditt.6.5c, V11)."""
    load = {n: sum(weight(st, u) for u in units if st.serves[u] == n) for n in MOST}
    if any(load[n] > MOST[n] for n in MOST):
        return 0
    out = sea_reach(st, start) & st.ctrl[tables.CP] & ~passage.summer_lands(st) & ~st.truce & ~st.occ[tables.EP]
    for i in st.beach:
        if i > 0:
            out &= ~(1 << i)
    for u in units:
        out &= areas.area(st, u) & ~passage.unstackable(st, u)
    if st.flag("late-beach") and st.beach.count(IN_HAND) == 1:  # ditt.ev.1918.7.04
        out &= st.own[tables.TU] if all(st.serves[u] == tables.FR for u in units) else 0
    inside = areas.near_east(st)
    if out & inside and not inside >> start & 1 and areas.rule_against_near_east(st, units):
        out &= ~inside  # ditt.6.5c
    return out


def sea_reach(st: State, start: int) -> int:
    """Returns the coasts within ten hexes of a coast (ditt.6.5f), over one sea that the CP does not rule (ditt.6.5h), not across a
    Sea Boundary (ditt.6.5g)."""
    out = 0
    for sea in open_to_sail(st, start):
        out |= _coasts_in_reach(sea, start)
    return out


def open_to_sail(st: State, start: int) -> list[int]:
    """Returns the seas at a coast over which the EP may invade: all that the CP does not rule (ditt.6.5h)."""
    # the Sea Control Table: ditt.sct.b, ditt.sct.c, ditt.sct.e, ditt.sct.h, ditt.sct.j
    return [
        # ditt.6.5h
        k
        for k, coast in enumerate(places.COAST)
        if coast >> start & 1 and (k >= places.EP_SEAS or st.seas[k] != tables.CP_RULES)
    ]


@cache
def _coasts_in_reach(sea: int, start: int) -> int:
    ways = places.sea_ways(sea)
    return ways.step(ways.within(1 << start, places.sea_and_coast(sea), RANGE - 1)) & places.COAST[sea]


def offers(st: State, side: int) -> list[Action]:
    """Invasions that can set sail, and attacks by units already in a Beach Head (V17)."""
    out: list[Action] = []
    if side == tables.EP and IN_HAND in st.beach:  # ditt.6.5b, ditt.6.5v
        coast = st.ctrl[tables.EP] & places.COASTAL & (st.of[tables.BR] | st.of[tables.FR])
        for i in bits(coast):
            if any(beaches(st, i, (u,)) for u in landing_force(st, i)):
                out.append(("invade", places.NUMBER[i]))
    for i in st.beach:
        if i > 0 and (st.occ[1 - side] | st.fort_of[1 - side]) >> i & 1 and assault_units(st, side, i) and fair_weather(st, i):
            out.append(("assault", places.NUMBER[i]))
    return out


def fair_weather(st: State, place: int) -> bool:
    """Neither heat nor snow forbids an attack here (ditt.6.2b, ditt.6.2d)."""
    return not passage.summer_lands(st) >> place & 1 and not (tables.WEATHER[st.turn] == "snow" and places.SNOW >> place & 1)


def assault_units(st: State, side: int, place: int) -> tuple[int, ...]:
    """Unflipped units of a side in a Beach Head."""
    return tuple(u for u in bits(st.stack_of(place, side) & ~st.flipped))


def start(s: Session[State], side: int, action: Action) -> Steps:
    st = s.state
    i = places.INDEX[action[1]]
    if action[0] == "invade":
        return (Sail(i, landing_force(st, i)),)

    return combat.begin(s, Fight(side, i, -1, assault_units(st, side, i), "assault"))


@dataclass(frozen=True, slots=True)
class Sail(Choice[Session[State]]):
    """Who sails, and where the force lands."""

    start: int
    units: tuple[int, ...]

    def seat(self, s: Session[State]) -> int:
        return tables.EP

    def prompt(self, s: Session[State]) -> str:
        return f"Entente Powers: the invasion from {places.place(self.start)}: leave units behind, or choose where to land"

    def leavable(self, st: State) -> list[int]:
        if len(self.units) < 2:
            return []
        able = [u for u in self.units if beaches(st, self.start, (u,))]
        return [u for u in self.units if any(v != u for v in able)]

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        out: list[Action] = [("land", places.NUMBER[i]) for i in bits(beaches(st, self.start, self.units))]
        return sorted(out + [("leave", tables.UNITS[u]) for u in self.leavable(st)])

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        if action[0] == "leave":
            return (replace(self, units=tuple(u for u in self.units if tables.UNITS[u] != action[1])),)
        i = places.INDEX[action[1]]
        st.beach[st.beach.index(IN_HAND)] = i  # ditt.6.5i
        entry = control.roll_for_near_east(st, self.units, self.start, i)
        for u in self.units:
            st.put(u, i)  # the defenders there share the box without having to fight (ditt.6.5j)
            st.landed |= 1 << u
            st.flip(1 << u)  # V18
        s.note("lands", "ditt.6.5i", units=[tables.UNITS[u] for u in self.units], place=places.NUMBER[i])
        if not passage.enemies(st, tables.EP) >> i & 1 or not fair_weather(st, i):
            return entry
        sea = next(k for k in open_to_sail(st, self.start) if _coasts_in_reach(k, self.start) >> i & 1)  # V23
        return (*entry, Landing(i, self.units, sea))


@dataclass(frozen=True, slots=True)
class Landing(Choice[Session[State]]):
    """Attack at once, with or without the fleet, or dig in (ditt.6.5o, ditt.6.5p)."""

    hex: int
    units: tuple[int, ...]
    #: the sea over which the force came
    sea: int = 0

    def seat(self, s: Session[State]) -> int:
        return tables.EP

    def prompt(self, s: Session[State]) -> str:
        return f"Entente Powers: attack from the beach at {places.place(self.hex)} at once, commit the fleet to it, or hold"

    def actions(self, s: Session[State]) -> list[Action]:
        return [ATTACK, FLEET, HOLD]  # ditt.6.5o, ditt.6.5p

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        if action == HOLD:
            return ()
        bonus = 0
        if action == FLEET:
            roll = s.roll() + s.roll()
            s.note("fleet", "ditt.6.5q", roll=roll, place=places.NUMBER[self.hex])
            if roll <= 5:  # ditt.6.5q
                return self._sunk(s)
            bonus = 20 if roll >= 10 else 0  # ditt.6.5s
        units = tuple(u for u in self.units if st.at[u] == self.hex)
        return combat.begin(s, Fight(tables.EP, self.hex, -1, units, "landing", bonus=(bonus, 0)))

    def _sunk(self, s: Session[State]) -> Steps:
        """The defender rules that sea, the force goes to Reserves, the marker is lost (ditt.6.5r, V12)."""
        st = s.state
        if self.sea < places.EP_SEAS:
            st.seas[self.sea] = tables.CP_RULES
            s.note("sea", "ditt.6.5r", sea=tables.SEAS[self.sea], state=tables.SEA_WORD[tables.CP_RULES])
        for u in self.units:
            if st.at[u] != self.hex:
                continue
            if tables.IS_ARMY[u]:
                k = st.divs[u]
                st.divs[u] = 0
                st.put(u, POOL)
                control.add_reserves(s, tables.UNIT_NATION[u], k, "ditt.6.5r")
            else:
                st.put(u, BOX)
                s.note("boxed", "ditt.6.5r", unit=tables.UNITS[u], place=places.NUMBER[self.hex])
        st.beach[st.beach.index(self.hex)] = LOST
        s.note("beach-lost", "ditt.6.5r", place=places.NUMBER[self.hex])
        return ()


def end_beach_heads(s: Session[State], side: int) -> Steps:
    """Gives Beach Heads without defenders to the invaders, at the end of the defending player's pulse (ditt.6.5u)."""
    st = s.state
    out: Steps = ()
    for i in st.beach:
        if i > 0 and not (st.occ[side] | st.fort_of[side]) >> i & 1 and (invaders := bits(st.invaders(i) & ~st.troops[side])):
            out += control.enter(s, i, areas.acting_nation(st, invaders[0]))
    control.close_beaches(s)
    return out
