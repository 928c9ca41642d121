"""Helpers for tests: the rule marker, scripted dice, short ways into a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from firestep.engine.dice import ScriptedDice
from firestep.engine.session import Session
from firestep.games import game


def rule(*ids: str) -> pytest.MarkDecorator:
    """`@rule("wwi.8.34")`: this test fails if the rule is broken."""
    return pytest.mark.rule(*ids)


def situation(
    id: str, scenario: str | None = None, *, dice: Sequence[int] = (), options: Mapping[str, str] | None = None, **tables: Any
) -> Session[Any]:
    """A session in a position made by hand: the tables of a position file as arguments, and the next dice.

    `situation("wwi", clear=True, turn=3, phase=4, units={"ge-6": "0508"}, crp={"ge": 9}, dice=[6])`
    """
    g = game(id)
    name = g.scenario(scenario).id
    settled = g.settle_options(options)
    state, agenda = g.position_from(*g.begin(name, settled), tables)
    g.check(state)
    return Session(g, name, settled, ScriptedDice(dice, first=state.rolls), state, agenda)


def texts(s: Session[Any]) -> list[str]:
    """The legal actions of the open decision as text."""
    d = s.decision
    return [] if d is None else [" ".join(a) for a in d.actions]


def play(s: Session[Any], *actions: str) -> Session[Any]:
    """Take actions one after another."""
    for a in actions:
        s.take(a)
    return s


def keys(s: Session[Any]) -> list[str]:
    """The keys of the journal."""
    return [e.key for e in s.journal]
