"""Lawrence of Arabia's raids (tgw.6.24, tgw.6.26) and the Russian Persian Expeditionary Force (tgw.17.21): two small ventures of
the Allies."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.events.event_table import Moment
from firestep.games.tgw.movement import areas, control, stacking
from firestep.games.tgw.state import AVAIL_NE, State
from firestep.games.tgw.supply.supply import supplied
from firestep.hexmap.grid import bits

S = Session[State]
PASS: Action = ("pass",)
#: towns, not cities, of Palestine (tgw.6.24b)
TARGETS = board.TOWN & ~board.CITY & board.PALESTINE
TABRIZ, HAMADAN = board.INDEX["N3045"], board.INDEX["N2436"]
#: units of the expedition (tgw.17.21f)
FORCE = 3


def may_raid(st: State) -> bool:
    """Lawrence is in play, has not raided since the last Strategic Turn, and the Arab army has not risen (tgw.6.24a, tgw.6.24e)."""
    return (
        bool(st.play & OF_EVENT["lawrence"])
        and not st.play & OF_EVENT["ana"]  # tgw.6.24e
        and not st.tally.get("lawrence-raid")
        and st.near_east_open
    )


def raided(st: State) -> int:
    """The town that a raid closes to strategic movement this turn, as a set (tgw.6.24b)."""
    return 1 << st.tally["raid-hex"] if st.tally.get("raid-hex") else 0


@dataclass(frozen=True, slots=True)
class LawrenceRaid(Auto[S]):
    """At the beginning of the strategic movement of the Central Powers (tgw.6.24b)."""

    def run(self, s: S) -> Steps:
        return (RaidTown(),) if may_raid(s.state) else ()


@dataclass(frozen=True, slots=True)
class RaidTown(Choice[S]):
    """Lawrence raids a town of Palestine, whoever stands there (tgw.6.24b, tgw.6.24c)."""

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return "Allies: which town does Lawrence raid? Nothing moves into it or out of it by rail this turn; or pass"

    def actions(self, s: S) -> list[Action]:
        return sorted([PASS, *(("raid", n) for n in board.numbers(TARGETS))])  # tgw.6.24c

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action == PASS:
            return ()
        st.tally["raid-hex"] = board.INDEX[action[1]]
        st.tally["lawrence-raid"] = 1
        s.note("lawrence-raids", "tgw.6.24b", place=action[1])
        return (Moment("raid", (tables.CENTRAL,)),)


# -- the Persian Expeditionary Force (tgw.17.21f to tgw.17.21i)
# ----------------------------------------------------------------------


def may_send(st: State) -> bool:
    """Once, from Jan/Feb 1916 until the Czar falls, while Tabriz is Allied (tgw.17.21f)."""
    return (
        st.near_east_open
        and not st.flag("pef-sent")
        and not st.flag("czar-fell")
        and st.turn >= areas.PEF_OPENS
        and bool(st.ctrl[tables.ALLIED] >> TABRIZ & 1)
        and bool(candidates(st))
    )


def candidates(st: State) -> int:
    """Russian units on the Caucasus Front that may go."""
    front = board.FRONT["NC"]
    return sum(1 << u for u in bits(roster.CORPS[tables.RU]) if st.at[u] > 0 and front >> st.at[u] & 1)


@dataclass(frozen=True, slots=True)
class Persia(Auto[S]):
    """In the Allied movement of the Eastern Theater the force may be sent, as the whole move of its units (E87)."""

    def run(self, s: S) -> Steps:
        return (SendForce(FORCE),) if may_send(s.state) else ()


@dataclass(frozen=True, slots=True)
class SendForce(Choice[S]):
    left: int

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return f"Allies: send Russian units from the Caucasus to Hamadan, once in the game ({self.left} may go), or pass"

    def actions(self, s: S) -> list[Action]:
        st = s.state
        by_place: dict[int, int] = {}
        for u in bits(candidates(st)):
            by_place[st.at[u]] = by_place.get(st.at[u], 0) | 1 << u
        return sorted(
            [
                PASS,
                *(
                    ("send", roster.UNITS[u])
                    for units in by_place.values()
                    for u in roster.one_of_each(units)
                    if stacking.room(st, HAMADAN, 1 << u, tables.ALLIED)
                ),
            ]
        )

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action == PASS:
            return ()
        u = roster.UNIT[action[1]]
        st.set_flag("pef-sent")
        st.put(u, HAMADAN)
        st.pef |= 1 << u
        st.moved |= 1 << u
        s.note("pef", "tgw.17.21f", unit=action[1])
        first = control.enter(s, 1 << u, (HAMADAN,))
        return (*first, SendForce(self.left - 1)) if self.left > 1 and candidates(st) else first


def force(st: State) -> list[int]:
    """Units of the force on the Iraqi Front."""
    return [u for u in bits(st.pef) if st.at[u] > 0 and board.FRONT["NI"] >> st.at[u] & 1]


@dataclass(frozen=True, slots=True)
class PersiaEnds(Auto[S]):
    """At the end of a turn the whole force, if all of it is in supply, may go home (tgw.17.21i, E87)."""

    def run(self, s: S) -> Steps:
        st = s.state
        units = force(st)
        return (LeavePersia(),) if units and all(supplied(st, u) for u in units) and not st.flag("treaty") else ()


@dataclass(frozen=True, slots=True)
class LeavePersia(Choice[S]):
    """The whole force goes home, or stays (tgw.17.21i)."""

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return "Allies: withdraw the Persian Expeditionary Force for good, or let it stay?"

    def actions(self, s: S) -> list[Action]:
        return [("stay",), ("withdraw",)]

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        if action == ("withdraw",):
            units = force(st)
            for u in units:
                st.put(u, AVAIL_NE)
            st.set_flag("pef-home")
            s.note("pef-home", "tgw.17.21i", units=[roster.UNITS[u] for u in units])
        return ()
