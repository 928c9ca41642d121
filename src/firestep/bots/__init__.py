"""Players of the machine: `make(name, seed)` gives one, its `choose(session, decision)` answers a question."""

from __future__ import annotations

import random
from typing import Any, Protocol

from firestep.engine.action import Action
from firestep.engine.errors import UnknownName

NAMES = ("random",)


class Bot(Protocol):
    def choose(self, session: Any, decision: Any) -> Action: ...


class Random:
    """Takes any legal action, with the same chance."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def choose(self, session: Any, decision: Any) -> Action:
        action: Action = self._random.choice(decision.actions)
        return action


def make(name: str, seed: str) -> Bot:
    if name != "random":
        raise UnknownName(f"there is no bot '{name}'; the bots are: {', '.join(NAMES)}")
    return Random(seed)
