"""Refusals in Logistics: orders, places, Divs. `logistics` and `deployment` list what is legal."""

from __future__ import annotations

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal, those
from firestep.engine.session import Session
from firestep.engine.words import listed
from firestep.games.ditt import requirements as need
from firestep.games.ditt.combat.refusals import number
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import who
from firestep.games.ditt.logistics import deployment, logistics
from firestep.games.ditt.movement import areas, passage, pulse
from firestep.games.ditt.movement.refusals import full, refuse_area, refuse_closed
from firestep.games.ditt.nations import control, neutrals
from firestep.games.ditt.state import BOX, POOL, State
from firestep.games.ditt.supply import is_supplied, supplied_places
from firestep.hexmap.grid import bits

S = Session[State]

#: the rule by which two units return, and where
RETURNS = {
    tables.DUNSTER: ("ditt.10.2h", "North Persia", "South Persia", "Azerbaijan"),
    tables.TEREK: ("ditt.ev.1917.8.09", "Armenia", "Mesopotamia", "North Persia", "South Persia", "Turkish Arabia"),
}
#: the step of each order
STEP = {"create": 1, "great-retreat": 1, "shift": 2, "deploy": 3, "feed": 3, "lift": 4, "send": 4}


def refuse_order(s: S, step: logistics.Logistics, action: Action) -> list[Refusal]:
    st, verb = s.state, action[0]
    if verb == "done":
        waits = [
            u for u in bits(passage.commanded(st, step.side)) if step.step == 3 and st.at[u] == BOX and deployment.where(st, u)
        ]
        return [Refusal("ditt.6.4g", f"the Reserve Box must be emptied: {who(waits[0])} can be deployed")] if waits else []
    if STEP[verb] != step.step:
        rule = ("", "ditt.2.2a", "ditt.2.2b", "ditt.2.2d", "ditt.2.2g")[STEP[verb]]
        return [Refusal(rule, f"this belongs to step {STEP[verb]} of Logistics; now is step {step.step}")]
    if verb == "great-retreat":
        return (
            []
            if step.side == tables.EP and neutrals.may_retreat(st)
            else [Refusal("ditt.12.1n", "the Great Retreat needs a Putnik coin and a Serbia that fights")]
        )
    u = tables.UNIT[action[1]]
    if not passage.commanded(st, step.side) >> u & 1:
        return [Refusal("ditt.15.1d" if st.side(u) == tables.NEUTRAL else "ditt.2.3a", f"{who(u)} is not yours to order")]
    if verb == "create":
        return _create(st, u)
    if verb == "deploy":
        if st.at[u] != BOX:
            return [Refusal("ditt.2.2e", f"{who(u)} is not in the Reserve Box")]
        return [] if deployment.where(st, u) else [Refusal("ditt.6.4d", f"there is no place where {who(u)} may be deployed")]
    return _divs_and_lifts(st, verb, u)


def _divs_and_lifts(st: State, verb: str, u: int) -> list[Refusal]:
    """Shifting, feeding, sending Divs away, and taking a unit off the map."""
    if tables.IS_MF[u] and verb != "lift":
        return [Refusal("ditt.5.1d", f"{who(u)} is a Minor Force and holds no Divs")]
    if st.at[u] <= 0:
        return [Refusal("ditt.2.2d" if verb == "feed" else "ditt.2.2g", f"{who(u)} is not on the map")]
    out = []
    if st.flipped >> u & 1:
        out.append(Refusal("ditt.2.2c", f"{who(u)} is flipped"))
    if verb == "shift" and st.took >> u & 1:
        out.append(Refusal("ditt.2.2b", f"{who(u)} has taken Divs in this step and gives none"))
    if not is_supplied(st, u):
        out.append(Refusal("ditt.6.4c" if verb == "lift" else "ditt.9.4a", f"{who(u)} is out of supply"))
    if verb in ("shift", "send") and u == tables.SUD:
        out.append(Refusal("ditt.4.1h", "Divs never leave the Süd Army"))
    if verb == "feed":
        n = tables.UNIT_NATION[u]
        if control.free_reserves(st, n) <= 0 and not (u == tables.SUD and control.free_reserves(st, tables.GE) > 0):
            out.append(Refusal("ditt.2.2f", f"{tables.TITLE[n]} has no Divs in Reserves that may come now"))
        out += full(st, u, 1)
    if verb == "shift" and not out and all(_shift(st, u, v, 1) for v in range(tables.N)):
        out.append(Refusal("ditt.2.2b", f"no other Army that could take its Divs is within three hexes of {who(u)}"))
    if verb in ("lift", "send") and passage.at_valona(st, u):
        out.append(Refusal("ditt.ev.1914.6.06", f"{who(u)} stays at Valona until Italy is not neutral any more"))
    if verb in ("lift", "send") and (u in (tables.BAKU, tables.ASKARI, tables.BOER) or st.serves[u] in tables.REDS):
        out.append(Refusal("ditt.2.2h", f"{who(u)} cannot leave the map"))
    return out


def _create(st: State, u: int) -> list[Refusal]:
    if tables.IS_MF[u]:
        return [Refusal("ditt.4.3a", f"{who(u)} is a Minor Force; only Armies with Divs are created")]
    if st.at[u] != POOL:
        return [Refusal("ditt.4.3a", f"{who(u)} is not out of play")]
    if u == tables.SUD and not st.released >> u & 1:
        return [Refusal("ditt.16.2k", "the Süd Army waits for its event")]
    if not deployment.where(st, u):
        return [Refusal("ditt.4.3b", f"there is no supplied friendly place for {who(u)}")]
    return [] if logistics.sites(st, u) else [Refusal("ditt.4.3e", f"there are no Divs for {who(u)} in Reserves or near by")]


def refuse_where(st: State, u: int, i: int) -> list[Refusal]:
    """Returns why a unit may not be put at a place (ditt.4.3b, ditt.6.4d, ditt.10.0)."""
    n = st.serves[u]
    side = st.allegiance[n]
    here, bit = places.place(i), 1 << i
    out = refuse_closed(st, i, n)
    foes = (st.occ[1 - side] | st.fort_of[1 - side] if side < 2 else st.occ[0] | st.occ[1]) & bit
    if passage.unstackable(st, u) & bit:
        out.append(Refusal(need.crowd_rule(st, u), f"{who(u)} may not share {here}"))
    if areas.near_east(st) & bit and (rule := areas.rule_against_near_east(st, (u,))):
        out.append(Refusal(rule, "the Near East takes no more of them"))  # ditt.6.3f, ditt.6.3i, ditt.6.3l
    if u == tables.DUNSTER or u == tables.TEREK and n == tables.BR:
        return _returns(st, u, i, bool(foes))
    if not (n == tables.SI and places.DESERT & bit) and (bad := refuse_area(st, u, i)):
        return bad + out
    if n not in tables.POWERS:
        return out + _minor_where(st, u, i)
    if side > 1:
        return [*out, Refusal("ditt.4.3b", f"enemies are at {here}")] if foes else out
    if st.expedition >> u & 1 and not places.COUNTRY["France"] & bit:
        out.append(Refusal("ditt.ev.1917.2.09", f"{who(u)} is formed in France only"))
    if deployment.beaches_for_redeployment(st, u) & bit:
        return out  # ditt.6.5n
    if not st.ctrl[side] & bit:
        out.append(Refusal("ditt.4.3b", f"{here} is not friendly"))
    elif areas.rival_land(st, u) & bit:
        out.append(
            Refusal("ditt.10.1h", f"{here} is a hex of the {'Allies' if n == tables.RS else 'Russians'}, which is not friendly")
        )
    elif foes:
        out.append(Refusal("ditt.4.3b", f"enemies are at {here}"))
    elif places.COLONIES & bit:
        if n not in (tables.BR, tables.FR):
            out.append(Refusal("ditt.11.2a", f"{who(u)} does not deploy in the colonies"))
    elif not supplied_places(st, areas.acting_nation(st, u)) & bit:
        # not joined to a source: ditt.10.6b, ditt.10.6d and ditt.10.6h for the powers of the CP
        out.append(Refusal("ditt.4.3b", f"{who(u)} would be out of supply at {here}"))
    return out


def _returns(st: State, u: int, i: int, foes: bool) -> list[Refusal]:
    """Dunsterforce and the Terek Cossacks in British service have lands of their own (ditt.10.2h, ditt.ev.1917.8.09)."""
    rule, *lands = RETURNS[u]
    here = places.place(i)
    if not (places.lands(*lands) & st.ctrl[tables.EP]) >> i & 1 or foes:
        return [Refusal(rule, f"{who(u)} returns in friendly {listed(lands, 'or')}")]
    return refuse_area(st, u, i) or those(
        (passage.unstackable(st, u) >> i & 1, need.crowd_rule(st, u), f"{who(u)} may not share {here} with those who are there")
    )


def _minor_where(st: State, u: int, i: int) -> list[Refusal]:
    """Returns why a unit of a minor country may not be put at a place; each country has a rule of its own, or ditt.10.4b."""
    n = st.serves[u]
    side = st.allegiance[n]
    here, bit = places.place(i), 1 << i
    if n == tables.AB:
        return [] if places.COUNTRY["Arabian Desert"] & bit else [Refusal("ditt.14.1e", "Arabs gather in the Arabian Desert")]
    if n == tables.SI:
        land = places.COUNTRY["Libya"] & places.DESERT | (places.mask("0109") if st.flag("senussi-sudan") else 0)
        good = land & ~st.occ[tables.EP] & ~st.occ[tables.NEUTRAL] & bit
        return [] if good else [Refusal("ditt.14.1g", "the Senussi deploy in a Desert hex of Libya where no enemy is")]
    if n in (tables.SG, tables.SP):
        country, foe, rule = (
            ("North Persia", tables.CP, "ditt.10.5p") if n == tables.SG else ("South Persia", tables.EP, "ditt.10.5r")
        )
        return [] if places.COUNTRY[country] & st.occ[foe] & bit else [Refusal(rule, f"{who(u)} deploys with friends in {country}")]
    if not st.ctrl[side] & bit or (st.occ[1 - side] | st.fort_of[1 - side]) & bit:
        return [Refusal("ditt.4.3b", f"{here} is not friendly, or enemies are there")]
    if n in (tables.AS, tables.MR):
        seat, lands, rule = (
            ("1020", ("Armenia", "North Persia", "Turkish Arabia"), "ditt.10.5d")
            if n == tables.AS
            else ("0915", ("Turkish Arabia",), "ditt.10.5m")
        )
        good = st.ctrl[side] >> places.INDEX[seat] & 1 and places.lands(*lands) & bit
        return [] if good else [Refusal(rule, f"{who(u)} deploys near home while {places.place(places.INDEX[seat])} is friendly")]
    if n == tables.AR:
        return [] if places.COUNTRY["Armenia"] & bit else [Refusal("ditt.14.2e", "Armenians deploy in Armenia")]
    home = areas.home(st, n) if n != tables.CZ else places.mask("2810")
    if n == tables.SB and st.flag("great-retreat"):
        home = places.lands("Greece", "Bulgaria", "Macedonia", "Serbia")
    if not home & bit:  # the same for those that never surrender (ditt.12.1s)
        return [Refusal("ditt.12.1p" if n == tables.SB else "ditt.10.4b", f"{who(u)} may not deploy at {here}")]
    return [Refusal("ditt.10.4c", f"an Army has been deployed at {here} this turn")] if st.deployed & bit else []


def refuse_deploy(s: S, step: logistics.Place, action: Action) -> list[Refusal]:
    if action[0] == "keep":
        return [] if step.optional else [Refusal("ditt.6.4g", "the Reserve Box must be emptied")]
    return refuse_where(s.state, step.unit, places.INDEX[action[1]])


def refuse_site(s: S, step: logistics.CreateAt, action: Action) -> list[Refusal]:
    st, u, i = s.state, step.unit, places.INDEX[action[1]]
    if bad := refuse_where(st, u, i):
        return bad
    n = tables.UNIT_NATION[u]
    givers = [v for v in tables.ARMIES_OF[n] if not _donor(st, u, v, i)]
    if control.free_reserves(st, n) <= 0 and not givers:
        return [Refusal("ditt.4.3e", f"no Divs can be given to {who(u)} at {places.place(i)}")]
    inside = areas.near_east(st)
    if (
        n in (tables.BR, tables.RS)
        and inside >> i & 1
        and areas.near_east_room(st, n) < 1
        and not any(inside >> st.at[v] & 1 for v in givers)
    ):
        return [Refusal("ditt.6.3i" if n == tables.BR else "ditt.6.3l", "the Near East takes no more of them")]
    return []


def _donor(st: State, u: int, v: int, place: int) -> list[Refusal]:
    """Returns why an Army cannot give Divs to a new one at a place (ditt.4.3e)."""
    if tables.UNIT_NATION[v] != tables.UNIT_NATION[u] or v == u or st.at[v] <= 0:
        return [Refusal("ditt.4.3e", f"{who(v)} is not another Army of that nation on the map")]
    if v == tables.SUD:
        return [Refusal("ditt.4.1h", "Divs never leave the Süd Army")]
    if (st.flipped | st.took) >> v & 1 or not is_supplied(st, v):
        return [Refusal("ditt.4.3e", f"{who(v)} is flipped, out of supply, or has taken Divs in this step")]
    return (
        []
        if logistics.within_march(st, v) >> place & 1
        else [Refusal("ditt.4.3e", f"{who(v)} is more than three hexes' march away")]
    )


def refuse_first(s: S, step: logistics.CreateWith, action: Action) -> list[Refusal]:
    st = s.state
    giver = -1
    if action[0] == "reserves":
        has = control.free_reserves(st, tables.UNIT_NATION[step.unit])
        why = Refusal("ditt.4.3e", f"{has} Divs in Reserves may come now")
    else:
        giver = tables.UNIT[action[1]]
        if bad := _donor(st, step.unit, giver, step.place):
            return bad
        has, why = st.divs[giver], Refusal("ditt.4.1a", f"{who(giver)} has {st.divs[giver]} Divs")
    if int(action[-1]) > has:
        return [why]
    if int(action[-1]) > (most := areas.capacity(st, step.unit, step.place)):
        return [
            Refusal("ditt.4.2b" if most == tables.MOST_DIVS else need.WEST, f"{who(step.unit)} holds at most {most} Divs there")
        ]
    # at least one Div (ditt.4.3d)
    return number(
        action[-1], logistics.new_room(st, step.unit, step.place, giver), "ditt.6.3i", "the Near East does not take so many Divs"
    )


def _shift(st: State, u: int, v: int, k: int) -> list[Refusal]:
    """Returns why an Army may not pass so many Divs to another (ditt.2.2b, ditt.4.1f, ditt.4.1g)."""
    n = tables.UNIT_NATION[u]
    if v == u or not tables.IS_ARMY[v] or tables.UNIT_NATION[v] != n and not (v == tables.SUD and n == tables.GE):
        # a Div joins an Army of its nation or goes to Reserves, nothing else (ditt.4.1i, ditt.4.1m)
        return [Refusal("ditt.4.1f", f"Divs of {who(u)} do not join {who(v)}")]
    if st.at[v] <= 0 or st.flipped >> v & 1:
        return [Refusal("ditt.2.2c", f"{who(v)} is not an unflipped Army on the map")]
    if st.gave >> v & 1:
        return [Refusal("ditt.2.2b", f"{who(v)} has given Divs in this step and takes none")]
    if st.divs[v] >= tables.MOST_DIVS:
        return [Refusal("ditt.4.2b", f"{who(v)} has twenty Divs")]
    if not logistics.within_march(st, u) >> st.at[v] & 1:
        return [Refusal("ditt.2.2b", f"{who(v)} is more than three hexes' march away")]
    inside = areas.near_east(st)
    stays = inside >> st.at[v] & inside >> st.at[u] & 1  # those Divs are in the Near East already
    return full(st, v, k) if not stays or k + st.divs[v] > tables.MOST_DIVS else []


def refuse_shift(s: S, step: logistics.ShiftTo, action: Action) -> list[Refusal]:
    st, v = s.state, tables.UNIT[action[1]]
    return _shift(st, step.unit, v, int(action[2])) or number(
        action[2], st.divs[step.unit], "ditt.4.1a", f"{who(step.unit)} has {st.divs[step.unit]} Divs"
    )


def refuse_divs(s: S, step: logistics.FeedDivs | pulse.Feed, action: Action) -> list[Refusal]:
    st, u, k = s.state, step.unit, int(action[1])
    n = tables.GE if action[0] == "german" else tables.UNIT_NATION[u]
    if action[0] == "german" and u != tables.SUD:
        return [Refusal("ditt.4.1f", "German Divs serve in German Armies, and in the Süd Army")]
    if k > control.free_reserves(st, n):
        rule = "ditt.2.2f" if k <= st.reserves[n] else "ditt.2.2d"
        return [Refusal(rule, f"{control.free_reserves(st, n)} Divs in Reserves may come now")]
    return full(st, u, k) or number(action[1], tables.MOST_DIVS, "ditt.4.1a", "write the number plainly")


def refuse_send(s: S, step: logistics.SendDivs, action: Action) -> list[Refusal]:
    has = s.state.divs[step.unit]
    return number(action[1], has, "ditt.4.1a", f"the Army has {has} Divs")
