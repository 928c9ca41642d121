"""Death in the Trenches (Madison, 2006): the whole war in nineteen turns of pulses, with divisions inside armies and dice chosen in
secret."""

from __future__ import annotations

from firestep.engine.game import Game, Option, Scenario
from firestep.engine.step import registry
from firestep.games.ditt import (
    armenia,
    coins,
    coins_pulse,
    collapse,
    combat,
    events,
    gatherings,
    invasion,
    logistics,
    losses,
    mustering,
    naval,
    picking,
    position,
    pulse,
    retreat,
    secrets,
    sequence,
    setup,
    surrender,
    victory,
)
from firestep.games.ditt import tables as t
from firestep.games.ditt.aids import charts, prices
from firestep.games.ditt.aids import sequence as where_now
from firestep.games.ditt.draw import NATIONS, draw, draw_text, sheet
from firestep.games.ditt.odds import odds
from firestep.games.ditt.refusals import GRAMMAR
from firestep.games.ditt.report import report
from firestep.games.ditt.state import State
from firestep.games.ditt.text import text
from firestep.games.ditt.view import inspect, overlays, view

STEPS = registry((
    armenia.Levy, armenia.Massacres,
    collapse.ArmenianLevy, collapse.GarrisonCheck, collapse.PlaceFree, collapse.RaiseBaku,
    combat.DiceCount, combat.Offer, combat.Roll, combat.Window,
    *coins.STEPS, *coins_pulse.STEPS, *events.STEPS, *gatherings.STEPS, *mustering.STEPS, *picking.STEPS,
    invasion.Landing, invasion.Sail,
    logistics.CasualtyRoll, logistics.CasualtyRolls, logistics.CreateAt, logistics.CreateWith, logistics.FeedDivs,
    logistics.Logistics,
    logistics.LogisticsPhase, logistics.Place, logistics.SendDivs, logistics.ShiftTo,
    losses.Losses, losses.Suffer,
    naval.Challenge,
    pulse.AtTheWalls, pulse.EndPulse, pulse.EnterNearEast, pulse.Fall, pulse.Feed, pulse.March, pulse.Pulse, pulse.Pulses,
    pulse.Withdraw,
    retreat.Aftermath, retreat.BaronReturns, retreat.Besiege, retreat.Besieged, retreat.Decide, retreat.End, retreat.Retreat,
    retreat.RetreatAll, retreat.StepBack, retreat.Taken,
    sequence.Draw, sequence.EndPulses, sequence.GameTurn, sequence.NextTurn, sequence.Phase, sequence.Recruit,
    sequence.Refill,
    sequence.Repair, sequence.Unflip,
    setup.PlaceAskari, setup.Putnik,
    surrender.Disband, surrender.Finish, surrender.LastChance, surrender.PlaceReds, surrender.RussianCities,
    surrender.Surrender,
    surrender.SurrenderChecks, surrender.Unrest,
))

GAME: Game[State] = Game(
    id="ditt", title="Death in the Trenches", designer="R. Ben Madison and Weston J. Erni", edition="Living rules, July 2007",
    ruleset=2, nations=NATIONS,
    seats=t.SEATS, seat_titles=t.SIDE_TITLES,
    scenarios=(Scenario("1914", "The Great War", "August 1914 to the end of 1918: the whole war, with colonies and Near East."),),
    options=(
        Option("trench-minimum", "Trenches need 40 Fortitude in the hex", "ditt.8.5g"),
        Option("garrison", "A garrison too small after the Russian collapse forfeits the game, or is let pass", "ditt.13.2e",
               ("forfeit", "free")),
    ),
    data=t.DATA, begin=setup.begin, state_from=State.from_plain, steps=STEPS,
    candidates=GRAMMAR.candidates, why_not=GRAMMAR.why_not, odds=odds, view=view, text=text,
    outcome=victory.outcome, phase=lambda st: sequence.PHASES[st.phase], check=position.check,
    position_from=position.position_from, position_to=position.position_to, draw=draw, draw_text=draw_text, overlays=overlays,
    inspect=inspect, report=report, sheet=sheet, prices=prices, sequence=where_now, charts=charts,
    conceal=secrets.conceal, hides=secrets.hides,
)
