"""An event in a position, played to its end or to its first question."""

from __future__ import annotations

from typing import Any

from firestep.engine.session import Session
from firestep.games.ditt.state import State
from games.ditt.events.test_events import answer, goods, stage


def play(id: str, *answers: str, dice: tuple[int, ...] = (), plain: bool = False, **tables: Any) -> tuple[State, Session[State]]:
    event = f"ditt.ev.{id}"
    before, s = stage(event, *([] if plain else goods(event)), tables, dice=[*dice, *([3] * 40)])
    return before, answer(s, *answers)


def texts(s: Session[State]) -> list[str]:
    return [" ".join(a) for a in s.decision.actions] if s.decision else []


def asked(id: str, **tables: Any) -> Session[State]:
    """The event up to its first question."""
    event = f"ditt.ev.{id}"
    return stage(event, *goods(event), tables)[1]
