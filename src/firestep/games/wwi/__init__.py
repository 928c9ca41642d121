"""World War 1914-1918 (SPI, 1975): the war in Europe with armies, in ten half-year turns."""

from __future__ import annotations

from firestep.engine.game import Game, Option, Scenario
from firestep.engine.step import registry
from firestep.games.wwi import advance, aids, combat, economy, losses, movement, position, retreat, russia, sequence, setup, victory
from firestep.games.wwi import board as b
from firestep.games.wwi.draw import NATIONS, draw, draw_text, sheet
from firestep.games.wwi.odds import odds
from firestep.games.wwi.refusals import GRAMMAR
from firestep.games.wwi.report import report
from firestep.games.wwi.state import State
from firestep.games.wwi.text import text
from firestep.games.wwi.view import OVERLAYS, inspect, view

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
    id="wwi",
    title="World War 1914-1918",
    designer="James F. Dunnigan",
    edition="Simulations Publications, 1975",
    ruleset=4,
    seats=b.SEATS,
    seat_titles=b.SIDE_TITLES,
    nations=NATIONS,
    scenarios=(
        Scenario("historical", "Historical deployment", "August 1914 as it was: the armies stand in place, the guns speak first."),
        Scenario("free", "Free deployment", "Both sides deploy as they like, Allies first; Belgium is neutral."),
    ),
    options=(
        Option("variable-italy", "Variable Italian entry", "wwi.13.11"),
        Option("variable-turkey", "Variable Turkish entry", "wwi.13.21"),
        Option("tank-army", "The French tank army", "wwi.13.31"),
        Option(
            "mixed-doubling",
            "Double losses of mixed forces: if one of the side is Russian or Rumanian, or only if all are",
            "wwi.8.59a",
            ("side", "all"),
        ),
        Option("losses-first", "Who takes losses first", "wwi.8.0c", ("defender", "attacker")),
        Option(
            "blocked-infiltration", "When a forced retreat is impossible the defender pays, or dies", "wwi.12.32a", ("pay", "die")
        ),
    ),
    data=b.DATA,
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
    prices=aids.prices,
    sequence=aids.sequence,
    charts=aids.charts,
)
