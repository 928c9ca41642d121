"""Every question of the game has its sentences and somebody who explains what stands against an answer."""

from __future__ import annotations

import pytest

from firestep.engine.errors import UnknownName
from firestep.engine.step import Choice
from firestep.games.ditt import GAME
from firestep.games.ditt.refusals import GRAMMAR
from games.ditt.positions import pulse, rules_against


def test_every_question_is_in_the_grammar() -> None:
    asked = {step for step in GAME.steps.values() if issubclass(step, Choice)}
    assert asked == set(GRAMMAR.verbs)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("fly 3305", "no action 'fly'"),
        ("stack 9999", "no place '9999'"),
        ("reinforce ge-99", "no unit 'ge-99'"),
        ("stack", "is not complete"),
        ("declare xx", "no nation 'xx'"),
        ("coin cp-sausages", "no box 'cp-sausages'"),
    ],
)
def test_words_that_mean_nothing(words: str, says: str) -> None:
    s = pulse("central", units={"ge-1": "3208 5"})
    with pytest.raises(UnknownName, match=says):
        s.why_not(words)


def test_a_number_is_written_plainly() -> None:
    """007 is no number of Divs, and neither is 0."""
    s = pulse("central", units={"ge-1": "3208 5"}, reserves={"ge": 9})
    s.take("reinforce ge-1")
    assert not rules_against(s, "divs 7")
    assert rules_against(s, "divs 007") and rules_against(s, "divs 0")


def test_an_answer_to_another_question_is_refused_with_the_question() -> None:
    s = pulse("central", units={"ge-1": "3208 5"})
    assert rules_against(s, "dice 3") == {"ditt.2.0b"}
