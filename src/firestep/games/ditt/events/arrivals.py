"""Units that events bring onto the map: where they may be put (`WHERE`), and the choice of the place (V14, ditt.15.1e).
`logistics.deployment` has the places of units that players bring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import conditions, event_table
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import BOX, CASUALTY, GONE, POOL, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

S = Session[State]


def _with(*names: str, supplied: bool = False, where: str = "") -> Callable[[State], int]:
    """The places of Armies of some nations."""

    def places(st: State) -> int:
        found = conditions.units(st, "+".join(names))
        if supplied:
            found = sum(1 << u for u in bits(found) if is_supplied(st, u))
        out = conditions.places_of(st, found)
        return out & conditions.region(st, where) if where else out

    return places


#: where an event deploys, by the word it uses
WHERE: dict[str, Callable[[State], int]] = {
    "russian": lambda st: st.own[tables.RS],
    "british": lambda st: st.own[tables.BR],
    "russia": lambda st: places.TERRITORY[tables.RS] & st.own[tables.RS],
    "france": lambda st: places.COUNTRY["France"] & st.ctrl[tables.EP],
    "france-tunisia": lambda st: places.lands("France", "Tunisia") & st.ctrl[tables.EP],
    "france-britain": lambda st: places.lands("France", "Great Britain") & st.ctrl[tables.EP],
    "italian": lambda st: st.own[tables.IT],
    "with-fr": _with("fr"),
    "with-br": _with("br"),
    "with-ge": _with("ge"),
    "with-it": _with("it"),
    "with-ah": _with("ah"),
    "with-rs": _with("rs"),
    "with-supplied-ge": _with("ge", supplied=True),
    "with-br-ne": _with("br", where="@NE"),
    "with-ge-ukraine": _with("ge", where="Ukraine"),
    "with-br-east": _with("br", where="Armenia+Mesopotamia+North_Persia+South_Persia+Turkish_Arabia"),
    "ep-ne": lambda st: areas.near_east(st) & st.ctrl[tables.EP],
    "ukraine-cp": lambda st: places.COUNTRY["Ukraine"] & st.ctrl[tables.CP],
    "ep-persia": lambda st: places.PERSIA & st.ctrl[tables.EP],
    "ep-armenia": lambda st: places.COUNTRY["Armenia"] & st.ctrl[tables.EP],
    "roumania": lambda st: places.HOME[tables.RM] & st.ctrl[tables.EP],
    "finland": lambda st: places.COUNTRY["Finland"],
    "austria": lambda st: places.COUNTRY["Austria-Hungary"] & st.ctrl[tables.CP],
    "arabia": lambda st: places.COUNTRY["Arabian Desert"],
    "libya": lambda st: (
        places.COUNTRY["Libya"]
        & places.DESERT
        & ~st.of[tables.SI]
        & ~st.occ[tables.EP]
        & ~st.occ[tables.NEUTRAL]
        & ~st.fort_of[tables.NEUTRAL]
    ),
    "us": lambda st: places.lands("France", "Great Britain") & st.ctrl[tables.EP],
}


def open_places(st: State, u: int, where: str) -> int:
    """Returns the places of an event's word that are open now: where the unit may be at all (ditt.6.2g, ditt.6.3d, ditt.10.1, L09),
    no enemies, room in the stack (ditt.5.1f)."""
    side = st.side(u)
    out = WHERE[where](st) & areas.area(st, u) & ~passage.unstackable(st, u)
    return out & ~(st.occ[1 - side] | st.fort_of[1 - side] if side < 2 else st.occ[0] | st.occ[1])


def put(s: S, event: str, u: int, where: str) -> Steps:
    """A unit that is neither on the map nor gone comes: the player who commands it chooses the place. A unit of a neutral waits in
    the Reserve Box, but the EP deploys neutral Italians (ditt.15.1e, ditt.15.1f). Without a place nothing happens (G03)."""
    st = s.state
    if st.at[u] in (POOL, CASUALTY, BOX):
        if st.side(u) == tables.NEUTRAL and not passage.commanded(st, tables.EP) >> u & 1:
            return box(s, event, u)
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
class Muster(Choice[S]):
    """Where a unit that an event brings takes its place."""

    event: str
    unit: int
    where: str

    def seat(self, s: S) -> int:
        return s.state.chooser(s.state.serves[self.unit])  # ditt.15.1f

    def prompt(self, s: S) -> str:
        return (
            f"{tables.SIDE_TITLES[self.seat(s)]}, {event_table.EVENTS[self.event].name}: choose a place for the "
            f"{tables.unit_title(self.unit)}"
        )

    def actions(self, s: S) -> list[Action]:
        return sorted(("place", places.NUMBER[i]) for i in bits(open_places(s.state, self.unit, self.where))) or [("box",)]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "box":
            return box(s, self.event, self.unit)
        return control.deploy(s, self.unit, places.INDEX[action[1]], self.event)


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
