"""The colours of the house: paper, ink and one tone per nation."""

from __future__ import annotations

SEA = "#a9c4d4"
SEA_EDGE = "#c9dbe3"
CLEAR = "#efe7d2"
ROUGH = "#dccca6"
#: land that belongs to no playable hex: islands and far shores, there only for the eye
OUTSIDE = "#e2ddce"
INK = "#33291c"
RIVER = "#7fa3b8"
COAST = "#5f7f90"
BORDER = "#8c2f2f"
RAIL = "#2b2622"
BLOCKED = "#4a2d1a"
ACCENT = "#e07b00"

#: nation -> (fill, ink); STYLE's codes and the rulebooks' own spellings of them
NATIONS: dict[str, tuple[str, str]] = {
    "GE": ("#66705f", "#ffffff"),
    "AH": ("#b8bec7", "#000000"),
    "TU": ("#8f3b32", "#ffffff"),
    "BU": ("#6d7b3c", "#ffffff"),
    "FR": ("#4a6fb0", "#ffffff"),
    "BR": ("#c6a46a", "#000000"),
    "RU": ("#2f6a50", "#ffffff"),
    "BE": ("#d9a22b", "#000000"),
    "SB": ("#7a5c99", "#ffffff"),
    "MN": ("#a48bb8", "#000000"),
    "IT": ("#7fae6d", "#000000"),
    "RM": ("#e3c94f", "#000000"),
    "GK": ("#7fb7d6", "#000000"),
    "US": ("#3d4a3a", "#ffffff"),
    "NE": ("#e2853b", "#000000"),
}
NATIONS["RS"], NATIONS["BL"] = NATIONS["RU"], NATIONS["BE"]
NEUTRAL = ("#d8d4ca", "#000000")


def nation(code: str) -> tuple[str, str]:
    """Fill and text colour of a nation; unknown ones are neutral."""
    return NATIONS.get(code, NEUTRAL)
