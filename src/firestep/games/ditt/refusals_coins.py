"""Why not, for coins of a pulse: when one can be played, and whether it works at a place or for an Army.

The sets that the coins offer (`coins_pulse.SPOTS`, `stations`, `shores`) are not asked here: one place is judged by the words of
the box.
"""

from __future__ import annotations

from collections.abc import Callable

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal, those
from firestep.engine.session import Session
from firestep.games.ditt import coins_pulse as cp
from firestep.games.ditt import control, ground, nations
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.refusals_combat import number
from firestep.games.ditt.refusals_movement import crowd_rule, refuse_area, refuse_closed, refuse_move, refuse_step, who
from firestep.games.ditt.refusals_places import FIGHT, beside, chosen, foes, ready, serves
from firestep.games.ditt.state import CASUALTY, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

S = Session[State]
COIN = "ditt.3.0j"
RAIL = "ditt.err.u"

# -- when a coin can be played ---------------------------------------------------------------------------------------------


def _mudros(st: State) -> list[Refusal]:
    taken = sum(st.controls(t.EP, p.INDEX[i]) for i in ("1125", "1910", "0920", "0916"))
    return those(
        (st.allegiance[t.TU] != t.CP or st.surrendered >> t.TU & 1, "ditt.err.m", "Turkey does not fight for the Central Powers"),
        (taken < 3, "ditt.err.m", f"the Entente holds {taken} of the four cities and needs three"),
    )


def _everyone(st: State) -> list[Refusal]:
    tired = any(st.flipped >> u & 1 for i in bits(cp.WEST) for u in bits(st.stack_of(i, t.EP)))
    return [] if tired else [Refusal(COIN, "no flipped unit of the Entente is in France or Belgium")]


def _reichsbahn(st: State) -> list[Refusal]:
    if t.WEATHER[st.turn] == "snow":
        return [Refusal(RAIL, "the Reichsbahn does not run in Winter")]
    return [] if any(not _rider(st, u) for u in range(t.N)) else [Refusal(RAIL, "no Army has anywhere to ride to")]


def _serbs(st: State) -> list[Refusal]:
    return those(
        (st.flag("serbs-gone"), "ditt.err.n", "the Serbs have left the war for good"),
        (all(st.at[u] != CASUALTY for u in t.UNITS_OF[t.SB]), "ditt.err.n", "no Serb Army is in the Casualty Box"),
    )


#: what is against a coin wherever it is pointed
WHEN: dict[int, Callable[[State], list[Refusal]]] = {
    cp.MUDROS: _mudros,
    cp.EVERYONE: _everyone,
    cp.RAIL: _reichsbahn,
    cp.PUTNIK: _serbs,
    cp.HOFFMANN: lambda st: those((st.flag("hoffmann-used"), "ditt.err.t", "Hoffmann has been played this turn")),
    cp.SARRAIL: lambda st: those((st.flag("sarrail-used"), "ditt.err.w", "Sarrail has been played in this pulse")),
    cp.TURAN: lambda st: those((st.allegiance[t.TU] != t.CP, COIN, "Turkey does not fight for the Central Powers")),
    cp.SACREE: lambda st: those((control.free_reserves(st, t.FR) <= 0, COIN, "no French Divs in Reserves may come now")),
    cp.ALBION: lambda st: those((st.seas[t.BALTIC] == t.EP_RULES, "ditt.8.3l", "the Entente rules the Baltic")),
}


def refuse_play(st: State, box: int) -> list[Refusal]:
    """Why a coin of a pulse cannot be played now."""
    if box in WHEN and (bad := WHEN[box](st)):
        return bad
    good = box not in SPOT or any(not SPOT[box](st, i) for i in p.NUMBER)
    return [] if good else [Refusal("ditt.3.0m", f"there is no place where {t.BOX_TITLE[box]} could do anything")]


# -- where it works --------------------------------------------------------------------------------------------------------


def _tired(st: State, i: int) -> bool:
    """A flipped German unit stands in a place."""
    return any(st.serves[u] == t.GE and st.flipped >> u & 1 for u in bits(st.stack(i)))


def _hoffmann(st: State, i: int) -> list[Refusal]:
    return those(
        (not p.lands("Germany", "Poland") >> i & 1, "ditt.err.t", f"{p.place(i)} is neither in Germany nor in Poland"),
        (not _tired(st, i), COIN, f"no flipped German unit is at {p.place(i)}"),
    )


def _ohl(st: State, i: int) -> list[Refusal]:
    return those((not _tired(st, i), COIN, f"no flipped German unit is at {p.place(i)}"))


def _sarrail(st: State, i: int) -> list[Refusal]:
    return those(
        (not cp.BALKANS >> i & 1, COIN, f"{p.place(i)} is not in the Balkans"),
        (not serves(st, i, t.FR), COIN, f"no French unit is at {p.place(i)}"),
        (not ready(st, i, t.EP), COIN, f"all of the Entente at {p.place(i)} are flipped already"),
    )


def _putnik(st: State, i: int) -> list[Refusal]:
    return those(
        (not p.COUNTRY["Serbia"] >> i & 1, "ditt.err.n", f"{p.place(i)} is not in Serbia"),
        (not st.controls(t.EP, i), "ditt.err.n", f"the Entente does not hold {p.place(i)}"),
        (foes(st, i, t.EP), FIGHT, f"enemies are at {p.place(i)}"),
    )


def _turan(st: State, i: int) -> list[Refusal]:
    if not serves(st, i, t.TU):
        return [Refusal(COIN, f"no Turkish unit is at {p.place(i)}")]
    near = p.ways(0).within(1 << i, p.LAND, 3) & nations.near_east(st)
    found = any(serves(st, j, t.RS) for j in bits(near))
    return those((not found, COIN, f"no Russian unit in the Near East is within three hexes of {p.place(i)}"))


def _sacree(st: State, i: int) -> list[Refusal]:
    armies = [u for u in bits(st.stack(i)) if st.serves[u] == t.FR and t.IS_ARMY[u]]
    if not p.COUNTRY["France"] >> i & 1:
        return [Refusal(COIN, f"{p.place(i)} is not in France")]
    if not armies:
        return [Refusal(COIN, f"no French Army is at {p.place(i)}")]
    fed = [u for u in armies if is_supplied(st, u)]
    return those(
        (not fed, COIN, f"no French Army at {p.place(i)} is in supply"),
        (fed and all(st.divs[u] >= t.MOST_DIVS for u in fed), "ditt.4.2b", f"the French Armies at {p.place(i)} are full"),
    )


def _penetration(st: State, i: int) -> list[Refusal]:
    british = any(cp.WEST >> j & 1 and serves(st, j, t.BR) for j in beside(i))
    return those(
        (not ready(st, i, t.CP), COIN, f"no unflipped unit of the Central Powers is at {p.place(i)}"),
        (not british, COIN, f"no British unit in France or Belgium is next to {p.place(i)}"),
    )


def _port(st: State, i: int) -> list[Refusal]:
    """Where Albion sets sail."""
    here = p.place(i)
    germans = [u for u in bits(st.stack_of(i, t.CP)) if st.serves[u] == t.GE and not st.flipped >> u & 1]
    small = [u for u in germans if (st.divs[u] if t.IS_ARMY[u] else 2) <= cp.ALBION_DIVS]
    out = those(
        (not p.COAST[t.BALTIC] >> i & 1, COIN, f"{here} is no coast of the Baltic"),
        (not st.controls(t.CP, i), COIN, f"the Central Powers do not hold {here}"),
        (not germans, COIN, f"no unflipped German unit is at {here}"),
        (germans and not small, COIN, f"the ships take {cp.ALBION_DIVS} Divs, and every German unit at {here} has more"),
    )
    if out:
        return out
    if not any(is_supplied(st, u) for u in small):
        return [Refusal(COIN, f"the Germans at {here} are out of supply")]
    return [] if any(not _shore(st, i, j) for j in p.NUMBER) else [Refusal(COIN, f"no Russian coast can be reached from {here}")]


def _shore(st: State, start: int, i: int) -> list[Refusal]:
    """Where Albion lands (6.5e, 6.5f)."""
    here = p.place(i)
    out = those(
        (not p.COAST[t.BALTIC] >> i & 1, COIN, f"{here} is no coast of the Baltic"),
        (not (p.TERRITORY[t.RS] | p.mask("3317")) >> i & 1, COIN, f"{here} is not Russian land"),
        (st.controls(t.CP, i), COIN, f"the Central Powers hold {here} already"),
        (st.neutral >> i & 1, "ditt.15.3a", f"{here} is neutral ground"),
        (st.truce >> i & 1, "ditt.16.3d", f"{here} may not be attacked this turn"),
    )
    if out := [*out, *refuse_closed(st, i)]:
        return out
    way = p.sea_ways(t.BALTIC).path(start, i, p.sailing(t.BALTIC))
    return those(
        (not way, "ditt.6.5e", f"no way over the Baltic leads to {here}"),
        (len(way) > cp.ALBION_RANGE + 1, "ditt.6.5f", f"{here} is more than {cp.ALBION_RANGE} hexes away"),
    )


def _foch(st: State, i: int) -> list[Refusal]:
    """What Foch may attack."""
    if not foes(st, i, t.EP):
        return [Refusal(COIN, f"no enemies are at {p.place(i)}")]
    if st.truce >> i & 1:
        return [Refusal("ditt.16.3d", f"{p.place(i)} may not be attacked this turn")]
    near = bits(p.contact(True).near[i])
    good = any(not _joins(st, u, i) for j in near for u in bits(st.stack(j)))
    return [] if good else [Refusal(COIN, f"nobody next to {p.place(i)} could attack it now")]


def _joins(st: State, u: int, target: int) -> list[Refusal]:
    """Why a unit does not attack under Foch."""
    if not ground.commanded(st, t.EP) >> u & 1:
        return [Refusal(COIN, f"{who(u)} is not led by the Entente")]
    if bad := refuse_move(st, u):
        return bad
    if not is_supplied(st, u):
        return [Refusal("ditt.9.4a", f"{who(u)} is out of supply")]
    return refuse_step(st, u, target, st.at[u], False, 2, False)


#: what is against a place, for the coins that are pointed at one
SPOT: dict[int, Callable[[State, int], list[Refusal]]] = {
    cp.HOFFMANN: _hoffmann,
    cp.OHL: _ohl,
    cp.SARRAIL: _sarrail,
    cp.PUTNIK: _putnik,
    cp.TURAN: _turan,
    cp.SACREE: _sacree,
    cp.PENETRATION: _penetration,
    cp.ALBION: _port,
    cp.FOCH: _foch,
}


def refuse_spot(s: S, step: cp.Spot, action: Action) -> list[Refusal]:
    if action == cp.DONE and step.optional:
        return []
    st = s.state
    bad = WHEN[step.box](st) if step.box in WHEN else []
    return chosen(action, lambda i: [*bad, *SPOT[step.box](st, i)], COIN)


# -- who goes, and where to ------------------------------------------------------------------------------------------------


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


def _rider(st: State, u: int) -> list[Refusal]:
    """Why the Reichsbahn does not carry an Army."""
    if st.serves[u] not in (t.GE, t.AH) or not t.IS_ARMY[u] or st.at[u] <= 0 or not cp.RAILWAYS >> st.at[u] & 1:
        return [Refusal(RAIL, f"{who(u)} is no German or Austro-Hungarian Army near home")]
    if (st.flipped | st.landed) >> u & 1 or not is_supplied(st, u):
        return [Refusal(RAIL, f"{who(u)} is flipped or out of supply")]
    good = any(not _station(st, u, i) for i in bits(cp.RAILWAYS))
    return [] if good else [Refusal(RAIL, f"{who(u)} has nowhere to ride to")]


def _station(st: State, u: int, i: int) -> list[Refusal]:
    """Why an Army does not ride to a place."""
    start, here = st.at[u], p.place(i)
    out = those(
        (i == start, RAIL, f"{who(u)} is at {here} already"),
        (not cp.RAILWAYS >> i & 1, RAIL, f"{here} is more than two hexes outside Germany and Austria-Hungary"),
        (not st.controls(t.CP, i), RAIL, f"{here} is not friendly"),
        (ground.barred(st, st.side(u)) >> i & 1, FIGHT, f"enemies, or the heat of Summer, bar the way to {here}"),
        (ground.unstackable(st, u) >> i & 1, crowd_rule(st, u), f"{who(u)} may not share {here} with those who are there"),
        (nations.near_east(st) >> i & 1, RAIL, f"{here} is in the Near East, where the Reichsbahn does not run"),
    )
    if out := [*out, *refuse_area(st, u, i)]:
        return out
    open = ground.passable(st, u) & st.ctrl[t.CP]
    way = p.ways(nations.links(st, u)).path(start, i, open)
    return [] if way else [Refusal(RAIL, f"no friendly hexes join {here} to {p.place(start)}")]


def refuse_ride(s: S, step: cp.Ride, action: Action) -> list[Refusal]:
    if t.WEATHER[s.state.turn] == "snow":
        return [Refusal(RAIL, "the Reichsbahn does not run in Winter")]
    return _rider(s.state, t.UNIT[action[1]])


def refuse_station(s: S, step: cp.Station, action: Action) -> list[Refusal]:
    return _station(s.state, step.unit, p.INDEX[action[1]])


def refuse_cross(s: S, step: cp.Cross, action: Action) -> list[Refusal]:
    st = s.state
    there = bits(st.stack_of(step.start, t.CP) & ~st.flipped)
    crew = tuple(u for u in there if u not in step.stay and st.serves[u] == t.GE and is_supplied(st, u))
    crew = tuple(u for u in crew if cp.aboard(st, (u,)) <= cp.ALBION_DIVS)
    if action[0] == "leave":
        return _stays(crew, t.UNIT[action[1]])
    if cp.aboard(st, crew) > cp.ALBION_DIVS:
        return [Refusal(COIN, f"the ships take {cp.ALBION_DIVS} Divs; leave units behind")]
    return _shore(st, step.start, p.INDEX[action[1]])


def _stays(group: tuple[int, ...], u: int) -> list[Refusal]:
    """Why a unit of a group that has not set out may not be left behind."""
    return those((u not in group, COIN, f"{who(u)} is not in the force"), (group == (u,), COIN, "at least one unit must go"))


def refuse_converge(s: S, step: cp.Converge, action: Action) -> list[Refusal]:
    st = s.state
    called = [u for i in step.hexes for u in bits(st.stack(i)) if u not in step.stay]
    group = tuple(sorted(u for u in called if not _joins(st, u, step.target)))
    if action == cp.ATTACK:
        if not group:
            return [Refusal(COIN, "name the first hex of the attack")]
        rule = cp.parted(st, step.target, group)
        return [Refusal(rule, f"these Armies may not be at {p.place(step.target)} together; leave some behind")] if rule else []
    if action[0] == "leave":
        return _stays(group, t.UNIT[action[1]])
    i = p.INDEX[action[1]]
    if i in step.hexes or len(step.hexes) >= cp.FOCH_HEXES:
        return [Refusal(COIN, "Foch leads the Armies of three hexes at most, each named once")]
    out = those(
        (not st.stack_of(i, t.EP), COIN, f"no unit of the Entente is at {p.place(i)}"),
        (not p.contact(True).near[step.target] >> i & 1, COIN, f"{p.place(i)} is not next to {p.place(step.target)}"),
    )
    if out:
        return out
    wrong = [_joins(st, u, step.target) for u in bits(st.stack(i))]
    return list(dict.fromkeys(r for bad in wrong for r in bad)) if all(wrong) else []
