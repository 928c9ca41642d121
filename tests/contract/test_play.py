"""Every game plays from its set-up to its end, whatever is chosen; each question has good answers."""

from __future__ import annotations

from typing import Any

import pytest

from contract.conftest import cases, walk_of
from firestep import bots
from firestep.engine.errors import FirestepError
from sampling import every


def test_random_play_finds_no_dead_end(walk: Any) -> None:
    assert not walk.faults
    assert walk.moments and (walk.end.over or walk.end.size == walk.case.leg)


def test_every_game_is_walked_to_an_end_that_asks_nothing_and_takes_nothing(game: Any) -> None:
    ended = 0
    for case in reversed(cases()):  # late moments come last, and end soon
        if case.game != game.id or ended == 2:
            continue
        end = walk_of(case).end
        if end.over:
            out = end.outcome
            assert out is not None and set(out.scores) == set(game.seats)
            assert out.winner is None or out.winner in game.seats
            assert end.decision is None
            game.check(end.state)
            with pytest.raises(FirestepError, match="over"):
                end.take("done")
            ended += 1
    assert ended == 2, f"no walk reached an end; python tools/make_checkpoints.py {game.id} makes moments near one"


def test_turns_never_go_back_and_marks_count_them(walk: Any) -> None:
    turns = [m.turn for m in walk.end.marks]
    assert turns == sorted(set(turns))
    assert [m.moves for m in walk.end.marks] == sorted(m.moves for m in walk.end.marks)


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_can_play_every_question(walk: Any, name: str) -> None:
    """A bot may have to go on from any position that a person has made, in the middle of an order as well. Of each kind of question
    in a walk it answers some with a legal action, and leaves the game as it was."""
    bot = bots.make(name, 1)
    for kind, asked in walk.questions.items():
        for s in asked:
            before = s.hash()
            answer = bots.answer(bot, s)
            assert answer in s.decision.actions or s.decision.step.allows_unlisted(s, answer), kind
            assert s.hash() == before


def test_bots_go_on_after_an_answer_that_is_in_no_list(walk: Any) -> None:
    """A person may give answers that are too many to list, for example any place on a plane. Each bot goes on from there, through
    the decisions that follow."""
    pick = walk.picker("unlisted")
    given = 0
    for kind, asked in walk.questions.items():
        for s in every(2, asked):
            listed = set(s.decision.actions)
            found = [a for a in s.game.candidates(s) if a not in listed and s.decision.step.allows_unlisted(s, a)]
            if not found:
                continue
            given += 1
            begun = s.copy(seed=kind).disable_undo()
            begun.take(pick.choice(found))
            for _ in range(3):
                if (d := begun.decision) is None:
                    break
                answers = [bots.answer(bots.make(name, 1), begun) for name in bots.names()]
                assert all(a in d.actions or d.step.allows_unlisted(begun, a) for a in answers), (kind, answers)
                begun.take(pick.choice(d.actions))
    assert given or walk.case.game != "dgk"
