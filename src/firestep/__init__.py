"""Firestep: wargames of the First World War on one rules engine.

import firestep
s = firestep.start("wwi", scenario="historical", seed=7)
while d := s.decision:
    s.take(d.actions[0])
print(s.outcome)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firestep.engine.begin import begin
from firestep.engine.dice import Dice
from firestep.engine.game import OWN
from firestep.games import GAMES
from firestep.games import game as _game

__version__ = "0.1.0"


def games() -> Mapping[str, Any]:
    """The games by id. (The package of the same name stays importable as `from firestep.games import …`.)"""
    return GAMES


def start(
    game: str, scenario: str | None = None, seed: int | str = 0, options: Mapping[str, Any] | None = None, text: str | None = None
) -> Any:
    """Returns a new session of a game. `text`: the text of your own scenario, if the game supports that."""
    g = _game(game)
    if text is not None:
        return begin(g, OWN, g.settle_options(options), Dice(str(seed)), text)
    return begin(g, g.scenario(scenario).id, g.settle_options(options), Dice(str(seed)))
