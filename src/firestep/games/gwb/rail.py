"""Rail movement (gwb.7.6): rail markers, entraining, riding, detraining."""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.games.gwb.state import State
from firestep.hexmap.grid import bits

#: the tasks of a rail marker, each once a turn: gwb.7.6h
ENTRAIN, RIDE, DETRAIN = 1, 2, 4


def markers(st: State, k: int) -> range:
    first = st.b.rail[0] if k else 0
    return range(first, first + st.b.rail[k])


def marker(st: State, u: int) -> int:
    """The marker that carries a unit."""
    return st.cargo.index(u)


def half(st: State, u: int) -> int:
    """Entraining and detraining cost half the allowance, rounded up: gwb.7.6a, G50."""
    return (st.b.move[u] + 1) // 2


def stations(st: State) -> int:
    """The hexes on a railway."""
    return st.ground.rails.ends


def closed(st: State, k: int) -> int:
    """Hexes that no train of side k passes: enemies, any enemy zone, roadblocks (gwb.7.6b, gwb.7.6g)."""
    return st.occ[1 - k] | st.zone(1 - k) | st.b.roadblocks  # gwb.7.6g


def may_entrain(st: State, u: int, acts: str, mp: int) -> bool:
    """Tells whether a unit may entrain: gwb.7.6c, gwb.7.6j."""
    k = st.b.units[u].side
    if not st.b.rail[k] or acts not in ("", "m"):
        return False
    bit, at = 1 << u, st.at[u]
    # gwb.7.5d, gwb.7.6d, gwb.7.6f, gwb.7.6i, gwb.9.0h
    if at <= 0 or (st.entrained | st.marching | st.forced | st.deployed | st.began_dis | st.began_zone) & bit or st.dis[u]:
        return False
    if mp < half(st, u) or not stations(st) >> at & 1 or closed(st, k) >> at & 1:
        return False
    return any(st.cargo[m] < 0 and not st.tasks[m] & ENTRAIN for m in markers(st, k))  # gwb.7.6h


def may_detrain(st: State, u: int, acts: str, mp: int) -> bool:
    if not st.entrained >> u & 1 or acts not in ("", "r", "e"):
        return False
    return mp >= half(st, u) and not st.tasks[marker(st, u)] & DETRAIN


def rides(st: State, u: int, acts: str) -> int:
    """The hexes that an entrained unit may be carried to: gwb.7.6b."""
    if not st.entrained >> u & 1 or acts not in ("", "e") or st.tasks[marker(st, u)] & RIDE:
        return 0
    here = 1 << st.at[u]
    return st.ground.line(st.at[u], closed(st, st.b.units[u].side)) & ~here


def track(st: State, u: int, h: int) -> tuple[int, ...]:
    """The shortest way along the railway, the last hex included."""
    shut = closed(st, st.b.units[u].side)
    return st.ground.rails.path(st.at[u], h, st.b.board.land & ~shut)[1:]


def entrain(s: Session[State], u: int) -> None:
    st = s.state
    k = st.b.units[u].side
    m = next(m for m in markers(st, k) if st.cargo[m] < 0 and not st.tasks[m] & ENTRAIN)
    st.tasks[m] |= ENTRAIN
    st.cargo[m] = u
    st.entrained |= 1 << u
    s.note("entrain", "gwb.7.6a", unit=st.b.words[u])


def detrain(s: Session[State], u: int, rule: str) -> None:
    st = s.state
    st.tasks[marker(st, u)] |= DETRAIN
    st.alight(u)
    s.note("detrain", rule, unit=st.b.words[u])


def new_turn(st: State, k: int) -> None:
    """The markers of the phasing side are ready again."""
    for m in markers(st, k):
        st.tasks[m] = 0


def riders(st: State) -> list[int]:
    return bits(st.entrained)
