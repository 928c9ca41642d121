"""Where armies want to go: goals that draw every army a little, and goals that are given to the few that are needed there."""

from __future__ import annotations

from functools import cache

from firestep.bots.wwi import values
from firestep.engine.memo import Memo
from firestep.games.wwi.components import board
from firestep.games.wwi.russia import held_in_russia
from firestep.games.wwi.state import State
from firestep.hexmap.grid import bits

#: how fast the pull of a goal fades with each hex
FADE = 0.84
#: how much of a goal's worth draws every army
SHARE = 0.3
#: armies of these nations go only where their own country is not far
NEAR_HOME = 9
MINORS = (board.BL, board.BU, board.GK, board.IT, board.NE, board.RM, board.SB, board.TU)
#: hexes from which an army can be sent to a goal, and what each hex nearer is worth in parts of the goal's worth
FAR = 16
STRIDE = 0.05

Field = list[float]
_fields: Memo[tuple[int, ...], dict[int, Field]] = Memo(40)
_orders: Memo[tuple[int, ...], dict[int, tuple[int, float]]] = Memo(200)
_SIZE = board.LAND.bit_length() + 1


@cache
def distances(hex: int, closed: int) -> bytes:
    """Steps from a hex to every other over ground that is not closed; 255 where there is no way."""
    return board.GROUND.foot.distances(1 << hex, board.LAND & ~closed)


@cache
def _home_ground(nation: int) -> int:
    """The country of a minor nation and what lies within reach of it."""
    seen = board.HOME[nation]
    for _ in range(NEAR_HOME):
        seen = board.GROUND.around(seen)
    return seen


def goals(st: State, side: int) -> dict[int, float]:
    """Hexes a side wants to enter, with their worth."""
    out: dict[int, float] = {}
    for i in bits(board.CENTRES & ~(st.allied_centres if side == board.ALLIED else st.central_centres) & ~st.neutral):
        out[i] = values.CENTRE
    if side == board.CENTRAL:
        if held_in_russia(st):
            for i in bits(board.RUSSIAN_CITIES & ~st.occ[board.CENTRAL]):
                out[i] = 30.0
        elif not st.surrendered:
            for i in bits(board.RUSSIAN_CITIES & ~st.fallen):
                out[i] = out.get(i, 0.0) + values.city(st) * (1.0 if 1 << i & board.COLLAPSE_CITIES or st.collapsed else 0.4)
    elif not st.surrendered and not st.collapsed:
        for i in bits(board.RUSSIAN_CITIES & st.fallen):
            out[i] = out.get(i, 0.0) + values.city(st)
    for n, whose in enumerate(st.allegiance):
        if whose == 1 - side:
            for i in bits(board.SUPPLY_CITIES[n] & ~st.occ[side]):
                out[i] = out.get(i, 0.0) + 4.0
    return out


def _key(st: State, side: int) -> tuple[int, ...]:
    return (
        side,
        st.turn,
        st.allied_centres,
        st.central_centres,
        st.fallen,
        st.surrendered,
        st.garrison,
        st.neutral,
        st.occ[board.CENTRAL] & board.RUSSIAN_CITIES if held_in_russia(st) else 0,
    )


def field(st: State, side: int, nation: int) -> Field:
    """How strongly each hex draws the armies of a nation."""
    key = _key(st, side)
    found = _fields.get(key)
    if found is None:
        found = _fields[key] = {}
    group = nation if nation == board.AH or nation in MINORS else -1
    drawn = found.get(group)
    if drawn is None:
        drawn = found[group] = _draw(st, side, nation)
    return drawn


def _draw(st: State, side: int, nation: int) -> Field:
    out = [0.0] * _SIZE
    wanted = goals(st, side)
    for n, whose in enumerate(st.allegiance):
        if whose == side:  # one's own places are worth standing near
            for i in bits(board.SUPPLY_CITIES[n] | board.CENTRES & board.HOME[n]):
                wanted[i] = wanted.get(i, 0.0) + 1.5
    ground = _ground(nation)
    for goal in sorted(wanted):
        if not ground >> goal & 1:
            continue
        fade = [SHARE * wanted[goal] * FADE**k for k in range(40)]
        for i, k in enumerate(distances(goal, st.neutral)):
            if k < 25:
                out[i] += fade[k]
    return out


def _ground(nation: int) -> int:
    """Where a nation's armies may look for goals: an Austro-Hungarian army may not end in the west (wwi.12.5a)."""
    if nation == board.AH:
        return board.LAND & ~board.AH_BAN
    return _home_ground(nation) if nation in MINORS else board.LAND


def orders(st: State, side: int) -> dict[int, tuple[int, float]]:
    """Armies sent to a goal, and what each hex nearer to it is worth: the goals that cost least for their worth first, to
    each as many of the nearest armies as it takes. So a city that nobody defends is not forgotten behind a quiet front."""
    key = (*_key(st, side), st.occ[0], st.occ[1], st.forts)
    found = _orders.get(key)
    if found is not None:
        return found
    enemy = st.occ[1 - side]
    near_enemy = board.GROUND.around(enemy)
    plans = []
    for goal, worth in goals(st, side).items():
        around = board.GROUND.around(board.GROUND.around(1 << goal))
        need = 1 + (around & enemy).bit_count()
        if st.forts & ~st.side_forts[side] & 1 << goal:
            need += board.FORT_STRENGTH[goal]
        plans.append((-worth / need, goal, min(need, 4), worth))
    armies = [(u, i) for u, i in enumerate(st.at) if i >= 0 and st.side(u) == side and not st.garrison >> u & 1]
    out: dict[int, tuple[int, float]] = {}
    for _, goal, need, worth in sorted(plans):
        away = distances(goal, st.neutral)
        at_hand = sorted(
            (away[i] + (3 if near_enemy >> i & 1 and away[i] > 2 else 0), u)
            for u, i in armies
            if u not in out and away[i] <= FAR and _ground(board.UNIT_NATION[u]) >> goal & 1
        )
        for _, u in at_hand[:need]:
            out[u] = goal, STRIDE * worth
    _orders[key] = out
    return out


def drawn(st: State, side: int, unit: int, hex: int) -> float:
    """What a hex is worth to an army because it is on the way to the goal it was sent to."""
    order = orders(st, side).get(unit)
    if order is None or hex < 0:
        return 0.0
    goal, stride = order
    return -stride * min(distances(goal, st.neutral)[hex], FAR)
