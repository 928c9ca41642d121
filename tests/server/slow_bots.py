"""Bots with bad habits, for the tests: one sleeps, one thinks for ever, one waits a while, one breaks, one cheats."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

bots = import_module("firestep.bots")


class Slow:
    def __init__(self, seed: int | str = 0) -> None:
        pass

    def choose(self, session: Any, decision: Any) -> Any:
        time.sleep(3600)


class Busy(Slow):
    def choose(self, session: Any, decision: Any) -> Any:
        while True:
            pass


class Waiting(Slow):
    """As on a machine that is busy with others: it takes its time by the clock, and works little."""

    def choose(self, session: Any, decision: Any) -> Any:
        time.sleep(0.9)
        return decision.actions[-1]


class Broken(Slow):
    def choose(self, session: Any, decision: Any) -> Any:
        raise RuntimeError("out of ideas")


class Cheat(Slow):
    def choose(self, session: Any, decision: Any) -> Any:
        return ("win", "at", "once")


HABITS = {"slow": Slow, "busy": Busy, "waiting": Waiting, "broken": Broken, "cheat": Cheat}


def register() -> None:
    """Offer the bots to this process."""
    bots.BOTS.update(HABITS)


register()
