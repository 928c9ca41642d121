"""Why not, for what events, coins and surrenders leave to a seat: an event's own text is the rule that is cited."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.ditt import (
    coins,
    collapse,
    control,
    gatherings,
    ground,
    logistics,
    losses,
    mustering,
    picking,
    pointing,
    surrender,
)
from firestep.games.ditt import coins_pulse as cp
from firestep.games.ditt import conditions as c
from firestep.games.ditt import events as ev
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.refusals_combat import number
from firestep.games.ditt.refusals_movement import who
from firestep.games.ditt.state import BOX, GONE, State
from firestep.games.ditt.supply import is_supplied

S = Session[State]
COIN = "ditt.3.0j"


def ways() -> Iterator[str]:
    """The words that events let a seat choose among."""
    for e in ev.EVENTS.values():
        for part in e.do.split("; "):
            if part.startswith("choose "):
                for way in part.partition(": ")[2].split(" | "):
                    yield way.partition(" ")[0]


def concerned(st: State, step: Any) -> list[int]:
    """The Armies that a question about Divs could mean."""
    if isinstance(step, losses.Losses):
        return losses.victims(st, step.who)
    if isinstance(step, coins.Zeal):
        return list(st.fight.units) if st.fight is not None else []
    if isinstance(step, picking.Strike | cp.Freeze):
        return list(step.units)
    if isinstance(step, cp.Sacred):
        return list(t.ARMIES_OF[t.FR])
    n = t.UNIT_NATION[step.unit] if isinstance(step, logistics.ShiftTo | logistics.CreateWith) else step.nation
    return [*t.ARMIES_OF[n], *((t.SUD,) if n == t.GE else ())]


def _place(places: int, action: Action, rule: str, why: str) -> list[Refusal]:
    """A place out of a set; without a place, only if the set is empty."""
    if len(action) == 1:
        return [Refusal(rule, "choose a place, there is one")] if places else []
    return [] if places >> p.INDEX[action[1]] & 1 else [Refusal(rule, f"{p.place(p.INDEX[action[1]])} {why}")]


def _from_army(st: State, action: Action, units: list[int], left: int, rule: str) -> list[Refusal]:
    """So many Divs of one of some Armies; "done" only if none of them has any."""
    if action[0] == "done":
        return [Refusal(rule, f"{left} Divs are still to be named")] if any(st.divs[u] for u in units) else []
    u = t.UNIT[action[1]]
    if u not in units:
        return [Refusal(rule, f"{who(u)} is not meant")]
    if int(action[2]) > left:
        return [Refusal(rule, f"only {left} Divs are to be named")]
    return number(action[2], st.divs[u], "ditt.4.1a", f"{who(u)} has {st.divs[u]} Divs")


# -- places and units of events --------------------------------------------------------------------------------------------


def refuse_place(s: S, step: Any, action: Action) -> list[Refusal]:
    if action == picking.NO:
        return []
    return _place(step.places(s.state), action, step.event, "is none of the places that the event means")


def refuse_truce(s: S, step: gatherings.Truce, action: Action) -> list[Refusal]:
    if action == picking.PASS:
        return []
    return _place(gatherings.truce_stacks(s.state), action, step.event, "holds no unflipped stack that faces the enemy in Flanders")


def refuse_unit(s: S, step: picking.FlipMany | picking.FlipBeside, action: Action) -> list[Refusal]:
    found = step.units(s.state)
    if len(action) == 1:
        return [Refusal(step.event, "name a unit, there is one")] if found else []
    u = t.UNIT[action[1]]
    return [] if found >> u & 1 else [Refusal(step.event, f"{who(u)} cannot be flipped by this event")]


def refuse_point(s: S, step: pointing.Point, action: Action) -> list[Refusal]:
    st = s.state
    if action == picking.PASS:
        return [Refusal(step.event, "the event must strike somebody")] if step.must else []
    found = pointing.found(st, step.kind, step.what)
    word = action[1]
    if word not in found:
        return [Refusal(step.event, f"{word} is nothing that the event means")]
    if step.kind != "place" and not pointing.suits(st, step.then, found[word]):
        return [Refusal(step.event, "the event would do nothing there")]
    return []


def refuse_select(s: S, step: picking.Select, action: Action) -> list[Refusal]:
    words = [w.partition(" ")[0] for w in step.ways]
    return [] if action[1] in words else [Refusal(step.event, f"choose one of: {', '.join(words)}")]


def refuse_map(s: S, step: gatherings.LettowMap, action: Action) -> list[Refusal]:
    land = gatherings.AFRICAN_MAPS.get(action[1], 0)
    return [] if s.state.forts & p.POSTS & land else [Refusal(step.event, "no German coin is left there")]


def refuse_name(s: S, step: gatherings.BalkanWar, action: Action) -> list[Refusal]:
    return [] if action[1] in ("bu", "rm") else [Refusal(step.event, "name Bulgaria (bu) or Roumania (rm)")]


def refuse_bribe(s: S, step: gatherings.Bribe, action: Action) -> list[Refusal]:
    poor = action == picking.YES and s.state.max[t.AH] < 5
    return [Refusal(step.event, "the Austro-Hungarian Army Max is below 5")] if poor else []


def refuse_muster(s: S, step: mustering.Muster, action: Action) -> list[Refusal]:
    return _place(
        mustering.open_places(s.state, step.unit, step.where),
        action,
        step.event,
        f"is no place where {who(step.unit)} may be deployed",
    )


def refuse_sud(s: S, step: gatherings.SudArmee, action: Action) -> list[Refusal]:
    return _place(mustering.open_places(s.state, t.SUD, "austria"), action, step.event, "is not a friendly hex of Austria-Hungary")


def refuse_home(s: S, step: gatherings.GoHome, action: Action) -> list[Refusal]:
    return _place(step.closest(s.state), action, "ditt.15.12c", "is not among the closest friendly hexes")


# -- Divs ------------------------------------------------------------------------------------------------------------------


def refuse_strike(s: S, step: picking.Strike | cp.Freeze, action: Action) -> list[Refusal]:
    return _from_army(s.state, action, list(step.units), step.left, step.event if isinstance(step, picking.Strike) else COIN)


def refuse_recall(s: S, step: picking.Recall, action: Action) -> list[Refusal]:
    st = s.state
    here = c.region(st, step.where)
    there = [u for u in t.ARMIES_OF[step.nation] if st.at[u] > 0 and here >> st.at[u] & 1]
    return _from_army(st, action, there, step.left, step.event)


def refuse_gain(s: S, step: picking.Gain, action: Action) -> list[Refusal]:
    st = s.state
    open = [u for u in t.ARMIES_OF[step.nation] if st.at[u] > 0 and st.serves[u] == step.nation]
    if action[0] == "done":
        more = not step.on_map or any(st.divs[u] < t.MOST_DIVS for u in open)
        return [Refusal(step.event, f"{step.left} new Divs are still to be allotted")] if more else []
    if action[0] == "reserves":
        if step.on_map:
            return [Refusal("ditt.3.0q", "these Divs join Armies on the map")]
        return number(action[1], step.left, step.event, f"{step.left} new Divs are to be allotted")
    u = t.UNIT[action[1]]
    if u not in open:
        return [Refusal("ditt.3.0q", f"{who(u)} is not an Army of {t.TITLE[step.nation]} on the map")]
    if st.divs[u] + int(action[2]) > t.MOST_DIVS:
        return [Refusal("ditt.4.2b", f"{who(u)} has {st.divs[u]} Divs and holds twenty")]
    return number(action[2], step.left, step.event, f"{step.left} new Divs are to be allotted")


def refuse_disband(s: S, step: surrender.Disband, action: Action) -> list[Refusal]:
    st, n = s.state, step.nation
    has = {u: st.divs[u] - (st.sud if u == t.SUD else 0) for u in t.ARMIES_OF[n] if st.at[u] > 0 or st.at[u] == BOX}
    if action[0] == "done":
        more = st.reserves[n] or any(has.values())
        return [Refusal(step.rule, f"{step.left} Divs are still to be destroyed")] if more else []
    if int(action[-1]) > step.left:
        return [Refusal(step.rule, f"only {step.left} Divs are to be destroyed")]
    if action[0] == "reserves":
        return number(action[1], st.reserves[n], "ditt.4.1a", f"{st.reserves[n]} Divs are in Reserves")
    u = t.UNIT[action[1]]
    return number(action[2], has.get(u, 0), "ditt.4.1a", f"{who(u)} has {has.get(u, 0)} Divs of {t.TITLE[n]}")


def refuse_rally(s: S, step: gatherings.Rally, action: Action) -> list[Refusal]:
    if action[0] == "place":
        return _place(step.places(s.state), action, step.event, "is not a hex of Russia that is free for an Army")
    return [] if action[1] == str(step.left) else [Refusal(step.event, f"all {step.left} Divs that are left go together")]


def refuse_expedition(s: S, step: gatherings.ExpeditionDivs, action: Action) -> list[Refusal]:
    free = control.free_reserves(s.state, t.RS)
    return number(action[1], min(t.MOST_DIVS, free), step.event, f"{free} Russian Divs may come, twenty at most")


# -- coins of a pulse ------------------------------------------------------------------------------------------------------


def refuse_spot(s: S, step: cp.Spot, action: Action) -> list[Refusal]:
    if action == cp.DONE and step.optional:
        return []
    return _place(cp.SPOTS[step.box](s.state), action, COIN, f"is no place for {t.BOX_TITLE[step.box]}")


def refuse_sacred(s: S, step: cp.Sacred, action: Action) -> list[Refusal]:
    if action == cp.DONE:
        return []
    st, u, k = s.state, t.UNIT[action[1]], int(action[2])
    if st.at[u] != step.place or st.serves[u] != t.FR or not t.IS_ARMY[u]:
        return [Refusal(COIN, f"{who(u)} is no French Army at {p.place(step.place)}")]
    if st.divs[u] + k > t.MOST_DIVS:
        return [Refusal("ditt.4.2b", f"{who(u)} has {st.divs[u]} Divs and holds twenty")]
    free = control.free_reserves(st, t.FR)
    return number(action[2], min(step.left, free), COIN, f"{step.left} Divs can go, {free} are in Reserves")


def refuse_ride(s: S, step: cp.Ride, action: Action) -> list[Refusal]:
    st, u = s.state, t.UNIT[action[1]]
    if t.WEATHER[st.turn] == "snow":
        return [Refusal("ditt.err.u", "the Reichsbahn does not run in Winter")]
    if st.serves[u] not in (t.GE, t.AH) or not t.IS_ARMY[u] or st.at[u] <= 0 or not cp.RAILWAYS >> st.at[u] & 1:
        return [Refusal("ditt.err.u", f"{who(u)} is no German or Austro-Hungarian Army near home")]
    if (st.flipped | st.landed) >> u & 1 or not is_supplied(st, u):
        return [Refusal("ditt.err.u", f"{who(u)} is flipped or out of supply")]
    return [] if cp.stations(st, u) else [Refusal("ditt.err.u", f"{who(u)} has nowhere to ride to")]


def refuse_station(s: S, step: cp.Station, action: Action) -> list[Refusal]:
    return _place(cp.stations(s.state, step.unit), action, "ditt.err.u", "is not on friendly railways joined to where the Army is")


def refuse_cross(s: S, step: cp.Cross, action: Action) -> list[Refusal]:
    return _place(cp.shores(s.state, step.start), action, COIN, "is no Russian coast of the Baltic within reach")


def refuse_converge(s: S, step: cp.Converge, action: Action) -> list[Refusal]:
    st = s.state
    if action == cp.ATTACK:
        return [] if step.hexes else [Refusal(COIN, "name the first hex of the attack")]
    i = p.INDEX[action[1]]
    if i in step.hexes or len(step.hexes) >= cp.FOCH_HEXES:
        return [Refusal(COIN, "Foch leads the Armies of three hexes at most, each named once")]
    good = st.occ[t.EP] >> i & 1 and p.contact(True).near[step.target] >> i & 1 and cp.foch_units(st, step.target, i)
    return [] if good else [Refusal(COIN, f"nobody at {p.place(i)} could attack {p.place(step.target)} now")]


# -- surrender and collapse ------------------------------------------------------------------------------------------------


def refuse_free(s: S, step: collapse.PlaceFree, action: Action) -> list[Refusal]:
    rule = "ditt.13.3c" if s.state.serves[step.unit] == t.GG else "ditt.13.3g"
    return _place(step.open(s.state), action, rule, "is not a hex of its own country, free of others of its kind and of enemies")


def refuse_reds(s: S, step: surrender.PlaceReds, action: Action) -> list[Refusal]:
    st = s.state
    if action[0] == "done":
        return []
    i = p.INDEX[action[1]]
    if all(st.at[u] > 0 or st.at[u] == GONE for u in range(t.N) if t.UNITS[u].startswith("red-")):
        return [Refusal("ditt.12.3a", "no Reds are left")]
    if not p.TERRITORY[step.nation] >> i & 1:
        return [Refusal("ditt.12.3a", f"{p.place(i)} is not land of {t.TITLE[step.nation]}")]
    if (p.DESERT | p.ALPINE | st.closed | st.neutral) >> i & 1 or not p.LAND >> i & 1:
        return [Refusal("ditt.12.3b", f"nobody can stand at {p.place(i)}")]
    if st.stack(i) or ground.enemies(st, step.side) >> i & 1:
        return [Refusal("ditt.12.3b", f"others stand at {p.place(i)}")]
    return []
