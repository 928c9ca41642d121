"""Readings of chapters 10, 11, 14 and 15 where two are honest: options of the game, the first choice is ours."""

from __future__ import annotations

from firestep.engine.game import Option

_GROUP = "Readings of the rules"

READINGS = (
    Option(
        "neutral-supply",
        "Supply lines through neutral land",
        "N16",
        ("closed", "open"),
        _GROUP,
        "Open: lines may cross countries that no unit may enter.",
    ),
    Option(
        "hq-supply",
        "A headquarters' own supply",
        "N20",
        ("near", "long"),
        _GROUP,
        "Long: the line of any length by which it feeds others feeds the headquarters too.",
    ),
    Option(
        "inland-ports",
        "Rouen and Antwerp without their ways",
        "N17",
        ("both", "radius"),
        _GROUP,
        "Radius: units in the port itself are supplied even if its marked hexes are lost.",
    ),
    Option(
        "italian-salonika",
        "Italians at Salonika",
        "N20e",
        ("on", "off"),
        _GROUP,
        "Off: Italian units in the Balkans have one ultimate source, Valona.",
    ),
    Option(
        "defence-cap",
        "The defender's limit of -3",
        "E45",
        ("own", "net"),
        _GROUP,
        "Net: it limits the final modifier, not the defender's own total.",
    ),
    Option(
        "weather-cap",
        "Snow and heat under that limit",
        "E46",
        ("beside", "inside"),
        _GROUP,
        "Inside: the -2 of the Caucasus snow and of the heat count among the three.",
    ),
    Option(
        "first-loss",
        "First losses of ANZAC and Canadian units",
        "N24",
        ("two-step", "british"),
        _GROUP,
        "British: only for British units it matters whether they have two steps.",
    ),
    Option(
        "devastated-attack",
        "Attacks out of devastated hexes",
        "N25",
        ("any", "all"),
        _GROUP,
        "All: the shift applies only if every attacker stands in a devastated hex.",
    ),
    Option(
        "hq-support",
        "Where a headquarters supports",
        "E47",
        ("side", "nation"),
        _GROUP,
        "Nation: it must be with or next to a unit of its own nation in the battle.",
    ),
)
