"""The game with its rules, for the engine."""

from __future__ import annotations

from firestep.engine.game import Game, OwnScenario
from firestep.engine.step import registry
from firestep.games.dgk import position, secrets, sequence, setup, victory
from firestep.games.dgk.display import hints, overlays, view
from firestep.games.dgk.display.draw import draw, draw_text
from firestep.games.dgk.display.report import report
from firestep.games.dgk.display.text import text
from firestep.games.dgk.meta import META
from firestep.games.dgk.odds import odds
from firestep.games.dgk.refusals import GRAMMAR
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.state import State
from firestep.games.dgk.umpire import DATA

STEPS = registry(sequence.STEPS)
GAME: Game[State] = Game(
    **META.values,
    data=DATA,
    begin=setup.begin,
    state_from=State.from_plain,
    steps=STEPS,
    candidates=GRAMMAR.candidates,
    why_not=GRAMMAR.why_not,
    odds=odds,
    view=view.view,
    text=text,
    outcome=victory.outcome,
    phase=lambda g: f"Round of the {('Allied Forces', 'Central Powers')[g.side]}",
    check=position.check,
    position_from=position.position_from,
    position_to=position.position_to,
    draw=draw,
    draw_text=draw_text,
    overlays=overlays.OVERLAYS,
    inspect=overlays.inspect,
    report=report,
    prices=hints.prices,
    sequence=hints.sequence,
    charts=hints.charts,
    conceal=secrets.conceal,
    own=OwnScenario(setup.begin_own, scenario.options_of, lambda g: g.scn.title),
    hides=secrets.hides,
)
