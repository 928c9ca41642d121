"""The beginning of a battle: the set-up of its file (gwb.4.0a), and the first player turn."""

from __future__ import annotations

from collections.abc import Mapping

from firestep.engine.step import Steps
from firestep.games.gwb.components.battle import battle
from firestep.games.gwb.sequence import PlayerTurn
from firestep.games.gwb.state import State


def begin(scenario: str, options: Mapping[str, str]) -> tuple[State, Steps]:
    b = battle(scenario)
    return State(b), (PlayerTurn(b.first),)
