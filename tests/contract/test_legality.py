"""Legality two ways: the list of actions, and the candidates that no rule refuses, are the same set."""

from __future__ import annotations

from typing import Any

import pytest

from firestep.engine import ledger
from firestep.engine.errors import FirestepError, Illegal


def test_actions_are_the_candidates_without_refusals(walk: Any) -> None:
    for s in walk.moments[::2]:
        legal = set(s.decision.actions)
        found = s.game.candidates(s)
        legal |= {a for a in found if s.decision.step.accepts(s, a)}  # answers too many to list
        assert len(found) == len(set(found))
        unrefused = {a for a in found if not s.why_not(a)}
        assert unrefused == legal, (
            f"after {s.size} actions, {s.decision.prompt}: only generated {sorted(legal - unrefused)[:5]}, "
            f"only unrefused {sorted(unrefused - legal)[:5]}")


def test_refusals_cite_rules_of_the_ledger(walk: Any) -> None:
    known = ledger.rules(walk.end.game.data)
    cited = set()
    for s in walk.moments[::6]:
        for a in s.game.candidates(s)[::11]:
            for r in s.why_not(a):
                assert r.text and "\n" not in r.text
                cited.add(r.rule)
    assert cited <= set(known), f"unknown rules: {sorted(cited - set(known))}"


def test_an_illegal_action_changes_nothing(walk: Any) -> None:
    for s in walk.moments[::4]:
        before = s.hash(), s.size, s.journal_size
        legal = set(s.decision.actions)
        bad = next((a for a in s.game.candidates(s) if a not in legal), None)
        if bad is not None:
            with pytest.raises(Illegal) as e:
                s.take(bad)
            assert e.value.refusals
        with pytest.raises(FirestepError):
            s.take("fly-to-the-moon")
        assert (s.hash(), s.size, s.journal_size) == before
