"""Why not? Pre-war events (20): plans announced and chosen, and what they ask before the first turn."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from typing import Any

from firestep.engine.action import Action
from firestep.engine.grammar import Kind
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.display.names import unit
from firestep.games.tgw.movement import stacking
from firestep.games.tgw.nations.refusals import nothing, same_kind
from firestep.games.tgw.scenarios import prewar
from firestep.games.tgw.scenarios.prewar import PLANS
from firestep.games.tgw.state import State, place_of
from firestep.hexmap.grid import bits

S = Session[State]
#: the rule of each plan that moves, takes or sends units
RULE = {"al.3": "tgw.20.2.3", "al.5": "tgw.20.2.5", "cp.1": "tgw.20.3.1", "cp.3": "tgw.20.3.3a", "cp.5": "tgw.20.3.5b"}


def announce(s: S, step: prewar.Announce, action: Action) -> list[Refusal]:
    st = s.state
    naval = prewar.naval(st)
    if action == prewar.PASS:
        if len(naval) < prewar.DRAWN:
            return []
        return [Refusal("tgw.20.1a", "all three plans that you drew are naval, and one must be played: announce it")]
    plan = PLANS[action[1]]
    if plan.id not in prewar.hand(st, tables.CENTRAL):
        return [Refusal("tgw.20.1a", f"you did not draw {plan.name}")]
    return [] if plan.id in naval else [Refusal("tgw.20.1b", f"{plan.name} is no naval plan: it stays secret")]


def choose(s: S, step: prewar.ChoosePlans, action: Action) -> list[Refusal]:
    st = s.state
    seat = step.seat(s)
    ids = action[1:]
    drawn = prewar.hand(st, seat)
    for id in ids:
        if id not in PLANS:
            return [Refusal("tgw.20.1a", f"there is no plan '{id}'; yours are: {', '.join(drawn)}")]
        if id not in drawn:
            return [Refusal("tgw.20.1a", f"you did not draw {PLANS[id].name}")]
    if not 0 < len(ids) <= prewar.MOST or len(set(ids)) < len(ids):
        return [Refusal("tgw.20.1a", "one or two of the plans that you drew are played")]
    told = [id for id in drawn if st.tally.get(f"announced-{id}")]
    for id in ids:
        if PLANS[id].announced and id not in told:
            return [Refusal(prewar.told_by(id), f"{PLANS[id].name} had to be announced before the Allies chose")]
    for id in told:
        if id not in ids:
            return [Refusal(prewar.told_by(id), f"{PLANS[id].name} was announced and must be among them")]
    # Fisher's Gambit (tgw.20.2.7k), the naval plans (tgw.20.3.2b, tgw.20.3.3b, tgw.20.3.4c), the Elder Moltke (tgw.20.3.10e)
    if len(ids) == prewar.MOST and ids[1] in PLANS[ids[0]].incompatible:
        return [Refusal("tgw.20.11a", f"{PLANS[ids[0]].name} and {PLANS[ids[1]].name} do not go together")]
    order = tuple(id for id in drawn if id in ids)
    return [] if ids == order else [Refusal("tgw.20.1a", f"write them in the order of the list: {' '.join(order)}")]


def lift(s: S, step: prewar.Redeploy, action: Action) -> list[Refusal]:
    if action == prewar.DONE:
        return []
    st = s.state
    u = roster.UNIT[action[1]]
    units, _ = prewar.movable(st, step.plan)
    if not units >> u & 1:
        return [Refusal(RULE[step.plan], f"{PLANS[step.plan].name} does not let {unit(action[1])} begin elsewhere")]
    if st.at[u] <= 0:
        return [Refusal(RULE[step.plan], f"{unit(action[1])} does not begin on the map")]
    return same_kind(units & st.stack(st.at[u]), u, RULE[step.plan], "the same hex")


def drop(s: S, step: prewar.RedeployTo, action: Action) -> list[Refusal]:
    st = s.state
    i = place_of(action[1])
    if i == st.at[step.unit]:
        return []
    _, hexes = prewar.movable(st, step.plan)
    if i <= 0 or not hexes >> i & 1:
        return [Refusal(RULE[step.plan], f"{action[1]} is not in the zone that {PLANS[step.plan].name} gives to this unit")]
    where = board.place_name(i)
    if (st.occ[1 - step.side] | st.fort_of[1 - step.side]) >> i & 1:
        return [Refusal("tgw.8.22a", f"the enemy holds {where}")]
    return [] if stacking.room(st, i, 1 << step.unit, step.side) else [Refusal("tgw.7.23a", f"{where} is full")]


def cull(s: S, step: prewar.Cull, action: Action) -> list[Refusal]:
    st = s.state
    rule = "tgw.20.3.3a" if step.plan == "cp.3" else "tgw.20.3.5a"
    there = prewar.pool(st, step.plan)
    able = sum(1 << u for u in bits(there) if 0 < roster.ATTACK[u] <= step.left)
    if action == prewar.DONE:
        return [Refusal(rule, f"{step.left} attack factors are left to name")] if able else []
    u = roster.UNIT[action[1]]
    if not there >> u & 1 or not roster.ATTACK[u]:
        zone = "W or E" if step.plan == "cp.3" else "W"
        return [Refusal(rule, f"{unit(action[1])} is no German {zone} unit with an attack factor that begins the game")]
    if roster.ATTACK[u] > step.left:
        return [Refusal(rule, f"{unit(action[1])} has {roster.ATTACK[u]} attack factors, and {step.left} are left to name")]
    return same_kind(able, u, rule, "the set-up")


def go_east(s: S, step: prewar.GoEast, action: Action) -> list[Refusal]:
    if action == prewar.DONE:
        return [Refusal("tgw.20.3.10a", f"{step.left} attack factors must still go east")] if step.left > 0 else []
    st = s.state
    west = sum(1 << u for u in bits(prewar.GERMANS_W) if st.at[u] > 0 and board.FRONT["W"] >> st.at[u] & 1)
    u = roster.UNIT[action[1]]
    if not west >> u & 1:
        return [Refusal("tgw.20.3.10a", f"{unit(action[1])} is no W unit that stands in the west")]
    return same_kind(west, u, "tgw.20.3.10a", "the west")


# -- what could be meant -------------------------------------------------------------------------------------------------------


def _plans(s: S, step: Any) -> Collection[Action]:
    out: list[Action] = [("plan", id) for id in PLANS]
    return out + [("plan", *pair) for pair in combinations(prewar.hand(s.state, step.seat(s)), prewar.MOST)]


def _units(verb: str, units: int) -> Any:
    def form(s: S, step: Any) -> Collection[Action]:
        return [(verb, roster.UNITS[u]) for u in bits(units | 0b1)]

    return form


def _drops(s: S, step: Any) -> Collection[Action] | None:
    if not isinstance(step, prewar.RedeployTo):
        return None
    hexes = board.ATLAS.dilate(prewar.movable(s.state, step.plan)[1]) & board.LAND | 1 << s.state.at[step.unit]
    return [("at", n) for n in board.numbers(hexes)]


def _befs(s: S, step: Any) -> Collection[Action]:
    return [("bef", "channel" if isinstance(step, prewar.BefChoice) else "havre"), ("bef", "later")]


def bef(s: S, step: Any, action: Action) -> list[Refusal]:
    if action in _befs(s, step):
        return []
    early = isinstance(step, prewar.BefChoice)
    rule, words = ("tgw.20.2.5", "'bef channel' or 'bef later'") if early else ("tgw.20.3.7a", "'bef havre' or 'bef later'")
    return [Refusal(rule, f"the choice is {words}")]


MOVED = prewar.FRENCH_F | prewar.BEF | prewar.AUSTRIANS_B | prewar.GERMANS_W
ASKS: dict[type, tuple[tuple[str, ...], Any]] = {
    prewar.Announce: (("announce plan", "pass"), announce),
    prewar.ChoosePlans: (("plan *",), choose),
    prewar.BefChoice: (("bef bef",), bef),
    prewar.Delay: (("bef bef",), bef),
    prewar.Redeploy: (("done", "lift unit"), lift),
    prewar.RedeployTo: (("at place",), drop),
    prewar.Cull: (("cull unit", "done"), cull),
    prewar.AtStart: (("begin map",), nothing),
    prewar.GoEast: (("done", "east unit"), go_east),
}
KINDS = {
    "plan": Kind("plan", lambda s: PLANS, lambda s: "plans are named like al.1, cp.10"),
    "bef": Kind("way", lambda s: dict.fromkeys(("channel", "havre", "later")), lambda s: "say channel, havre or later"),
    "map": Kind("map", lambda s: dict.fromkeys(("east", "west")), lambda s: "say east or west"),
}
FORMS: dict[str, Any] = {
    "plan": _plans,
    "bef": _befs,
    "lift": _units("lift", MOVED),
    "at": _drops,
    "cull": _units("cull", prewar.GERMANS_W | prewar.GERMANS_E),
    "east": _units("east", prewar.GERMANS_W | prewar.GERMANS_E),
}
