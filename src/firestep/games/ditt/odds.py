"""Exact odds of the open combat by number of dice (ditt.7.1), from the Firepower that `combat.firepower` computes for the roll."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from firestep.engine.errors import FirestepError, UnknownName
from firestep.engine.odds import Modifier, Odds, Result, sums
from firestep.engine.session import Session
from firestep.games.ditt.combat import combat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import passage
from firestep.games.ditt.movement.pulse import March
from firestep.games.ditt.state import Fight, State


@cache
def expected_hits(dice: int, fire: int) -> tuple[Fraction, Fraction]:
    """Returns the expected hits of so many dice at a Firepower, and the chance of an overroll."""
    ways = sums(dice)
    inside = ways[: fire + 1]
    everything = 6**dice
    return Fraction(sum(k * w for k, w in enumerate(inside)), everything), 1 - Fraction(sum(inside), everything)


def _weighted_hits(dice: int, fire: int) -> int:
    """Returns the expected hits of so many dice times 6 to their power. Whole numbers are compared more quickly than fractions."""
    return sum(k * w for k, w in enumerate(sums(dice)[: fire + 1]))


@cache
def best_dice(fire: int) -> int:
    """Returns the number of dice with the highest expected hits. Up to it each more die raises them, beyond it each lowers them, so
    the search begins with too many dice and goes down."""
    k = max(combat.FEWEST, fire // 3 + 1)
    here = _weighted_hits(k, fire)
    while k > combat.FEWEST and 6 * (fewer := _weighted_hits(k - 1, fire)) >= here:
        k, here = k - 1, fewer
    return k


def odds(s: Session[State], what: tuple[str, ...]) -> Odds:
    """Returns the odds of the open combat for the seat that is asked; `odds("attack", "3308", "ge-1", "ge-2")` of an attack that
    might be made."""
    st = s.state
    words = [w for w in what if w != "attack"]
    if words:
        if words[0] not in places.INDEX:
            raise UnknownName(f"there is no place '{words[0]}' on this map; hexes are four digits such as 3308")
        for w in words[1:]:
            if w not in tables.UNIT:
                raise UnknownName(f"there is no unit '{w}'; units are named like ge-1")
        hex = places.INDEX[words[0]]
        units = tuple(sorted(tables.UNIT[w] for w in words[1:]))
        if not units:
            top = s.top
            if not isinstance(top, March):
                raise FirestepError("name the Armies that attack, for example: odds attack 3308 ge-1 ge-2")
            units = top.units
        side = st.side(units[0])
        if side > 1 or not passage.enemies(st, side) >> hex & 1:
            raise FirestepError(f"nobody defends {words[0]} against them; choose a place with enemy forces")
        return of_fight(st, Fight(side, hex, st.at[units[0]], units), True)
    if st.fight is None:
        raise FirestepError("no combat is open; name one, for example: odds attack 3308 ge-1 ge-2")
    d = s.decision
    return of_fight(st, st.fight, d is None or d.seat == st.fight.side)


def of_fight(st: State, fight: Fight, attacker: bool) -> Odds:
    """For each number of dice: expected hits and the chance to roll too much."""
    mine, theirs = combat.firepower(st, fight, attacker), combat.firepower(st, fight, not attacker)
    modifiers = combat.firepower_parts(st, fight, attacker)
    if attacker:
        modifiers += [Modifier(m.rule, f"{m.text} (per cent)", m.value) for m in combat.csm(st, fight)]
    top = best_dice(mine)
    results = []
    for k in range(combat.FEWEST, min(max(top + 4, 6), max(combat.FEWEST, mine)) + 1):
        hits, over = expected_hits(k, mine)
        detail = {"dice": k, "hits": round(float(hits), 2), "overroll": round(100 * float(over), 2), "best": k == top}
        results.append(Result(f"{k} dice", 1 - over, detail))
    who = "Attack on" if attacker else "Defence of"
    title = f"{who} {places.place(fight.hex)}: Firepower {mine} against {theirs}"
    return Odds(
        title, modifiers, results, {"hits": expected_hits(top, mine)[0], "enemy": expected_hits(best_dice(theirs), theirs)[0]}
    )
