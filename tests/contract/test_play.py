"""Every game plays from its set-up to its end, whatever is chosen; each question has good answers."""

from __future__ import annotations

import random
from typing import Any

import pytest

from firestep import bots
from firestep.engine.errors import FirestepError
from firestep.engine.session import Session


def between_orders(s: Session[Any]) -> bool:
    """Within a compound order two armies may share a hex for a moment; between orders never."""
    try:
        s.game.position_to(s)
    except FirestepError:
        return False
    return True


def test_random_play_ends_without_dead_end(case: Any, starter: Any) -> None:
    start, choose = starter
    s = start(case)
    game = s.game
    rng = random.Random(f"ends {case.id}")
    count = 0
    while (d := s.decision) is not None:
        assert d.actions, f"no action after {s.history[-3:]}"
        assert all(a < b for a, b in zip(d.actions, d.actions[1:], strict=False)), f"not sorted or not unique: {d.prompt}"
        assert 0 <= d.seat < len(game.seats)
        if count % 10 == 0:
            assert d.prompt.strip() and "\n" not in d.prompt
            assert all(w and " " not in w for a in d.actions for w in a)
        if count % 25 == 0 and between_orders(s):
            game.check(s.state)
        s.take(choose(d, rng, case.style))
        count += 1
        assert count < 100_000
    out = s.outcome
    assert out is not None and s.over
    assert set(out.scores) == set(game.seats)
    assert out.winner is None or out.winner in game.seats
    game.check(s.state)


def test_a_finished_game_asks_nothing_and_takes_nothing(walk: Any) -> None:
    assert walk.end.decision is None and walk.end.outcome is not None
    with pytest.raises(FirestepError, match="over"):
        walk.end.take("done")


def test_turns_never_go_back_and_marks_count_them(walk: Any) -> None:
    turns = [m.turn for m in walk.end.marks]
    assert turns == sorted(set(turns))
    assert [m.actions for m in walk.end.marks] == sorted(m.actions for m in walk.end.marks)


def test_a_bot_can_play_every_question(walk: Any) -> None:
    """Each bot answers each kept moment with a legal action, and leaves the game as it was."""
    for name in bots.names():
        bot = bots.make(name, 1)
        for s in walk.moments:
            before = s.hash()
            assert bot.choose(s, s.decision) in s.decision.actions
            assert s.hash() == before
