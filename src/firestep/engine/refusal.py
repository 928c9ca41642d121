"""Refusals: why an action is not legal, rule by rule."""

from __future__ import annotations

from typing import NamedTuple


class Refusal(NamedTuple):
    """One rule that forbids an action, in a sentence about this very action."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


def those(*judged: tuple[object, str, str]) -> list[Refusal]:
    """The rules that are broken, of a list of them: is it broken, which rule, and the sentence about it."""
    return [Refusal(rule, text) for broken, rule, text in judged if broken]
