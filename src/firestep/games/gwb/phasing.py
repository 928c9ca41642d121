"""Who is asked: most questions go to the side whose player turn it is, those of a defender to the other."""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.engine.step import Choice
from firestep.games.gwb.state import State

S = Session[State]


class Phasing(Choice[S]):
    __slots__ = ()

    def seat(self, s: S) -> int:
        return s.state.side


class Opposing(Choice[S]):
    __slots__ = ()

    def seat(self, s: S) -> int:
        return 1 - s.state.side
