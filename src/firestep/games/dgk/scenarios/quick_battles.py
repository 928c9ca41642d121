"""Quick battles: two forces from the army lists on generated ground. The same words always give the same battle."""

from __future__ import annotations

import random
from math import cos, pi, sin
from typing import Any

from firestep.engine.errors import FirestepError
from firestep.games.dgk.components import armies
from firestep.games.dgk.components.battle import ScenarioDef
from firestep.games.dgk.components.nations import NATIONS
from firestep.games.dgk.meta import ALLIED, CENTRAL, GROUNDS, SIZES
from firestep.games.dgk.scenarios.reading import build


def make(id: str) -> ScenarioDef:
    """`quick:gb:de:division:farmland`."""
    words = id.split(":")
    if len(words) != 5 or words[1] not in ALLIED or words[2] not in CENTRAL or words[3] not in SIZES or words[4] not in GROUNDS:
        raise FirestepError(f"'{id}' is no quick battle; write quick:ALLIED:CENTRAL:SIZE:GROUND")
    _, allied, central, size, ground = words
    dice = random.Random(id)
    width, height = (60.0, 42.0) if size == "division" else (42.0, 36.0)
    formations: list[dict[str, Any]] = []
    units: list[dict[str, Any]] = []
    for side, nation in (("allied", allied), ("central", central)):
        _force(side, nation, size, width, height, formations, units)
    data = {
        "title": f"{armies.nation(allied)['title']} against {armies.nation(central)['title']}, a {size} a side",
        "text": "A battle from the army lists; the army that breaks has lost.",
        "table": [width, height],
        "turns": 12,
        "armies": {
            "allied": {"nation": allied, "quality": armies.morale_of(allied)},
            "central": {"nation": central, "quality": armies.morale_of(central)},
        },
        "terrain": _terrain(dice, ground, width, height),
        "formation": formations,
        "unit": units,
        "limit_reason": "Night fell before an army broke.",
    }
    return build(id, data)


def _force(
    side: str, nation: str, size: str, width: float, height: float, formations: list[dict[str, Any]], units: list[dict[str, Any]]
) -> None:
    """The first brigade or division of the nation's first list, in two lines with its guns between."""
    lists = armies.nation(nation)["formations"]
    roster = armies.expand(nation, next(iter(lists)))
    chosen = next((f for f in roster.formations if f.level == "division"), roster.formations[0])
    under = [f for f in roster.formations if f.id == chosen.id or f.parent == chosen.id]
    if size == "brigade":
        brigades = [f for f in under if f.level == "brigade"][:2]
        under = [chosen, *brigades[:1]] if brigades else [chosen]
    ids = {f.id for f in under}
    mine = [u for u in roster.units if u.formation in ids]
    if size == "brigade":
        guns = [u for u in mine if u.type in ("field", "heavy")][:3]
        mine = [u for u in mine if u.type not in ("field", "heavy")][:9] + guns
    top = side == "central"
    whose = NATIONS[nation].adjective  # the lists of both armies begin with the same names
    facing = 180 if top else 0

    def y(depth: float) -> float:
        return depth if top else height - depth

    for n, f in enumerate(under):
        formations.append(
            {
                "id": f.id,
                "name": f"{whose} {f.name}",
                "leader": f"Commander, {whose} {f.name}",
                "level": f.level,
                "side": side,
                "x": width / 2 + 4 * n - 4,
                "y": y(3.0 if f.id == chosen.id else 8.0),
                **({"parent": chosen.id} if f.id != chosen.id else {"chief": True}),
            }
        )
    foot = [u for u in mine if u.type not in ("field", "heavy")]
    guns = [u for u in mine if u.type in ("field", "heavy")]
    columns = max(4, int((width - 8) // 4.2))
    for i, u in enumerate(foot):
        row, col = divmod(i, columns)
        units.append(_unit(u, f"{whose} {u.name}", 4 + 4.2 * col, y(9.5 - 3.2 * row), facing, "maneuver"))
    step = min(2.2, (width - 8) / max(1, len(guns)))
    for i, u in enumerate(guns):
        x = 4.5 + step * i + (width - 9 - step * len(guns)) / 2
        units.append(_unit(u, f"{whose} {u.name}", x, y(11.2), facing, "deployed"))


def _unit(u: armies.RosterUnit, name: str, x: float, y: float, facing: int, form: str) -> dict[str, Any]:
    return {
        "id": u.id,
        "name": name,
        "type": u.type,
        "quality": u.quality,
        "bases": u.bases,
        "formation": u.formation,
        "x": round(x, 2),
        "y": round(y, 2),
        "facing": facing,
        "form": form,
    }


def _terrain(dice: random.Random, ground: str, width: float, height: float) -> list[dict[str, Any]]:
    """Woods, villages, hills, hedges and a road in the middle third and on the flanks."""
    mix = {"farmland": (2, 2, 1), "woods": (5, 1, 1), "hills": (1, 1, 4)}.get(ground, (3, 1, 2))
    out: list[dict[str, Any]] = []

    def blob(kind: str, n: int, radius: float) -> None:
        for i in range(n):
            cx, cy = dice.uniform(5, width - 5), dice.uniform(14.5, height - 14.5)
            sides = 7
            points = []
            for k in range(sides):
                r = radius * dice.uniform(0.7, 1.1)
                points.append([round(cx + r * cos(2 * pi * k / sides), 1), round(cy + r * sin(2 * pi * k / sides), 1)])
            out.append({"id": f"{kind}-{i + 1}", "kind": kind, "points": points, **({"slope": True} if kind == "hill" else {})})

    blob("hill", mix[2], 5.0)
    blob("woods", mix[0], 2.6)
    blob("village", mix[1], 1.8)
    for i in range(2):
        x, yy = dice.uniform(6, width - 12), dice.uniform(14, height - 14)
        out.append(
            {
                "id": f"hedge-{i + 1}",
                "kind": "hedge",
                "points": [[round(x, 1), round(yy, 1)], [round(x + 5, 1), round(yy + dice.uniform(-2, 2), 1)]],
            }
        )
    mid = dice.uniform(width * 0.3, width * 0.7)
    out.append(
        {
            "id": "road",
            "kind": "road",
            "points": [
                [round(mid, 1), 0],
                [round(mid + dice.uniform(-5, 5), 1), round(height / 2, 1)],
                [round(mid + dice.uniform(-8, 8), 1), height],
            ],
        }
    )
    return out
