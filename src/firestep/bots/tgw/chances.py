"""What an attack costs and brings on average, from the two tables: for plans, before anybody stands where he would attack from."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from firestep.bots.tgw.values import defence_of
from firestep.games.tgw.combat import results_table, shifts
from firestep.games.tgw.components import fronts, roster, tables, unit_types
from firestep.games.tgw.fortifications import forts, trenches
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits


class Chance(NamedTuple):
    """Steps that attacker and defender lose on average, and how likely the hex is emptied."""

    own: float
    theirs: float
    clear: float


@cache
def chance(table: int, column: int, drm: int, steps: int) -> Chance:
    """The average over the die against a hex with so many steps."""
    dice = range(1, 7) if not results_table.automatic(column) else range(1)
    own = theirs = clear = 0.0
    for die in dice:
        loss = results_table.result(table, column, die + drm)
        falls = steps if loss.defender == results_table.ALL else min(loss.defender, steps)
        own += loss.attacker
        theirs += falls
        clear += falls == steps
    n = len(dice)
    return Chance(own / n, theirs / n, clear / n)


class Wall(NamedTuple):
    """What an attack on a hex meets: strength, steps, table, columns and die that the ground and the trenches take."""

    defence: int
    steps: int
    table: int
    shift: int
    drm: int


def wall(st: State, side: int, hex: int) -> Wall:
    """The wall of a hex that the enemy of `side` holds."""
    guards = st.stack(hex) & st.troops[1 - side] & roster.COMBAT
    fort = int(forts.intrinsic(st, hex, 1 - side))
    shift = sum(m.value for m in shifts.terrain(st, hex)) - forts.shift(st, hex, 1 - side)
    if st.turn <= 2 and not fort:  # tgw.19.52: French and Russians in August 1914
        nations = {roster.NATION_OF[u] for u in bits(guards)}
        shift += 1 if nations & {tables.FR, tables.RU} else 0
    depth, _ = trenches.depth(st, hex, 1 - side, guards)
    front = fronts.FRONT_AT[hex]
    if (
        front == fronts.CAUCASUS
        and st.weather[front] == tables.SNOW
        or front in (fronts.EGYPT, fronts.IRAQ)
        and st.weather[front] == tables.HOT
    ):
        depth += 2
    steps = sum(unit_types.steps(st, u) for u in bits(guards)) + fort
    return Wall(max(1, defence_of(st, guards) + fort), steps, results_table.table(guards.bit_count() + fort), shift, -depth)


def against(w: Wall, power: float, help: int = 0) -> Chance:
    """An attack of so much strength, with columns that headquarters add."""
    column = results_table.column(max(1, int(power)), w.defence) + w.shift + help
    return chance(w.table, max(-1, min(column, 12)), results_table.above(column) + w.drm, w.steps)
