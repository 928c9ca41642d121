"""Fog of stacks (tgw.7.25), an option: of an enemy stack one sees the top counter and how high it is, and no more until an attack
on it is declared (N9). On top lies foot before everything else, headquarters lie at the bottom: so the list of legal moves and
attacks, which asks whether there is infantry or any combat unit in a hex, tells nothing that cannot be seen (N9b).

`secrets.deal` makes the game that a seat knows: the counters of a front that it cannot see are gathered and laid under the tops
again, in an order that depends on nothing but what can be seen.
"""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.games.tgw.components import board, roster, tables, unit_types
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.movement import areas
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

#: where the Central Powers look into every Allied stack (tgw.7.25c)
INTERIOR = board.GERMANY | board.AUSTRIA | board.POLAND
#: from the top of a stack down: foot, foot that does not count for stacking, riders, then what a hex holds one of (tgw.7.23c)
_RIDERS, _ANTITANK, _TANK, _HQ = range(2, 6)
ONES = ((_HQ, roster.HQ), (_TANK, roster.TANK), (_ANTITANK, roster.ANTITANK))
DEPTH = 1 << 12


def order(st: State, u: int) -> int:
    """How deep a counter lies in its stack: the least is on top."""
    bit = 1 << u
    rank = int(bool(bit & roster.FREE)) if unit_types.foot(st) & bit else next((k for k, m in ONES if m & bit), _RIDERS)
    return rank * DEPTH + u


def top(st: State, units: int) -> int:
    return min(bits(units), key=lambda u: order(st, u))


def public(st: State) -> int:
    """Counters that everybody sees wherever they lie: those in the combat in hand (N9), those at work devastating, those of nations
    that have joined in this turn (S28)."""
    out = st.devastating | areas.newcomers(st)
    if st.fight is not None:
        for u in (*st.fight.attackers, *st.fight.defenders, *st.fight.advanced, *st.fight.hqs):
            if u >= 0:
                out |= 1 << u
    return out


def covered(st: State, seat: int | None) -> dict[int, int]:
    """By hex the counters that a seat cannot see (None: a spectator, who sees the tops of both sides)."""
    out: dict[int, int] = {}
    if not st.on("fog"):
        return out
    seen = public(st)
    for side in (tables.ALLIED, tables.CENTRAL):
        if side == seat:
            continue
        hexes = st.occ[side]
        if seat == tables.CENTRAL:
            hexes &= ~INTERIOR
        if st.fight is not None and seat is not None:
            hexes &= ~(1 << st.fight.hex)
        for i in bits(hexes):
            units = st.where[i] & st.troops[side]
            if units & (units - 1) and (under := units & ~seen & ~(1 << top(st, units))):
                out[i] = under
    return out


def known_as(st: State) -> dict[int, int]:
    """The counters that nobody should be shown as if they were known: of a game that was made for a seat those it cannot see."""
    return covered(st, st.memo["fog"][0]) if "fog" in st.memo else {}


def british(st: State) -> int:
    """Returns the hexes in which the British can be seen (tgw.6.3g, N9b)."""
    return sum(1 << i for i, m in st.where.items() if i > 0 and roster.NATION_OF[top(st, m)] in tables.BRITISH)


def estimate(st: State, side: int, hex: int) -> int:
    """What an enemy stack seems worth in defence to who sees its top and its height: as many counters like the one on top, and its
    fort (S24). What an order demands may depend on this, never on what lies below."""
    units = st.stack(hex) & st.troops[1 - side]
    worth = st.strength(top(st, units))[1] * units.bit_count() if units else 0
    return worth + forts.intrinsic(st, hex, 1 - side)


def note(s: Session[State], owner: int, key: str, rule: str, /, **params: Any) -> None:
    """Counters have moved: their owner reads which, under fog the other only how many, from where and whereto."""
    if not s.state.on("fog"):
        s.note(key, rule, **params)
        return
    s.note(key, rule, **params, only=tables.SEATS[owner])
    where = {k: params[k] for k in ("origin", "place") if k in params}
    if where:
        count = len(params.get("units", "1"))
        s.note("stack", rule, "tgw.7.25a", side=tables.SEATS[owner], count=count, **where, only=tables.SEATS[1 - owner])
