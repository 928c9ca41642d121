"""Losses (tgw.10.6): steps are lost by the attacker first, then by the defender; who goes first is bound, the rest is free."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.games.tgw.combat import results_table
from firestep.games.tgw.combat.casualties import eliminate
from firestep.games.tgw.components import board, roster, tables, unit_types
from firestep.games.tgw.fortifications import forts
from firestep.games.tgw.state import GONE, WAITING, Fight, State
from firestep.hexmap.grid import bits

__all__ = ["GONE", "WAITING", "Lose", "Suffer", "alive", "bound", "victims"]

S = Session[State]
_BRITISH = roster.CORPS[tables.BR] | roster.CORPS[tables.BI] | roster.CORPS[tables.BP]


def alive(st: State, fight: Fight, k: int) -> int:
    """Returns the combat units of a side of the fight that are still there: 0 the attacker, 1 the defender. Units that do not
    attack lose nothing (tgw.10.12b), nor do HQs (tgw.15.63a)."""
    if k:
        return st.stack(fight.hex) & sum(1 << u for u in fight.defenders)
    return sum(1 << u for u in fight.attackers if st.at[u] > 0)  # tgw.10.12b, tgw.15.63a


def bound(st: State, fight: Fight, k: int, units: int) -> tuple[int, str]:
    """Return the units of which one must take the first loss, and the rule; 0 if the choice is free (tgw.10.64b). The defender's
    is an anti-tank unit (tgw.15.33b); the attacker's a tank (tgw.15.24b), then a shock-troop unit (tgw.15.43a)."""
    if k:
        return units & roster.ANTITANK, "tgw.10.64c"  # tgw.15.33b
    if fight.side == tables.ALLIED and board.NEAR_EAST >> fight.hex & 1:
        return 0, "tgw.10.64b"
    full = units & roster.TWO_STEP & ~st.reduced
    two = full if st.options.get("first-loss") != "british" else units
    classes = (
        units & roster.TANK,  # tgw.15.24b
        unit_types.shocks(st, units, fight.hex),  # tgw.15.43a
        full & _BRITISH & ~roster.ANZAC & ~roster.CANADIAN,
        two & roster.ANZAC,
        two & roster.CANADIAN,
    )
    return next((m for m in classes if m), 0), "tgw.10.64a"


def victims(st: State, fight: Fight, k: int) -> int:
    """The units that may take the next loss of a side."""
    units = alive(st, fight, k)
    return bound(st, fight, k, units)[0] or units if fight.first[k] else units


@dataclass(frozen=True, slots=True)
class Suffer(Auto[S]):
    """Carries out the losses of a side that leave no choice: an elimination (tgw.10.65a), the loss of all units (tgw.10.62b), and
    of the fort after all other units (tgw.10.64d, tgw.14.11d)."""

    k: int

    def run(self, s: S) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        loss = fight.losses[self.k]
        side = fight.side if self.k == 0 else 1 - fight.side
        if loss == results_table.ALL:
            eliminate(s, st.stack(fight.hex) & st.troops[side], "tgw.10.65a")
            forts.destroy(s, fight.hex, "tgw.10.65a")
            return ()
        if loss <= 0:
            return ()
        units = alive(st, fight, self.k)
        steps = sum(unit_types.steps(st, u) for u in bits(units))
        if loss < steps:
            return (Lose(self.k),)
        for i in sorted({st.at[u] for u in bits(units)}):  # tgw.10.62b
            eliminate(s, units & st.stack(i), "tgw.10.63a")
        if self.k and loss > steps and forts.intrinsic(st, fight.hex, side):  # tgw.14.11d
            forts.destroy(s, fight.hex, "tgw.10.64d")
        return ()


@dataclass(frozen=True, slots=True)
class Lose(Choice[S]):
    """The owner names the unit that loses the next step (tgw.10.63a, tgw.10.64e)."""

    k: int

    def seat(self, s: S) -> int:
        assert s.state.fight is not None
        return s.state.fight.side if self.k == 0 else 1 - s.state.fight.side

    def prompt(self, s: S) -> str:
        fight = s.state.fight
        assert fight is not None
        k = fight.losses[self.k]
        return (
            f"{tables.SIDE_TITLES[self.seat(s)]}: {k} {'steps are' if k > 1 else 'step is'} to be lost at "
            f"{board.place_name(fight.hex)}; name a unit"
        )

    def actions(self, s: S) -> list[Action]:
        st = s.state
        assert st.fight is not None
        return sorted(("lose", roster.UNITS[u]) for u in bits(victims(st, st.fight, self.k)))  # tgw.10.64e

    def take(self, s: S, action: Action) -> Steps:
        st = s.state
        fight = st.fight
        assert fight is not None
        u = roster.UNIT[action[1]]
        hurt(s, u)
        left = tuple(n - (k == self.k) for k, n in enumerate(fight.losses))
        first = tuple(f and k != self.k for k, f in enumerate(fight.first))
        st.fight = replace(fight, losses=(left[0], left[1]), first=(first[0], first[1]))
        return (self,) if left[self.k] else ()


def hurt(s: S, u: int) -> None:
    """A unit loses a step: a full two-step unit is flipped, any other unit is eliminated (tgw.3.26h, tgw.10.63a)."""
    st = s.state
    if unit_types.steps(st, u) == 2:  # tgw.3.26h
        st.reduced |= 1 << u
        s.note("reduced", "tgw.10.63a", unit=roster.UNITS[u], side=tables.SEATS[st.side(u)], place=board.NUMBER[st.at[u]])
    else:
        eliminate(s, 1 << u, "tgw.10.63a")
