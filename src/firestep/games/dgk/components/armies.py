"""National organisations (dgk.XII): the army lists of the book, expanded to formations, Leaders, units and bases."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from firestep.engine.errors import FirestepError, UnknownName
from firestep.games.dgk.umpire import DATA


@dataclass(frozen=True, slots=True)
class RosterUnit:
    id: str
    name: str
    type: str
    quality: str
    #: infantry 4 (dgk.II.inf.2), cavalry 4 to 6 (dgk.II.cav.2), machine guns 1 (dgk.II.mg.1)
    bases: int
    #: the commanded formation it acts with
    formation: str


@dataclass(frozen=True, slots=True)
class RosterFormation:
    """A corps, division or brigade with its Leader (dgk.XII.conv.4)."""

    id: str
    name: str
    level: str
    parent: str | None


@dataclass(frozen=True, slots=True)
class Roster:
    nation: str
    formations: tuple[RosterFormation, ...]
    units: tuple[RosterUnit, ...]

    @property
    def bases(self) -> int:
        return sum(u.bases for u in self.units)


@cache
def armies() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((DATA / "armies.json").read_text(encoding="utf-8"))
    return loaded


def nation(id: str) -> dict[str, Any]:
    found: dict[str, Any] | None = armies()["nations"].get(id)
    if found is None:
        raise UnknownName(f"there is no army '{id}'; choose one of: {', '.join(armies()['nations'])}")
    return found


def expand(nation_id: str, formation: str, generous: bool = False, batteries: int = 1) -> Roster:
    """A formation of a list as a roster. `generous` takes the upper end of every choice, else the lower.

    A base stands for 6 field guns, 4 heavy guns (dgk.XII.conv.1) or a company of machine guns (dgk.XII.conv.2). Artillery is cut
    into units of `batteries` bases, one by default (dgk.XII.conv.3).
    """
    lists = nation(nation_id)["formations"]
    if formation not in lists:
        raise UnknownName(f"{nation(nation_id)['title']} has no list '{formation}'; choose one of: {', '.join(lists)}")
    if not 1 <= batteries <= 3:
        raise FirestepError(f"an artillery unit has 1 to 3 bases, not {batteries} [dgk.II.art.2]")
    formations: list[RosterFormation] = []
    units: list[RosterUnit] = []
    pick = 1 if generous else 0

    def number(value: Any) -> int:
        return int(value[pick] if isinstance(value, list) else value)

    def called(name: str, among: Iterable[str]) -> str:
        return f"{name} {sum(n == name or n.startswith(f'{name} ') for n in among) + 1}"

    def walk(node: dict[str, Any], commander: str | None) -> None:
        for _ in range(number(node["count"])):
            if "unit" in node:
                bases = number(node["bases"])  # dgk.XII.conv.1, dgk.XII.conv.2
                size = batteries if node.get("split") else bases
                while bases > 0:
                    units.append(
                        RosterUnit(
                            f"{nation_id}-{len(units) + 1}",
                            called(node["unit"], (u.name for u in units)),
                            node["type"],
                            node["quality"],
                            min(size, bases),
                            commander or "",
                        )
                    )
                    bases -= size
                continue
            boss = commander
            if node["leader"] or commander is None:  # dgk.XII.conv.4
                boss = f"{nation_id}-{node['level'][0]}{sum(f.level == node['level'] for f in formations) + 1}"
                name = called(node["formation"], (f.name for f in formations))
                formations.append(RosterFormation(boss, name, node["level"], commander))
            for part in node["parts"]:
                walk(part, boss)

    walk(lists[formation], None)
    return Roster(nation_id, tuple(formations), tuple(units))


def leader_base(level: str) -> float:
    """Diameter of a Leader's base in inches (dgk.II.base.3)."""
    return float(armies()["level_bases"][level])


def morale_of(nation_id: str, when: str | None = None) -> str:
    """The army quality the list gives, for its first period unless another is named."""
    rows = nation(nation_id)["morale"]
    for period, quality in rows:
        if when in (None, period):
            return str(quality)
    raise UnknownName(f"{nation(nation_id)['title']} knows no period '{when}'; choose one of: {', '.join(r[0] for r in rows)}")
