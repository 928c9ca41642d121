"""The beginning of a battle: from a scenario of the house, a quick battle, or a scenario of one's own."""

from __future__ import annotations

from collections.abc import Mapping

from firestep.engine.step import Steps
from firestep.games.dgk import state
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.sequence import TurnBegins
from firestep.games.dgk.state import State


def begin(id: str, options: Mapping[str, str]) -> tuple[State, Steps]:
    name = f"quick:{options['allied']}:{options['central']}:{options['size']}:{options['ground']}" if id == "quick" else id
    return _begin(scenario.get(name), options)


def begin_own(text: str, options: Mapping[str, str]) -> tuple[State, Steps]:
    """A battle from the text of a scenario of one's own."""
    return _begin(scenario.own(text), options)


def _begin(scn: scenario.ScenarioDef, options: Mapping[str, str]) -> tuple[State, Steps]:
    return state.begin(scenario.variant(scn, {k: options.get(k, v) for k, v in scenario.SWITCHES.items()})), (TurnBegins(),)
