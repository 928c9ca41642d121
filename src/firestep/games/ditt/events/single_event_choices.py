"""Steps and questions that only one event each needs. `single_events` begins them, and `choices` has those that several events
share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.masks import bits
from firestep.engine.question import Answer, Condition, Limit, Number, OneOf, Otherwise, Pick, Word, given, kept
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.simultaneous import SimultaneousChoice
from firestep.engine.step import Auto, Steps
from firestep.games.ditt import requirements as need
from firestep.games.ditt.combat import retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE
from firestep.games.ditt.events import statements
from firestep.games.ditt.events.arrivals import berths, put
from firestep.games.ditt.events.event_table import EventQuestion, title
from firestep.games.ditt.movement import passage
from firestep.games.ditt.nations import control, entry_markers
from firestep.games.ditt.state import GONE, POOL, State
from firestep.games.ditt.supply import perish

S = Session[State]


@dataclass(frozen=True, slots=True)
class Arrive(Auto[S]):
    """One of several units that an event brings, when those before it have their place."""

    event: str
    unit: int
    where: str

    def run(self, s: S) -> Steps:
        return put(s, self.event, self.unit, self.where)


@dataclass(frozen=True, slots=True)
class Settle(Auto[S]):
    """A country changes its side, and its Army stands in its capital."""

    event: str
    nation: int
    unit: int
    place: int
    side: int

    def run(self, s: S) -> Steps:
        st = s.state
        st.surrendered &= ~(1 << self.nation)
        st.set_side(self.nation, self.side)
        for i in bits(places.HOME[self.nation]):
            if not st.occ[tables.CP] >> i & 1 and not st.occ[tables.EP] & ~(1 << self.place) >> i & 1:
                st.seize(i, self.nation)
        side = tables.SEATS[self.side] if self.side < 2 else "neutral"
        place = places.NUMBER[self.place] if st.at[self.unit] != GONE else ""
        if place:
            st.put(self.unit, self.place)
        s.note("settles", self.event, nation=tables.NATIONS[self.nation], side=side, place=place)
        return ()


@dataclass(frozen=True, slots=True)
class Seal(Auto[S]):
    """A place is closed to both players for good, with the last unit of its country, which leaves the war (ditt.ev.1918.4.07,
    E41)."""

    event: str
    unit: int
    place: int

    def run(self, s: S) -> Steps:
        st = s.state
        if st.at[self.unit] != self.place:
            st.put(self.unit, self.place)
        for i in bits(st.own[tables.AR]):
            st.seize(i, tables.COMMON[tables.EP])
        st.seize(self.place, tables.AR)
        st.closed |= 1 << self.place
        st.set_side(tables.AR, tables.OUT)
        s.note("closed", self.event, place=places.NUMBER[self.place])
        return ()


@dataclass(frozen=True, slots=True)
class GoHome(EventQuestion):
    """A unit in Greater Bulgaria goes to the closest friendly hex (ditt.15.12c); the owner chooses among equals."""

    event: str
    unit: int
    says = ("perish", "retreat place")

    def seat(self, s: S) -> int:
        return s.state.side(self.unit)

    def ask(self, s: S) -> str:
        return f"the {tables.unit_title(self.unit)} must leave; choose where to"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("retreat", PLACE, self.havens(s.state), self.go)
        yield Otherwise("perish", "ditt.15.12c", "choose a place, for example {x}", self.perish)

    def havens(self, st: State) -> Iterator[Condition]:
        yield Condition("ditt.15.12i", ~places.GREATER_BULGARIA, "{x} is in Greater Bulgaria, which everybody leaves")
        yield from retreat.way_out(st, self.unit)
        good = kept(retreat.way_out(st, self.unit), PLACE.all) & ~places.GREATER_BULGARIA
        rings = passage.ways_of(st, self.unit).layers(1 << st.at[self.unit], -1)
        yield Condition("ditt.15.12c", sum(rings), "no way leads to {x}")
        yield Condition("ditt.15.12c", next((ring & good for ring in rings if ring & good), 0), "another place is closer than {x}")

    def go(self, s: S, to: int) -> Steps:
        st = s.state
        was = st.at[self.unit]
        st.put(self.unit, to)
        st.flip(1 << self.unit)
        unit, place, origin = tables.UNITS[self.unit], places.NUMBER[to], places.NUMBER[was]
        s.note("retreats", "ditt.15.12c", "ditt.7.4g", unit=unit, place=place, origin=origin)
        return control.roll_for_near_east(st, (self.unit,), was, to)

    def perish(self, s: S) -> Steps:
        perish(s, 1 << self.unit, "ditt.15.12c")
        return ()


@dataclass(frozen=True, slots=True)
class PeaceDice(Auto[S]):
    """Rolls for the Revolution (ditt.15.12e) and for US entry (ditt.15.12f) after all units have left Greater Bulgaria."""

    def run(self, s: S) -> Steps:
        out = entry_markers.roll_entry(s, tables.REVOLUTION, 3, 1, "ditt.15.12e", "ditt.13.1d")
        return out + entry_markers.roll_entry(s, tables.US_ENTRY, 3, -1, "ditt.15.12f")


@dataclass(frozen=True, slots=True)
class BalkanWar(SimultaneousChoice[S]):
    """Each side names Roumania or Bulgaria in secret; different names win both an ally (ditt.ev.1915.6.02)."""

    answers: tuple[str, ...] = ()
    event: str = ""

    def seats(self, s: S) -> tuple[int, ...]:
        return tables.EP, tables.CP

    def prompt(self, s: S) -> str:
        return f"{title(self.seat(s), self.event)}: name Roumania or Bulgaria in secret; two names win two allies"

    def choices(self, s: S, seat: int) -> list[Action]:
        return [("name", "bu"), ("name", "rm")]

    def reveal(self, s: S, answers: tuple[Action, ...]) -> Steps:
        ep, cp = answers[0][1], answers[1][1]
        s.note("balkan-war", self.event, entente=ep, central=cp)
        if ep == cp:
            return ()
        return control.join(s, tables.NATION[ep], tables.EP, self.event) + control.join(s, tables.NATION[cp], tables.CP, self.event)


@dataclass(frozen=True, slots=True)
class Rally(EventQuestion):
    """Russia returns with fifty Divs: Armies in Russia proper, the rest in Reserves (ditt.ev.1918.5.07, Y04)."""

    event: str
    left: int
    says = ("place place", "reserves divs")
    player = tables.EP

    def ask(self, s: S) -> str:
        return f"{self.left} Russian Divs; place an Army, or send the rest to Reserves"

    def answers(self, s: S) -> Iterator[Answer]:
        st, rule = s.state, self.event
        all = Refusal(rule, f"all {self.left} Divs that are left go together")
        yield OneOf("reserves", {str(self.left): None}, all, self.keep)
        places = (
            given(rule, need.in_pool(st, tables.ARMIES_OF[tables.RS]), "no Russian Army is left that could take the field"),
            need.inside(rule, "Russia")._replace(sentence="{x} is not in Russia proper"),
            need.owned(rule, st, tables.RS),
            need.no_enemies(st, tables.EP, forts=False),
        )
        yield Pick("place", PLACE, places, lambda s, place: (RallyDivs(rule, place, self.left),))

    def keep(self, s: S, word: str) -> Steps:
        control.add_reserves(s, tables.RS, self.left, self.event, frozen=False)
        return ()


@dataclass(frozen=True, slots=True)
class RallyDivs(EventQuestion):
    """How many of the Divs the new Army gets."""

    event: str
    place: int
    left: int
    says = ("divs divs",)
    player = tables.EP

    def ask(self, s: S) -> str:
        return f"how many of {self.left} Divs for the Army at {places.place(self.place)}?"

    def answers(self, s: S) -> Iterator[Answer]:
        full = Limit("ditt.4.2b", tables.MOST_DIVS, "an Army holds twenty Divs")
        yield Number("divs", (Limit(self.event, self.left, f"{self.left} Divs are left"), full), self.raise_army)

    def raise_army(self, s: S, k: int) -> Steps:
        u = next(u for u in tables.ARMIES_OF[tables.RS] if s.state.at[u] == POOL)
        steps = control.deploy(s, u, self.place, self.event, divs=k)
        return (*steps, Rally(self.event, self.left - k)) if self.left > k else steps


@dataclass(frozen=True, slots=True)
class Expedition(EventQuestion):
    """Where in France the Russian Army stands (ditt.ev.1917.2.09, N06); not now leaves it to later Logistics."""

    event: str
    unit: int
    says = ("no", "place place")
    player = tables.EP

    def ask(self, s: S) -> str:
        return "send a Russian Army to a hex of France, or not"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("no")
        yield Pick("place", PLACE, self.berths(s.state), lambda s, place: (ExpeditionDivs(self.event, self.unit, place),))

    def berths(self, st: State) -> Iterator[Condition]:
        yield need.inside(self.event, "France")
        yield need.held(self.event, st, tables.EP)
        yield need.no_enemies(st, tables.EP, forts=False)
        rivals = st.of[tables.BR] | st.of[tables.FR] | st.of[tables.IT] | st.of[tables.US]
        yield Condition("ditt.10.1g", ~rivals, "Russians do not share {x} with the Allies who are there")

    def places(self, st: State) -> int:
        """Returns the places where it can land now."""
        return kept(self.berths(st), PLACE.all)


@dataclass(frozen=True, slots=True)
class ExpeditionDivs(EventQuestion):
    """How many Divs from the Russian Reserves go with it."""

    event: str
    unit: int
    place: int
    says = ("divs divs",)
    player = tables.EP

    def ask(self, s: S) -> str:
        return f"how many Russian Divs go to {places.place(self.place)}?"

    def answers(self, s: S) -> Iterator[Answer]:
        free = control.free_reserves(s.state, tables.RS)
        full = Limit("ditt.4.2b", tables.MOST_DIVS, "an Army holds twenty Divs")
        yield Number("divs", (full, Limit(self.event, free, f"{free} Russian Divs may come")), self.land)

    def land(self, s: S, k: int) -> Steps:
        s.state.reserves[tables.RS] -= k
        return control.deploy(s, self.unit, self.place, self.event, divs=k)


@dataclass(frozen=True, slots=True)
class SudArmee(EventQuestion):
    """Where the Süd Army appears (ditt.ev.1915.1.02)."""

    event: str
    says = ("done", "place place")
    player = tables.CP

    def ask(self, s: S) -> str:
        return "where in Austria-Hungary does the Süd Army appear?"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("place", PLACE, berths(s.state, self.event, tables.SUD, "austria"), self.deploy)
        yield Otherwise("done", self.event, "choose a place, for example {x}")

    def deploy(self, s: S, place: int) -> Steps:
        return control.deploy(s, tables.SUD, place, self.event, divs=1)


@dataclass(frozen=True, slots=True)
class Bribe(EventQuestion):
    """Up to four times: five of the Austrian Army Max for a die against Italy's entry (ditt.ev.1915.3.06)."""

    event: str
    left: int
    says = ("no", "yes")
    player = tables.CP

    def ask(self, s: S) -> str:
        return f"5 of the Austro-Hungarian Army Max for a die against Italy's entry? ({self.left} left)"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("no")
        yield Word("yes", (given(self.event, s.state.max[tables.AH] >= 5, "the Austro-Hungarian Army Max is below 5"),), self.pay)

    def pay(self, s: S) -> Steps:
        control.change_max(s, tables.AH, -5, self.event)
        steps = statements.entry(s, self.event, "it -1d6")
        return (*steps, Bribe(self.event, self.left - 1)) if self.left > 1 else steps


# -- the Christmas truce ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Truce(EventQuestion):
    """The CP may lay down arms for Christmas; the EP must answer with a stack next to it (ditt.ev.1914.6.05)."""

    event: str
    says = ("pass", "point place")
    player = tables.CP

    def ask(self, s: S) -> str:
        return "choose a stack that keeps Christmas, or pass"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("pass")
        yield Pick("point", PLACE, truce_stacks(s.state, self.event), self.keep)

    def keep(self, s: S, place: int) -> Steps:
        s.state.truce |= 1 << place
        control.flip(s, s.state.stack_of(place, tables.CP), self.event)
        return (TruceAnswer(self.event, place),)


def truce_stacks(st: State, event: str) -> Iterator[Condition]:
    """Yields the conditions of a CP stack that may keep Christmas."""
    yield need.inside(event, "Belgium", "France")._replace(sentence="{x} is neither in Belgium nor in France")
    yield need.ready_stack(event, st, tables.CP)
    others = need.ready_stack(event, st, tables.EP).keeps
    assert isinstance(others, int)
    near = places.adjacency(False).spread(others)
    yield Condition(event, near, "no unflipped stack of the Entente is next to {x}")


@dataclass(frozen=True, slots=True)
class TruceAnswer(EventQuestion):
    """The EP's stack of the truce."""

    event: str
    place: int
    says = ("done", "point place")
    player = tables.EP

    def ask(self, s: S) -> str:
        return f"choose the stack that keeps Christmas opposite {places.place(self.place)}"

    def answers(self, s: S) -> Iterator[Answer]:
        st, rule = s.state, self.event
        near = places.adjacency(False).spread(1 << self.place)
        beside = Condition(rule, near, f"{{x}} is not next to {places.place(self.place)}")
        yield Pick("point", PLACE, (beside, need.ready_stack(rule, st, tables.EP)), self.keep)
        yield Otherwise("done", rule, "choose a place, for example {x}")

    def keep(self, s: S, place: int) -> Steps:
        st = s.state
        st.truce |= 1 << place
        control.flip(s, st.stack_of(place, tables.EP), self.event)
        s.note("truce", self.event, places=[places.NUMBER[self.place], places.NUMBER[place]])
        return ()


# -- Lettow-Vorbeck --------------------------------------------------------------------------------------------------------

AFRICAN_MAPS = {
    "kamerun": places.COUNTRY["Kamerun"],
    "ost-afrika": places.COUNTRY["Ost-Afrika"],
    "sued-west-afrika": places.COUNTRY["Süd-West Afrika"],
}


def free_areas(st: State, event: str) -> Iterator[Condition]:
    """Yields the conditions of a colonial area with neither coin nor EP unit (ditt.ev.1917.8.02, ditt.ev.1917.8.03)."""
    yield need.coin_area("ditt.11.2c")
    yield need.no_coin(event, st)
    yield need.no_units(event, st, tables.EP)


def place_coin(s: S, event: str, place: int) -> None:
    """A new German coin, which holds its area."""
    st = s.state
    st.forts |= 1 << place
    if not st.ctrl[tables.CP] >> place & 1:
        st.seize(place, tables.GE)
    st.derive_forts()
    s.note("coin-placed", event, place=places.NUMBER[place])


@dataclass(frozen=True, slots=True)
class LettowMap(EventQuestion):
    """On which map the new coins appear: one that still has a German coin."""

    event: str
    says = ("choose way",)
    player = tables.CP

    def ask(self, s: S) -> str:
        return "choose a map for four new coins"

    def answers(self, s: S) -> Iterator[Answer]:
        coins = s.state.forts & places.COLONIAL_COINS
        none = Refusal(self.event, "no German coin is left there")
        ways = {name: None if coins & land else none for name, land in AFRICAN_MAPS.items()}
        yield OneOf("choose", ways, none, lambda s, name: (LettowCoin(self.event, name, 4),))


@dataclass(frozen=True, slots=True)
class LettowCoin(EventQuestion):
    """One new coin, in an area of its own; fewer free areas mean fewer coins (E19)."""

    event: str
    map: str
    left: int
    says = ("done", "point place")
    player = tables.CP

    def ask(self, s: S) -> str:
        return f"place a coin ({self.left} left)"

    def answers(self, s: S) -> Iterator[Answer]:
        here = Condition(self.event, AFRICAN_MAPS[self.map], "{x} is not on the map that was chosen")
        yield Pick("point", PLACE, (here, *free_areas(s.state, self.event)), self.place)
        yield Otherwise("done", self.event, "choose a place, for example {x}")

    def place(self, s: S, place: int) -> Steps:
        place_coin(s, self.event, place)
        return (LettowCoin(self.event, self.map, self.left - 1),) if self.left > 1 else ()
