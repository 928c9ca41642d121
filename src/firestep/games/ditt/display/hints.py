"""What the page shows beside the board: what a choice costs, where in the sequence of play the game is, and the charts.

Nothing is decided here: every figure is taken from the tables and functions that decide it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from firestep.engine.page_data import chart, price, stage
from firestep.engine.question import Question
from firestep.engine.session import Session
from firestep.games.ditt import odds
from firestep.games.ditt.combat import combat, losses
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.movement import passage
from firestep.games.ditt.movement.pulse import March
from firestep.games.ditt.state import Fight, State
from firestep.hexmap.grid import bits

Price = dict[str, Any]


def prices(s: Session[State]) -> dict[str, Price]:
    """Returns what the choices of this question cost, by the action's text."""
    st, top = s.state, s.top
    if isinstance(top, Question):
        return top.prices(s)
    if isinstance(top, March):
        return {f"step {places.NUMBER[i]}": _battle(st, top, i) for i in bits(top.targets(st) & passage.enemies(st, top.side))}
    if isinstance(top, combat.DiceCount):
        return _dice(s, top)
    if isinstance(top, losses.Losses):
        return _losses(st, top)
    return {}


def _battle(st: State, top: March, place: int) -> Price:
    if place in st.beach or st.siege[1 - top.side] == place:
        return price("enemies are here; you may join your own, or attack")
    fight = Fight(top.side, place, top.here(st), top.units)
    text = f"attack: Firepower {combat.firepower(st, fight, True)} against {combat.firepower(st, fight, False)}"
    return price(text, kind="attack")


def _dice(s: Session[State], top: combat.DiceCount) -> dict[str, Price]:
    st = s.state
    assert st.fight is not None
    fire = combat.firepower(st, st.fight, top.seat(s) == st.fight.side)
    out = {}
    for k in range(combat.FEWEST, min(max(odds.best_dice(fire) + 4, 6), max(combat.FEWEST, fire)) + 1):
        hits, over = odds.expected_hits(k, fire)
        out[f"dice {k}"] = price(f"{float(hits):.1f} hits expected, {100 * float(over):.0f} % to roll too much and hit nothing")
    return out


def _losses(st: State, top: losses.Losses) -> dict[str, Price]:
    fight = st.fight
    assert fight is not None
    return {
        f"lose {tables.UNITS[u]} {n}": price(f"absorbs {losses.absorbs(st, u, n, fight.starving)} of {top.left} hits")
        for u, n in top.found(st)
    }


# -- where am I ------------------------------------------------------------------------------------------------------------


def sequence(s: Session[State]) -> dict[str, Any]:
    """Returns the phases of the turn, and which one this is (ditt.2.0b)."""
    st = s.state
    first = tables.SEATS[tables.FIRST[st.turn]]
    steps = [
        stage("1", "Events and navy", None, "ditt.2.1a", "a chit is drawn, then the fleets may meet"),
        stage("2", "Logistics", "central", "ditt.2.2a"),
        stage("3", "Logistics", "entente", "ditt.2.3a"),
        stage("4", "Pulses", None, "ditt.2.4a", f"in turn until both pass; {tables.SIDE_TITLES[tables.SEATS.index(first)]} first"),
        stage("5", "Unflipment", None, "ditt.2.5a"),
        stage("6", "Surrender and events", None, "ditt.2.6a"),
        stage("7", "Recruitment", None, "ditt.2.7a"),
    ]
    return {"now": max(0, st.phase - 1), "steps": steps}


# -- charts ----------------------------------------------------------------------------------------------------------------


@cache
def _charts() -> list[dict[str, Any]]:
    fires = (8, 12, 16, 20, 25, 30, 40, 50, 60, 80, 100)
    dice = []
    for fire in fires:
        k = odds.best_dice(fire)
        hits, over = odds.expected_hits(k, fire)
        dice.append((str(fire), str(k), f"{float(hits):.1f}", f"{100 * float(over):.0f}"))
    powers = [
        (tables.TITLE[n], "-".join(map(str, tables.DIV[n])), str(tables.START_MAX[n]), str(tables.LIMIT[n])) for n in tables.POWERS
    ]
    turns = [
        (
            str(k),
            tables.TURN_NAME[k],
            tables.SIDE_TITLES[tables.FIRST[k]],
            {"sun": "heat", "snow": "snow"}.get(tables.WEATHER[k], ""),
        )
        for k in range(1, tables.LAST_TURN + 1)
    ]
    seas = [
        (tables.SEA_TITLE[tables.NORTH], "invasions", "invasions", "Germans use the Channel arrows"),
        (tables.SEA_TITLE[tables.BALTIC], "invasions, arrows", "invasions", "arrows"),
        (tables.SEA_TITLE[tables.ADRIATIC], "invasions", "invasions", "arrow 2007/2008, challenge in the Mediterranean"),
        (tables.SEA_TITLE[tables.BLACK], "invasions, Russian limit 25", "invasions, limit 20", "Russian limit 15"),
        (tables.SEA_TITLE[tables.MED], "invasions, British limit 23", "invasions, limit 18", "British limit 13"),
    ]
    ground_ = [
        ("Rough, swamp", "-20 per cent"),
        ("Mountain, Alpine", "-40 per cent"),
        ("Across a crossing arrow", "-40 per cent"),
        ("Against trenches", "-40 per cent, and twice the hits to win"),
        ("All together", "at most -40 per cent"),
    ]
    air = [(tables.AIR_TITLE[k], tables.SIDE_TITLES[tables.AIR_SIDE[k]], f"+{tables.AIR_BONUS[k]}") for k in range(len(tables.AIR))]
    return [
        chart(
            "dice",
            "How many dice",
            "ditt.7.1d",
            ("Firepower", "Best number", "Expected hits", "Overroll, per cent"),
            dice,
            "A roll above the Firepower hits nothing.",
        ),
        chart("ground", "Attack modifiers", "ditt.7.2f", ("Ground", "Offensive Firepower"), ground_),
        chart(
            "powers",
            "Great Powers",
            "ditt.16.3a",
            ("Power", "A Div: attack-defence-fortitude", "Army Max in 1914", "Limit"),
            powers,
        ),
        chart(
            "turns",
            "Turns",
            "ditt.2.0a",
            ("Turn", "Name", "Moves first", "Weather"),
            turns,
            "In heat nobody moves or fights in the lands of 6.2; in snow nobody attacks into a snowflake hex.",
        ),
        chart("seas", "Sea control", "ditt.8.3e", ("Sea", "Entente Supremacy", "Parity", "Central Supremacy"), seas),
        chart("air", "Air Superiority", "ditt.8.1d", ("Box", "Side", "Firepower"), air, "Never more than the Divs in the combat."),
    ]


def charts(scenario: str | None) -> list[dict[str, Any]]:
    return _charts()
