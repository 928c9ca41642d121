"""The game with its rules, for the engine."""

from __future__ import annotations

from firestep.engine.assemble import assemble
from firestep.engine.game import Game
from firestep.games.gwb.components.tables import DATA
from firestep.games.gwb.display import draw, text, view
from firestep.games.gwb.meta import battles
from firestep.games.gwb.state import State

GAME: Game[State] = assemble(
    "firestep.games.gwb",
    data=DATA,
    phase=lambda st: text.PHASES.get(st.phase, st.phase),
    overlays=view.OVERLAYS,
    inspect=view.inspect,
    scenario_map=draw.scenario_map,
    sheet=lambda: draw.scenario_map(battles()[0])[1],
)
