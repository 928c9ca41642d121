"""Resource hexes that the Central Powers take (tgw.5.16): the wait before they pay, and the line to their home."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw.components import board, tables
from firestep.games.tgw.state import State
from firestep.games.tgw.supply import lines

S = Session[State]
#: Strategic Turns from the capture of a resource hex to its first point (tgw.5.16c, E4)
WAIT = 4


def line_home(st: State) -> int:
    """Hexes from which the Central Powers trace to their home: Berlin on the east map, the Ruhr on the west map (tgw.5.16d)."""
    cp = st.ctrl[tables.CENTRAL]
    return (
        lines.joined(st, tables.CENTRAL, lines.BERLIN & cp) & board.EAST_MAP
        | lines.joined(st, tables.CENTRAL, board.RUHR & cp) & board.WEST_MAP
    )


def paying(st: State) -> list[int]:
    """Resource hexes that pay now: waited for, still held, and joined to their home (tgw.5.16d)."""
    if not st.pays:
        return []
    home = line_home(st)
    return [i for i, letter in sorted(st.pays.items()) if letter <= st.letter and st.ctrl[tables.CENTRAL] & home & 1 << i]


def captured(s: S, hexes: int, side: int) -> None:
    """A resource hex changes hands: the wait of four Strategic Turns begins, or is over (tgw.5.16c, tgw.5.16e, tgw.5.16g)."""
    st = s.state
    for i in board.RESOURCES:
        if hexes >> i & 1:
            if side == tables.CENTRAL:
                st.pays.setdefault(i, st.letter + WAIT)  # tgw.5.16g
                s.note("resource-taken", "tgw.5.16g", place=board.NUMBER[i], letter=tables.letter_name(st.pays[i]))
            else:
                st.pays.pop(i, None)


def watch(s: S) -> None:
    """A line that is broken begins the wait anew (tgw.5.16e); by the other reading of P5 only while the hex still waits. Looked at
    when strategic movement begins and in the Resource Phase."""
    st = s.state
    if not st.pays:
        return
    home = line_home(st)
    for i, letter in sorted(st.pays.items()):
        active = letter <= st.letter
        if not home >> i & 1 and not (active and st.options.get("resource-line") == "turn"):
            st.pays[i] = st.letter + WAIT  # tgw.5.16e
            s.note("resource-cut", "tgw.5.16e", place=board.NUMBER[i], letter=tables.letter_name(st.pays[i]))


@dataclass(frozen=True, slots=True)
class Watch(Auto[S]):
    """The lines of resource hexes are looked at when strategic movement begins (P5)."""

    def run(self, s: S) -> Steps:
        watch(s)
        return ()
