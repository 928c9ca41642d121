"""Operational movement (tgw.8.0): in one theater after the other, whole stacks at a time.

`Movement` asks for a stack, `March` where it goes: `to` any hex within reach, or `step` by step; `leave` lets a unit of the bunch
behind (tgw.8.16b, tgw.8.17a), `stay` ends the move. Supply (tgw.8.26a) and stacking (tgw.8.23a) are judged where the bunch stops
(N12), and as if it no longer stood where it began.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw.combat.casualties import eliminate
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.components.things import whom
from firestep.games.tgw.display import fog, names
from firestep.games.tgw.events import ordered_offensives
from firestep.games.tgw.movement import areas, control, stacking
from firestep.games.tgw.movement.movement_costs import (
    FOOT,
    GREATEST_COST,
    LOW,
    MOUNTAINEERS,
    below,
    costs_of_front,
    effective,
    entries,
    window,
)
from firestep.games.tgw.state import EDGE_ITALY, EDGE_WEST, EDGES, WAITING, State, place_of, place_word
from firestep.games.tgw.supply import sources, supply
from firestep.hexmap.grid import Roll, bits
from firestep.hexmap.ways import Levels, MovementCosts, back, spend, total

DONE: Action = ("done",)
STAY: Action = ("stay",)
#: the action that takes up the stack of a hex, that goes to one, that steps into one: made once
_STACK: dict[int, Action] = {i: ("stack", place_word(i)) for i in (*board.NUMBER, *EDGES)}
_TO: Roll[Action] = Roll({i: ("to", n) for i, n in board.NUMBER.items()})
_STEP: dict[int, Action] = {i: ("step", n) for i, n in board.NUMBER.items()}
_LEAVE: tuple[Action, ...] = tuple(("leave", id) for id in roster.UNITS)
#: where Americans come in: beside the west map at the west or south edge, in Italy at the south edge (tgw.13.25a)
ENTRY = {EDGE_WEST: board.WEST_SOUTH_EDGE & board.LAND, EDGE_ITALY: board.SOUTH_EDGE_ITALY & board.LAND}
_EDGE_FRONT = {EDGE_WEST: fronts.WEST, EDGE_ITALY: fronts.ITALY}
_MOVERS = sum(1 << u for u in range(roster.N) if roster.MOVE[u])
#: hexes next to each hex
NEAR = {i: board.ATLAS.near(i) for i in board.NUMBER}


@lru_cache(maxsize=256)
def together(units: tuple[int, ...]) -> int:
    """Units as a set; a march asks for its own again and again."""
    return sum(1 << u for u in units)


def front_of(place: int) -> int:
    return _EDGE_FRONT[place] if place < 0 else fronts.FRONT_AT[place]


def ready(st: State, side: int) -> int:
    """Returns the units of a side that may still move in this phase. They have not moved yet (tgw.8.0a, tgw.8.17b), no rule binds
    them, and they do not devastate a hex (tgw.14.62a)."""
    return st.troops[side] & _MOVERS & ~(st.moved | st.devastating | areas.frozen(st) | bound(st))  # tgw.8.0a


def bound(st: State) -> int:
    """Return the units in besieged Kut, which may not leave it (tgw.14.23a)."""
    return st.stack(board.KUT) if sources.besieged(st) else 0


def why_bound(st: State, units: int) -> Refusal:
    """Returns why none of some units may move."""
    if done := units & (st.railed | st.sailed):
        return Refusal("tgw.9.56a", f"{whom(done)} {'have' if done & (done - 1) else 'has'} moved in this phase")
    for mask, rule, one, more in (
        (st.moved, "tgw.8.17b", "has moved in this phase", "have moved in this phase"),
        (st.devastating, "tgw.14.62b", "is devastating its hex", "are devastating their hexes"),
        (halted(st), "tgw.6.3g", "was stopped from the air this turn", "were stopped from the air this turn"),
        (bound(st), "tgw.14.23a", "is besieged in Kut", "are besieged in Kut"),
        # new belligerents, units of the first turns (tgw.19.53a, tgw.19.55b, tgw.19.62a, tgw.20.2.7a), the treaty (tgw.5.46b)
        (areas.frozen(st), "tgw.17.11d", "may not move this turn", "may not move this turn"),
    ):
        if found := units & mask:
            return Refusal(rule, f"{whom(found)} {more if found & (found - 1) else one}")
    return Refusal("tgw.8.13a", f"{whom(units)} cannot move: no movement allowance")


def shut(st: State, side: int) -> int:
    """Returns the hexes closed to a side: besieged Kut to the Allies (tgw.14.23b), the landing hexes to the CP (tgw.6.51h)."""
    if side == tables.CENTRAL:
        return board.LANDINGS
    return 1 << board.KUT if sources.besieged(st) else 0


def allowance(st: State, u: int, front: int, start: int) -> int:
    """Returns the movement points of a unit: twice the printed number in the Western Theater (tgw.3.26c, tgw.3.4d, tgw.8.14a).
    Trench warfare can halve them (tgw.21.6a)."""
    points = st.strength(u)[2]
    if fronts.THEATER_OF[front] == fronts.EASTERN:  # tgw.3.26c
        return points
    if (
        front == fronts.WEST
        and trench_warfare(st)
        and not roster.HQ >> u & 1
        and start > 0
        and NEAR[start] & st.occ[1 - st.side(u)]
    ):
        return points  # half of the doubled number: the printed one (E74)
    return 2 * points  # tgw.3.4d, tgw.8.14a


def trench_warfare(st: State) -> bool:
    """Return whether optional trench warfare is in force: from Jan/Feb 1915 (tgw.21.6a) until shock-troops or a replaceable Allied
    tank appear (tgw.21.6c)."""
    return st.on("trench-warfare") and st.turn > tables.NEAR_EAST_TURN and not st.flag("trench-warfare-over")  # tgw.21.6a


def open_ground(st: State, side: int, units: int) -> int:
    """Returns the hexes that these units may enter: open to their nations, without enemy combat units or intact enemy forts
    (tgw.8.22a). Enemies next to a hex do not matter (tgw.8.0d), nor do friends in it (tgw.8.15a). An HQ enters no hex with any
    enemy (tgw.15.63d)."""
    foe = 1 - side
    barred = st.held[foe] | st.fort_of[foe] | st.fort_of[tables.NEUTRAL] | shut(st, side)
    if units & roster.HQ:
        barred |= st.occ[foe]  # tgw.15.63d
    return areas.ground(st, units) & ~barred  # tgw.8.0d


def fed(st: State, units: int, movers: int = 0) -> int:
    """Hexes in which all of these units would be in supply once they have gone there together. `movers` are all units that are on
    the march with them: no garrison and no headquarters among these counts where it stands now."""
    hqs = units & roster.HQ
    st = _without(st, movers or units)
    out = -1
    seen = set()
    for u in bits(units):
        if supply.SORT[u] not in seen:
            seen.add(supply.SORT[u])
            here = _lives(st, u)
            out &= here | supply.escorted(st, u) if hqs & supply.STAFF_OF[u] else here
    for i in bits(supply.deserted(st) & ~out):
        out |= _held_again(st, units, i)
    return out


def _held_again(st: State, units: int, hex: int) -> int:
    """The hex of a beachhead without a garrison, if these units would be the garrison and live there."""
    st = st.copy()
    for u in bits(units):
        st.put(u, hex)
    return int(all(_lives(st, u) >> hex & 1 for u in bits(units))) << hex


def _lives(st: State, u: int) -> int:
    """Hexes in which a unit would be in supply."""
    n = roster.NATION_OF[u]
    if n == tables.PNA:
        return supply.ground(st, u)  # Cossacks live as Russians do, the Rifles by themselves (tgw.11.33n, tgw.11.33o)
    return supply.fed(st, n, bool(roster.MOUNTAIN >> u & 1), bool(roster.HQ >> u & 1))


def _without(st: State, units: int) -> State:
    """The state as it is for supply when some units have left their hexes; the same one if nobody's supply depends on them."""
    if not units & roster.HQ and not supply.deserted(st, units) & ~supply.deserted(st):
        return st
    out = st.copy()
    for u in bits(units):
        out.put(u, WAITING)
    return out


def pace(st: State, units: int, front: int, start: int) -> tuple[int, int]:
    """How a bunch moves: by the costs of its worst climber, with the points of its slowest unit (tgw.8.16a)."""
    return FOOT if units & ~roster.MOUNTAIN else MOUNTAINEERS, min(allowance(st, u, front, start) for u in bits(units))  # tgw.8.16a


def halts(st: State, side: int, units: int, front: int, start: int) -> int:
    """Returns the hexes in which a move must end: Difficult ground under Air Interdiction, for units next to the British (tgw.6.3g,
    E31)."""
    if front != fronts.EGYPT or side != tables.CENTRAL or not st.acting("interdiction"):
        return 0
    if st.on("fog"):
        british = fog.british(st) & fronts.FRONT[fronts.EGYPT]
    else:
        british = reduce(or_, (1 << i for i, m in st.where.items() if i > 0 and m & _BRITISH), 0) & fronts.FRONT[fronts.EGYPT]
    near = board.ATLAS.dilate(british)
    return board.DIFFICULT & fronts.FRONT[front] if near >> start & 1 else board.DIFFICULT & near


_BRITISH = sum(roster.CORPS[n] for n in tables.BRITISH)
_HALTED = "now-halted-"


def halted(st: State) -> int:
    """Units that Air Interdiction stopped this turn: no train takes them on (tgw.6.3g)."""
    return (
        roster.unit_mask([k.removeprefix(_HALTED) for k in st.tally if k.startswith(_HALTED)]) if st.acting("interdiction") else 0
    )


class Search(NamedTuple):
    """What a bunch can reach, by cost, in bits that begin at `low`."""

    #: all that it depends on
    key: tuple[object, ...]
    low: int
    ways: MovementCosts
    levels: Levels


def search(st: State, side: int, units: int, start: int, at: int, spent: tuple[int, int]) -> Search:
    """Returns where units that move together can go, in any direction, as far as their points suffice (tgw.4.2.4b). The last answer
    is kept with everything it depends on."""
    front = front_of(at)  # no step leads to another front (tgw.9.0b)
    weather = effective(front, st.weather[front])
    dz = st.devastated & fronts.FRONT[front]
    open = open_ground(st, side, units) & fronts.FRONT[front]
    if weather == tables.SNOW:
        open |= board.LAKE & fronts.FRONT[front]
    stop = halts(st, side, units, front, start)
    kind, points = pace(st, units, front, start)
    key = (at, spent, weather, dz, open, stop, st.ctrl[side] if at < 0 else 0, kind, points)
    old: Search | None = st.memo.get("search")
    if old is not None and old.key == key:
        return old
    low = below(front, at, points) if at > 0 else LOW[front]
    open >>= low
    stop >>= low
    ways = window(front, weather, kind, dz, low)  # tgw.4.2.4b
    if at > 0:
        found = _from_hex(ways, 1 << at - low, points, open, stop, spent[kind])
    else:
        # from beside the map the entry hex is paid for like any other (tgw.13.25b, N37)
        gates = (ENTRY[at] & st.ctrl[side]) >> low & open
        found = _from_edge(ways, entries(front, weather, dz), gates, points, open, stop)
    new = st.memo["search"] = Search(key, low, ways, found)
    return new


def _from_hex(ways: MovementCosts, start: int, points: int, open: int, stop: int, done: int) -> Levels:
    """Returns the hexes that the remaining points suffice to enter (tgw.8.21a), by cost."""
    found = spend(ways, start, points, open, stop, spent=done)  # tgw.8.21a
    if not done and 0 < points < GREATEST_COST:
        # one hex may always be entered, whatever it costs (tgw.8.13a, E42)
        first = ways.step(start) & open
        if missing := first & ~total(found):
            return (*found[:-1], found[-1] | missing)
    return found


def _from_edge(ways: MovementCosts, costs: dict[int, int], gates: int, points: int, open: int, stop: int) -> Levels:
    out = [0] * (points + 1)
    for cost, hexes in costs.items():
        if cost <= points and hexes & gates:
            for k, m in enumerate(spend(ways, hexes & gates, points, open, stop, spent=cost)):
                out[k] |= m
    return tuple(out)


def _reached(st: State, side: int, units: int, start: int, at: int, spent: tuple[int, int]) -> tuple[int, int]:
    """Every hex that the bunch can get to together, ice included, without where it is; first where the bits begin."""
    found = search(st, side, units, start, at, spent)
    out = total(found.levels)
    return found.low, out & ~(1 << at - found.low) if at > 0 else out


def reach(st: State, side: int, units: int, start: int, at: int, spent: tuple[int, int]) -> int:
    """Every hex that the bunch can get to together, ice included; without where it is."""
    low, out = _reached(st, side, units, start, at, spent)
    return out << low


def with_room(st: State, side: int, units: int, hexes: int, low: int = 0) -> int:
    """Returns the hexes of a set in which units that move together may stop as far as stacking goes. Friends that can still move
    may leave before the phase ends (tgw.7.22b, tgw.8.15a). The bits begin at `low`."""
    if not (stacking.fits(units) and stacking.together(st, units)):
        return 0
    full = 0
    if crowded := hexes & st.occ[side] >> low:
        mine = st.troops[side]
        stays = -1
        where = st.where
        for i in bits(crowded):
            there = where[i + low] & mine | units
            if stacking.fits(there) and stacking.together(st, there):
                continue
            if stays < 0:
                stays = mine & ~(ready(st, side) & ~units)  # tgw.7.22b, tgw.8.15a
            if (there := where[i + low] & stays) and not (stacking.fits(there | units) and stacking.together(st, there | units)):
                full |= 1 << i
    return hexes & ~full


def bound_to_supply(st: State, side: int, units: int, start: int) -> int:
    """Returns the units of a bunch that may not end a move out of supply by choice (tgw.8.26a, tgw.11.82a). These are the units
    that were in supply where they began, and those that could reach a hex in which they would be, alone or with the bunch (E40)."""
    if start < 0:
        return units  # beside the map everybody is in supply
    out = sum(1 << u for u in bits(units) if _lives(st, u) >> start & 1)
    if out == units:
        return units  # tgw.11.82a
    if any(st.at[u] != start for u in bits(units)):
        st = st.copy()
        for u in bits(units):
            st.put(u, start)
        out |= sum(1 << u for u in bits(units) if _lives(st, u) >> start & 1)
    if out == units or _fed_ends(st, side, units, start):
        return units
    for u in stacking.sorts(st, units & ~out):
        if _fed_ends(st, side, 1 << u, start):
            out |= sum(1 << v for v in bits(units) if supply.SORT[v] == supply.SORT[u] and roster.KIND_OF[v] == roster.KIND_OF[u])
    return out


def _fed_ends(st: State, side: int, units: int, start: int) -> int:
    """Hexes in which a bunch that has not moved yet could end its move in supply."""
    low, reached = _reached(st, side, units, start, start, (0, 0))
    return _endings(st, side, units, units, reached, low)


def _endings(st: State, side: int, units: int, bound: int, reached: int, low: int) -> int:
    """Those of the hexes in which the bunch may end its move, with the `bound` units in supply; the bits begin at `low`."""
    found = with_room(st, side, units, reached & board.LAND >> low, low)
    return found and found & fed(st, bound, units) >> low


def ends(st: State, side: int, units: int, start: int, at: int, spent: tuple[int, int], bound: int | None = None) -> int:
    """Returns every hex in which units that move together may end their move: not on ice (tgw.8.34e), within stacking (tgw.8.23a),
    and in supply (tgw.8.26a, E40)."""
    if bound is None:
        bound = bound_to_supply(st, side, units, start)
    low, reached = _reached(st, side, units, start, at, spent)
    return _endings(st, side, units, bound, reached, low) << low  # tgw.8.34e, tgw.8.26a


@dataclass(frozen=True, slots=True)
class Movement(Auto[Session[State]]):
    """A side begins to move in a theater (tgw.4.2.4). No combat takes place before all movement is over (tgw.8.11b)."""

    theater: int
    side: int

    def run(self, s: Session[State]) -> Steps:
        # who was sent or marched by order before this has moved (tgw.17.21f, tgw.6.29c); `EndMovement` forgets it
        s.note("movement", "tgw.4.2.4", theater=fronts.THEATERS[self.theater], side=tables.SEATS[self.side])
        return (MoveUnits(self.theater, self.side),)  # tgw.8.11b


def stacks(st: State, theater: int, side: int) -> list[int]:
    """The hexes, and places beside the map, from which somebody can still move in a theater."""
    able = ready(st, side)
    here = fronts.THEATER_OF
    out = [i for i, m in st.where.items() if m & able and i > 0 and here[fronts.FRONT_AT[i]] == theater]
    if theater == fronts.WESTERN and side == tables.ALLIED:
        out += [i for i in EDGES if st.where.get(i, 0) & able]
    return out


def choices(st: State, theater: int, side: int) -> list[Action]:
    """The stacks as sorted actions; remembered as long as the same units may still move."""
    able = ready(st, side)
    key = (theater, side, st.turn, st.phase, able)
    known = st.memo.get("stacks")
    if known is not None and known[0] == key:
        return known[1]  # type: ignore[no-any-return]
    found = sorted(_STACK[i] for i in stacks(st, theater, side))
    st.memo["stacks"] = (key, found)
    return found


def has_moved(st: State, theater: int, side: int, units: int, start: int) -> None:
    """Notes that units have moved and cannot be taken up again (tgw.8.17b). The list of stacks loses the one they came from, unless
    another unit there can still move."""
    st.moved |= units  # tgw.8.17b
    known = st.memo.get("stacks")
    if known is not None and known[0][:4] == (theater, side, st.turn, st.phase):
        able = known[0][4] & ~units
        left = known[1]
        if not st.stack(start) & able:
            gone = _STACK[start]
            left = [a for a in left if a is not gone]
        st.memo["stacks"] = ((theater, side, st.turn, st.phase, able), left)


@dataclass(frozen=True, slots=True)
class MoveUnits(SideChoice[Session[State]]):
    """The side chooses the stack that moves next, in its theater alone (tgw.8.11a), or stops: no unit must move (tgw.8.0b)."""

    theater: int
    side: int

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: move a stack in the {fronts.THEATER_TITLES[self.theater]}, or be done"

    def actions(self, s: Session[State]) -> list[Action]:
        return [DONE, *choices(s.state, self.theater, self.side)]  # tgw.8.0b, tgw.8.11a

    def take(self, s: Session[State], action: Action) -> Steps:
        if action == DONE:
            return ()
        st = s.state
        place = place_of(action[1])
        units = st.stack(place) & ready(st, self.side)
        return (March(self.theater, self.side, tuple(bits(units)), place, place),)


@dataclass(frozen=True, slots=True)
class March(SideChoice[Session[State]]):
    """Where does the bunch go? `start` is where it stood when the phase began, `at` where it is, `spent` what units on foot and
    mountain units have paid so far."""

    theater: int
    side: int
    units: tuple[int, ...]
    start: int
    at: int
    spent: tuple[int, int] = (0, 0)

    @property
    def bunch(self) -> int:
        return together(self.units)

    @property
    def unmoved(self) -> bool:
        """No step was taken yet; who went out and came back has moved."""
        return not any(self.spent)

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: where {names.bunch(self.units, self.start, s.state.on('fog'))} go?"

    def bound(self, st: State) -> int:
        return bound_to_supply(st, self.side, self.bunch, self.start)

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        bunch, bound = self.bunch, self.bound(st)
        if self.kept(st):
            return sorted([*(_LEAVE[u] for u in self.leavers(st)), STAY])
        low, reached = _reached(st, self.side, bunch, self.start, self.at, self.spent)
        st.memo["march"] = (self, st.occ[:], st.memo["search"])
        to = _endings(st, self.side, bunch, bound, reached, low)
        # in the order of the words, and hexes of a front in the order of their numbers
        out = sorted([_LEAVE[u] for u in self.leavers(st)])
        if self.may_stay(st):
            out.append(STAY)
        out += [_STEP[i] for i in self.steps(st, bunch, bound, to, reached, low)]
        out += _TO.call(to, low)
        return out

    def costs_of_front(self, st: State) -> MovementCosts:
        """What steps cost the bunch, in the bits of its front."""
        front = front_of(self.at)
        kind = pace(st, self.bunch, front, self.start)[0]
        return costs_of_front(front, effective(front, st.weather[front]), kind, st.devastated & fronts.FRONT[front])

    def next(self, st: State) -> int:
        """Returns the hexes into which one step leads, whatever it costs: not over sea or other closed sides (tgw.8.24a)."""
        low = LOW[front_of(self.at)]
        return self.costs_of_front(st).step(1 << self.at - low) << low if self.at > 0 else 0

    def kept(self, st: State) -> str:
        """The ordered offensive that nobody could carry out if the bunch left (S5c); empty if there is none."""
        return ordered_offensives.kept(st, self.side, self.theater, self.bunch) if st.until and self.unmoved else ""

    def steps(self, st: State, bunch: int, bound: int, to: int, reached: int, low: int) -> list[int]:
        """Neighbours into which the bunch may go to decide there: it may end there, or can go on to where it may."""
        out = []
        for k in bits(self.next(st) >> low & reached):
            i = k + low
            if to >> k & 1 or ends(st, self.side, bunch, self.start, i, self.paid(st, i), bound):
                out.append(i)
        return out

    def paid(self, st: State, hex: int) -> tuple[int, int]:
        """What has been paid by both kinds after a step; a first step always succeeds (tgw.8.13a) and may use up everything."""
        front = front_of(self.at)
        weather = effective(front, st.weather[front])
        dz = st.devastated & fronts.FRONT[front]
        low = LOW[front]
        foot, mountain = (costs_of_front(front, weather, kind, dz).cost(self.at - low, hex - low) for kind in (FOOT, MOUNTAINEERS))
        if mountain is None:
            raise ValueError(f"no step leads from {board.NUMBER[self.at]} to {board.NUMBER[hex]}")
        return self.spent[FOOT] + (foot or 0), self.spent[MOUNTAINEERS] + mountain  # nobody on foot is among those on an Alp

    def may_stay(self, st: State) -> bool:
        """The bunch may stop where it is: before its first step, or where it may end a move; and where what happened on the way
        leaves it no other end."""
        if self.unmoved or self._fit_here(st, self.bunch):
            return True
        return not ends(st, self.side, self.bunch, self.start, self.at, self.spent, self.bound(st))

    def _fit_here(self, st: State, units: int) -> bool:
        """Units of the bunch may stop where it is."""
        bit = 1 << self.at
        if not bit & board.LAND or not with_room(st, self.side, units, bit):
            return False
        return bool(fed(st, units, self.bunch) & bit or fed(st, units & self.bound(st), self.bunch) & bit)

    def leavers(self, st: State) -> list[int]:
        """Returns the units that may be left behind: never the last one. A bunch may split as often as it likes (tgw.8.17a). The
        others go on with the points that they still have (tgw.8.16b)."""
        if len(self.units) < 2:
            return []
        found = stacking.sorts(st, self.bunch)
        return found if self.unmoved else [u for u in found if self._fit_here(st, 1 << u)]  # tgw.8.17a, tgw.8.16b

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        again = MoveUnits(self.theater, self.side)
        if action == STAY:
            has_moved(st, self.theater, self.side, self.bunch, self.start)
            return (again,)
        if action[0] == "leave":
            u = roster.UNIT[action[1]]
            if not self.unmoved:
                has_moved(st, self.theater, self.side, 1 << u, self.start)
            return (March(self.theater, self.side, tuple(x for x in self.units if x != u), self.start, self.at, self.spent),)
        hex = board.INDEX[action[1]]
        way = self.path(st, hex)
        paid = self.paid(st, hex) if action[0] == "step" else self.spent
        after = self.go(s, hex, way, last=action[0] == "to")
        if after:
            st.memo.pop("stacks", None)
        if action[0] == "to" or any(st.at[u] != hex for u in self.units):
            has_moved(st, self.theater, self.side, self.bunch, self.start)
            return (*after, again)
        return (*after, March(self.theater, self.side, self.units, self.start, hex, paid))

    def path(self, st: State, hex: int) -> tuple[int, ...]:
        """The way of the bunch; `at` is the first hex unless it comes from beside the map."""
        if self.next(st) >> hex & 1:
            return self.at, hex
        known = st.memo.get("march")  # where it could go was asked when its list was made, and nobody has moved since
        if known is not None and known[0] is self and known[1] == st.occ:
            found: Search = known[2]
        else:
            found = search(st, self.side, self.bunch, self.start, self.at, self.spent)
        return tuple(i + found.low for i in back(found.ways, found.levels, hex - found.low))

    def go(self, s: Session[State], hex: int, way: tuple[int, ...], last: bool) -> Steps:
        st = s.state
        if halts(st, self.side, self.bunch, front_of(self.at), self.start) >> hex & 1:
            st.tally |= {f"{_HALTED}{roster.UNITS[u]}": 1 for u in self.units}
        for u in self.units:
            st.put(u, hex)  # tgw.8.0c
        if last or self.unmoved:
            fog.note(
                s,
                self.side,
                "move",
                "tgw.8.0c",
                side=tables.SEATS[self.side],
                units=roster.unit_ids(self.bunch),
                origin=place_word(self.start),
                place=board.NUMBER[hex],
            )
        if trench_warfare(st) and fronts.FRONT_AT[hex] == fronts.WEST:
            self._tire(s, way)
        return control.enter(s, self.bunch, way[1:] if way and way[0] == self.at else way)

    def _tire(self, s: Session[State], way: tuple[int, ...]) -> None:
        """Deplete HQs that go beyond their printed allowance under trench warfare (tgw.21.6b)."""
        st = s.state
        weather = effective(fronts.WEST, st.weather[fronts.WEST])
        ways = costs_of_front(fronts.WEST, weather, FOOT, st.devastated & fronts.FRONT[fronts.WEST])
        low = LOW[fronts.WEST]
        cost = self.spent[FOOT] + sum(ways.cost(i - low, j - low) or 0 for i, j in zip(way, way[1:], strict=False))
        tired = sum(1 << u for u in self.units if roster.HQ >> u & 1 and cost > roster.MOVE[u]) & ~st.depleted  # tgw.21.6b
        if tired:
            st.depleted |= tired
            fog.note(s, self.side, "depleted", "tgw.21.6b", units=roster.unit_ids(tired))


@dataclass(frozen=True, slots=True)
class EndMovement(Auto[Session[State]]):
    """Units in excess of stacking are eliminated by their owner (tgw.7.22c)."""

    theater: int
    side: int

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        for i in stacking.overstacked(st, self.side, fronts.THEATER[self.theater]):  # tgw.8.23a
            return (Overstack(self.side, i), self)
        st.moved = 0
        return ()


@dataclass(frozen=True, slots=True)
class Overstack(SideChoice[Session[State]]):
    """Too many units in a hex: one must go (tgw.7.22c)."""

    side: int
    hex: int

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: too many units in {board.place_name(self.hex)}; which is eliminated?"

    def actions(self, s: Session[State]) -> list[Action]:
        st = s.state
        return sorted(("eliminate", roster.UNITS[u]) for u in stacking.sorts(st, surplus(st, self.side, self.hex)))

    def take(self, s: Session[State], action: Action) -> Steps:
        eliminate(s, 1 << roster.UNIT[action[1]], "tgw.7.22c")
        return ()


def surplus(st: State, side: int, hex: int) -> int:
    """Returns the units of an overstacked hex whose loss would help: those of a class that has too many (tgw.7.23a, tgw.7.23c,
    tgw.7.23d, tgw.7.23e), or all units if their nations may not share a hex."""
    all = st.stack(hex) & st.troops[side]
    out = 0
    for kind, most, _ in stacking.LIMITS:
        if (all & kind).bit_count() > most:
            out |= all & kind
    return out or all


def path(s: Session[State], action: Action) -> tuple[str, list[str]] | None:
    """The counter that an action moves and its way, for showing."""
    step = s.top
    if not isinstance(step, March) or action[0] not in ("to", "step") or action[1] not in board.INDEX:
        return None
    way = step.path(s.state, board.INDEX[action[1]])
    return (roster.UNITS[step.units[0]], [board.NUMBER[i] for i in way]) if way else None
