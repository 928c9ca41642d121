"""What the game is, without its rules: for lists of games."""

from __future__ import annotations

from firestep.engine.game import Meta, Nation, Option, Scenario
from firestep.hexmap.palette import TONES

NATIONS = {
    code: Nation(title, adjective, *TONES[tone])
    for code, title, adjective, tone in (
        ("ah", "Austria-Hungary", "Austro-Hungarian", "austria-hungary"),
        ("bl", "Belgium", "Belgian", "belgium"),
        ("br", "Britain", "British", "britain"),
        ("bu", "Bulgaria", "Bulgarian", "bulgaria"),
        ("fr", "France", "French", "france"),
        ("ge", "Germany", "German", "germany"),
        ("gk", "Greece", "Greek", "greece"),
        ("it", "Italy", "Italian", "italy"),
        ("ne", "the Netherlands", "Dutch", "netherlands"),
        ("rm", "Rumania", "Rumanian", "rumania"),
        ("rs", "Russia", "Russian", "russia"),
        ("sb", "Serbia", "Serbian", "serbia"),
        ("tu", "Turkey", "Turkish", "turkey"),
        ("us", "the United States", "American", "united-states"),
        ("ab", "Albania", "Albanian", "neutral"),
        ("mn", "Montenegro", "Montenegrin", "montenegro"),
    )
}

META = Meta(
    id="wwi",
    title="World War 1914-1918",
    designer="James F. Dunnigan",
    edition="Simulations Publications, 1975",
    ruleset=4,
    seats=("allied", "central"),
    seat_titles=("Allies", "Central Powers"),
    nations=NATIONS,
    scenarios=(
        Scenario("historical", "Historical deployment", "August 1914 as it was: the armies stand in place, the guns speak first."),
        Scenario("free", "Free deployment", "Both sides deploy as they like, Allies first; Belgium is neutral."),
    ),
    # all are off unless chosen (wwi.13.0); chapter 12 is no option and holds in both scenarios (wwi.12.0)
    options=(
        Option("variable-italy", "Variable Italian entry", "wwi.13.11"),
        Option("variable-turkey", "Variable Turkish entry", "wwi.13.21"),
        Option("tank-army", "The French tank army", "wwi.13.31"),
        Option(
            "mixed-doubling",
            "Double losses of mixed forces: if one of the side is Russian or Rumanian, or only if all are",
            "wwi.8.59a",
            ("side", "all"),
        ),
        Option("losses-first", "Who takes losses first", "wwi.8.0c", ("defender", "attacker")),
        Option(
            "blocked-infiltration", "When a forced retreat is impossible the defender pays, or dies", "wwi.12.32a", ("pay", "die")
        ),
    ),
)
