"""Helpers for tests: the rule marker, scripted dice, short ways into a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from firestep.engine.dice import ScriptedDice
from firestep.engine.session import Session
from firestep.engine.step import Step, Steps
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
    name = game(id).scenario(scenario).id
    state, agenda = position(id, name, options=options, **tables)
    game(id).check(state)
    return session_at(id, state, *agenda, scenario=name, options=options, dice=dice)


def position(id: str, scenario: str | None = None, *, options: Mapping[str, str] | None = None, **tables: Any) -> tuple[Any, Steps]:
    """Return the state and the agenda of a position made by hand. No step has run, and the state is not checked."""
    g = game(id)
    return g.position_from(*g.begin(g.scenario(scenario).id, g.settle_options(options)), tables)


def session_at(
    id: str,
    state: Any,
    *steps: Step[Any],
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    dice: Sequence[int] = (),
) -> Session[Any]:
    """Return a session that has a state and only these steps before it, with the next dice."""
    g = game(id)
    name = scenario or g.scenario(None).id
    return Session(g, name, g.settle_options(options), ScriptedDice(dice, first=state.rolls), state, steps)


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
