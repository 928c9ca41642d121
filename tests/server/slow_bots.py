"""Bots with bad habits, for the tests: one thinks for ever, one breaks, one cheats."""

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


class Broken(Slow):
    def choose(self, session: Any, decision: Any) -> Any:
        raise RuntimeError("out of ideas")


class Cheat(Slow):
    def choose(self, session: Any, decision: Any) -> Any:
        return ("win", "at", "once")


HABITS = {"slow": Slow, "broken": Broken, "cheat": Cheat}


def register() -> None:
    """Offer the bots to this process."""
    bots.BOTS.update(HABITS)


register()
