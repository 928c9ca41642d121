"""Events of Turkey, the Near East and the colonies that no pattern covers; see `happenings.py`."""

from __future__ import annotations

from collections.abc import Callable

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt import armenia, control, ground, retreat, surrender
from firestep.games.ditt import conditions as c
from firestep.games.ditt import events as ev
from firestep.games.ditt import gatherings as g
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.mustering import Raise, enlist, put
from firestep.games.ditt.state import BOX, CASUALTY, POOL, State
from firestep.hexmap.grid import bits

S = Session[State]
BEIRUT, MARDIN = p.INDEX["0915"], p.INDEX["1020"]


# -- Turkey and the Near East ----------------------------------------------------------------------------------------------


def senussi(s: S, event: str) -> Steps:
    out: Steps = ()
    for u in t.UNITS_OF[t.SI]:
        out += (g.Arrive(event, u, "libya"),)
    return out


def arab_revolt(s: S, event: str) -> Steps:
    """The Arab Northern Army gathers in the Arabian Desert (14.1b)."""
    s.state.set_side(t.AB, t.EP)
    return tuple(g.Arrive(event, u, "arabia") for u in t.UNITS_OF[t.AB] if s.state.at[u] <= 0)


def feisal(s: S, event: str) -> Steps:
    s.state.set_side(t.AB, t.EP)
    return (g.Arrive(event, t.UNIT["ab-feisal"], "arabia"),)


def maronites(s: S, event: str) -> Steps:
    return (Raise(event, t.UNIT["mr-1"], BEIRUT),) if s.state.at[t.UNIT["mr-1"]] in (POOL, CASUALTY, BOX) else ()


def agha_patrus(s: S, event: str) -> Steps:
    return (Raise(event, t.UNIT["as-1"], MARDIN),) if s.state.at[t.UNIT["as-1"]] in (POOL, CASUALTY, BOX) else ()


def musa_dagh(s: S, event: str) -> Steps:
    """An Armenian Army in 1216 (1915.5.08, N12)."""
    pool = armenia.unused(s.state)
    place = p.INDEX["1216"]
    if not pool or ground.crowded(s.state, t.AR) >> place & 1:
        return ()
    s.state.recruited |= s.state.centres & 1 << place
    return (*retreat.ousted(s, t.CP, place), Raise(event, pool[0], place))


def volunteers(s: S, event: str) -> Steps:
    """One Armenian Army from the pool (14.2a)."""
    pool = armenia.unused(s.state)
    return put(s, event, pool[0], "ep-armenia") if pool else ()


def armenian_congress(s: S, event: str) -> Steps:
    """All Armenian Armies of the pool (1917.2.05)."""
    return tuple(g.Arrive(event, u, "ep-armenia") for u in armenia.unused(s.state))


def sykes_picot(s: S, event: str) -> Steps:
    st = s.state
    for u in t.UNITS_OF[t.AR]:
        if st.at[u] > 0:
            ev.casualty(s, event, t.UNITS[u])
    return ()


def peace_and_friendship(s: S, event: str) -> Steps:
    """Armenia is one hex that nobody may enter (1918.4.07)."""
    st = s.state
    place = p.INDEX["1222"]
    keep = next((u for u in t.UNITS_OF[t.AR] if st.at[u] == place), t.UNITS_OF[t.AR][0])
    for u in t.UNITS_OF[t.AR]:
        if u != keep:
            control.remove(s, u, event)
    others = tuple(v for v in bits(st.stack_of(place, t.EP)) if v != keep)
    out: Steps = (retreat.RetreatAll(t.EP, others, -1),) if others else ()
    return (*out, g.Seal(event, keep, place))


def maritsa(s: S, event: str) -> Steps:
    """Turkey gives up if two dice are lower than its cities in EP hands (1918.2.04, E20)."""
    if ev.roll(s, event, 2) < surrender.held(s.state, p.CITY[t.TU], t.EP):
        return (surrender.Surrender(t.TU, event, by_event=True),)
    return ()


def roumanian_exile(s: S, event: str) -> Steps:
    """A Roumanian Army with the British in the Near East (1917.7.05, E18)."""
    st = s.state
    away = [u for u in t.UNITS_OF[t.RM] if st.at[u] in (CASUALTY, POOL)]
    if not away:
        return ()
    return enlist(s, event, away[0], t.BR, "with-br-ne")


# -- the colonies ----------------------------------------------------------------------------------------------------------


def boers(s: S, event: str) -> Steps:
    """The Boer Revolt (11.3): EP Armies go to Cape Colony, the Boers hold the Transvaal."""
    st = s.state
    for u in bits(st.stack_of(p.TRANSVAAL, t.EP)):
        st.put(u, p.CAPE)
        st.flip(1 << u)  # 7.4g
        s.note("retreats", "ditt.11.3a", unit=t.UNITS[u], place="cape-colony", origin="transvaal")
    st.boer = ev.roll(s, event, 2)
    s.note("boers", event, "ditt.11.3b", strength=st.boer)
    return control.deploy(s, t.BOER, p.TRANSVAAL, "ditt.11.3a")


def japan(s: S, event: str) -> Steps:
    """Japan before Kiautschau; on a six its Army may go to Europe (1914.5.03)."""
    u = t.UNIT["jp-exp"]
    out = control.deploy(s, u, p.INDEX["wei-hai-wei"], event)
    if ev.roll(s, event, 1) == 6:
        ev.release(s, event, "jp-exp")
    return out


def u_boat_bases(s: S, event: str) -> Steps:
    """A die of British Divs for each base that Germany holds (1915.5.03, E08)."""
    st = s.state
    germans = c.places_of(st, sum(1 << u for u in bits(st.corps[t.GE]) if st.at[u] > 0))
    bases = (p.U_BOAT_BASES & (st.forts & p.POSTS | germans)).bit_count()
    return ev.divs(s, event, t.BR, -ev.roll(s, event, bases), False) if bases else ()


def lettow(s: S, event: str) -> Steps:
    """Four new coins on one African map that still has one (1917.8.03, E19)."""
    return (g.LettowMap(event),)


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
