"""Refusals in pulses: places that a unit may not enter, marches, invasions, withdrawals, declarations. `areas`, `passage`, `pulse`
and `invasion` list what is legal."""

from __future__ import annotations

from firestep.engine.action import Action
from firestep.engine.question import broken, passed
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.ditt import requirements as need
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import who
from firestep.games.ditt.movement import areas, invasion, passage, pulse
from firestep.games.ditt.nations import control, neutrals
from firestep.games.ditt.state import IN_HAND, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

S = Session[State]


def full(st: State, u: int, k: int) -> list[Refusal]:
    """Returns why an Army on the map cannot take so many more Divs."""
    return passed(str(k), list(need.more_divs(st, u)))


def refuse_closed(st: State, i: int, nation: int = -1) -> list[Refusal]:
    return broken(areas.not_closed(st, nation), i, places.place(i))


def refuse_area(st: State, u: int, i: int) -> list[Refusal]:
    """Returns the rules that close a place to a unit, whatever stands there."""
    return broken(areas.ground(st, u), i, places.place(i))


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
    out = refuse_area(st, u, i)
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


def refuse_move(st: State, u: int) -> list[Refusal]:
    """Returns the rules against moving a unit at all."""
    i = st.at[u]
    if i <= 0:
        return [Refusal("ditt.6.1b", f"{who(u)} is not on the map")]
    if st.flipped >> u & 1:
        return [Refusal("ditt.6.1a", f"{who(u)} is flipped")]  # by a move, or by its one attack (ditt.7.0b)
    if st.landed >> u & 1:
        return [Refusal("ditt.6.5n", f"{who(u)} is in a Beach Head and leaves it by SR only")]
    if u == tables.BAKU:
        return [Refusal("ditt.13.3f", "the Baku Soviet never moves")]
    if u in tables.BASRA and i == places.BASRA and st.allegiance[tables.TU] != tables.CP:
        return [Refusal("ditt.16.6d", f"{who(u)} waits at Basra until Turkey joins the Central Powers")]
    if st.serves[u] == tables.IT and i == places.VALONA and st.flag("sanitary") and st.allegiance[tables.IT] == tables.NEUTRAL:
        return [Refusal("ditt.ev.1914.6.06", f"{who(u)} stays at Valona until Italy is not neutral any more")]
    if passage.summer_lands(st) >> i & 1:
        return [Refusal("ditt.6.2b", f"nobody moves at {places.place(i)} in Summer")]
    return []


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
    return refuse_move(st, u) or ([] if is_supplied(st, u) else [Refusal("ditt.9.4a", f"{who(u)} is out of supply")])


def refuse_walls(s: S, step: pulse.AtTheWalls, action: Action) -> list[Refusal]:
    st = s.state
    i = st.at[step.units[0]]
    if action[0] == "join" or i in st.siege:
        return []
    if any(step.barred >> u & 1 for u in step.units):
        return [Refusal("ditt.6.1p", "who came through a hex with a flipped friend may not attack")]
    snow = tables.WEATHER[st.turn] == "snow" and places.SNOW >> i & 1
    return [Refusal("ditt.6.2d", f"nobody attacks into the snow of {places.place(i)} in Winter")] if snow else []


def _stack(st: State, side: int, i: int) -> list[Refusal]:
    mine = bits(st.stack(i) & passage.commanded(st, side))
    if not mine:
        return [Refusal("ditt.6.1b", f"none of your Armies is at {places.place(i)}")]
    out: list[Refusal] = []
    for u in mine:
        bad = refuse_move(st, u)
        if not bad:
            fit = is_supplied(st, u)
            if passage.first_steps(st, u, fit, passage.allowance(st, i, side)):
                return []
            bad = [Refusal("ditt.6.1h", f"{who(u)} has nowhere to go")]
        out += [r for r in bad if r not in out]
    return out


def refuse_pulse(st: State, side: int, action: Action) -> list[Refusal]:
    verb = action[0]
    if verb == "pass":
        return []
    if verb == "stack":
        return _stack(st, side, places.INDEX[action[1]])
    if verb == "reinforce":
        return _reinforce(st, side, tables.UNIT[action[1]])
    if verb == "withdraw":
        return (
            []
            if any(not _withdraw(st, side, u) for u in range(tables.N))
            else [Refusal("ditt.6.6a", "no unit in supply is on the map")]
        )
    if verb == "declare":
        n = tables.NATION[action[1]]
        rule = neutrals.rule_against_war(st, side, n)
        why = {
            "ditt.15.3d": "the United States do not allow it",
            "ditt.15.9a": "only the Central Powers may attack Switzerland",
            "ditt.15.10a": "the United States cannot be attacked",
            "ditt.15.12h": "neutralised Bulgaria cannot be attacked",
        }
        # ditt.15.3a, ditt.15.3d, ditt.15.9a, ditt.15.10a, ditt.15.12h
        return [Refusal(rule, why.get(rule, f"{tables.TITLE[n]} is no neutral country that can be attacked"))] if rule else []
    if verb == "straits":
        return (
            []
            if side == tables.CP and neutrals.may_exclude_straits(st)
            else [Refusal("ditt.6.3c", "only the Central Powers with Turkey may do this, once")]
        )
    if verb == "great-retreat":
        return (
            []
            if side == tables.EP and neutrals.may_retreat(st)
            else [Refusal("ditt.12.1n", "the Great Retreat needs a Putnik coin and a Serbia that fights")]
        )
    if verb in ("engineers", "pipeline"):
        rule, owner = ("ditt.6.2i", tables.CP) if verb == "engineers" else ("ditt.6.2j", tables.EP)
        return [] if side == owner and st.flag(f"{verb}-held") else [Refusal(rule, "you do not have that marker")]
    i = places.INDEX[action[1]]
    return _assault(st, side, i) if verb == "assault" else _invade(st, side, i)


def _assault(st: State, side: int, i: int) -> list[Refusal]:
    if i not in st.beach or not passage.enemies(st, side) >> i & 1 or not st.stack_of(i, side) & ~st.flipped:
        return [Refusal("ditt.6.5o", f"no ready Army of yours shares a Beach Head with enemies at {places.place(i)}")]
    return [] if invasion.fair_weather(st, i) else [Refusal("ditt.6.2b", f"the weather forbids an attack at {places.place(i)}")]


def _reinforce(st: State, side: int, u: int) -> list[Refusal]:
    if tables.IS_MF[u]:
        return [Refusal("ditt.5.1d", f"{who(u)} is a Minor Force and holds no Divs")]
    if not passage.commanded(st, side) >> u & 1 or st.at[u] <= 0:
        return [Refusal("ditt.6.1t", f"{who(u)} is not an Army of yours on the map")]
    out = []
    n = tables.UNIT_NATION[u]
    if control.free_reserves(st, n) <= 0 and not (u == tables.SUD and control.free_reserves(st, tables.GE) > 0):
        out.append(
            Refusal("ditt.2.2f" if st.reserves[n] else "ditt.6.1t", f"{tables.TITLE[n]} has no Divs in Reserves that may come")
        )
    out += full(st, u, 1)
    if not is_supplied(st, u):
        out.append(Refusal("ditt.6.1u", f"{who(u)} is out of supply"))
    return out


def _invade(st: State, side: int, i: int) -> list[Refusal]:
    if side != tables.EP:
        return [Refusal("ditt.6.5v", "only the Entente invades")]
    if IN_HAND not in st.beach:
        return [Refusal("ditt.6.5b", "no Beach Head marker is in hand")]
    if not (st.ctrl[tables.EP] & places.COASTAL) >> i & 1:
        return [Refusal("ditt.6.5d", f"{places.place(i)} is not a friendly coast")]
    if not invasion.landing_force(st, i):
        return [Refusal("ditt.6.5a", f"no British or French unit at {places.place(i)} is unflipped, in supply and small enough")]
    good = any(
        not _landing(st, i, (u,), j) for u in invasion.landing_force(st, i) for j in bits(st.ctrl[tables.CP] & places.COASTAL)
    )
    return [] if good else [Refusal("ditt.6.5f", f"no enemy coast can be reached from {places.place(i)}")]


def refuse_sail(s: S, step: invasion.Sail, action: Action) -> list[Refusal]:
    st = s.state
    if action[0] == "land":
        return _landing(st, step.start, step.units, places.INDEX[action[1]])
    u = tables.UNIT[action[1]]
    if u not in step.units:
        return [Refusal("ditt.6.5a", f"{who(u)} is not in the force")]
    coasts = bits(st.ctrl[tables.CP] & places.COASTAL)
    good = any(not _landing(st, step.start, (v,), i) for v in step.units if v != u for i in coasts)
    return [] if good else [Refusal("ditt.6.5a", "somebody must sail who can")]


def _landing(st: State, start: int, units: tuple[int, ...], i: int) -> list[Refusal]:
    """Returns the rules against a landing of a force that sails from a coast."""
    load = {n: sum(invasion.weight(st, u) for u in units if st.serves[u] == n) for n in invasion.MOST}
    if any(load[n] > invasion.MOST[n] for n in load):
        return [Refusal("ditt.6.5a", "at most 12 British and 10 French Divs invade; leave units behind")]
    if not st.ctrl[tables.CP] >> i & 1 or not places.COASTAL >> i & 1:
        return [Refusal("ditt.6.5e", f"{places.place(i)} is not an enemy coast")]
    if passage.summer_lands(st) >> i & 1:
        return [Refusal("ditt.6.2b", f"nobody lands at {places.place(i)} in Summer")]
    if st.truce >> i & 1:
        return [Refusal("ditt.16.3d", f"{places.place(i)} may not be attacked this turn")]
    if i in st.beach or st.occ[tables.EP] >> i & 1:
        return [Refusal("ditt.6.5i", f"there are friends at {places.place(i)} already")]
    for u in units:
        if bad := refuse_area(st, u, i):
            return bad
        if passage.unstackable(st, u) >> i & 1:
            return [Refusal("ditt.5.1f", f"{who(u)} may not share {places.place(i)} with those who are there")]
    if (
        st.flag("late-beach")
        and st.beach.count(IN_HAND) == 1
        and not (st.own[tables.TU] >> i & 1 and all(st.serves[u] == tables.FR for u in units))
    ):
        return [Refusal("ditt.ev.1918.7.04", "this Beach Head is for the French in Turkey")]
    inside = areas.near_east(st)
    if inside >> i & 1 and not inside >> start & 1 and (rule := areas.rule_against_near_east(st, units)):
        return [Refusal("ditt.6.5c", "the Near East does not take them"), Refusal(rule, "its limit is reached")]  # ditt.6.3f
    return (
        []
        if invasion.sea_reach(st, start) >> i & 1
        # Sea Boundaries: ditt.6.5g; the enemy's seas: ditt.6.5h, ditt.sct.b, ditt.sct.c, ditt.sct.e, ditt.sct.h, ditt.sct.j
        else [Refusal("ditt.6.5f", f"{places.place(i)} is too far, beyond a Sea Boundary, or on a sea that the enemy rules")]
    )


def _withdraw(st: State, side: int, u: int) -> list[Refusal]:
    if not st.troops[side] >> u & 1 or st.at[u] <= 0:
        return [Refusal("ditt.6.6a", f"{who(u)} is not a unit of yours on the map")]
    if not is_supplied(st, u):
        return [Refusal("ditt.6.4c", f"{who(u)} is out of supply")]
    fixed = u in (tables.BAKU, tables.ASKARI, tables.BOER) or st.serves[u] in tables.REDS
    return [Refusal("ditt.6.6a", f"{who(u)} cannot leave the map")] if fixed else []


def refuse_withdrawal(s: S, step: pulse.Withdraw, action: Action) -> list[Refusal]:
    return [] if action[0] == "done" else _withdraw(s.state, step.side, tables.UNIT[action[1]])
