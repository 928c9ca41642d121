"""Positions of the five games as the page gets them: snapshots of the seat that is asked."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import firestep
from firestep.engine import action as actions
from firestep.engine.session import Session
from firestep.games import GAMES
from firestep.server.http.api_games import _hexes

QUIET = ("pass", "done", "no", "decline", "stay", "keep", "hold", "end")


def onward(s: Session[Any], question: str) -> Session[Any]:
    """Gives the quietest answers until a question of this name is asked."""
    for _ in range(400):
        d = s.decision
        assert d is not None
        if d.step.stored == question:
            return s
        words = [actions.text(a) for a in d.actions]
        s.take(next((w for w in QUIET if w in words), words[0]))
    raise AssertionError(f"{question} was never asked")


def after(s: Session[Any], *orders: str) -> Session[Any]:
    for order in orders:
        s.take(order)
    return s


def seen(s: Session[Any]) -> dict[str, Any]:
    """Returns what the page gets of a game: the snapshot of the seat that is asked, and the places of the map."""
    d = s.decision
    assert d is not None
    snap = s.view(d.seat) | {"seq": s.size}
    hexes = None if s.game.id == "dgk" else json.loads(_hexes(s.game.id, s.scenario))
    return {"snap": json.loads(json.dumps(snap)), "hexes": hexes}


def wwi() -> Session[Any]:
    return firestep.start("wwi", seed="page")


def gwb() -> Session[Any]:
    return onward(firestep.start("gwb", scenario="training", seed="page"), "PickUnit")


def dgk() -> Session[Any]:
    return firestep.start("dgk", seed="a")


def ditt() -> Session[Any]:
    return onward(firestep.start("ditt", seed="page"), "Pulse")


def tgw(question: str) -> Session[Any]:
    return onward(firestep.start("tgw", scenario="1918", seed="page"), question)


@cache
def positions() -> dict[str, dict[str, Any]]:
    """All positions by their names: the game and what is asked."""
    act = after(dgk(), "activate de-13", "unit de-26-1")
    return {
        "wwi attacks": seen(wwi()),
        "wwi attack of 0505": seen(after(wwi(), "attack 0505")),
        "wwi armies": seen(onward(wwi(), "MoveUnits")),
        "wwi fr-2 moves": seen(after(onward(wwi(), "MoveUnits"), "move fr-2")),
        "gwb attacks": seen(firestep.start("gwb", scenario="training", seed="page")),
        "gwb units": seen(gwb()),
        "gwb ge-r1 moves": seen(after(gwb(), "move ge-r1")),
        "dgk formations": seen(dgk()),
        "dgk units": seen(after(dgk(), "activate de-13")),
        "dgk de-26-1": seen(act),
        "dgk de-26-1 maneuvers": seen(after(act, "maneuver")),
        "ditt pulse": seen(ditt()),
        "ditt march from 3208": seen(after(ditt(), "stack 3208")),
        "tgw stacks": seen(tgw("MoveUnits")),
        "tgw march from W2124": seen(after(tgw("MoveUnits"), "stack W2124")),
        "tgw attacks": seen(tgw("Attacks")),
        "tgw attack of W2024": seen(after(tgw("Attacks"), "attack W2024")),
    }


if __name__ == "__main__":  # prints what can be ordered in each, for who writes a case
    assert GAMES
    for name, found in positions().items():
        snap = found["snap"]
        stacks: dict[str, list[str]] = {}
        for p in snap["board"]["pieces"]:
            stacks.setdefault(p["at"], []).append(p["id"])
        print(f"{name} ({snap['decision']['ask']}, {snap['seq']}):", *snap["decision"]["actions"][:400], sep=" | ")
        print("   ", {k: v for k, v in stacks.items() if len(v) > 1} or dict(list(stacks.items())[:12]))
