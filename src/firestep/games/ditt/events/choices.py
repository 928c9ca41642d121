"""Choices that events leave to a seat: yes or no, one of several, Divs, flips, coins. Pointing at something is in targets.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine import question
from firestep.engine.masks import bits, mask
from firestep.engine.question import Condition, Limit, Number, OneOf, Otherwise, Pick, PickNumber, Word
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt import find
from firestep.games.ditt import requirements as need
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE, UNIT
from firestep.games.ditt.display.names import lost
from firestep.games.ditt.events import events
from firestep.games.ditt.events.event_table import EVENTS, EventQuestion
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import State

S = Session[State]


# -- yes or no, one of several ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer(EventQuestion):
    """May be done, or not."""

    event: str
    who: int
    yes: str
    no: str
    says = ("no", "yes")

    def seat(self, s: S) -> int:
        return self.who

    def ask(self, s: S) -> str:
        return f"{EVENTS[self.event].text} Shall it be done?"

    def answers(self, s: S) -> Iterator[question.Answer]:
        yield Word("no", then=lambda s: self.go_on(s, "no", self.no))
        yield Word("yes", then=lambda s: self.go_on(s, "yes", self.yes))

    def go_on(self, s: S, answer: str, words: str) -> Steps:
        s.note("answers", self.event, event=self.event, side=tables.SEATS[self.who], answer=answer)
        return (events.Do(self.event, words),) if words else ()


@dataclass(frozen=True, slots=True)
class Select(EventQuestion):
    """One of several ways, each with a word."""

    event: str
    who: int
    ways: tuple[str, ...]
    says = ("choose way",)

    def seat(self, s: S) -> int:
        return self.who

    def ask(self, s: S) -> str:
        return EVENTS[self.event].text

    def answers(self, s: S) -> Iterator[question.Answer]:
        ways = {w.partition(" ")[0]: None for w in self.ways}
        yield OneOf("choose", ways, Refusal(self.event, f"choose one of: {', '.join(ways)}"), self.choose)

    def choose(self, s: S, way: str) -> Steps:
        s.note("answers", self.event, event=self.event, side=tables.SEATS[self.who], answer=way)
        words = next(w.partition(" ")[2] for w in self.ways if w.partition(" ")[0] == way)
        return (events.Do(self.event, words),)


@dataclass(frozen=True, slots=True)
class Peek(EventQuestion):
    """Look at the next chit now: it is drawn early and filed under the seat that saw it (S10)."""

    event: str
    who: int
    says = ("no", "yes")

    def seat(self, s: S) -> int:
        return self.who

    def ask(self, s: S) -> str:
        return "look at the next chit, or not"

    def answers(self, s: S) -> Iterator[question.Answer]:
        yield Word("no", then=lambda s: self.look(s, "no"))
        yield Word("yes", then=lambda s: self.look(s, "yes"))

    def look(self, s: S, answer: str) -> Steps:
        st = s.state
        s.note("answers", self.event, event=self.event, side=tables.SEATS[self.who], answer=answer)
        left = bits(st.cup)
        if answer == "yes" and left:
            st.peeked[self.who] = left[s.roll(len(left)) - 1]
        return ()


# -- Divs ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Strike(EventQuestion):
    """The owner names which Divs of a stack are destroyed (E01)."""

    event: str
    units: tuple[int, ...]
    left: int
    says = ("done", "lose unit divs")

    def seat(self, s: S) -> int:
        return s.state.chooser(s.state.serves[self.units[0]])

    def ask(self, s: S) -> str:
        nations = {tables.UNIT_NATION[u] for u in self.units}
        return f"{lost(self.left, f'{tables.ADJECTIVE[nations.pop()]} ' if len(nations) == 1 else '')}; name which"

    def answers(self, s: S) -> Iterator[question.Answer]:
        return need.take_divs(s.state, "lose", mask(self.units), self.left, self.event, self.lose)

    def lose(self, s: S, u: int, k: int) -> Steps:
        control.lose(s, u, k, self.event)
        units = tuple(u for u in self.units if s.state.divs[u])
        return (Strike(self.event, units, self.left - k),) if self.left > k and units else ()


@dataclass(frozen=True, slots=True)
class Gain(EventQuestion):
    """The owner allots new Divs to Armies on the map, within the limits of the Near East (ditt.6.3), and to Reserves unless they
    must go to the map (ditt.3.0q, S14)."""

    event: str
    nation: int
    left: int
    on_map: bool
    says = ("done", "gain unit divs", "reserves divs")

    def seat(self, s: S) -> int:
        return s.state.chooser(self.nation)

    def ask(self, s: S) -> str:
        divs = "Div" if self.left == 1 else "Divs"
        return f"{self.left} new {tables.ADJECTIVE[self.nation]} {divs}: choose where"

    def answers(self, s: S) -> Iterator[question.Answer]:
        st, n = s.state, self.nation
        most = Limit(self.event, self.left, f"{self.left} new Divs are to be allotted")
        anywhere = question.given("ditt.3.0q", not self.on_map, "these Divs join Armies on the map")
        yield Number("reserves", (most,), self.keep, (anywhere,))
        armies = mask(u for u in tables.ARMIES_OF[n] if st.at[u] > 0 and st.serves[u] == n)
        own = Condition("ditt.3.0q", armies, f"{{x}} is not an Army of {tables.TITLE[n]} on the map")
        yield PickNumber("gain", UNIT, (own,), lambda u: (*need.more_divs(st, u), most), self.add)
        yield Otherwise("done", self.event, f"{self.left} new Divs are still to be allotted", self.overflow)

    def keep(self, s: S, k: int) -> Steps:
        control.add_reserves(s, self.nation, k, self.event, "ditt.3.0q", frozen=s.state.chit_phase == 1)
        return self.rest(k)

    def add(self, s: S, u: int, k: int) -> Steps:
        control.gain(s.state, u, k)
        s.note("gains", self.event, "ditt.3.0q", unit=tables.UNITS[u], divs=k, total=s.state.divs[u])
        return self.rest(k)

    def rest(self, k: int) -> Steps:
        return (Gain(self.event, self.nation, self.left - k, self.on_map),) if self.left > k else ()

    def overflow(self, s: S) -> Steps:
        """Armies that are full leave the rest to Reserves (L06); without an Army nothing happens (G03)."""
        st = s.state
        if st.corps[self.nation] & tables.ARMIES[self.nation] & st.afield:
            control.add_reserves(s, self.nation, self.left, self.event, "ditt.4.2b", frozen=st.chit_phase == 1)
        else:
            s.note("nothing", self.event, event=self.event)
        return ()


@dataclass(frozen=True, slots=True)
class Recall(EventQuestion):
    """The owner sends Divs that stand in a region to Reserves, where they are frozen (S08)."""

    event: str
    nation: int
    where: str
    left: int
    says = ("done", "recall unit divs")

    def seat(self, s: S) -> int:
        return s.state.chooser(self.nation)

    def ask(self, s: S) -> str:
        return f"{self.left} {tables.ADJECTIVE[self.nation]} Divs go to Reserves; name which"

    def answers(self, s: S) -> Iterator[question.Answer]:
        st = s.state
        there = need.standing(st, mask(tables.ARMIES_OF[self.nation]), find.region(st, self.where))
        return need.take_divs(st, "recall", there, self.left, self.event, self.recall)

    def recall(self, s: S, u: int, k: int) -> Steps:
        control.send(s, u, k, self.event, frozen=s.state.chit_phase == 1)
        return (Recall(self.event, self.nation, self.where, self.left - k),) if self.left > k else ()


# -- flips -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FlipMany(EventQuestion):
    """So many Armies of some nations are flipped, one after the other (ditt.ev.1917.6.02, ditt.ev.1918.5.09)."""

    event: str
    who: int
    nations: str
    left: int
    says = ("done", "point unit")

    def seat(self, s: S) -> int:
        return self.who

    def ask(self, s: S) -> str:
        return f"name {self.left} more units that can do nothing in this turn"

    def answers(self, s: S) -> Iterator[question.Answer]:
        st, rule = s.state, self.event
        yield Pick("point", UNIT, (*need.of(rule, st, self.nations), need.unflipped(rule, st)), self.flip)
        yield Otherwise("done", rule, "name a unit, for example {x}")

    def flip(self, s: S, u: int) -> Steps:
        control.flip(s, 1 << u, self.event)
        return (FlipMany(self.event, self.who, self.nations, self.left - 1),) if self.left > 1 else ()


@dataclass(frozen=True, slots=True)
class FlipBeside(EventQuestion):
    """The EP flips one Russian Army next to the one it pointed at (ditt.ev.1917.5.03)."""

    event: str
    place: int
    says = ("done", "point unit")
    player = tables.EP

    def ask(self, s: S) -> str:
        return f"name a Russian Army next to {places.place(self.place)}; it does nothing more in this turn"

    def answers(self, s: S) -> Iterator[question.Answer]:
        st, rule = s.state, self.event
        near = places.adjacency(False).spread(1 << self.place)
        next_to = need.on(rule, st, near, f"next to {places.place(self.place)}")
        yield Pick("point", UNIT, (*need.of(rule, st, "rs"), next_to, need.unflipped(rule, st)), self.flip)
        yield Otherwise("done", rule, "name a unit, for example {x}")

    def flip(self, s: S, u: int) -> Steps:
        control.flip(s, 1 << u, self.event)
        return ()


# -- coins of the colonies -------------------------------------------------------------------------------------------------


def uproot(s: S, event: str, place: int) -> None:
    """A coin of a colonial map is removed."""
    s.state.forts &= ~(1 << place)
    s.state.derive_forts()
    s.note("fort-falls", event, place=places.NUMBER[place])


@dataclass(frozen=True, slots=True)
class Uproot(EventQuestion):
    """The EP names the coins that are removed, one after the other (ditt.ev.1915.3.04)."""

    event: str
    where: str
    left: int
    says = ("point place",)
    player = tables.EP

    def ask(self, s: S) -> str:
        return f"remove a German coin ({self.left} to go)"

    def answers(self, s: S) -> Iterator[question.Answer]:
        lands = [w.replace("_", " ") for w in self.where.split("+")]
        yield Pick("point", PLACE, (need.inside(self.event, *lands), need.coin(self.event, s.state)), self.uproot)

    def uproot(self, s: S, place: int) -> Steps:
        uproot(s, self.event, place)
        return (Uproot(self.event, self.where, self.left - 1),) if self.left > 1 else ()
