"""Firestep: wargames of the First World War on one rules engine.

>>> import firestep
>>> s = firestep.start("gwb", scenario="training", seed=7)
>>> s.decision.seat_name, s.decision.actions[0]
('german', ('attack', '0806'))
>>> print(*s.why_not("attack 0101"))
No enemy stands there. [gwb.6.0g]
>>> s.take("attack 0806")
>>> s.size, s.over
(1, False)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firestep.engine.action import Action
from firestep.engine.dice import Dice
from firestep.engine.errors import FirestepError, Illegal
from firestep.engine.game import OWN, Game, Meta, Outcome
from firestep.engine.odds import Odds
from firestep.engine.refusal import Refusal
from firestep.engine.session import Decision, Session
from firestep.engine.start import begin
from firestep.games import GAMES, METAS
from firestep.games import game as _game

__all__ = [
    "Action",
    "Decision",
    "FirestepError",
    "Game",
    "Illegal",
    "Meta",
    "Odds",
    "Outcome",
    "Refusal",
    "Session",
    "__version__",
    "catalog",
    "games",
    "start",
]
__version__ = "0.1.0"


def games() -> Mapping[str, Game[Any]]:
    """Returns the games by id. Each is imported when it is looked up; `catalog` imports none.

    (The package of the same name stays importable as `from firestep.games import …`.)
    """
    return GAMES


def catalog() -> Mapping[str, Meta]:
    """Returns title, seats, scenarios and options of each game by id, without importing the rules of any.

    >>> [scenario.id for scenario in catalog()["wwi"].scenarios]
    ['historical', 'free']
    """
    return METAS


def start(
    game: str, scenario: str | None = None, seed: int | str = 0, options: Mapping[str, Any] | None = None, text: str | None = None
) -> Session[Any]:
    """Returns a new session of a game. `text`: the text of your own scenario, if the game supports that.

    Raises `UnknownName` if there is no such game, scenario or option.
    """
    g = _game(game)
    if text is not None:
        return begin(g, OWN, g.settle_options(options), Dice(str(seed)), text)
    return begin(g, g.scenario(scenario).id, g.settle_options(options), Dice(str(seed)))
