"""Steps of single events: those that move, settle and divide things in ways that only they have."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.sealed import Sealed
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.ditt import conditions as c
from firestep.games.ditt import control, ground, retreat
from firestep.games.ditt import events as ev
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.mustering import open_places, put
from firestep.games.ditt.picking import NO, PASS, YES, title
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
        for i in bits(p.HOME[self.nation]):
            if not st.occ[t.CP] >> i & 1 and not st.occ[t.EP] & ~(1 << self.place) >> i & 1:
                st.seize(i, self.nation)
        side = t.SEATS[self.side] if self.side < 2 else "neutral"
        place = p.NUMBER[self.place] if st.at[self.unit] != GONE else ""
        if place:
            st.put(self.unit, self.place)
        s.note("settles", self.event, nation=t.NATIONS[self.nation], side=side, place=place)
        return ()


@dataclass(frozen=True, slots=True)
class Seal(Auto[S]):
    """A place is closed to both players for good, with the last unit of its country, which leaves the war (1918.4.07, E41)."""

    event: str
    unit: int
    place: int

    def run(self, s: S) -> Steps:
        st = s.state
        if st.at[self.unit] != self.place:
            st.put(self.unit, self.place)
        for i in bits(st.own[t.AR]):
            st.seize(i, t.COMMON[t.EP])
        st.seize(self.place, t.AR)
        st.closed |= 1 << self.place
        st.set_side(t.AR, t.OUT)
        s.note("closed", self.event, place=p.NUMBER[self.place])
        return ()


@dataclass(frozen=True, slots=True)
class GoHome(Choice[S]):
    """A unit in Greater Bulgaria goes to the closest friendly hex (15.12c); the owner chooses among equals."""

    event: str
    unit: int

    def seat(self, s: S) -> int:
        return s.state.side(self.unit)

    def prompt(self, s: S) -> str:
        return f"{title(self.seat(s), self.event)}: the {t.unit_title(self.unit)} must leave; choose where to"

    def closest(self, st: State) -> int:
        good = retreat.refuge(st, self.unit) & ~p.GREATER_BULGARIA
        ways = ground.ways_of(st, self.unit)
        seen = 1 << st.at[self.unit]
        while not seen & good:
            more = ways.spread(seen)
            if more == seen:
                return 0
            seen = more
        return seen & good

    def actions(self, s: S) -> list[Action]:
        return sorted(("retreat", p.NUMBER[i]) for i in bits(self.closest(s.state))) or [("perish",)]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "perish":
            perish(s, 1 << self.unit, "ditt.15.12c")
            return ()
        was, to = st.at[self.unit], p.INDEX[action[1]]
        st.put(self.unit, to)
        st.flip(1 << self.unit)
        s.note("retreats", "ditt.15.12c", "ditt.7.4g", unit=t.UNITS[self.unit], place=action[1], origin=p.NUMBER[was])
        return control.crossing(st, (self.unit,), was, to)


@dataclass(frozen=True, slots=True)
class PeaceDice(Auto[S]):
    """When everybody has left Greater Bulgaria, Russia seethes and America cools (15.12e, 15.12f)."""

    def run(self, s: S) -> Steps:
        out = control.roll_entry(s, t.REVOLUTION, 3, 1, "ditt.15.12e", "ditt.13.1d")
        return out + control.roll_entry(s, t.US_ENTRY, 3, -1, "ditt.15.12f")


@dataclass(frozen=True, slots=True)
class BalkanWar(Sealed[S]):
    """Each side names Roumania or Bulgaria in secret; different names win both an ally (1915.6.02)."""

    answers: tuple[str, ...] = ()
    event: str = ""

    def seats(self, s: S) -> tuple[int, ...]:
        return t.EP, t.CP

    def prompt(self, s: S) -> str:
        return f"{title(self.seat(s), self.event)}: name Roumania or Bulgaria in secret; two names win two allies"

    def choices(self, s: S, seat: int) -> list[Action]:
        return [("name", "bu"), ("name", "rm")]

    def opened(self, s: S, answers: tuple[Action, ...]) -> Steps:
        ep, cp = answers[0][1], answers[1][1]
        s.note("balkan-war", self.event, entente=ep, central=cp)
        if ep == cp:
            return ()
        return control.join(s, t.NATION[ep], t.EP, self.event) + control.join(s, t.NATION[cp], t.CP, self.event)


@dataclass(frozen=True, slots=True)
class Rally(Choice[S]):
    """Russia returns with fifty Divs: Armies in Russia proper, the rest in Reserves (1918.5.07, Y04)."""

    event: str
    left: int

    def seat(self, s: S) -> int:
        return t.EP

    def prompt(self, s: S) -> str:
        return f"{title(t.EP, self.event)}: {self.left} Russian Divs; place an Army, or send the rest to Reserves"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        return sorted([("reserves", str(self.left)), *(("place", p.NUMBER[i]) for i in bits(self.places(st)))])

    def places(self, st: State) -> int:
        if all(st.at[u] != POOL for u in t.ARMIES_OF[t.RS]):
            return 0
        return p.COUNTRY["Russia"] & st.own[t.RS] & ~st.occ[t.CP]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "reserves":
            control.add_reserves(s, t.RS, self.left, self.event, frozen=False)
            return ()
        return (RallyDivs(self.event, p.INDEX[action[1]], self.left),)


@dataclass(frozen=True, slots=True)
class RallyDivs(Choice[S]):
    """How many of the Divs the new Army gets."""

    event: str
    place: int
    left: int

    def seat(self, s: S) -> int:
        return t.EP

    def prompt(self, s: S) -> str:
        return f"{title(t.EP, self.event)}: how many of {self.left} Divs for the Army at {p.place(self.place)}?"

    def actions(self, s: S) -> list[Action]:
        return sorted(("divs", str(k)) for k in range(1, min(t.MOST_DIVS, self.left) + 1))

    def take(self, s: S, action: Action) -> Steps:
        k = int(action[1])
        u = next(u for u in t.ARMIES_OF[t.RS] if s.state.at[u] == POOL)
        steps = control.deploy(s, u, self.place, self.event, divs=k)
        return (*steps, Rally(self.event, self.left - k)) if self.left > k else steps


@dataclass(frozen=True, slots=True)
class Expedition(Choice[S]):
    """Where in France the Russian Army stands (1917.2.09, N06); not now leaves it to later Logistics."""

    event: str
    unit: int

    def seat(self, s: S) -> int:
        return t.EP

    def prompt(self, s: S) -> str:
        return f"{title(t.EP, self.event)}: send a Russian Army to a hex of France, or not"

    def places(self, st: State) -> int:
        rivals = st.of[t.BR] | st.of[t.FR] | st.of[t.IT] | st.of[t.US]
        return p.COUNTRY["France"] & st.ctrl[t.EP] & ~st.occ[t.CP] & ~rivals  # 10.1g

    def actions(self, s: S) -> list[Action]:
        return sorted([NO, *(("place", p.NUMBER[i]) for i in bits(self.places(s.state)))])

    def take(self, s: S, action: Action) -> Steps:
        if action == NO:
            return ()
        return (ExpeditionDivs(self.event, self.unit, p.INDEX[action[1]]),)


@dataclass(frozen=True, slots=True)
class ExpeditionDivs(Choice[S]):
    """How many Divs from the Russian Reserves go with it."""

    event: str
    unit: int
    place: int

    def seat(self, s: S) -> int:
        return t.EP

    def prompt(self, s: S) -> str:
        return f"{title(t.EP, self.event)}: how many Russian Divs go to {p.place(self.place)}?"

    def actions(self, s: S) -> list[Action]:
        most = min(t.MOST_DIVS, control.free_reserves(s.state, t.RS))
        return sorted(("divs", str(k)) for k in range(1, most + 1))

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        k = int(action[1])
        st.reserves[t.RS] -= k
        return control.deploy(s, self.unit, self.place, self.event, divs=k)


@dataclass(frozen=True, slots=True)
class SudArmee(Choice[S]):
    """Where the Süd Army appears (1915.1.02)."""

    event: str

    def seat(self, s: S) -> int:
        return t.CP

    def prompt(self, s: S) -> str:
        return f"{title(t.CP, self.event)}: where in Austria-Hungary does the Süd Army appear?"

    def actions(self, s: S) -> list[Action]:
        return sorted(("place", p.NUMBER[i]) for i in bits(open_places(s.state, t.SUD, "austria"))) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        return () if action[0] == "done" else control.deploy(s, t.SUD, p.INDEX[action[1]], self.event, divs=1)


@dataclass(frozen=True, slots=True)
class Bribe(Choice[S]):
    """Up to four times: five of the Austrian Army Max for a die against Italy's entry (1915.3.06)."""

    event: str
    left: int

    def seat(self, s: S) -> int:
        return t.CP

    def prompt(self, s: S) -> str:
        return f"{title(t.CP, self.event)}: 5 of the Austro-Hungarian Army Max for a die against Italy's entry? ({self.left} left)"

    def actions(self, s: S) -> list[Action]:
        return [NO, YES] if s.state.max[t.AH] >= 5 else [NO]

    def take(self, s: S, action: Action) -> Steps:
        if action == NO:
            return ()
        control.change_max(s, t.AH, -5, self.event)
        steps = ev.entry(s, self.event, "it -1d6")
        return (*steps, Bribe(self.event, self.left - 1)) if self.left > 1 else steps


# -- the Christmas truce ---------------------------------------------------------------------------------------------------

_FLANDERS = p.lands("Belgium", "France")


def truce_stacks(st: State) -> int:
    """Places of unflipped CP stacks in Belgium or France next to an unflipped EP stack."""
    mine = c.places_of(st, c.inside(st, c.units(st, "CP") & ~st.flipped, _FLANDERS))
    return mine & p.contact(False).spread(c.places_of(st, c.units(st, "EP") & ~st.flipped))


@dataclass(frozen=True, slots=True)
class Truce(Choice[S]):
    """The CP may lay down arms for Christmas; the EP must answer with a stack next to it (1914.6.05)."""

    event: str

    def seat(self, s: S) -> int:
        return t.CP

    def prompt(self, s: S) -> str:
        return f"{title(t.CP, self.event)}: choose a stack that keeps Christmas, or pass"

    def actions(self, s: S) -> list[Action]:
        return sorted([PASS, *(("point", p.NUMBER[i]) for i in bits(truce_stacks(s.state)))])

    def take(self, s: S, action: Action) -> Steps:
        if action == PASS:
            return ()
        st = s.state
        place = p.INDEX[action[1]]
        st.truce |= 1 << place
        control.flip(s, st.stack_of(place, t.CP), self.event)
        return (TruceAnswer(self.event, place),)


@dataclass(frozen=True, slots=True)
class TruceAnswer(Choice[S]):
    """The EP's stack of the truce."""

    event: str
    place: int

    def seat(self, s: S) -> int:
        return t.EP

    def prompt(self, s: S) -> str:
        return f"{title(t.EP, self.event)}: choose the stack that keeps Christmas opposite {p.place(self.place)}"

    def places(self, st: State) -> int:
        return p.contact(False).spread(1 << self.place) & c.places_of(st, c.units(st, "EP") & ~st.flipped)

    def actions(self, s: S) -> list[Action]:
        return sorted(("point", p.NUMBER[i]) for i in bits(self.places(s.state))) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "done":
            return ()
        st = s.state
        place = p.INDEX[action[1]]
        st.truce |= 1 << place
        control.flip(s, st.stack_of(place, t.EP), self.event)
        s.note("truce", self.event, places=[p.NUMBER[self.place], action[1]])
        return ()


# -- Lettow-Vorbeck --------------------------------------------------------------------------------------------------------

AFRICAN_MAPS = {
    "kamerun": p.COUNTRY["Kamerun"],
    "ost-afrika": p.COUNTRY["Ost-Afrika"],
    "sued-west-afrika": p.COUNTRY["Süd-West Afrika"],
}


def free_areas(st: State, land: int) -> int:
    """Areas of a colonial map with neither coin nor EP unit (1917.8.02, 1917.8.03)."""
    return land & p.POSTS & ~st.forts & ~st.occ[t.EP]


def place_coin(s: S, event: str, place: int) -> None:
    """A new German coin, which holds its area."""
    st = s.state
    st.forts |= 1 << place
    if not st.ctrl[t.CP] >> place & 1:
        st.seize(place, t.GE)
    st.derive_forts()
    s.note("coin-placed", event, place=p.NUMBER[place])


@dataclass(frozen=True, slots=True)
class LettowMap(Choice[S]):
    """On which map the new coins appear: one that still has a German coin."""

    event: str

    def seat(self, s: S) -> int:
        return t.CP

    def prompt(self, s: S) -> str:
        return f"{title(t.CP, self.event)}: choose a map for four new coins"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        return sorted(("choose", name) for name, land in AFRICAN_MAPS.items() if st.forts & p.POSTS & land)

    def take(self, s: S, action: Action) -> Steps:
        return (LettowCoin(self.event, action[1], 4),)


@dataclass(frozen=True, slots=True)
class LettowCoin(Choice[S]):
    """One new coin, in an area of its own; fewer free areas mean fewer coins (E19)."""

    event: str
    map: str
    left: int

    def seat(self, s: S) -> int:
        return t.CP

    def prompt(self, s: S) -> str:
        return f"{title(t.CP, self.event)}: place a coin ({self.left} left)"

    def places(self, st: State) -> int:
        return free_areas(st, AFRICAN_MAPS[self.map])

    def actions(self, s: S) -> list[Action]:
        return sorted(("point", p.NUMBER[i]) for i in bits(self.places(s.state))) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "done":
            return ()
        place_coin(s, self.event, p.INDEX[action[1]])
        return (LettowCoin(self.event, self.map, self.left - 1),) if self.left > 1 else ()


STEPS = (
    Arrive,
    BalkanWar,
    Bribe,
    Expedition,
    ExpeditionDivs,
    GoHome,
    LettowCoin,
    LettowMap,
    PeaceDice,
    Rally,
    RallyDivs,
    Seal,
    Settle,
    SudArmee,
    Truce,
    TruceAnswer,
)
