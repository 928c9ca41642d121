"""Every game plays from its set-up to its end, whatever is chosen; each question has good answers."""

from __future__ import annotations

from typing import Any

import pytest

from firestep import bots
from firestep.engine.errors import FirestepError


def test_random_play_ends_without_dead_end(walk: Any) -> None:
    game, out = walk.end.game, walk.end.outcome
    assert not walk.faults
    assert out is not None and walk.end.over
    assert set(out.scores) == set(game.seats)
    assert out.winner is None or out.winner in game.seats
    game.check(walk.end.state)


def test_a_finished_game_asks_nothing_and_takes_nothing(walk: Any) -> None:
    assert walk.end.decision is None and walk.end.outcome is not None
    with pytest.raises(FirestepError, match="over"):
        walk.end.take("done")


def test_turns_never_go_back_and_marks_count_them(walk: Any) -> None:
    turns = [m.turn for m in walk.end.marks]
    assert turns == sorted(set(turns))
    assert [m.moves for m in walk.end.marks] == sorted(m.moves for m in walk.end.marks)


def test_a_bot_can_play_every_question(walk: Any) -> None:
    """Each bot answers some of the kept moments with a legal action, and leaves the game as it was."""
    for name in bots.names():
        bot = bots.make(name, 1)
        for s in walk.moments[::4]:
            before = s.hash()
            assert bot.choose(s, s.decision) in s.decision.actions
            assert s.hash() == before
