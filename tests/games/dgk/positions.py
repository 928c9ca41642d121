"""Short ways onto a table: a few units, a piece of ground, scripted dice, and the very decision a test is about."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from firestep.cli import main
from firestep.engine.session import Session
from firestep.engine.step import Step
from firestep.games.dgk import assault, damage, orders, state, umpire
from firestep.games.dgk.assault import Charge
from firestep.games.dgk.damage import Source
from firestep.games.dgk.placing import Place
from firestep.games.dgk.scenarios import scenario
from firestep.games.dgk.state import State
from firestep.testing import session_at

S = Session[State]
_numbers = itertools.count(1)
#: three dice that make the best and the worst roll
BEST, WORST = (10, 10, 1), (10, 10, 10)


def unit(id: str, type: str, x: float, y: float, facing: float = 0, form: str = "deployed", **more: Any) -> dict[str, Any]:
    """A unit; ids that begin with `a` are Allied, with `c` Central. Bases: 4, or 1 for guns and vehicles."""
    side = "a" if id.startswith("a") else "c"
    return {"id": id, "type": type, "x": x, "y": y, "facing": facing, "form": form, "formation": side, **more}


def area(kind: str, *points: tuple[float, float], **more: Any) -> dict[str, Any]:
    return {"id": more.pop("id", f"{kind}-{next(_numbers)}"), "kind": kind, "points": [list(p) for p in points], **more}


def box(kind: str, x0: float, y0: float, x1: float, y1: float, **more: Any) -> dict[str, Any]:
    return area(kind, (x0, y0), (x1, y0), (x1, y1), (x0, y1), **more)


line = area


def roll(n: int) -> tuple[int, int, int]:
    """Three dice that make a roll of 1 to 1000."""
    return (n // 100 % 10) or 10, (n // 10 % 10) or 10, (n % 10) or 10


def levels(score: int, n: int) -> tuple[int, int, int]:
    """Dice that give exactly so many levels at a score."""
    row = [1000, *umpire.damage_row(score)]
    assert row[n] > (row[n + 1] if n + 1 < len(row) else 0), "that number of levels cannot come up"
    return roll(row[n])


def table(
    *units: dict[str, Any],
    ground: Sequence[dict[str, Any]] = (),
    leaders: dict[str, tuple[float, float]] | None = None,
    size: tuple[float, float] = (60, 48),
    options: dict[str, str] | None = None,
    assets: Sequence[dict[str, Any]] = (),
    quality: tuple[str, str] = ("average", "average"),
    turns: int = 12,
    formations: Sequence[dict[str, Any]] = (),
    **scn: Any,
) -> State:
    """A state with these units. Each side has a division (`A`, `C`, whose Leader commands all) and a brigade (`a`, `c`)."""
    at = {"A": (1.0, size[1] - 1), "a": (3.0, size[1] - 1), "C": (size[0] - 1, 1.0), "c": (size[0] - 3, 1.0)} | (leaders or {})
    forms = [
        {"id": "A", "level": "division", "side": "allied", "chief": True},
        {"id": "a", "level": "brigade", "side": "allied", "parent": "A"},
        {"id": "C", "level": "division", "side": "central", "chief": True},
        {"id": "c", "level": "brigade", "side": "central", "parent": "C"},
    ]
    forms = [{**f, "x": at[str(f["id"])][0], "y": at[str(f["id"])][1]} for f in forms] + [dict(f) for f in formations]
    have = list(units)
    for side in "ac":
        if not any(u["id"].startswith(side) for u in have):  # a bystander in a corner, so that both sides have somebody
            have.append(unit(f"{side}-far", "machinegun", 2 if side == "a" else size[0] - 2, size[1] - 4 if side == "a" else 4, 0))
    data = {
        "table": list(size),
        "armies": {"allied": {"nation": "gb", "quality": quality[0]}, "central": {"nation": "de", "quality": quality[1]}},
        "terrain": list(ground),
        "formation": forms,
        "unit": have,
        "asset": list(assets),
        "options": options or {},
        "turns": turns,
        **scn,
    }
    name = f"bench-{next(_numbers)}"
    g = state.begin(scenario.add(scenario.build(name, data)))
    g.turn = 1
    return g


def at(g: State, *agenda: Step[Any], dice: Sequence[Sequence[int]] = ()) -> S:
    """A session that stands at these steps. Its state holds nothing that play could not have made."""
    from games.dgk.test_markers import outlived

    assert outlived(g, Counter()) == []
    return session_at("dgk", g, *agenda, scenario=g.scn.id, dice=[d for three in dice for d in three])


def act(g: State, id: str, *dice: Sequence[int]) -> S:
    """A session that asks a unit for its action."""
    return at(g, orders.Act(g.scn.unit_no[id]), dice=dice)


def no(s: S, action: str) -> set[str]:
    """The rules that forbid an action."""
    return {r.rule for r in s.why_not(action)}


def n(s: S | State, id: str) -> int:
    g = s if isinstance(s, State) else s.state
    return g.scn.unit_no[id]


def where(s: S, id: str) -> tuple[float, float, float]:
    u = n(s, id)
    return s.state.x[u] / 1000, s.state.y[u] / 1000, s.state.f[u] / 10


def verbs(s: S) -> set[str]:
    assert s.decision is not None
    return {a[0] for a in s.decision.actions}


def keys(s: S) -> list[str]:
    return [e.key for e in s.journal]


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """What the command line answers: exit code, what it says and what it complains."""
    try:
        code = main(list(words)) or 0
    except SystemExit as e:
        code = int(e.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def placing(g: State, id: str, action: str = "maneuver", inches: float = 12) -> S:
    """A session that asks where a unit is placed, with so many inches to move."""
    return at(g, Place(n(g, id), action, round(inches * 1000)))


def charged(g: State, id: str = "a1", target: str = "c1", fire: int = 0, hit: int = 0, own: int = 0) -> S:
    """A session with an assault: so many levels by defensive fire, on the target and on the assaulter."""
    plan = assault.plan(g, n(g, id), n(g, target), 12)
    assert isinstance(plan, Charge), plan
    q = assault.question(g, n(g, id), n(g, target), plan.frontal)
    state = umpire.STATES[min(2, g.status[n(g, id)] + fire)]
    first = umpire.defensive_score(q)
    s = act(
        g,
        id,
        BEST,
        levels(first.total, fire) if first else WORST,
        levels(umpire.attack_score(q, state).total, hit),
        levels(umpire.defence_score(q, state).total, own),
    )
    s.take(f"assault {target}")
    return s


def driven(g: State, id: str, source: tuple[float, float], hits: int = 3) -> S:
    """A session in which fire from a point has just hit a unit."""
    s = act(g, id)
    damage.hurt(s, n(g, id), hits, Source(source, 1 - state.side(g, n(g, id))))
    return s
