"""Who wins a combat: exact chances from the dice that both sides would choose."""

from __future__ import annotations

from functools import cache
from itertools import accumulate

from firestep.engine.odds import sums
from firestep.games.ditt.combat import combat, entrenchment
from firestep.games.ditt.components import places
from firestep.games.ditt.state import Fight, State
from firestep.hexmap.grid import bits

#: Firepower above which only the share counts: chances of great battles are those of smaller ones
MOST = 180


@cache
def scores(dice: int, fire: int) -> tuple[float, ...]:
    """The chance of each number of hits, 0 for an overroll included."""
    ways, every = sums(dice), 6.0**dice
    out = [w / every for w in ways[: fire + 1]]
    out[0] += 1.0 - sum(out)
    return tuple(out)


@cache
def _sure(dice: int, fire: int) -> tuple[float, ...]:
    """The chance of at most so many hits."""
    return tuple(accumulate(scores(dice, fire)))


@cache
def best(fire: int) -> int:
    """The number of dice with the most expected hits: about one for every four of the Firepower."""
    return max(
        range(max(2, fire // 5), max(3, fire // 3 + 2)), key=lambda k: (sum(n * c for n, c in enumerate(scores(k, fire))), -k)
    )


def _at_most(table: tuple[float, ...], hits: int) -> float:
    return 0.0 if hits < 0 else table[hits] if hits < len(table) else 1.0


@cache
def beats(mine: int, my_dice: int, theirs: int, their_dice: int, trenches: bool, bears: int, bear_mine: int) -> float:
    """The chance that an attacker drives the defender out, who can bear so many hits: more hits, twice as many against trenches,
    or nothing of him is left (ditt.7.4)."""
    table = _sure(their_dice, theirs)
    alive = _at_most(table, bear_mine - 1)
    out = 0.0
    for k, chance in enumerate(scores(my_dice, mine)):
        if chance and k:
            if k >= bears:
                out += chance * alive
            else:
                out += chance * min(alive, _at_most(table, k // 2 if trenches else k - 1))
    return out


def clip(fire: int, *others: int) -> tuple[int, ...]:
    """Great numbers are made smaller together, so that tables stay small."""
    top = max(fire, 1)
    if top <= MOST:
        return (fire, *others)
    return tuple(max(1, k * MOST // top) for k in (fire, *others))


@cache
def expected(fire: int) -> float:
    """Hits that a side expects with the best number of dice."""
    fire = max(2, fire)
    if fire > MOST:
        return expected(MOST) * fire / MOST
    return sum(k * c for k, c in enumerate(scores(best(fire), fire)))


@cache
def wins(mine: int, theirs: int, trenches: bool, bears: int, bear_mine: int) -> float:
    """The same with the dice that both would choose by expectation."""
    top = max(mine, theirs)
    if top > MOST:
        mine, theirs, bears, bear_mine = (max(1, k * MOST // top) for k in (mine, theirs, bears, bear_mine))
    mine, theirs = max(2, mine), max(2, theirs)
    return beats(mine, best(mine), theirs, best(theirs), trenches, bears, bear_mine)


def storms(mine: int, bears: int, theirs: int, bear_mine: int) -> float:
    """The chance that a Fort falls: it and all who stand on it must be destroyed (ditt.8.4f, ditt.8.4j)."""
    (mine, bears, theirs, bear_mine) = (max(2, k) for k in clip(mine, bears, theirs, bear_mine))
    theirs = min(theirs, 2 * MOST)
    return (1.0 - _at_most(_sure(best(mine), mine), bears - 1)) * _at_most(_sure(best(theirs), theirs), bear_mine - 1)


def _bears(st: State, units: int, starving: int) -> int:
    return sum(combat.strength(st, u, 2, starving) for u in bits(units))


def of_fight(st: State, fight: Fight, dice: tuple[int, int] | None = None) -> float:
    """The chance that the attacker takes the hex; with given dice if they are known."""
    starving = combat.out_of_supply(st, fight)
    mine, theirs = (max(2, combat.firepower(st, fight, a, starving)) for a in (True, False))
    there = entrenchment.defenders(st, fight)
    own = sum(1 << u for u in fight.units)
    bears, bear_mine = _bears(st, there, starving), _bears(st, own, starving)
    if combat.fort_defends(st, fight):
        return storms(mine, bears + places.FORT_FACTORS[fight.hex][1], theirs, bear_mine)
    trenches = not fight.breach and entrenchment.entrenched(st, there)
    if dice is not None and max(mine, theirs) <= 2 * MOST:
        return beats(mine, dice[0], theirs, dice[1], trenches, bears, bear_mine)
    return wins(mine, theirs, trenches, bears, bear_mine)
