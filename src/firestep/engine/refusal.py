"""Refusals: why an action is not legal, rule by rule."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """One rule that forbids an action, with a sentence about this action."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


def those(*judged: tuple[object, str, str]) -> list[Refusal]:
    """Returns the broken rules of a list. Each item: whether it is broken, the rule, the sentence."""
    return [Refusal(rule, text) for broken, rule, text in judged if broken]
