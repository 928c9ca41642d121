"""The nations of the battles, by the code that counters carry: of all armies, so that a new battle finds its own."""

from __future__ import annotations

from firestep.engine.game import Nation
from firestep.hexmap.palette import TONES

NATIONS = {
    code: Nation(title, adjective, *TONES[tone])
    for code, title, adjective, tone in (
        ("ge", "Germany", "German", "germany"),
        ("ah", "Austria-Hungary", "Austro-Hungarian", "austria-hungary"),
        ("tu", "Turkey", "Turkish", "turkey"),
        ("bu", "Bulgaria", "Bulgarian", "bulgaria"),
        ("fr", "France", "French", "france"),
        ("br", "Britain", "British", "britain"),
        ("ru", "Russia", "Russian", "russia"),
        ("be", "Belgium", "Belgian", "belgium"),
        ("sb", "Serbia", "Serbian", "serbia"),
        ("it", "Italy", "Italian", "italy"),
        ("rm", "Rumania", "Rumanian", "rumania"),
        ("us", "the United States", "American", "united-states"),
        ("pt", "Portugal", "Portuguese", "portugal"),
    )
}
