"""Air units and aces (tgw.15.1, tgw.6.3): where they fly, how they cancel one another, and what becomes of them afterwards."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import SideChoice, Steps
from firestep.games.tgw.components import board, fronts, tables
from firestep.games.tgw.components.chits import CHIT, CHITS, OF_EVENT, OF_SIDE
from firestep.games.tgw.state import Fight, State
from firestep.hexmap.grid import bits

LAND: Action = ("done",)
#: the front on which air units fly: the Western one (tgw.15.16a) unless they are named here
_ELSEWHERE = {
    "air.eastair": fronts.EAST,  # tgw.15.16b
    "air.italian": fronts.ITALY,  # tgw.15.16c
    "air.ne.allied": fronts.EGYPT,  # tgw.15.16d
    "air.ne.german": fronts.EGYPT,
}
ACES = sum(m for e, m in OF_EVENT.items() if e.startswith("ace."))
TACTICS = OF_EVENT["air.tactics"]
ITALIAN = OF_EVENT["air.italian"]
_FLYING = ACES | OF_EVENT["air.formations"] | sum(OF_EVENT[e] for e in _ELSEWHERE)
#: the chits that may fly on each front, New Air Tactics among them
ON_FRONT = tuple(
    sum(1 << c for c in bits(_FLYING | TACTICS) if _ELSEWHERE.get(CHITS[c].event, fronts.WEST) == front or TACTICS >> c & 1)
    for front in range(len(fronts.FRONT))
)


def _mortality() -> dict[int, tuple[int, ...]]:
    """Return the dice that kill each ace (tgw.15.15a), by chit."""
    with (tables.DATA / "warfare.csv").open(encoding="utf-8", newline="") as f:
        numbers = {
            row["item"]: tuple(int(k) for k in row["value"].split()) for row in csv.DictReader(f) if row["item"].startswith("ace.")
        }
    return {c: numbers[CHITS[c].event] for c in bits(ACES)}


KILLED_BY = _mortality()


def available(st: State, side: int, hex: int) -> int:
    """Returns the air units and aces that a side may commit to a combat in a hex (tgw.6.3a). They lie off the map (tgw.15.11a).
    They are in play, not used since the last Strategic Turn (tgw.15.12a), not on home defence (tgw.15.14a), and on their own front
    (tgw.15.16a). New Air Tactics come from the hand."""
    ready = st.play & _FLYING & ~st.air_used & ~st.warfare  # tgw.15.11a, tgw.15.14a
    if fronts.FRONT_AT[hex] == fronts.WEST or st.options.get("air-tactics") != "west":
        ready |= st.hand[side] & TACTICS  # S41
    return ready & OF_SIDE[side] & ON_FRONT[fronts.FRONT_AT[hex]]


def offered(st: State, fight: Fight, side: int) -> list[int]:
    """One chit of each event that may still join, and is not yet in."""
    given = fight.air[0 if side == fight.side else 1]
    out: dict[str, int] = {}
    for c in bits(available(st, side, fight.hex)):
        if c not in given:
            out.setdefault(CHITS[c].event, c)
    return sorted(out.values(), key=lambda c: CHITS[c].id)


def edge(fight: Fight) -> int:
    """Who has air units left when all have cancelled one another: above 0 the attacker, below 0 the defender, 0 nobody
    (tgw.15.13b). New Air Tactics cancel and count for nothing themselves; they are used up first (D27)."""
    real = [sum(1 for c in flown if not TACTICS >> c & 1) for flown in fight.air]  # tgw.15.13b
    all_ = [len(flown) for flown in fight.air]
    left = all_[0] - all_[1]
    return min(real[0], left) if left > 0 else -min(real[1], -left)


@dataclass(frozen=True, slots=True)
class Fly(SideChoice[Session[State]]):
    """A side commits air units, the attacker first, in any number (tgw.15.13a)."""

    side: int

    def prompt(self, s: Session[State]) -> str:
        fight = s.state.fight
        assert fight is not None
        word = "attack" if self.side == fight.side else "defence"
        return f"{tables.SIDE_TITLES[self.side]}: send air units to the {word} at {board.place_name(fight.hex)}, or go on"

    def actions(self, s: Session[State]) -> list[Action]:
        fight = s.state.fight
        assert fight is not None
        return [LAND, *(("fly", CHITS[c].id) for c in offered(s.state, fight, self.side))]  # tgw.15.13a

    def take(self, s: Session[State], action: Action) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        if action == LAND:
            return ()
        k = 0 if self.side == fight.side else 1
        given = (*fight.air[k], CHIT[action[1]])
        st.fight = fight = replace(fight, air=(given, fight.air[1]) if k == 0 else (fight.air[0], given))
        s.note("flies", "tgw.15.13a", side=tables.SEATS[self.side], chit=action[1], place=board.NUMBER[fight.hex])
        return (self,) if offered(st, fight, self.side) else ()


def fly(st: State, fight: Fight, side: int) -> Steps:
    """Ask a side for air units, if it has any."""
    return (Fly(side),) if offered(st, fight, side) else ()


def spend(s: Session[State], fight: Fight) -> None:
    """Settles the air units after a combat. They are used until the next Strategic Turn, cancelled or not (tgw.15.12a, E79).
    Italian Aircraft (tgw.6.3d, tgw.15.17a) and New Air Tactics (tgw.6.3b) leave the game. Each ace may be killed (tgw.15.15a,
    E80)."""
    st = s.state
    for c in (*fight.air[0], *fight.air[1]):
        bit = 1 << c
        if bit & (ITALIAN | TACTICS):  # tgw.15.17a
            st.play &= ~bit
            st.hand[CHITS[c].side] &= ~bit
            st.spent |= bit
            continue
        st.air_used |= bit
        if bit & ACES:
            die = s.roll()
            dead = die in KILLED_BY[c]
            s.note("ace", "tgw.15.15a", chit=CHITS[c].id, die=die, killed=dead)
            if dead:
                st.play &= ~bit
                st.spent |= bit
