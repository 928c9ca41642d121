"""Names under which steps are stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from firestep.engine.step import Auto, from_plain, registry


@dataclass(frozen=True, slots=True)
class Plain(Auto[Any]):
    count: int


@dataclass(frozen=True, slots=True)
class Renamed(Auto[Any]):
    """A step whose class had another name in older records."""

    stored = "Former"
    count: int


@dataclass(frozen=True, slots=True)
class Derived(Renamed):
    """A subclass is stored under its own name."""


def test_a_step_is_stored_under_its_class_name_or_under_its_former_name() -> None:
    assert Plain(3).to_plain() == ["Plain", {"count": 3}]
    assert Renamed(3).to_plain() == ["Former", {"count": 3}]
    assert Derived(3).to_plain() == ["Derived", {"count": 3}]


@pytest.mark.parametrize("step", [Plain(3), Renamed(3), Derived(3)])
def test_a_stored_step_is_read_back(step: Auto[Any]) -> None:
    assert from_plain(registry((Plain, Renamed, Derived)), step.to_plain()) == step


def test_two_steps_with_one_stored_name_are_refused() -> None:
    former = dataclass(frozen=True, slots=True)(type("Former", (Auto,), {}))
    with pytest.raises(ValueError, match="two steps are called Former"):
        registry((Renamed, former))
