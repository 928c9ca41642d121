"""The greedy player: weighs every action by a game's evaluator and takes the best.

A game's evaluator is a package `firestep.bots.GAME` with a table `BY_STEP`: for each kind of step a function of session,
decision and step that returns a number for each action, in the order of `decision.actions`. For a game without one, and
for a step that is not in it, the greedy player tries actions in copies of the game and looks at the score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random as Source
from typing import Any

from firestep.engine.action import Action
from firestep.engine.session import Decision, Session

#: a number for each action of a decision; the greatest is the choice
Weigh = Callable[[Session[Any], Decision[Any], Any], Sequence[float]]

#: how many actions the evaluator of last resort tries at most, and how many decisions it plays on
TRIED = 12
AHEAD = 6


@cache
def evaluator(game: str) -> Mapping[str, Weigh] | None:
    """A game's own `BY_STEP`, if it has one."""
    if find_spec(f"firestep.bots.{game}") is None:
        return None
    by_step: Mapping[str, Weigh] = import_module(f"firestep.bots.{game}").BY_STEP
    return by_step


class Greedy:
    """Takes the action of the greatest weight; among equals its own randomness decides."""

    __slots__ = ("_random",)
    name = "greedy"

    def __init__(self, seed: int | str = 0) -> None:
        self._random = Source(f"greedy {seed}")

    def choose(self, session: Session[Any], decision: Decision[Any]) -> Action:
        actions = decision.actions
        if len(actions) == 1:
            return actions[0]
        by_step, step = evaluator(session.game.id), decision.step
        weigh = by_step.get(type(step).__name__) if by_step else None
        weights = weigh(session, decision, step) if weigh else self._try(session, decision)
        best = max(weights)
        equal = [a for a, w in zip(actions, weights, strict=True) if w == best]
        return equal[0] if len(equal) == 1 else equal[int(self._random.random() * len(equal))]

    def _try(self, session: Session[Any], decision: Decision[Any]) -> list[float]:
        """Scores after a few decisions at random, for a sample of the actions."""
        count = len(decision.actions)
        sample = set(range(count)) if count <= TRIED else set(self._random.sample(range(count), TRIED))
        return [self._glance(session, a, decision.seat) if i in sample else float("-inf") for i, a in enumerate(decision.actions)]

    def _glance(self, session: Session[Any], action: Action, seat: int) -> float:
        trial = session.copy(seed=str(self._random.random()))
        trial.take(action)
        for _ in range(AHEAD):
            d = trial.decision
            if d is None:
                break
            trial.take(d.actions[int(self._random.random() * len(d.actions))])
        return lead(trial, seat)


def lead(session: Session[Any], seat: int) -> float:
    """By how much a seat's score is ahead of the best other."""
    out = session.outcome
    scores = out.scores if out is not None else session.game.view(session, seat).get("scores", {})
    mine = scores.get(session.game.seats[seat], 0)
    return float(mine - max((v for k, v in scores.items() if k != session.game.seats[seat]), default=0))
