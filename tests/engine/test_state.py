"""A state declared once: copies, plain data, first values, and what is shared, derived or written in another way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import pytest

from firestep.engine.state import Declared, Derived, Kept, Saved, Shared, made

Letters = Annotated[
    int, Saved(lambda m: [c for k, c in enumerate("abc") if m >> k & 1], lambda words: sum(1 << "abc".index(c) for c in words))
]


class Sample(Declared):
    """Some of everything."""

    options: Kept[Mapping[str, str]]
    rolls: int = 0
    at: list[int] = made(lambda: [1, 2])
    marks: dict[str, int] = made(dict)
    letters: Letters = 5
    lent: tuple[int, ...] = ()
    phase: str = "dawn"
    total: Derived[list[int]]
    seen: Shared[dict[int, int]]

    def __init__(self, options: Mapping[str, str]) -> None:
        self.options = options
        self.fresh()
        self.derive()

    def derive(self) -> None:
        self.total, self.seen = [sum(self.at)], {}


def sample() -> Sample:
    return Sample({"fog": "on"})


def test_it_begins_with_its_first_values_each_its_own() -> None:
    s, other = sample(), sample()
    s.at.append(3)
    s.marks["x"] = 1
    assert (other.at, other.marks, other.letters, other.phase, other.total) == ([1, 2], {}, 5, "dawn", [3])


def test_it_has_slots_and_no_more() -> None:
    with pytest.raises(AttributeError):
        sample().nonsense = 1  # type: ignore[attr-defined]
    assert not hasattr(sample(), "__dict__")


def test_a_copy_is_its_own_but_for_what_is_shared() -> None:
    s = sample()
    new = s.copy()
    assert type(new) is Sample and new.to_plain() == s.to_plain()
    new.at[0] = new.total[0] = 9
    new.marks["y"] = 2
    new.seen[1] = 1
    assert (s.at, s.total, s.marks, s.seen) == ([1, 2], [3], {}, {1: 1})
    assert new.options is s.options and new.seen is s.seen


def test_plain_data_is_plain_and_comes_back() -> None:
    s = sample()
    s.lent, s.marks = (4, 5), {"z": 3}
    plain: Any = s.to_plain()
    assert plain == {
        "options": {"fog": "on"},
        "rolls": 0,
        "at": [1, 2],
        "marks": {"z": 3},
        "letters": ["a", "c"],
        "lent": [4, 5],
        "phase": "dawn",
    }
    again = Sample.from_plain(plain)
    assert again.to_plain() == plain and again.lent == (4, 5) and again.letters == 5 and again.total == [3]
    again.at.append(7)
    assert plain["at"] == [1, 2] == s.at


def test_a_class_may_write_a_part_by_hand() -> None:
    class Own(Declared):
        rolls: int = 3

        def __init__(self) -> None:
            self.fresh()

        def to_plain(self) -> dict[str, Any]:
            return {"dice": self.rolls}

    assert Own().copy().to_plain() == {"dice": 3}
