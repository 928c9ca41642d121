"""What the game is, without its rules: for lists of games."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from firestep.engine.errors import FirestepError
from firestep.engine.game import Meta, Option, Scenario
from firestep.games.gwb.components.nations import NATIONS

BATTLES = Path(__file__).parent / "data" / "battles"
SEATS = ("allied", "german")
#: what the sides are called where a battle does not say otherwise
CALLED = (("Allied powers", "Allied"), ("Germany", "German"))


def title_of(x: dict[str, Any]) -> str:
    """The title; a game that keeps sections of version 1 of the series is played by version 2 and says so (gwb.2.1b, G08)."""
    return str(x["title"]) + (" (house version)" if x.get("keeps") else "")


@cache
def folders() -> dict[str, Path]:
    """Returns the folder of each battle by id: those of the game in the order of `order.txt`, then those of `FIRESTEP_BATTLES`."""
    found = {p.parent.name: p.parent for p in sorted(BATTLES.glob("*/battle.toml"))}
    order = (BATTLES / "order.txt").read_text(encoding="utf-8").split()
    out = {id: found[id] for id in (*(b for b in order if b in found), *(b for b in found if b not in order))}
    for folder in os.environ.get("FIRESTEP_BATTLES", "").split(os.pathsep):
        more = sorted(Path(folder).absolute().glob("*/battle.toml")) if folder else []
        if folder and not more:
            raise FirestepError(f"there is no battle.toml in any folder of {folder}; correct FIRESTEP_BATTLES")
        for p in more:
            if p.parent.name in out:
                raise FirestepError(f"'{p.parent.name}' is a battle already; rename the folder {p.parent}")
            out[p.parent.name] = p.parent
    return out


def battles() -> tuple[str, ...]:
    """Returns the ids of the battles in the order in which they are listed."""
    return tuple(folders())


def called(x: dict[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the sides of a battle are called, and what is theirs."""
    both = [x.get("titles", {}).get(seat, usual) for seat, usual in zip(SEATS, CALLED, strict=True)]
    return tuple(title for title, _ in both), tuple(adjective for _, adjective in both)


@cache
def heading(id: str) -> tuple[str, str, tuple[str, ...]]:
    """Title and text of a battle, and what its sides are called, without reading its map."""
    x = table_of(folders()[id])
    for key in ("title", "text"):
        if key not in x:
            raise FirestepError(f"{folders()[id] / 'battle.toml'} has no '{key}'; add it")
    return title_of(x), x["text"], called(x)[0]


def table_of(folder: Path) -> dict[str, Any]:
    """Returns the content of `battle.toml`."""
    path = folder / "battle.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as e:
        raise FirestepError(f"{path} cannot be read: {e}") from None


META = Meta(
    id="gwb",
    title="Great War Battles",
    designer="Kerry Anderson",
    edition="Series rules 2.0, 2025",
    ruleset=3,
    seats=SEATS,
    seat_titles=tuple(title for title, _ in CALLED),
    nations=NATIONS,
    scenarios=tuple(Scenario(id, *heading(id)) for id in battles()),
    more_scenarios="add your own with FIRESTEP_BATTLES (docs/add-a-battle.md)",
    options=(
        Option("support", "Defensive support is named before any die, or after the barrage", "gwb.6.3.1a", ("before", "after")),
        Option("corps_support", "Corps artillery may give defensive support", "gwb.13.3a"),
        Option("guns", "Deployed guns hold their hex, or are abandoned when it retreats", "gwb.6.4.2d", ("hold", "abandon")),
        Option("retreat", "Retreat away from the attackers, or to any hex", "gwb.6.4.2b", ("away", "any")),
        Option("sight", "A sight line along a hexside is blocked by both hexes, or by either", "gwb.13.5a", ("both", "either")),
    ),
)
