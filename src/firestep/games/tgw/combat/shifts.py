"""Column shifts (tgw.10.4, tgw.12.2): each with its rule, left below zero, right above. Odds and combat use the same list."""

from __future__ import annotations

from firestep.engine.odds import Modifier
from firestep.games.tgw.combat import results_table, strength
from firestep.games.tgw.combat.strength import defenders
from firestep.games.tgw.components import board, fronts, roster, tables, unit_types
from firestep.games.tgw.components.chits import OF_EVENT
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.state import Fight, State
from firestep.hexmap.grid import bits
from firestep.hexmap.ways import both

#: the neighbours of a hex that lie across a river
RIVER_NEAR: dict[int, int] = {}
for _i, _j in both(board.RIVERS):
    RIVER_NEAR[_i] = RIVER_NEAR.get(_i, 0) | 1 << _j

#: one column left in any weather (tgw.10.42a)
HARD = board.DIFFICULT | board.ROUGH | board.MARSH | board.ALPINE
HEIGHTS = board.MOUNTAIN | board.PASS
#: where the Iraq Naval Flotilla may help: south of the row xx44 (tgw.6.36a)
SAILED = sum(1 << i for i in bits(board.FRONT["NI"]) if int(board.NUMBER[i][3:]) > 44)


def weather_in(st: State, hex: int) -> int:
    """The weather that counts in a hex: Wet and Snow do nothing in Egypt and Iraq (tgw.12.2a, tgw.12.2g)."""
    front = fronts.FRONT_AT[hex]
    now = st.weather[front]
    return tables.FAIR if front in (fronts.IRAQ, fronts.EGYPT) and now in (tables.WET, tables.SNOW) else now


def terrain(st: State, hex: int) -> list[Modifier]:
    """What the ground gives its defenders: the terrain once (D5, N22), and a city besides."""
    bit = 1 << hex
    now = weather_in(st, hex)
    out = []
    if bit & HEIGHTS:
        bad = now in (tables.WET, tables.SNOW)  # tgw.12.2e, tgw.12.2j
        out.append(Modifier("tgw.10.43b", "mountains in bad weather", -2) if bad else Modifier("tgw.10.42a", "mountains", -1))
    elif bit & HARD:
        out.append(Modifier("tgw.10.42a", f"{board.TERRAIN[hex]} ground", -1))
    elif bit & board.FOREST and now in (tables.WET, tables.SNOW):
        out.append(Modifier("tgw.10.42b", "forest in bad weather", -1))  # tgw.12.2d, tgw.12.2j
    elif bit & board.FLOOD and now == tables.WET:
        out.append(Modifier("tgw.10.42b", "flood plain in Wet weather", -1))
    if bit & board.CITY and not bit & st.devastated:
        out.append(Modifier("tgw.10.42a", "a city", -1))  # a devastated one gives nothing (tgw.14.63c)
    return out


def origins(st: State, fight: Fight) -> int:
    """The hexes the attack comes from."""
    out = 0
    for u in fight.attackers:
        out |= 1 << st.at[u]
    return out


def shifts(st: State, fight: Fight) -> list[Modifier]:
    """Returns every shift of a combat, in the order of the book."""
    hex, side = fight.hex, fight.side
    out = terrain(st, hex)
    if k := forts.shift(st, hex, 1 - side):  # two columns for a heavy one and for the Hindenburg Line (tgw.10.43a)
        out.append(Modifier("tgw.14.12a", "a heavy fort" if k == 2 else "a fort", -k))
    where = origins(st, fight)
    if where & st.devastated and (not where & ~st.devastated or st.options.get("devastated-attack") != "all"):
        out.append(Modifier("tgw.10.42c", "out of a devastated hex", -1))  # tgw.14.63a; once (N25)
    if fight.kind != "van" and where and not where & ~RIVER_NEAR.get(hex, 0) and "river" not in fight.marks:
        out.append(Modifier("tgw.10.44a", "across rivers alone", -1))
    there = bits(defenders(st, fight))  # several nations of a side pay a column (tgw.7.24b)
    if not unit_types.cooperate(st, fight.attackers):
        out.append(Modifier("tgw.10.45a", "attackers of several nations", -1))
    if not unit_types.cooperate(st, there):
        out.append(Modifier("tgw.10.45a", "defenders of several nations", 1))
    if st.turn <= 2:
        out += august(st, fight, there)
    for k, hq in enumerate(fight.hqs):
        if hq >= 0:  # the support factor is a number of columns (tgw.3.26e)
            out.append(Modifier("tgw.10.48a", roster.ROSTER[hq].name, roster.SUPPORT[hq] * (1 if k == 0 else -1)))
    return out


def hopeless(st: State, fight: Fight) -> bool:
    """The odds are below 1:2 with all shifts, so that no die is rolled and nothing that changes one is of use (tgw.10.49a, Q17).
    Where the Flotilla could still take a river away they are counted without it."""
    attack, defence = strength.attack(st, fight), strength.defence(st, fight)
    if not attack or not defence:
        return False
    ships = fight.side == tables.ALLIED and bool(SAILED >> fight.hex & 1) and not st.spent & OF_EVENT["flotilla"]
    moved = sum(m.value for m in shifts(st, fight) if not (ships and m.rule == "tgw.10.44a"))
    return results_table.automatic(results_table.column(attack, defence) + moved)


_CONFUSED = (tables.FR, tables.RU)


def august(st: State, fight: Fight, there: list[int]) -> list[Modifier]:
    """French and Russians in the first two turns (tgw.19.52a): 1L when they attack, 1R when they defend outside their forts; with
    pre-war event 4 not the French defence (tgw.20.2.4)."""
    out = []
    if any(roster.NATION_OF[u] in _CONFUSED for u in fight.attackers):
        out.append(Modifier("tgw.19.52a", "confusion of August 1914", -1))
    hurt = (tables.RU,) if "al.4" in st.prewar else _CONFUSED
    if any(roster.NATION_OF[u] in hurt for u in there) and not forts.shift(st, fight.hex, 1 - fight.side):
        out.append(Modifier("tgw.19.52a", "confusion of August 1914", 1))
    return out
