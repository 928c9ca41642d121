"""Naval Supremacy (ditt.8.3): challenges in five seas. What a marker allows is decided elsewhere: crossing arrows in `areas.links`,
invasions in `invasion.open_to_sail`, the caps of the Near East in `areas.near_east_cap`, Sea Supply in `supply.open_seas`."""

from __future__ import annotations

from dataclasses import dataclass

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import SideChoice, Steps
from firestep.games.ditt.components import tables
from firestep.games.ditt.state import State

PASS: Action = ("pass",)


def open_to_challenge(st: State, side: int) -> list[int]:
    """Returns the seas in which a side may challenge: the CP in the Mediterranean only with Supremacy in the Adriatic (ditt.8.3k,
    ditt.sct.g). A side does not challenge where it has Supremacy already."""
    best = tables.EP_RULES if side == tables.EP else tables.CP_RULES
    out = [k for k in range(5) if st.seas[k] != best]
    return [k for k in out if k != tables.MED] if side == tables.CP and st.seas[tables.ADRIATIC] != tables.CP_RULES else out


def move(s: Session[State], sea: int, towards: int, *rules: str) -> None:
    """Move a sea marker one box towards a side, as far as the track goes (B02)."""
    st = s.state
    step = -1 if towards == tables.EP else 1
    before = st.seas[sea]
    st.seas[sea] = min(tables.CP_RULES, max(tables.EP_RULES, before + step))
    if st.seas[sea] != before:
        s.note("sea", *rules, sea=tables.SEAS[sea], state=tables.SEA_WORD[st.seas[sea]])


def challenge(s: Session[State], side: int, sea: int, *rules: str, safe: bool = False) -> bool:
    """Rolls a challenge: two dice, 11 or more win (ditt.8.3h), 4 or less lose (ditt.8.3i), others change nothing (ditt.8.3j). The
    US help from their entry on (ditt.15.10f). `safe` ignores a defeat. Returns whether the marker moved."""
    st = s.state
    before = st.seas[sea]
    roll = s.roll() + s.roll()
    bonus = 0 if not st.at_war(tables.US) else 1 if side == tables.EP else -1
    s.note(
        "challenge",
        *rules,
        *(("ditt.15.10f",) if bonus else ()),
        side=tables.SEATS[side],
        sea=tables.SEAS[sea],
        roll=roll,
        bonus=bonus,
    )
    if roll + bonus >= 11:
        move(s, sea, side, "ditt.8.3h")
    elif roll + bonus <= 4 and not safe:
        move(s, sea, 1 - side, "ditt.8.3i")
    return st.seas[sea] != before


@dataclass(frozen=True, slots=True)
class Challenge(SideChoice[Session[State]]):
    """After the first chit of a turn (ditt.2.1b) the EP may challenge in one sea. If the EP does not, or nothing moves, the CP may
    (ditt.8.3f, ditt.8.3g, B01)."""

    side: int

    def prompt(self, s: Session[State]) -> str:
        return f"{tables.SIDE_TITLES[self.side]}: challenge the enemy's fleet in one sea, or pass"

    def actions(self, s: Session[State]) -> list[Action]:
        return sorted([PASS, *(("challenge", tables.SEAS[k]) for k in open_to_challenge(s.state, self.side))])

    def take(self, s: Session[State], action: Action) -> Steps:
        moved = False
        if action != PASS:
            moved = challenge(s, self.side, tables.SEAS.index(action[1]), "ditt.8.3f" if self.side == tables.EP else "ditt.8.3g")
        return (Challenge(tables.CP),) if self.side == tables.EP and not moved else ()
