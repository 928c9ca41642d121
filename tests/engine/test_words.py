"""Small words."""

from __future__ import annotations

from firestep.engine.words import capital, counted, listed


def test_lists() -> None:
    assert [listed(w) for w in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b"], "or") == "a or b"


def test_capitals_keep_the_rest() -> None:
    assert capital("the BEF") == "The BEF" and capital("") == ""


def test_counts() -> None:
    assert [counted(n, "step") for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]
    assert counted(1, "army", "armies") == "1 army" and counted(2, "army", "armies") == "2 armies"
    assert counted(3, "point", spelled=True) == "three points" and counted(11, "point", spelled=True) == "11 points"
