"""What tests of events share."""

from __future__ import annotations

from firestep.engine.offer import Window, fitting
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.events import combat_events
from firestep.games.tgw.state import Fight
from games.tgw.war import game

L = tables.LETTER
U = roster.UNIT


def fight(st, side: int, hex: str, attackers: str, defenders: str = "", hqs: tuple[str, str] = ("", ""), **more) -> Fight:
    """The combat in hand."""
    st.fight = Fight(
        side,
        board.INDEX[hex],
        tuple(U[i] for i in attackers.split()),
        tuple(U[i] for i in defenders.split()),
        hqs=tuple(U[h] if h else -1 for h in hqs),
        **more,
    )
    return st.fight


def offered(st, moment: str, side: int) -> list[str]:
    return [p.id for p in fitting(game(st), moment, side)]


def into(st, id: str, side: int, moment: str = "combat"):
    """Play a chit into the combat in hand."""
    s = game(st, Window(moment, (side,)))
    s.take(f"play {id}")
    return s


def drm(st) -> int:
    return sum(m.value for m in combat_events.modifiers(st, st.fight))
