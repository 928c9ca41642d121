"""The nations of the battles, by the code that counters carry."""

from __future__ import annotations

from firestep.engine.game import Nation
from firestep.hexmap.palette import TONES

NATIONS = {
    "ge": Nation("Germany", "German", *TONES["germany"]), "fr": Nation("France", "French", *TONES["france"]),
    "br": Nation("Britain", "British", *TONES["britain"]), "ru": Nation("Russia", "Russian", *TONES["russia"]),
}
