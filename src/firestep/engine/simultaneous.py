"""Simultaneous choices: several seats answer in secret, then all answers are revealed together.

A game subclasses `SimultaneousChoice` and defines the seats, their choices and what follows from all answers:

    @dataclass(frozen=True, slots=True)
    class DiceCount(SimultaneousChoice[S]):
        def seats(self, s): return (attacker, defender)
        def choices(self, s, seat): return [("dice", "2"), ("dice", "3")]
        def reveal(self, s, answers): ...

Seats are asked one after the other, so there is one open question at a time. Until the last has answered, `secret.known_to`
replaces the answers of others by "?". In such a copy (a bot that looks ahead, a fork) they are asked again, after the seat's own
answer. A choice must not depend on other answers, and a view must not show `answers`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Self, TypeVar, cast

from firestep.engine.action import Action, parse, text
from firestep.engine.step import Choice, Steps

S = TypeVar("S")

#: an answer that was given but is hidden here
UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class SimultaneousChoice(Choice[S]):
    """A question to several seats whose answers are revealed together."""

    #: as text, in the order of `seats`
    answers: tuple[str, ...] = ()

    def seats(self, s: S) -> tuple[int, ...]:
        """Returns the seats that answer, in order. They stay the same until all have answered."""
        raise NotImplementedError(type(self).__name__)

    def choices(self, s: S, seat: int) -> list[Action]:
        """Returns what a seat may answer: never empty, sorted."""
        raise NotImplementedError(type(self).__name__)

    def reveal(self, s: S, answers: tuple[Action, ...]) -> Steps:
        """Returns the steps that follow when all have answered. The answers are in the order of `seats`."""
        raise NotImplementedError(type(self).__name__)

    def given(self, s: S, seat: int, action: Action) -> None:
        """Called when a seat has answered. May write a journal entry with `only`, so that the seat can read its answer."""

    def seat(self, s: S) -> int:
        return self.seats(s)[self._asked(s)]

    def actions(self, s: S) -> list[Action]:
        return self.choices(s, self.seat(s))

    def take(self, s: S, action: Action) -> Steps:
        k = self._asked(s)
        answers = (*self.answers[:k], text(action), *self.answers[k + 1 :])
        self.given(s, self.seats(s)[k], action)
        if len(answers) < len(self.seats(s)) or UNKNOWN in answers:
            return (cast(Any, replace(self, answers=answers)),)
        # a seat must not take its answer back after it has seen the others
        cast(Any, s).close_undo()
        return self.reveal(s, tuple(map(parse, answers)))

    def known_to(self, s: S, seat: int | None) -> Self:
        """Returns the step as a seat knows it (None: a spectator), with hidden answers of others."""
        hidden = tuple(a if who == seat else UNKNOWN for a, who in zip(self.answers, self.seats(s), strict=False))
        return self if hidden == self.answers else replace(self, answers=hidden)

    def _asked(self, s: S) -> int:
        """Returns the index of the seat that is asked: the first without an answer, then those whose answer is hidden here."""
        return len(self.answers) if len(self.answers) < len(self.seats(s)) else self.answers.index(UNKNOWN)


def hides_answers(agenda: Collection[Any]) -> bool:
    """Returns whether a seat has given an answer that is not revealed yet."""
    for step in agenda:  # noqa: SIM110  a loop is quicker than any(), and this is asked before every answer of a bot
        if isinstance(step, SimultaneousChoice) and step.answers:
            return True
    return False
