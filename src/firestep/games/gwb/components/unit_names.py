"""Units and formations spelled out: the short names of counters in words that a newcomer knows."""

from __future__ import annotations

import re

from firestep.games.gwb.components.battle import Unit

#: what the staffs of three armies wrote for their formations
SPELLED = {
    "ID": "Infantry Division",
    "DI": "Infantry Division",
    "Div": "Division",
    "RD": "Reserve Division",
    "DR": "Reserve Division",
    "KD": "Cavalry Division",
    "DC": "Cavalry Division",
    "GKD": "Guard Cavalry Division",
    "Gd": "Guard Division",
    "RB": "Reserve Brigade",
    "LB": "Landwehr Brigade",
    "R": "Reserve Corps",
    "HKK": "Cavalry Corps",
    "CC": "Cavalry Corps",
    "Cav": "Cavalry Corps",
    "GDR": "Group of Reserve Divisions",
    "LW": "Landwehr",
}
KINDS = {"inf": "infantry", "jaeger": "Jäger", "cav": "cavalry", "art": "artillery", "tank": "tank", "car": "armoured car"}
ROMAN = re.compile(r"[IVX]+")
ORDINAL = re.compile(r"[A-Z][a-z]+(st|nd|rd|th)")


def spelled(word: str) -> str:
    """`4 KD` is the 4 Cavalry Division, `IV R` the IV Reserve Corps, `IX` the IX Corps, `First` the First Army."""
    if ROMAN.fullmatch(word):
        return f"{word} Corps"
    if ORDINAL.fullmatch(word):
        return f"{word} Army"
    if word == "Cav Div":
        return "Cavalry Division"
    if (number := re.fullmatch(r"(HKK|CC) (\d)", word)) is not None:
        return f"{SPELLED[number[1]]} {number[2]}"
    return " ".join(SPELLED.get(part, part) for part in word.split())


def in_words(unit: Unit) -> list[str]:
    """A unit, what it is, and what it belongs to."""
    above = [spelled(w) for w in dict.fromkeys((unit.division, unit.corps, unit.army)) if w and not w.isdigit()]
    return [unit.name, f"{KINDS[unit.type]} {unit.size}".strip(), *above]
