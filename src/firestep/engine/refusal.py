"""Refusals: why an action is not legal, rule by rule."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """One rule that forbids an action, in a sentence about this very action."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"
