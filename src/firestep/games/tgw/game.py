"""The game with its rules, for the engine."""

from __future__ import annotations

from firestep.engine.game import Game
from firestep.games.tgw import position, secrets, setup, victory
from firestep.games.tgw.components import tables
from firestep.games.tgw.display.charts import charts
from firestep.games.tgw.display.draw import draw, draw_text, sheet
from firestep.games.tgw.display.hints import prices
from firestep.games.tgw.display.hints import sequence as where_now
from firestep.games.tgw.display.report import report
from firestep.games.tgw.display.text import text
from firestep.games.tgw.display.view import OVERLAYS, inspect, view
from firestep.games.tgw.events.windows import MOMENTS, PLAYS
from firestep.games.tgw.meta import META
from firestep.games.tgw.movement import movement
from firestep.games.tgw.odds import odds
from firestep.games.tgw.refusals import GRAMMAR
from firestep.games.tgw.sequence import PHASES
from firestep.games.tgw.state import State
from firestep.games.tgw.steps import STEPS

GAME: Game[State] = Game(
    **META.values,
    data=tables.DATA,
    begin=setup.begin,
    state_from=State.from_plain,
    steps=STEPS,
    candidates=GRAMMAR.candidates,
    why_not=GRAMMAR.why_not,
    odds=odds,
    view=view,
    text=text,
    outcome=victory.outcome,
    phase=lambda st: PHASES[st.phase][0],
    check=position.check,
    position_from=position.position_from,
    position_to=position.position_to,
    draw=draw,
    draw_text=draw_text,
    overlays=OVERLAYS,
    inspect=inspect,
    report=report,
    sheet=sheet,
    path=movement.path,
    prices=prices,
    sequence=where_now,
    charts=charts,
    conceal=secrets.conceal,
    hides=secrets.hides,
    plays=PLAYS,
    moments=MOMENTS,
    concede=victory.concede,  # 18.15a
)
