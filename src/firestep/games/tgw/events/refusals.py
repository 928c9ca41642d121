"""Refusals of Enver's march (tgw.6.29b) and of held chits (tgw.6.1.2c). The other questions of events explain theirs themselves."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from firestep.engine.action import Action
from firestep.engine.offer import Offer
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.combat import refusals as fights
from firestep.games.tgw.combat.attackers import NEAR
from firestep.games.tgw.combat.bans import bans
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.display.names import unit
from firestep.games.tgw.events import ordered_marches, ordered_offensives, windows
from firestep.games.tgw.movement import movement
from firestep.games.tgw.movement import refusals as moves
from firestep.games.tgw.state import State, place_of
from firestep.hexmap.grid import bits

S = Session[State]


def same_kind(units: int, u: int, rule: str, place: str) -> list[Refusal]:
    """Of counters that are alike in one place the first is named."""
    first = next(v for v in bits(units) if roster.KIND_OF[v] == roster.KIND_OF[u])
    return [] if first == u else [Refusal(rule, f"{unit(roster.UNITS[first])} is of the same kind in {place}: name it")]


def gather(s: S, step: ordered_marches.Gather, action: Action) -> list[Refusal]:
    st = s.state
    if action in (ordered_offensives.DONE, ordered_offensives.FORFEIT):
        if step.target:
            able = not _feeble(st, step.target) and any(u not in step.named for u in _comers(st, step.target))
        else:
            able = any(not _feeble(st, i) for i in bits(board.FRONT["NC"] & board.LAND))
        if able == (action == ordered_offensives.FORFEIT):
            return []
        if able:
            return [Refusal("tgw.6.29b", "Enver's attack can be made: name the hex and three units for it")]
        return [Refusal("tgw.6.29a", "Enver's attack cannot be made, and what is impossible never forfeits")]
    if (action[0] == "enver") == bool(step.target):
        word = "'gather', a unit and a hex" if step.target else "'enver' and an Allied hex"
        return [Refusal("tgw.6.29b", f"Enver's attack is put together first: write {word}")]
    if not step.target:
        return _feeble(st, place_of(action[1]))
    return _feeble(st, step.target) or _called(st, step, roster.UNIT[action[1]], place_of(action[2]))


def _feeble(st: State, hex: int) -> list[Refusal]:
    """Why Enver's attack cannot be one on this hex."""
    if hex <= 0 or not board.FRONT["NC"] >> hex & 1:
        return [Refusal("tgw.6.29b", "Enver attacks a hex of the Caucasus Front")]
    if not (st.held[tables.ALLIED] | st.fort_of[tables.ALLIED]) >> hex & 1:
        return [Refusal("tgw.6.29b", f"neither an Allied combat unit nor an Allied fort is in {board.place_name(hex)}")]
    if len(_comers(st, hex)) < ordered_offensives.ENVER_UNITS:
        return [Refusal("tgw.6.29b", f"three units cannot get at the enemy in {board.place_name(hex)} in this movement")]
    return []


def _comers(st: State, hex: int) -> list[int]:
    """The units that could be among those who attack a hex for Enver, one after the other."""
    near = bits(NEAR[hex])
    return [u for u in bits(st.troops[tables.CENTRAL]) if not _harmless(st, u, hex) and any(not _kept_from(st, u, i) for i in near)]


def _called(st: State, step: ordered_marches.Gather, u: int, i: int) -> list[Refusal]:
    """Why a unit does not attack for Enver from a hex."""
    name, target = unit(roster.UNITS[u]), board.place_name(step.target)
    if u in step.named:
        return [Refusal("tgw.6.29b", f"{name} is named already")]
    if bad := _harmless(st, u, step.target):
        return bad
    if all(_kept_from(st, u, j) for j in bits(NEAR[step.target])):
        return [Refusal("tgw.6.29b", f"{name} cannot get next to {target} in this movement")]
    if i <= 0 or not NEAR[step.target] >> i & 1:
        return [Refusal("tgw.10.15a", f"{target} cannot be attacked from {board.place_name(i) if i > 0 else 'a box'}")]
    if bad := _kept_from(st, u, i):
        return bad
    alike = [v for v in _comers(st, step.target) if v not in step.named and st.at[v] == st.at[u]]
    return same_kind(sum(1 << v for v in alike), u, "tgw.6.29b", "the same hex")


def _harmless(st: State, u: int, hex: int) -> list[Refusal]:
    """Why a unit could not attack a hex for Enver if it stood next to it."""
    name, at, where = unit(roster.UNITS[u]), st.at[u], board.place_name(hex)
    if st.side(u) != tables.CENTRAL:
        return [Refusal("tgw.10.11a", f"{name} is not yours")]
    if at <= 0 or not board.FRONT["NC"] >> at & 1:
        return [Refusal("tgw.6.29b", f"{name} is not on the Caucasus Front")]
    if roster.HQ >> u & 1:
        return [Refusal("tgw.15.63a", f"{name} is a headquarters and has no factors")]
    if not roster.ATTACK[u]:
        return [Refusal("tgw.3.26a", f"{name} has no attack factor")]
    if st.attacked >> u & 1:
        return [Refusal("tgw.10.14a", f"{name} has attacked in this phase")]
    if board.ALPINE >> hex & 1:
        if st.weather[fronts.FRONT_AT[hex]] == tables.SNOW:
            return [Refusal("tgw.10.15b", f"in Snow nobody attacks into the Alpine hex {where}")]
        if not roster.MOUNTAIN >> u & 1:
            return [Refusal("tgw.15.71a", f"only mountain units attack into the Alpine hex {where}")]
    if banned := [ban for ban in bans(st, tables.CENTRAL) if ban.units >> u & 1 and ban.hexes >> hex & 1]:
        return [Refusal(ban.rule, f"{name}: {ban.text}") for ban in banned]
    return fights.rider(st, tables.CENTRAL, hex, u, 0) if unit_types.bound_cavalry(st, 1 << u) else []


def _kept_from(st: State, u: int, i: int) -> list[Refusal]:
    """Why a unit cannot attack from a hex when this movement ends; whether it would be in supply does not matter (P31)."""
    at = st.at[u]
    if board.ALPINE >> i & 1 and st.weather[fronts.FRONT_AT[i]] == tables.SNOW:
        return [Refusal("tgw.10.15b", f"in Snow nobody attacks out of the Alpine hex {board.place_name(i)}")]
    if i == at:
        return []
    if not movement.ready(st, tables.CENTRAL) >> u & 1:
        return [moves.bound(st, 1 << u)]
    if not movement.reach(st, tables.CENTRAL, 1 << u, at, at, (0, 0)) >> i & 1:
        return [moves.closed(st, movement.March(fronts.EASTERN, tables.CENTRAL, (u,), at, at), i)]
    if not board.LAND >> i & 1:
        return [Refusal("tgw.8.34e", f"nobody ends his move on the ice of {board.place_name(i)}")]
    if not movement.with_room(st, tables.CENTRAL, 1 << u, 1 << i):
        return [Refusal("tgw.8.23a", f"{board.place_name(i)} has no room for {unit(roster.UNITS[u])}")]
    return []


# -- what could be meant -------------------------------------------------------------------------------------------------------


def _targets(s: S, step: Any) -> Collection[Action]:
    st = s.state
    return [
        ("enver", n)
        for n in board.numbers((st.occ[tables.ALLIED] | st.occ[tables.CENTRAL] | st.fort_of[tables.ALLIED]) & board.FRONT["NC"])
    ]


def _gathers(s: S, step: Any) -> Collection[Action]:
    if not step.target:
        return []
    near = board.numbers(board.ATLAS.dilate(1 << step.target))
    here = [
        u for u in bits(roster.ALL & s.state.troops[tables.CENTRAL]) if s.state.at[u] > 0 and board.FRONT["NC"] >> s.state.at[u] & 1
    ]
    return [("gather", roster.UNITS[u], n) for u in here for n in near]


ASKS: dict[type, tuple[tuple[str, ...], Any]] = {
    ordered_marches.Gather: (("done", "enver place", "forfeit", "gather unit place"), gather),
    Offer: (("pass", "play play"), windows.explain),
}
FORMS: dict[str, Any] = {"enver": _targets, "gather": _gathers}
