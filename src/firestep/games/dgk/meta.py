"""What the game is, without its rules: for lists of games."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from firestep.engine.game import Meta, Option, Scenario
from firestep.games.dgk.components.nations import NATIONS

DATA = Path(__file__).parent / "data"
#: the choices of quick battles
ALLIED = ("gb", "fr", "be", "ru", "rs", "it", "mn")
CENTRAL = ("de", "ah", "bg", "tr")
SIZES = ("brigade", "division")
GROUNDS = ("farmland", "woods", "hills", "1", "2", "3")


def heading(text: str) -> Mapping[str, Any]:
    """Title, text and order of a file: all that a list of scenarios needs."""
    top: list[str] = []
    for row in text.splitlines():
        if row.startswith("["):
            break
        top.append(row)
    return tomllib.loads("\n".join(top))


def offered() -> tuple[Scenario, ...]:
    """Every file in data/scenarios with its title, by its `order`."""
    files = []
    for path in sorted((DATA / "scenarios").glob("*.toml")):
        top = heading(path.read_text(encoding="utf-8"))
        files.append((int(top.get("order", 100)), path.stem, str(top.get("title", path.stem)), str(top.get("text", ""))))
    return tuple(Scenario(id, title, text) for _, id, title, text in sorted(files))


META = Meta(
    id="dgk",
    title="Der Grosse Krieg",
    designer="Arofan Gregory",
    edition="Bloody Scotsmen Games, 2025",
    ruleset=4,
    seats=("allied", "central"),
    seat_titles=("Allied Forces", "Central Powers"),
    nations=NATIONS,
    scenarios=(*offered(), Scenario("quick", "Quick battle", "Two forces from the army lists on generated ground.")),
    options=(
        Option("allied", "Quick battle: Allied army", "dgk.XII.conv.4", ALLIED),
        Option("central", "Quick battle: army of the Central Powers", "dgk.XII.conv.4", CENTRAL),
        Option("size", "Quick battle: size of each side", "dgk.II.org.1", SIZES),
        Option("ground", "Quick battle: ground", "dgk.VIII.gen.1", GROUNDS),
        Option("trucks", "Trucks move as slow or as fast transport (ruling D12)", "dgk.X.auto.1", ("slow", "fast")),
        Option(
            "hills",
            "Ground as high as the higher unit hides what lies beyond: crests, or only higher ground does (ruling D38)",
            "dgk.VIII.los.12",
            ("crests", "higher"),
        ),
        Option(
            "both",
            "Both armies broken by one result: the acting side wins, or a draw (ruling D61)",
            "dgk.XII.mor.7",
            ("actor", "draw"),
        ),
        Option(
            "halving",
            "Indirect fire beyond 12 inches counts half, or half but never under 12 (ruling D40)",
            "dgk.X.ind.4",
            ("plain", "floor"),
        ),
    ),
)
