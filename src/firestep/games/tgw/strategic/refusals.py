"""Refusals of the purchase of events (tgw.6.1)."""

from __future__ import annotations

from firestep.engine.action import Action
from firestep.engine.grammar import Ask
from firestep.engine.question import broken
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.components import tables
from firestep.games.tgw.components.things import NATION
from firestep.games.tgw.events import events
from firestep.games.tgw.state import State

S = Session[State]


def buy(s: S, step: events.Buy, action: Action) -> list[Refusal]:
    """Explains why a nation does not buy events."""
    if action == ("pass",):
        return []
    side, n = step.seat(s), tables.NATION[action[1]]
    if action[0] == "italy" and not events.may_choose_italy(s.state, side):
        return [Refusal("tgw.20.2.9", "Italian Entry can be picked in Jan/Feb 1915 with its pre-war event alone")]
    return broken(events.paying(s.state, side), n, NATION.title(n))


ASKS: dict[type, Ask] = {events.Buy: (("buy nation", "italy nation", "pass"), buy)}
