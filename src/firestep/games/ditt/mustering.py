"""Units that events bring onto the map: where they may be put, and the choice of the place (V14, 15.1e)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.ditt import conditions as c
from firestep.games.ditt import control, ground, nations
from firestep.games.ditt import events as ev
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import BOX, CASUALTY, GONE, POOL, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

S = Session[State]


def _with(*names: str, supplied: bool = False, where: str = "") -> Callable[[State], int]:
    """The places of Armies of some nations."""

    def places(st: State) -> int:
        found = c.units(st, "+".join(names))
        if supplied:
            found = sum(1 << u for u in bits(found) if is_supplied(st, u))
        out = c.places_of(st, found)
        return out & c.region(st, where) if where else out

    return places


#: where an event deploys, by the word it uses; L09 keeps the first two out of the Near East
WHERE: dict[str, Callable[[State], int]] = {
    "russian": lambda st: st.own[t.RS] & ~nations.near_east(st),
    "british": lambda st: st.own[t.BR] & ~nations.near_east(st),
    "russia": lambda st: p.TERRITORY[t.RS] & st.own[t.RS] & ~nations.near_east(st),
    "france": lambda st: p.COUNTRY["France"] & st.ctrl[t.EP],
    "france-tunisia": lambda st: p.lands("France", "Tunisia") & st.ctrl[t.EP],
    "france-britain": lambda st: p.lands("France", "Great Britain") & st.ctrl[t.EP],
    "italian": lambda st: st.own[t.IT],
    "with-fr": _with("fr"),
    "with-br": _with("br"),
    "with-ge": _with("ge"),
    "with-fr-it": _with("fr", "it"),
    "with-ah": _with("ah"),
    "with-rs": _with("rs"),
    "with-supplied-ge": _with("ge", supplied=True),
    "with-br-ne": _with("br", where="@NE"),
    "with-ge-ukraine": _with("ge", where="Ukraine"),
    "with-br-east": _with("br", where="Armenia+Mesopotamia+North_Persia+South_Persia+Turkish_Arabia"),
    "ep-ne": lambda st: nations.near_east(st) & st.ctrl[t.EP],
    "ukraine-cp": lambda st: p.COUNTRY["Ukraine"] & st.ctrl[t.CP],
    "ep-persia": lambda st: p.PERSIA & st.ctrl[t.EP],
    "ep-armenia": lambda st: p.COUNTRY["Armenia"] & st.ctrl[t.EP],
    "finland": lambda st: p.COUNTRY["Finland"],
    "austria": lambda st: p.COUNTRY["Austria-Hungary"] & st.ctrl[t.CP],
    "arabia": lambda st: p.COUNTRY["Arabian Desert"],
    "libya": lambda st: p.COUNTRY["Libya"] & p.DESERT & ~st.of[t.SI] & ~st.occ[t.EP] & ~st.occ[t.NEUTRAL] & ~st.fort_of[t.NEUTRAL],
    "us": lambda st: p.lands("France", "Great Britain") & st.ctrl[t.EP],
}


def open_places(st: State, u: int, where: str) -> int:
    """The places of an event's word that are open now: no enemies, not closed, room in the stack (5.1f)."""
    side = st.side(u)
    out = WHERE[where](st) & ~st.closed & ~ground.unstackable(st, u)
    return out & ~(st.occ[1 - side] | st.fort_of[1 - side]) if side < 2 else out


def put(s: S, event: str, u: int, where: str) -> Steps:
    """A unit that is neither on the map nor gone comes: the owner chooses the place. Without a place, or while its country is
    neutral, it waits in the Reserve Box (V14, 15.1e)."""
    st = s.state
    if st.at[u] not in (POOL, CASUALTY, BOX):
        s.note("nothing", event, event=event)
        return ()
    if st.side(u) > 1 or not open_places(st, u, where):
        return box(s, event, u)
    return (Muster(event, u, where),)


def box(s: S, event: str, u: int) -> Steps:
    s.state.put(u, BOX)
    s.note("boxed", event, "ditt.15.1e", unit=t.UNITS[u], place="")
    return ()


@dataclass(frozen=True, slots=True)
class Muster(Choice[S]):
    """Where a unit that an event brings takes its place."""

    event: str
    unit: int
    where: str

    def seat(self, s: S) -> int:
        return s.state.side(self.unit)

    def prompt(self, s: S) -> str:
        return f"{t.SIDE_TITLES[self.seat(s)]}, {ev.EVENTS[self.event].name}: choose a place for the {t.unit_title(self.unit)}"

    def actions(self, s: S) -> list[Action]:
        return sorted(("place", p.NUMBER[i]) for i in bits(open_places(s.state, self.unit, self.where))) or [("box",)]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "box":
            return box(s, self.event, self.unit)
        place = p.INDEX[action[1]]
        if self.unit == t.UNIT["bz-exp"]:  # 1917.7.02: it counts as the nation it joins
            mates = {st.serves[v] for v in bits(st.stack_of(place, t.EP))}
            st.set_serves(self.unit, t.FR if t.FR in mates else t.IT)
        return control.deploy(s, self.unit, place, self.event)


@dataclass(frozen=True, slots=True)
class Raise(Auto[S]):
    """A unit stands up in a place, once whoever was there has left it."""

    event: str
    unit: int
    place: int

    def run(self, s: S) -> Steps:
        st = s.state
        side = st.side(self.unit)
        if st.at[self.unit] == GONE or st.occ[1 - side] >> self.place & 1:
            return ()
        return control.deploy(s, self.unit, self.place, self.event)


STEPS = (Muster, Raise)
