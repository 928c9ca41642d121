"""Lawrence of Arabia's raids (tgw.6.24, tgw.6.26) and the Russian Persian Expeditionary Force (tgw.17.21): two small ventures of
the Allies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, Condition, Pick, Question, Word, kept
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw import requirements as need
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.components.things import HEX, NO_HEX, UNIT
from firestep.games.tgw.events.event_rules import EventRules, declared, played
from firestep.games.tgw.events.event_table import Moment
from firestep.games.tgw.movement import areas, control, stacking
from firestep.games.tgw.state import AVAIL_NE, State
from firestep.games.tgw.supply.supply import supplied
from firestep.hexmap.grid import bits

S = Session[State]
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
class RaidTown(Question[S]):
    """Lawrence raids a town of Palestine, whoever stands there (tgw.6.24b, tgw.6.24c)."""

    says = ("pass", "raid place")

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return "Allies: which town does Lawrence raid? Nothing moves into it or out of it by rail this turn; or pass"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("pass")
        target = Condition("tgw.6.24b", TARGETS, "Lawrence raids a town, no city, of Palestine, and {x} is none")
        yield Pick("raid", HEX, (target,), self.raid, wrong=NO_HEX)  # tgw.6.24c

    def raid(self, s: S, town: int) -> Steps:
        st = s.state
        st.tally["raid-hex"] = town
        st.tally["lawrence-raid"] = 1
        s.note("lawrence-raids", "tgw.6.24b", place=board.NUMBER[town])
        return (Moment("raid", (tables.CENTRAL,)),)


@declared("lawcapt")
class LawrenceCaptured(EventRules):
    """Lawrence's raid fails, and on 5 or 6 he is gone (tgw.6.26a, tgw.6.26b)."""

    moment = "raid"
    gone = True
    void = (played("ana"),)  # tgw.6.26c

    def effect(self, s: S, c: int) -> Steps:
        st = s.state
        die = s.roll()
        st.tally.pop("raid-hex", None)  # tgw.6.26a
        s.note("lawrence-captured", "tgw.6.26a", "tgw.6.26b", die=die, gone=die >= 5)
        if die >= 5:  # tgw.6.26b
            st.play &= ~OF_EVENT["lawrence"]
            st.spent |= OF_EVENT["lawrence"]
        return ()


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


def may_go(st: State) -> Iterator[Condition]:
    """Yields the conditions of a unit of the force. To go to Hamadan is its whole move (E87)."""
    rule = "tgw.17.21f"
    yield Condition(rule, roster.CORPS[tables.RU], "{x} is not Russian")
    yield need.on(rule, st, board.FRONT["NC"], "on the Caucasus Front")
    yield Condition(rule, ~st.moved, "{x} has moved, and to go to Hamadan is a whole move")


def candidates(st: State) -> int:
    """Returns the Russian units on the Caucasus Front that may go."""
    return kept(may_go(st), UNIT.all)


@dataclass(frozen=True, slots=True)
class Persia(Auto[S]):
    """In the Allied movement of the Eastern Theater the force may be sent, as the whole move of its units (E87)."""

    def run(self, s: S) -> Steps:
        return (SendForce(FORCE),) if may_send(s.state) else ()


@dataclass(frozen=True, slots=True)
class SendForce(Question[S]):
    """The Allies send Russian units to Hamadan, one after the other (tgw.17.21f)."""

    left: int
    says = ("pass", "send unit")

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return f"Allies: send Russian units from the Caucasus to Hamadan, once in the game ({self.left} may go), or pass"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("pass")
        yield Pick("send", UNIT, self.units(s.state), self.send)

    def units(self, st: State) -> Iterator[Condition]:
        yield from may_go(st)
        able = candidates(st)
        yield need.one_of_each("tgw.17.21f", *(able & st.stack(i) for i in {st.at[u] for u in bits(able)}))

        def with_room(units: int) -> int:
            return sum(1 << u for u in bits(units) if stacking.room(st, HAMADAN, 1 << u, tables.ALLIED))

        yield Condition("tgw.7.22a", with_room, "Hamadan has no room for {x}")

    def send(self, s: S, u: int) -> Steps:
        st = s.state
        st.set_flag("pef-sent")
        st.put(u, HAMADAN)
        st.pef |= 1 << u
        st.moved |= 1 << u
        s.note("pef", "tgw.17.21f", unit=roster.UNITS[u])
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
class LeavePersia(Question[S]):
    """The whole force goes home, or stays (tgw.17.21i)."""

    says = ("stay", "withdraw")

    def seat(self, s: S) -> int:
        return tables.ALLIED

    def prompt(self, s: S) -> str:
        return "Allies: withdraw the Persian Expeditionary Force for good, or let it stay?"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("stay")
        yield Word("withdraw", then=self.withdraw)

    def withdraw(self, s: S) -> Steps:
        st = s.state
        units = force(st)
        for u in units:
            st.put(u, AVAIL_NE)
        st.set_flag("pef-home")
        s.note("pef-home", "tgw.17.21i", units=[roster.UNITS[u] for u in units])
        return ()
