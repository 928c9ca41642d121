"""Units out of supply are eliminated at the end of a Combat Phase (11.84). A frame: its chapter is being written."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.tgw import board as b
from firestep.games.tgw import roster as r
from firestep.games.tgw.state import State


def fed(st: State, nation: int, mountain: bool = False, hq: bool = False) -> int:
    """The hexes in which a unit of a nation (a mountain unit, an HQ) would be in regular supply now (11.2 to 11.5)."""
    return b.LAND


def supplied(st: State, u: int) -> bool:
    """A unit is in regular supply where it stands; in a box always (11.32)."""
    i = st.at[u]
    return i < 0 or bool(fed(st, r.NATION_OF[u], bool(r.MOUNTAIN >> u & 1), bool(r.HQ >> u & 1)) >> i & 1)


@dataclass(frozen=True, slots=True)
class Attrition(Auto[Session[State]]):
    """Units out of supply are eliminated at the end of a Combat Phase (11.84)."""

    def run(self, s: Session[State]) -> Steps:
        return ()
