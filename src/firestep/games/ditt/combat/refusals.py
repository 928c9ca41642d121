"""Refusals of dice and losses. `combat` and `losses` list what is legal."""

from __future__ import annotations

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.ditt.combat import combat, losses
from firestep.games.ditt.components import tables
from firestep.games.ditt.components.things import who
from firestep.games.ditt.state import State

S = Session[State]


def number(word: str, most: int, rule: str, why: str) -> list[Refusal]:
    """Whole numbers from 1 to a limit, as they are written."""
    return [] if word == str(int(word)) and 1 <= int(word) <= most else [Refusal(rule, why)]


# -- dice ----------------------------------------------------------------------------------------------------------------


def refuse_dice(s: S, step: combat.DiceCount, action: Action) -> list[Refusal]:
    st = s.state
    assert st.fight is not None
    k = int(action[1])
    if k < combat.FEWEST:
        return [Refusal("ditt.7.1d", "at least two dice must be rolled")]
    fire = combat.firepower(st, st.fight, step.seat(s) == st.fight.side)
    return number(
        action[1],
        max(fire, combat.FEWEST),
        "ditt.7.1h",
        f"{k} dice roll more than the Firepower of {fire} in any case; {fire} dice say the same",
    )


# -- losses ----------------------------------------------------------------------------------------------------------------


def _refuse_unit(st: State, step: losses.Losses, units: list[int], u: int, k: int) -> list[Refusal]:
    """Returns the rules against naming so many Divs of a unit, except the order of rounding up (`_wasteful`)."""
    assert st.fight is not None
    starving = st.fight.starving
    if tables.IS_MF[u]:
        if k != 1:
            return [Refusal("ditt.5.1d", f"{who(u)} is one whole; name it once")]
        need = losses.absorbs(st, u, 1, starving)
        if need > step.left:
            return [Refusal("ditt.5.2b", f"{step.left} hits do not destroy {who(u)}, whose Fortitude is {need}")]
    elif not 1 <= k <= st.divs[u]:
        return [Refusal("ditt.4.1a", f"{who(u)} has {st.divs[u]} Divs")]
    elif losses.absorbs(st, u, k - 1, starving) >= step.left:
        return [Refusal("ditt.7.3c", f"{k - 1} Divs are enough for {step.left} hits")]
    rest = [v for v in units if v != u]
    after = losses.uncovered(st, rest, step.left - losses.absorbs(st, u, k, starving), starving)
    if after != losses.uncovered(st, units, step.left, starving):
        # ditt.5.2c says the same of the greatest loss of units
        return [Refusal("ditt.5.2a", "after this the hits could not be covered as well as they can be")]
    return []


def _wasteful(st: State, step: losses.Losses, u: int, k: int) -> bool:
    """Rounding up would cost a Div that another loss makes needless (L07)."""
    assert st.fight is not None
    if tables.IS_MF[u] or not step.least:
        return False
    over = losses.absorbs(st, u, k, st.fight.starving) - step.left
    return over > 0 and over >= min(step.least, max(1, losses.absorbs(st, u, 1, st.fight.starving)))


def refuse_loss(s: S, step: losses.Losses, action: Action) -> list[Refusal]:
    st = s.state
    u, k = tables.UNIT[action[1]], int(action[2])
    units = [v for v in losses.units_bearing_hits(st, step.who) if v not in step.named]
    if u in step.named:
        return [Refusal("ditt.7.3d", f"{who(u)} has been named already")]
    if u not in units:
        return [Refusal("ditt.7.3b", f"{who(u)} is not in this combat on your side")]
    if bad := _refuse_unit(st, step, units, u, k) or number(action[2], tables.MOST_DIVS, "ditt.4.1a", "write the number plainly"):
        return bad
    if _wasteful(st, step, u, k) and any(
        not _refuse_unit(st, step, units, v, j) and not _wasteful(st, step, v, j)
        for v in units
        for j in range(1, tables.MOST_DIVS + 1)
    ):
        return [Refusal("ditt.7.3c", "with this Div an earlier one would be lost in vain; meet the rest otherwise")]
    return []
