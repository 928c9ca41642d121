"""Conditions that many questions share: what a hex must be, and what a unit must be. Each is a rule, a set and a sentence.

`movement.areas` has the conditions of hexes that units may enter at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from firestep.engine.question import Condition, given
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.things import who
from firestep.games.tgw.movement import stacking
from firestep.games.tgw.state import State
from firestep.games.tgw.supply import supply
from firestep.hexmap.grid import bits

# -- hexes -----------------------------------------------------------------------------------------------------------------


def land(rule: str = "tgw.8.24a") -> Condition:
    return Condition(rule, board.LAND, "{x} is no land")


def inside(rule: str, hexes: int, name: str) -> Condition:
    """A hex of a region, with its name as a sentence has it: `in France`."""
    return Condition(rule, hexes, f"{{x}} is not {name}")


def held(rule: str, st: State, side: int) -> Condition:
    return Condition(rule, st.ctrl[side], f"the {tables.SIDE_TITLES[side]} do not control {{x}}")


def with_friends(rule: str, st: State, side: int) -> Condition:
    return Condition(rule, st.occ[side], "no unit of yours is in {x}")


def no_enemies(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions that no enemy unit and no intact enemy fort is there (tgw.8.22a)."""
    foe = 1 - side
    yield Condition("tgw.8.22a", ~st.occ[foe], "the enemy is in {x}")
    yield Condition("tgw.8.22a", ~st.fort_of[foe], "an intact enemy fort is in {x}")


def room(st: State, side: int, units: int, rule: str = "tgw.7.22a") -> Condition:
    """Room for these units beside their friends. A costly condition: put it last."""

    def roomy(hexes: int) -> int:
        if not (stacking.fits(units) and stacking.together(st, units)):
            return 0
        for i in bits(hexes & st.occ[side]):
            if not stacking.room(st, i, units, side):
                hexes ^= 1 << i
        return hexes

    return Condition(rule, roomy, f"{{x}} has no room for {'these units' if units & units - 1 else 'this unit'}")


# -- units -----------------------------------------------------------------------------------------------------------------


def yours(rule: str, st: State, side: int) -> Condition:
    return Condition(rule, st.troops[side], "{x} is not yours")


def standing(st: State, units: int, hexes: int) -> int:
    """Returns those of a set of units that stand in a set of hexes."""
    return sum(1 << u for u in bits(units) if st.at[u] > 0 and hexes >> st.at[u] & 1)


def on(rule: str, st: State, hexes: int, name: str) -> Condition:
    """A unit in some hexes, with their name as a sentence has it: `in France`."""
    return Condition(rule, lambda units: standing(st, units, hexes), f"{{x}} is not {name}")


def on_map(rule: str, st: State) -> Condition:
    return on(rule, st, -1, "on the map")


def supplied(rule: str, st: State) -> Condition:
    """A unit in regular supply. A costly condition: put it late."""
    return Condition(rule, lambda units: supply.supplied_units(st, units), "{x} is out of supply")


def first_of_kind(rule: str, st: State, units: int) -> Condition:
    """The first unit of each kind and condition among some: lists offer no other."""
    named = stacking.sorts(st, units)
    return Condition(rule, sum(1 << u for u in named), lambda u: f"{{x}} is like {who(stacking.twin(st, named, u))}: name that one")


def one_of_each(rule: str, *groups: int) -> Condition:
    """The first unit of each kind in each of some groups, whatever the condition of the others of its kind."""
    named = [u for units in groups for u in roster.one_of_each(units)]

    def like(u: int) -> str:
        group = next(units for units in groups if units >> u & 1)
        first = next(v for v in bits(group) if roster.KIND_OF[v] == roster.KIND_OF[u])
        return f"{{x}} is like {who(first)} there: name that one"

    return Condition(rule, sum(1 << u for u in named), like)


def left_behind(rule: str, st: State, units: tuple[int, ...]) -> Iterator[Condition]:
    """Yields the conditions of a unit that others leave behind, one of each kind and condition, but never the last."""
    bunch = sum(1 << u for u in units)
    yield Condition(rule, bunch, "{x} is not among the units that go together")
    yield given(rule, len(units) > 1, "at least one unit must go: you cannot leave the last one behind")
    yield first_of_kind(rule, st, bunch)
