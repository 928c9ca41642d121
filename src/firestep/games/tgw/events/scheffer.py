"""Scheffer-Boyadel (tgw.21.5): once a game a German stack that is cut off in the east lives through a check of supply."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, Condition, Pick, Question, Word, given, kept
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw import requirements as need
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.things import HEX, NO_HEX, UNIT
from firestep.games.tgw.state import State
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits

S = Session[State]
RULE = "tgw.21.5a"
#: divisions that break out together (tgw.21.5a)
MOST = 4
DIVISIONS = roster.CORPS[tables.GE] & roster.DIVISION


def cut_off(st: State, starving: int) -> Iterator[Condition]:
    """Yields the conditions of a hex whose German divisions starve: on the east map outside the Balkans."""
    yield given(RULE, st.on("scheffer"), "the optional rule of Scheffer-Boyadel is not in force")
    yield given(RULE, not st.flag("scheffer-used"), "Scheffer-Boyadel leads out one stack in a game, and has done so")
    yield Condition(RULE, board.EAST_MAP, "{x} is not on the east map")
    yield Condition(RULE, ~board.BALKANS, "{x} is in the Balkans")
    hexes = 0
    for u in bits(starving & DIVISIONS):
        hexes |= 1 << st.at[u]
    yield Condition(RULE, hexes, "no German division in {x} is out of supply")


def stacks(st: State, starving: int) -> list[int]:
    """Returns the hexes out of which a stack can be led."""
    return bits(kept(cut_off(st, starving), HEX.all))


@dataclass(frozen=True, slots=True)
class Scheffer(Question[S]):
    """The Central Powers name the stack, or wait for a greater need."""

    starving: tuple[int, ...]
    says = ("pass", "scheffer place")

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return "Central Powers: which stack that is cut off does Scheffer-Boyadel lead out? Once in a game; or pass"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Word("pass", then=lambda s: (supply.Starve(),))
        yield Pick("scheffer", HEX, cut_off(s.state, sum(1 << u for u in self.starving)), self.lead_out, wrong=NO_HEX)

    def lead_out(self, s: S, hex: int) -> Steps:
        st = s.state
        st.set_flag("scheffer-used")
        s.note("scheffer", RULE, place=board.NUMBER[hex])
        here = tuple(u for u in self.starving if st.at[u] == hex and DIVISIONS >> u & 1)
        if len(here) > MOST:
            return (Follow(here, MOST), supply.Starve())
        st.saved = sum(1 << u for u in here)
        return (supply.Starve(),)


@dataclass(frozen=True, slots=True)
class Follow(Question[S]):
    """Of a greater stack four divisions are named; the others stay behind (tgw.21.5a)."""

    units: tuple[int, ...]
    left: int
    says = ("follow unit",)

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return f"Central Powers: which divisions break out? {self.left} are left to name"

    def answers(self, s: S) -> Iterator[Answer]:
        yield Pick("follow", UNIT, self.divisions(s.state), self.follow)

    def divisions(self, st: State) -> Iterator[Condition]:
        stack = sum(1 << u for u in self.units)
        yield Condition(RULE, stack, "{x} is no German division of the stack that breaks out")
        yield Condition(RULE, ~st.saved, "{x} is named already")
        yield need.one_of_each(RULE, stack & ~st.saved)

    def follow(self, s: S, u: int) -> Steps:
        s.state.saved |= 1 << u
        return (Follow(self.units, self.left - 1),) if self.left > 1 else ()
