"""Where units appear or go back to: retreats, new Armies, landings."""

from __future__ import annotations

from typing import Any

from firestep.bots.ditt import chances, theatres
from firestep.bots.ditt.evaluation import DIV, Evaluation, evaluate
from firestep.bots.ditt.offensive import blow
from firestep.bots.ditt.plans import NEVER
from firestep.bots.ditt.values import lacking, unguarded, worth
from firestep.engine.session import Decision, Session
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement.invasion import beaches
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import Fight, State
from firestep.games.ditt.supply import supplied_places
from firestep.hexmap.grid import bits

S = Session[State]
D = Decision[State]
#: Divs of a new Army
SHARE = 10
#: coasts behind the minefields of the German fleet, and all that lies beyond
_MINED = places.COUNTRY["Germany"] & places.COASTAL
_FAR = theatres.EAST & (places.lands("Germany", "Poland", "Baltic States", "White Russia", "Ukraine", "Russia"))
_BALKANS = places.lands("Serbia", "Montenegro", "Albania", "Macedonia", "Austria-Hungary")


def retreat(s: S, d: D, step: Any) -> list[float]:
    """Back to where the line is then best: holes plugged, friends, no enemies."""
    st = s.state
    ev = evaluate(st, d.seat)
    u = step.unit
    here = st.at[u]
    base = ev.block & ~(1 << here)
    out = []
    for a in d.actions:
        if a[0] != "retreat":
            out.append(NEVER)
            continue
        i = places.INDEX[a[1]]
        there = st.stack_of(i, d.seat)
        risk = ev.risk(i, there | 1 << u)
        out.append(-ev.holes(base | 1 << i) - risk * 0.15 * (st.divs[u] or 2) + 0.1 * bool(there) + 0.2 * worth(st, i) * (1 - risk))
    return out


def stationed(ev: Evaluation, u: int, divs: int, to: int) -> float:
    """The worth of a unit with so many Divs that appears at a place: holes plugged, dangers lessened, or at hand for what pulls."""
    st, side = ev.st, ev.side
    there = st.stack_of(to, side)
    was, st.divs[u] = st.divs[u], divs if tables.IS_ARMY[u] else 0
    ev.forget(to)
    if there or st.fort_of[side] >> to & 1:
        value = ev.danger(to, there) - ev.danger(to, there | 1 << u)
    else:
        risk = ev.risk(to, 1 << u)
        value = (ev.hole - ev.holes(ev.block | 1 << to)) * (1.0 - risk) - risk * DIV * divs
    st.divs[u] = was
    ev.forget(to)
    return value + 0.05 * ev.pull().get(to, 0.0)


def _remote(st: State, u: int, to: int) -> float:
    """Before Salonika is open the Allies are needed elsewhere than beyond the mountains of Montenegro, and never on the Baltic."""
    if st.serves[u] not in (tables.BR, tables.FR, tables.US):
        return 0.0
    return 12.0 if st.turn < 8 and _BALKANS >> to & 1 or _FAR >> to & 1 else 0.0


def colonial(st: State, u: int, to: int) -> float:
    """An Army for the colonies: where German coins are left on the map of that area and nobody is there to take them
    (ditt.17.0f)."""
    if st.side(u) != tables.EP or st.serves[u] not in (tables.BR, tables.FR) or st.turn < 3:
        return -1.0
    here = next((m for m in places.COLONY_MAPS.values() if m >> to & 1), 0)
    left = here & (st.fort_of[tables.CP] | st.occ[tables.CP])
    if not left:
        return -1.0
    if st.serves[u] == tables.FR and here not in (places.COLONY_MAPS["Kamerun"], places.COLONY_MAPS["Colonial boxes"]):
        return -1.0  # ditt.11.2b
    busy = (here & st.occ[tables.EP]).bit_count()
    near = bool(places.ways(0).near[to] & left)
    return (4.0 if near else 2.5) if busy < 2 else 0.1


def place(s: S, d: D, step: Any) -> list[float]:
    """Where a unit takes its place: where it mends the line most, in supply."""
    st = s.state
    ev = evaluate(st, d.seat)
    pull = ev.pull()
    out = []
    unit = getattr(step, "unit", None)
    fed = supplied_places(st, st.serves[unit]) if unit is not None and st.allegiance[st.serves[unit]] < 2 else -1
    divs = st.divs[unit] if unit is not None else 0
    if unit is not None and tables.IS_ARMY[unit] and not divs:
        divs = max(1, min(SHARE, control.free_reserves(st, tables.UNIT_NATION[unit])))
    plan = blow(ev, tables.UNIT_NATION[unit]) if unit is not None and tables.IS_ARMY[unit] else None
    for a in d.actions:
        i = places.INDEX.get(a[-1], -1)
        if i < 0:
            out.append(-9.0 if a[0] not in ("reserves",) else -0.5)
        elif d.seat == tables.CP and places.GARRISON >> i & 1 and lacking(st):
            out.append(60.0 + 0.01 * pull.get(i, 0.0))
        elif places.COLONIES >> i & 1:
            out.append(colonial(st, unit, i) if unit is not None else -1.0)
        elif unit is None:
            out.append(pull.get(i, 0.0))
        else:
            value = stationed(ev, unit, divs or 2, i) - (0.0 if fed >> i & 1 else 8.0) - _remote(st, unit, i)
            value += 9.0 if unguarded(st, d.seat) >> i & 1 else 0.0
            value += plan.worth if plan is not None and plan.base == i else 0.0
            out.append(value + theatres.called(st, tables.UNIT_NATION[unit], i))
    return out


def shores(st: State, start: int) -> int:
    """Where a landing from a port is worth a Beach Head: not behind the minefields before the last year."""
    found = 0
    for u in bits(st.stack_of(start, tables.EP) & ~st.flipped):
        if st.serves[u] in (tables.BR, tables.FR):
            found |= beaches(st, start, (u,))
    return found if st.turn > 16 else found & ~_MINED


def sail(s: S, d: D, step: Any) -> list[float]:
    """Land where nobody stands and a city is near, above all at the Straits."""
    st = s.state
    pull = evaluate(st, tables.EP).pull()
    out = []
    for a in d.actions:
        if a[0] != "land":
            out.append(-5.0)
            continue
        i = places.INDEX[a[1]]
        foes = st.stack_of(i, tables.CP)
        chance = 1.0 if not foes else chances.of_fight(st, Fight(tables.EP, i, -1, step.units, "landing"))
        out.append(chance * (worth(st, i) + pull.get(i, 0.0)) if not _MINED >> i & 1 or st.turn > 16 else -9.0)
    return out
