"""The game with its rules, for the engine."""

from __future__ import annotations

from firestep.engine.game import Game
from firestep.games.gwb import odds, position, refusals, setup, victory
from firestep.games.gwb.components.tables import DATA
from firestep.games.gwb.display import draw, hints, report, text, view
from firestep.games.gwb.meta import META, battles
from firestep.games.gwb.sequence import STEPS
from firestep.games.gwb.state import State

GAME: Game[State] = Game(
    **META.values,
    data=DATA,
    begin=setup.begin,
    state_from=State.from_plain,
    steps=STEPS,
    candidates=refusals.GRAMMAR.candidates,
    why_not=refusals.GRAMMAR.why_not,
    odds=odds.odds,
    view=view.view,
    text=text.text,
    outcome=victory.outcome,
    phase=lambda st: text.PHASES.get(st.phase, st.phase),
    check=position.check,
    position_from=position.position_from,
    position_to=position.position_to,
    draw=draw.draw,
    draw_text=draw.draw_text,
    overlays=view.OVERLAYS,
    inspect=view.inspect,
    report=report.report,
    prices=hints.prices,
    sequence=hints.sequence,
    charts=hints.charts,
    scenario_map=draw.scenario_map,
    sheet=lambda: draw.scenario_map(battles()[0])[1],
)
