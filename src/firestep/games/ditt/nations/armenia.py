"""Armenians (ditt.14.2): the levy of a Population Centre and the massacres. Their supply is in `supply`, their lands are in
`areas`, as those of Arabs and Senussi (ditt.14.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, Question, Word
from firestep.engine.session import Session
from firestep.engine.step import Auto, Steps
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import passage
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import CASUALTY, POOL, State
from firestep.hexmap.grid import bits


def raisable(st: State) -> list[int]:
    """Armenian Armies that can be raised: undeployed or in the Casualty Box, without the AAV (ditt.14.2f, N12)."""
    return [u for u in tables.UNITS_OF[tables.AR] if u != tables.AAV and st.at[u] in (POOL, CASUALTY)]


def not_yet_raised(st: State) -> list[int]:
    """Armenian Armies that have not appeared yet: from these alone events take one (ditt.14.2a, N12)."""
    return [u for u in raisable(st) if st.at[u] == POOL]  # ditt.14.2a


def levy(s: Session[State], place: int) -> Steps:
    """Asks for the levy when the EP occupies an unrecruited Population Centre (ditt.14.2f), but not if Reds are there
    (ditt.12.3b)."""
    st = s.state
    if not raisable(st) or passage.places_not_shared(st, tables.AR) >> place & 1:
        return ()
    return (Levy(place),)


@dataclass(frozen=True, slots=True)
class Levy(Question[Session[State]]):
    """Raise an Armenian Army in the Population Centre, or let the chance pass (N12)."""

    place: int
    says = ("decline", "levy")

    def seat(self, s: Session[State]) -> int:
        return tables.EP

    def prompt(self, s: Session[State]) -> str:
        return f"Entente Powers: raise an Armenian Army at {places.place(self.place)}, or decline"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        yield Word("decline")
        yield Word("levy", then=self.raise_army)

    def raise_army(self, s: Session[State]) -> Steps:
        st = s.state
        if not raisable(st) or not st.ctrl[tables.EP] >> self.place & 1 or st.occ[tables.CP] >> self.place & 1:
            return ()
        st.recruited |= 1 << self.place
        return control.deploy(s, raisable(st)[0], self.place, "ditt.14.2f")


@dataclass(frozen=True, slots=True)
class Massacres(Auto[Session[State]]):
    """After the Massacre event: a die for each Population Centre under the CP, a 6 removes it (ditt.2.5b, ditt.14.2g)."""

    def run(self, s: Session[State]) -> Steps:
        st = s.state
        if not st.flag("massacre"):
            return ()
        for i in bits(st.centres & st.ctrl[tables.CP]):  # ditt.2.5b
            die = s.roll()
            if die == 6:  # ditt.14.2g
                st.centres &= ~(1 << i)
            s.note("massacre", "ditt.14.2g", place=places.NUMBER[i], die=die)
        return ()
