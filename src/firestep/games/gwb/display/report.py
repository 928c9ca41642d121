"""The end of a battle in numbers: series per turn, and what the melee dice gave against what they owed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from firestep.engine.session import Session
from firestep.engine.turns import by_turn
from firestep.games.gwb import victory
from firestep.games.gwb.components import tables
from firestep.games.gwb.meta import SEATS
from firestep.games.gwb.state import State


def report(s: Session[State]) -> dict[str, Any]:
    """`series` per turn (at the start of each, and now), `luck` per side: steps rolled and expected over all melees."""
    states, turns = by_turn(s)
    series = []
    for k, seat in enumerate(SEATS):
        rows = (
            ("vp", "Victory points", [victory.scores(st)[k] for st in states]),
            ("lost", "Steps lost", [victory.losses(st, k) for st in states]),
            ("hexes", "Hexes held by troops", [st.occ[k].bit_count() for st in states]),
        )
        series += [
            {"id": f"{g}-{seat}", "title": f"{t}, {s.state.b.titles[k]}", "seat": seat, "group": g, "values": v} for g, t, v in rows
        ]
    return {"turns": turns, "series": series, "luck": luck(s)}


def luck(s: Session[State]) -> list[dict[str, Any]]:
    """For each side as attacker: what the melee dice took from both sides, and what they promised at that column and fire."""
    zero = Fraction(0)
    rows = {seat: {"attacks": zero, "own": zero, "enemy": zero, "own_expected": zero, "enemy_expected": zero} for seat in SEATS}
    side = 0
    for e in s.journal:
        if e.key == "phase":
            side = e.params["side"]
        elif e.key == "melee":
            row = rows[SEATS[side]]
            column = tables.MELEE_NAMES.index(e.params["odds"])
            cells = [tables.melee(column, die + e.params["fire"]) for die in range(1, 7)]
            row["attacks"] += 1
            row["own"] += e.params["attacker"]
            row["enemy"] += e.params["defender"]
            row["own_expected"] += Fraction(sum(a for a, _ in cells), 6)
            row["enemy_expected"] += Fraction(sum(d for _, d in cells), 6)
    return [{"seat": seat, **{k: round(float(v), 2) for k, v in row.items()}} for seat, row in rows.items()]
