"""Conditions that many questions share: what a place must be, and what a unit must be. Each is a rule, a set and a sentence.

`movement.areas.ground` has the conditions of places that a unit may enter at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from firestep.engine.masks import bits, mask
from firestep.engine.question import Answer, Condition, Limit, Otherwise, PickNumber
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.engine.words import counted, listed
from firestep.games.ditt import find
from firestep.games.ditt.combat import entrenchment
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.things import UNIT, who
from firestep.games.ditt.movement import areas, passage
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import GONE, POOL, State
from firestep.games.ditt.supply import is_supplied, supplied

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


def commanded(rule: str, st: State, side: int) -> Iterator[Condition]:
    """A unit that a player orders: of his side, or of a neutral Italy (ditt.15.1f)."""
    mine = passage.commanded(st, side)
    yield Condition("ditt.15.1d", ~st.troops[tables.NEUTRAL] | mine, "{x} is neutral")
    yield Condition(rule, mine, f"{{x}} does not fight for the {tables.SIDE_TITLES[side]}")


def army(st: State) -> Condition:
    return Condition("ditt.5.1d", tables.ARMY_MASK, "{x} is a Minor Force and holds no Divs")


def in_supply(rule: str, st: State) -> Condition:
    return Condition(rule, lambda units: supplied(st, units), "{x} is out of supply")


#: units that never leave the map by SR
_FIXED = mask((tables.BAKU, tables.ASKARI, tables.BOER))


def may_leave_map(rule: str, st: State) -> Condition:
    """A unit that may leave the map by strategic redeployment or General Withdrawal (L02)."""
    return Condition(rule, ~(_FIXED | st.corps[tables.RC] | st.corps[tables.RE]), "{x} cannot leave the map")


def on_map(rule: str, st: State) -> Condition:
    return Condition(rule, st.afield, "{x} is not on the map")


def flagged(rule: str, flag: str, name: str) -> Condition:
    return Condition(rule, _FLAGGED[flag], f"{{x}} is not {name}")


_FLAGGED = {flag: sum(1 << u for u in range(tables.N) if tables.FLAG[u] == flag) for flag in set(tables.FLAG)}


def unflipped(rule: str, st: State) -> Condition:
    return Condition(rule, ~st.flipped, "{x} is flipped already")


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


def full_army(st: State, u: int) -> Limit:
    return Limit("ditt.4.2b", tables.MOST_DIVS - st.divs[u], f"{who(u)} has {st.divs[u]} Divs and holds twenty")


def more_divs(st: State, u: int) -> Iterator[Limit]:
    """Yields how many more Divs an Army on the map can take (ditt.4.2b, ditt.6.3, ditt.ev.1918.6.11)."""
    for rule, k in areas.room_by_rule(st, u):
        if rule == "ditt.4.2b":
            yield full_army(st, u)
        elif rule == areas.WEST:
            yield Limit(rule, k, f"{who(u)} has {st.divs[u]} Divs, and {areas.GOIGINGER_DIVS} may be in the West")
        else:
            yield near_east_room(st, tables.UNIT_NATION[u])


def near_east_room(st: State, n: int) -> Limit:
    """Returns how many more Divs of a nation the Near East takes."""
    # the seas raise or lower the British and Russian caps: ditt.6.3j, ditt.6.3k, ditt.6.3m, ditt.6.3n
    room = areas.near_east_room(st, n)
    most = f"only {room} more {'Div' if room == 1 else 'Divs'}" if room else "no more Divs"
    return Limit(areas.NEAR_EAST_RULE[n], room, f"the Near East takes {most} of {tables.TITLE[n]}")


def in_reserves(st: State, n: int) -> tuple[Limit, Limit]:
    """Returns the limits of Divs of a nation that come from its Reserves to the map (ditt.2.2d, ditt.2.2f)."""
    free = control.free_reserves(st, n)
    return (
        Limit("ditt.2.2d", st.reserves[n], f"{tables.TITLE[n]} has {counted(st.reserves[n], 'Div')} in Reserves"),
        Limit("ditt.2.2f", free, f"{free} of the Divs in Reserves may come now"),
    )


def has_divs(st: State, u: int) -> Limit:
    return Limit("ditt.4.1a", st.divs[u], f"{who(u)} has {counted(st.divs[u], 'Div')}")


def take_divs(
    st: State, verb: str, units: int, left: int, rule: str, then: Callable[[Session[State], int, int], Steps]
) -> Iterator[Answer]:
    """Yields the answers of a question for so many Divs of some Armies, as long as these have any."""
    most = Limit(rule, left, f"only {left} Divs are to be named")
    meant = (Condition(rule, units, "{x} is not meant"),)
    yield PickNumber(verb, UNIT, meant, lambda u: (most, has_divs(st, u)), then)
    yield Otherwise("done", rule, f"{left} Divs are still to be named")
