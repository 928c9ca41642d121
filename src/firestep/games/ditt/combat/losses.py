"""Losses (ditt.5.2, ditt.7.3): the owner covers the hits with Divs and Minor Forces, one unit after another (ruling L07).

Hits must be covered as far as any choice can cover them. A Minor Force is destroyed only by hits equal to its Fortitude, so it may
be named only while as many hits are left. Divs are rounded up, but no Div is lost if another loss makes it needless. `combat` rolls
the hits, and `retreat` has what follows the losses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firestep.engine.action import Action
from firestep.engine.session import Session
from firestep.engine.step import Auto, Choice, Steps
from firestep.engine.words import counted
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.nations import control
from firestep.games.ditt.state import State
from firestep.hexmap.grid import bits


def units_bearing_hits(st: State, who: int) -> list[int]:
    """Returns the units that bear the hits on the attacker (0) or the defender (1)."""
    fight = st.fight
    assert fight is not None
    if who == 0:
        return [u for u in fight.units if st.at[u] == fight.hex]
    return bits(st.stack_of(fight.hex, 1 - fight.side))


def absorbs(st: State, u: int, divs: int, starving: int) -> int:
    """Returns the hits that so many Divs of an Army, or a whole Minor Force, absorb: their Fortitude (ditt.7.0f, ditt.7.3b). Out of
    supply they absorb half as many, rounded up (ditt.9.4b)."""
    if not tables.IS_ARMY[u]:
        k = st.factors(u)[2]
    elif u == tables.SUD and st.sud:
        own = st.divs[u] - st.sud
        k = min(divs, own) * tables.DIV[tables.AH][2] + max(0, divs - own) * tables.DIV[tables.GE][2]  # its own Divs first (L20)
    else:
        k = divs * tables.FACTORS[u][2]
    return (k + 1) // 2 if starving >> u & 1 else k


def uncovered(st: State, units: list[int], hits: int, starving: int) -> int:
    """Returns the hits that the best choice among these units leaves over: no choice may leave more (ditt.5.2a, ditt.5.2c)."""
    if hits <= 0:
        return 0
    sums = 1
    armies = 0
    for u in units:
        if tables.IS_ARMY[u]:
            armies += absorbs(st, u, st.divs[u], starving)
        else:
            sums |= sums << absorbs(st, u, 1, starving)
    best = (sums & (1 << hits + 1) - 1).bit_length() - 1
    return max(0, hits - best - armies)


def options(st: State, units: list[int], hits: int, starving: int, least: int = 0) -> list[tuple[int, int]]:
    """Returns the units that may be named next, with numbers of Divs. The rest must remain as well covered as it can be (ditt.5.2a,
    ditt.5.2c). `least` is the smallest Fortitude of a Div lost so far in this combat; rounding up must stay below it if
    possible."""
    goal = uncovered(st, units, hits, starving)
    out: list[tuple[int, int]] = []
    spare: list[tuple[int, int]] = []
    for u in units:
        rest = [v for v in units if v != u]
        if not tables.IS_ARMY[u]:
            k = absorbs(st, u, 1, starving)  # fewer hits do not destroy it (ditt.5.2b)
            if k <= hits and uncovered(st, rest, hits - k, starving) == goal:
                out.append((u, 1))
            continue
        one = max(1, absorbs(st, u, 1, starving))
        for n in range(1, st.divs[u] + 1):
            if absorbs(st, u, n - 1, starving) >= hits:  # a rest costs one more Div (ditt.7.3c), but no second
                break
            over = absorbs(st, u, n, starving) - hits
            if uncovered(st, rest, -over, starving) == goal:  # ditt.5.2a, ditt.5.2c
                (spare if over > 0 and least and over >= min(least, one) else out).append((u, n))
    return out or spare


@dataclass(frozen=True, slots=True)
class Suffer(Auto[Session[State]]):
    """Covers the hits on one side of the fight (0 attacker, 1 defender). The owner is asked if there is a choice."""

    who: int

    def run(self, s: Session[State]) -> Steps:
        fight = s.state.fight
        assert fight is not None
        return _next(s, self.who, fight.hits[1 - self.who], (), 0)


def _next(s: Session[State], who: int, left: int, named: tuple[int, ...], least: int) -> Steps:
    """Asks for the next loss, or takes it at once if only one is possible. Hits that no unit can absorb fall on a Fort
    (ditt.8.4i)."""
    st = s.state
    fight = st.fight
    assert fight is not None
    while left > 0:
        units = [u for u in units_bearing_hits(st, who) if u not in named]
        found = options(st, units, left, fight.starving, least)
        if not found:
            break
        if len(found) > 1:
            return (Losses(who, left, named, least),)
        left, named, least = _apply(s, found[0], left, named, least)
    spill = list(fight.spill)
    spill[who] = max(0, left)  # ditt.8.4i
    st.fight = replace(fight, spill=(spill[0], spill[1]))
    return ()


def _apply(
    s: Session[State], choice: tuple[int, int], left: int, named: tuple[int, ...], least: int
) -> tuple[int, tuple[int, ...], int]:
    st = s.state
    u, n = choice
    fight = st.fight
    assert fight is not None
    left -= absorbs(st, u, n, fight.starving)
    if tables.IS_ARMY[u]:
        one = absorbs(st, u, 1, fight.starving)
        least = min(least, one) if least else one
        control.lose(s, u, n, "ditt.7.3a", "ditt.7.3b")
    else:
        control.lose(s, u, 1, "ditt.5.2f")
    return left, (*named, u), least


@dataclass(frozen=True, slots=True)
class Losses(Choice[Session[State]]):
    """The owner names an Army and how many of its Divs are lost, or a Minor Force (ditt.7.3d). Each is named once."""

    who: int
    left: int
    named: tuple[int, ...]
    least: int

    def seat(self, s: Session[State]) -> int:
        assert s.state.fight is not None
        return s.state.fight.side if self.who == 0 else 1 - s.state.fight.side

    def prompt(self, s: Session[State]) -> str:
        fight = s.state.fight
        assert fight is not None
        return (
            f"{tables.SIDE_TITLES[self.seat(s)]}: {counted(self.left, 'hit')} to meet at "
            f"{places.place(fight.hex)}; name what is lost"
        )

    def found(self, st: State) -> list[tuple[int, int]]:
        fight = st.fight
        assert fight is not None
        units = [u for u in units_bearing_hits(st, self.who) if u not in self.named]
        return options(st, units, self.left, fight.starving, self.least)

    def actions(self, s: Session[State]) -> list[Action]:
        return sorted(("lose", tables.UNITS[u], str(n)) for u, n in self.found(s.state))  # ditt.7.3d

    def take(self, s: Session[State], action: Action) -> Steps:
        left, named, least = _apply(s, (tables.UNIT[action[1]], int(action[2])), self.left, self.named, self.least)
        return _next(s, self.who, left, named, least)
