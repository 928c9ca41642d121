"""Combat of the greedy player, by the exact odds."""

from __future__ import annotations

from typing import Any

from firestep.bots.gwb import values
from firestep.engine.session import Decision, Session
from firestep.games.gwb import artillery, combat, odds, stages, terrain
from firestep.games.gwb.components import tables
from firestep.games.gwb.fight import Fight, follow
from firestep.games.gwb.state import HASTY, State
from firestep.hexmap.grid import bits

S = Session[State]

#: what an attack must bring, in steps, to be made at all; a hasty one forgoes the barrage of the next morning
ENOUGH, ENOUGH_HASTY = 0.1, 0.5
#: what another unit across the open or a shot at the enemy's guns must add
MORE = 0.08
#: barrage strength beyond which guns are kept for the next attack
SHELLS = 20


def balance(st: State, f: Fight) -> float:
    """What a combat brings on the average: enemy steps for own steps, and the hex if it falls."""
    points = terrain.retreat_points(st.b.board, f.t)
    stays = bool(st.stack(f.t) & st.deployed)
    theirs = sum(st.steps[u] for u in bits(st.stack(f.t)))
    total = 0.0
    for (a, d), p in odds.distribution(st, f).items():
        spared = 0 if stays or not d else min(points, d)
        hold = d - 0.9 * a + (values.worth(st, f.t) + 1.0 if d >= theirs else 0.0)
        leave = (d - spared) - 0.9 * max(0, a - spared) + values.worth(st, f.t) + 0.6
        total += float(p) * (min(hold, leave) if d and not stays else hold)
    return total


def foreseen(s: S, f: Fight) -> Fight:
    """The combat with the gun that the defender will call: the strongest he has in reach."""
    if f.sup >= 0:
        return f
    guns = bits(artillery.support_guns(s.state, f.t, s.options))
    return follow(Fight, f, sup=max(guns, key=s.state.strength)) if guns else f


def fought(s: S, d: combat.Declare) -> Fight:
    """The combat of these attackers, with the barrage and the support that it would have."""
    st = s.state
    f = odds.declared(st, d)
    guns = 0
    while st.strength_of(guns) < SHELLS and (more := artillery.barrage_guns(st, d.t, d.att, guns, s.options)):
        guns |= 1 << max(bits(more), key=lambda u: (st.strength(u), -u))
    return foreseen(s, follow(Fight, f, guns=guns))


def planned(s: S, t: int) -> tuple[float, Fight]:
    """The best attack on a hex: the adjacent units, and those across the open who add something."""
    step = odds.strongest(s, t)
    if not step.att:
        return -9.0, odds.declared(s.state, combat.Declare(t))
    best = fought(s, step)
    value = balance(s.state, best)
    for _ in range(3):
        more = None
        for u, m in sorted(step.joiners(s)[1], key=lambda o: -s.state.strength(o[0]))[:3]:
            wider = combat.Declare(t, step.att | 1 << u, (*step.via, (u, m)))
            f = fought(s, wider)
            v = balance(s.state, f)
            if v > value + MORE:
                more, best, value = wider, f, v
        if more is None:
            break
        step = more
    return value, best


def enough(st: State) -> float:
    if st.turn == st.b.turns:  # there is no next morning
        return 0.0
    return ENOUGH_HASTY if st.phase == HASTY else ENOUGH


def pick(s: S, d: Decision[Any], step: Any) -> list[float]:
    """The attack that brings the most, the supporting gun counted that the defender has not named yet; before it the shot at
    that gun, or at guns in the attacked hex, if idle guns can make it."""
    st = s.state
    index = st.b.grid.index
    plans = {a[1]: planned(s, index(a[1])) for a in d.actions if a[0] == "attack"}
    floor = enough(st)
    out = []
    for a in d.actions:
        if a[0] == "attack":
            out.append(plans[a[1]][0] - floor)
        elif a[0] == "counter":
            out.append(max((_suppression(s, index(a[1]), *p) for p in plans.values()), default=-1.0) - floor)
        else:
            out.append(0.0)
    return out


def _idle(s: S, h: int, f: Fight) -> int:
    """Guns that can shell a hex and are not wanted for the barrage."""
    return artillery.counter_guns(s.state, h, 0, s.options) & ~f.guns


def _suppression(s: S, h: int, value: float, f: Fight) -> float:
    """What an attack is worth after idle guns have fired at the enemy's guns in a hex; -1 if the shot does not pay."""
    st = s.state
    idle = _idle(s, h, f) if h == f.t or f.sup >= 0 and st.at[f.sup] == h else 0
    if not idle:
        return -1.0
    strength = st.strength_of(idle)
    modifier = artillery.modifier(st, idle, h, s.options)
    chance = sum(tables.fire(strength, die + modifier) > 0 for die in odds.DIE) / 6
    hit = min(bits(st.stack(h) & st.b.guns & ~st.silenced), key=st.strength) if h == f.t else f.sup  # the owner chooses
    silenced = st.silenced
    st.silenced |= 1 << hit
    quiet = balance(st, follow(Fight, f, sup=-1) if hit == f.sup else f)
    st.silenced = silenced
    gain = chance * (quiet - value)
    return value + gain if gain > MORE else -1.0


def counter(s: S, d: Decision[Any], step: combat.Counter) -> list[float]:
    """Guns that no barrage needs; then fire."""
    st = s.state
    wanted = 0
    for t in bits(combat.targets(st)):
        value, f = planned(s, t)
        if value + 0.5 > enough(st):
            wanted |= f.guns
    return [(0.5 if a[0] == "fire" else -1.0 if wanted >> st.b.by_id[a[1]] & 1 else 1.0) for a in d.actions]


def declare(s: S, d: Decision[Any], step: combat.Declare) -> list[float]:
    """The strongest first, until five to one; across the open whoever adds to what the attack brings."""
    st = s.state
    mine = sum(st.strength(u) for u in bits(step.att))
    theirs = sum(stages.weakened(st, u) for u in bits(st.stack(step.t) & ~st.b.guns)) or 1
    full = mine >= 5 * theirs
    now = balance(st, fought(s, step)) if step.att else -9.0
    out = []
    for a in d.actions:
        if a[0] == "commit":
            out.append(0.5)
        elif a[0] == "add":
            out.append(0.0 if full else 10.0 + st.strength(st.b.by_id[a[1]]))
        else:
            u = st.b.by_id[a[1]]
            wider = combat.Declare(step.t, step.att | 1 << u, (*step.via, (u, st.b.grid.index(a[2]))))
            gain = balance(st, fought(s, wider)) - now
            out.append(0.0 if full or gain <= MORE else 0.5 + min(gain, 9.0))
    return out


def leave(s: S, d: Decision[Any], step: Fight) -> list[float]:
    st = s.state
    attack, defence, *_ = stages.melee(st, step)
    flee = attack >= 2 * defence
    return [{"leave": 2.0 if flee else -1.0, "ride": 1.0}.get(a[0], 0.0) for a in d.actions]


def limber(s: S, d: Decision[Any], step: Fight) -> list[float]:
    st = s.state
    attack, defence, *_ = stages.melee(st, step)
    return [(1.0 if attack >= 3 * defence else -1.0) if a[0] == "limber" else 0.0 for a in d.actions]


def barrage(s: S, d: Decision[Any], step: Fight) -> list[float]:
    st = s.state
    full = st.strength_of(step.guns) >= SHELLS
    return [(0.0 if full else 1.0 + st.strength(st.b.by_id[a[1]])) if a[0] == "add" else 0.5 for a in d.actions]


def support(s: S, d: Decision[Any], step: Any) -> list[float]:
    st = s.state
    return [float(st.strength(st.b.by_id[a[1]])) if a[0] == "support" else 0.0 for a in d.actions]


def stand(s: S, d: Decision[Any], step: stages.Stand) -> list[float]:
    """Give ground when it spares more steps than the ground is worth, or when nobody would be left."""
    st = s.state
    spared = min(terrain.retreat_points(st.b.board, step.t), step.d)
    left = sum(st.steps[u] for u in bits(st.stack(step.t)))
    better = spared - 0.9 * min(spared, step.a) - values.worth(st, step.t) - 0.6
    if step.d >= left:
        better += 3.0
    return [better if a[0] == "retreat" else 0.0 for a in d.actions]


def lose(s: S, d: Decision[Any], step: Any) -> list[float]:
    """The step that costs the least strength; a unit is given up last."""
    st = s.state
    out = []
    for a in d.actions:
        u = st.b.by_id[a[1]]
        unit = st.b.units[u]
        out.append(-float(unit.strength - unit.reduced if st.steps[u] == 2 else unit.reduced + unit.gun * unit.strength + 0.5))
    return out


def back(s: S, d: Decision[Any], step: Any) -> list[float]:
    st = s.state
    k = step.k
    zone = st.zone(1 - k)
    home = st.communicating(k)
    out = []
    for a in d.actions:
        if a[0] != "back":
            out.append(-20.0 if a[0] == "part" else -50.0)
            continue
        h = st.b.grid.index(a[1])
        caught = zone >> h & 1 and not st.stack(h)
        out.append(
            (-3.0 if caught else 0.0) + (2.0 if home >> h & 1 else 0.0) + values.cover(st, h) - 0.1 * values.around(st, h, 1 - k)
        )
    return out


def advance(s: S, d: Decision[Any], step: Fight) -> list[float]:
    """Take the ground with about as much as can hold it."""
    st = s.state
    k = st.side
    here = values.strength(st, st.stack(step.t))
    threat = values.around(st, step.t, 1 - k)
    want = here == 0 or here < threat
    return [
        (1.0 + (0 if st.b.guns >> st.b.by_id[a[1]] & 1 else st.strength(st.b.by_id[a[1]])) if want else -1.0)
        if a[0] == "advance"
        else 0.0
        for a in d.actions
    ]


def suppress(s: S, d: Decision[Any], step: Any) -> list[float]:
    st = s.state
    return [-float(st.strength(st.b.by_id[a[1]])) for a in d.actions]


def harass(s: S, d: Decision[Any], step: Any) -> list[float]:
    return [{"add": 2.0, "fire": 1.0}.get(a[0], 0.0) for a in d.actions]
