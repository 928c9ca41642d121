"""Disorganisation (gwb.9.0). The rule that causes it calls `disorganise`. Rallying is a part of movement."""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.games.gwb.state import State


def disorganise(s: Session[State], u: int, rule: str) -> None:
    """Adds a level of disorganisation and logs the rule that causes it. gwb.9.0a lists the causes."""
    s.state.disorganise(u)  # gwb.9.0a
    s.note("disorganised", rule, unit=s.state.b.words[u], level=s.state.dis[u])
