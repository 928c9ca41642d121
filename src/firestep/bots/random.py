"""The random player: any legal action, each as likely as the next."""

from __future__ import annotations

from random import Random as Source
from typing import Any

from firestep.engine.action import Action
from firestep.engine.session import Decision, Session


class Random:
    """Its randomness is its own, never the dice of the game."""

    __slots__ = ("_random",)
    name = "random"

    def __init__(self, seed: int | str = 0) -> None:
        self._random = Source(f"random {seed}").random

    def choose(self, session: Session[Any], decision: Decision[Any]) -> Action:
        actions = decision.actions
        return actions[int(self._random() * len(actions))]
