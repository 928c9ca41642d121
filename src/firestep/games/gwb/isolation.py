"""Isolation and surrender (gwb.12.0)."""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.games.gwb.state import State
from firestep.hexmap.grid import bits


def relieve(s: Session[State]) -> None:
    """A line of communication regained at any moment takes the marker off, at no cost: gwb.12.3b."""
    st = s.state
    if not any(st.iso):
        return
    cut = (st.isolated(0), st.isolated(1))
    for u, level in enumerate(st.iso):
        if level and st.at[u] > 0 and not cut[st.b.units[u].side] >> st.at[u] & 1:  # gwb.12.3b
            st.iso[u] = 0
            s.note("relieved", "gwb.12.3b", unit=st.b.words[u])


def capitulate(s: Session[State]) -> None:
    """The end of a battle that says so: who is cut off then is lost with all his steps (G88)."""
    st = s.state
    cut = (st.isolated(0), st.isolated(1))
    for k in (0, 1):
        for u in bits(st.on_map(k)):
            if cut[k] >> st.at[u] & 1:
                s.note("capitulates", "gwb.12.4a", unit=st.b.words[u], steps=st.steps[u])
                st.destroy(u)


def surrender(s: Session[State], k: int) -> None:
    """The surrender phase: judge isolation (gwb.5.1.4), raise levels (gwb.12.3a), roll for each unit
    (gwb.12.4a), also for those first found isolated now (gwb.12.4b)."""
    st = s.state
    cut = st.isolated(k)
    relieve(s)
    isolated = [u for u in bits(st.on_map(k)) if cut >> st.at[u] & 1]
    for u in isolated:
        st.iso[u] += 1  # gwb.12.3a
        s.note("isolated", "gwb.12.3a", unit=st.b.words[u], level=st.iso[u])
    for u in isolated:  # gwb.12.4b
        level, die = st.iso[u], s.roll()
        lost = die <= level  # gwb.12.4a
        s.note("surrender", "gwb.12.4a", unit=st.b.words[u], die=die, level=level, lost=lost)
        if lost:
            st.lose_step(u)
