"""Great War Battles: the series rules (Kerry Anderson, version 2.0) and their battles. Start reading at sequence.py."""

from __future__ import annotations

from firestep.engine.game import Game, Option, Scenario
from firestep.games.gwb import aids, draw, odds, position, refusals, report, setup, text, victory, view
from firestep.games.gwb.battle import SEATS, battles, heading
from firestep.games.gwb.nations import NATIONS
from firestep.games.gwb.sequence import STEPS
from firestep.games.gwb.state import State
from firestep.games.gwb.tables import DATA

OPTIONS = (
    Option("support", "Defensive support is named before any die, or after the barrage", "gwb.6.3.1a", ("before", "after")),
    Option("corps_support", "Corps artillery may give defensive support", "gwb.13.3a"),
    Option("guns", "Deployed guns hold their hex, or are abandoned when it retreats", "gwb.6.4.2d", ("hold", "abandon")),
    Option("retreat", "Retreat away from the attackers, or to any hex", "gwb.6.4.2b", ("away", "any")),
    Option("sight", "A sight line along a hexside is blocked by both hexes, or by either", "gwb.13.5a", ("both", "either")),
)


GAME: Game[State] = Game(
    id="gwb",
    title="Great War Battles",
    designer="Kerry Anderson",
    nations=NATIONS,
    edition="Series rules 2.0, 2025",
    ruleset=3,
    seats=SEATS,
    seat_titles=view.TITLES,
    scenarios=tuple(Scenario(id, *heading(id)) for id in battles()),
    options=OPTIONS,
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
    prices=aids.prices,
    sequence=aids.sequence,
    charts=aids.charts,
    scenario_map=draw.scenario_map,
    sheet=lambda: draw.scenario_map(battles()[0])[1],
)
