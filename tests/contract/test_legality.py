"""Legality two ways: the list of actions, and the candidates that no rule refuses, are the same set."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from firestep.engine import ledger
from firestep.engine.errors import FirestepError, Illegal
from sampling import WHOLE

#: candidates asked about at each moment, and legal actions: `make fuzz` asks about all of them
ASKED, LEGAL = 150, 30
#: seconds of processor time for each walk; a game that explains slowly is asked less, here, but never less than this
LEAST = 20
BUDGET = 0.8 if WHOLE else 0.4


def questions(walk: Any, salt: str, asked: int, legal: int, budget: float) -> Iterator[tuple[Any, Any, bool]]:
    """Moments of a walk and actions to ask about, legal or not, until the budget is spent."""
    end = time.process_time() + budget
    moments = walk.moments[:]
    least = LEAST
    walk.picker(salt).shuffle(moments)
    for k, s in enumerate(moments):
        rng = walk.picker(f"{salt} {k}")
        found = s.game.candidates(s)
        known = set(s.decision.actions)
        assert len(found) == len(set(found)) and known <= set(found)
        picked = rng.sample(found, min(asked, len(found))) + rng.sample(s.decision.actions, min(legal, len(known)))
        rng.shuffle(picked)
        for a in picked:
            if least <= 0 and time.process_time() > end:
                return
            least -= 1
            yield s, a, a in known or s.decision.step.allows_unlisted(s, a)  # some answers are too many to list


def test_actions_are_the_candidates_without_refusals(walk: Any) -> None:
    count = 0
    for s, a, legal in questions(walk, "legality", ASKED, LEGAL, BUDGET):
        refusals = s.why_not(a)
        assert bool(refusals) != legal, f"after {s.size} actions, {s.decision.prompt}: {a} is {legal=}, and {refusals=}"
        assert legal or not s.decision.step.is_legal(s, a)
        count += 1
    assert count


def test_refusals_cite_rules_of_the_ledger(walk: Any) -> None:
    known = ledger.rules(walk.end.game.data)
    cited = set()
    for s, a, _ in questions(walk, "cited", 25, 0, BUDGET / 3):
        for r in s.why_not(a):
            assert r.text and "\n" not in r.text
            cited.add(r.rule)
    assert cited <= set(known), f"unknown rules: {sorted(cited - set(known))}"


def test_an_illegal_action_changes_nothing(walk: Any) -> None:
    for s in walk.moments[::4]:
        before = s.hash(), s.size, s.journal_size
        legal = set(s.decision.actions)
        bad = next((a for a in s.game.candidates(s) if a not in legal and not s.decision.step.allows_unlisted(s, a)), None)
        if bad is not None:
            with pytest.raises(Illegal) as e:
                s.take(bad)
            assert e.value.refusals
        with pytest.raises(FirestepError):
            s.take("fly-to-the-moon")
        assert (s.hash(), s.size, s.journal_size) == before
