"""The game with its rules, for the engine."""

from __future__ import annotations

from firestep.engine.game import Game
from firestep.engine.step import registry
from firestep.games.wwi import advance, combat, economy, losses, movement, position, retreat, russia, sequence, setup, victory
from firestep.games.wwi.components import board
from firestep.games.wwi.display import hints
from firestep.games.wwi.display.draw import draw, draw_text, sheet
from firestep.games.wwi.display.report import report
from firestep.games.wwi.display.text import text
from firestep.games.wwi.display.view import OVERLAYS, inspect, view
from firestep.games.wwi.meta import META
from firestep.games.wwi.odds import odds
from firestep.games.wwi.refusals import GRAMMAR
from firestep.games.wwi.state import State

STEPS = registry(
    (
        advance.Advance,
        advance.AdvanceUnits,
        advance.FollowUp,
        advance.FightOver,
        combat.Attacks,
        combat.Assemble,
        combat.Resolve,
        economy.Income,
        economy.Arrivals,
        economy.Arrive,
        economy.Build,
        economy.Loans,
        economy.Amount,
        economy.Attrition,
        losses.AttackerLosses,
        losses.AttackerLoss,
        losses.DefenderLosses,
        losses.DefenderLoss,
        losses.PayRest,
        movement.MoveUnits,
        movement.MoveUnit,
        retreat.RetreatStep,
        retreat.Displace,
        russia.CheckGarrisons,
        russia.NameGarrisons,
        sequence.GameTurn,
        sequence.Phase,
        sequence.EndMovement,
        sequence.Superiority,
        sequence.NextTurn,
        setup.Deploy,
    )
)

GAME: Game[State] = Game(
    **META.values,
    data=board.DATA,
    begin=setup.begin,
    state_from=State.from_plain,
    steps=STEPS,
    candidates=GRAMMAR.candidates,
    why_not=GRAMMAR.why_not,
    odds=odds,
    view=view,
    text=text,
    outcome=victory.outcome,
    phase=setup.phase,
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
    prices=hints.prices,
    sequence=hints.sequence,
    charts=hints.charts,
)
