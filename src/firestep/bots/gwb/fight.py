"""Combat of the greedy player, by the exact odds."""

from __future__ import annotations

from typing import Any

from firestep.bots.gwb import values
from firestep.engine.errors import FirestepError
from firestep.engine.session import Decision, Session
from firestep.games.gwb import artillery, combat, oddsmaker, stages, terrain
from firestep.games.gwb.fight import Fight, follow
from firestep.games.gwb.state import State
from firestep.hexmap.grid import bits

S = Session[State]

#: what an attack must bring, in steps, to be made at all
ENOUGH = 0.1


def balance(st: State, f: Fight) -> float:
    """What a combat brings on the average: enemy steps for own steps, and the hex if it falls."""
    points = terrain.retreat_points(st.b.board, f.t)
    stays = bool(st.stack(f.t) & st.deployed)
    theirs = sum(st.steps[u] for u in bits(st.stack(f.t)))
    total = 0.0
    for (a, d), p in oddsmaker.distribution(st, f).items():
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


def pick(s: S, d: Decision[Any], step: Any) -> list[float]:
    """The attack that brings the most, the supporting gun counted that the defender has not named yet."""
    st = s.state
    out = []
    for a in d.actions:
        if a[0] == "attack":
            try:
                out.append(balance(st, foreseen(s, oddsmaker.fight_of(s, ("attack", a[1])))) - ENOUGH)
            except FirestepError:
                out.append(-1.0)  # only across the open
        else:
            out.append(0.0 if a[0] == "done" else -1.0)
    return out


def counter(s: S, d: Decision[Any], step: Any) -> list[float]:
    return [1.0 if a[0] == "add" else 0.5 for a in d.actions]


def declare(s: S, d: Decision[Any], step: combat.Declare) -> list[float]:
    """The strongest first, until five to one."""
    st = s.state
    mine = sum(st.strength(u) for u in bits(step.att))
    theirs = sum(stages.weakened(st, u) for u in bits(st.stack(step.t) & ~st.b.guns)) or 1
    enough = mine >= 5 * theirs
    out = []
    for a in d.actions:
        if a[0] == "commit":
            out.append(0.5)
        elif a[0] == "add":
            out.append(0.0 if enough else 1.0 + st.strength(st.b.by_id[a[1]]))
        else:
            out.append(0.1)
    return out


def leave(s: S, d: Decision[Any], step: Fight) -> list[float]:
    st = s.state
    attack, defence = stages.melee_strengths(st, step)
    flee = attack >= 2 * defence
    return [{"leave": 2.0 if flee else -1.0, "ride": 1.0}.get(a[0], 0.0) for a in d.actions]


def limber(s: S, d: Decision[Any], step: Fight) -> list[float]:
    st = s.state
    attack, defence = stages.melee_strengths(st, step)
    return [(1.0 if attack >= 3 * defence else -1.0) if a[0] == "limber" else 0.0 for a in d.actions]


def barrage(s: S, d: Decision[Any], step: Fight) -> list[float]:
    st = s.state
    enough = stages.barrage_strength(st, step.guns) >= 16
    return [(0.0 if enough else 1.0 + st.strength(st.b.by_id[a[1]])) if a[0] == "add" else 0.5 for a in d.actions]


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
            out.append(-50.0)
            continue
        h = st.b.board.grid.index(a[1])
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
