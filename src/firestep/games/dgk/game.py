"""The game with its rules, for the engine."""

from __future__ import annotations

from firestep.engine.assemble import assemble
from firestep.engine.game import Game, OwnScenario
from firestep.games.dgk import secrets, setup
from firestep.games.dgk.display import overlays
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.state import State
from firestep.games.dgk.umpire import DATA

GAME: Game[State] = assemble(
    "firestep.games.dgk",
    data=DATA,
    phase=lambda g: f"Round of the {('Allied Forces', 'Central Powers')[g.side]}",
    overlays=overlays.OVERLAYS,
    inspect=overlays.inspect,
    conceal=secrets.conceal,
    hides=secrets.hides,
    own=OwnScenario(setup.begin_own, scenario.options_of, lambda g: g.scn.title),
)
