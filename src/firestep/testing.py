"""Helpers for tests: the rule marker, scripted dice, short ways into a game."""

from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """`@rule("wwi.8.34")`: this test fails if the rule is broken."""
    return pytest.mark.rule(*ids)
