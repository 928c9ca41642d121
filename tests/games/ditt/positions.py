"""Short ways into the game for its tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from firestep.engine.session import Session
from firestep.games.ditt import GAME
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.refusals import GRAMMAR
from firestep.games.ditt.state import Fight, State
from firestep.testing import session_at, situation

I = places.INDEX
U = tables.UNIT


def scene(*, dice: Sequence[int] = (), options: dict[str, str] | None = None, **tables: Any) -> Session[State]:
    """A session in a position made by hand (the tables of `position.py`), with the next dice given."""
    return situation("ditt", dice=dice, options=options, **tables)


def start(*, dice: Sequence[int] = (), options: dict[str, str] | None = None) -> Session[State]:
    """The game from its very beginning."""
    state, agenda = GAME.begin("1914", GAME.settle_options(options))
    return session_at("ditt", state, *agenda, options=options, dice=dice)


def pulse(
    side: str, *, turn: int = 2, dice: Sequence[int] = (), options: dict[str, str] | None = None, **setting: Any
) -> Session[State]:
    """A pulse of a side on a map with only the units and coins named."""
    s = scene(dice=dice, options=options, turn=turn, phase=4, side=side, clear=True, **setting)
    if "coins" not in setting:
        s.state.coins = [0] * len(tables.BOXES)
    return s


def onward(s: Session[State], step: str) -> Session[State]:
    """Answer whatever is asked with the quietest answer until a step of this name asks, or the game is over."""
    while s.decision is not None and type(s.decision.step).__name__ != step:
        words = [" ".join(a) for a in s.decision.actions]
        s.take(next((w for w in ("pass", "done", "no", "decline", "stay", "keep", "hold") if w in words), words[0]))
    return s


def rules_against(s: Session[State], action: str) -> set[str]:
    """The rules that forbid an action."""
    return {r.rule for r in s.why_not(action)}


def explained(s: Session[State]) -> bool:
    """The list holds exactly what no rule forbids."""
    assert s.decision is not None
    return {a for a in GRAMMAR.candidates(s) if not s.why_not(a)} == set(s.decision.actions)


def fight(s: Session[State], hex: str, *units: str, origin: str = "", **more: Any) -> Fight:
    """A fight as it would begin."""
    ids = tuple(sorted(U[u] for u in units))
    return Fight(s.state.side(ids[0]), I[hex], I[origin] if origin else s.state.at[ids[0]], ids, **more)


VERDUN, GALLIPOLI = "3107", "1812"
LANDING: dict[str, Any] = {
    "beach": [GALLIPOLI, "lost"],
    "allegiance": {"tu": "central"},
    "marks": {"landed": ["br-mef"]},
    "units": {"br-mef": f"{GALLIPOLI} 4", "tu-i": f"{GALLIPOLI} 3"},
    "holds": {"tu": [GALLIPOLI]},
}


def landing(side: str, **more: Any) -> Session[State]:
    """The British in a Beach Head at Gallipoli, Turks in the same hex."""
    return pulse(side, turn=5, **{**LANDING, "units": LANDING["units"] | more.pop("units", {}), **more})


def checks(*, turn: int = 9, **tables: Any) -> Session[State]:
    """Begin the Surrender Checks on a map with only the units named."""
    return scene(turn=turn, phase=6, clear=True, cup=[], **tables)
