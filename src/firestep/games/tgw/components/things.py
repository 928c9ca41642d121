"""The things that answers name: their words in actions and their titles in sentences.

Masks of boxes begin with bit 1: the box `TRANSIT` (-7) is bit 7 of a set of boxes.
"""

from __future__ import annotations

from functools import cache

from firestep.engine.question import Things
from firestep.engine.refusal import Refusal
from firestep.games.tgw.components import board, roster, tables
from firestep.games.tgw.components.chits import CHITS
from firestep.games.tgw.meta import ADJECTIVE, TITLE
from firestep.games.tgw.state import BOXES
from firestep.hexmap.grid import bits

#: what follows the name of a unit, by its class
_KIND = {"infantry": "Division", "mountain": "Division"}
BOX_TITLES = {
    "waiting": "the box of units to come",
    "gone": "the box of units that left the game",
    "available": "the Available Units Box",
    "available-ne": "the Near East Available Units Box",
    "dead": "the dead pile",
    "dead-ne": "the Near East dead pile",
    "transit": "the Transit Box",
    "ru-transit": "the Caucasus Transit Box",
    "arabia": "Arabia",
    "reserve": "the Turkish Required Reserve",
    "edge-west": "the box beside the Western Front",
    "edge-italy": "the box beside the Italian Front",
    "libya": "Libya",
}


@cache
def who(u: int) -> str:
    """Returns the title of a unit: `the German 1G Division`."""
    c = roster.ROSTER[u]
    name = c.name.removesuffix(" late")  # the weaker Turkish 19th, which replaces the other
    return " ".join(w for w in ("the", ADJECTIVE[tables.NATIONS[c.nation]], name, _KIND.get(c.cls, "")) if w)


def whom(units: int) -> str:
    """Returns the title of the first of some units, with the number of the others: `the German 1G Division and 2 more`."""
    first, *others = bits(units)
    return f"{who(first)} and {len(others)} more" if others else who(first)


def where(place: int) -> str:
    """Returns the title of a hex or a box."""
    return board.place_name(place) if place > 0 else BOX_TITLES[BOXES[place]]


def nation_title(nation: int) -> str:
    return TITLE[tables.NATIONS[nation]]


HEX = Things(board.NUMBER, board.place_name)
BOX = Things({-k: word for k, word in BOXES.items()}, lambda k: where(-k))
UNIT = Things(roster.UNITS, who)
NATION = Things(tables.NATIONS, nation_title)
CHIT = Things(tuple(c.id for c in CHITS), lambda k: CHITS[k].name)

#: refuses a box where a question asks for a hex
NO_HEX = Refusal("tgw.3.11a", "name a hex of the map, not a box")
