"""Events of ditt in a position, played to their end or to their first question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firestep.engine.session import Session
from firestep.games.ditt.components import tables
from firestep.games.ditt.events import event_table, events
from firestep.games.ditt.state import State
from firestep.testing import position, session_at
from games.ditt.occasions import merged, occasion

#: a turn of each year
TURN = {1914: 3, 1915: 5, 1916: 9, 1917: 13, 1918: 17}


def stage(event: str, *setting: Mapping[str, Any], dice: list[int] | None = None) -> tuple[State, Session[State]]:
    """A position, and the game in which an event happens in it."""
    year = int(event.split(".")[2])
    laid = merged({"turn": TURN[year], "phase": 1, "clear": True}, *setting)
    state, _ = position("ditt", **laid)
    state.coins = [k if b in laid.get("coins", {}) else 0 for b, k in zip(tables.BOXES, state.coins, strict=True)]
    before = state.copy()
    return before, session_at("ditt", state, events.Happen(event), dice=dice or [3] * 60)


def answer(s: Session[State], *wanted: str) -> Session[State]:
    """Answer what is asked: with the words given, in order, else yes, else the first that does something."""
    words = list(wanted)
    while d := s.decision:
        texts = [" ".join(a) for a in d.actions]
        if words and words[0] in texts:
            s.take(words.pop(0))
        else:
            s.take(next((w for w in texts if w not in ("no", "pass", "done", "decline")), texts[0]))
    assert not words, f"never asked for: {words}"
    return s


def goods(event: str) -> list[dict[str, Any]]:
    """Return one setting for each term of the condition of an event, in which the term holds."""
    return [occasion(term, True) for term in event_table.EVENTS[event].when.split(", ") if term]


def play(id: str, *answers: str, dice: tuple[int, ...] = (), plain: bool = False, **more: Any) -> tuple[State, Session[State]]:
    event = f"ditt.ev.{id}"
    before, s = stage(event, *([] if plain else goods(event)), more, dice=[*dice, *([3] * 40)])
    return before, answer(s, *answers)


def texts(s: Session[State]) -> list[str]:
    return [" ".join(a) for a in s.decision.actions] if s.decision else []


def asked(id: str, **more: Any) -> Session[State]:
    """The event up to its first question."""
    event = f"ditt.ev.{id}"
    return stage(event, *goods(event), more)[1]
