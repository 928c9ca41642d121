"""Legality twice: a wrong maker of the list must not mislead the explanation."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine.session import Session


def listed(s: Session[Any]) -> set[Any]:
    """The candidates that may be taken."""
    d = s.decision
    assert d is not None
    return {*d.actions, *(a for a in s.game.candidates(s) if d.step.allows_unlisted(s, a))}


def allowed(s: Session[Any]) -> set[Any]:
    """The candidates against which no rule is cited."""
    return {a for a in s.game.candidates(s) if not s.why_not(a)}


def disagree(s: Session[Any], mp: pytest.MonkeyPatch, owner: Any, name: str, wrong: Any) -> None:
    """List and explanation agree; with `wrong` for what makes the list they do not, and the explanation says what it said."""
    right = allowed(s)
    assert listed(s) == right
    mp.setattr(owner, name, wrong)
    s = s.copy()
    assert listed(s) != right
    assert {a for a in right if s.why_not(a)} == set()
    assert {a for a in s.game.candidates(s) if not s.why_not(a)} <= right
