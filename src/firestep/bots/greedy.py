"""The greedy player: weighs every action by a game's evaluator and takes the best.

A game's evaluator is a package `firestep.bots.GAME` with a table `BY_STEP`: for each class of step a function of session,
decision and step that returns a number for each action, in the order of `decision.actions`. `DEFAULT`, where a game has one,
answers for every other step. Without an answer the greedy player tries actions in copies of the game and compares the scores.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random as Source
from types import ModuleType
from typing import Any

from firestep.engine.action import Action
from firestep.engine.session import Decision, Session
from firestep.engine.step import Step

#: a number for each action of a decision; the greatest is the choice
Weigh = Callable[[Session[Any], Decision[Any], Any], Sequence[float]]
Evaluators = Mapping[type[Step[Any]], Weigh]

#: how many actions the evaluator of last resort tries at most, and how many decisions it plays on
TRIED = 12
AHEAD = 6


@cache
def _package(game: str) -> ModuleType | None:
    name = f"firestep.bots.{game}"
    return import_module(name) if find_spec(name) else None


def evaluator(game: str, step: type[Step[Any]]) -> Weigh | None:
    """Returns the function that weighs the actions of a step: the game's own, its `DEFAULT`, or None."""
    package = _package(game)
    by_step: Evaluators = package.BY_STEP if package else {}
    return by_step.get(step, getattr(package, "DEFAULT", None))


def by_verb(d: Decision[Any], weights: Mapping[str, float | Callable[[Action], float]], other: float | None = None) -> list[float]:
    """Returns a number for each action: what its first word is worth, or what the function of that word says of the action.

    `other` is what all other words are worth. Without it an unknown word raises `KeyError`.
    """
    out = []
    for a in d.actions:
        weight = weights[a[0]] if other is None else weights.get(a[0], other)
        out.append(weight if isinstance(weight, (int, float)) else weight(a))
    return out


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
        step = decision.step
        weigh = evaluator(session.game.id, type(step))
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
