"""The nations of the army lists and how they look, by the codes of the lists and by those that counters of the house carry."""

from __future__ import annotations

from firestep.engine.game import Nation
from firestep.hexmap.palette import TONES

_LISTS = {
    "de": ("Germany", "German", "germany"),
    "ah": ("Austria-Hungary", "Austro-Hungarian", "austria-hungary"),
    "tr": ("Ottoman Empire", "Turkish", "turkey"),
    "bg": ("Bulgaria", "Bulgarian", "bulgaria"),
    "fr": ("France", "French", "france"),
    "gb": ("Britain", "British", "britain"),
    "ru": ("Russia", "Russian", "russia"),
    "be": ("Belgium", "Belgian", "belgium"),
    "rs": ("Serbia", "Serbian", "serbia"),
    "mn": ("Montenegro", "Montenegrin", "montenegro"),
    "it": ("Italy", "Italian", "italy"),
}
#: other codes, on the counters of the house
_HOUSE = {"de": "ge", "tr": "tu", "bg": "bu", "gb": "br", "rs": "sb"}
NATIONS = {code: Nation(title, adjective, *TONES[tone]) for code, (title, adjective, tone) in _LISTS.items()}
NATIONS |= {_HOUSE[code]: NATIONS[code] for code in _HOUSE}
