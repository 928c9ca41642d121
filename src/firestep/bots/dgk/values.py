"""What the greedy player thinks things are worth: levels of damage, a shot, a place to stand. The chances are the umpire's."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot

from firestep.games.dgk import fire, movement, sight, state, umpire
from firestep.games.dgk.components.geometry import XY, bearing, turn_between
from firestep.games.dgk.components.rays import holds
from firestep.games.dgk.components.terrain import COVERS
from firestep.games.dgk.formations import DEPLOYED, MARCH, NAMES
from firestep.games.dgk.state import ABOARD, State
from firestep.games.dgk.umpire import STATES, Question

#: what it is worth to bring an enemy into a state, to cost him a base, to drive him back, to destroy him
STATUS = (0.0, 1.0, 2.4)
BASE = 2.2
BACK = 0.6
END = 7.0
#: inches at which an arm does its work, and what an inch of the way there is worth to who attacks and to who stands
WORK = {"infantry": 5.0, "cyclists": 5.0, "cavalry": 7.0, "machinegun": 9.0, "field": 15.0, "heavy": 22.0}
ONWARD = (0.14, 0.0)
#: shaken troops are not sent forward
EAGER = (1.0, 0.5, 0.1)
#: a shot now counts more than one to come, and not every enemy fires at the same unit
FUTURE = 0.6
FEAR = 0.22
#: what a defender's place is worth to him, and a battery's with targets before it
GROUND = 0.9
GUNS = 3.0
#: a column within sight and so many inches of the enemy is asking for it
COLUMN = 3.0
CLOSE = 16.0


@lru_cache(maxsize=4096)
def harm(state: int, bases: int, start: int, levels: int) -> float:
    """What so many levels do to a unit."""
    e = umpire.effect(STATES[state], levels)
    if umpire.destroyed(start, bases - e.bases):
        return END
    return STATUS[STATES.index(e.state)] - STATUS[state] + BASE * e.bases + (BACK if e.falls_back else 0.0)


def mean_harm(g: State, v: int, weights: Sequence[int]) -> float:
    """What a list of chances of 0, 1, 2 ... levels does to a unit on the average."""
    state, bases, start = g.status[v], g.bases[v], g.scn.units[v].bases
    return sum(w * harm(state, bases, start, i) for i, w in enumerate(weights) if w and i) / sum(weights)


def mined(g: State, u: int) -> float:
    """What it costs to enter a minefield (dgk.X.mine.1)."""
    return harm(g.status[u], g.bases[u], g.scn.units[u].bases, 1)


@lru_cache(maxsize=50_000)
def _chances(q: Question) -> tuple[int, ...]:
    return tuple(umpire.fire_chances(q))


def shot(g: State, v: int, q: Question) -> float:
    return mean_harm(g, v, _chances(q))


def attacks(g: State, side: int) -> bool:
    """A side must go forward unless the clock is on its side."""
    return g.scn.limit_winner != ("allied", "central")[side]


def cover_at(g: State, at: XY) -> str:
    """The cover of a place."""
    best = 0
    for rank, p in g.scn.ground.covers:
        if rank > best and p.kind.form == "area" and holds(p.points, at):
            best = rank
    return COVERS[best]


@lru_cache(maxsize=20_000)
def _guess(
    kind: str,
    type: str,
    quality: str,
    state: str,
    target: str,
    target_quality: str,
    form: str,
    cover: str,
    distance: float,
    numbers: str,
    target_state: str,
) -> tuple[int, ...]:
    return _chances(Question(kind, type, quality, state, target, target_quality, form, cover, distance, numbers, target_state))


def _fires(g: State, u: int) -> bool:
    return g.scn.units[u].type in umpire.model()["fire"]["type"]["values"]


def _at(g: State, u: int, v: int, form_u: int, form_v: int, cover: str, distance: float) -> float:
    """The shot of one unit at another from a distance, in these formations."""
    a, t = g.scn.units[u], g.scn.units[v]
    reach = fire.reach(g, u)
    if form_u == MARCH or distance > reach or not _fires(g, u):
        return 0.0
    kind = "deployed-fire" if form_u == DEPLOYED else "moving-fire"
    band = float(next(b for b in umpire.model()["bands"] if distance <= b))
    weights = _guess(
        kind,
        a.type,
        a.quality,
        STATES[g.status[u]],
        t.type,
        t.quality,
        NAMES[form_v],
        cover,
        min(band, reach),
        umpire.compare(g.bases[u], g.bases[v]),
        STATES[g.status[v]],
    )
    return mean_harm(g, v, weights)


def outlook(g: State, u: int, at: XY, facing: float, form: int) -> float:
    """What a place promises: the best shot from it, less what enemies can do to it, and how near it is to the work."""
    side = state.side(g, u)
    mine = cover_at(g, at)
    best = danger = 0.0
    nearest = seen = 99.0
    ground = g.scn.ground
    fires, reach = form != MARCH and _fires(g, u), fire.reach(g, u)
    for v in state.foes(g, side):
        there = (g.x[v] / 1000, g.y[v] / 1000)
        d = max(0.0, hypot(there[0] - at[0], there[1] - at[1]) - 0.5)
        nearest = min(nearest, d - 3.0 * g.status[v])
        if d > 36:
            continue
        gain = risk = 0.0
        if fires and d <= reach and turn_between(facing, bearing(at, there)) <= 50:
            gain = _at(g, u, v, form, g.form[v], fire.cover_of(g, v), d)
        if turn_between(g.f[v] / 10, bearing(there, at)) <= 60:
            risk = _at(g, v, u, g.form[v], form, mine, d)
        asks = gain > best or risk or (form == MARCH and d < min(seen, CLOSE))
        if asks and not sight.blocked(ground, at, there):  # lines of sight are dear: only where something hangs on one
            seen, best, danger = min(seen, d), max(best, gain), danger + risk
    kind = g.scn.units[u].type
    onward = EAGER[g.status[u]] * (ONWARD[0] if attacks(g, side) else ONWARD[1])
    column = COLUMN if form == MARCH and seen < CLOSE else 0.0
    return FUTURE * best - FEAR * danger - column - onward * max(0.0, nearest - WORK.get(kind, 99.0))


def watched(g: State, u: int) -> bool:
    """An enemy that it knows of is near and sees it."""
    at = (g.x[u] / 1000, g.y[u] / 1000)
    for v in state.foes(g, state.side(g, u)):
        there = (g.x[v] / 1000, g.y[v] / 1000)
        if hypot(there[0] - at[0], there[1] - at[1]) < CLOSE and sight.sees(g, v, u):
            return True
    return False


def present(g: State, u: int) -> float:
    """The outlook of a unit where it is."""
    if g.place[u] == ABOARD or g.place[u] == state.OFF:
        return 0.0
    p = state.pose(g, u)
    return outlook(g, u, p.at, p.facing, g.form[u])


def best_after(g: State, u: int, form: int, allowance: float) -> float:
    """The best outlook among the places a move can lead to. What stands in the way is found out later."""
    here = state.pose(g, u)
    out = [outlook(g, u, here.at, float(f), form) for f in movement.headings(g, u)[:2]]
    if allowance:
        out += [outlook(g, u, points[-1], float(f), form) for points, f in movement.destinations(g, u, form, allowance)]
    return max(out)
