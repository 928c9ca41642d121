"""The Great War 1914-1918 (Command Magazine, 1995-96, consolidated rules): every division of the war on six fronts, in 51
Operational and 21 Strategic Turns."""

from __future__ import annotations

from firestep.engine.game import Game, Option, Scenario
from firestep.games.tgw import movement, position, secrets, setup, victory
from firestep.games.tgw import tables as t
from firestep.games.tgw.aids import prices
from firestep.games.tgw.aids import sequence as where_now
from firestep.games.tgw.charts import charts
from firestep.games.tgw.draw import NATIONS, draw, draw_text, sheet
from firestep.games.tgw.odds import odds
from firestep.games.tgw.options import OPTIONS
from firestep.games.tgw.plays import MOMENTS, PLAYS
from firestep.games.tgw.readings import READINGS as READINGS_OF_COMBAT
from firestep.games.tgw.refusals import GRAMMAR
from firestep.games.tgw.report import report
from firestep.games.tgw.sequence import PHASES
from firestep.games.tgw.state import State
from firestep.games.tgw.steps import STEPS
from firestep.games.tgw.text import text
from firestep.games.tgw.view import OVERLAYS, inspect, view

READINGS = "Readings of the rules"

GAME: Game[State] = Game(
    id="tgw",
    title="The Great War 1914-1918",
    designer="Ty Bomba; rules consolidated by Colin Dunnigan",
    edition="Command Magazine 33 and 37",
    ruleset=7,
    nations=NATIONS,
    seats=t.SEATS,
    seat_titles=t.SIDE_TITLES,
    scenarios=(
        Scenario("1914", "The campaign", "August 1914 to June 1919: the whole war, from the frontiers to the last reserves."),
        Scenario("1915", "1915", "May 1915: trenches in the West, Italy has just joined, Gallipoli is held."),
        Scenario("1916", "1916", "January 1916: Serbia is lost, Verdun and the Somme lie ahead."),
        Scenario("1917", "1917", "April 1917: the Czar has fallen, America has joined, the submarines are at sea."),
        Scenario("1918", "1918", "January 1918, in Europe alone: shock-troops, tanks, and a Germany that must win by June 1919."),
    ),
    options=(
        *OPTIONS,
        *READINGS_OF_COMBAT,
        Option(
            "rail-control",
            "Strategic paths",
            "E36",
            group=READINGS,
            text="On: a path by rail uses hexes of one's own control only.",
        ),
        Option(
            "maude-allied",
            "Maude opens the railways of Iraq",
            "N14g",
            group=READINGS,
            text="On: for every Allied unit, not only for the British.",
        ),
    ),
    data=t.DATA,
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
