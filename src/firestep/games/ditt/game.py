"""The game with its rules, for the engine."""

from __future__ import annotations

from firestep.engine.game import Game
from firestep.engine.step import registry
from firestep.games.ditt import position, secrets, sequence, setup, victory
from firestep.games.ditt.coins import coins, pulse_coins
from firestep.games.ditt.combat import combat, losses, retreat
from firestep.games.ditt.components import tables
from firestep.games.ditt.display.draw import draw, draw_text, sheet
from firestep.games.ditt.display.hints import charts, prices
from firestep.games.ditt.display.hints import sequence as where_now
from firestep.games.ditt.display.report import report
from firestep.games.ditt.display.text import PHASES, text
from firestep.games.ditt.display.view import OVERLAYS, inspect, view
from firestep.games.ditt.events import arrivals, choices, events, single_event_choices, targets
from firestep.games.ditt.logistics import logistics
from firestep.games.ditt.meta import META
from firestep.games.ditt.movement import invasion, naval, pulse
from firestep.games.ditt.nations import armenia, collapse, surrender
from firestep.games.ditt.nations.control import EnterNearEast
from firestep.games.ditt.odds import odds
from firestep.games.ditt.refusals import GRAMMAR
from firestep.games.ditt.state import State

STEPS = registry(
    (
        armenia.Levy,
        armenia.Massacres,
        collapse.ArmenianLevy,
        collapse.GarrisonCheck,
        collapse.PlaceFree,
        collapse.RaiseArmenians,
        collapse.RaiseBaku,
        combat.DiceCount,
        combat.Offer,
        combat.Roll,
        combat.Window,
        *coins.STEPS,
        *pulse_coins.STEPS,
        *events.STEPS,
        *single_event_choices.STEPS,
        *arrivals.STEPS,
        *choices.STEPS,
        *targets.STEPS,
        invasion.Landing,
        invasion.Sail,
        logistics.CasualtyRoll,
        logistics.CasualtyRolls,
        logistics.CreateAt,
        logistics.CreateWith,
        logistics.FeedDivs,
        logistics.Logistics,
        logistics.LogisticsPhase,
        logistics.Place,
        logistics.SendDivs,
        logistics.ShiftTo,
        losses.Losses,
        losses.Suffer,
        naval.Challenge,
        pulse.AtTheWalls,
        pulse.EndPulse,
        EnterNearEast,
        pulse.Fall,
        pulse.Feed,
        pulse.March,
        pulse.Pulse,
        pulse.Pulses,
        pulse.Withdraw,
        retreat.Aftermath,
        retreat.BaronReturns,
        retreat.Besiege,
        retreat.Besieged,
        retreat.Decide,
        retreat.End,
        retreat.Retreat,
        retreat.RetreatAll,
        retreat.StepBack,
        retreat.Taken,
        sequence.Draw,
        sequence.EndPulses,
        sequence.GameTurn,
        sequence.NextTurn,
        sequence.Phase,
        sequence.Recruit,
        sequence.Refill,
        sequence.Repair,
        sequence.Unflip,
        setup.PlaceAskari,
        setup.Putnik,
        surrender.Disband,
        surrender.Finish,
        surrender.LastChance,
        surrender.PlaceReds,
        surrender.RussianCities,
        surrender.Surrender,
        surrender.SurrenderChecks,
        surrender.Unrest,
    )
)

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
    phase=lambda st: PHASES[st.phase],
    check=position.check,
    position_from=position.position_from,
    position_to=position.position_to,
    draw=draw,
    draw_text=draw_text,
    overlays=OVERLAYS,
    inspect=inspect,
    report=report,
    sheet=sheet,
    prices=prices,
    sequence=where_now,
    charts=charts,
    conceal=secrets.conceal,
    hides=secrets.hides,
)
