"""Why not, for Logistics: orders, places, Divs."""

from __future__ import annotations

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.games.ditt import control, deploying, ground, logistics, nations, pulse
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.refusals_movement import refuse_area, who
from firestep.games.ditt.state import BOX, POOL, State
from firestep.games.ditt.supply import is_supplied, supplied_places

#: the step of each order
STEP = {"create": 1, "great-retreat": 1, "shift": 2, "deploy": 3, "feed": 3, "lift": 4, "send": 4}


def refuse_order(st: State, step: logistics.Logistics, action: Action) -> list[Refusal]:
    verb = action[0]
    if verb == "done":
        return [Refusal("ditt.6.4g", "the Reserve Box must be emptied: units in it can be deployed")]
    if STEP[verb] != step.step:
        rule = ("", "ditt.2.2a", "ditt.2.2b", "ditt.2.2d", "ditt.2.2g")[STEP[verb]]
        return [Refusal(rule, f"this belongs to step {STEP[verb]} of Logistics; now is step {step.step}")]
    if verb == "great-retreat":
        return [Refusal("ditt.12.1n", "the Great Retreat needs a Putnik coin and a Serbia that fights")]
    u = t.UNIT[action[1]]
    if not ground.commanded(st, step.side) >> u & 1:
        return [Refusal("ditt.15.1d" if st.side(u) == t.NEUTRAL else "ditt.2.3a", f"{who(u)} is not yours to order")]
    if verb == "create":
        return _create(st, u)
    if verb == "deploy":
        if st.at[u] != BOX:
            return [Refusal("ditt.2.2e", f"{who(u)} is not in the Reserve Box")]
        return [Refusal("ditt.15.1d" if st.side(u) > 1 else "ditt.6.4d", f"there is no place where {who(u)} may be deployed")]
    if t.IS_MF[u] and verb != "lift":
        return [Refusal("ditt.5.1d", f"{who(u)} is a Minor Force and holds no Divs")]
    if st.at[u] <= 0:
        return [Refusal("ditt.2.2d" if verb == "feed" else "ditt.2.2g", f"{who(u)} is not on the map")]
    out = []
    if st.flipped >> u & 1:
        out.append(Refusal("ditt.2.2c", f"{who(u)} is flipped"))
    if st.used >> u & 1:
        out.append(Refusal("ditt.2.2b", f"{who(u)} has given or taken Divs in this step already"))
    if not is_supplied(st, u):
        out.append(Refusal("ditt.6.4c" if verb == "lift" else "ditt.9.4a", f"{who(u)} is out of supply"))
    if verb in ("shift", "send") and u == t.SUD:
        out.append(Refusal("ditt.4.1h", "Divs never leave the Süd Army"))
    if verb == "feed":
        if control.free_reserves(st, t.UNIT_NATION[u]) <= 0:
            out.append(Refusal("ditt.2.2f", f"{t.TITLE[t.UNIT_NATION[u]]} has no Divs in Reserves that may come now"))
        if pulse.room(st, u) <= 0:
            out.append(Refusal("ditt.4.2b" if st.divs[u] >= t.MOST_DIVS else "ditt.6.3i", f"{who(u)} can take no more Divs"))
    if not out and verb == "shift":
        out.append(Refusal("ditt.2.2b", f"no other Army that could take its Divs is within three hexes of {who(u)}"))
    return out or [Refusal("ditt.2.2h", f"{who(u)} cannot leave the map")]


def _create(st: State, u: int) -> list[Refusal]:
    if t.IS_MF[u]:
        return [Refusal("ditt.4.3a", f"{who(u)} is a Minor Force; only Armies with Divs are created")]
    if st.at[u] != POOL:
        return [Refusal("ditt.4.3a", f"{who(u)} is not out of play")]
    if u == t.SUD and not st.released >> u & 1:
        return [Refusal("ditt.16.2k", "the Süd Army waits for its event")]
    if not deploying.where(st, u):
        return [Refusal("ditt.4.3b", f"there is no supplied friendly place for {who(u)}")]
    return [Refusal("ditt.4.3e", f"there are no Divs for {who(u)} in Reserves or near by")]


def refuse_place(st: State, u: int, i: int, new: bool) -> list[Refusal]:
    """Why a unit may not be put at a place."""
    n = st.serves[u]
    side = st.allegiance[n]
    if bad := refuse_area(st, u, i):
        return bad
    out = []
    if side < 2 and not st.ctrl[side] >> i & 1:
        out.append(Refusal("ditt.4.3b", f"{p.place(i)} is not friendly"))
    elif side < 2 and (st.occ[1 - side] | st.fort_of[1 - side]) >> i & 1:
        out.append(Refusal("ditt.4.3b", f"enemies are at {p.place(i)}"))
    elif n in t.POWERS and not supplied_places(st, n) >> i & 1:
        out.append(Refusal("ditt.4.3b", f"{who(u)} would be out of supply at {p.place(i)}"))
    if ground.unstackable(st, u) >> i & 1:
        out.append(Refusal("ditt.5.1f" if t.TWO_STARS[u] else "ditt.14.1h", f"{who(u)} may not share {p.place(i)}"))
    if st.deployed >> i & 1 and n not in t.POWERS:
        out.append(Refusal("ditt.10.4c", f"an Army has been deployed at {p.place(i)} this turn"))
    if nations.near_east(st) >> i & 1 and (rule := nations.ne_admits(st, (u,))):
        out.append(Refusal(rule, "the Near East takes no more of them"))
    if new and not out:
        out.append(Refusal("ditt.4.3e", f"no Divs can be given to {who(u)} at {p.place(i)}"))
    return out or [Refusal("ditt.10.4b", f"{who(u)} may not deploy at {p.place(i)}")]


def refuse_first(st: State, step: logistics.CreateWith, action: Action) -> list[Refusal]:
    k = int(action[-1])
    if action[0] == "reserves":
        free = control.free_reserves(st, t.UNIT_NATION[step.unit])
        if k > free:
            return [Refusal("ditt.4.3e", f"{free} Divs in Reserves may come now")]
    else:
        v = t.UNIT[action[1]]
        if v not in logistics.donors(st, step.unit, step.place):
            return [Refusal("ditt.4.3e", f"{who(v)} is not an unflipped Army of that nation within three hexes")]
        if k > st.divs[v]:
            return [Refusal("ditt.4.1a", f"{who(v)} has {st.divs[v]} Divs")]
    return [Refusal("ditt.4.2b", "an Army holds at most 20 Divs")] if k > t.MOST_DIVS else [
        Refusal("ditt.6.3i", "the Near East does not take so many Divs")]


def refuse_shift(st: State, step: logistics.ShiftTo, action: Action) -> list[Refusal]:
    v, k = t.UNIT[action[1]], int(action[2])
    if k > st.divs[step.unit]:
        return [Refusal("ditt.4.1a", f"{who(step.unit)} has {st.divs[step.unit]} Divs")]
    if not logistics.may_take(st, step.unit, v):
        if st.at[v] > 0 and st.divs[v] >= t.MOST_DIVS:
            return [Refusal("ditt.4.2b", f"{who(v)} has twenty Divs")]
        return [Refusal("ditt.2.2c", f"{who(v)} is not an unflipped Army that can still take Divs in this step")]
    if not logistics.marching(st, step.unit) >> st.at[v] & 1:
        return [Refusal("ditt.2.2b", f"{who(v)} is more than three hexes' march away")]
    return [Refusal("ditt.4.2b" if k + st.divs[v] > t.MOST_DIVS else "ditt.6.3i", f"{who(v)} cannot take {k} Divs")]


def refuse_divs(st: State, u: int, action: Action) -> list[Refusal]:
    k = int(action[1])
    n = t.GE if action[0] == "german" else t.UNIT_NATION[u]
    if action[0] == "german" and u != t.SUD:
        return [Refusal("ditt.4.1f", "German Divs serve in German Armies, and in the Süd Army")]
    if k > control.free_reserves(st, n):
        rule = "ditt.2.2f" if k <= st.reserves[n] else "ditt.2.2d"
        return [Refusal(rule, f"{control.free_reserves(st, n)} Divs in Reserves may come now")]
    return [Refusal("ditt.4.2b" if k + st.divs[u] > t.MOST_DIVS else "ditt.6.3i", f"{who(u)} can take {pulse.room(st, u)} Divs")]
