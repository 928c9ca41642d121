"""The Game: what the engine needs to know of Der Grosse Krieg."""

from __future__ import annotations

from firestep.engine.game import Game, Option, OwnScenario, Scenario
from firestep.engine.step import registry
from firestep.games.dgk import aids, overlays, position, quick, scenario, secrets, sequence, setup, victory
from firestep.games.dgk import view as v
from firestep.games.dgk.draw import draw, draw_text
from firestep.games.dgk.nations import NATIONS
from firestep.games.dgk.odds import odds
from firestep.games.dgk.refusals import GRAMMAR
from firestep.games.dgk.report import report
from firestep.games.dgk.state import State
from firestep.games.dgk.text import text
from firestep.games.dgk.umpire import DATA

STEPS = registry(sequence.STEPS)
GAME: Game[State] = Game(
    id="dgk",
    title="Der Grosse Krieg",
    designer="Arofan Gregory",
    edition="Bloody Scotsmen Games, 2025",
    ruleset=4,
    seats=("allied", "central"),
    seat_titles=("Allied Forces", "Central Powers"),
    nations=NATIONS,
    scenarios=(*scenario.offered(), Scenario("quick", "Quick battle", "Two forces from the army lists on generated ground.")),
    options=(
        Option("allied", "Quick battle: Allied army", "dgk.XII.conv.4", quick.ALLIED),
        Option("central", "Quick battle: army of the Central Powers", "dgk.XII.conv.4", quick.CENTRAL),
        Option("size", "Quick battle: size of each side", "dgk.II.org.1", quick.SIZES),
        Option("ground", "Quick battle: ground", "dgk.VIII.gen.1", quick.GROUNDS),
        Option("trucks", "Trucks move as slow or as fast transport (ruling D12)", "dgk.X.auto.1", ("slow", "fast")),
        Option(
            "hills",
            "Ground as high as the higher unit hides what lies beyond: crests, or only higher ground does (ruling D38)",
            "dgk.VIII.los.6",
            ("crests", "higher"),
        ),
        Option(
            "both",
            "Both armies broken by one result: the acting side wins, or a draw (ruling D61)",
            "dgk.XII.mor.7",
            ("actor", "draw"),
        ),
        Option(
            "halving",
            "Indirect fire beyond 12 inches counts half, or half but never under 12 (ruling D40)",
            "dgk.X.ind.4",
            ("plain", "floor"),
        ),
    ),
    data=DATA,
    begin=setup.begin,
    state_from=State.from_plain,
    steps=STEPS,
    candidates=GRAMMAR.candidates,
    why_not=GRAMMAR.why_not,
    odds=odds,
    view=v.view,
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
    prices=aids.prices,
    sequence=aids.sequence,
    charts=aids.charts,
    conceal=secrets.conceal,
    own=OwnScenario(setup.begin_own, scenario.options_of, lambda g: g.scn.title),
    hides=secrets.hides,
)
