"""Units that events bring onto the map: where they may be put (`WHERE`), and the choice of the place (V14, ditt.15.1e).
`logistics.deployment` has the places of units that players bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, Condition, Otherwise, Pick, kept
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.ditt import requirements as need
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import PLACE
from firestep.games.ditt.events.event_table import EventQuestion
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import BOX, CASUALTY, GONE, POOL, State

S = Session[State]


def _held_by(side: int, *countries: str) -> need.Needs:
    return lambda st, rule: (need.inside(rule, *countries), need.held(rule, st, side))


def _with(*wanted: int, supplied: bool = False, where: tuple[str, ...] = ()) -> need.Needs:
    """A place with Armies of some nations, in some countries."""

    def needs(st: State, rule: str) -> Iterator[Condition]:
        yield from need.with_units(rule, st, *wanted, supplied=supplied)
        if where:
            yield need.inside(rule, *where)

    return needs


def _libya(st: State, rule: str) -> Iterable[Condition]:
    """Where Senussi rise: without other Senussi, the Entente and neutral Italians."""
    yield need.inside(rule, "Libya")
    yield Condition(rule, places.DESERT, "{x} is not Desert")
    yield Condition(rule, ~st.of[tables.SI], "Senussi are at {x} already")
    yield Condition(
        rule, ~(st.occ[tables.EP] | st.occ[tables.NEUTRAL] | st.fort_of[tables.NEUTRAL]), "others hold {x} with troops or a Fort"
    )


#: what a place must be, for each word with which an event says where a unit is deployed
WHERE: dict[str, need.Needs] = {
    "russian": lambda st, rule: (need.owned(rule, st, tables.RS),),
    "british": lambda st, rule: (need.owned(rule, st, tables.BR),),
    "russia": lambda st, rule: (
        Condition(rule, places.TERRITORY[tables.RS], "{x} is not land of Russia"),
        need.owned(rule, st, tables.RS),
    ),
    "france": _held_by(tables.EP, "France"),
    "france-tunisia": _held_by(tables.EP, "France", "Tunisia"),
    "france-britain": _held_by(tables.EP, "France", "Great Britain"),
    "italian": lambda st, rule: (need.owned(rule, st, tables.IT),),
    "with-fr": _with(tables.FR),
    "with-br": _with(tables.BR),
    "with-ge": _with(tables.GE),
    "with-it": _with(tables.IT),
    "with-ah": _with(tables.AH),
    "with-rs": _with(tables.RS),
    "with-supplied-ge": _with(tables.GE, supplied=True),
    "with-br-ne": lambda st, rule: (*need.with_units(rule, st, tables.BR), need.in_near_east(rule, st)),
    "with-ge-ukraine": _with(tables.GE, where=("Ukraine",)),
    "with-br-east": _with(tables.BR, where=("Armenia", "Mesopotamia", "North Persia", "South Persia", "Turkish Arabia")),
    "ep-ne": lambda st, rule: (need.in_near_east(rule, st), need.held(rule, st, tables.EP)),
    "ukraine-cp": _held_by(tables.CP, "Ukraine"),
    "ep-persia": _held_by(tables.EP, "North Persia", "South Persia"),
    "ep-armenia": _held_by(tables.EP, "Armenia"),
    "roumania": _held_by(tables.EP, "Roumania"),
    "finland": lambda st, rule: (need.inside(rule, "Finland"),),
    "austria": _held_by(tables.CP, "Austria-Hungary"),
    "arabia": lambda st, rule: (need.inside(rule, "Arabian Desert"),),
    "libya": _libya,
    "us": _held_by(tables.EP, "France", "Great Britain"),
}


def berths(st: State, event: str, u: int, where: str) -> Iterator[Condition]:
    """Yields the conditions of a place where an event puts a unit: the event's word, where the unit may be at all (ditt.6.2g,
    ditt.6.3d, ditt.10.1, L09), no enemies, room in the stack (ditt.5.1f)."""
    yield from WHERE[where](st, event)
    yield need.no_enemies(st, st.side(u))
    yield need.room(st, u)
    yield from areas.ground(st, u)


def open_places(st: State, u: int, where: str) -> int:
    """Returns the places where an event may put a unit now."""
    return kept(berths(st, "", u, where), PLACE.all)


def put(s: S, event: str, u: int, where: str) -> Steps:
    """A unit that is neither on the map nor gone comes: the player who commands it chooses the place. A unit of a neutral waits in
    the Reserve Box, but the EP deploys neutral Italians (ditt.15.1e, ditt.15.1f). Without a place nothing happens (G03)."""
    st = s.state
    if st.at[u] in (POOL, CASUALTY, BOX):
        if st.side(u) == tables.NEUTRAL and not passage.commanded(st, tables.EP) >> u & 1:
            return box(s, event, u)  # ditt.15.1e
        if st.side(u) != tables.OUT and open_places(st, u, where):
            return (Muster(event, u, where),)
    s.note("nothing", event, event=event)
    return ()


def enlist(s: S, event: str, u: int, nation: int, where: str) -> Steps:
    """A unit serves another nation from now on and comes to its Armies (ditt.ev.1917.7.05, ditt.ev.1917.8.09,
    ditt.ev.1918.6.02)."""
    st = s.state
    was = st.serves[u], st.roaming
    st.set_serves(u, nation)
    st.roaming |= 1 << u
    steps = put(s, event, u, where)
    if not steps:
        st.set_serves(u, was[0])
        st.roaming = was[1]
    return steps


def box(s: S, event: str, u: int) -> Steps:
    s.state.put(u, BOX)
    s.note("boxed", event, "ditt.15.1e", unit=tables.UNITS[u], place="")
    return ()


@dataclass(frozen=True, slots=True)
class Muster(EventQuestion):
    """Where a unit that an event brings takes its place."""

    event: str
    unit: int
    where: str
    says = ("box", "place place")

    def seat(self, s: S) -> int:
        return s.state.chooser(s.state.serves[self.unit])  # ditt.15.1f

    def ask(self, s: S) -> str:
        return f"choose a place for the {tables.unit_title(self.unit)}"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("place", PLACE, berths(s.state, self.event, self.unit, self.where), self.deploy)
        yield Otherwise("box", self.event, "choose a place, for example {x}", lambda s: box(s, self.event, self.unit))

    def deploy(self, s: S, place: int) -> Steps:
        return control.deploy(s, self.unit, place, self.event)


@dataclass(frozen=True, slots=True)
class Raise(Auto[S]):
    """Puts a unit into a place after enemies have left it. Nothing happens if friends there share it with no others
    (ditt.12.3b, ditt.14.1h, G03)."""

    event: str
    unit: int
    place: int

    def run(self, s: S) -> Steps:
        st = s.state
        side = st.side(self.unit)
        if st.at[self.unit] == GONE or (st.occ[1 - side] | passage.unstackable(st, self.unit)) >> self.place & 1:
            s.note("nothing", self.event, event=self.event)
            return ()
        return control.deploy(s, self.unit, self.place, self.event)
