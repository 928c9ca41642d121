"""Plays that may be made at a moment: cards, coins, support. Only seats with a fitting play are asked.

A game lists its plays in `Game.plays` and puts a `Window` on the agenda wherever some may be made:

    return (Window("before the dice", (attacker, defender)), Roll())

The seats are asked in turn, again after each play, until all have passed one after the other. A seat without a fitting play is not
asked. With `always` all seats are asked, where the question itself would reveal something.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from firestep.engine.action import Action
from firestep.engine.refusal import Refusal
from firestep.engine.step import Auto, Choice, Steps

PASS: Action = ("pass",)


class Play(NamedTuple):
    """Something that a seat may do at a moment."""

    id: str
    moment: str
    rule: str
    #: whether the seat may make the play now
    fits: Callable[[Any, int], bool]
    #: carries the play out and writes its journal entry
    do: Callable[[Any, int], Steps]
    #: for lists and sentences
    title: str = ""


def fitting(s: Any, moment: str, seat: int) -> list[Play]:
    """Returns the plays that a seat may make now, sorted by id."""
    plays = s.game.plays
    return [p for id in sorted(plays) if (p := plays[id]).moment == moment and p.fits(s, seat)]


def in_turn(seats: tuple[int, ...], passed: int, has: Callable[[int], bool]) -> tuple[tuple[int, ...], int] | None:
    """Returns the next seat that has a play, and how many seats have passed in a row by then. None: all have passed."""
    for n in range(passed, len(seats)):
        if has(seats[0]):
            return seats, n
        seats = (*seats[1:], seats[0])
    return None


@dataclass(frozen=True, slots=True)
class Window(Auto[Any]):
    """A moment for plays. `seats` are asked in this order. `passed` of them have passed since the last play."""

    moment: str
    seats: tuple[int, ...]
    passed: int = 0
    always: bool = False

    def run(self, s: Any) -> Steps:
        found = in_turn(self.seats, self.passed, lambda seat: self.always or bool(fitting(s, self.moment, seat)))
        return () if found is None else (Offer(self.moment, *found, self.always),)


@dataclass(frozen=True, slots=True)
class Offer(Choice[Any]):
    """A question: the seat makes a play or passes."""

    moment: str
    seats: tuple[int, ...]
    passed: int = 0
    always: bool = False

    def seat(self, s: Any) -> int:
        return self.seats[0]

    def prompt(self, s: Any) -> str:
        when = s.game.moments.get(self.moment, self.moment)
        return f"{s.game.titles(s.scenario)[self.seats[0]]}: play something {when}, or pass"

    def actions(self, s: Any) -> list[Action]:
        return [PASS, *(("play", p.id) for p in fitting(s, self.moment, self.seats[0]))]

    def take(self, s: Any, action: Action) -> Steps:
        after = (*self.seats[1:], self.seats[0])
        if action == PASS:
            return (Window(self.moment, after, self.passed + 1, self.always),)
        return (*s.game.plays[action[1]].do(s, self.seats[0]), Window(self.moment, after, 0, self.always))

    def candidates(self, s: Any) -> list[Action]:
        """Returns every play of the game, as candidates."""
        return sorted([PASS, *(("play", id) for id in s.game.plays)])

    def why_not(self, s: Any, action: Action) -> list[Refusal]:
        """Returns the rules against a play now."""
        if action == PASS:
            return []
        play = s.game.plays.get(action[1]) if len(action) == 2 and action[0] == "play" else None
        if play is None:
            rule = next(p.rule for p in s.game.plays.values() if p.moment == self.moment)
            return [Refusal(rule, "answer 'play' and the name of something that you hold, or 'pass'")]
        name = play.title or play.id
        if play.moment != self.moment:
            return [Refusal(play.rule, f"{name} is played at another moment: {s.game.moments.get(play.moment, play.moment)}")]
        return [] if play.fits(s, self.seats[0]) else [Refusal(play.rule, f"{name} does not fit now")]
