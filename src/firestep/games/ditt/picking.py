"""Choices that events leave to a seat: yes or no, one of several, a stack or a unit to point at, places, Divs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.ditt import armenia, control, retreat
from firestep.games.ditt import conditions as c
from firestep.games.ditt import events as ev
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.state import GONE, POOL, State
from firestep.hexmap.grid import bits

S = Session[State]
YES: Action = ("yes",)
NO: Action = ("no",)
PASS: Action = ("pass",)


def title(seat: int, event: str) -> str:
    return f"{t.SIDE_TITLES[seat]}, {ev.EVENTS[event].name}"


# -- yes or no, one of several ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Answer(Choice[S]):
    """May be done, or not."""

    event: str
    who: int
    yes: str
    no: str

    def seat(self, s: S) -> int:
        return self.who

    def prompt(self, s: S) -> str:
        return f"{title(self.who, self.event)}: {ev.EVENTS[self.event].text}"

    def actions(self, s: S) -> list[Action]:
        return [NO, YES]

    def take(self, s: S, action: Action) -> Steps:
        s.note("answers", self.event, event=self.event, side=t.SEATS[self.who], answer=action[0])
        words = self.yes if action == YES else self.no
        return (ev.Do(self.event, words),) if words else ()


@dataclass(frozen=True, slots=True)
class Select(Choice[S]):
    """One of several ways, each with a word."""

    event: str
    who: int
    ways: tuple[str, ...]

    def seat(self, s: S) -> int:
        return self.who

    def prompt(self, s: S) -> str:
        return f"{title(self.who, self.event)}: {ev.EVENTS[self.event].text}"

    def actions(self, s: S) -> list[Action]:
        return sorted(("choose", w.partition(" ")[0]) for w in self.ways)

    def take(self, s: S, action: Action) -> Steps:
        s.note("answers", self.event, event=self.event, side=t.SEATS[self.who], answer=action[1])
        words = next(w.partition(" ")[2] for w in self.ways if w.partition(" ")[0] == action[1])
        return (ev.Do(self.event, words),)


@dataclass(frozen=True, slots=True)
class Peek(Choice[S]):
    """Look at the next chit now: it is drawn early and filed under the seat that saw it (S10)."""

    event: str
    who: int

    def seat(self, s: S) -> int:
        return self.who

    def prompt(self, s: S) -> str:
        return f"{title(self.who, self.event)}: look at the next chit, or not"

    def actions(self, s: S) -> list[Action]:
        return [NO, YES]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        s.note("answers", self.event, event=self.event, side=t.SEATS[self.who], answer=action[0])
        left = bits(st.cup)
        if action == YES and left:
            st.peeked[self.who] = left[s.roll(len(left)) - 1]
        return ()


# -- pointing at something -------------------------------------------------------------------------------------------------

#: sets of units by name: what may be pointed at
UNITS: dict[str, Callable[[State], int]] = {
    "cars": c.cars,
    "river-mines": c.river_mines,
    "amazons": c.amazons,
    "fr-abroad": c.french_abroad,
    "jerusalem": c.near_jerusalem,
    "indian": c.indians,
    "trench-cp": lambda st: c.entrenched(st, t.CP),
    "trench-ep": lambda st: c.entrenched(st, t.EP),
    "anz": lambda st: sum(1 << u for u in t.HELD if t.FLAG[u] == "ANZ" and not st.released >> u & 1),
    "anz-any": lambda st: sum(1 << u for u in range(t.N) if t.FLAG[u] == "ANZ" and st.at[u] > 0),
    "kamerun": lambda st: c.inside(st, c.units(st, "EP"), p.COUNTRY["Kamerun"]),
    "colonial": lambda st: c.inside(st, c.units(st, "EP"), p.COLONIES),
    "senussi": lambda st: sum(1 << u for u in t.UNITS_OF[t.SI] if st.at[u] != GONE),
    "malaria": lambda st: c.inside(st, c.units(st, "EP"), p.lands("Greece", "Serbia")),
    "buddhoos": lambda st: c.inside(st, c.units(st, "EP"), p.PERSIA | p.lands("Mesopotamia", "Turkish Arabia")),
    "taurus": lambda st: c.inside(st, c.units(st, "tu"), p.COUNTRY["Turkish Arabia"]),
    "corfu": lambda st: sum(
        1 << u
        for u in bits(
            c.inside(st, c.units(st, "fr"), p.lands("Austria-Hungary", "Bulgaria", "Greece", "Italy", "Roumania", "Serbia"))
        )
        if t.IS_ARMY[u] and st.divs[u] < t.MOST_DIVS
    ),
}
#: sets of places by name
PLACES: dict[str, Callable[[State], int]] = {
    "revolt": lambda st: st.centres & st.own[t.TU] if armenia.pool(st) else 0,
    "boats": c.lake_boats,
    "colony-free": lambda st: p.POSTS & c.AFRICA & st.ctrl[t.CP] & ~st.forts & ~st.occ[t.EP],
}


def found(st: State, kind: str, what: str) -> dict[str, int]:
    """What may be pointed at: words of actions and the units they mean. A stack is named by its hex."""
    if kind == "place":
        return {p.NUMBER[i]: 1 << i for i in bits(PLACES[what](st))}
    if "/" in what:
        who, whom = what.split("/")
        units = c.beside(st, who, whom)
    elif what.startswith("of-"):
        units = sum(1 << u for u in bits(st.corps[t.NATION[what[3:]]]) if st.at[u] > 0)
    else:
        units = UNITS[what](st)
    if kind == "stack":
        out: dict[str, int] = {}
        for u in bits(units):
            word = p.NUMBER[st.at[u]]
            mates = st.stack_of(st.at[u], st.side(u))
            out[word] = out.get(word, 0) | (mates & st.corps[st.serves[u]] if "/" in what else mates)
        return out
    return {t.UNITS[u]: 1 << u for u in bits(units)}


def suits(st: State, then: str, units: int) -> bool:
    """Pointing must be able to do something: only Divs can be lost, only what is not flipped can be flipped."""
    verb = then.partition(" ")[0]
    if verb in ("lose", "lose-on-6"):
        return any(st.divs[u] for u in bits(units))
    if verb in ("flip", "floods", "amazons"):
        return bool(units & ~st.flipped)
    return True


def options(st: State, kind: str, what: str, then: str) -> dict[str, int]:
    return {w: u for w, u in found(st, kind, what).items() if kind == "place" or suits(st, then, u)}


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
        return f"{title(self.who, self.event)}: point at {kind}{'' if self.must else ', or pass'}"

    def actions(self, s: S) -> list[Action]:
        out: list[Action] = [("point", w) for w in options(s.state, self.kind, self.what, self.then)]
        if not self.must:
            out.append(PASS)
        return sorted(out)

    def take(self, s: S, action: Action) -> Steps:
        if action == PASS:
            s.note("answers", self.event, event=self.event, side=t.SEATS[self.who], answer="no")
            return ()
        s.note("points", self.event, event=self.event, side=t.SEATS[self.who], at=action[1])
        chosen = found(s.state, self.kind, self.what)[action[1]]
        verb, _, rest = self.then.partition(" ")
        return THEN[verb](s, self.event, chosen, rest)


def _flip(s: S, event: str, units: int, rest: str) -> Steps:
    control.flip(s, units, event)
    return ()


def _lose(s: S, event: str, units: int, rest: str) -> Steps:
    k = ev.amount(s, event, rest)
    armies = tuple(u for u in bits(units) if s.state.divs[u])
    return (Strike(event, armies, k),) if armies and k else ()


def _lose_on_six(s: S, event: str, units: int, rest: str) -> Steps:
    return _lose(s, event, units, rest) if ev.roll(s, event, 1) == 6 else ()


def _casualty(s: S, event: str, units: int, rest: str) -> Steps:
    for u in bits(units):
        ev.casualty(s, event, t.UNITS[u])
    return ()


def _remove(s: S, event: str, units: int, rest: str) -> Steps:
    for u in bits(units):
        control.remove(s, u, event)
    return ()


def _release(s: S, event: str, units: int, rest: str) -> Steps:
    for u in bits(units):
        ev.release(s, event, t.UNITS[u])
    return ()


def _floods(s: S, event: str, units: int, rest: str) -> Steps:
    """A Serb Army flips, and with it every CP Army next to it (1915.5.05)."""
    st = s.state
    near = c.inside(st, c.units(st, "CP"), p.contact(False).spread(c.places_of(st, units)))
    control.flip(s, units | near, event)
    return ()


def _amazons(s: S, event: str, units: int, rest: str) -> Steps:
    """A CP Army flips, and one Russian Army next to it (1917.5.03)."""
    st = s.state
    control.flip(s, units, event)
    place = st.at[bits(units)[0]]
    return (FlipBeside(event, place),)


def _raise(s: S, event: str, places: int, rest: str) -> Steps:
    """An Armenian Army rises in a Population Centre that Turkey controls; it is that marker's levy (N12)."""
    st = s.state
    place = bits(places)[0]
    st.recruited |= places
    from firestep.games.ditt.mustering import Raise  # mustering asks with these choices

    return (*retreat.ousted(s, t.CP, place), Raise(event, armenia.pool(st)[0], place))


def _colony_on_six(s: S, event: str, places: int, rest: str) -> Steps:
    if ev.roll(s, event, 1) == 6:
        s.state.forts &= ~places
        s.state.derive_forts()
        s.note("fort-falls", event, place=p.NUMBER[bits(places)[0]])
    return ()


def _colony(s: S, event: str, places: int, rest: str) -> Steps:
    s.state.forts |= places
    s.state.derive_forts()
    s.note("coin-placed", event, place=p.NUMBER[bits(places)[0]])
    return ()


def _add_div(s: S, event: str, units: int, rest: str) -> Steps:
    u = bits(units)[0]
    control.gain(s.state, u, 1)
    s.note("gains", event, unit=t.UNITS[u], divs=1, total=s.state.divs[u])
    control.change_max(s, t.FR, 1, event)
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


# -- Divs ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Strike(Choice[S]):
    """The owner names which Divs of a stack are destroyed (E01)."""

    event: str
    units: tuple[int, ...]
    left: int

    def seat(self, s: S) -> int:
        side = s.state.side(self.units[0])
        return side if side < 2 else t.EP

    def prompt(self, s: S) -> str:
        return f"{title(self.seat(s), self.event)}: {self.left} Divs are lost; name which"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        return sorted(("lose", t.UNITS[u], str(k)) for u in self.units for k in range(1, min(self.left, st.divs[u]) + 1)) or [
            ("done",)
        ]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "done":
            return ()
        k = int(action[2])
        control.lose(s, t.UNIT[action[1]], k, self.event)
        units = tuple(u for u in self.units if s.state.divs[u])
        return (Strike(self.event, units, self.left - k),) if self.left > k and units else ()


@dataclass(frozen=True, slots=True)
class Gain(Choice[S]):
    """The owner allots new Divs to Armies on the map, and to Reserves unless they must go to the map (3.0q, S14)."""

    event: str
    nation: int
    left: int
    on_map: bool

    def seat(self, s: S) -> int:
        side = s.state.allegiance[self.nation]
        return side if side < 2 else t.EP

    def prompt(self, s: S) -> str:
        return f"{title(self.seat(s), self.event)}: {self.left} new {t.ADJECTIVE[self.nation]} Divs; name where"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        out: list[Action] = [] if self.on_map else [("reserves", str(k)) for k in range(1, self.left + 1)]
        for u in t.ARMIES_OF[self.nation]:
            if st.at[u] > 0 and st.serves[u] == self.nation:
                out += [("gain", t.UNITS[u], str(k)) for k in range(1, min(self.left, t.MOST_DIVS - st.divs[u]) + 1)]
        return sorted(out) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "done":
            return ()
        k = int(action[-1])
        if action[0] == "reserves":
            control.add_reserves(s, self.nation, k, self.event, "ditt.3.0q", frozen=st.chit_phase == 1)
        else:
            u = t.UNIT[action[1]]
            control.gain(st, u, k)
            s.note("gains", self.event, "ditt.3.0q", unit=action[1], divs=k, total=st.divs[u])
        return (Gain(self.event, self.nation, self.left - k, self.on_map),) if self.left > k else ()


@dataclass(frozen=True, slots=True)
class Recall(Choice[S]):
    """The owner sends Divs that stand in a region to Reserves, where they are frozen (S08)."""

    event: str
    nation: int
    where: str
    left: int

    def seat(self, s: S) -> int:
        side = s.state.allegiance[self.nation]
        return side if side < 2 else t.EP

    def prompt(self, s: S) -> str:
        return f"{title(self.seat(s), self.event)}: {self.left} {t.ADJECTIVE[self.nation]} Divs go to Reserves; name which"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        here = c.region(st, self.where)
        return sorted(
            ("recall", t.UNITS[u], str(k))
            for u in t.ARMIES_OF[self.nation]
            if st.at[u] > 0 and here >> st.at[u] & 1
            for k in range(1, min(self.left, st.divs[u]) + 1)
        ) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "done":
            return ()
        u, k = t.UNIT[action[1]], int(action[2])
        st.divs[u] -= k
        control.add_reserves(s, self.nation, k, self.event, frozen=st.chit_phase == 1)
        if not st.divs[u]:
            st.put(u, POOL)
        return (Recall(self.event, self.nation, self.where, self.left - k),) if self.left > k else ()


# -- flips -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FlipMany(Choice[S]):
    """So many Armies of some nations are flipped, one after the other (1917.6.02, 1918.5.09)."""

    event: str
    who: int
    nations: str
    left: int

    def seat(self, s: S) -> int:
        return self.who

    def prompt(self, s: S) -> str:
        return f"{title(self.who, self.event)}: flip {self.left} more"

    def units(self, st: State) -> int:
        return c.units(st, self.nations) & ~st.flipped

    def actions(self, s: S) -> list[Action]:
        return sorted(("point", t.UNITS[u]) for u in bits(self.units(s.state))) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "done":
            return ()
        control.flip(s, 1 << t.UNIT[action[1]], self.event)
        return (FlipMany(self.event, self.who, self.nations, self.left - 1),) if self.left > 1 else ()


@dataclass(frozen=True, slots=True)
class FlipBeside(Choice[S]):
    """The EP flips one Russian Army next to the one it pointed at (1917.5.03)."""

    event: str
    place: int

    def seat(self, s: S) -> int:
        return t.EP

    def prompt(self, s: S) -> str:
        return f"{title(t.EP, self.event)}: flip a Russian Army next to {p.place(self.place)}"

    def units(self, st: State) -> int:
        return c.inside(st, c.units(st, "rs"), p.contact(False).spread(1 << self.place)) & ~st.flipped

    def actions(self, s: S) -> list[Action]:
        return sorted(("point", t.UNITS[u]) for u in bits(self.units(s.state))) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] != "done":
            control.flip(s, 1 << t.UNIT[action[1]], self.event)
        return ()


# -- coins of the colonies -------------------------------------------------------------------------------------------------


def uproot(s: S, event: str, place: int) -> None:
    """A coin of a colonial map is removed."""
    s.state.forts &= ~(1 << place)
    s.state.derive_forts()
    s.note("fort-falls", event, place=p.NUMBER[place])


@dataclass(frozen=True, slots=True)
class Uproot(Choice[S]):
    """The EP names the coins that are removed, one after the other (1915.3.04)."""

    event: str
    where: str
    left: int

    def seat(self, s: S) -> int:
        return t.EP

    def prompt(self, s: S) -> str:
        return f"{title(t.EP, self.event)}: remove a German coin ({self.left} to go)"

    def places(self, st: State) -> int:
        return st.forts & p.POSTS & c.lands(self.where)

    def actions(self, s: S) -> list[Action]:
        return sorted(("point", p.NUMBER[i]) for i in bits(self.places(s.state)))

    def take(self, s: S, action: Action) -> Steps:
        uproot(s, self.event, p.INDEX[action[1]])
        return (Uproot(self.event, self.where, self.left - 1),) if self.left > 1 else ()


STEPS = (Answer, FlipBeside, FlipMany, Gain, Peek, Point, Recall, Select, Strike, Uproot)
