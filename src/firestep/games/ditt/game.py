"""The game with its rules, for the engine."""

from __future__ import annotations

from firestep.engine.assemble import assemble
from firestep.engine.game import Game
from firestep.games.ditt import secrets
from firestep.games.ditt.components import tables
from firestep.games.ditt.display import draw, text, view
from firestep.games.ditt.state import State

GAME: Game[State] = assemble(
    "firestep.games.ditt",
    data=tables.DATA,
    phase=lambda st: text.PHASES[st.phase],
    overlays=view.OVERLAYS,
    inspect=view.inspect,
    sheet=draw.sheet,
    conceal=secrets.conceal,
    hides=secrets.hides,
)
