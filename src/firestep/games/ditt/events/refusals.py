"""Refusals for Divs and names that events, coins and surrenders ask for. They cite the event itself as the rule.

`place_refusals` judges places, `target_refusals` what a seat points at, `coins.refusals` the coins of a pulse.
"""

from __future__ import annotations

from typing import Any

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.ditt.coins import coins, pulse_coins
from firestep.games.ditt.coins.refusals import COIN
from firestep.games.ditt.combat import losses
from firestep.games.ditt.combat.refusals import number
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import choices, conditions, event_table, single_event_choices
from firestep.games.ditt.logistics import logistics
from firestep.games.ditt.movement import passage
from firestep.games.ditt.movement.refusals import full, who
from firestep.games.ditt.nations import control, surrender
from firestep.games.ditt.state import BOX, GONE, State

S = Session[State]


def concerned(st: State, step: Any) -> list[int]:
    """Returns the Armies that a question about Divs could mean."""
    if isinstance(step, losses.Losses):
        return losses.units_bearing_hits(st, step.who)
    if isinstance(step, coins.Zeal):
        return list(st.fight.units) if st.fight is not None else []
    if isinstance(step, choices.Strike | pulse_coins.Freeze):
        return list(step.units)
    if isinstance(step, pulse_coins.Sacred):
        return list(tables.ARMIES_OF[tables.FR])
    n = tables.UNIT_NATION[step.unit] if isinstance(step, logistics.ShiftTo | logistics.CreateWith) else step.nation
    return [*tables.ARMIES_OF[n], *((tables.SUD,) if n == tables.GE else ())]


def _from_army(st: State, action: Action, units: list[int], left: int, rule: str) -> list[Refusal]:
    """Returns why so many Divs of an Army may not be named. "done" is legal only if none of the Armies has any."""
    if action[0] == "done":
        return [Refusal(rule, f"{left} Divs are still to be named")] if any(st.divs[u] for u in units) else []
    u = tables.UNIT[action[1]]
    if u not in units:
        return [Refusal(rule, f"{who(u)} is not meant")]
    if int(action[2]) > left:
        return [Refusal(rule, f"only {left} Divs are to be named")]
    return number(action[2], st.divs[u], "ditt.4.1a", f"{who(u)} has {st.divs[u]} Divs")


# -- names and prices ------------------------------------------------------------------------------------------------------


def refuse_name(s: S, step: single_event_choices.BalkanWar, action: Action) -> list[Refusal]:
    return [] if action[1] in ("bu", "rm") else [Refusal(step.event, "name Bulgaria (bu) or Roumania (rm)")]


def refuse_bribe(s: S, step: single_event_choices.Bribe, action: Action) -> list[Refusal]:
    poor = action == event_table.YES and s.state.max[tables.AH] < 5
    return [Refusal(step.event, "the Austro-Hungarian Army Max is below 5")] if poor else []


# -- Divs ------------------------------------------------------------------------------------------------------------------


def refuse_strike(s: S, step: choices.Strike | pulse_coins.Freeze, action: Action) -> list[Refusal]:
    return _from_army(s.state, action, list(step.units), step.left, step.event if isinstance(step, choices.Strike) else COIN)


def refuse_recall(s: S, step: choices.Recall, action: Action) -> list[Refusal]:
    st = s.state
    here = conditions.region(st, step.where)
    there = [u for u in tables.ARMIES_OF[step.nation] if st.at[u] > 0 and here >> st.at[u] & 1]
    return _from_army(st, action, there, step.left, step.event)


def refuse_gain(s: S, step: choices.Gain, action: Action) -> list[Refusal]:
    st = s.state
    open = [u for u in tables.ARMIES_OF[step.nation] if st.at[u] > 0 and st.serves[u] == step.nation]
    if action[0] == "done":
        more = not step.on_map or any(not full(st, u, 1) for u in open)
        return [Refusal(step.event, f"{step.left} new Divs are still to be allotted")] if more else []
    if action[0] == "reserves":
        if step.on_map:
            return [Refusal("ditt.3.0q", "these Divs join Armies on the map")]
        return number(action[1], step.left, step.event, f"{step.left} new Divs are to be allotted")
    u = tables.UNIT[action[1]]
    if u not in open:
        return [Refusal("ditt.3.0q", f"{who(u)} is not an Army of {tables.TITLE[step.nation]} on the map")]
    if bad := full(st, u, int(action[2])):
        return bad
    return number(action[2], step.left, step.event, f"{step.left} new Divs are to be allotted")


def refuse_disband(s: S, step: surrender.Disband, action: Action) -> list[Refusal]:
    st, n = s.state, step.nation
    has = {u: st.divs[u] - (st.sud if u == tables.SUD else 0) for u in tables.ARMIES_OF[n] if st.at[u] > 0 or st.at[u] == BOX}
    if action[0] == "done":
        more = st.reserves[n] or any(has.values())
        return [Refusal(step.rule, f"{step.left} Divs are still to be destroyed")] if more else []
    if int(action[-1]) > step.left:
        return [Refusal(step.rule, f"only {step.left} Divs are to be destroyed")]
    if action[0] == "reserves":
        return number(action[1], st.reserves[n], "ditt.4.1a", f"{st.reserves[n]} Divs are in Reserves")
    u = tables.UNIT[action[1]]
    return number(action[2], has.get(u, 0), "ditt.4.1a", f"{who(u)} has {has.get(u, 0)} Divs of {tables.TITLE[n]}")


def refuse_rally_divs(s: S, step: single_event_choices.RallyDivs, action: Action) -> list[Refusal]:
    return number(action[1], min(tables.MOST_DIVS, step.left), step.event, f"{step.left} Divs are left, and an Army holds twenty")


def refuse_expedition(s: S, step: single_event_choices.ExpeditionDivs, action: Action) -> list[Refusal]:
    free = control.free_reserves(s.state, tables.RS)
    return number(action[1], min(tables.MOST_DIVS, free), step.event, f"{free} Russian Divs may come, twenty at most")


# -- surrender and collapse ------------------------------------------------------------------------------------------------


def refuse_reds(s: S, step: surrender.PlaceReds, action: Action) -> list[Refusal]:
    st = s.state
    if action[0] == "done":
        return []
    i = places.INDEX[action[1]]
    if all(st.at[u] > 0 or st.at[u] == GONE for u in range(tables.N) if tables.UNITS[u].startswith("red-")):
        return [Refusal("ditt.12.3a", "no Reds are left")]
    if not places.TERRITORY[step.nation] >> i & 1:
        return [Refusal("ditt.12.3a", f"{places.place(i)} is not land of {tables.TITLE[step.nation]}")]
    if (places.DESERT | places.ALPINE | st.closed | st.neutral) >> i & 1 or not places.LAND >> i & 1:
        return [Refusal("ditt.12.3b", f"nobody can stand at {places.place(i)}")]
    if st.stack(i) or passage.enemies(st, step.side) >> i & 1:
        return [Refusal("ditt.12.3b", f"others stand at {places.place(i)}")]
    return []
