"""Trenches (ditt.8.5): which units count as entrenched. `combat.csm` and `retreat.wins` decide what that changes."""

from __future__ import annotations

from firestep.games.ditt.components import places, tables
from firestep.games.ditt.state import Fight, State
from firestep.hexmap.grid import bits


def may_entrench(st: State, u: int) -> bool:
    """Whether a unit may be entrenched at all: from turn 3 for the CP (ditt.8.5c), from turn 4 for the EP (ditt.8.5d), from turn 7
    for Russians outside Forts (ditt.8.5e), for Germans until Kaiserschlacht (ditt.err.s), nowhere in the colonies (ditt.11.2h)."""
    place = st.at[u]
    if places.COLONIES >> place & 1:  # ditt.11.2h
        return False
    n = st.serves[u]
    if st.allegiance[n] == tables.CP:
        return st.turn >= 3 and not (n == tables.GE and st.flag("kaiserschlacht"))  # ditt.8.5c, ditt.err.s
    # ditt.8.5e
    if n == tables.RS and st.turn < 7 and not (st.forts & ~st.no_forts) >> place & 1 & (places.FORT_NATION.get(place) == tables.RS):
        return False
    return st.turn >= 4  # ditt.8.5d


def entrenched(st: State, units: int) -> bool:
    """Whether units in one place count as entrenched. One unflipped unit is enough (ditt.8.5a, ditt.8.5b, C21), also for friends
    who have just moved in (ditt.8.5i). In a Beach Head any unit is enough (ditt.6.5k). A Fort never counts (ditt.8.4h).

    Trenches change two things (ditt.8.5h): the modifier (`csm`) and the hits that force a retreat (`retreat.wins`)."""
    there = [u for u in bits(units) if may_entrench(st, u)]
    if not there:  # ditt.8.4h
        return False
    if st.options.get("trench-minimum") == "on":  # ditt.8.5g, C17
        return sum(st.factors(u)[2] for u in there if not st.flipped >> u & 1) >= 40
    if beach_head(st, st.at[there[0]]):
        return True
    return any(not st.flipped >> u & 1 for u in there)  # ditt.8.5a, ditt.8.5b, ditt.8.5i


def beach_head(st: State, place: int) -> bool:
    return place in st.beach


def defenders(st: State, fight: Fight) -> int:
    """Returns the defending units; of two stacks in a Beach Head each is the other's enemy."""
    return st.stack_of(fight.hex, 1 - fight.side)
