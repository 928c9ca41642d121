"""The end of a war in numbers: Divs, Army Max and markers per turn, and the hits of the dice compared with the expected hits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from firestep.engine.session import Session
from firestep.engine.turns import by_turn
from firestep.games.ditt.components import tables
from firestep.games.ditt.odds import expected_hits
from firestep.games.ditt.state import State


def report(s: Session[State]) -> dict[str, Any]:
    """`series` per turn (at the start of each, and now), `luck` per side: hits rolled and expected in all combats."""
    states, turns = by_turn(s)
    series = []
    for k, seat in enumerate(tables.SEATS):
        series.append(
            {
                "id": f"divs-{seat}",
                "title": f"Divs, {tables.SIDE_TITLES[k]}",
                "seat": seat,
                "group": "divs",
                "values": [sum(st.total(n) for n in tables.POWERS if st.allegiance[n] == k) for st in states],
            }
        )
        series.append(
            {
                "id": f"max-{seat}",
                "title": f"Army Max, {tables.SIDE_TITLES[k]}",
                "seat": seat,
                "group": "max",
                "values": [sum(st.max[n] for n in tables.POWERS if st.allegiance[n] == k) for st in states],
            }
        )
        series.append(
            {
                "id": f"land-{seat}",
                "title": f"Places held, {tables.SIDE_TITLES[k]}",
                "seat": seat,
                "group": "land",
                "values": [st.ctrl[k].bit_count() for st in states],
            }
        )
    for k, name in enumerate(tables.ENTRY):
        whom = "Revolution" if k == tables.REVOLUTION else tables.TITLE[tables.NATION[name]]
        title = "Russian Revolution" if k == tables.REVOLUTION else f"Entry of {whom}"
        series.append(
            {
                "id": f"entry-{name}",
                "title": title,
                "name": whom,
                "seat": "entente" if k in (1, 3, 4) else "central",
                "group": "entry",
                "values": [tables.IN_THE_WAR if st.entry[k] < 0 else st.entry[k] for st in states],
            }
        )
    return {"turns": turns, "series": series, "luck": luck(s)}


def luck(s: Session[State]) -> list[dict[str, Any]]:
    """For each side: combats, hits scored, and what its numbers of dice promised."""
    rows = {seat: dict.fromkeys(("combats", "hits", "expected", "overrolls"), Fraction(0)) for seat in tables.SEATS}
    for e in s.journal:
        if e.key == "fires":
            attacker = tables.SEATS.index(e.params["side"])
            for k in (0, 1):
                row = rows[tables.SEATS[attacker if k == 0 else 1 - attacker]]
                row["combats"] += 1
                row["hits"] += e.params["hits"][k]
                row["overrolls"] += e.params["hits"][k] == 0
                row["expected"] += expected_hits(e.params["dice"][k], e.params["fire"][k])[0]
    return [{"seat": seat, **{k: round(float(v), 2) for k, v in row.items()}} for seat, row in rows.items()]
