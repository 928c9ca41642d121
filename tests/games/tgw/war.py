"""Games of a few steps for the chapters of the strategic turn, the events and politics: a field, the plays, scripted dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from firestep.engine.session import Session
from firestep.engine.step import Step
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import CHIT, CHITS, OF_EVENT
from firestep.games.tgw.events import events
from firestep.games.tgw.events.rows import RULES
from firestep.games.tgw.events.windows import PLAYS
from firestep.games.tgw.nations import collapse, european_turks
from firestep.games.tgw.state import BOX, State, place_of
from firestep.games.tgw.strategic import revolutions, turkish_surrender
from games.tgw.positions import field, session

A, CP = tables.ALLIED, tables.CENTRAL


def war(units: dict[str, str] | None = None, **fields: Any) -> State:
    """A field whose units may also lie in boxes ("dead", "available")."""
    units = units or {}
    st = field({ids: place for ids, place in units.items() if place not in BOX}, **fields)
    for ids, place in units.items():
        if place in BOX:
            for id in ids.split():
                st.put(roster.UNIT[id], place_of(place))
    return st


def game(st: State, *steps: Step[Any], dice: Iterable[int] = ()) -> Session[State]:
    """A game that has only these steps before it, with the plays of events, and in which nothing is refused or hidden."""
    more = {"plays": PLAYS, "why_not": lambda s, action: [], "conceal": None, "hides": lambda state, agenda: False}
    return session(st, *steps, dice=dice, **more)


def chit(id: str) -> int:
    return 1 << CHIT[id]


def event(name: str) -> int:
    return OF_EVENT[name]


def draw(st: State, id: str, drawer: int | None = None, dice: Iterable[int] = ()) -> Session[State]:
    """A chit has just been drawn: what follows."""
    s = game(st, dice=dice)
    c = CHIT[id]
    st.pool[CHITS[c].side] &= ~(1 << c)
    steps = events.drawn(s, c, CHITS[c].side if drawer is None else drawer)
    s.agenda = list(reversed(steps))
    s._settle()
    return s


def hold(st: State, *ids: str) -> State:
    """Chits are held by their owners."""
    for id in ids:
        c = CHIT[id]
        st.hand[CHITS[c].side] |= 1 << c
    return st


def happens(st: State, what: str) -> None:
    """Let the chapter that a flag belongs to set it, with everything else that the event, revolution, treaty or surrender does."""
    s = game(st, dice=[1] * 9)
    if what in ("salonika", "gallipoli"):
        RULES[what].effect(s, CHIT[f"al-{what}"])
    elif what == "euro-turks":
        european_turks.deploy_turks(s, "tgw.17.13a")
    elif what == "czar-fell":
        revolutions.fall_of_the_czar(s)
    elif what == "bolsheviks":
        revolutions.bolsheviks(s)
    elif what == "treaty":
        revolutions.Treaty().take(s, ("treaty",))
    elif what == "civil-war":
        RULES["civilwar"].effect(s, CHIT["cp-civilwar"])
    elif what == "turkey-surrendered":
        turkish_surrender.turkey(s, "tgw.5.61a")
    else:
        collapse.fall(s, tables.NATION[what], "tgw.16.11a")


def asked(s: Session[State]) -> tuple[str, int] | None:
    """The stored name of the open question, and the seat that is asked."""
    d = s.decision
    return None if d is None else (d.step.stored, d.seat)


def at(st: State, id: str) -> str:
    from firestep.games.tgw.state import place_word

    return place_word(st.at[roster.UNIT[id]])


def hexes(*numbers: str) -> int:
    return board.mask(*numbers)
