"""Logistics (ditt.2.2, ditt.4.0, ditt.6.4): new Armies, Divs between Armies, Reserves out, Reserves in, casualties.

Four steps ask in turn until the player is done; the fifth rolls. The player forms and disbands Armies freely (ditt.4.1m). A
strategic redeployment takes two turns: step 4 of one sends Divs or units away (ditt.6.4a), step 3 of the next brings them back
(ditt.6.4h). In one step an Army only gives Divs or only takes them (T01), so that the phase ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from firestep.engine.action import Action
from firestep.engine.masks import bits, mask
from firestep.engine.page_data import price
from firestep.engine.question import (
    Answer,
    Condition,
    Limit,
    Number,
    Pick,
    PickNumber,
    SideQuestion,
    Word,
    given,
    kept,
    listed,
    most,
)
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.ditt import requirements as need
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE, UNIT, who
from firestep.games.ditt.logistics import deployment, reserves
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.nations import control, neutrals
from firestep.games.ditt.nations.control import lift
from firestep.games.ditt.state import BOX, CASUALTY, POOL, State

#: hexes over which Divs go from one Army to another
MARCH = 3
NAMES = (
    "",
    "create Armies",
    "shift Divs between Armies",
    "bring Divs and units from Reserves to the map",
    "send Divs and units to Reserves",
)


@dataclass(frozen=True, slots=True)
class LogisticsPhase(Auto[Session[State]]):
    """The Logistics Phase of a side: five steps (ditt.2.2a), the same for the EP (ditt.2.3a)."""

    side: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        st.gave = st.took = st.deployed = 0
        s.note("logistics", "ditt.2.3a" if self.side else "ditt.2.2a", side=tables.SEATS[self.side])
        return (*(Logistics(self.side, k) for k in (1, 2, 3, 4)), CasualtyRolls(self.side))  # ditt.2.2a, ditt.2.3a


# -- what is possible ------------------------------------------------------------------------------------------------------


def in_pool(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of an Army counter out of play (ditt.4.3a); the Süd Army waits for its event (ditt.16.2k)."""
    yield from need.commanded("ditt.2.3a", st, side)
    yield Condition("ditt.4.3a", tables.ARMY_MASK, "{x} is a Minor Force; only Armies with Divs are created")
    yield Condition("ditt.4.3a", lambda units: need.in_pool(st, bits(units & ~st.afield)), "{x} is not out of play")
    yield Condition("ditt.16.2k", ~(1 << tables.SUD) | st.released, "{x} waits for its event")


def unused_armies(st: State, side: int) -> list[int]:
    """Returns the Army counters out of play that may be created."""
    return bits(kept(in_pool(st, side), UNIT.all))


def creatable(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of an Army that can be created; those of a nation that are alike share one search."""
    yield from in_pool(st, side)
    depot = deployment.PlaceFinder(st)
    known: dict[int, bool] = {}

    def with_sites(armies: int) -> int:
        out = 0
        for u in bits(armies):
            key = areas.kind(st, u)
            if key not in known:
                known[key] = bool(sites(st, u, depot))
            if known[key]:
                out |= 1 << u
        return out

    def refusal(u: int) -> list[Refusal]:
        if not depot.where(u):
            return [Refusal("ditt.4.3b", f"there is no supplied friendly place for {who(u)}")]
        return [Refusal("ditt.4.3e", f"there are no Divs for {who(u)} in Reserves or near by")]

    yield Condition("ditt.4.3b", with_sites, refusal)


def within_march(st: State, u: int) -> int:
    """Returns the places within three hexes that an Army could march to, and its own (ditt.2.2b, L01). Invaders march nowhere
    (ditt.6.5n)."""
    i = st.at[u]
    if st.landed >> u & 1:
        return 1 << i
    open = passage.passable(st, u) & st.ctrl[st.side(u)] if st.side(u) < 2 else passage.passable(st, u)
    return places.ways(areas.links(st, u)).within(1 << i, open, MARCH)  # ditt.2.2b


def givers(st: State) -> Iterator[Condition]:
    """Yields the conditions of an Army on the map that gives Divs to another (ditt.2.2c, ditt.4.1h, L18, T01)."""
    yield Condition("ditt.2.2c", ~st.flipped, "{x} is flipped")
    yield Condition("ditt.2.2b", ~st.took, "{x} has taken Divs in this step and gives none")
    yield Condition("ditt.4.1h", ~(1 << tables.SUD), "Divs never leave the Süd Army")
    yield need.in_supply("ditt.9.4a", st)


def takers(st: State, giver: int) -> Iterator[Condition]:
    """Yields the conditions of an Army to which another may pass Divs: of its own nationality (ditt.4.1f), the Süd Army also German
    ones (ditt.4.1g)."""
    n = tables.UNIT_NATION[giver]
    nation = (tables.ARMIES[n] | (1 << tables.SUD if n == tables.GE else 0)) & ~(1 << giver)
    # a Div joins an Army of its nation or goes to Reserves, nothing else (ditt.4.1i, ditt.4.1m)
    yield Condition("ditt.4.1f", nation, lambda u: f"Divs of {who(giver)} do not join {who(u)}")
    yield need.on_map("ditt.2.2b", st)
    yield Condition("ditt.2.2c", ~st.flipped, "{x} is flipped")
    yield Condition("ditt.2.2b", ~st.gave, "{x} has given Divs in this step and takes none")
    reach = within_march(st, giver)
    yield Condition("ditt.2.2b", lambda units: need.standing(st, units, reach), "{x} is more than three hexes' march away")


def shift_limits(st: State, giver: int, u: int) -> Iterator[Limit]:
    """Yields how many Divs an Army can pass to another; within the Near East nothing new enters it."""
    yield need.has_divs(st, giver)
    inside = areas.near_east(st)
    if inside >> st.at[giver] & 1 and inside >> st.at[u] & 1:
        yield need.full_army(st, u)
    else:
        yield from need.more_divs(st, u)


def liftable(st: State, verb: str) -> Iterator[Condition]:
    """Yields the conditions of a unit on the map that leaves it in step 4, or sends Divs away: unflipped and in supply (ditt.2.2g,
    ditt.2.2h, ditt.6.4c)."""
    yield need.on_map("ditt.2.2g", st)
    yield Condition("ditt.2.2c", ~st.flipped, "{x} is flipped")
    yield need.in_supply("ditt.6.4c" if verb == "lift" else "ditt.9.4a", st)
    yield passage.not_at_valona(st)
    yield need.may_leave_map("ditt.2.2h", st)


def with_divs(st: State, u: int) -> Iterator[Condition]:
    """Yields the conditions of a place where a new Army can be given a Div (ditt.4.3e): from Reserves, or from Armies within three
    hexes. Divs that are in the Near East do not enter it."""
    n = tables.UNIT_NATION[u]
    inside = areas.near_east(st)

    def reach(givers: int) -> int:
        """Returns the places within three hexes of some Armies."""
        out = 0
        for v in bits(givers):
            out |= within_march(st, v)
        return out

    if control.free_reserves(st, n) <= 0:
        yield Condition("ditt.4.3e", reach(donors(st, u)), lambda i: f"no Divs can be given to {who(u)} at {places.place(i)}")
    if n in tables.CAPPED and areas.near_east_room(st, n) < 1:
        limit = need.near_east_room(st, n)

        def entering(found: int) -> int:
            return found & (~inside | reach(need.standing(st, donors(st, u), inside))) if found & inside else found

        yield Condition(limit.rule, entering, limit.sentence)


def sites(st: State, u: int, depot: deployment.PlaceFinder | None = None) -> int:
    """Returns where a new Army may be created: the legal places for which it can be given a Div (ditt.4.3b, ditt.4.3e)."""
    legal = (depot or deployment.PlaceFinder(st)).where(u)
    return kept(with_divs(st, u), legal) if legal else 0


def may_give_first(st: State, u: int) -> Iterator[Condition]:
    """Yields the conditions of an Army that can give Divs to a new one, wherever it is placed (ditt.4.3e)."""
    others = tables.ARMIES[tables.UNIT_NATION[u]] & ~(1 << u)
    yield Condition("ditt.4.3e", others, "{x} is not another Army of that nation")
    yield need.on_map("ditt.4.3e", st)
    yield from givers(st)


def donors(st: State, u: int) -> int:
    """Returns the Armies that can give Divs to a new one somewhere."""
    return kept(may_give_first(st, u), UNIT.all)


def new_limits(st: State, u: int, place: int, giver: int = -1) -> Iterator[Limit]:
    """Yields how many Divs a new Army may be given at a place, from Reserves or from an Army."""
    n = tables.UNIT_NATION[u]
    if giver < 0:
        yield Limit("ditt.4.3e", control.free_reserves(st, n), f"only {control.free_reserves(st, n)} Divs in Reserves may come now")
    else:
        yield need.has_divs(st, giver)
    most = areas.capacity(st, u, place)
    rule = "ditt.4.2b" if most == tables.MOST_DIVS else areas.WEST
    yield Limit(rule, most, f"{who(u)} holds at most {most} Divs there")
    inside = areas.near_east(st)
    if n in tables.CAPPED and inside >> place & 1 and not (giver >= 0 and inside >> st.at[giver] & 1):
        yield need.near_east_room(st, n)


def waiting(st: State, side: int) -> list[int]:
    """Returns the units in the Reserve Box that can be deployed (ditt.2.2e), also those of a neutral Italy (ditt.15.1f). The box
    must be emptied (ditt.6.4g, L04)."""
    depot = deployment.PlaceFinder(st)
    return [u for u in deployment.boxed(st, side, BOX) if depot.takes(u)]  # ditt.2.2e, ditt.6.4g


# -- steps -----------------------------------------------------------------------------------------------------------------


#: the step of each order and its rule
_STEP = {
    "create": (1, "ditt.2.2a"),
    "great-retreat": (1, "ditt.2.2a"),
    "shift": (2, "ditt.2.2b"),
    "feed": (3, "ditt.2.2d"),
    "deploy": (3, "ditt.2.2d"),
    "lift": (4, "ditt.2.2g"),
    "send": (4, "ditt.2.2g"),
}


@dataclass(frozen=True, slots=True)
class Logistics(SideQuestion[Session[State]]):
    """One of the four steps in which the player chooses."""

    side: int
    step: int
    says = ("create unit", "deploy unit", "done", "feed unit", "great-retreat", "lift unit", "send unit", "shift unit")

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}, logistics: {NAMES[self.step]}, or done"

    def actions(self, s: Session[State]) -> list[Action]:
        """Returns the orders of this step. Those of the other steps need no search."""
        return listed(self.orders(s.state))

    def orders(self, st: State) -> Iterator[Answer]:
        """Returns the answers of this step."""
        return (self.creating, self.shifting, self.bringing, self.sending)[self.step - 1](st)

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        yield from self.orders(s.state)
        for verb, (step, rule) in _STEP.items():
            if step != self.step:
                other = given(rule, False, f"this belongs to step {step} of Logistics; now is step {self.step}")
                yield Word(verb, (other,)) if verb == "great-retreat" else Pick(verb, UNIT, (other,))

    def creating(self, st: State) -> Iterator[Answer]:
        side = self.side
        yield Pick("create", UNIT, creatable(st, side), lambda s, u: (CreateAt(side, u), self))
        able = neutrals.may_begin_great_retreat(st, side)
        yield Word("great-retreat", able, lambda s: (*neutrals.great_retreat(s), self))
        yield Word("done", then=self.end)

    def shifting(self, st: State) -> Iterator[Answer]:
        yield Pick("shift", UNIT, self.shiftable(st), lambda s, u: (ShiftTo(self.side, u), self))
        yield Word("done", then=self.end)

    def bringing(self, st: State) -> Iterator[Answer]:
        yield Pick("feed", UNIT, self.feedable(st), lambda s, u: (FeedDivs(self.side, u), self))
        waits = cache(lambda: waiting(st, self.side))  # both answers ask for it

        def deployable() -> Iterator[Condition]:
            yield from need.commanded("ditt.2.3a", st, self.side)
            yield Condition("ditt.2.2e", mask(deployment.boxed(st, self.side, BOX)), "{x} is not in the Reserve Box")
            yield Condition("ditt.6.4d", mask(waits()), "there is no place where {x} may be deployed")

        def emptied() -> Iterator[Condition]:
            if found := waits():
                yield given("ditt.6.4g", False, f"the Reserve Box must be emptied: {who(found[0])} can be deployed")

        yield Pick("deploy", UNIT, deployable(), lambda s, u: (Place(self.side, u, "ditt.6.4d", False), self))
        yield Word("done", emptied(), self.end, lambda: self.unused(st))

    def sending(self, st: State) -> Iterator[Answer]:
        yield Pick("lift", UNIT, self.leaving(st, "lift"), self.lift)
        yield Pick("send", UNIT, self.leaving(st, "send"), lambda s, u: (SendDivs(self.side, u), self))
        yield Word("done", then=self.end)

    def shiftable(self, st: State) -> Iterator[Condition]:
        yield from need.commanded("ditt.2.3a", st, self.side)
        yield need.army(st)
        yield need.on_map("ditt.2.2b", st)
        yield from givers(st)

        def useful(units: int) -> int:
            return mask(
                u for u in bits(units) if any(most([*shift_limits(st, u, v)]) > 0 for v in bits(kept(takers(st, u), UNIT.all)))
            )

        yield Condition("ditt.2.2b", useful, "no other Army that could take its Divs is within three hexes of {x}")

    def feedable(self, st: State) -> Iterator[Condition]:
        """Yields the conditions of an Army that Reserves feed: unflipped and in supply (ditt.2.2d, L18)."""
        yield from need.commanded("ditt.2.3a", st, self.side)
        yield need.army(st)
        yield need.on_map("ditt.2.2d", st)
        yield Condition("ditt.2.2c", ~st.flipped, "{x} is flipped")
        yield reserves.has_reserves("ditt.2.2f", st)
        yield need.in_supply("ditt.9.4a", st)
        yield reserves.has_room(st)

    def leaving(self, st: State, verb: str) -> Iterator[Condition]:
        yield from need.commanded("ditt.2.3a", st, self.side)
        if verb == "send":
            yield need.army(st)
            yield Condition("ditt.4.1h", ~(1 << tables.SUD), "Divs never leave the Süd Army")
        yield from liftable(st, verb)

    def unused(self, st: State) -> dict[str, Any] | None:
        """Returns a warning about Divs that stay in Reserves."""
        free = {n: control.free_reserves(st, n) for n in tables.POWERS if st.allegiance[n] == self.side}
        names = ", ".join(f"{tables.TITLE[n]} {k}" for n, k in free.items() if k > 0)
        return price(f"Divs stay in Reserves: {names}.") if names else None

    def lift(self, s: Session[State], u: int) -> Steps:
        lift(s, u, "ditt.6.4e" if tables.IS_ARMY[u] else "ditt.6.4b", whole=True)
        return (self,)

    def end(self, s: Session[State]) -> Steps:
        s.state.gave = s.state.took = 0
        return ()


@dataclass(frozen=True, slots=True)
class CreateAt(SideQuestion[Session[State]]):
    """Where a new Army is placed (ditt.4.3b, ditt.4.3c)."""

    side: int
    unit: int
    says = ("place place",)

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: choose where to form the {tables.unit_title(self.unit)}"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        st, u = s.state, self.unit
        sites = chain(deployment.PlaceFinder(st).conditions(u), with_divs(st, u))
        yield Pick("place", PLACE, sites, lambda s, i: (CreateWith(self.side, self.unit, i),))  # ditt.4.3c


@dataclass(frozen=True, slots=True)
class CreateWith(SideQuestion[Session[State]]):
    """Its first Divs, from Reserves or from an Army within three hexes: at least one, at once (ditt.4.3d, ditt.4.3e, L19)."""

    side: int
    unit: int
    place: int
    says = ("from unit divs", "reserves divs")

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: Divs for the {tables.unit_title(self.unit)} at {places.place(self.place)}"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        st, u, i = s.state, self.unit, self.place
        yield Number("reserves", [*new_limits(st, u, i)], self.from_reserves)
        yield PickNumber("from", UNIT, self.givers(st), lambda v: [*new_limits(st, u, i, v)], self.from_army)

    def givers(self, st: State) -> Iterator[Condition]:
        yield from may_give_first(st, self.unit)
        near = lambda units: mask(v for v in bits(units) if within_march(st, v) >> self.place & 1)  # noqa: E731
        yield Condition("ditt.4.3e", near, "{x} is more than three hexes' march away")

    def from_reserves(self, s: Session[State], divs: int) -> Steps:
        s.state.reserves[tables.UNIT_NATION[self.unit]] -= divs
        return self.form(s, divs)

    def from_army(self, s: Session[State], giver: int, divs: int) -> Steps:
        st = s.state
        st.divs[giver] -= divs
        st.gave |= 1 << giver
        if not st.divs[giver]:
            st.put(giver, POOL)
        return self.form(s, divs, giver=tables.UNITS[giver], left=st.divs[giver])

    def form(self, s: Session[State], divs: int, **source: str | int) -> Steps:
        st, u = s.state, self.unit
        st.divs[u] = divs  # ditt.4.3d
        st.put(u, self.place)
        st.took |= 1 << u
        join_beach(st, u)
        s.note("created", "ditt.4.3a", "ditt.4.3d", unit=tables.UNITS[u], place=places.NUMBER[self.place], divs=divs, **source)
        return control.roll_for_near_east(st, (u,), POOL, self.place)


def join_beach(st: State, u: int) -> None:
    """A unit that came by SR into a Beach Head of the enemy's hex is one of the invaders (ditt.6.5n)."""
    i = st.at[u]
    if i in st.beach and not st.ctrl[st.side(u)] >> i & 1:
        st.landed |= 1 << u


@dataclass(frozen=True, slots=True)
class ShiftTo(SideQuestion[Session[State]]):
    """The Army that gets Divs, and how many (ditt.2.2b). One that gives its last Div is disbanded (ditt.4.1e, ditt.4.1m)."""

    side: int
    unit: int
    says = ("to unit divs",)

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: which Army gets Divs of the {tables.unit_title(self.unit)}, and how many?"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        st, u = s.state, self.unit
        yield PickNumber("to", UNIT, takers(st, u), lambda v: [*shift_limits(st, u, v)], self.shift)

    def shift(self, s: Session[State], v: int, k: int) -> Steps:
        st, u = s.state, self.unit
        st.divs[u] -= k
        st.divs[v] += k
        if v == tables.SUD and tables.UNIT_NATION[u] == tables.GE:
            st.sud += k
        st.gave |= 1 << u
        st.took |= 1 << v
        s.note("shifted", "ditt.2.2b", unit=tables.UNITS[u], to=tables.UNITS[v], divs=k, left=st.divs[u])
        if not st.divs[u]:  # ditt.4.1m
            st.put(u, POOL)
        return ()


@dataclass(frozen=True, slots=True)
class FeedDivs(SideQuestion[Session[State]]):
    """Divs from Reserves to one Army (ditt.2.2d); German ones as well for the Süd Army (ditt.4.1g)."""

    side: int
    unit: int
    says = ("divs divs", "german divs")

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: how many Divs from Reserves for the {tables.unit_title(self.unit)}?"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        return reserves.feeding(s.state, self.unit, self.feed)

    def feed(self, s: Session[State], nation: int, divs: int) -> Steps:
        reserves.feed(s, self.unit, nation, divs, "ditt.2.2d")
        return ()


@dataclass(frozen=True, slots=True)
class SendDivs(SideQuestion[Session[State]]):
    """Divs from an Army to Reserves (ditt.2.2g); they wait there for the next turn (ditt.2.2i, L17)."""

    side: int
    unit: int
    says = ("divs divs",)

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: how many Divs of the {tables.unit_title(self.unit)} go to Reserves?"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        yield Number("divs", (need.has_divs(s.state, self.unit),), self.send)

    def send(self, s: Session[State], divs: int) -> Steps:
        control.send(s, self.unit, divs, "ditt.2.2g")  # ditt.2.2i
        return ()


@dataclass(frozen=True, slots=True)
class Place(SideQuestion[Session[State]]):
    """Where a unit from a box goes (ditt.6.4d, ditt.2.2j); a casualty may also stay (L24)."""

    side: int
    unit: int
    rule: str
    optional: bool
    says = ("keep", "place place")

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: choose a place for the {tables.unit_title(self.unit)}"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        yield Pick("place", PLACE, deployment.PlaceFinder(s.state).conditions(self.unit), self.deploy)
        yield Word("keep", (given("ditt.6.4g", self.optional, "the Reserve Box must be emptied"),))

    def deploy(self, s: Session[State], i: int) -> Steps:
        st = s.state
        if tables.KIND[st.serves[self.unit]] == "minor":
            st.deployed |= 1 << i
        steps = control.deploy(s, self.unit, i, self.rule) if i not in st.beach else ()
        if i in st.beach:
            st.put(self.unit, i)
            s.note("deploys", self.rule, unit=tables.UNITS[self.unit], place=places.NUMBER[i], divs=st.divs[self.unit])
            join_beach(st, self.unit)
        return (*steps, *control.roll_for_near_east(st, (self.unit,), BOX, i))


@dataclass(frozen=True, slots=True)
class CasualtyRolls(Auto[Session[State]]):
    """Step 5: a die for every unit in the Casualty Box; on a 1 or 2 it may come back (ditt.2.2j, ditt.2.2k)."""

    side: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        # ditt.2.2k
        return tuple(CasualtyRoll(self.side, u) for u in deployment.boxed(st, self.side, CASUALTY) if st.side(u) == self.side)


@dataclass(frozen=True, slots=True)
class CasualtyRoll(Auto[Session[State]]):
    side: int
    unit: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        if st.at[self.unit] != CASUALTY:
            return ()
        die = s.roll()
        s.note("casualty", "ditt.2.2j" if die <= 2 else "ditt.2.2k", unit=tables.UNITS[self.unit], die=die)
        if die <= 2 and deployment.where(st, self.unit):  # ditt.2.2k
            return (Place(self.side, self.unit, "ditt.2.2j", True),)
        return ()
