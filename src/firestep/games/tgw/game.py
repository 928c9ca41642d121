"""The game with its rules, for the engine."""

from __future__ import annotations

from firestep.engine.assemble import assemble
from firestep.engine.game import Game
from firestep.games.tgw import secrets, sequence, victory
from firestep.games.tgw.components import tables
from firestep.games.tgw.display import charts, draw, view
from firestep.games.tgw.events.windows import MOMENTS, PLAYS
from firestep.games.tgw.movement import movement
from firestep.games.tgw.state import State

GAME: Game[State] = assemble(
    "firestep.games.tgw",
    data=tables.DATA,
    phase=lambda st: sequence.PHASES[st.phase][0],
    overlays=view.OVERLAYS,
    inspect=view.inspect,
    sheet=draw.sheet,
    path=movement.path,
    charts=charts.charts,
    conceal=secrets.conceal,
    hides=secrets.hides,
    plays=PLAYS,
    moments=MOMENTS,
    concede=victory.concede,  # tgw.18.15a
)
