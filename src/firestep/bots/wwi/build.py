"""Set-up, building, loans and garrisons of the greedy player."""

from __future__ import annotations

from typing import Any

from firestep.bots.greedy import by_verb
from firestep.bots.wwi import goals
from firestep.engine.action import Action
from firestep.engine.session import Decision, Session
from firestep.games.wwi.components import board
from firestep.games.wwi.setup import Deploy
from firestep.games.wwi.state import State

#: points a nation keeps to pay for losses, and what it can use at most
KEEP = {board.GE: 12, board.FR: 8, board.BR: 4, board.RS: 8, board.AH: 8, board.IT: 4, board.US: 4, board.TU: 2}
WANTS = {board.GE: 60, board.AH: 25, board.FR: 25, board.RS: 30, board.IT: 15, board.BR: 15, board.US: 10}
#: where the Russian 2nd Army, which no printed set-up names, stands in the free deployment
STATION = {board.UNIT["rs-2"]: board.INDEX["2014"]}


def build(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    """Armies before fortifications, where they are nearest to their work; nothing in the last Build Phase."""
    st = s.state

    def rebuild(a: Action) -> float:
        i = board.INDEX[a[1]]
        n = board.FORT_NATION[i]
        rich = st.crp[n] - board.FORT_STRENGTH[i] >= KEEP.get(n, 0) + board.ARMY_COST
        return 0.2 + 0.1 * goals.field(st, step.side, n)[i] if rich and board.FORT_STRENGTH[i] > 1 else -1.0

    def raise_army(a: Action) -> float:
        n = board.KIND_NATION[a[1]]
        keep = KEEP.get(n, 0) if st.of[n].bit_count() > 2 else 0
        if st.crp[n] - board.ARMY_COST < keep:
            return -1.0
        return 1.0 + goals.field(st, step.side, n)[board.INDEX[a[2]]] + (5.0 if a[1].endswith(("stoss", "tank")) else 0.0)

    if st.turn >= board.LAST_TURN:
        return by_verb(d, {"done": 0.0}, other=-1.0)
    return by_verb(d, {"done": 0.0, "rebuild": rebuild, "build": raise_army})


def arrive(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    field = goals.field(s.state, board.ALLIED, board.US)
    return [field[board.INDEX[a[1]]] for a in d.actions]


def want(st: State, nation: int) -> int:
    """Points a nation can use this turn: a few for each army it has in the field, and a new army."""
    armies = st.of[nation].bit_count()
    return min(WANTS.get(nation, 3 * armies), 3 * armies + board.ARMY_COST) if armies else 0


def loans(s: Session[State], d: Decision[Any], step: Any) -> list[float]:
    """Lend what the lender does not need to the ally who lacks most."""
    st = s.state
    return by_verb(d, {"done": 0.0, "lend": lambda a: float(min(spare(st, board.NATION[a[1]]), lack(st, board.NATION[a[2]])))})


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
    return [-board.ATTACK[board.UNIT[a[1]]] - 0.1 * board.DEFENSE[board.UNIT[a[1]]] for a in d.actions]


def deploy(s: Session[State], d: Decision[Any], step: Deploy) -> list[float]:
    """As near as can be to where the army stood in August 1914."""
    unit = step.unit(s.state)
    station = board.SETUP.get(unit, STATION.get(unit, -1))
    return [-float(board.GRID.distance(station, board.INDEX[a[1]])) for a in d.actions]
