"""Fixtures for the chapters of combat: supply is a test of its own, so elsewhere everybody is in supply unless he is named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firestep.games.tgw import board as b
from firestep.games.tgw import roster as r
from firestep.games.tgw import supply


@pytest.fixture
def plenty(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Everybody is in supply but the units whose ids are put into this set."""
    hungry: set[str] = set()
    monkeypatch.setattr(supply, "ground", lambda st, u: 0 if r.UNITS[u] in hungry else b.LAND)
    monkeypatch.setattr(supply, "KIND", tuple(range(r.N)))  # each unit is looked at by itself
    monkeypatch.setattr(supply, "SORT", tuple(range(r.N)))
    yield hungry
