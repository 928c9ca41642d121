"""The grammar of the actions: the kinds of words, and the questions that do not explain their refusals themselves.

A `Question` brings its sentences and says its rules once. Marches, dice and losses are searches: `refusals.py` of their folder
explains them separately, and tests compare list and explanation.
"""

from __future__ import annotations

import re

from firestep.engine.action import Action
from firestep.engine.grammar import Grammar, Kind, Numbers
from firestep.engine.refusal import Refusal
from firestep.engine.session import Session
from firestep.games.ditt.combat import combat, losses
from firestep.games.ditt.combat import refusals as combat_refusals
from firestep.games.ditt.components import places, tables
from firestep.games.ditt.events import event_table, single_event_choices
from firestep.games.ditt.movement import pulse
from firestep.games.ditt.movement import refusals as movement_refusals
from firestep.games.ditt.state import State

S = Session[State]
#: what can be pointed at
TARGETS = {**tables.UNIT, **places.INDEX}


def ways(event: str) -> list[str]:
    """Returns the words that an event lets a seat choose among."""
    return [
        way.partition(" ")[0]
        for choice in re.findall(r"choose \w+: (.*?)(?= else: | / |; |$)", event_table.EVENTS[event].do)
        for way in choice.split(" | ")
    ]


#: words of choices among several
WAYS = {w: w for w in sorted({*single_event_choices.AFRICAN_MAPS, *(w for e in event_table.EVENTS for w in ways(e))})}


def _name(s: S, step: single_event_choices.BalkanWar, action: Action) -> list[Refusal]:
    return [] if action[1] in ("bu", "rm") else [Refusal(step.event, "name Bulgaria (bu) or Roumania (rm)")]


def _divisions(s: S, step: losses.Losses) -> list[Action]:
    """Losses are named for the units that bear them, up to more Divs than any of them has."""
    units = losses.units_bearing_hits(s.state, step.who)
    return [("lose", tables.UNITS[u], str(k)) for u in units for k in range(1, tables.MOST_DIVS + 2)]


def _dice(s: S, step: combat.DiceCount) -> list[Action]:
    """Numbers of dice up to some more than can be of use."""
    assert s.state.fight is not None
    most = combat.firepower(s.state, s.state.fight, step.seat(s) == s.state.fight.side)
    return [("dice", str(k)) for k in range(1, max(combat.FEWEST, most) + 6)]


#: the kinds of words; for each search its sentences, and the function that judges an answer
GRAMMAR = Grammar(
    {
        "unit": Kind("unit", lambda s: tables.UNIT, lambda s: "units are named like ge-1 or fr-orient"),
        # no unit enters a hex without a number: off the edge, in Holland, 3725 and 3824 (ditt.1.1d, ditt.15.7a, ditt.err.f)
        "place": Kind("place", lambda s: places.INDEX, lambda s: "hexes are four digits, areas are named like duala"),
        "target": Kind("unit or place", lambda s: TARGETS, lambda s: "name a unit like ge-1, a hex or an area"),
        "nation": Kind("nation", lambda s: tables.NATION, lambda s: f"nations are: {', '.join(tables.NATIONS)}"),
        "sea": Kind("sea", lambda s: tables.SEAS, lambda s: f"seas are: {', '.join(tables.SEAS)}"),
        "box": Kind("box", lambda s: tables.BOX, lambda s: "boxes are named like cp-krupp"),
        "way": Kind("choice", lambda s: WAYS, lambda s: f"choices are: {', '.join(WAYS)}"),
        "divs": Numbers(1, 99),
        "dice": Numbers(1, 20),
    },
    {
        pulse.March: (("collect unit", "halt", "leave unit", "step place"), movement_refusals.refuse_march),
        combat.DiceCount: (("dice dice",), combat_refusals.refuse_dice),
        losses.Losses: (("lose unit divs",), combat_refusals.refuse_loss),
        single_event_choices.BalkanWar: (("name nation",), _name),
    },
    over=Refusal("ditt.2.7f", "the war is over"),
    closed="ditt.2.0b",
    forms={"dice": _dice, "lose": _divisions},
)
