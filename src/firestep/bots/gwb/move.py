"""Movement of the greedy player: towards the work, infantry with its guns, by rail and forced march where that pays."""

from __future__ import annotations

from typing import Any

from firestep.bots.greedy import by_verb
from firestep.bots.gwb import values
from firestep.engine.action import Action
from firestep.engine.session import Decision, Session
from firestep.games.gwb import movement, rail
from firestep.games.gwb.moving import Moving
from firestep.games.gwb.state import AWAY, State
from firestep.hexmap.grid import bits

S = Session[State]

#: what a hex is worth for each enemy step that it cuts off, and at the most
CUT, CUT_MOST = 0.8, 12.0
#: what it costs to stand before so many times one's own strength, and at the most
DREAD, DREAD_MOST = 1.5, 6.0
#: hexes that a train must save, and how far from enemies it stops
SAVES, SAFE = 7, 3
#: what a hex in a gap is worth to cavalry that finds no other horse beside it
SCREEN = 5.0
#: restructuring disorganises: no enemy may be so near that he could attack in the morning, across the open or not
REST = 2


def _distance(st: State, u: int) -> int:
    k = st.b.units[u].side
    f = values.field(st, values.goals(st, k))
    at = st.at[u]
    if at == AWAY:
        return min((f.get(h, values.FAR) for h in bits(st.b.entries[st.b.units[u].entry])), default=values.FAR)
    return f.get(at, values.FAR)


def march(s: S, d: Decision[Any], step: Any) -> list[float]:
    """March Order for who is far away, unless a train stands ready for him."""
    st = s.state

    def far(a: Action) -> float:
        u = st.b.by_id[a[1]]
        return 1.0 if _distance(st, u) > 5 + st.b.stand_off and not _train(st, u) else -1.0

    return [0.0 if a[0] == "done" else far(a) for a in d.actions]


def pick(s: S, d: Decision[Any], step: Any) -> list[float]:
    """Rally first, then the nearest to the enemy, guns last."""
    st = s.state

    def near(a: Action) -> float:
        u = st.b.by_id[a[1]]
        return 100.0 - _distance(st, u) - (20 if st.b.guns >> u & 1 else 0)

    return [0.0 if a[0] == "done" else 200.0 if a[0] == "rally" else near(a) for a in d.actions]


def rally(s: S, d: Decision[Any], step: Any) -> list[float]:
    return [1.0 if (a[0] == "rally") == (step.mp >= 3) else 0.0 for a in d.actions]


def _in_range(st: State, u: int, h: int) -> bool:
    unit = st.b.units[u]
    return bool(st.b.board.disc(h, unit.range) & st.occ[1 - unit.side])


def place(st: State, u: int, h: int, f: dict[int, int], home: int, near: int) -> float:
    """How good it is for a unit to end in a hex. `home`: hexes in communication; `near`: hexes near an enemy."""
    unit = st.b.units[u]
    k = unit.side
    others = st.stack(h) & ~(1 << u)
    if others.bit_count() >= st.b.stacking:
        return -100.0
    score = -float(f.get(h, values.FAR))
    if h in st.b.objectives:
        if not st.held[k] >> h & 1:
            score += 2.0 + values.worth(st, h)
        elif near >> h & 1 and not others:  # somebody must stay
            score += 1.5 + values.worth(st, h)
    if not home >> h & 1:
        score -= 6.0 if st.turn < st.b.turns else 9.0
    exposed = bool(near >> h & 1 and st.b.board.disc(h, 3) & st.men[1 - k])
    if unit.gun:
        escort = others & ~st.b.guns
        beside = st.b.board.disc(h, 1) & st.occ[1 - k]
        score += 4.0 if _in_range(st, u, h) else 0.0
        score -= (2.0 if escort else 8.0) if beside else 0.0
        if exposed:
            score += 2.0 if escort else -5.0
        return score
    if st.b.cavalry >> u & 1 and values.gaps(st, k) >> h & 1 and not _horse(st, u, h):
        score += SCREEN
    if near >> h & 1:
        score += min(CUT_MOST, CUT * values.cut(st, u, h))
        if exposed and others & st.b.guns and not others & ~st.b.guns:  # guns without anybody to guard them
            score += 4.0
    threat = values.reaching(st, h, 1 - k) if near >> h & 1 else 0.0
    if threat:  # who stands before a stronger enemy is attacked with all his guns in the morning
        mine = values.strength(st, others) + st.strength(u)
        score += values.cover(st, h)
        score -= min(DREAD_MOST, DREAD * max(0.0, threat / mine - 1.0))
        score += min(1.0, 0.25 * (others & ~st.b.guns).bit_count())
    return score


def _horse(st: State, u: int, h: int) -> bool:
    """Does other cavalry of the side screen here already?"""
    own = st.b.cavalry & st.b.of_side[st.b.units[u].side] & ~(1 << u)
    return any(st.where[n] & own for n in bits(st.b.board.disc(h, 1)) if n in st.where)


def _train(st: State, u: int) -> bool:
    """Would a train that is free now save the unit a long march? It rides this turn and detrains in the next."""
    unit = st.b.units[u]
    k, at = unit.side, st.at[u]
    if not st.b.rail[k] or at <= 0 or (st.entrained | st.deployed) >> u & 1:
        return False
    if not rail.may_entrain(st, u, "", st.b.move[u]):
        return False
    f = values.field(st, values.goals(st, k))
    best = min((f.get(h, values.FAR) for h in bits(_stops(st, u))), default=values.FAR)
    return best + SAVES <= f.get(at, values.FAR)


def _stops(st: State, u: int) -> int:
    """Where a train could bring the unit, well away from enemies."""
    k = st.b.units[u].side
    return st.ground.line(st.at[u], rail.closed(st, k)) & ~st.b.grid.around(st.occ[1 - k], SAFE)


def _forced(st: State, m: Moving) -> float:
    """A forced march pays where it takes an empty objective or closes the ring; half of the dice bring three points or less."""
    k = st.b.units[m.u].side
    points = 3 * (2 if st.marching >> m.u & 1 else 1)
    reach = movement.total(movement.levels_of(st, m.u, points, True))
    wanted = [h for h in st.b.objectives if reach >> h & 1 and not st.held[k] >> h & 1]
    return max((values.worth(st, h) for h in wanted), default=-5.0)


def go(s: S, d: Decision[Any], m: Moving) -> list[float]:
    """The best hex in reach; guns deploy where they can fire and limber where they cannot."""
    st = s.state
    u = m.u
    unit = st.b.units[u]
    f = values.field(st, values.goals(st, unit.side))
    at = st.at[u]
    fires = unit.gun and at > 0 and _in_range(st, u, at)
    home = st.communicating(unit.side)
    home |= st.ground.zone(home)  # who enters an enemy zone contests it, and the line reaches him
    near = st.b.grid.around(st.occ[1 - unit.side], 3)
    stay = place(st, u, at, f, home, near) if at > 0 else -90.0
    number = st.b.grid.index

    def limber(a: Action) -> float:
        alone = not st.stack(at) & ~st.b.guns and near >> at & 1
        return stay + (-1.0 if fires and not alone else 1.0)

    def ride(a: Action) -> float:
        h = number(a[1])
        saved = f.get(at, values.FAR) - f.get(h, values.FAR)
        return 100.0 + saved if saved > 2 and _stops(st, u) >> h & 1 else -200.0

    return by_verb(
        d,
        {
            "go": lambda a: place(st, u, number(a[1]), f, home, near) - 0.01,
            "halt": stay,
            "limber": limber,
            "deploy": stay + (5.0 if fires else -1.0),
            "force": lambda a: stay + _forced(st, m) - 0.5,
            "entrain": lambda a: 100.0 if not m.hops and _train(st, u) else -200.0,
            "ride": ride,
            "detrain": 60.0,
        },
    )


def merge(s: S, d: Decision[Any], step: Any) -> list[float]:
    """Behind the front two half regiments become one, if no strength is lost and there is a turn left to rally in; it leaves a
    hex that is wanted only to whoever stays there."""
    st = s.state
    k = st.side
    rear = ~st.b.grid.around(st.occ[1 - k], REST)

    def one(a: Action) -> float:
        t, g = (st.b.by_id[w] for w in a[1:])
        quiet = rear >> st.at[t] & rear >> st.at[g] & 1 and st.turn < st.b.turns
        leaves = st.at[g] != st.at[t] and st.at[g] in st.b.objectives and st.stack(st.at[g]) == 1 << g
        whole = st.steps[g] == 1 and st.b.units[t].strength >= st.strength(t) + st.strength(g)
        return 1.0 if quiet and whole and not leaves else -1.0

    return [0.0 if a[0] == "done" else one(a) for a in d.actions]


def overstacked(s: S, d: Decision[Any], step: Any) -> list[float]:
    st = s.state
    return [-float(st.strength(st.b.by_id[a[1]])) for a in d.actions]
