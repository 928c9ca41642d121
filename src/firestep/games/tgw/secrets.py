"""What one side knows and the other does not: stacks (`fog`), held events and the French Mutiny where the options hide them, plans
drawn before the war. (Answers given at once are sealed by the engine.)"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any

from firestep.engine.session import Session
from firestep.engine.step import Step, Steps
from firestep.games.tgw.combat.combat import Assemble
from firestep.games.tgw.components import fronts, roster, tables
from firestep.games.tgw.components.chits import CHITS, MANDATORY, OF_EVENT
from firestep.games.tgw.display import fog
from firestep.games.tgw.events.event_table import hidden_hands
from firestep.games.tgw.events.ordered_marches import Gather
from firestep.games.tgw.events.rows import RULES
from firestep.games.tgw.movement import stacking
from firestep.games.tgw.movement.movement import March
from firestep.games.tgw.movement.rail import Ride
from firestep.games.tgw.movement.sea import Sail
from firestep.games.tgw.scenarios import prewar
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

#: chits that can be in a hand: neither mandatory nor done with when drawn
_KEPT = sum(1 << c for c, chit in enumerate(CHITS) if not MANDATORY >> c & 1 and RULES[chit.event].moment != "drawn")

_MUTINY = OF_EVENT["mutiny"]


def _hidden_mutiny(st: State) -> bool:
    return st.options.get("mutiny") == "hidden" and st.acting("mutiny")


def _plans(st: State, side: int) -> list[str]:
    return [id for id in prewar.hand(st, side) if id not in st.prewar] if st.turn == 1 and not st.phase else []


def hides(st: State, agenda: Steps) -> bool:
    """Somebody holds an event, or has drawn a plan, or has counters in his stacks that the other does not see."""
    if st.on("fog"):
        return True
    if hidden_hands(st) and any(st.hand):
        return True
    return _hidden_mutiny(st) or any(_plans(st, side) for side in (tables.ALLIED, tables.CENTRAL))


def conceal(s: Session[State], seat: int | None) -> Session[State]:
    """The game as a seat knows it: what the other holds may be any of the chits that he holds or could draw; a Mutiny that is not
    told is still in the pool; plans that the other has drawn are the first of his list."""
    new = s.copy()
    st = new.state
    for side in (tables.ALLIED, tables.CENTRAL):
        if side == seat:
            continue
        if hidden_hands(st):
            k = st.hand[side].bit_count()
            own = st.hand[side] | st.pool[side]
            # a hand for which too few chits are left to keep gives the Mutiny away (tgw.6.46b)
            dealt = sum(1 << c for c in [*bits(own & _KEPT), *bits(own & _MUTINY)][:k])
            st.hand[side], st.pool[side] = dealt, own & ~dealt
        drawn = _plans(st, side)
        for id in drawn:
            st.tally.pop(f"plan-{id}", None)
        for id in prewar.OF_SIDE[side][: len(drawn)]:
            st.tally[f"plan-{id}"] = 1
    if seat != tables.ALLIED and _hidden_mutiny(st) and not st.hand[tables.ALLIED] & _MUTINY:
        st.until.pop("mutiny", None)
        st.until.pop("mutiny-from", None)
        st.tally.pop("turn-mutiny", None)
    if st.on("fog"):
        deal(new, seat)
    return new


def deal(s: Session[State], seat: int | None) -> None:
    """Lay what a seat cannot see under the tops of each front anew, the deepest counters where the top itself is deep, so that
    every stack shows the same top as before; and let steps of others name those counters."""
    st = s.state
    hidden = fog.covered(st, seat)
    st.memo["fog"] = (seat,)
    moves: list[tuple[int, int]] = []
    for side in (tables.ALLIED, tables.CENTRAL):
        for front in fronts.FRONT:
            here = {i: m for i, m in hidden.items() if front >> i & 1 and m & st.troops[side]}
            moves += _deal(st, here)
    for u, i in moves:
        st.put(u, i)
    _mark(st, hidden, moves)
    st.memo = {"fog": (seat,)}  # what was remembered of the stacks as they lay
    s.agenda = [_step(st, step, -1 if seat is None else seat) for step in s.agenda]


#: what counters did or suffered of late: one sees how many of a place, not which
_MARKS = ("moved", "railed", "sailed", "attacked", "newly", "saved", "devastating")


def _mark(st: State, hidden: dict[int, int], moves: list[tuple[int, int]]) -> None:
    """What was done in a place was done by as many of those who lie there now."""
    laid = dict.fromkeys(hidden, 0)
    for u, i in moves:
        laid[i] |= 1 << u
    unseen = reduce(or_, hidden.values(), 0)
    for name in _MARKS:
        was: int = getattr(st, name)
        now = was & ~unseen
        for i, m in hidden.items():
            now |= sum(1 << u for u in bits(laid[i])[: (was & m).bit_count()])
        setattr(st, name, now)


def _deal(st: State, hidden: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Which counter lies where. The deepest are laid first, under the deepest tops: so each lies deeper than the top it is given,
    since as many as lie there in truth do."""
    left = {i: m.bit_count() for i, m in hidden.items()}
    depth = {i: fog.order(st, fog.top(st, st.where[i])) for i in hidden}
    fixed = {i: st.where[i] & ~m for i, m in hidden.items()}
    pool = 0
    for m in hidden.values():
        pool |= m
    deepest = sorted(hidden, key=lambda i: (-depth[i], i))
    laid: dict[int, int] = dict.fromkeys(hidden, 0)

    def lay(u: int, i: int) -> tuple[int, int]:
        left[i] -= 1
        laid[i] |= 1 << u
        return u, i

    def sunk(units: int) -> list[int]:
        return sorted(bits(units), key=lambda u: -fog.order(st, u))

    def high(i: int) -> bool:
        """There are more counters to lay than may count for stacking (tgw.7.23a)."""
        return left[i] > stacking.MOST - ((fixed[i] | laid[i]) & roster.COUNTED).bit_count()

    for rank, kind in fog.ONES:
        # one in a hex (tgw.7.23c), but where one is on top nothing else lies under it: somebody is on his way through
        under = {i for i in hidden if depth[i] >= rank * fog.DEPTH}
        for u in sunk(pool & kind):
            for i in sorted(deepest, key=lambda i: (i not in under, not high(i))):
                if left[i] and (i in under or not (fixed[i] | laid[i]) & kind):
                    pool &= ~(1 << u)
                    yield lay(u, i)
                    break
    # stacks higher than six need counters that do not count (tgw.7.23b)
    for u in sunk(pool & roster.FREE):
        for i in deepest:
            if high(i):
                pool &= ~(1 << u)
                yield lay(u, i)
                break
    slots = [i for i in deepest for _ in range(left[i])]
    for u, i in zip(sunk(pool), slots, strict=True):
        yield u, i


def _step(st: State, step: Step[Any], seat: int) -> Step[Any]:
    """A step of another seat as this one knows it: so many counters of that place, no assembly that was not declared."""
    if isinstance(step, Assemble) and step.side != seat:
        return replace(step, joined=())
    if isinstance(step, Gather) and seat != tables.CENTRAL:
        return Gather()
    if isinstance(step, Sail) and seat != tables.ALLIED:
        return replace(step, units=_some(st, tables.ALLIED, step.start, len(step.units)))
    if isinstance(step, March | Ride) and step.side != seat:
        return replace(step, units=_some(st, step.side, step.at if isinstance(step, March) else step.start, len(step.units)))
    return step


def _some(st: State, side: int, place: int, count: int) -> tuple[int, ...]:
    units = bits(st.stack(place) & st.troops[side])
    return tuple(units[:count])
