"""The common colours: paper, ink, and tones for the nations of the Great War.

A game declares its nations with their codes and takes a tone for each (`Game.nations`). Map, counters and page use these. Fill and
ink of every tone have a contrast of WCAG AA, and red-green colour-blind players can distinguish the two sides of a front:
`tests/hexmap/test_palette.py` simulates it.
"""

from __future__ import annotations

SEA = "#a9c4d4"
SEA_EDGE = "#c9dbe3"
CLEAR = "#efe7d2"
ROUGH = "#dccca6"
MOUNTAIN = "#c9b184"
ALPINE = "#e9e7e4"
FOREST = "#c3cfa3"
MARSH = "#cfdac6"
DESERT = "#ecd9a4"
#: land that belongs to no playable hex: islands and far shores, there only for the eye
OUTSIDE = "#e2ddce"
INK = "#33291c"
PAPER = "#f6f0e0"
RIVER = "#7fa3b8"
COAST = "#5f7f90"
BORDER = "#8c2f2f"
RAIL = "#2b2622"
BLOCKED = "#4a2d1a"

_WHITE, _BLACK = "#ffffff", "#111111"
#: nation -> (fill, ink)
TONES: dict[str, tuple[str, str]] = {
    "germany": ("#8a917f", _BLACK),
    "austria-hungary": ("#c3c9d2", _BLACK),
    "turkey": ("#b5523f", _WHITE),
    "bulgaria": ("#5f6b2a", _WHITE),
    "france": ("#4a6fb0", _WHITE),
    "britain": ("#c9a86e", _BLACK),
    "russia": ("#123f2c", _WHITE),
    "belgium": ("#dba62e", _BLACK),
    "serbia": ("#6f4f93", _WHITE),
    "montenegro": ("#a98fbd", _BLACK),
    "italy": ("#86bf78", _BLACK),
    "rumania": ("#e3c94f", _BLACK),
    "greece": ("#7fb7d6", _BLACK),
    "united-states": ("#5a4a2c", _WHITE),
    "netherlands": ("#e2853b", _BLACK),
    "portugal": ("#b7cfa0", _BLACK),
    "japan": ("#f2e3d5", _BLACK),
    "poland": ("#e8c3cb", _BLACK),
    "finland": ("#dfe9f2", _BLACK),
    "sweden": ("#efd98a", _BLACK),
    "norway": ("#d7a39a", _BLACK),
    "denmark": ("#e3b3a8", _BLACK),
    "switzerland": ("#e9bdb3", _BLACK),
    "albania": ("#9c6b5a", _WHITE),
    "macedonia": ("#d8cfae", _BLACK),
    "armenia": ("#e0a468", _BLACK),
    "georgia": ("#8f2f45", _WHITE),
    "azerbaijan": ("#4f8f9c", _BLACK),
    "ukraine": ("#9db4d8", _BLACK),
    "arabia": ("#b8c48a", _BLACK),
    "persia": ("#a7c7a0", _BLACK),
    "senussi": ("#d9c7a3", _BLACK),
    "assyria": ("#c79fb0", _BLACK),
    "czechs": ("#b8b0d8", _BLACK),
    "reds": ("#a11d2b", _WHITE),
    "neutral": ("#d8d4ca", _BLACK),
}
NEUTRAL = TONES["neutral"]
