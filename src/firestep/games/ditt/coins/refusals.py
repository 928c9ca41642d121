"""Refusals for coins of a pulse: when one can be played, and whether it works at a place or for an Army.

The sets that list the legal choices (`pulse_coins.SPOTS`, `reichsbahn_goals`, `albion_landings`) are not used here. Each place is
judged by the text of the box, so that tests can compare both.
"""

from __future__ import annotations

from collections.abc import Callable

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal, those
from firestep.engine.session import Session
from firestep.games.ditt import requirements as need
from firestep.games.ditt.coins import pulse_coins
from firestep.games.ditt.combat.refusals import number
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import who
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.movement.refusals import refuse_area, refuse_closed, refuse_move, refuse_step
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import CASUALTY, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

S = Session[State]
COIN = "ditt.3.0j"
RAIL = "ditt.err.u"

# -- when a coin can be played ---------------------------------------------------------------------------------------------


def chosen(action: Action, judge: Callable[[int], list[Refusal]], rule: str) -> list[Refusal]:
    """Returns what `judge` has against the chosen place. An answer without a place is legal only if no place is."""
    if len(action) > 1:
        return judge(places.INDEX[action[1]])
    good = next((i for i in places.NUMBER if not judge(i)), None)
    return [] if good is None else [Refusal(rule, f"choose a place, there is one: {places.place(good)}")]


def place_and_neighbours(i: int) -> list[int]:
    """Returns a place and those next to it, across any hexside that is not blocked (V16)."""
    return bits(places.adjacency(False).near[i] | 1 << i)


def has_unit_of(st: State, i: int, *wanted: int) -> bool:
    """Whether a unit of one of these nations stands in a place."""
    return any(st.serves[u] in wanted for u in bits(st.stack(i)))


def has_ready_unit(st: State, i: int, side: int) -> bool:
    """Whether an unflipped unit of a side stands in a place."""
    return any(not st.flipped >> u & 1 for u in bits(st.stack_of(i, side)))


def has_enemies(st: State, i: int, side: int) -> bool:
    if side > 1:
        return bool(st.stack_of(i, tables.CP) or st.stack_of(i, tables.EP))
    return bool(st.stack_of(i, 1 - side) or st.fort_of[1 - side] >> i & 1)


def _mudros(st: State) -> list[Refusal]:
    taken = sum(st.controls(tables.EP, places.INDEX[i]) for i in ("1125", "1910", "0920", "0916"))
    return those(
        (
            st.allegiance[tables.TU] != tables.CP or st.surrendered >> tables.TU & 1,
            "ditt.err.m",
            "Turkey does not fight for the Central Powers",
        ),
        (taken < 3, "ditt.err.m", f"the Entente holds {taken} of the four cities and needs three"),
    )


def _everyone(st: State) -> list[Refusal]:
    tired = any(st.flipped >> u & 1 for i in bits(pulse_coins.WEST) for u in bits(st.stack_of(i, tables.EP)))
    return [] if tired else [Refusal(COIN, "no flipped unit of the Entente is in France or Belgium")]


def _reichsbahn(st: State) -> list[Refusal]:
    if tables.WEATHER[st.turn] == "snow":  # ditt.6.2e
        return [Refusal(RAIL, "the Reichsbahn does not run in Winter")]
    return [] if any(not _rider(st, u) for u in range(tables.N)) else [Refusal(RAIL, "no Army has anywhere to ride to")]


#: what is against a coin wherever it is pointed
WHEN: dict[int, Callable[[State], list[Refusal]]] = {
    pulse_coins.MUDROS: _mudros,
    pulse_coins.EVERYONE: _everyone,
    pulse_coins.RAIL: _reichsbahn,
    pulse_coins.PUTNIK: lambda st: those(
        (all(st.at[u] != CASUALTY for u in tables.UNITS_OF[tables.SB]), "ditt.err.n", "no Serb Army is in the Casualty Box")
    ),
    pulse_coins.HOFFMANN: lambda st: those((st.flag("hoffmann-used"), "ditt.err.t", "Hoffmann has been played this turn")),
    pulse_coins.SARRAIL: lambda st: those((st.flag("sarrail-used"), "ditt.err.w", "Sarrail has been played in this pulse")),
    pulse_coins.TURAN: lambda st: those(
        (st.allegiance[tables.TU] != tables.CP, COIN, "Turkey does not fight for the Central Powers")
    ),
    pulse_coins.SACREE: lambda st: those(
        (control.free_reserves(st, tables.FR) <= 0, COIN, "no French Divs in Reserves may come now")
    ),
    pulse_coins.ALBION: lambda st: those((st.seas[tables.BALTIC] == tables.EP_RULES, "ditt.8.3l", "the Entente rules the Baltic")),
}


def refuse_play(st: State, box: int) -> list[Refusal]:
    """Returns why a coin of a pulse cannot be played now."""
    if box in WHEN and (bad := WHEN[box](st)):
        return bad
    good = box not in SPOT or any(not SPOT[box](st, i) for i in places.NUMBER)
    return [] if good else [Refusal("ditt.3.0m", f"there is no place where {tables.BOX_TITLE[box]} could do anything")]


# -- where it works --------------------------------------------------------------------------------------------------------


def _tired(st: State, i: int) -> bool:
    """Whether a flipped German unit stands in a place."""
    return any(st.serves[u] == tables.GE and st.flipped >> u & 1 for u in bits(st.stack(i)))


def _hoffmann(st: State, i: int) -> list[Refusal]:
    return those(
        (not places.lands("Germany", "Poland") >> i & 1, "ditt.err.t", f"{places.place(i)} is neither in Germany nor in Poland"),
        (not _tired(st, i), COIN, f"no flipped German unit is at {places.place(i)}"),
    )


def _ohl(st: State, i: int) -> list[Refusal]:
    return those((not _tired(st, i), COIN, f"no flipped German unit is at {places.place(i)}"))


def _sarrail(st: State, i: int) -> list[Refusal]:
    return those(
        (not pulse_coins.BALKANS >> i & 1, COIN, f"{places.place(i)} is not in the Balkans"),
        (not has_unit_of(st, i, tables.FR), COIN, f"no French unit is at {places.place(i)}"),
        (not has_ready_unit(st, i, tables.EP), COIN, f"all of the Entente at {places.place(i)} are flipped already"),
    )


def _putnik(st: State, i: int) -> list[Refusal]:
    return those(
        (not places.COUNTRY["Serbia"] >> i & 1, "ditt.err.n", f"{places.place(i)} is not in Serbia"),
        (not st.controls(tables.EP, i), "ditt.err.n", f"the Entente does not hold {places.place(i)}"),
        (has_enemies(st, i, tables.EP), need.FIGHT, f"enemies are at {places.place(i)}"),
    )


def _turan(st: State, i: int) -> list[Refusal]:
    if not has_unit_of(st, i, tables.TU):
        return [Refusal(COIN, f"no Turkish unit is at {places.place(i)}")]
    near = places.ways(0).within(1 << i, places.LAND, 3) & areas.near_east(st)
    found = any(has_unit_of(st, j, tables.RS) for j in bits(near))
    return those((not found, COIN, f"no Russian unit in the Near East is within three hexes of {places.place(i)}"))


def _sacree(st: State, i: int) -> list[Refusal]:
    armies = [u for u in bits(st.stack(i)) if st.serves[u] == tables.FR and tables.IS_ARMY[u]]
    if not places.COUNTRY["France"] >> i & 1:
        return [Refusal(COIN, f"{places.place(i)} is not in France")]
    if not armies:
        return [Refusal(COIN, f"no French Army is at {places.place(i)}")]
    fed = [u for u in armies if is_supplied(st, u)]
    return those(
        (not fed, COIN, f"no French Army at {places.place(i)} is in supply"),
        (fed and all(st.divs[u] >= tables.MOST_DIVS for u in fed), "ditt.4.2b", f"the French Armies at {places.place(i)} are full"),
    )


def _penetration(st: State, i: int) -> list[Refusal]:
    british = any(pulse_coins.WEST >> j & 1 and has_unit_of(st, j, tables.BR) for j in place_and_neighbours(i))
    return those(
        (not has_ready_unit(st, i, tables.CP), COIN, f"no unflipped unit of the Central Powers is at {places.place(i)}"),
        (not british, COIN, f"no British unit in France or Belgium is next to {places.place(i)}"),
    )


def _port(st: State, i: int) -> list[Refusal]:
    """Returns why Albion may not sail from a place."""
    here = places.place(i)
    germans = [u for u in bits(st.stack_of(i, tables.CP)) if st.serves[u] == tables.GE and not st.flipped >> u & 1]
    small = [u for u in germans if (st.divs[u] if tables.IS_ARMY[u] else 2) <= pulse_coins.ALBION_DIVS]
    out = those(
        (not places.COAST[tables.BALTIC] >> i & 1, COIN, f"{here} is no coast of the Baltic"),
        (not st.controls(tables.CP, i), COIN, f"the Central Powers do not hold {here}"),
        (not germans, COIN, f"no unflipped German unit is at {here}"),
        (germans and not small, COIN, f"the ships take {pulse_coins.ALBION_DIVS} Divs, and every German unit at {here} has more"),
    )
    if out:
        return out
    if not any(is_supplied(st, u) for u in small):
        return [Refusal(COIN, f"the Germans at {here} are out of supply")]
    return (
        [] if any(not _shore(st, i, j) for j in places.NUMBER) else [Refusal(COIN, f"no Russian coast can be reached from {here}")]
    )


def _shore(st: State, start: int, i: int) -> list[Refusal]:
    """Returns why Albion may not land at a place (ditt.6.5e, ditt.6.5f)."""
    here = places.place(i)
    out = those(
        (not places.COAST[tables.BALTIC] >> i & 1, COIN, f"{here} is no coast of the Baltic"),
        (not (places.TERRITORY[tables.RS] | places.mask("3317")) >> i & 1, COIN, f"{here} is not Russian land"),
        (st.controls(tables.CP, i), COIN, f"the Central Powers hold {here} already"),
        (st.neutral >> i & 1, "ditt.15.3a", f"{here} is neutral ground"),
        (st.truce >> i & 1, "ditt.16.3d", f"{here} may not be attacked this turn"),
    )
    if out := [*out, *refuse_closed(st, i)]:
        return out
    way = places.sea_ways(tables.BALTIC).path(start, i, places.sea_and_coast(tables.BALTIC))
    return those(
        (not way, "ditt.6.5e", f"no way over the Baltic leads to {here}"),
        (len(way) > pulse_coins.ALBION_RANGE + 1, "ditt.6.5f", f"{here} is more than {pulse_coins.ALBION_RANGE} hexes away"),
    )


def _foch(st: State, i: int) -> list[Refusal]:
    """Returns why Foch may not attack a place."""
    if not has_enemies(st, i, tables.EP):
        return [Refusal(COIN, f"no enemies are at {places.place(i)}")]
    if st.truce >> i & 1:
        return [Refusal("ditt.16.3d", f"{places.place(i)} may not be attacked this turn")]
    near = bits(places.adjacency(True).near[i])
    good = any(not _joins(st, u, i) for j in near for u in bits(st.stack(j)))
    return [] if good else [Refusal(COIN, f"nobody next to {places.place(i)} could attack it now")]


def _joins(st: State, u: int, target: int) -> list[Refusal]:
    """Returns why a unit does not attack under Foch."""
    if not passage.commanded(st, tables.EP) >> u & 1:
        return [Refusal(COIN, f"{who(u)} is not led by the Entente")]
    if bad := refuse_move(st, u):
        return bad
    if not is_supplied(st, u):
        return [Refusal("ditt.9.4a", f"{who(u)} is out of supply")]
    return refuse_step(st, u, target, st.at[u], False, 2, False)


#: what is against a place, for the coins that are pointed at one
SPOT: dict[int, Callable[[State, int], list[Refusal]]] = {
    pulse_coins.HOFFMANN: _hoffmann,
    pulse_coins.OHL: _ohl,
    pulse_coins.SARRAIL: _sarrail,
    pulse_coins.PUTNIK: _putnik,
    pulse_coins.TURAN: _turan,
    pulse_coins.SACREE: _sacree,
    pulse_coins.PENETRATION: _penetration,
    pulse_coins.ALBION: _port,
    pulse_coins.FOCH: _foch,
}


def refuse_spot(s: S, step: pulse_coins.Spot, action: Action) -> list[Refusal]:
    if action == pulse_coins.DONE and step.optional:
        return []
    st = s.state
    bad = WHEN[step.box](st) if step.box in WHEN else []
    return chosen(action, lambda i: [*bad, *SPOT[step.box](st, i)], COIN)


# -- who goes, and where to ------------------------------------------------------------------------------------------------


def refuse_sacred(s: S, step: pulse_coins.Sacred, action: Action) -> list[Refusal]:
    if action == pulse_coins.DONE:
        return []
    st, u, k = s.state, tables.UNIT[action[1]], int(action[2])
    if st.at[u] != step.place or st.serves[u] != tables.FR or not tables.IS_ARMY[u]:
        return [Refusal(COIN, f"{who(u)} is no French Army at {places.place(step.place)}")]
    if st.divs[u] + k > tables.MOST_DIVS:
        return [Refusal("ditt.4.2b", f"{who(u)} has {st.divs[u]} Divs and holds twenty")]
    free = control.free_reserves(st, tables.FR)
    return number(action[2], min(step.left, free), COIN, f"{step.left} Divs can go, {free} are in Reserves")


def _rider(st: State, u: int) -> list[Refusal]:
    """Returns why the Reichsbahn does not carry an Army."""
    if (
        st.serves[u] not in (tables.GE, tables.AH)
        or not tables.IS_ARMY[u]
        or st.at[u] <= 0
        or not pulse_coins.RAILWAYS >> st.at[u] & 1
    ):
        return [Refusal(RAIL, f"{who(u)} is no German or Austro-Hungarian Army near home")]
    if (st.flipped | st.landed) >> u & 1 or not is_supplied(st, u):
        return [Refusal(RAIL, f"{who(u)} is flipped or out of supply")]
    good = any(not _station(st, u, i) for i in bits(pulse_coins.RAILWAYS))
    return [] if good else [Refusal(RAIL, f"{who(u)} has nowhere to ride to")]


def _station(st: State, u: int, i: int) -> list[Refusal]:
    """Returns why an Army does not ride to a place."""
    start, here = st.at[u], places.place(i)
    out = those(
        (i == start, RAIL, f"{who(u)} is at {here} already"),
        (not pulse_coins.RAILWAYS >> i & 1, RAIL, f"{here} is more than two hexes outside Germany and Austria-Hungary"),
        (not st.controls(tables.CP, i), RAIL, f"{here} is not friendly"),
        (passage.barred(st, st.side(u)) >> i & 1, need.FIGHT, f"enemies, or the heat of Summer, bar the way to {here}"),
        (passage.unstackable(st, u) >> i & 1, need.crowd_rule(st, u), f"{who(u)} may not share {here} with those who are there"),
        (areas.near_east(st) >> i & 1, RAIL, f"{here} is in the Near East, where the Reichsbahn does not run"),
    )
    if out := [*out, *refuse_area(st, u, i)]:
        return out
    open = passage.passable(st, u) & st.ctrl[tables.CP]
    way = places.ways(areas.links(st, u)).path(start, i, open)
    return [] if way else [Refusal(RAIL, f"no friendly hexes join {here} to {places.place(start)}")]


def refuse_ride(s: S, step: pulse_coins.Ride, action: Action) -> list[Refusal]:
    if tables.WEATHER[s.state.turn] == "snow":  # ditt.6.2e
        return [Refusal(RAIL, "the Reichsbahn does not run in Winter")]
    return _rider(s.state, tables.UNIT[action[1]])


def refuse_station(s: S, step: pulse_coins.Station, action: Action) -> list[Refusal]:
    return _station(s.state, step.unit, places.INDEX[action[1]])


def refuse_cross(s: S, step: pulse_coins.Cross, action: Action) -> list[Refusal]:
    st = s.state
    there = bits(st.stack_of(step.start, tables.CP) & ~st.flipped)
    crew = tuple(u for u in there if u not in step.stay and st.serves[u] == tables.GE and is_supplied(st, u))
    crew = tuple(u for u in crew if pulse_coins.albion_load(st, (u,)) <= pulse_coins.ALBION_DIVS)
    if action[0] == "leave":
        return _stays(crew, tables.UNIT[action[1]])
    if pulse_coins.albion_load(st, crew) > pulse_coins.ALBION_DIVS:
        return [Refusal(COIN, f"the ships take {pulse_coins.ALBION_DIVS} Divs; leave units behind")]
    return _shore(st, step.start, places.INDEX[action[1]])


def _stays(group: tuple[int, ...], u: int) -> list[Refusal]:
    """Returns why a unit of a group that has not set out may not be left behind."""
    return those((u not in group, COIN, f"{who(u)} is not in the force"), (group == (u,), COIN, "at least one unit must go"))


def refuse_converge(s: S, step: pulse_coins.Converge, action: Action) -> list[Refusal]:
    st = s.state
    called = [u for i in step.hexes for u in bits(st.stack(i)) if u not in step.stay]
    group = tuple(sorted(u for u in called if not _joins(st, u, step.target)))
    if action == pulse_coins.ATTACK:
        if not group:
            return [Refusal(COIN, "name the first hex of the attack")]
        rule = pulse_coins.rule_against_joint_attack(st, step.target, group)
        return (
            [Refusal(rule, f"these Armies may not be at {places.place(step.target)} together; leave some behind")] if rule else []
        )
    if action[0] == "leave":
        return _stays(group, tables.UNIT[action[1]])
    i = places.INDEX[action[1]]
    if i in step.hexes or len(step.hexes) >= pulse_coins.FOCH_HEXES:
        return [Refusal(COIN, "Foch leads the Armies of three hexes at most, each named once")]
    out = those(
        (not st.stack_of(i, tables.EP), COIN, f"no unit of the Entente is at {places.place(i)}"),
        (
            not places.adjacency(True).near[step.target] >> i & 1,
            COIN,
            f"{places.place(i)} is not next to {places.place(step.target)}",
        ),
    )
    if out:
        return out
    wrong = [_joins(st, u, step.target) for u in bits(st.stack(i))]
    return list(dict.fromkeys(r for bad in wrong for r in bad)) if all(wrong) else []
