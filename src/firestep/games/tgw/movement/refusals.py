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
from firestep.games.tgw.movement import areas, movement, rail, sea, stacking
from firestep.games.tgw.movement.movement import March, MoveUnits, Overstack
from firestep.games.tgw.movement.rail import Railways, Ride
from firestep.games.tgw.movement.sea import Sail
from firestep.games.tgw.state import ARABIA, BOXES, EDGES, RU_TRANSIT, TRANSIT, State, place_of, place_word
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


def bound(st: State, units: int) -> Refusal:
    """Why none of some units may move."""
    for mask, rule, text in (
        (st.moved, "tgw.8.17b", "has moved in this phase"),
        (st.devastating, "tgw.14.62b", "is devastating its hex"),
        (movement.halted(st), "tgw.6.3g", "was stopped from the air this turn"),
        (movement.bound(st), "tgw.14.23a", "is besieged in Kut"),
        # new belligerents, units of the first turns (tgw.19.53a, tgw.19.55b, tgw.19.62a, tgw.20.2.7a), the treaty (tgw.5.46b)
        (areas.frozen(st), "tgw.17.11d", "may not move this turn"),
    ):
        if units & mask:
            return Refusal(rule, f"{who(units & mask)} {text}")
    return Refusal("tgw.8.13a", f"{who(units)} has no movement allowance")


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


# -- rail and sea ----------------------------------------------------------------------------------------------------------------


def railways(s: S, step: Railways, action: Action) -> list[Refusal]:
    if action[0] == "done":
        return []
    st = s.state
    side = step.side
    place = place_of(action[1])
    if action[0] == "sail":
        return _harbour(st, side, place)
    units = st.stack(place) & st.troops[side]
    boxes = (TRANSIT, ARABIA) if side == tables.CENTRAL else (RU_TRANSIT, *EDGES)
    if place < 0 and place not in boxes:
        return [Refusal("tgw.9.31a", f"nobody rides out of {where(place)}")]
    if not units:
        return [Refusal("tgw.9.31a", f"no unit of yours is in {where(place)}")]
    if place < 0 and place not in EDGES and not st.near_east_moves or place > 0 and rail.closed_now(st, side) >> place & 1:
        return [Refusal("tgw.19.55a" if st.turn == 1 else "tgw.19.61a", f"no strategic movement in {where(place)} this turn")]
    if place > 0:
        if not rail.TOWNS >> place & 1 or not st.ctrl[side] >> place & 1:
            return [Refusal("tgw.9.0c", f"{where(place)} is no friendly town or city")]
        if rail.barred_places(st) >> place & 1:
            return [Refusal("tgw.14.63c", f"no trains leave {where(place)} now")]
        if not any(st.railheads[roster.NATION_OF[u]] >> place & 1 for u in bits(units)):
            return [Refusal("tgw.11.81a", f"{where(place)} is not in supply")]  # tgw.11.11b
    may = units & rail.able(st, side)
    if not may:
        done = units & (st.railed | st.sailed)
        return [Refusal("tgw.9.56a", f"{who(done)} has moved in this phase already") if done else bound(st, units)]
    if not rail.riders(st, side, place):
        return [
            Refusal("tgw.9.21a" if side == tables.ALLIED else "tgw.9.11a", f"no capacity is left for the units in {where(place)}")
        ]
    return []


def _harbour(st: State, side: int, place: int) -> list[Refusal]:
    if side != tables.ALLIED:
        return [Refusal("tgw.9.0f", "the Central Powers have no sea movement")]
    if place < 0 or not sea.PORTS >> place & 1:
        return [Refusal("tgw.9.53a", f"{where(place)} is no port")]
    if not sea.ports(st) >> place & 1:
        return [Refusal("tgw.9.54d", f"no Allied ship sails from {where(place)} now")]
    if not st.stack(place) & st.troops[tables.ALLIED]:
        return [Refusal("tgw.9.51a", f"no unit of yours is in {where(place)}")]
    if not sea.sailors(st, place):
        return [Refusal("tgw.9.51a", f"nobody in {where(place)} may sail: out of supply, or moved already")]
    cap = sea.SEA_NE if fronts.FRONT_AT[place] in (fronts.EGYPT, fronts.IRAQ) else sea.SEA
    return [] if sea.left(st, cap) > 0 else [_no_ships(cap)]


def _no_ships(cap: int) -> Refusal:
    if cap == sea.SEA:
        return Refusal("tgw.9.52a", "too few ships are left in Europe in this phase")
    return Refusal("tgw.9.52b", "too few ships are left in the Near East in this phase")


def ride(s: S, step: Ride, action: Action) -> list[Refusal]:
    if action[0] == "stay":
        return []
    st = s.state
    if action[0] == "leave":
        return _drop(st, step.units, roster.UNIT[action[1]])
    side, units = step.side, step.units
    bunch = sum(1 << u for u in units)
    end = place_of(action[1])
    if end == step.start:
        return [Refusal("tgw.9.0d", f"the units are in {where(end)} already")]
    if end < 0:
        # no German division before the European Turks are set up (tgw.9.15a, tgw.17.31b), no unit back to Arabia (tgw.9.16b), no
        # Russian after the Fall of the Czar (tgw.9.25b)
        if end not in rail.boxes(st, side, bunch, step.start):
            return [Refusal("tgw.9.13a" if side == tables.CENTRAL else "tgw.9.24a", f"these units may not go into {where(end)}")]
        return [] if rail.affordable(st, side, units, step.start, end) else [_too_little_capacity(side, end)]
    bit = 1 << end
    if not rail.heads(st, bunch) & st.ctrl[side] & bit:
        rule = "tgw.14.63c" if rail.barred_places(st) & bit else "tgw.9.31a"
        return [Refusal(rule, f"{where(end)} is no friendly town or city in supply")]
    # on turn 1 Fisher's Gambit opens Berlin and Stettin alone (tgw.20.2.7c)
    if rail.closed_now(st, side) & bit or st.turn == 1 and not board.mask("E5102", "E5205") & bit:
        return [Refusal("tgw.19.55a" if st.turn == 1 else "tgw.19.61a", f"no strategic movement to {where(end)} this turn")]
    may = areas.ground(st, bunch)
    if not may & bit:
        # numbers in an area too: tgw.17.21j, tgw.17.21l, tgw.17.31d, tgw.17.31e, tgw.17.31i, tgw.17.31j
        return [Refusal("tgw.17.21a" if side == tables.ALLIED else "tgw.17.31a", f"{where(end)} is closed to these units now")]
    if rail.threatened(st, side) & bit:
        return [Refusal("tgw.9.32a", f"{where(end)} is next to an enemy unit or fort")]
    if not rail.reachable(st, side, bunch, step.start, may) & bit:
        # the way is closed by enemies (tgw.9.32b), leads over no map edge that the side controls (tgw.9.0e), or leaves Russia
        # (tgw.9.22b, tgw.9.22c), Egypt (tgw.9.23a) or the south of Iraq (tgw.9.23b)
        return [Refusal("tgw.9.31b", f"no open way leads to {where(end)}")]
    if not rail.affordable(st, side, units, step.start, end):
        return [_too_little_capacity(side, end)]
    if not stacking.room(st, end, bunch, side):
        return [Refusal("tgw.7.22a", f"{where(end)} has no room for these units")]
    return []


def _too_little_capacity(side: int, end: int) -> Refusal:
    """Returns the refusal of a ride for which too little capacity is left. It names the main limit of the side, though another may
    be used up (tgw.9.12a, tgw.9.14b, tgw.9.22a, tgw.9.25a)."""
    return Refusal(
        "tgw.9.21a" if side == tables.ALLIED else "tgw.9.11a", f"too little capacity is left to take them to {where(end)}"
    )


def _drop(st: State, units: tuple[int, ...], u: int) -> list[Refusal]:
    if u not in units:
        return [Refusal("tgw.9.0d", f"{roster.UNITS[u]} is not among the units that go together")]
    if len(units) < 2:
        return [Refusal("tgw.9.0d", "somebody must go: the last unit is not left behind")]
    if (twin := stacking.twin(st, units, u)) != u:
        return [Refusal("tgw.9.0d", f"{roster.UNITS[u]} is like {roster.UNITS[twin]} of them: name that one")]
    return []


def sail(s: S, step: Sail, action: Action) -> list[Refusal]:
    if action[0] == "stay":
        return []
    st = s.state
    if action[0] == "leave":
        return _drop(st, step.units, roster.UNIT[action[1]])
    end = place_of(action[1])
    if end < 0 or not sea.PORTS >> end & 1:
        return [Refusal("tgw.9.53a", f"{where(end)} is no port")]
    if end == step.start:
        return [Refusal("tgw.9.51a", f"the units are in {where(end)} already")]
    if not sea.ports(st) >> end & 1:
        # closed are ports of the Baltic (tgw.9.54a), the Caucasus (tgw.9.54b), the Black Sea (tgw.9.54c), the landing hexes
        # (tgw.9.53b), and all in Europe in the turn of a landing (tgw.9.56b)
        return [Refusal("tgw.9.54d", f"no Allied ship sails to {where(end)} now")]
    bunch = sum(1 << u for u in step.units)
    if not areas.ground(st, bunch) >> end & 1:  # tgw.17.21b, tgw.17.21c, tgw.17.21d, tgw.17.21m
        return [Refusal("tgw.17.21a", f"{where(end)} is closed to these units now")]
    if not all(st.railheads[roster.NATION_OF[u]] >> end & 1 for u in step.units):
        return [Refusal("tgw.9.51a", f"{where(end)} is not in supply for these units")]
    if bunch & roster.HQ and bool(board.NEAR_EAST >> end & 1) != bool(board.NEAR_EAST >> step.start & 1):
        return [Refusal("tgw.9.42a", "no HQ changes between Europe and the Near East")]
    way = sea.capacities_used(step.start, end)
    if not way:
        return [Refusal("tgw.9.55a", "Europe and Iraq are joined only by way of Egypt")]
    if used_up := [cap for cap in way if sea.left(st, cap) < len(step.units)]:  # tgw.9.52c
        return [_no_ships(cap) for cap in used_up]  # tgw.9.52a, tgw.9.52b
    if not stacking.room(st, end, bunch, tables.ALLIED):
        return [Refusal("tgw.7.22a", f"{where(end)} has no room for these units")]
    return []


# -- what could be meant -----------------------------------------------------------------------------------------------------------


def _places(step: Any, s: S) -> list[str] | None:
    """The places that a `to` could mean."""
    st = s.state
    if isinstance(step, March):
        front = fronts.FRONT[movement.front_of(step.at)]
        near = fronts.range_of(1 << step.at, 3) if step.at > 0 else movement.ENTRY[step.at]
        return board.numbers((movement.reach(st, step.side, step.bunch, step.start, step.at, step.spent) | near) & front)
    if isinstance(step, Ride):
        return [*board.numbers(board.SETTLED), BOXES[TRANSIT], BOXES[RU_TRANSIT]]
    return board.numbers(sea.PORTS) if isinstance(step, Sail) else None


def _to(s: S, step: Any) -> Collection[Action] | None:
    found = _places(step, s)
    return None if found is None else [("to", n) for n in found]


def _steps(s: S, step: Any) -> Collection[Action] | None:
    if not isinstance(step, March):
        return None
    return [("step", board.NUMBER[i]) for i in bits(movement.NEAR[step.at])] if step.at > 0 else []


def _leaves(s: S, step: Any) -> Collection[Action] | None:
    return [("leave", roster.UNITS[u]) for u in step.units] if isinstance(step, March | Ride | Sail) else None


def _stacks(s: S, step: Any) -> Collection[Action] | None:
    return [("stack", place_word(i)) for i in sorted(s.state.where) if i > 0 or i in EDGES] if isinstance(step, MoveUnits) else None


def _rails(s: S, step: Any) -> Collection[Action] | None:
    if not isinstance(step, Railways):
        return None
    return [("rail", place_word(i)) for i in sorted(s.state.where) if i > 0 or i in (*EDGES, TRANSIT, RU_TRANSIT, ARABIA)]


def _sails(s: S, step: Any) -> Collection[Action] | None:
    return [("sail", n) for n in board.numbers(sea.PORTS)] if isinstance(step, Railways) else None


def _eliminate(s: S, step: Any) -> Collection[Action] | None:
    return [("eliminate", id) for id in roster.unit_ids(s.state.stack(step.hex))] if isinstance(step, Overstack) else None


ASKS = {
    MoveUnits: (("done", "stack place"), move_units),
    March: (("stay", "to place", "step place", "leave unit"), march),
    Overstack: (("eliminate unit",), overstack),
    Railways: (("done", "rail place", "sail place"), railways),
    Ride: (("stay", "to place", "leave unit"), ride),
    Sail: (("stay", "to place", "leave unit"), sail),
}
FORMS = {"to": _to, "step": _steps, "leave": _leaves, "stack": _stacks, "rail": _rails, "sail": _sails, "eliminate": _eliminate}
