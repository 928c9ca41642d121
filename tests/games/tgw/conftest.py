"""Fixtures for the chapters of combat: supply is a test of its own, so elsewhere everybody is in supply unless he is named."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from firestep.games.tgw.components import board, roster
from firestep.games.tgw.supply import supply


@pytest.fixture
def plenty(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Everybody is in supply but the units whose ids are put into this set."""
    hungry: set[str] = set()
    monkeypatch.setattr(supply, "ground", lambda st, u: 0 if roster.UNITS[u] in hungry else board.LAND)
    monkeypatch.setattr(supply, "KIND", tuple(range(roster.N)))  # each unit is looked at by itself
    monkeypatch.setattr(supply, "SORT", tuple(range(roster.N)))
    yield hungry
