"""The picture of a front: where the enemy stands, what could be attacked, and how many units each hex of the line should have.

A plan is made once for each movement of a side in a theater and kept as long as the enemy stands where he stood.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from firestep.bots.tgw.values import WORTH, attack_of, defence_of
from firestep.games.tgw import board as b
from firestep.games.tgw import ground as g
from firestep.games.tgw import nations
from firestep.games.tgw import roster as r
from firestep.games.tgw.attackers import NEAR, WAYS
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import FAR

#: the share of a front's units that stands behind the line
RESERVE = 0.12
#: a hex is full with so many
FULL = 6
#: odds that make a hex worth gathering against, before the rest is known
GATHER = 2.6
HARD = b.ROUGH | b.DIFFICULT | b.MARSH | b.MOUNTAIN | b.PASS | b.ALPINE | b.CITY


@dataclass(slots=True)
class Plan:
    """What a side wants on a front: units for each hex, what a further unit there is worth, and the hexes to be attacked."""

    want: dict[int, int] = field(default_factory=dict)
    worth: dict[int, float] = field(default_factory=dict)
    targets: list[int] = field(default_factory=list)
    line: int = 0
    #: the enemy's strength on the front against one's own
    odds: float = 1.0
    #: the line and the rim of open ground: hexes through which the enemy could walk
    rim: int = 0


_plans: dict[tuple[int, ...], Plan] = {}
_LIMIT = 64


def plan(st: State, side: int, front: int) -> Plan:
    """The plan of a side for a front; the enemy does not move meanwhile."""
    there = g.FRONT[front]
    key = (
        st.turn,
        st.phase,
        side,
        front,
        st.rolls,
        st.held[1 - side] & there,
        st.fort_of[1 - side] & there,
        st.ctrl[1 - side] & there,
        units_on(st, side, front),
        units_on(st, 1 - side, front),
    )
    found = _plans.get(key)
    if found is None:
        if len(_plans) >= _LIMIT:
            _plans.clear()
        found = _plans[key] = _make(st, side, front)
    return found


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
    if not army:
        return out
    own = st.ctrl[side] & there
    # the line: own ground next to the enemy or to ground of his that stands open
    line = WAYS.spread(foes) & own & ~foes
    hollow = WAYS.spread(st.ctrl[1 - side] & there & ~foes) & own & ~line
    strength = {i: attack_of(st, st.stack(i) & st.troops[1 - side]) for i in bits(foes)}
    total = army.bit_count()
    weights: dict[int, float] = {}
    for i in bits(line & ~b.ALPINE):
        threat = sum(strength[j] for j in bits(NEAR[i] & foes))
        value = WORTH[side][i]
        weights[i] = (0.6 + threat / 14) * (1 + min(value, 8) / 5) * (0.8 if HARD >> i & 1 else 1.0)
    # there are no zones of control: a gap is a gate, so the rim of one's own ground is manned too, as far as units go
    for i in bits(hollow & ~b.ALPINE):
        weights[i] = 0.45 * (1 + min(WORTH[side][i], 8) / 5)
    out.line, out.rim = line, line | hollow
    out.odds = sum(strength.values()) / max(1, attack_of(st, army))
    _targets(st, side, foes, line, army, out)
    _captures(st, side, there, foes, own, out)
    spent = sum(out.want.values())
    left = max(0.0, total * (1 - RESERVE) - spent * 0.8)
    scale = left / sum(weights.values()) if weights else 0.0
    for i, w in sorted(weights.items(), key=lambda k: -k[1])[:total]:
        n = max(1, min(FULL, round(w * scale)))
        if WORTH[side][i] > 5:
            n = FULL
        elif any(WORTH[side][j] > 5 for j in bits(NEAR[i] & own)):
            n = max(n, 4)
        if n > out.want.get(i, 0):
            out.want[i] = n
        out.worth[i] = max(out.worth.get(i, 0.0), 1.0 + w)
    # towns behind the line that are worth a guard
    for i in bits(own & b.VICTORY & ~line):
        near = WAYS.within(1 << i, there, 2) & foes
        if near and i not in out.want:
            out.want[i], out.worth[i] = 4, 2.5
    return out


def _targets(st: State, side: int, foes: int, line: int, army: int, out: Plan) -> None:
    """Hexes to gather against: the best of what the army could bring together."""
    n = army.bit_count()
    mean = attack_of(st, army) / n
    found = []
    for e in bits(foes):
        doors = [i for i in bits(NEAR[e] & line & ~b.ALPINE)]
        if not doors:
            continue
        guards = st.stack(e) & st.troops[1 - side] & r.COMBAT
        wall = max(1, defence_of(st, guards) + (st.fort_of[1 - side] >> e & 1))
        power = mean * min(FULL * min(len(doors), 3), n)
        odds = power / wall
        if HARD >> e & 1:
            odds -= 0.8
        if st.fort_of[1 - side] >> e & 1:
            odds -= 1.0
        crowd = guards.bit_count()
        chance = odds / (2.5 if crowd <= 3 else 4.5)
        if odds >= GATHER:
            found.append((WORTH[side][e] * min(chance, 1.5) + 0.2 * odds, e, doors))
    found.sort(reverse=True)
    room = n * (0.6 if line.bit_count() * 2 < n else 0.4) * min(1.0, 1.3 / max(out.odds, 0.1) - 0.3)
    for value, e, doors in found:
        if room < FULL:
            break
        doors = sorted(doors, key=lambda i: -len([j for j in bits(NEAR[i] & foes)]))[:3]
        fresh = [i for i in doors if out.want.get(i, 0) < FULL]
        if len(out.targets) >= 6 or value < 1.0:
            break
        out.targets.append(e)
        for i in fresh[: max(1, int(room // FULL))]:
            out.want[i] = FULL
            out.worth[i] = 2.0 + value / 2
            room -= FULL


def _captures(st: State, side: int, there: int, foes: int, own: int, out: Plan) -> None:
    """Ground of the enemy that stands empty near the line: towns and prizes are walked into."""
    open = st.ctrl[1 - side] & there & ~foes & ~b.ALPINE
    near = open
    reach = own
    for depth in range(1, 10):
        reach = WAYS.spread(reach) & (own | open)
        for i in bits(reach & near):
            value = WORTH[side][i]
            if value < (0.8 if depth < 4 else 3.0):
                continue
            risk = sum(attack_of(st, st.stack(j) & st.troops[1 - side]) for j in bits(NEAR[i] & foes))
            n = 1 if not risk else 2 if risk < 12 else 3
            if value > 3 or risk < 16:
                out.want[i] = max(out.want.get(i, 0), n)
                out.worth[i] = max(out.worth.get(i, 0.0), 0.8 + value)
        near &= ~reach


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
