"""Why not? Operational movement, strategic and sea movement, overfull hexes (7, 8, 9)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.combat import refusals as combat_refusals
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.events import ordered_offensives
from firestep.games.tgw.movement import areas, movement, stacking
from firestep.games.tgw.movement.movement import March, MoveUnits, Overstack
from firestep.games.tgw.state import BOXES, EDGES, State, place_of, place_word
from firestep.hexmap.grid import bits

S = Session[State]


def where(place: int) -> str:
    return board.place_name(place) if place > 0 else f"the box '{BOXES[place]}'"


def who(units: int) -> str:
    ids = roster.unit_ids(units)
    return ids[0] if len(ids) == 1 else f"{ids[0]} and {len(ids) - 1} more"


# -- operational movement --------------------------------------------------------------------------------------------------------


def move_units(s: S, step: MoveUnits, action: Action) -> list[Refusal]:
    if action[0] == "done":
        return []
    st = s.state
    place = place_of(action[1])
    units = st.stack(place) & st.troops[step.side]
    if place < 0 and place not in EDGES:
        return [Refusal("tgw.8.0a", f"units in {where(place)} do not walk")]
    if not units:
        return [Refusal("tgw.8.0b", f"no unit of yours stands in {where(place)}")]
    theater = fronts.WESTERN if place in EDGES else fronts.theater_at(place)
    if theater != step.theater:
        return [Refusal("tgw.8.11a", f"{where(place)} is not in the {fronts.THEATER_TITLES[step.theater]}, where you move now")]
    return [] if units & movement.ready(st, step.side) else [bound(st, units)]


#: why none of some units may move
bound = movement.why_bound


def march(s: S, step: March, action: Action) -> list[Refusal]:
    st = s.state
    if action[0] == "stay":
        return [] if step.may_stay(st) else _stop(st, step, step.bunch, step.at)
    if action[0] == "leave":
        return _leave(st, step, roster.UNIT[action[1]])
    i = board.INDEX.get(action[1], 0)
    if not i:
        return [Refusal("tgw.8.24a", f"'{action[1]}' is no hex")]
    if i == step.at:
        return [Refusal("tgw.8.0a", f"the units are in {where(i)} already")]
    if step.unmoved and (bad := _ordered(st, step)):
        return bad
    if fronts.FRONT_AT[i] != movement.front_of(step.at):
        return [Refusal("tgw.9.0b", f"{where(i)} is on another front; only rail and sea lead there")]
    reached = movement.reach(st, step.side, step.bunch, step.start, step.at, step.spent)
    if not reached >> i & 1:
        return [closed(st, step, i)]
    if action[0] == "step":
        return _step(st, step, i)
    return _end(st, step, i)


def _ordered(st: State, step: March) -> list[Refusal]:
    """Why units may not leave their hex: an offensive needs them there (S5c)."""
    for name, owner in ordered_offensives.OWES.items():
        most = ordered_offensives.owed(st, name) if owner == step.side and ordered_offensives.THEATER[name] == step.theater else 0
        if most and step.bunch & ordered_offensives.OF[name]:
            left = len(combat_refusals.obeying(st, name, step.bunch))
            if left < min(most, len(combat_refusals.obeying(st, name))):
                text = f"without {who(step.bunch)} nobody could make the attack that an offensive has ordered"
                return [Refusal(ordered_offensives.RULE[name], text)]
    return []


def closed(st: State, step: March, i: int) -> Refusal:
    """Why a hex cannot be reached."""
    bit = 1 << i
    foe = 1 - step.side
    if not bit & (board.LAND | board.LAKE):
        return Refusal("tgw.17.4f" if bit & board.CLOSED else "tgw.8.24a", f"{where(i)} is closed to all units")
    if bit & st.held[foe]:
        return Refusal("tgw.8.22a", f"enemy combat units are in {where(i)}")
    if bit & (st.fort_of[foe] | st.fort_of[tables.NEUTRAL]):
        return Refusal("tgw.8.22a", f"an intact enemy fort is in {where(i)}")
    if bit & st.occ[foe] and step.bunch & roster.HQ:
        return Refusal("tgw.15.63d", f"no HQ enters {where(i)}, where an enemy HQ is")
    if bit & movement.shut(st, step.side):
        return Refusal("tgw.14.23b" if step.side == tables.ALLIED else "tgw.6.51h", f"{where(i)} is closed to your units")
    if bit & board.LAKE and st.weather[fronts.FRONT_AT[i]] != tables.SNOW:
        return Refusal("tgw.8.34c", f"{where(i)} is a lake, and it is not frozen")
    if bit & board.ALPINE and step.bunch & ~roster.MOUNTAIN:
        return Refusal("tgw.8.32c", f"only mountain units enter {where(i)}, an Alpine hex")
    if not bit & (areas.ground(st, step.bunch) | board.LAKE):
        return areas.why_closed(st, step.bunch, i)[0]
    return Refusal("tgw.8.21a", f"{where(i)} is farther than the slowest of these units can go")


def _end(st: State, step: March, i: int) -> list[Refusal]:
    bit = 1 << i
    if bit & board.LAKE:
        return [Refusal("tgw.8.34e", f"nobody ends his move on the ice of {where(i)}")]
    if not movement.with_room(st, step.side, step.bunch, bit):
        return [Refusal("tgw.8.23a", f"{where(i)} has no room for these units at the end of the phase")]  # tgw.7.23a
    if not bit & movement.fed(st, step.bound(st), step.bunch):
        # units out of supply may move, but not end so by choice (tgw.11.82a)
        return [Refusal("tgw.8.26a", f"the units would be out of supply in {where(i)}")]
    return []


def _step(st: State, step: March, i: int) -> list[Refusal]:
    if step.at < 0 or not movement.NEAR[step.at] >> i & 1:
        return [Refusal("tgw.8.0c", f"{where(i)} is not next to where the units are")]
    if not step.next(st) >> i & 1:
        # sea or an impassable side; a side that looks like a haff and is none (tgw.8.35d); a landing hex, whose only exit is E1023
        # (tgw.6.51g)
        return [Refusal("tgw.8.24a", f"no step leads over the side between {where(step.at)} and {where(i)}")]
    if not (refusals := _end(st, step, i)):
        return []
    if movement.ends(st, step.side, step.bunch, step.start, i, step.paid(st, i)):
        return []
    return refusals


def _stop(st: State, step: March, units: int, at: int) -> list[Refusal]:
    """Why units may not stop where they are after a step."""
    bit = 1 << at
    if bit & board.LAKE:
        return [Refusal("tgw.8.34e", "nobody ends his move on the ice")]
    if not movement.with_room(st, step.side, units, bit):
        return [Refusal("tgw.8.23a", f"{where(at)} has no room for these units at the end of the phase")]  # tgw.7.23a
    return [Refusal("tgw.8.26a", f"the units would be out of supply in {where(at)}")]


def _leave(st: State, step: March, u: int) -> list[Refusal]:
    if u not in step.units:
        return [Refusal("tgw.8.16a", f"{roster.UNITS[u]} is not among the units that move together")]
    if len(step.units) < 2:
        return [Refusal("tgw.8.17a", "somebody must go: the last unit is not left behind")]
    if (twin := stacking.twin(st, bits(step.bunch), u)) != u:
        return [Refusal("tgw.8.17a", f"{roster.UNITS[u]} is like {roster.UNITS[twin]} of the bunch: name that one")]
    if step.unmoved or step._fit_here(st, 1 << u):
        return []
    return _stop(st, step, 1 << u, step.at)


def overstack(s: S, step: Overstack, action: Action) -> list[Refusal]:
    st = s.state
    u = roster.UNIT[action[1]]
    if st.at[u] != step.hex or not st.troops[step.side] >> u & 1:
        return [Refusal("tgw.7.22c", f"{action[1]} is not among the units in {where(step.hex)}")]
    units = st.stack(step.hex) & st.troops[step.side]
    full = [(kind, rule) for kind, most, rule in stacking.LIMITS if (units & kind).bit_count() > most]
    if full and not any(kind >> u & 1 for kind, _ in full):
        return [Refusal(full[0][1], f"the loss of {action[1]} would not help: it is not of the class that is too many")]
    # where no class is too many nations are the matter, and any loss may help
    help = sum(1 << v for v in bits(units) if not full or any(kind >> v & 1 for kind, _ in full))
    if (twin := stacking.twin(st, bits(help), u)) != u:
        return [Refusal("tgw.7.22c", f"{action[1]} is like {roster.UNITS[twin]} there: name that one")]
    return []


# -- what could be meant -----------------------------------------------------------------------------------------------------------


def _places(step: Any, s: S) -> list[str] | None:
    """The places that a `to` could mean."""
    st = s.state
    if isinstance(step, March):
        front = fronts.FRONT[movement.front_of(step.at)]
        near = fronts.range_of(1 << step.at, 3) if step.at > 0 else movement.ENTRY[step.at]
        return board.numbers((movement.reach(st, step.side, step.bunch, step.start, step.at, step.spent) | near) & front)
    return None


def _to(s: S, step: Any) -> Collection[Action] | None:
    found = _places(step, s)
    return None if found is None else [("to", n) for n in found]


def _steps(s: S, step: Any) -> Collection[Action] | None:
    if not isinstance(step, March):
        return None
    return [("step", board.NUMBER[i]) for i in bits(movement.NEAR[step.at])] if step.at > 0 else []


def _leaves(s: S, step: Any) -> Collection[Action] | None:
    return [("leave", roster.UNITS[u]) for u in step.units] if isinstance(step, March) else None


def _stacks(s: S, step: Any) -> Collection[Action] | None:
    return [("stack", place_word(i)) for i in sorted(s.state.where) if i > 0 or i in EDGES] if isinstance(step, MoveUnits) else None


def _eliminate(s: S, step: Any) -> Collection[Action] | None:
    return [("eliminate", id) for id in roster.unit_ids(s.state.stack(step.hex))] if isinstance(step, Overstack) else None


ASKS = {
    MoveUnits: (("done", "stack place"), move_units),
    March: (("stay", "to place", "step place", "leave unit"), march),
    Overstack: (("eliminate unit",), overstack),
}
FORMS = {"to": _to, "step": _steps, "leave": _leaves, "stack": _stacks, "eliminate": _eliminate}
