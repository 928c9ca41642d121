"""What one side knows and the other does not: held events and the French Mutiny where the options hide them, plans drawn before the
war. (Answers given at once are sealed by the engine.)"""

from __future__ import annotations

from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.tgw import prewar
from firestep.games.tgw import tables as t
from firestep.games.tgw.chits import CHITS, MANDATORY
from firestep.games.tgw.events import EVENTS, hidden_hands
from firestep.games.tgw.state import State
from firestep.hexmap.grid import bits

#: chits that can be in a hand: neither mandatory nor done with when drawn
_KEPT = sum(1 << c for c, chit in enumerate(CHITS) if not MANDATORY >> c & 1 and EVENTS[chit.event].moment != "drawn")


def _hidden_mutiny(st: State) -> bool:
    return st.options.get("mutiny") == "hidden" and st.acting("mutiny")


def _plans(st: State, side: int) -> list[str]:
    return [id for id in prewar.hand(st, side) if id not in st.prewar] if st.turn == 1 and not st.phase else []


def hides(st: State, agenda: Steps) -> bool:
    """Somebody holds an event, or has drawn a plan, that the other does not see."""
    if hidden_hands(st) and any(st.hand):
        return True
    return _hidden_mutiny(st) or any(_plans(st, side) for side in (t.ALLIED, t.CENTRAL))


def conceal(s: Session[State], seat: int | None) -> Session[State]:
    """The game as a seat knows it: what the other holds may be any of the chits that he holds or could draw; a Mutiny that is not
    told is still in the pool; plans that the other has drawn are the first of his list."""
    new = s.copy()
    st = new.state
    for side in (t.ALLIED, t.CENTRAL):
        if side == seat:
            continue
        if hidden_hands(st):
            k = st.hand[side].bit_count()
            own = st.hand[side] | st.pool[side]
            dealt = sum(1 << c for c in bits(own & _KEPT)[:k])
            st.hand[side], st.pool[side] = dealt, own & ~dealt
        drawn = _plans(st, side)
        for id in drawn:
            st.tally.pop(f"plan-{id}", None)
        for id in prewar.OF_SIDE[side][: len(drawn)]:
            st.tally[f"plan-{id}"] = 1
    if seat != t.ALLIED and _hidden_mutiny(st):
        st.until.pop("mutiny", None)
        st.until.pop("mutiny-from", None)
        st.tally.pop("turn-mutiny", None)
    return new
