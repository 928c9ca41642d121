"""The end of a war in numbers: series per turn, and what the dice gave against what they owed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from firestep.engine.session import Session
from firestep.engine.turns import by_turn
from firestep.games.wwi import victory
from firestep.games.wwi.components import board
from firestep.games.wwi.neutrals import belligerents
from firestep.games.wwi.state import State


def report(s: Session[State]) -> dict[str, Any]:
    """`series` per turn (at the start of each, and now), `luck` per side: losses rolled and expected over all attacks."""
    states, turns = by_turn(s)
    series = []
    for k, seat in enumerate(board.SEATS):
        series.append(
            {
                "id": f"crp-{seat}",
                "title": f"Combat Resource Points, {board.SIDE_TITLES[k]}",
                "seat": seat,
                "group": "crp",
                "values": [sum(st.crp[n] for n in belligerents(st, k)) for st in states],
            }
        )
        series.append(
            {
                "id": f"vp-{seat}",
                "title": f"Victory Points, {board.SIDE_TITLES[k]}",
                "seat": seat,
                "group": "vp",
                "values": [victory.points(st, k) for st in states],
            }
        )
        series.append(
            {
                "id": f"armies-{seat}",
                "title": f"Armies, {board.SIDE_TITLES[k]}",
                "seat": seat,
                "group": "armies",
                "values": [st.occ[k].bit_count() for st in states],
            }
        )
    lost = _lost(s)
    for seat in board.SEATS:
        series.append(
            {
                "id": f"lost-{seat}",
                "title": f"Armies lost, {board.SIDE_TITLES[board.SEATS.index(seat)]}",
                "seat": seat,
                "group": "lost",
                "per": "turn",
                "values": lost[seat],
            }
        )
    return {"turns": turns, "series": series, "luck": luck(s)}


def _lost(s: Session[State]) -> dict[str, list[int]]:
    """Armies lost per turn and side."""
    out = {seat: [0] * s.state.turn for seat in board.SEATS}
    turn = 1
    for e in s.journal:
        if e.key == "turn":
            turn = e.params["turn"]
        elif e.key in ("destroyed", "starved", "astray"):
            side = s.state.side(board.UNIT[e.params["unit"]])
            if side <= board.CENTRAL:
                out[board.SEATS[side]][turn - 1] += 1
    return out


def luck(s: Session[State]) -> list[dict[str, Any]]:
    """For each side as attacker: what it and its enemy lost by the printed table, and what the columns promised."""
    zero = Fraction(0)
    rows = {
        seat: {"attacks": zero, "own": zero, "enemy": zero, "own_expected": zero, "enemy_expected": zero} for seat in board.SEATS
    }
    side = ""
    for e in s.journal:
        if e.key == "phase":
            side = e.params["side"]
        elif e.key == "attack" and side:
            row = rows[side]
            column = board.CRT[e.params["column"]]
            row["attacks"] += 1
            row["own"] += e.params["printed"][0]
            row["enemy"] += e.params["printed"][1]
            row["own_expected"] += Fraction(sum(a for a, _ in column), 6)
            row["enemy_expected"] += Fraction(sum(d for _, d in column), 6)
    return [{"seat": seat, **{k: round(float(v), 2) for k, v in row.items()}} for seat, row in rows.items()]
