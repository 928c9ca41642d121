"""The game with its rules, for the engine."""

from __future__ import annotations

from firestep.engine.assemble import assemble
from firestep.engine.game import Game
from firestep.games.wwi import movement, setup
from firestep.games.wwi.components import board
from firestep.games.wwi.display import draw, view
from firestep.games.wwi.state import State

GAME: Game[State] = assemble(
    "firestep.games.wwi",
    data=board.DATA,
    phase=setup.phase,
    overlays=view.OVERLAYS,
    inspect=view.inspect,
    sheet=draw.sheet,
    path=movement.path,
)
