"""What the page shows beside the board: where in the sequence of play the game is, what choices cost, and the charts.

Nothing is decided here: every figure is taken from the tables and functions that decide it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from firestep.engine.aids import chart, price, stage
from firestep.engine.session import Session
from firestep.games.tgw import crt, rail
from firestep.games.tgw import ground as g
from firestep.games.tgw import sequence as q
from firestep.games.tgw import tables as t
from firestep.games.tgw.movement import MoveUnits, stacks
from firestep.games.tgw.rail import Railways, Ride
from firestep.games.tgw.state import CAPACITIES, State, place_of


def prices(s: Session[State]) -> dict[str, dict[str, Any]]:
    """What the choices of this question cost, by the action's text."""
    st, top = s.state, s.agenda[-1] if s.agenda else None
    if isinstance(top, MoveUnits):
        left = len(stacks(st, top.theater, top.side))
        return {"done": price(f"{left} stacks have not moved")} if left else {}
    if isinstance(top, Railways):
        caps = (rail.CENTRAL, rail.CENTRAL_NE) if top.side == t.CENTRAL else range(2, len(CAPACITIES))
        return {"done": price(", ".join(f"{CAPACITIES[c]} {rail.LIMITS[c] - st.used[c]} left" for c in caps))}
    if isinstance(top, Ride):
        return {" ".join(a): price(_fare(st, top, place_of(a[1]))) for a in top.actions(s) if a[0] == "to"}
    return {}


def _fare(st: State, top: Ride, end: int) -> str:
    """The capacity that a ride uses."""
    used: dict[int, int] = {}
    for u in top.units:
        for cap, k in rail.fare(st, top.side, u, top.start, end):
            used[cap] = used.get(cap, 0) + k
    return ", ".join(f"uses {k} of {rail.LIMITS[cap] - st.used[cap]} ({CAPACITIES[cap]})" for cap, k in used.items())


def sequence(s: Session[State]) -> dict[str, Any]:
    """The phases of this turn, and which one this is (4.2, 4.3)."""
    st = s.state
    strategic = st.phase in q.STRATEGIC
    numbers = q.STRATEGIC if strategic else q.OPERATIONAL
    steps = []
    for k in numbers:
        title, rule = q.PHASES[k]
        seat = None
        note = ""
        if k in (q.MOVEMENT_1, q.MOVEMENT_2, q.COMBAT_1, q.COMBAT_2):
            note = ", ".join(f"{g.THEATER_TITLES[th]}: {t.SIDE_TITLES[q.mover(st, k, th)]}" for th in (g.WESTERN, g.EASTERN))
        steps.append(stage(str(k), title, seat, rule, note))
    return {"now": max(0, st.phase - numbers[0]), "steps": steps}


@cache
def _charts() -> list[dict[str, Any]]:
    out = []
    for which, name in enumerate(crt.TABLES):
        columns = [crt.title(c) for c in range(crt.LEAST, crt.MOST + 1)]
        rows = [[str(die), *(str(crt.result(which, c, die)) for c in range(crt.LEAST, crt.MOST + 1))] for die in range(7)]
        rule = "tgw.10.33a"
        out.append(
            chart(
                f"crt-{name.lower()}",
                f"Combat Results Table {name}",
                rule,
                ("Die", *columns),
                rows,
                "Up to three defending units." if name == "A" else "More than three defending units.",
                "Attacker's and defender's losses in steps; the figures are designed.",
            )
        )
    turns = [
        (
            str(k),
            t.TURN_NAME[k],
            *(_weather(t.PRINTED[k][c]) for c in range(4)),
            t.LETTERS[t.LETTER_AFTER[k]] if t.LETTER_AFTER[k] >= 0 else "",
        )
        for k in range(1, t.LAST_TURN + 1)
    ]
    out.append(
        chart(
            "turns",
            "Turns and weather",
            "tgw.12.11a",
            ("Turn", "Month", "West, Italy", "East", "Egypt, Iraq", "Caucasus", "Strategic Turn after it"),
            turns,
            "Variable weather: a die, even is Fair, odd is Wet.",
        )
    )
    limits = [(c, str(rail.LIMITS[k])) for k, c in enumerate(CAPACITIES)]
    out.append(
        chart(
            "capacity",
            "Strategic and sea movement",
            "tgw.9.11a",
            ("Capacity", "Units in a phase"),
            limits,
            "HQs count twice by rail; units that begin or end outside Germany (CP) or France and Italy (Allies) too.",
        )
    )
    return out


def _weather(w: int) -> str:
    return "variable" if w == t.VARIABLE else t.WEATHERS[w]


def charts(scenario: str | None) -> list[dict[str, Any]]:
    return _charts()
