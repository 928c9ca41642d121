"""What is hidden is not told: swapped for something else that fits, nobody who may not know it notices."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from firestep.engine.action import text
from firestep.engine.dice import Dice
from firestep.engine.secret import known_to
from firestep.engine.simultaneous import SimultaneousChoice
from firestep.engine.start import from_moment, moment
from sampling import every


def eyes(s: Any) -> tuple[int | None, ...]:
    return (None, *range(len(s.game.seats)))


def swapped(s: Any, seat: int | None) -> Any:
    """The game with other answers in what is sealed, where the seat did not give them."""
    new = s.copy()
    for k, step in enumerate(new.agenda):
        if isinstance(step, SimultaneousChoice) and step.answers:
            given = []
            for who, answer in zip(step.seats(new), step.answers, strict=False):
                others = [a for a in map(text, step.choices(new, who)) if a != answer]
                given.append(answer if who == seat or not others else others[len(answer) % len(others)])
            new.agenda[k] = replace(step, answers=tuple(given))
    return new


def test_who_is_asked_can_answer_from_what_he_knows(walk: Any) -> None:
    for s in walk.secrets:
        d = s.decision
        known = known_to(s, d.seat).decision
        assert (known.seat, known.actions, known.prompt) == (d.seat, d.actions, d.prompt)


def test_sealed_answers_are_not_seen(walk: Any) -> None:
    for s in every(3, walk.secrets):
        for seat in eyes(s):
            other = swapped(s, seat)
            assert moment(known_to(s, seat)) == moment(known_to(other, seat))
            assert s.view(seat) == other.view(seat)


def test_what_a_seat_knows_can_be_played_on(walk: Any) -> None:
    """In a copy that a bot searches and in a what-if game."""
    for k, s in enumerate(every(2, walk.secrets[:4])):
        for seat in eyes(s):
            rng = walk.picker(f"known {k} {seat}")
            known = known_to(s, seat)
            fork = from_moment(moment(known), s.game, s.scenario, s.options, Dice("fork"))
            for game in (known.copy(seed="dream"), fork):
                for _ in range(15):
                    d = game.decision
                    if d is None:
                        break
                    game.take(rng.choice(d.actions))
