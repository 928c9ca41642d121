"""Events of Turkey, the Near East and the colonies that no pattern covers; see `single_events.py`."""

from __future__ import annotations

from collections.abc import Callable

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt.combat import retreat
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import conditions, events, single_event_choices
from firestep.games.ditt.events.arrivals import Raise, enlist, put
from firestep.games.ditt.movement import passage
from firestep.games.ditt.nations import armenia, control, surrender
from firestep.games.ditt.state import BOX, CASUALTY, POOL, State
from firestep.hexmap.grid import bits

S = Session[State]
BEIRUT, MARDIN = places.INDEX["0915"], places.INDEX["1020"]


# -- Turkey and the Near East ----------------------------------------------------------------------------------------------


def senussi(s: S, event: str) -> Steps:
    out: Steps = ()
    for u in tables.UNITS_OF[tables.SI]:
        out += (single_event_choices.Arrive(event, u, "libya"),)
    return out


def arab_revolt(s: S, event: str) -> Steps:
    """The Arab Northern Army gathers in the Arabian Desert (ditt.14.1b)."""
    s.state.set_side(tables.AB, tables.EP)
    return tuple(single_event_choices.Arrive(event, u, "arabia") for u in tables.UNITS_OF[tables.AB] if s.state.at[u] <= 0)


def feisal(s: S, event: str) -> Steps:
    s.state.set_side(tables.AB, tables.EP)
    return (single_event_choices.Arrive(event, tables.UNIT["ab-feisal"], "arabia"),)


def maronites(s: S, event: str) -> Steps:
    return (Raise(event, tables.UNIT["mr-1"], BEIRUT),) if s.state.at[tables.UNIT["mr-1"]] in (POOL, CASUALTY, BOX) else ()


def agha_patrus(s: S, event: str) -> Steps:
    return (Raise(event, tables.UNIT["as-1"], MARDIN),) if s.state.at[tables.UNIT["as-1"]] in (POOL, CASUALTY, BOX) else ()


def musa_dagh(s: S, event: str) -> Steps:
    """An Armenian Army in 1216 (ditt.ev.1915.5.08, N12)."""
    pool = armenia.unused(s.state)
    place = places.INDEX["1216"]
    if not pool or passage.places_not_shared(s.state, tables.AR) >> place & 1:
        return ()
    s.state.recruited |= s.state.centres & 1 << place
    return (*retreat.ousted(s, tables.CP, place), Raise(event, pool[0], place))


def volunteers(s: S, event: str) -> Steps:
    """One Armenian Army from the pool (ditt.14.2a)."""
    pool = armenia.unused(s.state)
    return put(s, event, pool[0], "ep-armenia") if pool else ()


def armenian_congress(s: S, event: str) -> Steps:
    """All Armenian Armies of the pool (ditt.ev.1917.2.05)."""
    return tuple(single_event_choices.Arrive(event, u, "ep-armenia") for u in armenia.unused(s.state))


def sykes_picot(s: S, event: str) -> Steps:
    st = s.state
    for u in tables.UNITS_OF[tables.AR]:
        if st.at[u] > 0:
            events.casualty(s, event, tables.UNITS[u])
    return ()


def peace_and_friendship(s: S, event: str) -> Steps:
    """Armenia is one hex that nobody may enter (ditt.ev.1918.4.07)."""
    st = s.state
    place = places.INDEX["1222"]
    keep = next((u for u in tables.UNITS_OF[tables.AR] if st.at[u] == place), tables.UNITS_OF[tables.AR][0])
    for u in tables.UNITS_OF[tables.AR]:
        if u != keep:
            control.remove(s, u, event)
    others = tuple(v for v in bits(st.stack_of(place, tables.EP)) if v != keep)
    out: Steps = (retreat.RetreatAll(tables.EP, others, -1),) if others else ()
    return (*out, single_event_choices.Seal(event, keep, place))


def maritsa(s: S, event: str) -> Steps:
    """Turkey gives up if two dice are lower than its cities in EP hands (ditt.ev.1918.2.04, E20)."""
    if events.roll(s, event, 2) < surrender.held(s.state, places.CITY[tables.TU], tables.EP):
        return (surrender.Surrender(tables.TU, event, by_event=True),)
    return ()


def roumanian_exile(s: S, event: str) -> Steps:
    """A Roumanian Army with the British in the Near East (ditt.ev.1917.7.05, E18)."""
    st = s.state
    away = [u for u in tables.UNITS_OF[tables.RM] if st.at[u] in (CASUALTY, POOL)]
    if not away:
        return ()
    return enlist(s, event, away[0], tables.BR, "with-br-ne")


# -- the colonies ----------------------------------------------------------------------------------------------------------


def boers(s: S, event: str) -> Steps:
    """The Boer Revolt (ditt.11.3): EP Armies go to Cape Colony, the Boers hold the Transvaal."""
    st = s.state
    for u in bits(st.stack_of(places.TRANSVAAL, tables.EP)):
        st.put(u, places.CAPE)
        st.flip(1 << u)  # ditt.7.4g
        s.note("retreats", "ditt.11.3a", unit=tables.UNITS[u], place="cape-colony", origin="transvaal")
    st.boer = events.roll(s, event, 2)
    s.note("boers", event, "ditt.11.3b", strength=st.boer)
    return control.deploy(s, tables.BOER, places.TRANSVAAL, "ditt.11.3a")


def japan(s: S, event: str) -> Steps:
    """Japan before Kiautschau; on a six its Army may go to Europe (ditt.ev.1914.5.03)."""
    u = tables.UNIT["jp-exp"]
    out = control.deploy(s, u, places.INDEX["wei-hai-wei"], event)
    if events.roll(s, event, 1) == 6:
        events.release(s, event, "jp-exp")
    return out


def u_boat_bases(s: S, event: str) -> Steps:
    """A die of British Divs for each base that Germany holds (ditt.ev.1915.5.03, E08)."""
    st = s.state
    germans = conditions.places_of(st, sum(1 << u for u in bits(st.corps[tables.GE]) if st.at[u] > 0))
    bases = (places.U_BOAT_BASES & (st.forts & places.POSTS | germans)).bit_count()
    return events.divs(s, event, tables.BR, -events.roll(s, event, bases), False) if bases else ()


def lettow(s: S, event: str) -> Steps:
    """Four new coins on one African map that still has one (ditt.ev.1917.8.03, E19)."""
    return (single_event_choices.LettowMap(event),)


EAST: dict[str, Callable[[S, str], Steps]] = {
    f.__name__.replace("_", "-"): f
    for f in (
        senussi,
        arab_revolt,
        feisal,
        maronites,
        agha_patrus,
        musa_dagh,
        volunteers,
        armenian_congress,
        sykes_picot,
        peace_and_friendship,
        maritsa,
        roumanian_exile,
        boers,
        japan,
        u_boat_bases,
        lettow,
    )
}
EAST["lebanon"] = maronites
