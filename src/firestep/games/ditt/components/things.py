"""The units, places, nations, seas and boxes that answers name: their words in actions and their titles in sentences."""

from __future__ import annotations

from firestep.engine.question import Things
from firestep.games.ditt.components import places, tables


def who(u: int) -> str:
    """Returns the title of a unit: `the German 1st Army`."""
    return f"the {tables.unit_title(u)}"


UNIT = Things(tables.UNITS, who)
PLACE = Things(places.NUMBER, places.place)
NATION = Things(tables.NATIONS, tables.TITLE.__getitem__)
SEA = Things(tables.SEAS, lambda k: f"the {tables.SEA_TITLE[k]}")
BOX = Things(tables.BOXES, tables.BOX_TITLE.__getitem__)
