"""Amphibious invasions (ditt.6.5): the landing, the fleet, and attacks in a Beach Head. Its trenches are in `entrenchment`, its
supply in `supply`, and the end of its marker in `control.close_beaches`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from firestep.engine.masks import bits, mask
from firestep.engine.page_data import price
from firestep.engine.question import Answer, Condition, Pick, Question, Word, broken, given, kept
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt import requirements as need
from firestep.games.ditt.combat import combat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE, UNIT
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import BOX, IN_HAND, LOST, POOL, Fight, State

#: Divs that may take part in one invasion (ditt.6.5a, V10)
MOST = {tables.BR: 12, tables.FR: 10}
#: hexes of an invasion at sea (ditt.6.5f)
RANGE = 10


def weight(st: State, u: int) -> int:
    return st.divs[u] if tables.IS_ARMY[u] else 2


def landing_units(st: State) -> Iterator[Condition]:
    """Yields the conditions of a unit that could invade (ditt.6.5a, ditt.6.5d)."""
    seamen = st.troops[tables.EP] & (st.corps[tables.BR] | st.corps[tables.FR])
    yield Condition("ditt.6.5a", seamen, "{x} is no British or French unit of the Entente")
    yield from passage.marchable(st)  # ditt.6.5d
    small = lambda units: mask(u for u in bits(units) if weight(st, u) <= MOST[st.serves[u]])  # noqa: E731
    yield Condition("ditt.6.5a", small, "{x} has more Divs than may invade")
    yield need.in_supply("ditt.6.5d", st)


def landing_force(st: State, place: int) -> tuple[int, ...]:
    """Returns the units in a hex that could invade."""
    return tuple(bits(kept(landing_units(st), st.stack(place))))


def landings(st: State, start: int, units: tuple[int, ...]) -> Iterator[Condition]:
    """Yields the conditions of a place where a force that sails from a coast may land."""
    load = {n: sum(weight(st, u) for u in units if st.serves[u] == n) for n in MOST}
    light = all(load[n] <= MOST[n] for n in MOST)
    yield given("ditt.6.5a", light, "at most 12 British and 10 French Divs invade; leave units behind")
    yield Condition("ditt.6.5e", st.ctrl[tables.CP] & places.COASTAL, "{x} is not an enemy coast")
    yield Condition("ditt.6.2b", ~passage.summer_lands(st), "nobody lands at {x} in Summer")
    yield Condition("ditt.16.3d", ~st.truce, "{x} may not be attacked this turn")
    beaches = mask(i for i in st.beach if i > 0)
    yield Condition("ditt.6.5i", ~(st.occ[tables.EP] | beaches), "there are friends at {x} already")
    # Sea Boundaries: ditt.6.5g; the enemy's seas: ditt.6.5h, ditt.sct.b, ditt.sct.c, ditt.sct.e, ditt.sct.h, ditt.sct.j
    far = "{x} is too far, beyond a Sea Boundary, or on a sea that the enemy rules"
    yield Condition("ditt.6.5f", sea_reach(st, start), far)
    for u in units:
        yield areas.reachable(st, u)
        yield need.room(st, u)
    if st.flag("late-beach") and st.beach.count(IN_HAND) == 1:
        turkey = st.own[tables.TU] if all(st.serves[u] == tables.FR for u in units) else 0
        yield Condition("ditt.ev.1918.7.04", turkey, "this Beach Head is for the French in Turkey")
    if not areas.near_east(st) >> start & 1:
        yield entering(st, units)


def entering(st: State, units: tuple[int, ...]) -> Condition:
    """Returns the condition of a place in the Near East where a force lands: its limits are not reached (ditt.6.5c, V11)."""
    takes = areas.near_east_takes(st, units)
    limits = Refusal("ditt.6.5c", "the Near East does not take them")
    return Condition("ditt.6.5c", takes.keeps, lambda i: [limits, *broken((takes,), i)])


def beaches(st: State, start: int, units: tuple[int, ...]) -> int:
    """Returns where a group may land."""
    return kept(landings(st, start, units), PLACE.all)


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


def ports(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a place from which an invasion can set sail."""
    yield given("ditt.6.5v", side == tables.EP, "only the Entente invades")
    yield given("ditt.6.5b", IN_HAND in st.beach, "no Beach Head marker is in hand")
    yield Condition("ditt.6.5d", st.ctrl[tables.EP] & places.COASTAL, "{x} is not a friendly coast")
    force = kept(landing_units(st), UNIT.all)
    sentence = "no British or French unit at {x} is unflipped, in supply and small enough"
    yield Condition("ditt.6.5a", mask({st.at[u] for u in bits(force)}), sentence)

    def with_coasts(starts: int) -> int:
        return mask(i for i in bits(starts) if any(beaches(st, i, (u,)) for u in bits(force & st.stack(i))))

    yield Condition("ditt.6.5f", with_coasts, "no enemy coast can be reached from {x}")


def assaults(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a Beach Head where units of a side attack (V17)."""
    yield Condition("ditt.6.5o", mask(i for i in st.beach if i > 0), "there is no Beach Head at {x}")
    yield Condition("ditt.6.5o", st.occ[1 - side] | st.fort_of[1 - side], "no enemies are at {x}")
    ready = mask(i for i in st.beach if i > 0 and assault_units(st, side, i))
    yield Condition("ditt.6.5o", ready, "no unflipped unit of yours is at {x}")
    yield from passage.fair_weather(st)


def assault_units(st: State, side: int, place: int) -> tuple[int, ...]:
    """Unflipped units of a side in a Beach Head."""
    return tuple(u for u in bits(st.stack_of(place, side) & ~st.flipped))


def assault(s: Session[State], side: int, place: int) -> Steps:
    """Begins the attack of the units of a side in a Beach Head."""
    return combat.begin(s, Fight(side, place, -1, assault_units(s.state, side, place), "assault"))


@dataclass(frozen=True, slots=True)
class Sail(Question[Session[State]]):
    """Who sails, and where the force lands."""

    start: int
    units: tuple[int, ...]
    says = ("land place", "leave unit")

    def seat(self, s: Session[State]) -> int:
        return tables.EP

    def prompt(self, s: Session[State]) -> str:
        return f"Entente Powers: the invasion from {places.place(self.start)}: leave units behind, or choose where to land"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        st = s.state
        yield Pick("land", PLACE, landings(st, self.start, self.units), self.land)
        yield Pick("leave", UNIT, self.leavable(st), self.leave)

    def leavable(self, st: State) -> Iterator[Condition]:
        yield Condition("ditt.6.5a", mask(self.units), "{x} is not in the force")
        able = [u for u in self.units if beaches(st, self.start, (u,))]
        others = mask(u for u in self.units if any(v != u for v in able))
        yield Condition("ditt.6.5a", others, "at least one unit must sail that can land")

    def leave(self, s: Session[State], u: int) -> Steps:
        return (replace(self, units=tuple(v for v in self.units if v != u)),)

    def land(self, s: Session[State], i: int) -> Steps:
        st = s.state
        st.beach[st.beach.index(IN_HAND)] = i  # ditt.6.5i
        entry = control.roll_for_near_east(st, self.units, self.start, i)
        for u in self.units:
            st.put(u, i)  # the defenders there share the box without having to fight (ditt.6.5j)
            st.landed |= 1 << u
            st.flip(1 << u)  # V18
        s.note("lands", "ditt.6.5i", units=[tables.UNITS[u] for u in self.units], place=places.NUMBER[i])
        if not passage.enemies(st, tables.EP) >> i & 1 or not kept(passage.fair_weather(st), 1 << i):
            return entry
        sea = next(k for k in open_to_sail(st, self.start) if _coasts_in_reach(k, self.start) >> i & 1)  # V23
        return (*entry, Landing(i, self.units, sea))


@dataclass(frozen=True, slots=True)
class Landing(Question[Session[State]]):
    """Attack at once, with or without the fleet, or dig in (ditt.6.5o, ditt.6.5p)."""

    hex: int
    units: tuple[int, ...]
    #: the sea over which the force came
    sea: int = 0
    says = ("attack", "fleet", "hold")

    def seat(self, s: Session[State]) -> int:
        return tables.EP

    def prompt(self, s: Session[State]) -> str:
        return f"Entente Powers: attack from the beach at {places.place(self.hex)} at once, commit the fleet to it, or hold"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        yield Word("hold")
        yield Word("attack", then=self.attack)  # ditt.6.5o, ditt.6.5p
        cost = price("On 2 to 5 of two dice the force is lost and the sea with it; on 10 to 12 it adds 20.", True)
        yield Word("fleet", then=self.commit_fleet, price=cost)

    def commit_fleet(self, s: Session[State]) -> Steps:
        roll = s.roll() + s.roll()
        s.note("fleet", "ditt.6.5q", roll=roll, place=places.NUMBER[self.hex])
        if roll <= 5:  # ditt.6.5q
            return self._sunk(s)
        return self.attack(s, 20 if roll >= 10 else 0)  # ditt.6.5s

    def attack(self, s: Session[State], bonus: int = 0) -> Steps:
        units = tuple(u for u in self.units if s.state.at[u] == self.hex)
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
