"""The evaluation of a front: where the enemy stands, what could be attacked, and how many units each hex of the line should have.

A plan is made once for each movement of a side in a theater and kept as long as the enemy stands where he stood.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from firestep.bots.tgw.chances import against, wall
from firestep.bots.tgw.lines import shortest
from firestep.bots.tgw.values import GREAT, SERBIA, WORTH, attack_of, defence_of
from firestep.games.tgw import board as b
from firestep.games.tgw import forts, nations
from firestep.games.tgw import ground as g
from firestep.games.tgw import roster as r
from firestep.games.tgw import sources as o
from firestep.games.tgw import tables as t
from firestep.games.tgw.attackers import NEAR, WAYS
from firestep.games.tgw.state import DEAD, DEAD_NE, State
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
#: the last turn of August 1914
AUGUST = 2
ANTWERP = b.INDEX["W6819"]
#: from this turn on the West is dug in
TRENCHES = 5
#: the last turn of the race to the sea, and the last of the winter in which nobody attacks in the West
RACE, SPRING = 5, 9
#: from which turn on Austria-Hungary watches its border with Italy, and with how many; from when on every gate of it
WATCH, GUARD = 5, 8
GARRISON = {b.INDEX["W2230"]: 4, b.INDEX["W2615"]: 4, b.INDEX["W2634"]: 3}
#: the ground around Serbia, the turn from which on it is to fall, and how many are sent against it
SOUTH = b.ATLAS.dilate(b.ATLAS.dilate(b.COUNTRY["serbia"] | b.COUNTRY["montenegro"]))
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
PRIZES = b.VICTORY | b.CP_CITIES | GREAT | b.SURRENDER | b.AUSTRIAN_EDGE
HARD = b.ROUGH | b.DIFFICULT | b.MARSH | b.MOUNTAIN | b.PASS | b.ALPINE | b.CITY


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
    key = (*_moment(st, side, front), st.fort_of[1 - side] & g.FRONT[front])
    found = _plans.get(key)
    if found is None:
        if len(_plans) >= _LIMIT:
            _plans.clear()
        found = _plans[key] = _make(st, side, front)
    return found


def _moment(st: State, side: int, front: int) -> tuple[int, ...]:
    """What stays as it is while a side moves: a plan that changed with every step would leave gaps behind those who went."""
    foes = st.held[1 - side] & g.FRONT[front]
    return (st.turn, st.phase, side, front, st.rolls, foes, units_on(st, side, front), units_on(st, 1 - side, front))


def units_on(st: State, side: int, front: int) -> int:
    """The combat units of a side on a front."""
    out = 0
    where = st.where
    for i in bits(st.held[side] & g.FRONT[front]):
        out |= where[i]
    return out & st.troops[side] & r.COUNTED


def count(st: State, side: int, hex: int) -> int:
    return (st.stack(hex) & st.troops[side] & r.COUNTED).bit_count()


def _make(st: State, side: int, front: int) -> Plan:
    out = Plan()
    there = g.FRONT[front] & b.LAND & ~nations.closed(st)
    foes = (st.held[1 - side] | st.fort_of[1 - side]) & there
    army = units_on(st, side, front)
    # nobody enters Italy while it is neutral, nor in the turn in which it joins (17.11d)
    if side == t.CENTRAL and front == g.ITALY and (st.allegiance[t.IT] == t.NEUTRAL or st.entered[t.IT] == st.turn):
        if st.turn >= WATCH:
            out.base = _watch(st)
            out.want = dict(out.base)
            out.worth = dict.fromkeys(out.base, 2.0)
        return out
    if not army:
        return out
    own = st.ctrl[side] & there & ~foes
    strengths = attack_of(st, units_on(st, 1 - side, front)), attack_of(st, army)
    out.odds = strengths[0] / max(1, strengths[1])
    # who is the stronger one goes forward over open ground; the others stand on what they have
    open = st.ctrl[1 - side] & there & ~foes & ~b.ALPINE
    weak = _weak(st, side, there)
    if front == g.WEST and side == t.ALLIED and st.turn <= AUGUST:
        own &= b.FRANCE  # in August 1914 the French stand on their own border
    elif out.odds < BOLD and not quiet(st, front):
        own |= WAYS.within(own, own | open & ~weak, STRIDE[front]) & open
    # the line: the shortest that parts the ground the enemy can walk on from what lies behind
    zone = WAYS.within(st.held[1 - side] & there, st.ctrl[1 - side] & there & ~own, 99)
    line = _line(st, side, front, zone, own & ~b.ALPINE, weak)
    doors = WAYS.spread(foes) & own
    strength = {i: attack_of(st, st.stack(i) & st.troops[1 - side]) for i in bits(foes)}
    total = army.bit_count()
    mean = max(1.0, defence_of(st, army) / total)
    enemy = units_on(st, 1 - side, front)
    his = attack_of(st, enemy) / max(1, enemy.bit_count())
    out.line = line
    depth = _depth(st, side, army)
    # who seeks a decision and is the stronger one leaves one guard where he does not attack
    plain = 1 if eastward(st, side, front) and out.odds < MIGHT else 2
    ideal: dict[int, float] = {}
    base = out.base
    for i in bits(line):
        near = WAYS.within(1 << i, there, RADIUS) & foes
        sides = (NEAR[i] & there & ~own).bit_count()
        threat = min(sum(strength[j] for j in bits(near)), FULL * his * min(3, max(1, sides)))
        wall = HOLD + (1 if HARD >> i & 1 else 0) + forts.shift(st, i, side) + depth
        ideal[i] = min(float(FULL), threat / (wall * mean)) * (1 + min(WORTH[side][i], 8) / 12)
        least = 1 if side == t.CENTRAL and SOUTH >> i & 1 else plain  # Serbia has few and attacks seldom
        base[i] = least if threat >= mean else int(bool(near or WAYS.within(1 << i, there, AWAY[front]) & st.held[1 - side]))
        if threat >= mean and PRIZES >> i & 1 and WORTH[side][i] > 5:
            # four and more fight on the table that empties no hex at a blow (10.33)
            base[i] = FULL if GREAT >> i & 1 else 4
    for i in bits(own & PRIZES & ~line):
        near = WAYS.within(1 << i, there, 7 if GREAT >> i & 1 else 2) & foes
        if near and WORTH[side][i] > 3:
            ideal[i] = min(3.0, sum(strength[j] for j in bits(near)) / (4 * mean))
            if GREAT >> i & 1:
                base[i] = 2
                ideal[i] = max(2.0, ideal[i])
        watched = side == t.CENTRAL and (b.CP_CITIES | b.AUSTRIAN_EDGE) >> i & 1 and i not in base
        if watched and WAYS.within(1 << i, there, BEHIND) & foes:  # who slips through finds a guard (16.5c, 18.14)
            base[i] = 1
            ideal[i] = max(1.0, ideal.get(i, 0.0))
    if side == t.ALLIED:
        for i in bits(o.beachheads(st) & st.held[side] & there):  # an army lives on the garrison (6.52, 11.33i)
            base[i] = max(base.get(i, 0), 1)
            ideal[i] = max(ideal.get(i, 0.0), 1.0)
    if side == t.ALLIED and st.turn <= 6 and st.ctrl[side] >> ANTWERP & 1 and front == g.WEST:
        base[ANTWERP] = ideal[ANTWERP] = FULL
    free = total * (1 - RESERVE) - sum(base.values())
    share = _share(st, side, front)
    room = max(total * share, 0.0 if quiet(st, front) else min(free, total * (1.05 - 0.55 * out.odds)))
    south = campaign(st) if side == t.CENTRAL and front == g.EAST else 0
    if south:
        _targets(st, side, front, foes & south, doors & WAYS.spread(south), army, SERBIAN_ARMY, base, out)
    _targets(st, side, front, foes & ~south, doors, army, room, base, out)
    _captures(st, side, there, foes, own, strength, total * WALKERS, out)
    left = max(0.0, total * (1 - RESERVE) - sum(max(0, n - base.get(i, 0)) for i, n in out.want.items()))
    need = sum(max(w, base.get(i, 0)) for i, w in ideal.items())
    scale = min(1.1, left / need) if need else 0.0
    for i, w in sorted(ideal.items(), key=lambda k: -k[1])[:total]:
        n = min(FULL, max(min(1, base.get(i, 0)), round(max(w, base.get(i, 0)) * scale)))
        if WORTH[side][i] > 5 and w > 1:
            n = FULL if line >> i & 1 else max(n, 3)
        if n > out.want.get(i, 0):
            out.want[i] = n
        out.worth[i] = max(out.worth.get(i, 0.0), 1.0 + w / 2)
    return out


def _watch(st: State) -> dict[int, int]:
    """Who guards the border with Italy before anybody can cross it: the towns that the empire hangs on (16.5), from the spring of
    1915 on every gate between them."""
    if st.turn < GUARD and st.allegiance[t.IT] == t.NEUTRAL:
        return dict(GARRISON)
    own = g.FRONT[g.ITALY] & b.LAND & b.AUSTRIA & ~b.ALPINE
    gates = shortest(b.COUNTRY["italy"] & b.LAND & ~b.ALPINE, own, PRIZES & own, 0, 0, DEPTH)
    return dict.fromkeys(bits(gates), 1) | GARRISON


def campaign(st: State) -> int:
    """The ground around Serbia, while the Central Powers are after it: from the summer of 1915 on, or as soon as Bulgaria is with
    them, until it has fallen."""
    ready = st.turn >= SUMMER or st.allegiance[t.BU] == t.CENTRAL
    return SOUTH if ready and SERBIA & ~st.ctrl[t.CENTRAL] and not st.collapsed >> t.AH & 1 else 0


def quiet(st: State, front: int) -> bool:
    """The West between the race to the sea and the first great offensives: the shells are spent and the trenches dug."""
    return front == g.WEST and RACE < st.turn <= SPRING


def driving(st: State, side: int, front: int) -> bool:
    """The Central Powers seek the decision in the West of 1914, in the East until Russia falls, and in the West again."""
    return side == t.CENTRAL and front == (g.WEST if st.turn <= RACE or st.collapsed >> t.RU & 1 else g.EAST)


def eastward(st: State, side: int, front: int) -> bool:
    """The campaigns against Russia, which has more men than points."""
    return front == g.EAST and driving(st, side, front)


def _share(st: State, side: int, front: int) -> float:
    """The share of a front's units that attacks: more where a side seeks the decision, the Allies in the West once America has
    come."""
    if quiet(st, front):
        return 0.0
    if driving(st, side, front):
        return DRIVE
    where = g.WEST if side == t.ALLIED and st.us_entered >= 0 else -1
    return MARCH if front == where else SHARE


def price(st: State, n: int, front: int) -> float:
    """What a step of a nation is worth to it: less while its points bring back all who fall; not in the trenches of 1915."""
    dead = sum(1 for u in bits(r.CORPS[n]) if st.at[u] in (DEAD, DEAD_NE))
    spare = st.rp[t.PURSE[n]] + AT_HAND - dead
    return CHEAP if spare > 0 and st.turn > (16 if front == g.WEST else 6) else 1.0 if spare > -12 else DEAR


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
        dug = front == g.WEST and st.turn >= TRENCHES
        found = _lines[key] = shortest(zone, own, PRIZES & own, st.held[side], weak, DEPTH, dug) if zone else 0
    return found


def _main(army: int) -> int:
    """The nation of most of an army."""
    return max(range(len(t.NATIONS)), key=lambda n: (army & r.CORPS[n]).bit_count())


def _depth(st: State, side: int, army: int) -> float:
    """How deep the trenches of an army are: those of most of its units."""
    depths = [st.trenches[t.TRENCH[r.NATION_OF[u]]] for u in bits(army)]
    return sum(depths) / max(1, len(depths))


def _targets(
    st: State, side: int, front: int, foes: int, border: int, army: int, room: float, base: dict[int, int], out: Plan
) -> None:
    """Hexes to gather against: where the exchange pays, with as many units as it takes."""
    n = army.bit_count()
    mean = attack_of(st, army) / n
    help = int(any(st.at[u] > 0 and border & g.FRONT[g.FRONT_AT[st.at[u]]] for u in bits(st.troops[side] & r.HQ & ~st.depleted)))
    found = []
    own_price = price(st, _main(army), front)
    east = eastward(st, side, front)
    least = KEEN if driving(st, side, front) else MARGIN
    for e in bits(WAYS.spread(border) & foes):
        doors = [i for i in bits(NEAR[e] & border & ~b.ALPINE)]
        if not doors:
            continue
        w = wall(st, side, e)
        best = (0.0, 0.0, 0)
        cost = OWN * (BLOOD if east else own_price)
        worth = THEIRS * (price(st, _main(st.stack(e) & st.troops[1 - side]), front) if east else 1.0)
        # who stands there already need not be fetched
        present = sum(count(st, side, i) for i in doors) if east else 0
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
            found.append((best[1], e, doors, best[2]))
    found.sort(reverse=True)
    for rank, (value, e, doors, k) in enumerate(found):
        if room < 3 or len(out.targets) >= AIMS:
            break
        out.targets.append(e)
        have = sum(out.want.get(i, base.get(i, 0)) for i in doors)
        for i in sorted(doors, key=lambda i: -count(st, side, i)):
            if have >= k or room < 1:
                break
            now = out.want.get(i, base.get(i, 0))
            more = min(FULL - now, k - have)
            if more > 0:
                out.want[i] = now + more
                # the best target is filled first: many that are half filled are none
                first = max(0.0, FIRST - 0.4 * rank) if east else 0.0
                out.worth[i] = max(out.worth.get(i, 0.0), 2.0 + value / 2 + first)
                have += more
                room -= more


def _captures(st: State, side: int, there: int, foes: int, own: int, strength: dict[int, int], room: float, out: Plan) -> None:
    """Ground of the enemy that stands empty near the line: towns and prizes are walked into, in strength where he is near."""
    open = st.ctrl[1 - side] & there & ~foes & ~b.ALPINE
    near = open
    reach = own
    found = []
    for depth in range(1, 10):
        reach = WAYS.spread(reach) & (own | open)
        for i in bits(reach & near):
            value = WORTH[side][i]
            if value < (0.8 if depth < 4 else 3.0):
                continue
            risk = sum(strength[j] for j in bits(WAYS.within(1 << i, there, 2) & foes))
            if value > 3 or risk < 12:
                found.append((value - 0.3 * depth, i, 1 if not risk else 2 if risk < 12 else 4))
        near &= ~reach
    for _, i, n in sorted(found, reverse=True):
        room -= n
        if room < 0:
            break
        out.want[i] = max(out.want.get(i, 0), n)
        out.worth[i] = max(out.worth.get(i, 0.0), 0.8 + WORTH[side][i])


# -- where units are missing ---------------------------------------------------------------------------------------------------


def missing(st: State, side: int, wanted: Plan) -> dict[int, int]:
    """Hexes that want more units than they have."""
    return {i: n - count(st, side, i) for i, n in wanted.want.items() if n > count(st, side, i)}


_ways: dict[tuple[int, ...], bytes] = {}


def far_from(st: State, side: int, front: int, goals: int) -> bytes:
    """The number of steps to the nearest goal over ground that a side may cross; remembered by goals and ground."""
    ground = g.FRONT[front] & b.LAND & ~st.occ[1 - side] & ~st.fort_of[1 - side] & ~nations.closed(st) & ~b.ALPINE
    key = (front, goals, ground)
    found = _ways.get(key)
    if found is None:
        if len(_ways) >= _LIMIT:
            _ways.clear()
        found = _ways[key] = WAYS.distances(goals, ground | goals)
    return found


__all__ = ["FAR", "Plan", "count", "far_from", "missing", "plan", "units_on"]
