"""Set-up (ditt.16.0): the position of 5 August 1914, then the questions about Putnik and the Askari. Numbers and places of units
are data: `units.csv`, `powers.csv`, `entry.csv`, `boxes.csv` (read by `tables`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from firestep.engine.page_data import price
from firestep.engine.question import Answer, Condition, Pick, Question, Word
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.components.board import RUSSIAN_ARMENIA
from firestep.games.ditt.components.things import PLACE
from firestep.games.ditt.nations import entry_markers
from firestep.games.ditt.sequence import GameTurn
from firestep.games.ditt.state import State

#: ditt.16.4d: Kamerun, Togo, Ost-Afrika or Süd-West Afrika, in an area that Germany holds
ASKARI_PLACES = places.COLONIAL_COINS & (
    places.COLONY_MAPS["Kamerun"]
    | places.COLONY_MAPS["Ost-Afrika"]
    | places.COLONY_MAPS["Süd-West Afrika"]
    | places.mask("togoland")
)


def begin(scenario: str, options: Mapping[str, str]) -> tuple[State, Steps]:
    """Returns the position of 5 August 1914 and the first steps. Sides, tracks and markers are those of a new `State`; places and
    Divs of units those of `tables` (ditt.16.2i, ditt.16.2l, ditt.16.2m)."""
    st = State(options)
    for n in range(len(tables.NATIONS)):
        st.own[n] = places.TERRITORY[n]  # ditt.16.1b, ditt.16.1d, ditt.16.1e
    # ditt.16.1c: four hexes of Armenia are Russian; ditt.16.6d: Basra is in British hands; ditt.15.8a, N02: the SG holds its own
    # hex only
    st.own[tables.TU] &= ~(1 << places.BASRA)
    st.own[tables.RS] |= RUSSIAN_ARMENIA
    st.own[tables.BR] |= 1 << places.BASRA
    st.own[tables.RS] &= ~places.mask("0725")
    st.own[tables.SG] |= places.mask("0725")
    st.own[tables.GE] |= places.COLONIAL_COINS  # ditt.16.4c
    st.own[tables.BR] |= places.COLONIES & ~places.COLONIAL_COINS  # ditt.11.1b
    for u in range(tables.N):
        st.divs[u] = tables.START_DIVS[u]
        if (place := tables.START_PLACE[u]) and place != "choice":
            st.at[u] = places.INDEX[place]
    st.flipped = sum(1 << u for u in tables.PLAN17)  # ditt.16.3c
    st.truce = sum({1 << st.at[u] for u in tables.PLAN17})  # ditt.16.3d, V15
    st.derive()
    return st, (Putnik(), PlaceAskari(), GameTurn())


@dataclass(frozen=True, slots=True)
class Putnik(Question[Session[State]]):
    """The very first move: the die decides on Putnik, unless the Central Powers arrest him at once (ditt.16.6b, ditt.16.6c)."""

    says = ("arrest", "roll")

    def seat(self, s: Session[State]) -> int:
        return tables.CP

    def prompt(self, s: Session[State]) -> str:
        return "Central Powers: arrest the Serb general Putnik, or leave it to the die"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        cost = price("Serbia has no Putnik coins, but two dice are added to the entry of Italy.", True)
        yield Word("arrest", then=self.arrest, price=cost)
        yield Word("roll", then=self.roll, price=price("a 1 arrests him, anything else gives Serbia three coins"))

    def arrest(self, s: Session[State]) -> Steps:
        s.note("putnik-arrested", "ditt.16.6c")
        return entry_markers.roll_entry(s, tables.ENTRY.index("it"), 2, +1, "ditt.16.6c")

    def roll(self, s: Session[State]) -> Steps:
        die = s.roll()
        if die > 1:  # ditt.16.6b
            s.state.coins[tables.BOX["ep-putnik"]] = 3
        s.note("putnik", "ditt.16.6b", die=die)
        return ()


@dataclass(frozen=True, slots=True)
class PlaceAskari(Question[Session[State]]):
    """Where the Askari begin (ditt.16.4d)."""

    says = ("askari place",)

    def seat(self, s: Session[State]) -> int:
        return tables.CP

    def prompt(self, s: Session[State]) -> str:
        return "Central Powers: choose where the Askari begin"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        area = Condition("ditt.16.4d", ASKARI_PLACES, "the Askari begin in a German area of Africa")
        yield Pick("askari", PLACE, (area,), self.place)

    def place(self, s: Session[State], place: int) -> Steps:
        s.state.put(tables.ASKARI, place)
        s.note("deploys", "ditt.16.4d", unit=tables.UNITS[tables.ASKARI], place=places.NUMBER[place])
        return ()
