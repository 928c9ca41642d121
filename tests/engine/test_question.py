"""Questions that declare their answers: list, refusals, effects and prices follow from one declaration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from firestep.engine import question as ask
from firestep.engine.grammar import Grammar, Kind, Numbers
from firestep.engine.masks import mask
from firestep.engine.page_data import price
from firestep.engine.refusal import Refusal

NAMES = ("ash", "birch", "cedar", "elm")
TREES = ask.Things(NAMES, lambda i: f"the {NAMES[i]}")
BIRDS = ask.Things({1: "owl", 3: "wren"}, str)


@dataclass(frozen=True, slots=True)
class Fell(ask.Question[Any]):
    """A question with every kind of answer."""

    says = ("fell tree", "move tree bird", "pay number", "give tree number", "say way", "wait", "none")

    def prompt(self, s: Any) -> str:
        return "Choose a tree."

    def answers(self, s: Any) -> Iterator[ask.Answer]:
        yield ask.Pick("fell", TREES, self.tall(s), lambda s, i: (f"felled {i}",), lambda i: price(f"{i} points") if i else None)
        yield ask.PickPair(
            "move", TREES, (ask.Condition("t.3", s.nests, "{x} has no nest"),), BIRDS, self.free, lambda s, i, j: (f"{i} to {j}",)
        )
        yield ask.Number("pay", (ask.Limit("t.5", s.money, "you have less"), ask.Limit("t.6", 3, "nobody pays more than 3")))
        yield ask.PickNumber(
            "give", TREES, (ask.Condition("t.7", 0b11, "{x} takes nothing"),), lambda i: (ask.Limit("t.8", i + 1, "too many"),)
        )
        yield ask.OneOf("say", {"yes": None, "no": Refusal("t.9", "you must not say no")}, Refusal("t.9", "say yes or no"))
        yield ask.Word("wait", (ask.given("t.10", s.patient, "you cannot wait"),))
        yield ask.Otherwise("none", "t.11", "there is a choice: {x}")

    def tall(self, s: Any) -> Iterator[ask.Condition]:
        yield ask.Condition("t.1", s.tall, "{x} is too small")
        yield ask.Condition("t.2", lambda trees: trees & ~mask([2]), lambda i: f"tree {i} is protected", also=True)
        yield ask.Condition("t.2b", -1 if s.dry else 0, "it rains")

    def free(self, i: int) -> Iterator[ask.Condition]:
        yield ask.Condition("t.4", ~(1 << i), "{x} is there already")


def setting(**given: Any) -> Any:
    return SimpleNamespace(**{"tall": 0b0110, "dry": True, "nests": 0b1010, "money": 2, "patient": True} | given)


def refused(s: Any, words: str) -> list[str]:
    return list(map(str, Fell().check(s, tuple(words.split()))))


def test_the_list_is_what_all_conditions_keep() -> None:
    found = {" ".join(a) for a in Fell().actions(setting())}
    assert found == {"fell birch", "move birch wren", "move elm owl", "pay 1", "pay 2", "give ash 1", "give birch 1",
                     "give birch 2", "say yes", "wait"}  # fmt: skip


def test_a_refusal_cites_the_first_broken_condition_and_those_that_are_told_as_well() -> None:
    s = setting()
    assert refused(s, "fell birch") == []
    assert refused(s, "fell ash") == ["the ash is too small [t.1]"]
    assert refused(s, "fell cedar") == ["tree 2 is protected [t.2]"]
    assert refused(setting(tall=0b0010), "fell cedar") == ["the cedar is too small [t.1]", "tree 2 is protected [t.2]"]
    assert refused(setting(dry=False), "fell birch") == ["it rains [t.2b]"]
    assert refused(setting(tall=0, dry=False), "fell cedar") == ["the cedar is too small [t.1]"], "nothing keeps it: it says enough"


def test_pairs_numbers_and_words_are_refused_by_their_own_rules() -> None:
    s = setting()
    assert refused(s, "move ash owl") == ["the ash has no nest [t.3]"]
    assert refused(s, "move birch owl") == ["1 is there already [t.4]"] and refused(s, "move elm owl") == []
    assert refused(s, "pay 3") == ["you have less [t.5]"] and refused(setting(money=9), "pay 4") == [
        "nobody pays more than 3 [t.6]"
    ]
    assert refused(s, "pay 0") == ["write a whole number from 1 on, not '0' [t.5]"] == [refused(s, "pay 00")[0].replace("00", "0")]
    assert refused(s, "give cedar 1") == ["the cedar takes nothing [t.7]"] and refused(s, "give ash 2") == ["too many [t.8]"]
    assert refused(s, "say no") == ["you must not say no [t.9]"] and refused(s, "say what") == ["say yes or no [t.9]"]
    assert refused(setting(patient=False), "wait") == ["you cannot wait [t.10]"]


def test_otherwise_is_legal_only_where_no_other_answer_is() -> None:
    @dataclass(frozen=True, slots=True)
    class Only(ask.Question[Any]):
        def answers(self, s: Any) -> Iterator[ask.Answer]:
            yield ask.Otherwise("none", "t.11", "there is a choice: {x}")
            yield ask.Pick("fell", TREES, (ask.Condition("t.1", s.tall, "{x} is too small"),))

    assert Only().actions(setting(tall=0)) == [("none",)] and Only().check(setting(tall=0), ("none",)) == []
    assert Only().actions(setting()) == [("fell", "birch"), ("fell", "cedar")]
    assert Only().check(setting(), ("none",)) == [Refusal("t.11", "there is a choice: the birch")]


def test_candidates_hold_every_legal_answer_and_one_number_too_many() -> None:
    for s in (setting(), setting(money=9, nests=0), setting(tall=0, dry=False, patient=False)):
        found = Fell().candidates(s)
        assert set(Fell().actions(s)) == {a for a in found if not Fell().check(s, a)}
    assert ("pay", "3") in Fell().candidates(setting()) and ("give", "birch", "3") in Fell().candidates(setting())


def test_effects_and_prices_get_the_numbers_of_the_words() -> None:
    s = setting()
    assert Fell().take(s, ("fell", "birch")) == ("felled 1",) and Fell().take(s, ("move", "birch", "wren")) == ("1 to 3",)
    assert Fell().take(s, ("wait",)) == ()
    assert Fell().prices(s) == {"fell birch": {"text": "1 points", "dear": False}}
    assert Fell().prices(setting(tall=1)) == {}, "no price: nothing is said"


def test_a_costly_condition_is_not_computed_when_nothing_is_left() -> None:
    def conditions() -> Iterator[ask.Condition]:
        yield ask.Condition("t.1", 0, "")
        raise AssertionError

    assert ask.kept(conditions(), 0b111) == 0


def test_a_grammar_takes_questions_from_the_steps_of_a_game() -> None:
    kinds: dict[str, Kind | Numbers] = {
        "tree": Kind("tree", lambda s: TREES.number, lambda s: "trees are: ash …"),
        "bird": Kind("bird", lambda s: BIRDS.number, lambda s: "birds are: owl, wren"),
        "way": Kind("way", lambda s: {"yes": 0, "no": 0, "what": 0}, lambda s: "say yes or no"),
        "number": Numbers(1, 9),
    }
    grammar = Grammar(kinds, {}, Refusal("t.0", "it is over"), "t.0")
    grammar.add([int, Fell])
    s = setting(top=Fell())
    assert grammar.candidates(s) == Fell().candidates(s)
    assert grammar.why_not(s, ("fell", "ash")) == [Refusal("t.1", "the ash is too small")] and not grammar.why_not(s, ("wait",))
    assert [r.rule for r in grammar.why_not(s, ("say", "what"))] == ["t.9"]


def test_words_that_the_grammar_knows_and_the_question_does_not_need_a_refusal() -> None:
    pick = ask.Pick("fell", TREES, (), wrong=Refusal("t.12", "that is no tree"))
    assert pick.refusals(("fell", "oak")) == [Refusal("t.12", "that is no tree")]
    with pytest.raises(AssertionError, match="the question does not"):
        ask.Pick("fell", TREES, ()).refusals(("fell", "oak"))
    with pytest.raises(AssertionError, match="no answer 'jump'"):
        Fell().meant(setting(), ("jump",))
