"""Events that let a seat point at a stack, a unit or a place (ditt.3.0r), and what they do to it. `target_refusals` says why a
target is not legal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.ditt.combat import retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import choices, conditions, statements
from firestep.games.ditt.events.arrivals import Raise
from firestep.games.ditt.events.event_table import EVENTS, PASS, title
from firestep.games.ditt.events.single_event_choices import free_areas, place_coin
from firestep.games.ditt.nations import armenia, control
from firestep.games.ditt.state import GONE, State
from firestep.hexmap.grid import bits

S = Session[State]

#: sets of units by name: what may be pointed at
UNITS: dict[str, Callable[[State], int]] = {
    "cars": conditions.cars,
    "river-mines": conditions.river_mines,
    "amazons": conditions.amazons,
    "fr-abroad": conditions.french_abroad,
    "jerusalem": conditions.near_jerusalem,
    "indian": conditions.indians,
    "trench-cp": lambda st: conditions.entrenched(st, tables.CP),
    "trench-ep": lambda st: conditions.entrenched(st, tables.EP),
    "anz": lambda st: sum(1 << u for u in tables.HELD if tables.FLAG[u] == "ANZ" and not st.released >> u & 1),
    "anz-any": lambda st: sum(1 << u for u in range(tables.N) if tables.FLAG[u] == "ANZ" and st.at[u] > 0),
    "kamerun": lambda st: conditions.inside(st, conditions.units(st, "EP"), places.COUNTRY["Kamerun"]),
    "colonial": lambda st: conditions.inside(st, conditions.units(st, "EP"), places.COLONIES),
    "senussi": lambda st: sum(1 << u for u in tables.UNITS_OF[tables.SI] if st.at[u] != GONE),
    "malaria": lambda st: conditions.inside(st, conditions.units(st, "EP"), places.lands("Greece", "Serbia")),
    "buddhoos": lambda st: conditions.inside(
        st, conditions.units(st, "EP"), places.PERSIA | places.lands("Mesopotamia", "Turkish Arabia")
    ),
    "taurus": lambda st: conditions.inside(st, conditions.units(st, "tu"), places.COUNTRY["Turkish Arabia"]),
    "corfu": lambda st: sum(
        1 << u
        for u in bits(
            conditions.inside(
                st, conditions.units(st, "fr"), places.lands("Austria-Hungary", "Bulgaria", "Greece", "Italy", "Roumania", "Serbia")
            )
        )
        if tables.IS_ARMY[u]
    ),
}
#: sets of places by name
PLACES: dict[str, Callable[[State], int]] = {
    "revolt": lambda st: st.centres & st.own[tables.TU] if armenia.not_yet_raised(st) else 0,
    "boats": conditions.lake_boats,
    "colony-free": lambda st: free_areas(st, conditions.AFRICA),
}


def candidates(st: State, kind: str, what: str, then: str) -> dict[str, int]:
    """Returns what a seat may point at: words of actions, and the units they mean. A stack is named by its hex and flips as a
    whole. Where an event names two neighbours, only the first nation loses Divs."""
    if kind == "place":
        return {places.NUMBER[i]: 1 << i for i in bits(PLACES[what](st))}
    if "/" in what:
        who, whom = what.split("/")
        units = conditions.adjacent_units(st, who, whom)
    elif what.startswith("of-"):
        units = sum(1 << u for u in bits(st.corps[tables.NATION[what[3:]]]) if st.at[u] > 0)
    else:
        units = UNITS[what](st)
    if kind == "stack":
        out: dict[str, int] = {}
        for u in bits(units):
            word = places.NUMBER[st.at[u]]
            mates = st.stack_of(st.at[u], st.side(u))
            out[word] = out.get(word, 0) | (mates & st.corps[st.serves[u]] if "/" in what and then != "flip" else mates)
        return out
    return {tables.UNITS[u]: 1 << u for u in bits(units)}


def can_have_effect(st: State, then: str, units: int) -> bool:
    """Whether an event can do something to these units: only Divs can be lost, only unflipped units can flip."""
    verb = then.partition(" ")[0]
    if verb in ("lose", "lose-on-6"):
        return any(st.divs[u] for u in bits(units))
    if verb in ("flip", "floods", "amazons"):
        return bool(units & ~st.flipped)
    return True


def options(st: State, kind: str, what: str, then: str) -> dict[str, int]:
    return {w: u for w, u in candidates(st, kind, what, then).items() if kind == "place" or can_have_effect(st, then, u)}


def point(s: S, event: str, who: int, must: bool, kind: str, what: str, then: str) -> Steps:
    """Ask, if there is anything to point at."""
    if not options(s.state, kind, what, then):
        s.note("nothing", event, event=event)
        return ()
    return (Point(event, who, must, kind, what, then),)


@dataclass(frozen=True, slots=True)
class Point(Choice[S]):
    """Point at a stack, a unit or a place."""

    event: str
    who: int
    must: bool
    kind: str
    what: str
    then: str

    def seat(self, s: S) -> int:
        return self.who

    def prompt(self, s: S) -> str:
        kind = {"stack": "a stack", "place": "a place"}.get(self.kind, "a unit")
        return f"{title(self.who, self.event)}: {EVENTS[self.event].text} Point at {kind}{'' if self.must else ', or pass'}"

    def actions(self, s: S) -> list[Action]:
        out: list[Action] = [("point", w) for w in options(s.state, self.kind, self.what, self.then)]
        if not self.must:
            out.append(PASS)
        return sorted(out)

    def take(self, s: S, action: Action) -> Steps:
        if action == PASS:
            s.note("answers", self.event, event=self.event, side=tables.SEATS[self.who], answer="no")
            return ()
        s.note("points", self.event, event=self.event, side=tables.SEATS[self.who], at=action[1])
        chosen = candidates(s.state, self.kind, self.what, self.then)[action[1]]
        verb, _, rest = self.then.partition(" ")
        return THEN[verb](s, self.event, chosen, rest)


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
    near = conditions.inside(st, conditions.units(st, "CP"), places.adjacency(False).spread(conditions.places_of(st, units)))
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
