"""Set-up, building, loans and garrisons of the greedy player."""

from __future__ import annotations

from typing import Any

from firestep.bots.greedy import by_verb
from firestep.bots.wwi import goals
from firestep.engine.action import Action
from firestep.engine.session import Decision, Session
from firestep.games.wwi import board as b
from firestep.games.wwi.setup import Deploy
from firestep.games.wwi.state import State

#: points a nation keeps to pay for losses, and what it can use at most
KEEP = {b.GE: 12, b.FR: 8, b.BR: 4, b.RS: 8, b.AH: 8, b.IT: 4, b.US: 4, b.TU: 2}
WANTS = {b.GE: 60, b.AH: 25, b.FR: 25, b.RS: 30, b.IT: 15, b.BR: 15, b.US: 10}
#: where the Russian 2nd Army, which no printed set-up names, stands in the free deployment
STATION = {b.UNIT["rs-2"]: b.INDEX["2014"]}


def build(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    """Armies before fortifications, where they are nearest to their work; nothing in the last Build Phase."""
    st = s.state

    def rebuild(a: Action) -> float:
        i = b.INDEX[a[1]]
        n = b.FORT_NATION[i]
        rich = st.crp[n] - b.FORT_STRENGTH[i] >= KEEP.get(n, 0) + b.ARMY_COST
        return 0.2 + 0.1 * goals.field(st, step.side, n)[i] if rich and b.FORT_STRENGTH[i] > 1 else -1.0

    def raise_army(a: Action) -> float:
        n = b.KIND_NATION[a[1]]
        keep = KEEP.get(n, 0) if st.of[n].bit_count() > 2 else 0
        if st.crp[n] - b.ARMY_COST < keep:
            return -1.0
        return 1.0 + goals.field(st, step.side, n)[b.INDEX[a[2]]] + (5.0 if a[1].endswith(("stoss", "tank")) else 0.0)

    if st.turn >= b.LAST_TURN:
        return by_verb(d, {"done": 0.0}, other=-1.0)
    return by_verb(d, {"done": 0.0, "rebuild": rebuild, "build": raise_army})


def arrive(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    field = goals.field(s.state, b.ALLIED, b.US)
    return [field[b.INDEX[a[1]]] for a in d.actions]


def want(st: State, nation: int) -> int:
    """Points a nation can use this turn: a few for each army it has in the field, and a new army."""
    armies = st.of[nation].bit_count()
    return min(WANTS.get(nation, 3 * armies), 3 * armies + b.ARMY_COST) if armies else 0


def loans(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    """Lend what the lender does not need to the ally who lacks most."""
    st = s.state
    return by_verb(d, {"done": 0.0, "lend": lambda a: float(min(spare(st, b.NATION[a[1]]), lack(st, b.NATION[a[2]])))})


def spare(st: State, nation: int) -> int:
    return st.crp[nation] - max(want(st, nation), KEEP.get(nation, 0))


def lack(st: State, nation: int) -> int:
    return want(st, nation) - st.crp[nation]


def amount(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    st = s.state
    best = min(spare(st, step.lender), lack(st, step.borrower))
    return [-abs(int(a[1]) - best) for a in d.actions]


def garrisons(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    """The weakest armies hold Russia."""
    return [-b.ATTACK[b.UNIT[a[1]]] - 0.1 * b.DEFENSE[b.UNIT[a[1]]] for a in d.actions]


def deploy(s: Session[State], d: Decision[Any], step: Deploy) -> list[float]:
    """As near as can be to where the army stood in August 1914."""
    unit = step.unit(s.state)
    station = b.SETUP.get(unit, STATION.get(unit, -1))
    return [-float(b.GRID.distance(station, b.INDEX[a[1]])) for a in d.actions]
