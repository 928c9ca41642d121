"""Conditions that many questions share: what a place must be, and what a unit must be. Each is a rule, a set and a sentence.

`movement.areas.ground` has the conditions of places that a unit may enter at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from firestep.engine.question import Answer, Condition, Limit, Otherwise, PickNumber
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.engine.words import listed
from firestep.games.ditt import find
from firestep.games.ditt.combat import entrenchment
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import UNIT, who
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.state import GONE, POOL, State
from firestep.games.ditt.supply import is_supplied
from firestep.hexmap.grid import bits

#: returns conditions for a state, citing a rule (usually an event)
Needs = Callable[[State, str], Iterable[Condition]]
#: a unit that enters a hex with enemies fights there, so that no unit is put there
FIGHT = "ditt.6.1j"


# -- places ----------------------------------------------------------------------------------------------------------------


def inside(rule: str, *countries: str) -> Condition:
    return Condition(rule, places.lands(*countries), f"{{x}} is not in {listed(countries, 'or')}")


def held(rule: str, st: State, side: int) -> Condition:
    return Condition(rule, st.ctrl[side], f"the {tables.SIDE_TITLES[side]} do not hold {{x}}")


def owned(rule: str, st: State, n: int) -> Condition:
    return Condition(rule, st.own[n], f"{tables.TITLE[n]} does not hold {{x}}")


def in_near_east(rule: str, st: State) -> Condition:
    return Condition(rule, areas.near_east(st), "{x} is not in the Near East")


def no_enemies(st: State, side: int, forts: bool = True) -> Condition:
    """No enemy unit, and with `forts` no enemy Fort. For a neutral, both sides are enemies."""
    there = st.occ[1 - side] | (st.fort_of[1 - side] if forts else 0) if side < 2 else st.occ[0] | st.occ[1]
    return Condition(FIGHT, ~there, "enemies are at {x}", also=True)


def crowd_rule(st: State, u: int) -> str:
    """Returns the rule by which a unit does not share a place with some of its friends."""
    return "ditt.5.1f" if tables.TWO_STARS[u] else "ditt.10.5h" if st.serves[u] in (tables.GK, tables.TU) else "ditt.14.1h"


def room(st: State, u: int) -> Condition:
    """No friends that share a place with nobody, or not with this unit."""
    sentence = f"{who(u)} may not share {{x}} with those who are there"
    return Condition(crowd_rule(st, u), ~passage.unstackable(st, u), sentence, also=True)


def with_units(rule: str, st: State, *wanted: int, supplied: bool = False) -> Iterator[Condition]:
    names = listed([tables.ADJECTIVE[n] for n in wanted], "or")
    there = find.units(st, "+".join(tables.NATIONS[n] for n in wanted))
    yield Condition(rule, find.places_of(st, there), f"no {names} unit is at {{x}}")
    if supplied:
        fed = sum(1 << u for u in bits(there) if is_supplied(st, u))
        yield Condition(rule, find.places_of(st, fed), f"no {names} unit at {{x}} is in supply")


def ready_stack(rule: str, st: State, side: int) -> Condition:
    ready = find.places_of(st, find.units(st, ("CP", "EP")[side]) & ~st.flipped)
    return Condition(rule, ready, f"no unflipped stack of the {tables.SIDE_TITLES[side]} is at {{x}}")


def coin(rule: str, st: State) -> Condition:
    return Condition(rule, st.forts & places.COLONIAL_COINS, "no German coin is at {x}")


def no_coin(rule: str, st: State) -> Condition:
    return Condition(rule, ~st.forts, "a coin is at {x} already")


def coin_area(rule: str) -> Condition:
    return Condition(rule, places.COLONIAL_COINS, "{x} is no area for a German coin")


def no_units(rule: str, st: State, side: int) -> Condition:
    return Condition(rule, ~st.occ[side], f"a unit of the {tables.SIDE_TITLES[side]} is at {{x}}")


def around(rule: str, place: int) -> Condition:
    return Condition(rule, find.around(1 << place), f"{{x}} is not next to {places.place(place)}")


# -- units -----------------------------------------------------------------------------------------------------------------


def standing(st: State, units: int, land: int) -> int:
    """Returns those of a set of units that stand in a set of places."""
    return sum(1 << u for u in bits(units) if st.at[u] > 0 and land >> st.at[u] & 1)


def of(rule: str, st: State, words: str) -> Iterator[Condition]:
    """A unit on the map, of a side or of some nations."""
    if words in find.SIDE:
        wanted, troops = f"does not fight for the {tables.SIDE_TITLES[find.SIDE[words]]}", st.troops[find.SIDE[words]]
    else:
        ids = [tables.NATION[n] for n in words.split("+")]
        wanted, troops = f"is not {listed([tables.ADJECTIVE[n] for n in ids], 'or')}", sum(st.corps[n] for n in ids)
    yield Condition(rule, troops, f"{{x}} {wanted}")
    yield on_map(rule, st)


def beside(rule: str, st: State, words: str) -> Condition:
    near = places.adjacency(False).spread(find.places_of(st, find.units(st, words)))
    if words in find.SIDE:
        names = f"of the {tables.SIDE_TITLES[find.SIDE[words]]}"
    else:
        names = listed([f"of {tables.TITLE[tables.NATION[n]]}" for n in words.split("+")], "or")
    return Condition(rule, lambda units: standing(st, units, near), f"{{x}} is not next to a unit {names}", also=True)


def on(rule: str, st: State, land: int, name: str) -> Condition:
    return Condition(rule, lambda units: standing(st, units, land), f"{{x}} is not {name}", also=True)


def on_lands(rule: str, st: State, *countries: str) -> Condition:
    return on(rule, st, places.lands(*countries), f"in {listed(countries, 'or')}")


def on_map(rule: str, st: State) -> Condition:
    return Condition(rule, lambda units: standing(st, units, -1), "{x} is not on the map")


def flagged(rule: str, flag: str, name: str) -> Condition:
    return Condition(rule, _FLAGGED[flag], f"{{x}} is not {name}")


_FLAGGED = {flag: sum(1 << u for u in range(tables.N) if tables.FLAG[u] == flag) for flag in set(tables.FLAG)}


def unflipped(rule: str, st: State) -> Condition:
    return Condition(rule, ~st.flipped, "{x} is flipped already")


def with_divs(rule: str, st: State) -> Condition:
    return Condition(rule, lambda units: sum(1 << u for u in bits(units) if st.divs[u]), "{x} has no Divs to lose")


def entrenched(rule: str, st: State) -> Condition:
    def dug_in(units: int) -> int:
        return sum(1 << u for u in bits(units) if st.at[u] > 0 and entrenchment.entrenched(st, 1 << u))

    return Condition(rule, dug_in, "{x} is not entrenched")


def waiting(rule: str, st: State) -> Condition:
    return Condition(rule, sum(1 << u for u in tables.HELD) & ~st.released, "{x} may go to Europe already")


def in_game(rule: str, st: State) -> Condition:
    return Condition(rule, lambda units: sum(1 << u for u in bits(units) if st.at[u] != GONE), "{x} has left the game")


def in_pool(st: State, units: Iterable[int]) -> int:
    """Returns those of some units that have not come into play yet."""
    return sum(1 << u for u in units if st.at[u] == POOL)


# -- Divs ------------------------------------------------------------------------------------------------------------------

#: the right of one Austro-Hungarian Army to be in the West (E25)
WEST = "ditt.ev.1918.6.11"


def full_army(st: State, u: int) -> Limit:
    return Limit("ditt.4.2b", tables.MOST_DIVS - st.divs[u], f"{who(u)} has {st.divs[u]} Divs and holds twenty")


def more_divs(st: State, u: int) -> Iterator[Limit]:
    """Yields how many more Divs an Army on the map can take (ditt.4.2b, ditt.6.3, ditt.ev.1918.6.11)."""
    has = f"{who(u)} has {st.divs[u]} Divs"
    yield full_army(st, u)
    yield Limit(WEST, areas.capacity(st, u, st.at[u]) - st.divs[u], f"{has}, and {areas.GOIGINGER_DIVS} may be in the West")
    n = tables.UNIT_NATION[u]
    # the seas raise or lower the British and Russian caps: ditt.6.3j, ditt.6.3k, ditt.6.3m, ditt.6.3n; Turks: ditt.6.3e
    rule = {tables.BR: "ditt.6.3i", tables.RS: "ditt.6.3l", tables.FR: "ditt.6.3g", tables.GE: "ditt.6.3g"}.get(n)
    if rule and areas.near_east(st) >> st.at[u] & 1:
        room = areas.near_east_room(st, n)
        yield Limit(rule, room, f"the Near East takes only {room} more Divs of {tables.TITLE[n]}")


def has_divs(st: State, u: int) -> Limit:
    return Limit("ditt.4.1a", st.divs[u], f"{who(u)} has {st.divs[u]} Divs")


def take_divs(
    st: State, verb: str, units: int, left: int, rule: str, then: Callable[[Session[State], int, int], Steps]
) -> Iterator[Answer]:
    """Yields the answers of a question for so many Divs of some Armies, as long as these have any."""
    most = Limit(rule, left, f"only {left} Divs are to be named")
    meant = (Condition(rule, units, "{x} is not meant"),)
    yield PickNumber(verb, UNIT, meant, lambda u: (most, has_divs(st, u)), then)
    yield Otherwise("done", rule, f"{left} Divs are still to be named")
