"""Disorganisation (gwb.9.0): what disorganises is told with its rule. Rallying is a part of movement."""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.games.gwb.state import State


def disorganise(s: Session[State], u: int, rule: str) -> None:
    s.state.disorganise(u)
    s.note("disorganised", rule, unit=s.state.b.words[u], level=s.state.dis[u])
