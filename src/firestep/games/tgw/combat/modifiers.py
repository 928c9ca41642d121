"""Die roll modifiers (tgw.10.52a): air units, tanks, shock-troops, trenches, events and weather, each with its rule. Positive ones
help the attacker. Odds and combat use the same list."""

from __future__ import annotations

from firestep.engine.odds import Modifier
from firestep.games.tgw.combat import air, results_table
from firestep.games.tgw.combat.shifts import origins
from firestep.games.tgw.combat.strength import defenders
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.events import combat_events
from firestep.games.tgw.fortifications import forts, trenches
from firestep.games.tgw.state import Fight, State
from firestep.games.tgw.supply.supply import fit, supplied_units
from firestep.hexmap.grid import bits

#: all that defenders may take off the die, weather aside (tgw.10.55b, E45, E46)
CAP = 3
#: units of a great shock attack (tgw.15.44b)
MANY = 4
_SHIFTS = board.ATLAS.shifts


def attacking(st: State, fight: Fight, column: int) -> list[Modifier]:
    """What is added to the die."""
    hex = fight.hex
    units = sum(1 << u for u in fight.attackers)
    out = []
    if concentric(st, fight):
        out.append(Modifier("tgw.10.53a", "concentric attack", 1))
    if k := results_table.above(column):
        out.append(Modifier("tgw.10.54a", f"odds of {results_table.title(column)}", k))
    if tanks := supplied_units(st, units & roster.TANK):  # others have no modifier (tgw.15.24c)
        guns = defenders(st, fight) & roster.ANTITANK
        if fit(st, guns, True):
            out.append(Modifier("tgw.15.33a", "anti-tank guns stop the tanks", 0))
        else:
            # only the best one counts (tgw.15.23b)
            out.append(Modifier("tgw.15.23a", "tanks", max(unit_types.TANK_DRM[u] for u in bits(tanks))))
    if k := unit_types.shocks(st, units, hex).bit_count():
        if "kaiser" in fight.marks:
            out.append(Modifier("tgw.15.45a", "Kaiserschlacht", 3))
        else:
            out.append(
                Modifier("tgw.15.44b", f"{k} shock-troop units", 2)
                if k >= MANY
                else Modifier("tgw.15.44a", f"{k} shock-troop units", 1)
            )
    if air.edge(fight) > 0:
        out.append(Modifier("tgw.15.13c", "air superiority", 1))
    return out + [m for m in combat_events.modifiers(st, fight) if m.value > 0]


def defending(st: State, fight: Fight) -> list[Modifier]:
    """What is taken off the die, the weather left aside."""
    side = 1 - fight.side
    out = []
    k, rule = trenches.depth(st, fight.hex, side, defenders(st, fight))
    if k:
        out.append(Modifier(rule, "trenches", -k))
    if air.edge(fight) < 0:
        out.append(Modifier("tgw.15.13c", "air superiority", -1))
    return out + [m for m in combat_events.modifiers(st, fight) if m.value < 0]


def weather_modifiers(st: State, fight: Fight) -> list[Modifier]:
    """Snow in the Caucasus and heat in Egypt and Iraq hamper every attack, besides all else (tgw.12.2k, tgw.12.2o, E46)."""
    front = fronts.FRONT_AT[fight.hex]
    now = st.weather[front]
    if front == fronts.CAUCASUS and now == tables.SNOW:
        russians = all(roster.NATION_OF[u] in tables.RUSSIAN for u in fight.attackers)
        if russians and (st.acting("winter") or st.turn == tables.NEAR_EAST_TURN):
            return []  # tgw.6.28a, tgw.19.61b
        return [Modifier("tgw.12.2k", "snow in the Caucasus", -2)]
    if front in (fronts.EGYPT, fronts.IRAQ) and now == tables.HOT:
        return [Modifier("tgw.12.2o", "heat", -2)]
    return []


def concentric(st: State, fight: Fight) -> bool:
    """Returns whether an attack is concentric: from opposite sides, from three with gaps, or from four and more (tgw.10.53a). One
    on an intact fort never is (tgw.10.53b, tgw.14.12c), except at Gaza and Beersheba (tgw.10.53c)."""
    hex = fight.hex
    if fight.kind == "van" or forts.shift(st, hex, 1 - fight.side) and not forts.OPEN_FORTS >> hex & 1:  # tgw.10.53b, tgw.14.12c
        return False
    return results_table.concentric(tuple(hex + k for k in _SHIFTS), origins(st, fight))


def net(st: State, fight: Fight, column: int) -> tuple[int, list[Modifier]]:
    """Returns the final modifier and its parts, from all sources that the rules name (tgw.10.52a). The modifiers of a side add up
    (tgw.10.51b), shock-troops with all others (tgw.15.44c). The attacker's total has no limit (tgw.10.55a), the defender's is
    capped (tgw.10.55b), then the totals are netted (tgw.10.51a)."""
    plus, minus, sky = attacking(st, fight, column), defending(st, fight), weather_modifiers(st, fight)
    off = -sum(m.value for m in minus)
    late = -sum(m.value for m in sky)
    if st.options.get("weather-cap") == "inside":
        off, late = off + late, 0
    out = [*plus, *minus, *sky]  # tgw.10.52a
    capped = st.options.get("defence-cap") != "net"
    if capped and off > CAP:
        out.append(Modifier("tgw.10.55b", "defenders take off three at most", off - CAP))
        off = CAP
    total = sum(m.value for m in plus) - off  # tgw.10.51b, tgw.10.55a, tgw.15.44c
    if not capped and total < -CAP:
        out.append(Modifier("tgw.10.55b", "the final modifier is -3 at least", -CAP - total))
        total = -CAP
    return total - late, out  # tgw.10.51a
