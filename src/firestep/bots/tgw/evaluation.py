"""The evaluation of a front: where the enemy stands, what could be attacked, and how many units each hex of the line should have.

A plan is made once for each movement of a side in a theater and kept as long as the enemy stands where he stood.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from firestep.bots.tgw.chances import against, wall
from firestep.bots.tgw.lines import shortest
from firestep.bots.tgw.values import GREAT, SERBIA, WORTH, attack_of, defence_of
from firestep.games.tgw.combat.attackers import NEAR, WAYS
from firestep.games.tgw.components import board, fronts, roster, tables
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.movement import areas
from firestep.games.tgw.state import DEAD, DEAD_NE, State
from firestep.games.tgw.supply import sources
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import FAR

#: the share of a front's units that stands behind the line
RESERVE = 0.12
#: the share of a front's units that attacks in any case, and where the war is to be decided
SHARE, MARCH, DRIVE = 0.12, 0.3, 0.45
#: the share that walks into what stands open
WALKERS = 0.1
#: a hex is full with so many
FULL = 6
#: how far behind the line cities and the rim of Austria-Hungary have a guard
BEHIND = 4
#: how far the enemy comes in a movement
RADIUS = 3
#: at so many hexes at most a front gathers its attackers
AIMS = 16
#: how far behind the border a line may be drawn
DEPTH = 3
#: the enemy's strength against one's own below which the line goes forward, and how far on each front
BOLD = 1.02
#: the same below which an attacker thins out what he only holds
MIGHT = 0.9
STRIDE = (4, 2, 2, 2, 2, 3)
#: the enemy's strength around a place against one's own from which it is weak
WEAK = 1.3
#: from so many hexes away the enemy comes to a gate in a movement
AWAY = (8, 6, 5, 5, 5, 8)
#: from this turn on the West is dug in
TRENCHES = 5
#: the last turn of the race to the sea, and the last of the winter in which nobody attacks in the West
RACE, SPRING = 5, 9
#: from which turn on Austria-Hungary watches its border with Italy, and with how many; from when on every gate of it
WATCH, GUARD = 5, 8
GARRISON = {board.INDEX["W2230"]: 4, board.INDEX["W2615"]: 4, board.INDEX["W2634"]: 3}
#: the ground around Serbia, the turn from which on it is to fall, and how many are sent against it
SOUTH = board.ATLAS.dilate(board.ATLAS.dilate(board.COUNTRY["serbia"] | board.COUNTRY["montenegro"]))
SUMMER, SERBIAN_ARMY = 10, 20.0
#: odds that a plain hex should not be attacked at
HOLD = 2.5
#: what a step of one's own costs, what one of the enemy's is worth, and what an attack should bring at least
OWN, THEIRS, MARGIN = 1.0, 1.0, 0.5
#: the same where a decision is sought
KEEN = 0.3
#: in the East: how much of a unit is saved that stands where it will attack from, how much more it is worth to stand where the best
#: attack will be, and what a step costs that Germany's points bring back
PRESENT, FIRST, BLOOD = 0.6, 3.0, 0.7
#: the price of a step while there are points for it, and of one when there are none; points that the next letters bring
CHEAP, DEAR, AT_HAND = 0.7, 1.2, 4
#: hexes that a nation or the war hangs on
PRIZES = board.VICTORY | board.CP_CITIES | GREAT | board.SURRENDER | board.AUSTRIAN_EDGE
HARD = board.ROUGH | board.DIFFICULT | board.MARSH | board.MOUNTAIN | board.PASS | board.ALPINE | board.CITY


class Historical(NamedTuple):
    """What a side does on a front in these turns, against the general method: `ground` it keeps to, or where it leaves `units`."""

    side: int
    front: int
    first: int
    last: int
    ground: int
    units: int = 0

    def holds(self, st: State, side: int, front: int) -> bool:
        return side == self.side and front == self.front and self.first <= st.turn <= self.last


#: in August 1914 the French stand on their own border
BORDERS = (Historical(tables.ALLIED, fronts.WEST, 1, 2, board.FRANCE),)
#: Antwerp is held while the race to the sea may still reach it
GARRISONS = (Historical(tables.ALLIED, fronts.WEST, 1, 6, 1 << board.INDEX["W6819"], FULL),)
#: Serbia has few units and attacks seldom
FEWEST = (Historical(tables.CENTRAL, fronts.EAST, 1, tables.LAST_TURN, SOUTH, 1),)


@dataclass(slots=True)
class Plan:
    """What a side wants on a front: units for each hex, what a further unit there is worth, and the hexes to be attacked."""

    want: dict[int, int] = field(default_factory=dict)
    worth: dict[int, float] = field(default_factory=dict)
    targets: list[int] = field(default_factory=list)
    #: the hexes that keep the enemy out
    line: int = 0
    #: what each of them has first of all
    base: dict[int, int] = field(default_factory=dict)
    #: the enemy's strength on the front against one's own
    odds: float = 1.0


_plans: dict[tuple[int, ...], Plan] = {}
_LIMIT = 64


def plan(st: State, side: int, front: int) -> Plan:
    """The plan of a side for a front; the enemy does not move meanwhile."""
    key = (*_moment(st, side, front), st.fort_of[1 - side] & fronts.FRONT[front])
    found = _plans.get(key)
    if found is None:
        if len(_plans) >= _LIMIT:
            _plans.clear()
        found = _plans[key] = _make(st, side, front)
    return found


def _moment(st: State, side: int, front: int) -> tuple[int, ...]:
    """What stays as it is while a side moves: a plan that changed with every step would leave gaps behind those who went."""
    foes = st.held[1 - side] & fronts.FRONT[front]
    return (st.turn, st.phase, side, front, st.rolls, foes, units_on(st, side, front), units_on(st, 1 - side, front))


def units_on(st: State, side: int, front: int) -> int:
    """The combat units of a side on a front."""
    out = 0
    where = st.where
    for i in bits(st.held[side] & fronts.FRONT[front]):
        out |= where[i]
    return out & st.troops[side] & roster.COUNTED


def count(st: State, side: int, hex: int) -> int:
    return (st.stack(hex) & st.troops[side] & roster.COUNTED).bit_count()


class Front:
    """What a side knows of a front when it makes its plan: its own ground, the enemies and how strong they are."""

    __slots__ = ("army", "enemy", "foes", "front", "mean", "odds", "own", "side", "st", "strength", "there", "total", "weak")

    def __init__(self, st: State, side: int, front: int) -> None:
        self.st, self.side, self.front = st, side, front
        self.there = fronts.FRONT[front] & board.LAND & ~areas.closed(st)
        self.foes = (st.held[1 - side] | st.fort_of[1 - side]) & self.there
        self.army, self.enemy = units_on(st, side, front), units_on(st, 1 - side, front)
        self.total = self.army.bit_count()
        self.odds = attack_of(st, self.enemy) / max(1, attack_of(st, self.army))
        #: the strength in defence of an average unit of the side
        self.mean = max(1.0, defence_of(st, self.army) / max(1, self.total))
        self.strength = {i: attack_of(st, st.stack(i) & st.troops[1 - side]) for i in bits(self.foes)}
        self.weak = _weak(st, side, self.there)
        self.own = self._ground()

    def _ground(self) -> int:
        """Where the line may be drawn: what the side holds, and open ground before it if the side is the stronger one."""
        st, side = self.st, self.side
        own = st.ctrl[side] & self.there & ~self.foes
        for x in BORDERS:
            if x.holds(st, side, self.front):
                return own & x.ground
        if self.odds < BOLD and not quiet(st, self.front):
            own |= WAYS.within(own, own | self.open & ~self.weak, STRIDE[self.front]) & self.open
        return own

    @property
    def open(self) -> int:
        """The enemy's ground on which nobody stands."""
        return self.st.ctrl[1 - self.side] & self.there & ~self.foes & ~board.ALPINE

    def threat(self, hexes: int) -> float:
        """The strength of the enemies in these hexes."""
        return sum(self.strength[i] for i in bits(hexes))

    def foes_near(self, hex: int, radius: int) -> int:
        """The hexes of enemies so many hexes away at most."""
        return WAYS.within(1 << hex, self.there, radius) & self.foes


def _make(st: State, side: int, front: int) -> Plan:
    # nobody enters Italy while it is neutral, nor in the turn in which it joins (tgw.17.11d)
    if (
        side == tables.CENTRAL
        and front == fronts.ITALY
        and (st.allegiance[tables.IT] == tables.NEUTRAL or st.entered[tables.IT] == st.turn)
    ):
        guards = _watch(st) if st.turn >= WATCH else {}
        return Plan(dict(guards), dict.fromkeys(guards, 2.0), base=guards)
    if not units_on(st, side, front):
        return Plan()
    f = Front(st, side, front)
    out = Plan(odds=f.odds)
    # the line: the shortest that parts the ground the enemy can walk on from what lies behind
    zone = WAYS.within(st.held[1 - side] & f.there, st.ctrl[1 - side] & f.there & ~f.own, 99)
    out.line = _line(st, side, front, zone, f.own & ~board.ALPINE, f.weak)
    ideal = _guard_line(f, out)
    _guard_prizes(f, out, ideal)
    _garrison(f, out, ideal)
    _gather(f, out)
    _captures(f, f.total * WALKERS, out)
    _fill(f, out, ideal)
    return out


def _guard_line(f: Front, out: Plan) -> dict[int, float]:
    """Give every hex of the line its least strength. Returns how many units each should have against what may attack it."""
    st, side = f.st, f.side
    his = attack_of(st, f.enemy) / max(1, f.enemy.bit_count())
    depth = _depth(st, side, f.army)
    ideal: dict[int, float] = {}
    for i in bits(out.line):
        near = f.foes_near(i, RADIUS)
        sides = (NEAR[i] & f.there & ~f.own).bit_count()
        threat = min(f.threat(near), FULL * his * min(3, max(1, sides)))
        strength = HOLD + (1 if HARD >> i & 1 else 0) + forts.shift(st, i, side) + depth
        ideal[i] = min(float(FULL), threat / (strength * f.mean)) * (1 + min(WORTH[side][i], 8) / 12)
        out.base[i] = _least(f, i, threat, near)
    return ideal


def _least(f: Front, hex: int, threat: float, near: int) -> int:
    """How many units a hex of the line has in any case."""
    st, side = f.st, f.side
    if threat < f.mean:
        return int(bool(near or WAYS.within(1 << hex, f.there, AWAY[f.front]) & st.held[1 - side]))
    if PRIZES >> hex & 1 and WORTH[side][hex] > 5:
        # four and more fight on the table that empties no hex at a blow (tgw.10.33)
        return FULL if GREAT >> hex & 1 else 4
    for x in FEWEST:
        if x.holds(st, side, f.front) and x.ground >> hex & 1:
            return x.units
    # who seeks a decision and is the stronger one leaves one guard where he does not attack
    return 1 if eastward(st, side, f.front) and f.odds < MIGHT else 2


def _guard_prizes(f: Front, out: Plan, ideal: dict[int, float]) -> None:
    """Guard what the war hangs on behind the line."""
    side = f.side
    for i in bits(f.own & PRIZES & ~out.line):
        great = GREAT >> i & 1
        near = f.foes_near(i, 7 if great else 2)
        if near and WORTH[side][i] > 3:
            ideal[i] = min(3.0, f.threat(near) / (4 * f.mean))
            if great:
                out.base[i] = 2
                ideal[i] = max(2.0, ideal[i])
        watched = side == tables.CENTRAL and (board.CP_CITIES | board.AUSTRIAN_EDGE) >> i & 1 and i not in out.base
        if watched and f.foes_near(i, BEHIND):  # who slips through finds a guard (tgw.16.5c, tgw.18.14)
            out.base[i] = 1
            ideal[i] = max(1.0, ideal.get(i, 0.0))


def _garrison(f: Front, out: Plan, ideal: dict[int, float]) -> None:
    """Leave units in places that an army lives on, and in those that history held."""
    st, side = f.st, f.side
    if side == tables.ALLIED:
        for i in bits(sources.beachheads(st) & st.held[side] & f.there):  # an army lives on the garrison (tgw.6.52, tgw.11.33i)
            out.base[i] = max(out.base.get(i, 0), 1)
            ideal[i] = max(ideal.get(i, 0.0), 1.0)
    for x in GARRISONS:
        if x.holds(st, side, f.front):
            for i in bits(x.ground & st.ctrl[side]):
                out.base[i] = ideal[i] = x.units


def _gather(f: Front, out: Plan) -> None:
    """Gather units against the hexes where an attack pays."""
    st, side, front = f.st, f.side, f.front
    doors = WAYS.spread(f.foes) & f.own
    free = f.total * (1 - RESERVE) - sum(out.base.values())
    room = max(f.total * _share(st, side, front), 0.0 if quiet(st, front) else min(free, f.total * (1.05 - 0.55 * f.odds)))
    south = campaign(st) if side == tables.CENTRAL and front == fronts.EAST else 0
    if south:
        _targets(f, f.foes & south, doors & WAYS.spread(south), SERBIAN_ARMY, out)
    _targets(f, f.foes & ~south, doors, room, out)


def _fill(f: Front, out: Plan, ideal: dict[int, float]) -> None:
    """Spread the units that are left over the hexes to be guarded, the most threatened ones first."""
    base, side = out.base, f.side
    left = max(0.0, f.total * (1 - RESERVE) - sum(max(0, n - base.get(i, 0)) for i, n in out.want.items()))
    need = sum(max(w, base.get(i, 0)) for i, w in ideal.items())
    scale = min(1.1, left / need) if need else 0.0
    for i, w in sorted(ideal.items(), key=lambda k: -k[1])[: f.total]:
        n = min(FULL, max(min(1, base.get(i, 0)), round(max(w, base.get(i, 0)) * scale)))
        if WORTH[side][i] > 5 and w > 1:
            n = FULL if out.line >> i & 1 else max(n, 3)
        if n > out.want.get(i, 0):
            out.want[i] = n
        out.worth[i] = max(out.worth.get(i, 0.0), 1.0 + w / 2)


def _watch(st: State) -> dict[int, int]:
    """Who guards the border with Italy before anybody can cross it: the towns that the empire hangs on (tgw.16.5), from the spring
    of 1915 on every gate between them."""
    if st.turn < GUARD and st.allegiance[tables.IT] == tables.NEUTRAL:
        return dict(GARRISON)
    own = fronts.FRONT[fronts.ITALY] & board.LAND & board.AUSTRIA & ~board.ALPINE
    gates = shortest(board.COUNTRY["italy"] & board.LAND & ~board.ALPINE, own, PRIZES & own, 0, 0, DEPTH)
    return dict.fromkeys(bits(gates), 1) | GARRISON


def campaign(st: State) -> int:
    """The ground around Serbia, while the Central Powers are after it: from the summer of 1915 on, or as soon as Bulgaria is with
    them, until it has fallen."""
    ready = st.turn >= SUMMER or st.allegiance[tables.BU] == tables.CENTRAL
    return SOUTH if ready and SERBIA & ~st.ctrl[tables.CENTRAL] and not st.collapsed >> tables.AH & 1 else 0


def quiet(st: State, front: int) -> bool:
    """The West between the race to the sea and the first great offensives: the shells are spent and the trenches dug."""
    return front == fronts.WEST and RACE < st.turn <= SPRING


def driving(st: State, side: int, front: int) -> bool:
    """The Central Powers seek the decision in the West of 1914, in the East until Russia falls, and in the West again."""
    return side == tables.CENTRAL and front == (fronts.WEST if st.turn <= RACE or st.collapsed >> tables.RU & 1 else fronts.EAST)


def eastward(st: State, side: int, front: int) -> bool:
    """The campaigns against Russia, which has more men than points."""
    return front == fronts.EAST and driving(st, side, front)


def _share(st: State, side: int, front: int) -> float:
    """The share of a front's units that attacks: more where a side seeks the decision, the Allies in the West once America has
    come."""
    if quiet(st, front):
        return 0.0
    if driving(st, side, front):
        return DRIVE
    where = fronts.WEST if side == tables.ALLIED and st.us_entered >= 0 else -1
    return MARCH if front == where else SHARE


def price(st: State, n: int, front: int) -> float:
    """What a step of a nation is worth to it: less while its points bring back all who fall; not in the trenches of 1915."""
    dead = sum(1 for u in bits(roster.CORPS[n]) if st.at[u] in (DEAD, DEAD_NE))
    spare = st.rp[tables.PAYER[n]] + AT_HAND - dead
    return CHEAP if spare > 0 and st.turn > (16 if front == fronts.WEST else 6) else 1.0 if spare > -12 else DEAR


def _weak(st: State, side: int, there: int) -> int:
    """Ground around which the enemy is much the stronger one."""
    mine = {i: attack_of(st, st.stack(i) & st.troops[side]) for i in bits(st.held[side] & there)}
    his = {i: attack_of(st, st.stack(i) & st.troops[1 - side]) for i in bits(st.held[1 - side] & there)}
    out = 0
    for j in his:
        around = WAYS.within(1 << j, there, RADIUS)
        wide = WAYS.spread(around)
        if sum(his[i] for i in bits(around & st.held[1 - side])) > WEAK * sum(mine[i] for i in bits(wide & st.held[side] & there)):
            out |= wide
    return out


_lines: dict[tuple[int, ...], int] = {}


def _line(st: State, side: int, front: int, zone: int, own: int, weak: int) -> int:
    """The line of a side, the same through a movement."""
    key = _moment(st, side, front)
    found = _lines.get(key)
    if found is None:
        if len(_lines) >= _LIMIT:
            _lines.clear()
        dug = front == fronts.WEST and st.turn >= TRENCHES
        found = _lines[key] = shortest(zone, own, PRIZES & own, st.held[side], weak, DEPTH, dug) if zone else 0
    return found


def _main(army: int) -> int:
    """The nation of most of an army."""
    return max(range(len(tables.NATIONS)), key=lambda n: (army & roster.CORPS[n]).bit_count())


def _depth(st: State, side: int, army: int) -> float:
    """How deep the trenches of an army are: those of most of its units."""
    depths = [st.trenches[tables.TRENCH[roster.NATION_OF[u]]] for u in bits(army)]
    return sum(depths) / max(1, len(depths))


def _targets(f: Front, foes: int, border: int, room: float, out: Plan) -> None:
    """Hexes to gather against: where the exchange pays, with as many units as it takes. `room`: how many units there are for it."""
    st, side = f.st, f.side
    east = eastward(st, side, f.front)
    for rank, aim in enumerate(sorted(_aims(f, foes, border), reverse=True)):
        if room < 3 or len(out.targets) >= AIMS:
            break
        out.targets.append(aim.hex)
        have = sum(out.want.get(i, out.base.get(i, 0)) for i in aim.doors)
        for i in sorted(aim.doors, key=lambda i: -count(st, side, i)):
            if have >= aim.units or room < 1:
                break
            now = out.want.get(i, out.base.get(i, 0))
            more = min(FULL - now, aim.units - have)
            if more > 0:
                out.want[i] = now + more
                # the best target is filled first: many that are half filled are none
                first = max(0.0, FIRST - 0.4 * rank) if east else 0.0
                out.worth[i] = max(out.worth.get(i, 0.0), 2.0 + aim.value / 2 + first)
                have += more
                room -= more


class Aim(NamedTuple):
    """A hex worth attacking: the value of an attack, the hexes from which it is attacked, and with how many units."""

    value: float
    hex: int
    doors: list[int]
    units: int


def _aims(f: Front, foes: int, border: int) -> Iterator[Aim]:
    """The hexes of the enemy at the border that are worth an attack."""
    st, side = f.st, f.side
    mean = attack_of(st, f.army) / f.total
    help = int(
        any(
            st.at[u] > 0 and border & fronts.FRONT[fronts.FRONT_AT[st.at[u]]]
            for u in bits(st.troops[side] & roster.HQ & ~st.depleted)
        )
    )
    east = eastward(st, side, f.front)
    cost = OWN * (BLOOD if east else price(st, _main(f.army), f.front))
    least = KEEN if driving(st, side, f.front) else MARGIN
    for e in bits(WAYS.spread(border) & foes):
        doors = [i for i in bits(NEAR[e] & border & ~board.ALPINE)]
        if not doors:
            continue
        w = wall(st, side, e)
        worth = THEIRS * (price(st, _main(st.stack(e) & st.troops[1 - side]), f.front) if east else 1.0)
        # units that stand there already do not have to be moved there
        present = sum(count(st, side, i) for i in doors) if east else 0
        best = (0.0, 0.0, 0)
        for k in (3, 4, 6, 8, 10, 12, 15, 18):
            if k > FULL * min(len(doors), 3):
                break
            c = against(w, mean * k, help)
            value = c.theirs * worth - c.own * cost + c.clear * (0.1 + 0.8 * WORTH[side][e]) - 0.05 * k
            if value > least:
                rate = value / (k - PRESENT * min(k, present)) ** 0.5
                # in the West all who find room are needed; in the East the fewest who do it, so that others attack beside them
                best = max(best, (rate if east else value, rate, k))
        if best[2]:
            yield Aim(best[1], e, doors, best[2])


def _captures(f: Front, room: float, out: Plan) -> None:
    """Ground of the enemy that stands empty near the line: towns and prizes are walked into, in strength where he is near."""
    near = open = f.open
    reach = f.own
    found = []
    for depth in range(1, 10):
        reach = WAYS.spread(reach) & (f.own | open)
        for i in bits(reach & near):
            value = WORTH[f.side][i]
            if value < (0.8 if depth < 4 else 3.0):
                continue
            risk = f.threat(f.foes_near(i, 2))
            if value > 3 or risk < 12:
                found.append((value - 0.3 * depth, i, 1 if not risk else 2 if risk < 12 else 4))
        near &= ~reach
    for _, i, n in sorted(found, reverse=True):
        room -= n
        if room < 0:
            break
        out.want[i] = max(out.want.get(i, 0), n)
        out.worth[i] = max(out.worth.get(i, 0.0), 0.8 + WORTH[f.side][i])


# -- where units are missing ---------------------------------------------------------------------------------------------------


def missing(st: State, side: int, wanted: Plan) -> dict[int, int]:
    """Hexes that want more units than they have."""
    return {i: n - count(st, side, i) for i, n in wanted.want.items() if n > count(st, side, i)}


_ways: dict[tuple[int, ...], bytes] = {}


def far_from(st: State, side: int, front: int, goals: int) -> bytes:
    """The number of steps to the nearest goal over ground that a side may cross; remembered by goals and ground."""
    ground = fronts.FRONT[front] & board.LAND & ~st.occ[1 - side] & ~st.fort_of[1 - side] & ~areas.closed(st) & ~board.ALPINE
    key = (front, goals, ground)
    found = _ways.get(key)
    if found is None:
        if len(_ways) >= _LIMIT:
            _ways.clear()
        found = _ways[key] = WAYS.distances(goals, ground | goals)
    return found


__all__ = ["FAR", "Plan", "count", "far_from", "missing", "plan", "units_on"]
