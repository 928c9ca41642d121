"""What things are worth to the greedy player, in Combat Resource Points. One Victory Point is worth two."""

from __future__ import annotations

from functools import cache

from firestep.games.wwi import board as b
from firestep.games.wwi.russia import held_in_russia
from firestep.games.wwi.state import State
from firestep.hexmap.grid import bits

VP = 2.0
#: a Resource Center that changes hands is five points less there and five more here
CENTRE = 2 * b.CENTRE_VP * VP
ARMY = 6.5
#: an army lost for good cannot be built again
ARMY_FOR_GOOD = 9.0
GROUND = 1.0
#: how fast the pull of a goal fades with each hex
FADE = 0.84

_pulls: dict[tuple[int, ...], list[float]] = {}


def crp(st: State, nation: int) -> float:
    """The worth of one point of a nation: dear when it has few, cheap when it has many or the war is nearly over."""
    stock = st.crp[nation]
    worth = 1.3 if stock < 6 else 0.9 if stock < 15 else 0.65 if stock < 30 else 0.4 if stock < 60 else 0.2
    if st.turn >= b.LAST_TURN:
        return 0.25 * worth
    return 0.7 * worth if st.turn == b.LAST_TURN - 1 else worth


def surrender(st: State) -> float:
    """What Russia's surrender would be worth if it came soon."""
    return 0.0 if st.surrendered else VP * b.SURRENDER_VP[st.turn]


def city(st: State) -> float:
    """The share of one Russian city in the surrender."""
    return surrender(st) * 0.25


def prize(st: State, side: int, hex: int) -> float:
    """What a side gains by entering a hex, beyond the ground itself."""
    bit = 1 << hex
    worth = 0.0
    if bit & b.CENTRES & ~(st.allied_centres if side == b.ALLIED else st.central_centres):
        worth += CENTRE
    if bit & b.RUSSIAN_CITIES and not st.surrendered:
        if side == b.CENTRAL and not st.fallen & bit and (bit & b.COLLAPSE_CITIES or st.collapsed):
            worth += city(st)
        elif side == b.CENTRAL and not st.fallen & bit:
            worth += 0.5 * city(st)
        elif side == b.ALLIED and st.fallen & bit and not st.collapsed:
            worth += city(st)
    n = b.COUNTRY_AT[hex]
    if bit & b.SUPPLY_CITIES[n] and st.allegiance[n] == 1 - side:
        worth += 4.0
    return worth


@cache
def steps_from(hex: int, closed: int) -> tuple[tuple[int, ...], ...]:
    """The hexes at each number of steps from a goal, over ground that is not closed."""
    out = []
    open = b.LAND & ~closed
    seen = front = 1 << hex
    while front:
        out.append(tuple(bits(front)))
        more = b.GROUND.around(front) & open & ~seen
        seen |= more
        front = more
    return tuple(out)


def goals(st: State, side: int) -> dict[int, float]:
    """Hexes a side wants to stand in, with their worth."""
    out: dict[int, float] = {}
    enemy_centres = b.CENTRES & ~(st.allied_centres if side == b.ALLIED else st.central_centres) & ~st.neutral
    for i in bits(enemy_centres):
        out[i] = CENTRE
    if side == b.CENTRAL:
        if held_in_russia(st):
            for i in bits(b.RUSSIAN_CITIES & ~st.occ[b.CENTRAL]):
                out[i] = 30.0
        elif not st.surrendered:
            for i in bits(b.RUSSIAN_CITIES & ~st.fallen):
                out[i] = out.get(i, 0.0) + city(st) * (1.0 if 1 << i & b.COLLAPSE_CITIES or st.collapsed else 0.4)
    elif not st.surrendered and not st.collapsed:
        for i in bits(b.RUSSIAN_CITIES & st.fallen):
            out[i] = out.get(i, 0.0) + city(st)
    for n, whose in enumerate(st.allegiance):
        if whose == 1 - side:
            for i in bits(b.SUPPLY_CITIES[n]):
                out[i] = out.get(i, 0.0) + 4.0
        elif whose == side:  # one's own are worth standing near
            for i in bits(b.SUPPLY_CITIES[n] | b.CENTRES & b.HOME[n]):
                out[i] = out.get(i, 0.0) + 1.5
    return out


def pull(st: State, side: int) -> list[float]:
    """How strongly each hex draws a side's armies: its goals, fading with distance."""
    russia = 2 if held_in_russia(st) else 1 if st.surrendered else 0
    key = (side, st.turn, st.allied_centres, st.central_centres, st.fallen, russia, st.neutral, st.collapsed,
           st.occ[b.CENTRAL] & b.RUSSIAN_CITIES if russia == 2 else 0)
    field = _pulls.get(key)
    if field is None:
        if len(_pulls) > 100:
            _pulls.clear()
        field = _pulls[key] = [0.0] * (b.LAND.bit_length() + 1)
        for goal, worth in sorted(goals(st, side).items()):
            share = worth * 0.3
            for ring in steps_from(goal, st.neutral):
                for i in ring:
                    field[i] += share
                share *= FADE
                if share < 0.02:
                    break
    return field
