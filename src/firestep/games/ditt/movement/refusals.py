"""Refusals of marches: steps, units that are left behind or collected, and halts. `pulse.March` lists what is legal."""

from __future__ import annotations

from firestep.engine.action import Action
from firestep.engine.question import broken
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.ditt import requirements as need
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import who
from firestep.games.ditt.movement import areas, passage, pulse
from firestep.games.ditt.state import State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

S = Session[State]


def refuse_step(st: State, u: int, i: int, here: int, barred: bool, left: int, hungry: bool) -> list[Refusal]:
    """Returns the rules against one unit's step from a place to another; a unit that set out out of supply (`hungry`) must go
    towards it (ditt.9.4a)."""
    side = st.side(u)
    bit = 1 << i
    near = passage.ways_of(st, u).near[here]
    if left <= 0:  # three hexes for those that begin next to no enemy (ditt.6.1g)
        return [Refusal("ditt.6.1e", f"{who(u)} has no hexes left to move")]
    if not near & bit:
        if not places.ATLAS.near(here) & bit:
            # hexes touch by ditt.1.1e, boxes by ditt.11.1d; North India by ditt.11.1f
            return [Refusal("ditt.6.1c", f"{places.place(i)} is not next to {places.place(here)}")]
        if places.is_arrow(here, i):
            # the arrows of the North Sea (ditt.10.2c, ditt.10.2d, ditt.sct.a), the Baltic (ditt.sct.d) and the Adriatic
            # (ditt.sct.f)
            return [Refusal("ditt.8.3e", f"the crossing arrow to {places.place(i)} is closed to {who(u)} now")]
        if not places.adjacency(True).near[here] & bit:
            return [Refusal("ditt.6.1n", f"the hexside to {places.place(i)} is blocked")]
        if not places.adjacency(False).near[here] & bit:
            return [Refusal("ditt.6.1o", "the Geneva hexside is blocked while Switzerland is neutral")]
        return [Refusal("ditt.6.1l", f"the hexside to {places.place(i)} is all sea")]
    out = broken(areas.ground(st, u), i, places.place(i))
    if passage.unstackable(st, u) & bit:
        out.append(Refusal(need.crowd_rule(st, u), f"{who(u)} may not share {places.place(i)} with those who are there"))
    if passage.summer_lands(st) & bit:
        out.append(Refusal("ditt.6.2b", f"nobody moves or fights at {places.place(i)} in Summer"))
    if passage.enemies(st, side) & bit and not passage.passable(st, u) & bit:
        if barred:  # but not by the Germans of turn 1 (ditt.6.1q)
            out.append(Refusal("ditt.6.1p", "an Army of the group came through a hex with a flipped friend; they may not attack"))
        if st.truce & bit:
            out.append(Refusal("ditt.16.3d", f"{places.place(i)} may not be attacked this turn"))
        if tables.WEATHER[st.turn] == "snow" and places.SNOW & bit:
            out.append(Refusal("ditt.6.2d", f"nobody attacks into the snow of {places.place(i)} in Winter"))
        if i in st.beach:
            out.append(Refusal("ditt.6.5n", f"the Beach Head at {places.place(i)} is reached by SR only"))
        if (
            side == tables.EP
            and st.at[tables.BOER] > 0
            and places.COUNTRY["Süd-West Afrika"] & (st.of[tables.GE] | st.fort_of[tables.CP]) & bit
        ):
            out.append(Refusal("ditt.11.3e", "while the Boers are up nobody attacks the Germans in Süd-West Afrika"))
    inside = areas.near_east(st)
    if inside & bit and not inside >> here & 1 and (rule := areas.rule_against_near_east(st, (u,))):
        out.append(Refusal(rule, "the Near East takes no more of them"))  # ditt.6.3f, ditt.6.3i, ditt.6.3l
    if places.SEA & bit and not passage.ashore(passage.passable(st, u) if barred else passage.enterable(st, u), left) & bit:
        out.append(Refusal("ditt.10.2g", "Dunsterforce must end its move on land"))
    if not out and hungry and not is_supplied(st, u) and not passage.steps_to_supply(st, u, left) & bit:
        out.append(Refusal("ditt.9.4a", f"{who(u)} is out of supply and could not get back into it that way"))
    return out


def _group_step(st: State, step: pulse.March, units: tuple[int, ...], i: int) -> list[Refusal]:
    """Returns the rules against a step of a group, or of a part of it."""
    here, left = st.at[units[0]], step.allowance - step.spent
    barred = any(step.barred >> u & 1 for u in units)
    out: list[Refusal] = []
    for u in units:
        for r in refuse_step(st, u, i, here, barred, left, bool(step.hungry >> u & 1)):
            if r not in out:
                out.append(r)
    if out:
        return out
    inside = areas.near_east(st)
    if inside >> i & 1 and not inside >> here & 1 and (rule := areas.rule_against_near_east(st, units)):
        return [Refusal(rule, "the Near East does not take all of them")]  # ditt.6.3f, ditt.6.3i, ditt.6.3l
    if areas.closed_to_group(st, units) >> i & 1:
        return [Refusal(areas.WEST, "only one Austro-Hungarian Army may be in Germany, France and Belgium")]
    return [Refusal("ditt.5.1f", "two of them may not share a hex")] if sum(tables.TWO_STARS[u] for u in units) > 1 else []


def _can_go(st: State, step: pulse.March, units: tuple[int, ...]) -> bool:
    near = places.ATLAS.near(st.at[units[0]]) | places.ways(0).near[st.at[units[0]]]
    return any(not _group_step(st, step, units, i) for i in bits(near) if i in places.NUMBER)


def refuse_march(s: S, step: pulse.March, action: Action) -> list[Refusal]:
    st = s.state
    here = step.here(st)
    verb = action[0]
    if verb == "halt":
        if not step.spent:
            return [Refusal("ditt.6.1b", "the Armies have not moved yet; take a step, or undo")]
        if places.SEA >> here & 1:
            return [Refusal("ditt.10.2g", "Dunsterforce must end its move on land")]
        lost = any(step.hungry >> u & 1 and not is_supplied(st, u) for u in step.units)
        return (
            [Refusal("ditt.9.4a", "Armies out of supply go on while they can still reach it")]
            if (lost and _can_go(st, step, step.units))
            else []
        )
    if verb == "step":
        return _group_step(st, step, step.units, places.INDEX[action[1]])
    u = tables.UNIT[action[1]]
    if verb == "leave":
        if u not in step.units:
            return [Refusal("ditt.6.1d", f"{who(u)} is not in the moving group")]
        others = [v for v in step.units if v != u]
        good = others and (step.spent or any(_can_go(st, step, (v,)) for v in others))
        return [] if good else [Refusal("ditt.6.1d", "somebody must go on who can")]
    if u in step.units:
        return [Refusal("ditt.6.1s", f"{who(u)} is in the group already")]
    if st.at[u] != here or not passage.commanded(st, step.side) >> u & 1:
        return [Refusal("ditt.6.1s", f"{who(u)} is not here to be collected")]
    if not step.spent or step.spent >= step.allowance:
        return [Refusal("ditt.6.1s", "Armies are collected on the way, while the group can still move")]
    return broken((*passage.marchable(st), need.in_supply("ditt.9.4a", st)), u, who(u))
