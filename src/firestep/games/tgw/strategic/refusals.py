"""Why not? The Strategic Turn (5): transfers, replacements, the initiative; and the purchase of events (tgw.6.1)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from firestep.engine.action import Action
from firestep.engine.grammar import Kind
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.components import roster, tables
from firestep.games.tgw.display.names import nation, unit
from firestep.games.tgw.events import events
from firestep.games.tgw.scenarios import optional_rules
from firestep.games.tgw.state import DEAD, DEAD_NE, State
from firestep.games.tgw.strategic import replacement, resources
from firestep.games.tgw.strategic.initiative import Initiative, Marker
from firestep.games.tgw.strategic.replacement import Replace
from firestep.games.tgw.strategic.resources import Transfer
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits

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


def give(s: S, step: Transfer, action: Action) -> list[Refusal]:
    """A point is to go from one nation to another."""
    if action == ("done",):
        return []
    st = s.state
    giver, to = tables.NATION[action[1]], tables.NATION[action[2]]
    ways = (
        [(tables.GE, x) for x in resources.HELPED]
        if step.side == tables.CENTRAL
        else [(x, y) for x in (tables.BR, tables.FR) for y in (tables.RU, tables.SR)]
    )
    if (giver, to) not in ways:  # nobody else helps Serbia either (tgw.5.17e)
        return [Refusal("tgw.5.17a", f"{nation(action[1])} sends no points to {nation(action[2])}")]
    if st.allegiance[giver] != step.side or st.collapsed >> giver & 1 or st.rp[giver] < 1:
        return [Refusal("tgw.5.17a", f"{nation(action[1])} has no point to give")]
    if not resources.receives(st, to, step.side):
        return [Refusal("tgw.16.11a", f"{nation(action[2])} cannot receive points")]
    if step.side == tables.CENTRAL:
        if st.tally.get("now-given", 0) >= resources.FROM_GERMANY:
            return [Refusal("tgw.5.17f", "Germany gives six points in a phase")]
        if resources.german_way(st, to):
            return []
        return [Refusal("tgw.5.17g", f"no way of held hexes leads from Berlin to {nation(action[2])}")]
    if to == tables.RU:
        limit = resources.russian_limit(st)
        if st.tally.get("now-to-RU", 0) < limit:
            return []
        return [Refusal("tgw.5.17c" if limit > 1 else "tgw.5.17b", f"{limit} points may go to Russia in a phase, and have gone")]
    if not resources.serbian_way(st):
        return [Refusal("tgw.5.17d", "no free way leads from an Allied Salonika to the Serbian headquarters")]
    if st.tally.get("now-SR-from", giver) != giver:
        return [Refusal("tgw.5.17d", "one ally alone helps Serbia in a phase")]
    return [Refusal("tgw.5.17d", "six points may go to Serbia in a phase")] if st.tally.get("now-to-SR", 0) >= 6 else []


def replace(s: S, step: Replace, action: Action) -> list[Refusal]:
    """A unit is to be bought back, or a step rebuilt."""
    if action == ("done",):
        return []
    st = s.state
    u = roster.UNIT[action[1]]
    bit, name = 1 << u, unit(action[1])
    if st.side(u) != step.side:
        return [Refusal("tgw.5.35d", f"{name} is not yours")]
    cost = 2 if action[0] == "buy-full" else 1
    if st.rp[replacement.payer(u)] < cost:
        return [Refusal("tgw.5.33a", f"{nation(tables.NATIONS[replacement.payer(u)])} cannot pay {cost} for {name}")]
    if action[0] == "rebuild":
        if not bit & st.reduced & replacement.FULL or st.at[u] <= 0:
            return [Refusal("tgw.5.31b", f"{name} is not a reduced unit on the map whose full side may be bought")]
        if st.tally.get("no-rebuilding"):
            return [Refusal("tgw.6.57a", "Influenza stops the rebuilding of steps")]
        return [] if supply.supplied(st, u) else [Refusal("tgw.5.31b", f"{name} is not in supply")]
    if st.at[u] not in (DEAD, DEAD_NE):
        return [Refusal("tgw.5.31a", f"{name} is not in a dead pile")]
    if replacement.limited(st, u):
        return [Refusal("tgw.5.36b" if bit & roster.CANADIAN else "tgw.5.36c", "one such step in a phase")]
    if not replacement.replaceable(st, u):
        return [Refusal("tgw.5.32a", f"{name} cannot be replaced")]  # dotted (tgw.3.22a), as two tanks (tgw.15.26a); tgw.6.6c
    able = sum(1 << v for v in bits(st.stack(st.at[u]) & st.troops[step.side]) if replacement.replaceable(st, v))
    first = next(v for v in bits(able) if roster.KIND_OF[v] == roster.KIND_OF[u])
    if first != u:
        return [Refusal("tgw.5.31a", f"{unit(roster.UNITS[first])} is of the same kind in the same pile: name it")]
    if action[0] == "buy-full" and not replacement.FULL & bit:
        if not roster.HQ & bit:
            return [Refusal("tgw.5.32a", f"{name} has no second step that may be bought")]
        if not replacement.may_support(st, u):  # in the Russian shell shortage too (tgw.21.1a)
            return [Refusal("tgw.5.34c", f"{name} can only come back depleted now")]
    return []


def initiative(s: S, step: Initiative, action: Action) -> list[Refusal]:
    if action[1] == "western" and not optional_rules.may_turn_west(s.state, step.side):
        return [Refusal("tgw.21.8a", "without an unbroken line across the Western Front you cannot turn from east to west")]
    return []


def marker(s: S, step: Marker, action: Action) -> list[Refusal]:
    if action[1] == "ohl" and s.state.initiative != tables.CENTRAL:
        return [Refusal("tgw.5.86b", "OHL needs the initiative in the Western Theater")]
    return []


def _units(verb: str) -> Any:
    def form(s: S, step: Any) -> Collection[Action] | None:
        if not isinstance(step, Replace):
            return None
        st = s.state
        named = st.stack(DEAD) | st.stack(DEAD_NE) | st.reduced | 0b11
        return [(verb, roster.UNITS[u]) for u in bits(named)]

    return form


def _payers(verb: str) -> Any:
    def form(s: S, step: Any) -> Collection[Action] | None:
        if not isinstance(step, events.Buy | events.Raid):
            return None
        return [(verb, code) for code in tables.NATIONS]

    return form


ASKS = {
    events.Buy: (("buy nation", "italy nation", "pass"), buy),
    events.Raid: (("pass", "raid nation"), buy),
    Transfer: (("done", "give nation nation"), give),
    Replace: (("buy unit", "buy-full unit", "done", "rebuild unit"), replace),
    Initiative: (("initiative theater",), initiative),
    Marker: (("marker marker",), marker),
}
KINDS = {
    "theater": Kind("theater", lambda s: dict.fromkeys(("eastern", "western")), lambda s: "say eastern or western"),
    "marker": Kind("marker", lambda s: dict.fromkeys(("oberost", "ohl")), lambda s: "say ohl or oberost"),
}
FORMS = {
    "buy": lambda s, step: _units("buy")(s, step) or _payers("buy")(s, step),
    "buy-full": _units("buy-full"),
    "rebuild": _units("rebuild"),
}
