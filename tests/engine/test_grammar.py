"""The grammar: sentences by question, words by kind, and that the list of legal actions is never asked."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from firestep.engine.action import Action
from firestep.engine.errors import UnknownName
from firestep.engine.grammar import Grammar, Kind, Numbers
from firestep.engine.refusal import Refusal


class March:
    def prompt(self, s: Any) -> str:
        return "who marches?"


class Pay:
    def prompt(self, s: Any) -> str:
        return "who pays?"


def explain(s: Any, step: Any, action: Action) -> list[Refusal]:
    return [] if action[-1] != "b" else [Refusal("x.2", "b is tired")]


GRAMMAR = Grammar(
    {"unit": Kind("unit", lambda s: ("a", "b"), lambda s: "units are a and b"), "sum": Numbers(1, 3)},
    {March: (("done", "go unit", "turn *"), explain), Pay: (("go", "pay unit sum"), explain)},
    over=Refusal("x.9", "it is over"),
    closed="x.1",
    forms={"turn": lambda s, step: [("turn", "left", "about")]},
)


def at(step: Any) -> Any:
    return SimpleNamespace(top=step)


def test_candidates_are_all_sentences_of_the_question() -> None:
    assert GRAMMAR.candidates(at(March())) == [("done",), ("go", "a"), ("go", "b"), ("turn", "left", "about")]
    assert GRAMMAR.candidates(at(Pay()))[:3] == [("go",), ("pay", "a", "1"), ("pay", "a", "2")]
    assert GRAMMAR.candidates(at(None)) == []


def test_refusals_come_from_the_question() -> None:
    s = at(March())
    assert GRAMMAR.why_not(s, ("go", "a")) == [] == GRAMMAR.why_not(s, ("turn", "any", "words", "at", "all"))
    assert GRAMMAR.why_not(s, ("go", "b")) == [Refusal("x.2", "b is tired")]
    assert GRAMMAR.why_not(s, ("pay", "a", "7")) == [Refusal("x.1", "'pay' does not answer this question: who marches?")]
    assert GRAMMAR.why_not(at(None), ("done",)) == [Refusal("x.9", "it is over")]
    assert GRAMMAR.why_not(at(Pay()), ("go",)) == [], "a verb may take other words elsewhere"


def test_a_game_may_know_a_better_reason_against_a_verb_of_another_question() -> None:
    def foreign(s: Any, step: Any, action: Action) -> list[Refusal]:
        return [Refusal("x.3", "a has paid")] if action[:2] == ("pay", "a") else []

    kinds, asks = GRAMMAR.kinds, {March: (("done",), explain), Pay: (("pay unit sum",), explain)}
    grammar = Grammar(kinds, asks, GRAMMAR.over, "x.1", foreign=foreign)
    assert grammar.why_not(at(March()), ("pay", "a", "1")) == [Refusal("x.3", "a has paid")]
    assert grammar.why_not(at(March()), ("pay", "b", "1")) == [Refusal("x.1", "'pay' does not answer this question: who marches?")]
    assert grammar.why_not(at(Pay()), ("pay", "a", "1")) == [], "not asked about the verbs of the question itself"


@pytest.mark.parametrize(
    "words, said",
    [
        ("fly", "there is no action 'fly'; actions begin with: done, go, pay, turn"),
        ("go", "'go' is not complete; write: go unit"),
        ("go c", "there is no unit 'c'; units are a and b"),
        ("pay a much", "'much' is not a number"),
        ("pay a ²", "'²' is not a number"),
        ("done now", "'done now' is not complete; write: done"),
    ],
)
def test_words_that_mean_nothing_are_told(words: str, said: str) -> None:
    with pytest.raises(UnknownName) as e:
        GRAMMAR.why_not(at(March()), tuple(words.split()))
    assert str(e.value) == said


def test_a_sentence_of_unknown_words_is_a_fault_of_the_table() -> None:
    for sentence in ("go hex", "turn *"):
        with pytest.raises(AssertionError):
            Grammar({}, {March: ((sentence,), explain)}, Refusal("", ""), "")
