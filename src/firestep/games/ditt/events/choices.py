"""Choices that events leave to a seat: yes or no, one of several, Divs, flips, coins. Pointing at something is in targets.py."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.display.names import lost
from firestep.games.ditt.events import conditions, event_table, events
from firestep.games.ditt.events.event_table import NO, YES, title
from firestep.games.ditt.movement import areas
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits

S = Session[State]


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
        return f"{title(self.who, self.event)}: {event_table.EVENTS[self.event].text} Shall it be done?"

    def actions(self, s: S) -> list[Action]:
        return [NO, YES]

    def take(self, s: S, action: Action) -> Steps:
        s.note("answers", self.event, event=self.event, side=tables.SEATS[self.who], answer=action[0])
        words = self.yes if action == YES else self.no
        return (events.Do(self.event, words),) if words else ()


@dataclass(frozen=True, slots=True)
class Select(Choice[S]):
    """One of several ways, each with a word."""

    event: str
    who: int
    ways: tuple[str, ...]

    def seat(self, s: S) -> int:
        return self.who

    def prompt(self, s: S) -> str:
        return f"{title(self.who, self.event)}: {event_table.EVENTS[self.event].text}"

    def actions(self, s: S) -> list[Action]:
        return sorted(("choose", w.partition(" ")[0]) for w in self.ways)

    def take(self, s: S, action: Action) -> Steps:
        s.note("answers", self.event, event=self.event, side=tables.SEATS[self.who], answer=action[1])
        words = next(w.partition(" ")[2] for w in self.ways if w.partition(" ")[0] == action[1])
        return (events.Do(self.event, words),)


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
        s.note("answers", self.event, event=self.event, side=tables.SEATS[self.who], answer=action[0])
        left = bits(st.cup)
        if action == YES and left:
            st.peeked[self.who] = left[s.roll(len(left)) - 1]
        return ()


# -- Divs ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Strike(Choice[S]):
    """The owner names which Divs of a stack are destroyed (E01)."""

    event: str
    units: tuple[int, ...]
    left: int

    def seat(self, s: S) -> int:
        return s.state.chooser(s.state.serves[self.units[0]])

    def prompt(self, s: S) -> str:
        return f"{title(self.seat(s), self.event)}: {lost(self.left, self.whose())}; name which"

    def whose(self) -> str:
        nations = {tables.UNIT_NATION[u] for u in self.units}
        return f"{tables.ADJECTIVE[nations.pop()]} " if len(nations) == 1 else ""

    def actions(self, s: S) -> list[Action]:
        st = s.state
        return sorted(("lose", tables.UNITS[u], str(k)) for u in self.units for k in range(1, min(self.left, st.divs[u]) + 1)) or [
            ("done",)
        ]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "done":
            return ()
        k = int(action[2])
        control.lose(s, tables.UNIT[action[1]], k, self.event)
        units = tuple(u for u in self.units if s.state.divs[u])
        return (Strike(self.event, units, self.left - k),) if self.left > k and units else ()


@dataclass(frozen=True, slots=True)
class Gain(Choice[S]):
    """The owner allots new Divs to Armies on the map, within the limits of the Near East (ditt.6.3), and to Reserves unless they
    must go to the map (ditt.3.0q, S14)."""

    event: str
    nation: int
    left: int
    on_map: bool

    def seat(self, s: S) -> int:
        return s.state.chooser(self.nation)

    def prompt(self, s: S) -> str:
        divs = "Div" if self.left == 1 else "Divs"
        return f"{title(self.seat(s), self.event)}: {self.left} new {tables.ADJECTIVE[self.nation]} {divs}: choose where"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        out: list[Action] = [] if self.on_map else [("reserves", str(k)) for k in range(1, self.left + 1)]
        for u in tables.ARMIES_OF[self.nation]:
            if st.at[u] > 0 and st.serves[u] == self.nation:
                out += [("gain", tables.UNITS[u], str(k)) for k in range(1, min(self.left, areas.room(st, u)) + 1)]
        return sorted(out) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "done":  # Armies that are full leave the rest to Reserves (L06); without an Army nothing happens (G03)
            if st.corps[self.nation] & tables.ARMIES[self.nation] & st.afield:
                control.add_reserves(s, self.nation, self.left, self.event, "ditt.4.2b", frozen=st.chit_phase == 1)
            else:
                s.note("nothing", self.event, event=self.event)
            return ()
        k = int(action[-1])
        if action[0] == "reserves":
            control.add_reserves(s, self.nation, k, self.event, "ditt.3.0q", frozen=st.chit_phase == 1)
        else:
            u = tables.UNIT[action[1]]
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
        return s.state.chooser(self.nation)

    def prompt(self, s: S) -> str:
        return f"{title(self.seat(s), self.event)}: {self.left} {tables.ADJECTIVE[self.nation]} Divs go to Reserves; name which"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        here = conditions.region(st, self.where)
        return sorted(
            ("recall", tables.UNITS[u], str(k))
            for u in tables.ARMIES_OF[self.nation]
            if st.at[u] > 0 and here >> st.at[u] & 1
            for k in range(1, min(self.left, st.divs[u]) + 1)
        ) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action[0] == "done":
            return ()
        u, k = tables.UNIT[action[1]], int(action[2])
        control.send(s, u, k, self.event, frozen=st.chit_phase == 1)
        return (Recall(self.event, self.nation, self.where, self.left - k),) if self.left > k else ()


# -- flips -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FlipMany(Choice[S]):
    """So many Armies of some nations are flipped, one after the other (ditt.ev.1917.6.02, ditt.ev.1918.5.09)."""

    event: str
    who: int
    nations: str
    left: int

    def seat(self, s: S) -> int:
        return self.who

    def prompt(self, s: S) -> str:
        return f"{title(self.who, self.event)}: name {self.left} more units that can do nothing in this turn"

    def units(self, st: State) -> int:
        return conditions.units(st, self.nations) & ~st.flipped

    def actions(self, s: S) -> list[Action]:
        return sorted(("point", tables.UNITS[u]) for u in bits(self.units(s.state))) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] == "done":
            return ()
        control.flip(s, 1 << tables.UNIT[action[1]], self.event)
        return (FlipMany(self.event, self.who, self.nations, self.left - 1),) if self.left > 1 else ()


@dataclass(frozen=True, slots=True)
class FlipBeside(Choice[S]):
    """The EP flips one Russian Army next to the one it pointed at (ditt.ev.1917.5.03)."""

    event: str
    place: int

    def seat(self, s: S) -> int:
        return tables.EP

    def prompt(self, s: S) -> str:
        return (
            f"{title(tables.EP, self.event)}: name a Russian Army next to {places.place(self.place)}; it does "
            "nothing more in this turn"
        )

    def units(self, st: State) -> int:
        return conditions.inside(st, conditions.units(st, "rs"), places.adjacency(False).spread(1 << self.place)) & ~st.flipped

    def actions(self, s: S) -> list[Action]:
        return sorted(("point", tables.UNITS[u]) for u in bits(self.units(s.state))) or [("done",)]

    def take(self, s: S, action: Action) -> Steps:
        if action[0] != "done":
            control.flip(s, 1 << tables.UNIT[action[1]], self.event)
        return ()


# -- coins of the colonies -------------------------------------------------------------------------------------------------


def uproot(s: S, event: str, place: int) -> None:
    """A coin of a colonial map is removed."""
    s.state.forts &= ~(1 << place)
    s.state.derive_forts()
    s.note("fort-falls", event, place=places.NUMBER[place])


@dataclass(frozen=True, slots=True)
class Uproot(Choice[S]):
    """The EP names the coins that are removed, one after the other (ditt.ev.1915.3.04)."""

    event: str
    where: str
    left: int

    def seat(self, s: S) -> int:
        return tables.EP

    def prompt(self, s: S) -> str:
        return f"{title(tables.EP, self.event)}: remove a German coin ({self.left} to go)"

    def places(self, st: State) -> int:
        return st.forts & places.COLONIAL_COINS & conditions.lands(self.where)

    def actions(self, s: S) -> list[Action]:
        return sorted(("point", places.NUMBER[i]) for i in bits(self.places(s.state)))

    def take(self, s: S, action: Action) -> Steps:
        uproot(s, self.event, places.INDEX[action[1]])
        return (Uproot(self.event, self.where, self.left - 1),) if self.left > 1 else ()
