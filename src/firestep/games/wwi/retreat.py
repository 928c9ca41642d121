"""Retreat (wwi.8.6): as straight as possible away from the enemy, over ground free of his zones, and displacement of friends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.wwi.components import board
from firestep.games.wwi.control import enter
from firestep.games.wwi.movement import DISBAND, disband
from firestep.games.wwi.russia import RUSSIA, bound, confines, held_in_russia, leaves, surrenders
from firestep.games.wwi.state import State
from firestep.games.wwi.supply import region_in
from firestep.games.wwi.zones import clear_of_zones, zone
from firestep.hexmap.grid import bits

STEP = {i: ("step", n) for i, n in board.NUMBER.items()}


class Ways(NamedTuple):
    """How a retreat of some length can be made: the hexes where it may end, and either the hexes it can be in after each step, if
    it runs straight, or every bent path."""

    ends: int = 0
    layers: Sequence[int] = ()
    paths: Sequence[tuple[int, ...]] = ()

    def nexts(self, path: tuple[int, ...], here: int) -> int:
        """The hexes to which a retreat that came this way may go on."""
        done = len(path)
        if self.paths:
            return sum({1 << p[done] for p in self.paths if p[:done] == path})
        allowed = self.ends
        for k in range(len(self.layers) - 2, done, -1):  # only hexes from which the end can still be reached
            allowed = board.GROUND.around(allowed) & self.layers[k]
        return board.NEAR[here] & allowed


def layers(start: int, open: int, length: int) -> list[int]:
    """Hexes a straight retreat can be in after each step: every step goes one hex farther from the start (wwi.8.6b, R20), so no hex
    comes twice (wwi.8.61b). It costs no points (wwi.8.6c), and rough hexes count as one (wwi.8.64a). Blocked sides (wwi.8.61c), the
    map's edge (wwi.8.61d) and the Transit Area (wwi.5.55b) stop it. Rails and ships do not help it (wwi.8.64b)."""
    out = [1 << start]
    for k in range(1, length + 1):
        # wwi.8.6b, wwi.8.61c, wwi.8.61d, wwi.5.55b, wwi.8.64a, wwi.8.64b, wwi.8.6c
        out.append(board.GROUND.around(out[-1]) & open & board.GROUND.ring(start, k))
    return out


def bent_paths(start: int, open: int, length: int) -> list[tuple[int, ...]]:
    """Every path of this length that enters no hex twice (wwi.8.61b), straight or not."""
    paths: list[tuple[int, ...]] = [()]
    for _ in range(length):
        # wwi.8.61b
        paths = [(*p, i) for p in paths for i in bits(board.NEAR[p[-1] if p else start] & open) if i != start and i not in p]
    return paths


def ways(st: State, unit: int, length: int) -> Ways:
    """The retreats of this length among which the owner chooses (R20): none that ends on a friend if another ends in an empty hex
    (wwi.8.63a); of those the straightest, the ones that end farthest away (wwi.8.6b); inside its own country a unit stays there if
    it can (wwi.8.61e); then it prefers to end in supply (wwi.8.6b)."""
    start = st.at[unit]
    side = st.side(unit)
    home = board.HOME[board.UNIT_NATION[unit]]
    friends = st.occ[side]
    open = clear_of_zones(st, side)  # wwi.8.61a, wwi.8.62, wwi.6.52a
    grounds = [open & home | 1 << start, open] if home >> start & 1 else [open]
    free = not shut_by(st, unit, length)
    for ground in grounds if free else ():
        found = layers(start, ground, length)
        if end := found[-1] & ~friends:
            return Ways(end & supply_without(st, unit) or end, found)
    if not board.NEAR[start] & open:
        return Ways()
    paths = bent_paths(start, open, length)
    return _bent(st, unit, paths if free else [p for p in paths if not leaves(st, unit, p)], grounds, friends)


def shut_by(st: State, unit: int, length: int) -> bool:
    """Russia may be shut behind this retreat, now or by a city on its way (wwi.12.13a): then every path is looked at by itself."""
    if st.side(unit) != board.CENTRAL:
        return False
    near = 0
    for k in range(1, length + 1):
        near |= board.GROUND.ring(st.at[unit], k)
    return bool(near & RUSSIA) and bound(st, unit) or surrenders(st, near & board.RUSSIAN_CITIES & ~st.fallen)


def _bent(st: State, unit: int, paths: list[tuple[int, ...]], grounds: list[int], friends: int) -> Ways:
    """The same among paths that may be bent: wwi.8.6b asks for a line as straight as possible, not for a straight one, and no unit
    is lost while it can retreat by any legal path (wwi.8.54)."""
    start = st.at[unit]
    last = sum({1 << p[-1] for p in paths})
    for ends in (last & ~friends, displaceable(st, unit, last & friends)):  # wwi.8.63a, wwi.8.54
        if not ends:
            continue
        farthest = max(board.GRID.distance(start, i) for i in bits(ends))
        straight = [p for p in paths if ends >> p[-1] & 1 and board.GRID.distance(start, p[-1]) == farthest]
        for ground in grounds:
            if good := [p for p in straight if all(ground >> i & 1 for i in p)]:
                end = sum({1 << p[-1] for p in good})
                end = end & supply_without(st, unit) or end
                return Ways(end, paths=[p for p in good if end >> p[-1] & 1])
    return Ways()


def supply_without(st: State, unit: int) -> int:
    """Where the unit would be in supply once it is gone from its hex: it no longer holds that hex open (wwi.6.31b, wwi.8.6b)."""
    start = 1 << st.at[unit]
    side = st.side(unit)
    open = clear_of_zones(st, side)
    return region_in(st, board.UNIT_NATION[unit], side, open & ~(start & zone(st, 1 - side) & ~st.forts_of_side(side)))  # wwi.6.31b


def retreat_lengths(st: State, unit: int, most: int) -> list[int]:
    """The lengths up to `most` for which a legal retreat exists; a garrison of Russia stays in its city (wwi.12.13b, T21)."""
    if st.garrison >> unit & 1:
        return []
    return [k for k in range(1, most + 1) if ways(st, unit, k).ends]


# -- displacement (wwi.8.63) ---------------------------------------------------------------------------------------------------


def displaceable(st: State, unit: int, friends: int, moving: int = 0) -> int:
    """Friends that can be bumped: not in an enemy zone (wwi.8.63c), no garrison (wwi.12.13b), with a hex to go to, if need be by
    bumping on (wwi.8.63d). A chain runs through friends who can be bumped to one with an empty hex beside him, so all that matters
    is from which of them such a one can be reached. All others stay (wwi.8.63e). `moving` are the hexes of units already on the
    move."""
    side = st.side(unit)
    gone = moving | 1 << st.at[unit]
    ready = st.occ[side] & ~zone(st, 1 - side) & ~gone  # wwi.8.63c
    for u in bits(st.garrison):
        if st.at[u] >= 0:
            ready &= ~(1 << st.at[u])
    if not friends & ready:
        return 0
    free = clear_of_zones(st, side) & ~st.occ[side] & ~gone
    if side != board.CENTRAL or not held_in_russia(st):
        return friends & board.GROUND.flood(board.GROUND.around(free) & ready, ready)  # wwi.8.63d, wwi.8.63e
    inside = board.GROUND.flood(
        board.GROUND.around(free & RUSSIA) & ready & RUSSIA, ready & RUSSIA
    )  # nobody is bumped out of Russia
    outside = board.GROUND.flood(board.GROUND.around(free | inside) & ready & ~RUSSIA, ready & ~RUSSIA)
    return friends & (inside | outside)


def havens(st: State, unit: int, moving: int) -> int:
    """Where a bumped unit may go: one hex under the limits of retreat (wwi.8.63b), empty if there is one, else onto a friend that
    can be bumped on. `moving` are the hexes of units already on the move."""
    i = st.at[unit]
    side = st.side(unit)
    nation = board.UNIT_NATION[unit]
    near = board.NEAR[i] & clear_of_zones(st, side) & confines(st, unit) & ~moving  # wwi.8.63b
    empty = near & ~st.occ[side]
    if empty:
        if board.HOME[nation] >> i & 1 and empty & board.HOME[nation]:
            return empty & board.HOME[nation]  # wwi.8.61e
        return empty
    return displaceable(st, unit, near & st.occ[side], moving)


# -- steps -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RetreatStep(Choice[Session[State]]):
    """The owner chooses the path hex by hex among those that keep the length and the preferences of R20."""

    unit: int
    length: int
    path: tuple[int, ...] = ()

    def seat(self, s: Session[State]) -> int:
        return s.state.side(self.unit)

    def prompt(self, s: Session[State]) -> str:
        left = self.length - len(self.path)
        return f"{board.SIDE_TITLES[self.seat(s)]}: retreat {board.ARMY[self.unit]}, {left} more hex{'es' if left > 1 else ''}"

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        here = self.path[-1] if self.path else st.at[self.unit]
        return [STEP[i] for i in bits(ways(st, self.unit, self.length).nexts(self.path, here))]

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        path = (*self.path, board.INDEX[action[1]])
        if len(path) < self.length:
            return (replace(self, path=path),)
        start = st.at[self.unit]
        fight = st.fight
        assert fight is not None
        st.fight = replace(fight, path=(start, *path), vacated=True)
        bumped = st.unit_in(path[-1])
        st.put(self.unit, path[-1])
        s.note("retreats", "wwi.8.6a", unit=board.UNITS[self.unit], path=[board.NUMBER[i] for i in (start, *path)])
        enter(s, self.unit, start, path)
        return (Displace(bumped, 1 << start | 1 << path[-1]),) if bumped >= 0 and st.at[bumped] == path[-1] else ()


@dataclass(frozen=True, slots=True)
class Displace(Choice[Session[State]]):
    """A bumped unit moves one hex; it may bump the next one (wwi.8.63d)."""

    unit: int
    moving: int

    def seat(self, s: Session[State]) -> int:
        return s.state.side(self.unit)

    def prompt(self, s: Session[State]) -> str:
        return f"{board.SIDE_TITLES[self.seat(s)]}: {board.ARMY[self.unit]} is displaced, choose its hex"

    def actions(self, s: Session[State]) -> list[Action]:
        id = board.UNITS[self.unit]
        return [("displace", id, board.NUMBER[i]) for i in bits(havens(s.state, self.unit, self.moving))] or [DISBAND]

    def take(self, s: Session[State], action: Action) -> Steps:
        if action == DISBAND:
            return disband(s, self.unit)
        st = s.state
        dest = board.INDEX[action[2]]
        was = st.at[self.unit]
        bumped = st.unit_in(dest)
        st.put(self.unit, dest)
        s.note("displaced", "wwi.8.63a", unit=board.UNITS[self.unit], start=board.NUMBER[was], hex=board.NUMBER[dest])
        enter(s, self.unit, was, (dest,))
        return (Displace(bumped, self.moving | 1 << dest),) if bumped >= 0 and st.at[bumped] == dest else ()
