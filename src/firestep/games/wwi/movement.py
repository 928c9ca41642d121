"""Movement (chapter 5): by land and by rail, and through the Franco-Italian Transit Area. Sea moves are in sea.py."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import NamedTuple

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, SideChoice, Steps
from firestep.games.wwi import sea
from firestep.games.wwi.components import board
from firestep.games.wwi.control import enter, objectives, watched
from firestep.games.wwi.ground import Reach, reach, way
from firestep.games.wwi.neutrals import violate
from firestep.games.wwi.rail import rail_link
from firestep.games.wwi.russia import after_city, bound, confines, garrison_steps, steps, surrenders
from firestep.games.wwi.state import POOL, TRANSIT, State
from firestep.games.wwi.zones import clear_of_zones, passable, zone
from firestep.hexmap.grid import bits

TO = {i: ("to", n) for i, n in board.NUMBER.items()}
INVADE = {i: ("invade", n) for i, n in board.NUMBER.items()}
VIA = {i: ("via", n) for i, n in board.NUMBER.items()}
MOVE = tuple(("move", id) for id in board.UNITS)
STAY: Action = ("stay",)
DONE: Action = ("done",)
ENTER_TRANSIT: Action = ("transit",)
#: march past what could be taken on the way (T1)
PAST: Action = ("past",)
#: only if Russia surrenders by the very move or retreat that takes an army's hex, and so shuts its way out (T25)
DISBAND: Action = ("disband",)

FRESH = (0, -1, -1)
DOOR_MASK = sum(1 << i for i in board.DOORS)


# -- reach -----------------------------------------------------------------------------------------------------------------


def ground_for(st: State, unit: int) -> int:
    """Land this unit may enter without breaking any neutrality."""
    return passable(st, st.side(unit))


def reach_over(st: State, unit: int, here: int, open: int, spent: tuple[int, int, int], halts: int = 0) -> Reach:
    """What a unit can reach from a hex over this ground: zones and rails as they are for it. Only enemy zones count (wwi.6.16), and
    neither friends nor fortifications cancel them (wwi.6.15, wwi.6.52b). It does not go on from `halts`."""
    foe, link = zone(st, 1 - st.side(unit)), rail_link(st, unit)  # wwi.6.16, wwi.6.15, wwi.6.52b
    # wwi.3.23c, wwi.5.23a, wwi.9.2
    return reach(steps(st, unit), board.CLEAR, board.ROUGH, 1 << here, open, foe, link, board.MOVEMENT_POINTS, spent, halts=halts)


def unit_reach(st: State, unit: int, spent: tuple[int, int, int] = FRESH) -> Reach:
    """All that a unit can reach with what is left of its 5 points (wwi.3.23c, wwi.5.23a), supplied or not (wwi.9.2).
    `ground.reach` decides prices, zones and rails."""
    here = st.at[unit]
    side = st.side(unit)
    clear = clear_of_zones(st, side)
    if memo := st.reached:
        who, at, paid, ground, enemy, forts, links, off, over, found = memo
        if (
            who == unit
            and at == here
            and paid == spent
            and ground is clear
            and enemy is st.occ[1 - side]
            and forts is st.forts
            and links == st.links
            and off == st.links_off
            and over == (st.surrendered, bound(st, unit), st.delayed, st.fallen)
        ):
            return found  # type: ignore[no-any-return]
    parts = stages(st, unit, spent)
    found = parts[0][1]
    for _, more in parts[1:]:
        found |= more
        found.ends &= ~(1 << here)
    st.reached = (
        unit,
        here,
        spent,
        clear,
        st.occ[1 - side],
        st.forts,
        st.links,
        st.links_off,
        (st.surrendered, bound(st, unit), st.delayed, st.fallen),
        found,
    )
    return found


def stages(st: State, unit: int, spent: tuple[int, int, int]) -> list[tuple[State, Reach]]:
    """The ways of a move, each with the position in which it goes on: the present one as long as the unit takes no city with which
    Russia could surrender in this move, and the one after each such city (wwi.12.12b, wwi.12.13a)."""
    here, ground = st.at[unit], ground_for(st, unit)
    found = reach_over(st, unit, here, ground, spent)
    cities = board.RUSSIAN_CITIES & ~st.fallen & found.ends if st.side(unit) == board.CENTRAL else 0
    if not surrenders(st, cities):
        return [(st, found)]
    found = reach_over(st, unit, here, ground, spent, cities)
    out = [(st, found.without(cities))]
    for i in bits(cities & found.spare()):
        out += stages(after_city(st, unit, i), unit, found.costs(1 << i))
    return out


def transit_reach(st: State, unit: int) -> int:
    """Hexes a unit can reach when it leaves the Transit Area by one of the two doors (wwi.5.51c, wwi.5.52, wwi.5.53, R29)."""
    open = passable(st, board.ALLIED)
    enemy = zone(st, board.CENTRAL)
    out = 0
    for i in board.DOORS:  # wwi.5.51c
        if open >> i & 1:
            out |= 1 << i
            if not enemy >> i & 1:
                out |= _leg(st, unit, i, door_costs(st, unit, i), open).ends
    return out


def door_costs(st: State, unit: int, door: int) -> tuple[int, int, int]:
    """What a unit has spent when it stands in a door: the price of its terrain, or half a point by rail if it has a link there
    (wwi.5.33a, wwi.5.53, R29)."""
    return 2 if board.ROUGH >> door & 1 else 1, 1 if rail_link(st, unit) >> door & 1 else -1, -1  # wwi.5.53


def transit_invadable(st: State, unit: int) -> int:
    """Neutral hexes within reach of an army that leaves the Transit Area (T15)."""
    out = 0
    if st.neutral:
        for i, paid in starts(st, unit, FRESH):
            out |= invadable(st, unit, _leg(st, unit, i, paid, ground_for(st, unit)), paid)
    return out


def may_transit(st: State, unit: int, r: Reach) -> bool:
    """The Transit Area is open to Allied units while Italy is an Ally (wwi.5.51a, wwi.11.11c), by its doors only (wwi.5.52)."""
    if st.allegiance[board.IT] != board.ALLIED or st.side(unit) != board.ALLIED:  # wwi.5.51a, wwi.11.11c
        return False
    return bool(r.spare() & DOOR_MASK)  # wwi.5.52


def invadable(st: State, unit: int, r: Reach, spent: tuple[int, int, int]) -> int:
    """Neutral hexes this unit can step into: the first neutral hex ends the leg, because neutrality ends there (R36).
    Both sides may invade (wwi.11.0a)."""
    side = st.side(unit)
    if not st.neutral:
        return 0
    if side == board.CENTRAL and surrenders(st, board.RUSSIAN_CITIES & ~st.fallen & r.ends):
        return reduce(or_, (_invadable(now, unit, found) for now, found in stages(st, unit, spent)))
    return _invadable(st, unit, r)  # wwi.11.0a


def _invadable(st: State, unit: int, r: Reach) -> int:
    side = st.side(unit)
    ground = steps(st, unit)
    free = st.neutral & ~st.occ[board.NEUTRAL] & ~st.forts_of_side(board.NEUTRAL)
    out = 0
    if not ground.around(r.spare()) & free:
        return 0
    for k in range(board.MOVEMENT_POINTS):
        for layer in (r.foot, r.after):
            if layer[k]:
                near = ground.around(layer[k]) & free
                out |= near & board.CLEAR
                if k + 2 <= board.MOVEMENT_POINTS:
                    out |= near & board.ROUGH
    rails = 0
    for h in range(2 * board.MOVEMENT_POINTS):
        rails |= r.rail[h] | (0 if h & 1 else r.foot[h >> 1] & r.link)
    if rails:
        out |= ground.along(rails & board.RAIL) & free
    if side == board.CENTRAL and board.UNIT_NATION[unit] == board.AH:
        out &= ~board.AH_BAN  # it could not end there (wwi.12.5a); passing on from there is not certain
    return out


def may_end(st: State, unit: int, ends: int) -> int:
    """Which of the reachable hexes a unit may end in: an empty one (wwi.5.21b, wwi.7.0a), or one whose friend has not moved yet
    and can move out to an empty neighbour, so that armies may exchange places (T2). It may pass through friends (wwi.5.21c,
    wwi.7.0b) and end with a fortification of its side (wwi.7.0c)."""
    side = st.side(unit)
    if board.UNIT_NATION[unit] == board.AH:
        ends &= ~board.AH_BAN  # wwi.12.5a
    # passing through is allowed (wwi.12.5b)
    friends = ends & st.occ[side]  # wwi.5.21c, wwi.7.0b, wwi.7.0c
    if not friends:
        return ends
    ends ^= friends  # wwi.7.0a
    # the mover's own hex falls free, unless it was pushed out of it by the army that has it now
    here = 1 << st.at[unit] if st.at[unit] >= 0 and st.alone(unit) else 0
    empty = (passable(st, side) & ~st.occ[side]) | here
    enemy = zone(st, 1 - side)
    for i in bits(friends):
        other = st.unit_in(i)
        if (st.moved | st.garrison) >> other & 1:
            continue
        out = board.NEAR[i] & empty
        if enemy >> i & 1:
            out &= ~enemy
        if board.UNIT_NATION[other] == board.AH:
            out &= ~board.AH_BAN
        if out & confines(st, other):  # wwi.12.13a
            ends |= 1 << i
    return ends


def march_ends(st: State, unit: int, spent: tuple[int, int, int], past: bool = False) -> int:
    """Where a march may end. Whether a friend can make room there is judged in the position in which the army comes to him: Russia
    may surrender on the way (T26)."""
    if past:
        return may_end(st, unit, past_ends(st, unit, spent))
    r = unit_reach(st, unit, spent)
    ends = may_end(st, unit, r.ends)
    if (
        r.ends & st.occ[board.CENTRAL]
        and st.side(unit) == board.CENTRAL
        and surrenders(st, board.RUSSIAN_CITIES & ~st.fallen & r.ends)
    ):
        ends &= ~st.occ[board.CENTRAL]
        for now, found in stages(st, unit, spent):
            ends |= may_end(now, unit, found.ends & st.occ[board.CENTRAL] & r.ends)
    return ends


# -- the way (T1, T12) -----------------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """What counts on the way to a hex: countries entered because no way leads around them, objectives taken in order and the hex
    itself, and what has been spent there."""

    entered: tuple[int, ...]
    taken: tuple[int, ...]
    costs: tuple[int, int, int]


def starts(st: State, unit: int, spent: tuple[int, int, int]) -> list[tuple[int, tuple[int, int, int]]]:
    """Where a move begins and what it has cost so far: the unit's hex, or the doors of the Transit Area it can go on from."""
    if st.at[unit] != TRANSIT:
        return [(st.at[unit], spent)]
    through = passable(st, board.ALLIED) & ~zone(st, board.CENTRAL)
    return [(i, door_costs(st, unit, i)) for i in board.DOORS if through >> i & 1]


def find_way(st: State, unit: int, dest: int, spent: tuple[int, int, int], past: bool, on: bool = False) -> Way | None:
    """The way to `dest`: the one that takes most objectives, ties to the lowest hex numbers so that a record replays the same; or,
    if the army is to pass everything by, one that takes none. It goes around countries whose mere entry counts where it can (T12).
    With `on` the army must be able to go on from `dest`. None if there is no such way."""
    goals = objectives(st, st.side(unit)) & ~(1 << dest)
    lands = watched(st, unit)
    if st.at[unit] == TRANSIT:
        if dest in board.DOORS and not on:
            return Way((), (dest,), door_costs(st, unit, dest))
    elif not lands and not goals & (r := unit_reach(st, unit, spent)).spare() and not st.neutral >> dest & 1:
        return Way((), (dest,), r.costs(1 << dest)) if (r.spare() if on else r.ends) >> dest & 1 else None
    best = None
    for here, paid in starts(st, unit, spent):
        door = goals >> here & 1 if st.at[unit] == TRANSIT else 0
        ground = ground_for(st, unit) | st.neutral & 1 << dest
        if past and door:
            continue
        if past:
            ground &= ~goals
        entered = []
        for land in lands:
            if not (land >> here | land >> dest) & 1:
                if _leads(_leg(st, unit, here, paid, ground & ~land), dest, on):
                    ground &= ~land
                else:
                    entered += bits(_leg(st, unit, here, paid, ground).spare() & land)[:1]
        found = _most(st, unit, here, paid, dest, 0 if past else goals & ~(1 << here), ground, on)
        if found:
            taken, costs = found
            if best is None or len(taken) + door > len(best.taken):
                best = Way(tuple(entered), (here, *taken) if door else taken, costs)
    return best


def _most(
    st: State, unit: int, here: int, spent: tuple[int, int, int], dest: int, goals: int, ground: int, on: bool
) -> tuple[tuple[int, ...], tuple[int, int, int]] | None:
    """The way that takes most of `goals`. On the way from one to the next it takes no other: that would be another order. It ends
    only where a friend in `dest` can make room when the army comes."""
    best: tuple[tuple[int, ...], tuple[int, int, int]] | None = None
    halts = (goals | 1 << dest & objectives(st, st.side(unit))) & ~(1 << here)
    r = reach_over(st, unit, here, ground, spent, halts) if halts else _leg(st, unit, here, spent, ground)
    if _leads(r, dest, on) and (on or not st.occ[st.side(unit)] >> dest & 1 or may_end(st, unit, 1 << dest)):
        best = (dest,), r.costs(1 << dest)
    for i in bits(goals & halts & r.spare()):
        costs = r.costs(1 << i)
        least = min(c for c in (2 * costs[0], costs[1], 2 * costs[2]) if c >= 0)
        if least + board.GRID.distance(i, dest) > 2 * board.MOVEMENT_POINTS:
            continue
        now, left, open = st, goals & ~(1 << i), ground
        if board.RUSSIAN_CITIES >> i & 1 and st.side(unit) == board.CENTRAL and not st.surrendered:
            now = after_city(st, unit, i)
            left &= objectives(now, board.CENTRAL)
            open = ground_for(now, unit) | st.neutral & 1 << dest
        rest = _most(now, unit, i, costs, dest, left, open, on)
        if rest and (best is None or len(rest[0]) + 1 > len(best[0])):
            best = (i, *rest[0]), rest[1]
    return best


def _leads(r: Reach, dest: int, on: bool) -> bool:
    return bool((r.spare() if on else r.ends) >> dest & 1)


def _leg(st: State, unit: int, here: int, spent: tuple[int, int, int], ground: int) -> Reach:
    if here == st.at[unit] and ground == ground_for(st, unit):
        return unit_reach(st, unit, spent)
    return reach_over(st, unit, here, ground, spent)


def past_ends(st: State, unit: int, spent: tuple[int, int, int]) -> int:
    """Where a move can end that takes nothing on its way: an objective only as its end."""
    goals = objectives(st, st.side(unit))
    ground = ground_for(st, unit)
    out = 0
    for here, paid in starts(st, unit, spent):
        if st.at[unit] != TRANSIT or not goals >> here & 1:
            out |= reach_over(st, unit, here, ground, paid, goals & ~(1 << here)).ends
    if st.at[unit] == TRANSIT:
        out |= DOOR_MASK & passable(st, board.ALLIED)
    return out


def way_to_transit(st: State, unit: int, spent: tuple[int, int, int], past: bool) -> Way | None:
    """The way through one of the doors into the Transit Area, by the one that takes more; passing everything by, a door that is an
    objective itself is shut."""
    goals = objectives(st, st.side(unit))
    best = None
    for i in board.DOORS:
        if i == st.at[unit]:
            found: Way | None = Way((), (), spent)
        elif past and goals >> i & 1:
            found = None
        else:
            found = find_way(st, unit, i, spent, past, on=True)
        if found and (best is None or _gain(found, goals) > _gain(best, goals)):
            best = found
    return best


def _gain(way: Way, goals: int) -> int:
    return sum(goals >> i & 1 for i in way.taken)


# -- steps -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveUnits(SideChoice[Session[State]]):
    """The phasing player picks a unit to move, or ends the phase (wwi.5.0a, wwi.5.11a)."""

    side: int

    def prompt(self, s: Session[State]) -> str:
        return f"{board.SIDE_TITLES[self.side]}: choose an army to move, or end the Movement Phase"

    def actions(self, s: Session[State]) -> list[Action]:
        return [DONE, *(MOVE[u] for u in movable(s.state, self.side))]  # wwi.5.0a, wwi.5.11a

    def take(self, s: Session[State], action: Action) -> Steps:
        if action == DONE:
            return ()
        return (MoveUnit(board.UNIT[action[1]]), self)


def movable(st: State, side: int) -> list[int]:
    """Units of a side that have not moved in this phase (wwi.5.0d), in the order of their ids. Neutrals never move (wwi.11.0d)."""
    # wwi.5.0d, wwi.11.0d
    return bits(st.field[side] & ~(st.moved | st.garrison))  # wwi.12.13b


@dataclass(frozen=True, slots=True)
class MoveUnit(Choice[Session[State]]):
    """One unit's move: where to (wwi.5.0c). `spent` is what it has paid on its way so far; `must` forbids it to stay, because
    another army has taken its hex (T2); `past` lets it take nothing on its way (T1)."""

    unit: int
    spent: tuple[int, int, int] = FRESH
    must: bool = False
    past: bool = False

    def seat(self, s: Session[State]) -> int:
        return s.state.side(self.unit)

    def prompt(self, s: Session[State]) -> str:
        name = board.ARMY[self.unit]
        if self.must:
            return f"{board.SIDE_TITLES[self.seat(s)]}: {name} must make room, choose its hex"
        on = " on" if self.spent != FRESH else ""
        past = ", taking nothing on its way" if self.past else ""
        return f"{board.SIDE_TITLES[self.seat(s)]}: choose where {name} moves{on}{past}, or leave it where it is"

    def actions(self, s: Session[State]) -> list[Action]:
        st, unit = s.state, self.unit
        if st.at[unit] == TRANSIT:
            return self._leave(st)
        r = unit_reach(st, unit, self.spent)
        out: list[Action] = []
        if st.neutral:
            out += [INVADE[i] for i in bits(invadable(st, unit, r, self.spent))]
        if self.may_pass(st):
            out.append(PAST)
        if self.spent == FRESH and st.phase == 1:  # in the Allied phase only: wwi.4.ph2b
            out += sea.actions(st, unit)
        if not self.must and may_stay(st, unit, self.spent):
            out.append(STAY)
        out += [TO[i] for i in bits(march_ends(st, unit, self.spent, self.past))]  # wwi.5.0c
        if may_transit(st, unit, r) and (not self.past or way_to_transit(st, unit, self.spent, True)):
            out.append(ENTER_TRANSIT)
        if via := self.stations(st, r):
            out += [VIA[i] for i in bits(via)]
        return out or [DISBAND]

    def _leave(self, st: State) -> list[Action]:
        """Out of the Transit Area, or stay in it, in a phase after the one in which it came (wwi.5.51b, wwi.5.54)."""
        ends = past_ends(st, self.unit, FRESH) if self.past else transit_reach(st, self.unit)
        return [
            *(INVADE[i] for i in bits(transit_invadable(st, self.unit))),
            *((PAST,) if self.may_pass(st) else ()),
            STAY,  # wwi.5.51b, wwi.5.54
            *(TO[i] for i in bits(may_end(st, self.unit, ends))),
        ]

    def may_pass(self, st: State) -> bool:
        """An objective lies where the unit could take it in passing, and the player has not yet said that it shall not (T1)."""
        if self.past or self.must:
            return False
        goals = objectives(st, st.side(self.unit))
        if st.at[self.unit] != TRANSIT:
            return bool(goals & unit_reach(st, self.unit, self.spent).spare() & ~(1 << st.at[self.unit]))
        return any(
            goals & (1 << i | _leg(st, self.unit, i, paid, ground_for(st, self.unit)).spare())
            for i, paid in starts(st, self.unit, FRESH)
        )

    def stations(self, st: State, r: Reach) -> int:
        """Objectives that the unit can pass through and still go on: the player may choose his own way (T1)."""
        via = objectives(st, st.side(self.unit)) & ~st.occ[st.side(self.unit)]
        if via and board.UNIT_NATION[self.unit] == board.AH:
            via &= ~board.AH_BAN  # it might have to stop there
        return via and via & r.spare() & ~(1 << st.at[self.unit])

    def take(self, s: Session[State], action: Action) -> Steps:
        st, unit = s.state, self.unit
        verb = action[0]
        if verb == "stay":
            st.moved |= 1 << unit
            return garrison_steps(st)
        if verb == "disband":
            return disband(s, unit)
        if verb == "past":
            return (replace(self, past=True),)
        if verb == "transit":
            way = way_to_transit(st, unit, self.spent, self.past)
            assert way is not None
            was = st.at[unit]
            s.note(
                "transit",
                "wwi.5.51a",
                "wwi.5.52",
                unit=board.UNITS[unit],
                start=board.NUMBER[was],
                path=[board.NUMBER[i] for i in way.taken],
            )
            st.moved |= 1 << unit
            st.put(unit, TRANSIT)
            enter(s, unit, was, (*way.entered, *way.taken))
            return ()
        dest = board.INDEX[action[1]]
        if verb == "sea":
            return sea.move(s, unit, dest)
        if verb == "invade":
            return self._invade(s, dest)
        if verb == "via":
            way = self.straight_to(st, dest)
            self._go(s, way)
            return (MoveUnit(unit, way.costs),)
        way = find_way(st, unit, dest, self.spent, self.past)
        assert way is not None
        st.moved |= 1 << unit
        friend = st.unit_in(dest)
        self._go(s, way)
        room: Steps = (MoveUnit(friend, must=True),) if friend >= 0 and st.at[friend] == dest else ()
        return (*room, *garrison_steps(st))

    def straight_to(self, st: State, dest: int, on: bool = True) -> Way:
        """The way to a station, or into a neutral country: nothing else is taken, unless every way leads through it."""
        way = find_way(st, self.unit, dest, self.spent, True, on) or find_way(st, self.unit, dest, self.spent, False, on)
        assert way is not None
        return way

    def _go(self, s: Session[State], way: Way) -> None:
        was = s.state.at[self.unit]
        s.state.put(self.unit, way.taken[-1])
        s.note(
            "moves",
            "wwi.5.0c",
            unit=board.UNITS[self.unit],
            start="transit" if was == TRANSIT else board.NUMBER[was],
            path=[board.NUMBER[i] for i in way.taken],
        )
        enter(s, self.unit, was, (*way.entered, *way.taken))

    def _invade(self, s: Session[State], dest: int) -> Steps:
        """Enter a neutral hex: neutrality ends before the unit's own check of zones there (R36); it may then move on."""
        st, unit = s.state, self.unit
        way = self.straight_to(st, dest, on=False)
        violate(s, board.COUNTRY_AT[dest], st.side(unit))
        self._go(s, way)
        if zone(st, 1 - st.side(unit)) >> dest & 1 or way.costs == (-1, -1, -1):
            st.moved |= 1 << unit
            return garrison_steps(st)
        return (MoveUnit(unit, way.costs),)


def disband(s: Session[State], unit: int) -> Steps:
    """An army that must make room and cannot is lost, and may be built again (T25)."""
    s.note("no-room", "wwi.5.21b", unit=board.UNITS[unit], hex=board.NUMBER[s.state.at[unit]])
    s.state.put(unit, POOL)
    return garrison_steps(s.state)


def may_stay(st: State, unit: int, spent: tuple[int, int, int]) -> bool:
    """A unit may always stay where it began. On its way it may stop only where it may end (wwi.5.21b, wwi.12.5a)."""
    here = st.at[unit]
    if spent == FRESH:
        return True
    return st.alone(unit) and not (board.UNIT_NATION[unit] == board.AH and board.AH_BAN >> here & 1)  # wwi.5.21b


def austrians_astray(st: State) -> list[int]:
    """Austro-Hungarian units that end their Movement Phase where they may not (wwi.12.5c)."""
    return [u for u in board.UNITS_OF[board.AH] if st.at[u] >= 0 and board.AH_BAN >> st.at[u] & 1]  # wwi.12.5c


def remove_austrians(s: Session[State]) -> None:
    """They are destroyed at the end of the phase and may be built again (wwi.12.5c, R65)."""
    for u in austrians_astray(s.state):
        s.note("astray", "wwi.12.5c", unit=board.UNITS[u], hex=board.NUMBER[s.state.at[u]])
        s.state.put(u, POOL)


def path(s: Session[State], action: Action) -> tuple[str, list[str]] | None:
    """The way of an army that is about to move, hex by hex, for the page to show: by the objectives that it will take, or past
    them."""
    st, step = s.state, s.agenda[-1]
    if not isinstance(step, MoveUnit) or action[0] not in ("to", "via", "invade") or st.at[step.unit] < 0:
        return None
    here, dest = st.at[step.unit], board.INDEX[action[1]]
    found = (
        find_way(st, step.unit, dest, step.spent, step.past)
        if action[0] == "to"
        else step.straight_to(st, dest, action[0] == "via")
    )
    assert found is not None
    open = _leg(st, step.unit, here, step.spent, ground_for(st, step.unit) | 1 << dest).spare()
    left = objectives(st, st.side(step.unit))  # what it has not taken yet it does not enter
    hexes = [here]
    for i in found.taken:
        left &= ~(1 << i)
        hexes += way(steps(st, step.unit), open & ~left, hexes[-1], i)[1:]
    return board.UNITS[step.unit], [board.NUMBER[i] for i in hexes]
