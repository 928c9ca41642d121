"""Remembered answers."""

from __future__ import annotations

from firestep.engine.memo import Memo


def test_too_many_answers_are_forgotten_together_and_a_known_one_may_be_given_anew() -> None:
    known: Memo[int, str] = Memo(2)
    known[1], known[2] = "one", "two"
    known[2] = "deux"
    assert known == {1: "one", 2: "deux"}
    known[3] = "three"
    assert known == {3: "three"} and known.get(1) is None
