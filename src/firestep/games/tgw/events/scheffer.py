"""Scheffer-Boyadel (tgw.21.5): once a game a German stack that is cut off in the east lives through a check of supply."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.state import State
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits

S = Session[State]
PASS: Action = ("pass",)
#: divisions that break out together (tgw.21.5a)
MOST = 4
DIVISIONS = roster.CORPS[tables.GE] & roster.DIVISION


def stacks(st: State, starving: int) -> list[int]:
    """The hexes of the east map outside the Balkans in which German divisions starve."""
    if not st.on("scheffer") or st.flag("scheffer-used"):
        return []
    return sorted({st.at[u] for u in bits(starving & DIVISIONS) if (board.EAST_MAP & ~board.BALKANS) >> st.at[u] & 1})


@dataclass(frozen=True, slots=True)
class Scheffer(Choice[S]):
    """The Central Powers name the stack, or wait for a greater need."""

    starving: tuple[int, ...]

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return "Central Powers: which stack that is cut off does Scheffer-Boyadel lead out? Once in a game; or pass"

    def actions(self, s: S) -> list[Action]:
        hexes = stacks(s.state, sum(1 << u for u in self.starving))
        return sorted([PASS, *(("scheffer", board.NUMBER[i]) for i in hexes)])

    def take(self, s: S, action: Action) -> Steps:
        if action == PASS:
            return (supply.Starve(),)
        st = s.state
        st.set_flag("scheffer-used")
        s.note("scheffer", "tgw.21.5a", place=action[1])
        here = tuple(u for u in self.starving if st.at[u] == board.INDEX[action[1]] and DIVISIONS >> u & 1)
        if len(here) > MOST:
            return (Follow(here, MOST), supply.Starve())
        st.saved = sum(1 << u for u in here)
        return (supply.Starve(),)


@dataclass(frozen=True, slots=True)
class Follow(Choice[S]):
    """Of a greater stack four divisions are named; the others stay behind (tgw.21.5a)."""

    units: tuple[int, ...]
    left: int

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return f"Central Powers: which divisions break out? {self.left} are left to name"

    def actions(self, s: S) -> list[Action]:
        left = sum(1 << u for u in self.units) & ~s.state.saved
        return sorted(("follow", roster.UNITS[u]) for u in roster.one_of_each(left))

    def take(self, s: S, action: Action) -> Steps:
        s.state.saved |= 1 << roster.UNIT[action[1]]
        return (Follow(self.units, self.left - 1),) if self.left > 1 else ()
