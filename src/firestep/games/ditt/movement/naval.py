"""Naval Supremacy (ditt.8.3): challenges in five seas. What a marker allows is decided elsewhere: crossing arrows in `areas.links`,
invasions in `invasion.open_to_sail`, the caps of the Near East in `areas.near_east_cap`, Sea Supply in `supply.open_seas`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from firestep.engine.masks import mask
from firestep.engine.page_data import price
from firestep.engine.question import Answer, Condition, Pick, SideQuestion, Word
from firestep.engine.session import Session
from firestep.engine.step import Steps
from firestep.games.ditt.components import tables
from firestep.games.ditt.components.things import SEA
from firestep.games.ditt.state import State

#: two dice from this on win a challenge (ditt.8.3h), up to this lose it (ditt.8.3i)
WON, LOST = 11, 4


def open_to_challenge(st: State, side: int) -> Iterator[Condition]:
    """Yields the conditions of a sea in which a side may challenge."""
    if side == tables.CP and st.seas[tables.ADRIATIC] != tables.CP_RULES:
        sentence = "the Central Powers need the Adriatic before they challenge in the Mediterranean"
        yield Condition("ditt.8.3k", ~(1 << tables.MED), sentence)  # ditt.sct.g
    best = tables.EP_RULES if side == tables.EP else tables.CP_RULES
    yield Condition("ditt.8.3h", mask(k for k, state in enumerate(st.seas) if state != best), "{x} is yours already")


def move(s: Session[State], sea: int, towards: int, *rules: str) -> None:
    """Move a sea marker one box towards a side, as far as the track goes (B02)."""
    st = s.state
    step = -1 if towards == tables.EP else 1
    before = st.seas[sea]
    st.seas[sea] = min(tables.CP_RULES, max(tables.EP_RULES, before + step))
    if st.seas[sea] != before:
        s.note("sea", *rules, sea=tables.SEAS[sea], state=tables.SEA_WORD[st.seas[sea]])


def american_bonus(st: State, side: int) -> int:
    """Returns what the fleet of the United States adds to the dice of a side (ditt.15.10f)."""
    return 0 if not st.at_war(tables.US) else 1 if side == tables.EP else -1  # ditt.15.10f


def challenge(s: Session[State], side: int, sea: int, *rules: str, safe: bool = False) -> bool:
    """Rolls a challenge: two dice, 11 or more win (ditt.8.3h), 4 or less lose (ditt.8.3i), others change nothing (ditt.8.3j). The
    US help from their entry on (ditt.15.10f). `safe` ignores a defeat. Returns whether the marker moved."""
    st = s.state
    before = st.seas[sea]
    roll = s.roll() + s.roll()
    bonus = american_bonus(st, side)
    s.note(
        "challenge",
        *rules,
        *(("ditt.15.10f",) if bonus else ()),
        side=tables.SEATS[side],
        sea=tables.SEAS[sea],
        roll=roll,
        bonus=bonus,
    )
    if roll + bonus >= WON:
        move(s, sea, side, "ditt.8.3h")
    elif roll + bonus <= LOST and not safe:  # ditt.8.3j
        move(s, sea, 1 - side, "ditt.8.3i")
    return st.seas[sea] != before


@dataclass(frozen=True, slots=True)
class Challenge(SideQuestion[Session[State]]):
    """After the first chit of a turn (ditt.2.1b) the EP may challenge in one sea. If the EP does not, or nothing moves, the CP may
    (ditt.8.3f, ditt.8.3g, B01)."""

    side: int
    says = ("challenge sea", "pass")

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: challenge the enemy's fleet in one sea, or pass"

    def answers(self, s: Session[State]) -> Iterator[Answer]:
        yield Word("pass", then=lambda s: self.after(moved=False))
        yield Pick("challenge", SEA, open_to_challenge(s.state, self.side), self.challenge, lambda sea: self.chances(s.state))

    def chances(self, st: State) -> dict[str, Any]:
        bonus = american_bonus(st, self.side)
        rolls = [a + b + bonus for a in range(1, 7) for b in range(1, 7)]
        return price(f"won on {sum(k >= WON for k in rolls)} of 36 rolls, lost on {sum(k <= LOST for k in rolls)}")

    def challenge(self, s: Session[State], sea: int) -> Steps:
        return self.after(challenge(s, self.side, sea, "ditt.8.3f" if self.side == tables.EP else "ditt.8.3g"))

    def after(self, moved: bool) -> Steps:
        return (Challenge(tables.CP),) if self.side == tables.EP and not moved else ()
