"""Each names his answer, then both are opened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

from firestep.engine.action import Action, parse, text
from firestep.engine.step import Choice, Steps

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Sealed(Choice[S]):
    """A question to several seats whose answers are opened together."""

    answers: tuple[str, ...] = ()

    def seats(self, s: S) -> tuple[int, ...]:
        raise NotImplementedError

    def choices(self, s: S, seat: int) -> list[Action]:
        raise NotImplementedError

    def opened(self, s: S, answers: tuple[Action, ...]) -> Steps:
        raise NotImplementedError

    def seat(self, s: S) -> int:
        return self.seats(s)[len(self.answers)]

    def actions(self, s: S) -> list[Action]:
        return self.choices(s, self.seat(s))

    def take(self, s: S, action: Action) -> Steps:
        answers = (*self.answers, text(action))
        if len(answers) < len(self.seats(s)):
            new: Any = replace(self, answers=answers)
            return (new,)
        return self.opened(s, tuple(parse(a) for a in answers))
