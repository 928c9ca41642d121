"""Movement (chapter 5): by land and by rail, and through the Franco-Italian Transit Area. Sea moves are in sea.py."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.wwi import board as b
from firestep.games.wwi import sea
from firestep.games.wwi.neutrals import violate
from firestep.games.wwi.russia import confines, enter, garrison_steps, objectives, watched
from firestep.games.wwi.state import POOL, TRANSIT, State
from firestep.games.wwi.supply import east_sources, paired, west_sources
from firestep.games.wwi.zones import clear_of_zones, passable, zone
from firestep.hexmap.grid import bits
from firestep.hexmap.ground import Reach, reach, way

_LIMIT = 30_000
_links: dict[tuple[int, int], int] = {}
#: the latest link of each set of sources, to start the next search from
_latest: dict[int, int] = {}

TO = {i: ("to", n) for i, n in b.NUMBER.items()}
INVADE = {i: ("invade", n) for i, n in b.NUMBER.items()}
VIA = {i: ("via", n) for i, n in b.NUMBER.items()}
MOVE = tuple(("move", id) for id in b.UNITS)
STAY: Action = ("stay",)
DONE: Action = ("done",)
ENTER_TRANSIT: Action = ("transit",)
#: only if Russia surrenders by the very move that takes an army's hex, and so shuts its way out (T25)
DISBAND: Action = ("disband",)

FRESH = (0, -1, -1)
DOOR_MASK = sum(1 << i for i in b.DOORS)


# -- rail links (5.33) -----------------------------------------------------------------------------------------------------


def rail_sources(st: State, nation: int, side: int, open: int) -> int:
    """Where an enabling rail link may end (R28): for Germans and Austro-Hungarians a dependent city of a linked pair."""
    if side == b.CENTRAL:
        pairs = 0
        for n in (b.GE, b.AH):
            if nation == n or nation not in (b.GE, b.AH):
                pairs |= paired(b.SUPPLY_CITIES[n], open) & b.SUPPLY_CITIES[n]
        return pairs | (0 if nation in (b.GE, b.AH) else b.SUPPLY_CITIES[nation])
    if nation == b.RS:
        return east_sources(st)
    if nation in (b.BR, b.FR, b.US):
        return west_sources(st)
    return b.SUPPLY_CITIES[nation] | west_sources(st) | east_sources(st)


def rail_link(st: State, unit: int) -> int:
    """The hexes from which this unit may begin its rail leg: joined by rail to a source, over hexes free of enemies and of
    enemy zones unless a friend holds them (5.33, 6.32c). The mover opens its own hex, but not once it has left it (T5)."""
    nation = b.UNIT_NATION[unit]
    side = st.allegiance[nation]
    open = clear_of_zones(st, side)
    here = st.at[unit]
    if here >= 0 and (start := 1 << here) & zone(st, 1 - side) & ~st.forts_of_side(side):
        # without the mover its own hex is closed: the hex is the end of a link, never a part of one, and cities that only this
        # hex joins are a pair no more
        alone = open & ~start
        link = _link(rail_sources(st, nation, side, alone) & b.RAIL, alone)
        if b.GROUND.flood_lines(start & b.RAIL, open) & rail_sources(st, nation, side, open):
            link |= start
        return link
    if memo := st.linked.get(nation):
        ground, enemy, forts, links, off, over, link = memo
        if (ground is open and enemy is st.occ[1 - side] and forts is st.forts and links == st.links and off == st.links_off
                and over == st.surrendered):
            return int(link)
    link = _link(rail_sources(st, nation, side, open) & b.RAIL, open)
    st.linked[nation] = open, st.occ[1 - side], st.forts, st.links, st.links_off, st.surrendered, link
    return link


def _link(sources: int, open: int) -> int:
    key = sources & open, open
    link = _links.get(key)
    if link is None:
        if len(_links) > _LIMIT:
            _links.clear()
            _latest.clear()
        link = _links[key] = _latest[key[0]] = b.GROUND.flood_lines(sources, open, _latest.get(key[0], 0))
    return link


# -- reach -----------------------------------------------------------------------------------------------------------------


def ground_for(st: State, unit: int) -> int:
    """Land this unit may enter without breaking any neutrality."""
    side = st.side(unit)
    open = passable(st, side)
    return open & confines(st, side, st.at[unit]) if st.surrendered and st.at[unit] >= 0 else open  # 12.13a


def unit_reach(st: State, unit: int, spent: tuple[int, int, int] = FRESH) -> Reach:
    """All that a unit can reach with what is left of its 5 points (3.23c, 5.12, 5.22, 5.23, 5.31-5.35)."""
    here = st.at[unit]
    side = st.side(unit)
    clear = clear_of_zones(st, side)
    if memo := st.reached:
        who, at, paid, ground, enemy, forts, links, off, over, found = memo
        if (who == unit and at == here and paid == spent and ground is clear and enemy is st.occ[1 - side] and forts is st.forts
                and links == st.links and off == st.links_off and over == (st.surrendered, st.garrison, st.reopened, st.delayed)):
            return found  # type: ignore[no-any-return]
    found = reach(b.GROUND, b.CLEAR, b.ROUGH, 1 << here, ground_for(st, unit), zone(st, 1 - side), rail_link(st, unit),
                  b.MOVEMENT_POINTS, spent)
    st.reached = (unit, here, spent, clear, st.occ[1 - side], st.forts, st.links, st.links_off,
                  (st.surrendered, st.garrison, st.reopened, st.delayed), found)
    return found


def transit_reach(st: State, unit: int) -> int:
    """Hexes a unit can reach when it leaves the Transit Area by one of the two doors (5.51c, 5.52, 5.53, R29)."""
    open = passable(st, b.ALLIED)
    enemy = zone(st, b.CENTRAL)
    out = 0
    for i in b.DOORS:
        if open >> i & 1:
            out |= 1 << i
            if not enemy >> i & 1:
                out |= _reach_from(st, unit, i, door_costs(st, unit, i)).ends
    return out


def door_costs(st: State, unit: int, door: int) -> tuple[int, int, int]:
    """What a unit has spent when it stands in a door: the price of its terrain, or half a point by rail if it has a link there
    (5.33a, 5.53, R29)."""
    return 2 if b.ROUGH >> door & 1 else 1, 1 if rail_link(st, unit) >> door & 1 else -1, -1


def may_transit(st: State, unit: int, r: Reach) -> bool:
    """The Transit Area is open to Allied units while Italy is an Ally (5.51a, 11.11c), by its doors only (5.52)."""
    if st.allegiance[b.IT] != b.ALLIED or st.side(unit) != b.ALLIED:
        return False
    return bool(r.spare() & DOOR_MASK)


def invadable(st: State, unit: int, r: Reach, spent: tuple[int, int, int]) -> int:
    """Neutral hexes this unit can step into: the first neutral hex ends the leg, because neutrality ends there (R36)."""
    side = st.side(unit)
    if not st.neutral or st.surrendered and st.at[unit] >= 0 and confines(st, side, st.at[unit]) != b.LAND:
        return 0
    free = st.neutral & ~st.occ[b.NEUTRAL] & ~st.forts_of_side(b.NEUTRAL)
    out = 0
    if not b.GROUND.around(r.spare()) & free:
        return 0
    for k in range(b.MOVEMENT_POINTS):
        for layer in (r.foot, r.after):
            if layer[k]:
                near = b.GROUND.around(layer[k]) & free
                out |= near & b.CLEAR
                if k + 2 <= b.MOVEMENT_POINTS:
                    out |= near & b.ROUGH
    rails = 0
    for h in range(2 * b.MOVEMENT_POINTS):
        rails |= r.rail[h] | (0 if h & 1 else r.foot[h >> 1] & r.link)
    if rails:
        out |= b.GROUND.along(rails & b.RAIL) & free
    if side == b.CENTRAL and b.UNIT_NATION[unit] == b.AH:
        out &= ~b.AH_BAN  # it could not end there (12.5a); passing on from there is not certain
    return out


def may_end(st: State, unit: int, ends: int) -> int:
    """Which of the reachable hexes a unit may end in: an empty one (5.21b, 7.0a), or one whose friend has not moved yet and can
    move out to an empty neighbour, so that armies may exchange places (T2)."""
    side = st.side(unit)
    if b.UNIT_NATION[unit] == b.AH:
        ends &= ~b.AH_BAN  # 12.5a
    friends = ends & st.occ[side]
    if not friends:
        return ends
    ends ^= friends
    # the mover's own hex falls free, unless it was pushed out of it by the army that has it now
    here = 1 << st.at[unit] if st.at[unit] >= 0 and st.unit_in(st.at[unit]) == unit else 0
    empty = (passable(st, side) & ~st.occ[side]) | here
    enemy = zone(st, 1 - side)
    for i in bits(friends):
        other = st.unit_in(i)
        if (st.moved | st.garrison) >> other & 1:
            continue
        out = b.NEAR[i] & empty
        if enemy >> i & 1:
            out &= ~enemy
        if b.UNIT_NATION[other] == b.AH:
            out &= ~b.AH_BAN
        if out & confines(st, side, i):
            ends |= 1 << i
    return ends


def waypoints(st: State, unit: int, dest: int, spent: tuple[int, int, int]) -> tuple[int, ...]:
    """The path that captures most on its way to `dest`: the objectives it passes in order, then `dest` (T1). Ties go to the
    lowest hex numbers, so that a record replays the same."""
    goals = objectives(st, st.side(unit)) & ~(1 << dest)
    if not goals:
        return (dest,)
    start = st.at[unit]
    if start == TRANSIT:
        return _out_of_transit(st, unit, dest, goals)
    return _best(st, unit, start, spent, dest, goals)


def _out_of_transit(st: State, unit: int, dest: int, goals: int) -> tuple[int, ...]:
    """The same by the better of the two doors, which itself may be an objective."""
    best: tuple[int, ...] = (dest,)
    through = passable(st, b.ALLIED) & ~zone(st, b.CENTRAL)
    for i in b.DOORS:
        if i != dest and through >> i & 1:
            rest = _best(st, unit, i, door_costs(st, unit, i), dest, goals & ~(1 << i))
            if rest and goals >> i & 1:
                rest = (i, *rest)
            if len(rest) > len(best):
                best = rest
    return best


def _best(st: State, unit: int, here: int, spent: tuple[int, int, int], dest: int, goals: int) -> tuple[int, ...]:
    r = _reach_from(st, unit, here, spent)
    best: tuple[int, ...] = (dest,)
    if not r.ends >> dest & 1:
        return ()
    near = goals & r.spare() & ~(1 << here)
    for i in bits(near):
        costs = r.costs(1 << i)
        least = min(c for c in (2 * costs[0], costs[1], 2 * costs[2]) if c >= 0)
        if least + b.GRID.distance(i, dest) > 2 * b.MOVEMENT_POINTS:
            continue
        rest = _best(st, unit, i, costs, dest, goals & ~(1 << i))
        if rest and len(rest) + 1 > len(best):
            best = (i, *rest)
    return best


def crossed(st: State, unit: int, dest: int, spent: tuple[int, int, int]) -> tuple[int, ...]:
    """A hex of each country whose mere entry counts and that no way to `dest` avoids: Greece while its armies fight for the Allies
    (11.3c), Russia after its surrender (12.13b). Where a way around exists the army takes it (T12)."""
    lands = watched(st, unit)
    here = st.at[unit]
    if not lands or here < 0:
        return ()
    out = []
    ground = ground_for(st, unit) | 1 << dest
    enemy = zone(st, 1 - st.side(unit))
    for land in lands:
        if not (land >> here | land >> dest) & 1:
            around = reach(b.GROUND, b.CLEAR, b.ROUGH, 1 << here, ground & ~land, enemy, rail_link(st, unit),
                           b.MOVEMENT_POINTS, spent)
            if not around.ends >> dest & 1:
                out += bits(unit_reach(st, unit, spent).spare() & land)[:1]
    return tuple(out)


def _reach_from(st: State, unit: int, here: int, spent: tuple[int, int, int]) -> Reach:
    if here == st.at[unit]:
        return unit_reach(st, unit, spent)
    side = st.side(unit)
    return reach(b.GROUND, b.CLEAR, b.ROUGH, 1 << here, ground_for(st, unit), zone(st, 1 - side), rail_link(st, unit),
                 b.MOVEMENT_POINTS, spent)


# -- steps -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveUnits(Choice[Session[State]]):
    """The phasing player picks a unit to move, or ends the phase (5.0a, 5.11a)."""

    side: int

    def seat(self, s: Session[State]) -> int:
        return self.side

    def prompt(self, s: Session[State]) -> str:
        return f"{b.SIDE_TITLES[self.side]}: choose an army to move, or end the Movement Phase"

    def actions(self, s: Session[State]) -> list[Action]:
        return [DONE, *(MOVE[u] for u in movable(s.state, self.side))]

    def take(self, s: Session[State], action: Action) -> Steps:
        if action == DONE:
            return ()
        return (MoveUnit(b.UNIT[action[1]]), self)


def movable(st: State, side: int) -> list[int]:
    """Units of a side that have not moved in this phase, in the order of their ids."""
    return bits(st.field[side] & ~(st.moved | st.garrison))


@dataclass(frozen=True, slots=True)
class MoveUnit(Choice[Session[State]]):
    """One unit's move: where to (5.0c). `spent` is what it has paid on its way so far; `must` forbids it to stay, because
    another army has taken its hex (T2)."""

    unit: int
    spent: tuple[int, int, int] = FRESH
    must: bool = False

    def seat(self, s: Session[State]) -> int:
        return s.state.side(self.unit)

    def prompt(self, s: Session[State]) -> str:
        name = f"{b.NATIONS[b.UNIT_NATION[self.unit]].upper()} {b.UNIT_NAME[self.unit]}"
        if self.must:
            return f"{b.SIDE_TITLES[self.seat(s)]}: {name} must make room, choose its hex"
        on = " on" if self.spent != FRESH else ""
        return f"{b.SIDE_TITLES[self.seat(s)]}: choose where {name} moves{on}, or leave it where it is"

    def actions(self, s: Session[State]) -> list[Action]:
        st, unit = s.state, self.unit
        if st.at[unit] == TRANSIT:
            return [STAY, *(TO[i] for i in bits(may_end(st, unit, transit_reach(st, unit))))]
        r = unit_reach(st, unit, self.spent)
        out: list[Action] = []
        if st.neutral:
            out += [INVADE[i] for i in bits(invadable(st, unit, r, self.spent))]
        if self.spent == FRESH and st.phase == 1:
            out += sea.actions(st, unit)
        if not self.must and may_stay(st, unit, self.spent):
            out.append(STAY)
        ends = may_end(st, unit, r.ends)
        out += [TO[i] for i in bits(ends)]
        if may_transit(st, unit, r):
            out.append(ENTER_TRANSIT)
        if via := self.stations(st, r):
            out += [VIA[i] for i in bits(via)]
        return out or [DISBAND]

    def stations(self, st: State, r: Reach) -> int:
        """Objectives that the unit can pass through and still go on: the player may choose his own way (T1)."""
        via = objectives(st, st.side(self.unit)) & ~st.occ[st.side(self.unit)]
        if via and b.UNIT_NATION[self.unit] == b.AH:
            via &= ~b.AH_BAN  # it might have to stop there
        return via and via & r.spare() & ~(1 << st.at[self.unit])

    def take(self, s: Session[State], action: Action) -> Steps:
        st, unit = s.state, self.unit
        verb = action[0]
        if verb == "stay":
            st.moved |= 1 << unit
            return ()
        if verb == "disband":
            s.note("no-room", "wwi.5.21b", unit=b.UNITS[unit], hex=b.NUMBER[st.at[unit]])
            st.put(unit, POOL)
            return garrison_steps(st)
        if verb == "transit":
            s.note("transit", "wwi.5.51a", "wwi.5.52", unit=b.UNITS[unit])
            st.moved |= 1 << unit
            st.put(unit, TRANSIT)
            return ()
        dest = b.INDEX[action[1]]
        if verb == "sea":
            return sea.move(s, unit, dest)
        was = st.at[unit]
        if verb == "invade":
            return self._invade(s, dest)
        if verb == "via":
            costs = unit_reach(st, unit, self.spent).costs(1 << dest)
            self._go(s, was, (dest,), crossed(st, unit, dest, self.spent))
            return (*garrison_steps(st), MoveUnit(unit, costs))
        path = waypoints(st, unit, dest, self.spent)
        st.moved |= 1 << unit
        friend = st.unit_in(dest)
        self._go(s, was, path, crossed(st, unit, dest, self.spent))
        room: Steps = (MoveUnit(friend, must=True),) if friend >= 0 and st.at[friend] == dest else ()
        return (*room, *garrison_steps(st))

    def _go(self, s: Session[State], was: int, path: tuple[int, ...], passed: tuple[int, ...]) -> None:
        s.state.put(self.unit, path[-1])
        s.note("moves", "wwi.5.0c", unit=b.UNITS[self.unit], start="transit" if was == TRANSIT else b.NUMBER[was],
               path=[b.NUMBER[i] for i in path])
        enter(s, self.unit, (*passed, *path))

    def _invade(self, s: Session[State], dest: int) -> Steps:
        """Enter a neutral hex: neutrality ends before the unit's own check of zones there (R36); it may then move on."""
        st, unit = s.state, self.unit
        costs = _invasion_costs(st, unit, dest, self.spent)
        was = st.at[unit]
        passed = crossed(st, unit, dest, self.spent)
        violate(s, b.COUNTRY_AT[dest], st.side(unit))
        self._go(s, was, (dest,), passed)
        if zone(st, 1 - st.side(unit)) >> dest & 1 or costs == (-1, -1, -1):
            st.moved |= 1 << unit
            return garrison_steps(st)
        return (*garrison_steps(st), MoveUnit(unit, costs))


def may_stay(st: State, unit: int, spent: tuple[int, int, int]) -> bool:
    """A unit may always stay where it began. On its way it may stop only where it may end (5.21b, 12.5a)."""
    here = st.at[unit]
    if spent == FRESH:
        return True
    return st.unit_in(here) == unit and not (b.UNIT_NATION[unit] == b.AH and b.AH_BAN >> here & 1)


def _invasion_costs(st: State, unit: int, dest: int, spent: tuple[int, int, int]) -> tuple[int, int, int]:
    """What a unit has spent when it stands in the neutral hex."""
    side = st.side(unit)
    bit = 1 << dest
    r = reach(b.GROUND, b.CLEAR, b.ROUGH, 1 << st.at[unit], ground_for(st, unit) | bit, zone(st, 1 - side), rail_link(st, unit),
              b.MOVEMENT_POINTS, spent)
    return r.costs(bit)


def austrians_astray(st: State) -> list[int]:
    """Austro-Hungarian units that end their Movement Phase where they may not (12.5c)."""
    return [u for u in b.UNITS_OF[b.AH] if st.at[u] >= 0 and b.AH_BAN >> st.at[u] & 1]


def remove_austrians(s: Session[State]) -> None:
    """They are destroyed at the end of the phase and may be built again (12.5c, R65)."""
    for u in austrians_astray(s.state):
        s.note("astray", "wwi.12.5c", unit=b.UNITS[u], hex=b.NUMBER[s.state.at[u]])
        s.state.put(u, POOL)


def path(s: Session[State], action: Action) -> tuple[str, list[str]] | None:
    """The way of an army that is about to move, hex by hex, for the page to show: by the objectives that it will take."""
    st, step = s.state, s.agenda[-1]
    if not isinstance(step, MoveUnit) or action[0] not in ("to", "via", "invade") or st.at[step.unit] < 0:
        return None
    here, dest = st.at[step.unit], b.INDEX[action[1]]
    points = waypoints(st, step.unit, dest, step.spent) if action[0] == "to" else (dest,)
    r = unit_reach(st, step.unit, step.spent)
    hexes = [here]
    for i in points:
        hexes += way(b.GROUND, r, hexes[-1], i)[1:]
    return b.UNITS[step.unit], [b.NUMBER[i] for i in hexes]
