"""Errors for users. Each text is one sentence with the problem and the remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from firestep.engine.refusal import Refusal


class FirestepError(Exception):
    """An error that the caller can correct. Programs end with exit code 2 and change nothing."""


class UnknownName(FirestepError):
    """A game, scenario, option, hex, unit or action that does not exist."""


class Illegal(FirestepError):
    """An action that the rules forbid now; `refusals` says which rules."""

    def __init__(self, message: str, refusals: list[Refusal]) -> None:
        super().__init__(message)
        self.refusals = refusals


class BadRecord(FirestepError):
    """A record that is damaged, edited, of another program or of another version."""


class BadPosition(FirestepError):
    """A position file that cannot be read or that breaks a rule of the game."""
