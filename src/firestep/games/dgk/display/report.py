"""The end of a battle in figures."""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.games.dgk import damage
from firestep.games.dgk.scenarios.scenario import SIDES
from firestep.games.dgk.state import State

S = Session[State]


def report(s: S) -> dict[str, Any]:
    """What each army had left before it broke, and the units it had lost, turn by turn: from the journal."""
    g = s.state
    side_of = {d.name: d.side for d in g.scn.units} | {a.name: a.side for a in g.scn.assets}
    left = [damage.break_point(g, side) for side in (0, 1)]
    lost = [0, 0]
    turns: list[tuple[int, ...]] = []
    for e in s.journal:
        if e.key == "turn":
            turns.append((*left, *lost))
        elif e.key in ("destroyed", "asset-lost"):
            side = side_of[e.params["unit" if e.key == "destroyed" else "name"]]
            left[side] = e.params["left"]
            lost[side] += e.key == "destroyed"
    ends = [*turns[1:], (*left, *lost)][: len(turns)]

    def series(group: str, title: str, first: int) -> list[dict[str, Any]]:
        return [
            {"id": f"{group}-{s}", "group": group, "seat": s, "title": f"{title}, {s}", "values": [n[first + k] for n in ends]}
            for k, s in enumerate(SIDES)
        ]

    return {
        "turns": list(range(1, len(turns) + 1)),
        "series": series("morale", "Army morale left", 0) + series("lost", "Units lost", 2),
    }
