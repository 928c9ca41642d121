"""Refusals in combat: coins, dice, losses, retreats. `combat`, `losses` and `retreat` list what is legal."""

from __future__ import annotations

from firestep.engine.action import Action
from firestep.engine.question import broken
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.ditt.coins import coins
from firestep.games.ditt.combat import combat, losses, retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import who
from firestep.games.ditt.movement import passage
from firestep.games.ditt.state import State

S = Session[State]


def number(word: str, most: int, rule: str, why: str) -> list[Refusal]:
    """Whole numbers from 1 to a limit, as they are written."""
    return [] if word == str(int(word)) and 1 <= int(word) <= most else [Refusal(rule, why)]


# -- coins and dice --------------------------------------------------------------------------------------------------------


def refuse_coin(st: State, side: int, box: int, moment: str) -> list[Refusal]:
    """Returns why a coin may not be played at this moment, whatever the position."""
    if tables.BOX_SIDE[box] != side:
        return [Refusal("ditt.3.0k", f"{tables.BOX_TITLE[box]} is a box of the other side")]
    if not st.coins[box]:
        return [Refusal("ditt.3.0k", f"no coin is in the box {tables.BOX_TITLE[box]}")]
    if coins.BOXES[box].moment != moment:
        return [Refusal("ditt.3.0m", f"{tables.BOX_TITLE[box]} is played at another moment")]
    return []


def refuse_offer(s: S, step: combat.Offer, action: Action) -> list[Refusal]:
    st, fight = s.state, s.state.fight
    assert fight is not None
    if action[0] == "pass":
        return []
    if action[0] == "baron":
        if step.side != tables.CP:
            return [Refusal("ditt.8.2b", "the Red Baron flies for the Central Powers")]
        if st.flag("baron-used") or fight.baron >= 0:
            return [Refusal("ditt.8.2b", "the Red Baron has flown this turn")]
        if not st.flag("baron"):
            return [Refusal("ditt.8.2a", "there is no Red Baron")]
        good = step.moment == "before" and combat.air_counts(st, fight)
        return (
            []
            if good
            else [Refusal("ditt.8.1c", "the Red Baron flies where Germans fight British, French or Americans, before the dice")]
        )
    box = tables.BOX[action[1]]
    if bad := refuse_coin(st, step.side, box, step.moment):
        return bad
    return (
        []
        if coins.fits(st, fight, step.side, box)
        else [Refusal("ditt.3.0m", f"{tables.BOX_TITLE[box]} does not fit this combat, or was played in it already")]
    )


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


def refuse_zeal(s: S, step: coins.Zeal, action: Action) -> list[Refusal]:
    st, u = s.state, tables.UNIT[action[1]]
    assert st.fight is not None
    if u not in st.fight.units or st.serves[u] != tables.FR or st.divs[u] < 2:
        return [Refusal("ditt.3.0l", f"{who(u)} is no French Army of this attack that could fight on without a Div")]
    return number(action[2], 1, "ditt.3.0l", "the Offensive à l'Outrance costs one Div")


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


# -- retreat ---------------------------------------------------------------------------------------------------------------


def refuse_back(s: S, step: retreat.StepBack, action: Action) -> list[Refusal]:
    if action[0] == "done" or tables.UNIT[action[1]] in step.units:
        return []
    return [Refusal("ditt.7.3f", f"{who(tables.UNIT[action[1]])} did not attack here, or cannot go back")]


def refuse_retreat_place(st: State, u: int, i: int, origin: int) -> list[Refusal]:
    """Returns why a beaten unit may not retreat to a place."""
    if i == origin:
        return broken(retreat.friendly(st, u), i, places.place(i))
    if not passage.ways_of(st, u).near[st.at[u]] >> i & 1:
        return [Refusal("ditt.7.4e", f"{places.place(i)} is not one step away")]
    return refuse_way_out(st, u, i)


def refuse_way_out(st: State, u: int, i: int) -> list[Refusal]:
    """Returns why a unit that must leave its place could not march to another, one step away or several."""
    return broken(retreat.way_out(st, u), i, places.place(i))


def refuse_retreat(s: S, step: retreat.Retreat, action: Action) -> list[Refusal]:
    st, u = s.state, step.unit
    if action[0] == "retreat":
        return refuse_retreat_place(st, u, places.INDEX[action[1]], step.origin)
    open = next((i for i in places.NUMBER if not refuse_retreat_place(st, u, i, step.origin)), None)
    return [] if open is None else [Refusal("ditt.7.4e", f"the unit can retreat to {places.place(open)}")]
