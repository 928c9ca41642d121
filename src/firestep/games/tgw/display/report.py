"""The end of a war in numbers: series per turn, and what happened on each front in each turn."""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.engine.turns import by_turn
from firestep.games.tgw import victory
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components import fronts as map_fronts
from firestep.games.tgw.state import DEAD, DEAD_NE, State


def report(s: Session[State]) -> dict[str, Any]:
    """`series` at the start of each turn and now; nobody's luck is told: combats have too many columns to compare."""
    states, turns = by_turn(s)
    series: list[dict[str, Any]] = [
        {
            "id": "vp",
            "title": "Victory points of the Central Powers",
            "seat": "central",
            "group": "vp",
            "values": [victory.net(st) for st in states],
        }
    ]
    for k, seat in enumerate(tables.SEATS):
        series.append(
            {
                "id": f"units-{seat}",
                "title": f"Units on the map, {tables.SIDE_TITLES[k]}",
                "seat": seat,
                "group": "units",
                "values": [_afield(st, k) for st in states],
            }
        )
        series.append(
            {
                "id": f"dead-{seat}",
                "title": f"Units in the dead piles, {tables.SIDE_TITLES[k]}",
                "seat": seat,
                "group": "dead",
                "values": [_dead(st, k) for st in states],
            }
        )
        series.append(
            {
                "id": f"rp-{seat}",
                "title": f"Resource Points, {tables.SIDE_TITLES[k]}",
                "seat": seat,
                "group": "rp",
                "values": [sum(st.rp[n] for n in range(len(tables.NATIONS)) if st.allegiance[n] == k) for st in states],
            }
        )
    return {"turns": [tables.TURN_NAME[int(w)] if w.isdigit() else w for w in turns], "series": series, "luck": []}


def _afield(st: State, side: int) -> int:
    return sum((m & st.troops[side] & roster.COMBAT).bit_count() for i, m in st.where.items() if i > 0)


def _dead(st: State, side: int) -> int:
    return sum((st.stack(pile) & st.troops[side]).bit_count() for pile in (DEAD, DEAD_NE))


def fronts(s: Session[State], since: int = 0) -> list[dict[str, Any]]:
    """What happened on each front since an entry of the journal: units lost and hexes taken, for who comes to the table again."""
    lost = [[0, 0] for _ in map_fronts.FRONT_TITLES]
    taken = [[0, 0] for _ in map_fronts.FRONT_TITLES]
    for e in s.journal_since(since):
        if e.key in ("eliminated", "overrun") and e.params.get("place"):
            lost[_front(e.params["place"])][tables.SEATS.index(e.params["side"])] += len(e.params["units"])
        elif e.key == "control":
            for n in e.params["places"]:
                taken[_front(n)][tables.SEATS.index(e.params["side"])] += 1
    return [{"front": title, "lost": lost[k], "taken": taken[k]} for k, title in enumerate(map_fronts.FRONT_TITLES)]


def _front(number: str) -> int:
    return map_fronts.FRONT_AT[board.INDEX[number]]
