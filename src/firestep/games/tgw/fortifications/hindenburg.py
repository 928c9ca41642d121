"""The Hindenburg Line (tgw.14.31): in any one New Units Phase after K the Central Powers may lay all four markers at once, hex by
hex in an unbroken line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.tgw.combat import attackers
from firestep.games.tgw.components import board, fronts, tables
from firestep.games.tgw.state import State
from firestep.games.tgw.supply.supply import fed
from firestep.hexmap.grid import bits

S = Session[State]
KEEP: Action = ("keep",)
MARKERS = 4


def sites(st: State) -> int:
    """Supplied hexes of the Central Powers on the Western Front, none next to an Allied unit or intact fort (tgw.14.31b, N32)."""
    near = board.ATLAS.dilate((st.occ[tables.ALLIED] | st.fort_of[tables.ALLIED]) & fronts.FRONT[fronts.WEST])
    return (  # tgw.14.31b
        fronts.FRONT[fronts.WEST] & board.LAND & st.ctrl[tables.CENTRAL] & fed(st, tables.GE) & ~near & ~st.fort_of[tables.CENTRAL]
    )


def next_hexes(st: State, laid: tuple[int, ...]) -> int:
    """Where the next marker may lie: next to the last one, or anywhere, so that the whole line can still be laid."""
    free = sites(st)
    for i in laid:
        free &= ~(1 << i)
    near = attackers.NEAR[laid[-1]] & free if laid else free
    return sum(1 << i for i in bits(near) if _runs(free & ~(1 << i), i, MARKERS - len(laid) - 1))


def _runs(free: int, hex: int, more: int) -> bool:
    """A line of so many hexes more goes on from a hex."""
    return not more or any(_runs(free & ~(1 << j), j, more - 1) for j in bits(attackers.NEAR[hex] & free))


@dataclass(frozen=True, slots=True)
class Hindenburg(Auto[S]):
    """Are there markers, and room for them?"""

    def run(self, s: S) -> Steps:
        return (LayLine(),) if s.state.line_left == MARKERS and next_hexes(s.state, ()) else ()


@dataclass(frozen=True, slots=True)
class LayLine(Choice[S]):
    """All four at the same time, or none in this phase (tgw.14.31b)."""

    laid: tuple[int, ...] = ()

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        if not self.laid:
            return "Central Powers: lay the first marker of the Hindenburg Line, or keep all four"
        return f"Central Powers: lay marker {len(self.laid) + 1} of the Hindenburg Line next to {board.place_name(self.laid[-1])}"

    def actions(self, s: S) -> list[Action]:
        out: list[Action] = [("line", board.NUMBER[i]) for i in bits(next_hexes(s.state, self.laid))]
        return sorted(out if self.laid else [KEEP, *out])

    def take(self, s: S, action: Action) -> Steps:
        if action == KEEP:
            return ()
        laid = (*self.laid, board.INDEX[action[1]])
        if len(laid) < MARKERS:
            return (replace(self, laid=laid),)
        st = s.state
        for i in laid:
            st.line |= 1 << i
        st.line_left = 0
        st.set_flag("hindenburg")
        st.derive_forts()
        s.note("line", "tgw.14.31b", places=[board.NUMBER[i] for i in laid])
        return ()
