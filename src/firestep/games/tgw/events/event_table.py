"""The table of events (tgw.6.0): what the chit of each event says, and which effects act.

`data/events.csv` holds every event. `rows.py` says what its columns mean.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import NamedTuple

from firestep.engine.offer import Window, fitting
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.components import roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.state import AVAIL, AVAIL_NE, State
from firestep.hexmap.grid import bits

S = Session[State]
#: turns that "the next three" means (E23)
THREE = 3
#: the rule by which each effect ends
ENDS = {
    "atrocity": "tgw.6.25a",
    "conrad": "tgw.6.29i",
    "enver": "tgw.6.29b",
    "haig": "tgw.6.29i",
    "influenza": "tgw.6.57a",
    "interdiction": "tgw.6.3f",
    "mutiny": "tgw.6.46a",
    "paralysis": "tgw.6.42a",
    "typhus": "tgw.6.56d",
    "winter": "tgw.6.28a",
}


class Event(NamedTuple):
    id: str
    name: str
    text: str
    #: the diagonal of the chit: europe, neareast (tgw.3.25n), or none for a chit that is not used
    set: str
    #: the words of its rules; empty for an event with a class of its own (`event_rules.py`)
    moment: str
    fits: tuple[str, ...]
    do: tuple[str, ...]
    void: str
    back: str


def _read() -> dict[str, Event]:
    with (tables.DATA / "events.csv").open(encoding="utf-8", newline="") as f:
        return {
            row["id"].removeprefix("tgw.ev."): Event(
                row["id"],
                row["name"],
                row["text"],
                row["set"],
                row["moment"],
                tuple(filter(None, row["fits"].split(", "))),
                tuple(filter(None, row["do"].split("; "))),
                row["void"],
                row["back"],
            )
            for row in csv.DictReader(f)
        }


EVENTS = _read()
NO_EVENT = OF_EVENT["noevent"]
ITALIAN_CHIT = OF_EVENT["entry.italy"]


def in_play(st: State, event: str) -> bool:
    """An event with a lasting effect has been played and not ended."""
    return bool(st.play & OF_EVENT[event])


def neutral(st: State, nation: int) -> bool:
    return st.allegiance[nation] == tables.NEUTRAL


def arab_unit(st: State) -> int:
    """The Arab unit on the map, as a set."""
    return sum(1 << u for u in bits(roster.CORPS[tables.AB]) if st.at[u] > 0)


def hidden_hands(st: State) -> bool:
    """Held chits are seen by their owner alone: by agreement (tgw.6.1.7a), and where the Mutiny may be hidden among them."""
    return st.options.get("hands") == "hidden" or st.options.get("mutiny") == "hidden"  # tgw.6.1.7a


@dataclass(frozen=True, slots=True)
class Moment(Auto[S]):
    """A moment for plays. With hidden hands whoever holds anything is asked, since being asked must not tell what it is."""

    moment: str
    seats: tuple[int, ...]

    def run(self, s: S) -> Steps:
        if not hidden_hands(s.state):
            return (Window(self.moment, self.seats),)
        seats = tuple(x for x in self.seats if s.state.hand[x] or fitting(s, self.moment, x))
        return (Window(self.moment, seats, always=True),) if seats else ()


def act_now(st: State, name: str, turns: int = 1) -> None:
    """An effect acts this turn, or this and the turns after it."""
    st.until[f"{name}-from"], st.until[name] = st.turn, st.turn + turns - 1


def act_next(st: State, name: str) -> None:
    """An effect acts in the three turns after this one (E23)."""
    st.until[f"{name}-from"], st.until[name] = st.turn + 1, st.turn + THREE


def home_box(u: int) -> int:
    """The Available Units Box of a unit that comes for the first time (tgw.5.11a)."""
    return AVAIL_NE if roster.NEAR_EAST >> u & 1 else AVAIL  # tgw.5.11a


def on_map(st: State, units: int) -> int:
    """The hexes in which some of these units stand."""
    out = 0
    for u in bits(units):
        if st.at[u] > 0:
            out |= 1 << st.at[u]
    return out


def russians_at(st: State) -> int:
    """Hexes with Russians: Czarist, Provisional Government, Red, Armenian (P16)."""
    return on_map(st, roster.CORPS[tables.RU] | roster.CORPS[tables.PG] | roster.CORPS[tables.ARM])
