"""Finds units and places by the words of events: nations (`fr+br`), sides (`CP`), countries (`North_Persia`)."""

from __future__ import annotations

from firestep.games.ditt.combat import entrenchment
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import areas
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits

SIDE = {"cp": tables.CP, "ep": tables.EP, "CP": tables.CP, "EP": tables.EP}


def lands(words: str) -> int:
    """Returns the countries by name."""
    return places.lands(*(w.replace("_", " ") for w in words.split("+")))


def region(st: State, words: str) -> int:
    """Returns the countries by name, `@NE`, `@serbia` (with the hexes around it), or `@` and a hex with its neighbours."""
    if words == "@NE":
        return areas.near_east(st)
    if words == "@serbia":
        return around(places.COUNTRY["Serbia"])
    if words.startswith("@"):
        return around(places.mask(words[1:]))
    return lands(words)


def around(place_set: int) -> int:
    """Returns the places and their neighbours across any hexside that is not blocked (V16)."""
    return place_set | places.adjacency(False).spread(place_set)


def units(st: State, words: str) -> int:
    """Returns the units on the map, colonies included, of nations or of a side."""
    if words in SIDE:
        found = st.troops[SIDE[words]]
    else:
        found = 0
        for n in words.split("+"):
            found |= st.corps[tables.NATION[n]]
    return sum(1 << u for u in bits(found) if st.at[u] > 0)


def places_of(st: State, found: int) -> int:
    out = 0
    for u in bits(found):
        out |= 1 << st.at[u]
    return out


def inside(st: State, found: int, places: int) -> int:
    """Returns those of a set of units that stand in a set of places."""
    return sum(1 << u for u in bits(found) if places >> st.at[u] & 1)


def adjacent_units(st: State, who: str, whom: str) -> int:
    """Returns the units of the first that are adjacent to a unit of the second."""
    return inside(st, units(st, who), places.adjacency(False).spread(places_of(st, units(st, whom))))


def entrenched(st: State, side: int) -> int:
    """Returns the units of a side that stand in trenches now."""
    return sum(1 << u for u in bits(st.troops[side]) if st.at[u] > 0 and entrenchment.entrenched(st, 1 << u))


def divs(st: State, found: int) -> int:
    """Returns the Divs of a set of units, a Minor Force counting two (ditt.5.1e)."""
    return sum(st.divs[u] if tables.IS_ARMY[u] else 2 for u in bits(found))
