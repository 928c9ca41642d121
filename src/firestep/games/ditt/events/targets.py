"""Events that let a seat point at a stack, a unit or a place (ditt.3.0r), and what they do to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from firestep.engine import question
from firestep.engine.masks import bits, mask
from firestep.engine.question import Condition, Pick, Things, Word, broken, given, kept
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt import find
from firestep.games.ditt import requirements as need
from firestep.games.ditt.combat import retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE, UNIT
from firestep.games.ditt.events import choices, conditions, statements
from firestep.games.ditt.events.arrivals import Raise
from firestep.games.ditt.events.event_table import EVENTS, EventQuestion
from firestep.games.ditt.events.single_event_choices import free_areas, place_coin
from firestep.games.ditt.nations import armenia, control
from firestep.games.ditt.requirements import Needs, beside, of, on, on_lands
from firestep.games.ditt.state import State

S = Session[State]
_JERUSALEM = places.ways(0).within(places.mask("0814"), places.LAND, 3)
_AFRICA = ("Kamerun", "Süd-West Afrika", "Ost-Afrika")
_CORFU = ("Austria-Hungary", "Bulgaria", "Greece", "Italy", "Roumania", "Serbia")

#: what a unit must be, for each word with which an event names its targets
UNITS: dict[str, Needs] = {
    "cars": lambda st, e: (*of(e, st, "ge"), beside(e, st, "br"), on_lands(e, st, "France", "Belgium")),
    "river-mines": lambda st, e: (*of(e, st, "ah"), beside(e, st, "sb"), on(e, st, ~places.MOUNTAIN, "outside the mountains")),
    "amazons": lambda st, e: (*of(e, st, "CP"), beside(e, st, "rs"), on(e, st, places.TERRITORY[tables.RS], "on Russian soil")),
    "fr-abroad": lambda st, e: (*of(e, st, "fr"), on(e, st, ~places.COUNTRY["France"], "outside France")),
    "jerusalem": lambda st, e: (*of(e, st, "tu"), on(e, st, _JERUSALEM, "within three hexes of Jerusalem")),
    "indian": lambda st, e: (need.flagged(e, "IN", "Indian"), *of(e, st, "EP")),
    "trench-cp": lambda st, e: (*of(e, st, "CP"), need.entrenched(e, st)),
    "trench-ep": lambda st, e: (*of(e, st, "EP"), need.entrenched(e, st)),
    "anz": lambda st, e: (need.flagged(e, "ANZ", "of the Anzacs"), need.waiting(e, st)),
    "anz-any": lambda st, e: (need.flagged(e, "ANZ", "of the Anzacs"), need.on_map(e, st)),
    "kamerun": lambda st, e: (*of(e, st, "EP"), on_lands(e, st, "Kamerun")),
    "colonial": lambda st, e: (*of(e, st, "EP"), on(e, st, places.COLONIES, "in the colonies")),
    "senussi": lambda st, e: (Condition(e, mask(tables.UNITS_OF[tables.SI]), "{x} is not Senussi"), need.in_game(e, st)),
    "malaria": lambda st, e: (*of(e, st, "EP"), on_lands(e, st, "Greece", "Serbia")),
    "buddhoos": lambda st, e: (*of(e, st, "EP"), on_lands(e, st, "Mesopotamia", "North Persia", "South Persia", "Turkish Arabia")),
    "taurus": lambda st, e: (*of(e, st, "tu"), on_lands(e, st, "Turkish Arabia")),
    "corfu": lambda st, e: (
        *of(e, st, "fr"),
        on_lands(e, st, *_CORFU),
        Condition(e, tables.ARMY_MASK, "{x} is a Minor Force and holds no Divs", also=True),
    ),
}


def _revolt(st: State, event: str) -> Iterator[Condition]:
    yield given(event, armenia.not_yet_raised(st), "no Armenian Army is left to rise")
    yield Condition(event, st.centres, "{x} has no Population Centre")
    yield Condition(event, st.own[tables.TU], "{x} is not Turkish")


def _boats(st: State, event: str) -> Iterator[Condition]:
    yield need.inside(event, *_AFRICA)
    yield need.coin(event, st)
    near = places.adjacency(False).spread(find.places_of(st, find.units(st, "br")))
    yield Condition(event, near, "no British unit is next to {x}")


#: what a place must be, for each word with which an event names it
PLACES: dict[str, Needs] = {
    "revolt": _revolt,
    "boats": _boats,
    "colony-free": lambda st, e: (need.inside(e, *_AFRICA), *free_areas(st, e)),
}


def meant(st: State, what: str, event: str = "") -> list[Condition]:
    """Returns the conditions of a unit: one nation next to another (`ge/br`), a nation (`of-tu`), or a word of `UNITS`."""
    if "/" in what:
        one, other = what.split("/")
        return [*of(event, st, one), beside(event, st, other)]
    return list(of(event, st, what[3:]) if what.startswith("of-") else UNITS[what](st, event))


def _any(what: str) -> Callable[[State], int]:
    return lambda st: kept(meant(st, what), UNIT.all)


#: the terms `call …` of events that happen only if they have a target
conditions.CASES |= {
    "cars": _any("cars"),
    "river-mines": _any("river-mines"),
    "indian-stack": _any("indian"),
    "amazons": _any("amazons"),
    "french-abroad": _any("fr-abroad"),
    "near-jerusalem": _any("jerusalem"),
    "lake-boats": lambda st: kept(PLACES["boats"](st, ""), PLACE.all),
}


def point(s: S, event: str, who: int, must: bool, kind: str, what: str, then: str) -> Steps:
    """Asks, if there is anything to point at."""
    step = Point(event, who, must, kind, what, then)
    if not kept(step.targets(s.state), step.things.all):
        s.note("nothing", event, event=event)
        return ()
    return (step,)


@dataclass(frozen=True, slots=True)
class Point(EventQuestion):
    """Point at a stack, a unit or a place. A stack is named by its place."""

    event: str
    who: int
    must: bool
    kind: str
    what: str
    then: str
    says = ("pass", "point target")

    def seat(self, s: S) -> int:
        return self.who

    def ask(self, s: S) -> str:
        kind = {"stack": "a stack", "place": "a place"}.get(self.kind, "a unit")
        return f"{EVENTS[self.event].text} Point at {kind}{'' if self.must else ', or pass'}"

    @property
    def things(self) -> Things:
        return PLACE if self.kind in ("place", "stack") else UNIT

    def answers(self, s: S) -> Iterator[question.Answer]:
        yield Word("pass", (given(self.event, not self.must, "the event must strike somebody"),), self.decline)
        wrong = "name the hex or area, not a unit" if self.things is PLACE else "name the unit, not a place"
        yield Pick("point", self.things, self.targets(s.state), self.strike, wrong=Refusal(self.event, wrong))

    def targets(self, st: State) -> Iterator[Condition]:
        """Yields the conditions of a target. The event must be able to do something to it: only Divs can be lost, and only
        unflipped units can flip."""
        if self.kind == "place":
            yield from PLACES[self.what](st, self.event)
            return
        useful: Condition | None = None
        verb = self.then.partition(" ")[0]
        if verb in ("lose", "lose-on-6"):
            useful = Condition(self.event, mask(u for u in range(tables.N) if st.divs[u]), "there are no Divs to lose")
        elif verb in ("flip", "floods", "amazons"):
            useful = Condition(self.event, ~st.flipped, "they are flipped already")
        if self.kind == "stack":
            units = kept(meant(st, self.what), UNIT.all)
            yield Condition(self.event, find.places_of(st, units), lambda i: self.no_target(st, i))
            if useful is not None:
                hit = useful.keeps
                assert isinstance(hit, int)
                yield useful._replace(keeps=lambda found: mask(i for i in bits(found) if self.struck(st, i) & hit))
            return
        yield from meant(st, self.what, self.event)
        if useful is not None:
            yield useful

    def struck(self, st: State, place: int) -> int:
        """Returns the units of a stack that the event strikes: all of their side flip, but of two neighbours only the first nation
        loses Divs."""
        out = 0
        for u in bits(kept(meant(st, self.what), st.stack(place))):
            mates = st.stack_of(place, st.side(u))
            out |= mates & st.corps[st.serves[u]] if "/" in self.what and self.then != "flip" else mates
        return out

    def no_target(self, st: State, place: int) -> str | list[Refusal]:
        """Returns why the event means no unit of a stack."""
        found = [r for u in bits(st.stack(place)) for r in broken(meant(st, self.what, self.event), u, UNIT.title(u))]
        return list(dict.fromkeys(found)) or f"no unit stands at {places.place(place)}"

    def decline(self, s: S) -> Steps:
        s.note("answers", self.event, event=self.event, side=tables.SEATS[self.who], answer="no")
        return ()

    def strike(self, s: S, x: int) -> Steps:
        s.note("points", self.event, event=self.event, side=tables.SEATS[self.who], at=self.things.word[x])
        verb, _, rest = self.then.partition(" ")
        return THEN[verb](s, self.event, self.struck(s.state, x) if self.kind == "stack" else 1 << x, rest)


def _flip(s: S, event: str, units: int, rest: str) -> Steps:
    control.flip(s, units, event)
    return ()


def _lose(s: S, event: str, units: int, rest: str) -> Steps:
    k = statements.amount(s, event, rest)
    armies = tuple(u for u in bits(units) if s.state.divs[u])
    return (choices.Strike(event, armies, k),) if armies and k else ()


def _lose_on_six(s: S, event: str, units: int, rest: str) -> Steps:
    return _lose(s, event, units, rest) if statements.roll(s, event, 1) == 6 else ()


def _casualty(s: S, event: str, units: int, rest: str) -> Steps:
    for u in bits(units):
        statements.casualty(s, event, tables.UNITS[u])
    return ()


def _remove(s: S, event: str, units: int, rest: str) -> Steps:
    for u in bits(units):
        control.remove(s, u, event)
    return ()


def _release(s: S, event: str, units: int, rest: str) -> Steps:
    for u in bits(units):
        statements.release(s, event, tables.UNITS[u])
    return ()


def _floods(s: S, event: str, units: int, rest: str) -> Steps:
    """A Serb Army flips, and with it every CP Army next to it (ditt.ev.1915.5.05)."""
    st = s.state
    near = find.inside(st, find.units(st, "CP"), places.adjacency(False).spread(find.places_of(st, units)))
    control.flip(s, units | near, event)
    return ()


def _amazons(s: S, event: str, units: int, rest: str) -> Steps:
    """A CP Army flips, and one Russian Army next to it (ditt.ev.1917.5.03)."""
    st = s.state
    control.flip(s, units, event)
    place = st.at[bits(units)[0]]
    return (choices.FlipBeside(event, place),)


def _raise(s: S, event: str, places: int, rest: str) -> Steps:
    """An Armenian Army rises in a Population Centre that Turkey controls; it is that marker's levy (N12)."""
    st = s.state
    place = bits(places)[0]
    st.recruited |= places

    return (*retreat.drive_out(s, tables.CP, place), Raise(event, armenia.not_yet_raised(st)[0], place))


def _colony_on_six(s: S, event: str, place_set: int, rest: str) -> Steps:
    if statements.roll(s, event, 1) == 6:
        s.state.forts &= ~place_set
        s.state.derive_forts()
        s.note("fort-falls", event, place=places.NUMBER[bits(place_set)[0]])
    return ()


def _colony(s: S, event: str, places: int, rest: str) -> Steps:
    place_coin(s, event, bits(places)[0])
    return ()


def _add_div(s: S, event: str, units: int, rest: str) -> Steps:
    u = bits(units)[0]
    if control.gain(s.state, u, 1):
        control.add_reserves(s, tables.FR, 1, event, "ditt.4.2b", frozen=s.state.chit_phase == 1)  # L06
    else:
        s.note("gains", event, unit=tables.UNITS[u], divs=1, total=s.state.divs[u])
    control.change_max(s, tables.FR, 1, event)
    return ()


THEN: dict[str, Callable[[S, str, int, str], Steps]] = {
    "flip": _flip,
    "lose": _lose,
    "lose-on-6": _lose_on_six,
    "casualty": _casualty,
    "remove": _remove,
    "release": _release,
    "floods": _floods,
    "amazons": _amazons,
    "raise": _raise,
    "colony-on-6": _colony_on_six,
    "colony": _colony,
    "add-div": _add_div,
}
