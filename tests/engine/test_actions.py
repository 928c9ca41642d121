"""Actions: text and JSON round-trip, and what is not an action is refused."""

from __future__ import annotations

import json

import pytest

from firestep.engine import action
from firestep.engine.errors import FirestepError


@pytest.mark.parametrize("a", [("done",), ("move", "ge-6"), ("pay", "ge", "3"), ("advance", "fr-lorraine", "0508")])
def test_text_and_json_round_trip(a: action.Action) -> None:
    assert action.parse(action.text(a)) == a
    assert action.from_json(json.loads(json.dumps(action.to_json(a)))) == a


def test_surplus_blanks_do_not_matter() -> None:
    assert action.parse("  move   ge-6 \n") == ("move", "ge-6")


@pytest.mark.parametrize("words", ["", "   ", "\n"])
def test_no_words_are_no_action(words: str) -> None:
    with pytest.raises(FirestepError, match="at least one word"):
        action.parse(words)


@pytest.mark.parametrize("value", [None, "move ge-6", [], ["move", 6], ["move ge-6"], [""], {"move": "ge-6"}, [["move"]]])
def test_json_that_is_no_action_is_refused(value: object) -> None:
    with pytest.raises(FirestepError, match="not an action"):
        action.from_json(value)
