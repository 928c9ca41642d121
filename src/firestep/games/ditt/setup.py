"""Set-up (16.0): everything in its place on 5 August 1914, then Putnik's journey and the Askari."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Choice, Steps
from firestep.games.ditt import control
from firestep.games.ditt import places as p
from firestep.games.ditt import tables as t
from firestep.games.ditt.board import RUSSIAN_ARMENIA
from firestep.games.ditt.sequence import GameTurn
from firestep.games.ditt.state import State

ARREST: Action = ("arrest",)
ROLL: Action = ("roll",)
#: 16.4d: Kamerun, Togo, Ost-Afrika or Süd-West Afrika, in an area that Germany holds
ASKARI_PLACES = p.POSTS & (
    p.COLONY_MAPS["Kamerun"] | p.COLONY_MAPS["Ost-Afrika"] | p.COLONY_MAPS["Süd-West Afrika"] | p.mask("togoland")
)
ASKARI_ACTIONS: list[Action] = sorted(("askari", n) for n in p.numbers(ASKARI_PLACES))


def begin(scenario: str, options: Mapping[str, str]) -> tuple[State, Steps]:
    """The position of 5 August 1914 and the first steps (16.1 to 16.5)."""
    st = State(options)
    for n in range(len(t.NATIONS)):
        st.own[n] = p.TERRITORY[n]
    # 16.1c: four hexes of Armenia are Russian; 16.6d: Basra is in British hands; 15.8a, N02: the SG holds its own hex only
    st.own[t.TU] &= ~(1 << p.BASRA)
    st.own[t.RS] |= RUSSIAN_ARMENIA
    st.own[t.BR] |= 1 << p.BASRA
    st.own[t.RS] &= ~p.mask("0725")
    st.own[t.SG] |= p.mask("0725")
    st.own[t.GE] |= p.POSTS  # 16.4c
    st.own[t.BR] |= p.COLONIES & ~p.POSTS  # 11.1b
    for u in range(t.N):
        st.divs[u] = t.START_DIVS[u]
        if (place := t.START_PLACE[u]) and place != "choice":
            st.at[u] = p.INDEX[place]
    st.flipped = sum(1 << u for u in t.PLAN17)  # 16.3c
    st.truce = sum({1 << st.at[u] for u in t.PLAN17})  # 16.3d, V15
    st.derive()
    return st, (Putnik(), PlaceAskari(), GameTurn())


@dataclass(frozen=True, slots=True)
class Putnik(Choice[Session[State]]):
    """The very first move: the die decides on Putnik, unless the Central Powers arrest him at once (16.6b, 16.6c)."""

    def seat(self, s: Session[State]) -> int:
        return t.CP

    def prompt(self, s: Session[State]) -> str:
        return "Central Powers: arrest the Serb general Putnik, or leave it to the die"

    def actions(self, s: Session[State]) -> list[Action]:
        return [ARREST, ROLL]

    def take(self, s: Session[State], action: Action) -> Steps:
        if action == ARREST:
            s.note("putnik-arrested", "ditt.16.6c")
            return control.roll_entry(s, t.ENTRY.index("it"), 2, +1, "ditt.16.6c")
        die = s.roll()
        if die > 1:
            s.state.coins[t.BOX["ep-putnik"]] = 3
        s.note("putnik", "ditt.16.6b", die=die)
        return ()


@dataclass(frozen=True, slots=True)
class PlaceAskari(Choice[Session[State]]):
    """Where the Askari begin (16.4d)."""

    def seat(self, s: Session[State]) -> int:
        return t.CP

    def prompt(self, s: Session[State]) -> str:
        return "Central Powers: choose where the Askari begin"

    def actions(self, s: Session[State]) -> list[Action]:
        return ASKARI_ACTIONS

    def take(self, s: Session[State], action: Action) -> Steps:
        s.state.put(t.ASKARI, p.INDEX[action[1]])
        s.note("deploys", "ditt.16.4d", unit=t.UNITS[t.ASKARI], place=action[1])
        return ()
