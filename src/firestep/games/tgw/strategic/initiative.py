"""U.S. entry (tgw.5.7) and the Initiative Determination Phase (tgw.5.8): who goes first where, OHL or OberOst."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firestep.engine.question import Answer, OneOf, Question
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.engine.step import Auto, SideChoice, Steps
from firestep.games.tgw.components import tables
from firestep.games.tgw.nations import neutrals
from firestep.games.tgw.scenarios import optional_rules
from firestep.games.tgw.state import State

S = Session[State]
OHL, OBEROST = 1, 2


@dataclass(frozen=True, slots=True)
class UsEntry(Auto[S]):
    """The United States enter on the letter of their marker (tgw.5.71a, E1), or the letter after T.R. had reason to
    (tgw.20.2.10a)."""

    def run(self, s: S) -> Steps:
        st = s.state
        if st.us_entered >= 0:
            return ()
        if st.tally.get("roosevelt-due") == st.letter:
            st.tally["roosevelt"] = st.letter
            return neutrals.america_enters(s, "tgw.20.2.10a")
        if st.letter < st.us_marker:
            return ()
        return neutrals.america_enters(s, "tgw.5.71a")


@dataclass(frozen=True, slots=True)
class InitiativePhase(Auto[S]):
    """A side chooses its theater: the Central Powers (tgw.5.82a), or the Allies once they may choose (tgw.5.82c). Then the Central
    Powers choose OHL or OberOst (tgw.5.86a)."""

    def run(self, s: S) -> Steps:
        return (Initiative(tables.ALLIED if s.state.flag("allies-choose") else tables.CENTRAL), Marker())  # tgw.5.86a


@dataclass(frozen=True, slots=True)
class Initiative(Question[S], SideChoice[S]):
    """The side that may choose names the theater in which it has the initiative (tgw.5.82a). The other side has it in the other
    theater (tgw.4.21a, tgw.5.83a). The result lasts until the next Initiative Determination Phase (tgw.5.81a)."""

    side: int
    says = ("initiative theater",)

    def prompt(self, s: S) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: in which theater do you take the initiative?"

    def answers(self, s: S) -> Iterator[Answer]:
        barred = Refusal("tgw.21.8a", "without an unbroken line across the Western Front you cannot turn from east to west")
        west = optional_rules.may_turn_west(s.state, self.side)
        yield OneOf("initiative", {"eastern": None, "western": None if west else barred}, then=self.choose)

    def choose(self, s: S, theater: str) -> Steps:
        st = s.state
        st.initiative = self.side if theater == "western" else 1 - self.side  # tgw.5.81a, tgw.5.82a
        s.note("initiative", "tgw.5.83a", side=tables.SEATS[self.side], theater=theater)
        return ()


@dataclass(frozen=True, slots=True)
class Marker(Question[S]):
    """The Central Powers choose their marker (tgw.5.86a): OHL if they have the initiative in the Western Theater (tgw.5.86b), or
    OberOst in any case (tgw.5.86c)."""

    says = ("marker marker",)

    def seat(self, s: S) -> int:
        return tables.CENTRAL

    def prompt(self, s: S) -> str:
        return "Central Powers: OHL in the Western Theater or OberOst in the Eastern one?"

    def answers(self, s: S) -> Iterator[Answer]:
        west = s.state.initiative == tables.CENTRAL
        barred = Refusal("tgw.5.86b", "OHL needs the initiative in the Western Theater")
        yield OneOf("marker", {"oberost": None, "ohl": None if west else barred}, then=self.choose)

    def choose(self, s: S, marker: str) -> Steps:
        st = s.state
        st.marker = OHL if marker == "ohl" else OBEROST  # tgw.5.86c
        st.marker_at = 0
        s.note("marker-chosen", "tgw.5.86a", marker=marker)
        return ()
