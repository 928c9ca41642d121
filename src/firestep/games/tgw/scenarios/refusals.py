"""Why not? Free set-up (19, 22)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.scenarios import free_setup
from firestep.games.tgw.scenarios.free_setup import Deploy, DeployFrom, DeployTo
from firestep.games.tgw.state import AVAIL, State
from firestep.hexmap.grid import bits

S = Session[State]
TURN = ("tgw.22.12a", "tgw.22.13a")


def deploy(s: S, step: Deploy, action: Action) -> list[Refusal]:
    st = s.state
    if action[0] == "done":
        if lost := free_setup.stray(st, step.side):
            who = roster.unit_ids(lost)[0]
            if roster.NATION_OF[bits(lost)[0]] != tables.AH:
                return [Refusal(TURN[step.side], f"{who} stands outside its zone: place it anew")]
            return [Refusal("tgw.19.31b", f"{who} must begin within three hexes of a Russian S unit: place it anew")]
        return []
    if action[0] == "call":
        u = roster.UNIT[action[1]]
        if not free_setup.waiting(st, step.side) >> u & 1:
            return [Refusal(TURN[step.side], f"{action[1]} does not wait in the Available Units Box")]
        return [] if free_setup.spots(st, 1 << u, AVAIL) else [Refusal(TURN[step.side], f"{action[1]} has no place on the map")]
    hex = board.INDEX.get(action[1], -1)
    if hex < 0 or not st.occ[step.side] >> hex & 1:
        return [Refusal(TURN[step.side], f"no unit of yours begins in {action[1]}")]
    bound = Refusal(TURN[step.side], f"the book binds the units in {board.place_name(hex)}")
    return [] if free_setup.free(st, step.side) >> hex & 1 else [bound]


def leave(s: S, step: DeployFrom, action: Action) -> list[Refusal]:
    if action[0] == "stay":
        return []
    st = s.state
    own = step.units(s)
    units = own if action[0] == "all" else 1 << roster.UNIT[action[1]] & own
    if not units or action[0] == "all" and own.bit_count() < 2:
        return [Refusal(TURN[step.side], f"choose a unit that begins in {board.place_name(step.hex)}")]
    # the duties of the sides, by scenario: tgw.22.24a, tgw.22.25a, tgw.22.34a, tgw.22.35g, tgw.22.45a
    if free_setup.deserted(st, units, step.hex):
        return [Refusal(TURN[step.side], f"{board.place_name(step.hex)} is a hex of the front line and must be held")]
    return (
        []
        if free_setup.movable(st, units, step.hex)
        else [Refusal(TURN[step.side], f"{roster.unit_ids(units)[0]} has no other place")]
    )


def arrive(s: S, step: DeployTo, action: Action) -> list[Refusal]:
    if action[0] == "stay":
        return []
    st = s.state
    if action[0] == "box":
        rule = free_setup.no_box(st, step.units, step.hex)
        return [Refusal(rule, "they may not begin in the Available Units Box, or no more of them")] if rule else []
    hex = board.INDEX.get(action[1], -1)
    if hex < 0:
        return [Refusal(TURN[step.side], f"{action[1]} is no hex")]
    name = board.place_name(hex)
    out = []
    if not free_setup.ground(st, step.units) >> hex & 1:
        out.append(Refusal(TURN[step.side], f"{name} is not in the zone of {roster.unit_ids(step.units)[0]}"))
    if st.occ[1 - step.side] >> hex & 1:
        out.append(Refusal("tgw.8.22a", f"the enemy stands in {name}"))
    if hex == step.hex:
        out.append(Refusal(TURN[step.side], f"they stand in {name} already"))
    elif rule := free_setup.room(st, step.units, hex):
        # tgw.7.23a, tgw.8.32c, tgw.16.11d, tgw.19.21g, tgw.22.24e, tgw.22.34e
        out.append(Refusal(rule, f"{name} cannot take them at set-up"))
    can, rules = free_setup.allowed(st, step.units, step.hex)
    if not can >> hex & 1:
        out += [Refusal(rule, f"too many or too few would stand on this side of {name}") for rule in rules]
    return out


def _from(s: Any, step: Any) -> Collection[Action] | None:
    return [("unit", roster.UNITS[u]) for u in roster.one_of_each(step.units(s))] if isinstance(step, DeployFrom) else None


def _deploys(s: Any, step: Any) -> Collection[Action] | None:
    return [("deploy", n) for n in board.numbers(s.state.occ[step.side])] if isinstance(step, Deploy) else None


def _to(s: Any, step: Any) -> Collection[Action] | None:
    if not isinstance(step, DeployTo):
        return None
    return [("to", board.NUMBER[i]) for i in bits(board.ATLAS.dilate(free_setup.ground(s.state, step.units)) & board.LAND)]


def _calls(s: Any, step: Any) -> Collection[Action] | None:
    return [("call", roster.UNITS[u]) for u in roster.one_of_each(s.state.stack(AVAIL))] if isinstance(step, Deploy) else None


FORMS = {"deploy": _deploys, "call": _calls, "unit": _from, "to": _to}
ASKS = {
    Deploy: (("done", "deploy place", "call unit"), deploy),
    DeployFrom: (("stay", "all", "unit unit"), leave),
    DeployTo: (("stay", "box", "to place"), arrive),
}
