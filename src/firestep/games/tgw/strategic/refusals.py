"""Refusals of the purchase of events (tgw.6.1)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.components import tables
from firestep.games.tgw.display.names import nation
from firestep.games.tgw.events import events
from firestep.games.tgw.state import State

S = Session[State]


def buy(s: S, step: Any, action: Action) -> list[Refusal]:
    """Events are bought, or the other pool is raided."""
    if action == ("pass",):
        return []
    st = s.state
    side, n = step.seat(s), tables.NATION[action[1]]
    if action[0] == "italy" and not events.may_choose_italy(st, side):
        return [Refusal("tgw.20.2.9", "Italian Entry can be picked in Jan/Feb 1915 with its pre-war event alone")]
    if n not in events.PAYERS[side]:
        return [Refusal("tgw.6.1.6b" if side == tables.ALLIED else "tgw.6.1.6a", f"{nation(action[1])} does not pay for events")]
    if st.allegiance[n] != side or st.rp[n] < 1:
        return [Refusal("tgw.6.1.1a", f"{nation(action[1])} has no Resource Point to spend")]
    return []


def _payers(verb: str) -> Any:
    def form(s: S, step: Any) -> Collection[Action] | None:
        if not isinstance(step, events.Buy | events.Raid):
            return None
        return [(verb, code) for code in tables.NATIONS]

    return form


ASKS = {events.Buy: (("buy nation", "italy nation", "pass"), buy), events.Raid: (("pass", "raid nation"), buy)}
FORMS = {"buy": _payers("buy")}
