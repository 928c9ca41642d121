"""Steps and questions that only one event each needs. `single_events` begins them, and `choices` has those that several events
share."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.simultaneous import SimultaneousChoice
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.ditt.combat import retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import conditions, statements
from firestep.games.ditt.events.arrivals import open_places, put
from firestep.games.ditt.events.event_table import NO, PASS, YES, title
from firestep.games.ditt.movement import passage
from firestep.games.ditt.nations import control, entry_markers
from firestep.games.ditt.state import GONE, POOL, State
from firestep.games.ditt.supply import perish
from firestep.hexmap.grid import bits

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
class GoHome(Choice[S]):
    """A unit in Greater Bulgaria goes to the closest friendly hex (ditt.15.12c); the owner chooses among equals."""

    event: str
    unit: int

    def seat(self, s: S) -> int:
        return s.state.side(self.unit)

    def prompt(self, s: S) -> str:
        return f"{title(self.seat(s), self.event)}: the {tables.unit_title(self.unit)} must leave; choose where to"

    def closest(self, st: State) -> int:
        good = retreat.open_to_retreat(st, self.unit) & ~places.GREATER_BULGARIA
        ways = passage.ways_of(st, self.unit)
        seen = 1 << st.at[self.unit]
        while not seen & good:
            more = ways.spread(seen)
            if more == seen:
                return 0
            seen = more
        return seen & good

    def actions(self, s: S) -> list[Action]:
        return sorted(("retreat", places.NUMBER[i]) for i in bits(self.closest(s.state))) or [("perish",)]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "perish":
            perish(s, 1 << self.unit, "ditt.15.12c")
            return ()
        was, to = st.at[self.unit], places.INDEX[action[1]]
        st.put(self.unit, to)
        st.flip(1 << self.unit)
        s.note("retreats", "ditt.15.12c", "ditt.7.4g", unit=tables.UNITS[self.unit], place=action[1], origin=places.NUMBER[was])
        return control.roll_for_near_east(st, (self.unit,), was, to)


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
class Rally(Choice[S]):
    """Russia returns with fifty Divs: Armies in Russia proper, the rest in Reserves (ditt.ev.1918.5.07, Y04)."""

    event: str
    left: int

    def seat(self, s: S) -> int:
        return tables.EP

    def prompt(self, s: S) -> str:
        return f"{title(tables.EP, self.event)}: {self.left} Russian Divs; place an Army, or send the rest to Reserves"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        return sorted([("reserves", str(self.left)), *(("place", places.NUMBER[i]) for i in bits(self.places(st)))])

    def places(self, st: State) -> int:
        if all(st.at[u] != POOL for u in tables.ARMIES_OF[tables.RS]):
            return 0
        return places.COUNTRY["Russia"] & st.own[tables.RS] & ~st.occ[tables.CP]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "reserves":
            control.add_reserves(s, tables.RS, self.left, self.event, frozen=False)
            return ()
        return (RallyDivs(self.event, places.INDEX[action[1]], self.left),)


@dataclass(frozen=True, slots=True)
class RallyDivs(Choice[S]):
    """How many of the Divs the new Army gets."""

    event: str
    place: int
    left: int

    def seat(self, s: S) -> int:
        return tables.EP

    def prompt(self, s: S) -> str:
        return f"{title(tables.EP, self.event)}: how many of {self.left} Divs for the Army at {places.place(self.place)}?"

    def actions(self, s: S) -> list[Action]:
        return sorted(("divs", str(k)) for k in range(1, min(tables.MOST_DIVS, self.left) + 1))

    def take(self, s: S, action: Action) -> Steps:
        k = int(action[1])
        u = next(u for u in tables.ARMIES_OF[tables.RS] if s.state.at[u] == POOL)
        steps = control.deploy(s, u, self.place, self.event, divs=k)
        return (*steps, Rally(self.event, self.left - k)) if self.left > k else steps


@dataclass(frozen=True, slots=True)
class Expedition(Choice[S]):
    """Where in France the Russian Army stands (ditt.ev.1917.2.09, N06); not now leaves it to later Logistics."""

    event: str
    unit: int

    def seat(self, s: S) -> int:
        return tables.EP

    def prompt(self, s: S) -> str:
        return f"{title(tables.EP, self.event)}: send a Russian Army to a hex of France, or not"

    def places(self, st: State) -> int:
        rivals = st.of[tables.BR] | st.of[tables.FR] | st.of[tables.IT] | st.of[tables.US]
        return places.COUNTRY["France"] & st.ctrl[tables.EP] & ~st.occ[tables.CP] & ~rivals  # ditt.10.1g

    def actions(self, s: S) -> list[Action]:
        return sorted([NO, *(("place", places.NUMBER[i]) for i in bits(self.places(s.state)))])

    def take(self, s: S, action: Action) -> Steps:
        if action == NO:
            return ()
        return (ExpeditionDivs(self.event, self.unit, places.INDEX[action[1]]),)


@dataclass(frozen=True, slots=True)
class ExpeditionDivs(Choice[S]):
    """How many Divs from the Russian Reserves go with it."""

    event: str
    unit: int
    place: int

    def seat(self, s: S) -> int:
        return tables.EP

    def prompt(self, s: S) -> str:
        return f"{title(tables.EP, self.event)}: how many Russian Divs go to {places.place(self.place)}?"

    def actions(self, s: S) -> list[Action]:
        most = min(tables.MOST_DIVS, control.free_reserves(s.state, tables.RS))
        return sorted(("divs", str(k)) for k in range(1, most + 1))

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        k = int(action[1])
        st.reserves[tables.RS] -= k
        return control.deploy(s, self.unit, self.place, self.event, divs=k)


@dataclass(frozen=True, slots=True)
class SudArmee(Choice[S]):
    """Where the Süd Army appears (ditt.ev.1915.1.02)."""

    event: str

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        return f"{title(tables.CP, self.event)}: where in Austria-Hungary does the Süd Army appear?"

    def actions(self, s: S) -> list[Action]:
        return sorted(("place", places.NUMBER[i]) for i in bits(open_places(s.state, tables.SUD, "austria"))) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        return () if action[0] == "done" else control.deploy(s, tables.SUD, places.INDEX[action[1]], self.event, divs=1)


@dataclass(frozen=True, slots=True)
class Bribe(Choice[S]):
    """Up to four times: five of the Austrian Army Max for a die against Italy's entry (ditt.ev.1915.3.06)."""

    event: str
    left: int

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        return (
            f"{title(tables.CP, self.event)}: 5 of the Austro-Hungarian Army Max for a die against Italy's entry? "
            f"({self.left} left)"
        )

    def actions(self, s: S) -> list[Action]:
        return [NO, YES] if s.state.max[tables.AH] >= 5 else [NO]

    def take(self, s: S, action: Action) -> Steps:
        if action == NO:
            return ()
        control.change_max(s, tables.AH, -5, self.event)
        steps = statements.entry(s, self.event, "it -1d6")
        return (*steps, Bribe(self.event, self.left - 1)) if self.left > 1 else steps


# -- the Christmas truce ---------------------------------------------------------------------------------------------------

_FLANDERS = places.lands("Belgium", "France")


def truce_stacks(st: State) -> int:
    """Returns the places of unflipped CP stacks in Belgium or France next to an unflipped EP stack."""
    mine = conditions.places_of(st, conditions.inside(st, conditions.units(st, "CP") & ~st.flipped, _FLANDERS))
    return mine & places.adjacency(False).spread(conditions.places_of(st, conditions.units(st, "EP") & ~st.flipped))


@dataclass(frozen=True, slots=True)
class Truce(Choice[S]):
    """The CP may lay down arms for Christmas; the EP must answer with a stack next to it (ditt.ev.1914.6.05)."""

    event: str

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        return f"{title(tables.CP, self.event)}: choose a stack that keeps Christmas, or pass"

    def actions(self, s: S) -> list[Action]:
        return sorted([PASS, *(("point", places.NUMBER[i]) for i in bits(truce_stacks(s.state)))])

    def take(self, s: S, action: Action) -> Steps:
        if action == PASS:
            return ()
        st = s.state
        place = places.INDEX[action[1]]
        st.truce |= 1 << place
        control.flip(s, st.stack_of(place, tables.CP), self.event)
        return (TruceAnswer(self.event, place),)


@dataclass(frozen=True, slots=True)
class TruceAnswer(Choice[S]):
    """The EP's stack of the truce."""

    event: str
    place: int

    def seat(self, s: S) -> int:
        return tables.EP

    def prompt(self, s: S) -> str:
        return f"{title(tables.EP, self.event)}: choose the stack that keeps Christmas opposite {places.place(self.place)}"

    def places(self, st: State) -> int:
        return places.adjacency(False).spread(1 << self.place) & conditions.places_of(st, conditions.units(st, "EP") & ~st.flipped)

    def actions(self, s: S) -> list[Action]:
        return sorted(("point", places.NUMBER[i]) for i in bits(self.places(s.state))) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "done":
            return ()
        st = s.state
        place = places.INDEX[action[1]]
        st.truce |= 1 << place
        control.flip(s, st.stack_of(place, tables.EP), self.event)
        s.note("truce", self.event, places=[places.NUMBER[self.place], action[1]])
        return ()


# -- Lettow-Vorbeck --------------------------------------------------------------------------------------------------------

AFRICAN_MAPS = {
    "kamerun": places.COUNTRY["Kamerun"],
    "ost-afrika": places.COUNTRY["Ost-Afrika"],
    "sued-west-afrika": places.COUNTRY["Süd-West Afrika"],
}


def free_areas(st: State, land: int) -> int:
    """Areas of a colonial map with neither coin nor EP unit (ditt.ev.1917.8.02, ditt.ev.1917.8.03)."""
    return land & places.COLONIAL_COINS & ~st.forts & ~st.occ[tables.EP]


def place_coin(s: S, event: str, place: int) -> None:
    """A new German coin, which holds its area."""
    st = s.state
    st.forts |= 1 << place
    if not st.ctrl[tables.CP] >> place & 1:
        st.seize(place, tables.GE)
    st.derive_forts()
    s.note("coin-placed", event, place=places.NUMBER[place])


@dataclass(frozen=True, slots=True)
class LettowMap(Choice[S]):
    """On which map the new coins appear: one that still has a German coin."""

    event: str

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        return f"{title(tables.CP, self.event)}: choose a map for four new coins"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        return sorted(("choose", name) for name, land in AFRICAN_MAPS.items() if st.forts & places.COLONIAL_COINS & land)

    def take(self, s: S, action: Action) -> Steps:
        return (LettowCoin(self.event, action[1], 4),)


@dataclass(frozen=True, slots=True)
class LettowCoin(Choice[S]):
    """One new coin, in an area of its own; fewer free areas mean fewer coins (E19)."""

    event: str
    map: str
    left: int

    def seat(self, s: S) -> int:
        return tables.CP

    def prompt(self, s: S) -> str:
        return f"{title(tables.CP, self.event)}: place a coin ({self.left} left)"

    def places(self, st: State) -> int:
        return free_areas(st, AFRICAN_MAPS[self.map])

    def actions(self, s: S) -> list[Action]:
        return sorted(("point", places.NUMBER[i]) for i in bits(self.places(s.state))) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "done":
            return ()
        place_coin(s, self.event, places.INDEX[action[1]])
        return (LettowCoin(self.event, self.map, self.left - 1),) if self.left > 1 else ()
